% A text that is read and not loaded: what it defines, calls, imports and exports.

:- use_module(library(prolog_xref)).
:- use_module(library(prolog_source)).

text("\
:- module(shop, [total/2, op(700, xfx, costs), (costs)/2]).
:- use_module(library(lists)).
:- use_module(library(pairs), [pairs_values/2]).
:- use_module(missing_file).
:- dynamic stock/2.
:- meta_predicate each(1, ?).
:- op(700, xfx, ===>).
:- initialization(main).

total(Order, Sum) :- findall(P, ( member(X, Order), X costs P ), Ps), sum_list(Ps, Sum).

X costs P :- stock(X, P), !.
X costs 0 :- \\+ broken(X), each(known(1), [X]).

each(_, []).
rule(a ===> b).
bad(term.
greeting --> [hello], name(_).
main :- maplist([X]>>shown(X), []), other:thing(1).
").

written(File) :-
    tmp_file(xref, File),
    text(T),
    setup_call_cleanup(open(File, write, S), format(S, "~s", [T]), close(S)).

:- dynamic(file/1).

?- written(F), assertz(file(F)), xref_source(F), xref_done(F, Time), number(Time).
   ... .
?- file(F), xref_module(F, M).
   ..., M = shop.
?- file(F), findall(N/A, ( xref_exported(F, G), functor(G, N, A) ), L).
   ..., L = [total/2,(costs)/2].
?- file(F), findall(Op, xref_op(F, Op), L).
   ..., L = [op(700,xfx,costs),op(700,xfx,===>)].
?- file(F), findall(N/A-How, ( xref_defined(F, G, How), How \= imported(_), functor(G, N, A) ), L).
   ..., L = [stock/2-dynamic(5),total/2-local(10),(costs)/2-local(12),each/2-local(15),rule/1-local(16),greeting/2-local(18),main/0-local(19)].
?- file(F), xref_defined(F, sum_list(_,_), How).
   ..., How = imported(library(lists)).
?- file(F), xref_defined(F, pairs_values(_,_), How).
   ..., How = imported(library(pairs)).
?- file(F), xref_defined(F, pairs_keys(_,_), How).
   false.
?- file(F), xref_called(F, costs(_,_), By).
   ..., By = total(_A,_B).
?- file(F), xref_called(F, known(_,_), By, _, Line).
   ..., By = costs(_A,_B), Line = 13.
?- file(F), xref_called(F, main, By).
   ..., By = '<directive>'.
?- file(F), xref_called(F, other:thing(_), By).
   ..., By = main.
?- file(F), findall(N/A, ( xref_undefined(F, G, _), functor(G, N, A) ), L0), sort(L0, L).
   ..., L = [broken/1,known/2,name/3,shown/1].
?- file(F), xref_uses_file(F, missing_file, P).
   ..., P = '<not_found>'.
?- file(F), xref_meta(F, each(_,_), S).
   ..., S = each(1,?).
?- file(F), prolog_open_source(F, S), prolog_read_source_term(S, T, E, []), prolog_close_source(S).
   ..., T = (:-module(shop,[total/2,op(700,xfx,costs),(costs)/2])), ... .
?- file(F), xref_clean(F), findall(G, xref_defined(F, G, _), L), delete_file(F).
   ..., L = [].
