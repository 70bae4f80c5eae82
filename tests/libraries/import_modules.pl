% Modules that inherit from others.

shared(user_of_them).

?- assertz(base1:shared(base1)), assertz(base1:only1(1)), assertz(base2:shared(base2)), assertz(base2:only2(2)).
   true.
?- heir0:shared(X).
   X = user_of_them.
?- add_import_module(heir1, base1, start), heir1:shared(X), heir1:only1(Y).
   X = base1, Y = 1.
?- add_import_module(heir2, base1, end), add_import_module(heir2, base2, start), heir2:shared(X), heir2:only1(Y), heir2:only2(Z).
   X = base2, Y = 1, Z = 2.
?- findall(M, import_module(heir2, M), Ms).
   Ms = [base2,base1,user].
?- delete_import_module(heir2, base2), findall(M, import_module(heir2, M), Ms).
   Ms = [base1,user].
?- delete_import_module(heir2, base2).
   false.

% All modules inherit what user inherits.
?- add_import_module(user, base2, end), only2(X), heir3:only2(Y).
   X = 2, Y = 2.
?- import_module(user, M).
   M = base2
;  M = system.
?- add_import_module(base2, user, end), catch(heir3:no_such_predicate, error(E,_), true).
   E = existence_error(procedure,no_such_predicate/0).
?- delete_import_module(base2, user), delete_import_module(user, base2).
   true.
