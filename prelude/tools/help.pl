% Documentation at the top level.

:- module(help, [help/1, apropos/1]).

%! help(+Spec) is semidet.
%
%  Writes the documentation of the predicates and arithmetic functions `Name` or `Name/Arity`: modes,
%  meaning, and examples. Fails if there is none.
?- help(append/3).
   outputs(...).
?- help(no_such_predicate).
   false.
?- help(_).
   error(instantiation_error,...).
help(Spec) :-
    (   var(Spec) -> instantiation_error(help/1)
    ;   Spec = Name/Arity -> true
    ;   Spec = Name
    ),
    '$documentation'(Name, Arity, Texts),
    Texts = [_|_],
    current_output(S),
    put_texts(Texts, S).

put_texts([], _).
put_texts([Cs|Texts], S) :-
    '$put_chars'(S, Cs),
    nl(S),
    put_texts(Texts, S).

%! apropos(+Text) is det.
%
%  Writes a line on each predicate and arithmetic function whose name or documentation contains the
%  atom or string `Text`, without regard to case.
?- apropos("no such text at all").
   true.
?- apropos(breadth).
   outputs(...).
apropos(Text) :-
    (   atom(Text) -> Part = Text
    ;   atom_chars(Part, Text)
    ),
    '$apropos'(Part, Lines),
    current_output(S),
    put_lines(Lines, S).

put_lines([], _).
put_lines([Cs|Lines], S) :-
    '$put_chars'(S, Cs),
    put_lines(Lines, S).
