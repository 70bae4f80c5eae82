% The runtime system of Scheme programs: faults, global variables, and the application of
% procedures. The clauses that the compiler generates are added to this module. It does not depend
% on syntax.
%
% A procedure is a predicate. `(f x y)` becomes the goal `f(X, Y, Value, Site)`, where the site is
% the number of the form, which a fault names. As a value, a procedure is
%
%     procedure(Closure, Arity)
%
% where `Closure` is the predicate with the values of the free variables of its lambda expression,
% from which call/N builds the goal, and `Arity` is the number of arguments N, or `at_least(N)`; in
% that case the goal has a list of the other arguments as argument N+1.
%
% Tail calls need no special treatment: the last goal of a clause leaves nothing on the stack.

:- module(scheme_machine, [
    new_site/4, fault/3, object_fault/3,
    is_global/1, global_key/2, define_global/2, link/3, relink/0, with_globals/1,
    invoke/3, invoke/4, invoke/5, invoke/6, invoke/7, apply_procedure/4,
    procedure_clause/2, invocation/5, arguments/4, new_predicate/2, add_clause/2, run/1,
    primitive/3, constant/2, test/4, pure/1, items_list/2
]).

:- use_module(library(lists)).
:- use_module(library(format)).
:- use_module(library(iso_ext)).
:- use_module(library(assoc)).
:- use_module(reader).

:- include(primitives).
:- include(collections).

% Sites and faults -------------------------------------------------------------------------

:- dynamic(site/4).
:- dynamic(sites/1).

sites(0).

%! new_site(+Source, +Line, +Form, -Site) is det.
%
%  Unifies `Site` with a new number that represents the form in compiled code.
new_site(Source, Line, Form, Site) :-
    retract(sites(Site0)),
    Site is Site0+1,
    assertz(sites(Site)),
    assertz(site(Site, Source, Line, Form)).

%! fault(+Site, +Format, +Arguments) is erroneous.
%
%  Throws `scheme_fault(Source, Line, Text, Message)`. Each argument is a datum, which is written
%  for `~s`, or `text(Characters)`.
fault(Site, Format, Arguments) :-
    written(Arguments, Texts),
    phrase(format_(Format, Texts), Message),
    (   site(Site, Source, Line, Form) -> true
    ;   Source = "", Line = 0, Form = []
    ),
    form_text(Form, Text),
    throw(scheme_fault(Source, Line, Text, Message)).

% Data are converted to text first, because format/2 only knows the syntax of Prolog.
written([], []).
written([A|As], [T|Ts]) :-
    (   A = text(T0) -> T = T0
    ;   form_text(A, T)
    ),
    written(As, Ts).

%! object_fault(+Site, +Datum, +What) is erroneous.
%
%  Throws a fault: the object is not of the expected kind.
object_fault(Site, Datum, What) :-
    fault(Site, "~s is not ~s", [Datum, text(What)]).

% Global variables -------------------------------------------------------------------------
%
% The value of a global variable is stored in a global variable of Prolog, which holds the term
% without copying, so two names can share a pair. The values are lost on backtracking;
% with_globals/1 preserves them from one query to the next.
%
% A call of a global procedure with N arguments is a call of a separate predicate, the link. The
% link calls the procedure directly if it is known, and otherwise looks up the value; therefore a
% new definition affects the calls that were compiled before it.

:- dynamic(global/2).
:- dynamic(link/4).

%! is_global(+Name) is semidet.
%
%  True if the program has defined this variable, or will define it.
is_global(Name) :- global(Name, _).

%! global_key(+Name, -Key) is det.
global_key(Name, Key) :-
    (   global(Name, Key0) -> true
    ;   atom_concat('scheme:', Name, Key0),
        assertz(global(Name, Key0)),
        nb_setval(Key0, '#unbound')
    ),
    Key = Key0.

%! global_value(+Key, -Value, +Site) is det.
global_value(Key, Value, Site) :-
    b_getval(Key, Value0),
    (   Value0 == '#unbound' ->
        once(global(Name, Key)),
        fault(Site, "~s has no value", [Name])
    ;   Value = Value0
    ).

%! set_global(+Name, +Value, +Site) is det.
%
%  Sets a global variable. Throws a fault if the variable is not defined.
set_global(Name, Value, Site) :-
    global_key(Name, Key),
    global_value(Key, _, Site),
    define_global(Name, Value).

%! define_global(+Name, +Value) is det.
define_global(Name, Value) :-
    global_key(Name, Key),
    b_setval(Key, Value),
    forall(link(Name, N, Pred, Key), add_link(N, Pred, Key, Value)).

%! link(+Name, +N, -Pred) is det.
%
%  Unifies `Pred` with the predicate that calls the procedure of this name with N arguments.
link(Name, N, Pred) :-
    global_key(Name, Key),
    (   link(Name, N, Pred0, _) -> true
    ;   Pred0 = Key,
        assertz(link(Name, N, Pred0, Key)),
        b_getval(Key, Value),
        add_link(N, Pred0, Key, Value)
    ),
    Pred = Pred0.

% A closure with values of free variables is looked up at each call, because a clause would copy the
% values.
add_link(N, Pred, Key, Value) :-
    length(Arguments, N),
    append(Arguments, [Result, Site], All),
    Head =.. [Pred|All],
    retractall(Head),
    (   Value = procedure(Name, N), atom(Name) ->
        Goal =.. [Name|All],
        (   predicate_property(Goal, dynamic) -> clause(Goal, Body)
        ;   Body = Goal
        )
    ;   Body = ( global_value(Key, F, Site), Call ),
        invocation(F, Arguments, Result, Site, Call)
    ),
    assertz((Head :- Body)).

%! relink is det.
%
%  Makes the links consistent with the values. A fault restores values, but not clauses.
relink :- forall(link(_, N, Pred, Key), ( b_getval(Key, Value), add_link(N, Pred, Key, Value) )).

:- dynamic(unfinished/0).

%! with_globals(:Goal) is semidet.
%
%  Calls `once(Goal)` with the global variables as the previous such goal left them. They are stored
%  as one term, in which pairs remain shared.
:- meta_predicate with_globals(0).
with_globals(Goal) :-
    (   nb_current('scheme globals', Kept) -> true ; Kept = [] ),
    restore(Kept),
    b_setval('scheme escapes', []),
    ( retract(unfinished) -> relink ; true ),
    assertz(unfinished),
    once(Goal),
    retractall(unfinished),
    findall(Key, global(_, Key), Keys),
    values(Keys, Now),
    nb_setval('scheme globals', Now).

restore([]).
restore([Key-Value|Kept]) :- b_setval(Key, Value), restore(Kept).

values([], []).
values([Key|Keys], [Key-Value|Values]) :- b_getval(Key, Value), values(Keys, Values).

% Application ------------------------------------------------------------------------------

%! procedure_clause(+Procedure, -Clause) is semidet.
%
%  Unifies `Clause` with the clause to which a procedure of the program was compiled.
procedure_clause(procedure(Closure, Arity), ( Head :- Body )) :-
    functor(Closure, Pred, Free),
    ( Arity = at_least(N) -> Args is Free+N+3 ; Args is Free+Arity+2 ),
    functor(Head, Pred, Args),
    predicate_property(Head, dynamic),
    clause(Head, Body).

%! invocation(+F, +Arguments, ?Value, +Site, -Goal) is det.
%
%  Unifies `Goal` with the goal that applies a procedure that is known at run time only.
invocation(F, Arguments, Value, Site, Goal) :-
    length(Arguments, N),
    (   N =< 4 ->
        append([F|Arguments], [Value, Site], All),
        Goal =.. [invoke|All]
    ;   Goal = apply_procedure(F, Arguments, Value, Site)
    ).

invoke(F, V, S) :- ( F = procedure(C, 0) -> call(C, V, S) ; apply_procedure(F, [], V, S) ).
invoke(F, A, V, S) :- ( F = procedure(C, 1) -> call(C, A, V, S) ; apply_procedure(F, [A], V, S) ).
invoke(F, A, B, V, S) :- ( F = procedure(C, 2) -> call(C, A, B, V, S) ; apply_procedure(F, [A,B], V, S) ).
invoke(F, A, B, C, V, S) :-
    ( F = procedure(P, 3) -> call(P, A, B, C, V, S) ; apply_procedure(F, [A,B,C], V, S) ).
invoke(F, A, B, C, D, V, S) :-
    ( F = procedure(P, 4) -> call(P, A, B, C, D, V, S) ; apply_procedure(F, [A,B,C,D], V, S) ).

%! apply_procedure(+Procedure, +Arguments, -Value, +Site) is det.
apply_procedure(F, Arguments, Value, Site) :-
    (   F = procedure(Closure, Arity) ->
        (   arguments(Arity, Arguments, [Value, Site], More) ->
            Closure =.. Parts,
            append(Parts, More, All),
            Goal =.. All,
            call(Goal)
        ;   length(Arguments, N),
            takes(Arity, Text),
            fault(Site, "~s takes ~s, not ~s", [F, text(Text), N])
        )
    ;   object_fault(Site, F, "a procedure")
    ).

takes(at_least(N), Text) :- !, takes(N, Text0), append("at least ", Text0, Text).
takes(1, "1 argument") :- !.
takes(N, Text) :- number_chars(N, Cs), append(Cs, " arguments", Text).

%! arguments(+Arity, +Arguments, +End, -More) is semidet.
%
%  Unifies `More` with the arguments in the form that the predicate of a procedure requires,
%  followed by `End`: with `at_least(N)`, the arguments after the first N are a list.
arguments(at_least(N), Arguments, End, More) :- !,
    length(First, N),
    append(First, Others, Arguments), !,
    append(First, [Others|End], More).
arguments(N, Arguments, End, More) :-
    length(Arguments, N),
    append(Arguments, End, More).

% What compiled code is made of --------------------------------------------------------------

%! new_predicate(+Name, -Pred) is det.
%
%  Unifies `Pred` with a new predicate name for a procedure of this name.
new_predicate(Name, Pred) :-
    retract(predicates(N0)),
    N is N0+1,
    assertz(predicates(N)),
    atomic_list_concat([Name, ' ', N], Pred).

:- dynamic(predicates/1).

predicates(0).

%! add_clause(+Head, +Body) is det.
add_clause(Head, Body) :- assertz((Head :- Body)).

%! run(+Goal) is semidet.
run(Goal) :- call(Goal).

% A variable that is assigned is represented by `box(Value)`. Before its definition has been
% reached, `Value` is unbound.
unbox(box(Value0), Value, Name, Site) :- initialized(Value0, Name, Site), Value = Value0.

initialized(Value, Name, Site) :-
    (   nonvar(Value) -> true
    ;   fault(Site, "~s has no value yet", [Name])
    ).

% The tests, as procedures.
define_test(Name) :-
    test(Name, Arguments, Goals, Site),
    conjunction(Goals, Test),
    append([Name|Arguments], [Value, Site], All),
    Head =.. All,
    assertz((Head :- ( Test -> Value = '#t' ; Value = '#f' ))).

conjunction([G], G) :- !.
conjunction([G|Gs], (G, C)) :- conjunction(Gs, C).

:- initialization(forall(test(Name, _, _, _), define_test(Name))).
