% ISO/IEC 13211-1, 8.11.4: set_output/1.

file('horn_8_11_04.tmp').

:- include('support/streams.pl').

% 8.11.4 set_output/1

?- set_output(S).
   instantiation_error.
?- set_output([]).
   existence_error(stream,[]).
?- set_output(user_input).
   permission_error(output,stream,user_input).

?- set_output(_).
   instantiation_error.
?- set_output(f(x)).
   domain_error(stream_or_alias,f(x)).
?- set_output(1.5).
   domain_error(stream_or_alias,1.5).
?- set_output(nowhere).
   existence_error(stream,nowhere).
?- closed(S), set_output(S).
   existence_error(stream,...).
?- current_input(S), set_output(S).
   permission_error(output,stream,...).
?- writing([], ( set_output(out), write(a), set_output(user_output) )), content(Cs).
   Cs = "a".

?- delete.
   true.
