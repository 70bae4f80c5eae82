% Settings of a program: values with a type, a default and a comment, which can be saved to and
% loaded from a file.

:- module(settings, [
    setting/4, setting/2, set_setting/2, set_setting_default/2, restore_setting/1, current_setting/1, setting_property/2,
    load_settings/1, load_settings/2, save_settings/0, save_settings/1, list_settings/0, list_settings/1,
    convert_setting_text/3
]).

:- meta_predicate setting(:,?,?,?), setting(:,?), set_setting(:,?), set_setting_default(:,?), restore_setting(:).
:- meta_predicate list_settings(:), current_setting(:), setting_property(:,?).

% known(Name, Module, Type, Default, Comment), default(Name, Module, Value), value(Name, Module, Value).
:- dynamic(known/5).
:- dynamic(default/3).
:- dynamic(value/3).
:- dynamic(file/1).

%! setting(:Name, +Type, +Default, +Comment) is det.
%
%  Declares a setting. Used as a directive. `Default` is a value of `Type` (a type of must_be/2),
%  `env(Variable)`, `env(Variable,Value)`, or, for numbers, an expression that may contain these.
%  Throws a type error if the default does not have the type.
?- setting(width, integer, 10+2, 'Columns'), setting(width, W).
   W = 12.
?- setting(depth, integer, many, 'Levels').
   error(type_error(integer,many),setting/4).
setting(MN, T, D, C) :-
    strip_module(MN, M, N),
    must_be(atom, N),
    typed(D, T, _, setting/4),
    retractall(known(N, M, _, _, _)),
    assertz(known(N, M, T, D, C)).

% The value of a default or new value: environment variables, other settings and expressions are evaluated.
typed(D, T, V, PI) :-
    (   var(D) -> instantiation_error(PI)
    ;   environment(D, V0) -> text_value(T, V0, V1)
    ;   number_type(T), compound(D) -> expanded(D, D1), catch(V1 is D1, error(type_error(evaluable,_),_), V1 = D)
    ;   V1 = D
    ),
    (   T == any -> true
    ;   catch(must_be(T, V1), error(E,_), throw(error(E,PI)))
    ),
    V = V1.

number_type(integer).
number_type(float).
number_type(number).
number_type(nonneg).
number_type(positive_integer).
number_type(between(_,_)).

environment(env(E), A) :- ( getenv(E, A0) -> A = A0 ; existence_error(variable, E, setting/4) ).
environment(env(E,D), A) :- ( getenv(E, A0) -> A = A0 ; A = D ).
environment(setting(S), A) :- setting(S, A).

expanded(T, X) :-
    (   environment(T, A) -> text_value(number, A, X)
    ;   compound(T) -> T =.. [F|As], expanded_each(As, Xs), X =.. [F|Xs]
    ;   X = T
    ).

expanded_each([], []).
expanded_each([T|Ts], [X|Xs]) :- expanded(T, X), expanded_each(Ts, Xs).

text_value(T, A, V) :-
    (   number_type(T), atom(A), atom_number(A, N) -> V = N
    ;   V = A
    ).

%! convert_setting_text(+Type, +Text, -Value) is det.
%
%  Unifies `Value` with the value of `Type` that `Text` denotes.
?- convert_setting_text(integer, '12', V).
   V = 12.
?- convert_setting_text(atom, abc, V).
   V = abc.
convert_setting_text(T, Text, V) :-
    format(atom(A), "~w", [Text]),
    (   ( T == atom ; T == any ; T = oneof(_) ) -> V0 = A
    ;   ( T == bool ; T == boolean ) -> V0 = A
    ;   term_to_atom(V0, A)
    ),
    must_be(T, V0),
    V = V0.

found(MN, N, M, PI) :-
    strip_module(MN, M0, N),
    (   var(N) -> known(N, M, _, _, _)
    ;   known(N, M0, _, _, _) -> M = M0
    ;   known(N, M1, _, _, _) -> M = M1
    ;   existence_error(setting, N, PI)
    ).

%! setting(:Name, ?Value) is nondet.
%
%  Unifies `Value` with the value of the setting `Name`. Throws an existence error if there is no
%  such setting.
?- setting(unknown_setting, V).
   error(existence_error(setting,unknown_setting),setting/2).
setting(MN, V) :-
    found(MN, N, M, setting/2),
    (   value(N, M, V0) -> true
    ;   default(N, M, V0) -> true
    ;   known(N, M, T, D, _),
        typed(D, T, V0, setting/2)
    ),
    V = V0.

%! set_setting(:Name, +Value) is det.
%
%  Sets the value of the setting `Name`. Throws a type error if `Value` does not have the type of
%  the setting.
?- setting(colour, atom, red, ''), set_setting(colour, blue), setting(colour, C).
   C = blue.
?- setting(colour, atom, red, ''), set_setting(colour, 1).
   error(type_error(atom,1),set_setting/2).
set_setting(MN, V0) :-
    admitted(MN, V0, N, M, V, set_setting/2),
    retractall(value(N, M, _)),
    assertz(value(N, M, V)).

%! set_setting_default(:Name, +Default) is det.
%
%  Sets the default of the setting `Name`.
?- setting(size, integer, 1, ''), set_setting_default(size, 2), setting(size, S).
   S = 2.
set_setting_default(MN, V0) :-
    admitted(MN, V0, N, M, V, set_setting_default/2),
    retractall(default(N, M, _)),
    assertz(default(N, M, V)).

% The setting of a name, and the value converted to the type of the setting.
admitted(MN, V0, N, M, V, PI) :-
    found(MN, N, M, PI),
    known(N, M, T, _, _),
    typed(V0, T, V, PI).

%! restore_setting(:Name) is det.
%
%  Sets the setting `Name` to its default.
?- setting(colour, atom, red, ''), set_setting(colour, blue), restore_setting(colour), setting(colour, C).
   C = red.
restore_setting(MN) :- found(MN, N, M, restore_setting/1), retractall(value(N, M, _)).

%! current_setting(:Setting) is nondet.
%
%  True if `Setting` is a declared setting.
?- setting(colour, atom, red, ''), current_setting(colour).
   true.
current_setting(MN) :-
    strip_module(MN, _, N),
    (   var(N) -> known(N, _, _, _, _)
    ;   known(N, _, _, _, _) -> true
    ).

%! setting_property(:Name, ?Property) is nondet.
%
%  True if the setting `Name` has `Property`: `type(T)`, `default(D)` or `comment(C)`.
?- setting(colour, atom, red, 'A colour'), setting_property(colour, comment(C)).
   C = 'A colour'.
setting_property(MN, P) :-
    found(MN, N, M, setting_property/2),
    known(N, M, T, D, C),
    (   nonvar(P) -> memberchk(P, [comment(C),type(T),default(D)])
    ;   member(P, [comment(C),type(T),default(D)])
    ).

%! save_settings is det.
%
%  Writes the settings to the file from which they were loaded. Throws an existence error if no
%  settings have been loaded.
?- save_settings.
   error(existence_error(settings_file,none),save_settings/0).
save_settings :-
    (   file(F) -> save_settings(F)
    ;   existence_error(settings_file, none, save_settings/0)
    ).

%! save_settings(+File) is det.
%
%  Writes the values that differ from the defaults to `File`.
?- tmp_file(settings, F), save_settings(F), load_settings(F), delete_file(F).
   F = ... .
save_settings(F) :-
    setup_call_cleanup(
        open(F, write, S),
        forall(value(N, M, V), format(S, "~q.~n", [setting(M:N,V)])),
        close(S)).

%! load_settings(+File) is det.
%
%  Reads settings from `File`. A file that does not exist is treated as empty.
?- load_settings(no_such_file).
   true.
load_settings(F) :- load_settings(F, []).

%! load_settings(+File, +Options) is det.
%
%  As load_settings/1. With the option `undefined(error)`, an undeclared setting in the file is an
%  error; otherwise it is ignored.
?- load_settings(no_such_file, []).
   true.
load_settings(F, Os) :-
    retractall(file(_)),
    assertz(file(F)),
    (   exists_file(F) ->
        setup_call_cleanup(open(F, read, S), loaded(S, Os), close(S))
    ;   true
    ).

loaded(S, Os) :-
    read(S, T),
    (   T == end_of_file -> true
    ;   set_read(T, Os),
        loaded(S, Os)
    ).

set_read(T, Os) :-
    (   nonvar(T), T = setting(M:N,V) -> true
    ;   domain_error(setting, T, load_settings/2)
    ),
    (   known(N, M, _, _, _) -> set_setting(M:N, V)
    ;   memberchk(undefined(error), Os) -> existence_error(setting, M:N, load_settings/2)
    ;   true
    ).

%! list_settings is det.
%
%  Writes all settings with their values and comments to the current output.
?- list_settings.
   true.
list_settings :-
    forall(known(N, M, _, _, C), ( setting(M:N, V), format("~w~t~24|~q~t~40| ~w~n", [N,V,C]) )).

%! list_settings(:Module) is det.
%
%  As list_settings/0, for the settings of a module, or, with a list of options, for those of the module that calls.
?- list_settings(no_such_module).
   true.
list_settings(MSpec) :-
    strip_module(MSpec, M0, Spec),
    (   atom(Spec), Spec \== [] -> M = Spec
    ;   must_be(list, Spec),
        M = M0
    ),
    forall(known(N, M, _, _, C), ( setting(M:N, V), format("~w~t~24|~q~t~40| ~w~n", [N,V,C]) )).
