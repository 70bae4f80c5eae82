% Writing clauses in a form that people and Prolog can read.

:- module(listing, [
    portray_clause/1, portray_clause/2, portray_clause_//1, listing/1, listing/0
]).

:- meta_predicate listing(:).

%! portray_clause(+Clause) is det.
%
%  Writes a clause, with names for its variables, a goal a line, and a period.
?- portray_clause((a(X) :- b(X,Y), \+ c(Y))).
   outputs("a(A) :-\n   b(A,B),\n   \\+c(B).\n").
?- portray_clause("abc").
   outputs("\"abc\".\n").
portray_clause(C) :-
    current_output(S),
    portray_clause(S, C).

%! portray_clause(+Stream, +Clause) is det.
?- current_output(S), portray_clause(S, (a --> "b", c)).
   S = ..., outputs("a -->\n   \"b\",\n   c.\n").
portray_clause(S, C) :-
    phrase(portray_clause_(C), Cs),
    '$put_chars'(S, Cs).

%! portray_clause_(+Clause)// describes what portray_clause/1 writes.
?- phrase(portray_clause_((a :- b ; c)), Cs).
   Cs = "a :-\n   (  b\n   ;  c\n   ).\n".
portray_clause_(C) -->
    { term_variables(C, Vs), names(Vs, 0, Ns) },
    clause_(C, Ns),
    ".\n".

names([], _, []).
names([V|Vs], N, [A=V|Ns]) :-
    letter(N, A),
    N1 is N+1,
    names(Vs, N1, Ns).

letter(N, A) :-
    C is 0'A + N mod 26,
    char_code(L, C),
    Q is N//26,
    (   Q =:= 0 -> A = L
    ;   number_chars(Q, Ds),
        atom_chars(A, [L|Ds])
    ).

clause_(C, Ns) --> { var(C) }, !, term(C, 1199, Ns).
clause_((H:-B), Ns) --> { B == true }, !, term(H, 1199, Ns).
clause_((H:-B), Ns) --> !, term(H, 1199, Ns), " :-\n", spaces(1), body(B, 1, 999, Ns).
clause_((H-->B), Ns) --> !, term(H, 1199, Ns), " -->\n", spaces(1), body(B, 1, 999, Ns).
clause_((:-B), Ns) --> !, ":- ", body(B, 1, 999, Ns).
clause_((?-B), Ns) --> !, "?- ", body(B, 1, 999, Ns).
clause_(H, Ns) --> term(H, 1199, Ns).

% The text so far stands at indentation I.
body(B, _, P, Ns) --> { var(B) }, !, term(B, P, Ns).
body((A,B), I, P, Ns) --> { P >= 999 }, !,
    body(A, I, 998, Ns), ",\n",
    spaces(I), body(B, I, 999, Ns).
body(B, I, _, Ns) --> { block(B) }, !,
    { J is I+1 },
    "(  ", branches(B, I, J, Ns), "\n",
    spaces(I), ")".
body(\+B, I, _, Ns) --> { nonvar(B), ( block(B) ; B = (_,_) ) }, !,
    { J is I+1 },
    "\\+ (  ", body(B, J, 999, Ns), "\n",
    spaces(I), ")".
body({}(B), I, _, Ns) --> { nonvar(B), ( block(B) ; B = (_,_) ) }, !,
    { J is I+1 },
    "{  ", body(B, J, 999, Ns), "\n",
    spaces(I), "}".
body((A,B), I, _, Ns) --> !,
    { J is I+1 },
    "(  ", body((A,B), J, 999, Ns), "\n",
    spaces(I), ")".
body(B, _, P, Ns) --> term(B, P, Ns).

block((_;_)).
block((_->_)).
block('*->'(_,_)).
block('|'(_,_)).

branches(B, I, J, Ns) --> { nonvar(B), ( B = (A;C) ; B = '|'(A,C) ) }, !,
    branch(A, I, J, Ns), "\n",
    spaces(I), ";  ", branches(C, I, J, Ns).
branches(B, I, J, Ns) --> branch(B, I, J, Ns).

branch(B, _, J, Ns) --> { nonvar(B), ( B = (C->T), Arrow = " ->\n" ; B = '*->'(C,T), Arrow = " *->\n" ) }, !,
    body(C, J, 999, Ns), seq(Arrow),
    spaces(J), body(T, J, 999, Ns).
branch(B, _, J, Ns) --> body(B, J, 999, Ns).

spaces(I) -->
    (   { I > 0 } -> "   ", { J is I-1 }, spaces(J)
    ;   []
    ).

term(T, P, Ns) -->
    { '$term_text'(T, [quoted(true),double_quotes(true),variable_names(Ns),priority(P)], Cs, []) },
    seq(Cs).

%! listing(:Spec) is det.
%
%  Writes the clauses of the dynamic predicates `Name` or `Name/Arity`.
?- assertz(fact(1)), listing(fact/1).
   outputs(":- dynamic fact/1.\n\nfact(1).\n").
listing(S) :-
    strip_module(S, M, Spec),
    (   var(Spec) -> instantiation_error(listing/1)
    ;   Spec = N/A -> true
    ;   atom(Spec) -> N = Spec
    ;   type_error(predicate_indicator, Spec, listing/1)
    ),
    '$current_predicate_list'(M, N, A, PIs),
    list_each(PIs, M).

list_each([], _).
list_each([N/A|PIs], M) :-
    functor(H, N, A),
    (   predicate_property(M:H, dynamic) ->
        format(":- dynamic ~q.~n~n", [N/A]),
        (   clause(M:H, B),
            portray_clause((H:-B)),
            fail
        ;   true
        )
    ;   permission_error(access, private_procedure, N/A, listing/1)
    ),
    list_each(PIs, M).

%! listing is det.
%
%  Writes the clauses of all dynamic predicates of module user.
?- listing.
   outputs(...).
listing :-
    '$current_predicate_list'(user, _, _, PIs),
    dynamic_only(PIs, Ds),
    list_each(Ds, user).

dynamic_only([], []).
dynamic_only([N/A|PIs], Ds) :-
    functor(H, N, A),
    (   predicate_property(user:H, dynamic) -> Ds = [N/A|Ds1]
    ;   Ds = Ds1
    ),
    dynamic_only(PIs, Ds1).
