% The box model of execution (Byrd, 1980): goals as boxes with ports, for the tracer and for pages.
%
% While it is on, the machine passes calls of the program's predicates to `traced/1`. Their clauses are
% interpreted here, so that every goal has a box, also those that are compiled in line. Library predicates run as
% compiled code; the goals of the program that they call come back to `traced/1`.
%
% An observer is a module with a predicate `port(Port, Box)`, which is called at each port of each box. It may
% leave a box with `back_to_box/1` or `retry_box/1`. The ports are `call`, `exit(Det)`, `redo`, `fail` and
% `exception(Ball)`; `Det` is `true` if the goal has no further answers.

:- module(box_model, [
    box_mode/1, set_box_mode/1, observe_boxes/1, boxed/3, traced/1, traced_query/1, back_to_box/1, retry_box/1, box_id/2,
    box_depth/2, box_goal/3, box_parent/2, box_place/2, spy_condition/3, add_spy_point/4, remove_spy_points/3
]).

:- meta_predicate boxed(0,?,?).

%% State

%! box_mode(?Mode) is semidet.
%
%  True if `Mode` is the mode of the box model: `off`; `creep`, every goal has a box; `skip(Id)`, goals inside the box
%  with the number `Id` have none; `leap`, only goals with a spy point have one.
?- box_mode(M).
   M = off.
:- dynamic([box_mode/1,observer/1,spy_condition/3]).

box_mode(off).
observer(tracer).

%! set_box_mode(+Mode) is det.
%
%  Sets the mode of the box model.
?- set_box_mode(off).
   true.
set_box_mode(Mode) :-
    '$shield_tracer'(true),
    retractall(box_mode(_)),
    assertz(box_mode(Mode)),
    ( Mode = skip(_) -> Resumes = true ; Resumes = false ),
    '$tracer_resumes'(Resumes),
    divert_calls(Mode),
    '$shield_tracer'(false).

divert_calls(Mode) :-
    (   Mode == creep -> Which = program
    ;   Mode \== off, spy_condition(_, _, _) -> Which = spied
    ;   Which = none
    ),
    '$divert_calls'(Which, _).

%! observe_boxes(+Module) is det.
%
%  Makes `Module` the observer: `Module:port(Port, Box)` is called at each port of each box.
?- observe_boxes(tracer).
   true.
observe_boxes(Module) :-
    retractall(observer(_)),
    assertz(observer(Module)).

%! spy_condition(?Module, ?Head, ?Condition) is nondet.
%
%  True if there is a spy point for goals of `Module` that unify with `Head`, with this condition.
?- spy_condition(M, H, C).
   false.

%! add_spy_point(+Module, +Head, +Condition, -Added) is semidet.
%
%  Sets a spy point on the predicate of `Head`, for goals that unify with it; `Added` is `false` if it replaces another
%  one. Fails if there is no such predicate in `Module`.
?- add_spy_point(user, no_such_predicate, true, A).
   false.
add_spy_point(M, H, C, Added) :-
    functor(H, N, A),
    '$set_spied'(M, N, A, true),
    functor(H0, N, A),
    ( spy_condition(M, H0, _) -> Added = false ; Added = true ),
    remove_spy_points(M, N, A),
    '$set_spied'(M, N, A, true),
    assertz(spy_condition(M, H, C)),
    box_mode(Mode),
    divert_calls(Mode).

%! remove_spy_points(+Module, +Name, +Arity) is det.
%
%  Removes the spy points of a predicate.
?- remove_spy_points(user, no_such_predicate, 0).
   true.
remove_spy_points(M, N, A) :-
    functor(H, N, A),
    retractall(spy_condition(M, H, _)),
    ( '$set_spied'(M, N, A, false) -> true ; true ),
    box_mode(Mode),
    divert_calls(Mode).

%% Boxes

% box(Id, Depth, Goal, Module, Parent, Place, Level): `Level` is the choice point whose alternative is the port
% `fail`, or a variable at that port. The box around the query is `root`.

%! box_id(+Box, -Id) is det.
%
%  The number of a box. Boxes have increasing numbers in the order of their calls.
?- box_id(root, I).
   I = 0.
box_id(Box, I) :- ( Box == root -> I = 0 ; arg(1, Box, I) ).

%! box_depth(+Box, -Depth) is det.
%
%  The number of boxes around a box, itself included; 1 for the goals of a query.
?- box_depth(root, D).
   D = 0.
box_depth(Box, D) :- ( Box == root -> D = 0 ; arg(2, Box, D) ).

%! box_goal(+Box, -Module, -Goal) is det.
%
%  The goal of a box, with its present bindings, and the module in which it was called.
?- box_goal(box(1,1,p(X),user,root,none,_), M, G).
   M = user, G = p(X).
box_goal(Box, M, G) :- arg(3, Box, G), arg(4, Box, M).

%! box_parent(+Box, -Parent) is det.
%
%  The box around a box, or `root`.
?- box_parent(box(1,1,p,user,root,none,_), P).
   P = root.
box_parent(Box, P) :- arg(5, Box, P).

%! box_place(+Box, -Place) is det.
%
%  Where the goal of a box stands: `in(Clause, Names, Path)`, the clause with the names of its variables and the numbers
%  of arguments on the way to the goal, the last one first; `line(Clause)`, in this clause; `at(File, Line)`; `none` if that
%  is not known.
?- box_place(box(1,1,p,user,root,none,_), P).
   P = none.
box_place(Box, P) :- arg(6, Box, P).

% No catch/3 here: it would catch the exceptions of signals, too.
counter(Key, N) :- '$global'(Key, N), !.
counter(_, 0).

next_id(I) :-
    counter('$box_id', I0),
    I is I0+1,
    nb_setval('$box_id', I).

% The box in which compiled code runs.
current_box(Box) :- '$global'('$box', Box), Box \== 0, !.
current_box(root).

set_current_box(Box) :- b_setval('$box', Box).

%! traced(+Goal) is nondet.
%
%  Calls a goal with a box: the machine calls it in place of the goals that compiled code calls.
?- traced(user:true).
   true.
traced(MG) :-
    strip_module(MG, M, G),
    current_box(Parent),
    renew_mode(M, G, Place),
    box(G, M, Parent, Place).

% The host turns the tracer on in the middle of a query, or because the last query ended while goals were skipped.
renew_mode(M, G, Place) :- '$trace_requested', !,
    ( '$caller_position'(M, G, File, Line) -> Place = at(File, Line) ; Place = none ),
    observe_boxes(tracer),
    set_box_mode(creep).
renew_mode(_, _, none).

%! traced_query(+Goal) is nondet.
%
%  Calls the goal of a query; in mode `creep`, its goals have boxes.
?- traced_query(X = 1).
   X = 1.
traced_query(G) :-
    renew_mode(user, true, _),
    boxed(G, root, none).

%! boxed(:Goal, +Parent, +Place) is nondet.
%
%  Calls `Goal`; in mode `creep`, the goals that it consists of have boxes with the parent `Parent`.
?- boxed((X = 1, Y = 2), root, none).
   X = 1, Y = 2.
boxed(MG, Parent, Place) :-
    strip_module(MG, M, G),
    opaque(G, M, Parent, Place).

goal(G, M, Parent, Place) :-
    box_mode(Mode),
    (   Mode == creep, \+ is_command(G), \+ is_internal(G) -> box(G, M, Parent, Place)
    ;   compiled(G, M, Parent)
    ).

% Goals that the system has put into clauses have no box.
is_internal(G) :-
    callable(G),
    functor(G, N, _),
    sub_atom(N, 0, 1, _, $).

% Goals that are about the tracer have no box.
is_command(halt).
is_command(trace).
is_command(trace(_)).
is_command(trace(_,_)).
is_command(notrace).
is_command(tracing).
is_command(debug).
is_command(nodebug).
is_command(debugging).
is_command(spy(_)).
is_command(spy(_,_)).
is_command(nospy(_)).
is_command(nospyall).
is_command(leash(_)).
is_command(visible(_)).

box(G, M, Parent, Place) :-
    next_id(I),
    box_depth(Parent, D0),
    D is D0+1,
    enter(box(I, D, G, M, Parent, Place)).

enter(Box0) :-
    Box0 = box(I, D, G, M, Parent, Place),
    '$choice_point'(Before),
    (   '$choice_point'(Level),
        Box = box(I, D, G, M, Parent, Place, Level),
        at(call, Box),
        % A recovery that ends with throw/1 of its ball leaves the place of the error as it is.
        catch(solve(G, M, Box), Ball, ( leave(Ball, Box), throw(Ball) )),
        '$choice_point'(After),
        (   After == Level ->
            at(exit(true), Box),
            '$cut'(Before)
        ;   at(exit(false), Box)
        ;   at(redo, Box),
            fail
        )
    ;   failed(Box0)
    ).

leave(Ball, Box) :-
    box_place(Box, Place),
    (   Place = in(clause(M, H, Which), _, Path) -> '$leave_box'(M, H, Which, Path)
    ;   Place = line(clause(M, H, Which)) -> '$leave_box'(M, H, Which, [])
    ;   true
    ),
    at(exception(Ball), Box).

failed(Box0) :- is_retried(Box0), !, enter(Box0).
failed(Box0) :-
    Box0 = box(I, D, G, M, Parent, Place),
    at(fail, box(I, D, G, M, Parent, Place, _)),
    is_retried(Box0),
    enter(Box0).

is_retried(Box) :-
    arg(1, Box, I),
    counter('$box_retried', I),
    nb_setval('$box_retried', 0).

at(Port, Box) :-
    observer(Module),
    Module:port(Port, Box).

%! back_to_box(+Box) is semidet.
%
%  Fails back to the port `fail` of a box, without its further answers. At that port itself it succeeds.
?- back_to_box(box(1,1,p,user,root,none,_)).
   true.
back_to_box(Box) :-
    arg(7, Box, Level),
    (   integer(Level) ->
        '$cut'(Level),
        fail
    ;   true
    ).

%! retry_box(+Box) is semidet.
%
%  Fails back to the port `call` of a box, whose goal is called once more. At its port `fail` it succeeds, and the
%  goal is called afterwards.
?- retry_box(box(1,1,p,user,root,none,_)).
   true.
retry_box(Box) :-
    box_id(Box, I),
    nb_setval('$box_retried', I),
    back_to_box(Box).

%% Interpretation

solve(G, M, Box) :-
    box_mode(Mode),
    (   Mode == creep, has_clauses(M, G, Home, Kind) -> resolve(Kind, G, Home, Box)
    ;   Mode == creep, is_body(G), subgoal(G) -> opaque(G, M, Box, none)
    ;   current_box(Outer),
        set_current_box(Box),
        ( Mode == creep -> with_boxes(G, M, Box, G1) ; G1 = G ),
        '$exempt_next_call',
        call(M:G1),
        set_current_box(Outer)
    ).

% Control constructs as goals, which have a box of their own only in a query.
subgoal((_,_)).
subgoal((_;_)).
subgoal((_->_)).
subgoal((_*->_)).
subgoal(\+ G) :- is_body(G).
subgoal(call(G)) :- is_body(G).

% has_clauses(Module, Goal, Home, Kind): the clauses of the goal's predicate are known, as `Kind` says: `kept`
% with its terms, `dynamic`, or `text`, to be read again.
has_clauses(M, G, Home, Kind) :-
    callable(G),
    functor(G, N, A),
    functor(H, N, A),
    '$clause_kind'(M, H, Kind),
    (   predicate_property(M:H, imported_from(Home)) -> true
    ;   Home = M
    ).

resolve(rules, G, M, Box) :- !,
    '$level'(Level),
    rule_number(0, G, M, I),
    functor(G, N, A),
    functor(H, N, A),
    (   '$clause_text'(M, H, I, T, Names) ->
        T =.. [Arrow,Left,Body],
        rule_parts(Left, Head, Guard),
        subsumes_term(Head, G),
        Head = G,
        opaque(Guard, M, Box, in(clause(M, H, I), Names, [2,1])),
        ( Arrow == (=>) -> '$cut'(Level) ; true ),
        with_calls(Body, Body1),
        body(Body1, Level, M, Box, in(clause(M, H, I), Names, [2]))
    ;   % The closing clause of the rules.
        ( M == user -> Goal = G ; Goal = M:G ),
        '$no_matching_rule'(Goal, N/A)
    ).
resolve(Kind, G, M, Box) :-
    '$level'(Level),
    clause_of(Kind, M, G, Body, Place),
    body(Body, Level, M, Box, Place).

rule_number(I0, G, M, I) :-
    '$next_clause'(M, G, I0, I1),
    (   I = I1
    ;   I2 is I1+1,
        rule_number(I2, G, M, I)
    ).

rule_parts(Left, Head, Guard) :-
    (   Left = (H,G) -> Guard = G
    ;   H = Left,
        Guard = true
    ),
    ( nonvar(H), H = _:H1 -> Head = H1 ; Head = H ).

% Where a clause stands: `in(Clause, Names, Path)` with the names of its variables and the way to a goal, or
% `line(Clause)` if the text is not the clause itself, or `none`.
clause_of(kept, M, G, B, Place) :- static_clause(0, M, G, B, Place).
clause_of(dynamic, M, G, B, Place) :-
    '$clause_first'(M, G, access, Ref, Gen),
    dynamic_clause(Ref, Gen, M, G, B, Place).
clause_of(text, M, G, B, Place) :-
    '$next_clause'(M, G, 0, I),
    text_clause(I, M, G, B, Place).

text_clause(I, M, G, B, Place) :-
    I1 is I+1,
    (   '$next_clause'(M, G, I1, Next) -> text_or(Next, I, M, G, B, Place)
    ;   read_clause(I, M, G, B, Place)
    ).

text_or(_, I, M, G, B, Place) :- read_clause(I, M, G, B, Place).
text_or(Next, _, M, G, B, Place) :- text_clause(Next, M, G, B, Place).

read_clause(I, M, G, B, Place) :-
    functor(G, N, A),
    functor(H0, N, A),
    '$clause_text'(M, H0, I, T, Names),
    expand_term(T, C),
    ( C = (H:-B0) -> true ; C = H, B0 = true ),
    (   C == T -> Place = in(clause(M, H0, I), Names, [2])
    ;   Place = line(clause(M, H0, I))
    ),
    with_calls(B0, B1),
    G = H,
    B = B1.

static_clause(From, M, H, B, Place) :-
    '$static_clause'(M, H, From, I, H1, B1, Next),
    static_or(Next, M, H, B, clause(I, H1, B1), Place).

static_or(-1, M, H, B, C, Place) :- !, matched(C, M, H, B, Place).
static_or(_, M, H, B, C, Place) :- matched(C, M, H, B, Place).
static_or(Next, M, H, B, _, Place) :- static_clause(Next, M, H, B, Place).

dynamic_clause(Ref, Gen, M, H, B, Place) :-
    '$clause_next'(Ref, Gen, H, Next), !,
    dynamic_or(Ref, Next, Gen, M, H, B, Place).
dynamic_clause(Ref, _, M, H, B, Place) :- referred_clause(Ref, M, H, B, Place).

dynamic_or(Ref, _, _, M, H, B, Place) :- referred_clause(Ref, M, H, B, Place).
dynamic_or(_, Next, Gen, M, H, B, Place) :- dynamic_clause(Next, Gen, M, H, B, Place).

referred_clause(Ref, M, H, B, Place) :-
    '$clause'(Ref, H1, B1),
    matched(clause(Ref, H1, B1), M, H, B, Place).

% The names come first: unification with the goal would hide which variable is which.
matched(clause(Which, H1, B1), M, H, B, Place) :-
    located(M, H, Which, (H1:-B1), Place),
    with_calls(B1, B2),
    H = H1,
    B = B2.

% with_calls(Body, Body1): variables as goals are `call(V)`, because they are opaque to cuts whatever they are
% bound to (ISO 7.6.2).
with_calls(B, B1) :-
    (   var(B) -> B1 = call(B)
    ;   B = Q:V, var(V) -> B1 = Q:call(V)
    ;   construct(B, X, Y) ->
        with_calls(X, X1),
        with_calls(Y, Y1),
        functor(B, N, 2),
        B1 =.. [N,X1,Y1]
    ;   B1 = B
    ).

located(M, H, Which, Clause, Place) :-
    functor(H, N, A),
    functor(H0, N, A),
    (   '$clause_text'(M, H0, Which, T, Names) ->
        (   T = (_:-_) -> C = T, Path = [2]
        ;   C = (T:-true), Path = []
        ),
        (   C =@= Clause ->
            C = Clause,
            Place = in(clause(M, H0, Which), Names, Path)
        ;   Place = line(clause(M, H0, Which))
        )
    ;   Place = none
    ).

% The catcher of catch/3 in a module whose dialect has errors in other words.
catcher(M, C, C1) :-
    (   '$redefined'(M, catch, 3) -> C1 = '$dialect_catcher'(C)
    ;   C1 = C
    ).

% Runs a goal as compiled code; if it has a spy point, it comes back.
compiled(G, M, Box) :-
    current_box(Outer),
    set_current_box(Box),
    call(M:G),
    set_current_box(Outer).

opaque(G0, M, Box, Place) :-
    '$level'(Level),
    with_calls(G0, G),
    body(G, Level, M, Box, Place).

% body(Goal, Level, Module, Box, Place): a goal of a clause's body; a cut goes back to `Level`.
body(G, _, M, Box, P) :- var(G), !, goal(call(G), M, Box, P).
body((A,B), L, M, Box, P) :- !,
    down(1, P, PA), body(A, L, M, Box, PA),
    down(2, P, PB), body(B, L, M, Box, PB).
body(true, _, _, _, _) :- !.
body(!, L, _, _, _) :- !, '$cut'(L).
body((If;E), L, M, Box, P) :- nonvar(If), If = (C->T), !,
    down(1, P, PI), down(1, PI, PC),
    (   opaque(C, M, Box, PC) -> down(2, PI, PT), body(T, L, M, Box, PT)
    ;   down(2, P, PE), body(E, L, M, Box, PE)
    ).
body((If;E), L, M, Box, P) :- nonvar(If), If = (C*->T), !,
    down(1, P, PI), down(1, PI, PC),
    (   opaque(C, M, Box, PC) *-> down(2, PI, PT), body(T, L, M, Box, PT)
    ;   down(2, P, PE), body(E, L, M, Box, PE)
    ).
body((A;B), L, M, Box, P) :- !,
    (   down(1, P, PA), body(A, L, M, Box, PA)
    ;   down(2, P, PB), body(B, L, M, Box, PB)
    ).
body((C->T), L, M, Box, P) :- !,
    down(1, P, PC), down(2, P, PT),
    ( opaque(C, M, Box, PC) -> body(T, L, M, Box, PT) ).
body((C*->T), L, M, Box, P) :- !,
    down(1, P, PC), down(2, P, PT),
    opaque(C, M, Box, PC),
    body(T, L, M, Box, PT).
body(\+ G, _, M, Box, P) :- is_body(G), !, down(1, P, PG), \+ opaque(G, M, Box, PG).
body(Q:G, L, _, Box, P) :- atom(Q), acyclic_term(G), !, down(2, P, PG), body(G, L, Q, Box, PG).
body(call(G), _, M, Box, P) :- is_body(G), !, down(1, P, PG), opaque(G, M, Box, PG).
body(catch(G,C,R), _, M, Box, P) :- is_body(G), !,
    down(1, P, PG), down(3, P, PR),
    catcher(M, C, C1),
    catch(opaque(G, M, Box, PG), C1, opaque(R, M, Box, PR)).
body(findall(T,G,Ts), _, M, Box, P) :- is_body(G), is_list_or_partial(Ts), !,
    down(2, P, PG),
    findall(T, opaque(G, M, Box, PG), Ts).
body(forall(C,A), _, M, Box, P) :- is_body(C), is_body(A), !,
    down(1, P, PC), down(2, P, PA),
    \+ ( opaque(C, M, Box, PC), \+ opaque(A, M, Box, PA) ).
body(once(G), _, M, Box, P) :- is_body(G), !, down(1, P, PG), opaque(G, M, Box, PG), !.
body(ignore(G), _, M, Box, P) :- is_body(G), !,
    down(1, P, PG),
    ( opaque(G, M, Box, PG) -> true ; true ).
body(G, _, M, Box, P) :- goal(G, M, Box, P).

% is_body(Goal): a goal that can be called, with its parts (ISO 7.6.2).
is_body(G) :-
    nonvar(G),
    (   construct(G, _, _) -> acyclic_term(G)
    ;   true
    ),
    is_part(G).

is_part(G) :-
    (   var(G) -> true
    ;   G = _:_ -> true
    ;   construct(G, A, B) ->
        is_part(A),
        is_part(B)
    ;   callable(G)
    ).

construct((A,B), A, B).
construct((A;B), A, B).
construct((A->B), A, B).
construct((A*->B), A, B).

%% Lambda expressions

% with_boxes(Goal, Module, Box, Goal1): lambda expressions in the arguments of Goal are called by `boxed_lambda`, so
% that their goals have boxes. This concerns call/N and predicates that only call their arguments: others may keep
% them, as freeze/2 does.
with_boxes(G, M, Box, G1) :-
    (   callable(G),
        G =.. [N|As],
        has_lambda(As, M),
        calls_only(N, G, M, Spec) ->
        Spec =.. [_|Ss],
        box_lambdas(Ss, As, 1, M, Box, Bs),
        G1 =.. [N|Bs]
    ;   G1 = G
    ).

has_lambda([A|As], M) :-
    (   lambda_of(M:A, _, _) -> true
    ;   has_lambda(As, M)
    ).

calls_only(N, G, M, Spec) :-
    functor(G, N, A),
    functor(H, N, A),
    (   predicate_property(M:H, imported_from(Home)) -> ( Home == apply -> true ; Home == lists )
    ;   N == call
    ),
    predicate_property(M:H, meta_predicate(Spec)), !.

box_lambdas([], [], _, _, _, []).
box_lambdas([S|Ss], [A|As], I, M, Box, [B|Bs]) :-
    (   integer(S), S > 0, S < 8, lambda_of(M:A, M1, L), is_of_library(L, S, M1) ->
        B = box_model:boxed_lambda(L, M1, Box, I)
    ;   B = A
    ),
    I1 is I+1,
    box_lambdas(Ss, As, I1, M, Box, Bs).

lambda_of(MA, M, L) :-
    strip_module(MA, M, L),
    nonvar(L),
    (   L = (_>>_) -> true
    ;   L = _/L1 -> nonvar(L1), L1 = (_>>_)
    ;   renaming(L, _, _, _)
    ).

% The lambda expressions of library(lambda), which rename all variables but those of Free: renaming(Lambda, Free,
% Applied, Argument).
renaming(\L, [], L, 1).
renaming(+\(Free, L), Free, L, 2).

% A program may have a predicate >>/N, \/N or ^/N of its own.
is_of_library(L, S, M) :-
    functor(L, N, K),
    \+ is_defined(N, K, S, M),
    \+ ( renaming(L, _, _, _), is_defined((^), 2, S, M) ).

is_defined(N, K, S, M) :-
    A is S+K,
    functor(H, N, A),
    '$clause_kind'(M, H, _).

boxed_lambda(L, M, B, I, A1) :- call_lambda(L, M, B, I, [A1]).
boxed_lambda(L, M, B, I, A1, A2) :- call_lambda(L, M, B, I, [A1,A2]).
boxed_lambda(L, M, B, I, A1, A2, A3) :- call_lambda(L, M, B, I, [A1,A2,A3]).
boxed_lambda(L, M, B, I, A1, A2, A3, A4) :- call_lambda(L, M, B, I, [A1,A2,A3,A4]).
boxed_lambda(L, M, B, I, A1, A2, A3, A4, A5) :- call_lambda(L, M, B, I, [A1,A2,A3,A4,A5]).
boxed_lambda(L, M, B, I, A1, A2, A3, A4, A5, A6) :- call_lambda(L, M, B, I, [A1,A2,A3,A4,A5,A6]).
boxed_lambda(L, M, B, I, A1, A2, A3, A4, A5, A6, A7) :- call_lambda(L, M, B, I, [A1,A2,A3,A4,A5,A6,A7]).

% Calls a lambda expression, argument I of the goal of Box, as its library does; its goals have boxes in Box.
call_lambda(L, M, Box, I, As) :-
    box_place(Box, P0),
    down(I, P0, P1),
    (   renaming(L, Free, L1, J) ->
        down(J, P1, P2),
        unbound_names(P2, P3),
        copy_term_nat(Free+L1+P3, Free+C+P),
        applied(As, C, M, Box, P)
    ;   call_yall(L, M, Box, P1, As)
    ).

% applied(Arguments, Goal, Module, Box, Place): as library(lambda) calls X^Y^Goal.
applied([], G, M, Box, P) :-
    (   nonvar(G), G = _^_ -> existence_error(lambda_parameters, G, (^)/3)
    ;   opaque(G, M, Box, P)
    ).
applied([A|As], G, M, Box, P) :-
    (   nonvar(G), G = X^G1 ->
        X = A,
        down(2, P, P1),
        applied(As, G1, M, Box, P1)
    ;   with_arguments(G, [A|As], G1),
        goal(G1, M, Box, P)
    ).

call_yall(L, M, Box, P1, As) :-
    lambda_parts(L, P1, Free, Ps0, G0, P2),
    unbound_names(P2, P3),
    (   ground(Ps0+G0) -> Ps = Ps0, G = G0, P = P3
    ;   copy_term_nat(Free+Ps0+G0+P3, Free+Ps+G+P)
    ),
    pass(Ps, As, Rest),
    (   Rest == [] -> opaque(G, M, Box, P)
    ;   with_arguments(G, Rest, G1),
        goal(G1, M, Box, P)
    ).

with_arguments(G, As, G1) :-
    (   callable(G), G \= _:_, \+ construct(G, _, _), \+ lambda_of(G, _, _) ->
        G =.. [N|As0],
        joined(As0, As, Bs),
        G1 =.. [N|Bs]
    ;   G1 =.. [call,G|As]
    ).

joined([], Bs, Bs).
joined([A|As], Bs, [A|Cs]) :- joined(As, Bs, Cs).

lambda_parts(L, P0, Free, Ps, G, P) :-
    (   L = Free0/(Ps0>>G) -> down(2, P0, P1)
    ;   L = (Ps0>>G),
        Free0 = [],
        P1 = P0
    ),
    down(2, P1, P),
    (   nonvar(Ps0), Ps0 = Free1/Ps -> Free = Free0+Free1
    ;   Ps = Ps0,
        Free = Free0
    ).

% The names are copied with the lambda expression, and values may be large.
unbound_names(P0, P) :-
    (   P0 = in(Clause, Names0, Path) ->
        only_unbound(Names0, Names),
        P = in(Clause, Names, Path)
    ;   P = P0
    ).

only_unbound([], []).
only_unbound([N=V|Ns0], Ns) :-
    ( var(V) -> Ns = [N=V|Ns1] ; Ns = Ns1 ),
    only_unbound(Ns0, Ns1).

pass(Ps, As, Rest) :-
    (   nonvar(Ps), Ps = [P|Ps1], As = [A|As1] -> P = A, pass(Ps1, As1, Rest)
    ;   Rest = As
    ).

is_list_or_partial(Ts) :- '$skip_list'(Ts, _, T), ( var(T) -> true ; T == [] ).

% The place of an argument: one step more on the way.
down(I, P, Q) :-
    (   P = in(Clause, Names, Path) -> Q = in(Clause, Names, [I|Path])
    ;   Q = P
    ).
