% Generated atoms, and global counters and values with names.

:- module(gensym, [gensym/2, reset_gensym/1, reset_gensym/0, flag/3, get_flag/2, set_flag/2, current_flag/1]).

:- dynamic(counter/2).
:- dynamic(value/2).

%! gensym(+Base, -Atom) is det.
%
%  Unifies `Atom` with the atom of `Base` and the next number of its counter.
?- reset_gensym(a), gensym(a, X), gensym(a, Y).
   X = a1, Y = a2.
gensym(Base, A) :-
    must_be(atomic, Base),
    (   retract(counter(Base, N0)) -> true
    ;   N0 = 0
    ),
    N is N0+1,
    asserta(counter(Base, N)),
    atomic_list_concat([Base,N], A0),
    A = A0.

%! reset_gensym(+Base) is det.
%
%  Resets the counter of `Base`.
?- reset_gensym(b), gensym(b, X).
   X = b1.
reset_gensym(Base) :- retractall(counter(Base, _)).

%! reset_gensym is det.
%
%  Resets the counters of all bases.
?- reset_gensym, gensym(c, X).
   X = c1.
reset_gensym :- retractall(counter(_, _)).

%! flag(+Key, -Old, +New) is det.
%
%  Unifies `Old` with the value of the flag `Key`, which is 0 initially, then sets the flag to the
%  value of the expression `New`. Throws an instantiation error if `Key` is a variable.
?- set_flag(n, 5), flag(n, N0, N0+1), flag(n, N, N).
   N0 = 5, N = 6.
?- flag(K, N, N).
   error(instantiation_error,flag/3).
flag(K, Old, New) :-
    known(K, flag/3),
    (   value(K, Old0) -> true
    ;   Old0 = 0
    ),
    Old = Old0,
    V is New,
    set_flag(K, V).

%! get_flag(+Key, -Value) is det.
%
%  Unifies `Value` with the value of the flag `Key`, which is 0 initially.
?- get_flag(never_set, V).
   V = 0.
get_flag(K, V) :-
    known(K, get_flag/2),
    (   value(K, V0) -> V = V0
    ;   V = 0
    ).

%! set_flag(+Key, +Value) is det.
%
%  Sets the flag `Key` to the atomic term `Value`.
?- set_flag(k, a), get_flag(k, V).
   V = a.
set_flag(K, V) :-
    known(K, set_flag/2),
    must_be(atomic, V),
    retractall(value(K, _)),
    assertz(value(K, V)).

%! current_flag(?Key) is nondet.
%
%  True if the flag `Key` has been set.
?- set_flag(k, 1), current_flag(k).
   true.
current_flag(K) :-
    (   var(K) -> value(K, _)
    ;   value(K, _) -> true
    ).

known(K, PI) :-
    (   var(K) -> instantiation_error(PI)
    ;   ( atom(K) ; integer(K) ) -> true
    ;   compound(K) -> true
    ;   type_error(key, K, PI)
    ).
