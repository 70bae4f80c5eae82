% Predicates for tests of streams. A file that includes this one names its own temporary file, `file(Name)`,
% because tests run at the same time, and deletes it in its last query.

% The file has this text.
text(T) :- file(F), open(F, write, S), write(S, T), close(S).

% The file has these bytes.
bytes(Bs) :- file(F), open(F, write, S, [type(binary)]), put_each(Bs, S), close(S).

put_each([], _).
put_each([B|Bs], S) :- put_byte(S, B), put_each(Bs, S).

% Runs a goal while the file is open for reading as the stream `in`.
reading(G) :- reading([], G).

reading(Options, G) :-
    file(F),
    setup_call_cleanup(open(F, read, S, [alias(in)|Options]), G, close(S)).

% A property of the stream `in`.
property(P) :- stream_property(S, alias(in)), stream_property(S, P).

% Runs a goal while the file is open for writing as the stream `out`.
writing(Options, G) :-
    file(F),
    setup_call_cleanup(open(F, write, S, [alias(out)|Options]), G, close(S)).

% The characters of the file.
content(Cs) :-
    file(F),
    setup_call_cleanup(open(F, read, S), all_chars(S, Cs), close(S)).

all_chars(S, Cs) :-
    get_char(S, C),
    (   C == end_of_file -> Cs = []
    ;   Cs = [C|Ds], all_chars(S, Ds)
    ).

% A stream that was closed.
closed(S) :- text(''), file(F), open(F, read, S), close(S).

alias(S, A) :- stream_property(S, alias(A)).

delete :- file(F), catch(delete_file(F), _, true).
