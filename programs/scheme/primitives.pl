% The predefined procedures: those that chapters 1 and 2 of Structure and Interpretation of Computer
% Programs use, and streams. They do not depend on the compiler.
%
% The primitive f of N arguments is a predicate `f(X1, ..., XN, Value, Site)`, like each procedure
% of a program. A primitive of any number of arguments is called `'f many'` and takes the optional
% ones as a list. A test is defined by the goal that decides it, which the compiler can put into the
% condition of an if-then-else. This file is included by machine.pl.

%! constant(?Name, -Value) is nondet.
%
%  True if `Name` has a predefined value that is not a procedure.
constant(nil, []).
constant(true, '#t').
constant(false, '#f').
constant('the-empty-stream', []).

%! primitive(+Name, ?Arity, -Predicate) is nondet.
%
%  True if `Predicate` implements the primitive `Name` for a number of arguments or for
%  `at_least(N)`. A name may have a predicate for two arguments and another one for any number; the
%  latter comes last.
primitive(Name, N, Name) :- fixed(N, Names), memberchk(Name, Names).
primitive(Name, N, Name) :- test(Name, Arguments, _, _), length(Arguments, M), N = M.
primitive(Name, at_least(N), Predicate) :-
    many(N, Names),
    memberchk(Name, Names),
    atom_concat(Name, ' many', Predicate).

fixed(0, [newline, runtime, 'real-time', 'current-time']).
fixed(1, [car, cdr, not, length, reverse, 'last-pair', 'list-copy', force, 'make-promise', 'stream-cdr',
    abs, '1+', '-1+', square, cube, sqrt, exp, log, sin, cos, tan, asin, acos, floor, ceiling, round, truncate,
    numerator, denominator, 'exact->inexact', 'inexact->exact', exact, inexact, random,
    'symbol->string', 'string->symbol', 'string-length', 'string->list', 'list->string',
    'string->number', 'char->integer', 'integer->char', display, write, 'write-string', 'write-line',
    'string-upcase', 'string-downcase', 'string-reverse', 'char-upcase', 'char-downcase',
    'vector-length', 'vector->list', 'list->vector', first, second, third, last, 'except-last-pair',
    'delete-duplicates', 'stream-car', 'call/cc', 'call-with-current-continuation',
    'floor->exact', 'ceiling->exact', 'round->exact', 'truncate->exact']).
fixed(2, [cons, +, -, *, /, quotient, remainder, modulo, expt, 'set-car!', 'set-cdr!', 'list-ref', 'list-tail',
    memq, memv, member, assq, assv, assoc, delete, map, 'for-each', filter, append, 'string-ref',
    'vector-ref', 'vector-fill!', 'vector-map', 'vector-for-each', 'list-head', 'append-map', sort, get,
    'stream-head', 'stream-tail', 'call-with-values']).
fixed(3, [reduce, 'fold-left', 'fold-right', fold, substring, 'vector-set!', sublist, put]).

many(0, [+, *, append, list, gcd, lcm, 'string-append', string, exit, vector, values]).
many(1, [-, /, max, min, atan, error, display, write, newline, 'number->string', 'make-vector', iota, assert]).
many(2, [map, 'for-each', apply, =, <, >, <=, >=]).

%! pure(?Name) is nondet.
%
%  True of a primitive whose goal is cheap and can be undone, so that it can occur in a condition.
pure(Name) :- member(Name, [car, cdr, +, -, *, quotient, remainder, modulo, abs, square, length, 'list-ref']).

%! test(?Name, ?Arguments, -Goals, ?Site) is nondet.
%
%  True of a primitive whose value is `#t` if the last of `Goals` succeeds and `#f` otherwise. The
%  goals before it only check the arguments.
test('null?', [X], [X == []], _).
test('pair?', [X], [X = [_|_]], _).
test('vector?', [X], [X = vector(_)], _).
test('list?', [X], [is_list(X)], _).
test('symbol?', [X], [symbol(X)], _).
test('string?', [X], [X = string(_)], _).
test('char?', [X], [X = char(_)], _).
test('boolean?', [X], [boolean(X)], _).
test('procedure?', [X], [X = procedure(_, _)], _).
test('promise?', [X], [X = promise(_)], _).
test('stream-null?', [X], [X == []], _).
test('empty-stream?', [X], [X == []], _).
test('stream-pair?', [X], [X = [_|promise(_)]], _).
test('number?', [X], [number(X)], _).
test('real?', [X], [number(X)], _).
test('exact?', [X], [numbers(X, 0, Site), rational(X)], Site).
test('inexact?', [X], [numbers(X, 0, Site), float(X)], Site).
test('rational?', [X], [number(X)], _).
test('integer?', [X], [whole(X)], _).
test('eq?', [X, Y], [same(X, Y)], _).
test('eqv?', [X, Y], [same(X, Y)], _).
test('equal?', [X, Y], [X == Y], _).
test('=', [X, Y], [numbers(X, Y, Site), X =:= Y], Site).
test('<', [X, Y], [numbers(X, Y, Site), X < Y], Site).
test('>', [X, Y], [numbers(X, Y, Site), X > Y], Site).
test('<=', [X, Y], [numbers(X, Y, Site), X =< Y], Site).
test('>=', [X, Y], [numbers(X, Y, Site), X >= Y], Site).
test('zero?', [X], [numbers(X, 0, Site), X =:= 0], Site).
test('positive?', [X], [numbers(X, 0, Site), X > 0], Site).
test('negative?', [X], [numbers(X, 0, Site), X < 0], Site).
test('even?', [X], [integers(X, 0, I, _, Site), I mod 2 =:= 0], Site).
test('odd?', [X], [integers(X, 0, I, _, Site), I mod 2 =:= 1], Site).
test('string=?', [X, Y], [strings(X, Y, A, B, Site), A == B], Site).
test('string<?', [X, Y], [strings(X, Y, A, B, Site), A @< B], Site).
test('string>?', [X, Y], [strings(X, Y, A, B, Site), A @> B], Site).
test('string-null?', [X], [strings(X, X, A, _, Site), A == []], Site).
test('symbol<?', [X, Y], ['symbol->string'(X, string(A), Site), 'symbol->string'(Y, string(B), Site), A @< B], Site).
test('boolean=?', [X, Y], [X == Y], _).
test('char=?', [X, Y], [characters(X, Y, A, B, Site), A == B], Site).
test('char<?', [X, Y], [characters(X, Y, A, B, Site), A @< B], Site).
test('char>?', [X, Y], [characters(X, Y, A, B, Site), A @> B], Site).
test('char-alphabetic?', [X], [characters(X, X, C, _, Site), ( char_type(C, alpha), C \== '_' )], Site).
test('char-whitespace?', [X], [characters(X, X, C, _, Site), char_type(C, whitespace)], Site).
test('char-numeric?', [X], [characters(X, X, C, _, Site), char_type(C, decimal_digit(_))], Site).

not(X, V, _) :- ( X == '#f' -> V = '#t' ; V = '#f' ).

boolean('#t').
boolean('#f').

symbol(X) :- atom(X), X \== [], \+ boolean(X), X \== '#unspecified'.

whole(X) :- ( integer(X) -> true ; float(X), X =:= truncate(X) ).

% Two pairs or vectors are identical if a change to one is visible in the other. The change is
% undone.
same(X, Y) :-
    (   X = [A|_] ->
        Y = [_|_],
        setarg(1, X, Mark),
        Y = [B|_],
        ( B == Mark -> Same = yes ; Same = no ),
        setarg(1, X, A),
        Same == yes
    ;   X = vector(Items), compound(Items) ->
        Y = vector(Items1),
        compound(Items1),
        same_arguments(Items, Items1)
    ;   X == Y
    ).

same_arguments(X, Y) :-
    arg(1, X, A),
    setarg(1, X, Mark),
    arg(1, Y, B),
    ( B == Mark -> Same = yes ; Same = no ),
    setarg(1, X, A),
    Same == yes.

% Pairs and lists --------------------------------------------------------------------------

cons(X, Y, [X|Y], _).

car([A|_], V, _) :- !, V = A.
car(X, _, S) :- object_fault(S, X, "a pair").

cdr([_|B], V, _) :- !, V = B.
cdr(X, _, S) :- object_fault(S, X, "a pair").

'set-car!'(X, A, '#unspecified', S) :- set_part(1, X, A, S).
'set-cdr!'(X, B, '#unspecified', S) :- set_part(2, X, B, S).

set_part(I, X, A, S) :- ( X = [_|_] -> setarg(I, X, A) ; object_fault(S, X, "a pair") ).

'list many'(Xs, Xs, _).

% Checks that the arguments over which a loop runs are lists.
proper(Xs, S) :- ( is_list(Xs) -> true ; object_fault(S, Xs, "a list") ).

length(Xs, N, S) :- proper(Xs, S), length(Xs, N).

reverse(Xs, Ys, S) :- proper(Xs, S), lists:reverse(Xs, Ys).

append(Xs, Ys, Zs, S) :- proper(Xs, S), lists:append(Xs, Ys, Zs).

'append many'([], [], _).
'append many'([Xs|Xss], Zs, S) :- append_all(Xss, Xs, Zs, S).

append_all([], Xs, Xs, _).
append_all([Ys|Yss], Xs, Zs, S) :- append(Xs, Rest, Zs, S), append_all(Yss, Ys, Rest, S).

'list-copy'(Xs, Ys, S) :- append(Xs, [], Ys, S).

'last-pair'(Xs, V, S) :-
    (   Xs = [_|Ys] -> ( Ys = [_|_] -> 'last-pair'(Ys, V, S) ; V = Xs )
    ;   object_fault(S, Xs, "a pair")
    ).

'list-tail'(Xs, N, V, S) :-
    (   N == 0 -> V = Xs
    ;   integer(N), N > 0 -> cdr(Xs, Ys, S), N1 is N-1, 'list-tail'(Ys, N1, V, S)
    ;   object_fault(S, N, "an index")
    ).

'list-ref'(Xs, N, V, S) :- 'list-tail'(Xs, N, Ys, S), car(Ys, V, S).

memq(X, Xs, V, S) :- proper(Xs, S), member_by(same, Xs, X, V).
memv(X, Xs, V, S) :- memq(X, Xs, V, S).
member(X, Xs, V, S) :- proper(Xs, S), member_by(==, Xs, X, V).

member_by(_, [], _, '#f').
member_by(Same, [Y|Ys], X, V) :- ( call(Same, X, Y) -> V = [Y|Ys] ; member_by(Same, Ys, X, V) ).

assq(X, Xs, V, S) :- proper(Xs, S), associated(Xs, same, X, V, S).
assv(X, Xs, V, S) :- assq(X, Xs, V, S).
assoc(X, Xs, V, S) :- proper(Xs, S), associated(Xs, ==, X, V, S).

associated([], _, _, '#f', _).
associated([P|Ps], Same, X, V, S) :-
    car(P, Key, S),
    ( call(Same, X, Key) -> V = P ; associated(Ps, Same, X, V, S) ).

delete(X, Xs, V, S) :- proper(Xs, S), without(Xs, X, V).

without([], _, []).
without([Y|Ys], X, V) :- ( X == Y -> without(Ys, X, V) ; V = [Y|V1], without(Ys, X, V1) ).

% Procedures that take procedures ------------------------------------------------------------

apply_to_each([], _, [], _).
apply_to_each([X|Xs], F, [Y|Ys], S) :- invoke(F, X, Y, S), apply_to_each(Xs, F, Ys, S).

map(F, Xs, Ys, S) :- proper(Xs, S), apply_to_each(Xs, F, Ys, S).

'map many'(F, Xs, Xss, Ys, S) :- rows([Xs|Xss], Rows, S), apply_to_rows(Rows, F, Ys, S).

apply_to_rows([], _, [], _).
apply_to_rows([Row|Rows], F, [Y|Ys], S) :- apply_procedure(F, Row, Y, S), apply_to_rows(Rows, F, Ys, S).

% The first elements of the lists, the second ones, and so on, up to the end of the shortest list.
rows(Xss, Rows, S) :-
    (   firsts(Xss, Row, Others, S) -> Rows = [Row|Rows1], rows(Others, Rows1, S)
    ;   Rows = []
    ).

firsts([], [], [], _).
firsts([Xs|Xss], [A|As], [B|Bs], S) :- proper(Xs, S), Xs = [A|B], firsts(Xss, As, Bs, S).

'for-each'(F, Xs, '#unspecified', S) :- proper(Xs, S), for_each(Xs, F, S).

for_each([], _, _).
for_each([X|Xs], F, S) :- invoke(F, X, _, S), for_each(Xs, F, S).

'for-each many'(F, Xs, Xss, '#unspecified', S) :- 'map many'(F, Xs, Xss, _, S).

filter(F, Xs, Ys, S) :- proper(Xs, S), filtered(Xs, F, Ys, S).

filtered([], _, [], _).
filtered([X|Xs], F, Ys, S) :-
    invoke(F, X, V, S),
    ( V == '#f' -> Ys = Ys1 ; Ys = [X|Ys1] ),
    filtered(Xs, F, Ys1, S).

'fold-left'(F, V0, Xs, V, S) :- proper(Xs, S), fold_left(Xs, F, V0, V, S).

fold_left([], _, V, V, _).
fold_left([X|Xs], F, V0, V, S) :- invoke(F, V0, X, V1, S), fold_left(Xs, F, V1, V, S).

'fold-right'(F, V0, Xs, V, S) :- proper(Xs, S), lists:reverse(Xs, Ys), folded(Ys, F, V0, V, S).

fold(F, V0, Xs, V, S) :- proper(Xs, S), folded(Xs, F, V0, V, S).

folded([], _, V, V, _).
folded([X|Xs], F, V0, V, S) :- invoke(F, X, V0, V1, S), folded(Xs, F, V1, V, S).

reduce(F, V0, Xs, V, S) :-
    proper(Xs, S),
    (   Xs = [Y|Ys] -> folded(Ys, F, Y, V, S)
    ;   V = V0
    ).

'apply many'(F, X, Xs, V, S) :- spread(Xs, X, Arguments, S), apply_procedure(F, Arguments, V, S).

% The last argument of apply is the list of the remaining arguments.
spread([], X, X, S) :- proper(X, S).
spread([Y|Ys], X, [X|Zs], S) :- spread(Ys, Y, Zs, S).

% A promise is `promise(unforced(Procedure))` or `promise(forced(Value))`.
'make-promise'(F, promise(unforced(F)), _).

force(P, V, S) :-
    (   P = promise(State) ->
        (   State = unforced(F) ->
            invoke(F, V, S),
            setarg(1, P, forced(V))
        ;   State = forced(V)
        )
    ;   V = P
    ).

'stream-cdr'(X, V, S) :- cdr(X, P, S), force(P, V, S).

% Numbers ----------------------------------------------------------------------------------

numbers(X, Y, S) :-
    (   number(X) -> ( number(Y) -> true ; object_fault(S, Y, "a number") )
    ;   object_fault(S, X, "a number")
    ).

+(X, Y, V, S) :- ( number(X), number(Y) -> V is X+Y ; numbers(X, Y, S) ).
-(X, Y, V, S) :- ( number(X), number(Y) -> V is X-Y ; numbers(X, Y, S) ).
*(X, Y, V, S) :- ( number(X), number(Y) -> V is X*Y ; numbers(X, Y, S) ).
/(X, Y, V, S) :-
    numbers(X, Y, S),
    (   Y =:= 0 -> fault(S, "division by zero", [])
    ;   rational(X), rational(Y) -> V is X rdiv Y
    ;   computed(X/Y, V, S)
    ).

'+ many'(Xs, V, S) :- sum(Xs, 0, V, S).

sum([], V, V, _).
sum([X|Xs], V0, V, S) :- +(V0, X, V1, S), sum(Xs, V1, V, S).

'* many'(Xs, V, S) :- product(Xs, 1, V, S).

product([], V, V, _).
product([X|Xs], V0, V, S) :- *(V0, X, V1, S), product(Xs, V1, V, S).

'- many'(X, Ys, V, S) :- ( Ys == [] -> -(0, X, V, S) ; sum(Ys, 0, Y, S), -(X, Y, V, S) ).
'/ many'(X, Ys, V, S) :- ( Ys == [] -> /(1, X, V, S) ; product(Ys, 1, Y, S), /(X, Y, V, S) ).

'= many'(X, Y, Zs, V, S) :- chain([X,Y|Zs], =:=, V, S).
'< many'(X, Y, Zs, V, S) :- chain([X,Y|Zs], <, V, S).
'> many'(X, Y, Zs, V, S) :- chain([X,Y|Zs], >, V, S).
'<= many'(X, Y, Zs, V, S) :- chain([X,Y|Zs], =<, V, S).
'>= many'(X, Y, Zs, V, S) :- chain([X,Y|Zs], >=, V, S).

chain([X|Ys], Order, V, S) :-
    (   Ys = [Y|_] ->
        numbers(X, Y, S),
        ( call(Order, X, Y) -> chain(Ys, Order, V, S) ; V = '#f' )
    ;   V = '#t'
    ).

'max many'(X, Ys, V, S) :- extreme(Ys, max, X, V, S).
'min many'(X, Ys, V, S) :- extreme(Ys, min, X, V, S).

extreme([], _, V, V, S) :- numbers(V, 0, S).
extreme([X|Xs], Which, V0, V, S) :-
    numbers(V0, X, S),
    ( Which == max -> V1 is max(V0, X) ; V1 is min(V0, X) ),
    extreme(Xs, Which, V1, V, S).

abs(X, V, S) :- numbers(X, 0, S), V is abs(X).
square(X, V, S) :- *(X, X, V, S).
cube(X, V, S) :- *(X, X, Y, S), *(X, Y, V, S).
'1+'(X, V, S) :- +(X, 1, V, S).
'-1+'(X, V, S) :- -(X, 1, V, S).

% Integers may be written with a decimal point, and then so is the result.
integers(X, Y, I, J, S) :-
    (   integer(X), integer(Y) -> I = X, J = Y
    ;   whole(X) -> ( whole(Y) -> I is truncate(X), J is truncate(Y) ; object_fault(S, Y, "an integer") )
    ;   object_fault(S, X, "an integer")
    ).

like(X, Y, I, V) :- ( integer(X), integer(Y) -> V = I ; V is float(I) ).

divisor(Y, S) :- ( Y == 0 -> fault(S, "division by zero", []) ; true ).

quotient(X, Y, V, S) :- integers(X, Y, I, J, S), divisor(J, S), K is I//J, like(X, Y, K, V).
remainder(X, Y, V, S) :- integers(X, Y, I, J, S), divisor(J, S), K is I rem J, like(X, Y, K, V).
modulo(X, Y, V, S) :- integers(X, Y, I, J, S), divisor(J, S), K is I mod J, like(X, Y, K, V).

'gcd many'(Xs, V, S) :- divisors(Xs, 0, V, S).

divisors([], V, V, _).
divisors([X|Xs], V0, V, S) :- integers(X, V0, I, J, S), V1 is gcd(I, J), divisors(Xs, V1, V, S).

'lcm many'(Xs, V, S) :- multiples(Xs, 1, V, S).

multiples([], V, V, _).
multiples([X|Xs], V0, V, S) :-
    integers(X, V0, I, J, S),
    ( I =:= 0 -> V = 0 ; V1 is abs(I*J) // gcd(I, J), multiples(Xs, V1, V, S) ).

numerator(X, V, S) :- exact(X, R, S), N is numerator(R), like_real(X, N, V).
denominator(X, V, S) :- exact(X, R, S), D is denominator(R), like_real(X, D, V).

like_real(X, I, V) :- ( float(X) -> V is float(I) ; V = I ).

exact(X, V, S) :- numbers(X, 0, S), computed(rational(X), V, S).
inexact(X, V, S) :- numbers(X, 0, S), computed(float(X), V, S).
'inexact->exact'(X, V, S) :- exact(X, V, S).
'exact->inexact'(X, V, S) :- inexact(X, V, S).
'floor->exact'(X, V, S) :- floor(X, Y, S), exact(Y, V, S).
'ceiling->exact'(X, V, S) :- ceiling(X, Y, S), exact(Y, V, S).
'round->exact'(X, V, S) :- round(X, Y, S), exact(Y, V, S).
'truncate->exact'(X, V, S) :- truncate(X, Y, S), exact(Y, V, S).

floor(X, V, S) :- numbers(X, 0, S), I is floor(X), like_real(X, I, V).
ceiling(X, V, S) :- numbers(X, 0, S), I is ceiling(X), like_real(X, I, V).
truncate(X, V, S) :- numbers(X, 0, S), I is truncate(X), like_real(X, I, V).

% Halfway between two integers, rounds to the even one.
round(X, V, S) :-
    exact(X, R, S),
    I is floor(R + 1r2),
    ( R - I =:= -1r2, I mod 2 =:= 1 -> J is I-1 ; J = I ),
    like_real(X, J, V).

% An exact number to the power of an integer is exact.
expt(X, Y, V, S) :-
    numbers(X, Y, S),
    (   integer(Y), Y < 0, rational(X) -> Z is X ^ (-Y), /(1, Z, V, S)
    ;   integer(Y), rational(X) -> V is X ^ Y
    ;   computed(X ** Y, V, S)
    ).

% The square root of an exact square is exact.
sqrt(X, V, S) :-
    numbers(X, 0, S),
    (   X < 0 -> fault(S, "~s has no real square root", [X])
    ;   rational(X), root(numerator(X), A), root(denominator(X), B) -> V is A rdiv B
    ;   computed(sqrt(X), V, S)
    ).

root(E, R) :- N is E, newton(N, N, R), R*R =:= N.

newton(N, R0, R) :-
    (   R0*R0 =< N -> R = R0
    ;   R1 is (R0 + N//R0) // 2, newton(N, R1, R)
    ).

exp(X, V, S) :- function(exp(X), X, V, S).
log(X, V, S) :- function(log(X), X, V, S).
sin(X, V, S) :- function(sin(X), X, V, S).
cos(X, V, S) :- function(cos(X), X, V, S).
tan(X, V, S) :- function(tan(X), X, V, S).
asin(X, V, S) :- function(asin(X), X, V, S).
acos(X, V, S) :- function(acos(X), X, V, S).

'atan many'(Y, Xs, V, S) :-
    (   Xs = [X|_] -> numbers(Y, X, S), computed(atan2(Y, X), V, S)
    ;   function(atan(Y), Y, V, S)
    ).

% Exact results stay exact where possible: `(exp 0)` is 1.
function(E, X, V, S) :-
    numbers(X, 0, S),
    computed(E, V0, S),
    ( X == 0, V0 =:= truncate(V0) -> V is truncate(V0) ; V = V0 ).

computed(E, V, S) :-
    catch(V is E, error(evaluation_error(Which), _), no_number(Which, S)).

no_number(Which, S) :-
    (   Which == float_overflow -> fault(S, "the result is too large for a real", [])
    ;   fault(S, "the result is undefined", [])
    ).

random(N, V, S) :-
    numbers(N, 0, S),
    (   N =< 0 -> object_fault(S, N, "positive")
    ;   integer(N) -> V is random(N)
    ;   V is N*random_float
    ).

% Symbols, strings, characters -------------------------------------------------------------

strings(X, Y, A, B, S) :-
    (   X = string(A) -> ( Y = string(B) -> true ; object_fault(S, Y, "a string") )
    ;   object_fault(S, X, "a string")
    ).

characters(X, Y, A, B, S) :-
    (   X = char(A) -> ( Y = char(B) -> true ; object_fault(S, Y, "a character") )
    ;   object_fault(S, X, "a character")
    ).

string(X, Cs, S) :- strings(X, X, Cs, _, S).

'symbol->string'(X, string(Cs), S) :- ( symbol(X) -> atom_chars(X, Cs) ; object_fault(S, X, "a symbol") ).
'string->symbol'(X, V, S) :- string(X, Cs, S), atom_chars(V, Cs).
'number->string many'(X, Radix, string(Cs), S) :-
    numbers(X, 0, S),
    (   Radix = [R], R \== 10 ->
        ( integer(R), R >= 2, R =< 36 -> true ; object_fault(S, R, "a radix") ),
        integers(X, R, I, _, S),
        ( I < 0 -> Cs = [-|Ds] ; Cs = Ds ),
        J is abs(I),
        digits(J, R, [], Ds)
    ;   datum_text(display, X, Cs)
    ).

digits(N, R, Ds0, Ds) :-
    D is N mod R,
    ( D < 10 -> Code is 0'0 + D ; Code is 0'a + D - 10 ),
    char_code(C, Code),
    ( N < R -> Ds = [C|Ds0] ; M is N // R, digits(M, R, [C|Ds0], Ds) ).
'string->number'(X, V, S) :- string(X, Cs, S), ( number_text(Cs, N) -> V = N ; V = '#f' ).
'string-length'(X, V, S) :- string(X, Cs, S), length(Cs, V).
'string->list'(X, V, S) :- string(X, Cs, S), boxed_characters(Cs, V, S).
'list->string'(X, string(Cs), S) :- proper(X, S), boxed_characters(Cs, X, S).
'string many'(X, V, S) :- 'list->string'(X, V, S).
'string-ref'(X, N, char(C), S) :-
    string(X, Cs, S),
    (   integer(N), N >= 0, nth0(N, Cs, C0) -> C = C0
    ;   fault(S, "~s is not an index of ~s", [N, X])
    ).
'string-upcase'(X, string(Ds), S) :- string(X, Cs, S), each_char(Cs, upcase_atom, Ds).
'string-downcase'(X, string(Ds), S) :- string(X, Cs, S), each_char(Cs, downcase_atom, Ds).
'string-reverse'(X, string(Ds), S) :- string(X, Cs, S), lists:reverse(Cs, Ds).
'char-upcase'(X, char(D), S) :- characters(X, X, C, _, S), each_char([C], upcase_atom, [D]).
'char-downcase'(X, char(D), S) :- characters(X, X, C, _, S), each_char([C], downcase_atom, [D]).

% A character without a single character as its other case is unchanged.
each_char([], _, []).
each_char([C|Cs], Case, [D|Ds]) :-
    call(Case, C, A),
    ( atom_length(A, 1) -> D = A ; D = C ),
    each_char(Cs, Case, Ds).
'char->integer'(X, V, S) :- characters(X, X, C, _, S), char_code(C, V).
'integer->char'(X, char(C), S) :- integers(X, 0, I, _, S), char_code(C, I).

boxed_characters([], [], _).
boxed_characters([C|Cs], [X|Xs], S) :-
    ( nonvar(C) -> X = char(C) ; characters(X, X, C, _, S) ),
    boxed_characters(Cs, Xs, S).

'string-append many'(Xs, string(Cs), S) :- joined(Xs, Cs, S).

joined([], [], _).
joined([X|Xs], Cs, S) :- string(X, As, S), lists:append(As, Bs, Cs), joined(Xs, Bs, S).

substring(X, Start, End, string(Sub), S) :-
    string(X, Cs, S),
    integers(Start, End, I, J, S),
    (   I >= 0, K is J-I, K >= 0,
        skipped(I, Cs, Ds), taken(K, Ds, Sub) -> true
    ;   fault(S, "~s has no part from ~s to ~s", [X, Start, End])
    ).

skipped(N, Cs, Ds) :- ( N =:= 0 -> Ds = Cs ; Cs = [_|Bs], N1 is N-1, skipped(N1, Bs, Ds) ).

taken(N, Cs, Ds) :- ( N =:= 0 -> Ds = [] ; Cs = [C|Bs], Ds = [C|Es], N1 is N-1, taken(N1, Bs, Es) ).

% The world --------------------------------------------------------------------------------

display(X, '#unspecified', _) :- show(display, X).
write(X, '#unspecified', _) :- show(write, X).
newline('#unspecified', _) :- nl.
'write-string'(X, V, S) :- display(X, V, S).
'write-line'(X, V, S) :- write(X, _, S), newline(V, S).
'display many'(X, _, V, S) :- display(X, V, S).
'write many'(X, _, V, S) :- write(X, V, S).
'newline many'(_, _, V, S) :- newline(V, S).

show(Mode, X) :- datum_text(Mode, X, Cs), format("~s", [Cs]).

% `(error "message" object ...)` shows the message and then the objects.
'error many'(X, Ys, _, S) :-
    datum_text(display, X, Cs),
    irritants(Ys, Text),
    fault(S, "~s~s", [text(Cs), text(Text)]).

irritants([], []).
irritants([Y|Ys], [' '|Cs]) :- datum_text(write, Y, As), lists:append(As, Bs, Cs), irritants(Ys, Bs).

runtime(V, _) :- V is cputime.
'current-time'(V, _) :- get_time(T), V is truncate(T).
'real-time'(V, _) :- get_time(T), V is T*1000.

'exit many'(_, _, _) :- throw(scheme_exit).
