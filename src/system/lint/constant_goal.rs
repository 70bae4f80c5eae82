//! A test whose result does not depend on any value.

use crate::base::tree::{Node, NodeId};
use crate::syntax::quad::is_char_list;
use crate::system::lint::check::{At, Check, Finding, Run};
use crate::system::lint::clause::{BareClause, GoalKind, features, is_expression};
use crate::system::lint::settings::LintLevel;

pub(super) const CHECK: Check = Check {
    name: "constant_goal",
    level: LintLevel::Warning,
    group: "no_effect",
    doc: "A comparison of constants, or of a variable with itself, always succeeds or never does; `is` with an atom on its left never does.",
    wrong: "adult(Age) :- integer(Age), 18 =< 17.\n",
    right: "adult(Age) :- integer(Age), 18 =< Age.\n",
    peer: "",
    run: Run::Goals(features::CONSTANT, find),
};

fn find(clause: &BareClause<'_>, found: &mut Vec<Finding>) {
    for goal in clause.goals {
        let Some([a, b]) = clause.sides(goal.node) else {
            continue;
        };
        let Some(value) = value(clause, goal.kind, a, b) else {
            continue;
        };
        let is_expression = |n| is_expression(clause.tree, n, &clause.vm.atoms);
        let computes =
            !value && goal.kind == GoalKind::Unify && (is_expression(a) || is_expression(b));
        // A user who asks whether `a = b` holds gets the answer.
        if clause.is_query && !computes && goal.kind != GoalKind::Is {
            continue;
        }
        let text = clause.text(goal.node);
        let message = match value {
            true => format!("`{text}` is always true"),
            false => format!("`{text}` is never true"),
        };
        let mut finding = Finding::new(At::Node(goal.node), message);
        if computes {
            finding = finding.hint(format!(
                "`=` does not compute: {} =:= {}",
                clause.operand(a),
                clause.operand(b)
            ));
        } else if let Some(variable) = capital(clause, [a, b]).filter(|_| !value) {
            finding = finding.hint(format!(
                "a variable begins with a capital letter or `_`: {variable}"
            ));
        }
        found.push(finding);
    }
}

/// The truth value of a test, if it is constant.
fn value(clause: &BareClause<'_>, kind: GoalKind, a: NodeId, b: NodeId) -> Option<bool> {
    let is_var = |n| clause.variable(n).is_some();
    if kind == GoalKind::Is {
        return matches!(clause.node(a), Node::Atom(_)).then_some(false);
    }
    let same = clause.tree.is_same(a, b);
    if is_var(a) || is_var(b) {
        let is_one = is_var(a) && same;
        return match kind {
            GoalKind::Unify | GoalKind::Identical if is_one => Some(true),
            GoalKind::NotUnify | GoalKind::NotIdentical if is_one => Some(false),
            GoalKind::Compare if is_one => {
                let (name, _) = clause.indicator(goal_of(clause, a, b)?)?;
                Some(matches!(&*clause.vm.atoms.text(name), "=<" | ">=" | "=:="))
            }
            _ => None,
        };
    }
    // A text and an atom are the subject of another check.
    if is_char_list(clause.tree, a) || is_char_list(clause.tree, b) {
        return None;
    }
    match kind {
        GoalKind::Unify | GoalKind::Identical => equal(clause, a, b),
        GoalKind::NotUnify | GoalKind::NotIdentical => equal(clause, a, b).map(|e| !e),
        GoalKind::Compare => {
            let (Node::Int(x), Node::Int(y)) = (clause.node(a), clause.node(b)) else {
                return None;
            };
            let (name, _) = clause.indicator(goal_of(clause, a, b)?)?;
            let order = x.to_i64()?.cmp(&y.to_i64()?);
            Some(match &*clause.vm.atoms.text(name) {
                "<" => order.is_lt(),
                ">" => order.is_gt(),
                "=<" => order.is_le(),
                ">=" => order.is_ge(),
                "=:=" => order.is_eq(),
                _ => order.is_ne(),
            })
        }
        _ => None,
    }
}

/// The goal with these sides.
fn goal_of(clause: &BareClause<'_>, a: NodeId, b: NodeId) -> Option<NodeId> {
    let goals = clause.goals.iter().map(|g| g.node);
    goals.into_iter().find(|&n| clause.arguments(n) == [a, b])
}

/// Returns true for constants that are equal, false for terms that cannot be.
fn equal(clause: &BareClause<'_>, a: NodeId, b: NodeId) -> Option<bool> {
    match (clause.node(a), clause.node(b)) {
        (Node::Var(_), _) | (_, Node::Var(_)) => None,
        (
            Node::Compound { name, arity, .. },
            Node::Compound {
                name: other,
                arity: n,
                ..
            },
        ) => ((name, arity) != (other, n)).then_some(false),
        (x, y) => Some(x == y),
    }
}

/// An atom of two that was perhaps meant as a variable, as it is to be written.
fn capital(clause: &BareClause<'_>, sides: [NodeId; 2]) -> Option<String> {
    sides.iter().find_map(|&n| match *clause.node(n) {
        Node::Atom(a) => {
            let text = clause.vm.atoms.text(a);
            let first = text.chars().next().filter(char::is_ascii_lowercase)?;
            Some(format!("{}{}", first.to_ascii_uppercase(), &text[1..]))
        }
        _ => None,
    })
}
