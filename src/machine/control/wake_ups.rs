//! Wake-up goals of attributed variables, and cleanup goals: both run between instructions.

use super::fixed_code::{RESUME, SLOT_CONTINUATIONS, WAKEUP};
use super::flow::Flow;
use super::query::Outcome;
use super::stacks::COUNT_IN_SLOT;
use crate::base::atom::{Atom, atoms};
use crate::code::instr::Instr;
use crate::machine::database::code_block::CodeBlock;
use crate::machine::state::constrained_copy::ConstrainedCopy;
use crate::machine::state::due_cleanup::DueCleanup;
use crate::machine::state::occurs_check::REFUSED;
use crate::machine::{Ball, Cell, Code, Extension, Machine};

impl<X: Extension> Machine<X> {
    /// Returns true if bindings or cleanups are pending.
    #[inline(always)]
    pub(in crate::machine) fn has_wake_ups(&self) -> bool {
        !self.wake.is_empty() || !self.cleanup_due.is_empty()
    }

    /// Makes the cleanup goals due whose guards a cut to `level` removes. They run with the bindings of the
    /// moment, and their bindings stay. Returns true if any goal is due.
    #[cold]
    #[inline(never)]
    pub(in crate::machine) fn collect_cleanups(&mut self, level: u64) -> bool {
        while let Some(&(goal, guard)) = self.cleanups.last() {
            if guard <= level {
                break;
            }
            self.cleanups.pop();
            self.cleanup_due.push(DueCleanup::InPlace(goal));
        }
        let due = !self.cleanup_due.is_empty();
        if due {
            self.signal();
        }
        due
    }

    /// Reports the queued bindings to the extension. Returns the wake-up goals for the library.
    fn report_bindings(&mut self) -> Result<Vec<Cell>, Flow> {
        let mut due: Vec<Cell> = Vec::new();
        let mut i = 0;
        // The extension may bind more variables meanwhile.
        while i < self.wake.len() {
            let (atts, value) = self.wake[i];
            i += 1;
            if atts == REFUSED {
                let context = self.indicator(atoms::UNIFY, 2);
                let ball = self.error_with_context(value, context);
                self.wake.clear();
                self.ball = Some(ball);
                return Err(Flow::Raise);
            }
            self.note_outside();
            match X::bound(self, atts, value) {
                Ok(Some(true)) => {
                    let goal = self.heap.structure(self.well_known.wake, &[atts, value]);
                    due.push(goal);
                }
                Ok(Some(false)) => {}
                Ok(None) => {
                    self.wake.clear();
                    return Err(Flow::Fail);
                }
                Err(ball) => {
                    self.wake.clear();
                    self.ball = Some(ball);
                    return Err(Flow::Raise);
                }
            }
        }
        self.wake.clear();
        Ok(due)
    }

    /// [`Machine::report_bindings`]. A binding that fails undoes the heap: then the cleanup goals that are due are
    /// replaced by copies, which have the constraints from before.
    fn report_bindings_or_copy_cleanups(&mut self) -> Result<Vec<Cell>, Flow> {
        if self.wake.is_empty() || self.cleanup_due.is_empty() {
            return self.report_bindings();
        }
        let copies = self.copies_of_cleanups();
        let reported = self.report_bindings();
        if reported.is_err() {
            self.replace_cleanups(copies);
        }
        reported
    }

    /// Reports bindings of attributed variables and runs due cleanups. If the library has work to do,
    /// returns the code that does it and then resumes at `at` with `x` registers (and `n` slots, if the
    /// clause has an environment).
    pub(in crate::machine) fn run_wake_ups(
        &mut self,
        at: Code,
        x: u64,
        n: Option<u16>,
    ) -> Result<Option<Code>, Flow> {
        if self.wake.is_empty() && self.cleanup_due.is_empty() {
            return Ok(None);
        }
        let mut due = self.report_bindings_or_copy_cleanups()?;
        if !self.cleanup_due.is_empty() {
            let goal = match self.due_cleanups() {
                Ok(goal) => goal,
                Err(ball) => {
                    self.ball = Some(ball);
                    return Err(Flow::Raise);
                }
            };
            due.push(goal);
        }
        self.reset_limit();
        if due.is_empty() {
            return Ok(None);
        }
        // The registers are saved in an environment of their own, above the clause's.
        let count = 4 + x;
        let true_cp = self.cp;
        if let Some(n) = n {
            self.cp = self.continuation_with(n);
        }
        self.push_env(count);
        self.set_y(0, Cell::int(count as i64));
        self.set_y(1, Cell::int(at as i64));
        self.set_y(2, Cell::int(true_cp as i64));
        self.set_y(3, Cell::int(self.b0 as i64));
        for i in 0..x {
            let c = self.reg(i as u16);
            self.set_y((4 + i) as u16, c);
        }
        let list = self.heap.list(&due, Cell::NIL);
        self.set_x(0, list);
        self.cp = RESUME[1..].as_ptr();
        debug_assert!(matches!(
            RESUME[0],
            Instr::Call {
                n: COUNT_IN_SLOT,
                ..
            }
        ));
        self.b0 = self.b;
        Ok(Some(self.db.entries[WAKEUP.0 as usize]))
    }

    /// After wake-up goals: restores the saved registers and pops their environment.
    #[cold]
    pub(in crate::machine) fn resume_registers(&mut self) -> Code {
        let count = self.y(0).as_int() as u64;
        let at = self.y(1).as_int() as Code;
        let true_cp = self.y(2).as_int() as Code;
        let b0 = self.y(3).as_int() as u64;
        for i in 0..count - 4 {
            let c = self.y((4 + i) as u16);
            self.set_x(i as u16, c);
        }
        self.pop_env();
        self.cp = true_cp;
        self.b0 = b0;
        at
    }

    /// A continuation that states `n` live slots: see [`SLOT_CONTINUATIONS`].
    pub(in crate::machine) fn continuation_with(&mut self, n: u16) -> Code {
        match SLOT_CONTINUATIONS.get(n as usize) {
            Some(c) => c[1..].as_ptr(),
            None => {
                let make = || CodeBlock::new(&[Instr::Call { n, p: WAKEUP }, Instr::Fail {}]);
                // SAFETY: the block has two instructions.
                unsafe {
                    self.slot_continuations
                        .entry(n)
                        .or_insert_with(make)
                        .at()
                        .add(1)
                }
            }
        }
    }
}

impl<X: Extension> Machine<X> {
    /// Records that `goal` must run when the newest choice point is removed.
    pub(crate) fn push_cleanup(&mut self, goal: Cell) {
        self.cleanups.push((goal, self.b));
    }

    /// Removes the newest cleanup goal.
    pub(crate) fn pop_cleanup(&mut self) {
        self.cleanups.pop();
    }

    /// Records that `goal` must run, as it is now, when the trail is undone to here.
    pub(crate) fn push_undo_goal(&mut self, goal: Cell) {
        let copy = self.constrained_copy(goal);
        self.undo_goals.push(copy);
        self.trail_undo_goal();
    }

    /// Makes the newest goal of `undo/1` due, whose trail entry has been undone.
    pub(in crate::machine) fn undo_goal_is_due(&mut self) {
        if let Some(goal) = self.undo_goals.pop() {
            self.cleanup_due.push(DueCleanup::Copied(goal));
            self.signal();
        }
    }

    /// Copies the cleanup goals that are due, before their terms are undone.
    pub(in crate::machine) fn copy_cleanups(&mut self) {
        let copies = self.copies_of_cleanups();
        self.replace_cleanups(copies);
    }

    /// Copies of the cleanup goals that are due, each with its index; of none that is a copy.
    fn copies_of_cleanups(&mut self) -> Vec<(usize, ConstrainedCopy)> {
        let mut copies = Vec::new();
        for i in 0..self.cleanup_due.len() {
            if let DueCleanup::InPlace(goal) = self.cleanup_due[i] {
                copies.push((i, self.constrained_copy(goal)));
            }
        }
        copies
    }

    fn replace_cleanups(&mut self, copies: Vec<(usize, ConstrainedCopy)>) {
        for (i, copy) in copies {
            self.cleanup_due[i] = DueCleanup::Copied(copy);
        }
    }

    /// Runs the cleanups whose guards are gone, after a ball has unwound to a choice point.
    ///
    /// # Errors
    /// A ball that no `catch/3` catches. Any other error of a cleanup goal is lost: another ball is being
    /// thrown already.
    pub(in crate::machine) fn run_due_cleanups(&mut self) -> Result<(), Ball> {
        let level = self.b;
        self.collect_cleanups(level);
        self.copy_cleanups();
        if self.cleanup_due.is_empty() {
            return Ok(());
        }
        match self.run_and_undo_cleanups() {
            Err(ball) if ball.is_limiting() => Err(ball),
            _ => Ok(()),
        }
    }

    /// Runs the copied cleanup goals that are due. The variables of the copies are nowhere else, so what the goals do to
    /// them is undone: their constraints would remain in an answer.
    fn run_and_undo_cleanups(&mut self) -> Result<(), Ball> {
        self.within_instruction(|m| {
            // The constraints are posted after the choice point that undoes them.
            let mut q = m.start(Cell::atom(atoms::TRUE));
            let result = match m.due_cleanups() {
                Ok(goal) => match m.next_answer_of(&mut q, goal) {
                    Outcome::Raised(ball) => Err(ball),
                    _ => Ok(()),
                },
                Err(ball) => Err(ball),
            };
            m.finish(&mut q);
            result
        })
    }

    /// [`Machine::run_due_cleanups`] after a ball. One that ends a goal because of its limit leaves its cleanup goals
    /// a little time, which is not extended.
    pub(in crate::machine) fn run_cleanups_after(&mut self, ball: &Ball) -> Result<(), Ball> {
        if !ball.is_limiting() {
            return self.run_due_cleanups();
        }
        let token = self.limit_cleanups();
        let cleaned = self.run_due_cleanups();
        self.pop_call_limit(token);
        match cleaned {
            Err(ball) if ball.is_final() => Err(ball),
            _ => Ok(()),
        }
    }

    /// `system:'$run_cleanups'(List)` for the cleanups that are due.
    ///
    /// # Errors
    /// Those of posting the constraints of a copied goal: limits and interrupts.
    pub(in crate::machine) fn due_cleanups(&mut self) -> Result<Cell, Ball> {
        let due = std::mem::take(&mut self.cleanup_due);
        let mut goals = Vec::with_capacity(due.len());
        for goal in &due {
            goals.push(match goal {
                DueCleanup::InPlace(c) => *c,
                DueCleanup::Copied(copy) => self.restore_constrained(copy)?,
            });
        }
        let list = self.heap.list(&goals, Cell::NIL);
        let name: Atom = self.atoms.intern("$run_cleanups");
        let f = self.functors.intern(name, 1);
        let g = self.heap.structure(f, &[list]);
        Ok(self
            .heap
            .structure(self.well_known.colon, &[Cell::atom(atoms::SYSTEM), g]))
    }
}
