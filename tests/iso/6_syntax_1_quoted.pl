% ISO/IEC 13211-1, 6: syntax. Quoted items, escapes and comments.
%
% The numbers are those of "Conformity Testing I: Syntax" by Ulrich Neumerkel, which collects
% the cases on which systems disagree; a case without a number here is a neighbour of one.

% 6.4.2 names and quoted items, escape sequences

% #1
?- writeq('\n').
   outputs("'\\n'").
% #2
?- read(G), call(G).
   inputs("'\n"), syntax_error(...).
% #3
?- read(G), call(G).
   inputs(")\n"), syntax_error(...).
% #261
?- read(G), call(G).
   inputs(")\n'\n"), syntax_error(...).
% #4
?- read(G), call(G).
   inputs(".\n"), syntax_error(...).
% #5
?- writeq('	').
   syntax_error(...).
% #177
?- 0'	=0'	 .
   syntax_error(...).
% #6
?- read(G), call(G).
   inputs("writeq('\n').\n"), syntax_error(...).
% #7
?- writeq('\
').
   outputs("''").
% #8
?- writeq('\
a').
   outputs("a").
% #9
?- writeq('a\
b').
   outputs("ab").
% #10
?- writeq('a\
 b').
   outputs("'a b'").
% #11
?- writeq('\ ').
   syntax_error(...).
% #193
?- read(G), call(G).
   inputs("writeq('\\ \n').\n"), syntax_error(...).
% #12
?- writeq('\	').
   syntax_error(...).
% #13
?- writeq('\t').
   outputs("'\\t'").
% #14
?- writeq('\a').
   outputs("'\\a'").
% #15
?- writeq('\7\').
   outputs("'\\a'").
% #16
?- writeq('\ca').
   syntax_error(...).
% #241
?- writeq('\d').
   syntax_error(...).
% #17
?- writeq('\e').
   syntax_error(...).
% #18
?- writeq('\033\').
   outputs("'\\x1b\\'").
% #301
?- writeq('\0\').
   outputs("'\\x0\\'").
% #19
?- char_code('\e',C).
   syntax_error(...).
% #21
?- char_code('\d',C).
   syntax_error(...).
% #22
?- writeq('\u1').
   syntax_error(...).
?- writeq('\u0021').
   outputs("!").
?- put_char('\u0021').
   outputs("!").
?- writeq("\u0021").
   outputs("[!]").
% #315
?- writeq('\x21\').
   outputs("!").
% #316
?- writeq('\x0021\').
   outputs("!").
% #23
?- X = 0'\u1.
   syntax_error(...).
% #24
?- read(G), call(G).
   inputs("writeq('\n"), syntax_error(...).
% #25
?- read(G), call(G).
   inputs("writeq(.\n"), syntax_error(...).
% #26
?- read(G), call(G).
   inputs("'\\\n''.\n"), syntax_error(...).
% #210
?- read(G), call(G).
   inputs("X = 0'\\.\n"), syntax_error(...).
% #211
?- X = 0'\. .
   syntax_error(...).
% #35
?- writeq('/*').
   outputs("'/*'").
% #203
?- writeq(//*).
   outputs("//*").
% #282
?- writeq(//*.*/).
   outputs("//*.*/").
% #36
?- writeq('/**').
   outputs("'/**'").
% #37
?- writeq('*/').
   outputs("*/").
% #38
?- "\'\`\"" = "'`""".
   true.
% #179
?- "\'\"" = "'""".
   true.
% #178
?- "\`" = "`".
   true.
% #39
?- '\'\`\"' = '''`"'.
   true.
% #40
?- writeq('\'\`\"\"').
   outputs("'\\'`\"\"'").
% #41
?- ('\\') = (\).
   true.
% #100
?- '''' = '\''.
   true.
% #101
?- a = '\141\'.
   true.
% #102
?- read(G), call(G).
   inputs("a = '\\141'.\n"), syntax_error(...).
% #103
?- X = '\141\141'.
   X = a141.
% #104
?- X = '\9'.
   syntax_error(...).
% #105
?- X = '\N'.
   syntax_error(...).
% #106
?- read(G), call(G).
   inputs("X = '\\\\' .\n"), syntax_error(...).
?- read(G), call(G).
   inputs("X = '\\' .\n"), syntax_error(...).
% #107
?- X = '\77777777777\'.
   syntax_error(...).
% #108
?- a = '\x61\'.
   true.
% #109
?- read(G), call(G).
   inputs("atom_codes('\\xG\\',Cs).\n"), syntax_error(...).
% #110
?- read(G), call(G).
   inputs("atom_codes('\\xG1\\',Cs).\n"), syntax_error(...).
% #111
?- read(G), call(G).
   inputs("atom(`).\n"), syntax_error(...).
% #112
?- read(G), call(G).
   inputs("atom(`+).\n"), syntax_error(...).
% #297
?- read(G), call(G).
   inputs("atom(`\n`).\n"), syntax_error(...).
% #165
?- atom('.''-''.').
   true.
% #228
?- writeq(0'\z).
   syntax_error(...).
% #230
?- char_code('\^',X).
   syntax_error(...).
% #231
?- writeq(0'\c).
   syntax_error(...).
% #232
?- writeq(0'\ ).
   syntax_error(...).
% #264
?- writeq('^`').
   outputs("'^`'").
% #269
?- writeq('\b\r\f\t\n').
   outputs("'\\b\\r\\f\\t\\n'").
% #284
?- writeq('\^J').
   syntax_error(...).
% #225
?- char_code(C,0), writeq(C).
   outputs("'\\x0\\'"), C = '\x0\'.
% #250
?- writeq('\0\').
   outputs("'\\x0\\'").
% #170
?- set_prolog_flag(double_quotes,chars).
   true.
% #171
?- writeq("a").
   outputs("[a]").
% #229
?- writeq("\z").
   syntax_error(...).
% #300
?- writeq("\0\").
   outputs("['\\x0\\']").
% #186
?- X/* /*/=7.
   X = 7.
% #187
?- X/*/*/=7.
   X = 7.
% #307
?- writeq([/**/]).
   outputs("[]").
% #324
?- writeq('%').
   outputs("'%'").
