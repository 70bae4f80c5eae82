% The compiler from forms to clauses. A form is analysed once, in two steps, and then runs as
% Prolog.
%
% The first step expands a form into a core term: names are resolved, and the derived forms
% (let*, cond, case, do, ...) are expressed by a few basic ones:
%
%     const(Datum)                      a constant
%     ref(Variable, Name, Site)         a lexical variable
%     global(Name, Site)                a global variable
%     primitive(Name)                   a primitive that the program has not redefined
%     assign(Variable, E)  assign_global(Name, E, Site)
%     if(E, E, E)  or(E, E)  begin(E, E)
%     lambda(Variables, Rest, E, Name)  Rest is a variable, or none
%     let(Bindings, E)                  of bind(Variable, E, Name)
%     letrec(Items, E)                  of these, and of do(E), in order
%     call(E, Es, Site)
%
% A lexical variable is variable(X, Kind). X is the Prolog variable that holds its value in the
% generated clause. Since each clause has its own variables, lexical addressing needs nothing else,
% and the free variables of a lambda expression are the variables that its core term shares with
% the outer scope. Kind is unbound until one of these is known:
%
%     box                      there is a set!, so X holds box(Value)
%     late                     a letrec variable: X is bound when its definition is reached
%     function(Pred, N, Free)  bound to a lambda expression and never assigned: no value
%                              exists, and calls go to the predicate directly, with the
%                              free variables as further arguments
%
% The second step translates a core term into goals. A value is unified with a Prolog variable,
% for a tail call with that of the clause.

:- module(scheme_compiler, [evaluate/4]).

:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(dcgs)).
:- use_module(reader).
:- use_module(machine).
:- use_module(improver).
:- use_module(macros).

:- dynamic(compiled/4).
:- dynamic(used/1).

%! evaluate(+Source, +Line, +Form, -Value) is det.
%
%  Unifies `Value` with the value of a form of a program; `Source` and `Line` are used in error
%  messages.
evaluate(Source, Line0, Form, Value) :-
    b_setval('scheme source', Source),
    ( Form = form(Line, _) -> true ; Line = Line0 ),
    strip(Form, Datum),
    new_site(Source, Line, Datum, Site),
    (   macro_used(Form, [], Site, Form1) -> evaluate(Source, Line, Form1, Value)
    ;   Form = form(_, [begin|Forms]), is_list(Forms) ->
        evaluate_all(Forms, Source, Line, '#unspecified', Value)
    ;   Form = form(_, [define|_]) ->
        definition(Form, Name0, Init, Site1),
        original(Name0, Name),
        define(Name, Init, Source, Line, Form, Site1),
        Value = '#unspecified'
    ;   expand(Form, [], Site, Core),
        value(Core, Value)
    ).

evaluate_all([], _, _, Value, Value).
evaluate_all([Form|Forms], Source, Line, _, Value) :-
    evaluate(Source, Line, Form, Value1),
    evaluate_all(Forms, Source, Line, Value1, Value).

value(Core, Value) :-
    phrase(into(Core, Value, []), Goals),
    conjunction(Goals, Goal),
    run(Goal).

define(Name, Init, Source, Line, Form, Site) :-
    own(Name),
    retractall(used(_)),
    expand_named(Name, Init, [], Site, Core),
    findall(Used, used(Used), Useds),
    value(Core, Value),
    define_global(Name, Value),
    retractall(compiled(Name, _, _, _)),
    (   Core = lambda(_, _, _, _) ->
        assertz(compiled(Name, Value, Useds, d(Source, Line, Form)))
    ;   true
    ).

% A primitive becomes a variable of the program when the program defines or assigns it. Procedures
% that were compiled with the primitive are recompiled, unless they have been redefined.
own(Name) :-
    (   is_global(Name) -> true
    ;   predefined(Name, Core) ->
        value(Core, Value),
        define_global(Name, Value),
        findall(Definition, outdated(Name, Definition), Definitions),
        b_getval('scheme source', Source),
        findall(used(Used), used(Used), Useds),
        compile_anew(Definitions),
        b_setval('scheme source', Source),
        forall(member(Used, Useds), assertz(Used))
    ;   true
    ).

outdated(Primitive, Definition) :-
    compiled(Name, Value, Useds, Definition),
    memberchk(Primitive, Useds),
    global_key(Name, Key),
    b_getval(Key, Value0),
    Value0 == Value.

compile_anew([]).
compile_anew([d(Source, Line, Form)|Definitions]) :-
    evaluate(Source, Line, Form, _),
    compile_anew(Definitions).

% Definitions and names --------------------------------------------------------------------

% `(define name init)`, or `(define (name . parameters) body ...)`, where the name may be such a
% pattern again. The resulting lambda expression has the site of the definition.
definition(form(Line, [define|Items]), Name, Init, Site) :-
    site(form(Line, [define|Items]), Site),
    (   Items = [Target|Body], defined(Target, Body, Site, Name0, Init0), \+ special(Name0) ->
        Name = Name0, Init = Init0
    ;   fault(Site, "malformed define", [])
    ).

defined(Target, Body, Site, Name, Init) :-
    (   symbol(Target) -> Name = Target, Body = [Init]
    ;   Target = form(_, [Target1|Parameters]),
        Body = [_|_],
        defined(Target1, [form(site(Site), [lambda, form(0, Parameters)|Body])], Site, Name, Init)
    ).

site(form(Line, Items), Site) :-
    (   Line = site(Site0) -> Site = Site0
    ;   b_getval('scheme source', Source),
        strip(form(Line, Items), Datum),
        new_site(Source, Line, Datum, Site)
    ).

variable(Name, Scope, Site, Core) :-
    (   memberchk(Name=Variable, Scope) -> original(Name, Name0), Core = ref(Variable, Name0, Site)
    ;   Name = alias(Name0, _) -> variable(Name0, Scope, Site, Core)
    ;   is_global(Name) -> Core = global(Name, Site)
    ;   predefined(Name, Core0) -> assertz(used(Name)), Core = Core0
    ;   Core = global(Name, Site)
    ).

predefined(Name, const(Value)) :- constant(Name, Value), !.
predefined(Name, primitive(Name)) :- primitive(Name, _, _), !.
predefined(Name, accessor(Steps)) :-
    atom_chars(Name, [c|Cs]),
    append(Steps, [r], Cs),
    length(Steps, N),
    N >= 2, N =< 4,
    forall(member(Step, Steps), memberchk(Step, [a,d])), !.

% Expansion --------------------------------------------------------------------------------

expand(Form, Scope, Site, Core) :-
    (   Form = form(_, Items) ->
        site(Form, Site1),
        (   macro_used(Form, Scope, Site1, Form1) -> expand(Form1, Scope, Site1, Core)
        ;   expand_items(Items, Scope, Site1, Core)
        )
    ;   symbol(Form) -> variable(Form, Scope, Site, Core)
    ;   Core = const(Form)
    ).

symbol(Form) :- ( atom(Form) -> Form \== '#t', Form \== '#f', Form \== [] ; nonvar(Form), Form = alias(_, _) ).

% The expansion of a use of a macro.
macro_used(Form, Scope, Site, Form1) :-
    nonvar(Form),
    Form = form(Line, [Word|Items]),
    symbol(Word),
    \+ memberchk(Word=_, Scope),
    macro_use(kept, Line, [Word|Items], Form0),
    (   Form0 == no_rule -> fault(Site, "no rule of the macro matches", [])
    ;   Form1 = Form0
    ).

% Names that a macro inserts unchanged.
kept(Name) :- ( special(Name) -> true ; memberchk(Name, [else, =>, unquote, 'unquote-splicing']) ).

expand_items(Items, Scope, Site, Core) :-
    (   \+ is_list(Items) -> fault(Site, "a dot in a form", [])
    ;   Items == [] -> fault(Site, "a procedure is missing", [])
    ;   Items = [Word|Forms], atom(Word), special(Word), \+ memberchk(Word=_, Scope) ->
        (   special(Word, Forms, Scope, Site, Core0) -> Core = Core0
        ;   fault(Site, "malformed ~s", [Word])
        )
    ;   expand_each(Items, Scope, Site, [F|Arguments]),
        application(F, Arguments, Site, Core)
    ).

expand_each([], _, _, []).
expand_each([Form|Forms], Scope, Site, [Core|Cores]) :-
    expand(Form, Scope, Site, Core),
    expand_each(Forms, Scope, Site, Cores).

% A call of a lambda expression binds variables; `(cadr x)` is `(car (cdr x))`.
application(lambda(Variables, none, Body, _), Arguments, _, let(Bindings, Body)) :-
    bindings(Variables, Arguments, Bindings), !.
application(accessor(Steps), [E], Site, Core) :- !, access(Steps, E, Site, Core).
application(F, Arguments, Site, call(F, Arguments, Site)).

bindings([], [], []).
bindings([V|Vs], [E|Es], [bind(V, E, '')|Bs]) :- bindings(Vs, Es, Bs).

access([], E, _, E).
access([Step|Steps], E, Site, call(primitive(Name), [E1], Site)) :-
    ( Step == a -> Name = car ; Name = cdr ),
    access(Steps, E, Site, E1).

% The name of a lambda expression is that of the variable to which it is bound.
expand_named(Name, Form, Scope, Site, Core) :-
    expand(Form, Scope, Site, Core0),
    (   Core0 = lambda(Variables, Rest, Body, '') -> original(Name, Name0), Core = lambda(Variables, Rest, Body, Name0)
    ;   Core = Core0
    ).

special(Word) :-
    memberchk(Word, [quote, if, define, 'set!', lambda, let, 'let*', letrec, 'letrec*', begin, cond, case,
        and, or, when, unless, do, quasiquote, delay, 'cons-stream', 'define-syntax']).

special(quote, [Form], _, _, const(Datum)) :- strip(Form, Datum).
special(define, _, _, Site, _) :- fault(Site, "a definition is not allowed here", []).
special(if, [A, B|Cs], Scope, Site, if(A1, B1, C1)) :-
    expand(A, Scope, Site, A1),
    expand(B, Scope, Site, B1),
    (   Cs = [C] -> expand(C, Scope, Site, C1)
    ;   Cs = [], C1 = const('#unspecified')
    ).
special('set!', [Name, Form], Scope, Site, Core) :-
    symbol(Name),
    expand(Form, Scope, Site, E),
    assignment(Name, E, Scope, Site, Core).
special(lambda, [Parameters|Forms], Scope, Site, lambda(Variables, Rest, Body, '')) :-
    ( Parameters = form(_, Names) -> true ; Names = Parameters ),
    parameters(Names, Variables, Rest, Scope, Scope1),
    body(Forms, Scope1, Site, Body).
special(let, [Name, form(_, Pairs)|Forms], Scope, Site, letrec([bind(Loop, Lambda, Name0)], Call)) :-
    symbol(Name), !,
    pairs(Pairs, Names, Inits),
    Loop = variable(_, _),
    Scope1 = [Name=Loop|Scope],
    parameters(Names, Variables, Rest, Scope1, Scope2),
    body(Forms, Scope2, Site, Body),
    original(Name, Name0),
    Lambda = lambda(Variables, Rest, Body, Name0),
    expand_each(Inits, Scope, Site, Es),
    Call = call(ref(Loop, Name0, Site), Es, Site).
special(let, [form(_, Pairs)|Forms], Scope, Site, let(Bindings, Body)) :-
    pairs(Pairs, Names, Inits),
    bound(Names, Inits, Scope, Site, Bindings),
    in_scope(Names, Bindings, Scope, Scope1),
    body(Forms, Scope1, Site, Body).
special('let*', [form(Line, Pairs)|Forms], Scope, Site, Core) :-
    (   Pairs = [Pair, Next|Others] ->
        Inner = form(Line, ['let*', form(Line, [Next|Others])|Forms]),
        special(let, [form(Line, [Pair]), Inner], Scope, Site, Core)
    ;   special(let, [form(Line, Pairs)|Forms], Scope, Site, Core)
    ).
special(letrec, [form(_, Pairs)|Forms], Scope, Site, letrec(Bindings, Body)) :-
    pairs(Pairs, Names, Inits),
    in_scope(Names, Bindings, Scope, Scope1),
    bound(Names, Inits, Scope1, Site, Bindings),
    body(Forms, Scope1, Site, Body).
special('letrec*', Forms, Scope, Site, Core) :- special(letrec, Forms, Scope, Site, Core).
special(begin, Forms, Scope, Site, Core) :- in_order(Forms, Scope, Site, Core).
special(and, Forms, Scope, Site, Core) :- expand_each(Forms, Scope, Site, Es), and(Es, Core).
special(or, Forms, Scope, Site, Core) :- expand_each(Forms, Scope, Site, Es), or(Es, Core).
special(when, [A|Forms], Scope, Site, if(A1, Core, const('#unspecified'))) :-
    expand(A, Scope, Site, A1),
    in_order(Forms, Scope, Site, Core).
special(unless, [A|Forms], Scope, Site, if(A1, const('#unspecified'), Core)) :-
    expand(A, Scope, Site, A1),
    in_order(Forms, Scope, Site, Core).
special(cond, Clauses, Scope, Site, Core) :- cond(Clauses, Scope, Site, Core).
special(case, [Key|Clauses], Scope, Site, let([bind(Variable, E, '')], Core)) :-
    expand(Key, Scope, Site, E),
    Variable = variable(_, _),
    case(Clauses, ref(Variable, key, Site), Scope, Site, Core).
special(do, [form(_, Specs), form(_, [Test|Results])|Forms], Scope, Site, Core) :-
    steps(Specs, Names, Inits, Steps),
    Loop = variable(_, _),
    parameters(Names, Variables, none, Scope, Scope1),
    expand(Test, Scope1, Site, Test1),
    ( Results == [] -> Result = const('#unspecified') ; in_order(Results, Scope1, Site, Result) ),
    expand_each(Steps, Scope1, Site, Next),
    Again = call(ref(Loop, do, Site), Next, Site),
    ( Forms == [] -> Turn = Again ; in_order(Forms, Scope1, Site, Effects), Turn = begin(Effects, Again) ),
    expand_each(Inits, Scope, Site, Es),
    Lambda = lambda(Variables, none, if(Test1, Result, Turn), do),
    Core = letrec([bind(Loop, Lambda, do)], call(ref(Loop, do, Site), Es, Site)).
special(quasiquote, [Form], Scope, Site, Core) :- template(Form, 1, Scope, Site, Core).
special(delay, [Form], Scope, Site, call(primitive('make-promise'), [lambda([], none, E, '')], Site)) :-
    expand(Form, Scope, Site, E).
special('define-syntax', [Name, form(_, ['syntax-rules'|Rules0])], _, _, const('#unspecified')) :-
    symbol(Name),
    (   Rules0 = [Dots, form(_, Literals)|Rules], symbol(Dots) -> Ellipsis = Dots
    ;   Rules0 = [form(_, Literals)|Rules], Ellipsis = '...'
    ),
    original(Name, Name0),
    define_macro(Name0, Ellipsis, Literals, Rules).
special('cons-stream', [A, B], Scope, Site, call(primitive(cons), [A1, Promise], Site)) :-
    expand(A, Scope, Site, A1),
    special(delay, [B], Scope, Site, Promise).

assignment(Name, E, Scope, Site, Core) :-
    (   memberchk(Name=variable(X, Kind), Scope) -> Kind = box, Core = assign(variable(X, Kind), E)
    ;   Name = alias(Name0, _) -> assignment(Name0, E, Scope, Site, Core)
    ;   own(Name),
        Core = assign_global(Name, E, Site)
    ).

% The variables of a parameter list, which may end in a name for the remaining arguments.
parameters([], [], none, Scope, Scope).
parameters([Name|Names], [Variable|Variables], Rest, Scope0, Scope) :-
    symbol(Name),
    Variable = variable(_, _),
    parameters(Names, Variables, Rest, [Name=Variable|Scope0], Scope).
parameters(Name, [], Variable, Scope, [Name=Variable|Scope]) :-
    symbol(Name), Name \== [],
    Variable = variable(_, _).

pairs([], [], []).
pairs([form(_, [Name, Init])|Pairs], [Name|Names], [Init|Inits]) :-
    symbol(Name),
    pairs(Pairs, Names, Inits).

bound([], [], _, _, []).
bound([Name|Names], [Init|Inits], Scope, Site, [bind(variable(_, _), E, Name)|Bindings]) :-
    expand_named(Name, Init, Scope, Site, E),
    bound(Names, Inits, Scope, Site, Bindings).

in_scope([], [], Scope, Scope).
in_scope([Name|Names], [bind(Variable, _, _)|Bindings], Scope0, Scope) :-
    Variable = variable(_, _),
    in_scope(Names, Bindings, [Name=Variable|Scope0], Scope).

steps([], [], [], []).
steps([form(_, [Name, Init|Step])|Specs], [Name|Names], [Init|Inits], [Next|Steps]) :-
    ( Step = [Next] ; Step = [], Next = Name ), !,
    steps(Specs, Names, Inits, Steps).

% A body may begin with definitions, with expressions between them.
body(Forms, Scope, Site, Core) :-
    spliced(Forms, Scope, Site, Forms1),
    Forms1 = [_|_],
    (   append(Front, Back, Forms1), \+ ( member(Form, Back), Form = form(_, [define|_]) ) ->
        true
    ),
    (   Front == [] -> in_order(Back, Scope, Site, Core)
    ;   front(Front, Items, Scope, Scope1),
        items(Items, Scope1, Site, Cores),
        ( Back == [] -> Last = const('#unspecified') ; in_order(Back, Scope1, Site, Last) ),
        Core = letrec(Cores, Last)
    ).

% Definitions within a begin, and those that macros generate, belong to the surrounding body.
spliced([], _, _, []).
spliced([Form|Forms], Scope, Site, All) :-
    (   macro_used(Form, Scope, Site, Form1) -> spliced([Form1|Forms], Scope, Site, All)
    ;   Form = form(_, [begin|Inner]), memberchk(form(_, [define|_]), Inner) ->
        append(Inner, Forms, Forms1),
        spliced(Forms1, Scope, Site, All)
    ;   Form = form(_, ['define-syntax'|_]) ->
        expand(Form, Scope, Site, _),
        spliced(Forms, Scope, Site, All)
    ;   All = [Form|All1],
        spliced(Forms, Scope, Site, All1)
    ).

front([], [], Scope, Scope).
front([Form|Forms], [Item|Items], Scope0, Scope) :-
    (   Form = form(_, [define|_]) ->
        definition(Form, Name, Init, _),
        Variable = variable(_, _),
        Item = define(Variable, Name, Init),
        Scope1 = [Name=Variable|Scope0]
    ;   Item = Form,
        Scope1 = Scope0
    ),
    front(Forms, Items, Scope1, Scope).

items([], _, _, []).
items([Item|Items], Scope, Site, [Core|Cores]) :-
    (   Item = define(Variable, Name, Init) ->
        expand_named(Name, Init, Scope, Site, E),
        Core = bind(Variable, E, Name)
    ;   expand(Item, Scope, Site, E),
        Core = do(E)
    ),
    items(Items, Scope, Site, Cores).

in_order([Form|Forms], Scope, Site, Core) :-
    expand(Form, Scope, Site, E),
    (   Forms == [] -> Core = E
    ;   in_order(Forms, Scope, Site, Core1),
        Core = begin(E, Core1)
    ).

and([], const('#t')).
and([E|Es], Core) :- ( Es == [] -> Core = E ; and(Es, Core1), Core = if(E, Core1, const('#f')) ).

or([], const('#f')).
or([E|Es], Core) :- ( Es == [] -> Core = E ; or(Es, Core1), Core = or(E, Core1) ).

cond([], _, _, const('#unspecified')).
cond([form(_, [Test|Forms])|Clauses], Scope, Site, Core) :-
    (   Test == else, \+ memberchk(else=_, Scope) -> Clauses == [], in_order(Forms, Scope, Site, Core)
    ;   expand(Test, Scope, Site, E),
        cond(Clauses, Scope, Site, Others),
        (   Forms == [] -> Core = or(E, Others)
        ;   Forms = ['=>', Receiver] ->
            expand(Receiver, Scope, Site, F),
            Variable = variable(_, _),
            Ref = ref(Variable, test, Site),
            Core = let([bind(Variable, E, '')], if(Ref, call(F, [Ref], Site), Others))
        ;   in_order(Forms, Scope, Site, Then),
            Core = if(E, Then, Others)
        )
    ).

case([], _, _, _, const('#unspecified')).
case([form(_, [Data|Forms])|Clauses], Key, Scope, Site, Core) :-
    in_order(Forms, Scope, Site, Then),
    (   Data == else -> Clauses == [], Core = Then
    ;   Data = form(_, Items),
        is_list(Items),
        alternatives(Items, Key, Site, Tests),
        or(Tests, Test),
        case(Clauses, Key, Scope, Site, Others),
        Core = if(Test, Then, Others)
    ).

alternatives([], _, _, []).
alternatives([Item|Items], Key, Site, [call(primitive('eqv?'), [Key, const(Datum)], Site)|Tests]) :-
    strip(Item, Datum),
    alternatives(Items, Key, Site, Tests).

% A quasiquoted form at this depth of quasiquotes.
template(Form, Depth, Scope, Site, Core) :-
    (   Form = form(_, [Word, E]), nested(Word, Depth, Depth1) ->
        (   Depth1 =:= 0 -> expand(E, Scope, Site, Core)
        ;   template_items([Word, E], Depth1, Scope, Site, Core)
        )
    ;   Form = form(_, Items) -> template_items(Items, Depth, Scope, Site, Core)
    ;   Core = const(Form)
    ).

nested(unquote, Depth0, Depth) :- Depth is Depth0-1.
nested(quasiquote, Depth0, Depth) :- Depth is Depth0+1.

template_items(Items, Depth, Scope, Site, Core) :-
    (   Items = [form(_, ['unquote-splicing', E])|Items1], Depth =:= 1 ->
        expand(E, Scope, Site, Core1),
        template_items(Items1, Depth, Scope, Site, Core2),
        Core = call(primitive(append), [Core1, Core2], Site)
    ;   Items = [Item|Items1] ->
        template(Item, Depth, Scope, Site, Core1),
        template_items(Items1, Depth, Scope, Site, Core2),
        (   Core1 = const(A), Core2 = const(B) -> Core = const([A|B])
        ;   Core = call(primitive(cons), [Core1, Core2], Site)
        )
    ;   template(Items, Depth, Scope, Site, Core)
    ).

% Translation ------------------------------------------------------------------------------

%! into(+Core, ?Value, +Bound)// is det.
%
%  Describes the goals that unify `Value` with the value of a core term. `Bound` is the list of the
%  variables of the clause that the term may contain.
into(const(Datum), V, _) --> [V = Datum].
into(ref(variable(X, Kind), Name, Site), V, _) --> reference(Kind, X, Name, Site, V).
into(global(Name, Site), V, _) --> { global_key(Name, Key) }, [global_value(Key, V, Site)].
into(primitive(Name), V, _) -->
    { findall(N-P, primitive(Name, N, P), Rows), last(Rows, Arity-Pred) },
    [V = procedure(Pred, Arity)].
into(accessor(Steps), V, Bound) -->
    { Variable = variable(_, _), access(Steps, ref(Variable, object, 0), 0, E) },
    into(lambda([Variable], none, E, ''), V, Bound).
into(assign(variable(X, _), E), V, Bound) -->
    operand(E, T, Bound),
    [setarg(1, X, T), V = '#unspecified'].
into(assign_global(Name, E, Site), V, Bound) -->
    operand(E, T, Bound),
    [set_global(Name, T, Site), V = '#unspecified'].
into(if(Test, A, B), V, Bound) -->
    condition(Test, Condition, Bound),
    { part(A, V, Bound, Then), part(B, V, Bound, Else) },
    [( Condition -> Then ; Else )].
into(or(A, B), V, Bound) -->
    { part(B, V, Bound, Else) },
    (   { is_test(A) } ->
        condition(A, Condition, Bound),
        [( Condition -> V = '#t' ; Else )]
    ;   operand(A, T, Bound),
        [( T \== '#f' -> V = T ; Else )]
    ).
into(begin(A, B), V, Bound) --> into(A, _, Bound), into(B, V, Bound).
into(lambda(Variables, Rest, Body, Name), V, Bound) -->
    { Lambda = lambda(Variables, Rest, Body, Name),
      free([Lambda], Bound, Free),
      function(Lambda, Free, Pred, Arity),
      lambda_clause(Lambda, Pred, Free),
      Closure =.. [Pred|Free] },
    [V = procedure(Closure, Arity)].
into(let(Bindings, Body), V, Bound) --> let(Bindings, Bound, Bound, Bound1), into(Body, V, Bound1).
into(letrec(Items, Body), V, Bound) -->
    { functions(Items, Functions, Values) },
    boxes(Values, Bound, Bound1),
    { free(Functions, Bound1, Free),
      late(Values, Functions),
      name_functions(Functions, Free),
      function_clauses(Functions, Free) },
    values(Values, Bound1),
    into(Body, V, Bound1).
into(call(F, Es, Site), V, Bound) --> called(F, Es, V, Site, Bound).

part(Core, V, Bound, Goal) :- phrase(into(Core, V, Bound), Goals), conjunction(Goals, Goal).

conjunction([], true).
conjunction([G|Gs], C) :- ( Gs == [] -> C = G ; C = (G, C1), conjunction(Gs, C1) ).

reference(Kind, X, _, _, V) --> { var(Kind) }, !, [V = X].
reference(box, X, Name, Site, V) --> [unbox(X, V, Name, Site)].
reference(late, X, Name, Site, V) --> [initialized(X, Name, Site), V = X].
reference(function(Pred, Arity, Free), _, _, _, V) -->
    { Closure =.. [Pred|Free] },
    [V = procedure(Closure, Arity)].

% The value as a term that can occur in a goal: needs no goal if it is already known.
operand(const(Datum), T, _) --> !, { T = Datum }.
operand(ref(variable(X, Kind), _, _), T, _) --> { var(Kind) }, !, { T = X }.
operand(E, T, Bound) --> into(E, T, Bound).

operands([], [], _) --> [].
operands([E|Es], [T|Ts], Bound) --> operand(E, T, Bound), operands(Es, Ts, Bound).

% Lambda expressions and the variables that they bind.

free(Term, Bound, Free) :-
    term_variables(Term, Inside),
    term_variables(Bound, Outside),
    include(occurs(Inside), Outside, Free).

occurs(Xs, X) :- member(Y, Xs), X == Y, !.

function(lambda(Variables, Rest, _, Name), _, Pred, Arity) :-
    length(Variables, N),
    ( Rest == none -> Arity = N ; Arity = at_least(N) ),
    new_predicate(Name, Pred).

% The clause of a lambda expression: free variables, arguments, value, site.
lambda_clause(lambda(Variables, Rest, Body, _), Pred, Free) :-
    ( Rest == none -> All = Variables ; append(Variables, [Rest], All) ),
    phrase(arguments(All, Xs, Arguments), Before),
    append(Free, Xs, Bound),
    phrase(into(Body, V, Bound), Goals),
    append(Before, Goals, AllGoals),
    conjunction(AllGoals, Goal0),
    improved(Goal0, Goal),
    append(Arguments, [V, _], End),
    append(Free, End, HeadArguments),
    Head =.. [Pred|HeadArguments],
    add_clause(Head, Goal).

arguments([], [], []) --> [].
arguments([variable(X, Kind)|Variables], [X|Xs], [A|As]) -->
    ( { Kind == box } -> [X = box(A)] ; { A = X } ),
    arguments(Variables, Xs, As).

let([], _, Bound, Bound) --> [].
let([bind(variable(X, Kind), E, _)|Bindings], Outer, Bound0, Bound) -->
    (   { var(Kind), E = lambda(_, _, _, _) } ->
        { free(E, Outer, Free),
          function(E, Free, Pred, Arity),
          lambda_clause(E, Pred, Free),
          Kind = function(Pred, Arity, Free),
          Bound1 = Bound0 }
    ;   operand(E, T, Outer),
        bind(Kind, X, T),
        { Bound1 = [X|Bound0] }
    ),
    let(Bindings, Outer, Bound1, Bound).

% A constant or a variable replaces the variable that is bound to it.
bind(Kind, X, T) --> { Kind == box }, !, [X = box(T)].
bind(_, X, T) --> { compound(T) }, !, [X = T].
bind(_, T, T) --> [].

% The items of a letrec: lambda expressions that are never assigned, and expressions that are
% evaluated in order.
functions([], [], []).
functions([Item|Items], Functions, Values) :-
    (   Item = bind(variable(_, Kind), lambda(_, _, _, _), _), var(Kind) ->
        Functions = [Item|Functions1], Values = Values1
    ;   Functions = Functions1, Values = [Item|Values1]
    ),
    functions(Items, Functions1, Values1).

boxes([], Bound, Bound) --> [].
boxes([do(_)|Items], Bound0, Bound) --> boxes(Items, Bound0, Bound).
boxes([bind(variable(X, Kind), _, _)|Items], Bound0, Bound) -->
    ( { Kind == box } -> [X = box(_)] ; [] ),
    boxes(Items, [X|Bound0], Bound).

% Only functions, and expressions that are evaluated before the definition, can access a variable
% too early.
late(Values, Functions) :- late_(Values, Functions).

late_([], _).
late_([Item|Items], Before) :-
    (   Item = bind(variable(X, Kind), E, _), var(Kind) ->
        term_variables(Before-E, Seen),
        ( occurs(Seen, X) -> Kind = late ; true )
    ;   true
    ),
    late_(Items, [Item|Before]).

name_functions([], _).
name_functions([bind(variable(_, Kind), Lambda, _)|Functions], Free) :-
    function(Lambda, Free, Pred, Arity),
    Kind = function(Pred, Arity, Free),
    name_functions(Functions, Free).

function_clauses([], _).
function_clauses([bind(variable(_, function(Pred, _, _)), Lambda, _)|Functions], Free) :-
    lambda_clause(Lambda, Pred, Free),
    function_clauses(Functions, Free).

values([], _) --> [].
values([do(E)|Items], Bound) --> into(E, _, Bound), values(Items, Bound).
values([bind(variable(X, Kind), E, _)|Items], Bound) -->
    (   { Kind == box } -> operand(E, T, Bound), [setarg(1, X, T)]
    ;   { Kind == late } -> into(E, X, Bound)
    ;   operand(E, T, Bound), bind(Kind, X, T)
    ),
    values(Items, Bound).

% Calls.

called(primitive(Name), Es, V, Site, Bound) --> primitive_call(Name, Es, V, Site, Bound), !.
called(ref(variable(_, Kind), _, _), Es, V, Site, Bound) -->
    { nonvar(Kind), Kind = function(Pred, Arity, Free), arguments(Arity, Es, [], _) }, !,
    operands(Es, Ts, Bound),
    { arguments(Arity, Ts, [V, Site], End), append(Free, End, All), Goal =.. [Pred|All] },
    [Goal].
called(global(Name, _), Es, V, Site, Bound) --> !,
    operands(Es, Ts, Bound),
    { length(Es, N), link(Name, N, Pred), append(Ts, [V, Site], All), Goal =.. [Pred|All] },
    [Goal].
called(F, Es, V, Site, Bound) -->
    operand(F, T, Bound),
    operands(Es, Ts, Bound),
    { invocation(T, Ts, V, Site, Goal) },
    [Goal].

% The pair is constructed before its second part is known, so a procedure that conses on its own
% result needs no stack.
primitive_call(cons, [A, B], V, _, Bound) --> !,
    operand(A, T, Bound),
    [V = [T|U]],
    operand(B, U, Bound).
primitive_call(list, Es, V, _, Bound) --> !, operands(Es, Ts, Bound), [V = Ts].
primitive_call(Name, Es, V, Site, Bound) -->
    { is_test(call(primitive(Name), Es, Site)) }, !,
    condition(call(primitive(Name), Es, Site), Condition, Bound),
    [( Condition -> V = '#t' ; V = '#f' )].
primitive_call(Name, Es, V, Site, Bound) -->
    { length(Es, N),
      (   primitive(Name, N, Pred) -> Arity = N
      ;   primitive(Name, at_least(K), Pred), K =< N, Arity = at_least(K)
      ) },
    operands(Es, Ts, Bound),
    { arguments(Arity, Ts, [V, Site], All), Goal =.. [Pred|All] },
    [Goal].

% Conditions.

%! condition(+Core, -Goal, +Bound)// is det.
%
%  Describes the goals to run before `Goal`, which succeeds if the core term is true. Goals with
%  effects must run before, because a condition that fails is undone.
condition(const(Datum), Goal, _) --> !, { Datum == '#f' -> Goal = fail ; Goal = true }.
condition(call(primitive(not), [E], _), Goal, Bound) --> !,
    condition(E, Goal0, Bound),
    { Goal = ( Goal0 -> fail ; true ) }.
condition(call(primitive(Name), Es, Site), Goal, Bound) -->
    { is_test(call(primitive(Name), Es, Site)) }, !,
    operands(Es, Ts, Bound),
    { test(Name, Ts, Goals, Site), append(Before, [Last], Goals), ! },
    checks(Before),
    { simple(Last, Goal) }.
condition(if(A, B, const('#f')), (GoalA, Inner), Bound) --> { is_pure(B) }, !,
    condition(A, GoalA, Bound),
    { inner(B, Inner, Bound) }.
condition(or(A, B), ( GoalA -> true ; Inner ), Bound) --> { is_pure(B) }, !,
    condition(A, GoalA, Bound),
    { inner(B, Inner, Bound) }.
condition(E, T \== '#f', Bound) --> operand(E, T, Bound).

inner(E, Goal, Bound) :-
    phrase(condition(E, Last, Bound), Goals),
    append(Goals, [Last], All),
    conjunction(All, Goal).

is_test(call(primitive(Name), Es, _)) :- length(Es, N), length(Ts, N), test(Name, Ts, _, _), !.

% Numeric constants need no check, and atoms are identical if they are equal.
checks([]) --> [].
checks([numbers(X, Y, _)|Goals]) --> { number(X), number(Y) }, !, checks(Goals).
checks([Goal|Goals]) --> [Goal], checks(Goals).

simple(same(X, Y), X == Y) :- ( atomic(X) ; atomic(Y) ), !.
simple(Goal, Goal).

is_pure(const(_)).
is_pure(ref(_, _, _)).
is_pure(global(_, _)).
is_pure(if(A, B, C)) :- is_pure(A), is_pure(B), is_pure(C).
is_pure(or(A, B)) :- is_pure(A), is_pure(B).
is_pure(call(primitive(Name), Es, Site)) :-
    ( Name == not ; pure(Name) ; is_test(call(primitive(Name), Es, Site)) ), !,
    pure_each(Es).

pure_each([]).
pure_each([E|Es]) :- is_pure(E), pure_each(Es).
