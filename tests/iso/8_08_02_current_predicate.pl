% ISO/IEC 13211-1, 8.8.2: current_predicate/1.

:- include('support/animals.pl').

% 8.8.2 current_predicate/1

?- current_predicate(dog/0).
   true.
?- current_predicate(current_predicate/1).
   false.
?- current_predicate(elk/Arity).
   Arity = 1.
?- current_predicate(foo/A).
   false.
?- current_predicate(4).
   type_error(predicate_indicator,4).
?- current_predicate(dog).
   type_error(predicate_indicator,dog).
?- current_predicate(0/dog).
   type_error(predicate_indicator,0/dog).

?- current_predicate(foo/_).
   false.
?- current_predicate(insect/A).
   A = 1.
?- current_predicate(N/0), N == cat.
   N = cat
;  ... .
?- current_predicate(1).
   type_error(predicate_indicator,1).
?- current_predicate(f(x)).
   type_error(predicate_indicator,f(x)).
?- current_predicate(1/1).
   type_error(predicate_indicator,1/1).
?- current_predicate(a/b).
   type_error(predicate_indicator,a/b).
?- current_predicate(a/(-1)).
   type_error(predicate_indicator,a/ -1).
?- current_predicate(foo:a/b/c).
   type_error(predicate_indicator,...).
?- current_predicate(atom/1).
   false.
?- assertz(later(1)), current_predicate(later/1), retract(later(1)), current_predicate(later/1).
   true
|  false.

% Directives declare predicates that have no clauses (7.4.2).

:- dynamic(told1/1).
:- multifile(told2/2).
:- discontiguous(told3/3).

?- current_predicate(told1/A).
   A = 1.
?- current_predicate(told2/A).
   A = 2.
?- current_predicate(told3/A).
   A = 3.
?- told2(_, _) ; told3(_, _, _).
   false.
?- predicate_property(told2(_,_), multifile), \+ predicate_property(told2(_,_), dynamic).
   true.
