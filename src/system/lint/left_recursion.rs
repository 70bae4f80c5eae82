//! A predicate that calls itself first, with nothing smaller.

use crate::base::tree::{Node, NodeId};
use crate::system::lint::check::{At, Check, Finding, Run};
use crate::system::lint::clause::{BareClause, GoalKind, features, first_goal};
use crate::system::lint::settings::LintLevel;

pub(super) const CHECK: Check = Check {
    name: "left_recursion",
    level: LintLevel::Warning,
    group: "",
    doc: "A clause that begins with a call of its own predicate, with arguments that are no smaller, does not end without `:- table`.",
    wrong: "edge(a, b). edge(b, c).\npath(X, Y) :- edge(X, Y).\npath(X, Y) :- path(X, Z), edge(Z, Y).\n",
    right: ":- table path/2.\nedge(a, b). edge(b, c).\npath(X, Y) :- edge(X, Y).\npath(X, Y) :- path(X, Z), edge(Z, Y).\n",
    peer: "",
    run: Run::Clause(features::LEFT_RECURSION, find),
};

fn find(clause: &BareClause<'_>, found: &mut Vec<Finding>) {
    let Some(call) = clause.goals.first().filter(|g| !g.is_inner) else {
        return;
    };
    if call.node != first_goal(clause.tree, clause.body) {
        return;
    }
    if clause.is_tabled || !comes_back(clause, call.node) {
        return;
    }
    // `int(N) :- int(M), N is M+1` enumerates on purpose.
    let computes = |k: GoalKind| matches!(k, GoalKind::Is | GoalKind::Unify | GoalKind::Compare);
    let others = &clause.goals[1..];
    if !others.is_empty() && others.iter().all(|g| computes(g.kind)) {
        return;
    }
    let Some((name, arity)) = clause.indicator(clause.head) else {
        return;
    };
    let shown = crate::syntax::quoted_atom(&clause.vm.atoms.text(name)).into_owned();
    let message =
        format!("{shown}/{arity} calls itself first, with nothing smaller: this does not end");
    let mut finding = Finding::new(At::Node(call.node), message).label("the same question again");
    finding = match others.is_empty() {
        true => finding.hint(format!(":- table {shown}/{arity}.")),
        false => finding.hint(format!(
            ":- table {shown}/{arity}. Or call the other goals first"
        )),
    };
    found.push(finding);
}

/// Returns true if a call has at least the answers of the head: each argument is new, or one of the head's as it is.
fn comes_back(clause: &BareClause<'_>, call: NodeId) -> bool {
    let heads = clause.arguments(clause.head);
    let calls = clause.arguments(call);
    let mut passes = false;
    for (&given, &head) in calls.iter().zip(heads) {
        let is_known = |v| clause.occurs(v, clause.head);
        match *clause.node(given) {
            Node::Var(v) if !is_known(v) => {}
            Node::Var(_) => {
                let is_whole = heads.iter().any(|&h| clause.tree.is_same(h, given));
                if !is_whole || clause.variable(head).is_none() {
                    return false;
                }
                passes = true;
            }
            _ => {
                if !clause.tree.is_same(given, head) {
                    return false;
                }
                passes = true;
            }
        }
    }
    passes
}
