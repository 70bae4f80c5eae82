% The clauses that are running, as SWI-Prolog shows them. A clause that has called its last goal runs no longer.

:- module(swi_stack, [
    prolog_current_frame/1, prolog_frame_attribute/3, prolog_skip_frame/1, prolog_skip_level/2,
    get_prolog_backtrace/2, get_prolog_backtrace/3, print_prolog_backtrace/2, print_prolog_backtrace/3,
    prolog_stack_frame_property/2, backtrace/1
]).

:- use_module(library(lists)).
:- use_module(library(error)).
:- use_module(library(option)).
:- use_module(library(format)).

:- meta_predicate prolog_frame_attribute(+,+,:).

%! prolog_current_frame(-Frame) is det.
%
%  Unifies `Frame` with the number of the clause that calls this, 0 if a query does. It is the number of the clause for as long as that is running.
?- prolog_current_frame(F).
   F = 0.
prolog_current_frame(F) :-
    '$running_clauses'(swi_stack, _, 1, Clauses),
    (   Clauses = [running(F0,_,_,_,_)|_] -> F = F0
    ;   F = 0
    ).

%! prolog_frame_attribute(+Frame, +Attribute, :Value) is semidet.
%
%  Unifies `Value` with an attribute of a clause that is running: `goal` and `argument(N)` (variables that the clause no longer needs have no
%  values there), `predicate_indicator`, `context_module`, `clause` (a reference), `parent` (the clause that has called it, which fails if a
%  query has), `level` (from 1), `top`, `hidden`, `has_alternatives`. `parent_goal` finds the clause itself or the nearest one above it whose
%  goal unifies with `Value`. Fails for `alternative`, `exception` and `pc`, and for a frame that is gone.
?- prolog_current_frame(F), prolog_frame_attribute(F, parent, P).
   false.
?- prolog_frame_attribute(0, top, T).
   T = true.
?- prolog_frame_attribute(_, goal, G).
   error(instantiation_error,must_be/2).
?- prolog_frame_attribute(0, colour, C).
   error(domain_error(frame_attribute,colour),prolog_frame_attribute/3).
prolog_frame_attribute(Frame, Attribute, Value0) :-
    must_be(integer, Frame),
    must_be(callable, Attribute),
    (   frame_attribute(Attribute) -> true
    ;   domain_error(frame_attribute, Attribute, prolog_frame_attribute/3)
    ),
    (   nonvar(Value0), Value0 = Module:Value -> true
    ;   Module = user, Value = Value0
    ),
    attribute_value(Attribute, Frame, Module, Value).

frame_attribute(A) :-
    member(A, [
        level, has_alternatives, alternative, parent, context_module, exception, goal, predicate_indicator, clause, top, hidden, pc,
        parent_goal, parent_goal_next, argument(_)
    ]), !.

attribute_value(level, F, _, L) :- from(F, Clauses), length(Clauses, L), L > 0.
attribute_value(has_alternatives, _, _, false).
attribute_value(hidden, _, _, false).
attribute_value(top, F, _, Top) :-
    (   parent(F, _) -> Top = false
    ;   Top = true
    ).
attribute_value(parent, F, _, P) :- parent(F, P).
attribute_value(context_module, F, _, M) :- first(F, running(_,M:_,_,_,_)).
attribute_value(goal, F, _, G) :- first(F, running(_,_,Goal,_,_)), without_user(Goal, G).
attribute_value(predicate_indicator, F, _, PI) :- first(F, running(_,Indicator,_,_,_)), without_user(Indicator, PI).
attribute_value(clause, F, _, Ref) :- first(F, running(_,_,_,[Ref],_)).
attribute_value(argument(N), F, _, A) :- first(F, running(_,_,_:Goal,_,_)), arg(N, Goal, A).
attribute_value(parent_goal, F, M, Goal) :-
    from(F, Clauses),
    strip_module(M:Goal, GM, G),
    nearest(Clauses, GM:G).

nearest([running(_,_,M:Goal,_,_)|Clauses], GM:G) :-
    (   M == GM, Goal = G -> true
    ;   nearest(Clauses, GM:G)
    ).

without_user(user:Term, T) :- !, T = Term.
without_user(Term, Term).

most(100000).

from(F, Clauses) :- most(N), '$running_clauses'(swi_stack, F, N, Clauses).

first(F, Clause) :- '$running_clauses'(swi_stack, F, 1, [Clause|_]).

parent(F, P) :- '$running_clauses'(swi_stack, F, 2, [_,running(P,_,_,_,_)]).

%! prolog_skip_frame(+Frame) is det.
%
%  Accepted without effect: the tracer here shows no frames.
?- prolog_skip_frame(0).
   true.
prolog_skip_frame(_).

%! prolog_skip_level(-Old, +New) is det.
%
%  Accepted without effect; `Old` is `very_deep`, as where nothing is skipped.
?- prolog_skip_level(O, O).
   O = very_deep.
prolog_skip_level(very_deep, _).

%! get_prolog_backtrace(+Depth, -Backtrace) is det.
%
%  Unifies `Backtrace` with a list of terms `frame(Level, clause(Reference, Place), Goal)` for the clauses that are running, the innermost first,
%  at most `Depth`. `Place` is `File:Line` of the goal that is running in the clause. Where there is no reference, the second argument is `call(PI)`.
?- get_prolog_backtrace(10, B).
   B = [].
get_prolog_backtrace(Depth, Backtrace) :- get_prolog_backtrace(Depth, Backtrace, []).

%! get_prolog_backtrace(+Depth, -Backtrace, +Options) is det.
%
%  As get_prolog_backtrace/2. Options: `frame(F)` begins with this frame; `goal_term_depth(D)`, `guard(PI)` and `clause_references(Bool)`
%  have no effect.
?- get_prolog_backtrace(10, B, []).
   B = [].
get_prolog_backtrace(Depth, Backtrace, Options) :-
    must_be(nonneg, Depth),
    option(frame(F), Options, _),
    most(Most),
    '$running_clauses'(swi_stack, F, Most, Clauses),
    length(Clauses, Level),
    frames(Clauses, Level, Depth, Backtrace).

frames([], _, _, []) :- !.
frames(_, _, 0, []) :- !.
frames([running(_,PI,Goal0,Refs,Place)|Clauses], Level, Depth, [frame(Level,Where,Goal)|Frames]) :-
    without_user(Goal0, Goal),
    (   Refs = [Ref], Place = _:_ -> Where = clause(Ref,Place)
    ;   Where = call(PI)
    ),
    Level1 is Level-1,
    Depth1 is Depth-1,
    frames(Clauses, Level1, Depth1, Frames).

%! prolog_stack_frame_property(+Frame, ?Property) is nondet.
%
%  True for the properties of a frame of a backtrace: `level(Level)`, `predicate(PI)`, `location(File:Line)`.
?- prolog_stack_frame_property(frame(3,call(user:p/1),p(_)), P).
   P = level(3)
;  P = predicate(user:p/1)
;  false.
prolog_stack_frame_property(frame(Level,_,_), level(Level)).
prolog_stack_frame_property(frame(_,Where,Goal), predicate(PI)) :-
    (   Where = call(PI0) -> PI = PI0
    ;   strip_module(user:Goal, M, G), functor(G, N, A), PI = M:N/A
    ).
prolog_stack_frame_property(frame(_,clause(_,Place),_), location(Place)).

%! print_prolog_backtrace(+Stream, +Backtrace) is det.
%
%  Writes a backtrace, one line for each frame.
?- print_prolog_backtrace(user_output, [frame(2,call(user:p/1),p(a)),frame(1,call(user:q/0),q)]).
   outputs("  [2] p(a)\n  [1] q\n").
?- print_prolog_backtrace(user_output, []).
   true.
print_prolog_backtrace(Stream, Backtrace) :- print_prolog_backtrace(Stream, Backtrace, []).

%! print_prolog_backtrace(+Stream, +Backtrace, +Options) is det.
%
%  As print_prolog_backtrace/2; the options have no effect.
?- print_prolog_backtrace(user_output, [], []).
   true.
print_prolog_backtrace(_, [], _).
print_prolog_backtrace(Stream, [frame(Level,Where,Goal)|Frames], Options) :-
    format(Stream, "  [~d] ", [Level]),
    write_term(Stream, Goal, [quoted(true), numbervars(true), max_depth(6), portray(true)]),
    (   Where = clause(_,File:Line) -> format(Stream, " at ~w:~d", [File,Line])
    ;   true
    ),
    nl(Stream),
    print_prolog_backtrace(Stream, Frames, Options).

%! backtrace(+Depth) is det.
%
%  Writes the clauses that are running to `user_error`, at most `Depth`.
?- backtrace(3).
   true.
backtrace(Depth) :-
    get_prolog_backtrace(Depth, Backtrace),
    print_prolog_backtrace(user_error, Backtrace).
