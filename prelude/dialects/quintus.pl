% Built-in predicates of Quintus Prolog and of older systems that programs still use.

:- module(quintus, [
    on_exception/3, raise_exception/1, otherwise/0, simple/1, if/3, prolog_flag/2, prolog_flag/3, unknown/2, genarg/3,
    skip_line/0, skip_line/1, reconsult/1, compile/1, abolish/2, writef/1, writef/2, write_ln/1, displayq/1, sformat/2,
    flush/0, proper_list/1, free_variables/2, checklist/2, concat/3, 'C'/3, date/1, atom_char/2,
    midstring/3, midstring/4, midstring/5, midstring/6, no_style_check/1, unix/1,
    abs/2, sign/2, sqrt/2, sin/2, cos/2, tan/2, asin/2, acos/2, atan/2, atan2/3, log/2, log10/2, pow/3,
    ceiling/2, floor/2, round/2
]).

:- meta_predicate checklist(1,?), on_exception(?,0,0), if(0,0,0), abolish(:,?).

%! concat(+A, +B, -Atom) is det.
%
%  As atomic_concat/3.
?- concat(a, 1, A).
   A = a1.
concat(A, B, C) :- atomic_list_concat([A,B], C).

%! on_exception(?Ball, :Goal, :Recovery) is nondet.
%
%  As `catch(Goal, Ball, Recovery)`.
?- on_exception(X, throw(a), true).
   X = a.
on_exception(B, G, R) :- catch(G, B, R).

%! raise_exception(+Ball) is erroneous.
%
%  As throw/1.
?- raise_exception(a).
   throw(a).
raise_exception(B) :- throw(B).

%! reconsult(+File) is det.
%
%  As consult/1.
?- reconsult(_).
   error(instantiation_error,consult/1).
reconsult(F) :- user:consult(F).

%! compile(+File) is det.
%
%  As consult/1.
?- compile(_).
   error(instantiation_error,consult/1).
compile(F) :- user:consult(F).

%! abolish(:Name, +Arity) is det.
%
%  As `abolish(Name/Arity)`.
?- abolish(f, a).
   error(type_error(integer,a),abolish/1).
abolish(N0, A) :- strip_module(N0, M, N), abolish(M:N/A).

%! writef(+Format) is det.
%
%  As `writef(Format, [])`.
?- writef('a\\n').
   outputs("a\n").
writef(F) :- writef(F, []).

%! writef(+Format, +Args) is det.
%
%  Writes `Format`. `%w`, `%p` and `%d` write the next argument, `%s` writes it as text; `\n` and
%  `\l`, as two characters, end the line.
?- writef('%w-%w\\n', [a,b]).
   outputs("a-b\n").
writef(F, As) :-
    text_to_string(F, Cs),
    written(Cs, As).

written([], _).
written([C|Cs], As) :-
    (   C == '%', Cs = [D|Cs1], memberchk(D, [w,p,d]), As = [A|As1] -> write(A), written(Cs1, As1)
    ;   C == '%', Cs = [s|Cs1], As = [A|As1] -> format("~s", [A]), written(Cs1, As1)
    ;   C == (\), Cs = [D|Cs1], ( D == n ; D == l ) -> nl, written(Cs1, As)
    ;   put_char(C),
        written(Cs, As)
    ).

%! write_ln(@Term) is det.
%
%  Writes `Term` and a line end.
?- write_ln(a).
   outputs("a\n").
write_ln(T) :- write(T), nl.

%! displayq(@Term) is det.
%
%  Writes `Term` quoted and without operators.
?- displayq('A'+b).
   outputs("+('A',b)").
displayq(T) :- write_term(T, [quoted(true),ignore_ops(true)]).

%! sformat(-Chars, +Format) is det.
%
%  Unifies `Chars` with the text that format/1 writes.
?- sformat(S, "a").
   S = "a".
sformat(S, F) :- format(chars(S), F, []).

%! flush is det.
%
%  As flush_output/0.
?- flush.
   true.
flush :- flush_output.

%! proper_list(@Term) is semidet.
%
%  True if `Term` is a list.
?- proper_list([a|_]).
   false.
proper_list(L) :- is_list(L).

%! free_variables(@Term, -Variables) is det.
%
%  As term_variables/2.
?- free_variables(f(X,Y), Vs).
   Vs = [X,Y].
free_variables(T, Vs) :- term_variables(T, Vs).

%! checklist(:Goal, +List) is semidet.
%
%  As maplist/2.
?- checklist(atom, [a,b]).
   true.
checklist(G, L) :- maplist(G, L).

%! 'C'(?List, ?Element, ?Rest) is semidet.
%
%  True if `Element` is the first element of `List`, and `Rest` has the others.
?- 'C'([a,b], X, R).
   X = a, R = "b".
'C'([X|R], X, R).

%! otherwise is det.
%
%  True.
?- otherwise.
   true.
otherwise.

%! simple(@Term) is semidet.
%
%  True if `Term` is a variable or an atomic term.
?- simple(f(x)).
   false.
simple(T) :- \+ compound(T).

%! if(:Condition, :Then, :Else) is nondet.
%
%  As `( Condition *-> Then ; Else )`.
?- if(member(X,[1,2]), Y = a, Y = b).
   X = 1, Y = a
;  X = 2, Y = a.
if(C, T, E) :- ( call(C) *-> call(T) ; call(E) ).

%! prolog_flag(?Flag, ?Value) is nondet.
%
%  As current_prolog_flag/2.
?- prolog_flag(bounded, V).
   V = false.
prolog_flag(F, V) :- current_prolog_flag(F, V).

%! prolog_flag(+Flag, -Old, +New) is det.
%
%  Unifies `Old` with the value of `Flag` and sets it to `New`.
?- prolog_flag(unknown, V, error).
   V = error.
prolog_flag(F, Old, New) :- current_prolog_flag(F, Old), set_prolog_flag(F, New).

%! unknown(-Old, +New) is det.
%
%  Unifies `Old` with the value of the flag `unknown` and sets it to `New`.
?- unknown(V, error).
   V = error.
unknown(Old, New) :- prolog_flag(unknown, Old, New).

%! genarg(?N, +Term, ?Arg) is nondet.
%
%  As arg/3, enumerating the arguments if `N` is a variable.
?- genarg(N, f(a), A).
   N = 1, A = a.
genarg(N, T, A) :- arg(N, T, A).

%! skip_line is det.
%
%  Reads up to the end of the line.
?- skip_line.
   true.
skip_line :- current_input(S), skip_line(S).

%! skip_line(+Stream) is det.
%
%  As skip_line/0, from `Stream`.
?- open_chars_stream("a\nb", S), skip_line(S), get_char(S, C), close(S).
   S = ..., C = b.
skip_line(S) :-
    get_char(S, C),
    (   ( C == '\n' ; C == end_of_file ) -> true
    ;   skip_line(S)
    ).

%% Evaluable functors as predicates

%! abs(+X, -Value) is det.
%
%  `Value is abs(X)`.
?- abs(-1, Y).
   Y = 1.
abs(X, V) :- V is abs(X).

%! sign(+X, -Value) is det.
%
%  `Value is sign(X)`.
?- sign(-2, Y).
   Y = -1.
sign(X, V) :- V is sign(X).

%! sqrt(+X, -Value) is det.
%
%  `Value is sqrt(X)`.
?- sqrt(4, Y).
   Y = 2.0.
sqrt(X, V) :- V is sqrt(X).

%! sin(+X, -Value) is det.
%
%  `Value is sin(X)`.
?- sin(0, Y).
   Y = 0.0.
sin(X, V) :- V is sin(X).

%! cos(+X, -Value) is det.
%
%  `Value is cos(X)`.
?- cos(0, Y).
   Y = 1.0.
cos(X, V) :- V is cos(X).

%! tan(+X, -Value) is det.
%
%  `Value is tan(X)`.
?- tan(0, Y).
   Y = 0.0.
tan(X, V) :- V is tan(X).

%! asin(+X, -Value) is det.
%
%  `Value is asin(X)`.
?- asin(0, Y).
   Y = 0.0.
asin(X, V) :- V is asin(X).

%! acos(+X, -Value) is det.
%
%  `Value is acos(X)`.
?- acos(1, Y).
   Y = 0.0.
acos(X, V) :- V is acos(X).

%! atan(+X, -Value) is det.
%
%  `Value is atan(X)`.
?- atan(0, Y).
   Y = 0.0.
atan(X, V) :- V is atan(X).

%! atan2(+X, +Y, -Value) is det.
%
%  `Value is atan2(X, Y)`.
?- atan2(0, 1, Y).
   Y = 0.0.
atan2(X, Y, V) :- V is atan2(X, Y).

%! log(+X, -Value) is det.
%
%  `Value is log(X)`.
?- log(1, Y).
   Y = 0.0.
log(X, V) :- V is log(X).

%! log10(+X, -Value) is det.
%
%  `Value is log10(X)`.
?- log10(100, Y).
   Y = 2.0.
log10(X, V) :- V is log10(X).

%! pow(+X, +Y, -Value) is det.
%
%  `Value is X**Y`.
?- pow(2, 3, Y).
   Y = 8.
pow(X, Y, V) :- V is X**Y.

%! ceiling(+X, -Value) is det.
%
%  `Value is ceiling(X)`.
?- ceiling(1.5, Y).
   Y = 2.
ceiling(X, V) :- V is ceiling(X).

%! floor(+X, -Value) is det.
%
%  `Value is floor(X)`.
?- floor(1.5, Y).
   Y = 1.
floor(X, V) :- V is floor(X).

%! round(+X, -Value) is det.
%
%  `Value is round(X)`.
?- round(2.5, Y).
   Y = 3.
round(X, V) :- V is round(X).

%% Other predicates

%! date(-Date) is det.
%
%  Unifies `Date` with the date of today, `date(Year,Month,Day)`.
?- date(date(Y,M,D)).
   Y = ..., M = ..., D = ... .
date(Date) :-
    get_time(T),
    stamp_date_time(T, date(Y,M,D,_,_,_,_,_,_), local),
    Date = date(Y,M,D).

%! atom_char(?Character, ?Code) is det.
%
%  As char_code/2.
?- atom_char(C, 97).
   C = a.
atom_char(C, Code) :- char_code(C, Code).

%! midstring(+Text, ?Middle, ?Fringes) is nondet.
%
%  True if `Middle` is a part of `Text`, and `Fringes` is what is before it followed by what is after it.
?- midstring(abcde, bc, F).
   F = ade.
?- midstring(abcde, M, ae).
   M = bcd
;  false.
midstring(T, M, F) :- midstring(T, M, F, _, _, _).

%! midstring(+Text, ?Middle, ?Fringes, ?Before) is nondet.
%
%  As midstring/3; `Before` is the number of characters before the middle.
?- midstring(ab, M, F, 1).
   M = '', F = ab
;  M = b, F = a.
midstring(T, M, F, B) :- midstring(T, M, F, B, _, _).

%! midstring(+Text, ?Middle, ?Fringes, ?Before, ?Length) is nondet.
%
%  As midstring/4; `Length` is the length of the middle.
?- midstring(abcde, M, F, 1, 2).
   M = bc, F = ade.
midstring(T, M, F, B, L) :- midstring(T, M, F, B, L, _).

%! midstring(+Text, ?Middle, ?Fringes, ?Before, ?Length, ?After) is nondet.
%
%  As midstring/5; `After` is the number of characters after the middle.
?- midstring(abc, M, F, B, L, 0), L > 2.
   M = abc, F = '', B = 0, L = 3
;  false.
midstring(T, M, F, B, L, A) :-
    (   nonvar(M) ->
        sub_atom(T, B, L, A, M),
        outside(T, B, A, F)
    ;   nonvar(F) ->
        % The fringes have a known length, and so has the middle.
        atom_length(T, N),
        atom_length(F, K),
        L is N-K,
        L >= 0,
        sub_atom(T, B, L, A, M),
        outside(T, B, A, F1),
        F1 == F
    ;   sub_atom(T, B, L, A, M),
        outside(T, B, A, F)
    ).

outside(T, B, A, F) :-
    sub_atom(T, 0, B, _, F1),
    sub_atom(T, _, A, 0, F2),
    atom_concat(F1, F2, F).

%! no_style_check(+Check) is det.
%
%  As `style_check(-Check)`; `single_var` is `singleton`, and `all` means `singleton` and `discontiguous`.
?- no_style_check(single_var).
   true.
no_style_check(Check) :-
    must_be(atom, Check),
    (   Check == single_var -> style_check(-singleton)
    ;   Check == all -> style_check(-singleton), style_check(-discontiguous)
    ;   style_check(-Check)
    ).

%! unix(+Command) is semidet.
%
%  `system(Text)` and `shell(Text)` run a command of the system, `cd(Directory)` changes the working directory, `cd`
%  to that of the user.
?- unix(cd('.')).
   true.
?- unix(dance).
   error(domain_error(unix_command,dance),unix/1).
unix(Command) :-
    (   var(Command) -> instantiation_error(unix/1)
    ;   Command = system(C) -> shell(C)
    ;   Command = shell(C) -> shell(C)
    ;   Command = cd(D) -> cd(D)
    ;   Command == cd -> cd
    ;   domain_error(unix_command, Command, unix/1)
    ).
