//! `=` with an arithmetic expression whose value is meant.

use crate::base::atom::atoms;
use crate::base::tree::{Node, NodeId};
use crate::machine::builtin::Type;
use crate::system::lint::check::{At, Check, Finding, Run};
use crate::system::lint::clause::{BareClause, Goal, GoalKind, features, is_expression};
use crate::system::lint::settings::LintLevel;

pub(super) const CHECK: Check = Check {
    name: "unify_expression",
    level: LintLevel::Warning,
    group: "",
    doc: "`X = Y + 1` makes `X` the term `Y + 1`, not its value, where the clause goes on as with a number.",
    wrong: "count(0).\ncount(N) :- N > 0, N1 = N - 1, count(N1).\n",
    right: "count(0).\ncount(N) :- N > 0, N1 is N - 1, count(N1).\n",
    peer: "",
    run: Run::Goals(features::UNIFY_EXPRESSION, find),
};

fn find(clause: &BareClause<'_>, found: &mut Vec<Finding>) {
    for goal in clause.goals.iter().filter(|g| g.kind == GoalKind::Unify) {
        let Some([a, b]) = clause.sides(goal.node) else {
            continue;
        };
        let is_expression = |n| is_expression(clause.tree, n, &clause.vm.atoms);
        let (var, expression) = match (clause.variable(a), clause.variable(b)) {
            (Some(v), None) if is_expression(b) => (v, b),
            (None, Some(v)) if is_expression(a) => (v, a),
            _ => continue,
        };
        if clause.occurs(var, expression) || !is_arithmetic(clause, expression) {
            continue;
        }
        if is_meant_as_number(clause, goal, var, expression) {
            let (name, text) = (clause.name(var), clause.operand(expression));
            let message = format!("`=` does not compute: `{name}` becomes the term `{text}`");
            found
                .push(Finding::new(At::Node(goal.node), message).hint(format!("{name} is {text}")));
        }
    }
}

/// Returns true if a term has only numbers, variables and operators of arithmetic.
fn is_arithmetic(clause: &BareClause<'_>, n: NodeId) -> bool {
    let mut rest = vec![n];
    while let Some(n) = rest.pop() {
        match *clause.node(n) {
            Node::Var(_) | Node::Int(_) | Node::Float(_) | Node::Rat(_) => {}
            Node::Compound { name, arity: 2, .. } => {
                let is_operator = matches!(
                    name,
                    atoms::PLUS | atoms::MINUS | atoms::TIMES | atoms::SLASH | atoms::INT_DIV
                ) || matches!(&*clause.vm.atoms.text(name), "**" | "mod" | "rem");
                if !is_operator {
                    return false;
                }
                rest.extend(clause.arguments(n));
            }
            _ => return false,
        }
    }
    true
}

fn is_meant_as_number(clause: &BareClause<'_>, goal: &Goal, var: u32, expression: NodeId) -> bool {
    // `I-0` may be a pair.
    let is_pair = matches!(
        clause.indicator(expression),
        Some((atoms::MINUS | atoms::SLASH, 2))
    );
    let mut operands = clause.variables(expression);
    let all_numbers = !is_pair && operands.all(|v| clause.is_number(v));
    if clause.is_query {
        return is_all_that_is_asked(clause, goal, var, expression);
    }
    if clause.variables(expression).next().is_none() {
        // `X = 2*3`: is X compared with something?
        return needs_number(clause, goal, var);
    }
    let position =
        |args: &[NodeId], v: u32| args.iter().position(|&a| clause.variable(a) == Some(v));
    let heads = clause.arguments(clause.head);
    for call in clause.recursive_calls() {
        let Some(i) = position(call, var) else {
            continue;
        };
        // `N1 = N - 1, p(N1)` in a clause of p(N), or an accumulator.
        let steps = |v| heads.get(i).is_some_and(|&h| clause.variable(h) == Some(v));
        if all_numbers || is_step(clause, expression).is_some_and(steps) {
            return true;
        }
    }
    if let Some(i) = position(heads, var) {
        // `len([_|T], N) :- len(T, M), N = M + 1`
        let result = |v| clause.recursive_calls().any(|c| position(c, v) == Some(i));
        if is_step(clause, expression).is_some_and(result) {
            return true;
        }
        let mut all = clause.variables(expression);
        let mut any = clause.variables(expression).filter(|_| !is_pair);
        if any.any(|v| clause.is_number(v)) && all.all(|v| clause.is_number(v) || result(v)) {
            return clause.recursive_calls().next().is_some();
        }
    }
    needs_number(clause, goal, var)
}

/// Returns true if a query asks for the value of an expression by `=`: the expression has no variables without a value,
/// and no other goal has the variable, unless it needs a number.
fn is_all_that_is_asked(
    clause: &BareClause<'_>,
    goal: &Goal,
    var: u32,
    expression: NodeId,
) -> bool {
    let before: Vec<&Goal> = clause
        .goals
        .iter()
        .take_while(|g| g.node != goal.node)
        .collect();
    let is_known = |v| {
        before.iter().any(|g| {
            let sides = clause.sides(g.node);
            let is_value = |n| matches!(clause.node(n), Node::Int(_) | Node::Float(_));
            let gives = |[a, b]: [NodeId; 2]| clause.variable(a) == Some(v) && is_value(b);
            g.kind == GoalKind::Is && sides.is_some_and(|[a, _]| clause.variable(a) == Some(v))
                || g.kind == GoalKind::Unify
                    && sides.is_some_and(|s| gives(s) || gives([s[1], s[0]]))
        })
    };
    let others = clause.goals.iter().filter(|g| g.node != goal.node);
    let is_used = others.into_iter().any(|g| clause.occurs(var, g.node));
    clause.variables(expression).all(is_known) && !is_used || needs_number(clause, goal, var)
}

/// The variable `V` of `V + 1`, `V - 1` or `1 + V`, with any number.
fn is_step(clause: &BareClause<'_>, n: NodeId) -> Option<u32> {
    let [a, b] = clause.sides(n)?;
    let (name, _) = clause.indicator(n)?;
    if !matches!(name, atoms::PLUS | atoms::MINUS) {
        return None;
    }
    match (clause.node(a), clause.node(b)) {
        (Node::Var(v), Node::Int(_)) => Some(*v),
        (Node::Int(_), Node::Var(v)) if name == atoms::PLUS => Some(*v),
        _ => None,
    }
}

/// Returns true if a later goal compares a variable with a number as it is, or passes it to a builtin that takes
/// integers.
fn needs_number(clause: &BareClause<'_>, goal: &Goal, var: u32) -> bool {
    let from = clause.order_of(goal.node).unwrap_or(0);
    clause.goals[from..].iter().skip(1).any(|g| {
        let args = clause.arguments(g.node);
        let is_var = |n: &NodeId| clause.variable(*n) == Some(var);
        match g.kind {
            GoalKind::Identical => {
                let is_number =
                    |n: &NodeId| matches!(clause.node(*n), Node::Int(_) | Node::Float(_));
                args.iter().any(is_var) && args.iter().any(is_number)
            }
            GoalKind::Builtin(b) => {
                let checks = clause.vm.argument_checks(b);
                let wants = |c: &crate::machine::builtin::ArgumentCheck| {
                    matches!(c.ty, Type::Integer | Type::Number)
                        && args.get(usize::from(c.arg)).is_some_and(is_var)
                };
                checks.iter().any(wants)
            }
            _ => false,
        }
    })
}
