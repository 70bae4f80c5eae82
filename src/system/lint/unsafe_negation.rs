//! A negation with a variable that gets its value after it.

use crate::base::tree::NodeId;
use crate::system::lint::check::{At, Check, Finding, Run};
use crate::system::lint::clause::{BareClause, features};
use crate::system::lint::paths::Paths;
use crate::system::lint::settings::LintLevel;

pub(super) const CHECK: Check = Check {
    name: "unsafe_negation",
    level: LintLevel::Warning,
    group: "",
    doc: "A negation says something about values: with a variable that gets its value after it, it asks whether there is no answer at all.",
    wrong: "person(ann). person(bob). parent(bob).\nchildless(N) :- \\+ parent(X), person(X), N = X.\n",
    right: "person(ann). person(bob). parent(bob).\nchildless(N) :- person(X), \\+ parent(X), N = X.\n",
    peer: "Singleton variable in \\+: X",
    run: Run::Goals(features::NEGATION, find),
};

fn find(clause: &BareClause<'_>, found: &mut Vec<Finding>) {
    let paths = Paths::of(clause);
    let mut seen: Vec<u32> = clause.variables(clause.head).collect();
    let mut reported: Vec<NodeId> = Vec::new();
    for (i, first) in paths.occurrences.iter().enumerate() {
        if seen.contains(&first.var) {
            continue;
        }
        seen.push(first.var);
        let Some(negation) = first.negation.filter(|n| !reported.contains(n)) else {
            continue;
        };
        if first.is_inner {
            continue;
        }
        let later = paths.occurrences[i..].iter().find(|o| {
            o.var == first.var
                && o.negation.is_none()
                && !o.is_inner
                && !paths.are_exclusive(o.path, first.path)
        });
        let Some(later) = later else { continue };
        reported.push(negation);
        let name = clause.name(first.var);
        let message = format!("`{name}` has no value yet in this negation, and gets one after it");
        found.push(
            Finding::new(At::Node(negation), message)
                .label(format!("{name} has no value here"))
                .place(
                    At::Node(later.goal),
                    format!("{name} may get its value here"),
                )
                .hint("move the negation behind the goals that give its variables values"),
        );
    }
}
