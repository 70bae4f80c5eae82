% Terms written so that they can be read back, as SWI-Prolog writes them: lists as lists, and variables by letters. In modules of the
% dialect `swi`, the names without `canonical_` mean these.

:- module(swi_write, [canonical_write_canonical/1, canonical_write_canonical/2, '$letter_names'/2]).

%! canonical_write_canonical(@Term) is det.
%
%  As write_canonical/1. A variable that occurs once is written `_`, and the others `A`, `B` and so on.
?- swi_write:canonical_write_canonical(f(X,Y,[X|_],1+'B')).
   outputs("f(A,_,[A|_],+(1,'B'))").
canonical_write_canonical(T) :- current_output(S), canonical_write_canonical(S, T).

%! canonical_write_canonical(+Stream, @Term) is det.
%
%  As write_canonical/2.
?- swi_write:canonical_write_canonical(user_output, f(_)).
   outputs("f(_)").
canonical_write_canonical(S, T) :-
    '$letter_names'(T, Ns),
    write_term(S, T, [quoted(true),ignore_ops(true),dotlists(false),variable_names(Ns)]).

%! '$letter_names'(@Term, -Names) is det.
%
%  Unifies `Names` with a list of `Name=Variable` for the variables of a term: `_` for one that occurs once, and `A`, `B` and
%  so on for the others.
?- '$letter_names'(f(X,Y,X), Ns).
   Ns = ['A'=X,'_'=Y].
'$letter_names'(T, Ns) :-
    term_variables(T, Vs),
    (   acyclic_term(T) -> term_singletons(T, Ss) ; Ss = [] ),
    named(Vs, Ss, 0, Ns).

% Both lists are in the order of the variables in the term.
named([], _, _, []).
named([V|Vs], Ss0, I0, [N=V|Ns]) :-
    (   Ss0 = [S|Ss], S == V -> N = '_', I = I0
    ;   Ss = Ss0,
        letters(I0, N),
        I is I0+1
    ),
    named(Vs, Ss, I, Ns).

letters(I, N) :-
    Letter is 0'A + I mod 26,
    char_code(L, Letter),
    (   I < 26 -> N = L
    ;   Number is I//26,
        number_codes(Number, Cs),
        atom_codes(A, Cs),
        atom_concat(L, A, N)
    ).
