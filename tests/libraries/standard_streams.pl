% The names of the current streams, as in SWI-Prolog.

?- format(current_output, "a~w", [b]).
   outputs("ab").
?- write(current_output, a), nl(current_output).
   outputs("a\n").
?- read(current_output, _).
   error(permission_error(input,stream,current_output),read/2).
?- stream_property(S, alias(current_output)).
   false.
% With the flag `iso` they are no aliases (ISO 7.10.2).
?- setup_call_cleanup(set_prolog_flag(iso, true), catch(write(current_output, a), E, true), set_prolog_flag(iso, false)).
   E = error(existence_error(stream,current_output),write/2).
