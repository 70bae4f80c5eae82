% Unicode properties of characters.

:- module(unicode, [unicode_property/2]).

%! unicode_property(?Char, ?Property) is nondet.
%
%  True if the character `Char`, which may also be given as its code, has `Property`:
%
%  - `category(C)`: its general category, as `'Lu'` for upper case letters; a `C` of one letter
%    stands for the whole group;
%  - `lowercase_mapping(S)` and `uppercase_mapping(S)`: its lower or upper case form as an atom,
%    which may have several characters.
%
%  Throws a domain error for any other property.
?- unicode_property(é, category(C)).
   C = 'Ll'.
?- unicode_property('€', category(C)).
   C = 'Sc'.
?- unicode_property(a, category('L')).
   true.
?- unicode_property(0'ß, uppercase_mapping(S)).
   S = 'SS'.
?- unicode_property(a, colour(_)).
   error(domain_error(unicode_property,colour(_A)),unicode_property/2).
unicode_property(X, P) :-
    must_be_property(P),
    (   var(X) ->
        between(0, 0x10ffff, X),
        \+ ( X >= 0xd800, X =< 0xdfff ),
        char_code(C, X)
    ;   integer(X) -> char_code(C, X)
    ;   must_be(character, X), C = X
    ),
    property(P, C).

must_be_property(P) :-
    (   var(P) -> true
    ;   \+ \+ member(P, [category(_),lowercase_mapping(_),uppercase_mapping(_)]) -> true
    ;   domain_error(unicode_property, P, unicode_property/2)
    ).

property(category(G), C) :-
    '$char_category'(C, K),
    (   atom(G), atom_length(G, 1) -> sub_atom(K, 0, 1, _, G)
    ;   G = K
    ).
property(lowercase_mapping(L), C) :- '$char_case'(C, L, _).
property(uppercase_mapping(U), C) :- '$char_case'(C, _, U).
