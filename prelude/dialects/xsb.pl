% Predicates of XSB on the tables of goals and on their answers, and others that its programs import.

:- module(xsb, [
    sk_not/1, get_call/3, get_calls/3, get_returns/2, get_returns_for_call/2, get_residual/2,
    abolish_table_pred/1, abolish_table_pred/2, abolish_table_call/1, abolish_table_call/2, gc_tables/1,
    abolish_table_info/0, close_open_tables/1, xsb_error_get_tag/2, str_cat/3, conset/2, conget/2, slash/1,
    cputime/1, walltime/1, numbervars/1, ord_setproduct/3, tfindall/3, get_returns_and_tvs/3
]).

:- meta_predicate sk_not(0), get_call(:,-,-), get_calls(:,-,-), get_returns_for_call(:,?), get_residual(:,-), tfindall(?,0,?).
:- meta_predicate abolish_table_pred(:), abolish_table_pred(:,?), abolish_table_call(:), abolish_table_call(:,?).

%! sk_not(:Goal) is semidet.
%
%  As not_exists/1: the well-founded negation of a goal that may have variables.
?- sk_not(fail).
   true.
sk_not(G) :- not_exists(G).

%! get_call(:Call, -Table, -Return) is semidet.
%
%  True if the variant of the tabled goal `Call` has the complete table `Table`. `Return` is `ret(V1,...)` of the variables of the call.
?- get_call(user:no_such_goal, T, R).
   false.
get_call(Call, Table, Return) :-
    strip_module(Call, M, G),
    current_table(M:Variant, Table),
    Variant =@= G,
    !,
    Variant = G,
    return(G, Return).

%! get_calls(:Call, -Table, -Return) is nondet.
%
%  Enumerates the complete tables of goals that unify with `Call`; the rest as for get_call/3.
?- get_calls(user:no_such_goal, T, R).
   false.
get_calls(Call, Table, Return) :-
    strip_module(Call, M, G),
    current_table(M:G, Table),
    '$table_variant'(Table, _:Variant),
    return(Variant, Return0),
    Variant = G,
    Return = Return0.

return(G, Return) :- term_variables(G, Vs), Return =.. [ret|Vs].

%! get_returns(+Table, ?Return) is nondet.
%
%  Enumerates the answers in a table, those whose truth value is undefined among them: `Return` is `ret(V1,...)` with the values of the
%  variables of the call.
?- get_returns(no_table, R).
   error(type_error(integer,no_table),get_returns/2).
get_returns(Table, Return) :-
    must_be_table(Table, get_returns/2),
    '$table_variant'(Table, M:G),
    return(G, Return),
    wfs:answer(G, M, _, _, _).

must_be_table(T, Context) :-
    (   integer(T) -> true
    ;   var(T) -> instantiation_error(Context)
    ;   type_error(integer, T, Context)
    ).

%! get_returns_for_call(:Call, ?Answer) is nondet.
%
%  Enumerates the answers in the complete table of the variant of `Call`: `Answer` is the instance of the call.
?- get_returns_for_call(user:no_such_goal, A).
   false.
get_returns_for_call(Call, Answer) :-
    strip_module(Call, M, G),
    copy_term(G, G1),
    get_call(M:G1, _, _),
    wfs:answer(G1, M, _, _, _),
    Answer = G1.

%! get_residual(:Call, -Delays) is nondet.
%
%  Enumerates the answers of all complete tables of goals that unify with `Call`. `Delays` is the list of the undefined goals that the
%  answer depends on: empty for a true one; an answer with several such lists is given for each.
?- get_residual(user:no_such_goal, Ds).
   false.
get_residual(Call, Delays) :-
    strip_module(Call, M, G),
    current_table(M:G, Table),
    '$table_variant'(Table, _:Variant),
    Variant = G,
    wfs:answer(Variant, M, _, _, Condition),
    conjunction(Condition, C),
    goals(C, M, Delays, []).

conjunction(C0, C) :-
    (   C0 = (A;B) -> ( conjunction(A, C) ; conjunction(B, C) )
    ;   C = C0
    ).

goals(true, _, Gs, Gs) :- !.
goals((A,B), M, Gs0, Gs) :- !, goals(A, M, Gs0, Gs1), goals(B, M, Gs1, Gs).
goals(G0, M, [G|Gs], Gs) :- wfs:seen_from(G0, M, G).

%! abolish_table_pred(:Predicate) is det.
%
%  Discards the answers of the tabled predicate of a goal or an indicator, and those of other predicates, too: all are computed again
%  when they are asked for.
?- abolish_table_pred(p/1).
   true.
abolish_table_pred(P) :- abolish_table_pred(P, []).

%! abolish_table_pred(:Predicate, +Options) is det.
%
%  As abolish_table_pred/1. The options have no effect.
?- abolish_table_pred(P, []).
   error(instantiation_error,abolish_table_pred/2).
abolish_table_pred(P0, _) :-
    strip_module(P0, _, P),
    (   var(P) -> instantiation_error(abolish_table_pred/2)
    ;   abolish_all_tables
    ).

%! abolish_table_call(:Call) is det.
%
%  Discards the answers of a tabled goal, and those of others, too.
?- abolish_table_call(p(_)).
   true.
abolish_table_call(C) :- abolish_table_call(C, []).

%! abolish_table_call(:Call, +Options) is det.
%
%  As abolish_table_call/1. The options have no effect.
?- abolish_table_call(C, []).
   error(instantiation_error,abolish_table_call/2).
abolish_table_call(C0, _) :-
    strip_module(C0, _, C),
    (   var(C) -> instantiation_error(abolish_table_call/2)
    ;   abolish_all_tables
    ).

%! abolish_table_info is det.
%
%  Discards the answers of all tabled predicates.
?- abolish_table_info.
   true.
abolish_table_info :- abolish_all_tables.

%! close_open_tables(+Kind) is det.
%
%  Has no effect: incomplete tables are removed when an error leaves them.
?- close_open_tables(memory_error).
   true.
close_open_tables(_).

%! xsb_error_get_tag(+Error, -Formal) is semidet.
%
%  Unifies `Formal` with the first argument of an error term.
?- catch(atom_length(_, _), E, xsb_error_get_tag(E, T)).
   E = ..., T = instantiation_error.
xsb_error_get_tag(error(Formal, _), Formal).

%! str_cat(+Atom1, +Atom2, -Atom) is det.
%
%  As atom_concat/3.
?- str_cat(a, b, C).
   C = ab.
str_cat(A, B, C) :- atom_concat(A, B, C).

%! conset(+Key, +Value) is det.
%
%  Gives an atom an integer, which conget/2 finds; backtracking does not undo it.
?- conset(xsb_doc, 3), conget(xsb_doc, V).
   V = 3.
conset(Key, Value) :- set_flag(Key, Value).

%! conget(+Key, -Value) is det.
%
%  Unifies `Value` with the integer of an atom, 0 if it was never set.
?- conget(xsb_never_set, V).
   V = 0.
conget(Key, Value) :- get_flag(Key, Value).

%! slash(-Atom) is det.
%
%  Unifies `Atom` with the separator of the parts of file names.
?- slash(S).
   S = (/).
slash(/).

%! gc_tables(-Remaining) is det.
%
%  Unifies `Remaining` with the number of discarded tables that are still in use, which is 0: their memory is given back at once.
?- gc_tables(N).
   N = 0.
gc_tables(0).

%! cputime(-Seconds) is det.
%
%  Unifies `Seconds` with the processor time of the process.
?- cputime(T), float(T).
   T = ... .
cputime(T) :- statistics(cputime, T).

%! walltime(-Seconds) is det.
%
%  Unifies `Seconds` with the time since the process has started.
?- walltime(T), float(T).
   T = ... .
walltime(T) :- statistics(walltime, [Milliseconds|_]), T is Milliseconds/1000.0.

%! numbervars(+Term) is det.
%
%  numbervars/3 from 0.
?- T = f(X,Y), xsb:numbervars(T), write_term(T, [numbervars(true)]).
   T = f('$VAR'(0),'$VAR'(1)), X = '$VAR'(0), Y = '$VAR'(1), outputs("f(A,B)").
numbervars(T) :- numbervars(T, 0, _).

%! ord_setproduct(+Set1, +Set2, -Product) is det.
%
%  Unifies `Product` with the pairs `X-Y` of each element of the first and each one of the second ordered set.
?- ord_setproduct([a,b], [1,2], P).
   P = [a-1,a-2,b-1,b-2].
ord_setproduct([], _, []).
ord_setproduct([X|Xs], Ys, Ps0) :-
    paired(Ys, X, Ps0, Ps),
    ord_setproduct(Xs, Ys, Ps).

paired([], _, Ps, Ps).
paired([Y|Ys], X, [X-Y|Ps0], Ps) :- paired(Ys, X, Ps0, Ps).

%! tfindall(+Template, :Goal, -List) is det.
%
%  As findall/3, for a tabled goal.
?- tfindall(X, member(X, [a,b]), L).
   L = [a,b].
tfindall(T, G, L) :- findall(T, G, L).

%! get_returns_and_tvs(+Table, ?Return, -Value) is nondet.
%
%  As get_returns/2; `Value` is `t` for a true answer and `u` for one whose truth value is undefined.
?- get_returns_and_tvs(T, R, V).
   error(instantiation_error,get_returns_and_tvs/3).
get_returns_and_tvs(Table, Return, Value) :-
    must_be_table(Table, get_returns_and_tvs/3),
    '$table_variant'(Table, M:G),
    return(G, Return),
    wfs:answer(G, M, _, _, C),
    ( C == true -> Value = t ; Value = u ).
