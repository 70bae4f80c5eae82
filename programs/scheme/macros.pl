% Macros: define-syntax with syntax-rules. Uses of macros are expanded before compilation. The file
% operates on forms of the reader and does not depend on their meaning.
%
% A name that a template introduces is `alias(Name, N)`, with a different N for each use, so that it
% cannot capture a variable of the program; if the alias is not bound, it means `Name`. The names of
% special forms and of macros are not renamed.

:- module(scheme_macros, [define_macro/4, macro_use/4, original/2]).

:- use_module(library(lists)).

:- dynamic(macro/3).
:- dynamic(uses/1).

uses(0).

%! define_macro(+Name, +Ellipsis, +Literals, +Rules) is semidet.
%
%  Defines a macro. False if a rule is not of the form (pattern template).
define_macro(Name, Ellipsis, Literals, Rules0) :-
    rules(Rules0, Rules),
    retractall(macro(Name, _, _)),
    assertz(macro(Name, Ellipsis-Literals, Rules)).

rules([], []).
rules([form(_, [form(_, [_|Pattern]), Template])|Forms], [rule(Pattern, Template)|Rules]) :-
    rules(Forms, Rules).

%! macro_use(:Special, +Line, +Items, -Form) is semidet.
%
%  Unifies `Form` with the expansion of a list whose first item is the name of a macro; with
%  `no_rule` if none of its patterns matches. `Special` is true of the names that templates keep.
?- define_macro(twice, etc, [], [form(1,[form(1,[twice,x,etc]), form(1,[f,form(1,[g,x]),etc,t])])]).
   true.
?- macro_use(==(f), 7, [twice,1,2], Form).
   Form = form(7,[f,form(7,[alias(g,1),1]),form(7,[alias(g,1),2]),alias(t,1)]).
?- macro_use(==(f), 7, [f,1,2], Form).
   false.
:- meta_predicate macro_use(1, ?, ?, ?).
macro_use(Special, Line, [Name|Arguments], Form) :-
    original(Name, Macro),
    macro(Macro, Ellipsis-Literals, Rules), !,
    retract(uses(N0)),
    N is N0+1,
    assertz(uses(N)),
    (   member(rule(Pattern, Template), Rules),
        match(Pattern, Arguments, Ellipsis-Literals, [], Bindings) ->
        instance(Template, made(Line, N, Ellipsis, Special), Bindings, Form)
    ;   Form = no_rule
    ).

%! original(+Symbol, -Name) is det.
%
%  Unifies `Name` with the symbol as it was written.
original(Symbol, Name) :- ( nonvar(Symbol), Symbol = alias(Name0, _) -> original(Name0, Name) ; Name = Symbol ).

% Matching ------------------------------------------------------------------------------------
% Bindings are Name=one(Form), or Name=each(Bindings of Name, one for each form).

match(Pattern, Form, Words, Bs0, Bs) :-
    (   Pattern = form(_, Items) -> Form = form(_, Forms), match(Items, Forms, Words, Bs0, Bs)
    ;   Pattern = [Item, Dots|Items], Words = Ellipsis-_, Dots == Ellipsis ->
        least(Items, Least),
        split(Least, Form, Repeated, Rest),
        match_each(Repeated, Item, Words, Bss),
        names(Item, Words, Names, []),
        gathered(Names, Bss, Bs0, Bs1),
        match(Items, Rest, Words, Bs1, Bs)
    ;   Pattern = [Item|Items] ->
        Form = [Form1|Forms],
        match(Item, Form1, Words, Bs0, Bs1),
        match(Items, Forms, Words, Bs1, Bs)
    ;   Pattern == [] -> Form == [], Bs = Bs0
    ;   Pattern == '_' -> Bs = Bs0
    ;   atom(Pattern), Words = _-Literals, memberchk(Pattern, Literals) ->
        original(Form, Name), Name == Pattern, Bs = Bs0
    ;   pattern_name(Pattern) -> tail_form(Form, Whole), Bs = [Pattern=one(Whole)|Bs0]
    ;   Form == Pattern, Bs = Bs0
    ).

pattern_name(X) :- ( atom(X) -> X \== '#t', X \== '#f' ; compound(X), X = alias(_, _) ).

% The rest of a list, bound to the name after a dot, is a form of its own.
tail_form(Form, Whole) :- ( ( Form = [_|_] ; Form == [] ) -> Whole = form(0, Form) ; Whole = Form ).

% The number of forms that the patterns after an ellipsis need.
least(Items, N) :- ( Items = [_|Items1] -> least(Items1, N1), N is N1+1 ; N = 0 ).

split(Least, Forms, Repeated, Rest) :-
    least(Forms, N),
    M is N-Least,
    M >= 0,
    length(Repeated, M),
    append(Repeated, Rest, Forms), !.

match_each([], _, _, []).
match_each([Form|Forms], Item, Words, [Bs|Bss]) :-
    match(Item, Form, Words, [], Bs),
    match_each(Forms, Item, Words, Bss).

names(Pattern, Words, Ns0, Ns) :-
    (   Pattern = form(_, Items) -> names(Items, Words, Ns0, Ns)
    ;   Pattern = [Item|Items] -> names(Item, Words, Ns0, Ns1), names(Items, Words, Ns1, Ns)
    ;   pattern_name(Pattern), Words = Ellipsis-Literals,
        Pattern \== '_', Pattern \== Ellipsis, Pattern \== [], \+ memberchk(Pattern, Literals) ->
        Ns0 = [Pattern|Ns]
    ;   Ns = Ns0
    ).

gathered([], _, Bs, Bs).
gathered([Name|Names], Bss, Bs0, Bs) :-
    findall(B, ( member(Each, Bss), memberchk(Name=B, Each) ), Found),
    gathered(Names, Bss, [Name=each(Found)|Bs0], Bs).

% Instances -----------------------------------------------------------------------------------

instance(Template, Made, Bs, Form) :-
    (   Template = form(_, Items) ->
        Made = made(Line, _, Ellipsis, _),
        (   Items = [Dots, Item], Dots == Ellipsis -> verbatim(Item, Made, Bs, Form)
        ;   Form = form(Line, Forms),
            instances(Items, Made, Bs, Forms)
        )
    ;   pattern_name(Template), memberchk(Template=B, Bs) -> B = one(Form)
    ;   pattern_name(Template) ->
        Made = made(_, N, _, Special),
        ( stays(Template, Special) -> Form = Template ; Form = alias(Template, N) )
    ;   Form = Template
    ).

% `(... ...)` is the ellipsis itself.
verbatim(Item, made(Line, N, _, Special), Bs, Form) :- instance(Item, made(Line, N, none, Special), Bs, Form).

stays(Name, Special) :- ( Name == [] -> true ; macro(Name, _, _) -> true ; call(Special, Name) -> true ).

instances(Items, Made, Bs, Forms) :-
    (   Items = [Item|Items1], Made = made(_, _, Ellipsis, _), dots(Items1, Ellipsis, Depth, Items2), Depth > 0 ->
        repeated(Depth, Item, Made, Bs, Repeated),
        append(Repeated, Forms1, Forms),
        instances(Items2, Made, Bs, Forms1)
    ;   Items = [Item|Items1] ->
        Forms = [Form|Forms1],
        instance(Item, Made, Bs, Form),
        instances(Items1, Made, Bs, Forms1)
    ;   Items == [] -> Forms = []
    ;   instance(Items, Made, Bs, Form),
        ( Form = form(_, Forms0) -> Forms = Forms0 ; Forms = Form )
    ).

dots(Items, Ellipsis, N, Rest) :-
    (   Items = [Dots|Items1], Dots == Ellipsis -> dots(Items1, Ellipsis, N0, Rest), N is N0+1
    ;   N = 0, Rest = Items
    ).

repeated(Depth, Item, Made, Bs, Forms) :-
    (   Depth =:= 0 -> Forms = [Form], instance(Item, Made, Bs, Form)
    ;   Made = made(_, _, Ellipsis, _),
        names(Item, Ellipsis-[], Names, []),
        findall(Name=B, ( member(Name, Names), memberchk(Name=each(B), Bs) ), Columns),
        Columns = [_=First|_],
        length(First, Rows),
        Depth1 is Depth-1,
        rows(Rows, Columns, Depth1, Item, Made, Bs, Forms)
    ).

rows(N, Columns, Depth, Item, Made, Bs, Forms) :-
    (   N =:= 0 -> Forms = []
    ;   row(Columns, Others, Bs, Bs1),
        repeated(Depth, Item, Made, Bs1, Forms0),
        append(Forms0, Forms1, Forms),
        M is N-1,
        rows(M, Others, Depth, Item, Made, Bs, Forms1)
    ).

row([], [], Bs, Bs).
row([Name=[B|Rest]|Columns], [Name=Rest|Others], Bs0, Bs) :- row(Columns, Others, [Name=B|Bs0], Bs).
