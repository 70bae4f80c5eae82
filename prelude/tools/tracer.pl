% The tracer: shows the ports of goals, and obeys commands.

:- module(tracer, [
    trace/0, trace/1, trace/2, notrace/0, debug/0, nodebug/0, tracing/0, debugging/0,
    spy/1, spy/2, nospy/1, nospyall/0, leash/1, visible/1
]).

:- meta_predicate trace(:), trace(:,?), spy(:), spy(:,0), nospy(:).

%% Settings

:- dynamic([leashed/1,shown/1,print_depth/1,named_spy_point/4]).

leashed(call).
leashed(exit).
leashed(redo).
leashed(fail).
leashed(exception).

shown(call).
shown(exit).
shown(redo).
shown(fail).
shown(exception).

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
%  Calls `Goal` with the tracer on, and turns it off at its answers and at an error. If `Goal` is `Name/Arity`, sets a
%  spy point that shows the ports of that predicate without waiting for a command.
?- trace(true), \+ tracing.
   true.
?- trace(no_such_predicate/1).
   error(existence_error(procedure,no_such_predicate/1),trace/1).
trace(Goal) :-
    strip_module(Goal, M, G),
    (   nonvar(G), G = _/_ ->
        findall(P, port(P), Ps),
        spy_predicate(M, G, tracer:shown_only(Ps), trace/1)
    ;   box_mode(Before),
        observe_boxes(tracer),
        '$choice_point'(Level),
        switched(creep, Before),
        '$choice_point'(Level1),
        catch(boxed(M:G, root, none), Ball, ( set_box_mode(Before), throw(Ball) )),
        '$choice_point'(Level2),
        (   Level1 == Level2 ->
            '$cut'(Level),
            set_box_mode(Before)
        ;   switched(Before, creep)
        )
    ).

%! trace(:Spec, +Ports) is det.
%
%  Sets spy points on the predicates `Name/Arity` or `Name` that show these of their ports, without waiting for a
%  command: `call`, `exit`, `redo`, `fail`, `exception`, `all`, or a list of them. `Port` and `+Port` add a port to
%  those that are shown for the predicate, `-Port` removes one, and `-all` the spy point.
?- trace(append/3, [call,exit]), debugging, trace(append/3, -all), nodebug.
   outputs("The tracer stops at spy points.\nThe ports [call,exit] of lists:append/3 are shown.\n").
?- trace(append/3, begin).
   error(domain_error(port,begin),trace/2).
trace(Spec, Ports) :-
    strip_module(Spec, M, S),
    changed_ports(Ports, [], _, trace/2),
    existing_heads(S, M, Hs, trace/2),
    show_ports(Hs, M, Ports).

show_ports([], _, _).
show_ports([H|Hs], M, Ports) :-
    home(M, H, Home),
    ( spy_condition(Home, H, tracer:shown_only(Ps0)) -> true ; Ps0 = [] ),
    changed_ports(Ports, Ps0, Ps, trace/2),
    (   Ps == [] ->
        functor(H, N, A),
        remove_spy_points(Home, N, A)
    ;   spy_heads([H], Home, tracer:shown_only(Ps)),
        run_to_spy_points
    ),
    show_ports(Hs, M, Ports).

changed_ports(S, _, _, Context) :- var(S), !, throw(error(instantiation_error, Context)).
changed_ports([], Ps, Ps, _) :- !.
changed_ports([S|Ss], Ps0, Ps, Context) :- !,
    changed_ports(S, Ps0, Ps1, Context),
    changed_ports(Ss, Ps1, Ps, Context).
changed_ports(-S, Ps0, Ps, Context) :- !,
    ports(S, Qs, Context),
    findall(P, ( port(P), memberchk(P, Ps0), \+ memberchk(P, Qs) ), Ps).
changed_ports(+S, Ps0, Ps, Context) :- !,
    ports(S, Qs, Context),
    findall(P, ( port(P), ( memberchk(P, Ps0) -> true ; memberchk(P, Qs) ) ), Ps).
changed_ports(S, Ps0, Ps, Context) :- changed_ports(+S, Ps0, Ps, Context).

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

spy_predicate(_, M1:S, C, Context) :- atom(M1), !, spy_predicate(M1, S, C, Context).
spy_predicate(M, S, C, Context) :-
    existing_heads(S, M, Hs, Context),
    run_to_spy_points,
    spy_heads(Hs, M, C).

existing_heads(S, M, Hs, Context) :-
    heads(S, M, Hs, Context),
    (   Hs == [] ->
        ( ( S = _/_ ; S = _//_ ) -> PI = S ; PI = S/_ ),
        throw(error(existence_error(procedure,PI), Context))
    ;   true
    ).

run_to_spy_points :-
    observe_boxes(tracer),
    ( box_mode(off) -> set_box_mode(leap) ; true ).

spy_heads([], _, _).
spy_heads([H|Hs], M, C) :-
    home(M, H, Home),
    add_spy_point(Home, H, C, _),
    keep_names(Home, H, C),
    spy_heads(Hs, M, C).

% The names that the variables of a spy point have in the query, for debugging/0.
keep_names(M, H, C) :-
    functor(H, N, A),
    functor(G, N, A),
    retractall(named_spy_point(M, G, _, _)),
    ( '$query_variables'(Qs) -> true ; Qs = [] ),
    term_variables(H+C, Vs),
    names_of(Vs, Qs, Ns),
    assertz(named_spy_point(M, H, C, Ns)).

names_of([], _, []).
names_of([V|Vs], Qs, Ns0) :-
    ( among(N=W, Qs), W == V -> Ns0 = [N=V|Ns] ; Ns0 = Ns ),
    names_of(Vs, Qs, Ns).

% As member/2, on which a user may have set a spy point.
among(X, [X|_]).
among(X, [_|Ys]) :- among(X, Ys).

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
heads(N//A, M, Hs, Context) :- integer(A), !,
    A2 is A+2,
    heads(N/A2, M, Hs, Context).
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
?- spy(length(_,N), N > 3), debugging, nospyall, nodebug.
   outputs("The tracer stops at spy points.\nSpy point on system:length(_, N) if N>3.\n").
debugging :-
    box_mode(Mode),
    mode_text(Mode, T),
    format("The tracer ~w.~n", [T]),
    findall(s(M,H,C,Ns), ( spy_condition(M, H, C), kept_names(M, H, C, Ns) ), Ss),
    (   Ss == [] -> format("There are no spy points.~n", [])
    ;   write_spy_points(Ss)
    ).

mode_text(off, 'is off') :- !.
mode_text(creep, 'stops at every goal') :- !.
mode_text(_, 'stops at spy points').

kept_names(M, H, C, Ns) :-
    (   named_spy_point(M, H1, C1, Ns1), H1+C1 =@= H+C -> H1+C1+Ns1 = H+C+Ns
    ;   Ns = []
    ).

write_spy_points([]).
write_spy_points([s(M,H,C,Ns)|Ss]) :-
    (   C = tracer:shown_only(Ps) ->
        indicated(M, H, S),
        ( findall(P, port(P), Ps) -> format("The ports of ~q are shown.~n", [S])
        ; format("The ports ~q of ~q are shown.~n", [Ps,S])
        )
    ;   spied_goals(M, H, C, S),
        shown_names(S+C, Ns, Ns1),
        current_output(Out),
        write(Out, 'Spy point on '),
        write_spied(Out, S, Ns1),
        (   C == true -> true
        ;   write(Out, ' if '),
            write_spied(Out, C, Ns1)
        ),
        write(Out, '.'),
        nl(Out)
    ),
    write_spy_points(Ss).

indicated(M, H, S) :-
    functor(H, N, A),
    ( M == user -> S = N/A ; S = M:N/A ).

% spied_goals(Module, Head, Condition, Shown): the head, or the indicator if it says as much.
spied_goals(M, H, C, S) :-
    functor(H, N, A),
    functor(G, N, A),
    (   G =@= H, term_variables(H, Vs), \+ ( among(V, Vs), occurs_in(V, C) ) -> indicated(M, H, S)
    ;   M == user -> S = H
    ;   S = M:H
    ).

occurs_in(V, T) :-
    term_variables(T, Vs),
    among(W, Vs),
    W == V, !.

% Variables without a name in the query are `_`, or have numbers if they occur again.
shown_names(T, Ns0, Ns) :-
    term_variables(T, Vs),
    term_singletons(T, Singles),
    all_shown(Vs, 1, Singles, Ns0, Ns).

all_shown([], _, _, _, []).
all_shown([V|Vs], I, Singles, Ns0, [N=V|Ns]) :-
    (   among(N=W, Ns0), W == V -> I1 = I
    ;   among(W, Singles), W == V -> N = '_', I1 = I
    ;   number_codes(I, Cs),
        atom_codes(N, [0'_|Cs]),
        I1 is I+1
    ),
    all_shown(Vs, I1, Singles, Ns0, Ns).

write_spied(Out, T, Ns) :-
    write_term(Out, T, [quoted(true),numbervars(true),spacing(next_argument),variable_names(Ns)]).

% The condition of spy points at which the tracer does not wait: the ports that it shows.
shown_only(_).

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
    ( call(tracer:F) -> true ; assertz(tracer:F) ),
    add_ports(Ps, Setting).

remove_ports([], _).
remove_ports([P|Ps], Setting) :-
    F =.. [Setting,P],
    retractall(tracer:F),
    remove_ports(Ps, Setting).

%% Ports

% Called at each port of a box.
port(Port, Box) :-
    (   is_shown(Port, Box, Wait) ->
        '$divert_calls'(none, Diverted),
        show(Port, Box),
        (   Wait == true, functor(Port, Name, _), leashed(Name) ->
            % From the key on, a further Ctrl-C waits until the command is obeyed.
            '$shield_tracer'(true),
            command(Command, Port, Box)
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
    ;   Mode \== off, spies(Box, Name, Wait)
    ), !.

% A spy point concerns this port of a box.
spies(Box, Port, Wait) :-
    box_goal(Box, M, G),
    home(M, G, Home),
    spy_condition(Home, G0, C),
    \+ G0 \= G,
    (   C = tracer:shown_only(Ps) ->
        memberchk(Port, Ps),
        Wait = false
    ;   \+ \+ ( G0 = G, without_tracer(C) ),
        Wait = true
    ), !.

without_tracer(C) :-
    '$divert_calls'(none, D),
    (   catch(C, error(_,_), fail) -> '$divert_calls'(D, _)
    ;   '$divert_calls'(D, _),
        fail
    ).

show(Port, Box) :-
    label(Port, Label),
    box_depth(Box, D),
    functor(Port, Name, _),
    ( has_spy_points, spies(Box, Name, _) -> Mark = (+) ; Mark = ' ' ),
    format(user_error, "~w ~w (~d) ", [Mark,Label,D]),
    box_names(Box, Names),
    qualified_goal(Box, G),
    write_term_with(Names, G),
    write_line(Box),
    write_ball(Port, Names),
    write_domains(G, Names).

has_spy_points :- spy_condition(_, _, _), !.

label(call, 'Call:').
label(exit(true), 'Exit:').
label(exit(false), 'Exit?').
label(redo, 'Redo:').
label(fail, 'Fail:').
label(exception(_), 'Exception:').

write_term_with(Names, T) :-
    print_depth(D),
    write_with_names(user_error, Names, T, D).

% File and line of the goal.
write_line(Box) :-
    (   box_position(Box, File, Line) -> format(user_error, "    ~w:~d", [File,Line])
    ;   true
    ).

write_ball(exception(E), Names) :- !,
    format(user_error, "~n      raises ", []),
    write_term_with(Names, E).
write_ball(_, _).

% The domains of constrained variables.
write_domains(G, Names) :-
    goal_domains(G, 8, Ds),
    (   Ds == [] -> true
    ;   format(user_error, "~n      where ", []),
        write_list(Ds, Names)
    ).

write_list([D|Ds], Names) :-
    write_term_with(Names, D),
    (   Ds == [] -> true
    ;   write(user_error, ', '),
        write_list(Ds, Names)
    ).

%% Commands

% Reads commands until one says how to go on.
command(Command, Port, Box) :-
    ( '$defined'(top_level, hide_typing, 0) -> top_level:hide_typing ; true ),
    write(user_error, ' ? '),
    flush_output(user_error),
    read_command(Cs),
    (   Cs == end_of_file ->
        nl(user_error),
        leash(none),
        Command = creep
    ;   typed(Cs, Key, Argument),
        (   step(Key, Argument, Box, Command) -> true
        ;   ( told(Key, Argument, Port, Box) -> true ; write_help ),
            show(Port, Box),
            command(Command, Port, Box)
        )
    ).

% A top level at a terminal reads single keys; otherwise a command is a line.
read_command(Cs) :-
    (   '$defined'(top_level, read_key, 1) ->
        flush_output(user_output),
        read_keys(Cs),
        ( echo(Cs, Name) -> writeln(user_error, Name) ; nl(user_error) )
    ;   get_char(user_input, C),
        (   C == end_of_file -> Cs = C
        ;   rest_of_line(C, Cs)
        ),
        ( stream_property(S, alias(user_input)), stream_property(S, tty(true)) -> true ; nl(user_error) )
    ).

% The digits of a number appear as they are typed.
read_keys(Cs) :-
    top_level:read_key(C),
    (   C == end_of_file -> Cs = ['\x4\']
    ;   char_type(C, digit(_)) ->
        write(user_error, C),
        flush_output(user_error),
        Cs = [C|Ds],
        read_keys(Ds)
    ;   Cs = [C]
    ).

% The name of the command appears in place of its key.
echo(Cs, Name) :-
    typed(Cs, Key, _),
    command_row(Keys, Name, _, _),
    memberchk(Key, Keys), !.

rest_of_line(C, []) :- ( C == end_of_file ; C == '\n' ), !.
rest_of_line(C, [C|Cs]) :- get_char(user_input, D), rest_of_line(D, Cs).

% A key and the number before or after it.
typed([], '\n', none).
typed([C|Cs], Key, N) :-
    (   char_type(C, digit(_)), append(Ds, [Key], [C|Cs]) -> true
    ;   Key = C,
        Ds = Cs
    ),
    (   catch(( Ds = [_|_], number_chars(N0, Ds), integer(N0) ), error(_,_), fail) -> N = N0
    ;   N = none
    ).

% command(Keys, Meaning, Help): the commands.
command_row(['\n',c,' ','\r'], creep, 'RETURN, c', "creep: go on to the next port").
command_row([s], skip, 's', "skip: go on to the next port of this goal or of an outer one").
command_row([l], leap, 'l', "leap: go on to the next spy point").
command_row([r], retry, 'r, Nr', "retry: call this goal, or the goal at depth N, once more").
command_row([f], fail, 'f, Nf', "fail: fail back to this goal, or to the goal at depth N").
command_row([u], up, 'u', "up: go on to the next port of the goal that contains this one").
command_row([n], nodebug, 'n', "no debug: go on with the tracer off").
command_row([a,'\x3\','\x4\'], abort, 'a', "abort: end the query; also Ctrl-C and Ctrl-D").
command_row([e], halt, 'e', "exit: end the program").
command_row([p], print, 'p', "print: the whole goal").
command_row([w], where, 'w', "where: the line of the program, and the values of its variables").
command_row([g], ancestors, 'g', "goals: the goals that contain this one").
command_row([d], residual, 'd', "delayed: the residual goals of the variables").
command_row([(<)], depth, 'N<', "print terms to depth N; 0 prints them whole").
command_row([(+)], spy, '+', "set a spy point on this predicate").
command_row([(-)], nospy, '-', "remove it").
command_row([(=)], debugging, '=', "the state of the tracer, and the spy points").
command_row([h,?], help, 'h, ?', "this help").

step(Key, N, Box, Command) :-
    command_row(Keys, Name, _, _),
    memberchk(Key, Keys), !,
    stepped(Name, N, Box, Command).

stepped(creep, _, _, creep).
stepped(skip, _, Box, skip(I)) :- box_id(Box, I).
stepped(up, _, Box, skip(I)) :- box_parent(Box, P), box_id(P, I).
stepped(leap, _, _, leap).
stepped(nodebug, _, _, nodebug).
stepped(abort, _, _, abort).
stepped(halt, _, _, halt).
stepped(retry, N, Box, retry(B)) :- box_at(N, Box, B).
stepped(fail, N, Box, fail(B)) :- box_at(N, Box, B).

box_at(none, Box, Box) :- !.
box_at(N, Box, B) :-
    box_depth(Box, D),
    (   D =:= N -> B = Box
    ;   D > N,
        box_parent(Box, P),
        P \== root,
        box_at(N, P, B)
    ).

% The commands that only tell something.
told(Key, N, Port, Box) :-
    command_row(Keys, Name, _, _),
    memberchk(Key, Keys), !,
    tell(Name, N, Port, Box).

tell(help, _, _, _) :- write_help.
tell(print, _, _, Box) :-
    qualified_goal(Box, G),
    box_names(Box, Names),
    print_depth(D),
    set_depth(0),
    write(user_error, '    '),
    write_term_with(Names, G),
    nl(user_error),
    set_depth(D).
tell(depth, N, _, _) :- integer(N), N >= 0, set_depth(N).
tell(where, _, Port, Box) :- write_where(Port, Box).
tell(ancestors, _, _, Box) :- write_ancestors(Box).
tell(residual, _, _, Box) :- write_residual(Box).
tell(spy, _, _, Box) :-
    box_goal(Box, M, G),
    functor(G, N, A),
    functor(H, N, A),
    home(M, H, Home),
    add_spy_point(Home, H, true, _).
tell(nospy, _, _, Box) :-
    box_goal(Box, M, G),
    functor(G, N, A),
    home(M, G, Home),
    remove_spy_points(Home, N, A).
tell(debugging, _, _, _) :-
    current_output(S),
    set_output(user_error),
    debugging,
    set_output(S).

set_depth(N) :-
    retractall(print_depth(_)),
    assertz(print_depth(N)).

write_help :-
    (   command_row(_, _, Keys, Text),
        format(user_error, "    ~w~t~14|~s~n", [Keys,Text]),
        fail
    ;   true
    ).

write_where(Port, Box) :-
    box_place(Box, Place),
    (   clause_and_path(Place, clause(M, H, W), Path),
        label(Port, Label),
        '$goal_excerpt'(M, H, W, Path, Label, Text) -> format(user_error, "~w~n", [Text])
    ;   format(user_error, "    The text of the goal is not known.~n", [])
    ),
    box_names(Box, Names),
    (   Place = in(_, Ns, _) -> write_values(Ns, Names)
    ;   true
    ).

clause_and_path(in(C, _, Path), C, Path).
clause_and_path(line(C), C, []).

write_values([], _).
write_values([N=V|Ns], Names) :-
    (   var(V), memberchk(N=_, Names) -> true
    ;   format(user_error, "    ~w = ", [N]),
        write_term_with(Names, V),
        nl(user_error)
    ),
    write_values(Ns, Names).

write_ancestors(root) :- !.
write_ancestors(Box) :-
    box_parent(Box, P),
    write_ancestors(P),
    box_depth(Box, D),
    format(user_error, "    (~d) ", [D]),
    box_names(Box, Names),
    qualified_goal(Box, G),
    write_term_with(Names, G),
    write_line(Box),
    nl(user_error).

write_residual(Box) :-
    box_goal(Box, _, G),
    box_names(Box, Names),
    term_attvars(G, Vs),
    copy_term(Vs, Ws, Gs),
    Ws = Vs,
    (   Gs == [] -> format(user_error, "    There are no residual goals.~n", [])
    ;   write_goals(Gs, Names)
    ).

write_goals([], _).
write_goals([G|Gs], Names) :-
    write(user_error, '    '),
    write_term_with(Names, G),
    nl(user_error),
    write_goals(Gs, Names).

obey(Command, Box) :-
    next_mode(Command, Mode),
    ( Mode == same -> true ; set_box_mode(Mode) ),
    '$shield_tracer'(false),
    move(Command, Box).

next_mode(none, same).
next_mode(creep, creep).
next_mode(leap, leap).
next_mode(skip(I), skip(I)).
next_mode(nodebug, off).
next_mode(halt, same).
next_mode(abort, off).
next_mode(fail(_), creep).
next_mode(retry(_), creep).

move(none, _).
move(creep, _).
move(leap, _).
move(skip(_), _).
move(nodebug, _).
move(halt, _) :- halt.
move(abort, _) :- abort.
move(fail(B), _) :- back_to_box(B).
move(retry(B), _) :- retry_box(B).
