:- [shapes].
:- initialization((area(square(3), A), write(A), nl)).
