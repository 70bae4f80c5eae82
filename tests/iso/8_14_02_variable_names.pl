% ISO/IEC 13211-1, 8.14.2: the option variable_names/1 of read_term/2,3 and write_term/2,3.
%
% The numbers are those of the comparison of implementations by Ulrich Neumerkel.

% 8.14.2 the option variable_names/1

% variable_names #1
?- write_term(T, [quoted(true), variable_names([N=T])]).
   instantiation_error.
% variable_names #2
?- N = 'X', write_term(T, [quoted(true), variable_names([N=T])]).
   outputs("X"), ... .
% variable_names #3
?- N = T, write_term(T, [quoted(true), variable_names([N=T])]).
   instantiation_error.
% variable_names #4
?- N = '_', write_term(T, [quoted(true), variable_names([N=T])]).
   outputs("_"), ... .
% variable_names #65
?- N = '_/*.*/', write_term(T, [quoted(true), variable_names([N=T])]).
   outputs("_/*.*/"), ... .
% variable_names #5
?- N = x, write_term(T, [quoted(true), variable_names([N=T])]).
   outputs("x"), ... .
% variable_names #6
?- N = 'x+y', write_term(T, [quoted(true), variable_names([N=T])]).
   outputs("x+y"), ... .
% variable_names #50
?- N = '))', write_term(T, [quoted(true), variable_names([N=T])]).
   outputs("))"), ... .
% variable_names #7
?- N = 7, write_term(T, [quoted(true), variable_names([N=T])]).
   domain_error(write_option,variable_names(...)).
% variable_names #8
?- N = 1+2, write_term(T, [quoted(true), variable_names([N=T])]).
   domain_error(write_option,variable_names(...)).
% variable_names #9
?- N = '$VAR'(9), write_term(T, [quoted(true), variable_names([N=T])]).
   domain_error(write_option,variable_names(...)).
% variable_names #10
?- T = a, write_term(T, [quoted(true), variable_names([N=T])]).
   instantiation_error.
% variable_names #11
?- T = a, N = 'Any', write_term(T, [quoted(true), variable_names([N=T])]).
   outputs("a"), ... .
% variable_names #12
?- T = '$VAR'(9), N = '_', write_term(T, [quoted(true), variable_names([N=T])]).
   outputs("'$VAR'(9)"), ... .
% variable_names #28
?- freeze(T, throw(g(T))), N = 'X', write_term(T, [quoted(true), variable_names([N=T])]).
   outputs("X"), ... .
% variable_names #13
?- with_output_to(chars(Cs), write_term(T, [quoted(true), variable_names(['X'=X,'Y'=Y,'Z'=Z])])), Cs = ['_'|_].
   Cs = ..., ... .
% variable_names #14
?- T = (X,Y,Z), write_term(T, [quoted(true), variable_names(['X'=X,'Y'=Y,'Z'=Z])]).
   outputs("X,Y,Z"), ... .
% variable_names #15
?- Z = Y, T = (X,Y,Z), write_term(T, [quoted(true), variable_names(['X'=X,'Y'=Y,'Z'=Z])]).
   outputs("X,Y,Y"), ... .
% variable_names #16
?- Z = Y, Y = X, T = (X,Y,Z), write_term(T, [quoted(true), variable_names(['X'=X,'Y'=Y,'Z'=Z])]).
   outputs("X,X,X"), ... .
% variable_names #17
?- T = (Y,Z), write_term(T, [quoted(true), variable_names(['X'=X,'Y'=Y,'Z'=Z])]).
   outputs("Y,Z"), ... .
% variable_names #18
?- T = (Z,Y), write_term(T, [quoted(true), variable_names(['X'=X,'Y'=Y,'Z'=Z])]).
   outputs("Z,Y"), ... .
% variable_names #19
?- with_output_to(chars(Cs), write_term(T, [quoted(true), variable_names(['Z'=Z,'Y'=Y,'X'=X])])), Cs = ['_'|_].
   Cs = ..., ... .
% variable_names #20
?- T = (X,Y,Z), write_term(T, [quoted(true), variable_names(['Z'=Z,'Y'=Y,'X'=X])]).
   outputs("X,Y,Z"), ... .
% variable_names #21
?- Z = Y, T = (X,Y,Z), write_term(T, [quoted(true), variable_names(['Z'=Z,'Y'=Y,'X'=X])]).
   outputs("X,Z,Z"), ... .
% variable_names #22
?- Z = Y, Y = X, T = (X,Y,Z), write_term(T, [quoted(true), variable_names(['Z'=Z,'Y'=Y,'X'=X])]).
   outputs("Z,Z,Z"), ... .
% variable_names #23
?- T = (Y,Z), write_term(T, [quoted(true), variable_names(['Z'=Z,'Y'=Y,'X'=X])]).
   outputs("Y,Z"), ... .
% variable_names #24
?- T = (Z,Y), write_term(T, [quoted(true), variable_names(['Z'=Z,'Y'=Y,'X'=X])]).
   outputs("Z,Y"), ... .
% variable_names #25
?- with_output_to(chars(Cs), write_term(T, [quoted(true), variable_names(['X'=Z,'X'=Y,'X'=X])])), Cs = ['_'|_].
   Cs = ..., ... .
% variable_names #26
?- T = (X,Y,Z), write_term(T, [quoted(true), variable_names(['X'=Z,'X'=Y,'X'=X])]).
   outputs("X,X,X"), ... .
% variable_names #27
?- T = (1,2,3), T = (X,Y,Z), write_term(T, [quoted(true), variable_names(['X'=Z,'X'=Y,'X'=X])]).
   outputs("1,2,3"), ... .
% variable_names #29
?- read_term(T, [variable_names(VN_list)]), VN_list = [_=1,_=2,_=3], writeq(VN_list).
   inputs("B+C+A+B+C+A."), outputs("['B'=1,'C'=2,'A'=3]"), ... .
% variable_names #30
?- write_term(T, [variable_names(VN_list)]).
   instantiation_error.
% variable_names #31
?- VN_list = 1, write_term(T, [variable_names(VN_list)]).
   domain_error(write_option,variable_names(...)).
% variable_names #33
?- VN_list = [[]], write_term(T, [variable_names(VN_list)]).
   domain_error(write_option,variable_names(...)).
% variable_names #34
?- VN_list = non_list, write_term(T, [variable_names(VN_list)]).
   domain_error(write_option,variable_names(...)).
% variable_names #35
?- VN_list = [T='T'|non_list], write_term(T, [variable_names(VN_list)]).
   instantiation_error.
% variable_names #52
?- VN_list = ['T'=T|_], write_term(T, [variable_names(VN_list)]).
   instantiation_error.
% variable_names #51
?- VN_list = ['T'=T|non_list], write_term(T, [variable_names(VN_list)]).
   domain_error(write_option,variable_names(...)).
% variable_names #36
?- VN_list = [T-'T'], write_term(T, [variable_names(VN_list)]).
   domain_error(write_option,variable_names(...)).
% variable_names #63
?- VN_list = [_,a], write_term(T, [variable_names(VN_list)]).
   instantiation_error.
% variable_names #64
?- VN_list = [a,_], write_term(T, [variable_names(VN_list)]).
   domain_error(write_option,variable_names(...)).
% variable_names #66
?- VN_list = [a|_], write_term(T, [variable_names(VN_list)]).
   domain_error(write_option,variable_names(...)).
% variable_names #67
?- VN_list = [i=i,7=i], write_term(T, [variable_names(VN_list)]).
   domain_error(write_option,variable_names(...)).
% variable_names #68
?- VN_list = [_,_], write_term(T, [variable_names(VN_list)]).
   instantiation_error.
% variable_names #43
?- write_term(-X^2, [variable_names(['X'=X])]).
   outputs("- (X^2)"), ... .
% variable_names #44
?- X = 1, write_term(-X^2, [variable_names(['X'=X])]).
   outputs("- (1^2)"), ... .
% variable_names #37
?- open('horn_variable_names.tmp', write, _, [O]).
   instantiation_error.
% variable_names #38
?- O = 1, open('horn_variable_names.tmp', write, _, [O]).
   domain_error(stream_option,1).
% variable_names #56
?- O = typex(_), open('horn_variable_names.tmp', write, _, [O]).
   domain_error(stream_option,typex(_)).
% variable_names #57
?- O = typex(1), open('horn_variable_names.tmp', write, _, [O]).
   domain_error(stream_option,typex(1)).
% variable_names #62
?- O = typex(s(_)), open('horn_variable_names.tmp', write, _, [O]).
   domain_error(stream_option,typex(s(_))).
% variable_names #40
?- O = type(1), open('horn_variable_names.tmp', write, _, [O]).
   domain_error(stream_option,type(1)).
% variable_names #41
?- O = type(_), open('horn_variable_names.tmp', write, _, [O]).
   instantiation_error.
% variable_names #60
?- O = alias(_), open('horn_variable_names.tmp', write, _, [O]).
   instantiation_error.
% variable_names #42
?- O = type(nontype), open('horn_variable_names.tmp', write, _, [O]).
   domain_error(stream_option,type(nontype)).
% variable_names #61
?- O = alias(1), open('horn_variable_names.tmp', write, _, [O]).
   domain_error(stream_option,alias(1)).
% variable_names #46
?- read_term(T, [variable_names(VN_list)]).
   inputs("a."), T = a, VN_list = [].
% variable_names #48
?- VN_list = 42, read_term(T, [variable_names(VN_list)]).
   inputs("a."), false.
% variable_names #49
?- VN_list = 42, read_term(T, [variable_names(VN_list)]).
   inputs("a b."), syntax_error(...).
% variable_names #53
?- write_term(S, [quoted(true), variable_names([N=T])]).
   instantiation_error.
% variable_names #54
?- S = 1+T, N = '/*r*/V', write_term(S, [quoted(true), variable_names([N=T])]).
   outputs("1+/*r*/V"), ... .
% variable_names #55
?- S = 1+T, N = ' /*r*/V', write_term(S, [quoted(true), variable_names([N=T])]).
   outputs("1+ /*r*/V"), ... .
% variable_names #58
?- S = 1+T, N = (+), write_term(S, [quoted(true), variable_names([N=T])]).
   outputs("1++"), ... .
% variable_names #59
?- S = T+1, N = (+), write_term(S, [quoted(true), variable_names([N=T])]).
   outputs("++1"), ... .
% variable_names #70
?- read_term(T, [singletons(1)]).
   inputs("a."), false.
