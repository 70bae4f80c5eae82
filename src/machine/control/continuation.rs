//! Delimited continuations (`shift/1`, `reset/3`): frames captured as a term and restored.
//!
//! A captured frame is a structure: the address of its continuation, then the slots that are live
//! there. The address stays valid for ever: its clause is never dropped once it has been captured.
//! Slots that hold choice point levels get a new level when the frame is restored, so that a cut in the
//! continuation cuts what was done since then. `catch/3` is not restored.

use super::fixed_code::CATCH;
use crate::code::instr::{Instr, InstrOperand};
use crate::code::pred::{FunctorId, PredId};
use crate::machine::control::stacks::{COUNT_IN_SLOT, ENV_HEADER};
use crate::machine::memory::cell::{Cell, Tag};
use crate::machine::{Ball, Code, Extension, Machine};

/// The predicates whose calls have levels as arguments or cannot be captured.
struct SpecialPreds {
    body: Option<PredId>,
    cut: Option<PredId>,
    cleanup: Option<PredId>,
}

impl<X: Extension> Machine<X> {
    fn system_pred(&self, name: &str, arity: u32) -> Option<PredId> {
        let name = self.atoms.lookup(name)?;
        let f = self.functors.find(name, arity)?;
        self.db.find(crate::base::atom::atoms::SYSTEM, f)
    }

    /// Captures the continuation up to the innermost frame that is in a call of `marker` and holds, in
    /// one of its slots, a structure `signal` whose first argument unifies with `ball`: that frame is
    /// continued, with its structure's second argument bound to the list of the captured frames.
    ///
    /// # Errors
    /// If there is no such frame, `existence_error(reset, Ball)`; if a frame on the way cannot be
    /// taken, `permission_error(take, continuation, Ball)`.
    pub(crate) fn shift(
        &mut self,
        marker: PredId,
        signal: FunctorId,
        ball: Cell,
    ) -> Result<bool, Ball> {
        let (mut e, mut cp) = (self.e, self.cp);
        let mut taken: Vec<(Code, u64)> = Vec::new();
        loop {
            if e == 0 {
                return Err(self.existence_error("reset", ball));
            }
            if CATCH.as_ptr_range().contains(&cp) {
                // The frame of a `catch/3` only pops its choice point: it is skipped.
                (cp, e) = (self.env.get(e + 8) as Code, self.env.get(e));
                continue;
            }
            // SAFETY: every continuation stands right behind a call.
            let Instr::Call { n, p } = (unsafe { *cp.sub(1) }) else {
                return Err(self.existence_error("reset", ball));
            };
            if n == COUNT_IN_SLOT {
                return Err(self.permission_error("take", "continuation", ball));
            }
            if p == marker
                && let Some((b, cont)) = self.signal_of(e, n, signal)
                && self.can_unify(b, ball)
            {
                return self.capture(&taken, (cp, e), (b, cont), ball);
            }
            if !self.can_capture(cp) {
                return Err(self.existence_error("reset", ball));
            }
            taken.push((cp, e));
            (cp, e) = (self.env.get(e + 8) as Code, self.env.get(e));
        }
    }

    /// The arguments of the structure `signal` in a slot of an environment.
    fn signal_of(&self, e: u64, n: u16, signal: FunctorId) -> Option<(Cell, Cell)> {
        (0..u64::from(n)).find_map(|i| {
            let c = self.heap.deref(Cell(self.env.get(e + ENV_HEADER + 8 * i)));
            (c.tag() == Tag::Struct && self.heap.functor_of(c).0 == signal).then(|| {
                let at = self.heap.args_at(c);
                (self.heap.get(at), self.heap.get(at + 8))
            })
        })
    }

    fn capture(
        &mut self,
        taken: &[(Code, u64)],
        (cp, e): (Code, u64),
        (wanted, cont): (Cell, Cell),
        ball: Cell,
    ) -> Result<bool, Ball> {
        let name = self.atoms.intern("$frame");
        let mut frames = Vec::with_capacity(taken.len());
        for &(cp, e) in taken {
            let n = self.live_slots(cp, e);
            let mut args = vec![Cell::int(cp as i64)];
            args.extend((0..n).map(|i| Cell(self.env.get(e + ENV_HEADER + 8 * i))));
            frames.push(self.compound(name, &args));
        }
        let list = self.heap.list(&frames, Cell::NIL);
        let goal = self.compound("call_continuation", &[list]);
        if !self.unify(wanted, ball) || !self.unify(cont, goal) {
            return Ok(false);
        }
        (self.cp, self.e) = (cp, e);
        Ok(true)
    }

    /// Restores the frames of a continuation: they are continued next, the first one first.
    ///
    /// # Errors
    /// `type_error(continuation, Frames)`.
    pub(crate) fn call_continuation(&mut self, frames: Cell) -> Result<bool, Ball> {
        let mut elements = self.heap.elements(frames);
        let found: Vec<Cell> = elements.by_ref().collect();
        let end = elements.rest();
        let bad = found.iter().any(|&c| self.frame(c).is_none());
        if bad || end != Cell::NIL {
            let kind = self.atoms.intern("continuation");
            return Err(self.type_error(kind, frames));
        }
        let level = Cell::int(self.b as i64);
        for c in found.into_iter().rev() {
            let Some((cp, at, n)) = self.frame(c) else {
                continue;
            };
            self.push_env(n);
            for i in 0..n {
                let slot = self.heap.get(at + 8 * i);
                self.set_y(i as u16, slot);
            }
            for i in 0..self.captured[&(cp as u64)].len() {
                let y = self.captured[&(cp as u64)][i];
                if u64::from(y) < n {
                    self.set_y(y, level);
                }
            }
            self.cp = cp;
        }
        Ok(true)
    }

    /// The parts of a captured frame: its continuation, the address of its first slot, the number of
    /// slots.
    fn frame(&self, c: Cell) -> Option<(Code, u64, u64)> {
        if c.tag() != Tag::Struct {
            return None;
        }
        let (_, arity) = self.heap.functor_of(c);
        let at = self.heap.args_at(c);
        let place = self.heap.deref(self.heap.get(at));
        if place.tag() != Tag::Int {
            return None;
        }
        let cp = place.as_int() as u64;
        self.captured.get(&cp)?;
        let n = u64::from(arity) - 1;
        // SAFETY: the place was taken from a frame, so a call stands before it.
        let Instr::Call { n: live, .. } = (unsafe { *(cp as Code).sub(1) }) else {
            return None;
        };
        (u64::from(live) == n).then_some((cp as Code, at + 8, n))
    }

    /// Returns true if a frame that continues at `cp` can be captured; if so, the address is recorded.
    fn can_capture(&mut self, cp: Code) -> bool {
        if self.captured.contains_key(&(cp as u64)) {
            return true;
        }
        let marks = SpecialPreds {
            body: self.system_pred("$body", 3),
            cut: self.system_pred("$cut", 1),
            cleanup: self.system_pred("$call_cleanup", 2),
        };
        // A call stands before it.
        let Some(clause) = self.db.clause_containing(cp as u64 - 8) else {
            return false;
        };
        if Some(clause.pred) == marks.cleanup {
            return false;
        }
        let from = (cp as u64 - clause.entry() as u64) / 8;
        let Some(levels) = levels(&clause.code()[from as usize..], &marks) else {
            return false;
        };
        self.captured.insert(cp as u64, levels);
        true
    }
}

/// The slots that hold levels at the start of this code. `None` if a soft cut uses one, because its
/// choice point would be missing.
fn levels(code: &[Instr], marks: &SpecialPreds) -> Option<Box<[u16]>> {
    let mut made: Vec<u16> = Vec::new();
    let mut found: Vec<u16> = Vec::new();
    let mut loaded: [Option<u16>; 2] = [None; 2];
    for i in code {
        i.operands(&mut |o| match o {
            InstrOperand::LevelOut(y) => made.push(y),
            InstrOperand::LevelIn(y) if !made.contains(&y) => found.push(y),
            _ => {}
        });
        if let Instr::SoftCut { y } = *i
            && !made.contains(&y)
        {
            return None;
        }
        if let Instr::PutValueY { y, a } = *i
            && a < 2
        {
            loaded[usize::from(a)] = Some(y);
        }
        if let Instr::Call { p, .. } | Instr::Execute { p } = *i {
            if Some(p) == marks.body {
                found.extend(loaded[1]);
            } else if Some(p) == marks.cut {
                found.extend(loaded[0]);
            }
            loaded = [None; 2];
        }
    }
    Some(found.into())
}
