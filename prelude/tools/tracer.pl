% The tracer: shows the ports of goals, and obeys commands.

:- module(tracer, [
    trace/0, trace/1, notrace/0, debug/0, nodebug/0, tracing/0, debugging/0,
    spy/1, spy/2, nospy/1, nospyall/0, leash/1, visible/1
]).

:- meta_predicate trace(:), spy(:), spy(:,0), nospy(:).

%% Settings

:- dynamic(leashed/1, shown/1, print_depth/1).

leashed(P) :- port(P).
shown(P) :- port(P).
print_depth(12).

port(call).
port(exit).
port(redo).
port(fail).
port(exception).

%! trace is det.
%
%  Turns the tracer on. From now on, the execution of the program stops at each port of each goal: `Call`,
%  `Exit`, `Redo`, `Fail` and `Exception`. The tracer shows the goal with its bindings and waits for a command;
%  `h` shows the commands. Goals of libraries are shown without those that they consist of. `Exit?` means that
%  the goal may have further answers.
?- trace, tracing, notrace.
   true.
trace :-
    observe_boxes(tracer),
    set_box_mode(creep).

%! trace(:Goal) is nondet.
%
%  Calls `Goal` with the tracer on, and turns it off at its answers. If `Goal` is `Name/Arity`, sets a spy point that
%  shows the ports of that predicate without waiting for a command.
?- trace(true), \+ tracing.
   true.
?- trace(no_such_predicate/1).
   error(existence_error(procedure,no_such_predicate/1),trace/1).
trace(Goal) :-
    strip_module(Goal, M, G),
    (   nonvar(G), G = _/_ ->
        spy_predicate(M, G, tracer:shown_only, trace/1)
    ;   box_mode(Before),
        observe_boxes(tracer),
        switched(creep, Before),
        boxed(M:G, root, none),
        switched(Before, creep)
    ).

% Sets a mode; on backtracking, another one.
switched(Mode, _) :- set_box_mode(Mode).
switched(_, Mode) :- set_box_mode(Mode), fail.

%! notrace is det.
%
%  Turns the tracer off; spy points stay, and have no effect until the tracer is on again.
?- notrace.
   true.
notrace :- set_box_mode(off).

%! debug is det.
%
%  Lets the program run without stopping, except at spy points.
?- debug, nodebug.
   true.
debug :-
    observe_boxes(tracer),
    set_box_mode(leap).

%! nodebug is det.
%
%  As notrace/0.
?- nodebug.
   true.
nodebug :- notrace.

%! tracing is semidet.
%
%  True if the tracer stops at every goal.
?- tracing.
   false.
tracing :- box_mode(creep).

%! spy(:Spec) is det.
%
%  Sets spy points on the predicates `Name` or `Name/Arity`, or on those of a list. The program runs at full
%  speed until one of them is called; then the tracer stops. Throws an existence error if there is no such
%  predicate. `Spec` may also be a head: then the tracer stops at calls that unify with it.
?- spy(append/3), nospy(append/3), nodebug.
   true.
?- spy(no_such_predicate/1).
   error(existence_error(procedure,no_such_predicate/1),spy/1).
?- spy(_).
   error(instantiation_error,spy/1).
spy(Spec) :-
    strip_module(Spec, M, S),
    each_spied(S, M, true).

%! spy(:Spec, :Condition) is det.
%
%  As spy/1; the tracer stops only at calls for which `Condition` is true. It may have variables in
%  common with `Spec`, if that is a head.
?- spy(length(_,N), N > 3), nospyall, nodebug.
   true.
spy(Spec, Condition) :-
    strip_module(Spec, M, S),
    each_spied(S, M, Condition).

each_spied(S, _, _) :- var(S), !, throw(error(instantiation_error, spy/1)).
each_spied([], _, _) :- !.
each_spied([S|Ss], M, C) :- !,
    each_spied(S, M, C),
    each_spied(Ss, M, C).
each_spied(S, M, C) :- spy_predicate(M, S, C, spy/1).

spy_predicate(M, M1:S, C, Context) :- atom(M1), !, spy_predicate(M1, S, C, Context).
spy_predicate(M, S, C, Context) :-
    heads(S, M, Hs, Context),
    (   Hs == [] ->
        ( S = _/_ -> PI = S ; PI = S/_ ),
        throw(error(existence_error(procedure,PI), Context))
    ;   true
    ),
    observe_boxes(tracer),
    ( box_mode(off) -> set_box_mode(leap) ; true ),
    spy_heads(Hs, M, C).

spy_heads([], _, _).
spy_heads([H|Hs], M, C) :-
    home(M, H, Home),
    add_spy_point(Home, H, C, _),
    spy_heads(Hs, M, C).

% The module in which a predicate is defined.
home(M, H, Home) :-
    functor(H, N, A),
    functor(G, N, A),
    (   predicate_property(M:G, imported_from(Home)) -> true
    ;   predicate_property(system:G, visible), \+ '$defined'(M, N, A) -> Home = system
    ;   Home = M
    ).

% The heads that a specification means: most general ones, but for a head itself.
heads(S, _, _, Context) :- var(S), !, throw(error(instantiation_error, Context)).
heads(N/A, M, Hs, Context) :- !,
    ( var(N) -> throw(error(instantiation_error, Context)) ; true ),
    (   integer(A) -> As = [A]
    ;   arities(N, M, As)
    ),
    defined_heads(As, N, M, Hs).
heads(N, M, Hs, _) :- atom(N), !,
    arities(N, M, As),
    defined_heads(As, N, M, Hs).
heads(H, M, Hs, Context) :-
    (   callable(H) -> true
    ;   throw(error(type_error(predicate_indicator,H), Context))
    ),
    functor(H, N, A),
    ( defined_heads([A], N, M, [_]) -> Hs = [H] ; Hs = [] ).

arities(N, M, As) :-
    findall(A, ( between(0, 8, A), is_visible(M, N, A) ), As).

is_visible(M, N, A) :- functor(H, N, A), predicate_property(M:H, visible), !.

defined_heads([], _, _, []).
defined_heads([A|As], N, M, Hs0) :-
    (   is_visible(M, N, A) ->
        functor(H, N, A),
        Hs0 = [H|Hs]
    ;   Hs0 = Hs
    ),
    defined_heads(As, N, M, Hs).

%! nospy(:Spec) is det.
%
%  Removes the spy points that spy/1 sets.
?- nospy(append/3).
   true.
nospy(Spec) :-
    strip_module(Spec, M, S),
    (   is_list(S) -> unspy_all(S, M)
    ;   heads(S, M, Hs, nospy/1),
        unspy_heads(Hs, M)
    ).

unspy_all([], _).
unspy_all([S|Ss], M) :- nospy(M:S), unspy_all(Ss, M).

unspy_heads([], _).
unspy_heads([H|Hs], M) :-
    home(M, H, Home),
    functor(H, N, A),
    remove_spy_points(Home, N, A),
    unspy_heads(Hs, M).

%! nospyall is det.
%
%  Removes all spy points.
?- nospyall.
   true.
nospyall :-
    (   spy_condition(M, H, _) ->
        functor(H, N, A),
        remove_spy_points(M, N, A),
        nospyall
    ;   true
    ).

%! debugging is det.
%
%  Writes the state of the tracer and the spy points.
?- debugging.
   outputs("The tracer is off.\nThere are no spy points.\n").
debugging :-
    box_mode(Mode),
    mode_text(Mode, T),
    format("The tracer ~w.~n", [T]),
    findall(M:H-C, spy_condition(M, H, C), Ss),
    (   Ss == [] -> format("There are no spy points.~n", [])
    ;   write_spy_points(Ss)
    ).

mode_text(off, 'is off') :- !.
mode_text(creep, 'stops at every goal') :- !.
mode_text(_, 'stops at spy points').

write_spy_points([]).
write_spy_points([M:H-C|Ss]) :-
    functor(H, N, A),
    ( M == user -> S = N/A ; S = M:N/A ),
    (   C == true -> format("Spy point on ~q.~n", [S])
    ;   C = tracer:shown_only -> format("The ports of ~q are shown.~n", [S])
    ;   format("Spy point on ~q if ~q.~n", [S,C])
    ),
    write_spy_points(Ss).

% The condition of spy points at which the tracer does not wait.
shown_only.

%! leash(+Ports) is det.
%
%  Sets the ports at which the tracer waits for a command: `call`, `exit`, `redo`, `fail`, `exception`, `all`,
%  `none`, or a list of them; `+Ports` and `-Ports` add and remove ports. At the others, it only shows the goal.
?- leash(none), leash(all).
   true.
?- leash(entry).
   error(domain_error(port,entry),leash/1).
leash(Spec) :- set_ports(Spec, leashed, leash/1).

%! visible(+Ports) is det.
%
%  Sets the ports that the tracer shows, as leash/1.
?- visible(-redo), visible(all).
   true.
visible(Spec) :- set_ports(Spec, shown, visible/1).

set_ports(Spec, Setting, Context) :-
    (   var(Spec) -> throw(error(instantiation_error, Context))
    ;   Spec = +S -> ports(S, Ps, Context), add_ports(Ps, Setting)
    ;   Spec = -S -> ports(S, Ps, Context), remove_ports(Ps, Setting)
    ;   ports(Spec, Ps, Context),
        findall(P, port(P), All),
        remove_ports(All, Setting),
        add_ports(Ps, Setting)
    ).

ports(S, _, Context) :- var(S), !, throw(error(instantiation_error, Context)).
ports(all, Ps, _) :- !, findall(P, port(P), Ps).
ports(full, Ps, _) :- !, findall(P, port(P), Ps).
ports(none, [], _) :- !.
ports(off, [], _) :- !.
ports([], [], _) :- !.
ports([S|Ss], Ps, Context) :- !,
    ports(S, Ps0, Context),
    ports(Ss, Ps1, Context),
    append(Ps0, Ps1, Ps).
ports(P, [P], _) :- port(P), !.
ports(P, _, Context) :- throw(error(domain_error(port,P), Context)).

add_ports([], _).
add_ports([P|Ps], Setting) :-
    F =.. [Setting,P],
    ( call(F) -> true ; assertz(F) ),
    add_ports(Ps, Setting).

remove_ports([], _).
remove_ports([P|Ps], Setting) :-
    F =.. [Setting,P],
    retractall(F),
    remove_ports(Ps, Setting).

%% Ports

% Called at each port of a box.
port(Port, Box) :-
    (   is_shown(Port, Box, Wait) ->
        '$divert_calls'(none, Diverted),
        show(Port, Box),
        (   Wait == true, functor(Port, Name, _), leashed(Name) -> command(Command, Port, Box)
        ;   nl(user_error),
            Command = none
        ),
        '$divert_calls'(Diverted, _),
        obey(Command, Box)
    ;   true
    ).

% Wait is true if the tracer may stop there.
is_shown(Port, Box, Wait) :-
    functor(Port, Name, _),
    shown(Name),
    box_mode(Mode),
    (   Mode == creep -> Wait = true
    ;   Mode = skip(I), box_id(Box, J), J =< I -> set_box_mode(creep), Wait = true
    ;   spies(Box, Wait)
    ), !.

spies(Box, Wait) :-
    box_goal(Box, M, G),
    home(M, G, Home),
    spy_condition(Home, G0, C),
    \+ G0 \= G,
    (   C = tracer:shown_only -> Wait = false
    ;   \+ \+ ( G0 = G, without_tracer(C) ),
        Wait = true
    ), !.

without_tracer(C) :-
    '$divert_calls'(none, D),
    (   catch(C, _, fail) -> '$divert_calls'(D, _)
    ;   '$divert_calls'(D, _),
        fail
    ).

show(Port, Box) :-
    label(Port, Label),
    box_depth(Box, D),
    box_goal(Box, M, G),
    ( M == user -> Q = G ; Q = M:G ),
    ( spies(Box, _) -> Mark = (+) ; Mark = ' ' ),
    format(user_error, " ~w ~w (~d) ", [Mark,Label,D]),
    print_goal(Q),
    write_place(Box),
    write_ball(Port),
    write_domains(G).

label(call, 'Call:').
label(exit(true), 'Exit:').
label(exit(false), 'Exit?').
label(redo, 'Redo:').
label(fail, 'Fail:').
label(exception(_), 'Exception:').

print_goal(Q) :-
    print_depth(D),
    names(Q, Ns),
    write_term(user_error, Q, [
        quoted(true), portrayed(true), numbervars(true), max_depth(D), spacing(next_argument), variable_names(Ns),
        priority(999)
    ]).

% Names for the variables of a term that stay the same during a run: a variable keeps its first one.
names(T, Ns) :-
    term_variables(T, Vs),
    ( catch(b_getval('$trace_names', Ns0), _, fail), is_list(Ns0) -> true ; Ns0 = [] ),
    unbound_names(Ns0, Ns1),
    length(Ns0, N),
    new_names(Vs, N, Ns1, Ns),
    ( Ns == Ns0 -> true ; b_setval('$trace_names', Ns) ).

unbound_names(Ns, Ns).

new_names([], _, Ns, Ns).
new_names([V|Vs], N0, Ns0, Ns) :-
    (   named(Ns0, V) -> N = N0, Ns1 = Ns0
    ;   N is N0+1,
        number_codes(N, Cs),
        atom_codes(Name, [0'_|Cs]),
        Ns1 = [Name=V|Ns0]
    ),
    new_names(Vs, N, Ns1, Ns).

named([_=W|Ns], V) :- ( W == V -> true ; named(Ns, V) ).

write_place(_).

write_ball(exception(E)) :- !,
    format(user_error, "~n     raises ", []),
    print_goal(E).
write_ball(_).

% The domains of constrained variables.
write_domains(G) :-
    term_attvars(G, Vs0),
    domains(Vs0, 8, Ds),
    (   Ds == [] -> true
    ;   format(user_error, "~n     where ", []),
        list_goals(Ds, G)
    ).

domains([], _, []).
domains([V|Vs], N0, Ds0) :-
    (   N0 =:= 0 -> Ds0 = [...]
    ;   N is N0-1,
        (   '$fd_domain'(V, D) -> Ds0 = [V in D|Ds]
        ;   Ds0 = Ds
        ),
        domains(Vs, N, Ds)
    ).
