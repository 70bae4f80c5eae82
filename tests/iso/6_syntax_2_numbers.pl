% ISO/IEC 13211-1, 6: syntax. Numbers, character codes, and names that touch them.
%
% The numbers are those of "Conformity Testing I: Syntax" by Ulrich Neumerkel, which collects
% the cases on which systems disagree; a case without a number here is a neighbour of one.

% 6.4.4 numbers, and names that touch them

?- op(1,xf,xf1).
   true.
% #42
?- 1xf1 = xf1(1).
   true.
% #43
?- X = 0X1.
   syntax_error(...).
% #44
?- float(.0).
   syntax_error(...).
?- op(100,xfx,.).
   true.
% #45
?- functor(3 .2,F,A).
   F = ('.'), A = 2.
?- op(0,xfx,.).
   true.
% #46
?- float(- .0).
   syntax_error(...).
% #47
?- float(1E9).
   syntax_error(...).
% #48
?- integer(1e).
   syntax_error(...).
?- op(9,xf,e9).
   true.
% #49
?- 1e9 = e9(1).
   true.
?- op(0,xf,e9).
   true.
?- op(9,xf,e).
   true.
% #50
?- 1e-9 = -(e(1),9).
   true.
% #51
?- 1.0e- 9 = -(e(1.0),9).
   true.
% #204
?- writeq(1e).
   outputs("1 e").
% #220
?- writeq(1.0e).
   outputs("1.0 e").
?- op(0,xf,e).
   true.
?- op(9,xfy,e).
   true.
% #52
?- 1.2e 3 = e(X,Y).
   X = 1.2, Y = 3.
?- op(0,xfy,e).
   true.
% #53
?- writeq(1.0e100).
   outputs("1.0e100").
% #54
?- float(1.0ee9).
   syntax_error(...).
% #286
?- (- (1)) = -(1).
   true.
% #287
?- (- -1) = -(-1).
   true.
% #288
?- (- 1^2) = ^(-1,2).
   true.
% #56
?- integer(- 1).
   true.
% #57
?- integer('-'1).
   true.
% #58
?- integer('-' 1).
   true.
% #59
?- integer(- /*.*/1).
   true.
% #60
?- read(G), call(G).
   inputs("integer(-/*.*/1).\n"), syntax_error(...).
% #61
?- integer('-'/*.*/1).
   true.
% #62
?- atom(-/*.*/-).
   true.
% #63
?- op(0,fy,-).
   true.
% #180
?- integer(-1).
   true.
% #64
?- integer(- 1).
   true.
% #328
?- writeq([-]).
   outputs("[-]").
% #136
?- writeq(-(1)).
   outputs("-(1)").
?- op(200,fy,-).
   true.
% #113
?- X = `a`.
   syntax_error(...).
% #114
?- integer(0'\').
   true.
% #115
?- integer(0''').
   true.
% #116
?- 0''' = 0'\'.
   true.
% #117
?- read(G), call(G).
   inputs("integer(0'').\n"), syntax_error(...).
% #195
?- op(100,xf,'').
   true.
% #205
?- (0 '') = ''(X).
   X = 0.
% #196
?- writeq(0 '').
   outputs("0 ''").
% #197
?- writeq(0'').
   outputs("0 ''").
?- op(0,xf,'').
   true.
% #118
?- op(100,xfx,'').
   true.
% #119
?- functor(0 ''1, F, A).
   F = (''), A = 2.
% #120
?- functor(0''1, F, A).
   F = (''), A = 2.
?- op(0,xfx,'').
   true.
?- op(100,xf,f).
   true.
% #206
?- read(G), call(G).
   inputs("writeq(0'f').\n"), syntax_error(...).
% #207
?- writeq(0'f'f').
   outputs("102 f").
% #209
?- writeq(0'ff).
   outputs("102 f").
% #256
?- writeq(0f).
   outputs("0 f").
?- op(0,xf,f).
   true.
?- op(100,xf,'f ').
   true.
% #208
?- writeq(0 'f ').
   outputs("0 'f '").
?- op(0,xf,'f ').
   true.
% #121
?- read(G), call(G).
   inputs("X = 2'1.\n"), syntax_error(...).
?- op(100,xfx,'1').
   true.
% #122
?- functor(2'1'y, F, A).
   F = ('1'), A = 2.
% #262
?- functor(2 '1'y, F, A).
   F = ('1'), A = 2.
?- op(0,xfx,'1').
   true.
% #123
?- X =0'\x41\ .
   X = 65.
% #124
?- X =0'\x41\.
   X = 65.
% #125
?- X =0'\x1\.
   X = 1.
% #339
?- writeq(0'\x\).
   syntax_error(...).
% #127
?- X is 16'mod'2.
   X = 0.
% #128
?- X is 37'mod'2.
   X = 1.
% #129
?- read(G), call(G).
   inputs("X is 0'mod'1.\n"), syntax_error(...).
% #130
?- X is 1'+'1.
   X = 2.
% #212
?- X is 1'\
+'1.
   X = 2.
% #213
?- X is 0'\
+'1.
   X = 1.
% #259
?- X = 0'\
+'/*'. %*/1.
   X = 0+1.
% #303
?- read(G), call(G).
   inputs("X = 0'\\\na.\n"), syntax_error(...).
% #214
?- read(G), call(G).
   inputs("X is 0'\\\n"), syntax_error(...).
% #126
?- read(G), call(G).
   inputs("X = 0'\\\n.\\\n"), syntax_error(...).
% #172
?- X is 10.0** -323, writeq(X).
   outputs("1.0e-323"), X = 1.0e-323.
% #173
?- 1.0e-323=:=10.0** -323.
   true.
% #174
?- -1 = -0x1.
   true.
% #175
?- T = t(0b1,0o1,0x1).
   T = t(1,1,1).
% #176
?- X is 0b1mod 2.
   X = 1.
?- op(9,yfx,[bop,bo,b,op,xor]).
   true.
% #251
?- writeq(0bop 2).
   outputs("0 bop 2").
% #263
?- writeq(0 bop 2).
   outputs("0 bop 2").
% #252
?- writeq(0bo 2).
   outputs("0 bo 2").
% #253
?- writeq(0b 2).
   outputs("0 b 2").
% #254
?- writeq(0op 2).
   outputs("0 op 2").
% #255
?- writeq(0xor 2).
   outputs("0 xor 2").
?- op(0,yfx,[bop,bo,b,op]).
   true.
?- op(500,yfx,xor).
   true.
% #265
?- op(9,yf,[b2,o8]).
   true.
% #266
?- writeq(0b2).
   outputs("0 b2").
% #267
?- writeq(0o8).
   outputs("0 o8").
?- op(0,yf,[b2,o8]).
   true.
% #272
?- writeq(0B1).
   syntax_error(...).
% #276
?- writeq(0xamod 2).
   outputs("10 mod 2").
% #280
?- writeq(00'+'1).
   outputs("0+1").
% #281
?- read(G), call(G).
   inputs("writeq(00'a).\n"), syntax_error(...).
% #270
?- read_term(G, [variable_names(['C'=C])]), call(G).
   inputs("get_char(C). %a\n"), G = ..., C = ' '.
% #271
?- read_term(G, [variable_names(['C'=C])]), call(G).
   inputs("get_char(C).%a\n"), G = ..., C = '%'.
