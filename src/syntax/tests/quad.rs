//! Queries and answer descriptions in program files.

use crate::base::atom::{AtomTable, atoms};
use crate::base::tree::{NodeId, Tree};
use crate::syntax::quad::{FileQuery, as_query, is_answer_description};

struct Terms {
    names: AtomTable,
    tree: Tree,
}

impl Terms {
    fn new() -> Terms {
        Terms {
            names: AtomTable::new(),
            tree: Tree::new(),
        }
    }
    fn atom(&mut self, name: &str) -> NodeId {
        let a = self.names.intern(name);
        self.tree.atom(a)
    }
    fn compound(&mut self, name: &str, args: &[NodeId]) -> NodeId {
        let a = self.names.intern(name);
        self.tree.compound(a, args)
    }
    fn describes(&self, t: NodeId) -> bool {
        is_answer_description(&self.tree, t, &self.names)
    }
}

#[test]
fn queries_with_and_without_a_label() {
    let mut t = Terms::new();
    let (a, g) = (t.atom("a"), t.atom("g"));
    let bare = t.tree.compound(atoms::QUERY, &[g]);
    let labelled = t.tree.compound(atoms::QUERY, &[a, g]);
    let query = |label| Some(FileQuery { label, goal: g });
    assert_eq!(as_query(&t.tree, bare), query(None));
    assert_eq!(as_query(&t.tree, labelled), query(Some(a)));
    assert_eq!(as_query(&t.tree, g), None);
}

#[test]
fn descriptions_and_clauses() {
    let mut t = Terms::new();
    let (a, b) = (t.atom("a"), t.atom("b"));
    let binding = t.compound("=", &[a, b]);
    let either = t.compound(";", &[binding, a]);
    let module = t.atom("clpz");
    let residual = t.compound(":", &[module, binding]);
    let user = t.atom("user");
    let hook = t.compound(":", &[user, b]);
    let error = t.atom("instantiation_error");
    let nil = t.tree.nil();
    let line = t.tree.list(&[a, b], nil);
    let more = t.atom("...");
    for yes in [binding, either, residual, error, line, more] {
        assert!(t.describes(yes));
    }
    let fact = t.compound("f", &[a]);
    let word = t.atom("queens");
    let pair = t.tree.list(&[a, word], nil);
    for no in [fact, word, hook, a, nil, pair] {
        assert!(!t.describes(no));
    }
}
