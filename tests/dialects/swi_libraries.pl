% Libraries in the dialect swi: importing one leaves the predicates of the dialect, whose texts are strings.

:- expects_dialect(swi).
:- use_module(library(strings)).
:- use_module(library(readutil)).
:- use_module(library(date)).
:- use_module(library(pcre)).
:- use_module(library(http/json)).

texts([A,B,C]) :- sub_string("abc", 0, 1, _, A), split_string("b,c", ",", "", [B|_]), format_time(string(C), "%Y", 0).
kinds :- texts(Ss), maplist(string, Ss), Ss = [S|_], S \= [_|_].
replaced(R) :- re_replace("l"/g, "L", "hello", R).
parts(Ps) :- re_split(",", "a,b", Ps).
year(Y) :- re_matchsub("(?<year_I>\\d+)", "in 2017", M), Y = M.year.
written(A) :- atom_json_dict(A, _{a: [x, y], b: "text", c: null}, []).
read_json(X) :- atom_json_dict('{"a": [1, "x", true]}', D, []), D.a = [1, X, true].
listed :- json_write(user_output, json([a="x",b=[x,y]])).

?- kinds.
   true.
?- replaced(R).
   R = "heLLo".
?- parts(Ps).
   Ps = ["a",",","b"].
?- year(Y).
   Y = 2017.
?- written(A).
   A = '{"a":["x", "y"], "b":"text", "c":null}'.
?- read_json(X).
   X = "x".
?- listed.
   outputs("{\"a\":\"x\", \"b\":[\"x\", \"y\"]}").

% The names of variables in directives and in goal expansion.
:- dynamic(seen_names/2).
note_names(_) :- prolog_load_context(variable_names, Vs), assertz(seen_names(directive, Vs)).
:- note_names(Foo), Foo = _.
:- multifile(goal_expansion/2).
goal_expansion(names_here, true) :-
    prolog_load_context(variable_names, Vs), prolog_load_context(term, T), assertz(seen_names(T, Vs)).
with_names(Abc) :- names_here, Abc = 1.
?- seen_names(directive, Vs).
   Vs = ['Foo'=_A].
?- seen_names((H :- B), Vs).
   H = with_names(_A), B = (names_here,_A=1), Vs = ['Abc'=_A].
