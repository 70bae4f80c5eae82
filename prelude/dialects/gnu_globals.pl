% Global variables of GNU Prolog: terms, counters, sets of bits, and arrays.
%
% An element of an array is a global variable of its own, whose name is made of those of the array and the index; the
% array is a term `'$g_array'(Kind,Size,Value)`, with what `g_array_auto` gives new elements.

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
    array(Key, _, Size, _),
    N = Size.

% The key of the global variable that a name stands for.
variable(K, PI, Key) :-
    (   atom(K) -> Key = K
    ;   var(K) -> instantiation_error(PI)
    ;   compound(K) -> K =.. [Name|Is], element(Is, Name, K, PI, Key)
    ;   type_error(callable, K, PI)
    ).

element([], Key, _, _, Key).
element([I0|Is], Key0, K, PI, Key) :-
    index(I0, PI, I),
    (   array(Key0, Kind, Size, V), I >= 0 ->
        (   I < Size -> true
        ;   Kind == auto -> grow(Key0, Size, I, V, PI)
        ;   domain_error(g_array_index, K, PI)
        )
    ;   domain_error(g_array_index, K, PI)
    ),
    element_key(Key0, I, Key1),
    element(Is, Key1, K, PI, Key).

index(I0, PI, I) :-
    (   integer(I0) -> I = I0
    ;   variable(I0, PI, Key),
        value(Key, I),
        check_integer(I, PI)
    ).

check_integer(I, PI) :- ( integer(I) -> true ; type_error(integer, I, PI) ).

element_key(Key0, I, Key) :- atomic_list_concat([Key0,' ',I], Key).

array(Key, Kind, Size, V) :- nb_current(Key, A), nonvar(A), A = '$g_array'(Kind,Size,V).

% The size of an array that grows is a power of two afterwards.
grow(Key, Size0, I, V, PI) :-
    Size is 1 << (msb(I)+1),
    nb_setval(Key, '$g_array'(auto,Size,V)),
    Last is Size-1,
    fill(Size0, Last, V, nb, Key, PI).

fill(From, To, V, How, Key, PI) :-
    (   From > To -> true
    ;   assign_element(From, V, How, Key, PI),
        From1 is From+1,
        fill(From1, To, V, How, Key, PI)
    ).

assign_element(I, V, How, Key, PI) :- element_key(Key, I, Key1), assign(V, How, Key1, PI).

value(Key, V) :-
    (   array(Key, _, Size, _) ->
        Last is Size-1,
        V = g_array(Vs),
        values(0, Last, Key, Vs)
    ;   nb_current(Key, V0) -> V = V0
    ;   V = 0
    ).

values(I, Last, Key, Vs) :-
    (   I > Last -> Vs = []
    ;   Vs = [V|Vs1],
        element_key(Key, I, Key1),
        value(Key1, V),
        I1 is I+1,
        values(I1, Last, Key, Vs1)
    ).

% Sets a variable, How = nb, or until backtracking, How = b.
assign(V, How, Key, PI) :-
    (   array_term(V, Kind, What) ->
        (   elements(What, Size, Value, Vs) -> true
        ;   domain_error(g_array_index, V, PI)
        ),
        ( Kind == extend, array(Key, Kind0, Size0, _) -> Size1 is max(Size, Size0) ; Kind0 = Kind, Size0 = 0, Size1 = Size ),
        set(How, Key, '$g_array'(Kind0,Size1,Value)),
        (   Vs == none ->
            Last is Size-1,
            fill(Size0, Last, Value, How, Key, PI)
        ;   assign_all(Vs, 0, Size0, How, Key, PI)
        )
    ;   set(How, Key, V)
    ).

array_term(V, Kind, What) :-
    compound(V),
    V =.. [Name|What],
    array_kind(Name, Kind).

array_kind(g_array, fixed).
array_kind(g_array_auto, auto).
array_kind(g_array_extend, extend).

% elements(Arguments, Size, Value, Values): all have the same value and Values = none, or each its own.
elements([Size], Size, 0, none) :- integer(Size), Size > 0.
elements([Vs], Size, 0, Vs) :- Vs = [_|_], is_list(Vs), length(Vs, Size).
elements([Size,V], Size, V, none) :- integer(Size), Size > 0.

assign_all([], _, _, _, _, _).
assign_all([V|Vs], I, Size0, How, Key, PI) :-
    ( I < Size0 -> true ; assign_element(I, V, How, Key, PI) ),
    I1 is I+1,
    assign_all(Vs, I1, Size0, How, Key, PI).

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
