//! Queries from outside and nested runs: a goal between a barrier below and `halt` above.

use super::fixed_code::{CALL1, HALT, HALT_FAIL};
use super::flow::Ended;
use super::stacks::field;
use crate::base::atom::{Atom, atoms};
use crate::machine::state::pause::Pause;
use crate::machine::{Ball, Cell, Code, Extension, Machine};

/// The result of asking for an answer.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// An answer.
    Answer {
        /// True if a choice point is left, so that more answers may follow.
        more: bool,
    },
    /// No (more) answers.
    NoMore,
    /// An uncaught ball. The query is over.
    Raised(Ball),
}

/// The limit at which a query has paused.
#[derive(Debug)]
pub(crate) struct Paused(pub(crate) Atom);

/// A query that has been started.
#[derive(Debug)]
pub(crate) struct Running {
    barrier: u64,
    b0: u64,
    kept: usize,
    started: bool,
    over: bool,
    pause: Option<Pause>,
    /// The number of limits of goals that are outside.
    limits: usize,
}

impl Running {
    /// Returns true if the query is over: it has no more answers, or was finished.
    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    /// Returns true if the query has paused at a limit.
    pub(crate) fn is_paused(&self) -> bool {
        self.pause.is_some()
    }
}

impl<X: Extension> Machine<X> {
    /// Starts a query: nothing runs yet. Queries nest: the newest must be finished first.
    pub(crate) fn start(&mut self, goal: Cell) -> Running {
        self.tracing.shielded = false;
        let running = Running {
            barrier: 0,
            b0: self.b0,
            kept: self.protected.len(),
            started: false,
            over: false,
            pause: None,
            limits: self.call_limits.list.len(),
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

    /// The first answer of the newest query, which has not begun, for another goal than it was started with.
    pub(in crate::machine) fn next_answer_of(&mut self, q: &mut Running, goal: Cell) -> Outcome {
        debug_assert!(!q.started);
        self.protected[q.kept] = goal;
        self.next_answer(q)
    }

    /// The next answer of the newest query.
    pub(crate) fn next_answer(&mut self, q: &mut Running) -> Outcome {
        match self.advance(q, false) {
            Ok(outcome) => outcome,
            // A run of this kind does not pause.
            Err(Paused(resource)) => Outcome::Raised(self.exceeded(resource)),
        }
    }

    /// As [`Machine::next_answer`], except that the query pauses at a limit of the host. Another call continues it.
    ///
    /// # Errors
    /// The limit.
    pub(crate) fn next_answer_or_pause(&mut self, q: &mut Running) -> Result<Outcome, Paused> {
        self.advance(q, true)
    }

    fn advance(&mut self, q: &mut Running, may_pause: bool) -> Result<Outcome, Paused> {
        if q.over {
            return Ok(Outcome::NoMore);
        }
        // Before the limit of the run is set, which depends on it.
        let outer = std::mem::replace(&mut self.pausing.allowed, may_pause);
        let code = if let Some(pause) = q.pause.take() {
            self.resume(q, &pause)
        } else if q.started {
            self.backtrack()
        } else {
            q.started = true;
            let goal = self.protected[q.kept];
            self.set_x(0, goal);
            self.b0 = self.b;
            self.reset_limit();
            self.db.entries[CALL1.0 as usize]
        };
        let ended = self.run(code);
        self.pausing.allowed = outer;
        if outer != may_pause {
            // The end of a slice is a limit of the outer run only.
            self.signal();
        }
        Ok(match ended {
            Ended::Answer => Outcome::Answer {
                more: self.b != q.barrier,
            },
            Ended::NoMore => match self.leave(q, true) {
                Ok(()) => Outcome::NoMore,
                Err(ball) => Outcome::Raised(ball),
            },
            Ended::Raised(ball) => match self.leave(q, true) {
                Err(last) if !ball.is_final() => Outcome::Raised(last),
                _ => Outcome::Raised(ball),
            },
            Ended::Paused(pause) => {
                let resource = pause.resource;
                self.protected.truncate(q.kept + 1);
                for i in 0..pause.arity {
                    self.protected.push(self.reg(i as u16));
                }
                q.pause = Some(pause);
                return Err(Paused(resource));
            }
        })
    }

    /// Restores the registers of a query that has paused. Returns the code at which it continues.
    fn resume(&mut self, q: &Running, pause: &Pause) -> Code {
        for i in 0..pause.arity {
            let c = self.protected[q.kept + 1 + i as usize];
            self.set_x(i as u16, c);
        }
        self.protected.truncate(q.kept + 1);
        self.inferences += u64::from(pause.counted);
        self.reset_limit();
        pause.code as Code
    }

    /// Ends a query and undoes its bindings. An error of a cleanup goal is lost.
    pub(crate) fn finish(&mut self, q: &mut Running) {
        let _ = self.leave(q, true);
    }

    /// Ends a query and keeps the bindings of its last answer.
    pub(crate) fn commit(&mut self, q: &mut Running) {
        // Only undoing runs cleanup goals, which may throw.
        let _ = self.leave(q, false);
    }

    /// Ends a query.
    ///
    /// # Errors
    /// The error of [`Machine::run_due_cleanups`].
    fn leave(&mut self, q: &mut Running, undo: bool) -> Result<(), Ball> {
        if q.over {
            return Ok(());
        }
        q.over = true;
        self.cut_to_level(q.barrier);
        // The cleanup goals that the cut makes due are terms on the heap, which is undone now or later by the caller:
        // they are copied.
        self.copy_cleanups();
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
        self.truncate_limits(q.limits);
        match undo {
            true => self.run_due_cleanups(),
            false => Ok(()),
        }
    }

    /// Runs a goal once, from a builtin that is called like a predicate. Its bindings are kept. A collection may move
    /// every cell, so Rust code must keep its cells by [`Machine::protect`].
    pub(crate) fn call_once(&mut self, goal: Cell) -> Result<bool, Ball> {
        self.first_answer(goal, Self::commit)
    }

    /// Runs a goal inside the current instruction up to its first answer, after which `end` ends the query. Returns true if
    /// there is an answer.
    fn first_answer(&mut self, goal: Cell, end: fn(&mut Self, &mut Running)) -> Result<bool, Ball> {
        self.within_instruction(|m| {
            let mut q = m.start(goal);
            match m.next_answer(&mut q) {
                Outcome::Answer { .. } => {
                    end(m, &mut q);
                    Ok(true)
                }
                Outcome::NoMore => Ok(false),
                Outcome::Raised(ball) => Err(ball),
            }
        })
    }

    /// Does what runs goals inside the current instruction, at which the machine continues afterwards.
    #[inline]
    pub(in crate::machine) fn within_instruction<T>(
        &mut self,
        run: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let saved = (self.p, self.s, self.write_mode);
        let result = run(self);
        (self.p, self.s, self.write_mode) = saved;
        result
    }

    /// Collects as the next call would, if names and clauses have grown very much: between the clauses of a text. As in
    /// [`Machine::call_once`], cells must be protected.
    ///
    /// # Errors
    /// `resource_error(memory)` if names and clauses exceed the limit after that.
    #[inline]
    pub(crate) fn collect_if_grown(&mut self) -> Result<(), Ball> {
        if !self.has_grown_by_text() || self.forbid_gc > 0 {
            return Ok(());
        }
        // In the state of a query whose goal is about to be called.
        self.within_instruction(|m| {
            let mut q = m.start(Cell::atom(atoms::TRUE));
            m.collect(0);
            m.finish(&mut q);
        });
        self.check_account()
    }

    /// Keeps a cell across nested runs. Returns its index for [`Machine::protected`].
    pub(crate) fn protect(&mut self, c: Cell) -> usize {
        self.protected.push(c);
        self.protected.len() - 1
    }

    /// A protected cell.
    pub(crate) fn protected(&self, at: usize) -> Cell {
        self.protected[at]
    }

    /// The number of protected cells.
    pub(crate) fn protected_count(&self) -> usize {
        self.protected.len()
    }

    /// Releases protected cells from `at` on.
    pub(crate) fn unprotect(&mut self, at: usize) {
        self.protected.truncate(at);
    }
}

impl<X: Extension> Machine<X> {
    /// Returns true if a goal succeeds, run inside the current instruction: nothing is collected, and
    /// registers, slots and pending wake-ups are kept. Everything that the goal does to the machine or
    /// its extension is undone.
    #[cold]
    pub(crate) fn call_aside(&mut self, goal: Cell) -> Result<bool, Ball> {
        let registers: Vec<Cell> = self.x.saved().to_vec();
        let wake = std::mem::take(&mut self.wake);
        let (cp, b0) = (self.cp, self.b0);
        self.cp = self.continuation_with(u16::MAX - 1);
        self.forbid_gc += 1;
        let result = self.first_answer(goal, Self::finish);
        self.forbid_gc -= 1;
        (self.cp, self.b0) = (cp, b0);
        self.x.saved().copy_from_slice(&registers);
        self.wake = wake;
        if !self.wake.is_empty() {
            self.signal();
        }
        result
    }
}
