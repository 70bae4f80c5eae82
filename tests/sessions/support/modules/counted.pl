:- retract(count(N0)), N is N0+1, assertz(count(N)).
