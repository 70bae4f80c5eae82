//! A term in an arithmetic expression that arithmetic does not know.

use crate::base::tree::NodeId;
use crate::system::lint::check::{At, Check, Finding, Run};
use crate::system::lint::clause::{BareClause, GoalKind, features};
use crate::system::lint::settings::LintLevel;
use crate::system::lint::text_sum::is_text_sum;
use crate::system::lint::walk::is_evaluable;
use crate::system::modules;

pub(super) const CHECK: Check = Check {
    name: "not_evaluable",
    level: LintLevel::Warning,
    group: "",
    doc: "Arithmetic evaluates numbers and its own functions; a predicate is called before, as a goal.",
    wrong: "half(List, Half) :- Half is length(List) // 2.\n",
    right: "half(List, Half) :- length(List, Length), Half is Length // 2.\n",
    peer: "",
    run: Run::Clause(features::NOT_EVALUABLE, find),
};

fn find(clause: &BareClause<'_>, found: &mut Vec<Finding>) {
    for goal in clause.goals.iter().filter(|g| !g.is_guarded) {
        let Some([a, b]) = clause.sides(goal.node) else {
            continue;
        };
        match goal.kind {
            GoalKind::Is => found.extend(unknown(clause, b)),
            GoalKind::Compare => found.extend(unknown(clause, a).or_else(|| unknown(clause, b))),
            _ => {}
        }
    }
}

/// The first term of an expression that cannot be evaluated.
fn unknown(clause: &BareClause<'_>, expression: NodeId) -> Option<Finding> {
    let mut rest = vec![expression];
    while let Some(n) = rest.pop() {
        let Some((name, arity)) = clause.indicator(n) else {
            continue;
        };
        let text = clause.vm.atoms.text(name).to_string();
        if is_evaluable(&text, arity as usize) {
            // Another check is about the sum of two texts.
            if !is_text_sum(clause.tree, n) {
                rest.extend(clause.arguments(n).iter().rev());
            }
            continue;
        }
        if let Some((_, tail)) = clause.tree.as_cons(n) {
            if clause.indicator(tail) == Some((crate::base::atom::atoms::NIL, 0)) {
                continue;
            }
            let message = "a list is not a number: this cannot be evaluated";
            return Some(Finding::new(At::Node(n), message));
        }
        let shown = crate::syntax::quoted_atom(&text).into_owned();
        if arity == 0 {
            return Some(of_atom(n, &shown));
        }
        let message =
            format!("arithmetic has no function {shown}/{arity}: this cannot be evaluated");
        let finding = Finding::new(At::Node(n), message);
        let is_predicate = |n| {
            let module = clause.module;
            modules::visible(clause.vm, module, name, n).is_some()
                || clause
                    .vm
                    .ext
                    .loader
                    .appears_defined(module, &clause.vm.atoms.text(name), n)
                || library_has(clause, (name, n))
        };
        return Some(match is_predicate(arity + 1) {
            true => {
                let call = clause.text(n);
                let open = call.strip_suffix(')').unwrap_or(&call);
                finding.hint(format!(
                    "{shown}/{} is a predicate; call it before: {open}, Value)",
                    arity + 1
                ))
            }
            false => finding,
        });
    }
    None
}

/// The message about an atom in an expression, which was perhaps meant as a variable.
fn of_atom(n: NodeId, shown: &str) -> Finding {
    let message = format!("the atom `{shown}` is not a number: this cannot be evaluated");
    let mut letters = shown.chars();
    let variable = letters.next().filter(char::is_ascii_lowercase);
    let finding = Finding::new(At::Node(n), message);
    match variable {
        Some(c) => finding.hint(format!(
            "a variable begins with a capital letter: {}{}",
            c.to_ascii_uppercase(),
            letters.as_str()
        )),
        None => finding,
    }
}

fn library_has(clause: &BareClause<'_>, what: (crate::base::atom::Atom, u32)) -> bool {
    let index = &clause.vm.ext.loader.library.index;
    index.as_ref().is_some_and(|i| i.preds.contains_key(&what))
}
