% Built-in predicates of SWI-Prolog on clauses, declarations, terms and the terminal.

:- module(swi_system, [
    clause_property/2, (dynamic)/2, (thread_local)/1, (volatile)/1, (public)/1, (module_transparent)/1, nb_linkarg/3,
    tty_size/2, prolog_current_choice/1, prolog_cut_to/1, atom_prefix/2, blob/2, expand_goal/4, expand_term/4, dcg_translate_rule/4,
    dwim_match/3, dwim_predicate/2, read_clause/3, trim_heap/0, set_prolog_gc_thread/1, thread_idle/2, collation_key/2,
    var_number/2, expand_file_search_path/2, current_arithmetic_function/1,
    ansi_hyperlink/2, ansi_hyperlink/3, expand_phrase/2, expand_phrase/4, compile_aux_clauses/1,
    '$set_source_module'/1, '$set_source_module'/2, '$current_source_module'/1, '$current_typein_module'/1,
    '$strip_module'/3, '$flushed_predicate'/1, residual_goals/1, compile_predicates/1,
    '$factorize_term'/3, '$tbl_local_variant_table'/1
]).

:- meta_predicate '$strip_module'(:,-,-), '$flushed_predicate'(:), residual_goals(:), compile_predicates(:).

:- meta_predicate dynamic(:,+), thread_local(:), volatile(:), public(:), module_transparent(:).
:- meta_predicate thread_idle(0,?), dwim_predicate(:,?), compile_aux_clauses(:).

%! clause_property(+Reference, ?Property) is nondet.
%
%  True if the clause of a reference has `Property`: `file(F)`, `source(F)` and `line_count(L)` for the place in the
%  text from which it was loaded; `fact`; `predicate(Indicator)`; `module(M)`; or `erased`, then alone. Throws a type
%  error if `Reference` is not the reference of a clause.
?- assertz(cp(1), R), findall(P, clause_property(R, P), Ps).
   R = ..., Ps = [fact,predicate(user:cp/1),module(user)].
?- assertz((cp(2) :- true, cp(1)), R), clause_property(R, fact).
   false.
?- assertz(cp(3), R), erase(R), clause_property(R, P).
   R = ..., P = erased.
?- clause_property(r, P).
   error(type_error(db_reference,r),clause_property/2).
?- clause_property(_, _).
   error(instantiation_error,clause_property/2).
clause_property(R, P) :-
    (   var(R) -> instantiation_error(clause_property/2)
    ;   R = '$clause'(_,_,_,_) -> true
    ;   type_error(db_reference, R, clause_property/2)
    ),
    (   '$clause_home'(R, M), '$clause'(R, H, B) -> property(P, R, M, H, B)
    ;   P = erased
    ).

property(P, R, M, H, _) :-
    ( var(P) -> true ; memberchk(P, [file(_),source(_),line_count(_)]) ),
    '$goal_position'(M, H, R, [], F0, L, _),
    absolute_file_name(F0, F),
    (   P = line_count(L)
    ;   P = file(F)
    ;   P = source(F)
    ).
property(fact, _, _, _, true).
property(predicate(M:N/A), _, M, H, _) :- functor(H, N, A).
property(module(M), _, M, _, _).

%! dynamic(:Indicators, +Options) is det.
%
%  As dynamic/1, for a list of predicate indicators. The options have no effect.
?- dynamic([dyn/1], [incremental(true)]), predicate_property(dyn(_), dynamic).
   true.
?- dynamic(dyn/1, []).
   error(type_error(list,dyn/1),(dynamic)/2).
dynamic(MPIs, Os) :-
    strip_module(MPIs, M, PIs),
    list_argument(PIs, (dynamic)/2),
    list_argument(Os, (dynamic)/2),
    dynamic(M:PIs).

list_argument(T, PI) :-
    (   is_list(T) -> true
    ;   '$skip_list'(T, _, Tail), var(Tail) -> instantiation_error(PI)
    ;   type_error(list, T, PI)
    ).

%! thread_local(:Specs) is det.
%
%  As dynamic/1: a thread has clauses of its own for all dynamic predicates. Only the directive keeps the present
%  clauses from new threads.
?- thread_local(tl/1), predicate_property(tl(_), dynamic).
   true.
thread_local(Specs) :- dynamic(Specs).

%! volatile(:Specs) is det.
%
%  Declares that predicates are not part of a saved program, of which there are none: it has no effect.
?- volatile([a/1,b/1]).
   true.
?- volatile(a).
   error(type_error(predicate_indicator,a),(volatile)/1).
volatile(Specs) :- indicators(Specs, (volatile)/1).

%! public(:Specs) is det.
%
%  Has no effect.
?- public(a/1).
   true.
public(Specs) :- indicators(Specs, (public)/1).

%! module_transparent(:Specs) is det.
%
%  Makes predicates `Name/Arity` without clauses transparent to modules: in the clauses that are loaded for them, goals
%  in arguments of meta-predicates, goals that are variables, and what context_module/1 and strip_module/3 say, belong
%  to the module that calls the predicate. A file declares them with a directive before their clauses. Has no effect on
%  other predicates; new programs use meta_predicate/1.
?- module_transparent((a/1,b/1)), predicate_property(a(_), transparent).
   true.
module_transparent(Specs) :-
    indicators(Specs, (module_transparent)/1),
    strip_module(Specs, M, S),
    transparent(S, M).

transparent([], _) :- !.
transparent([S|Ss], M) :- !, transparent(S, M), transparent(Ss, M).
transparent((A,B), M) :- !, transparent(A, M), transparent(B, M).
transparent(M:S, _) :- !, transparent(S, M).
transparent(S, M) :-
    (   S = N/A -> true
    ;   S = N//A0, A is A0+2
    ),
    ( '$declare'(module_transparent, M, N, A) -> true ; true ).

indicators(S, PI) :- var(S), !, instantiation_error(PI).
indicators(M:S, PI) :- atom(M), !, indicators(S, PI).
indicators((A,B), PI) :- !, indicators(A, PI), indicators(B, PI).
indicators([], _) :- !.
indicators([S|Ss], PI) :- !, indicators(S, PI), indicators(Ss, PI).
indicators(S, PI) :-
    (   ( S = N/A ; S = N//A ), atom(N), integer(A) -> true
    ;   type_error(predicate_indicator, S, PI)
    ).

%! nb_linkarg(+N, +Term, +Value) is det.
%
%  As nb_setarg/3: the value is copied.
?- T = f(a), nb_linkarg(1, T, g(b)).
   T = f(g(b)).
nb_linkarg(N, T, V) :- nb_setarg(N, T, V).

%! tty_size(-Rows, -Columns) is det.
%
%  Unifies `Rows` and `Columns` with the size of the terminal. Throws a system error if the output is not a terminal,
%  or its size is not known: it is that of the environment variables `LINES` and `COLUMNS`, or what the command `stty`
%  says.
?- catch(( tty_size(R, C), R > 0, C > 0 ), error(E, _), true), ( var(E) -> true ; E = system_error(_) ).
   ... .
tty_size(Rows, Columns) :-
    (   stream_property(S, alias(user_output)),
        stream_property(S, tty(true)),
        terminal_size(R, C) ->
        Rows = R, Columns = C
    ;   throw(error(system_error('the output is not a terminal of known size'), tty_size/2))
    ).

terminal_size(R, C) :- variable('LINES', R), variable('COLUMNS', C), !.
terminal_size(R, C) :-
    catch(stty(Text), error(_,_), fail),
    split_string(Text, " \n", " \n", [Rs,Cs|_]),
    number_string(R, Rs),
    number_string(C, Cs),
    R > 0,
    C > 0.

variable(Name, N) :-
    getenv(Name, V),
    catch(atom_number(V, N), error(_,_), fail),
    integer(N),
    N > 0.

stty(Text) :-
    setup_call_cleanup(
        process_create(path(sh), ['-c','stty size </dev/tty'], [stdout(pipe(S)),stderr(null)]),
        read_string(S, _, Text),
        close(S)).

%! prolog_current_choice(-Choice) is det.
%
%  Unifies `Choice` with a number for the newest choice point.
?- prolog_current_choice(C), integer(C).
   C = ... .
prolog_current_choice(C) :- '$choice_point'(C).

%! prolog_cut_to(+Choice) is det.
%
%  Removes all choice points that are newer than the one with the number `Choice`, which prolog_current_choice/1 gave: the cut of
%  a meta-interpreter. Throws an existence error if that one has been removed.
?- findall(X, ( prolog_current_choice(C), member(X, [1,2,3]), X >= 2, prolog_cut_to(C) ), Xs).
   Xs = [2].
?- prolog_cut_to(c).
   error(type_error(integer,c),prolog_cut_to/1).
?- prolog_cut_to(-8).
   error(existence_error(choice,-8),prolog_cut_to/1).
prolog_cut_to(C) :-
    (   var(C) -> instantiation_error(prolog_cut_to/1)
    ;   \+ integer(C) -> type_error(integer, C, prolog_cut_to/1)
    ;   '$is_choice_point'(C) -> '$cut'(C)
    ;   existence_error(choice, C, prolog_cut_to/1)
    ).

%! atom_prefix(+Atom, +Prefix) is semidet.
%
%  True if the text of `Atom` begins with that of `Prefix`.
?- atom_prefix(hello, he).
   true.
atom_prefix(A, P) :-
    atomic_list_concat([A], A1),
    atomic_list_concat([P], P1),
    sub_atom(A1, 0, _, _, P1), !.

%! blob(@Term, ?Type) is semidet.
%
%  True if `Term` is an atom, of the type `text`, or the handle of a `stream` or `clause`.
?- blob(a, T).
   T = text.
?- blob(1, T).
   false.
blob(T, Type) :-
    (   atom(T) -> Type = text
    ;   nonvar(T), T = '$stream'(_) -> Type = stream
    ;   nonvar(T), T = '$clause'(_,_,_,_) -> Type = clause
    ).

%! expand_goal(+Goal0, ?Position0, -Goal, -Position) is det.
%
%  As expand_goal/2. `Position` is unified with `Position0`.
?- expand_goal(true, p, G, P).
   G = true, P = p.
expand_goal(G0, P, G, P) :- expand_goal(G0, G).

%! expand_term(+Term0, ?Position0, -Term, -Position) is det.
%
%  As expand_term/2. `Position` is unified with `Position0`.
?- expand_term((a --> b), p, T, P).
   T = (a(A,B):-b(A,B)), P = p.
expand_term(T0, P, T, P) :- expand_term(T0, T).

%! dcg_translate_rule(+Rule, ?Position0, -Clause, -Position) is det.
%
%  As dcg_translate_rule/2. `Position` is unified with `Position0`.
?- dcg_translate_rule((a --> b), p, T, P).
   T = (a(A,B):-b(A,B)), P = p.
dcg_translate_rule(R, P, C, P) :- dcg_translate_rule(R, C).

%! dwim_match(+Atom1, +Atom2, -Difference) is semidet.
%
%  As dwim_match/2. `Difference` is left unbound.
?- dwim_match(existss, exists, D).
   true.
dwim_match(A, B, _) :- dwim_match(A, B).

%! dwim_predicate(:Head, -Similar) is nondet.
%
%  True if `Similar` is a head of a predicate of the module whose name is nearly that of `Head`.
?- assertz(similar_name(1)), dwim_predicate(similarname(_), H).
   H = similar_name(_)
;  false.
dwim_predicate(MHead, Similar) :-
    strip_module(MHead, M, Head),
    must_be(callable, Head),
    functor(Head, N, _),
    current_predicate(M:N1/A),
    dwim_match(N, N1),
    functor(Similar, N1, A).

%! read_clause(+Stream, -Term, +Options) is det.
%
%  As read_term/3; `process_comment(Boolean)` has no effect, nor has `syntax_errors(_)`: errors are thrown.
?- open_string("a :- b.", S), read_clause(S, T, [variable_names(Vs)]), close(S).
   S = ..., T = (a:-b), Vs = [].
read_clause(S, T, Os0) :-
    must_be(list, Os0),
    read_options(Os0, Os),
    read_term(S, T, Os).

read_options([], []).
read_options([O|Os0], Os) :-
    (   nonvar(O), ( O = process_comment(_) ; O = syntax_errors(_) ) -> Os = Os1
    ;   Os = [O|Os1]
    ),
    read_options(Os0, Os1).

%! trim_heap is det.
%
%  Has no effect.
?- trim_heap.
   true.
trim_heap.

%! set_prolog_gc_thread(+Status) is det.
%
%  Has no effect: there is no thread for the collection of atoms and clauses. `Status` is `true`, `false` or `stop`.
?- set_prolog_gc_thread(false).
   true.
set_prolog_gc_thread(Status) :- must_be(oneof([false,true,stop]), Status).

%! thread_idle(:Goal, +Duration) is semidet.
%
%  Calls `once(Goal)`. `Duration` is `short` or `long`.
?- thread_idle(X = 1, short).
   X = 1.
thread_idle(G, Duration) :-
    must_be(oneof([short,long]), Duration),
    once(G).

%! collation_key(+Atom, -Key) is det.
%
%  Unifies `Key` with a term whose place in the standard order is that of `Atom`: the atom itself.
?- collation_key(a, K).
   K = a.
collation_key(A, K) :-
    must_be(atom, A),
    K = A.

%! var_number(@Term, -Number) is semidet.
%
%  True if `Term` is `'$VAR'(Number)`, and `Number` is known.
?- var_number('$VAR'(3), N).
   N = 3.
?- var_number(_, N).
   false.
?- var_number('$VAR'(_), N).
   false.
var_number(T, N) :-
    nonvar(T),
    T = '$VAR'(N0),
    nonvar(N0),
    N = N0.

%! expand_file_search_path(+Path, -File) is nondet.
%
%  Replaces aliases by the directories that `user:file_search_path/2` gives for them: `File` is an atom.
?- expand_file_search_path(a/b, F).
   F = 'a/b'.
?- assertz(user:file_search_path(my_place, '/opt')), expand_file_search_path(my_place(x), F).
   F = '/opt/x'.
expand_file_search_path(Path, File) :-
    (   var(Path) -> instantiation_error(expand_file_search_path/2)
    ;   alias(Path, Alias, Rest) ->
        catch(user:file_search_path(Alias, Place), error(existence_error(_,_),_), fail),
        expand_file_search_path(Place, Directory),
        segments(Rest, A),
        atomic_list_concat([Directory,/,A], File)
    ;   segments(Path, File)
    ).

alias(Path, Alias, Rest) :-
    compound(Path),
    functor(Path, Alias, 1),
    arg(1, Path, Rest).

segments(P, A) :-
    (   nonvar(P), P = Q/R -> segments(Q, B), segments(R, C), atomic_list_concat([B,/,C], A)
    ;   atomic_list_concat([P], A)
    ).

%! current_arithmetic_function(?Head) is nondet.
%
%  True if `Head` is a head of an evaluable.
?- current_arithmetic_function(sin(_)).
   true.
?- current_arithmetic_function(no_such_function(_)).
   false.
?- findall(H, current_arithmetic_function(H), Hs), memberchk(gcd(_,_), Hs), memberchk(pi, Hs), length(Hs, N), N > 50.
   ... .
current_arithmetic_function(Head) :- var(Head), !,
    '$evaluables'(Indicators),
    member(N/A, Indicators),
    functor(Head, N, A).
current_arithmetic_function(Head) :-
    must_be(callable, Head),
    functor(Head, N, A),
    '$evaluable'(N, A, _, _).

%! ansi_hyperlink(+Stream, +Place) is det.
%
%  Writes the address or `File:Line` of a link, without making it one.
?- current_output(S), ansi_hyperlink(S, 'http://a.org').
   S = ..., outputs("http://a.org").
ansi_hyperlink(S, Place) :- format(S, "~w", [Place]).

%! ansi_hyperlink(+Stream, +Place, +Label) is det.
%
%  Writes `Label`, without making it a link.
?- current_output(S), ansi_hyperlink(S, 'http://a.org', here).
   S = ..., outputs("here").
ansi_hyperlink(S, _, Label) :- format(S, "~w", [Label]).

%! expand_phrase(+Goal, -Expanded) is semidet.
%
%  Unifies `Expanded` with the goal that `phrase(Body, List)` or `phrase(Body, List, Rest)` calls. False if `Body` is
%  not known.
?- expand_phrase(phrase(a, L, R), G).
   G = a(L,R).
expand_phrase(G0, G) :-
    strip_module(G0, _, P),
    nonvar(P),
    (   P = phrase(Body, S0, S) -> true
    ;   P = phrase(Body, S0), S = []
    ),
    callable(Body),
    dcg_body(Body, S0, S, G).

%! expand_phrase(+Goal, ?Position0, -Expanded, -Position) is semidet.
%
%  As expand_phrase/2. `Position` is unified with `Position0`.
?- expand_phrase(phrase(a, L), p, G, P).
   G = a(L,[]), P = p.
expand_phrase(G0, P, G, P) :- expand_phrase(G0, G).

%! compile_aux_clauses(:Clauses) is det.
%
%  Adds static clauses to the module of the text that is being loaded: for a goal_expansion/2 that replaces a goal by
%  a predicate of its own.
?- compile_aux_clauses([aux_of_doc(1),(aux_of_doc(X) :- X = 2)]), findall(X, aux_of_doc(X), Xs).
   Xs = [1,2].
compile_aux_clauses(MCs) :-
    strip_module(MCs, M0, Cs0),
    (   prolog_load_context(module, M) -> true
    ;   M = M0
    ),
    ( is_list(Cs0) -> Cs = Cs0 ; Cs = [Cs0] ),
    each_added(Cs, M).

each_added([], _).
each_added([C|Cs], M) :-
    strip_module(M:C, M1, C1),
    '$add_clause'(M1, C1),
    each_added(Cs, M).

%% Predicates that are meant for libraries of SWI-Prolog

%! '$current_source_module'(-Module) is det.
%
%  Unifies `Module` with the module of the text that is being loaded, or with `user`.
?- '$current_source_module'(M).
   M = user.
'$current_source_module'(M) :-
    (   prolog_load_context(module, M0) -> M = M0
    ;   M = user
    ).

%! '$set_source_module'(+Module) is det.
%
%  Adds later clauses of the text that is being loaded to `Module`.
?- '$set_source_module'(user).
   true.
'$set_source_module'(M) :- '$set_source_module'(_, M).

%! '$set_source_module'(-Old, +New) is det.
%
%  As '$set_source_module'/1; unifies `Old` with the module until now. Has no effect if `New` is that module.
?- '$set_source_module'(M, M).
   M = user.
'$set_source_module'(Old, New) :-
    '$current_source_module'(Old),
    must_be(atom, New),
    (   New == Old -> true
    ;   \+ prolog_load_context(module, _) -> true
    ;   '$enter_module'(New, user)
    ).

%! '$current_typein_module'(-Module) is det.
%
%  Unifies `Module` with `user`, in which queries are called.
?- '$current_typein_module'(M).
   M = user.
'$current_typein_module'(user).

%! '$strip_module'(:Term, -Module, -Plain) is det.
%
%  As strip_module/3.
?- '$strip_module'(a:b, M, P).
   M = a, P = b.
'$strip_module'(T, M, P) :- strip_module(T, M, P).

%! '$flushed_predicate'(:Head) is semidet.
%
%  True if the predicate of `Head` is defined.
?- '$flushed_predicate'(lists:append(_,_,_)).
   true.
?- '$flushed_predicate'(no_such_predicate(_)).
   false.
'$flushed_predicate'(MHead) :-
    strip_module(MHead, M, Head),
    callable(Head),
    functor(Head, N, A),
    '$defined'(M, N, A).

%! residual_goals(:NonTerminal) is det.
%
%  Has no effect: the top level shows the residual goals that attribute_goals//1 describes.
?- residual_goals(delays).
   true.
residual_goals(NonTerminal) :- strip_module(NonTerminal, _, N), must_be(callable, N).

%! compile_predicates(:Indicators) is det.
%
%  Has no effect: dynamic predicates are compiled as all others.
?- compile_predicates([p/1]).
   true.
compile_predicates(Specs) :- indicators(Specs, compile_predicates/1).

%! '$factorize_term'(+Term, -Skeleton, -Substitution) is det.
%
%  Replaces compound subterms that occur more than once, and cycles, by variables. `Substitution` is the list of
%  `Variable=Subterm`.
?- '$factorize_term'(f(g(a),g(a)), T, S).
   T = f(A,A), S = [A=g(a)].
'$factorize_term'(T, Skeleton, Substitution) :- term_factorized(T, Skeleton, Substitution).

%! '$tbl_local_variant_table'(-Trie) is det.
%
%  Unifies `Trie` with a new trie, whose keys are the tabled goals with complete tables, as `Module:Goal`.
?- abolish_all_tables, '$tbl_local_variant_table'(T), trie_gen(T, K, V).
   false.
'$tbl_local_variant_table'(Trie) :-
    trie_new(Trie),
    '$tables'(Tables),
    forall(( member(Table, Tables), '$table_variant'(Table, Goal) ), trie_insert(Trie, Goal, Table)).
