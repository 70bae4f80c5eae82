% Predicates that are transparent to modules, for tests.

:- module(contexts, [caller/1, own/1, run/1, each/2, caller_below/1, keep/1, module_of/2, kept/1, quantified/2, twice//1]).

:- module_transparent caller/1, run/1, each/2, caller_below/1, keep/1, module_of/2, kept/1, quantified/2, twice//1.

caller(M) :- context_module(M).

own(M) :- context_module(M).

% Without an argument that is a variable, and through another transparent predicate.
caller_below(M) :- caller(M).

run(G) :- ( G -> true ; fail ).

each([], _).
each([X|Xs], G) :- call(G, X), each(Xs, G).

keep(X) :- assertz(kept_here(X)).

kept(Xs) :- findall(X, kept_here(X), Xs).

module_of(G, M) :- strip_module(G, M, _).

quantified(G, Xs) :- ( bagof(X, Y^call(G, X, Y), Xs) ; Xs = [] ), !.

twice(G) --> call(G), call(G).
