% clpb_triangle: the number of ways to cover a triangle of nine rows with triangles of three cells (library(clpb)).

:- use_module(library(clpb)).

bench_default(1).

bench(0) :- !.
bench(N) :- N > 0, coverings(9, _), N1 is N-1, bench(N1).

check :- coverings(2, 1), coverings(3, 0).

% The cells are c(R,K) with 1 =< K =< R =< N. A tile is c(R,K) with the two cells below it, or with the two above.
coverings(N, Count) :-
    findall(T, tile(N, T), Ts),
    length(Ts, L),
    length(Vs, L),
    findall(C, cell(N, C), Cs),
    each_once(Cs, Ts, Vs, E),
    sat_count(E, Count).

cell(N, c(R,K)) :- between(1, N, R), between(1, R, K).

tile(N, [c(R,K),c(R1,K),c(R1,K1)]) :- cell(N, c(R,K)), R < N, R1 is R+1, K1 is K+1.
tile(N, [c(R,K),c(R,K1),c(R1,K1)]) :- cell(N, c(R,K)), K < R, R < N, R1 is R+1, K1 is K+1.

each_once([], _, _, 1).
each_once([C|Cs], Ts, Vs, card([1],Ws)*E) :- covering(Ts, Vs, C, Ws), each_once(Cs, Ts, Vs, E).

covering([], [], _, []).
covering([T|Ts], [V|Vs], C, Ws) :-
    (   memberchk(C, T) -> Ws = [V|Ws1]
    ;   Ws = Ws1
    ),
    covering(Ts, Vs, C, Ws1).
