% Calling a closure on the elements of lists: maps, folds, filters. The auxiliary predicates have
% the lists first, so that indexing on any instantiated list ends the recursion without a choice
% point.

:- module(apply, [
    maplist/2, maplist/3, maplist/4, maplist/5, maplist/6, maplist/7,
    maplist/8, maplist/9,
    foldl/4, foldl/5, foldl/6, foldl/7,
    include/3, exclude/3, partition/4, partition/5, convlist/3,
    scanl/4, scanl/5, scanl/6, scanl/7
]).

:- meta_predicate maplist(1,?), maplist(2,?,?), maplist(3,?,?,?), maplist(4,?,?,?,?).
:- meta_predicate maplist(5,?,?,?,?,?), maplist(6,?,?,?,?,?,?).
:- meta_predicate maplist(7,?,?,?,?,?,?,?), maplist(8,?,?,?,?,?,?,?,?).
:- meta_predicate foldl(3,?,?,?), foldl(4,?,?,?,?), foldl(5,?,?,?,?,?).
:- meta_predicate foldl(6,?,?,?,?,?,?).
:- meta_predicate include(1,?,?), exclude(1,?,?), partition(1,?,?,?).
:- meta_predicate partition(2,?,?,?,?), convlist(2,?,?).
:- meta_predicate scanl(3,?,?,?), scanl(4,?,?,?,?), scanl(5,?,?,?,?,?), scanl(6,?,?,?,?,?,?).
:- meta_predicate scanl_(?,3,?,?), scanl_(?,?,4,?,?), scanl_(?,?,?,5,?,?), scanl_(?,?,?,?,6,?,?).
:- meta_predicate convlist_(?,2,?), exclude_(?,1,?), foldl_(?,3,?,?), foldl_(?,?,4,?,?).
:- meta_predicate foldl_(?,?,?,5,?,?), foldl_(?,?,?,?,6,?,?), include_(?,1,?), maplist_(?,1).
:- meta_predicate maplist_(?,?,2), maplist_(?,?,?,3), maplist_(?,?,?,?,4), maplist_(?,?,?,?,?,5).
:- meta_predicate maplist_(?,?,?,?,?,?,6), maplist_(?,?,?,?,?,?,?,7), maplist_(?,?,?,?,?,?,?,?,8).
:- meta_predicate partition_(?,1,?,?), partition_(?,2,?,?,?).

%! maplist(:Goal, ?Xs) is nondet.
%
%  True if `call(Goal, X)` is true for each element `X` of `Xs`.
?- maplist(=(a), [X,Y]).
   X = a, Y = a.
maplist(G, As) :- maplist_(As, G).

maplist_([], _).
maplist_([A|As], G) :- call(G, A), maplist_(As, G).

%! maplist(:Goal, ?Xs, ?Ys) is nondet.
%
%  True if `call(Goal, X, Y)` is true for each pair of elements at the same position. The lists have
%  the same length.
?- maplist(succ, [1,2], Ys).
   Ys = [2,3].
maplist(G, As, Bs) :- maplist_(As, Bs, G).

maplist_([], [], _).
maplist_([A|As], [B|Bs], G) :- call(G, A, B), maplist_(As, Bs, G).

%! maplist(:Goal, ?Xs, ?Ys, ?Zs) is nondet.
%
%  As maplist/3, for three lists.
?- maplist(plus, [1,2], [3,4], Zs).
   Zs = [4,6].
maplist(G, As, Bs, Cs) :- maplist_(As, Bs, Cs, G).

maplist_([], [], [], _).
maplist_([A|As], [B|Bs], [C|Cs], G) :- call(G, A, B, C), maplist_(As, Bs, Cs, G).

%! maplist(:Goal, ?Ws, ?Xs, ?Ys, ?Zs) is nondet.
%
%  As maplist/3, for four lists.
?- maplist(nth0, [1], ["ab"], [X], [Ys]).
   X = b, Ys = "a".
maplist(G, As, Bs, Cs, Ds) :- maplist_(As, Bs, Cs, Ds, G).

maplist_([], [], [], [], _).
maplist_([A|As], [B|Bs], [C|Cs], [D|Ds], G) :-
    call(G, A, B, C, D),
    maplist_(As, Bs, Cs, Ds, G).

%! maplist(:Goal, ?L1, ?L2, ?L3, ?L4, ?L5) is nondet.
%
%  As maplist/3, for five lists.
?- maplist(sub_atom, [ab], [B], [L], [A], [b]).
   B = 1, L = 1, A = 0.
maplist(G, As, Bs, Cs, Ds, Es) :- maplist_(As, Bs, Cs, Ds, Es, G).

maplist_([], [], [], [], [], _).
maplist_([A|As], [B|Bs], [C|Cs], [D|Ds], [E|Es], G) :-
    call(G, A, B, C, D, E),
    maplist_(As, Bs, Cs, Ds, Es, G).

%! maplist(:Goal, ?L1, ?L2, ?L3, ?L4, ?L5, ?L6) is nondet.
%
%  As maplist/3, for six lists.
?- maplist(foldl(plus), [[1]], [0], [S], [], [], []).
   false.
maplist(G, As, Bs, Cs, Ds, Es, Fs) :- maplist_(As, Bs, Cs, Ds, Es, Fs, G).

maplist_([], [], [], [], [], [], _).
maplist_([A|As], [B|Bs], [C|Cs], [D|Ds], [E|Es], [F|Fs], G) :-
    call(G, A, B, C, D, E, F),
    maplist_(As, Bs, Cs, Ds, Es, Fs, G).

%! maplist(:Goal, ?L1, ?L2, ?L3, ?L4, ?L5, ?L6, ?L7) is nondet.
%
%  As maplist/3, for seven lists.
?- maplist(g, [], [], [], [], [], [], []).
   true.
maplist(G, As, Bs, Cs, Ds, Es, Fs, Gs) :- maplist_(As, Bs, Cs, Ds, Es, Fs, Gs, G).

maplist_([], [], [], [], [], [], [], _).
maplist_([A|As], [B|Bs], [C|Cs], [D|Ds], [E|Es], [F|Fs], [H|Hs], G) :-
    call(G, A, B, C, D, E, F, H),
    maplist_(As, Bs, Cs, Ds, Es, Fs, Hs, G).

%! maplist(:Goal, ?L1, ?L2, ?L3, ?L4, ?L5, ?L6, ?L7, ?L8) is nondet.
%
%  As maplist/3, for eight lists.
?- maplist(g, [], [], [], [], [], [], [], []).
   true.
maplist(G, As, Bs, Cs, Ds, Es, Fs, Gs, Hs) :- maplist_(As, Bs, Cs, Ds, Es, Fs, Gs, Hs, G).

maplist_([], [], [], [], [], [], [], [], _).
maplist_([A|As], [B|Bs], [C|Cs], [D|Ds], [E|Es], [F|Fs], [H|Hs], [I|Is], G) :-
    call(G, A, B, C, D, E, F, H, I),
    maplist_(As, Bs, Cs, Ds, Es, Fs, Hs, Is, G).

%! foldl(:Goal, ?Xs, ?V0, ?V) is nondet.
%
%  Folds a list from the left: `call(Goal, X, V0, V1)` for the first element, `call(Goal, Y, V1,
%  V2)` for the second, and so on up to `V`.
?- foldl(plus, [1,2,3], 0, S).
   S = 6.
foldl(G, As, V0, V) :- foldl_(As, G, V0, V).

foldl_([], _, V, V).
foldl_([A|As], G, V0, V) :- call(G, A, V0, V1), foldl_(As, G, V1, V).

%! foldl(:Goal, ?Xs, ?Ys, ?V0, ?V) is nondet.
%
%  As foldl/4, for two lists of the same length.
?- foldl(nth0, [], [], X, Y).
   X = Y.
foldl(G, As, Bs, V0, V) :- foldl_(As, Bs, G, V0, V).

foldl_([], [], _, V, V).
foldl_([A|As], [B|Bs], G, V0, V) :- call(G, A, B, V0, V1), foldl_(As, Bs, G, V1, V).

%! foldl(:Goal, ?Xs, ?Ys, ?Zs, ?V0, ?V) is nondet.
%
%  As foldl/4, for three lists of the same length.
?- foldl(g, [], [], [], 0, V).
   V = 0.
foldl(G, As, Bs, Cs, V0, V) :- foldl_(As, Bs, Cs, G, V0, V).

foldl_([], [], [], _, V, V).
foldl_([A|As], [B|Bs], [C|Cs], G, V0, V) :-
    call(G, A, B, C, V0, V1),
    foldl_(As, Bs, Cs, G, V1, V).

%! foldl(:Goal, ?Ws, ?Xs, ?Ys, ?Zs, ?V0, ?V) is nondet.
%
%  As foldl/4, for four lists of the same length.
?- foldl(g, [], [], [], [], 0, V).
   V = 0.
foldl(G, As, Bs, Cs, Ds, V0, V) :- foldl_(As, Bs, Cs, Ds, G, V0, V).

foldl_([], [], [], [], _, V, V).
foldl_([A|As], [B|Bs], [C|Cs], [D|Ds], G, V0, V) :-
    call(G, A, B, C, D, V0, V1),
    foldl_(As, Bs, Cs, Ds, G, V1, V).

%! include(:Goal, +Xs, -Ys) is det.
%
%  Unifies `Ys` with the list of the elements of `Xs` for which `Goal` succeeds.
?- include(atom, [a,1,b], Ys).
   Ys = "ab".
include(G, Xs, Ys) :- include_(Xs, G, Ys).

include_([], _, []).
include_([X|Xs], G, Ys) :-
    (   call(G, X) -> Ys = [X|Ys1]
    ;   Ys = Ys1
    ),
    include_(Xs, G, Ys1).

%! exclude(:Goal, +Xs, -Ys) is det.
%
%  Unifies `Ys` with the list of the elements of `Xs` for which `Goal` fails.
?- exclude(atom, [a,1,b], Ys).
   Ys = [1].
exclude(G, Xs, Ys) :- exclude_(Xs, G, Ys).

exclude_([], _, []).
exclude_([X|Xs], G, Ys) :-
    (   call(G, X) -> Ys = Ys1
    ;   Ys = [X|Ys1]
    ),
    exclude_(Xs, G, Ys1).

%! partition(:Goal, +Xs, -Ins, -Outs) is det.
%
%  Unifies `Ins` with the elements of `Xs` for which `Goal` succeeds, and `Outs` with the others.
?- partition(atom, [a,1,b], Ins, Outs).
   Ins = "ab", Outs = [1].
partition(G, Xs, Ins, Outs) :- partition_(Xs, G, Ins, Outs).

partition_([], _, [], []).
partition_([X|Xs], G, Ins, Outs) :-
    (   call(G, X) -> Ins = [X|Ins1], Outs = Outs1
    ;   Ins = Ins1, Outs = [X|Outs1]
    ),
    partition_(Xs, G, Ins1, Outs1).

%! partition(:Compare, +Xs, -Less, -Equal, -Greater) is semidet.
%
%  Divides `Xs` into three lists by `call(Compare, X, Order)`, where `Order` is `<`, `=` or `>`. Throws a type error if it
%  is another term.
?- partition([X,O]>>compare(O,X,2), [1,2,3], Ls, Es, Gs).
   Ls = [1], Es = [2], Gs = [3].
?- partition([_,less]>>true, [1], Ls, Es, Gs).
   error(type_error(oneof([<,=,>]),less),partition/5).
partition(G, Xs, Ls, Es, Gs) :- partition_(Xs, G, Ls, Es, Gs).

partition_([], _, [], [], []).
partition_([X|Xs], G, Ls, Es, Gs) :-
    call(G, X, Order),
    is_order(Order),
    partition_(Order, X, Ls, Ls1, Es, Es1, Gs, Gs1),
    partition_(Xs, G, Ls1, Es1, Gs1).

is_order(Order) :-
    (   var(Order) -> instantiation_error(partition/5)
    ;   '$among'([<,=,>], Order) -> true
    ;   type_error(oneof([<,=,>]), Order, partition/5)
    ).

partition_(<, X, [X|Ls], Ls, Es, Es, Gs, Gs).
partition_(=, X, Ls, Ls, [X|Es], Es, Gs, Gs).
partition_(>, X, Ls, Ls, Es, Es, [X|Gs], Gs).

%! convlist(:Goal, +Xs, -Ys) is det.
%
%  Unifies `Ys` with the results `Y` of `call(Goal, X, Y)` for the elements `X` of `Xs` for which
%  this succeeds.
?- convlist([X,Y]>>(X > 1, Y is -X), [1,2,3], Ys).
   Ys = [-2,-3].
convlist(G, Xs, Ys) :- convlist_(Xs, G, Ys).

convlist_([], _, []).
convlist_([X|Xs], G, Ys) :-
    (   call(G, X, Y) -> Ys = [Y|Ys1]
    ;   Ys = Ys1
    ),
    convlist_(Xs, G, Ys1).

%! scanl(:Goal, ?Xs, ?V0, ?Vs) is nondet.
%
%  As foldl/4, where `Vs` is the list of `V0` and all intermediate results.
?- scanl(plus, [1,2,3], 0, Vs).
   Vs = [0,1,3,6].
scanl(G, Xs, V0, [V0|Vs]) :- scanl_(Xs, G, V0, Vs).

scanl_([], _, _, []).
scanl_([X|Xs], G, V0, [V|Vs]) :- call(G, X, V0, V), scanl_(Xs, G, V, Vs).

%! scanl(:Goal, ?Xs, ?Ys, ?V0, ?Vs) is nondet.
%
%  As scanl/4, for two lists of the same length.
?- scanl([X,Y,V0,V]>>(V is V0+X*Y), [1,2], [3,4], 0, Vs).
   Vs = [0,3,11].
scanl(G, Xs, Ys, V0, [V0|Vs]) :- scanl_(Xs, Ys, G, V0, Vs).

scanl_([], [], _, _, []).
scanl_([X|Xs], [Y|Ys], G, V0, [V|Vs]) :- call(G, X, Y, V0, V), scanl_(Xs, Ys, G, V, Vs).

%! scanl(:Goal, ?Xs, ?Ys, ?Zs, ?V0, ?Vs) is nondet.
%
%  As scanl/4, for three lists of the same length.
?- scanl([X,Y,Z,V0,V]>>(V is V0+X*Y*Z), [1], [2], [3], 0, Vs).
   Vs = [0,6].
scanl(G, Xs, Ys, Zs, V0, [V0|Vs]) :- scanl_(Xs, Ys, Zs, G, V0, Vs).

scanl_([], [], [], _, _, []).
scanl_([X|Xs], [Y|Ys], [Z|Zs], G, V0, [V|Vs]) :- call(G, X, Y, Z, V0, V), scanl_(Xs, Ys, Zs, G, V, Vs).

%! scanl(:Goal, ?Xs, ?Ys, ?Zs, ?Us, ?V0, ?Vs) is nondet.
%
%  As scanl/4, for four lists of the same length.
?- scanl([X,Y,Z,U,V0,V]>>(V is V0+X*Y*Z*U), [1], [2], [3], [4], 0, Vs).
   Vs = [0,24].
scanl(G, Xs, Ys, Zs, Us, V0, [V0|Vs]) :- scanl_(Xs, Ys, Zs, Us, G, V0, Vs).

scanl_([], [], [], [], _, _, []).
scanl_([X|Xs], [Y|Ys], [Z|Zs], [U|Us], G, V0, [V|Vs]) :-
    call(G, X, Y, Z, U, V0, V),
    scanl_(Xs, Ys, Zs, Us, G, V, Vs).
