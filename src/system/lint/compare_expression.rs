//! `==` with an arithmetic expression whose value is meant.

use crate::base::tree::Node;
use crate::system::lint::check::{At, Check, Finding, Run};
use crate::system::lint::clause::{BareClause, GoalKind, features, is_expression};
use crate::system::lint::settings::LintLevel;

pub(super) const CHECK: Check = Check {
    name: "compare_expression",
    level: LintLevel::Warning,
    group: "",
    doc: "`==` compares terms, and evaluates nothing: a number is never identical to an expression.",
    wrong: "next(X, Y) :- X > 0, Y == X + 1.\n",
    right: "next(X, Y) :- X > 0, Y =:= X + 1.\n",
    peer: "",
    run: Run::Goals(features::COMPARE_EXPRESSION, find),
};

fn find(clause: &BareClause<'_>, found: &mut Vec<Finding>) {
    for goal in clause.goals {
        let (wrong, right) = match goal.kind {
            GoalKind::Identical => ("==", "=:="),
            GoalKind::NotIdentical => ("\\==", "=\\="),
            _ => continue,
        };
        let Some([a, b]) = clause.sides(goal.node) else {
            continue;
        };
        let is_expression = |n| is_expression(clause.tree, n, &clause.vm.atoms);
        let other = match (is_expression(a), is_expression(b)) {
            (true, false) => a,
            (false, true) => b,
            _ => continue,
        };
        let rest = if other == a { b } else { a };
        let is_number = |n| matches!(clause.node(n), Node::Int(_) | Node::Float(_));
        let evaluated = |n| clause.variables(n).any(|v| clause.is_number(v));
        let is_meant = match clause.node(rest) {
            Node::Var(_) => evaluated(rest) || evaluated(other),
            _ => is_number(rest),
        };
        if is_meant {
            let message = format!(
                "`{wrong}` does not compute: it compares with the term `{}`",
                clause.operand(other)
            );
            let hint = format!("{} {right} {}", clause.operand(a), clause.operand(b));
            found.push(Finding::new(At::Node(goal.node), message).hint(hint));
        }
    }
}
