% Formatted output (PIP-0110), as a nonterminal and as output predicates.

:- module(format, [
    format_//2, format/1, format/2, format/3, with_output_to/2, format_predicate/2,
    current_format_predicate/2
]).

:- meta_predicate with_output_to(?,0), format_predicate(?,:), current_format_predicate(?,:).
:- meta_predicate captured(0,?).

:- dynamic(user_directive/2).

%! format_(+Format, +Args)// is det.
%
%  Describes the text of `Args` according to `Format`. In `Format`, `~` begins a directive. A number
%  `N`, or `*` for the next argument, may precede its letter:
%
%  - `~w`, `~p`, `~q`, `~k`: as write, print, writeq, write_canonical; `~W`: write_term with two
%    arguments;
%  - `~a`: an atom or other text;
%  - `~s`: text; `~Ns`: in `N` columns, truncated or filled;
%  - `~Nd`: an integer with the last `N` digits after a point; `~ND`, `~NU`: with groups of three
%    digits;
%  - `~Nr`, `~NR`: an integer in radix `N`;
%  - `~Ne`, `~NE`, `~Nf`, `~Ng`, `~NG`: a number with `N` digits;
%  - `~Nc`: `N` times a character code;
%  - `~NI`: an integer with `_` between groups of `N` digits, 3 by default;
%  - `~h`: a number as it is read;
%  - `~@`: the output of a goal; if it fails, so does the whole;
%  - `~n`: a line end; `~N`: a line end unless at the start of a line;
%  - `~i`: ignores an argument; `~~`: a tilde;
%  - `~N|`: column `N`; `~N+`: `N` columns after the previous column stop;
%  - `~t`: a place to fill; ``~`Ct``: fills with the character `C`.
%
%  A text, which is a list of characters, may stand for the only argument; so `[a,b]` does, which is
%  the text `"ab"`. If there are too few or too many arguments, the errors are those of SWI-Prolog:
%  `format('not enough arguments')`, and `format('too many arguments')` with those that are left.
?- phrase(format_("~a: ~w, ~2d", [a,[1,2],314]), Cs).
   Cs = "a: [1,2], 3.14".
?- phrase(format_("~`*t~w~10||~w~t~6+|", [abc,x]), Cs).
   Cs = "*******abc|x    |".
?- phrase(format_("~N~w~N~I|~@", [a,1234567,write(x)]), Cs).
   Cs = "a\n1_234_567|x".
?- phrase(format_("~t~w~t~t~10||~5s|~*c|~G", [ab,"abc",1+2,0'x,1.0e-9]), Cs).
   Cs = "  ab      |abc  |xxx|1E-09".
?- phrase(format_("~W", [f('A',_X),[quoted(true),variable_names(['X'=_X])]]), Cs).
   Cs = "f('A',X)".
?- phrase(format_("~a~a~a", [a,"b",1]), Cs).
   Cs = "ab1".
?- phrase(format_("~a", [f(x)]), Cs).
   type_error(atom,f(x)).
?- phrase(format_("~s", [65]), Cs).
   type_error(text,65).
?- phrase(format_("~w", [1|_]), Cs).
   instantiation_error.
?- format("~w ~@", [a,fail]).
   false.
?- format("~*c", [-1,0'x]).
   error(format('no or negative integer for `*\' argument'),_).
?- phrase(format_("~a", []), Cs).
   error(format('not enough arguments'),context(format_//2,'there is none for ~a')).
?- phrase(format_("a", [x]), Cs).
   error(format('too many arguments'),context(format_//2,[x])).
?- format("~w ~d~n", [a]).
   error(format('not enough arguments'),context(format_//2,'there is none for ~d')).
?- phrase(format_("~w, ~w", "text"), Cs).
   error(format('too many arguments'),context(format_//2,"xt")).
?- phrase(format_("<~w>", "text"), Cs).
   Cs = "<text>".
?- phrase(format_("~w-~w", "ab"), Cs).
   Cs = "a-b".
format_(Format, Args) -->
    { format_chars(Format, Args, 0, Cs, Rest), Rest = [] },
    seq(Cs).

%! format(+Format) is det.
%
%  Writes `Format` without arguments to the current output.
?- format("a~~b~n").
   outputs("a~b\n").
format(Format) :- format(Format, []).

%! format(+Format, +Args) is det.
%
%  Writes to the current output, as described for format_//2. An `Args` that is not a list is the
%  only argument.
?- format("~w and ~q~n", ['A','B']).
   outputs("A and 'B'\n").
?- format("~e ~4f ~g ~d", [12.5,2,0.1,7]).
   outputs("1.250000e+01 2.0000 0.1 7").
format(Format, Args) :-
    current_output(S),
    format(S, Format, Args).

%! format(+Sink, +Format, +Args) is det.
%
%  As format/2, to `Sink`: a stream, or `atom(A)`, `chars(Cs)`, `codes(Cs)` or `string(Cs)`, whose
%  argument is unified with the text.
?- format(atom(A), "~a~w", [x,1]).
   A = x1.
format(Sink, Format, Args) :-
    (   var(Sink) -> throw(error(instantiation_error, format/3))
    ;   '$plain_format'(Sink, Format, Args) -> true
    ;   collected(Sink) ->
        format_chars(Format, Args, 0, Cs, []),
        deliver(Sink, Cs)
    ;   '$line_position'(Sink, Column),
        format_chars(Format, Args, Column, Cs, []),
        '$put_chars'(Sink, Cs)
    ).

collected(atom(_)).
collected(chars(_)).
collected(string(_)).
collected(codes(_)).
collected(codes(_,_)).
collected(chars(_,_)).

deliver(atom(A), Cs) :- atom_chars(A, Cs).
deliver(chars(Cs), Cs).
deliver(string(Cs), Cs).
deliver(codes(Codes), Cs) :- deliver(codes(Codes,[]), Cs).
deliver(chars(Chars,Tail), Cs) :- append(Cs, Tail, Chars).
deliver(codes(Codes,Tail), Cs) :-
    atom_chars(A, Cs),
    atom_codes(A, Ks),
    append(Ks, Tail, Codes).

%! with_output_to(+Sink, :Goal) is semidet.
%
%  Calls `once(Goal)`; its current output is directed to `Sink`, as in format/3: a term for the text, or an output stream.
?- with_output_to(chars(Cs), write(a+b)).
   Cs = "a+b".
?- call_with_inference_limit(with_output_to(chars(_), ( write(a), repeat, fail )), 1000, R), write(b).
   outputs("b"), R = inference_limit_exceeded.
?- with_output_to(user_output, write(a)), write(b).
   outputs("ab").
?- with_output_to(list(_), true).
   error(domain_error(output_sink,list(_)),with_output_to/2).
with_output_to(Sink, G) :-
    (   var(Sink) -> throw(error(instantiation_error, with_output_to/2))
    ;   collected(Sink) ->
        captured(G, Cs),
        deliver(Sink, Cs)
    ;   is_stream(Sink) -> redirected(G, Sink)
    ;   throw(error(domain_error(output_sink,Sink), with_output_to/2))
    ).

% A limit may end the goal, which catch/3 does not see: the cleanup goals give the output back.
captured(G, Cs) :-
    setup_call_cleanup(
        '$open_memory'(S),
        ( redirected(G, S), '$memory_chars'(S, Cs) ),
        close(S)).

redirected(G, S) :-
    current_output(Old),
    setup_call_cleanup(set_output(S), once(G), set_output(Old)).

%% The text

format_chars(Format, Args0, Column, Cs, Rest) :-
    text_chars(Format, Fs, format/2),
    '$skip_list'(Args0, Length, Tail),
    (   Tail == [], Length > 1, is_text(Args0), takes(Fs, 0, 1) -> atom_chars(A, Args0), Args = [A]
    ;   Tail == [] -> Args = Args0
    ;   Length > 0, var(Tail) -> throw(error(instantiation_error, format/2))
    ;   Args = [Args0]
    ),
    walk(Fs, Args, [], Column, Cs, Rest).

is_text([]).
is_text([X|Xs]) :- atom(X), atom_length(X, 1), is_text(Xs).

% True if a format takes this number of arguments.
takes([], N, N).
takes([C|Fs], N0, N) :-
    N0 =< N,
    (   C == (~) -> taken(Fs, N0, N)
    ;   takes(Fs, N0, N)
    ).

taken(['`',_|Fs], N0, N) :- !, taken(Fs, N0, N).
taken([*|Fs], N0, N) :- !, N1 is N0+1, taken(Fs, N1, N).
taken([D|Fs], N0, N) :-
    (   ( digit(D, _) ; D == (:) ) -> taken(Fs, N0, N)
    ;   D == 'W' -> N1 is N0+2, takes(Fs, N1, N)
    ;   consumes(D) -> N1 is N0+1, takes(Fs, N1, N)
    ;   takes(Fs, N0, N)
    ).

text_chars(T, _, Ctx) :- var(T), !, throw(error(instantiation_error, Ctx)).
text_chars([], [], _) :- !.
text_chars([X|Xs], Cs, Ctx) :- !,
    must_be(list, Xs),
    (   integer(X) -> codes_chars([X|Xs], Cs)
    ;   must_be(chars, [X|Xs]) -> Cs = [X|Xs]
    ;   type_error(chars, [X|Xs], Ctx)
    ).
text_chars(T, Cs, _) :- atom(T), !, atom_chars(T, Cs).
text_chars(T, Cs, _) :- '$string'(T), !, '$text_chars'(T, Cs).
text_chars(T, _, Ctx) :- type_error(text, T, Ctx).

codes_chars([], []).
codes_chars([X|Xs], [C|Cs]) :- char_code(C, X), codes_chars(Xs, Cs).

% walk(Format, Args, Items, From, Cs0, Cs): `Items` are the characters and the places to fill,
% `fill(Char)`, since the column `From`, last one first.
walk([], Args, Items, _, Cs0, Cs) :-
    (   Args == [] -> written(Items, Cs0, Cs)
    ;   throw(error(format('too many arguments'), context(format_//2,Args)))
    ).
walk([C|Fs], Args, Items, From, Cs0, Cs) :-
    (   C == (~) -> directive(Fs, Args, Items, From, Cs0, Cs)
    ;   C == '\n' ->
        written(Items, Cs0, ['\n'|Cs1]),
        walk(Fs, Args, [], 0, Cs1, Cs)
    ;   walk(Fs, Args, [C|Items], From, Cs0, Cs)
    ).

directive(Fs0, Args0, Items, From, Cs0, Cs) :-
    numeric(Fs0, Fs, Args0, Args, N),
    (   Fs = [D|Fs1] -> true
    ;   unknown(Fs0)
    ),
    (   stop(D, N, Items, From, To) ->
        filled(Items, From, To, Cs0, Cs1),
        walk(Fs1, Args, [], To, Cs1, Cs)
    ;   D == t ->
        (   N = char(Fill) -> true
        ;   N == none -> Fill = ' '
        ;   char_code(Fill, N)
        ),
        walk(Fs1, Args, [fill(Fill)|Items], From, Cs0, Cs)
    ;   D == 'N' ->
        (   Items == [], From =:= 0 -> walk(Fs1, Args, [], 0, Cs0, Cs)
        ;   written(Items, Cs0, ['\n'|Cs1]),
            walk(Fs1, Args, [], 0, Cs1, Cs)
        )
    ;   D == (@), Args = [G|Args1] ->
        captured(user:G, New),
        pushed(New, Items, From, Items1, From1, Cs0, Cs1),
        walk(Fs1, Args1, Items1, From1, Cs1, Cs)
    ;   text(D, N, Args, Args1, New) ->
        pushed(New, Items, From, Items1, From1, Cs0, Cs1),
        walk(Fs1, Args1, Items1, From1, Cs1, Cs)
    ;   D == (:), Fs1 = [E|Fs2], localized(E, N, Args, Args1, New) ->
        pushed(New, Items, From, Items1, From1, Cs0, Cs1),
        walk(Fs2, Args1, Items1, From1, Cs1, Cs)
    ;   consumes(D), ( Args == [] ; D == 'W', Args = [_] ) -> too_few(D)
    ;   user_directive(D, G) ->
        (   Args = [A|Args1] -> true
        ;   too_few(D)
        ),
        ( N == none -> Column = default ; Column = N ),
        with_output_to(chars(New), call(G, Column, A)),
        pushed(New, Items, From, Items1, From1, Cs0, Cs1),
        walk(Fs1, Args1, Items1, From1, Cs1, Cs)
    ;   unknown(Fs0)
    ).

% Numbers as the current locale writes them, as in SWI-Prolog: `~:d`.
localized(D, N, Args0, Args, Cs) :-
    ( D == d ; D == e ; D == f ; D == g ), !,
    ( Args0 == [] -> too_few(D) ; true ),
    text(D, N, Args0, Args, Cs0),
    swi_locale:'$localized'(Cs0, Cs).

too_few(D) :-
    atom_concat('there is none for ~', D, Message),
    throw(error(format('not enough arguments'), context(format_//2,Message))).

unknown(Fs) :- throw(error(domain_error(format_string,[~|Fs]), format_//2)).

numeric(['`',C|Fs], Fs, Args, Args, char(C)) :- !.
numeric([*|Fs], Fs, Args0, Args, N) :- !,
    (   Args0 = [E|Args] ->
        whole(E, N0),
        (   N0 >= 0 -> N = N0
        ;   throw(error(format('no or negative integer for `*\' argument'), context(format_//2,E)))
        )
    ;   too_few(*)
    ).
numeric([D|Fs0], Fs, Args, Args, N) :- digit(D, V), !, number(Fs0, Fs, V, N).
numeric(Fs, Fs, Args, Args, none).

number([D|Fs0], Fs, N0, N) :- digit(D, V), !, N1 is 10*N0+V, number(Fs0, Fs, N1, N).
number(Fs, Fs, N, N).

digit(D, V) :-
    char_code(D, C),
    C >= 0'0, C =< 0'9,
    V is C-0'0.

% Column stops.
stop('|', N, Items, From, To) :-
    (   integer(N) -> To = N
    ;   width(Items, From, To)
    ).
stop(+, N, _, From, To) :-
    (   integer(N) -> To is From+N
    ;   To is From+8
    ).

width([], W, W).
width([I|Is], W0, W) :-
    (   I = fill(_) -> W1 = W0
    ;   W1 is W0+1
    ),
    width(Is, W1, W).

written(Items, Cs0, Cs) :- written_(Items, Cs, Cs0).

written_([], Cs, Cs).
written_([I|Is], Cs0, Cs) :-
    (   I = fill(_) -> written_(Is, Cs0, Cs)
    ;   written_(Is, [I|Cs0], Cs)
    ).

% The columns missing up to `To` are distributed over the places to fill; the remainder goes to the
% last ones. Without such places, the end is filled.
filled(Items, From, To, Cs0, Cs) :-
    width(Items, 0, W),
    Pad is To-From-W,
    fills(Items, 0, Places),
    (   Pad =< 0 -> written(Items, Cs0, Cs)
    ;   Places =:= 0 -> times(Pad, ' ', Cs, Cs1), written(Items, Cs0, Cs1)
    ;   Each is Pad//Places,
        More is Pad mod Places,
        spread(Items, More, Each, Cs, Cs0)
    ).

fills([], N, N).
fills([I|Is], N0, N) :-
    (   I = fill(_) -> N1 is N0+1
    ;   N1 = N0
    ),
    fills(Is, N1, N).

spread([], _, _, Cs, Cs).
spread([I|Is], More, Each, Cs0, Cs) :-
    (   I = fill(C) ->
        (   More > 0 -> More1 is More-1, N is Each+1
        ;   More1 = 0, N = Each
        ),
        times(N, C, Cs0, Cs1),
        spread(Is, More1, Each, Cs1, Cs)
    ;   spread(Is, More, Each, [I|Cs0], Cs)
    ).

times(N, C, Cs0, Cs) :-
    (   N > 0 -> N1 is N-1, times(N1, C, [C|Cs0], Cs)
    ;   Cs = Cs0
    ).

% New characters; each line end restarts at column 0.
pushed([], Items, From, Items, From, Cs, Cs).
pushed([C|New], Items0, From0, Items, From, Cs0, Cs) :-
    (   C == '\n' ->
        written(Items0, Cs0, ['\n'|Cs1]),
        pushed(New, [], 0, Items, From, Cs1, Cs)
    ;   pushed(New, [C|Items0], From0, Items, From, Cs0, Cs)
    ).

consumes(D) :- memberchk(D, [w,p,q,k,'W',a,s,d,'D','U','I',r,'R',e,'E',f,g,'G',h,c,i,@]).

% text(Directive, N, Args0, Args, Chars)
text(~, _, As, As, [~]).
text(n, N, As, As, Cs) :- count(N, 1, K), times(K, '\n', [], Cs).
text(w, _, [T|As], As, Cs) :- '$term_text'(T, [numbervars(true)], Cs, []).
text(q, _, [T|As], As, Cs) :- '$term_text'(T, [quoted(true),numbervars(true)], Cs, []).
text(k, _, [T|As], As, Cs) :- '$term_text'(T, [quoted(true),ignore_ops(true)], Cs, []).
text(p, _, [T|As], As, Cs) :- captured(print(T), Cs).
text(a, _, [T|As], As, Cs) :-
    (   var(T) -> throw(error(instantiation_error, format_//2))
    ;   atom(T) -> atom_chars(T, Cs)
    ;   number(T) -> number_chars(T, Cs)
    ;   '$string'(T) -> '$text_chars'(T, Cs)
    ;   is_list(T) -> text_chars(T, Cs, format_//2)
    ;   type_error(atom, T, format_//2)
    ).
text('W', _, [T,Os|As], As, Cs) :- '$term_text'(T, Os, Cs, []).
text(s, N, [T|As], As, Cs) :-
    text_chars(T, Cs0, format_//2),
    (   N == none -> Cs = Cs0
    ;   count(N, 0, K), columns(K, Cs0, Cs)
    ).
text(d, N, [T|As], As, Cs) :- count(N, 0, K), decimal(T, K, none, Cs).
text('D', N, [T|As], As, Cs) :- count(N, 0, K), decimal(T, K, ',', Cs).
text('U', N, [T|As], As, Cs) :- count(N, 0, K), decimal(T, K, '_', Cs).
text('I', N, [T|As], As, Cs) :- count(N, 3, K), must_be(positive_integer, K), by_groups(T, K, Cs).
text(h, _, [T|As], As, Cs) :- X is T, number_chars(X, Cs).
text(r, N, [T|As], As, Cs) :- radix(T, N, 0'a, Cs).
text('R', N, [T|As], As, Cs) :- radix(T, N, 0'A, Cs).
text(e, N, [T|As], As, Cs) :- float_text(e, N, T, Cs).
text(f, N, [T|As], As, Cs) :- float_text(f, N, T, Cs).
text(g, N, [T|As], As, Cs) :- float_text(g, N, T, Cs).
text('E', N, [T|As], As, Cs) :- float_text(e, N, T, Cs0), upper(Cs0, Cs).
text('G', N, [T|As], As, Cs) :- float_text(g, N, T, Cs0), upper(Cs0, Cs).
text(c, N, [T|As], As, Cs) :-
    count(N, 1, K),
    whole(T, Code),
    char_code(C, Code),
    times(K, C, [], Cs).
text(i, _, [_|As], As, []).

count(N, Default, K) :-
    (   integer(N) -> K = N
    ;   N = char(C) -> char_code(C, K)
    ;   K = Default
    ).

% The first `K` characters, filled with spaces.
columns(K, Cs0, Cs) :-
    (   K =:= 0 -> Cs = []
    ;   K1 is K-1,
        (   Cs0 = [C|Cs1] -> true
        ;   C = ' ', Cs1 = []
        ),
        Cs = [C|Cs2],
        columns(K1, Cs1, Cs2)
    ).

upper(Cs0, Cs) :- atom_chars(A0, Cs0), upcase_atom(A0, A), atom_chars(A, Cs).

whole(E, I) :-
    (   integer(E) -> I = E
    ;   I0 is E,
        must_be(integer, I0),
        I = I0
    ).

decimal(E, K, Sep, Cs) :-
    whole(E, I),
    (   I < 0 -> Cs = [-|Cs1]
    ;   Cs = Cs1
    ),
    A is abs(I),
    number_chars(A, Ds0),
    length(Ds0, L0),
    Missing is K+1-L0,
    ( K > 0 -> times(Missing, '0', Ds0, Ds) ; Ds = Ds0 ),
    length(Ds, L),
    Before is L-K,
    length(Is, Before),
    append(Is, Fs, Ds),
    (   Fs == [] -> Fraction = []
    ;   Fraction = ['.'|Fs]
    ),
    (   Sep == none -> append(Is, Fraction, Cs1)
    ;   grouped(Is, Before, Sep, Cs1, Fraction)
    ).

% With an underscore between groups of `K` digits, as in number syntax.
by_groups(E, K, Cs) :-
    whole(E, I),
    A is abs(I),
    number_chars(A, Ds),
    length(Ds, L),
    grouped(Ds, L, K, '_', Cs0, []),
    ( I < 0 -> Cs = [-|Cs0] ; Cs = Cs0 ).

grouped(Ds, N, Sep, Cs0, Cs) :- grouped(Ds, N, 3, Sep, Cs0, Cs).

grouped([], _, _, _, Cs, Cs).
grouped([D|Ds], N, K, Sep, [D|Cs0], Cs) :-
    N1 is N-1,
    (   N1 > 0, N1 mod K =:= 0 -> Cs0 = [Sep|Cs1]
    ;   Cs0 = Cs1
    ),
    grouped(Ds, N1, K, Sep, Cs1, Cs).

radix(E, N, A, Cs) :-
    whole(E, I),
    count(N, 8, R),
    (   R >= 2, R =< 36 -> true
    ;   throw(error(domain_error(radix,R), format_//2))
    ),
    Abs is abs(I),
    in_radix(Abs, R, A, [], Ds),
    (   I < 0 -> Cs = [-|Ds]
    ;   Cs = Ds
    ).

in_radix(I, R, A, Ds0, Ds) :-
    M is I mod R,
    (   M < 10 -> Code is M+0'0
    ;   Code is M-10+A
    ),
    char_code(D, Code),
    Q is I//R,
    (   Q =:= 0 -> Ds = [D|Ds0]
    ;   in_radix(Q, R, A, [D|Ds0], Ds)
    ).

float_text(D, N, E, Cs) :-
    count(N, 6, K),
    (   number(E) -> X = E
    ;   X is E
    ),
    '$float_text'(D, K, X, Cs).

%! format_predicate(+Char, :Head) is det.
%
%  Defines the directive `~Char` of formats by a predicate with two arguments, which writes to the current output:
%  the number of the directive, or `default` if it has none, and its argument. `Head` is a term with its name, or
%  the name. Throws a permission error if there is such a directive already that cannot be changed.
?- format_predicate(x, user:doubled(_,_)), assertz((doubled(N,X) :- write(N-X-X))), format("~x ~3x", [a,b]).
   outputs("default-a-a 3-b-b").
?- format_predicate(a, user:doubled(_,_)).
   error(permission_error(modify,format_directive,a),format_predicate/2).
format_predicate(C0, P0) :-
    (   integer(C0) -> char_code(C, C0)
    ;   C = C0
    ),
    must_be(character, C),
    strip_module(P0, M, P),
    must_be(callable, P),
    functor(P, N, _),
    (   ( consumes(C) ; memberchk(C, [~,n,'N',t,'|',+]) ) ->
        throw(error(permission_error(modify,format_directive,C), format_predicate/2))
    ;   retractall(user_directive(C, _)),
        assertz(user_directive(C, M:N))
    ).

%! current_format_predicate(?Code, :Head) is nondet.
%
%  True if format_predicate/2 has defined the directive of the character with this code by the predicate of `Head`.
?- format_predicate(y, user:doc_of_y(_,_)), current_format_predicate(0'y, user:H).
   H = doc_of_y(_,_).
?- current_format_predicate(0'b, _).
   false.
current_format_predicate(Code, MHead) :-
    strip_module(MHead, M, Head),
    ( integer(Code) -> char_code(C, Code) ; true ),
    user_directive(C, P),
    char_code(C, Code),
    strip_module(P, M1, Name),
    functor(Head0, Name, 2),
    ( M == M1 -> Head = Head0 ; MHead = _:Head1, Head1 = M1:Head0 ).
