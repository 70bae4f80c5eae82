% ISO/IEC 13211-1, 8.17.3: halt/0, 8.17.4 halt/1: what is checked before the program ends.

% 8.17.3 halt/0, 8.17.4 halt/1: what is checked before the program ends

?- halt(_).
   instantiation_error.
?- halt(a).
   type_error(integer,a).
?- halt(1.5).
   type_error(integer,1.5).
