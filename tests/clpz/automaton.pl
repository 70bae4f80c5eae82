% Automata, regular expressions and relations by graphs: the examples of other systems' manuals, residual
% goals, copies, and unified variables.

:- use_module(library(clpfd)).
:- use_module(library(lists)).

two_consecutive_ones(Vs) :-
    automaton(Vs, [source(a),sink(c)],
              [arc(a,0,a), arc(a,1,b),
               arc(b,0,a), arc(b,1,c),
               arc(c,0,c), arc(c,1,c)]).

% The number of inflexions, as the manual of SWI-Prolog defines it.
sequence_inflexions(Vs, N) :-
    variables_signature(Vs, Sigs),
    automaton(Sigs, _, Sigs,
              [source(s),sink(i),sink(j),sink(s)],
              [arc(s,0,s), arc(s,1,j), arc(s,2,i),
               arc(i,0,i), arc(i,1,j,[C+1]), arc(i,2,i),
               arc(j,0,j), arc(j,1,j),
               arc(j,2,i,[C+1])],
              [C], [0], [N]).

variables_signature([], []).
variables_signature([V|Vs], Sigs) :-
    variables_signature_(Vs, V, Sigs).

variables_signature_([], _, []).
variables_signature_([V|Vs], Prev, [S|Sigs]) :-
    V #= Prev #<==> S #= 0,
    Prev #< V #<==> S #= 1,
    Prev #> V #<==> S #= 2,
    variables_signature_(Vs, V, Sigs).

elts(X, Y, Z) :-
    case(f(A,B,C), [f(X,Y,Z)],
         [node(0, A,[(1..2)-1,(3..4)-2,(5..6)-3,(7..8)-4]),
          node(1, B,[(1..1)-5]),
          node(2, B,[(1..1)-6]),
          node(3, B,[(2..2)-5]),
          node(4, B,[(2..2)-7]),
          node(5, C,[(10..10)]),
          node(6, C,[(20..20)]),
          node(7, C,[(30..30)])]).

calendar(M, V, R) :-
    case(f(A,B,C),
         [f(M,V,R)],
         [node(0, A, [(1..1)-1, (2..2)-2, (3..3)-3]),
          node(1, B, [(1..3)-[scalar_product([1,-1],[B,C],#=<,-2),
                              scalar_product([1,-1],[C,B],#=<, 2)]-4,
                      (4..5)-[scalar_product([1,-1],[B,C],#=<,-3),
                              scalar_product([1,-1],[C,B],#=<, 3)]-4]),
          node(2, B, [(1..2)-[scalar_product([1,-1],[B,C],#=<, 0),
                              scalar_product([1,-1],[C,B],#=<, 0)]-4,
                      (3..4)-[scalar_product([1,-1],[B,C],#=<,-2),
                              scalar_product([1,-1],[C,B],#=<, 2)]-4,
                      (5..5)-[scalar_product([1,-1],[B,C],#=<,-3),
                              scalar_product([1,-1],[C,B],#=<, 3)]-4]),
          node(3, B, [(1..8)-[scalar_product([1,-1],[B,C],#=<, 0),
                              scalar_product([1,-1],[C,B],#=<, 0)]-4]),
          node(4, C, [(1..8)])]).

number_of(G, N) :- findall(x, G, L), length(L, N).

:- include('support/same_again.pl').

% From the manuals of SWI-Prolog and SICStus.

?- length(Vs, 3), two_consecutive_ones(Vs), label(Vs).
   Vs = [0,1,1]
;  Vs = [1,1,0]
;  Vs = [1,1,1].
?- sequence_inflexions([1,2,3,3,2,1,3,0], N).
   N = 3.
?- length(Ls, 5), Ls ins 0..1,
   sequence_inflexions(Ls, 3), label(Ls).
   Ls = [0,1,0,1,0]
;  Ls = [1,0,1,0,1].
?- inflexion(N, [1,1,4,8,8,2,7,1], []).
   N = 3.
?- length(L, 4), number_of((regular(L, [+({1,2}),+(0),+({1,2})]), labeling([], L)), N).
   N = 20, L = [_,_,_,_].
?- elts(X, Y, Z), Z #>= 15, fd_dom(X, DX), fd_dom(Y, DY), fd_dom(Z, DZ), X = 3.
   X = 3, Y = 1, Z = 20, DX = 3..4\/7..8, DY = 1..2, DZ = 20\/30.
?- elts(X, Y, Z), Y = 1, fd_dom(X, DX), fd_dom(Z, DZ), X = 1.
   X = 1, Y = 1, Z = 10, DX = 1..4, DZ = 10\/20.
?- M in 1..3, V in 1..8, R in 1..8, calendar(M, V, R), M #= 2, V #> 4.
   M = 2, V = 5, R = 8.
?- number_of((M in 1..3, V in 1..8, R in 1..8, calendar(M, V, R), label([M,V,R])), N).
   N = 18.

% Domain consistency.

?- length(Vs, 4), two_consecutive_ones(Vs), Vs = [_,0|_].
   Vs = [_A,0,1,1], clpz:(_A in 0..1).
?- [X,Y] ins 0..9, automaton([X,Y], [source(s),sink(t)], [arc(s,1..3,a),arc(s,7,b),arc(a,{2,4},t),arc(b,8..sup,t)]), Y #> 4.
   X = 7, clpz:(Y in 8..9).

% Counters.

?- number_of((length(Vs, 4), Vs ins 0..2,
              automaton(Vs, V, Vs, [source(s),sink(s)],
                  [arc(s,0,s),arc(s,1,s,[C+1]),arc(s,2,s,[C+V])], [C], [0], [F]),
              label([F|Vs])), N).
   N = 81.
?- number_of((length(Vs, 3), Vs ins 0..2,
              automaton(Vs, T, Vs, [source(s),sink(t)],
                  [arc(s,0,s,[C+T,D]),arc(s,1,t,[C*2+1,D+C]),arc(t,2,s,[C,D+1]),arc(t,0,t)],
                  [C,D], [1,0], [F,G]),
              label([F,G|Vs])), N).
   N = 4.
?- Vs = [A,B], Vs ins 0..3, automaton(Vs, X, [0,0], [source(s),sink(s)], [arc(s,0,s,[S+X])], [S], [0], [5]), A #> 2.
   Vs = [3,2], A = 3, B = 2.
?- automaton([], _, [], [source(s),sink(s)], [], [C], [3], [F]).
   F = 3.
?- Vs = [_,_,_], automaton(_, _, Vs, [source(a),sink(b)], [arc(a,0,a),arc(a,1,b),arc(b,0,b)], [], [], [], [state(M,[_,_,2,_])]).
   Vs = ..., M = [a-1,b-2], ... .

% Regular expressions.

?- regular([X,Y], [*(1..2),3]).
   Y = 3, clpz:(X in 1..2).
?- regular([], *(1)), regular([], []).
   true.
?- regular([], +(1)).
   false.
?- regular([X,Y], (1;[2,?(3)])).
   X = 2, Y = 3.
?- regular([X], 5\/(7..8)).
   clpz:(X in 5\/7..8).

% Relations.

?- relation(X, [1-{2,5},2-(3..4)], Y), Y #> 3.
   clpz:(X in 1..2), clpz:automaton([X,Y],[source(x),sink(y)],[arc(x,1,at(1)),arc(at(1),2,y),arc(at(1),5,y),arc(x,2,at(2)),arc(at(2),3..4,y)]), clpz:(Y in 4..5).
?- relation(3, [1-{2}], Y).
   false.

% Residual goals: called again, they mean the same.

?- length(Vs, 2), automaton(Vs, [source(q(1)),sink(b)], [arc(q(1),1,b),arc(b,1,b),arc(q(1),2,q(1))]).
   Vs = [_A,1], clpz:(_A in 1..2).
?- automaton([X,Y], [source(q(1)),sink(b)], [arc(q(1),1,b),arc(b,3,b),arc(q(1),2,q(1))]).
   clpz:(X in 1..2), clpz:automaton([X,Y],[source(q(1)),sink(b)],[arc(q(1),1,b),arc(b,3,b),arc(q(1),2,q(1))]), clpz:(Y in 1\/3).
?- clpz:automaton([X,Y],[source(q(1)),sink(b)],[arc(q(1),1,b),arc(b,3,b),arc(q(1),2,q(1))]), label([X,Y]).
   X = 1, Y = 3
;  X = 2, Y = 1.

?- same_again([X,Y,Z], two_consecutive_ones([X,Y,Z])).
   true.
?- same_again([X,Y,Z], regular([X,Y,Z], [*(1..2),3,?(1)])).
   true.
?- same_again([X,Y], relation(X, [1-{2,5},2-(3..4)], Y)).
   true.
?- same_again([X,Y,Z], elts(X, Y, Z)).
   true.
?- same_again([X,Y,F], (Vs = [X,Y], Vs ins 0..2, automaton(Vs, V, Vs, [source(s),sink(s)], [arc(s,0,s),arc(s,1,s,[C+1]),arc(s,2,s,[C+V])], [C], [0], [F]))).
   true.

% Copies, equal variables, conditions.

?- length(Vs, 3), two_consecutive_ones(Vs), copy_term(Vs, [0|Ws]).
   Vs = [_,1,_], Ws = [1,1], ... .
?- length(Vs, 3), two_consecutive_ones(Vs), findall(Vs, true, [[0|Ws]]).
   Vs = [_,1,_], Ws = [1,1], ... .
?- length(Vs, 4), two_consecutive_ones(Vs), Vs = [X,Y,X,Y], Y = 0.
   false.
?- B #<==> automaton([X,Y], [source(a),sink(b)], [arc(a,1,a),arc(a,2,b)]), X = 3.
   B = 0, X = 3, clpz:(Y in inf..sup).
?- automaton([X,Y], [source(a),sink(b)], [arc(a,1,a),arc(a,2,b)]) #\/ X #= 5, X #\= 5.
   X = 1, Y = 2.

% Errors.

?- automaton(_, [], []).
   error(instantiation_error,automaton/3).
?- automaton([X], [b], []).
   error(domain_error(source_or_sink,b),automaton/3).
?- automaton([X], [source(a)], [arc(a,x,b)]).
   error(type_error(integer,x),automaton/3).
?- automaton([X], [source(a),sink(a)], [foo]).
   error(domain_error(arc,foo),automaton/3).
?- automaton([X], [source(a),sink(a)], []).
   false.
?- automaton(_, _, [X], [source(a),sink(a)], [arc(a,1,a,[C+Z])], [C], [0], [_]).
   error(domain_error(variable_from_template_or_counters,Z),automaton/8).
?- automaton(_, _, [X], [source(a),sink(a)], [], [], [], [], [foo]).
   error(domain_error(automaton_option,foo),automaton/9).
?- regular([X], [_]).
   error(instantiation_error,regular/2).
?- relation(X, [a], Y).
   error(domain_error(integer_and_domain,a),relation/3).
