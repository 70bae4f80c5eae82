% Trams of a small town, for lesson 5.

leg(zoo, market).
leg(market, museum).
leg(market, station).
leg(museum, park).
leg(station, airport).

route(From, To) :-
    leg(From, To).
route(From, To) :-
    leg(From, Next),
    route(Next, To).
