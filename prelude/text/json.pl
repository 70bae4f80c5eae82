% JSON (RFC 8259): a grammar that parses and generates, and terms with the interface of
% library(http/json).

:- module(json, [
    json_chars//1,
    json_read/2, json_read/3, json_write/2, json_write/3, atom_json_term/3, is_json_term/1, is_json_term/2
]).

%! json_chars(?Value)// is det.
%
%  Describes the text of a JSON value with optional white space around it. `Value` is
%  `pairs([string(Key)-Value,...])`, `list(Values)`, `string(Chars)`, `number(N)`, `boolean(true)`,
%  `boolean(false)` or `null`. Parses text that is instantiated, otherwise generates the text of
%  `Value`, which must be ground.
?- phrase(json_chars(J), "{\"a\": [1, 2.5e1, \"x\\n\", true, null]}").
   J = pairs([string("a")-list([number(1),number(25.0),string("x\n"),boolean(true),null])]).
?- phrase(json_chars(pairs([string("a")-list([])])), Cs).
   Cs = "{\"a\":[]}".
?- phrase(json_chars(J), "[1 2]").
   false.
json_chars(J, Cs0, Cs) :-
    (   nonvar(Cs0) ->
        catch(text(J0, Cs0, Cs1), json_fault(_,_), fail),
        J = J0,
        Cs = Cs1
    ;   ground(J) -> written(J, Cs0, Cs)
    ;   instantiation_error(json_chars//1)
    ).

%% Parsing

% A syntax error is thrown as `json_fault(What, Rest)`, where `Rest` is the remaining text.
text(J) --> ws, value(J), ws.

ws([C|Cs0], Cs) :- nonvar(C), blank(C), !, ws(Cs0, Cs).
ws(Cs, Cs).

blank(' ').
blank('\t').
blank('\n').
blank('\r').

value(J, Cs0, Cs) :-
    (   Cs0 = [C|Cs1] ->
        (   begins(C, What) -> value(What, C, Cs0, Cs1, Cs, J)
        ;   fault(illegal_json, Cs0)
        )
    ;   fault(unexpected_end_of_file, Cs0)
    ).

begins('{', object).
begins('[', array).
begins('"', string).
begins(t, word).
begins(f, word).
begins(n, word).
begins(-, number).
begins(D, number) :- digit(D).

value(object, _, _, Cs1, Cs, pairs(Ps)) :- ws(Cs1, Cs2), first_member(Ps, Cs2, Cs).
value(array, _, _, Cs1, Cs, list(Vs)) :- ws(Cs1, Cs2), first_element(Vs, Cs2, Cs).
value(string, _, _, Cs1, Cs, string(S)) :- characters(S, Cs1, Cs).
value(number, _, Cs0, _, Cs, number(N)) :- number(N, Cs0, Cs).
value(word, C, Cs0, _, Cs, J) :-
    word(C, Word, J),
    (   append(Word, Cs, Cs0) -> true
    ;   atom_chars(A, Word),
        fault(json_expected(A), Cs0)
    ).

word(t, "true", boolean(true)).
word(f, "false", boolean(false)).
word(n, "null", null).

first_member(Ps, ['}'|Cs], Cs) :- !, Ps = [].
first_member([P|Ps], Cs0, Cs) :- member(P, Cs0, Cs1), members(Ps, Cs1, Cs).

member(string(K)-V) -->
    ws,
    expect('"', illegal_object),
    characters(K),
    ws,
    expect(:, illegal_object),
    ws,
    value(V),
    ws.

members(Ps, [','|Cs0], Cs) :- !, Ps = [P|Ps1], member(P, Cs0, Cs1), members(Ps1, Cs1, Cs).
members([], Cs0, Cs) :- expect('}', illegal_object, Cs0, Cs).

first_element(Vs, [']'|Cs], Cs) :- !, Vs = [].
first_element([V|Vs], Cs0, Cs) :- value(V, Cs0, Cs1), ws(Cs1, Cs2), elements(Vs, Cs2, Cs).

elements(Vs, [','|Cs0], Cs) :- !, Vs = [V|Vs1], text(V, Cs0, Cs1), elements(Vs1, Cs1, Cs).
elements([], Cs0, Cs) :- expect(']', illegal_array, Cs0, Cs).

expect(C, What, Cs0, Cs) :-
    (   Cs0 = [D|Cs1], D == C -> Cs = Cs1
    ;   fault(What, Cs0)
    ).

fault(What, Cs) :- ( Cs == [] -> throw(json_fault(unexpected_end_of_file, Cs)) ; throw(json_fault(What, Cs)) ).

% After the opening quote.
characters(S, Cs0, Cs) :-
    (   Cs0 = [C|Cs1] -> characters(C, Cs0, Cs1, S, Cs)
    ;   fault(illegal_string, Cs0)
    ).

characters('"', _, Cs, S, Cs) :- !, S = [].
characters(\, Cs0, [E|Cs1], [C|S], Cs) :- !,
    (   escape(E, C) -> characters(S, Cs1, Cs)
    ;   E == u, unit(U, Cs1, Cs2) -> code_point(U, C, Cs2, Cs3, Cs0), characters(S, Cs3, Cs)
    ;   fault(illegal_string, Cs0)
    ).
characters(C, Cs0, Cs1, [C|S], Cs) :-
    char_code(C, K),
    (   K >= 32, C \== (\) -> characters(S, Cs1, Cs)
    ;   fault(illegal_string, Cs0)
    ).

escape('"', '"').
escape(\, \).
escape(/, /).
escape(b, '\b').
escape(f, '\f').
escape(n, '\n').
escape(r, '\r').
escape(t, '\t').

unit(U) --> [A,B,C,D], { hex(A, I), hex(B, J), hex(C, K), hex(D, L), U is ((I*16+J)*16+K)*16+L }.

hex(C, V) :- char_type(C, xdigit(V)).

% Characters beyond the basic multilingual plane are two units; half of such a pair is not a
% character.
code_point(U, C, Cs0, Cs, From) :-
    (   U >= 0xd800, U =< 0xdbff ->
        (   Cs0 = [\,u|Cs1], unit(L, Cs1, Cs), L >= 0xdc00, L =< 0xdfff ->
            K is 0x10000+((U-0xd800)<<10)+L-0xdc00
        ;   fault(illegal_string, From)
        )
    ;   U >= 0xdc00, U =< 0xdfff -> fault(illegal_string, From)
    ;   K = U,
        Cs = Cs0
    ),
    char_code(C, K).

digit(D) :- D @>= '0', D @=< '9', atom_length(D, 1).

number(N, Cs0, Cs) :-
    sign(Cs0, Cs1, Ds0, Ds1),
    (   whole(Cs1, Cs2, Ds1, Ds2) -> true
    ;   fault(illegal_number, Cs1)
    ),
    fraction(Cs2, Cs3, Ds2, Ds3, Point),
    exponent(Cs3, Cs, Ds3, [], Point),
    number_chars(N, Ds0).

sign([-|Cs], Cs, [-|Ds], Ds) :- !.
sign(Cs, Cs, Ds, Ds).

whole(['0'|Cs], Cs, ['0'|Ds], Ds) :- !.
whole([D|Cs0], Cs, [D|Ds0], Ds) :- digit(D), digits(Cs0, Cs, Ds0, Ds).

digits([D|Cs0], Cs, Ds0, Ds) :- nonvar(D), digit(D), !, Ds0 = [D|Ds1], digits(Cs0, Cs, Ds1, Ds).
digits(Cs, Cs, Ds, Ds).

fraction(['.'|Cs0], Cs, ['.'|Ds0], Ds, point) :- !, some_digits(Cs0, Cs, Ds0, Ds).
fraction(Cs, Cs, Ds, Ds, none).

exponent([E|Cs0], Cs, Ds0, Ds, Point) :- nonvar(E), ( E == e ; E == 'E' ), !,
    ( Point == point -> Ds0 = [e|Ds1] ; Ds0 = ['.','0',e|Ds1] ),
    (   Cs0 = [S|Cs1], ( S == (+) ; S == (-) ) -> Ds1 = [S|Ds2]
    ;   Cs1 = Cs0,
        Ds2 = Ds1
    ),
    some_digits(Cs1, Cs, Ds2, Ds).
exponent(Cs, Cs, Ds, Ds, _).

some_digits([D|Cs0], Cs, [D|Ds0], Ds) :- nonvar(D), digit(D), !, digits(Cs0, Cs, Ds0, Ds).
some_digits(Cs, _, _, _) :- fault(illegal_number, Cs).

%% Writing

written(pairs(Ps)) --> "{", pairs(Ps), "}".
written(list(Vs)) --> "[", list(Vs), "]".
written(string(S)) --> quoted(S).
written(number(N)) --> { must_be(number, N), json_number(N, Cs) }, seq(Cs).
written(boolean(B)) --> { must_be(boolean, B), atom_chars(B, Cs) }, seq(Cs).
written(null) --> "null".

pairs([]) --> [].
pairs([string(K)-V|Ps]) --> quoted(K), ":", written(V), more_pairs(Ps).

more_pairs([]) --> [].
more_pairs([P|Ps]) --> ",", pairs([P|Ps]).

list([]) --> [].
list([V|Vs]) --> written(V), more_values(Vs).

more_values([]) --> [].
more_values([V|Vs]) --> ",", list([V|Vs]).

quoted(S) --> "\"", escaped(S), "\"".

escaped([]) --> [].
escaped([C|Cs]) --> escaped_char(C), escaped(Cs).

escaped_char(C) -->
    { char_code(C, K) },
    (   { C == '"' ; C == (\) } -> [\,C]
    ;   { K >= 32, K =\= 127 } -> [C]
    ;   { escape(E, C) } -> [\,E]
    ;   format_("\\u~|~`0t~16r~4+", [K])
    ).

json_number(N, Cs) :-
    (   integer(N) -> number_chars(N, Cs)
    ;   X is float(N),
        number_chars(X, Cs)
    ).

%% Terms with the interface of library(http/json)

%! json_read(+Stream, -Term) is det.
%
%  As json_read/3, without options.
?- json_read(nowhere, T).
   error(existence_error(stream,nowhere),peek_char/2).
json_read(S, T) :- json_read(S, T, []).

%! json_read(+Stream, -Term, +Options) is det.
%
%  Reads one value and no further text. An object is `json([Key=Value,...])` with atoms as keys, an
%  array is a list, a string is an atom, and `true`, `false`, `null` are `@(true)`, `@(false)`,
%  `@(null)`. The options `null(T)`, `true(T)` and `false(T)` set other terms for these;
%  `value_string_as_atom(false)` gives strings as lists of characters; `end_of_file(T)` sets a
%  result at the end of the stream, which is an error otherwise.
?- json_read(nowhere, T, []).
   error(existence_error(stream,nowhere),peek_char/2).
json_read(S, T, Os) :-
    must_be(list, Os),
    skip_blanks(S, C),
    stream_place(S, Place),
    (   C == end_of_file, option(end_of_file(E), Os, error), E \== error -> T = E
    ;   value_text(C, S, Cs, []),
        parsed(Cs, J, Place),
        json_term(J, Os, T0),
        T = T0
    ).

stream_place(S0, place(S0,Line,Column)) :-
    (   atom(S0), '$named_stream'(S0, S1) -> S = S1
    ;   S = S0
    ),
    (   stream_property(S, line_count(Line)), stream_property(S, line_position(Column)) -> true
    ;   Line = 1, Column = 0
    ).

skip_blanks(S, C) :-
    peek_char(S, C0),
    (   blank(C0) -> get_char(S, _), skip_blanks(S, C)
    ;   C = C0
    ).

% The characters of the next value, delimited by brackets and quotes.
value_text(C, S, Cs0, Cs) :-
    (   C == end_of_file -> Cs0 = Cs
    ;   ( C == '{' ; C == '[' ) -> take(S, Cs0, Cs1), nested(1, S, Cs1, Cs)
    ;   C == '"' -> take(S, Cs0, Cs1), string_text(S, Cs1, Cs)
    ;   scalar_text(S, Cs0, Cs)
    ).

take(S, [C|Cs], Cs) :- get_char(S, C).

nested(N, S, Cs0, Cs) :-
    (   N =:= 0 -> Cs0 = Cs
    ;   get_char(S, C),
        (   C == end_of_file -> Cs0 = Cs
        ;   Cs0 = [C|Cs1],
            (   ( C == '{' ; C == '[' ) -> N1 is N+1, nested(N1, S, Cs1, Cs)
            ;   ( C == '}' ; C == ']' ) -> N1 is N-1, nested(N1, S, Cs1, Cs)
            ;   C == '"' -> string_text(S, Cs1, Cs2), nested(N, S, Cs2, Cs)
            ;   nested(N, S, Cs1, Cs)
            )
        )
    ).

string_text(S, Cs0, Cs) :-
    get_char(S, C),
    (   C == end_of_file -> Cs0 = Cs
    ;   Cs0 = [C|Cs1],
        (   C == '"' -> Cs1 = Cs
        ;   C == (\) -> take(S, Cs1, Cs2), string_text(S, Cs2, Cs)
        ;   string_text(S, Cs1, Cs)
        )
    ).

scalar_text(S, Cs0, Cs) :-
    peek_char(S, C),
    (   ( C == end_of_file ; blank(C) ; memberchk(C, [',',']','}',:]) ) -> Cs0 = Cs
    ;   take(S, Cs0, Cs1),
        scalar_text(S, Cs1, Cs)
    ).

parsed(Cs, J, Place) :-
    catch(whole_text(J, Cs), json_fault(What,Rest), misread(What, Rest, Cs, Place)).

whole_text(J, Cs) :-
    text(J, Cs, Rest),
    (   Rest == [] -> true
    ;   fault(illegal_json, Rest)
    ).

misread(What, Rest, Cs, Place) :-
    length(Cs, L),
    length(Rest, LR),
    N is L-LR,
    length(Before, N),
    append(Before, _, Cs), !,
    where(Place, Before, Context),
    throw(error(syntax_error(json(What)), Context)).

where(text, Before, json_text(Line,Column)) :- advanced(Before, 1, 0, Line, Column).
where(place(S,L0,C0), Before, stream(S,Line,Column)) :- advanced(Before, L0, C0, Line, Column).

advanced([], L, C, L, C).
advanced([X|Xs], L0, C0, L, C) :-
    (   X == '\n' -> L1 is L0+1, advanced(Xs, L1, 0, L, C)
    ;   C1 is C0+1,
        advanced(Xs, L0, C1, L, C)
    ).

json_term(pairs(Ps), Os, json(NVs)) :- names_values(Ps, Os, NVs).
json_term(list(Vs), Os, Ts) :- json_terms(Vs, Os, Ts).
json_term(string(S), Os, T) :-
    option(value_string_as_atom(B), Os, true),
    (   B == false -> T = S
    ;   atom_chars(T, S)
    ).
json_term(number(N), _, N).
json_term(boolean(B), Os, T) :-
    (   B == true -> option(true(T), Os, @(true))
    ;   option(false(T), Os, @(false))
    ).
json_term(null, Os, T) :- option(null(T), Os, @(null)).

json_terms([], _, []).
json_terms([V|Vs], Os, [T|Ts]) :- json_term(V, Os, T), json_terms(Vs, Os, Ts).

names_values([], _, []).
names_values([string(K)-V|Ps], Os, [N=T|NVs]) :-
    atom_chars(N, K),
    json_term(V, Os, T),
    names_values(Ps, Os, NVs).

%! json_write(+Stream, +Term) is det.
%
%  As json_write/3, without options.
?- current_output(S), json_write(S, json([a=1,b=[x,"yz", @(true)]])).
   S = ..., outputs("{\"a\":1, \"b\":[\"x\", \"yz\", true]}").
json_write(S, T) :- json_write(S, T, []).

%! json_write(+Stream, +Term, +Options) is det.
%
%  Writes `Term`, in the form that json_read/3 gives; pairs may also be `Key-Value` or `Key(Value)`,
%  and a string or a non-empty list of characters is a string. Options are `width(72)`, the width beyond which a
%  value is written on several lines, 0 for any width; `step(2)`, their indentation; `serialize_unknown(true)`, to
%  write any other term as a string. Throws a type error if `Term` is not a JSON term.
?- current_output(S), json_write(S, json([a=[1,2]]), [width(8)]).
   S = ..., outputs("{\n  \"a\":[\n    1,\n    2\n  ]\n}").
?- numlist(1, 30, L), json_write(user_output, L, [width(0)]), fail.
   outputs("[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30]"), false.
?- json_write(user_output, json([a=b]), []).
   outputs("{\"a\":\"b\"}").
?- current_output(S), json_write(S, f(x), []).
   error(type_error(json_term,f(x)),json_write/3).
json_write(S, T, Os) :-
    must_be(list, Os),
    option(width(Width), Os, 72),
    option(step(Step), Os, 2),
    option(serialize_unknown(Unknown), Os, false),
    from_term(T, Unknown, J),
    stream_place(S, place(_,_,Column)),
    laid_out(J, Column, o(Width,Step,0), Cs, []),
    '$put_chars'(S, Cs).

% `Unknown` is the option serialize_unknown.
from_term(T, _, _) :- var(T), !, instantiation_error(json_write/3).
from_term(json(NVs), U, pairs(Ps)) :- !, must_be(list, NVs), from_pairs(NVs, U, Ps).
from_term([], _, list([])) :- !.
from_term([X|Xs], U, J) :- !,
    must_be(list, Xs),
    (   chars_list([X|Xs]) -> J = string([X|Xs])
    ;   from_terms([X|Xs], U, Vs),
        J = list(Vs)
    ).
from_term(@(W), _, J) :- constant(W, J), !.
from_term(N, _, number(N)) :- number(N), !.
from_term(string(T), _, string(Cs)) :- !, ( chars_list(T) -> Cs = T ; format(chars(Cs), "~w", [T]) ).
from_term(A, _, string(Cs)) :- atom(A), !, atom_chars(A, Cs).
from_term(S, _, string(Cs)) :- '$string'(S), !, string_chars(S, Cs).
from_term(T, U, string(Cs)) :- U == true, !, format(chars(Cs), "~q", [T]).
from_term(T, _, _) :- type_error(json_term, T, json_write/3).

constant(W, J) :- nonvar(W), constant_(W, J).

constant_(true, boolean(true)).
constant_(false, boolean(false)).
constant_(null, null).

chars_list(T) :- nonvar(T), chars_list_(T).

chars_list_([]).
chars_list_([C|Cs]) :- atom(C), atom_length(C, 1), chars_list(Cs).

from_terms([], _, []).
from_terms([T|Ts], U, [J|Js]) :- from_term(T, U, J), from_terms(Ts, U, Js).

from_pairs([], _, []).
from_pairs([P|Ps], U, [string(K)-V|Qs]) :-
    (   nonvar(P), name_value(P, N, T) -> true
    ;   type_error(json_pair, P, json_write/3)
    ),
    must_be(atomic, N),
    format(chars(K), "~w", [N]),
    from_term(T, U, V),
    from_pairs(Ps, U, Qs).

name_value(N=T, N, T) :- !.
name_value(N-T, N, T) :- !.
name_value(P, N, T) :- compound(P), P =.. [N,T].

% On one line if it fits, otherwise one element per line.
laid_out(J, Column, O) -->
    { O = o(Width,_,_), inline(J, Cs, []), length(Cs, L) },
    (   { Width =:= 0 ; Column+L =< Width ; flat(J) } -> seq(Cs)
    ;   { O = o(_,Step,In0), In is In0+Step },
        broken(J, In, O, In0)
    ).

flat(J) :- J \= pairs([_|_]), J \= list([_|_]).

broken(pairs(Ps), In, O, Out) --> "{", broken_pairs(Ps, In, O), line(Out), "}".
broken(list(Vs), In, O, Out) --> "[", broken_list(Vs, In, O), line(Out), "]".

broken_pairs([], _, _) --> [].
broken_pairs([string(K)-V|Ps], In, o(W,S,I)) -->
    line(In), quoted(K), ":",
    { length(K, L), Column is In+L+3 },
    laid_out(V, Column, o(W,S,In)),
    comma(Ps),
    broken_pairs(Ps, In, o(W,S,I)).

broken_list([], _, _) --> [].
broken_list([V|Vs], In, o(W,S,I)) -->
    line(In),
    laid_out(V, In, o(W,S,In)),
    comma(Vs),
    broken_list(Vs, In, o(W,S,I)).

comma([]) --> [].
comma([_|_]) --> ",".

line(N) --> format_("~n~*c", [N,0' ]).

inline(pairs(Ps)) --> !, "{", inline_pairs(Ps), "}".
inline(list(Vs)) --> !, "[", inline_list(Vs), "]".
inline(J) --> written(J).

inline_pairs([]) --> [].
inline_pairs([string(K)-V|Ps]) --> quoted(K), ":", inline(V), separator(Ps), inline_pairs(Ps).

inline_list([]) --> [].
inline_list([V|Vs]) --> inline(V), separator(Vs), inline_list(Vs).

separator([]) --> [].
separator([_|_]) --> ", ".

%! atom_json_term(?Text, ?Term, +Options) is det.
%
%  Converts between JSON text and a term in the form of json_read/3. Generated text is an atom, or a
%  list of characters with the option `as(chars)`. Throws a syntax error if the text is not JSON.
?- atom_json_term('{"a":[1,null]}', T, []).
   T = json([a=[1,@(null)]]).
?- atom_json_term(A, json([a=1]), []).
   A = '{"a":1}'.
?- atom_json_term('[1 2]', T, []).
   error(syntax_error(json(illegal_array)),json_text(1,3)).
atom_json_term(A, T, Os) :-
    (   var(A) ->
        option(width(Width), Os, 72),
        option(step(Step), Os, 2),
        option(serialize_unknown(Unknown), Os, false),
        from_term(T, Unknown, J),
        laid_out(J, 0, o(Width,Step,0), Cs, []),
        option(as(Type), Os, atom),
        text_as(Type, Cs, A)
    ;   ( is_list(A) -> Cs = A ; format(chars(Cs), "~w", [A]) ),
        parsed(Cs, J, text),
        json_term(J, Os, T0),
        T = T0
    ).

text_as(chars, Cs, Cs).
text_as(atom, Cs, A) :- atom_chars(A, Cs).
text_as(codes, Cs, Codes) :- atom_chars(A, Cs), atom_codes(A, Codes).
text_as(string, Cs, S) :- swi_text:text_string_chars(S, Cs).

%! is_json_term(@Term) is semidet.
%
%  True if json_write/2 accepts `Term`.
?- is_json_term(json([a=1])).
   true.
?- is_json_term(f(x)).
   false.
is_json_term(T) :- is_json_term(T, []).

%! is_json_term(@Term, +Options) is semidet.
%
%  True if json_write/3 accepts `Term` with `Options`.
?- is_json_term(f(x), [serialize_unknown(true)]).
   true.
is_json_term(T, Os) :-
    option(serialize_unknown(Unknown), Os, false),
    catch(from_term(T, Unknown, _), error(_,_), fail).
