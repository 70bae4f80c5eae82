% Programs that are called from a command line: their arguments as options.

:- module(main, [main/0, argv_options/3, argv_usage/1, opt_arguments/3, opt_parse/4, opt_help/2]).

%! main is det.
%
%  Calls `main(Arguments)` of module user with what stands behind `--` on the command line, as atoms, and ends the program:
%  with status 0, or 1 if it fails or throws. For `:- initialization(main, main).`
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

%! argv_options(+Arguments, -Positional, -Options) is det.
%
%  `--name=value` is the option `name(value)`, `--name` is `name(true)`, `--no-name` is `name(false)`, `-abc` are `a(true)`, `b(true)`, `c(true)`;
%  what follows `--` are no options. Values that are numbers are numbers. If module user has `opt_type(Flag, Option, Type)`, it tells which flags there are:
%  `boolean`, or a type whose value may be the next argument.
?- argv_options(['--depth=3',file,'--no-color','-v'], Ps, Os).
   Ps = [file], Os = [depth(3),color(false),v(true)].
argv_options(As, Ps, Os) :-
    must_be(list, As),
    arguments(As, Ps, Os).

arguments([], [], []).
arguments([A|As], Ps, Os) :-
    (   A == '--' -> Ps = As, Os = []
    ;   atom_concat('--', Long, A), Long \== '' -> long(Long, As, As1, O), Os = [O|Os1], arguments(As1, Ps, Os1)
    ;   atom_concat(-, Short, A), Short \== '', \+ number_text(A, _) ->
        atom_chars(Short, Fs),
        short(Fs, As, As1, Os, Os1),
        arguments(As1, Ps, Os1)
    ;   Ps = [A|Ps1],
        arguments(As, Ps1, Os)
    ).

long(Long, As0, As, O) :-
    (   sub_atom(Long, B, 1, _, =) ->
        sub_atom(Long, 0, B, _, Name0),
        B1 is B+1,
        sub_atom(Long, B1, _, 0, V0),
        value(V0, V),
        As = As0
    ;   takes_value(Long), As0 = [V0|As] -> Name0 = Long, value(V0, V)
    ;   As = As0,
        (   atom_concat('no-', Name0, Long) -> V = false
        ;   Name0 = Long,
            V = true
        )
    ),
    option_name(Name0, Name),
    O =.. [Name,V], !.

option_name(F, N) :-
    (   '$defined'(user, opt_type, 3), user:opt_type(F, N0, _) -> N = N0
    ;   atomic_list_concat(Parts, -, F),
        atomic_list_concat(Parts, '_', N)
    ).

takes_value(F) :- '$defined'(user, opt_type, 3), user:opt_type(F, _, T), T \== boolean, T \== bool.

short([], As, As, Os, Os).
short([F|Fs], As0, As, Os0, Os) :-
    option_name(F, N),
    (   takes_value(F) ->
        (   Fs = [_|_] -> atom_chars(V0, Fs), value(V0, V), O =.. [N,V], Os0 = [O|Os], As = As0
        ;   As0 = [V0|As] -> value(V0, V), O =.. [N,V], Os0 = [O|Os]
        ;   existence_error(option_value, F, argv_options/3)
        )
    ;   O =.. [N,true],
        Os0 = [O|Os1],
        short(Fs, As0, As, Os1, Os)
    ).

value(A, V) :- ( number_text(A, N) -> V = N ; V = A ).

number_text(A, N) :-
    atom_chars(A, Cs),
    catch(number_chars(N, Cs), error(syntax_error(_),_), fail).

%! argv_usage(+Level) is det.
%
%  Writes on user_error the flags that `opt_type/3` of module user has, with `opt_help/2`.
?- argv_usage(debug).
   true.
argv_usage(_) :-
    (   '$defined'(user, opt_type, 3) ->
        forall(user:opt_type(F, _, T), ( help_of(F, H), format(user_error, "  --~w (~w) ~w~n", [F,T,H]) ))
    ;   true
    ).

help_of(F, H) :-
    (   '$defined'(user, opt_help, 2), user:opt_type(F, N, _), user:opt_help(N, H0) -> H = H0
    ;   H = ''
    ).

%! opt_arguments(+Specs, -Options, -Positional) is det.
%
%  opt_parse/4 of the program's arguments.
?- opt_arguments([], Os, Ps).
   Os = [], Ps = [].
opt_arguments(Specs, Os, Ps) :- current_prolog_flag(argv, As), opt_parse(Specs, As, Os, Ps).

%! opt_parse(+Specs, +Arguments, -Options, -Positional) is det.
%
%  Each of `Specs` is a list of `opt(Name)`, `type(T)` (`boolean`, `integer`, `float`, `atom`, `term`), `default(V)`, `shortflags(Chars)`,
%  `longflags(Atoms)`, `help(Text)`. Every option has a value, if need be its default, or none.
?- opt_parse([[opt(n),type(integer),default(3),shortflags([n]),longflags([count])]], ['--count=5',x], Os, Ps).
   Os = [n(5)], Ps = [x].
opt_parse(Specs, As, Os, Ps) :-
    must_be(list, Specs),
    must_be(list, As),
    parse(As, Specs, Given, Ps),
    defaults(Specs, Given, Os).

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
        ;   atom_concat('no-', F1, F0), flag(F1, longflags, Specs, S) -> memberchk(opt(N), S), G = N-false
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

known(F, Kind, Specs, S) :- ( flag(F, Kind, Specs, S0) -> S = S0 ; existence_error(option, F, opt_parse/4) ).

flag(F, Kind, Specs, S) :-
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

defaults([], _, []).
defaults([S|Ss], Given, Os) :-
    memberchk(opt(N), S),
    findall(V, member(N-V, Given), Vs),
    (   append(_, [V], Vs) -> O =.. [N,V], Os = [O|Os1]
    ;   memberchk(default(V), S) -> O =.. [N,V], Os = [O|Os1]
    ;   O =.. [N,_],
        Os = [O|Os1]
    ),
    defaults(Ss, Given, Os1).

%! opt_help(+Specs, -Text) is det.
%
%  What the options mean, as an atom.
?- opt_help([[opt(n),shortflags([n]),longflags([count]),help('how many')]], T).
   T = '  --count -n  how many\n'.
opt_help(Specs, T) :- lines(Specs, Ls), atomic_list_concat(Ls, T).

lines([], []).
lines([S|Ss], [L|Ls]) :-
    ( memberchk(longflags(Fs), S) -> true ; Fs = [] ),
    ( memberchk(shortflags(Cs), S) -> true ; Cs = [] ),
    ( memberchk(help(H), S) -> true ; H = '' ),
    findall(W, ( member(F, Fs), atom_concat('--', F, W) ; member(C, Cs), atom_concat(-, C, W) ), Ws),
    atomic_list_concat(Ws, ' ', A),
    format(atom(L), "  ~w  ~w~n", [A,H]),
    lines(Ss, Ls).
