% The expressions of library(clpb).

:- module(clpb_expressions, [
    op(300, fy, ~), op(500, yfx, #),
    boolean_expression/3, quantified_variables/3, free_boolean_variables/2, proper_list/2, identical_member/2,
    truth_value/1
]).

%! boolean_expression(+Expr, +Culprit, -Copy) is det.
%
%  Unifies `Copy` with the expression `Expr`, with new variables in place of those that are quantified.
%  Throws the errors of sat/1 if it is not an expression, with `Culprit` as their context.
?- use_module(library(clpb_expressions)).
   true.
?- boolean_expression(X+foo(Y), sat/1, _).
   error(domain_error(clpb_expr,X+foo(Y)),sat/1).
boolean_expression(E0, PI, E) :-
    (   renamed(E0, [], PI, E) -> true
    ;   domain_error(clpb_expr, E0, PI)
    ).

renamed(V, Qs, _, W) :- var(V), !, ( bound_to(Qs, V, W0) -> W = W0 ; W = V ).
renamed(I, _, _, I) :- integer(I), !, truth_value(I).
renamed([], _, _, _) :- !, false.
renamed(A, _, _, A) :- atom(A), !.
renamed(X^E, Qs, PI, Y^F) :- !, var(X), renamed(E, [X-Y|Qs], PI, F).
renamed(card(Is,Es), Qs, PI, card(Js,Fs)) :- !,
    proper_list(Is, PI),
    copy_term(Is, Js),
    counts(Is, PI),
    renamed_list(Es, Qs, PI, Fs).
renamed(+Es, Qs, PI, +Fs) :- !, renamed_list(Es, Qs, PI, Fs).
renamed(*(Es), Qs, PI, *(Fs)) :- !, renamed_list(Es, Qs, PI, Fs).
renamed(~E, Qs, PI, ~F) :- !, renamed(E, Qs, PI, F).
renamed(E, Qs, PI, F) :-
    E =.. [Op,A,B],
    member(Op, [+,*,#,=:=,=\=,=<,>=,<,>]), !,
    renamed(A, Qs, PI, A1),
    renamed(B, Qs, PI, B1),
    F =.. [Op,A1,B1].

bound_to([X-Y|Qs], V, W) :-
    (   X == V -> W = Y
    ;   bound_to(Qs, V, W)
    ).

renamed_list(Es, Qs, PI, Fs) :- proper_list(Es, PI), each_renamed(Es, Qs, PI, Fs).

each_renamed([], _, _, []).
each_renamed([E|Es], Qs, PI, [F|Fs]) :- renamed(E, Qs, PI, F), each_renamed(Es, Qs, PI, Fs).

%! proper_list(+List, +Culprit) is semidet.
%
%  True if `List` is a list. Throws an instantiation error with the context `Culprit` if it is partial.
?- proper_list([a|_], sat/1).
   error(instantiation_error,sat/1).
proper_list(Es, PI) :-
    (   is_list(Es) -> true
    ;   partial(Es) -> instantiation_error(PI)
    ).

partial(Vs) :- var(Vs), !.
partial([_|Vs]) :- partial(Vs).

counts([], _).
counts([I|Is], PI) :- count_range(I, PI), counts(Is, PI).

count_range(I, PI) :- var(I), !, instantiation_error(PI).
count_range(A-B, PI) :- !, bound_of_range(A, PI), bound_of_range(B, PI).
count_range(I, PI) :- bound_of_range(I, PI).

bound_of_range(I, PI) :-
    (   integer(I) -> true
    ;   var(I) -> instantiation_error(PI)
    ;   type_error(integer, I, PI)
    ).

%! quantified_variables(+Expr, -Vars, +Tail) is det.
%
%  Unifies the difference of `Vars` and `Tail` with the list of the quantified variables of `Expr`.
?- quantified_variables(X^(X+Y), Vs, []).
   Vs = [X].
quantified_variables(E, Vs, Vs) :- var(E), !.
quantified_variables(X^E, [X|Vs0], Vs) :- !, quantified_variables(E, Vs0, Vs).
quantified_variables(E, Vs0, Vs) :- E =.. [_|Es], all_quantified(Es, Vs0, Vs).

all_quantified([], Vs, Vs).
all_quantified([E|Es], Vs0, Vs) :- quantified_variables(E, Vs0, Vs1), all_quantified(Es, Vs1, Vs).

%! identical_member(+Vars, @Var) is semidet.
%
%  True if `Var` is an element of the list `Vars`.
?- identical_member([X,Y], Y).
   true.
identical_member([W|Ws], V) :-
    (   W == V -> true
    ;   identical_member(Ws, V)
    ).

%! free_boolean_variables(+Expr, -Vars) is det.
%
%  Unifies `Vars` with the list of the variables of `Expr` that are not quantified.
?- free_boolean_variables(X^(X+Y), Vs).
   Vs = [Y].
free_boolean_variables(E, Vs) :-
    quantified_variables(E, Qs, []),
    term_variables(E, Ws),
    without(Ws, Qs, Vs).

without([], _, []).
without([W|Ws], Qs, Vs) :-
    (   identical_member(Qs, W) -> Vs = Vs1
    ;   Vs = [W|Vs1]
    ),
    without(Ws, Qs, Vs1).

%! truth_value(@Term) is semidet.
%
%  True if `Term` is 0 or 1.
?- truth_value(2).
   false.
truth_value(V) :- integer(V), V >= 0, V =< 1.
