% The constraints of library(clpz) under the name that the library has in other systems.

:- module(clpfd, [
    op(760, yfx, #<==>), op(750, xfy, #==>), op(750, yfx, #<==),
    op(740, yfx, #\/), op(730, yfx, #\), op(720, yfx, #/\), op(710, fy, #\),
    op(700, xfx, #>), op(700, xfx, #<), op(700, xfx, #>=), op(700, xfx, #=<),
    op(700, xfx, #=), op(700, xfx, #\=), op(700, xfx, in), op(700, xfx, ins),
    op(450, xfx, ..),
    op(1200, xfx, +:), op(1200, xfx, -:), op(1200, xfx, +?), op(1200, xfx, -?),
    op(760, yfx, #<=>), op(750, xfy, #=>), op(750, yfx, #<=),
    op(490, yfx, ?), op(400, yfx, />), op(400, yfx, /<),
    (#>)/2, (#<)/2, (#>=)/2, (#=<)/2, (#=)/2, (#\=)/2,
    (#\)/1, (#<==>)/2, (#==>)/2, (#<==)/2, (#\/)/2, (#\)/2, (#/\)/2,
    zcompare/3, (in)/2, (ins)/2, domain/3, all_different/1, all_distinct/1,
    sum/3, scalar_product/4, chain/2,
    (in_set)/2,
    op(700, xfx, in_set),
    fd_var/1, fd_inf/2, fd_sup/2, fd_min/2, fd_max/2,
    fd_size/2, fd_dom/2, fd_degree/2,
    transpose/2
]).

:- reexport(library(fd_search)).
:- reexport(library(fd_sets)).
:- reexport(library(fd_predicates)).
:- reexport(library(fd_globals)).
:- reexport(library(fd_scheduling)).
:- reexport(library(fd_automata)).

:- use_module(library(clpz)).
:- use_module(library(lists)).
