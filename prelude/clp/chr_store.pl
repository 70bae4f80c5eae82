% The constraint store of library(chr): what compiled constraint handling rules call.
%
% A stored constraint is a suspension `Name(State, Id, History, Wake, Node1, ..., NodeN, Arg1, ..., ArgM)`
% with State `live` or `dead`. It is in one list for each index of its constraint; the nodes say where.
% A list is doubly linked: `n(Head, First, Owner)` is its head, and `n(Suspension, Next, Previous)` a node.
% New nodes are put first, and a removed node keeps its `Next`: an iteration that stands on it goes on with
% what was there, and never sees what was added since. All changes are undone by backtracking.
%
% The store of a program is the global variable of the program's key: `store(NextId, C1, ..., CN)` with one
% container for each index, made at the first use in a query. A container is the head of a list, or a table
% of lists by ground keys. For keys that may be variables, lists also hang on the variables: the attribute
% named by the key is `v(Wake, List1, ..., ListK)`.

:- module(chr_store, [emptied/1, stored/2]).

%! emptied(+Key) is det.
%
%  The program `Key` has no store: it makes one at its first constraint.
?- chr_store:emptied(no_program), chr_store:stored(no_program, Gs).
   Gs = [].
emptied(K) :- nb_setval(K, []).

% new_store(+Key, -Store). Makes the store of the program `Key`, until backtracking.
new_store(K, Store) :-
    M = K,
    M:containers(Cs0),
    containers(Cs0, Cs),
    Store =.. [store,1|Cs],
    b_setval(K, Store),
    % A variable that stands for the whole store in answers.
    put_attr(Var, K, all),
    functor(Store, _, N),
    arg(N, Store, Var).

containers([], [_]).
containers([C0|Cs0], [C|Cs]) :- container(C0, C), containers(Cs0, Cs).

container(list, n([],[],[])).
container(table, T) :- new_table(16, T).

%% Lists

% link(+List, +Suspension, -Node). Puts a suspension first in a list.
link(L, S, N) :-
    L = n(_,First,_),
    N = n(S,First,L),
    setarg(2, L, N),
    (   First == [] -> true
    ;   setarg(3, First, N)
    ).

% unlink(+Node). Removes a node from its list.
unlink(n(_,Next,Previous)) :-
    setarg(2, Previous, Next),
    (   Next == [] -> true
    ;   setarg(3, Next, Previous)
    ).

%% Tables

% A table is `t(Count, Size, Buckets)`; a bucket is `[]` or `k(Key, List, More)`.

new_table(Size, t(0,Size,Buckets)) :-
    functor(Buckets, b, Size),
    fill(Size, Buckets).

fill(I, Bs) :-
    (   I =:= 0 -> true
    ;   arg(I, Bs, []),
        I1 is I-1,
        fill(I1, Bs)
    ).

place(Key, Size, I) :-
    term_hash(Key, H),
    (   var(H) -> throw(error(instantiation_error, chr_constraint/1))
    ;   I is H /\ (Size-1) + 1
    ).

% key_list(+Table, +Key, -List). Unifies `List` with the list of a ground key, which is added to the table if it
% has none.
key_list(T, Key, L) :-
    T = t(_,Size,Bs),
    place(Key, Size, I),
    arg(I, Bs, B),
    bucket_list(B, B, Key, T, I, L).

bucket_list([], B, Key, T, I, L) :-
    L = n([],[],[]),
    T = t(Count,Size,Bs),
    (   Count < Size ->
        setarg(I, Bs, k(Key,L,B)),
        Count1 is Count+1,
        setarg(1, T, Count1)
    ;   grow(T),
        T = t(Count1,Size1,Bs1),
        place(Key, Size1, I1),
        arg(I1, Bs1, B1),
        setarg(I1, Bs1, k(Key,L,B1)),
        Count2 is Count1+1,
        setarg(1, T, Count2)
    ).
bucket_list(k(Key0,L0,More), B, Key, T, I, L) :-
    (   Key0 == Key -> L = L0
    ;   bucket_list(More, B, Key, T, I, L)
    ).

% Keys whose lists have become empty are dropped here.
grow(T) :-
    T = t(_,Size,Bs),
    used(Size, Bs, 0, Used),
    Size1 is max(16, 1 << msb(4*Used+1)),
    functor(Bs1, b, Size1),
    fill(Size1, Bs1),
    moved(Size, Bs, Size1, Bs1),
    setarg(1, T, Used),
    setarg(2, T, Size1),
    setarg(3, T, Bs1).

used(I, Bs, N0, N) :-
    (   I =:= 0 -> N = N0
    ;   arg(I, Bs, B),
        used_keys(B, N0, N1),
        I1 is I-1,
        used(I1, Bs, N1, N)
    ).

used_keys([], N, N).
used_keys(k(_,n(_,First,_),More), N0, N) :-
    (   First == [] -> N1 = N0
    ;   N1 is N0+1
    ),
    used_keys(More, N1, N).

moved(I, Bs, Size, Bs1) :-
    (   I =:= 0 -> true
    ;   arg(I, Bs, B),
        moved_keys(B, Size, Bs1),
        I1 is I-1,
        moved(I1, Bs, Size, Bs1)
    ).

moved_keys([], _, _).
moved_keys(k(Key,L,More), Size, Bs) :-
    L = n(_,First,_),
    (   First == [] -> true
    ;   place(Key, Size, I),
        arg(I, Bs, B),
        setarg(I, Bs, k(Key,L,B))
    ),
    moved_keys(More, Size, Bs).

% key_first(+Table, +Key, -Node). Unifies `Node` with the first node of the list of a key, or with `[]`. A key
% that is not ground has none.
key_first(t(_,Size,Bs), Key, N) :-
    term_hash(Key, H),
    (   var(H) -> N = []
    ;   I is H /\ (Size-1) + 1,
        arg(I, Bs, B),
        bucket_first(B, Key, N)
    ).

bucket_first([], _, []).
bucket_first(k(Key0,n(_,First,_),More), Key, N) :-
    (   Key0 == Key -> N = First
    ;   bucket_first(More, Key, N)
    ).

%% Lists on variables

% link_any(+Key, +Slot, +Table, ?Term, +Suspension, -Node). Puts a suspension first in the list of an argument
% `Term`: on its first variable, or if it is ground in the table.
link_any(K, Slot, T, Term, S, N) :-
    (   var(Term) -> slot(Term, K, Slot, L)
    ;   atomic(Term) -> key_list(T, Term, L)
    ;   term_variables(Term, [V|_]) -> slot(V, K, Slot, L)
    ;   key_list(T, Term, L)
    ),
    link(L, S, N).

% The list in a slot of the attribute of a variable.
slot(V, K, Slot, L) :-
    (   get_attr(V, K, A) ->
        arg(Slot, A, L0),
        (   L0 == [] ->
            L = n([],[],[]),
            setarg(Slot, A, L)
        ;   L = L0
        )
    ;   M = K,
        M:slots(A),
        L = n([],[],[]),
        setarg(Slot, A, L),
        put_attr(V, K, A)
    ).

% first_any(+Key, +Slot, +Table, ?Term, -Node). Unifies `Node` with the first node of the list of an argument
% `Term`, or with `[]`.
first_any(K, Slot, T, Term, N) :-
    (   var(Term) -> slot_first(Term, K, Slot, N)
    ;   atomic(Term) -> key_first(T, Term, N)
    ;   term_variables(Term, [V|_]) -> slot_first(V, K, Slot, N)
    ;   key_first(T, Term, N)
    ).

slot_first(V, K, Slot, N) :-
    (   get_attr(V, K, A) ->
        arg(Slot, A, L),
        (   L = n(_,N0,_) -> N = N0
        ;   N = []
        )
    ;   N = []
    ).

% wake_list(+Key, +Terms, +Indexed, +Suspension, -Nodes). Puts a suspension on the variables whose binding
% concerns it: those of `Terms`, and those of the terms `Indexed` that are not variables. A variable of
% `Indexed` has it in another slot.
wake_list(K, Ts, Indexed, S, Ns) :-
    compounds(Indexed, Ts, Ts1),
    term_variables(Ts1, Vs),
    wake_nodes(Vs, K, S, Ns).

compounds([], Ts, Ts).
compounds([T|Ts0], Us, Ts) :-
    (   compound(T) -> Ts = [T|Ts1]
    ;   Ts = Ts1
    ),
    compounds(Ts0, Us, Ts1).

wake_nodes([], _, _, []).
wake_nodes([V|Vs], K, S, [N|Ns]) :-
    slot(V, K, 1, L),
    link(L, S, N),
    wake_nodes(Vs, K, S, Ns).

%% Wake-up

% bound(+Key, +Attribute, ?Value). The hook of bindings: takes the suspensions of the variable, and of the
% variable that it was unified with, to the places of their new arguments, and activates them.
bound(K, A, Value) :-
    \+ '$global'('$chr guard', true),
    taken(K, A, Ss0, Ss1),
    (   var(Value), get_attr(Value, K, A1) -> taken(K, A1, Ss1, [])
    ;   Ss1 = []
    ),
    at_place(Ss0, K),
    older_first(Ss0, Ss),
    woken(Ss, K),
    without_attribute(Value, K).

% A variable without constraints has no attribute, for programs that ask for attributes.
without_attribute(V, K) :-
    (   var(V), get_attr(V, K, A), functor(A, _, N), all_empty(N, A) -> del_attr(V, K)
    ;   true
    ).

all_empty(0, _) :- !.
all_empty(I, A) :-
    arg(I, A, L),
    ( L == [] -> true ; L = n(_,First,_), First == [] ),
    I1 is I-1,
    all_empty(I1, A).

older_first(Ss0, Ss) :-
    with_ids(Ss0, ISs0),
    keysort(ISs0, ISs),
    without_ids(ISs, Ss).

with_ids([], []).
with_ids([S|Ss], [Id-S|ISs]) :- arg(2, S, Id), with_ids(Ss, ISs).

without_ids([], []).
without_ids([_-S|ISs], [S|Ss]) :- without_ids(ISs, Ss).

taken(K, A, Ss0, Ss) :-
    (   A == all -> Ss0 = Ss
    ;   functor(A, _, N),
        taken_slots(0, N, K, A, Ss0, Ss)
    ).

taken_slots(I, N, K, A, Ss0, Ss) :-
    (   I =:= N -> Ss0 = Ss
    ;   I1 is I+1,
        arg(I1, A, L),
        (   L == [] -> Ss0 = Ss1
        ;   taken_list(L, K, Ss0, Ss1)
        ),
        taken_slots(I1, N, K, A, Ss1, Ss)
    ).

% Each suspension leaves all lists of variables, so that it is taken once.
taken_list(L, K, Ss0, Ss) :-
    L = n(_,First,_),
    (   First == [] -> Ss0 = Ss
    ;   First = n(S,_,_),
        M = K,
        M:detach(S, S),
        Ss0 = [S|Ss1],
        taken_list(L, K, Ss1, Ss)
    ).

at_place([], _).
at_place([S|Ss], K) :-
    M = K,
    M:attach(S, S),
    at_place(Ss, K).

woken([], _).
woken([S|Ss], K) :-
    (   arg(1, S, live) ->
        M = K,
        M:wake(S, S)
    ;   true
    ),
    woken(Ss, K).

%% Propagation history

% The history of a suspension is `[]` or a table of keys. Firing a rule is recorded with the newest of its
% suspensions: a key is the code of the rule and of that suspension's head, with the others' numbers.

% fired(+Suspension, +Key, -New). Records a key in the history of a suspension. `New` is `true` if it was not there.
fired(S, Key, New) :-
    arg(3, S, T0),
    (   T0 == [] ->
        new_table(4, T),
        setarg(3, S, T)
    ;   T = T0
    ),
    T = t(_,Size,Bs),
    place(Key, Size, I),
    arg(I, Bs, B),
    recorded(B, B, Key, T, I, New).

recorded([], B, Key, T, I, true) :-
    T = t(Count,Size,Bs),
    Count1 is Count+1,
    setarg(1, T, Count1),
    setarg(I, Bs, k(Key,B)),
    (   Count1 > 2*Size -> spread(T, Size, Bs)
    ;   true
    ).
recorded(k(Key0,More), B, Key, T, I, New) :-
    (   Key0 == Key -> New = false
    ;   recorded(More, B, Key, T, I, New)
    ).

spread(T, Size, Bs) :-
    Size1 is 4*Size,
    functor(Bs1, b, Size1),
    fill(Size1, Bs1),
    spread(Size, Bs, Size1, Bs1),
    setarg(2, T, Size1),
    setarg(3, T, Bs1).

spread(I, Bs, Size1, Bs1) :-
    (   I =:= 0 -> true
    ;   arg(I, Bs, B),
        spread_keys(B, Size1, Bs1),
        I1 is I-1,
        spread(I1, Bs, Size1, Bs1)
    ).

spread_keys([], _, _).
spread_keys(k(Key,More), Size, Bs) :-
    place(Key, Size, I),
    arg(I, Bs, B),
    setarg(I, Bs, k(Key,B)),
    spread_keys(More, Size, Bs).

% fired(+S1, +Id1, +Code1, +S2, +Id2, +Code2, -New). As fired/3, for two suspensions: `Code1` and `Code2` are
% the codes of their heads.
fired(S1, Id1, Code1, S2, Id2, Code2, New) :-
    (   Id1 > Id2 -> Key is Id2 << 16 + Code1, fired(S1, Key, New)
    ;   Key is Id1 << 16 + Code2, fired(S2, Key, New)
    ).

% fired_all(+Heads, -New). As fired/3, for all suspensions of a rule in the order of its heads: `h(Id, Code,
% Suspension)` each.
fired_all(Hs, New) :-
    newest(Hs, 0, _, _, Code, S, Ids),
    Key =.. [k,Code|Ids],
    fired(S, Key, New).

newest([], _, Code, S, Code, S, []).
newest([h(Id,Code1,S1)|Hs], Max, Code0, S0, Code, S, [Id|Ids]) :-
    (   Id > Max -> newest(Hs, Id, Code1, S1, Code, S, Ids)
    ;   newest(Hs, Max, Code0, S0, Code, S, Ids)
    ).

% unlink_each(+Nodes). As unlink/1, for each node of a list.
unlink_each([]).
unlink_each([N|Ns]) :- unlink(N), unlink_each(Ns).

%% Guards

% While a guard runs that could bind variables, `'$chr guard'` is `true`: a binding of a variable of the store
% fails at once, before it activates a constraint.

% asking(?Terms, -Variables). Begins a guard about `Terms`, whose variables are `Variables`.
asking(Terms, Vs) :-
    term_variables(Terms, Vs),
    b_setval('$chr guard', true).

% asked(?Terms, +Variables). Ends a guard about `Terms`. True if it has bound none of their variables.
asked(Terms, Before) :-
    b_setval('$chr guard', []),
    term_variables(Terms, After),
    Before == After.

%% The store as goals

% store_goals(+Key, ?Var, -Goals). Unifies `Goals` with the constraints on a variable, or with all constraints
% for the variable that stands for the store.
store_goals(K, Var, Gs) :-
    get_attr(Var, K, A),
    (   A == all -> findall_live(K, Gs)
    ;   A =.. [_|Ls],
        slot_goals(Ls, K, Gs)
    ).

slot_goals([], _, []).
slot_goals([L|Ls], K, Gs) :-
    (   L = n(_,First,_) -> node_goals(First, K, Gs, Gs1)
    ;   Gs = Gs1
    ),
    slot_goals(Ls, K, Gs1).

node_goals([], _, Gs, Gs).
node_goals(n(S,Next,_), K, [G|Gs0], Gs) :-
    M = K,
    M:shown(S, G),
    node_goals(Next, K, Gs0, Gs).

findall_live(K, Gs) :- stored(K, Gs).

%! stored(+Key, -Goals) is det.
%
%  Unifies `Goals` with the constraints of the store of `Key`, the newest first of each kind.
?- chr_store:stored(no_program, Gs).
   Gs = [].
stored(K, Gs) :-
    (   '$global'(K, Store), Store \== [] ->
        M = K,
        M:kinds(Is),
        kinds_goals(Is, Store, K, Gs)
    ;   Gs = []
    ).

kinds_goals([], _, _, []).
kinds_goals([I|Is], Store, K, Gs) :-
    arg(I, Store, C),
    (   C = n(_,First,_) -> node_goals(First, K, Gs, Gs1)
    ;   C = t(_,Size,Bs),
        table_suspensions(Size, Bs, Ss, []),
        newest_first(Ss, Ns),
        shown_each(Ns, K, Gs, Gs1)
    ),
    kinds_goals(Is, Store, K, Gs1).

table_suspensions(I, Bs, Ss0, Ss) :-
    (   I =:= 0 -> Ss0 = Ss
    ;   arg(I, Bs, B),
        bucket_suspensions(B, Ss0, Ss1),
        I1 is I-1,
        table_suspensions(I1, Bs, Ss1, Ss)
    ).

bucket_suspensions([], Ss, Ss).
bucket_suspensions(k(_,n(_,First,_),More), Ss0, Ss) :-
    node_suspensions(First, Ss0, Ss1),
    bucket_suspensions(More, Ss1, Ss).

node_suspensions([], Ss, Ss).
node_suspensions(n(S,Next,_), [S|Ss0], Ss) :- node_suspensions(Next, Ss0, Ss).

% Suspensions that are not numbered keep their order.
newest_first(Ss0, Ss) :-
    with_ids(Ss0, ISs0),
    sort(1, @>=, ISs0, ISs),
    without_ids(ISs, Ss).

shown_each([], _, Gs, Gs).
shown_each([S|Ss], K, [G|Gs0], Gs) :-
    M = K,
    M:shown(S, G),
    shown_each(Ss, K, Gs0, Gs).
