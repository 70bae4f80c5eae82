//! A variable that is to get a value computed from itself, as in an assignment.

use crate::system::lint::check::{At, Check, Finding, Run};
use crate::system::lint::clause::{BareClause, GoalKind, features, is_expression};
use crate::system::lint::settings::LintLevel;

pub(super) const CHECK: Check = Check {
    name: "self_reference",
    level: LintLevel::Warning,
    group: "",
    doc: "`X is X + 1` never succeeds, and `X = X + 1` makes an infinite term or fails: a variable keeps its value.",
    wrong: "next(X, Y) :- X is X + 1, Y = X.\n",
    right: "next(X, Y) :- Y is X + 1.\n",
    peer: "",
    run: Run::Goals(features::SELF_REFERENCE | features::UNIFY_EXPRESSION, find),
};

fn find(clause: &BareClause<'_>, found: &mut Vec<Finding>) {
    for goal in clause.goals {
        let Some([a, b]) = clause.sides(goal.node) else {
            continue;
        };
        let is_expression = |n| is_expression(clause.tree, n, &clause.vm.atoms);
        let sides = match (goal.kind, clause.variable(a), clause.variable(b)) {
            (GoalKind::Is, Some(v), None) => (v, b),
            (GoalKind::Unify, Some(v), None) if is_expression(b) => (v, b),
            (GoalKind::Unify, None, Some(v)) if is_expression(a) => (v, a),
            _ => continue,
        };
        let (var, expression) = sides;
        if !clause.occurs(var, expression) {
            continue;
        }
        let (name, text) = (clause.name(var), clause.operand(expression));
        let message = match goal.kind {
            GoalKind::Is => {
                format!("`{name} is {text}` never succeeds: a variable keeps its value")
            }
            _ => format!("`{name}` cannot be equal to `{text}`, which contains it"),
        };
        let hint = format!("a new variable for the new value: {name}1 is {text}");
        found.push(Finding::new(At::Node(goal.node), message).hint(hint));
    }
}
