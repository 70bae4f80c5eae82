//! The report that a run does not end.

use crate::code::pred::PredId;
use crate::system::{Vm, explain, reporting};

/// Reports that the run returns to the same states for ever, if `called`, the predicate that is called now, is the one
/// that stands for the cycle, or if `is_last` is true. `round` holds predicates that a round calls. Returns true if it
/// has reported it.
pub(crate) fn report_cycle(vm: &mut Vm, round: &[PredId], called: PredId, is_last: bool) -> bool {
    let is_its = explain::cycle_predicate(vm, round).is_none_or(|p| p == called);
    if !is_its && !is_last {
        return false;
    }
    if vm.ext.progress.reporter.is_some() {
        let query = vm.ext.progress.query.clone();
        let note = explain::explain_cycle(vm, round, query.as_deref());
        reporting::report_with(vm, note);
    }
    true
}
