% Lists whose elements are computed or read when they are first looked at.
%
% A lazy list ends in an attributed variable. Unifying it calls the closure `Next` for the next elements. These are
% kept with the attribute beyond backtracking, so that each element is computed once, and reading from a stream
% needs no repositioning.

:- module(lazy_lists, [
    lazy_list/2, lazy_list/3, lazy_list_materialize/1, lazy_list_length/2, lazy_findall/3, lazy_findall/4,
    lazy_get_codes/4, lazy_read_terms/4, lazy_read_lines/4, lazy_message_queue/4, lazy_engine_next/4,
    lazy_list_iterator/4
]).

:- meta_predicate lazy_list(2,-), lazy_list(3,+,-), lazy_findall(?,0,-), lazy_findall(+,?,0,-).
:- meta_predicate lazy_list_iterator(:,?,?,?).
:- meta_predicate next_element(3,?,?,?), slice(?,1,?,?,?).

%! lazy_list(:Next, -List) is det.
%
%  Unifies `List` with a lazy list. When its end is unified, `call(Next, Elements, Tail)` gives the next elements as a
%  list that ends in `Tail`, which must be a variable, or `[]` at the end. The elements are copied.
?- open_string("a. b. c.", S), lazy_list(lazy_read_terms(S, [chunk(2)]), L), L = [A,B|_].
   S = ..., L = [a,b|_A], A = a, B = b.
?- open_string("ab", S), lazy_list(lazy_get_codes(S, 1), L), ( L = [_,_,_|_] ; L = [A,B] ).
   S = ..., L = [97,98], A = 97, B = 98.
?- lazy_list(_, L).
   error(instantiation_error,lazy_list/2).
lazy_list(Next, L) :-
    closure(Next, lazy_list/2),
    put_attr(L, lazy_lists, lazy(Next,[])).

closure(Next, PI) :-
    strip_module(Next, _, G),
    (   var(G) -> instantiation_error(PI)
    ;   callable(G) -> true
    ;   type_error(callable, G, PI)
    ).

% The second argument of the attribute is `[]` or read(Elements).
attr_unify_hook(State, Value) :-
    arg(2, State, Read),
    (   Read = read(L) -> true
    ;   % The elements are used as the copy that the attribute keeps, so that backtracking leaves its end lazy.
        \+ \+ next_elements(State),
        arg(2, State, read(L))
    ),
    Value = L.

next_elements(State) :-
    arg(1, State, Next),
    call(Next, L, Tail), !,
    (   Tail == [] -> true
    ;   put_attr(Tail, lazy_lists, lazy(Next,[]))
    ),
    nb_setarg(2, State, read(L)).

attribute_goals(_) --> [].

%! lazy_list(:Next, +State, -List) is det.
%
%  Unifies `List` with a lazy list whose next element `X` is given by `call(Next, State0, State1, X)`, starting with
%  `State`. The list ends when that fails.
?- lazy_list([s(P,Q),s(Q,R),P]>>(R is P+Q), s(0,1), L), nth0(100, L, X), \+ \+ L = [0,1,1,2,3|_].
   L = ..., X = 354224848179261915075, ... .
?- lazy_list([N,N1,N]>>(N < 3, N1 is N+1), 0, L), lazy_list_materialize(L).
   L = [0,1,2].
lazy_list(Next, State, L) :-
    closure(Next, lazy_list/3),
    put_attr(L, lazy_lists, lazy(lazy_lists:next_element(Next, s(State)),[])).


next_element(Next, S, L, Tail) :-
    arg(1, S, State0),
    (   call(Next, State0, State, X) ->
        nb_setarg(1, S, State),
        L = [X|Tail]
    ;   L = [], Tail = []
    ).

%! lazy_list_materialize(?List) is det.
%
%  Computes all elements of a lazy list. Throws a type error if `List` does not end like a list.
?- open_string("ab", S), lazy_list(lazy_get_codes(S, 1), L), lazy_list_materialize(L).
   S = ..., L = [97,98].
?- lazy_list_materialize(a).
   error(type_error(list,a),lazy_list_materialize/1).
lazy_list_materialize(L) :-
    '$skip_list'(L, _, Tail),
    (   Tail == [] -> true
    ;   var(Tail) -> ( Tail = [_|Tail1] -> lazy_list_materialize(Tail1) ; Tail = [] )
    ;   type_error(list, Tail, lazy_list_materialize/1)
    ).

%! lazy_list_length(+List, -Length) is det.
%
%  Unifies `Length` with the length of a list, after computing all its elements.
?- open_string("abc", S), lazy_list(lazy_get_codes(S, 2), L), lazy_list_length(L, N).
   S = ..., L = [97,98,99], N = 3.
lazy_list_length(L, N) :-
    lazy_list_materialize(L),
    '$skip_list'(L, N, _).

%! lazy_findall(?Template, :Goal, -List) is det.
%
%  Unifies `List` with a lazy list of the instances of `Template`, as findall/3 gives them: `Goal` is called in an
%  engine, when an element is needed.
?- lazy_findall(X, between(1, inf, X), L), L = [A,B,C|_].
   L = ..., A = 1, B = 2, C = 3, ... .
?- lazy_findall(X, member(X, [a,b]), L), lazy_list_materialize(L).
   L = "ab".
lazy_findall(T, G, L) :- lazy_findall(1, T, G, L).

%! lazy_findall(+N, ?Template, :Goal, -List) is det.
%
%  As lazy_findall/3; computes `N` elements at a time.
?- lazy_findall(2, X, member(X, [a,b,c]), L), lazy_list_materialize(L).
   L = "abc".
lazy_findall(N, T, G, L) :-
    must_be(positive_integer, N),
    engine_create(T, G, E),
    lazy_list(lazy_lists:lazy_engine_next(E, N), L).

%! lazy_get_codes(+Stream, +N, -List, -Tail) is det.
%
%  A closure for lazy_list/2: reads `N` codes.
?- open_string("abc", S), lazy_get_codes(S, 2, L, T).
   S = ..., L = [97,98|T].
lazy_get_codes(S, N, L, Tail) :- must_be(positive_integer, N), slice(N, get_code(S), -1, L, Tail).


% Up to N elements that `call(Get, X)` gives, before one that is End.
slice(N, Get, End, L, Tail) :-
    (   N =:= 0 -> L = Tail
    ;   call(Get, X),
        (   X == End -> L = [], Tail = []
        ;   L = [X|L1],
            N1 is N-1,
            slice(N1, Get, End, L1, Tail)
        )
    ).

%! lazy_read_terms(+Stream, +Options, -List, -Tail) is det.
%
%  A closure for lazy_list/2: reads terms. Options are `chunk(N)`, the number of terms that are read at a time, 10 by
%  default, and those of read_term/3.
?- open_string("a. b.", S), lazy_read_terms(S, [chunk(1)], L, T).
   S = ..., L = [a|T].
lazy_read_terms(S, Os, L, Tail) :-
    select_option(chunk(N), Os, Os1, 10),
    must_be(positive_integer, N),
    slice(N, read_with(S, Os1), end_of_file, L, Tail).

read_with(S, Os, T) :- read_term(S, T, Os).

%! lazy_read_lines(+Stream, +Options, -List, -Tail) is det.
%
%  A closure for lazy_list/2: reads lines. Options are `chunk(N)`, the number of lines that are read at a time, 10 by
%  default, and `as(Type)`: `atom`, `chars`, `codes` or `string` (default).
?- open_string("ab\nc\n", S), lazy_list(lazy_read_lines(S, [as(atom)]), L), lazy_list_materialize(L).
   S = ..., L = [ab,c].
?- lazy_read_lines(user_input, [as(list)], L, T).
   error(domain_error(oneof([atom,string,codes,chars]),list),must_be/2).
lazy_read_lines(S, Os, L, Tail) :-
    option(chunk(N), Os, 10),
    option(as(As), Os, string),
    must_be(positive_integer, N),
    must_be(oneof([atom,string,codes,chars]), As),
    slice(N, line(As, S), end_of_file, L, Tail).

line(As, S, Line) :-
    read_line_to_codes(S, Codes),
    (   Codes == end_of_file -> Line = end_of_file
    ;   As == codes -> Line = Codes
    ;   atom_codes(A, Codes),
        (   As == atom -> Line = A
        ;   As == chars -> atom_chars(A, Line)
        ;   '$text_string'(A, Line)
        )
    ).

%! lazy_message_queue(+Queue, +Options, -List, -Tail) is det.
%
%  A closure for lazy_list/2: takes messages from a queue. Options are `chunk(N)`, the number of messages that are
%  taken at a time, 1 by default, and those of thread_get_message/3. The list ends with the message `end_of_file`, or
%  when the time of the option `timeout` is over.
?- message_queue_create(Q), thread_send_message(Q, a), thread_send_message(Q, end_of_file),
   lazy_list(lazy_message_queue(Q, []), L), lazy_list_materialize(L), message_queue_destroy(Q).
   Q = ..., L = "a".
lazy_message_queue(Q, Os, L, Tail) :-
    select_option(chunk(N), Os, Os1, 1),
    must_be(positive_integer, N),
    slice(N, message(Q, Os1), end_of_file, L, Tail).

message(Q, Os, Message) :- ( thread_get_message(Q, M, Os) -> Message = M ; Message = end_of_file ).

%! lazy_engine_next(+Engine, +N, -List, -Tail) is det.
%
%  A closure for lazy_list/2: takes `N` answers of an engine.
?- engine_create(X, member(X, [a,b,c]), E), lazy_engine_next(E, 2, L, T).
   E = ..., L = [a,b|T].
lazy_engine_next(E, N, L, Tail) :-
    must_be(positive_integer, N),
    answers(N, E, L, Tail).

answers(N, E, L, Tail) :-
    (   N =:= 0 -> L = Tail
    ;   engine_next(E, X) ->
        L = [X|L1],
        N1 is N-1,
        answers(N1, E, L1, Tail)
    ;   L = [], Tail = []
    ).

%! lazy_list_iterator(:Iterator, ?Element, ?GetNext, ?End) is det.
%
%  As a directive, defines a closure for lazy_list/2: `Iterator` with three more arguments, the number of elements
%  that are taken at a time, the list and its tail. `GetNext` gives the next element; the list ends where `End` is
%  true.
?- lazy_list_iterator(numbers_of(S), T, read(S, T), T == end_of_file),
   open_string("1. 2.", In), lazy_list(numbers_of(In, 1), L), lazy_list_materialize(L).
   In = ..., L = [1,2].
lazy_list_iterator(MIterator, X, Get, End) :-
    strip_module(MIterator, M, Iterator),
    must_be(callable, Iterator),
    extend_goal(Iterator, [N,L,Tail], Head),
    extend_goal(Iterator, [N1,L1,Tail], Rest),
    '$add_clause'(M, (Head :- N =:= 0 -> L = Tail ; Get, \+ End -> L = [X|L1], N1 is N-1, Rest ; L = [], Tail = [])).
