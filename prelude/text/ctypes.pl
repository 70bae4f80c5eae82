% Classes of characters, given as codes or one-char atoms, with the names of Quintus Prolog.

:- module(ctypes, [
    is_alnum/1, is_alpha/1, is_ascii/1, is_cntrl/1, is_csym/1, is_csymf/1, is_digit/1, is_digit/3,
    is_endfile/1, is_endline/1, is_graph/1, is_lower/1, is_newline/1, is_newpage/1, is_paren/2,
    is_period/1, is_print/1, is_punct/1, is_quote/1, is_space/1, is_upper/1, is_white/1,
    to_lower/2, to_upper/2, upper_lower/2
]).

%! is_alnum(?Char) is nondet.
%
%  True if `Char` is a letter or a digit.
?- is_alnum(0'a).
   true.
is_alnum(C) :- coded(C, K), code_type(K, alnum).

%! is_alpha(?Char) is nondet.
%
%  True if `Char` is a letter.
?- is_alpha(0'a).
   true.
is_alpha(C) :- coded(C, K), code_type(K, csymf), K =\= 0'_.

%! is_cntrl(?Char) is nondet.
%
%  True if `Char` is a control character.
?- is_cntrl(127).
   true.
is_cntrl(C) :- coded(C, K), code_type(K, cntrl).

%! is_csym(?Char) is nondet.
%
%  True if `Char` is a letter, a digit or an underscore.
?- is_csym(0'_).
   true.
is_csym(C) :- coded(C, K), code_type(K, csym).

%! is_csymf(?Char) is nondet.
%
%  True if `Char` is a letter or an underscore.
?- is_csymf(0'1).
   false.
is_csymf(C) :- coded(C, K), code_type(K, csymf).

%! is_digit(?Char) is nondet.
%
%  True if `Char` is a decimal digit.
?- is_digit(0'5).
   true.
is_digit(C) :- coded(C, K), code_type(K, digit).

%! is_graph(?Char) is nondet.
%
%  True if `Char` is a character with a shape: no space and no control character.
?- is_graph(32).
   false.
is_graph(C) :- coded(C, K), code_type(K, graph).

%! is_lower(?Char) is nondet.
%
%  True if `Char` is a lowercase letter.
?- is_lower(0'a).
   true.
is_lower(C) :- coded(C, K), code_type(K, lower).

%! is_print(?Char) is nondet.
%
%  True if `Char` is a graphic character or a space.
?- is_print(32).
   true.
is_print(C) :- coded(C, K), code_type(K, print).

%! is_punct(?Char) is nondet.
%
%  True if `Char` is a graphic character that is neither a letter nor a digit.
?- is_punct(0'+).
   true.
is_punct(C) :- coded(C, K), code_type(K, punct).

%! is_space(?Char) is nondet.
%
%  True if `Char` is a layout character.
?- is_space(9).
   true.
is_space(C) :- coded(C, K), code_type(K, space).

%! is_upper(?Char) is nondet.
%
%  True if `Char` is an uppercase letter.
?- is_upper(0'a).
   false.
is_upper(C) :- coded(C, K), code_type(K, upper).

%! is_white(?Char) is nondet.
%
%  True if `Char` is a space or a tab.
?- is_white(10).
   false.
is_white(C) :- coded(C, K), code_type(K, white).

% A code as it is, the code of a character, or all codes on backtracking.
coded(C, K) :-
    (   var(C) -> between(0, 0x10ffff, K), \+ between(0xd800, 0xdfff, K), C = K
    ;   integer(C) -> C >= 0, C =< 0x10ffff, K = C
    ;   must_be(character, C),
        char_code(C, K)
    ).

%! is_ascii(?Char) is nondet.
%
%  True if the code of `Char` is less than 128.
?- is_ascii(200).
   false.
is_ascii(C) :- var(C), !, between(0, 127, C).
is_ascii(C) :- coded(C, K), K < 128.

%! is_digit(?Char, ?Base, ?Weight) is nondet.
%
%  True if `Char` is a digit of value `Weight` in a number of base `Base`, from 2 to 36. Letters of
%  both cases are digits; lowercase ones are enumerated. Unifies `Base` with 2 to 36 on backtracking.
?- is_digit(0'f, 16, W).
   W = 15.
?- is_digit(C, 16, 10).
   C = 97
;  C = 65.
is_digit(C, B, W) :-
    ( integer(B) -> B >= 2, B =< 36 ; between(2, 36, B) ),
    ( var(C) -> Max is B-1, between(0, Max, W), written(W, C) ; coded(C, K), once(( between(0, 35, W0), written(W0, K) )), W0 < B, W = W0 ).

written(W, K) :- W < 10, K is 0'0+W.
written(W, K) :- W >= 10, K is 0'a+W-10.
written(W, K) :- W >= 10, K is 0'A+W-10.

%! is_endfile(?Char) is semidet.
%
%  True if `Char` is -1, which get_code/1 gives at the end of a file.
?- is_endfile(X).
   X = -1.
is_endfile(-1).

%! is_newline(?Char) is semidet.
%
%  True if `Char` is the code of a newline.
?- is_newline(X).
   X = 10.
is_newline(10).

%! is_newpage(?Char) is semidet.
%
%  True if `Char` is the code of a form feed.
?- is_newpage(X).
   X = 12.
is_newpage(12).

%! is_endline(?Char) is nondet.
%
%  True if `Char` ends a line: a newline, a vertical tab, a form feed or a carriage return.
?- is_endline(13).
   true.
is_endline(C) :- between(10, 13, C).

%! is_paren(?Open, ?Close) is nondet.
%
%  True if the codes are a pair of brackets.
?- is_paren(0'(, X).
   X = 41.
is_paren(0'(, 0')).
is_paren(0'[, 0']).
is_paren(0'{, 0'}).

%! is_period(?Char) is nondet.
%
%  True if the code `Char` ends a sentence.
?- findall(X, is_period(X), Xs).
   Xs = [46,33,63].
is_period(0'.).
is_period(0'!).
is_period(0'?).

%! is_quote(?Char) is nondet.
%
%  True if `Char` is the code of a quote.
?- findall(X, is_quote(X), Xs).
   Xs = [39,34,96].
is_quote(0'\').
is_quote(0'").
is_quote(0'`).

%! to_lower(+Char, -Lower) is det.
%
%  Unifies `Lower` with the code of the lowercase letter of `Char`, or with the code of `Char` if it
%  has none.
?- to_lower(0'A, L), to_lower(0'1, D).
   L = 97, D = 49.
to_lower(C, L) :- case_of(C, L0, downcase_atom, to_lower/2), L = L0.

%! to_upper(+Char, -Upper) is det.
%
%  Unifies `Upper` with the code of the uppercase letter of `Char`, or with the code of `Char` if it
%  has none.
?- to_upper(a, U).
   U = 65.
to_upper(C, U) :- case_of(C, U0, upcase_atom, to_upper/2), U = U0.

case_of(C, K, Changed, PI) :-
    ( var(C) -> instantiation_error(PI) ; once(coded(C, K0)) ),
    char_code(A0, K0),
    call(Changed, A0, A),
    ( atom_length(A, 1) -> char_code(A, K) ; K = K0 ).

%! upper_lower(?Upper, ?Lower) is nondet.
%
%  True if `Upper` is the code of an uppercase letter and `Lower` of its lowercase letter.
?- upper_lower(U, 0'a).
   U = 65.
upper_lower(U, L) :-
    (   nonvar(U) -> is_upper(U), to_lower(U, L)
    ;   nonvar(L) -> is_lower(L), to_upper(L, U), is_upper(U)
    ;   is_upper(U), to_lower(U, L)
    ).
