% File names and properties of files. A text result is an atom, or a list of characters if the
% argument from which it is derived is one.

:- module(files, [
    absolute_file_name/3, is_absolute_file_name/1, file_name_extension/3, directory_file_path/3,
    relative_file_name/3, directory_member/3, same_file/2, access_file/2, can_open_file/2, chdir/1,
    delete_directory_contents/1, delete_directory_and_contents/1, copy_directory/2,
    tmp_file/2, tmp_file_stream/3, expand_file_name/2, wildcard_match/2, wildcard_match/3, exists_source/1, exists_source/2, prolog_to_os_filename/2,
    file_size/2, file_copy/2, path_canonical/2, path_segments/2,
    file_modification_time/2, file_access_time/2, file_creation_time/2,
    current_directory/1, file_members_of_directory/2, directory_members_of_directory/2
]).

% Text as characters, and characters in the form of other text.
chars_of(T, Cs) :-
    (   var(T) -> instantiation_error(text)
    ;   T == [] -> Cs = []
    ;   atomic(T) -> format(chars(Cs), "~w", [T])
    ;   T = [X|_], integer(X) -> atom_codes(A, T), atom_chars(A, Cs)
    ;   must_be(chars, T), Cs = T
    ).

in_form_of(Given, Cs, T) :- ( nonvar(Given), Given = [_|_] -> T = Cs ; atom_chars(T, Cs) ).

%! absolute_file_name(+Name, -Path, +Options) is nondet.
%
%  Unifies `Path` with the absolute path of the file `Name`: a path such as `a` or `a/b`, or `Alias(Name)`
%  with the directories that `user:file_search_path/2` gives for the alias, and `user:library_directory/1` for
%  `library`. Of several candidates, the first that exists is chosen, or else the first. A library of Horn is not a file: `Path` is then
%  `library(Name)` itself, which `use_module/1` and the like accept. The options are:
%
%  - `extensions(List)`: the extensions to be tried, in order;
%  - `file_type(Type)`: `prolog` or `source` (`.pl`, `.pro`, `.prolog` or none), `executable`,
%    `directory`, `txt` or `regular`;
%  - `access(Mode)`: `read`, `write`, `append`, `execute`, `exist` or `none`, which is the default: a
%    file without this access is no candidate, nor is a directory, unless the type is `directory`. A
%    file that is to be written need not exist;
%  - `file_errors(fail)`: fails where there is no such file, instead of an existence error;
%  - `solutions(all)`: enumerates all candidates that exist, on backtracking;
%  - `relative_to(Place)`: a directory, or a file in it; the default is the working directory;
%  - `expand(true)`: expands `~`, `$VAR` and wildcards, as expand_file_name/2 does. False if no file
%    matches.
?- absolute_file_name('/a/../b', P, []).
   P = '/b'.
?- absolute_file_name('/$NO_SUCH_VARIABLE', P, [expand(true)]).
   error(existence_error(variable,'NO_SUCH_VARIABLE'),expand_file_name/2).
?- absolute_file_name('no_such_*', P, [expand(true)]).
   false.
?- absolute_file_name(., P, [access(read)]).
   error(existence_error(source_sink,.),absolute_file_name/3).
?- absolute_file_name('/no/such/file', P, [access(write)]).
   error(existence_error(source_sink,'/no/such/file'),absolute_file_name/3).
?- absolute_file_name('/no/such/file', P, [access(read)]).
   error(existence_error(source_sink,'/no/such/file'),absolute_file_name/3).
?- absolute_file_name('/no/such/file', P, [access(read),file_errors(fail)]).
   false.
?- assertz(user:file_search_path(base, '/no/such/dir')), assertz(user:file_search_path(part, base(part))),
   absolute_file_name(part(a/b), P, [extensions([txt])]).
   P = '/no/such/dir/part/a/b.txt'.
?- absolute_file_name(part(a), P, [access(exist),solutions(all)]).
   error(existence_error(source_sink,part(a)),absolute_file_name/3).
?- retractall(user:file_search_path(_, _)), absolute_file_name(part(a), P, []).
   error(existence_error(source_sink,part(a)),absolute_file_name/3).
?- assertz(user:library_directory('/no/such/library')), absolute_file_name(library(a), P, []), retractall(user:library_directory(_)).
   P = '/no/such/library/a'.
?- absolute_file_name(a, P, [file_type(blurb)]).
   error(domain_error(file_type,blurb),absolute_file_name/3).
?- absolute_file_name(library(lists), P, [file_type(prolog),access(read)]).
   P = library(lists).
?- absolute_file_name(library(lists), P, [file_type(directory)]).
   error(existence_error(source_sink,library(lists)),absolute_file_name/3).
?- absolute_file_name(library(no_such_library), P, [file_errors(fail)]).
   false.
?- absolute_file_name(library(pairs), P), P = library(_).
   P = library(pairs).
?- absolute_file_name('/a'/b, P).
   P = '/a/b'.
?- absolute_file_name(no_alias(a), P).
   error(existence_error(source_sink,no_alias(a)),absolute_file_name/3).
absolute_file_name(Name, Path, Os0) :-
    ( is_list(Os0), \+ is_list(Path) -> Os = Os0, P = Path ; Os = Path, P = Os0 ),
    must_be(list, Os),
    (   var(Name) -> instantiation_error(absolute_file_name/3)
    ;   true
    ),
    option(access(Access), Os, none),
    option(file_type(Type), Os, txt),
    option(solutions(Solutions), Os, first),
    extensions(Os, Type, Es),
    findall(C, candidate(Name, Os, Es, C), Cs),
    (   Solutions == all -> findall(C, ( member(C, Cs), usable(Access, Type, C), present(Access, C) ), Ps)
    ;   member(C, Cs), usable(Access, Type, C), present(Access, C) -> Ps = [C]
    ;   Type \== directory, own_library(Name) -> Ps = [Name]
    ;   Access == none, Type \== directory, Cs = [C|_] -> Ps = [C]
    ;   Ps = []
    ),
    (   Ps = [_|_] -> member(P, Ps)
    ;   option(file_errors(fail), Os) -> fail
    ;   option(expand(true), Os), Cs == [], base(Name, _, Ns), is_pattern(Ns) -> fail
    ;   existence_error(source_sink, Name, absolute_file_name/3)
    ).

% A file that is there, or that may be made.
present(write, _) :- !.
present(append, _) :- !.
present(_, P) :- ( exists_file(P) -> true ; exists_directory(P) ).

% An absolute path that a specification may mean, in the form of its text.
candidate(Name, Os, Es, Path) :-
    base(Name, Given, Cs0),
    ( option(expand(true), Os) -> expanded(Cs0, Cs1) ; Cs1 = Cs0 ),
    (   option(relative_to(Place), Os), \+ rooted(Cs1) ->
        ( exists_file(Place) -> file_directory_name(Place, Dir) ; Dir = Place ),
        chars_of(Dir, Ds),
        append(Ds, [/|Cs1], Cs)
    ;   Cs = Cs1
    ),
    member(E, Es),
    ( E = [_|_], append(_, E, Cs) -> Full0 = Cs ; append(Cs, E, Full0) ),
    (   option(expand(true), Os), is_pattern(Full0) ->
        expand_file_name(Full0, Fs),
        member(F, Fs),
        atom_chars(F, Full1)
    ;   Full1 = Full0
    ),
    in_form_of(Given, Full1, Full),
    absolute_file_name(Full, Path).

% The characters of the path that a specification means, before it is made absolute.
base(Name, Given, Cs) :-
    (   compound(Name), Name =.. [Alias,Rest], Alias \== '.' ->
        Given = a,
        aliased(Alias, Rest, 0, Cs)
    ;   Name = _/_ -> Given = a, path_chars(Name, Cs)
    ;   Given = Name, chars_of(Name, Cs)
    ).

% `a/b/c` as text.
path_chars(P, Cs) :-
    (   nonvar(P), P = D/F -> path_chars(D, Ds), chars_of(F, Fs), append(Ds, [/|Fs], Cs)
    ;   chars_of(P, Cs)
    ).

% The limit on aliases of aliases.
max_aliases(32).

aliased(Alias, Rest, N0, Cs) :-
    max_aliases(Max),
    N0 < Max,
    N is N0+1,
    path_chars(Rest, Rs),
    search_directory(Alias, Dir),
    (   compound(Dir), Dir =.. [Other,Inner] -> aliased(Other, Inner, N, Ds0)
    ;   path_chars(Dir, Ds0)
    ),
    home(Ds0, Ds),
    (   Rs == ['.'] -> Cs = Ds
    ;   append(_, [/], Ds) -> append(Ds, Rs, Cs)
    ;   append(Ds, [/|Rs], Cs)
    ).

search_directory(Alias, Dir) :-
    '$defined'(user, file_search_path, 2),
    user:file_search_path(Alias, Dir).
search_directory(library, Dir) :-
    '$defined'(user, library_directory, 1),
    Known = library_directory(Dir),
    call(user:Known).

% Called by the loader: the paths that `Alias(Path)` may mean.
'$aliased'(Alias, Path, Ps) :-
    findall(P, ( aliased(Alias, Path, 0, Cs), atom_chars(P0, Cs), ( P = P0 ; with_ending(P0, P) ) ), Ps).

% Called by the loader: a path with the endings of user:prolog_file_type/2.
'$with_endings'(Path, Ps) :- findall(P, with_ending(Path, P), Ps).

with_ending(Path, P) :- own_ending(prolog, E), atom_concat(Path, E, P).

own_ending(Type, Ending) :-
    '$defined'(user, prolog_file_type, 2),
    Known = prolog_file_type(Extension, Type),
    call(user:Known),
    atom(Extension),
    atom_concat('.', Extension, Ending).

extensions(Os, Type, Es) :-
    findall(Cs, ( own_ending(Type, E), atom_chars(E, Cs) ), Own),
    (   extensions_of_type(Type, Es1) -> append(Own, Es1, Es0)
    ;   Own = [_|_] -> Es0 = Own
    ;   domain_error(file_type, Type, absolute_file_name/3)
    ),
    (   option(extensions(Xs), Os) -> dotted(Xs, Es)
    ;   Es = Es0
    ).

extensions_of_type(prolog, [".pl",".pro",".prolog",""]).
extensions_of_type(source, [".pl",".pro",".prolog",""]).
extensions_of_type(executable, ["",".so"]).
extensions_of_type(directory, [""]).
extensions_of_type(regular, [""]).
extensions_of_type(txt, [""]).

dotted([], []).
dotted([X|Xs], [E|Es]) :-
    chars_of(X, Cs),
    ( ( Cs = [] ; Cs = ['.'|_] ) -> E = Cs ; E = ['.'|Cs] ),
    dotted(Xs, Es).

usable(Access, Type, P) :-
    (   Type == directory -> exists_directory(P)
    ;   exists_directory(P) -> Access == none, \+ memberchk(Type, [prolog,source,regular])
    ;   true
    ),
    access_file(P, Access).

%! is_absolute_file_name(+Name) is semidet.
%
%  True if `Name` is an absolute path.
?- is_absolute_file_name('/a').
   true.
?- is_absolute_file_name(a).
   false.
is_absolute_file_name(N) :- chars_of(N, Cs), rooted(Cs).

rooted([/|_]).

%! file_name_extension(?Base, ?Extension, ?Name) is semidet.
%
%  Converts between a file name and its base and extension.
?- file_name_extension(B, E, 'a.b/c.pl').
   B = 'a.b/c', E = pl.
?- file_name_extension(a, pl, N).
   N = 'a.pl'.
?- file_name_extension(a, '.pl', N).
   N = 'a.pl'.
file_name_extension(B, E, N) :-
    (   nonvar(B), nonvar(E) ->
        chars_of(B, Bs),
        chars_of(E, Es0),
        ( Es0 = ['.'|Es] -> true ; Es = Es0 ),
        (   Es == [] -> Cs = Bs
        ;   append(_, ['.'|Es], Bs) -> Cs = Bs
        ;   append(Bs, ['.'|Es], Cs)
        ),
        in_form_of(B, Cs, N0),
        same_text(N, N0)
    ;   nonvar(N) ->
        chars_of(N, Cs),
        (   nonvar(E) ->
            chars_of(E, Es0),
            ( Es0 = ['.'|_] -> Es = Es0 ; Es = ['.'|Es0] ),
            append(Bs, Es, Cs), !,
            in_form_of(N, Bs, B)
        ;   split_extension(Cs, Bs, Es),
            in_form_of(N, Bs, B0),
            in_form_of(N, Es, E),
            same_text(B, B0)
        )
    ;   instantiation_error(file_name_extension/3)
    ).

same_text(X, Y) :- ( var(X) -> X = Y ; chars_of(X, Cs), chars_of(Y, Cs) ).

split_extension(Cs, Bs, Es) :-
    reverse(Cs, Rs),
    (   append(Er, ['.'|Br], Rs), \+ memberchk(/, Er) -> reverse(Er, Es), reverse(Br, Bs)
    ;   Bs = Cs,
        Es = []
    ).

%! directory_file_path(?Directory, ?File, ?Path) is semidet.
%
%  Converts between a path and its directory and last component.
?- directory_file_path(d, f, P).
   P = 'd/f'.
?- directory_file_path(D, F, '/a/b').
   D = '/a', F = b.
directory_file_path(D, F, P) :-
    (   nonvar(D), nonvar(F) ->
        chars_of(D, Ds),
        chars_of(F, Fs),
        (   ( rooted(Fs) ; Ds == "." ) -> Cs = Fs
        ;   Ds == [] -> Cs = Fs
        ;   append(_, [/], Ds) -> append(Ds, Fs, Cs)
        ;   append(Ds, [/|Fs], Cs)
        ),
        in_form_of(F, Cs, P0),
        same_text(P, P0)
    ;   nonvar(P) ->
        file_directory_name(P, D),
        file_base_name(P, F)
    ;   instantiation_error(directory_file_path/3)
    ).

%! relative_file_name(?Path, +RelativeTo, ?Relative) is det.
%
%  Converts between a path and the path `Relative` to the directory that contains the file
%  `RelativeTo`, or to `RelativeTo` itself if that ends with a slash. `Relative` is `.` for the directory itself.
?- relative_file_name('/a/b/c', '/a/d/e', R).
   R = '../b/c'.
?- relative_file_name(P, '/a/d/e', '../b').
   P = '/a/b'.
?- relative_file_name('/a/b/c', '/a/', R), relative_file_name('d/e', 'd/', S), relative_file_name(d, 'd/', T), relative_file_name(d, 'd/e/', U).
   R = 'b/c', S = e, T = (.), U = (..).
relative_file_name(P, To, R) :-
    (   nonvar(P) ->
        segments(P, Ps),
        directory_of(To, Dir),
        segments(Dir, Ds),
        ups(Ds, Ps, Ss),
        joined(Ss, Cs),
        in_form_of(P, Cs, R)
    ;   directory_of(To, Dir),
        directory_file_path(Dir, R, P0),
        absolute_file_name(P0, P)
    ).

% The directory that contains a file, or that is meant by a slash at the end.
directory_of(To, Dir) :-
    chars_of(To, Cs),
    (   append(Ds, [/], Cs), Ds = [_|_] -> atom_chars(Dir, Ds)
    ;   file_directory_name(To, Dir)
    ).

segments(P, Ss) :-
    absolute_file_name(P, A),
    chars_of(A, Cs),
    split(Cs, Ss).

ups([X|Xs], [X|Ys], Ss) :- !, ups(Xs, Ys, Ss).
ups([], Ys, Ys) :- !.
ups([_|Xs], Ys, [".."|Ss]) :- ups([], Ys, Ss0), back(Xs, Ss0, Ss).

back([], Ss, Ss).
back([_|Xs], Ss, [".."|Ts]) :- back(Xs, Ss, Ts).

split(Cs, Ss) :-
    (   append(S, [/|Rest], Cs) -> Ss = [S|Ss1], split(Rest, Ss1)
    ;   Ss = [Cs]
    ).

joined([], ".").
joined([S|Ss], Cs) :- joined(Ss, S, Cs).

joined([], Cs, Cs).
joined([S|Ss], Cs0, Cs) :- append(Cs0, [/|S], Cs1), joined(Ss, Cs1, Cs).

%! directory_member(+Directory, -Member, +Options) is nondet.
%
%  Enumerates the paths of the entries of a directory. Options are `recursive(true)`, which includes
%  the entries of subdirectories; `extensions(List)`; `file_type(directory)`; `matches(Pattern)`.
%  Throws an existence error if there is no such directory.
?- directory_member('no such directory', M, []).
   error(existence_error(directory,'no such directory'),directory_files/2).
directory_member(D, M, Os) :-
    directory_files(D, Fs),
    member(F, Fs),
    F \== '.', F \== '..',
    directory_file_path(D, F, P),
    (   fits(P, F, Os), M = P
    ;   option(recursive(true), Os),
        exists_directory(P),
        directory_member(P, M, Os)
    ).

fits(P, F, Os) :-
    (   option(extensions(Es), Os) -> file_name_extension(_, E, F), memberchk(E, Es)
    ;   true
    ),
    (   option(file_type(directory), Os) -> exists_directory(P)
    ;   true
    ),
    (   option(matches(W), Os) -> wildcard_match(W, F)
    ;   true
    ).

%! same_file(+File1, +File2) is semidet.
%
%  True if both names refer to the same file.
?- same_file(a, a).
   true.
same_file(F, G) :-
    (   F == G -> true
    ;   '$canonical_path'(F, P),
        '$canonical_path'(G, P)
    ).

%! access_file(+File, +Mode) is semidet.
%
%  True if `File` can be accessed in `Mode`: `read`, `write`, `append`, `execute`, `exist` or
%  `none`.
?- access_file('no such file', read).
   false.
access_file(F, Mode) :-
    must_be(oneof([read,write,append,execute,exist,none]), Mode),
    ( Mode == none -> true ; '$accessible'(F, Mode) ).

%! can_open_file(+File, +Mode) is semidet.
%
%  True if `File` can be opened in `Mode`.
?- can_open_file('no such file', read).
   false.
can_open_file(F, Mode) :- \+ exists_directory(F), access_file(F, Mode).

%! chdir(+Directory) is det.
%
%  Makes `Directory` the working directory. Throws an existence error if there is no such directory.
?- chdir('no such directory').
   error(existence_error(directory,'no such directory'),working_directory/2).
chdir(D) :- working_directory(_, D).

%! current_directory(?Directory) is det.
%
%  Unifies `Directory` with the working directory.
?- current_directory(D).
   D = ... .
current_directory(D) :- working_directory(D0, '.'), D = D0.

%! file_members_of_directory(+Directory, -Members) is det.
%
%  Unifies `Members` with the list of `Name-Path` of the files in a directory. Links are not
%  resolved. Throws an existence error if there is no such directory.
?- file_members_of_directory('no such directory', Ms).
   error(existence_error(directory,'no such directory'),directory_files/2).
file_members_of_directory(D, Ms) :-
    directory_files(D, Fs),
    findall(F-P, ( member(F, Fs), directory_file_path(D, F, P0), exists_file(P0), absolute_file_name(P0, P) ), Ms).

%! directory_members_of_directory(+Directory, -Members) is det.
%
%  As file_members_of_directory/2, for the subdirectories.
?- directory_members_of_directory('no such directory', Ms).
   error(existence_error(directory,'no such directory'),directory_files/2).
directory_members_of_directory(D, Ms) :-
    directory_files(D, Fs),
    findall(F-P, ( member(F, Fs), directory_file_path(D, F, P0), exists_directory(P0), absolute_file_name(P0, P) ), Ms).

%! delete_directory_contents(+Directory) is det.
%
%  Deletes all files and directories in `Directory`; of a link, the link alone. Throws an existence error if
%  there is no such directory.
?- delete_directory_contents('no such directory').
   error(existence_error(directory,'no such directory'),directory_files/2).
delete_directory_contents(D) :-
    directory_files(D, Fs),
    (   member(F, Fs),
        directory_file_path(D, F, P),
        ( exists_directory(P), \+ read_link(P, _, _) -> delete_directory_and_contents(P) ; delete_file(P) ),
        fail
    ;   true
    ).

%! delete_directory_and_contents(+Directory) is det.
%
%  Deletes `Directory` and everything in it; of a link, the link alone. Throws an existence error if there is
%  no such directory.
?- delete_directory_and_contents('no such directory').
   error(existence_error(directory,'no such directory'),directory_files/2).
delete_directory_and_contents(D) :- delete_directory_contents(D), delete_directory(D).

%! copy_directory(+From, +To) is det.
%
%  Copies the directory `From` with everything in it to `To`. Throws an existence error if there is
%  no directory `From`.
?- copy_directory('no such directory', d).
   error(existence_error(directory,'no such directory'),directory_files/2).
copy_directory(From, To) :-
    directory_files(From, Fs),
    make_directory_path(To),
    (   member(F, Fs),
        directory_file_path(From, F, P),
        directory_file_path(To, F, Q),
        ( exists_directory(P) -> copy_directory(P, Q) ; copy_file(P, Q) ),
        fail
    ;   true
    ).

:- dynamic(last_temporary/1).
last_temporary(0).

%! tmp_file(+Base, -Name) is det.
%
%  Unifies `Name` with the name of a file that does not exist yet, in the system's directory of
%  temporary files.
?- tmp_file(x, F), exists_file(F).
   false.
tmp_file(Base, Name) :-
    (   getenv('TMPDIR', Dir), Dir \== '' -> true
    ;   getenv('TEMP', Dir), exists_directory(Dir) -> true
    ;   Dir = '/tmp'
    ),
    '$pid'(Pid),
    retract(last_temporary(N0)),
    N is N0+1,
    assertz(last_temporary(N)),
    format(atom(Name0), "~w/horn_~w_~d_~d", [Dir,Base,Pid,N]),
    (   exists_file(Name0) -> tmp_file(Base, Name)
    ;   Name = Name0
    ).

%! tmp_file_stream(?How, -Name, -Stream) is det.
%
%  Creates a file and opens it for writing. The first argument is an encoding; or the arguments are
%  the name, the stream and a list of options `encoding(E)` and `extension(E)`.
?- tmp_file_stream(utf8, F, S), close(S), delete_file(F).
   F = ..., S = ... .
tmp_file_stream(A, B, C) :-
    (   var(A) -> must_be(list, C), Name = A, Stream = B, Os = C
    ;   Name = B, Stream = C, Os = []
    ),
    tmp_file(tmp, Name0),
    (   option(extension(E), Os), E \== '' -> file_name_extension(Name0, E, Name)
    ;   Name = Name0
    ),
    (   option(encoding(binary), Os) -> open(Name, write, Stream, [type(binary)])
    ;   open(Name, write, Stream)
    ).

%! prolog_to_os_filename(?Name, ?Name) is det.
%
%  Unifies both names: paths are written in the same way in Prolog and in the operating system.
?- prolog_to_os_filename(a, X).
   X = a.
prolog_to_os_filename(X, X).

%! wildcard_match(+Pattern, +Text) is semidet.
%
%  True if `Pattern` matches `Text`. `?` matches any character, `*` any text, `[a-z]` one of these
%  characters, `{a,b}` one of these texts.
?- wildcard_match('*.{pl,txt}', 'a.txt').
   true.
?- wildcard_match('[a-c]?', d1).
   false.
wildcard_match(P, T) :- wildcard_match(P, T, []).

%! wildcard_match(+Pattern, +Text, +Options) is semidet.
%
%  As wildcard_match/2, with the option `case_sensitive(false)`. Throws a syntax error if a bracket
%  or brace of the pattern is not closed.
?- wildcard_match('*.PL', 'a.pl', [case_sensitive(false)]).
   true.
?- wildcard_match('{a', a, []).
   error(syntax_error(unclosed_brace),wildcard_match/3).
wildcard_match(P, T, Os) :-
    chars_of(P, Ps0),
    chars_of(T, Ts0),
    must_be(list, Os),
    closed(Ps0, none),
    (   option(case_sensitive(false), Os) -> lowered(Ps0, Ps), lowered(Ts0, Ts)
    ;   Ps = Ps0,
        Ts = Ts0
    ),
    matches(Ps, Ts), !.

lowered([], []).
lowered([C|Cs], [L|Ls]) :- ( char_type(C, to_lower(L0)), atom_length(L0, 1) -> L = L0 ; L = C ), lowered(Cs, Ls).

% Checks that brackets and braces are closed.
closed([], Open) :-
    (   Open == none -> true
    ;   throw(error(syntax_error(Open), wildcard_match/3))
    ).
closed([C|Cs], Open) :-
    (   C == (\), Cs = [_|Cs1] -> closed(Cs1, Open)
    ;   C == '[', Open \== unclosed_bracket -> ends_set(Cs, Cs1), closed(Cs1, Open)
    ;   C == '{' -> closed(Cs, unclosed_brace)
    ;   C == '}' -> closed(Cs, none)
    ;   closed(Cs, Open)
    ).

ends_set([C|Cs0], Cs) :- !,
    (   C == ']' -> Cs = Cs0
    ;   C == (\), Cs0 = [_|Cs1] -> ends_set(Cs1, Cs)
    ;   ends_set(Cs0, Cs)
    ).
ends_set([], _) :- throw(error(syntax_error(unclosed_bracket), wildcard_match/3)).

% A library that is part of the system.
own_library(library(N0)) :- callable(N0), catch(atomic_list_concat([N0], N), error(_,_), fail), '$library'(N).

%! exists_source(+Source) is semidet.
%
%  True if there is a file or library `Source` that can be loaded.
?- exists_source(library(lists)).
   true.
?- exists_source(library(none)).
   false.
exists_source(S) :- exists_source(S, _).

%! exists_source(+Source, -Path) is semidet.
%
%  As exists_source/1; unifies `Path` with the path of the file. The path of a library that is part
%  of the system is its name.
?- exists_source(library(lists), P).
   P = library(lists).
exists_source(S, P) :-
    must_be(nonvar, S),
    (   own_library(S) -> P = S
    ;   S \= library(_),
        absolute_file_name(S, P, [file_type(prolog),access(read),file_errors(fail)])
    ).

matches([], []).
matches([P|Ps], Ts) :- matches(P, Ps, Ts).

matches(*, Ps, Ts) :- !, ( matches(Ps, Ts) ; Ts = [_|Ts1], matches([*|Ps], Ts1) ).
matches(?, Ps, [_|Ts]) :- !, matches(Ps, Ts).
matches('[', Ps, [T|Ts]) :- set_of(Ps, Set, Ps1), !, in_set(Set, T), matches(Ps1, Ts).
matches('{', Ps, Ts) :- append(Alts, ['}'|Ps1], Ps), !, alternative(Alts, A), append(A, Ps1, Ps2), matches(Ps2, Ts).
matches(\, [P|Ps], [P|Ts]) :- !, matches(Ps, Ts).
matches(P, Ps, [P|Ts]) :- matches(Ps, Ts).

set_of([C|Cs], Set, Rest) :-
    (   C == ']' -> Set = [], Rest = Cs
    ;   C == (\), Cs = [D|Cs1] -> Set = [D|Set1], set_of(Cs1, Set1, Rest)
    ;   Cs = [-,D|Cs1], D \== ']' -> Set = [C-D|Set1], set_of(Cs1, Set1, Rest)
    ;   Set = [C|Set1],
        set_of(Cs, Set1, Rest)
    ).

in_set([R|Set], T) :-
    (   R = A-B, A @=< T, T @=< B -> true
    ;   R == T -> true
    ;   in_set(Set, T)
    ).

alternative(Alts, A) :-
    (   append(A0, [','|Rest], Alts) -> ( A = A0 ; alternative(Rest, A) )
    ;   A = Alts
    ).

%! expand_file_name(+Pattern, -Files) is det.
%
%  Unifies `Files` with the list of file names that `Pattern` matches. `~` is expanded at the start,
%  and `$VAR` anywhere. Any part of the path may be a pattern of wildcard_match/2; names that begin
%  with a dot match only explicitly. Throws an existence error for an unknown variable of the
%  environment.
?- expand_file_name(abc, Fs).
   Fs = [abc].
?- expand_file_name('a$NO_SUCH_VARIABLE', Fs).
   error(existence_error(variable,'NO_SUCH_VARIABLE'),expand_file_name/2).
expand_file_name(P, Fs) :-
    chars_of(P, Cs0),
    expanded(Cs0, Cs),
    atom_chars(A, Cs),
    (   is_pattern(Cs) ->
        atomic_list_concat(Parts, /, A),
        ( Parts = ['',Part|Parts1] -> Start = (/) ; Parts = [Part|Parts1], Start = (.) ),
        findall(F, file_matching([Part|Parts1], Start, F), Fs0),
        msort(Fs0, Fs)
    ;   Fs = [A]
    ).

% Matches the parts of the path, one after the other, from a directory on. The directory `.` is not
% shown.
file_matching([], F, F).
file_matching([W|Ws], D, F) :-
    (   atom_chars(W, Cs), is_pattern(Cs) ->
        exists_directory(D),
        directory_files(D, Ns),
        member(N, Ns),
        \+ ( sub_atom(N, 0, 1, _, '.'), \+ sub_atom(W, 0, 1, _, '.') ),
        wildcard_match(W, N)
    ;   N = W
    ),
    ( D == (.) -> F0 = N ; directory_file_path(D, N, F0) ),
    ( exists_file(F0) -> Ws == [] ; exists_directory(F0) ),
    file_matching(Ws, F0, F).

is_pattern(Cs) :- member(C, Cs), memberchk(C, "*?[{"), !.

% A path with its variables of the environment replaced, which must be known.
expanded(Cs0, Cs) :-
    ( Cs0 = [~|_] -> home(Cs0, Cs1) ; Cs1 = Cs0 ),
    with_variables(Cs1, Cs).

with_variables([], []).
with_variables([C|Cs], Fs) :-
    (   C == $, name_chars(Cs, Ns, Rest), Ns = [_|_] ->
        atom_chars(N, Ns),
        (   getenv(N, V) -> true
        ;   existence_error(variable, N, expand_file_name/2)
        ),
        atom_chars(V, Vs),
        append(Vs, Fs1, Fs),
        with_variables(Rest, Fs1)
    ;   Fs = [C|Fs1],
        with_variables(Cs, Fs1)
    ).

name_chars([C|Cs], [C|Ns], Rest) :-
    ( C == '_' -> true ; char_type(C, alnum) ), !,
    name_chars(Cs, Ns, Rest).
name_chars(Rest, [], Rest).

home([~|Cs], Fs) :- ( Cs == [] ; Cs = [/|_] ), getenv('HOME', H), !, atom_chars(H, Hs), append(Hs, Cs, Fs).
home([$|Cs], Fs) :-
    ( append(Ns, [/|Rest], Cs) -> Tail = [/|Rest] ; Ns = Cs, Tail = [] ),
    atom_chars(N, Ns),
    getenv(N, V), !,
    atom_chars(V, Vs),
    append(Vs, Tail, Fs).
home(Cs, Cs).

%! file_size(+File, -Bytes) is det.
%
%  Unifies `Bytes` with the size of `File` in bytes. Throws an existence error if there is no such
%  file.
?- file_size("no such file", N).
   error(existence_error(file,"no such file"),size_file/2).
file_size(F, N) :- size_file(F, N).

%! file_copy(+From, +To) is det.
%
%  Copies the file `From` to `To`. Throws an existence error if there is no file `From`.
?- file_copy("no such file", "b").
   error(existence_error(file,"no such file"),copy_file/2).
file_copy(F, G) :- copy_file(F, G).

%! path_canonical(+Path, -Canonical) is semidet.
%
%  Unifies `Canonical` with `Path` without links, `.` and `..`. False if there is no such file.
?- path_canonical("no such file", P).
   false.
path_canonical(P, C) :-
    '$canonical_path'(P, A),
    atom_chars(A, Cs),
    in_form_of(P, Cs, C).

%! path_segments(?Path, ?Segments) is det.
%
%  Converts between a path and the list of its components.
?- path_segments("/hello/there", Ss).
   Ss = [[],"hello","there"].
?- path_segments(P, ["hello","there"]).
   P = "hello/there".
path_segments(P, Ss) :-
    (   var(P) ->
        must_be(list(chars), Ss),
        joined(Ss, P)
    ;   must_be(chars, P),
        split(P, Ss)
    ).

%! file_modification_time(+File, -Stamp) is det.
%
%  Unifies `Stamp` with the time stamp of the last modification of `File`. Throws an existence error
%  if there is no such file.
?- file_modification_time("no such file", T).
   error(existence_error(file,"no such file"),file_modification_time/2).
file_modification_time(F, T) :- '$file_time'(F, modification, T).

%! file_access_time(+File, -Stamp) is det.
%
%  Unifies `Stamp` with the time stamp of the last access to `File`. Throws an existence error if
%  there is no such file.
?- file_access_time("no such file", T).
   error(existence_error(file,"no such file"),file_access_time/2).
file_access_time(F, T) :- '$file_time'(F, access, T).

%! file_creation_time(+File, -Stamp) is det.
%
%  Unifies `Stamp` with the time stamp of the creation of `File`. Throws an existence error if there
%  is no such file.
?- file_creation_time("no such file", T).
   error(existence_error(file,"no such file"),file_creation_time/2).
file_creation_time(F, T) :- '$file_time'(F, creation, T).
