% ISO/IEC 13211-1, 6: syntax. The later cases of the published table.
%
% The numbers are those of "Conformity Testing I: Syntax" by Ulrich Neumerkel. The three cases on
% \u hold for the standard alone, with the flag iso.

% 6.4.2.1 escape sequences that the standard does not have

?- set_prolog_flag(iso, true).
   true.

% #312
?- writeq('\u0021').
   syntax_error(...).
% #313
?- put_code(0'\u0021).
   syntax_error(...).
% #314
?- writeq("\u0021").
   syntax_error(...).
?- writeq('\\u0021').
   outputs("'\\\\u0021'").
?- writeq('a\sb').
   syntax_error(...).
?- X = 1_000.
   syntax_error(...).
?- X = 1r3.
   syntax_error(...).
?- X = 1.0Inf.
   syntax_error(...).
?- X = 1.5NaN.
   syntax_error(...).
?- X = 0'\s.
   syntax_error(...).
?- atom_length('a\
b', N).
   N = 2.
?- set_prolog_flag(iso, false).
   true.
?- writeq('\u0021').
   outputs("!").
?- set_prolog_flag(iso, maybe).
   domain_error(flag_value,iso+maybe).

% 6.3.4 operators that end in a full stop, and others of the later cases

% #340
?- op(699,xf,>.).
   true.
% #341
?- writeq(>(>.(a),b)).
   outputs("a>. >b").
% #342
?- write_canonical(a>. >b).
   outputs(">(>.(a),b)").
% #343
?- write_canonical(a>. =b).
   outputs("=(>.(a),b)").
% #344
?- write_canonical((a>.,b)).
   outputs("','(>.(a),b)").
% #345
?- write_canonical(a>.).
   outputs(">.(a)").
?- op(0,xf,>.).
   true.
% #237
?- op(699,xf,>).
   permission_error(create,operator,>).
% #346
?- write_canonical(a>b).
   outputs(">(a,b)").
% #347
?- op(100,fx,',').
   permission_error(modify,operator,',').
% #352
?- op(1000,xfx,~>).
   true.
?- writeq([a~>b]).
   syntax_error(...).
% #353
?- op(0,xfx,~>), op(1000,yfx,~>).
   true.
?- writeq([a~>b]).
   syntax_error(...).
% #354
?- op(0,yfx,~>), op(1000,xfy,~>).
   true.
?- writeq([a~>b]).
   syntax_error(...).
?- op(0,xfy,~>).
   true.
% #358
?- writeq(((>)(1)).
   syntax_error(...).
% #360
?- op(1105,xfy,'|').
   true.
?- writeq((|)).
   syntax_error(...).
% #361
?- op(0,xfy,'|').
   true.
?- writeq((|)).
   syntax_error(...).
?- op(1100,xfy,'|').
   true.
% #362
?- writeq(\(!;!)).
   syntax_error(...).
?- writeq(\ (!;!)).
   outputs("\\ (!;!)").
% #365
?- op(0,fy,$).
   true.
% #366
?- writeq($ab).
   syntax_error(...).
% #378
?- writeq(--> /2).
   syntax_error(...).
% #379
?- writeq((-->)/2).
   outputs("(-->)/2").

% 6.4.4 numbers, and names of symbol characters, of the later cases

% #363
?- writeq(010).
   outputs("10").
% #364
?- writeq(-0.0).
   outputs("-0.0").
% #367
?- writeq(0'. ).
   outputs("46").
% #368
?- writeq(?).
   outputs("?").
% #369
?- writeq(?-).
   outputs("?-").
% #370
?- writeq(./*).
   outputs("./*").
% #371
?- writeq({*}).
   outputs("{*}").
% #372
?- writeq(.*).
   outputs(".*").
% #373
?- writeq(...*).
   outputs("...*").
% #374
?- [.
   syntax_error(...).
% #375
?- {.
   syntax_error(...).

% 7.10.5 variables, and lists that are written as terms

% #332
?- with_output_to(chars(Cs), writeq(1 is _)), append("1 is _", _, Cs).
   Cs = ... .
% #376
?- with_output_to(chars([C|_]), writeq(_)).
   C = '_'.
% #377
?- write_term(., [ignore_ops(true)]).
   outputs(".").
% #380
?- write_term([' '], [ignore_ops(true)]).
   outputs(".( ,[])").
