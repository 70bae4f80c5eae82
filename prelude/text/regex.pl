% Regular expressions as operators, with the predicates of the pack `regex` for SWI-Prolog, on library(pcre).

:- module(regex, [(=~)/2, (\~)/2, regex/4, op(700, xfx, =~), op(700, xfx, \~)]).

%! =~(+Text, +Regex) is semidet.
%
%  True if the regular expression matches somewhere in the text. `Regex` is a text, or `Text/Flags` with the
%  flags of regex/4.
?- regex: =~(abc, "b.").
   true.
?- regex: =~("ABC", "^a"/i).
   true.
?- regex: =~(abc, "(").
   error(syntax_error(_A),regex/4).
Text =~ Regex :-
    parts(Regex, P, Os),
    regex(P, Os, Text, _).

parts(R, P, Os) :-
    (   nonvar(R), R = P0/Os0 -> P = P0, Os = Os0
    ;   P = R, Os = []
    ).

%! \~(+Text, +Regex) is semidet.
%
%  True if the regular expression does not match anywhere in the text.
?- regex: \~(abc, "x").
   true.
Text \~ Regex :- \+ Text =~ Regex.

%! regex(+Regex, +Options, +Text, -Captures) is semidet.
%
%  True if the regular expression matches somewhere in the text. `Options` is a list or an atom of the letters
%  `i` (case is ignored), `m` (`^` and `$` match at lines), `s` (`.` matches the end of a line too) and `x` (blanks and
%  comments are ignored), or a list of re_compile/3's options. If the expression has named groups, `Captures`
%  is an association list of their names and texts, otherwise the list of the texts of the groups that
%  take part in the match. A variable in a program is not bound by a group of its name.
?- regex:regex("(.)-(.)", [], "a-b", Cs).
   Cs = ["a","b"].
?- regex:regex("(?<x>.)-", [], "a-b", A), get_assoc(x, A, X).
   A = ..., X = "a".
?- regex:regex("b", q, abc, _).
   error(existence_error(re_flag,q),regex/4).
regex(P, Os0, Text, Captures) :-
    letters(Os0, Letters, Os),
    catch(re_matchsub(P/Letters, Text, M, Os), error(E,_), throw(error(E,regex/4))),
    M = [_|Groups],
    (   member(K-_, Groups), atom(K) ->
        findall(K1-V, ( member(K1-V, Groups), atom(K1) ), Ps),
        list_to_assoc(Ps, Captures)
    ;   pairs_values(Groups, Captures)
    ).

letters(Os0, Letters, Os) :-
    (   var(Os0) -> instantiation_error(regex/4)
    ;   Os0 == [] -> Letters = '', Os = []
    ;   atom(Os0) -> Letters = Os0, Os = []
    ;   must_be(list, Os0),
        findall(L, ( member(L, Os0), atom(L) ), Ls),
        atomic_list_concat(Ls, Letters),
        findall(O, ( member(O, Os0), compound(O) ), Os)
    ).
