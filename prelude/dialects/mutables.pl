% Mutable terms and blackboard keys of SICStus Prolog and YAP.

:- module(mutables, [
    create_mutable/2, get_mutable/2, update_mutable/2, is_mutable/1, mutable/1, bb_update/3, bb_delete/2
]).

% A mutable is `'$mutable'(Value)`, whose argument is assigned; backtracking undoes the assignment.

%! create_mutable(+Value, -Mutable) is det.
%
%  Unifies `Mutable` with a new mutable term that has the value `Value`.
?- create_mutable(1, M), get_mutable(V, M).
   M = ..., V = 1.
create_mutable(Value, '$mutable'(Value)).

%! get_mutable(?Value, +Mutable) is semidet.
%
%  True if `Value` is the value of a mutable term. Throws a type error if `Mutable` is none.
?- get_mutable(V, f(1)).
   error(type_error(mutable,f(1)),get_mutable/2).
get_mutable(Value, Mutable) :-
    must_be_mutable(Mutable, get_mutable/2),
    arg(1, Mutable, Value).

%! update_mutable(+Value, +Mutable) is det.
%
%  Gives a mutable term another value; backtracking restores the old one. Throws a type error if `Mutable` is none.
?- create_mutable(1, M), ( update_mutable(2, M), get_mutable(V, M) ; get_mutable(V, M) ).
   M = ..., V = 2
;  M = ..., V = 1.
?- update_mutable(1, _).
   error(instantiation_error,update_mutable/2).
update_mutable(Value, Mutable) :-
    must_be_mutable(Mutable, update_mutable/2),
    setarg(1, Mutable, Value).

must_be_mutable(M, Context) :-
    (   is_mutable(M) -> true
    ;   var(M) -> instantiation_error(Context)
    ;   type_error(mutable, M, Context)
    ).

%! is_mutable(?Term) is semidet.
%
%  True if `Term` is a mutable term.
?- is_mutable(_).
   false.
is_mutable(Term) :- nonvar(Term), Term = '$mutable'(_).

%! mutable(?Term) is semidet.
%
%  As is_mutable/1.
?- create_mutable(1, M), mutable(M).
   M = ... .
mutable(Term) :- is_mutable(Term).

%! bb_update(+Key, ?Old, +New) is semidet.
%
%  True if `Old` unifies with the value that bb_put/2 has given to `Key`, which is `New` then.
?- bb_put(bb_example, 1), bb_update(bb_example, Old, 2), bb_get(bb_example, V).
   Old = 1, V = 2.
?- bb_update(bb_no_such_key, Old, 2).
   false.
bb_update(Key, Old, New) :- bb_get(Key, Old), bb_put(Key, New).

%! bb_delete(+Key, ?Value) is semidet.
%
%  True if `Value` unifies with the value that bb_put/2 has given to `Key`, which has none then.
?- bb_put(bb_example, 1), bb_delete(bb_example, V), \+ bb_get(bb_example, _).
   V = 1.
bb_delete(Key, Value) :- bb_get(Key, Value), nb_delete(Key).
