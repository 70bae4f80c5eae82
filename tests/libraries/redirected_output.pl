% Output that a program redirects by the alias of a stream, and imports from libraries that are several files.

:- use_module(library(backcomp), [substring/4]).
:- use_module(library(readutil), [read_line_to_codes/2]).

redirected(Goal, Text) :-
    tmp_file_stream(text, File, S),
    current_output(Old),
    setup_call_cleanup(set_stream(S, alias(current_output)), Goal, ( close(S), set_stream(Old, alias(current_output)) )),
    read_file_to_string(File, Text, []),
    delete_file(File).

?- redirected(write(hello), T).
   T = "hello".
?- redirected(fail, T).
   false.
?- write(back).
   outputs("back").
?- substring("hello", 2, 3, S).
   S = "ell".
?- use_module(library(backcomp), [no_such_predicate/7]).
   error(existence_error(export,no_such_predicate/7),use_module/2).
?- read_term_from_atom('p(X). q(Y)', T, [variable_names(Vs)]).
   T = p(_A), Vs = ['X'=_A].
?- read_term_from_atom('p(X), q(Y', T, []).
   error(syntax_error(_),_).
