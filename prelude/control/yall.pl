% Lambda expressions `[X1,X2]>>Goal` and `Free/[X1,X2]>>Goal`.
%
% A lambda expression with free variables is copied before each call; the variables of `Free` are
% shared with the surrounding clause. Without `Free`, variables that also occur in the surrounding
% clause are renamed too if they are unbound when the lambda expression is called.

:- module(yall, [
    (>>)/2, (>>)/3, (>>)/4, (>>)/5, (>>)/6, (>>)/7, (>>)/8, (>>)/9,
    (/)/2, (/)/3, (/)/4, (/)/5, (/)/6, (/)/7, (/)/8, (/)/9,
    is_lambda/1
]).

:- meta_predicate >>(?,:), >>(?,:,?), >>(?,:,?,?), >>(?,:,?,?,?), >>(?,:,?,?,?,?).
:- meta_predicate >>(?,:,?,?,?,?,?), >>(?,:,?,?,?,?,?,?), >>(?,:,?,?,?,?,?,?,?).
:- meta_predicate /(?,0), /(?,1,?), /(?,2,?,?), /(?,3,?,?,?), /(?,4,?,?,?,?).
:- meta_predicate /(?,5,?,?,?,?,?), /(?,6,?,?,?,?,?,?), /(?,7,?,?,?,?,?,?,?).

%! >>(+Parameters, :Goal, ?A, ...) is nondet.
%
%  Unifies the parameters with the arguments and calls `Goal` with the remaining arguments.
%  Available with up to seven arguments.
?- maplist([X,Y]>>(Y is 2*X), [1,2,3], Ys).
   Ys = [2,4,6].
?- maplist(F/[X]>>(X = F), [A,B]).
   F = A, B = A.
Ps>>G :- lambda([], Ps, G, []).

>>(Ps, G, A) :- lambda([], Ps, G, [A]).
>>(Ps, G, A, B) :- lambda([], Ps, G, [A,B]).
>>(Ps, G, A, B, C) :- lambda([], Ps, G, [A,B,C]).
>>(Ps, G, A, B, C, D) :- lambda([], Ps, G, [A,B,C,D]).
>>(Ps, G, A, B, C, D, E) :- lambda([], Ps, G, [A,B,C,D,E]).
>>(Ps, G, A, B, C, D, E, F) :- lambda([], Ps, G, [A,B,C,D,E,F]).
>>(Ps, G, A, B, C, D, E, F, H) :- lambda([], Ps, G, [A,B,C,D,E,F,H]).

lambda(Free0, Ps0, MG, As) :-
    strip_module(MG, M, G0),
    (   nonvar(Ps0), Ps0 = Free1/Ps1 -> Free = Free0+Free1
    ;   Free = Free0, Ps1 = Ps0
    ),
    (   ground(Ps1+G0) -> Ps = Ps1, G = G0
    ;   copy_term_nat(Free+Ps1+G0, Free+Ps+G)
    ),
    pass(Ps, As, Rest),
    applied(Rest, M, G).

pass(Ps, As, Rest) :-
    (   nonvar(Ps), Ps = [P|Ps1], As = [A|As1] -> P = A, pass(Ps1, As1, Rest)
    ;   Rest = As
    ).

applied([], M, G) :- call(M:G).
applied([A1], M, G) :- call(M:G, A1).
applied([A1,A2], M, G) :- call(M:G, A1, A2).
applied([A1,A2,A3], M, G) :- call(M:G, A1, A2, A3).
applied([A1,A2,A3,A4], M, G) :- call(M:G, A1, A2, A3, A4).
applied([A1,A2,A3,A4,A5], M, G) :- call(M:G, A1, A2, A3, A4, A5).
applied([A1,A2,A3,A4,A5,A6], M, G) :- call(M:G, A1, A2, A3, A4, A5, A6).
applied([A1,A2,A3,A4,A5,A6,A7], M, G) :- call(M:G, A1, A2, A3, A4, A5, A6, A7).

%! /(?Free, :Lambda, ?A, ...) is nondet.
%
%  Calls `Lambda` with all its variables renamed except those in `Free`. Available with up to seven
%  arguments.
?- maplist(/(F, [X]>>(X = F)), [A]).
   F = A.
Free/L :- shared(Free, L, []).

/(Free, L, A) :- shared(Free, L, [A]).
/(Free, L, A, B) :- shared(Free, L, [A,B]).
/(Free, L, A, B, C) :- shared(Free, L, [A,B,C]).
/(Free, L, A, B, C, D) :- shared(Free, L, [A,B,C,D]).
/(Free, L, A, B, C, D, E) :- shared(Free, L, [A,B,C,D,E]).
/(Free, L, A, B, C, D, E, F) :- shared(Free, L, [A,B,C,D,E,F]).
/(Free, L, A, B, C, D, E, F, G) :- shared(Free, L, [A,B,C,D,E,F,G]).

shared(Free, L0, As) :-
    strip_module(L0, M, L),
    (   nonvar(L), L = (Ps>>G) -> lambda(Free, Ps, M:G, As)
    ;   copy_term_nat(Free+L, Free+G),
        applied(As, M, G)
    ).

%! is_lambda(@Term) is semidet.
%
%  True if `Term` is a lambda expression of this library.
?- is_lambda([X]>>true).
   true.
is_lambda(T) :- nonvar(T), ( T = (_>>_) -> true ; T = _/L, nonvar(L), L = (_>>_) ).
