% Messages to all goals that listen to them.

:- module(broadcast, [
    listen/2, listen/3, unlisten/1, unlisten/2, unlisten/3, listening/3, broadcast/1, broadcast_request/1
]).

:- meta_predicate listen(+,0), listen(+,+,0), unlisten(+,+,0).

:- dynamic(listener/4).         % listener(Message, Listener, Module, Goal)

%! listen(+Message, :Goal) is det.
%
%  Calls `Goal` for each message that unifies with `Message`. The name of the listener is the module
%  of `Goal`.
?- listen(changed(X), nb_setval(last, X)), broadcast(changed(1)), nb_getval(last, V), unlisten(changed(_)).
   V = 1.
listen(Message, G) :-
    strip_module(G, M, _),
    listen(M, Message, G).

%! listen(+Listener, +Message, :Goal) is det.
%
%  As listen/2, with the name of the listener.
?- listen(me, ev(X), X = 1), broadcast_request(ev(Y)), unlisten(me).
   Y = 1.
listen(Listener, Message, MG) :-
    strip_module(MG, M, G),
    must_be(callable, G),
    assertz(listener(Message, Listener, M, G)).

%! unlisten(+Listener) is det.
%
%  Removes all goals of a listener. If `Listener` is a compound term, it is a message, and the goals
%  of the calling module for it are removed.
?- listen(me, ev(_), true), unlisten(me), listening(me, M, G).
   false.
unlisten(L) :-
    (   compound(L) -> retractall(listener(L, _, _, _))
    ;   retractall(listener(_, L, _, _))
    ).

%! unlisten(?Listener, ?Message) is det.
%
%  Removes the goals of a listener for a message.
?- listen(me, ev(_), true), unlisten(me, ev(_)), listening(me, M, G).
   false.
unlisten(L, Message) :- retractall(listener(Message, L, _, _)).

%! unlisten(?Listener, ?Message, :Goal) is det.
%
%  Removes the goals of a listener for a message that unify with `Goal`.
?- listen(me, ev(_), true), unlisten(me, ev(_), true), listening(me, M, G).
   false.
unlisten(L, Message, MG) :-
    strip_module(MG, M, G),
    ( var(G) -> retractall(listener(Message, L, _, _)) ; retractall(listener(Message, L, M, G)) ).

%! listening(?Listener, ?Message, ?Goal) is nondet.
%
%  True if `Goal` is called for `Message`.
?- listen(me, ev(a), true), listening(me, M, G), unlisten(me).
   M = ev(a), G = user:true.
listening(L, Message, M:G) :- listener(Message, L, M, G).

%! broadcast(+Message) is det.
%
%  Calls each goal for `Message` once, in the order in which they were added. Goals that fail have no
%  effect; errors are thrown.
?- listen(me, ev(_), fail), broadcast(ev(1)), unlisten(me).
   true.
broadcast(Message) :-
    must_be(callable, Message),
    (   listener(Message, _, M, G),
        \+ \+ M:G,
        fail
    ;   true
    ).

%! broadcast_request(+Message) is nondet.
%
%  Calls each goal for `Message`, with all its answers.
?- listen(me, ask(X), member(X, [1,2])), findall(Y, broadcast_request(ask(Y)), Ys), unlisten(me).
   Ys = [1,2].
broadcast_request(Message) :-
    must_be(callable, Message),
    listener(Message, _, M, G),
    M:G.
