//! A clause that is asserted without parentheses around it.

use crate::base::atom::atoms;
use crate::system::lint::check::{At, Check, Finding, Run};
use crate::system::lint::clause::{BareClause, GoalKind, features};
use crate::system::lint::settings::LintLevel;

pub(super) const CHECK: Check = Check {
    name: "assert_clause",
    level: LintLevel::Warning,
    group: "",
    doc: "A clause with a body is one argument only with parentheses around it; a conjunction is no clause.",
    wrong: "learn(X) :- assertz((known(X) :- likes(X)), sees(X)).\n:- dynamic known/1, likes/1, sees/1.\n",
    right: "learn(X) :- assertz((known(X) :- likes(X), sees(X))).\n:- dynamic known/1, likes/1, sees/1.\n",
    peer: "",
    run: Run::Clause(features::ASSERT, find),
};

fn find(clause: &BareClause<'_>, found: &mut Vec<Finding>) {
    for goal in clause.goals.iter().filter(|g| g.kind == GoalKind::Assert) {
        let args = clause.arguments(goal.node);
        let (Some(&first), Some((name, _))) = (args.first(), clause.indicator(goal.node)) else {
            continue;
        };
        let name = clause.vm.atoms.text(name).to_string();
        let conjuncts = clause.tree.as_compound::<2>(first, atoms::COMMA);
        if let Some([a, b]) = conjuncts {
            let finding = Finding::new(At::Node(first), "a conjunction is not a clause");
            let hint = format!("{name}({}), {name}({})", clause.text(a), clause.text(b));
            found.push(finding.hint(hint));
            continue;
        }
        let Some(&second) = args.get(1) else { continue };
        let Some([head, body]) = clause.tree.as_compound::<2>(first, atoms::NECK) else {
            continue;
        };
        // The second argument of `assertz/2` is a variable for the reference of the clause.
        if clause.variable(second).is_none() {
            let rest: Vec<String> = args[1..].iter().map(|&a| clause.text(a)).collect();
            let message = format!(
                "{name}/{} takes more than a clause: the body ends too early",
                args.len()
            );
            let hint = format!(
                "{name}(({} :- {}, {}))",
                clause.text(head),
                clause.text(body),
                rest.join(", ")
            );
            found.push(Finding::new(At::Node(goal.node), message).hint(hint));
        }
    }
}
