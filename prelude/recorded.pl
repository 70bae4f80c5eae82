% The recorded database: terms under keys, each with a reference.

:- module(recorded, [
    recorda/2, recorda/3, recordz/2, recordz/3, recorded/2, recorded/3, erase/1, instance/2, current_key/1
]).

% record(Key, Reference, Term)
:- dynamic(record/3).
:- dynamic(last_reference/1).
last_reference(0).

new(K0, K, '$record'(N)) :-
    key(K0, K),
    retract(last_reference(N0)),
    N is N0+1,
    assertz(last_reference(N)).

% Of a compound key, only name and arity count.
key(K0, K) :-
    (   var(K0) -> instantiation_error(recorda/3)
    ;   compound(K0) -> functor(K0, N, A), functor(K, N, A)
    ;   K = K0
    ).

%! recorda(+Key, +Term) is det.
?- recorda(k, a), recorda(k, b), findall(X, recorded(k, X), L).
   L = "ba".
recorda(K, T) :- recorda(K, T, _).

%! recorda(+Key, +Term, -Reference) is det.
%
%  Before the others of the key.
?- recorda(k, a, R), erase(R).
   R = ... .
recorda(K0, T, R) :- new(K0, K, R), asserta(record(K, R, T)).

%! recordz(+Key, +Term) is det.
?- recordz(z, a), recordz(z, b), findall(X, recorded(z, X), L).
   L = "ab".
recordz(K, T) :- recordz(K, T, _).

%! recordz(+Key, +Term, -Reference) is det.
%
%  Behind the others of the key.
?- recordz(k, a, R), erase(R).
   R = ... .
recordz(K0, T, R) :- new(K0, K, R), assertz(record(K, R, T)).

%! recorded(?Key, ?Term) is nondet.
?- recordz(k, f(1)), recorded(k, f(X)).
   X = 1.
recorded(K, T) :- recorded(K, T, _).

%! recorded(?Key, ?Term, ?Reference) is nondet.
?- recorded(none, T, R).
   false.
recorded(K0, T, R) :-
    (   var(K0) -> record(K0, R, T)
    ;   key(K0, K),
        record(K, R, T)
    ).

%! erase(+Reference) is det.
?- erase('$record'(-1)).
   error(existence_error(db_reference,'$record'(-1)),erase/1).
erase(R) :-
    must_be(nonvar, R),
    (   retract(record(_, R, _)) -> true
    ;   existence_error(db_reference, R, erase/1)
    ).

%! instance(+Reference, -Term) is semidet.
?- recordz(k, a, R), instance(R, T).
   R = ..., T = a.
instance(R, T) :- must_be(nonvar, R), record(_, R, T), !.

%! current_key(?Key) is nondet.
?- recordz(k, a), once(current_key(K)).
   K = k.
current_key(K) :- findall(K0, record(K0, _, _), Ks0), sort(Ks0, Ks), member(K, Ks).
