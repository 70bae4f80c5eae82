% Delaying a goal until a condition holds.

:- module(when, [when/2]).

:- meta_predicate when(?,0).

% A delayed goal is `suspended(Condition, Goal, Done)`, stored in the attribute `when` of each
% variable that may change the condition. `Done` is bound when the goal is called, so that it is
% called only once.

%! when(+Condition, :Goal) is nondet.
%
%  Delays `Goal` until `Condition` is true. A condition is `nonvar(X)`, `ground(T)`, `?=(X,Y)` (it
%  is known whether `X` and `Y` are identical or different), or a combination of conditions by `,`
%  and `;`. Throws an instantiation error if `Condition` is a variable and a domain error if it is
%  not a condition.
?- when(nonvar(X), Y = 1), X = a.
   X = a, Y = 1.
?- when(nonvar(X), Y = 1).
   when:when(nonvar(X),user:(Y=1)).
?- when(X, true).
   error(instantiation_error,when/2).
when(C, G) :-
    ( acyclic_term(C) -> true ; finite(C, []) ),
    checked(C),
    strip_module(G, M, P),
    try(C, M:P, _).

checked(C) :- var(C), !, throw(error(instantiation_error, when/2)).
checked(nonvar(_)) :- !.
checked(ground(_)) :- !.
checked(?=(_,_)) :- !.
checked((A,B)) :- !, checked(A), checked(B).
checked((A;B)) :- !, checked(A), checked(B).
checked(C) :- throw(error(domain_error(when_condition,C), when/2)).

% A condition is not a part of itself. Terms inside of it may be cyclic.
finite(C, Above) :-
    (   parts(C, A, B) ->
        (   member(C0, Above), C0 == C -> throw(error(type_error(acyclic_term,C), when/2))
        ;   finite(A, [C|Above]),
            finite(B, [C|Above])
        )
    ;   true
    ).

parts(C, A, B) :- nonvar(C), ( C = (A,B) ; C = (A;B) ), !.

try(C0, G, Done) :-
    simpler(C0, C, []-Vs),
    (   C == true -> Done = yes, G = M:P, call(M:P)
    ;   suspend(Vs, suspended(C,G,Done))
    ).

% The residual condition, and the variables on which it depends.
simpler(C, S, Vs0-Vs) :- simpler(C, S, Vs0, Vs).

simpler(nonvar(X), C, Vs0, Vs) :-
    (   nonvar(X) -> C = true, Vs = Vs0
    ;   C = nonvar(X), Vs = [X|Vs0]
    ).
simpler(ground(T), C, Vs0, Vs) :-
    term_variables(T, Xs),
    (   Xs = [X|_] -> C = ground(T), Vs = [X|Vs0]
    ;   C = true, Vs = Vs0
    ).
simpler(?=(X,Y), C, Vs0, Vs) :-
    (   unifiable(X, Y, Us) ->
        (   Us == [] -> C = true, Vs = Vs0
        ;   C = ?=(X,Y), both_sides(Us, Vs0, Vs)
        )
    ;   C = true, Vs = Vs0
    ).
simpler((A,B), C, Vs0, Vs) :-
    simpler(A, A1, Vs0, Vs1),
    (   A1 == true -> simpler(B, C, Vs0, Vs)
    ;   simpler(B, B1, Vs0, _),
        Vs = Vs1,
        (   B1 == true -> C = A1
        ;   C = (A1,B1)
        )
    ).
simpler((A;B), C, Vs0, Vs) :-
    simpler(A, A1, Vs0, Vs1),
    (   A1 == true -> C = true, Vs = Vs0
    ;   simpler(B, B1, Vs1, Vs2),
        (   B1 == true -> C = true, Vs = Vs0
        ;   C = (A1;B1), Vs = Vs2
        )
    ).

both_sides([], Vs, Vs).
both_sides([X=T|Us], Vs0, Vs) :-
    (   var(T) -> Vs1 = [T,X|Vs0]
    ;   Vs1 = [X|Vs0]
    ),
    both_sides(Us, Vs1, Vs).

suspend([], _).
suspend([V|Vs], S) :-
    (   get_attr(V, when, Ss) ->
        (   is_attached(Ss, S) -> true
        ;   put_attr(V, when, [S|Ss])
        )
    ;   put_attr(V, when, [S])
    ),
    suspend(Vs, S).

is_attached([suspended(_,_,D0)|Ss], S) :-
    (   S = suspended(_,_,D), D0 == D -> true
    ;   is_attached(Ss, S)
    ).

attr_unify_hook(Ss, Y) :-
    (   var(Y) ->
        (   get_attr(Y, when, Ts) -> joined(Ss, Ts, Us), put_attr(Y, when, Us)
        ;   put_attr(Y, when, Ss)
        )
    ;   true
    ),
    again(Ss).

joined([], Ts, Ts).
joined([S|Ss], Ts, Us) :-
    (   is_attached(Ts, S) -> Us = Us1
    ;   Us = [S|Us1]
    ),
    joined(Ss, Ts, Us1).

% Oldest first.
again([]).
again([suspended(C,G,Done)|Ss]) :-
    again(Ss),
    (   nonvar(Done) -> true
    ;   try(C, G, Done)
    ).

attribute_goals(V) -->
    { get_attr(V, when, Ss0), reversed(Ss0, [], Ss) },
    delayed(Ss).

reversed([], Ss, Ss).
reversed([S|Ss0], Ss1, Ss) :- reversed(Ss0, [S|Ss1], Ss).

delayed([]) --> [].
delayed([suspended(C0,G,Done)|Ss]) -->
    (   { nonvar(Done) } -> []
    ;   { simpler(C0, C, []-_) },
        [when(C,G)]
    ),
    delayed(Ss).
