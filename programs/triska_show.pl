%   What it shows: the animation of Markus Triska's page "Solving N-queens with
%   Prolog": show/3 solves N queens with the model of the page and draws the
%   steps of the constraint solver. A queen appears when one row is left for a
%   column; excluded squares turn grey and are restored on backtracking.
%   How to run it:  horn programs/triska_show.pl   then
%                   ?- show(4, [], Qs).
%                   ?- show(N, [], Qs).
%                   ?- show(50, [ff], Qs).
%
%   The animation is written to two files, queens50.ps (PostScript: `gs` or `gv`
%   shows it) and queens50.html (a page with a player, for any browser), or
%   queens.ps and queens.html if the number is not known before. They are in the
%   current directory, or in that of show_in/1. At each answer the files contain
%   the complete animation so far. If there is a display and `gs` is installed,
%   it plays the animation at the same time.

:- ensure_loaded(triska_queens).

:- dynamic(show_directory/1).

show_directory('').

%! show_in(+Directory) is det.
%
%  Sets the directory of the files. Throws an existence error if there is no such directory.
?- show_in('/no such directory').
   error(existence_error(directory,'/no such directory'),show_in/1).
show_in(Directory) :-
        must_be(atom, Directory),
        (   Directory == '' -> Prefix = ''
        ;   exists_directory(Directory) -> atom_concat(Directory, /, Prefix)
        ;   throw(error(existence_error(directory, Directory), show_in/1))
        ),
        retractall(show_directory(_)),
        assertz(show_directory(Prefix)).

%! show_in_temporary is det.
%
%  Sets the directory of the files to the one for temporary files.
show_in_temporary :-
        (   member(Name, ['TMPDIR','TEMP','TMP']),
            getenv(Name, Directory),
            Directory \== '',
            exists_directory(Directory)
        ->  show_in(Directory)
        ;   show_in('/tmp')
        ).

%! show(?N, +Options, ?Qs) is nondet.
%
%  Enumerates solutions of N queens as `labeling(Options, Qs)` finds them; `Qs` are the rows of the
%  queens of all columns.

?- show_in_temporary, show(4, [], Qs).
   Qs = [2,4,1,3]
;  Qs = [3,1,4,2]
;  false.

?- show_in_temporary, show(N, [], Qs).
   N = 0, Qs = []
;  N = 1, Qs = [1]
;  N = 4, Qs = [2,4,1,3]
;  ... .

?- show_in_temporary, show(8, [ff], Qs).
   Qs = [1,5,8,6,3,7,2,4]
;  Qs = [1,6,8,3,7,4,2,5]
;  ... .

?- show_in_temporary, show(6, [ff,down], [Q|Qs]), Q #= 5.
   Q = 5, Qs = [3,1,6,4,2]
;  false.

?- show_in_temporary, show(3, [], Qs).
   false.

?- show(8, [fastest], Qs).
   error(domain_error(labeling_option,fastest),labeling/2).

show(N, Options, Qs) :-
        (   integer(N) -> atom("queens~d", [N], Name), atom("~d queens", [N], Title)
        ;   Name = queens, Title = 'N queens'
        ),
        setup_call_cleanup(
            begin_show(Name, Title, Options, Show),
            ( animated(Show, N, Options, Qs), pause_show(Show) ),
            end_show(Show)).

animated(Show, N, Options, Qs) :-
        n_queens(N, Qs),
        set_up(Show, N, Qs),
        call_with_events(labeling(Options, Qs), draw(Show), [names([''-Qs])]).

% A show is `show(PS,Html)`: the streams of the two files. The state of the board is kept in global
% variables, because bindings of a listener are undone.

begin_show(Name, Title, Options, show(PS,Html)) :-
        show_directory(Prefix),
        atom_concat(Prefix, Name, Path),
        atom_concat(Path, '.ps', PSFile),
        atom_concat(Path, '.html', HtmlFile),
        page_template(board, Before, _),
        open(PSFile, write, PS),
        open(HtmlFile, write, Html, [encoding(utf8)]),
        format(Html, "~a~a, labeling(~q, Qs)~n", [Before,Title,Options]),
        nb_setval('show steps', 0),
        nb_setval('show player', none),
        (   catch(start_player(PSFile), _, fail) -> true
        ;   true
        ),
        nb_getval('show player', Player),
        (   Player == none ->
            format(user_error, "% No display, or no gs: the animation is in ~a and ~a~n", [PSFile,HtmlFile])
        ;   format(user_error, "% gs plays the animation; it is also in ~a and ~a~n", [PSFile,HtmlFile])
        ),
        prologue(Text),
        ps(show(PS,Html), Text, []).

pause_show(show(PS,Html)) :-
        flush_output(PS),
        flush_output(Html),
        nb_getval('show player', Player),
        (   Player == none -> true
        ;   catch(flush_output(Player), _, nb_setval('show player', none))
        ).

end_show(Show) :-
        Show = show(PS,Html),
        ps(Show, "end_of_show~n", []),
        page_template(board, _, After),
        format(Html, "~a", [After]),
        close(PS),
        close(Html),
        nb_getval('show player', Player),
        (   Player == none -> true
        ;   catch(close(Player), _, true)
        ).

% The board

set_up(Show, N, Qs) :-
        nb_setval('show size', N),
        nb_setval('show queens', 0),
        step(Show, "B~d~n", [N]),
        ps(Show, "~d board~n", [N]),
        Sum is N*(N+1)//2,
        columns(1, N, Sum, Qs, Show).

% The number of remaining rows of each column, and their sum, which is the row of the queen when
% there is only one.
columns(_, _, _, [], _).
columns(C, N, Sum, [Q|Qs], Show) :-
        column(C, Key),
        nb_setval(Key, N-Sum),
        (   N =:= 1 -> placed(Show, C, 1, 1)
        ;   true
        ),
        (   integer(Q) -> draw(Show, known(C, Q..Q))
        ;   true
        ),
        C1 is C+1,
        columns(C1, N, Sum, Qs, Show).

column(C, Key) :- atom("show column ~d", [C], Key).

draw(Show, known(C, D)) :-
        nb_getval('show size', N),
        parts(D, Ps, []),
        others(Ps, 1, N, Rows),
        (   Rows == [] -> true
        ;   ruled_out(Show, C, Rows)
        ).
draw(Show, removed(C, D, _)) :-
        integer(C),
        parts(D, Rows, []),
        ruled_out(Show, C, Rows).
draw(Show, restored(C, D)) :-
        integer(C),
        parts(D, Rows, []),
        cleared(Show, C, Rows).
draw(Show, branch(_, Decision)) :-
        Decision =.. [How,C,V],
        sign(How, Sign),
        step(Show, "d~d~a~d~n", [C,Sign,V]).
draw(Show, failed(_)) :- step(Show, "f~n", []).
draw(Show, backtrack(Depth)) :- step(Show, "b~d~n", [Depth]).
draw(Show, solution(_)) :- step(Show, "s~n", []).

sign(#=, =).
sign(#\=, !).
sign(#=<, l).
sign(#>, g).

ruled_out(Show, C, Rows) :-
        column(C, Key),
        nb_getval(Key, Count0-Sum0),
        totals(Rows, 0, Gone, 0, Sum),
        Count is Count0-Gone,
        Row is Sum0-Sum,
        nb_setval(Key, Count-Row),
        (   Count =:= 1 -> Op = q
        ;   Op = g
        ),
        columns_step(Show, Op, C, Rows),
        squares(Rows, C, g, Show),
        (   Count =:= 1 -> placed(Show, C, Row, 1)
        ;   true
        ),
        ps(Show, "p~n", []).

cleared(Show, C, Rows) :-
        column(C, Key),
        nb_getval(Key, Count0-Sum0),
        totals(Rows, 0, Back, 0, Sum),
        Count is Count0+Back,
        Sum1 is Sum0+Sum,
        nb_setval(Key, Count-Sum1),
        (   Count0 =:= 1 ->
            columns_step(Show, u, C, Rows),
            ps(Show, "~d ~d k~n", [C,Sum0]),
            placed(Show, C, none, -1)
        ;   columns_step(Show, c, C, Rows)
        ),
        squares(Rows, C, k, Show),
        ps(Show, "p~n", []).

placed(Show, C, Row, Change) :-
        nb_getval('show queens', Queens0),
        Queens is Queens0+Change,
        nb_setval('show queens', Queens),
        (   Row == none -> true
        ;   ps(Show, "~d ~d q~n", [C,Row])
        ),
        ps(Show, "~d t~n", [Queens]).

squares([], _, _, _).
squares([L-H|Ps], C, Op, Show) :-
        (   L =:= H -> ps(Show, "~d ~d ~a~n", [C,L,Op])
        ;   ps(Show, "~d 1 ~d {~d exch ~a} for~n", [L,H,C,Op])
        ),
        squares(Ps, C, Op, Show).

totals([], N, N, S, S).
totals([L-H|Ps], N0, N, S0, S) :-
        N1 is N0+H-L+1,
        S1 is S0+(L+H)*(H-L+1)//2,
        totals(Ps, N1, N, S1, S).

% The intervals of a domain.
parts(D1\/D2) --> !, parts(D1), parts(D2).
parts(L..H) --> !, [L-H].
parts(I) --> [I-I].

% The rows from L to N that are in none of the intervals.
others([], L, N, Rows) :-
        (   L =< N -> Rows = [L-N]
        ;   Rows = []
        ).
others([A-B|Ps], L, N, Rows) :-
        (   L < A ->
            H is A-1,
            Rows = [L-H|Rows1]
        ;   Rows = Rows1
        ),
        L1 is B+1,
        others(Ps, L1, N, Rows1).

% The page

columns_step(Show, Op, C, Rows) :-
        phrase(rows(Rows), Text),
        step(Show, "~a~d:~s~n", [Op,C,Text]).

rows([P|Ps]) -->
        { P = L-H },
        (   { L =:= H } -> { text("~d", [L], Cs) }, list(Cs)
        ;   { text("~d-~d", [L,H], Cs) }, list(Cs)
        ),
        (   { Ps == [] } -> []
        ;   ",", rows(Ps)
        ).

text(F, As, Cs) :- with_output_to(chars(Cs), format(F, As)).

atom(F, As, Atom) :-
        text(F, As, Cs),
        atom_chars(Atom, Cs).

list([]) --> [].
list([C|Cs]) --> [C], list(Cs).

% The page contains a limited number of steps, so that browsers can handle it.
step(show(_,Html), Format, Arguments) :-
        nb_getval('show steps', N0),
        (   N0 < 500000 ->
            N is N0+1,
            nb_setval('show steps', N),
            format(Html, Format, Arguments)
        ;   true
        ).

% PostScript

ps(show(PS,_), Format, Arguments) :-
        format(PS, Format, Arguments),
        nb_getval('show player', Player),
        (   Player == none -> true
        ;   catch(format(Player, Format, Arguments), _,
                  ( nb_setval('show player', none),
                    format(user_error, "% gs has ended~n", []) ))
        ).

% A named pipe: gs reads from it. The name is removed immediately.
start_player(File) :-
        getenv('DISPLAY', Display),
        Display \== '',
        \+ sub_atom(File, _, _, _, ''''),
        installed(gs),
        atom_concat(File, '.pipe', Pipe),
        atom("mkfifo '~a' && { gs -q -dNOPAUSE - <'~a' >/dev/null 2>&1 & }", [Pipe,Pipe], Command),
        shell(Command),
        open(Pipe, write, Player),
        delete_file(Pipe),
        nb_setval('show player', Player).

installed(Program) :-
        getenv('PATH', Path),
        atom_chars(Path, Cs),
        phrase(folder(Cs, Folder), _),
        atom_chars(F, Folder),
        atom_concat(F, /, F1),
        atom_concat(F1, Program, File),
        exists_file(File),
        !.

folder(Cs, Folder) --> { folder_of(Cs, Folder) }.

folder_of(Cs, Folder) :-
        append(First, [':'|Rest], Cs),
        !,
        (   Folder = First
        ;   folder_of(Rest, Folder)
        ).
folder_of(Cs, Cs).

prologue("%!PS-Adobe-3.0~n\
%%BoundingBox: 0 0 440 480~n\
%%Title: N queens~n\
%%EndComments~n\
<< /PageSize [440 480] >> setpagedevice~n\
% n board: sets up a board~n\
/board { /n exch def /s n 0 eq {400} {400 n div} ifelse def~n\
  1 setgray 0 0 440 480 rectfill~n\
  1 1 n { /c exch def 1 1 n { c exch k } for } for~n\
  0.35 setgray 0.8 setlinewidth 19.5 59.5 s n mul 1 add dup rectstroke 0 t } def~n\
% column row at: the corner of a square~n\
/at { n exch sub s mul 60 add exch 1 sub s mul 20 add exch } def~n\
/square { 2 copy at s s rectfill pop pop } def~n\
% column row k: a square that may hold a queen~n\
/k { 2 copy add 2 mod 0 eq {0.82 0.67 0.49} {0.96 0.92 0.83} ifelse setrgbcolor square } def~n\
% column row g: a square that is ruled out~n\
/g { 2 copy add 2 mod 0 eq {0.62} {0.69} ifelse setgray square } def~n\
/dot { s 0.05 mul 0 360 arc fill } def~n\
% column row q: a queen~n\
/q { gsave at translate 0.1 setgray s s scale /u s def /s 1 def~n\
  0.24 0.28 moveto 0.14 0.66 lineto 0.30 0.44 lineto 0.34 0.76 lineto 0.45 0.46 lineto 0.50 0.82 lineto~n\
  0.55 0.46 lineto 0.66 0.76 lineto 0.70 0.44 lineto 0.86 0.66 lineto 0.76 0.28 lineto closepath fill~n\
  0.24 0.16 0.52 0.085 rectfill~n\
  0.14 0.70 dot 0.34 0.80 dot 0.50 0.86 dot 0.66 0.80 dot 0.86 0.70 dot /s u def grestore } def~n\
% n t: says how many queens there are~n\
/t { 1 setgray 0 10 440 40 rectfill 0 setgray /Helvetica findfont 18 scalefont setfont~n\
  20 26 moveto (placed ) show dup 20 string cvs show 1 eq {( queen)} {( queens)} ifelse show } def~n\
% Only a display needs time to look at.~n\
/shown currentpagedevice /OutputDevice 2 copy known {get /x11 eq} {pop pop false} ifelse def~n\
/wait { usertime add { dup usertime le {pop exit} if } loop } def~n\
/p shown {{ flushpage 8 wait }} {{}} ifelse def~n\
/end_of_show shown {{ flushpage 3000 wait showpage }} {{ showpage }} ifelse def~n").
