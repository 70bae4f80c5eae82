% ISO/IEC 13211-1, 7.4.2: directives.

% 7.4.2 directives

:- dynamic(d1/1).
:- dynamic((d2/0, d3/2)).
:- dynamic([d4/1, d5/1]).
:- discontiguous(e1/1).
e1(1).
e2(1).
e1(2).
:- op(700, xfx, =@=@=).
op_term(a =@=@= b).
:- initialization(assertz(d1(loaded))).
:- set_prolog_flag(double_quotes, atom).
flagged("an atom").
:- set_prolog_flag(double_quotes, chars).
:- include('support/outer.pl').

?- d1(X).
   X = loaded.
?- d2.
   false.
?- d3(_, _).
   false.
?- d4(_) ; d5(_).
   false.
?- findall(X, e1(X), L).
   L = [1,2].
?- op_term(X), X =.. [F|As].
   X = (a=@=@=b), F = (=@=@=), As = "ab".
?- flagged(X), atom(X).
   X = 'an atom'.
?- flagged2(_).
   existence_error(procedure,flagged2/1).

:- char_conversion(&, ',').
conv(a & b).
conv('&').
:- char_conversion('&', '&').
conv(&).

?- findall(X, conv(X), Xs).
   Xs = "&&".
?- conv(X, Y).
   X = a, Y = b.

% loads(Text, Name, Other, Goal): runs `Goal` after loading a file with this text, beside another file with the text
% `Other`, which has the name `Name` so that no file is loaded twice: ensure_loaded/1 is tested, too.

loads(Text, Goal) :- loads(Text, other, '', Goal).

loads(Text, Name, Other, Goal) :-
    atom_concat('horn_7_04_02_', Name, Path),
    atom_concat(Path, '_main', Main),
    setup_call_cleanup(
        ( write_file(Path, Other), write_file(Main, Text) ),
        ( consult(Main), Goal ),
        ( delete_file(Path), delete_file(Main) )).

write_file(File, Text) :-
    setup_call_cleanup(open(File, write, S), write(S, Text), close(S)).

% 7.4.2.1 dynamic/1

?- dynamic(_).
   instantiation_error.
?- dynamic(dy/_).
   instantiation_error.
?- dynamic(_/1).
   instantiation_error.
?- dynamic([dy/1|_]).
   instantiation_error.
?- dynamic(dy).
   type_error(predicate_indicator,dy).
?- dynamic(dy/a).
   type_error(integer,a).
?- dynamic(1/2).
   type_error(atom,1).
?- dynamic(dy/(-1)).
   domain_error(not_less_than_zero,-1).
?- dynamic(dy/16777216).
   representation_error(max_arity).
?- dynamic(atom/1).
   permission_error(modify,static_procedure,atom/1).
?- dynamic((',')/2).
   permission_error(modify,static_procedure,(',')/2).
?- dynamic((\+)/1).
   permission_error(modify,static_procedure,(\+)/1).
?- dynamic([]).
   true.
?- dynamic(dy/1), dy(_).
   false.
?- loads(':- dynamic(da/1). da(1). da(2).', ( retract(da(1)), findall(X, da(X), L) )).
   L = [2].
?- loads(':- dynamic(db/0).', ( predicate_property(db, dynamic), \+ db )).
   true.

% 7.4.2.2 multifile/1

?- multifile(_).
   instantiation_error.
?- multifile(mu).
   type_error(predicate_indicator,mu).
?- multifile(mu/a).
   type_error(integer,a).
?- multifile(atom/1).
   permission_error(modify,static_procedure,atom/1).
?- loads(':- multifile(ma/1). ma(1). :- ensure_loaded(horn_7_04_02_ma).',
         ma, ':- multifile(ma/1). ma(2).', findall(X, ma(X), L)).
   L = [1,2].
?- loads(':- multifile(mb/1).', ( \+ mb(_) )).
   true.

% 7.4.2.3 discontiguous/1

?- discontiguous(_).
   instantiation_error.
?- discontiguous(di).
   type_error(predicate_indicator,di).
?- discontiguous(di/(-1)).
   domain_error(not_less_than_zero,-1).
?- discontiguous(atom/1).
   permission_error(modify,static_procedure,atom/1).
?- loads(':- discontiguous(dc/1). dc(1). dd(1). dc(2). dd(2).', ( findall(X, dc(X), L) )).
   L = [1,2].
?- loads(':- discontiguous([de/1,df/1]). de(1). df(1). de(2). df(2).',
         ( findall(X, de(X), L), findall(X, df(X), M) )).
   L = [1,2], M = [1,2].

% 7.4.2.4 op/3

?- loads(':- op(700, xfx, isto). oa(a isto b). :- op(0, xfx, isto). oa(isto).', findall(X, oa(X), L)),
   L = [T,A], T =.. F.
   L = [isto(a,b),isto], T = isto(a,b), A = isto, F = [isto,a,b].
?- loads(':- op(200, xfy, [oand,oor]). ob(a oand b oor c). :- op(0, xfy, [oand,oor]).', ob(X)).
   X = oand(a,oor(b,c)).

% 7.4.2.5 char_conversion/2

?- loads(':- char_conversion(\'~\', a). ca(~). ca(\'~\'). :- char_conversion(\'~\', \'~\'). ca(~).', findall(X, ca(X), L)).
   L = [a,~,~].
?- loads(':- set_prolog_flag(char_conversion, off), char_conversion(\'~\', a). cb(~). :- char_conversion(\'~\', \'~\'), set_prolog_flag(char_conversion, on).', cb(X)).
   X = (~).

% 7.4.2.6 initialization/1

?- initialization(_).
   instantiation_error.
?- initialization(1).
   type_error(callable,1).
?- loads(':- initialization(( findall(X, ia(X), L), assertz(ib(L)) )). ia(1). ia(2).', ib(L)).
   L = [1,2].
?- loads(':- initialization(assertz(ic(1))). :- initialization(assertz(ic(2))).', findall(X, ic(X), L)).
   L = [1,2].
?- loads(':- initialization(( assertz(id(1)) ; assertz(id(2)) )).', findall(X, id(X), L)).
   L = [1].
?- loads(':- dynamic(ie/1). :- assertz(ie(now)). ig(X) :- ie(X).', ig(X)).
   X = now.

% 7.4.2.7 include/1

?- loads('na(1). :- include(horn_7_04_02_na). na(3).', na, 'na(2).', findall(X, na(X), L)).
   L = [1,2,3].
?- loads('nd(1). :- include("horn_7_04_02_nd"). nd(3).', nd, 'nd(2).', findall(X, nd(X), L)).
   L = [1,2,3].
?- loads(':- include(horn_7_04_02_nb). nb(a nop b).', nb, ':- op(700, xfx, nop).', ( nb(X), X =.. L )), op(0, xfx, nop).
   X = nop(a,b), L = [nop,a,b].
?- loads(':- include(horn_7_04_02_nc). nc(~). :- char_conversion(\'~\', \'~\').', nc, ':- char_conversion(\'~\', b).', nc(X)).
   X = b.
% A name in an included text is relative to that text.
?- included(X).
   X = outer
;  X = inner.

% 7.4.2.8 ensure_loaded/1

?- ensure_loaded(_).
   instantiation_error.
?- ensure_loaded(horn_7_04_02_none).
   existence_error(source_sink,horn_7_04_02_none).
?- loads(':- ensure_loaded(horn_7_04_02_ea). :- ensure_loaded(horn_7_04_02_ea).', ea, ':- dynamic(ea/1). :- initialization(assertz(ea(1))).', findall(X, ea(X), L)).
   L = [1].

% 7.4.2.9 set_prolog_flag/2

?- loads(':- set_prolog_flag(double_quotes, codes). fa("a"). :- set_prolog_flag(double_quotes, atom). fa("a"). :- set_prolog_flag(double_quotes, chars). fa("a").', findall(X, fa(X), L)).
   L = [[97],a,"a"].
?- loads(':- set_prolog_flag(double_quotes, codes).', current_prolog_flag(double_quotes, X)).
   X = chars.
?- loads(':- set_prolog_flag(double_quotes, codes). :- ensure_loaded(horn_7_04_02_fb).',
         fb, ':- module(horn_7_04_02_fb, [fb/1]). fb("a").', fb(X)).
   X = "a".
?- loads(':- ensure_loaded(horn_7_04_02_fc). fd("a").',
         fc, ':- module(horn_7_04_02_more, [fc/1]). :- set_prolog_flag(double_quotes, codes). fc("a").', ( fc(X), fd(Y) )).
   X = [97], Y = "a".
?- read_term_from_atom('f("a")', X, [module(horn_7_04_02_more)]).
   X = f([97]).
?- read_term_from_atom('f("a")', X, [module(horn_7_04_02_more),double_quotes(atom)]).
   X = f(a).

% meta_predicate/1, which is in part 2 of the standard: the specifiers are kept as given.

?- loads(':- meta_predicate(mb(2,*,?,:,^,//,+,-)). mb(_,_,_,_,_,_,_,_).', predicate_property(mb(_,_,_,_,_,_,_,_), meta_predicate(M))).
   M = mb(2,*,?,:,^,//,+,-).
