//! A goal that is an arithmetic expression, or a list.

use crate::system::lint::check::{At, Check, Finding, Run};
use crate::system::lint::clause::{BareClause, GoalKind, features};
use crate::system::lint::settings::LintLevel;

pub(super) const CHECK: Check = Check {
    name: "expression_goal",
    level: LintLevel::Warning,
    group: "",
    doc: "An arithmetic expression is not a goal; where one reads as a goal, a comma or an `is` is missing, and a list is taken as files to load.",
    wrong: "report(X) :- write(X)\n    - nl.\n",
    right: "report(X) :- write(X),\n    nl.\n",
    peer: "nothing; list_undefined/0 has -/2",
    run: Run::Clause(features::EXPRESSION_GOAL, find),
};

fn find(clause: &BareClause<'_>, found: &mut Vec<Finding>) {
    for goal in clause.goals.iter().filter(|g| !g.is_guarded) {
        let text = clause.text(goal.node);
        match goal.kind {
            GoalKind::Expression => {
                let args = clause.arguments(goal.node);
                let are_goals =
                    args.len() == 2 && args.iter().all(|&a| clause.indicator(a).is_some());
                let finding = Finding::new(
                    At::Node(goal.node),
                    format!("`{text}` is a term, not a goal"),
                );
                found.push(finding.hint(match are_goals {
                    true => "is a comma missing between two goals?".to_string(),
                    false => format!("Value is {text}"),
                }));
            }
            GoalKind::List if clause.variables(goal.node).next().is_some() => {
                let finding = Finding::new(At::Node(goal.node), "a list as a goal loads files");
                found.push(finding.hint("is there a goal missing around it?"));
            }
            _ => {}
        }
    }
}
