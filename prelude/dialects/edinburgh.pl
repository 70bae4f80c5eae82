% Input and output in the style of DEC-10 Prolog: one current input, one current
% output, files opened by name.

:- module(edinburgh, [
    see/1, seeing/1, seen/0, tell/1, telling/1, told/0, append/1,
    get0/1, get/1, skip/1, put/1, display/1, ttyflush/0, ttynl/0, ttyput/1
]).

% Open files by name.
:- dynamic(opened/3).

%! see(+File) is det.
%
%  Reads from `File` (or a stream) from now on; a file that is open already goes on.
?- see(user), seeing(S).
   S = ... .
see(F) :-
    (   var(F) -> instantiation_error(see/1)
    ;   F == user -> set_input(user_input)
    ;   opened(read, F, S) -> set_input(S)
    ;   atom(F) ->
        open(F, read, S),
        assertz(opened(read, F, S)),
        set_input(S)
    ;   set_input(F)
    ).

%! seeing(?Stream) is det.
?- seeing(S).
   S = ... .
seeing(S) :- current_input(S).

%! seen is det.
%
%  Closes the current input and goes back to user_input.
?- seen.
   true.
seen :-
    current_input(S),
    (   retract(opened(read, _, S)) -> close(S)
    ;   true
    ),
    set_input(user_input).

%! tell(+File) is det.
%
%  Writes to `File` (or a stream) from now on.
?- tell(user), telling(S).
   S = ... .
tell(F) :-
    (   var(F) -> instantiation_error(tell/1)
    ;   F == user -> set_output(user_output)
    ;   opened(write, F, S) -> set_output(S)
    ;   atom(F) -> to_file(F, write)
    ;   set_output(F)
    ).

%! append(+File) is det.
%
%  As tell/1, after what the file has.
?- append(F).
   error(instantiation_error,append/1).
append(F) :-
    (   var(F) -> instantiation_error(append/1)
    ;   to_file(F, append)
    ).

to_file(F, Mode) :-
    open(F, Mode, S),
    assertz(opened(write, F, S)),
    set_output(S).

%! telling(?Stream) is det.
?- telling(S).
   S = ... .
telling(S) :- current_output(S).

%! told is det.
%
%  Closes the current output and goes back to user_output.
?- told.
   true.
told :-
    current_output(S),
    (   retract(opened(write, _, S)) -> close(S)
    ;   true
    ),
    set_output(user_output).

%! get0(?Code) is det.
%
%  The next character code, -1 at the end.
?- get0(a).
   error(type_error(integer,a),get_code/1).
get0(C) :- get_code(C).

%! get(?Code) is semidet.
%
%  The next code that is no layout.
?- get(a).
   error(type_error(integer,a),get/1).
get(C) :-
    (   ( var(C) ; integer(C) ) -> true
    ;   type_error(integer, C, get/1)
    ),
    get_code(C0),
    (   C0 >= 0, C0 =< 32 -> get(C)
    ;   C = C0
    ).

%! skip(+Code) is det.
%
%  Reads up to and including `Code`.
?- skip(C).
   error(instantiation_error,skip/1).
skip(E) :-
    (   var(E) -> instantiation_error(skip/1)
    ;   C is E,
        get_code(C0),
        (   ( C0 =:= C ; C0 =:= -1 ) -> true
        ;   skip(C)
        )
    ).

%! put(+Code) is det.
%
%  Writes the character with this code (an expression), or this character.
?- put(0'a).
   outputs("a").
put(E) :-
    (   atom(E), atom_length(E, 1) -> put_char(E)
    ;   C is E,
        put_code(C)
    ).

%! display(+Term) is det.
%
%  Writes without operators.
?- display(a+b).
   outputs("+(a,b)").
display(T) :- write_term(T, [ignore_ops(true)]).

%! ttyflush is det.
?- ttyflush.
   true.
ttyflush :- flush_output(user_output).

%! ttynl is det.
?- ttynl.
   outputs("\n").
ttynl :- nl(user_output).

%! ttyput(+Code) is det.
?- ttyput(0'a).
   outputs("a").
ttyput(E) :- C is E, put_code(user_output, C).
