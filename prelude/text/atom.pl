% Names made of several words, as SWI-Prolog's library(atom) treats them.

:- module(atom, [identifier_parts/2, restyle_identifier/3]).

%! identifier_parts(+Identifier, -Parts) is det.
%
%  Unifies `Parts` with the words of a name, as atoms. A word ends before a character that is neither a letter nor a
%  digit, and before a capital letter that follows another letter or a digit. Words are in lower case, except for
%  those all in capital letters.
?- identifier_parts('fooBar_bazURL', Ps).
   Ps = [foo,bar,baz,'URL'].
?- identifier_parts("foo-bar baz", Ps).
   Ps = [foo,bar,baz].
?- identifier_parts(_, Ps).
   error(instantiation_error,identifier_parts/2).
identifier_parts(Identifier, Parts) :-
    (   var(Identifier) -> instantiation_error(identifier_parts/2)
    ;   atomic_list_concat([Identifier], A0) -> true
    ;   atom_string(A0, Identifier)
    ),
    atom_chars(A0, Cs),
    words(Cs, Parts0),
    Parts = Parts0.

words([], []).
words([C|Cs], Ps) :-
    (   char_type(C, alnum) ->
        word(Cs, C, Ws, Rest),
        atom_chars(W, [C|Ws]),
        styled(W, P),
        Ps = [P|Ps1],
        words(Rest, Ps1)
    ;   words(Cs, Ps)
    ).

word([C|Cs], Before, Ws, Rest) :-
    char_type(C, alnum),
    \+ ( char_type(C, upper), \+ char_type(Before, upper) ), !,
    Ws = [C|Ws1],
    word(Cs, C, Ws1, Rest).
word(Cs, _, [], Cs).

styled(W, P) :-
    (   upcase_atom(W, W), \+ downcase_atom(W, W) -> P = W
    ;   downcase_atom(W, P)
    ).

%! restyle_identifier(?Style, +Identifier, -Restyled) is nondet.
%
%  Unifies `Restyled` with the name of the same words in the style `'OneTwo'`, `oneTwo`, `one_two` or `'One_Two'`.
?- restyle_identifier('OneTwo', foo_bar, A).
   A = 'FooBar'.
?- restyle_identifier(one_two, 'FooBar', A).
   A = foo_bar.
?- restyle_identifier(S, a_b, A).
   S = 'OneTwo', A = 'AB'
;  S = oneTwo, A = aB
;  S = one_two, A = a_b
;  S = 'One_Two', A = 'A_B'.
restyle_identifier(Style, Identifier, Restyled) :-
    identifier_parts(Identifier, Ps),
    style(Style, First, Others, Separator),
    restyled(Ps, First, Others, Rs),
    atomic_list_concat(Rs, Separator, Restyled).

style('OneTwo', capital, capital, '').
style(oneTwo, small, capital, '').
style(one_two, small, small, '_').
style('One_Two', capital, capital, '_').

restyled([], _, _, []).
restyled([P|Ps], How, Others, [R|Rs]) :- in_case(How, P, R), restyled(Ps, Others, Others, Rs).

in_case(small, P, P).
in_case(capital, P, R) :-
    sub_atom(P, 0, 1, _, C),
    sub_atom(P, 1, _, 0, Rest),
    upcase_atom(C, D),
    atom_concat(D, Rest, R).
