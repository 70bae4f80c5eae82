% Sound disequality of terms.

:- module(dif, [dif/2]).

% A disequation is `dif(X, Y, Done)`: it is not yet known whether `X` and `Y` are different or
% identical. It is stored, in the attribute `dif`, on each variable of a most general unifier of `X`
% and `Y`. `Done` is bound as soon as `X` and `Y` are known to be different.

%! dif(?X, ?Y) is semidet.
%
%  True if `X` and `Y` are different terms. Delays as long as this depends on their further
%  instantiation; fails as soon as they are identical.
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
        attach_all(Us, C)
    ;   C = dif(_,_,yes)
    ).

attach_all([], _).
attach_all([V=T|Us], C) :-
    attach(V, C),
    (   var(T) -> attach(T, C)
    ;   true
    ),
    attach_all(Us, C).

attach(V, C) :-
    (   get_attr(V, dif, Cs0) ->
        (   is_attached(Cs0, C) -> true
        ;   unsolved(Cs0, Cs),
            put_attr(V, dif, [C|Cs])
        )
    ;   put_attr(V, dif, [C])
    ).

is_attached([dif(_,_,D0)|Cs], C) :-
    (   C = dif(_,_,D), D0 == D -> true
    ;   is_attached(Cs, C)
    ).

% Pairs at the front that are known to be different are dropped.
unsolved([], []).
unsolved([C|Cs], Ls) :-
    (   C = dif(_,_,D), nonvar(D) -> unsolved(Cs, Ls)
    ;   Ls = [C|Cs]
    ).

% Removes the pairs that are known to be different from a variable.
remove_solved(V) :-
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

% Removes the attribute of variables whose only pair is solved. Longer lists are left alone:
% scanning them for each solved pair would make a large number of disequations slow.
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

% A single equation is shown in the order in which dif/2 was called.
oriented(X, Y, V, T) :-
    (   X == T -> Y \== V
    ;   true
    ).
