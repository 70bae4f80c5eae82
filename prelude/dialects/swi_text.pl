% Predicates on text as in SWI-Prolog: they take any text and numbers, and their texts are strings. In modules of the
% dialect `swi`, the names without `text_` mean these.

:- module(swi_text, [
    text_atom_length/2, text_atom_concat/3, text_sub_atom/5, text_atom_chars/2, text_atom_codes/2,
    text_atom_string/2, text_atomics_to_string/2, text_format/3, text_format_time/3, text_normalize_space/2,
    text_read_file_to_string/3, text_read_line_to_string/2, text_read_string/3, text_read_string/5, text_read_term_from_atom/3,
    text_sformat/3, text_split_string/4, text_string/1, text_string_bytes/3, text_string_chars/2, text_string_code/3,
    text_string_codes/2, text_string_concat/3, text_string_length/2, text_string_lines/2, text_string_lower/2, text_string_to_atom/2,
    text_string_upper/2, text_sub_string/5, text_term_string/2, text_term_string/3, text_text_concat/3, text_text_to_string/2,
    text_re_replace/4, text_re_replace/5, text_re_split/3, text_re_split/4, text_re_matchsub/3, text_re_matchsub/4,
    text_re_foldl/6, text_memory_file_to_string/2, text_memory_file_substring/5, text_hex_bytes/2, text_base64_encoded/3, text_dedent_lines/3,
    text_indent_lines/3, text_indent_lines/4, text_json_write/2, text_json_write/3, text_atom_json_term/3,
    text_with_output_to/2, text_xsd_number_string/2, text_xsd_time_string/3, text_phrase_from_file/2, text_phrase_from_file/3, text_phrase_from_stream/2, text_stream_to_lazy_list/2
]).

:- set_prolog_flag(double_quotes, string).

:- meta_predicate text_with_output_to(?,0), text_re_foldl(3,?,?,?,?,?), text_indent_lines(1,?,?,?).
:- meta_predicate text_phrase_from_file(//,?), text_phrase_from_file(//,?,?), text_phrase_from_stream(//,?).

% The atom of a text or number; other terms stay, for the errors of the standard.
text_atom(T, A) :-
    (   atom(T) -> A = T
    ;   is_text(T) -> '$text_to_atom'(T, A)
    ;   A = T
    ).

is_text(T) :-
    (   number(T) -> true
    ;   '$string'(T) -> true
    ;   nonvar(T), T = [X|_], nonvar(X), is_list(T)
    ).

% The string of a text. Other terms are errors.
text_of(T, S, Context) :-
    (   '$string'(T) -> S = T
    ;   var(T) -> throw(error(instantiation_error, Context))
    ;   catch('$text_string'(T, S0), error(E,_), throw(error(E,Context))),
        S = S0
    ).

%! text_atom_length(+Text, ?Length) is det.
%
%  Unifies `Length` with the number of characters of `Text`.
?- swi_text:text_atom_length(123, N).
   N = 3.
?- swi_text:text_atom_length("ab", N).
   N = 2.
?- swi_text:text_atom_length(f(x), N).
   error(type_error(atom,f(x)),atom_length/2).
text_atom_length(T, N) :-
    (   '$string'(T), ( var(N) ; integer(N), N >= 0 ) -> '$text_length'(T, N)
    ;   text_atom(T, A),
        system:atom_length(A, N)
    ).

%! text_atom_concat(?Text1, ?Text2, ?Text) is nondet.
%
%  As in the standard, with any texts and numbers.
?- swi_text:text_atom_concat(1, "2", A).
   A = '12'.
?- swi_text:text_atom_concat(1, X, 12).
   X = '2'.
text_atom_concat(X0, Y0, Z0) :-
    text_atom(X0, X),
    text_atom(Y0, Y),
    text_atom(Z0, Z),
    system:atom_concat(X, Y, Z).

%! text_sub_atom(+Text, ?Before, ?Length, ?After, ?Sub) is nondet.
%
%  As in the standard, with any texts and numbers.
?- swi_text:text_sub_atom(123, 1, 1, _, S).
   S = '2'.
?- swi_text:text_sub_atom("abc", B, _, 0, "bc").
   B = 1.
text_sub_atom(T0, B, L, A, S0) :-
    text_atom(T0, T),
    text_atom(S0, S),
    system:sub_atom(T, B, L, A, S).

%! text_atom_chars(?Text, ?Chars) is det.
%
%  Unifies `Chars` with the list of the characters of `Text`, or `Text` with the atom of a text.
?- swi_text:text_atom_chars(10, Cs).
   Cs = "10".
?- swi_text:text_atom_chars(A, [0'a,0'b]).
   A = ab.
?- swi_text:text_atom_chars(A, "ab").
   A = ab.
text_atom_chars(T, Cs) :-
    (   var(T) -> list_atom(Cs, atom_chars, T)
    ;   text_atom(T, A),
        system:atom_chars(A, Cs)
    ).

%! text_atom_codes(?Text, ?Codes) is det.
%
%  Unifies `Codes` with the list of the codes of `Text`, or `Text` with the atom of a text.
?- swi_text:text_atom_codes(10, Cs).
   Cs = [49,48].
?- swi_text:text_atom_codes(A, "ab").
   A = ab.
?- swi_text:text_atom_codes(_, [-1]).
   error(type_error(character_code,-1),atom_codes/2).
text_atom_codes(T, Cs) :-
    (   var(T) -> list_atom(Cs, atom_codes, T)
    ;   text_atom(T, A),
        system:atom_codes(A, Cs)
    ).

list_atom(Cs, F, A) :-
    (   ground(Cs), is_text(Cs) -> catch('$text_to_atom'(Cs, A), error(type_error(text,_),_), no_codes(Cs, F/2))
    ;   call(system:F, A, Cs)
    ).

no_codes(Cs, PI) :-
    (   is_list(Cs), member(C, Cs), integer(C), \+ catch(char_code(_, C), error(_,_), fail) ->
        type_error(character_code, C, PI)
    ;   type_error(text, Cs, PI)
    ).

%! text_atom_string(?Atom, ?String) is det.
%
%  Unifies `String` with the string of a text, or `Atom` with the atom of a text.
?- swi_text:text_atom_string(ab, S).
   S = "ab".
?- swi_text:text_atom_string(A, "ab").
   A = ab.
text_atom_string(A, S) :-
    (   nonvar(A) -> text_of(A, S0, atom_string/2), same_text(S, S0)
    ;   text_of(S, S1, atom_string/2),
        '$text_to_atom'(S1, A)
    ).

% Unifies a variable with a string, or compares a text with it.
same_text(T, S) :-
    (   var(T) -> T = S
    ;   '$string'(T) -> T == S
    ;   is_text_or_atom(T),
        '$text_string'(T, S)
    ).

is_text_or_atom(T) :- ( atom(T) ; is_text(T) ), !.

%! text_atomics_to_string(+Atomics, -String) is det.
%
%  Unifies `String` with the texts of a list, one after the other.
?- swi_text:text_atomics_to_string([a,1,"b"], S).
   S = "a1b".
text_atomics_to_string(Xs, S) :- atomic_list_concat(Xs, A), '$text_string'(A, S).

%! text_format(+Sink, +Format, +Args) is det.
%
%  As format/3; `string(S)` gives a string.
?- swi_text:text_format(string(S), "~w", [a]).
   S = "a".
text_format(Sink, F, As) :-
    (   nonvar(Sink), Sink = string(S) -> format(chars(Cs), F, As), '$text_string'(Cs, S)
    ;   format(Sink, F, As)
    ).

%! text_format_time(+Sink, +Format, +StampOrDate) is det.
%
%  As format_time/3; `string(S)` gives a string.
?- swi_text:text_format_time(string(S), '%Y', 0).
   S = "1970".
text_format_time(Sink, F, T) :-
    (   nonvar(Sink), Sink = string(S) -> format_time(chars(Cs), F, T), '$text_string'(Cs, S)
    ;   format_time(Sink, F, T)
    ).

%! text_normalize_space(+Sink, +Text) is det.
%
%  As normalize_space/2; `string(S)` gives a string.
?- swi_text:text_normalize_space(string(S), " a  b ").
   S = "a b".
text_normalize_space(Sink, T) :-
    (   nonvar(Sink), Sink = string(S) -> normalize_space(chars(Cs), T), '$text_string'(Cs, S)
    ;   normalize_space(Sink, T)
    ).

%! text_read_file_to_string(+File, -String, +Options) is det.
%
%  As read_file_to_string/3, with a string.
?- swi_text:text_read_file_to_string('no/such/file', S, []).
   error(existence_error(source_sink,'no/such/file'),open/4).
text_read_file_to_string(F, S, Os0) :- '$known_options'(stream, Os0, Os), read_file_to_chars(F, Cs, Os), '$text_string'(Cs, S).

%! text_read_line_to_string(+Stream, -String) is det.
%
%  As read_line_to_string/2, with a string.
?- open_string("ab\nc", S), swi_text:text_read_line_to_string(S, L), close(S).
   S = ..., L = "ab".
text_read_line_to_string(S, L) :-
    read_line_to_chars(S, Cs),
    (   Cs == end_of_file -> L = Cs
    ;   '$text_string'(Cs, L)
    ).

%! text_read_string(+Stream, ?Length, -String) is det.
%
%  As read_string/3, with a string.
?- open_string("ab", S), swi_text:text_read_string(S, N, T), close(S).
   S = ..., N = 2, T = "ab".
text_read_string(S, N, T) :- read_string(S, N, Cs), '$text_string'(Cs, T).

%! text_read_string(+Stream, +Separators, +Pad, -Separator, -String) is det.
%
%  As read_string/5, with a string.
?- open_string("a ,b", S), swi_text:text_read_string(S, ",", " ", Sep, T), close(S).
   S = ..., Sep = 44, T = "a".
text_read_string(S, Seps, Pad, Sep, T) :- read_string(S, Seps, Pad, Sep, Cs), '$text_string'(Cs, T).

%! text_read_term_from_atom(+Text, -Term, +Options) is det.
%
%  As read_term_from_atom/3.
?- swi_text:text_read_term_from_atom("f(X)", T, []).
   T = f(_A).
text_read_term_from_atom(T, Term, Os0) :- '$known_options'(read, Os0, Os), read_term_from_atom(T, Term, Os).

%! text_sformat(-String, +Format, +Args) is det.
%
%  Unifies `String` with the text that format/2 writes.
?- swi_text:text_sformat(S, "~w", [a]).
   S = "a".
text_sformat(S, F, As) :- text_format(string(S), F, As).

%! text_split_string(+Text, +Separators, +Pad, -Fields) is det.
%
%  As split_string/4, with strings.
?- swi_text:text_split_string("a, b,c", ",", " ", Fs).
   Fs = ["a","b","c"].
?- swi_text:text_split_string("/home//jan///nice/path", "/", "", Fs).
   Fs = ["","home","","jan","","","nice","path"].
?- swi_text:text_split_string("a , , b", " ,", " ", Fs).
   Fs = ["a","","","","","b"].
?- swi_text:text_split_string("//a//b//", "/", "/", Fs).
   Fs = ["a","b"].
text_split_string(T0, Seps0, Pad0, Fs) :-
    text_of(T0, T, split_string/4),
    text_of(Seps0, Seps, split_string/4),
    text_of(Pad0, Pad, split_string/4),
    '$split_string'(T, Seps, Pad, Fs).

%! text_string(@Term) is semidet.
%
%  True if `Term` is a string.
?- swi_text:text_text_to_string(ab, S), swi_text:text_string(S).
   S = "ab".
?- swi_text:text_string([a,b]).
   false.
text_string(T) :- '$string'(T).

%! text_string_bytes(?Text, ?Bytes, +Encoding) is det.
%
%  As string_bytes/3, with a string.
?- swi_text:text_string_bytes(S, [97,98], utf8).
   S = "ab".
text_string_bytes(T, Bs, Enc) :-
    (   nonvar(T) -> '$text_chars'(T, Cs), string_bytes(Cs, Bs, Enc)
    ;   string_bytes(Cs, Bs, Enc),
        '$text_string'(Cs, T)
    ).

%! text_string_chars(?String, ?Chars) is det.
%
%  Converts between a text and the list of its characters.
?- swi_text:text_string_chars("ab", Cs).
   Cs = [a,b].
?- swi_text:text_string_chars(S, [a,b]).
   S = "ab".
text_string_chars(S, Cs) :-
    (   nonvar(S) -> text_of(S, S1, string_chars/2), '$text_chars'(S1, Cs)
    ;   text_of(Cs, S, string_chars/2)
    ).

%! text_string_code(+Index, +Text, -Code) is semidet.
%
%  Unifies `Code` with the code of character number `Index`, counting from 1.
?- swi_text:text_string_code(1, "abc", C).
   C = 97.
?- swi_text:text_string_code(0, "abc", C).
   false.
text_string_code(I, T0, Code) :-
    must_be(not_less_than_zero, I),
    text_of(T0, T, string_code/3),
    '$string_code'(I, T, Code).

%! text_string_codes(?String, ?Codes) is det.
%
%  Converts between a text and the list of its codes.
?- swi_text:text_string_codes("ab", Cs).
   Cs = [97,98].
text_string_codes(S, Cs) :-
    (   nonvar(S) -> text_of(S, S1, string_codes/2), '$text_codes'(S1, Cs)
    ;   text_of(Cs, S, string_codes/2)
    ).

%! text_string_concat(?Text1, ?Text2, ?Text) is nondet.
%
%  True if `Text` is the concatenation of two texts. Splits `Text` in all possible ways if both are unknown.
?- swi_text:text_string_concat(abc, 1, S).
   S = "abc1".
?- swi_text:text_string_concat(X, "c", "abc").
   X = "ab".
?- swi_text:text_string_concat(X, Y, "a").
   X = "", Y = "a"
;  X = "a", Y = "".
text_string_concat(A, B, C) :-
    (   nonvar(A), nonvar(B) ->
        text_of(A, A1, string_concat/3),
        text_of(B, B1, string_concat/3),
        '$string_join'(A1, B1, C1),
        same_text(C, C1)
    ;   text_of(C, C1, string_concat/3),
        '$text_length'(C1, N),
        (   nonvar(A) ->
            text_of(A, A1, string_concat/3),
            '$text_length'(A1, L),
            '$sub_string'(C1, 0, L, A1),
            M is N-L,
            '$sub_string'(C1, L, M, B)
        ;   nonvar(B) ->
            text_of(B, B1, string_concat/3),
            '$text_length'(B1, L),
            M is N-L,
            '$sub_string'(C1, M, L, B1),
            '$sub_string'(C1, 0, M, A)
        ;   between(0, N, L),
            M is N-L,
            '$sub_string'(C1, 0, L, A),
            '$sub_string'(C1, L, M, B)
        )
    ).

%! text_string_length(+Text, ?Length) is det.
%
%  Unifies `Length` with the number of characters.
?- swi_text:text_string_length("größe", N).
   N = 5.
text_string_length(T0, N) :- text_of(T0, T, string_length/2), '$text_length'(T, N).

%! text_string_lines(?String, ?Lines) is det.
%
%  Converts between a text and the list of its lines.
?- swi_text:text_string_lines("a\nb\n", Ls).
   Ls = ["a","b"].
?- swi_text:text_string_lines(S, ["a","b"]).
   S = "a\nb\n".
?- swi_text:text_string_lines("a\n", [L,_]).
   L = "a".
text_string_lines(S, Ls) :-
    (   nonvar(S) ->
        text_of(S, S1, string_lines/2),
        '$split_string'(S1, "\n", "", Ls0),
        ( append(Ls, [""], Ls0) -> true ; Ls = Ls0 )
    ;   must_be(list, Ls),
        lines_ended(Ls, Ends),
        atomic_list_concat(Ends, A),
        '$text_string'(A, S)
    ).

lines_ended([], []).
lines_ended([L|Ls], [L,'\n'|Es]) :- lines_ended(Ls, Es).

%! text_string_lower(+Text, -String) is det.
%
%  Unifies `String` with `Text` in lower case.
?- swi_text:text_string_lower("ABc", S).
   S = "abc".
text_string_lower(T0, S) :- text_of(T0, T, string_lower/2), '$string_lower'(T, S).

%! text_string_to_atom(?String, ?Atom) is det.
%
%  Converts between a text and an atom.
?- swi_text:text_string_to_atom("ab", A).
   A = ab.
?- swi_text:text_string_to_atom(S, ab).
   S = "ab".
text_string_to_atom(S, A) :-
    (   nonvar(S) -> text_of(S, S1, string_to_atom/2), '$text_to_atom'(S1, A)
    ;   text_of(A, S, string_to_atom/2)
    ).

%! text_string_upper(+Text, -String) is det.
%
%  Unifies `String` with `Text` in upper case.
?- swi_text:text_string_upper("aBc", S).
   S = "ABC".
text_string_upper(T0, S) :- text_of(T0, T, string_upper/2), '$string_upper'(T, S).

%! text_sub_string(+Text, ?Before, ?Length, ?After, ?Sub) is nondet.
%
%  As sub_atom/5, with any text; `Sub` is a string.
?- swi_text:text_sub_string(abc, 1, 1, A, S).
   A = 1, S = "b".
?- swi_text:text_sub_string("abab", B, _, A, "ab").
   B = 0, A = 2
;  B = 2, A = 0.
?- swi_text:text_sub_string("ab", B, 1, A, S).
   B = 0, A = 1, S = "a"
;  B = 1, A = 0, S = "b".
?- swi_text:text_sub_string("ab", a, _, _, _).
   error(type_error(integer,a),sub_string/5).
text_sub_string(T0, B, L, A, S) :-
    text_of(T0, T, sub_string/5),
    count_or_var(B),
    count_or_var(L),
    count_or_var(A),
    '$text_length'(T, N),
    (   nonvar(S) ->
        text_of(S, S1, sub_string/5),
        '$text_length'(S1, L),
        (   integer(B) -> '$sub_string'(T, B, L, S1)
        ;   integer(A) -> B is N-L-A, B >= 0, '$sub_string'(T, B, L, S1)
        ;   occurrence(T, S1, 0, B)
        ),
        A is N-B-L
    ;   part(B, L, A, N),
        '$sub_string'(T, B, L, S)
    ).

count_or_var(N) :-
    (   var(N) -> true
    ;   \+ integer(N) -> throw(error(type_error(integer,N), sub_string/5))
    ;   N < 0 -> fail
    ;   true
    ).

% Offset, length and rest of the parts of a text of `N` characters.
part(B, L, A, N) :-
    (   integer(B), integer(L) -> A is N-B-L, A >= 0
    ;   integer(B), integer(A) -> L is N-B-A, L >= 0
    ;   integer(L), integer(A) -> B is N-L-A, B >= 0
    ;   integer(B) -> M is N-B, between(0, M, L), A is M-L
    ;   integer(L) -> M is N-L, between(0, M, B), A is M-B
    ;   integer(A) -> M is N-A, between(0, M, B), L is M-B
    ;   between(0, N, B), M is N-B, between(0, M, L), A is M-L
    ).

% The offsets of a text in another one, from an offset on.
occurrence(T, S, From, B) :-
    '$string_find'(T, S, From, B0),
    From1 is B0+1,
    (   '$string_find'(T, S, From1, _) -> ( B = B0 ; occurrence(T, S, From1, B) )
    ;   B = B0
    ).

%! text_term_string(?Term, ?String) is det.
%
%  Unifies `String` with the text of `Term`, written with quotes. If `String` is known, reads `Term` from it.
?- swi_text:text_term_string(f('A',b), S).
   S = "f('A',b)".
?- swi_text:text_term_string(T, "f(X,Y,X)").
   T = f(_A,_B,_A).
text_term_string(T, S) :-
    (   nonvar(S) -> '$read_text'(S, T, [])
    ;   '$term_text'(T, [quoted(true)], Cs, []),
        '$text_string'(Cs, S)
    ).

%! text_term_string(?Term, ?String, +Options) is det.
%
%  As text_term_string/2, with the options of read_term/2 or write_term/2.
?- swi_text:text_term_string(a+'B', S, [quoted(false)]).
   S = "a+B".
text_term_string(T, S, Os0) :-
    (   nonvar(S) -> '$known_options'(read, Os0, Os), '$read_text'(S, T, Os)
    ;   '$known_options'(write, Os0, Os),
        term_string(T, Cs, Os),
        '$text_string'(Cs, S)
    ).

%! text_text_concat(?Text1, ?Text2, ?Text) is nondet.
%
%  As atom_concat/3 for any texts. The result is a string if one of the texts is a string, or else an atom.
?- swi_text:text_text_to_string(d, S), swi_text:text_text_concat(abc, S, T).
   S = "d", T = "abcd".
?- swi_text:text_text_concat(abc, 1, T).
   T = abc1.
?- swi_text:text_text_concat(X, c, abc).
   X = ab.
text_text_concat(A, B, C) :-
    (   ( '$string'(A) ; '$string'(B) ; '$string'(C) ) -> text_string_concat(A, B, C)
    ;   text_atom_concat(A, B, C)
    ).

%! text_text_to_string(+Text, -String) is det.
%
%  Unifies `String` with the string of a text.
?- swi_text:text_text_to_string([a,b], S).
   S = "ab".
text_text_to_string(T, S) :- text_of(T, S, text_to_string/2).

%! text_with_output_to(+Sink, :Goal) is semidet.
%
%  As with_output_to/2; `string(S)` gives a string.
?- swi_text:text_with_output_to(string(S), write(a)).
   S = "a".
text_with_output_to(Sink, G) :-
    (   nonvar(Sink), Sink = string(S) -> with_output_to(chars(Cs), G), '$text_string'(Cs, S)
    ;   with_output_to(Sink, G)
    ).

%! text_phrase_from_file(:Body, +File) is nondet.
%
%  As phrase_from_file/2, over codes.
?- swi_text:text_phrase_from_file([], no_such_file).
   error(existence_error(source_sink,no_such_file),open/4).
text_phrase_from_file(B, File) :- text_phrase_from_file(B, File, []).

%! text_phrase_from_file(:Body, +File, +Options) is nondet.
%
%  As phrase_from_file/3, over codes.
?- swi_text:text_phrase_from_file([], no_such_file, []).
   error(existence_error(source_sink,no_such_file),open/4).
text_phrase_from_file(B, File, Os0) :-
    '$known_options'(stream, Os0, Os),
    setup_call_cleanup(
        open(File, read, S, Os),
        text_phrase_from_stream(B, S),
        close(S)).

%! text_phrase_from_stream(:Body, +Stream) is nondet.
%
%  As phrase_from_stream/2, over codes.
?- swi_text:text_phrase_from_stream([], nowhere).
   error(existence_error(stream,nowhere),peek_char/2).
text_phrase_from_stream(B, S) :-
    stream_to_lazy_codes(S, Cs),
    phrase(B, Cs).

%! text_stream_to_lazy_list(+Stream, -List) is det.
%
%  As stream_to_lazy_codes/2.
?- swi_text:text_stream_to_lazy_list(nowhere, Cs).
   error(existence_error(stream,nowhere),peek_char/2).
text_stream_to_lazy_list(S, Cs) :- stream_to_lazy_codes(S, Cs).

%! text_re_replace(+Regex, +With, +Text, -Result) is det.
%
%  As re_replace/4; the result is a string, unless the expression has the flag `a`.
?- swi_text:text_re_replace("a"/g, "b", "aca", R).
   R = "bcb".
text_re_replace(P, W, T, R) :- re_replace(P, W, T, R0), stringed(R0, R).

%! text_re_replace(+Regex, +With, +Text, -Result, +Options) is det.
%
%  As re_replace/5; the result is a string, unless the options have another type.
?- swi_text:text_re_replace("a", "b", "aca", R, [capture_type(atom)]).
   R = bca.
text_re_replace(P, W, T, R, Os) :- re_replace(P, W, T, R0, Os), stringed(R0, R).

%! text_re_split(+Regex, +Text, -Parts) is det.
%
%  As re_split/3; the parts are strings, unless the expression has the flag `a`.
?- swi_text:text_re_split(",", "a,b", Ps).
   Ps = ["a",",","b"].
text_re_split(P, T, Ps) :- re_split(P, T, Ps0), strings(Ps0, Ps).

%! text_re_split(+Regex, +Text, -Parts, +Options) is det.
%
%  As re_split/4; the parts are strings, unless the options have another type.
?- swi_text:text_re_split(",", "a,b", Ps, [capture_type(atom)]).
   Ps = [a,',',b].
text_re_split(P, T, Ps, Os) :- re_split(P, T, Ps0, Os), strings(Ps0, Ps).

%! text_re_matchsub(+Regex, +Text, -Match) is semidet.
%
%  As re_matchsub/3; `Match` is a dict, and texts are strings.
?- swi_text:text_re_matchsub("(?<year_I>\\d+)", "on 2017", D), get_dict(year, D, Y).
   ..., Y = 2017.
text_re_matchsub(P, T, D) :- re_matchsub(P, T, M), match_dict(M, D).

%! text_re_matchsub(+Regex, +Text, -Match, +Options) is semidet.
%
%  As re_matchsub/4; `Match` is a dict, and texts are strings.
?- swi_text:text_re_matchsub("A", "a", D, [caseless(true)]), get_dict(0, D, S).
   ..., S = "a".
text_re_matchsub(P, T, D, Os) :- re_matchsub(P, T, M, Os), match_dict(M, D).

%! text_re_foldl(:Goal, +Regex, +Text, +V0, -V, +Options) is det.
%
%  As re_foldl/6; each match is a dict, and texts are strings.
?- swi_text:text_re_foldl([D,[S|Ss],Ss]>>get_dict(0, D, S), "[a-z]", "a b", L, [], []).
   L = ["a","b"].
text_re_foldl(G, P, T, V0, V, Os) :- re_foldl(match_folded(G), P, T, V0, V, Os).

:- meta_predicate match_folded(3,?,?,?).

match_folded(G, M, V0, V) :- match_dict(M, D), call(G, D, V0, V).

match_dict(M, D) :- values_stringed(M, Ps), dict_pairs(D, re_match, Ps).

values_stringed([], []).
values_stringed([K-V0|Ps0], [K-V|Ps]) :- stringed(V0, V), values_stringed(Ps0, Ps).

% The string of a list of characters; other terms stay.
stringed(T, S) :-
    (   is_list(T) -> text_of(T, S, string_chars/2)
    ;   S = T
    ).

strings([], []).
strings([T|Ts], [S|Ss]) :- stringed(T, S), strings(Ts, Ss).

%! text_memory_file_to_string(+Handle, -String) is det.
%
%  As memory_file_to_string/2, with a string.
?- new_memory_file(M), swi_text:text_memory_file_to_string(M, S), free_memory_file(M).
   ..., S = "".
text_memory_file_to_string(M, S) :- memory_file_to_string(M, S0), stringed(S0, S).

%! text_memory_file_substring(+Handle, ?Before, ?Length, ?After, ?String) is nondet.
%
%  As memory_file_substring/5, with a string.
?- atom_to_memory_file(abc, M), swi_text:text_memory_file_substring(M, 1, L, 0, S), free_memory_file(M).
   M = ..., L = 2, S = "bc".
text_memory_file_substring(M, B, L, A, S) :-
    (   nonvar(S) -> memory_file_substring(M, B, L, A, S)
    ;   memory_file_substring(M, B, L, A, S0),
        stringed(S0, S)
    ).

%! text_hex_bytes(?Hex, ?Bytes) is det.
%
%  As hex_bytes/2; a hexadecimal text that is computed is an atom.
?- swi_text:text_hex_bytes(H, [1,255]).
   H = '01ff'.
text_hex_bytes(H, Bs) :-
    (   nonvar(H) -> hex_bytes(H, Bs)
    ;   hex_bytes(Cs, Bs), atom_chars(H, Cs)
    ).

%! text_base64_encoded(?Plain, ?Encoded, +Options) is det.
%
%  As base64_encoded/3; without the option `as(Type)`, the result is a string.
?- swi_text:text_base64_encoded("hi", E, []).
   E = "aGk=".
text_base64_encoded(P, E, Os) :-
    (   is_list(Os), memberchk(as(As), Os), As \== string -> base64_encoded(P, E, Os)
    ;   nonvar(P) -> base64_encoded(P, E0, Os), stringed(E0, E)
    ;   base64_encoded(P0, E, Os), stringed(P0, P)
    ).

%! text_dedent_lines(+Text, -Dedented, +Options) is det.
%
%  As dedent_lines/3, with a string.
?- swi_text:text_dedent_lines("  a\n   b\n", S, []).
   S = "a\n b\n".
text_dedent_lines(T, S, Os) :- dedent_lines(T, S0, Os), stringed(S0, S).

%! text_indent_lines(+Prefix, +Text, -Indented) is det.
%
%  As indent_lines/3, with a string.
?- swi_text:text_indent_lines("  ", "a\nb", S).
   S = "  a\n  b".
text_indent_lines(P, T, S) :- indent_lines(P, T, S0), stringed(S0, S).

%! text_indent_lines(:Filter, +Prefix, +Text, -Indented) is det.
%
%  As indent_lines/4, with a string.
?- swi_text:text_indent_lines([_]>>true, "  ", "a\nb", S).
   S = "  a\n  b".
text_indent_lines(G, P, T, S) :- indent_lines(G, P, T, S0), stringed(S0, S).

%! text_json_write(+Stream, +Term) is det.
%
%  As json_write/2; every list is an array.
?- swi_text:text_json_write(user_output, [a,b]).
   outputs("[\"a\", \"b\"]").
text_json_write(S, T) :- text_json_write(S, T, []).

%! text_json_write(+Stream, +Term, +Options) is det.
%
%  As json_write/3; every list is an array.
?- swi_text:text_json_write(user_output, [a], [width(0)]).
   outputs("[\"a\"]").
text_json_write(S, T, Os) :- arrays(T, T1), json_write(S, T1, Os).

%! text_atom_json_term(?Text, ?Term, +Options) is det.
%
%  As atom_json_term/3; every list of `Term` is an array.
?- swi_text:text_atom_json_term(A, [a,b], []).
   A = '["a", "b"]'.
text_atom_json_term(A, T, Os) :-
    (   var(A) -> arrays(T, T1), atom_json_term(A, T1, Os)
    ;   atom_json_term(A, T, Os)
    ).

% Elements that are atoms become string(Atom), so that no list is a text.
arrays(T, T1) :-
    (   var(T) -> T1 = T
    ;   T = [_|_], is_list(T) -> elements(T, T1)
    ;   T = json(NVs), is_list(NVs) -> T1 = json(NVs1), members(NVs, NVs1)
    ;   T1 = T
    ).

elements([], []).
elements([T|Ts], [E|Es]) :-
    (   atom(T), T \== [] -> E = string(T)
    ;   arrays(T, E)
    ),
    elements(Ts, Es).

members([], []).
members([P|Ps], [Q|Qs]) :-
    (   nonvar(P), P = (N=V) -> arrays(V, W), Q = (N=W)
    ;   nonvar(P), P = N-V -> arrays(V, W), Q = N-W
    ;   compound(P), P =.. [N,V] -> arrays(V, W), Q =.. [N,W]
    ;   Q = P
    ),
    members(Ps, Qs).

%! text_xsd_number_string(?Number, ?String) is det.
%
%  As xsd_number_string/2, with a string.
?- swi_text:text_xsd_number_string(1.0, S).
   S = "1.0E0".
text_xsd_number_string(N, S) :-
    (   var(S) -> xsd_number_string(N, Cs), '$text_string'(Cs, S)
    ;   xsd_number_string(N, S)
    ).

%! text_xsd_time_string(?Time, ?Type, ?String) is det.
%
%  As xsd_time_string/3, with a string.
?- swi_text:text_xsd_time_string(time(20,29,15), T, S).
   T = xsd:time, S = "20:29:15".
text_xsd_time_string(Time, Type, S) :-
    (   var(S) -> xsd_time_string(Time, Type, Cs), '$text_string'(Cs, S)
    ;   xsd_time_string(Time, Type, S)
    ).
