//! Bottom-up computations over finite terms, linear in the cells of a term with much sharing.

use crate::machine::memory::cell::{Addr, Cell};
use crate::machine::memory::heap::Heap;
use crate::machine::memory::packed::TextRuns;
use crate::machine::{Ball, Extension, Machine};
use rustc_hash::FxHashMap;

/// Compounds that are computed before results are kept for their next occurrence.
const UNRECORDED_STEPS: u64 = 4096;

/// The cells of a term up to which its size is counted in one walk, which needs no memory.
const WALKED: u64 = 1 << 24;

/// Compounds between two looks for an interrupt.
const BETWEEN_CHECKS: u64 = 1 << 14;

/// A compound whose arguments are being computed.
struct FoldFrame {
    compound: Cell,
    /// The next argument, and how many are left; of a packed list, only its tail.
    next: Addr,
    left: u32,
    /// The place of the first argument's value.
    first: usize,
}

impl FoldFrame {
    fn new(heap: &Heap, runs: &mut TextRuns, compound: Cell, first: usize) -> FoldFrame {
        let (next, left) = heap.parts(compound, runs);
        FoldFrame {
            compound,
            next,
            left,
            first,
        }
    }

    /// The next argument, dereferenced.
    fn advance(&mut self, heap: &Heap) -> Cell {
        self.left -= 1;
        let c = heap.deref(heap.get(self.next));
        self.next += 8;
        c
    }
}

impl<X: Extension> Machine<X> {
    /// The value of a finite term: `leaf` gives those of variables and atomic terms, `node` that of a
    /// compound from those of its arguments.
    ///
    /// # Errors
    /// The ball of an interrupt or of a limit.
    pub(crate) fn fold<T: Copy>(
        &mut self,
        term: Cell,
        leaf: impl Fn(&Self, Cell) -> T,
        node: impl Fn(&Self, Cell, &[T]) -> T,
    ) -> Result<T, Ball> {
        let interrupt = self.interrupt_handle();
        let mut obeys = true;
        loop {
            let is_due = || obeys && interrupt.is_due();
            if let Some(value) = self.fold_until(term, &leaf, &node, is_due) {
                return Ok(value);
            }
            match self.take_stop() {
                Some(ball) => return Err(ball),
                // The interrupt was taken back.
                None => obeys = false,
            }
        }
    }

    /// [`Machine::fold`]; `None` once `is_due` returns true.
    fn fold_until<T: Copy>(
        &self,
        term: Cell,
        leaf: &impl Fn(&Self, Cell) -> T,
        node: &impl Fn(&Self, Cell, &[T]) -> T,
        is_due: impl Fn() -> bool,
    ) -> Option<T> {
        let heap = &self.heap;
        let term = heap.deref(term);
        if !term.is_compound() {
            return Some(leaf(self, term));
        }
        let mut known: FxHashMap<u64, T> = FxHashMap::default();
        let mut values: Vec<T> = Vec::new();
        let mut runs = TextRuns::default();
        let mut frame = |compound, first| FoldFrame::new(heap, &mut runs, compound, first);
        let mut path = vec![frame(term, 0)];
        let mut steps = 0u64;
        loop {
            let at = path.len() - 1;
            let f = &mut path[at];
            if f.left > 0 {
                let c = f.advance(heap);
                if !c.is_compound() {
                    values.push(leaf(self, c));
                } else if let Some(&value) = known.get(&c.bits()) {
                    values.push(value);
                } else {
                    path.push(frame(c, values.len()));
                }
                continue;
            }
            let value = match values[f.first..] {
                [tail] if f.compound.is_packed() => {
                    self.fold_run(f.compound, tail, leaf, node, &is_due)?
                }
                ref arguments => node(self, f.compound, arguments),
            };
            values.truncate(f.first);
            steps += 1;
            if steps.is_multiple_of(BETWEEN_CHECKS) && is_due() {
                return None;
            }
            if steps > UNRECORDED_STEPS {
                known.insert(f.compound.bits(), value);
            }
            path.pop();
            if path.is_empty() {
                return Some(value);
            }
            values.push(value);
        }
    }

    /// The value of a packed list from that of the tail of its run. It is computed from the last character to the
    /// first, so that no intermediate values are stored.
    fn fold_run<T: Copy>(
        &self,
        list: Cell,
        tail: T,
        leaf: &impl Fn(&Self, Cell) -> T,
        node: &impl Fn(&Self, Cell, &[T]) -> T,
        is_due: &impl Fn() -> bool,
    ) -> Option<T> {
        let (mut value, mut steps) = (tail, 0u64);
        for (rest, head) in self.heap.reversed_run(list) {
            value = node(self, rest, &[leaf(self, head), value]);
            steps += 1;
            if steps.is_multiple_of(BETWEEN_CHECKS) && is_due() {
                return None;
            }
        }
        Some(value)
    }

    /// The number of cells of a finite term without sharing, its size where it is written or compiled; `None` if it
    /// is more than `most`, which need not be exact.
    ///
    /// # Errors
    /// The ball of an interrupt or of a limit.
    pub(crate) fn size_as_tree(&mut self, term: Cell, most: u64) -> Result<Option<u64>, Ball> {
        if let Some(cells) = self.size_within(term, most.min(WALKED)) {
            return Ok(Some(cells));
        }
        if most <= WALKED {
            return Ok(None);
        }
        let cells = self.fold(
            term,
            |_, _| 1,
            |_, _, args: &[u64]| args.iter().fold(2, |sum: u64, &n| sum.saturating_add(n)),
        )?;
        Ok((cells <= most).then_some(cells))
    }
}
