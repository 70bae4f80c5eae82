% ISO/IEC 13211-1, 8.11.7: flush_output/0, flush_output/1.
% The file that is written here is deleted by the last query.

file('horn_8_11_07.tmp').

text(T) :- file(F), open(F, write, S), write(S, T), close(S).

writing(Options, G) :-
    file(F),
    setup_call_cleanup(open(F, write, S, [alias(out)|Options]), G, close(S)).

% A stream that was closed.
closed(S) :- text(''), file(F), open(F, read, S), close(S).

content(Cs) :-
    file(F),
    setup_call_cleanup(open(F, read, S), all_chars(S, Cs), close(S)).

all_chars(S, Cs) :-
    get_char(S, C),
    (   C == end_of_file -> Cs = []
    ;   Cs = [C|Ds], all_chars(S, Ds)
    ).

alias(S, A) :- stream_property(S, alias(A)).

delete :- file(F), catch(delete_file(F), _, true).

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
