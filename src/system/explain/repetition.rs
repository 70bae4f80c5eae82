//! The note about a run that returns to the same states for ever.

use super::explanation::explain;
use super::recursion::check_progress;
use super::scene::{is_known_to_programs, is_programs};
use crate::code::instr::Instr;
use crate::code::pred::PredId;
use crate::syntax::{Diagnostic, Severity};
use crate::system::Vm;
use crate::system::load::indicator_text;

/// The predicates of a round that are named at most.
const NAMED: usize = 6;

/// The clauses of a predicate that are looked at.
const LOOKED_AT: usize = 20;

/// The predicate that stands for a cycle: of those of the program that call another one of the round, the one that was
/// defined first, or the first one that a program can call, so that the message does not depend on where the cycle was
/// found.
pub(crate) fn cycle_predicate(vm: &Vm, round: &[PredId]) -> Option<PredId> {
    let programs = || round.iter().copied().filter(|&p| is_programs(vm, p));
    let callers = programs().filter(|&p| calls_one_of(vm, p, round));
    let known = || {
        let known = round.iter().filter(|&&p| is_known_to_programs(vm, p));
        known.min().copied()
    };
    callers.min().or_else(|| programs().min()).or_else(known)
}

/// Returns true if a clause of a predicate calls one of these predicates.
fn calls_one_of(vm: &Vm, p: PredId, round: &[PredId]) -> bool {
    let clauses = vm.db.all_clauses(p);
    clauses.iter().take(LOOKED_AT).any(|&c| {
        let code = vm.db.clause(c).map_or(&[][..], |c| c.code());
        code.iter().any(|i| match *i {
            Instr::Call { p, .. } | Instr::Execute { p } => round.contains(&p),
            _ => false,
        })
    })
}

/// The note about a cycle, with the place at which the machine is.
pub(crate) fn explain_cycle(
    vm: &mut Vm,
    round: &[PredId],
    query: Option<&str>,
) -> Option<Diagnostic> {
    let place = vm.present_place()?;
    let found = explain(vm, &place, query);
    let mut d = found.unwrap_or_else(|| Diagnostic::new(Severity::Note, "", "", None, ""));
    d.severity = Severity::Note;
    let subject = match query {
        Some(_) => "this query",
        None => "this goal",
    };
    let named = cycle_predicate(vm, round).map(|p| indicator_text(vm, p));
    d.message = match &named {
        Some(name) => {
            format!(
                "{subject} does not end: it returns to the same call of `{name}` again and again"
            )
        }
        None => format!("{subject} does not end: it returns to the same state again and again"),
    };
    d.label = d.span.map(|_| "the same each time".to_string());
    d.notes.extend(round_note(vm, round));
    if d.hint.is_none() {
        d.hint = hint(vm, round, named.as_deref());
    }
    Some(d)
}

/// The program's predicates of a round, if there are several.
fn round_note(vm: &Vm, round: &[PredId]) -> Option<String> {
    let mut programs: Vec<PredId> = round.to_vec();
    programs.retain(|&p| is_programs(vm, p));
    programs.sort_unstable();
    if programs.len() < 2 {
        return None;
    }
    let names = programs.iter().take(NAMED);
    let names: Vec<String> = names
        .map(|&p| format!("`{}`", indicator_text(vm, p)))
        .collect();
    let more = match programs.len() > NAMED {
        true => ", ...",
        false => "",
    };
    Some(format!("a round calls {}{more}", names.join(", ")))
}

/// A likely cause of the repetition, as a hint.
fn hint(vm: &Vm, round: &[PredId], named: Option<&str>) -> Option<String> {
    let repeats = round.iter().any(|&p| {
        let pred = vm.db.pred(p);
        pred.arity == 0 && *vm.atoms.text(pred.name) == *"repeat"
    });
    match (repeats, named) {
        (true, _) => {
            let text = "the goals after repeat/0 have the same result in each round, as they read no input and change \
                        nothing that they test";
            Some(text.to_string())
        }
        (false, Some(name)) => Some(check_progress(name)),
        (false, None) => None,
    }
}
