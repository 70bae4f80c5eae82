% Clauses of the program with the names of their variables and their places in files.

:- module(clause_source, [clause_source/4]).

:- use_module(library(lists)).
:- use_module(library(dcgs)).

:- meta_predicate clause_source(:,?,?,?).

%! clause_source(:Head, -Clause, -Names, -Place) is nondet.
%
%  True if the program has the clause `Clause`, `Head :- Body`, in the order of the database. `Names` is
%  a list of `Name=Variable` for the variables that the file of the clause names, and `Place` is
%  `File:Line`; without a file, as after assertz/1, they are `[]` and `-`. Fails for predicates of the
%  system, of libraries, and for those whose clauses may not be seen.
?- assertz((twice(X,Y):-Y is 2*X)), clause_source(twice(_,_), C, Ns, Place).
   C = (twice(_A,_B):-_B is 2*_A), Ns = [], Place = (-).
?- clause_source(append(_,_,_), _, _, _).
   false.
?- clause_source(_, _, _, _).
   error(instantiation_error,clause_source/4).
clause_source(MH, (H:-B), Names, Place) :-
    strip_module(MH, M, H),
    (   var(H) -> instantiation_error(clause_source/4)
    ;   callable(H) -> true
    ;   type_error(callable, H, clause_source/4)
    ),
    own_clauses(M, H, P, Cs0),
    P = own(Home,N/A,_),
    named_clauses([clauses(Home:N/A,Cs0)], [clauses(_,Cs)]),
    member(clause(H,B,Ns,Place), Cs),
    ( Ns = grammar(_,Names0) -> Names = Names0 ; Names = Ns ).

% Inside, the names of a grammar rule are grammar(Rule,Names).

% own(M, H, P): the goal H of module M calls P = own(Home,Name/Arity,How), a predicate of the program whose
% clauses can be seen. How says where the clauses are: under the name of the predicate, under that of the
% clauses of a tabled predicate, or only in a file.
own(M, H, own(Home,N/A,How)) :-
    callable(H),
    functor(H, N, A),
    predicate_property(M:H, visible), !,
    \+ predicate_property(M:H, built_in),
    \+ predicate_property(M:H, ssu),
    (   predicate_property(M:H, imported_from(Home)) -> true
    ;   Home = M
    ),
    (   predicate_property(M:H, dynamic) ->
        ( Home == user -> true ; predicate_property(M:H, file(_)) -> true ; \+ '$library'(Home) ),
        How = name(N)
    ;   predicate_property(M:H, tabled) ->
        atom_concat(N, ' tabled', Clauses),
        functor(T, Clauses, A),
        '$open_static'(Home, T),
        How = name(Clauses)
    ;   '$open_static'(Home, H) -> How = name(N)
    ;   predicate_property(M:H, file(File)),
        predicate_property(M:H, number_of_clauses(Count)),
        file_clauses(Home:N/A, File, Count, _),
        How = file
    ).

% Clauses whose terms are not kept are read from their file, once for each version of it: read(PI,Time,Clauses).
:- dynamic(read/3).

% Fails if the file cannot be read, or has another number of clauses.
file_clauses(PI, File, Count, Cs) :-
    catch(time_file(File, T), error(_,_), fail),
    (   read(PI, T, Cs0) -> Cs = Cs0
    ;   file_terms([PI-Count], Found),
        findall(clause(H,B,Ns,Place), member(found(PI,(H:-B),Ns,Place), Found), Cs),
        retractall(read(PI, _, _)),
        assertz(read(PI, T, Cs))
    ),
    length(Cs, Count).


% The clauses of a predicate as clause(Head,Body,[],-).
own_clauses(M, H, P, Cs) :-
    own(M, H, P),
    P = own(Home,N/A,How),
    clauses_of(How, Home, N, A, Cs).

clauses_of(name(Name), Home, N, A, Cs) :-
    functor(H, Name, A),
    H =.. [_|As],
    H1 =.. [N|As],
    findall(clause(H1,B,[],-), clause(Home:H, B), Cs).
clauses_of(file, Home, N, A, Cs) :-
    functor(H, N, A),
    predicate_property(Home:H, file(File)),
    predicate_property(Home:H, number_of_clauses(Count)),
    file_clauses(Home:N/A, File, Count, Cs).

% Adds names and places to lists of clauses: clauses(Home:N/A,Cs). Each file is read once.
named_clauses(Ps0, Ps) :-
    wanted(Ps0, Wanted),
    file_terms(Wanted, Found),
    named_each(Ps0, Found, Ps).

wanted([], []).
wanted([clauses(PI,Cs)|Ps], Ws) :-
    length(Cs, N),
    (   member(clause(_,_,_,Place), Cs), Place \== (-) -> Ws = Ws1
    ;   Ws = [PI-N|Ws1]
    ),
    wanted(Ps, Ws1).

named_each([], _, []).
named_each([clauses(PI,Cs0)|Ps0], Found, [clauses(PI,Cs)|Ps]) :-
    of_indicator(Found, PI, Fs),
    length(Cs0, N),
    ( length(Fs, N) -> All = true ; All = false ),
    named(Cs0, Fs, All, Cs),
    named_each(Ps0, Found, Ps).

of_indicator([], _, []).
of_indicator([F|Fs], PI, Gs) :-
    F = found(PI1,C,Ns,Place),
    (   PI1 == PI -> Gs = [found(C,Ns,Place)|Gs1]
    ;   Gs = Gs1
    ),
    of_indicator(Fs, PI, Gs1).

% A clause of the database is matched with one of the file that is a variant. If the file has as many,
% their places correspond even where terms differ, as after goal expansion.
named([], _, _, []).
named([C0|Cs0], Fs0, All, [C|Cs]) :-
    C0 = clause(H,B,_,Place0),
    (   Place0 \== (-) -> C = C0, Fs = Fs0
    ;   Fs0 = [found(T,Ns,Place)|Fs], '=@='(T, (H:-B)) -> T = (H:-B), C = clause(H,B,Ns,Place)
    ;   All == true, Fs0 = [found(_,_,Place)|Fs] -> C = clause(H,B,[],Place)
    ;   All == false, taken(Fs0, (H:-B), Ns, Place, Fs) -> C = clause(H,B,Ns,Place)
    ;   C = C0,
        Fs = Fs0
    ),
    named(Cs0, Fs, All, Cs).

taken([found(T,Ns0,Place0)|Fs0], C, Ns, Place, Fs) :-
    (   '=@='(T, C) -> T = C, Ns = Ns0, Place = Place0, Fs = Fs0
    ;   Fs = [found(T,Ns0,Place0)|Fs1],
        taken(Fs0, C, Ns, Place, Fs1)
    ).

%% Files

% The terms of the files of predicates: found(PI,Clause,Names,File:Line), in the order of each file.
file_terms(Wanted, Found) :-
    findall(File-(Line-(PI-N)), ( member(PI-N, Wanted), place(PI, File, Line) ), Places0),
    keysort(Places0, Places),
    by_file(Places, Files),
    findall(F, ( member(File-Ps, Files), file_term(File, Ps, F) ), Found).

place(M:N/A, File, Line) :-
    functor(H, N, A),
    predicate_property(M:H, file(File)),
    predicate_property(M:H, line_count(Line)),
    catch(exists_file(File), error(_,_), fail).

by_file([], []).
by_file([F-P|Ps], [F-[P|Qs]|Fs]) :-
    same_file(Ps, F, Qs, Rest),
    by_file(Rest, Fs).

same_file([F-P|Ps], F1, [P|Qs], Rest) :- F == F1, !, same_file(Ps, F1, Qs, Rest).
same_file(Ps, _, [], Ps).

file_term(File, Ps0, F) :-
    keysort(Ps0, [Line-P|Ps]),
    findall(PI-N, member(_-(PI-N), [Line-P|Ps]), Wanted),
    catch(setup_call_cleanup(
              open(File, read, S, [reposition(true)]),
              ( to_line(Line, S), terms(S, File, Wanted, 20, Fs) ),
              close(S)),
          error(_,_),
          Fs = []),
    member(F, Fs).

to_line(N, S) :-
    (   N =< 1 -> true
    ;   get_line_to_chars(S, Cs, []), Cs = [_|_] -> N1 is N-1, to_line(N1, S)
    ;   true
    ).

% `Bad` is the number of syntax errors after which reading ends: the text is no program then.
terms(_, _, [], _, Fs) :- !, Fs = [].
terms(S, File, Wanted, Bad, Fs) :-
    Wanted = [(M:_)-_|_],
    catch(read_term(S, T, [module(M),variable_names(Ns),term_position(P)]),
          error(syntax_error(_),_),
          T = '$bad'),
    (   T == end_of_file -> Fs = []
    ;   T == '$bad' ->
        Bad1 is Bad-1,
        ( Bad1 =:= 0 -> Fs = [] ; terms(S, File, Wanted, Bad1, Fs) )
    ;   (   clause_of(T, C), indicator(C, N/A), taken_one(Wanted, N/A, PI, Wanted1) ->
            stream_position_data(line_count, P, Line),
            ( nonvar(T), T = (_-->_) -> Names = grammar(T,Ns) ; Names = Ns ),
            Fs = [found(PI,C,Names,File:Line)|Fs1]
        ;   Wanted1 = Wanted,
            Fs = Fs1
        ),
        terms(S, File, Wanted1, Bad, Fs1)
    ).

indicator((H:-_), N/A) :- callable(H), functor(H, N, A).

taken_one([W|Ws0], PI0, PI, Ws) :-
    W = (M:NA)-N,
    (   NA == PI0 ->
        PI = M:NA,
        (   N =< 1 -> Ws = Ws0
        ;   N1 is N-1,
            Ws = [(M:NA)-N1|Ws0]
        )
    ;   Ws = [W|Ws1],
        taken_one(Ws0, PI0, PI, Ws1)
    ).

% A term of a file as `Head :- Body`.
clause_of(T, _) :- var(T), !, fail.
clause_of((:-_), _) :- !, fail.
clause_of(?-(_), _) :- !, fail.
clause_of(_:T, C) :- !, clause_of(T, C).
clause_of((H-->B), C) :- !,
    catch(dcg_translate_rule((H-->B), C0), _, fail),
    clause_of(C0, C).
clause_of((H0:-B), (H:-B)) :- !, ( nonvar(H0), H0 = _:H -> true ; H = H0 ).
clause_of(H, (H:-true)).

%% Lines of goals

% goal_lines(File:Line, Lines): the lines of the goals of the clause that begins on a line, `true` left out, in
% the order of the text.
goal_lines(File:Line, Lines) :-
    catch(setup_call_cleanup(
              open(File, read, S, [reposition(true)]),
              ( to_line(Line, S), clause_goal_lines(S, Lines) ),
              close(S)),
          error(_,_),
          fail).

clause_goal_lines(S, Lines) :-
    stream_property(S, position(Start)),
    read_term(S, (_:-B), [term_position(P),subterm_positions(term_position(_,_,_,_,[_,BP]))]),
    positions(B, BP, Os, []),
    stream_position_data(line_count, P, Line),
    stream_position_data(char_count, P, Offset),
    set_stream_position(S, Start),
    stream_position_data(char_count, Start, Offset0),
    Skip is Offset-Offset0,
    skip(Skip, S),
    offset_lines(Os, Offset, Line, S, Lines).

skip(N, S) :- ( N > 0 -> get_char(S, _), N1 is N-1, skip(N1, S) ; true ).

offset_lines([], _, _, _, []).
offset_lines([O|Os], At, Line0, S, [Line|Lines]) :-
    to_offset(O, At, Line0, S, Line),
    At1 is max(O, At),
    offset_lines(Os, At1, Line, S, Lines).

to_offset(O, At, Line0, S, Line) :-
    (   At >= O -> Line = Line0
    ;   get_char(S, C),
        ( C == '\n' -> Line1 is Line0+1 ; Line1 = Line0 ),
        At1 is At+1,
        to_offset(O, At1, Line1, S, Line)
    ).

% The goals of a body that are no control constructs.
goals(V, [V|Gs], Gs) :- var(V), !.
goals(true, Gs, Gs) :- !.
goals(T, Gs0, Gs) :- control(T, A, B), !, goals(A, Gs0, Gs1), goals(B, Gs1, Gs).
goals(G, [G|Gs], Gs).

control((A,B), A, B).
control((A;B), A, B).
control((A->B), A, B).
control('*->'(A,B), A, B).

positions(V, P, Os0, Os) :- var(V), !, first_offset(P, Os0, Os).
positions(T, parentheses_term_position(_,_,P), Os0, Os) :- !, positions(T, P, Os0, Os).
positions(true, _, Os, Os) :- !.
positions(T, term_position(_,_,_,_,[PA,PB]), Os0, Os) :- control(T, A, B), !,
    positions(A, PA, Os0, Os1),
    positions(B, PB, Os1, Os).
positions(_, P, Os0, Os) :- first_offset(P, Os0, Os).

first_offset(P, [O|Os], Os) :-
    (   P = A-_ -> O = A
    ;   arg(1, P, O)
    ).
