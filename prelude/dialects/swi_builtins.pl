% Predicates that SWI-Prolog has without any import and other systems mostly do not have.

:- module(swi_builtins, [
    name/2, atom_to_term/3, compound_name_arguments/3, compound_name_arity/3,
    is_most_general_term/1, nonground/2, term_singletons/2, rational/3, bounded_number/3,
    float_class/2, float_parts/4, atomic_concat/3, normalize_space/2, sub_atom_icasechk/3,
    code_type/2, write_length/3, is_stream/1, copy_stream_data/2, copy_stream_data/3,
    get_single_char/1, read_string/3, read_string/5, get_string_code/3, atomics_to_string/2,
    setup_call_catcher_cleanup/4, call_cleanup/3, catch_with_backtrace/3,
    copy_predicate_clauses/2, nb_linkval/2, with_mutex/2, thread_self/1,
    prompt/2, garbage_collect_atoms/0, trim_stacks/0, trace/0, notrace/0, notrace/1, tracing/0,
    nodebug/0, debug/0, abort/0, load_files/1, load_files/2, redefine_system_predicate/1,
    abolish/2, writef/1, writef/2, write_ln/1, concat/3, proper_list/1, free_variables/2,
    checklist/2, displayq/1, sformat/2, flush/0, setup_and_call_cleanup/3, 'C'/3,
    on_exception/3, raise_exception/1, otherwise/0, simple/1, prolog_flag/2, prolog_flag/3,
    unknown/2, genarg/3, skip_line/0, skip_line/1, reconsult/1, compile/1,
    ansi_format/3, print_term/2, backtrace/1, term_hash/4, locale_sort/2, if/3, sig_atomic/1, apply/2, same_term/2, call_dcg/3, variant_hash/2,
    garbage_collect_clauses/0
]).

:- meta_predicate apply(:,?), call_dcg(:,?,?).
:- meta_predicate setup_call_catcher_cleanup(0,0,?,0), call_cleanup(0,?,0), catch_with_backtrace(0,?,0).
:- meta_predicate with_mutex(?,0), notrace(0), setup_and_call_cleanup(0,0,0), checklist(1,?), sig_atomic(0).
:- meta_predicate on_exception(?,0,0), copy_predicate_clauses(:,:), if(0,0,0), abolish(:,?), load_files(:,?), load_files(:).

%! name(?Atomic, ?Codes) is det.
%
%  `Codes` are those of an atom or number; codes that are a number give the number.
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
%  Reads a term; `Bindings` are pairs `Name=Variable`.
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
%  There are no compound terms without arguments.
?- compound_name_arguments(f(a,b), N, As).
   N = f, As = "ab".
?- compound_name_arguments(a, N, As).
   error(type_error(compound,a),compound_name_arguments/3).
compound_name_arguments(T, N, As) :-
    (   compound(T) -> T =.. [N|As]
    ;   var(T) ->
        must_be(atom, N),
        must_be(list, As),
        ( As == [] -> domain_error(non_empty_list, As, compound_name_arguments/3) ; T =.. [N|As] )
    ;   type_error(compound, T, compound_name_arguments/3)
    ).

%! compound_name_arity(?Term, ?Name, ?Arity) is det.
?- compound_name_arity(f(a), N, A).
   N = f, A = 1.
compound_name_arity(T, N, A) :-
    (   compound(T) -> functor(T, N, A)
    ;   var(T) -> must_be(atom, N), must_be(positive_integer, A), functor(T, N, A)
    ;   type_error(compound, T, compound_name_arity/3)
    ).

%! is_most_general_term(@Term) is semidet.
%
%  An atom, or a compound or list of different variables without attributes.
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
%  The first variable of `Term`.
?- nonground(f(a,X,Y), V).
   X = V.
nonground(T, V) :- term_variables(T, [V|_]).

%! term_singletons(@Term, -Variables) is det.
%
%  The variables that occur once.
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
?- rational(3, N, D).
   N = 3, D = 1.
rational(X, N, D) :- rational(X), N is numerator(X), D is denominator(X).

%! bounded_number(+Low, +High, +N) is semidet.
?- bounded_number(1, 3, 2).
   true.
bounded_number(L, H, N) :- number(N), ( number(L) -> N >= L ; true ), ( number(H) -> N =< H ; true ).

%! float_class(+Float, -Class) is det.
%
%  `zero`, `subnormal` or `normal`: other floats do not exist here.
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
%  `Float =:= Mantissa*Base**Exponent` with base 2 and a mantissa between 1 and 2.
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
?- atomic_concat(a, 1, A).
   A = a1.
atomic_concat(A, B, C) :- atomic_list_concat([A,B], C).

%! concat(+A, +B, -Atom) is det.
?- concat(a, 1, A).
   A = a1.
concat(A, B, C) :- atomic_list_concat([A,B], C).

%! atomics_to_string(+Atomics, -Chars) is det.
?- atomics_to_string([a,1], S).
   S = "a1".
atomics_to_string(Xs, S) :- atomic_list_concat(Xs, A), atom_chars(A, S).

%! normalize_space(+Sink, +Text) is det.
%
%  The words of `Text` with one blank between two of them; `Sink` as in format/3.
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
%  `Needle` occurs at `Start`, where upper and lower case are the same; the first place if `Start` is a variable.
?- sub_atom_icasechk('Hello World', S, world).
   S = 6.
sub_atom_icasechk(H, S, N) :-
    downcase_atom(H, HL),
    downcase_atom(N, NL),
    sub_atom(HL, S, _, _, NL), !.

%! code_type(?Code, ?Type) is nondet.
%
%  As char_type/2 for a character's code (or a character); the codes in `Type` are codes, too.
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
        % What is not one character in the other case is itself there.
        ( var(A) -> ( atom_length(B, 1) -> char_code(B, A) ; char_code(C, A) ) ; true )
    ;   char_type(C, T)
    ),
    ( var(X) -> char_code(C, X) ; true ).

%! write_length(@Term, -Length, +Options) is semidet.
%
%  How many characters write_term/2 writes.
?- write_length('A', N, [quoted(true)]).
   N = 3.
write_length(T, N, Os0) :-
    ( select(max_length(Max), Os0, Os) -> true ; Os = Os0 ),
    write_term_to_chars(T, Os, Cs),
    length(Cs, N),
    ( nonvar(Max) -> N =< Max ; true ).

%! is_stream(@Term) is semidet.
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
%  All that is left of a text stream.
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
%  At most `N` characters.
?- open_chars_stream("abc", S), current_output(O), copy_stream_data(S, O, 2), close(S).
   S = ..., O = ..., outputs("ab").
copy_stream_data(F, T, N) :-
    must_be(not_less_than_zero, N),
    get_n_chars(F, N, Cs),
    '$put_chars'(T, Cs).

%! get_single_char(-Code) is det.
%
%  The next character of user_input; -1 at the end.
?- get_single_char(C).
   C = -1.
get_single_char(C) :- get_code(user_input, C).

%! read_string(+Stream, ?Length, -Chars) is det.
%
%  At most `Length` characters, all of them if it is a variable.
?- open_chars_stream("ab", S), read_string(S, N, Cs), close(S).
   S = ..., N = 2, Cs = "ab".
read_string(S, N, Cs) :- get_n_chars(S, N, Cs).

%! read_string(+Stream, +Separators, +Pad, -Separator, -Chars) is det.
%
%  Up to the next of the characters `Separators`, without those of `Pad` at both ends; `Separator` is its code, -1 at the end.
?- open_chars_stream("a ,b", S), read_string(S, ",", " ", Sep, Cs), close(S).
   S = ..., Sep = 44, Cs = "a".
read_string(S, Seps0, Pad, Sep, Cs) :-
    text_chars(Seps0, Seps),
    get_char(S, C),
    up_to(C, S, Seps, Cs0, Sep),
    split_string(Cs0, "", Pad, [Cs]).

text_chars(T, Cs) :- ( T == [] -> Cs = [] ; atom(T) -> atom_chars(T, Cs) ; T = [X|_], integer(X) -> atom_codes(A, T), atom_chars(A, Cs) ; Cs = T ).

up_to(C, S, Seps, Cs, Sep) :-
    (   C == end_of_file -> Cs = [], Sep = -1
    ;   memberchk(C, Seps) -> Cs = [], char_code(C, Sep)
    ;   Cs = [C|Cs1],
        get_char(S, D),
        up_to(D, S, Seps, Cs1, Sep)
    ).

%! get_string_code(+Index, +Text, -Code) is semidet.
?- get_string_code(1, "abc", C).
   C = 97.
get_string_code(I, T, C) :- string_code(I, T, C).

%! setup_call_catcher_cleanup(:Setup, :Goal, ?Catcher, :Cleanup) is nondet.
%
%  As setup_call_cleanup/3; `Cleanup` is called if `Catcher` unifies with how `Goal` ended: `exit`, `fail`, `!`, `exception(E)`.
?- setup_call_catcher_cleanup(true, member(X,[1,2]), R, write(R)).
   X = 1
;  X = 2, R = exit, outputs("exit").
setup_call_catcher_cleanup(S, G, Catcher, C) :-
    State = ended(!),
    setup_call_cleanup(S, watched(G, State), ( arg(1, State, How), ( Catcher = How -> ignore(C) ; true ) )).

:- meta_predicate watched(0,?).

watched(G, State) :-
    catch(call_det(G, Det), E, ( nb_setarg(1, State, exception(E)), throw(E) )),
    (   Det == true -> !, nb_setarg(1, State, exit)
    ;   true
    ).
watched(_, State) :- nb_setarg(1, State, fail), fail.

%! call_cleanup(:Goal, ?Catcher, :Cleanup) is nondet.
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

%! on_exception(?Ball, :Goal, :Recovery) is nondet.
?- on_exception(X, throw(a), true).
   X = a.
on_exception(B, G, R) :- catch(G, B, R).

%! raise_exception(+Ball) is erroneous.
?- raise_exception(a).
   throw(a).
raise_exception(B) :- throw(B).

%! copy_predicate_clauses(:From, :To) is det.
%
%  Adds the clauses of a dynamic predicate to another one; both are `Name` or `Name/Arity`.
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
%  As nb_setval/2: the value is a copy.
?- nb_linkval(nb_link, 1), nb_getval(nb_link, V).
   V = 1.
nb_linkval(K, V) :- nb_setval(K, V).

%! with_mutex(+Mutex, :Goal) is semidet.
%
%  `once(Goal)`: a machine has one thread.
?- with_mutex(m, X = 1).
   X = 1.
with_mutex(_, G) :- once(G).

%! sig_atomic(:Goal) is semidet.
%
%  `once(Goal)`.
?- sig_atomic(X = 1).
   X = 1.
sig_atomic(G) :- once(G).

%! thread_self(-Thread) is det.
%
%  The only one, `main`.
?- thread_self(T).
   T = main.
thread_self(main).

%! prompt(-Old, +New) is det.
%
%  Accepted: reading from user_input shows no prompt.
?- prompt(Old, '> ').
   Old = '|: '.
prompt('|: ', _).

%! garbage_collect_atoms is det.
?- garbage_collect_atoms.
   true.
garbage_collect_atoms :- garbage_collect.

%! trim_stacks is det.
?- trim_stacks.
   true.
trim_stacks :- garbage_collect.

%! trace is det.
%
%  Accepted: there is no tracer. `$`/1 of library(debug) shows calls and answers.
?- trace.
   true.
trace.

%! notrace is det.
?- notrace.
   true.
notrace.

%! notrace(:Goal) is semidet.
?- notrace(X = 1).
   X = 1.
notrace(G) :- once(G).

%! tracing is semidet.
?- tracing.
   false.
tracing :- fail.

%! debug is det.
?- debug.
   true.
debug.

%! nodebug is det.
?- nodebug.
   true.
nodebug.

%! backtrace(+Depth) is det.
%
%  Accepted: there are no backtraces.
?- backtrace(3).
   true.
backtrace(_).

%! abort is erroneous.
%
%  Throws `'$aborted'`.
?- abort.
   throw('$aborted').
abort :- throw('$aborted').

%! load_files(:Files) is det.
?- load_files([]).
   true.
load_files(Fs) :- load_files(Fs, []).

%! load_files(:Files, +Options) is det.
%
%  Of the options, `if(not_loaded)` and `if(changed)` are obeyed.
?- load_files([], []).
   true.
load_files(Fs0, Os) :-
    strip_module(Fs0, M, Fs),
    (   Fs == [] -> true
    ;   is_list(Fs) -> load_each(Fs, M, Os)
    ;   load_each([Fs], M, Os)
    ).

load_each([], _, _).
load_each([F|Fs], M, Os) :-
    (   memberchk(if(I), Os), memberchk(I, [not_loaded,changed]) -> M:ensure_loaded(F)
    ;   M:consult(F)
    ),
    load_each(Fs, M, Os).

%! reconsult(+File) is det.
?- reconsult(_).
   error(instantiation_error,consult/1).
reconsult(F) :- user:consult(F).

%! compile(+File) is det.
?- compile(_).
   error(instantiation_error,consult/1).
compile(F) :- user:consult(F).

%! redefine_system_predicate(+Head) is det.
%
%  Accepted: what is not of the standard can be redefined anyway.
?- redefine_system_predicate(f(_)).
   true.
redefine_system_predicate(_).

%! abolish(:Name, +Arity) is det.
?- abolish(f, a).
   error(type_error(integer,a),abolish/1).
abolish(N0, A) :- strip_module(N0, M, N), abolish(M:N/A).

%! writef(+Format) is det.
?- writef('a\\n').
   outputs("a\n").
writef(F) :- writef(F, []).

%! writef(+Format, +Args) is det.
%
%  `%w` and `%p` write the next argument, `%d` too, `%s` text; `\n` and `\l` (as two characters) end the line.
?- writef('%w-%w\\n', [a,b]).
   outputs("a-b\n").
writef(F, As) :-
    text_chars(F, Cs),
    written(Cs, As).

written([], _).
written([C|Cs], As) :-
    (   C == '%', Cs = [D|Cs1], memberchk(D, [w,p,d]), As = [A|As1] -> write(A), written(Cs1, As1)
    ;   C == '%', Cs = [s|Cs1], As = [A|As1] -> format("~s", [A]), written(Cs1, As1)
    ;   C == (\), Cs = [D|Cs1], ( D == n ; D == l ) -> nl, written(Cs1, As)
    ;   put_char(C),
        written(Cs, As)
    ).

%! write_ln(@Term) is det.
?- write_ln(a).
   outputs("a\n").
write_ln(T) :- write(T), nl.

%! displayq(@Term) is det.
?- displayq('A'+b).
   outputs("+('A',b)").
displayq(T) :- write_term(T, [quoted(true),ignore_ops(true)]).

%! sformat(-Chars, +Format) is det.
?- sformat(S, "a").
   S = "a".
sformat(S, F) :- format(chars(S), F, []).

%! flush is det.
?- flush.
   true.
flush :- flush_output.

%! proper_list(@Term) is semidet.
?- proper_list([a|_]).
   false.
proper_list(L) :- is_list(L).

%! free_variables(@Term, -Variables) is det.
?- free_variables(f(X,Y), Vs).
   Vs = [X,Y].
free_variables(T, Vs) :- term_variables(T, Vs).

%! checklist(:Goal, +List) is semidet.
?- checklist(atom, [a,b]).
   true.
checklist(G, L) :- maplist(G, L).

%! 'C'(?List, ?Element, ?Rest) is semidet.
?- 'C'([a,b], X, R).
   X = a, R = "b".
'C'([X|R], X, R).

%! otherwise is det.
?- otherwise.
   true.
otherwise.

%! simple(@Term) is semidet.
%
%  A variable, atom or number.
?- simple(f(x)).
   false.
simple(T) :- \+ compound(T).

%! apply(:Goal, +Arguments) is nondet.
%
%  Calls `Goal` with more arguments.
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
%  The terms are identical. Whether they are the same place in memory does not show.
?- same_term(f(X), f(X)).
   true.
same_term(A, B) :- A == B.

%! call_dcg(:Body, ?S0, ?S) is nondet.
%
%  As phrase/3, but the states need not be lists.
?- call_dcg([S0,S]>>(S is S0+1), 1, X).
   X = 2.
call_dcg(MB, S0, S) :-
    strip_module(MB, M, B),
    must_be(callable, B),
    dcg_body(B, S0, S, G),
    call(M:G).

%! if(:Condition, :Then, :Else) is nondet.
%
%  `( Condition *-> Then ; Else )`.
?- if(member(X,[1,2]), Y = a, Y = b).
   X = 1, Y = a
;  X = 2, Y = a.
if(C, T, E) :- ( call(C) *-> call(T) ; call(E) ).

%! prolog_flag(?Flag, ?Value) is nondet.
?- prolog_flag(bounded, V).
   V = false.
prolog_flag(F, V) :- current_prolog_flag(F, V).

%! prolog_flag(+Flag, -Old, +New) is det.
?- prolog_flag(unknown, V, error).
   V = error.
prolog_flag(F, Old, New) :- current_prolog_flag(F, Old), set_prolog_flag(F, New).

%! unknown(-Old, +New) is det.
?- unknown(V, error).
   V = error.
unknown(Old, New) :- prolog_flag(unknown, Old, New).

%! genarg(?N, +Term, ?Arg) is nondet.
?- genarg(N, f(a), A).
   N = 1, A = a.
genarg(N, T, A) :- arg(N, T, A).

%! skip_line is det.
%
%  Reads up to the end of the line.
?- skip_line.
   true.
skip_line :- current_input(S), skip_line(S).

%! skip_line(+Stream) is det.
?- open_chars_stream("a\nb", S), skip_line(S), get_char(S, C), close(S).
   S = ..., C = b.
skip_line(S) :-
    get_char(S, C),
    (   ( C == '\n' ; C == end_of_file ) -> true
    ;   skip_line(S)
    ).

%! ansi_format(+Attributes, +Format, +Args) is det.
%
%  As format/2: without colours.
?- ansi_format([bold], "~w", [a]).
   outputs("a").
ansi_format(_, F, As) :- format(F, As).

%! print_term(+Term, +Options) is det.
%
%  As print/1, on the stream of the option `output(S)`.
?- print_term(f('A'), []).
   outputs("f('A')").
print_term(T, Os) :-
    (   memberchk(output(S), Os) -> print(S, T)
    ;   print(T)
    ).

%! term_hash(+Term, +Depth, +Range, -Hash) is det.
%
%  As term_hash/2, below `Range`; `Depth` is not looked at. A term with variables has none.
?- term_hash(f(_), 3, 10, H).
   true.
term_hash(T, _, Range, H) :-
    must_be(positive_integer, Range),
    term_hash(T, H0),
    ( var(H0) -> true ; H is H0 mod Range ).

%! variant_hash(@Term, -Hash) is det.
%
%  An atom of 24 characters that is the same for variants of a term, whatever attributes variables have.
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
%  Accepted; erased clauses go when nothing needs them any more.
?- garbage_collect_clauses.
   true.
garbage_collect_clauses.

%! locale_sort(+Atoms, -Sorted) is det.
%
%  In the standard order, with duplicates.
?- locale_sort([b,a,b], L).
   L = "abb".
locale_sort(As, L) :- msort(As, L).
