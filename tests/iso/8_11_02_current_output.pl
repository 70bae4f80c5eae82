% ISO/IEC 13211-1, 8.11.2: current_output/1.

file('horn_8_11_02.tmp').

:- include('support/streams.pl').

% 8.11.2 current_output/1

?- current_output(S), alias(S, A).
   S = ..., A = user_output.
?- current_output(foo).
   domain_error(stream,foo).

?- current_output(S), current_output(S).
   S = ... .
?- current_output(1).
   domain_error(stream,1).
?- current_output(f(x)).
   domain_error(stream,f(x)).
?- closed(S), current_output(S).
   existence_error(stream,...).

?- delete.
   true.
