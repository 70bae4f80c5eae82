% ISO/IEC 13211-1, 9.4: bitwise functors.

% 9.4.1 (>>)/2

?- X is 16>>2.
   X = 4.
?- X is 19>>2.
   X = 4.
?- X is -16>>2.
   X = -4.
?- X is -1>>1.
   X = -1.
?- X is 1>>100.
   X = 0.
?- X is 77>>N.
   instantiation_error.
?- X is foo>>2.
   type_error(evaluable,foo/0).
?- X is 1.0>>2.
   type_error(integer,1.0).
?- X is 1>>2.0.
   type_error(integer,2.0).

% 9.4.2 (<<)/2

?- X is 16<<2.
   X = 64.
?- X is 19<<2.
   X = 76.
?- X is -16<<2.
   X = -64.
?- X is 1<<100.
   X = 1267650600228229401496703205376.
?- X is 77<<N.
   instantiation_error.
?- X is foo<<2.
   type_error(evaluable,foo/0).
?- X is 1.0<<2.
   type_error(integer,1.0).
?- X is 1<<2.0.
   type_error(integer,2.0).

% 9.4.3 (/\)/2

?- X is 10/\12.
   X = 8.
?- X is 17*256+125/\17*256+125.
   X = 4477.
?- X is -10/\12.
   X = 4.
?- X is 77/\N.
   instantiation_error.
?- X is foo/\2.
   type_error(evaluable,foo/0).
?- X is 1.0/\2.
   type_error(integer,1.0).
?- X is 1/\2.0.
   type_error(integer,2.0).

% 9.4.4 (\/)/2

?- X is 10\/12.
   X = 14.
?- X is -10\/12.
   X = -2.
?- X is 77\/N.
   instantiation_error.
?- X is foo\/2.
   type_error(evaluable,foo/0).
?- X is 1.0\/2.
   type_error(integer,1.0).
?- X is 1\/2.0.
   type_error(integer,2.0).

% 9.4.5 (\)/1

?- X is \ (\10).
   X = 10.
?- X is \10.
   X = -11.
?- X is \ -1.
   X = 0.
?- X is \N.
   instantiation_error.
?- X is \2.5.
   type_error(integer,2.5).
?- X is \foo.
   type_error(evaluable,foo/0).

% 9.4.6 xor/2, corrigendum 2

?- X is xor(10,12).
   X = 6.
?- X is 10 xor 12.
   X = 6.
?- X is -10 xor 12.
   X = -6.
?- X is xor(N,2).
   instantiation_error.
?- X is xor(foo,2).
   type_error(evaluable,foo/0).
?- X is xor(1.0,2).
   type_error(integer,1.0).
?- X is xor(2,1.0).
   type_error(integer,1.0).
