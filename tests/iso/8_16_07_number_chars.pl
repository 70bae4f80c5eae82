% ISO/IEC 13211-1, 8.16.7: number_chars/2.

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

?- number_chars(12, L).
   L = "12".
?- number_chars(-12, L).
   L = "-12".
?- number_chars(1.5, L).
   L = "1.5".
?- number_chars(N, "12").
   N = 12.
?- number_chars(N, " 12").
   N = 12.
?- number_chars(N, "\n12").
   N = 12.
?- number_chars(N, "12 ").
   syntax_error(_).
?- number_chars(N, "-12").
   N = -12.
?- number_chars(N, "- 1").
   N = -1.
?- number_chars(N, "+1").
   syntax_error(_).
?- number_chars(N, "0b11").
   N = 3.
?- number_chars(N, "0o11").
   N = 9.
?- number_chars(N, "0x11").
   N = 17.
?- number_chars(N, "0'a").
   N = 97.
?- number_chars(N, "0'\\n").
   N = 10.
?- number_chars(N, "0''").
   syntax_error(_).
?- number_chars(N, "0'''").
   N = 39.
?- number_chars(N, "1e3").
   syntax_error(_).
?- number_chars(N, "1.0e3").
   N = 1000.0.
?- number_chars(N, "1.").
   syntax_error(_).
?- number_chars(N, "/**/1").
   N = 1.
?- number_chars(N, "%\n1").
   N = 1.
?- number_chars(N, "-/**/1").
   syntax_error(_).
?- number_chars(N, "1 2").
   syntax_error(_).
?- number_chars(N, "a").
   syntax_error(_).
?- number_chars(N, "").
   syntax_error(_).
?- number_chars(N, "'-'1").
   N = -1.
?- number_chars(_, _).
   instantiation_error.
?- number_chars(_, ['1'|_]).
   instantiation_error.
?- number_chars(_, [_]).
   instantiation_error.
?- number_chars(a, _).
   type_error(number,a).
?- number_chars(f(x), _).
   type_error(number,f(x)).
?- number_chars(_, a).
   type_error(list,a).
?- number_chars(_, ['1'|a]).
   type_error(list,['1'|a]).
?- number_chars(_, ['12']).
   type_error(character,'12').
?- number_chars(_, [1]).
   type_error(character,1).
?- number_chars(12, "012").
   true.
?- number_chars(12, "13").
   false.
?- number_chars(12, ['1'|T]).
   T = "2".
