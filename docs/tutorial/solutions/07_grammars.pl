% Solutions of lesson 7: grammars and text.

:- use_module(library(clpz)).
:- use_module(library(dcgs)).

% 1. Greetings: three salutations, and three names or none. That makes 12 texts.

greeting --> salutation, addressee, "!".

addressee --> [].
addressee --> ", ", name.

salutation --> "Hello".
salutation --> "Good morning".
salutation --> "Good evening".

name --> "Ann".
name --> "Bob".
name --> "Cleo".

?- phrase(greeting, "Good evening!").
   true
;  false.

?- findall(Text, phrase(greeting, Text), Texts), length(Texts, N).
   Texts = ["Hello!","Hello, Ann!"|...], N = 12.

% 2. As many a as b. The third answer is aabb.

as_and_bs --> [].
as_and_bs --> "a", as_and_bs, "b".

?- phrase(as_and_bs, Text).
   Text = []
;  Text = "ab"
;  Text = "aabb"
;  ... .

?- phrase(as_and_bs, "aaabb").
   false.

% 3. Dates. A day of one digit is not 0, one of two digits does not begin with 0.

date(date(Year,Month,Day)) -->
    day(Day), " ", month(Month), " ", digit(Y1), digit(Y2), digit(Y3), digit(Y4),
    { Year #= 1000*Y1+100*Y2+10*Y3+Y4 }.

day(D) --> { D #> 0 }, digit(D).
day(D) --> { D in 10..31, T #> 0, D #= 10*T+E }, digit(T), digit(E).

month(1) --> "January".
month(2) --> "February".
month(3) --> "March".
month(4) --> "April".
month(5) --> "May".
month(6) --> "June".
month(7) --> "July".
month(8) --> "August".
month(9) --> "September".
month(10) --> "October".
month(11) --> "November".
month(12) --> "December".

digit(D) --> [C], { digit_value(C, D) }.

digit_value('0', 0).
digit_value('1', 1).
digit_value('2', 2).
digit_value('3', 3).
digit_value('4', 4).
digit_value('5', 5).
digit_value('6', 6).
digit_value('7', 7).
digit_value('8', 8).
digit_value('9', 9).

?- phrase(date(Date), "24 May 2026").
   Date = date(2026,5,24)
;  false.

?- phrase(date(date(1999,12,3)), Text).
   Text = "3 December 1999"
;  false.

?- phrase(date(Date), "32 May 2026").
   false.

% 4. Words. Without dif/2, a blank could be a letter of a word, and the text would have many readings.

words([W|Ws]) --> word(W), more_words(Ws).

more_words([]) --> [].
more_words([W|Ws]) --> " ", word(W), more_words(Ws).

word([L|Ls]) --> letter(L), letters(Ls).

letters([]) --> [].
letters([L|Ls]) --> letter(L), letters(Ls).

letter(L) --> [L], { dif(L, ' ') }.

?- phrase(words(Ws), "the quick brown fox").
   Ws = ["the","quick","brown","fox"]
;  false.

% 5. Brackets in balance: nothing, or a pair with brackets in it, followed by brackets. Fourteen texts
%    of eight.

brackets --> [].
brackets --> "(", brackets, ")", brackets.

?- phrase(brackets, "(()())").
   true
;  false.

?- length(Text, 8), findall(Text, phrase(brackets, Text), Texts), length(Texts, N).
   Text = [_A,_B,_C,_D,_E,_F,_G,_H], Texts = ["()()()()"|...], N = 14.

% 6. The p-language. The list of plain letters decides how long the text is, or the text does.

p_language([]) --> [].
p_language([V|Ls]) --> [V,p,V], { vowel(V) }, p_language(Ls).
p_language([L|Ls]) --> [L], { maplist(dif(L), "aeiou") }, p_language(Ls).

vowel(V) :- member(V, "aeiou").

?- phrase(p_language("hello"), Text).
   Text = "hepellopo"
;  false.

?- phrase(p_language(Plain), "hepellopo").
   Plain = "hello"
;  false.

% 7. Sums of products. Multiplication and parentheses are a level deeper than addition.

expression(E) --> term(T), more_terms(T, E).

more_terms(E, E) --> [].
more_terms(E0, E) --> "+", term(T), more_terms(E0+T, E).
more_terms(E0, E) --> "-", term(T), more_terms(E0-T, E).

term(T) --> factor(F), more_factors(F, T).

more_factors(T, T) --> [].
more_factors(T0, T) --> "*", factor(F), more_factors(T0*F, T).

factor(D) --> digit(D).
factor(E) --> "(", expression(E), ")".

?- phrase(expression(E), "2+3*4"), X #= E.
   E = 2+3*4, X = 14
;  false.

?- phrase(expression(E), "(2+3)*4"), X #= E.
   E = (2+3)*4, X = 20
;  false.
