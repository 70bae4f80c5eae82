% Constraints for scheduling, placement, packing and flows, with the interface of SICStus Prolog.

:- module(fd_scheduling, [
    cumulative/1, cumulative/2, serialized/2, disjoint1/1, disjoint1/2,
    cumulatives/2, cumulatives/3, multi_cumulative/2, multi_cumulative/3,
    disjoint2/1, disjoint2/2, diffn/1, diffn/2, bin_packing/2,
    geost/2, geost/3, geost/4, network_flow/2, network_flow/3, smt/1
]).

:- use_module(library(clpz)).
:- use_module(library(lists)).
:- use_module(library(freeze)).

%% Tasks

%! cumulative(+Tasks) is semidet.
%
%  As `cumulative(Tasks, [limit(1)])`.
?- S in 0..9, cumulative([task(0,3,_,1,a),task(S,2,_,1,b)]), S #< 4.
   S = 3.
cumulative(Tasks) :- '$fd_cumulative'(Tasks, 1).

%! cumulative(+Tasks, +Options) is semidet.
%
%  True if the resource use of the tasks never exceeds a limit. A task `task(S,D,E,C,Id)` starts at
%  `S`, has the duration `D`, ends at `E` and uses `C` while it runs; `D` and `C` are not negative.
%  Options are
%
%  - `limit(L)`, at most once, 1 by default;
%  - `precedences(Ps)`, with elements `Id1-Id2 #= D`: the difference of the starts of two tasks;
%  - `global(B)`, which has no effect.
%
%  Throws a domain error for other lists of options.
?- Ts = [task(S1,3,_,1,_),task(S2,2,_,1,_),task(S3,2,_,1,_)],
   [S1,S2,S3] ins 0..10, cumulative(Ts, [limit(2)]), label([S1,S2,S3]), !.
   Ts = ..., S1 = 0, S2 = 0, S3 = 2.
?- cumulative([], [limit(1),limit(2)]).
   error(domain_error(cumulative_options_empty_or_limit,[limit(1),limit(2)]),cumulative/2).
cumulative(Tasks, Options) :-
    proper(Options, cumulative/2),
    cumulative_options(Options, Options, none, L, Ps),
    '$fd_cumulative'(Tasks, L),
    start_distances(Ps, Tasks).

cumulative_options([], _, L0, L, []) :-
    (   L0 = limit(L1) -> L = L1
    ;   L = 1
    ).
cumulative_options([O|Os], All, L0, L, Ps) :-
    (   var(O) -> throw(error(instantiation_error, cumulative/2))
    ;   O = limit(_), L0 == none -> cumulative_options(Os, All, O, L, Ps)
    ;   O = limit(_) ->
        throw(error(domain_error(cumulative_options_empty_or_limit,All), cumulative/2))
    ;   O = precedences(Ps) -> cumulative_options(Os, All, L0, L, _)
    ;   O = global(B), boolean(B, O, cumulative/2) ->
        cumulative_options(Os, All, L0, L, Ps)
    ;   throw(error(domain_error(cumulative_option,O), cumulative/2))
    ).

start_distances([], _).
start_distances([P|Ps], Tasks) :-
    (   nonvar(P), P = (I-J #= D) -> true
    ;   throw(error(domain_error(precedence,P), cumulative/2))
    ),
    task_called(Tasks, I, task(S,_,_,_,_)),
    task_called(Tasks, J, task(T,_,_,_,_)),
    S #= T+D,
    start_distances(Ps, Tasks).

task_called([T|Ts], Id, Task) :-
    (   arg(5, T, I), I == Id -> Task = T
    ;   task_called(Ts, Id, Task)
    ).
task_called([], Id, _) :-
    throw(error(existence_error(task,Id), cumulative/2)).

%! serialized(+Starts, +Durations) is semidet.
%
%  True if no two tasks overlap: of any two, one ends before the other starts.
?- length(Vs, 3), Vs ins 0..3, serialized(Vs, [1,2,3]), label(Vs).
   Vs = [0,1,3]
;  Vs = [2,0,3].
serialized(Ss, Ds) :- '$fd_serialized'(Ss, Ds).

%! cumulatives(+Tasks, +Machines) is semidet.
%
%  As `cumulatives(Tasks, Machines, [bound(lower)])`.
?- cumulatives([task(0,2,_,3,M)], [machine(1,4),machine(2,3)]).
   M = 2.
cumulatives(Ts, Ms) :- cumulatives(Ts, Ms, []).

%! cumulatives(+Tasks, +Machines, +Options) is semidet.
%
%  True if the resource use on each machine respects its bound. A task `task(S,D,E,H,M)` runs on
%  machine `M` from `S` to `E` and uses `H` there, or produces it if `H` is negative. A machine
%  `machine(M,L)` has the bound `L`, which applies at each time at which some task runs on it.
%  Options are `bound(lower)`, the default, or `bound(upper)`; `task_intervals(B)` and
%  `generalization(B)`, which have no effect: the filtering is time-tabling.
?- cumulatives([task(0,2,_,3,M),task(1,1,_,2,1)], [machine(1,4),machine(2,3)],
       [bound(upper)]).
   M = 2.
cumulatives(Ts, Ms, Options) :-
    proper(Options, cumulatives/3),
    cumulatives_options(Options, lower, Bound),
    '$fd_cumulatives'(Ts, Ms, Bound).

cumulatives_options([], B, B).
cumulatives_options([O|Os], B0, B) :-
    (   var(O) -> throw(error(instantiation_error, cumulatives/3))
    ;   O = bound(B1), (B1 == lower ; B1 == upper) ->
        cumulatives_options(Os, B1, B)
    ;   (   O = task_intervals(T) ; O = generalization(T)
        ;   O = prune(T0), T0 == all, T = true
        ),
        boolean(T, O, cumulatives/3) ->
        cumulatives_options(Os, B0, B)
    ;   throw(error(domain_error(cumulatives_option,O), cumulatives/3))
    ).

%! multi_cumulative(+Tasks, +Capacities) is semidet.
%
%  As `multi_cumulative(Tasks, Capacities, [])`.
?- S in 0..5, multi_cumulative([task(0,2,_,[2,1],1),task(S,2,_,[2,2],2)],
       [cumulative(4),colored(1)]), S #< 3.
   S = 2.
multi_cumulative(Ts, Cs) :- multi_cumulative(Ts, Cs, []).

%! multi_cumulative(+Tasks, +Capacities, +Options) is semidet.
%
%  True if the use of several resources respects their capacities. A task `task(S,D,E,Us,Id)` has a
%  list `Us` of uses, one for each capacity: with `cumulative(L)` the sum of the uses is at most `L`
%  at each time; with `colored(L)` the use is a colour, 0 for none, and there are at most `L`
%  different colours at each time. Options are `precedences(Ps)`, with elements `Id1-Id2`: the first
%  ends before the second starts; `greedy(B)`: if `B` is 1, each task starts as early as possible,
%  without backtracking.
?- S in 0..5, multi_cumulative([task(1,2,_,[1],a),task(S,2,_,[1],b)],
       [cumulative(2)], [precedences([a-b]),greedy(1)]).
   S = 3.
multi_cumulative(Ts, Cs, Options) :-
    proper(Options, multi_cumulative/3),
    capacities(Cs, Ts, 1),
    multi_options(Options, Ts).

capacities(Cs, _, _) :-
    var(Cs), !,
    throw(error(instantiation_error, multi_cumulative/3)).
capacities([], _, _).
capacities([C|Cs], Ts, N) :-
    uses(Ts, N, Us),
    (   nonvar(C), C = cumulative(L) -> '$fd_cumulative'(Us, L)
    ;   nonvar(C), C = colored(L) -> colors(Us, Vs), '$fd_colored'(Vs, L)
    ;   throw(error(domain_error(capacity,C), multi_cumulative/3))
    ),
    N1 is N+1,
    capacities(Cs, Ts, N1).

% The tasks with their use of one of the resources.
uses(Ts, _, _) :-
    var(Ts), !,
    throw(error(instantiation_error, multi_cumulative/3)).
uses([], _, []).
uses([T|Ts], N, [U|Us]) :-
    (   nonvar(T), T = task(S,D,E,Hs,Id), nth1(N, Hs, H) -> U = task(S,D,E,H,Id)
    ;   throw(error(domain_error(task,T), multi_cumulative/3))
    ),
    uses(Ts, N, Us).

colors([], []).
colors([task(S,D,E,C,Id)|Us], [task(S,D,E,[C],Id)|Vs]) :- colors(Us, Vs).

multi_options([], _).
multi_options([O|Os], Ts) :-
    (   var(O) -> throw(error(instantiation_error, multi_cumulative/3))
    ;   O = precedences(Ps) -> ends_before(Ps, Ts)
    ;   O = greedy(B) ->
        B in 0..1,
        starts(Ts, Ss),
        freeze(B, greedy(B, Ss))
    ;   throw(error(domain_error(multi_cumulative_option,O), multi_cumulative/3))
    ),
    multi_options(Os, Ts).

ends_before([], _).
ends_before([P|Ps], Ts) :-
    (   nonvar(P), P = I-J -> true
    ;   throw(error(domain_error(precedence,P), multi_cumulative/3))
    ),
    task_called(Ts, I, task(_,_,E,_,_)),
    task_called(Ts, J, task(S,_,_,_,_)),
    E #=< S,
    ends_before(Ps, Ts).

starts([], []).
starts([task(S,_,_,_,_)|Ts], [S|Ss]) :- starts(Ts, Ss).

greedy(0, _).
greedy(1, Ss) :-
    earliest(Ss, none, _, none, S),
    (   S == none -> true
    ;   fd_inf(S, I),
        S = I,
        greedy(1, Ss)
    ).

earliest([], _, _, S, S).
earliest([X|Xs], I0, I, S0, S) :-
    (   var(X), fd_inf(X, J), (I0 == none -> true ; J < I0) ->
        earliest(Xs, J, I, X, S)
    ;   earliest(Xs, I0, I, S0, S)
    ).

%% Boxes

%! disjoint1(+Lines) is semidet.
%
%  As `disjoint1(Lines, [])`.
?- X in 0..4, disjoint1([f(1,2),f(X,2)]), X #> 0.
   clpz:(X in 3..4).
disjoint1(Ls) :- disjoint1(Ls, []).

%! disjoint1(+Lines, +Options) is semidet.
%
%  True if the lines do not overlap. A line `F(S,D)` or `F(S,D,Type)` starts at `S` and has the
%  length `D`. Options are
%
%  - `margin(T1,T2,D)`: the distance from the end of a line of type `T1` to the start of a line of
%    type `T2` is at least `D`; with `sup`, the former is never before the latter;
%  - `wrap(Min,Max)`: the lines are on a circle on which `Min` and `Max` coincide;
%  - `global(B)`, which has no effect.
?- X in 0..9, disjoint1([f(0,2,a),f(X,2,b)], [margin(a,b,3)]).
   clpz:(X in 5..9).
disjoint1(Ls, Options) :-
    proper(Ls, disjoint1/2),
    proper(Options, disjoint1/2),
    facets(Ls, 1, disjoint1/2, Bs, Types),
    box_options(Options, 1, disjoint1/2, none, W, [], Ms),
    '$fd_boxes'(disjoint1, Bs, Types, false, W, Ms).

%! disjoint2(+Rectangles) is semidet.
%
%  As `disjoint2(Rectangles, [])`.
?- X in 0..3, disjoint2([r(0,2,0,2),r(X,2,1,2)]).
   clpz:(X in 2..3).
disjoint2(Rs) :- disjoint2(Rs, []).

%! disjoint2(+Rectangles, +Options) is semidet.
%
%  True if the rectangles do not overlap. A rectangle `F(X,W,Y,H)` or `F(X,W,Y,H,Type)` has its
%  origin at `X`, `Y`, the width `W` and the height `H`. Options, for both dimensions, are
%  `margin(T1,T2,D1,D2)` and `wrap(Min1,Max1,Min2,Max2)` as in disjoint1/2, with `inf` and `sup` for
%  a dimension that does not wrap; `global(B)` and `synchronization(B)`, which have no effect. The
%  filtering is pairwise and by projections, weaker than in SICStus Prolog.
?- X in 0..3, disjoint2([r(0,2,0,2),r(X,2,1,2)], [wrap(0,4,inf,sup)]).
   X = 2.
disjoint2(Rs, Options) :-
    proper(Rs, disjoint2/2),
    proper(Options, disjoint2/2),
    facets(Rs, 2, disjoint2/2, Bs, Types),
    box_options(Options, 2, disjoint2/2, none, W, [], Ms),
    '$fd_boxes'(disjoint2, Bs, Types, false, W, Ms).

%! diffn(+Boxes) is semidet.
%
%  As `diffn(Boxes, [])`.
?- [X,Y] ins 0..1, diffn([[X-1,0-1],[Y-1,0-1]]), X #< Y.
   X = 0, Y = 1.
diffn(Bs) :- diffn(Bs, []).

%! diffn(+Boxes, +Options) is semidet.
%
%  True if the boxes do not overlap. A box is a list of `Origin-Length`, one for each dimension.
%  With the option `strict(true)`, a box without extent may not be inside another one;
%  `strict(false)` is the default.
?- X in 0..2, diffn([[0-2],[X-0]], [strict(true)]), X #> 0.
   X = 2.
diffn(Bs, Options) :-
    proper(Bs, diffn/2),
    proper(Options, diffn/2),
    diffn_options(Options, false, Strict),
    zeros(Bs, Types),
    '$fd_boxes'(diffn, Bs, Types, Strict, [], []).

diffn_options([], S, S).
diffn_options([O|Os], _, S) :-
    (   var(O) -> throw(error(instantiation_error, diffn/2))
    ;   O = strict(S1), boolean(S1, O, diffn/2) -> diffn_options(Os, S1, S)
    ;   throw(error(domain_error(diffn_option,O), diffn/2))
    ).

zeros([], []).
zeros([_|Xs], [0|Zs]) :- zeros(Xs, Zs).

% F(S,D,...,Type) as a list of facets, and the type.
facets([], _, _, [], []).
facets([L|Ls], K, Who, [B|Bs], [T|Ts]) :-
    (   var(L) -> throw(error(instantiation_error, Who))
    ;   compound(L),
        L =.. [_|As],
        facet_list(K, As, B, Rest),
        (   Rest = [] -> T = 0
        ;   Rest = [T]
        ) -> true
    ;   box_kind(K, What),
        throw(error(domain_error(What,L), Who))
    ),
    facets(Ls, K, Who, Bs, Ts).

facet_list(0, As, [], As) :- !.
facet_list(K, [S,D|As], [S-D|Fs], Rest) :-
    K1 is K-1,
    facet_list(K1, As, Fs, Rest).

box_kind(1, line).
box_kind(2, rectangle).

box_options([], _, Who, W0, W, Ms, Ms) :-
    (   W0 == none -> W = []
    ;   endless(Ms) ->
        throw(error(domain_error(finite_margin,sup), Who))
    ;   W = W0
    ).
box_options([O|Os], K, Who, W0, W, Ms0, Ms) :-
    (   var(O) -> throw(error(instantiation_error, Who))
    ;   (O = global(B) ; O = synchronization(B)), boolean(B, O, Who) ->
        box_options(Os, K, Who, W0, W, Ms0, Ms)
    ;   O =.. [wrap|Ends], wraps(K, Ends, W1) ->
        box_options(Os, K, Who, W1, W, Ms0, Ms)
    ;   O =.. [margin,T1,T2|Ds], length(Ds, K) ->
        box_options(Os, K, Who, W0, W, [margin(T1,T2,Ds)|Ms0], Ms)
    ;   throw(error(domain_error(disjoint_option,O), Who))
    ).

endless([margin(_,_,Ds)|Ms]) :-
    (   sup_among(Ds) -> true
    ;   endless(Ms)
    ).

sup_among([D|Ds]) :- ( D == sup -> true ; sup_among(Ds) ).

wraps(0, [], []) :- !.
wraps(K, [Min,Max|Ends], [W|Ws]) :-
    (   integer(Min), integer(Max), Min < Max -> W = Min-Max
    ;   Min == inf, Max == sup, W = none
    ),
    K1 is K-1,
    wraps(K1, Ends, Ws).

%! bin_packing(+Items, +Bins) is semidet.
%
%  True if each item is in a bin and the loads are correct. An item `item(B,Size)` is in the bin
%  with the number `B`; a bin `bin(B,Load)` contains items whose sizes, integers, sum up to `Load`.
?- bin_packing([item(B1,3),item(B2,2)], [bin(1,2),bin(2,L)]).
   B1 = 2, B2 = 1, L = 3.
bin_packing(Items, Bins) :- '$fd_bin_packing'(Items, Bins).

%! geost(+Objects, +Shapes) is semidet.
%
%  As `geost(Objects, Shapes, [])`.
?- [X,Y] ins 0..1, geost([object(1,1,[X,0]),object(2,1,[Y,0])],
       [sbox(1,[0,0],[1,1])]), X #< Y.
   X = 0, Y = 1.
geost(Os, Ss) :- geost(Os, Ss, []).

%! geost(+Objects, +Shapes, +Options) is semidet.
%
%  True if the objects do not overlap. An object `object(Id,S,Origin)` has the shape `S`; a shape
%  consists of all boxes `sbox(S,Offset,Size)` with its number, at offsets from the origin. Options
%  are `overlap(true)`: objects may overlap; `volume(V)`: the sum of all volumes;
%  `bounding_box(Lows,Highs)`; `lex(Ids)`: the origins of these objects are in ascending
%  lexicographic order. The options that tune the algorithms of SICStus Prolog have no effect;
%  `fixall/2` is a domain error. The filtering is pairwise, weaker than in SICStus Prolog.
?- X in 0..5, geost([object(1,1,[X])], [sbox(1,[1],[2])],
       [bounding_box([2],[U]),volume(V)]).
   X = 1, U = 4, V = 2.
geost(Os, Ss, Options) :-
    proper(Options, geost/3),
    proper(Os, geost/3),
    proper(Ss, geost/3),
    (   may_overlap(Options) -> '$fd_geost'([], Ss)
    ;   '$fd_geost'(Os, Ss)
    ),
    geost_options(Options, Os, Ss).

%! geost(+Objects, +Shapes, +Options, +Rules) is semidet.
%
%  As geost/3. `Rules` must be empty: a rule of the rule language of SICStus Prolog is a domain
%  error.
?- geost([], [], [], []).
   true.
geost(Os, Ss, Options, Rules) :-
    (   Rules == [] -> geost(Os, Ss, Options)
    ;   var(Rules) -> throw(error(instantiation_error, geost/4))
    ;   throw(error(domain_error(no_geost_rules,Rules), geost/4))
    ).

may_overlap([O|Os]) :- ( O == overlap(true) -> true ; may_overlap(Os) ).

geost_options([], _, _).
geost_options([O|Opts], Os, Ss) :-
    (   var(O) -> throw(error(instantiation_error, geost/3))
    ;   O = volume(V) -> volumes(Os, Ss, Vs), sum(Vs, #=, V)
    ;   O = bounding_box(Ls, Us) -> bounding_box(Ls, Us, 1, Os, Ss)
    ;   O = lex(Ids) -> origins(Ids, Os, Vs), ascending(Vs)
    ;   O = longest_hole(_,_) -> true
    ;   O =.. [Name,B], tuning(Name) -> boolean(B, O, geost/3)
    ;   throw(error(domain_error(geost_option,O), geost/3))
    ),
    geost_options(Opts, Os, Ss).

tuning(cumulative).
tuning(disjunctive).
tuning(parconflict).
tuning(visavis_init).
tuning(visavis_floating).
tuning(visavis).
tuning(corners).
tuning(task_intervals).
tuning(dynamic_programming).
tuning(polymorphism).
tuning(pallet_loading).
tuning(overlap).

volumes([], _, []).
volumes([object(_,S,_)|Os], Ss, [V|Vs]) :-
    shape_numbers(Ss, Ns),
    volume_of(Ns, Ss, S, V),
    volumes(Os, Ss, Vs).

volume_of([], _, _, _).
volume_of([N|Ns], Ss, S, V) :-
    shape_volume(Ss, N, 0, V0),
    S #= N #==> V #= V0,
    volume_of(Ns, Ss, S, V).

shape_volume([], _, V, V).
shape_volume([sbox(M,_,Size)|Ss], N, V0, V) :-
    (   M =:= N -> product(Size, 1, P), V1 is V0+P
    ;   V1 = V0
    ),
    shape_volume(Ss, N, V1, V).

product([], P, P).
product([X|Xs], P0, P) :- P1 is P0*X, product(Xs, P1, P).

shape_numbers(Ss, Ns) :-
    numbers_of(Ss, Ns0),
    sort(Ns0, Ns).

numbers_of([], []).
numbers_of([sbox(N,_,_)|Ss], [N|Ns]) :- numbers_of(Ss, Ns).

% In each dimension, the least lower end is `L` and the greatest upper end is `U`.
bounding_box([], [], _, _, _).
bounding_box([L|Ls], [U|Us], K, Os, Ss) :-
    shape_numbers(Ss, Ns),
    extents(Os, Ns, Ss, K, Lows, Highs),
    (   Os = [] -> true
    ;   least(Lows, L),
        greatest(Highs, U)
    ),
    K1 is K+1,
    bounding_box(Ls, Us, K1, Os, Ss).

extents([], _, _, _, [], []).
extents([object(_,S,Origin)|Os], Ns, Ss, K, [L|Ls], [H|Hs]) :-
    nth1(K, Origin, X),
    ends_of(Ns, Ss, K, S, X, L, H),
    extents(Os, Ns, Ss, K, Ls, Hs).

ends_of([], _, _, _, _, _, _).
ends_of([N|Ns], Ss, K, S, X, L, H) :-
    offsets(Ss, N, K, Lows, Highs),
    least_integer(Lows, L0),
    greatest_integer(Highs, H0),
    (   S == N -> L #= X+L0, H #= X+H0
    ;   S #= N #==> L #= X+L0 #/\ H #= X+H0
    ),
    ends_of(Ns, Ss, K, S, X, L, H).

offsets([], _, _, [], []).
offsets([sbox(M,Offset,Size)|Ss], N, K, Ls, Hs) :-
    (   M =:= N ->
        nth1(K, Offset, L),
        nth1(K, Size, D),
        H is L+D,
        Ls = [L|Ls1],
        Hs = [H|Hs1]
    ;   Ls = Ls1,
        Hs = Hs1
    ),
    offsets(Ss, N, K, Ls1, Hs1).

least_integer([X|Xs], M) :- least_integer(Xs, X, M).

least_integer([], M, M).
least_integer([X|Xs], M0, M) :- M1 is min(X, M0), least_integer(Xs, M1, M).

greatest_integer([X|Xs], M) :- greatest_integer(Xs, X, M).

greatest_integer([], M, M).
greatest_integer([X|Xs], M0, M) :- M1 is max(X, M0), greatest_integer(Xs, M1, M).

least([X|Xs], M) :- least(Xs, X, M).

least([], M, M).
least([X|Xs], M0, M) :- M1 #= min(X, M0), least(Xs, M1, M).

greatest([X|Xs], M) :- greatest(Xs, X, M).

greatest([], M, M).
greatest([X|Xs], M0, M) :- M1 #= max(X, M0), greatest(Xs, M1, M).

origins([], _, []).
origins([Id|Ids], Os, [V|Vs]) :-
    object_called(Os, Id, V),
    origins(Ids, Os, Vs).

object_called([object(I,_,V0)|Os], Id, V) :-
    (   I == Id -> V = V0
    ;   object_called(Os, Id, V)
    ).
object_called([], Id, _) :-
    throw(error(existence_error(object,Id), geost/3)).

ascending([]).
ascending([V|Vs]) :- ascending(Vs, V).

ascending([], _).
ascending([W|Ws], V) :-
    not_after(V, W, B),
    B = 1,
    ascending(Ws, W).

not_after([], [], 1).
not_after([X|Xs], [Y|Ys], B) :-
    not_after(Xs, Ys, C),
    B #<==> X #< Y #\/ (X #= Y #/\ C).

%% Flows and formulas

%! network_flow(+Nodes, +Arcs) is semidet.
%
%  As `network_flow(Nodes, Arcs, [])`.
?- network_flow([node(a,2),node(b,-2)], [arc(a,b,1,F)]).
   F = 2.
network_flow(Ns, As) :- network_flow(Ns, As, []).

%! network_flow(+Nodes, +Arcs, +Options) is semidet.
%
%  True if the flows are conserved. An arc `arc(From,To,Weight,Flow)` carries `Flow`, which is not
%  negative; at a node `node(Id,Balance)`, outgoing minus incoming flow is `Balance`. With the
%  option `cost(C)`, `C` is the sum of weights times flows. The filtering is that of linear
%  constraints.
?- F0 in 1..3, F1 in 2..4, F2 in 0..3, F3 in 0..1, F4 in 2..10,
   network_flow([node(0,3),node(1,2),node(2,-3),node(3,-2)],
       [arc(0,1,1,F0),arc(0,2,1,F1),arc(1,2,1,F2),arc(1,3,1,F3),arc(2,3,1,F4)],
       [cost(C)]), label([F0,F1,F2,F3,F4]).
   F0 = 1, F1 = 2, F2 = 3, F3 = 0, F4 = 2, C = 8.
network_flow(Ns, As, Options) :-
    proper(Ns, network_flow/3),
    proper(As, network_flow/3),
    proper(Options, network_flow/3),
    flows(As, Ns, Fs, Ws),
    Fs ins 0..sup,
    balances(Ns, As),
    flow_options(Options, Fs, Ws).

flows([], _, [], []).
flows([A|As], Ns, [F|Fs], [W|Ws]) :-
    (   nonvar(A), A = arc(From,To,W,F) -> true
    ;   throw(error(domain_error(arc,A), network_flow/3))
    ),
    known_node(Ns, From),
    known_node(Ns, To),
    flows(As, Ns, Fs, Ws).

known_node([N|Ns], Id) :-
    (   nonvar(N), N = node(I,_), I == Id -> true
    ;   known_node(Ns, Id)
    ).
known_node([], Id) :- throw(error(existence_error(node,Id), network_flow/3)).

balances([], _).
balances([N|Ns], As) :-
    (   nonvar(N), N = node(Id,B) -> true
    ;   throw(error(domain_error(node,N), network_flow/3))
    ),
    at_node(As, Id, Fs, Cs),
    scalar_product(Cs, Fs, #=, B),
    balances(Ns, As).

at_node([], _, [], []).
at_node([arc(From,To,_,F)|As], Id, Fs, Cs) :-
    (   From == Id, To == Id -> Fs = Fs1, Cs = Cs1
    ;   From == Id -> Fs = [F|Fs1], Cs = [1|Cs1]
    ;   To == Id -> Fs = [F|Fs1], Cs = [-1|Cs1]
    ;   Fs = Fs1, Cs = Cs1
    ),
    at_node(As, Id, Fs1, Cs1).

flow_options([], _, _).
flow_options([O|Os], Fs, Ws) :-
    (   var(O) -> throw(error(instantiation_error, network_flow/3))
    ;   O = cost(C) -> scalar_product(Ws, Fs, #=, C)
    ;   throw(error(domain_error(network_flow_option,O), network_flow/3))
    ),
    flow_options(Os, Fs, Ws).

%! smt(+Formula) is semidet.
%
%  True if the formula is true, as when it is called. SICStus Prolog filters more.
?- X in 0..9, smt(X #> 3 #/\ X #< 5).
   X = 4.
smt(F) :- '$fd_formula'(F).

% Options.

proper(L, Who) :-
    '$skip_list'(L, _, T),
    (   T == [] -> true
    ;   var(T) -> throw(error(instantiation_error, Who))
    ;   throw(error(type_error(list,L), Who))
    ).

boolean(B, O, Who) :-
    (   var(B) -> throw(error(instantiation_error, Who))
    ;   (B == true ; B == false) -> true
    ;   throw(error(domain_error(boolean_option,O), Who))
    ).
