% The adapter of Logtalk for Horn: the predicates by which the compiler and the runtime of Logtalk, `core/core.pl`,
% reach the system below. It is loaded into module `user`, before the core. `README.md` says how, and what is verified.
%
% The interface is that of November 2024; the flag `general` and the feature `sockets`, which came later, are there too,
% and an older core makes no use of them.
%
% A predicate of the interface that is not mentioned below is built in: `between/3`, `findall/4`, `forall/2`,
% `numbervars/3`, `setup_call_cleanup/3`, `term_hash/4`, `atomic_concat/3`, `atomic_list_concat/2,3`.


% -- Predicates of the standard ---------------------------------------------------------------------------------------

% '$lgt_iso_predicate'(?Head): the predicates of ISO 13211-1 that this file has to define. There is none.

'$lgt_iso_predicate'(_) :- fail.


% -- Formatted output -------------------------------------------------------------------------------------------------

% '$lgt_format'(+Stream, +Format, +Arguments), '$lgt_format'(+Format, +Arguments)

'$lgt_format'(Stream, Format, Arguments) :- format(Stream, Format, Arguments).

'$lgt_format'(Format, Arguments) :- format(Format, Arguments).


% -- Properties of predicates -----------------------------------------------------------------------------------------

% '$lgt_predicate_property'(+Head, ?Property)
%
% Logtalk compiles a call of a built-in predicate as it is, and warns about a call of any other predicate that the
% object does not define. Horn reports `built_in` for the predicates of module `system`. Others that a Logtalk
% program expects of the system itself, such as format/2, belong to libraries that Horn loads when they are called;
% they count as built in here. Libraries of lists and the like do not: Logtalk has its own, and programs name them.

'$lgt_predicate_property'(Head, Property) :-
    predicate_property(Head, Property).
'$lgt_predicate_property'(Head, built_in) :-
    callable(Head),
    Head \= _:_,
    predicate_property(Head, imported_from(Library)),
    '$lgt_horn_system_library'(Library),
    !.

'$lgt_horn_system_library'(arithmetic).
'$lgt_horn_system_library'(between).
'$lgt_horn_system_library'(charsio).
'$lgt_horn_system_library'(cont).
'$lgt_horn_system_library'(date).
'$lgt_horn_system_library'(dcgs).
'$lgt_horn_system_library'(dif).
'$lgt_horn_system_library'(edinburgh).
'$lgt_horn_system_library'(engines).
'$lgt_horn_system_library'(files).
'$lgt_horn_system_library'(format).
'$lgt_horn_system_library'(freeze).
'$lgt_horn_system_library'(gensym).
'$lgt_horn_system_library'(iso_ext).
'$lgt_horn_system_library'(modules).
'$lgt_horn_system_library'(os).
'$lgt_horn_system_library'(recorded).
'$lgt_horn_system_library'(streams).
'$lgt_horn_system_library'(strings).
'$lgt_horn_system_library'(swi_builtins).
'$lgt_horn_system_library'(tabling).
'$lgt_horn_system_library'(terms).
'$lgt_horn_system_library'(threads).
'$lgt_horn_system_library'(varnumbers).
'$lgt_horn_system_library'(when).


% -- Built-in predicates beyond the standard --------------------------------------------------------------------------

% '$lgt_prolog_meta_predicate'(@Head, ?Template, ?Kind): templates of meta-predicates. They take the place of what
% predicate_property/2 says: the first group because the debugger has to know the kind, the second because an
% argument that carries a module is no goal for Logtalk.

'$lgt_prolog_meta_predicate'(*->(_, _), *->(0, 0), control_construct).
'$lgt_prolog_meta_predicate'(call_cleanup(_, _), call_cleanup(0, 0), predicate).
'$lgt_prolog_meta_predicate'(call_nth(_, _), call_nth(0, *), predicate).
'$lgt_prolog_meta_predicate'(call_residue_vars(_, _), call_residue_vars(0, *), predicate).
'$lgt_prolog_meta_predicate'(catch_with_backtrace(_, _, _), catch_with_backtrace(0, *, 0), predicate).
'$lgt_prolog_meta_predicate'(findall(_, _, _, _), findall(*, 0, *, *), predicate).
'$lgt_prolog_meta_predicate'(freeze(_, _), freeze(*, 0), predicate).
'$lgt_prolog_meta_predicate'(not(_), not(0), predicate).
'$lgt_prolog_meta_predicate'(setup_call_cleanup(_, _, _), setup_call_cleanup(0, 0, 0), predicate).
'$lgt_prolog_meta_predicate'(
    setup_call_catcher_cleanup(_, _, _, _), setup_call_catcher_cleanup(0, 0, *, 0), predicate).
'$lgt_prolog_meta_predicate'(when(_, _), when(*, 0), predicate).
'$lgt_prolog_meta_predicate'(with_mutex(_, _), with_mutex(*, 0), predicate).
'$lgt_prolog_meta_predicate'(with_output_to(_, _), with_output_to(*, 0), predicate).

'$lgt_prolog_meta_predicate'(consult(_), consult(*), predicate).
'$lgt_prolog_meta_predicate'(dynamic(_), dynamic(/), predicate).
'$lgt_prolog_meta_predicate'(ensure_loaded(_), ensure_loaded(*), predicate).
'$lgt_prolog_meta_predicate'(format(_, _), format(*, *), predicate).
'$lgt_prolog_meta_predicate'(format(_, _, _), format(*, *, *), predicate).
'$lgt_prolog_meta_predicate'(load_files(_), load_files(*), predicate).
'$lgt_prolog_meta_predicate'(load_files(_, _), load_files(*, *), predicate).
'$lgt_prolog_meta_predicate'(multifile(_), multifile(/), predicate).
'$lgt_prolog_meta_predicate'(op(_, _, _), op(*, *, *), predicate).
'$lgt_prolog_meta_predicate'(thread_create(_, _, _), thread_create(0, *, *), predicate).
'$lgt_prolog_meta_predicate'(use_module(_), use_module(*), predicate).
'$lgt_prolog_meta_predicate'(use_module(_, _), use_module(*, *), predicate).

% '$lgt_prolog_meta_directive'(@Directive, -Template)

'$lgt_prolog_meta_directive'(at_halt(_), at_halt(0)).
'$lgt_prolog_meta_directive'(initialization(_, _), initialization(0, *)).
'$lgt_prolog_meta_directive'(table(_), table(/)).
'$lgt_prolog_meta_directive'(thread_local(_), thread_local(/)).

% '$lgt_prolog_to_logtalk_meta_argument_specifier_hook'(@Prolog, -Logtalk): a grammar body takes two arguments more.

'$lgt_prolog_to_logtalk_meta_argument_specifier_hook'((//), 2).

% '$lgt_prolog_phrase_predicate'(@Head): predicates other than phrase/2,3 that call nonterminals.

'$lgt_prolog_phrase_predicate'(call_dcg(_, _, _)).
'$lgt_prolog_phrase_predicate'(pio:phrase_from_file(_, _)).
'$lgt_prolog_phrase_predicate'(pio:phrase_from_file(_, _, _)).
'$lgt_prolog_phrase_predicate'(pio:phrase_from_stream(_, _)).
'$lgt_prolog_phrase_predicate'(pio:phrase_to_file(_, _)).
'$lgt_prolog_phrase_predicate'(pio:phrase_to_file(_, _, _)).
'$lgt_prolog_phrase_predicate'(pio:phrase_to_stream(_, _)).

% '$lgt_candidate_tautology_or_falsehood_goal_hook'(@Goal): goals without side effects, whose outcome is known at
% compile time if they are ground.

'$lgt_candidate_tautology_or_falsehood_goal_hook'(?=(_, _)).
'$lgt_candidate_tautology_or_falsehood_goal_hook'(_ =@= _).
'$lgt_candidate_tautology_or_falsehood_goal_hook'(_ \=@= _).
'$lgt_candidate_tautology_or_falsehood_goal_hook'(atom_number(_, _)).
'$lgt_candidate_tautology_or_falsehood_goal_hook'(atom_string(_, _)).
'$lgt_candidate_tautology_or_falsehood_goal_hook'(cyclic_term(_)).
'$lgt_candidate_tautology_or_falsehood_goal_hook'(dif(_, _)).
'$lgt_candidate_tautology_or_falsehood_goal_hook'(is_list(_)).
'$lgt_candidate_tautology_or_falsehood_goal_hook'(name(_, _)).
'$lgt_candidate_tautology_or_falsehood_goal_hook'(plus(_, _, _)).
'$lgt_candidate_tautology_or_falsehood_goal_hook'(rational(_)).
'$lgt_candidate_tautology_or_falsehood_goal_hook'(succ(_, _)).

% '$lgt_prolog_database_predicate'(@Head): predicates on clauses that the standard does not have.

'$lgt_prolog_database_predicate'(assert(_)).
'$lgt_prolog_database_predicate'(assert(_, _)).
'$lgt_prolog_database_predicate'(asserta(_, _)).
'$lgt_prolog_database_predicate'(assertz(_, _)).
'$lgt_prolog_database_predicate'(clause(_, _, _)).
'$lgt_prolog_database_predicate'(listing(_)).

% '$lgt_prolog_predicate_property'(?Property): what predicate_property/2 gives beyond the properties of Logtalk.

'$lgt_prolog_predicate_property'(discontiguous).
'$lgt_prolog_predicate_property'(exported).
'$lgt_prolog_predicate_property'(file(_)).
'$lgt_prolog_predicate_property'(imported_from(_)).
'$lgt_prolog_predicate_property'(interpreted).
'$lgt_prolog_predicate_property'(line_count(_)).
'$lgt_prolog_predicate_property'(size(_)).
'$lgt_prolog_predicate_property'(tabled).
'$lgt_prolog_predicate_property'(tabled(_)).
'$lgt_prolog_predicate_property'(thread_local).
'$lgt_prolog_predicate_property'(visible).

% '$lgt_prolog_deprecated_built_in_predicate_hook'(?Head, ?Better), and of one argument: predicates to be avoided,
% beyond those of which the core warns itself.

'$lgt_prolog_deprecated_built_in_predicate_hook'(_, _) :- fail.

'$lgt_prolog_deprecated_built_in_predicate_hook'(_) :- fail.


% -- Extensions of file names -----------------------------------------------------------------------------------------

% '$lgt_file_extension'(?Kind, ?Extension): there must be one for the kind `object`, the intermediate files.

'$lgt_file_extension'(logtalk, '.lgt').
'$lgt_file_extension'(logtalk, '.logtalk').
'$lgt_file_extension'(object, '.pl').
'$lgt_file_extension'(prolog, '.pl').
'$lgt_file_extension'(prolog, '.prolog').
'$lgt_file_extension'(prolog, '.pro').


% -- Features ---------------------------------------------------------------------------------------------------------

% '$lgt_prolog_feature'(?Feature, ?Value)
%
% Libraries of Logtalk choose code by the dialect, and a name that they do not know has no code in some of them. The
% environment variable HORN_LOGTALK_DIALECT announces another name; `swi` is the nearest.
%
% Threads and engines are not announced. Logtalk implements both by threads that share one database. Threads of Horn
% start with a copy of it, and what they assert stays theirs.

'$lgt_prolog_feature'(prolog_dialect, Dialect) :-
    (   getenv('HORN_LOGTALK_DIALECT', Name), Name \== '' -> Dialect = Name
    ;   Dialect = horn
    ).
'$lgt_prolog_feature'(prolog_version, v(Major, Minor, Patch)) :-
    current_prolog_flag(version_data, horn(Major, Minor, Patch, _)).
'$lgt_prolog_feature'(prolog_compatible_version, @>=(v(0, 1, 0))).

% Only in source files: intermediate files are UTF-8, see '$lgt_open'/4.
'$lgt_prolog_feature'(encoding_directive, source).
'$lgt_prolog_feature'(tabling, supported).
'$lgt_prolog_feature'(engines, unsupported).
'$lgt_prolog_feature'(threads, unsupported).
'$lgt_prolog_feature'(modules, supported).
'$lgt_prolog_feature'(coinduction, supported).
'$lgt_prolog_feature'(unicode, full).
% The library `sockets` of Logtalk has no code for Horn.
'$lgt_prolog_feature'(sockets, unsupported).


% -- Default values of flags ------------------------------------------------------------------------------------------

% '$lgt_default_flag'(?Flag, ?Value)

'$lgt_default_flag'(settings_file, allow).

% Checks of source files.
'$lgt_default_flag'(linter, default).
'$lgt_default_flag'(general, warning).
'$lgt_default_flag'(encodings, warning).
'$lgt_default_flag'(unknown_entities, warning).
'$lgt_default_flag'(unknown_predicates, warning).
'$lgt_default_flag'(undefined_predicates, warning).
'$lgt_default_flag'(singleton_variables, warning).
'$lgt_default_flag'(steadfastness, silent).
'$lgt_default_flag'(naming, silent).
'$lgt_default_flag'(duplicated_clauses, silent).
'$lgt_default_flag'(left_recursion, warning).
'$lgt_default_flag'(tail_recursive, silent).
'$lgt_default_flag'(disjunctions, warning).
'$lgt_default_flag'(conditionals, warning).
'$lgt_default_flag'(catchall_catch, silent).
'$lgt_default_flag'(portability, silent).
'$lgt_default_flag'(redefined_built_ins, silent).
'$lgt_default_flag'(redefined_operators, warning).
'$lgt_default_flag'(deprecated, warning).
'$lgt_default_flag'(missing_directives, warning).
'$lgt_default_flag'(duplicated_directives, warning).
'$lgt_default_flag'(trivial_goal_fails, warning).
'$lgt_default_flag'(always_true_or_false_goals, warning).
'$lgt_default_flag'(lambda_variables, warning).
'$lgt_default_flag'(grammar_rules, warning).
'$lgt_default_flag'(arithmetic_expressions, warning).
'$lgt_default_flag'(suspicious_calls, warning).
% `singletons(List)` of read_term/3 has the variables that begin with an underscore too.
'$lgt_default_flag'(underscore_variables, dont_care).

% Optional features of entities.
'$lgt_default_flag'(complements, deny).
'$lgt_default_flag'(dynamic_declarations, deny).
'$lgt_default_flag'(events, deny).
'$lgt_default_flag'(context_switching_calls, allow).

% Compilation and loading.
'$lgt_default_flag'(scratch_directory, Directory) :-
    (   current_prolog_flag(unix, true) -> Directory = './.lgt_tmp/'
    ;   Directory = './lgt_tmp/'
    ).
'$lgt_default_flag'(report, Report) :-
    (   current_prolog_flag(verbose, silent) -> Report = warnings
    ;   Report = on
    ).
'$lgt_default_flag'(clean, on).
'$lgt_default_flag'(code_prefix, '$').
'$lgt_default_flag'(optimize, off).
'$lgt_default_flag'(source_data, on).
'$lgt_default_flag'(reload, changed).
'$lgt_default_flag'(debug, off).
'$lgt_default_flag'(prolog_compiler, []).
'$lgt_default_flag'(prolog_loader, []).


% -- The operating system ---------------------------------------------------------------------------------------------

% '$lgt_prolog_os_file_name'(?Name, ?OsName)

'$lgt_prolog_os_file_name'(Name, OsName) :- prolog_to_os_filename(Name, OsName).

% '$lgt_expand_path'(+Path, -Absolute): `~` and `$VARIABLE` at the start are expanded, `.` and `..` resolved. A slash
% at the end stays, because it distinguishes directories.

'$lgt_expand_path'(Path, Absolute) :-
    working_directory(Here, Here),
    absolute_file_name(Path, Plain, [expand(true), relative_to(Here)]),
    (   sub_atom(Path, _, 1, 0, /), \+ sub_atom(Plain, _, 1, 0, /) -> atom_concat(Plain, /, Absolute)
    ;   Absolute = Plain
    ).

'$lgt_file_exists'(File) :- exists_file(File).

'$lgt_delete_file'(File) :- delete_file(File).

'$lgt_directory_exists'(Directory) :-
    '$lgt_expand_path'(Directory, Path),
    exists_directory(Path).

'$lgt_current_directory'(Directory) :- working_directory(Directory, Directory).

'$lgt_change_directory'(Directory) :-
    '$lgt_expand_path'(Directory, Path),
    working_directory(_, Path).

% '$lgt_make_directory'(+Directory): succeeds if the directory is there already.

'$lgt_make_directory'(Directory) :-
    '$lgt_expand_path'(Directory, Path),
    (   exists_directory(Path) -> true
    ;   make_directory(Path)
    ).

% '$lgt_directory_hashes'(+Directory, -HashAndDialect, -HashAndProcess): parts of the names of intermediate files,
% which distinguish files of one name in several directories, and compilations that run at the same time.

'$lgt_directory_hashes'(Directory, HashDialect, HashPid) :-
    term_hash(Directory, Hash),
    '$lgt_prolog_feature'(prolog_dialect, Dialect),
    current_prolog_flag(pid, Pid),
    atomic_list_concat(['_', Hash, '_', Dialect], HashDialect),
    atomic_list_concat(['_', Hash, '_', Pid], HashPid).

% '$lgt_compile_prolog_code'(+File, +Source, +Options): Horn compiles when it loads.

'$lgt_compile_prolog_code'(_, _, _).

% '$lgt_load_prolog_code'(+File, +Source, +Options): loads an intermediate file. The options name the encoding of the
% source file, which the intermediate file does not have.

'$lgt_load_prolog_code'(File, _, _) :- consult(user:File).

% '$lgt_load_prolog_file'(+File)

'$lgt_load_prolog_file'(File) :- consult(user:File).

'$lgt_file_modification_time'(File, Time) :- time_file(File, Time).

'$lgt_environment_variable'(Variable, Value) :- getenv(Variable, Value).

% '$lgt_decompose_file_name'(+File, ?Directory, ?Name, ?Extension): the directory ends with a slash; the extension
% begins with a dot, or is the empty atom. In a name such as `.profile` or `a.`, the dot does not begin an extension.

'$lgt_decompose_file_name'(File, Directory, Name, Extension) :-
    (   sub_atom(File, Before, 1, Length, /), \+ ( sub_atom(File, Later, 1, _, /), Later > Before ) ->
        End is Before + 1,
        sub_atom(File, 0, End, _, Directory),
        sub_atom(File, End, Length, 0, Base)
    ;   Directory = './',
        Base = File
    ),
    (   sub_atom(Base, Dot, 1, Rest, '.'), Dot > 0, Rest > 0, \+ ( sub_atom(Base, Later, 1, _, '.'), Later > Dot ) ->
        sub_atom(Base, 0, Dot, _, Name),
        sub_atom(Base, Dot, _, 0, Extension)
    ;   Name = Base,
        Extension = ''
    ).

'$lgt_directory_files'(Directory, Files) :- directory_files(Directory, Files).


% -- Streams ----------------------------------------------------------------------------------------------------------

% '$lgt_stream_current_line_number'(@Stream, -Line)

'$lgt_stream_current_line_number'(Stream, Line) :-
    stream_property(Stream, position(Position)),
    stream_position_data(line_count, Position, Line).

% '$lgt_open'(+File, +Mode, -Stream, @Options), '$lgt_close'(@Stream)
%
% Intermediate files are always UTF-8, so that they are loaded in the same way whatever the encoding of the source
% file is. Their first term turns the checks of program text off: the compiler of Logtalk has made its own checks of
% the source file, and those of Horn would be about generated code.

'$lgt_open'(File, write, Stream, Options) :-
    memberchk(alias(logtalk_compiler_output), Options),
    !,
    open(File, write, Stream, [alias(logtalk_compiler_output), encoding(utf8)]),
    write_canonical(Stream, (:- set_lint(all, off))),
    write(Stream, '.\n').
'$lgt_open'(File, Mode, Stream, Options) :- open(File, Mode, Stream, Options).

'$lgt_close'(Stream) :- close(Stream).

% '$lgt_read_term'(@Stream, -Term, +Options, -Lines): Lines is First-Last, the lines where the term begins and ends.

'$lgt_read_term'(Stream, Term, Options, First-Last) :-
    read_term(Stream, Term, [term_position(Begin), syntax_errors(error)|Options]),
    stream_position_data(line_count, Begin, First),
    '$lgt_stream_current_line_number'(Stream, Last).

% '$lgt_logtalk_prolog_encoding'(?Logtalk, ?Horn, +Stream): names of encodings. `UTF-16` and `UCS-2` leave the order of
% bytes to the mark at the beginning of the file.

'$lgt_logtalk_prolog_encoding'('US-ASCII', ascii, _).
'$lgt_logtalk_prolog_encoding'('ISO-8859-1', iso_latin_1, _).
'$lgt_logtalk_prolog_encoding'('UTF-8', utf8, _).
'$lgt_logtalk_prolog_encoding'('UTF-16', Encoding, Stream) :- '$lgt_horn_marked_order'(Stream, Encoding).
'$lgt_logtalk_prolog_encoding'('UTF-16BE', utf16be, _).
'$lgt_logtalk_prolog_encoding'('UTF-16LE', utf16le, _).
'$lgt_logtalk_prolog_encoding'('UCS-2', Encoding, Stream) :- '$lgt_horn_marked_order'(Stream, Encoding).
'$lgt_logtalk_prolog_encoding'('UCS-2BE', unicode_be, _).
'$lgt_logtalk_prolog_encoding'('UCS-2LE', unicode_le, _).

'$lgt_horn_marked_order'(Stream, Encoding) :-
    stream_property(Stream, encoding(Encoding)),
    memberchk(Encoding, [utf16be, utf16le, unicode_be, unicode_le]),
    !.


% -- Expansion of directives and goals --------------------------------------------------------------------------------

% '$lgt_prolog_term_expansion'(@Term, -Expansion), '$lgt_prolog_goal_expansion'(@Goal, -Expansion)
%
% Directives of Horn in an entity. In an expansion, `{Term}` is a term that goes to the intermediate file unchanged.

'$lgt_prolog_term_expansion'((:- Directive), Expansion) :-
    nonvar(Directive),
    catch('$lgt_horn_directive'(Directive, Expansion), _, fail).

'$lgt_horn_directive'(set_lint(_, _), []).
'$lgt_horn_directive'(set_lint(_, _, _), []).
'$lgt_horn_directive'(style_check(_), []).
'$lgt_horn_directive'(table(Predicates), {:- table(Compiled)}) :-
    logtalk_load_context(entity_type, _),
    '$lgt_horn_table'(Predicates, Compiled).
% The imports of a library or of a module file are known when it has been loaded.
'$lgt_horn_directive'(use_module(File), Expansion) :-
    '$lgt_horn_use_module'(File, all, Expansion).
'$lgt_horn_directive'(use_module(File, Imports), Expansion) :-
    '$lgt_horn_use_module'(File, Imports, Expansion).

'$lgt_prolog_goal_expansion'(_, _) :- fail.

% The names that tabled predicates have in the intermediate file. The argument that the compiler adds is one more
% argument of the table.

'$lgt_horn_table'(Predicates, _) :-
    var(Predicates),
    throw(instantiation_error).
'$lgt_horn_table'([], []) :- !.
'$lgt_horn_table'([P|Ps], [T|Ts]) :-
    !,
    '$lgt_horn_table'(P, T),
    '$lgt_horn_table'(Ps, Ts).
'$lgt_horn_table'((P, Ps), (T, Ts)) :-
    !,
    '$lgt_horn_table'(P, T),
    '$lgt_horn_table'(Ps, Ts).
'$lgt_horn_table'(as(P, Options), as(T, Options)) :-
    !,
    '$lgt_horn_table'(P, T).
'$lgt_horn_table'(Name/Arity, Table) :-
    !,
    '$lgt_compile_predicate_indicators'(Name/Arity, _, Table).
'$lgt_horn_table'(Name//Arity, Table) :-
    !,
    Extended is Arity + 2,
    '$lgt_compile_predicate_indicators'(Name/Extended, _, Table).
'$lgt_horn_table'(Head, Table) :-
    '$lgt_compile_predicate_heads'(Head, _, Table, _).

% A module that is itself compiled as an object uses objects; any other entity uses the module as Horn loads it.

'$lgt_horn_use_module'(File, Imports, Expansion) :-
    \+ is_list(File),
    logtalk_load_context(entity_type, Type),
    (   Type == module ->
        '$lgt_horn_exports'(File, Module, Exports),
        '$lgt_horn_imports'(Imports, Exports, Predicates),
        Expansion = (:- use_module(Module, Predicates))
    ;   use_module(File, []),
        '$lgt_horn_exports'(File, Module, Exports),
        '$lgt_horn_imports'(Imports, Exports, Predicates),
        Expansion = [{:- use_module(File, [])}, (:- use_module(Module, Predicates))]
    ).

'$lgt_horn_imports'(all, Exports, Exports) :- !.
'$lgt_horn_imports'(except(Excluded), Exports, Imports) :-
    !,
    findall(Import, ( member(Import, Exports), \+ member(Import, Excluded) ), Imports).
'$lgt_horn_imports'(Imports, _, Imports).

'$lgt_horn_exports'(library(Name), Module, Exports) :-
    !,
    ( Name = _/Last -> Module = Last ; Module = Name ),
    atom(Module),
    module_property(Module, exports(Exports)).
'$lgt_horn_exports'(File, Module, Exports) :-
    logtalk_load_context(directory, Directory),
    absolute_file_name(File, Path, [file_type(prolog), access(read), relative_to(Directory)]),
    setup_call_cleanup(
        open(Path, read, Stream),
        '$lgt_horn_module_directive'(Stream, Module, Exports),
        close(Stream)
    ).

'$lgt_horn_module_directive'(Stream, Module, Exports) :-
    ( peek_char(Stream, #) -> read_line_to_codes(Stream, _) ; true ),
    repeat,
    read(Stream, Term),
    (   Term = (:- encoding(_)) -> fail
    ;   !,
        Term = (:- module(Module, Exports))
    ).


% -- Terms ------------------------------------------------------------------------------------------------------------

% '$lgt_copy_term_without_constraints'(@Term, ?Copy)

'$lgt_copy_term_without_constraints'(Term, Copy) :- copy_term_nat(Term, Copy).

% '$lgt_write_compiled_term'(@Stream, @Term, +Kind, +Path, +Line): the kind of a clause is `runtime`, `user` or `aux`.

'$lgt_write_compiled_term'(Stream, Term, _, _, _) :-
    write_canonical(Stream, Term),
    write(Stream, '.\n').

% '$lgt_assertz_entity_clause'(@Clause, +Kind)

'$lgt_assertz_entity_clause'(Clause, _) :- assertz(Clause).

% '$lgt_normalize_error_term'(@Error, -Normalized)
%
% The context of an error is the indicator of the predicate where it arose. If that is a predicate of an entity, the
% context becomes its goal and the entity; other errors stay as they are.

'$lgt_normalize_error_term'(Error, Normalized) :-
    (   nonvar(Error),
        Error = error(Why, Context),
        nonvar(Context),
        Context = Compiled/CompiledArity,
        atom(Compiled),
        integer(CompiledArity),
        '$lgt_decompile_predicate_indicators'(Compiled/CompiledArity, Entity, _, Name/Arity),
        functor(Goal, Name, Arity) ->
        Normalized = error(Why, logtalk(Goal, Entity))
    ;   Normalized = Error
    ).

% '$lgt_string'(@Term), '$lgt_string_codes'(?String, ?Codes): Horn has no strings beside atoms and lists.

'$lgt_string'(_) :- fail.

'$lgt_string_codes'(_, _) :- fail.


% -- Modules ----------------------------------------------------------------------------------------------------------

% '$lgt_user_module_qualification'(@Goal, -Qualified): the module that has the compiled entities.

'$lgt_user_module_qualification'(Goal, user:Goal).

% '$lgt_find_visible_module_predicate'(+Current, -Module, @Head): true if a module sees a predicate of another one.

'$lgt_find_visible_module_predicate'(Current, Module, Head) :-
    predicate_property(Current:Head, imported_from(Module)),
    !.

% '$lgt_current_module_predicate'(+Module, +Indicator): true if a module defines a predicate. What it imports, or
% inherits from `user`, has the property `imported_from`.

'$lgt_current_module_predicate'(Module, Name/Arity) :-
    current_module(Module),
    functor(Head, Name, Arity),
    predicate_property(Module:Head, defined),
    \+ predicate_property(Module:Head, imported_from(_)),
    !.


% -- Short forms of logtalk_load/1 and logtalk_make/1 -----------------------------------------------------------------

{Files} :- var(Files), throw(error(instantiation_error, logtalk({Files}, _))).
{*} :- !, logtalk_make(all).
{!} :- !, logtalk_make(clean).
{?} :- !, logtalk_make(check).
{@} :- !, logtalk_make(circular).
{#} :- !, logtalk_make(documentation).
{+d} :- !, logtalk_make(debug).
{+n} :- !, logtalk_make(normal).
{+o} :- !, logtalk_make(optimal).
{$} :- !, logtalk_make(caches).
{Files} :-
    '$lgt_conjunction_to_list'(Files, List),
    logtalk_load(List).
