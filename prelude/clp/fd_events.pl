% Observing propagation and search.
%
% During the execution of a goal under call_with_events/2, the constraint kernel reports the
% following events in the order of their occurrence:
%
% - `known(X, Domain)`: the domain of a named variable at the beginning, or the one that it gets first;
% - `posted(Constraint)`: a constraint was posted, possibly by another one;
% - `removed(X, Values, Cause)`: the values were removed from the domain of `X`; `Cause` is a
%   constraint, or `decision` (of a search), `told` (the program set a domain, compared with an
%   integer, or unified), `cost` (a solution must be better than the previous ones);
% - `branch(Depth, Decision)`: a search decides `X #= V`, `X #\= V`, `X #=< V` or `X #> V`; `Depth`
%   is the number of decisions then in force;
% - `failed(Cause)`: there is no solution in this branch;
% - `backtrack(Depth)`: the program or the search backtracked to `Depth` decisions, and constraints
%   posted since then are removed; followed by
% - `restored(X, Values)` for all values that were restored to domains;
% - `solution(Depth)`: a search has found values for all its variables;
% - `restart`: a search starts again.
%
% These terms are ground. Variables are represented by names: those of the option `names/1`, else
% those of the query, else `_17` or similar. The third element of a list `Xs` is `'Xs3'`, and an
% element of a list of lists is `'Xs2_3'`. A name that is an integer is that integer. Constraints
% are the residual goals that an answer would show if no variable had a value.
%
% Events are delivered in batches: the kernel may run ahead of the listener, but not beyond an
% answer. If one run of propagation removes values more than 100,000 times, further removals by the
% same constraint from the same variable are combined into one event.

:- module(fd_events, [
    call_with_events/2, call_with_events/3, search_tree/2, search_tree/3, page_template/3
]).

:- meta_predicate call_with_events(0,1), call_with_events(0,1,?).
:- meta_predicate search_tree(0,?), search_tree(0,?,?).

:- op(700, xfx, in).
:- op(700, xfx, ins).
:- op(450, xfx, ..).
:- op(700, xfx, #>).
:- op(700, xfx, #>=).
:- op(700, xfx, #\=).

%! call_with_events(:Goal, :Listener) is nondet.
%
%  Calls `Goal`, and `call(Listener, Event)` for each event during its execution. The answers are
%  those of `Goal` in the same order. Failure and bindings of the listener have no effect; an
%  exception that it throws ends `Goal`. Events that the listener itself causes are not reported,
%  nor are those between the answers of `Goal`.
?- X in 1..3, call_with_events(X #> 2, writeln).
   outputs("known(X,1..3)\nremoved(X,1..2,told)\n"), X = 3.
?- call_with_events((X in 1..3, X #> 2), writeln).
   outputs("known(X,1..3)\nremoved(X,1..2,told)\n"), X = 3.
?- X in 1..2, Y in 1..2, X #\= Y, call_with_events(label([X,Y]), writeln).
   outputs("known(X,1..2)\nknown(Y,1..2)\nbranch(1,X#=1)\nremoved(X,2..2,decision)\nremoved(Y,1..1,X#\\=Y)\nsolution(1)\n"), X = 1, Y = 2
;  outputs("backtrack(0)\nrestored(X,2..2)\nrestored(Y,1..1)\nbranch(1,X#\\=1)\nremoved(X,1..1,decision)\nremoved(Y,2..2,X#\\=Y)\nsolution(1)\n"), X = 2, Y = 1.
?- X in 1..3, Y in 1..3, call_with_events(X #>= Y+1, writeln, [names([x=X,y-Y])]), X = 2.
   outputs("known(x,1..3)\nknown(y,1..3)\nposted(y#=<x+ -1)\nremoved(y,3..3,y#=<x+ -1)\nremoved(x,1..1,y#=<x+ -1)\n"), X = 2, Y = 1.
call_with_events(Goal, Listener) :- call_with_events(Goal, Listener, []).

%! call_with_events(:Goal, :Listener, +Options) is nondet.
%
%  As call_with_events/2, with the option `names(Names)`: a list of `Name=Term` or `Name-Term` that
%  gives names to variables. A name is an atom or an integer; a term is a variable, a list of
%  variables, or a list of such lists. With the empty name `''`, the elements of a list are called
%  1, 2, 3 and so on.
?- length(Qs, 2), Qs ins 1..2, call_with_events(Qs = [1|_], writeln, [names([''-Qs])]).
   outputs("known(1,1..2)\nknown(2,1..2)\nremoved(1,2..2,told)\n"), Qs = [1,_A], clpz:(_A in 1..2).
call_with_events(Goal, Listener, Options) :-
    given_names(Options, Names),
    setup_call_cleanup('$fd_listen'(Listener, Id), observed(Id, Names, Goal), '$fd_forget'(Id)).

given_names(Options, Names) :-
    option(names(Names), Options, []),
    must_be(list, Names).

% The listener is inactive between the answers of the goal.
observed(Id, Names, Goal) :-
    outer_names(Outer),
    append(Names, Outer, All),
    b_setval('$fd_names', All),
    '$fd_begin'(Id),
    (   call_cleanup(Goal, Last = true),
        (   Last == true ->
            !,
            '$fd_end'(Id)
        ;   '$fd_end'(Id)
        ;   '$fd_begin'(Id),
            fail
        ),
        b_setval('$fd_names', Outer)
    ;   '$fd_end'(Id),
        fail
    ).

outer_names(Names) :-
    (   '$global'('$fd_names', Names) -> true
    ;   Names = []
    ).

% Called by the kernel.
tell(_, []).
tell(Listener, [E|Es]) :-
    (   \+ call(Listener, E) -> true
    ;   true
    ),
    tell(Listener, Es).

%! search_tree(:Goal, +File) is nondet.
%
%  Calls `Goal` and writes the search tree of its labelings to `File`, a self-contained HTML page.
%  It shows the decisions, the values that each removed from domains, failures with their causes,
%  and solutions. The tree so far is written after the first answer, after some of the following
%  answers, when no more answers are requested, and when `Goal` throws, for example at a time limit.
%  `search_tree((Goal, false), File)` draws the whole tree.
?- X in 1..3, catch(search_tree(label([X]), no_such_directory/'t.html'), error(E,_), true).
   E = type_error(atom,no_such_directory/'t.html'), clpz:(X in 1..3).
search_tree(Goal, File) :- search_tree(Goal, File, []).

%! search_tree(:Goal, +File, +Options) is nondet.
%
%  As search_tree/2, with the options `names(Names)` as in call_with_events/3; `title(Atom)`;
%  `nodes(N)`, the largest number of decisions that are drawn, 100000 by default.
?- catch(search_tree(true, 'no_such_directory/t.html', [title(t)]), error(E,_), true).
   E = existence_error(source_sink,'no_such_directory/t.html').
search_tree(Goal, File, Options) :-
    given_names(Options, Names),
    option(nodes(Most), Options, 100000),
    must_be(positive_integer, Most),
    option(title(Title), Options, 'Search tree'),
    must_be(atom, Title),
    must_be(atom, File),
    write_page(tree, =(_), File),
    setup_call_cleanup(
        '$fd_listen_tree'(Most, Id),
        ( observed(Id, Names, Goal), save_sometimes(Id, Title, File) ),
        ( '$fd_end'(Id), save_tree(Id, Title, File), '$fd_forget'(Id) )).

% The file is written after 1, 2, 4, 8, ... answers, so that the total cost stays linear in the size
% of the tree.
save_sometimes(Id, Title, File) :-
    number_chars(Id, Cs),
    atom_chars(Key, ['$',f,d,'_',t,r,e,e,' '|Cs]),
    (   '$global'(Key, N0-Next0) -> true
    ;   N0-Next0 = 0-1
    ),
    N is N0+1,
    (   N < Next0 -> Next = Next0
    ;   Next is 2*N,
        save_tree(Id, Title, File)
    ),
    nb_setval(Key, N-Next).

save_tree(Id, Title, File) :- write_page(tree, '$fd_tree'(Id, Title), File).

% Writes a page; `call(Writer, Stream)` writes its data.
write_page(Page, Writer, File) :-
    page_template(Page, Before, After),
    setup_call_cleanup(
        open(File, write, Stream, [encoding(utf8)]),
        ( write(Stream, Before), call(Writer, Stream), write(Stream, After) ),
        close(Stream)).

%! page_template(+Page, -Before, -After) is det.
%
%  Unifies `Before` and `After` with the text before and after the data of an HTML page that shows a
%  search, as atoms. `Page` is `tree` or `board`, which programs/triska_show.pl uses. Throws a
%  domain error for any other page.
?- page_template(tree, B, A), sub_atom(B, 0, _, _, '<!DOCTYPE html>').
   B = ..., A = ... .
?- page_template(map, _, _).
   error(domain_error(page,map),page_template/3).
page_template(Page, Before, After) :-
    must_be(atom, Page),
    (   '$fd_page'(Page, Before, After) -> true
    ;   throw(error(domain_error(page,Page), page_template/3))
    ).
