% Terms in streams and strings for programs that read them again.

:- module(fastrw, [
    fast_write/1, fast_write/2, fast_read/1, fast_read/2, fast_write_to_string/3, fast_term_serialized/2
]).

% The form is the text of the term with quotes and without operators, so that it does not depend on those of the reader.
text_options([quoted(true),ignore_ops(true),numbervars(false),fullstop(true),nl(true)]).

%! fast_write(+Stream, +Term) is det.
%
%  Writes `Term` in a form that fast_read/2 reads, whatever operators and flags there are. Attributes of variables are not written.
?- fast_write(user_output, f(X, 'A b', [X])).
   outputs(...).
fast_write(S, T) :-
    text_options(Os),
    write_term(S, T, Os).

%! fast_write(+Term) is det.
%
%  As fast_write/2 to the current output.
?- fast_write(a).
   outputs(...).
fast_write(T) :-
    current_output(S),
    fast_write(S, T).

%! fast_read(+Stream, -Term) is det.
%
%  Unifies `Term` with the next term that fast_write/2 has written; `end_of_file` at the end.
?- tmp_file(fast, F), open(F, write, S), fast_write(S, f(X, 'A b', "s", [X|1.5])), close(S), open(F, read, R), fast_read(R, T), close(R).
   F = ..., S = ..., R = ..., T = f(_A,'A b',"s",[_A|1.5]).
fast_read(S, T) :- read_term(S, T, [double_quotes(string)]).

%! fast_read(-Term) is det.
%
%  As fast_read/2 from the current input.
?- fast_read(f(x)), fail.
   false.
fast_read(T) :-
    current_input(S),
    fast_read(S, T).

%! fast_write_to_string(+Term, -String, ?Tail) is det.
%
%  Unifies `String` with the character codes of `Term` as fast_write/2 writes it, before `Tail`.
?- fast_write_to_string(f(x), Cs, []), atom_codes(A, Cs).
   Cs = [102,40,120,41,46,10], A = 'f(x).\n'.
fast_write_to_string(T, Cs, Tail) :-
    with_output_to(codes(Cs0), fast_write(T)),
    append(Cs0, Tail, Cs).

%! fast_term_serialized(?Term, ?String) is det.
%
%  If `String` is unbound, unifies it with the text of `Term` as fast_write/2 writes it; otherwise unifies `Term` with the term of
%  the string.
?- fast_term_serialized(f(X, 'A', X), S), fast_term_serialized(T, S).
   S = ..., T = f(_A,'A',_A).
fast_term_serialized(T, S) :-
    (   var(S) -> with_output_to(string(S), fast_write(T))
    ;   setup_call_cleanup(open_string(S, In), fast_read(In, T0), close(In)),
        T = T0
    ).
