//! Guards: comparisons of integer arguments that decide about a clause before it is entered.

use crate::code::instr::Instr;
use crate::machine::terms::evaluate::holds;
use crate::machine::{Cell, Code, Extension, Machine};

/// The result of the guard of a clause for a call.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum GuardResult {
    /// The clause fails.
    Fails,
    /// The clause may match.
    Open,
    /// The clause matches and cuts: the clauses after it are not tried.
    Commits,
}

impl<X: Extension> Machine<X> {
    /// The verdict of the guard that a clause begins with; `None` if it begins with none.
    #[inline(always)]
    pub(super) fn verdict(&self, clause: Code) -> Option<GuardResult> {
        // SAFETY: a clause has at least one instruction.
        let (op, x, y, free, plain, commits) = match unsafe { *clause } {
            Instr::GuardCompare {
                op,
                a,
                b,
                free,
                plain,
                commits,
            } => (op, self.argument(a), self.argument(b), free, plain, commits),
            Instr::GuardCompareInt {
                op,
                i,
                a,
                free,
                plain,
                commits,
            } => {
                let y = Cell::int(i64::from(i));
                (op, self.argument(a), y, free, plain, commits)
            }
            _ => return None,
        };
        if !Cell::both_int(x, y) {
            return Some(GuardResult::Open);
        }
        let holds = holds(op, Some(x.int_bits().cmp(&y.int_bits())));
        let is_decided = match holds {
            true => commits && !self.checks_cycles(),
            false => true,
        };
        Some(match holds {
            _ if !is_decided || !self.head_is_silent(free, plain) => GuardResult::Open,
            true => GuardResult::Commits,
            false => GuardResult::Fails,
        })
    }

    #[inline(always)]
    fn argument(&self, a: u8) -> Cell {
        self.heap.deref(self.reg(a.into()))
    }

    /// Returns true if the head before a guard binds no attributed variable, whose goals would run before the guard.
    /// With a variable in `free`, which may become an attributed one, those in `plain` must not be that variable. A
    /// counted run counts the heads that match, whatever their guards say.
    #[inline(always)]
    fn head_is_silent(&self, free: u8, mut plain: u8) -> bool {
        if free != 0 && !self.argument(free.trailing_zeros() as u8).is_plain_ref() {
            return false;
        }
        while plain != 0 {
            let c = self.argument(plain.trailing_zeros() as u8);
            if c.is_attvar() || (free != 0 && c.is_ref()) {
                return false;
            }
            plain &= plain - 1;
        }
        self.counts.is_none()
    }
}
