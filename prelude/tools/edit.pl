% Editing the program and loading what has changed.

:- module(edit, [make/0, edit/0, edit/1]).

%! make is det.
%
%  Loads the files again that have changed on disk since they were loaded, or that include such a file.
?- make.
   true.
make :-
    '$changed_files'(Changed),
    load_again(Changed).

load_again([]).
load_again([File-Module|Changed]) :-
    format(user_error, "% Loading ~a.~n", [File]),
    '$load'(File, Module, []),
    load_again(Changed).

%! edit is det.
%
%  Opens the file that was loaded last in the editor, as edit/1; the user's init file counts only if there is no other.
%  It is an error if no file is loaded.
edit :-
    '$source_files'(Files),
    (   findall(F, (member(F, Files), exists_file(F)), Existing),
        (   append(_, [File], Existing), \+ init_file(File) -> true
        ;   append(Front, [_], Existing), append(_, [File], Front) -> true
        ;   Existing = [File]
        )
    ->  edit_place(File, 1)
    ;   existence_error(source_file, _, edit/0)
    ).

init_file(File) :- sub_atom(File, _, _, 0, 'horn/init.pl').

%! edit(+Spec) is semidet.
%
%  Opens a predicate `Name/Arity`, `Name` or `Module:Name/Arity`, or a file, in the editor, and then calls make/0. A
%  file that was not loaded is loaded. The editor is the value of the environment variable `VISUAL` or else of
%  `EDITOR`. Of several predicates, the places are listed, and none is opened.
%
%  Throws an existence error if there is neither such a predicate nor such a file; a name that ends in `.pl` is that
%  of a new file then. Fails for a predicate that is not part of the program, with a message.
?- edit(_).
   error(instantiation_error,edit/1).
?- edit(no_such_predicate/3).
   error(existence_error(procedure,no_such_predicate/3),edit/1).
?- edit(append/3).
   false.
edit(Spec) :-
    (   var(Spec) -> instantiation_error(edit/1)
    ;   predicate_spec(Spec, Module, Name, Arity) -> true
    ;   atom(Spec) -> Name = Spec
    ;   true
    ),
    (   nonvar(Name), '$definition_places'(Name, Arity, Places0),
        places_in(Places0, Module, Places),
        Places = [_|_]
    ->  edit_one(Places, Name)
    ;   \+ predicate_spec(Spec, _, _, _), file_of(Spec, File)
    ->  edit_place(File, 1)
    ;   no_place(Spec, Name)
    ).

predicate_spec(Module:Spec, Module, Name, Arity) :- nonvar(Spec), predicate_spec(Spec, _, Name, Arity).
predicate_spec(Name/Arity, _, Name, Arity) :- atom(Name), integer(Arity).

places_in([], _, []).
places_in([place(File,Line,M,A)|Places0], Module, Places) :-
    (   \+ M = Module -> Places = Places1
    ;   Places = [place(File,Line,M,A)|Places1]
    ),
    places_in(Places0, Module, Places1).

edit_one([place(File,Line,_,_)], _) :- !,
    edit_place(File, Line).
edit_one(Places, Name) :-
    (   member(place(File,Line,Module,Arity), Places),
        format("~a:~d: edit(~q)~n", [File,Line,Module:Name/Arity]),
        fail
    ;   true
    ).

edit_place(File, Line) :-
    '$source_files'(Loaded),
    '$edit'(File, Line),
    make,
    (   member(File, Loaded) -> true
    ;   exists_file(File) -> '$load'(File, user, [])
    ;   true
    ).

file_of(Spec, File) :-
    (   catch(absolute_file_name(Spec, File0, [extensions(['','.pl']),access(read),file_errors(fail)]), _, fail)
    ->  File = File0
    ;   name_of(Spec, Name), sub_atom(Name, _, 3, 0, '.pl')
    ->  absolute_file_name(Name, File)
    ).

name_of(Name, Name) :- atom(Name), !.
name_of(Chars, Name) :- catch(atom_chars(Name, Chars), _, fail).

no_place(Spec, Name) :-
    (   atom(Name), '$documentation'(Name, _, [_|_])
    ->  format(user_error, "% ~q is not part of the program; help(~q) describes it.~n", [Spec,Spec]),
        fail
    ;   predicate_spec(Spec, _, _, _) -> existence_error(procedure, Spec, edit/1)
    ;   atom(Spec) -> existence_error(procedure, Spec/_, edit/1)
    ;   existence_error(source_sink, Spec, edit/1)
    ).
