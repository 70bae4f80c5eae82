% Routes, with a mistake: the first clause calls itself before anything else.

route(X, Y) :- route(X, Z), road(Z, Y).
route(X, Y) :- road(X, Y).

road(linz, wien).
road(wien, graz).
road(graz, linz).
