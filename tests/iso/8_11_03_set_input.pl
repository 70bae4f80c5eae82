% ISO/IEC 13211-1, 8.11.3: set_input/1.

file('horn_8_11_03.tmp').

:- include('support/streams.pl').

% 8.11.3 set_input/1

?- set_input(S).
   instantiation_error.
?- set_input(1).
   domain_error(stream_or_alias,1).
?- set_input(foo).
   existence_error(stream,foo).
?- set_input(user_output).
   permission_error(input,stream,user_output).
?- text('x. y.'), reading([], ( set_input(in), read(X), read(Y), set_input(user_input) )).
   X = x, Y = y.
?- text(a), reading([], set_input(in)), current_input(I), alias(I, A).
   I = ..., A = user_input.

?- set_input(_).
   instantiation_error.
?- set_input(f(x)).
   domain_error(stream_or_alias,f(x)).
?- set_input(1.5).
   domain_error(stream_or_alias,1.5).
?- set_input(nowhere).
   existence_error(stream,nowhere).
?- closed(S), set_input(S).
   existence_error(stream,...).
?- set_input(user_error).
   permission_error(input,stream,user_error).
?- current_output(S), set_input(S).
   permission_error(input,stream,...).

?- delete.
   true.
