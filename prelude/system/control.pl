% Predicates of module `system` that the machine itself calls: control constructs in goals that are
% terms, and the predicates and hooks of loading.
%
% `'$body'(Goal, Level, Module)` runs a goal of a body; `Level` is the choice point to which a cut
% in the goal cuts back.

:- module(system, [
    (@)/2, initialization/1, initialization/2,
    current_module/1, module_property/2, source_file/1,
    prolog_load_context/2, source_location/2,
    reexport/1
]).

:- meta_predicate catch(0,?,0), '$cleanup_push'(0).
:- meta_predicate ;(0,0), ->(0,0), *->(0,0), \+(0).
:- meta_predicate call(0), call(1,?), call(2,?,?), call(3,?,?,?), call(4,?,?,?,?), call(5,?,?,?,?,?), call(6,?,?,?,?,?,?).
:- meta_predicate call(7,?,?,?,?,?,?,?), call(8,?,?,?,?,?,?,?,?), call(9,?,?,?,?,?,?,?,?,?).
% A specifier has one digit.
:- meta_predicate call(:,?,?,?,?,?,?,?,?,?,?), call(:,?,?,?,?,?,?,?,?,?,?,?), call(:,?,?,?,?,?,?,?,?,?,?,?,?).
:- meta_predicate call(:,?,?,?,?,?,?,?,?,?,?,?,?,?), call(:,?,?,?,?,?,?,?,?,?,?,?,?,?,?).
:- meta_predicate call(:,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?).
:- meta_predicate use_module(:), use_module(:,?), ensure_loaded(:), reexport(:).
:- meta_predicate initialization(0), initialization(0,?), @(0,?).

'$conj'(A, B, L, M) :- '$body'(A, L, M), '$body'(B, L, M).

'$or'(A, _, L, M) :- '$body'(A, L, M).
'$or'(_, B, L, M) :- '$body'(B, L, M).

'$ite'(C, T, E, L, M) :-
    (   call(M:C) -> '$body'(T, L, M)
    ;   '$body'(E, L, M)
    ).

'$it'(C, T, L, M) :- ( call(M:C) -> '$body'(T, L, M) ).

'$soft'(C, T, E, L, M) :-
    (   call(M:C) *-> '$body'(T, L, M)
    ;   '$body'(E, L, M)
    ).

'$soft_then'(C, T, L, M) :- call(M:C), '$body'(T, L, M).

'$not'(G, M) :- \+ call(M:G).

% Control constructs as predicates, for call/N with a control construct as its first argument.
true.
fail :- fail.
% The module keeps the variables from being taken for goals that are opaque to cuts.
(A, B) :- call(user:(A, B)).
(A ; B) :- call(user:(A ; B)).
(A -> B) :- call(user:(A -> B)).
(A *-> B) :- call(user:(A *-> B)).
M:G :- call(M:G).
\+ G :- \+ call(G).

%! @(:Goal, +Module) is nondet.
%
%  Calls `Goal` as it is defined in the current module, with `Module` as the calling module that
%  builtins and transparent library predicates see. Throws an instantiation error if `Goal` or
%  `Module` is a variable, and a type error if `Module` is not an atom.
?- @(X = 1, user).
   X = 1.
?- context_module(M0), @(context_module(M), lists).
   M0 = user, M = lists.
?- @(true, M).
   error(instantiation_error,(@)/2).
?- call(M:true).
   error(instantiation_error,_A).
?- call(1:true).
   error(type_error(atom,1),_A).
@(G0, M) :-
    (   var(M) -> throw(error(instantiation_error, (@)/2))
    ;   strip_module(G0, M0, G),
        '$goal_at'(M0, G, M, G1),
        call(G1)
    ).

% The goal that calls G, a goal of module M0, in the context M.
'$goal_at'(M0, G, M, G1) :-
    (   callable(G), '$transparent_goal'(M0, G, M, G2) -> G1 = G2
    ;   callable(G), functor(G, N, A), '$defined'(M0, N, A) ->
        '$in_context'(M0, G, M, G2),
        G1 = M0:G2
    ;   G1 = M:G
    ).

% The meta-arguments of the goal belong to the calling module.
'$in_context'(M0, G, M, G1) :-
    (   predicate_property(M0:G, meta_predicate(Specs)) ->
        G =.. [N|Xs],
        Specs =.. [_|Ss],
        '$args_in_context'(Ss, Xs, M, Ys),
        G1 =.. [N|Ys]
    ;   G1 = G
    ).

'$args_in_context'([], [], _, []).
'$args_in_context'([S|Ss], [X|Xs], M, [Y|Ys]) :-
    (   ( integer(S) ; S == (:) ; S == (^) ; S == (//) ) -> Y = M:X
    ;   Y = X
    ),
    '$args_in_context'(Ss, Xs, M, Ys).

%! initialization(:Goal) is det.
%
%  Runs `Goal` after the file that contains this directive has been loaded. Called as a goal, it
%  runs `Goal` immediately.
?- initialization(true).
   true.
initialization(G) :- call(G).

%! initialization(:Goal, +When) is det.
%
%  Runs `Goal` at the time `When`: `now`, `after_load` or `main`. In a file, `main` makes `Goal` the
%  main program, which runs after all files have been loaded. Called as a goal, it runs `Goal`
%  immediately.
?- initialization(true, now).
   true.
initialization(G, _) :- call(G).

%! current_module(?Module) is nondet.
%
%  True if `Module` is an existing module.
?- current_module(user).
   true.
current_module(M) :- '$modules'(Ms), '$among'(Ms, M).

%! module_property(?Module, ?Property) is nondet.
%
%  True if `Module` has `Property`. The only property is `exports(List)`, the list of the exported
%  predicate indicators.
?- member(M, [lists]), module_property(M, exports([P|_])).
   M = lists, P = append/3.
module_property(M, exports(Es)) :- current_module(M), '$module_exports'(M, Es).

%! source_file(?File) is nondet.
%
%  True if `File` is the name of a file that has been loaded.
?- source_file(nowhere).
   false.
source_file(F) :- '$source_files'(Fs), '$among'(Fs, F).

%! prolog_load_context(?Key, ?Value) is nondet.
%
%  True if `Value` is the value of `Key` in the context of the file that is being loaded. The keys
%  are `source` and `file` (of an included text, that of the text), both absolute paths, `directory`,
%  `module`, `dialect`, `script` (`false`), `term_position`, for expansion hooks and directives
%  `variable_names`, and for expansion hooks `term`. False if no file is being loaded, and for
%  `stream`: a text is decoded as a whole before its first term is read.
?- prolog_load_context(source, F).
   false.
prolog_load_context(K, V) :- '$load_context'(KVs), '$among'(KVs, K-V).

%! source_location(-File, -Line) is semidet.
%
%  Unifies `File` and `Line` with the position of the term that is being loaded. False if no file is
%  being loaded.
?- source_location(F, L).
   false.
source_location(F, L) :-
    '$load_context'(KVs),
    '$among'(KVs, file-F),
    '$among'(KVs, term_line-L).

%! reexport(:Files) is det.
%
%  As a directive, imports the files or libraries `Files` and exports everything that was imported.
%  Called as a goal, it only imports.
?- reexport(library(lists)).
   true.
reexport(F) :- use_module(F).
