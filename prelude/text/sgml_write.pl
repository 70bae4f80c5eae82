% Documents of library(sgml) as text in XML and HTML, with predicates of SWI-Prolog's library(sgml_write).

:- module(sgml_write, [xml_write/2, xml_write/3, html_write/2, html_write/3, sgml_write/2, sgml_write/3]).

%! xml_write(+Document, +Options) is det.
%
%  As xml_write/3, to the current output.
?- xml_write([element(a,[],[])], [header(false)]).
   outputs("<a/>").
xml_write(Document, Options) :- current_output(S), xml_write(S, Document, Options).

%! xml_write(+Stream, +Document, +Options) is det.
%
%  Writes a document, or a part of one, as XML. An element that contains elements alone has each of them on a line of
%  its own. A name `URI:Local` is written with a prefix, which is declared where it is needed. Options:
%
%  - `header(Bool)`: the declaration of XML is written first; true by default
%  - `layout(Bool)`: false if no lines and blanks may be added; true by default
%  - `indent(N)`: the indentation; 0 by default
%  - `nsmap([Prefix=URI,...])`: prefixes of namespaces
?- xml_write(user_output, element(a,[x='<1'],[element(b,[],['t&u']),element(c,[],[])]), []).
   outputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\n<a x=\"&lt;1\">\n  <b>t&amp;u</b>\n  <c/>\n</a>").
?- xml_write(user_output, element('http://u':a,[],[element('http://u':b,[],[])]), [header(false),layout(false)]).
   outputs("<xns1:a xmlns:xns1=\"http://u\"><xns1:b/></xns1:a>").
?- xml_write(user_output, element(a,[],[f(x)]), [header(false)]).
   outputs("<a>"), error(type_error(sgml_content,f(x)),xml_write/3).
xml_write(Stream, Document, Options) :- written(Stream, Document, xml, Options, xml_write/3).

%! html_write(+Document, +Options) is det.
%
%  As html_write/3, to the current output.
?- html_write([element(br,[],[])], []).
   outputs("<br>").
html_write(Document, Options) :- current_output(S), html_write(S, Document, Options).

%! html_write(+Stream, +Document, +Options) is det.
%
%  Writes a document, or a part of one, as HTML, with the options of xml_write/3.
?- html_write(user_output, [element(p,[class=c],['a<b',element(br,[],[]),element(script,[],['a<b'])])], []).
   outputs("<p class=\"c\">a&lt;b<br><script>a<b</script></p>").
?- html_write(user_output, element(ul,[],[element(li,[],[x]),element(li,[],[])]), []).
   outputs("<ul>\n  <li>x</li>\n  <li></li>\n</ul>").
html_write(Stream, Document, Options) :- written(Stream, Document, html, Options, html_write/3).

%! sgml_write(+Document, +Options) is det.
%
%  As sgml_write/3, to the current output.
?- sgml_write(element(a,[],[]), []).
   outputs("<a></a>").
sgml_write(Document, Options) :- current_output(S), sgml_write(S, Document, Options).

%! sgml_write(+Stream, +Document, +Options) is det.
%
%  Writes a document, or a part of one, as SGML in which every element has an end tag, with the options of xml_write/3.
?- sgml_write(user_output, element(a,[],[b]), []).
   outputs("<a>b</a>").
sgml_write(Stream, Document, Options) :- written(Stream, Document, sgml, Options, sgml_write/3).

written(Stream, Document, Dialect, Options, PI) :-
    must_be(list, Options),
    option(layout(Layout), Options, true),
    option(indent(Indent), Options, 0),
    option(nsmap(Map), Options, []),
    findall(URI-Prefix, ( member(P, Map), name_value(P, Prefix, URI) ), Names),
    (   Dialect == xml, option(header(true), Options, true) ->
        write(Stream, '<?xml version="1.0" encoding="UTF-8"?>\n\n')
    ;   true
    ),
    State = s(Stream,Dialect,Layout,PI),
    (   is_list(Document) -> contents(Document, State, Indent, Names)
    ;   content(Document, State, Indent, Names)
    ).

name_value(P=U, P, U).
name_value(P-U, P, U).

contents([], _, _, _).
contents([C|Cs], State, Indent, Names) :-
    content(C, State, Indent, Names),
    contents(Cs, State, Indent, Names).

content(C, State, Indent, Names) :-
    State = s(S,Dialect,_,PI),
    (   var(C) -> instantiation_error(PI)
    ;   C = element(Name,Attributes,Content) -> element(Name, Attributes, Content, State, Indent, Names)
    ;   C = pi(Text) ->
        ( Dialect == xml -> format(S, "<?~w?>", [Text]) ; format(S, "<?~w>", [Text]) )
    ;   C = sdata(Text) -> write(S, Text)
    ;   C = ndata(Text) -> format(S, "&~w;", [Text])
    ;   atomic(C), \+ number(C) -> xml_quote_cdata(C, Q), write(S, Q)
    ;   type_error(sgml_content, C, PI)
    ).

element(Name, Attributes, Content, State, Indent, Names0) :-
    State = s(S,Dialect,Layout,PI),
    must_be(list, Attributes),
    must_be(list, Content),
    declared(Attributes, Names0, Names1),
    written_name(Name, Dialect, element, N, Names1, Names2, New, New1),
    attributes(Attributes, Dialect, Written, Names2, Names, New1, []),
    format(S, "<~w", [N]),
    append(Written, New, All),
    write_attributes(All, S, PI),
    (   Dialect == xml, Content == [] -> write(S, />)
    ;   Dialect == html, void(N) -> write(S, >)
    ;   write(S, >),
        (   Dialect == html, raw(N) -> raw_content(Content, S)
        ;   Layout == true, Content = [_|_], all_elements(Content, Dialect) ->
            Indent1 is Indent+2,
            forall(
                member(C, Content),
                ( format(S, "~n~*c", [Indent1,0' ]), content(C, State, Indent1, Names) )),
            format(S, "~n~*c", [Indent,0' ])
        ;   contents(Content, State, Indent, Names)
        ),
        format(S, "</~w>", [N])
    ).

raw_content([], _).
raw_content([C|Cs], S) :- write(S, C), raw_content(Cs, S).

all_elements([], _).
all_elements([C|Cs], Dialect) :-
    nonvar(C),
    C = element(N,_,_),
    \+ ( Dialect == html, inline(N) ),
    all_elements(Cs, Dialect).

write_attributes([], _, _).
write_attributes([K-V|As], S, PI) :-
    (   compound(V) -> type_error(atomic, V, PI)
    ;   var(V) -> instantiation_error(PI)
    ;   true
    ),
    xml_quote_attribute(V, Q),
    format(S, " ~w=\"~w\"", [K,Q]),
    write_attributes(As, S, PI).

% The namespaces that attributes declare.
declared([], Names, Names).
declared([A|As], Names0, Names) :-
    (   nonvar(A), A = (xmlns=URI) -> Names1 = [URI-''|Names0]
    ;   nonvar(A), A = (K=URI), nonvar(K), K = (xmlns:Prefix) -> Names1 = [URI-Prefix|Names0]
    ;   Names1 = Names0
    ),
    declared(As, Names1, Names).

attributes([], _, [], Names, Names, New, New).
attributes([A|As], Dialect, [K-V|Ws], Names0, Names, New0, New) :-
    (   nonvar(A), ( A = (K0=V) ; A = K0-V ), nonvar(K0) -> true
    ;   type_error(attribute, A, xml_write/3)
    ),
    written_name(K0, Dialect, attribute, K, Names0, Names1, New0, New1),
    attributes(As, Dialect, Ws, Names1, Names, New1, New).

% The text of a name; a new prefix is declared by the attributes New0-New.
written_name(Name, Dialect, Kind, Text, Names0, Names, New0, New) :-
    (   Name = xmlns:P -> atom_concat('xmlns:', P, Text), Names = Names0, New = New0
    ;   Name = xml:P -> atom_concat('xml:', P, Text), Names = Names0, New = New0
    ;   Name = URI:L, Dialect == xml ->
        (   member(URI0-Prefix, Names0), URI0 == URI, \+ ( Kind == attribute, Prefix == '' ) ->
            Names = Names0, New = New0
        ;   new_prefix(Names0, 1, Prefix),
            Names = [URI-Prefix|Names0],
            atom_concat('xmlns:', Prefix, K),
            New0 = [K-URI|New]
        ),
        ( Prefix == '' -> Text = L ; atomic_list_concat([Prefix,:,L], Text) )
    ;   Name = _:L -> Text = L, Names = Names0, New = New0
    ;   must_be(atom, Name),
        Text = Name, Names = Names0, New = New0
    ).

new_prefix(Names, I, Prefix) :-
    atomic_list_concat([xns,I], P),
    (   memberchk(_-P, Names) -> I1 is I+1, new_prefix(Names, I1, Prefix)
    ;   Prefix = P
    ).

void(N) :- memberchk(N, [area,base,br,col,embed,frame,hr,img,input,link,meta,param,source,track,wbr]).

raw(script).
raw(style).

inline(N) :- memberchk(N, [a,abbr,b,bdo,big,br,cite,code,em,font,i,img,input,kbd,label,q,s,samp,small,span,strong,sub,sup,tt,u,var]).
