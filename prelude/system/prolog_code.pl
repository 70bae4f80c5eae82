% Predicates on goals, clause bodies and predicate indicators as terms.

:- module(prolog_code, [
    comma_list/2, semicolon_list/2, mkconj/3, mkdisj/3, pi_head/2, head_name_arity/3,
    most_general_goal/2, extend_goal/3, is_control_goal/1, is_predicate_indicator/1,
    valid_term_position/2, predicate_label/2, predicate_sort_key/2, body_term_calls/2
]).

%! valid_term_position(@Term, @Position) is semidet.
%
%  True if `Position` is a valid layout term of `Term`, of the form that the option
%  `subterm_positions` of read_term/2 gives.
?- valid_term_position(f(x,[]), term_position(0,7,0,1,[2-3,4-6])).
   true.
?- valid_term_position(f(x), 0-3).
   false.
valid_term_position(T, P) :- position(P, T).

position(P, _) :- var(P), !, fail.
position(F-E, T) :- !, ends(F, E), ( var(T) ; atomic(T) ), !.
position(string_position(F,E), T) :- !, ends(F, E), ( atomic(T) ; T = [_|_] ), !.
position(brace_term_position(F,E,P), {T}) :- !, ends(F, E), within(P, F, E), position(P, T).
position(parentheses_term_position(F,E,P), T) :- !, ends(F, E), within(P, F, E), position(P, T).
position(list_position(F,E,Ps,Tail), T) :- !, ends(F, E), elements_at(Ps, Tail, F, E, T).
position(term_position(F,E,NF,NE,Ps), T) :-
    compound(T),
    ends(F, E),
    ends(NF, NE),
    T =.. [_|As],
    arguments_at(Ps, F, E, As).

ends(F, E) :- integer(F), integer(E), F =< E.

within(P, F, E) :- compound(P), arg(1, P, PF), arg(2, P, PE), F =< PF, PE =< E.

arguments_at([], _, _, []).
arguments_at([P|Ps], F, E, [A|As]) :- within(P, F, E), position(P, A), arguments_at(Ps, F, E, As).

elements_at([], Tail, F, E, T) :- ( Tail == none -> T == [] ; within(Tail, F, E), position(Tail, T) ).
elements_at([P|Ps], Tail, F, E, T) :-
    nonvar(T),
    T = [X|Xs],
    within(P, F, E),
    position(P, X),
    elements_at(Ps, Tail, F, E, Xs).

%! comma_list(?Conjunction, ?List) is det.
%
%  Converts between a conjunction and the list of its goals; `true` is the conjunction of the empty
%  list.
?- comma_list((a,b,c), L).
   L = "abc".
?- comma_list(C, [a,b]).
   C = (a,b).
comma_list(C, L) :- joined(C, L, ',').

%! semicolon_list(?Disjunction, ?List) is det.
%
%  Converts between a disjunction and the list of its goals; `false` is the disjunction of the empty
%  list.
?- semicolon_list((a;b), L).
   L = "ab".
semicolon_list(D, L) :- joined(D, L, ;).

joined(T, L, F) :-
    (   nonvar(T) -> parts(T, F, L0, []), L = L0
    ;   L = [X|Xs], is_list(Xs) -> join(Xs, X, F, T)
    ;   L == [] -> ( F == (',') -> T = true ; T = false )
    ;   instantiation_error(comma_list/2)
    ).

parts(T, F, L0, L) :-
    (   nonvar(T), T =.. [F,A,B] -> parts(A, F, L0, L1), parts(B, F, L1, L)
    ;   L0 = [T|L]
    ).

join([], T, _, T).
join([Y|Ys], X, F, T) :- T =.. [F,X,R], join(Ys, Y, F, R).

%! mkconj(+A, +B, -Conjunction) is det.
%
%  Unifies `Conjunction` with `(A,B)`, or with the other goal if one of them is `true`.
?- mkconj(true, a, C).
   C = a.
mkconj(A, B, C) :- ( A == true -> C = B ; B == true -> C = A ; C = (A,B) ).

%! mkdisj(+A, +B, -Disjunction) is det.
%
%  Unifies `Disjunction` with `(A;B)`, or with the other goal if one of them is `fail` or `false`;
%  with `true` if one of them is `true`.
?- mkdisj(fail, a, D).
   D = a.
mkdisj(A, B, D) :-
    (   is_false(A) -> D = B
    ;   is_false(B) -> D = A
    ;   ( A == true ; B == true ) -> D = true
    ;   D = (A;B)
    ).

is_false(G) :- ( G == fail -> true ; G == false ).

%! pi_head(?PI, ?Head) is det.
%
%  Converts between a predicate indicator and its most general head, both with optional module
%  qualification. Throws a type error if `PI` is not an indicator.
?- pi_head(m:f/2, H).
   H = m:f(_A,_B).
?- pi_head(PI, f(_)).
   PI = f/1.
pi_head(PI, H) :-
    (   nonvar(PI) -> from_pi(PI, H)
    ;   nonvar(H) -> from_head(H, PI)
    ;   instantiation_error(pi_head/2)
    ).

from_pi(M:PI, M:H) :- !, from_pi(PI, H).
from_pi(Q/A, M:H) :- nonvar(Q), Q = M:N, !, from_pi(N/A, H).
from_pi(Q//A, M:H) :- nonvar(Q), Q = M:N, !, from_pi(N//A, H).
from_pi(N/A, H) :- !, functor(H, N, A).
from_pi(N//A0, H) :- !, A is A0+2, functor(H, N, A).
from_pi(PI, _) :- type_error(predicate_indicator, PI, pi_head/2).

from_head(M:H, M:PI) :- !, from_head(H, PI).
from_head(H, N/A) :- functor(H, N, A).

%! head_name_arity(?Head, ?Name, ?Arity) is det.
%
%  True if `Head` is a term with the functor `Name/Arity`.
?- head_name_arity(f(_), N, A).
   N = f, A = 1.
head_name_arity(H, N, A) :- functor(H, N, A).

%! most_general_goal(+Goal, -General) is det.
%
%  Unifies `General` with the goal that has the same functor as `Goal` and different variables as
%  arguments.
?- most_general_goal(m:f(a,b), G).
   G = m:f(_A,_B).
most_general_goal(G0, G) :-
    (   var(G0) -> true
    ;   G0 = M:G1 -> G = M:G2, most_general_goal(G1, G2)
    ;   functor(G0, N, A),
        functor(G, N, A)
    ).

%! extend_goal(+Goal, +Extra, -NewGoal) is det.
%
%  Unifies `NewGoal` with `Goal` and the list `Extra` of additional arguments.
?- extend_goal(f(a), [b], G).
   G = f(a,b).
extend_goal(G0, Xs, G) :-
    (   Xs == [] -> G = G0
    ;   var(G0) -> G =.. [call,G0|Xs]
    ;   G0 = M:G1 -> G = M:G2, extend_goal(G1, Xs, G2)
    ;   G0 =.. [F|As0],
        append(As0, Xs, As),
        G =.. [F|As]
    ).

%! is_control_goal(@Goal) is semidet.
%
%  True if `Goal` is a conjunction, disjunction, if-then, soft-cut or negation.
?- is_control_goal((a,b)).
   true.
is_control_goal(G) :-
    nonvar(G),
    member(G0, [(_,_),(_;_),(_->_),(_*->_),\+_]),
    subsumes_term(G0, G), !.

%! is_predicate_indicator(@Term) is semidet.
%
%  True if `Term` is a predicate indicator `Name/Arity` or `Name//Arity`, possibly qualified by a
%  module.
?- is_predicate_indicator(f/1).
   true.
is_predicate_indicator(T) :-
    nonvar(T),
    (   T = M:PI -> atom(M), is_predicate_indicator(PI)
    ;   ( T = N0/A ; T = N0//A ) -> strip_module(N0, _, N), atom(N), integer(A), A >= 0
    ).

%! predicate_label(+Indicator, -Label) is det.
%
%  Unifies `Label` with an atom for a predicate indicator, without the module `user`, `system`, or of a library.
?- predicate_label(lists:append/3, L).
   L = 'append/3'.
?- predicate_label(m:body//1, L).
   L = 'm:body//1'.
?- predicate_label(a, L).
   error(type_error(predicate_indicator,a),predicate_label/2).
predicate_label(PI, Label) :-
    must_be(nonvar, PI),
    (   PI = M:PI1 -> true
    ;   PI1 = PI, M = user
    ),
    (   nonvar(PI1), ( PI1 = N/A ; PI1 = N//A ), atom(N), integer(A) -> true
    ;   type_error(predicate_indicator, PI, predicate_label/2)
    ),
    (   ( memberchk(M, [user,system]) ; '$library'(M) ) -> format(atom(Label), "~w", [PI1])
    ;   format(atom(Label), "~w:~w", [M,PI1])
    ).

%! predicate_sort_key(+Indicator, -Key) is det.
%
%  Unifies `Key` with the name of a predicate indicator, by which lists of predicates are sorted.
?- predicate_sort_key(m:p/1, K).
   K = p.
predicate_sort_key(PI, Key) :-
    must_be(nonvar, PI),
    (   PI = _:PI1 -> predicate_sort_key(PI1, Key)
    ;   PI = N/_ -> Key = N
    ;   PI = N//_ -> Key = N
    ;   type_error(predicate_indicator, PI, predicate_sort_key/2)
    ).

%! body_term_calls(+Body, -Goal) is nondet.
%
%  True if `Goal` is the body of a clause, without its module, or a goal inside its control constructs. A variable is a
%  goal.
?- body_term_calls((a,\+b), G).
   G = (a,\+b)
;  G = a
;  G = (\+b)
;  G = b
;  false.
?- body_term_calls(m:(a,X), G).
   G = (a,X)
;  G = a
;  G = X
;  false.
body_term_calls(Body0, G) :-
    (   nonvar(Body0), Body0 = _:Body -> body_term_calls(Body, G)
    ;   goal_inside(Body0, G)
    ).

goal_inside(G, G).
goal_inside(Body, G) :-
    is_control_goal(Body),
    arg(_, Body, Part),
    goal_inside(Part, G).
