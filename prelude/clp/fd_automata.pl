% Sequences accepted by automata, and relations given by decision graphs. All of them are translated
% to `'$fd_automaton'/3`, which is domain consistent.

:- module(fd_automata, [
    automaton/3, automaton/8, automaton/9, regular/2, inflexion/3,
    relation/3, case/3, case/4
]).

:- use_module(library(clpz)).
:- use_module(library(lists)).

%! automaton(+Vs, +Nodes, +Arcs) is semidet.
%
%  True if the sequence `Vs` is accepted by an automaton, deterministic or not. `Nodes` is a list of
%  `source(N)` and `sink(N)`; `Arcs` is a list of `arc(N,L,M)`, where the label `L` is an integer or
%  a domain, and `arc(N,L,M,Exprs)` as in automaton/8. Domain consistent.
?- length(Vs, 3),
   automaton(Vs, [source(a),sink(c)],
       [arc(a,0,a),arc(a,1,b),arc(b,0,a),arc(b,1,c),arc(c,0,c),arc(c,1,c)]),
   label(Vs).
   Vs = [0,1,1]
;  Vs = [1,1,0]
;  Vs = [1,1,1].
automaton(Vs, Ns, As) :- '$fd_automaton'(Vs, Ns, As).

%! automaton(?Sequence, ?Template, +Signature, +Nodes, +Arcs, +Counters, ?Initials, ?Finals) is semidet.
%
%  As automaton/3 for the sequence `Signature`, with counters: variables whose values are `Initials`
%  before the first transition and `Finals` after the last one. An arc `arc(N,L,M,Exprs)` gives each
%  counter a new value; the expressions may contain the counters and the variables of `Template`,
%  which stands for the corresponding element of `Sequence`. `arc(N,L,M)` leaves the counters
%  unchanged.
?- length(Vs, 3),
   automaton(Vs, _, Vs, [source(a),sink(a)],
       [arc(a,0,a),arc(a,1,a,[C+1])], [C], [0], [3]).
   Vs = [1,1,1].
automaton(Seq, Template, Sigs, Ns, As, Cs, Is, Fs) :-
    automaton(Seq, Template, Sigs, Ns, As, Cs, Is, Fs, []).

%! automaton(?Sequence, ?Template, +Signature, +Nodes, +Arcs, +Counters, ?Initials, ?Finals, +Options) is semidet.
%
%  As automaton/8, with the option `state(Map,States)`: `States` is the list of the numbers of the
%  visited nodes, one more than there are transitions, and `Map` is the list of `Node-Number`.
?- automaton(_, _, [X,Y], [source(a),sink(b)], [arc(a,0,a),arc(a,1,b),arc(b,0,b)],
       [], [], [], [state(Map,[_,1,_])]).
   X = 0, Y = 1, Map = [a-1,b-2].
automaton(Seq, Template, Sigs, Ns, As0, Cs, Is, Fs, Options) :-
    proper(Sigs), proper(Ns), proper(As0), proper(Cs), proper(Options),
    (   var(Seq) -> Seq = Sigs
    ;   proper(Seq)
    ),
    arcs_with_updates(As0, Cs, As),
    updates(As, Us0),
    distinct_updates(Us0, Us),
    (   Cs = [] -> Modes = []
    ;   modes(Cs, 1, Us, Modes)
    ),
    states(Options, Ns, As, Map, States),
    (   Us = [_], Options = [] -> plain_arcs(As, Arcs), Word = Sigs, Nodes = Ns
    ;   unfold(As, Us, Modes, Map, Arcs0),
        sort(Arcs0, Arcs1),
        begin(Map, Ns, Arcs1, Nodes, Arcs),
        word(Sigs, Modes, Us, States, Word, Steps)
    ),
    '$fd_automaton'(Word, Nodes, Arcs),
    (   Cs = [] -> Fs = Is
    ;   Us = [U] -> same_update(Seq, Template, Cs, U, Is, Fs)
    ;   count(Seq, Steps, Template, Cs, Us, Modes, Is, Fs)
    ).

% Normalises each arc to arc(From,Label,To,Exprs).
arcs_with_updates([], _, []).
arcs_with_updates([A0|As0], Cs, [A|As]) :-
    (   var(A0) -> throw(error(instantiation_error, automaton/8))
    ;   A0 = arc(N,L,M) -> A = arc(N,L,M,Cs)
    ;   A0 = arc(_,_,_,Es), same_length(Es, Cs) -> A = A0
    ;   throw(error(domain_error(arc,A0), automaton/8))
    ),
    arcs_with_updates(As0, Cs, As).

updates([], []).
updates([arc(_,_,_,Es)|As], [Es|Us]) :- updates(As, Us).

distinct_updates([], []).
distinct_updates([U|Us0], [U|Us]) :-
    without(Us0, U, Us1),
    distinct_updates(Us1, Us).

without([], _, []).
without([X|Xs], U, Ys) :-
    (   X == U -> Ys = Ys1
    ;   Ys = [X|Ys1]
    ),
    without(Xs, U, Ys1).

% The mode of a counter: by(Ns), constant increments in the order of the updates; or any.
modes([], _, _, []).
modes([C|Cs], I, Us, [M|Ms]) :-
    (   increments(Us, I, C, Ns) -> M = by(Ns)
    ;   M = any
    ),
    I1 is I+1,
    modes(Cs, I1, Us, Ms).

increments([], _, _, []).
increments([U|Us], I, C, [N|Ns]) :-
    nth1(I, U, E),
    increment(E, C, N),
    increments(Us, I, C, Ns).

increment(E, C, N) :-
    (   E == C -> N = 0
    ;   var(E) -> false
    ;   E = X+N, integer(N), X == C -> true
    ;   E = N+X, integer(N), X == C -> true
    ;   E = X-K, integer(K), X == C -> N is -K
    ).

plain_arcs([], []).
plain_arcs([arc(N,L,M,_)|As], [arc(N,L,M)|Bs]) :- plain_arcs(As, Bs).

% Parses the options: a number for each node, and the variables for the numbers.
states([], _, _, none, none).
states([O|Os], Ns, As, Map, States) :-
    (   var(O) -> throw(error(instantiation_error, automaton/9))
    ;   O = state(M,States), Os = [] ->
        node_names(Ns, As, Names),
        numbered(Names, 1, Map),
        M = Map
    ;   throw(error(domain_error(automaton_option,O), automaton/9))
    ).

node_names(Ns, As, Names) :-
    names_of_ends(Ns, Names0, Names1),
    names_of_arcs(As, Names1),
    sort(Names0, Names).

names_of_ends([], Xs, Xs).
names_of_ends([N|Ns], [X|Xs0], Xs) :-
    arg(1, N, X),
    names_of_ends(Ns, Xs0, Xs).

names_of_arcs([], []).
names_of_arcs([arc(N,_,M,_)|As], [N,M|Xs]) :- names_of_arcs(As, Xs).

numbered([], _, []).
numbered([X|Xs], I, [X-I|Ms]) :- I1 is I+1, numbered(Xs, I1, Ms).

number_of([X-I|Ms], N, K) :- ( X == N -> K = I ; number_of(Ms, N, K) ).

% Unfolds each arc to a path: its label, the increments, the number of the update if some counter
% needs it, the number of the node. An inner node is identified by the path that remains.
unfold([], _, _, _, []).
unfold([arc(N,L,M,U)|As], Us, Modes, Map, Arcs) :-
    position(Us, U, 1, I),
    steps(Modes, I, false, Ls0, Ls1),
    (   Map == none -> Ls1 = []
    ;   number_of(Map, M, K),
        Ls1 = [K]
    ),
    path(Ls0, N, L, M, Arcs, Arcs1),
    unfold(As, Us, Modes, Map, Arcs1).

position([V|Us], U, I0, I) :-
    (   V == U -> I = I0
    ;   I1 is I0+1,
        position(Us, U, I1, I)
    ).

steps([], I, Any, Ls0, Ls) :-
    (   Any == true -> Ls0 = [I|Ls]
    ;   Ls0 = Ls
    ).
steps([M|Ms], I, Any, Ls0, Ls) :-
    (   M = by(Ns) ->
        nth1(I, Ns, N),
        Ls0 = [N|Ls1],
        steps(Ms, I, Any, Ls1, Ls)
    ;   steps(Ms, I, true, Ls0, Ls)
    ).

path([], N, L, M, [arc(N,L,M)|As], As).
path([K|Ks], N, L, M, [arc(N,L,to(M,[K|Ks]))|As0], As) :-
    path(Ks, to(M,[K|Ks]), K, M, As0, As).

% With numbers of nodes, the number of the source is the first label.
begin(none, Ns, Arcs, Ns, Arcs) :- !.
begin(Map, Ns, Arcs0, [source(begin)|Sinks], Arcs) :-
    sources(Ns, Map, Sinks, Arcs, Arcs0).

sources([], _, [], Arcs, Arcs).
sources([N|Ns], Map, Sinks, Arcs0, Arcs) :-
    (   N = source(X) ->
        number_of(Map, X, K),
        Arcs0 = [arc(begin,K,X)|Arcs1],
        Sinks = Sinks1
    ;   Arcs0 = Arcs1,
        Sinks = [N|Sinks1]
    ),
    sources(Ns, Map, Sinks1, Arcs1, Arcs).

% The word of the unfolded automaton; a step consists of its increments and its update.
word(Sigs, Modes, Us, States, Word, Steps) :-
    (   States == none -> Word = Word1, Rest = none
    ;   States = [S|Rest],
        Word = [S|Word1]
    ),
    word_(Sigs, Modes, Us, Rest, Word1, Steps).

word_([], _, _, States, [], []) :- ( States == none -> true ; States = [] ).
word_([X|Xs], Modes, Us, States, [X|Word], [step(Ds,U)|Steps]) :-
    step_variables(Modes, false, Ds, U, Word, Word1),
    (   States == none -> Word1 = Word2, Rest = none
    ;   States = [S|Rest],
        Word1 = [S|Word2]
    ),
    word_(Xs, Modes, Us, Rest, Word2, Steps).

step_variables([], Any, [], U, Word0, Word) :-
    (   Any == true -> Word0 = [U|Word]
    ;   Word0 = Word
    ).
step_variables([M|Ms], Any, [D|Ds], U, Word0, Word) :-
    (   M = by(_) ->
        Word0 = [D|Word1],
        step_variables(Ms, Any, Ds, U, Word1, Word)
    ;   step_variables(Ms, true, Ds, U, Word0, Word)
    ).

% Relates the counters of consecutive steps.
count([], [], _, _, _, _, Cs, Cs).
count([X|Xs], [step(Ds,U)|Steps], Template, Counters, Us, Modes, Cs0, Cs) :-
    here(Us, Template, X, Counters, Cs0, Vs),
    next(Modes, 1, Ds, U, Vs, Cs0, Cs1),
    count(Xs, Steps, Template, Counters, Us, Modes, Cs1, Cs).

next([], _, [], _, _, [], []).
next([M|Ms], I, [D|Ds], U, Vs, [C0|Cs0], [C|Cs]) :-
    (   M = by(_) -> C #= C0+D
    ;   column(Vs, I, Es),
        values(Es, [], Ws),
        element(U, Ws, C)
    ),
    I1 is I+1,
    next(Ms, I1, Ds, U, Vs, Cs0, Cs).

column([], _, []).
column([V|Vs], I, [E|Es]) :- nth1(I, V, E), column(Vs, I, Es).

% The values of the expressions, computed once for identical expressions.
values([], _, []).
values([E|Es], Known, [W|Ws]) :-
    (   known(Known, E, W) -> Known1 = Known
    ;   W #= E,
        Known1 = [E-W|Known]
    ),
    values(Es, Known1, Ws).

known([F-W|Known], E, V) :- ( F == E -> V = W ; known(Known, E, V) ).

same_update([], _, _, _, Cs, Cs).
same_update([X|Xs], Template, Counters, U, Cs0, Cs) :-
    here([U], Template, X, Counters, Cs0, [Es]),
    equal(Es, Cs1),
    same_update(Xs, Template, Counters, U, Cs1, Cs).

equal([], []).
equal([E|Es], [C|Cs]) :-
    (   var(E) -> C = E
    ;   C #= E
    ),
    equal(Es, Cs).

% The updates for one element of the sequence and given values of the counters.
here(Us, Template, X, Counters, Cs, Vs) :-
    term_variables(Template-Counters, Own),
    term_variables(Us, All),
    only(All, Own),
    copy_term(Template-Counters-Us, T),
    (   T = X-Cs-Vs -> true
    ;   throw(error(domain_error(template,Template), automaton/8))
    ).

only([], _).
only([V|Vs], Own) :-
    (   among(Own, V) -> only(Vs, Own)
    ;   throw(error(domain_error(variable_from_template_or_counters,V), automaton/8))
    ).

among([X|Xs], V) :- ( X == V -> true ; among(Xs, V) ).

%! regular(+Vs, +Expression) is semidet.
%
%  True if the sequence `Vs` matches a regular expression: an integer, a domain such as `1..3` or
%  `{1,2}`, a list for concatenation, `*(E)`, `+(E)`, `?(E)`, and `E;F` or `E\/F` for alternatives.
%  Domain consistent.
?- length(L, 3), regular(L, [+({1,2}),+(0)]), L = [_,X,_], X #> 0, label(L).
   L = [1,1,0], X = 1
;  L = [1,2,0], X = 2
;  L = [2,1,0], X = 1
;  L = [2,2,0], X = 2.
regular(Vs, E) :-
    (   ground(E) -> true
    ;   throw(error(instantiation_error, regular/2))
    ),
    positions(E, 1, _, Empty, First, Last, Follow, []),
    enter(First, 0, As0, As1),
    follow(Follow, As1),
    sort(As0, As),
    (   Empty == true -> Ends0 = [sink(0)]
    ;   Ends0 = []
    ),
    sinks(Last, Sinks, Ends0),
    '$fd_automaton'(Vs, [source(0)|Sinks], As).

% Glushkov's construction: the positions of the domains in the expression, the sets of first and
% last positions, and the relation of following positions.
positions(E, N0, N, Empty, First, Last, Fs0, Fs) :-
    (   E == [] -> N = N0, Empty = true, First = [], Last = [], Fs0 = Fs
    ;   E = [X|Xs] ->
        positions(X, N0, N1, E1, F1, L1, Fs0, Fs1),
        positions(Xs, N1, N, E2, F2, L2, Fs1, Fs2),
        Fs2 = [L1-F2|Fs],
        both(E1, E2, Empty),
        either(E1, F2, F1, First),
        either(E2, L1, L2, Last)
    ;   repeated(E, X, E0) ->
        positions(X, N0, N, E1, First, Last, Fs0, Fs1),
        Fs1 = [Last-First|Fs],
        ( E0 == true -> Empty = true ; Empty = E1 )
    ;   E = ?(X) ->
        positions(X, N0, N, _, First, Last, Fs0, Fs),
        Empty = true
    ;   alternative(E, X, Y) ->
        positions(X, N0, N1, E1, F1, L1, Fs0, Fs1),
        positions(Y, N1, N, E2, F2, L2, Fs1, Fs),
        ( E1 == true -> Empty = true ; Empty = E2 ),
        append(F1, F2, First),
        append(L1, L2, Last)
    ;   N is N0+1,
        Empty = false,
        First = [N0-E],
        Last = [N0-E],
        Fs0 = Fs
    ).

repeated(*(X), X, true).
repeated(+(X), X, false).

alternative((X;Y), X, Y).
alternative(X\/Y, X, Y).

both(X, Y, Z) :- ( X == true, Y == true -> Z = true ; Z = false ).

either(Empty, Xs, Ys, Zs) :- ( Empty == true -> append(Xs, Ys, Zs) ; Zs = Ys ).

enter([], _, As, As).
enter([P-D|Ps], N, [arc(N,D,P)|As0], As) :- enter(Ps, N, As0, As).

follow([], []).
follow([Ps-Qs|Fs], As) :- follow(Ps, Qs, As, As1), follow(Fs, As1).

follow([], _, As, As).
follow([P-_|Ps], Qs, As0, As) :-
    enter(Qs, P, As0, As1),
    follow(Ps, Qs, As1, As).

sinks([], Ss, Ss).
sinks([P-_|Ps], [sink(P)|Ss0], Ss) :- sinks(Ps, Ss0, Ss).

%! inflexion(?N, +Vs, +Options) is semidet.
%
%  True if `N` is the number of times that the sequence `Vs` changes between increasing and
%  decreasing. The options are those of automaton/9.
?- inflexion(N, [1,1,4,8,8,2,7,1], []).
   N = 3.
inflexion(N, Vs, Options) :-
    proper(Vs),
    orders(Vs, Ss),
    automaton(_, _, Ss, [source(s),sink(i),sink(j),sink(s)],
        [arc(s,1,s), arc(s,2,i), arc(s,0,j),
         arc(i,1,i), arc(i,2,i), arc(i,0,j,[C+1]),
         arc(j,1,j), arc(j,0,j), arc(j,2,i,[C+1])],
        [C], [0], [N], Options).

orders([], []).
orders([X|Xs], Ss) :- orders(Xs, X, Ss).

orders([], _, []).
orders([Y|Ys], X, [S|Ss]) :-
    S in 0..2,
    X #> Y #<==> S #= 0,
    X #= Y #<==> S #= 1,
    X #< Y #<==> S #= 2,
    orders(Ys, Y, Ss).

%! relation(?X, +Map, ?Y) is semidet.
%
%  True if `Y` is in the domain to which `Map`, a list of `Integer-Domain`, maps `X`. Domain
%  consistent.
?- relation(X, [1-{2,5},2-(3..4)], Y), Y #> 3, X #\= 2.
   X = 1, Y = 5.
relation(X, Map, Y) :-
    proper(Map),
    map_arcs(Map, As),
    '$fd_automaton'([X,Y], [source(x),sink(y)], As).

map_arcs([], []).
map_arcs([M|Ms], [arc(x,X,at(X)),arc(at(X),D,y)|As]) :-
    (   nonvar(M), M = X-D, integer(X) -> true
    ;   throw(error(domain_error(integer_and_domain,M), relation/3))
    ),
    map_arcs(Ms, As).

%! case(+Template, +Tuples, +Dag) is semidet.
%
%  As `case(Template, Tuples, Dag, [])`.
?- case(f(A,B), [f(X,Y)], [node(0,A,[(1..2)-1,(3..9)-2]),node(1,B,[5..5]),node(2,B,[6..7])]),
   Y #> 5.
   clpz:(X in 3..9), clpz:(Y in 6..7).
case(Template, Tuples, Dag) :- case(Template, Tuples, Dag, []).

%! case(+Template, +Tuples, +Dag, +Options) is semidet.
%
%  True if each tuple follows a path through the directed acyclic graph `Dag`, whose first node is
%  the root. At `node(Id,X,Children)` the variable `X` of the template is in the interval of a
%  child, `(L..H)-Id2` or, at a leaf, `L..H`; each path visits all variables in the order of the
%  template. `(L..H)-Sides-Id2` and `(L..H)-Sides` have side constraints
%  `scalar_product(Cs,Xs,#=<,B)`, which is also an option, for the root. Domain consistent without
%  side constraints.
?- case(f(A,B), [f(X,Y)], [node(0,A,[(1..9)-1]),node(1,B,[1..9])],
       [scalar_product([1,1],[A,B],#=<,2)]).
   X = 1, Y = 1.
case(Template, Tuples, Dag, Options) :-
    proper(Tuples), proper(Dag), proper(Options),
    term_variables(Template, Xs),
    (   Dag = [node(Root,_,_)|_] -> true
    ;   throw(error(domain_error(dag,Dag), case/4))
    ),
    children(Dag, As0),
    sides(As0, Us0),
    distinct_updates([[]|Us0], Us),
    graph(As0, Us, As),
    tuples(Tuples, Template, Xs, Root, As, Us, Options).

% Normalises each child to child(From,Interval,Sides,To).
children([], []).
children([N|Ns], As) :-
    (   nonvar(N), N = node(Id,_,Cs) -> children_of(Cs, Id, As, As1)
    ;   throw(error(domain_error(node,N), case/4))
    ),
    children(Ns, As1).

children_of([], _, As, As).
children_of([C|Cs], Id, [child(Id,I,S,To)|As0], As) :-
    (   nonvar(C), child(C, I, S, To) -> true
    ;   throw(error(domain_error(child,C), case/4))
    ),
    children_of(Cs, Id, As0, As).

child(C, I, S, To) :-
    (   C = _.._ -> I = C, S = [], To = leaf
    ;   C = I-S-To -> true
    ;   C = I-X ->
        (   integer(X) -> S = [], To = X
        ;   S = X, To = leaf
        )
    ).

sides([], []).
sides([child(_,_,S,_)|As], [S|Ss]) :- sides(As, Ss).

% With side constraints, each value is followed by the number of its side constraints.
graph([], _, []).
graph([child(N,I,S,M)|Cs], Us, As) :-
    (   Us = [_] -> As = [arc(N,I,M)|As1]
    ;   position(Us, S, 1, K),
        As = [arc(N,I,to(M,K)),arc(to(M,K),K,M)|As1]
    ),
    graph(Cs, Us, As1).

tuples([], _, _, _, _, _, _).
tuples([T|Ts], Template, Xs, Root, As, Us, Options) :-
    copy_term(Template-Xs-Us-Options, C),
    (   C = T-Ys-Vs-Sides -> true
    ;   throw(error(domain_error(tuple,T), case/4))
    ),
    (   Us = [_] -> '$fd_automaton'(Ys, [source(Root),sink(leaf)], As)
    ;   sort(As, Sorted),
        with_sides(Ys, Vs, Word),
        '$fd_automaton'(Word, [source(Root),sink(leaf)], Sorted)
    ),
    products(Sides),
    tuples(Ts, Template, Xs, Root, As, Us, Options).

with_sides([], _, []).
with_sides([Y|Ys], Vs, [Y,K|Word]) :-
    implied(Vs, 1, K),
    with_sides(Ys, Vs, Word).

implied([], _, _).
implied([V|Vs], I, K) :-
    implied_by(V, I, K),
    I1 is I+1,
    implied(Vs, I1, K).

implied_by([], _, _).
implied_by([P|Ps], I, K) :-
    product(P, E, B),
    K #= I #==> E #=< B,
    implied_by(Ps, I, K).

products([]).
products([P|Ps]) :-
    product(P, E, B),
    E #=< B,
    products(Ps).

product(P, E, B) :-
    (   nonvar(P), P = scalar_product(Cs,Xs,Op,B), Op == (#=<), weighted(Cs, Xs, E) -> true
    ;   throw(error(domain_error(side_constraint,P), case/4))
    ).

weighted([], [], 0).
weighted([C|Cs], [X|Xs], C*X+E) :- weighted(Cs, Xs, E).

proper(L) :-
    '$skip_list'(L, _, T),
    (   T == [] -> true
    ;   var(T) -> throw(error(instantiation_error, automaton/8))
    ;   throw(error(type_error(list,L), automaton/8))
    ).
