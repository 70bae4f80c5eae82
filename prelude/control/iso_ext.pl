% Widely used control predicates beyond the standard: counting answers, limits on inferences and
% depth, determinism of a call, and tests on partial strings.

:- module(iso_ext, [
    call_nth/2, countall/2,
    call_with_inference_limit/3, partial_string/1, partial_string/3, partial_string_tail/2, succ_or_zero/1,
    call_with_depth_limit/3, call_det/2, findnsols/4, findnsols/5, not/1, nb_current/2
]).

:- meta_predicate call_nth(0,?), countall(0,?), call_with_inference_limit(0,?,?).
:- meta_predicate call_det(0,?), findnsols(?,?,0,?), findnsols(?,?,0,?,?), not(0).
:- meta_predicate call_with_depth_limit(0,?,?), limited(0,?,?).

%! call_nth(:Goal, ?N) is nondet.
%
%  True for answer number `N` of `Goal`, counting from 1. Enumerates the answers with their numbers
%  if `N` is a variable. Throws a domain error if `N` is negative.
?- call_nth(member(X,[a,b,c]), 2).
   X = b.
?- call_nth(member(X,[a,b]), N).
   X = a, N = 1
;  X = b, N = 2.
?- call_nth(true, -1).
   error(domain_error(not_less_than_zero,-1),call_nth/2).
?- call_nth(true, 0).
   false.
call_nth(G, N) :-
    can_be(integer, N),
    ( integer(N), N < 0 -> throw(error(domain_error(not_less_than_zero,N), call_nth/2)) ; true ),
    State = count(0),
    (   integer(N) ->
        N > 0,
        call(G),
        counted(State, N0),
        N0 =:= N,
        !
    ;   call(G),
        counted(State, N)
    ).

counted(State, N) :-
    arg(1, State, N0),
    N is N0+1,
    nb_setarg(1, State, N).

%! countall(:Goal, ?N) is semidet.
%
%  True if `N` is the number of answers of `Goal`.
?- countall(member(_,[a,b]), N).
   N = 2.
countall(G, N) :-
    can_be(integer, N),
    State = count(0),
    (   call(G),
        counted(State, _),
        fail
    ;   arg(1, State, N)
    ).

%! call_with_inference_limit(:Goal, +Limit, -Result) is nondet.
%
%  Calls `Goal` with at most `Limit` inferences for each answer. `Result` is `!` if the answer
%  leaves no choice point, `true` if it leaves one, and `inference_limit_exceeded` if the limit is
%  reached.
?- call_with_inference_limit(true, 1000, R).
   R = ! .
?- call_with_inference_limit(( repeat, fail ), 1000, R).
   R = inference_limit_exceeded.
?- call_with_inference_limit(throw(a), 0, R).
   R = inference_limit_exceeded.
?- call_with_inference_limit(catch(( repeat, fail ), _, ( repeat, fail )), 1000, R).
   R = inference_limit_exceeded.
call_with_inference_limit(G, L, R) :-
    must_be(not_less_than_zero, L),
    '$call_limited'(G, L, inf, R0),
    (   R0 = exceeded(_) -> R = inference_limit_exceeded
    ;   R = R0
    ).

%! call_with_depth_limit(:Goal, +Limit, -Result) is nondet.
%
%  Calls `Goal` with a limit on the depth of calls: `Goal` itself is called at depth 1, the goals of
%  its clauses at depth 2, and so on, including last calls. Calls at a depth greater than `Limit`
%  fail. `Result` is the greatest depth reached up to the answer, or `depth_limit_exceeded` if there
%  is no answer and some call was too deep.
?- call_with_depth_limit(member(X,[a,b]), 10, R).
   X = a, R = ...
;  X = b, R = ... .
?- call_with_depth_limit(member(x,[a,b,c,x]), 2, R).
   R = depth_limit_exceeded.
call_with_depth_limit(G, L, R) :-
    must_be(integer, L),
    State = depth(1),
    '$depth_limit'(-1, 0, L0, R0),
    catch(deep(G, L, L0, R0, State, R), Ball, ( '$depth_limit'(L0, R0, _, _), throw(Ball) )).

:- meta_predicate deep(0,?,?,?,?,?).

% Only the goal is called while the limit applies.
deep(G, L, L0, R0, State, R) :-
    '$choice_point'(B0),
    '$depth_limit'(L, 1, _, _),
    call(G),
    '$depth_limit'(L0, R0, _, D),
    '$choice_point'(B),
    R = D,
    (   B == B0 -> !
    ;   nb_setarg(1, State, D),
        deep_again(L, State)
    ).
deep(_, L, L0, R0, _, R) :-
    '$depth_limit'(L0, R0, _, D),
    D > L,
    R = depth_limit_exceeded.

% The limit does not apply outside the goal; backtracking into the goal restores it.
deep_again(_, _).
deep_again(L, State) :- arg(1, State, D), '$depth_limit'(L, D, _, _), fail.

%! call_det(:Goal, -Det) is nondet.
%
%  Calls `Goal` and unifies `Det` with `true` if it left no choice point, else with `false`.
?- call_det(member(X,[a,b]), Det).
   X = a, Det = false
;  X = b, Det = true.
call_det(G, Det) :-
    '$choice_point'(B0),
    call(G),
    '$choice_point'(B),
    (   B == B0 -> Det = true
    ;   Det = false
    ).

%! findnsols(+N, ?Template, :Goal, -Instances) is nondet.
%
%  As findall/3, in portions of at most `N` answers: each answer of findnsols/4 gives the next
%  portion.
?- findnsols(2, X, member(X,[a,b,c]), Xs).
   Xs = "ab"
;  Xs = "c".
?- findnsols(0, X, member(X,[a,b,c]), Xs).
   Xs = [].
findnsols(N, T, G, Xs) :-
    must_be(not_less_than_zero, N),
    (   N =:= 0 -> Xs = []
    ;   portions(N, T, G, Xs)
    ).

:- meta_predicate portions(?,?,0,?).

portions(N, T0, G0, Xs) :-
    strip_module(G0, M, P0),
    copy_term(T0+P0, T+P),
    State = found(0, []),
    (   call_det(M:P, Det),
        arg(1, State, I0),
        arg(2, State, Rs),
        I is I0+1,
        (   ( I =:= N ; Det == true ) ->
            nb_setarg(1, State, 0),
            nb_setarg(2, State, []),
            reverse([T|Rs], Xs),
            ( Det == true -> ! ; true )
        ;   nb_setarg(1, State, I),
            nb_setarg(2, State, [T|Rs]),
            fail
        )
    ;   arg(2, State, Rs),
        reverse(Rs, Xs)
    ).

%! findnsols(+N, ?Template, :Goal, -Instances, ?Rest) is nondet.
%
%  As findnsols/4, with lists of instances that end in `Rest`.
?- findnsols(2, X, member(X,[a,b,c]), Xs, Ys).
   Xs = [a,b|Ys]
;  Xs = [c|Ys].
?- findnsols(2, X, fail, Xs, []).
   Xs = [].
findnsols(N, T, G, Xs, Ys) :-
    findnsols(N, T, G, Zs),
    append(Zs, Ys, Xs).

%! partial_string(@Term) is semidet.
%
%  True if `Term` is a list of characters, or a partial list that begins with at least one
%  character.
?- partial_string("abc").
   true.
partial_string(T) :-
    '$skip_list'(T, N, Tail),
    ( Tail == [] -> true ; var(Tail), N > 0 ),
    length(Cs, N),
    append(Cs, _, T), !,
    all_chars(Cs).

all_chars([]).
all_chars([C|Cs]) :- atom(C), atom_length(C, 1), all_chars(Cs).

%! partial_string(+Chars, ?List, ?Tail) is semidet.
%
%  True if `List` has the elements of `Chars` followed by those of `Tail`.
?- partial_string("ab", L, T).
   L = [a,b|T].
partial_string(Cs, L, T) :- append(Cs, T, L), !.

%! succ_or_zero(+N) is semidet.
%
%  True if `N` is a natural number.
?- succ_or_zero(0).
   true.
succ_or_zero(N) :- integer(N), N >= 0.

%! not(:Goal) is semidet.
%
%  True if `Goal` has no answer, as `\+Goal`.
?- not(fail).
   true.
not(G) :- \+ call(G).

%! nb_current(?Key, ?Value) is nondet.
%
%  True if the global variable `Key` has the value `Value`.
?- nb_setval(nb, 1), nb_current(nb, V).
   V = 1.
nb_current(K, V) :-
    (   atom(K) -> '$global'(K, V)
    ;   '$globals'(Ks),
        member(K, Ks),
        '$global'(K, V)
    ).

%! partial_string_tail(+List, -Tail) is semidet.
%
%  Unifies `Tail` with the tail that follows the characters of a partial list.
?- partial_string_tail([a,b|T0], T).
   T0 = T.
partial_string_tail(L, T) :- '$skip_list'(L, _, T).
