% Dicts of SWI-Prolog: notation, functions, errors. Answers are those of SWI-Prolog 9, but for the names of variables and the
% contexts of errors.

:- expects_dialect(swi).

% A directive with functions.
:- dynamic total/1.
:- D = t{a: 1, b: 2}, S is D.a + D.b, assertz(total(S)).
:- initialization(( D = t{a: 5}.put(b, 6), assertz(total(D.b)) )).

value(D, K, V) :- V = D.get(K).
sum(D, S) :- S is D.x + D.y.
moved(P, P.put(x, X)) :- X is P.x + 1.
positive(D) :- ( D.x > 0 -> true ; D.get(y, 0) > 0 ).
missing(D, D.nosuch).
chained(D, V) :-
    V = D.put(_{b: 2})
         .put(c, 3)
         .get(c).
inner(D, V) :- V = D.a.b.c.
each(Ds, Vs) :- findall(V, ( member(D, Ds), V = D.v ), Vs).
none(D) :- \+ _ = D.get(z).
all(Ds) :- forall(member(D, Ds), D.v > 0).
list(D) --> [D.first], rest(D).
rest(D) --> { X = D.second }, [X].
written(A) :- D = 'A b'{'k k': "text", n: -1, z: (a:-b), s: [1,2]}, with_output_to(atom(A), writeq(D)).
canonical(A) :- with_output_to(atom(A), write_canonical(t{b: 2, a: f()})).
back(D) :- D0 = t{a: 'X', b: _{c: -1}}, term_to_atom(D0, A), term_to_atom(D, A).
fault(A, E) :- catch(( term_to_atom(_, A), E = none ), error(E, _), true).
no_arguments(L) :-
    T = f(),
    compound_name_arguments(T, N, As),
    compound_name_arity(T, N, A),
    ( T = f -> E = same ; E = other ),
    L = [N,As,A,E].
called :- true().
defined() :- true.
functor_of(T) :- functor(T, _, _).
parts_of(T) :- T =.. _.

?- total(S).
   S = 3
;  S = 6.
?- X = t{b: 2, a: 1}.
   X = t{a:1,b:2}.
?- X = #{b: 2, a: 1}, is_dict(X, T).
   X = #{a:1,b:2}, T = (#).
?- X = -{a: 1}, Y = - {a: 1}, Z = -{a}.
   X = -{a:1}, Y = - {a:1}, Z = - {a}.
?- X = #{'A': 1, 2: b}.
   X = #{2:b,'A':1}.
?- X = 1-{a: 1}, X = Y-{Z}.
   X = 1-{a:1}, Y = 1, Z = (a:1).
?- X = _{}, is_dict(X, T), var(T).
   X = T{}.
?- value(t{a: 1}, a, V).
   V = 1.
?- value(t{a: 1, b: 2}, K, V).
   K = a, V = 1
;  K = b, V = 2.
?- value(t{a: 1}, b, V).
   false.
?- value(t{a: _{b: 2}}, a/b, V).
   V = 2.
?- sum(_{x: 1, y: 2}, S).
   S = 3.
?- moved(p{x: 1, y: 2}, Q).
   Q = p{x:2,y:2}.
?- positive(_{x: 0, y: 1}).
   true.
?- positive(_{x: 0}).
   false.
?- missing(t{a: 1}, _).
   error(existence_error(key,nosuch,t{a:1}),get_dict_ex/3).
?- missing(foo, _).
   error(type_error(dict,foo),get_dict_ex/3).
?- missing(_, _).
   error(instantiation_error,get_dict_ex/3).
?- chained(t{}, V).
   V = 3.
?- inner(_{a: _{b: _{c: 1}}}, V).
   V = 1.
?- each([_{v: 1}, _{v: 2}], Vs).
   Vs = [1,2].
?- none(_{a: 1}).
   true.
?- all([_{v: 1}, _{v: 2}]).
   true.
?- phrase(list(_{first: 1, second: 2}), L).
   L = [1,2].
% Functions in queries.
?- X = t{a: 1}, Y = X.a, Z = X.put(b, Y).get(b).
   X = t{a:1}, Y = 1, Z = 1.
?- X = t{a: 1}, Y = X.missing.
   error(existence_error(key,missing,t{a:1}),get_dict_ex/3).
?- X = t{a: 1}.put(a/b/c, 2).
   X = t{a:_A{b:_B{c:2}}}.
?- X = t{1: a}.1.
   X = a.
?- X = t{a: 1}.nosuch(2).
   error(existence_error(procedure,nosuch/3),nosuch/3).
?- member(K, [a,b,c]), V = t{a: 1, c: 3}.get(K).
   K = a, V = 1
;  K = c, V = 3.
% Dicts unify as terms.
?- t{a: X, b: 2} = T{b: Y, a: 1}.
   X = 1, T = t, Y = 2.
?- t{a: 1} = t{a: 1, b: 2}.
   false.
?- _{a: X} :< t{a: 1, b: 2}.
   X = 1.
?- _{a: X, c: _} :< t{a: 1, b: 2}.
   false.
?- _{a: X, c: 3} >:< t{a: 1, b: 2}.
   X = 1.
?- dict_pairs(D, t, [k=v,a-1,2:b]).
   D = t{2:b,a:1,k:v}.
?- X = t{a: X}.
   X = t{a:X}.
?- sort(a, @>=, [t{a: 1}, t{a: 3}, t{a: 2}], L).
   L = [t{a:3},t{a:2},t{a:1}].
?- D = t{a: 1}, ( b_set_dict(a, D, 2), D.a == 2, fail ; V = D.a ).
   D = t{a:1}, V = 1.
?- D = t{a: 1}, b_set_dict(b, D, 2).
   error(existence_error(key,b,t{a:1}),b_set_dict/3).
% Written, and read back.
?- written(A).
   A = '\'A b\'{\'k k\':"text",n: -1,s:[1,2],z:(a:-b)}'.
?- canonical(A).
   A = 't{a:f(),b:2}'.
?- back(D).
   D = t{a:'X',b:_A{c: -1}}.
% A compound that is no dict is written as a compound.
?- X = 'dict{}'(t,b,1,a,2).
   X = 'dict{}'(t,b,1,a,2).
?- X = 'dict{}'(f(x),b,1).
   X = 'dict{}'(f(x),b,1).
?- X = 'dict{}'(t,b).
   X = 'dict{}'(t,b).
% Texts that are not dicts.
?- fault('t{a:1', E).
   E = syntax_error(...).
?- fault('t{a:1,a:2}', E).
   E = syntax_error(duplicate_key).
?- fault('t{X:1}', E).
   E = syntax_error(key_expected).
?- fault('t{f(x):1}', E).
   E = syntax_error(colon_expected).
?- fault('t{1.5:1}', E).
   E = syntax_error(key_expected).
?- fault('t{a}', E).
   E = syntax_error(colon_expected).
?- fault('t{a:1,}', E).
   E = syntax_error(key_expected).
?- fault('t {a:1}', E).
   E = syntax_error(...).
?- fault('f(x){a:1}', E).
   E = syntax_error(...).
?- fault('99{a:1}', E).
   E = syntax_error(...).
?- fault('t{99999999999999999999:1}', E).
   E = syntax_error(key_expected).
?- fault('t{-1:a,1:b}', E).
   E = none.
?- dict_create(_, t, [a-1,_-2]).
   error(instantiation_error,dict_create/3).
?- dict_create(_, t, [f(x)-2]).
   error(type_error('dict-key',f(x)),dict_create/3).
?- dict_create(_, t, [a-1,a-2]).
   error(duplicate_key(a),dict_create/3).
% Compounds without arguments.
?- no_arguments(L).
   L = [f,[],0,other].
?- called, defined.
   true.
?- X = f(), X = Y.
   X = f(), Y = f().
?- functor_of(f()).
   error(domain_error(compound_non_zero_arity,f()),functor/3).
?- parts_of(f()).
   error(domain_error(compound_non_zero_arity,f()),(=..)/2).
?- arg(_, f(), _).
   false.
