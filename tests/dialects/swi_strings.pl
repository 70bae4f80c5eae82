% Strings of the dialect swi. Double quotes in queries are lists of characters; in what is expected, they stand for strings,
% too.

:- expects_dialect(swi).

:- dynamic fact/2.

kinds :-
    X = "abc",
    string(X), atomic(X), nonvar(X), ground(X),
    \+ atom(X), \+ number(X), \+ compound(X), \+ callable(X), \+ is_list(X), \+ var(X).

unified :- X = "abc", atom_string(abc, X), X == "abc", X \== abc, \+ X = abc, \+ "a" = "b", \+ "abc" = "abcd".

ordered(L) :- msort([f("x"), "b", a, "a", 1, "", "ä"], L).

compared([O1,O2,O3,O4]) :-
    compare(O1, "a", "b"),
    compare(O2, "b", a),
    compare(O3, "a", 1),
    compare(O4, f("a"), f("a")).

sorted(L) :- sort(0, @>=, ["a","c","b","a"], L).

indexed(X, Y) :- kind(X, Y).

kind("one", 1).
kind("two", 2).
kind(one, 3).
kind(1.5, 4).
kind("one", 5).

copied(L) :-
    findall(X, member(X, ["a",b]), L1),
    copy_term(L1, L2),
    nb_setval(key, L2),
    nb_getval(key, L).

asserted(Ys) :-
    retractall(fact(_,_)),
    assertz(fact("k", "v1")),
    assertz(fact("k", "v2")),
    assertz((fact(X, Y) :- X == "rule", Y = "v3")),
    findall(Y, fact("k", Y), Ys1),
    findall(Y, fact("rule", Y), Ys2),
    append(Ys1, Ys2, Ys),
    once(retract(fact("k", "v1"))),
    \+ fact("k", "v1").

thrown(B) :- catch(throw(ball("text")), ball(B), true).

written(A) :- with_output_to(atom(A), ( writeq("a\n\"b'\\"), write(" c"), print("d"), write_canonical("e") )).

formatted(A) :- format(atom(A), "~w ~q ~a ~s ~p", ["a","b","c","d",e]).

any_text(L) :-
    atom_length("abc", N1), atom_length(1234, N2), string_length(f, N3), string_length([a,b], N4),
    L = [N1,N2,N3,N4].

called(N) :- G = atom_length(123), call(G, N).

assembled(N) :- assertz((made(M) :- atom_length(12345, M))), made(N), retractall(made(_)).

:- dynamic made/1.

splits(N) :- findall(X-Y, string_concat(X, Y, "abc"), L), length(L, N), memberchk("a"-"bc", L).

parts(N) :- findall(S, sub_string("abc", _, _, _, S), L), length(L, N).

long(N) :- numlist(1, 2000, L), foldl([X,S0,S]>>( string_concat(S0, X, S) ), L, "", T), string_length(T, N).

grammar(R) :- phrase(greeting(R), `hello world`).

greeting(W) --> "hello", " ", rest(Cs), { string_codes(W, Cs) }.

rest([C|Cs]) --> [C], !, rest(Cs).
rest([]) --> [].

:- table length_of/2.
length_of(T, N) :- string_length(T, N).

tabled([N,M]) :- length_of("abc", N), length_of("abcd", M).

hashed :- term_hash("abc", H), term_hash(abc, K), H \== K, term_hash("abc", H).

value(X) :- X is "a" + 0.

?- kinds.
   true.
?- unified.
   true.
?- ordered(L), writeq(L).
   outputs("[1,\"\",\"a\",\"b\",\"ä\",a,f(\"x\")]"), L = ... .
?- compared(Os).
   Os = [<,<,>,=].
?- sorted(L), writeq(L).
   outputs("[\"c\",\"b\",\"a\",\"a\"]"), L = ... .
?- atom_string(one, S), swi_text:text_string(S), indexed(S, Y).
   S = ..., Y = 1
;  S = ..., Y = 5.
?- indexed(one, Y).
   Y = 3.
?- copied(L), writeq(L).
   outputs("[\"a\",b]"), L = ... .
?- asserted(Ys), writeq(Ys).
   outputs("[\"v1\",\"v2\",\"v3\"]"), Ys = ... .
?- thrown(B), writeq(B).
   outputs("\"text\""), B = ... .
?- written(A).
   A = '"a\\n\\"b\'\\\\" c"d""e"'.
?- formatted(A).
   A = 'a "b" c d e'.
?- any_text(L).
   L = [3,4,1,2].
?- called(N).
   N = 3.
?- assembled(N).
   N = 5.
?- splits(N).
   N = 4.
?- parts(N).
   N = 10.
?- long(N).
   N = 6893.
?- grammar(R), writeq(R).
   outputs("\"world\""), R = ... .
?- tabled(L).
   L = [3,4].
?- hashed.
   true.
?- value(X).
   X = 97.
