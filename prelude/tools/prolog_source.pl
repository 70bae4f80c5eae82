% Reading the terms of a program text with the operators that it declares.

:- module(prolog_source, [
    prolog_open_source/2, prolog_close_source/1, prolog_read_source_term/4, prolog_canonical_source/2,
    directory_source_files/3, file_name_on_path/2, path_segments_atom/2
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

%! path_segments_atom(?Segments, ?Atom) is semidet.
%
%  Converts between a term `a/b/c` and the atom `'a/b/c'`.
?- path_segments_atom(a/b/c, A).
   A = 'a/b/c'.
?- path_segments_atom(S, 'a/b/c').
   S = a/b/c.
path_segments_atom(Segments, Atom) :-
    (   nonvar(Atom) ->
        atomic_list_concat(Parts, /, Atom),
        segments(Parts, Segments)
    ;   nonvar(Segments) -> segments_atom(Segments, Atom)
    ;   instantiation_error(path_segments_atom/2)
    ).

segments([P|Ps], S) :- segments(Ps, P, S).

segments([], S, S).
segments([P|Ps], S0, S) :- segments(Ps, S0/P, S).

segments_atom(S, A) :-
    (   nonvar(S), S = S1/P -> segments_atom(S1, A1), segments_atom(P, A2), atomic_list_concat([A1,/,A2], A)
    ;   must_be(atomic, S),
        atomic_list_concat([S], A)
    ).

%! file_name_on_path(+File, -Name) is det.
%
%  Unifies `Name` with a short name for a file: `library(L)` for a library, or its path from the working directory if
%  it is inside of that.
?- file_name_on_path('library(lists)', N).
   N = library(lists).
?- working_directory(D, D), directory_file_path(D, 'a/b.pl', P), file_name_on_path(P, N).
   D = ..., P = ..., N = 'a/b.pl'.
?- file_name_on_path('/no/such', N).
   N = '/no/such'.
file_name_on_path(File, Name) :-
    must_be(atom, File),
    (   atom_concat('library(', L0, File), atom_concat(L, ')', L0) -> Name = library(L)
    ;   working_directory(D0, D0),
        ( sub_atom(D0, _, 1, 0, /) -> D = D0 ; atom_concat(D0, /, D) ),
        atom_concat(D, Name0, File) -> Name = Name0
    ;   Name = File
    ).
