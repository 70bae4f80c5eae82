% Predicates of SWI-Prolog's development tools: versions, line editors, the web browser, saved states.

:- module(swi_tools, [
    require_prolog_version/2, require_version/3, cmp_versions/3, www_open_url/1, qsave_program/1, qsave_program/2,
    threads/0, join_threads/0, compiling/0, thread_setconcurrency/2, prolog_stack_property/2, set_prolog_IO/3, set_system_IO/3, size_abstract_term/3,
    rl_read_init_file/1, rl_add_history/1, rl_write_history/1, rl_read_history/1, el_wrap/0, el_wrap/4, el_wrapped/1, el_unwrap/1,
    el_add_history/2, el_write_history/2, el_read_history/2, el_bind/2
]).

%! require_prolog_version(+Required, +Features) is det.
%
%  Throws unless the flag `version_data` states a version of SWI-Prolog as required: a version, such as `'9.1.2'`, or a comparison of
%  require_version/3. In the dialect `swi` the version is that of a current SWI-Prolog. Each feature is a flag, `Flag` if it must be
%  `true`, or `Flag(Value)`, or `warning(Feature)`, which has no effect.
?- require_prolog_version('0.0.1', [threads]).
   true.
?- require_prolog_version('9999', []).
   error(version_error(prolog,_,>=,'9999'),_).
?- require_prolog_version(_, []).
   error(instantiation_error,require_version/3).
?- require_prolog_version('0.1', [no_such_flag]).
   error(existence_error(prolog_feature,no_such_flag),require_prolog_version/2).
require_prolog_version(Required, Features) :-
    must_be(list, Features),
    current_prolog_flag(version_data, Data),
    Data =.. [_,Major,Minor,Patch|_],
    atomic_list_concat([Major,Minor,Patch], '.', Available),
    require_version(prolog, Available, Required),
    required_features(Features).

required_features([]).
required_features([F|Fs]) :-
    (   has_feature(F) -> true
    ;   existence_error(prolog_feature, F, require_prolog_version/2)
    ),
    required_features(Fs).

has_feature(F) :- var(F), !, instantiation_error(require_prolog_version/2).
has_feature(warning(_)) :- !.
has_feature(F) :-
    (   F =.. [Flag,Value] -> true
    ;   F = Flag, Value = true
    ),
    atom(Flag),
    current_prolog_flag(Flag, Value).

%! require_version(+Component, +Available, +Required) is det.
%
%  Throws unless the version `Available` is as required: at least the version `Required`, or as the comparisons `@>=V`, `@=<V`, `@<V`,
%  `@>V`, `==V`, or some of them with `,` and `;`, demand.
?- require_version(horn, '1.10.2', '1.9').
   true.
?- require_version(horn, '2.0', (@>=('1.0'), @<('3'))).
   true.
?- require_version(horn, '1.0', '1.0.1').
   error(version_error(horn,'1.0',>=,'1.0.1'),_).
require_version(Component, Available, Required) :-
    (   ground(Available-Required) -> true
    ;   instantiation_error(require_version/3)
    ),
    (   satisfied(Required, Available) -> true
    ;   throw(error(version_error(Component, Available, >=, Required), _))
    ).

satisfied((A,B), V) :- !, satisfied(A, V), satisfied(B, V).
satisfied((A;B), V) :- !, ( satisfied(A, V) -> true ; satisfied(B, V) ).
satisfied(C, V) :-
    (   C =.. [Op,Required], holds(Op, _) -> cmp_versions(Op, V, Required)
    ;   cmp_versions(@>=, V, C)
    ).

%! cmp_versions(+Op, +Version1, +Version2) is semidet.
%
%  True if `Op` holds between two versions, which are compared part by part: `@>=`, `@=<`, `@>`, `@<`, `==`, `\==`, or those of
%  numbers. Parts are separated by `.` or `-`; a number is more than a word, as in `'1.0-beta'`.
?- cmp_versions(@<, '1.9', '1.10').
   true.
?- cmp_versions(>=, '9.0.4', '9.1').
   false.
?- cmp_versions(@<, '1.0.beta', '1.0.0').
   true.
cmp_versions(Op, V1, V2) :-
    must_be(atom, Op),
    version_parts(V1, P1),
    version_parts(V2, P2),
    compare(Order, P1, P2),
    (   holds(Op, Orders) -> memberchk(Order, Orders)
    ;   domain_error(version_comparison, Op, cmp_versions/3)
    ).

holds(@>=, [>,=]).
holds(@=<, [<,=]).
holds(@>, [>]).
holds(@<, [<]).
holds(==, [=]).
holds(\==, [<,>]).
holds(>=, [>,=]).
holds(=<, [<,=]).
holds(>, [>]).
holds(<, [<]).
holds(=, [=]).

version_parts(V, Parts) :-
    split_string(V, ".-", "", Ss),
    parts(Ss, Parts).

% In the standard order numbers come before atoms.
parts([], []).
parts([S|Ss], [P|Ps]) :-
    (   number_string(N, S) -> P = part(1, N)
    ;   atom_string(A, S),
        P = part(0, A)
    ),
    parts(Ss, Ps).

%! www_open_url(+URL) is det.
%
%  Shows a page in the web browser: that of the flag or the environment variable `browser` or `BROWSER`, or that of the desktop.
%  It does not wait for it. Throws an existence error if there is none.
?- www_open_url(_).
   error(instantiation_error,must_be/2).
www_open_url(URL) :-
    must_be(text, URL),
    text_to_string(URL, S),
    (   browser(Browser),
        catch(process_create(Browser, [S], [detached(true)]), error(_, _), fail) -> true
    ;   existence_error(browser, S, www_open_url/1)
    ).

browser(Browser) :- current_prolog_flag(browser, Name), as_program(Name, Browser).
browser(Browser) :- getenv('BROWSER', Name), as_program(Name, Browser).
browser(path('xdg-open')).
browser(path(open)).

as_program(Name, Program) :-
    (   is_absolute_file_name(Name) -> Program = Name
    ;   Program = path(Name)
    ).

%! qsave_program(+File) is erroneous.
%
%  Throws a permission error: there are no saved states. Programs are loaded from their texts, which is fast.
?- qsave_program(state).
   error(permission_error(create,saved_state,state),qsave_program/1).
qsave_program(File) :- permission_error(create, saved_state, File, qsave_program/1).

%! qsave_program(+File, +Options) is erroneous.
%
%  As qsave_program/1.
?- qsave_program(state, [stand_alone(true)]).
   error(permission_error(create,saved_state,state),qsave_program/2).
qsave_program(File, _) :- permission_error(create, saved_state, File, qsave_program/2).

%! threads is det.
%
%  Writes the threads and their states.
?- threads.
   outputs(...).
threads :-
    format("~w~t~20|~w~n", [thread,status]),
    forall(
        thread_property(T, status(S)),
        ( ( thread_property(T, alias(Name)) -> true ; Name = T ), format("~w~t~20|~w~n", [Name,S]) )
    ).

%! join_threads is det.
%
%  Removes the threads that have ended, and does not wait for the others.
?- thread_create(true, T), repeat, thread_property(T, status(true)), !, join_threads, catch(thread_property(T, status(_)), error(_, _), fail).
   false.
join_threads :-
    thread_self(Me),
    findall(T, ( thread_property(T, status(S)), S \== running, T \== Me ), Ts),
    maplist(joined, Ts).

joined(T) :- catch(thread_join(T, _), error(_, _), true).

%! compiling is semidet.
%
%  True while a saved state is made: never.
?- compiling.
   false.
compiling :- fail.

%! thread_setconcurrency(-Old, +New) is det.
%
%  Unifies `Old` with 0: as many threads run at the same time as the system lets. `New` has no effect.
?- thread_setconcurrency(Old, 4).
   Old = 0.
thread_setconcurrency(0, New) :- must_be(nonneg, New).

%! prolog_stack_property(?Stack, ?Property) is nondet.
%
%  True if `Property` is `limit(Bytes)`, the limit on the memory of the stacks together, and `Stack` is `local`, `global` or `trail`.
?- once(( prolog_stack_property(global, limit(L)), integer(L) )).
   L = ... .
?- prolog_stack_property(S, min_free(_)).
   false.
prolog_stack_property(Stack, limit(Bytes)) :-
    member(Stack, [local,global,trail]),
    current_prolog_flag(stack_limit, Bytes).

% The line editor of the top level is set up by its own settings; the predicates of the line editors of SWI-Prolog have no effect.

%! rl_read_init_file(+File) is det.
%
%  Has no effect.
?- rl_read_init_file('~/.inputrc').
   true.
rl_read_init_file(_).

%! rl_add_history(+Line) is det.
%
%  Has no effect.
?- rl_add_history(line).
   true.
rl_add_history(_).

%! rl_write_history(+File) is det.
%
%  Has no effect.
?- rl_write_history(file).
   true.
rl_write_history(_).

%! rl_read_history(+File) is det.
%
%  Has no effect.
?- rl_read_history(file).
   true.
rl_read_history(_).

%! el_wrap is det.
%
%  Has no effect.
?- el_wrap.
   true.
el_wrap.

%! el_wrap(+Program, +In, +Out, +Error) is det.
%
%  Has no effect.
?- el_wrap(horn, user_input, user_output, user_error).
   true.
el_wrap(_, _, _, _).

%! el_wrapped(+In) is semidet.
%
%  True if a line editor of SWI-Prolog reads from the stream: never.
?- el_wrapped(user_input).
   false.
el_wrapped(_) :- fail.

%! el_unwrap(+In) is det.
%
%  Has no effect.
?- el_unwrap(user_input).
   true.
el_unwrap(_).

%! el_add_history(+In, +Line) is det.
%
%  Has no effect.
?- el_add_history(user_input, line).
   true.
el_add_history(_, _).

%! el_write_history(+In, +File) is det.
%
%  Has no effect.
?- el_write_history(user_input, file).
   true.
el_write_history(_, _).

%! el_read_history(+In, +File) is det.
%
%  Has no effect.
?- el_read_history(user_input, file).
   true.
el_read_history(_, _).

%! el_bind(+In, +Arguments) is det.
%
%  Has no effect.
?- el_bind(user_input, ["^R",redisplay]).
   true.
el_bind(_, _).

%! set_prolog_IO(+In, +Out, +Error) is det.
%
%  Makes streams `user_input`, `user_output` and `user_error`, and the first two the current input and output.
?- current_input(I), current_output(O), stream_property(E, alias(user_error)), set_prolog_IO(user_input, user_output, E), set_input(I), set_output(O).
   ... .
set_prolog_IO(In, Out, Error) :-
    set_system_IO(In, Out, Error),
    set_input(user_input),
    set_output(user_output).

%! set_system_IO(+In, +Out, +Error) is det.
%
%  Makes streams `user_input`, `user_output` and `user_error`.
?- set_system_IO(user_input, user_output, user_error).
   true.
set_system_IO(In, Out, Error) :-
    set_stream(In, alias(user_input)),
    set_stream(Out, alias(user_output)),
    set_stream(Error, alias(user_error)).

%! size_abstract_term(+Size, +Term, -Abstract) is det.
%
%  `Abstract` is `Term` with at most `Size` compounds, those nearest to the root; a variable takes the place of each other compound.
?- size_abstract_term(2, f(g(h(a)),b), T).
   T = f(g(_A),b).
?- size_abstract_term(0, f(x), T).
   T = _A.
?- size_abstract_term(9, [a,f(b)], T).
   T = [a,f(b)].
size_abstract_term(Size, Term, Abstract) :-
    must_be(nonneg, Size),
    abstracted([Term-Abstract|Rest], Rest, Size).

abstracted(Pairs, Rest, _) :- Pairs == Rest, !.
abstracted([Term-Abstract|Pairs], Rest, Size) :-
    (   compound(Term) ->
        (   Size > 0 ->
            functor(Term, N, A),
            functor(Abstract, N, A),
            Term =.. [_|Ts],
            Abstract =.. [_|As],
            paired(Ts, As, Rest, Rest1),
            Size1 is Size-1
        ;   Rest1 = Rest, Size1 = 0
        )
    ;   Abstract = Term, Rest1 = Rest, Size1 = Size
    ),
    abstracted(Pairs, Rest1, Size1).

paired([], [], Rest, Rest).
paired([T|Ts], [A|As], [T-A|Pairs], Rest) :- paired(Ts, As, Pairs, Rest).
