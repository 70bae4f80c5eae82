//! A variable that gets its value in one branch only, and is needed after it.

use crate::base::tree::NodeId;
use crate::machine::builtin::Type;
use crate::system::lint::check::{At, Check, Finding, Run};
use crate::system::lint::clause::{BareClause, GoalKind, features};
use crate::system::lint::paths::{Disjunction, Occurrence, PathId, Paths, never_succeeds};
use crate::system::lint::settings::LintLevel;

pub(super) const CHECK: Check = Check {
    name: "branch_variable",
    level: LintLevel::Warning,
    group: "var_branches",
    doc: "A variable that first occurs in one branch has no value after the other one, where a goal needs its value, writes it, or gives it to the head.",
    wrong: "price(Item, P) :- ( Item = tea -> N = 3 ; true ), P is N + 1.\n",
    right: "price(Item, P) :- ( Item = tea -> N = 3 ; N = 2 ), P is N + 1.\n",
    peer: "",
    run: Run::Clause(features::BRANCH, find),
};

fn find(clause: &BareClause<'_>, found: &mut Vec<Finding>) {
    let paths = Paths::of(clause);
    let mut seen: Vec<u32> = clause.variables(clause.head).collect();
    for first in &paths.occurrences {
        if seen.contains(&first.var) {
            continue;
        }
        seen.push(first.var);
        if first.path == 0 || first.is_inner || first.negation.is_some() {
            continue;
        }
        if let Some((user, missing, usage)) = needed(clause, &paths, first) {
            let name = clause.name(first.var);
            let (verb, label) = match usage {
                Usage::Needed => ("is needed", "needs its value".to_string()),
                Usage::Written => (
                    "is written",
                    "writes a variable without a value".to_string(),
                ),
                Usage::Given(to) => {
                    let to = clause.name(to);
                    ("is an output", format!("{to} gets no value"))
                }
            };
            let message = format!("`{name}` has a value in one branch only, and {verb} after it");
            found.push(
                Finding::new(At::Node(user.node), message)
                    .label(label)
                    .place(At::Node(first.node), "gets its value in this branch")
                    .place(At::Node(missing), "has none after this one")
                    .hint(format!(
                        "give {name} a value in both branches, or let this one fail"
                    )),
            );
        }
    }
}

/// The use of a variable by the first goal after the branches.
enum Usage {
    /// It raises an error if there is no value.
    Needed,
    /// It writes the variable.
    Written,
    /// It unifies the variable with one of the head, and no other goal has either of them.
    Given(u32),
}

/// The first goal that needs or uses the value of a variable, and the branch that gives none.
fn needed<'p>(
    clause: &BareClause<'_>,
    paths: &'p Paths,
    first: &Occurrence,
) -> Option<(&'p Occurrence, NodeId, Usage)> {
    let around = |d: &&Disjunction| {
        let is_in = |i: usize| paths.is_within(first.path, d.alternatives[i].1);
        is_in(0) || is_in(1)
    };
    for d in paths.disjunctions.iter().filter(around) {
        let other = usize::from(paths.is_within(first.path, d.alternatives[0].1));
        let (goal, path) = d.alternatives[other];
        if clause.occurs(first.var, goal) || never_succeeds(clause, goal) {
            continue;
        }
        // Whatever is first after the branches decides: it may give the value.
        let after = paths.occurrences.iter().find(|o| {
            o.var == first.var && o.order >= d.goals.1 && !paths.are_exclusive(o.path, path)
        });
        let Some(user) = after else { continue };
        let usage = match needs_value(clause, user) {
            true => Some(Usage::Needed),
            false => use_of_value(clause, paths, user, path),
        };
        if let Some(usage) = usage {
            return Some((user, goal, usage));
        }
    }
    None
}

/// The use of a value by a goal that runs whichever branch was taken: a goal in a later branch may depend on the same
/// condition as the value.
fn use_of_value(
    clause: &BareClause<'_>,
    paths: &Paths,
    o: &Occurrence,
    branch: PathId,
) -> Option<Usage> {
    if o.is_inner || o.negation.is_some() || o.path != paths.outer(branch) {
        return None;
    }
    let goal = clause.goals.iter().find(|g| g.node == o.goal)?;
    match goal.kind {
        GoalKind::Print => Some(Usage::Written),
        GoalKind::Format => match *clause.arguments(o.goal) {
            // `format(atom(A), Format, Arguments)` gives a value.
            [sink, _, _] if clause.occurs(o.var, sink) => None,
            _ => Some(Usage::Written),
        },
        GoalKind::Unify => {
            let [a, b] = clause.sides(o.goal)?;
            let other = if a == o.node { b } else { a };
            let to = clause.variable(other)?;
            let is_side = a == o.node || b == o.node;
            let is_output = to != o.var && clause.occurs(to, clause.head);
            let is_last = |v: u32| {
                let mut later = paths.occurrences.iter().filter(|p| p.order > o.order);
                later.all(|p| p.var != v)
            };
            let mut before = paths.occurrences.iter().filter(|p| p.order < o.order);
            let is_first = before.all(|p| p.var != to);
            (is_side && is_output && is_first && is_last(o.var) && is_last(to))
                .then_some(Usage::Given(to))
        }
        _ => None,
    }
}

/// Returns true if the goal of an occurrence raises an error when the variable has no value.
fn needs_value(clause: &BareClause<'_>, o: &Occurrence) -> bool {
    let Some(goal) = clause.goals.iter().find(|g| g.node == o.goal) else {
        return false;
    };
    let args = clause.arguments(o.goal);
    match goal.kind {
        _ if goal.is_guarded => false,
        GoalKind::Compare => true,
        GoalKind::Is => args.get(1).is_some_and(|&e| clause.occurs(o.var, e)),
        GoalKind::Builtin(b) => {
            let checks = clause.vm.argument_checks(b);
            checks.iter().any(|c| {
                !c.optional && c.ty != Type::Var && args.get(usize::from(c.arg)) == Some(&o.node)
            })
        }
        _ => false,
    }
}
