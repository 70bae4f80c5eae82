% Input and output of DEC-10 Prolog: one current input and one current output, and files opened by
% name.

:- module(edinburgh, [
    see/1, seeing/1, seen/0, tell/1, telling/1, told/0, append/1,
    get0/1, get0/2, get/1, get/2, skip/1, skip/2, put/1, put/2, display/1, display/2, ttyflush/0, ttynl/0, ttyput/1
]).

% Open files by name.
:- dynamic(opened/3).

%! see(+File) is det.
%
%  Makes `File`, a file name or a stream, the current input. A file that is already open is
%  continued.
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
%
%  Unifies `Stream` with the current input.
?- seeing(S).
   S = ... .
seeing(S) :- current_input(S).

%! seen is det.
%
%  Closes the current input and makes `user_input` the current input.
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
%  Makes `File`, a file name or a stream, the current output. A file that is already open is
%  continued.
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
%  As tell/1, appending to the contents of the file. Throws an instantiation error if `File` is a
%  variable.
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
%
%  Unifies `Stream` with the current output.
?- telling(S).
   S = ... .
telling(S) :- current_output(S).

%! told is det.
%
%  Closes the current output and makes `user_output` the current output.
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
%  Reads the next character code, -1 at the end of the stream. Throws a type error if `Code` is
%  neither a variable nor an integer.
?- get0(a).
   error(type_error(integer,a),get_code/1).
get0(C) :- get_code(C).

%! get0(+Stream, ?Code) is det.
%
%  As get0/1, from `Stream`.
?- open_string("a", S), get0(S, C), get0(S, D), close(S).
   S = ..., C = 97, D = -1.
get0(S, C) :- get_code(S, C).

%! get(?Code) is semidet.
%
%  Reads the next code that is not a layout character. Throws a type error if `Code` is neither a
%  variable nor an integer.
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

%! get(+Stream, ?Code) is semidet.
%
%  As get/1, from `Stream`.
?- open_string(" \na", S), get(S, C), close(S).
   S = ..., C = 97.
get(S, C) :-
    (   ( var(C) ; integer(C) ) -> true
    ;   type_error(integer, C, get/2)
    ),
    get_code(S, C0),
    (   C0 >= 0, C0 =< 32 -> get(S, C)
    ;   C = C0
    ).

%! skip(+Code) is det.
%
%  Reads up to and including the code `Code`. Throws an instantiation error if `Code` is a variable.
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

%! skip(+Stream, +Code) is det.
%
%  As skip/1, from `Stream`.
?- open_string("abc", S), skip(S, 0'b), get_char(S, C), close(S).
   S = ..., C = c.
?- skip(user_input, _).
   error(instantiation_error,skip/2).
skip(S, E) :-
    (   var(E) -> instantiation_error(skip/2)
    ;   C is E,
        get_code(S, C0),
        (   ( C0 =:= C ; C0 =:= -1 ) -> true
        ;   skip(S, C)
        )
    ).

%! put(+Code) is det.
%
%  Writes the character whose code is the value of the expression `Code`, or the character `Code`.
?- put(0'a).
   outputs("a").
put(E) :-
    (   atom(E), atom_length(E, 1) -> put_char(E)
    ;   C is E,
        put_code(C)
    ).

%! put(+Stream, +Code) is det.
%
%  As put/1, to `Stream`.
?- current_output(S), put(S, 0'a), put(S, b).
   S = ..., outputs("ab").
put(S, E) :-
    (   atom(E), atom_length(E, 1) -> put_char(S, E)
    ;   C is E,
        put_code(S, C)
    ).

%! display(+Term) is det.
%
%  Writes `Term` without operators.
?- display(a+b).
   outputs("+(a,b)").
display(T) :- write_term(T, [ignore_ops(true)]).

%! display(+Stream, +Term) is det.
%
%  As display/1, to `Stream`.
?- current_output(S), display(S, a+b).
   S = ..., outputs("+(a,b)").
display(S, T) :- write_term(S, T, [ignore_ops(true)]).

%! ttyflush is det.
%
%  Flushes `user_output`.
?- ttyflush.
   true.
ttyflush :- flush_output(user_output).

%! ttynl is det.
%
%  Writes a line end to `user_output`.
?- ttynl.
   outputs("\n").
ttynl :- nl(user_output).

%! ttyput(+Code) is det.
%
%  As put/1, to `user_output`.
?- ttyput(0'a).
   outputs("a").
ttyput(E) :- C is E, put_code(user_output, C).
