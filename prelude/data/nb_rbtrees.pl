% Red-black trees of library(rbtrees) that are changed in place: the changes stay when goals fail.

:- module(nb_rbtrees, [nb_rb_insert/3, nb_rb_get_node/3, nb_rb_node_value/2, nb_rb_set_node_value/2]).

:- use_module(library(rbtrees)).

%! nb_rb_insert(!Tree, +Key, +Value) is det.
%
%  Adds copies of `Key` and `Value` to `Tree`, or gives `Key` a copy of `Value` as its new value. Both stay when
%  goals fail.
?- rb_new(T), ( member(K-V, [b-1,a-2,b-3]), nb_rb_insert(T, K, V), fail ; rb_visit(T, Ps) ).
   ..., Ps = [a-2,b-3].
nb_rb_insert(T, K, V) :-
    rb_insert(T, K, V, New),
    arg(1, T, R0),
    arg(1, New, R),
    changed(1, T, R0, R).

% Argument `I` of `Parent`, the tree `Old`, becomes `New`. Only what differs is written, because what is written is
% copied: insertion shares the rest, and changes nodes above the leaves rarely.
changed(I, Parent, Old, New) :-
    (   same_term(Old, New) -> true
    ;   same_node(Old, New) ->
        arg(1, Old, L0),
        arg(1, New, L),
        changed(1, Old, L0, L),
        arg(3, Old, V0),
        arg(3, New, V),
        ( same_term(V0, V) -> true ; nb_setarg(3, Old, V) ),
        arg(4, Old, R0),
        arg(4, New, R),
        changed(4, Old, R0, R)
    ;   nb_setarg(I, Parent, New)
    ).

same_node(Old, New) :-
    functor(Old, Color, 4),
    functor(New, Color, 4),
    arg(2, Old, K0),
    arg(2, New, K),
    K0 == K.

%! nb_rb_get_node(+Tree, +Key, -Node) is semidet.
%
%  Unifies `Node` with the node of `Key`, for nb_rb_node_value/2 and nb_rb_set_node_value/2. False if `Tree` has no
%  such key. A node is valid until the next insertion.
?- rb_new(T), nb_rb_insert(T, a, 1), nb_rb_get_node(T, a, N), nb_rb_node_value(N, V).
   ..., V = 1.
?- rb_new(T), nb_rb_get_node(T, a, N).
   false.
nb_rb_get_node(T, K, Node) :-
    arg(1, T, R),
    node(R, K, Node).

node(N0, K, N) :-
    compound(N0),
    arg(2, N0, K0),
    compare(O, K, K0),
    (   O = (=) -> N = N0
    ;   O = (<) -> arg(1, N0, L), node(L, K, N)
    ;   arg(4, N0, R),
        node(R, K, N)
    ).

%! nb_rb_node_value(+Node, -Value) is det.
%
%  Unifies `Value` with the value of a node.
?- list_to_rbtree([a-1,b-2], T), nb_rb_get_node(T, b, N), nb_rb_node_value(N, V).
   ..., V = 2.
nb_rb_node_value(N, V) :- arg(3, N, V).

%! nb_rb_set_node_value(!Node, +Value) is det.
%
%  Gives a node a copy of `Value` as its value, which stays when goals fail.
?- list_to_rbtree([a-1,b-2], T), nb_rb_get_node(T, b, N), ( nb_rb_set_node_value(N, x), fail ; rb_lookup(b, V, T) ).
   ..., V = x.
nb_rb_set_node_value(N, V) :- nb_setarg(3, N, V).
