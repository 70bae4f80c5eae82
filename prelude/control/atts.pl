% Attributed variables with the interface of SICStus Prolog.
%
% A module declares its attributes by `:- attribute name/arity, ...`. All attributes that a module
% has on a variable are one term `'$atts'(Slot1, ..., SlotN)`, stored under the name of the module
% as the value of put_attr/3; a slot without an attribute is 0. `'$wakeup'/1` recognises by this
% functor that the module defines verify_attributes/3 instead of attr_unify_hook/2.

:- module(atts, [
    (attribute)/1, put_atts/2, get_atts/2, put_atts/3, get_atts/3,
    term_attributed_variables/2
]).

:- meta_predicate attribute(:), put_atts(?,:), get_atts(?,:).

:- dynamic(slot/4).
:- dynamic(slots/2).

%! attribute(:Specs) is det.
%
%  Declares the attributes `Name/Arity` of the current module, one or several joined by commas. Used
%  as a directive.
?- attribute(seen/1), put_atts(X, seen(a)), get_atts(X, seen(Y)).
   Y = a.
attribute(S0) :-
    strip_module(S0, M, S),
    declare(S, M).

declare(S, _) :- var(S), !, instantiation_error((attribute)/1).
declare([], _) :- !.
declare([S|Ss], M) :- !, declare(S, M), declare(Ss, M).
declare((S,Ss), M) :- !, declare(S, M), declare(Ss, M).
declare(N/A, M) :-
    must_be(atom, N),
    must_be(integer, A),
    (   slot(M, N, A, _) -> true
    ;   (   retract(slots(M, I0)) -> true
        ;   I0 = 0
        ),
        I is I0+1,
        assertz(slots(M, I)),
        assertz(slot(M, N, A, I))
    ).

%! put_atts(?Var, :Atts) is det.
%
%  Changes attributes of `Var`: `+Att` or `Att` sets the attribute, replacing one with the same name
%  and arity; `-Att` removes it. `Atts` may be a list of these.
?- attribute(seen/1), put_atts(X, seen(a)), put_atts(X, -seen(_)), get_atts(X, -seen(_)).
   true.
put_atts(V, As0) :-
    strip_module(As0, M, As),
    put_atts(V, M, As).

%! put_atts(?Var, +Module, +Atts) is det.
%
%  As put_atts/2, for the attributes of `Module`.
?- attribute(seen/1), put_atts(X, user, [seen(a)]), get_atts(X, user, Atts).
   Atts = [seen(a)].
put_atts(V, M, As) :-
    (   var(V) -> true
    ;   throw(error(uninstantiation_error(V), put_atts/2))
    ),
    (   get_attr(V, M, T0), slots(M, N), functor(T0, _, N) -> true
    ;   empty(M, V, T0)
    ),
    change(As, M, T0, T),
    (   T =.. [_|Slots], zeros_only(Slots) -> del_attr(V, M)
    ;   put_attr(V, M, T)
    ).

zeros_only([]).
zeros_only([S|Ss]) :- S == 0, zeros_only(Ss).

% A term with one slot for each attribute that has been declared so far.
empty(M, V, T) :-
    (   slots(M, N) -> true
    ;   existence_error(attribute_declaration, M, put_atts/2)
    ),
    functor(T, '$atts', N),
    (   get_attr(V, M, Old) -> Old =.. [_|Slots]
    ;   Slots = []
    ),
    T =.. [_|All],
    fill(Slots, All).

fill([], All) :- zeros(All).
fill([S|Ss], [S|All]) :- fill(Ss, All).

zeros([]).
zeros([0|Zs]) :- zeros(Zs).

change(As, _, _, _) :- var(As), !, instantiation_error(put_atts/2).
change([], _, T, T) :- !.
change([A|As], M, T0, T) :- !,
    change(A, M, T0, T1),
    change(As, M, T1, T).
change(+A, M, T0, T) :- !, index(A, M, I, put_atts/2), replace(I, T0, A, T).
change(-A, M, T0, T) :- !, index(A, M, I, put_atts/2), replace(I, T0, 0, T).
change(A, M, T0, T) :- index(A, M, I, put_atts/2), replace(I, T0, A, T).

replace(I, T0, A, T) :-
    functor(T0, F, N),
    functor(T, F, N),
    copy_slots(N, I, T0, A, T).

copy_slots(N, I, T0, A, T) :-
    (   N =:= 0 -> true
    ;   (   N =:= I -> arg(N, T, A)
        ;   arg(N, T0, S),
            arg(N, T, S)
        ),
        N1 is N-1,
        copy_slots(N1, I, T0, A, T)
    ).

index(A, M, I, Ctx) :-
    (   var(A) -> instantiation_error(Ctx)
    ;   callable(A) -> functor(A, N, Arity)
    ;   type_error(callable, A, Ctx)
    ),
    (   slot(M, N, Arity, I0) -> I = I0
    ;   existence_error(attribute, M:N/Arity, Ctx)
    ).

%! get_atts(?Var, :Atts) is semidet.
%
%  Tests attributes of `Var`: `+Att` or `Att` is true if `Var` has an attribute that unifies with
%  `Att`; `-Att` is true if it has none with that name and arity. If `Atts` is a variable, it is
%  unified with the list of all attributes.
?- attribute(seen/1), get_atts(X, seen(_)).
   false.
get_atts(V, As0) :-
    strip_module(As0, M, As),
    get_atts(V, M, As).

%! get_atts(?Var, +Module, ?Atts) is semidet.
%
%  As get_atts/2, for the attributes of `Module`.
?- attribute(seen/1), get_atts(X, user, -seen(_)).
   true.
get_atts(V, M, As) :-
    var(V),
    (   get_attr(V, M, T) -> true
    ;   T = '$atts'
    ),
    (   var(As) ->
        T =.. [_|Slots],
        present(Slots, As0),
        As = As0
    ;   compare_atts(As, M, T)
    ).

present([], []).
present([S|Ss], As) :-
    (   S == 0 -> As = As1
    ;   As = [S|As1]
    ),
    present(Ss, As1).

compare_atts([], _, _) :- !.
compare_atts([A|As], M, T) :- !, compare_att(A, M, T), compare_atts(As, M, T).
compare_atts(A, M, T) :- compare_att(A, M, T).

compare_att(A, _, _) :- var(A), !, instantiation_error(get_atts/2).
compare_att(+A, M, T) :- !, index(A, M, I, get_atts/2), has(I, T, A).
compare_att(-A, M, T) :- !, index(A, M, I, get_atts/2), \+ has(I, T, _).
compare_att(A, M, T) :- index(A, M, I, get_atts/2), has(I, T, A).

has(I, T, A) :-
    functor(T, _, N),
    I =< N,
    arg(I, T, S),
    S \== 0,
    A = S.

%! term_attributed_variables(+Term, -Vars) is det.
%
%  Unifies `Vars` with the list of the attributed variables of `Term`.
?- put_attr(X, m, 1), term_attributed_variables(f(X,Y), Vs).
   Vs = [X], put_attr(X,m,1).
term_attributed_variables(T, Vs) :- term_attvars(T, Vs).
