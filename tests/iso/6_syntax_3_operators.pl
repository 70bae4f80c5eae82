% ISO/IEC 13211-1, 6: syntax. Operators as atoms and operands, brackets, lists.
%
% The numbers are those of "Conformity Testing I: Syntax" by Ulrich Neumerkel, which collects
% the cases on which systems disagree; a case without a number here is a neighbour of one.

term_from(Cs, T) :- append(Cs, " .", Ds), read_from_chars(Ds, T).

% 6.3.4 operators, brackets, lists

% #222
?- writeq((-)-(-)).
   outputs("(-)-(-)").
% #223
?- writeq(((:-):-(:-))).
   outputs("(:-):-(:-)").
% #27
?- writeq((*)=(*)).
   outputs("(*)=(*)").
% #28
?- writeq([:-,-]).
   outputs("[:-,-]").
% #29
?- writeq(f(*)).
   outputs("f(*)").
% #30
?- writeq(a*(b+c)).
   outputs("a*(b+c)").
% #31
?- writeq(f(;,'|',';;')).
   outputs("f(;,'|',';;')").
% #32
?- writeq([.,.(.,.,.)]).
   outputs("['.','.'('.','.','.')]").
% #33
?- writeq((a :- b,c)).
   outputs("a:-b,c").
% #34
?- write_canonical([a]).
   outputs("'.'(a,[])").
% #135
?- writeq(-(1)).
   outputs("- (1)").
% #182
?- writeq(-(-1)).
   outputs("- -1").
% #183
?- writeq(-(1^2)).
   outputs("- (1^2)").
% #260
?- writeq(-(a^2)).
   outputs("- (a^2)").
% #139
?- writeq(-((a,b))).
   outputs("- (a,b)").
% #218
?- writeq(-(1*2)).
   outputs("- (1*2)").
% #140
?- writeq(-a).
   outputs("-a").
% #184
?- writeq(-(-)).
   outputs("- (-)").
% #185
?- writeq(-[-]).
   outputs("-[-]").
% #188
?- writeq(-p(c)).
   outputs("-p(c)").
% #189
?- writeq(-{}).
   outputs("-{}").
% #190
?- writeq(-{a}).
   outputs("-{a}").
% #191
?- writeq(-(-a)).
   outputs("- -a").
% #192
?- writeq(-(-(-a))).
   outputs("- - -a").
% #216
?- writeq(-(-(1))).
   outputs("- - (1)").
?- op(100,yfx,~).
   true.
% #215
?- writeq(-(1~2~3)).
   outputs("- (1~2~3)").
% #248
?- writeq(- (1~2)).
   outputs("- (1~2)").
% #249
?- writeq(1~2).
   outputs("1~2").
?- op(0,yfx,~).
   true.
% #278
?- op(9,xfy,.), writeq(-[1]).
   outputs("-[1]").
?- op(0,xfy,.).
   true.
% #279
?- op(9,xf,'$VAR'), writeq(- '$VAR'(0)).
   outputs("-A").
% #296
?- writeq('$VAR'(0)).
   outputs("A").
% #355
?- writeq('$VAR'(-1)).
   outputs("-1'$VAR'").
?- op(0,xf,'$VAR').
   true.
?- op(1,yf,yf1).
   true.
% #55
?- {-1 yf1}={yf1(X)}.
   X = -1.
?- op(0,yf,yf1).
   true.
% #65
?- compound(+1).
   true.
% #66
?- compound(+ 1).
   true.
% #277
?- writeq(+1^2).
   outputs("+1^2").
?- op(0,fy,+).
   true.
% #67
?- compound(+1).
   syntax_error(...).
?- op(200,fy,+).
   true.
% #257
?- writeq([+{a},+[]]).
   outputs("[+{a},+[]]").
% #68
?- [(:-)|(:-)]=[:-|:-].
   true.
% #69
?- X=[a|b,c].
   syntax_error(...).
% #70
?- op(1000,xfy,',').
   permission_error(modify,operator,',').
% #71
?- op(1001,xfy,',').
   permission_error(modify,operator,',').
% #72
?- op(999,xfy,'|').
   permission_error(create,operator,'|').
% #73
?- X=[a|b].
   X = [a|b].
?- op(0,xfy,'|').
   true.
% #285
?- X=[(a|b)].
   syntax_error(...).
?- op(1100,xfy,'|').
   true.
% #219
?- [a|[]]=[a].
   true.
% #74
?- X=[a|b|c].
   syntax_error(...).
% #75
?- var(a:-b).
   syntax_error(...).
% #76
?- :- = :- .
   syntax_error(...).
% #77
?- - = - .
   syntax_error(...).
% #78
?- * = * .
   syntax_error(...).
% #79
?- current_op(200,fy,-).
   true.
% #80
?- current_op(200,fy,+).
   true.
% #81
?- {- - c}={-(-(c))}.
   true.
% #82
?- (- -) = -(-).
   syntax_error(...).
% #83
?- (- - -) = -(-(-)).
   syntax_error(...).
% #84
?- (- - - -) = -(-(-(-))).
   syntax_error(...).
% #85
?- {:- :- c} = {:-(:-,c)}.
   syntax_error(...).
% #86
?- {- = - 1}={(-(=)) - 1}.
   syntax_error(...).
% #87
?- write_canonical((- = - 1)).
   syntax_error(...).
% #88
?- write_canonical((- = -1)).
   syntax_error(...).
% #89
?- write_canonical((-;)).
   syntax_error(...).
% #90
?- write_canonical((-;-)).
   syntax_error(...).
% #91
?- write_canonical((:-;-)).
   syntax_error(...).
% #92
?- [:- -c] = [(:- -c)].
   syntax_error(...).
% #93
?- writeq([a,b|,]).
   syntax_error(...).
% #94
?- X ={,}.
   syntax_error(...).
% #95
?- {1} = {}(1).
   true.
% #96
?- write_canonical({1}).
   outputs("{}(1)").
% #97
?- '[]'(1) = [ ](X).
   X = 1.
% #98
?- X = [] (1).
   syntax_error(...).
% #99
?- op(100,yfy,op).
   domain_error(operator_specifier,yfy).
% #131
?- op(100,fx,' op').
   true.
% #132
?- writeq(' op' '1').
   outputs("' op' '1'").
% #133
?- writeq(' op'[]).
   outputs("' op'[]").
?- op(0,fx,' op').
   true.
?- op(1,xf,xf1).
   true.
% #134
?- writeq({- =xf1}).
   syntax_error(...).
?- op(0,xf,xf1).
   true.
% #137
?- writeq(- (a*b)).
   outputs("- (a*b)").
% #138
?- writeq(\ (a*b)).
   outputs("\\ (a*b)").
% #141
?- current_op(P,xfy,.).
   false.
% #142
?- op(100,xfy,.).
   true.
% #143
?- writeq(1 .2).
   outputs("[1|2]").
% #144
?- writeq([1]).
   outputs("[1]").
% #283
?- writeq(-[1]).
   outputs("-[1]").
% #221
?- X = 1.e.
   X = [1|e].
% #258
?- writeq(ok).%
   outputs("ok").
?- op(0,xfy,.).
   true.
% #145
?- write_canonical('$VAR'(0)).
   outputs("'$VAR'(0)").
% #146
?- write_term('$VAR'(0),[]).
   outputs("$VAR(0)").
% #244
?- writeq('$VAR'(0)).
   outputs("A").
% #245
?- writeq('$VAR'(-1)).
   outputs("'$VAR'(-1)").
% #246
?- writeq('$VAR'(-2)).
   outputs("'$VAR'(-2)").
% #247
?- writeq('$VAR'(x)).
   outputs("'$VAR'(x)").
% #289
?- writeq('$VAR'('A')).
   outputs("'$VAR'('A')").
?- op(9,fy,fy), op(9,yf,yf).
   true.
% #147
?- write_canonical(fy 1 yf).
   outputs("fy(yf(1))").
% #148
?- write_canonical(fy yf).
   syntax_error(...).
% #149
?- writeq(fy(yf(1))).
   outputs("fy 1 yf").
% #150
?- writeq(yf(fy(1))).
   outputs("(fy 1)yf").
?- writeq(fy(yf(fy(yf(1))))).
   outputs("fy (fy 1 yf)yf").
% #319
?- writeq(yf(fy(yf(fy(1))))).
   outputs("(fy (fy 1)yf)yf").
?- op(0,fy,fy), op(0,yf,yf).
   true.
?- op(9,fy,fy), op(9,yfx,yfx).
   true.
% #151
?- write_canonical(fy 1 yfx 2).
   outputs("fy(yfx(1,2))").
% #152
?- writeq(fy(yfx(1,2))).
   outputs("fy 1 yfx 2").
% #153
?- writeq(yfx(fy(1),2)).
   outputs("(fy 1)yfx 2").
?- op(0,fy,fy), op(0,yfx,yfx).
   true.
?- op(9,yf,yf), op(9,xfy,xfy).
   true.
% #154
?- write_canonical(1 xfy 2 yf).
   outputs("xfy(1,yf(2))").
% #155
?- writeq(xfy(1,yf(2))).
   outputs("1 xfy 2 yf").
% #156
?- writeq(yf(xfy(1,2))).
   outputs("(1 xfy 2)yf").
?- op(0,yf,yf), op(0,xfy,xfy).
   true.
% #157
?- read(G), call(G).
   inputs("op(0,xfy,:-), \\+ current_op(P,xfx,:-), op(1200,xfx,:-).\n"), G = ..., true.
% #158
?- op(0,xfy,',').
   permission_error(modify,operator,',').
?- op(9,fy,f), op(9,yf,f).
   true.
% #159
?- write_canonical(f f 0).
   outputs("f(f(0))").
% #201
?- writeq(f(f(0))).
   outputs("f f 0").
% #202
?- write_canonical(f 0 f).
   outputs("f(f(0))").
% #160
?- write_canonical(0 f f).
   outputs("f(f(0))").
% #161
?- write_canonical(f f).
   syntax_error(...).
?- op(0,fy,f), op(0,yf,f).
   true.
?- op(9,fy,p), op(9,yfx,p).
   true.
% #162
?- write_canonical(1 p p p 2).
   syntax_error(...).
?- op(0,yfx,p).
   true.
?- op(9,fy,p), op(9,xfy,p).
   true.
% #163
?- write_canonical(1 p p p 2).
   outputs("p(1,p(p(2)))").
?- op(0,xfy,p).
   true.
?- op(7,fy,p), op(9,yfx,p).
   true.
% #164
?- write_canonical(1 p p p 2).
   outputs("p(1,p(p(2)))").
?- op(0,fy,p), op(0,yfx,p).
   true.
% #166
?- op(0,xfy,'|').
   true.
% #167
?- writeq((a|b)).
   syntax_error(...).
?- writeq((|)).
   syntax_error(...).
?- op(1100,xfy,'|').
   true.
% #168
?- op(0,xfy,.),op(9,yf,.).
   true.
% #169
?- writeq(.(.)).
   outputs("('.')'.'").
?- op(0,yf,.).
   true.
% #194
?- op(0,xfy,.),writeq((.)+(.)).
   outputs("'.'+'.'").
% #217
?- op(1105,xfy,'|').
   true.
% #181
?- writeq((a-->b,c|d)).
   outputs("a-->b,c|d").
% #322
?- write_canonical((a|b;c)).
   outputs("'|'(a,;(b,c))").
% #323
?- write_canonical((a;b|c)).
   outputs("'|'(;(a,b),c)").
% #348
?- write_canonical([a;b|c]).
   syntax_error(...).
% #290
?- writeq([(a|b)]).
   outputs("[(a|b)]").
% #317
?- writeq([a,(b,c)|[]]).
   outputs("[a,(b,c)]").
?- writeq((|)).
   syntax_error(...).
?- op(1100,xfy,'|').
   true.
% #198
?- atom($-).
   true.
% #199
?- atom(-$).
   true.
?- op(900, fy, [$]).
   true.
% #200
?- write_canonical($a+b).
   outputs("$(+(a,b))").
?- op(0, fy, [$]).
   true.
% #224
?- read(G), call(G).
   inputs("\\ .\n"), existence_error(procedure,(\)/0).
% #226
?- with_output_to(chars(Cs), write_canonical(_+_)), term_from(Cs, T).
   Cs = ..., T = _A+_B.
% #227
?- with_output_to(chars(Cs), write_canonical(B+B)), term_from(Cs, T).
   Cs = ..., T = _A+_A.
% #233
?- writeq(nop (1)).
   syntax_error(...).
?- op(400,fx,f).
   true.
% #234
?- writeq(f/*.*/(1,2)).
   outputs("f (1,2)").
% #235
?- writeq(1 = f).
   syntax_error(...).
?- op(0,fx,f).
   true.
% #236
?- write_canonical(a- - -b).
   outputs("-(a,-(-(b)))").
% #237
?- op(699,xf,>).
   permission_error(create,operator,>).
% #238
?- writeq(>(>(a),b)).
   outputs(">(a)>b").
% #239
?- write_canonical(a> >b).
   syntax_error(...).
% #242
?- write_canonical(a> =b).
   syntax_error(...).
% #243
?- write_canonical((a>,b)).
   syntax_error(...).
% #240
?- write_canonical(a>).
   syntax_error(...).
% #268
?- op(500, xfy, {}).
   permission_error(create,operator,{}).
% #274
?- op(20,fx,--),writeq(--(a)).
   outputs("--a").
% #275
?- op(0,fy,--),writeq(--(a)).
   outputs("--(a)").
% #291
?- writeq([(a,b)]).
   outputs("[(a,b)]").
% #292
?- writeq(1= \\).
   outputs("1= \\\\").
% #293
?- writeq((,)).
   syntax_error(...).
% #294
?- writeq({[}).
   syntax_error(...).
% #295
?- writeq({(}).
   syntax_error(...).
% #298
?- writeq([a,b|c]).
   outputs("[a,b|c]").
% #299
?- (\+ (a,b)) = \+(T).
   T = (a,b).
% #302
?- [] = '[]'.
   true.
?- op(300,fy,~).
   true.
% #304
?- writeq(~ (a=b)).
   outputs("~ (a=b)").
?- op(0,fy,~).
   true.
% #305
?- writeq(\ (a=b)).
   outputs("\\ (a=b)").
% #306
?- writeq(+ (a=b)).
   outputs("+ (a=b)").
% #308
?- writeq(.+).
   outputs(".+").
% #309
?- writeq({a,b}).
   outputs("{a,b}").
% #310
?- writeq({\+ (}).
   syntax_error(...).
% #311
?- writeq(\+ (()).
   syntax_error(...).
?- writeq(\+ (())).
   syntax_error(...).
% #318
?- writeq(+((1*2)^3)).
   outputs("+ (1*2)^3").
% #327
?- writeq(-((1*2)^3)).
   outputs("- ((1*2)^3)").
% #320
?- writeq([a|\+2]).
   outputs("[a|\\+2]").
% #321
?- writeq((a)(b)).
   syntax_error(...).
% #325
?- writeq({[y}]).
   syntax_error(...).
% #326
?- (>)(1,2).
   syntax_error(...).
% #329
?- write_canonical(;(a)).
   outputs(";(a)").
% #330
?- write_canonical(';'(a)).
   outputs(";(a)").
% #331
?- write_canonical(;(a,b)).
   outputs(";(a,b)").
?- (1 is _) = is(1,X).
   true.
% #333
?- op(9,fx,.), writeq(.(' ')).
   outputs("'.' ' '").
?- op(0,fx,.).
   true.
% #334
?- op(9,yf,.>).
   true.
% #335
?- write_canonical(a.> .>).
   outputs(".>(.>(a))").
% #336
?- writeq(((a).>).>).
   outputs("a.> .>").
?- op(0,yf,.>).
   true.
% #337
?- writeq([.|1]).
   outputs("['.'|1]").
% #338
?- writeq(-'-'2).
   outputs("- -2").
% #349
?- write_canonical((-,(1))).
   syntax_error(...).
% #350
?- writeq(-[]1).
   syntax_error(...).
% #351
?- writeq(-{}1).
   syntax_error(...).
?- op(1000,xfx,~>).
   true.
?- writeq([a~>b]).
   syntax_error(...).
?- op(1000,yfx,~>).
   true.
?- writeq([a~>b]).
   syntax_error(...).
?- op(1000,xfy,~>).
   true.
?- writeq([a~>b]).
   syntax_error(...).
?- writeq([(a~>b)]).
   outputs("[(a~>b)]").
?- op(0,xfy,~>).
   true.
% #356
?- writeq({|}).
   syntax_error(...).
% #357
?- writeq(([)).
   syntax_error(...).
?- writeq((>)(1)).
   syntax_error(...).
% #359
?- writeq({a:-b}).
   outputs("{a:-b}").
?- writeq(()).
   syntax_error(...).
% #381
?- Finis ().
   syntax_error(...).
