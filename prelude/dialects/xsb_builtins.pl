% Predicates of XSB on files, texts and lists, and its declarations.

:- module(xsb_builtins, [
    coninc/1, coninc/2, condec/1, cwd/1, error_write/1, error_writeln/1, message/1, messageln/1, message/2, messageln/2, warning/1,
    expand_filename/2, list_directory/2, path_sysop/2, path_sysop/3, shell_to_list/2, shell_to_list/3,
    file_read_line_atom/1, file_read_line_atom/2, file_read_line_list/1, file_read_line_list/2, file_to_list/2,
    file_write/2, file_writeln/2, file_nl/1, fmt_write/2, fmt_write/3, fmt_write_string/3,
    load_dyn/1, load_dyn/2, load_dync/1, load_dync/2, read_canonical/1, read_canonical/2,
    str_length/2, str_sub/2, str_sub/3, str_match/5, substring/4, string_substitute/4, is_charlist/1, is_number_atom/1,
    is_acyclic/1, is_attv/1, fail_if/1, excess_vars/4, ith/3, log_ith/3, delete_ith/4, merge/3, perm/2, closetail/1, parsort/4,
    check_atom/3, check_callable/3, check_acyclic/2, time_call/1, xsb_flag/2,
    (index)/2, (index)/3, use_variant_tabling/1, use_subsumptive_tabling/1, no_tnot/1, gc_atoms/0, garbage_collection/1
]).

:- use_module(library(lists)).
:- use_module(library(files)).
:- use_module(library(process)).
:- use_module(library(pio)).
:- use_module(library(hprolog), [memberchk_eq/2]).

:- meta_predicate fail_if(0), time_call(0), load_dyn(:), load_dyn(:,+), load_dync(:), load_dync(:,+), no_tnot(0).

%! coninc(+Name) is det.
%
%  As coninc/2, without the new value.
?- use_module(library(xsb_builtins)).
   true.
?- conset(xsb_example, 1), coninc(xsb_example), conget(xsb_example, V).
   V = 2.
coninc(Name) :- coninc(Name, _).

%! coninc(+Name, -Value) is det.
%
%  Adds 1 to the integer that conset/2 has stored under an atom.
?- conset(xsb_example, 1), coninc(xsb_example, V).
   V = 2.
coninc(Name, Value) :-
    conget(Name, V0),
    Value is V0+1,
    conset(Name, Value).

%! condec(+Name) is det.
%
%  Takes 1 from the integer that conset/2 has stored under an atom.
?- conset(xsb_example, 1), condec(xsb_example), conget(xsb_example, V).
   V = 0.
condec(Name) :-
    conget(Name, V0),
    V is V0-1,
    conset(Name, V).

%! cwd(-Directory) is det.
%
%  Unifies `Directory` with the working directory.
?- cwd(D), atom(D).
   D = ... .
cwd(Directory) :- working_directory(Directory, Directory).

%! error_write(?Term) is det.
%
%  Writes a term to the error output.
?- error_write('').
   true.
error_write(Term) :- write(user_error, Term).

%! error_writeln(?Term) is det.
%
%  Writes a term, or the terms of `(T1,T2,...)`, and a new line to the error output.
error_writeln(Term) :- write_all(Term, user_error), nl(user_error).

write_all(Term, S) :-
    (   nonvar(Term), Term = (A,B) -> write_all(A, S), write_all(B, S)
    ;   write(S, Term)
    ).

%! message(?Term) is det.
%
%  Writes a term, or the terms of `(T1,T2,...)`, to the message output, which is the error output.
?- message('').
   true.
message(Term) :- message(Term, user_error).

%! messageln(?Term) is det.
%
%  As message/1, and a new line.
messageln(Term) :- messageln(Term, user_error).

%! message(?Term, +Stream) is det.
%
%  Writes a term, or the terms of `(T1,T2,...)`, to a stream.
?- message((a,1,b), user_output).
   outputs("a1b").
message(Term, Stream) :- write_all(Term, Stream).

%! messageln(?Term, +Stream) is det.
%
%  As message/2, and a new line.
?- messageln(hello, user_output).
   outputs("hello\n").
messageln(Term, Stream) :- write_all(Term, Stream), nl(Stream).

%! warning(?Message) is det.
%
%  Prints a warning: a term, or the terms of `(T1,T2,...)` or of a list.
warning(Message) :-
    with_output_to(atom(A), ( is_list(Message) -> forall(member(M, Message), write(M)) ; write_all(Message, user_output) )),
    print_message(warning, format("~w", [A])).

%! expand_filename(+File, -Path) is det.
%
%  Unifies `Path` with the absolute name of a file, in which `~` is replaced.
?- expand_filename('/a/../b', P).
   P = '/b'.
expand_filename(File, Path) :- absolute_file_name(File, Path, [expand(true)]).

%! list_directory(+Directory, -Name) is nondet.
%
%  Enumerates the names in a directory.
?- list_directory('/no/such', N).
   error(existence_error(directory,'/no/such'),_).
list_directory(Directory, Name) :-
    directory_files(Directory, Names),
    member(Name, Names).

%! path_sysop(+Operation, +File) is semidet.
%
%  Operations on a file: `isplain`, `isdir`, `exists`, `readable`, `writable`, `executable`, `isabsolute`, `rm`, `mkdir`, `rmdir`, `chdir`.
?- path_sysop(isdir, .).
   true.
?- path_sysop(fly, .).
   error(domain_error(path_operation,fly),path_sysop/2).
path_sysop(Operation, File) :-
    (   Operation == isplain -> exists_file(File)
    ;   Operation == isdir -> exists_directory(File)
    ;   Operation == exists -> ( exists_file(File) -> true ; exists_directory(File) )
    ;   Operation == readable -> access_file(File, read)
    ;   Operation == writable -> access_file(File, write)
    ;   Operation == executable -> access_file(File, execute)
    ;   Operation == isabsolute -> is_absolute_file_name(File)
    ;   Operation == rm -> delete_file(File)
    ;   Operation == mkdir -> make_directory(File)
    ;   Operation == rmdir -> delete_directory(File)
    ;   Operation == chdir -> working_directory(_, File)
    ;   domain_error(path_operation, Operation, path_sysop/2)
    ).

%! path_sysop(+Operation, +File, ?Result) is semidet.
%
%  Operations with a result or a second name: `modtime`, `size`, `basename`, `dirname`, `extension`, `expand`, `cwd` (its first
%  argument has no effect), `rename`, `copy`.
?- path_sysop(basename, 'a/b.c', B), path_sysop(extension, 'a/b.c', E), path_sysop(dirname, 'a/b.c', D).
   B = 'b.c', E = c, D = a.
path_sysop(Operation, File, Result) :-
    (   Operation == modtime -> time_file(File, T), Result is truncate(T)
    ;   Operation == size -> size_file(File, Result)
    ;   Operation == basename -> file_base_name(File, Result)
    ;   Operation == dirname -> file_directory_name(File, Result)
    ;   Operation == extension -> file_name_extension(_, Result, File)
    ;   Operation == expand -> expand_filename(File, Result)
    ;   Operation == cwd -> cwd(Result)
    ;   Operation == rename -> rename_file(File, Result)
    ;   Operation == copy -> file_copy(File, Result)
    ;   domain_error(path_operation, Operation, path_sysop/3)
    ).

%! shell_to_list(+Command, -Lines) is semidet.
%
%  As shell_to_list/3, for a command whose status is 0.
?- shell_to_list('echo a b; echo c', Ls).
   Ls = [[a,b],[c]].
shell_to_list(Command, Lines) :- shell_to_list(Command, Lines, 0).

%! shell_to_list(+Command, -Lines, -Status) is det.
%
%  Runs a command of the shell and unifies `Lines` with the lines of its output, each a list of its words as atoms.
?- shell_to_list('exit 2', Ls, S).
   Ls = [], S = 2.
shell_to_list(Command, Lines, Status) :-
    process_create(path(sh), ['-c',Command], [stdout(pipe(S)),process(Pid)]),
    call_cleanup(lines_of(S, Lines), close(S)),
    process_wait(Pid, exit(Status)).

lines_of(S, Lines) :-
    (   file_read_line_atom(S, Line) ->
        atomic_list_concat(Words0, ' ', Line),
        exclude(==(''), Words0, Words),
        Lines = [Words|Lines1],
        lines_of(S, Lines1)
    ;   Lines = []
    ).

%! file_read_line_atom(-Line) is semidet.
%
%  As file_read_line_atom/2, for the current input.
?- file_read_line_atom(A).
   false.
file_read_line_atom(Line) :- current_input(S), file_read_line_atom(S, Line).

%! file_read_line_atom(+Stream, -Line) is semidet.
%
%  Unifies `Line` with the next line as an atom, without its end. Fails at the end of the stream.
?- open_string("ab\nc", S), file_read_line_atom(S, A), file_read_line_atom(S, B), \+ file_read_line_atom(S, _).
   S = ..., A = ab, B = c.
file_read_line_atom(Stream, Line) :-
    read_line_to_codes(Stream, Cs),
    is_list(Cs),
    atom_codes(Line, Cs).

%! file_read_line_list(-Line) is semidet.
%
%  As file_read_line_list/2, for the current input.
?- file_read_line_list(Cs).
   false.
file_read_line_list(Line) :- current_input(S), file_read_line_list(S, Line).

%! file_read_line_list(+Stream, -Line) is semidet.
%
%  Unifies `Line` with the codes of the next line. Fails at the end of the stream.
?- open_string("ab\nc", S), file_read_line_list(S, Cs).
   S = ..., Cs = [97,98].
file_read_line_list(Stream, Line) :-
    read_line_to_codes(Stream, Line),
    is_list(Line).

%! file_to_list(+Stream, -Codes) is det.
%
%  Unifies `Codes` with the codes of the rest of a stream.
?- open_string("ab", S), file_to_list(S, Cs).
   S = ..., Cs = [97,98].
file_to_list(Stream, Codes) :- read_stream_to_codes(Stream, Codes).

%! file_write(+Stream, ?Term) is det.
%
%  As write/2.
?- file_write(user_output, a).
   outputs("a").
file_write(Stream, Term) :- write(Stream, Term).

%! file_writeln(+Stream, ?Term) is det.
%
%  As write/2, and a new line.
?- file_writeln(user_output, a).
   outputs("a\n").
file_writeln(Stream, Term) :- write(Stream, Term), nl(Stream).

%! file_nl(+Stream) is det.
%
%  As nl/1.
?- file_nl(user_output).
   outputs("\n").
file_nl(Stream) :- nl(Stream).

%! fmt_write(+Format, +Arguments) is det.
%
%  As fmt_write/3, to the current output.
?- fmt_write("%s is %d, %5.2f%%\n", args(x,3,2.5)).
   outputs("x is 3,  2.50%\n").
?- fmt_write("%S|%-4s|%4d", [f(x),ab,7]).
   outputs("f(x)|ab  |   7").
fmt_write(Format, Arguments) :- current_output(S), fmt_write(S, Format, Arguments).

%! fmt_write(+Stream, +Format, +Arguments) is det.
%
%  Writes text with the directives of C: `%s` and `%S` for any term, `%d`, `%i`, `%x`, `%o`, `%c`, `%f`, `%e`, `%g`, each with `-`, a width and
%  a precision, and `%%`. `Arguments` are a list, the arguments of a compound term such as `args(A,B)`, or one atomic term.
?- fmt_write(user_output, "%x", 255).
   outputs("ff").
?- fmt_write(user_output, "%d", []).
   error(domain_error(format_arguments,[]),fmt_write/3).
fmt_write(Stream, Format, Arguments) :-
    fmt_write_string(Text, Format, Arguments),
    write(Stream, Text).

%! fmt_write_string(-Text, +Format, +Arguments) is det.
%
%  Unifies `Text` with what fmt_write/3 writes, as an atom.
?- fmt_write_string(T, "%c-%03d", [0'a,5]).
   T = 'a-005'.
fmt_write_string(Text, Format, Arguments) :-
    text_codes(Format, Cs),
    (   is_list(Arguments) -> As = Arguments
    ;   compound(Arguments) -> Arguments =.. [_|As]
    ;   As = [Arguments]
    ),
    formatted(Cs, As, Rs),
    atom_codes(Text, Rs).

text_codes(Text, Codes) :-
    (   atomic(Text) -> atom_codes(Text, Codes)
    ;   Text = [C|_], integer(C) -> Codes = Text
    ;   atom_chars(A, Text), atom_codes(A, Codes)
    ).

formatted([], _, []).
formatted([0'%,0'%|Cs], As, [0'%|Rs]) :- !, formatted(Cs, As, Rs).
formatted([0'%|Cs0], As, Rs) :-
    !,
    flags(Cs0, Cs1, Left, Zero),
    digits(Cs1, Cs2, Width),
    ( Cs2 = [0'.|Cs3] -> digits(Cs3, Cs4, Precision) ; Cs4 = Cs2, Precision = none ),
    ( Cs4 = [Kind|Cs] -> true ; domain_error(format_directive, '%', fmt_write/3) ),
    ( As = [A|As1] -> true ; domain_error(format_arguments, As, fmt_write/3) ),
    ( converted(Kind, A, Precision, Text) -> true ; char_code(K, Kind), domain_error(format_directive, K, fmt_write/3) ),
    padded(Text, Width, Left, Zero, Rs, Rs1),
    formatted(Cs, As1, Rs1).
formatted([C|Cs], As, [C|Rs]) :- formatted(Cs, As, Rs).

flags(Cs0, Cs, Left, Zero) :-
    (   Cs0 = [0'-|Cs1] -> Left = true, flags(Cs1, Cs, _, Zero)
    ;   Cs0 = [0'0|Cs1] -> Zero = true, flags(Cs1, Cs, Left, _)
    ;   Cs0 = [C|Cs1], memberchk(C, [0'+,32,0'#]) -> flags(Cs1, Cs, Left, Zero)
    ;   Cs = Cs0
    ).

digits(Cs0, Cs, N) :- digits(Cs0, Cs, 0, N).

digits(Cs0, Cs, N0, N) :-
    (   Cs0 = [C|Cs1], C >= 0'0, C =< 0'9 -> N1 is 10*N0+C-0'0, digits(Cs1, Cs, N1, N)
    ;   Cs = Cs0, N = N0
    ).

converted(0's, A, P, T) :- converted(0'S, A, P, T).
converted(0'S, A, P, T) :-
    ( A = [C|_], integer(C), catch(atom_codes(T0, A), error(_,_), fail) -> true ; format(atom(T0), "~w", [A]) ),
    ( integer(P), atom_length(T0, L), L > P -> sub_atom(T0, 0, P, _, T) ; T = T0 ).
converted(0'd, A, _, T) :- integer(A), format(atom(T), "~d", [A]).
converted(0'i, A, P, T) :- converted(0'd, A, P, T).
converted(0'x, A, _, T) :- format(atom(T), "~16r", [A]).
converted(0'o, A, _, T) :- format(atom(T), "~8r", [A]).
converted(0'c, A, _, T) :- ( integer(A) -> char_code(T, A) ; T = A ).
converted(0'f, A, P, T) :- ( integer(P) -> true ; P = 6 ), format(atom(T), "~*f", [P,A]).
converted(0'e, A, P, T) :- ( integer(P) -> true ; P = 6 ), format(atom(T), "~*e", [P,A]).
converted(0'g, A, _, T) :- format(atom(T), "~g", [A]).

padded(Text, Width, Left, Zero, Rs, Rs1) :-
    atom_codes(Text, Cs),
    length(Cs, Length),
    Missing is max(0, Width-Length),
    length(Pad, Missing),
    ( Left == true -> append(Cs, Pad, All), C = 32 ; append(Pad, Cs, All), ( Zero == true -> C = 0'0 ; C = 32 ) ),
    maplist(=(C), Pad),
    append(All, Rs1, Rs).

%! load_dyn(:File) is det.
%
%  Loads the clauses of a file as those of dynamic predicates.
?- load_dyn(no_such_file).
   error(existence_error(source_sink,no_such_file),_).
load_dyn(MFile) :-
    strip_module(MFile, M, File),
    absolute_file_name(File, Path, [access(read),extensions(['','P',pl])]),
    setup_call_cleanup(open(Path, read, S), load_terms(S, M), close(S)).

load_terms(S, M) :-
    read_term(S, T0, [module(M)]),
    (   T0 == end_of_file -> true
    ;   expand_term(T0, T1),
        ( is_list(T1) -> forall(member(T, T1), load_term(T, M)) ; load_term(T1, M) ),
        load_terms(S, M)
    ).

load_term(T, M) :- ( T = (:- D) -> ignore(M:D) ; assertz(M:T) ).

%! load_dyn(:File, +Order) is det.
%
%  As load_dyn/1; the clauses are put before others with the order `a`, after them with `z`.
?- load_dyn(no_such_file, z).
   error(existence_error(source_sink,no_such_file),_).
load_dyn(File, _) :- load_dyn(File).

%! load_dync(:File) is det.
%
%  As load_dyn/1, for a file in canonical notation.
?- load_dync(no_such_file).
   error(existence_error(source_sink,no_such_file),_).
load_dync(File) :- load_dyn(File).

%! load_dync(:File, +Order) is det.
%
%  As load_dyn/2, for a file in canonical notation.
?- load_dync(no_such_file, a).
   error(existence_error(source_sink,no_such_file),_).
load_dync(File, _) :- load_dyn(File).

%! read_canonical(-Term) is det.
%
%  As read/1.
?- read_canonical(T).
   T = end_of_file.
read_canonical(Term) :- read(Term).

%! read_canonical(+Stream, -Term) is det.
%
%  As read/2.
?- open_string("f(X). ", S), read_canonical(S, T).
   S = ..., T = f(_).
read_canonical(Stream, Term) :- read(Stream, Term).

%! str_length(+Text, ?Length) is semidet.
%
%  Unifies `Length` with the number of characters of an atom.
?- str_length(abc, N).
   N = 3.
str_length(Text, Length) :- atom_length(Text, Length).

%! str_sub(+Sub, +Text) is semidet.
%
%  True if an atom occurs in another one.
?- str_sub(b, abc).
   true.
str_sub(Sub, Text) :- str_sub(Sub, Text, _).

%! str_sub(+Sub, +Text, ?Place) is semidet.
%
%  True if an atom occurs in another one first at a place from 0.
?- str_sub(c, abcc, P).
   P = 2.
str_sub(Sub, Text, Place) :- sub_atom(Text, P, _, _, Sub), !, Place = P.

%! str_match(+Sub, +Text, +Direction, ?Begin, ?End) is semidet.
%
%  True if an atom occurs in another one from `Begin` up to `End`, both from 0: the first one with the direction `f` or `forward`, the last
%  one with `r` or `reverse`.
?- str_match(b, abcb, f, B, E), str_match(b, abcb, r, B1, E1).
   B = 1, E = 2, B1 = 3, E1 = 4.
str_match(Sub, Text, Direction, Begin, End) :-
    findall(B, sub_atom(Text, B, _, _, Sub), Bs),
    ( memberchk(Direction, [f,forward]) -> Bs = [B0|_] ; last(Bs, B0) ),
    atom_length(Sub, L),
    Begin = B0,
    End is B0+L.

%! substring(+Text, +Begin, +End, -Sub) is semidet.
%
%  Unifies `Sub` with the part of an atom from `Begin` up to `End`, both from 0; an end that is negative counts from the end of the text, and one
%  that is a variable is that end.
?- substring(abcd, 1, 3, S), substring(abcd, 1, _, T), substring(abcd, 1, -1, U).
   S = bc, T = bcd, U = bcd.
substring(Text, Begin, End, Sub) :-
    atom_length(Text, N),
    ( var(End) -> E = N ; End < 0 -> E is N+End+1 ; E = End ),
    L is E-Begin,
    sub_atom(Text, Begin, L, _, Sub).

%! string_substitute(+Text, +Places, +Replacements, -Result) is det.
%
%  Replaces parts `s(Begin,End)` of an atom by texts, in their order.
?- string_substitute(abcd, [s(1,2),s(3,4)], [x,yy], T).
   T = axcyy.
string_substitute(Text, Places, Replacements, Result) :-
    parts(Places, Replacements, 0, Text, Parts),
    atomic_list_concat(Parts, Result).

parts([], _, I, Text, [Rest]) :- sub_atom(Text, I, _, 0, Rest).
parts([s(B,E)|Ss], [R|Rs], I, Text, [Before,R|Ps]) :-
    L is B-I,
    sub_atom(Text, I, L, _, Before),
    parts(Ss, Rs, E, Text, Ps).

%! is_charlist(?Term) is semidet.
%
%  True if `Term` is a list of character codes.
?- is_charlist([97]), \+ is_charlist([a]).
   true.
is_charlist(Term) :- is_list(Term), \+ ( member(C, Term), \+ ( integer(C), C >= 0, C =< 0x10ffff ) ).

%! is_number_atom(?Term) is semidet.
%
%  True if `Term` is an atom with the text of a number.
?- is_number_atom('12').
   true.
is_number_atom(Term) :- atom(Term), atom_number(Term, _).

%! is_acyclic(?Term) is semidet.
%
%  As acyclic_term/1.
?- is_acyclic(f(_)).
   true.
is_acyclic(Term) :- acyclic_term(Term).

%! is_attv(?Term) is semidet.
%
%  As attvar/1.
?- is_attv(_).
   false.
is_attv(Term) :- attvar(Term).

%! fail_if(:Goal) is semidet.
%
%  As (\+)/1.
?- fail_if(fail).
   true.
fail_if(Goal) :- \+ Goal.

%! excess_vars(+Term, +Vars, +Excess0, -Excess) is det.
%
%  Unifies `Excess` with `Excess0` and before it the variables of `Term` that are in neither list.
?- excess_vars(f(X,Y,Z), [X], [Z], L).
   L = [Y,Z].
excess_vars(Term, Vars, Excess0, Excess) :-
    term_variables(Term, Vs0),
    exclude(in_one(Vars, Excess0), Vs0, Vs),
    append(Vs, Excess0, Excess).

in_one(As, Bs, V) :- ( memberchk_eq(V, As) -> true ; memberchk_eq(V, Bs) ).

%! ith(?N, +List, ?Element) is nondet.
%
%  As nth1/3.
?- ith(2, [a,b], X).
   X = b.
ith(N, List, Element) :- nth1(N, List, Element).

%! log_ith(?N, +List, ?Element) is nondet.
%
%  As nth1/3.
?- log_ith(1, [a,b], X).
   X = a.
log_ith(N, List, Element) :- nth1(N, List, Element).

%! delete_ith(+N, +List, ?Element, -Rest) is semidet.
%
%  As nth1/4.
?- delete_ith(1, [a,b], X, L).
   X = a, L = "b".
delete_ith(N, List, Element, Rest) :- nth1(N, List, Element, Rest).

%! merge(+List1, +List2, -Merged) is det.
%
%  Merges two sorted lists in the standard order, duplicates included.
?- merge([a,c], [b,c], L).
   L = "abcc".
merge([], Ys, Ys) :- !.
merge(Xs, [], Xs) :- !.
merge([X|Xs], [Y|Ys], [Z|Zs]) :-
    (   X @=< Y -> Z = X, merge(Xs, [Y|Ys], Zs)
    ;   Z = Y, merge([X|Xs], Ys, Zs)
    ).

%! perm(+List, ?Permutation) is nondet.
%
%  As permutation/2.
?- perm([a,b], P).
   P = "ab"
;  P = "ba".
perm(List, Permutation) :- permutation(List, Permutation).

%! closetail(?List) is semidet.
%
%  Unifies the tail of a partial list with `[]`.
?- L = [a|_], closetail(L).
   L = "a".
closetail(List) :- ( var(List) -> List = [] ; List = [_|Xs] -> closetail(Xs) ; List == [] ).

%! parsort(+List, +Keys, +Unique, -Sorted) is det.
%
%  Sorts terms by the arguments of `Keys`, a list of `asc(N)` and `desc(N)`, the first of which decides first; `asc` or `desc` alone is for whole
%  terms. With `Unique` other than 0 a term whose keys are those of the one before is left out.
?- parsort([f(1,b),f(2,a),f(1,a)], [asc(1),desc(2)], 0, L).
   L = [f(1,b),f(1,a),f(2,a)].
?- parsort([b,a,b], asc, 1, L).
   L = "ab".
parsort(List, Keys, Unique, Sorted) :-
    (   atom(Keys) -> by_key(Keys, 0, List, Sorted0)
    ;   reverse(Keys, Ks),
        foldl(by_key, Ks, List, Sorted0)
    ),
    ( Unique == 0 -> Sorted = Sorted0 ; without_repeats(Sorted0, Keys, Sorted) ).

by_key(asc(N), L0, L) :- sort(N, @=<, L0, L).
by_key(desc(N), L0, L) :- sort(N, @>=, L0, L).

by_key(asc, N, L0, L) :- sort(N, @=<, L0, L).
by_key(desc, N, L0, L) :- sort(N, @>=, L0, L).

without_repeats([X,Y|Zs], Keys, Us) :-
    !,
    (   same_keys(Keys, X, Y) -> without_repeats([X|Zs], Keys, Us)
    ;   Us = [X|Us1],
        without_repeats([Y|Zs], Keys, Us1)
    ).
without_repeats(Xs, _, Xs).

same_keys(Keys, X, Y) :-
    (   atom(Keys) -> X == Y
    ;   \+ ( member(K, Keys), arg(1, K, N), arg(N, X, A), arg(N, Y, B), A \== B )
    ).

%! check_atom(?Term, +Predicate, +Argument) is det.
%
%  Throws an error of a predicate if `Term` is not an atom. The number of the argument has no effect.
?- check_atom(1, p/1, 1).
   error(type_error(atom,1),p/1).
check_atom(Term, Predicate, _) :- checked(atom, Term, Predicate).

%! check_callable(?Term, +Predicate, +Argument) is det.
%
%  Throws an error of a predicate if `Term` is not callable.
?- check_callable(1, p/1, 1).
   error(type_error(callable,1),p/1).
check_callable(Term, Predicate, _) :- checked(callable, Term, Predicate).

%! check_acyclic(?Term, +Predicate) is det.
%
%  Throws an error of a predicate if `Term` is cyclic.
?- check_acyclic(f(x), p/1).
   true.
check_acyclic(Term, Predicate) :- ( acyclic_term(Term) -> true ; type_error(acyclic_term, Term, Predicate) ).

checked(Type, Term, Predicate) :-
    catch(must_be(Type, Term), error(Formal,_), true),
    ( var(Formal) -> true ; throw(error(Formal, Predicate)) ).

%! time_call(:Goal) is nondet.
%
%  As time/1.
time_call(Goal) :- time(Goal).

%! xsb_flag(?Flag, ?Value) is nondet.
%
%  As current_prolog_flag/2.
?- xsb_flag(bounded, V).
   V = false.
xsb_flag(Flag, Value) :- current_prolog_flag(Flag, Value).

%! index(+Indicator, +Arguments) is det.
%
%  A declaration that has no effect: arguments are indexed as calls need it.
?- index(p/2, [2]).
   true.
index(_, _).

%! index(+Indicator, +Arguments, +Size) is det.
%
%  As index/2.
?- index(p/2, [2], 100).
   true.
index(_, _, _).

%! use_variant_tabling(+Indicators) is det.
%
%  Has no effect: tables are for variants of goals.
?- use_variant_tabling(p/1).
   true.
use_variant_tabling(_).

%! use_subsumptive_tabling(+Indicators) is det.
%
%  Has no effect: tables are for variants of goals, which give the same answers.
?- use_subsumptive_tabling(p/1).
   true.
use_subsumptive_tabling(_).

%! no_tnot(:Goal) is semidet.
%
%  As (\+)/1, for a goal that is not tabled.
?- no_tnot(fail).
   true.
no_tnot(Goal) :- \+ Goal.

%! gc_atoms is det.
%
%  As garbage_collect_atoms/0.
?- gc_atoms.
   true.
gc_atoms :- garbage_collect_atoms.

%! garbage_collection(+Mode) is det.
%
%  Has no effect: collections are always on.
?- garbage_collection(none).
   true.
garbage_collection(_).
