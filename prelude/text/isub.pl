% The similarity of texts (G. Stoilos, G. Stamou, S. Kollias, "A string metric for ontology alignment", 2005).

:- module(isub, [isub/4]).

%! isub(+Text1, +Text2, -Similarity, +Options) is det.
%
%  Unifies `Similarity` with a float that tells how similar two texts are, from -1.0 (nothing in common) to 1.0. It is the share
%  of their common parts, less what they have not in common, and a little more if they begin alike. It is 0.0 if one text is
%  empty. Options:
%
%  - `normalize(Bool)`: compare in lower case, without `.`, `_` and blanks; default `false`.
%  - `zero_to_one(Bool)`: a similarity from 0.0 to 1.0; default `false`.
%  - `substring_threshold(N)`: parts of `N` characters or fewer do not count; default 2.
?- isub(language, languange, S, []).
   S = 0.7193627450980393.
?- isub('E56.Language', languange, S, [normalize(true)]), X is round(1000*S).
   S = 0.4226950354609929, X = 423.
?- isub(abc, xyz, S, [zero_to_one(true)]).
   S = 0.0.
?- isub(_, abc, S, []).
   error(instantiation_error,isub/4).
?- isub(abc, abd, S, [substring_threshold(a)]).
   error(type_error(integer,a),isub/4).
isub(Text1, Text2, Similarity, Options) :-
    must_be(list, Options),
    (   ground(Text1-Text2) -> true
    ;   instantiation_error(isub/4)
    ),
    option(normalize(Normalize), Options, false),
    option(zero_to_one(ZeroToOne), Options, false),
    option(substring_threshold(N), Options, 2),
    must_be(boolean, Normalize),
    must_be(boolean, ZeroToOne),
    (   integer(N) -> true
    ;   type_error(integer, N, isub/4)
    ),
    (   Normalize == true -> normal(Text1, T1), normal(Text2, T2)
    ;   T1 = Text1, T2 = Text2
    ),
    '$isub'(T1, T2, N, ZeroToOne, Similarity).

normal(Text, Normal) :-
    '$text_string'(Text, S),
    string_lower(S, L),
    string_chars(L, Cs0),
    exclude(ignored, Cs0, Cs),
    string_chars(Normal, Cs).

ignored('.').
ignored('_').
ignored(' ').
