%   What it shows:  Scheme, as chapters 1 and 2 of Structure and Interpretation of
%   Computer Programs use it, written in Prolog. A form is compiled to clauses once and
%   runs as fast as Prolog does.
%   How to run it:  horn programs/scheme.pl   then
%                   ?- scheme.                                      a prompt
%                   ?- scheme_file('programs/sicp_queens.scm').     a file
%                   ?- scheme_value("(queens 6)", Boards).          a value for Prolog
%   Its parts are in programs/scheme: the reader, the compiler, and the machine with the
%   primitives.

:- module(scheme, [scheme/0, scheme_file/1, scheme_value/2]).

:- use_module(library(lists)).
:- use_module(library(format)).
:- use_module(library(charsio)).
:- use_module(library(pio)).
:- use_module('scheme/reader').
:- use_module('scheme/machine').
:- use_module('scheme/compiler').

%! scheme is det.
%
%  Reads forms from the standard input and prints their values, up to the end of the
%  input or `(exit)`. Definitions stay for the next time. A form that ends in a fault changes no
%  variable and no pair.
scheme :-
    catch(with_globals(conversation([], 1)), scheme_exit, true).

conversation(Text, Line) :-
    next_form(Text, Line, Outcome),
    (   Outcome = form(Form, Rest, Line1) ->
        answer(Form, Line),
        conversation(Rest, Line1)
    ;   Outcome = fault(Fault, Line1) ->
        report(Fault),
        conversation([], Line1)
    ;   true
    ).

answer(Form, Line) :-
    catch(( evaluate("", Line, Form, Value), Outcome = value(Value) ), Ball, Outcome = ball(Ball)),
    (   Outcome = value(Value) -> print_value(Value)
    ;   Ball = scheme_exit -> throw(Ball)
    ;   Ball = scheme_fault(_, _, _, _) -> report(Ball)
    ;   Ball = error(Error, _) -> report_error(Error, Form, Line)
    ;   throw(Ball)
    ).

print_value(Value) :-
    (   Value == '#unspecified' -> true
    ;   datum_text(write, Value, Text),
        format("~s~n", [Text])
    ).

report(scheme_fault(Source, Line, Form, Message)) :-
    ( Source == [] -> true ; format("~s, ", [Source]) ),
    format("line ~d: ~s: ~s~n", [Line, Form, Message]).

% An error of Prolog: what the machine cannot do, such as keep more in memory.
report_error(Error, Form, Line) :-
    strip(Form, Datum),
    form_text(Datum, Text),
    format("line ~d: ~s: ~q~n", [Line, Text, Error]).

% The next form of the text, with as many lines more as it needs. After a fault of syntax
% the rest of the text is of no use.
next_form(Text, Line, Outcome) :-
    catch(read_result(Text, Line, Result), Ball, Result = ball(Ball)),
    (   Result = form(_, _, _) -> Outcome = Result
    ;   Result = ball(scheme_fault(L, Here, Message)) ->
        syntax_fault("", L, Here, Message, Fault),
        lines(Text, Line, Line1),
        Outcome = fault(Fault, Line1)
    ;   Result = ball(Other), Other \= scheme_incomplete(_, _, _) -> throw(Other)
    ;   prompt(Result),
        get_line_to_chars(user_input, More, []),
        more(More, Result, Text, Line, Outcome)
    ).

more([], Result, Text, Line, Outcome) :-
    (   Result = ball(scheme_incomplete(L, Here, Message)) ->
        syntax_fault("", L, Here, Message, Fault),
        lines(Text, Line, Line1),
        Outcome = fault(Fault, Line1)
    ;   Outcome = end
    ).
more([C|Cs], Result, Text, Line, Outcome) :-
    (   Result = blank ->
        lines(Text, Line, Line1),
        next_form([C|Cs], Line1, Outcome)
    ;   append(Text, [C|Cs], Text1),
        next_form(Text1, Line, Outcome)
    ).

read_result(Text, Line, Result) :-
    (   read_form(Text, Line, Form, Rest, Line1) -> Result = form(Form, Rest, Line1)
    ;   Result = blank
    ).

% The line that follows a text.
lines([], Line, Line).
lines([C|Cs], Line0, Line) :- ( C == '\n' -> Line1 is Line0+1 ; Line1 = Line0 ), lines(Cs, Line1, Line).

% A person is prompted, a program is not.
prompt(Result) :-
    (   stream_property(Input, alias(user_input)), stream_property(Input, tty(true)) ->
        ( Result = blank -> write('> ') ; write('  ') ),
        flush_output
    ;   true
    ).

% A fault of syntax shows the text from where it begins, up to the end of the line.
syntax_fault(Source, Line, Here, Message, scheme_fault(Source, Line, Text, Message)) :-
    (   append(Text0, ['\n'|_], Here) -> true ; Text0 = Here ),
    (   length(Start, 60), append(Start, [_|_], Text0) -> append(Start, " ...", Text)
    ;   Text = Text0
    ).

%! scheme_file(+File) is det.
%
%  Evaluates the forms of a file and prints the values of those that are not definitions. At a fault
%  it throws `error(scheme_fault(Line, Form, Message), File)`, with the forms before it done.
scheme_file(File) :-
    read_file_to_chars(File, Text, []),
    atom_chars(File, Source),
    run_text(Text, Source, print, _).

%! scheme_value(+Text, -Value) is det.
%
%  The value of the last form of a text, as a term: a list is a list, a symbol is an atom.
?- scheme_value("(define (square x) (* x x)) (map square '(1 2 3))", V).
   V = [1,4,9].
scheme_value(Text, Value) :- run_text(Text, "", keep, Value).

run_text(Text, Source, Print, Value) :-
    with_globals(forms(Text, 1, Source, Print, '#unspecified', Outcome)),
    (   Outcome = value(Value0) -> Value = Value0
    ;   Outcome = ball(scheme_fault(_, Line, Form, Message)) ->
        atom_chars(FormAtom, Form),
        atom_chars(MessageAtom, Message),
        atom_chars(SourceAtom, Source),
        throw(error(scheme_fault(Line, FormAtom, MessageAtom), SourceAtom))
    ;   Outcome = ball(scheme_exit) -> Value = '#unspecified'
    ;   Outcome = ball(Ball),
        throw(Ball)
    ).

forms(Text, Line, Source, Print, Value0, Outcome) :-
    catch(one_form(Text, Line, Source, Print, Step), Ball, Step = ball(Ball)),
    (   Step = value(Value, Rest, Line1) -> forms(Rest, Line1, Source, Print, Value, Outcome)
    ;   Step == end -> Outcome = value(Value0)
    ;   Step = ball(scheme_incomplete(L, Here, Message)) ->
        syntax_fault(Source, L, Here, Message, Fault),
        Outcome = ball(Fault)
    ;   Outcome = Step
    ).

one_form(Text, Line, Source, Print, Step) :-
    (   read_form(Text, Line, Form, Rest, Line1) ->
        evaluate(Source, Line, Form, Value),
        ( Print == print -> print_value(Value) ; true ),
        Step = value(Value, Rest, Line1)
    ;   Step = end
    ).
