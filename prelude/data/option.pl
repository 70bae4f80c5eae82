% Lists of options `Name(Value)` or `Name = Value`.

:- module(option, [option/2, option/3, select_option/3, select_option/4, merge_options/3, meta_options/3]).

:- meta_predicate meta_options(1,:,-).


%! option(?Option, +Options) is semidet.
%
%  Unifies `Option`, a term `Name(Value)`, with the first element of `Options` that matches. False
%  if there is none.
?- option(depth(D), [width(1),depth(2)]).
   D = 2.
?- option(depth(D), [width(1)|_]).
   error(instantiation_error,option/2).
option(O, Os) :-
    nonvar(O),
    has_an_end(Os, option/2),
    functor(O, N, 1),
    arg(1, O, V),
    first_value(Os, N, V0), !,
    V = V0.

has_an_end(Os, PI) :-
    '$skip_list'(Os, _, Tail),
    (   var(Tail) -> instantiation_error(PI)
    ;   Tail = [_|_] -> type_error(list, Os, PI)
    ;   true
    ).

first_value([O|Os], N, V) :-
    (   is_option(O, N, V0) -> V = V0
    ;   first_value(Os, N, V)
    ).

is_option(O, N, V) :- nonvar(O), ( O = (N1=V1) -> N1 == N, V = V1 ; O =.. [N,V] ).

%! option(?Option, +Options, +Default) is semidet.
%
%  As option/2; without a matching element, unifies the value with `Default`.
?- option(depth(D), [width(1)], 5).
   D = 5.
option(O, Os, Default) :-
    has_an_end(Os, option/3),
    functor(O, N, 1),
    arg(1, O, V),
    (   first_value(Os, N, V0) -> V = V0
    ;   V = Default
    ).

%! select_option(?Option, +Options, -Rest) is semidet.
%
%  As option/2; unifies `Rest` with the other elements.
?- select_option(depth(D), [width(1),depth(2)], Rest).
   D = 2, Rest = [width(1)].
select_option(O, Os, Rest) :-
    has_an_end(Os, select_option/3),
    functor(O, N, 1),
    arg(1, O, V),
    take(Os, N, V0, Rest0), !,
    V = V0,
    Rest = Rest0.

take([O|Os], N, V, Rest) :-
    (   is_option(O, N, V0) -> V = V0, Rest = Os
    ;   Rest = [O|Rest1],
        take(Os, N, V, Rest1)
    ).

%! select_option(?Option, +Options, -Rest, +Default) is semidet.
%
%  As option/3; unifies `Rest` with the other elements.
?- select_option(depth(D), [width(1)], Rest, 5).
   D = 5, Rest = [width(1)].
select_option(O, Os, Rest, Default) :-
    (   select_option(O, Os, Rest0) -> Rest = Rest0
    ;   functor(O, N, 1),
        \+ first_value(Os, N, _),
        arg(1, O, Default),
        Rest = Os
    ).

%! merge_options(+New, +Old, -Merged) is det.
%
%  Unifies `Merged` with the options of `New` and those of `Old` that `New` does not replace,
%  sorted, in the form `Name(Value)`.
?- merge_options([a(1)], [a(2),b(3)], Os).
   Os = [a(1),b(3)].
merge_options(New, Old, Merged) :-
    has_an_end(New, merge_options/3),
    has_an_end(Old, merge_options/3),
    plain(New, New1),
    plain(Old, Old1),
    not_in(Old1, New1, Old2),
    append(New1, Old2, Os),
    sort(Os, Merged).

plain([], []).
plain([O|Os], [P|Ps]) :-
    (   O = (N=V) -> P =.. [N,V]
    ;   P = O
    ),
    plain(Os, Ps).

not_in([], _, []).
not_in([O|Os], New, Ps) :-
    functor(O, N, A),
    functor(G, N, A),
    (   memberchk(G, New) -> Ps = Ps1
    ;   Ps = [O|Ps1]
    ),
    not_in(Os, New, Ps1).

%! meta_options(:IsMeta, :Options, -Qualified) is det.
%
%  Unifies `Qualified` with the options of the list, in which the value of each option for whose name `call(IsMeta,
%  Name)` is true is qualified with the module of the caller, unless it is qualified already.
?- meta_options([N]>>(N == goal), m:[goal(g),depth(1),goal=n:h], Os).
   Os = [goal(m:g),depth(1),goal=n:h].
meta_options(IsMeta, MOs, Qualified) :-
    strip_module(MOs, M, Os),
    must_be(list, Os),
    each_qualified(Os, IsMeta, M, Qualified).

:- meta_predicate each_qualified(?,1,?,?).

each_qualified([], _, _, []).
each_qualified([O|Os], IsMeta, M, [Q|Qs]) :-
    (   compound(O), O = (N=V), call(IsMeta, N) -> qualified(V, M, QV), Q = (N=QV)
    ;   compound(O), O =.. [N,V], call(IsMeta, N) -> qualified(V, M, QV), Q =.. [N,QV]
    ;   Q = O
    ),
    each_qualified(Os, IsMeta, M, Qs).

qualified(V, M, QV) :-
    (   nonvar(V), V = M1:_, atom(M1) -> QV = V
    ;   QV = M:V
    ).
