//! A variable that occurs once on each path through a clause.

use crate::system::lint::check::{At, Check, Finding, Run};
use crate::system::lint::clause::{BareClause, features};
use crate::system::lint::paths::{Occurrence, Paths};
use crate::system::lint::settings::LintLevel;

pub(super) const CHECK: Check = Check {
    name: "branch_singleton",
    level: LintLevel::Warning,
    group: "singleton",
    doc: "A variable that occurs in several branches, once in each, and nowhere else is a singleton on every path.",
    wrong: "sign(X, S) :- ( X > 0 -> Sign = plus ; Sign = minus ), S = sign.\n",
    right: "sign(X, S) :- ( X > 0 -> Sign = plus ; Sign = minus ), S = Sign.\n",
    peer: "Singleton variable in branch: Sign",
    run: Run::Clause(features::BRANCH, find),
};

fn find(clause: &BareClause<'_>, found: &mut Vec<Finding>) {
    let paths = Paths::of(clause);
    let mut seen: Vec<u32> = clause.variables(clause.head).collect();
    for first in &paths.occurrences {
        let v = first.var;
        if seen.contains(&v) {
            continue;
        }
        seen.push(v);
        let all: Vec<&Occurrence> = paths.occurrences.iter().filter(|o| o.var == v).collect();
        let name = clause.name(v);
        if all.len() < 2 || name.starts_with('_') || first.is_inner {
            continue;
        }
        let alone = |a: &Occurrence, b: &Occurrence| paths.are_exclusive(a.path, b.path);
        let is_alone = (1..all.len()).all(|i| all[..i].iter().all(|a| alone(a, all[i])));
        if is_alone {
            let message = format!("`{name}` occurs once in each branch, and nowhere else");
            let places = all[1..].iter();
            let finding = Finding::new(At::Node(first.node), message).hint(format!(
                "write _ if its value is not needed, or use {name} after the branches"
            ));
            found.push(places.fold(finding, |f, o| f.place(At::Node(o.node), "and here")));
        }
    }
}
