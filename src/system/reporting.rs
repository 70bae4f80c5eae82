//! Making reports on the progress of a machine.

use crate::syntax::Diagnostic;
use crate::system::Vm;
use crate::system::progress::{LoadProgress, Progress};
use crate::system::solver::{ConstraintSolver, Solver};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Reports the progress.
pub(crate) fn report(vm: &mut Vm) {
    report_with(vm, None);
}

/// Reports the progress, with a note if the run does not end. A reporter that panics gets no further reports.
pub(crate) fn report_with(vm: &mut Vm, cycle: Option<Diagnostic>) {
    let Some(mut reporter) = vm.ext.progress.reporter.take() else {
        return;
    };
    let load = vm.ext.loader.contexts.iter().find(|c| !c.library);
    let progress = Progress {
        inferences: vm.inferences.saturating_sub(vm.ext.progress.start),
        load: load.map(|c| LoadProgress {
            file: c.file.clone(),
            terms: c.terms,
            read: c.read.min(c.length),
            length: c.length,
        }),
        search: Solver::search(&vm.ext.clpz),
        cycle,
    };
    // After a panic, only the function's own state can be between two others, and it is dropped.
    if catch_unwind(AssertUnwindSafe(|| reporter(&progress))).is_ok() {
        vm.ext.progress.reporter = Some(reporter);
    }
}
