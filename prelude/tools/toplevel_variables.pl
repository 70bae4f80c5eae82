% The values of variables of earlier queries, `$X`, for programs that answer queries themselves.

:- module(toplevel_variables, [expand_query/4, expand_answer/2, toplevel_var/2, print_toplevel_variables/0]).

% stored(Name, Value): the value that a variable of this name had last.
:- dynamic(stored/2).

%! expand_query(+Query, -Expanded, +Bindings, -ExpandedBindings) is det.
%
%  Replaces each `$X` in a query by the value that expand_answer/2 stored for `X`; `Bindings` has the names of the variables, as
%  `Name=Variable`, and `ExpandedBindings` those that remain. Throws an existence error if there is no value.
?- toplevel_variables:( expand_answer(['X'=f(a)], _), expand_query(p($(X),Y), Q, ['X'=X,'Y'=Y], Bs) ).
   Q = p(f(a),Y), Bs = ['Y'=Y].
?- toplevel_variables:expand_query(p($(Z0)), Q, ['Z0'=Z0], Bs).
   error(existence_error(answer,'Z0'),expand_query/4).
expand_query(Query, Expanded, Bindings, Rest) :-
    expanded(Query, Bindings, Expanded),
    term_variables(Query, All),
    term_variables(Expanded, Vs),
    remaining(Bindings, All, Vs, Rest).

expanded(T, _, T) :- var(T), !.
expanded($(V), Bs, Value) :- var(V), member(Name=W, Bs), W == V, !,
    (   stored(Name, Value0) -> Value = Value0
    ;   existence_error(answer, Name, expand_query/4)
    ).
expanded(T, Bs, U) :- compound(T), !,
    T =.. [F|As],
    expanded_all(As, Bs, Us),
    U =.. [F|Us].
expanded(T, _, T).

expanded_all([], _, []).
expanded_all([A|As], Bs, [U|Us]) :- expanded(A, Bs, U), expanded_all(As, Bs, Us).

% Without `$`, a variable stays although the query does not have it.
remaining([], _, _, []).
remaining([Name=V|Bs], All, Vs, Rest) :-
    (   var(V), among(All, V), \+ among(Vs, V) -> Rest = Rest1
    ;   Rest = [Name=V|Rest1]
    ),
    remaining(Bs, All, Vs, Rest1).

among([W|Ws], V) :- ( W == V -> true ; among(Ws, V) ).

%! expand_answer(+Bindings, -Bindings) is det.
%
%  Stores the values of variables, given as `Name=Value`, for later queries.
?- toplevel_variables:( expand_answer(['X'=1], Bs), toplevel_var('X', V) ).
   Bs = ['X'=1], V = 1.
expand_answer(Bindings, Bindings) :- store(Bindings).

store([]).
store([Name=Value|Bs]) :-
    (   var(Value) -> true
    ;   retractall(stored(Name, _)),
        assertz(stored(Name, Value))
    ),
    store(Bs).

%! toplevel_var(?Name, ?Value) is nondet.
%
%  True if `Value` is stored for the variable `Name`.
?- toplevel_variables:( expand_answer(['Y'=b], _), toplevel_var('Y', V) ).
   V = b.
toplevel_var(Name, Value) :- stored(Name, Value).

%! print_toplevel_variables is det.
%
%  Writes the stored values, one to a line.
?- toplevel_variables:( expand_answer(['Y'=b], _), print_toplevel_variables ).
   outputs(...).
print_toplevel_variables :- forall(stored(Name, Value), format("$~w =\t~q~n", [Name,Value])).
