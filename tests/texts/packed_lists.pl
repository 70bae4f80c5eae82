% Lists of characters that are packed: each predicate answers as for a list of the same characters that was made one
% element at a time.

:- use_module(library(lists)).
:- use_module(library(dcgs)).
:- use_module(library(charsio)).
:- use_module(library(pio)).
:- use_module(library(files)).

:- dynamic(kept/1).
:- dynamic(kept/2).

% The characters of a text as a packed list and as one that is made one element at a time.
both(Atom, Packed, Plain) :-
    atom_chars(Atom, Packed),
    findall(C, sub_atom(Atom, _, 1, _, C), Plain).

% Texts of characters of 1 to 4 bytes, so that they stand at each place of a word.
text('the quick brown fox jumps over the lazy dog').
text('åäöåäöåäö: characters of two bytes, ßßßß').
text('€ and ≤ and ∀: characters of three bytes, ∃∃∃∃∃∃∃∃').
text('𝄞a𝄞bc𝄞def𝄞: characters of four bytes 𝄞𝄞𝄞𝄞𝄞𝄞𝄞').
text('aé€𝄞aé€𝄞aé€𝄞aé€𝄞aé€𝄞aé€𝄞').
text(A) :- text_with_zeros(A).

text_with_zeros(A) :- atom_codes(A, [0,0'a,0,0,0'b,0,0,0,0,0'c,0,0,0,0,0,0,0,0,0'd,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]).

% Unification.
?- both('the quick brown fox jumps over the lazy dog', P, O), P = O, O = P, P == O, O == P.
   ... .
?- text(A), both(A, P, O), \+ (P = O, O = P, P == O, compare(=, P, O), compare(=, O, P)).
   false.
?- text(A), both(A, P, O), length(O, N), \+ (length(P, N), length(V, N), P = V, V == O, V == P).
   false.
?- text(A), both(A, P, O), length(O, N), length(V, N), V = P, V \== O.
   false.
?- atom_chars('the quick brown fox jumps over the lazy dog', [A,B|T]), length(T, N).
   A = t, B = h, T = "e quick brown fox j"||..., N = 41
;  ... .
?- atom_chars('the quick brown fox jumps over the lazy dog', P), P = [A,B,C|_].
   ..., A = t, B = h, C = e.
?- atom_chars('the quick brown fox jumps over the lazy dog', P), P = [t,h,e|T], append(T, _, T), length(T, N).
   ..., N = 40.
?- both('the quick brown fox jumps over the lazy dog', P, O), append(F, [d,o,g], O), append(F, T, P).
   ..., T = "dog"
;  false.
?- both('the quick brown fox jumps over the lazy dog', P, _), append(F, [d,o,X], P).
   ..., X = g
;  false.
?- atom_chars('the quick brown fox jumps over the lazy dog', P), atom_chars('the quick brown fox jumps over the lazy cat', Q), P = Q.
   false.
?- atom_chars('the quick brown fox jumps over the lazy dog', P), atom_chars('the quick brown fox jumps over the lazy dogs', Q), ( P = Q ; Q = P ).
   false.
?- atom_chars('the quick brown fox jumps over the lazy dog', P), ( P = f(_) ; P = [] ; P = abc ; P = 1 ; P = 1.5 ).
   false.
?- atom_chars('the quick brown fox jumps over the lazy dog', P), P = [_|P].
   false.
?- atom_chars('the quick brown fox jumps over the lazy dog', P), \+ P = [x|_], P \= [_], P \= [t], \+ P \= [t|_].
   ... .
?- both('the quick brown fox jumps over the lazy dog', P, O), ?=(P, O), subsumes_term([_|_], P), \+ subsumes_term(P, [_|_]).
   ... .
?- both('the quick brown fox jumps over the lazy dog', P, O), unify_with_occurs_check(P, O), unify_with_occurs_check(O, P).
   ... .

% The end of a packed list is a variable or another term.
?- append("the quick brown fox jumps over the lazy dog", T, L), append(_, X, L), X == T, T = [].
   ... .
?- get_n("the quick brown fox jumps over the lazy dog", 43, L, T), T = " and more", atom_chars(A, L).
   ..., A = 'the quick brown fox jumps over the lazy dog and more'.
?- get_n("the quick brown fox jumps over the lazy dog", 43, L, T), copy_term(L-T, M-U), U = [], T = "!", atom_chars(A, M), atom_chars(B, L).
   ..., A = 'the quick brown fox jumps over the lazy dog', B = 'the quick brown fox jumps over the lazy dog!'.
?- get_n("the quick brown fox jumps over the lazy dog", 43, L, T), term_variables(L, Vs), Vs == [T], \+ ground(L), T = x, ground(L), \+ length(L, _).
   ... .
?- get_n("the quick brown fox jumps over the lazy dog", 43, L, T), T = L, \+ acyclic_term(L), L = [A,B|_], L == T.
   ..., A = t, B = h.
?- get_n("the quick brown fox jumps over the lazy dog", 43, L, L1), L1 = L, get_n("the quick brown fox jumps over the lazy dog", 43, M, M1), M1 = M, L = M, L == M.
   ... .
?- get_n("the quick brown fox jumps over the lazy dog", 43, L, T), freeze(T, X = T), L = [_|R], append(_, [], R), !.
   ..., X = [].
?- get_n("the quick brown fox jumps over the lazy dog", 43, L, T), ( T = [] ; T = [a] ; T = [b|_] ), append(_, [Z], L), !.
   ..., Z = g.
?- get_n("the quick brown fox jumps over the lazy dog", 43, L, T), ( T = [] ; T = [a] ), last(L, Z), Z == a.
   ..., Z = a.
?- get_n("the quick brown fox jumps over the lazy dog", 43, L, T), atom_chars(_, L).
   error(instantiation_error,atom_chars/2).
?- get_n("the quick brown fox jumps over the lazy dog", 43, L, T), T = x, atom_chars(_, L).
   error(type_error(list,_),atom_chars/2).
?- get_n("the quick brown fox jumps over the lazy dog", 43, L, T), T = [1], atom_chars(_, L).
   error(type_error(character,1),atom_chars/2).
?- get_n("the quick brown fox jumps over the lazy dog", 43, L, T), get_n("the quick brown fox jumps over the lazy dog", 43, M, U), L =@= M, L \== M, T = U, L == M.
   ... .

% A packed list of a number of characters of a text, which ends in a variable.
get_n(Text, N, L, T) :-
    chars_to_stream(Text, S),
    '$read_chars'(S, N, chars, L, T),
    close(S).

% Order.
?- text(A), both(A, P, O), text(B), both(B, Q, R), compare(X, A, B), \+ (compare(X, P, Q), compare(X, P, R), compare(X, O, Q), compare(X, O, R)), A \== B, \+ atom_length(A, _).
   false.
?- text(A), both(A, P, O), text(B), both(B, Q, R), compare(X, O, R), \+ (compare(X, P, Q), compare(X, P, R), compare(X, O, Q)).
   false.
?- both('the quick brown fox jumps over the lazy dog', P, O), msort([P,O,b,P,1,f(x),f(P,O),[],[a]], L), length(L, N), L = [A,B,C,D|_].
   ..., N = 9, A = 1, B = [], C = b, D = f(x).
?- both('the quick brown fox jumps over the lazy dog', P, O), sort([P,O,P], L), length(L, N).
   ..., N = 1.
?- both('the quick brown fox jumps over the lazy dog', P, O), sort(0, @>=, P, D), sort(0, @>=, O, E), D == E, msort(P, F), reverse(F, D), sort(P, G), atom_chars(S, G).
   ..., S = ' abcdefghijklmnopqrstuvwxyz'.
?- both('the quick brown fox jumps over the lazy dog', P, _), keysort([P-1,[a]-2,P-0], [_-A,_-B,_-C]).
   ..., A = 2, B = 1, C = 0.
?- both('the quick brown fox jumps over the lazy dog', P, O), P @< [z], [a] @< P, P @> f(x), \+ P @< O, \+ O @< P, P @>= O.
   ... .

% Terms.
?- both('the quick brown fox jumps over the lazy dog', P, O), P =.. [F,A,B], O =.. [G,C,D], F == G, A == C, B == D, functor(P, N, I).
   ..., N = '.', I = 2.
?- both('the quick brown fox jumps over the lazy dog', P, O), arg(1, P, A), arg(2, P, T), O = [A|T], \+ arg(3, P, _), findall(I, arg(I, P, _), Is).
   ..., Is = [1,2].
?- both('the quick brown fox jumps over the lazy dog', P, _), compound(P), callable(P), nonvar(P), ground(P), acyclic_term(P), is_list(P), \+ atomic(P), \+ atom(P), \+ var(P), \+ number(P).
   ... .
?- text(A), both(A, P, O), copy_term(P, Q), copy_term(f(P,X,P,X), f(Q1,Y,Q2,Z)), \+ (Q == O, Q1 == O, Q2 == P, Y == Z, X \== Y).
   false.
?- both('the quick brown fox jumps over the lazy dog', P, O), term_variables(f(X,P,Y,X,O), Vs), Vs == [X,Y].
   ... .
?- both('the quick brown fox jumps over the lazy dog', P, O), P = [_|T], O = [_|U], term_hash(P, H), term_hash(O, H), term_hash(T, I), term_hash(U, I), H \== I.
   ... .
?- both('the quick brown fox jumps over the lazy dog', P, O), P =@= O, O =@= P, f(P,_) =@= f(O,_), P = [_|T], \+ P =@= T, \+ T =@= O.
   ... .
?- both('the quick brown fox jumps over the lazy dog', P, O), nth0(4, P, X), nth1(5, O, X), last(P, L), reverse(P, R), reverse(R, O), sumlist([1,2], _).
   ..., X = q, L = g, R = "god yzal eht revo s"||...
;  ... .
?- both('the quick brown fox jumps over the lazy dog', P, O), findall(X, member(X, P), O), findall(X, (append(_, [X|_], P), X \== ' '), L), length(L, N).
   ..., N = 35.
?- both('the quick brown fox jumps over the lazy dog', P, O), findall(P, member(_, [1,2]), [Q,R]), Q == O, R == P, bagof(P, true, [S]), S == O, setof(A-P, member(A, [b,a]), [a-T|_]), T == P.
   ... .

% Databases.
?- both('the quick brown fox jumps over the lazy dog', P, O), retractall(kept(_)), assertz(kept(P)), kept(O), kept(P), kept(Q), Q == O, kept([t,h|T]), clause(kept(R), true), R == P, \+ kept([x|_]), \+ kept([t]), retract(kept([t,h,e|_])), \+ kept(_).
   ... .
?- both('the quick brown fox jumps over the lazy dog', P, O), retractall(kept(_)), assertz(kept(O)), kept(P), clause(kept(P), B), retract(kept(P)), \+ kept(_).
   ..., B = true.
?- both('the quick brown fox jumps over the lazy dog', P, O), retractall(kept(_, _)), assertz(kept(1, f(P,P,X,X))), assertz((kept(2, Y) :- Y = P)), kept(1, f(A,B,C,D)), A == O, B == P, C == D, kept(2, E), E == O, kept(2, P), kept(2, O), \+ kept(2, [t]).
   ... .
?- findall(A, (text(A), both(A, P, O), retractall(kept(_)), assertz(kept(P)), \+ (kept(O), kept(Q), Q == P)), As).
   As = [].
?- retractall(kept(_, _)), ( text(A), atom_chars(A, P), assertz(kept(P, A)), fail ; true ), findall(A, text(A), As), findall(A, (text(A), both(A, _, O), kept(O, A)), As), findall(A, kept(_, A), As), forall(text(A), (atom_chars(A, P), retract(kept(P, A)))), \+ kept(_, _).
   ... .

% Global variables, exceptions, backtracking.
?- both('the quick brown fox jumps over the lazy dog', P, O), nb_setval(text, P), nb_getval(text, Q), Q == O, b_setval(text, f(P)), b_getval(text, f(R)), R == O.
   ... .
?- both('the quick brown fox jumps over the lazy dog', P, O), catch(throw(e(P,X)), e(Q,_), true), Q == O.
   ... .
?- both('the quick brown fox jumps over the lazy dog', P, O), ( member(X, [1,2,3]), atom_chars('another text of many characters, that is dropped', Q), Q = [_|_], X >= 3, P = O -> true ).
   ..., X = 3.
?- both('the quick brown fox jumps over the lazy dog', P, O), \+ \+ (P = [_|_], garbage_collect), garbage_collect, P == O.
   ... .
?- both('the quick brown fox jumps over the lazy dog', P, O), append(_, [l,a,z,y|T], P), P1 = T, garbage_collect, atom_chars(A, P1).
   ..., A = ' dog'
;  ... .

% An element of a packed list that is set.
?- both('the quick brown fox jumps over the lazy dog', P, _), P = [_,_|T], setarg(1, T, f(X)), P = [A,B,C|_], T = [D|_].
   ..., A = t, B = h, C = f(X), D = f(X).
?- both('the quick brown fox jumps over the lazy dog', P, O), P = [_,_|T], ( setarg(2, T, [z]), atom_chars(A, P) ; P == O, A = same ).
   ..., A = thez
;  ..., A = same.
?- both('the quick brown fox jumps over the lazy dog', P, O), P = [_,_,_,_,_,_,_,_|T], setarg(1, T, 'X'), Q = P, T = [_|U], setarg(1, U, 'Y'), garbage_collect, atom_chars(A, Q), atom_chars(B, T), \+ P = O, \+ P == O, P @< O.
   ..., A = 'the quicXYbrown fox jumps over the lazy dog', B = 'XYbrown fox jumps over the lazy dog'.
?- both('the quick brown fox jumps over the lazy dog', P, O), P = [_|T], nb_setarg(1, T, x), garbage_collect, copy_term(P, Q), P = [A,B|U], Q == P, O = [_,_|U], assertz(kept(P)), retract(kept(Q)), findall(P, true, [R]), R == P.
   ..., A = t, B = x.
?- both('the quick brown fox jumps over the lazy dog', P, _), setarg(1, P, P), \+ acyclic_term(P), copy_term(P, Q), Q = [R|_], R == Q, P = Q.
   ... .
?- both('the quick brown fox jumps over the lazy dog', P, _), setarg(1, P, X), term_variables(P, Vs), Vs == [X], \+ ground(P), \+ catch(atom_chars(_, P), error(type_error(_,_),_), true), X = z, atom_chars(A, P).
   error(instantiation_error,atom_chars/2).

% Grammars.
words([W|Ws]) --> word(W), ( " " -> words(Ws) ; { Ws = [] } ).
word([C|Cs]) --> [C], { C \== ' ' }, ( word(Cs) -> [] ; { Cs = [] } ).

anything([]) --> [].
anything([C|Cs]) --> [C], anything(Cs).

?- both('the quick brown fox jumps over the lazy dog', P, O), phrase(words(Ws), P), phrase(words(Ws), O), length(Ws, N), nth1(4, Ws, W).
   ..., N = 9, W = "fox".
?- both('the quick brown fox jumps over the lazy dog', P, _), phrase((anything(Before), "jumps", anything(_)), P), length(Before, N).
   ..., N = 20
;  false.
?- both('the quick brown fox jumps over the lazy dog', P, O), phrase(anything(X), P, Rest), Rest == [], X == O.
   ... .
?- phrase((anything(X), "the lazy dog sleeps now, but where is the fox?"), "see: the lazy dog sleeps now, but where is the fox?").
   X = "see: "
;  false.

% Text.
?- text(A), both(A, P, O), atom_length(A, N), \+ (atom_chars(B, P), B == A, atom_chars(A, P), length(P, N), atom_chars(C, O), C == A).
   false.
?- atom_chars('1234567890123456789012345678901234567890', P), number_chars(N, P), number_chars(N, Q), P == Q.
   ..., N = 1234567890123456789012345678901234567890.
?- both('the quick brown fox jumps over the lazy dog', P, O), with_output_to(chars(A), writeq(f(P))), with_output_to(chars(A), writeq(f(O))), with_output_to(chars(B), write(P)), with_output_to(chars(B), write(O)), with_output_to(chars(C), print(P)), with_output_to(chars(C), print(O)), with_output_to(chars(D), write_canonical(P)), with_output_to(chars(D), write_canonical(O)).
   ... .
?- both('the quick brown fox jumps over the lazy dog', P, O), with_output_to(chars(A), write_term(P, [max_depth(5)])), with_output_to(chars(A), write_term(O, [max_depth(5)])), with_output_to(chars(B), write_term(P, [double_quotes(true)])), atom_chars(T, B).
   ..., T = '"the quick brown fox jumps over the lazy dog"'.
?- text(A), \+ A = '', both(A, P, O), with_output_to(chars(T), writeq(P)), read_from_chars_(T, Q), \+ (Q == P, Q == O).
   false.
?- both('the quick brown fox jumps over the lazy dog', P, _), format_text("~s and ~w and ~a", [P,a,b], T), atom_chars(A, T).
   ..., A = 'the quick brown fox jumps over the lazy dog and a and b'.
?- X = "a text in double quotes that is long enough to be packed", X = [A,B|T], length(T, N).
   ..., A = a, B = ' ', ..., N = 54.
?- long(X), long(Y), X == Y, both('a text of a clause, which is long enough to be packed', P, O), long(P), long(O), \+ long([a]), \+ long("a text of a clause, which is long enough to be packex"), long([a,' '|T]), pair(X, O, 1, Z), pair(O, X, 1, Z).
   ... .

long("a text of a clause, which is long enough to be packed").

pair("a text of a clause, which is long enough to be packed", "a text of a clause, which is long enough to be packed", 1, f("a text of a clause, which is long enough to be packed",_)).

read_from_chars_(T, X) :-
    append(T, " .", T1),
    chars_to_stream(T1, S),
    read(S, X),
    close(S).

format_text(F, As, T) :- with_output_to(chars(T), format(F, As)).

% Files.
?- tmp(F), setup_call_cleanup(open(F, write, S), forall(text(A), (write(S, A), nl(S))), close(S)), read_file_to_chars(F, Cs, []), findall(A, text(A), As), findall(L, (member(A, As), atom_chars(A, L)), Ls), lines(Cs, Ls), phrase_from_file(all(Ds), F), Ds == Cs, delete_file(F).
   ... .

tmp('horn_packed_lists.tmp').

lines([], []).
lines(Cs, [L|Ls]) :- append(L, ['\n'|Rest], Cs), !, lines(Rest, Ls).

all([]) --> [].
all([C|Cs]) --> [C], all(Cs).
