% Parts of documents of library(sgml), by paths, with the predicates of SWI-Prolog's library(xpath).

:- module(xpath, [xpath/3, xpath_chk/3, op(400, fx, //), op(400, fx, /), op(100, fx, @)]).

%! xpath_chk(+Document, +Path, ?Content) is semidet.
%
%  The first solution of xpath/3.
?- load_html(string("<p>a<p>b"), D, []), xpath_chk(D, //(p(text)), T).
   D = ..., T = a.
xpath_chk(Document, Path, Content) :- xpath(Document, Path, Content), !.

%! xpath(+Document, +Path, ?Content) is nondet.
%
%  Enumerates the parts of a document to which a path leads. `//E` is any element inside the document, `/E` its root,
%  `P/E` a child of what `P` leads to and `P//E` any element inside it. `E` is the name of an element, or `*` for any name,
%  with arguments (`*(A,...)`):
%
%  - an integer, `last`, `last-N` or `index(I)`: the place among the siblings that `E` names
%  - `self` (default), `content`, `text`, `text(atom)`, `text(string)`, `normalize_space`, `number`, `@Name`,
%    `@Name(number)`, `@Name(lower)`, `@Name(upper)`: what the solution is
%  - `X=Y`, `X<Y` and other comparisons of these, `contains(X,Y)`: conditions
%  - a path: true if it leads to something
?- load_html(string("<table><tr><td>a<td n=5>b</tr><tr><td>c</table>"), D, []), xpath(D, //(tr(1))/td(text), T).
   D = ..., T = a
;  D = ..., T = b
;  false.
?- xpath(element(a,[],[element(b,[n='5'],[x]),element(b,[],[y])]), //(b(@(n(number)))), N).
   N = 5
;  false.
?- xpath([element(a,[],[element(b,[],[x]),element(b,[],[y])])], //(b(last)), E).
   E = element(b,[],[y])
;  false.
?- xpath([element(a,[x=u],[t])], //(*(@(x)=u,text)), T).
   T = t
;  false.
?- xpath([element(a,[x=u],[t])], _, T).
   error(instantiation_error,xpath/3).
xpath(Document, Path, Content) :- in_document(Path, Document, Content).

in_document(Path, _, _) :- var(Path), !, instantiation_error(xpath/3).
in_document(//Inside, Document, Content) :- !,
    siblings_inside(Document, Siblings),
    selected(Inside, Siblings, Content).
in_document(/Inside, Document, Content) :- !,
    ( is_list(Document) -> Siblings = Document ; Siblings = [Document] ),
    selected(Inside, Siblings, Content).
in_document(Outer/Inner, Document, Content) :- !,
    in_document(Outer, Document, Part),
    children(Part, Siblings),
    selected(Inner, Siblings, Content).
in_document(Outer//Inner, Document, Content) :- !,
    in_document(Outer, Document, Part),
    in_document(//Inner, Part, Content).
in_document(Inner, Document, Content) :-
    children(Document, Siblings),
    selected(Inner, Siblings, Content).

children(element(_,_,Children), Siblings) :- !, Siblings = Children.
children(Parts, Siblings) :-
    is_list(Parts),
    member(element(_,_,Siblings), Parts).

% The lists of siblings inside a part, outer ones first.
siblings_inside(Part, Siblings) :-
    (   is_list(Part) -> All = Part
    ;   All = [Part]
    ),
    (   Siblings = All
    ;   member(element(_,_,Children), All),
        siblings_inside(Children, Siblings)
    ).

selected(Spec, Siblings, Content) :-
    (   var(Spec) -> instantiation_error(xpath/3)
    ;   spec(Spec, Name, Arguments)
    ),
    named(Siblings, Name, Elements),
    length(Elements, Count),
    nth1(I, Elements, E),
    narrowed(Arguments, E, I, Count, E, Content).

spec(Spec, Name, Arguments) :-
    (   atom(Spec) -> Name = Spec, Arguments = []
    ;   Spec = (URI:Inner) -> spec(Inner, Local, Arguments), Name = (URI:Local)
    ;   Spec =.. [Name|Arguments]
    ).

named([], _, []).
named([P|Ps], Name, Es) :-
    (   P = element(N,_,_), is_named(Name, N) -> Es = [P|Es1]
    ;   Es = Es1
    ),
    named(Ps, Name, Es1).

is_named(*, _) :- !.
is_named(URI:Local, N) :- !, nonvar(N), N = (URI0:Local0), ( var(URI) -> true ; URI0 == URI ), is_named(Local, Local0).
is_named(Name, Name).

narrowed([], _, _, _, Value, Value).
narrowed([A|As], E, I, Count, Value0, Value) :-
    (   var(A) -> instantiation_error(xpath/3)
    ;   true
    ),
    step(A, E, I, Count, Value0, Value1),
    narrowed(As, E, I, Count, Value1, Value).

step(A, _, I, Count, V, V) :- place(A, Count, J), !, I =:= J.
step(A, E, I, Count, _, V) :- value(A, E, I, Count, V0), !, V = V0.
step(A, E, I, Count, V, V) :- condition(A), !, holds(A, E, I, Count).
step(A, E, _, _, V, V) :-
    \+ is_value(A),
    \+ \+ in_document(A, E, _).

place(N, _, N) :- integer(N), !.
place(last, Count, Count) :- !.
place(last-N, Count, J) :- !, J is Count-N.
place(index(A), Count, J) :- place(A, Count, J).

is_value(@_).
is_value(number).

value(self, E, _, _, E).
value(content, element(_,_,C), _, _, C).
value(text, E, _, _, T) :- text(E, atom, T).
value(text(As), E, _, _, T) :- must_be(oneof([atom,string]), As), text(E, As, T).
value(normalize_space, E, _, _, T) :- text(E, atom, T0), normalize_space(atom(T), T0).
value(number, E, _, _, N) :- text(E, atom, T), xpath_number(T, N).
value(position, _, I, _, I).
value(@A, element(_,As,_), _, _, V) :- attribute(A, As, V).

text(E, As, T) :-
    phrase(texts(E), Ts),
    (   As == atom -> atomic_list_concat(Ts, T)
    ;   atomic_list_concat(Ts, T0),
        atom_string(T0, T)
    ).

texts(T) --> { var(T) }, !.
texts(element(_,_,C)) --> !, all_texts(C).
texts(T) --> { atomic(T) }, !, [T].
texts(_) --> [].

all_texts([]) --> [].
all_texts([C|Cs]) --> texts(C), all_texts(Cs).

xpath_number(T, N) :- catch(xsd_number_string(N, T), error(_,_), fail).

attribute(A, As, V) :-
    (   atom(A) -> member(A=V, As)
    ;   A = (URI:L) -> attribute_named(URI:L, As, V)
    ;   A =.. [Name,Conversion],
        member(Name=V0, As),
        converted(Conversion, V0, V)
    ), !.

attribute_named(Name, As, V) :- member(Name=V, As), !.

converted(number, V0, V) :- xpath_number(V0, V).
converted(integer, V0, V) :- xpath_number(V0, V), integer(V).
converted(float, V0, V) :- xpath_number(V0, V1), V is float(V1).
converted(lower, V0, V) :- downcase_atom(V0, V).
converted(upper, V0, V) :- upcase_atom(V0, V).
converted(atom, V0, V) :- atom_string(V, V0).
converted(string, V0, V) :- atom_string(A, V0), atom_string(A, V).

condition(_=_).
condition(_<_).
condition(_>_).
condition(_=<_).
condition(_>=_).
condition(_=:=_).
condition(_=\=_).
condition(contains(_,_)).
condition(\+_).
condition((_,_)).

holds(X=Y, E, I, N) :- operand(X, E, I, N, V), operand(Y, E, I, N, W), equal(V, W).
holds(X<Y, E, I, N) :- numbers(X, Y, E, I, N, V, W), V < W.
holds(X>Y, E, I, N) :- numbers(X, Y, E, I, N, V, W), V > W.
holds(X=<Y, E, I, N) :- numbers(X, Y, E, I, N, V, W), V =< W.
holds(X>=Y, E, I, N) :- numbers(X, Y, E, I, N, V, W), V >= W.
holds(X=:=Y, E, I, N) :- numbers(X, Y, E, I, N, V, W), V =:= W.
holds(X=\=Y, E, I, N) :- numbers(X, Y, E, I, N, V, W), V =\= W.
holds(contains(X,Y), E, I, N) :-
    operand(X, E, I, N, V),
    operand(Y, E, I, N, W),
    ( sub_atom(V, _, _, _, W) -> true ).
holds(\+A, E, I, N) :- \+ narrowed([A], E, I, N, E, _).
holds((A,B), E, I, N) :- narrowed([A,B], E, I, N, E, _).

operand(X, _, _, _, V) :- var(X), !, V = X.
operand(X, E, I, N, V) :- \+ integer(X), value(X, E, I, N, V0), !, V = V0.
operand(X, _, _, _, V) :- ( atomic(X) -> V = X ; X = [_|_] -> atom_chars(V, X) ), !.

numbers(X, Y, E, I, N, V, W) :-
    operand(X, E, I, N, V0),
    operand(Y, E, I, N, W0),
    number_of(V0, V),
    number_of(W0, W).

number_of(V, N) :- ( number(V) -> N = V ; xpath_number(V, N) ).

% Values are equal if one is the number of the other, or their texts are equal.
equal(V, W) :- ( var(V) ; var(W) ), !, V = W.
equal(V, W) :- number(W), \+ number(V), !, xpath_number(V, N), N =:= W.
equal(V, W) :- number(V), \+ number(W), !, xpath_number(W, N), N =:= V.
equal(V, W) :- ( V == W -> true ; atom_string(A, V), atom_string(A, W) ).
