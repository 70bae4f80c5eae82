% Tasks, boxes, bins, flows and shapes: the examples of other systems' manuals, residual goals, copies, and
% unified variables.

:- use_module(library(clpfd)).
:- use_module(library(lists)).

tasks_starts(Tasks, [S1,S2,S3]) :-
    Tasks = [task(S1,3,_,1,_),
             task(S2,2,_,1,_),
             task(S3,2,_,1,_)].

number_of(G, N) :- findall(x, G, L), length(L, N).

:- include('support/same_again.pl').

% From the manual of SWI-Prolog.

?- tasks_starts(Tasks, Starts), Starts ins 0..10,
   cumulative(Tasks, [limit(2)]), label(Starts), !.
   Tasks = ..., Starts = [0,0,2].
?- length(Vs, 3), Vs ins 0..3, serialized(Vs, [1,2,3]), label(Vs).
   Vs = [0,1,3]
;  Vs = [2,0,3].

% The numbers of answers that other systems give.

?- number_of((Vs = [A,B,C], Vs ins 0..4,
              cumulative([task(A,2,_,1,_),task(B,2,_,2,_),task(C,1,_,1,_)], [limit(2)]),
              label(Vs)), N).
   N = 39.
?- number_of((Vs = [A,B,D], Vs ins 0..3, D #> 0,
              cumulative([task(A,D,_,1,_),task(B,2,_,1,_)], [limit(1)]), label(Vs)), N).
   N = 19.
?- number_of((length(Vs, 4), Vs ins 0..5, serialized(Vs, [1,2,1,1]), label(Vs)), N).
   N = 180.
?- number_of((Vs = [X1,Y1,X2,Y2], Vs ins 0..2,
              disjoint2([r(X1,2,Y1,1),r(X2,1,Y2,2)]), label(Vs)), N).
   N = 56.

% Time-tabling: starts, ends, uses, the limit.

?- X in 0..20, cumulative([task(0,10,_,1,a),task(15,5,_,1,b),task(X,3,E,1,c)]),
   fd_dom(X, D), fd_dom(E, F), X = 10.
   X = 10, E = 13, D = 10..20, F = 13..23.
?- cumulative([task(0,4,_,2,a),task(2,4,_,U,b)], [limit(3)]), fd_dom(U, D), U = 0.
   U = 0, D = 0..1.
?- cumulative([task(0,4,_,2,a),task(2,4,_,3,b)], [limit(L)]), fd_inf(L, M), L = 7.
   L = 7, M = 5.
?- X in 0..3, cumulative([task(2,4,_,1,a),task(X,D,_,1,b)]), D #> 0, fd_dom(D, S), X = 1, D = 1.
   X = 1, D = 1, S = 1..2.
?- cumulative([task(0,2,_,4,_)], [limit(3)]).
   false.
?- cumulative([task(0,0,_,4,_)], [limit(3)]), D #>= 0, cumulative([task(0,D,_,4,_)], [limit(3)]).
   D = 0.
?- cumulative([task(S,-1,_,1,_)]).
   false.
?- cumulative([]).
   true.

% Energetic reasoning: no compulsory part, but not enough capacity.

?- [A,B,C] ins 0..2, cumulative([task(A,3,_,2,_),task(B,3,_,2,_),task(C,3,_,2,_)], [limit(3)]).
   false.
?- [A,B] ins 0..1, C in 0..9,
   cumulative([task(A,2,_,1,_),task(B,2,_,1,_),task(C,4,_,2,_)], [limit(2)]),
   fd_inf(C, I), A = 0, B = 0, C = 2.
   A = 0, B = 0, C = 2, I = 2.

% A disjunctive resource: edge finding.

?- A in 4..26, [B,C] ins 5..10, B #=< 10, C #=< 8, serialized([A,B,C], [4,3,5]), fd_inf(A, I),
   A = 20, B = 10, C = 5.
   A = 20, B = 10, C = 5, I = 13.
?- [A,B,C] ins 0..6, serialized([A,B,C], [4,4,3]).
   false.

% Huge numbers, and variables without bounds.

?- S #>= 10^30, cumulative([task(S,2,E,1,_),task(10^30,2,_,1,_)]).
   error(type_error(integer,10^30),cumulative/2).
?- N #= 10^30, cumulative([task(N,2,E,1,_),task(S,2,_,1,_)]), S #= N+1.
   false.
?- N #= 10^30, cumulative([task(N,2,E,1,_),task(S,2,_,1,_)]), S #= N+2.
   N = 1000000000000000000000000000000, E = 1000000000000000000000000000002, S = 1000000000000000000000000000002.
?- serialized([X,Y], [2,3]), X = 0, Y #> -3.
   X = 0, clpz:(Y in 2..sup).

% Precedences.

?- [X,Y] ins 0..9, cumulative([task(X,2,_,1,a),task(Y,2,_,1,b)], [limit(2),precedences([a-b#=3])]), Y = 1.
   X = 4, Y = 1.

% Machines.

?- X in 1..3,
   cumulatives([task(0,2,_,3,M),task(1,1,_,X,1)], [machine(1,4),machine(2,3)], [bound(upper)]),
   X = 2.
   X = 2, M = 2.
?- cumulatives([task(0,4,_,3,1),task(S,2,_,-2,1)], [machine(1,1)], [bound(upper)]).
   false.
?- cumulatives([task(0,2,_,3,1),task(S,2,_,-2,1)], [machine(1,1)], [bound(upper)]).
   S = 0.
?- cumulatives([task(0,2,_,3,1)], [machine(1,L)]), fd_sup(L, M), L = 0.
   L = 0, M = 3.

% Several resources.

?- length(Ss, 3), Ss = [S1,S2,S3], domain(Ss, 0, 6),
   multi_cumulative([task(S1,5,E1,[2,1],1),task(S2,5,E2,[4,1],2),task(S3,5,E3,[3,1],3)],
                    [cumulative(10),cumulative(2)]),
   labeling([], Ss), !.
   Ss = [0,0,5], S1 = 0, S2 = 0, S3 = 5, E1 = 5, E2 = 5, E3 = 10.
?- S in 0..9, multi_cumulative([task(0,4,_,[7],1),task(2,4,_,[8],2),task(S,1,_,[9],3)], [colored(2)]),
   S #> 1, fd_dom(S, D), S = 4.
   S = 4, D = 4..9.

% Boxes.

?- disjoint1([f(X,2),f(X,3)]).
   false.
?- X in 0..9, disjoint1([f(0,2,a),f(X,2,b)], [margin(a,b,sup)]).
   false.
?- X in 0..9, disjoint1([f(4,2,a),f(X,2,b)], [margin(a,b,sup)]).
   clpz:(X in 0..2).
?- disjoint1([f(0,2),f(X,1)], [wrap(0,3)]).
   X = 2.
?- [X,Y] ins 0..1, diffn([[0-1,0-1],[X-1,Y-1],[1-1,1-1]]), X #> 0.
   X = 1, Y = 0.
?- number_of((Vs = [A,B,C,D,E,F], Vs ins 0..1,
              diffn([[A-1,B-1],[C-1,D-1],[E-1,F-1]]), label(Vs)), N).
   N = 24.

% Bins, flows, shapes.

?- bin_packing([item(A,3),item(B,3),item(C,2)], [bin(1,X),bin(2,5)]).
   X = 3, clpz:(A in 1..2), clpz:bin_packing([item(A,3),item(B,3),item(C,2)],[bin(1,3),bin(2,5)]), clpz:(B in 1..2), clpz:(C in 1..2).
?- bin_packing([item(A,3),item(B,3),item(C,2)], [bin(1,X),bin(2,5)]), label([A,B,C]).
   A = 1, B = 2, C = 2, X = 3
;  A = 2, B = 1, C = 2, X = 3.
?- F0 in 1..3, F1 in 2..4, F2 in 0..3, F3 in 0..1, F4 in 2..10,
   network_flow([node(0,3),node(1,2),node(2,-3),node(3,-2)],
       [arc(0,1,1,F0),arc(0,2,1,F1),arc(1,2,1,F2),arc(1,3,1,F3),arc(2,3,1,F4)],
       [cost(C)]).
   F0 = 1, F1 = 2, F2 = 3, F3 = 0, F4 = 2, C = 8.
?- domain([X1,X2,X3,Y1,Y2,Y3], 1, 4), S1 in 1..4, S2 in 5..6, S3 in 7..8,
   geost([object(1,S1,[X1,Y1]),object(2,S2,[X2,Y2]),object(3,S3,[X3,Y3])],
       [sbox(1,[0,0],[2,1]),sbox(1,[0,1],[1,2]),sbox(1,[1,2],[3,1]),
        sbox(2,[0,0],[3,1]),sbox(2,[0,1],[1,3]),sbox(2,[2,1],[1,1]),
        sbox(3,[0,0],[2,1]),sbox(3,[1,1],[1,2]),sbox(3,[-2,2],[3,1]),
        sbox(4,[0,0],[3,1]),sbox(4,[0,1],[1,1]),sbox(4,[2,1],[1,3]),
        sbox(5,[0,0],[2,1]),sbox(5,[1,1],[1,1]),sbox(5,[0,2],[2,1]),
        sbox(6,[0,0],[3,1]),sbox(6,[0,1],[1,1]),sbox(6,[2,1],[1,1]),
        sbox(7,[0,0],[3,2]),sbox(8,[0,0],[2,3])]),
   label([X1,X2,X3,Y1,Y2,Y3,S1,S2,S3]), !.
   X1 = 1, X2 = 1, X3 = 3, Y1 = 1, Y2 = 4, Y3 = 1, S1 = 1, S2 = 5, S3 = 7.

% Residual goals: called again, they mean the same.

?- X in 0..4, cumulative([task(X,2,E,1,a),task(2,2,_,1,f(b))]).
   clpz:(X in 0..4), clpz:cumulative([task(X,2,E,1,a),task(2,2,4,1,f(b))],[limit(1)]), clpz:(E in 2..6).
?- X in 0..4, clpz:cumulative([task(X,2,E,1,a),task(2,2,4,1,f(b))],[limit(1)]), label([X]).
   X = 0, E = 2
;  X = 4, E = 6.
?- [X,Y] ins 0..4, serialized([X,Y], [2,3]).
   clpz:(X in 0..4), clpz:serialized([X,Y],[2,3]), clpz:(Y in 0..4).
?- [X,Y] ins 0..4, disjoint2([r(X,1,Y,1,a),r(0,1,0,1,b)], [margin(a,b,1,2)]), X = 0.
   X = 0, clpz:(Y in 1..4).
?- [X,Y] ins 0..4, disjoint2([r(X,1,Y,1,a),r(0,1,0,1,b)], [margin(b,a,1,2)]).
   clpz:(X in 0..4), clpz:disjoint2([f(X,1,Y,1,a),f(0,1,0,1,b)],[margin(b,a,1,2)]), clpz:(Y in 0..4).
?- X in 0..4, clpz:cumulatives([task(X,2,E,3,1),task(1,1,2,2,1)],[machine(1,4)],[bound(upper)]).
   clpz:(X in 2..4), clpz:cumulatives([task(X,2,E,3,1),task(1,1,2,2,1)],[machine(1,4)],[bound(upper)]), clpz:(E in 4..6).

?- same_again([X,Y], ([X,Y] ins 0..4, cumulative([task(X,2,_,1,a),task(Y,2,_,2,b)], [limit(2)]))).
   true.
?- same_again([X,Y,D], ([X,Y] ins 0..4, D in 1..2, serialized([X,Y,1], [2,D,1]))).
   true.
?- same_again([X,Y], ([X,Y] ins 0..4, disjoint1([f(X,2,a),f(Y,2,b)], [margin(a,b,1),wrap(0,7)]))).
   true.
?- same_again([X,Y,D], ([X,Y,D] ins 0..3, disjoint2([f(X,2,Y,D),f(1,1,1,1)]))).
   true.
?- same_again([X,Y,D], ([X,Y,D] ins 0..3, diffn([[X-2,Y-D,0-1],[1-1,1-1,0-2]], [strict(true)]))).
   true.
?- same_again([X,M,N], (X in 0..3, cumulatives([task(X,2,_,3,M),task(1,1,_,2,N)], [machine(1,4),machine(2,3)], [bound(upper)]))).
   true.
?- same_again([X,M,N], (X in 0..3, cumulatives([task(X,2,_,3,M),task(1,1,_,-2,N)], [machine(1,1),machine(2,-3)]))).
   true.
?- same_again([X,Y], ([X,Y] ins 0..3, multi_cumulative([task(X,2,_,[1,2],a),task(Y,1,_,[2,1],b)], [cumulative(2),colored(1)]))).
   true.
?- same_again([A,B,L], bin_packing([item(A,3),item(B,2)], [bin(1,L),bin(2,_)])).
   true.
?- same_again([S,X,Y], ([X,Y] ins 0..2, geost([object(1,S,[X,Y]),object(2,1,[1,1])], [sbox(1,[0,0],[1,2]),sbox(2,[0,0],[2,1])]))).
   true.

% Copies, and unified variables.

?- [X,Y] ins 0..4, serialized([X,Y], [2,3]), copy_term([X,Y], [A,B]), X = 0, A = 4.
   X = 0, A = 4, clpz:(Y in 2..4), clpz:(B in 0..1).
?- [X,Y] ins 0..4, findall(X-Y, serialized([X,Y], [2,3]), [A-B]), A = 3.
   A = 3, B = 0, clpz:(X in 0..4), clpz:(Y in 0..4).
?- [X,Y] ins 0..4, serialized([X,Y], [2,3]), X = Y.
   false.
?- [X,Y] ins 0..4, cumulative([task(X,2,_,1,a),task(Y,2,_,2,b)], [limit(2)]), X = Y, label([X]).
   false.
?- [X,Y] ins 0..4, cumulative([task(X,2,_,1,a),task(Y,2,_,1,b),task(1,2,_,1,c)], [limit(2)]), X = Y, label([X]).
   X = 3, Y = 3
;  X = 4, Y = 4.

% As a condition.

?- X in 0..9, B #<==> serialized([X,3], [2,2]), X #> 7.
   B = 1, clpz:(X in 8..9).
?- X in 0..9, B #<==> serialized([X,3], [2,2]), X #> 1, X #< 5.
   B = 0, clpz:(X in 2..4).

% Errors.

?- cumulative(_).
   error(instantiation_error,cumulative/2).
?- cumulative([foo]).
   error(domain_error(task,foo),cumulative/2).
?- cumulative([task(a,1,_,1,_)]).
   error(type_error(integer,a),cumulative/2).
?- cumulative([], [foo]).
   error(domain_error(cumulative_option,foo),cumulative/2).
?- cumulative([], [precedences([a-b#=1])]).
   error(existence_error(task,a),cumulative/2).
?- serialized([X], [a]).
   error(type_error(integer,a),serialized/2).
?- serialized([X], [1,2]).
   false.
?- cumulatives([], [machine(1,_),machine(1,_)]).
   error(domain_error(distinct_machines,[machine(1,_),machine(1,_)]),cumulatives/3).
?- disjoint1([foo]).
   error(domain_error(line,foo),disjoint1/2).
?- disjoint1([f(0,1)], [wrap(3,0)]).
   error(domain_error(disjoint_option,wrap(3,0)),disjoint1/2).
?- diffn([[0-1],[0-1,2-1]]).
   error(domain_error(boxes_of_one_dimension,[[0-1],[0-1,2-1]]),diffn/2).
?- bin_packing([item(_,-1)], []).
   error(domain_error(not_less_than_zero,-1),bin_packing/2).
?- network_flow([], [arc(a,b,1,_)]).
   error(existence_error(node,a),network_flow/3).
?- geost([], [], [fixall(1,[])]).
   error(domain_error(geost_option,fixall(1,[])),geost/3).
