% same_again(Vs, Goal): the residual goals of `Goal` can be called again, and have the same solutions in the same order.

same_again(Vs, Goal) :- \+ \+ same_answers(Vs, Goal).

same_answers(Vs, Goal) :-
    findall(Vs, (Goal, label(Vs)), S1),
    copy_term(Vs+Goal, Ws+G2),
    call(G2),
    copy_term(Ws, Us, Gs),
    findall(Us, (maplist(call, Gs), label(Us)), S2),
    S1 == S2,
    S1 = [_|_].
