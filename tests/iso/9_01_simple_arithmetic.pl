% ISO/IEC 13211-1, 9.1: simple arithmetic functors.

% 9.1.5 float_integer_part/1, float_fractional_part/1

?- X is float_integer_part(1.5).
   X = 1.0.
?- X is float_integer_part(-1.5).
   X = -1.0.
?- X is float_integer_part(3.0).
   X = 3.0.
?- X is float_integer_part(N).
   instantiation_error.
?- X is float_integer_part(a).
   type_error(evaluable,a/0).

?- X is float_fractional_part(1.5).
   X = 0.5.
?- X is float_fractional_part(-1.5).
   X = -0.5.
?- X is float_fractional_part(3.0).
   X = 0.0.
?- X is float_fractional_part(N).
   instantiation_error.
?- X is float_fractional_part(a).
   type_error(evaluable,a/0).

% 9.1.6 type conversion: float/1, floor/1, truncate/1, round/1, ceiling/1

?- X is float(7).
   X = 7.0.
?- X is float(7.3).
   X = 7.3.
?- X is float(5//3).
   X = 1.0.
?- X is float(N).
   instantiation_error.
?- X is float(foo).
   type_error(evaluable,foo/0).
?- X is float(10**400).
   evaluation_error(float_overflow).

?- X is floor(7.4).
   X = 7.
?- X is floor(-0.4).
   X = -1.
?- X is floor(-7.6).
   X = -8.
?- X is floor(1.0e20).
   X = 100000000000000000000.
?- X is floor(N).
   instantiation_error.
?- X is floor(a).
   type_error(evaluable,a/0).
?- X is floor(3).
   X = 3.

?- X is truncate(-0.5).
   X = 0.
?- X is truncate(7.9).
   X = 7.
?- X is truncate(-7.9).
   X = -7.
?- X is truncate(N).
   instantiation_error.
?- X is truncate(foo).
   type_error(evaluable,foo/0).
?- X is truncate(-1.0e20).
   X = -100000000000000000000.

?- X is round(7.5).
   X = 8.
?- X is round(7.6).
   X = 8.
?- X is round(-7.5).
   X = -8.
?- X is round(-0.4).
   X = 0.
?- X is round(2.5).
   X = 3.
?- X is round(0.49999999999999994).
   X = 0.
?- X is round(N).
   instantiation_error.
?- X is round(a).
   type_error(evaluable,a/0).

?- X is ceiling(-0.5).
   X = 0.
?- X is ceiling(7.1).
   X = 8.
?- X is ceiling(-7.9).
   X = -7.
?- X is ceiling(N).
   instantiation_error.
?- X is ceiling(a).
   type_error(evaluable,a/0).

% 9.1.7 simple arithmetic: (+)/2, (-)/2, (*)/2, (//)/2, (/)/2, (rem)/2, (mod)/2, (-)/1, (+)/1, abs/1

?- X is 7+35.
   X = 42.
?- X is 0+(3+11).
   X = 14.
?- X is 0+(3.2+11).
   X = 14.2.
?- X is 77+N.
   instantiation_error.
?- X is foo+77.
   type_error(evaluable,foo/0).
?- X is 1+2.5.
   X = 3.5.
?- X is 9223372036854775807+1.
   X = 9223372036854775808.
?- X is 1.7e308+1.7e308.
   evaluation_error(float_overflow).
?- X is "a"+1.
   X = 98.
?- X is [1]+1.
   X = 2.

?- X is +(1).
   X = 1.
?- X is +(-1.5).
   X = -1.5.
?- X is +(N).
   instantiation_error.
?- X is +(foo).
   type_error(evaluable,foo/0).

?- X is -(7).
   X = -7.
?- X is -(3-11).
   X = 8.
?- X is -(3.2-11).
   X = 7.8.
?- X is -(N).
   instantiation_error.
?- X is -(foo).
   type_error(evaluable,foo/0).
?- X is -(-9223372036854775808).
   X = 9223372036854775808.
?- X is -(0).
   X = 0.

?- X is 7-35.
   X = -28.
?- X is 20-(3+11).
   X = 6.
?- X is 0-(3.2+11).
   X = -14.2.
?- X is 77-N.
   instantiation_error.
?- X is foo-77.
   type_error(evaluable,foo/0).
?- X is -9223372036854775808-1.
   X = -9223372036854775809.

?- X is 0*(3+11).
   X = 0.
?- X is 1.5*7.
   X = 10.5.
?- X is 77*N.
   instantiation_error.
?- X is foo*77.
   type_error(evaluable,foo/0).
?- X is 9223372036854775807*9223372036854775807.
   X = 85070591730234615847396907784232501249.
?- X is 1.0e200*1.0e200.
   evaluation_error(float_overflow).
?- X is -3*4.
   X = -12.

?- X is 7//35.
   X = 0.
?- X is -1//2.
   X = 0.
?- X is 140//(3+11).
   X = 10.
?- X is 7// -2.
   X = -3.
?- X is -7//2.
   X = -3.
?- X is 7//7.0.
   type_error(integer,7.0).
?- X is 7.0//2.
   type_error(integer,7.0).
?- X is 7//0.
   evaluation_error(zero_divisor).
?- X is a//2.
   type_error(evaluable,a/0).
?- X is N//2.
   instantiation_error.
?- X is 2//a.
   type_error(evaluable,a/0).
?- X is -9223372036854775808// -1.
   X = 9223372036854775808.

?- X is 7/35.
   X = 0.2.
?- X is 140/(3+11).
   X = 10.
?- X is 14.2/2.
   X = 7.1.
?- X is 8/2.
   X = 4.
?- X is 7/0.
   evaluation_error(zero_divisor).
?- X is 7/0.0.
   evaluation_error(zero_divisor).
?- X is 0/0.
   evaluation_error(zero_divisor).
?- X is 7.0/0.
   evaluation_error(zero_divisor).
?- X is 0.0/0.
   evaluation_error(undefined).
?- X is N/2.
   instantiation_error.
?- X is a/2.
   type_error(evaluable,a/0).

?- X is 7 rem 4.
   X = 3.
?- X is -7 rem 4.
   X = -3.
?- X is 7 rem -4.
   X = 3.
?- X is -7 rem -4.
   X = -3.
?- X is 7 rem 0.
   evaluation_error(zero_divisor).
?- X is 7.5 rem 2.
   type_error(integer,7.5).
?- X is 7 rem 2.0.
   type_error(integer,2.0).
?- X is 7 rem N.
   instantiation_error.
?- X is foo rem 3.
   type_error(evaluable,foo/0).

?- X is 7 mod 3.
   X = 1.
?- X is 0 mod (3+11).
   X = 0.
?- X is 7 mod (-2).
   X = -1.
?- X is -7 mod 2.
   X = 1.
?- X is -7 mod -3.
   X = -1.
?- X is 77 mod N.
   instantiation_error.
?- X is foo mod 77.
   type_error(evaluable,foo/0).
?- X is 7.5 mod 2.
   type_error(integer,7.5).
?- X is 7 mod 2.0.
   type_error(integer,2.0).
?- X is 7 mod 0.
   evaluation_error(zero_divisor).

?- X is 7 div 2.
   X = 3.
?- X is -7 div 2.
   X = -4.
?- X is 7 div -2.
   X = -4.
?- X is -7 div -2.
   X = 3.
?- X is 0 div 5.
   X = 0.
?- X is 7 div 0.
   evaluation_error(zero_divisor).
?- X is 7.0 div 2.
   type_error(integer,7.0).
?- X is 7 div 2.5.
   type_error(integer,2.5).
?- X is N div 2.
   instantiation_error.
?- X is a div 2.
   type_error(evaluable,a/0).

?- X is abs(7).
   X = 7.
?- X is abs(3-11).
   X = 8.
?- X is abs(3.2-11.0).
   X = 7.8.
?- X is abs(N).
   instantiation_error.
?- X is abs(foo).
   type_error(evaluable,foo/0).
?- X is abs(-9223372036854775808).
   X = 9223372036854775808.
?- X is abs(-0.5).
   X = 0.5.

?- X is sign(7).
   X = 1.
?- X is sign(0).
   X = 0.
?- X is sign(-3).
   X = -1.
?- X is sign(-3.5).
   X = -1.0.
?- X is sign(0.0).
   X = 0.0.
?- X is sign(-0.0).
   X = 0.0.
?- X is sign(2.5).
   X = 1.0.
?- X is sign(N).
   instantiation_error.
?- X is sign(a).
   type_error(evaluable,a/0).

% The flag `iso`: `/` of two integers is a float; rounding functors take integers as before.

?- set_prolog_flag(iso, true), X is 4/2, Y is 7/7.0, Z is -4/2.
   X = 2.0, Y = 1.0, Z = -2.0.
?- set_prolog_flag(iso, true), D = 2, X is 2**70/D, 4/D =:= 2.
   D = 2, X = 5.902958103587057e20.
?- set_prolog_flag(iso, true), X is 4/0.
   error(evaluation_error(zero_divisor),_).
?- set_prolog_flag(iso, true), X is 10**400/10**399.
   error(evaluation_error(float_overflow),_).
?- set_prolog_flag(iso, true), A is ceiling(1), B is floor(1), C is round(1), D is truncate(1), E is float_integer_part(1).
   A = 1, B = 1, C = 1, D = 1, E = 1.
?- set_prolog_flag(iso, true), set_prolog_flag(iso, false), X is 4/2.
   X = 2.
