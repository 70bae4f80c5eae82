//! An expression that a recursive call passes in place of its value.

use crate::base::atom::atoms;
use crate::base::tree::{Node, NodeId};
use crate::system::lint::check::{At, Check, Finding, Run};
use crate::system::lint::clause::{BareClause, features};
use crate::system::lint::settings::LintLevel;

pub(super) const CHECK: Check = Check {
    name: "unevaluated_argument",
    level: LintLevel::Warning,
    group: "",
    doc: "Arguments are not evaluated: `p(N-1)` passes the term `N-1`, which is not the number that another clause has there.",
    wrong: "fact(0, 1).\nfact(N, F) :- N > 0, fact(N-1, G), F is N*G.\n",
    right: "fact(0, 1).\nfact(N, F) :- N > 0, M is N-1, fact(M, G), F is N*G.\n",
    peer: "",
    run: Run::Clause(features::OWN_CALL, find),
};

fn find(clause: &BareClause<'_>, found: &mut Vec<Finding>) {
    let heads = clause.arguments(clause.head);
    for call in clause.recursive_calls() {
        for (i, (&given, &passed)) in heads.iter().zip(call).enumerate() {
            let is_number = i < u64::BITS as usize && (clause.numbers >> i) & 1 == 1;
            let variable = clause.variable(given).filter(|_| is_number);
            if variable.is_some_and(|v| steps(clause, passed, v)) {
                found.push(finding(clause, passed));
            }
        }
    }
}

/// Returns true for `V-1`, `V+1`, `2*V` and the like.
fn steps(clause: &BareClause<'_>, n: NodeId, v: u32) -> bool {
    let Some((atoms::PLUS | atoms::MINUS | atoms::TIMES, &[a, b])) = clause.tree.callable(n) else {
        return false;
    };
    let is_integer = |n: NodeId| matches!(clause.node(n), Node::Int(_));
    clause.variable(a) == Some(v) && is_integer(b) || clause.variable(b) == Some(v) && is_integer(a)
}

fn finding(clause: &BareClause<'_>, passed: NodeId) -> Finding {
    let text = clause.text(passed);
    let all: Vec<u32> = clause
        .variables(clause.head)
        .chain(clause.variables(clause.body))
        .collect();
    let is_used = |name: &str| all.iter().any(|&v| clause.name(v) == name);
    let stem = clause
        .variables(passed)
        .next()
        .map_or("N", |v| clause.name(v));
    let mut names = (1..).map(|i| format!("{stem}{i}"));
    let new = names.find(|name| !is_used(name)).unwrap_or_default();
    Finding::new(
        At::Node(passed),
        format!("`{text}` is passed as a term: arguments are not evaluated"),
    )
    .label("not a number")
    .hint(format!("{new} is {text} before this goal, and {new} in it"))
}
