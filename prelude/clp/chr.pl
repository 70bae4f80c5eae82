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
%  Declares constraints. Used as a directive.
chr_constraint(Specs) :- declare(Specs, (chr_constraint)/1).

%! constraints(:Specs) is det.
%
%  As chr_constraint/1: the name in old programs.
constraints(Specs) :- declare(Specs, (constraints)/1).

declare(MSpecs, PI) :-
    strip_module(MSpecs, _, Specs),
    read_declarations(Specs, Cs, PI),
    (   prolog_load_context(source, Source), prolog_load_context(module, M) -> true
    ;   permission_error(declare, chr_constraint, Specs, PI)
    ),
    opened(Source, M, K),
    declare_each(Cs, K).

declare_each([], _).
declare_each([NA-Ms|Cs], K) :-
    retractall(declared(K, NA, _)),
    assertz(declared(K, NA, Ms)),
    declare_each(Cs, K).

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
chr_type(_).

%! handler(+Name) is det.
%
%  Names the constraints of a text; without effect. Used as a directive.
handler(_).

%! rules(+Names) is det.
%
%  Names rules; without effect. Used as a directive.
rules(_).

%! chr_option(+Option, +Value) is det.
%
%  Sets an option of the compilation of SWI-Prolog, without effect. Used as a directive.
chr_option(O, _) :- must_be(atom, O).

%% Expansion

expansion(T, Cs) :-
    nonvar(T),
    (   T == end_of_file -> at_end(Cs)
    ;   chr_rule(T) -> at_rule(T, Cs)
    ;   old_declaration(T), context(_, _, _) -> Cs = [(:- T)]
    ).

old_declaration(handler(_)).
old_declaration(constraints(_)).
old_declaration(rules(_)).

context(Source, M, K) :-
    prolog_load_context(source, Source),
    prolog_load_context(module, M),
    loading(Source, K, M).

at_rule(T, []) :-
    context(_, _, K), !,
    read_rule(T, declared_constraint(K), R0),
    R0 = rule(_,Hs,Guard,Body),
    findall(N, rule(K, N, _), Ns),
    length(Ns, Nr),
    assertz(rule(K, Nr, rule(Nr,Hs,Guard,Body))).

declared_constraint(K, N, A) :- declared(K, N/A, _).

at_end(Cs) :-
    context(Source, M, K),
    retract(loading(Source, K, M)), !,
    findall(NA-Ms, retract(declared(K, NA, Ms)), Ds),
    findall(R, retract(rule(K, _, R)), Rs),
    retractall(program(K, _, _)),
    assertz(program(K, M, Source)),
    program_clauses(K, M, Ds, Rs, Cs).

%% The store

%! find_chr_constraint(?Constraint) is nondet.
%
%  Succeeds for each constraint in the stores that unifies with `Constraint`.
find_chr_constraint(C) :- in_stores(_, C).

%! current_chr_constraint(?Constraint) is nondet.
%
%  As find_chr_constraint/1.
current_chr_constraint(C) :- find_chr_constraint(C).

%! current_chr_constraint(?Module, ?Constraint) is nondet.
%
%  Succeeds for each constraint in the store of `Module`.
current_chr_constraint(M0, C) :-
    strip_module(M0, _, M),
    in_stores(M, C).

in_stores(M, C) :-
    findall(K-M, program(K, M, _), KMs),
    member(K-M, KMs),
    stored(K, Gs),
    member(_:C, Gs).

%! chr_show_store(+Module) is det.
%
%  Writes the constraints in the store of `Module`, one a line.
chr_show_store(M) :-
    (   program(K, M, _),
        stored(K, Gs),
        member(_:G, Gs),
        print(G), nl,
        fail
    ;   true
    ).

%! chr_trace is det.
%
%  Without effect: the steps of rules are calls, which trace/0 shows.
chr_trace.

%! chr_notrace is det.
%
%  Without effect, as chr_trace/0.
chr_notrace.

%! chr_leash(+Ports) is det.
%
%  Without effect, as chr_trace/0.
chr_leash(_).

% The hook of the texts that are loaded from now on.
:- assertz((system:term_expansion(T, Cs) :- chr:expansion(T, Cs))).
