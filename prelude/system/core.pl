% More predicates of module `system`, loaded at start-up after `system.pl`: reflection (operators,
% flags, predicates, streams), lists, atoms and terms, loading and messages.

:- module(system, [
    current_op/3, current_predicate/1, predicate_property/2,
    current_prolog_flag/2, current_char_conversion/2, stream_property/2,
    length/2, atom_concat/3, sub_atom/5,
    atomic_list_concat/2, atomic_list_concat/3,
    numbervars/3, tab/1, tab/2,
    term_to_atom/2, read_term_from_atom/3,
    expand_term/2, consult/1, '.'/2, print_message/2
]).

:- meta_predicate current_predicate(:), predicate_property(:,?).
:- meta_predicate consult(:), '.'(:,:).

% The hook of print/1 and of `~p` in format/2; programs add clauses.
?- predicate_property(portray(_), multifile), predicate_property(portray(_), dynamic), \+ portray(_).
   true.
:- multifile(user:portray/1).
:- dynamic(user:portray/1).

% The hook of file names `Alias(Path)`; programs add clauses.
?- predicate_property(file_search_path(_,_), dynamic), \+ file_search_path(_,_).
   true.
:- multifile(user:file_search_path/2).
:- dynamic(user:file_search_path/2).

%% Reflection

% Succeeds once for each element of a list that unifies with a term. The last answer leaves no
% choice point.
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
%
%  True if `Name` is an operator of type `Specifier` with `Priority` (ISO 8.14.4). `Module:Name` is one of that module.
?- current_op(P, xfx, is).
   P = 700.
?- op(300, xfx, here:(===>)), current_op(P, T, here:(===>)), \+ current_op(_, _, ===>).
   P = 300, T = xfx.
current_op(P, S, N) :-
    (   var(P) -> true
    ;   integer(P), P >= 0, P =< 1200 -> true
    ;   throw(error(domain_error(operator_priority,P), current_op/3))
    ),
    (   var(S) -> true
    ;   atom(S), '$op_specifier'(S) -> true
    ;   throw(error(domain_error(operator_specifier,S), current_op/3))
    ),
    (   ( var(N) ; atom(N) ) -> Name = N
    ;   N = M:Name, atom(M), ( var(Name) ; atom(Name) ) -> true
    ;   throw(error(type_error(atom,N), current_op/3))
    ),
    '$current_op_list'(N, Ops),
    '$among'(Ops, op(P,S,Name)).

'$op_specifier'(xfx).
'$op_specifier'(xfy).
'$op_specifier'(yfx).
'$op_specifier'(fy).
'$op_specifier'(fx).
'$op_specifier'(xf).
'$op_specifier'(yf).

%! current_predicate(:PI) is nondet.
%
%  True if `PI` is the predicate indicator of a predicate that the program defines (ISO 8.8.2), and
%  that a call in the calling module would reach: one of this module, one that it imports explicitly or, if
%  it has none, one of `user`. In `M:PI`, where `M` is a variable, `M` is each module that has the predicate.
%  Throws a type error if `PI` is neither a variable nor a predicate indicator.
?- current_predicate(4).
   error(type_error(predicate_indicator,4),current_predicate/1).
?- assertz(own_module:seen_in_module(1)), current_predicate(own_module:seen_in_module/A).
   A = 1.
?- assertz(seen_from_modules(1)), current_predicate(no_module:seen_from_modules/A).
   false.
?- use_module(library(ugraphs)), current_predicate(ugraphs:top_sort/2), current_predicate(top_sort/2).
   true.
?- assertz(seen_somewhere(1)), findall(M, current_predicate(M:seen_somewhere/1), Ms).
   Ms = [user].
?- current_predicate(_:4).
   error(type_error(predicate_indicator,4),current_predicate/1).
current_predicate(S) :-
    strip_module(S, M0, PI0),
    '$strip_indicator'(PI0, M0, M, PI),
    (   nonvar(PI), PI = V:PI1, var(V) ->
        '$current_indicator'(PI1, N, A),
        '$modules'(Ms),
        '$among'(Ms, V),
        '$current_predicate_list'(V, N, A, PIs)
    ;   '$current_indicator'(PI, N, A),
        '$visible_predicate_list'(M, N, A, PIs)
    ),
    '$among'(PIs, N/A).

'$current_indicator'(PI, N, A) :-
    (   var(PI) -> PI = N/A
    ;   PI = N/A,
        ( var(N) ; atom(N) ),
        ( var(A) ; integer(A), A >= 0 ) -> true
    ;   throw(error(type_error(predicate_indicator,PI), current_predicate/1))
    ).

%! predicate_property(:Head, ?Property) is nondet.
%
%  True if the predicate that `Head` calls has `Property`: `dynamic`, `static`, `built_in`,
%  `defined`, `exported`, `meta_predicate(H)`, `number_of_clauses(N)`, `imported_from(M)`,
%  `size(Bytes)` and others. If `Head` is `M:H` with a variable `M`, succeeds for each module that
%  defines the predicate. Throws a domain error if `Property` is not the form of a known property.
?- predicate_property(atom_length(_,_), built_in).
   true.
?- assertz(sized(1)), predicate_property(sized(_), size(Bytes)), Bytes > 100.
   Bytes = ... .
?- predicate_property((_,_), meta_predicate(H)).
   H = (0,0).
?- predicate_property(atom_length(_,_), red).
   error(domain_error(predicate_property,red),predicate_property/2).
?- use_module(library(assoc)), predicate_property(empty_assoc(_), defined).
   true.
?- predicate_property(foldl(_,_,_,_), imported_from(M)), predicate_property(foldl(_,_,_,_), size(Bytes)), Bytes > 100.
   M = apply, Bytes = ... .
?- predicate_property(M:empty_assoc(_), defined).
   M = assoc.
predicate_property(H0, P) :-
    nonvar(H0), H0 = M:H, var(M), callable(H), !,
    functor(H, N, A),
    '$modules'(Ms),
    findall(M1, ( '$element'(Ms, M1), '$defined'(M1, N, A) ), Ds),
    '$among'(Ds, M),
    predicate_property(M:H, P).
predicate_property(H0, P) :-
    strip_module(H0, M, H),
    (   var(H) ->
        '$current_predicate_list'(M, _, _, PIs),
        '$among'(PIs, N/A),
        functor(H, N, A)
    ;   callable(H) -> true
    ;   throw(error(type_error(callable,H), predicate_property/2))
    ),
    (   ( var(P) ; functor(P, PN, PA), '$predicate_property'(PA, PNs), '$among'(PNs, PN) ) -> true
    ;   throw(error(domain_error(predicate_property,P), predicate_property/2))
    ),
    '$load_import'(M, H),
    '$predicate_properties'(M, H, Ps0),
    (   Ps0 = [_|_], ( var(P) ; P = size(_) ), '$predicate_size'(M, H, Bytes) -> Ps = [size(Bytes)|Ps0]
    ;   Ps = Ps0
    ),
    '$among'(Ps, P).

% Names of properties by arity: those of this system and those of others, which never hold here.
'$predicate_property'(0, [
    built_in, control_construct, defined, (discontiguous), (dynamic), exported, foreign, (multifile), static, tabled,
    visible, abstract, autoload, block, built_in_fd, clausable, compiled, det, imported, incremental, interpreted, iso,
    jitable, locked, monotonic, native_code, nodebug, non_terminal, notrace, opaque, prebuilt, private, public,
    quasi_quotation_syntax, source, ssu, system, template, thread_local, transparent, undefined, user, volatile
]).
'$predicate_property'(1, [
    imported_from, meta_predicate, number_of_clauses, abstract, autoload, block, file, implementation_module, indexed,
    last_modified_generation, line_count, memory, mode, number_of_rules, primary_index, prolog_file, prolog_line,
    subgoal_abstract, size, tabled, template
]).

%! current_prolog_flag(?Flag, ?Value) is nondet.
%
%  True if `Flag` has `Value` (ISO 8.17.2). False if `Flag` is an atom that does not name a flag; with
%  the flag `iso`, that is a domain error.
?- current_prolog_flag(bounded, V).
   V = false.
?- current_prolog_flag(no_such_flag, V).
   false.
current_prolog_flag(F, V) :-
    (   ( var(F) ; atom(F) ) -> true
    ;   throw(error(type_error(atom,F), current_prolog_flag/2))
    ),
    '$flags'(FVs),
    (   atom(F), '$unifying'(FVs, F-_, []) ->
        '$among'(FVs, iso-true),
        throw(error(domain_error(prolog_flag,F), current_prolog_flag/2))
    ;   '$among'(FVs, F-V)
    ).

%! current_char_conversion(?Char, ?To) is nondet.
%
%  True if `Char` is converted to `To` when a term is read (ISO 8.14.6). A character without a
%  conversion is converted to itself.
?- current_char_conversion(a, C).
   C = a.
current_char_conversion(C, D) :-
    '$check_char'(C, current_char_conversion/2),
    '$check_char'(D, current_char_conversion/2),
    '$char_conversions'(CDs),
    (   atom(C) -> '$converted'(CDs, C, D)
    ;   '$among'(CDs, C-D)
    ;   '$unconverted'(CDs, C, D)
    ).

'$converted'(CDs, C, D) :- '$unifying'(CDs, C-_, Ds), ( Ds = [_-E|_] -> D = E ; D = C ).

% A character without an entry is converted to itself.
'$unconverted'(CDs, C, D) :- atom(D), !, '$unifying'(CDs, D-_, []), C = D.
'$unconverted'(CDs, C, C) :-
    '$characters'(0, Cs), '$among'(Cs, C), '$unifying'(CDs, C-_, []).

'$characters'(256, []) :- !.
'$characters'(N0, [C|Cs]) :- char_code(C, N0), N is N0+1, '$characters'(N, Cs).

'$check_char'(C, _) :- var(C), !.
'$check_char'(C, _) :- atom(C), atom_length(C, 1), !.
'$check_char'(C, PI) :- throw(error(type_error(character,C), PI)).

%! stream_property(?Stream, ?Property) is nondet.
%
%  True if the open stream `Stream` has `Property` (ISO 8.11.8). Of SWI-Prolog's further ones, `timeout(infinite)`,
%  `close_on_abort(true)`, `close_on_exec(true)`, `buffer_size(4096)` and, for the standard streams, `file_no(N)` are known.
?- current_output(S), stream_property(S, mode(M)).
   S = ..., M = append.
?- current_input(S), stream_property(S, file_no(N)).
   S = ..., N = 0.
stream_property(S, _) :-
    nonvar(S), S \= '$stream'(_), !,
    throw(error(domain_error(stream,S), stream_property/2)).
stream_property(S, P) :-
    (   ( var(P) ; '$stream_property'(P) ) -> true
    ;   throw(error(domain_error(stream_property,P), stream_property/2))
    ),
    (   var(S) ->
        '$streams'(Ss),
        '$element'(Ss, S)
    ;   true
    ),
    (   nonvar(P), '$fixed_property'(P, S, V) -> arg(1, P, V)
    ;   '$stream_properties'(S, Ps),
        '$among'(Ps, P)
    ).

% Properties of SWI-Prolog's streams that are the same for all of ours; they are not enumerated.
'$fixed_property'(timeout(_), _, infinite).
'$fixed_property'(close_on_abort(_), _, true).
'$fixed_property'(close_on_exec(_), _, true).
'$fixed_property'(buffer_size(_), _, 4096).
'$fixed_property'(file_no(_), '$stream'(N), N) :- N < 3.

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
'$stream_property'(bom(_)).
'$stream_property'(tty(_)).
'$stream_property'(buffer(_)).
'$stream_property'(newline(_)).
'$stream_property'(representation_errors(_)).
'$stream_property'(P) :- '$fixed_property'(P, '$stream'(0), _).
'$stream_property'(locale(_)).
'$stream_property'(nlink(_)).

%% Lists, atoms, terms

%! length(?List, ?Length) is nondet.
%
%  True if `List` is a list with `Length` elements. Enumerates lists of increasing length if both
%  are unknown. Throws a type error if `Length` is not an integer and a domain error if it is
%  negative.
?- length(L, 2).
   L = [_A,_B].
?- length([a,b|_], 1).
   false.
?- length(a, b).
   error(type_error(integer,b),length/2).
?- length(L, 3), L = [A,B,C], A @< B, B @< C.
   L = [A,B,C].
?- length(L, N), N >= 2, !.
   L = [_A,_B], N = 2.
?- length([a|L], N), ( N >= 3, ! ; true ).
   L = [], N = 1
;  L = [_A], N = 2
;  L = [_A,_B], N = 3.
length(Xs, N) :-
    '$skip_list'(Xs, Len, Tail),
    (   Tail == [] -> '$check_length'(N), N = Len
    ;   var(Tail) -> '$partial_length'(N, Len, Tail)
    ;   '$check_length'(N),
        throw(error(type_error(list,Xs), length/2))
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
%
%  True if `AB` is the concatenation of the atoms `A` and `B` (ISO 8.16.2). Splits `AB` in all
%  possible ways if `A` and `B` are unknown.
?- atom_concat(X, Y, a).
   X = '', Y = a
;  X = a, Y = ''.
?- atom_concat(X, b, ab).
   X = a.
?- atom_concat(X, X, abab).
   X = ab.
atom_concat(A0, B0, AB0) :-
    '$atom_or_var'(A0, A, atom_concat/3),
    '$atom_or_var'(B0, B, atom_concat/3),
    '$atom_or_var'(AB0, AB, atom_concat/3),
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
'$atom_concat'(A, B, AB) :- A == B, !,
    atom_length(AB, L),
    L mod 2 =:= 0,
    LA is L//2,
    '$sub_atom'(AB, 0, LA, A),
    '$sub_atom'(AB, LA, LA, A).
'$atom_concat'(A, B, AB) :-
    atom_length(AB, L),
    '$upto'(0, L, LA),
    LB is L-LA,
    '$sub_atom'(AB, 0, LA, A),
    '$sub_atom'(AB, LA, LB, B).

% The atom of a string; an atom or a variable as it is.
'$atom_or_var'(A, A1, _) :- ( var(A) ; atom(A) ), !, A1 = A.
'$atom_or_var'(S, A, PI) :-
    (   '$string'(S) -> '$text_to_atom'(S, A)
    ;   throw(error(type_error(atom,S), PI))
    ).

'$upto'(L, H, X) :-
    (   L < H -> '$upto_'(L, H, X)
    ;   L =:= H -> X = L
    ).

'$upto_'(L, _, L).
'$upto_'(L, H, X) :- L1 is L+1, '$upto'(L1, H, X).

%! sub_atom(+Atom, ?Before, ?Length, ?After, ?Sub) is nondet.
%
%  True if `Sub` is the subatom of `Atom` with `Length` characters that has `Before` characters of
%  `Atom` before it and `After` characters after it (ISO 8.16.3).
?- sub_atom(abc, B, 2, A, S).
   B = 0, A = 1, S = ab
;  B = 1, A = 0, S = bc.
?- sub_atom(abab, B, _, _, b).
   B = 1
;  B = 3.
sub_atom(Atom0, B, L, A, Sub0) :-
    (   var(Atom0) -> throw(error(instantiation_error, sub_atom/5))
    ;   '$atom_or_var'(Atom0, Atom, sub_atom/5)
    ),
    '$atom_or_var'(Sub0, Sub, sub_atom/5),
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

% Enumerates the positions of `Sub` in `Atom` from position `From` on.
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
%
%  Unifies `Atom` with the concatenation of the texts of the list `Atomics`.
?- atomic_list_concat([a,1,"bc"], A).
   A = a1bc.
?- atomic_list_concat([a,f(x)], _).
   type_error(atomic,f(x)).
?- atomic_list_concat([a|b], _).
   type_error(list,[a|b]).
atomic_list_concat(Xs0, A) :-
    '$atomics'(Xs0, Xs, atomic_list_concat/2), !,
    '$atomic_join'(Xs, '', A).
atomic_list_concat(_, _) :- throw(error(instantiation_error, atomic_list_concat/2)).

%! atomic_list_concat(?Atomics, +Separator, ?Atom) is semidet.
%
%  Unifies `Atom` with the texts of `Atomics` joined by `Separator`. If `Atomics` is not
%  sufficiently instantiated, splits `Atom` at each occurrence of `Separator`, which must not be
%  empty.
?- atomic_list_concat([a,b], '-', A).
   A = 'a-b'.
?- atomic_list_concat(Xs, '-', 'a-bc-').
   Xs = [a,bc,''].
atomic_list_concat(Xs0, Sep0, A) :-
    '$atomics'(Xs0, Xs, atomic_list_concat/3),
    '$atomics'([Sep0], [Sep], atomic_list_concat/3), !,
    '$atomic_join'(Xs, Sep, A).
atomic_list_concat(Xs, Sep0, A0) :-
    '$text_atom'(Sep0, Sep),
    '$text_atom'(A0, A),
    (   ( var(Sep) ; var(A) ) -> throw(error(instantiation_error, atomic_list_concat/3))
    ;   \+ atomic(A) -> throw(error(type_error(atomic,A), atomic_list_concat/3))
    ;   Sep == '' -> throw(error(domain_error(non_empty_atom,Sep), atomic_list_concat/3))
    ;   '$atom_split'(A, Sep, Ys),
        Xs = Ys
    ).

% The elements of a list without variables, with text converted to atoms.
'$atomics'(Xs, As, PI) :-
    '$skip_list'(Xs, _, Tail),
    (   Tail == [] -> '$all_atomic'(Xs, As, PI)
    ;   nonvar(Tail) -> throw(error(type_error(list,Xs), PI))
    ).

'$all_atomic'([], [], _).
'$all_atomic'([X|Xs], [A|As], PI) :-
    nonvar(X),
    '$text_atom'(X, A),
    (   atomic(A) -> true
    ;   throw(error(type_error(atomic,X), PI))
    ),
    '$all_atomic'(Xs, As, PI).

% Text may be a list of characters or codes, or a string.
'$text_atom'(X, A) :-
    (   nonvar(X), X = [C|_] ->
        (   integer(C) -> atom_codes(A, X)
        ;   atom_chars(A, X)
        )
    ;   X == [] -> A = ''
    ;   '$string'(X) -> '$text_to_atom'(X, A)
    ;   A = X
    ).

%! numbervars(?Term, +Start, ?End) is semidet.
%
%  Binds the variables of `Term` to `'$VAR'(Start)`, `'$VAR'(Start+1)` and so on, and unifies `End`
%  with the next number.
?- numbervars(f(X,Y), 0, E).
   X = '$VAR'(0), Y = '$VAR'(1), E = 2.
?- numbervars(f(X), 0, a).
   type_error(integer,a).
numbervars(T, S, E) :-
    (   var(S) -> throw(error(instantiation_error, numbervars/3))
    ;   integer(S) -> true
    ;   throw(error(type_error(integer,S), numbervars/3))
    ),
    ( var(E) ; integer(E) ; throw(error(type_error(integer,E), numbervars/3)) ), !,
    term_variables(T, Vs),
    '$number_vars'(Vs, S, E).

'$number_vars'([], N, N).
'$number_vars'(['$VAR'(N0)|Vs], N0, N) :- N1 is N0+1, '$number_vars'(Vs, N1, N).

%! tab(+N) is det.
%
%  Writes as many spaces to the current output as the value of the expression `N`.
?- tab(1+1).
   outputs("  "), true.
tab(E) :- current_output(S), tab(S, E).

%! tab(+Stream, +N) is det.
%
%  As tab/1, on `Stream`.
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
%  Unifies `Atom` with the text of `Term`, written with quotes. If `Term` is a variable, reads it
%  from the text `Atom`.
?- term_to_atom(f('A',1+2), A).
   A = 'f(\'A\',1+2)'.
?- term_to_atom(T, 'g(X,Y,X)').
   T = g(_A,_B,_A).
term_to_atom(T, A) :- nonvar(T), !,
    '$term_text'(T, [quoted(true)], Cs, []),
    atom_chars(A, Cs).
term_to_atom(_, A) :- var(A), !, throw(error(instantiation_error, term_to_atom/2)).
term_to_atom(T, []) :- !, T = [].
term_to_atom(T, A) :- '$read_text'(A, T, []).

%! read_term_from_atom(+Atom, -Term, +Options) is det.
%
%  Reads `Term` from the text `Atom` with the options of read_term/2.
?- read_term_from_atom('f(X)', T, [variable_names(Vs)]).
   T = f(_A), Vs = ['X'=_A].
read_term_from_atom(A, T, _) :- A == [], !, T = [].
read_term_from_atom(A, T, Os) :- '$read_text'(A, T, Os).

%% Loading and messages

%! consult(:Files) is det.
%
%  Loads a file or a list of files; `library(L)` names a library. Throws an existence error if there
%  is no such file.
?- consult(X).
   error(instantiation_error,consult/1).
?- consult("no/such/file.pl").
   error(existence_error(source_sink,'no/such/file.pl'),consult/1).
consult(F0) :-
    strip_module(F0, M, F),
    ( acyclic_term(F) -> true ; throw(error(type_error(list,F), consult/1)) ),
    '$consult'(F, M).

'$consult'(F, _) :- var(F), !, throw(error(instantiation_error, consult/1)).
'$consult'([], _) :- !.
'$consult'([F|Fs], M) :-
    Fs = [_|_],
    '$chars_name'([F|Fs], A), !,
    catch('$load'(A, M, []), error(existence_error(source_sink,A), C), '$no_text'(A, C, [F|Fs], M)).
'$consult'([F|Fs], M) :- !,
    setup_call_cleanup('$batch'(begin), '$consult_each'([F|Fs], M), '$batch'(end)).
'$consult'(F, M) :- '$load'(F, M, []).

% A list of characters names a file; if that file does not exist, the elements may be names of
% files.
'$chars_name'(Cs, A) :- catch(atom_chars(A, Cs), _, fail).

'$no_text'(A, C, Fs, M) :-
    (   '$element'(['.',/], X), sub_atom(A, _, 1, _, X) ->
        throw(error(existence_error(source_sink,A), C))
    ;   '$consult_each'(Fs, M)
    ).

'$consult_each'([F|Fs], M) :- consult(M:F), '$consult'(Fs, M).

%! '.'(+File, +Files) is det.
%
%  Loads files: `?- [File|Files].` is consult/1 of the list.
?- catch([no_such_file|[]], error(E, _), true).
   E = existence_error(source_sink,no_such_file).
[F0|Fs0] :-
    strip_module(F0, M, F),
    strip_module(Fs0, N, Fs),
    (   M == N -> consult(M:[F|Fs])
    ;   consult(F0), consult(Fs0)
    ).

%! expand_term(+Term, -Expanded) is det.
%
%  Unifies `Expanded` with the result of expanding `Term` as the loader does: by term_expansion/2 of
%  module `user` or `system`, then by the translation of grammar rules.
?- expand_term((a --> b), T).
   T = (a(_A,_B):-b(_A,_B)).
expand_term(T, X) :-
    (   nonvar(T), '$defined'(user, term_expansion, 2), user:term_expansion(T, X0) -> true
    ;   nonvar(T), '$defined'(system, term_expansion, 2), system:term_expansion(T, X0) -> true
    ;   X0 = T
    ),
    '$expand_rules'(X0, X).

'$expand_rules'(X, X) :- var(X), !.
'$expand_rules'((H-->B), C) :- !, dcgs:dcg_translate_rule((H-->B), C).
'$expand_rules'([T|Ts], [X|Xs]) :- !, '$expand_rules'(T, X), '$expand_rules'(Ts, Xs).
'$expand_rules'(X, X).

% Called when no rule of a predicate with `=>` matches a goal.
'$no_matching_rule'(G, PI) :- throw(error(existence_error(matching_rule,G), PI)).

%! print_message(+Kind, +Message) is det.
%
%  Reports `Message` on the stream `user_error`. The nonterminal `prolog:message//1` gives the text of the message, as a list of
%  `Format-Arguments`, `nl`, and texts; without a translation, an error of the standard is a sentence, `format(Format,Arguments)`
%  is formatted, and any other term is written as it is. The hook `user:message_hook/3` gets the message, its kind and
%  its text, and may handle it instead. Messages of kind `silent`, `informational` and `debug(_)` are not shown.
?- print_message(silent, hello).
   true.
print_message(Kind, Msg) :-
    (   '$defined'(user, message_hook, 3),
        '$message_lines'(Msg, Lines),
        user:message_hook(Msg, Kind, Lines) -> true
    ;   '$quiet'(Kind) -> true
    ;   '$message_word'(Kind, Word),
        '$message_lines'(Msg, Lines),
        write(user_error, Word),
        '$write_message'(Lines),
        nl(user_error)
    ).

'$quiet'(silent).
'$quiet'(informational).
'$quiet'(debug(_)).

'$message_word'(error, 'ERROR: ') :- current_prolog_flag(emulated_dialect, swi), !.
'$message_word'(warning, 'Warning: ') :- current_prolog_flag(emulated_dialect, swi), !.
'$message_word'(error, 'error: ') :- !.
'$message_word'(warning, 'warning: ') :- !.
'$message_word'(_, '').

'$message_lines'(Msg, Lines) :-
    '$defined'(prolog, message, 3),
    prolog:message(Msg, Lines, []), !.
'$message_lines'(Msg, Lines) :- nonvar(Msg), '$own_message'(Msg, Lines), !.
'$message_lines'(Msg, ['~q'-[Msg]]).

'$own_message'(format(F,As), [F-As]).
'$own_message'(error(Formal,_), Lines) :-
    nonvar(Formal),
    '$defined'(prolog, error_message, 3),
    prolog:error_message(Formal, Lines, []).
'$own_message'(error(Formal,Context), ['~w'-[Text]|Lines]) :-
    '$error_sentence'(error(Formal,Context), Text),
    (   nonvar(Context), Context = context(_,Note), nonvar(Note) -> Lines = [' (~w)'-[Note]]
    ;   Lines = []
    ).
'$own_message'(unhandled_exception(E), ['nothing catches an exception: '|Lines]) :- '$message_lines'(E, Lines).
'$own_message'(goal_raised(E), Lines) :- '$message_lines'(E, Lines).
'$own_message'(goal_failed(Kind,G), ['the goal fails (~w): ~q'-[Kind,G]]).
'$own_message'(init_goal(failed,G), ['the goal fails: ~q'-[G]]).
'$own_message'(init_goal(failed,G,_), ['the goal fails: ~q'-[G]]).

% Message lines: `Format-Args`, `nl`, text, `ansi(Attributes,Format,Args)` and similar terms.
'$write_message'([]).
'$write_message'([L|Ls]) :- '$message_line'(L), !, '$write_message'(Ls).

'$message_line'(L) :- var(L), !, write(user_error, L).
'$message_line'(nl) :- nl(user_error).
'$message_line'(F-As) :- format(user_error, F, As).
'$message_line'(ansi(_,F,As)) :- format(user_error, F, As).
'$message_line'(url(T)) :- write(user_error, T).
'$message_line'(flush).
'$message_line'(at_same_line).
'$message_line'(begin(_,_)).
'$message_line'(end(_)).
'$message_line'(T) :- format(user_error, T, []).

%% The tracer

% The machine calls it with a goal whose call it passes to the tracer.
'$traced'(G) :- box_model:traced(G).

% It calls it with a query that begins while every call is passed on.
'$traced_query'(G) :- box_model:traced_query(G).

%% Predicates of the host program

% Calls a predicate that the host defines by its rows; the number is that of its function. The iterator
% over the rows is dropped once no further row can be asked for.
'$host_rows'(Goal, Index) :-
    setup_call_cleanup('$host_open'(Index, Goal, Rows), '$host_answer'(Rows, Goal), '$host_close'(Rows)).

'$host_answer'(Rows, Goal) :-
    repeat,
    (   '$host_row'(Rows, Row, More) ->
        (   More == last -> !
        ;   true
        ),
        Goal = Row
    ;   !, fail
    ).
