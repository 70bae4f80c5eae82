% The process, its arguments and its environment, and other programs.

:- module(os, [
    shell/0, shell/1, shell/2, system/1, system/2, pid/1, argv/1, raw_argv/1,
    environ/2, now/1, datime/1, datime/2,
    argument_list/1, argument_value/2, argument_counter/1, prolog_name/1
]).

%! shell(+Command) is semidet.
%
%  Runs a command line in the system's shell; true if its status is 0.
?- shell(true).
   true.
?- shell('exit 3').
   false.
shell(C) :- shell(C, 0).

%! shell(+Command, -Status) is det.
?- shell('exit 3', S).
   S = 3.
shell(C, S) :- flush_output(user_output), '$shell'(C, S0), S = S0.

%! shell is semidet.
%
%  Runs the shell that the variable `SHELL` of the environment names.
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
?- system('exit 2', S).
   S = 2.
system(C, S) :- shell(C, S).

%! pid(-Id) is det.
%
%  The number of the process.
?- pid(P), integer(P).
   P = ... .
pid(P) :- '$pid'(P).

%! argv(-Arguments) is det.
%
%  What stands behind `--` on the command line, as lists of characters.
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
%  As getenv/2.
?- setenv(horn_test, 1), environ(horn_test, V).
   V = '1'.
environ(N, V) :- must_be(atom, N), getenv(N, V0), V = V0.

%! now(-Seconds) is det.
%
%  Whole seconds since the epoch.
?- now(T), integer(T).
   T = ... .
now(T) :- get_time(T0), T is truncate(T0).

%! datime(-DateTime) is det.
%
%  `datime(Year,Month,Day,Hour,Minute,Second)` now.
?- datime(datime(Y,_,_,_,_,_)), Y >= 2024.
   Y = ... .
datime(D) :- now(T), datime(T, D).

%! datime(?Seconds, ?DateTime) is det.
%
%  In local time.
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
%  As atoms.
?- argument_list(As).
   As = [].
argument_list(As) :- current_prolog_flag(argv, As).

%! argument_counter(-Number) is det.
%
%  How many there are, the program's name counted.
?- argument_counter(N).
   N = 1.
argument_counter(N) :- argument_list(As), length([_|As], N).

%! argument_value(+Index, -Argument) is semidet.
?- argument_value(1, A).
   false.
argument_value(I, A) :- must_be(not_less_than_zero, I), argument_list(As), nth0(I, [horn|As], A).

%! prolog_name(-Name) is det.
?- prolog_name(N).
   N = 'Horn'.
prolog_name('Horn').
