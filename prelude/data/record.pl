% Terms with named fields: `:- record point(x:integer=0, y:integer=0)` defines predicates that
% create, read and change terms point/2.

:- module(record, [(record)/1, current_record/2, current_record_predicate/2, op(1150,fx,record)]).

:- meta_predicate record(:), current_record(?,:), current_record_predicate(?,:).

% known(Module, Name, Fields), where each field is `field(Name, Type, Default)`.
:- dynamic(known/3).

%! record(:Spec) is det.
%
%  Defines the predicates of record types. Used as a directive. `Spec` is `Name(Field, ...)`, or
%  several of these joined by commas; a field is `F:Type=Default`, `F=Default`, `F:Type` or `F`.
%  Types are those of must_be/2, or names of records.
%
%  `point(x:integer=0, y=0)` defines
%
%  - `default_point(R)`, `is_point(R)`;
%  - `make_point(Fields, R)` and `make_point(Fields, R, Rest)`, where `Fields` is a list of `x(V)`
%    and `y(V)`;
%  - `point_data(F, R, V)`, `point_x(R, V)` and `point_y(R, V)`;
%  - `set_x_of_point(V, R0, R)`, and `set_x_of_point(V, R)` and `nb_set_x_of_point(V, R)`, which
%    change `R` itself; the same for `y`;
%  - `set_point_field(F, R0, R)`, `set_point_fields(Fs, R0, R)` and `set_point_fields(Fs, R0, R,
%    Rest)`.
%
%  Throws a type error if `Spec` is not a record declaration. The defined predicates throw a type
%  error for a value that does not have the type of its field.
?- record(point(x:integer=0, y:integer=0)), make_point([y(3)], P), point_y(P, Y), set_x_of_point(1, P, Q).
   P = point(0,3), Y = 3, Q = point(1,3).
?- record(point(x:integer=0)), make_point([x(a)], P).
   error(type_error(integer,a),make_point/2).
?- record(1).
   error(type_error(record_declaration,1),(record)/1).
record(MS) :- strip_module(MS, M, S), each_record(S, M).

each_record(S, M) :-
    (   var(S) -> instantiation_error((record)/1)
    ;   S = (A,B) -> each_record(A, M), each_record(B, M)
    ;   compound(S) ->
        S =.. [C|Fs0],
        fields(Fs0, Fs),
        declare(M, C, Fs)
    ;   type_error(record_declaration, S, (record)/1)
    ).

fields([], []).
fields([F0|Fs0], [F|Fs]) :- field(F0, F), fields(Fs0, Fs).

field(F, _) :- var(F), !, instantiation_error((record)/1).
field(N:T=D, field(N,T,D)) :- !.
field(N=D, field(N,any,D)) :- !.
field(N:T, field(N,T,_)) :- !.
field(N, field(N,any,_)) :- must_be(atom, N).

declare(M, C, Fs) :-
    (   known(M, C, Old), Old =@= Fs -> true
    ;   retractall(known(M, C, _)),
        assertz(known(M, C, Fs)),
        findall(Cl, clause_of(C, M, Fs, Cl), Cls),
        add_each(Cls, M)
    ).

add_each([], _).
add_each([Cl|Cls], M) :- '$add_clause'(M, Cl), add_each(Cls, M).

clause_of(C, M, _, (H :- (record):made(M, C, [], R, [], N/1))) :- named([default,C], [R], H, N).
clause_of(C, M, _, (H :- (record):is_record(M, C, R))) :- named([is,C], [R], H, _).
clause_of(C, M, _, (H :- (record):made(M, C, Fs, R, [], N/2))) :- named([make,C], [Fs,R], H, N).
clause_of(C, M, _, (H :- (record):made(M, C, Fs, R, Rest, N/3))) :- named([make,C], [Fs,R,Rest], H, N).
clause_of(C, M, _, (H :- (record):set_fields(Fs, M, C, R0, R, [], N/3))) :- named([set,C,fields], [Fs,R0,R], H, N).
clause_of(C, M, _, (H :- (record):set_fields(Fs, M, C, R0, R, Rest, N/4))) :- named([set,C,fields], [Fs,R0,R,Rest], H, N).
clause_of(C, M, _, (H :- (record):set_fields([F], M, C, R0, R, [], N/3))) :- named([set,C,field], [F,R0,R], H, N).
clause_of(C, _, Fs, (H :- true)) :-
    length(Fs, A),
    functor(R, C, A),
    nth1(I, Fs, field(F,_,_)),
    arg(I, R, V),
    (   named([C,data], [F,R,V], H, _)
    ;   named([C,F], [R,V], H, _)
    ).
clause_of(C, M, Fs, (H :- B)) :-
    length(Fs, A),
    functor(R0, C, A),
    functor(R, C, A),
    nth1(I, Fs, field(F,T,_)),
    changed(1, A, I, R0, R, V),
    (   named([set,F,of,C], [V,R0,R], H, N), B = (record):value(T, M, V, N/3)
    ;   named([set,F,of,C], [V,R0], H, N), B = ( (record):value(T, M, V, N/2), setarg(I, R0, V) )
    ;   named([nb,set,F,of,C], [V,R0], H, N), B = ( (record):value(T, M, V, N/2), nb_setarg(I, R0, V) )
    ).

named(Parts, As, H, N) :- atomic_list_concat(Parts, '_', N), H =.. [N|As].

% `R` is `R0` with `V` as argument `I`.
changed(J, A, I, R0, R, V) :-
    (   J > A -> true
    ;   ( J =:= I -> arg(J, R, V) ; arg(J, R0, X), arg(J, R, X) ),
        J1 is J+1,
        changed(J1, A, I, R0, R, V)
    ).

made(M, C, Given, R, Rest, PI) :-
    known(M, C, Fs),
    must_be(list, Given),
    taken(Fs, M, Given, Rest0, Vs, PI),
    (   Rest0 = [F|_], Rest == [] -> existence_error(record_field, F, PI)
    ;   Rest = Rest0
    ),
    R =.. [C|Vs].

taken([], _, Rest, Rest, [], _).
taken([field(N,T,D)|Fs], M, Given, Rest, [V|Vs], PI) :-
    G =.. [N,V0],
    (   select(G, Given, Given1) -> V = V0, value(T, M, V, PI)
    ;   Given1 = Given,
        copy_term(D, V)
    ),
    taken(Fs, M, Given1, Rest, Vs, PI).

value(T, M, V, PI) :-
    (   atom(T), known(M, T, _) ->
        (   is_record(M, T, V) -> true
        ;   type_error(T, V, PI)
        )
    ;   catch(must_be(T, V), error(E,_), throw(error(E,PI)))
    ).

is_record(M, C, R) :-
    known(M, C, Fs),
    length(Fs, A),
    nonvar(R),
    functor(R, C, A),
    R =.. [_|Vs],
    fitting(Fs, Vs, M).

fitting([], [], _).
fitting([field(_,T,_)|Fs], [V|Vs], M) :-
    catch(value(T, M, V, is_record/1), error(_,_), fail),
    fitting(Fs, Vs, M).

set_fields(Given, M, C, R0, R, Rest, PI) :-
    known(M, C, Fs),
    must_be(list, Given),
    length(Fs, A),
    functor(R0, C, A),
    R0 =.. [_|Vs0],
    replaced(Fs, Vs0, M, Given, Rest0, Vs, PI),
    (   Rest0 = [F|_], Rest == [] -> existence_error(record_field, F, PI)
    ;   Rest = Rest0
    ),
    R =.. [C|Vs].

replaced([], [], _, Rest, Rest, [], _).
replaced([field(N,T,_)|Fs], [V0|Vs0], M, Given, Rest, [V|Vs], PI) :-
    G =.. [N,V1],
    (   select(G, Given, Given1) -> V = V1, value(T, M, V, PI)
    ;   Given1 = Given,
        V = V0
    ),
    replaced(Fs, Vs0, M, Given1, Rest, Vs, PI).

%! current_record(?Name, :Fields) is nondet.
%
%  True if there is a record type `Name` with `Fields`, a term `Name(Field:Type, ...)`.
?- record(pair(a,b:atom)), current_record(pair, F).
   F = pair(a:any,b:atom).
current_record(C, MT) :-
    strip_module(MT, M, T),
    known(M, C, Fs),
    shown(Fs, As),
    T =.. [C|As].

shown([], []).
shown([field(N,T,_)|Fs], [N:T|As]) :- shown(Fs, As).

%! current_record_predicate(?Name, :Indicator) is nondet.
%
%  True if `Indicator` is a predicate that the record type `Name` defines.
?- record(pair(a,b)), current_record_predicate(pair, make_pair/2).
   true.
current_record_predicate(C, MPI) :-
    strip_module(MPI, M, PI),
    known(M, C, Fs),
    findall(N/A, ( clause_of(C, M, Fs, (H:-_)), functor(H, N, A) ), PIs0),
    sort(PIs0, PIs),
    (   ground(PI) -> memberchk(PI, PIs)
    ;   member(PI, PIs)
    ).
