% A text of SWI-Prolog that does not say so: its dict is the sign.

:- module(assumed, [area/2, greeting/1]).

area(D, A) :- A is D.width * D.height.
greeting(G) :- D = person{name: "Ada"}, G = D.name, string(G).

?- area('dict{}'(_,height,2,width,3), A).
   A = 6.
?- greeting(G).
   G = "Ada".
