% Where a goal spends its time, and which clauses it uses.

:- module(profile, [profile/1, coverage/1, show_coverage/1, show_coverage/2]).

:- meta_predicate profile(0), coverage(0), show_coverage(0), show_coverage(0, +), counted(0, ?, ?, ?, ?), outcome(0, ?), answer(0, ?).

%! profile(:Goal) is semidet.
%
%  Calls `Goal` once, and then writes a table of the predicates that it called, those with most time first: the share
%  of the time without that of the predicates they called, in percent and milliseconds, calls, redos, choice points. A
%  redo is a further clause, or a further alternative of a disjunction, that is tried after a failure. Below
%  each predicate of the program stand its clauses, as `File:Line`, with the number of times that each was entered:
%  its head was unified with a call; and the goals of each clause with their calls, and with their exits, but for a last
%  call: it returns to where the clause was called.
%
%  The counts are exact; a goal that is compiled in line, such as `X = Y` or a comparison, is no call. The time is that of the counted run, which is several times longer than usual. The table
%  is also written if `Goal` fails or throws, and profile/1 then fails or throws.
?- profile(member(X, [a,b])).
   outputs(...), X = a.
?- profile(fail).
   outputs(...), false.
?- profile(atom_length(_, _)).
   outputs(...), error(instantiation_error,...).
?- profile(_).
   error(instantiation_error,...).
profile(Goal) :-
    counted(Goal, Result, All, Clauses, Goals),
    total(All, 0, Total),
    named(All, Preds),
    Ms is Total/1000000,
    format("~t~w~8|~t~w~16|~t~w~27|~t~w~38|~t~w~49|  ~w~n", ['%time',ms,calls,redos,choices,predicate]),
    first(30, Preds, Shown),
    put_preds(Shown, Total, Clauses, Goals),
    length(Preds, N),
    noun(N, predicate, predicates, Noun),
    format("% ~d ~w, ~3f ms~n", [N,Noun,Ms]),
    result(Result).

put_preds([], _, _, _).
put_preds([pred(PI,Kind,Calls,Redos,Choices,_,Ns)|Preds], Total, Clauses, Goals) :-
    Share is 100*Ns/max(1, Total),
    Ms is Ns/1000000,
    shown_indicator(PI, Shown),
    format("~t~1f~8|~t~2f~16|~t~D~27|~t~D~38|~t~D~49|  ~w~n", [Share,Ms,Calls,Redos,Choices,Shown]),
    (   Kind == user -> put_entries(Clauses, PI, Goals)
    ;   true
    ),
    put_preds(Preds, Total, Clauses, Goals).

put_entries([], _, _).
put_entries([clause(File,Line,PI,Entered,_)|Clauses], PI0, Goals) :-
    (   PI == PI0, Entered > 0 ->
        file_base_name(File, Base),
        format("~t~D~27|~t~49|    ~w:~d~n", [Entered,Base,Line]),
        next_line(Clauses, File, End),
        put_goals(Goals, File, Line, End, PI, Base)
    ;   true
    ),
    put_entries(Clauses, PI0, Goals).

% The line of the next clause.
next_line([clause(File,Line,_,_,_)|_], File, Line) :- !.
next_line(_, _, inf).

% The goals of a clause, from one line to another.
put_goals([], _, _, _, _, _).
put_goals([goal(File,Line,PI,Calls,Exits,Text)|Goals], File0, From, To, PI0, Base) :-
    (   File == File0, PI == PI0, Line >= From, ( To == inf ; Line < To ; Line =:= From ) ->
        ( Exits == (-) -> Out = '' ; exits_text(Exits, Out) ),
        format("~t~D~27|~t~49|      ~w:~d  ~s~w~n", [Calls,Base,Line,Text,Out])
    ;   true
    ),
    put_goals(Goals, File0, From, To, PI0, Base).

exits_text(Exits, Text) :-
    noun(Exits, exit, exits, Noun),
    format(atom(Text), "  (~D ~w)", [Exits,Noun]).

% noun(N, One, Others, Noun): the form of a noun that follows a number.
noun(N, One, Others, Noun) :- ( N =:= 1 -> Noun = One ; Noun = Others ).

% Without the predicates that the system keeps to itself.
named([], []).
named([P|Ps0], Ps) :-
    P = pred(_:Name/_,_,_,_,_,_,_),
    (   sub_atom(Name, 0, 1, _, $) -> Ps = Ps1
    ;   Ps = [P|Ps1]
    ),
    named(Ps0, Ps1).

total([], T, T).
total([pred(_,_,_,_,_,_,Ns)|Preds], T0, T) :-
    T1 is T0+Ns,
    total(Preds, T1, T).

first(N, Xs, Ys) :-
    (   N =:= 0 -> Ys = []
    ;   Xs = [] -> Ys = []
    ;   Xs = [X|Xs1],
        Ys = [X|Ys1],
        N1 is N-1,
        first(N1, Xs1, Ys1)
    ).

% The clauses of a tabled predicate have another name.
shown_indicator(Module:Name0/A, Shown) :-
    (   atom_concat(Name, ' tabled', Name0) -> Note = ' (clauses)'
    ;   Name = Name0,
        Note = ''
    ),
    (   memberchk(Module, [user,system]) -> PI = Name/A
    ;   PI = Module:Name/A
    ),
    format(atom(Shown), "~q~w", [PI,Note]).

%! coverage(:Goal) is semidet.
%
%  Calls `Goal` once, and then writes for each file of the program how many of its clauses were entered, and the
%  first lines of those that were never entered. A clause is entered when its head was unified with a call;
%  unifications at the start of its body count as part of the head. For all answers, use `coverage(forall(Goal, true))`.
%
%  Fails or throws, after that, if `Goal` does.
?- coverage(member(X, [a,b])).
   outputs(...), X = a.
?- coverage(fail).
   outputs(...), false.
coverage(Goal) :-
    counted(Goal, Result, _, Clauses, _),
    findall(File, member(clause(File,_,_,_,_), Clauses), Files0),
    sort(Files0, Files),
    (   Files == [] -> format("% The program has no clauses.~n", [])
    ;   put_files(Files, Clauses)
    ),
    result(Result).

%! show_coverage(:Goal) is semidet.
%
%  As coverage/1.
?- show_coverage(member(X, [a,b])).
   outputs(...), X = a.
show_coverage(Goal) :- coverage(Goal).

%! show_coverage(:Goal, +Options) is semidet.
%
%  As coverage/1. The options of other systems, or a list of modules in their place, have no effect: every file of the program is
%  in the table.
?- show_coverage(fail, [modules([user])]).
   outputs(...), false.
?- show_coverage(true, x).
   error(type_error(list,x),must_be/2).
show_coverage(Goal, Options) :-
    must_be(list, Options),
    coverage(Goal).

put_files([], _).
put_files([File|Files], Clauses) :-
    findall(E, member(clause(File,_,_,E,_), Clauses), Entered),
    findall(E, ( member(E, Entered), E > 0 ), Some),
    length(Entered, All),
    length(Some, N),
    file_base_name(File, Base),
    noun(All, clause, clauses, Noun),
    format("% ~w: ~d of ~d ~w entered~n", [Base,N,All,Noun]),
    put_never(Clauses, File, Base),
    put_files(Files, Clauses).

put_never([], _, _).
put_never([clause(File,Line,_,Entered,Text)|Clauses], File0, Base) :-
    (   File == File0, Entered =:= 0 -> format("~w:~d: never entered: ~s~n", [Base,Line,Text])
    ;   true
    ),
    put_never(Clauses, File0, Base).

counted(Goal, Result, Preds, Clauses, Goals) :-
    (   strip_module(Goal, _, Plain), var(Plain) -> throw(error(instantiation_error, profile/1))
    ;   true
    ),
    '$counted'(profile:outcome(Goal, Result), Preds0, Clauses, Goals),
    others(Preds0, Preds).

outcome(Goal, Result) :-
    catch(answer(Goal, Result), Ball, '$thrown_later'(Result, Ball)).

% The ball is thrown again: the machine keeps the place of the first throw.
'$thrown_later'(throw(Ball), Ball).

answer(Goal, Result) :- ( Goal -> Result = true ; Result = fail ).

% Without the predicates that call the goal.
others([], []).
others([pred(PI,K,C,R,B,S,T)|Preds0], Preds) :-
    (   memberchk(PI, [profile:outcome/2,profile:answer/2,profile:'$thrown_later'/2]) -> Preds = Preds1
    ;   Preds = [pred(PI,K,C,R,B,S,T)|Preds1]
    ),
    others(Preds0, Preds1).

result(true).
result(throw(Ball)) :- throw(Ball).
