//! Quads: what makes a term in a program file a query, and what makes it an answer description.
//!
//! A loader must skip both without running anything, and the runner of quads must collect them, so
//! the one definition stands here, below both. Knows terms and names only: nothing is matched or run.

use crate::base::atom::{Atom, AtomTable, atoms};
use crate::base::tree::{Node, NodeId, Tree};

/// A query that stands in a file: `?- Goal.` or `Label ?- Goal.`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileQuery {
    /// What the author calls the query.
    pub label: Option<NodeId>,
    /// What is to be run.
    pub goal: NodeId,
}

/// The query that the term at `t` is, if it is one.
pub fn as_query(tree: &Tree, t: NodeId) -> Option<FileQuery> {
    match *tree.callable(t)?.1 {
        [goal] if is_named(tree, t, atoms::QUERY) => Some(FileQuery { label: None, goal }),
        [label, goal] if is_named(tree, t, atoms::QUERY) => Some(FileQuery {
            label: Some(label),
            goal,
        }),
        _ => None,
    }
}

/// Whether a term that follows a query in a file (or follows another description of that query)
/// describes answers, so that a loader must not take it for a clause.
///
/// That is: `true`, `false`, bindings `V = T`, the operators `;`, `|` and `,` that join them, the
/// errors of ISO 7.12.2 with or without `error/2`, `throw/1`, residual goals `Module:Goal`, the
/// remarks of the quad language (`...`, `maybe`, `loops`, `unexpected`, `outputs/1`, …), and a list of
/// characters, which stands for a line that the query prints. None of these but the named ones
/// could be clauses in the first place.
pub fn is_answer_description(tree: &Tree, t: NodeId, names: &AtomTable) -> bool {
    match *tree.node(t) {
        Node::Atom(a) => is_bare_description(&names.text(a)),
        Node::Compound { name, arity, .. } => {
            let args = tree.args(t);
            let text = names.text(name);
            match (&*text, arity) {
                ("=" | ";" | "|" | ",", 2) => true,
                (":", 2) => is_residual_goal(tree, args),
                ("error", 2) | ("type_error" | "domain_error", 2) => true,
                ("permission_error", 3) => true,
                (
                    "throw"
                    | "outputs"
                    | "inputs"
                    | "peeks"
                    | "existence_error"
                    | "evaluation_error"
                    | "representation_error"
                    | "resource_error"
                    | "syntax_error"
                    | "system_error"
                    | "uninstantiation_error",
                    1,
                )
                | ("existence_error", 2) => true,
                _ => is_char_list(tree, t),
            }
        }
        _ => false,
    }
}

/// Whether the term is a list of at least one element, all of them characters.
pub fn is_char_list(tree: &Tree, t: NodeId) -> bool {
    let mut rest = t;
    let mut any = false;
    while let Some((head, tail)) = tree.as_cons(rest) {
        match *tree.node(head) {
            Node::Atom(a) if a.as_char().is_some() => (any, rest) = (true, tail),
            _ => return false,
        }
    }
    any && *tree.node(rest) == Node::Atom(atoms::NIL)
}

fn is_named(tree: &Tree, t: NodeId, name: Atom) -> bool {
    matches!(*tree.node(t), Node::Compound { name: n, .. } if n == name)
}

fn is_bare_description(name: &str) -> bool {
    matches!(
        name,
        "true"
            | "false"
            | "..."
            | "maybe"
            | "loops"
            | "ad_infinitum"
            | "unexpected"
            | "inattendue"
            | "other_answer_sequence"
            | "sto"
            | "waits"
            | "instantiation_error"
    )
}

/// `user:Head` is how a program adds to a hook, and so stays a clause.
fn is_residual_goal(tree: &Tree, args: &[NodeId]) -> bool {
    match *args {
        [module, goal] => {
            matches!(*tree.node(module), Node::Atom(m) if m != atoms::USER)
                && tree.callable(goal).is_some_and(|(n, _)| n != atoms::NECK)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{FileQuery, as_query, is_answer_description};
    use crate::base::atom::{AtomTable, atoms};
    use crate::base::tree::{NodeId, Tree};

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
}
