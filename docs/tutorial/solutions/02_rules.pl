% Solutions of lesson 2: rules.

:- ensure_loaded('../programs/reach').

% 1. Rivers that flow into another river.

tributary(River, Water) :-
    flows_into(River, Water),
    flows_into(Water, _).

?- tributary(River, danube).
   River = inn
;  River = isar
;  River = drava
;  River = sava.

?- tributary(danube, Water).
   false.

% 2. Rivers that flow into the same water.

siblings(River1, River2) :-
    dif(River1, River2),
    flows_into(River1, Water),
    flows_into(River2, Water).

?- siblings(inn, River).
   River = isar
;  River = drava
;  River = sava.

?- siblings(River, River).
   false.

% 3. The sea into which the water of a city drains. A sea is a water of the map that flows into nothing;
%    with facts and rules alone, the seas must be listed.

sea(north_sea).
sea(black_sea).

drains_into(City, Sea) :-
    city_on(City, River),
    reaches(River, Sea),
    sea(Sea).

?- drains_into(City, north_sea).
   City = prague
;  City = dresden
;  City = hamburg
;  City = zurich
;  City = bern
;  City = basel
;  City = koblenz
;  City = koblenz
;  City = cologne
;  City = frankfurt
;  false.

?- drains_into(vienna, Sea).
   Sea = black_sea
;  false.

% 4. Where waters of two cities come together. They stay together from the Rhine on: the North Sea is an
%    answer, too.

meets(City1, City2, Water) :-
    city_on(City1, River1),
    city_on(City2, River2),
    reaches(River1, Water),
    reaches(River2, Water).

?- meets(bern, frankfurt, Water).
   Water = rhine
;  Water = north_sea
;  false.

% 5. Bottles. Either both cities are on one river, or the second one is on a water that the river of the
%    first one reaches. As in lesson 1, the program does not know which of two cities on one river is
%    further up.

downstream_city(City1, City2) :-
    dif(City1, City2),
    city_on(City1, River),
    city_on(City2, River).
downstream_city(City1, City2) :-
    dif(City1, City2),
    city_on(City1, River),
    reaches(River, Water),
    city_on(City2, Water).

?- downstream_city(City, belgrade).
   City = passau
;  City = vienna
;  City = budapest
;  City = zagreb
;  City = salzburg
;  City = innsbruck
;  City = passau
;  City = munich
;  City = graz
;  City = zagreb
;  false.

% 6. There is an answer too many: River1 and River2 may be the same. The only clause must be wrong, and
%    a goal is missing in it.

crossing(River1, River2) :-
    dif(River1, River2),
    city_on(City, River1),
    city_on(City, River2).

?- crossing(danube, River).
   River = inn
;  River = sava
;  false.

% 7. A city would have to be on both rivers at once. A further goal takes answers away, and there are
%    none to begin with. Two clauses say "or".

swiss(City) :- city_on(City, limmat).
swiss(City) :- city_on(City, aare).

?- swiss(City).
   City = zurich
;  City = bern.

% 8. The way is split at its end. The recursive goal comes last, and the program terminates if the water
%    is given: then flows_into/2 goes upstream, from the mouth to the springs.

reaches3(River, Water) :-
    flows_into(River, Water).
reaches3(River, Water) :-
    flows_into(Last, Water),
    reaches3(River, Last).

?- reaches3(River, elbe).
   River = vltava
;  false.

?- reaches3(limmat, Water).
   Water = aare
;  Water = rhine
;  Water = north_sea
;  false.
