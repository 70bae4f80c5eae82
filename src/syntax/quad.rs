//! Quads in program files: which terms are queries, and which are descriptions of their answers.
//!
//! A loader skips both and the runner of quads collects them; this definition serves both. Only the
//! form of terms is examined: nothing is matched or run.

use crate::base::atom::{Atom, AtomTable, atoms};
use crate::base::tree::{Node, NodeId, Tree};

/// A query that stands in a file: `?- Goal.` or `Label ?- Goal.`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FileQuery {
    /// The label that the author gave the query.
    pub label: Option<NodeId>,
    /// The goal to run.
    pub goal: NodeId,
}

/// The query that the term at `t` is, if it is one.
pub(crate) fn as_query(tree: &Tree, t: NodeId) -> Option<FileQuery> {
    match *tree.callable(t)?.1 {
        [goal] if is_named(tree, t, atoms::QUERY) => Some(FileQuery { label: None, goal }),
        [label, goal] if is_named(tree, t, atoms::QUERY) => Some(FileQuery {
            label: Some(label),
            goal,
        }),
        _ => None,
    }
}

/// Returns true if a term that follows a query in a file (or another description of that query)
/// describes answers, and so is not a clause.
///
/// That is: `true`, `false`, bindings `V = T`, the operators `;`, `|` and `,` that join them, the
/// errors of ISO 7.12.2 with or without `error/2`, `throw/1`, residual goals `Module:Goal`, the
/// remarks of the quad language (`...`, `maybe`, `loops`, `unexpected`, `outputs/1`, …), and a list of
/// characters, which stands for a line that the query prints. None of these but the named ones
/// could be clauses in the first place.
pub(crate) fn is_answer_description(tree: &Tree, t: NodeId, names: &AtomTable) -> bool {
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

/// Returns true if the term is a list of at least one element, all of them characters.
pub(crate) fn is_char_list(tree: &Tree, t: NodeId) -> bool {
    tree.chars(t).is_some_and(|text| !text.is_empty())
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

/// Returns true for `Module:Goal`. `user:Head` is not one: programs add clauses to hooks that way.
fn is_residual_goal(tree: &Tree, args: &[NodeId]) -> bool {
    match *args {
        [module, goal] => {
            matches!(*tree.node(module), Node::Atom(m) if m != atoms::USER)
                && tree.callable(goal).is_some_and(|(n, _)| n != atoms::NECK)
        }
        _ => false,
    }
}
