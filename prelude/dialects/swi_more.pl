% Less common built-in and library predicates of SWI-Prolog.

:- module(swi_more, [
    current_predicate/2, print_message_lines/3, message_to_codes/3, dwim_match/2,
    autoload/1, autoload/2, swritef/2, swritef/3, convert_time/2, hash_term/2, sublist/3, portray_text/1,
    setlocale/3, on_signal/3, cli_enable_development_system/0, with_output_to/3, file_mime_type/2, open_any/5, close_any/1
]).

:- meta_predicate current_predicate(?,:), on_signal(?,?,:), sublist(1,?,?), with_output_to(?,0,?).

%! setlocale(+Category, -Old, +New) is det.
%
%  Unifies `Old` with the name of the locale, which is `C` for every category and cannot be changed: texts are in UTF-8, and
%  numbers and dates are written in the same manner everywhere. Throws a domain error for another category.
?- setlocale(time, Old, Old).
   Old = 'C'.
?- setlocale(weather, Old, Old).
   error(domain_error(category,weather),setlocale/3).
setlocale(Category, Old, New) :-
    must_be(atom, Category),
    (   memberchk(Category, [all,collate,ctype,messages,monetary,numeric,time]) -> true
    ;   domain_error(category, Category, setlocale/3)
    ),
    Old = 'C',
    must_be(atom, New).

:- dynamic(signal_handler/2).

%! on_signal(+Signal, -Old, :New) is det.
%
%  Unifies `Old` with the handler of a signal, `default` at first, and records `New` as the handler. A handler is not called: the
%  signals of the system interrupt or end the program as they do without one.
?- on_signal(hup, Old, Old).
   Old = default.
on_signal(Signal, Old, MNew) :-
    ( atom(Signal) -> true ; must_be(integer, Signal) ),
    strip_module(MNew, M, New),
    ( signal_handler(Signal, Old0) -> true ; Old0 = default ),
    Old = Old0,
    (   New == Old -> true
    ;   must_be(callable, New),
        ( atom(New) -> New1 = New ; New1 = M:New ),
        retractall(signal_handler(Signal, _)),
        assertz(signal_handler(Signal, New1))
    ).

%! current_predicate(?Name, :Head) is nondet.
%
%  True if `Head` is a head of a predicate `Name` that the module defines or imports; built-in predicates are left out.
?- assertz(fact_of_doc(1)), current_predicate(fact_of_doc, H).
   H = fact_of_doc(_).
?- current_predicate(no_such_predicate, _).
   false.
current_predicate(Name, MHead) :-
    strip_module(MHead, M, Head),
    (   callable(Head) ->
        functor(Head, Name, Arity),
        once(current_predicate(M:Name/Arity))
    ;   current_predicate(M:Name/Arity),
        functor(Head, Name, Arity)
    ).

%! print_message_lines(+Stream, +Prefix, +Lines) is det.
%
%  Writes the lines of a message, each after the text `Prefix`. Elements are `nl`, texts, `Format-Arguments`,
%  `ansi(Attributes, Format, Arguments)`, `url(Place)`; `at_same_line` and `flush` have no effect.
?- print_message_lines(user_output, '% ', ['a ~w'-[b],nl,ansi(bold,"c",[])]).
   outputs("% a b\n% c\n").
print_message_lines(S, Prefix0, Lines) :-
    (   Prefix0 = kind(_) -> Prefix = ''
    ;   atom(Prefix0), atom_concat(Prefix, '~N', Prefix0) -> true
    ;   Prefix = Prefix0
    ),
    must_be(list, Lines),
    (   Lines == [] -> true
    ;   format(S, "~w", [Prefix]),
        elements(Lines, S, Prefix)
    ).

elements([], S, _) :- nl(S).
elements([E|Es], S, Prefix) :-
    (   E == nl, Es == [] -> nl(S)
    ;   E == nl -> format(S, "~n~w", [Prefix]), elements(Es, S, Prefix)
    ;   element(E, S),
        elements(Es, S, Prefix)
    ).

element(E, S) :-
    (   var(E) -> instantiation_error(print_message_lines/3)
    ;   memberchk(E, [flush,at_same_line]) -> true
    ;   memberchk(E, [begin(_,_),end(_)]) -> true
    ;   E = Format-Args -> format(S, Format, Args)
    ;   E = ansi(_,Format,Args) -> format(S, Format, Args)
    ;   E = url(File:Line:_) -> format(S, "~w:~w", [File,Line])
    ;   E = url(File:Line) -> format(S, "~w:~w", [File,Line])
    ;   E = url(_,Label) -> format(S, "~w", [Label])
    ;   E = url(Place) -> format(S, "~w", [Place])
    ;   format(S, E, [])
    ).

%! message_to_codes(+Term, -Kind, -Codes) is det.
%
%  Unifies `Codes` with the text that print_message/2 writes for an error.
?- message_to_codes(error(type_error(integer,a),atom_length/2), K, Cs), atom_codes(A, Cs).
   K = error, Cs = ..., A = '`atom_length/2` expects an integer, and got `a`, an atom'.
message_to_codes(T, error, Codes) :-
    '$message_lines'(T, Lines),
    with_output_to(codes(Codes0), print_message_lines(current_output, '', Lines)),
    append(Codes, [0'\n], Codes0), !.

%! dwim_match(+Atom1, +Atom2) is semidet.
%
%  True if two different names are nearly the same: one letter is missing, too many, another one, or two neighbours have
%  changed places; or they differ by the case of letters and by `_` only.
?- dwim_match(existss, exists).
   true.
?- dwim_match(existsFile, exists_file).
   true.
?- dwim_match(abc, xyz).
   false.
dwim_match(A, B) :-
    A \== B,
    atom_chars(A, As),
    atom_chars(B, Bs),
    (   near(As, Bs) -> true
    ;   bare(As, Cs), bare(Bs, Cs)
    ).

near([X|As], [Y|Bs]) :-
    (   X == Y -> near(As, Bs)
    ;   As == Bs -> true
    ;   As == [Y|Bs] -> true
    ;   [X|As] == Bs -> true
    ;   As = [Y|Cs], Bs = [X|Cs1], Cs == Cs1
    ).
near([_], []).
near([], [_]).

bare([], []).
bare([C|Cs], Ds) :-
    (   C == '_' -> Ds = Ds1
    ;   downcase_atom(C, D),
        Ds = [D|Ds1]
    ),
    bare(Cs, Ds1).

%! autoload(+File) is det.
%
%  As use_module/1, when it is called; a library is loaded when one of its predicates is first called.
?- autoload(library(lists)).
   true.
autoload(File) :- use_module(File).

%! autoload(+File, +Imports) is det.
%
%  As use_module/2, when it is called.
?- autoload(library(lists), [append/3]).
   true.
autoload(File, Imports) :- use_module(File, Imports).

%! swritef(-Text, +Format) is det.
%
%  As swritef/3, without arguments.
?- swritef(S, 'a\\nb').
   S = ... .
swritef(S, Format) :- swritef(S, Format, []).

%! swritef(-Text, +Format, +Arguments) is det.
%
%  Unifies `Text` with what writef/2 writes.
?- swritef(S, '%w-%w', [a,b]), atom_string(A, S).
   ..., A = 'a-b'.
swritef(S, Format, Args) :- with_output_to(string(S), writef(Format, Args)).

%! convert_time(+Stamp, -Text) is det.
%
%  Unifies `Text` with the date and time of a time stamp, in English.
?- convert_time(0, S), atom_length(S, N), N > 20.
   S = ..., N = ... .
convert_time(Stamp, Text) :- format_time(atom(Text), "%+", Stamp).

%! hash_term(+Term, -Hash) is det.
%
%  As term_hash/2.
?- hash_term(f(X), H).
   true.
hash_term(T, H) :- term_hash(T, H).

%! sublist(:Goal, +List, -Sublist) is det.
%
%  As include/3.
?- sublist([X]>>(X > 1), [1,2,3], L).
   L = [2,3].
sublist(G, Xs, Ys) :- include(G, Xs, Ys).

%! portray_text(+Boolean) is det.
%
%  Has no effect: lists of characters are written as text, and `--learn` writes them as lists.
?- portray_text(true).
   true.
portray_text(B) :- must_be(boolean, B).

%! cli_enable_development_system is det.
%
%  Has no effect: the tools for development are always there.
?- cli_enable_development_system.
   true.
cli_enable_development_system.

%! with_output_to(+Sink, :Goal, +Options) is semidet.
%
%  As with_output_to/2. The option `capture(Streams)` has no effect.
?- with_output_to(atom(A), write(x), []).
   A = x.
with_output_to(Sink, G, Options) :-
    must_be(list, Options),
    with_output_to(Sink, G).

%! file_mime_type(+File, -Type) is semidet.
%
%  Unifies `Type` with the type `Main/Sub` of a file, by the end of its name; `text/plain` for other ends.
?- file_mime_type('a/b.html', T).
   T = text/html.
file_mime_type(File, Type) :-
    file_name_extension(_, Ext0, File),
    downcase_atom(Ext0, Ext),
    (   mime_type(Ext, T) -> Type = T
    ;   Type = text/plain
    ).

mime_type(html, text/html).
mime_type(htm, text/html).
mime_type(css, text/css).
mime_type(js, text/javascript).
mime_type(csv, text/csv).
mime_type(xml, text/xml).
mime_type(json, application/json).
mime_type(pdf, application/pdf).
mime_type(zip, application/zip).
mime_type(gz, application/gzip).
mime_type(wasm, application/wasm).
mime_type(png, image/png).
mime_type(jpg, image/jpeg).
mime_type(jpeg, image/jpeg).
mime_type(gif, image/gif).
mime_type(svg, image/'svg+xml').
mime_type(ico, image/'x-icon').

%! open_any(+Source, +Mode, -Stream, -Close, +Options) is det.
%
%  Opens a file, `stream(S)`, `string(Text)` (for reading) or `file(F)`. `Close` is for close_any/1.
?- open_any(string("ab"), read, S, C, []), read_string(S, _, T), close_any(C).
   ..., T = "ab".
open_any(Source, Mode, S, Close, Options) :-
    (   var(Source) -> instantiation_error(open_any/5)
    ;   Source = stream(S0) -> S = S0, Close = true
    ;   Source = string(Text), Mode == read -> open_string(Text, S), Close = close(S)
    ;   ( Source = file(File) -> true ; File = Source ),
        open(File, Mode, S, Options),
        Close = close(S)
    ).

%! close_any(+Close) is det.
%
%  Closes what open_any/5 opened.
?- open_any(string(""), read, _, C, []), close_any(C).
   ... .
close_any(Close) :- call(Close).
