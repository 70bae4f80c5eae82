% Built-in predicates of Quintus Prolog and of older systems that programs still use.

:- module(quintus, [
    on_exception/3, raise_exception/1, otherwise/0, simple/1, if/3, prolog_flag/2, prolog_flag/3, unknown/2, genarg/3,
    skip_line/0, skip_line/1, reconsult/1, compile/1, abolish/2, writef/1, writef/2, write_ln/1, displayq/1, sformat/2,
    flush/0, proper_list/1, free_variables/2, checklist/2, concat/3, 'C'/3
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
