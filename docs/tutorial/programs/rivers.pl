% Rivers of Europe and cities on them, for lessons 1 to 3.

% flows_into(River, Water): the river ends in the other water.
flows_into(vltava, elbe).
flows_into(elbe, north_sea).
flows_into(limmat, aare).
flows_into(aare, rhine).
flows_into(main, rhine).
flows_into(saar, moselle).
flows_into(moselle, rhine).
flows_into(rhine, north_sea).
flows_into(salzach, inn).
flows_into(inn, danube).
flows_into(isar, danube).
flows_into(mur, drava).
flows_into(drava, danube).
flows_into(sava, danube).
flows_into(danube, black_sea).

% city_on(City, River): the river runs through the city.
city_on(prague, vltava).
city_on(dresden, elbe).
city_on(hamburg, elbe).
city_on(zurich, limmat).
city_on(bern, aare).
city_on(basel, rhine).
city_on(koblenz, rhine).
city_on(koblenz, moselle).
city_on(cologne, rhine).
city_on(frankfurt, main).
city_on(salzburg, salzach).
city_on(innsbruck, inn).
city_on(passau, inn).
city_on(passau, danube).
city_on(munich, isar).
city_on(vienna, danube).
city_on(budapest, danube).
city_on(graz, mur).
city_on(zagreb, sava).
city_on(belgrade, sava).
city_on(belgrade, danube).
