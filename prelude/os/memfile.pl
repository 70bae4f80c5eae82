% Memory files: texts in memory that streams write and read.

:- module(memfile, [
    new_memory_file/1, free_memory_file/1, open_memory_file/3, open_memory_file/4,
    atom_to_memory_file/2, memory_file_to_atom/2, memory_file_to_atom/3,
    memory_file_to_codes/2, memory_file_to_codes/3, memory_file_to_string/2, memory_file_to_string/3,
    size_memory_file/2, size_memory_file/3, memory_file_substring/5, memory_file_line_position/4,
    insert_memory_file/3, delete_memory_file/3, utf8_position_memory_file/3
]).

%! new_memory_file(-Handle) is det.
%
%  Unifies `Handle` with a new, empty memory file.
?- new_memory_file(H), size_memory_file(H, S), free_memory_file(H).
   H = ..., S = 0.
new_memory_file(H) :-
    (   var(H) -> '$new_memory_file'(N), H = '$memory_file'(N)
    ;   throw(error(uninstantiation_error(H), new_memory_file/1))
    ).

%! free_memory_file(+Handle) is det.
%
%  Removes a memory file and closes the stream that is open on it. Throws an existence error if
%  there is no such memory file.
?- new_memory_file(H), free_memory_file(H), free_memory_file(H).
   error(existence_error(memory_file,...),free_memory_file/1).
free_memory_file(H) :-
    stream_of(H, S, N, free_memory_file/1),
    ( S == [] -> true ; close(S) ),
    '$free_memory_file'(N).

% The number of a memory file, and the stream that is open on it or `[]`.
stream_of(H, S, N, PI) :-
    (   var(H) -> throw(error(instantiation_error, PI))
    ;   H = '$memory_file'(N), integer(N) ->
        (   '$memory_file_stream'(N, S) -> true
        ;   throw(error(existence_error(memory_file,H), PI))
        )
    ;   throw(error(type_error(memory_file,H), PI))
    ).

% Requires that no stream is open on it.
free(H, N, Action, PI) :-
    stream_of(H, S, N, PI),
    (   S == [] -> true
    ;   throw(error(permission_error(Action,memory_file,H), PI))
    ).

%! open_memory_file(+Handle, +Mode, -Stream) is det.
%
%  Opens a memory file in `Mode`: `read`, `write`, `append`, `insert` or `update` at its beginning, or `insert(N)` or `update(N)` behind
%  its first `N` characters, where text is inserted or replaces as many characters. Written text becomes readable when
%  the stream is closed. Only one stream at a time can be open on a memory file. Otherwise throws a
%  permission error.
?- new_memory_file(H), open_memory_file(H, write, S), write(S, f('X')), write(S, '.'), close(S),
   open_memory_file(H, read, R), read(R, T), close(R), free_memory_file(H).
   H = ..., S = ..., R = ..., T = f(_A).
?- new_memory_file(H), open_memory_file(H, write, _), open_memory_file(H, read, _).
   error(permission_error(open,memory_file,...),open_memory_file/4).
open_memory_file(H, M, S) :- open_memory_file(H, M, S, []).

%! open_memory_file(+Handle, +Mode, -Stream, +Options) is det.
%
%  As open_memory_file/3. With the option `encoding(octet)`, the bytes of the text in UTF-8 are read. Other encodings and
%  `free_on_close(Boolean)` have no effect: the latter only concerns memory use, and the text consists of characters. Throws
%  a domain error for any other mode.
?- atom_to_memory_file('Hello world!', H), open_memory_file(H, insert(6), S), write(S, 'nice '), close(S),
   open_memory_file(H, update, T), write(T, 'J'), close(T), memory_file_to_atom(H, A).
   H = ..., S = ..., T = ..., A = 'Jello nice world!'.
?- atom_to_memory_file(é, H), open_memory_file(H, read, S, [encoding(octet)]), get_code(S, A), get_code(S, B).
   H = ..., S = ..., A = 195, B = 169.
?- atom_to_memory_file(abc, H), open_memory_file(H, append, S, [encoding(utf8)]), write(S, d), close(S),
   memory_file_to_atom(H, A).
   H = ..., S = ..., A = abcd.
?- atom_to_memory_file(abc, H), open_memory_file(H, sideways, S, []).
   error(domain_error(io_mode,sideways),open_memory_file/4).
open_memory_file(H, M, S, Options) :-
    PI = open_memory_file/4,
    must_be(list, Options),
    (   var(M) -> throw(error(instantiation_error, PI))
    ;   \+ callable(M) -> throw(error(type_error(atom,M), PI))
    ;   \+ M = read, \+ write_place(M, _, _) -> throw(error(domain_error(io_mode,M), PI))
    ;   nonvar(S) -> throw(error(uninstantiation_error(S), PI))
    ;   free(H, N, open, PI)
    ),
    (   M == read ->
        '$read_memory_file'(N, S),
        ( memberchk(encoding(octet), Options) -> set_stream(S, encoding(octet)) ; true )
    ;   ( M == write -> '$set_memory_file_text'(N, '') ; true ),
        write_place(M, Offset, Replaces),
        '$append_memory_file'(N, S, Offset, Replaces)
    ).

% write_place(Mode, Offset, Replaces): where a mode writes, -1 for the end.
write_place(write, -1, 0).
write_place(append, -1, 0).
write_place(insert, 0, 0).
write_place(update, 0, 1).
write_place(insert(N), N, 0) :- integer(N), N >= 0.
write_place(update(N), N, 1) :- integer(N), N >= 0.

%! atom_to_memory_file(+Atom, -Handle) is det.
%
%  Unifies `Handle` with a new memory file with the text of `Atom`.
?- atom_to_memory_file('p(1). p(2).', H), open_memory_file(H, read, S), read(S, A), read(S, B), close(S).
   H = ..., S = ..., A = p(1), B = p(2).
atom_to_memory_file(A, H) :-
    ( var(A) -> throw(error(instantiation_error, atom_to_memory_file/2)) ; true ),
    new_memory_file(H),
    H = '$memory_file'(N),
    '$set_memory_file_text'(N, A).

chars_of(H, Cs, PI) :- free(H, N, read, PI), '$memory_file_text'(N, Cs).

%! memory_file_to_atom(+Handle, -Atom) is det.
%
%  Unifies `Atom` with the text of a memory file. Throws an error while a stream writes to the file.
?- atom_to_memory_file(abc, H), memory_file_to_atom(H, A).
   H = ..., A = abc.
memory_file_to_atom(H, A) :- chars_of(H, Cs, memory_file_to_atom/2), atom_chars(A, Cs).

%! memory_file_to_atom(+Handle, -Atom, +Encoding) is det.
%
%  As memory_file_to_atom/2, for any encoding.
?- atom_to_memory_file(é, H), memory_file_to_atom(H, A, utf8).
   H = ..., A = é.
memory_file_to_atom(H, A, _) :- memory_file_to_atom(H, A).

%! memory_file_to_codes(+Handle, -Codes) is det.
%
%  Unifies `Codes` with the list of codes of the text of a memory file.
?- atom_to_memory_file(abc, H), memory_file_to_codes(H, Cs).
   H = ..., Cs = [97,98,99].
memory_file_to_codes(H, Codes) :-
    chars_of(H, Cs, memory_file_to_codes/2),
    atom_chars(A, Cs),
    atom_codes(A, Codes).

%! memory_file_to_codes(+Handle, -Codes, +Encoding) is det.
%
%  As memory_file_to_codes/2, for any encoding.
?- atom_to_memory_file(a, H), memory_file_to_codes(H, Cs, utf8).
   H = ..., Cs = [97].
memory_file_to_codes(H, Cs, _) :- memory_file_to_codes(H, Cs).

%! memory_file_to_string(+Handle, -Chars) is det.
%
%  Unifies `Chars` with the list of characters of the text of a memory file.
?- atom_to_memory_file(abc, H), memory_file_to_string(H, Cs).
   H = ..., Cs = "abc".
memory_file_to_string(H, Cs) :- chars_of(H, Cs, memory_file_to_string/2).

%! memory_file_to_string(+Handle, -Chars, +Encoding) is det.
%
%  As memory_file_to_string/2, for any encoding.
?- atom_to_memory_file(abc, H), memory_file_to_string(H, Cs, utf8).
   H = ..., Cs = "abc".
memory_file_to_string(H, Cs, _) :- memory_file_to_string(H, Cs).

%! size_memory_file(+Handle, -Size) is det.
%
%  Unifies `Size` with the number of characters.
?- atom_to_memory_file('né', H), size_memory_file(H, N).
   H = ..., N = 2.
size_memory_file(H, N) :- chars_of(H, Cs, size_memory_file/2), length(Cs, N).

%! size_memory_file(+Handle, -Size, +Encoding) is det.
%
%  As size_memory_file/2; if `Encoding` is `octet`, the number of bytes.
?- atom_to_memory_file('né', H), size_memory_file(H, N, octet).
   H = ..., N = 3.
size_memory_file(H, N, E) :-
    (   E == octet -> chars_of(H, Cs, size_memory_file/3), chars_utf8bytes(Cs, Bs), length(Bs, N)
    ;   size_memory_file(H, N)
    ).

%! utf8_position_memory_file(+Handle, -Here, -Size) is det.
%
%  Unifies `Size` with the number of bytes of the text in UTF-8, and `Here` with those that the stream has read that is open on it. Throws a
%  permission error if none is.
?- atom_to_memory_file(aéb, H), open_memory_file(H, read, S), get_char(S, _), get_char(S, _), utf8_position_memory_file(H, P, N), close(S).
   H = ..., S = ..., P = 3, N = 4.
utf8_position_memory_file(H, Here, Size) :-
    stream_of(H, S, N, utf8_position_memory_file/3),
    (   S == [] -> throw(error(permission_error(position,memory_file,H), utf8_position_memory_file/3))
    ;   byte_count(S, Here)
    ),
    '$memory_file_text'(N, Cs),
    chars_utf8bytes(Cs, Bs),
    length(Bs, Size).

%! memory_file_substring(+Handle, ?Before, ?Length, ?After, -Text) is nondet.
%
%  True if `Text` is a part of the text as a list of characters, at the position that `Before`,
%  `Length` and `After` give as in sub_atom/5.
?- atom_to_memory_file(abcdef, H), memory_file_substring(H, 2, 3, _, Cs).
   H = ..., Cs = "cde".
?- atom_to_memory_file(abcdef, H), memory_file_substring(H, B, L, A, cde).
   H = ..., B = 2, L = 3, A = 1.
memory_file_substring(H, B, L, A, Part) :-
    memory_file_to_atom(H, T),
    (   var(Part) ->
        sub_atom(T, B, L, A, P),
        atom_chars(P, Part)
    ;   '$text_to_atom'(Part, P),
        sub_atom(T, B, L, A, P)
    ).

%! memory_file_line_position(+Handle, ?Line, ?LinePos, ?Offset) is semidet.
%
%  True if `Offset` characters precede the one at position `LinePos`, counting from 0, of line
%  `Line`, counting from 1.
?- atom_to_memory_file('ab\ncd\n', H), memory_file_line_position(H, 2, 1, O).
   H = ..., O = 4.
?- atom_to_memory_file('ab\ncd\n', H), memory_file_line_position(H, L, P, 4).
   H = ..., L = 2, P = 1.
memory_file_line_position(H, L, P, O) :-
    chars_of(H, Cs, memory_file_line_position/4),
    (   integer(O) -> length(Before, O), append(Before, _, Cs), place(Before, 1, 0, L, P)
    ;   must_be(integer, L), must_be(integer, P), offset(Cs, L, P, 0, O)
    ), !.

place([], L, P, L, P).
place([C|Cs], L0, P0, L, P) :-
    (   C == '\n' -> L1 is L0+1, place(Cs, L1, 0, L, P)
    ;   P1 is P0+1, place(Cs, L0, P1, L, P)
    ).

offset(Cs, 1, P, O0, O) :- !,
    length(Before, P),
    append(Before, _, Cs),
    \+ memberchk('\n', Before),
    O is O0+P.
offset([C|Cs], L, P, O0, O) :-
    O1 is O0+1,
    ( C == '\n' -> L1 is L-1 ; L1 = L ),
    offset(Cs, L1, P, O1, O).

%! insert_memory_file(+Handle, +Offset, +Text) is det.
%
%  Inserts `Text` after the first `Offset` characters.
?- atom_to_memory_file(abef, H), insert_memory_file(H, 2, cd), memory_file_to_atom(H, A).
   H = ..., A = abcdef.
insert_memory_file(H, O, T) :-
    change(H, O, 0, T, insert_memory_file/3).

%! delete_memory_file(+Handle, +Offset, +Length) is det.
%
%  Removes `Length` characters after the first `Offset`.
?- atom_to_memory_file(abcdef, H), delete_memory_file(H, 1, 3), memory_file_to_atom(H, A).
   H = ..., A = aef.
delete_memory_file(H, O, L) :-
    change(H, O, L, '', delete_memory_file/3).

change(H, O, L, Text, PI) :-
    must_be(not_less_than_zero, O),
    must_be(not_less_than_zero, L),
    free(H, N, modify, PI),
    '$memory_file_text'(N, Cs),
    (   length(Before, O), append(Before, Cs1, Cs), length(Gone, L), append(Gone, After, Cs1) -> true
    ;   throw(error(domain_error(offset,O), PI))
    ),
    text_chars(Text, Middle),
    append(Middle, After, Cs2),
    append(Before, Cs2, New),
    '$set_memory_file_text'(N, New).

text_chars(T, Cs) :-
    (   T == [] -> Cs = []
    ;   atomic(T) -> atom_string_chars(T, Cs)
    ;   atom_chars(A, T), atom_chars(A, Cs)
    ).

atom_string_chars(T, Cs) :- ( number(T) -> number_chars(T, Cs) ; atom_chars(T, Cs) ).
