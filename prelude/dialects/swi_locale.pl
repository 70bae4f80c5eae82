% Locales of SWI-Prolog: how `~:d` and its relatives of format/2 write numbers.

:- module(swi_locale, [locale_create/3, locale_destroy/1, locale_property/2, current_locale/1, set_locale/1]).

% alias(Alias, Locale). A locale is '$locale'(DecimalPoint, ThousandsSeparator, Grouping).
:- dynamic(alias/2).

%! locale_create(-Locale, +Default, +Options) is det.
%
%  Makes a locale from `Default`, a locale, its alias or the name of one of the system, which stands for the one of the
%  language C. The options are `alias(Atom)`, `decimal_point(Atom)`, `thousands_sep(Atom)`, and `grouping(List)`: the sizes
%  of groups of digits from the right, of which `repeat(N)` holds for all that follow.
?- locale_create(L, "C", [thousands_sep('.'),decimal_point(','),grouping([repeat(3)])]), locale_property(L, thousands_sep(S)).
   L = ..., S = '.'.
?- locale_create(_, "C", [thousands_sep(1)]).
   error(type_error(atom,1),locale_create/3).
?- locale_create(_, nowhere, []).
   error(existence_error(locale,nowhere),locale_create/3).
locale_create(L, Default, Options) :-
    (   text(Default) -> From = '$locale'('.','',[])
    ;   locale(Default, From, locale_create/3)
    ),
    From = '$locale'(P0,S0,G0),
    changed(Options, decimal_point, P0, P),
    changed(Options, thousands_sep, S0, S),
    ( option(grouping(G), Options) -> must_be(list, G) ; G = G0 ),
    L0 = '$locale'(P,S,G),
    (   option(alias(A), Options) ->
        must_be(atom, A),
        retractall(alias(A, _)),
        assertz(alias(A, L0)),
        L = A
    ;   L = L0
    ).

text(T) :- ( is_list(T), T = [_|_] ; string(T) ), !.

changed(Options, Name, Old, New) :-
    Option =.. [Name,New0],
    (   option(Option, Options) ->
        ( atom(New0) -> New = New0 ; type_error(atom, New0, locale_create/3) )
    ;   New = Old
    ).

locale(L, _, Context) :- var(L), !, instantiation_error(Context).
locale('$locale'(P,S,G), '$locale'(P,S,G), _) :- !.
locale(A, L, _) :- alias(A, L), !.
locale(default, '$locale'('.','',[]), _) :- !.
locale(L, _, Context) :- existence_error(locale, L, Context).

%! locale_destroy(+Locale) is det.
%
%  Removes the alias of a locale.
?- locale_create(_, "C", [alias(short)]), locale_destroy(short), locale_property(short, P).
   error(existence_error(locale,short),locale_property/2).
locale_destroy(L) :- locale(L, _, locale_destroy/1), retractall(alias(L, _)).

%! locale_property(+Locale, ?Property) is nondet.
%
%  True if a locale has `Property`: `alias(Atom)`, `decimal_point(Atom)`, `thousands_sep(Atom)` or `grouping(List)`.
?- current_locale(L), locale_property(L, decimal_point(P)).
   L = ..., P = '.'.
locale_property(L, Property) :-
    locale(L, Values, locale_property/2),
    property(Property, L, Values).

property(alias(L), L, _) :- atom(L).
property(decimal_point(P), _, '$locale'(P,_,_)).
property(thousands_sep(S), _, '$locale'(_,S,_)).
property(grouping(G), _, '$locale'(_,_,G)).

%! current_locale(-Locale) is det.
%
%  Unifies `Locale` with the locale by which format/2 writes numbers. At first it has no groups, as that of the language C.
?- current_locale(L).
   L = default.
current_locale(L) :-
    (   nb_current('$locale', L0) -> L = L0
    ;   L = default
    ).

%! set_locale(+Locale) is det.
%
%  Sets the locale by which format/2 writes numbers.
?- locale_create(L, "C", [thousands_sep('.'),decimal_point(','),grouping([repeat(3)])]), set_locale(L), format("~:d ~2:d ~1:f", [-1234567,123456,0.75]), set_locale(default).
   L = ..., outputs("-1.234.567 1.234,56 0,8").
?- locale_create(L, "C", [thousands_sep(' '),grouping([3,2])]), set_locale(L), format("~:d", [123456789]), set_locale(default).
   L = ..., outputs("1234 56 789").
?- format("~:d|~t~:d~10|", [1234567,12]).
   outputs("1234567|12").
?- set_locale(nowhere).
   error(existence_error(locale,nowhere),set_locale/1).
set_locale(L) :- locale(L, _, set_locale/1), nb_setval('$locale', L).

% The characters of a number, as the current locale writes it.
'$localized'(Cs0, Cs) :-
    current_locale(L),
    locale(L, '$locale'(Point,Sep,Grouping), format/2),
    (   Cs0 = [-|Ds0] -> Cs = [-|Cs1]
    ;   Ds0 = Cs0, Cs1 = Cs
    ),
    digits(Ds0, Is, Fraction0),
    reverse(Is, Reversed),
    atom_chars(Sep, Seps),
    reverse(Seps, Separator),
    grouped(Grouping, Reversed, Separator, Grouped0),
    reverse(Grouped0, Grouped),
    (   Fraction0 = ['.'|Fs] -> atom_chars(Point, Ps), append(Ps, Fs, Fraction)
    ;   Fraction = Fraction0
    ),
    append(Grouped, Fraction, Cs1).

digits([C|Cs], [C|Is], Rest) :- char_type(C, decimal_digit), !, digits(Cs, Is, Rest).
digits(Cs, [], Cs).

% From the last digit to the first one.
grouped(_, Ds, [], Ds) :- !.
grouped([], Ds, _, Ds).
grouped([G|Gs], Ds, Sep, Cs) :-
    (   G = repeat(N) -> Next = [G]
    ;   N = G, Next = Gs
    ),
    length(Group, N),
    (   append(Group, [D|Rest], Ds) ->
        append(Group, Cs0, Cs),
        append(Sep, Cs1, Cs0),
        grouped(Next, [D|Rest], Sep, Cs1)
    ;   Cs = Ds
    ).
