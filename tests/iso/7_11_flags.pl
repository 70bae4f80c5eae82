% ISO/IEC 13211-1, 7.11: flags.

% 7.11 flags

?- current_prolog_flag(bounded, X).
   X = false.
?- current_prolog_flag(integer_rounding_function, X).
   X = toward_zero.
?- current_prolog_flag(char_conversion, X).
   X = on.
?- current_prolog_flag(debug, X).
   X = off.
?- current_prolog_flag(max_arity, X), ( integer(X) ; X == unbounded ), !.
   X = ... .
?- current_prolog_flag(unknown, X).
   X = error.
?- current_prolog_flag(double_quotes, X).
   X = chars.
?- set_prolog_flag(double_quotes, codes).
   true.
?- X = "ab".
   X = [97,98].
?- set_prolog_flag(double_quotes, atom).
   true.
?- X = "ab".
   X = ab.
?- set_prolog_flag(double_quotes, chars).
   true.
?- X = "ab".
   X = "ab".
?- set_prolog_flag(char_conversion, off), set_prolog_flag(char_conversion, on).
   true.
?- set_prolog_flag(debug, on), current_prolog_flag(debug, X), set_prolog_flag(debug, off).
   X = on.
?- set_prolog_flag(bounded, false).
   permission_error(modify,flag,bounded).
?- set_prolog_flag(max_integer, 5).
   permission_error(modify,flag,max_integer).
?- set_prolog_flag(min_integer, 5).
   permission_error(modify,flag,min_integer).
?- set_prolog_flag(max_arity, 5).
   permission_error(modify,flag,max_arity).
?- set_prolog_flag(integer_rounding_function, down).
   permission_error(modify,flag,integer_rounding_function).
?- set_prolog_flag(unknown, maybe).
   domain_error(flag_value,unknown+maybe).
?- set_prolog_flag(char_conversion, 1).
   domain_error(flag_value,char_conversion+1).
?- set_prolog_flag(debug, f(x)).
   domain_error(flag_value,debug+f(x)).
