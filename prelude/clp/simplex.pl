% Linear and integer linear programs, transportation and assignment problems, solved over the rationals.

:- module(simplex, [
    gen_state/1, constraint/3, constraint/4, constraint_add/4, maximize/3, minimize/3, objective/2,
    variable_value/3, shadow_price/3, transportation/4, assignment/2
]).

:- use_module(library(linear)).
:- use_module(library(linear_search)).
:- use_module(library(clpq), []).

% A program is `program(Constraints, Integers)` with the constraints `c(Name, Terms, Op, Number)`, the
% newest first; `Terms` are `Coefficient*Name`. Its solution is
% `solution(Program, Direction, Objective, Value, Names, Values)`. Variables are ground terms, and are
% not negative.

%! gen_state(-State) is det.
%
%  Unifies `State` with a linear program without constraints.
?- use_module(library(simplex)).
   true.
?- gen_state(S0), constraint([x] =< 3, S0, S1), maximize([2*x], S1, S), objective(S, V).
   ..., V = 6.
gen_state(program([],[])).

%! constraint(+Constraint, +State0, -State) is det.
%
%  Unifies `State` with the program `State0` and a constraint: `Terms=Number`, `Terms=<Number` or
%  `Terms>=Number`, where `Terms` is a list of variables and `Coefficient*Variable`; or `integral(X)`: the
%  variable `X` has integer values. Throws a type error for other terms.
?- gen_state(S0), constraint([x,y] =< 3, S0, S1), constraint([2*x] >= 2, S1, S2), minimize([x], S2, S),
   variable_value(S, x, V).
   ..., V = 1.
?- gen_state(S0), constraint(x, S0, _).
   error(type_error(linear_constraint,x),constraint/3).
constraint(C, S0, S) :- constrained(C, none, constraint/3, S0, S).

%! constraint(+Name, +Constraint, +State0, -State) is det.
%
%  As constraint/3; the constraint has a name.
?- gen_state(S0), constraint(limit, [x] =< 3, S0, S1), maximize([2*x], S1, S), shadow_price(S, limit, P).
   ..., P = 2.
constraint(Name, C, S0, S) :- constrained(C, name(Name), constraint/4, S0, S).

constrained(C, Name, PI, program(Cs,Is), S) :-
    (   var(C) -> instantiation_error(PI)
    ;   C = integral(X) -> S = program(Cs,[X|Is])
    ;   comparison(C, Ts0, Op, N), number(N), is_list(Ts0), terms(Ts0, Ts) ->
        rational_number(N, B),
        S = program([c(Name,Ts,Op,B)|Cs],Is)
    ;   type_error(linear_constraint, C, PI)
    ).

comparison(Ts=N, Ts, =, N).
comparison(Ts=<N, Ts, =<, N).
comparison(Ts>=N, Ts, >=, N).

terms([], []).
terms([T|Ts], [K*X|Us]) :-
    ground(T),
    (   T = K0*X -> number(K0), rational_number(K0, K)
    ;   X = T, K = 1
    ),
    terms(Ts, Us).

rational_number(N, R) :-
    (   float(N) -> R is rationalize(N)
    ;   R = N
    ).

%! constraint_add(+Name, +Terms, +State0, -State) is semidet.
%
%  Adds `Terms` to the left side of the constraint `Name`. False if there is none.
?- gen_state(S0), constraint(limit, [x] =< 3, S0, S1), constraint_add(limit, [y], S1, S2),
   maximize([x,2*y], S2, S), objective(S, V).
   ..., V = 6.
constraint_add(Name, Ts0, program(Cs0,Is), program(Cs,Is)) :-
    must_be(list, Ts0),
    terms(Ts0, Ts),
    append(Before, [c(name(Name),Us,Op,B)|After], Cs0), !,
    append(Us, Ts, Vs),
    append(Before, [c(name(Name),Vs,Op,B)|After], Cs).

%! maximize(+Terms, +State, -Solution) is semidet.
%
%  Unifies `Solution` with a solution of the program `State` where the sum of `Terms` is greatest. False if
%  the constraints have no solution or the sum has no bound.
?- gen_state(S0), constraint([6*x,4*y] =< 8, S0, S1), constraint([x] =< 1, S1, S2),
   constraint([y] =< 2, S2, S3), constraint(integral(x), S3, S4), constraint(integral(y), S4, S5),
   maximize([7*x,4*y], S5, S), objective(S, V).
   ..., V = 8.
maximize(Ts, P, S) :- optimized(maximize, Ts, P, S).

%! minimize(+Terms, +State, -Solution) is semidet.
%
%  As maximize/3, where the sum is least.
?- gen_state(S0), constraint([0.3*a,0.1*b] =< 2.7, S0, S1), constraint([0.5*a,0.5*b] = 6, S1, S2),
   constraint([0.6*a,0.4*b] >= 6, S2, S3), minimize([0.4*a,0.5*b], S3, S), objective(S, V),
   variable_value(S, a, A), variable_value(S, b, B).
   ..., V = 21r4, A = 15r2, B = 9r2.
minimize(Ts, P, S) :- optimized(minimize, Ts, P, S).

optimized(Direction, Ts0, P, solution(P,Direction,Ts,Value,Names,Values)) :-
    must_be(list, Ts0),
    (   terms(Ts0, Ts) -> true
    ;   type_error(linear_expression, Ts0, Direction/3)
    ),
    names(P, Ts, Names),
    findall(Value0-Values0, solved(Direction, Ts, P, Names, Value0, Values0), [Value-Values]).

names(program(Cs,Is), Ts, Names) :-
    names_of(Ts, Ns0, Is),
    names_of_all(Cs, Ns1, Ns0),
    sort(Ns1, Names).

names_of([], Ns, Ns).
names_of([_*X|Ts], [X|Ns0], Ns) :- names_of(Ts, Ns0, Ns).

names_of_all([], Ns, Ns).
names_of_all([c(_,Ts,_,_)|Cs], Ns0, Ns) :- names_of(Ts, Ns0, Ns1), names_of_all(Cs, Ns1, Ns).

solved(Direction, Ts, program(Cs0,Is), Names, Value, Values) :-
    variables(Names, Pairs, Vs),
    list_to_assoc(Pairs, Assoc),
    reverse(Cs0, Cs),
    posted(Cs, Assoc),
    sum(Ts, Assoc, E),
    (   Is == [] ->
        (   Direction == maximize -> linear_optimum(E, q, Vs, Value, Values)
        ;   linear_optimum(-E, q, Vs, Negative, Values),
            Value is -Negative
        )
    ;   sort(Is, Ints),
        those(Ints, Assoc, Xs),
        (   Direction == maximize -> F = -E
        ;   F = E
        ),
        linear_bb(Xs, F, 0, q, Value0, Integers),
        Xs = Integers,
        linear_optimum(-F, q, Vs, _, Values),
        (   Direction == maximize -> Value is -Value0
        ;   Value = Value0
        )
    ).

variables([], [], []).
variables([N|Ns], [N-V|Ps], [V|Vs]) :- linear_post(V >= 0, q), variables(Ns, Ps, Vs).

those([], _, []).
those([N|Ns], Assoc, [V|Vs]) :- get_assoc(N, Assoc, V), those(Ns, Assoc, Vs).

posted([], _).
posted([c(_,Ts,Op,B)|Cs], Assoc) :-
    sum(Ts, Assoc, E),
    (   Op = (=) -> linear_post(E = B, q)
    ;   Op = (=<) -> linear_post(E =< B, q)
    ;   linear_post(E >= B, q)
    ),
    posted(Cs, Assoc).

sum([], _, 0).
sum([K*X|Ts], Assoc, K*V+E) :- get_assoc(X, Assoc, V), sum(Ts, Assoc, E).

%! objective(+Solution, -Value) is det.
%
%  Unifies `Value` with the value of the optimized sum.
?- gen_state(S0), constraint([x] =< 3, S0, S1), maximize([x], S1, S), objective(S, V).
   ..., V = 3.
objective(solution(_,_,_,Value,_,_), Value).

%! variable_value(+Solution, +Variable, -Value) is semidet.
%
%  Unifies `Value` with the value of `Variable`. False if it does not occur in the program.
?- gen_state(S0), constraint([x] =< 3, S0, S1), maximize([x], S1, S), variable_value(S, x, V).
   ..., V = 3.
variable_value(solution(_,_,_,_,Names,Values), X, Value) :-
    nth0(I, Names, Y),
    Y == X, !,
    nth0(I, Values, Value).

%! shadow_price(+Solution, +Name, -Price) is semidet.
%
%  Unifies `Price` with the value of the constraint `Name` in the dual program: how much the optimum grows
%  with the number of the constraint. False if there is no constraint with this name.
?- gen_state(S0), constraint(a, [x,y] =< 4, S0, S1), constraint(b, [x,3*y] =< 6, S1, S2),
   maximize([x,2*y], S2, S), shadow_price(S, a, A), shadow_price(S, b, B).
   ..., A = 1r2, B = 1r2.
shadow_price(solution(program(Cs,_),Direction,Ts,_,Names,_), Name, Price) :-
    memberchk(c(name(Name),_,_,_), Cs),
    findall(Price0, dual(Cs, Direction, Ts, Names, Name, Price0), [Price]).

dual(Cs, Direction, Ts, Names, Name, Price) :-
    prices(Cs, Direction, Ys, Sum),
    each_name(Names, Direction, Ts, Cs, Ys),
    (   Direction == maximize -> linear_optimum(-Sum, q, Ys, _, Values)
    ;   linear_optimum(Sum, q, Ys, _, Values)
    ),
    nth0(I, Cs, c(name(Name),_,_,_)), !,
    nth0(I, Values, Price).

prices([], _, [], 0).
prices([c(_,_,Op,B)|Cs], Direction, [Y|Ys], B*Y+Sum) :-
    (   Op = (=) -> true
    ;   Op = (=<), Direction == maximize -> linear_post(Y >= 0, q)
    ;   Op = (>=), Direction == minimize -> linear_post(Y >= 0, q)
    ;   linear_post(Y =< 0, q)
    ),
    prices(Cs, Direction, Ys, Sum).

each_name([], _, _, _, _).
each_name([N|Ns], Direction, Ts, Cs, Ys) :-
    coefficient(Ts, N, 0, C),
    column(Cs, N, Ys, E),
    (   Direction == maximize -> linear_post(E >= C, q)
    ;   linear_post(E =< C, q)
    ),
    each_name(Ns, Direction, Ts, Cs, Ys).

coefficient([], _, C, C).
coefficient([K*X|Ts], N, C0, C) :-
    (   X == N -> C1 is C0+K
    ;   C1 = C0
    ),
    coefficient(Ts, N, C1, C).

column([], _, [], 0).
column([c(_,Ts,_,_)|Cs], N, [Y|Ys], K*Y+E) :- coefficient(Ts, N, 0, K), column(Cs, N, Ys, E).

%! transportation(+Supplies, +Demands, +Costs, -Transport) is semidet.
%
%  Unifies `Transport` with a matrix of the amounts that are moved from each place of `Supplies` to each
%  place of `Demands`, such that the whole costs are least. `Costs` has a row for each supply. The sums of
%  both lists must be equal.
?- transportation([12,7,14], [3,15,9,6], [[20,50,10,60],[70,40,60,30],[40,80,70,40]], Ts).
   Ts = [[0,3,9,0],[0,7,0,0],[3,5,0,6]].
transportation(Supplies, Demands, Costs, Transport) :-
    must_be(list(integer), Supplies),
    must_be(list(integer), Demands),
    must_be(list, Costs),
    same_length(Supplies, Costs),
    sum_list(Supplies, Sum),
    sum_list(Demands, Sum),
    \+ ( ( member(N, Supplies) ; member(N, Demands) ), N < 0 ),
    (   ( Supplies == [] ; Demands == [] ) -> maplist(=([]), Costs), Transport = Costs
    ;   shipped(Supplies, Demands, Costs, Transport)
    ).

% Successive shortest paths: what remains at each source goes along the cheapest path to a destination, where what
% was sent before may be sent elsewhere. The potentials keep all costs of arcs from being negative, for Dijkstra's
% algorithm. A problem is `p(Costs, Amounts, PotentialsOfRows, PotentialsOfColumns, Demands)`, changed by setarg/3.
shipped(Supplies, Demands, Costs, Transport) :-
    length(Demands, Columns),
    matrix(Costs, Columns, C),
    functor(C, _, Rows),
    zeros(Rows, Pr),
    findall(Zeros, ( member(_, Costs), zeros(Columns, Zeros) ), Xs),
    X =.. [rows|Xs],
    findall(Least, ( between(1, Columns, J), findall(K, ( arg(_, C, Cs), arg(J, Cs, K) ), Ks), min_list(Ks, Least) ), Leasts),
    Pc =.. [row|Leasts],
    Ds =.. [row|Demands],
    each_source(Supplies, 1, p(C,X,Pr,Pc,Ds)),
    findall(Row, ( arg(_, X, R), R =.. [_|Row] ), Transport0),
    Transport = Transport0.

matrix(Costs, Columns, C) :-
    findall(Row, ( member(Cs, Costs), must_be(list, Cs), length(Cs, Columns), Row =.. [row|Cs] ), Rows),
    same_length(Costs, Rows),
    C =.. [rows|Rows].

zeros(N, Row) :-
    length(Zs, N),
    maplist(=(0), Zs),
    Row =.. [row|Zs].

each_source([], _, _).
each_source([N|Ns], I, P) :-
    sent(N, I, P),
    I1 is I+1,
    each_source(Ns, I1, P).

sent(N, I, P) :-
    (   N =:= 0 -> true
    ;   P = p(C,_,_,Pc,_),
        functor(C, _, Rows),
        functor(Pc, _, Columns),
        fresh(Rows, Dr),
        fresh(Columns, Dc),
        setarg(I, Dr, at(0,none)),
        nearest([r(I)-0], P, Dr, Dc, [], J, D, Done),
        raised(Done, D, P),
        along(J, Dr, Dc, Arcs),
        room(Arcs, P, N, M0),
        P = p(_,_,_,_,Ds),
        arg(J, Ds, Demand),
        M is min(M0,Demand),
        Left is Demand-M,
        setarg(J, Ds, Left),
        moved(Arcs, M, P),
        N1 is N-M,
        sent(N1, I, P)
    ).

fresh(N, Row) :-
    length(Fs, N),
    maplist(=(far), Fs),
    Row =.. [row|Fs].

% nearest(+Open, +Problem, !Dr, !Dc, +Done0, -Column, -Distance, -Done): the nearest column with a demand. `Dr` and `Dc`
% have `at(Distance, Before)` for each node that was reached; `Open` are nodes with their distances.
nearest(Open, P, Dr, Dc, Done0, J, D, Done) :-
    least(Open, Node, DN),
    selectchk(Node-DN, Open, Open1),
    Done1 = [Node-DN|Done0],
    (   Node = c(J0), P = p(_,_,_,_,Ds), arg(J0, Ds, N), N > 0 -> J = J0, D = DN, Done = Done1
    ;   findall(Next-DM, neighbour(Node, DN, P, Next, DM), Nexts),
        reached(Nexts, Node, Dr, Dc, Open1, Open2),
        nearest(Open2, P, Dr, Dc, Done1, J, D, Done)
    ).

least([N-D|Ns], Node, Least) :- least(Ns, N, D, Node, Least).

least([], N, D, N, D).
least([N1-D1|Ns], N0, D0, N, D) :-
    (   D1 < D0 -> least(Ns, N1, D1, N, D)
    ;   least(Ns, N0, D0, N, D)
    ).

neighbour(r(I), D, p(C,_,Pr,Pc,_), c(J), E) :-
    arg(I, C, Cs),
    arg(I, Pr, A),
    arg(J, Cs, K),
    arg(J, Pc, B),
    E is D+K+A-B.
neighbour(c(J), D, p(_,X,_,_,_), r(I), D) :-
    % An arc with an amount has the cost zero.
    arg(I, X, Xs),
    arg(J, Xs, N),
    N > 0.

reached([], _, _, _, Open, Open).
reached([Node-D|Nexts], Before, Dr, Dc, Open0, Open) :-
    Node =.. [Kind,I],
    (   Kind = r -> Ds = Dr
    ;   Ds = Dc
    ),
    arg(I, Ds, Old),
    (   Old = far -> setarg(I, Ds, at(D,Before)), Open1 = [Node-D|Open0]
    ;   Old = at(D0,_), D < D0 ->
        setarg(I, Ds, at(D,Before)),
        selectchk(Node-_, Open0, Open01),
        Open1 = [Node-D|Open01]
    ;   Open1 = Open0
    ),
    reached(Nexts, Before, Dr, Dc, Open1, Open).

raised([], _, _).
raised([Node-D|Nodes], Most, P) :-
    P = p(_,_,Pr,Pc,_),
    Node =.. [Kind,I],
    (   Kind = r -> Ps = Pr
    ;   Ps = Pc
    ),
    arg(I, Ps, A0),
    A is A0+D-Most,
    setarg(I, Ps, A),
    raised(Nodes, Most, P).

% The arcs of the path that ends at column `J`: `more(Row, Column)`, and `less(Row, Column)` for a way back.
along(J, Dr, Dc, [more(I,J)|Arcs]) :-
    arg(J, Dc, at(_,r(I))),
    arg(I, Dr, at(_,Before)),
    (   Before = c(J1) -> Arcs = [less(I,J1)|Arcs1], along(J1, Dr, Dc, Arcs1)
    ;   Arcs = []
    ).

room([], _, N, N).
room([A|As], P, N0, N) :-
    (   A = less(I,J) -> P = p(_,X,_,_,_), arg(I, X, Xs), arg(J, Xs, K), N1 is min(N0,K)
    ;   N1 = N0
    ),
    room(As, P, N1, N).

moved([], _, _).
moved([A|As], M, P) :-
    P = p(_,X,_,_,_),
    A =.. [Kind,I,J],
    arg(I, X, Xs),
    arg(J, Xs, N0),
    (   Kind = more -> N is N0+M
    ;   N is N0-M
    ),
    setarg(J, Xs, N),
    moved(As, M, P).

%! assignment(+Costs, -Assignment) is semidet.
%
%  Unifies `Assignment` with a matrix of zeros and ones, with a single 1 in each row and column, whose sum
%  of costs is least. `Costs` is a square matrix.
?- assignment([[8,4,7],[5,2,3],[9,4,8]], A).
   A = [[1,0,0],[0,0,1],[0,1,0]].
assignment(Costs, Assignment) :-
    must_be(list, Costs),
    ones(Costs, Ones),
    transportation(Ones, Ones, Costs, Assignment).

ones([], []).
ones([_|Xs], [1|Ys]) :- ones(Xs, Ys).
