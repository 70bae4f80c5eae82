% Operators that are declared for a part of a text.

:- module(operators, [push_operators/1, push_operators/2, pop_operators/0, pop_operators/1, push_op/3]).

:- meta_predicate push_operators(:), push_operators(:,-), push_op(+,+,:).

% pushed(Undo): what restores the operators, the last one first.
:- dynamic(pushed/1).

%! push_operators(:Operators) is det.
%
%  Declares operators, a list of `op(Priority, Type, Names)`, until pop_operators/0.
?- push_operators([op(700, xfx, ===>)]), current_op(P, xfx, ===>), pop_operators.
   P = 700.
?- push_operators([op(700, xfx, ===>)]), pop_operators, current_op(P, xfx, ===>).
   false.
?- push_operators([a]).
   error(domain_error(operator,a),push_operators/1).
?- catch(push_operators([op(700, xfx, ===>),op(1300, xfx, ==>>)]), error(E, _), true), \+ current_op(_, xfx, ===>).
   E = ... .
push_operators(Ops) :-
    push_operators(Ops, Undo),
    asserta(pushed(Undo)).

%! push_operators(:Operators, -Undo) is det.
%
%  As push_operators/1, until `pop_operators(Undo)`.
?- push_operators([op(0, xfx, =)], Undo), \+ current_op(_, xfx, =), pop_operators(Undo), current_op(P, xfx, =).
   Undo = ..., P = 700.
push_operators(MOps, undo(Undo)) :-
    strip_module(MOps, M, Ops),
    must_be(list, Ops),
    declarations(Ops, M, Ds, []),
    each_undo(Ds, Undo),
    each_declared(Ds, Undo).

% A term op(P,T,M:N) for each name.
declarations([], _, Ds, Ds).
declarations([Op|Ops], M, Ds0, Ds) :-
    (   nonvar(Op), Op = op(P,T,Names) -> true
    ;   var(Op) -> instantiation_error(push_operators/1)
    ;   domain_error(operator, Op, push_operators/1)
    ),
    must_be(atom, T),
    ( is_list(Names) -> Ns = Names ; Ns = [Names] ),
    each_declaration(Ns, P, T, M, Ds0, Ds1),
    declarations(Ops, M, Ds1, Ds).

each_declaration([], _, _, _, Ds, Ds).
each_declaration([N0|Ns], P, T, M0, [op(P,T,M:N)|Ds0], Ds) :-
    strip_module(M0:N0, M, N),
    must_be(atom, N),
    each_declaration(Ns, P, T, M0, Ds0, Ds).

% The operators before the declarations, in the same order.
each_undo([], []).
each_undo([op(_,T,M:N)|Ds], [op(P1,T1,M:N)|Undo]) :-
    (   same_class(T, T1), M:current_op(P1, T1, N) -> true
    ;   T1 = T, P1 = 0
    ),
    each_undo(Ds, Undo).

% After an error, there is no result from which the operators could be restored.
each_declared([], []).
each_declared([op(P,T,N)|Ds], [Undo|Undos]) :-
    op(P, T, N),
    catch(each_declared(Ds, Undos), E, ( restore([Undo]), throw(E) )).

same_class(T, T1) :- member(Ts, [[xfx,xfy,yfx],[fy,fx],[xf,yf]]), memberchk(T, Ts), !, member(T1, Ts).

%! push_op(+Priority, +Type, :Names) is det.
%
%  Declares operators until the next pop_operators/0, which ends the innermost push_operators/1.
?- push_operators([]), push_op(700, xfx, ===>), current_op(P, xfx, ===>), pop_operators, \+ current_op(_, xfx, ===>).
   P = 700.
push_op(P, T, MNames) :-
    strip_module(MNames, M, Names),
    push_operators(M:[op(P,T,Names)], undo(New)),
    (   retract(pushed(undo(Old))) -> append(New, Old, Undo)
    ;   Undo = New
    ),
    asserta(pushed(undo(Undo))).

%! pop_operators is semidet.
%
%  Restores the operators from before the last push_operators/1. False if there is none.
?- pop_operators.
   false.
pop_operators :-
    retract(pushed(Undo)), !,
    pop_operators(Undo).

%! pop_operators(+Undo) is det.
%
%  Restores the operators from before a call of push_operators/2.
?- pop_operators(undo([])).
   true.
?- pop_operators(_).
   error(instantiation_error,pop_operators/1).
pop_operators(Undo) :-
    (   var(Undo) -> instantiation_error(pop_operators/1)
    ;   Undo = undo(Ops) -> restore(Ops)
    ;   domain_error(undo, Undo, pop_operators/1)
    ).

restore([]).
restore([op(P,T,N)|Ops]) :- op(P, T, N), restore(Ops).
