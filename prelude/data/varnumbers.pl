% Conversion between variables and the terms `'$VAR'(N)` that represent them.

:- module(varnumbers, [numbervars/1, numbervars/4, varnumbers/2, varnumbers/3, max_var_number/3, varnumbers_names/3]).

%! numbervars(+Term) is det.
%
%  As numbervars/3, starting from 0.
?- T = f(X,Y), numbervars(T).
   T = f('$VAR'(0),'$VAR'(1)), X = '$VAR'(0), Y = '$VAR'(1).
numbervars(T) :- numbervars(T, 0, _).

%! numbervars(?Term, +Start, -End, +Options) is det.
%
%  As numbervars/3, with options: `functor_name(F)`, the functor instead of `'$VAR'`; `attvar(A)`,
%  the treatment of attributed variables: `skip`, `bind` or `error` (the default);
%  `singletons(true)`, variables that occur once become `'$VAR'('_')`.
?- T = f(X,Y,X), numbervars(T, 0, E, [singletons(true)]).
   T = f('$VAR'(0),'$VAR'('_'),'$VAR'(0)), X = '$VAR'(0), Y = '$VAR'('_'), E = 1.
?- numbervars(f(X), 23, E, [functor_name(v)]).
   X = v(23), E = 24.
numbervars(T, S, E, Os) :-
    must_be(integer, S),
    must_be(list, Os),
    option(functor_name(F), Os, '$VAR'),
    must_be(atom, F),
    option(attvar(A), Os, error),
    must_be(oneof([skip,bind,error]), A),
    option(singletons(One), Os, false),
    must_be(boolean, One),
    term_variables(T, Vs0),
    (   A == bind -> Vs = Vs0
    ;   findall(I, ( nth1(I, Vs0, V), attvar(V) ), Is),
        (   Is == [] -> Vs = Vs0
        ;   A == error -> type_error(free_of_attvar, T, numbervars/4)
        ;   plain(Vs0, Vs)
        )
    ),
    (   One == true, acyclic_term(T) -> term_singletons(T, Singles)
    ;   Singles = []
    ),
    number_each(Vs, Singles, F, S, E).

plain([], []).
plain([V|Vs], Ps) :- ( attvar(V) -> Ps = Ps1 ; Ps = [V|Ps1] ), plain(Vs, Ps1).

% The variables that occur once, in the same order.
number_each([], _, _, E, E).
number_each([V|Vs], Singles, F, S, E) :-
    (   Singles = [W|Singles1], V == W -> functor(V, F, 1), arg(1, V, '_'), S1 = S
    ;   Singles1 = Singles,
        V =.. [F,S],
        S1 is S+1
    ),
    number_each(Vs, Singles1, F, S1, E).

%! varnumbers(+Numbered, -Term) is det.
%
%  Unifies `Term` with `Numbered` in which each `'$VAR'(N)` is replaced by a variable, the same one
%  for the same number.
?- varnumbers(f('$VAR'(0),'$VAR'(1),'$VAR'(0)), T).
   T = f(_A,_B,_A).
varnumbers(N, T) :- varnumbers(N, 0, T).

%! varnumbers(+Numbered, +Start, -Term) is det.
%
%  As varnumbers/2, for numbers from `Start` on only.
?- varnumbers(f('$VAR'(0),'$VAR'(5)), 5, T).
   T = f('$VAR'(0),_A).
varnumbers(N, Start, T) :-
    must_be(integer, Start),
    empty_assoc(Vs0),
    renamed(N, Start, T, Vs0, _).

renamed(X, Start, Y, Vs0, Vs) :-
    (   \+ compound(X) -> Y = X, Vs = Vs0
    ;   X = '$VAR'(I), integer(I), I >= Start ->
        (   get_assoc(I, Vs0, V) -> Y = V, Vs = Vs0
        ;   put_assoc(I, Vs0, Y, Vs)
        )
    ;   X =.. [F|Xs],
        renamed_each(Xs, Start, Ys, Vs0, Vs),
        Y =.. [F|Ys]
    ).

renamed_each([], _, [], Vs, Vs).
renamed_each([X|Xs], Start, [Y|Ys], Vs0, Vs) :-
    renamed(X, Start, Y, Vs0, Vs1),
    renamed_each(Xs, Start, Ys, Vs1, Vs).

%! max_var_number(+Term, +Start, -Max) is det.
%
%  Unifies `Max` with the greatest number of a `'$VAR'(N)` in `Term`, at least `Start`.
?- max_var_number(f('$VAR'(3),'$VAR'(1)), 0, M).
   M = 3.
max_var_number(T, M0, M) :-
    (   \+ compound(T) -> M = M0
    ;   T = '$VAR'(N), integer(N) -> M is max(M0, N)
    ;   T =.. [_|As],
        max_each(As, M0, M)
    ).

max_each([], M, M).
max_each([A|As], M0, M) :- max_var_number(A, M0, M1), max_each(As, M1, M).

%! varnumbers_names(+Numbered, -Term, -Bindings) is det.
%
%  As varnumbers/2; unifies `Bindings` with the list of `Name=Variable`, where the name is the one
%  under which `'$VAR'(N)` is written.
?- varnumbers_names(f('$VAR'(0),'$VAR'(27)), T, Bs).
   T = f(_A,_B), Bs = ['A'=_A,'B1'=_B].
varnumbers_names(N, T, Bs) :-
    must_be(nonvar, N),
    empty_assoc(Vs0),
    renamed(N, 0, T, Vs0, Vs),
    assoc_to_list(Vs, Ps),
    named(Ps, Bs).

named([], []).
named([I-V|Ps], [N=V|Bs]) :- format(atom(N), "~w", ['$VAR'(I)]), named(Ps, Bs).
