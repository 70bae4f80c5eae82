% Documents in XML, HTML and SGML, with predicates of SWI-Prolog's library(sgml). A document is a list of texts and
% elements `element(Name,[Attribute=Value,...],Content)`; texts and values are atoms.
%
% There are no document types: entities that an XML document declares with a text are replaced, other declarations have
% no effect. In HTML, elements without end tag and omitted end tags are those of the language. A build of Horn
% without the feature `markup` throws an existence error.

:- module(sgml, [
    load_structure/3, load_xml/3, load_html/3, load_sgml/3, load_xml_file/2, load_html_file/2, load_sgml_file/2,
    xml_quote_attribute/2, xml_quote_attribute/3, xml_quote_cdata/2, xml_quote_cdata/3, xml_name/1, xml_name/2,
    xml_is_dom/1, iri_xml_namespace/2, iri_xml_namespace/3, xsd_number_string/2
]).

%! load_structure(+Source, -Document, +Options) is det.
%
%  Reads a document from `stream(Stream)`, `string(Text)`, `file(Name)` or a file. A list of characters that begins with `<` is the
%  text of a document. Mistakes are printed as messages, and the document is what can be read in spite of them. Options:
%
%  - `dialect(D)`: `xml` (default), `xmlns` (names of elements and attributes with a namespace are `URI:Name`), `html`,
%    `html4`, `html5`, `xhtml`, `xhtml5`, `sgml`
%  - `space(S)`: `preserve` (default for XML) keeps white space; `sgml` (default for others) removes newlines after
%    start tags and before end tags, and blank text between elements; `default` also joins blanks, and `remove` also
%    removes them at the ends of texts
%  - `cdata(T)`, `attribute_value(T)`: `atom` (default) or `string`, the type of texts and of values of attributes
%  - `max_errors(N)`: an error is thrown if there are more than `N` (default 50) errors; -1 is no limit
%  - `syntax_errors(quiet)`: mistakes are not printed
%  - `encoding(E)`: the encoding of a file; by default the one that it declares
?- load_structure(string("<a x='1'><b>t&amp;u</b></a>"), D, []).
   D = [element(a,[x='1'],[element(b,[],['t&u'])])].
?- load_structure(string("<a:b xmlns:a='http://u' a:k='1'/>"), D, [dialect(xmlns)]).
   D = [element('http://u':b,[xmlns:a='http://u','http://u':k='1'],[])].
?- load_structure(string("<a>\n <b> x  y </b>\n</a>"), D, [space(remove)]).
   D = [element(a,[],[element(b,[],['x y'])])].
?- load_structure(" <a>t</a>", D, []).
   D = [element(a,[],[t])].
?- load_structure('no/such/file', D, []).
   error(existence_error(source_sink,'no/such/file'),open/4).
?- load_structure(string("<a>"), D, [dialect(pdf)]).
   error(domain_error(dialect,pdf),load_structure/3).
load_structure(Source, Document, Options) :-
    must_be(list, Options),
    option(dialect(D0), Options, xml),
    (   dialect(D0, D) -> true
    ;   domain_error(dialect, D0, load_structure/3)
    ),
    ( ( D == xml ; D == xmlns ) -> S0 = preserve ; S0 = sgml ),
    option(space(S), Options, S0),
    (   memberchk(S, [preserve,default,remove,sgml]) -> true
    ;   domain_error(space, S, load_structure/3)
    ),
    option(cdata(C), Options, atom),
    option(attribute_value(A), Options, atom),
    ( memberchk(C, [atom,string]) -> true ; domain_error(cdata, C, load_structure/3) ),
    ( memberchk(A, [atom,string]) -> true ; domain_error(attribute_value, A, load_structure/3) ),
    source_text(Source, Text, Options),
    '$markup'(Text, D, S, C, A, Document0, Problems),
    report(Problems, Source, D0, Options),
    Document = Document0.

dialect(xml, xml).
dialect(xhtml, xml).
dialect(xhtml5, xml).
dialect(xmlns, xmlns).
dialect(html, html).
dialect(html4, html).
dialect(html5, html).
dialect(sgml, sgml).

source_text(Source, _, _) :- var(Source), !, instantiation_error(load_structure/3).
source_text(string(T), Text, _) :- !, Text = T.
source_text(stream(S), Text, _) :- !, read_stream_to_chars(S, Text).
source_text(S, Text, _) :- compound(S), S = '$stream'(_), !, read_stream_to_chars(S, Text).
source_text(file(F), Text, Options) :- !, source_text(F, Text, Options).
source_text(Chars, Text, _) :- Chars = [C|_], begins_with_tag(Chars), !, ( integer(C) -> atom_codes(A, Chars), atom_chars(A, Text) ; Text = Chars ).
source_text(Name, Text, Options) :- Name = [_|_], catch(atom_string(Spec, Name), error(_,_), fail), !, source_text(Spec, Text, Options).
source_text(Spec, Text, Options) :-
    (   compound(Spec) -> absolute_file_name(Spec, File, [access(read)])
    ;   File = Spec
    ),
    (   option(encoding(E), Options) -> true
    ;   declared_encoding(File, E)
    ),
    read_file_to_chars(File, Text, [encoding(E)]).

% A list of characters or codes whose first one that is no blank is `<` is the text of a document: no file has such a name.
begins_with_tag([C|Cs]) :-
    (   memberchk(C, [<,0'<]) -> true
    ;   memberchk(C, [' ','\n','\t','\r',0' ,10,9,13]), begins_with_tag(Cs)
    ).

% The encoding in the first line of a document in XML.
declared_encoding(File, E) :-
    setup_call_cleanup(
        open(File, read, S, [encoding(iso_latin_1)]),
        first_chars(S, 200, Cs),
        close(S)),
    (   append("<?xml", Rest, Cs),
        append(_, ['e','n','c','o','d','i','n','g','=',Q|Name0], Rest),
        append(Name, [Q|_], Name0) ->
        atom_chars(Name1, Name),
        downcase_atom(Name1, Name2),
        ( encoding(Name2, E) -> true ; domain_error(encoding, Name1, load_structure/3) )
    ;   E = utf8
    ).

first_chars(S, N, Cs) :-
    (   N > 0, get_char(S, C), C \== end_of_file ->
        Cs = [C|Cs1],
        N1 is N-1,
        ( C == (>) -> Cs1 = [] ; first_chars(S, N1, Cs1) )
    ;   Cs = []
    ).

encoding('utf-8', utf8).
encoding('us-ascii', ascii).
encoding('iso-8859-1', iso_latin_1).
encoding('latin1', iso_latin_1).
encoding('utf-16', unicode_le).

report(Problems, Source, Dialect, Options) :-
    (   option(syntax_errors(quiet), Options) -> true
    ;   source_name(Source, Name),
        forall(
            member(problem(Severity,Line,Message), Problems),
            print_message(Severity, format("SGML2PL(~w): ~w:~d: ~w", [Dialect,Name,Line,Message])))
    ),
    option(max_errors(Most), Options, 50),
    findall(x, member(problem(error,_,_), Problems), Errors),
    length(Errors, N),
    (   Most >= 0, N > Most -> throw(error(limit_exceeded(max_errors,Most),load_structure/3))
    ;   true
    ).

source_name(Source, Name) :- ( atom(Source) -> Name = Source ; Name = [] ).

%! load_xml(+Source, -Document, +Options) is det.
%
%  As load_structure/3, for XML.
?- load_xml(string("<a><![CDATA[x<y]]><b/></a>"), D, []).
   D = [element(a,[],['x<y',element(b,[],[])])].
?- load_xml(string("<!DOCTYPE a [<!ENTITY e 'text'>]><a>&e;&#65;</a>"), D, []).
   D = [element(a,[],[textA])].
?- load_xml(string("<a><b>x</a>"), D, [syntax_errors(quiet)]).
   D = [element(a,[],[element(b,[],[x])])].
?- load_xml(_, D, []).
   error(instantiation_error,load_structure/3).
load_xml(Source, Document, Options) :-
    (   memberchk(dialect(_), Options) -> load_structure(Source, Document, Options)
    ;   load_structure(Source, Document, [dialect(xml)|Options])
    ).

%! load_html(+Source, -Document, +Options) is det.
%
%  As load_structure/3, for HTML. Names are in lower case; the value of an attribute without a value is its name.
?- load_html(string("<ul><li>a<li>b</ul><p>x<br>y&copy;"), D, []).
   D = [element(ul,[],[element(li,[],[a]),element(li,[],[b])]),element(p,[],[x,element(br,[],[]),'y\xa9\'])].
?- load_html(string("<TD class=c checked>a<script>if (a<b) f()</script>"), D, []).
   D = [element(td,[class=c,checked=checked],[a,element(script,[],['if (a<b) f()'])])].
?- load_html(string("<table><tr><td>a<td>b<tr><td>c</table>"), [element(table,_,Rows)], []), length(Rows, N).
   Rows = ..., N = 2.
load_html(Source, Document, Options) :-
    (   memberchk(dialect(_), Options) -> load_structure(Source, Document, Options)
    ;   load_structure(Source, Document, [dialect(html)|Options])
    ).

%! load_sgml(+Source, -Document, +Options) is det.
%
%  As load_structure/3, for SGML without a document type: names are in lower case, and every element has an end tag.
?- load_sgml(string("<A><B>x</B></A>"), D, []).
   D = [element(a,[],[element(b,[],[x])])].
load_sgml(Source, Document, Options) :-
    (   memberchk(dialect(_), Options) -> load_structure(Source, Document, Options)
    ;   load_structure(Source, Document, [dialect(sgml)|Options])
    ).

%! load_xml_file(+File, -Document) is det.
%
%  As load_xml/3, without options.
?- load_xml_file('no/such/file', D).
   error(existence_error(source_sink,'no/such/file'),open/4).
load_xml_file(File, Document) :- load_xml(File, Document, []).

%! load_html_file(+File, -Document) is det.
%
%  As load_html/3, without options.
?- load_html_file('no/such/file', D).
   error(existence_error(source_sink,'no/such/file'),open/4).
load_html_file(File, Document) :- load_html(File, Document, []).

%! load_sgml_file(+File, -Document) is det.
%
%  As load_sgml/3, without options.
?- load_sgml_file('no/such/file', D).
   error(existence_error(source_sink,'no/such/file'),open/4).
load_sgml_file(File, Document) :- load_sgml(File, Document, []).

%! xml_quote_attribute(+Text, -Quoted) is det.
%
%  Unifies `Quoted` with the atom of a text in which `<`, `>`, `&` and `"` are replaced by references, as a value of an attribute
%  between double quotes needs it.
?- xml_quote_attribute('a"<b>&', Q).
   Q = 'a&quot;&lt;b&gt;&amp;'.
?- xml_quote_attribute(f(x), Q).
   error(type_error(atomic,f(x)),xml_quote_attribute/2).
xml_quote_attribute(Text, Quoted) :- quoted(Text, Quoted, attribute, utf8, xml_quote_attribute/2).

%! xml_quote_attribute(+Text, -Quoted, +Encoding) is det.
%
%  As xml_quote_attribute/2; characters that the encoding does not have are replaced by their numbers.
?- xml_quote_attribute('\xe9\', Q, ascii).
   Q = '&#233;'.
xml_quote_attribute(Text, Quoted, Encoding) :-
    quoted(Text, Quoted, attribute, Encoding, xml_quote_attribute/3).

%! xml_quote_cdata(+Text, -Quoted) is det.
%
%  Unifies `Quoted` with the atom of a text in which `<`, `>` and `&` are replaced by references.
?- xml_quote_cdata("a\"<b>&", Q).
   Q = 'a"&lt;b&gt;&amp;'.
xml_quote_cdata(Text, Quoted) :- quoted(Text, Quoted, cdata, utf8, xml_quote_cdata/2).

%! xml_quote_cdata(+Text, -Quoted, +Encoding) is det.
%
%  As xml_quote_cdata/2; characters that the encoding does not have are replaced by their numbers.
?- xml_quote_cdata('a\x20ac\', Q, iso_latin_1).
   Q = 'a&#8364;'.
xml_quote_cdata(Text, Quoted, Encoding) :- quoted(Text, Quoted, cdata, Encoding, xml_quote_cdata/3).

quoted(Text, Quoted, Kind, Encoding, PI) :-
    (   var(Text) -> instantiation_error(PI)
    ;   catch(atom_string(A, Text), error(_,_), fail), atom(A) -> true
    ;   type_error(atomic, Text, PI)
    ),
    must_be(atom, Encoding),
    ( greatest(Encoding, Most) -> true ; Most = 0x10ffff ),
    atom_chars(A, Cs),
    quoted_chars(Cs, Kind, Most, Qs),
    atom_chars(Quoted, Qs).

greatest(ascii, 0x7f).
greatest(us_ascii, 0x7f).
greatest(iso_latin_1, 0xff).

quoted_chars([], _, _, []).
quoted_chars([C|Cs], Kind, Most, Qs) :-
    (   reference(C, Kind, Reference) -> append(Reference, Qs1, Qs)
    ;   char_code(C, Code), Code > Most ->
        number_chars(Code, Ds),
        append([&,'#'|Ds], [;|Qs1], Qs)
    ;   Qs = [C|Qs1]
    ),
    quoted_chars(Cs, Kind, Most, Qs1).

reference(<, _, "&lt;").
reference(>, _, "&gt;").
reference(&, _, "&amp;").
reference('"', attribute, "&quot;").

%! xml_name(+Text) is semidet.
%
%  True if the text is a name in XML.
?- xml_name('a-b').
   true.
?- xml_name('1a').
   false.
xml_name(Text) :- xml_name(Text, utf8).

%! xml_name(+Text, +Encoding) is semidet.
%
%  True if the text is a name in XML whose characters the encoding has.
?- xml_name('\xe9\', ascii).
   false.
xml_name(Text, Encoding) :-
    atomic(Text),
    atom_chars(Text, [C|Cs]),
    ( greatest(Encoding, Most) -> true ; Most = 0x10ffff ),
    name_start(C),
    forall(member(D, [C|Cs]), ( name_char(D), char_code(D, Code), Code =< Most )).

name_start(C) :- ( C == '_' ; C == (:) ; char_type(C, alpha), \+ char_type(C, digit(_)) ), !.

name_char(C) :- ( C == '_' ; C == (:) ; C == (-) ; C == '.' ; C == '\xb7\' ; char_type(C, alnum) ), !.

%! xml_is_dom(@Term) is semidet.
%
%  True if the term is an element, a processing instruction or a text, or a list of these.
?- xml_is_dom([element(a,[x='1'],[text])]).
   true.
?- xml_is_dom(element(a,x,[])).
   false.
xml_is_dom(T) :- var(T), !, fail.
xml_is_dom([]) :- !.
xml_is_dom([X|Xs]) :- !, is_list([X|Xs]), forall(member(Y, [X|Xs]), xml_is_dom(Y)).
xml_is_dom(element(N,As,C)) :- !,
    is_name(N),
    is_list(As),
    forall(member(A, As), ( nonvar(A), A = (K=V), is_name(K), nonvar(V) )),
    is_list(C),
    xml_is_dom(C).
xml_is_dom(pi(T)) :- !, atomic(T).
xml_is_dom(T) :- atomic(T).

is_name(N) :- ( atom(N) -> true ; nonvar(N), N = (U:L), atom(U), atom(L) ).

%! iri_xml_namespace(+IRI, -Namespace) is det.
%
%  As iri_xml_namespace/3, without the local name.
?- iri_xml_namespace('http://a.org/b#c', N).
   N = 'http://a.org/b#'.
iri_xml_namespace(IRI, Namespace) :- iri_xml_namespace(IRI, Namespace, _).

%! iri_xml_namespace(+IRI, -Namespace, -Local) is det.
%
%  Splits an IRI before the longest name at its end.
?- iri_xml_namespace('http://a.org/b#c1', N, L).
   N = 'http://a.org/b#', L = c1.
iri_xml_namespace(IRI, Namespace, Local) :-
    must_be(atom, IRI),
    atom_chars(IRI, Cs),
    append(Ns, Ls, Cs),
    (   Ls == [] -> true
    ;   Ls = [L|Rest],
        name_start(L), L \== (:),
        forall(member(C, Rest), ( name_char(C), C \== (:) ))
    ), !,
    atom_chars(Namespace, Ns),
    atom_chars(Local, Ls).

%! xsd_number_string(?Number, ?Text) is det.
%
%  Converts between a number and its text in XML Schema. The text of a number is a list of characters.
?- xsd_number_string(N, " 1.5e3 ").
   N = 1500.0.
?- xsd_number_string(1.0, S).
   S = "1.0E0".
?- xsd_number_string(N, "x").
   error(syntax_error(xsd_number),xsd_number_string/2).
xsd_number_string(N, Text) :-
    (   nonvar(Text) ->
        split_string(Text, "", " \t\n\r", [Cs]),
        (   xsd_number(Cs, N0) -> N = N0
        ;   throw(error(syntax_error(xsd_number),xsd_number_string/2))
        )
    ;   var(N) -> instantiation_error(xsd_number_string/2)
    ;   integer(N) -> number_chars(N, Text)
    ;   float(N) -> float_text(N, Text)
    ;   type_error(number, N, xsd_number_string/2)
    ).

xsd_number("INF", N) :- !, N is inf.
xsd_number("-INF", N) :- !, N is -inf.
xsd_number("NaN", N) :- !, N is nan.
xsd_number(['+'|Cs], N) :- !, Cs = [C|_], C \== (-), xsd_number(Cs, N).
xsd_number(Cs0, N) :-
    phrase(xsd_text(Cs), Cs0),
    catch(number_chars(N, Cs), error(_,_), fail).

% The text with a digit before and after the point, and with a point before an exponent.
xsd_text(Cs) --> sign(Cs, Cs1), digits(Whole), fraction(Part), exponent(E),
    { \+ ( Whole == [], Part == [] ),
      ( Whole == [] -> W = "0" ; W = Whole ),
      (   Part == none, E == [] -> append(W, [], Cs1)
      ;   ( Part == none -> F = "0" ; Part == [] -> F = "0" ; F = Part ),
          append(W, ['.'|F], Cs2),
          append(Cs2, E, Cs1)
      ) }.

sign([-|Cs], Cs) --> [-], !.
sign(Cs, Cs) --> [].

digits([D|Ds]) --> [D], { char_type(D, digit(_)) }, !, digits(Ds).
digits([]) --> [].

fraction(Ds) --> ['.'], !, digits(Ds).
fraction(none) --> [].

exponent([e|Cs]) --> [E], { memberchk(E, [e,'E']) }, !, exponent_sign(Cs, [D|Ds]), digits([D|Ds]).
exponent([]) --> [].

exponent_sign([-|Cs], Cs) --> [-], !.
exponent_sign(Cs, Cs) --> ['+'], !.
exponent_sign(Cs, Cs) --> [].

float_text(N, Text) :-
    (   is_nan(N) -> Text = "NaN"
    ;   N =:= inf -> Text = "INF"
    ;   N =:= -inf -> Text = "-INF"
    ;   N =:= 0 -> Text = "0.0E0"
    ;   E is floor(log10(abs(N))),
        scaled(N, E, M),
        format(chars(Text), "~wE~d", M)
    ).

is_nan(N) :- M = N, \+ N =:= M.

% Mantissa and exponent, one digit before the point.
scaled(N, E0, [M,E]) :-
    M0 is N/10.0**E0,
    (   abs(M0) >= 10 -> E is E0+1, M is N/10.0**E
    ;   abs(M0) < 1 -> E is E0-1, M is N/10.0**E
    ;   E = E0, M = M0
    ).
