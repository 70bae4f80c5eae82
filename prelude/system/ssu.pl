% Operators for rules with single-sided unification: `Head => Body`.

% A goal must be an instance of the head of such a rule, so that calling it binds nothing; the first rule whose head and guard
% hold is taken, and if there is none, that is an error. Programs find these operators without importing them, unless they
% have an operator `=>` of their own.

:- module(ssu, [op(1200, xfx, =>), op(1200, xfx, ?=>)]).
