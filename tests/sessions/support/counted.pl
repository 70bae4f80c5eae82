count(0).
count(N) :- N > 0, N1 is N-1, count(N1).
pick(X) :- ( X = 1 ; X = 2 ; X = 3 ).
pick(4).
never(a).
fact(1).
fact(2).
fact(3).
cut(X) :- fact(X), X >= 2, !.
caught :- catch(fact(_), _, true), throw(ball).

% The counts of a goal's predicates P, and the entries of their clauses.
counts(G, P, Calls/Redos/Choices, Entries) :-
    '$counted'(G, Ps, Cs, _),
    member(pred(_:P,_,Calls,Redos,Choices,_,_), Ps),
    findall(Line-E, member(clause(_,Line,_:P,E,_), Cs), Entries).
