% Options as SWI-Prolog reads them: those that do not exist have no effect, `Name=Value` is `Name(Value)`, and `Name` is
% `Name(true)`. In modules of the dialect `swi`, the names without `lenient_` mean these.

:- module(swi_options, [
    lenient_read_term/2, lenient_read_term/3, lenient_write_term/2, lenient_write_term/3, lenient_read_file_to_codes/3,
    lenient_read_file_to_terms/3, '$known_options'/3
]).

:- use_module(library(pio)).

%! '$known_options'(+Kind, +Options0, -Options) is det.
%
%  Unifies `Options` with those that exist, each as `Name(Value)`. `Kind` is `stream`, `read` or `write`. Another term is
%  left as it is. Throws a type error for an element that is no option.
?- '$known_options'(write, [quoted,depth(3),max_depth=2,portray(true)], Os).
   Os = [quoted(true),max_depth(2),portray(true)].
?- '$known_options'(read, foo, Os).
   Os = foo.
?- '$known_options'(stream, [1], Os).
   error(type_error(option,1),'$known_options'/3).
'$known_options'(Kind, Os0, Os) :- ( is_list(Os0) -> known(Os0, Kind, Os) ; Os = Os0 ).

known([], _, []).
known([O|Os0], Kind, Os) :-
    (   var(O) -> Os = [O|Os1]
    ;   name_and_value(O, Name, Value) ->
        (   '$known_option'(Kind, Name) ->
            O1 =.. [Name,Value],
            Os = [O1|Os1]
        ;   Os = Os1
        )
    ;   type_error(option, O, '$known_options'/3)
    ),
    known(Os0, Kind, Os1).

name_and_value(Name=Value, N, V) :- !, atom(Name), N = Name, V = Value.
name_and_value(Name, N, V) :- atom(Name), !, N = Name, V = true.
name_and_value(O, N, V) :- compound(O), O =.. [N,V].

%! lenient_read_term(-Term, +Options) is det.
%
%  As read_term/2.
?- open_string("f(X).", S), set_input(S), swi_options:lenient_read_term(T, [variable_names(Vs),cache(off)]), close(S).
   S = ..., T = f(_A), Vs = ['X'=_A].
lenient_read_term(T, Os0) :- '$known_options'(read, Os0, Os), read_term(T, Os).

%! lenient_read_term(+Stream, -Term, +Options) is det.
%
%  As read_term/3.
?- open_string("f(X).", S), swi_options:lenient_read_term(S, T, [process_comment(true)]), close(S).
   S = ..., T = f(_).
lenient_read_term(S, T, Os0) :- '$known_options'(read, Os0, Os), read_term(S, T, Os).

%! lenient_write_term(@Term, +Options) is det.
%
%  As write_term/2.
?- swi_options:lenient_write_term('A b', [quoted,colour(red)]).
   outputs("'A b'").
lenient_write_term(T, Os0) :- '$known_options'(write, Os0, Os), write_term(T, Os).

%! lenient_write_term(+Stream, @Term, +Options) is det.
%
%  As write_term/3.
?- swi_options:lenient_write_term(current_output, 'A b', [quoted=true]).
   outputs("'A b'").
lenient_write_term(S, T, Os0) :- '$known_options'(write, Os0, Os), write_term(S, T, Os).

%! lenient_read_file_to_codes(+File, -Codes, +Options) is det.
%
%  As read_file_to_codes/3; the option `tail(Tail)` gives a list that ends in `Tail`.
?- swi_options:lenient_read_file_to_codes('/dev/null', Cs, [tail(T)]).
   Cs = T.
?- swi_options:lenient_read_file_to_codes(no_such_file, Cs, [if(true)]).
   error(existence_error(source_sink,no_such_file),open/4).
lenient_read_file_to_codes(File, Cs, Os0) :-
    '$known_options'(stream, Os0, Os),
    read_file_to_codes(File, Cs0, Os),
    append(Cs0, Tail, Cs1),
    tail(Os0, Tail),
    Cs = Cs1.

tail(Os, Tail) :- ( memberchk(tail(T), Os) -> Tail = T ; Tail = [] ).

%! lenient_read_file_to_terms(+File, -Terms, +Options) is det.
%
%  As read_file_to_terms/3, with the options of open/4, too; the option `tail(Tail)` gives a list that ends in `Tail`.
?- swi_options:lenient_read_file_to_terms('/dev/null', Ts, [encoding(utf8),tail(T)]).
   Ts = T.
?- swi_options:lenient_read_file_to_terms(no_such_file, Ts, []).
   error(existence_error(source_sink,no_such_file),open/4).
lenient_read_file_to_terms(File, Ts, Os) :-
    '$known_options'(stream, Os, OpenOs),
    '$known_options'(read, Os, ReadOs),
    tail(Os, Tail),
    setup_call_cleanup(
        open(File, read, S, OpenOs),
        ( read_term(S, T, ReadOs), terms(T, S, ReadOs, Ts0, Tail) ),
        close(S)),
    Ts = Ts0.

terms(T, S, Os, Ts, Tail) :-
    (   T == end_of_file -> Ts = Tail
    ;   Ts = [T|Ts1],
        read_term(S, T1, Os),
        terms(T1, S, Os, Ts1, Tail)
    ).
