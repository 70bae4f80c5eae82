% Tabling: left-recursive and other programs that do not terminate under the standard strategy
% terminate and give each answer once.
%
% `:- table p/2.` redirects calls of p/2 to tabled/3. The answers of a call are stored in a table
% for the variants of that call. While a table is being filled, calls of a variant read its answers,
% including those added in the meantime. Tables that depend on each other are filled again in
% rounds, led by the first of them, until every reader has seen every answer (linear tabling). Where
% this cannot change the answers, a reader goes on in the next round where it stopped.
%
% A negative literal whose table is not complete is delayed: it becomes a condition of the answer,
% and so does an answer that is conditional itself. When the tables that depend on each other are
% complete, `well_founded` finds which of their conditional answers are true, false and undefined.

:- module(tabling, [
    (table)/1, abolish_all_tables/0, tabled/3,
    untable/1, current_table/2, tnot/1, not_exists/1, undefined/0,
    '$tables_are_old'/0
]).

:- meta_predicate table(:), untable(:), current_table(:,-), tabled(0,?,?), tnot(0), not_exists(0).
:- meta_predicate all_answers(?,0,?), fill(?,0,?), filled(?,0,?), filling(?,0,?), tabled(?,?,0,?).
:- meta_predicate evaluated(?,?,0,?), negated(?,0,?).

% wrapped(Head, Module, Body, Call, Modes): a tabled predicate and the arguments of tabled/3.
:- dynamic(wrapped/5).

% The fields of a table.
field(state, 0).        % fresh (0), active (1), waiting (2), complete (3), interrupted (4)
field(index, 1).        % place in the stack of incomplete tables
field(low, 2).          % lowest place that the table depends on
field(below, 3).        % the next table down the stack, -1 if none
field(readers, 4).      % readers in this round that have not reached the end
field(seen, 5).         % 1 + fewest answers that a reader found in this round;
                        % 0: no reader yet, -1: an answer was replaced
field(round, 6).        % the last round that filled the table
field(total, 7).        % 1 + answers of all tables after the leader's last round
field(conditions, 8).   % 0: each answer is true; positive: 1 + the table of the conditions of its
                        % answers; -1: complete, with answers that are false or undefined
field(caller, 9).       % the table that was being filled when this one became active, -1 if none

get(Id, Field, V) :- field(Field, F), '$table_field'(Id, F, V).
set(Id, Field, V) :- field(Field, F), '$table_set_field'(Id, F, V).

variable('$table_top', -1).         % top of the stack of incomplete tables
variable('$table_current', -1).     % the table that is being filled, until backtracking
variable('$table_filling', -1).     % the same, whatever ends the evaluation
variable('$table_round', 0).        % the current round
variable('$table_rounds', 0).       % the number of rounds so far
variable('$table_delays', []).      % the conditions of the present derivation
variable('$table_changes', -1).     % changes of clauses when tables were last discarded
variable('$table_reading', r(0,1000,[])).   % the tables with readers: their number, the number from which doubles
                                            % are removed, and the tables

value(Name, V) :- ( '$global'(Name, V0) -> V = V0 ; variable(Name, V) ).

%! table(:Specs) is det.
%
%  Declares that predicates are tabled. Used as a directive. `Specs` is `Name/Arity`, `Name//Arity`,
%  or several of these in a list or joined by commas.
%
%  A head such as `path(_,_,min)` declares moded tabling: for each combination of the other
%  arguments only one answer is kept. Modes are `min`, `max`, `first`, `last`, `sum`,
%  `lattice(Join/3)` and `po(Better/2)`.
%
%  `Spec as Options` takes options for compatibility: `variant`, `subsumptive`, `shared`, `private`,
%  `opaque`, `lazy`, `dynamic` and `subgoal_abstract(N)` do not change the answers. A predicate that is `incremental` or
%  `monotonic` computes its answers again when a clause of any predicate has been added or removed
%  since. Side effects of clauses that depend on incomplete tables occur once in each round.
%
%  Throws a type error if a specification is not of this form, and a domain error for an unknown mode
%  or option.
?- table(foo).
   error(type_error(table_declaration,foo),(table)/1).
?- table(p/1 as quick).
   error(domain_error(table_option,quick),(table)/1).
table(S0) :-
    strip_module(S0, M, S),
    table(S, M).

% Checks the options of `as`; `Fresh` is bound to `true` if answers are to be discarded at each
% call.
table_options(O, Fresh) :-
    (   var(O) -> instantiation_error((table)/1)
    ;   O = (A,B) -> table_options(A, Fresh), table_options(B, Fresh)
    ;   memberchk(O, [abstract(_),subgoal_abstract(_),answer_abstract(_)]) -> true
    ;   ( O == incremental ; O == monotonic ) -> Fresh = true
    ;   memberchk(O, [variant,subsumptive,shared,private,opaque,lazy,dynamic]) -> true
    ;   domain_error(table_option, O, (table)/1)
    ).

table(S, _) :- var(S), !, instantiation_error((table)/1).
table([], _) :- !.
table([S|Ss], M) :- !, table(S, M), table(Ss, M).
table((S,Ss), M) :- !, table(S, M), table(Ss, M).
table(M:S, _) :- !, table(S, M).
table(as(S,Os), M) :- !,
    table_options(Os, Fresh),
    (   Fresh == true ->
        b_setval('$table_fresh', true),
        table(S, M),
        b_setval('$table_fresh', [])
    ;   table(S, M)
    ).
table(N//A0, M) :- integer(A0), !, A is A0+2, table(N/A, M).
table(N/A, M) :- !,
    must_be(atom, N),
    must_be(not_less_than_zero, A),
    functor(H, N, A),
    wrap(M, H, H, []).
table(Modes, M) :-
    compound(Modes), !,
    functor(Modes, N, A),
    functor(H0, N, A),
    functor(H, N, A),
    moded(0, A, Modes, M, H0, H, Ps),
    wrap(M, H0, H, Ps).
table(S, _) :- type_error(table_declaration, S, (table)/1).

% `H0` is the head, `H` the tabled call: its moded arguments are variables.
moded(A, A, _, _, _, _, []) :- !.
moded(I0, A, Modes, M, H0, H, Ps) :-
    I is I0+1,
    arg(I, Modes, Mode),
    arg(I, H0, X0),
    arg(I, H, X),
    (   ( var(Mode) ; Mode == index ; Mode == (+) ) -> X = X0, Ps = Ps1
    ;   mode(Mode, M, Join) -> Ps = [join(X0,X,Join)|Ps1]
    ;   domain_error(tabled_mode, Mode, (table)/1)
    ),
    moded(I, A, Modes, M, H0, H, Ps1).

mode(min, _, min).
mode(max, _, max).
mode(first, _, first).
mode(-, _, first).
mode(last, _, last).
mode(sum, _, sum).
mode(lattice(PI), M, join(M:N)) :- name_of(PI, N).
mode(po(PI), M, better(M:N)) :- name_of(PI, N).

name_of(PI, N) :- ( PI = N0/_ -> N = N0 ; callable(PI), functor(PI, N, _) ).

% Renames the clauses of the predicate; under its own name it calls the table.
wrap(M, H0, H, Ps) :-
    functor(H, N, A),
    atom_concat(N, ' tabled', Impl),
    '$rename_clauses'(M, N, A, Impl, true),
    H =.. [_|Xs],
    Body =.. [Impl|Xs],
    results(Ps, Modes, tabling:tabled(M:Body,H,Modes), Goal0),
    functor(General, N, A),
    retractall(wrapped(General, M, _, _, _)),
    assertz(wrapped(H0, M, Body, H, Modes)),
    (   '$global'('$table_fresh', true) -> Goal = ( tabling:forgotten, Goal0 )
    ;   Goal = Goal0
    ),
    '$add_clause'(M, (H0 :- Goal)).

% The specification that the directive `table` has for a predicate.
declaration(M, N/A, Spec) :-
    functor(H0, N, A),
    wrapped(H0, M, _, H, Modes), !,
    (   Modes == [] -> Spec = N/A
    ;   shown_modes(Modes),
        term_variables(H, Indices),
        maplist(=(index), Indices),
        Spec = H
    ).

shown_modes([]).
shown_modes([X-Join|Ms]) :-
    (   Join = join(_:N) -> X = lattice(N/3)
    ;   Join = better(_:N) -> X = po(N/2)
    ;   X = Join
    ),
    shown_modes(Ms).

results([], [], G, G).
results([join(X0,X,Join)|Ps], [X-Join|Ms], G0, (G,X0=X)) :- results(Ps, Ms, G0, G).

%! abolish_all_tables is det.
%
%  Discards all answers. A goal that is giving its answers gives the rest of them. Throws an error while a table is being filled.
?- abolish_all_tables.
   true.
abolish_all_tables :-
    put_in_order,
    value('$table_top', Top),
    (   Top >= 0 -> permission_error(abolish, table, incomplete, abolish_all_tables/0)
    ;   discard_tables
    ).

% Tables that are being read are kept for their readers.
discard_tables :-
    value('$table_reading', r(_,_,Ids)),
    '$tables_clear'(Ids).

% Called before a predicate whose answers may be out of date: they are, if a clause was added or
% removed since. Has no effect while a table is being filled.
forgotten :-
    put_in_order,
    value('$table_top', Top),
    (   Top >= 0 -> true
    ;   '$tables_are_old' ->
        discard_tables,
        '$database_changes'(N),
        '$set_global'('$table_changes', N)
    ;   true
    ).

%! '$tables_are_old' is semidet.
%
%  True if a clause has been added or removed since the answers of incremental tables were computed.
?- once(( '$tables_are_old' ; true )).
   true.
'$tables_are_old' :-
    '$database_changes'(N),
    value('$table_changes', N0),
    N =\= N0.

%! untable(:Specs) is det.
%
%  Predicates are not tabled any more, until their program is loaded again: calls run their clauses.
%  `Specs` is `Name/Arity`, `Name//Arity`, or several of these in a list or joined by commas.
%  Discards all answers. Predicates that are not tabled are left as they are.
?- untable(no_such_predicate/1).
   true.
?- untable(foo).
   error(type_error(table_declaration,foo),untable/1).
untable(S0) :-
    abolish_all_tables,
    strip_module(S0, M, S),
    untable(S, M).

untable(S, _) :- var(S), !, instantiation_error(untable/1).
untable([], _) :- !.
untable([S|Ss], M) :- !, untable(S, M), untable(Ss, M).
untable((S,Ss), M) :- !, untable(S, M), untable(Ss, M).
untable(M:S, _) :- !, untable(S, M).
untable(N//A0, M) :- integer(A0), !, A is A0+2, untable(N/A, M).
untable(N/A, M) :- !,
    must_be(atom, N),
    must_be(not_less_than_zero, A),
    functor(H, N, A),
    (   retract(wrapped(H, M, _, _, _)) ->
        atom_concat(N, ' tabled', Impl),
        functor(Head, N, A),
        Head =.. [_|Xs],
        Body =.. [Impl|Xs],
        '$untable'(M, N, A),
        '$add_clause'(M, (Head :- M:Body))
    ;   true
    ).
untable(S, _) :- type_error(table_declaration, S, untable/1).

%! current_table(:Call, -Table) is nondet.
%
%  True if the tabled goal `Call` has the complete table `Table`. Enumerates the calls with tables.
?- current_table(user:no_such_goal, T).
   false.
current_table(G, Id) :-
    strip_module(G, M, P),
    '$tables'(Ids),
    member(Id, Ids),
    '$table_variant'(Id, M:P),
    get(Id, state, 3).

%! tabled(:Body, +Head, +Modes) is nondet.
%
%  Calls a tabled predicate. `Body` is the goal of its clauses, `Head` the call, and `Modes` a list
%  of `Variable-Join` for the moded arguments. Called by the code that table/1 generates.
?- tabled(member(X,[1,2,1]), some(X), []).
   X = 1
;  X = 2.
tabled(G, H, Modes) :-
    strip_module(G, M, _),
    '$table'(M:H, Id),
    term_variables(H, Vs),
    answer(Modes, Vs, A),
    get(Id, state, State),
    (   State =:= 3 -> finished(Id, A)
    ;   is_in_order -> tabled(State, Id, G, A)
    ;   put_in_order,
        '$table'(M:H, Id1),
        get(Id1, state, State1),
        tabled(State1, Id1, G, A)
    ).

% An answer consists of the values of the call's variables. With modes, it consists of the values of
% the variables without a mode, and the values of the moded arguments are stored with it.
answer([], Vs, A) :- A =.. [a|Vs].
answer([P|Ps], Vs, moded(Key,Values,[P|Ps])) :-
    moded_variables([P|Ps], Values),
    others(Vs, Values, Ks),
    Key =.. [a|Ks].

moded_variables([], []).
moded_variables([X-_|Ps], [X|Xs]) :- moded_variables(Ps, Xs).

others([], _, []).
others([V|Vs], Ms, Ks) :-
    (   among(Ms, V) -> Ks = Ks1
    ;   Ks = [V|Ks1]
    ),
    others(Vs, Ms, Ks1).

among([Y|Ys], X) :-
    (   X == Y -> true
    ;   among(Ys, X)
    ).

tabled(0, Id, G, A) :-
    '$set_global'('$table_filling', Id),
    pushed(Id),
    filled(Id, G, A).
tabled(1, Id, _, A) :-
    get(Id, index, I),
    depends(I),
    consume(Id, A).
tabled(2, Id, G, A) :-
    value('$table_round', R),
    get(Id, round, R0),
    (   R0 =:= R ->
        get(Id, low, Low),
        depends(Low),
        consume(Id, A)
    ;   filled(Id, G, A)
    ).
tabled(3, Id, _, A) :- finished(Id, A).
tabled(4, Id, G, A) :- filled(Id, G, A).

% Puts a fresh table on the stack of incomplete tables.
pushed(Id) :-
    value('$table_top', Below),
    (   Below < 0 -> Index = 0
    ;   get(Below, index, I0),
        Index is I0+1
    ),
    set(Id, index, Index),
    set(Id, below, Below),
    set(Id, low, 0x7fffffff),
    '$set_global'('$table_top', Id).

% The table being filled depends on the one at place `Index`.
depends(Index) :-
    value('$table_current', C),
    get(C, low, Low),
    (   Index < Low -> set(C, low, Index)
    ;   true
    ).

filling(Id, G, A) :-
    value('$table_current', Caller),
    value('$table_round', R),
    '$set_global'('$table_filling', Id),
    set(Id, caller, Caller),
    b_setval('$table_current', Id),
    (   Caller < 0 -> catch(fill(Id, G, A), Ball, abandoned(Ball))
    ;   fill(Id, G, A)
    ),
    b_setval('$table_current', Caller),
    '$set_global'('$table_filling', Caller),
    '$set_global'('$table_round', R).

% A ball is passing that ends the outermost evaluation, and may be caught: the memory of the tables is freed.
abandoned(Ball) :-
    b_setval('$table_current', -1),
    put_in_order,
    throw(Ball).

% Evaluations end in many ways: by a ball that is caught here or further out, by one of an interrupt or a limit that no
% catch/3 sees, and with their query. Then the table that is being filled, which backtracking restores, is not the one
% that was the last to be. Before incomplete tables are used, those whose evaluation has ended are discarded, or marked as
% interrupted if other ones that are being filled may depend on them.
put_in_order :-
    (   is_in_order -> true
    ;   value('$table_current', C),
        (   C < 0 ->
            '$tables_forget_incomplete',
            '$set_global'('$table_top', -1)
        ;   value('$table_top', Top0),
            '$table_interrupt'(C, Top0, Top),
            '$set_global'('$table_top', Top),
            get(C, round, R),
            '$set_global'('$table_round', R),
            '$table_read_again'(C)
        ),
        '$set_global'('$table_filling', C)
    ).

is_in_order :-
    value('$table_current', C),
    value('$table_filling', F),
    C =:= F.

filled(Id, G, A) :-
    filling(Id, G, A),
    get(Id, state, State),
    (   State =:= 3 -> finished(Id, A)
    ;   get(Id, low, Low),
        depends(Low),
        consume(Id, A)
    ).

fill(Id, G, A) :-
    set(Id, state, 1),
    value('$table_round', R),
    set(Id, round, R),
    '$table_start_round'(Id),
    all_answers(Id, G, A),
    % A clause may have caught the ball of another table.
    put_in_order,
    get(Id, low, Low),
    get(Id, index, I),
    (   Low > I -> complete(Id)
    ;   Low < I -> set(Id, state, 2)
    ;   stable(Id) -> complete(Id)
    ;   value('$table_rounds', R0),
        R1 is R0+1,
        '$set_global'('$table_rounds', R1),
        '$set_global'('$table_round', R1),
        fill(Id, G, A)
    ).

all_answers(Id, G, A) :-
    (   \+ known_true(Id, G, A) -> true
    ;   true
    ).

% Adds all answers and fails, or ends with the first true answer of a call without variables, which has no other one (early
% completion). In a later round the answer is not new, and the clauses are run to their end for the tables that depend on it.
known_true(Id, G, A) :-
    b_setval('$table_delays', []),
    call(G),
    add(A, Id),
    A == a,
    value('$table_delays', []).

add(A, Id) :-
    value('$table_delays', Ds),
    (   Ds = [_|_] ->
        (   A = moded(_,_,_) ->
            '$table_variant'(Id, M:H),
            functor(H, N, Arity),
            permission_error(add, conditional_answer, M:N/Arity, (table)/1)
        ;   sort(Ds, Set),
            add_conditional(Id, A, Set)
        )
    ;   A = moded(Key,Values,Modes) -> add_moded(Id, Key, Values, Modes)
    ;   '$table_add'(Id, A) -> true
    ;   % The answer is now known to be true.
        '$table_field'(Id, 8, C),
        C > 0,
        '$table_find'(Id, A, I),
        '$table_value'(Id, I, maybe),
        '$table_set_value'(Id, I, true)
    ).

% Adds a condition, a list of delayed literals, under which an answer is true.
add_conditional(Id, A, Ds) :-
    get(Id, conditions, C0),
    (   C0 =:= 0 ->
        '$table_new'(Conditions),
        C is Conditions+1,
        set(Id, conditions, C)
    ;   Conditions is C0-1
    ),
    (   '$table_find'(Id, A, I) -> '$table_value'(Id, I, maybe)
    ;   '$table_size'(Id, I),
        '$table_add'(Id, A),
        '$table_set_value'(Id, I, maybe)
    ),
    '$table_add'(Conditions, c(I,Ds)).

add_moded(Id, Key, Values, Modes) :-
    (   '$table_find'(Id, Key, I) ->
        '$table_value'(Id, I, Old),
        joined(Modes, Old, Values, New),
        \+ '=@='(Old, New),
        '$table_set_value'(Id, I, New),
        set(Id, seen, -1)
    ;   '$table_size'(Id, I),
        '$table_add'(Id, Key),
        '$table_set_value'(Id, I, Values)
    ).

joined([], [], [], []).
joined([_-Join|Ps], [Old|Os], [V|Vs], [New|Ns]) :-
    join(Join, Old, V, New),
    joined(Ps, Os, Vs, Ns).

join(min, X, Y, Z) :- ( precedes(Y, X) -> Z = Y ; Z = X ).
join(max, X, Y, Z) :- ( precedes(X, Y) -> Z = Y ; Z = X ).
join(first, X, _, X).
join(last, _, Y, Y).
join(sum, X, Y, Z) :- Z is X+Y.
join(join(G), X, Y, Z) :- ( call(G, X, Y, Z0) -> Z = Z0 ; Z = X ).
join(better(G), X, Y, Z) :- ( call(G, X, Y) -> Z = Y ; Z = X ).

precedes(X, Y) :-
    (   number(X), number(Y) -> X < Y
    ;   X @< Y
    ).

% The tables from `Id` up are complete: each reader of this round has reached the end of the present
% answers, or the round has added no answer.
stable(Id) :-
    value('$table_top', Top),
    stable(Top, Id, yes, Stable, 1, Total),
    get(Id, total, Total0),
    set(Id, total, Total),
    (   Stable == yes -> true
    ;   Stable == no, Total =:= Total0
    ).

stable(T, Id, S0, S, Sum0, Sum) :-
    get(T, readers, Readers),
    get(T, seen, Seen),
    '$table_size'(T, N),
    (   Seen < 0 -> S1 = replaced
    ;   S0 == yes, Readers =:= 0, ( Seen =:= 0 ; Seen =:= N+1 ) -> S1 = yes
    ;   S0 == replaced -> S1 = replaced
    ;   S1 = no
    ),
    set(T, readers, 0),
    set(T, seen, 0),
    Sum1 is Sum0+N,
    (   T =:= Id -> S = S1, Sum = Sum1
    ;   get(T, below, B),
        stable(B, Id, S1, S, Sum1, Sum)
    ).

% The tables from `Id` up have all their answers.
complete(Id) :-
    value('$table_top', Top),
    conditional_tables(Top, Id, Ts),
    (   Ts == [] -> true
    ;   well_founded:resolve(Ts)
    ),
    complete(Top, Id).

% The tables from `Id` up that have conditional answers.
conditional_tables(T, Id, Ts) :-
    (   '$table_field'(T, 8, 0) -> Ts = Ts1
    ;   Ts = [T|Ts1]
    ),
    (   T =:= Id -> Ts1 = []
    ;   get(T, below, B),
        conditional_tables(B, Id, Ts1)
    ).

complete(T, Id) :-
    get(T, below, B),
    (   get(T, state, 4) -> '$table_forget'(T)
    ;   set(T, state, 3),
        '$table_clear_readers'(T)
    ),
    '$set_global'('$table_top', B),
    (   T =:= Id -> true
    ;   complete(B, Id)
    ).

% Readers also see answers that are added while they read. `T` is the table whose clauses read, and
% `R` the number of the reader among its readers.
consume(Id, A) :-
    get(Id, readers, N0),
    N is N0+1,
    set(Id, readers, N),
    value('$table_current', T),
    (   A = moded(_,_,_) ->     % the values of answers change
        '$table_read_again'(T),
        R = -1,
        I = 0
    ;   '$table_open_reader'(T, Id, R, I)
    ),
    consume(I, Id, A, T, R).

consume(I, Id, A, T, R) :-
    (   '$table_get'(Id, I, K) -> consume(K, I, Id, A, T, R)
    ;   at_end(Id, I, T, R),
        fail
    ).

consume(K, I, Id, A, _, _) :- instance(A, K, I, Id).
consume(_, I, Id, A, T, R) :- I1 is I+1, consume(I1, Id, A, T, R).

at_end(Id, I, T, R) :-
    get(Id, readers, N0),
    N is N0-1,
    set(Id, readers, N),
    '$table_close_reader'(T, R, I),
    get(Id, seen, Seen),
    I1 is I+1,
    (   ( Seen =:= 0 ; I1 < Seen ) -> set(Id, seen, I1)
    ;   true
    ).

finished(Id, A) :-
    '$table_size'(Id, N),
    (   N =:= 1 -> true
    ;   N > 1,
        reading(Id)
    ),
    finished(0, N, Id, A).

% Notes until backtracking that a table has a reader.
reading(Id) :-
    value('$table_reading', r(N0,Limit0,Ids0)),
    (   Ids0 = [I|_], I =:= Id -> true
    ;   N0 < Limit0 ->
        N is N0+1,
        b_setval('$table_reading', r(N,Limit0,[Id|Ids0]))
    ;   sort([Id|Ids0], Ids),
        length(Ids, N),
        Limit is 2*N+1000,
        b_setval('$table_reading', r(N,Limit,Ids))
    ).

finished(I, N, Id, A) :-
    I1 is I+1,
    (   I1 < N -> finished(I, I1, N, Id, A)
    ;   '$table_get'(Id, I, K),
        instance(A, K, I, Id)
    ).

finished(I, _, _, Id, A) :- '$table_get'(Id, I, K), instance(A, K, I, Id).
finished(_, I, N, Id, A) :- finished(I, N, Id, A).

instance(A, K, I, Id) :-
    (   A = moded(K,Values,_) -> '$table_value'(Id, I, Values)
    ;   A = K,
        '$table_field'(Id, 8, C),
        (   C =:= 0 -> true
        ;   '$table_value'(Id, I, V) -> believed(V, Id, I)
        ;   true
        )
    ).

% An answer with this value is true, or becomes a condition. The value of an answer that was never
% conditional is not stored.
believed(true, _, _).
believed(maybe, Id, I) :- delay(p(Id,I)).
believed(undefined(_), Id, I) :- delay(p(Id,I)).

%% Negation

%! tnot(:Goal) is semidet.
%
%  Negation of a tabled goal under the well-founded semantics: true if no instance of `Goal` is true,
%  false if one is, and otherwise undefined. An answer that depends on an undefined goal is shown
%  with this goal as a residual goal. Variables of `Goal` are not bound.
%
%  Throws a permission error if the predicate is not tabled.
?- tnot(append(_,_,_)).
   error(permission_error(tnot,non_tabled_procedure,append/3),tnot/1).
?- tnot(undefined).
   tabling:tnot(tabling:undefined).
?- tnot(G).
   error(instantiation_error,tnot/1).
tnot(G0) :-
    strip_module(G0, M0, G),
    (   var(G) -> instantiation_error(tnot/1)
    ;   callable(G) -> true
    ;   type_error(callable, G, tnot/1)
    ),
    (   tabled_goal(G, M0, M, Body, H, Modes) ->
        put_in_order,
        '$table'(M:H, Id),
        term_variables(H, Vs),
        answer(Modes, Vs, A),
        negated(Id, M:Body, A)
    ;   G == undefined -> delay(n(u))
    ;   functor(G, N, Arity),
        permission_error(tnot, non_tabled_procedure, N/Arity, tnot/1)
    ).

tabled_goal(G, M0, M, Body, H, Modes) :-
    (   wrapped(G, M0, Body, H, Modes) -> M = M0
    ;   predicate_property(M0:G, imported_from(M)),
        wrapped(G, M, Body, H, Modes) -> true
    ).

negated(Id, G, A) :-
    get(Id, state, State0),
    evaluated(State0, Id, G, A),
    get(Id, state, State),
    (   State =:= 3 -> complete_negation(Id)
    ;   A = moded(_,_,_) ->
        '$table_variant'(Id, M:H),
        functor(H, N, Arity),
        permission_error(tnot, incomplete_table, M:N/Arity, tnot/1)
    ;   value('$table_current', C),
        % The table must be filled again in each round, and so must those that are called after it:
        % therefore the literal does not fail even if there is a true answer already.
        '$table_read_again'(C),
        delay(n(Id))
    ).

% Fills a table, as tabled/4 does, without reading its answers.
evaluated(0, Id, G, A) :-
    '$set_global'('$table_filling', Id),
    pushed(Id),
    filling(Id, G, A),
    depends_on(Id).
evaluated(1, Id, _, _) :-
    get(Id, index, I),
    depends(I).
evaluated(2, Id, G, A) :-
    value('$table_round', R),
    get(Id, round, R0),
    (   R0 =:= R -> true
    ;   filling(Id, G, A)
    ),
    depends_on(Id).
evaluated(3, _, _, _).
evaluated(4, Id, G, A) :-
    filling(Id, G, A),
    depends_on(Id).

depends_on(Id) :-
    (   get(Id, state, 3) -> true
    ;   get(Id, low, Low),
        depends(Low)
    ).

complete_negation(Id) :-
    '$table_size'(Id, N),
    (   N =:= 0 -> true
    ;   get(Id, conditions, -1),
        \+ true_answer(Id),
        (   place(Id, I),
            '$table_value'(Id, I, undefined(_)) -> delay(n(Id))
        ;   true
        )
    ).

true_answer(Id) :-
    place(Id, I),
    (   '$table_value'(Id, I, V) -> V == true
    ;   true
    ).

% Enumerates the places of the answers of a table.
place(Id, I) :-
    '$table_size'(Id, N),
    Last is N-1,
    between(0, Last, I).

%! not_exists(:Goal) is semidet.
%
%  As tnot/1, for any goal: one that is not tabled is tabled by this call.
?- not_exists(member(a,[b,c])).
   true.
?- not_exists(member(_,[b,c])).
   false.
not_exists(G0) :-
    strip_module(G0, M, G),
    (   var(G) -> instantiation_error(not_exists/1)
    ;   callable(G) -> true
    ;   type_error(callable, G, not_exists/1)
    ),
    (   tabled_goal(G, M, _, _, _, _) -> tnot(M:G)
    ;   G == undefined -> undefined
    ;   put_in_order,
        '$table'(tabling:some(M:G), Id),
        negated(Id, M:G, some)
    ).

%! undefined is semidet.
%
%  Neither true nor false: the truth value _undefined_ of the well-founded semantics.
?- undefined.
   tabling:undefined.
undefined :- delay(u).

% The present derivation depends on a literal: `p(Id,I)`, the answer at place `I` of a table; `n(Id)`, the negation of a
% table; `u` or `n(u)`, undefined. Outside of tables, it is a residual goal.
delay(D) :-
    value('$table_delays', Ds),
    value('$table_current', T),
    (   T < 0 ->
        well_founded:literal_goal(D, G),
        % The variable stays reachable as long as the derivation.
        put_attr(Residual, tabling, G),
        b_setval('$table_delays', [g(G,Residual)|Ds])
    ;   b_setval('$table_delays', [D|Ds])
    ).

attr_unify_hook(_, _).

attribute_goals(X) -->
    { get_attr(X, tabling, G) },
    (   { G = tabling:_ } -> [G]
    ;   [tabling:delayed(G)]
    ).

% delayed(:Goal). Calls an undefined goal. As a residual goal, it shows what an answer depends on.
:- meta_predicate delayed(0).
delayed(G) :- call(G).
