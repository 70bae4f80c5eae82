% Records, unions and arrays as in library(structs) of SICStus Prolog: they live outside terms, so that backtracking does not undo
% changes, until they are disposed of. Their parts are terms here, not the memory of a C program.

:- module(structs, [
    (foreign_type)/1, type_definition/2, new/2, new/3, dispose/1, get_contents/3, put_contents/3, cast/3,
    null_foreign_term/2, null_foreign_term/1,
    op(1150, fx, foreign_type)
]).

:- use_module(library(lists)).

:- dynamic((definition/2, contents/3, last_number/1, alive/1)).

% A datum is `'$datum'(Type,Number,Path)`: the part at a path of the object with a number; `null` is the number of a pointer to
% nothing. The scalars of an object are facts contents(Number, Path, Value).

%! foreign_type(+Definitions) is det.
%
%  Defines types, in a directive: one `Name = Type`, or several joined by commas. A type is
%
%  - `integer`, `long`, `short`, `char`, `integer_8`, `integer_16`, `integer_32`, `integer_64` and their `unsigned_` forms, `float`,
%    `double`, `float_32`, `float_64`, `atom`, `string`, `address`, `opaque`;
%  - `struct(Fields)` and `union(Fields)` with a list of `Name:Type`; `enum(Names)` with a list of names or `Name=Number`;
%    `array(Size,Type)`, `array(Type)`, `pointer(Type)`;
%  - the name of another type.
?- use_module(library(structs)).
   true.
?- foreign_type(point = struct([x:integer,y:integer])), new(point, P), put_contents(P, x, 3), get_contents(P, x, X),
   get_contents(P, y, Y), dispose(P).
   P = ..., X = 3, Y = 0.
?- foreign_type(name = struct).
   error(domain_error(foreign_type,struct),(foreign_type)/1).
foreign_type(Definitions) :-
    (   nonvar(Definitions), Definitions = (A,B) -> foreign_type(A), foreign_type(B)
    ;   nonvar(Definitions), Definitions = (Name=Type), atom(Name) ->
        must_be_type(Type),
        retractall(definition(Name, _)),
        assertz(definition(Name, Type))
    ;   type_error(type_definition, Definitions, (foreign_type)/1)
    ).

must_be_type(Type) :-
    (   is_type(Type) -> true
    ;   domain_error(foreign_type, Type, (foreign_type)/1)
    ).

is_type(T) :- var(T), !, instantiation_error((foreign_type)/1).
is_type(struct(Fs)) :- !, is_list(Fs), fields(Fs).
is_type(union(Fs)) :- !, is_list(Fs), fields(Fs).
is_type(enum(Ns)) :- !, is_list(Ns).
is_type(array(N,T)) :- !, integer(N), N >= 0, is_type(T).
is_type(array(T)) :- !, is_type(T).
is_type(pointer(T)) :- !, is_type(T).
is_type(T) :- atom(T), \+ memberchk(T, [struct,union,enum,array,pointer]).

fields([]).
fields([F:T|Fs]) :- atom(F), is_type(T), fields(Fs).

%! type_definition(?Name, ?Type) is nondet.
%
%  Enumerates the types of foreign_type/1.
?- foreign_type(pair = array(2,integer)), type_definition(pair, T).
   T = array(2,integer).
type_definition(Name, Type) :- definition(Name, Type).

% A type in place of its name.
resolved(Type0, Type) :- ( definition(Type0, T) -> resolved(T, Type) ; Type = Type0 ).

%! new(+Type, -Datum) is det.
%
%  Makes an object. Its numbers are 0, its pointers null, its texts empty. Throws an existence error if there is no such type.
?- new(no_such_type, D).
   error(existence_error(foreign_type,no_such_type),new/2).
new(Type, Datum) :-
    must_exist(Type, new/2),
    ( retract(last_number(N0)) -> true ; N0 = 0 ),
    N is N0+1,
    assertz(last_number(N)),
    assertz(alive(N)),
    Datum = '$datum'(Type,N,[]).

%! new(+Type, +Size, -Datum) is det.
%
%  Makes an array of `Size` elements of a type, or of the type of the elements of `array(Type)`.
?- new(integer, 3, A), put_contents(A, 2, 7), get_contents(A, 2, X), get_contents(A, 3, Y).
   error(domain_error(array_index,3),get_contents/3).
new(Type, Size, Datum) :-
    must_be(nonneg, Size),
    resolved(Type, T),
    ( T = array(Element) -> true ; Element = Type ),
    new(array(Size,Element), Datum).

must_exist(Type, Context) :-
    (   var(Type) -> instantiation_error(Context)
    ;   resolved(Type, T), ( compound(T) -> is_type(T) ; scalar(T, _, _) ) -> true
    ;   existence_error(foreign_type, Type, Context)
    ).

% The scalar types, each with its test and its first value.
scalar(T, integer, 0) :- integer_type(T).
scalar(T, number, 0.0) :- memberchk(T, [float,double,float_32,float_64]).
scalar(atom, atom, '').
scalar(string, atom, '').
scalar(address, integer, 0).
scalar(opaque, nonvar, 0).
scalar(enum([N|_]), enumerated, First) :- ( N = (First=_) -> true ; First = N ).

integer_type(T) :-
    memberchk(T, [integer,long,short,char,integer_8,integer_16,integer_32,integer_64,unsigned_integer,unsigned_long,unsigned_short,
        unsigned_char,unsigned_8,unsigned_16,unsigned_32,unsigned_64]).

%! dispose(+Datum) is det.
%
%  Removes an object; it must not be used again.
?- new(integer, D), dispose(D), get_contents(D, contents, X).
   error(existence_error(foreign_term,_),get_contents/3).
dispose(Datum) :-
    object(Datum, _, N, _, dispose/1),
    retractall(alive(N)),
    retractall(contents(N, _, _)).

% The resolved type, the number and the path of a datum.
object(Datum, Type, N, Path, Context) :-
    (   var(Datum) -> instantiation_error(Context)
    ;   Datum = '$datum'(Type0,N,Path) -> resolved(Type0, Type)
    ;   type_error(foreign_term, Datum, Context)
    ),
    ( N \== null, alive(N) -> true ; existence_error(foreign_term, Datum, Context) ).

%! get_contents(+Datum, ?Part, ?Value) is nondet.
%
%  Unifies `Value` with a part of an object: a field of a struct or union, an element of an array, from 0, or `contents` of a pointer or a
%  scalar. A part that has parts itself is a datum. Enumerates the parts.
?- foreign_type(line = struct([from:place,to:place])), foreign_type(place = struct([x:integer,y:integer])),
   new(line, L), get_contents(L, to, T), put_contents(T, y, 5), findall(P-V, get_contents(T, P, V), PVs).
   L = ..., T = ..., PVs = [x-0,y-5].
get_contents(Datum, Part, Value) :-
    object(Datum, Type, N, Path, get_contents/3),
    part(Type, Part, PartType, Path, PartPath, get_contents/3),
    resolved(PartType, T),
    (   scalar(T, _, First) -> ( contents(N, PartPath, V) -> true ; V = First )
    ;   T = pointer(To) -> ( contents(N, PartPath, V) -> true ; V = '$datum'(To,null,[]) )
    ;   V = '$datum'(PartType,N,PartPath)
    ),
    Value = V.

% The members of a union have one place.
part(struct(Fs), Part, Type, Path, [Part|Path], Context) :- !, field(Part, Type, Fs, Context).
part(union(Fs), Part, Type, Path, [union|Path], Context) :- !, field(Part, Type, Fs, Context).
part(array(Size,Type), Part, Type, Path, [Part|Path], Context) :-
    !,
    Last is Size-1,
    (   var(Part) -> between(0, Last, Part)
    ;   integer(Part), Part >= 0, Part =< Last -> true
    ;   domain_error(array_index, Part, Context)
    ).
part(Type, contents, Type, Path, Path, _).

field(Part, Type, Fs, Context) :-
    (   var(Part) -> member(Part:Type, Fs)
    ;   memberchk(Part:Type0, Fs) -> Type = Type0
    ;   domain_error(field, Part, Context)
    ).

%! put_contents(+Datum, +Part, +Value) is det.
%
%  Assigns a part of an object that is a scalar or a pointer. Throws a type error for a value of another type.
?- foreign_type(color = enum([red,green,blue])), new(color, C), put_contents(C, contents, green), get_contents(C, contents, X).
   C = ..., X = green.
?- new(integer, D), put_contents(D, contents, a).
   error(type_error(integer,a),put_contents/3).
put_contents(Datum, Part, Value) :-
    must_be(nonvar, Part),
    object(Datum, Type, N, Path, put_contents/3),
    part(Type, Part, PartType, Path, PartPath, put_contents/3),
    resolved(PartType, T),
    must_fit(T, Value),
    retractall(contents(N, PartPath, _)),
    assertz(contents(N, PartPath, Value)).

must_fit(_, V) :- var(V), !, instantiation_error(put_contents/3).
must_fit(pointer(_), V) :- !, ( V = '$datum'(_,_,_) -> true ; type_error(foreign_term, V, put_contents/3) ).
must_fit(T, V) :-
    scalar(T, Test, _),
    !,
    (   Test == enumerated -> T = enum(Ns), ( ( memberchk(V, Ns) ; memberchk(V=_, Ns) ) -> true ; domain_error(T, V, put_contents/3) )
    ;   call(Test, V) -> true
    ;   type_error(Test, V, put_contents/3)
    ).
must_fit(T, _) :- permission_error(modify, foreign_type, T, put_contents/3).

%! cast(+Datum, +Type, -NewDatum) is det.
%
%  Unifies `NewDatum` with the same object as one of another type.
?- foreign_type(whole = struct([a:integer,b:integer])), foreign_type(start = struct([a:integer])), new(whole, W),
   put_contents(W, a, 9), cast(W, start, S), get_contents(S, a, X).
   W = ..., S = ..., X = 9.
cast(Datum, Type, NewDatum) :-
    must_exist(Type, cast/3),
    (   nonvar(Datum), Datum = '$datum'(_,N,Path) -> NewDatum = '$datum'(Type,N,Path)
    ;   type_error(foreign_term, Datum, cast/3)
    ).

%! null_foreign_term(+Type, ?Datum) is semidet.
%
%  True if `Datum` is the null pointer of a type.
?- foreign_type(list = struct([value:integer,next:pointer(list)])), new(list, L), get_contents(L, next, N),
   null_foreign_term(list, N).
   L = ..., N = ... .
null_foreign_term(Type, '$datum'(Type,null,[])).

%! null_foreign_term(+Datum) is semidet.
%
%  True if `Datum` is a null pointer.
?- new(integer, D), null_foreign_term(D).
   false.
null_foreign_term(Datum) :- nonvar(Datum), Datum = '$datum'(_,null,_).
