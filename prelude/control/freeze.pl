% Delaying a goal until a variable is bound.

:- module(freeze, [freeze/2]).

:- meta_predicate freeze(?,0).

%! freeze(?X, :Goal) is nondet.
%
%  Delays `Goal` until `X` is bound. Calls it immediately if `X` is not a variable.
?- freeze(X, Y = 1), X = a.
   X = a, Y = 1.
?- freeze(X, true).
   freeze:freeze(X,user:true).
?- freeze:freeze(X,user:true).
   freeze:freeze(X,user:true).
freeze(X, G) :-
    (   nonvar(X) -> call(G)
    ;   strip_module(G, M, P),
        (   get_attr(X, freeze, G0) -> put_attr(X, freeze, '$and'(G0,M:P))
        ;   put_attr(X, freeze, M:P)
        )
    ).

attr_unify_hook(G, Y) :-
    (   nonvar(Y) -> thaw(G)
    ;   get_attr(Y, freeze, G0) -> put_attr(Y, freeze, '$and'(G0,G))
    ;   put_attr(Y, freeze, G)
    ).

thaw(M:G) :- call(M:G).
thaw('$and'(G1,G2)) :- thaw(G1), thaw(G2).

attribute_goals(X) -->
    { get_attr(X, freeze, G) },
    delayed(G, X).

delayed(G, X) -->
    (   { G = '$and'(G1,G2) } -> delayed(G1, X), delayed(G2, X)
    ;   [freeze(X,G)]
    ).
