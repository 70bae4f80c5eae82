%   What it shows:  Scheme, as chapters 1 and 2 of Structure and Interpretation of
%   Computer Programs use it, written in Prolog. A form is compiled to clauses once and
%   runs as fast as Prolog does.
%   How to run it:  horn programs/scheme.pl   then
%                   ?- scheme.                                      a prompt
%                   ?- scheme_file('programs/sicp_queens.scm').     a file
%                   ?- scheme_value("(queens 6)", Boards).          a value for Prolog
%                   ?- scheme_listing(queens).                      the compiled clause
%   Its parts are in programs/scheme: the reader, macros, the compiler, and the machine with the
%   primitives. Limitations: continuations of call/cc are escapes, which cannot be entered again;
%   strings are immutable; (read) and dynamic-wind are missing.

:- module(scheme, [scheme/0, scheme_file/1, scheme_value/2, scheme_listing/1]).

:- use_module(library(lists)).
:- use_module(library(format)).
:- use_module(library(charsio)).
:- use_module(library(pio)).
:- use_module('scheme/reader').
:- use_module('scheme/machine').
:- use_module('scheme/compiler').

%! scheme is det.
%
%  Reads forms from the standard input and prints their values, up to the end of the input or
%  `(exit)`. Definitions persist until the next call. A form that ends in a fault changes no
%  variable and no pair.
scheme :- with_globals(conversation([], 1)).

conversation(Text, Line) :-
    catch(next_form(Text, Line, Outcome), Stop, ( interrupt(Stop), dropped_line, Outcome = interrupted )),
    (   Outcome = form(Form, Rest, Line1) ->
        catch(( perform("", Line, Form, Value), Result = value(Value) ), Ball, Result = ball(Ball)),
        (   Result == ball(scheme_exit) -> true
        ;   answer(Result, Form, Line),
            conversation(Rest, Line1)
        )
    ;   Outcome = fault(Fault, Line1) ->
        report(Fault),
        conversation([], Line1)
    ;   Outcome == interrupted -> conversation([], Line)
    ;   true
    ).

answer(value(Value), _, _) :- print_value(Value).
answer(ball(Ball), Form, Line) :-
    relink,
    (   Ball = scheme_fault(_, _, _, _) -> report(Ball)
    ;   Ball = error(Error, _) -> report_error(Error, Form, Line)
    ;   Ball == '$interrupt', prompted -> interrupt(Ball)
    ;   throw(Ball)
    ).

% At a terminal, Ctrl-C returns to the prompt; otherwise it ends the program.
interrupt(Ball) :-
    (   Ball == '$interrupt', prompted -> fresh_line, write('interrupted'), nl
    ;   throw(Ball)
    ).

% An interrupt may arrive while a line is read, which is then discarded.
dropped_line :- get_line_to_chars(user_input, _, []).

% `(load "file")` calls the reader of files.
perform(Source, Line, Form, Value) :-
    (   Form = form(_, [load, string(Name)]) ->
        atom_chars(File, Name),
        located(File, Path),
        read_file_to_chars(Path, Text, []),
        forms(Text, 1, Name, keep, '#unspecified', Outcome),
        ( Outcome = value(Value) -> true ; Outcome = ball(Ball), throw(Ball) )
    ;   evaluate(Source, Line, Form, Value)
    ).

print_value(Value) :-
    (   Value == '#unspecified' -> true
    ;   datum_text(write, Value, Text),
        fresh_line,
        (   length(Text, Length), Length > 78, lists(Value) -> print_lists(Value, '(')
        ;   format("~s~n", [Text])
        )
    ).

% A list of lists that does not fit on a line has one of them on each.
lists(Value) :- is_list(Value), Value = [_,_|_], \+ ( member(V, Value), V \= [_|_] ).

print_lists([V|Vs], Before) :-
    datum_text(write, V, Text),
    format("~a~s", [Before,Text]),
    (   Vs == [] -> format(")~n", [])
    ;   nl,
        print_lists(Vs, ' ')
    ).

% After output that the program has displayed, a value begins on a new line.
fresh_line :-
    line_position(user_output, Column),
    ( Column =:= 0 -> true ; nl ).

report(scheme_fault(Source, Line, Form, Message)) :-
    fresh_line,
    ( Source == [] -> true ; format("~s, ", [Source]) ),
    format("line ~d: ~s: ~s~n", [Line, Form, Message]).

% An error of Prolog: a limit of the machine.
report_error(Error, Form, Line0) :-
    ( Form = form(Line, _) -> true ; Line = Line0 ),
    strip(Form, Datum),
    form_text(Datum, Text),
    ( said(Error, Message) -> true ; Message = Error ),
    fresh_line,
    format("line ~d: ~s: ~w~n", [Line, Text, Message]).

said(resource_error(_), 'there is no memory for this, the recursion is too deep').
said(evaluation_error(float_overflow), 'a real is too large').
said(existence_error(source_sink, _), 'there is no such file').

% The next form of the text, with as many further lines as it needs. After a syntax fault the rest
% of the text is discarded.
next_form(Text, Line, Outcome) :-
    catch(read_result(Text, Line, Result), Ball, Result = ball(Ball)),
    (   Result = form(_, _, _) -> Outcome = Result
    ;   Result = ball(scheme_fault(L, Here, Message)) ->
        syntax_fault("", L, Here, Message, Fault),
        lines(Text, Line, Line1),
        Outcome = fault(Fault, Line1)
    ;   Result = ball(Other), Other \= scheme_incomplete(_, _, _) -> throw(Other)
    ;   prompt(Result),
        peek_char(user_input, _),
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

% Prompts only at a terminal. The prompt goes to the error stream, which also serves to detect a
% terminal, because the input belongs to the top level.
prompt(Result) :-
    (   prompted ->
        (   Result = blank -> fresh_line, write(user_error, '> ')
        ;   write(user_error, '  ')
        ),
        flush_output(user_error)
    ;   true
    ).

prompted :- stream_property(Error, alias(user_error)), stream_property(Error, tty(true)), !.

% A syntax fault shows the text from its beginning up to the end of the line.
syntax_fault(Source, Line, Here, Message, scheme_fault(Source, Line, Text, Message)) :-
    (   append(Text0, ['\n'|_], Here) -> true ; Text0 = Here ),
    (   length(Start, 60), append(Start, [_|_], Text0) -> append(Start, " ...", Text)
    ;   Text = Text0
    ).

%! scheme_file(+File) is det.
%
%  Evaluates the forms of a file and prints the values of those that are not definitions. A fault
%  throws `error(scheme_fault(Line, Form, Message), File)`; the forms before it have been evaluated.
%  A file that is not in the working directory is searched for beside this program.
scheme_file(File) :-
    located(File, Path),
    read_file_to_chars(Path, Text, []),
    atom_chars(File, Source),
    run_text(Text, Source, print, _).

located(File, Path) :-
    (   \+ file_exists(File), folder(Folder),
        atomic_list_concat([Folder, /, File], Path0),
        file_exists(Path0) ->
        Path = Path0
    ;   Path = File
    ).

:- dynamic(folder/1).

:- prolog_load_context(directory, Folder), assertz(folder(Folder)).

%! scheme_listing(+Name) is semidet.
%
%  Prints the clause to which a global procedure was compiled. Its last arguments are the value and
%  the number of the calling form; each call passes its own number, for faults.
?- scheme_value("(define (last items)\n\
                   (if (equal? (cdr items) nil) (car items) (last (cdr items))))", _).
   true.
?- scheme_listing(last).
   outputs("'last 1'(A,B,_) :-\n\
    cdr(A,C,5),\n\
    (  C==[] ->\n\
       A=[B|_]\n\
    ;  D=C,\n\
       'scheme:last'(D,B,7)\n\
    ).\n"), true.
?- scheme_value("(last '(1 2 3))", V).
   V = 3.
scheme_listing(Name) :-
    scheme_value_of(Name, Procedure),
    procedure_clause(Procedure, Clause),
    portray_clause(Clause).

scheme_value_of(Name, Value) :- with_globals(evaluate("", 0, Name, Value)).

%! scheme_value(+Text, -Value) is det.
%
%  Unifies `Value` with the value of the last form of a text, as a term: a list is a list, a symbol
%  is an atom.
?- scheme_value("(define (square x) (* x x)) (map square '(1 2 3))", V).
   V = [1,4,9].
?- scheme_value("(define (count n) (if (= n 0) 'done (count (- n 1)))) (count 1000000)", V).
   V = done.
?- scheme_value("(let loop ((i 0) (l '())) (if (< i 3) (loop (+ i 1) (cons i l)) l))", V).
   V = [2,1,0].
?- scheme_value("(do ((i 0 (+ i 1)) (s 0 (+ s i))) ((= i 5) s))", V).
   V = 10.
?- scheme_value("(define (f a . rest) (list a rest)) (list (f 1) (f 1 2 3) (apply f '(1 2)))", V).
   V = [[1,[]],[1,[2,3]],[1,[2]]].
?- scheme_value("(let* ((x 1) (y (+ x 1))) (letrec ((g (lambda (n) (if (> n 9) n (g (* n y)))))) (g x)))", V).
   V = 16.
?- scheme_value("(case (* 2 3) ((2 3 5 7) 'prime) ((1 4 6 8 9) 'composite) (else 'large))", V).
   V = composite.
?- scheme_value("(cond ((assv 'b '((a 1) (b 2))) => cadr) (else 'none))", V).
   V = 2.
?- scheme_value("`(1 ,(+ 1 1) ,@(map - '(3 4)) . 5)", V).
   V = [1,2,-3,-4|5].
?- scheme_value("(list (/ 1 3) (+ 1/2 1/2) (expt 2 100) (sqrt 16) (sqrt 1/4) (exact->inexact 1/8))", V).
   V = [1r3,1,1267650600228229401496703205376,4,1r2,0.125].
?- scheme_value("(list (quotient -7 2) (remainder -7 2) (modulo -7 2) (gcd 12 18) (round 5/2) (max 1 2.5))", V).
   V = [-3,-1,1,6,2,2.5].
?- scheme_value("(string-append \"ab\" (number->string 1/2) (symbol->string 'c))", V).
   V = string("ab1/2c").

% Variables that are assigned belong to the closure, and pairs are mutable.
?- scheme_value("(define (counter n) (lambda () (set! n (+ n 1)) n))\n\
                 (define c (counter 5)) (define d (counter 0))\n\
                 (c) (c) (d) (list (c) (d))", V).
   V = [8,2].
?- scheme_value("(define x (list 1 2)) (define y x) (set-car! y 'a)\n\
                 (list x (eq? x y) (eq? x (list 'a 2)) (equal? x (list 'a 2)))", V).
   V = [[a,2],'#t','#f','#t'].
?- scheme_value("(car x)", V).
   V = a.

% Internal definitions can refer to each other, but not before they have a value.
?- scheme_value("(define (f n)\n\
                   (define (even? n) (or (= n 0) (odd? (- n 1))))\n\
                   (define (odd? n) (and (> n 0) (even? (- n 1))))\n\
                   (even? n))\n\
                 (list (f 1000) (f 1001))", V).
   V = ['#t','#f'].
?- scheme_value("(define (f) (define a (g)) (define (g) b) (define b 2) a)\n\
                 (f)", V).
   error(scheme_fault(1,'(define (g) b)','b has no value yet'),'').

% Recursion that conses on its own result, or adds to it, may be deep.
?- scheme_value("(define (numbers i n) (if (> i n) '() (cons i (numbers (+ i 1) n))))\n\
                 (define (sum l) (if (null? l) 0 (+ (car l) (sum (cdr l)))))\n\
                 (sum (numbers 1 200000))", V).
   V = 20000100000.

% A primitive can be redefined, also for code that has already been compiled.
?- scheme_value("(define (first l) (list-ref l 0)) (define (list-ref l n) 'mine) (first '(1 2))", V).
   V = mine.

% The table of operations by type, of section 2.4.3.
?- scheme_value("(put 'area '(square) (lambda (s) (* s s)))\n\
                 (define (area shape) ((get 'area (list (car shape))) (cdr shape)))\n\
                 (list (area '(square . 3)) (get 'area '(circle)))", V).
   V = [9,'#f'].

% Vectors, multiple values, escapes.
?- scheme_value("(define v (vector 1 2 3)) (vector-set! v 0 'a) (list v (vector-length v) (eq? v (vector 'a 2 3)))", V).
   V = [vector(items(a,2,3)),3,'#f'].
?- scheme_value("(call-with-values (lambda () (values 7 2)) quotient)", V).
   V = 3.
?- scheme_value("(define (negative l)\n\
                   (call/cc (lambda (return) (for-each (lambda (x) (if (< x 0) (return x))) l) 'none)))\n\
                 (list (negative '(1 -2 3 -4)) (negative '(1 2)))", V).
   V = [-2,none].
?- scheme_value("(define n 0) (call/cc (lambda (return) (set! n 1) (return 2))) n", V).
   V = 1.
?- scheme_value("(let ((n 0)) (call/cc (lambda (return) (set! n 1) (return 2))) n)", V).
   V = 1.
?- scheme_value("(+ 1 (call/cc (lambda (out) (* 2 (call/cc (lambda (in) (if #t (out 10) (in 20))))))))", V).
   V = 11.
?- scheme_value("((call/cc (lambda (return) return)) 1)", V).
   error(scheme_fault(1,'((call/cc (lambda (return) return)) 1)','the call of call/cc that created this continuation has ended'),'').

% Macros. Their names do not capture those of the program.
?- scheme_value("(define-syntax swap!\n\
                   (syntax-rules () ((_ a b) (let ((old a)) (set! a b) (set! b old)))))\n\
                 (let ((old 1) (new 2)) (swap! old new) (list old new))", V).
   V = [2,1].
?- scheme_value("(define-syntax while\n\
                   (syntax-rules () ((_ test form ...) (let loop () (if test (begin form ... (loop)))))))\n\
                 (define i 0) (while (< i 3) (set! i (+ i 1))) i", V).
   V = 3.

% Streams of chapter 3.
?- scheme_value("(define (integers n) (cons-stream n (integers (+ n 1))))\n\
                 (define (stream-ref s n) (if (= n 0) (car s) (stream-ref (stream-cdr s) (- n 1))))\n\
                 (stream-ref (integers 1) 1000)", V).
   V = 1001.

% The effects of a form before its fault are undone.
?- scheme_value("(define n 1) (define (f) n) (define (g) (f)) (g)", V).
   V = 1.
?- scheme_value("(begin (set! n 2) (set! f (lambda () 3)) (car '()))", V).
   error(scheme_fault(1,'(car \'())','() is not a pair'),'').
?- scheme_value("(g)", V).
   V = 1.

% Faults name the form and its line.
?- scheme_value("(define (f x)\n  (+ 1 (car x)))\n(f '())", V).
   error(scheme_fault(2,'(car x)','() is not a pair'),'').
?- scheme_value("(+ 1 undefined)", V).
   error(scheme_fault(1,'(+ 1 undefined)','undefined has no value'),'').
?- scheme_value("(define (g x) x) (g 1 2)", V).
   error(scheme_fault(1,'(g 1 2)','#<procedure g> takes 1 argument, not 2'),'').
?- scheme_value("(let ((f 5)) (f 1))", V).
   error(scheme_fault(1,'(f 1)','5 is not a procedure'),'').
?- scheme_value("(if)", V).
   error(scheme_fault(1,'(if)','malformed if'),'').
?- scheme_value("(list 1 2))", V).
   error(scheme_fault(1,')','unexpected closing parenthesis'),'').
?- scheme_value("\n(list (list 1 2)", V).
   error(scheme_fault(2,'(list (list 1 2)','the parenthesis is not closed'),'').
?- scheme_value("(error \"Unknown operator:\" '+ \"x\")", V).
   error(scheme_fault(1,'(error "Unknown operator:" \'+ "x")','Unknown operator: + "x"'),'').
?- scheme_value("(/ 1 0)", V).
   error(scheme_fault(1,'(/ 1 0)','division by zero'),'').

% Exercise 2.42, and what its page prints.
?- scheme_file('sicp_queens.scm').
   true.
?- scheme_value("(map queens '(1 2 3 4))", V).
   V = [[[1]],[],[],[[2,4,1,3],[3,1,4,2]]].
?- scheme_value("(queens 6)", V).
   V = [[2,4,6,1,3,5],[3,6,2,5,1,4],[4,1,5,2,6,3],[5,3,1,6,4,2]].
?- scheme_value("(define q (queens 8)) (list (length q) (pair? (member '(3 7 2 8 5 1 4 6) q)))", V).
   V = [92,'#t'].
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
    catch(one_form(Text, Line, Source, Print, Step), Ball, ( relink, Step = ball(Ball) )),
    (   Step = value(Value, Rest, Line1) -> forms(Rest, Line1, Source, Print, Value, Outcome)
    ;   Step == end -> Outcome = value(Value0)
    ;   ( Step = ball(scheme_incomplete(L, Here, Message)) ; Step = ball(scheme_fault(L, Here, Message)) ) ->
        syntax_fault(Source, L, Here, Message, Fault),
        Outcome = ball(Fault)
    ;   Outcome = Step
    ).

one_form(Text, Line, Source, Print, Step) :-
    (   read_form(Text, Line, Form, Rest, Line1) ->
        perform(Source, Line, Form, Value),
        ( Print == print -> print_value(Value) ; true ),
        Step = value(Value, Rest, Line1)
    ;   Step = end
    ).
