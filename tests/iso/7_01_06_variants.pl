% ISO/IEC 13211-1, 7.1.6: variants and renamings, as copying sees them.

% 7.1.6 variants and renamings, as copying sees them

?- copy_term(f(X, Y, X), Z).
   Z = f(_A,_B,_A).
?- copy_term(f(X, Y), f(A, B)), X = 1.
   X = 1.
?- copy_term(a, X).
   X = a.
