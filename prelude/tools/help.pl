% Documentation at the top level.

:- module(help, [help/0, help/1, apropos/1]).

%! help is det.
%
%  Writes what there is at the top level.
?- help.
   outputs(...).
help :-
    current_output(S),
    (   help_line(Line),
        '$put_chars'(S, Line),
        nl(S),
        fail
    ;   true
    ).

help_line("A query ends with a period:  ?- member(X, [a,b,c]).").
help_line("After an answer, SPACE shows the next one, RETURN stops, h lists the keys.").
help_line("").
help_line("  [family].           loads family.pl;  [user].  reads clauses up to Ctrl-D").
help_line("  make.               loads the files again that have changed").
help_line("  edit(parent/2).     opens the editor at a predicate, and loads what has changed").
help_line("  listing(parent/2).  shows the clauses of a predicate").
help_line("  help(append/3).     modes, meaning, errors and examples").
help_line("  apropos(reverse).   lists predicates on a subject").
help_line("  why.                explains the result of the last query;  why(Goal).  that of a goal").
help_line("  profile(Goal).      shows where a goal spends its time").
help_line("  coverage(Goal).     shows which clauses a goal uses").
help_line("  $X                  in a query: the value that X had in the last answer").
help_line("  halt.               leaves; Ctrl-D and quit. do, too").
help_line("").
help_line("TAB completes names, Ctrl-R searches the history, Ctrl-C interrupts a goal.").
help_line("The manual: docs/toplevel.md, and docs/reference/index.md for all predicates.").

%! help(+Spec) is semidet.
%
%  Writes the documentation of the predicates and arithmetic functions `Name`, `Name/Arity`, `Name//Arity` or
%  `Module:Name/Arity`, which may also be texts: modes, meaning, errors, examples, and the place in the reference; or the
%  predicates of the library `Name`. Fails if there is none, with a message that names similar predicates.
?- help(append/3).
   outputs(...).
?- help(no_such_predicate).
   false.
?- help(_).
   error(instantiation_error,...).
?- help(csv//1).
   outputs(...).
?- help("append").
   outputs(...).
?- help('append/3').
   outputs(...).
?- help(lists).
   outputs(...).
?- help(lists:append/3).
   outputs(...).
help(Spec) :-
    (   var(Spec) -> instantiation_error(help/1)
    ;   Spec = _:Inner -> help(Inner)
    ;   of_text(Spec, Plain) -> help(Plain)
    ;   named(Spec, Name, Arity),
        help(Name, Arity)
    ).

% The specification that a text means.
of_text([C|Cs], Plain) :-
    catch(atom_chars(A, [C|Cs]), error(_,_), fail),
    ( indicated(A, Plain) -> true ; Plain = A ).
of_text(A, Plain) :-
    atom(A),
    indicated(A, Plain).

indicated(A, T) :-
    sub_atom(A, _, _, _, /), !,
    catch(term_to_atom(T, A), error(_,_), fail),
    nonvar(T),
    ( T = N/I ; T = N//I ), !,
    atom(N),
    integer(I).

named(Spec, Name, Arity) :-
    (   Spec = Name/Arity -> true
    ;   Spec = Name//N -> ( integer(N) -> Arity is N+2 ; true )
    ;   Spec = Name
    ).

help(Name, Arity) :-
    '$documentation'(Name, Arity, Texts),
    (   Texts = [] -> no_help(Name), fail
    ;   current_output(S),
        put_texts(Texts, S),
        note_own(Name, Arity)
    ).

% A program may define a predicate of a library, whose text was written.
note_own(Name, Arity) :-
    (   atom(Name),
        own_predicate(Name, Arity, F, L),
        format(user_error, "% The program has its own ~q/~d, which is used in place of this one: ~w:~d~n", [Name,Arity,F,L]),
        fail
    ;   true
    ).

no_help(Name) :-
    atom(Name),
    findall(A-F-L, own_predicate(Name, A, F, L), Own),
    Own = [_|_], !,
    (   member(A-F-L, Own),
        format(user_error, "% ~q/~d is a predicate of the program: ~w:~d. listing(~q/~d). shows it.~n", [Name,A,F,L,Name,A]),
        fail
    ;   true
    ).
no_help(Name) :-
    '$near_names'(Name, Near),
    (   Near = [] -> format(user_error, "% There is no documentation of ~q.~n", [Name])
    ;   commas(Near, Names),
        format(user_error, "% There is no documentation of ~q. Similar names: ~s~n", [Name,Names])
    ).

own_predicate(Name, A, File, Line) :-
    ( integer(A) -> true ; between(0, 8, A) ),
    functor(H, Name, A),
    predicate_property(user:H, file(Path)),
    predicate_property(user:H, line_count(Line)),
    \+ predicate_property(user:H, imported_from(_)),
    atomic_list_concat(Parts, /, Path),
    append(_, [File], Parts).

commas([Name], Name) :- !.
commas([Name|Names], Text) :-
    commas(Names, Rest),
    append([Name,", ",Rest], Text).

put_texts([], _).
put_texts([Cs|Texts], S) :-
    '$put_chars'(S, Cs),
    nl(S),
    put_texts(Texts, S).

%! apropos(+Text) is det.
%
%  Writes a line on each predicate and arithmetic function whose name or documentation contains all words of the
%  atom or string `Text`, without regard to case. Those whose names contain them come first; if there are many, others
%  are only counted. If there are none, a message names predicates with similar names.
?- apropos("no such text at all").
   true.
?- apropos(breadth).
   outputs(...).
apropos(Text) :-
    (   atom(Text) -> Part = Text
    ;   atom_chars(Part, Text)
    ),
    '$apropos'(Part, Lines),
    (   Lines = [] -> no_help(Part)
    ;   current_output(S),
        put_lines(Lines, S)
    ).

put_lines([], _).
put_lines([Cs|Lines], S) :-
    '$put_chars'(S, Cs),
    put_lines(Lines, S).
