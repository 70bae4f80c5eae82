% Goals that may spend no more than a budget of inferences, time, answers, propagations and output, whatever they catch.

:- module(budget, [call_with_budget/3]).

:- use_module(library(error)).

:- meta_predicate call_with_budget(0,?,?).

%! call_with_budget(:Goal, +Budget, -Result) is nondet.
%
%  Calls `Goal`, which may spend no more than `Budget`, a list of `inferences(N)`, `time(Seconds)`, `answers(N)`,
%  `propagations(N)` (runs of propagators of constraints) and `output(Bytes)`, for all of its answers together. What the program
%  does between two answers does not count; output into memory, as that of with_output_to/2, never does. Output that would
%  exceed its limit is not written. Memory is limited for a machine as a whole, not for a goal. `Result` is `!` if the answer
%  leaves no choice point, `true` if it leaves one, and `exceeded(Resource)` with the name of the resource once the budget is
%  spent; then the bindings of `Goal` are undone, and it has no more answers. A goal that has exactly as many answers as it may
%  have does not exceed its budget. Of several limits of the same kind, the least holds; without one, there is none.
%
%  Nothing inside `Goal` catches that the budget is spent: neither catch/3 nor a call_with_budget/3 with more. Its cleanup
%  goals have a little time then.
%
%  A thread may outlive the goal that makes it, so it has no part in the budget: its inferences count when the goal joins it,
%  and nothing else that it spends. `thread_create(call_with_budget(G, Budget, Result), Id)` limits the thread itself. Limits of
%  the host hold for all threads together.
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
?- call_with_budget(( clpz:ins([X,Y,Z],..(0,1000000)), clpz: #=(X+Y,2*Z), clpz: #>(X,Z+3), clpz: #>(Y,Z) ),
      [propagations(1000)], R).
   R = exceeded(propagations).
?- call_with_budget(( length(L,30), clpz:ins(L,..(1,30)), clpz:all_distinct(L), clpz:sum(L,#=,466), clpz:labeling([],L) ),
      [propagations(1000)], R).
   R = exceeded(propagations).
?- call_with_budget(( clpz:in(X,..(1,2)), clpz:labeling([],[X]) ), [propagations(1000)], R).
   X = 1, R = true
;  X = 2, R = ! .
?- call_with_budget(( repeat, write(ab), fail ), [output(5)], R).
   outputs("abab"), R = exceeded(output).
?- call_with_budget(catch(write(abc), _, true), [output(2)], R).
   R = exceeded(output).
?- call_with_budget(( with_output_to(string(_), write(abc)), write(ab) ), [output(2)], R).
   outputs("ab"), R = ! .
?- call_with_budget(( write(a) ; write(b) ; write(c) ), [output(2)], R).
   outputs("a"), R = true
;  outputs("b"), R = true
;  R = exceeded(output).
?- call_with_budget(true, [output(a)], R).
   error(type_error(integer,a),must_be/2).
?- call_with_budget(catch(( repeat, fail ), _, ( repeat, fail )), [inferences(1000)], R).
   R = exceeded(inferences).
?- call_with_budget(setup_call_cleanup(true, ( repeat, fail ), ( repeat, fail )), [inferences(1000)], R).
   R = exceeded(inferences).
?- call_with_budget(call_with_budget(( repeat, fail ), [], _), [inferences(1000)], R).
   R = exceeded(inferences).
?- call_with_budget(call_with_budget(( repeat, fail ), [inferences(100)], R0), [inferences(10000)], R).
   R0 = exceeded(inferences), R = ! .
?- call_with_budget(( thread_create(numlist(1, 10000, _), Id), thread_join(Id) ), [inferences(1000)], R).
   R = exceeded(inferences).
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
    limits(Budget, limits(counts(inf,inf,inf),inf,inf), limits(Counts,T,A)),
    (   A == inf -> '$call_limited'(G, Counts, T, R)
    ;   counted(G, Counts, T, A, R)
    ).

limits([], Ls, Ls).
limits([B|Bs], Ls0, Ls) :-
    must_be(nonvar, B),
    (   limit(B, Type, N1, N0, N, Ls0, Ls1) ->
        must_be(Type, N1),
        least(N0, N1, N),
        limits(Bs, Ls1, Ls)
    ;   domain_error(budget, B, call_with_budget/3)
    ).

% The type and the value of a limit; the least one so far, and the least one with it, in the terms that hold all of them.
limit(inferences(I1), not_less_than_zero, I1, I0, I, limits(counts(I0,P,O),T,A), limits(counts(I,P,O),T,A)).
limit(propagations(P1), not_less_than_zero, P1, P0, P, limits(counts(I,P0,O),T,A), limits(counts(I,P,O),T,A)).
limit(output(O1), not_less_than_zero, O1, O0, O, limits(counts(I,P,O0),T,A), limits(counts(I,P,O),T,A)).
limit(time(T1), number, T1, T0, T, limits(Counts,T0,A), limits(Counts,T,A)).
limit(answers(A1), not_less_than_zero, A1, A0, A, limits(Counts,T,A0), limits(Counts,T,A)).

least(inf, Y, Y) :- !.
least(X, Y, Z) :- Z is min(X, Y).

% The ball is thrown outside the goal, which cannot catch it.
counted(G, Counts, T, A, R) :-
    '$limit_new'(Token),
    Count = count(0),
    catch(within(G, Counts, T, A, Count, Token, R0), '$limit'(Token,answers), R0 = exceeded(answers)),
    ( R0 == true -> true ; ! ),
    R = R0.

within(G, Counts, T, A, Count, Token, R) :-
    '$call_limited'(G, Counts, T, R),
    (   R = exceeded(_) -> true
    ;   arg(1, Count, K),
        ( K < A -> true ; throw('$limit'(Token,answers)) ),
        K1 is K+1,
        nb_setarg(1, Count, K1)
    ).
