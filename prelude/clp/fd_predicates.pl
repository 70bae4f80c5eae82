% FD predicates, as SICStus has them: operators for their clauses, and the
% names that SICStus gives the connectives.
%
% A clause `Head +: Body` is read by the loader, and so are the other three
% kinds. `Head` then is a constraint, which can be called and reified.

:- module(fd_predicates, [
    op(1200, xfx, +:), op(1200, xfx, -:), op(1200, xfx, +?), op(1200, xfx, -?),
    op(760, yfx, #<=>), op(750, xfy, #=>), op(750, yfx, #<=),
    op(490, yfx, ?), op(400, yfx, />), op(400, yfx, /<),
    (#<=>)/2, (#=>)/2, (#<=)/2
]).

:- use_module(library(clpz)).

%! #<=>(?P, ?Q) is semidet.
%
%  Both formulas are true or both are false; the same as `#<==>`.
?- X in 1..2, Y in 3..5, X #=< Y #<=> B.
   B = 1, clpz:(X in 1..2), clpz:(Y in 3..5).
P #<=> Q :- '$fd_formula'(P #<=> Q).

%! #=>(?P, ?Q) is semidet.
?- X in 0..9, X #> 3 #=> X #> 10.
   clpz:(X in 0..3).
P #=> Q :- '$fd_formula'(P #=> Q).

%! #<=(?P, ?Q) is semidet.
?- X in 0..9, X #> 10 #<= X #> 3.
   clpz:(X in 0..3).
P #<= Q :- '$fd_formula'(P #<= Q).
