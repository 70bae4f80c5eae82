//! `==` with a variable that has no value yet.

use crate::base::tree::{Node, NodeId};
use crate::system::lint::check::{At, Check, Finding, Run};
use crate::system::lint::clause::{BareClause, Goal, GoalKind, features, is_expression};
use crate::system::lint::settings::LintLevel;
use rustc_hash::FxHashSet;

pub(super) const CHECK: Check = Check {
    name: "fresh_comparison",
    level: LintLevel::Warning,
    group: "",
    doc: "`==` gives no variable a value: a variable that occurs here first, on one side, makes it false. `=` unifies.",
    wrong: "ends(List, First, Last) :- List == [First|Rest], last(Rest, Last).\n",
    right: "ends(List, First, Last) :- List = [First|Rest], last(Rest, Last).\n",
    peer: "",
    run: Run::Goals(features::IDENTICAL, find),
};

fn find(clause: &BareClause<'_>, found: &mut Vec<Finding>) {
    let is_compared = |g: &&Goal| g.kind == GoalKind::Identical && !g.is_inner;
    let goals = clause.goals.iter().filter(is_compared);
    let compared: Vec<NodeId> = goals.map(|g| g.node).collect();
    // The variables of the text before a node; the guard of a single-sided rule is part of it.
    let mut known = FxHashSet::default();
    let mut rest = match clause.tree.root {
        Some(root) => vec![root],
        None => vec![clause.body, clause.head],
    };
    while let Some(n) = rest.pop() {
        if compared.contains(&n) {
            found.extend(finding(clause, n, &known));
        }
        known.extend(clause.variable(n));
        rest.extend(clause.arguments(n).iter().rev());
    }
}

/// The message about a comparison, after a text with these variables, if it is never true.
fn finding(clause: &BareClause<'_>, goal: NodeId, known: &FxHashSet<u32>) -> Option<Finding> {
    let [a, b] = clause.sides(goal)?;
    let is_variable = |n: NodeId| clause.variable(n).is_some();
    // A user who compares two variables asks what `==` means.
    if clause.is_query && is_variable(a) && is_variable(b) {
        return None;
    }
    let is_expression = |n: NodeId| is_expression(clause.tree, n, &clause.vm.atoms);
    let computes = is_expression(a) != is_expression(b);
    let is_number = |n: NodeId| matches!(clause.node(n), Node::Int(_) | Node::Float(_));
    let mut variables = clause.variables(goal);
    if computes && (is_number(a) || is_number(b) || variables.any(|v| clause.is_number(v))) {
        // Another check says what compares values.
        return None;
    }
    // `$X` is the value of an answer.
    let is_new = |v: u32| !known.contains(&v) && !clause.name(v).starts_with('$');
    let new_in = |here: NodeId, there: NodeId| {
        let mut all = clause.variables(here);
        all.find(|&v| is_new(v) && !clause.occurs(v, there))
    };
    let v = new_in(a, b).or_else(|| new_in(b, a))?;
    let name = clause.name(v);
    let message = format!(
        "`{name}` has no value here: `{}` is never true",
        clause.text(goal)
    );
    let operator = if computes && is_variable(a) {
        "is"
    } else {
        "="
    };
    let hint = format!("{} {operator} {}", clause.operand(a), clause.operand(b));
    let finding = Finding::new(At::Node(goal), message);
    Some(finding.label(format!("{name} is new here")).hint(hint))
}
