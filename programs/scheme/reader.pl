% Text and data: the reader of Scheme as a grammar over characters, and the printer.
% It does not depend on the meaning of forms.
%
%   Scheme              here
%   (a b . c)           form(Line, [a, b|c])   in program text
%   (a b . c)           [a, b|c]               as a value
%   foo  #t  #f         atoms foo, '#t', '#f'
%   12  1/3  2.5        Prolog's own numbers; rationals are exact
%                       alias(foo, N) for a symbol that a macro introduced
%   "abc"  #\a          string("abc"), char(a)
%   #(a b)              vector(items(a, b)), and vector([]) for none
%
% A list in program text carries the line of its parenthesis, which is used in faults only. The
% last two arguments of the nonterminals count the lines.

:- module(scheme_reader, [read_form/5, strip/2, datum_text/3, form_text/2, number_text/2]).

:- use_module(library(dcgs)).
:- use_module(library(lists)).

%! read_form(+Chars, +Line0, -Form, -Rest, -Line) is semidet.
%
%  Unifies `Form` with the first form of a text and `Rest` with the remaining text. False if the
%  text consists of white space only. Throws `scheme_incomplete(Line, Chars, Message)` if the text
%  ends within a form that begins at `Line`, and `scheme_fault(Line, Chars, Message)` if no
%  continuation can make the text valid.
?- read_form("; two\n(a '(b . 1/2)) c", 1, Form, Rest, Line).
   Form = form(2,[a,form(2,[quote,form(2,[b|1r2])])]), Rest = " c", Line = 2.
?- read_form(" ; nothing", 1, Form, Rest, Line).
   false.
?- read_form("(a\n (b", 1, Form, Rest, Line).
   throw(scheme_incomplete(2,"(b","the parenthesis is not closed")).
?- read_form("\n) a", 1, Form, Rest, Line).
   throw(scheme_fault(2,") a","unexpected closing parenthesis")).
?- read_form("-5 -", 1, Form, Rest, Line).
   Form = -5, Rest = " -", Line = 1.
?- read_form("\"a\\nb\"", 1, Form, Rest, Line).
   Form = string("a\nb"), Rest = [], Line = 1.
read_form(Chars, Line0, Form, Rest, Line) :-
    blanks(Line0, Line1, Chars, [C|Cs]),
    (   form(Form0, Line1, Line2, [C|Cs], Rest0) ->
        Form = Form0, Rest = Rest0, Line = Line2
    ;   throw(scheme_fault(Line1, [C|Cs], "invalid form"))
    ).

% White space and comments. The next character selects the alternative, so no choice point is left.
blanks(L0, L) --> "\n", !, { L1 is L0+1 }, blanks(L1, L).
blanks(L0, L) --> [C], { blank(C) }, !, blanks(L0, L).
blanks(L0, L) --> ";", !, rest_of_line, blanks(L0, L).
blanks(L0, L) --> here(Here), "#|", !, block_comment(L0, L1, L0-Here), blanks(L1, L).
blanks(L0, L) --> "#;", !, one_form(_, L0, L1), blanks(L1, L).
blanks(L, L) --> [].

blank(' ').
blank('\t').
blank('\r').
blank('\f').

rest_of_line, "\n" --> "\n", !.
rest_of_line --> [_], !, rest_of_line.
rest_of_line --> [].

block_comment(L, L, _) --> "|#", !.
block_comment(L0, L, Start) --> "\n", !, { L1 is L0+1 }, block_comment(L1, L, Start).
block_comment(L0, L, Start) --> [_], !, block_comment(L0, L, Start).
block_comment(_, _, Line-Here) -->
    { throw(scheme_incomplete(Line, Here, "the comment is not closed")) }.

% The text from here on, for messages.
here(Here, Here, Here).

% A required form, possibly after white space.
one_form(Form, L0, L) --> blanks(L0, L1), here(Here), (
    form(Form, L1, L) -> []
    ; { Here == [] -> throw(scheme_incomplete(L1, Here, "a form is missing at the end"))
      ; throw(scheme_fault(L1, Here, "a form is missing here"))
      } ).

form(Form, L0, L) --> here(Here), [C], form(C, Here, Form, L0, L).

form('(', Here, form(L0, Items), L0, L) --> !, items(')', L0-Here, Items, L0, L).
form('[', Here, form(L0, Items), L0, L) --> !, items(']', L0-Here, Items, L0, L).
form(')', Here, _, L, _) --> !, unopened(L, Here).
form(']', Here, _, L, _) --> !, unopened(L, Here).
form('\'', _, form(L0, [quote, F]), L0, L) --> !, one_form(F, L0, L).
form('`', _, form(L0, [quasiquote, F]), L0, L) --> !, one_form(F, L0, L).
form(',', _, form(L0, [Name, F]), L0, L) --> !,
    ( "@" -> { Name = 'unquote-splicing' } ; { Name = unquote } ),
    one_form(F, L0, L).
form('"', Here, string(Cs), L0, L) --> !, string(Cs, L0-Here, L0, L).
form('#', Here, vector(Items), L0, L) --> "(", !,
    items(')', L0-Here, Forms, L0, L),
    { is_list(Forms), strip_items(Forms, Data), ( Data == [] -> Items = [] ; Items =.. [items|Data] ) }.
form('#', _, char(C), L, L) --> "\\", !, [C0], word(Cs), { character(Cs, C0, C) }.
form(C, _, Atom, L, L) --> { \+ blank(C) }, word(Cs), { word_value([C|Cs], Atom) }.

unopened(Line, Here) -->
    { throw(scheme_fault(Line, Here, "unexpected closing parenthesis")) }.

% The items of a list up to its closing parenthesis.
items(Close, Start, Items, L0, L) --> blanks(L0, L1), here(Here), items_(Here, Close, Start, Items, L1, L).

items_([], _, Line-Here, _, _, _) -->
    { throw(scheme_incomplete(Line, Here, "the parenthesis is not closed")) }.
items_([C|Cs], Close, Start, Items, L0, L) -->
    (   { closing(C) } ->
        [C],
        { C == Close -> Items = [], L = L0
        ; throw(scheme_fault(L0, [C|Cs], "the closing parenthesis does not match the opening one"))
        }
    ;   { dot(C, Cs) } ->
        ".", one_form(Items, L0, L1), blanks(L1, L),
        ( [Close] -> [] ; end_of_dotted(Start, L) )
    ;   form(Item, L0, L1),
        { Items = [Item|Items1] },
        items(Close, Start, Items1, L1, L)
    ).

closing(')').
closing(']').

% A dot that is not the beginning of a number or a name.
dot('.', [C|_]) :- delimiter(C).

end_of_dotted(Line-Here, _, [], _) :-
    throw(scheme_incomplete(Line, Here, "the parenthesis is not closed")).
end_of_dotted(_, Line, [C|Cs], _) :-
    throw(scheme_fault(Line, [C|Cs], "more than one form after a dot")).

string([], _, L, L) --> "\"", !.
string([C|Cs], Start, L0, L) --> "\\", !, [E], { escape(E, C), newline(E, L0, L1) }, string(Cs, Start, L1, L).
string([C|Cs], Start, L0, L) --> [C], !, { newline(C, L0, L1) }, string(Cs, Start, L1, L).
string(_, Line-Here, _, _) --> { throw(scheme_incomplete(Line, Here, "the string is not closed")) }.

newline(C, L0, L) :- ( C == '\n' -> L is L0+1 ; L = L0 ).

escape(E, C) :- ( E == n -> C = '\n' ; E == t -> C = '\t' ; C = E ).

% The characters up to a delimiter.
word([C|Cs]) --> [C], { \+ delimiter(C) }, !, word(Cs).
word([]) --> [].

delimiter('\n').
delimiter('(').
delimiter(')').
delimiter('[').
delimiter(']').
delimiter('"').
delimiter(';').
delimiter('\'').
delimiter(C) :- blank(C).

% The word after `#\`: a character, or the name of one.
character([], C, C) :- !.
character(Cs, C0, C) :- atom_chars(Name, [C0|Cs]), character_name(Name, C).

character_name(space, ' ').
character_name(newline, '\n').
character_name(tab, '\t').

word_value("#true", Value) :- !, Value = '#t'.
word_value("#false", Value) :- !, Value = '#f'.
word_value(Cs, Number) :- number_text(Cs, Number0), !, Number = Number0.
word_value(Cs, Symbol) :- atom_chars(Symbol, Cs).

%! number_text(+Chars, -Number) is semidet.
%
%  Unifies `Number` with the number that a word denotes.
number_text(Cs, Number) :- phrase(number(Number), Cs).

number(N) --> sign(Sign), digits(Ds), magnitude(Ds, M), !, { N is Sign*M }.

sign(-1) --> "-", !.
sign(1) --> "+", !.
sign(1) --> [].

digits([D|Ds]) --> [D], { digit(D) }, !, digits(Ds).
digits([]) --> [].

digit(D) :- char_code(D, Code), Code >= 0'0, Code =< 0'9.

magnitude([D|Ds], M) --> "/", !, digits([E|Es]),
    { number_chars(N, [D|Ds]), number_chars(B, [E|Es]), B > 0, M is N rdiv B }.
magnitude(Ds, M) --> ".", !, digits(Fs), exponent(Es),
    { ( Ds = [_|_] ; Fs = [_|_] ), !, real_text(Ds, Fs, Es, Text), number_chars(M, Text) }.
magnitude([D|Ds], M) --> exponent([E|Es]), !, { real_text([D|Ds], [], [E|Es], Text), number_chars(M, Text) }.
magnitude([D|Ds], M) --> { number_chars(M, [D|Ds]) }.

exponent([e|Es]) -->
    ( "e" -> [] ; "E" ), !,
    ( "-" -> { Es = [-, D|Ds] } ; "+" -> { Es = [D|Ds] } ; { Es = [D|Ds] } ),
    digits([D|Ds]).
exponent([]) --> [].

% Prolog requires a digit on both sides of the decimal point.
real_text(Ds, Fs, Es, Text) :- append(['0'|Ds], ['.'|Fs0], Text), append(Fs, ['0'|Es], Fs0).

%! strip(+Form, -Datum) is det.
%
%  Unifies `Datum` with the value of the quoted form: without line numbers.
?- strip(form(1,[a,form(2,[b|c])]), Datum).
   Datum = [a,[b|c]].
strip(Form, Datum) :-
    (   Form = form(_, Items) -> strip_items(Items, Datum)
    ;   nonvar(Form), Form = alias(Name, _) -> strip(Name, Datum)
    ;   Datum = Form
    ).

strip_items(Items, Data) :-
    (   Items = [Item|Items1] ->
        Data = [Datum|Data1],
        strip(Item, Datum),
        strip_items(Items1, Data1)
    ;   strip(Items, Data)
    ).

%! datum_text(+Mode, @Datum, -Chars) is det.
%
%  Unifies `Chars` with the text of a value as `write` (strings with quotes) or `display` (without)
%  print it.
?- datum_text(write, [1,[a|1r2],string("b\"c"),char(' '),'#f',[quote,x],[]], Text), atom_chars(Atom, Text).
   Text = "(1 (a . 1/2) \"b\\\"c\" "||..., Atom = '(1 (a . 1/2) "b\\"c" #\\space #f \'x ())'.
?- datum_text(display, [string("a"),char(b),1.5], Text).
   Text = "(a b 1.5)".
datum_text(Mode, Datum, Chars) :-
    (   acyclic_term(Datum) -> phrase(datum(Datum, Mode), Chars)
    ;   Chars = "#<cyclic>"
    ).

datum([], _) --> !, "()".
datum([A|As], Mode) --> !, list([A|As], Mode).
datum(string(Cs), Mode) --> !, ( { Mode == write } -> "\"", quoted(Cs), "\"" ; list_of(Cs) ).
datum(char(C), Mode) --> !, ( { Mode == write } -> "#\\", character_text(C) ; [C] ).
datum(procedure(Closure, _), _) --> !,
    "#<procedure", { functor(Closure, Name, _), procedure_name(Name, Cs) }, list_of(Cs), ">".
datum(promise(_), _) --> !, "#<promise>".
datum(vector(Items), Mode) --> !, "#(", { Items == [] -> Data = [] ; Items =.. [_|Data] }, ( { Data = [D|Ds] } -> datum(D, Mode), tail(Ds, Mode) ; [] ), ")".
datum(values(Xs), Mode) --> !, "#<values", tail(Xs, Mode), ">".
datum('#unspecified', _) --> !.
datum(N, _) --> { rational(N), \+ integer(N) }, !,
    { A is numerator(N), B is denominator(N) }, datum(A, write), "/", datum(B, write).
datum(N, _) --> { number(N) }, !, { number_chars(N, Cs) }, list_of(Cs).
datum(A, _) --> { atom(A), atom_chars(A, Cs) }, list_of(Cs).

list([Word, D], Mode) --> { abbreviation(Word, Cs) }, !, list_of(Cs), datum(D, Mode).
list([A|As], Mode) --> "(", datum(A, Mode), tail(As, Mode), ")".

abbreviation(quote, "'").
abbreviation(quasiquote, "`").
abbreviation(unquote, ",").
abbreviation('unquote-splicing', ",@").

tail([], _) --> !.
tail([A|As], Mode) --> !, " ", datum(A, Mode), tail(As, Mode).
tail(A, Mode) --> " . ", datum(A, Mode).

quoted([]) --> [].
quoted([C|Cs]) --> ( { C == '"' ; C == (\) } -> [\,C] ; { C == '\n' } -> [\,n] ; [C] ), quoted(Cs).

character_text(C) --> { character_name(Name, C) -> atom_chars(Name, Cs) ; Cs = [C] }, list_of(Cs).

% The name of a predicate is that of the procedure, a space, and a number; for an anonymous
% procedure, the part before the space is empty.
procedure_name(Name, Text) :-
    atom_chars(Name, Cs),
    (   append(Before, [' '|_], Cs) -> true ; Before = Cs ),
    (   Before == [] -> Text = [] ; Text = [' '|Before] ).

list_of([]) --> [].
list_of([C|Cs]) --> [C], list_of(Cs).

%! form_text(+Datum, -Chars) is det.
%
%  Unifies `Chars` with the beginning of the text of a form, for messages.
?- form_text([a,b], Text).
   Text = "(a b)".
form_text(Datum, Text) :-
    datum_text(write, Datum, Chars),
    (   length(Start, 60), append(Start, [_|_], Chars) -> append(Start, " ...", Text)
    ;   Text = Chars
    ).
