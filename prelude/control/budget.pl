% Goals that may spend no more than a budget of inferences and time, whatever they catch.

:- module(budget, [call_with_budget/3]).

:- use_module(library(error)).

:- meta_predicate call_with_budget(0,?,?).

%! call_with_budget(:Goal, +Budget, -Result) is nondet.
%
%  Calls `Goal`, which may spend no more than `Budget`, a list of `inferences(N)` and `time(Seconds)`, for all of its answers
%  together. What the program does between two answers does not count. `Result` is `!` if the answer leaves no choice point,
%  `true` if it leaves one, and `exceeded(inferences)` or `exceeded(time)` once the budget is spent; then the bindings of `Goal`
%  are undone, and it has no more answers. Of several limits of the same kind, the least holds; without one, there is none.
%
%  Nothing inside `Goal` catches that the budget is spent: neither catch/3 nor a call_with_budget/3 with more. Its cleanup
%  goals have a little time then.
?- call_with_budget(member(X,[a,b]), [inferences(1000)], R).
   X = a, R = true
;  X = b, R = ! .
?- call_with_budget(( repeat, fail ), [inferences(1000),time(60)], R).
   R = exceeded(inferences).
?- call_with_budget(( repeat, fail ), [time(0.01)], R).
   R = exceeded(time).
?- call_with_budget(catch(( repeat, fail ), _, ( repeat, fail )), [inferences(1000)], R).
   R = exceeded(inferences).
?- call_with_budget(setup_call_cleanup(true, ( repeat, fail ), ( repeat, fail )), [inferences(1000)], R).
   R = exceeded(inferences).
?- call_with_budget(call_with_budget(( repeat, fail ), [], _), [inferences(1000)], R).
   R = exceeded(inferences).
?- call_with_budget(call_with_budget(( repeat, fail ), [inferences(100)], R0), [inferences(10000)], R).
   R0 = exceeded(inferences), R = ! .
?- call_with_budget(fail, [], R).
   false.
?- call_with_budget(throw(a), [inferences(1000)], R).
   throw(a).
?- call_with_budget(true, [inferences(1000)|_], R).
   error(instantiation_error,must_be/2).
?- call_with_budget(true, [inferences(-1)], R).
   error(domain_error(not_less_than_zero,-1),must_be/2).
?- call_with_budget(true, [money(1)], R).
   error(domain_error(budget,money(1)),call_with_budget/3).
call_with_budget(G, Budget, R) :-
    must_be(list, Budget),
    limits(Budget, inf, N, inf, T),
    '$call_limited'(G, N, T, R).

limits([], N, N, T, T).
limits([B|Bs], N0, N, T0, T) :-
    must_be(nonvar, B),
    (   B = inferences(N1) ->
        must_be(not_less_than_zero, N1),
        least(N0, N1, N2),
        limits(Bs, N2, N, T0, T)
    ;   B = time(T1) ->
        must_be(number, T1),
        least(T0, T1, T2),
        limits(Bs, N0, N, T2, T)
    ;   domain_error(budget, B, call_with_budget/3)
    ).

least(inf, Y, Y) :- !.
least(X, Y, Z) :- Z is min(X, Y).
