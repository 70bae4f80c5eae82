% Commands on files and directories for the top level, with the names of a shell.

:- module(shell, [ls/0, ls/1, cd/0, cd/1, pwd/0, mv/2, rm/1, pushd/0, pushd/1, popd/0, dirs/0]).

% left(Directory): the directories to return to, the last one first.
:- dynamic(left/1).

%! pwd is det.
%
%  Writes the name of the working directory.
?- pwd.
   outputs(...).
pwd :-
    working_directory(D, D),
    format("~w~n", [D]).

%! cd is det.
%
%  Makes the directory of the user, of the environment variable `HOME`, the working directory.
?- working_directory(D, D), cd, cd(D).
   D = ... .
cd :-
    (   getenv('HOME', Home) -> cd(Home)
    ;   existence_error(variable, 'HOME', cd/0)
    ).

%! cd(+Directory) is det.
%
%  Makes `Directory` the working directory.
?- cd('no such directory').
   error(existence_error(directory,'no such directory'),...).
cd(Directory) :- working_directory(_, Directory).

%! ls is det.
%
%  As `ls('.')`.
?- ls.
   outputs(...).
ls :- ls('.').

%! ls(+Name) is det.
%
%  Writes the names of the files in a directory, or that match a pattern, one on each line; those of directories end
%  with `/`. Names that begin with `.` are left out.
?- ls('no such directory/*').
   true.
ls(Name) :-
    (   exists_directory(Name) -> directory_files(Name, Fs0), Directory = Name
    ;   expand_file_name(Name, Fs0), Directory = '.'
    ),
    msort(Fs0, Fs),
    forall(( member(F, Fs), \+ sub_atom(F, 0, _, _, '.') ), listed(Directory, F)).

listed(Directory, F) :-
    directory_file_path(Directory, F, Path),
    (   exists_directory(Path) -> format("~w/~n", [F])
    ;   exists_file(Path) -> format("~w~n", [F])
    ;   true
    ).

%! mv(+From, +To) is det.
%
%  Gives a file another name, or moves it to the directory `To`.
?- mv('no such file', x).
   error(existence_error(...,'no such file'),...).
mv(From, To) :-
    (   exists_directory(To) -> file_base_name(From, Base), directory_file_path(To, Base, Target)
    ;   Target = To
    ),
    rename_file(From, Target).

%! rm(+File) is det.
%
%  Deletes a file.
?- rm('no such file').
   error(existence_error(...,'no such file'),...).
rm(File) :- delete_file(File).

%! pushd(+Directory) is det.
%
%  Makes `Directory` the working directory; popd/0 returns to the present one.
?- pushd('.'), popd.
   outputs(...).
pushd(Directory) :-
    working_directory(Old, Old),
    cd(Directory),
    asserta(left(Old)).

%! pushd is semidet.
%
%  Exchanges the working directory with the one to which popd/0 would return. False if there is none.
?- pushd.
   outputs(...), false.
pushd :-
    (   retract(left(To)) -> pushd(To)
    ;   format(user_error, "% There is no directory to return to~n", []),
        fail
    ).

%! popd is semidet.
%
%  Returns to the directory from before the last pushd/1. False if there is none.
?- popd.
   outputs(...), false.
popd :-
    (   retract(left(To)) -> cd(To), dirs
    ;   format(user_error, "% There is no directory to return to~n", []),
        fail
    ).

%! dirs is det.
%
%  Writes the working directory, and those to which popd/0 returns.
?- dirs.
   outputs(...).
dirs :-
    working_directory(D, D),
    findall(L, left(L), Ls),
    atomic_list_concat([D|Ls], '  ', A),
    format("~w~n", [A]).
