% Predicates on atoms that take any text and numbers, as in SWI-Prolog. In texts of the dialect `swi`, goals in the
% bodies of clauses mean these and not those of the standard.

:- module(swi_text, [
    text_atom_length/2, text_atom_concat/3, text_sub_atom/5, text_atom_chars/2, text_atom_codes/2, text_atom_number/2, text_number_codes/2
]).

% The atom of a text or number; other terms stay, for the errors of the standard.
text_atom(T, A) :-
    (   number(T) -> number_codes_atom(T, A)
    ;   nonvar(T), T = [X|_], nonvar(X), is_list(T) ->
        (   integer(X) -> system:atom_codes(A, T)
        ;   system:atom_chars(A, T)
        )
    ;   A = T
    ).

number_codes_atom(N, A) :-
    system:number_codes(N, Cs),
    system:atom_codes(A, Cs).

%! text_atom_length(+Text, ?Length) is det.
%
%  Unifies `Length` with the number of characters of `Text`.
?- swi_text:text_atom_length(123, N).
   N = 3.
?- swi_text:text_atom_length("ab", N).
   N = 2.
?- swi_text:text_atom_length(f(x), N).
   error(type_error(atom,f(x)),atom_length/2).
text_atom_length(T, N) :- text_atom(T, A), system:atom_length(A, N).

%! text_atom_concat(?Text1, ?Text2, ?Text) is nondet.
%
%  As in the standard, with any texts and numbers.
?- swi_text:text_atom_concat(1, "2", A).
   A = '12'.
?- swi_text:text_atom_concat(1, X, 12).
   X = '2'.
text_atom_concat(X0, Y0, Z0) :-
    text_atom(X0, X),
    text_atom(Y0, Y),
    text_atom(Z0, Z),
    system:atom_concat(X, Y, Z).

%! text_sub_atom(+Text, ?Before, ?Length, ?After, ?Sub) is nondet.
%
%  As in the standard, with any texts and numbers.
?- swi_text:text_sub_atom(123, 1, 1, _, S).
   S = '2'.
?- swi_text:text_sub_atom("abc", B, _, 0, "bc").
   B = 1.
text_sub_atom(T0, B, L, A, S0) :-
    text_atom(T0, T),
    text_atom(S0, S),
    system:sub_atom(T, B, L, A, S).

%! text_atom_chars(?Text, ?Chars) is det.
%
%  Unifies `Chars` with the list of the characters of `Text`, or `Text` with the atom of a list of characters or
%  codes.
?- swi_text:text_atom_chars(10, Cs).
   Cs = "10".
?- swi_text:text_atom_chars(A, [0'a,0'b]).
   A = ab.
text_atom_chars(T, Cs) :-
    (   var(T) -> list_atom(Cs, atom_chars, T)
    ;   text_atom(T, A),
        system:atom_chars(A, Cs)
    ).

%! text_atom_codes(?Text, ?Codes) is det.
%
%  Unifies `Codes` with the list of the codes of `Text`, or `Text` with the atom of a list of characters or codes.
?- swi_text:text_atom_codes(10, Cs).
   Cs = [49,48].
?- swi_text:text_atom_codes(A, "ab").
   A = ab.
text_atom_codes(T, Cs) :-
    (   var(T) -> list_atom(Cs, atom_codes, T)
    ;   text_atom(T, A),
        system:atom_codes(A, Cs)
    ).

list_atom(Cs, F, A) :-
    (   nonvar(Cs), Cs = [X|_], integer(X) -> system:atom_codes(A, Cs)
    ;   nonvar(Cs), Cs = [X|_], atom(X) -> system:atom_chars(A, Cs)
    ;   call(system:F, A, Cs)
    ).

%! text_atom_number(?Text, ?Number) is semidet.
%
%  True if `Text` has the syntax of `Number`.
?- swi_text:text_atom_number("12", N).
   N = 12.
text_atom_number(T, N) :- text_atom(T, A), system:atom_number(A, N).

%! text_number_codes(?Number, ?Codes) is det.
%
%  As in the standard; `Codes` may be a list of characters.
?- swi_text:text_number_codes(N, "12").
   N = 12.
text_number_codes(N, Cs) :-
    (   nonvar(Cs), Cs = [C|_], atom(C) -> system:number_chars(N, Cs)
    ;   system:number_codes(N, Cs)
    ).
