% Checks of the adapter for Logtalk, examples/logtalk/horn.pl, one clause each: check(What, Goal). The working
% directory is a folder of the test. The predicates of Logtalk's core that the adapter calls are stood in for here.

:- op(600, xfy, ::).
:- op(600, fy, ::).
:- op(700, xfx, as).

:- dynamic loaded/1, entity_type/1.

% The names of the predicates of an object `toy`.
'$lgt_compile_predicate_indicators'(Name/Arity, _, Compiled/CompiledArity) :-
    atomic_list_concat(['$toy#0.', Name, #, Arity], Compiled),
    CompiledArity is Arity+1.
'$lgt_compile_predicate_heads'(Head, _, Compiled, Context) :-
    Head =.. [Name|Args],
    length(Args, Arity),
    '$lgt_compile_predicate_indicators'(Name/Arity, _, CompiledName/_),
    append(Args, [Context], CompiledArgs),
    Compiled =.. [CompiledName|CompiledArgs].
'$lgt_decompile_predicate_indicators'(Compiled/CompiledArity, toy, object, Name/Arity) :-
    atom_concat('$toy#0.', Rest, Compiled),
    atomic_list_concat([Name, _], #, Rest),
    Arity is CompiledArity-1.
'$lgt_conjunction_to_list'((A, B), [A|Bs]) :- !, '$lgt_conjunction_to_list'(B, Bs).
'$lgt_conjunction_to_list'(A, [A]).
logtalk_load(Files) :- assertz(loaded(Files)).
logtalk_make(Target) :- assertz(loaded(make(Target))).
logtalk_load_context(entity_type, Type) :- entity_type(Type).
logtalk_load_context(directory, Directory) :- working_directory(Directory, Directory).

% A message to the object of the intermediate file that write_object/1 writes.
toy::Message :-
    catch(( '$toy#0._def'(Message, user, Call), call(Call) ), E, handled(E)).
handled(E) :- '$lgt_normalize_error_term'(E, N), throw(N).

write_file(File, Text) :- open(File, write, S), write(S, Text), close(S).

% Writes the intermediate file of an object, as the compiler does.
write_object(File, N) :-
    '$lgt_open'(File, write, S, [alias(logtalk_compiler_output),encoding(iso_latin_1),bom(false)]),
    forall(compiled(N, Term), '$lgt_write_compiled_term'(S, Term, runtime, File, 1)),
    '$lgt_close'(S).

compiled(_, (:- dynamic('$toy#0.note#1'/2))).
compiled(_, ('$toy#0._def'(Head, Ctx, Call, toy, toy) :- '$toy#0._def'(Head, Ctx, Call))).
compiled(_, '$toy#0._def'(n(X), Ctx, '$toy#0.n#1'(X, Ctx))).
compiled(_, '$toy#0._def'(word(X), Ctx, '$toy#0.word#1'(X, Ctx))).
compiled(_, '$toy#0._def'(lost, Ctx, '$toy#0.lost#0'(Ctx))).
compiled(_, '$toy#0._def'(wrong, Ctx, '$toy#0.wrong#0'(Ctx))).
compiled(_, '$toy#0._def'(reach(X,Y), Ctx, '$toy#0.reach#2'(X, Y, Ctx))).
compiled(N, '$toy#0.n#1'(N, _)).
compiled(_, '$toy#0.word#1'(X, _)) :- word(X).
compiled(_, ('$toy#0.lost#0'(Ctx) :- '$toy#0.nowhere#0'(Ctx))).
compiled(_, ('$toy#0.wrong#0'(_) :- atom_length(f(x), _))).
compiled(_, (:- table('$toy#0.reach#2'/3))).
compiled(_, ('$toy#0.reach#2'(X, Z, Ctx) :- '$toy#0.reach#2'(X, Y, Ctx), '$toy#0.arc#2'(Y, Z, Ctx))).
compiled(_, ('$toy#0.reach#2'(X, Y, Ctx) :- '$toy#0.arc#2'(X, Y, Ctx))).
compiled(_, '$toy#0.arc#2'(a, b, _)).
compiled(_, '$toy#0.arc#2'(b, a, _)).
compiled(_, (:- multifile('$lgt_current_toy_'/2))).
compiled(_, (:- dynamic('$lgt_current_toy_'/2))).
compiled(N, '$lgt_current_toy_'(toy, N)).
compiled(_, (:- initialization(assertz(loaded(toy))))).

word('é\n$VAR').
word(-(1)).
word('a b'::[c,"d"|e] as '$VAR'(1)).
word(\+ {a,b}).
word(- (-)).
word([(a:-b,c;d->e),'[]',{},'\x1\',1.0e10,0'a]).

built_in(H) :- once('$lgt_predicate_property'(H, built_in)).

reads(File, Items) :-
    '$lgt_open'(File, read, S, [alias(logtalk_compiler_input)]),
    stream_property(S, alias(logtalk_compiler_input)),
    read_items(S, Items),
    '$lgt_close'(S).
read_items(S, [Item|Items]) :-
    catch(read_item(S, Item), error(syntax_error(_), _), ( '$lgt_stream_current_line_number'(S, N), Item = error-N )),
    (   Item = end_of_file-_ -> Items = []
    ;   read_items(S, Items)
    ).
read_item(S, T-Lines-Names-Single) :-
    '$lgt_read_term'(S, T0, [variable_names(Vs),singletons(Ss)], Lines),
    findall(N, member(N=_, Vs), Names),
    findall(N, member(N=_, Ss), Single),
    functor(T0, T, _),
    T \== end_of_file,
    !.
read_item(_, end_of_file-x).

check(no_iso_predicate_is_missing, \+ '$lgt_iso_predicate'(_)).
check(format, ( with_output_to(atom(A), '$lgt_format'("~w-~q~n", [a,'B'])), A == 'a-\'B\'\n' )).
check(format_to_stream, ( with_output_to(atom(A), ( current_output(S), '$lgt_format'(S, "~a", [x]) )), A == x )).
check(de_facto_predicates,
    forall(
        member(H, [between(_,_,_),findall(_,_,_,_),forall(_,_),numbervars(_,_,_),setup_call_cleanup(_,_,_),
                   term_hash(_,_,_,_),atomic_concat(_,_,_),atomic_list_concat(_,_),atomic_list_concat(_,_,_)]),
        built_in(H)
    )).

check(built_in(H), built_in(H)) :-
    member(H, [(_,_),(_;_),(_->_),*->(_,_),atom_length(_,_),format(_,_),format(_,_,_),freeze(_,_),assertz(_,_)]).
check(not_built_in(H), \+ '$lgt_predicate_property'(H, built_in)) :-
    member(H, [append(_,_,_),maplist(_,_),check(_,_),undefined_here,lists:append(_,_,_)]).
check(static, '$lgt_predicate_property'(check(_,_), static)).
check(dynamic, '$lgt_predicate_property'(loaded(_), (dynamic))).
check(built_in_is_static, '$lgt_predicate_property'(atom_length(_,_), static)).
check(meta_predicate, '$lgt_predicate_property'(forall(_,_), meta_predicate(forall(0,0)))).
check(meta_predicates_exist,
    forall(( '$lgt_prolog_meta_predicate'(H, T, K), H \= dynamic(_), H \= multifile(_) ),
        ( callable(T), memberchk(K, [predicate,control_construct]), predicate_property(H, defined) ))).
check(arity_of_meta_templates,
    forall('$lgt_prolog_meta_predicate'(H, T, _), ( functor(H, N, A), functor(T, N, A) ))).
check(database_predicates_exist, forall('$lgt_prolog_database_predicate'(H), predicate_property(H, defined))).
check(tautology_candidates_exist,
    forall('$lgt_candidate_tautology_or_falsehood_goal_hook'(H), predicate_property(H, defined))).
check(phrase_predicates_exist, forall('$lgt_prolog_phrase_predicate'(H), predicate_property(H, defined))).
check(grammar_body_specifier, '$lgt_prolog_to_logtalk_meta_argument_specifier_hook'(//, 2)).

check(one_object_extension, findall(E, '$lgt_file_extension'(object, E), [_])).
check(version, ( '$lgt_prolog_feature'(prolog_version, V), V = v(_,_,_),
    '$lgt_prolog_feature'(prolog_compatible_version, @>=(Least)), V @>= Least )).
check(feature(F), ( '$lgt_prolog_feature'(F, V), atom(V) )) :-
    member(F, [prolog_dialect,encoding_directive,tabling,engines,threads,modules,coinduction,unicode,sockets]).
check(one_value_for_each_flag,
    ( findall(F, '$lgt_default_flag'(F, _), Fs), sort(Fs, Sorted), same_length(Fs, Sorted) )).
check(coinduction, ( X = [1|X], Y = [1|Y], X == Y, \+ acyclic_term(X) )).
check(unicode, ( atom_length('\x1F600\', 1), char_code(C, 0x1F600), atom_concat(C, a, A), atom_length(A, 2) )).

check(expand_relative, (
    working_directory(D, D), atom_concat(D, 'a/c.lgt', P), '$lgt_expand_path'('a/b/../c.lgt', P) )).
check(expand_variable, ( setenv('LOGTALK_TEST', '/x'), '$lgt_expand_path'('$LOGTALK_TEST/y/', '/x/y/') )).
check(expand_is_idempotent, '$lgt_expand_path'('/x/y.lgt', '/x/y.lgt')).
check(decompose(F), '$lgt_decompose_file_name'(F, D, N, E)) :-
    member([F,D,N,E], [['/a/b/c.lgt','/a/b/',c,'.lgt'],['c.lgt','./',c,'.lgt'],['/c',/,c,''],['/a.b/c','/a.b/',c,''],
                       ['/a/c.d.pl','/a/','c.d','.pl'],['/a/.p','/a/','.p',''],['a/b/','a/b/','',''],
                       ['é/ü.lgt','é/','ü','.lgt']]).
check(os_file_name, ( '$lgt_prolog_os_file_name'('/a/b', A), '$lgt_prolog_os_file_name'(B, '/a/b'), A == B )).
check(directories, (
    '$lgt_make_directory'('made/'), '$lgt_make_directory'(made), '$lgt_directory_exists'('made/'),
    \+ '$lgt_directory_exists'(none), '$lgt_current_directory'(D), '$lgt_change_directory'(made),
    '$lgt_current_directory'(M), '$lgt_change_directory'(D), atom_concat(D, 'made/', M) )).
check(files, (
    write_file('made/f.txt', x), '$lgt_file_exists'('made/f.txt'), '$lgt_directory_files'(made, Fs),
    memberchk('f.txt', Fs), '$lgt_delete_file'('made/f.txt'), \+ '$lgt_file_exists'('made/f.txt'),
    \+ '$lgt_file_exists'(made) )).
check(modification_times, (
    write_file('old.txt', x), '$lgt_file_modification_time'('old.txt', T1), sleep(0.02), write_file('new.txt', x),
    '$lgt_file_modification_time'('new.txt', T2), T1 @=< T2, T1 \== T2 )).
check(environment, ( setenv('LOGTALK_TEST', v), '$lgt_environment_variable'('LOGTALK_TEST', v),
    \+ '$lgt_environment_variable'('LOGTALK_TEST_NOT_SET', _) )).
check(directory_hashes, (
    '$lgt_directory_hashes'('/a/', HD, HP), '$lgt_directory_hashes'('/a/', HD, HP),
    '$lgt_directory_hashes'('/b/', HD2, _), HD \== HD2, '$lgt_prolog_feature'(prolog_dialect, Dialect),
    sub_atom(HD, _, _, 0, Dialect), sub_atom(HP, 0, 1, _, '_') )).

check(read_terms, (
    write_file('s.lgt', '% c\n:- object(x).\n\n\tp(X, _Y) :-\n\t\tq(Z).\n\tr(. 1).\nlast.\n'),
    reads('s.lgt', Items),
    Items = [(:-)-(2-2)-[]-[],(:-)-(4-5)-['X','_Y','Z']-['X','_Y','Z'],error-6|_] )).
check(read_after_syntax_error, ( reads('s.lgt', Items), memberchk(last-(7-7)-[]-[], Items) )).
check(input_alias_is_free, \+ stream_property(_, alias(logtalk_compiler_input))).
check(encoding(E), (
    '$lgt_logtalk_prolog_encoding'(E, H, _), open('e.lgt', write, S, [encoding(H)]), write(S, ':- a(b).\n'), close(S),
    '$lgt_open'('e.lgt', read, R, [encoding(H)]), '$lgt_read_term'(R, T, [], 1-1), '$lgt_close'(R), T == (:- a(b)) )) :-
    member(E, ['US-ASCII','ISO-8859-1','UTF-8','UTF-16BE','UTF-16LE','UCS-2BE','UCS-2LE']).
check(encoding_by_mark, (
    open('m.lgt', write, S, [encoding(utf16le),bom(true)]), write(S, 'a.\n'), close(S), open('m.lgt', read, R),
    read(R, a), once('$lgt_logtalk_prolog_encoding'('UTF-16', E, R)), close(R), E == utf16le )).

check(load, ( write_object('toy.pl', 1), '$lgt_compile_prolog_code'('toy.pl', 'toy.lgt', []),
    '$lgt_load_prolog_code'('toy.pl', 'toy.lgt', [encoding(iso_latin_1)]), toy::n(N), N == 1 )).
check(initialization_goal, loaded(toy)).
check(written_terms, ( findall(W, toy::word(W), Ws),
    findall(W, word(W), Ws) )).
check(tabled, ( findall(Y, toy::reach(a, Y), Ys), msort(Ys, [a,b]) )).
check(dynamic_predicate_of_object, '$lgt_predicate_property'('$toy#0.note#1'(_,_), (dynamic))).
check(reload, (
    write_object('toy.pl', 2), '$lgt_load_prolog_code'('toy.pl', 'toy.lgt', []), findall(N, toy::n(N), [2]) )).
check(runtime_table_after_reload, findall(N, '$lgt_current_toy_'(toy, N), [2])).
check(load_prolog_file, ( write_file('plain.pl', 'plain(1).\n'), '$lgt_load_prolog_file'('plain.pl'), plain(1) )).
check(error_in_object, ( catch(toy::lost, E, true),
    E == error(existence_error(procedure,'$toy#0.nowhere#0'/1), logtalk(nowhere,toy)) )).
check(error_in_built_in, ( catch(toy::wrong, E, true), E = error(type_error(_,f(x)), atom_length/2) )).
check(errors_that_stay, forall(member(E, [ball,error(x,_),error(x,context(a,b)),error(x,f/a)]), (
    '$lgt_normalize_error_term'(E, N), N =@= E ))).
check(assert_entity_clause, ( '$lgt_assertz_entity_clause'(('$toy#0.new#0'(_) :- true), aux), '$toy#0.new#0'(x),
    '$lgt_predicate_property'('$toy#0.new#0'(_), (dynamic)) )).

check(table_directive, ( asserta(entity_type(object)),
    '$lgt_prolog_term_expansion'((:- table([p/2,q//1,r(_,min)])), {:- table(T)}), retract(entity_type(object)),
    T = ['$toy#0.p#2'/3,'$toy#0.q#3'/4,'$toy#0.r#2'(_,min,_)] )).
check(use_module_directive, ( asserta(entity_type(object)),
    '$lgt_prolog_term_expansion'((:- use_module(library(pairs), [pairs_keys/2])), E),
    '$lgt_prolog_term_expansion'((:- use_module(library(pairs))), F), retract(entity_type(object)),
    E = [{:- use_module(library(pairs), [])},(:- use_module(pairs, [pairs_keys/2]))],
    F = [_,(:- use_module(pairs, All))], memberchk(pairs_values/2, All) )).
check(use_module_file, (
    write_file('mod.pl', '#! x\n:- encoding(utf8).\n:- module(mod_name, [a/1,b/2]).\na(1).\nb(1,2).\n'),
    asserta(entity_type(category)), '$lgt_prolog_term_expansion'((:- use_module(mod, except([b/2]))), E),
    retract(entity_type(category)), E = [{_},(:- use_module(mod_name, [a/1]))], mod_name:a(1) )).
check(directives_outside_entities, \+ '$lgt_prolog_term_expansion'((:- table(p/2)), _)).
check(other_terms, ( \+ '$lgt_prolog_term_expansion'(p(1), _), \+ '$lgt_prolog_term_expansion'((:- object(x)), _),
    \+ '$lgt_prolog_term_expansion'((:- _), _), \+ '$lgt_prolog_goal_expansion'(p, _) )).

check(copy_without_constraints, ( freeze(X, fail), '$lgt_copy_term_without_constraints'(f(X), f(Y)), Y = 1 )).
check(no_strings, ( \+ '$lgt_string'("a"), \+ '$lgt_string_codes'(_, [0'a]) )).
check(qualification, ( '$lgt_user_module_qualification'(loaded(_), G), call((G ; true)), G = user:_ )).
check(module_predicates, ( use_module(library(pairs), []), '$lgt_current_module_predicate'(pairs, pairs_keys/2),
    \+ '$lgt_current_module_predicate'(pairs, check/2), \+ '$lgt_current_module_predicate'(no_module, p/1) )).
check(visible_module_predicate, ( '$lgt_find_visible_module_predicate'(user, M, append(_,_,_)), M == lists )).
check(short_forms, ( retractall(loaded(_)), {a, b}, {*}, {+d}, {$},
    findall(L, loaded(L), [[a,b],make(all),make(debug),make(caches)]) )).
check(short_form_of_variable, catch({_}, error(instantiation_error, logtalk(_, _)), true)).

failed(Names) :- findall(Name, ( check(Name, Goal), \+ catch(Goal, _, fail) ), Names).
