% Words of a text and the stems of English words (M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980).

:- module(porter_stem, [porter_stem/2, unaccent_atom/2, tokenize_atom/2, atom_to_stem_list/2]).

%! porter_stem(+Word, -Stem) is det.
%
%  Unifies `Stem` with the stem of an English word, an atom in lower case whose letters of Latin-1 have no accents. A stem need
%  not be a word; words with the same stem usually have related meanings. Characters that are not letters stay.
?- porter_stem('Relational', S).
   S = relat.
?- maplist(porter_stem, [hopping,ponies,"Élan",sky], Ss).
   Ss = [hop,poni,elan,sky].
?- porter_stem(_, S).
   error(instantiation_error,porter_stem/2).
?- porter_stem(f(x), S).
   error(type_error(text,f(x)),_).
porter_stem(Word, Stem) :-
    given(Word, porter_stem/2),
    '$porter_stem'(Word, Stem).

%! unaccent_atom(+Text, -Plain) is det.
%
%  Unifies `Plain` with the atom of a text in which letters of ASCII stand for those of Latin-1. Other characters stay.
?- unaccent_atom('Ærøskøbing, Straße', A).
   A = 'AEroskobing, Strasse'.
?- unaccent_atom(_, A).
   error(instantiation_error,unaccent_atom/2).
unaccent_atom(Text, Plain) :-
    given(Text, unaccent_atom/2),
    '$unaccent'(Text, Plain).

given(Text, PI) :-
    (   ground(Text) -> true
    ;   instantiation_error(PI)
    ).

%! tokenize_atom(+Text, -Tokens) is det.
%
%  Unifies `Tokens` with the words, numbers and other characters of a text, without blanks. A word is an atom of letters and
%  digits that begins with a letter; a number has a sign if `-` stands before its digits, and is a float if it has a fraction
%  or an exponent; any other character is an atom.
?- tokenize_atom('Hello, -2.5 and 1e3!', Ts).
   Ts = ['Hello',',',-2.5,and,1000.0,!].
?- tokenize_atom("don't 3rd a_b", Ts).
   Ts = [don,'\'',t,3,rd,a,'_',b].
?- tokenize_atom(_, Ts).
   error(instantiation_error,tokenize_atom/2).
tokenize_atom(Text, Tokens) :-
    given(Text, tokenize_atom/2),
    '$text_chars'(Text, Cs),
    phrase(tokens(Ts), Cs),
    Tokens = Ts.

tokens(Ts) --> [C], { char_type(C, space) }, !, tokens(Ts).
tokens([T|Ts]) --> token(T), !, tokens(Ts).
tokens([]) --> [].

token(N) --> sign(Cs, Cs1), digit(C), { Cs1 = [C|Cs2] }, !, digits(Cs2, Cs3), fraction(Cs3, Cs4), exponent(Cs4, F), { number_token(F, Cs, N) }.
token(W) --> [C], { char_type(C, alnum) }, !, word(Cs), { atom_chars(W, [C|Cs]) }.
token(C) --> [C].

sign([-|Cs], Cs) --> [-].
sign(Cs, Cs) --> [].

digit(C) --> [C], { char_type(C, digit(_)), C @=< '9' }.

digits([C|Cs], Rest) --> digit(C), !, digits(Cs, Rest).
digits(Rest, Rest) --> [].

fraction(['.',C|Cs], Rest) --> ['.'], digit(C), !, digits(Cs, Rest).
fraction(Rest, Rest) --> [].

% The exponent ends the characters of the number; an integer with one becomes a float.
exponent([e|Cs], exponent) --> [E], { E == e ; E == 'E' }, exponent_sign(Cs, [C|Cs1]), digit(C), !, digits(Cs1, []).
exponent([], none) --> [].

exponent_sign([-|Cs], Cs) --> [-].
exponent_sign(Cs, Cs) --> [+].
exponent_sign(Cs, Cs) --> [].

% A float that is too large stays a word.
number_token(none, Cs, N) :- number_chars(N, Cs).
number_token(exponent, Cs, N) :-
    (   memberchk('.', Cs) -> Cs1 = Cs
    ;   append(Digits, [e|Exponent], Cs),
        append(Digits, ['.','0',e|Exponent], Cs1)
    ),
    (   catch(number_chars(N0, Cs1), error(_, _), fail) -> N = N0
    ;   atom_chars(N, Cs)
    ).

word([C|Cs]) --> [C], { char_type(C, alnum) }, !, word(Cs).
word([]) --> [].

%! atom_to_stem_list(+Text, -Stems) is det.
%
%  Unifies `Stems` with the stems of the words of a text, and its numbers, in their order.
?- atom_to_stem_list('The 3 runners were running, 4.5 miles!', Ss).
   Ss = [the,3,runner,were,run,4.5,mile].
?- atom_to_stem_list(_, Ss).
   error(instantiation_error,atom_to_stem_list/2).
atom_to_stem_list(Text, Stems) :-
    given(Text, atom_to_stem_list/2),
    tokenize_atom(Text, Ts),
    stems(Ts, Stems0),
    Stems = Stems0.

stems([], []).
stems([T|Ts], Ss) :-
    (   number(T) -> Ss = [T|Ss1]
    ;   sub_atom(T, 0, 1, _, C), char_type(C, alnum) -> '$porter_stem'(T, S), Ss = [S|Ss1]
    ;   Ss = Ss1
    ),
    stems(Ts, Ss1).
