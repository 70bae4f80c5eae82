% Reflection on modules: the calling module, imports and exports, default modules.

:- module(modules, [
    context_module/1, set_module/1, import_module/2, add_import_module/3, delete_import_module/2, default_module/2, export/1, import/1,
    in_temporary_module/3, (meta_predicate)/1
]).

:- meta_predicate meta_predicate(:), context_module(:), export(:), import(:), set_module(:), in_temporary_module(?,0,0).

%! context_module(-Module) is det.
%
%  Unifies `Module` with the module in which this goal is called.
?- context_module(M).
   M = user.
?- pairs:context_module(M).
   M = pairs.
?- T = a:T, call(T).
   error(type_error(callable,_A),call/1).
context_module(MV) :- strip_module(MV, M, V), V = M.

%! set_module(:Property) is det.
%
%  Accepts `base(Module)`, `class(Class)` and `program_space(Bytes)` without effect: a module always
%  inherits from `user`, and one memory limit holds for the whole program. Throws a domain error for
%  any other property.
?- set_module(base(system)).
   true.
?- set_module(colour(red)).
   error(domain_error(module_property,colour(red)),set_module/1).
set_module(MP) :-
    strip_module(MP, _, P),
    (   var(P) -> instantiation_error(set_module/1)
    ;   ( P = base(_) ; P = class(_) ; P = program_space(_) ) -> true
    ;   domain_error(module_property, P, set_module/1)
    ).

%! import_module(+Module, -Import) is nondet.
%
%  True if `Module` inherits from the module `Import`: those of add_import_module/3, then `user` for most modules, `system`
%  for `user`.
?- import_module(lists, M).
   M = user.
?- import_module(user, M).
   M = system.
import_module(M, I) :-
    must_be(atom, M),
    M \== system,
    '$bases'(M, Is),
    (   member(I, Is)
    ;   ( M == user -> I = system ; I = user ),
        \+ memberchk(I, Is)
    ).

%! add_import_module(+Module, +Import, +Where) is det.
%
%  Lets `Module` inherit from the module `Import`: its predicates are found under names that `Module` neither defines nor
%  imports, before those of module `user`. `Where` is `start` or `end`: before or after the modules from which `Module`
%  inherits already. A name that has been called keeps its meaning.
?- add_import_module(doc_heir, doc_base, start), assertz(doc_base:doc_of_bases(1)), doc_heir:doc_of_bases(X).
   X = 1.
?- add_import_module(doc_heir, doc_base, middle).
   error(domain_error(start_or_end,middle),add_import_module/3).
add_import_module(M, I, Where) :-
    must_be(atom, M),
    must_be(atom, I),
    (   memberchk(Where, [start,end]) -> true
    ;   domain_error(start_or_end, Where, add_import_module/3)
    ),
    '$bases'(M, Is),
    (   memberchk(I, Is) -> true
    ;   Where == start -> '$set_bases'(M, [I|Is])
    ;   append(Is, [I], Is1), '$set_bases'(M, Is1)
    ).

%! delete_import_module(+Module, +Import) is semidet.
%
%  Ends what add_import_module/3 has begun. Fails if `Module` does not inherit from `Import`; that it inherits from `user`
%  cannot be ended.
?- delete_import_module(lists, doc_base).
   false.
delete_import_module(M, I) :-
    must_be(atom, M),
    must_be(atom, I),
    '$bases'(M, Is),
    selectchk(I, Is, Is1),
    '$set_bases'(M, Is1).

%! default_module(+Module, -Sought) is multi.
%
%  Succeeds for `Module` and then for each module from which it inherits, in the order of the
%  search.
?- default_module(lists, M).
   M = lists
;  M = user
;  M = system.
default_module(M, D) :-
    (   import_module(M, I) -> ( D = M ; default_module(I, D) )
    ;   D = M
    ).

%! export(:Indicators) is det.
%
%  Adds to the exports of a module: a predicate indicator, or several joined by commas. Throws a
%  type error if a specification is not a predicate indicator.
?- export(lists:x/1).
   true.
?- export(x).
   error(type_error(predicate_indicator,x),export/1).
export(MSpec) :- strip_module(MSpec, M, Spec), indicators(Spec, M, export/1, Is, []), export_each(Is).

export_each([]).
export_each([M:N/A|Is]) :- '$export'(M, N, A), export_each(Is).

%! import(:Indicators) is det.
%
%  Imports `Module:Name/Arity`, or several such indicators joined by commas, into the calling
%  module. The predicates need not be exported by `Module`. Throws an instantiation error if a
%  specification is not sufficiently instantiated.
?- import(lists:append/3).
   true.
?- import(lists:X).
   error(instantiation_error,import/1).
import(MSpec) :-
    (   var(MSpec) -> instantiation_error(import/1)
    ;   MSpec = Into:Spec, nonvar(Spec), ( Spec = _:_ ; Spec = (_,_) ) -> true
    ;   Spec = MSpec, Into = user
    ),
    indicators(Spec, Into, import/1, Is, []),
    import_each(Is, Into).

import_each([], _).
import_each([M:N/A|Is], Into) :- '$import'(Into, M, N, A), import_each(Is, Into).

% The indicators of a specification, each with its module.
indicators(S, M, PI, Is0, Is) :-
    (   var(S) -> instantiation_error(PI)
    ;   ( S = (A,B) ; S = [A|B] ) -> indicators(A, M, PI, Is0, Is1), indicators(B, M, PI, Is1, Is)
    ;   S == [] -> Is0 = Is
    ;   nonvar(S), S = M1:S1, atom(M1) -> indicators(S1, M1, PI, Is0, Is)
    ;   ( S = N0/A ; S = N0//A0, integer(A0), A is A0+2 ), integer(A) ->
        strip_module(M:N0, M1, N),
        must_be(atom, N),
        Is0 = [M1:N/A|Is]
    ;   type_error(predicate_indicator, S, PI)
    ).

%! in_temporary_module(?Module, :Setup, :Goal) is nondet.
%
%  Runs `once(Setup)` and then `Goal` in `Module`. If `Module` is a variable, it is unified with the
%  name of a new module.
?- in_temporary_module(M, assertz(p(1)), p(X)).
   M = ..., X = 1.
in_temporary_module(M, S, G) :-
    (   var(M) -> gensym('tmp', M)
    ;   true
    ),
    strip_module(S, _, S1),
    strip_module(G, _, G1),
    once(M:S1),
    M:G1.

%! meta_predicate(:Heads) is det.
%
%  Declares which arguments of predicates are goals or other terms that belong to a module: `Heads` is a head such as `p(0,:,?)`, or
%  several in a list or joined by commas. An argument is a goal to which that many arguments are added (`0` to `9`), a goal with `^`, the
%  body of a grammar rule (`//`), or another term with a module (`:`); the others are ordinary ones.
?- meta_predicate(apply_it(1,?)), predicate_property(apply_it(_,_), meta_predicate(M)).
   M = apply_it(1,?).
?- meta_predicate(_).
   error(instantiation_error,(meta_predicate)/1).
meta_predicate(MSpecs) :-
    strip_module(MSpecs, M, Specs),
    declare_heads(Specs, M).

declare_heads(S, _) :- var(S), !, instantiation_error((meta_predicate)/1).
declare_heads([], _) :- !.
declare_heads([S|Ss], M) :- !, declare_heads(S, M), declare_heads(Ss, M).
declare_heads((S,Ss), M) :- !, declare_heads(S, M), declare_heads(Ss, M).
declare_heads(M:S, _) :- !, must_be(atom, M), declare_heads(S, M).
declare_heads(S, M) :- catch('$set_meta'(M, S), error(E,_), throw(error(E,(meta_predicate)/1))).
