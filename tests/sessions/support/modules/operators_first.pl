:- op(700, xfx, ===>).
:- module(operators_first, [rewrites/1, (====>)/2, op(700, xfx, ====>)]).

:- prolog_load_context(script, false).

rewrites(a ===> b).
a ====> b.
