% The process, its arguments and environment, and shell commands.

:- module(os, [
    shell/0, shell/1, shell/2, system/1, system/2, pid/1, argv/1, raw_argv/1,
    environ/2, now/1, datime/1, datime/2,
    argument_list/1, argument_value/2, argument_counter/1, prolog_name/1
]).

%! shell(+Command) is semidet.
%
%  Runs a command line in the system's shell. True if its exit status is 0.
?- shell(true).
   true.
?- shell('exit 3').
   false.
shell(C) :- shell(C, 0).

%! shell(+Command, -Status) is det.
%
%  Runs a command line in the system's shell and unifies `Status` with its exit status.
?- shell('exit 3', S).
   S = 3.
shell(C, S) :-
    flush_output(user_output),
    (   '$shell'(C, S0) -> S = S0
    ;   permission_error(execute, shell, C, shell/2)
    ).

%! shell is semidet.
%
%  Runs the shell of the environment variable `SHELL`.
?- setenv('SHELL', true), shell.
   true.
shell :- ( getenv('SHELL', C) -> true ; C = sh ), shell(C).

%! system(+Command) is semidet.
%
%  As shell/1.
?- system(true).
   true.
system(C) :- shell(C).

%! system(+Command, -Status) is det.
%
%  As shell/2.
?- system('exit 2', S).
   S = 2.
system(C, S) :- shell(C, S).

%! pid(-Id) is det.
%
%  Unifies `Id` with the process identifier.
?- pid(P), integer(P).
   P = ... .
pid(P) :- '$pid'(P).

%! argv(-Arguments) is det.
%
%  Unifies `Arguments` with the arguments after `--` of the command line, as lists of characters.
?- argv(As).
   As = [].
argv(As) :- current_prolog_flag(argv, Xs), texts(Xs, As).

texts([], []).
texts([X|Xs], [T|Ts]) :- atom_chars(X, T), texts(Xs, Ts).

%! raw_argv(-Arguments) is det.
%
%  As argv/1.
?- raw_argv(As).
   As = [].
raw_argv(As) :- argv(As).

%! environ(+Name, ?Value) is semidet.
%
%  True if the environment variable `Name` has `Value`, as getenv/2.
?- setenv(horn_test, 1), environ(horn_test, V).
   V = '1'.
environ(N, V) :- must_be(atom, N), getenv(N, V0), V = V0.

%! now(-Seconds) is det.
%
%  Unifies `Seconds` with the current time in whole seconds since the epoch.
?- now(T), integer(T).
   T = ... .
now(T) :- get_time(T0), T is truncate(T0).

%! datime(-DateTime) is det.
%
%  Unifies `DateTime` with the current local time, `datime(Year,Month,Day,Hour,Minute,Second)`.
?- datime(datime(Y,_,_,_,_,_)), Y >= 2024.
   Y = ... .
datime(D) :- now(T), datime(T, D).

%! datime(?Seconds, ?DateTime) is det.
%
%  Converts between seconds since the epoch and the local time
%  `datime(Year,Month,Day,Hour,Minute,Second)`.
?- setenv('TZ', 'UTC'), datime(0, D).
   D = datime(1970,1,1,0,0,0).
?- setenv('TZ', 'UTC'), datime(S, datime(1970,1,2,0,0,0)).
   S = 86400.
datime(T, D) :-
    (   nonvar(T) ->
        stamp_date_time(T, date(Y,M,Day,H,Mn,S0,_,_,_), local),
        S is truncate(S0),
        D = datime(Y,M,Day,H,Mn,S)
    ;   D = datime(Y,M,Day,H,Mn,S),
        date_time_stamp(date(Y,M,Day,H,Mn,S,_,_,_), T0),
        T is truncate(T0)
    ).

%! argument_list(-Arguments) is det.
%
%  Unifies `Arguments` with the arguments after `--` of the command line, as atoms.
?- argument_list(As).
   As = [].
argument_list(As) :- current_prolog_flag(argv, As).

%! argument_counter(-Number) is det.
%
%  Unifies `Number` with the number of arguments, including the name of the program.
?- argument_counter(N).
   N = 1.
argument_counter(N) :- argument_list(As), length([_|As], N).

%! argument_value(+Index, -Argument) is semidet.
%
%  Unifies `Argument` with argument number `Index`, where 0 is the name of the program. False if
%  there is none.
?- argument_value(1, A).
   false.
argument_value(I, A) :- must_be(not_less_than_zero, I), argument_list(As), nth0(I, [horn|As], A).

%! prolog_name(-Name) is det.
%
%  Unifies `Name` with the name of this system.
?- prolog_name(N).
   N = 'Horn'.
prolog_name('Horn').
