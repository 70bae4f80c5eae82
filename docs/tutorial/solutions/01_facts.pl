% Solutions of lesson 1: facts and queries.

:- ensure_loaded('../programs/rivers').

% 1. Which river runs through Prague? Which cities lie on the Danube?

?- city_on(prague, River).
   River = vltava.

?- city_on(City, danube).
   City = passau
;  City = vienna
;  City = budapest
;  City = belgrade.

% 2. Into which waters do the rivers of Koblenz flow? The Moselle flows into the Rhine, and the Rhine,
%    which is a river of Koblenz, too, into the North Sea.

?- city_on(koblenz, River), flows_into(River, Water).
   River = rhine, Water = north_sea
;  River = moselle, Water = rhine.

% 3. The water of Salzburg after two changes of the river. The Danube passes Passau, Vienna, Budapest
%    and Belgrade after it has taken up the Inn: all four answers happen to be right. With a city such
%    as Ulm, which lies on the Danube above Passau, there would be a wrong one.

?- city_on(salzburg, River), flows_into(River, Water), flows_into(Water, Water2), city_on(City, Water2).
   River = salzach, Water = inn, Water2 = danube, City = passau
;  River = salzach, Water = inn, Water2 = danube, City = vienna
;  River = salzach, Water = inn, Water2 = danube, City = budapest
;  River = salzach, Water = inn, Water2 = danube, City = belgrade.

% 4. Which rivers flow into the same water as the Isar?

?- dif(River, isar), flows_into(isar, Water), flows_into(River, Water).
   River = inn, Water = danube
;  River = drava, Water = danube
;  River = sava, Water = danube.

% 5. Different cities on the same river. @< compares two names at the moment when it is called: both
%    must be known by then.

?- city_on(A, River), city_on(B, River), A @< B.
   A = dresden, River = elbe, B = hamburg
;  A = basel, River = rhine, B = koblenz
;  A = basel, River = rhine, B = cologne
;  A = cologne, River = rhine, B = koblenz
;  A = innsbruck, River = inn, B = passau
;  A = passau, River = danube, B = vienna
;  A = budapest, River = danube, B = passau
;  A = budapest, River = danube, B = vienna
;  A = belgrade, River = sava, B = zagreb
;  A = belgrade, River = danube, B = passau
;  A = belgrade, River = danube, B = vienna
;  A = belgrade, River = danube, B = budapest
;  false.

% 6. Cities and their countries.

country_of(passau, germany).
country_of(vienna, austria).
country_of(budapest, hungary).
country_of(belgrade, serbia).
country_of(zagreb, croatia).
country_of(basel, switzerland).
country_of(cologne, germany).

?- city_on(City, danube), country_of(City, Country).
   City = passau, Country = germany
;  City = vienna, Country = austria
;  City = budapest, Country = hungary
;  City = belgrade, Country = serbia.

?- dif(Country1, Country2), city_on(City1, River), city_on(City2, River),
   country_of(City1, Country1), country_of(City2, Country2), City1 @< City2.
   Country1 = switzerland, Country2 = germany, City1 = basel, River = rhine, City2 = cologne
;  Country1 = germany, Country2 = austria, City1 = passau, River = danube, City2 = vienna
;  Country1 = hungary, Country2 = germany, City1 = budapest, River = danube, City2 = passau
;  Country1 = hungary, Country2 = austria, City1 = budapest, River = danube, City2 = vienna
;  Country1 = serbia, Country2 = croatia, City1 = belgrade, River = sava, City2 = zagreb
;  Country1 = serbia, Country2 = germany, City1 = belgrade, River = danube, City2 = passau
;  Country1 = serbia, Country2 = austria, City1 = belgrade, River = danube, City2 = vienna
;  Country1 = serbia, Country2 = hungary, City1 = belgrade, River = danube, City2 = budapest
;  false.

% 7. A spring is a river for which there is *no* fact flows_into(_, River). A query with commas and
%    dif/2 can only say that some fact is there, never that one is missing. Lesson 8 has the negation,
%    and this is how it looks:

?- flows_into(River, _), \+ flows_into(_, River).
   River = vltava
;  River = limmat
;  River = main
;  River = saar
;  River = salzach
;  River = isar
;  River = mur
;  River = sava
;  false.
