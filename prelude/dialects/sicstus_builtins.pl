% Built-in predicates of SICStus Prolog that no other library has.

:- module(sicstus_builtins, [
    current_key/2, db_reference/1, at_end_of_line/0, at_end_of_line/1, skip_byte/1, skip_byte/2, skip_char/1, skip_char/2,
    skip_code/1, skip_code/2, trimcore/0, nonmember/2, portray_message/2, must_be/4, (mode)/1,
    use_module/3, current_module/2, save_program/1, save_program/2, restore/1, version/0, version/1, tmpnam/1, mktemp/2,
    start_profiling/0, stop_profiling/0, profile_reset/0, print_profile/0, print_profile/1, reinitialise/0, zip/0, nozip/0
]).

:- use_module(library(recorded)).
:- use_module(library(profile)).
:- use_module(library(lists)).

:- meta_predicate must_be(?,+,0,+), mode(:), use_module(?,:,+).

%! current_key(?Name, ?Key) is nondet.
%
%  Enumerates the keys of recorded terms: `Key` is the most general term of a key, `Name` its name.
?- use_module(library(sicstus_builtins)).
   true.
?- recorda(sics_key(1), t), current_key(sics_key, K).
   K = sics_key(_).
current_key(Name, Key) :-
    current_key(Key),
    functor(Key, Name, _).

%! db_reference(?Term) is semidet.
%
%  True if `Term` refers to a clause or to a recorded term.
?- recorda(sics_ref, t, R), db_reference(R).
   R = ... .
?- db_reference(f(_)).
   false.
db_reference(Term) :- nonvar(Term), reference(Term).

reference('$record'(_)) :- !.
reference(Term) :- functor(Term, '$clause', _).

%! at_end_of_line is semidet.
%
%  As at_end_of_line/1, for the current input.
?- open_string("\nab", S), set_input(S), at_end_of_line, set_input(user_input), close(S).
   S = ... .
at_end_of_line :- current_input(S), at_end_of_line(S).

%! at_end_of_line(+Stream) is semidet.
%
%  True if the next character of `Stream` ends a line, or there is none.
?- open_string("\nab", S), at_end_of_line(S), close(S).
   S = ... .
?- open_string("ab", S), at_end_of_line(S).
   false.
at_end_of_line(Stream) :-
    peek_code(Stream, C),
    memberchk(C, [-1,0'\n]).

%! skip_byte(+Byte) is det.
%
%  As skip_byte/2, for the current input.
?- skip_byte(x).
   error(type_error(byte,x),skip_byte/2).
skip_byte(Byte) :- current_input(S), skip_byte(S, Byte).

%! skip_byte(+Stream, +Byte) is det.
%
%  Reads bytes up to and including `Byte`, or all of them.
?- current_input(S), skip_byte(S, 256).
   error(type_error(byte,256),skip_byte/2).
skip_byte(Stream, Byte) :-
    ( integer(Byte), Byte >= 0, Byte =< 255 -> true ; type_error(byte, Byte, skip_byte/2) ),
    repeat,
    get_byte(Stream, B),
    ( B =:= Byte ; B =:= -1 ),
    !.

%! skip_char(+Char) is det.
%
%  As skip_char/2, for the current input.
?- skip_char(1).
   error(type_error(character,1),skip_char/2).
skip_char(Char) :- current_input(S), skip_char(S, Char).

%! skip_char(+Stream, +Char) is det.
%
%  Reads characters up to and including `Char`, or all of them.
?- open_string("abc", S), skip_char(S, b), get_char(S, C), skip_char(S, b), at_end_of_stream(S).
   S = ..., C = c.
skip_char(Stream, Char) :-
    ( atom(Char), atom_length(Char, 1) -> true ; type_error(character, Char, skip_char/2) ),
    repeat,
    get_char(Stream, C),
    ( C == Char ; C == end_of_file ),
    !.

%! skip_code(+Code) is det.
%
%  As skip_code/2, for the current input.
?- skip_code(x).
   error(type_error(integer,x),skip_code/2).
skip_code(Code) :- current_input(S), skip_code(S, Code).

%! skip_code(+Stream, +Code) is det.
%
%  Reads characters up to and including the one with this code, or all of them.
?- open_string("abc", S), skip_code(S, 0'b), get_char(S, C).
   S = ..., C = c.
skip_code(Stream, Code) :-
    ( integer(Code) -> true ; type_error(integer, Code, skip_code/2) ),
    repeat,
    get_code(Stream, C),
    ( C =:= Code ; C =:= -1 ),
    !.

%! trimcore is det.
%
%  As garbage_collect/0.
?- trimcore.
   true.
trimcore :- garbage_collect.

%! nonmember(?Element, +List) is semidet.
%
%  True if no element of `List` unifies with `Element`.
?- nonmember(c, [a,b]).
   true.
?- nonmember(_, [a,b]).
   false.
nonmember(X, Xs) :- \+ memberchk(X, Xs).

%! portray_message(+Severity, +Message) is det.
%
%  As print_message/2.
?- portray_message(silent, hello).
   true.
portray_message(Severity, Message) :- print_message(Severity, Message).

%! must_be(?Term, +Type, :Goal, +Argument) is det.
%
%  Throws an error of `Goal` if `Term` is not of a type of must_be/2, or of `oneof(List)`. The number of the argument has no effect.
?- must_be(1, integer, foo(1), 1).
   true.
?- must_be(a, integer, foo(a), 1).
   error(type_error(integer,a),foo/1).
must_be(Term, Type, MGoal, _) :-
    catch(must_be(Type, Term), error(Formal,_), true),
    (   var(Formal) -> true
    ;   strip_module(MGoal, _, Goal),
        functor(Goal, N, A),
        throw(error(Formal, N/A))
    ).

%! mode(:Declarations) is det.
%
%  A declaration of the modes of predicates, which has no effect.
?- mode(p(+,-)).
   true.
mode(_).

%! use_module(?Module, :File, +Imports) is det.
%
%  As `use_module(File, Imports)`; unifies `Module` with the module of `File`. With a variable as `File`, the predicates of
%  `Module`, which must be there, are imported.
?- use_module(M, library(lists), all).
   M = lists.
?- use_module(lists, F, [append/3]).
   true.
use_module(Module, MFile, Imports) :-
    strip_module(MFile, In, File),
    (   var(File) -> must_be(atom, Module), imported(Imports, Module, In)
    ;   ( Imports == all -> In:use_module(File) ; In:use_module(File, Imports) ),
        ( module_of(File, Module0) -> Module = Module0 ; true )
    ).

imported(all, Module, In) :- !, In:import_module(Module).
imported([], _, _).
imported([PI|PIs], Module, In) :- In:import(Module:PI), imported(PIs, Module, In).

module_of(library(Name), Module) :- !, ( Name = _/Last -> Module = Last ; Module = Name ).
module_of(File, Module) :-
    absolute_file_name(File, Path, [file_type(prolog),access(read),file_errors(fail)]),
    module_property(Module, file(Path)),
    !.

%! current_module(?Module, ?File) is nondet.
%
%  Enumerates the modules that were loaded from files.
?- current_module(no_such_module, F).
   false.
current_module(Module, File) :- module_property(Module, file(File)).

%! save_program(+File) is det.
%
%  As save_program/2.
?- save_program('a.sav').
   error(permission_error(save,program,'a.sav'),save_program/1).
save_program(File) :- permission_error(save, program, File, save_program/1).

%! save_program(+File, +Goal) is det.
%
%  Throws a permission error: the state of a program is not saved. `horn --compile`, or loading its text, has the same effect.
?- save_program('a.sav', true).
   error(permission_error(save,program,'a.sav'),save_program/2).
save_program(File, _) :- permission_error(save, program, File, save_program/2).

%! restore(+File) is det.
%
%  Throws a permission error: there are no saved programs.
?- restore('a.sav').
   error(permission_error(open,source_sink,'a.sav'),restore/1).
restore(File) :- permission_error(open, source_sink, File, restore/1).

%! version is det.
%
%  Writes the version of the system.
?- version.
   outputs(...).
version :- current_prolog_flag(version, V), write(V), nl.

%! version(+Message) is det.
%
%  The message would be shown with the version at the start; it has no effect.
?- version('My program').
   true.
version(_).

%! tmpnam(-File) is det.
%
%  Unifies `File` with the name of a new temporary file.
?- tmpnam(F), atom(F).
   F = ... .
tmpnam(File) :- tmp_file(sicstus, File).

%! mktemp(+Template, -File) is det.
%
%  Unifies `File` with the name of a new temporary file that begins with `Template` up to its `XXXXXX`.
?- mktemp('/tmp/fooXXXXXX', F), atom(F).
   F = ... .
mktemp(Template, File) :-
    ( atom_concat(Base, 'XXXXXX', Template) -> true ; Base = Template ),
    repeat,
    gensym(Base, File),
    \+ exists_file(File),
    !.

%! start_profiling is det.
%
%  The profiler measures goals: profile/1. This has no effect.
?- start_profiling.
   true.
start_profiling.

%! stop_profiling is det.
%
%  Has no effect; see profile/1.
?- stop_profiling.
   true.
stop_profiling.

%! profile_reset is det.
%
%  Has no effect; see profile/1.
?- profile_reset.
   true.
profile_reset.

%! print_profile is det.
%
%  Has no effect: profile/1 shows what it has measured.
?- print_profile.
   true.
print_profile.

%! print_profile(+Data) is det.
%
%  Has no effect: profile/1 shows what it has measured.
?- print_profile([]).
   true.
print_profile(_).

%! reinitialise is det.
%
%  Has no effect.
?- reinitialise.
   true.
reinitialise.

%! zip is det.
%
%  As nodebug/0: the program runs on without the debugger.
?- zip.
   true.
zip :- nodebug.

%! nozip is det.
%
%  As nodebug/0.
?- nozip.
   true.
nozip :- nodebug.
