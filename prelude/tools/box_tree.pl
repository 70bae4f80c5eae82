% The boxes of a run as a page for the browser.

:- module(box_tree, [trace_tree/1, trace_tree/2, trace_tree/3]).

:- meta_predicate trace_tree(0), trace_tree(0,?), trace_tree(0,?,?).

% box_row(Id, Parent, Depth, File, Line), port_row(Id, Port, Text): what is recorded, in the order of the run.
:- dynamic([box_row/5,port_row/3,most/1,is_cut_short/0]).

%! trace_tree(:Goal) is nondet.
%
%  As trace_tree/2, with the file `trace.html`, whose name it writes.
trace_tree(Goal) :-
    write('The boxes are drawn in trace.html.'),
    nl,
    trace_tree(Goal, 'trace.html').

%! trace_tree(:Goal, +File) is nondet.
%
%  Calls `Goal` and writes the boxes of its execution to `File`, a self-contained HTML page: which goal called
%  which, with what bindings each was called, left, and entered again, and where it stands in the program. Boxes can
%  be folded and searched, and the run can be followed port by port. Goals of libraries have boxes without those
%  that they consist of. The page is written at each answer, when no more answers are requested, and when `Goal`
%  throws.
?- catch(trace_tree(true, 'no_such_directory/t.html'), error(E,_), true).
   E = existence_error(source_sink,'no_such_directory/t.html').
trace_tree(Goal, File) :- trace_tree(Goal, File, []).

%! trace_tree(:Goal, +File, +Options) is nondet.
%
%  As trace_tree/2, with the options `title(Atom)`, and `boxes(N)`, the largest number of boxes that are recorded, 10000
%  by default: after them, the goal runs without being recorded.
?- catch(trace_tree(true, 'no_such_directory/t.html', [title(t)]), error(E,_), true).
   E = existence_error(source_sink,'no_such_directory/t.html').
trace_tree(Goal, File, Options) :-
    option(boxes(Most), Options, 10000),
    must_be(positive_integer, Most),
    option(title(Title), Options, 'Trace'),
    must_be(atom, Title),
    must_be(atom, File),
    write_page(Title, File),
    box_mode(Mode),
    setup_call_cleanup(
        start(Most),
        recorded_answer(Goal, Mode, Title, File),
        stop(Mode, Title, File)).

recorded_answer(Goal, Mode, Title, File) :-
    '$choice_point'(Before),
    recorded(Mode),
    '$choice_point'(Level),
    boxed(Goal, root, none),
    '$choice_point'(After),
    (   After == Level -> '$cut'(Before)
    ;   answer(Mode, Title, File)
    ).

start(Most) :-
    retractall(box_row(_, _, _, _, _)),
    retractall(port_row(_, _, _)),
    retractall(is_cut_short),
    retractall(most(_)),
    assertz(most(Most)).

% On backtracking, the tracer goes back to its mode.
recorded(_) :- go_on.
recorded(Mode) :- halted(Mode), fail.

go_on :-
    observe_boxes(box_tree),
    ( is_cut_short -> true ; set_box_mode(creep) ).

halted(Mode) :-
    observe_boxes(tracer),
    set_box_mode(Mode).

answer(Mode, Title, File) :-
    halted(Mode),
    write_page(Title, File).
answer(_, _, _) :-
    go_on,
    fail.

stop(Mode, Title, File) :-
    halted(Mode),
    write_page(Title, File).

%% Recording

port(Port, Box) :-
    box_id(Box, I),
    '$divert_calls'(none, Diverted),
    (   Port == call -> add_box(I, Box)
    ;   true
    ),
    (   box_row(I, _, _, _, _) -> add_port(I, Port, Box)
    ;   true
    ),
    (   is_cut_short -> set_box_mode(off)
    ;   '$divert_calls'(Diverted, _)
    ).

add_box(I, Box) :-
    (   box_row(I, _, _, _, _) -> true
    ;   most(0) -> cut_short
    ;   retract(most(N0)),
        N is N0-1,
        assertz(most(N)),
        box_parent(Box, P),
        box_id(P, PI),
        box_depth(Box, D),
        (   box_position(Box, File, Line) -> true
        ;   File = '', Line = 0
        ),
        assertz(box_row(I, PI, D, File, Line))
    ).

cut_short :- ( is_cut_short -> true ; assertz(is_cut_short) ).

add_port(I, Port, Box) :-
    box_names(Box, Names),
    qualified_goal(Box, G),
    with_output_to(string(Text), goal_text(Port, Names, G)),
    port_name(Port, Name),
    assertz(port_row(I, Name, Text)).

port_name(call, 0).
port_name(exit(true), 1).
port_name(exit(false), 2).
port_name(redo, 3).
port_name(fail, 4).
port_name(exception(_), 5).

goal_text(Port, Names, G) :-
    current_output(S),
    write_with_names(S, Names, G, 12),
    goal_domains(G, 8, Ds),
    (   Ds == [] -> true
    ;   write(S, ' where '),
        write_domains(Ds, Names, S)
    ),
    (   Port = exception(E) ->
        write(S, ' raises '),
        write_with_names(S, Names, E, 12)
    ;   true
    ).

write_domains([D|Ds], Names, S) :-
    write_with_names(S, Names, D, 12),
    (   Ds == [] -> true
    ;   write(S, ', '),
        write_domains(Ds, Names, S)
    ).

%% The page

write_page(Title, File) :-
    page_template(boxes, Before, After),
    setup_call_cleanup(
        open(File, write, S, [encoding(utf8)]),
        ( write(S, Before), write_data(S, Title), write(S, After) ),
        close(S)).

write_data(S, Title) :-
    atom_chars(Title, Cs),
    write(S, '{"title":'),
    write_string(S, Cs),
    ( is_cut_short -> Short = true ; Short = false ),
    format(S, ",\"short\":~w,\"boxes\":[", [Short]),
    write_boxes(S),
    write(S, '],"ports":['),
    write_ports(S),
    write(S, ']}').

write_boxes(S) :-
    Comma = comma(''),
    (   box_row(I, P, D, File, Line),
        atom_chars(File, Cs),
        next_comma(Comma, C),
        format(S, "~w~n[~d,~d,~d,", [C,I,P,D]),
        write_string(S, Cs),
        format(S, ",~d]", [Line]),
        fail
    ;   true
    ).

write_ports(S) :-
    Comma = comma(''),
    (   port_row(I, Port, Text),
        next_comma(Comma, C),
        format(S, "~w~n[~d,~d,", [C,I,Port]),
        write_string(S, Text),
        put_char(S, ']'),
        fail
    ;   true
    ).

next_comma(Comma, C) :-
    arg(1, Comma, C),
    nb_setarg(1, Comma, ',').

write_string(S, Cs) :-
    put_char(S, '"'),
    write_chars(Cs, S),
    put_char(S, '"').

write_chars([], _).
write_chars([C|Cs], S) :-
    (   C == ('"') -> write(S, '\\"')
    ;   C == (\) -> write(S, '\\\\')
    ;   C == (<) -> write(S, '\\u003c')
    ;   char_code(C, N), N < 32 -> format(S, "\\u~|~`0t~16r~4+", [N])
    ;   put_char(S, C)
    ),
    write_chars(Cs, S).
