% ISO/IEC 13211-1, 8.17.1: set_prolog_flag/2.

% 8.17.1 set_prolog_flag/2

?- set_prolog_flag(unknown, fail), current_prolog_flag(unknown, V), set_prolog_flag(unknown, error).
   V = fail.
?- set_prolog_flag(X, off).
   instantiation_error.
?- set_prolog_flag(debug, X).
   instantiation_error.
?- set_prolog_flag(5, decimals).
   type_error(atom,5).
?- set_prolog_flag(date, 'July 1999').
   domain_error(prolog_flag,date).
?- set_prolog_flag(debug, trace).
   domain_error(flag_value,debug+trace).
?- set_prolog_flag(bounded, true).
   permission_error(modify,flag,bounded).
?- set_prolog_flag(double_quotes, strange).
   domain_error(flag_value,double_quotes+strange).

?- set_prolog_flag(_, _).
   instantiation_error.
?- set_prolog_flag(_, on).
   instantiation_error.
?- set_prolog_flag(debug, _).
   instantiation_error.
?- set_prolog_flag(1, on).
   type_error(atom,1).
?- set_prolog_flag(f(x), on).
   type_error(atom,f(x)).
?- set_prolog_flag(no_such_flag, on).
   domain_error(prolog_flag,no_such_flag).
?- set_prolog_flag(debug, maybe).
   domain_error(flag_value,debug+maybe).
?- set_prolog_flag(bounded, true).
   permission_error(modify,flag,bounded).
