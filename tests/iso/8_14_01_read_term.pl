% ISO/IEC 13211-1, 8.14.1: read_term/2,3, read/1,2.

file('horn_8_14_01.tmp').

:- include('support/streams.pl').

% 8.14.1 read_term/2,3, read/1,2

?- text('term1. term2.'), reading(( read(in,X), read(in,Y), read(in,Z) )).
   X = term1, Y = term2, Z = end_of_file.
?- text('foo(A+Roger, A+_). next.'), reading(read_term(in, X, [variables(Vs),variable_names(Ns),singletons(Ss)])).
   X = foo(_A+_B,_A+_C), Vs = [_A,_B,_C], Ns = ['A'=_A,'Roger'=_B], Ss = ['Roger'=_B].
?- text('3.1. term2.'), reading(( read(in,4.1) ; read(in,X) )).
   X = term2.
?- text('foo 123. ok.'), reading(( catch(read(in,_), error(E,_), true), read(in,X) )).
   E = syntax_error(incomplete_reduction), X = ok.
?- text('ok.\n foo 123.'), reading(( read(in,_), catch(read(in,_), error(_,C), true) )).
   C = file(...,2,5,9).
?- term_to_atom(T, 'f(a b)').
   error(syntax_error(incomplete_reduction),string("f(a b)",4)).
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

?- text('foo(A, b). next'), reading([], read(in, X)).
   X = foo(_A,b).
?- text(''), reading([], read(in, X)).
   X = end_of_file.
?- text('a. '), reading([], ( read(in, X), read(in, Y) )).
   X = a, Y = end_of_file.
?- text('a. b.'), reading([], read(in, b)).
   false.
?- text('a. b.'), reading([], ( set_input(in), read(X), set_input(user_input) )).
   X = a.
?- read(_, _).
   instantiation_error.
?- read(foo(1), _).
   domain_error(stream_or_alias,foo(1)).
?- read(nowhere, _).
   existence_error(stream,nowhere).
?- closed(S), read(S, _).
   existence_error(stream,...).
?- read(user_output, _).
   permission_error(input,stream,user_output).
?- bytes([97]), reading([type(binary)], read(in, _)).
   permission_error(input,binary_stream,...).
?- text(''), reading([eof_action(error)], ( get_char(in, _), read(in, _) )).
   permission_error(input,past_end_of_stream,...).
?- text(''), reading([eof_action(eof_code)], ( get_char(in, _), read(in, X) )).
   X = end_of_file.
?- text('a b. c.'), reading([], read(in, _)).
   syntax_error(...).
?- text('a b. c.'), reading([], ( catch(read(in, _), error(syntax_error(_), _), true), read(in, X) )).
   X = c.
?- text('a'), reading([], read(in, _)).
   syntax_error(...).
?- text('f(a'), reading([], read(in, _)).
   syntax_error(...).
?- text('\'a'), reading([], read(in, _)).
   syntax_error(...).
?- text('/* a'), reading([], read(in, _)).
   syntax_error(...).
?- text('% a'), reading([], read(in, X)).
   X = end_of_file.
?- text('a.%b'), reading([], ( read(in, X), read(in, Y) )).
   X = a, Y = end_of_file.
?- text('foo(A, b). next'), reading([], read_term(in, X, [])).
   X = foo(_A,b).
?- text(''), reading([], read_term(in, X, [])).
   X = end_of_file.
?- text('a. '), reading([], ( read_term(in, X, []), read_term(in, Y, []) )).
   X = a, Y = end_of_file.
?- text('a. b.'), reading([], read_term(in, b, [])).
   false.
?- text('a. b.'), reading([], ( set_input(in), read_term(X, []), set_input(user_input) )).
   X = a.
?- read_term(_, _, []).
   instantiation_error.
?- read_term(foo(1), _, []).
   domain_error(stream_or_alias,foo(1)).
?- read_term(nowhere, _, []).
   existence_error(stream,nowhere).
?- closed(S), read_term(S, _, []).
   existence_error(stream,...).
?- read_term(user_output, _, []).
   permission_error(input,stream,user_output).
?- bytes([97]), reading([type(binary)], read_term(in, _, [])).
   permission_error(input,binary_stream,...).
?- text(''), reading([eof_action(error)], ( get_char(in, _), read_term(in, _, []) )).
   permission_error(input,past_end_of_stream,...).
?- text(''), reading([eof_action(eof_code)], ( get_char(in, _), read_term(in, X, []) )).
   X = end_of_file.
?- text('a b. c.'), reading([], read_term(in, _, [])).
   syntax_error(...).
?- text('a b. c.'), reading([], ( catch(read_term(in, _, []), error(syntax_error(_), _), true), read_term(in, X, []) )).
   X = c.
?- text('a'), reading([], read_term(in, _, [])).
   syntax_error(...).
?- text('f(a'), reading([], read_term(in, _, [])).
   syntax_error(...).
?- text('\'a'), reading([], read_term(in, _, [])).
   syntax_error(...).
?- text('/* a'), reading([], read_term(in, _, [])).
   syntax_error(...).
?- text('% a'), reading([], read_term(in, X, [])).
   X = end_of_file.
?- text('a.%b'), reading([], ( read_term(in, X, []), read_term(in, Y, []) )).
   X = a, Y = end_of_file.
?- read_term(_, _).
   instantiation_error.
?- read_term(_, [variables(_)|_]).
   instantiation_error.
?- read_term(_, [_]).
   instantiation_error.
?- read_term(_, a).
   type_error(list,a).
?- read_term(_, [variables(_)|a]).
   type_error(list,[variables(_)|a]).
?- read_term(_, [foo]).
   domain_error(read_option,foo).
?- read_term(_, [1]).
   domain_error(read_option,1).
?- read_term(user_input, _, _).
   instantiation_error.
?- read_term(user_input, _, foo).
   type_error(list,foo).
?- read_term(user_input, _, [foo|_]).
   instantiation_error.
?- read_term(user_input, _, [foo,bar]).
   domain_error(read_option,foo).
?- read_term(_, _, foo).
   instantiation_error.
?- text('f(X, Y, _Z, X, _, W).'), reading([], read_term(in, T, [variables(Vs)])).
   T = f(_A,_B,_C,_A,_D,_E), Vs = [_A,_B,_C,_D,_E].
?- text('f(X, Y, _Z, X, _, W).'), reading([], read_term(in, T, [variable_names(Vs)])).
   T = f(_A,_B,_C,_A,_D,_E), Vs = ['X'=_A,'Y'=_B,'_Z'=_C,'W'=_E].
?- text('f(X, Y, _Z, X, _, W).'), reading([], read_term(in, T, [singletons(Vs)])).
   T = f(_A,_B,_C,_A,_D,_E), Vs = ['Y'=_B,'_Z'=_C,'W'=_E].
?- text('a.'), reading([], read_term(in, T, [variables(Vs), variable_names(Ns), singletons(Ss)])).
   T = a, Vs = [], Ns = [], Ss = [].
% The first line `#!` is skipped in a program text only.
?- text('#! a. ok.'), reading([], ( catch(read(in, _), error(syntax_error(_),_), true), read(in, T) )).
   T = ok.
?- text(''), reading([], read_term(in, T, [variables(Vs), variable_names(Ns), singletons(Ss)])).
   T = end_of_file, Vs = [], Ns = [], Ss = [].
?- text('f(X).'), reading([], read_term(in, _, [variable_names(42)])).
   false.
?- text('f(X).'), reading([], read_term(in, _, [singletons(1)])).
   false.
?- text('a b.'), reading([], read_term(in, _, [variable_names(42)])).
   syntax_error(...).

?- delete.
   true.
