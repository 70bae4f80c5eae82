% ISO/IEC 13211-1, 8.9.4: abolish/1.

:- include('support/animals.pl').

% 8.9.4 abolish/1

?- assertz(gone(1)), abolish(gone/1), gone(_).
   error(existence_error(procedure,gone/1),_).
?- abolish(foo/_).
   instantiation_error.
?- abolish(foo).
   type_error(predicate_indicator,foo).
?- abolish(5/a).
   type_error(atom,5).
?- abolish(foo/a).
   type_error(integer,a).
?- abolish(5/2).
   type_error(atom,5).
?- abolish(foo/(-1)).
   domain_error(not_less_than_zero,-1).
?- abolish(abolish/1).
   permission_error(modify,static_procedure,abolish/1).
?- abolish(elk/1).
   permission_error(modify,static_procedure,elk/1).

?- assertz(ab1(1)), abolish(ab1/1), catch(ab1(_), error(existence_error(_, _), _), fail).
   false.
% Running calls see the clauses as they were at the call (7.5.4).
?- assertz(ab2(1)), assertz(ab2(2)), assertz(ab2(3)), findall(X, ( ab2(X), abolish(ab2/1) ), L).
   L = [1,2,3].
?- assertz(ab2(4)), findall(X-Y, ( ab2(X), abolish(ab2/1), assertz(ab2(5)), ab2(Y) ), L).
   L = [4-5].
?- findall(X, ab2(X), L).
   L = [5].
?- ab2(X), abolish(ab2/1), catch(ab2(_), error(E, _), true).
   X = 5, E = existence_error(procedure,ab2/1).
?- abolish(no_such/3).
   true.
?- abolish(_).
   instantiation_error.
?- abolish(_/1).
   instantiation_error.
?- abolish(a/_).
   instantiation_error.
?- abolish(1).
   type_error(predicate_indicator,1).
?- abolish(f(x)).
   type_error(predicate_indicator,f(x)).
?- abolish(a/1.5).
   type_error(integer,1.5).
?- abolish(f(x)/1).
   type_error(atom,f(x)).
?- abolish(a/(-5)).
   domain_error(not_less_than_zero,-5).
?- current_prolog_flag(max_arity, M), integer(M), N is M + 1, abolish(a/N).
   representation_error(max_arity).
?- abolish(atom/1).
   permission_error(modify,static_procedure,atom/1).
?- abolish((',')/2).
   permission_error(modify,static_procedure,(',')/2).
