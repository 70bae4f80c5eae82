% ISO/IEC 13211-1, 7.12: errors.

% 7.12 errors

?- catch(atom_length(X, _), error(E, _), true).
   E = instantiation_error.
?- catch(atom_length(f(x), _), error(E, _), true).
   E = type_error(atom,f(x)).
?- catch(atom_length(a, -1), error(E, _), true).
   E = domain_error(not_less_than_zero,-1).
?- catch(no_such_procedure(1), error(E, _), true).
   E = existence_error(procedure,no_such_procedure/1).
?- catch(assertz(atom(1)), error(E, _), true).
   E = permission_error(modify,static_procedure,atom/1).
?- catch(atom_codes(_, [-1]), error(E, _), true).
   E = representation_error(character_code).
?- catch(_ is 1/0, error(E, _), true).
   E = evaluation_error(zero_divisor).
?- catch(number_chars(_, [a]), error(E, _), true).
   E = syntax_error(illegal_number).
?- catch(open(f, read, s), error(E, _), true).
   E = uninstantiation_error(s).
