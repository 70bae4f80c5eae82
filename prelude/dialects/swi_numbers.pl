% Numbers from texts and texts of numbers, as SWI-Prolog has them: any text is taken, with the notation of its numbers. In
% modules of the dialect `swi`, the names without `text_` mean these.

:- module(swi_numbers, [text_atom_number/2, text_number_codes/2, text_number_chars/2, text_number_string/2]).

:- set_prolog_flag(double_quotes, string).

%! text_atom_number(?Text, ?Number) is semidet.
%
%  True if `Text` has the syntax of `Number`.
?- swi_numbers:text_atom_number("12", N).
   N = 12.
?- swi_numbers:text_atom_number('1e5', N).
   N = 100000.0.
?- swi_numbers:text_atom_number(A, 5).
   A = '5'.
text_atom_number(T, N) :-
    ( nonvar(T), ( '$string'(T) ; T = [_|_] ) -> '$text_to_atom'(T, A) ; A = T ),
    (   atom(A), var(N), atom_codes(A, Cs0), with_fraction(Cs0, Cs) ->
        catch(number_codes(N0, Cs), error(syntax_error(_),_), fail),
        N = N0
    ;   atom_number(A, N)
    ).

%! text_number_codes(?Number, ?Codes) is det.
%
%  As in the standard; `Codes` may be any text, and have a sign `+` or an exponent without a fraction.
?- swi_numbers:text_number_codes(N, "12").
   N = 12.
?- swi_numbers:text_number_codes(N, "+1"), swi_numbers:text_number_codes(M, "1e2").
   N = 1, M = 100.0.
?- swi_numbers:text_number_codes(N, "/**/1").
   error(syntax_error(illegal_number),number_codes/2).
text_number_codes(N, Cs) :- text_number(N, Cs, number_codes).

%! text_number_chars(?Number, ?Chars) is det.
%
%  As in the standard; `Chars` may be any text.
?- swi_numbers:text_number_chars(N, [0'1,0'2]).
   N = 12.
?- swi_numbers:text_number_chars(12, Cs), Cs = [C|_].
   Cs = ['1','2'], C = '1'.
text_number_chars(N, Cs) :- text_number(N, Cs, number_chars).

% A comment before a number is no part of a text for one.
text_number(N, T, F) :-
    (   ground(T), \+ atom(T), catch('$text_codes'(T, Cs), error(_,_), fail) ->
        (   after_blanks(Cs, [C|_]), memberchk(C, [0'/,0'%]) -> throw(error(syntax_error(illegal_number), F/2))
        ;   in_standard_notation(Cs, Cs1),
            number_codes(N, Cs1)
        )
    ;   call(system:F, N, T)
    ).

in_standard_notation([0'+,D|Cs0], Cs) :- D >= 0'0, D =< 0'9, !, in_standard_notation([D|Cs0], Cs).
in_standard_notation(Cs0, Cs) :- ( with_fraction(Cs0, Cs1) -> Cs = Cs1 ; Cs = Cs0 ).

% The codes of a float without a fraction, as in `1e5`, in the notation of the standard; false for other texts.
with_fraction(Cs0, Cs) :-
    append(Whole, [E|Exponent], Cs0),
    memberchk(E, [0'e,0'E]),
    Whole = [_|_],
    \+ ( member(C, Whole), \+ memberchk(C, [0'-,0' ,0'0,0'1,0'2,0'3,0'4,0'5,0'6,0'7,0'8,0'9]) ),
    append(Whole, [0'.,0'0,E|Exponent], Cs).

after_blanks([C|Cs0], Cs) :- C =< 32, !, after_blanks(Cs0, Cs).
after_blanks(Cs, Cs).

%! text_number_string(?Number, ?String) is semidet.
%
%  Converts between a number and a text, which may have layout around it. False if the text is not a number.
?- swi_numbers:text_number_string(N, " 42 ").
   N = 42.
?- swi_numbers:text_number_string(42, S).
   S = "42".
?- swi_numbers:text_number_string(N, "1e2").
   N = 100.0.
?- swi_numbers:text_number_string(N, "a").
   false.
text_number_string(N, T) :-
    (   nonvar(T) ->
        '$split_string'(T, "", " \t\n\r", [S]),
        '$text_codes'(S, Cs0),
        in_standard_notation(Cs0, Cs),
        catch(number_codes(N0, Cs), error(syntax_error(_),_), fail),
        N = N0
    ;   must_be(number, N),
        '$text_string'(N, T)
    ).
