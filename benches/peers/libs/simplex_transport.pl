% simplex_transport: a transportation problem of 12 sources and 12 sinks (library(simplex)).

:- use_module(library(simplex)).

bench_default(1).

bench(0) :- !.
bench(N) :- N > 0, plan(12, _), N1 is N-1, bench(N1).

check :- transportation([12,7,14], [3,15,9,6], [[20,50,10,60],[70,40,60,30],[40,80,70,40]],
                        [[0,3,9,0],[0,7,0,0],[3,5,0,6]]).

plan(N, Plan) :-
    amounts(N, Ss),
    amounts(N, Ds),
    costs(N, N, Cs),
    transportation(Ss, Ds, Cs, Plan).

amounts(0, []) :- !.
amounts(N, [A|As]) :- A is 10+N mod 5, N1 is N-1, amounts(N1, As).

costs(0, _, []) :- !.
costs(I, N, [Row|Rows]) :- row(N, I, Row), I1 is I-1, costs(I1, N, Rows).

row(0, _, []) :- !.
row(J, I, [C|Cs]) :- C is 1+(I*37+J*53+I*J*11) mod 97, J1 is J-1, row(J1, I, Cs).
