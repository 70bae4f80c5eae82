% ISO/IEC 13211-1, 8.17 and 7.11: flags.

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

% 8.17.2 current_prolog_flag/2

?- current_prolog_flag(debug, off).
   true.
?- current_prolog_flag(F, toward_zero).
   F = integer_rounding_function.
?- current_prolog_flag(1, V).
   type_error(atom,1).
?- current_prolog_flag(warning_of_the_day, V).
   domain_error(prolog_flag,warning_of_the_day).
?- current_prolog_flag(bounded, V).
   V = false.
?- current_prolog_flag(max_integer, V).
   V = 9223372036854775807.
?- current_prolog_flag(double_quotes, V).
   V = chars.
?- current_prolog_flag(char_conversion, V).
   V = off.
?- current_prolog_flag(max_arity, V), integer(V).
   V = ... .
?- current_prolog_flag(dialect, D).
   D = horn.
?- set_prolog_flag(answer_write_options, [max_depth(5)]), current_prolog_flag(answer_write_options, V), set_prolog_flag(answer_write_options, []).
   V = [max_depth(5)].
?- create_prolog_flag(my_flag, f(1), []), current_prolog_flag(my_flag, V).
   V = f(1).

% statistics/2

?- statistics(runtime, [T,D]), integer(T), integer(D).
   T = ..., D = ... .
?- statistics(inferences, A), true, statistics(inferences, B), B > A.
   A = ..., B = ... .
?- statistics(cputime, T), float(T).
   T = ... .
?- statistics(Key, _).
   instantiation_error.
?- statistics(no_such_key, _).
   domain_error(statistics_key,no_such_key).
