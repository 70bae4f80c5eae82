% Nonterminals that take nonterminals as arguments, with the interface of library(dcg/high_order).

:- module(dcg_high_order, [
    sequence//2, sequence//3, sequence//5, optional//2, foreach//2, foreach//3
]).

:- meta_predicate sequence(3,?,?,?), sequence(3,//,?,?,?), sequence(//,3,//,//,?,?,?).
:- meta_predicate optional(//,//,?,?), foreach(0,//,?,?), foreach(0,//,//,?,?).
:- meta_predicate seq_(?,3,?,?), more(?,3,//,?,?), each(?,//,?,?).

%! sequence(:Element, ?List)// is nondet.
%
%  Describes `call(Element, E)` for each element `E` of `List`, the longest sequence first.
?- phrase(sequence(digit, Ds), "12").
   Ds = "12"
;  false.
sequence(G, Es) --> seq_(Es, G).

seq_([E|Es], G) --> call(G, E), seq_(Es, G).
seq_([], _) --> [].

%! sequence(:Element, :Separator, ?List)// is nondet.
%
%  As sequence//2, with `Separator` between the elements.
?- phrase(sequence(integer, ",", Ns), "1,2,3").
   Ns = [1,2,3]
;  false.
?- phrase(sequence(integer, ", ", [1,2]), Cs).
   Cs = "1, 2".
sequence(G, Sep, Es) --> { nonvar(Es), Es = [] }, !, ( [] ; { fail }, Sep, call(G, _) ).
sequence(G, Sep, [E|Es]) --> call(G, E), more(Es, G, Sep).
sequence(_, _, []) --> [].

more(Es, _, _) --> { Es == [] }, !.
more([E|Es], G, Sep) --> Sep, !, call(G, E), more(Es, G, Sep).
more([], _, _) --> [].

%! sequence(:Start, :Element, :Separator, :End, ?List)// is nondet.
%
%  Describes `Start`, then sequence//3, then `End`.
?- phrase(sequence("[", integer, ",", "]", Ns), "[1,2]").
   Ns = [1,2].
sequence(Start, G, Sep, End, Es) --> Start, listed(G, Sep, End, Es), !.

:- meta_predicate listed(3,//,//,?,?,?).

listed(_, _, End, []) --> End.
listed(G, Sep, End, [E|Es]) --> call(G, E), more(Es, G, Sep), End.

%! optional(:Match, :Default)// is nondet.
%
%  Describes `Match`, or `Default` if `Match` fails.
?- phrase(optional(integer(N), { N = 0 }), "").
   N = 0.
optional(Match, Default) -->
    (   Match -> []
    ;   Default
    ).

%! foreach(:Generator, :Element)// is nondet.
%
%  Describes `Element` for each answer of `Generator`.
?- phrase(foreach(member(X,[1,2]), integer(X)), Cs).
   Cs = "12".
foreach(G, E) --> foreach(G, E, []).

%! foreach(:Generator, :Element, :Separator)// is nondet.
%
%  As foreach//2, with `Separator` between the elements.
?- phrase(foreach(member(X,[1,2]), integer(X), ","), Cs).
   Cs = "1,2".
foreach(G, E, Sep) --> { findall(E, G, Es) }, each(Es, Sep).

each([], _) --> [].
each([E|Es], Sep) --> E, each_(Es, Sep).

:- meta_predicate each_(?,//,?,?).

each_([], _) --> [].
each_([E|Es], Sep) --> Sep, E, each_(Es, Sep).
