% ISO/IEC 13211-1, 8.11.7: flush_output/0, flush_output/1.

file('horn_8_11_07.tmp').

:- include('support/streams.pl').

% 8.11.7 flush_output/0, flush_output/1

?- flush_output.
   true.
?- flush_output(S).
   instantiation_error.
?- flush_output(user_input).
   permission_error(output,stream,user_input).
?- flush_output(nowhere).
   existence_error(stream,nowhere).

?- flush_output(_).
   instantiation_error.
?- flush_output(1).
   domain_error(stream_or_alias,1).
?- flush_output(f(x)).
   domain_error(stream_or_alias,f(x)).
?- flush_output(nowhere).
   existence_error(stream,nowhere).
?- closed(S), flush_output(S).
   existence_error(stream,...).
?- flush_output(user_input).
   permission_error(output,stream,user_input).
?- writing([], ( write(out, a), flush_output(out), content(Cs) )).
   Cs = "a".

?- delete.
   true.
