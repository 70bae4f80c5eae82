% ISO/IEC 13211-1, 8.16: atomic term processing.

% 8.16.1 atom_length/2

?- atom_length('enchanted evening', N).
   N = 17.
?- atom_length('enchanted\
 evening', N).
   N = 17.
?- atom_length('', N).
   N = 0.
?- atom_length(scarlet, 5).
   false.
?- atom_length(Atom, 4).
   instantiation_error.
?- atom_length(1.23, 4).
   type_error(atom,1.23).
?- atom_length(atom, '4').
   type_error(integer,'4').
?- atom_length(atom, -4).
   domain_error(not_less_than_zero,-4).
?- atom_length('größe', N).
   N = 5.

% 8.16.2 atom_concat/3

?- atom_concat(hello, ' world', S).
   S = 'hello world'.
?- atom_concat(T, ' world', 'small world').
   T = small.
?- atom_concat(hello, ' world', 'small world').
   false.
?- atom_concat(T1, T2, hello).
   T1 = '', T2 = hello
;  T1 = h, T2 = ello
;  T1 = he, T2 = llo
;  T1 = hel, T2 = lo
;  T1 = hell, T2 = o
;  T1 = hello, T2 = ''.
?- atom_concat(A1, 'iso', S).
   instantiation_error.
?- atom_concat(f(a), b, C).
   type_error(atom,f(a)).
?- atom_concat(small, T, 'small world').
   T = ' world'.

% 8.16.3 sub_atom/5

?- sub_atom(abracadabra, 0, 5, _, S2).
   S2 = abrac.
?- sub_atom(abracadabra, _, 5, 0, S2).
   S2 = dabra.
?- sub_atom(abracadabra, 3, L, 3, S2).
   L = 5, S2 = acada.
?- sub_atom(abracadabra, B, 2, A, ab).
   B = 0, A = 9
;  B = 7, A = 2.
?- sub_atom('Banana', 3, 2, _, S2).
   S2 = an.
?- sub_atom('charity', _, 3, _, S2).
   S2 = cha
;  S2 = har
;  S2 = ari
;  S2 = rit
;  S2 = ity.
?- sub_atom('ab', Before, Length, After, Sub_atom).
   Before = 0, Length = 0, After = 2, Sub_atom = ''
;  Before = 0, Length = 1, After = 1, Sub_atom = a
;  Before = 0, Length = 2, After = 0, Sub_atom = ab
;  Before = 1, Length = 0, After = 1, Sub_atom = ''
;  Before = 1, Length = 1, After = 0, Sub_atom = b
;  Before = 2, Length = 0, After = 0, Sub_atom = ''.
?- sub_atom(Banana, 3, 2, _, S2).
   instantiation_error.
?- sub_atom(f(a), 2, 2, _, S2).
   type_error(atom,f(a)).
?- sub_atom('Banana', 4, 2, _, 2).
   type_error(atom,2).
?- sub_atom('Banana', a, 2, _, S2).
   type_error(integer,a).
?- sub_atom('Banana', 4, n, _, S2).
   type_error(integer,n).
?- sub_atom('Banana', 4, _, m, S2).
   type_error(integer,m).
?- sub_atom('Banana', -1, _, _, S2).
   domain_error(not_less_than_zero,-1).
?- sub_atom('äöü', B, 1, 0, S).
   B = 2, S = ü.

% 8.16.4 atom_chars/2

?- atom_chars('', L).
   L = [].
?- atom_chars([], L).
   L = ['[',']'].
?- atom_chars('''', L).
   L = [''''].
?- atom_chars('iso', L).
   L = [i,s,o].
?- atom_chars(A, [p, r, o, l, o, g]).
   A = prolog.
?- atom_chars('North', ['N'|X]).
   X = [o,r,t,h].
?- atom_chars(iso, [i, s]).
   false.
?- atom_chars(A, L).
   instantiation_error.
?- atom_chars(A, [a, E, c]).
   instantiation_error.
?- atom_chars(A, [a, b|L]).
   instantiation_error.
?- atom_chars(f(a), L).
   type_error(atom,f(a)).
?- atom_chars(A, iso).
   type_error(list,iso).
?- atom_chars(A, [a, f(b)]).
   type_error(character,f(b)).
?- atom_chars(A, [0'a]).
   type_error(character,97).
?- L = [a|L], atom_chars(A, L).
   type_error(list,_).

% 8.16.5 atom_codes/2

?- atom_codes('', L).
   L = [].
?- atom_codes([], L).
   L = [91,93].
?- atom_codes(iso, L).
   L = [105,115,111].
?- atom_codes(A, [0'p, 0'r, 0'o, 0'l, 0'o, 0'g]).
   A = prolog.
?- atom_codes('North', [0'N|X]).
   X = [111,114,116,104].
?- atom_codes(iso, [0'i, 0's]).
   false.
?- atom_codes(A, L).
   instantiation_error.
?- atom_codes(f(a), L).
   type_error(atom,f(a)).
?- atom_codes(A, 0'x).
   type_error(list,120).
?- atom_codes(A, [0'i, 0's, -1]).
   representation_error(character_code).
?- atom_codes(A, [0'i, a]).
   type_error(integer,a).

% 8.16.6 char_code/2

?- char_code('a', Code).
   Code = 97.
?- char_code(Char, 99).
   Char = c.
?- char_code(b, 0'b).
   true.
?- char_code(b, 4).
   false.
?- char_code(X, Y).
   instantiation_error.
?- char_code(ab, Y).
   type_error(character,ab).
?- char_code(X, a).
   type_error(integer,a).
?- char_code(X, -2).
   representation_error(character_code).
?- char_code(X, 0x110000).
   representation_error(character_code).

% 8.16.7 number_chars/2

?- number_chars(33, L).
   L = ['3','3'].
?- number_chars(33, ['3', '3']).
   true.
?- number_chars(33.0, L).
   L = ['3','3','.','0'].
?- number_chars(X, ['3', '.', '3', 'E', +, '0']).
   X = 3.3.
?- number_chars(3.3, ['3', '.', '3', 'E', +, '0']).
   true.
?- number_chars(A, [-, '2', '5']).
   A = -25.
?- number_chars(A, ['\n', ' ', '3']).
   A = 3.
?- number_chars(A, ['3', ' ']).
   syntax_error(illegal_number).
?- number_chars(A, ['0', x, f]).
   A = 15.
?- number_chars(A, ['0', '''', a]).
   A = 97.
?- number_chars(A, ['4', '.', '2']).
   A = 4.2.
?- number_chars(A, ['4', '2', '.', '0', 'e', '-', '1']).
   A = 4.2.
?- number_chars(A, []).
   syntax_error(_).
?- number_chars(A, L).
   instantiation_error.
?- number_chars(a, L).
   type_error(number,a).
?- number_chars(A, 4).
   type_error(list,4).
?- number_chars(A, ['4', 2]).
   type_error(character,2).
?- number_chars(A, [a|_]).
   instantiation_error.
?- number_chars(A, [a, _]).
   instantiation_error.
?- number_chars(1, [a]).
   syntax_error(illegal_number).
?- number_chars(1, [X, '2']).
   false.
?- number_chars(12, [X, '2']).
   X = '1'.

% 8.16.8 number_codes/2

?- number_codes(33, L).
   L = [51,51].
?- number_codes(33, [0'3, 0'3]).
   true.
?- number_codes(33.0, L).
   L = [51,51,46,48].
?- number_codes(A, [0'-, 0'2, 0'5]).
   A = -25.
?- number_codes(A, [0' , 0'3]).
   A = 3.
?- number_codes(A, [0'0, 39, 0'a]).
   A = 97.
?- number_codes(A, L).
   instantiation_error.
?- number_codes(a, L).
   type_error(number,a).
?- number_codes(A, [0'1, a]).
   type_error(integer,a).
?- number_codes(A, [0'1, -1]).
   representation_error(character_code).

% Beyond the standard.

?- atom_number('12', N).
   N = 12.
?- atom_number(a, N).
   false.
?- atom_number(A, 1.5).
   A = '1.5'.
?- upcase_atom('hello wörld', U).
   U = 'HELLO WÖRLD'.
