% Built-in predicates whose results differ in details in SWI-Prolog.

:- module(swi_variants_test, [residue/1, frozen_goal/1, domain_goal/1, text/1, either/1, mode/1, prefix_length/1, partial/3]).
:- expects_dialect(swi).
:- use_module(library(clpfd)).
:- use_module(library(yaml)).
:- use_module(library(strings)).

residue(Ns) :- freeze(X, true), dif(X, a), copy_term(X, X, Gs), findall(N, ( member(G, Gs), functor(G, N, 2) ), Ns).
frozen_goal(F) :- freeze(X, true), frozen(X, G), functor(G, F, 2).
domain_goal(M) :- X in 1..3, copy_term(X, _, [M:_]).

text(A) :- with_output_to(atom(A), write_canonical(f(X,_,[X|_],1+'B'))).

either(X) :- ( X = 1 | X = 2 ).
mode(M) :- stream_property(user_output, mode(M)).
prefix_length(N) :- '$skip_list'(N, [a,b|_], _).

partial(Xs) --> [x|Xs].

% The text of a quasi-quotation, with the value of a variable.
greeting(To, A) :- A = {|string(To)||hello {To}|}.
lines(A) :- A = {|string||
    | one
    |   two
    |}.

document(D) :- yaml_read(string("a: x\nb: [1, ~]\n"), D).
flag(V) :- set_prolog_flag(flag_of_this_test, 7), current_prolog_flag(flag_of_this_test, V).

_.quoted() := 1.

?- findall(Ns, residue(Ns), [Ns]), msort(Ns, L).
   Ns = ..., L = [dif,freeze].
?- findall(F, frozen_goal(F), Fs).
   Fs = [freeze].
?- findall(M, domain_goal(M), Ms).
   Ms = [clpfd].
?- text(A).
   A = 'f(A,_,[A|_],+(1,\'B\'))'.
?- either(X).
   X = 1
;  X = 2.
?- mode(M).
   M = append.
?- prefix_length(N).
   N = 2.
?- partial([a,b], L, []).
   L = [x,a,b].
?- swi_variants_test:greeting(world, A), atom_string(B, A).
   A = ..., B = 'hello world'.
?- swi_variants_test:lines(A), atom_string(B, A).
   A = ..., B = 'one\n  two\n'.
?- swi_variants_test:document(D), get_dict(b, D, V).
   D = ..., V = [1,null].
?- swi_variants_test:flag(V).
   V = 7.
