% Predicates that are transparent to modules: see `contexts`.

:- use_module('../iso/support/contexts').

:- dynamic(kept_here/1).

one(X) :- X = 1.
shown(X) :- write(X).
pair(a, 1).
pair(b, 2).
x --> [x].

?- caller(M), own(O), caller_below(B).
   M = user, O = contexts, B = user.
?- run(one(X)).
   X = 1.
?- each([a,b], shown).
   outputs("ab").
?- keep(1), keep(2), kept(Xs), kept_here(1).
   Xs = [1,2].
?- module_of(g, M), module_of(m:g, N).
   M = user, N = m.
?- quantified(pair, Xs).
   Xs = [a,b].
?- phrase(twice(x), [x,x]).
   true.

% The context is that of the import, of a qualified call, or of @/2.

?- contexts:caller(M).
   M = contexts.
?- other:assertz(kept_here(3)), @(kept(Xs), other).
   Xs = [3].
?- @(caller(M), other).
   M = other.
?- call(caller, M), findall(N, caller(N), Ns), maplist(caller, [A,B]).
   M = user, Ns = [user], A = user, B = user.

?- predicate_property(caller(_), transparent), predicate_property(each(_,_), number_of_clauses(N)).
   N = 2.
?- predicate_property(own(_), transparent).
   false.
?- catch(run(no_such_predicate), error(E,_), true).
   E = existence_error(procedure,no_such_predicate/0).
