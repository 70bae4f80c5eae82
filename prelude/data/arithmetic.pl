% Arithmetic relations as predicates, and reflection on evaluable functors.

:- module(arithmetic, [
    expmod/4, lcm/3, lsb/2, msb/2, popcount/2, number_to_rational/2, number_to_rational/3,
    rational_numerator_denominator/3, divmod/4, nth_integer_root_and_remainder/4, evaluable_property/2,
    arithmetic_function/1, arithmetic_expression_value/2
]).

:- meta_predicate arithmetic_function(:), arithmetic_expression_value(:,-).

% function(Module, Name, Arity): the functions of arithmetic_function/1.
:- dynamic(function/3).

% Flags control floating-point arithmetic: `float_rounding` (`to_nearest`, `to_positive`,
% `to_negative`, `to_zero`) sets the rounding mode; `float_overflow`, `float_zero_div` (`error` or
% `infinity`), `float_undefined` (`error` or `nan`) and `float_underflow` (`ignore` or `error`) set
% the result of operations without a finite result. `roundtoward(X, Rounding)` evaluates the
% expression `X` with that rounding mode. Sums, products, quotients and square roots are rounded
% correctly; other functions may be off by one more unit in the last place.
?- X is roundtoward(1/3.0, to_positive), Y is roundtoward(1/3.0, to_negative), Y < X.
   X = 0.33333333333333337, Y = 0.3333333333333333.
?- X is roundtoward(1/3.0, up).
   error(domain_error(round,up),(is)/2).
?- set_prolog_flag(float_zero_div, infinity), X is -1/0.0, Y is log(0).
   X = -1.0Inf, Y = -1.0Inf.
?- set_prolog_flag(float_undefined, nan), X is 0/0.0, Y is sqrt(-1).
   X = 1.5NaN, Y = 1.5NaN.
?- set_prolog_flag(float_overflow, infinity), X is 10**400*1.0.
   X = 1.0Inf.
?- set_prolog_flag(float_underflow, error), X is 1.0e-300*1.0e-300.
   error(evaluation_error(underflow),(is)/2).

% Single bits: `getbit(X, N)` is the bit of the natural number `X` with weight `2**N`; `setbit(X, N)` and `clrbit(X, N)` are the
% integer `X` with that bit set or cleared, of negative integers in two's complement.
?- X is getbit(0b101, 2), Y is setbit(0b101, 1), Z is clrbit(0b101, 2).
   X = 1, Y = 7, Z = 1.
?- X is setbit(-8, 0), Y is clrbit(-1, 3).
   X = -7, Y = -9.
?- X is setbit(5, -1).
   error(domain_error(not_less_than_zero,-1),(is)/2).
?- evaluable_property(setbit(_,_), template(T,R)).
   T = setbit(integer,integer), R = integer.

%! expmod(+Base, +Exponent, +Modulus, -X) is det.
%
%  Unifies `X` with `Base**Exponent mod Modulus`, computed by modular exponentiation.
?- expmod(3, 200, 13, X).
   X = 9.
expmod(B, E, M, X) :-
    must_be(integer, B),
    must_be(not_less_than_zero, E),
    must_be(integer, M),
    power(B, E, M, X).

power(B, E, M, X) :- B1 is B mod M, One is 1 mod M, power(E, B1, M, One, X).

power(E, B, M, X0, X) :-
    (   E =:= 0 -> X = X0
    ;   ( E /\ 1 =:= 1 -> X1 is X0*B mod M ; X1 = X0 ),
        E1 is E>>1,
        B1 is B*B mod M,
        power(E1, B1, M, X1, X)
    ).

%! lcm(+A, +B, -C) is det.
%
%  `C` is the least common multiple of two integers, which is not negative; 0 if one of them is 0.
?- lcm(4, -6, C).
   C = 12.
?- lcm(a, 1, C).
   error(type_error(integer,a),lcm/3).
lcm(A, B, C) :-
    ( integer(A) -> true ; var(A) -> instantiation_error(lcm/3) ; type_error(integer, A, lcm/3) ),
    ( integer(B) -> true ; var(B) -> instantiation_error(lcm/3) ; type_error(integer, B, lcm/3) ),
    (   ( A =:= 0 ; B =:= 0 ) -> C = 0
    ;   C is abs(A // gcd(A, B) * B)
    ).

%! lsb(+N, -Bit) is det.
%
%  Unifies `Bit` with the index of the lowest bit of `N` that is 1.
?- lsb(8, B).
   B = 3.
lsb(N, B) :- must_be(positive_integer, N), B is msb(N /\ (-N)).

%! msb(+N, -Bit) is det.
%
%  Unifies `Bit` with the index of the highest bit of `N` that is 1.
?- msb(9, B).
   B = 3.
msb(N, B) :- must_be(positive_integer, N), B is msb(N).

%! popcount(+N, -Count) is det.
%
%  Unifies `Count` with the number of bits of `N` that are 1.
?- popcount(255, C).
   C = 8.
popcount(N, C) :- must_be(not_less_than_zero, N), bits(N, 0, C).

bits(N, C0, C) :-
    (   N =:= 0 -> C = C0
    ;   C1 is C0+1,
        N1 is N /\ (N-1),
        bits(N1, C1, C)
    ).

%! number_to_rational(+Number, -Rational) is det.
%
%  Unifies `Rational` with a rational number with a small denominator that rounds to `Number`.
?- number_to_rational(0.1, R).
   R = 1r10.
number_to_rational(N, R) :- must_be(number, N), R is rationalize(N).

%! number_to_rational(+Eps, +Number, -Rational) is det.
%
%  Unifies `Rational` with a rational number with a small denominator whose distance from `Number`
%  is at most `Eps`.
?- number_to_rational(0.01, 3.14159, R).
   R = 22r7.
number_to_rational(Eps, X, R) :-
    must_be(number, Eps),
    must_be(number, X),
    E is rational(abs(Eps)),
    Q is rational(X),
    convergent(Q, 1, 0, 0, 1, Q, E, R).

% Continued fractions: P1/Q1 is the last convergent, P0/Q0 the one before it.

convergent(X, P1, Q1, P0, Q0, Q, E, R) :-
    A is floor(X),
    P is A*P1+P0,
    D is A*Q1+Q0,
    C is P rdiv D,
    (   abs(C-Q) =< E -> R = C
    ;   X1 is 1 rdiv (X-A),
        convergent(X1, P, D, P1, Q1, Q, E, R)
    ).

%! rational_numerator_denominator(+R, -Numerator, -Denominator) is det.
%
%  Unifies `Numerator` and `Denominator` with those of the rational number `R` in lowest terms.
?- X is 6 rdiv 4, rational_numerator_denominator(X, N, D).
   X = 3r2, N = 3, D = 2.
rational_numerator_denominator(R, N, D) :-
    must_be(rational, R),
    N is numerator(R),
    D is denominator(R).

%! divmod(+Dividend, +Divisor, -Quotient, -Remainder) is det.
%
%  Unifies `Quotient` and `Remainder` with the result of flooring division. The remainder has the
%  sign of the divisor.
?- divmod(-7, 2, Q, R).
   Q = -4, R = 1.
divmod(A, B, Q, R) :- Q is A div B, R is A mod B.

%! nth_integer_root_and_remainder(+N, +I, -Root, -Remainder) is det.
%
%  Unifies `Root` with the integer of greatest absolute value such that `Root**N + Remainder =:= I`
%  and `Root**N` does not exceed `I` in absolute value.
?- nth_integer_root_and_remainder(3, 30, R, D).
   R = 3, D = 3.
nth_integer_root_and_remainder(N, I, Root, Rem) :-
    must_be(positive_integer, N),
    must_be(integer, I),
    (   I >= 0 -> root(N, I, Root0)
    ;   N mod 2 =:= 1 -> A is -I, root(N, A, Root1), Root0 is -Root1
    ;   throw(error(evaluation_error(undefined), nth_integer_root_and_remainder/4))
    ),
    Root = Root0,
    Rem is I-Root0**N.

root(N, I, R) :-
    (   I < 2 -> R = I
    ;   H is 1<<(msb(I)//N+1),
        root(0, H, N, I, R)
    ).

% L**N =< I < H**N
root(L, H, N, I, R) :-
    (   H-L =:= 1 -> R = L
    ;   M is (L+H)//2,
        (   M**N =< I -> root(M, H, N, I, R)
        ;   root(L, M, N, I, R)
        )
    ).

%! evaluable_property(+Evaluable, ?Property) is nondet.
%
%  True if the evaluable functor has `Property`: `built_in`, `static`, or
%  `template(Template,Result)` with the types of its arguments and its result. No functor has the
%  properties `dynamic`, `foreign` or `iso`. Throws an instantiation error if `Evaluable` is a
%  variable, a type error if it is not callable, and a domain error for an unknown property.
?- findall(Type-Result, evaluable_property(abs(_), template(abs(Type),Result)), Ts).
   Ts = [number-number].
?- findall(C-Result, evaluable_property(pi, template(C,Result)), Ts).
   Ts = [pi-float].
?- evaluable_property(mod(_,_), P).
   P = built_in
;  P = static
;  P = template(integer mod integer,integer).
?- evaluable_property(abs(_), dynamic).
   false.
?- evaluable_property(foo(_), built_in).
   false.
?- evaluable_property(_, _).
   error(instantiation_error,evaluable_property/2).
?- evaluable_property(1, _).
   error(type_error(callable,1),evaluable_property/2).
?- evaluable_property(abs(_), 1).
   error(type_error(callable,1),evaluable_property/2).
?- evaluable_property(foo(_), foobar).
   error(domain_error(evaluable_property,foobar),evaluable_property/2).
evaluable_property(E, P) :-
    (   var(E) -> instantiation_error(evaluable_property/2)
    ;   \+ callable(E) -> type_error(callable, E, evaluable_property/2)
    ;   var(P) -> true
    ;   \+ callable(P) -> type_error(callable, P, evaluable_property/2)
    ;   property(P) -> true
    ;   domain_error(evaluable_property, P, evaluable_property/2)
    ),
    functor(E, N, A),
    '$evaluable'(N, A, Operands, Result),
    Template =.. [N|Operands],
    (   P = built_in
    ;   P = static
    ;   P = template(Template,Result)
    ).

property(built_in).
property(dynamic).
property(foreign).
property(iso).
property(static).
property(template(_,_)).

%! arithmetic_function(:Function) is det.
%
%  As a directive, declares that a predicate `Name` with one more argument, the value, is an evaluable functor
%  `Name/Arity` below it in the module. Its arguments are evaluated first. Expressions that are known only when they
%  are evaluated cannot contain it.
?- arithmetic_function(user:doc_double/1), assertz((doc_double(X, Y) :- Y is 2*X)),
   expand_goal(X is 1+doc_double(3+4), G), call(G).
   X = 15, G = ... .
?- arithmetic_function(a).
   error(type_error(predicate_indicator,a),arithmetic_function/1).
arithmetic_function(MPI) :-
    strip_module(MPI, M, PI),
    (   nonvar(PI), PI = N/A, atom(N), integer(A), A >= 0 -> true
    ;   var(PI) -> instantiation_error(arithmetic_function/1)
    ;   type_error(predicate_indicator, PI, arithmetic_function/1)
    ),
    (   function(_, _, _) -> true
    ;   % The hook costs time in every load: it is there when it is needed.
        assertz((system:goal_expansion(G0, G) :- arithmetic:with_functions(G0, G)))
    ),
    (   function(M, N, A) -> true
    ;   assertz(function(M, N, A))
    ).

% goal_expansion/2 for goals that evaluate.
with_functions(G0, G) :-
    callable(G0),
    evaluating(G0, Es0, G1, Es),
    (   prolog_load_context(module, M) -> true
    ;   M = user
    ),
    values(Es0, M, Es, Goals, []),
    Goals \== [],
    conjunction(Goals, G1, G).

evaluating(X is E0, [E0], X is E, [E]).
evaluating(A0 =:= B0, [A0,B0], A =:= B, [A,B]).
evaluating(A0 =\= B0, [A0,B0], A =\= B, [A,B]).
evaluating(A0 < B0, [A0,B0], A < B, [A,B]).
evaluating(A0 > B0, [A0,B0], A > B, [A,B]).
evaluating(A0 =< B0, [A0,B0], A =< B, [A,B]).
evaluating(A0 >= B0, [A0,B0], A >= B, [A,B]).

conjunction([], G, G).
conjunction([G0|Gs], G1, (G0,G)) :- conjunction(Gs, G1, G).

values([], _, [], Gs, Gs).
values([E0|Es0], M, [E|Es], Gs0, Gs) :- value(E0, M, E, Gs0, Gs1), values(Es0, M, Es, Gs1, Gs).

value(E, _, E, Gs, Gs) :- ( var(E) ; number(E) ; string(E) ; is_list(E) ), !.
value(E0, M, E, Gs0, Gs) :-
    E0 =.. [N|As0],
    values(As0, M, As1, Gs0, Gs1),
    (   length(As1, A), defined_function(M, N, A, From) ->
        evaluated(As1, As, Gs1, [From:Call|Gs]),
        append(As, [E], Bs),
        Call =.. [N|Bs]
    ;   E =.. [N|As1],
        Gs1 = Gs
    ).

evaluated([], [], Gs, Gs).
evaluated([A0|As0], [A|As], Gs0, Gs) :-
    (   number(A0) -> A = A0, Gs0 = Gs1
    ;   Gs0 = [A is A0|Gs1]
    ),
    evaluated(As0, As, Gs1, Gs).

defined_function(M, N, A, From) :-
    function(From, N, A),
    (   From == M -> true
    ;   A1 is A+1,
        functor(H, N, A1),
        predicate_property(M:H, imported_from(From))
    ), !.

%! arithmetic_expression_value(:Expression, -Value) is det.
%
%  Unifies `Value` with the value of an expression, which may contain functors of arithmetic_function/1.
?- arithmetic_function(user:doc_next/1), assertz((doc_next(X, Y) :- Y is X+1)),
   arithmetic_expression_value(doc_next(doc_next(1))*2, V).
   V = 6.
?- arithmetic_expression_value(foo(1), V).
   error(type_error(evaluable,foo/1),(is)/2).
arithmetic_expression_value(ME, V) :-
    strip_module(ME, M, E0),
    value(E0, M, E, Gs, []),
    conjunction(Gs, V is E, G),
    call(M:G).
