//! The bridge from Prolog terms to the constraint kernel `fd`, and back. (Written on branch `clpz`.)

use super::{Row, Vm};
use crate::machine::{Ball, Cell, Record};

/// Rows.
pub const ROWS: &[Row] = &[];

/// State.
#[derive(Default)]
pub struct Clpz;

impl Clpz {
    /// Undo.
    pub fn undo(&mut self, _: u64) {}
    /// Roots.
    pub fn roots(&mut self, _: &mut dyn FnMut(&mut Cell)) {}
    /// Records.
    pub fn records(&self, _: &mut dyn FnMut(&Record)) {}
}

/// Bound.
pub(crate) fn bound(_: &mut Vm, _: Cell, _: Cell) -> Result<Option<bool>, Ball> {
    Ok(Some(true))
}
