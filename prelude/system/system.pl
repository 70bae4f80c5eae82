% Predicates of module `system`: control, solutions, the clause database, attributed variables.
% Loaded at start-up, so it stays small. Builtins written in Rust are deterministic; nondeterminism
% is written here over `'$...'` predicates.

:- module(system, [
    once/1, ignore/1, forall/2, false/0, repeat/0, halt/0, at_halt/1,
    findall/3, findall/4, bagof/3, setof/3,
    clause/2, retract/1, abolish/1,
    (dynamic)/1, (discontiguous)/1, (multifile)/1,
    setup_call_cleanup/3, call_cleanup/2,
    copy_term/3, call_residue_vars/2, frozen/2
]).

:- meta_predicate once(0), ignore(0), forall(0,0).
:- meta_predicate findall(?,0,?), findall(?,0,?,?), bagof(?,^,?), setof(?,^,?).
:- meta_predicate clause(:,?), retract(:), abolish(:), at_halt(0).
:- meta_predicate dynamic(:), discontiguous(:), multifile(:).
:- meta_predicate setup_call_cleanup(0,0,0), call_cleanup(0,0).
:- meta_predicate call_residue_vars(0,?).
:- meta_predicate '$call_cleanup'(0,0), '$call_det'(0,?), '$cleanup_throw'(0,?), '$collect'(?,0,?,?).

%% Control

%! once(:Goal) is semidet.
%
%  Succeeds with the first answer of `Goal` only.
?- once((X = 1 ; X = 2)).
   X = 1.
once(G) :- call(G), !.

%! ignore(:Goal) is det.
%
%  Calls `once(Goal)`, and succeeds also if `Goal` fails.
?- ignore(fail).
   true.
ignore(G) :- call(G), !.
ignore(_).

%! forall(:Condition, :Action) is semidet.
%
%  True if `Action` succeeds for each answer of `Condition`. Binds no variables.
?- forall((X = 1 ; X = 2), X > 0).
   true.
forall(C, A) :- \+ ( call(C), \+ call(A) ).

%! false is failure.
%
%  Fails.
?- false.
   false.
false :- fail.

%! repeat is multi.
%
%  Succeeds an unlimited number of times.
?- repeat, !.
   true.
repeat.
repeat :- repeat.

%! halt is det.
%
%  Ends the machine with exit status 0.
halt :- halt(0).

%! at_halt(:Goal) is det.
%
%  Registers `Goal`, to be called as `once(Goal)` when the program ends. Goals run in the reverse
%  order of their registration. Failures and errors of these goals do not change the exit status.
?- at_halt(1).
   error(type_error(callable,1),at_halt/1).
at_halt(G) :-
    strip_module(G, _, P),
    (   var(P) -> throw(error(instantiation_error, at_halt/1))
    ;   callable(P) -> asserta('$at_halt'(G))
    ;   throw(error(type_error(callable,P), at_halt/1))
    ).

:- dynamic('$at_halt'/1).

'$run_at_halt' :-
    (   retract('$at_halt'(G)) ->
        catch(ignore(G), E, '$warn_at_halt'(E)),
        '$run_at_halt'
    ;   true
    ).

'$warn_at_halt'(E) :-
    (   E = '$halt'(_) -> true
    ;   print_message(warning, goal_raised(E))
    ).

%% Solutions (ISO 8.10)

%! findall(?Template, :Goal, ?Instances) is semidet.
%
%  Unifies `Instances` with the list of the instances of `Template` for all answers of `Goal`, in
%  the order of the answers (ISO 8.10.1).
?- findall(X-Y, (X = 1 ; X = 2), L).
   L = [1-_A,2-_B].
findall(T, G, L) :-
    '$partial_list'(L, findall/3),
    '$collect'(T, G, Is, []),
    L = Is.

%! findall(?Template, :Goal, ?Instances, ?Tail) is semidet.
%
%  As findall/3, with `Tail` at the end of the list. Throws a type error if `Instances` or `Tail` is
%  neither a list nor a partial list.
?- findall(X, (X = 1 ; X = 2), L, [3]).
   L = [1,2,3].
?- findall(X, X = 1, L, [a|b]).
   error(type_error(list,[a|b]),findall/4).
findall(T, G, L, Tail) :-
    '$partial_list'(L, findall/4),
    '$partial_list'(Tail, findall/4),
    '$collect'(T, G, Is, Tail),
    L = Is.

'$collect'(T, G, _, _) :-
    '$findall_push',
    call(G),
    '$findall_add'(T),
    fail.
'$collect'(_, _, Is, Tail) :-
    '$findall_pop'(Is, Tail).

'$partial_list'(L, _) :- var(L), !.
'$partial_list'(L, PI) :-
    '$skip_list'(L, _, Tail),
    (   ( var(Tail) ; Tail == [] ) -> true
    ;   throw(error(type_error(list,L), PI))
    ).

%! bagof(?Template, :Goal, -Bag) is nondet.
%
%  As findall/3, but separately for each instance of the free variables of `Goal`, and false if
%  there are no answers (ISO 8.10.2). `V^G` makes the variables of `V` not free.
?- bagof(X, member(X-Y,[1-a,2-b,3-a]), L).
   Y = a, L = [1,3]
;  Y = b, L = [2].
bagof(T, G0, L) :-
    '$partial_list'(L, bagof/3),
    '$free_variables'(G0, T, G, Vs),
    (   Vs == [] ->
        '$collect'(T, G, Bag, []),
        Bag = [_|_],
        L = Bag
    ;   W =.. [v|Vs],
        '$collect'(W-T, G, Pairs, []),
        Pairs = [_|_],
        keysort(Pairs, Sorted),
        '$bag'(Sorted, W, L)
    ).

%! setof(?Template, :Goal, -Set) is nondet.
%
%  As bagof/3, with each list sorted and without duplicates (ISO 8.10.3).
?- setof(X, member(X,[c,a,b,a]), L).
   L = "abc".
?- setof(X, Y^Z^lists:member(X-Y-Z,[b-1-2,a-2-1]), L).
   L = "ab".
setof(T, G0, L) :-
    '$partial_list'(L, setof/3),
    '$free_variables'(G0, T, G, Vs),
    (   Vs == [] ->
        '$collect'(T, G, Bag, []),
        Bag = [_|_],
        sort(Bag, Set),
        L = Set
    ;   W =.. [v|Vs],
        '$collect'(W-T, G, Pairs, []),
        Pairs = [_|_],
        keysort(Pairs, Sorted),
        '$bag'(Sorted, W, Bag),
        sort(Bag, Set),
        L = Set
    ).

% Removes the prefixes `V^` of a goal and gives its variables that occur neither in the template nor
% in one of the `V` (ISO 7.1.1.4).
'$free_variables'(G0, T, M:G, Vs) :-
    strip_module(G0, M0, G1),
    '$strip_carets'(G1, M0, T, M, G, Bound),
    term_variables(Bound, Bs),
    term_variables(Bs+G, All),
    '$drop_prefix'(Bs, All, Vs).

'$strip_carets'(G, M, B, M, G, B) :- var(G), !.
'$strip_carets'(V^G0, M0, B0, M, G, B) :- !,
    strip_module(M0:G0, M1, G1),
    '$strip_carets'(G1, M1, B0+V, M, G, B).
% `V^M:G` is read as `(V^M):G`.
'$strip_carets'(Q:G0, M0, B0, M, G, B) :- nonvar(Q), Q = V^M1, !,
    '$strip_carets'(V^(M1:G0), M0, B0, M, G, B).
'$strip_carets'(G, M, B, M, G, B).

'$drop_prefix'([], Vs, Vs).
'$drop_prefix'([_|Xs], [_|Ys], Vs) :- '$drop_prefix'(Xs, Ys, Vs).

% The pairs with a variant of the first key, then the other pairs.
'$bag'([K-T|Ps], W, L) :-
    (   ground(K) -> '$same_key'(Ps, K, Ts, Rest)
    ;   '$variant_key'(Ps, K, Ts, Rest)
    ),
    '$bag'(Rest, K, [T|Ts], W, L).

'$bag'([], W, L, W, L).
'$bag'([_|_], W, L, W, L).
'$bag'([P|Ps], _, _, W, L) :- '$bag'([P|Ps], W, L).

'$same_key'([K1-T|Ps], K, Ts, Rest) :- K1 == K, !,
    Ts = [T|Ts1],
    '$same_key'(Ps, K, Ts1, Rest).
'$same_key'(Ps, _, [], Ps).

'$variant_key'([], _, [], []).
'$variant_key'([K1-T|Ps], K, Ts, Rest) :-
    (   '=@='(K1, K) ->
        K1 = K,
        Ts = [T|Ts1],
        '$variant_key'(Ps, K, Ts1, Rest)
    ;   Rest = [K1-T|Rest1],
        '$variant_key'(Ps, K, Ts, Rest1)
    ).

%% The database (ISO 8.8, 8.9)

%! clause(:Head, ?Body) is nondet.
%
%  True if the database has a clause `Head :- Body` (ISO 8.8.1). Sees the clauses that existed at
%  the time of the call. Throws a permission error if the predicate is static, unless it was loaded
%  while the flag `protect_static_code` was `false`, as it is in the top level.
?- clause(nil(_), _).
   false.
clause(H0, B) :-
    strip_module(H0, M, H),
    '$check_head'(H, clause/2),
    '$check_body'(B, clause/2),
    (   '$open_static'(M, H, Stored) -> '$static_from'(0, M, Stored, B)
    ;   '$clause_first'(M, H, access, Ref, Gen),
        '$clause_from'(Ref, Gen, H, B)
    ).

'$static_from'(I, M, H, B) :-
    '$static_clause'(M, H, I, _, H1, B1, Next),
    (   Next < 0 -> H = H1, B = B1
    ;   '$static_or'(Next, M, H, B, H1, B1)
    ).

'$static_or'(_, _, H, B, H, B).
'$static_or'(Next, M, H, B, _, _) :- '$static_from'(Next, M, H, B).

'$clause_from'(Ref, Gen, H, B) :-
    '$clause_next'(Ref, Gen, H, Next), !,
    '$clause_or'(Ref, Next, Gen, H, B).
'$clause_from'(Ref, _, H, B) :- '$clause'(Ref, H, B).

'$clause_or'(Ref, _, _, H, B) :- '$clause'(Ref, H, B).
'$clause_or'(_, Next, Gen, H, B) :- '$clause_from'(Next, Gen, H, B).

%! retract(:Clause) is nondet.
%
%  Removes the clauses that unify with `Clause`, one for each answer (ISO 8.9.3). Sees the clauses
%  that existed at the time of the call, including those that have been removed since then (7.5.4).
?- assertz(q(1)), retract(q(X)).
   X = 1.
retract(C) :-
    '$retract'(C, State),
    '$retract_rest'(State).

'$retract_rest'([]).
'$retract_rest'(more(Ref,Gen,H,B)) :- '$retract_from'(Ref, Gen, H, B).

'$retract_from'(Ref, Gen, H, B) :-
    '$clause_next'(Ref, Gen, H, Next), !,
    '$retract_or'(Ref, Next, Gen, H, B).
'$retract_from'(Ref, _, H, B) :- '$clause'(Ref, H, B), '$erase_if_there'(Ref).

'$retract_or'(Ref, _, _, H, B) :- '$clause'(Ref, H, B), '$erase_if_there'(Ref).
'$retract_or'(_, Next, Gen, H, B) :- '$retract_from'(Next, Gen, H, B).

'$check_head'(H, PI) :- var(H), !, throw(error(instantiation_error, PI)).
'$check_head'(H, PI) :- \+ callable(H), !, throw(error(type_error(callable,H), PI)).
'$check_head'(_, _).

'$check_body'(B, PI) :- nonvar(B), \+ callable(B), !, throw(error(type_error(callable,B), PI)).
'$check_body'(_, _).

%! abolish(:PI) is det.
%
%  Removes the dynamic predicate `PI` with all its clauses (ISO 8.9.4). Throws a type error if `PI`
%  is not a predicate indicator, and a permission error if the predicate is static.
?- abolish(foo/a).
   error(type_error(integer,a),abolish/1).
abolish(S) :-
    strip_module(S, M0, PI0),
    '$strip_indicator'(PI0, M0, M, PI),
    '$name_arity'(PI, N, A, abolish/1),
    (   A < 0 -> throw(error(domain_error(not_less_than_zero,A), abolish/1))
    ;   current_prolog_flag(max_arity, Max), integer(Max), A > Max ->
        throw(error(representation_error(max_arity), abolish/1))
    ;   '$abolish'(M, N, A)
    ).

% The name may have a module too: `(m:a)/1`.
'$strip_indicator'(PI0, _, M, PI) :-
    nonvar(PI0), PI0 = Q/A, nonvar(Q), Q = M:N, !,
    PI = N/A.
'$strip_indicator'(PI, M, M, PI).

'$name_arity'(PI, _, _, Ctx) :- var(PI), !, throw(error(instantiation_error, Ctx)).
'$name_arity'(N/A, N, A, Ctx) :- !,
    (   ( var(N) ; var(A) ) -> throw(error(instantiation_error, Ctx))
    ;   \+ atom(N) -> throw(error(type_error(atom,N), Ctx))
    ;   \+ integer(A) -> throw(error(type_error(integer,A), Ctx))
    ;   true
    ).
'$name_arity'(PI, _, _, Ctx) :- throw(error(type_error(predicate_indicator,PI), Ctx)).

%! dynamic(:Specs) is det.
%
%  Makes the predicates `Specs` dynamic: an indicator `Name/Arity`, or several in a list or joined
%  by commas.
?- dynamic(s/1), \+ s(_).
   true.
dynamic(S) :- '$declare_each'(S, (dynamic), (dynamic)/1).

%! discontiguous(:Specs) is det.
%
%  Allows that the clauses of the predicates `Specs` are not consecutive in their file.
?- discontiguous([a/1,b/2]).
   true.
discontiguous(S) :- '$declare_each'(S, (discontiguous), (discontiguous)/1).

%! multifile(:Specs) is det.
%
%  Allows that several files contain clauses of the predicates `Specs`.
?- multifile(hook/1).
   true.
multifile(S) :- '$declare_each'(S, (multifile), (multifile)/1).

'$declare_each'(S0, What, Ctx) :-
    strip_module(S0, M, S),
    ( acyclic_term(S) -> true ; throw(error(type_error(predicate_indicator,S), Ctx)) ),
    '$declare_each'(S, M, What, Ctx).

'$declare_each'(S, _, _, Ctx) :- var(S), !, throw(error(instantiation_error, Ctx)).
'$declare_each'([], _, _, _) :- !.
'$declare_each'([S|Ss], M, W, Ctx) :- !,
    '$declare_each'(M:S, W, Ctx), '$declare_each'(M:Ss, W, Ctx).
'$declare_each'((S,Ss), M, W, Ctx) :- !,
    '$declare_each'(M:S, W, Ctx), '$declare_each'(M:Ss, W, Ctx).
'$declare_each'(N//A, M, W, Ctx) :- integer(A), !,
    A2 is A+2,
    '$declare_each'(N/A2, M, W, Ctx).
'$declare_each'(as(S,_), M, W, Ctx) :- !, '$declare_each'(M:S, W, Ctx).
'$declare_each'(PI0, M0, W, Ctx) :-
    '$strip_indicator'(PI0, M0, M, PI),
    '$name_arity'(PI, N, A, Ctx),
    (   A < 0 -> throw(error(domain_error(not_less_than_zero,A), Ctx))
    ;   '$declare'(W, M, N, A)
    ).

%% Cleaning up

%! setup_call_cleanup(:Setup, :Goal, :Cleanup) is nondet.
%
%  Calls `once(Setup)`, then `Goal`. Runs `Cleanup` once, as soon as `Goal` has finished: when it
%  fails, throws, succeeds without leaving a choice point, or is cut.
%
%  A cut runs the cleanup immediately and throws the error of the cleanup; of several errors, the
%  first.
?- setup_call_cleanup(true, (X = 1 ; X = 2), write(done)).
   X = 1
;  X = 2, outputs("done").
?- setup_call_cleanup(true, assertz(cleaned_up(1)), true), user:cleaned_up(X).
   X = 1.
% A cut runs the cleanup immediately and throws the error of the cleanup; of several errors, the
% first.
?- once(setup_call_cleanup(true, (X = 1 ; X = 2), throw(cleaning))).
   throw(cleaning).
?- catch((\+ setup_call_cleanup(true, (true ; true), throw(cleaning)) ; true), Ball, true).
   Ball = cleaning.
?- catch(( setup_call_cleanup(true, setup_call_cleanup(true, (true ; true), throw(inner)), throw(outer)), !, fail ), Ball, true).
   Ball = inner.
?- setup_call_cleanup(true, (true ; true), write(clean)), !, write(ing).
   outputs("cleaning").
setup_call_cleanup(S, G, C) :-
    once(S),
    strip_module(C, M, C1),
    (   var(C1) -> throw(error(instantiation_error, setup_call_cleanup/3))
    ;   callable(C1) -> true
    ;   throw(error(type_error(callable,C1), setup_call_cleanup/3))
    ),
    % Inside catch/3 the goal would be resolved in this module.
    strip_module(G, MG, G1),
    '$call_cleanup'(MG:G1, M:C1).

%! call_cleanup(:Goal, :Cleanup) is nondet.
%
%  As `setup_call_cleanup(true, Goal, Cleanup)`.
?- call_cleanup(fail, write(done)).
   outputs("done"), false.
call_cleanup(G, C) :- setup_call_cleanup(true, G, C).

% The second clause of this predicate guards `Cleanup`: the machine runs it when that choice point
% is removed by a cut or by a ball.
'$call_cleanup'(G, C) :-
    '$cleanup_push'(C),
    catch('$call_det'(G, Det), E, '$cleanup_throw'(C, E)),
    (   Det == true ->
        '$cleanup_pop',
        !,
        ignore(C)
    ;   true
    ).
'$call_cleanup'(_, C) :-
    '$cleanup_pop',
    ignore(C),
    fail.

'$cleanup_throw'(C, E) :-
    '$cleanup_pop',
    catch(ignore(C), _, true),
    throw(E).

% Called by the machine with the goals whose guards were cut, newest first. All of them are run. The
% cut throws the first error among them, unless another ball is already being thrown: the machine
% decides between the two.
'$run_cleanups'(Cs) :-
    '$run_cleanups'(Cs, E),
    ( var(E) -> true ; throw(E) ).

'$run_cleanups'([], _).
'$run_cleanups'([C|Cs], E) :-
    catch(ignore(C), E1, true),
    ( var(E) -> E = E1 ; true ),
    '$run_cleanups'(Cs, E).

'$call_det'(G, Det) :-
    '$choice_point'(B0),
    call(G),
    '$choice_point'(B),
    (   B == B0 -> Det = true
    ;   Det = false
    ).

% Calls a goal with a limit on inferences, or on `counts(Inferences,Propagations,Bytes)`, and on seconds, `inf` for none, for
% all of its answers together; the limit is not in force outside the goal. The last argument is `!` or, if the answer leaves a
% choice point, `true`; or `exceeded(Resource)`. The limit starts inside catch/3, which catches its ball; no catch/3 inside
% does. The machine removes a limit whose goal throws.
'$call_limited'(G, N, T, R) :-
    '$limit_new'(Token),
    catch('$limited'(G, N, T, Token, R0), '$limit'(Token,Resource), R0 = exceeded(Resource)),
    (   R0 == true -> true
    ;   !
    ),
    R = R0.

'$limited'(G, N, T, Token, R) :-
    '$limit_set'(Token, N, T),
    (   '$call_det'(G, Det),
        '$limit_off'(Token, Left),
        (   Det == true -> !, R = (!)
        ;   '$limit_resumed'(Token, Left), R = true
        )
    ;   '$limit_off'(Token, _),
        fail
    ).

'$limit_resumed'(_, _).
'$limit_resumed'(Token, Left) :- '$limit_on'(Token, Left), fail.

%% Attributed variables

% Called by the machine with the bindings of attributed variables since the last call, oldest first,
% each `wake(Atts, Value)`, and with the goals to be called after them. Calls verify_attributes/3 of
% all modules first, then, in order, the goals that these return and attr_unify_hook/2.
'$wakeup'([W|Ws]) :-
    (   Ws == [], W = wake(att(M,A,[]),V), \+ functor(A, '$atts', _) ->
        '$attr_hook'(M, A, V)
    ;   '$verify'([W|Ws], Gs, []),
        '$call_all'(Gs)
    ).

'$attr_hook'(freeze, G, V) :- nonvar(V), !, freeze:thaw(G).
'$attr_hook'('$call', G, _) :- !, call(G).
'$attr_hook'(M, A, V) :- M:attr_unify_hook(A, V).

% Enumerates the arguments for arg/3 with an unknown number.
'$arg'(N, T, A, Arity) :- '$arg'(1, Arity, N, T, A).

'$arg'(I, I, I, T, A) :- !, arg(I, T, A).
'$arg'(I, _, I, T, A) :- arg(I, T, A).
'$arg'(I, Arity, N, T, A) :- I1 is I+1, '$arg'(I1, Arity, N, T, A).

'$verify'([], Gs, Gs).
'$verify'([W|Ws], Gs0, Gs) :-
    (   W = wake(As,V) -> '$verify_var'(As, V, Gs0, Gs1)
    ;   Gs0 = [W|Gs1]
    ),
    '$verify'(Ws, Gs1, Gs).

% A fresh variable stands in for the variable that is already bound, so that verify_attributes/3
% sees its attributes.
'$verify_var'(As, V, Gs0, Gs) :-
    (   '$declared'(As) ->
        put_attrs(Var, As),
        '$verify'(As, Var, V, Gs0, Gs),
        del_attrs(Var),
        Var = V
    ;   '$verify'(As, _, V, Gs0, Gs)
    ).

'$declared'(att(_,A,As)) :-
    (   functor(A, '$atts', _) -> true
    ;   '$declared'(As)
    ).

'$verify'([], _, _, Gs, Gs).
'$verify'(att(M,A,As), Var, V, Gs0, Gs) :-
    (   functor(A, '$atts', _) ->
        (   '$defined'(M, verify_attributes, 3) -> M:verify_attributes(Var, V, New)
        ;   New = []
        ),
        '$qualified'(New, M, Gs0, Gs1)
    ;   Gs0 = [system:'$attr_hook'(M,A,V)|Gs1]
    ),
    '$verify'(As, Var, V, Gs1, Gs).

'$qualified'([], _, Gs, Gs).
'$qualified'([G|Gs0], M, [Q|Qs], Gs) :-
    (   nonvar(G), G = _:_ -> Q = G
    ;   Q = M:G
    ),
    '$qualified'(Gs0, M, Qs, Gs).

'$call_all'([]).
'$call_all'([G|Gs]) :- call(G), '$call_all'(Gs).

%! copy_term(?Term, -Copy, -Goals) is det.
%
%  Unifies `Copy` with a copy of `Term` without attributes, and `Goals` with a list of goals that
%  restore the attributes.
?- dif(X, a), copy_term(X, Y, Gs).
   Gs = [dif:dif(Y,a)], dif:dif(X,a).
copy_term(T, C, Gs) :-
    term_attvars(T, Vs),
    (   Vs == [] ->
        copy_term(T, C0),
        C = C0,
        Gs = []
    ;   '$collect'(T+Gs0, system:'$residual_goals'(Vs, Gs0), Rs, []),
        Rs = [C+Gs]
    ).

% The residual goals of attributed variables, whose attributes are removed.
'$residual_goals'(Vs, Gs) :-
    '$attvars_goals'(Vs, Gs),
    '$del_attrs'(Vs).

'$del_attrs'([]).
'$del_attrs'([V|Vs]) :- del_attrs(V), '$del_attrs'(Vs).

% Each goal once: several variables may report the same constraint.
'$attvars_goals'(Vs, Gs) :-
    '$attvars_goals'(Vs, Gs0, []),
    '$number'(Gs0, 0, GNs),
    sort(1, @<, GNs, GNs1),
    sort(2, @<, GNs1, GNs2),
    '$unnumber'(GNs2, Gs).

'$number'([], _, []).
'$number'([G|Gs], N, [G-N|GNs]) :- N1 is N+1, '$number'(Gs, N1, GNs).

'$unnumber'([], []).
'$unnumber'([G-_|GNs], [G|Gs]) :- '$unnumber'(GNs, Gs).

'$attvars_goals'([], Gs, Gs).
'$attvars_goals'([V|Vs], Gs0, Gs) :-
    (   get_attrs(V, As) ->
        '$att_pairs'(As, MAs0),
        keysort(MAs0, MAs),
        '$attributes_goals'(MAs, V, Gs0, Gs1)
    ;   Gs0 = Gs1
    ),
    '$attvars_goals'(Vs, Gs1, Gs).

'$att_pairs'([], []).
'$att_pairs'(att(M,A,As), [M-A|MAs]) :- '$att_pairs'(As, MAs).

'$attributes_goals'([], _, Gs, Gs).
'$attributes_goals'([M-A|MAs], V, Gs0, Gs) :-
    (   '$defined'(M, attribute_goals, 3),
        M:attribute_goals(V, New, []) -> '$qualified'(New, M, Gs0, Gs1)
    ;   functor(A, '$atts', _) -> Gs0 = Gs1
    ;   Gs0 = [put_attr(V,M,A)|Gs1]
    ),
    '$attributes_goals'(MAs, V, Gs1, Gs).

% Called before residual goals are collected: calls project_attributes/2 of each module that has an
% attribute on one of `AttVars`.
'$project_attributes'(QueryVars, AttVars) :-
    '$att_modules'(AttVars, Ms0),
    sort(Ms0, Ms),
    '$project_each'(Ms, QueryVars, AttVars).

'$att_modules'([], []).
'$att_modules'([V|Vs], Ms) :-
    (   get_attrs(V, As) -> '$chain_modules'(As, Ms, Ms1)
    ;   Ms = Ms1
    ),
    '$att_modules'(Vs, Ms1).

'$chain_modules'([], Ms, Ms).
'$chain_modules'(att(M,_,As), [M|Ms0], Ms) :- '$chain_modules'(As, Ms0, Ms).

'$project_each'([], _, _).
'$project_each'([M|Ms], Qs, As) :-
    (   '$defined'(M, project_attributes, 2), M:project_attributes(Qs, As) -> true
    ;   true
    ),
    '$project_each'(Ms, Qs, As).

%! call_residue_vars(:Goal, -Vars) is nondet.
%
%  Calls `Goal` and unifies `Vars` with the attributed variables that it created and left unbound.
?- call_residue_vars(( dif(f(X,Y), f(a,b)), X = c ), Vs).
   X = c, Vs = [].
?- call_residue_vars(dif(X, a), Vs).
   Vs = [X], dif:dif(X,a).
call_residue_vars(G, Vs) :-
    '$attvar_mark'(Mark),
    call(G),
    '$attvars_since'(Mark, Vs0),
    '$with_attributes'(Vs0, Vs1),
    Vs = Vs1.

% The variables that still have attributes after solved disequations have been removed.
'$with_attributes'([], []).
'$with_attributes'([V|Vs], Ws) :-
    (   get_attr(V, dif, _) -> dif:remove_solved(V)
    ;   true
    ),
    (   attvar(V) -> Ws = [V|Ws1]
    ;   Ws = Ws1
    ),
    '$with_attributes'(Vs, Ws1).

%! frozen(?Term, -Goals) is det.
%
%  Unifies `Goals` with the conjunction of the goals that are delayed on variables of `Term`.
?- freeze(X, true), frozen(X, G).
   G = freeze:freeze(X,user:true), freeze:freeze(X,user:true).
frozen(T, G) :-
    term_attvars(T, Vs),
    '$attvars_goals'(Vs, Gs),
    '$conjunction'(Gs, G0),
    G = G0.

'$conjunction'([], true).
'$conjunction'([G|Gs], C) :- '$conjunction'(Gs, G, C).

'$conjunction'([], G, G).
'$conjunction'([G|Gs], G0, (G0,C)) :- '$conjunction'(Gs, G, C).
