% Quasi-quotations of SWI-Prolog.

:- expects_dialect(swi).
:- use_module(library(quasi_quotations)).
:- use_module(library(dcg/basics)).

:- quasi_quotation_syntax(row).
:- quasi_quotation_syntax(raw).

row(Content, Arguments, Names, row(Arguments, Fields)) :-
    phrase_from_quasi_quotation(fields(Fields0), Content),
    maplist(named(Names), Fields0, Fields).

fields([F|Fs]) --> string_without(`,`, Cs), { atom_codes(F, Cs) }, ( "," -> fields(Fs) ; { Fs = [] } ).

% A field with the name of a variable of the clause is that variable.
named(Names, F, V) :- ( memberchk(F=V0, Names) -> V = V0 ; V = F ).

raw(Content, _, _, Text) :- with_quasi_quotation_input(Content, S, read_string(S, _, Text)).

plain({|row||a,b|}).
values(Y, {|row(1,2)||a,Y,c|}).
text({|raw||a. b "c" 'd' % e|}).
two(X, Y) :- X = {|row||x|}, Y = {|row||y|}.

?- plain(R).
   R = row([],[a,b]).
?- values(7, R).
   R = row([1,2],[a,7,c]).
?- text(T).
   T = "a. b \"c\" 'd' % e".
?- two(X, Y).
   X = row([],[x]), Y = row([],[y]).
?- X = {|row||a,B|}, B = 1.
   X = row([],[a,1]), B = 1.
?- X = {|nosuch||a|}.
   error(syntax_error(unknown_quasi_quotation_syntax(nosuch,user)),quasi_quotation).
