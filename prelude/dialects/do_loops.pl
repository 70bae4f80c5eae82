% Loops: `Iterators do Body` (Schimpf, "Logical Loops", ICLP 2002), as in SICStus Prolog and ECLiPSe.

:- module(do_loops, [(do)/2, (do)/4, op(1100,xfy,do)]).

:- meta_predicate do(?,0), do(?,?,?,?).

% A text that imports this library has its loops compiled: each becomes a predicate `do__N` of its own. Elsewhere a
% loop is interpreted.

%! do(+Iterators, :Body) is nondet.
%
%  Calls `Body` once for each step of the iterators, which go on together; they are joined by commas:
%
%    - `foreach(X, List)`: `X` is each element of `List`. A partial list is completed.
%    - `fromto(First, In, Out, Last)`: `In` is `First` in the first step, and the `Out` of the step before in all
%      others; the loop ends when the newest `Out` is `Last`.
%    - `for(I, From, To)`, `for(I, From, To, Step)`: `I` is each integer; `From` and `To` are expressions.
%    - `count(I, From, To)`: the same, but `To` may be a variable, which becomes the last integer.
%    - `foreacharg(X, Term)`, `foreacharg(X, Term, I)`: `X` is each argument, and `I` its number.
%    - `foreachelem(X, Array)`: `X` is each element of an array, a term of `'[]'` with arrays or elements.
%    - `multifor(Is, Froms, Tos)`: `Is` is each list of integers between those of two lists, the last one fastest.
%    - `param(X, ...)`: `X` is the same in all steps and outside of the loop.
%
%  All other variables of `Body` are local to one step. A cut in `Body` is local to the step. Throws a domain error
%  for other iterators.
?- ( foreach(X, [1,2,3]) do write(X) ).
   outputs("123").
?- ( foreach(X, [1,2,3]), foreach(Y, Ys) do Y is X+3 ).
   Ys = [4,5,6].
?- ( foreach(X, [1,2,3]), fromto(0, In, Out, Sum) do Out is In+X ).
   Sum = 6.
?- ( foreach(X, [1,2,3]), fromto([], In, Out, Rev) do Out = [X|In] ).
   Rev = [3,2,1].
?- ( foreach(X, [5,3,8,1,4,6]), fromto(Xs, Out, In, []) do X > 3 -> Out = [X|In] ; Out = In ).
   Xs = [5,8,4,6].
?- ( for(I, 1, 5), foreach(I, Is) do true ).
   Is = [1,2,3,4,5].
?- ( foreach(X, [a,b,c]), count(I, 1, N), foreach(I-X, Ps) do true ).
   N = 3, Ps = [1-a,2-b,3-c].
?- ( foreacharg(X, s(a,b,c), I), foreach(I-X, Ps) do true ).
   Ps = [1-a,2-b,3-c].
?- ( fromto(L, [X|Xs], Xs, []), foreach(Y, [1,2]), param(Z) do X = Y-Z ).
   L = [1-Z,2-Z].
?- ( for(I, 1, 3), foreach(Row, Rows) do ( for(J, 1, 2), foreach(E, Row), param(I) do E = I*J ) ).
   Rows = [[1*1,1*2],[2*1,2*2],[3*1,3*2]].
?- ( multifor(Is, [1,1], [2,2]), foreach(Is, L) do true ).
   L = [[1,1],[1,2],[2,1],[2,2]].
?- ( for(I, 6, 1, -2), foreach(I, Is) do true ).
   Is = [6,4,2].
?- ( foreachelem(X, '[]'('[]'(1,2),'[]'(3,4))), foreach(X, Xs) do true ).
   Xs = [1,2,3,4].
?- ( forever(X) do true ).
   error(domain_error(iterator,forever(X)),(do)/2).
do(Is, B0) :-
    strip_module(B0, M, B),
    loop(Is, loop(Pre,Start,Base,Head,Before,Next)),
    all(Pre),
    steps(Start, step(Base,Head,Before,B,Next), M).

%! do(+Iterators, +Body, ?List, ?Rest) is nondet.
%
%  A loop in a grammar rule: `Body` is a grammar body, which describes the difference of the lists in each step.
?- phrase(( foreach(X, [1,2,3]) do [X] ), L).
   L = [1,2,3].
do(Is, B, S0, S) :- do((fromto(S0,S1,S2,S),Is), phrase(B,S1,S2)).

% The clauses of a loop are interpreted. A step renames them, without their constraints: these belong to variables
% outside of the loop, which a step sees through its arguments only.
steps(Start, Step, M) :-
    copy_term_nat(Step, step(Base,Head,Before,Body,Next)),
    (   Start = Base -> true
    ;   Start = Head,
        all(Before),
        call(M:Body),
        steps(Next, Step, M)
    ).

all([]).
all([G|Gs]) :- call(do_loops:G), all(Gs).

% loop(Iterators, Loop): a loop is loop(Pre, Start, Base, Head, Before, Next): the goals before the loop; its first
% arguments; those of the clause that ends it, of the head of the other clause, and of its recursive call; and the
% goals before the body.
loop(Is, loop(Pre,Start,Base,Head,Before,Next)) :-
    iterators(Is, Ls, []),
    joined(Ls, Pre, Start, Base, Head, Before, Next).

iterators(I, _, _) :- var(I), !, instantiation_error((do)/2).
iterators((I,Is), Ls0, Ls) :- !, iterators(I, Ls0, Ls1), iterators(Is, Ls1, Ls).
iterators(I, [L|Ls], Ls) :-
    (   iterator(I, L) -> true
    ;   domain_error(iterator, I, (do)/2)
    ).

joined([], [], [], [], [], [], []).
joined([loop(P,S,B,H,G,N)|Ls], Pre, Start, Base, Head, Before, Next) :-
    append(P, Pre1, Pre),
    append(S, Start1, Start),
    append(B, Base1, Base),
    append(H, Head1, Head),
    append(G, Before1, Before),
    append(N, Next1, Next),
    joined(Ls, Pre1, Start1, Base1, Head1, Before1, Next1).

iterator(foreach(X,Xs), loop([],[Xs],[[]],[[X|Ys]],[],[Ys])).
iterator(fromto(F,I,O,L), loop([],[F,L],[X,X],[I,Y],[],[O,Y])).
iterator(for(I,F,T), L) :- iterator(for(I,F,T,1), L).
iterator(for(I,F,T,D), loop(Pre,[From,Stop],[X,X],[I,Y],[I1 is I+D],[I1,Y])) :-
    integer(D),
    D =\= 0,
    (   integer(F), integer(T) -> Pre = [], range(F, T, D, From, Stop)
    ;   Pre = [range(F,T,D,From,Stop)]
    ).
iterator(count(I,F,T), loop(Pre,[From,To],[X,X],[I0,Y],[I is I0+1],[I,Y])) :-
    (   integer(F) -> From is F-1, Pre = Pre1
    ;   Pre = [From is F-1|Pre1]
    ),
    (   ( var(T) ; integer(T) ) -> To = T, Pre1 = []
    ;   Pre1 = [To is T]
    ).
iterator(foreacharg(X,T), L) :- iterator(foreacharg(X,T,_), L).
iterator(foreacharg(X,T,I), loop([stop(T,Stop)],[1,Stop,T],[Y,Y,_],[I,Z,U],[arg(I,U,X),I1 is I+1],[I1,Z,U])).
iterator(foreachelem(X,A), loop([elements(A,Xs)|Pre],S,B,H,G,N)) :- iterator(foreach(X,Xs), loop(Pre,S,B,H,G,N)).
iterator(multifor(Is,Fs,Ts), loop([first_indices(Fs,Ts,F)],[F,Fs,Ts],[done,_,_],[Is,Gs,Us],[next_indices(Is,Gs,Us,N)],[N,Gs,Us])).
iterator(loop_name(_), loop([],[],[],[],[],[])).
iterator(I, loop([],Xs,Ys,Xs,[],Xs)) :-
    callable(I),
    I =.. [param|Xs],
    length(Xs, N),
    length(Ys, N).

% The first integer of a loop, and the one at which it ends.
range(F0, T0, D, F, Stop) :-
    F is F0,
    must_be(integer, F),
    T is T0,
    must_be(integer, T),
    Steps is max(0, (T-F) div D + 1),
    Stop is F+Steps*D.

stop(T, Stop) :-
    (   var(T) -> instantiation_error((do)/2)
    ;   true
    ),
    functor(T, _, N),
    Stop is N+1.

elements(A, Xs) :-
    must_be(compound, A),
    phrase(elements(A), Xs).

elements(A) -->
    (   { compound(A), functor(A, [], _) } ->
        { A =.. [_|Xs] },
        each_elements(Xs)
    ;   [A]
    ).

each_elements([]) --> [].
each_elements([X|Xs]) --> elements(X), each_elements(Xs).

% The first list of integers, or `done` if a range is empty.
first_indices(Fs, Ts, Is) :-
    must_be(list(integer), Fs),
    must_be(list(integer), Ts),
    (   same_length(Fs, Ts) -> true
    ;   domain_error(iterator, multifor(_,Fs,Ts), (do)/2)
    ),
    (   empty_range(Fs, Ts) -> Is = done
    ;   Is = Fs
    ).

empty_range([F|Fs], [T|Ts]) :-
    (   F > T -> true
    ;   empty_range(Fs, Ts)
    ).

next_indices(Is, Fs, Ts, Next) :-
    (   increased(Is, Fs, Ts, Next0) -> Next = Next0
    ;   Next = done
    ).

increased([I|Is], [_F|Fs], [T|Ts], Next) :-
    (   increased(Is, Fs, Ts, Next0) -> Next = [I|Next0]
    ;   I < T,
        J is I+1,
        Next = [J|Fs]
    ).

%% Compilation

% '$clauses'(Module, Clause, Clauses): `Clauses` are the clause without loops, and the clauses of its loops.
'$clauses'(M, (H:-B0), [(H:-B)|Cs]) :- phrase(without_loops(B0, M, B), Cs).

without_loops(G, _, G) --> { var(G) }, !.
without_loops((A0,B0), M, (A,B)) --> !, without_loops(A0, M, A), without_loops(B0, M, B).
without_loops((A0;B0), M, (A;B)) --> !, without_loops(A0, M, A), without_loops(B0, M, B).
without_loops((A0->B0), M, (A->B)) --> !, without_loops(A0, M, A), without_loops(B0, M, B).
without_loops((A0*->B0), M, (A*->B)) --> !, without_loops(A0, M, A), without_loops(B0, M, B).
without_loops(\+A0, M, \+A) --> !, without_loops(A0, M, A).
without_loops(do(Is,B), M, G) --> { given(Is), given(B) }, !, compiled(Is, B, M, G).
without_loops(do(Is,B,S0,S), M, G) -->
    { given(Is), given(B), dcg_translate_rule((body-->B), Rule), Rule = (body(S1,S2):-B1) },
    !,
    compiled((fromto(S0,S1,S2,S),Is), B1, M, G).
without_loops(G0, M, G) -->
    { has_loop(G0), predicate_property(M:G0, meta_predicate(Specs)) },
    !,
    { G0 =.. [F|As0], Specs =.. [_|Ss] },
    arguments(Ss, As0, M, As),
    { G =.. [F|As] }.
without_loops(G, _, G) --> [].

% The iterators are known, and the body is not only a variable.
given(Is) :- nonvar(Is), ( Is = (A,B) -> given(A), given(B) ; true ).

has_loop(T) :- sub_term(S, T), nonvar(S), ( S = do(_,_) ; S = do(_,_,_,_) ), !.

arguments([], [], _, []) --> [].
arguments([S|Ss], [A0|As0], M, [A|As]) -->
    argument(S, A0, M, A),
    arguments(Ss, As0, M, As).

argument(S, A0, M, A) -->
    (   { S == 0 } -> without_loops(A0, M, A)
    ;   { S == (^) } -> quantified(A0, M, A)
    ;   { A = A0 }
    ).

quantified(A0, M, A) -->
    (   { nonvar(A0), A0 = V^B0 } -> quantified(B0, M, B), { A = V^B }
    ;   without_loops(A0, M, A)
    ).

compiled(Is, B0, M, G) -->
    { loop(Is, loop(Pre,Start,Base,Head,Before,Next)) },
    without_loops(B0, M, B),
    { new_name(F),
      Call =.. [F|Start],
      End =.. [F|Base],
      Step =.. [F|Head],
      Again =.. [F|Next],
      conjunction(Pre, Call, G),
      conjunction(Before, (B,Again), Body) },
    [(End:-!), (Step:-Body)].

conjunction([], G, G).
conjunction([P|Ps], G0, (Q,G)) :-
    (   ( P = (_ is _) ; P = arg(_,_,_) ) -> Q = P
    ;   Q = do_loops:P
    ),
    conjunction(Ps, G0, G).

new_name(F) :-
    (   '$global'('$loops', N0) -> true
    ;   N0 = 0
    ),
    N is N0+1,
    nb_setval('$loops', N),
    number_codes(N, Cs),
    atom_codes(A, Cs),
    atom_concat('do__', A, F).
