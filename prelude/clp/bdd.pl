% Reduced ordered binary decision diagrams (Bryant 1986), for library(clpb).
%
% A diagram is the leaf 0 or 1, or `n(Id, Index, Low, High, Next, Mark)`: the value of the variable
% with this index chooses between `Low` (0) and `High` (1), whose indexes are greater. All diagrams
% of a table are shared: two of them are the same function if and only if their `Id` is equal.
% `Next` is the next node with the same hash code, and `Mark` a place for a traversal that is undone.
%
% A table is `tab(Buckets, Mask, Count, NextId, Cache, NextOp)`. `Buckets` is an array of nodes by
% their hash code, `Cache` one of results `e(Op, Id1, Id2, Result)`. A new result takes the place of
% an older one with the same hash code. The arrays have `Mask+1` elements, and grow with `Count`.

:- module(bdd, [
    bdd_table/1, bdd_wasteful/2, bdd_literal/3, bdd_and/4, bdd_or/4, bdd_xor/4, bdd_not/3, bdd_copy/3,
    bdd_restrict/5, bdd_substitute/5, bdd_drop/4, bdd_exists/4, bdd_forall_below/4, bdd_cardinality/4,
    bdd_entailed/3, bdd_share/3, bdd_support/2, bdd_products/3,
    bdd_least_penalty/3, bdd_least_assignment/3, bdd_random_assignment/5
]).

%! bdd_table(-Table) is det.
%
%  Unifies `Table` with a new, empty table of nodes.
?- bdd_table(T), bdd_literal(1, T, X), bdd_literal(2, T, Y), bdd_and(X, Y, T, F), bdd_share(F, 4, N).
   ..., N = 1.
bdd_table(tab(Bs,15,0,2,Cache,10)) :-
    functor(Bs, t, 16),
    functor(Cache, t, 16).

%! bdd_wasteful(+Table, +Size) is semidet.
%
%  True if `Table` has many more nodes than `Size`, so that copying a diagram of that size to a new
%  table saves memory.
?- bdd_table(T), bdd_wasteful(T, 0).
   false.
bdd_wasteful(T, Size) :- arg(3, T, N), N > 5000+8*Size.

% The number of a leaf is itself: the tests for a node are written out, because they are run most.
node(V, L, H, T, N) :-
    ( L = n(LI,_,_,_,_,_) -> true ; LI = L ),
    ( H = n(HI,_,_,_,_,_) -> true ; HI = H ),
    (   LI =:= HI -> N = L
    ;   T = tab(Bs,Mask,_,_,_,_),
        hash(V, LI, HI, Mask, K),
        arg(K, Bs, Chain),
        (   var(Chain) -> insert(V, L, H, [], K, T, N)
        ;   search(Chain, V, LI, HI, N0) -> N = N0
        ;   insert(V, L, H, Chain, K, T, N)
        )
    ).

hash(A, B, C, Mask, K) :-
    X is A*7877 + B*12582917 + C*4256249,
    K is ((X>>15) xor X) /\ Mask + 1.

search(M, V, LI, HI, N) :-
    M = n(_,V1,L,H,Next,_),
    ( L = n(LI1,_,_,_,_,_) -> true ; LI1 = L ),
    ( H = n(HI1,_,_,_,_,_) -> true ; HI1 = H ),
    (   V1 =:= V, LI1 =:= LI, HI1 =:= HI -> N = M
    ;   search(Next, V, LI, HI, N)
    ).

insert(V, L, H, Chain, K, T, N) :-
    T = tab(Bs,Mask,Count0,Id,_,_),
    N = n(Id,V,L,H,Chain,_),
    setarg(K, Bs, N),
    Count is Count0+1,
    setarg(3, T, Count),
    Id1 is Id+1,
    setarg(4, T, Id1),
    (   Count > Mask -> grow(T)
    ;   true
    ).

grow(T) :-
    arg(1, T, Old),
    arg(2, T, Mask0),
    Size is (Mask0+1)*4,
    Mask is Size-1,
    functor(New, t, Size),
    functor(Cache, t, Size),
    setarg(1, T, New),
    setarg(2, T, Mask),
    setarg(5, T, Cache),
    N is Mask0+1,
    rehash(N, Old, New, Mask).

rehash(N, Old, New, Mask) :-
    (   N =:= 0 -> true
    ;   arg(N, Old, Chain),
        (   var(Chain) -> true
        ;   rehash_chain(Chain, New, Mask)
        ),
        N1 is N-1,
        rehash(N1, Old, New, Mask)
    ).

rehash_chain(N, New, Mask) :-
    (   N == [] -> true
    ;   rehash_node(N, New, Mask)
    ).

rehash_node(N, New, Mask) :-
    N = n(_,V,L,H,Next,_),
    ( L = n(LI,_,_,_,_,_) -> true ; LI = L ),
    ( H = n(HI,_,_,_,_,_) -> true ; HI = H ),
    hash(V, LI, HI, Mask, K),
    arg(K, New, Chain),
    (   var(Chain) -> setarg(5, N, [])
    ;   setarg(5, N, Chain)
    ),
    setarg(K, New, N),
    rehash_chain(Next, New, Mask).

% The result of an earlier operation.
cached(Op, I, J, T, R) :-
    T = tab(_,Mask,_,_,Cache,_),
    hash(Op, I, J, Mask, K),
    arg(K, Cache, E),
    nonvar(E),
    E = e(Op1,I1,J1,R),
    I1 =:= I,
    J1 =:= J,
    Op1 =:= Op.

cache(Op, I, J, T, R) :-
    T = tab(_,Mask,_,_,Cache,_),
    hash(Op, I, J, Mask, K),
    setarg(K, Cache, e(Op,I,J,R)).

new_op(T, Op) :-
    arg(6, T, Op),
    Op1 is Op+1,
    setarg(6, T, Op1).

%! bdd_literal(+Index, !Table, -F) is det.
%
%  Unifies `F` with the diagram of the variable with the index `Index`.
?- bdd_table(T), bdd_literal(1, T, F), bdd_not(F, T, G), bdd_or(F, G, T, H).
   ..., H = 1.
bdd_literal(I, T, F) :- node(I, 0, 1, T, F).

%! bdd_and(+F, +G, !Table, -R) is det.
%
%  Unifies `R` with the conjunction of `F` and `G`.
?- bdd_table(T), bdd_literal(1, T, F), bdd_and(F, 0, T, R).
   ..., R = 0.
bdd_and(F, G, T, R) :- apply(F, G, 0, T, R).

%! bdd_or(+F, +G, !Table, -R) is det.
%
%  Unifies `R` with the disjunction of `F` and `G`.
?- bdd_table(T), bdd_literal(1, T, F), bdd_or(F, 1, T, R).
   ..., R = 1.
bdd_or(F, G, T, R) :- apply(F, G, 1, T, R).

%! bdd_xor(+F, +G, !Table, -R) is det.
%
%  Unifies `R` with the exclusive or of `F` and `G`.
?- bdd_table(T), bdd_literal(1, T, F), bdd_xor(F, F, T, R).
   ..., R = 0.
bdd_xor(F, G, T, R) :- apply(F, G, 2, T, R).

%! bdd_not(+F, !Table, -R) is det.
%
%  Unifies `R` with the negation of `F`.
?- bdd_table(T), bdd_not(0, T, R).
   ..., R = 1.
bdd_not(F, T, R) :- negation(F, T, R).

negation(0, _, 1).
negation(1, _, 0).
negation(n(I,V,L,H,_,_), T, R) :-
    (   cached(3, I, 0, T, R0) -> R = R0
    ;   negation(L, T, NL),
        negation(H, T, NH),
        node(V, NL, NH, T, R),
        cache(3, I, 0, T, R)
    ).

% Operations: 0 and, 1 or, 2 exclusive or.
apply(F, G, Op, T, R) :-
    (   integer(F) -> with_leaf(F, Op, G, T, R)
    ;   integer(G) -> with_leaf(G, Op, F, T, R)
    ;   apply_nodes(F, G, Op, T, R)
    ).

with_leaf(0, Op, G, T, R) :- with_false(Op, G, T, R).
with_leaf(1, Op, G, T, R) :- with_true(Op, G, T, R).

with_false(0, _, _, 0).
with_false(1, G, _, G).
with_false(2, G, _, G).

with_true(0, G, _, G).
with_true(1, _, _, 1).
with_true(2, G, T, R) :- negation(G, T, R).

apply_nodes(F, G, Op, T, R) :-
    F = n(I,V,LF,HF,_,_),
    G = n(J,W,LG,HG,_,_),
    (   I < J -> A = I, B = J
    ;   A = J, B = I
    ),
    (   A =:= B -> same(Op, F, R)
    ;   cached(Op, A, B, T, R0) -> R = R0
    ;   (   V =:= W ->
            X = V,
            apply(LF, LG, Op, T, L),
            apply(HF, HG, Op, T, H)
        ;   V < W ->
            X = V,
            apply(LF, G, Op, T, L),
            apply(HF, G, Op, T, H)
        ;   X = W,
            apply(LG, F, Op, T, L),
            apply(HG, F, Op, T, H)
        ),
        node(X, L, H, T, R),
        cache(Op, A, B, T, R)
    ).

same(0, F, F).
same(1, F, F).
same(2, _, 0).

%! bdd_copy(+F, !Table, -R) is det.
%
%  Unifies `R` with a copy of `F`, a diagram of another table.
?- bdd_table(T), bdd_table(U), bdd_literal(1, T, F), bdd_copy(F, U, G), bdd_literal(1, U, H), G == H.
   ... .
bdd_copy(F, T, R) :- new_op(T, Op), copied(F, Op, T, R).

copied(0, _, _, 0).
copied(1, _, _, 1).
copied(n(I,V,L,H,_,_), Op, T, R) :-
    (   cached(Op, I, 0, T, R0) -> R = R0
    ;   copied(L, Op, T, L1),
        copied(H, Op, T, H1),
        node(V, L1, H1, T, R),
        cache(Op, I, 0, T, R)
    ).

%! bdd_restrict(+F, +Index, +Value, !Table, -R) is det.
%
%  Unifies `R` with `F` where the variable `Index` has the value 0 or 1.
?- bdd_table(T), bdd_literal(1, T, F), bdd_restrict(F, 1, 0, T, R).
   ..., R = 0.
bdd_restrict(F, I, B, T, R) :- restricted(F, I, B, T, R).

restricted(F, I, B, T, R) :-
    (   integer(F) -> R = F
    ;   restricted_node(F, I, B, T, R)
    ).

restricted_node(F, I, B, T, R) :-
    F = n(Id,V,L,H,_,_),
    (   V > I -> R = F
    ;   V =:= I -> ( B =:= 0 -> R = L ; R = H )
    ;   Key is 2*I+B,
        (   cached(4, Id, Key, T, R0) -> R = R0
        ;   restricted(L, I, B, T, L1),
            restricted(H, I, B, T, H1),
            node(V, L1, H1, T, R),
            cache(4, Id, Key, T, R)
        )
    ).

%! bdd_substitute(+F, +I, +J, !Table, -R) is det.
%
%  Unifies `R` with `F` where the variable `J` stands in place of `I`.
?- bdd_table(T), bdd_literal(1, T, F), bdd_substitute(F, 1, 2, T, R), bdd_literal(2, T, R).
   ... .
bdd_substitute(F, I, J, T, R) :-
    restricted(F, I, 0, T, F0),
    restricted(F, I, 1, T, F1),
    node(J, 0, 1, T, P),
    node(J, 1, 0, T, N),
    apply(P, F1, 0, T, R1),
    apply(N, F0, 0, T, R0),
    apply(R0, R1, 1, T, R).

%! bdd_drop(+Entailed, +F, !Table, -R) is det.
%
%  Unifies `R` with `F` without the variables whose indexes are the keys of `Entailed`, as found by
%  bdd_entailed/3: their nodes have a child 0, and are replaced by the other child.
?- bdd_table(T), bdd_literal(1, T, F), bdd_drop([1-1], F, T, R).
   ..., R = 1.
bdd_drop(Es, F, T, R) :- new_op(T, Op), dropped(F, Es, Op, T, R).

dropped(F, Es, Op, T, R) :-
    (   integer(F) -> R = F
    ;   dropped_node(F, Es, Op, T, R)
    ).

dropped_node(F, Es0, Op, T, R) :-
    F = n(I,V,L,H,_,_),
    from(Es0, V, Es),
    (   Es == [] -> R = F
    ;   cached(Op, I, 0, T, R0) -> R = R0
    ;   (   Es = [V1-_|_], V1 =:= V -> ( L == 0 -> dropped(H, Es, Op, T, R) ; dropped(L, Es, Op, T, R) )
        ;   dropped(L, Es, Op, T, L1),
            dropped(H, Es, Op, T, H1),
            node(V, L1, H1, T, R)
        ),
        cache(Op, I, 0, T, R)
    ).

from([], _, []).
from([I-E|Es0], V, Es) :-
    (   I < V -> from(Es0, V, Es)
    ;   Es = [I-E|Es0]
    ).

%! bdd_exists(+Indexes, +F, !Table, -R) is det.
%
%  Unifies `R` with the diagram that is true where `F` is true for some values of the variables with
%  the ascending `Indexes`.
?- bdd_table(T), bdd_literal(1, T, F), bdd_exists([1], F, T, R).
   ..., R = 1.
bdd_exists(Is, F, T, R) :- new_op(T, Op), exists(F, Is, Op, T, R).

exists(F, Is, Op, T, R) :-
    (   integer(F) -> R = F
    ;   exists_node(F, Is, Op, T, R)
    ).

exists_node(F, Is0, Op, T, R) :-
    F = n(I,V,L,H,_,_),
    not_below(Is0, V, Is),
    (   Is == [] -> R = F
    ;   cached(Op, I, 0, T, R0) -> R = R0
    ;   exists(L, Is, Op, T, L1),
        (   Is = [V1|_], V1 =:= V ->
            (   L1 == 1 -> R = 1
            ;   exists(H, Is, Op, T, H1),
                apply(L1, H1, 1, T, R)
            )
        ;   exists(H, Is, Op, T, H1),
            node(V, L1, H1, T, R)
        ),
        cache(Op, I, 0, T, R)
    ).

not_below([], _, []).
not_below([I|Is0], V, Is) :-
    (   I < V -> not_below(Is0, V, Is)
    ;   Is = [I|Is0]
    ).

%! bdd_forall_below(+Index, +F, !Table, -R) is det.
%
%  Unifies `R` with the diagram that is true where `F` is true for all values of the variables with
%  smaller indexes than `Index`.
?- bdd_table(T), bdd_literal(-1, T, F), bdd_forall_below(0, F, T, R).
   ..., R = 0.
bdd_forall_below(I, F, T, R) :-
    (   integer(F) -> R = F
    ;   F = n(_,V,L,H,_,_),
        V < I ->
        bdd_forall_below(I, L, T, L1),
        bdd_forall_below(I, H, T, H1),
        apply(L1, H1, 0, T, R)
    ;   R = F
    ).

%! bdd_cardinality(+Counts, +Fs, !Table, -R) is det.
%
%  Unifies `R` with the diagram that is true where the number of true diagrams in `Fs` is in the list
%  `Counts` of integers and ranges `From-To`.
?- bdd_table(T), bdd_cardinality([1-2], [1,0,1], T, R).
   ..., R = 1.
bdd_cardinality(Is, Fs0, T, R) :-
    by_level(Fs0, Fs),
    length(Fs, N),
    admitted(0, N, Is, Row),
    rows(Fs, Row, T, [R|_]).

% Diagrams that are lower come first.
by_level(Fs0, Fs) :-
    levels(Fs0, LFs),
    sort(1, @>=, LFs, LFs1),
    pairs_values(LFs1, Fs).

levels([], []).
levels([F|Fs], [V-F|LFs]) :-
    (   integer(F) -> V = 0
    ;   arg(2, F, V)
    ),
    levels(Fs, LFs).

admitted(I, N, Is, Row) :-
    (   I > N -> Row = []
    ;   (   admits(Is, I) -> Row = [1|Row1]
        ;   Row = [0|Row1]
        ),
        I1 is I+1,
        admitted(I1, N, Is, Row1)
    ).

admits([X|Xs], I) :-
    (   X = A-B, I >= A, I =< B -> true
    ;   integer(X), X =:= I -> true
    ;   admits(Xs, I)
    ).

% Each element of a row is the result for a number of true diagrams among those not yet considered.
rows([], Row, _, Row).
rows([F|Fs], Row0, T, Row) :-
    chosen(Row0, F, T, Row1),
    rows(Fs, Row1, T, Row).

chosen([A|As], F, T, Row) :- chosen(As, A, F, T, Row).

chosen([], _, _, _, []).
chosen([B|Bs], A, F, T, [R|Rs]) :-
    if_then_else(F, B, A, T, R),
    chosen(Bs, B, F, T, Rs).

if_then_else(F, A, B, T, R) :-
    (   F == 0 -> R = B
    ;   F == 1 -> R = A
    ;   F = n(_,V,0,1,_,_), above(V, A), above(V, B) -> node(V, B, A, T, R)
    ;   negation(F, T, G),
        apply(F, A, 0, T, R1),
        apply(G, B, 0, T, R2),
        apply(R1, R2, 1, T, R)
    ).

above(V, F) :-
    (   integer(F) -> true
    ;   arg(2, F, W),
        V < W
    ).

%! bdd_entailed(+F, -Entailed, -Size) is det.
%
%  Unifies `Entailed` with the list of `Index-Value` of the variables that have only one value in the
%  solutions of `F`, and of `Index-same(Other)` of those that are equal to one with a smaller index,
%  without those with negative indexes. `Size` is a lower bound of the number of nodes. Nodes are
%  marked.
?- bdd_table(T), bdd_literal(1, T, X), bdd_literal(2, T, Y), bdd_and(X, Y, T, F), bdd_entailed(F, Es, _).
   ..., Es = [1-1,2-1].
bdd_entailed(F, Es, Size) :-
    (   integer(F) -> Es = [], Size = 0
    ;   key(F, K),
        descend([K-F], [], Es, 0, Size)
    ).

key(n(I,V,_,_,_,_), K) :- K is (V<<40)+I.

% From the highest level downwards. `Front` has the nodes below the ones visited, in ascending order,
% each once; `Above` the levels visited. A level can be left out on the way to the leaf 1, unless all
% of `Front` is on this level and no node above has that leaf as a child.
descend([], _, [], Size, Size).
descend([K-F|Front], Above, Es, Size0, Size) :-
    V is K>>40,
    level(Front, V, Nodes, Front1),
    Level = [F|Nodes],
    (   Front1 == [] -> level_entailed(Level, V, Above, Es, Es1), Kind = through
    ;   Es = Es1, Kind = beside
    ),
    length(Level, N),
    Size1 is Size0+N,
    children(Level, Children0, no, Ends),
    (   Ends == yes -> Es1 = [], Size = Size1
    ;   keysort(Children0, Children1),
        once_each(Children1, Children),
        ordered(Children, Front1, Front2),
        descend(Front2, [level(V,Kind,Level)|Above], Es1, Size1, Size)
    ).

level([], _, [], []).
level([K-F|Front0], V, Nodes, Front) :-
    (   K>>40 =:= V -> Nodes = [F|Nodes1], level(Front0, V, Nodes1, Front)
    ;   Nodes = [], Front = [K-F|Front0]
    ).

children([], [], Ends, Ends).
children([n(_,_,L,H,_,_)|Ns], Cs, Ends0, Ends) :-
    child(L, Cs, Cs1, Ends0, Ends1),
    child(H, Cs1, Cs2, Ends1, Ends2),
    children(Ns, Cs2, Ends2, Ends).

child(F, Cs0, Cs, Ends0, Ends) :-
    (   F == 0 -> Cs0 = Cs, Ends = Ends0
    ;   F == 1 -> Cs0 = Cs, Ends = yes
    ;   key(F, K),
        Cs0 = [K-F|Cs],
        Ends = Ends0
    ).

once_each([], []).
once_each([K-F|Fs0], [K-F|Fs]) :- repeated(Fs0, K, Fs1), once_each(Fs1, Fs).

repeated([J-F|Fs0], K, Fs) :-
    (   J =:= K -> repeated(Fs0, K, Fs)
    ;   Fs = [J-F|Fs0]
    ).
repeated([], _, []).

ordered([], Ys, Ys).
ordered([X|Xs], Ys, Zs) :- ordered(Ys, X, Xs, Zs).

ordered([], X, Xs, [X|Xs]).
ordered([Y|Ys], X, Xs, Zs) :-
    X = I-_,
    Y = J-_,
    (   I < J -> Zs = [X|Zs1], ordered(Xs, [Y|Ys], Zs1)
    ;   I =:= J -> Zs = [X|Zs1], ordered(Xs, Ys, Zs1)
    ;   Zs = [Y|Zs1], ordered(Ys, X, Xs, Zs1)
    ).

level_entailed(Level, V, Above, Es0, Es) :-
    (   V < 0 -> Es0 = Es
    ;   values(Level, 0, Values),
        (   Values =:= 1 -> Es0 = [V-0|Es]
        ;   Values =:= 2 -> Es0 = [V-1|Es]
        ;   Values =:= 3, marked(Level), same_variable(Above, W) -> Es0 = [V-same(W)|Es]
        ;   Es0 = Es
        )
    ).

% The values that nodes leave to their variable, as a set of bits; 4 if one leaves both.
values([], Vs, Vs).
values([n(_,_,L,H,_,_)|Ns], Vs0, Vs) :-
    (   L == 0 -> Vs1 is Vs0\/2, values(Ns, Vs1, Vs)
    ;   H == 0 -> Vs1 is Vs0\/1, values(Ns, Vs1, Vs)
    ;   Vs = 4
    ).

% Marks each node with the values that the variable of the lowest level may have.
marked([]).
marked([N|Ns]) :-
    (   arg(3, N, 0) -> setarg(6, N, 2)
    ;   setarg(6, N, 1)
    ),
    marked(Ns).

% A variable above that is equal to it: one whose children leave only the same value.
same_variable([level(V,Kind,Level)|Above], W) :-
    equal_values(Level, Equal, 0, Union, 3, Common),
    (   Equal == yes, Kind == through, V > 0 -> W = V
    ;   Union =:= 3, Common =:= 3 -> false
    ;   same_variable(Above, W)
    ).

equal_values([], Equal, U, U, C, C) :-
    (   var(Equal) -> Equal = yes
    ;   true
    ).
equal_values([N|Ns], Equal, U0, U, C0, C) :-
    N = n(_,_,L,H,_,_),
    mark(L, ML),
    mark(H, MH),
    M is ML\/MH,
    setarg(6, N, M),
    (   ML /\ 2 =:= 0, MH /\ 1 =:= 0 -> true
    ;   Equal = no
    ),
    U1 is U0\/M,
    C1 is C0/\M,
    equal_values(Ns, Equal, U1, U, C1, C).

mark(N, M) :-
    (   integer(N) -> M = 0
    ;   arg(6, N, M)
    ).

%! bdd_share(+F, +All, -N) is det.
%
%  Unifies `N` with the number of the `All` assignments that make `F` true. Nodes are marked.
?- bdd_table(T), bdd_literal(1, T, F), bdd_share(F, 8, N).
   ..., N = 4.
bdd_share(F, All, N) :-
    (   integer(F) -> N is F*All
    ;   node_share(F, All, N)
    ).

node_share(F, All, N) :-
    F = n(_,_,L,H,_,Mark),
    (   nonvar(Mark), Mark = share(All,N0) -> N = N0
    ;   bdd_share(L, All, NL),
        bdd_share(H, All, NH),
        N is (NL+NH)>>1,
        setarg(6, F, share(All,N))
    ).

%! bdd_support(+F, -Indexes) is det.
%
%  Unifies `Indexes` with the ascending list of the indexes of variables on which `F` depends. Nodes
%  are marked.
?- bdd_table(T), bdd_literal(3, T, F), bdd_support(F, Is).
   ..., Is = [3].
bdd_support(F, Is) :-
    support(F, Is0, []),
    sort(Is0, Is).

support(F, Is0, Is) :-
    (   integer(F) -> Is0 = Is
    ;   node_support(F, Is0, Is)
    ).

node_support(F, Is0, Is) :-
    F = n(_,V,L,H,_,Mark),
    (   Mark == support -> Is0 = Is
    ;   setarg(6, F, support),
        Is0 = [V|Is1],
        support(L, Is1, Is2),
        support(H, Is2, Is)
    ).

%! bdd_products(+F, +Most, -Products) is semidet.
%
%  Unifies `Products` with the algebraic normal form of `F`: the list of the products, each a list of
%  indexes, whose exclusive or is `F`. False if it, or that of a part, has more than `Most` products.
?- bdd_table(T), bdd_literal(1, T, X), bdd_literal(2, T, Y), bdd_or(X, Y, T, F), bdd_products(F, 9, Ps).
   ..., Ps = [[1],[1,2],[2]].
bdd_products(F, Most, Ps) :-
    (   F == 0 -> Ps = []
    ;   F == 1 -> Ps = [[]]
    ;   node_products(F, Most, Ps)
    ).

node_products(F, Most, Ps) :-
    F = n(_,V,L,H,_,Mark),
    (   nonvar(Mark), Mark = products(Ps0) -> Ps = Ps0
    ;   bdd_products(L, Most, A),
        bdd_products(H, Most, B),
        exclusive(A, B, C),
        with_factor(C, V, D),
        exclusive(A, D, Ps),
        length(Ps, N),
        N =< Most,
        setarg(6, F, products(Ps))
    ).

with_factor([], _, []).
with_factor([P|Ps], V, [[V|P]|Qs]) :- with_factor(Ps, V, Qs).

exclusive([], Ys, Ys).
exclusive([X|Xs], Ys, Zs) :- exclusive(Ys, X, Xs, Zs).

exclusive([], X, Xs, [X|Xs]).
exclusive([Y|Ys], X, Xs, Zs) :-
    compare(O, X, Y),
    (   O = (=) -> exclusive(Xs, Ys, Zs)
    ;   O = (<) -> Zs = [X|Zs1], exclusive(Xs, [Y|Ys], Zs1)
    ;   Zs = [Y|Zs1], exclusive(Ys, X, Xs, Zs1)
    ).

%! bdd_least_penalty(+F, +Weights, -Penalty) is semidet.
%
%  `Weights` is a list `Index-Weight`. An assignment loses against the sum of the positive weights
%  what its variables do not attain: `Penalty` is the least loss of an assignment that makes `F`
%  true. False if `F` is 0.
?- bdd_table(T), bdd_literal(1, T, X), bdd_not(X, T, F), bdd_least_penalty(F, [1-5], P).
   ..., P = 5.
bdd_least_penalty(F, Ws, P) :- penalties(F, Ws, P), P \== inf.

penalties(F, Ws, P) :-
    (   F == 0 -> P = inf
    ;   F == 1 -> P = 0
    ;   node_penalty(F, Ws, P)
    ).

node_penalty(F, Ws, P) :-
    F = n(_,V,L,H,_,Mark),
    (   nonvar(Mark), Mark = penalty(P0) -> P = P0
    ;   penalties(L, Ws, PL0),
        penalties(H, Ws, PH0),
        weight(Ws, V, W),
        plus_penalty(PL0, max(W,0), PL),
        plus_penalty(PH0, max(-W,0), PH),
        least(PL, PH, P),
        setarg(6, F, penalty(P))
    ).

weight([], _, 0).
weight([I-W0|Ws], V, W) :-
    (   I =:= V -> W = W0
    ;   weight(Ws, V, W)
    ).

plus_penalty(P0, E, P) :-
    (   P0 == inf -> P = inf
    ;   P is P0+E
    ).

least(inf, Q, Q) :- !.
least(P, inf, P) :- !.
least(P, Q, R) :- R is min(P, Q).

%! bdd_least_assignment(+F, +Weights, -Values) is nondet.
%
%  Unifies `Values` with the values of the variables of `Weights`, in ascending order of indexes, in an
%  assignment with the least penalty. All of them are found on backtracking.
?- bdd_table(T), bdd_literal(1, T, F), bdd_least_assignment(F, [1-5], Vs).
   ..., Vs = [1].
bdd_least_assignment(F, Ws, Vs) :- least_assignment(Ws, F, Ws, Vs).

least_assignment([], _, _, []).
least_assignment([I-W|Ws], F, All, [B|Bs]) :-
    (   F = n(_,V,L,H,_,_), V =:= I ->
        penalties(L, All, P0),
        penalties(H, All, P1),
        plus_penalty(P0, max(W,0), Q0),
        plus_penalty(P1, max(-W,0), Q1),
        least(Q0, Q1, Q),
        (   Q0 == Q1 -> in_turn(B, L, H, G)
        ;   Q0 == Q -> B = 0, G = L
        ;   B = 1, G = H
        )
    ;   G = F,
        (   W < 0 -> B = 0
        ;   W > 0 -> B = 1
        ;   in_turn(B, F, F, G)
        )
    ),
    least_assignment(Ws, G, All, Bs).

in_turn(0, L, _, L).
in_turn(1, _, H, H).

%! bdd_random_assignment(+F, +Indexes, +Seed0, -Seed, -Values) is det.
%
%  Unifies `Values` with the values of the variables `Indexes` in an assignment that makes `F` true,
%  each of them with the same probability, and `Seed` with the seed of the next choice.
?- bdd_table(T), bdd_literal(1, T, F), bdd_random_assignment(F, [1], 0, _, Vs).
   ..., Vs = [1].
bdd_random_assignment(F, Is, S0, S, Bs) :-
    length(Is, N),
    All is 1<<N,
    random_walk(Is, F, All, S0, S, Bs).

random_walk([], _, _, S, S, []).
random_walk([I|Is], F, All, S0, S, [B|Bs]) :-
    drawn(S0, S1, R),
    (   F = n(_,V,L,H,_,_), V =:= I ->
        bdd_share(L, All, NL),
        bdd_share(H, All, NH),
        (   R*(NL+NH) < NL<<48 -> B = 0, G = L
        ;   B = 1, G = H
        )
    ;   G = F,
        B is R>>47
    ),
    random_walk(Is, G, All, S1, S, Bs).

% A linear congruential generator; its highest 48 of 64 bits are used.
drawn(S0, S, R) :-
    S is (S0*6364136223846793005+1442695040888963407) /\ 0xFFFFFFFFFFFFFFFF,
    R is S>>16.
