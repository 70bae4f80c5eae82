% Predicates of module system: the non-deterministic part of the ISO core and
% what every program needs.  Loaded at start-up, so it stays small.  Builtins
% written in Rust are deterministic; what they cannot do is done here over
% '$...' helpers.

:- module(system, [
    once/1, ignore/1, forall/2, false/0, repeat/0, halt/0,
    findall/3, findall/4, bagof/3, setof/3,
    clause/2, retract/1, retractall/1, abolish/1,
    current_op/3, current_predicate/1, predicate_property/2,
    current_prolog_flag/2, current_char_conversion/2, stream_property/2,
    length/2, atom_concat/3, sub_atom/5,
    atomic_list_concat/2, atomic_list_concat/3,
    setup_call_cleanup/3, call_cleanup/2,
    copy_term/3, call_residue_vars/2, frozen/2,
    numbervars/3, succ/2, plus/3, tab/1, tab/2,
    term_to_atom/2, read_term_from_atom/3, expand_term/2,
    (dynamic)/1, (discontiguous)/1, (multifile)/1,
    consult/1, '.'/2, print_message/2
]).

:- meta_predicate once(0), ignore(0), forall(0,0).
:- meta_predicate findall(?,0,?), findall(?,0,?,?), bagof(?,^,?), setof(?,^,?).
:- meta_predicate clause(:,?), retract(:), retractall(:), abolish(:).
:- meta_predicate current_predicate(:), predicate_property(:,?).
:- meta_predicate setup_call_cleanup(0,0,0), call_cleanup(0,0).
:- meta_predicate call_residue_vars(0,?).
:- meta_predicate dynamic(:), discontiguous(:), multifile(:).
:- meta_predicate consult(:).

%% Control

%! once(:Goal) is semidet.
%
%  The first answer of `Goal` only.
?- once((X = 1 ; X = 2)).
   X = 1.
once(G) :- call(G), !.

%! ignore(:Goal) is det.
%
%  `once(Goal)`, and true also if `Goal` fails.
?- ignore(fail).
   true.
ignore(G) :- call(G), !.
ignore(_).

%! forall(:Condition, :Action) is semidet.
%
%  No answer of `Condition` lets `Action` fail. Binds nothing.
?- forall((X = 1 ; X = 2), X > 0).
   true.
forall(C, A) :- \+ ( call(C), \+ call(A) ).

%! false is failure.
?- false.
   false.
false :- fail.

%! repeat is multi.
%
%  True again and again.
?- repeat, !.
   true.
repeat.
repeat :- repeat.

halt :- halt(0).

%% Solutions (ISO 8.10)

%! findall(?Template, :Goal, ?Instances) is semidet.
%
%  The list of all instances of `Template` in the order of the answers.
?- findall(X-Y, (X = 1 ; X = 2), L).
   L = [1-_A,2-_B].
findall(T, G, L) :-
    '$partial_list'(L, findall/3),
    '$collect'(T, G, Is, []),
    L = Is.

%! findall(?Template, :Goal, ?Instances, ?Tail) is semidet.
?- findall(X, (X = 1 ; X = 2), L, [3]).
   L = [1,2,3].
findall(T, G, L, Tail) :-
    '$partial_list'(L, findall/4),
    '$collect'(T, G, Is, Tail),
    L = Is.

'$collect'(T, G, _, _) :-
    '$findall_push',
    call(G),
    '$findall_add'(T),
    fail.
'$collect'(_, _, Is, Tail) :-
    '$findall_pop'(Is, Tail).

'$partial_list'(L, _) :- var(L), !.
'$partial_list'(L, PI) :-
    '$skip_list'(L, _, Tail),
    (   ( var(Tail) ; Tail == [] ) -> true
    ;   throw(error(type_error(list,L), PI))
    ).

%! bagof(?Template, :Goal, -Bag) is nondet.
%
%  As findall/3, but for each instance of the free variables of `Goal`
%  separately, and false if there is none. `V^G` makes `V` not free.
?- bagof(X, member(X-Y,[1-a,2-b,3-a]), L).
   Y = a, L = [1,3]
;  Y = b, L = [2].
bagof(T, G0, L) :-
    '$partial_list'(L, bagof/3),
    '$free_variables'(G0, T, G, Vs),
    (   Vs == [] ->
        '$collect'(T, G, Bag, []),
        Bag = [_|_],
        L = Bag
    ;   W =.. [v|Vs],
        '$collect'(W-T, G, Pairs, []),
        Pairs = [_|_],
        keysort(Pairs, Sorted),
        '$bag'(Sorted, W, L)
    ).

%! setof(?Template, :Goal, -Set) is nondet.
%
%  bagof/3 with each list sorted and without duplicates.
?- setof(X, member(X,[c,a,b,a]), L).
   L = "abc".
setof(T, G0, L) :-
    '$partial_list'(L, setof/3),
    '$free_variables'(G0, T, G, Vs),
    (   Vs == [] ->
        '$collect'(T, G, Bag, []),
        Bag = [_|_],
        sort(Bag, Set),
        L = Set
    ;   W =.. [v|Vs],
        '$collect'(W-T, G, Pairs, []),
        Pairs = [_|_],
        keysort(Pairs, Sorted),
        '$bag'(Sorted, W, Bag),
        sort(Bag, Set),
        L = Set
    ).

% Goal without its `V^` prefixes, and its variables that occur neither in
% Template nor in one of the Vs (ISO 7.1.1.4).
'$free_variables'(G0, T, M:G, Vs) :-
    strip_module(G0, M0, G1),
    '$strip_hats'(G1, M0, T, M, G, Bound),
    term_variables(Bound, Bs),
    term_variables(Bs+G, All),
    '$drop_prefix'(Bs, All, Vs).

'$strip_hats'(G, M, B, M, G, B) :- var(G), !.
'$strip_hats'(V^G0, M0, B0, M, G, B) :- !,
    strip_module(M0:G0, M1, G1),
    '$strip_hats'(G1, M1, B0+V, M, G, B).
'$strip_hats'(G, M, B, M, G, B).

'$drop_prefix'([], Vs, Vs).
'$drop_prefix'([_|Xs], [_|Ys], Vs) :- '$drop_prefix'(Xs, Ys, Vs).

% The pairs with a variant of the first key, then those of the others.
'$bag'([K-T|Ps], W, L) :-
    (   ground(K) -> '$same_key'(Ps, K, Ts, Rest)
    ;   '$variant_key'(Ps, K, Ts, Rest)
    ),
    '$bag'(Rest, K, [T|Ts], W, L).

'$bag'([], W, L, W, L).
'$bag'([_|_], W, L, W, L).
'$bag'([P|Ps], _, _, W, L) :- '$bag'([P|Ps], W, L).

'$same_key'([K1-T|Ps], K, Ts, Rest) :- K1 == K, !,
    Ts = [T|Ts1],
    '$same_key'(Ps, K, Ts1, Rest).
'$same_key'(Ps, _, [], Ps).

'$variant_key'([], _, [], []).
'$variant_key'([K1-T|Ps], K, Ts, Rest) :-
    (   '=@='(K1, K) ->
        K1 = K,
        Ts = [T|Ts1],
        '$variant_key'(Ps, K, Ts1, Rest)
    ;   Rest = [K1-T|Rest1],
        '$variant_key'(Ps, K, Ts, Rest1)
    ).

%% The database (ISO 8.8, 8.9)

%! clause(:Head, ?Body) is nondet.
%
%  The clauses of a dynamic predicate, as they were when clause/2 was called.
?- clause(nil(_), _).
   false.
clause(H0, B) :-
    strip_module(H0, M, H),
    '$check_head'(H, clause/2),
    '$check_body'(B, clause/2),
    '$clause_first'(M, H, access, Ref, Gen),
    '$clause_from'(Ref, Gen, H, B).

'$clause_from'(Ref, Gen, H, B) :-
    '$clause_next'(Ref, Gen, H, Next), !,
    '$clause_or'(Ref, Next, Gen, H, B).
'$clause_from'(Ref, _, H, B) :- '$clause'(Ref, H, B).

'$clause_or'(Ref, _, _, H, B) :- '$clause'(Ref, H, B).
'$clause_or'(_, Next, Gen, H, B) :- '$clause_from'(Next, Gen, H, B).

%! retract(:Clause) is nondet.
%
%  Removes the clauses that unify with `Clause`, one for each answer.
?- assertz(q(1)), retract(q(X)).
   X = 1.
retract(C0) :-
    strip_module(C0, M0, C),
    '$split_clause'(C, M0, M, H, B),
    '$check_head'(H, retract/1),
    '$check_body'(B, retract/1),
    '$clause_first'(M, H, modify, Ref, Gen),
    '$retract_from'(Ref, Gen, H, B).

'$retract_from'(Ref, Gen, H, B) :-
    '$clause_next'(Ref, Gen, H, Next), !,
    '$retract_or'(Ref, Next, Gen, H, B).
'$retract_from'(Ref, _, H, B) :- '$clause'(Ref, H, B), '$erase'(Ref).

'$retract_or'(Ref, _, _, H, B) :- '$clause'(Ref, H, B), '$erase'(Ref).
'$retract_or'(_, Next, Gen, H, B) :- '$retract_from'(Next, Gen, H, B).

'$split_clause'(C, M, M, C, true) :- var(C), !.
'$split_clause'((H0:-B), M0, M, H, B) :- !, strip_module(M0:H0, M, H).
'$split_clause'(H, M, M, H, true).

'$check_head'(H, PI) :- var(H), !, throw(error(instantiation_error, PI)).
'$check_head'(H, PI) :- \+ callable(H), !, throw(error(type_error(callable,H), PI)).
'$check_head'(_, _).

'$check_body'(B, PI) :- nonvar(B), \+ callable(B), !, throw(error(type_error(callable,B), PI)).
'$check_body'(_, _).

%! retractall(:Head) is det.
%
%  Removes all clauses whose head unifies with `Head`; the predicate is
%  dynamic afterwards.
?- assertz(r(1)), assertz(r(2)), retractall(r(_)), \+ r(_).
   true.
retractall(H0) :-
    strip_module(H0, M, H),
    '$check_head'(H, retractall/1),
    functor(H, N, A),
    '$declare'((dynamic), M, N, A),
    (   '$clause_first'(M, H, modify, Ref, Gen) -> '$erase_from'(Ref, Gen, H)
    ;   true
    ).

'$erase_from'(Ref, Gen, H) :-
    (   \+ '$clause'(Ref, H, _) -> true
    ;   '$erase'(Ref) -> true
    ;   true
    ),
    (   '$clause_next'(Ref, Gen, H, Next) -> '$erase_from'(Next, Gen, H)
    ;   true
    ).

%! abolish(:PI) is det.
%
%  Removes the dynamic predicate `PI` altogether.
?- abolish(foo/a).
   error(type_error(integer,a),abolish/1).
abolish(S) :-
    strip_module(S, M0, PI0),
    '$strip_indicator'(PI0, M0, M, PI),
    '$name_arity'(PI, N, A, abolish/1),
    (   A < 0 -> throw(error(domain_error(not_less_than_zero,A), abolish/1))
    ;   current_prolog_flag(max_arity, Max), integer(Max), A > Max ->
        throw(error(representation_error(max_arity), abolish/1))
    ;   '$abolish'(M, N, A)
    ).

% m:a/1 is read as (m:a)/1.
'$strip_indicator'(PI0, _, M, PI) :-
    nonvar(PI0), PI0 = Q/A, nonvar(Q), Q = M:N, !,
    PI = N/A.
'$strip_indicator'(PI, M, M, PI).

'$name_arity'(PI, _, _, Ctx) :- var(PI), !, throw(error(instantiation_error, Ctx)).
'$name_arity'(N/A, N, A, Ctx) :- !,
    (   ( var(N) ; var(A) ) -> throw(error(instantiation_error, Ctx))
    ;   \+ integer(A) -> throw(error(type_error(integer,A), Ctx))
    ;   \+ atom(N) -> throw(error(type_error(atom,N), Ctx))
    ;   true
    ).
'$name_arity'(PI, _, _, Ctx) :- throw(error(type_error(predicate_indicator,PI), Ctx)).

%! dynamic(:Specs) is det.
%
%  Predicates given as `N/A`, as a list or as a conjunction are dynamic.
?- dynamic(s/1), \+ s(_).
   true.
dynamic(S) :- '$declare_each'(S, (dynamic), (dynamic)/1).

%! discontiguous(:Specs) is det.
?- discontiguous([a/1,b/2]).
   true.
discontiguous(S) :- '$declare_each'(S, (discontiguous), (discontiguous)/1).

%! multifile(:Specs) is det.
?- multifile(hook/1).
   true.
multifile(S) :- '$declare_each'(S, (multifile), (multifile)/1).

'$declare_each'(S0, What, Ctx) :-
    strip_module(S0, M, S),
    '$declare_each'(S, M, What, Ctx).

'$declare_each'(S, _, _, Ctx) :- var(S), !, throw(error(instantiation_error, Ctx)).
'$declare_each'([], _, _, _) :- !.
'$declare_each'([S|Ss], M, W, Ctx) :- !,
    '$declare_each'(M:S, W, Ctx), '$declare_each'(M:Ss, W, Ctx).
'$declare_each'((S,Ss), M, W, Ctx) :- !,
    '$declare_each'(M:S, W, Ctx), '$declare_each'(M:Ss, W, Ctx).
'$declare_each'(N//A, M, W, Ctx) :- integer(A), !,
    A2 is A+2,
    '$declare_each'(N/A2, M, W, Ctx).
'$declare_each'(as(S,_), M, W, Ctx) :- !, '$declare_each'(M:S, W, Ctx).
'$declare_each'(PI0, M0, W, Ctx) :-
    '$strip_indicator'(PI0, M0, M, PI),
    '$name_arity'(PI, N, A, Ctx),
    (   A < 0 -> throw(error(domain_error(not_less_than_zero,A), Ctx))
    ;   '$declare'(W, M, N, A)
    ).

%% What there is

% The elements of a list that unify with a term; the last leaves nothing behind.
'$among'(Xs, T) :-
    '$unifying'(Xs, T, Ys),
    '$element'(Ys, T).

'$unifying'([], _, []).
'$unifying'([X|Xs], T, Ys) :-
    (   X \= T -> Ys = Ys1
    ;   Ys = [X|Ys1]
    ),
    '$unifying'(Xs, T, Ys1).

'$element'([X|Xs], T) :- '$element'(Xs, X, T).

'$element'([], X, X).
'$element'([_|_], X, X).
'$element'([Y|Ys], _, X) :- '$element'(Ys, Y, X).

%! current_op(?Priority, ?Specifier, ?Name) is nondet.
?- current_op(P, xfx, is).
   P = 700.
current_op(P, S, N) :-
    (   var(P) -> true
    ;   integer(P), P >= 0, P =< 1200 -> true
    ;   throw(error(domain_error(operator_priority,P), current_op/3))
    ),
    (   var(S) -> true
    ;   atom(S), '$op_specifier'(S) -> true
    ;   throw(error(domain_error(operator_specifier,S), current_op/3))
    ),
    (   ( var(N) ; atom(N) ) -> true
    ;   throw(error(type_error(atom,N), current_op/3))
    ),
    '$current_op_list'(N, Ops),
    '$among'(Ops, op(P,S,N)).

'$op_specifier'(xfx).
'$op_specifier'(xfy).
'$op_specifier'(yfx).
'$op_specifier'(fy).
'$op_specifier'(fx).
'$op_specifier'(xf).
'$op_specifier'(yf).

%! current_predicate(?PI) is nondet.
%
%  The predicates that are defined by the program.
?- current_predicate(4).
   error(type_error(predicate_indicator,4),current_predicate/1).
current_predicate(S) :-
    strip_module(S, M0, PI0),
    '$strip_indicator'(PI0, M0, M, PI),
    (   var(PI) -> PI = N/A
    ;   PI = N/A,
        ( var(N) ; atom(N) ),
        ( var(A) ; integer(A) ) -> true
    ;   throw(error(type_error(predicate_indicator,PI), current_predicate/1))
    ),
    '$current_predicate_list'(M, N, A, PIs),
    '$among'(PIs, N/A).

%! predicate_property(:Head, ?Property) is nondet.
%
%  `Property` is one of `dynamic`, `static`, `built_in`, `defined`,
%  `exported`, `meta_predicate(H)`, `number_of_clauses(N)`, ...
?- predicate_property(atom_length(_,_), built_in).
   true.
predicate_property(H0, P) :-
    strip_module(H0, M, H),
    (   var(H) ->
        '$current_predicate_list'(M, _, _, PIs),
        '$among'(PIs, N/A),
        functor(H, N, A)
    ;   callable(H) -> true
    ;   throw(error(type_error(callable,H), predicate_property/2))
    ),
    '$predicate_properties'(M, H, Ps),
    '$among'(Ps, P).

%! current_prolog_flag(?Flag, ?Value) is nondet.
?- current_prolog_flag(bounded, V).
   V = false.
current_prolog_flag(F, V) :-
    (   ( var(F) ; atom(F) ) -> true
    ;   throw(error(type_error(atom,F), current_prolog_flag/2))
    ),
    '$flags'(FVs),
    (   atom(F), '$unifying'(FVs, F-_, []) ->
        throw(error(domain_error(prolog_flag,F), current_prolog_flag/2))
    ;   '$among'(FVs, F-V)
    ).

%! current_char_conversion(?Char, ?To) is nondet.
?- current_char_conversion(a, C).
   C = a.
current_char_conversion(C, D) :-
    '$check_char'(C, current_char_conversion/2),
    '$check_char'(D, current_char_conversion/2),
    '$char_conversions'(CDs),
    (   atom(C), '$unifying'(CDs, C-_, []) -> D = C
    ;   '$among'(CDs, C-D)
    ).

'$check_char'(C, _) :- var(C), !.
'$check_char'(C, _) :- atom(C), atom_length(C, 1), !.
'$check_char'(C, PI) :- throw(error(type_error(character,C), PI)).

%! stream_property(?Stream, ?Property) is nondet.
?- current_output(S), stream_property(S, mode(M)).
   S = ..., M = append.
stream_property(S, P) :-
    (   ( var(P) ; '$stream_property'(P) ) -> true
    ;   throw(error(domain_error(stream_property,P), stream_property/2))
    ),
    (   var(S) ->
        '$streams'(Ss),
        '$element'(Ss, S)
    ;   true
    ),
    '$stream_properties'(S, Ps),
    '$among'(Ps, P).

'$stream_property'(input).
'$stream_property'(output).
'$stream_property'(file_name(_)).
'$stream_property'(mode(_)).
'$stream_property'(alias(_)).
'$stream_property'(position(_)).
'$stream_property'(line_count(_)).
'$stream_property'(line_position(_)).
'$stream_property'(end_of_stream(_)).
'$stream_property'(eof_action(_)).
'$stream_property'(reposition(_)).
'$stream_property'(type(_)).
'$stream_property'(encoding(_)).
'$stream_property'(tty(_)).

%% Lists, atoms, terms

%! length(?List, ?Length) is nondet.
%
%  `List` is a list with `Length` elements.
?- length(L, 2).
   L = [_A,_B].
?- length([a,b|_], 1).
   false.
length(Xs, N) :-
    '$skip_list'(Xs, Len, Tail),
    (   Tail == [] -> '$check_length'(N), N = Len
    ;   var(Tail) -> '$partial_length'(N, Len, Tail)
    ;   throw(error(type_error(list,Xs), length/2))
    ).

'$check_length'(N) :- var(N), !.
'$check_length'(N) :- \+ integer(N), !, throw(error(type_error(integer,N), length/2)).
'$check_length'(N) :- N < 0, !, throw(error(domain_error(not_less_than_zero,N), length/2)).
'$check_length'(_).

'$partial_length'(N, Len, Tail) :- integer(N), !,
    '$check_length'(N),
    Rest is N-Len,
    Rest >= 0,
    '$fresh_list'(Rest, Xs),
    Tail = Xs.
'$partial_length'(N, Len, Tail) :- var(N), !,
    (   N == Tail -> throw(error(resource_error(finite_memory), length/2))
    ;   '$grow'(Tail, Len, N)
    ).
'$partial_length'(N, _, _) :- throw(error(type_error(integer,N), length/2)).

'$grow'([], N, N).
'$grow'([_|Xs], N0, N) :- N1 is N0+1, '$grow'(Xs, N1, N).

%! atom_concat(?A, ?B, ?AB) is nondet.
?- atom_concat(X, Y, a).
   X = '', Y = a
;  X = a, Y = ''.
?- atom_concat(X, b, ab).
   X = a.
atom_concat(A, B, AB) :-
    '$atom_or_var'(A, atom_concat/3),
    '$atom_or_var'(B, atom_concat/3),
    '$atom_or_var'(AB, atom_concat/3),
    '$atom_concat'(A, B, AB).

'$atom_concat'(A, B, AB) :- atom(A), atom(B), !, '$atomic_join'([A,B], '', AB).
'$atom_concat'(_, _, AB) :- var(AB), !, throw(error(instantiation_error, atom_concat/3)).
'$atom_concat'(A, B, AB) :- atom(A), !,
    atom_length(A, LA),
    '$sub_atom'(AB, 0, LA, A),
    atom_length(AB, L),
    LB is L-LA,
    '$sub_atom'(AB, LA, LB, B).
'$atom_concat'(A, B, AB) :- atom(B), !,
    atom_length(B, LB),
    atom_length(AB, L),
    LA is L-LB,
    LA >= 0,
    '$sub_atom'(AB, LA, LB, B),
    '$sub_atom'(AB, 0, LA, A).
'$atom_concat'(A, B, AB) :-
    atom_length(AB, L),
    '$upto'(0, L, LA),
    LB is L-LA,
    '$sub_atom'(AB, 0, LA, A),
    '$sub_atom'(AB, LA, LB, B).

'$atom_or_var'(A, _) :- ( var(A) ; atom(A) ), !.
'$atom_or_var'(A, PI) :- throw(error(type_error(atom,A), PI)).

'$upto'(L, H, X) :-
    (   L < H -> '$upto_'(L, H, X)
    ;   L =:= H -> X = L
    ).

'$upto_'(L, _, L).
'$upto_'(L, H, X) :- L1 is L+1, '$upto'(L1, H, X).

%! sub_atom(+Atom, ?Before, ?Length, ?After, ?Sub) is nondet.
%
%  `Sub` has `Length` characters, `Before` of `Atom` before it and `After`
%  after it.
?- sub_atom(abc, B, 2, A, S).
   B = 0, A = 1, S = ab
;  B = 1, A = 0, S = bc.
?- sub_atom(abab, B, _, _, b).
   B = 1
;  B = 3.
sub_atom(Atom, B, L, A, Sub) :-
    (   var(Atom) -> throw(error(instantiation_error, sub_atom/5))
    ;   '$atom_or_var'(Atom, sub_atom/5)
    ),
    '$atom_or_var'(Sub, sub_atom/5),
    '$count_or_var'(B),
    '$count_or_var'(L),
    '$count_or_var'(A),
    atom_length(Atom, N),
    (   atom(Sub) ->
        atom_length(Sub, L),
        (   integer(B) ->
            '$sub_atom'(Atom, B, L, Sub),
            A is N-B-L
        ;   integer(A) ->
            B is N-A-L,
            B >= 0,
            '$sub_atom'(Atom, B, L, Sub)
        ;   '$sub_atom_at'(Atom, Sub, 0, B),
            A is N-B-L
        )
    ;   integer(B) ->
        Max is N-B,
        Max >= 0,
        (   integer(L) -> A is Max-L, A >= 0
        ;   integer(A) -> L is Max-A, L >= 0
        ;   '$upto'(0, Max, L), A is Max-L
        ),
        '$sub_atom'(Atom, B, L, Sub)
    ;   integer(L) ->
        Max is N-L,
        Max >= 0,
        (   integer(A) -> B is Max-A, B >= 0
        ;   '$upto'(0, Max, B), A is Max-B
        ),
        '$sub_atom'(Atom, B, L, Sub)
    ;   integer(A) ->
        Max is N-A,
        Max >= 0,
        '$upto'(0, Max, B),
        L is Max-B,
        '$sub_atom'(Atom, B, L, Sub)
    ;   '$upto'(0, N, B),
        Max is N-B,
        '$upto'(0, Max, L),
        A is Max-L,
        '$sub_atom'(Atom, B, L, Sub)
    ).

'$count_or_var'(N) :- var(N), !.
'$count_or_var'(N) :- \+ integer(N), !, throw(error(type_error(integer,N), sub_atom/5)).
'$count_or_var'(N) :- N < 0, !, throw(error(domain_error(not_less_than_zero,N), sub_atom/5)).
'$count_or_var'(_).

% The places where Sub occurs in Atom, from From on.
'$sub_atom_at'(Atom, Sub, From, B) :-
    '$sub_atom_find'(Atom, Sub, From, B0),
    From1 is B0+1,
    (   '$sub_atom_find'(Atom, Sub, From1, _) ->
        '$sub_atom_or'(Atom, Sub, B0, From1, B)
    ;   B = B0
    ).

'$sub_atom_or'(_, _, B, _, B).
'$sub_atom_or'(Atom, Sub, _, From, B) :- '$sub_atom_at'(Atom, Sub, From, B).

%! atomic_list_concat(+Atomics, ?Atom) is det.
?- atomic_list_concat([a,1,b], A).
   A = a1b.
atomic_list_concat(Xs, A) :- '$atomics'(Xs), !, '$atomic_join'(Xs, '', A).
atomic_list_concat(_, _) :- throw(error(instantiation_error, atomic_list_concat/2)).

%! atomic_list_concat(?Atomics, +Separator, ?Atom) is semidet.
%
%  Joins `Atomics`, or splits `Atom` where `Separator` (not '') occurs.
?- atomic_list_concat([a,b], '-', A).
   A = 'a-b'.
?- atomic_list_concat(Xs, '-', 'a-bc-').
   Xs = [a,bc,''].
atomic_list_concat(Xs, Sep, A) :- atomic(Sep), '$atomics'(Xs), !, '$atomic_join'(Xs, Sep, A).
atomic_list_concat(Xs, Sep, A) :-
    (   ( var(Sep) ; var(A) ) -> throw(error(instantiation_error, atomic_list_concat/3))
    ;   \+ atomic(A) -> throw(error(type_error(atomic,A), atomic_list_concat/3))
    ;   Sep == '' -> throw(error(domain_error(non_empty_atom,Sep), atomic_list_concat/3))
    ;   '$atom_split'(A, Sep, Ys),
        Xs = Ys
    ).

'$atomics'(Xs) :-
    '$skip_list'(Xs, _, Tail),
    Tail == [],
    '$all_atomic'(Xs).

'$all_atomic'([]).
'$all_atomic'([X|Xs]) :- atomic(X), '$all_atomic'(Xs).

%! numbervars(?Term, +Start, ?End) is semidet.
%
%  Binds the variables of `Term` to `'$VAR'(Start)`, `'$VAR'(Start+1)`, ...
?- numbervars(f(X,Y), 0, E).
   X = '$VAR'(0), Y = '$VAR'(1), E = 2.
numbervars(T, S, E) :-
    (   var(S) -> throw(error(instantiation_error, numbervars/3))
    ;   integer(S) -> true
    ;   throw(error(type_error(integer,S), numbervars/3))
    ),
    term_variables(T, Vs),
    '$number_vars'(Vs, S, E).

'$number_vars'([], N, N).
'$number_vars'(['$VAR'(N0)|Vs], N0, N) :- N1 is N0+1, '$number_vars'(Vs, N1, N).

%! succ(?I, ?J) is semidet.
%
%  `J` is `I+1`, both natural numbers.
?- succ(X, 4).
   X = 3.
succ(I, J) :- integer(I), !,
    (   I < 0 -> throw(error(type_error(not_less_than_zero,I), succ/2))
    ;   '$int_or_var'(J, succ/2),
        J is I+1
    ).
succ(I, J) :- var(I), !,
    (   var(J) -> throw(error(instantiation_error, succ/2))
    ;   '$int_or_var'(J, succ/2),
        J < 0 -> throw(error(type_error(not_less_than_zero,J), succ/2))
    ;   J > 0,
        I is J-1
    ).
succ(I, _) :- throw(error(type_error(integer,I), succ/2)).

'$int_or_var'(N, _) :- ( var(N) ; integer(N) ), !.
'$int_or_var'(N, PI) :- throw(error(type_error(integer,N), PI)).

%! plus(?I, ?J, ?K) is det.
%
%  `K` is `I+J`; at most one of them is unknown.
?- plus(1, X, 3).
   X = 2.
plus(I, J, K) :- nonvar(I), nonvar(J), !, K is I+J.
plus(I, J, K) :- nonvar(I), nonvar(K), !, J is K-I.
plus(I, J, K) :- nonvar(J), nonvar(K), !, I is K-J.
plus(_, _, _) :- throw(error(instantiation_error, plus/3)).

%! tab(+N) is det.
%
%  Writes `N` (an expression) blanks.
?- tab(1+1).
   outputs("  "), true.
tab(E) :- current_output(S), tab(S, E).

%! tab(+Stream, +N) is det.
?- current_output(S), tab(S, 0).
   S = ... .
tab(S, E) :-
    N is E,
    (   integer(N) -> '$tab'(N, S)
    ;   throw(error(type_error(integer,N), tab/2))
    ).

'$tab'(N, S) :-
    (   N > 0 -> put_char(S, ' '), N1 is N-1, '$tab'(N1, S)
    ;   true
    ).

%! term_to_atom(?Term, ?Atom) is det.
%
%  `Atom` is `Term` written with quotes; if `Term` is a variable, `Atom` is read.
?- term_to_atom(f('A',1+2), A).
   A = 'f(\'A\',1+2)'.
?- term_to_atom(T, 'g(X,Y,X)').
   T = g(_A,_B,_A).
term_to_atom(T, A) :- nonvar(T), !,
    '$term_text'(T, [quoted(true)], Cs, []),
    atom_chars(A, Cs).
term_to_atom(_, A) :- var(A), !, throw(error(instantiation_error, term_to_atom/2)).
term_to_atom(T, A) :- '$read_text'(A, T, []).

%! read_term_from_atom(+Atom, -Term, +Options) is det.
?- read_term_from_atom('f(X)', T, [variable_names(Vs)]).
   T = f(_A), Vs = ['X'=_A].
read_term_from_atom(A, T, Os) :- '$read_text'(A, T, Os).

%% Cleaning up

%! setup_call_cleanup(:Setup, :Goal, :Cleanup) is nondet.
%
%  `once(Setup)`, then `Goal`; `Cleanup` runs once, as soon as `Goal` has
%  no more answers: it failed, was cut, left no choice point, or threw.
?- setup_call_cleanup(true, (X = 1 ; X = 2), write(done)).
   X = 1
;  X = 2, outputs("done").
setup_call_cleanup(S, G, C) :-
    once(S),
    strip_module(C, _, C1),
    (   var(C1) -> throw(error(instantiation_error, setup_call_cleanup/3))
    ;   callable(C1) -> true
    ;   throw(error(type_error(callable,C1), setup_call_cleanup/3))
    ),
    '$call_cleanup'(G, C).

%! call_cleanup(:Goal, :Cleanup) is nondet.
?- call_cleanup(fail, write(done)).
   outputs("done"), false.
call_cleanup(G, C) :- setup_call_cleanup(true, G, C).

% The alternative of this predicate guards Cleanup: the machine runs it when
% that choice point disappears by a cut or by a ball.
'$call_cleanup'(G, C) :-
    '$cleanup_push'(C),
    catch('$call_det'(G, Det), E, '$cleanup_throw'(C, E)),
    (   Det == true ->
        '$cleanup_pop',
        !,
        ignore(C)
    ;   true
    ).
'$call_cleanup'(_, C) :-
    '$cleanup_pop',
    ignore(C),
    fail.

'$cleanup_throw'(C, E) :-
    '$cleanup_pop',
    catch(ignore(C), _, true),
    throw(E).

% Called by the machine with the goals whose guards were cut, newest first.
'$run_cleanups'([]).
'$run_cleanups'([C|Cs]) :-
    catch(ignore(C), _, true),
    '$run_cleanups'(Cs).

'$call_det'(G, Det) :-
    '$choice_point'(B0),
    call(G),
    '$choice_point'(B),
    (   B == B0 -> Det = true
    ;   Det = false
    ).

%% Attributed variables

% Called by the machine with the bindings of attributed variables since the
% last call, oldest first, each wake(Atts, Value). First verify_attributes/3 of
% all modules, then the goals that they gave and attr_unify_hook/2, in order.
'$wakeup'([wake(As,V)|Ws]) :-
    (   Ws == [], As = att(M,A,[]), \+ functor(A, '$atts', _) ->
        '$attr_hook'(M, A, V)
    ;   '$verify'([wake(As,V)|Ws], Gs, []),
        '$call_all'(Gs)
    ).

'$attr_hook'(freeze, G, V) :- nonvar(V), !, freeze:thaw(G).
'$attr_hook'(M, A, V) :- M:attr_unify_hook(A, V).

'$verify'([], Gs, Gs).
'$verify'([wake(As,V)|Ws], Gs0, Gs) :-
    '$verify'(As, As, V, Gs0, Gs1),
    '$verify'(Ws, Gs1, Gs).

'$verify'([], _, _, Gs, Gs).
'$verify'(att(M,A,As), All, V, Gs0, Gs) :-
    (   functor(A, '$atts', _) ->
        put_attrs(Var, All),
        (   '$defined'(M, verify_attributes, 3) -> M:verify_attributes(Var, V, New)
        ;   New = []
        ),
        '$qualified'(New, M, Gs0, Gs1)
    ;   Gs0 = [system:'$attr_hook'(M,A,V)|Gs1]
    ),
    '$verify'(As, All, V, Gs1, Gs).

'$qualified'([], _, Gs, Gs).
'$qualified'([G|Gs0], M, [Q|Qs], Gs) :-
    (   nonvar(G), G = _:_ -> Q = G
    ;   Q = M:G
    ),
    '$qualified'(Gs0, M, Qs, Gs).

'$call_all'([]).
'$call_all'([G|Gs]) :- call(G), '$call_all'(Gs).

%! copy_term(?Term, -Copy, -Goals) is det.
%
%  `Copy` is `Term` without attributes; `Goals` would put them back.
?- dif(X, a), copy_term(X, Y, Gs).
   Gs = [dif:dif(Y,a)], dif:dif(X,a).
copy_term(T, C, Gs) :-
    term_attvars(T, Vs),
    (   Vs == [] ->
        copy_term(T, C0),
        C = C0,
        Gs = []
    ;   '$collect'(T+Gs0, system:'$residual_goals'(Vs, Gs0), Rs, []),
        Rs = [C+Gs]
    ).

% The goals of attributed variables; their attributes are gone afterwards.
'$residual_goals'(Vs, Gs) :-
    '$attvars_goals'(Vs, Gs),
    '$del_attrs'(Vs).

'$del_attrs'([]).
'$del_attrs'([V|Vs]) :- del_attrs(V), '$del_attrs'(Vs).

% Each goal once: several variables may tell of the same constraint.
'$attvars_goals'(Vs, Gs) :-
    '$attvars_goals'(Vs, Gs0, []),
    '$number'(Gs0, 0, GNs),
    sort(1, @<, GNs, GNs1),
    sort(2, @<, GNs1, GNs2),
    '$unnumber'(GNs2, Gs).

'$number'([], _, []).
'$number'([G|Gs], N, [G-N|GNs]) :- N1 is N+1, '$number'(Gs, N1, GNs).

'$unnumber'([], []).
'$unnumber'([G-_|GNs], [G|Gs]) :- '$unnumber'(GNs, Gs).

'$attvars_goals'([], Gs, Gs).
'$attvars_goals'([V|Vs], Gs0, Gs) :-
    (   get_attrs(V, As) ->
        '$att_pairs'(As, MAs0),
        keysort(MAs0, MAs),
        '$attributes_goals'(MAs, V, Gs0, Gs1)
    ;   Gs0 = Gs1
    ),
    '$attvars_goals'(Vs, Gs1, Gs).

'$att_pairs'([], []).
'$att_pairs'(att(M,A,As), [M-A|MAs]) :- '$att_pairs'(As, MAs).

'$attributes_goals'([], _, Gs, Gs).
'$attributes_goals'([M-A|MAs], V, Gs0, Gs) :-
    (   '$defined'(M, attribute_goals, 3),
        M:attribute_goals(V, New, []) -> '$qualified'(New, M, Gs0, Gs1)
    ;   functor(A, '$atts', _) -> Gs0 = Gs1
    ;   Gs0 = [put_attr(V,M,A)|Gs1]
    ),
    '$attributes_goals'(MAs, V, Gs1, Gs).

% Called before residual goals are collected: project_attributes/2 of each
% module that has an attribute on one of AttVars.
'$project_attributes'(QueryVars, AttVars) :-
    '$att_modules'(AttVars, Ms0),
    sort(Ms0, Ms),
    '$project_each'(Ms, QueryVars, AttVars).

'$att_modules'([], []).
'$att_modules'([V|Vs], Ms) :-
    (   get_attrs(V, As) -> '$chain_modules'(As, Ms, Ms1)
    ;   Ms = Ms1
    ),
    '$att_modules'(Vs, Ms1).

'$chain_modules'([], Ms, Ms).
'$chain_modules'(att(M,_,As), [M|Ms0], Ms) :- '$chain_modules'(As, Ms0, Ms).

'$project_each'([], _, _).
'$project_each'([M|Ms], Qs, As) :-
    (   '$defined'(M, project_attributes, 2), M:project_attributes(Qs, As) -> true
    ;   true
    ),
    '$project_each'(Ms, Qs, As).

%! call_residue_vars(:Goal, -Vars) is nondet.
%
%  `Vars` are the attributed variables that `Goal` created and left.
?- call_residue_vars(dif(X, a), Vs).
   Vs = [X], dif:dif(X,a).
call_residue_vars(G, Vs) :-
    '$attvar_mark'(Mark),
    call(G),
    '$attvars_since'(Mark, Vs).

%! frozen(?Term, -Goals) is det.
%
%  The conjunction of goals that are delayed on variables of `Term`.
?- freeze(X, true), frozen(X, G).
   G = freeze:freeze(X,true), freeze:freeze(X,true).
frozen(T, G) :-
    term_attvars(T, Vs),
    '$attvars_goals'(Vs, Gs),
    '$conjunction'(Gs, G0),
    G = G0.

'$conjunction'([], true).
'$conjunction'([G|Gs], C) :- '$conjunction'(Gs, G, C).

'$conjunction'([], G, G).
'$conjunction'([G|Gs], G0, (G0,C)) :- '$conjunction'(Gs, G, C).

%% Loading and messages

%! consult(:Files) is det.
%
%  Loads a file or a list of files; `library(L)` names a library.
?- consult(X).
   error(instantiation_error,consult/1).
consult(F0) :-
    strip_module(F0, M, F),
    '$consult'(F, M).

'$consult'(F, _) :- var(F), !, throw(error(instantiation_error, consult/1)).
'$consult'([], _) :- !.
'$consult'([F|Fs], M) :- !, consult(M:F), '$consult'(Fs, M).
'$consult'(F, M) :- '$load'(F, M, []).

[F|Fs] :- consult([F|Fs]).

%! expand_term(+Term, -Expanded) is det.
%
%  What loading makes of `Term`: term_expansion/2 of module user, then
%  the translation of grammar rules.
?- expand_term((a --> b), T).
   T = (a(_A,_B):-b(_A,_B)).
expand_term(T, X) :-
    (   nonvar(T), '$defined'(user, term_expansion, 2), user:term_expansion(T, X0) -> true
    ;   X0 = T
    ),
    '$expand_rules'(X0, X).

'$expand_rules'(X, X) :- var(X), !.
'$expand_rules'((H-->B), C) :- !, dcgs:dcg_translate_rule((H-->B), C).
'$expand_rules'([T|Ts], [X|Xs]) :- !, '$expand_rules'(T, X), '$expand_rules'(Ts, Xs).
'$expand_rules'(X, X).

%! print_message(+Kind, +Message) is det.
%
%  Reports `Message` on the stream user_error, unless user:message_hook/3
%  takes care of it. `silent` and `informational` messages are not shown.
?- print_message(silent, hello).
   true.
print_message(Kind, Msg) :-
    (   '$defined'(user, message_hook, 3), user:message_hook(Msg, Kind, []) -> true
    ;   '$quiet'(Kind) -> true
    ;   '$message_word'(Kind, Word),
        write(user_error, Word),
        '$message_body'(Msg),
        nl(user_error)
    ).

'$quiet'(silent).
'$quiet'(informational).
'$quiet'(debug(_)).

'$message_word'(error, 'error: ') :- !.
'$message_word'(warning, 'warning: ') :- !.
'$message_word'(_, '').

'$message_body'(format(F, As)) :- !, format(user_error, F, As).
'$message_body'(Msg) :- write_term(user_error, Msg, [quoted(true),numbervars(true)]).
