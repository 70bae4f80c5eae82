% Calls every exported meta-predicate of the libraries with a probe at each goal and closure, and checks the
% module in which the probe is called.
:- dynamic(reached_places/1).

% Those that end the program, store a goal for later, or wait until another thread makes a goal true.
skipped(halt).
skipped(at_halt).
skipped(initialization).
skipped(main).
skipped(spy).
skipped(alarm).
skipped(alarm_at).
skipped(thread_wait).
% It writes a file.
skipped(trace_tree).
% It calls its goals in a new module.
skipped(in_temporary_module).

% The libraries' modules, loaded.
library_modules(Ms) :-
    findall(M, ( current_module(M), M \== user, M \== probing ), Ms).

% meta_argument(Module, Name, Arity, Place, Extra): a goal, or a closure for this number of arguments.
meta_argument(M, N, A, I, Extra) :-
    library_modules(Ms),
    member(M, Ms),
    module_property(M, exports(Es)),
    member(N/A, Es),
    \+ skipped(N),
    functor(H, N, A),
    predicate_property(M:H, meta_predicate(S)),
    between(1, A, I),
    arg(I, S, Spec),
    extra(Spec, Extra).

extra(0, 0) :- !.
extra(^, 0) :- !.
extra(//, 2) :- !.
extra(N, N) :- integer(N).

% probe/0 to probe/9 of every module note the module.
define_probes :-
    library_modules(Ms),
    (   ( member(M, Ms) ; member(M, [user,probing]) ),
        between(0, 9, N),
        functor(H, probe, N),
        assertz((M:H :- nb_setval(probed, M), fail)),
        fail
    ;   true
    ).

% The modules in which the probe at a place is called, from `user` or from another module.
reached(M, N, A, I, Caller, Found) :-
    functor(G, N, A),
    arg(I, G, probe),
    (   filling(F),
        copy_term(G, G1),
        G1 =.. [_|As],
        filled(As, F),
        nb_setval(probed, none),
        run(Caller, M, G1),
        nb_getval(probed, Found),
        Found \== none
    ->  true
    ;   Found = none
    ).

run(user, M, G) :- run(M:G).
run(probing, M, G) :- functor(G, N, A), probing:import(M:N/A), run(probing:G).
run(G) :-
    catch(with_output_to(chars(_), call_with_inference_limit(G, 20000, _)), _, true), !.
run(_).

filling([]).
filling([1]).
filling([[a]]).
filling([[a-1,b-2]]).
filling([[[a]]]).
filling([1,[a]]).
filling([[a],1]).
filling([true]).
filling([[],[],_]).

filled([], _).
filled([A|As], Fs) :-
    (   A == probe ; Fs == []
    ), !,
    filled(As, Fs).
filled([A|As], [F|Fs]) :-
    ( var(A) -> copy_term(F, A) ; true ),
    append(Fs, [F], Gs),
    filled(As, Gs).

% The probes that are called in a module that did not hand them over.
check(Wrong) :-
    define_probes,
    findall(p(M,N/A,I,C,Found), ( meta_argument(M, N, A, I, _), member(C, [user,probing]), reached(M, N, A, I, C, Found) ), Ps),
    retractall(reached_places(_)),
    findall(P, ( member(P, Ps), P = p(_,_,_,_,Found), Found \== none ), Rs),
    length(Rs, Length),
    assertz(reached_places(Length)),
    findall(P, ( member(P, Rs), P = p(_,_,_,C,Found), Found \== C ), Wrong).

% The places of the arguments that carry a module.
meta_places(M, N, A, Is) :-
    functor(H, N, A),
    % A call in its module loads the library.
    catch(call(M:'no such predicate'), _, true),
    (   predicate_property(M:H, meta_predicate(S)) -> true
    ;   S = H
    ),
    findall(I, ( arg(I, S, Spec), nonvar(Spec), ( integer(Spec) ; memberchk(Spec, [:,^,//]) ) ), Is).
