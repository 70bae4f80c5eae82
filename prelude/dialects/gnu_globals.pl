% Global variables of GNU Prolog: terms, counters, sets of bits, and arrays.
%
% An element of an array is a global variable of its own, whose name is made of those of the array and the index; the
% array is a term `'$g_array'(Kind,Size,Value,Name,...)`, with what `g_array_auto` gives new elements, and with the names
% of its elements, so that no access makes a name. `'$global_argument'/4` reads one of them without a copy of the term.

:- module(gnu_globals, [
    g_assign/2, g_assignb/2, g_link/2, g_read/2, g_array_size/2,
    g_inc/1, g_inc/2, g_inc/3, g_inco/2, g_dec/1, g_dec/2, g_dec/3, g_deco/2,
    g_set_bit/2, g_reset_bit/2, g_test_set_bit/2, g_test_reset_bit/2
]).

%! g_assign(+Name, +Value) is det.
%
%  Sets the global variable `Name` to a copy of `Value`, which is kept on backtracking. `Name` is an atom, or
%  `Array(Index,...)` for an element of an array; an index is an integer or the name of a variable with one. An array is made by
%  `g_array(Size)`, `g_array(Size,Value)` or `g_array(Values)`; `g_array_auto` in place of `g_array` makes one that grows
%  when an element behind its end is used, and `g_array_extend` one that keeps the elements that the variable had.
?- g_assign(gv, 1), g_read(gv, V).
   V = 1.
?- g_assign(gv, g_array(3)), g_assign(gv(1), x), g_read(gv(1), X), g_read(gv, V).
   X = x, V = g_array([0,x,0]).
?- g_assign(gv, g_array(2,g_array([a,b]))), g_assign(gv(0,1), c), g_read(gv, V).
   V = g_array([g_array([a,c]),g_array([a,b])]).
?- g_assign(gv, g_array_auto(2,z)), g_assign(gv(4), x), g_read(gv, V).
   V = g_array([z,z,z,z,x,z,z,z]).
?- g_assign(gv, g_array([a,b])), g_assign(gv, g_array_extend(3,c)), g_read(gv, V).
   V = g_array([a,b,c]).
?- g_assign(gv, g_array(1000)), g_assign(gv(999), x), g_read(gv(999), X), g_read(gv(998), Y), g_array_size(gv, N).
   X = x, Y = 0, N = 1000.
?- g_assign(gv, g_array(0,x)).
   error(domain_error(g_array_index,g_array(0,x)),g_assign/2).
?- g_assign(gv, f(g_array(3))), g_read(gv, V).
   V = f(g_array(3)).
?- g_assign(1, x).
   error(type_error(callable,1),g_assign/2).
g_assign(K, V) :- variable(K, g_assign/2, Key), assign(V, nb, Key, g_assign/2).

%! g_assignb(+Name, +Value) is det.
%
%  As g_assign/2, undone on backtracking.
?- g_assignb(gvb, 1), g_read(gvb, V).
   V = 1.
?- g_assign(gvb, g_array(2,0)), ( g_assignb(gvb(0), 1), false ; g_read(gvb, V) ).
   V = g_array([0,0]).
g_assignb(K, V) :- variable(K, g_assignb/2, Key), copy_term(V, V1), assign(V1, b, Key, g_assignb/2).

%! g_link(+Name, +Value) is det.
%
%  Sets the global variable `Name` to `Value` itself, undone on backtracking.
?- g_link(gvl, f(X)), g_read(gvl, f(1)).
   X = 1.
g_link(K, V) :- variable(K, g_link/2, Key), assign(V, b, Key, g_link/2).

%! g_read(+Name, ?Value) is semidet.
%
%  Unifies `Value` with the value of the global variable `Name`, 0 if it has none, and `g_array(Values)` for an array.
?- g_read(gv_unknown, V).
   V = 0.
?- g_assign(gi, 1), g_assign(gv, g_array([a,b])), g_read(gv(gi), V).
   V = b.
?- g_read(gv(2), V).
   error(domain_error(g_array_index,gv(2)),g_read/2).
?- g_read(gv_unknown(1), V).
   error(domain_error(g_array_index,gv_unknown(1)),g_read/2).
?- g_read(_, V).
   error(instantiation_error,g_read/2).
g_read(K, V) :- variable(K, g_read/2, Key), value(Key, V0), V = V0.

%! g_array_size(+Name, ?Size) is semidet.
%
%  Unifies `Size` with the number of elements of an array. False if the global variable is no array.
?- g_assign(gv, g_array([a,b])), g_array_size(gv, N).
   N = 2.
?- g_array_size(gv_unknown, N).
   false.
g_array_size(K, N) :-
    variable(K, g_array_size/2, Key),
    ( ( var(N) ; integer(N) ) -> true ; type_error(integer, N, g_array_size/2) ),
    array(Key, _, Size),
    N = Size.

% The key of the global variable that a name stands for.
variable(K, PI, Key) :-
    (   atom(K) -> Key = K
    ;   var(K) -> instantiation_error(PI)
    ;   compound(K) -> functor(K, Name, Arity), element(1, Arity, Name, K, PI, Key)
    ;   type_error(callable, K, PI)
    ).

% The key for the indices from the Nth on, those before it lead to the array Key0.
element(N, Arity, Key0, K, PI, Key) :-
    arg(N, K, I0),
    ( integer(I0) -> I = I0 ; index(I0, PI, I) ),
    A is I+4,
    (   I >= 0, '$global_argument'(Key0, '$g_array', A, Key1) -> true
    ;   I >= 0, array(Key0, auto, Size) -> grow(Key0, Size, I, PI), '$global_argument'(Key0, '$g_array', A, Key1)
    ;   domain_error(g_array_index, K, PI)
    ),
    ( N =:= Arity -> Key = Key1 ; N1 is N+1, element(N1, Arity, Key1, K, PI, Key) ).

index(I0, PI, I) :-
    variable(I0, PI, Key),
    value(Key, I),
    check_integer(I, PI).

check_integer(I, PI) :- ( integer(I) -> true ; type_error(integer, I, PI) ).

array(Key, Kind, Size) :-
    '$global_argument'(Key, '$g_array', 1, Kind),
    '$global_argument'(Key, '$g_array', 2, Size).

% The term of an array with the name Key.
array_term(Key, Kind, Size, V, Array) :-
    Arity is Size+3,
    functor(Array, '$g_array', Arity),
    arg(1, Array, Kind),
    arg(2, Array, Size),
    arg(3, Array, V),
    element_keys(0, Size, Key, Array).

element_keys(I, Size, Key, Array) :-
    (   I =:= Size -> true
    ;   atomic_list_concat([Key,' ',I], Key1),
        element_key(Array, I, Key1),
        I1 is I+1,
        element_keys(I1, Size, Key, Array)
    ).

% The name of the element with the index I.
element_key(Array, I, Key) :- A is I+4, arg(A, Array, Key).

% The size of an array that grows is a power of two afterwards.
grow(Key, Size0, I, PI) :-
    '$global_argument'(Key, '$g_array', 3, V),
    Size is 1 << (msb(I)+1),
    array_term(Key, auto, Size, V, Array),
    nb_setval(Key, Array),
    fill(Size0, Size, V, nb, Array, PI).

% The value of the elements from Size0 on.
fill(Size0, Size, V, How, Array, PI) :-
    (   Size0 >= Size -> true
    ;   element_key(Array, Size0, Key),
        assign(V, How, Key, PI),
        Size1 is Size0+1,
        fill(Size1, Size, V, How, Array, PI)
    ).

value(Key, V) :-
    (   '$global'(Key, V0) ->
        (   compound(V0), functor(V0, '$g_array', Arity) ->
            V = g_array(Vs),
            Size is Arity-3,
            values(0, Size, V0, Vs)
        ;   V = V0
        )
    ;   V = 0
    ).

values(I, Size, Array, Vs) :-
    (   I =:= Size -> Vs = []
    ;   Vs = [V|Vs1],
        element_key(Array, I, Key),
        value(Key, V),
        I1 is I+1,
        values(I1, Size, Array, Vs1)
    ).

% Sets a variable, How = nb, or until backtracking, How = b.
assign(V, How, Key, PI) :-
    (   compound(V), new_array(V, Kind, What) ->
        (   elements(What, Size, Value, Vs) -> true
        ;   domain_error(g_array_index, V, PI)
        ),
        (   Kind == extend, array(Key, Kind0, Size0) -> Size1 is max(Size, Size0)
        ;   Kind0 = Kind, Size0 = 0, Size1 = Size
        ),
        array_term(Key, Kind0, Size1, Value, Array),
        set(How, Key, Array),
        (   Vs == none -> fill(Size0, Size, Value, How, Array, PI)
        ;   assign_all(Vs, 0, Size0, How, Array, PI)
        )
    ;   set(How, Key, V)
    ).

new_array(V, Kind, What) :-
    functor(V, Name, _),
    array_kind(Name, Kind),
    V =.. [_|What].

array_kind(g_array, fixed).
array_kind(g_array_auto, auto).
array_kind(g_array_extend, extend).

% elements(Arguments, Size, Value, Values): all have the same value and Values = none, or each its own.
elements([Size], Size, 0, none) :- integer(Size), Size > 0.
elements([Vs], Size, 0, Vs) :- Vs = [_|_], is_list(Vs), length(Vs, Size).
elements([Size,V], Size, V, none) :- integer(Size), Size > 0.

assign_all([], _, _, _, _, _).
assign_all([V|Vs], I, Size0, How, Array, PI) :-
    ( I < Size0 -> true ; element_key(Array, I, Key), assign(V, How, Key, PI) ),
    I1 is I+1,
    assign_all(Vs, I1, Size0, How, Array, PI).

set(nb, Key, V) :- nb_setval(Key, V).
set(b, Key, V) :- b_setval(Key, V).

%! g_inc(+Name) is det.
%
%  Increments the global variable `Name`.
?- g_assign(gc, 1), g_inc(gc), g_read(gc, V).
   V = 2.
?- g_assign(gv, g_array(2)), g_inc(gv(1)), g_read(gv, V).
   V = g_array([0,1]).
?- g_assign(gc, a), g_inc(gc).
   error(type_error(integer,a),g_inc/1).
g_inc(K) :- change(K, 1, g_inc/1, _, _).

%! g_inc(+Name, -New) is det.
%
%  As g_inc/1; unifies `New` with the new value.
?- g_assign(gc, 1), g_inc(gc, N).
   N = 2.
g_inc(K, N) :- change(K, 1, g_inc/2, _, N).

%! g_inco(+Name, -Old) is det.
%
%  As g_inc/1; unifies `Old` with the old value.
?- g_assign(gc, 1), g_inco(gc, O), g_read(gc, V).
   O = 1, V = 2.
g_inco(K, O) :- change(K, 1, g_inco/2, O, _).

%! g_inc(+Name, -Old, -New) is det.
%
%  As g_inc/1; unifies `Old` and `New` with the old and new values.
?- g_assign(gc, 1), g_inc(gc, O, N).
   O = 1, N = 2.
g_inc(K, O, N) :- change(K, 1, g_inc/3, O, N).

%! g_dec(+Name) is det.
%
%  Decrements the global variable `Name`.
?- g_assign(gc, 1), g_dec(gc), g_read(gc, V).
   V = 0.
g_dec(K) :- change(K, -1, g_dec/1, _, _).

%! g_dec(+Name, -New) is det.
%
%  As g_dec/1; unifies `New` with the new value.
?- g_assign(gc, 1), g_dec(gc, N).
   N = 0.
g_dec(K, N) :- change(K, -1, g_dec/2, _, N).

%! g_deco(+Name, -Old) is det.
%
%  As g_dec/1; unifies `Old` with the old value.
?- g_assign(gc, 1), g_deco(gc, O), g_read(gc, V).
   O = 1, V = 0.
g_deco(K, O) :- change(K, -1, g_deco/2, O, _).

%! g_dec(+Name, -Old, -New) is det.
%
%  As g_dec/1; unifies `Old` and `New` with the old and new values.
?- g_assign(gc, 1), g_dec(gc, O, N).
   O = 1, N = 0.
g_dec(K, O, N) :- change(K, -1, g_dec/3, O, N).

change(K, By, PI, O, N) :-
    counter(K, PI, Key, O0),
    N0 is O0+By,
    nb_setval(Key, N0),
    O = O0,
    N = N0.

counter(K, PI, Key, V) :- variable(K, PI, Key), value(Key, V), check_integer(V, PI).

%! g_set_bit(+Name, +Bit) is det.
%
%  Sets the bit with the weight 2**Bit of a global variable.
?- g_assign(gs, 1), g_set_bit(gs, 3), g_read(gs, V).
   V = 9.
g_set_bit(K, B) :- bit(K, B, g_set_bit/2, Key, V), V1 is V \/ 1<<B, nb_setval(Key, V1).

%! g_reset_bit(+Name, +Bit) is det.
%
%  Clears the bit with the weight 2**Bit of a global variable.
?- g_assign(gs, 9), g_reset_bit(gs, 3), g_read(gs, V).
   V = 1.
g_reset_bit(K, B) :- bit(K, B, g_reset_bit/2, Key, V), V1 is V /\ \ (1<<B), nb_setval(Key, V1).

%! g_test_set_bit(+Name, +Bit) is semidet.
%
%  True if the bit with the weight 2**Bit of a global variable is set.
?- g_assign(gs, 9), g_test_set_bit(gs, 3).
   true.
g_test_set_bit(K, B) :- bit(K, B, g_test_set_bit/2, _, V), getbit(V, B) =:= 1.

%! g_test_reset_bit(+Name, +Bit) is semidet.
%
%  True if the bit with the weight 2**Bit of a global variable is not set.
?- g_assign(gs, 9), g_test_reset_bit(gs, 3).
   false.
?- g_test_reset_bit(gs, x).
   error(type_error(integer,x),must_be/2).
g_test_reset_bit(K, B) :- bit(K, B, g_test_reset_bit/2, _, V), getbit(V, B) =:= 0.

bit(K, B, PI, Key, V) :- must_be(nonneg, B), counter(K, PI, Key, V).
