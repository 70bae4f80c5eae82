% Programs called from a command line: their arguments as options.

:- module(main, [
    main/0, argv_options/3, argv_options/4, argv_usage/1, cli_parse_debug_options/2, opt_arguments/3, opt_parse/4, opt_parse/5,
    opt_help/2
]).

:- meta_predicate argv_options(:,?,?), argv_options(:,?,?,?), argv_usage(:).

%! main is det.
%
%  Calls `main(Arguments)` of module `user` with the arguments after `--` of the command line, as
%  atoms, and ends the program: with status 0, or 1 if it fails or throws. Used in `:-
%  initialization(main, main).`
?- main.
   error(existence_error(procedure,main/1),main/1).
main :-
    current_prolog_flag(argv, As),
    (   '$defined'(user, main, 1) -> true
    ;   existence_error(procedure, main/1, main/1)
    ),
    (   catch(user:main(As), E, ( print_message(error, E), halt(1) )) -> halt(0)
    ;   halt(1)
    ).

%! argv_options(:Arguments, -Positional, -Options) is det.
%
%  Divides `Arguments` into positional arguments and options. `--name=value` is the option
%  `name(value)`, `--name` is `name(true)`, `--no-name` is `name(false)`, `-abc` are `a(true)`,
%  `b(true)` and `c(true)`; arguments after `--` are not options. Values that are numbers become
%  numbers. If the calling module defines opt_type/3, only its flags are accepted, as described for
%  argv_options/4.
?- argv_options(['--depth=3',file,'--no-color','-v'], Ps, Os).
   Ps = [file], Os = [depth(3),color(false),v(true)].
argv_options(As, Ps, Os) :- argv_options(As, Ps, Os, []).

%! argv_options(:Arguments, -Positional, -Options, +How) is det.
%
%  As argv_options/3, with options `How`. The clauses `opt_type(Flag, Option, Type)` of the calling
%  module declare that `--flag`, or `-f` if it is one character, sets `Option`. `Type` is
%
%  - `boolean` or `boolean(Default)`: `--no-flag` is the opposite; a value is `true`, `on` or `1`,
%    or `false`, `off` or `0`;
%  - a type with a value after `=` or in the next argument: `integer`, `nonneg`, `natural`,
%    `number`, `float`, `between(L,H)`, `atom`, `oneof(Atoms)`, `string`, `file`, `file(Access)`,
%    `term`, `term([variable_names(_)])`;
%  - `(T1|T2)`: the first of these types that accepts the value.
%
%  `--help` writes argv_usage/1 and ends the program, unless it is declared. `How` may contain
%  `options_after_arguments(false)`: arguments after the first positional one are not options; and
%  `on_error(halt(Status))`: a wrong argument is reported and ends the program.
?- argv_options(['-x',file,'-y'], Ps, Os, [options_after_arguments(false)]).
   Ps = [file,'-y'], Os = [x(true)].
argv_options(MAs, Ps, Os, How) :-
    strip_module(MAs, M, As),
    must_be(list, As),
    must_be(list, How),
    (   '$defined'(M, opt_type, 3) -> Kind = typed(M)
    ;   Kind = untyped
    ),
    (   memberchk(on_error(halt(Status)), How) ->
        catch(arguments(As, Kind, How, Ps, Os), error(opt_error(E),_),
              ( format(user_error, "error: ~q~n", [E]), halt(Status) ))
    ;   arguments(As, Kind, How, Ps, Os)
    ).

arguments([], _, _, [], []).
arguments([A|As], Kind, How, Ps, Os) :-
    (   A == '--' -> Ps = As, Os = []
    ;   Kind = typed(M), helps(A), \+ M:opt_type(_, help, boolean) -> argv_usage(M:help), halt(0)
    ;   atom_concat('--', Long, A), Long \== '' ->
        long(Kind, Long, As, As1, O),
        Os = [O|Os1],
        arguments(As1, Kind, How, Ps, Os1)
    ;   atom_concat(-, Short, A), Short \== '', ( Kind = typed(_) ; \+ number_text(A, _) ) ->
        atom_chars(Short, Fs),
        short(Fs, Kind, As, As1, Os, Os1),
        arguments(As1, Kind, How, Ps, Os1)
    ;   memberchk(options_after_arguments(false), How) -> Ps = [A|As], Os = []
    ;   Ps = [A|Ps1],
        arguments(As, Kind, How, Ps1, Os)
    ).

helps('-h').
helps('-?').
helps('--help').

long(Kind, Long, As0, As, O) :-
    (   sub_atom(Long, B, 1, _, =) ->
        sub_atom(Long, 0, B, _, F),
        B1 is B+1,
        sub_atom(Long, B1, _, 0, V),
        with_value(Kind, F, V, O),
        As = As0
    ;   without_value(Kind, Long, As0, As, O)
    ), !.

with_value(untyped, F, A, O) :- underscored(F, N), value(A, V), O =.. [N,V].
with_value(typed(M), F0, A, O) :- flag(M, F0, F, N, T), opt_value(T, F, A, V), O =.. [N,V].

without_value(untyped, F0, As, As, O) :-
    (   atom_concat('no-', F, F0) -> V = false
    ;   F = F0, V = true
    ),
    underscored(F, N),
    O =.. [N,V].
without_value(typed(M), F0, As0, As, O) :-
    (   flag_of(M, F0, F, N, T) ->
        (   truth(T, V) -> As = As0
        ;   As0 = [A|As] -> opt_value(T, F, A, V)
        ;   throw(error(opt_error(missing_value(F,T)), argv_options/4))
        )
    ;   member(No, ['no-',no_,no]), atom_concat(No, F1, F0), flag_of(M, F1, _, N, T), truth(T, V0) ->
        opposite(V0, V),
        As = As0
    ;   unknown(M, F0)
    ),
    O =.. [N,V].

short([], _, As, As, Os, Os).
short([F|Fs], untyped, As0, As, [O|Os0], Os) :-
    O =.. [F,true],
    short(Fs, untyped, As0, As, Os0, Os).
short([F|Fs], typed(M), As0, As, [O|Os0], Os) :-
    flag(M, F, _, N, T),
    (   truth(T, V) -> short(Fs, typed(M), As0, As, Os0, Os)
    ;   Os0 = Os,
        (   Fs = [_|_] -> atom_chars(A, Fs), As = As0
        ;   As0 = [A|As] -> true
        ;   throw(error(opt_error(missing_value(F,T)), argv_options/4))
        ),
        opt_value(T, F, A, V)
    ),
    O =.. [N,V].

underscored(F, N) :- atomic_list_concat(Parts, -, F), atomic_list_concat(Parts, '_', N).

flag(M, F0, F, N, T) :- ( flag_of(M, F0, F, N, T) -> true ; unknown(M, F0) ).

flag_of(M, F0, F, N, T) :- ( M:opt_type(F0, N, T) -> F = F0 ; underscored(F0, F), M:opt_type(F, N, T) ), !.

unknown(M, F) :- throw(error(opt_error(unknown_option(M:F)), argv_options/4)).

truth(T, V) :- ( T == boolean ; T == bool ), !, V = true.
truth(boolean(V), V).
truth(bool(V), V).

opposite(true, false).
opposite(false, true).

opt_value(T, F, A, V) :-
    (   converted(T, A, V0) -> V = V0
    ;   throw(error(opt_error(value_type(F,T,A)), argv_options/4))
    ).

converted((T1|T2), A, V) :- ( converted(T1, A, V) -> true ; converted(T2, A, V) ).
converted((T1;T2), A, V) :- ( converted(T1, A, V) -> true ; converted(T2, A, V) ).
converted(boolean, A, V) :- downcase_atom(A, B), boolean_word(B, V).
converted(bool, A, V) :- converted(boolean, A, V).
converted(boolean(_), A, V) :- converted(boolean, A, V).
converted(bool(_), A, V) :- converted(boolean, A, V).
converted(integer, A, V) :- number_text(A, V), integer(V).
converted(nonneg, A, V) :- converted(integer, A, V), V >= 0.
converted(natural, A, V) :- converted(integer, A, V), V >= 1.
converted(number, A, V) :- number_text(A, V).
converted(float, A, V) :- number_text(A, N), V is float(N).
converted(between(L,H), A, V) :-
    ( ( float(L) ; float(H) ) -> converted(float, A, V) ; converted(integer, A, V) ),
    V >= L,
    V =< H.
converted(atom, A, A).
converted(oneof(As), A, A) :- memberchk(A, As).
converted(string, A, V) :- atom_chars(A, V).
converted(file, A, A).
converted(file(Access), A, A) :- ( A == (-) -> true ; access_file(A, Access) ).
converted(term, A, T) :- converted(term([]), A, T).
converted(term(Os), A, V) :-
    catch(read_term_from_atom(A, T, Os), error(syntax_error(_),_), fail),
    ( memberchk(variable_names(Vs), Os) -> V = T-Vs ; V = T ).

boolean_word(true, true).
boolean_word(on, true).
boolean_word('1', true).
boolean_word(false, false).
boolean_word(off, false).
boolean_word('0', false).

value(A, V) :- ( number_text(A, N) -> V = N ; V = A ).

number_text(A, N) :-
    atom_chars(A, Cs),
    catch(number_chars(N, Cs), error(syntax_error(_),_), fail).

%! cli_parse_debug_options(+Options, -Rest) is det.
%
%  Executes the options `debug(Topic)` and unifies `Rest` with the other options.
?- cli_parse_debug_options([depth(3)], Os).
   Os = [depth(3)].
cli_parse_debug_options([], []).
cli_parse_debug_options([O|Os], Rest) :-
    (   O = debug(A), atom(A), converted(term, A, T) -> debug(T), Rest = Rest1
    ;   Rest = [O|Rest1]
    ),
    cli_parse_debug_options(Os, Rest1).

%! argv_usage(:Level) is det.
%
%  Writes a description of the flags that opt_type/3 of the calling module declares to `user_error`.
%  `opt_help(Option, Text)` gives the text for an option, `opt_help(help(header), Text)` and
%  `opt_help(help(footer), Text)` the text before and after them, `opt_help(help(usage), Text)` the
%  text instead of `[options]`, and `opt_meta(Option, Word)` the name of an option's value.
?- argv_usage(debug).
   true.
argv_usage(MLevel) :-
    strip_module(MLevel, M, _),
    (   '$defined'(M, opt_type, 3) ->
        ( help_of(M, help(header), Header) -> format(user_error, "~w~n", [Header]) ; true ),
        ( help_of(M, help(usage), Usage) -> true ; Usage = '[options]' ),
        format(user_error, "Usage: ~w~n~nOptions:~n", [Usage]),
        findall(N, M:opt_type(_, N, _), Ns0),
        distinct_names(Ns0, Ns),
        forall(member(N, Ns), usage_line(M, N)),
        ( help_of(M, help(footer), Footer) -> format(user_error, "~w~n", [Footer]) ; true )
    ;   true
    ).

distinct_names([], []).
distinct_names([N|Ns0], [N|Ns]) :- findall(X, ( member(X, Ns0), X \== N ), Ns1), distinct_names(Ns1, Ns).

usage_line(M, N) :-
    findall(W, ( M:opt_type(F, N, T), shown_flag(M, F, N, T, W) ), Ws),
    atomic_list_concat(Ws, ', ', Flags),
    ( help_of(M, N, Help) -> true ; Help = '' ),
    format(user_error, "~w~t ~28|~w~n", [Flags,Help]).

shown_flag(M, F, N, T, W) :-
    ( atom_length(F, 1) -> Dash = (-), Is = ' ' ; Dash = '--', Is = (=) ),
    (   truth(T, _) -> atom_concat(Dash, F, W)
    ;   ( '$defined'(M, opt_meta, 2), M:opt_meta(N, Meta) -> true ; functor(T, Kind, _), upcase_atom(Kind, Meta) ),
        atomic_list_concat([Dash,F,Is,Meta], W)
    ).

help_of(M, What, Text) :-
    '$defined'(M, opt_help, 2),
    M:opt_help(What, Text0), !,
    ( Text0 = [C|_], atom(C) -> atom_chars(Text, Text0) ; Text = Text0 ).

%! opt_arguments(+Specs, -Options, -Positional) is det.
%
%  Calls opt_parse/4 with the arguments of the program.
?- opt_arguments([], Os, Ps).
   Os = [], Ps = [].
opt_arguments(Specs, Os, Ps) :- current_prolog_flag(argv, As), opt_parse(Specs, As, Os, Ps).

%! opt_parse(+Specs, +Arguments, -Options, -Positional) is det.
%
%  Parses `Arguments` by `Specs`. Each specification is a list of `opt(Name)`, `type(T)` (`boolean`,
%  `integer`, `float`, `atom` or `term`, or one for which clauses of the multifile predicate `optparse:parse_type(Type, Codes, Value)`
%  give the value), `default(V)`, `shortflags(Chars)`, `longflags(Atoms)` and
%  `help(Text)`. Each option gets a value: from the arguments, its default, or a variable.
?- opt_parse([[opt(n),type(integer),default(3),shortflags([n]),longflags([count])]], ['--count=5',x], Os, Ps).
   Os = [n(5)], Ps = [x].
opt_parse(Specs, As, Os, Ps) :- opt_parse(Specs, As, Os, Ps, []).

%! opt_parse(+Specs, +Arguments, -Options, -Positional, +How) is det.
%
%  As opt_parse/4. `How` may have `output_functor(F)`: options are `F(Name,Value)` instead of
%  `Name(Value)`; `duplicated_flags(D)`: of an option that is given more than once, the last value counts
%  (`keeplast`, the default), the first (`keepfirst`), or there is an option for each (`keepall`);
%  `allow_empty_flag_spec(false)`: a specification without flags is an existence error.
?- opt_parse([[opt(n),type(integer),longflags([n])]], ['--n=1','--n=2'], Os, Ps, [duplicated_flags(keepall),output_functor(o)]).
   Os = [o(n,1),o(n,2)], Ps = [].
?- opt_parse([[opt(n),default(1)]], [], Os, Ps, [allow_empty_flag_spec(false)]).
   error(existence_error(option_flag,n),opt_parse/5).
?- opt_parse([], [], Os, Ps, [duplicated_flags(all)]).
   error(domain_error(duplicated_flags,all),opt_parse/5).
opt_parse(Specs, As, Os, Ps, How) :-
    must_be(list, Specs),
    must_be(list, As),
    must_be(list, How),
    option(duplicated_flags(Keep), How, keeplast),
    (   var(Keep) -> instantiation_error(opt_parse/5)
    ;   memberchk(Keep, [keepfirst,keeplast,keepall]) -> true
    ;   domain_error(duplicated_flags, Keep, opt_parse/5)
    ),
    (   option(allow_empty_flag_spec(false), How),
        member(S, Specs),
        \+ ( ( memberchk(longflags(Fs), S) ; memberchk(shortflags(Fs), S) ), Fs = [_|_] ) ->
        memberchk(opt(N), S),
        existence_error(option_flag, N, opt_parse/5)
    ;   true
    ),
    parse(As, Specs, Given, Ps),
    option(output_functor(F), How, 'OPTION'),
    defaults(Specs, Given, Keep, F, Os).

parse([], _, [], []).
parse([A|As], Specs, Given, Ps) :-
    (   A == '--' -> Given = [], Ps = As
    ;   atom_concat('--', F0, A), F0 \== '' ->
        (   sub_atom(F0, B, 1, _, =) ->
            sub_atom(F0, 0, B, _, F),
            B1 is B+1,
            sub_atom(F0, B1, _, 0, V),
            known(F, longflags, Specs, S),
            taken(S, V, G)
        ;   atom_concat('no-', F1, F0), spec_of(F1, longflags, Specs, S) -> memberchk(opt(N), S), G = N-false
        ;   known(F0, longflags, Specs, S),
            next(S, As, As1, G)
        ),
        ( nonvar(As1) -> true ; As1 = As ),
        Given = [G|Given1],
        parse(As1, Specs, Given1, Ps)
    ;   atom_concat(-, F, A), F \== '', \+ number_text(A, _) ->
        sub_atom(F, 0, 1, _, C),
        known(C, shortflags, Specs, S),
        (   F == C -> next(S, As, As1, G)
        ;   sub_atom(F, 1, _, 0, V), taken(S, V, G), As1 = As
        ),
        Given = [G|Given1],
        parse(As1, Specs, Given1, Ps)
    ;   Ps = [A|Ps1],
        parse(As, Specs, Given, Ps1)
    ).

known(F, Kind, Specs, S) :- ( spec_of(F, Kind, Specs, S0) -> S = S0 ; existence_error(commandline_option, F, opt_parse/4) ).

spec_of(F, Kind, Specs, S) :-
    member(S, Specs),
    G =.. [Kind,Fs],
    memberchk(G, S),
    memberchk(F, Fs), !.

next(S, As0, As, G) :-
    (   memberchk(type(boolean), S) -> memberchk(opt(N), S), G = N-true, As = As0
    ;   As0 = [V|As] -> taken(S, V, G)
    ;   memberchk(opt(N), S), existence_error(option_value, N, opt_parse/4)
    ).

taken(S, V0, N-V) :-
    memberchk(opt(N), S),
    ( memberchk(type(T), S) -> true ; T = atom ),
    (   typed(T, V0, V) -> true
    ;   type_error(T, V0, opt_parse/4)
    ).

typed(boolean, true, true).
typed(boolean, false, false).
typed(integer, A, N) :- number_text(A, N), integer(N).
typed(float, A, F) :- number_text(A, N), F is float(N).
typed(atom, A, A).
typed(term, A, T) :- term_to_atom(T, A).
typed(T, A, V) :-
    '$defined'(optparse, parse_type, 3),
    atom_codes(A, Cs),
    optparse:parse_type(T, Cs, V).

defaults([], _, _, _, []).
defaults([S|Ss], Given, Keep, F, Os) :-
    memberchk(opt(N), S),
    findall(V, member(N-V, Given), Vs0),
    (   Vs0 = [First|_] ->
        (   Keep == keepall -> Vs = Vs0
        ;   Keep == keepfirst -> Vs = [First]
        ;   last(Vs0, Last), Vs = [Last]
        )
    ;   memberchk(default(V), S) -> Vs = [V]
    ;   Vs = [_]
    ),
    option_terms(Vs, N, F, Os, Os1),
    defaults(Ss, Given, Keep, F, Os1).

option_terms([], _, _, Os, Os).
option_terms([V|Vs], N, F, [O|Os0], Os) :-
    (   F == 'OPTION' -> O =.. [N,V]
    ;   O =.. [F,N,V]
    ),
    option_terms(Vs, N, F, Os0, Os).

%! opt_help(+Specs, -Text) is det.
%
%  Unifies `Text` with a description of the options, an atom: a line for each one, in columns, with its long and short
%  flags, its type and default value, and the texts of `help(Text)` or `help(Texts)`.
?- opt_help([[opt(n),type(integer),default(3),shortflags([n]),longflags([count]),meta('N'),help('how many')]], T).
   T = '--count  -n  N:integer=3  how many\n'.
?- opt_help([[opt(v),type(boolean),default(false),longflags([verbose]),help([more,output])]], T).
   T = '--verbose    boolean=false  more\n                            output\n'.
opt_help(Specs, T) :-
    rows(Specs, Rows),
    widest(Rows, 0, W1, 0, W2, 0, W3),
    findall(L, ( member(R, Rows), row_line(R, W1, W2, W3, L) ), Ls),
    atomic_list_concat(Ls, T).

rows([], []).
rows([S|Ss], [row(Long,Short,Type,Helps)|Rs]) :-
    flags(longflags(Fs), '--', Fs, S, Long),
    flags(shortflags(Cs), -, Cs, S, Short),
    ( memberchk(type(T), S) -> true ; T = atom ),
    ( memberchk(default(D), S) -> true ; D = '_' ),
    (   memberchk(meta(M), S), M \== '' -> format(atom(Type), "~w:~w=~w", [M,T,D])
    ;   format(atom(Type), "~w=~w", [T,D])
    ),
    ( memberchk(help(H), S) -> true ; H = '' ),
    ( H = [X|_], \+ ( atom(X), atom_length(X, 1) ) -> Helps = H ; format(atom(A), "~w", [H]), Helps = [A] ),
    rows(Ss, Rs).

flags(Option, Dash, Fs, S, Text) :-
    ( memberchk(Option, S) -> true ; Fs = [] ),
    findall(W, ( member(F, Fs), atom_concat(Dash, F, W) ), Ws),
    atomic_list_concat(Ws, ',', Text).

widest([], A, A, B, B, C, C).
widest([row(L,S,T,_)|Rs], A0, A, B0, B, C0, C) :-
    atom_length(L, A1),
    atom_length(S, B1),
    atom_length(T, C1),
    A2 is max(A0,A1),
    B2 is max(B0,B1),
    C2 is max(C0,C1),
    widest(Rs, A2, A, B2, B, C2, C).

row_line(row(L,S,T,[H|Hs]), W1, W2, W3, Line) :-
    P2 is W1+2,
    P3 is P2+W2+2,
    P4 is P3+W3+2,
    (   format(atom(Line), "~w~t~*|~w~t~*|~w~t~*|~w~n", [L,P2,S,P3,T,P4,H])
    ;   member(H1, Hs),
        format(atom(Line), "~t~*|~w~n", [P4,H1])
    ).
