% Built-in predicates of SWI-Prolog that are not part of the standard.

:- module(swi_builtins, [
    name/2, atom_to_term/3, compound_name_arguments/3, compound_name_arity/3, functor/4,
    is_most_general_term/1, nonground/2, term_singletons/2, rational/3, bounded_number/3,
    float_class/2, float_parts/4, atomic_concat/3, normalize_space/2, sub_atom_icasechk/3,
    code_type/2, write_length/3, is_stream/1, copy_stream_data/2, copy_stream_data/3,
    get_single_char/1, read_string/3, read_string/5, get_string_code/3, atomics_to_string/2,
    setup_call_catcher_cleanup/4, call_cleanup/3, catch_with_backtrace/3,
    copy_predicate_clauses/2, nb_linkval/2,
    prompt/2, prompt1/1, garbage_collect_atoms/0, trim_stacks/0, notrace/1, abort/0, load_files/1, load_files/2, redefine_system_predicate/1,
    setup_and_call_cleanup/3, ansi_format/3, term_hash/4, locale_sort/2,
    apply/2, same_term/2, call_dcg/3, variant_hash/2, variant_sha1/2, garbage_collect_clauses/0,
    source_file_property/2, source_file/2, unload_file/1, require/1, set_prolog_stack/2
]).

:- meta_predicate watched(0,?).
:- meta_predicate require(:), unload_file(:), source_file(:,?).

:- meta_predicate apply(:,?), call_dcg(:,?,?).
:- meta_predicate setup_call_catcher_cleanup(0,0,?,0), call_cleanup(0,?,0), catch_with_backtrace(0,?,0).
:- meta_predicate redefine_system_predicate(:).
:- meta_predicate notrace(0), setup_and_call_cleanup(0,0,0).
:- meta_predicate copy_predicate_clauses(:,:), load_files(:,?), load_files(:).

%! name(?Atomic, ?Codes) is det.
%
%  Unifies `Codes` with the list of codes of an atom or number. If `Atomic` is a variable, it is
%  unified with a number if `Codes` has the syntax of one, else with an atom.
?- name(X, [0'1,0'2]).
   X = 12.
?- name(ab, Cs).
   Cs = [97,98].
name(X, Cs) :-
    (   nonvar(X) ->
        must_be(atomic, X),
        format(codes(Cs0), "~w", [X]),
        Cs = Cs0
    ;   must_be(list, Cs),
        ( Cs = [C|_], atom(C) -> atom_chars(A, Cs) ; atom_codes(A, Cs) ),
        (   atom_number(A, N) -> X = N
        ;   X = A
        )
    ).

%! atom_to_term(+Text, -Term, -Bindings) is det.
%
%  Reads `Term` from `Text`; unifies `Bindings` with the list of `Name=Variable`. Throws an
%  instantiation error if `Text` is a variable.
?- atom_to_term('f(X,Y,X)', T, Bs).
   T = f(_A,_B,_A), Bs = ['X'=_A,'Y'=_B].
?- atom_to_term(A, T, Bs).
   error(instantiation_error,atom_to_term/3).
atom_to_term(A, T, Bs) :-
    (   var(A) -> instantiation_error(atom_to_term/3)
    ;   read_term_from_atom(A, T, [variable_names(Bs)])
    ).

%! compound_name_arguments(?Term, ?Name, ?Arguments) is det.
%
%  True if `Term` is a compound term with the given name and list of arguments. The empty list belongs to the term `f()` of
%  SWI-Prolog, which the dialect `swi` writes so. Throws a type error if `Term` is atomic.
?- compound_name_arguments(f(a,b), N, As).
   N = f, As = "ab".
?- compound_name_arguments(a, N, As).
   error(type_error(compound,a),compound_name_arguments/3).
?- compound_name_arguments(T, f, []), compound_name_arguments(T, N, As).
   T = '$no_args'(f), N = f, As = [].
compound_name_arguments(T, N, As) :-
    (   nonvar(T), T = '$no_args'(N0) -> N = N0, As = []
    ;   compound(T) -> T =.. [N|As]
    ;   var(T) ->
        must_be(atom, N),
        must_be(list, As),
        ( As == [] -> T = '$no_args'(N) ; T =.. [N|As] )
    ;   type_error(compound, T, compound_name_arguments/3)
    ).

%! compound_name_arity(?Term, ?Name, ?Arity) is det.
%
%  True if `Term` is a compound term with the given name and arity, which is 0 for the term `f()` of SWI-Prolog.
?- compound_name_arity(f(a), N, A).
   N = f, A = 1.
compound_name_arity(T, N, A) :-
    (   nonvar(T), T = '$no_args'(N0) -> N = N0, A = 0
    ;   compound(T) -> functor(T, N, A)
    ;   var(T) ->
        must_be(atom, N),
        must_be(nonneg, A),
        ( A =:= 0 -> T = '$no_args'(N) ; functor(T, N, A) )
    ;   type_error(compound, T, compound_name_arity/3)
    ).

%! functor(?Term, ?Name, ?Arity, ?Type) is det.
%
%  As functor/3. `Type` is `compound`, `atom`, `callable` or `atomic`; `compound` with arity 0 is for the term `f()` of SWI-Prolog.
?- functor(T, f, 0, compound), compound_name_arity(T, N, A).
   T = '$no_args'(f), N = f, A = 0.
?- functor(f(a), N, A, Type).
   N = f, A = 1, Type = compound.
?- functor(a, N, A, Type).
   N = a, A = 0, Type = atom.
?- functor(T, f, 1, atom).
   false.
functor(T, N, A, Type) :-
    (   nonvar(T) -> type_of(T, Type0), functor_of(Type0, T, N, A), fits(Type0, Type)
    ;   Type == compound -> compound_name_arity(T, N, A)
    ;   functor(T, N, A),
        type_of(T, Type0),
        fits(Type0, Type)
    ).

type_of(T, Type) :-
    (   compound(T) -> Type = compound
    ;   atom(T) -> Type = atom
    ;   Type = atomic
    ).

functor_of(compound, T, N, A) :- !, compound_name_arity(T, N, A).
functor_of(_, T, N, A) :- functor(T, N, A).

fits(Type0, Type) :-
    (   Type == callable -> Type0 \== atomic
    ;   Type == atomic -> Type0 \== compound
    ;   Type = Type0
    ).

%! is_most_general_term(@Term) is semidet.
%
%  True if `Term` is an atom, or a compound term or list whose arguments are different variables
%  without attributes.
?- is_most_general_term(f(_,_)).
   true.
?- is_most_general_term(f(X,X)).
   false.
?- is_most_general_term([_|_]).
   false.
is_most_general_term(T) :-
    (   is_list(T) -> distinct_variables(T)
    ;   nonvar(T), T = [_|_] -> fail
    ;   compound(T) -> T =.. [_|As], distinct_variables(As)
    ;   atom(T)
    ).

distinct_variables(Vs) :-
    term_variables(Vs, Us),
    Us == Vs,
    term_attvars(Vs, []).

%! nonground(@Term, -Variable) is semidet.
%
%  Unifies `Variable` with the first variable of `Term`. False if `Term` is ground.
?- nonground(f(a,X,Y), V).
   X = V.
nonground(T, V) :- term_variables(T, [V|_]).

%! term_singletons(@Term, -Variables) is det.
%
%  Unifies `Variables` with the list of the variables that occur once in `Term`.
?- term_singletons(f(X,Y,X,_), Vs).
   Vs = [Y,_A].
term_singletons(T, Vs) :-
    term_variables(T, Us),
    occurrences(T, [], Os),
    once_only(Us, Os, Vs).

occurrences(T, Vs0, Vs) :-
    (   var(T) -> Vs = [T|Vs0]
    ;   compound(T) -> T =.. [_|As], each_occurrences(As, Vs0, Vs)
    ;   Vs = Vs0
    ).

each_occurrences([], Vs, Vs).
each_occurrences([A|As], Vs0, Vs) :- occurrences(A, Vs0, Vs1), each_occurrences(As, Vs1, Vs).

once_only([], _, []).
once_only([U|Us], Os, Vs) :-
    (   times(Os, U, 0, 1) -> Vs = [U|Vs1]
    ;   Vs = Vs1
    ),
    once_only(Us, Os, Vs1).

times([], _, N, N).
times([O|Os], U, N0, N) :- ( O == U -> N1 is N0+1 ; N1 = N0 ), times(Os, U, N1, N).

%! rational(@X, -Numerator, -Denominator) is semidet.
%
%  True if `X` is a rational number with this numerator and denominator.
?- rational(3, N, D).
   N = 3, D = 1.
rational(X, N, D) :- rational(X), N is numerator(X), D is denominator(X).

%! bounded_number(+Low, +High, +N) is semidet.
%
%  True if `Low =< N =< High`.
?- bounded_number(1, 3, 2).
   true.
bounded_number(L, H, N) :- number(N), ( number(L) -> N >= L ; true ), ( number(H) -> N =< H ; true ).

%! float_class(+Float, -Class) is det.
%
%  Unifies `Class` with `zero`, `subnormal` or `normal`.
?- float_class(1.0, C).
   C = normal.
float_class(F, C) :-
    must_be(float, F),
    A is abs(F),
    (   A =:= 0 -> C = zero
    ;   A < 2.2250738585072014e-308 -> C = subnormal
    ;   C = normal
    ).

%! float_parts(+Float, -Mantissa, -Base, -Exponent) is det.
%
%  Unifies the parts such that `Float =:= Mantissa*Base**Exponent`, with base 2 and a mantissa from
%  1 to 2.
?- float_parts(10.0, M, B, E).
   M = 1.25, B = 2, E = 3.
float_parts(F, M, 2, E) :-
    must_be(float, F),
    (   F =:= 0.0 -> M = F, E = 0
    ;   E0 is floor(log2(abs(F))),
        M0 is F/2.0**E0,
        (   abs(M0) >= 2 -> M is M0/2, E is E0+1
        ;   abs(M0) < 1 -> M is M0*2, E is E0-1
        ;   M = M0, E = E0
        )
    ).

%! atomic_concat(+A, +B, -Atom) is det.
%
%  Unifies `Atom` with the concatenation of the texts `A` and `B`.
?- atomic_concat(a, 1, A).
   A = a1.
atomic_concat(A, B, C) :- atomic_list_concat([A,B], C).

%! atomics_to_string(+Atomics, -Chars) is det.
%
%  Unifies `Chars` with the concatenation of the texts of `Atomics`.
?- atomics_to_string([a,1], S).
   S = "a1".
atomics_to_string(Xs, S) :- atomic_list_concat(Xs, A), atom_chars(A, S).

%! normalize_space(+Sink, +Text) is det.
%
%  Writes the words of `Text`, separated by single spaces, to `Sink`, a sink of format/3.
?- normalize_space(atom(A), '  a  b ').
   A = 'a b'.
normalize_space(Sink, T) :-
    split_string(T, " \t\n\r\f\v", " \t\n\r\f\v", Fs),
    words(Fs, Ws),
    atomic_list_concat(Ws, ' ', A),
    format(Sink, "~w", [A]).

words([], []).
words([F|Fs], Ws) :-
    (   F == [] -> Ws = Ws1
    ;   atom_chars(W, F),
        Ws = [W|Ws1]
    ),
    words(Fs, Ws1).

%! sub_atom_icasechk(+Haystack, ?Start, +Needle) is semidet.
%
%  True if `Needle` occurs in `Haystack` at position `Start`, ignoring case. If `Start` is a
%  variable, unifies it with the first position.
?- sub_atom_icasechk('Hello World', S, world).
   S = 6.
sub_atom_icasechk(H, S, N) :-
    downcase_atom(H, HL),
    downcase_atom(N, NL),
    sub_atom(HL, S, _, _, NL), !.

%! code_type(?Code, ?Type) is nondet.
%
%  As char_type/2, for character codes or characters. Characters in `Type` are codes too.
?- code_type(0'a, alpha).
   true.
?- code_type(0'5, digit(W)).
   W = 5.
?- code_type(0'a, to_upper(U)).
   U = 65.
code_type(X, T) :-
    (   nonvar(X) -> ( integer(X) -> X >= 0, char_code(C, X) ; C = X )
    ;   true
    ),
    (   var(T) ->
        char_type(C, T1),
        (   T1 =.. [F,B], memberchk(F, [to_lower,to_upper,lower,upper]) ->
            ( atom_length(B, 1) -> char_code(B, A) ; char_code(C, A) ),
            T =.. [F,A]
        ;   T = T1
        )
    ;   T =.. [F,A], memberchk(F, [to_lower,to_upper,lower,upper]) ->
        ( integer(A) -> char_code(B, A) ; true ),
        T1 =.. [F,B],
        char_type(C, T1),
        % A character without a single character as its other case is its own.
        ( var(A) -> ( atom_length(B, 1) -> char_code(B, A) ; char_code(C, A) ) ; true )
    ;   char_type(C, T)
    ),
    ( var(X) -> char_code(C, X) ; true ).

%! write_length(@Term, -Length, +Options) is semidet.
%
%  Unifies `Length` with the number of characters that write_term/2 writes.
?- write_length('A', N, [quoted(true)]).
   N = 3.
write_length(T, N, Os0) :-
    ( select(max_length(Max), Os0, Os) -> true ; Os = Os0 ),
    write_term_to_chars(T, Os, Cs),
    length(Cs, N),
    ( nonvar(Max) -> N =< Max ; true ).

%! is_stream(@Term) is semidet.
%
%  True if `Term` is an open stream.
?- is_stream(user_output).
   true.
?- is_stream(nowhere).
   false.
is_stream(S) :-
    nonvar(S),
    (   atom(S) -> stream_property(_, alias(S))
    ;   catch(stream_property(S, mode(_)), error(_,_), fail)
    ), !.

%! copy_stream_data(+From, +To) is det.
%
%  Copies the remaining text of `From` to `To`.
?- open_chars_stream("ab", S), current_output(O), copy_stream_data(S, O), close(S).
   S = ..., O = ..., outputs("ab").
copy_stream_data(F, T) :-
    get_char(F, C),
    (   C == end_of_file -> true
    ;   put_char(T, C),
        copy_stream_data(F, T)
    ).

%! copy_stream_data(+From, +To, +N) is det.
%
%  Copies at most `N` characters.
?- open_chars_stream("abc", S), current_output(O), copy_stream_data(S, O, 2), close(S).
   S = ..., O = ..., outputs("ab").
copy_stream_data(F, T, N) :-
    must_be(not_less_than_zero, N),
    get_n_chars(F, N, Cs),
    '$put_chars'(T, Cs).

%! get_single_char(-Code) is det.
%
%  Reads the next character of `user_input`; -1 at the end.
?- get_single_char(C).
   C = -1.
get_single_char(C) :- get_code(user_input, C).

%! read_string(+Stream, ?Length, -Chars) is det.
%
%  Reads at most `Length` characters; all of them if `Length` is a variable, which is unified with
%  their number.
?- open_chars_stream("ab", S), read_string(S, N, Cs), close(S).
   S = ..., N = 2, Cs = "ab".
read_string(S, N, Cs) :- get_n_chars(S, N, Cs).

%! read_string(+Stream, +Separators, +Pad, -Separator, -Chars) is det.
%
%  Reads up to the next character of `Separators` and removes the characters of `Pad` from both
%  ends. `Separator` is the code of the separator, -1 at the end.
?- open_chars_stream("a ,b", S), read_string(S, ",", " ", Sep, Cs), close(S).
   S = ..., Sep = 44, Cs = "a".
?- open_chars_stream("a b", S), read_string(S, "", "", Sep, Cs), read_string(S, "", "", End, None), close(S).
   S = ..., Sep = -1, Cs = "a b", End = -1, None = [].
read_string(S, Seps, Pad, Sep, Cs) :-
    '$read_until'(S, Seps, chars, Cs0, [], Sep0),
    Sep = Sep0,
    split_string(Cs0, "", Pad, [Cs]).

%! get_string_code(+Index, +Text, -Code) is semidet.
%
%  Unifies `Code` with the code of character number `Index`, counting from 1.
?- get_string_code(1, "abc", C).
   C = 97.
get_string_code(I, T, C) :- string_code(I, T, C).

%! setup_call_catcher_cleanup(:Setup, :Goal, ?Catcher, :Cleanup) is nondet.
%
%  As setup_call_cleanup/3, but calls `Cleanup` only if `Catcher` unifies with the way in which
%  `Goal` finished: `exit`, `fail`, `!` or `exception(E)`.
?- setup_call_catcher_cleanup(true, member(X,[1,2]), R, write(R)).
   X = 1
;  X = 2, R = exit, outputs("exit").
setup_call_catcher_cleanup(S, G, Catcher, C) :-
    State = ended(!),
    setup_call_cleanup(S, watched(G, State), ( arg(1, State, How), ( Catcher = How -> ignore(C) ; true ) )).

watched(G, State) :-
    catch(call_det(G, Det), E, ( nb_setarg(1, State, exception(E)), throw(E) )),
    (   Det == true -> !, nb_setarg(1, State, exit)
    ;   true
    ).
watched(_, State) :- nb_setarg(1, State, fail), fail.

%! call_cleanup(:Goal, ?Catcher, :Cleanup) is nondet.
%
%  As `setup_call_catcher_cleanup(true, Goal, Catcher, Cleanup)`.
?- call_cleanup(fail, R, write(R)).
   outputs("fail"), false.
call_cleanup(G, R, C) :- setup_call_catcher_cleanup(true, G, R, C).

%! setup_and_call_cleanup(:Setup, :Goal, :Cleanup) is nondet.
%
%  As setup_call_cleanup/3.
?- setup_and_call_cleanup(true, X = 1, true).
   X = 1.
setup_and_call_cleanup(S, G, C) :- setup_call_cleanup(S, G, C).

%! catch_with_backtrace(:Goal, ?Ball, :Recovery) is nondet.
%
%  As catch/3.
?- catch_with_backtrace(throw(a), X, true).
   X = a.
catch_with_backtrace(G, B, R) :- catch(G, B, R).

%! copy_predicate_clauses(:From, :To) is det.
%
%  Adds the clauses of one dynamic predicate to another; both are `Name` or `Name/Arity`.
?- assertz(here(1)), copy_predicate_clauses(here/1, there/1), there(X).
   X = 1.
copy_predicate_clauses(From, To) :-
    strip_module(From, M, N/A),
    strip_module(To, L, N2/A),
    functor(H, N, A),
    H =.. [_|As],
    H2 =.. [N2|As],
    findall((L:H2:-B), clause(M:H, B), Cs),
    assert_each(Cs).

assert_each([]).
assert_each([C|Cs]) :- assertz(C), assert_each(Cs).

%! nb_linkval(+Key, +Value) is det.
%
%  As nb_setval/2: the value is copied.
?- nb_linkval(nb_link, 1), nb_getval(nb_link, V).
   V = 1.
nb_linkval(K, V) :- nb_setval(K, V).

%! prompt(-Old, +New) is det.
%
%  Unifies `Old` with the prompt that is shown at a terminal before a program reads from
%  `user_input`, and makes `New`, a text, the prompt.
?- prompt(Old, 'Name: ').
   Old = '|: '.
?- prompt(Old, Old).
   Old = 'Name: '.
?- prompt(_, '|: ').
   true.
?- prompt(Old, f(x)).
   type_error(text,f(x)).
prompt(Old, New) :- '$prompt'(Old, New).

%! prompt1(+Prompt) is det.
%
%  Makes a text the prompt for the next line that is read from `user_input` at a terminal; the lines after it have that of
%  prompt/2.
?- prompt1('Name: ').
   true.
?- prompt1(_).
   error(instantiation_error,prompt1/1).
prompt1(Prompt) :-
    ( var(Prompt) -> instantiation_error(prompt1/1) ; '$next_prompt'(Prompt) ).

%! garbage_collect_atoms is det.
%
%  As garbage_collect/0.
?- garbage_collect_atoms.
   true.
garbage_collect_atoms :- garbage_collect.

%! trim_stacks is det.
%
%  As garbage_collect/0.
?- trim_stacks.
   true.
trim_stacks :- garbage_collect.

%! notrace(:Goal) is semidet.
%
%  Calls `once(Goal)`.
?- notrace(X = 1).
   X = 1.
notrace(G) :- once(G).

%! abort is erroneous.
%
%  Throws `'$aborted'`.
?- abort.
   throw('$aborted').
abort :- throw('$aborted').

%! load_files(:Files) is det.
%
%  As consult/1.
?- load_files([]).
   true.
load_files(Fs) :- load_files(Fs, []).

%! load_files(:Files, +Options) is det.
%
%  As load_files/1, with the options `if(not_loaded)` and `if(changed)`; `stream(S)`: the text is the rest of the
%  input stream `S`, and the file only names it; `imports(Indicators)`, as use_module/2; `dialect(D)`, the dialect of the text. Other
%  options have no effect.
?- load_files([], []).
   true.
?- open_string("loaded_fact(1).", S), load_files(some_text, [stream(S)]), close(S), loaded_fact(X).
   S = ..., X = 1.
load_files(Fs0, Os) :-
    strip_module(Fs0, M, Fs),
    (   Fs == [] -> true
    ;   is_list(Fs) -> load_each(Fs, M, Os)
    ;   load_each([Fs], M, Os)
    ).

load_each([], _, _).
load_each([F|Fs], M, Os) :-
    (   memberchk(imports(PIs), Os), is_list(PIs) -> M:use_module(F, PIs)
    ;   memberchk(dialect(D), Os) ->
        current_prolog_flag(emulated_dialect, Old),
        strip_module(M:F, M1, F1),
        setup_call_cleanup('$expect_dialect'(D, M1), '$load'(F1, M1, Os), expects_dialect(Old))
    ;   '$load'(F, M, Os)
    ),
    load_each(Fs, M, Os).

%! unload_file(:File) is det.
%
%  Removes everything that loading `File` has defined. Does nothing if `File` is not loaded. Throws a
%  permission error if it is being loaded.
?- unload_file(never_loaded).
   true.
unload_file(F0) :-
    strip_module(F0, M, F),
    ( '$unload_file'(F, M) -> true ; true ).

%! source_file(:Head, ?File) is semidet.
%
%  True if the predicate that `Head` calls was loaded from `File`.
?- source_file(append(_,_,_), F).
   false.
source_file(H, F) :- predicate_property(H, file(F)).

%! source_file_property(?File, ?Property) is nondet.
%
%  True if the loaded file `File` has `Property`: `module(M)`, the module that it defines;
%  `source(file)`; `modified(Time)`, the time at which it was changed; `number_of_clauses(N)`.
?- source_file_property(nowhere, P).
   false.
source_file_property(F, P) :-
    source_file(F),
    '$source_file_record'(F, M, N),
    (   atom(M), M \== [], P = module(M)
    ;   P = number_of_clauses(N)
    ;   exists_file(F),
        (   P = source(file)
        ;   time_file(F, T), P = modified(T)
        )
    ).

%! require(:Predicates) is det.
%
%  Loads the libraries that define `Predicates`, a list of predicate indicators. Throws an existence
%  error if a predicate is defined nowhere.
?- require([append/3,foldl/4]).
   true.
?- require([no_such_predicate/1]).
   error(existence_error(procedure,no_such_predicate/1),require/1).
require(MPIs) :-
    strip_module(MPIs, M, PIs),
    must_be(list, PIs),
    require_each(PIs, M).

require_each([], _).
require_each([PI|PIs], M) :-
    strip_module(M:PI, M1, PI1),
    (   PI1 = N/A, atom(N), integer(A) -> functor(H, N, A)
    ;   type_error(predicate_indicator, PI, require/1)
    ),
    (   predicate_property(M1:H, defined) -> true
    ;   existence_error(procedure, PI1, require/1)
    ),
    require_each(PIs, M).

%! set_prolog_stack(+Stack, +Property) is det.
%
%  With `limit(Bytes)`, sets the flag `stack_limit`, which limits all stacks; other properties have no
%  effect. Throws a domain error if `Stack` is not `local`, `global` or `trail`.
?- set_prolog_stack(global, spare(1)).
   true.
?- current_prolog_flag(stack_limit, Old), set_prolog_stack(global, limit(100000000)),
   current_prolog_flag(stack_limit, New), set_prolog_flag(stack_limit, Old).
   Old = ..., New = 100000000.
?- set_prolog_stack(heap, limit(1)).
   error(domain_error(stack,heap),set_prolog_stack/2).
set_prolog_stack(S, P) :-
    must_be(atom, S),
    (   memberchk(S, [local,global,trail]) -> true
    ;   domain_error(stack, S, set_prolog_stack/2)
    ),
    (   nonvar(P), P = limit(E) -> N is E, set_prolog_flag(stack_limit, N)
    ;   true
    ).

%! redefine_system_predicate(:Head) is det.
%
%  Lets the module define a predicate of the standard, such as `false/0`. Goals that are compiled from then on call the
%  definition of the module. Predicates that are not part of the standard can always be redefined.
%
%  @error permission_error(modify, static_procedure, PI) for control constructs
?- redefine_system_predicate(f(_)).
   true.
?- redefine_system_predicate((_, _)).
   error(permission_error(modify,static_procedure,(',')/2),redefine_system_predicate/1).
redefine_system_predicate(Spec) :-
    strip_module(Spec, M, Head),
    must_be(callable, Head),
    functor(Head, Name, Arity),
    (   '$unlock'(M, Name, Arity)
    ->  true
    ;   throw(error(permission_error(modify, static_procedure, Name/Arity), redefine_system_predicate/1))
    ).

%! apply(:Goal, +Arguments) is nondet.
%
%  Calls `Goal` with the additional arguments `Arguments`. Throws a type error if `Goal` is not
%  callable.
?- apply(plus(1), [2,X]).
   X = 3.
?- apply(1, []).
   error(type_error(callable,1),apply/2).
apply(MG, As) :-
    strip_module(MG, M, G),
    (   var(G) -> instantiation_error(apply/2)
    ;   callable(G) -> true
    ;   type_error(callable, G, apply/2)
    ),
    must_be(list, As),
    extend_goal(G, As, G1),
    call(M:G1).

%! same_term(@A, @B) is semidet.
%
%  True if the terms are identical (==). The representation in memory is not observable.
?- same_term(f(X), f(X)).
   true.
same_term(A, B) :- A == B.

%! call_dcg(:Body, ?S0, ?S) is nondet.
%
%  As phrase/3, but the states `S0` and `S` need not be lists.
?- call_dcg([S0,S]>>(S is S0+1), 1, X).
   X = 2.
call_dcg(MB, S0, S) :-
    strip_module(MB, M, B),
    must_be(callable, B),
    dcg_body(B, S0, S, G),
    call(M:G).

%! ansi_format(+Attributes, +Format, +Args) is det.
%
%  As format/2, without colours.
?- ansi_format([bold], "~w", [a]).
   outputs("a").
ansi_format(_, F, As) :- format(F, As).

%! term_hash(+Term, +Depth, +Range, -Hash) is det.
%
%  As term_hash/2, with a result below `Range`. `Depth` is ignored. The hash of a term with
%  variables is a variable.
?- term_hash(f(_), 3, 10, H).
   true.
term_hash(T, _, Range, H) :-
    must_be(positive_integer, Range),
    term_hash(T, H0),
    ( var(H0) -> true ; H is H0 mod Range ).

%! variant_sha1(@Term, -Hash) is det.
%
%  Unifies `Hash` with an atom of 40 hexadecimal digits, the SHA-1 hash of the text of a term, which is the same
%  for its variants only. Throws a type error for cyclic terms and terms with attributed variables.
?- variant_sha1(f(X,Y), H), variant_sha1(f(A,B), H).
   H = ... .
?- variant_sha1(f(X,X), H), variant_sha1(f(A,B), H).
   false.
?- X = f(X), variant_sha1(X, H).
   error(type_error(acyclic_term,_A),variant_sha1/2).
variant_sha1(T, H) :-
    (   acyclic_term(T) -> true
    ;   type_error(acyclic_term, T, variant_sha1/2)
    ),
    (   term_attvars(T, []) -> true
    ;   type_error(free_of_attvar, T, variant_sha1/2)
    ),
    copy_term(T, C),
    term_variables(C, Vs),
    numbered_variables(Vs, 0),
    format(atom(A), "~k", [C]),
    sha_hash(A, Bytes, [encoding(utf8)]),
    hash_atom(Bytes, H).

numbered_variables([], _).
numbered_variables(['$variable'(N)|Vs], N) :- N1 is N+1, numbered_variables(Vs, N1).

%! variant_hash(@Term, -Hash) is det.
%
%  Unifies `Hash` with an atom of 24 characters that is the same for variants of a term, ignoring
%  attributes.
?- variant_hash(f(X,Y), H), variant_hash(f(A,B), H).
   H = ... .
?- variant_hash(f(X,X), H), variant_hash(f(A,B), H).
   false.
variant_hash(T, H) :-
    (   acyclic_term(T) -> true
    ;   type_error(acyclic_term, T, variant_hash/2)
    ),
    copy_term_nat(T, C),
    numbervars(C, 0, _),
    term_hash(C, H0),
    term_hash(C-H0, H1),
    A is H0/\0xffffffffffff,
    B is H1/\0xffffffffffff,
    format(atom(H), "~`0t~16r~12|~`0t~16r~24|", [A,B]).

%! garbage_collect_clauses is det.
%
%  Accepted without effect: erased clauses are reclaimed when they are no longer in use.
?- garbage_collect_clauses.
   true.
garbage_collect_clauses.

%! locale_sort(+Atoms, -Sorted) is det.
%
%  Sorts `Atoms` by the standard order of terms, keeping duplicates.
?- locale_sort([b,a,b], L).
   L = "abb".
locale_sort(As, L) :- msort(As, L).
