% ISO/IEC 13211-1, 8.16.8: number_codes/2.

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

?- number_codes(12, L).
   L = [49,50].
?- number_codes(N, [49,50]).
   N = 12.
?- number_codes(N, [0' ,49]).
   N = 1.
?- number_codes(N, [49,0' ]).
   syntax_error(_).
?- number_codes(N, []).
   syntax_error(_).
?- number_codes(_, _).
   instantiation_error.
?- number_codes(_, [49|_]).
   instantiation_error.
?- number_codes(_, [_]).
   instantiation_error.
?- number_codes(a, _).
   type_error(number,a).
?- number_codes(_, a).
   type_error(list,a).
?- number_codes(_, [49|a]).
   type_error(list,[49|a]).
?- number_codes(_, [-1]).
   representation_error(character_code).
?- number_codes(_, [f(x)]).
   type_error(integer,f(x)).
