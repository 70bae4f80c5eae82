:- module(shapes, [area/2]).
area(square(A), B) :- B is A*A.
