% JSON values as dicts, with the interface of library(http/json). Texts are strings.

:- module(json_dicts, [
    json_read_dict/2, json_read_dict/3, json_write_dict/2, json_write_dict/3, atom_json_dict/3,
    http_read_json_dict/2, http_read_json_dict/3, reply_json_dict/1, reply_json_dict/2
]).

:- use_module(library(json)).
:- use_module(library(dicts)).
:- use_module(library(http_json)).

%! json_read_dict(+Stream, -Value) is det.
%
%  As json_read_dict/3, without options.
?- open_string("{\"a\": [1, null]}", S), json_read_dict(S, D), get_dict(a, D, V).
   ..., V = [1,null], ... .
json_read_dict(S, D) :- json_read_dict(S, D, []).

%! json_read_dict(+Stream, -Value, +Options) is det.
%
%  Reads a JSON value. An object is a dict, whose keys are atoms and small integers; an array is a list, a text a
%  string, and `true`, `false` and `null` are atoms. Options are `tag(Tag)`, the tag of dicts;
%  `default_tag(Tag)`; `value_string_as_atom(true)`; `null(T)`, `true(T)`, `false(T)`, other terms for these
%  constants; `end_of_file(T)`, the value at the end of the stream in place of a syntax error.
?- open_string("{\"a\":true}", S), json_read_dict(S, D, [tag(t),true(yes)]), dict_pairs(D, T, Ps).
   ..., T = t, Ps = [a-yes].
?- open_string("", S), json_read_dict(S, D, [end_of_file(eof)]).
   ..., D = eof.
json_read_dict(S, D, Os) :-
    must_be(list, Os),
    reading(Os, Reading),
    json_read(S, T, Reading),
    value(T, Os, D0),
    D = D0.

% Options for json_read/3: it reads texts as atoms, and constants as '$json'(Name), so that the text "null" is not the constant.
reading(Os, [null('$json'(null)),true('$json'(true)),false('$json'(false)),value_string_as_atom(true)|More]) :-
    findall(end_of_file('$json'(end(E))), option(end_of_file(E), Os), More).

value(T, _, _) :- var(T), !, instantiation_error(json_read_dict/3).
value('$json'(end(E)), _, D) :- !,
    (   E == error -> throw(error(syntax_error(json(unexpected_end_of_file)),_))
    ;   D = E
    ).
value('$json'(C), Os, T) :- !,
    Option =.. [C,T0],
    option(Option, Os, C),
    T = T0.
value(json(NVs), Os, D) :- !,
    pairs(NVs, Os, Ps),
    (   option(tag(Tag), Os) -> true
    ;   option(default_tag(Tag), Os, _)
    ),
    dict_pairs(D, Tag, Ps).
value([], _, []) :- !.
value([T|Ts], Os, Ds) :- !, values([T|Ts], Os, Ds).
value(N, _, N) :- number(N), !.
value(A, Os, S) :-
    (   option(value_string_as_atom(true), Os) -> S = A
    ;   swi_text:text_atom_string(A, S)
    ).

values([], _, []).
values([T|Ts], Os, [D|Ds]) :- value(T, Os, D), values(Ts, Os, Ds).

pairs([], _, []).
pairs([N=T|NVs], Os, [K-V|Ps]) :-
    (   catch(atom_number(N, I), error(_,_), fail), integer(I), atom_number(N1, I), N1 == N -> K = I
    ;   K = N
    ),
    value(T, Os, V),
    pairs(NVs, Os, Ps).

%! json_write_dict(+Stream, +Value) is det.
%
%  As json_write_dict/3, without options.
?- dict_pairs(D, _, [a-1,b-[x]]), json_write_dict(user_output, D).
   outputs("{\"a\":1, \"b\":[\"x\"]}"), ... .
json_write_dict(S, D) :- json_write_dict(S, D, []).

%! json_write_dict(+Stream, +Value, +Options) is det.
%
%  Writes a value in the form that json_read_dict/3 gives; atoms are texts, too. Options are those of json_write/3.
%  `true`, `false` and `null` are the constants of JSON.
?- dict_pairs(D, _, [a-true]), json_write_dict(user_output, D, [width(0)]).
   outputs("{\"a\":true}"), ... .
?- json_write_dict(user_output, f(x), []).
   error(type_error(json_term,f(x)),json_write/3).
json_write_dict(S, D, Os) :-
    json_value(D, Os, T),
    json_write(S, T, Os).

json_value(V, _, V) :- var(V), !.
json_value(D, Os, json(NVs)) :- is_dict(D), !,
    dict_pairs(D, Tag, Ps0),
    (   nonvar(Tag), option(tag(Key), Os), Key \== '' -> Ps = [Key-Tag|Ps0]
    ;   Ps = Ps0
    ),
    json_pairs(Ps, Os, NVs).
json_value([], _, []) :- !.
json_value([D|Ds], Os, T) :- !,
    must_be(list, Ds),
    json_values([D|Ds], Os, T).
json_value(C, _, @(C)) :- ( C == true ; C == false ; C == null ), !.
json_value(A, _, string(A)) :- atom(A), !.
json_value(T, _, T).

json_values([], _, []).
json_values([D|Ds], Os, [T|Ts]) :- json_value(D, Os, T), json_values(Ds, Os, Ts).

json_pairs([], _, []).
json_pairs([K-D|Ps], Os, [K=T|NVs]) :- json_value(D, Os, T), json_pairs(Ps, Os, NVs).

%! atom_json_dict(?Text, ?Value, +Options) is det.
%
%  Converts between JSON text and a value in the form of json_read_dict/3. Generated text is an atom, or of the type
%  `T` with the option `as(T)`. Throws a syntax error if the text is not JSON.
?- atom_json_dict('{"a":[1,true]}', D, []), get_dict(a, D, V).
   ..., V = [1,true], ... .
?- dict_pairs(D, _, [a-null]), atom_json_dict(A, D, []).
   ..., A = '{"a":null}'.
?- atom_json_dict('[1 2]', D, []).
   error(syntax_error(json(illegal_array)),json_text(1,3)).
atom_json_dict(A, D, Os) :-
    must_be(list, Os),
    (   var(A) ->
        json_value(D, Os, T),
        atom_json_term(A, T, Os)
    ;   reading(Os, Reading),
        atom_json_term(A, T, Reading),
        value(T, Os, D0),
        D = D0
    ).

%! http_read_json_dict(+Request, -Value) is det.
%
%  As http_read_json_dict/3, without options.
?- open_string("{\"a\":1}", S), http_read_json_dict([input(S),content_type('application/json')], D), get_dict(a, D, V).
   ..., V = 1, ... .
http_read_json_dict(Request, D) :- http_read_json_dict(Request, D, []).

%! http_read_json_dict(+Request, -Value, +Options) is det.
%
%  Reads the JSON value of a request, in the form and with the options of json_read_dict/3.
?- open_string("[]", S), http_read_json_dict([input(S),content_type('text/plain')], _, []).
   error(domain_error(mimetype,'text/plain'),http_read_json/3).
http_read_json_dict(Request, D, Os) :-
    must_be(list, Os),
    reading(Os, Reading),
    http_read_json(Request, T, Reading),
    value(T, Os, D0),
    D = D0.

%! reply_json_dict(+Value) is det.
%
%  As reply_json_dict/2, without options.
?- dict_pairs(D, _, [a-1]), reply_json_dict(D).
   outputs("Content-type: application/json; charset=UTF-8\n\n{\"a\":1}"), ... .
reply_json_dict(D) :- reply_json_dict(D, []).

%! reply_json_dict(+Value, +Options) is det.
%
%  Answers a request by a value in the form of json_read_dict/3. Options are those of reply_json/2.
?- reply_json_dict([], [status(404)]).
   outputs("Status: 404\nContent-type: application/json; charset=UTF-8\n\n[]").
reply_json_dict(D, Os) :-
    json_value(D, Os, T),
    reply_json(T, Os).
