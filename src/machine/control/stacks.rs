//! Environments and choice points.
//!
//! Environment: `CE, CCP, Y0, Y1, …`, above everything that choice points protect. Choice point: the
//! ten words of `field`, then the saved argument registers. All links are byte offsets, so both stacks
//! can grow and move.

use crate::code::instr::Instr;
use crate::machine::memory::cell::Cell;
use crate::machine::{Code, Extension, Machine};

/// Fields of a choice point, as byte offsets from its start.
pub(in crate::machine) mod field {
    pub(crate) const E: u64 = 0;
    pub(crate) const CP: u64 = 8;
    pub(crate) const TR: u64 = 16;
    pub(crate) const H: u64 = 24;
    /// The lowest start of a new environment.
    pub(crate) const ENV_TOP: u64 = 32;
    /// The extension's trail mark.
    pub(crate) const EXT: u64 = 40;
    /// The instruction to continue at after backtracking.
    pub(crate) const BP: u64 = 48;
    /// Data of the alternative: a position in a chain or bucket.
    pub(crate) const POS: u64 = 56;
    /// The choice point below.
    pub(crate) const PREV: u64 = 64;
    /// The number of saved registers.
    pub(crate) const N: u64 = 72;
    pub(crate) const ARGS: u64 = 80;
}

/// Words before the slots of an environment, in bytes.
pub(in crate::machine) const ENV_HEADER: u64 = 16;

/// The live slot count of a call whose real count is in slot 0.
pub(in crate::machine) const COUNT_IN_SLOT: u16 = u16::MAX;

/// The smallest size that a stack of this size grows to.
pub(in crate::machine) fn least_size(size: u64, need: u64) -> u64 {
    need.max(size + (1 << 16))
}

impl<X: Extension> Machine<X> {
    /// Slot `y` of the current environment.
    #[inline(always)]
    pub(in crate::machine) fn y(&self, y: u16) -> Cell {
        Cell(self.env.get(self.e + ENV_HEADER + 8 * u64::from(y)))
    }

    #[inline(always)]
    pub(in crate::machine) fn set_y(&mut self, y: u16, c: Cell) {
        self.env.set(self.e + ENV_HEADER + 8 * u64::from(y), c.0);
    }

    /// The number of slots of environment `e` that are live at the continuation `cp`.
    #[inline(always)]
    pub(in crate::machine) fn live_slots(&self, cp: Code, e: u64) -> u64 {
        // SAFETY: every continuation stands right after a `call`, whose operand `n` is read.
        let Instr::Call { n, .. } = (unsafe { *cp.sub(1) }) else {
            debug_assert!(false, "continuation without call");
            return 0;
        };
        if n == COUNT_IN_SLOT {
            Cell(self.env.get(e + ENV_HEADER)).as_int() as u64
        } else {
            u64::from(n)
        }
    }

    /// The start of a new environment while `(E, CP)` is the continuation.
    #[inline(always)]
    pub(in crate::machine) fn env_top(&self) -> u64 {
        let own = self.e + ENV_HEADER + 8 * self.live_slots(self.cp, self.e);
        own.max(self.choice.get(self.b + field::ENV_TOP))
    }

    /// The end of the choice points in use.
    pub(in crate::machine) fn choice_top(&self) -> u64 {
        self.b + field::ARGS + 8 * self.b_get(field::N)
    }

    /// Returns memory of the heap and the stacks to the system, if much was used once and little is used now.
    pub(crate) fn shrink(&mut self) {
        let room = |used: u64| used + (1 << 16);
        if self.heap.shrink() {
            self.pdl = Vec::new();
            self.set_gc_threshold();
        }
        self.env.shrink(room(self.env_top()));
        self.choice.shrink(room(self.choice_top()));
        self.trail.shrink(room(self.tr));
    }

    /// The sizes in bytes of environments, choice points and the trail.
    pub(crate) fn stack_use(&self) -> [u64; 3] {
        [self.env_top(), self.b, self.tr]
    }

    /// New environment of `n` slots.
    #[inline(always)]
    pub(in crate::machine) fn push_env(&mut self, n: u64) {
        let e = self.env_top();
        if e + ENV_HEADER + 8 * n + 64 > self.env.size() {
            self.grow_env(e + ENV_HEADER + 8 * n + 64);
        }
        self.env.set(e, self.e);
        self.env.set(e + 8, self.cp as u64);
        self.e = e;
    }

    #[cold]
    fn grow_env(&mut self, need: u64) {
        let (size, room) = (self.env.size(), self.env.room());
        let (best, least) = ((room * 2).max(need), least_size(room, need));
        let plenty = need <= room || self.env.grow_room(best, least);
        self.env.open(need);
        self.stack_has_grown(size, plenty);
    }

    /// Leaves the current environment.
    #[inline(always)]
    pub(in crate::machine) fn pop_env(&mut self) {
        let e = self.e;
        self.cp = self.env.get(e + 8) as Code;
        self.e = self.env.get(e);
    }

    /// A field of the newest choice point.
    #[inline(always)]
    pub(in crate::machine) fn b_get(&self, field: u64) -> u64 {
        self.choice.get(self.b + field)
    }

    #[inline(always)]
    pub(in crate::machine) fn b_set(&mut self, field: u64, w: u64) {
        self.choice.set(self.b + field, w);
    }

    /// Pushes a choice point that saves registers `0..n`; environments begin above `env_top`.
    #[inline(always)]
    pub(in crate::machine) fn push_choice(
        &mut self,
        n: u64,
        env_top: u64,
        bp: &'static [Instr; 1],
        pos: u64,
    ) {
        self.push_choice_at(n, env_top, bp.as_ptr(), pos);
    }

    #[inline(always)]
    pub(in crate::machine) fn push_choice_at(&mut self, n: u64, env_top: u64, bp: Code, pos: u64) {
        let new = self.b + field::ARGS + 8 * self.b_get(field::N);
        if new + field::ARGS + 8 * n + 64 > self.choice.size() {
            self.grow_choice(new + field::ARGS + 8 * n + 64);
        }
        // In the order of `field`.
        let words = [
            self.e,
            self.cp as u64,
            self.tr,
            self.heap.top,
            env_top,
            self.ext_mark,
            bp as u64,
            pos,
            self.b,
            n,
        ];
        self.choice.set_all(new, words);
        let (from, to) = (self.x.as_ptr(), self.choice.place(new + field::ARGS));
        for i in 0..n as usize {
            // SAFETY: a predicate has no more arguments than there are registers, and room for `n` words was
            // made above. Pointers, because the compiler cannot know that registers and stack are apart.
            unsafe { *to.add(i) = (*from.add(i)).0 }
        }
        self.b = new;
        self.hb = self.heap.top;
    }

    #[cold]
    fn grow_choice(&mut self, need: u64) {
        let size = self.choice.size();
        let plenty = self
            .choice
            .grow((size * 2).max(need), least_size(size, need));
        self.stack_has_grown(size, plenty);
    }

    /// Called after a stack of this size has grown. If memory is short (not `plenty`), it must not grow
    /// again.
    #[cold]
    pub(in crate::machine) fn stack_has_grown(&mut self, size: u64, plenty: bool) {
        if !plenty {
            self.limits.stack_bytes = self.limits.stack_bytes.min(size);
        }
        let is_large = size + self.heap.top >= self.limits.stack_bytes / 2;
        if is_large || self.account.reservation.is_some() {
            self.signal();
        }
    }

    /// Removes the newest choice point; `HB` goes back to the one below.
    #[inline(always)]
    pub(in crate::machine) fn pop_choice(&mut self) {
        self.b = self.b_get(field::PREV);
        self.hb = self.b_get(field::H);
    }

    /// Makes `level` the newest choice point. Returns true if that made cleanups due.
    #[inline(always)]
    pub(in crate::machine) fn cut_to_level(&mut self, level: u64) -> bool {
        let mut due = false;
        if self.b != level {
            if !self.cleanups.is_empty() {
                due = self.collect_cleanups(level);
            }
            self.b = level;
            self.hb = self.b_get(field::H);
        }
        due
    }

    /// Restores the state that the newest choice point saved, registers included.
    #[inline(always)]
    pub(in crate::machine) fn restore_choice(&mut self) {
        let b = self.b;
        self.unwind_trail(self.choice.get(b + field::TR));
        self.heap.top = self.choice.get(b + field::H);
        self.hb = self.heap.top;
        self.e = self.choice.get(b + field::E);
        self.cp = self.choice.get(b + field::CP) as Code;
        let mark = self.choice.get(b + field::EXT);
        if mark != self.ext_mark {
            self.ext.undo(mark);
            self.ext_mark = mark;
        }
        let n = self.choice.get(b + field::N) as usize;
        let (from, to) = (self.choice.place(b + field::ARGS), self.x.as_mut_ptr());
        for i in 0..n {
            // SAFETY: what `push_choice_at` wrote from as many registers.
            unsafe { *to.add(i) = Cell(*from.add(i)) }
        }
    }

    /// Fails: restores the newest choice point. Returns its alternative.
    #[inline(always)]
    pub(in crate::machine) fn backtrack(&mut self) -> Code {
        self.restore_choice();
        if !self.wake.is_empty() {
            self.wake.clear();
        }
        self.b_get(field::BP) as Code
    }

    /// The extension mark of the newest choice point: changes of older state must be recorded for
    /// undoing.
    pub(crate) fn newest_ext_mark(&self) -> u64 {
        self.b_get(field::EXT)
    }

    /// Makes backtracking to the newest choice point undo the extension to another mark, which is
    /// not below that of the choice point under it.
    pub(crate) fn set_newest_ext_mark(&mut self, mark: u64) {
        debug_assert!(self.choice.get(self.b_get(field::PREV) + field::EXT) <= mark);
        self.b_set(field::EXT, mark);
    }

    /// The newest choice point, as a number that grows with depth.
    pub(crate) fn choice_level(&self) -> u64 {
        self.b
    }

    /// Returns true if this is the number of a choice point that has not been removed.
    pub(crate) fn has_choice_point(&self, level: u64) -> bool {
        let mut b = self.b;
        // The numbers of older choice points are lower.
        while b > level {
            b = self.choice.get(b + field::PREV);
        }
        b == level
    }
}
