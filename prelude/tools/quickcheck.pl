% Properties that are tested with random values (Claessen, Hughes 2000), with the predicates of the pack `quickcheck`.
%
% A property is a predicate whose arguments are `Variable:Type` in the head of its first clause:
%
%     prop_reverse(L:list(integer)) :- reverse(L, R), reverse(R, L).
%
% Where static clauses are protected, as in machines of hosts, a text with properties begins with
% `:- set_prolog_flag(protect_static_code, false).`
%
% A program adds types by clauses of the multifile predicates `quickcheck:arbitrary(Type, Value)`, which makes one
% random value, and `quickcheck:shrink(Type, Value, Smaller)`, which enumerates smaller values.

:- module(quickcheck, [quickcheck/1, quickcheck/2, arbitrary/2, shrink/3]).

:- meta_predicate quickcheck(:), quickcheck(:,?).

:- multifile(arbitrary/2).
:- multifile(shrink/3).
:- dynamic(arbitrary/2).
:- dynamic(shrink/3).

%! quickcheck(:Property) is det.
%
%  Tests the property `Name/Arity` with 100 random values that grow, and writes how many tests it passed. A
%  property that is false, or throws an error, is tested with smaller values as long as it stays so, and then
%  `counter_example(Goal)` or `counter_example(Goal,Ball)` is thrown.
?- quickcheck:quickcheck(no_such_property/1).
   error(existence_error(procedure,no_such_property/1),quickcheck/2).
?- quickcheck:quickcheck(p).
   error(type_error(predicate_indicator,p),quickcheck/2).
quickcheck(P) :- quickcheck(P, []).

%! quickcheck(:Property, +Options) is det.
%
%  As quickcheck/1. Options are `test_count(N)`, 100 by default, and `size(S)`, the largest size of values, 30 by default.
?- quickcheck:quickcheck(no_such_property/1, [test_count(10)]).
   error(existence_error(procedure,no_such_property/1),quickcheck/2).
quickcheck(P0, Os) :-
    strip_module(P0, M, P),
    must_be(list, Os),
    (   var(P) -> instantiation_error(quickcheck/2)
    ;   P = N/A, atom(N), integer(A), A >= 0 -> true
    ;   type_error(predicate_indicator, P, quickcheck/2)
    ),
    option(test_count(Count), Os, 100),
    must_be(not_less_than_zero, Count),
    option(size(Size), Os, 30),
    must_be(not_less_than_zero, Size),
    functor(Head, N, A),
    (   clause(M:Head, _) -> true
    ;   existence_error(procedure, N/A, quickcheck/2)
    ),
    Head =.. [_|As],
    typed(As, Ts),
    tests(1, Count, Size, M, N, Ts),
    ( Count =:= 1 -> Noun = test ; Noun = tests ),
    format("~d ~w of ~q passed~n", [Count,Noun,N/A]).

typed([], []).
typed([A|As], [T|Ts]) :-
    (   nonvar(A), A = _:T0, nonvar(T0) -> T = T0
    ;   domain_error(typed_argument, A, quickcheck/2)
    ),
    typed(As, Ts).

tests(I, Count, Size, M, N, Ts) :-
    (   I > Count -> true
    ;   Now is 1+I*Size//max(1,Count),
        b_setval('$quickcheck_size', Now),
        values(Ts, Vs),
        (   holds(M:N, Vs-Ts) -> true
        ;   smallest(Vs, Ts, M:N, Least),
            arguments(Least, Ts, As),
            G =.. [N|As],
            result(M:N, Least-Ts, R),
            ( R = ball(B) -> throw(counter_example(M:G, B)) ; throw(counter_example(M:G)) )
        ),
        I1 is I+1,
        tests(I1, Count, Size, M, N, Ts)
    ).

arguments([], [], []).
arguments([V|Vs], [T|Ts], [V:T|As]) :- arguments(Vs, Ts, As).

values([], []).
values([T|Ts], [V|Vs]) :-
    (   arbitrary(T, V) -> true
    ;   existence_error(quickcheck_type, T, quickcheck/2)
    ),
    values(Ts, Vs).

holds(P, VT) :- result(P, VT, true).

% The property sees copies of the values: its bindings are undone.
result(M:N, Vs-Ts, R) :-
    arguments(Vs, Ts, As),
    G =.. [N|As],
    (   catch(\+ \+ M:G, B, true) ->
        (   var(B) -> R = true
        ;   stops(B) -> throw(B)
        ;   R = ball(B)
        )
    ;   R = false
    ).

% Limits and interrupts are no counter-examples.
stops(B) :- nonvar(B), ( B = error(resource_error(_),_) ; B = '$aborted' ; B = unwind(_) ), !.

smallest(Vs0, Ts, P, Vs) :-
    (   smaller(Vs0, Ts, Vs1),
        \+ holds(P, Vs1-Ts) -> smallest(Vs1, Ts, P, Vs)
    ;   Vs = Vs0
    ).

smaller([V0|Vs], [T|_], [V|Vs]) :- shrink(T, V0, V).
smaller([V|Vs0], [_|Ts], [V|Vs]) :- smaller(Vs0, Ts, Vs).

size(S) :- ( '$global'('$quickcheck_size', S0), integer(S0) -> S = S0 ; S = 30 ).

%! arbitrary(+Type, -Value) is semidet.
%
%  Makes a random value. Types are `any`, `atom`, `atomic`, `boolean`, `byte`, `char`, `chars`, `code`, `codes`,
%  `integer`, `nonneg`, `positive_integer`, `negative_integer`, `float`, `number`, `rational`, `string`,
%  `list`, `list(Type)`, `pair(Key,Value)`, `between(L,H)`, `oneof(List)`, and those that the program adds.
?- quickcheck:arbitrary(between(3,5), X), between(3, 5, X).
   X = ... .
?- quickcheck:arbitrary(list(oneof([a])), L), is_list(L).
   L = ... .
arbitrary(integer, X) :- size(S), L is -S*S, H is S*S, random_between(L, H, X).
arbitrary(nonneg, X) :- size(S), H is S*S, random_between(0, H, X).
arbitrary(positive_integer, X) :- size(S), H is S*S+1, random_between(1, H, X).
arbitrary(negative_integer, X) :- size(S), L is -S*S-1, random_between(L, -1, X).
arbitrary(byte, X) :- random_between(0, 255, X).
arbitrary(between(L,H), X) :- ( integer(L), integer(H) -> random_between(L, H, X) ; random(U), X is L+U*(H-L) ).
arbitrary(float, X) :- size(S), random(U), X is (2*U-1)*S*S.
arbitrary(rational, X) :- arbitrary(integer, N), arbitrary(positive_integer, D), X is N rdiv D.
arbitrary(number, X) :- random_member(T, [integer,float]), arbitrary(T, X).
arbitrary(boolean, X) :- random_member(X, [true,false]).
arbitrary(code, X) :- random_member(L-H, [32-126,32-126,32-126,0x00A1-0x024F,0x0391-0x03C9]), random_between(L, H, X).
arbitrary(char, X) :- arbitrary(code, C), char_code(X, C).
arbitrary(codes, X) :- arbitrary(list(code), X).
arbitrary(chars, X) :- arbitrary(list(char), X).
arbitrary(string, X) :- arbitrary(list(char), Cs), string_chars(X, Cs).
arbitrary(atom, X) :- arbitrary(list(char), Cs), atom_chars(X, Cs).
arbitrary(atomic, X) :- random_member(T, [atom,integer,float]), arbitrary(T, X).
arbitrary(list, X) :- arbitrary(list(any), X).
arbitrary(list(T), X) :-
    size(S),
    random_between(0, S, N),
    length(X, N),
    elements(X, T).
arbitrary(pair(K,V), X-Y) :- arbitrary(K, X), arbitrary(V, Y).
arbitrary(oneof(Xs), X) :- random_member(X, Xs).
arbitrary(any, X) :-
    size(S),
    (   S =< 1 -> arbitrary(atomic, X)
    ;   random_member(T, [atomic,atomic,list,compound]),
        (   T == atomic -> arbitrary(atomic, X)
        ;   Less is S//3,
            b_setval('$quickcheck_size', Less),
            (   T == list -> arbitrary(list, X)
            ;   random_between(1, 3, N),
                length(Xs, N),
                elements(Xs, any),
                random_member(F, [f,g,h]),
                X =.. [F|Xs]
            ),
            b_setval('$quickcheck_size', S)
        )
    ).

elements([], _).
elements([X|Xs], T) :-
    (   arbitrary(T, X) -> true
    ;   existence_error(quickcheck_type, T, quickcheck/2)
    ),
    elements(Xs, T).

%! shrink(+Type, +Value, -Smaller) is nondet.
%
%  Enumerates values that are smaller than a value of the type, those that are much smaller first.
?- quickcheck:shrink(integer, 4, X).
   X = 0
;  X = 2
;  X = 3
;  false.
?- quickcheck:shrink(list(integer), [5], X).
   X = []
;  ... .
shrink(T, X, Y) :-
    memberchk(T, [integer,nonneg,byte]),
    X =\= 0,
    nearer(0, X, Y).
shrink(positive_integer, X, Y) :- X > 1, nearer(1, X, Y).
shrink(negative_integer, X, Y) :- X < -1, nearer(-1, X, Y).
shrink(between(L,_), X, Y) :- integer(X), X > L, nearer(L, X, Y).
shrink(float, X, Y) :- member(Y, [0.0]), X =\= 0 ; Y is float(truncate(X)), Y =\= X, Y =\= 0.
shrink(number, X, Y) :- ( integer(X) -> shrink(integer, X, Y) ; shrink(float, X, Y) ).
shrink(codes, X, Y) :- shrink(list(none), X, Y).
shrink(chars, X, Y) :- shrink(list(none), X, Y).
shrink(string, X, Y) :- string_chars(X, Cs), shrink(list(none), Cs, Ds), string_chars(Y, Ds).
shrink(atom, X, Y) :- atom_chars(X, Cs), shrink(list(none), Cs, Ds), atom_chars(Y, Ds).
shrink(list, X, Y) :- shrink(list(none), X, Y).
shrink(list(T), X, Y) :-
    is_list(X),
    length(X, N),
    (   N > 1, H is N//2, length(Y, H), append(Y, _, X)
    ;   N > 1, H is N//2, length(Xs, H), append(Xs, Y, X)
    ;   select(_, X, Y)
    ;   append(Xs, [A|Zs], X), shrink(T, A, B), append(Xs, [B|Zs], Y)
    ).
shrink(pair(K,V), A-B, C-D) :- ( shrink(K, A, C), D = B ; C = A, shrink(V, B, D) ).

nearer(Zero, X, Y) :-
    Y1 is Zero+(X-Zero)//2,
    Y2 is X-sign(X-Zero),
    sort(0, @<, [0-Zero,1-Y1,2-Y2], Ps),
    pairs_values(Ps, Ys),
    list_to_set(Ys, Zs),
    member(Y, Zs),
    Y =\= X.
