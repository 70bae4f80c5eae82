% Text predicates of SWI-Prolog, for text as lists of characters: a text result is such a list; a text
% argument is an atom, a number, a string, or a list of characters or codes. Those of the dialect `swi`,
% whose results are strings, are in `swi_text`.

:- module(strings, [
    string_chars/2, string_codes/2, string_to_atom/2, string_length/2, string_concat/3,
    atom_string/2, number_string/2, term_string/2, string_lower/2, string_upper/2,
    string_code/3, string_bytes/3, sub_string/5, split_string/4, text_to_string/2, text_concat/3,
    read_term_from_string/3, sformat/3, concat_atom/2, concat_atom/3, string/1,
    string_lines/2, indent_lines/3, indent_lines/4, dedent_lines/3, term_string/3,
    interpolate_string/4, string/4
]).

:- meta_predicate indent_lines(1,?,?,?), filtered(?,1,?,?), interpolate_string(:,?,?,?).

chars_of(T, Cs, Ctx) :-
    (   var(T) -> instantiation_error(Ctx)
    ;   T == [] -> Cs = []
    ;   atom(T) -> atom_chars(T, Cs)
    ;   number(T) -> number_chars(T, Cs)
    ;   '$string'(T) -> '$text_chars'(T, Cs)
    ;   '$all_characters'(T) -> Cs = T
    ;   T = [X|_], integer(X) -> atom_codes(A, T), atom_chars(A, Cs)
    ;   must_be(chars, T), Cs = T
    ).

%! string(@Term) is semidet.
%
%  True if `Term` is a string or a non-empty list of characters.
?- string("abc").
   true.
string(T) :-
    (   '$string'(T) -> true
    ;   is_list(T),
        T = [_|_],
        characters(T)
    ).

characters([]).
characters([C|Cs]) :- atom(C), atom_length(C, 1), characters(Cs).

%! string_chars(?Text, ?Chars) is det.
%
%  Converts between text and a list of characters.
?- string_chars(S, [a,b]).
   S = "ab".
string_chars(S, Cs) :-
    (   var(S) -> chars_of(Cs, S0, string_chars/2), S = S0
    ;   chars_of(S, Cs0, string_chars/2), Cs = Cs0
    ).

%! string_codes(?Text, ?Codes) is det.
%
%  Converts between text and a list of codes.
?- string_codes("ab", Cs).
   Cs = [97,98].
string_codes(S, Codes) :-
    (   var(S) -> chars_of(Codes, S0, string_codes/2), S = S0
    ;   chars_of(S, Cs, string_codes/2),
        atom_chars(A, Cs),
        atom_codes(A, Codes)
    ).

%! string_to_atom(?Text, ?Atom) is det.
%
%  Converts between text and an atom.
?- string_to_atom("ab", A).
   A = ab.
string_to_atom(S, A) :-
    (   var(S) -> chars_of(A, S0, string_to_atom/2), S = S0
    ;   chars_of(S, Cs, string_to_atom/2),
        atom_chars(A0, Cs),
        A = A0
    ).

%! atom_string(?Atom, ?Text) is det.
%
%  Converts between an atom and text.
?- atom_string(A, "ab").
   A = ab.
atom_string(A, S) :-
    (   var(A) -> chars_of(S, Cs, atom_string/2), atom_chars(A, Cs)
    ;   chars_of(A, S0, atom_string/2),
        S = S0
    ).

%! number_string(?Number, ?Text) is semidet.
%
%  Converts between a number and text. False if the text is not a number.
?- number_string(N, "42").
   N = 42.
number_string(N, S) :-
    (   var(S) -> must_be(number, N), number_chars(N, S0), S = S0
    ;   chars_of(S, Cs, number_string/2),
        catch(number_chars(N0, Cs), error(syntax_error(_),_), fail),
        N = N0
    ).

%! term_string(?Term, ?Text) is det.
%
%  Unifies `Text` with the text of `Term`, written with quotes. If `Term` is a variable, reads it
%  from `Text`.
?- term_string(T, "f(X,a)").
   T = f(_A,a).
term_string(T, S) :-
    (   var(S) -> '$term_text'(T, [quoted(true)], S0, []), S = S0
    ;   '$read_text'(S, T, [])
    ).

%! term_string(?Term, ?Text, +Options) is det.
%
%  As term_string/2, with the options of read_term/2 or write_term/2. Output is quoted by default.
?- term_string(T, "f(X)", [variable_names(Vs)]).
   T = f(_A), Vs = ['X'=_A].
?- term_string(a+'B', S, [quoted(false)]).
   S = "a+B".
term_string(T, S, Os) :-
    (   var(S) ->
        must_be(list, Os),
        ( memberchk(quoted(_), Os) -> Os1 = Os ; Os1 = [quoted(true)|Os] ),
        '$term_text'(T, Os1, S0, []),
        S = S0
    ;   '$read_text'(S, T, Os)
    ).

%! read_term_from_string(+Text, -Term, +Options) is det.
%
%  Reads `Term` from `Text` with the options of read_term/2.
?- read_term_from_string("a+b", T, []).
   T = a+b.
read_term_from_string(S, T, Os) :- '$read_text'(S, T, Os).

%! string_length(+Text, ?Length) is det.
%
%  Unifies `Length` with the number of characters.
?- string_length("abc", N).
   N = 3.
string_length(S, N) :- chars_of(S, Cs, string_length/2), length(Cs, N).

%! string_concat(?A, ?B, ?AB) is nondet.
%
%  True if `AB` is the concatenation of the texts `A` and `B`. Splits `AB` in all possible ways if
%  `A` and `B` are unknown.
%
%  It takes as long as `A` is, because texts are lists. A long text that grows piece by piece is better
%  made of the list of its pieces, by append/2, or by a grammar rule: that is linear.
?- string_concat("ab", c, S).
   S = "abc".
string_concat(A, B, AB) :-
    (   nonvar(A), nonvar(B) ->
        chars_of(A, As, string_concat/3),
        chars_of(B, Bs, string_concat/3),
        '$list_before'(As, Bs, ABs),
        (   var(AB) -> AB = ABs
        ;   chars_of(AB, ABs, string_concat/3)
        )
    ;   chars_of(AB, ABs, string_concat/3),
        ( nonvar(A) -> chars_of(A, As, string_concat/3) ; As = A ),
        ( nonvar(B) -> chars_of(B, Bs, string_concat/3) ; Bs = B ),
        append(As, Bs, ABs)
    ).

%! text_concat(?A, ?B, ?AB) is nondet.
%
%  As atom_concat/3; numbers are also accepted.
?- text_concat(abc, 1, T).
   T = abc1.
text_concat(A, B, AB) :-
    (   nonvar(A), nonvar(B) -> concat_atom([A,B], AB)
    ;   atom_concat(A, B, AB)
    ).

%! text_to_string(+Text, -Chars) is det.
%
%  Unifies `Chars` with the characters of `Text`.
?- text_to_string(abc, S).
   S = "abc".
text_to_string(T, S) :- chars_of(T, S0, text_to_string/2), S = S0.

%! string_lower(+Text, -Lower) is det.
%
%  Unifies `Lower` with `Text` in lower case.
?- string_lower("ABc", S).
   S = "abc".
string_lower(T, S) :-
    chars_of(T, Cs, string_lower/2),
    atom_chars(A, Cs),
    downcase_atom(A, L),
    atom_chars(L, S).

%! string_upper(+Text, -Upper) is det.
%
%  Unifies `Upper` with `Text` in upper case.
?- string_upper("ABc", S).
   S = "ABC".
string_upper(T, S) :-
    chars_of(T, Cs, string_upper/2),
    atom_chars(A, Cs),
    upcase_atom(A, U),
    atom_chars(U, S).

%! string_bytes(?Text, ?Bytes, +Encoding) is det.
%
%  Converts between text and the list of the bytes of its encoding: `utf8`, `utf16be`, `utf16le`,
%  `iso_latin_1`, `octet` or `ascii`. Throws a representation error if the encoding cannot represent
%  a character.
?- string_bytes("aé", Bs, utf8).
   Bs = [97,195,169].
?- string_bytes(S, [0,97,0,233], utf16be).
   S = "aé".
?- string_bytes("€", Bs, iso_latin_1).
   error(representation_error(encoding),string_bytes/3).
string_bytes(T, Bs, Enc) :-
    must_be(atom, Enc),
    (   nonvar(T) -> chars_of(T, Cs, string_bytes/3), encoded_bytes(Enc, Cs, Bs)
    ;   must_be(list(between(0,255)), Bs),
        decoded_bytes(Enc, Bs, Cs),
        T = Cs
    ).

encoded_bytes(utf8, Cs, Bs) :- !, chars_utf8bytes(Cs, Bs).
encoded_bytes(utf16be, Cs, Bs) :- !, units(Cs, Us), unit_bytes(Us, be, Bs).
encoded_bytes(utf16le, Cs, Bs) :- !, units(Cs, Us), unit_bytes(Us, le, Bs).
encoded_bytes(Enc, Cs, Bs) :-
    greatest_code(Enc, Max),
    codes_below(Cs, Max, Bs).

decoded_bytes(utf8, Bs, Cs) :- !, chars_utf8bytes(Cs, Bs).
decoded_bytes(utf16be, Bs, Cs) :- !, bytes_units(Bs, be, Us), units_chars(Us, Cs).
decoded_bytes(utf16le, Bs, Cs) :- !, bytes_units(Bs, le, Us), units_chars(Us, Cs).
decoded_bytes(Enc, Bs, Cs) :-
    greatest_code(Enc, _),
    codes_below(Cs, 255, Bs).

greatest_code(Enc, Max) :-
    (   memberchk(Enc-Max0, [iso_latin_1-255,octet-255,ascii-127]) -> Max = Max0
    ;   domain_error(encoding, Enc, string_bytes/3)
    ).

codes_below([], _, []).
codes_below([C|Cs], Max, [B|Bs]) :-
    char_code(C, B),
    ( B =< Max -> true ; throw(error(representation_error(encoding), string_bytes/3)) ),
    codes_below(Cs, Max, Bs).

% Characters beyond the basic multilingual plane are two units.
units([], []).
units([C|Cs], Us) :-
    char_code(C, K),
    (   K < 0x10000 -> Us = [K|Us1]
    ;   H is 0xd7c0+(K>>10),
        L is 0xdc00+(K/\0x3ff),
        Us = [H,L|Us1]
    ),
    units(Cs, Us1).

units_chars([], []).
units_chars([U|Us], [C|Cs]) :-
    (   U >= 0xd800, U =< 0xdbff, Us = [L|Us1] -> K is ((U-0xd7c0)<<10)+L-0xdc00
    ;   K = U,
        Us1 = Us
    ),
    char_code(C, K),
    units_chars(Us1, Cs).

unit_bytes([], _, []).
unit_bytes([U|Us], Order, [A,B|Bs]) :-
    High is U>>8,
    Low is U/\255,
    ordered(Order, High, Low, A, B),
    unit_bytes(Us, Order, Bs).

bytes_units([], _, []).
bytes_units([A|Bs0], Order, [U|Us]) :-
    (   Bs0 = [B|Bs] -> true
    ;   throw(error(syntax_error(incomplete_multibyte_sequence), string_bytes/3))
    ),
    ordered(Order, High, Low, A, B),
    U is (High<<8)+Low,
    bytes_units(Bs, Order, Us).

ordered(be, High, Low, High, Low).
ordered(le, High, Low, Low, High).

%! string_code(+Index, +Text, -Code) is semidet.
%
%  Unifies `Code` with the code of character number `Index`, counting from 1. False if there is no
%  such character.
?- string_code(1, "abc", C).
   C = 97.
string_code(I, T, Code) :-
    must_be(not_less_than_zero, I),
    chars_of(T, Cs, string_code/3),
    nth1(I, Cs, C),
    char_code(C, Code).

%! sub_string(+Text, ?Before, ?Length, ?After, ?Sub) is nondet.
%
%  As sub_atom/5, for text.
?- sub_string("abc", 1, 1, A, S).
   A = 1, S = "b".
sub_string(T, B, L, A, S) :-
    chars_of(T, Cs, sub_string/5),
    atom_chars(Atom, Cs),
    (   var(S) ->
        sub_atom(Atom, B, L, A, Sub),
        atom_chars(Sub, S0),
        S = S0
    ;   chars_of(S, Ss, sub_string/5),
        atom_chars(Sub, Ss),
        sub_atom(Atom, B, L, A, Sub)
    ).

%! split_string(+Text, +Separators, +Pad, -Fields) is det.
%
%  Splits `Text` at each character of `Separators`, and removes characters of `Pad` from both ends
%  of `Text` and of the fields. After a separator that is padding, too, further padding is passed over, so
%  that adjacent separators act as one.
?- split_string("a, b,c", ",", " ", Fs).
   Fs = ["a","b","c"].
?- split_string("  a b ", "", " ", Fs).
   Fs = ["a b"].
?- split_string("/home//jan///nice/path", "/", "", Fs).
   Fs = [[],"home",[],"jan",[],[],"nice","path"].
?- split_string("//a//b//", "/", "/", Fs).
   Fs = ["a","b"].
?- split_string(";;,;;", ",", ";", Fs), split_string("a, ", ",", " ", Gs).
   Fs = [[],[]], Gs = ["a",[]].
?- split_string("a , , b", " ,", " ", Fs), split_string("  ", " ", " ", Gs).
   Fs = ["a",[],[],[],[],"b"], Gs = [[]].
split_string(T, Seps0, Pad0, Fields) :-
    chars_of(T, Cs0, split_string/4),
    chars_of(Seps0, Seps, split_string/4),
    chars_of(Pad0, Pad, split_string/4),
    strip_ends(Cs0, Pad, Cs),
    fields(Cs, Seps, Pad, Fields0),
    Fields = Fields0.

strip_ends(Cs0, [], Cs) :- !, Cs = Cs0.
strip_ends(Cs0, Pad, Cs) :-
    strip(Cs0, Pad, Cs1),
    strip_end(Cs1, Pad, Cs).

strip_end(Cs0, [], Cs) :- !, Cs = Cs0.
strip_end(Cs0, Pad, Cs) :-
    reverse(Cs0, Rs0),
    strip(Rs0, Pad, Rs),
    reverse(Rs, Cs).

fields(Cs0, Seps, Pad, [F|Fs]) :-
    field(Cs0, Seps, F0, Rest),
    strip_ends(F0, Pad, F),
    fields_(Rest, Seps, Pad, Fs).

fields_(end, _, _, []).
fields_(after(C,Cs0), Seps, Pad, Fs) :-
    (   memberchk(C, Pad) -> strip(Cs0, Pad, Cs)
    ;   Cs = Cs0
    ),
    fields(Cs, Seps, Pad, Fs).

field([], _, [], end).
field([C|Cs], Seps, F, Rest) :-
    (   memberchk(C, Seps) -> F = [], Rest = after(C,Cs)
    ;   F = [C|F1],
        field(Cs, Seps, F1, Rest)
    ).

strip([C|Cs], Pad, Rest) :- memberchk(C, Pad), !, strip(Cs, Pad, Rest).
strip(Cs, _, Cs).

%! sformat(-Text, +Format, +Args) is det.
%
%  Unifies `Text` with the text that format/2 writes.
?- sformat(S, "~w", [a]).
   S = "a".
sformat(S, F, As) :- format(chars(S), F, As).

%! concat_atom(+Atomics, -Atom) is det.
%
%  Unifies `Atom` with the concatenation of the texts of `Atomics`.
?- concat_atom([a,1], A).
   A = a1.
concat_atom(Xs, A) :- atomic_list_concat(Xs, A).

%! concat_atom(?Atomics, +Separator, ?Atom) is det.
%
%  As atomic_list_concat/3.
?- concat_atom([a,b], '/', A).
   A = 'a/b'.
concat_atom(Xs, Sep, A) :- atomic_list_concat(Xs, Sep, A).

%! string_lines(?Text, ?Lines) is det.
%
%  Converts between text and the list of its lines, without line ends.
?- string_lines("ab\nc\n", Ls).
   Ls = ["ab","c"].
?- string_lines(S, ["ab","c"]).
   S = "ab\nc\n".
string_lines(T, Ls) :-
    (   nonvar(T) ->
        split_string(T, "\n", "", Fs),
        ( append(Ls, [[]], Fs) -> true ; Ls = Fs )
    ;   must_be(list, Ls),
        ended(Ls, Es),
        append(Es, T)
    ).

ended([], []).
ended([L|Ls], [E|Es]) :- chars_of(L, Cs, string_lines/2), append(Cs, "\n", E), ended(Ls, Es).

atoms_of([], []).
atoms_of([L|Ls], [A|As]) :- chars_of(L, Cs, string_lines/2), atom_chars(A, Cs), atoms_of(Ls, As).

%! indent_lines(+Prefix, +Text, -Indented) is det.
%
%  Unifies `Indented` with `Text` in which each line that is not blank is preceded by `Prefix`.
?- indent_lines("  ", "a\nb", S).
   S = "  a\n  b".
indent_lines(Prefix, T, S) :-
    chars_of(Prefix, Ps, indent_lines/3),
    split_string(T, "\n", "", Ls0),
    indented(Ls0, Ps, Ls),
    atoms_of(Ls, As),
    atomic_list_concat(As, '\n', A),
    atom_chars(A, S).

indented([], _, []).
indented([L0|Ls0], Ps, [L|Ls]) :- ( blank(L0) -> L = L0 ; append(Ps, L0, L) ), indented(Ls0, Ps, Ls).

%! indent_lines(:Filter, +Prefix, +Text, -Indented) is det.
%
%  As indent_lines/3, for the lines for which `call(Filter, Line)` is true.
?- indent_lines([_]>>true, "> ", "a\n\nb", S).
   S = "> a\n> \n> b".
?- indent_lines([_]>>true, "> ", "a\n", S).
   S = "> a\n".
indent_lines(Filter, Prefix, T, S) :-
    chars_of(Prefix, Ps, indent_lines/4),
    split_string(T, "\n", "", Ls0),
    filtered(Ls0, Filter, Ps, Ls),
    atoms_of(Ls, As),
    atomic_list_concat(As, '\n', A),
    atom_chars(A, S).

% The empty text after the last line end is no line.
filtered([[]], _, _, [[]]) :- !.
filtered([L0|Ls0], Filter, Ps, [L|Ls]) :-
    (   call(Filter, L0) -> append(Ps, L0, L)
    ;   L = L0
    ),
    ( Ls0 == [] -> Ls = [] ; filtered(Ls0, Filter, Ps, Ls) ).

%! dedent_lines(+Text, -Dedented, +Options) is det.
%
%  Unifies `Dedented` with `Text` without the white space that is common to the start of all lines that are not blank.
%  Options are `chars(Text)`, the characters to remove instead of spaces and tabs, and `tab(N)`: a tab is as wide as
%  the spaces up to the next column that is a multiple of `N`.
?- dedent_lines("  a\n   b", S, []).
   S = "a\n b".
?- dedent_lines("  a\n\tb", S, []).
   S = "  a\n\tb".
?- dedent_lines("\ta\n      b", S, [tab(4)]).
   S = "a\n  b".
?- dedent_lines(" | a\n | b", S, [chars(" |")]).
   S = "a\nb".
dedent_lines(T, S, Os) :-
    must_be(list, Os),
    option(tab(Tab), Os, 0),
    must_be(nonneg, Tab),
    option(chars(Pad0), Os, " \t"),
    chars_of(Pad0, Pad, dedent_lines/3),
    split_string(T, "\n", "", Ls0),
    findall(P, ( member(L, Ls0), margin(L, Pad, P) ), Margins),
    (   Margins == [] -> emptied(Ls0, Ls)
    ;   Tab =:= 0 ->
        Margins = [P0|Ps],
        foldl(shared, Ps, P0, Common),
        length(Common, M),
        dedented(Ls0, M, Ls)
    ;   findall(W, ( member(P, Margins), columns(P, Tab, 0, W) ), Ws),
        min_list(Ws, W0),
        narrowed(Ls0, W0, Tab, Ls)
    ),
    atoms_of(Ls, As),
    atomic_list_concat(As, '\n', A),
    atom_chars(A, S).

% The characters to remove before the first other character, if there is one.
margin([C|Cs], Pad, P) :-
    (   memberchk(C, Pad) -> P = [C|P1], margin(Cs, Pad, P1)
    ;   P = []
    ).

emptied([], []).
emptied([_|Ls0], [[]|Ls]) :- emptied(Ls0, Ls).

columns([], _, W, W).
columns([C|Cs], Tab, W0, W) :- next_column(C, Tab, W0, W1), columns(Cs, Tab, W1, W).

next_column(C, Tab, W0, W) :- ( C == '\t' -> W is (W0//Tab+1)*Tab ; W is W0+1 ).

narrowed([], _, _, []).
narrowed([L0|Ls0], W, Tab, [L|Ls]) :- without_columns(L0, 0, W, Tab, L), narrowed(Ls0, W, Tab, Ls).

% A tab that is removed in part leaves spaces.
without_columns(Cs, W0, W, Tab, L) :-
    (   W0 >= W -> N is W0-W, length(Ss, N), all_spaces(Ss), append(Ss, Cs, L)
    ;   Cs = [C|Cs1] -> next_column(C, Tab, W0, W1), without_columns(Cs1, W1, W, Tab, L)
    ;   L = []
    ).

all_spaces([]).
all_spaces([' '|Ss]) :- all_spaces(Ss).

shared(P, Q, R) :-
    (   P = [C|P1], Q = [C|Q1] -> R = [C|R1], shared(P1, Q1, R1)
    ;   R = []
    ).

blank([]).
blank([C|Cs]) :- char_type(C, whitespace), blank(Cs).

dedented([], _, []).
dedented([L0|Ls0], M, [L|Ls]) :-
    ( length(P, M), append(P, L, L0) -> true ; L = [] ),
    dedented(Ls0, M, Ls).

%! interpolate_string(:Text, -String, +Map, +Options) is semidet.
%
%  Unifies `String` with the string of `Text`, in which `{Name}` is replaced by the value that the list `Map` of
%  `Name=Value` has for the name of a variable, and `{Name,Default}` by the text `Default` if there is none. With the
%  option `goals(true)`, `{@Goal}` is replaced by what the goal writes. Throws an existence error for a name without
%  value.
?- interpolate_string("Dear {Name}, {N,no} {x}", S, ['Name'=ann], []).
   S = "Dear ann, no {x}".
?- interpolate_string("{@write(1)}", S, [], [goals(true)]).
   S = "1".
?- interpolate_string("{X}", S, [], []).
   error(existence_error(template_var,'X'),interpolate_string/4).
interpolate_string(MText, S, Map, Os) :-
    strip_module(MText, M, Text),
    must_be(list, Map),
    must_be(list, Os),
    option(goals(Goals), Os, false),
    chars_of(Text, Cs, interpolate_string/4),
    interpolated(Cs, Goals, M, Map, Parts),
    atomic_list_concat(Parts, A),
    '$text_string'(A, S0),
    S = S0.

interpolated([], _, _, _, []).
interpolated([C|Cs], Goals, M, Map, [Part|Parts]) :-
    (   C == '{', template(Cs, Goals, Template, Cs1) ->
        value(Template, M, Map, Part),
        interpolated(Cs1, Goals, M, Map, Parts)
    ;   Part = C,
        interpolated(Cs, Goals, M, Map, Parts)
    ).

template(['@'|Cs], true, goal(Text), Rest) :- !, up_to_brace(Cs, Text, Rest).
template([C|Cs], _, Template, Rest) :-
    ( C == '_' -> true ; char_type(C, upper(_)) ),
    name_chars(Cs, Ns, Cs1),
    atom_chars(Name, [C|Ns]),
    (   Cs1 = ['}'|Rest] -> Template = value(Name)
    ;   Cs1 = [','|Cs2],
        up_to_brace(Cs2, Default, Rest),
        Template = value(Name, Default)
    ).

name_chars([C|Cs], [C|Ns], Rest) :- char_type(C, csym), !, name_chars(Cs, Ns, Rest).
name_chars(Cs, [], Cs).

up_to_brace([C|Cs], Text, Rest) :-
    (   C == '}' -> Text = [], Rest = Cs
    ;   Text = [C|Text1],
        up_to_brace(Cs, Text1, Rest)
    ).

value(goal(Text), M, _, Part) :-
    read_term_from_atom(Text, G, []),
    with_output_to(atom(Part), M:G).
value(value(Name), _, Map, Part) :-
    (   memberchk(Name=V, Map) -> format(atom(Part), "~w", [V])
    ;   existence_error(template_var, Name, interpolate_string/4)
    ).
value(value(Name,Default), _, Map, Part) :-
    (   memberchk(Name=V, Map) -> format(atom(Part), "~w", [V])
    ;   atom_chars(Part, Default)
    ).

%! string(+Quotation, +Variables, +Names, -Result) is det.
%
%  Parses the quasi-quotation `{|string(X,...)||Text|}` of the dialect `swi`. After a line end that begins it, the text is the lines
%  that follow: each without the white space and the `| ` in front of it if all have one, otherwise as dedent_lines/3 makes them. With
%  variables, the value is computed when the goal is called that has the quotation: as by interpolate_string/4 with these variables.
?- string('$quasi_quotation'("ab"), [], [], S).
   S = "ab".
?- string('$quasi_quotation'("\n  | a\n  |   b\n  "), [], [], S).
   S = "a\n  b\n".
?- string('$quasi_quotation'("\n  a\n   b"), [], [], S).
   S = "a\n b".
?- string('$quasi_quotation'("{X}"), [X], ['X'=X], R).
   R = '$dot'('dict{}'(strings),interpolated_quotation("{X}",['X'=X])).
string('$quasi_quotation'(Text), Vs, Names, Result) :-
    chars_of(Text, Cs, string/4),
    (   append(Blanks, ['\n'|Cs1], Cs), blank(Blanks) -> without_margin(Cs1, Cs2)
    ;   Cs2 = Cs
    ),
    atom_chars(A, Cs2),
    '$text_string'(A, S),
    (   Vs == [] -> Result = S
    ;   named_variables(Names, Vs, Map),
        Result = '$dot'('dict{}'(strings), interpolated_quotation(S, Map))
    ).

without_margin(Cs0, Cs) :-
    split_string(Cs0, "\n", "", Ls0),
    (   barred(Ls0, Ls) ->
        atoms_of(Ls, As),
        atomic_list_concat(As, '\n', A),
        atom_chars(A, Cs)
    ;   dedent_lines(Cs0, Cs, [tab(8)])
    ).

% In front of the `|}` that ends the quotation there may be blanks alone.
barred([L], [[]]) :- blank(L), !.
barred([], []).
barred([L0|Ls0], [L|Ls]) :-
    append(Blanks, ['|'|L1], L0),
    blank(Blanks),
    !,
    ( L1 = [' '|L] -> true ; L = L1 ),
    barred(Ls0, Ls).

named_variables([], _, []).
named_variables([N=V|Ns], Vs, Map) :-
    (   '$element'(Vs, W), W == V -> Map = [N=V|Map1]
    ;   Map = Map1
    ),
    named_variables(Ns, Vs, Map1).

% The value of the quotation, as that of a function of the dict `strings{}`.
interpolated_quotation(Text, Map, _, S) :- interpolate_string(Text, S, Map, []).
