% The clauses that are running: frames and backtraces.

count(N, L) :- N > 0, N1 is N-1, count(N1, L), atom(L).
count(0, L) :- get_prolog_backtrace(10, L0), shown(L0, Ls), print(Ls), atom(L).

shown([], []).
shown([frame(Level,Where,Goal)|Fs], [Level-(Name/A)-Line|Ss]) :-
    ( Where = clause(_, _:Line) -> true ; Line = none ),
    functor(Goal, Name, A),
    shown(Fs, Ss).

outer(X) :- inner(X, frame), atom(X).
inner(X, Y) :-
    prolog_current_frame(F), prolog_frame_attribute(F, goal, G), prolog_frame_attribute(F, parent_goal, outer(Z)),
    prolog_frame_attribute(F, parent, P), prolog_frame_attribute(P, predicate_indicator, PI),
    print([G,Z,PI]), atom(X), atom(Y).

cut_off(X) :- prolog_current_frame(F), print(F), last_goal(X).
last_goal(X) :- prolog_current_frame(F), print(F), atom(X).

grammar --> [X], { prolog_current_frame(F), prolog_frame_attribute(F, predicate_indicator, PI), print(PI) }, [X].

deep(0) :- !, prolog_current_frame(F), prolog_frame_attribute(F, level, L), print(L).
deep(N) :- N1 is N-1, deep(N1), integer(N).

% 1. A backtrace has a line for each clause whose goals are not done; values that a clause no longer needs are gone.
?- count(2, foo).
   outputs("[3-count/2-4,2-count/2-3,1-count/2-3]"), true.
?- get_prolog_backtrace(2, L).
   L = [].

% 2. Attributes of frames.
?- outer(a).
   outputs("[inner(a,frame),a,outer/1]"), true.
?- phrase(grammar, [a,a]).
   outputs("grammar/2"), true.
?- prolog_frame_attribute(1000000, goal, G).
   false.

% 3. A clause that has called its last goal is gone: its environment is that of the next one.
?- cut_off(a), nl.
   ... .

% 4. A deep stack, with collections between.
?- deep(100000).
   outputs("100000"), true.

% 5. The values of a frame are terms of the program: bindings are seen on both sides.
binds(X) :- prolog_current_frame(F), prolog_frame_attribute(F, argument(1), A), A = bound, atom(X).
?- binds(X).
   X = bound.

% 6. The hook user:exception/3 may define a predicate.
:- dynamic(exception/3).
exception(undefined_predicate, late/1, retry) :- assertz(late(made)).
exception(undefined_predicate, later/1, retry) :- of_the_hook.
exception(undefined_predicate, in_vain/1, retry).
?- late(X).
   X = made.
?- never(X).
   error(existence_error(procedure,never/1),never/1).
?- later(X).
   error(existence_error(procedure,of_the_hook/0),of_the_hook/0).
?- in_vain(X).
   error(existence_error(procedure,in_vain/1),in_vain/1).
