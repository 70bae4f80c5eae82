% Colours, for the tests of this crate.
:- dynamic(colour/1).  colour(red).
colour(green).

?- colour(C).
   C = red
;  C = green.
?- double(2, X).
   X = 4.
?- assertz(colour(blue)), colour(blue).
   true.
?- colour(C), C \== red.
   C = green
;  C = blue.
