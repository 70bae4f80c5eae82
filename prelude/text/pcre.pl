% Regular expressions, with the predicates of SWI-Prolog's library(pcre). Expressions without look-around and
% back references take time linear in the length of the text. A build of Horn without the feature
% `regex` throws an existence error for them.
%
% There are no dicts: a match is a list of pairs `Key-Value` in the order of the groups. The key of a
% group is its name, or its number if it has none; 0 is the whole match. Groups that take no part in
% a match are not in the list.

:- module(pcre, [
    re_match/2, re_match/3, re_matchsub/3, re_matchsub/4, re_foldl/6, re_split/3, re_split/4,
    re_replace/4, re_replace/5, re_compile/3, re_flush/0, re_config/1, re_portray/2
]).

:- meta_predicate re_foldl(3,?,?,?,?,?).
:- meta_predicate folded(?,3,?,?).
:- meta_predicate in_context(0,?).

%% Expressions

% expression(+Regex, +Options, -Pattern, -Flags, -Type, -Letters, +Context). `Flags` are the letters for the matcher,
% `Type` the type of values, `Letters` the flags after a slash.
expression(R, Os, P, Fs, T, Ls, PI) :-
    (   var(R) -> instantiation_error(PI)
    ;   R = '$regex'(P,Fs,T) -> Ls = []
    ;   must_be(list, Os),
        known_options(Os, PI),
        ( R = P0/Letters -> flag_letters(Letters, Ls, PI) ; P0 = R, Ls = [] ),
        text_to_atom(P0, P, PI),
        findall(F, flag(Os, Ls, F), Fs0),
        atomic_list_concat(Fs0, Fs),
        value_type(Ls, Os, T, PI)
    ).

% Options that have no effect may have any value, except that some are checked as in other systems.
known_options([], _).
known_options([O|Os], PI) :-
    (   nonvar(O), wrong_option(O) -> type_error(option, O, PI)
    ;   known_options(Os, PI)
    ).

wrong_option(_=_).
wrong_option(compat(_)).
wrong_option(newline(N)) :- \+ memberchk(N, [any,anycrlf,cr,lf,crlf,nul]).

text_to_atom(T, A, PI) :-
    (   ground(T) -> ( atom(T) -> A = T ; text_to_string(T, S), atom_string(A, S) )
    ;   instantiation_error(PI)
    ).

flag_letters(F, Ls, PI) :-
    (   var(F) -> instantiation_error(PI)
    ;   text_to_string(F, S),
        atom_chars(A, S),
        atom_chars(A, Ls),
        (   member(L, Ls), \+ memberchk(L, [x,i,m,s,a,r,t,n,g]) -> existence_error(re_flag, L, PI)
        ;   true
        )
    ).

% The matcher's letter of an option that holds.
flag(Os, Ls, F) :-
    option_letter(Option, F, Letter, Value),
    (   memberchk(Letter, Ls) -> true
    ;   G =.. [Option,V],
        memberchk(G, Os) -> V == Value
    ).

option_letter(caseless, i, i, true).
option_letter(multiline, m, m, true).
option_letter(dotall, s, s, true).
option_letter(extended, x, x, true).
option_letter(anchored, 'A', none, true).
option_letter(greedy, 'U', none, false).
option_letter(ungreedy, 'U', none, true).

value_type(Ls, Os, T, PI) :-
    (   member(L, Ls), type_letter(L, T0) -> T = T0
    ;   memberchk(capture_type(T0), Os) ->
        (   var(T0) -> instantiation_error(PI)
        ;   type_letter(_, T0) -> T = T0
        ;   domain_error(re_capture_type, T0, PI)
        )
    ;   T = string
    ).

type_letter(a, atom).
type_letter(r, range).
type_letter(t, term).
type_letter(n, number).
type_letter(-, string).
type_letter(-, integer).
type_letter(-, float).

start(Os, Text, Start, PI) :-
    (   memberchk(start(S), Os) ->
        (   var(S) -> instantiation_error(PI)
        ;   integer(S), S >= 0 -> Start = S, begins_in(S, Text, PI)
        ;   type_error(nonneg, S, PI)
        )
    ;   Start = 0
    ).

begins_in(Start, Text, PI) :-
    (   Start =:= 0 -> true
    ;   text_to_string(Text, S),
        string_length(S, N),
        ( Start < N -> true ; domain_error(offset, Start, PI) )
    ).

%! re_compile(+Pattern, -Regex, +Options) is det.
%
%  Unifies `Regex` with the compiled form of the text `Pattern`, which takes the place of a pattern in the other
%  predicates. Options that change the match are `caseless(B)`, `multiline(B)`, `dotall(B)`, `extended(B)`,
%  `anchored(B)` and `greedy(B)`; `capture_type(T)` is the type of the values of groups: `string`
%  (default), `atom`, `integer`, `float`, `number`, `term`, or `range` for `Start-Length`. Other options have
%  no effect.
%
%  Throws a syntax error for a pattern that is not a regular expression.
?- re_compile("a+", R, [caseless(true)]), re_matchsub(R, "xAAx", M).
   R = ..., M = [0-"AA"].
?- re_compile("(?<year_X>a)", R, []).
   error(existence_error(re_type_flag,'X'),re_compile/3).
?- re_compile("a", R, [newline(never)]).
   error(type_error(option,newline(never)),re_compile/3).
?- re_compile("a(", R, []).
   error(syntax_error(_A),re_compile/3).
re_compile(P, R, Os) :-
    (   nonvar(P), P = '$regex'(_,_,_) -> R = P
    ;   expression(P, Os, Pattern, Fs, T, _, re_compile/3),
        in_context('$regex_names'(Pattern, Fs, Names), re_compile/3),
        keys(Names, 0, T, _, re_compile/3),
        R = '$regex'(Pattern,Fs,T)
    ).

% Errors of the matcher with the predicate that was called.
in_context(G, PI) :- catch(G, error(E,_), throw(error(E,PI))).

%% Matches

% found(+Regex, +Text, +Most, +Options, -Matches, -Letters, +Context). `Matches` are lists of pairs.
found(R, Text, Most, Os, Ms, Type, Ls, PI) :-
    expression(R, Os, P, Fs0, Type, Ls, PI),
    ( ground(Text) -> true ; instantiation_error(PI) ),
    start(Os, Text, Start, PI),
    (   memberchk(anchored(true), Os), \+ sub_atom(Fs0, _, _, _, 'A') -> atom_concat(Fs0, 'A', Fs)
    ;   Fs = Fs0
    ),
    in_context('$regex_matches'(P, Fs, Text, Start, Most, Groups), PI),
    (   Groups == [] -> Ms = []
    ;   '$regex_names'(P, Fs, Names),
        keys(Names, 0, Type, Keys, PI),
        matches(Groups, Keys, Ms)
    ).

% The key and the type of each group: a name may end in `_` and the letter of a type.
keys([], _, _, [], _).
keys([N|Ns], I, T0, [K-T|Ks], PI) :-
    (   N == '' -> K = I, T = T0
    ;   sub_atom(N, B, 1, 1, '_'),
        B > 0,
        sub_atom(N, _, 1, 0, Letter),
        char_type(Letter, upper) ->
        suffix_type(Letter, T, PI),
        sub_atom(N, 0, B, _, K)
    ;   K = N, T = T0
    ),
    I1 is I+1,
    keys(Ns, I1, T0, Ks, PI).

suffix_type(Letter, T, PI) :-
    (   suffix(Letter, T) -> true
    ;   existence_error(re_type_flag, Letter, PI)
    ).

suffix('S', string).
suffix('A', atom).
suffix('I', integer).
suffix('F', float).
suffix('N', number).
suffix('T', term).
suffix('R', range).

matches([], _, []).
matches([Gs|Ms0], Ks, [Ps|Ms]) :- pairs(Gs, Ks, Ps), matches(Ms0, Ks, Ms).

pairs([], _, []).
pairs([G|Gs], [K-T|Ks], Ps) :-
    (   G = Start-Cs -> Ps = [K-V|Ps1], value(T, Start, Cs, V)
    ;   Ps = Ps1
    ),
    pairs(Gs, Ks, Ps1).

value(string, _, Cs, S) :- string_chars(S, Cs).
value(atom, _, Cs, A) :- atom_chars(A, Cs).
value(integer, _, Cs, I) :- number_value(integer, Cs, I).
value(float, _, Cs, F) :- number_value(number, Cs, N), F is float(N).
value(number, _, Cs, N) :- number_value(number, Cs, N).
value(term, _, Cs, T) :- atom_chars(A, Cs), term_to_atom(T, A).
value(range, Start, Cs, Start-N) :- length(Cs, N).

number_value(Type, Cs, N) :-
    catch(number_chars(N0, Cs), error(syntax_error(_),_), ( atom_chars(A, Cs), type_error(Type, A, re_matchsub/4) )),
    (   Type == integer, \+ integer(N0) -> type_error(integer, N0, re_matchsub/4)
    ;   N = N0
    ).

%! re_match(+Regex, +Text) is semidet.
%
%  True if the regular expression matches somewhere in `Text`. `Regex` is a text, `Text/Flags`, or the
%  result of re_compile/3. Flags are letters: `i` caseless, `m` multiline, `s` dotall, `x` extended, and for
%  the type of values `a` atom, `r` range, `t` term, `n` number.
?- re_match("^needle"/i, "Needle in a haystack").
   true.
?- re_match("needle", "hay").
   false.
?- re_match("a"/q, "a").
   error(existence_error(re_flag,q),re_match/2).
re_match(R, Text) :- found(R, Text, 1, [], [_], _, _, re_match/2).

%! re_match(+Regex, +Text, +Options) is semidet.
%
%  As re_match/2. Options are those of re_compile/3, and `start(N)`: the match begins after `N` characters
%  or later.
?- re_match("a", "abc", [start(1)]).
   false.
?- re_match("a", "abc", [start(3)]).
   error(domain_error(offset,3),re_match/3).
?- re_match("b", "abc", [anchored(true)]).
   false.
re_match(R, Text, Os) :- must_be(list, Os), found(R, Text, 1, Os, [_], _, _, re_match/3).

%! re_matchsub(+Regex, +Text, -Match) is semidet.
%
%  As re_match/2. Unifies `Match` with a list of pairs `Group-Value`: the first match with its groups. A
%  group that is named `Name_I` has the key `Name` and an integer as value; the letters are `S` string, `A`
%  atom, `I` integer, `F` float, `N` number, `T` term, `R` range. Another upper case letter is an existence error.
?- re_matchsub("(?<year_I>\\d+)-(?<month_I>\\d+)", "on 2017-04", M).
   M = [0-"2017-04",year-2017,month-4].
?- re_matchsub("(a)|(b)", "b", M).
   M = [0-"b",2-"b"].
re_matchsub(R, Text, M) :- found(R, Text, 1, [], [M], _, _, re_matchsub/3).

%! re_matchsub(+Regex, +Text, -Match, +Options) is semidet.
%
%  As re_matchsub/3, with the options of re_match/3.
?- re_matchsub("(?<w>\\w+) (?=b)", "é b", M, [capture_type(range)]).
   M = [0-(0-2),w-(0-1)].
?- re_matchsub("(.)\\1", "abccd", M, [capture_type(atom)]).
   M = [0-cc,1-c].
re_matchsub(R, Text, M, Os) :- must_be(list, Os), found(R, Text, 1, Os, [M], _, _, re_matchsub/4).

%! re_foldl(:Goal, +Regex, +Text, +V0, -V, +Options) is det.
%
%  Calls `Goal` with each match, a list of pairs as in re_matchsub/3, and two states, the first of which is `V0`
%  and the last `V`.
?- re_foldl([_,N0,N]>>(N is N0+1), "a", "aap", 0, N, []).
   N = 2.
?- re_foldl([[0-X],[X|Xs],Xs]>>true, "[a-z]+", "ab, cd", L, [], [capture_type(atom)]).
   L = [ab,cd].
re_foldl(G, R, Text, V0, V, Os) :-
    must_be(list, Os),
    found(R, Text, -1, Os, Ms, _, _, re_foldl/6),
    folded(Ms, G, V0, V).

folded([], _, V, V).
folded([M|Ms], G, V0, V) :- call(G, M, V0, V1), folded(Ms, G, V1, V).

%! re_split(+Regex, +Text, -Parts) is det.
%
%  Unifies `Parts` with the parts of `Text` between matches and the matches, in turn, a part first and last.
%  With the flag `a` they are atoms, with `n` numbers where possible, else atoms.
?- re_split("a+", "abaac", Ps).
   Ps = ["","a","b","aa","c"].
?- re_split(":\\s*"/n, "Age: 33", Ps).
   Ps = ['Age',': ',33].
re_split(R, Text, Ps) :- split(R, Text, Ps, [], re_split/3).

%! re_split(+Regex, +Text, -Parts, +Options) is det.
%
%  As re_split/3, with the options of re_match/3.
?- re_split("[,;]", "a,b;c", Ps, [capture_type(atom)]).
   Ps = [a,',',b,;,c].
re_split(R, Text, Ps, Os) :- must_be(list, Os), split(R, Text, Ps, Os, re_split/4).

split(R, Text, Ps, Os, PI) :-
    expression(R, Os, P, Fs, T, _, PI),
    found('$regex'(P,Fs,range), Text, -1, Os, Ms, _, _, PI),
    text_characters(Text, Cs),
    split_at(Ms, 0, Cs, T, Ps).

text_characters(Text, Cs) :- text_to_string(Text, S), string_chars(S, Cs).

split_at([], _, Cs, T, [P]) :- part(T, Cs, P).
split_at([[0-(Start-N)|_]|Ms], Here, Cs0, T, [P,Q|Ps]) :-
    Skipped is Start-Here,
    first(Skipped, Cs0, Ps0, Cs1),
    first(N, Cs1, Qs, Cs),
    part(T, Ps0, P),
    part(T, Qs, Q),
    Next is Start+N,
    split_at(Ms, Next, Cs, T, Ps).

first(N, Cs0, Xs, Cs) :- length(Xs, N), append(Xs, Cs, Cs0), !.

part(T, Cs, P) :-
    (   T == atom -> atom_chars(P, Cs)
    ;   T == number -> ( catch(number_chars(P0, Cs), error(syntax_error(_),_), fail) -> P = P0 ; atom_chars(P, Cs) )
    ;   string_chars(P, Cs)
    ).

%! re_replace(+Regex, +With, +Text, -Result) is det.
%
%  Replaces the first match in `Text`, or with the flag `g` each match. In the text `With`, `\N`, `$N`,
%  `\Name` and `$Name` stand for the value of a group, also written `{N}` and `{Name}` after the sign; `\\` and `$$`
%  stand for the sign. With the flag `a` the result is an atom, with `s` a string
%  whatever the options say.
%
%  Throws an existence error if the expression has no such group.
?- re_replace("a"/g, "<\\0>", "banana", R).
   R = "b<a>n<a>n<a>".
?- re_replace("(?<y_I>\\d+)-(?<m_I>\\d+)", "${m}/$y", "2017-04", R).
   R = "4/2017".
?- re_replace("a", "$q", "a", R).
   error(existence_error(re_group,q),re_replace/4).
re_replace(R, With, Text, Result) :- replaced(R, With, Text, Result, [], re_replace/4).

%! re_replace(+Regex, +With, +Text, -Result, +Options) is det.
%
%  As re_replace/4, with the options of re_match/3.
?- re_replace("B", "x", abc, R, [caseless(true),capture_type(atom)]).
   R = axc.
re_replace(R, With, Text, Result, Os) :- must_be(list, Os), replaced(R, With, Text, Result, Os, re_replace/5).

replaced(R, With, Text, Result, Os, PI) :-
    expression(R, Os, P, Fs, T0, Ls, PI),
    (   memberchk(T0, [range,term,number]) -> T = string
    ;   T0 == atom, memberchk(s, Ls), \+ memberchk(a, Ls) -> T = string
    ;   T = T0
    ),
    ( ground(With) -> true ; instantiation_error(PI) ),
    text_characters(With, Ws),
    phrase(template(Parts), Ws),
    ( memberchk(g, Ls) -> Most = -1 ; Most = 1 ),
    found('$regex'(P,Fs,range), Text, Most, Os, Ranges, _, _, PI),
    in_context('$regex_names'(P, Fs, Names), PI),
    keys(Names, 0, string, Keys, PI),
    check_groups(Parts, Keys, PI),
    found('$regex'(P,Fs,string), Text, Most, Os, Ms, _, _, PI),
    text_characters(Text, Cs),
    start_of(Ranges, Ms, 0, Cs, Parts, Rs, []),
    part(T, Rs, Result).

check_groups([], _, _).
check_groups([P|Ps], Ks, PI) :-
    (   P = group(K), \+ memberchk(K-_, Ks) -> existence_error(re_group, K, PI)
    ;   true
    ),
    check_groups(Ps, Ks, PI).

% The place and the length of the whole match are those of the first group of the list of ranges.
start_of([], [], _, Cs, _) --> characters(Cs).
start_of([[0-(Start-N)|_]|Rs], [M|Ms], Here, Cs0, Parts) -->
    { Skipped is Start-Here, first(Skipped, Cs0, Xs, Cs1), first(N, Cs1, _, Cs), Next is Start+N },
    characters(Xs),
    filled(Parts, M),
    start_of(Rs, Ms, Next, Cs, Parts).

filled([], _) --> [].
filled([P|Ps], M) -->
    (   { P = group(K) } ->
        (   { memberchk(K-V, M) } -> { text_characters(V, Cs) }, characters(Cs)
        ;   []
        )
    ;   { P = char(C) }, [C]
    ),
    filled(Ps, M).

characters([]) --> [].
characters([C|Cs]) --> [C], characters(Cs).

template([P|Ps]) --> [C], { C == (\) ; C == ($) }, !, reference(C, P), template(Ps).
template([char(C)|Ps]) --> [C], !, template(Ps).
template([]) --> [].

reference(C, char(C)) --> [C], !.
reference(_, group(K)) --> ['{'], word(Cs), ['}'], { Cs = [_|_] }, !, { key(Cs, K) }.
reference(_, group(N)) --> [D], { char_type(D, digit) }, !, digits(Ds), { number_chars(N, [D|Ds]) }.
reference(_, group(K)) --> word(Cs), { Cs = [_|_] }, !, { atom_chars(K, Cs) }.
reference(C, char(C)) --> [].

digits([D|Ds]) --> [D], { char_type(D, digit) }, !, digits(Ds).
digits([]) --> [].

word([C|Cs]) --> [C], { char_type(C, csym) }, !, word(Cs).
word([]) --> [].

key(Cs, K) :-
    (   catch(number_chars(N, Cs), error(syntax_error(_),_), fail) -> K = N
    ;   atom_chars(K, Cs)
    ).

%! re_flush is det.
%
%  Forgets the compiled expressions that the machine keeps. They are compiled again when they are used.
?- re_flush.
   true.
re_flush :- '$regex_flush'.

%! re_config(?Term) is nondet.
%
%  True if `Term` is a property of the regular expressions: `utf8(true)`, `unicode(true)`, `unicode_properties(true)`,
%  `jit(false)`, `newline(10)`, `newline2(lf)`, `bsr2(unicode)`.
?- re_config(utf8(X)).
   X = true.
re_config(utf8(true)).
re_config(unicode(true)).
re_config(unicode_properties(true)).
re_config(jit(false)).
re_config(newline(10)).
re_config(newline2(lf)).
re_config(bsr2(unicode)).

%! re_portray(+Stream, +Regex) is det.
%
%  Writes a compiled expression to a stream.
?- re_compile("a+", R, [caseless(true)]), current_output(S), re_portray(S, R).
   R = ..., S = ..., outputs("<regex>(/a+/ [i])").
re_portray(S, R) :-
    (   var(R) -> instantiation_error(re_portray/2)
    ;   R = '$regex'(P,Fs,_) -> true
    ;   type_error(regex, R, re_portray/2)
    ),
    atom_chars(Fs, Cs),
    format(S, "<regex>(/~w/ ~w)", [P,Cs]).
