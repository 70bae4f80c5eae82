% The recorded database: terms stored under keys, each with a reference; and references to clauses.

:- module(recorded, [
    recorda/2, recorda/3, recordz/2, recordz/3, recorded/2, recorded/3, erase/1, instance/2, current_key/1,
    asserta/2, assertz/2, assert/2, clause/3, nth_clause/3
]).

:- meta_predicate asserta(:,?), assertz(:,?), assert(:,?), clause(:,?,?), nth_clause(:,?,?).

% record(Key, Reference, Term)
:- dynamic(record/3).
:- dynamic(last_reference/1).
last_reference(0).

new(K0, K, '$record'(N)) :-
    key(K0, K),
    retract(last_reference(N0)),
    N is N0+1,
    assertz(last_reference(N)).

% Only name and arity of a compound key are significant.
key(K0, K) :-
    (   var(K0) -> instantiation_error(recorda/3)
    ;   compound(K0) -> functor(K0, N, A), functor(K, N, A)
    ;   K = K0
    ).

%! recorda(+Key, +Term) is det.
%
%  Adds `Term` as the first record of `Key`.
?- recorda(k, a), recorda(k, b), findall(X, recorded(k, X), L).
   L = "ba".
recorda(K, T) :- recorda(K, T, _).

%! recorda(+Key, +Term, -Reference) is det.
%
%  As recorda/2; unifies `Reference` with the reference of the record.
?- recorda(k, a, R), erase(R).
   R = ... .
recorda(K0, T, R) :- new(K0, K, R), asserta(record(K, R, T)).

%! recordz(+Key, +Term) is det.
%
%  Adds `Term` as the last record of `Key`.
?- recordz(z, a), recordz(z, b), findall(X, recorded(z, X), L).
   L = "ab".
recordz(K, T) :- recordz(K, T, _).

%! recordz(+Key, +Term, -Reference) is det.
%
%  As recordz/2; unifies `Reference` with the reference of the record.
?- recordz(k, a, R), erase(R).
   R = ... .
recordz(K0, T, R) :- new(K0, K, R), assertz(record(K, R, T)).

%! recorded(?Key, ?Term) is nondet.
%
%  True if `Key` has a record that unifies with `Term`.
?- recordz(k, f(1)), recorded(k, f(X)).
   X = 1.
recorded(K, T) :- recorded(K, T, _).

%! recorded(?Key, ?Term, ?Reference) is nondet.
%
%  As recorded/2; unifies `Reference` with the reference of the record.
?- recorded(none, T, R).
   false.
recorded(K0, T, R) :-
    (   var(K0) -> record(K0, R, T)
    ;   key(K0, K),
        record(K, R, T)
    ).

%! erase(+Reference) is semidet.
%
%  Removes the record or clause of `Reference`. False if it has been removed already. Throws a type
%  error if `Reference` is not a reference, a permission error if it is the clause of a static predicate.
?- recorda(k, 1, R), erase(R), \+ erase(R).
   R = ... .
?- erase(r).
   error(type_error(db_reference,r),erase/1).
?- assertz(p(1), R), erase(R), \+ p(_).
   R = ... .
erase(R) :-
    must_be(nonvar, R),
    (   retract(record(_, R, _)) -> true
    ;   R = '$clause'(_,_,_,_) -> '$erase'(R)
    ;   R = '$record'(_) -> fail
    ;   type_error(db_reference, R, erase/1)
    ).

%! instance(+Reference, -Term) is semidet.
%
%  Unifies `Term` with the term of a record, or with a clause `Head:-Body`.
?- recordz(k, a, R), instance(R, T).
   R = ..., T = a.
?- assertz(p(1), R), instance(R, T).
   R = ..., T = (p(1):-true).
instance(R, T) :-
    must_be(nonvar, R),
    (   record(_, R, T0) -> T = T0
    ;   '$clause_home'(R, _),
        '$clause'(R, H, B),
        T = (H:-B)
    ).

%% References to clauses

%! asserta(:Clause, -Reference) is det.
%
%  As asserta/1; unifies `Reference` with the reference of the clause.
?- asserta(p(2), R), clause(p(X), B, R).
   R = ..., X = 2, B = true.
asserta(C, R) :- unbound(R, asserta/2), '$asserta'(C, R).

%! assertz(:Clause, -Reference) is det.
%
%  As assertz/1; unifies `Reference` with the reference of the clause.
?- assertz(p(2), R), clause(p(X), B, R).
   R = ..., X = 2, B = true.
assertz(C, R) :- unbound(R, assertz/2), '$assertz'(C, R).

%! assert(:Clause, -Reference) is det.
%
%  As assertz/2.
?- assert(p(1), r).
   error(uninstantiation_error(r),assert/2).
assert(C, R) :- unbound(R, assert/2), '$assertz'(C, R).

unbound(R, PI) :-
    (   var(R) -> true
    ;   throw(error(uninstantiation_error(R), PI))
    ).

%! clause(:Head, ?Body, ?Reference) is nondet.
%
%  As clause/2; unifies `Reference` with the reference of the clause. If `Reference` is given,
%  selects its clause; false if that has been erased. Throws a type error if `Reference` is neither
%  a variable nor a reference.
?- assertz(p(3), R), erase(R), clause(p(_), true, R).
   false.
?- assertz(p(4), R), clause(p(4), true, R1), R1 == R.
   R = ..., R1 = ... .
?- clause(H, B, r).
   error(type_error(db_reference,r),clause/3).
clause(MH, B, R) :-
    (   var(R) -> candidate(MH, B, R)
    ;   R = '$clause'(_,_,_,_) ->
        '$clause_home'(R, _),
        (   var(MH) -> MH = H
        ;   MH = _:V, var(V) -> V = H
        ;   strip_module(MH, _, H)
        ),
        '$clause'(R, H, B)
    ;   type_error(db_reference, R, clause/3)
    ).

candidate(MH, B, R) :-
    strip_module(MH, M, H),
    (   var(H) -> instantiation_error(clause/3)
    ;   callable(H) -> true
    ;   type_error(callable, H, clause/3)
    ),
    (   nonvar(B), \+ callable(B) -> type_error(callable, B, clause/3)
    ;   true
    ),
    (   '$open_static'(M, H, Stored) -> static_candidate(0, M, Stored, B, R)
    ;   '$clause_first'(M, H, access, R0, Gen),
        candidate(R0, Gen, H, B, R)
    ).

static_candidate(I0, M, H, B, R) :-
    '$static_clause'(M, H, I0, I, H1, B1, Next),
    (   Next < 0 -> static_reference(M, H-B, I, H1-B1, R)
    ;   static_reference(M, H-B, I, H1-B1, R)
    ;   static_candidate(Next, M, H, B, R)
    ).

static_reference(M, C, I, C, R) :- C = H-_, '$static_reference'(M, H, I, R).

candidate(R0, Gen, H, B, R) :-
    (   '$clause_next'(R0, Gen, H, R1) ->
        (   '$clause'(R0, H, B), reference(R0, R)
        ;   candidate(R1, Gen, H, B, R)
        )
    ;   '$clause'(R0, H, B),
        reference(R0, R)
    ).

% The position at which a search found a clause is not part of its reference.
reference('$clause'(W,O,P,_), '$clause'(W,O,P,0)).

%! nth_clause(:Head, ?Index, ?Reference) is nondet.
%
%  True if `Reference` is clause number `Index` of a predicate whose clauses clause/2 sees, counting from 1.
?- retractall(p(_)), assertz(p(a)), assertz(p(b)), nth_clause(p(_), 2, R), clause(H, B, R).
   R = ..., H = p(b), B = true.
nth_clause(MH, I, R) :-
    (   var(R) -> strip_module(MH, M, H0), must_be(callable, H0)
    ;   '$clause_home'(R, M), '$clause'(R, H0, _)
    ),
    functor(H0, N, A),
    functor(H, N, A),
    (   var(R) -> true
    ;   strip_module(MH, _, MH1), MH1 = H
    ),
    findall(R1, candidate(M:H, _, R1), Rs),
    nth1(I, Rs, R).

%! current_key(?Key) is nondet.
%
%  True if `Key` has a record.
?- recordz(k, a), once(current_key(K)).
   K = k.
current_key(K) :- findall(K0, record(K0, _, _), Ks0), sort(Ks0, Ks), member(K, Ks).
