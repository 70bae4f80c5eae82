% ISO/IEC 13211-1, corrigendum 3: options, iterated-goal terms, and the variables of a term.

% 5.5.12 options that are not valid: two kinds of errors

?- write_term(a, [quoted(_)]).
   instantiation_error.
?- write_term(a, [quoted(maybe)]).
   domain_error(write_option,quoted(maybe)).
?- write_term(a, [quoted]).
   domain_error(write_option,quoted).
?- write_term(a, [quoted(true,false)]).
   domain_error(write_option,quoted(true,false)).
?- write_term(a, [_]).
   instantiation_error.
?- write_term(a, _).
   instantiation_error.
?- write_term(a, [quoted(true)|_]).
   instantiation_error.
?- write_term(a, [quoted(true)|foo]).
   type_error(list,[quoted(true)|foo]).
?- read_term(_, [_]).
   instantiation_error.
?- read_term(_, [variables]).
   domain_error(read_option,variables).
?- open(f, read, _, [type(_)]).
   instantiation_error.
?- open(f, read, _, [type(foo)]).
   domain_error(stream_option,type(foo)).
?- open(f, read, _, [alias(_)]).
   instantiation_error.
?- open(f, read, _, [alias(1)]).
   domain_error(stream_option,alias(1)).
?- open(f, read, _, [reposition(1)]).
   domain_error(stream_option,reposition(1)).
?- current_output(S), close(S, [force(_)]).
   instantiation_error.
?- current_output(S), close(S, [force(1)]).
   domain_error(close_option,force(1)).

% 7.1.6.3 a variable has not the form ^(_, G)

?- bagof(_, _, _).
   instantiation_error.
?- setof(_, _^_, _).
   instantiation_error.
?- bagof(X, 1^member(X,[a]), [L]).
   L = a.

% 7.10.3 the variables of a term that is read, from left to right

?- read_term_from_chars("f(B,A,B,_C,_).", T, [variables(Vs)]).
   T = f(_A,_B,_A,_C,_D), Vs = [_A,_B,_C,_D].
?- read_term_from_chars("f(B,A,B,_C,_).", f(_,_,_,_,_), [variable_names(Ns)]).
   Ns = ['B'=_A,'A'=_B,'_C'=_C].
?- read_term_from_chars("f(B,A,B,_C,_).", f(_,_,_,_,_), [singletons(Ns)]).
   Ns = ['A'=_A,'_C'=_B].
?- read_term_from_chars("f(A,B,A).", f(_,_,_), [variables([X|Xs])]).
   Xs = [_A].

% 7.10.4 the names of variables that are written

?- write_term(f(X,Y,X), [variable_names(['X'=X,'Y'=Y])]).
   outputs("f(X,Y,X)").
?- write_term(f(X), [variable_names(['X'=_,'Y'=X])]).
   outputs("f(Y)").
?- write_term(f(X), [variable_names(['A'=1,'X'=X])]).
   outputs("f(X)").
?- write_term(X+'X', [variable_names(['X'=X]),quoted(true)]).
   outputs("X+'X'").
?- write_term(_, [variable_names(['X'=_|_])]).
   instantiation_error.
?- write_term(_, [variable_names(['X'=_,_])]).
   instantiation_error.
?- write_term(_, [variable_names(a)]).
   domain_error(write_option,variable_names(a)).
?- write_term(f('$VAR'(1),'$VAR'(-1),'$VAR'(x),'$VAR'(1.0)), [numbervars(true)]).
   outputs("f(B,$VAR(-1),$VAR(x),$VAR(1.0))").
