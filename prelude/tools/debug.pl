% Debugging: generalising or tracing goals, and messages that can be enabled by topic.

:- module(debug, [
    op(900, fx, $), op(900, fx, $-), op(950, fy, *),
    (*)/1, ($)/1, ($-)/1,
    debug/3, debug/1, nodebug/1, debugging/1, debugging/2, list_debug_topics/0, list_debug_topics/1,
    debug_message_context/1,
    assertion/1
]).

:- meta_predicate *(0), $(0), $-(0), assertion(0).

%! *(:Goal) is det.
%
%  True for any `Goal`: generalises a program by removing the goal.
?- *(fail).
   true.
*(_).

%! $-(:Goal) is nondet.
%
%  Calls `Goal` and writes the exception that it throws before throwing it again.
?- $-(atom_length(1, a)).
   outputs("(exception:error(type_error(atom,1),atom_length/2)):atom_length(1,a).\n"), error(type_error(atom,1),atom_length/2).
$-(G) :-
    strip_module(G, M, P),
    catch(M:P, E, ( shown(exception:E, M, P), throw(E) )).

%! $(:Goal) is nondet.
%
%  Calls `Goal` and writes it when it is called and at each answer.
?- $(X = 1).
   outputs("call:(_=1).\nexit:(1=1).\n"), X = 1.
$(G) :-
    strip_module(G, M, P),
    shown(call, M, P),
    $-(M:P),
    shown(exit, M, P).

shown(What, M, P) :- ( M == user -> portray_clause(What:P) ; portray_clause(What:M:P) ).

% topic(Topic, On)
:- dynamic(topic/2).

%! debug(+Topic, +Format, +Args) is det.
%
%  Writes a line to `user_error`, as format/2 does, if `Topic` is enabled.
?- debug(t, "~w", [a]).
   true.
debug(T, F, As) :-
    must_be(nonvar, T),
    (   topic(T, true) ->
        write(user_error, '% '),
        format(user_error, F, As),
        nl(user_error)
    ;   topic(T, _) -> true
    ;   assertz(topic(T, false))
    ).

%! debug(+Topic) is det.
%
%  Enables the messages of `Topic`. Throws an instantiation error if `Topic` is a variable.
?- debug(_).
   error(instantiation_error,debug/1).
debug(T) :- switched(T, true, debug/1).

%! nodebug(+Topic) is det.
%
%  Disables the messages of `Topic`.
?- nodebug(t).
   true.
nodebug(T) :- switched(T, false, nodebug/1).

switched(T0, On, Ctx) :-
    (   var(T0) -> instantiation_error(Ctx)
    ;   T0 = (T>_) -> true
    ;   T = T0
    ),
    retractall(topic(T, _)),
    assertz(topic(T, On)).

%! debugging(?Topic) is nondet.
%
%  True if `Topic` is enabled.
?- debugging(none).
   false.
debugging(T) :- topic(T, true).

%! debugging(?Topic, ?On) is nondet.
%
%  True if `Topic` has the state `On`: `true` or `false`.
?- debugging(none, B).
   false.
debugging(T, On) :- topic(T, On).

%! list_debug_topics is det.
%
%  Writes the topics to `user_error`.
?- list_debug_topics.
   true.
list_debug_topics :-
    (   topic(T, On),
        format(user_error, "% ~w ~w~n", [T,On]),
        fail
    ;   true
    ).

%! list_debug_topics(+Options) is det.
%
%  As list_debug_topics/0. `active(Boolean)` chooses the topics that are on, or off. Other options have no effect.
?- list_debug_topics([active(true)]).
   true.
list_debug_topics(Os) :-
    must_be(list, Os),
    (   memberchk(active(On), Os) -> must_be(boolean, On)
    ;   true
    ),
    forall(topic(T, On), format(user_error, "% ~w ~w~n", [T,On])).

%! debug_message_context(+What) is det.
%
%  Accepted without effect: messages have no context.
?- debug_message_context(+time).
   true.
debug_message_context(_).

%! assertion(:Goal) is det.
%
%  As assertion/1 of library(error).
?- debug:assertion(true).
   true.
assertion(G) :- error:assertion(G).
