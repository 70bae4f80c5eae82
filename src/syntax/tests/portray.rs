//! The layout of clauses.

use super::Session;
use crate::syntax::portray::{PortrayOptions, write_clause};
use crate::syntax::writer::WriteOptions;

fn laid_out(text: &str) -> String {
    let mut s = Session::new();
    let t = s.term(text);
    let opts = WriteOptions {
        quoted: true,
        double_quotes: true,
        ..WriteOptions::default()
    };
    let mut out = String::new();
    let (tree, root) = (&t.tree, t.tree.root());
    let layout = PortrayOptions::default();
    write_clause(tree, root, &s.atoms, &s.ops, &opts, layout, &mut out).expect("writes");
    // The output reads back as the same clause, up to variable names.
    let mut again = String::new();
    let u = s.term(&out);
    let (tree, root) = (&u.tree, u.tree.root());
    write_clause(tree, root, &s.atoms, &s.ops, &opts, layout, &mut again).expect("writes");
    assert_eq!(out, again);
    out
}

#[test]
fn facts_rules_and_directives() {
    assert_eq!(laid_out("\"--2-\"."), "\"--2-\".\n");
    assert_eq!(laid_out("a."), "a.\n");
    assert_eq!(laid_out("+ ."), "+ .\n");
    assert_eq!(laid_out("p(Foo,Bar,Foo)."), "p(A,_,A).\n");
    assert_eq!(laid_out("a:-true."), "a.\n");
    assert_eq!(laid_out("a:-b."), "a :-\n    b.\n");
    assert_eq!(
        laid_out("a:-b,c,X=(+)."),
        "a :-\n    b,\n    c,\n    _=(+).\n"
    );
    assert_eq!(
        laid_out("a-->b,{c},\"d\"."),
        "a -->\n    b,\n    {c},\n    \"d\".\n"
    );
    assert_eq!(laid_out(":- dynamic(foo/1)."), ":- dynamic(foo/1).\n");
    assert_eq!(laid_out("(a:-b),c."), "(a:-b),c.\n");
    assert_eq!(laid_out("(:-):-a."), "(:-) :-\n    a.\n");
}

#[test]
fn control_constructs() {
    let text = "\
h(A) :-
    (  a(A) ->
       x,
       y
    ;  b(A),
       c ->
       \\+ (d,e)
    ;  f *->
       (  g
       ;  i
       )
    ;  (a:-b)
    ),
    (  p
    |  q
    ),
    (  r ->
       s
    ).
";
    let flat = "h(X):-(a(X)->x,y;b(X),c-> \\+ (d,e);f*->(g;i);(a:-b)),(p|q),(r->s).";
    assert_eq!(laid_out(flat), text);
    assert_eq!(
        laid_out("a:-((b,c),d;(e;f);g)."),
        "\
a :-
    (  (  b,
          c
       ),
       d
    ;  (  e
       ;  f
       )
    ;  g
    ).
"
    );
}

#[test]
fn a_body_of_a_hundred_thousand_goals() {
    let goals = vec!["g"; 100_000].join(",");
    assert_eq!(laid_out(&format!("a:-{goals}.")).lines().count(), 100_001);
    let branches = vec!["(c->g)"; 100_000].join(";");
    assert_eq!(
        laid_out(&format!("a:-{branches}.")).lines().count(),
        200_002
    );
}
