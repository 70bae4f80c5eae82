% ISO/IEC 13211-1, 8.17.2: current_prolog_flag/2.

% 8.17.2 current_prolog_flag/2

?- current_prolog_flag(debug, off).
   true.
?- current_prolog_flag(F, toward_zero).
   F = integer_rounding_function.
?- current_prolog_flag(1, V).
   type_error(atom,1).
% An unknown flag is an error with the flag `iso`; without it there is none, as in SWI-Prolog, because
% conditional compilation asks for flags of other systems.
?- set_prolog_flag(iso, true).
   true.
?- current_prolog_flag(warning_of_the_day, V).
   domain_error(prolog_flag,warning_of_the_day).
?- set_prolog_flag(iso, false).
   true.
?- current_prolog_flag(warning_of_the_day, V).
   false.
?- current_prolog_flag(bounded, V).
   V = false.
?- current_prolog_flag(max_integer, V).
   V = 9223372036854775807.
?- current_prolog_flag(double_quotes, V).
   V = chars.
?- current_prolog_flag(char_conversion, V).
   V = on.
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
?- garbage_collect, statistics(garbage_collection, [N,B,Ms]), N > 0, integer(B), integer(Ms).
   N = ..., B = ..., Ms = ... .
?- garbage_collect, statistics(collection_time, T), statistics(longest_collection, L), L > 0, L =< T.
   T = ..., L = ... .
?- statistics(Key, _).
   instantiation_error.
?- statistics(no_such_key, _).
   domain_error(statistics_key,no_such_key).

?- current_prolog_flag(f(x), _).
   type_error(atom,f(x)).
?- current_prolog_flag(1.5, _).
   type_error(atom,1.5).
?- current_prolog_flag(no_such_flag, _).
   false.
?- current_prolog_flag(bounded, true).
   false.
?- findall(F, ( member(F, [bounded,max_integer,min_integer,integer_rounding_function,char_conversion,debug,max_arity,unknown,double_quotes]), \+ current_prolog_flag(F, _) ), L).
   L = [].
?- current_prolog_flag(F, error), F == unknown.
   F = unknown
;  ... .
