% Listing clauses in readable form.

:- module(listing, [
    portray_clause/1, portray_clause/2, portray_clause/3, portray_clause_//1, listing/1, listing/2, listing/0, vm_list/1
]).

:- meta_predicate listing(:), listing(:,+), vm_list(:).

%! portray_clause(+Clause) is det.
%
%  Writes a clause with names for its variables, one goal per line, and a final period.
?- portray_clause(f(X,'B',X)).
   outputs("f(A,'B',A).\n").
?- portray_clause("abc").
   outputs("\"abc\".\n").
portray_clause(C) :-
    current_output(S),
    portray_clause(S, C).

%! portray_clause(+Stream, +Clause) is det.
%
%  As portray_clause/1, to `Stream`.
?- current_output(S), portray_clause(S, a).
   S = ..., outputs("a.\n").
portray_clause(S, C) :- named_clause(S, C, []).

%! portray_clause(+Stream, +Clause, +Options) is det.
%
%  As portray_clause/2. Options: `indent(N)`, the columns before each line; `variable_names(Names)`, pairs `Name=Variable`
%  as read_term/2 gives them. Others have no effect.
?- current_output(S), portray_clause(S, (a:-b,c(X)), [indent(2),variable_names(['What'=X])]).
   S = ..., outputs("  a :-\n      b,\n      c(What).\n").
?- current_output(S), portray_clause(S, a, [indent(x)]).
   error(type_error(integer,x),must_be/2).
portray_clause(S, C, Os) :-
    must_be(list, Os),
    ( memberchk(variable_names(Ns), Os) -> true ; Ns = [] ),
    ( memberchk(indent(N), Os) -> must_be(nonneg, N) ; N = 0 ),
    '$clause_text'(C, Ns, Cs0, []),
    length(Spaces, N),
    maplist(=(' '), Spaces),
    indented(Cs0, Spaces, Cs),
    '$put_chars'(S, Cs).

indented([], _, []).
indented([C|Cs], Spaces, Ls) :- append(Spaces, [C|Rest], Ls), indented_line([C|Cs], Rest, Spaces).

indented_line([C|Cs], Rest, Spaces) :-
    (   C == '\n' -> indented(Cs, Spaces, Rest)
    ;   Cs == [] -> Rest = []
    ;   Cs = [D|_], Rest = [D|Rest1], indented_line(Cs, Rest1, Spaces)
    ).

named_clause(S, C, Names) :-
    '$clause_text'(C, Names, Cs, []),
    '$put_chars'(S, Cs).

%! portray_clause_(+Clause)// is det.
%
%  Describes the text that portray_clause/1 writes.
?- phrase(portray_clause_(a), Cs).
   Cs = "a.\n".
portray_clause_(C) -->
    { '$clause_text'(C, [], Cs, []) },
    seq(Cs).

%! listing(:Spec) is det.
%
%  Writes the clauses of the predicates `Name`, `Name/Arity` or, for grammars, `Name//Arity`, or of a list
%  of these: the current clauses of dynamic predicates, for others the clauses of their source file, if it
%  can be read. Throws an existence error if there is no such predicate.
?- listing(no_such_predicate).
   error(existence_error(procedure,no_such_predicate),listing/1).
?- listing(append).
   error(permission_error(access,private_procedure,append),listing/1).
?- listing(no_such_predicate/2).
   error(existence_error(procedure,no_such_predicate/2),listing/1).
?- assertz(fact(1)), listing(fact/1).
   outputs(":- dynamic fact/1.\n\nfact(1).\n").
?- assertz(m:fact(2)), listing(m:fact/1).
   outputs(":- dynamic fact/1.\n\nfact(2).\n").
?- assertz(=>((ruled(f(X)),X>1), true)), listing(ruled/1).
   outputs(":- dynamic ruled/1.\n\nruled(f(A)), A>1 =>\n    true.\n").
?- assertz(item(a,b,c)), listing([item//1]).
   outputs(":- dynamic item/3.\n\nitem(a,b,c).\n").
listing(S) :-
    specifications(S, Ss),
    list_each_specification(Ss).

list_each_specification([]).
list_each_specification([S|Ss]) :-
    named_predicates(S, listing/1, M, PIs),
    (   PIs = [] -> strip_module(S, _, Spec), unknown_predicate(Spec, M)
    ;   list_each(PIs, M)
    ),
    list_each_specification(Ss).

% The elements of a list of specifications, or the only one, with their modules.
specifications(S, Ss) :-
    strip_module(S, M, Spec),
    (   is_list(Spec) -> qualified(Spec, M, Ss)
    ;   Ss = [S]
    ).

qualified([], _, []).
qualified([S|Ss], M, [M:S|Qs]) :- qualified(Ss, M, Qs).

% A library's predicate is not listed; any other is missing.
unknown_predicate(Spec, M) :-
    (   ( Spec = N/A, integer(A) ; atom(Spec), N = Spec, between(0, 8, A) ),
        functor(H, N, A),
        predicate_property(M:H, defined) ->
        permission_error(access, private_procedure, Spec, listing/1)
    ;   existence_error(procedure, Spec, listing/1)
    ).

% The indicators of the predicates of module `M` that match a specification.
named_predicates(S, Context, M, PIs) :-
    strip_module(S, M0, Spec),
    (   var(Spec) -> instantiation_error(Context)
    ;   Spec = Q/A -> true
    ;   Spec = Q//A0, integer(A0) -> A is A0+2
    ;   Q = Spec
    ),
    % `m:p/1` is `(m:p)/1`.
    strip_module(M0:Q, M, N),
    (   ( atom(N) ; var(N) ) -> true
    ;   type_error(predicate_indicator, Spec, Context)
    ),
    (   atom(N), integer(A), A >= 0, A < 256 ->
        functor(H, N, A),
        '$load_import'(M, H)
    ;   true
    ),
    '$current_predicate_list'(M, N, A, PIs).

list_each([], _).
list_each([N/A|PIs], M) :-
    (   listed(M, N, A) -> true
    ;   permission_error(access, private_procedure, N/A, listing/1)
    ),
    % SWI-Prolog writes an empty line after each predicate.
    (   current_prolog_flag(emulated_dialect, swi) -> nl
    ;   true
    ),
    list_each(PIs, M).

% Lists a predicate, if its clauses can be seen.
listed(M, N, A) :-
    functor(H, N, A),
    (   predicate_property(M:H, dynamic) ->
        format(":- dynamic ~q.~n~n", [N/A]),
        list_clauses(M, H)
    ;   '$predicate_home'(M, N, A, File), exists_file(File) ->
        (   predicate_property(M:H, tabled) -> tabling:declaration(M, N/A, Spec), format(":- table ~q.~n~n", [Spec])
        ;   true
        ),
        list_source(File, M, N, A)
    ;   '$open_static'(M, H) ->
        (   clause(M:H, B),
            portray_clause((H:-B)),
            fail
        ;   true
        )
    ).

list_clauses(M, H) :-
    (   clause(M:H, B, R),
        '$clause_neck'(R, Neck),
        as_written(Neck, H, B, C),
        portray_clause(C),
        fail
    ;   true
    ).

as_written(?=>, H, (G,!,B), =>((H,G),B)) :- !.
as_written(Neck, H, B, C) :- C =.. [Neck,H,B].

list_source(File, M, N, A) :-
    (   M \== user, '$predicate_home'(user, N, A, File) -> Source = user
    ;   Source = M
    ),
    setup_call_cleanup(
        open(File, read, S, [reposition(true)]),
        ( script_line(S), list_terms(S, Source, M, N, A) ),
        close(S)).

% The first line of a script is for the operating system.
script_line(S) :-
    stream_property(S, position(P)),
    (   get_char(S, #), get_char(S, !) -> to_line_end(S)
    ;   set_stream_position(S, P)
    ).

to_line_end(S) :-
    peek_char(S, C),
    (   ( C == '\n' ; C == end_of_file ) -> true
    ;   get_char(S, _),
        to_line_end(S)
    ).

% Text that is not a term is skipped: loading the file has reported it. A clause without a module
% belongs to `Source`.
list_terms(S, Source, M, N, A) :-
    catch(read_term(S, T, [module(Source),variable_names(Vs)]), error(syntax_error(_),_), T = (:-true)),
    (   T == end_of_file -> true
    ;   ( clause_of(T, Source, M, N, A) -> current_output(O), named_clause(O, T, Vs) ; true ),
        list_terms(S, Source, M, N, A)
    ).

clause_of(C0, Source, M, N, A) :-
    strip_module(Source:C0, M1, C),
    clause_head(C, H0, More),
    strip_module(M1:H0, M, H),
    callable(H),
    functor(H, N, A0),
    A is A0+More.

% The head of a clause, and the number of arguments it has beyond those written.
clause_head((H:-_), H, 0) :- !.
clause_head((H0-->_), H, 2) :- !, without_guard(H0, H).
clause_head(=>(H0,_), H, 0) :- !, without_guard(H0, H).
clause_head(?=>(H0,_), H, 0) :- !, without_guard(H0, H).
clause_head(H, H, 0).

without_guard(H0, H) :- ( nonvar(H0), H0 = (H1,_) -> H = H1 ; H = H0 ).

%! listing is det.
%
%  Writes the clauses of all predicates of module `user`, as listing/1 does, with an empty line after
%  each. What is imported from other modules, hooks without clauses, and predicates whose clauses cannot
%  be seen are left out.
?- listing.
   outputs(...), true.
listing :-
    '$current_predicate_list'(user, _, _, PIs),
    (   '$element'(PIs, N/A),
        functor(H, N, A),
        '$defined'(user, N, A),
        \+ ( predicate_property(user:H, multifile), predicate_property(user:H, number_of_clauses(0)) ),
        listed(user, N, A),
        nl,
        fail
    ;   true
    ).

%! vm_list(:Spec) is det.
%
%  Writes the compiled code of the clauses of the predicates that a specification as in listing/1 names:
%  instructions of the Warren Abstract Machine, one per line. Registers are `x(N)`, slots of the environment `y(N)`.
?- assertz(compiled(1)), vm_list(compiled/1).
   outputs("% compiled/1, clause 1\n   0 get_integer x(0),1\n   1 proceed\n").
?- vm_list(f(x)).
   error(type_error(predicate_indicator,f(x)),vm_list/1).
vm_list(S) :-
    specifications(S, Ss),
    list_code_of_each(Ss).

list_code_of_each([]).
list_code_of_each([S|Ss]) :-
    named_predicates(S, vm_list/1, M, PIs),
    list_codes(PIs, M),
    list_code_of_each(Ss).

list_codes([], _).
list_codes([N/A|PIs], M) :-
    functor(H, N, A),
    '$clause_codes'(M, H, Codes),
    list_clause_codes(Codes, 1, N/A),
    list_codes(PIs, M).

list_clause_codes([], _, _).
list_clause_codes([Code|Codes], I0, PI) :-
    format("% ~q, clause ~d~n~s", [PI,I0,Code]),
    I is I0+1,
    list_clause_codes(Codes, I, PI).

%! listing(:Spec, +Options) is det.
%
%  As listing/1; the options have no effect.
?- assertz(listed_fact(1)), listing(listed_fact/1, [source(true)]).
   outputs(...).
listing(Spec, Os) :-
    must_be(list, Os),
    listing(Spec).
