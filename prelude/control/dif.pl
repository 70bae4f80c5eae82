% Sound inequality of terms.

:- module(dif, [dif/2]).

% A constraint is dif(X, Y, Done): X and Y are not yet known to differ and
% not yet identical. It hangs, in the attribute dif of a variable, on every
% variable of a most general unifier of X and Y. Done is bound once they differ.

%! dif(?X, ?Y) is semidet.
%
%  `X` and `Y` are different terms, now and however they become instantiated.
?- dif(X, a), X = a.
   false.
?- dif(X, a).
   dif:dif(X,a).
?- dif(f(X,Y), f(a,b)), X = c.
   X = c.
?- dif(f(X,Y), f(a,b)), X = c, \+ attvar(Y).
   X = c.
?- set_prolog_flag(occurs_check, true), dif(X, f(X)), set_prolog_flag(occurs_check, false).
   true.
dif(X, Y) :- X \== Y, separate(X, Y, dif(X,Y,_)).

separate(X, Y, C) :-
    (   unifiable(X, Y, Us) ->
        Us = [_|_],
        hang_on(Us, C)
    ;   C = dif(_,_,yes)
    ).

hang_on([], _).
hang_on([V=T|Us], C) :-
    hang(V, C),
    (   var(T) -> hang(T, C)
    ;   true
    ),
    hang_on(Us, C).

hang(V, C) :-
    (   get_attr(V, dif, Cs0) ->
        (   hangs(Cs0, C) -> true
        ;   living(Cs0, Cs),
            put_attr(V, dif, [C|Cs])
        )
    ;   put_attr(V, dif, [C])
    ).

hangs([dif(_,_,D0)|Cs], C) :-
    (   C = dif(_,_,D), D0 == D -> true
    ;   hangs(Cs, C)
    ).

% Differing pairs at the front are dropped.
living([], []).
living([C|Cs], Ls) :-
    (   C = dif(_,_,D), nonvar(D) -> living(Cs, Ls)
    ;   Ls = [C|Cs]
    ).

% A variable forgets the pairs that differ by now.
forget_settled(V) :-
    get_attr(V, dif, Cs0),
    merge(Cs0, [], Cs),
    (   Cs == [] -> del_attr(V, dif)
    ;   put_attr(V, dif, Cs)
    ).

attr_unify_hook(Cs, Y) :-
    (   var(Y) ->
        (   get_attr(Y, dif, Ds) -> merge(Ds, Cs, Es), put_attr(Y, dif, Es)
        ;   put_attr(Y, dif, Cs)
        )
    ;   true
    ),
    again(Cs).

merge([], Cs, Cs).
merge([D|Ds], Cs, Es) :-
    (   D = dif(_,_,Done), nonvar(Done) -> Es = Es1
    ;   Es = [D|Es1]
    ),
    merge(Ds, Cs, Es1).

% Oldest first.
again([]).
again([C|Cs]) :-
    again(Cs),
    C = dif(X,Y,Done),
    (   nonvar(Done) -> true
    ;   separate(X, Y, C),
        (   nonvar(Done) -> term_variables(X-Y, Vs), released(Vs)
        ;   true
        )
    ).

% Variables on which nothing but a settled pair hangs are plain ones again. Longer lists are left alone: to go through them
% for each pair would make many inequalities slow.
released([]).
released([V|Vs]) :-
    (   get_attr(V, dif, [dif(_,_,Done)]), nonvar(Done) -> del_attr(V, dif)
    ;   true
    ),
    released(Vs).

attribute_goals(V) -->
    { get_attr(V, dif, Cs0), reversed(Cs0, [], Cs) },
    goals(Cs).

reversed([], Cs, Cs).
reversed([C|Cs0], Cs1, Cs) :- reversed(Cs0, [C|Cs1], Cs).

goals([]) --> [].
goals([dif(X,Y,Done)|Cs]) -->
    (   { nonvar(Done) } -> []
    ;   { unifiable(X, Y, Us) } -> goal(Us, X, Y)
    ;   []
    ),
    goals(Cs).

goal(Us, X, Y) -->
    (   { Us = [V=T] } -> ( { oriented(X, Y, V, T) } -> [dif(V,T)] ; [dif(T,V)] )
    ;   [dif(X,Y)]
    ).

% A lone equation is shown the way round that dif/2 was called.
oriented(X, Y, V, T) :-
    (   X == T -> Y \== V
    ;   true
    ).
