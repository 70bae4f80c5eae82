% Pages in HTML from terms, with predicates of SWI-Prolog's library(http/html_write).

:- module(html_write, [
    html//1, page//1, page//2, print_html/1, print_html/2, reply_html_page/2, reply_html_page/3, (html_meta)/1,
    op(1150, fx, html_meta)
]).

:- meta_predicate html_meta(:).
:- meta_predicate html(:,?,?), page(:,?,?), page(:,:,?,?), reply_html_page(:,:), reply_html_page(?,:,:).

%! html(:Specification)// is det.
%
%  Describes a list of texts for print_html/1. A specification is a text, a number, `Format-Arguments`, `&(Entity)`, a list of specifications,
%  `\Rule`, which calls a nonterminal of the module, or `Tag(Content)` or `Tag(Attributes,Content)`, with attributes `Name(Value)` or
%  `Name=Value`.
?- phrase(html([h1('a<b'),p(class(c), ['~w'-[x], br([])])]), Ts), print_html(Ts).
   Ts = ..., outputs("<h1>a&lt;b</h1><p class=\"c\">x<br></p>").
?- phrase(html(_), Ts).
   error(instantiation_error,html//1).
html(Spec0) --> { strip_module(Spec0, M, Spec) }, part(Spec, M).

part(Spec, _) --> { var(Spec) }, !, { instantiation_error(html//1) }.
part(M:Spec, _) --> !, part(Spec, M).
part([], _) --> !.
part([X|Xs], M) --> !, part(X, M), part(Xs, M).
part(\Rule, M) --> !, { nonvar(Rule) -> true ; instantiation_error(html//1) }, call(M:Rule).
part(&(Entity), _) --> !,
    { integer(Entity) -> format(atom(T), "&#~d;", [Entity]) ; format(atom(T), "&~w;", [Entity]) },
    [T].
part(Format-Arguments, _) --> { is_list(Arguments) }, !,
    { format(atom(T), Format, Arguments), xml_quote_cdata(T, Q) },
    [Q].
part(T, _) --> { atomic(T) }, !, { format(atom(A), "~w", [T]), xml_quote_cdata(A, Q) }, [Q].
part(Spec, M) -->
    { Spec =.. [Tag|Arguments],
      ( Arguments = [Content] -> Attributes = [] ; Arguments = [Attributes,Content] -> true ; type_error(html, Spec, html//1) ),
      start_tag(Tag, Attributes, Start) },
    [Start],
    (   { void(Tag) } -> []
    ;   ( { memberchk(Tag, [script,style]), atomic(Content), Content \== [] } -> [Content] ; part(Content, M) ),
        { format(atom(End), "</~w>", [Tag]) },
        [End]
    ).

start_tag(Tag, Attributes0, Start) :-
    ( is_list(Attributes0) -> Attributes = Attributes0 ; Attributes = [Attributes0] ),
    with_output_to(atom(Start), ( format("<~w", [Tag]), attributes(Attributes), write(>) )).

attributes([]).
attributes([A|As]) :-
    (   atom(A) -> format(" ~w", [A])
    ;   nonvar(A), ( A = (N=V) ; A =.. [N,V] ) ->
        value_text(V, T),
        xml_quote_attribute(T, Q),
        format(" ~w=\"~w\"", [N,Q])
    ;   type_error(html_attribute, A, html//1)
    ),
    attributes(As).

value_text(V, T) :-
    (   nonvar(V), V = F-Arguments, is_list(Arguments) -> format(atom(T), F, Arguments)
    ;   nonvar(V), V = [_|_], is_list(V) -> atomic_list_concat(V, ' ', T)
    ;   nonvar(V), V = A+Pairs -> uri_query_components(Q, Pairs), format(atom(T), "~w?~w", [A,Q])
    ;   format(atom(T), "~w", [V])
    ).

void(Tag) :- memberchk(Tag, [area,base,br,col,embed,hr,img,input,link,meta,param,source,track,wbr]).

%! page(:Content)// is det.
%
%  Describes the texts of a page whose parts are `head(H)` and `body(B)`.
?- phrase(page([head([]),body(x)]), Ts), print_html(Ts).
   Ts = ..., outputs("<!DOCTYPE html>\n<html><head></head><body>x</body></html>\n").
page(Content0) --> { strip_module(Content0, M, Content) }, ['<!DOCTYPE html>\n'], part(html(Content), M), ['\n'].

%! page(:Head, :Body)// is det.
%
%  Describes the texts of a page with the content of its head and of its body.
?- phrase(page(title(t), p(x)), Ts), print_html(Ts).
   Ts = ..., outputs("<!DOCTYPE html>\n<html><head><title>t</title></head><body><p>x</p></body></html>\n").
page(Head0, Body0) -->
    { strip_module(Head0, M, Head), strip_module(Body0, N, Body) },
    ['<!DOCTYPE html>\n<html>'],
    part(head(Head), M),
    ( { nonvar(Body), functor(Body, body, _) } -> part(Body, N) ; part(body(Body), N) ),
    ['</html>\n'].

%! print_html(+Texts) is det.
%
%  Writes texts that html//1 or page//2 describes.
?- print_html([a,b]).
   outputs("ab").
print_html(Texts) :- current_output(S), print_html(S, Texts).

%! print_html(+Stream, +Texts) is det.
%
%  As print_html/1, to a stream.
?- print_html(user_output, ['<br>']).
   outputs("<br>").
print_html(Stream, Texts) :- must_be(list, Texts), forall(member(T, Texts), write(Stream, T)).

%! reply_html_page(:Head, :Body) is det.
%
%  Writes the answer of a handler: a header and a page.
?- reply_html_page(title(t), [p(x)]).
   outputs("Content-type: text/html; charset=UTF-8\n\n<!DOCTYPE html>\n<html><head><title>t</title></head><body><p>x</p></body></html>\n").
reply_html_page(Head, Body) :-
    phrase(page(Head, Body), Ts),
    format("Content-type: text/html; charset=UTF-8~n~n"),
    print_html(Ts).

%! reply_html_page(+Style, :Head, :Body) is det.
%
%  As reply_html_page/2. The style has no effect.
?- reply_html_page(default, [], x).
   outputs("Content-type: text/html; charset=UTF-8\n\n<!DOCTYPE html>\n<html><head></head><body>x</body></html>\n").
reply_html_page(_, Head, Body) :- reply_html_page(Head, Body).

%! html_meta(:Heads) is det.
%
%  Declares meta-arguments as meta_predicate/1 does; the specifier `html` marks an argument that is a specification for html//1.
?- html_meta(box(html,?,?)), predicate_property(box(_,_,_), meta_predicate(M)).
   M = box(:,?,?).
html_meta(MHeads) :-
    strip_module(MHeads, M, Heads0),
    specified(Heads0, Heads),
    meta_predicate(M:Heads).

specified(T, T) :- var(T), !.
specified([], []) :- !.
specified([A0|As0], [A|As]) :- !, specified(A0, A), specified(As0, As).
specified((A0,B0), (A,B)) :- !, specified(A0, A), specified(B0, B).
specified(M:A0, M:A) :- !, specified(A0, A).
specified(Head0, Head) :-
    Head0 =.. [N|Ss0],
    each_specified(Ss0, Ss),
    Head =.. [N|Ss].

each_specified([], []).
each_specified([S0|Ss0], [S|Ss]) :-
    ( S0 == html -> S = (:) ; S = S0 ),
    each_specified(Ss0, Ss).
