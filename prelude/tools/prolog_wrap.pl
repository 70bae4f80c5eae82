% Wrappers around predicates: goals that run in place of a call, and may make the call.

:- module(prolog_wrap, [wrap_predicate/4, unwrap_predicate/2, current_predicate_wrapper/4]).

:- use_module(library(lists)).
:- use_module(library(error)).

:- meta_predicate wrap_predicate(:,+,?,+), unwrap_predicate(:,?), current_predicate_wrapper(?,:,?,?).

% wrapper(Module, Functor, Arity, Name, Head, Wrapped, Body): the wrappers, the innermost one of a predicate first.
:- dynamic(wrapper/7).

% wrapped(Module, Functor, Arity, Inner): the predicates that have been wrapped, and the predicate with their clauses.
:- dynamic(wrapped/4).

%! wrap_predicate(:Head, +Name, -Wrapped, +Body) is det.
%
%  Lets calls of the predicate of `Head` call `Body`, which shares variables with `Head` and calls the predicate itself by
%  calling `Wrapped`. Several wrappers of a predicate, which have different names, enclose one another, the latest one
%  outermost; a wrapper with the name of an older one takes its place. Clauses that are loaded later belong to what is
%  wrapped. Throws a permission error for built-in predicates and for dynamic ones, whose clauses must stay where they are.
?- wrap_predicate(doc_area(W,H,A), checked, G, ( W >= 0, G )), current_predicate_wrapper(N, doc_area(_,_,_), _, _).
   N = checked.
?- wrap_predicate(atom_length(_,_), w, G, G).
   error(permission_error(modify,static_procedure,atom_length/2),_).
?- wrap_predicate(_, w, G, G).
   error(instantiation_error,wrap_predicate/4).
wrap_predicate(MHead, Name, Wrapped, Body) :-
    strip_module(MHead, M0, Head),
    ( var(Head) -> instantiation_error(wrap_predicate/4) ; must_be(callable, Head) ),
    must_be(atom, Name),
    ( var(Body) -> true ; must_be(callable, Body) ),
    functor(Head, F, N),
    home(M0, Head, M),
    (   wrapped(M, F, N, _) -> true
    ;   inner_name(F, Inner),
        '$rename_clauses'(M, F, N, Inner, false),
        functor(General, F, N),
        '$add_clause'(M, ( General :- prolog_wrap:call_wrapped(M, F, N, General) )),
        assertz(wrapped(M, F, N, Inner))
    ),
    New = w(Name,Head,Wrapped,M0:Body),
    findall(w(Name1,H,G,B), wrapper(M, F, N, Name1, H, G, B), Ws0),
    (   append(Inside, [w(Name,_,_,_)|Outside], Ws0) -> append(Inside, [New|Outside], Ws)
    ;   append(Ws0, [New], Ws)
    ),
    retractall(wrapper(M, F, N, _, _, _, _)),
    forall(member(w(Name2,H2,G2,B2), Ws), assertz(wrapper(M, F, N, Name2, H2, G2, B2))).

inner_name(F, Inner) :- atom_concat(F, ' wrapped', Inner).

% The module whose predicate a head means.
home(M0, Head, M) :-
    (   predicate_property(M0:Head, imported_from(M1)) -> M = M1
    ;   M = M0
    ).

% Calls a wrapped predicate.
call_wrapped(M, F, N, Head) :-
    wrapped(M, F, N, Inner),
    Head =.. [_|Args],
    Goal =.. [Inner|Args],
    findall(wrapper(H, G, B), wrapper(M, F, N, _, H, G, B), Ws),
    enclosed(Ws, Head, M:Goal, Call),
    call(Call).

enclosed([], _, Call, Call).
enclosed([wrapper(Head,Wrapped,Body)|Ws], Head, Wrapped, Call) :- enclosed(Ws, Head, Body, Call).

%! unwrap_predicate(:PredicateIndicator, ?Name) is semidet.
%
%  Removes the wrapper with this name. Fails if the predicate has none.
?- unwrap_predicate(doc_never_wrapped/1, w).
   false.
unwrap_predicate(MPI, Name) :-
    strip_module(MPI, M0, PI),
    (   PI = F/N, atom(F), integer(N) -> true
    ;   type_error(predicate_indicator, PI, unwrap_predicate/2)
    ),
    functor(Head, F, N),
    home(M0, Head, M),
    retract(wrapper(M, F, N, Name, _, _, _)), !.

%! current_predicate_wrapper(?Name, :Head, ?Wrapped, ?Body) is nondet.
%
%  True if the predicate of `Head` has a wrapper as wrap_predicate/4 defines it.
?- current_predicate_wrapper(_, doc_never_wrapped(_), _, _).
   false.
current_predicate_wrapper(Name, MHead, Wrapped, Body) :-
    strip_module(MHead, M0, Head),
    (   callable(Head) -> home(M0, Head, M) ; M = M0 ),
    wrapper(M, _, _, Name, Head, Wrapped, Body).
