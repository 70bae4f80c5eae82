% Linear constraints over the rational numbers (the field `q`) and over floating-point numbers (`r`),
% for library(clpq) and library(clpr).
%
% A solver variable is a term
%
%     v(Id, Kind, Row, Uses, Var, Delayed, Field, Shown, Mark)
%
% changed by setarg/3. Its `Kind` is `free` (a variable `Var` of the program), `slack` (not negative),
% `strict` (positive), `ne` (not zero) or `objective`. It is either basic, with `Row` its definition
% `lin(Constant, Terms)` by nonbasic variables, or nonbasic, with `none` as its row. Terms are
% `t(Id, Coefficient, V)` in ascending order. `Uses` contains all basic variables in whose rows a
% nonbasic one occurs, and maybe others. `Delayed` is a list of nonlinear equations that wait for a
% value of the variable: `nonlinear(Z, Expr, Done)` in the variables of `Expr`, and `value(Z, Expr, Done)` in
% `Z`. `Mark` is the term of the last walk that reached the variable: one with a variable of its own, so that
% copies of solver variables have no mark of another walk.
%
% The rows of slack variables contain only slack variables, and their constants are not negative: if
% all nonbasic variables are 0, all constraints hold, but for the strict ones. No variable other than
% those with a constant row has only one possible value; this is kept by maximizing each new slack
% variable until it is positive. If its maximum is 0, all variables of its row are 0.

:- module(linear, [
    linear_post/2, linear_unify/2, linear_supremum/3, linear_entailed/2, linear_value/3
]).

%% Arithmetic of the fields

zero(F, K) :-
    (   F == q -> K =:= 0
    ;   abs(K) =< 1.0e-10
    ).

positive(F, K) :-
    (   F == q -> K > 0
    ;   K > 1.0e-10
    ).

quotient(F, A, B, C) :-
    (   F == q -> C is A rdiv B
    ;   C is A/B
    ).

in_field(q, X, Y) :-
    (   float(X) -> Y is rationalize(X)
    ;   Y = X
    ).
in_field(r, X, Y) :- Y is float(X).

%% Linear forms

% `Ts` is `As + K*Bs`.
plus_scaled([], K, Bs, F, Ts) :- scaled(Bs, K, F, Ts).
plus_scaled([A|As], K, Bs, F, Ts) :- plus_scaled_(Bs, A, As, K, F, Ts).

plus_scaled_([], A, As, _, _, [A|As]).
plus_scaled_([B|Bs], A, As, K, F, Ts) :-
    A = t(I,KA,_),
    B = t(J,KB,V),
    (   I < J -> Ts = [A|Ts1], plus_scaled(As, K, [B|Bs], F, Ts1)
    ;   I > J -> KB1 is K*KB, Ts = [t(J,KB1,V)|Ts1], plus_scaled_(Bs, A, As, K, F, Ts1)
    ;   S is KA+K*KB,
        (   zero(F, S) -> Ts = Ts1
        ;   Ts = [t(J,S,V)|Ts1]
        ),
        plus_scaled(As, K, Bs, F, Ts1)
    ).

scaled([], _, _, []).
scaled([t(I,A,V)|As], K, F, Ts) :-
    B is A*K,
    (   zero(F, B) -> Ts = Ts1
    ;   Ts = [t(I,B,V)|Ts1]
    ),
    scaled(As, K, F, Ts1).

sum(lin(A,As), K, lin(B,Bs), F, lin(C,Cs)) :-
    C is A+K*B,
    plus_scaled(As, K, Bs, F, Cs).

coefficient([t(J,K0,_)|Ts], I, K) :-
    (   J =:= I -> K = K0
    ;   J < I -> coefficient(Ts, I, K)
    ).

without([T|Ts], I, Rest) :-
    (   T = t(J,_,_), J =:= I -> Rest = Ts
    ;   Rest = [T|Rest1],
        without(Ts, I, Rest1)
    ).

% The variable `I` with the coefficient `K`, from `lin(B,Ts) = 0`.
solved(lin(B,Ts), I, K, F, lin(C,Us)) :-
    without(Ts, I, Rest),
    quotient(F, -1, K, M),
    C is B*M,
    scaled(Rest, M, F, Us).

%% Variables

new_variable(Kind, Var, F, v(I,Kind,none,[],Var,[],F,none,0)) :-
    (   '$global'('$linear_index', I0) -> I is I0+1
    ;   I = 1
    ),
    b_setval('$linear_index', I).

attribute(q, clpq).
attribute(r, clpr).

record(X, F, V) :-
    attribute(F, M),
    (   get_attr(X, M, V0) -> V = V0
    ;   new_variable(free, X, F, V),
        put_attr(X, M, V)
    ).

normal(V, lin(B,Ts)) :-
    V = v(I,_,Row,_,_,_,F,_,_),
    (   Row == none -> in_field(F, 0, B), in_field(F, 1, K), Ts = [t(I,K,V)]
    ;   Row = lin(B,Ts)
    ).

uses([], _).
uses([t(_,_,V)|Ts], U) :-
    arg(4, V, Us),
    setarg(4, V, [U|Us]),
    uses(Ts, U).

% Those of the first terms that are not among the second ones.
new_terms([], _, []).
new_terms([T|Ts], Us, New) :- new_terms(Us, T, Ts, New).

new_terms([], T, Ts, [T|Ts]).
new_terms([U|Us], T, Ts, New) :-
    T = t(I,_,_),
    U = t(J,_,_),
    (   I < J -> New = [T|New1], new_terms(Ts, [U|Us], New1)
    ;   I =:= J -> new_terms(Ts, Us, New)
    ;   new_terms(Us, T, Ts, New)
    ).

% The nonbasic variable `V` becomes basic.
define(V, Lin) :-
    V = v(I,_,_,Us,_,_,F,_,_),
    setarg(4, V, []),
    setarg(3, V, Lin),
    Lin = lin(_,Ts),
    uses(Ts, V),
    replace_in(Us, I, Lin, F),
    touched(V, Lin).

replace_in([], _, _, _).
replace_in([U|Us], I, Lin, F) :-
    arg(3, U, Row),
    (   Row = lin(B0,Ts0), coefficient(Ts0, I, K) ->
        without(Ts0, I, Rest),
        sum(lin(B0,Rest), K, Lin, F, New),
        setarg(3, U, New),
        Lin = lin(_,Ts),
        new_terms(Ts, Ts0, Ns),
        uses(Ns, U),
        touched(U, New)
    ;   true
    ),
    replace_in(Us, I, Lin, F).

touched(U, lin(B,Ts)) :-
    arg(2, U, Kind),
    (   Kind == free -> ( determined(Ts) -> noted(U) ; true )
    ;   Kind == ne, Ts == [] -> arg(7, U, F), \+ zero(F, B)
    ;   Kind == strict, Ts == [] -> arg(7, U, F), positive(F, B)
    ;   true
    ).

determined([]).
determined([t(_,K,V)]) :- K =:= 1, arg(2, V, free).

noted(U) :-
    (   '$global'('$linear_noted', Us) -> true
    ;   Us = []
    ),
    b_setval('$linear_noted', [U|Us]).

% Binds the variables that are known. Where a variable has been bound meanwhile, its hook compares the
% numbers, which rounding may have made different.
bind_noted :-
    (   '$global'('$linear_noted', Us), Us \== [] ->
        b_setval('$linear_noted', []),
        bindings(Us, Bs),
        bind(Bs)
    ;   true
    ).

bindings([], []).
bindings([U|Us], Bs) :-
    U = v(_,_,Row,_,X,_,F,_,_),
    (   var(X), known(Row, F, Y) -> Bs = [X=Y|Bs1]
    ;   Bs = Bs1
    ),
    bindings(Us, Bs1).

% The sum removes the sign of a negative zero.
known(lin(B,[]), F, Y) :-
    (   F == q -> Y = B
    ;   Y is B+0.0
    ).
known(lin(B,[t(_,K,V)]), F, Y) :- K =:= 1, zero(F, B), V = v(_,free,_,_,Y,_,_,_,_).

bind([]).
bind([X=Y|Bs]) :-
    (   number(X), number(Y) -> true
    ;   X = Y
    ),
    bind(Bs).

%% Constraints

% Lin = 0.
equal(lin(B,Ts), F) :-
    (   Ts == [] -> zero(F, B)
    ;   last_free(Ts, none, t(I,K,V)) ->
        solved(lin(B,Ts), I, K, F, Lin),
        define(V, Lin)
    ;   not_above(lin(B,Ts), slack, F),
        renewed(lin(B,Ts), F, Lin0),
        sum(lin(0,[]), -1, Lin0, F, Lin),
        not_above(Lin, slack, F)
    ).

last_free([], t(I,K,V), t(I,K,V)).
last_free([T|Ts], L0, L) :-
    (   T = t(_,_,V), arg(2, V, free) -> last_free(Ts, T, L)
    ;   last_free(Ts, L0, L)
    ).

% The linear form in terms of the variables that are nonbasic now.
renewed(L, F, Lin) :-
    L = lin(B,Ts),
    (   all_nonbasic(Ts) -> Lin = L
    ;   renewed(Ts, F, lin(B,[]), Lin)
    ).

all_nonbasic([]).
all_nonbasic([t(_,_,V)|Ts]) :- arg(3, V, none), all_nonbasic(Ts).

renewed([], _, Lin, Lin).
renewed([t(_,K,V)|Ts], F, Lin0, Lin) :-
    normal(V, N),
    sum(Lin0, K, N, F, Lin1),
    renewed(Ts, F, Lin1, Lin).

% Lin =< 0, or Lin < 0 if the kind is `strict`.
not_above(lin(B,Ts), Kind, F) :-
    (   Ts == [] ->
        (   Kind == strict -> M is -B, positive(F, M)
        ;   \+ positive(F, B)
        )
    ;   new_variable(Kind, none, F, S),
        (   last_free(Ts, none, t(I,K,V)) ->
            normal(S, N),
            sum(lin(B,Ts), 1, N, F, Sum),
            solved(Sum, I, K, F, Lin),
            define(V, Lin)
        ;   C is -B,
            scaled(Ts, -1, F, Us),
            setarg(3, S, lin(C,Us)),
            uses(Us, S),
            setarg(2, S, objective),
            raised(S, none, Kind, F)
        )
    ).

% Maximizes `S`, whose value was `Last`, until it is positive.
raised(S, Last, Kind, F) :-
    arg(3, S, lin(B,Ts)),
    (   positive(F, B) -> setarg(2, S, Kind)
    ;   entering(Last, B, Ts, F, t(I,K,V)) ->
        (   leaving(V, F, U) ->
            exchanged(U, I, V, F),
            raised(S, B, Kind, F)
        ;   setarg(2, S, Kind),
            pivot(S, I, K, V, F)
        )
    ;   zero(F, B),
        Kind == slack,
        setarg(2, S, Kind),
        setarg(3, S, lin(B,[])),
        neighbours(Ts, All),
        all_zero(Ts, F),
        settled(All, F)
    ).

% The variable with the greatest coefficient (Dantzig); if the last step did not change the value, the
% one with the smallest index, so that no cycle arises (Bland).
entering(Last, B, Ts, F, T) :-
    rising(Ts, F, T0),
    (   Last \== none, Last =:= B -> T = T0
    ;   steepest(Ts, T0, T)
    ).

steepest([], T, T).
steepest([T1|Ts], T0, T) :-
    T1 = t(_,K1,_),
    T0 = t(_,K0,_),
    (   K1 > K0 -> steepest(Ts, T1, T)
    ;   steepest(Ts, T0, T)
    ).

% The first variable with a positive coefficient.
rising([t(I,K,V)|Ts], F, T) :-
    (   positive(F, K) -> T = t(I,K,V)
    ;   rising(Ts, F, T)
    ).

% The basic variable that first becomes 0 when `V` grows.
leaving(V, F, U) :-
    V = v(I,_,_,Us,_,_,_,_,_),
    least_ratio(Us, I, F, none, none, U),
    U \== none.

least_ratio([], _, _, _, U, U).
least_ratio([W|Ws], I, F, R0, U0, U) :-
    W = v(J,Kind,Row,_,_,_,_,_,_),
    (   bounded(Kind), Row = lin(B,Ts), coefficient(Ts, I, K), M is -K, positive(F, M) ->
        quotient(F, B, M, R),
        (   better(R, J, R0, U0) -> least_ratio(Ws, I, F, R, W, U)
        ;   least_ratio(Ws, I, F, R0, U0, U)
        )
    ;   least_ratio(Ws, I, F, R0, U0, U)
    ).

better(R, J, R0, U0) :-
    (   U0 == none -> true
    ;   R < R0 -> true
    ;   R =:= R0, arg(1, U0, J0), J < J0
    ).

bounded(slack).
bounded(strict).

exchanged(U, I, V, F) :-
    arg(3, U, lin(_,Ts)),
    coefficient(Ts, I, K),
    pivot(U, I, K, V, F).

% The basic variable `U` becomes nonbasic and `V`, with the coefficient `K` in its row, basic.
pivot(U, I, K, V, F) :-
    arg(3, U, lin(B,Ts)),
    setarg(3, U, none),
    normal(U, N),
    sum(lin(B,Ts), -1, N, F, Sum),
    solved(Sum, I, K, F, Lin),
    define(V, Lin).

all_zero([], _).
all_zero([t(_,_,V)|Ts], F) :-
    V = v(_,Kind,Row,_,_,_,_,_,_),
    (   Row == none ->
        Kind == slack,
        in_field(F, 0, Z),
        define(V, lin(Z,[]))
    ;   true
    ),
    all_zero(Ts, F).

% After some variables have become 0, others may be 0 in all solutions as well: each that is 0 now is
% maximized until it is positive. A nonbasic variable can grow unless it is in a row that is 0: other rows have
% room for it.
settled(All, F) :-
    of_zero_rows(All, F, Vs0),
    (   Vs0 == [] -> true
    ;   sort(1, @<, Vs0, Vs),
        settled_all(Vs, F, Changed),
        (   Changed == yes -> settled(All, F)
        ;   true
        )
    ).

% The basic variables that are 0, and the variables of their rows.
of_zero_rows([], _, []).
of_zero_rows([V|Vs], F, Zs) :-
    V = v(_,Kind,Row,_,_,_,_,_,_),
    (   Row = lin(B,[T|Ts]), bounded(Kind), \+ positive(F, B) ->
        Zs = [V|Zs1],
        variables_of([T|Ts], Zs1, Zs2)
    ;   Zs = Zs2
    ),
    of_zero_rows(Vs, F, Zs2).

variables_of([], Vs, Vs).
variables_of([t(_,_,V)|Ts], [V|Vs0], Vs) :- variables_of(Ts, Vs0, Vs).

settled_all([], _, _).
settled_all([V|Vs], F, Changed) :-
    arg(2, V, Kind),
    (   bounded(Kind) -> probed(V, Kind, F, Changed)
    ;   true
    ),
    settled_all(Vs, F, Changed).

probed(V, Kind, F, Changed) :-
    V = v(I,_,Row,_,_,_,_,_,_),
    (   Row == none ->
        (   leaving(V, F, U) ->
            exchanged(U, I, V, F),
            probed(V, Kind, F, Changed)
        ;   true
        )
    ;   Row = lin(B,Ts),
        (   Ts == [] -> true
        ;   positive(F, B) -> true
        ;   rising(Ts, F, t(J,_,W)) ->
            (   leaving(W, F, U) ->
                exchanged(U, J, W, F),
                probed(V, Kind, F, Changed)
            ;   true
            )
        ;   Kind == slack,
            all_zero(Ts, F),
            Changed = yes
        )
    ).

% All variables that have to do with those of a linear form, in the order of their numbers.
neighbours(Ts, All) :-
    M = walk(_),
    reached_terms(Ts, M, [], Found),
    sort(1, @<, Found, All).

neighbours_of(Rs, All) :-
    M = walk(_),
    reached_all(Rs, M, [], Found),
    sort(1, @<, Found, All).

reached_terms([], _, Found, Found).
reached_terms([t(_,_,V)|Ts], M, Found0, Found) :-
    reached(V, M, Found0, Found1),
    reached_terms(Ts, M, Found1, Found).

reached(V, M, Found0, Found) :-
    V = v(_,_,Row,Us,_,_,_,_,Mark),
    (   Mark == M -> Found = Found0
    ;   setarg(9, V, M),
        reached_row(Row, M, [V|Found0], Found1),
        reached_all(Us, M, Found1, Found)
    ).

reached_row(none, _, Found, Found).
reached_row(lin(_,Ts), M, Found0, Found) :- reached_terms(Ts, M, Found0, Found).

reached_all([], _, Found, Found).
reached_all([U|Us], M, Found0, Found) :- reached(U, M, Found0, Found1), reached_all(Us, M, Found1, Found).

% Lin =\= 0.
different(lin(B,Ts), F) :-
    (   Ts == [] -> \+ zero(F, B)
    ;   new_variable(ne, none, F, S),
        setarg(3, S, lin(B,Ts)),
        uses(Ts, S)
    ).

%! linear_post(+Constraint, +Field) is nondet.
%
%  Posts a constraint `A=B`, `A=:=B`, `A=\=B`, `A<B`, `A=<B`, `A>B` or `A>=B` over the field `q` or `r`,
%  or several of them, joined by `,` and `;`.
?- use_module(library(clpq)).
   true.
?- linear_post((X+Y = 3, X-Y = 1), q).
   X = 2, Y = 1.
linear_post(C, F) :-
    (   var(C) -> attribute(F, M), instantiation_error(M:{}/1)
    ;   posted(C, F)
    ).

posted(C, F) :-
    (   relation(C) -> post(C, F)
    ;   C = (A,B) -> linear_post(A, F), linear_post(B, F)
    ;   C = (A;B) -> ( linear_post(A, F) ; linear_post(B, F) )
    ;   attribute(F, M),
        type_error(constraint, C, M:{}/1)
    ).

relation(_=_).
relation(_=:=_).
relation(_=\=_).
relation(_<_).
relation(_>_).
relation(_=<_).
relation(_>=_).

post(A=B, F) :- difference(A, B, F, L), equal(L, F), bind_noted.
post(A=:=B, F) :- post(A=B, F).
post(A=\=B, F) :- difference(A, B, F, L), different(L, F).
post(A=<B, F) :- difference(A, B, F, L), not_above(L, slack, F), bind_noted.
post(A>=B, F) :- difference(A, B, F, L0), multiple(-1, L0, F, L), not_above(L, slack, F), bind_noted.
post(A<B, F) :- difference(A, B, F, L), not_above(L, strict, F), bind_noted.
post(A>B, F) :- difference(A, B, F, L0), multiple(-1, L0, F, L), not_above(L, strict, F), bind_noted.

difference(A, B, F, L) :-
    expression(A, F, LA),
    expression(B, F, LB0),
    renewed(LA, F, LA1),
    renewed(LB0, F, LB),
    sum(LA1, -1, LB, F, L).

% The linear form of an expression. A nonlinear part becomes a new variable.
expression(X, F, L) :-
    (   var(X) -> record(X, F, V), normal(V, L)
    ;   number(X) -> in_field(F, X, M), L = lin(M,[])
    ;   operation(X, F, L)
    ).

operation(+A, F, L) :- !, expression(A, F, L).
operation(-A, F, L) :- !, in_field(F, 0, Z), expression(A, F, LA), sum(lin(Z,[]), -1, LA, F, L).
operation(A+B, F, L) :- !, expression(A, F, LA), expression(B, F, LB), sum(LA, 1, LB, F, L).
operation(A-B, F, L) :- !, expression(A, F, LA), expression(B, F, LB), sum(LA, -1, LB, F, L).
operation(A*B, F, L) :- !,
    expression(A, F, LA),
    expression(B, F, LB),
    (   LA = lin(K,[]) -> multiple(K, LB, F, L)
    ;   LB = lin(K,[]) -> multiple(K, LA, F, L)
    ;   argument(LA, F, X),
        argument(LB, F, Y),
        delayed(X*Y, [X,Y], F, L)
    ).
operation(A/B, F, L) :- !,
    expression(A, F, LA),
    expression(B, F, LB),
    (   LB = lin(K,[]) -> \+ zero(F, K), quotient(F, 1, K, M), multiple(M, LA, F, L)
    ;   argument(LA, F, X),
        argument(LB, F, Y),
        different(LB, F),
        record(Z, F, VZ),
        wait(X, Z*Y, [Z,Y], F),
        normal(VZ, L)
    ).
operation(E, F, L) :-
    function(E, As), !,
    arguments(As, F, Xs),
    E =.. [Name|_],
    E1 =.. [Name|Xs],
    (   evaluated(E1, F, N) -> L = lin(N,[])
    ;   simpler(E1, E2) -> expression(E2, F, L)
    ;   delayed(E1, Xs, F, L)
    ).
operation(E, F, _) :- attribute(F, M), type_error(expression, E, M:{}/1).

multiple(K, lin(B,Ts), F, lin(C,Us)) :- C is K*B, scaled(Ts, K, F, Us).

function(E, As) :- compound(E), E =.. [Name|As], length(As, N), function_name(Name, N).

function_name(^, 2).
function_name(**, 2).
function_name(pow, 2).
function_name(exp, 2).
function_name(min, 2).
function_name(max, 2).
function_name(abs, 1).
function_name(sin, 1).
function_name(cos, 1).
function_name(tan, 1).
function_name(exp, 1).
function_name(log, 1).
function_name(sqrt, 1).

arguments([], _, []).
arguments([A|As], F, [X|Xs]) :-
    expression(A, F, L),
    argument(L, F, X),
    arguments(As, F, Xs).

% A number or variable that is equal to a linear form.
argument(L0, F, X) :-
    renewed(L0, F, L),
    (   L = lin(N,[]) -> X = N
    ;   known(L, F, Y) -> X = Y
    ;   record(X, F, V),
        normal(V, N),
        sum(L, -1, N, F, D),
        equal(D, F)
    ).

evaluated(E, F, N) :-
    ground(E),
    E =.. [Name|As],
    (   Name == exp, As = [A,B] -> E1 = A**B
    ;   Name == pow -> As = [A,B], E1 = A**B
    ;   Name == (^) -> As = [A,B], E1 = A**B
    ;   E1 = E
    ),
    N0 is E1,
    in_field(F, N0, N).

simpler(E, E1) :-
    E =.. [Name,X,N],
    memberchk(Name, [^,**,pow,exp]),
    number(N),
    (   N =:= 0 -> E1 = 1
    ;   N =:= 1 -> E1 = X
    ).

delayed(E, Xs, F, L) :-
    record(Z, F, V),
    wait(Z, E, Xs, F),
    normal(V, L).

% Z = E, as soon as enough of the variables `Xs` are known.
% Over floats, also as soon as `Z` is known and `E` has a single unknown variable.
wait(Z, E, Xs, F) :-
    wait_on(Xs, nonlinear(Z,E,Done), F),
    (   F == r -> wait_on([Z], value(Z,E,Done), F)
    ;   true
    ).

wait_on([], _, _).
wait_on([X|Xs], G, F) :-
    (   var(X) ->
        record(X, F, V),
        arg(6, V, Gs),
        setarg(6, V, [G|Gs])
    ;   true
    ),
    wait_on(Xs, G, F).

%! linear_unify(+V, ?X) is semidet.
%
%  Called when the variable of the solver variable `V` has been unified with `X`.
?- linear_post(X+Y = 3, q), X = 1.
   X = 1, Y = 2.
linear_unify(V, X) :-
    V = v(_,_,_,_,_,Gs,F,_,_),
    (   var(X) -> true
    ;   number(X)
    ),
    expression(X, F, LX),
    normal(V, LV),
    sum(LV, -1, LX, F, L),
    equal(L, F),
    bind_noted,
    (   var(X) ->
        record(X, F, W),
        arg(6, W, Hs),
        append(Gs, Hs, All),
        setarg(6, W, All)
    ;   true
    ),
    retried(Gs, F).

retried([], _).
retried([G|Gs], F) :-
    retried(Gs, F),
    arg(1, G, Z),
    arg(2, G, E),
    arg(3, G, Done),
    (   Done == done -> true
    ;   now_linear(E) -> Done = done, post(Z=E, F)
    ;   F == r, number(Z), isolated(E, Z, X, Ns) -> Done = done, member(N, Ns), post(X=N, F)
    ;   true
    ).

now_linear(A*B) :- !, ( nonvar(A) -> true ; nonvar(B) ).
now_linear(E) :- E =.. [_|As], ( ground(As) -> true ; simpler(E, _) ).

% `X` is the only variable of an expression with the value `Z`, and `Ns` are its possible values: of
% trigonometric functions only the principal one.
isolated(E, Z, X, Ns) :-
    (   E = A*B -> A == B, X = A, power_base(2, Z, Ns)
    ;   E =.. [Name,A,B] -> power_name(Name), isolated_power(A, B, Z, X, Ns)
    ;   E =.. [Name,X], inverse(Name, Z, Ns)
    ).

power_name(^).
power_name(**).
power_name(pow).
power_name(exp).

inverse(sin, Z, Ns) :- ( abs(Z) =< 1 -> N is asin(Z), Ns = [N] ; Ns = [] ).
inverse(cos, Z, Ns) :- ( abs(Z) =< 1 -> N is acos(Z), Ns = [N] ; Ns = [] ).
inverse(tan, Z, [N]) :- N is atan(Z).
inverse(exp, Z, Ns) :- ( Z > 0 -> N is log(Z), Ns = [N] ; Ns = [] ).
inverse(log, Z, [N]) :- N is exp(Z).
inverse(sqrt, Z, Ns) :- ( Z >= 0 -> N is Z*Z, Ns = [N] ; Ns = [] ).

isolated_power(A, B, Z, X, Ns) :-
    (   number(B) -> B =\= 0, X = A, power_base(B, Z, Ns)
    ;   number(A),
        A > 0,
        A =\= 1,
        X = B,
        (   Z > 0 -> N is log(Z)/log(A), Ns = [N]
        ;   Ns = []
        )
    ).

power_base(B, Z, Ns) :-
    (   Z =:= 0 -> ( B > 0 -> Ns = [0] ; Ns = [] )
    ;   Z > 0, B =:= truncate(B), truncate(B) mod 2 =:= 0 -> N is Z**(1/B), M is -N, Ns = [N,M]
    ;   Z > 0 -> N is Z**(1/B), Ns = [N]
    ;   B =:= truncate(B), truncate(B) mod 2 =:= 1 -> N is -((-Z)**(1/B)), Ns = [N]
    ;   Ns = []
    ).

%! linear_supremum(+Expr, +Field, -Supremum) is semidet.
%
%  Unifies `Supremum` with the least upper bound of the linear expression `Expr`. False if there is
%  none.
?- linear_post((X >= 0, Y >= 0, X+2*Y =< 4, X =< 2), q), linear_supremum(X+Y, q, S).
   S = 3, ... .
linear_supremum(E, F, Sup) :-
    expression(E, F, L0),
    renewed(L0, F, lin(B,Ts)),
    \+ last_free(Ts, none, t(_,_,_)),
    (   Ts == [] -> Sup = B
    ;   new_variable(objective, none, F, S),
        setarg(3, S, lin(B,Ts)),
        uses(Ts, S),
        maximized(S, none, F, Sup),
        setarg(3, S, none)
    ).

maximized(S, Last, F, Sup) :-
    arg(3, S, lin(B,Ts)),
    (   entering(Last, B, Ts, F, t(I,_,V)) ->
        leaving(V, F, U),
        exchanged(U, I, V, F),
        maximized(S, B, F, Sup)
    ;   Sup = B
    ).

%! linear_value(+X, +Field, -Value) is det.
%
%  Unifies `Value` with the value of the number or variable `X` in the solution that the solver has at
%  present.
?- linear_post(X = 3, q), linear_value(X, q, V).
   X = 3, V = 3.
linear_value(X, F, Value) :-
    expression(X, F, lin(Value,_)).

%! linear_entailed(+Constraint, +Field) is semidet.
%
%  True if `Constraint` holds in all solutions.
?- linear_post(X >= 3, q), linear_entailed(X > 2, q).
   ... .
linear_entailed(C, F) :-
    (   negated(C, N) -> \+ linear_post(N, F)
    ;   C = (A,B) -> linear_entailed(A, F), linear_entailed(B, F)
    ;   attribute(F, M),
        type_error(constraint, C, M:entailed/1)
    ).

negated(A=B, A=\=B).
negated(A=:=B, A=\=B).
negated(A=\=B, A=B).
negated(A<B, A>=B).
negated(A=<B, A>B).
negated(A>B, A=<B).
negated(A>=B, A<B).
