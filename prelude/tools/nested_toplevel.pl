% A top level inside a goal: queries are read from the input while the goal waits.

:- module(nested_toplevel, [prolog/0, break/0]).

:- use_module(library(lists)).
:- use_module(library(apply)).

%! prolog is det.
%
%  Reads queries from `user_input` and answers them until the end of the input, in module `user`. After an answer that is not the last
%  one, `;` or a space on a terminal asks for the next; where the input is no terminal, a line that begins with `;` does. Errors are
%  printed, and end the query. The query `halt` ends the program.
?- open_string("X = 1 ; X = 2.\n;\nY = f(a), member(Z, [a,b]).\n\nfail.\n", S), current_input(Old),
   set_stream(S, alias(user_input)), call_cleanup(prolog, set_stream(Old, alias(user_input))).
   outputs("X = 1 ;\nX = 2.\nY = f(a),\nZ = a .\nfalse.\n"), S = ..., Old = ... .
prolog :-
    repeat,
    next_query(End),
    End == true,
    !.

%! break is det.
%
%  As prolog/0, with a note at its beginning and its end.
?- open_string("", S), current_input(Old), set_stream(S, alias(user_input)), call_cleanup(break, set_stream(Old, alias(user_input))).
   outputs("% Break level 1\n% Exit break level 1\n"), S = ..., Old = ... .
break :-
    ( '$global'('$break_level', N0) -> true ; N0 = 0 ),
    N is N0+1,
    format("% Break level ~d~n", [N]),
    setup_call_cleanup(
        nb_setval('$break_level', N),
        prolog,
        nb_setval('$break_level', N0)
    ),
    format("% Exit break level ~d~n", [N]).

is_terminal :-
    stream_property(S, alias(user_input)),
    stream_property(S, tty(true)),
    !.

% Reads a query and answers it; `End` is `true` at the end of the input.
next_query(End) :-
    ( is_terminal -> write('?- '), flush_output ; true ),
    prompt(Old, ''),
    call_cleanup(
        catch(read_term(user_input, Query, [variable_names(Bindings)]), error(syntax_error(E),C), Fault = error(syntax_error(E),C)),
        prompt(_, Old)
    ),
    (   nonvar(Fault) -> End = false, print_message(error, Fault)
    ;   Query == end_of_file -> End = true, ( is_terminal -> nl ; true )
    ;   End = false,
        rest_of_line,
        catch(answers(Query, Bindings), Ball, reported(Ball))
    ).

reported(Ball) :-
    (   Ball = unwind(abort) -> true
    ;   print_message(error, unhandled_exception(Ball))
    ).

% Skips the end of the line after a query.
rest_of_line :-
    peek_char(user_input, C),
    (   C == '\n' -> get_char(user_input, _)
    ;   C \== end_of_file, char_type(C, space) -> get_char(user_input, _), rest_of_line
    ;   true
    ).

answers(Query, Bindings) :-
    (   call_det(user:Query, Det),
        shown(Bindings),
        ( Det == true -> write('.'), nl ; asked )
    ->  true
    ;   write('false.'), nl
    ).

% True if no more answers are wanted.
asked :-
    flush_output,
    (   is_terminal -> get_single_char(C), ( memberchk(C, [0';,32,0'\t,0'n]) -> write(' ;'), nl, fail ; write(' .'), nl )
    ;   peek_char(user_input, ;) -> skip(user_input, 0'\n), write(' ;'), nl, fail
    ;   ( peek_char(user_input, '\n') -> get_char(user_input, _) ; true ),
        write(' .'),
        nl
    ).

% Writes the bindings of an answer and the goals that remain.
shown(Bindings0) :-
    include(bound_or_shared(Bindings0), Bindings0, Bindings),
    term_attvars(Bindings0, Attributed),
    (   Attributed == [] -> Goals = [], Vs = Bindings
    ;   copy_term(Bindings, Vs, Goals)
    ),
    maplist(item, Vs, Items0),
    append(Items0, Goals, Items),
    ( Items == [] -> write(true) ; write_items(Items, Bindings0) ).

bound_or_shared(Bindings, Name=V) :-
    \+ sub_atom(Name, 0, _, _, '_'),
    (   nonvar(V) -> true
    ;   append(_, [N=W|Later], Bindings), N == Name, W == V, member(_=U, Later), U == V -> true
    ).

item(Name=V, '$item'(Name,V)).

write_items([I|Is], Bindings) :-
    written(I, Bindings),
    ( Is == [] -> true ; write(','), nl, write_items(Is, Bindings) ).

written('$item'(Name,V), Bindings) :- !, format("~w = ", [Name]), value(V, 699, Bindings).
written(Goal, Bindings) :- value(Goal, 999, Bindings).

value(V, Priority, Bindings) :-
    \+ \+ (
        include(unbound, Bindings, Names),
        write_term(V, [quoted(true),portray(true),priority(Priority),variable_names(Names),spacing(next_argument)])
    ).

unbound(_=V) :- var(V).
