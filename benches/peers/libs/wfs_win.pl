% wfs_win: the won, lost and drawn positions of a game of 5,000 moves (well-founded semantics).
%% needs: tabling

:- table win/1.
:- dynamic(move/2).

win(X) :- move(X, Y), tnot(win(Y)).

bench_default(1).

bench(0) :- !.
bench(N) :- N > 0, game(5000, 1500, _), N1 is N-1, bench(N1).

check :- game(200, 80, c(W,L,D)), 80 =:= W+L+D.

game(Moves, Positions, c(W,L,D)) :-
    abolish_all_tables,
    retractall(move(_, _)),
    moves(Moves, Positions, 42),
    count(Positions, 0, W, 0, L, 0, D).

moves(0, _, _) :- !.
moves(M, P, S0) :-
    S1 is (S0*1103515245+12345) mod 2147483648,
    S2 is (S1*1103515245+12345) mod 2147483648,
    X is S1 // 64 mod P,
    Y is S2 // 64 mod P,
    assertz(move(X, Y)),
    M1 is M-1,
    moves(M1, P, S2).

count(0, W, W, L, L, D, D) :- !.
count(P, W0, W, L0, L, D0, D) :-
    P1 is P-1,
    state(P1, S),
    tally(S, W0, W1, L0, L1, D0, D1),
    count(P1, W1, W, L1, L, D1, D).

state(P, S) :-
    (   \+ win(P) -> S = lost
    ;   call_delays(win(P), true) -> S = won
    ;   S = drawn
    ).

tally(won, W0, W, L, L, D, D) :- W is W0+1.
tally(lost, W, W, L0, L, D, D) :- L is L0+1.
tally(drawn, W, W, L, L, D0, D) :- D is D0+1.
