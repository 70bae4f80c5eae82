% Changes of clauses on which tables depend, with the names of SWI-Prolog's and XSB's library(increval). Tables that
% are declared `incremental` are computed again after any change of clauses.

:- module(increval, [
    incr_assert/1, incr_asserta/1, incr_assertz/1, incr_retract/1, incr_retractall/1, incr_table_update/0,
    abolish_nonincremental_tables/0, abolish_nonincremental_tables/1, incr_invalidate_call/1, incr_invalidate_calls/1, incr_is_invalid/1
]).

:- use_module(library(tabling)).

:- meta_predicate incr_is_invalid(:), incr_assert(:), incr_asserta(:), incr_assertz(:), incr_retract(:), incr_retractall(:).

%! incr_assert(:Clause) is det.
%
%  As assertz/1.
?- incr_assert(incr_doc(1)), incr_doc(X).
   X = 1.
incr_assert(C) :- assertz(C).

%! incr_asserta(:Clause) is det.
%
%  As asserta/1.
?- incr_asserta(incr_front(1)), incr_front(X).
   X = 1.
incr_asserta(C) :- asserta(C).

%! incr_assertz(:Clause) is det.
%
%  As assertz/1.
?- incr_assertz(incr_end(1)), incr_end(X).
   X = 1.
incr_assertz(C) :- assertz(C).

%! incr_retract(:Clause) is nondet.
%
%  As retract/1.
?- assertz(incr_gone(1)), incr_retract(incr_gone(X)), \+ incr_gone(_).
   X = 1.
incr_retract(C) :- retract(C).

%! incr_retractall(:Head) is det.
%
%  As retractall/1.
?- assertz(incr_all(1)), incr_retractall(incr_all(_)), \+ incr_all(_).
   true.
incr_retractall(H) :- retractall(H).

%! incr_table_update is det.
%
%  Has no effect: a table is computed again when it is called.
?- incr_table_update.
   true.
incr_table_update.

%! incr_is_invalid(:Goal) is semidet.
%
%  True if the tabled goal `Goal` has answers that the next call computes again, because a clause has been added or removed
%  since. Fails if it has no answers.
?- incr_is_invalid(no_such_goal).
   false.
incr_is_invalid(G) :-
    '$tables_are_old',
    once(current_table(G, _)).

%! abolish_nonincremental_tables is det.
%
%  Removes all tables: those of incremental predicates, too, are computed again when they are called.
?- abolish_nonincremental_tables.
   true.
abolish_nonincremental_tables :- abolish_all_tables.

%! abolish_nonincremental_tables(+Options) is det.
%
%  As abolish_nonincremental_tables/0. The options have no effect.
?- abolish_nonincremental_tables([on_incomplete(skip)]).
   true.
abolish_nonincremental_tables(Options) :-
    must_be(list, Options),
    abolish_all_tables.

%! incr_invalidate_call(+Goal) is det.
%
%  Removes all tables, so that they are computed again.
?- incr_invalidate_call(p(_)).
   true.
incr_invalidate_call(_) :- abolish_all_tables.

%! incr_invalidate_calls(+Goal) is det.
%
%  As incr_invalidate_call/1.
?- incr_invalidate_calls(p(_)).
   true.
incr_invalidate_calls(_) :- abolish_all_tables.
