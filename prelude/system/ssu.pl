% Operators of rules with single-sided unification: `Head => Body`.
%
% A goal matches such a rule if it is an instance of the head, so a call binds no variable of the
% goal. The first rule whose head matches and whose guard holds is taken; if there is none, an error
% is thrown. Programs may use these operators without importing them, unless they define an operator
% `=>` of their own.

:- module(ssu, [op(1200, xfx, =>), op(1200, xfx, ?=>)]).
