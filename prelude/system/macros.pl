% Macros in the terms of a program, with the notation of SWI-Prolog's library(macros). A clause `#define(Name, Value)`, or
% `#define(Name(Arguments), Value) :- Goal`, defines a macro; below it in the text, `#Name` is replaced by the value wherever it occurs.

:- module(macros, [expand_macros/3, op(10, fx, #)]).

:- dynamic(macro/4).

expansion(T, Cs) :-
    prolog_load_context(module, M),
    (   definition(T, Head, Value, Body) ->
        must_be(callable, Head),
        assertz(macro(M, Head, Value, Body)),
        Cs = []
    ;   undefinition(T, Name, Arity) ->
        functor(Head, Name, Arity),
        retractall(macro(M, Head, _, _)),
        Cs = []
    ;   macro(M, _, _, _),
        mentions(T),
        expand_macros(M, T, Cs),
        Cs \== T
    ).

definition(T, _, _, _) :- var(T), !, fail.
definition((#define(Head, Value) :- Body), Head, Value, Body).
definition(#define(Head, Value), Head, Value, true).
definition((:- #define(Head, Value)), Head, Value, true).

undefinition(T, _, _) :- var(T), !, fail.
undefinition(#undef(Name), Name, 0) :- atom(Name).
undefinition(#undef(Name/Arity), Name, Arity).

mentions(T) :- acyclic_term(T), sub_term(S, T), nonvar(S), S = #M, callable(M), !.

%! expand_macros(+Module, +Term, -Expanded) is det.
%
%  Replaces the macros of a module in a term, also those in values of macros. `#Name` that is no macro stays.
?- expand_macros(user, f(#no_such_macro), T).
   T = f(#no_such_macro).
expand_macros(M, T0, T) :- expanded(T0, M, 100, T).

expanded(T, _, _, T) :- ( var(T) ; atomic(T) ), !.
expanded(#Call, M, Depth, T) :-
    callable(Call),
    value(M, Call, Value), !,
    (   Depth > 0 -> Depth1 is Depth-1
    ;   throw(error(resource_error(macro_depth),expand_macros/3))
    ),
    expanded(Value, M, Depth1, T).
expanded(T0, M, Depth, T) :-
    compound_name_arguments(T0, N, As0),
    all_expanded(As0, M, Depth, As),
    compound_name_arguments(T, N, As).

value(M, Call, Value) :-
    macro(M, Call, Value, Body),
    ( Body == true -> true ; call(M:Body) ), !.

all_expanded([], _, _, []).
all_expanded([A0|As0], M, Depth, [A|As]) :- expanded(A0, M, Depth, A), all_expanded(As0, M, Depth, As).

% The last directive: the clauses above must not be expanded.
:- assertz((system:term_expansion(T, Cs) :- macros:expansion(T, Cs))).
