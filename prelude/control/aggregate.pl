% Counting, adding and choosing among the answers of a goal.

:- module(aggregate, [aggregate_all/3, aggregate_all/4, aggregate/3, aggregate/4, foreach/2, foldall/4]).

:- meta_predicate aggregate_all(?,0,?), aggregate_all(?,?,0,?), aggregate(?,^,?), aggregate(?,?,^,?), foreach(0,0), foldall(2,0,?,?).

%! aggregate_all(+What, :Goal, -Result) is semidet.
%
%  `What` is `count`, `count(T)`, `sum(E)`, `max(E)`, `min(E)` (false without answers), `max(E,T)`,
%  `min(E,T)` (result `max(E,T)`, `min(E,T)`), `bag(T)`, `set(T)`, or a compound of these.
?- aggregate_all(count, member(_,[a,b]), N).
   N = 2.
?- aggregate_all(max(X-Y), member(X-Y,[1-a,3-b,2-c]), M).
   M = 3-b.
?- aggregate_all(r(count,sum(X)), member(X,[1,2]), R).
   R = r(2,3).
?- aggregate_all(max(X,W), member(X-W,[1-a,3-b,3-c]), M).
   M = max(3,b).
?- aggregate_all(min(X), member(X,[2,1+0,3]), M).
   M = 1.
?- aggregate_all(max(X), member(X,[]), _).
   false.
?- aggregate_all(sum(X), member(X,[]), S).
   S = 0.
?- aggregate_all(sum(X), (X = a ; repeat), S).
   error(type_error(evaluable,a/0),...).
?- aggregate_all(max(X,w), (X = _ ; repeat), M).
   error(instantiation_error,aggregate_all/3).
?- aggregate_all(max(N), (member(X,[1,2]), aggregate_all(sum(Y), (member(Y,[5,2]),Y>X), N)), M).
   M = 7.
aggregate_all(What, _, _) :- var(What), !, instantiation_error(aggregate_all/3).
aggregate_all(count, G, N) :- !, countall(G, N).
aggregate_all(count(_), G, N) :- !, countall(G, N).
aggregate_all(sum(E), G, S) :- !, running_sum(E, G, S).
aggregate_all(max(E), G, M) :- !, running_extreme(max, E, G, M).
aggregate_all(min(E), G, M) :- !, running_extreme(min, E, G, M).
aggregate_all(max(E,T), G, R) :- !, R = max(M,W), running_witness(max, E, T, G, M, W).
aggregate_all(min(E,T), G, R) :- !, R = min(M,W), running_witness(min, E, T, G, M, W).
aggregate_all(What, G, R) :-
    template(What, T),
    findall(T, G, Ts),
    result(What, Ts, R).

% What needs one value at a time keeps one: answers may be many, and an expression that is none is told at once.
running_sum(E, G, S) :-
    State = sum(0),
    (   call(G),
        arg(1, State, S0),
        S1 is S0+E,
        nb_setarg(1, State, S1),
        fail
    ;   arg(1, State, S)
    ).

running_extreme(Which, E, G, M) :-
    State = best(none),
    (   call(G),
        value(E, V),
        arg(1, State, B),
        (   B = some(V0) ->
            chosen(Which, V0, V, V1),
            V0 \== V1
        ;   V1 = V
        ),
        nb_setarg(1, State, some(V1)),
        fail
    ;   arg(1, State, some(M))
    ).

% Of equals, the first one has the witness.
running_witness(Which, E, T, G, M, W) :-
    State = best(none),
    (   call(G),
        value(E, V),
        arg(1, State, B),
        ( B = some(V0,_) -> better(Which, V0, V) ; true ),
        nb_setarg(1, State, some(V,T)),
        fail
    ;   arg(1, State, some(M,W))
    ).

%! aggregate_all(+What, ?Discriminator, :Goal, -Result) is semidet.
%
%  As aggregate_all/3 over the answers with different `Discriminator`.
?- aggregate_all(count, X, member(X,[a,b,a]), N).
   N = 2.
aggregate_all(What, D, G, R) :-
    template(What, T),
    findall(D-T, G, DTs),
    distinct_result(What, DTs, R).

% The result of the values that stand with different discriminators.
distinct_result(What, DTs0, R) :-
    sort(DTs0, DTs),
    values(DTs, Ts),
    result(What, Ts, R).

%! aggregate(+What, :Goal, -Result) is nondet.
%
%  As aggregate_all/3, for each instance of the free variables of `Goal`
%  as bagof/3 does, and false without answers.
?- aggregate(count, X^member(X-Y,[1-a,2-b,3-a]), N).
   Y = a, N = 2
;  Y = b, N = 1.
aggregate(What, G, R) :-
    template(What, T),
    bagof(T, G, Ts),
    result(What, Ts, R).

values([], []).
values([_-V|Ps], [V|Vs]) :- values(Ps, Vs).

template(What, _) :- var(What), !, instantiation_error(aggregate_all/3).
template(count, x) :- !.
template(count(_), x) :- !.
template(sum(E), E) :- !.
template(max(E), E) :- !.
template(min(E), E) :- !.
template(max(E,T), E-T) :- !.
template(min(E,T), E-T) :- !.
template(bag(T), T) :- !.
template(set(T), T) :- !.
template(What, Ts) :-
    compound(What), !,
    What =.. [_|Ws],
    templates(Ws, Ts).
template(What, _) :- domain_error(aggregate_spec, What, aggregate_all/3).

templates([], []).
templates([W|Ws], [T|Ts]) :- template(W, T), templates(Ws, Ts).

result(count, Ts, N) :- !, length(Ts, N).
result(count(_), Ts, N) :- !, length(Ts, N).
result(sum(_), Ts, S) :- !, add(Ts, 0, S).
result(max(_), Ts, M) :- !, extreme(max, Ts, M).
result(min(_), Ts, M) :- !, extreme(min, Ts, M).
result(max(_,_), Ts, max(E,T)) :- !, witness(max, Ts, E, T).
result(min(_,_), Ts, min(E,T)) :- !, witness(min, Ts, E, T).
result(bag(_), Ts, Bag) :- !, Bag = Ts.
result(set(_), Ts, Set) :- !, sort(Ts, Set).
result(What, Ts, R) :-
    What =.. [F|Ws],
    columns(Ws, Ts, Rs),
    R =.. [F|Rs].

columns([], _, []).
columns([W|Ws], Ts, [R|Rs]) :-
    split(Ts, Firsts, Rests),
    result(W, Firsts, R),
    columns(Ws, Rests, Rs).

split([], [], []).
split([[F|R]|Ts], [F|Fs], [R|Rs]) :- split(Ts, Fs, Rs).

add([], S, S).
add([E|Es], S0, S) :- S1 is S0+E, add(Es, S1, S).

extreme(Which, [E|Es], M) :- value(E, V), extreme(Es, Which, V, M).

extreme([], _, M, M).
extreme([E|Es], Which, M0, M) :-
    value(E, V),
    chosen(Which, M0, V, M1),
    extreme(Es, Which, M1, M).

witness(Which, [E-T|Ps], M, W) :- value(E, V), witness(Ps, Which, V, T, M, W).

witness([], _, M, W, M, W).
witness([E-T|Ps], Which, M0, W0, M, W) :-
    value(E, V),
    (   better(Which, M0, V) -> witness(Ps, Which, V, T, M, W)
    ;   witness(Ps, Which, M0, W0, M, W)
    ).

% Numbers as max/2 and min/2 choose, other terms in the standard order.
chosen(max, X, Y, Z) :- number(X), number(Y), !, Z is max(X,Y).
chosen(min, X, Y, Z) :- number(X), number(Y), !, Z is min(X,Y).
chosen(Which, X, Y, Z) :- ( better(Which, X, Y) -> Z = Y ; Z = X ).

better(max, X, Y) :- less(X, Y).
better(min, X, Y) :- less(Y, X).

% An expression is evaluated, any other term stands for itself.
value(E, V) :-
    (   number(E) -> V = E
    ;   var(E) -> instantiation_error(aggregate_all/3)
    ;   catch(V is E, error(type_error(_,_),_), V = E)
    ).

less(X, Y) :-
    (   number(X), number(Y) -> X < Y
    ;   X @< Y
    ).

%! foldall(:Folder, :Goal, +V0, -V) is det.
%
%  `call(Folder, V0, V1)` for the first answer of `Goal`, `call(Folder, V1, V2)`
%  for the next, and so on to `V`.
?- foldall(plus(X), member(X,[1,2]), 0, S).
   S = 3.
foldall(F, G, V0, V) :-
    State = v(V0),
    (   call(G),
        arg(1, State, A),
        call(F, A, B),
        nb_setarg(1, State, B),
        fail
    ;   arg(1, State, V)
    ).

%! aggregate(+What, ?Discriminator, :Goal, -Result) is nondet.
%
%  As aggregate/3 over the answers with different `Discriminator`.
?- aggregate(count, X, member(X,[a,b,a]), N).
   N = 2.
aggregate(What, D, G, R) :-
    template(What, T),
    bagof(D-T, G, DTs),
    distinct_result(What, DTs, R).

%! foreach(:Generator, :Goal) is nondet.
%
%  The conjunction of the instances of `Goal` for all answers of `Generator`. Variables of `Goal` that are not in `Generator` are shared.
?- foreach(member(X,[1,2]), dif(X,Y)).
   dif:dif(1,Y), dif:dif(2,Y).
foreach(Gen, G) :-
    term_variables(Gen, GVs),
    term_variables(G, Vs0),
    shared(Vs0, GVs, Vs),
    W =.. [v|Vs],
    strip_module(Gen, _, _),
    findall(W-GVs, Gen, Ws),
    instances(Ws, W, GVs, G).

% The variables of the generator that the goal has are renamed for each answer; the others stay.
instances([], _, _, _).
instances([_-Vs|Ws], W, GVs, G) :-
    term_variables(G, Us),
    others(Us, GVs, Os),
    copy_term(GVs+Os+G, Vs+Os+H),
    call(H),
    instances(Ws, W, GVs, G).

shared([], _, []).
shared([V|Vs], Us, Ws) :- ( occurs(Us, V) -> Ws = [V|Ws1] ; Ws = Ws1 ), shared(Vs, Us, Ws1).

others([], _, []).
others([V|Vs], Us, Ws) :- ( occurs(Us, V) -> Ws = Ws1 ; Ws = [V|Ws1] ), others(Vs, Us, Ws1).

occurs([U|Us], V) :- ( U == V -> true ; occurs(Us, V) ).
