% Reified conditions: predicates whose last argument is the truth value `true` or `false` of a
% relation. if_/3 and the other predicates of this library branch on them without losing answers:
% both branches are explored if the condition can have either value.

:- module(reif, [
    if_/3, (=)/3, (',')/3, (;)/3, cond_t/3, dif/3, not_t/2,
    memberd_t/3, memberd/2, tfilter/3, tpartition/4, tmember/2, tmember_t/3,
    tnot/2, call_t/2
]).

:- meta_predicate if_(1,0,0), ','(1,1,?), ;(1,1,?), cond_t(1,0,?), not_t(1,?).
:- meta_predicate tfilter(2,?,?), tpartition(2,?,?,?), tmember(2,?), tmember_t(2,?,?).
:- meta_predicate tnot(1,?), call_t(0,?).

%! if_(:Condition, :Then, :Else) is nondet.
%
%  Calls `Condition` with an additional truth value, then `Then` if the value is `true`, `Else` if
%  it is `false`.
?- if_(X = a, Y = 1, Y = 2).
   X = a, Y = 1
;  Y = 2, dif:dif(X,a).
?- if_(a = b, Y = 1, Y = 2).
   Y = 2.
if_(C0, Then, Else) :-
    strip_module(C0, M, C),
    condition(C, M, T),
    (   T == true -> call(Then)
    ;   T == false -> call(Else)
    ;   nonvar(T) -> throw(error(type_error(boolean,T), if_/3))
    ;   throw(error(instantiation_error, if_/3))
    ).

% The usual conditions, without a further call.
condition(C, M, T) :-
    (   var(C) -> throw(error(instantiation_error, if_/3))
    ;   C = (X=Y) -> =(X, Y, T)
    ;   call(M:C, T)
    ).

%! =(?X, ?Y, ?T) is nondet.
%
%  `T` is `true` and `X = Y`, or `T` is `false` and `dif(X, Y)`.
?- =(X, a, T).
   X = a, T = true
;  T = false, dif:dif(X,a).
=(X, Y, T) :-
    (   X == Y -> T = true
    ;   X \= Y -> T = false
    ;   T == true -> X = Y
    ;   T == false -> dif(X, Y)
    ;   equal_or_not(T, X, Y)
    ).

equal_or_not(true, X, X).
equal_or_not(false, X, Y) :- dif(X, Y).

%! dif(?X, ?Y, ?T) is nondet.
%
%  `T` is `true` and `dif(X, Y)`, or `T` is `false` and `X = Y`.
?- dif(a, b, T).
   T = true.
dif(X, Y, T) :- =(X, Y, E), opposite(E, T).

opposite(true, false).
opposite(false, true).

%! ','(:A, :B, ?T) is nondet.
%
%  `T` is `true` if both conditions are true, else `false`.
?- ','(a = a, a = b, T).
   T = false.
','(A, B, T) :- if_(A, call(B, T), T = false).

%! ;(:A, :B, ?T) is nondet.
%
%  `T` is `true` if at least one of the conditions is true, else `false`.
?- ;(a = b, a = a, T).
   T = true.
;(A, B, T) :- if_(A, T = true, call(B, T)).

%! cond_t(:Condition, :Then, ?T) is nondet.
%
%  `T` is the truth value of `Condition`. If it is `true`, calls `Then`.
?- cond_t(a = a, X = 1, T).
   X = 1, T = true.
cond_t(C, Then, T) :- if_(C, ( Then, T = true ), T = false).

%! not_t(:Condition, ?T) is nondet.
%
%  `T` is the negation of the truth value of `Condition`.
?- not_t(a = b, T).
   T = true.
not_t(C, T) :- call(C, T0), opposite(T0, T).

%! tnot(:Condition, ?T) is nondet.
%
%  As not_t/2.
?- tnot(a = a, T).
   T = false.
tnot(C, T) :- not_t(C, T).

%! call_t(:Goal, ?T) is semidet.
%
%  `T` is `true` if `Goal` succeeds (the first answer only), else `false`. Not monotonic.
?- call_t(atom(a), T).
   T = true.
call_t(G, T) :-
    (   call(G) -> T = true
    ;   T = false
    ).

%! memberd_t(?X, ?Xs, ?T) is nondet.
%
%  `T` is `true` if `X` is an element of `Xs`, else `false`.
?- memberd_t(a, [b,a], T).
   T = true.
?- memberd_t(X, "a", T).
   X = a, T = true
;  T = false, dif:dif(X,a).
memberd_t(X, Xs, T) :- memberd_t_(Xs, X, T).

memberd_t_([], _, false).
memberd_t_([Y|Ys], X, T) :- if_(X = Y, T = true, memberd_t_(Ys, X, T)).

%! memberd(?X, ?Xs) is nondet.
%
%  True if `X` is an element of `Xs`. Each answer is different from the previous ones.
?- memberd(X, "aab").
   X = a
;  X = b
;  false.
memberd(X, Xs) :- memberd_t(X, Xs, true).

%! tfilter(:Condition, ?Xs, ?Ys) is nondet.
%
%  True if `Ys` is the list of the elements of `Xs` for which `Condition` is true.
?- tfilter(=(a), [a,b,a], Ys).
   Ys = "aa".
tfilter(C, Xs, Ys) :- tfilter_(Xs, C, Ys).

tfilter_([], _, []).
tfilter_([X|Xs], C, Ys0) :-
    if_(call(C, X), Ys0 = [X|Ys], Ys0 = Ys),
    tfilter_(Xs, C, Ys).

%! tpartition(:Condition, ?Xs, ?Ins, ?Outs) is nondet.
%
%  True if `Ins` is the list of the elements of `Xs` for which `Condition` is true, and `Outs` the
%  list of the others.
?- tpartition(=(a), [a,b], Ins, Outs).
   Ins = "a", Outs = "b".
tpartition(C, Xs, Ins, Outs) :- tpartition_(Xs, C, Ins, Outs).

tpartition_([], _, [], []).
tpartition_([X|Xs], C, Ins0, Outs0) :-
    if_(call(C, X), ( Ins0 = [X|Ins], Outs0 = Outs ), ( Ins0 = Ins, Outs0 = [X|Outs] )),
    tpartition_(Xs, C, Ins, Outs).

%! tmember(:Condition, ?Xs) is nondet.
%
%  True if `Condition` is true of an element of `Xs`.
?- tmember(=(X), [a,b]).
   X = a
;  X = b
;  false.
tmember(C, [X|Xs]) :- if_(call(C, X), true, tmember(C, Xs)).

%! tmember_t(:Condition, ?Xs, ?T) is nondet.
%
%  `T` is `true` if `Condition` is true of an element of `Xs`, else `false`.
?- tmember_t(=(c), [a,b], T).
   T = false.
tmember_t(C, Xs, T) :- tmember_t_(Xs, C, T).

tmember_t_([], _, false).
tmember_t_([X|Xs], C, T) :- if_(call(C, X), T = true, tmember_t_(Xs, C, T)).
