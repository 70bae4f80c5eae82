% The goals of boxes as text: names for variables, places in files, domains.

:- module(box_text, [
    qualified_goal/2, box_names/2, write_with_names/4, box_position/3, goal_domains/3
]).

:- op(700, xfx, in).
:- op(450, xfx, ..).

%! qualified_goal(+Box, -Goal) is det.
%
%  The goal of a box, with its module unless that is `user`.
?- qualified_goal(box(1,1,p,m,root,none,_), G).
   G = m:p.
qualified_goal(Box, Q) :-
    box_goal(Box, M, G0),
    without_table(G0, G),
    ( M == user -> Q = G ; Q = M:G ).

% The clauses of a tabled predicate have a name of their own.
without_table(G0, G) :-
    (   callable(G0),
        functor(G0, N, _),
        atom_concat(N1, ' tabled', N) ->
        G0 =.. [_|As],
        G =.. [N1|As]
    ;   G = G0
    ).

%! write_with_names(+Stream, +Names, +Term, +Depth) is det.
%
%  Writes a term down to a depth (0: all of it). Variables have the names of the list of `Name=Variable`, others have
%  numbers, which they keep.
?- current_output(S), write_with_names(S, ['X'=X], f(X,a), 0).
   outputs("f(X, a)"), S = ... .
write_with_names(S, Names, T, D) :-
    all_names(T, Names, Ns),
    ( '$shows_texts' -> Text = true ; Text = false ),
    write_term(S, T, [
        quoted(true), portrayed(true), numbervars(true), max_depth(D), spacing(next_argument), variable_names(Ns),
        double_quotes(Text), priority(999)
    ]).

%! box_names(+Box, -Names) is det.
%
%  The names of the variables in the clause or query that has called the goal of a box, without those that have a value.
?- box_names(box(1,2,p,user,box(0,1,q,user,root,none,_),none,_), Ns).
   Ns = [].
box_names(Box, Names) :-
    box_place(Box, Place),
    (   Place = in(_, Ns, _) -> true
    ;   Place == none, box_parent(Box, root) -> '$query_variables'(Ns)
    ;   Ns = []
    ),
    unbound(Ns, [], Names).

unbound([], _, []).
unbound([N=V|Ns], Seen, Names0) :-
    (   var(V), \+ named(Seen, V) -> Names0 = [N=V|Names]
    ;   Names0 = Names
    ),
    unbound(Ns, [N=V|Seen], Names).

% Other variables have numbers, which they keep.
all_names(T, Names, Ns) :-
    term_variables(T, Vs),
    ( '$global'('$trace_names', Known), is_list(Known) -> true ; Known = [] ),
    length(Known, N),
    numbered(Vs, N, Names, Known, New, Ns, Names),
    ( New == Known -> true ; b_setval('$trace_names', New) ).

numbered([], _, _, New, New, Ns, Ns).
numbered([V|Vs], N0, Names, Known, New, Ns0, Ns) :-
    (   named(Names, V) -> numbered(Vs, N0, Names, Known, New, Ns0, Ns)
    ;   named_as(Known, V, Name) ->
        numbered(Vs, N0, Names, Known, New, Ns1, Ns),
        Ns0 = [Name=V|Ns1]
    ;   N is N0+1,
        number_codes(N, Cs),
        atom_codes(Name, [0'_|Cs]),
        numbered(Vs, N, Names, [Name=V|Known], New, Ns1, Ns),
        Ns0 = [Name=V|Ns1]
    ).

named(Ns, V) :- named_as(Ns, V, _).

named_as([N=W|Ns], V, Name) :- ( W == V -> Name = N ; named_as(Ns, V, Name) ).

%! box_position(+Box, -File, -Line) is semidet.
%
%  The name of the file, without its folder, and the line where the goal of a box stands, or its clause. Fails if that
%  is not known.
?- box_position(box(1,1,p,user,root,none,_), File, Line).
   false.
box_position(Box, File, Line) :-
    box_place(Box, Place),
    position(Place, Whole, Line),
    base_name(Whole, File).

position(at(File, Line), File, Line).
position(line(clause(M, H, W)), File, Line) :- '$goal_position'(M, H, W, [], File, Line, _).
position(in(clause(M, H, W), _, Path), File, Line) :- '$goal_position'(M, H, W, Path, File, Line, _).

base_name(File, Base) :-
    atom_codes(File, Cs),
    after_slash(Cs, Cs, Bs),
    atom_codes(Base, Bs).

after_slash([], Bs, Bs).
after_slash([C|Cs], Bs0, Bs) :-
    (   C == 0'/ -> after_slash(Cs, Cs, Bs)
    ;   after_slash(Cs, Bs0, Bs)
    ).

%! goal_domains(+Goal, +Most, -Domains) is det.
%
%  The domains of the constrained variables in a goal, `...` in place of further ones.
?- X in 1..3, goal_domains(p(X), 8, Ds).
   Ds = [X in 1..3], clpz:(X in 1..3).
goal_domains(G, N, Ds) :-
    term_variables(G, Vs),
    domains(Vs, N, Ds).

domains([], _, []).
domains([V|Vs], N0, Ds0) :-
    (   N0 =:= 0 -> Ds0 = [...]
    ;   attvar(V), '$fd_dom'(V, D), D \== '..'(inf,sup) -> Ds0 = [V in D|Ds], N is N0-1, domains(Vs, N, Ds)
    ;   domains(Vs, N0, Ds0)
    ).
