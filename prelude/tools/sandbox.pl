% Goals that have no effect outside their module, with the predicates of SWI-Prolog's library(sandbox): a goal is safe if the
% goals that it may call are, which is proven by a walk through its clauses. What a machine may do at all is the
% host's choice: see the access of a machine.
%
% The clauses of static predicates can be looked at if they were loaded while the flag `protect_static_code` was `false`, as it is in the
% top level; otherwise a goal that calls them is not accepted.
%
% A program declares predicates as safe by clauses of `sandbox:safe_primitive(Goal)`, a multifile predicate.

:- module(sandbox, [safe_goal/1, safe_call/1]).

:- meta_predicate safe_goal(:), safe_call(0).

:- multifile(safe_primitive/1).
:- dynamic(safe_primitive/1).

%! safe_call(:Goal) is nondet.
%
%  Calls a goal that safe_goal/1 accepts.
?- safe_call(append([1], [2], L)).
   L = [1,2].
?- safe_call(open(f, write, _)).
   error(permission_error(call,sandboxed,open(f,write,_A)),safe_goal/1).
safe_call(Goal) :-
    safe_goal(Goal),
    call(Goal).

%! safe_goal(:Goal) is det.
%
%  True if the goal is safe. Throws a permission error `permission_error(call,sandboxed,G)` for a goal `G` that is not and that it may call;
%  an instantiation error if a goal is a variable that the program binds when it runs; an existence error for a
%  predicate that does not exist.
?- safe_goal(( member(X, [1,2]), X > 1, findall(Y, Y = X, _) )).
   true.
?- safe_goal(( true ; shell(ls) )).
   error(permission_error(call,sandboxed,shell(ls)),safe_goal/1).
?- safe_goal(maplist(open(f), [read], _)).
   error(permission_error(call,sandboxed,open(f,_A,_B)),safe_goal/1).
?- safe_goal(call(_)).
   error(instantiation_error,safe_goal/1).
?- safe_goal(lists:append([], [], _)).
   true.
?- assertz((sandbox_calls(G) :- phrase({G}, _))), safe_goal(sandbox_calls(true)).
   true.
?- assertz((sandbox_runs(G) :- phrase({G}, _))), safe_goal(sandbox_runs(open(f,read,_))).
   error(permission_error(call,sandboxed,open(f,read,_A)),safe_goal/1).
?- assertz((sandbox_loops(G) :- sandbox_loops((G,true)), call(G))), safe_goal(sandbox_loops(true)).
   error(instantiation_error,safe_goal/1).
?- safe_goal(( time(true), set_prolog_flag(double_quotes, codes), predicate_property(append(_,_,_), _) )).
   true.
?- safe_goal(set_prolog_flag(unknown, fail)).
   error(permission_error(call,sandboxed,set_prolog_flag(unknown,fail)),safe_goal/1).
?- safe_goal(format("~@", [halt])).
   error(permission_error(call,sandboxed,format("~@",[halt])),safe_goal/1).
safe_goal(Goal0) :-
    strip_module(Goal0, M, Goal),
    ( var(Goal) -> instantiation_error(safe_goal/1) ; true ),
    safe(Goal, M, [], _).

% safe(+Goal, +Module, +Seen0, -Seen): `Seen` are the predicates whose clauses were looked at.
safe(G, _, _, _) :- var(G), !, instantiation_error(safe_goal/1).
safe(M:G, M0, Seen0, Seen) :- !,
    ( ( var(M) ; var(G) ) -> instantiation_error(safe_goal/1) ; true ),
    (   M == M0 -> safe(G, M0, Seen0, Seen)
    ;   pure_library(M), callable(G) -> safe(G, M, Seen0, Seen)
    ;   unsafe(M:G)
    ).
safe(G, _, _, _) :- \+ callable(G), !, type_error(callable, G, safe_goal/1).
safe(G, _, Seen, Seen) :- \+ \+ safe_primitive(G), !.
safe(G, M, Seen0, Seen) :-
    own(G, M, H), !,
    functor(H, N, A),
    (   memberchk(M:N/A, Seen0) -> Seen = Seen0
    ;   \+ memberchk(depends(M:N/A), Seen0),
        catch(safe_clauses(H, G, M, [M:N/A|Seen0], Seen), error(instantiation_error,_), fail) -> true
    ;   safe_instance(G, M, M:N/A, Seen0, Seen)
    ).
safe(G, M, Seen0, Seen) :-
    meta(G, Goals), !,
    safe_goals(Goals, M, Seen0, Seen).
safe(G, M, Seen0, Seen) :- checked(G, Bodies), !, safe_goals(Bodies, M, Seen0, Seen).
safe(G, _, Seen, Seen) :-
    functor(G, N, A),
    safe_builtin(N, A), !.
safe(G, M, Seen, Seen) :-
    functor(G, N, A),
    functor(H, N, A),
    (   defined_in(M, H, D) -> ( pure_library(D) -> true ; unsafe(G) )
    ;   existence_error(procedure, N/A, safe_goal/1)
    ).

% A predicate that calls its arguments: its clauses are looked at for this goal. A goal that is like an earlier one has been
% looked at; there may be goals without end.
safe_instance(G, M, PI, Seen0, Seen) :-
    (   memberchk(depends(PI), Seen0) -> Seen1 = Seen0
    ;   Seen1 = [depends(PI)|Seen0]
    ),
    (   member(instance(G1), Seen1), G1 =@= M:G -> Seen = Seen1
    ;   length(Seen1, N), N > 100 -> instantiation_error(safe_goal/1)
    ;   copy_term(G, G1),
        safe_clauses(G1, G, M, [instance(M:G1)|Seen1], Seen)
    ).

% True if the module has clauses of its own for a goal, which may have the name of a predicate of a library.
own(G, M, H) :-
    \+ pure_library(M),
    functor(G, N, A),
    functor(H, N, A),
    \+ predicate_property(M:H, imported_from(_)),
    \+ predicate_property(M:H, built_in),
    predicate_property(M:H, number_of_clauses(_)).

defined_in(M, H, D) :-
    (   pure_library(M) -> D = M
    ;   predicate_property(M:H, imported_from(D0)) -> D = D0
    ;   predicate_property(M:H, built_in) -> D = system
    ;   predicate_property(M:H, dynamic) -> D = lists   % It has no clauses.
    ;   pure_library(L), catch(predicate_property(L:H, exported), error(_,_), fail) -> D = L
    ;   predicate_property(M:H, defined) -> D = system
    ).

safe_clauses(H, G, M, Seen0, Seen) :-
    catch(findall(B, clause(M:H, B), Bs), error(_,_), unsafe(G)),
    safe_goals(Bs, M, Seen0, Seen).

safe_goals([], _, Seen, Seen).
safe_goals([G|Gs], M, Seen0, Seen) :-
    safe(G, M, Seen0, Seen1),
    safe_goals(Gs, M, Seen1, Seen).

unsafe(G) :- permission_error(call, sandboxed, G, safe_goal/1).

% Libraries whose predicates have no effects and call no goals but those of their arguments, which meta/2 lists.
pure_library(lists).
pure_library(apply).
pure_library(pairs).
pure_library(ordsets).
pure_library(assoc).
pure_library(ugraphs).
pure_library(rbtrees).
pure_library(heaps).
pure_library(option).
pure_library(between).
pure_library(dcg_basics).
pure_library(strings).
pure_library(aggregate).
pure_library(random).
pure_library(gensym).
pure_library(varnumbers).
pure_library(clpz).
pure_library(clpfd).
pure_library(solution_sequences).
pure_library(dif).
pure_library(freeze).
pure_library(when).
pure_library(reif).
pure_library(error).

% The goals that a goal calls.
meta((A,B), [A,B]).
meta((A;B), [A,B]).
meta((A->B), [A,B]).
meta((A*->B), [A,B]).
meta(\+A, [A]).
meta(not(A), [A]).
meta(once(A), [A]).
meta(ignore(A), [A]).
meta(forall(A,B), [A,B]).
meta(findall(_,A,_), [A]).
meta(findall(_,A,_,_), [A]).
meta(findnsols(_,_,A,_), [A]).
meta(bagof(_,A0,_), [A]) :- body(A0, A).
meta(setof(_,A0,_), [A]) :- body(A0, A).
meta(aggregate_all(_,A0,_), [A]) :- body(A0, A).
meta(aggregate_all(_,_,A0,_), [A]) :- body(A0, A).
meta(catch(A,_,B), [A,B]).
meta(call_cleanup(A,B), [A,B]).
meta(setup_call_cleanup(A,B,C), [A,B,C]).
meta(call_with_depth_limit(A,_,_), [A]).
meta(call_with_inference_limit(A,_,_), [A]).
meta(call_with_time_limit(_,A), [A]).
meta(with_output_to(_,A), [A]).
meta(freeze(_,A), [A]).
meta(when(_,A), [A]).
meta(limit(_,A), [A]).
meta(offset(_,A), [A]).
meta(order_by(_,A), [A]).
meta(distinct(A), [A]).
meta(distinct(_,A), [A]).
meta(call_nth(A,_), [A]).
meta(phrase(B,L), Gs) :- meta(phrase(B,L,[]), Gs).
meta(time(A), [A]).
meta(phrase(B,_,_), Gs) :- ( string(B) ; B == [] ), !, Gs = [].
meta(phrase(B,_,_), [G]) :- ( var(B) -> G = B ; dcg_translate_rule(( x --> B ), ( _ :- G )) ).
meta(G, [A]) :- G =.. [call,A0|As], !, added(A0, As, A).
meta(G, [A]) :- G =.. [maplist,A0|Ls], Ls = [_|_], !, fresh(Ls, As), added(A0, As, A).
meta(G, [A]) :- G =.. [foldl,A0|Ls], Ls = [_,_,_|_], !, Ls = [_|Rest], fresh(Rest, As), added(A0, [_|As], A).
meta(G, [A]) :- G =.. [>>,_,A|_], !.
meta(include(A0,_,_), [A]) :- added(A0, [_], A).
meta(exclude(A0,_,_), [A]) :- added(A0, [_], A).
meta(partition(A0,_,_,_), [A]) :- added(A0, [_], A).
meta(partition(A0,_,_,_,_,_), [A]) :- added(A0, [_,_], A).
meta(predsort(A0,_,_), [A]) :- added(A0, [_,_,_], A).
meta(aggregate(_,A0,_), [A]) :- body(A0, A).
meta(convlist(A0,_,_), [A]) :- added(A0, [_,_], A).

body(A0, A) :- ( nonvar(A0), A0 = _^A1 -> body(A1, A) ; A = A0 ).

fresh([], []).
fresh([_|Xs], [_|Ys]) :- fresh(Xs, Ys).

added(A0, As, A) :-
    (   var(A0) -> A = A0
    ;   A0 = M:A1 -> A = M:A2, added(A1, As, A2)
    ;   callable(A0) -> A0 =.. L0, append(L0, As, L), A =.. L
    ;   A = A0
    ).

% Predicates that are safe for some arguments; the goals of clauses that they add.
checked(G, Bodies) :- format_of(G, F), !,
    ( ground(F), format(chars(Cs), "~w", [F]), \+ append(_, [~,@|_], Cs), \+ ( F = [_|_], append(_, [~,@|_], F) ) -> Bodies = [] ; unsafe(G) ).
checked(G, Bodies) :- added_clause(G, C), !,
    ( var(C) -> instantiation_error(safe_goal/1) ; true ),
    ( C = (H:-B) -> Bodies = [B] ; H = C, Bodies = [] ),
    ( var(H) -> instantiation_error(safe_goal/1) ; H = _:_ -> unsafe(G) ; true ),
    functor(H, N, A),
    ( ( safe_builtin(N, A) ; meta(H, _) ) -> unsafe(G) ; true ).
checked(set_prolog_flag(F,_), []) :-
    nonvar(F),
    memberchk(F, [double_quotes,occurs_check,generate_debug_info,optimise,write_attributes,answer_write_options,print_write_options]), !.
checked(predicate_property(H,_), []) :- nonvar(H), H \= _:_, !.
checked(G, []) :- removed_clause(G, C), !,
    ( var(C) -> instantiation_error(safe_goal/1) ; C = _:_ -> unsafe(G) ; true ).

format_of(format(F), F).
format_of(format(F,_), F).
format_of(format(Out,F,_), F) :- nonvar(Out), ( functor(Out, S, 1), memberchk(S, [atom,string,chars,codes]) ; memberchk(Out, [user_output,user_error]) ).

added_clause(assert(C), C).
added_clause(asserta(C), C).
added_clause(assertz(C), C).

removed_clause(retract(C), C).
removed_clause(retractall(C), C).
removed_clause(abolish(C), C).

safe_builtin(N, A) :- builtins(A, Ns), memberchk(N, Ns), !.

builtins(0, [true,fail,false,!,nl,repeat]).
builtins(1, [var,nonvar,atom,number,integer,float,rational,atomic,compound,callable,is_list,ground,cyclic_term,acyclic_term,string,
             throw,write,print,writeln,writeq,write_canonical,nl,put_char,tab,is_assoc,flush_output,tnot,
             blob,is_stream]).
builtins(2, [=,\=,==,\==,@<,@>,@=<,@>=,is,=:=,=\=,<,>,=<,>=,=..,copy_term,atom_codes,atom_chars,char_code,atom_length,
             number_codes,number_chars,atom_number,atom_string,upcase_atom,downcase_atom,string_chars,string_codes,string_to_atom,string_length,
             number_string,string_upper,string_lower,string_code,term_to_atom,term_string,sort,msort,keysort,length,succ,
             term_variables,subsumes_term,unify_with_occurs_check,?=,=@=,\=@=,dif,
             text_to_string,atomic_list_concat,must_be,char_type,code_type,
             term_hash,frozen,copy_term_nat,write_term,list_to_set,sumlist]).
builtins(3, [arg,functor,compare,atom_concat,string_concat,copy_term,plus,between,nth0,nth1,term_variables,numbervars,
             atomic_list_concat,string_code,setarg,nb_setarg,term_to_atom,compound_name_arguments,must_be,compound_name_arity,char_type,sumlist,tab,subsumes_chk,unifiable,text_concat]).
builtins(4, [sort,split_string,sumlist]).
builtins(5, [sub_atom,sub_string]).
