% Goals that may spend no more than a budget of inferences and time, whatever they catch.

:- module(budget, [call_with_budget/3]).

:- use_module(library(error)).

:- meta_predicate call_with_budget(0,?,?).

%! call_with_budget(:Goal, +Budget, -Result) is nondet.
%
%  Calls `Goal`, which may spend no more than `Budget`, a list of `inferences(N)`, `time(Seconds)` and `answers(N)`, for all of its
%  answers together. What the program does between two answers does not count. `Result` is `!` if the answer leaves no choice
%  point, `true` if it leaves one, and `exceeded(Resource)` with the name of the resource once the budget is spent; then the bindings
%  of `Goal` are undone, and it has no more answers. A goal that has exactly as many answers as it may have does not exceed its
%  budget. Of several limits of the same kind, the least holds; without one, there is none.
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
?- call_with_budget(member(X,[a,b,c]), [answers(2)], R).
   X = a, R = true
;  X = b, R = true
;  R = exceeded(answers).
?- call_with_budget(member(X,[a,b]), [answers(2)], R).
   X = a, R = true
;  X = b, R = ! .
?- call_with_budget(catch(repeat, _, true), [answers(3),answers(0)], R).
   R = exceeded(answers).
?- call_with_budget(call_with_budget(member(X,[a,b,c]), [answers(1)], R0), [answers(1)], R).
   X = a, R0 = true, R = true
;  R = exceeded(answers).
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
    limits(Budget, limits(inf,inf,inf), limits(N,T,A)),
    (   A == inf -> '$call_limited'(G, N, T, R)
    ;   counted(G, N, T, A, R)
    ).

limits([], Ls, Ls).
limits([B|Bs], limits(N0,T0,A0), Ls) :-
    must_be(nonvar, B),
    (   B = inferences(N1) ->
        must_be(not_less_than_zero, N1),
        least(N0, N1, N),
        limits(Bs, limits(N,T0,A0), Ls)
    ;   B = time(T1) ->
        must_be(number, T1),
        least(T0, T1, T),
        limits(Bs, limits(N0,T,A0), Ls)
    ;   B = answers(A1) ->
        must_be(not_less_than_zero, A1),
        least(A0, A1, A),
        limits(Bs, limits(N0,T0,A), Ls)
    ;   domain_error(budget, B, call_with_budget/3)
    ).

least(inf, Y, Y) :- !.
least(X, Y, Z) :- Z is min(X, Y).

% The ball is thrown outside the goal, which cannot catch it.
counted(G, N, T, A, R) :-
    '$limit_new'(Token),
    Count = count(0),
    catch(within(G, N, T, A, Count, Token, R0), '$limit'(Token,answers), R0 = exceeded(answers)),
    ( R0 == true -> true ; ! ),
    R = R0.

within(G, N, T, A, Count, Token, R) :-
    '$call_limited'(G, N, T, R),
    (   R = exceeded(_) -> true
    ;   arg(1, Count, K),
        ( K < A -> true ; throw('$limit'(Token,answers)) ),
        K1 is K+1,
        nb_setarg(1, Count, K1)
    ).
