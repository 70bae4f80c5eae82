% ISO/IEC 13211-1, 9.3: other evaluable functors.

% 9.3.1 (**)/2

?- X is 5**3.
   X = 125.
?- X is 5.0**3.
   X = 125.0.
?- X is 5** -1.
   X = 0.2.
?- X is -5.0**3.
   X = -125.0.
?- X is 5**0.
   X = 1.
?- X is 0**0.
   X = 1.
?- X is 0.0**0.
   X = 1.0.
% With the flag iso, a float, as 9.3.1 has it; and so is a quotient.
?- set_prolog_flag(iso, true), X is 2**3, Y is 10/2, Z is 2** -1, V is 2^3, set_prolog_flag(iso, false).
   X = 8.0, Y = 5.0, Z = 0.5, V = 8.
?- X is 2**3.0.
   X = 8.0.
?- X is 2** -1.5.
   X = 0.3535533905932738.
?- X is 1** -1.
   X = 1.
?- X is -1** -1.
   X = -1.
?- X is -1** -2.
   X = 1.
?- X is 0** -1.
   evaluation_error(undefined).
?- X is 77**N.
   instantiation_error.
?- X is foo**2.
   type_error(evaluable,foo/0).
?- X is 2**foo.
   type_error(evaluable,foo/0).
?- X is 0.0** -1.
   evaluation_error(undefined).

% 9.3.2 sin/1

?- X is sin(0.0).
   X = 0.0.
?- X is sin(0).
   X = 0.0.
?- X is sin(N).
   instantiation_error.
?- X is sin(foo).
   type_error(evaluable,foo/0).

% 9.3.3 cos/1

?- X is cos(0.0).
   X = 1.0.
?- X is cos(0).
   X = 1.0.
?- X is cos(N).
   instantiation_error.
?- X is cos(foo).
   type_error(evaluable,foo/0).

% 9.3.4 atan/1

?- X is atan(0.0).
   X = 0.0.
?- X is atan(0).
   X = 0.0.
?- X is 4*atan(1.0).
   X = 3.141592653589793.
?- X is atan(N).
   instantiation_error.
?- X is atan(foo).
   type_error(evaluable,foo/0).

% 9.3.5 exp/1

?- X is exp(0).
   X = 1.0.
?- X is exp(0.0).
   X = 1.0.
?- X is exp(N).
   instantiation_error.
?- X is exp(foo).
   type_error(evaluable,foo/0).
?- X is exp(1000).
   evaluation_error(float_overflow).

% 9.3.6 log/1

?- X is log(1).
   X = 0.0.
?- X is log(1.0).
   X = 0.0.
?- X is log(0).
   evaluation_error(undefined).
?- X is log(0.0).
   evaluation_error(undefined).
?- X is log(-1).
   evaluation_error(undefined).
?- X is log(N).
   instantiation_error.
?- X is log(foo).
   type_error(evaluable,foo/0).

% 9.3.7 sqrt/1

?- X is sqrt(0.0).
   X = 0.0.
?- X is sqrt(1).
   X = 1.0.
?- X is sqrt(1.21).
   X = 1.1.
?- X is sqrt(-1).
   evaluation_error(undefined).
?- X is sqrt(-1.0).
   evaluation_error(undefined).
?- X is sqrt(N).
   instantiation_error.
?- X is sqrt(foo).
   type_error(evaluable,foo/0).

% 9.3.8 max/2, corrigendum 2

?- X is max(2,3).
   X = 3.
?- X is max(3,2).
   X = 3.
?- X is max(2,3.0).
   X = 3.0.
?- X is max(3.0,2).
   X = 3.0.
?- X is max(1,1).
   X = 1.
?- X is max(N,3).
   instantiation_error.
?- X is max(foo,3).
   type_error(evaluable,foo/0).
?- X is max(-1,-2).
   X = -1.

% 9.3.9 min/2, corrigendum 2

?- X is min(2,3).
   X = 2.
?- X is min(3,2).
   X = 2.
?- X is min(2,3.0).
   X = 2.
?- X is min(2.5,3).
   X = 2.5.
?- X is min(N,3).
   instantiation_error.
?- X is min(foo,3).
   type_error(evaluable,foo/0).

% 9.3.10 (^)/2, corrigendum 2

?- X is 2^3.
   X = 8.
?- X is 2^0.
   X = 1.
?- X is 0^0.
   X = 1.
?- X is 2^(-1).
   type_error(float,2).
?- X is 1^(-1).
   X = 1.
?- X is -1^(-1).
   X = -1.
?- X is -1^(-2).
   X = 1.
?- X is 0^(-1).
   evaluation_error(undefined).
?- X is 2^100.
   X = 1267650600228229401496703205376.
?- X is 2^3.0.
   X = 8.0.
?- X is 2.0^3.
   X = 8.0.
?- X is 2.0^(-1).
   X = 0.5.
?- X is 0^0.0.
   X = 1.0.
?- X is 0.0^0.
   X = 1.0.
?- X is -8.0^(1.0/3).
   evaluation_error(undefined).
?- X is N^2.
   instantiation_error.
?- X is 2^N.
   instantiation_error.
?- X is foo^2.
   type_error(evaluable,foo/0).

% 9.3.11 asin/1, corrigendum 2

?- X is asin(0.0).
   X = 0.0.
?- X is asin(0).
   X = 0.0.
?- X is asin(1).
   X = 1.5707963267948966.
?- X is asin(2).
   evaluation_error(undefined).
?- X is asin(-1.5).
   evaluation_error(undefined).
?- X is asin(N).
   instantiation_error.
?- X is asin(foo).
   type_error(evaluable,foo/0).

% 9.3.12 acos/1, corrigendum 2

?- X is acos(1).
   X = 0.0.
?- X is acos(1.0).
   X = 0.0.
?- X is acos(0).
   X = 1.5707963267948966.
?- X is acos(2).
   evaluation_error(undefined).
?- X is acos(-2.0).
   evaluation_error(undefined).
?- X is acos(N).
   instantiation_error.
?- X is acos(foo).
   type_error(evaluable,foo/0).

% 9.3.13 atan2/2, corrigendum 2

?- X is atan2(1,1).
   X = 0.7853981633974483.
?- X is atan2(1.0,0).
   X = 1.5707963267948966.
?- X is atan2(0,1).
   X = 0.0.
?- X is atan2(0,-1).
   X = 3.141592653589793.
?- X is atan2(0,0).
   evaluation_error(undefined).
?- X is atan2(0.0,0.0).
   evaluation_error(undefined).
?- X is atan2(N,1).
   instantiation_error.
?- X is atan2(1,a).
   type_error(evaluable,a/0).

% 9.3.14 tan/1, corrigendum 2

?- X is tan(0.0).
   X = 0.0.
?- X is tan(0).
   X = 0.0.
?- X is tan(N).
   instantiation_error.
?- X is tan(foo).
   type_error(evaluable,foo/0).

% 9.3.15 pi/0, corrigendum 2

?- X is pi.
   X = 3.141592653589793.
?- X is 2*pi.
   X = 6.283185307179586.
