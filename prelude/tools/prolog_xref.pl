% Cross-reference of a program text, which is read and not loaded: the predicates that it defines, calls, imports and exports.
%
% Text that is not compiled because of `:- if(Condition)` is read as well. Terms that cannot be read
% are skipped.

:- module(prolog_xref, [
    xref_source/1, xref_source/2, xref_defined/3, xref_called/3, xref_called/4, xref_called/5, xref_module/2,
    xref_exported/2, xref_op/2, xref_meta/3, xref_definition_line/2, xref_uses_file/3, xref_clean/1,
    xref_current_source/1, xref_done/2, xref_built_in/1, xref_undefined/3
]).

:- dynamic(source/2).           % source(File, Time)
:- dynamic(module_of/2).        % module_of(File, Module)
:- dynamic(defined/3).          % defined(File, Head, How)
:- dynamic(called/4).           % called(File, Goal, By, Line)
:- dynamic(exported/2).         % exported(File, Head)
:- dynamic(operator/2).         % operator(File, op(P,T,N))
:- dynamic(meta/3).             % meta(File, Head, Spec)
:- dynamic(uses/3).             % uses(File, Spec, Path)

%! xref_source(+Source) is det.
%
%  Reads a program file for the other predicates, unless it was read and has not changed since. Throws an existence
%  error if there is no such file.
?- xref_source(no_such_file).
   error(existence_error(source_sink,no_such_file),prolog_open_source/2).
xref_source(Source) :- xref_source(Source, []).

%! xref_source(+Source, +Options) is det.
%
%  As xref_source/1. Options have no effect.
?- xref_source(no_such_file, []).
   error(existence_error(source_sink,no_such_file),prolog_open_source/2).
xref_source(Source, Os) :-
    must_be(list, Os),
    (   prolog_canonical_source(Source, File) -> true
    ;   existence_error(source_sink, Source, prolog_open_source/2)
    ),
    time_file(File, Time),
    (   source(File, Time) -> true
    ;   xref_clean(File),
        setup_call_cleanup(
            prolog_open_source(File, S),
            collected(S, File),
            prolog_close_source(S)
        ),
        assertz(source(File, Time))
    ).

collected(S, File) :-
    repeat,
    catch(prolog_read_source_term(S, T, E, [term_position(P)]), error(syntax_error(_),_), fail),
    stream_position_data(line_count, P, Line),
    once(noted(T, E, File, Line)),
    T == end_of_file, !.

noted(T, E, File, Line) :-
    (   T == end_of_file -> true
    ;   var(T) -> true
    ;   T = (:- D) -> directive(D, File, Line)
    ;   T = (?- D) -> calls(D, '<directive>', File, Line)
    ;   is_list(E) -> clauses(E, File, Line)
    ;   clause_noted(E, File, Line)
    ).

clauses([], _, _).
clauses([C|Cs], File, Line) :-
    ( nonvar(C), C = (:- D) -> directive(D, File, Line) ; clause_noted(C, File, Line) ),
    clauses(Cs, File, Line).

clause_noted(C, File, Line) :-
    (   var(C) -> true
    ;   C = (H:-B) -> head(H, File, Line, By), calls(B, By, File, Line)
    ;   C = =>(H,B) -> head(H, File, Line, By), calls(B, By, File, Line)
    ;   head(C, File, Line, _)
    ).

% The general goal of a head, whose definition is noted.
head(H0, File, Line, By) :-
    (   nonvar(H0), H0 = (H,Guard) -> head(H, File, Line, By), calls(Guard, By, File, Line)
    ;   nonvar(H0), H0 = _:H -> ( callable(H) -> general(H, By) ; By = '<clause>' )
    ;   callable(H0) -> general(H0, By), define(File, By, local(Line))
    ;   By = '<clause>'
    ).

general(G, H) :- functor(G, N, A), functor(H, N, A).

define(File, H, How) :-
    functor(How, Kind, 1),
    functor(Same, Kind, 1),
    (   defined(File, H, Same) -> true
    ;   assertz(defined(File, H, How))
    ).

%% Directives

directive(D, _, _) :- var(D), !.
directive((A,B), File, Line) :- !, directive(A, File, Line), directive(B, File, Line).
directive(module(M,Es), File, _) :- atom(M), is_list(Es), !,
    assertz(module_of(File, M)),
    exports(Es, File).
directive(op(P,T,N), File, _) :- !, assertz(operator(File, op(P,T,N))).
directive(D, File, Line) :- declaration(D, Kind, Specs), !, declared(Specs, Kind, File, Line).
directive(meta_predicate(Specs), File, _) :- !, metas(Specs, File).
directive(D, File, Line) :- imports(D, Spec, Which), !, imported(Spec, Which, File, Line).
directive(D, File, Line) :- calls(D, '<directive>', File, Line).

declaration(dynamic(Ps), dynamic, Ps).
declaration(discontiguous(_), none, []).
declaration(multifile(Ps), multifile, Ps).
declaration(thread_local(Ps), thread_local, Ps).
declaration(chr_constraint(Ps), constraint, Ps).
declaration(table(Ps), none, Ps).

declared(Ps, Kind, File, Line) :-
    (   ( var(Ps) ; Kind == none ) -> true
    ;   Ps = [] -> true
    ;   Ps = [P|Rest] -> declared(P, Kind, File, Line), declared(Rest, Kind, File, Line)
    ;   Ps = (A,B) -> declared(A, Kind, File, Line), declared(B, Kind, File, Line)
    ;   Ps = as(A,_) -> declared(A, Kind, File, Line)
    ;   Ps = _:A -> declared(A, Kind, File, Line)
    ;   indicator(Ps, H) -> How =.. [Kind,Line], define(File, H, How)
    ;   Kind == constraint, callable(Ps) -> general(Ps, H), define(File, H, constraint(Line))
    ;   true
    ).

indicator(PI, H) :-
    nonvar(PI),
    (   PI = N/A -> true
    ;   PI = N//A0, integer(A0), A is A0+2
    ),
    atom(N),
    integer(A),
    A >= 0,
    functor(H, N, A).

exports([], _).
exports([E|Es], File) :-
    (   nonvar(E), E = op(_,_,_) -> assertz(operator(File, E))
    ;   indicator(E, H) -> assertz(exported(File, H))
    ;   true
    ),
    exports(Es, File).

metas(S, File) :-
    (   var(S) -> true
    ;   S = (A,B) -> metas(A, File), metas(B, File)
    ;   S = [A|B] -> metas(A, File), metas(B, File)
    ;   S = _:A -> metas(A, File)
    ;   compound(S) -> general(S, H), assertz(meta(File, H, S))
    ;   true
    ).

imports(use_module(Spec), Spec, all).
imports(use_module(Spec,Which), Spec, Which).
imports(ensure_loaded(Spec), Spec, all).
imports(autoload(Spec), Spec, all).
imports(autoload(Spec,Which), Spec, Which).
imports(reexport(Spec), Spec, all).
imports(reexport(Spec,Which), Spec, Which).
imports([Spec|Specs], [Spec|Specs], all).

imported(Spec, Which, File, Line) :-
    (   var(Spec) -> true
    ;   Spec = [] -> true
    ;   Spec = [S|Ss] -> imported(S, Which, File, Line), imported(Ss, Which, File, Line)
    ;   source_of(Spec, File, Path, Exports) ->
        assertz(uses(File, Spec, Path)),
        selected(Which, Exports, Hs),
        define_imports(Hs, File, Path)
    ;   assertz(uses(File, Spec, '<not_found>')),
        selected(Which, [], Hs),
        define_imports(Hs, File, '<not_found>')
    ).

selected(Which, Exports, Hs) :-
    (   is_list(Which) -> findall(H, ( member(W, Which), ( nonvar(W), W = as(PI,_) -> true ; PI = W ), indicator(PI, H) ), Hs)
    ;   nonvar(Which), Which = except(Not) -> findall(H, ( member(H, Exports), \+ ( member(PI, Not), indicator(PI, H) ) ), Hs)
    ;   Hs = Exports
    ).

define_imports([], _, _).
define_imports([H|Hs], File, Path) :-
    ( defined(File, H, imported(_)) -> true ; assertz(defined(File, H, imported(Path))) ),
    define_imports(Hs, File, Path).

% The path and the exports of a library or a file.
source_of(library(L), _, library(L), Hs) :- !,
    catch(use_module('$xref':library(L), []), error(_,_), fail),
    ( atom(L) -> N = L ; L =.. [_,_|Ps], append(_, [N], Ps) ),
    (   catch(module_property(N, exports(PIs)), error(_,_), fail) -> findall(H, ( member(PI, PIs), indicator(PI, H) ), Hs)
    ;   Hs = []
    ).
source_of(Spec, File, Path, Hs) :-
    atomic(Spec),
    file_directory_name(File, Dir),
    (   atomic_list_concat([Dir,/,Spec], Name), prolog_canonical_source(Name, Path) -> true
    ;   prolog_canonical_source(Spec, Path)
    ),
    (   source(Path, _) -> findall(H, exported(Path, H), Hs)
    ;   exports_of_file(Path, Hs)
    ).

exports_of_file(Path, Hs) :-
    setup_call_cleanup(
        prolog_open_source(Path, S),
        catch(prolog_read_source_term(S, T, _, []), error(syntax_error(_),_), T = []),
        prolog_close_source(S)
    ),
    (   nonvar(T), T = (:- module(_,Es)), is_list(Es) -> findall(H, ( member(E, Es), indicator(E, H) ), Hs)
    ;   Hs = []
    ).

%% Calls

calls(G, By, File, Line) :-
    (   var(G) -> true
    ;   G = (A,B) -> calls(A, By, File, Line), calls(B, By, File, Line)
    ;   G = (A;B) -> calls(A, By, File, Line), calls(B, By, File, Line)
    ;   G = (A->B) -> calls(A, By, File, Line), calls(B, By, File, Line)
    ;   G = *->(A,B) -> calls(A, By, File, Line), calls(B, By, File, Line)
    ;   G = (\+ A) -> calls(A, By, File, Line)
    ;   G = _^A -> calls(A, By, File, Line)
    ;   G = M:A ->
        (   atom(M), callable(A), \+ module_of(File, M) -> general(A, H), called_noted(M:H, By, File, Line)
        ;   calls(A, By, File, Line)
        )
    ;   callable(G) ->
        general(G, H),
        called_noted(H, By, File, Line),
        meta_calls(G, H, By, File, Line)
    ;   true
    ).

called_noted(H, By, File, Line) :-
    (   called(File, H, By, _) -> true
    ;   assertz(called(File, H, By, Line))
    ).

meta_calls(G, H, By, File, Line) :-
    (   meta_specification(File, H, Spec) ->
        functor(G, _, A),
        meta_arguments(A, G, Spec, By, File, Line)
    ;   true
    ).

meta_specification(File, H, Spec) :- meta(File, H, Spec), !.
meta_specification(File, H, Spec) :-
    \+ ( defined(File, H, local(_)) ),
    catch(predicate_property('$xref':H, meta_predicate(Spec)), error(_,_), fail), !.

meta_arguments(I, G, Spec, By, File, Line) :-
    (   I =:= 0 -> true
    ;   arg(I, Spec, Mode),
        arg(I, G, X),
        (   integer(Mode) -> closure(X, Mode, By, File, Line)
        ;   Mode == (^) -> calls(X, By, File, Line)
        ;   Mode == (//) -> closure(X, 2, By, File, Line)
        ;   true
        ),
        I1 is I-1,
        meta_arguments(I1, G, Spec, By, File, Line)
    ).

closure(X, More, By, File, Line) :-
    (   More =:= 0 -> calls(X, By, File, Line)
    ;   nonvar(X), X = M:Y, atom(M) -> closure(Y, More, By, File, Line)
    ;   callable(X), \+ lambda(X) ->
        X =.. [N|Xs],
        length(Vs, More),
        append(Xs, Vs, Ys),
        G =.. [N|Ys],
        calls(G, By, File, Line)
    ;   nonvar(X), X = _>>B -> calls(B, By, File, Line)
    ;   true
    ).

lambda(X) :- ( X = _>>_ ; X = _/_ ; X = \_ ; X = +\(_,_) ), !.

%% What was found

read_source(Source, File) :-
    (   var(Source) -> source(File, _), Source = File
    ;   prolog_canonical_source(Source, File),
        once(source(File, _))
    ).

%! xref_defined(?Source, ?Goal, ?How) is nondet.
%
%  True if a program that was read by xref_source/1 defines or imports the predicate of `Goal`. `How` is `local(Line)`,
%  `dynamic(Line)`, `multifile(Line)`, `thread_local(Line)`, `constraint(Line)` or `imported(From)`.
?- xref_defined(no_such_file, G, How).
   false.
xref_defined(Source, G, How) :- read_source(Source, File), defined(File, G, How).

%! xref_called(?Source, ?Goal, ?By) is nondet.
%
%  True if a clause of the predicate of the goal `By` calls `Goal`, also as an argument of a predicate that calls it.
%  `By` is `<directive>` for directives.
?- xref_called(no_such_file, G, By).
   false.
xref_called(Source, G, By) :- read_source(Source, File), called(File, G, By, _).

%! xref_called(?Source, ?Goal, ?By, ?Condition) is nondet.
%
%  As xref_called/3. `Condition` is `true`.
?- xref_called(no_such_file, G, By, C).
   false.
xref_called(Source, G, By, true) :- xref_called(Source, G, By).

%! xref_called(?Source, ?Goal, ?By, ?Condition, ?Line) is nondet.
%
%  As xref_called/4. `Line` is the line of the first clause with the call.
?- xref_called(no_such_file, G, By, C, L).
   false.
xref_called(Source, G, By, true, Line) :- read_source(Source, File), called(File, G, By, Line).

%! xref_module(?Source, ?Module) is nondet.
%
%  True if the program is the module `Module`.
?- xref_module(no_such_file, M).
   false.
xref_module(Source, M) :- read_source(Source, File), module_of(File, M).

%! xref_exported(?Source, ?Goal) is nondet.
%
%  True if the module exports the predicate of `Goal`.
?- xref_exported(no_such_file, G).
   false.
xref_exported(Source, G) :- read_source(Source, File), exported(File, G).

%! xref_op(?Source, ?Op) is nondet.
%
%  True if the program declares the operator `Op`, a term `op(Priority,Type,Name)`.
?- xref_op(no_such_file, Op).
   false.
xref_op(Source, Op) :- read_source(Source, File), operator(File, Op).

%! xref_meta(?Source, ?Goal, ?Specification) is nondet.
%
%  True if the program declares the predicate of `Goal` as a meta-predicate.
?- xref_meta(no_such_file, G, S).
   false.
xref_meta(Source, G, Spec) :- read_source(Source, File), meta(File, G, Spec).

%! xref_definition_line(+How, -Line) is semidet.
%
%  Unifies `Line` with the line of a definition as in xref_defined/3.
?- xref_definition_line(local(7), L).
   L = 7.
xref_definition_line(How, Line) :- compound(How), How =.. [_,Line], integer(Line).

%! xref_uses_file(?Source, ?Specification, ?Path) is nondet.
%
%  True if the program loads the library or file `Specification`. `Path` is its absolute path, `library(Name)`, or
%  `<not_found>`.
?- xref_uses_file(no_such_file, S, P).
   false.
xref_uses_file(Source, Spec, Path) :- read_source(Source, File), uses(File, Spec, Path).

%! xref_undefined(?Source, ?Goal, ?By) is nondet.
%
%  True if the program calls `Goal`, which it does not define or import, and which is not a builtin or in a library.
?- xref_undefined(no_such_file, G, By).
   false.
xref_undefined(Source, G, By) :-
    read_source(Source, File),
    called(File, G, By, _),
    G \= _:_,
    \+ defined(File, G, _),
    \+ predicate_property('$xref':G, visible).

%! xref_current_source(?Source) is nondet.
%
%  Enumerates the files that were read.
?- xref_current_source(no_such_file).
   false.
xref_current_source(Source) :- source(Source, _).

%! xref_done(+Source, -Time) is semidet.
%
%  True if the file was read. `Time` is when it was changed last.
?- xref_done(no_such_file, T).
   false.
xref_done(Source, Time) :-
    prolog_canonical_source(Source, File),
    source(File, Time).

%! xref_built_in(+Goal) is semidet.
%
%  True if `Goal` calls a builtin.
?- xref_built_in(atom_length(_,_)).
   true.
xref_built_in(G) :- callable(G), predicate_property(system:G, built_in), !.

%! xref_clean(+Source) is det.
%
%  Forgets what was read.
?- xref_clean(no_such_file).
   true.
xref_clean(Source) :-
    ( prolog_canonical_source(Source, File) -> true ; File = Source ),
    retractall(source(File, _)),
    retractall(module_of(File, _)),
    retractall(defined(File, _, _)),
    retractall(called(File, _, _, _)),
    retractall(exported(File, _)),
    retractall(operator(File, _)),
    retractall(meta(File, _, _)),
    retractall(uses(File, _, _)).
