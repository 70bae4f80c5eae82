//! A variable whose values are to be collected, and that the goal does not have.

use crate::base::tree::NodeId;
use crate::system::lint::check::{At, Check, Finding, Run};
use crate::system::lint::clause::{BareClause, Goal, GoalKind, features, variables};
use crate::system::lint::settings::LintLevel;

pub(super) const CHECK: Check = Check {
    name: "free_template",
    level: LintLevel::Warning,
    group: "",
    doc: "`findall(X, Goal, Xs)` collects values of `X`; if `X` is not in `Goal`, each element is a new variable.",
    wrong: "age(ann, 7).\nages(As, Ns) :- findall(A, age(_, _), As), findall(A, age(A, _), Ns).\n",
    right: "age(ann, 7).\nages(As, Ns) :- findall(A, age(_, A), As), findall(A, age(A, _), Ns).\n",
    peer: "",
    run: Run::Goals(features::COLLECTION, find),
};

fn find(clause: &BareClause<'_>, found: &mut Vec<Finding>) {
    for goal in clause.goals.iter().filter(|g| g.kind == GoalKind::Collect) {
        let &[template, inner, ..] = clause.arguments(goal.node) else {
            continue;
        };
        // `call/N` and variables may stand for any goal.
        if clause.variable(inner).is_some() {
            continue;
        }
        let mut all = variables(clause.tree, template);
        let free = all.find(|&(_, v)| is_free(clause, goal, [template, inner], v));
        if let Some((node, v)) = free {
            let name = clause.name(v);
            let message = format!("`{name}` is not in the goal `{}`", clause.text(inner));
            let finding = Finding::new(At::Node(node), message)
                .label("has no value in any element of the list");
            found.push(match other(clause, template, inner) {
                Some(other) => finding.hint(format!("is {other} meant?")),
                None => finding,
            });
        }
    }
}

/// Returns true if a variable of a template has no occurrence that could give it a value: neither in the goal, nor in
/// the head, nor in a goal before or around the collection.
fn is_free(clause: &BareClause<'_>, goal: &Goal, [template, inner]: [NodeId; 2], v: u32) -> bool {
    let count = |n| clause.variables(n).filter(|&w| w == v).count();
    if clause.name(v).starts_with('_') || clause.occurs(v, inner) || clause.occurs(v, clause.head) {
        return false;
    }
    // A variable that occurs once in a clause is the subject of another check.
    if !clause.is_query && count(clause.body) == 1 {
        return false;
    }
    let own = count(goal.node);
    let mut before = clause.goals.iter().take_while(|g| g.node != goal.node);
    own == count(template)
        && before.all(|g| {
            let is_around = contains(clause, g.node, goal.node);
            count(g.node) == if is_around { own } else { 0 }
        })
}

/// Returns true if a term contains a node.
fn contains(clause: &BareClause<'_>, term: NodeId, node: NodeId) -> bool {
    let mut rest = vec![term];
    while let Some(n) = rest.pop() {
        if n == node {
            return true;
        }
        rest.extend(clause.arguments(n));
    }
    false
}

/// The name of the only variable of the goal that the template does not have.
fn other<'c>(clause: &'c BareClause<'_>, template: NodeId, inner: NodeId) -> Option<&'c str> {
    let mut others: Vec<u32> = clause
        .variables(inner)
        .filter(|&v| !clause.occurs(v, template) && !clause.name(v).starts_with('_'))
        .collect();
    others.dedup();
    match others[..] {
        [v] => Some(clause.name(v)),
        _ => None,
    }
}
