% Subprocesses: starting them, waiting for them, ending them.

:- module(process, [
    process_create/3, process_wait/2, process_wait/3, process_kill/1, process_kill/2, process_id/1, process_id/2,
    process_release/1, is_process/1
]).

%! process_create(+Program, +Arguments, +Options) is det.
%
%  Starts a program: a file, `path(Name)` for a program that is found by the environment variable
%  `PATH`, or its name. Arguments are atoms, texts, numbers, `file(F)`, or concatenations `A+B`.
%  Options are
%
%  - `stdin(S)`, `stdout(S)`, `stderr(S)`, where `S` is `std` (the default), `null`, `pipe(Stream)`
%    or `pipe(Stream,Options)`;
%  - `cwd(Folder)`: the working directory;
%  - `env(List)` or `environment(List)`: environment variables `Name=Value`;
%  - `process(Id)`: unifies `Id` with the identifier of the process.
%
%  Without `process(Id)` and without pipes, waits for the program, and throws
%  `error(process_error(Program,Status),_)` if its status is not 0.
%
%  A read from a pipe, and a write to one that is full, wait for the program. Interrupts and limits of time end such a
%  wait, and nothing is lost: what was written reaches the program when it reads on, unless Horn has ended by then.
?- process_create(path(echo), [hello], [stdout(pipe(S))]), get_line_to_chars(S, L, []), close(S).
   S = ..., L = "hello\n".
?- process_create(path(sh), ['-c','exit 3'], [process(P)]), process_wait(P, R).
   P = ..., R = exit(3).
?- process_create(path(sh), ['-c','exit 3'], []).
   error(process_error(path(sh),exit(3)),process_create/3).
?- process_create(path(no_such_program), [], []).
   error(existence_error(file,no_such_program),process_create/3).
process_create(Program, As, Os) :-
    must_be(nonvar, Program),
    must_be(list, As),
    must_be(list, Os),
    program(Program, P),
    words(As, Ws),
    folder(Os, Folder),
    ( member(O, Os), ( O = env(E) ; O = environment(E) ) -> must_be(list, E) ; E = [] ),
    variables(E, Vs),
    channel(stdin, Os, K1, S1),
    channel(stdout, Os, K2, S2),
    channel(stderr, Os, K3, S3),
    catch('$process_create'([P|Ws], Folder, Vs, [K1,K2,K3], Ends, Id), error(Formal,_), throw(error(Formal,process_create/3))),
    connected([S1,S2,S3], Ends),
    (   memberchk(process(Id0), Os) -> Id0 = Id
    ;   memberchk(pipe, [K1,K2,K3]) -> true
    ;   memberchk(detached(true), Os) -> true
    ;   '$process_wait'(Id, wait, Status),
        (   Status == exit(0) -> true
        ;   throw(error(process_error(Program,Status), process_create/3))
        )
    ).

program(P0, P) :-
    (   P0 = path(N) -> word(N, P)
    ;   compound(P0), \+ is_list(P0) -> absolute_file_name(P0, P, [access(execute)])
    ;   word(P0, P)
    ).

folder(Os, F) :-
    (   memberchk(cwd(F0), Os) -> word(F0, F)
    ;   F = ''
    ).

words([], []).
words([A|As], [W|Ws]) :- word(A, W), words(As, Ws).

word(A, W) :-
    (   var(A) -> instantiation_error(process_create/3)
    ;   A = file(F) -> word(F, W)
    ;   A = B+C -> word(B, W1), word(C, W2), atom_concat(W1, W2, W)
    ;   A = [_|_] -> format(atom(W), "~s", [A])
    ;   format(atom(W), "~w", [A])
    ).

variables([], []).
variables([E|Es], Vs) :-
    (   nonvar(E), E = (N0=V0) -> word(N0, N), word(V0, V), Vs = [N,V|Vs1]
    ;   type_error(pair, E, process_create/3)
    ),
    variables(Es, Vs1).

channel(Name, Os, Kind, Stream) :-
    O =.. [Name,Spec],
    (   memberchk(O, Os) -> true
    ;   Spec = std
    ),
    (   var(Spec) -> instantiation_error(process_create/3)
    ;   ( Spec == std ; Spec == null ) -> Kind = Spec, Stream = []
    ;   Spec = pipe(Stream) -> Kind = pipe
    ;   Spec = pipe(Stream,_) -> Kind = pipe
    ;   domain_error(process_stream, Spec, process_create/3)
    ).

connected([], []).
connected([S|Ss], [E|Es]) :- S = E, connected(Ss, Es).

%! process_wait(+Id, -Status) is det.
%
%  Waits for a process and unifies `Status` with `exit(Code)` or `killed(Signal)`. Throws an
%  existence error if there is no such process.
?- process_wait(-1, S).
   error(existence_error(process,-1),process_wait/2).
process_wait(Id, S) :- must_be(integer, Id), waited(Id, wait, S, process_wait/2).

%! process_wait(+Id, -Status, +Options) is det.
%
%  As process_wait/2. With the option `timeout(Seconds)`, `Status` is `timeout` if the program is
%  still running after that time.
?- process_create(path(sleep), [5], [process(P)]), process_wait(P, S, [timeout(0)]), process_kill(P), process_wait(P, _).
   P = ..., S = timeout.
process_wait(Id, S, Os) :-
    must_be(integer, Id),
    must_be(list, Os),
    (   memberchk(timeout(T), Os), number(T) ->
        get_time(T0),
        until(T0+T, Id, S)
    ;   waited(Id, wait, S, process_wait/3)
    ).

until(End, Id, S) :-
    waited(Id, poll, S0, process_wait/3),
    (   S0 == timeout, get_time(Now), Now < End -> sleep(0.01), until(End, Id, S)
    ;   S = S0
    ).

waited(Id, How, S, PI) :- catch('$process_wait'(Id, How, S0), error(E,_), throw(error(E,PI))), S = S0.

%! process_kill(+Id) is det.
%
%  As process_kill/2 with the signal `term`. Throws an existence error if there is no such process.
?- process_kill(-1).
   error(existence_error(process,-1),process_kill/1).
?- process_create(path(sleep), [5], [process(P)]), process_kill(P), process_wait(P, S).
   P = ..., S = killed(15).
process_kill(Id) :- send_signal(Id, term, process_kill/1).

%! process_kill(+Id, +Signal) is det.
%
%  Sends a signal to a process: its number, or its name, as `int`, `term` or `kill`. Where programs have no signals, ends it. Throws
%  an existence error if there is no such process.
?- process_kill(-1, term).
   error(existence_error(process,-1),process_kill/2).
?- process_create(path(sleep), [5], [process(P)]), process_kill(P, kill), process_wait(P, S).
   P = ..., S = killed(9).
?- process_kill(-1, no_signal).
   error(domain_error(signal,no_signal),process_kill/2).
process_kill(Id, Signal) :- send_signal(Id, Signal, process_kill/2).

send_signal(Id, Signal, PI) :-
    must_be(integer, Id),
    signal_number(Signal, N, PI),
    (   is_process(Id) -> true
    ;   existence_error(process, Id, PI)
    ),
    (   ( N =:= 9 ; \+ current_prolog_flag(unix, true) ) -> '$process_kill'(Id)
    ;   % The command is part of every shell.
        format(atom(Command), "kill -~d ~d", [N,Id]),
        process_create(path(sh), ['-c',Command], [process(Shell)]),
        process_wait(Shell, _)
    ).

signal_number(Signal, N, PI) :-
    (   var(Signal) -> instantiation_error(PI)
    ;   integer(Signal), Signal > 0, Signal < 65 -> N = Signal
    ;   signal_name(Signal, N) -> true
    ;   domain_error(signal, Signal, PI)
    ).

signal_name(hup, 1).
signal_name(int, 2).
signal_name(quit, 3).
signal_name(abrt, 6).
signal_name(kill, 9).
signal_name(usr1, 10).
signal_name(segv, 11).
signal_name(usr2, 12).
signal_name(pipe, 13).
signal_name(alrm, 14).
signal_name(term, 15).
signal_name(cont, 18).
signal_name(stop, 19).

%! process_id(-Id) is det.
%
%  Unifies `Id` with the identifier of this process.
?- process_id(I), integer(I).
   I = ... .
process_id(I) :- '$pid'(I).

%! process_id(+Process, ?Id) is det.
%
%  Unifies `Id` with the system's identifier of `Process`.
?- process_create(path(true), [], [process(P)]), process_id(P, I), I == P, process_release(P).
   P = I, I = ... .
process_id(P, P).

%! process_release(+Id) is det.
%
%  Waits for a process and discards its status.
?- process_create(path(true), [], [process(P)]), process_release(P).
   P = ... .
process_release(Id) :- process_wait(Id, _).

%! is_process(@Term) is semidet.
%
%  True if `Term` is a process from process_create/3 that has not been waited for.
?- is_process(a).
   false.
is_process(Id) :- integer(Id), catch('$process_running'(Id), error(_,_), fail).
