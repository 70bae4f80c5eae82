% ISO/IEC 13211-1, 8.11.6: close/1, close/2.

file('horn_8_11_06.tmp').

:- include('support/streams.pl').

% 8.11.6 close/1, close/2

?- close(S).
   instantiation_error.
?- close(_).
   instantiation_error.
?- close(1).
   domain_error(stream_or_alias,1).
?- close(nowhere).
   existence_error(stream,nowhere).
?- close(user_output, O).
   instantiation_error.
?- close(user_output, [force(true)|_]).
   instantiation_error.
?- close(user_output, [force]).
   domain_error(close_option,force).
?- close(user_output, foo).
   type_error(list,foo).
?- close(user_input), close(user_output), close(user_error).
   true.

?- close(_).
   instantiation_error.
?- close(_, []).
   instantiation_error.
?- close(user_input, _).
   instantiation_error.
?- close(user_input, [_]).
   instantiation_error.
?- close(user_input, [force(true)|_]).
   instantiation_error.
?- close(user_input, foo).
   type_error(list,foo).
?- close(user_input, [force(true)|foo]).
   type_error(list,[force(true)|foo]).
?- close(user_input, [foo]).
   domain_error(close_option,foo).
?- close(user_input, [force(foo)]).
   domain_error(close_option,force(foo)).
?- close(user_input, [1]).
   domain_error(close_option,1).
?- close(1.5).
   domain_error(stream_or_alias,1.5).
?- close(f(x)).
   domain_error(stream_or_alias,f(x)).
?- close(nowhere).
   existence_error(stream,nowhere).
?- closed(S), close(S).
   existence_error(stream,...).
?- closed(S), close(S, [force(true)]).
   existence_error(stream,...).
?- text(a), file(F), open(F, read, S), close(S, [force(true)]).
   F = ..., S = ... .
?- text(a), file(F), open(F, read, S, [alias(mine)]), close(mine), catch(get_char(mine, _), error(E, _), true).
   F = ..., S = ..., E = existence_error(stream,mine).
?- text(a), file(F), open(F, read, S), set_input(S), close(S), current_input(T), stream_property(T, alias(A)).
   F = ..., S = ..., T = ..., A = user_input.

?- delete.
   true.
