% Constraint Handling Rules: constraints that a program defines by rules.
%
% Rules are collected while a text is loaded, and compiled at its end: library chr_rules reads them, chr_plan
% analyses them, chr_clauses makes their clauses, and chr_store is what these clauses call.

:- module(chr, [
    op(1180,xfx,==>), op(1180,xfx,<=>), op(1150,fx,constraints), op(1150,fx,chr_constraint), op(1150,fx,chr_type),
    op(1150,fx,handler), op(1150,fx,rules), op(1100,xfx,\), op(1200,xfx,@), op(1190,xfx,pragma), op(500,yfx,#),
    op(1130,xfx,--->), op(500,fx,?),
    (chr_constraint)/1, (constraints)/1, (chr_type)/1, (handler)/1, (rules)/1, chr_option/2,
    find_chr_constraint/1, current_chr_constraint/1, current_chr_constraint/2, chr_show_store/1,
    chr_trace/0, chr_notrace/0, chr_leash/1
]).

:- use_module(library(chr_rules)).
:- use_module(library(chr_clauses)).
:- use_module(library(chr_store)).

:- meta_predicate chr_constraint(:), constraints(:), current_chr_constraint(:,?).

% loading(Source, Key, Module): a text that is being loaded and has declared constraints.
:- dynamic(loading/3).
% program(Key, Module, Source): a program that was compiled.
:- dynamic(program/3).
% declared(Key, Name/Arity, Modes) and rule(Key, Number, Rule), until the end of the text.
:- dynamic(declared/3).
:- dynamic(rule/3).

%! chr_constraint(:Specs) is det.
%
%  Declares the constraints `Specs`, one or several joined by commas. Used as a directive. A constraint is
%  declared as `Name/Arity`, or as `Name(Mode, ...)` where a mode is `+`, `+Type`, `?`, `?Type`, `-` or
%  `-Type`: with `+`, the argument is ground in each call, and the constraints of a join are found by it in a
%  table. Types are not checked.
%
%  The rules of the text are those below the declaration:
%
%  - `Name @ Head1, ... <=> Guard | Body` replaces constraints that match the heads by `Body`;
%  - `Name @ Head1, ... ==> Guard | Body` adds `Body`, once for the same constraints;
%  - `Name @ Kept1, ... \\ Removed1, ... <=> Guard | Body` keeps some of them.
%
%  `Name @` and `Guard |` may be absent. A head is matched without binding variables of constraints, and a guard that
%  binds one is false. A head `C # passive`, or `C # Id` with `pragma passive(Id)` behind the rule, is only a partner of other
%  heads: it does not start the rule. Rules are tried by the refined operational semantics: an active constraint tries its
%  heads in the order of the rules, in a rule those that are removed first; partners are tried from the newest on.
%
%  Throws an existence error for the head of a rule that is not declared.
?- chr:chr_constraint(leq(+any,-any)).
   error(permission_error(declare,chr_constraint,leq(+any,-any)),(chr_constraint)/1).
?- chr:chr_constraint(leq(1)).
   error(type_error(chr_mode,1),(chr_constraint)/1).
?- chr:chr_constraint(_).
   error(instantiation_error,(chr_constraint)/1).
chr_constraint(Specs) :- declare(Specs, (chr_constraint)/1).

%! constraints(:Specs) is det.
%
%  As chr_constraint/1: the name in old programs.
?- chr:constraints(3).
   error(type_error(chr_declaration,3),(constraints)/1).
constraints(Specs) :- declare(Specs, (constraints)/1).

declare(MSpecs, PI) :-
    strip_module(MSpecs, _, Specs),
    chr_rules:read_declarations(Specs, Cs, PI),
    (   prolog_load_context(source, Source), prolog_load_context(module, M) -> true
    ;   permission_error(declare, chr_constraint, Specs, PI)
    ),
    opened(Source, M, K),
    declare_each(Cs, K, M, PI).

declare_each([], _, _, _).
declare_each([NA-Ms|Cs], K, M, PI) :-
    NA = N/A,
    functor(H, N, A),
    (   predicate_property(M:H, built_in) -> permission_error(modify, static_procedure, NA, PI)
    ;   true
    ),
    retractall(declared(K, NA, _)),
    assertz(declared(K, NA, Ms)),
    % Known before its clauses are: see is_goal_of_user in src/system/load/reader.rs.
    '$declare'(discontiguous, M, N, A),
    declare_each(Cs, K, M, PI).

% The key of a program, which is that of its module, or if other texts of the module have rules, that of its text.
opened(Source, M, K) :- loading(Source, K, M), !.
opened(Source, M, K) :-
    (   program(K0, M, Source) -> K = K0
    ;   atom_concat('$chr ', M, K0),
        (   ( program(K0, _, _) ; loading(_, K0, _) ) -> atomic_list_concat([K0,' ',Source], K)
        ;   K = K0
        )
    ),
    retractall(declared(K, _, _)),
    retractall(rule(K, _, _)),
    assertz(loading(Source, K, M)).

%! chr_type(+Type) is det.
%
%  Declares a type of arguments, which is not checked. Used as a directive.
?- chr:chr_type(color).
   true.
chr_type(_).

%! handler(+Name) is det.
%
%  Names the constraints of a text; without effect. Used as a directive.
?- chr:handler(orders).
   true.
handler(_).

%! rules(+Names) is det.
%
%  Names rules; without effect. Used as a directive.
?- chr:rules(transitivity).
   true.
rules(_).

%! chr_option(+Option, +Value) is det.
%
%  Sets an option of the compilation of SWI-Prolog, without effect. Used as a directive.
?- chr:chr_option(debug, off).
   true.
chr_option(O, _) :- must_be(atom, O).

%% Expansion

expansion(T, Cs) :-
    nonvar(T),
    (   T == end_of_file -> at_end(Cs)
    ;   chr_rules:chr_rule(T) ->
        % A directive that throws takes the place of a rule with an error.
        catch(at_rule(T, Cs), E, Cs = [(:- throw(E))])
    ;   old_declaration(T), reads_rules -> Cs = [(:- T)]
    ;   context(_, _, K), defines_constraint(T, PI, K) ->
        Cs = [(:- permission_error(define, chr_constraint, PI, PI))]
    ).

% True in a text that has imported this library.
reads_rules :-
    prolog_load_context(module, M),
    M:current_op(1180, xfx, ==>).

% A constraint is defined by rules alone.
defines_constraint(T, N/A, K) :-
    (   T = (H :- _) -> true
    ;   H = T
    ),
    callable(H),
    functor(H, N, A),
    declared(K, N/A, _).

old_declaration(handler(_)).
old_declaration(constraints(_)).
old_declaration(rules(_)).

context(Source, M, K) :-
    prolog_load_context(source, Source),
    prolog_load_context(module, M),
    loading(Source, K, M).

% The body of a rule becomes a predicate, whose place is that of the rule.
at_rule(T, Cs) :-
    context(_, _, K), !,
    chr_rules:read_rule(T, K, rule(Name,Hs,Guard,Body)),
    findall(N, rule(K, N, _), Ns),
    length(Ns, Nr),
    (   is_short(Body, K) -> Call = Body, Cs = []
    ;   term_variables(Hs-Guard, Vs0),
        term_variables(Body, Ws),
        common(Ws, Vs0, Vs),
        body_name(K, Nr, Name, P),
        Call =.. [P|Vs],
        Cs = [(Call :- Body)]
    ),
    assertz(rule(K, Nr, rule(Nr,Hs,Guard,Call))).
at_rule(T, _) :-
    reads_rules,
    functor(T, N, A),
    existence_error(chr_declaration, N/A, N/A).

is_short(Body, K) :-
    nonvar(Body),
    functor(Body, N, A),
    (   memberchk(N/A, [true/0,fail/0,false/0,(=)/2]) -> true
    ;   declared(K, N/A, _)
    ).

common([], _, []).
common([W|Ws], Vs, Cs) :-
    (   member(V, Vs), V == W -> Cs = [W|Cs1]
    ;   Cs = Cs1
    ),
    common(Ws, Vs, Cs1).

body_name(K, Nr, Name, P) :-
    (   atomic(Name), Name \== [] -> Parts = [' ',Name]
    ;   Parts = []
    ),
    (   loading(_, K, M), atom_concat('$chr ', M, K) -> Before = [rule]
    ;   Before = [K,' rule']
    ),
    append(Before, [' ',Nr|Parts], All),
    atomic_list_concat(All, P).

at_end(Cs) :-
    context(Source, M, K),
    retract(loading(Source, K, M)), !,
    findall(NA-Ms, retract(declared(K, NA, Ms)), Ds),
    findall(R, retract(rule(K, _, R)), Rs),
    retractall(program(K, _, _)),
    assertz(program(K, M, Source)),
    chr_clauses:program_clauses(K, M, Ds, Rs, Cs).

%% The store

%! find_chr_constraint(?Constraint) is nondet.
%
%  Succeeds for each constraint in the stores that unifies with `Constraint`.
?- chr:find_chr_constraint(C).
   false.
find_chr_constraint(C) :- in_stores(_, C).

%! current_chr_constraint(?Constraint) is nondet.
%
%  As find_chr_constraint/1.
?- chr:current_chr_constraint(C).
   false.
current_chr_constraint(C) :- find_chr_constraint(C).

%! current_chr_constraint(:Module, ?Constraint) is nondet.
%
%  Succeeds for each constraint in the store of `Module`.
?- chr:current_chr_constraint(user, C).
   false.
current_chr_constraint(M0, C) :-
    strip_module(M0, _, M),
    in_stores(M, C).

in_stores(M, C) :-
    findall(K-M, program(K, M, _), KMs),
    member(K-M, KMs),
    chr_store:stored(K, Gs),
    member(_:C, Gs).

%! chr_show_store(+Module) is det.
%
%  Writes the constraints in the store of `Module`, one a line.
?- chr:chr_show_store(user).
   true.
chr_show_store(M) :-
    (   program(K, M, _),
        chr_store:stored(K, Gs),
        member(_:G, Gs),
        print(G), nl,
        fail
    ;   true
    ).

%! chr_trace is det.
%
%  Without effect: the steps of rules are calls, which trace/0 shows.
?- chr:chr_trace.
   true.
chr_trace.

%! chr_notrace is det.
%
%  Without effect, as chr_trace/0.
?- chr:chr_notrace.
   true.
chr_notrace.

%! chr_leash(+Ports) is det.
%
%  Without effect, as chr_trace/0.
?- chr:chr_leash(half).
   true.
chr_leash(_).

% The hook of the texts that are loaded from now on.
:- assertz((system:term_expansion(T, Cs) :- chr:expansion(T, Cs))).
