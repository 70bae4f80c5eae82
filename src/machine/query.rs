//! Queries from outside and nested runs: a goal between a barrier below and `halt` above.

use super::ops::meta::{CALL_BODY, CALLS, CATCH, CURRENT_LEVEL, CUT_TO, HALT, HALT_FAIL};
use super::run::{CALL1, Ended, FIXED};
use super::stack::field;
use super::{Ball, Cell, Extension, Machine};
use crate::base::atom::atoms;

/// What asking for an answer gives.
#[derive(Debug)]
pub enum Outcome {
    /// An answer; whether more may follow.
    Answer {
        /// A choice point is left.
        more: bool,
    },
    /// No (more) answers.
    NoMore,
    /// A ball nobody caught. The query is over.
    Raised(Ball),
}

/// A query that has been started.
#[derive(Debug)]
pub struct Running {
    barrier: u64,
    b0: u64,
    kept: usize,
    started: bool,
    over: bool,
}

impl<X: Extension> Machine<X> {
    /// Empties the stacks: one choice point at the bottom, one environment.
    pub(super) fn reset_stacks(&mut self) {
        self.e = 0;
        self.env.set(0, 0);
        self.env.set(8, HALT[1..].as_ptr() as u64);
        self.cp = HALT[1..].as_ptr();
        self.b = 0;
        self.b0 = 0;
        self.tr = 0;
        for (f, w) in [
            (field::E, 0),
            (field::CP, self.cp as u64),
            (field::TR, 0),
            (field::H, self.heap.top()),
            (field::ENV_TOP, super::stack::ENV_HEADER),
            (field::EXT, 0),
            (field::BP, HALT_FAIL.as_ptr() as u64),
            (field::POS, 0),
            (field::PREV, 0),
            (field::N, 0),
        ] {
            self.choice.set(f, w);
        }
        self.hb = self.heap.top();
        if self.db.preds().next().is_none() {
            self.make_fixed();
        }
    }

    fn make_fixed(&mut self) {
        for &(name, arity) in FIXED {
            self.control_pred(name, arity);
        }
        for (i, code) in CALLS.iter().enumerate() {
            let p = self.control_pred("call", i as u32 + 1);
            self.db.set_control(p, code);
        }
        for (name, arity, code) in [
            ("$body", 3, &CALL_BODY[..]),
            ("catch", 3, &CATCH[..]),
            ("$cut", 1, &CUT_TO[..]),
            ("$level", 1, &CURRENT_LEVEL[..]),
        ] {
            let p = self.control_pred(name, arity);
            self.db.set_control(p, code);
        }
    }

    fn control_pred(&mut self, name: &str, arity: u32) -> crate::code::pred::PredId {
        let a = self.atoms.intern(name);
        let f = self.functors.intern(a, arity);
        let p = self.db.pred_id(atoms::SYSTEM, f, a, arity);
        self.db.pred_mut(p).properties.protected = true;
        p
    }

    /// Starts a query: nothing runs yet. Queries nest: the newest must be finished first.
    pub fn start(&mut self, goal: Cell) -> Running {
        let running = Running {
            barrier: 0,
            b0: self.b0,
            kept: self.protected.len(),
            started: false,
            over: false,
        };
        self.protected.push(goal);
        self.push_env(0);
        self.cp = HALT[1..].as_ptr();
        let env_top = self.env_top();
        let depth = self.findall.len() as u64;
        self.push_choice(0, env_top, &HALT_FAIL, depth);
        Running {
            barrier: self.b,
            ..running
        }
    }

    /// The next answer of the newest query.
    pub fn next_answer(&mut self, q: &mut Running) -> Outcome {
        if q.over {
            return Outcome::NoMore;
        }
        let code = if q.started {
            self.backtrack()
        } else {
            q.started = true;
            let goal = self.protected[q.kept];
            self.set_x(0, goal);
            self.b0 = self.b;
            self.settle_now();
            self.db.entries[CALL1.0 as usize]
        };
        match self.run(code) {
            Ended::Answer => Outcome::Answer {
                more: self.b != q.barrier,
            },
            Ended::NoMore => {
                self.finish(q);
                Outcome::NoMore
            }
            Ended::Raised(ball) => {
                self.finish(q);
                Outcome::Raised(ball)
            }
        }
    }

    /// Ends a query and takes its bindings back.
    pub fn finish(&mut self, q: &mut Running) {
        self.leave(q, true);
    }

    /// Ends a query and keeps the bindings of its last answer.
    pub fn commit(&mut self, q: &mut Running) {
        self.leave(q, false);
    }

    fn leave(&mut self, q: &mut Running, undo: bool) {
        if q.over {
            return;
        }
        q.over = true;
        self.cut_to_level(q.barrier);
        if undo {
            let depth = self.b_get(field::POS) as usize;
            self.restore_choice();
            self.findall.truncate(depth);
        } else {
            self.e = self.b_get(field::E);
        }
        self.pop_choice();
        self.pop_env();
        self.b0 = q.b0;
        self.protected.truncate(q.kept);
        if undo {
            self.run_due_cleanups();
        }
    }

    /// Runs a goal once, from a builtin that is called like a predicate. Its bindings stay. Every cell
    /// that Rust code holds is invalid afterwards, except through [`Machine::protect`].
    pub fn call_once(&mut self, goal: Cell) -> Result<bool, Ball> {
        let saved = (self.p, self.s, self.write_mode);
        let mut q = self.start(goal);
        let result = match self.next_answer(&mut q) {
            Outcome::Answer { .. } => {
                self.commit(&mut q);
                Ok(true)
            }
            Outcome::NoMore => Ok(false),
            Outcome::Raised(ball) => Err(ball),
        };
        (self.p, self.s, self.write_mode) = saved;
        result
    }

    /// Keeps a cell over nested runs; returns its place for [`Machine::protected`].
    pub fn protect(&mut self, c: Cell) -> usize {
        self.protected.push(c);
        self.protected.len() - 1
    }

    /// A protected cell.
    pub fn protected(&self, at: usize) -> Cell {
        self.protected[at]
    }

    /// Forgets protected cells from `at` on.
    pub fn unprotect(&mut self, at: usize) {
        self.protected.truncate(at);
    }

    /// Records that `goal` must run when the newest choice point goes.
    pub fn push_cleanup(&mut self, goal: Cell) {
        self.cleanups.push((goal, self.b));
    }

    /// Forgets the newest cleanup goal.
    pub fn pop_cleanup(&mut self) {
        self.cleanups.pop();
    }

    /// After a ball has unwound to a choice point: runs the cleanups whose guards are gone, now.
    pub(super) fn run_due_cleanups(&mut self) {
        let level = self.b;
        self.collect_cleanups(level);
        if self.cleanup_due.is_empty() {
            return;
        }
        let goal = self.due_cleanups();
        // What a cleanup goal throws is lost: there is already something else on its way.
        let _ = self.call_once(goal);
    }

    /// `system:'$run_cleanups'(List)` for the cleanups that are due.
    pub(super) fn due_cleanups(&mut self) -> Cell {
        let due = std::mem::take(&mut self.cleanup_due);
        let goals: Vec<Cell> = due.iter().map(|r| r.restore(&mut self.heap)).collect();
        let list = self.heap.list(&goals, Cell::NIL);
        let g = self.compound("$run_cleanups", &[list]);
        self.heap
            .structure(self.known.colon, &[Cell::atom(atoms::SYSTEM), g])
    }
}
