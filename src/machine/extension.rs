//! The interface between the machine and the layers above (streams, constraints, the library).
//!
//! The machine calls this trait only: it imports neither text nor the compiler nor the constraint
//! kernel.

use crate::base::atom::Atom;
use crate::code::pred::{ClauseCode, PredId};
use crate::machine::database::ClauseId;
use crate::machine::{Ball, Cell, CopiedConstraints, Machine};
use std::any::Any;

/// The state of the layers above, and the events that the machine reports to them.
pub(crate) trait Extension: Sized + Send + Default {
    /// Undoes all changes since `mark`, which the choice point recorded that is being restored.
    fn undo(&mut self, mark: u64);

    /// Called when an attributed variable with the attribute chain `atts` was bound to `value`. Returns
    /// true if the chain still needs the library's `'$wakeup'/1`; `Ok(None)` if the binding is
    /// inconsistent.
    fn bound(vm: &mut Machine<Self>, atts: Cell, value: Cell) -> Result<Option<bool>, Ball>;

    /// Called when a predicate without clauses is called: may load a library. Returns the predicate to
    /// run, if there is one.
    fn undefined(vm: &mut Machine<Self>, pred: PredId) -> Result<Option<PredId>, Ball>;

    /// Called when a clause is called that was added without its code: compiles it.
    ///
    /// # Errors
    /// The ball of a limit or of an interrupt.
    fn compile_clause(vm: &mut Machine<Self>, clause: ClauseId) -> Result<ClauseCode, Ball>;

    /// Returns true if a call of a predicate that does not exist fails rather than throws.
    fn unknown_fails(_: &mut Machine<Self>, _: PredId) -> bool {
        false
    }

    /// For each argument of a predicate, true if it must carry its module when it is called in this
    /// one; `None` if none must.
    fn meta_arguments(_: &mut Machine<Self>, _: Atom, _: PredId) -> Option<Vec<bool>> {
        None
    }

    /// Returns true if every caller was compiled when the meta-arguments of this predicate were known, so that its
    /// aliases need not qualify them.
    fn callers_qualify_arguments(_: &Machine<Self>, _: PredId) -> bool {
        true
    }

    /// Called when everything but the extension's own cells has been marked: frees state that was
    /// created since `newest`, the mark of the newest choice point, and on which nothing marked
    /// depends. Returns the new mark, if anything was freed.
    fn reclaim(&mut self, _newest: u64, _is_marked: &dyn Fn(Cell) -> bool) -> Option<u64> {
        None
    }

    /// Exchanges the part of the state that belongs to a heap: takes the state of the heap that is used from now on,
    /// and returns that of the other one; `None` is the state of an empty heap.
    fn exchange(&mut self, _entered: Option<Box<dyn Any + Send>>) -> Option<Box<dyn Any + Send>> {
        None
    }

    /// Exchanges the part of the state that belongs to the program for that of another machine.
    fn exchange_program(&mut self, _other: &mut Self) {}

    /// The dynamic predicates of which each thread has clauses of its own.
    fn thread_local(&self) -> &[PredId] {
        &[]
    }

    /// Checks that a term may be copied to the heap of another engine.
    ///
    /// # Errors
    /// Those that copying it has.
    fn check_copied(_: &mut Machine<Self>, _: Cell) -> Result<(), Ball> {
        Ok(())
    }

    /// The constraints of a term's variables, outside the heap; `None` if it has none.
    fn constraints_of(_: &mut Machine<Self>, _: Cell) -> Option<CopiedConstraints> {
        None
    }

    /// Posts the constraints of a term on its copy.
    ///
    /// # Errors
    /// The ball of a limit or of an interrupt.
    fn constrain_copy(_: &mut Machine<Self>, _: Cell, _: &CopiedConstraints) -> Result<(), Ball> {
        Ok(())
    }

    /// A caught term as a program in a dialect expects it, whose errors have other contexts.
    fn error_of_dialect(_: &mut Machine<Self>, ball: Cell) -> Cell {
        ball
    }

    /// Visits every cell that the extension holds; the collector may change it.
    fn roots(&mut self, visit: &mut dyn FnMut(&mut Cell));

    /// Visits every record that the extension holds, for the collector of atoms.
    fn records(&self, visit: &mut dyn FnMut(&super::Record));

    /// Visits every atom that the extension holds and that may not be one of a program text, for the collector of
    /// atoms.
    fn atoms(&self, _visit: &mut dyn FnMut(Atom)) {}

    /// The approximate memory that the extension takes for what programs store in it, in bytes.
    fn bytes(&self) -> u64 {
        0
    }

    /// The approximate memory that constraints take, in bytes.
    fn constraint_bytes(&self) -> u64 {
        0
    }

    /// The number of propagations so far.
    fn propagations(&self) -> u64 {
        0
    }

    /// The bytes of text that were written so far.
    fn written(&self) -> u64 {
        0
    }

    /// The number of values that evaluables such as `random` or `cputime` have read so far.
    fn readings(&self) -> u64 {
        0
    }

    /// Returns true if no other thread can run a goal on this machine.
    fn is_alone(&self) -> bool {
        true
    }

    /// Called after a request for a report on the progress.
    fn report(_: &mut Machine<Self>) {}

    /// Returns true if it has reported that a run returns to the same states for ever. Until then it is called at the
    /// calls of that run. `round` holds predicates that a round calls, `called` the one that is called now, which must
    /// do if `is_last` is true.
    fn cycle_found(
        _: &mut Machine<Self>,
        _round: &[PredId],
        _called: PredId,
        _is_last: bool,
    ) -> bool {
        true
    }

    /// Returns true if a program can call a predicate by its name, so that errors may name it.
    fn is_known_to_programs(_: &Machine<Self>, _p: PredId) -> bool {
        true
    }

    /// Called when atoms were collected: the numbers of cached atoms may denote other names now.
    fn atoms_swept(&mut self);

    /// The context of evaluables such as `cputime` or `random`.
    fn eval_context(&mut self) -> &mut dyn crate::base::evaluable::EvalContext;
}
