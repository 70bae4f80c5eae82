//! A clause that no goal reaches, because an earlier one takes them all and commits.

use crate::base::atom::atoms;
use crate::base::tree::{Node, NodeId, Tree};
use crate::code::pred::PredId;
use crate::syntax::Span;
use crate::system::lint::check::{At, Check, Finding, Run};
use crate::system::lint::settings::LintLevel;

pub(super) const CHECK: Check = Check {
    name: "unreachable_clause",
    level: LintLevel::Warning,
    group: "",
    doc: "A clause after one that matches the same goals and begins with `!` is never used.",
    wrong: "price(_, 10) :- !.\nprice(tea, 10).\n",
    right: "price(tea, 3) :- !.\nprice(_, 10).\n",
    peer: "",
    run: Run::Load,
};

/// The number of committing clauses that later ones are compared with.
const MAX_KEPT: usize = 8;

/// The clauses of the current predicate that begin with a cut.
#[derive(Default)]
pub(crate) struct Committed {
    pred: Option<PredId>,
    clauses: Vec<(Tree, NodeId, Span)>,
}

impl Committed {
    /// Compares a clause with the earlier ones of its predicate that commit, and keeps it if it does so itself.
    pub(crate) fn clause(
        &mut self,
        p: PredId,
        tree: &Tree,
        head: NodeId,
        body: Option<NodeId>,
        span: Span,
    ) -> Option<Finding> {
        if self.pred != Some(p) {
            self.pred = Some(p);
            self.clauses.clear();
        }
        let mut earlier = self.clauses.iter();
        if let Some((_, _, at)) = earlier.find(|(t, h, _)| matches_all(t, *h, tree, head)) {
            let message =
                "this clause is never reached: an earlier one matches all its goals and commits";
            let finding = Finding::new(At::Node(head), message).label("never reached");
            return Some(
                finding
                    .place(At::Span(*at), "this clause commits by its cut")
                    .hint("put the more special clause first, or remove one of them"),
            );
        }
        if body.is_some_and(|b| begins_with_cut(tree, b)) && self.clauses.len() < MAX_KEPT {
            self.clauses.push((tree.clone(), head, span));
        }
        None
    }
}

fn begins_with_cut(tree: &Tree, body: NodeId) -> bool {
    let mut first = body;
    while let Some([a, _]) = tree.as_compound::<2>(first, atoms::COMMA) {
        first = a;
    }
    *tree.node(first) == Node::Atom(atoms::CUT)
}

/// Returns true if each goal that matches `head` matches `general`, too.
fn matches_all(general: &Tree, from: NodeId, tree: &Tree, head: NodeId) -> bool {
    let mut bound: Vec<(u32, NodeId)> = Vec::new();
    let mut pairs = vec![(from, head)];
    while let Some((g, t)) = pairs.pop() {
        match (general.node(g), tree.node(t)) {
            (Node::Var(v), _) => match bound.iter().find(|(w, _)| w == v) {
                Some(&(_, other)) => {
                    if !tree.is_same(other, t) {
                        return false;
                    }
                }
                None => bound.push((*v, t)),
            },
            (
                Node::Compound { name, arity, .. },
                Node::Compound {
                    name: other,
                    arity: n,
                    ..
                },
            ) => {
                if (name, arity) != (other, n) {
                    return false;
                }
                let args = general.args(g).iter().copied();
                pairs.extend(args.zip(tree.args(t).iter().copied()));
            }
            (x, y) => {
                if x != y {
                    return false;
                }
            }
        }
    }
    true
}
