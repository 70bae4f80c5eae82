% ISO/IEC 13211-1, 8.16.3: sub_atom/5.

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

?- sub_atom(abc, 1, 1, A, S).
   A = 1, S = b.
?- sub_atom(abc, B, 1, 0, S).
   B = 2, S = c.
?- sub_atom(abc, B, L, 0, bc).
   B = 1, L = 2.
?- findall(B, sub_atom(aaa, B, _, _, a), L).
   L = [0,1,2].
?- findall(B, sub_atom(aaa, B, _, _, aa), L).
   L = [0,1].
?- findall(S, sub_atom(abc, _, 2, _, S), L).
   L = [ab,bc].
?- sub_atom(abc, _, _, _, d).
   false.
?- sub_atom('', B, L, A, S).
   B = 0, L = 0, A = 0, S = ''.
?- sub_atom(abc, 4, _, _, _).
   false.
?- sub_atom(_, _, _, _, _).
   instantiation_error.
?- sub_atom(_, _, _, _, a).
   instantiation_error.
?- sub_atom(f(x), _, _, _, _).
   type_error(atom,f(x)).
?- sub_atom(abc, _, _, _, 1).
   type_error(atom,1).
?- sub_atom(abc, _, _, _, f(x)).
   type_error(atom,f(x)).
?- sub_atom(abc, a, _, _, _).
   type_error(integer,a).
?- sub_atom(abc, _, 1.5, _, _).
   type_error(integer,1.5).
?- sub_atom(abc, _, _, f(x), _).
   type_error(integer,f(x)).
?- sub_atom(abc, -1, _, _, _).
   domain_error(not_less_than_zero,-1).
?- sub_atom(abc, _, -1, _, _).
   domain_error(not_less_than_zero,-1).
?- sub_atom(abc, _, _, -1, _).
   domain_error(not_less_than_zero,-1).

% One variable in several places.
?- sub_atom(abcab, B, L, B, X).
   B = 0, L = 5, X = abcab
;  B = 1, L = 3, X = bca
;  B = 2, L = 1, X = c
;  false.
?- sub_atom(aba, B, B, A, X).
   B = 0, A = 3, X = ''
;  B = 1, A = 1, X = b
;  false.
?- sub_atom(ab, N, N, N, X).
   false.
?- sub_atom(abc, N, N, N, X).
   N = 1, X = b
;  false.
?- sub_atom(ab, X, 2, _, X).
   false.
?- sub_atom(X, X, A, L, S).
   instantiation_error.
