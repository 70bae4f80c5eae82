% Lambda expressions `\X1^X2^Goal` and `Free+\X1^X2^Goal`.
%
% All variables of a lambda expression are local: each call renames them. Variables that are shared
% with the surrounding clause are listed in `Free`.

:- module(lambda, [
    op(201, xfx, +\),
    (^)/2, (^)/3, (^)/4, (^)/5, (^)/6, (^)/7, (^)/8, (^)/9,
    (\)/1, (\)/2, (\)/3, (\)/4, (\)/5, (\)/6, (\)/7, (\)/8,
    (+\)/2, (+\)/3, (+\)/4, (+\)/5, (+\)/6, (+\)/7, (+\)/8, (+\)/9
]).

:- meta_predicate ^(?,0), ^(?,0,?), ^(?,1,?,?), ^(?,2,?,?,?), ^(?,3,?,?,?,?).
:- meta_predicate ^(?,4,?,?,?,?,?), ^(?,5,?,?,?,?,?,?), ^(?,6,?,?,?,?,?,?,?).
:- meta_predicate \(0), \(1,?), \(2,?,?), \(3,?,?,?), \(4,?,?,?,?).
:- meta_predicate \(5,?,?,?,?,?), \(6,?,?,?,?,?,?), \(7,?,?,?,?,?,?,?).
:- meta_predicate +\(?,0), +\(?,1,?), +\(?,2,?,?), +\(?,3,?,?,?), +\(?,4,?,?,?,?).
:- meta_predicate +\(?,5,?,?,?,?,?), +\(?,6,?,?,?,?,?,?), +\(?,7,?,?,?,?,?,?,?).

%! ^(?X, :Goal, ?A, ...) is nondet.
%
%  Applies a lambda expression with the parameter `X` to arguments: unifies `X` with the first
%  argument and calls `Goal` with the others. Without arguments, calls `Goal`. Available with up to
%  seven arguments.
?- maplist(\X^Y^(Y is 2*X), [1,2,3], Ys).
   Ys = [2,4,6].
_^G :- call(G).

^(A, G, A) :- body(G), call(G).
^(A, G, A, B) :- call(G, B).
^(A, G, A, B, C) :- call(G, B, C).
^(A, G, A, B, C, D) :- call(G, B, C, D).
^(A, G, A, B, C, D, E) :- call(G, B, C, D, E).
^(A, G, A, B, C, D, E, F) :- call(G, B, C, D, E, F).
^(A, G, A, B, C, D, E, F, H) :- call(G, B, C, D, E, F, H).

% More parameters than arguments are an error.
body(G0) :-
    strip_module(G0, _, G),
    (   nonvar(G), G = _^_ -> existence_error(lambda_parameters, G, (^)/3)
    ;   true
    ).

%! \(:Lambda, ?A, ...) is nondet.
%
%  Calls `Lambda` with all its variables renamed. Available with up to seven arguments.
?- maplist(\X^(X = _), [1,2]).
   true.
\L :- copied([], L, M, C), body(C), call(M:C).

\(L, A1) :- copied([], L, M, C), call(M:C, A1).
\(L, A1, A2) :- copied([], L, M, C), call(M:C, A1, A2).
\(L, A1, A2, A3) :- copied([], L, M, C), call(M:C, A1, A2, A3).
\(L, A1, A2, A3, A4) :- copied([], L, M, C), call(M:C, A1, A2, A3, A4).
\(L, A1, A2, A3, A4, A5) :- copied([], L, M, C), call(M:C, A1, A2, A3, A4, A5).
\(L, A1, A2, A3, A4, A5, A6) :- copied([], L, M, C), call(M:C, A1, A2, A3, A4, A5, A6).
\(L, A1, A2, A3, A4, A5, A6, A7) :- copied([], L, M, C), call(M:C, A1, A2, A3, A4, A5, A6, A7).

%! +\(?Free, :Lambda, ?A, ...) is nondet.
%
%  As `\Lambda`, except that the variables of `Free` are not renamed. Available with up to seven
%  arguments.
?- maplist(N+\X^Y^(Y = X-N), [1,2], Ys).
   Ys = [1-N,2-N].
+\(Free, L) :- copied(Free, L, M, C), body(C), call(M:C).

+\(Free, L, A1) :- copied(Free, L, M, C), call(M:C, A1).
+\(Free, L, A1, A2) :- copied(Free, L, M, C), call(M:C, A1, A2).
+\(Free, L, A1, A2, A3) :- copied(Free, L, M, C), call(M:C, A1, A2, A3).
+\(Free, L, A1, A2, A3, A4) :- copied(Free, L, M, C), call(M:C, A1, A2, A3, A4).
+\(Free, L, A1, A2, A3, A4, A5) :- copied(Free, L, M, C), call(M:C, A1, A2, A3, A4, A5).
+\(Free, L, A1, A2, A3, A4, A5, A6) :- copied(Free, L, M, C), call(M:C, A1, A2, A3, A4, A5, A6).
+\(Free, L, A1, A2, A3, A4, A5, A6, A7) :- copied(Free, L, M, C), call(M:C, A1, A2, A3, A4, A5, A6, A7).

copied(Free, L, M, C) :-
    strip_module(L, M, P),
    copy_term_nat(Free+P, Free+C).
