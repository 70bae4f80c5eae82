% Signals of thread_signal/2 that wait: goals that are not to be interrupted, and signals that are blocked.

:- module(signals, [sig_atomic/1, sig_pending/1, sig_remove/2, sig_block/1, sig_unblock/1]).

:- meta_predicate sig_atomic(0), sig_remove(:,-), sig_block(:), sig_unblock(:).

%! sig_atomic(:Goal) is semidet.
%
%  Calls `Goal` once. The goals of thread_signal/2 to this thread wait until it has ended.
?- sig_atomic(X = 1).
   X = 1.
?- thread_self(Me), catch(sig_atomic(( thread_signal(Me, throw(stop)), X = done, write(X) )), B, true).
   outputs("done"), Me = main, B = stop.
sig_atomic(Goal) :- setup_call_cleanup('$signals_shield'(1), once(Goal), '$signals_shield'(-1)).

%! sig_pending(-Signals) is det.
%
%  Unifies `Signals` with the list of the goals of thread_signal/2 that wait in this thread, without their modules.
?- sig_pending(Ss).
   Ss = [].
?- thread_self(Me), sig_atomic(( thread_signal(Me, true), sig_pending(Ss) )).
   Me = main, Ss = [true].
sig_pending(Signals) :-
    '$signals_take'(All),
    '$signals_return'(All),
    plain_goals(All, Signals).

plain_goals([], []).
plain_goals([G|Gs], [P|Ps]) :- strip_module(G, _, P), plain_goals(Gs, Ps).

%! sig_remove(:Pattern, -Signals) is det.
%
%  Removes the goals of thread_signal/2 that wait in this thread and unify with `Pattern`, and unifies `Signals` with them.
%  `Pattern` is not bound.
?- thread_self(Me), sig_atomic(( thread_signal(Me, fail), thread_signal(Me, true), sig_remove(fail, Rs), sig_pending(Ss) )).
   Me = main, Rs = [fail], Ss = [true].
sig_remove(Pattern0, Signals) :-
    strip_module(Pattern0, _, Pattern),
    '$signals_take'(All),
    removed(All, Pattern, Removed, Kept),
    '$signals_return'(Kept),
    plain_goals(Removed, Signals).

removed([], _, [], []).
removed([G|Gs], Pattern, Rs, Ks) :-
    strip_module(G, _, P),
    (   P \= Pattern -> Ks = [G|Ks1], Rs = Rs1
    ;   Rs = [G|Rs1], Ks = Ks1
    ),
    removed(Gs, Pattern, Rs1, Ks1).

%! sig_block(:Pattern) is det.
%
%  Lets the goals of thread_signal/2 to this thread wait that unify with `Pattern`, until sig_unblock/1.
?- thread_self(Me), sig_block(throw(_)), thread_signal(Me, throw(later)), sig_pending(Ss),
   catch(sig_unblock(throw(_)), B, true).
   Me = main, Ss = [throw(later)], B = later.
sig_block(Pattern0) :-
    strip_module(Pattern0, _, Pattern),
    '$signals_blocked'(Patterns),
    '$signals_block'([Pattern|Patterns]).

%! sig_unblock(:Pattern) is det.
%
%  Removes the patterns of sig_block/1 that unify with `Pattern`; the goals that waited for it run.
?- sig_unblock(never_blocked).
   true.
sig_unblock(Pattern0) :-
    strip_module(Pattern0, _, Pattern),
    '$signals_blocked'(Patterns),
    kept(Patterns, Pattern, Kept),
    '$signals_block'(Kept).

kept([], _, []).
kept([P|Ps], Pattern, Ks) :-
    (   P \= Pattern -> Ks = [P|Ks1]
    ;   Ks = Ks1
    ),
    kept(Ps, Pattern, Ks1).
