% Projection of linear constraints on some of their variables: Gaussian elimination, then
% Fourier-Motzkin elimination, with removal of inequalities that follow from others.

:- module(linear_projection, [linear_projection/6]).

%! linear_projection(+Equations, +Inequalities, +Disequations, +Ids, +Field, -Constraints) is det.
%
%  `Equations` and `Disequations` are linear forms of library(linear), `Inequalities` pairs of `slack`
%  or `strict` and a linear form that is not negative. `Constraints` are the comparisons of program
%  variables that follow from them for the variables with the ascending `Ids`.
?- linear_projection([], [], [], [], q, Cs).
   Cs = [].
linear_projection(Es0, Ls0, Ns0, Ids, F, Cs) :-
    gauss(Es0, Ids, F, [], Es, Ls0, Ls1, Ns0, Ns1),
    eliminated(Ls1, Ids, F, Ls2),
    tightest(Ls2, F, Ls),
    kept(Ns1, Ids, Ns),
    equations_text(Es, F, Cs0, Cs1),
    length(Ls, Size),
    (   Size =< 20 -> irredundant(Ls, [], Ls3, F)
    ;   Ls3 = Ls
    ),
    inequalities_text(Ls3, F, Cs1, Cs2),
    disequations_text(Ns, F, Cs2),
    Cs = Cs0.

outside([t(J,K,V)|Ts], Ids, T) :-
    (   memberchk(J, Ids) -> outside(Ts, Ids, T)
    ;   T = t(J,K,V)
    ).

% Each equation that has another variable removes it from all constraints.
gauss([], _, _, Es, Es, Ls, Ls, Ns, Ns).
gauss([E|Es0], Ids, F, Done0, Done, Ls0, Ls, Ns0, Ns) :-
    E = lin(_,Ts),
    (   Ts == [] -> gauss(Es0, Ids, F, Done0, Done, Ls0, Ls, Ns0, Ns)
    ;   outside(Ts, Ids, t(I,K,_)) ->
        linear:solved(E, I, K, F, Lin),
        replaced(Es0, I, Lin, F, Es1),
        replaced(Done0, I, Lin, F, Done1),
        replaced_pairs(Ls0, I, Lin, F, Ls1),
        replaced(Ns0, I, Lin, F, Ns1),
        gauss(Es1, Ids, F, Done1, Done, Ls1, Ls, Ns1, Ns)
    ;   last(Ts, t(I,K,_)),
        % The variable that the text of the equation has alone on its left side.
        linear:solved(E, I, K, F, Lin),
        replaced(Es0, I, Lin, F, Es1),
        replaced(Done0, I, Lin, F, Done1),
        replaced_pairs(Ls0, I, Lin, F, Ls1),
        replaced(Ns0, I, Lin, F, Ns1),
        gauss(Es1, Ids, F, [E|Done1], Done, Ls1, Ls, Ns1, Ns)
    ).

replaced([], _, _, _, []).
replaced([L0|Ls0], I, Lin, F, [L|Ls]) :- replaced_in(L0, I, Lin, F, L), replaced(Ls0, I, Lin, F, Ls).

replaced_pairs([], _, _, _, []).
replaced_pairs([S-L0|Ls0], I, Lin, F, [S-L|Ls]) :-
    replaced_in(L0, I, Lin, F, L),
    replaced_pairs(Ls0, I, Lin, F, Ls).

replaced_in(lin(B,Ts), I, Lin, F, L) :-
    (   linear:coefficient(Ts, I, K) ->
        linear:without(Ts, I, Rest),
        linear:sum(lin(B,Rest), K, Lin, F, L)
    ;   L = lin(B,Ts)
    ).

eliminated(Ls0, Ids, F, Ls) :-
    (   other_variable(Ls0, Ids, Cost, I), Cost < 1000 ->
        by_sign(Ls0, I, Ps, Ns, Zs),
        combined(Ps, Ns, I, F, Zs, Ls1),
        tightest(Ls1, F, Ls2),
        eliminated(Ls2, Ids, F, Ls)
    ;   Ls = Ls0
    ).

% The variable whose elimination makes the fewest inequalities. If there would be too many, the
% variables that are left are shown.
other_variable(Ls, Ids, Cost, I) :-
    others(Ls, Ids, Js0),
    sort(Js0, Js),
    costs(Js, Ls, CJs0),
    keysort(CJs0, [Cost-I|_]).

others([], _, []).
others([_-lin(_,Ts)|Ls], Ids, Js) :- other_ids(Ts, Ids, Js, Js1), others(Ls, Ids, Js1).

other_ids([], _, Js, Js).
other_ids([t(J,_,_)|Ts], Ids, Js0, Js) :-
    (   memberchk(J, Ids) -> Js0 = Js1
    ;   Js0 = [J|Js1]
    ),
    other_ids(Ts, Ids, Js1, Js).

costs([], _, []).
costs([J|Js], Ls, [C-J|CJs]) :-
    by_sign(Ls, J, Ps, Ns, _),
    length(Ps, P),
    length(Ns, N),
    C is P*N-P-N,
    costs(Js, Ls, CJs).

by_sign([], _, [], [], []).
by_sign([S-L|Ls], I, Ps, Ns, Zs) :-
    L = lin(_,Ts),
    (   linear:coefficient(Ts, I, K) ->
        (   K > 0 -> Ps = [c(K,S,L)|Ps1], Ns = Ns1
        ;   Ps = Ps1, Ns = [c(K,S,L)|Ns1]
        ),
        Zs = Zs1
    ;   Ps = Ps1, Ns = Ns1, Zs = [S-L|Zs1]
    ),
    by_sign(Ls, I, Ps1, Ns1, Zs1).

combined([], _, _, _, Ls, Ls).
combined([P|Ps], Ns, I, F, Ls0, Ls) :-
    with_each(Ns, P, I, F, Ls0, Ls1),
    combined(Ps, Ns, I, F, Ls1, Ls).

with_each([], _, _, _, Ls, Ls).
with_each([c(KN,SN,LN)|Ns], c(KP,SP,LP), I, F, Ls0, Ls) :-
    linear:quotient(F, KP, KN, Q),
    M is -Q,
    linear:sum(LP, M, LN, F, L0),
    cleared(L0, I, L),
    (   SN == strict -> S = strict
    ;   S = SP
    ),
    (   L = lin(_,[]) -> Ls1 = Ls0
    ;   Ls1 = [S-L|Ls0]
    ),
    with_each(Ns, c(KP,SP,LP), I, F, Ls1, Ls).

% A rest that rounding may have left.
cleared(lin(B,Ts0), I, lin(B,Ts)) :-
    (   linear:coefficient(Ts0, I, _) -> linear:without(Ts0, I, Ts)
    ;   Ts = Ts0
    ).

% Of inequalities with the same variables part, the tightest one.
tightest(Ls0, F, Ls) :-
    keyed(Ls0, F, KLs0),
    sort(0, @=<, KLs0, KLs),
    firsts(KLs, Ls).

keyed([], _, []).
keyed([S-lin(B,Ts)|Ls], F, KLs) :-
    (   Ts = [t(_,K,_)|_] ->
        A is abs(K),
        linear:quotient(F, 1, A, M),
        linear:multiple(M, lin(B,Ts), F, lin(C,Us)),
        coefficients(Us, Ks),
        (   S == strict -> O = 0
        ;   O = 1
        ),
        KLs = [k(Ks,C,O)-(S-lin(C,Us))|KLs1]
    ;   KLs = KLs1
    ),
    keyed(Ls, F, KLs1).

coefficients([], []).
coefficients([t(I,K,_)|Ts], [I,K|Ks]) :- coefficients(Ts, Ks).

firsts([], []).
firsts([k(Ks,_,_)-L|KLs], [L|Ls]) :- skipped(KLs, Ks, KLs1), firsts(KLs1, Ls).

skipped([k(Js,_,_)-L|KLs0], Ks, KLs) :-
    (   Js == Ks -> skipped(KLs0, Ks, KLs)
    ;   KLs = [k(Js,_,_)-L|KLs0]
    ).
skipped([], _, []).

kept([], _, []).
kept([lin(B,Ts)|Ns], Ids, Ks) :-
    (   Ts == [] -> Ks = Ks1
    ;   outside(Ts, Ids, _) -> Ks = Ks1
    ;   Ks = [lin(B,Ts)|Ks1]
    ),
    kept(Ns, Ids, Ks1).

% Inequalities that follow from the other ones are left out.
irredundant([], Ls, Ls, _).
irredundant([L|Ls], Kept, All, F) :-
    append(Ls, Kept, Others),
    (   \+ consistent(Others, L, F) -> irredundant(Ls, Kept, All, F)
    ;   irredundant(Ls, [L|Kept], All, F)
    ).

consistent(Others, L, F) :-
    posted(Others, F, [], Vs),
    refuted(L, F, Vs).

posted([], _, Vs, Vs).
posted([S-Lin|Ls], F, Vs0, Vs) :-
    fresh(Lin, Vs0, Vs1, E),
    (   S == strict -> linear:post(E>0, F)
    ;   linear:post(E>=0, F)
    ),
    posted(Ls, F, Vs1, Vs).

refuted(S-Lin, F, Vs) :-
    fresh(Lin, Vs, _, E),
    (   S == strict -> linear:post(E=<0, F)
    ;   linear:post(E<0, F)
    ).

fresh(lin(B,Ts), Vs0, Vs, E) :- fresh(Ts, Vs0, Vs, B, E).

fresh([], Vs, Vs, E, E).
fresh([t(I,K,_)|Ts], Vs0, Vs, E0, E) :-
    (   memberchk(I-X, Vs0) -> Vs1 = Vs0
    ;   Vs1 = [I-X|Vs0]
    ),
    fresh(Ts, Vs1, Vs, E0+K*X, E).

%% Text

equations_text([], _, Cs, Cs).
equations_text([lin(B,Ts)|Es], F, [C|Cs0], Cs) :-
    last(Ts, t(I,K,V)),
    linear:solved(lin(B,Ts), I, K, F, lin(D,Us)),
    arg(5, V, X),
    sum_text(Us, D, F, E),
    C = (X=E),
    equations_text(Es, F, Cs0, Cs).

inequalities_text([], _, Cs, Cs).
inequalities_text([S-lin(B,Ts)|Ls], F, [C|Cs0], Cs) :-
    Ts = [t(_,K,_)|_],
    linear:quotient(F, 1, K, M),
    linear:multiple(M, lin(B,Ts), F, lin(D,Us)),
    R is -D,
    unsigned(F, R, R1),
    sum_text(Us, 0, F, E),
    (   K > 0 -> ( S == strict -> C = (E>R1) ; C = (E>=R1) )
    ;   S == strict -> C = (E<R1)
    ;   C = (E=<R1)
    ),
    inequalities_text(Ls, F, Cs0, Cs).

disequations_text([], _, []).
disequations_text([lin(B,Ts)|Ls], F, [E=\=R1|Cs]) :-
    Ts = [t(_,K,_)|_],
    linear:quotient(F, 1, K, M),
    linear:multiple(M, lin(B,Ts), F, lin(D,Us)),
    R is -D,
    unsigned(F, R, R1),
    sum_text(Us, 0, F, E),
    disequations_text(Ls, F, Cs).

% No negative zero.
unsigned(F, R0, R) :-
    (   R0 =:= 0 -> linear:in_field(F, 0, R)
    ;   R = R0
    ).

sum_text(Ts, B, F, E) :-
    (   Ts == [] -> E = B
    ;   linear:zero(F, B) -> Ts = [T|Us], first_text(T, E0), more_text(Us, E0, E)
    ;   more_text(Ts, B, E)
    ).

shown_variable(V, X) :-
    arg(5, V, X0),
    (   X0 == none -> setarg(5, V, X)
    ;   X = X0
    ).

first_text(t(_,K,V), E) :-
    shown_variable(V, X),
    (   K =:= 1 -> E = X
    ;   K =:= -1 -> E = -X
    ;   E = K*X
    ).

more_text([], E, E).
more_text([t(_,K,V)|Ts], E0, E) :-
    shown_variable(V, X),
    A is abs(K),
    (   A =:= 1 -> P = X
    ;   P = A*X
    ),
    (   K > 0 -> E1 = E0+P
    ;   E1 = E0-P
    ),
    more_text(Ts, E1, E).
