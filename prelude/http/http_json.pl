% JSON in requests and answers, with predicates of SWI-Prolog's library(http/http_json).

:- module(http_json, [reply_json/1, reply_json/2, http_read_json/2, http_read_json/3]).

%! reply_json(+Term) is det.
%
%  Writes the answer of a handler: a header and a term of library(http/json).
?- reply_json(json([a=1])).
   outputs("Content-type: application/json; charset=UTF-8\n\n{\"a\":1}").
reply_json(Term) :- reply_json(Term, []).

%! reply_json(+Term, +Options) is det.
%
%  As reply_json/1. The option `status(Code)` sets the status; others are those of json_write/3.
?- reply_json([1], [status(201)]).
   outputs("Status: 201\nContent-type: application/json; charset=UTF-8\n\n[1]").
reply_json(Term, Options) :-
    must_be(list, Options),
    with_output_to(chars(Cs), ( current_output(S), json_write(S, Term, Options) )),
    ( option(status(Code), Options) -> format("Status: ~d~n", [Code]) ; true ),
    format("Content-type: application/json; charset=UTF-8~n~n~s", [Cs]).

%! http_read_json(+Request, -Term) is det.
%
%  As http_read_json/3, without options.
?- open_string("[1]", S), http_read_json([input(S),content_type('application/json')], T), close(S).
   S = ..., T = [1].
http_read_json(Request, Term) :- http_read_json(Request, Term, []).

%! http_read_json(+Request, -Term, +Options) is det.
%
%  Reads the data of a request, whose type must be `application/json`. Options are those of json_read/3.
?- http_read_json([content_type('text/plain')], T, []).
   error(domain_error(mimetype,'text/plain'),http_read_json/3).
http_read_json(Request, Term, Options) :-
    ( memberchk(content_type(Type), Request) -> true ; Type = '' ),
    (   sub_atom(Type, 0, _, _, 'application/json') -> true
    ;   domain_error(mimetype, Type, http_read_json/3)
    ),
    memberchk(input(S), Request),
    json_read(S, Term, Options).
