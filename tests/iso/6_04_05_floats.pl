% ISO/IEC 13211-1, 6.4.5: floating point numbers.

% 6.4.5 floating point numbers

?- X = 1.0.
   X = 1.0.
?- X = 1.5e3.
   X = 1500.0.
?- X = 1.5E3.
   X = 1500.0.
?- X = 1.5e+3.
   X = 1500.0.
?- X = 1.5e-3.
   X = 0.0015.
?- X = 1.0e-320, X > 0.
   X = 1.0e-320.
?- X = 1.e3.
   syntax_error(...).
?- X = 1e3.
   syntax_error(...).
?- X = .5.
   syntax_error(...).
?- X = 1.0e999.
   syntax_error(...).
?- X = 0.1.
   X = 0.1.
?- writeq(1.0e10), nl, writeq(1.0e100), nl, writeq(1.0e-7), nl, writeq(-0.0).
   outputs("10000000000.0\n1.0e100\n1.0e-7\n-0.0").
