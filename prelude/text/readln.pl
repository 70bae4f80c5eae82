% Reading a line as a list of words, numbers and other characters.

:- module(readln, [readln/1, readln/2, readln/5]).

%! readln(-Tokens) is det.
%
%  Reads a line from the current input and unifies `Tokens` with its words as atoms, its unsigned
%  numbers, and its other characters, except layout, as atoms.
?- open_string("Hello, world 12 3.5.\nnext", S), set_input(S), readln(L1), readln(L2), set_input(user_input), close(S).
   S = ..., L1 = ['Hello',',',world,12,3.5,'.'], L2 = [next].
readln(Ts) :- readln(Ts, _).

%! readln(-Tokens, -Last) is det.
%
%  As readln/1. Unifies `Last` with the code of the character that ended the line, or with
%  `end_of_file`.
?- open_string("a+b", S), set_input(S), readln(L, E), set_input(user_input), close(S).
   S = ..., L = [a,+,b], E = end_of_file.
readln(Ts, Last) :- readln(Ts, Last, [10], [0'_], uppercase).

%! readln(-Tokens, -Last, +Stops, +WordChars, +Case) is det.
%
%  As readln/2. The line ends at a code of the list `Stops`. Words consist of letters and the codes
%  in the list `WordChars`. If `Case` is `lowercase`, uppercase letters of words become lowercase.
?- open_string("Big x-y;", S), set_input(S), readln(L, E, [0';], [0'-], lowercase), set_input(user_input), close(S).
   S = ..., L = [big,'x-y'], E = 59.
readln(Ts, Last, Stops, Words, Case) :-
    must_be(list, Stops),
    must_be(list, Words),
    must_be(atom, Case),
    get_code(C),
    tokens(C, how(Stops,Words,Case), Ts0, Last0),
    Ts = Ts0,
    Last = Last0.

tokens(-1, _, [], end_of_file) :- !.
tokens(C, How, [], C) :- How = how(Stops,_,_), memberchk(C, Stops), !.
tokens(C, How, Ts, Last) :-
    (   word_code(C, How) -> Ts = [W|Ts1], word(C, How, Cs, Next), atom_codes(W0, Cs), cased(How, W0, W)
    ;   digit(C) -> Ts = [N|Ts1], number(C, Cs, Next), number_codes(N, Cs)
    ;   C =:= 0'., peek_code(D), digit(D) -> Ts = [N|Ts1], get_code(_), digits(D, Cs, [], Next), number_codes(N, [0'0,0'.|Cs])
    ;   code_type(C, space) -> Ts = Ts1, get_code(Next)
    ;   Ts = [P|Ts1],
        char_code(P, C),
        get_code(Next)
    ),
    tokens(Next, How, Ts1, Last).

word_code(C, _) :- C =\= 0'_, code_type(C, csymf), !.
word_code(C, how(_,Words,_)) :- memberchk(C, Words).

word(C, How, [C|Cs], Next) :-
    get_code(C1),
    ( C1 =\= -1, word_code(C1, How) -> word(C1, How, Cs, Next) ; Cs = [], Next = C1 ).

cased(how(_,_,Case), W0, W) :- ( Case == lowercase -> downcase_atom(W0, W) ; W = W0 ).

digit(C) :- C >= 0'0, C =< 0'9.

number(C, Cs, Next) :-
    digits(C, Cs, Rest, Next0),
    (   Next0 =:= 0'., peek_code(D), digit(D) -> Rest = [0'.|Rest1], get_code(_), digits(D, Rest1, [], Next)
    ;   Rest = [],
        Next = Next0
    ).

digits(C, [C|Cs], Rest, Next) :-
    get_code(C1),
    ( digit(C1) -> digits(C1, Cs, Rest, Next) ; Cs = Rest, Next = C1 ).

