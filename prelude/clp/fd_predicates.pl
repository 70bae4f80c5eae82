% FD predicates of SICStus Prolog: operators for their clauses, and other names of the connectives.
%
% The loader handles clauses `Head +: Body` and the three other kinds; `Head` then is a constraint,
% which can be called and reified.

:- module(fd_predicates, [
    op(1200, xfx, +:), op(1200, xfx, -:), op(1200, xfx, +?), op(1200, xfx, -?),
    op(760, yfx, #<=>), op(750, xfy, #=>), op(750, yfx, #<=),
    op(490, yfx, ?), op(400, yfx, />), op(400, yfx, /<),
    (#<=>)/2, (#=>)/2, (#<=)/2
]).

:- use_module(library(clpz)).

%! #<=>(?P, ?Q) is semidet.
%
%  True if both formulas have the same truth value, as `P #<==> Q`.
?- X in 1..2, Y in 3..5, X #=< Y #<=> B.
   B = 1, clpz:(X in 1..2), clpz:(Y in 3..5).
P #<=> Q :- '$fd_formula'(P #<=> Q).

%! #=>(?P, ?Q) is semidet.
%
%  True if `P` implies `Q`, as `P #==> Q`.
?- X in 0..9, X #> 3 #=> X #> 10.
   clpz:(X in 0..3).
P #=> Q :- '$fd_formula'(P #=> Q).

%! #<=(?P, ?Q) is semidet.
%
%  True if `Q` implies `P`, as `P #<== Q`.
?- X in 0..9, X #> 10 #<= X #> 3.
   clpz:(X in 0..3).
P #<= Q :- '$fd_formula'(P #<= Q).
