% Type checking of arguments, and predicates that throw the errors of ISO 7.12.2.

:- module(error, [
    must_be/2, can_be/2, is_of_type/2,
    instantiation_error/1, uninstantiation_error/1,
    type_error/2, type_error/3, domain_error/2, domain_error/3,
    existence_error/2, existence_error/3, permission_error/3, permission_error/4,
    representation_error/1, representation_error/2, resource_error/1, resource_error/2,
    syntax_error/1, call_with_error_context/2, assertion/1, current_type/3,
    '$has_known_type'/2
]).

% Programs define further types with clauses of error:has_type(Type, Term).
:- multifile(has_type/2).

:- meta_predicate call_with_error_context(0,?), assertion(0).
:- meta_predicate basic(0,?,?,?).

%! must_be(+Type, @Term) is det.
%
%  Throws the ISO error if `Term` is not of `Type`: an instantiation error if it is not sufficiently
%  instantiated, otherwise a type or domain error. Types are `atom`, `atomic`, `boolean`,
%  `callable`, `character`, `chars`, `code`, `codes`, `compound`, `float`, `ground`, `integer`,
%  `list`, `list(Type)`, `list_or_partial`, `nonneg`, `not_less_than_zero`, `nonvar`, `number`,
%  `oneof(Xs)`, `order`, `pair`, `positive_integer`, `rational`, `symbol`, `term`, `text`, `var`,
%  `acyclic`, `cyclic`, `between(L,H)`, `negative_integer`, `stream`, `assoc`, `dict`, and those that clauses of the
%  multifile predicate `error:has_type(Type, Term)` define: a term is of such a type if the call succeeds. Throws an
%  existence error for any other type.
?- must_be(integer, a).
   error(type_error(integer,a),must_be/2).
?- must_be(list, [a|_]).
   error(instantiation_error,must_be/2).
?- must_be(boolean, true).
   true.
?- must_be(list(integer), [a|_]).
   error(instantiation_error,must_be/2).
?- must_be(list(integer), [1|a]).
   error(type_error(list(integer),[1|a]),must_be/2).
?- must_be(rational, _ rdiv 2).
   error(instantiation_error,must_be/2).
?- must_be(rational, x rdiv 2).
   error(type_error(rational,x rdiv 2),must_be/2).
?- assertz((error:has_type(vowel, V) :- memberchk(V, [a,e,i,o,u]))), must_be(vowel, e), must_be(list(vowel), [a,b]).
   error(type_error(vowel,b),must_be/2).
?- must_be(consonant, b).
   error(existence_error(type,consonant),must_be/2).
must_be(Type, X) :-
    (   of_elements(Type), list_verdict(X, unknown) -> instantiation_error(must_be/2)
    ;   check(Type, X, must_be/2)
    ).

of_elements(T) :- var(T), !, fail.
of_elements(list(_)).
of_elements(list_of(_)).
of_elements(chars).
of_elements(codes).

%! can_be(+Type, @Term) is det.
%
%  As must_be/2, but succeeds also if `Term` can become a term of `Type` by further instantiation.
%  Throws the error of must_be/2 otherwise.
?- can_be(list, [a|_]).
   true.
?- can_be(integer, a).
   error(type_error(integer,a),can_be/2).
can_be(Type, X) :-
    catch(check(Type, X, can_be/2), error(E, can_be/2), ignore_instantiation_error(E)).

ignore_instantiation_error(E) :-
    (   E == instantiation_error -> true
    ;   throw(error(E, can_be/2))
    ).

%! is_of_type(+Type, @Term) is semidet.
%
%  True if `Term` is of `Type`, one of the types of must_be/2.
?- is_of_type(nonneg, -1).
   false.
is_of_type(Type, X) :-
    catch(check(Type, X, is_of_type/2), error(E, is_of_type/2), not_of_type(E)).

not_of_type(existence_error(type,T)) :- existence_error(type, T, is_of_type/2).

check(Type, _, Ctx) :- var(Type), !, instantiation_error(Ctx).
check(Type, X, Ctx) :- known(Type, X, Verdict), !, judge(Verdict, X, Ctx).
check(Type, X, Ctx) :- is_defined(Type), !, check_defined(Type, X, Ctx).
check(Type, _, Ctx) :- existence_error(type, Type, Ctx).

% A type that the program defines.
is_defined(Type) :-
    (   predicate_property(has_type(_, _), dynamic) -> \+ \+ clause(has_type(Type, _), _)
    ;   '$next_clause'(error, has_type(Type, _), 0, _)
    ).

check_defined(Type, X, Ctx) :-
    (   has_type(Type, X) -> true
    ;   var(X) -> instantiation_error(Ctx)
    ;   type_error(Type, X, Ctx)
    ).

%! '$has_known_type'(+Type, @Term) is semidet.
%
%  True if `Type` is a type of must_be/2 that no program has defined, and `Term` is of the type.
?- '$has_known_type'(list(integer), [1,2]).
   true.
?- '$has_known_type'(nonneg, -1).
   false.
'$has_known_type'(Type, X) :- known(Type, X, ok).

%! current_type(?Type, @Term, -Goal) is nondet.
%
%  True if `Type` is a type of must_be/2, and `Goal` is the goal that succeeds if `Term` is of the type. On backtracking only those
%  types are found that clauses of `error:has_type/2` define.
?- current_type(nonneg, X, Goal).
   Goal = error:is_of_type(nonneg,X).
?- assertz((error:has_type(even, N) :- integer(N), 0 is N mod 2)), current_type(even, 4, Goal), call(Goal).
   Goal = error:user:(integer(4),0 is 4 mod 2).
?- current_type(no_such_type, _, _).
   false.
current_type(Type, Term, error:Goal) :-
    (   nonvar(Type), known(Type, Term, _) -> Goal = is_of_type(Type, Term)
    ;   catch(clause(has_type(Type, Term), Goal), error(permission_error(access, _, _), _), fail)
    ).

judge(ok, _, _).
judge(unknown, _, Ctx) :- instantiation_error(Ctx).
judge(known, X, Ctx) :- throw(error(uninstantiation_error(X), Ctx)).
judge(type(T), X, Ctx) :- type_error(T, X, Ctx).
judge(type(T,C), _, Ctx) :- type_error(T, C, Ctx).
judge(domain(D), X, Ctx) :- domain_error(D, X, Ctx).
judge(element(T,C), _, Ctx) :- check(T, C, Ctx).

% known(Type, Term, Verdict): the result of checking a term against a known type.
known(integer, X, V) :- basic(integer(X), integer, X, V).
known(atom, X, V) :- basic(atom(X), atom, X, V).
known(string, X, V) :- basic('$string'(X), string, X, V).
known(symbol, X, V) :- basic(atom(X), symbol, X, V).
known(atomic, X, V) :- basic(atomic(X), atomic, X, V).
known(callable, X, V) :- basic(callable(X), callable, X, V).
known(compound, X, V) :- basic(compound(X), compound, X, V).
known(number, X, V) :- basic(number(X), number, X, V).
known(float, X, V) :- basic(float(X), float, X, V).
% A compound may stand for a rational number once its variables are bound (`_ rdiv 2`).
known(rational, X, V) :- ( ground(X) -> basic(rational(X), rational, X, V) ; V = unknown ).
known(nonvar, X, V) :- basic(nonvar(X), nonvar, X, V).
known(term, _, ok).
known(any, _, ok).
known(var, X, V) :- ( var(X) -> V = ok ; V = known ).
known(ground, X, V) :- ( ground(X) -> V = ok ; V = unknown ).
known(acyclic, X, V) :- ( acyclic_term(X) -> V = ok ; V = domain(acyclic_term) ).
known(cyclic, X, V) :- ( acyclic_term(X) -> V = domain(cyclic_term) ; V = ok ).
known(boolean, X, V) :- basic(( X == true ; X == false ), boolean, X, V).
known(bool, X, V) :- known(boolean, X, V).
known(pair, X, V) :- basic(X = _-_, pair, X, V).
known(order, X, V) :-
    basic(atom(X), atom, X, V0),
    (   V0 == ok, \+ memberchk(X, [<,=,>]) -> V = domain(order)
    ;   V = V0
    ).
known(character, X, V) :- basic(one_char(X), character, X, V).
known(char, X, V) :- known(character, X, V).
known(in_character, X, V) :-
    basic(( X == end_of_file ; one_char(X) ), in_character, X, V).
known(code, X, V) :-
    basic(( integer(X), X >= 0, X =< 0x10ffff ), character_code, X, V).
known(nonneg, X, V) :- natural(X, 0, type(nonneg), V).
known(positive_integer, X, V) :- natural(X, 1, type(positive_integer), V).
known(not_less_than_zero, X, V) :- natural(X, 0, domain(not_less_than_zero), V).
known(not_less_than_one, X, V) :- natural(X, 1, domain(not_less_than_one), V).
known(between(L,H), X, V) :-
    (   integer(L), integer(H) -> basic(integer(X), integer, X, V0)
    ;   basic(number(X), number, X, V0)
    ),
    (   V0 == ok, \+ ( X >= L, X =< H ) -> V = domain(between(L,H))
    ;   V = V0
    ).
known(oneof(Xs), X, V) :-
    (   var(X) -> V = unknown
    ;   memberchk(X, Xs) -> V = ok
    ;   V = domain(oneof(Xs))
    ).
known(negative_integer, X, V) :-
    (   integer(X) -> ( X < 0 -> V = ok ; V = type(negative_integer) )
    ;   basic(fail, integer, X, V)
    ).
known(constant, X, V) :- basic(atomic(X), constant, X, V).
known(stream, X, V) :- basic(is_stream(X), stream, X, V).
known(assoc, X, V) :- basic(is_assoc(X), assoc, X, V).
known(dict, X, V) :- basic(is_dict(X), dict, X, V).
known(list, X, V) :- list_verdict(X, V).
known(list_or_partial_list, X, V) :- known(list_or_partial, X, V).
known(proper_list, X, V) :- list_verdict(X, V).
known(list_or_partial, X, V) :-
    (   list_verdict(X, type(T)) -> V = type(T)
    ;   V = ok
    ).
known(list(T), X, V) :- elements(X, T, V0), ( V0 == type(list) -> V = type(list(T)) ; V = V0 ).
known(list_of(T), X, V) :- elements(X, T, V0), ( V0 == type(list) -> V = type(list_of(T)) ; V = V0 ).
known(chars, X, V) :-
    (   '$all_characters'(X) -> V = ok
    ;   elements(X, character, V)
    ).
known(codes, X, V) :- elements(X, code, V).
known(text, X, V) :-
    (   atomic(X), X \== [] -> V = ok
    ;   chars_or_codes(X, V)
    ).
known(list_of_chars, X, V) :- known(chars, X, V).
known(type, X, V) :- ( var(X) -> V = unknown ; ( known(X, _, _) ; is_defined(X) ) -> V = ok ; V = domain(type) ).

chars_or_codes(X, V) :-
    known(chars, X, V0),
    (   V0 = element(_, C), integer(C) -> elements(X, code, V)
    ;   V = V0
    ).

one_char(X) :- atom(X), atom_length(X, 1).

basic(G, T, X, V) :-
    (   var(X) -> V = unknown
    ;   call(G) -> V = ok
    ;   V = type(T)
    ).

natural(X, Min, Else, V) :-
    (   integer(X) ->
        (   X >= Min -> V = ok
        ;   V = Else
        )
    ;   basic(fail, integer, X, V)
    ).

list_verdict(X, V) :-
    '$skip_list'(X, _, Tail),
    (   Tail == [] -> V = ok
    ;   var(Tail) -> V = unknown
    ;   V = type(list)
    ).

elements(X, T, V) :-
    list_verdict(X, V0),
    (   V0 == ok -> each_element(X, T, V)
    ;   V0 == unknown, '$skip_list'(X, N, _), length(Known, N), append(Known, _, X), !,
        each_element(Known, T, V1),
        ( V1 == ok -> V = unknown ; V = V1 )
    ;   V = V0
    ).

each_element([], _, ok).
each_element([X|Xs], T, V) :-
    (   known(T, X, ok) -> each_element(Xs, T, V)
    ;   is_defined(T), has_type(T, X) -> each_element(Xs, T, V)
    ;   V = element(T, X)
    ).

%! instantiation_error(?Context) is erroneous.
%
%  Throws `error(instantiation_error, Context)`.
?- instantiation_error(foo/1).
   error(instantiation_error,foo/1).
instantiation_error(Ctx) :- throw(error(instantiation_error, Ctx)).

%! uninstantiation_error(+Culprit) is erroneous.
%
%  Throws `error(uninstantiation_error(Culprit), _)`.
?- uninstantiation_error(a).
   error(uninstantiation_error(a),_A).
uninstantiation_error(X) :- throw(error(uninstantiation_error(X), _)).

%! type_error(+Type, +Culprit) is erroneous.
%
%  Throws `error(type_error(Type, Culprit), _)`.
?- type_error(integer, a).
   error(type_error(integer,a),_A).
type_error(T, X) :- throw(error(type_error(T,X), _)).

%! type_error(+Type, +Culprit, ?Context) is erroneous.
%
%  Throws `error(type_error(Type, Culprit), Context)`.
?- type_error(integer, a, foo/1).
   error(type_error(integer,a),foo/1).
type_error(T, X, Ctx) :- throw(error(type_error(T,X), Ctx)).

%! domain_error(+Domain, +Culprit) is erroneous.
%
%  Throws `error(domain_error(Domain, Culprit), _)`.
?- domain_error(order, a).
   error(domain_error(order,a),_A).
domain_error(D, X) :- throw(error(domain_error(D,X), _)).

%! domain_error(+Domain, +Culprit, ?Context) is erroneous.
%
%  Throws `error(domain_error(Domain, Culprit), Context)`.
?- domain_error(order, a, foo/1).
   error(domain_error(order,a),foo/1).
domain_error(D, X, Ctx) :- throw(error(domain_error(D,X), Ctx)).

%! existence_error(+Kind, +Culprit) is erroneous.
%
%  Throws `error(existence_error(Kind, Culprit), _)`.
?- existence_error(file, f).
   error(existence_error(file,f),_A).
existence_error(K, X) :- throw(error(existence_error(K,X), _)).

%! existence_error(+Kind, +Culprit, ?Context) is erroneous.
%
%  Throws `error(existence_error(Kind, Culprit), Context)`.
?- existence_error(file, f, foo/1).
   error(existence_error(file,f),foo/1).
existence_error(K, X, Ctx) :- throw(error(existence_error(K,X), Ctx)).

%! permission_error(+Action, +Kind, +Culprit) is erroneous.
%
%  Throws `error(permission_error(Action, Kind, Culprit), _)`.
?- permission_error(open, file, f).
   error(permission_error(open,file,f),_A).
permission_error(A, K, X) :- throw(error(permission_error(A,K,X), _)).

%! permission_error(+Action, +Kind, +Culprit, ?Context) is erroneous.
%
%  Throws `error(permission_error(Action, Kind, Culprit), Context)`.
?- permission_error(open, file, f, foo/1).
   error(permission_error(open,file,f),foo/1).
permission_error(A, K, X, Ctx) :- throw(error(permission_error(A,K,X), Ctx)).

%! representation_error(+Limit) is erroneous.
%
%  Throws `error(representation_error(Limit), _)`.
?- representation_error(max_arity).
   error(representation_error(max_arity),_A).
representation_error(L) :- throw(error(representation_error(L), _)).

%! representation_error(+Limit, ?Context) is erroneous.
%
%  Throws `error(representation_error(Limit), Context)`.
?- representation_error(max_arity, foo/1).
   error(representation_error(max_arity),foo/1).
representation_error(L, Ctx) :- throw(error(representation_error(L), Ctx)).

%! resource_error(+Resource) is erroneous.
%
%  Throws `error(resource_error(Resource), _)`.
?- resource_error(memory).
   error(resource_error(memory),_A).
resource_error(R) :- throw(error(resource_error(R), _)).

%! resource_error(+Resource, ?Context) is erroneous.
%
%  Throws `error(resource_error(Resource), Context)`.
?- resource_error(memory, foo/1).
   error(resource_error(memory),foo/1).
resource_error(R, Ctx) :- throw(error(resource_error(R), Ctx)).

%! syntax_error(+Message) is erroneous.
%
%  Throws `error(syntax_error(Message), _)`.
?- syntax_error(bad).
   error(syntax_error(bad),_A).
syntax_error(M) :- throw(error(syntax_error(M), _)).

%! call_with_error_context(:Goal, +Context) is nondet.
%
%  Calls `Goal`. An error `error(E, _)` that it throws is thrown again as `error(E, Context)`.
?- call_with_error_context(must_be(atom, 1), foo/1).
   error(type_error(atom,1),foo/1).
call_with_error_context(G, Ctx) :- catch(G, error(E,_), throw(error(E,Ctx))).

%! assertion(:Goal) is det.
%
%  Throws `assertion_failed(Goal)` if `Goal` fails. Otherwise succeeds once, without binding
%  variables.
%  If clauses of the multifile predicate `prolog:assertion_failed(Reason, Goal)` succeed for a goal that fails, with the reason
%  `fail`, so does assertion/1.
?- assertion(1 =:= 2).
   throw(assertion_failed(1=:=2)).
assertion(G) :-
    (   \+ \+ call(G) -> true
    ;   strip_module(G, M, P),
        (   '$defined'(prolog, assertion_failed, 2), prolog:assertion_failed(fail, M:P) -> true
        ;   M == user -> throw(assertion_failed(P))
        ;   throw(assertion_failed(M:P))
        )
    ).
