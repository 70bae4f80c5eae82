% Operations on the sequence of the answers of a goal: selecting, ordering, removing duplicates.

:- module(solution_sequences, [
    limit/2, offset/2, order_by/2, distinct/1, distinct/2, reduced/1, reduced/3, group_by/4
]).

:- meta_predicate limit(?,0), offset(?,0), order_by(?,0), distinct(0), distinct(?,0), reduced(0), reduced(?,0,?), group_by(?,?,0,?).
:- meta_predicate new_answer(?,0,?).

%! limit(+N, :Goal) is nondet.
%
%  Succeeds for the first `N` answers of `Goal`, for all of them if `N` is `inf`.
?- limit(2, member(X,[a,b,c])).
   X = a
;  X = b.
limit(N, G) :-
    (   ( N == inf ; N == infinite ) -> call(G)
    ;   must_be(not_less_than_zero, N),
        N > 0,
        State = count(0),
        call(G),
        arg(1, State, I0),
        I is I0+1,
        (   I =:= N -> !
        ;   nb_setarg(1, State, I)
        )
    ).

%! offset(+N, :Goal) is nondet.
%
%  Succeeds for the answers of `Goal` after the first `N`.
?- offset(1, member(X,[a,b])).
   X = b.
offset(N, G) :-
    must_be(not_less_than_zero, N),
    State = count(0),
    call(G),
    arg(1, State, I),
    (   I < N -> I1 is I+1, nb_setarg(1, State, I1), fail
    ;   true
    ).

%! distinct(:Goal) is nondet.
%
%  Succeeds for each different answer of `Goal`.
?- distinct(member(X,[a,b,a])).
   X = a
;  X = b
;  false.
distinct(G) :- distinct(G, G).

%! distinct(?Witness, :Goal) is nondet.
%
%  Succeeds for the answers of `Goal` in which `Witness` is not a variant of its instance in an
%  earlier answer.
?- distinct(X, member(X-Y,[a-1,a-2,b-3])).
   X = a, Y = 1
;  X = b, Y = 3.
distinct(W, G) :-
    '$table_new'(Id),
    call_cleanup(new_answer(W, G, Id), '$table_delete'(Id)).

new_answer(W, G, Id) :-
    call(G),
    '$table_add'(Id, W).

%! reduced(:Goal) is nondet.
%
%  As distinct/1.
?- reduced(member(X,[a,a])).
   X = a
;  false.
reduced(G) :- distinct(G, G).

%! order_by(+Specs, :Goal) is nondet.
%
%  Succeeds for the answers of `Goal`, sorted by the list `Specs` of `asc(Term)` and `desc(Term)`,
%  the most significant key first.
?- order_by([desc(X)], member(X,[1,3,2])).
   X = 3
;  X = 2
;  X = 1.
order_by(Specs, G) :-
    must_be(list, Specs),
    keys(Specs, Ks, Os),
    term_variables(G, Vs),
    findall(Ks-Vs, G, Answers0),
    reverse(Os, Rs),
    sorted(Rs, Answers0, Answers),
    member(Ks-Vs, Answers).

keys([], [], []).
keys([S|Ss], [K|Ks], [O|Os]) :-
    (   var(S) -> instantiation_error(order_by/2)
    ;   S = asc(K) -> O = (@=<)
    ;   S = desc(K) -> O = (@>=)
    ;   domain_error(order_specifier, S, order_by/2)
    ),
    keys(Ss, Ks, Os).

% Sorting by the least significant key first works because sorting is stable.
sorted([], As, As).
sorted([O|Os], As0, As) :-
    length(Os, I),
    with_key(As0, I, KAs0),
    sort(1, O, KAs0, KAs),
    pairs_values(KAs, As1),
    sorted(Os, As1, As).

with_key([], _, []).
with_key([Ks-Vs|As], I, [K-(Ks-Vs)|KAs]) :- nth0(I, Ks, K), with_key(As, I, KAs).

%! reduced(?Witness, :Goal, +Options) is nondet.
%
%  As distinct/2. `Options` is checked to be a list and otherwise ignored.
?- reduced(X, member(X,[a,b,a]), []).
   X = a
;  X = b
;  false.
reduced(W, G, Os) :- must_be(list, Os), distinct(W, G).

%! group_by(?By, ?Template, :Goal, -Bag) is nondet.
%
%  Succeeds for each instance of `By`, with `Bag` the list of the corresponding instances of
%  `Template`.
?- group_by(Y, X, member(X-Y,[1-a,2-b,3-a]), L).
   Y = a, L = [1,3]
;  Y = b, L = [2].
group_by(By, T, G, Bag) :-
    findall(By-T, G, Ps0),
    keysort(Ps0, Ps),
    same_keys(Ps, Groups),
    member(By-Bag, Groups).

same_keys([], []).
same_keys([K-T|Ps], [K-[T|Ts]|Gs]) :- with_same(Ps, K, Ts, Rest), same_keys(Rest, Gs).

with_same([K1-T|Ps], K, [T|Ts], Rest) :- '=@='(K1, K), !, K1 = K, with_same(Ps, K, Ts, Rest).
with_same(Ps, _, [], Ps).
