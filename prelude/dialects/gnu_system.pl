% The operating system, terms and calls as GNU Prolog has them.

:- module(gnu_system, [
    architecture/1, os_version/1, host_name/1, prolog_pid/1, working_directory/1, decompose_file_name/4, prolog_file_name/2,
    is_relative_file_name/1, file_permission/2, file_property/2, temporary_file/3, get_seed/1, load/1,
    spawn/2, spawn/3, popen/3, exec/4, exec/5, wait/2, send_signal/2, stop/0,
    socket/2, socket_close/1, socket_bind/2, socket_listen/2, socket_accept/3, socket_accept/4, socket_connect/4,
    hostname_address/2, atom_property/2, list/1, suffix/2, sort/1, msort/1, keysort/1, setarg/4,
    call_with_args/1, call_with_args/2, call_with_args/3, call_with_args/4, call_with_args/5, call_with_args/6,
    non_fd_var/1, generic_var/1, non_generic_var/1, fd_has_vector/1, fd_has_extra_cstr/1, fd_use_vector/1,
    built_in/0, built_in/1, built_in_fd/0, built_in_fd/1, ensure_linked/1, set_bip_name/2, current_bip_name/2
]).

:- use_module(library(process)).
:- use_module(library(socket)).
:- use_module(library(files)).
:- use_module(library(date)).
:- use_module(library(clpz)).
:- use_module(library(lists)).

:- meta_predicate load(:), call_with_args(0), call_with_args(1,?), call_with_args(2,?,?), call_with_args(3,?,?,?),
    call_with_args(4,?,?,?,?), call_with_args(5,?,?,?,?,?).

%! architecture(?Name) is semidet.
%
%  Unifies `Name` with the name of the processor and the system.
?- use_module(library(gnu_system)).
   true.
?- architecture(A), atom(A).
   A = ... .
architecture(Name) :- current_prolog_flag(arch, Name).

%! os_version(?Name) is semidet.
%
%  Unifies `Name` with the name of the operating system, and its version where that is known.
?- os_version(V), atom(V).
   V = ... .
os_version(Name) :-
    (   kernel_text(ostype, Type), kernel_text(osrelease, Release) -> atomic_list_concat([Type,Release], ' ', Name)
    ;   architecture(Name)
    ).

% The first line of a file about the kernel, if there is one.
kernel_text(Name, A) :-
    atom_concat('/proc/sys/kernel/', Name, File),
    catch(open(File, read, S), error(_,_), fail),
    call_cleanup(read_line_to_codes(S, Cs), close(S)),
    is_list(Cs),
    atom_codes(A, Cs).

%! host_name(?Name) is semidet.
%
%  Unifies `Name` with the name of the machine.
?- host_name(N), atom(N).
   N = ... .
host_name(Name) :-
    (   kernel_text(hostname, Name0) -> Name = Name0
    ;   getenv('HOSTNAME', Name0) -> Name = Name0
    ;   Name = localhost
    ).

%! prolog_pid(?Pid) is semidet.
%
%  Unifies `Pid` with the number of the process.
?- prolog_pid(P), integer(P).
   P = ... .
prolog_pid(Pid) :- current_prolog_flag(pid, Pid).

%! working_directory(?Path) is semidet.
%
%  Unifies `Path` with the working directory, without a `/` at its end.
?- working_directory(P), atom(P).
   P = ... .
working_directory(Path) :-
    working_directory(D, D),
    (   D \== (/), atom_concat(D0, /, D) -> Path = D0
    ;   Path = D
    ).

%! decompose_file_name(+File, ?Directory, ?Prefix, ?Suffix) is semidet.
%
%  Takes a name apart: the directory with its `/`, the name up to the last dot, and the rest with this dot. Each may be empty.
?- decompose_file_name('/a/b.c/d.tar.gz', D, P, S).
   D = '/a/b.c/', P = 'd.tar', S = '.gz'.
?- decompose_file_name(x, D, P, S).
   D = '', P = x, S = ''.
decompose_file_name(File, Directory, Prefix, Suffix) :-
    must_be(atom, File),
    (   last_place(File, /, I) -> I1 is I+1, sub_atom(File, 0, I1, _, Directory), sub_atom(File, I1, _, 0, Name)
    ;   Directory = '', Name = File
    ),
    (   last_place(Name, '.', J) -> sub_atom(Name, 0, J, _, Prefix), sub_atom(Name, J, _, 0, Suffix)
    ;   Prefix = Name, Suffix = ''
    ).

last_place(A, C, I) :-
    findall(J, sub_atom(A, J, 1, _, C), Js),
    last(Js, I).

%! prolog_file_name(+Name, ?File) is semidet.
%
%  Unifies `File` with `Name`, with `.pl` at its end if it has no suffix; `user` stays.
?- prolog_file_name(a, F), prolog_file_name('a.pro', G), prolog_file_name(user, H).
   F = 'a.pl', G = 'a.pro', H = user.
prolog_file_name(Name, File) :-
    decompose_file_name(Name, _, _, Suffix),
    (   Suffix == '', Name \== user -> atom_concat(Name, '.pl', File)
    ;   File = Name
    ).

%! is_relative_file_name(+File) is semidet.
%
%  True if the name of a file is not absolute.
?- is_relative_file_name(a).
   true.
?- is_relative_file_name('/a').
   false.
is_relative_file_name(File) :- \+ is_absolute_file_name(File).

%! file_permission(+File, +Permissions) is semidet.
%
%  True if the process has a permission, or each of a list: `read`, `write`, `execute`, `search`.
?- file_permission(., [read,search]).
   true.
?- file_permission(., fly).
   error(domain_error(os_file_permission,fly),file_permission/2).
file_permission(File, Permissions) :-
    (   Permissions = [_|_] -> All = Permissions
    ;   Permissions == [] -> All = []
    ;   All = [Permissions]
    ),
    permitted(All, File).

permitted([], _).
permitted([P|Ps], File) :-
    (   access_mode(P, Mode) -> access_file(File, Mode)
    ;   domain_error(os_file_permission, P, file_permission/2)
    ),
    permitted(Ps, File).

access_mode(read, read).
access_mode(write, write).
access_mode(execute, execute).
access_mode(search, execute).

%! file_property(+File, ?Property) is nondet.
%
%  Enumerates properties of a file: `absolute_file_name(Path)`, `real_file_name(Path)`, `type(regular)` or `type(directory)`,
%  `size(Bytes)`, `permission(P)`, and `creation`, `last_access` and `last_modification` with a time `dt(Year,Month,Day,Hour,Minute,Second)`.
?- file_property(., type(T)).
   T = directory.
?- file_property(no_such_file, P).
   error(existence_error(source_sink,no_such_file),file_property/2).
file_property(File, Property) :-
    must_be(atom, File),
    (   ( exists_file(File) ; exists_directory(File) ) -> true
    ;   existence_error(source_sink, File, file_property/2)
    ),
    property(Property, File).

property(absolute_file_name(Path), File) :- absolute_file_name(File, Path).
property(real_file_name(Path), File) :- path_canonical(File, Path).
property(type(Type), File) :- ( exists_directory(File) -> Type = directory ; Type = regular ).
property(size(Size), File) :- exists_file(File), size_file(File, Size).
property(permission(P), File) :- access_mode(P, Mode), access_file(File, Mode).
property(creation(Time), File) :- file_creation_time(File, T), date_of(T, Time).
property(last_access(Time), File) :- file_access_time(File, T), date_of(T, Time).
property(last_modification(Time), File) :- file_modification_time(File, T), date_of(T, Time).

date_of(Stamp, dt(Y,M,D,H,Mn,S)) :-
    number(Stamp),
    stamp_date_time(Stamp, date(Y,M,D,H,Mn,S0,_,_,_), local),
    S is truncate(S0).

%! temporary_file(+Directory, +Prefix, -File) is det.
%
%  Unifies `File` with the name of a new file in a directory, `/tmp` if it is `''`, whose name begins with `Prefix`.
?- temporary_file('/d', ab, F), sub_atom(F, 0, _, _, '/d/ab').
   F = ... .
temporary_file(Directory, Prefix, File) :-
    (   Directory == '' -> D = '/tmp'
    ;   Directory \== (/), atom_concat(D, /, Directory) -> true
    ;   D = Directory
    ),
    current_prolog_flag(pid, Pid),
    repeat,
    gensym(tmp, Unique),
    atomic_list_concat([D,/,Prefix,Pid,Unique], File),
    \+ exists_file(File),
    !.

%! get_seed(-Seed) is det.
%
%  Unifies `Seed` with a new random number, which becomes the seed of the generator.
?- get_seed(S), integer(S).
   S = ... .
get_seed(Seed) :-
    Seed is random(1<<30),
    set_seed(Seed).

%! load(:Files) is det.
%
%  As consult/1.
?- load([]).
   true.
load(Files) :- consult(Files).

%! spawn(+Program, +Arguments) is semidet.
%
%  Runs a program and waits for it; true if its status is 0.
?- spawn(true, []).
   true.
spawn(Program, Arguments) :- spawn(Program, Arguments, 0).

%! spawn(+Program, +Arguments, ?Status) is semidet.
%
%  Runs a program, waits for it, and unifies `Status` with its status.
?- spawn(false, [], S).
   S = 1.
spawn(Program, Arguments, Status) :-
    process_create(path(Program), Arguments, [process(Pid)]),
    wait(Pid, Status).

%! popen(+Command, +Mode, -Stream) is det.
%
%  Starts a command of the shell: `Stream` is its output, with the mode `read`, or its input, with the mode `write`.
?- popen('echo hi', read, S), read_line_to_codes(S, Cs), atom_codes(A, Cs), close(S).
   S = ..., Cs = ..., A = hi.
?- popen(true, append, S).
   error(domain_error(io_mode,append),popen/3).
popen(Command, Mode, Stream) :-
    (   Mode == read -> Options = [stdout(pipe(Stream))]
    ;   Mode == write -> Options = [stdin(pipe(Stream))]
    ;   domain_error(io_mode, Mode, popen/3)
    ),
    process_create(path(sh), ['-c',Command], Options).

%! exec(+Command, -Input, -Output, -Error) is det.
%
%  As exec/5, for a command that is not waited for.
?- exec('echo hi', I, O, E), read_line_to_codes(O, Cs), atom_codes(A, Cs), close(I), close(O), close(E).
   I = ..., O = ..., E = ..., Cs = ..., A = hi.
exec(Command, Input, Output, Error) :-
    process_create(path(sh), ['-c',Command], [stdin(pipe(Input)),stdout(pipe(Output)),stderr(pipe(Error))]).

%! exec(+Command, -Input, -Output, -Error, -Pid) is det.
%
%  Starts a command of the shell with streams to its input and from its outputs; wait/2 waits for its end.
?- exec('exit 3', I, O, E, P), close(I), close(O), close(E), wait(P, S).
   I = ..., O = ..., E = ..., P = ..., S = 3.
exec(Command, Input, Output, Error, Pid) :-
    process_create(path(sh), ['-c',Command],
        [stdin(pipe(Input)),stdout(pipe(Output)),stderr(pipe(Error)),process(Pid)]).

%! wait(+Pid, -Status) is det.
%
%  Waits for a process of exec/5 and unifies `Status` with its status: minus the number of the signal that has ended it, if one has.
?- exec('kill -9 $$', I, O, E, P), close(I), close(O), close(E), wait(P, S).
   I = ..., O = ..., E = ..., P = ..., S = -9.
wait(Pid, Status) :-
    process_wait(Pid, Result),
    (   Result = exit(Status0) -> true
    ;   Result = killed(Signal), Status0 is -Signal
    ),
    Status = Status0.

%! send_signal(+Pid, +Signal) is det.
%
%  Sends a signal, a number or a name such as `'SIGINT'`, to a process.
?- exec('sleep 5', I, O, E, P), send_signal(P, 'SIGKILL'), wait(P, S), close(I), close(O), close(E).
   I = ..., O = ..., E = ..., P = ..., S = -9.
send_signal(Pid, Signal) :-
    must_be(integer, Pid),
    ( atom(Signal), atom_concat('SIG', Name, Signal) -> true ; Name = Signal ),
    atom_concat(-, Name, Option),
    spawn(kill, [Option,Pid]).

%! stop is det.
%
%  As halt/0: there is no top level inside another one.
stop :- halt.

%! socket(+Domain, -Socket) is det.
%
%  Unifies `Socket` with a new socket of the domain `'AF_INET'`.
?- socket('AF_UNIX', S).
   error(domain_error(socket_domain,'AF_UNIX'),socket/2).
socket(Domain, Socket) :-
    ( Domain == 'AF_INET' -> tcp_socket(Socket) ; domain_error(socket_domain, Domain, socket/2) ).

%! socket_close(+Socket) is det.
%
%  Closes a socket that has no streams.
?- socket_close(_).
   error(instantiation_error,_).
socket_close(Socket) :- tcp_close_socket(Socket).

%! socket_bind(+Socket, +Address) is det.
%
%  Gives a socket an address `'AF_INET'(Host,Port)`; a port that is a variable is unified with a free one.
?- socket_bind(s, here).
   error(domain_error(socket_address,here),socket_bind/2).
socket_bind(Socket, Address) :-
    (   nonvar(Address), Address = 'AF_INET'(Host,Port) ->
        ( var(Host) -> tcp_bind(Socket, Port), host_name(Host) ; tcp_bind(Socket, Port) )
    ;   domain_error(socket_address, Address, socket_bind/2)
    ).

%! socket_listen(+Socket, +Length) is det.
%
%  Lets a socket wait for connections, of which `Length` may be pending.
?- socket_listen(_, 4).
   error(instantiation_error,_).
socket_listen(Socket, Length) :- tcp_listen(Socket, Length).

%! socket_accept(+Socket, -Input, -Output) is det.
%
%  Waits for a connection and opens its streams.
?- socket_accept(_, I, O).
   error(instantiation_error,_).
socket_accept(Socket, Input, Output) :- socket_accept(Socket, _, Input, Output).

%! socket_accept(+Socket, -Client, -Input, -Output) is det.
%
%  As socket_accept/3; unifies `Client` with the address of the other side as an atom.
?- socket_accept(_, C, I, O).
   error(instantiation_error,_).
socket_accept(Socket, Client, Input, Output) :-
    tcp_accept(Socket, Connection, Peer),
    ( Peer = ip(A,B,C,D) -> atomic_list_concat([A,B,C,D], '.', Client) ; Client = Peer ),
    tcp_open_socket(Connection, Input, Output).

%! socket_connect(+Socket, +Address, -Input, -Output) is det.
%
%  Connects a socket to an address `'AF_INET'(Host,Port)` and opens its streams.
?- socket_connect(s, here, I, O).
   error(domain_error(socket_address,here),socket_connect/4).
socket_connect(Socket, Address, Input, Output) :-
    (   nonvar(Address), Address = 'AF_INET'(Host,Port) ->
        tcp_connect(Socket, Host:Port),
        tcp_open_socket(Socket, Input, Output)
    ;   domain_error(socket_address, Address, socket_connect/4)
    ).

%! hostname_address(+Name, ?Address) is semidet.
%
%  Unifies `Address` with the address of a machine, an atom such as `'127.0.0.1'`.
?- hostname_address(_, A).
   error(instantiation_error,_).
hostname_address(Name, Address) :-
    tcp_host_to_address(Name, IP),
    ( IP = ip(A,B,C,D) -> atomic_list_concat([A,B,C,D], '.', Address) ; Address = IP ).

%! atom_property(?Atom, ?Property) is nondet.
%
%  Enumerates properties of an atom: `length(N)`, `hash(H)`, `prefix_op`, `infix_op`, `postfix_op`, `needs_quotes`.
?- findall(P, ( atom_property(-, P), P \= hash(_) ), Ps).
   Ps = [length(1),prefix_op,infix_op].
?- atom_property('A b', needs_quotes).
   true.
atom_property(Atom, Property) :-
    ( var(Atom) -> current_atom(Atom) ; must_be(atom, Atom) ),
    has_property(Property, Atom).

has_property(length(N), A) :- atom_length(A, N).
has_property(hash(H), A) :- term_hash(A, H).
has_property(prefix_op, A) :- \+ \+ ( current_op(_, T, A), memberchk(T, [fy,fx]) ).
has_property(infix_op, A) :- \+ \+ ( current_op(_, T, A), memberchk(T, [xfx,xfy,yfx]) ).
has_property(postfix_op, A) :- \+ \+ ( current_op(_, T, A), memberchk(T, [xf,yf]) ).
has_property(needs_quotes, A) :- format(atom(Q), "~q", [A]), Q \== A.

%! list(?Term) is semidet.
%
%  As is_list/1.
?- list([a]).
   true.
?- list([a|_]).
   false.
list(Term) :- is_list(Term).

%! suffix(?Suffix, ?List) is nondet.
%
%  True if `List` ends with `Suffix`.
?- suffix(S, [a,b]).
   S = "ab"
;  S = "b"
;  S = [].
suffix(L, L).
suffix(S, [_|L]) :- suffix(S, L).

%! sort(+List) is det.
%
%  Sorts a list in place and removes its duplicates; backtracking undoes it.
?- L = [c,a,b,a], sort(L).
   L = "abc".
sort(List) :- sort(List, Sorted), replace(Sorted, List).

%! msort(+List) is det.
%
%  Sorts a list in place, duplicates included; backtracking undoes it.
?- L = [c,a,b,a], msort(L).
   L = "aabc".
msort(List) :- msort(List, Sorted), replace(Sorted, List).

%! keysort(+Pairs) is det.
%
%  Sorts a list of pairs by their keys in place; backtracking undoes it.
?- L = [2-a,1-b,2-c], keysort(L).
   L = [1-b,2-a,2-c].
keysort(Pairs) :- keysort(Pairs, Sorted), replace(Sorted, Pairs).

% Makes a list that is at least as long equal to another one.
replace([], []) :- !.
replace([X], L) :- !, setarg(1, L, X), setarg(2, L, []).
replace([X|Xs], L) :- setarg(1, L, X), arg(2, L, Rest), replace(Xs, Rest).

%! setarg(+N, +Term, +Value, +Undo) is det.
%
%  Assigns an argument of a compound term; backtracking undoes it if `Undo` is `true`, and not if it is `false`.
?- T = f(a,b), ( setarg(1, T, z, false), fail ; true ).
   T = f(z,b).
?- T = f(a,b), ( setarg(1, T, z, true), fail ; true ).
   T = f(a,b).
setarg(N, Term, Value, Undo) :-
    must_be(boolean, Undo),
    ( Undo == true -> setarg(N, Term, Value) ; nb_setarg(N, Term, Value) ).

%! call_with_args(:Goal) is nondet.
%
%  As call/1.
?- call_with_args(true).
   true.
call_with_args(G) :- call(G).

%! call_with_args(:Goal, ?A) is nondet.
%
%  As call/2.
?- call_with_args(atom, a).
   true.
call_with_args(G, A) :- call(G, A).

%! call_with_args(:Goal, ?A, ?B) is nondet.
%
%  As call/3.
?- call_with_args(succ, 1, X).
   X = 2.
call_with_args(G, A, B) :- call(G, A, B).

%! call_with_args(:Goal, ?A, ?B, ?C) is nondet.
%
%  As call/4.
?- call_with_args(functor, f(a), N, A).
   N = f, A = 1.
call_with_args(G, A, B, C) :- call(G, A, B, C).

%! call_with_args(:Goal, ?A, ?B, ?C, ?D) is nondet.
%
%  As call/5.
?- call_with_args([A,B,C,D]>>(D = [A,B,C]), 1, 2, 3, L).
   L = [1,2,3].
call_with_args(G, A, B, C, D) :- call(G, A, B, C, D).

%! call_with_args(:Goal, ?A, ?B, ?C, ?D, ?E) is nondet.
%
%  As call/6.
?- call_with_args(sub_atom, abc, 1, 1, X, S).
   X = 1, S = b.
call_with_args(G, A, B, C, D, E) :- call(G, A, B, C, D, E).

%! non_fd_var(?Term) is semidet.
%
%  True unless `Term` is a variable of library(clpz).
?- non_fd_var(a), non_fd_var(_).
   true.
non_fd_var(Term) :- \+ fd_var(Term).

%! generic_var(?Term) is semidet.
%
%  True if `Term` is a variable without constraints.
?- generic_var(_).
   true.
generic_var(Term) :- var(Term), \+ fd_var(Term).

%! non_generic_var(?Term) is semidet.
%
%  True unless `Term` is a variable without constraints.
?- non_generic_var(a).
   true.
non_generic_var(Term) :- \+ generic_var(Term).

%! fd_has_vector(?Var) is semidet.
%
%  False: domains are sets of intervals, which need no vector.
?- fd_has_vector(_).
   false.
fd_has_vector(_) :- fail.

%! fd_has_extra_cstr(?Var) is semidet.
%
%  False: no value of a domain is lost.
?- fd_has_extra_cstr(_).
   false.
fd_has_extra_cstr(_) :- fail.

%! fd_use_vector(?Var) is det.
%
%  Has no effect.
?- fd_use_vector(_).
   true.
fd_use_vector(_).

%! built_in is det.
%
%  A declaration that has no effect: the predicates that follow would be built in.
?- built_in.
   true.
built_in.

%! built_in(+Indicators) is det.
%
%  A declaration that has no effect.
?- built_in(p/1).
   true.
built_in(_).

%! built_in_fd is det.
%
%  A declaration that has no effect.
?- built_in_fd.
   true.
built_in_fd.

%! built_in_fd(+Indicators) is det.
%
%  A declaration that has no effect.
?- built_in_fd(p/1).
   true.
built_in_fd(_).

%! ensure_linked(+Indicators) is det.
%
%  A declaration that has no effect: no predicate is left out.
?- ensure_linked(p/1).
   true.
ensure_linked(_).

:- dynamic(bip_name/2).

%! set_bip_name(+Name, +Arity) is det.
%
%  Records the predicate that current_bip_name/2 gives.
?- set_bip_name(p, 1), current_bip_name(N, A).
   N = p, A = 1.
set_bip_name(Name, Arity) :-
    retractall(bip_name(_, _)),
    assertz(bip_name(Name, Arity)).

%! current_bip_name(?Name, ?Arity) is semidet.
%
%  Unifies its arguments with those of the last set_bip_name/2.
?- set_bip_name(q, 2), current_bip_name(q, A).
   A = 2.
current_bip_name(Name, Arity) :- bip_name(Name, Arity).
