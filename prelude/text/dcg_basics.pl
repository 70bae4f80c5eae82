% Nonterminals for common elements of text, with the interface of library(dcg/basics). The text is a
% list of characters or of codes. Parsed parts are of the same type as the text; generated text
% consists of characters, or of codes if the flag `double_quotes` is `codes`.

:- module(dcg_basics, [
    white//0, whites//0, nonblank//1, nonblanks//1, blank//0, blanks//0, blanks_to_nl//0,
    string//1, string_without//2, alpha_to_lower//1,
    digits//1, digit//1, integer//1, float//1, number//1, xdigit//1, xdigits//1, xinteger//1,
    eos//0, eol//0, remainder//1, prolog_symbol//1, csym//1, csyms//0, prolog_var_name//1, atom//1
]).

% The character of an element of the text.
char(X, C) :- ( integer(X) -> char_code(C, X) ; atom(X), C = X ).

of_type(X, Type) :- nonvar(X), char(X, C), char_type(C, Type).

% Characters in the form of text literals.
written(Cs0) -->
    (   { current_prolog_flag(double_quotes, codes) } -> { atom_chars(A, Cs0), atom_codes(A, Cs) }
    ;   { Cs = Cs0 }
    ),
    seq(Cs).

%! white// is semidet.
%
%  Describes a space or tab.
?- phrase(white, " ").
   true.
white --> [X], { nonvar(X), char(X, C), ( C == ' ' ; C == '\t' ), ! }.

%! whites// is det.
%
%  Describes the longest possible sequence of spaces and tabs.
?- phrase(whites, "  ").
   true.
whites --> white, !, whites.
whites --> [].

%! blank// is semidet.
%
%  Describes a layout character.
?- phrase(blank, "\n").
   true.
blank --> [X], { of_type(X, whitespace) }.

%! blanks// is det.
%
%  Describes the longest possible sequence of layout characters.
?- phrase(blanks, " \n ").
   true.
blanks --> blank, !, blanks.
blanks --> [].

%! nonblank(-X)// is semidet.
%
%  Describes an element `X` that is not a layout character.
?- phrase(nonblank(X), "a").
   X = a.
nonblank(X) --> [X], { \+ of_type(X, whitespace) }.

%! nonblanks(-Xs)// is det.
%
%  Describes the elements up to the next layout character.
?- phrase(nonblanks(Xs), "ab c", Rest).
   Xs = "ab", Rest = " c".
nonblanks([X|Xs]) --> [X], { nonvar(X), \+ of_type(X, whitespace) }, !, nonblanks(Xs).
nonblanks([]) --> [].

%! blanks_to_nl// is semidet.
%
%  Describes spaces and tabs up to the end of the line or of the text.
?- phrase(blanks_to_nl, "  \nb", Rest).
   Rest = "b".
blanks_to_nl --> [X], { of_type(X, whitespace), char(X, C), C \== '\n' }, !, blanks_to_nl.
blanks_to_nl --> [X], { nonvar(X), char(X, '\n') }, !.
blanks_to_nl, [] --> eos.

%! string(?Xs)// is nondet.
%
%  Describes any list, the shortest first.
?- phrase(string(Xs), "ab", Rest).
   Xs = [], Rest = "ab"
;  Xs = "a", Rest = "b"
;  Xs = "ab", Rest = [].
string([]) --> [].
string([X|Xs]) --> [X], string(Xs).

%! string_without(+Ends, -Xs)// is det.
%
%  Describes the elements up to the next one that is in `Ends`, a list of characters or codes, or up
%  to the end.
?- phrase(string_without(",", Xs), "ab,c", Rest).
   Xs = "ab", Rest = ",c".
string_without(Ends, Xs) --> { ends(Ends, Es) }, without(Es, Xs).

ends(Ends, Cs) :- ( atom(Ends), Ends \== [] -> atom_chars(Ends, Cs) ; chars(Ends, Cs) ).

chars([], []).
chars([X|Xs], [C|Cs]) :- char(X, C), chars(Xs, Cs).

without(Es, [X|Xs]) --> [X], { nonvar(X), char(X, C), \+ memberchk(C, Es) }, !, without(Es, Xs).
without(_, []) --> [].

%! alpha_to_lower(?X)// is semidet.
%
%  Describes a letter in either case and unifies `X` with its lower case form. If `X` is
%  instantiated, describes it in either case.
?- phrase(alpha_to_lower(X), "A").
   X = a.
alpha_to_lower(L) -->
    [X],
    {   nonvar(X),
        char(X, C),
        char_type(C, alpha),
        '$char_case'(C, Low, _),
        ( integer(X) -> char_code(Low, L0) ; L0 = Low ),
        L = L0
    }.

%! digits(?Ds)// is det.
%
%  Describes the longest possible sequence of digits.
?- phrase(digits(Ds), "12a", Rest).
   Ds = "12", Rest = "a".
digits([D|Ds]) --> digit(D), !, digits(Ds).
digits([]) --> [].

%! digit(?D)// is semidet.
%
%  Describes a decimal digit.
?- phrase(digit(D), "7").
   D = '7'.
digit(D) --> [D], { of_type(D, decimal_digit) }.

number_of(Xs, N) :- chars(Xs, Cs), number_chars(N, Cs).

%! integer(?N)// is semidet.
%
%  Describes an integer, optionally with a sign.
?- phrase(integer(N), "-12").
   N = -12.
?- phrase(integer(7), Cs).
   Cs = "7".
integer(N) --> { nonvar(N) }, !, { must_be(integer, N), number_chars(N, Cs) }, written(Cs).
integer(N) -->
    sign(S),
    digits([D|Ds]),
    { number_of([D|Ds], N0), N is S*N0 }.

sign(S) --> [X], { nonvar(X), char(X, C), signed(C, S0) }, !, { S = S0 }.
sign(1) --> [].

signed(-, -1).
signed(+, 1).

%! float(?F)// is semidet.
%
%  Describes a number with a fraction or an exponent.
?- phrase(float(F), "2.5e1").
   F = 25.0.
?- phrase(float(0.5), Cs).
   Cs = "0.5".
float(F) --> { nonvar(F) }, !, { X is float(F), number_chars(X, Cs) }, written(Cs).
float(F) --> number(F0), { F is float(F0) }.

%! number(?N)// is semidet.
%
%  Describes an integer or a float.
?- phrase(number(N), "12.5").
   N = 12.5.
?- phrase(number(N), "12.a", Rest).
   N = 12, Rest = ".a".
number(N) --> { nonvar(N) }, !, { must_be(number, N), number_chars(N, Cs) }, written(Cs).
number(N) -->
    sign(S),
    digits([D|Ds]),
    fraction(Fs),
    exponent(Es),
    {   chars([D|Ds], Cs0),
        (   Fs == [], Es == [] -> Cs = Cs0
        ;   ( Fs == [] -> Fs1 = ['0'] ; chars(Fs, Fs1) ),
            append([Cs0,['.'|Fs1],Es], Cs)
        ),
        number_chars(N0, Cs),
        N is S*N0
    }.

fraction([D|Ds]) --> [X], { nonvar(X), char(X, '.') }, digits([D|Ds]), !.
fraction([]) --> [].

exponent([e|Es]) -->
    [X], { nonvar(X), char(X, C), ( C == e ; C == 'E' ) },
    sign(S),
    digits([D|Ds]), !,
    { chars([D|Ds], Cs), ( S < 0 -> Es = [-|Cs] ; Es = Cs ) }.
exponent([]) --> [].

%! xdigit(-Weight)// is semidet.
%
%  Describes a hexadecimal digit with the value `Weight`.
?- phrase(xdigit(W), "f").
   W = 15.
xdigit(W) --> [X], { nonvar(X), char(X, C), char_type(C, xdigit(W)) }.

%! xdigits(-Weights)// is semidet.
%
%  Describes the longest possible sequence of hexadecimal digits.
?- phrase(xdigits(Ws), "1f").
   Ws = [1,15].
xdigits([W|Ws]) --> xdigit(W), !, xdigits(Ws).
xdigits([]) --> [].

%! xinteger(?N)// is semidet.
%
%  Describes an integer in hexadecimal digits.
?- phrase(xinteger(N), "ff").
   N = 255.
?- phrase(xinteger(255), Cs).
   Cs = "ff".
xinteger(N) --> { nonvar(N) }, !, { format(chars(Cs), "~16r", [N]) }, written(Cs).
xinteger(N) --> xdigit(W), xdigits(Ws), { weigh(Ws, W, N) }.

weigh([], N, N).
weigh([W|Ws], N0, N) :- N1 is N0*16+W, weigh(Ws, N1, N).

%! eos// is semidet.
%
%  Describes the end of the text.
?- phrase(eos, []).
   true.
eos([], []).

%! eol// is semidet.
%
%  Describes the end of a line, or of the text.
?- phrase(eol, "\r\n").
   true.
eol --> [X], { nonvar(X), char(X, '\n') }, !.
eol --> [X,Y], { nonvar(X), nonvar(Y), char(X, '\r'), char(Y, '\n') }, !.
eol --> eos.

%! remainder(-Rest)// is det.
%
%  Describes the whole remaining text.
?- phrase(remainder(R), "abc").
   R = "abc".
remainder(R, R, []).

%! prolog_symbol(-Atom)// is semidet.
%
%  Describes an atom of symbol characters.
?- phrase(prolog_symbol(S), "=.. a", Rest).
   S = (=..), Rest = " a".
prolog_symbol(S) --> graphic(C), graphics(Cs), { atom_chars(S, [C|Cs]) }.

graphic(C) --> [X], { nonvar(X), char(X, C), char_type(C, symbol_char) }.

graphics([C|Cs]) --> graphic(C), !, graphics(Cs).
graphics([]) --> [].

%! csym(-X)// is semidet.
%
%  Describes a letter, digit or underscore.
?- phrase(csym(X), "_").
   X = '_'.
csym(X) --> [X], { of_type(X, csym) }.

%! csyms// is det.
%
%  Describes the longest possible sequence of letters, digits and underscores.
?- phrase(csyms, "a_1").
   true.
csyms --> csym(_), !, csyms.
csyms --> [].

%! prolog_var_name(-Name)// is semidet.
%
%  Describes the name of a variable.
?- phrase(prolog_var_name(N), "Abc").
   N = 'Abc'.
prolog_var_name(N) -->
    [X], { nonvar(X), char(X, C), ( C == '_' ; char_type(C, upper) ) }, !,
    csym_list(Cs),
    { atom_chars(N, [C|Cs]) }.

csym_list([C|Cs]) --> csym(X), !, { char(X, C) }, csym_list(Cs).
csym_list([]) --> [].

%! atom(+A)// is det.
%
%  Describes the characters of an atom or number.
?- phrase(atom(abc), Cs).
   Cs = "abc".
atom(A) --> { must_be(nonvar, A), format(chars(Cs), "~w", [A]) }, written(Cs).
