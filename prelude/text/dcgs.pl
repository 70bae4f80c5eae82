% Grammar rules: their translation, phrase/2,3, and some nonterminals.
%
% A rule `H --> B` becomes a clause with two more arguments, the list before and the list after. A
% terminal at the start of a body, or an empty body, is unified in the head of the clause, where
% clause indexing can use it.

:- module(dcgs, [
    phrase/2, phrase/3, dcg_translate_rule/2, dcg_body/4,
    seq//1, seqq//1, (...)//0
]).

:- meta_predicate phrase(//,?), phrase(//,?,?).

%! phrase(:Body, ?List) is nondet.
%
%  True if the grammar body `Body` describes `List`. Throws an instantiation error if `Body` is a
%  variable, and a type error if it is not callable or `List` is not a list.
?- phrase(seq(Xs), "ab").
   Xs = "ab".
?- phrase(B, "ab").
   error(instantiation_error,phrase/3).
phrase(B, L) :- phrase(B, L, []).

%! phrase(:Body, ?List, ?Rest) is nondet.
%
%  True if the grammar body `Body` describes the part of `List` before `Rest`.
?- phrase("a", "abc", Rest).
   Rest = "bc".
phrase(B0, L, Rest) :-
    strip_module(B0, M, B),
    list_or_throw(L),
    list_or_throw(Rest),
    (   control(B) ->
        dcg_body(B, S0, S, Goal),
        S0 = L,
        S = Rest,
        call(M:Goal)
    ;   callable(B) -> call(M:B, L, Rest)
    ;   var(B) -> throw(error(instantiation_error, phrase/3))
    ;   throw(error(type_error(callable,B), phrase/3))
    ).

% Only the first cell is checked, because phrase/3 is also called within grammars.
list_or_throw(L) :-
    (   var(L) -> true
    ;   L = [_|_] -> true
    ;   L == [] -> true
    ;   throw(error(type_error(list,L), phrase/3))
    ).

% Bodies that are not a simple nonterminal.
control(B) :- nonvar(B), control_(B).

control_((_,_)).
control_((_;_)).
control_('|'(_,_)).
control_((_->_)).
control_('*->'(_,_)).
control_({}(_)).
control_({}).
control_(!).
control_([]).
control_([_|_]).
control_(T) :- '$string'(T).
control_(\+_).
control_(_:_).

%! dcg_translate_rule(+Rule, -Clause) is det.
%
%  Unifies `Clause` with the translation of a grammar rule `H --> B` or `H, Pushback --> B`.
?- dcg_translate_rule((a --> "x", b), C).
   C = (a([x|_A],_B):-b(_A,_B)).
?- dcg_translate_rule((a, "x" --> b), C).
   C = (a(_A,_B):-b(_A,_C),_B=[x|_C]).
dcg_translate_rule((H-->_), _) :- var(H), !,
    throw(error(instantiation_error, dcg_translate_rule/2)).
dcg_translate_rule(((H,PB)-->B), Clause) :- !,
    nonterminal_head(H, S0, S, Head),
    dcg_body(B, S0, S1, Goal0),
    pushed_back(PB, S, S1, Push),
    clause_of(Head, (Goal0,Push), S0, Clause).
dcg_translate_rule((H-->B), Clause) :-
    nonterminal_head(H, S0, S, Head),
    dcg_body(B, S0, S, Goal),
    clause_of(Head, Goal, S0, Clause).

pushed_back(PB, S0, S, Goal) :-
    (   '$string'(PB) -> '$text_codes'(PB, Ts), terminals(Ts, S0, S, Goal)
    ;   current_prolog_flag(emulated_dialect, swi) -> dcg_body(PB, S0, S, Goal)
    ;   terminals(PB, S0, S, Goal)
    ).

nonterminal_head(H, _, _, _) :- var(H), !,
    throw(error(instantiation_error, dcg_translate_rule/2)).
nonterminal_head(M:H, S0, S, M:Head) :- !, nonterminal_head(H, S0, S, Head).
nonterminal_head(H, S0, S, Head) :-
    callable(H), !,
    extend(H, S0, S, Head).
nonterminal_head(H, _, _, _) :-
    throw(error(type_error(callable,H), dcg_translate_rule/2)).

extend(H, S0, S, Head) :-
    H =.. Xs0,
    two_more(Xs0, S0, S, Xs),
    Head =.. Xs.

two_more([], A, B, [A,B]).
two_more([X|Xs], A, B, [X|Ys]) :- two_more(Xs, A, B, Ys).

% A unification with the first list of the head is moved into the head.
clause_of(Head, Goal, S0, Clause) :-
    (   Goal = (X=Y,Rest), X == S0 -> S0 = Y, Clause = (Head:-Rest)
    ;   Goal = (X=Y), X == S0 -> S0 = Y, Clause = Head
    ;   Clause = (Head:-Goal)
    ).

%! dcg_body(+Body, ?S0, ?S, -Goal) is det.
%
%  Unifies `Goal` with the translation of the grammar body `Body` between the lists `S0` and `S`.
?- dcg_body(("a" | b), S0, S, G).
   G = (S0=[a|S];b(S0,S)).
dcg_body(B, S0, S, phrase(B,S0,S)) :- var(B), !.
dcg_body((A,B), S0, S, Goal) :- !, sequence(A, B, S0, S, Goal).
dcg_body((A;B), S0, S, (G;H)) :- !, alternative(A, S0, S, G), dcg_body(B, S0, S, H).
dcg_body('|'(A,B), S0, S, (G;H)) :- !, alternative(A, S0, S, G), dcg_body(B, S0, S, H).
dcg_body((A->B), S0, S, (G->H)) :- !, dcg_body(A, S0, S1, G), dcg_body(B, S1, S, H).
dcg_body('*->'(A,B), S0, S, '*->'(G,H)) :- !, dcg_body(A, S0, S1, G), dcg_body(B, S1, S, H).
dcg_body({}(G), S0, S, (G,S0=S)) :- !.
dcg_body({}, S0, S, S0=S) :- !.
dcg_body(!, S0, S, (!,S0=S)) :- !.
dcg_body([], S0, S, S0=S) :- !.
dcg_body([X|Xs], S0, S, Goal) :- !, terminals([X|Xs], S0, S, Goal).
dcg_body(\+A, S0, S, (\+G,S0=S)) :- !, dcg_body(A, S0, _, G).
dcg_body(M:B, S0, S, M:Goal) :- !, dcg_body(B, S0, S, Goal).
dcg_body(T, S0, S, Goal) :- '$string'(T), !, '$text_codes'(T, Cs), dcg_body(Cs, S0, S, Goal).
dcg_body(B, S0, S, Goal) :- callable(B), !, extend(B, S0, S, Goal).
dcg_body(B, _, _, _) :- throw(error(type_error(callable,B), dcg_body/4)).

alternative(A, S0, S, (G->H)) :- nonvar(A), A = (_->_), !, dcg_body(A, S0, S, (G->H)).
alternative(A, S0, S, G) :- dcg_body(A, S0, S, G).

% A body that consumes nothing passes its list on.
sequence(A, B, S0, S, Goal) :- nonvar(A), reads_nothing(A, G), !,
    dcg_body(B, S0, S, H),
    conjoin(G, H, Goal).
sequence(A, B, S0, S, Goal) :-
    dcg_body(A, S0, S1, G),
    dcg_body(B, S1, S, H),
    conjoin(G, H, Goal).

reads_nothing(!, !).
reads_nothing({}(G), G).
reads_nothing({}, true).
reads_nothing([], true).

conjoin(G, H, Goal) :- nonvar(G), conjoin_(G, H, Goal), !.
conjoin(G, H, (G,H)).

conjoin_(true, H, H).
conjoin_((G1,G2), H, (G1,Goal)) :- conjoin(G2, H, Goal).

terminals(Ts, S0, S, Goal) :-
    (   var(Ts) -> Goal = phrase(Ts,S0,S)
    ;   '$skip_list'(Ts, _, Tail),
        (   Tail == [] -> append(Ts, S, List), Goal = (S0=List)
        ;   var(Tail) ->
            (   current_prolog_flag(emulated_dialect, swi) -> Goal = lists:append(Ts, S, S0)
            ;   throw(error(instantiation_error, dcg_body/4))
            )
        ;   throw(error(type_error(list,Ts), dcg_body/4))
        )
    ).

%! seq(?Xs)// is nondet.
%
%  Describes the list `Xs`.
?- phrase(seq(Xs), "a", Rest).
   Xs = [], Rest = "a"
;  Xs = "a", Rest = [].
seq([]) --> [].
seq([X|Xs]) --> [X], seq(Xs).

%! seqq(?Xss)// is nondet.
%
%  Describes the concatenation of a list of lists.
?- phrase(seqq([[a],[b]]), Xs).
   Xs = "ab".
seqq([]) --> [].
seqq([Xs|Xss]) --> seq(Xs), seqq(Xss).

%! ...// is nondet.
%
%  Describes any list.
?- phrase((...,[X],...), [a,b]).
   X = a
;  X = b
;  false.
... --> [].
... --> [_], ... .
