% Built-in predicates whose results differ in details in SWI-Prolog.

:- module(swi_variants_test, [residue/1, frozen_goal/1, domain_goal/1, text/1, either/1, mode/1, prefix_length/1, partial/3,
    mixed/3, latin/1, not_utf8/0, shell_text/1, b//0]).
:- expects_dialect(swi).
:- use_module(library(clpfd)).
:- use_module(library(yaml)).
:- use_module(library(strings)).

residue(Ns) :- freeze(X, true), dif(X, a), copy_term(X, X, Gs), findall(N, ( member(G, Gs), functor(G, N, 2) ), Ns).
frozen_goal(F) :- freeze(X, true), frozen(X, G), functor(G, F, 2).
domain_goal(M) :- X in 1..3, copy_term(X, _, [M:_]).

text(A) :- with_output_to(atom(A), write_canonical(f(X,_,[X|_],1+'B'))).

either(X) :- ( X = 1 | X = 2 ).
mode(M) :- stream_property(user_output, mode(M)).
prefix_length(N) :- '$skip_list'(N, [a,b|_], _).

partial(Xs) --> [x|Xs].

% Text on binary streams, and bytes on streams of characters that are bytes.
mixed(C, B, L) :-
    tmp_file(mixed, F),
    open(F, write, Out, [type(binary)]),
    format(Out, "ab~w", [c]),
    put_byte(Out, 10),
    close(Out),
    open(F, read, In, [type(binary)]),
    get_char(In, C),
    get_byte(In, B),
    read_line_to_string(In, S),
    close(In),
    delete_file(F),
    string_chars(S, L).
latin(B) :- open(pipe('printf a'), read, S, [encoding(octet)]), get_byte(S, B), close(S).
not_utf8 :- open(pipe('printf a'), read, S, [encoding(utf8),unknown_option(1)]), catch(get_byte(S, _), error(E,_), true), close(S), E = permission_error(_,_,_).
shell_text(T) :- open(pipe('echo "t(1)."'), read, S), read(S, T), close(S).

% A nonterminal that is pushed back.
b, d --> [].
d --> [x,y].

% The text of a quasi-quotation, with the value of a variable.
greeting(To, A) :- A = {|string(To)||hello {To}|}.
lines(A) :- A = {|string||
    | one
    |   two
    |}.

document(D) :- yaml_read(string("a: x\nb: [1, ~]\n"), D).
flag(V) :- set_prolog_flag(flag_of_this_test, 7), current_prolog_flag(flag_of_this_test, V).

_.quoted() := 1.


% Options that do not exist have no effect, errors of values are those of the value, and some errors have other words.
quoted(A) :- with_output_to(atom(A), write_term('A b', [quoted,no_such_option(1)])).
read_text(T-Vs) :- term_string(T, "f(X)", [no_such_option(1),variable_names=Vs]).
error_of(option, E) :- catch(write_term(a, [quoted(maybe)]), error(E, _), true).
error_of(eof_action, E) :- catch(open('/dev/null', read, _, [eof_action(maybe)]), error(E, _), true).
error_of(no_stream, E) :- catch(current_input(no_stream), error(E, _), true).
error_of(no_name, E) :- catch(stream_property(1, _), error(E, _), true).
error_of(no_predicate, E) :- catch(lists:no_such_predicate, error(E, _), true).
error_of(no_predicate_here, E) :- catch(no_such_predicate, error(E, _), true).
error_of(arity, E) :- catch(( functor(T, f, 1000000), assertz(T) ), error(E, _), true).
error_of(operator, E) :- catch(current_op(_, 1, _), error(E, _), true).
error_of(codes, E) :- catch(atom_codes(_, [-1]), error(E, _), true).
error_of(comment, E) :- catch(number_codes(_, "/**/1"), error(E, _), true).
printed(A) :- with_output_to(atom(A), print(f('$VAR'('Foo'),'$VAR'('A b'),'$VAR'(foo),'$VAR'(1)))).
floats(L) :- atom_number('1e5', A), term_to_atom(B, 'f(2e3)'), number_codes(C, "1e-2"), L = [A,B,C,3e1].
capital(U) :- char_type(a, to_lower(U)).
number_of_codes(N) :- number_chars(N, [0'1,0'2]).

?- findall(Ns, residue(Ns), [Ns]), msort(Ns, L).
   Ns = ..., L = [dif,freeze].
?- findall(F, frozen_goal(F), Fs).
   Fs = [freeze].
?- findall(M, domain_goal(M), Ms).
   Ms = [clpfd].
?- text(A).
   A = 'f(A,_,[A|_],+(1,\'B\'))'.
?- either(X).
   X = 1
;  X = 2.
?- mode(M).
   M = append.
?- mixed(C, B, L).
   C = a, B = 98, L = "c".
?- latin(B).
   B = 97.
?- not_utf8.
   true.
?- shell_text(T).
   T = t(1).
?- b(S0, S).
   S = [x,y|S0].
?- prefix_length(N).
   N = 2.
?- partial([a,b], L, []).
   L = [x,a,b].
?- swi_variants_test:greeting(world, A), atom_string(B, A).
   A = ..., B = 'hello world'.
?- swi_variants_test:lines(A), atom_string(B, A).
   A = ..., B = 'one\n  two\n'.
?- swi_variants_test:document(D), get_dict(b, D, V).
   D = ..., V = [1,null].
?- swi_variants_test:flag(V).
   V = 7.
?- swi_variants_test:quoted(A).
   A = '\'A b\''.
?- swi_variants_test:read_text(T).
   T = f(_A)-['X'=_A].
?- swi_variants_test:error_of(Case, E).
   Case = option, E = type_error(bool,maybe)
;  Case = eof_action, E = domain_error(eof_action,maybe)
;  Case = no_stream, E = existence_error(stream,no_stream)
;  Case = no_name, E = domain_error(stream_or_alias,1)
;  Case = no_predicate, E = existence_error(procedure,lists:no_such_predicate/0)
;  Case = no_predicate_here, E = existence_error(procedure,swi_variants_test:no_such_predicate/0)
;  Case = arity, E = representation_error(max_procedure_arity)
;  Case = operator, E = type_error(atom,1)
;  Case = codes, E = type_error(character_code,-1)
;  Case = comment, E = syntax_error(illegal_number).
?- swi_variants_test:number_of_codes(N).
   N = 12.
?- swi_variants_test:printed(A).
   A = 'f(Foo,\'$VAR\'(\'A b\'),\'$VAR\'(foo),B)'.
?- swi_variants_test:floats(L).
   L = [100000.0,f(2000.0),0.01,30.0].
?- swi_variants_test:capital(U).
   U = 'A'.
