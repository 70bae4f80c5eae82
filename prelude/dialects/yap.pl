% Built-in and library predicates of YAP that no other library has.

:- module(yap, [
    get_value/2, set_value/2, array/2, static_array/3, dynamic_array/2, update_array/3, array_element/3,
    add_to_array_element/4, static_array_to_term/2, close_static_array/1, nb_create/3,
    atomic_concat/2, recordaifnot/3, recordzifnot/3, erased/1, nth_instance/3,
    assert_static/1, asserta_static/1, assertz_static/1, depth_bound_call/2, call_residue/2, primitive/1,
    exists/1, rename/2, getcwd/1, putenv/2, hostname/1, sh/0, prompt/1, source/0, gc/0, nogc/0, fileerrors/0, nofileerrors/0,
    yap_flag/2, srandom/1, write_depth/3, system_predicate/1, hide_predicate/1,
    selectlist/3, sumlist/4, foldl2/6, mapnodes/3, checknodes/2, sumnodes/4, sumargs/4
]).

:- use_module(library(recorded)).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(files)).
:- use_module(library(random)).
:- use_module(library(gnu_system), [host_name/1]).

:- meta_predicate assert_static(:), asserta_static(:), assertz_static(:), depth_bound_call(0,+), call_residue(0,-), system_predicate(:),
    hide_predicate(:), selectlist(1,+,-), sumlist(3,+,?,?), foldl2(5,+,?,?,?,?), mapnodes(2,?,?), checknodes(1,+),
    sumnodes(3,+,?,?), sumargs(3,+,?,?).

%! get_value(+Name, ?Value) is semidet.
%
%  Unifies `Value` with what set_value/2 has stored under an atom, `[]` if nothing.
?- use_module(library(yap)).
   true.
?- set_value(yap_example, 1), get_value(yap_example, V), get_value(yap_no_such, W).
   V = 1, W = [].
get_value(Name, Value) :-
    must_be(atom, Name),
    ( '$global'(Name, V) -> Value = V ; Value = [] ).

%! set_value(+Name, +Value) is det.
%
%  Stores an atomic term under an atom; backtracking does not undo it.
?- set_value(yap_example, f(x)).
   error(type_error(atomic,f(x)),set_value/2).
set_value(Name, Value) :-
    must_be(atom, Name),
    ( atomic(Value) -> true ; var(Value) -> instantiation_error(set_value/2) ; type_error(atomic, Value, set_value/2) ),
    nb_setval(Name, Value).

% An array is a global variable whose value is `'$array'(Element0,...)`.

%! array(+Name, +Size) is det.
%
%  Makes an array under an atom, or unifies a variable with one. Its elements are variables at first.
?- array(yap_a, 3), update_array(yap_a, 0, x), array_element(yap_a, 0, X).
   X = x.
?- array(A, 2), A = array(_,_).
   A = array(_,_).
array(Name, Size) :-
    must_be(nonneg, Size),
    (   var(Name) -> functor(Name, array, Size)
    ;   functor(Array, '$array', Size),
        nb_setval(Name, Array)
    ).

%! dynamic_array(+Name, +Size) is det.
%
%  As array/2.
?- dynamic_array(yap_b, 1).
   true.
dynamic_array(Name, Size) :- array(Name, Size).

%! static_array(+Name, +Size, +Type) is det.
%
%  Makes an array under an atom, of elements of a type: `int`, `float` and the like, which are 0 at first, `atom` or `term`.
?- static_array(yap_s, 2, int), array_element(yap_s, 1, X).
   X = 0.
static_array(Name, Size, Type) :-
    must_be(atom, Name),
    must_be(nonneg, Size),
    first_element(Type, Element),
    length(Es, Size),
    maplist(=(Element), Es),
    Array =.. ['$array'|Es],
    nb_setval(Name, Array).

first_element(Type, Element) :-
    (   memberchk(Type, [int,byte,unsigned_byte,db_ref,ptr,dbref,char]) -> Element = 0
    ;   memberchk(Type, [float,double]) -> Element = 0.0
    ;   memberchk(Type, [atom,term,nb_term]) -> Element = []
    ;   domain_error(array_type, Type, static_array/3)
    ).

%! close_static_array(+Name) is det.
%
%  Removes an array.
?- static_array(yap_c, 2, int), close_static_array(yap_c), array_element(yap_c, 0, X).
   error(existence_error(array,yap_c),array_element/3).
close_static_array(Name) :- must_be(atom, Name), nb_delete(Name).

array_of(Name, Array, Context) :-
    (   var(Name) -> instantiation_error(Context)
    ;   compound(Name) -> Array = Name
    ;   '$global'(Name, Array0), functor(Array0, '$array', _) -> Array = Array0
    ;   existence_error(array, Name, Context)
    ).

place(Array, Index0, I, Context) :-
    Index is Index0,
    functor(Array, _, Size),
    (   Index >= 0, Index < Size -> I is Index+1
    ;   domain_error(array_overflow, Index, Context)
    ).

%! update_array(+Name, +Index, ?Value) is det.
%
%  Assigns the element with an index from 0, an expression. Of an array with a name, backtracking does not undo it.
?- static_array(yap_s, 2, int), update_array(yap_s, 1, 7), array_element(yap_s, 1, X).
   X = 7.
?- update_array(yap_s, 5, 7).
   error(domain_error(array_overflow,5),update_array/3).
update_array(Name, Index, Value) :-
    array_of(Name, Array, update_array/3),
    place(Array, Index, I, update_array/3),
    setarg(I, Array, Value),
    ( compound(Name) -> true ; nb_setval(Name, Array) ).

%! array_element(+Name, +Index, ?Value) is semidet.
%
%  Unifies `Value` with the element with an index from 0.
?- array_element(yap_no_such, 0, X).
   error(existence_error(array,yap_no_such),array_element/3).
array_element(Name, Index, Value) :-
    array_of(Name, Array, array_element/3),
    place(Array, Index, I, array_element/3),
    arg(I, Array, Value).

%! add_to_array_element(+Name, +Index, +Number, -NewValue) is det.
%
%  Adds a number to an element, which becomes `NewValue`.
?- static_array(yap_s, 2, int), add_to_array_element(yap_s, 0, 5, V).
   V = 5.
add_to_array_element(Name, Index, Number, Value) :-
    array_element(Name, Index, Old),
    Value is Old+Number,
    update_array(Name, Index, Value).

%! static_array_to_term(+Name, -Term) is det.
%
%  Unifies `Term` with a compound `array(Element0,...)`.
?- static_array(yap_s, 2, int), static_array_to_term(yap_s, T).
   T = array(0,0).
static_array_to_term(Name, Term) :-
    array_of(Name, Array, static_array_to_term/2),
    Array =.. [_|Es],
    Term =.. [array|Es].

%! nb_create(+Name, +Functor, +Arity) is det.
%
%  Sets a global variable to a new compound term.
?- nb_create(yap_n, f, 2), nb_getval(yap_n, T).
   T = f(_,_).
nb_create(Name, Functor, Arity) :-
    functor(T, Functor, Arity),
    nb_setval(Name, T).

%! atomic_concat(+Atomics, -Atom) is det.
%
%  Unifies `Atom` with the concatenation of a list of atoms and numbers.
?- atomic_concat([a,1,b], A).
   A = a1b.
atomic_concat(Atomics, Atom) :- atomic_list_concat(Atomics, Atom).

%! recordaifnot(+Key, +Term, -Reference) is semidet.
%
%  As recorda/3, if no variant of `Term` is recorded under the key.
?- recordaifnot(yap_key, t(_), R), recordaifnot(yap_key, t(_), _).
   false.
recordaifnot(Key, Term, Reference) :-
    \+ ( recorded(Key, Old, _), Old =@= Term ),
    recorda(Key, Term, Reference).

%! recordzifnot(+Key, +Term, -Reference) is semidet.
%
%  As recordz/3, if no variant of `Term` is recorded under the key.
?- recordzifnot(yap_key2, t(1), R).
   R = ... .
recordzifnot(Key, Term, Reference) :-
    \+ ( recorded(Key, Old, _), Old =@= Term ),
    recordz(Key, Term, Reference).

%! erased(+Reference) is semidet.
%
%  True if the clause or the recorded term was erased.
?- recorda(yap_key3, t, R), \+ erased(R), erase(R), erased(R).
   R = ... .
erased(Reference) :-
    must_be(nonvar, Reference),
    \+ catch(instance(Reference, _), error(_,_), fail).

%! nth_instance(+Key, ?N, -Reference) is nondet.
%
%  Enumerates the terms that are recorded under a key, with their numbers from 1.
?- recordz(yap_key4, a, _), recordz(yap_key4, b, R), nth_instance(yap_key4, N, R).
   R = ..., N = 2.
nth_instance(Key, N, Reference) :-
    findall(R, recorded(Key, _, R), Rs),
    nth1(N, Rs, Reference).

%! assert_static(:Clause) is det.
%
%  As assertz/1; the predicate is dynamic here.
?- assert_static(yap:static_example(1)), yap:static_example(X).
   X = 1.
assert_static(Clause) :- assertz(Clause).

%! asserta_static(:Clause) is det.
%
%  As asserta/1; the predicate is dynamic here.
?- asserta_static(yap:static_first(1)), yap:static_first(X).
   X = 1.
asserta_static(Clause) :- asserta(Clause).

%! assertz_static(:Clause) is det.
%
%  As assertz/1; the predicate is dynamic here.
?- assertz_static(yap:static_last(1)), yap:static_last(X).
   X = 1.
assertz_static(Clause) :- assertz(Clause).

%! depth_bound_call(:Goal, +Limit) is nondet.
%
%  Calls `Goal`; a call that is deeper than `Limit` fails.
?- depth_bound_call(true, 10).
   true.
depth_bound_call(Goal, Limit) :-
    call_with_depth_limit(Goal, Limit, Result),
    Result \== depth_limit_exceeded.

%! call_residue(:Goal, -Residue) is nondet.
%
%  Calls `Goal`, and unifies `Residue` with a list of `Vars-Goal` for the constraints on its variables, which stay.
?- call_residue(dif(X, a), Rs).
   Rs = [[X]-(dif:dif(X,a))], dif:dif(X,a).
call_residue(Goal, Residue) :-
    call(Goal),
    term_attvars(Goal, Vs),
    copy_term(Vs, Vs, Goals),
    maplist(with_variables, Goals, Residue).

with_variables(Goal, Vs-Goal) :- term_variables(Goal, Vs).

%! primitive(?Term) is semidet.
%
%  True if `Term` is atomic.
?- primitive(1).
   true.
primitive(Term) :- atomic(Term).

%! exists(+File) is semidet.
%
%  As exists_file/1.
?- exists(no_such_file).
   false.
exists(File) :- exists_file(File).

%! rename(+Old, +New) is det.
%
%  As rename_file/2.
?- rename(no_such_file, other).
   error(existence_error(file,no_such_file),rename_file/2).
rename(Old, New) :- rename_file(Old, New).

%! getcwd(-Directory) is det.
%
%  Unifies `Directory` with the working directory.
?- getcwd(D), atom(D).
   D = ... .
getcwd(Directory) :- working_directory(Directory, Directory).

%! putenv(+Name, +Value) is det.
%
%  As setenv/2.
?- putenv('YAP_EXAMPLE', x), getenv('YAP_EXAMPLE', V).
   V = x.
putenv(Name, Value) :- setenv(Name, Value).

%! hostname(-Name) is det.
%
%  As host_name/1.
?- hostname(N), atom(N).
   N = ... .
hostname(Name) :- host_name(Name).

%! sh is det.
%
%  As shell/0.
sh :- shell.

%! prompt(+Prompt) is det.
%
%  As prompt/2, without the old prompt.
?- prompt(Old, Old), prompt('> '), prompt(P, Old).
   Old = ..., P = '> '.
prompt(Prompt) :- prompt(_, Prompt).

%! source is det.
%
%  Has no effect: the text of clauses can be had in any case.
?- source.
   true.
source.

%! gc is det.
%
%  Has no effect: collections are always on.
?- gc.
   true.
gc.

%! nogc is det.
%
%  Has no effect: collections are always on.
?- nogc.
   true.
nogc.

%! fileerrors is det.
%
%  Sets the flag `fileerrors`: a file that cannot be opened is an error.
?- fileerrors.
   true.
fileerrors.

%! nofileerrors is det.
%
%  Would let see/1 and the like fail for files that cannot be opened; it has no effect.
?- nofileerrors.
   true.
nofileerrors.

%! yap_flag(?Flag, ?Value) is nondet.
%
%  Enumerates flags, or sets one if it has another value.
?- yap_flag(bounded, V).
   V = false.
yap_flag(Flag, Value) :-
    (   nonvar(Flag), nonvar(Value), current_prolog_flag(Flag, Old), Old \== Value -> set_prolog_flag(Flag, Value)
    ;   current_prolog_flag(Flag, Value)
    ).

%! srandom(+Seed) is det.
%
%  As set_random(seed(Seed)).
?- srandom(42).
   true.
srandom(Seed) :- set_random(seed(Seed)).

%! write_depth(?Terms, ?Lists, ?Arguments) is det.
%
%  The limits of what is written: there are none, and others have no effect.
?- write_depth(T, L, A).
   T = 0, L = 0, A = 0.
write_depth(Terms, Lists, Arguments) :- maplist(no_limit, [Terms,Lists,Arguments]).

no_limit(X) :- ( var(X) -> X = 0 ; true ).

%! system_predicate(:Indicator) is nondet.
%
%  True if the predicate is built in.
?- system_predicate(append/3).
   false.
?- system_predicate(atom/1).
   true.
system_predicate(MPI) :-
    strip_module(MPI, M, N/A),
    (   atom(N), integer(A) -> functor(H, N, A), predicate_property(M:H, built_in)
    ;   predicate_property(M:H, built_in), functor(H, N, A)
    ).

%! hide_predicate(:Indicator) is det.
%
%  Has no effect.
?- hide_predicate(p/1).
   true.
hide_predicate(_).

%! selectlist(:Test, +List, -Selected) is det.
%
%  As include/3.
?- selectlist([X]>>(X > 1), [1,2,3], L).
   L = [2,3].
selectlist(Test, List, Selected) :- include(Test, List, Selected).

%! sumlist(:Step, +List, ?V0, ?V) is nondet.
%
%  As foldl/4.
?- sumlist([X,S0,S]>>(S is S0+X), [1,2,3], 0, S).
   S = 6.
sumlist(Step, List, V0, V) :- foldl(Step, List, V0, V).

%! foldl2(:Step, +List, ?V0, ?V, ?W0, ?W) is nondet.
%
%  As foldl/4 with two values: calls `Step` with an element, the two values and the two new values, each before its new one.
?- foldl2([X,A0,A,B0,B]>>(A is A0+X, B is B0*X), [1,2,3,4], 0, S, 1, P).
   S = 10, P = 24.
foldl2(Step, List, V0, V, W0, W) :- foldl2_(List, Step, V0, V, W0, W).

foldl2_([], _, V, V, W, W).
foldl2_([X|Xs], Step, V0, V, W0, W) :-
    call(Step, X, V0, V1, W0, W1),
    foldl2_(Xs, Step, V1, V, W1, W).

%! mapnodes(:Step, ?TermIn, ?TermOut) is nondet.
%
%  Maps each subterm, a term before its arguments.
?- mapnodes([X,Y]>>( X == a -> Y = b ; Y = X ), f(a,g(a)), T).
   T = f(b,g(b)).
mapnodes(Step, In, Out) :-
    call(Step, In, Mid),
    (   compound(Mid) ->
        Mid =.. [N|As],
        maplist(mapnodes(Step), As, Bs),
        Out =.. [N|Bs]
    ;   Out = Mid
    ).

%! checknodes(:Test, +Term) is semidet.
%
%  True if the test is true of each subterm.
?- checknodes(nonvar, f(a,g(b))).
   true.
?- checknodes(nonvar, f(a,_)).
   false.
checknodes(Test, Term) :-
    call(Test, Term),
    (   compound(Term) -> Term =.. [_|As], maplist(checknodes(Test), As)
    ;   true
    ).

%! sumnodes(:Step, +Term, ?V0, ?V) is nondet.
%
%  As foldl/4 over the subterms, a term before its arguments.
?- sumnodes([X,N0,N]>>( atom(X) -> N is N0+1 ; N = N0 ), f(a,g(b)), 0, N).
   N = 2.
sumnodes(Step, Term, V0, V) :-
    call(Step, Term, V0, V1),
    (   compound(Term) -> Term =.. [_|As], foldl(sumnodes(Step), As, V1, V)
    ;   V = V1
    ).

%! sumargs(:Step, +Term, ?V0, ?V) is nondet.
%
%  As foldl/4 over the arguments of a term.
?- sumargs([X,S0,S]>>(S is S0+X), f(1,2), 0, S).
   S = 3.
sumargs(Step, Term, V0, V) :-
    Term =.. [_|As],
    foldl(Step, As, V0, V).
