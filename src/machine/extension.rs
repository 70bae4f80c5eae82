//! The seam between the machine and what is built on it (streams, constraints, the library).
//!
//! The machine knows only this trait: it must not know text, the compiler or the constraint kernel.

use crate::base::atom::Atom;
use crate::code::pred::PredId;
use crate::machine::{Ball, Cell, Machine};

/// What the layers above keep in a machine, and what the machine tells them.
pub trait Extension: Sized + Send {
    /// Backtracking has reached a choice point that recorded `mark`: undo everything since.
    fn undo(&mut self, mark: u64);

    /// An attributed variable with the attribute chain `atts` was bound to `value`. Returns whether the
    /// chain still needs the library's `'$wakeup'/1`; `Ok(None)` means that the binding is inconsistent.
    fn bound(vm: &mut Machine<Self>, atts: Cell, value: Cell) -> Result<Option<bool>, Ball>;

    /// Called when a predicate without clauses is called: may load a library. Returns the predicate
    /// that is meant, if there is one.
    fn undefined(vm: &mut Machine<Self>, pred: PredId) -> Result<Option<PredId>, Ball>;

    /// Whether a call of a predicate that does not exist fails, rather than throws.
    fn unknown_fails(_: &mut Machine<Self>, _: PredId) -> bool {
        false
    }

    /// Which arguments of a predicate must carry their module when it is called in this one; `None` if
    /// none must.
    fn meta_arguments(_: &mut Machine<Self>, _: Atom, _: PredId) -> Option<Vec<bool>> {
        None
    }

    /// Whether every caller was compiled with the meta-arguments of this predicate in sight, so that
    /// its second names need not look after them.
    fn meta_arguments_are_told(_: &Machine<Self>, _: PredId) -> bool {
        true
    }

    /// Everything but the extension's own cells has been marked: the extension may forget what it did
    /// since `newest`, the mark of the newest choice point, if nothing marked depends on it. Returns the
    /// mark that is left, if it forgot anything.
    fn reclaim(&mut self, _newest: u64, _is_marked: &dyn Fn(Cell) -> bool) -> Option<u64> {
        None
    }

    /// Shows every cell that the extension holds to the collector, which may change it.
    fn roots(&mut self, visit: &mut dyn FnMut(&mut Cell));

    /// Shows every record that the extension holds to the collector of atoms.
    fn records(&self, visit: &mut dyn FnMut(&super::Record));

    /// Atoms were collected: numbers of atoms that are remembered may be other names now.
    fn atoms_swept(&mut self);

    /// What evaluables such as `cputime` or `random` need.
    fn eval_context(&mut self) -> &mut dyn crate::base::evaluable::EvalContext;
}
