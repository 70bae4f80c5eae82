% Quasi-quotations of SWI-Prolog: text in another language inside a clause, `{|Syntax||Text|}`, in texts of the dialect `swi`. When the
% clause is read, the program parses the text and gives the term that it means.

:- module(quasi_quotations, [
    quasi_quotation_syntax/1, quasi_quotation_syntax_error/1, with_quasi_quotation_input/3, phrase_from_quasi_quotation/2
]).

:- meta_predicate quasi_quotation_syntax(:), with_quasi_quotation_input(?,?,0), phrase_from_quasi_quotation(//,?).

% declared(Module, Syntax)
:- dynamic(declared/2).

declared(strings, string).

%! quasi_quotation_syntax(:Syntax) is det.
%
%  Declares that `Syntax/4` parses quotations with this name: it is called with the quotation, the arguments of the syntax, the list
%  of `Name=Variable` of the clause, and a variable for the result.
?- quasi_quotation_syntax(user:csv_row).
   true.
quasi_quotation_syntax(Syntax) :-
    strip_module(Syntax, M, S),
    must_be(atom, S),
    (   declared(M, S) -> true
    ;   assertz(declared(M, S))
    ).

%! quasi_quotation_syntax_error(+Error) is failure.
%
%  Throws a syntax error of the quotation that is being parsed.
?- quasi_quotation_syntax_error(row_expected).
   error(syntax_error(row_expected),quasi_quotation).
quasi_quotation_syntax_error(E) :- throw(error(syntax_error(E),quasi_quotation)).

%! with_quasi_quotation_input(+Quotation, -Stream, :Goal) is semidet.
%
%  Calls `Goal` once while `Stream` is an input stream with the text of the quotation.
?- with_quasi_quotation_input('$quasi_quotation'("ab"), S, get_char(S, C)).
   S = ..., C = a.
with_quasi_quotation_input('$quasi_quotation'(Text), S, G) :-
    setup_call_cleanup(open_string(Text, S0), ( S = S0, once(G) ), close(S0)).

%! phrase_from_quasi_quotation(:Grammar, +Quotation) is nondet.
%
%  Parses the text of the quotation, as a list of codes, by a grammar.
?- phrase_from_quasi_quotation([97,C], '$quasi_quotation'("ab")).
   C = 98.
phrase_from_quasi_quotation(G, '$quasi_quotation'(Text)) :- text_codes(Text, Cs), phrase(G, Cs).

text_codes(Text, Cs) :- atom_codes(A, []), atomic_list_concat([A,Text], A1), atom_codes(A1, Cs).

% Called by the loader with a term that has quotations.
'$parse_quotations'(M, '$quasi_quoted'(T,Qs,Names), T) :- parse_all(Qs, M, Names).

parse_all([], _, _).
parse_all([quasi_quotation(Syntax,Text,Result)|Qs], M, Names) :-
    Syntax =.. [Name|As],
    (   predicate_module(M, Name, From) -> true
    ;   throw(error(syntax_error(unknown_quasi_quotation_syntax(Name,M)),quasi_quotation))
    ),
    (   call(From:Name, '$quasi_quotation'(Text), As, Names, Result) -> true
    ;   throw(error(syntax_error(quasi_quotation_parser_failed),quasi_quotation))
    ),
    parse_all(Qs, M, Names).

% The syntax belongs to the module itself, or to the one that its parser is imported from.
predicate_module(M, Name, M) :- declared(M, Name), !.
predicate_module(M, Name, From) :-
    functor(Head, Name, 4),
    predicate_property(M:Head, imported_from(From)),
    declared(From, Name).
