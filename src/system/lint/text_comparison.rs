//! A text in double quotes that is compared with an atom.

use crate::base::atom::atoms;
use crate::base::tree::{Node, NodeId};
use crate::machine::builtin::Type;
use crate::syntax::quad::is_char_list;
use crate::system::lint::check::{At, Check, Finding, Run};
use crate::system::lint::clause::{BareClause, GoalKind, features};
use crate::system::lint::settings::LintLevel;

pub(super) const CHECK: Check = Check {
    name: "text_comparison",
    level: LintLevel::Warning,
    group: "",
    doc: "A text in double quotes is a list of characters, which no atom is equal to.",
    wrong: "yes(Answer) :- atom(Answer), Answer == \"yes\".\n",
    right: "yes(Answer) :- atom(Answer), Answer == yes.\n",
    peer: "",
    run: Run::Goals(features::TEXT, find),
};

fn find(clause: &BareClause<'_>, found: &mut Vec<Finding>) {
    for goal in clause.goals {
        if !compares(goal.kind) {
            continue;
        }
        let Some([a, b]) = clause.sides(goal.node) else {
            continue;
        };
        let is_text = |n| is_char_list(clause.tree, n);
        let (text, other) = match (is_text(a), is_text(b)) {
            (true, false) => (a, b),
            (false, true) => (b, a),
            _ => continue,
        };
        let is_atom = match *clause.node(other) {
            Node::Atom(a) => a != atoms::NIL,
            Node::Var(v) => is_always_atom(clause, v),
            _ => false,
        };
        if is_atom {
            let letters = clause.text(text);
            let plain = letters.trim_matches('"').replace("\\\"", "\"");
            let atom = crate::syntax::quoted_atom(&plain).into_owned();
            let message =
                format!("an atom is never equal to {letters}, which is a list of characters");
            let finding = Finding::new(At::Node(text), message);
            found.push(finding.hint(format!("the atom: {atom}")));
        }
    }
}

fn compares(kind: GoalKind) -> bool {
    matches!(
        kind,
        GoalKind::Unify | GoalKind::NotUnify | GoalKind::Identical | GoalKind::NotIdentical
    )
}

/// Returns true if a goal of the clause shows that a variable stands for an atom.
fn is_always_atom(clause: &BareClause<'_>, v: u32) -> bool {
    let is_var = |n: &NodeId| clause.variable(*n) == Some(v);
    let is_plain_atom = |n: &NodeId| matches!(*clause.node(*n), Node::Atom(a) if a != atoms::NIL);
    clause.goals.iter().any(|g| {
        let args = clause.arguments(g.node);
        match g.kind {
            kind if compares(kind) => args.iter().any(is_var) && args.iter().any(is_plain_atom),
            GoalKind::Builtin(b) => {
                let name = clause.indicator(g.node).map(|(name, _)| name);
                let tests = name.is_some_and(|n| &*clause.vm.atoms.text(n) == "atom");
                let checks = clause.vm.argument_checks(b);
                let takes = checks.iter().any(|c| {
                    matches!(c.ty, Type::Atom | Type::AtomOrString)
                        && args.get(usize::from(c.arg)).is_some_and(is_var)
                });
                takes || tests && args.iter().any(is_var)
            }
            _ => false,
        }
    })
}
