% Directed, unlabelled graphs, represented as a list of `Vertex-Neighbours` for each vertex, ordered
% by vertex, where `Neighbours` is an ordered set.

:- module(ugraphs, [
    vertices_edges_to_ugraph/3, vertices/2, edges/2, add_vertices/3, del_vertices/3,
    add_edges/3, del_edges/3, transpose_ugraph/2, neighbours/3, neighbors/3,
    reachable/3, transitive_closure/2, compose/3, top_sort/2, top_sort/3, ugraph_union/3,
    connect_ugraph/3, ugraph_layers/2, complement/2
]).

%! vertices_edges_to_ugraph(+Vertices, +Edges, -Graph) is det.
%
%  Unifies `Graph` with the graph of the lists `Vertices` and `Edges`, pairs `From-To`. End points
%  of edges need not occur in `Vertices`.
?- vertices_edges_to_ugraph([c], [a-b,a-c], G).
   G = [a-"bc",b-[],c-[]].
vertices_edges_to_ugraph(Vs, Es, G) :-
    ends(Es, Ends),
    append(Vs, Ends, All),
    sort(All, Vertices),
    sort(Es, Edges),
    adjacent(Vertices, Edges, G).

ends([], []).
ends([A-B|Es], [A,B|Vs]) :- ends(Es, Vs).

adjacent([], _, []).
adjacent([V|Vs], Es, [V-Ns|G]) :-
    from(Es, V, Ns, Rest),
    adjacent(Vs, Rest, G).

from([A-B|Es], V, Ns, Rest) :- A == V, !,
    Ns = [B|Ns1],
    from(Es, V, Ns1, Rest).
from(Es, _, [], Es).

%! vertices(+Graph, -Vertices) is det.
%
%  Unifies `Vertices` with the ordered list of the vertices.
?- vertices([a-"b",b-[]], Vs).
   Vs = "ab".
vertices([], []).
vertices([V-_|G], [V|Vs]) :- vertices(G, Vs).

%! edges(+Graph, -Edges) is det.
%
%  Unifies `Edges` with the ordered list of the edges `From-To`.
?- edges([a-"b",b-[]], Es).
   Es = [a-b].
edges([], []).
edges([V-Ns|G], Es) :- out_edges(Ns, V, Es, Es1), edges(G, Es1).

out_edges([], _, Es, Es).
out_edges([N|Ns], V, [V-N|Es0], Es) :- out_edges(Ns, V, Es0, Es).

%! add_vertices(+Graph, +Vertices, -Graph1) is det.
%
%  Unifies `Graph1` with `Graph` and the vertices `Vertices`.
?- add_vertices([a-[]], [b], G).
   G = [a-[],b-[]].
add_vertices(G0, Vs, G) :- vertices_edges_to_ugraph(Vs, [], G1), ugraph_union(G0, G1, G).

%! del_vertices(+Graph, +Vertices, -Graph1) is det.
%
%  Unifies `Graph1` with `Graph` without `Vertices` and their edges.
?- del_vertices([a-"b",b-[]], [b], G).
   G = [a-[]].
del_vertices(G0, Vs0, G) :- sort(Vs0, Vs), without(G0, Vs, G).

without([], _, []).
without([V-Ns0|G0], Vs, G) :-
    (   ord_memberchk(V, Vs) -> G = G1
    ;   ord_subtract(Ns0, Vs, Ns),
        G = [V-Ns|G1]
    ),
    without(G0, Vs, G1).

%! add_edges(+Graph, +Edges, -Graph1) is det.
%
%  Unifies `Graph1` with `Graph` and the edges `Edges`.
?- add_edges([a-[]], [a-b], G).
   G = [a-"b",b-[]].
add_edges(G0, Es, G) :- vertices_edges_to_ugraph([], Es, G1), ugraph_union(G0, G1, G).

%! del_edges(+Graph, +Edges, -Graph1) is det.
%
%  Unifies `Graph1` with `Graph` without the edges `Edges`.
?- del_edges([a-"b",b-[]], [a-b], G).
   G = [a-[],b-[]].
del_edges(G0, Es, G) :-
    vertices_edges_to_ugraph([], Es, G1),
    minus(G0, G1, G).

minus([], _, []).
minus([V-Ns|G0], D, [V-Ms|G]) :-
    (   neighbours(V, D, Ds) -> ord_subtract(Ns, Ds, Ms)
    ;   Ms = Ns
    ),
    minus(G0, D, G).

%! ugraph_union(+G1, +G2, -Graph) is det.
%
%  Unifies `Graph` with the union of the vertices and edges of both graphs.
?- ugraph_union([a-"b",b-[]], [a-"c",c-[]], G).
   G = [a-"bc",b-[],c-[]].
ugraph_union([], G, G).
ugraph_union([V-Ns|G1], G2, G) :- union_(G2, V, Ns, G1, G).

union_([], V, Ns, G1, [V-Ns|G1]).
union_([W-Ms|G2], V, Ns, G1, G) :-
    compare(O, V, W),
    union_(O, V, Ns, G1, W, Ms, G2, G).

union_(<, V, Ns, G1, W, Ms, G2, [V-Ns|G]) :- ugraph_union(G1, [W-Ms|G2], G).
union_(>, V, Ns, G1, W, Ms, G2, [W-Ms|G]) :- union_(G2, V, Ns, G1, G).
union_(=, V, Ns, G1, _, Ms, G2, [V-Ks|G]) :- ord_union(Ns, Ms, Ks), ugraph_union(G1, G2, G).

%! transpose_ugraph(+Graph, -Transposed) is det.
%
%  Unifies `Transposed` with the graph in which each edge is reversed.
?- transpose_ugraph([a-"b",b-[]], G).
   G = [a-[],b-"a"].
transpose_ugraph(G0, G) :-
    vertices(G0, Vs),
    edges(G0, Es),
    turned(Es, Ts),
    vertices_edges_to_ugraph(Vs, Ts, G).

turned([], []).
turned([A-B|Es], [B-A|Ts]) :- turned(Es, Ts).

%! neighbours(+Vertex, +Graph, -Neighbours) is semidet.
%
%  Unifies `Neighbours` with the list of the vertices to which edges from `Vertex` lead. False if
%  `Graph` does not contain `Vertex`.
?- neighbours(a, [a-"b",b-[]], Ns).
   Ns = "b".
neighbours(V, [W-Ms|G], Ns) :-
    (   V == W -> Ns = Ms
    ;   neighbours(V, G, Ns)
    ).

%! neighbors(+Vertex, +Graph, -Neighbours) is semidet.
%
%  As neighbours/3.
?- neighbors(a, [a-"b",b-[]], Ns).
   Ns = "b".
neighbors(V, G, Ns) :- neighbours(V, G, Ns).

%! reachable(+Vertex, +Graph, -Vertices) is det.
%
%  Unifies `Vertices` with the ordered set of `Vertex` and all vertices that can be reached from it.
?- reachable(a, [a-"b",b-"c",c-[]], Vs).
   Vs = "abc".
reachable(V, G, Vs) :-
    as_assoc(G, A),
    empty_assoc(Seen0),
    put_assoc(V, Seen0, t, Seen1),
    reach([V], A, Seen1, Seen),
    assoc_to_keys(Seen, Vs).

as_assoc(G, A) :- ord_list_to_assoc(G, A).

reach([], _, Seen, Seen).
reach([V|Vs], A, Seen0, Seen) :-
    (   get_assoc(V, A, Ns) -> true
    ;   Ns = []
    ),
    unseen(Ns, Seen0, Seen1, Vs, Todo),
    reach(Todo, A, Seen1, Seen).

unseen([], Seen, Seen, Vs, Vs).
unseen([N|Ns], Seen0, Seen, Vs0, Vs) :-
    (   get_assoc(N, Seen0, _) -> unseen(Ns, Seen0, Seen, Vs0, Vs)
    ;   put_assoc(N, Seen0, t, Seen1),
        unseen(Ns, Seen1, Seen, [N|Vs0], Vs)
    ).

%! transitive_closure(+Graph, -Closure) is det.
%
%  Unifies `Closure` with the graph that has an edge for each non-empty path of `Graph`.
?- transitive_closure([a-"b",b-"c",c-[]], G).
   G = [a-"bc",b-"c",c-[]].
transitive_closure(G0, G) :-
    as_assoc(G0, A),
    closures(G0, A, G).

closures([], _, []).
closures([V-Ns|G0], A, [V-Rs|G]) :-
    empty_assoc(Seen0),
    unseen(Ns, Seen0, Seen1, [], Todo),
    reach(Todo, A, Seen1, Seen),
    assoc_to_keys(Seen, Rs),
    closures(G0, A, G).

%! compose(+G1, +G2, -Graph) is det.
%
%  Unifies `Graph` with the composition of both graphs: an edge for each edge of `G1` followed by an
%  edge of `G2`.
?- compose([a-"b",b-[]], [b-"c",c-[]], G).
   G = [a-"c",b-[],c-[]].
compose(G1, G2, G) :-
    vertices(G1, Vs1),
    vertices(G2, Vs2),
    ord_union(Vs1, Vs2, Vs),
    as_assoc(G1, A1),
    as_assoc(G2, A2),
    compose_(Vs, A1, A2, G).

compose_([], _, _, []).
compose_([V|Vs], A1, A2, [V-Ns|G]) :-
    (   get_assoc(V, A1, Ms) -> true
    ;   Ms = []
    ),
    targets(Ms, A2, Nss),
    ord_union(Nss, Ns),
    compose_(Vs, A1, A2, G).

targets([], _, []).
targets([M|Ms], A, Nss) :-
    (   get_assoc(M, A, Ns) -> Nss = [Ns|Nss1]
    ;   Nss = Nss1
    ),
    targets(Ms, A, Nss1).

%! top_sort(+Graph, -Vertices) is semidet.
%
%  Unifies `Vertices` with a list of the vertices in which each vertex precedes those to which its
%  edges lead. False if the graph has a cycle.
?- top_sort([a-"b",b-[],c-"a"], Vs).
   Vs = "cab".
top_sort(G, Vs) :-
    ugraph_layers(G, Layers),
    append(Layers, Vs).

%! top_sort(+Graph, -Vertices, ?Tail) is semidet.
%
%  As top_sort/2, with `Tail` at the end of the list.
?- top_sort([a-"b",b-[]], Vs, [z]).
   Vs = "abz".
top_sort(G, Vs, Tail) :-
    top_sort(G, Sorted),
    append(Sorted, Tail, Vs).

%! ugraph_layers(+Graph, -Layers) is semidet.
%
%  Unifies `Layers` with the list of layers: the vertices without incoming edges, then those that
%  have none when the first layer is removed, and so on. False if the graph has a cycle.
?- ugraph_layers([a-"b",b-[],c-"b"], Ls).
   Ls = ["ac","b"].
ugraph_layers(G, Layers) :-
    as_assoc(G, A),
    edges(G, Es),
    vertices(G, Vs),
    zeros(Vs, Counts0),
    ord_list_to_assoc(Counts0, In0),
    count_in(Es, In0, In),
    free(Vs, In, First),
    layers(First, A, In, 0, Done, Layers),
    length(Vs, Done).

zeros([], []).
zeros([V|Vs], [V-0|Ps]) :- zeros(Vs, Ps).

count_in([], In, In).
count_in([_-B|Es], In0, In) :-
    get_assoc(B, In0, N0),
    N is N0+1,
    put_assoc(B, In0, N, In1),
    count_in(Es, In1, In).

free([], _, []).
free([V|Vs], In, Fs) :-
    (   get_assoc(V, In, 0) -> Fs = [V|Fs1]
    ;   Fs = Fs1
    ),
    free(Vs, In, Fs1).

layers([], _, _, Done, Done, []).
layers([V|Vs], A, In0, Done0, Done, [[V|Vs]|Layers]) :-
    length([V|Vs], N),
    Done1 is Done0+N,
    release([V|Vs], A, In0, In, Next0, []),
    sort(Next0, Next),
    layers(Next, A, In, Done1, Done, Layers).

release([], _, In, In, Fs, Fs).
release([V|Vs], A, In0, In, Fs0, Fs) :-
    get_assoc(V, A, Ns),
    decrement(Ns, In0, In1, Fs0, Fs1),
    release(Vs, A, In1, In, Fs1, Fs).

decrement([], In, In, Fs, Fs).
decrement([N|Ns], In0, In, Fs0, Fs) :-
    get_assoc(N, In0, C0),
    C is C0-1,
    put_assoc(N, In0, C, In1),
    (   C =:= 0 -> Fs0 = [N|Fs1]
    ;   Fs0 = Fs1
    ),
    decrement(Ns, In1, In, Fs1, Fs).

%! connect_ugraph(+Graph, -Start, -Graph1) is semidet.
%
%  Unifies `Graph1` with `Graph` and a new vertex `Start`, before all others in the standard order,
%  with edges to all vertices that have no incoming edge.
?- connect_ugraph([1-[2],2-[]], S, G).
   S = 0, G = [0-[1],1-[2],2-[]].
connect_ugraph(G, Start, [Start-Vs|G]) :-
    ugraph_layers(G, [Vs|_]),
    G = [First|_],
    First = V-_,
    before(V, Start).

before(V, S) :-
    (   integer(V) -> S is V-1
    ;   S = 0
    ).

%! complement(+Graph, -Complement) is det.
%
%  Unifies `Complement` with the graph of the same vertices that has an edge between different
%  vertices exactly where `Graph` has none.
?- complement([a-"b",b-[]], G).
   G = [a-[],b-"a"].
complement(G, C) :- vertices(G, Vs), complements(G, Vs, C).

complements([], _, []).
complements([V-Ns|Ps], Vs, [V-Cs|Qs]) :-
    ord_subtract(Vs, Ns, Cs0),
    ord_del_element(Cs0, V, Cs),
    complements(Ps, Vs, Qs).
