//! Limits on the depth of recursion: while one is in force, each call of a predicate, last calls
//! included, puts a frame with its depth between its clauses and its continuation.

use super::fixed_code::DEPTH_FRAME;
use super::stacks::ENV_HEADER;
use crate::code::pred::PredId;
use crate::machine::database::PredicateKind;
use crate::machine::state::limits::DepthLimit;
use crate::machine::{Cell, Code, Extension, Machine};

impl<X: Extension> Machine<X> {
    /// Sets the limit on the depth of calls from now on, and the depth that counts as reached. Returns
    /// the old values.
    pub(crate) fn set_depth_limit(
        &mut self,
        limit: Option<u64>,
        reached: u64,
    ) -> (Option<u64>, u64) {
        let old = (self.depth_limit.limit, self.depth_limit.reached);
        self.depth_limit = DepthLimit {
            limit,
            reached,
            base: self.e,
        };
        self.signal();
        old
    }

    /// Pushes the depth frame of a call. Returns false if the call would be too deep.
    pub(in crate::machine) fn push_depth_frame(&mut self, p: PredId) -> bool {
        let Some(limit) = self.depth_limit.limit else {
            return true;
        };
        let pred = self.db.pred(p);
        if pred.kind == PredicateKind::Control || pred.module == crate::base::atom::atoms::SYSTEM {
            return true;
        }
        let depth = self.present_depth() + 1;
        self.depth_limit.reached = self.depth_limit.reached.max(depth);
        if depth > limit {
            return false;
        }
        self.push_env(1);
        self.set_y(0, Cell::int(depth as i64));
        self.cp = DEPTH_FRAME[1..].as_ptr();
        true
    }

    /// The depth of the predicate whose clause is running: that of the nearest frame.
    fn present_depth(&self) -> u64 {
        let marked: Code = DEPTH_FRAME[1..].as_ptr();
        let (mut e, mut cp) = (self.e, self.cp);
        while e != 0 {
            if cp == marked {
                return Cell(self.env.get(e + ENV_HEADER)).as_int() as u64;
            }
            if e == self.depth_limit.base {
                break;
            }
            (cp, e) = (self.env.get(e + 8) as Code, self.env.get(e));
        }
        0
    }
}
