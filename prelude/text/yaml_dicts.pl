% YAML documents with the values of SWI-Prolog: mappings are dicts with the tag `yaml`, and scalars that are text are strings. In modules
% of the dialect `swi`, the names without `dict_` mean these.

:- module(yaml_dicts, [dict_yaml_read/2, dict_yaml_parse/2, dict_yaml_write/1, dict_yaml_write/2, dict_yaml_write/3]).

:- use_module(library(yaml)).
:- use_module(library(dicts)).

%! dict_yaml_read(+Source, -Document) is det.
%
%  As yaml_read/2. A mapping is a dict, whose keys are atoms and integers, a text a string, and `true`, `false` and `null` are atoms.
?- yaml_dicts:dict_yaml_read(string("a: x\nb: [1, ~, true]\n"), D), dict_pairs(D, Tag, [a-S|Ps]), atom_string(A, S).
   ..., Tag = yaml, ..., Ps = [b-[1,null,true]], A = x.
?- yaml_dicts:dict_yaml_read(string("1.5"), D).
   D = 1.5.
dict_yaml_read(Source, Document) :-
    yaml_read(Source, D0),
    read_value(D0, D),
    Document = D.

%! dict_yaml_parse(+Source, -Document) is det.
%
%  As dict_yaml_read/2.
?- yaml_dicts:dict_yaml_parse(string("[1]"), D).
   D = [1].
dict_yaml_parse(Source, Document) :- dict_yaml_read(Source, Document).

read_value(T, V) :-
    (   is_list(T) -> read_values(T, V)
    ;   T = json(Ps0) -> read_pairs(Ps0, Ps), dict_create(V, yaml, Ps)
    ;   T = @(V) -> true
    ;   T = tag(Tag,T1) -> V = tag(Tag,V1), read_value(T1, V1)
    ;   atom(T) -> '$text_string'(T, V)
    ;   V = T
    ).

read_values([], []).
read_values([T|Ts], [V|Vs]) :- read_value(T, V), read_values(Ts, Vs).

read_pairs([], []).
read_pairs([K=T|Ps], [K-V|Vs]) :- read_value(T, V), read_pairs(Ps, Vs).

%! dict_yaml_write(+Document) is det.
%
%  As dict_yaml_write/2, to the current output.
?- yaml_dicts:dict_yaml_write([1,true,null]).
   outputs("- 1\n- true\n- null\n").
dict_yaml_write(Document) :- current_output(S), dict_yaml_write(S, Document).

%! dict_yaml_write(+Stream, +Document) is det.
%
%  As dict_yaml_write/3, without options.
?- dict_create(D, _, [a-1,b-[x]]), yaml_dicts:dict_yaml_write(user_output, D).
   ..., outputs("a: 1\nb:\n- x\n").
dict_yaml_write(Stream, Document) :- dict_yaml_write(Stream, Document, []).

%! dict_yaml_write(+Stream, +Document, +Options) is det.
%
%  As yaml_write/3, for a document as dict_yaml_read/2 gives it.
?- yaml_dicts:dict_yaml_write(user_output, f(x), []).
   error(type_error(yaml_term,f(x)),yaml_write/3).
dict_yaml_write(Stream, Document, Options) :-
    written_value(Document, T),
    yaml_write(Stream, T, Options).

written_value(V, T) :-
    (   var(V) -> instantiation_error(yaml_write/3)
    ;   is_list(V) -> written_values(V, T)
    ;   is_dict(V) -> dict_pairs(V, _, Vs), written_pairs(Vs, Ps), T = json(Ps)
    ;   memberchk(V, [true,false,null]) -> T = @(V)
    ;   V = tag(Tag,V1) -> T = tag(Tag,T1), written_value(V1, T1)
    ;   V = json(Ps0) -> equations(Ps0, Vs), written_pairs(Vs, Ps), T = json(Ps)
    ;   T = V
    ).

equations([], []).
equations([K=V|Ps], [K-V|Vs]) :- equations(Ps, Vs).

written_values([], []).
written_values([V|Vs], [T|Ts]) :- written_value(V, T), written_values(Vs, Ts).

written_pairs([], []).
written_pairs([K-V|Vs], [K=T|Ps]) :- written_value(V, T), written_pairs(Vs, Ps).
