% Builtins that differ in details from those of the standard or of this system. In modules of the dialect `swi`, the names without `swi_`
% mean these.

:- module(swi_variants, [swi_stream_property/2, swi_open/3, swi_open/4, swi_directory_files/2, 'swi_$skip_list'/3, 'swi_|'/2, swi_set_prolog_flag/2, swi_must_be/2, swi_assertion/1, swi_catch/3, swi_current_op/3, swi_char_type/2, swi_code_type/2]).

:- use_module(library(lists)).
:- use_module(library(error)).
:- use_module(library(process)).
:- use_module(library(streams)).
:- use_module(library(format)).
:- use_module(library(swi_options)).

:- meta_predicate 'swi_|'(0,0), swi_assertion(0), swi_catch(0,?,0).

%! swi_stream_property(?Stream, ?Property) is nondet.
%
%  As stream_property/2; `Stream` may be an alias, or `current_input` or `current_output`.
?- swi_variants:swi_stream_property(user_output, mode(M)).
   M = append.
?- swi_variants:swi_stream_property(current_input, mode(M)).
   M = read.
?- swi_variants:swi_stream_property(no_stream, mode(M)).
   error(domain_error(stream,no_stream),stream_property/2).
swi_stream_property(S0, P) :-
    (   atom(S0), '$named_stream'(S0, S) -> stream_property(S, P)
    ;   stream_property(S0, P)
    ).

%! swi_open(+Source, +Mode, -Stream) is det.
%
%  As open/3; `Source` may be `pipe(Command)`: the output of a command of the shell, or in the modes `write` and `append`
%  its input.
?- swi_variants:swi_open(pipe('sleep 0.1; cat >pipe_doc'), write, S), write(S, 'p.'), close(S), see(pipe_doc), read(T), seen, delete_file(pipe_doc).
   S = ..., T = p.
?- swi_variants:swi_open(pipe('echo "hello."'), read, S), read(S, T), close(S).
   S = ..., T = hello.
swi_open(F, Mode, S) :-
    (   nonvar(F), F = pipe(C) -> open_pipe(C, Mode, S, [], open/3)
    ;   open(F, Mode, S)
    ).

%! swi_open(+Source, +Mode, -Stream, +Options) is det.
%
%  As open/4, with `pipe(Command)` as in swi_open/3. Options that do not exist have no effect.
?- swi_variants:swi_open(pipe('cat >&2'), write, S, [alias(to_cat),locale(l)]), close(S).
   S = ... .
swi_open(F, Mode, S, Os0) :-
    '$known_options'(stream, Os0, Os),
    (   nonvar(F), F = pipe(C) -> open_pipe(C, Mode, S, Os, open/4)
    ;   open(F, Mode, S, Os)
    ).

open_pipe(C0, Mode, S, Os, PI) :-
    (   ( var(C0) ; var(Mode) ) -> instantiation_error(PI)
    ;   format(atom(C), "~w", [C0])
    ),
    (   Mode == read -> process_create(path(sh), ['-c',C], [stdout(pipe(S))])
    ;   memberchk(Mode, [write,append]) ->
        process_create(path(sh), ['-c',C], [stdin(pipe(S)),process(Id)]),
        '$close_awaits'(S, Id)
    ;   domain_error(io_mode, Mode, PI)
    ),
    set_options(Os, S).

set_options([], _).
set_options([O|Os], S) :-
    functor(O, N, _),
    ( memberchk(N, [type,alias,encoding,buffer]) -> set_stream(S, O) ; true ),
    set_options(Os, S).

%! swi_directory_files(+Directory, -Names) is det.
%
%  As directory_files/2, with `.` and `..`.
?- swi_variants:swi_directory_files('.', Ns), memberchk(.., Ns).
   Ns = ... .
swi_directory_files(Directory, Names) :-
    directory_files(Directory, Names0),
    Names = ['.',..|Names0].

%! 'swi_$skip_list'(-Length, +List, -Tail) is det.
%
%  Unifies `Length` with the number of elements of `List` and `Tail` with what follows them: `[]` for a list.
?- swi_variants:'swi_$skip_list'(N, [a,b|T0], T).
   N = 2, T0 = T.
'swi_$skip_list'(Length, List, Tail) :- '$skip_list'(List, Length, Tail).

%! 'swi_|'(:Goal1, :Goal2) is nondet.
%
%  As (;)/2.
?- findall(X, swi_variants:'swi_|'(X = 1, X = 2), L).
   L = [1,2].
'swi_|'(A, B) :- ( A ; B ).

%! swi_set_prolog_flag(+Flag, +Value) is det.
%
%  As set_prolog_flag/2; a flag that does not exist is created.
?- swi_variants:swi_set_prolog_flag(flag_of_doc, 1), current_prolog_flag(flag_of_doc, V).
   V = 1.
?- swi_variants:swi_set_prolog_flag(F, 1).
   error(instantiation_error,set_prolog_flag/2).
swi_set_prolog_flag(Flag, Value) :-
    (   atom(Flag), nonvar(Value), \+ current_prolog_flag(Flag, _) -> create_prolog_flag(Flag, Value, [])
    ;   set_prolog_flag(Flag, Value)
    ).

%! swi_must_be(+Type, @Term) is det.
%
%  As must_be/2; the error for a term that is not of the type is always `type_error(Type, Term)`, or that of an element of a list.
?- swi_variants:swi_must_be(between(1,3), 5).
   error(type_error(between(1,3),5),must_be/2).
?- swi_variants:swi_must_be(oneof([a,b]), _).
   error(instantiation_error,must_be/2).
?- swi_variants:swi_must_be(list(char), [a,bc]).
   error(type_error(char,bc),must_be/2).
?- swi_variants:swi_must_be(codes, [0'a|b]).
   error(type_error(list(code),[97|b]),must_be/2).
?- swi_variants:swi_must_be(acyclic, f(x)).
   true.
swi_must_be(Type, X) :-
    (   nonvar(Type), '$has_known_type'(Type, X) -> true
    ;   catch(must_be(Type, X), error(E, C), swi_type_error(Type, X, E, C))
    ).

swi_type_error(chars, X, E, C) :- !, swi_type_error(list(char), X, E, C).
swi_type_error(codes, X, E, C) :- !, swi_type_error(list(code), X, E, C).
swi_type_error(list(T), X, E, C) :- is_list(X), !, swi_elements(X, T), throw(error(E, C)).
swi_type_error(Type, X, E, C) :-
    (   E =.. [Kind,_,_], memberchk(Kind, [type_error,domain_error]), \+ memberchk(Type, [list,cyclic,acyclic]) ->
        type_error(Type, X, must_be/2)
    ;   throw(error(E, C))
    ).

swi_elements([], _).
swi_elements([X|Xs], T) :- swi_must_be(T, X), swi_elements(Xs, T).

%! swi_catch(:Goal, +Catcher, :Recovery) is nondet.
%
%  As catch/3; an error of a predicate of the system or of a library has the context `context(Module:Name/Arity, Message)`. The message
%  is a variable, or for errors of files what the operating system says. Errors of library(error) have no context, and those of unknown
%  procedures no predicate. A ball that does not unify with the catcher stays as it was thrown.
?- swi_variants:swi_catch(atom_length(_, _), error(E, context(P, M)), true).
   E = instantiation_error, P = system:atom_length/2.
?- swi_variants:swi_catch(open('/no/such/file', read, _), error(_, context(_, M)), true).
   M = 'No such file or directory'.
?- swi_variants:swi_catch(must_be(integer, a), E, true).
   E = error(type_error(integer,a),_A).
?- swi_variants:swi_catch(throw(error(mine, foo/1)), error(_, C), true).
   C = foo/1.
?- catch(swi_variants:swi_catch(atom_length(_, _), error(_, nothing), true), E, true).
   E = error(instantiation_error,atom_length/2).
swi_catch(Goal, Catcher, Recovery) :- catch(Goal, '$dialect_catcher'(Catcher), Recovery).

%! swi_assertion(:Goal) is det.
%
%  As assertion/1; if the goal fails or throws, the ball is `error(assertion_error(Reason, Module:Goal), _)`, where `Reason` is `fail` or
%  what it threw. The balls of a time limit and of an abort remain what they are.
?- swi_variants:swi_assertion(1 =:= 2).
   error(assertion_error(fail,_:(1=:=2)),_).
?- swi_variants:swi_assertion(throw(x)).
   error(assertion_error(x,_:throw(x)),_).
?- swi_variants:swi_assertion(1 =:= 1).
   true.
swi_assertion(MG) :-
    (   \+ \+ catch(MG, E, swi_assertion_failed(E, MG)) -> true
    ;   swi_assertion_failed(fail, MG)
    ).

swi_assertion_failed(Reason, MG) :-
    (   '$defined'(prolog, assertion_failed, 2), prolog:assertion_failed(Reason, MG) -> true
    ;   memberchk(Reason, [time_limit_exceeded,'$aborted']) -> throw(Reason)
    ;   strip_module(MG, M, G),
        throw(error(assertion_error(Reason, M:G), _))
    ).

%! swi_current_op(?Priority, ?Type, ?Name) is nondet.
%
%  As current_op/3, with type errors for arguments of a wrong type.
?- swi_variants:swi_current_op(P, xfx, is).
   P = 700.
?- swi_variants:swi_current_op(a, _, _).
   error(type_error(integer,a),current_op/3).
?- swi_variants:swi_current_op(_, 1, _).
   error(type_error(atom,1),current_op/3).
swi_current_op(P, T, N) :-
    (   nonvar(P), \+ integer(P) -> type_error(integer, P, current_op/3)
    ;   nonvar(T), \+ atom(T) -> type_error(atom, T, current_op/3)
    ;   current_op(P, T, N)
    ).

%! swi_char_type(?Char, ?Type) is nondet.
%
%  As char_type/2; `to_lower(U)` is true if `Char` is `U` in lower case, or if `U` is a variable, which becomes `Char` in upper case;
%  `to_upper(L)` likewise. More types: `prolog_var_start`, `prolog_atom_start`, `prolog_identifier_continue`, `prolog_symbol`.
?- swi_variants:swi_char_type(a, to_lower(U)).
   U = 'A'.
?- swi_variants:swi_char_type(L, to_lower('A')).
   L = a.
?- swi_variants:swi_char_type(U, to_upper(a)).
   U = 'A'.
?- swi_variants:swi_char_type(+, prolog_symbol).
   true.
?- swi_variants:swi_char_type(a, prolog_var_start).
   false.
swi_char_type(C, T) :-
    (   var(T) -> char_type(C, T1), other_case(T1, T)
    ;   T = to_lower(U) -> ( nonvar(U) -> '$char_case'(U, C, _) ; char_type(C, to_upper(U)) )
    ;   T = to_upper(L) -> ( nonvar(L) -> '$char_case'(L, _, C) ; char_type(C, to_lower(L)) )
    ;   prolog_type(T) ->
        ( var(C) -> between(0, 127, N), char_code(C, N) ; true ),
        of_prolog_type(T, C)
    ;   char_type(C, T)
    ).

% A type of char_type/2 as the dialect has it.
other_case(T0, T) :-
    (   T0 = to_lower(C) -> T = to_upper(C)
    ;   T0 = to_upper(C) -> T = to_lower(C)
    ;   T = T0
    ).

prolog_type(prolog_var_start).
prolog_type(prolog_atom_start).
prolog_type(prolog_identifier_continue).
prolog_type(prolog_symbol).

of_prolog_type(prolog_var_start, C) :- ( C == '_' -> true ; once(char_type(C, upper(_))) ).
of_prolog_type(prolog_atom_start, C) :- once(char_type(C, csymf)), \+ of_prolog_type(prolog_var_start, C).
of_prolog_type(prolog_identifier_continue, C) :- once(char_type(C, csym)).
of_prolog_type(prolog_symbol, C) :- memberchk(C, [#,$,&,*,+,-,'.',/,:,<,=,>,?,@,^,~,\]).

%! swi_code_type(?Code, ?Type) is nondet.
%
%  As swi_char_type/2 for codes; `Code` may be a character, or -1, which has the type `end_of_file`.
?- swi_variants:swi_code_type(0'a, to_lower(U)).
   U = 65.
?- swi_variants:swi_code_type(L, to_lower(0'A)).
   L = 97.
?- findall(F, ( swi_variants:swi_code_type(0'a, T), compound(T), T =.. [F,0'A] ), Fs).
   Fs = [to_lower,lower].
?- once(swi_variants:swi_code_type(X, to_upper(0'B))), once(swi_variants:swi_code_type(Y, to_upper(L))).
   X = 66, Y = 0, L = 0.
?- swi_variants:swi_code_type(-1, T).
   T = end_of_file.
?- swi_variants:swi_code_type(0'A, prolog_var_start).
   true.
swi_code_type(X, T) :-
    (   X == -1 -> T = end_of_file
    ;   var(T) -> code_type(X, T1), other_case(T1, T)
    ;   T = to_lower(U) -> ( nonvar(U) -> of_code(U, to_lower(C), C, X) ; code_type(X, to_upper(U)) )
    ;   T = to_upper(L) -> ( nonvar(L) -> of_code(L, to_upper(C), C, X) ; code_type(X, to_lower(L)) )
    ;   prolog_type(T) -> char_of(X, C), swi_char_type(C, T), code_of(X, C)
    ;   code_type(X, T)
    ).

% The code of the character in another case than that of `Code`.
of_code(Code, Type, C, X) :-
    char_of(Code, C),
    char_of(X, A),
    swi_char_type(A, Type),
    code_of(X, A).

% The character of a code or a character; of a variable there is none yet.
char_of(X, C) :-
    (   integer(X) -> char_code(C, X)
    ;   atom(X) -> C = X
    ;   true
    ).

code_of(X, C) :- ( var(X) -> char_code(C, X) ; true ).
