% Aggregation over the answers of a goal: counting, summing, minima and maxima, collecting.

:- module(aggregate, [
    aggregate_all/3, aggregate_all/4, aggregate/3, aggregate/4, foreach/2, foldall/4, free_variables/4
]).

:- meta_predicate aggregate_all(?,0,?), aggregate_all(?,?,0,?), aggregate(?,^,?), aggregate(?,?,^,?), foreach(0,0), foldall(2,0,?,?).

%! aggregate_all(+What, :Goal, -Result) is semidet.
%
%  Unifies `Result` with the aggregate of all answers of `Goal`. `What` is one of
%
%  - `count`, `count(T)`: the number of answers;
%  - `sum(E)`: the sum of the values of the expression `E`, 0 if there are no answers;
%  - `max(E)`, `min(E)`: the greatest or least value of `E`; false if there are no answers;
%  - `max(E,T)`, `min(E,T)`: `max(V,W)` or `min(V,W)`, where `W` is the instance of `T` in the first
%    answer that has the extreme value `V`; false if there are no answers;
%  - `bag(T)`, `set(T)`: the list of the instances of `T`, sorted and without duplicates for `set`;
%  - a compound term with arguments of these forms.
%
%  In `max` and `min`, a term that is not an expression stands for itself and is compared in the
%  standard order. Throws an instantiation error if the value of an answer is a variable, and a type
%  error if a term of a sum cannot be evaluated.
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

% Sums and extremes are computed with one current value, not from a list: there may be many answers,
% and a term that cannot be evaluated throws at the first answer.
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

% Of answers with equal values, the first gives the witness.
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
%  As aggregate_all/3, over the answers with different instances of `Discriminator`.
?- aggregate_all(count, X, member(X,[a,b,a]), N).
   N = 2.
aggregate_all(What, D, G, R) :-
    template(What, T),
    findall(D-T, G, DTs),
    distinct_result(What, DTs, R).

% Aggregates the values of answers with different discriminators.
distinct_result(What, DTs0, R) :-
    sort(DTs0, DTs),
    pairs_values(DTs, Ts),
    result(What, Ts, R).

%! aggregate(+What, :Goal, -Result) is nondet.
%
%  As aggregate_all/3, separately for each instance of the free variables of `Goal`, as in bagof/3.
%  False if there are no answers.
?- aggregate(count, X^member(X-Y,[1-a,2-b,3-a]), N).
   Y = a, N = 2
;  Y = b, N = 1.
aggregate(What, G, R) :-
    template(What, T),
    bagof(T, G, Ts),
    result(What, Ts, R).

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
result(sum(_), Ts, S) :- !, sum_list(Ts, S).
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

% Numbers are compared as by max/2 and min/2, other terms in the standard order.
chosen(max, X, Y, Z) :- number(X), number(Y), !, Z is max(X,Y).
chosen(min, X, Y, Z) :- number(X), number(Y), !, Z is min(X,Y).
chosen(Which, X, Y, Z) :- ( better(Which, X, Y) -> Z = Y ; Z = X ).

better(max, X, Y) :- less(X, Y).
better(min, X, Y) :- less(Y, X).

% Evaluates an expression; any other term stands for itself.
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
%  Folds the answers of `Goal`: `call(Folder, V0, V1)` for the first answer, `call(Folder, V1, V2)`
%  for the second, and so on up to `V`.
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
%  As aggregate/3, over the answers with different instances of `Discriminator`.
?- aggregate(count, X, member(X,[a,b,a]), N).
   N = 2.
aggregate(What, D, G, R) :-
    template(What, T),
    bagof(D-T, G, DTs),
    distinct_result(What, DTs, R).

%! foreach(:Generator, :Goal) is nondet.
%
%  True if the conjunction of the instances of `Goal` for all answers of `Generator` is true.
%  Variables of `Goal` that do not occur in `Generator` are shared by all instances.
?- foreach(member(X,[1,2]), dif(X,Y)).
   dif:dif(1,Y), dif:dif(2,Y).
?- T = t(_), foreach(member(X,[1,2]), setarg(1, T, X)).
   T = t(2).
foreach(Gen, G) :-
    term_variables(Gen, GVs),
    term_variables(G, Vs0),
    shared(Vs0, GVs, Vs),
    W =.. [v|Vs],
    strip_module(Gen, _, _),
    findall(W-GVs, Gen, Ws),
    instances(Ws, W, GVs, G).

% Calls the goal for each answer, with the values of the variables that occur in the generator, too.
instances([], _, _, _).
instances([A|As], W, GVs, G) :-
    (   acyclic_term(G) -> pattern(G, GVs, P)
    ;   P = copied(G)
    ),
    each_instance([A|As], W, GVs, P).

each_instance([], _, _, _).
each_instance([_-Vs|Ws], W, GVs, P) :-
    instance(P, GVs, Vs, H),
    call(H),
    each_instance(Ws, W, GVs, P).

% A goal as a pattern: `same(T)` is a part without variables of the generator. It is shared by all instances, because
% the goal may change it by setarg/3.
pattern(T, GVs, P) :- var(T), !, ( occurs(GVs, T) -> P = variable(T) ; P = same(T) ).
pattern(T, _, same(T)) :- atomic(T), !.
pattern(T, GVs, P) :-
    T =.. [F|As],
    patterns(As, GVs, Ps),
    (   all_same(Ps) -> P = same(T)
    ;   P = compound(F, Ps)
    ).

patterns([], _, []).
patterns([A|As], GVs, [P|Ps]) :- pattern(A, GVs, P), patterns(As, GVs, Ps).

all_same([]).
all_same([same(_)|Ps]) :- all_same(Ps).

instance(same(T), _, _, T).
instance(variable(V), GVs, Vs, T) :- value(GVs, Vs, V, T).
instance(compound(F,Ps), GVs, Vs, T) :- instances_of(Ps, GVs, Vs, As), T =.. [F|As].
instance(copied(G), GVs, Vs, H) :-
    term_variables(G, Us),
    others(Us, GVs, Os),
    copy_term(GVs+Os+G, Vs+Os+H).

instances_of([], _, _, []).
instances_of([P|Ps], GVs, Vs, [A|As]) :- instance(P, GVs, Vs, A), instances_of(Ps, GVs, Vs, As).

value([G|Gs], [V|Vs], X, T) :- ( G == X -> T = V ; value(Gs, Vs, X, T) ).

shared([], _, []).
shared([V|Vs], Us, Ws) :- ( occurs(Us, V) -> Ws = [V|Ws1] ; Ws = Ws1 ), shared(Vs, Us, Ws1).

others([], _, []).
others([V|Vs], Us, Ws) :- ( occurs(Us, V) -> Ws = Ws1 ; Ws = [V|Ws1] ), others(Vs, Us, Ws1).

occurs([U|Us], V) :- ( U == V -> true ; occurs(Us, V) ).

%! free_variables(+Goal, +Bound, +Variables0, -Variables) is det.
%
%  Unifies `Variables` with the variables of `Goal` that are neither quantified in it (by `^`, or the templates of
%  bagof/3, setof/3 and `\+`) nor occur in the term `Bound`, before those of the list `Variables0`.
?- free_variables(X^f(X,Y), [], [], Vs).
   Vs = [Y].
?- free_variables(setof(X, p(X,Y), Z), a(Z), [], Vs).
   Vs = [Y].
free_variables(G, Bound, Vs0, Vs) :-
    term_variables(Bound, Bs),
    free_of(G, Bs, Fs0),
    term_variables(Fs0, Fs1),
    without(Fs1, Vs0, Fs),
    append(Fs, Vs0, Vs).

free_of(G, Bs, Fs) :-
    (   nonvar(G), quantified(G, T, G1, Others) ->
        term_variables(T, Ts),
        append(Ts, Bs, Bs1),
        free_of(G1, Bs1, Fs1),
        term_variables(Others, Os0),
        without(Os0, Bs, Os),
        append(Fs1, Os, Fs)
    ;   compound(G) ->
        G =.. [_|As],
        each_free_of(As, Bs, Fs)
    ;   term_variables(G, Us),
        without(Us, Bs, Fs)
    ).

each_free_of([], _, []).
each_free_of([A|As], Bs, Fs) :-
    free_of(A, Bs, Fs1),
    each_free_of(As, Bs, Fs2),
    append(Fs1, Fs2, Fs).

quantified(T^G, T, G, []).
quantified(setof(T,G,S), T, G, S).
quantified(bagof(T,G,S), T, G, S).
quantified(\+_, [], true, []).

without([], _, []).
without([V|Vs], Ws, Us) :-
    (   member(W, Ws), W == V -> Us = Us1
    ;   Us = [V|Us1]
    ),
    without(Vs, Ws, Us1).
