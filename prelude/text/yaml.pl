% Documents in YAML 1.2, with predicates of SWI-Prolog's library(yaml), as terms of library(json): there are no dicts, so a
% mapping is `json([Key=Value,...])`. Scalars are atoms and numbers; `null`, `true` and `false` are `@(null)`, `@(true)` and
% `@(false)`. A build of Horn without the feature `yaml` throws an existence error.

:- module(yaml, [yaml_read/2, yaml_parse/2, yaml_write/1, yaml_write/2, yaml_write/3]).

%! yaml_read(+Source, -Document) is det.
%
%  Reads the first document of a stream, of a file, or of `string(Text)`. A scalar or collection with a tag that is not one of
%  YAML's own is `tag(Tag,Value)`; binary data is the atom of its bytes. An alias stands for the same term as its anchor.
?- yaml_read(string("a: 1\nb: [x, 1.5, true, ~, '1']\n"), D).
   D = json([a=1,b=[x,1.5,@(true),@(null),'1']]).
?- yaml_read(string("- &k {c: !t d}\n- *k\n- !!binary aGVsbG8=\n"), D).
   D = [json([c=tag('!t',d)]),json([c=tag('!t',d)]),hello].
?- yaml_read(string("a: [1"), D).
   error(syntax_error(...),yaml_read/2).
?- yaml_read('no/such/file', D).
   error(existence_error(source_sink,'no/such/file'),open/4).
yaml_read(Source, Document) :-
    (   var(Source) -> instantiation_error(yaml_read/2)
    ;   Source = string(Text) -> true
    ;   Source = stream(S) -> read_stream_to_chars(S, Text)
    ;   Source = '$stream'(_) -> read_stream_to_chars(Source, Text)
    ;   compound(Source) -> absolute_file_name(Source, File, [access(read)]), read_file_to_chars(File, Text, [])
    ;   read_file_to_chars(Source, Text, [])
    ),
    catch('$yaml'(Text, D0), error(E,_), throw(error(E,yaml_read/2))),
    ( has_binary(D0) -> decoded(D0, D) ; D = D0 ),
    Document = D.

% Documents with binary data are rare, and aliases share terms: a copy is made only if it is needed.
has_binary(T) :- acyclic_term(T), sub_term(S, T), nonvar(S), S = binary(_), !.

decoded(binary(A), T) :- !, normalize_space(codes(Cs0), A), exclude(==(32), Cs0, Cs), atom_codes(A1, Cs), base64(T, A1).
decoded(T, T) :- atomic(T), !.
decoded(T0, T) :- T0 =.. [F|As0], maplist(decoded, As0, As), T =.. [F|As].

%! yaml_parse(+Source, -Document) is det.
%
%  As yaml_read/2.
?- yaml_parse(string("x"), D).
   D = x.
yaml_parse(Source, Document) :- yaml_read(Source, Document).

%! yaml_write(+Document) is det.
%
%  As yaml_write/2, to the current output.
?- yaml_write([1,a]).
   outputs("- 1\n- a\n").
yaml_write(Document) :- current_output(S), yaml_write(S, Document).

%! yaml_write(+Stream, +Document) is det.
%
%  As yaml_write/3, without options.
?- yaml_write(user_output, json([a=1,b=[x,json([c=d,e=[]])]])).
   outputs("a: 1\nb:\n- x\n- c: d\n  e: []\n").
yaml_write(Stream, Document) :- yaml_write(Stream, Document, []).

%! yaml_write(+Stream, +Document, +Options) is det.
%
%  Writes a document in the form that yaml_read/2 gives; strings are scalars too. The option `indent(N)` is the
%  indentation of mappings, 2 by default.
?- yaml_write(user_output, json([t=true,c= @(true),n='12',l='a\nb',q='a: b',e='']), []).
   outputs("t: 'true'\nc: true\nn: '12'\nl: \"a\\nb\"\nq: 'a: b'\ne: ''\n").
?- yaml_write(user_output, f(x), []).
   error(type_error(yaml_term,f(x)),yaml_write/3).
yaml_write(Stream, Document, Options) :-
    must_be(list, Options),
    option(indent(Step), Options, 2),
    must_be(positive_integer, Step),
    phrase(value(Document, 0, Step, start), Cs),
    forall(member(C, Cs), write(Stream, C)).

% value(+Term, +Indent, +Step, +Where): `Where` is `start`, or `key` or `item` if the value follows these on a line.
value(T, _, _, _) --> { var(T) }, !, { instantiation_error(yaml_write/3) }.
value(json([]), _, _, W) --> !, gap(W), ['{}\n'].
value(json(Ps), I, S, W) --> !,
    { must_be(list, Ps) },
    (   { W == key } -> ['\n'], { J is I+S }, pairs(Ps, J, S, indent)
    ;   { W == item } -> [' '], { J is I+2 }, pairs(Ps, J, S, here)
    ;   pairs(Ps, I, S, indent)
    ).
value([], _, _, W) --> !, gap(W), ['[]\n'].
value([T|Ts], I, S, W) --> !,
    { must_be(list, Ts) },
    (   { W == key } -> ['\n'], items([T|Ts], I, S, indent)
    ;   { W == item } -> [' '], { J is I+2 }, items([T|Ts], J, S, here)
    ;   items([T|Ts], I, S, indent)
    ).
value(tag(Tag,V), I, S, W) --> !, gap(W), [Tag], ( { W == start } -> ['\n'], value(V, I, S, start) ; value(V, I, S, key) ).
value(T, _, _, W) --> gap(W), scalar(T), ['\n'].

gap(W) --> ( { W == start } -> [] ; [' '] ).

pairs([], _, _, _) --> [].
pairs([P|Ps], I, S, Where) -->
    (   { nonvar(P), ( P = (K=V) ; P = K-V ) } -> []
    ;   { type_error(yaml_pair, P, yaml_write/3) }
    ),
    indent(Where, I),
    scalar(K),
    [:],
    value(V, I, S, key),
    pairs(Ps, I, S, indent).

items([], _, _, _) --> [].
items([T|Ts], I, S, Where) -->
    indent(Where, I),
    [-],
    value(T, I, S, item),
    items(Ts, I, S, indent).

indent(here, _) --> [].
indent(indent, I) --> { length(Bs, I), maplist(=(' '), Bs), atom_chars(A, Bs) }, [A].

scalar(T) --> { var(T) }, !, { instantiation_error(yaml_write/3) }.
scalar(@(C)) --> { memberchk(C, [null,true,false]) }, !, [C].
scalar(N) --> { number(N) }, !, [Text], { number_text(N, Text) }.
scalar(T) --> { atomic(T) }, !, { atom_string(A, T), atom_chars(A, Cs) }, [Text], { text(A, Cs, Text) }.
scalar(T) --> { type_error(yaml_term, T, yaml_write/3) }.

number_text(N, Text) :-
    (   float(N), N =:= inf -> Text = '.inf'
    ;   float(N), N =:= -inf -> Text = '-.inf'
    ;   float(N), is_nan(N) -> Text = '.nan'
    ;   integer(N) -> Text = N
    ;   float(N) -> Text = N
    ;   type_error(yaml_term, N, yaml_write/3)
    ).

is_nan(N) :- M = N, \+ N =:= M.

text(A, Cs, Text) :-
    (   member(C, Cs), char_code(C, N), ( N < 32 ; N =:= 127 ) ->
        phrase(escaped(Cs), Es),
        atom_chars(Text, ['"'|Es])
    ;   is_plain(A, Cs) -> Text = A
    ;   phrase(doubled(Cs), Ds),
        atom_chars(Text, ['\''|Ds])
    ).

escaped([]) --> ['"'].
escaped([C|Cs]) -->
    (   { escape(C, E) } -> [\,E]
    ;   { char_code(C, N), ( N < 32 ; N =:= 127 ) } -> { format(chars(Hs), "\\x~`0t~16r~4|", [N]) }, all(Hs)
    ;   [C]
    ),
    escaped(Cs).

escape('"', '"').
escape(\, \).
escape('\n', n).
escape('\t', t).
escape('\r', r).

all([]) --> [].
all([C|Cs]) --> [C], all(Cs).

doubled([]) --> ['\''].
doubled([C|Cs]) --> ( { C == '\'' } -> ['\'','\''] ; [C] ), doubled(Cs).

% A scalar needs no quotes if it is read as the same text.
is_plain(_, [C|Cs]) :-
    \+ memberchk(C, [-,?,:,',','[',']','{','}',#,&,*,!,'|',>,'\'','"','%',@,'`',' ','.',+,~,=,<]),
    \+ char_type(C, digit(_)),
    \+ append(_, [:,' '|_], Cs),
    \+ append(_, [' ',#|_], Cs),
    \+ append(_, [:], Cs),
    \+ append(_, [' '], Cs),
    atom_chars(A, [C|Cs]),
    downcase_atom(A, L),
    \+ memberchk(L, [null,true,false,yes,no,on,off]).
