% New atoms from a base and a number.

:- module(gensym, [gensym/2, reset_gensym/1, reset_gensym/0]).

:- dynamic(counter/2).

%! gensym(+Base, -Atom) is det.
%
%  `Atom` is `Base` with the next number.
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
?- reset_gensym(b), gensym(b, X).
   X = b1.
reset_gensym(Base) :- retractall(counter(Base, _)).

%! reset_gensym is det.
?- reset_gensym, gensym(c, X).
   X = c1.
reset_gensym :- retractall(counter(_, _)).
