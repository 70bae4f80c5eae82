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
aggregate_all(What, _, _) :- var(What), !, instantiation_error(aggregate_all/3).
aggregate_all(count, G, N) :- !, countall(G, N).
aggregate_all(What, G, R) :-
    template(What, T),
    findall(T, G, Ts),
    result(What, Ts, R).

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
result(max(_), Ts, M) :- !, largest(Ts, M).
result(min(_), Ts, M) :- !, smallest(Ts, M).
result(max(_,_), Ts, max(E,T)) :- !, largest_pair(Ts, E, T).
result(min(_,_), Ts, min(E,T)) :- !, smallest_pair(Ts, E, T).
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

% Numbers by value, other terms in the standard order.
largest([E|Es], M) :- value(E, V), largest(Es, V, M).

largest([], M, M).
largest([E|Es], M0, M) :-
    value(E, V),
    (   less(M0, V) -> largest(Es, V, M)
    ;   largest(Es, M0, M)
    ).

smallest([E|Es], M) :- value(E, V), smallest(Es, V, M).

smallest([], M, M).
smallest([E|Es], M0, M) :-
    value(E, V),
    (   less(V, M0) -> smallest(Es, V, M)
    ;   smallest(Es, M0, M)
    ).

largest_pair([E-T|Ps], M, W) :- value(E, V), largest_pair(Ps, V, T, M, W).

largest_pair([], M, W, M, W).
largest_pair([E-T|Ps], M0, W0, M, W) :-
    value(E, V),
    (   less(M0, V) -> largest_pair(Ps, V, T, M, W)
    ;   largest_pair(Ps, M0, W0, M, W)
    ).

smallest_pair([E-T|Ps], M, W) :- value(E, V), smallest_pair(Ps, V, T, M, W).

smallest_pair([], M, W, M, W).
smallest_pair([E-T|Ps], M0, W0, M, W) :-
    value(E, V),
    (   less(V, M0) -> smallest_pair(Ps, V, T, M, W)
    ;   smallest_pair(Ps, M0, W0, M, W)
    ).

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
