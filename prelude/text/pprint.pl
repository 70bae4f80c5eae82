% Terms printed over several lines, if one does not suffice.

:- module(pprint, [print_term/2]).

:- use_module(library(lists)).
:- use_module(library(error)).
:- use_module(library(option)).
:- use_module(library(streams)).
:- use_module(library(swi_write)).

%! print_term(+Term, +Options) is det.
%
%  Prints a term as print/1 does, variables by letters. A term that does not fit in the line has each argument or element on
%  a line of its own, below the first one. Options are `output(Stream)`, `right_margin(Column)`, 72 by default,
%  `left_margin(Column)`, by default the present one, `tab_width(N)`, 8 by default and 0 for blanks only,
%  `indent_arguments(N)`, the indentation of arguments that begin on a new line, `operators(false)` for functional notation,
%  and `write_options(Options)` for other options of write_term/2.
?- print_term(f('A',X,Y,X), []).
   outputs("f('A',A,_,A)").
?- print_term(f(g(a,b),[c,d],e), [right_margin(8),tab_width(0)]).
   outputs("f(g(a,b),\n  [c,d],\n  e)").
?- print_term([abc,def|g], [right_margin(6)]).
   outputs("[ abc,\n  def\n| g\n]").
?- print_term((abc:-def,ghi), [right_margin(8)]).
   outputs("abc :- def,\n       ghi").
?- print_term(- f(abc,def), [right_margin(8),tab_width(0)]).
   outputs("-f(abc,\n   def)").
print_term(T0, Os) :-
    must_be(list, Os),
    ( option(output(S), Os) -> true ; current_output(S) ),
    option(right_margin(R), Os, 72),
    option(tab_width(Tab), Os, 8),
    option(indent_arguments(Indent), Os, auto),
    option(operators(Ops), Os, true),
    option(write_options(Ws), Os, [portray(true),numbervars(true),quoted(true)]),
    ( option(left_margin(Column), Os) -> true ; line_position(S, Column) ),
    (   acyclic_term(T0) ->
        copy_term_nat(T0, T),
        '$letter_names'(T, Names),
        ( Ops == true -> IgnoreOps = false ; IgnoreOps = true ),
        printed(T, 1200, Column, layout(S,R,Tab,Indent,[ignore_ops(IgnoreOps),variable_names(Names)|Ws]))
    ;   write_term(S, T0, Ws)
    ).

% printed(Term, Priority, Column, layout(Stream,RightMargin,TabWidth,Indentation,WriteOptions))
printed(T, P, Column, L) :-
    L = layout(_,R,_,_,_),
    Room is R-Column,
    (   ( \+ compound(T) ; Room*8 < R ; fits(T, P, Room, L) ) -> on_one_line(T, P, L)
    ;   over_lines(T, P, Column, L)
    ).

% A term that is deeper than there is room for is written in part only to see that it does not fit.
fits(T, P, Room, layout(_,_,_,_,Ws)) :-
    Depth is Room+1,
    write_term_to_chars(T, [max_depth(Depth),priority(P)|Ws], Cs),
    length(Cs, Length),
    Length =< Room.

on_one_line(T, P, layout(S,_,_,_,Ws)) :- write_term(S, T, [priority(P)|Ws]).

over_lines([X|Xs], _, Column, L) :- !,
    put(L, '[ '),
    Inner is Column+2,
    printed(X, 999, Inner, L),
    elements(Xs, Column, Inner, L).
over_lines({T}, _, Column, L) :- !,
    put(L, '{ '),
    Inner is Column+2,
    printed(T, 1200, Inner, L),
    new_line(Column, L),
    put(L, '}').
over_lines(T, _, Column, L) :-
    functor(T, 'dict{}', _), !,
    dict_pairs(T, Tag, [K-V|KVs]),
    on_one_line(Tag, 0, L),
    put(L, '{ '),
    L = layout(S,_,_,_,_),
    line_position(S, Inner),
    printed(K:V, 999, Inner, L),
    pairs(KVs, Inner, L),
    Close is max(Column, Inner-2),
    new_line(Close, L),
    put(L, '}').
over_lines(T, P, Column, L) :-
    L = layout(_,_,_,_,Ws),
    memberchk(ignore_ops(false), Ws),
    operator_term(T, Priority, Parts), !,
    (   Priority > P ->
        put(L, '('),
        Inner is Column+1,
        operands(Parts, Inner, L),
        put(L, ')')
    ;   operands(Parts, Column, L)
    ).
over_lines(T, _, Column, L) :-
    T =.. [F,A|As],
    name_length(F, Length),
    L = layout(_,R,_,Indent,_),
    on_one_line(F, 0, L),
    put(L, '('),
    (   integer(Indent) -> Inner is Column+Indent, new_line(Inner, L)
    ;   Below is Column+Length+1,
        (   ( Below*4 =< R*3 ; Below+14 =< R ) -> Inner = Below
        ;   Inner is Column+4,
            new_line(Inner, L)
        )
    ),
    printed(A, 999, Inner, L),
    arguments(As, Inner, L),
    put(L, ')').

name_length(F, Length) :-
    write_term_to_chars(F, [quoted(true)], Cs),
    length(Cs, Length).

elements(Xs, Column, Inner, L) :-
    (   Xs == [] -> new_line(Column, L), put(L, ']')
    ;   nonvar(Xs), Xs = [X|Xs1] ->
        put(L, ','),
        new_line(Inner, L),
        printed(X, 999, Inner, L),
        elements(Xs1, Column, Inner, L)
    ;   new_line(Column, L),
        put(L, '| '),
        printed(Xs, 999, Inner, L),
        new_line(Column, L),
        put(L, ']')
    ).

pairs([], _, _).
pairs([K-V|KVs], Column, L) :-
    put(L, ','),
    new_line(Column, L),
    printed(K:V, 999, Column, L),
    pairs(KVs, Column, L).

arguments([], _, _).
arguments([A|As], Column, L) :-
    put(L, ','),
    new_line(Column, L),
    printed(A, 999, Column, L),
    arguments(As, Column, L).

% The priority of a term with an operator, and what it consists of.
operator_term(T, P, infix(A,PA,Op,B,PB)) :-
    T =.. [Op,A,B],
    current_op(P, Type, Op),
    infix(Type, P, PA, PB), !.
operator_term(T, P, prefix(Op,A,PA)) :-
    T =.. [Op,A],
    current_op(P, Type, Op),
    ( Type == fy -> PA = P ; Type == fx -> PA is P-1 ), !.

infix(xfx, P, PA, PA) :- PA is P-1.
infix(xfy, P, PA, P) :- PA is P-1.
infix(yfx, P, P, PB) :- PB is P-1.

operands(infix(A,PA,Op,B,PB), Column, L) :-
    printed(A, PA, Column, L),
    (   Op == (',') -> put(L, ','), new_line(Column, L), Column1 = Column
    ;   put(L, ' '),
        L = layout(S,_,_,_,_),
        writeq(S, Op),
        put(L, ' '),
        line_position(S, Column1)
    ),
    printed(B, PB, Column1, L).
operands(prefix(Op,A,PA), _, L) :-
    L = layout(S,_,_,_,_),
    writeq(S, Op),
    % Without a blank, symbols would become one, and a bracket would begin arguments.
    ( ( is_word(Op) ; operator_term(A, _, _) ) -> put(L, ' ') ; true ),
    line_position(S, Column),
    printed(A, PA, Column, L).

is_word(Op) :- sub_atom(Op, 0, 1, _, C), char_type(C, csym), !.

put(layout(S,_,_,_,_), Text) :- write(S, Text).

new_line(Column, layout(S,_,Tab,_,_)) :-
    nl(S),
    (   Tab > 0 ->
        Tabs is Column//Tab,
        Blanks is Column mod Tab,
        forall(between(1, Tabs, _), put_char(S, '\t'))
    ;   Blanks = Column
    ),
    forall(between(1, Blanks, _), put_char(S, ' ')).
