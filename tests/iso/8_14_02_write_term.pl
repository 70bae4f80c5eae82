% ISO/IEC 13211-1, 8.14.2: write_term/2,3, write/1,2, writeq/1,2, print/1,2, write_canonical/1,2.

file('horn_8_14_02.tmp').

:- include('support/streams.pl').

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

?- write('A b'+[c]).
   outputs("A b+[c]").
?- write(user_output, 'A b'+[c]).
   outputs("A b+[c]").
?- writing([], write(out, 'A b'+[c])), content(Cs).
   Cs = "A b+[c]".
?- writing([], ( set_output(out), write('A b'+[c]), set_output(user_output) )), content(Cs).
   Cs = "A b+[c]".
?- write(_, 'A b'+[c]).
   instantiation_error.
?- write(foo(1), 'A b'+[c]).
   domain_error(stream_or_alias,foo(1)).
?- write(nowhere, 'A b'+[c]).
   existence_error(stream,nowhere).
?- closed(S), write(S, 'A b'+[c]).
   existence_error(stream,...).
?- write(user_input, 'A b'+[c]).
   permission_error(output,stream,user_input).
?- writing([type(binary)], write(out, 'A b'+[c])).
   permission_error(output,binary_stream,...).
?- writeq('A b'+[c]).
   outputs("'A b'+[c]").
?- writeq(user_output, 'A b'+[c]).
   outputs("'A b'+[c]").
?- writing([], writeq(out, 'A b'+[c])), content(Cs).
   Cs = "'A b'+[c]".
?- writing([], ( set_output(out), writeq('A b'+[c]), set_output(user_output) )), content(Cs).
   Cs = "'A b'+[c]".
?- writeq(_, 'A b'+[c]).
   instantiation_error.
?- writeq(foo(1), 'A b'+[c]).
   domain_error(stream_or_alias,foo(1)).
?- writeq(nowhere, 'A b'+[c]).
   existence_error(stream,nowhere).
?- closed(S), writeq(S, 'A b'+[c]).
   existence_error(stream,...).
?- writeq(user_input, 'A b'+[c]).
   permission_error(output,stream,user_input).
?- writing([type(binary)], writeq(out, 'A b'+[c])).
   permission_error(output,binary_stream,...).
?- print('A b'+[c]).
   outputs("'A b'+[c]").
?- print(user_output, 'A b'+[c]).
   outputs("'A b'+[c]").
?- writing([], print(out, 'A b'+[c])), content(Cs).
   Cs = "'A b'+[c]".
?- writing([], ( set_output(out), print('A b'+[c]), set_output(user_output) )), content(Cs).
   Cs = "'A b'+[c]".
?- print(_, 'A b'+[c]).
   instantiation_error.
?- print(foo(1), 'A b'+[c]).
   domain_error(stream_or_alias,foo(1)).
?- print(nowhere, 'A b'+[c]).
   existence_error(stream,nowhere).
?- closed(S), print(S, 'A b'+[c]).
   existence_error(stream,...).
?- print(user_input, 'A b'+[c]).
   permission_error(output,stream,user_input).
?- writing([type(binary)], print(out, 'A b'+[c])).
   permission_error(output,binary_stream,...).
?- write_canonical('A b'+[c]).
   outputs("+('A b','.'(c,[]))").
?- write_canonical(user_output, 'A b'+[c]).
   outputs("+('A b','.'(c,[]))").
?- writing([], write_canonical(out, 'A b'+[c])), content(Cs).
   Cs = "+('A b','.'(c,[]))".
?- writing([], ( set_output(out), write_canonical('A b'+[c]), set_output(user_output) )), content(Cs).
   Cs = "+('A b','.'(c,[]))".
?- write_canonical(_, 'A b'+[c]).
   instantiation_error.
?- write_canonical(foo(1), 'A b'+[c]).
   domain_error(stream_or_alias,foo(1)).
?- write_canonical(nowhere, 'A b'+[c]).
   existence_error(stream,nowhere).
?- closed(S), write_canonical(S, 'A b'+[c]).
   existence_error(stream,...).
?- write_canonical(user_input, 'A b'+[c]).
   permission_error(output,stream,user_input).
?- writing([type(binary)], write_canonical(out, 'A b'+[c])).
   permission_error(output,binary_stream,...).
?- write_term('A b'+[c], [quoted(true)]).
   outputs("'A b'+[c]").
?- write_term(user_output, 'A b'+[c], [quoted(true)]).
   outputs("'A b'+[c]").
?- writing([], write_term(out, 'A b'+[c], [quoted(true)])), content(Cs).
   Cs = "'A b'+[c]".
?- writing([], ( set_output(out), write_term('A b'+[c], [quoted(true)]), set_output(user_output) )), content(Cs).
   Cs = "'A b'+[c]".
?- write_term(_, 'A b'+[c], [quoted(true)]).
   instantiation_error.
?- write_term(foo(1), 'A b'+[c], [quoted(true)]).
   domain_error(stream_or_alias,foo(1)).
?- write_term(nowhere, 'A b'+[c], [quoted(true)]).
   existence_error(stream,nowhere).
?- closed(S), write_term(S, 'A b'+[c], [quoted(true)]).
   existence_error(stream,...).
?- write_term(user_input, 'A b'+[c], [quoted(true)]).
   permission_error(output,stream,user_input).
?- writing([type(binary)], write_term(out, 'A b'+[c], [quoted(true)])).
   permission_error(output,binary_stream,...).
?- write_term(a, _).
   instantiation_error.
?- write_term(a, [quoted(true)|_]).
   instantiation_error.
?- write_term(a, [_]).
   instantiation_error.
?- write_term(a, [quoted(true),_]).
   instantiation_error.
?- write_term(a, foo).
   type_error(list,foo).
?- write_term(a, [quoted(true)|foo]).
   type_error(list,[quoted(true)|foo]).
?- write_term(a, [foo]).
   domain_error(write_option,foo).
?- write_term(a, [quoted(maybe)]).
   domain_error(write_option,quoted(maybe)).
?- write_term(a, [quoted(_)]).
   instantiation_error.
?- write_term(a, [numbervars(1)]).
   domain_error(write_option,numbervars(1)).
?- write_term(a, [ignore_ops(foo)]).
   domain_error(write_option,ignore_ops(foo)).
?- write_term(a, [1]).
   domain_error(write_option,1).
?- write_term(user_output, a, _).
   instantiation_error.
?- write_term(_, a, []).
   instantiation_error.
?- write_term(user_output, a, foo).
   type_error(list,foo).
?- write_term([1,2,3], []).
   outputs("[1,2,3]").
?- write_term('1<2', []).
   outputs("1<2").
?- write_term('1<2', [quoted(true)]).
   outputs("'1<2'").
?- write_term('$VAR'(1), []).
   outputs("$VAR(1)").
?- write_term('$VAR'(1), [quoted(true)]).
   outputs("'$VAR'(1)").
?- write_term('$VAR'(25), [numbervars(true)]).
   outputs("Z").
?- write_term('$VAR'(26), [numbervars(true)]).
   outputs("A1").
?- write_term('$VAR'(51), [numbervars(true)]).
   outputs("Z1").
?- write_term('$VAR'(52), [numbervars(true)]).
   outputs("A2").
?- write_term('$VAR'('A'), [numbervars(true)]).
   outputs("$VAR(A)").
?- write_term(1 + 2 * 3, [ignore_ops(true)]).
   outputs("+(1,*(2,3))").
?- write_term(f(1 + 2), [ignore_ops(false)]).
   outputs("f(1+2)").
?- write_term([a|b], [ignore_ops(true)]).
   outputs(".(a,b)").
?- write_term([a|b], [ignore_ops(true), quoted(true)]).
   outputs("'.'(a,b)").
?- write_term({a}, [ignore_ops(true)]).
   outputs("{}(a)").
?- write_term({a,b}, []).
   outputs("{a,b}").
?- write_term('A', [quoted(true)]).
   outputs("'A'").
?- write_term([], [quoted(true)]).
   outputs("[]").
?- write_term('[]', [quoted(true)]).
   outputs("[]").
?- write_term(- 1, []).
   outputs("-1").
?- write_term(-(1), []).
   outputs("- (1)").
?- write_term(-(-(1)), []).
   outputs("- - (1)").
?- write_term(1 - (-1), []).
   outputs("1- -1").
?- write_term(-a, []).
   outputs("-a").
?- write_term(\+a, []).
   outputs("\\+a").
?- write_term((a:-b,c;d->e), []).
   outputs("a:-b,c;d->e").
?- write_term(f((a:-b)), []).
   outputs("f((a:-b))").
?- write_term([(a,b)], []).
   outputs("[(a,b)]").
?- write_term(f(X, Y, X), [variable_names(['A'=X, 'B'=Y])]).
   outputs("f(A,B,A)").
?- write_term(f(X), [variable_names(['X'=X, 'Y'=X])]).
   outputs("f(X)").
?- write_term(f(X), [variable_names(['_'=X])]).
   outputs("f(_)").
?- write_term(f(X), [variable_names(['X1'=Y, 'X2'=X])]).
   outputs("f(X2)").
?- write_term(f(a), [variable_names(['X'=a])]).
   outputs("f(a)").
?- write_term(a, [variable_names(_)]).
   instantiation_error.
?- write_term(a, [variable_names(1)]).
   domain_error(write_option,variable_names(1)).
?- write_term(a, [variable_names([_])]).
   instantiation_error.
?- write_term(a, [variable_names([a])]).
   domain_error(write_option,variable_names([a])).
?- write_term(a, [variable_names([_=_])]).
   instantiation_error.
?- write_term(a, [variable_names([1=_])]).
   domain_error(write_option,variable_names([1=_])).
?- write_term(a, [variable_names(['X'=_|_])]).
   instantiation_error.
?- write_term(a, [variable_names(['X'=_|b])]).
   domain_error(write_option,variable_names(['X'=_|b])).
?- write_term(a, [variable_names([f(x)=_])]).
   domain_error(write_option,variable_names([f(x)=_])).
?- write_canonical([a,'B'|'$VAR'(1)]).
   outputs("'.'(a,'.'('B','$VAR'(1)))").
?- write_canonical({a}).
   outputs("{}(a)").
?- write_canonical(1+2).
   outputs("+(1,2)").
?- write_canonical('\n').
   outputs("'\\n'").
?- write('\n a').
   outputs("\n a").
?- write("ab").
   outputs("[a,b]").
?- print('A b').
   outputs("'A b'").

?- delete.
   true.

% 7.10.5 characters beyond the standard's: what a category of Unicode makes of them

?- writeq('\x378\').
   outputs("'\\x378\\'").
?- writeq('\xE000\').
   outputs("'\\xe000\\'").
?- writeq(['a\x301\b', 'Éa', éA, '→', '«', '\x2028\']).
   outputs("[áb,'Éa',éA,→,«,'\\x2028\\']").
