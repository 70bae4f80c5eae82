% ISO/IEC 13211-1, 8.11.1: current_input/1.

file('horn_8_11_01.tmp').

:- include('support/streams.pl').

% 8.11.1 current_input/1

?- current_input(S), alias(S, A).
   S = ..., A = user_input.
?- current_input(foo).
   domain_error(stream,foo).
?- text(a), file(F), open(F, read, S), close(S), current_input(S).
   existence_error(stream,...).
?- current_output(S), current_input(S).
   false.

?- current_input(S), current_input(S).
   S = ... .
?- current_input(1).
   domain_error(stream,1).
?- current_input(user_input).
   domain_error(stream,user_input).
?- current_input(f(x)).
   domain_error(stream,f(x)).
?- closed(S), current_input(S).
   existence_error(stream,...).

?- delete.
   true.
