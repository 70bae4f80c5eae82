% Reading the terms of a program text with the operators that it declares.

:- module(prolog_source, [
    prolog_open_source/2, prolog_close_source/1, prolog_read_source_term/4, prolog_canonical_source/2,
    directory_source_files/3
]).

% operators(Stream, Module): the module that has the operators of the text.
:- dynamic(operators/2).

%! prolog_canonical_source(+Source, -File) is semidet.
%
%  Unifies `File` with the absolute path of a program file, given with or without `.pl`. False if there is
%  no such file, or the machine has no access to it.
?- prolog_canonical_source(no_such_file, F).
   false.
?- prolog_canonical_source(_, F).
   error(instantiation_error,prolog_canonical_source/2).
prolog_canonical_source(Source, File) :-
    (   ground(Source) -> true
    ;   instantiation_error(prolog_canonical_source/2)
    ),
    ( Name = Source ; atom(Source), atom_concat(Source, '.pl', Name) ),
    catch(( absolute_file_name(Name, File0), exists_file(File0) ), error(_,_), fail), !,
    File = File0.

%! prolog_open_source(+Source, -Stream) is det.
%
%  Opens a program file for prolog_read_source_term/4. Throws an existence error if there is none.
?- prolog_open_source(no_such_file, S).
   error(existence_error(source_sink,no_such_file),prolog_open_source/2).
prolog_open_source(Source, S) :-
    (   prolog_canonical_source(Source, File) -> true
    ;   existence_error(source_sink, Source, prolog_open_source/2)
    ),
    open(File, read, S),
    gensym('$source ', M),
    asserta(operators(S, M)).

%! prolog_close_source(+Stream) is det.
%
%  Closes a stream of prolog_open_source/2.
?- prolog_close_source(no_stream).
   error(existence_error(stream,no_stream),close/1).
prolog_close_source(S) :-
    retractall(operators(S, _)),
    close(S).

%! prolog_read_source_term(+Stream, -Term, -Expanded, +Options) is det.
%
%  Reads the next term of a program text, `end_of_file` at its end. `Expanded` is what it becomes by grammar rules and
%  term_expansion/2. The operators that the text declares, also in the export list of its module, hold from then on;
%  other directives are not called. Options are those of read_term/2. Throws the syntax error of a
%  term that cannot be read; the next call goes on behind it.
?- prolog_open_source(no_such_file, S), prolog_read_source_term(S, T, E, []).
   error(existence_error(source_sink,no_such_file),prolog_open_source/2).
prolog_read_source_term(S, T, Expanded, Os) :-
    must_be(list, Os),
    (   operators(S, M) -> true
    ;   M = user
    ),
    read_term(S, T, [module(M)|Os]),
    (   nonvar(T), T = (:- D) -> declared(D, M)
    ;   true
    ),
    (   nonvar(T), T \= (:- _), catch(expand_term(T, E), error(_,_), fail) -> Expanded = E
    ;   Expanded = T
    ).

declared(D, M) :-
    (   var(D) -> true
    ;   D = (A,B) -> declared(A, M), declared(B, M)
    ;   D = op(P,T,N) -> operator(P, T, N, M)
    ;   D = module(_,Es), is_list(Es) -> exported(Es, M)
    ;   true
    ).

exported([], _).
exported([E|Es], M) :-
    ( nonvar(E), E = op(P,T,N) -> operator(P, T, N, M) ; true ),
    exported(Es, M).

operator(P, T, N0, M) :-
    ( nonvar(N0), N0 = _:N -> true ; N = N0 ),
    catch(op(P, T, M:N), error(_,_), true).

%! directory_source_files(+Directory, -Files, +Options) is det.
%
%  Unifies `Files` with the sorted absolute paths of the program files (`.pl`, `.prolog`, `.plt`) of a
%  directory. With the option `recursive(true)`, files in directories in it are listed too. Files need not be
%  loaded.
?- directory_source_files(no_such_directory, Fs, []).
   error(existence_error(directory,no_such_directory),directory_source_files/3).
directory_source_files(Dir, Files, Os) :-
    must_be(list, Os),
    (   ground(Dir) -> true
    ;   instantiation_error(directory_source_files/3)
    ),
    (   exists_directory(Dir) -> true
    ;   existence_error(directory, Dir, directory_source_files/3)
    ),
    absolute_file_name(Dir, Path),
    option(recursive(R), Os, false),
    findall(F, file_below(Path, R, F), Fs),
    sort(Fs, Files).

file_below(Dir, R, File) :-
    directory_files(Dir, Names),
    member(N, Names),
    N \== '.',
    N \== '..',
    atomic_list_concat([Dir,/,N], Path),
    (   exists_directory(Path) -> R == true, file_below(Path, R, File)
    ;   file_name_extension(_, Ext, N),
        memberchk(Ext, [pl,prolog,plt]),
        File = Path
    ).
