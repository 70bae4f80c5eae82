% Input from and output to text in memory: lists of characters, lists of codes, atoms.

:- module(codesio, [
    format_to_codes/3, format_to_codes/4, write_to_codes/2, write_to_codes/3,
    write_term_to_codes/3, write_term_to_codes/4, read_from_codes/2, read_term_from_codes/3,
    open_codes_stream/2, with_output_to_codes/2, with_output_to_codes/3, with_output_to_codes/4,
    format_to_chars/3, format_to_chars/4, write_to_chars/2, write_to_chars/3,
    atom_to_chars/2, number_to_chars/2, open_chars_stream/2, chars_stream/2, chars_to_stream/2, chars_to_stream/3,
    with_output_to_chars/2, with_output_to_chars/3,
    write_to_atom/2, writeq_to_atom/2, print_to_atom/2, display_to_atom/2, write_canonical_to_atom/2,
    write_term_to_atom/3, format_to_atom/3, read_from_atom/2
]).

:- meta_predicate with_output_to_codes(0,?), with_output_to_codes(0,?,?), with_output_to_codes(0,?,?,?).
:- meta_predicate with_output_to_chars(0,?), with_output_to_chars(0,?,?).

%! format_to_codes(+Format, +Args, -Codes) is det.
%
%  Unifies `Codes` with the list of codes that format/2 writes.
?- format_to_codes("~w", [a], Cs).
   Cs = [97].
format_to_codes(F, As, Cs) :- format(codes(Cs), F, As).

%! format_to_codes(+Format, +Args, -Codes, ?Tail) is det.
%
%  As format_to_codes/3, with `Tail` at the end of the list.
?- format_to_codes("~w", [a], Cs, T).
   Cs = [97|T].
format_to_codes(F, As, Cs, T) :- format(codes(Cs0), F, As), append(Cs0, T, Cs).

%! write_to_codes(@Term, -Codes) is det.
%
%  Unifies `Codes` with the list of codes that write/1 writes.
?- write_to_codes(f('A'), Cs).
   Cs = [102,40,65,41].
write_to_codes(X, Cs) :- format(codes(Cs), "~w", [X]).

%! write_to_codes(@Term, -Codes, ?Tail) is det.
%
%  As write_to_codes/2, with `Tail` at the end of the list.
?- write_to_codes(a, Cs, T).
   Cs = [97|T].
write_to_codes(X, Cs, T) :- write_to_codes(X, Cs0), append(Cs0, T, Cs).

%! write_term_to_codes(@Term, -Codes, +Options) is det.
%
%  Unifies `Codes` with the list of codes that write_term/2 writes.
?- write_term_to_codes('A', Cs, [quoted(true)]).
   Cs = [39,65,39].
write_term_to_codes(X, Cs, Os) :- write_term_to_chars(X, Os, Chars), format(codes(Cs), "~s", [Chars]).

%! write_term_to_codes(@Term, -Codes, ?Tail, +Options) is det.
%
%  As write_term_to_codes/3, with `Tail` at the end of the list.
?- write_term_to_codes(a, Cs, T, []).
   Cs = [97|T].
write_term_to_codes(X, Cs, T, Os) :- write_term_to_codes(X, Cs0, Os), append(Cs0, T, Cs).

%! read_from_codes(+Codes, -Term) is det.
%
%  Reads `Term` from the list `Codes`. The final period is optional.
?- read_from_codes([0'f,0'(,0'X,0')], T).
   T = f(_A).
read_from_codes(Cs, T) :- read_term_from_codes(Cs, T, []).

%! read_term_from_codes(+Codes, -Term, +Options) is det.
%
%  As read_from_codes/2, with the options of read_term/2.
?- read_term_from_codes([0'X], T, [variable_names(Vs)]).
   Vs = ['X'=T].
read_term_from_codes(Cs, T, Os) :- must_be(list, Cs), '$read_text'(Cs, T, Os).

%! open_codes_stream(+Codes, -Stream) is det.
%
%  Opens an input stream with the text `Codes`.
?- open_codes_stream([0'a,0'.], S), read(S, T), close(S).
   S = ..., T = a.
open_codes_stream(Cs, S) :- must_be(list, Cs), atom_codes(A, Cs), atom_chars(A, Chars), open_chars_stream(Chars, S).

%! with_output_to_codes(:Goal, -Codes) is semidet.
%
%  Calls `once(Goal)` and unifies `Codes` with the list of codes that it writes to the current
%  output.
?- with_output_to_codes(write(a), Cs).
   Cs = [97].
with_output_to_codes(G, Cs) :- with_output_to(codes(Cs), G).

%! with_output_to_codes(:Goal, -Codes, ?Tail) is semidet.
%
%  As with_output_to_codes/2, with `Tail` at the end of the list.
?- with_output_to_codes(write(a), Cs, T).
   Cs = [97|T].
with_output_to_codes(G, Cs, T) :- with_output_to(codes(Cs0), G), append(Cs0, T, Cs).

%! with_output_to_codes(:Goal, ?Stream, -Codes, ?Tail) is semidet.
%
%  As with_output_to_codes/3; `Stream` is the current output during the execution of `Goal`.
?- with_output_to_codes(write(S, a), S, Cs, T).
   S = ..., Cs = [97|T].
with_output_to_codes(G, S, Cs, T) :-
    with_output_to(codes(Cs0), ( current_output(S), call(G) )),
    append(Cs0, T, Cs).

%! format_to_chars(+Format, +Args, -Chars) is det.
%
%  Unifies `Chars` with the list of characters that format/2 writes.
?- format_to_chars("~w", [ab], Cs).
   Cs = "ab".
format_to_chars(F, As, Cs) :- format(chars(Cs), F, As).

%! format_to_chars(+Format, +Args, -Chars, ?Tail) is det.
%
%  As format_to_chars/3, with `Tail` at the end of the list.
?- format_to_chars("~w", [ab], Cs, T).
   Cs = [a,b|T].
format_to_chars(F, As, Cs, T) :- format(chars(Cs0), F, As), append(Cs0, T, Cs).

%! write_to_chars(@Term, -Chars) is det.
%
%  Unifies `Chars` with the list of characters that write/1 writes.
?- write_to_chars(f('A'), Cs).
   Cs = "f(A)".
write_to_chars(X, Cs) :- format(chars(Cs), "~w", [X]).

%! write_to_chars(@Term, -Chars, ?Tail) is det.
%
%  As write_to_chars/2, with `Tail` at the end of the list.
?- write_to_chars(a, Cs, T).
   Cs = [a|T].
write_to_chars(X, Cs, T) :- format_to_chars("~w", [X], Cs, T).

%! atom_to_chars(+Atom, -Chars) is det.
%
%  Unifies `Chars` with the list of the characters of `Atom`.
?- atom_to_chars(ab, Cs).
   Cs = "ab".
atom_to_chars(A, Cs) :- must_be(atomic, A), format(chars(Cs), "~w", [A]).

%! number_to_chars(+Number, -Chars) is det.
%
%  Unifies `Chars` with the list of the characters of `Number`.
?- number_to_chars(12, Cs).
   Cs = "12".
number_to_chars(N, Cs) :- must_be(number, N), number_chars(N, Cs).

%! open_chars_stream(+Chars, -Stream) is det.
%
%  Opens an input stream with the text `Chars`.
?- open_chars_stream("ab", S), get_char(S, C), close(S).
   S = ..., C = a.
open_chars_stream(Cs, S) :- must_be(chars, Cs), open_string(Cs, S).

%! chars_to_stream(+Chars, -Stream) is det.
%
%  As open_chars_stream/2.
?- chars_to_stream("ab", S), get_char(S, C), close(S).
   S = ..., C = a.
chars_to_stream(Cs, S) :- open_chars_stream(Cs, S).

%! chars_to_stream(+Chars, -Stream, +Options) is det.
%
%  As open_chars_stream/2; `Options` are ignored.
?- chars_to_stream("ab", S, []), close(S).
   S = ... .
chars_to_stream(Cs, S, Os) :- must_be(list, Os), open_chars_stream(Cs, S).

%! chars_stream(+Chars, -Stream) is det.
%
%  As open_chars_stream/2.
?- chars_stream("ab", S), close(S).
   S = ... .
chars_stream(Cs, S) :- open_chars_stream(Cs, S).

%! with_output_to_chars(:Goal, -Chars) is semidet.
%
%  Calls `once(Goal)` and unifies `Chars` with the list of characters that it writes to the current
%  output.
?- with_output_to_chars(write(a), Cs).
   Cs = "a".
with_output_to_chars(G, Cs) :- with_output_to(chars(Cs), G).

%! with_output_to_chars(:Goal, -Chars, ?Tail) is semidet.
%
%  As with_output_to_chars/2, with `Tail` at the end of the list.
?- with_output_to_chars(write(a), Cs, T).
   Cs = [a|T].
with_output_to_chars(G, Cs, T) :- with_output_to(chars(Cs0), G), append(Cs0, T, Cs).

%! write_to_atom(-Atom, @Term) is det.
%
%  Unifies `Atom` with the text that write/1 writes.
?- write_to_atom(A, f('X')).
   A = 'f(X)'.
write_to_atom(A, X) :- format(atom(A), "~w", [X]).

%! writeq_to_atom(-Atom, @Term) is det.
%
%  Unifies `Atom` with the text that writeq/1 writes.
?- writeq_to_atom(A, 'X').
   A = '\'X\''.
writeq_to_atom(A, X) :- format(atom(A), "~q", [X]).

%! print_to_atom(-Atom, @Term) is det.
%
%  Unifies `Atom` with the text that print/1 writes.
?- print_to_atom(A, a).
   A = a.
print_to_atom(A, X) :- format(atom(A), "~p", [X]).

%! display_to_atom(-Atom, @Term) is det.
%
%  Unifies `Atom` with the text that display/1 writes.
?- display_to_atom(A, 1+2).
   A = '+(1,2)'.
display_to_atom(A, X) :- write_term_to_atom(A, X, [ignore_ops(true)]).

%! write_canonical_to_atom(-Atom, @Term) is det.
%
%  Unifies `Atom` with the text that write_canonical/1 writes.
?- write_canonical_to_atom(A, 'X'+1).
   A = '+(\'X\',1)'.
write_canonical_to_atom(A, X) :- format(atom(A), "~k", [X]).

%! write_term_to_atom(-Atom, @Term, +Options) is det.
%
%  Unifies `Atom` with the text that write_term/2 writes.
?- write_term_to_atom(A, 'X', [quoted(true)]).
   A = '\'X\''.
write_term_to_atom(A, X, Os) :- write_term_to_chars(X, Os, Cs), atom_chars(A, Cs).

%! format_to_atom(-Atom, +Format, +Args) is det.
%
%  Unifies `Atom` with the text that format/2 writes.
?- format_to_atom(A, "~w", [x]).
   A = x.
format_to_atom(A, F, As) :- format(atom(A), F, As).

%! read_from_atom(+Atom, -Term) is det.
%
%  Reads `Term` from `Atom`. The final period is optional.
?- read_from_atom('f(X)', T).
   T = f(_A).
read_from_atom(A, T) :- must_be(atom, A), term_to_atom(T, A).
