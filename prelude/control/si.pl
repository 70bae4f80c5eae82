% Type tests that throw an instantiation error when the answer depends on further instantiation,
% instead of failing.

:- module(si, [
    atom_si/1, integer_si/1, atomic_si/1, callable_si/1, boolean_si/1, list_si/1,
    character_si/1, chars_si/1, term_si/1, dif_si/2, not_si/1, when_si/2
]).

:- meta_predicate not_si(0), when_si(?,0).

known(X, Ctx) :- ( var(X) -> instantiation_error(Ctx) ; true ).

%! atom_si(@X) is semidet.
%
%  True if `X` is an atom. Throws an instantiation error if `X` is a variable, as all predicates of
%  this library do for terms that are not sufficiently instantiated.
?- atom_si(a).
   true.
?- atom_si(_).
   error(instantiation_error,atom_si/1).
atom_si(X) :- known(X, atom_si/1), atom(X).

%! integer_si(@X) is semidet.
%
%  True if `X` is an integer.
?- integer_si(1.0).
   false.
integer_si(X) :- known(X, integer_si/1), integer(X).

%! atomic_si(@X) is semidet.
%
%  True if `X` is an atomic term.
?- atomic_si(f(x)).
   false.
atomic_si(X) :- known(X, atomic_si/1), atomic(X).

%! callable_si(@X) is semidet.
%
%  True if `X` is an atom or a compound term.
?- callable_si(f(x)).
   true.
callable_si(X) :- known(X, callable_si/1), callable(X).

%! boolean_si(@X) is semidet.
%
%  True if `X` is `true` or `false`.
?- boolean_si(true).
   true.
boolean_si(X) :- known(X, boolean_si/1), ( X == true -> true ; X == false ).

%! list_si(@X) is semidet.
%
%  True if `X` is a list. Throws an instantiation error for a partial list.
?- list_si([a|_]).
   error(instantiation_error,list_si/1).
?- list_si([a|b]).
   false.
list_si(X) :-
    '$skip_list'(X, _, T),
    known(T, list_si/1),
    T == [].

%! character_si(@X) is semidet.
%
%  True if `X` is a character.
?- character_si(ab).
   false.
character_si(X) :- known(X, character_si/1), atom(X), atom_length(X, 1).

%! chars_si(@X) is semidet.
%
%  True if `X` is a list of characters. Fails as soon as an element cannot be a character. Throws an
%  instantiation error if the list is partial or contains variables.
?- chars_si("abc").
   true.
?- chars_si([a|_]).
   error(instantiation_error,chars_si/1).
?- chars_si([_,1]).
   false.
chars_si(X) :-
    '$skip_list'(X, N, T),
    ( var(T) -> true ; T == [] ),
    length(Cs, N),
    append(Cs, _, X), !,
    all_possible(Cs),
    (   var(T) -> instantiation_error(chars_si/1)
    ;   ground(Cs) -> true
    ;   instantiation_error(chars_si/1)
    ).

all_possible([]).
all_possible([C|Cs]) :-
    ( var(C) -> true ; atom(C), atom_length(C, 1) ),
    all_possible(Cs).

%! term_si(@X) is semidet.
%
%  True if `X` is a ground, acyclic term. Throws an instantiation error if `X` contains variables.
?- term_si(f(_)).
   error(instantiation_error,term_si/1).
term_si(X) :-
    (   ground(X) -> acyclic_term(X)
    ;   instantiation_error(term_si/1)
    ).

%! dif_si(@X, @Y) is semidet.
%
%  True if `X` and `Y` are different. Throws an instantiation error if this depends on further
%  instantiation.
?- dif_si(a, b).
   true.
?- dif_si(_, b).
   error(instantiation_error,dif_si/2).
dif_si(X, Y) :-
    X \== Y,
    (   X \= Y -> true
    ;   instantiation_error(dif_si/2)
    ).

%! not_si(:Goal) is semidet.
%
%  True if the ground goal `Goal` has no answer. Throws an instantiation error if `Goal` is not
%  ground.
?- not_si(fail).
   true.
not_si(G) :- term_si(G), \+ call(G).

%! when_si(+Condition, :Goal) is nondet.
%
%  Calls `Goal` if `Condition`, a condition of when/2, is true now. Otherwise throws an
%  instantiation error.
?- when_si(nonvar(a), X = 1).
   X = 1.
?- when_si(nonvar(_), true).
   error(instantiation_error,when_si/2).
when_si(C, G) :-
    condition(C),
    (   holds(C) -> call(G)
    ;   instantiation_error(when_si/2)
    ).

condition(C) :- var(C), !, instantiation_error(when_si/2).
condition(ground(_)) :- !.
condition(nonvar(_)) :- !.
condition((A,B)) :- !, condition(A), condition(B).
condition((A;B)) :- !, condition(A), condition(B).
condition(C) :- domain_error(when_condition_si, C, when_si/2).

holds(ground(X)) :- ground(X).
holds(nonvar(X)) :- nonvar(X).
holds((A,B)) :- holds(A), holds(B).
holds((A;B)) :- ( holds(A) -> true ; holds(B) ).
