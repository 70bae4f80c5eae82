% The frequent formats, which a predicate in Rust writes, beside format_//2, which defines what formats mean.

formats([
    "~w"-[a+'B'], "~w ~w"-[X,f(X,'$VAR'(1))], "~q~n"-['A b'], "~q"-[['A',"text"|_]], "~p~30p"-['A',b],
    "~a"-[x], "~a ~a ~a"-[1,2.5,[]], "~s"-["text"], "~s~s"-[[0'a,0'b],[]], "~s"-[abc],
    "~d ~2d"-[12,-5], "~0d ~3d ~1d ~2d"-[0,0,-1,12345678901234567], "~D ~2D ~1D ~D ~D"-[1234567,-1234567,999,-1,1000],
    "~e ~3e"-[1.5,2], "~4f ~0f ~f"-[2,2.5,-0.125], "~g"-[0.1], "~10f"-[1], "~2f"-[100000000000000000000],
    "~c~3c"-[65,0'x], "~*c~*d"-[3,0'a,2,7], "~i~w"-[a,b], "~~~n~2n"-[], "plain"-[], abc-[], '~w'-[ab], "~w"-abc,
    "~w"-[[a,b]], "é~wü"-['ß'], ""-[], "~w"-["x"], "~a~w"-"xy"
]).

same(F, A) :-
    '$plain_format'(chars(Fast), F, A),
    phrase(format_(F, A), Cs),
    Fast == Cs,
    format(atom(Atom), F, A),
    atom_chars(Atom, Cs).

?- \+ ( formats(Fs), member(F-A, Fs), \+ same(F, A) ).
   true.

% Formats that are left to the library.

left([
    "~a"-[], "~a"-[a,b], "~w ~w"-[a|_], "~t~w~10|"-[a], "~`-t~30|"-[], "~d"-[3+4], "~d"-[a], "~a"-[_], "~a"-[f(x)],
    "~e"-[1+2], "~c"-[-1], "~s"-[65], "~5s"-["abc"], "~:d"-[1], "~@"-[true], "~"-[], "~x"-[a], "~N"-[], "~w"-[a|b],
    "~8|"-[], "~I"-[1], "~8r"-[10], 1-[], _-[], "~1001d"-[1], "~*c"-[a,65], "~*3c"-[1,65], "~w"-"text"
]).

?- \+ ( left(Fs), member(F-A, Fs), '$plain_format'(atom(_), F, A) ).
   true.

% The result may be known, and the sink may be none.

?- format(atom(xy), "~w~w", [x,y]).
   true.
?- format(atom(xz), "~w~w", [x,y]).
   false.
?- format(codes(Cs), "~w", [ab]).
   Cs = [97,98].
?- format(none, "~w", [ab]).
   existence_error(stream,none).
?- format(_, "~w", [ab]).
   instantiation_error.

% A user's portray/1 decides what ~p writes.

:- multifile portray/1.
:- dynamic portray/1.

?- assertz((portray(secret) :- write(hidden))), format(atom(A), "~p ~w", [secret,secret]), retractall(portray(_)).
   A = 'hidden secret'.
?- format(atom(A), "~p", [secret]).
   A = secret.
