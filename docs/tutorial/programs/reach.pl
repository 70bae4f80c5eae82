% Rules about rivers, for lesson 2.

:- ensure_loaded(rivers).

confluence_city(City, River, Water) :-
    flows_into(River, Water),
    city_on(City, River),
    city_on(City, Water).

reaches(River, Water) :-
    flows_into(River, Water).
reaches(River, Water) :-
    flows_into(River, Next),
    reaches(Next, Water).
