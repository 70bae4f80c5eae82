% Trams that go round in a ring, for lesson 5.

leg(zoo, market).
leg(market, museum).
leg(museum, zoo).
leg(market, station).

route(From, To) :-
    leg(From, To).
route(From, To) :-
    leg(From, Next),
    route(Next, To).
