//! Limits on the depth of recursion: while one is in force, each call of a predicate puts a frame with
//! its depth between its clauses and its continuation, last calls too.

use super::cell::Cell;
use super::database::Kind;
use super::stack::ENV_HEADER;
use super::{Code, Extension, Machine};
use crate::code::instr::Instr;
use crate::code::pred::PredId;
use crate::machine::run::WAKEUP;

/// Where a predicate that was called with a limit in force returns to: slot 0 is its depth.
static RETURN: [Instr; 3] = [
    Instr::Call { n: 1, p: WAKEUP },
    Instr::Deallocate {},
    Instr::Proceed {},
];

/// The limit in force.
#[derive(Default)]
pub(super) struct Depth {
    limit: Option<u64>,
    /// The greatest depth so far; beyond the limit, if it was exceeded.
    reached: u64,
    /// The environment that depth is counted from.
    base: u64,
}

impl Depth {
    /// Whether every call must be looked at.
    pub(super) fn any(&self) -> bool {
        self.limit.is_some()
    }
}

impl<X: Extension> Machine<X> {
    /// Sets the limit on the depth of what is called from now on, and the depth that counts as reached.
    /// Returns what they were.
    pub fn set_depth_limit(&mut self, limit: Option<u64>, reached: u64) -> (Option<u64>, u64) {
        let old = (self.depth.limit, self.depth.reached);
        self.depth = Depth {
            limit,
            reached,
            base: self.e,
        };
        self.want_attention();
        old
    }

    /// Puts the frame of a call below its continuation. False if the call would be too deep.
    pub(super) fn deepen(&mut self, p: PredId) -> bool {
        let Some(limit) = self.depth.limit else {
            return true;
        };
        let pred = self.db.pred(p);
        if pred.kind == Kind::Control || pred.module == crate::base::atom::atoms::SYSTEM {
            return true;
        }
        let depth = self.present_depth() + 1;
        self.depth.reached = self.depth.reached.max(depth);
        if depth > limit {
            return false;
        }
        self.push_env(1);
        self.set_y(0, Cell::int(depth as i64));
        self.cp = RETURN[1..].as_ptr();
        true
    }

    /// The depth of the predicate whose clause is running: that of the nearest frame.
    fn present_depth(&self) -> u64 {
        let marked: Code = RETURN[1..].as_ptr();
        let (mut e, mut cp) = (self.e, self.cp);
        while e != 0 {
            if cp == marked {
                return Cell(self.env.get(e + ENV_HEADER)).as_int() as u64;
            }
            if e == self.depth.base {
                break;
            }
            (cp, e) = (self.env.get(e + 8) as Code, self.env.get(e));
        }
        0
    }
}
