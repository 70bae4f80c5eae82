% Explanations as text: fragments, conflicts and proofs, in lines of at most 80 columns where the program allows it.

:- module(explanation_text, [portray_proof/1]).

:- use_module(library(lists)).
:- use_module(library(format)).
:- use_module(library(assoc)).
:- use_module(library(error)).

%! portray_proof(+Proof) is det.
%
%  Writes a proof that proof_tree/2 has found as why/1 does: the instances of clauses, each once, indented below
%  the one that needs it.
?- portray_proof(proof(a,clause,[proof(b,clause,[]),proof(1<2,call,[])])).
   outputs("% a is true:\n\na :-\n    b,\n    1<2.\n  b.\n").
?- portray_proof(_).
   error(instantiation_error,must_be/2).
?- portray_proof(a).
   error(domain_error(proof,a),portray_proof/1).
portray_proof(P) :-
    must_be(nonvar, P),
    (   P = proof(_,_,Ps) -> must_be(list, Ps)
    ;   domain_error(proof, P, portray_proof/1)
    ),
    proof_text(P).

written(proved(P), _) :- proof_text(P).
written(effects(O,PIs), G) :-
    outcome_text(O, Text),
    shortly(G, T),
    remark("~s ~s, and cannot be taken apart: running it again may give other results, because it calls ~s.",
           [T,Text,PIs]).
written(unclear(O), G) :-
    outcome_text(O, Text),
    shortly(G, T),
    remark("~s ~s. No smaller part of the program was found for which this is certain.", [T,Text]).
written(loops(R), G) :-
    shortly(G, T),
    remark("~s does not end within 5000000 inferences or 2 seconds. Nor does this part of the program:", [T]),
    fragment_text(R).
written(fails(R,C), G) :-
    shortly(G, T),
    remark("~s fails. So does this part of the program:", [T]),
    (   acyclic_term(G) -> true
    ;   remark("(Its cyclic terms are shown as variables.)", [])
    ),
    fragment_text(R),
    (   C == none -> true
    ;   conflict_text(C, R)
    ).

outcome_text(fails, "fails").
outcome_text(loops, "does not end within 5000000 inferences or 3 seconds").

% A goal on at most one line.
shortly(G, Cs) :-
    member(D, [0,12,6,4,3]),
    goal_chars(G, [max_depth(D)], Cs),
    length(Cs, N),
    N =< 60, !.
shortly(_, "The goal").

% Writes a remark as comments of at most 80 columns.
remark(F, As0) :-
    texts(As0, As),
    format(chars(Cs), F, As),
    words(Cs, Ws),
    remark_lines(Ws).

texts([], []).
texts([A|As], [T|Ts]) :-
    (   A = [_/_|_] -> indicators(A, T)
    ;   T = A
    ),
    texts(As, Ts).

indicators([PI], Cs) :- !, format(chars(Cs), "~q", [PI]).
indicators([PI|PIs], Cs) :-
    indicators(PIs, Cs1),
    format(chars(Cs), "~q, ~s", [PI,Cs1]).

words(Cs, Ws) :-
    (   append(W, [' '|Rest], Cs) -> Ws = [W|Ws1], words(Rest, Ws1)
    ;   Ws = [Cs]
    ).

remark_lines([]).
remark_lines([W|Ws]) :-
    format("% ~s", [W]),
    length(W, N),
    K is N+2,
    remark_rest(Ws, K).

remark_rest([], _) :- nl.
remark_rest([W|Ws], K0) :-
    length(W, N),
    K is K0+N+1,
    (   K > 80 -> nl, remark_lines([W|Ws])
    ;   format(" ~s", [W]),
        remark_rest(Ws, K)
    ).

%% Fragments as text

fragment_text(fragment(How,Query,Groups,Notes,Late)) :-
    nl,
    (   ( struck(Query) ; member(group(_,_,Ss), Groups), member(shown(_,Is,V,_,_), Ss), struck(shown(Is,V)) ) ->
        format("~s", [":- use_module(library(debug)).  % * Goal is true\n\n"])
    ;   true
    ),
    query_text(How, Query, Notes),
    group_texts(Groups, Notes),
    closed_texts(Query, Groups),
    unsafe_text(Notes, Query, Groups),
    (   Late == late -> nl, remark("There was no time to look for a smaller part.", [])
    ;   true
    ).

% True if some goal is shown with a `*`.
struck(shown(Is,V)) :-
    fragments:marked(Is, V, B),
    has_star(B), !.

has_star(B) :- var(B), !, fail.
has_star(*(_)).
has_star((A,B)) :- has_star(A) ; has_star(B).
has_star((A;B)) :- has_star(A) ; has_star(B).
has_star((_->B)) :- has_star(B).
has_star('*->'(_,B)) :- has_star(B).

query_text(How, shown(Is,V), Notes) :-
    names(q(Is), [], Ns),
    lines(Is, V, Notes, Ns, Ls),
    (   How == loop, \+ ( member(I, Is), variants:item_state(I, V, dead) ) ->
        separated([Ls,[line(0,"false",[])]], Ls1)
    ;   Ls1 = Ls
    ),
    query_lines(Ls1),
    ( How == loop -> format("   loops.~n") ; format("   false.~n") ).

query_lines(Ls) :-
    (   one_line(Ls, Cs), length(Cs, N), N < 76 -> format("?- ~s.~n", [Cs])
    ;   Ls = [L|Rest],
        L = line(I,Cs,C),
        append("?- ", Cs, Cs1),
        indented(Rest, 3, Rest1),
        terminated([line(I,Cs1,C)|Rest1], Ls1),
        put_lines(Ls1)
    ).

one_line([line(0,Cs,[])], Cs) :- !.
one_line([line(0,Cs0,[])|Ls], Cs) :-
    one_line(Ls, Cs1),
    append(Cs0, Cs1, Cs).

indented([], _, []).
indented([line(I0,Cs,C)|Ls], K, [line(I,Cs,C)|Ms]) :- I is I0+K, indented(Ls, K, Ms).

group_texts([], _).
group_texts([group(PI,S,Ss0)|Gs], Notes) :-
    nl,
    PI = M:N/A,
    (   S == table -> format(":- table ~q.~n~n", [N/A])
    ;   Ss0 == [] -> format(":- dynamic ~q.~n", [N/A])
    ;   true
    ),
    ( M == user -> true ; format("% In module ~q:~n", [M]) ),
    length(Ss0, Count),
    ( S == facts -> Most = 8, Some = 5 ; Most = 40, Some = 20 ),
    as_rules(Ss0, Ss),
    (   Count > Most -> some(S, N/A, Notes, Ss, Some, First), length(First, Shown), Rest is Count-Shown
    ;   First = Ss,
        Rest = 0
    ),
    clause_texts(First, Notes),
    (   Rest > 1 -> format("% ... and ~d more clauses of ~q~n", [Rest,N/A])
    ;   Rest =:= 1 -> format("% ... and one more clause of ~q~n", [N/A])
    ;   true
    ),
    group_texts(Gs, Notes).

% Of many clauses, those are shown that have goals which matter, of facts those that share an argument with a goal
% that has failed, if there are any.
some(S, PI, Notes, Ss, N, First) :-
    (   S == facts -> Notes = notes(Failed,_), near_facts(Ss, PI, Failed, Ks)
    ;   kept_clauses(Ss, Ks)
    ),
    ( Ks == [] -> Cs = Ss ; Cs = Ks ),
    length(Cs, K),
    ( K > N -> length(First, N), append(First, _, Cs) ; First = Cs ).

near_facts(Ss, N/A, Failed, Ks) :-
    findall(G, ( member(_-(_:G), Failed), functor(G, N, A) ), Gs),
    ( Gs == [] -> Ks = [] ; near_each(Ss, Gs, Ks) ).

near_each([], _, []).
near_each([S|Ss], Gs, Ks) :-
    S = shown(H,_,_,_,_),
    (   member(G, Gs), arg(I, G, X), nonvar(X), arg(I, H, Y), X == Y -> Ks = [S|Ks1]
    ;   Ks = Ks1
    ),
    near_each(Ss, Gs, Ks1).

kept_clauses([], []).
kept_clauses([S|Ss], Ks) :-
    S = shown(_,Is,V,_,_),
    (   Is = [I|_], \+ variants:item_state(I, V, dead), program_parts:items_goal(Is, J, _, _), arg(J, V, on) -> Ks = [S|Ks1]
    ;   Ks = Ks1
    ),
    kept_clauses(Ss, Ks1).

% Grammar rules are shown as they were written only if all of them are complete.
as_rules(Ss0, Ss) :-
    (   member(shown(_,Is,V,grammar(_,_),_), Ss0), changed(Is, V) -> as_clauses(Ss0, Ss)
    ;   Ss = Ss0
    ).

as_clauses([], []).
as_clauses([shown(H,Is,V,Ns0,Place)|Ss0], [shown(H,Is,V,Ns,Place)|Ss]) :-
    ( Ns0 = grammar(_,Ns1) -> Ns = Ns1 ; Ns = Ns0 ),
    as_clauses(Ss0, Ss).

% Predicates of the program whose clauses are not taken apart: those with rules, and those that are protected.
closed_texts(Query, Groups) :-
    findall(M:N/A,
            ( ( Query = shown(Is,V) ; member(group(_,_,Ss), Groups), member(shown(_,Is,V,_,_), Ss) ),
              program_parts:items_goal(Is, I, G, _), I \== given, arg(I, V, on),
              program_parts:items_module(Is, I, M0), closed(G, M0, M), functor(G, N, A) ),
            PIs0),
    sort(PIs0, PIs),
    closed_each(PIs).

closed(G, M0, M) :-
    callable(G),
    predicate_property(M0:G, number_of_clauses(_)),
    \+ predicate_property(M0:G, built_in),
    \+ clause_source:own(M0, G, _),
    ( predicate_property(M0:G, imported_from(M)) -> true ; M = M0 ),
    ( predicate_property(M0:G, file(_)) -> true ; M == user -> true ; \+ '$library'(M) ).

closed_each([]).
closed_each([M:PI|PIs]) :-
    nl,
    (   catch(with_output_to(chars(Cs), listing:listing(M:PI)), error(_,_), fail), Cs = [_|_] -> format("~s", [Cs])
    ;   format("% The clauses of ~q are protected.~n", [PI])
    ),
    closed_each(PIs).

clause_texts([], _).
clause_texts([S|Ss], Notes) :- clause_lines(S, Notes, Ls), put_lines(Ls), clause_texts(Ss, Notes).

clause_lines(shown(_,Is,V,grammar(R,Ns0),Place), Notes, Ls) :- \+ changed(Is, V), !,
    names(R, Ns0, Ns),
    place_comment(Place, Comment),
    '$clause_text'(R, Ns, Cs, []),
    text_lines(Cs, [line(0,Cs1,_)|Ls0]),
    grammar_notes(Is, Notes, Ls1),
    append([line(0,Cs1,Comment)|Ls0], Ls1, Ls).
clause_lines(shown(H,Is,V,Ns1,Place), Notes, Ls) :-
    ( Ns1 = grammar(_,Ns0) -> true ; Ns0 = Ns1 ),
    names(H-Is, Ns0, Ns),
    place_comment(Place, Comment),
    written_chars(H, 999, Ns, Cs),
    lines(Is, V, Notes, Ns, Bs0),
    (   Bs0 == [] -> append(Cs, ".", Cs1), Ls = [line(0,Cs1,Comment)]
    ;   Bs0 = [line(0,"false",[])] -> append(Cs, " :- false.", Cs1), Ls = [line(0,Cs1,Comment)]
    ;   append(Cs, " :-", Cs1),
        indented(Bs0, 4, Bs),
        terminated(Bs, Bs1),
        Ls = [line(0,Cs1,Comment)|Bs1]
    ).

% True if some goal of items is left out, or not needed.
changed(Is, V) :-
    fragments:marked(Is, V, B),
    ( has_star(B) ; has_false(B) ), !.

has_false(B) :- var(B), !, fail.
has_false(false).
has_false((A,B)) :- has_false(A) ; has_false(B).
has_false((A;B)) :- has_false(A) ; has_false(B).
has_false((_->B)) :- has_false(B).
has_false('*->'(_,B)) :- has_false(B).

text_lines(Cs, Ls) :-
    (   append(L, ['\n'|Rest], Cs) -> Ls = [line(0,L,[])|Ls1], text_lines(Rest, Ls1)
    ;   Ls = []
    ).

% What failed in a grammar rule that is shown as it was written.
grammar_notes(Is, notes(Failed,_), Ls) :-
    findall(line(4,Cs,[]),
            ( program_parts:items_goal(Is, I, G, _), member(I-F, Failed), note_chars(F, G, Cs0), append("% ", Cs0, Cs) ),
            Ls).

place_comment(Place, Cs) :-
    (   Place = File:Line ->
        base_name(File, Base),
        format(chars(Cs), "~a:~d", [Base,Line])
    ;   Cs = []
    ).

base_name(File, Base) :-
    atom_chars(File, Cs),
    last_part(Cs, [], Bs),
    atom_chars(Base, Bs).

last_part([], Rs, Cs) :- reverse(Rs, Cs).
last_part([C|Cs], Rs, Bs) :- ( C == (/) -> last_part(Cs, [], Bs) ; last_part(Cs, [C|Rs], Bs) ).

% The names of variables: their own, `_` for others that occur once, and letters.
names(T, Ns0, Ns) :- \+ variants:small(T, 20000), !, Ns = Ns0.
names(T, Ns0, Ns) :-
    term_variables(T, Vs),
    once_only(T, Once),
    named(Vs, Ns0, Once, 0, Ns).

named([], _, _, _, []).
named([V|Vs], Ns0, Once, K0, [N=V|Ns]) :-
    (   member(N0=W, Ns0), W == V -> N = N0, K = K0
    ;   get_assoc(V, Once, _) -> N = '_', K = K0
    ;   letter(K0, Ns0, N, K)
    ),
    named(Vs, Ns0, Once, K, Ns).

letter(K0, Ns0, N, K) :-
    C is 0'A+K0 mod 26,
    K1 is K0+1,
    char_code(Ch, C),
    (   K0 < 26 -> N0 = Ch
    ;   I is K0//26,
        format(atom(N0), "~a~d", [Ch,I])
    ),
    (   memberchk(N0=_, Ns0) -> letter(K1, Ns0, N, K)
    ;   N = N0,
        K = K1
    ).

% The variables of a term that occur once. Parts of items that repeat variables do not count.
once_only(T, Once) :-
    occurrences(T, Os, []),
    msort(Os, Sorted),
    singles(Sorted, Singles),
    list_to_assoc(Singles, Once).

occurrences(T, Os0, Os) :-
    (   var(T) -> Os0 = [T|Os]
    ;   atomic(T) -> Os0 = Os
    ;   item_text(T, U) -> occurrences(U, Os0, Os)
    ;   T =.. [_|As],
        all_occurrences(As, Os0, Os)
    ).

item_text(g(_,_,G,_), x(G)).

all_occurrences([], Os, Os).
all_occurrences([A|As], Os0, Os) :- occurrences(A, Os0, Os1), all_occurrences(As, Os1, Os).

singles([], []).
singles([V|Vs], Ss) :-
    (   Vs = [W|Ws], W == V -> skipped(Ws, V, Rest), singles(Rest, Ss)
    ;   Ss = [V-once|Ss1],
        singles(Vs, Ss1)
    ).

skipped([W|Ws], V, Rest) :- W == V, !, skipped(Ws, V, Rest).
skipped(Ws, _, Ws).

% lines(Items, State, Notes, Names, Lines): one goal a line; a comma ends all lines but the last of an item.
lines(Is, V, Notes, Ns, Ls) :- lines(Is, V, Notes, Ns, on, Ls0), separated(Ls0, Ls).

lines([], _, _, _, _, []).
lines([I|Is], V, Notes, Ns, S0, Ls) :-
    variants:item_state(I, V, S),
    (   S0 == dead -> behind_lines(I, Ns, Ls, Ls1), lines(Is, V, Notes, Ns, dead, Ls1)
    ;   S == dead -> Ls = [[line(0,"false",[])]|Ls1], behind_lines(I, Ns, Ls1, Ls2), lines(Is, V, Notes, Ns, dead, Ls2)
    ;   S == off -> struck_lines(I, Ns, Ls, Ls1), lines(Is, V, Notes, Ns, on, Ls1)
    ;   kept_lines(I, V, Notes, Ns, Ls, Ls1),
        lines(Is, V, Notes, Ns, on, Ls1)
    ).

% A query `Goal, false` asks for the end of all answers: a further `false` says nothing.
behind_lines(g(_,_,G,_), _, Ls, Ls) :- ( G == false ; G == fail ), !.
behind_lines(I, Ns, Ls0, Ls) :- struck_lines(I, Ns, Ls0, Ls).

struck_lines(end(_), _, Ls, Ls) :- !.
struck_lines(I, Ns, [[line(0,Cs,[])]|Ls], Ls) :-
    ( I = cut(_) -> G = ! ; fragments:plain_item(I, G) ),
    written_chars(G, 950, Ns, Cs0),
    append("* ", Cs0, Cs).

kept_lines(end(_), _, _, _, Ls, Ls).
kept_lines(cut(_), _, _, _, [[line(0,"!",[])]|Ls], Ls).
kept_lines(g(I,_,G,_), _, Notes, Ns, [[line(0,Cs,Comment)]|Ls], Ls) :-
    written_chars(G, 999, Ns, Cs),
    (   Notes = notes(Failed,_), member(I-F, Failed), note_chars(F, G, Comment) -> true
    ;   Comment = []
    ).
kept_lines(alt(_,As,Bs), V, Notes, Ns, [Ls1|Ls], Ls) :-
    branch(As, "(  ", V, Notes, Ns, L1),
    branch(Bs, ";  ", V, Notes, Ns, L2),
    append(L1, L2, L3),
    append(L3, [line(0,")",[])], Ls1).
kept_lines(if(_,_,C,As,Bs), V, Notes, Ns, Ls0, Ls) :- conditional(C, " ->", As, Bs, V, Notes, Ns, Ls0, Ls).
kept_lines(soft(_,_,C,As,Bs), V, Notes, Ns, Ls0, Ls) :- conditional(C, " *->", As, Bs, V, Notes, Ns, Ls0, Ls).

% The runs of goal G: how it failed, or its first calls.
note_chars(_:H, G, Cs) :-
    \+ '=@='(G, H),
    failure_chars(H, Cs0),
    append("fails: ", Cs0, Cs).
note_chars(calls(Gs), _, Cs) :-
    calls_chars(Gs, 0, Cs0),
    append("calls: ", Cs0, Cs).

calls_chars([], _, "...").
calls_chars([_:G|Gs], K0, Cs) :-
    failure_chars(G, Cs1),
    length(Cs1, N),
    K is K0+N+2,
    (   K0 > 0, K > 30 -> Cs = "..."
    ;   append(Cs1, ", ", Cs2),
        calls_chars(Gs, K, Cs3),
        append(Cs2, Cs3, Cs)
    ).

conditional(C, Arrow, As, Bs, V, Notes, Ns, [Ls1|Ls], Ls) :-
    written_chars(C, 999, Ns, Cs0),
    append("(  ", Cs0, Cs1),
    append(Cs1, Arrow, Cs),
    branch(As, "   ", V, Notes, Ns, L1),
    otherwise(Bs, V, Notes, Ns, L2),
    append([line(0,Cs,[])|L1], L2, Ls1).

% The lines of an else-branch, which may be a further condition, and the closing bracket.
otherwise(none, _, _, _, [line(0,")",[])]) :- !.
otherwise([I,_], V, Notes, Ns, Ls) :-
    ( I = if(_,_,_,_,_) ; I = soft(_,_,_,_,_) ),
    variants:item_state(I, V, on), !,
    kept_lines(I, V, Notes, Ns, [[line(_,[_|Cs],C)|Ls1]], []),
    Ls = [line(0,[;|Cs],C)|Ls1].
otherwise(Bs, V, Notes, Ns, Ls) :-
    branch(Bs, ";  ", V, Notes, Ns, L),
    append(L, [line(0,")",[])], Ls).

branch(Is, Start, V, Notes, Ns, [line(0,Cs,C)|Ls]) :-
    lines(Is, V, Notes, Ns, Ls0),
    ( Ls0 == [] -> Ls1 = [line(0,"true",[])] ; Ls1 = Ls0 ),
    indented(Ls1, 3, [line(_,Cs0,C)|Ls]),
    append(Start, Cs0, Cs).

% Joins the lines of goals; a comma ends each goal but the last.
separated([], []).
separated([Ls], Ls) :- !.
separated([Ls|Lss], All) :-
    ended(Ls, ",", Ls1),
    separated(Lss, Rest),
    append(Ls1, Rest, All).

ended([line(I,Cs,C)|Ls], End, Ms) :- ended(Ls, I, Cs, C, End, Ms).

ended([], I, Cs, C, End, [line(I,Cs1,C)]) :- append(Cs, End, Cs1).
ended([line(I,Cs,C)|Ls], I0, Cs0, C0, End, [line(I0,Cs0,C0)|Ms]) :- ended(Ls, I, Cs, C, End, Ms).

terminated(Ls, Ms) :- ended(Ls, ".", Ms).

put_lines([]).
put_lines([line(I,Cs,Comment)|Ls]) :-
    length(Cs, N),
    Width is I+N,
    length(Comment, K),
    Column is max(Width+1, 39),
    (   Comment == [] -> spaces(I), format("~s~n", [Cs])
    ;   Column+2+K > 80 -> spaces(I), format("% ~s~n", [Comment]), spaces(I), format("~s~n", [Cs])
    ;   spaces(I),
        format("~s", [Cs]),
        Gap is Column-Width,
        spaces(Gap),
        format("% ~s~n", [Comment])
    ),
    put_lines(Ls).

spaces(N) :- ( N > 0 -> put_char(' '), N1 is N-1, spaces(N1) ; true ).

failure_chars(G, Cs) :-
    member(D, [0,12,6,4,3]),
    goal_chars(G, [max_depth(D)], Cs),
    length(Cs, N),
    ( N =< 60 ; D == 3 ), !.

goal_chars(G, Os, Cs) :-
    names(G, [], Ns),
    chars_of(G, [variable_names(Ns),priority(999)|Os], Cs).

written_chars(T, Priority, Ns, Cs) :- chars_of(T, [variable_names(Ns),priority(Priority)], Cs).

% Lists of characters are text as in answers: for learners, only if some were written as text.
chars_of(T, Os, Cs) :-
    ( current_prolog_flag(double_quotes, chars), '$shows_texts' -> Text = true ; Text = false ),
    % Large terms are shortened.
    ( variants:small(T, 5000) -> Options = Os ; Options = [max_depth(20)|Os] ),
    with_output_to(chars(Cs), write_term(T, [quoted(true),double_quotes(Text)|Options])).

% Causes that the fragment may not show.
unsafe_text(notes(_,Unsafe), Query, Groups) :-
    findall(T, ( member(I, Unsafe), unsafe_goal(I, Query, Groups, T) ), Ts),
    unsafe_texts(Ts).

unsafe_goal(I, Query, Groups, T) :-
    (   Query = shown(Is,V)
    ;   member(group(_,_,Ss), Groups),
        member(shown(_,Is,V,_,_), Ss)
    ),
    numbered_item(Is, V, I, It), !,
    (   It = cut(_) -> T = "a cut behind a binding of the goal"
    ;   fragments:plain_item(It, G),
        shortly(G, T)
    ).

numbered_item([It|Is], V, I, T) :-
    variants:item_state(It, V, S),
    (   S \== on -> S == off, numbered_item(Is, V, I, T)
    ;   arg(1, It, I) -> T = It
    ;   variants:branches(It, Bs), member(B, Bs), numbered_item(B, V, I, T) -> true
    ;   numbered_item(Is, V, I, T)
    ).

unsafe_texts([]).
unsafe_texts([T|Ts]) :-
    nl,
    remark("The cause may also lie outside of this part, because of ~s: its result may change when variables get values.", [T]),
    unsafe_texts_more(Ts).

unsafe_texts_more([]).
unsafe_texts_more([T|Ts]) :-
    remark("The same holds for ~s.", [T]),
    unsafe_texts_more(Ts).

%% Conflicts as text

% Nothing is added to a fragment that is the conflict itself.
conflict_text(conflict(T,Ps,How), fragment(_,Query,Groups,_,_)) :-
    kept_count(Query, Groups, K),
    length(Ps, N),
    findall(I, member(post(_,I), Ps), Is0),
    sort(Is0, Is),
    (   length(Is, N), N =:= K, How == propagation -> true
    ;   T = _:G,
        conflict_names(G-Ps, Ns),
        nl,
        written_chars(G, 999, Ns, Gs),
        (   How == propagation -> remark("In ~s, these constraints contradict each other:", [Gs])
        ;   remark("In ~s, these constraints have no common solution:", [Gs])
        ),
        nl,
        conflict_lines(Ps, Groups, Ns, Lss0),
        (   How == propagation -> Lss = Lss0
        ;   term_variables(Ps, Vs),
            written_chars(label(Vs), 999, Ns, Cs),
            append(Lss0, [[line(0,Cs,[])]], Lss)
        ),
        separated(Lss, [line(_,Cs1,C)|Ls]),
        append("?- ", Cs1, Cs2),
        indented(Ls, 3, Ls1),
        terminated([line(0,Cs2,C)|Ls1], Ls2),
        put_lines(Ls2),
        format("   false.~n", [])
    ).

kept_count(shown(Is,V), Groups, K) :-
    findall(x,
            ( ( Js = Is, W = V ; member(group(_,_,Ss), Groups), member(shown(_,Js,W,_,_), Ss) ),
              why:kept(Js, W, constraint) ),
            Is1),
    length(Is1, K).

conflict_names(T, Ns) :-
    term_variables(T, Vs),
    empty_assoc(None),
    named(Vs, [], None, 0, Ns).

conflict_lines([], _, _, []).
conflict_lines([post(M:G,I)|Ps], Groups, Ns, [[line(0,Cs,Comment)]|Lss]) :-
    ( M == user -> T = G ; T = M:G ),
    written_chars(T, 999, Ns, Cs),
    (   goal_place(I, Groups, Place) -> place_comment(Place, Comment)
    ;   Comment = []
    ),
    conflict_lines(Ps, Groups, Ns, Lss).

% The line of goal I of the part.
goal_place(I, Groups, Place) :-
    member(group(_,_,Ss), Groups),
    member(shown(_,Is,_,_,Place0), Ss),
    goals_before(Is, I, 0, K), !,
    Place0 = File:_,
    (   clause_source:goal_lines(Place0, Lines), nth0(K, Lines, Line) -> Place = File:Line
    ;   Place = Place0
    ).

% goals_before(Items, I, K0, K): K-K0 goals of the clause stand before goal I.
goals_before([It|Is], I, K0, K) :-
    (   It = g(I,_,_,_) -> K = K0
    ;   inside(It, I, K0, K) -> true
    ;   goal_count(It, N),
        K1 is K0+N,
        goals_before(Is, I, K1, K)
    ).

inside(alt(_,As,Bs), I, K0, K) :- branches_before(As, Bs, I, K0, K).
inside(if(_,_,C,As,Bs), I, K0, K) :- body_count(C, N), K1 is K0+N, branches_before(As, Bs, I, K1, K).
inside(soft(_,_,C,As,Bs), I, K0, K) :- body_count(C, N), K1 is K0+N, branches_before(As, Bs, I, K1, K).

branches_before(As, Bs, I, K0, K) :-
    (   goals_before(As, I, K0, K) -> true
    ;   Bs \== none,
        item_count(As, N),
        K1 is K0+N,
        goals_before(Bs, I, K1, K)
    ).

goal_count(end(_), 0).
goal_count(cut(_), 1).
goal_count(g(_,_,_,_), 1).
goal_count(alt(_,As,Bs), N) :- item_count(As, A), item_count(Bs, B), N is A+B.
goal_count(if(_,_,C,As,Bs), N) :-
    body_count(C, N0),
    item_count(As, A),
    ( Bs == none -> B = 0 ; item_count(Bs, B) ),
    N is N0+A+B.
goal_count(soft(I,M,C,As,Bs), N) :- goal_count(if(I,M,C,As,Bs), N).

item_count([], 0).
item_count([I|Is], N) :- goal_count(I, A), item_count(Is, B), N is A+B.

body_count(C, N) :- clause_source:goals(C, Gs, []), length(Gs, N).

%% Proofs as text

proof_text(P) :-
    P = proof(G,By,Ps),
    shortly(G, T),
    (   By == call, Ps == [] -> remark("~s is true. It is called as it is: no clause of the program is used.", [T])
    ;   remark("~s is true:", [T]),
        nl,
        empty_assoc(Seen),
        (   By == call -> proofs_text(Ps, 0, Seen, _, 100, Left)
        ;   proofs_text([P], 0, Seen, _, 100, Left)
        ),
        (   Left =< 0 -> remark("... and so on: the proof has more than 100 steps.", [])
        ;   true
        )
    ).

% The instances of clauses, each once.
proofs_text([], _, Seen, Seen, Left, Left).
proofs_text([proof(G,By,Ps)|Rest], Depth, Seen0, Seen, Left0, Left) :-
    (   ( By == call ; Left0 =< 0 ) -> Seen2 = Seen0, Left2 = Left0
    ;   key(G, Key),
        Key \== '$large',
        get_assoc(Key, Seen0, _) -> Seen2 = Seen0, Left2 = Left0
    ;   key(G, Key),
        put_assoc(Key, Seen0, true, Seen1),
        instance_text(G, By, Ps, Depth),
        Left1 is Left0-1,
        Depth1 is min(Depth+2, 30),
        proofs_text(Ps, Depth1, Seen1, Seen2, Left1, Left2)
    ),
    proofs_text(Rest, Depth, Seen2, Seen, Left2, Left).

% Cyclic and very large instances are not looked for.
key(G, Key) :- ( variants:small(G, 20000) -> copy_term(G, Key, _), numbervars(Key, 0, _) ; Key = '$large' ).

instance_text(G, By, Ps, Depth) :-
    proved_goals(Ps, Hs0),
    ( variants:small(G-Hs0, 20000) -> copy_term(G-Hs0, G1-Hs, _) ; G1-Hs = G-Hs0 ),
    names(G1-Hs, [], Ns),
    ( By == table -> Comment = "an answer of its table" ; place_comment(By, Comment) ),
    written_chars(G1, 999, Ns, Cs),
    (   Hs == [] -> append(Cs, ".", Cs1), Ls = [line(Depth,Cs1,Comment)]
    ;   append(Cs, " :-", Cs1),
        goal_lines(Hs, Ns, Bs0),
        separated(Bs0, Bs1),
        Indent is Depth+4,
        indented(Bs1, Indent, Bs2),
        terminated(Bs2, Bs),
        Ls = [line(Depth,Cs1,Comment)|Bs]
    ),
    put_lines(Ls).

proved_goals([], []).
proved_goals([proof(H,_,_)|Ps], [H|Hs]) :- proved_goals(Ps, Hs).

goal_lines([], _, []).
goal_lines([H|Hs], Ns, [[line(0,Cs,[])]|Lss]) :- written_chars(H, 999, Ns, Cs), goal_lines(Hs, Ns, Lss).
