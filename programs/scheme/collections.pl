% Procedures on vectors, lists, tables and streams that the programs of the book use or define, and
% control: multiple values, escapes. This file is included by machine.pl; the names are in the table
% of primitives.pl.
%
% A vector is `vector(Items)`, where `Items` has an argument for each item, or is `[]` for the empty
% vector: a term whose arguments can be set.

% Vectors ----------------------------------------------------------------------------------

items_list([], []) :- !.
items_list(Items, List) :- Items =.. [_|List].

list_vector(List, vector(Items)) :- ( List == [] -> Items = [] ; Items =.. [items|List] ).

vector_items(X, Items, S) :- ( X = vector(Items0) -> Items = Items0 ; object_fault(S, X, "a vector") ).

size(Items, N) :- ( Items == [] -> N = 0 ; functor(Items, _, N) ).

'vector many'(Xs, V, _) :- list_vector(Xs, V).
'make-vector many'(N, Fill, V, S) :-
    ( integer(N), N >= 0 -> true ; object_fault(S, N, "a size") ),
    ( Fill = [X|_] -> true ; X = '#f' ),
    lists:length(Xs, N),
    all_are(Xs, X),
    list_vector(Xs, V).

all_are([], _).
all_are([X|Xs], X) :- all_are(Xs, X).

'vector-length'(X, N, S) :- vector_items(X, Items, S), size(Items, N).

'vector-ref'(X, N, V, S) :- place(X, N, Items, I, S), arg(I, Items, V).

'vector-set!'(X, N, V, '#unspecified', S) :-
    place(X, N, Items, I, S),
    setarg(I, Items, V).

place(X, N, Items, I, S) :-
    vector_items(X, Items, S),
    size(Items, Size),
    (   integer(N), N >= 0, N < Size -> I is N+1
    ;   fault(S, "~s is not an index of a vector of ~s", [N, Size])
    ).

'vector->list'(X, Xs, S) :- vector_items(X, Items, S), items_list(Items, Xs).
'list->vector'(Xs, V, S) :- proper(Xs, S), list_vector(Xs, V).

'vector-fill!'(X, V, '#unspecified', S) :-
    vector_items(X, Items, S),
    size(Items, N),
    filled(N, Items, V).

filled(N, Items, V) :- ( N =:= 0 -> true ; setarg(N, Items, V), M is N-1, filled(M, Items, V) ).

'vector-map'(F, X, V, S) :- 'vector->list'(X, Xs, S), map(F, Xs, Ys, S), list_vector(Ys, V).
'vector-for-each'(F, X, V, S) :- 'vector->list'(X, Xs, S), 'for-each'(F, Xs, V, S).

% Lists ------------------------------------------------------------------------------------

'list-head'(Xs, N, Ys, S) :-
    (   integer(N), N >= 0, lists:length(Ys0, N), lists:append(Ys0, _, Xs) -> Ys = Ys0
    ;   fault(S, "~s does not have ~s items", [Xs, N])
    ).

sublist(Xs, Start, End, Ys, S) :-
    'list-tail'(Xs, Start, Zs, S),
    numbers(Start, End, S),
    N is End-Start,
    'list-head'(Zs, N, Ys, S).

first(Xs, V, S) :- 'list-ref'(Xs, 0, V, S).
second(Xs, V, S) :- 'list-ref'(Xs, 1, V, S).
third(Xs, V, S) :- 'list-ref'(Xs, 2, V, S).
last(Xs, V, S) :- 'last-pair'(Xs, P, S), car(P, V, S).
'except-last-pair'(Xs, Ys, S) :- length(Xs, N, S), M is N-1, 'list-head'(Xs, M, Ys, S).

'append-map'(F, Xs, V, S) :- map(F, Xs, Yss, S), 'append many'(Yss, V, S).

'delete-duplicates'(Xs, V, S) :- proper(Xs, S), distinct(Xs, V).

distinct([], []).
distinct([X|Xs], [X|Ys]) :- without(Xs, X, Zs), distinct(Zs, Ys).

'iota many'(N, More, Xs, S) :-
    ( integer(N), N >= 0 -> true ; object_fault(S, N, "a size") ),
    (   More = [Start, Step|_] -> true
    ;   Step = 1,
        ( More = [Start] -> true ; Start = 0 )
    ),
    steps(N, Start, Step, Xs, S).

steps(N, X, Step, Xs, S) :-
    (   N =:= 0 -> Xs = []
    ;   Xs = [X|Ys],
        +(X, Step, Y, S),
        M is N-1,
        steps(M, Y, Step, Ys, S)
    ).

% Stable merge sort.
sort(X, F, V, S) :-
    (   X = vector(Items) -> items_list(Items, Xs), sorted(Xs, F, Ys, S), list_vector(Ys, V)
    ;   proper(X, S), sorted(X, F, V, S)
    ).

sorted(Xs, F, Ys, S) :-
    (   Xs = [_,_|_] ->
        lists:length(Xs, N), H is N//2, lists:length(As, H), lists:append(As, Bs, Xs),
        sorted(As, F, Cs, S),
        sorted(Bs, F, Ds, S),
        merged(Cs, Ds, F, Ys, S)
    ;   Ys = Xs
    ).

merged([], Ys, _, Ys, _).
merged([X|Xs], Ys, F, Zs, S) :-
    (   Ys = [Y|Ys1] ->
        invoke(F, Y, X, Before, S),
        (   Before == '#f' -> Zs = [X|Zs1], merged(Xs, Ys, F, Zs1, S)
        ;   Zs = [Y|Zs1], merged([X|Xs], Ys1, F, Zs1, S)
        )
    ;   Zs = [X|Xs]
    ).

% The table of operations by name and type, of section 2.4.3 -----------------------------------

put(Operation, Type, Item, '#unspecified', _) :-
    operations(Key, Table),
    put_assoc(Operation-Type, Table, Item, Table1),
    b_setval(Key, Table1).

get(Operation, Type, V, _) :-
    operations(_, Table),
    ( get_assoc(Operation-Type, Table, Item) -> V = Item ; V = '#f' ).

operations(Key, Table) :-
    global_key('table of operations', Key),
    b_getval(Key, Table0),
    ( Table0 == '#unbound' -> empty_assoc(Table) ; Table = Table0 ).

% Streams ------------------------------------------------------------------------------------

'stream-car'(X, V, S) :- car(X, V, S).
'stream-head'(X, N, Xs, S) :-
    (   N == 0 -> Xs = []
    ;   integer(N), N > 0 ->
        car(X, A, S),
        Xs = [A|As],
        'stream-cdr'(X, Y, S),
        M is N-1,
        'stream-head'(Y, M, As, S)
    ;   object_fault(S, N, "a number of items")
    ).
'stream-tail'(X, N, V, S) :-
    (   N == 0 -> V = X
    ;   integer(N), N > 0 -> 'stream-cdr'(X, Y, S), M is N-1, 'stream-tail'(Y, M, V, S)
    ;   object_fault(S, N, "a number of items")
    ).

% Control ------------------------------------------------------------------------------------

'values many'(Xs, V, _) :- ( Xs = [X] -> V = X ; V = values(Xs) ).
'call-with-values'(F, G, V, S) :-
    invoke(F, Xs0, S),
    ( Xs0 = values(Xs) -> true ; Xs = [Xs0] ),
    apply_procedure(G, Xs, V, S).

% A continuation is an escape: it leaves the call of call/cc that created it, and cannot be entered
% again. Nothing is undone, so assignments persist. The calls that can be left are recorded.
'call/cc'(F, V, S) :-
    new_predicate(continuation, Mark),
    b_getval('scheme escapes', Marks),
    b_setval('scheme escapes', [Mark|Marks]),
    reset(invoke(F, procedure(escape(Mark), 1), V0, S), escape(Mark, X), Rest), !,
    b_setval('scheme escapes', Marks),
    ( Rest == 0 -> V = V0 ; V = X ).
'call-with-current-continuation'(F, V, S) :- 'call/cc'(F, V, S).

escape(Mark, X, _, S) :-
    b_getval('scheme escapes', Marks),
    (   memberchk(Mark, Marks) -> shift(escape(Mark, X))
    ;   fault(S, "the call of call/cc that created this continuation has ended", [])
    ).

'assert many'(X, _, '#unspecified', S) :- ( X == '#f' -> fault(S, "the assertion is false", []) ; true ).
