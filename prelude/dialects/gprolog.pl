% Built-in predicates of GNU Prolog and Trealla Prolog.

:- module(gprolog, [
    for/3, sublist/2, lower_upper/2, new_atom/1, new_atom/2, number_atom/2,
    real_time/1, cpu_time/1, user_time/1, system_time/1, randomize/0, set_seed/1,
    partial_list/1, list_or_partial_list/1, name_query_vars/2, bind_variables/2, name_singleton_vars/1,
    change_directory/1, unlink/1, temporary_name/2, date_time/1,
    read_atom/1, read_integer/1, read_number/1,
    open_input_atom_stream/2, open_input_chars_stream/2, open_input_codes_stream/2,
    getline/1, getline/2, getlines/1, getlines/2, split_atom/4, split/4, replace/4, loadfile/2, savefile/2,
    nth/3, delay/1, wall_time/1, date_time/6, date_time/7
]).

%! nth(?N, ?List, ?Element) is nondet.
%
%  As nth1/3.
?- nth(2, [a,b], X).
   X = b.
nth(N, Xs, X) :- nth1(N, Xs, X).

%! for(?X, +Low, +High) is nondet.
%
%  As `between(Low, High, X)`.
?- for(X, 1, 2).
   X = 1
;  X = 2.
for(X, L, H) :- between(L, H, X).

%! sublist(?Sub, ?List) is nondet.
%
%  True if `Sub` is a subsequence of `List`.
?- sublist(S, [a,b]).
   S = "ab"
;  S = "b"
;  S = []
;  S = "a".
sublist(L, L).
sublist(S, [X|Xs]) :- sublist_(Xs, X, S).

sublist_(Xs, _, S) :- sublist(S, Xs).
sublist_([Y|Ys], X, [X|S]) :- sublist_(Ys, Y, S).

%! lower_upper(?Lower, ?Upper) is det.
%
%  Converts between an atom in lower case and one in upper case.
?- lower_upper(ab, U).
   U = 'AB'.
lower_upper(L, U) :- ( nonvar(L) -> upcase_atom(L, U) ; downcase_atom(U, L) ).

%! new_atom(-Atom) is det.
%
%  Unifies `Atom` with a new atom.
?- new_atom(A), atom(A).
   A = ... .
new_atom(A) :- gensym(atom_, A).

%! new_atom(+Prefix, -Atom) is det.
%
%  Unifies `Atom` with a new atom that begins with `Prefix`.
?- new_atom(p_, A), atom(A).
   A = ... .
new_atom(P, A) :- gensym(P, A).

%! number_atom(?Number, ?Atom) is det.
%
%  Converts between a number and an atom.
?- number_atom(N, '12').
   N = 12.
number_atom(N, A) :-
    (   nonvar(A) -> atom_chars(A, Cs), number_chars(N, Cs)
    ;   number_chars(N, Cs),
        atom_chars(A, Cs)
    ).

%! real_time(-Milliseconds) is det.
%
%  Unifies `Milliseconds` with the elapsed time.
?- real_time(T), integer(T).
   T = ... .
real_time(T) :- statistics(walltime, [T|_]).

%! wall_time(-Seconds) is det.
%
%  Unifies `Seconds` with the current time.
?- wall_time(T), integer(T).
   T = ... .
wall_time(T) :- get_time(T0), T is truncate(T0).

%! cpu_time(-Milliseconds) is det.
%
%  Unifies `Milliseconds` with the CPU time used.
?- cpu_time(T), integer(T).
   T = ... .
cpu_time(T) :- statistics(runtime, [T|_]).

%! user_time(-Milliseconds) is det.
%
%  Unifies `Milliseconds` with the CPU time used.
?- user_time(T), integer(T).
   T = ... .
user_time(T) :- statistics(runtime, [T|_]).

%! system_time(-Milliseconds) is det.
%
%  Unifies `Milliseconds` with the system time used.
?- system_time(T), integer(T).
   T = ... .
system_time(T) :- statistics(system_time, [T|_]).

%! randomize is det.
%
%  Seeds the random generator from the operating system.
?- randomize.
   true.
randomize :- set_random(seed(random)).

%! set_seed(+Integer) is det.
%
%  Seeds the random generator with `Integer`.
?- set_seed(1).
   true.
set_seed(S) :- must_be(integer, S), set_random(seed(S)).

%! partial_list(@Term) is semidet.
%
%  True if `Term` is a partial list.
?- partial_list([a|_]).
   true.
partial_list(L) :- '$skip_list'(L, _, T), var(T).

%! list_or_partial_list(@Term) is semidet.
%
%  True if `Term` is a list or a partial list.
?- list_or_partial_list([a|b]).
   false.
list_or_partial_list(L) :- '$skip_list'(L, _, T), ( var(T) -> true ; T == [] ).

%! name_query_vars(+Bindings, -Rest) is det.
%
%  Binds the variables of the pairs `Name=Variable` to `'$VARNAME'(Name)` and unifies `Rest` with
%  the other pairs.
?- name_query_vars(['X'=V,'Y'=1], Rest).
   V = '$VARNAME'('X'), Rest = ['Y'=1].
name_query_vars([], []).
name_query_vars([N=V|Bs], Rest) :-
    (   var(V) -> V = '$VARNAME'(N), Rest = Rest1
    ;   Rest = [N=V|Rest1]
    ),
    name_query_vars(Bs, Rest1).

%! bind_variables(?Term, +Options) is det.
%
%  Binds variables as numbervars/3 does, with the options `from(N)` and `next(M)`.
?- T = f(X), bind_variables(T, []).
   T = f('$VAR'(0)), X = '$VAR'(0).
bind_variables(T, Os) :-
    option(from(N), Os, 0),
    numbervars(T, N, M),
    ( memberchk(next(M0), Os) -> M0 = M ; true ).

%! name_singleton_vars(?Term) is det.
%
%  Binds the variables that occur once to `'$VARNAME'('_')`.
?- T = f(X,Y,X), name_singleton_vars(T).
   T = f(X,'$VARNAME'('_'),X), Y = '$VARNAME'('_').
name_singleton_vars(T) :- term_singletons(T, Vs), all_named(Vs).

all_named([]).
all_named(['$VARNAME'('_')|Vs]) :- all_named(Vs).

%! change_directory(+Directory) is det.
%
%  Makes `Directory` the working directory. Throws an existence error if there is no such directory.
?- change_directory(no_such_directory).
   error(existence_error(directory,no_such_directory),working_directory/2).
change_directory(D) :- working_directory(_, D).

%! unlink(+File) is det.
%
%  Deletes `File`. Throws an existence error if there is no such file.
?- unlink(no_such_file).
   error(existence_error(file,no_such_file),delete_file/1).
unlink(F) :- delete_file(F).

%! temporary_name(+Template, -Name) is det.
%
%  Unifies `Name` with the name of a file that does not exist yet.
?- temporary_name('aXXXXXX', N), atom(N).
   N = ... .
temporary_name(T, N) :- ( atom_concat(P, 'XXXXXX', T) -> true ; P = T ), tmp_file(P, N).

%! date_time(-DateTime) is det.
%
%  Unifies `DateTime` with the local time `dt(Year,Month,Day,Hour,Minute,Second)`.
?- date_time(dt(Y,_,_,_,_,_)), integer(Y).
   Y = ... .
date_time(dt(Y,M,D,H,Mn,S)) :- datime(datime(Y,M,D,H,Mn,S)).

%! date_time(-Year, -Month, -Day, -Hour, -Minute, -Second) is det.
%
%  Unifies the arguments with the local time.
?- date_time(Y, _, _, _, _, _), integer(Y).
   Y = ... .
date_time(Y, M, D, H, Mn, S) :- datime(datime(Y,M,D,H,Mn,S)).

%! date_time(-Year, -Month, -Day, -Hour, -Minute, -Second, -Milliseconds) is det.
%
%  Unifies the arguments with the local time.
?- date_time(Y, _, _, _, _, _, _), integer(Y).
   Y = ... .
date_time(Y, M, D, H, Mn, S, Ms) :-
    get_time(T),
    stamp_date_time(T, date(Y,M,D,H,Mn,S0,_,_,_), local),
    S is truncate(S0),
    Ms is truncate((S0-S)*1000).

%! read_atom(-Atom) is det.
%
%  Reads the next word of the current input as an atom. Throws a syntax error at the end.
?- read_atom(A).
   error(syntax_error(end_of_file),read_atom/1).
read_atom(A) :- read_kind(atom, A, read_atom/1).

%! read_integer(-Integer) is det.
%
%  Reads the next word of the current input, which must be an integer. Throws a syntax error for
%  other words, and at the end.
?- read_integer(I).
   error(syntax_error(end_of_file),read_integer/1).
read_integer(I) :- read_kind(integer, I, read_integer/1).

%! read_number(-Number) is det.
%
%  Reads the next word of the current input, which must be a number. Throws a syntax error for other
%  words, and at the end.
?- read_number(N).
   error(syntax_error(end_of_file),read_number/1).
read_number(N) :- read_kind(number, N, read_number/1).

read_kind(Kind, X, Ctx) :-
    current_input(S),
    skip_layout(S),
    word(S, Cs),
    (   Cs == [] -> throw(error(syntax_error(end_of_file), Ctx))
    ;   Kind == atom -> atom_chars(X0, Cs)
    ;   catch(number_chars(X0, Cs), error(syntax_error(_),_), throw(error(syntax_error(Kind), Ctx))),
        ( Kind == integer, \+ integer(X0) -> throw(error(syntax_error(integer), Ctx)) ; true )
    ),
    X = X0.

skip_layout(S) :-
    peek_char(S, C),
    (   C \== end_of_file, char_type(C, whitespace) -> get_char(S, _), skip_layout(S)
    ;   true
    ).

word(S, Cs) :-
    peek_char(S, C),
    (   ( C == end_of_file ; char_type(C, whitespace) ) -> Cs = []
    ;   get_char(S, _),
        Cs = [C|Cs1],
        word(S, Cs1)
    ).

%! open_input_atom_stream(+Atom, -Stream) is det.
%
%  Opens an input stream with the text of `Atom`.
?- open_input_atom_stream(ab, S), get_char(S, C), close(S).
   S = ..., C = a.
open_input_atom_stream(A, S) :- atom_chars(A, Cs), open_chars_stream(Cs, S).

%! open_input_chars_stream(+Chars, -Stream) is det.
%
%  Opens an input stream with the text `Chars`.
?- open_input_chars_stream("ab", S), get_char(S, C), close(S).
   S = ..., C = a.
open_input_chars_stream(Cs, S) :- open_chars_stream(Cs, S).

%! open_input_codes_stream(+Codes, -Stream) is det.
%
%  Opens an input stream with the text `Codes`.
?- open_input_codes_stream([0'a], S), get_char(S, C), close(S).
   S = ..., C = a.
open_input_codes_stream(Cs, S) :- open_codes_stream(Cs, S).

%! getline(-Chars) is semidet.
%
%  Reads the next line of the current input, without its end. False at the end of the stream.
?- getline(L).
   false.
getline(L) :- current_input(S), getline(S, L).

%! getline(+Stream, -Chars) is semidet.
%
%  As getline/1, from `Stream`.
?- open_chars_stream("ab\nc", S), getline(S, L), close(S).
   S = ..., L = "ab".
getline(S, L) :- read_line_to_chars(S, L0), L0 \== end_of_file, L = L0.

%! getlines(-Lines) is det.
%
%  Reads the remaining lines of the current input, without their ends.
?- getlines(Ls).
   Ls = [].
getlines(Ls) :- current_input(S), getlines(S, Ls).

%! getlines(+Stream, -Lines) is det.
%
%  As getlines/1, from `Stream`.
?- open_chars_stream("ab\nc", S), getlines(S, Ls), close(S).
   S = ..., Ls = ["ab","c"].
getlines(S, Ls) :- ( getline(S, L) -> Ls = [L|Ls1], getlines(S, Ls1) ; Ls = [] ).

%! split_atom(+Atom, +Separators, +Pad, -Atoms) is det.
%
%  As split_string/4, with atoms.
?- split_atom('a b', ' ', '', L).
   L = "ab".
split_atom(A, Seps, Pad, As) :- split_string(A, Seps, Pad, Fs), atoms_of(Fs, As).

atoms_of([], []).
atoms_of([F|Fs], [A|As]) :- atom_chars(A, F), atoms_of(Fs, As).

%! split(+Chars, +Separator, -Left, -Right) is det.
%
%  Splits `Chars` at the first separator. `Right` has no leading layout.
?- split("ab, c", ',', L, R).
   L = "ab", R = "c".
split(Cs, Sep, L, R) :-
    (   append(L0, [Sep|R0], Cs) -> L = L0, trimmed(R0, R)
    ;   L = Cs,
        R = []
    ).

trimmed([C|Cs0], Cs) :- char_type(C, whitespace), !, trimmed(Cs0, Cs).
trimmed(Cs, Cs).

%! replace(+Chars, +Old, +New, -Chars1) is det.
%
%  Unifies `Chars1` with `Chars` in which each occurrence of `Old` is replaced by `New`.
?- replace("abcab", "ab", "x", Cs).
   Cs = "xcx".
replace(Cs, Old, New, Ds) :-
    (   Old = [_|_], append(Old, Rest, Cs) -> replace(Rest, Old, New, Ds1), append(New, Ds1, Ds)
    ;   Cs = [C|Cs1] -> Ds = [C|Ds1], replace(Cs1, Old, New, Ds1)
    ;   Ds = []
    ).

%! loadfile(+File, -Chars) is det.
%
%  Unifies `Chars` with the characters of `File`. Throws an existence error if there is no such
%  file.
?- loadfile(no_such_file, Cs).
   error(existence_error(source_sink,no_such_file),open/4).
loadfile(F, Cs) :- read_file_to_chars(F, Cs, []).

%! savefile(+File, +Chars) is det.
%
%  Writes `Chars` to `File`. Throws an instantiation error if `Chars` is a variable.
?- savefile(f, _).
   error(instantiation_error,must_be/2).
savefile(F, Cs) :-
    must_be(chars, Cs),
    setup_call_cleanup(open(F, write, S), '$put_chars'(S, Cs), close(S)).

%! delay(+Milliseconds) is det.
%
%  Waits for a number of milliseconds.
?- delay(0).
   true.
delay(Ms) :- S is Ms/1000, sleep(S).
