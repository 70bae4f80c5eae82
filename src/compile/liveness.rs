//! Liveness: the occurrences of variables, and the variables that are needed after an operation.
//!
//! It is exact over branches: it considers the operations that follow on the same path, not those that follow in the
//! text.

use super::ir::{ClauseVar, NONE, NOWHERE};
use super::registers::UndoEntry;
use super::state::ClauseState;

impl ClauseState<'_> {
    /// Records an occurrence in the operation that is about to be appended.
    pub(super) fn occurs(&mut self, v: u32) {
        let at = self.c.ops.len() as u32;
        self.c.occs.push(v);
        let var = &mut self.c.vars[v as usize];
        if var.chunk == NOWHERE {
            var.chunk = self.chunk;
        } else if var.chunk != self.chunk {
            var.permanent = true;
        }
        var.last = at;
    }

    /// A new cut barrier.
    pub(super) fn barrier(&mut self) -> u32 {
        let v = self.c.vars.len() as u32;
        self.c.vars.push(ClauseVar {
            permanent: true,
            barrier: true,
            ..ClauseVar::NEW
        });
        v
    }

    /// Sorts all occurrences by variable, for [`ClauseState::live_after`] in clauses with branches.
    pub(super) fn index_positions(&mut self) {
        let c = &mut *self.c;
        for &v in &c.occs {
            c.vars[v as usize].count += 1;
        }
        let mut start = 0;
        for var in &mut c.vars {
            var.start = start;
            start += var.count;
            var.count = 0;
        }
        c.positions.resize(c.occs.len(), 0);
        for (i, op) in c.ops.iter().enumerate() {
            let end = c.ops.get(i + 1).map_or(c.occs.len(), |o| o.occ as usize);
            for &v in &c.occs[op.occ as usize..end] {
                let var = &mut c.vars[v as usize];
                c.positions[(var.start + var.count) as usize] = i as u32;
                var.count += 1;
            }
        }
    }

    /// Returns true if some operation that can run after operation `p` has the variable.
    pub(super) fn live_after(&self, v: u32, p: u32) -> bool {
        let var = &self.c.vars[v as usize];
        if var.last <= p {
            return false;
        }
        let exclusions = &self.c.scratch.exclusions;
        if exclusions.is_empty() {
            return true;
        }
        let all = &self.c.positions[var.start as usize..(var.start + var.count) as usize];
        let mut i = all.partition_point(|&o| o <= p);
        'next: while i < all.len() {
            for &(from, to) in exclusions.iter().rev() {
                if all[i] < from {
                    return true;
                }
                if all[i] < to {
                    i += all[i..].partition_point(|&o| o < to);
                    continue 'next;
                }
            }
            return true;
        }
        false
    }

    /// Returns true if the variable is needed after the present operation.
    pub(super) fn live(&self, v: u32) -> bool {
        self.live_after(v, self.at)
    }

    /// Returns true if the variable has a value already.
    pub(super) fn seen(&self, v: u32) -> bool {
        let var = &self.c.vars[v as usize];
        var.x != NONE || var.in_y
    }

    /// Returns true if this is the only occurrence of the variable.
    pub(super) fn void(&self, v: u32) -> bool {
        self.c.vars[v as usize].pending == 1 && !self.seen(v) && !self.live(v)
    }

    /// Returns true if the first occurrence of the variable goes to a slot.
    pub(super) fn goes_to_y(&self, v: u32) -> bool {
        self.env && self.c.vars[v as usize].y != NONE
    }

    pub(super) fn x(&self, v: u32) -> u16 {
        self.c.vars[v as usize].x
    }

    pub(super) fn y(&self, v: u32) -> u16 {
        self.c.vars[v as usize].y
    }

    /// Records the variable's present location in the log, if a branch may have to undo a change.
    fn log_var(&mut self, v: u32) {
        if !self.c.scratch.opens.is_empty() {
            let ClauseVar { x, y, in_y, .. } = self.c.vars[v as usize];
            self.c.log.push(UndoEntry::Var { v, x, y, in_y });
        }
    }

    pub(super) fn set_x(&mut self, v: u32, x: u16) {
        self.log_var(v);
        self.c.vars[v as usize].x = x;
    }

    pub(super) fn set_y(&mut self, v: u32, y: u16) {
        self.log_var(v);
        self.c.vars[v as usize].y = y;
    }

    pub(super) fn set_in_y(&mut self, v: u32, in_y: bool) {
        if self.c.vars[v as usize].in_y != in_y {
            self.log_var(v);
            self.c.vars[v as usize].in_y = in_y;
        }
    }

    /// One occurrence is compiled; a variable that is not needed any more frees its register.
    pub(super) fn used(&mut self, v: u32) {
        let var = &mut self.c.vars[v as usize];
        var.pending = var.pending.saturating_sub(1);
        if var.pending == 0 {
            self.free_if_dead(v);
        }
    }

    pub(super) fn free_if_dead(&mut self, v: u32) {
        if self.x(v) != NONE && !self.live(v) {
            self.drop_x(v);
        }
    }

    /// The number of slots that a choice point of the clause must keep for the code after operation
    /// `p`: up to the last valid one that is used again. Calls, cuts and wake-up goals keep empty slots
    /// too ([`ClauseState::slots_after`]): their goals may leave an environment.
    pub(super) fn kept_slots(&self, p: u32) -> u16 {
        let mut n = self.slots_after(p);
        while n > 0 && !self.c.vars[self.c.slots[usize::from(n) - 1] as usize].in_y {
            n -= 1;
        }
        n
    }

    /// An upper bound of the slots that are still used. In a clause without branches it decreases from call to call,
    /// so that a long body does not cost a scan of all slots at each call.
    pub(super) fn slots_at_most(&self) -> usize {
        match self.c.blocks.is_empty() {
            true => usize::from(self.used_below),
            false => self.c.slots.len(),
        }
    }

    /// The number of slots that are used by the code after operation `p`.
    pub(super) fn slots_after(&self, p: u32) -> u16 {
        if !self.env {
            return 0;
        }
        let slots = &self.c.slots;
        let n = (0..self.slots_at_most())
            .rev()
            .find(|&s| self.live_after(slots[s], p));
        n.map_or(0, |s| s as u16 + 1)
    }
}
