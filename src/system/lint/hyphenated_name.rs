//! A head whose name was meant to have a hyphen.

use crate::base::atom::{AtomTable, atoms};
use crate::base::tree::{Node, NodeId, Tree};
use crate::syntax::Span;
use crate::system::lint::check::{At, Check, Finding, Run};
use crate::system::lint::settings::LintLevel;

pub(super) const CHECK: Check = Check {
    name: "hyphenated_name",
    level: LintLevel::Warning,
    group: "",
    doc: "`my-pred(X) :- ...` defines the predicate `-/2`: a name has no hyphen, as in `my_pred`.",
    wrong: "best-friend(ann, bob).\n",
    right: "best_friend(ann, bob).\n",
    peer: "",
    run: Run::Load,
};

/// Looks for a name with a hyphen in the head of a predicate's first clause.
pub(crate) fn finding(
    tree: &Tree,
    head: NodeId,
    is_rule: bool,
    span: Span,
    names: &AtomTable,
) -> Option<Finding> {
    let [left, right] = tree.as_compound::<2>(head, atoms::MINUS)?;
    let last = match *tree.node(right) {
        Node::Compound { name, .. } => name,
        Node::Atom(name) if is_rule => name,
        _ => return None,
    };
    let mut parts = vec![last];
    let mut rest = left;
    while let Some([before, name]) = tree.as_compound::<2>(rest, atoms::MINUS) {
        let Node::Atom(name) = *tree.node(name) else {
            return None;
        };
        parts.push(name);
        rest = before;
    }
    let Node::Atom(first) = *tree.node(rest) else {
        return None;
    };
    parts.push(first);
    let parts: Vec<String> = parts
        .iter()
        .rev()
        .map(|a| names.text(*a).to_string())
        .collect();
    let is_word = |s: &String| s.starts_with(|c: char| c.is_lowercase());
    parts.iter().all(is_word).then(|| {
        let message = format!("this defines -/2: `{}` is no name", parts.join("-"));
        let hint = format!("a name has no hyphen: {}", parts.join("_"));
        Finding::new(At::Span(span), message).hint(hint)
    })
}
