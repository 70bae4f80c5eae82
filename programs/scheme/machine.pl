% What a Scheme program runs on: faults, global variables, and the application of
% procedures. The clauses that the compiler makes are added to this module. It knows
% nothing of syntax.
%
% A procedure is a predicate. `(f x y)` becomes the goal f(X, Y, Value, Site), where the site
% is the number of the form, so that a fault can name it. As a value, a procedure is
%
%     procedure(Closure, Arity)
%
% where Closure is the predicate with the values of the free variables of its lambda
% expression, so that call/N makes the goal from it, and Arity is the number of arguments N, or
% at_least(N), in which case the goal has a list of the others as argument N+1.
%
% Tail calls need no care: the last goal of a clause leaves nothing on the stack.

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
%  The number by which compiled code means a form.
new_site(Source, Line, Form, Site) :-
    retract(sites(Site0)),
    Site is Site0+1,
    assertz(sites(Site)),
    assertz(site(Site, Source, Line, Form)).

%! fault(+Site, +Format, +Arguments) throws `scheme_fault(Source, Line, Text, Message)`.
%
%  Every argument is a datum, which is written for `~s`, or text(Characters).
fault(Site, Format, Arguments) :-
    written(Arguments, Texts),
    phrase(format_(Format, Texts), Message),
    (   site(Site, Source, Line, Form) -> true
    ;   Source = "", Line = 0, Form = []
    ),
    form_text(Form, Text),
    throw(scheme_fault(Source, Line, Text, Message)).

% Data are written first, since format/2 knows Prolog's syntax only.
written([], []).
written([A|As], [T|Ts]) :-
    (   A = text(T0) -> T = T0
    ;   form_text(A, T)
    ),
    written(As, Ts).

%! object_fault(+Site, +Datum, +What) throws a fault: an object is not what is asked for.
object_fault(Site, Datum, What) :-
    fault(Site, "~s is not ~s", [Datum, text(What)]).

% Global variables -------------------------------------------------------------------------
%
% The value of a global variable is kept under a key of Prolog's global variables, which
% hold terms without copying them, so that two names can share a pair. They are lost on
% backtracking; with_globals/1 keeps them from one query to the next.
%
% A call of a global procedure with N arguments is a call of a predicate of its own, the link.
% It does what the procedure does if that is known, and otherwise looks up the value; so a new
% definition reaches the calls that were compiled before it.

:- dynamic(global/2).
:- dynamic(link/4).

%! is_global(+Name) is semidet.
%
%  The program has given this variable a value, or means to.
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
%  Throws a fault if the variable has no value yet: that is for `define` to give.
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
%  The predicate that calls the procedure of this name with N arguments.
link(Name, N, Pred) :-
    global_key(Name, Key),
    (   link(Name, N, Pred0, _) -> true
    ;   Pred0 = Key,
        assertz(link(Name, N, Pred0, Key)),
        b_getval(Key, Value),
        add_link(N, Pred0, Key, Value)
    ),
    Pred = Pred0.

% A closure with values of free variables is looked up: a clause would copy them.
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
%  Makes the links agree with the values again. A fault takes values back, but not clauses.
relink :- forall(link(_, N, Pred, Key), ( b_getval(Key, Value), add_link(N, Pred, Key, Value) )).

:- dynamic(unfinished/0).

%! with_globals(:Goal) is semidet.
%
%  Once the goal, with the global variables as the last such goal left them. They are kept as one
%  term, in which pairs stay shared.
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
%  The clause that a procedure of the program was compiled to.
procedure_clause(procedure(Closure, Arity), ( Head :- Body )) :-
    functor(Closure, Pred, Free),
    ( Arity = at_least(N) -> Args is Free+N+3 ; Args is Free+Arity+2 ),
    functor(Head, Pred, Args),
    predicate_property(Head, dynamic),
    clause(Head, Body).

%! invocation(+F, +Arguments, ?Value, +Site, -Goal) is det.
%
%  The goal that applies a procedure which is known at run time only.
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
%  The arguments as the predicate of a procedure wants them, with `End` behind them: those
%  behind the first N in a list for at_least(N).
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
%  The name of a predicate for a procedure of this name.
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

% A variable that is assigned lives in box(Value). It has no value before its definition is
% reached, and then neither has the Prolog variable inside.
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
