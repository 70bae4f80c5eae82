% Engines: coroutines that give the answers of a goal one by one, on request.

:- module(engines, [
    engine_create/3, engine_create/4, engine_next/2, engine_next_reified/2, engine_post/2, engine_post/3,
    engine_yield/1, engine_fetch/1, engine_destroy/1, engine_self/1, current_engine/1
]).

:- meta_predicate engine_create(?,0,-), engine_create(?,0,-,+).

%! engine_create(+Template, :Goal, -Engine) is det.
%
%  Makes an engine that gives a copy of `Template` for each answer of `Goal`, on request. The goal runs
%  with a copy of both, over the program of the machine. An engine that nothing refers to is removed by
%  a garbage collection, without running the cleanup goals that it still has.
?- engine_create(X, member(X, [a,b]), E), engine_next(E, A), engine_next(E, B), \+ engine_next(E, _).
   E = ..., A = a, B = b.
engine_create(Template, Goal, Engine) :- engine_create(Template, Goal, Engine, []).

%! engine_create(+Template, :Goal, -Engine, +Options) is det.
%
%  As engine_create/3. Option: `alias(Name)`, an atom that denotes the engine until it ends.
?- engine_create(X, between(1, inf, X), _, [alias(naturals)]), engine_next(naturals, A), engine_next(naturals, B),
   engine_destroy(naturals).
   A = 1, B = 2.
?- engine_create(X, X = 1, _, [alias(one)]), engine_create(X, X = 1, _, [alias(one)]).
   error(permission_error(create,engine,one),engine_create/4).
?- engine_destroy(one).
   true.
?- engine_create(_, true, e).
   error(uninstantiation_error(e),engine_create/4).
engine_create(Template, Goal, Engine, Options) :-
    (   nonvar(Engine) -> throw(error(uninstantiation_error(Engine), engine_create/4))
    ;   true
    ),
    must_be(list, Options),
    (   memberchk(alias(Alias), Options) -> must_be(atom, Alias)
    ;   Alias = []
    ),
    catch(
        '$engine_create'(Template, Goal, Engine, Alias),
        error(permission_error(create, What, Culprit), _),
        throw(error(permission_error(create, What, Culprit), engine_create/4))
    ).

%! engine_next(+Engine, ?Term) is semidet.
%
%  Unifies `Term` with the next answer of an engine. If there is none, the engine is removed, and the
%  goal fails; an error of its goal removes it, too.
?- engine_create(X, member(X, [a]), E), engine_next(E, A), \+ engine_next(E, _), catch(engine_next(E, _), error(Why, _), true).
   E = ..., A = a, Why = existence_error(engine,E).
?- engine_create(X, throw(oops), E), engine_next(E, _).
   throw(oops).
?- engine_next(_, _).
   error(instantiation_error,engine_next/2).
?- engine_next(no_engine, _).
   error(existence_error(engine,no_engine),engine_next/2).
engine_next(Engine, Term) :- '$engine_next'(Engine, Term).

%! engine_next_reified(+Engine, -Result) is det.
%
%  Unifies `Result` with `the(Answer)` for the next answer of an engine, with `no` if there is none, or
%  with `exception(Ball)` if the goal throws.
?- engine_create(X, ( X = 1 ; throw(oops) ), E), engine_next_reified(E, A), engine_next_reified(E, B).
   E = ..., A = the(1), B = exception(oops).
?- engine_create(X, fail, E), engine_next_reified(E, A).
   E = ..., A = no.
engine_next_reified(Engine, Result) :-
    catch(
        (   '$engine_next'(Engine, Answer) -> Result0 = the(Answer)
        ;   Result0 = no
        ),
        Ball,
        Result0 = exception(Ball)
    ),
    Result = Result0.

%! engine_post(+Engine, +Term) is det.
%
%  Makes a copy of `Term` available to engine_fetch/1 in an engine. It must have been fetched before the
%  next one is posted.
?- engine_create(X, engine_fetch(X), E), engine_post(E, a), engine_next(E, A).
   E = ..., A = a.
?- engine_create(X, engine_fetch(X), e, []).
   error(uninstantiation_error(e),engine_create/4).
?- engine_create(X, engine_fetch(X), _, [alias(e)]), engine_post(e, a), engine_post(e, b).
   error(permission_error(post_to,engine,e),engine_post/2).
?- engine_destroy(e).
   true.
engine_post(Engine, Term) :-
    catch('$engine_post'(Engine, Term), error(Why, _), throw(error(Why, engine_post/2))).

%! engine_post(+Engine, +Term, ?Answer) is semidet.
%
%  engine_post/2, and then engine_next/2.
?- engine_create(S, sums(0, S), E), engine_post(E, 1, A), engine_post(E, 5, B).
   error(existence_error(procedure,sums/2),_A).
?- engine_create(S, ( repeat, engine_fetch(X), S is 2*X ), E), engine_post(E, 1, A), engine_post(E, 5, B).
   E = ..., A = 2, B = 10.
engine_post(Engine, Term, Answer) :-
    engine_post(Engine, Term),
    '$engine_next'(Engine, Answer).

%! engine_yield(+Term) is det.
%
%  Gives a copy of `Term` to what has asked the engine that runs. At the next request the engine goes on
%  after this goal. It must be called by an engine, and not inside a builtin that runs goals.
?- engine_create(X, ( member(X, [1,2]), engine_yield(before(X)) ), E),
   findall(A, ( between(1, 4, _), engine_next(E, A) ), As).
   E = ..., As = [before(1),1,before(2),2].
?- engine_yield(1).
   error(permission_error(yield,engine,main),engine_yield/1).
engine_yield(Term) :- '$engine_yield'(Term).

%! engine_fetch(-Term) is det.
%
%  Unifies `Term` with the term that was posted to the engine that runs, and removes it.
?- engine_fetch(_).
   error(existence_error(term,delivery,main),engine_fetch/1).
engine_fetch(Term) :-
    (   '$engine_fetch'(Posted) -> Term = Posted
    ;   ( '$engine_self'(E) -> true ; E = main ),
        throw(error(existence_error(term, delivery, E), engine_fetch/1))
    ).

%! engine_destroy(+Engine) is det.
%
%  Removes an engine; the goals of setup_call_cleanup/3 and undo/1 that it still has run first. An engine that has given all answers, or
%  whose goal has thrown, is gone already, and there is nothing to do.
?- engine_create(X, X = 1, E), engine_next(E, A), \+ engine_next(E, _), engine_destroy(E).
   E = ..., A = 1.
?- engine_create(X, setup_call_cleanup(true, member(X, [1,2]), assertz(cleaned(yes))), E), engine_next(E, A),
   engine_destroy(E), retract(cleaned(Y)).
   E = ..., A = 1, Y = yes.
?- engine_create(X, ( member(X, [1,2]), undo(assertz(undone(X))) ), E), engine_next(E, A), engine_destroy(E), retract(undone(Y)).
   E = ..., A = 1, Y = 1.
?- engine_create(X, ( engine_self(X), engine_destroy(X) ), _, [alias(self)]), engine_next(self, _).
   error(permission_error(destroy,engine,self),engine_destroy/1).
?- engine_destroy(self).
   error(existence_error(engine,self),engine_destroy/1).
engine_destroy(Engine) :-
    catch('$engine_destroy'(Engine), error(Why, Context), rethrown(Why, Context)).

rethrown(Why, Context) :-
    (   Why = existence_error(engine, E), atom(E), sub_atom(E, 0, _, _, '<engine ') -> true
    ;   Context = '$engine_destroy'/1 -> throw(error(Why, engine_destroy/1))
    ;   var(Context) -> throw(error(Why, engine_destroy/1))
    ;   throw(error(Why, Context))
    ).

%! engine_self(-Engine) is semidet.
%
%  Unifies `Engine` with the engine that runs; fails outside of engines.
?- engine_self(_).
   false.
?- engine_create(X, engine_self(X), E), engine_next(E, A), A == E.
   E = ..., A = E.
engine_self(Engine) :- '$engine_self'(Engine).

%! current_engine(?Engine) is nondet.
%
%  True if `Engine` is an engine.
?- engine_create(X, true, _, [alias(e1)]), engine_create(X, true, _, [alias(e2)]),
   findall(E, ( member(E, [e1,e2,e3]), current_engine(E) ), Es), engine_destroy(e1), engine_destroy(e2).
   Es = [e1,e2].
current_engine(Engine) :-
    (   var(Engine) ->
        '$engines'(Engines),
        member(Engine, Engines)
    ;   is_engine(Engine)
    ).
