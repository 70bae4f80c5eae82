% ISO/IEC 13211-1, 8.14: input and output of terms. The file that is written here is
% deleted by the last query.

file('horn_8_14.tmp').

text(T) :- file(F), open(F, write, S), write(S, T), close(S).

reading(G) :-
    file(F),
    setup_call_cleanup(open(F, read, S, [alias(in)]), G, close(S)).

delete :- file(F), delete_file(F).

% 8.14.1 read_term/2,3, read/1,2

?- text('term1. term2.'), reading(( read(in,X), read(in,Y), read(in,Z) )).
   X = term1, Y = term2, Z = end_of_file.
?- text('foo(A+Roger, A+_). next.'), reading(read_term(in, X, [variables(Vs),variable_names(Ns),singletons(Ss)])).
   X = foo(_A+_B,_A+_C), Vs = [_A,_B,_C], Ns = ['A'=_A,'Roger'=_B], Ss = ['Roger'=_B].
?- text('3.1. term2.'), reading(( read(in,4.1) ; read(in,X) )).
   X = term2.
?- text('foo 123. ok.'), reading(( catch(read(in,_), error(E,_), true), read(in,X) )).
   E = syntax_error(incomplete_reduction), X = ok.
?- text('foo('), reading(read(in,X)).
   syntax_error(unexpected_end_of_file).
?- text('a.%b\n/* c. */ \'d. e\'. 0\'.. "f.".'), reading(( read(in,A), read(in,B), read(in,C), read(in,D) )).
   A = a, B = 'd. e', C = 46, D = "f.".
?- text('a. b'), reading(( read(in,A), get_char(in,C) )).
   A = a, C = ' '.
?- text('"ab".'), reading(read_term(in, X, [double_quotes(codes)])).
   X = [97,98].
?- text('a b. c.'), reading(( read_term(in, _, [syntax_errors(quiet)]) -> true ; read(in,X) )).
   X = c.
?- read(S, X).
   instantiation_error.
?- read_term(user_input, X, O).
   instantiation_error.
?- read_term(user_input, X, [variables(V)|_]).
   instantiation_error.
?- read_term(user_input, X, [variables(V),_]).
   instantiation_error.
?- read_term(1, X, []).
   domain_error(stream_or_alias,1).
?- read_term(user_input, X, bar).
   type_error(list,bar).
?- read_term(user_input, X, [quoted(true)]).
   domain_error(read_option,quoted(true)).
?- read(user_output, X).
   permission_error(input,stream,user_output).
?- read(nowhere, X).
   existence_error(stream,nowhere).

% 8.14.2 write_term/2,3, write/1,2, writeq/1,2, print/1,2, write_canonical/1,2

?- write_term([1,2,3], []).
   outputs("[1,2,3]").
?- write_term([1,2], [ignore_ops(true)]).
   outputs(".(1,.(2,[]))").
?- write_term('1<2', [quoted(true)]).
   outputs("'1<2'").
?- write_term('$VAR'(1), [numbervars(true)]).
   outputs("B").
?- writeq('$VAR'(51)).
   outputs("Z1").
?- write('$VAR'(1)), write_canonical('$VAR'(1)).
   outputs("B'$VAR'(1)").
?- writeq(['A',b|c]).
   outputs("['A',b|c]").
?- writeq(- (1)), writeq(-(a)), writeq(1 - -1), writeq(- - a), writeq(\+ (a,b)).
   outputs("- (1)-a1- -1- -a\\+ (a,b)").
?- writeq([(:-),(a:-b)]), writeq({a,b}), writeq('\n''').
   outputs("[:-,(a:-b)]{a,b}'\\n\\''").
?- write_term(f(X,Y,X), [variable_names(['X'=X,'Why'=Y,'Z'=X])]).
   outputs("f(X,Why,X)").
?- write_term([a,b,c,d,e], [max_depth(3)]).
   outputs("[a,b,c|...]").
?- write_term(1+2+3, [spacing(next_argument)]), write_term(f(a,b), [spacing(next_argument)]).
   outputs("1+2+3f(a, b)").
?- write_term("ab", [double_quotes(true),quoted(true)]).
   outputs("\"ab\"").
?- write_term((a:-b), [priority(999)]), write_term((a:-b), [priority(1200)]).
   outputs("(a:-b)a:-b").
?- X = f(X), write(X).
   outputs("f(...)"), X = f(X).
?- print(a), print(user_output, 'B').
   outputs("a'B'").
?- write_term(T, O).
   instantiation_error.
?- write_term(t, [quoted(true)|_]).
   instantiation_error.
?- write_term(t, [quoted(_)]).
   instantiation_error.
?- write_term(S, t, []).
   instantiation_error.
?- write_term(t, 2).
   type_error(list,2).
?- write_term(t, [quoted(true),foo]).
   domain_error(write_option,foo).
?- write_term(t, [variable_names([a])]).
   domain_error(write_option,variable_names([a])).
?- write(1, t).
   domain_error(stream_or_alias,1).
?- write(user_input, t).
   permission_error(output,stream,user_input).
?- write(nowhere, t).
   existence_error(stream,nowhere).

% 8.14.3 op/3, 8.14.4 current_op/3

?- op(30, xfy, ++>), writeq(1 ++> 2), writeq(++>(a,++>(b,c))).
   syntax_error(...).
?- op(30, xfy, ++>).
   true.
?- current_op(P, T, ++>).
   P = 30, T = xfy.
?- writeq(++>(a,++>(b,c))), writeq(++>(++>(a,b),c)).
   outputs("a++>b++>c(a++>b)++>c").
?- op(0, xfy, ++>), writeq(++>(1,2)).
   outputs("++>(1,2)").
?- op(max, xfy, ++).
   type_error(integer,max).
?- op(1201, xfy, ++).
   domain_error(operator_priority,1201).
?- op(30, XFY, ++).
   instantiation_error.
?- op(30, yfy, ++).
   domain_error(operator_specifier,yfy).
?- op(30, 1, ++).
   type_error(atom,1).
?- op(30, xfy, 0).
   type_error(list,0).
?- op(30, xfy, [a,1]).
   type_error(atom,1).
?- op(30, xfy, [a|_]).
   instantiation_error.
?- op(30, xfy, [a,',']).
   permission_error(modify,operator,',').
?- current_op(_, _, a).
   false.
?- op(30, xfy, []).
   permission_error(create,operator,[]).
?- op(30, xfy, {}).
   permission_error(create,operator,{}).
?- op(30, fy, '|').
   permission_error(create,operator,'|').
?- op(700, xfx, [is_a,has]), current_op(P, xfx, has), op(0, xfx, [is_a,has]).
   P = 700.

% 8.14.5 char_conversion/2, 8.14.6 current_char_conversion/2

?- char_conversion('&', '\''), current_char_conversion('&', C), char_conversion('&', '&').
   C = '\''.
?- char_conversion(C, a).
   instantiation_error.
?- char_conversion(ab, a).
   representation_error(character).
?- current_char_conversion(x, X).
   X = x.

?- delete.
   true.
