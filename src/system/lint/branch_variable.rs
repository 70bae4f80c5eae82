//! A variable that gets its value in one branch only, and is needed after it.

use crate::machine::builtin::Type;
use crate::system::lint::check::{At, Check, Finding, Run};
use crate::system::lint::clause::{BareClause, GoalKind, features};
use crate::system::lint::paths::{Disjunction, Occurrence, Paths, never_succeeds};
use crate::system::lint::settings::LintLevel;

pub(super) const CHECK: Check = Check {
    name: "branch_variable",
    level: LintLevel::Warning,
    group: "var_branches",
    doc: "A variable that first occurs in one branch has no value after the other one, where a goal needs its value.",
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
        if let Some((user, missing)) = needed(clause, &paths, first) {
            let name = clause.name(first.var);
            let message =
                format!("`{name}` has a value in one branch only, and is needed after it");
            found.push(
                Finding::new(At::Node(user.node), message)
                    .label("needs its value")
                    .place(At::Node(first.node), "gets its value in this branch")
                    .place(At::Node(missing), "has none after this one")
                    .hint(format!(
                        "give {name} a value in both branches, or let this one fail"
                    )),
            );
        }
    }
}

/// The first goal that needs the value of a variable, and the branch that gives none.
fn needed<'p>(
    clause: &BareClause<'_>,
    paths: &'p Paths,
    first: &Occurrence,
) -> Option<(&'p Occurrence, crate::base::tree::NodeId)> {
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
        if let Some(user) = after.filter(|o| needs_value(clause, o)) {
            return Some((user, goal));
        }
    }
    None
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
