% Writing clauses in a form that people and Prolog can read.

:- module(listing, [
    portray_clause/1, portray_clause/2, portray_clause_//1, listing/1, listing/0
]).

:- meta_predicate listing(:).

%! portray_clause(+Clause) is det.
%
%  Writes a clause, with names for its variables, a goal a line, and a period.
?- portray_clause(f(X,'B',X)).
   outputs("f(A,'B',A).\n").
?- portray_clause("abc").
   outputs("\"abc\".\n").
portray_clause(C) :-
    current_output(S),
    portray_clause(S, C).

%! portray_clause(+Stream, +Clause) is det.
?- current_output(S), portray_clause(S, a).
   S = ..., outputs("a.\n").
portray_clause(S, C) :-
    '$clause_text'(C, Cs, []),
    '$put_chars'(S, Cs).

%! portray_clause_(+Clause)// describes what portray_clause/1 writes.
?- phrase(portray_clause_(a), Cs).
   Cs = "a.\n".
portray_clause_(C) -->
    { '$clause_text'(C, Cs, []) },
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
   true.
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
