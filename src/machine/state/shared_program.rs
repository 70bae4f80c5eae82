//! A program that the machines of several threads share: one machine has it at a time, and the others wait.
//!
//! A machine that gives way is set aside as it is, so that the collectors of the one that runs see to what it refers. The
//! program stays in the machine that gave way last, and moves to the next one that runs.

use super::machine::Machine;
use super::signals::SignalWord;
use crate::code::pred::PredId;
use crate::machine::database::dynamic::Dynamic;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The time that a machine may run while another one waits for the program.
const TURN: Duration = Duration::from_millis(5);

/// The clauses of thread-local predicates, while the program has those of another machine.
pub(in crate::machine) type LocalClauses = FxHashMap<PredId, Option<Arc<Dynamic>>>;

/// A machine that is set aside.
pub(in crate::machine) struct WaitingMachine<X> {
    pub(in crate::machine) machine: Box<Machine<X>>,
    /// The ends of its environments and choice points, in bytes.
    pub(in crate::machine) env_top: u64,
    pub(in crate::machine) choice_top: u64,
    /// The number of argument registers that may be in use.
    pub(in crate::machine) live_x: u64,
    pub(in crate::machine) local_clauses: LocalClauses,
    /// True if it waits inside a clause that is not known: none may be dropped meanwhile.
    pub(in crate::machine) is_in_body: bool,
    /// True if its thread has ended: it is dropped when the program has left it.
    pub(in crate::machine) has_ended: bool,
}

/// The machines that are set aside, and the one that runs.
pub(in crate::machine) struct ProgramState<X> {
    pub(in crate::machine) waiting: BTreeMap<u64, WaitingMachine<X>>,
    /// The machine that has the program while none runs.
    owner: Option<u64>,
    /// The machine that runs.
    running: Option<Arc<SignalWord>>,
    /// The threads that wait for the program.
    wanting: u32,
    /// The number of times that a machine has taken the program.
    turns: u64,
    /// The number of the newest machine.
    newest: u64,
}

/// A program that the machines of several threads share.
pub(crate) struct SharedProgram<X> {
    state: Mutex<ProgramState<X>>,
    /// The program is free, or a machine has taken it.
    changed: Condvar,
}

/// The part of a machine in a program that it shares with others.
pub(crate) struct Sharing<X> {
    pub(in crate::machine) program: Arc<SharedProgram<X>>,
    /// The number of the machine.
    pub(in crate::machine) number: u64,
    pub(in crate::machine) local_clauses: LocalClauses,
    /// An empty machine, which stands in the place of this one while it is set aside.
    pub(in crate::machine) stand_in: Box<Machine<X>>,
}

impl<X> WaitingMachine<X> {
    /// The words that may be addresses of code.
    pub(in crate::machine) fn code_words(&self, visit: &mut impl FnMut(&[u64])) {
        let m = &self.machine;
        visit(&[m.p as u64, m.cp as u64]);
        m.captured.keys().for_each(|&code| visit(&[code]));
        visit(m.env.slice(0, self.env_top / 8));
        visit(m.choice.slice(0, self.choice_top / 8));
        for view in m.engines.views() {
            visit(&[view.registers.cp as u64]);
            visit(view.env);
            visit(view.choice);
        }
    }

    /// The stacks of choice points, each with the newest one.
    pub(in crate::machine) fn each_stack(&self, visit: &mut dyn FnMut(&[u64], u64)) {
        let m = &self.machine;
        visit(m.choice.slice(0, self.choice_top / 8), m.b);
        for view in m.engines.views() {
            visit(view.choice, view.registers.b);
        }
    }
}

impl<X> SharedProgram<X> {
    /// The program of a machine that runs, number 0.
    pub(in crate::machine) fn new(running: Arc<SignalWord>) -> SharedProgram<X> {
        SharedProgram {
            state: Mutex::new(ProgramState {
                waiting: BTreeMap::new(),
                owner: None,
                running: Some(running),
                wanting: 0,
                turns: 0,
                newest: 0,
            }),
            changed: Condvar::new(),
        }
    }

    /// The machines that are set aside.
    pub(in crate::machine) fn locked(&self) -> MutexGuard<'_, ProgramState<X>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A number for another machine.
    pub(in crate::machine) fn number(&self) -> u64 {
        let mut state = self.locked();
        state.newest += 1;
        state.newest
    }

    /// Sets a machine aside, which has the program.
    pub(in crate::machine) fn give(&self, number: u64, waiting: WaitingMachine<X>) {
        let mut state = self.locked();
        state.waiting.insert(number, waiting);
        state.owner = Some(number);
        state.running = None;
        self.changed.notify_all();
    }

    /// Sets a machine aside, which does not have the program.
    pub(in crate::machine) fn add(&self, number: u64, waiting: WaitingMachine<X>) {
        self.locked().waiting.insert(number, waiting);
    }

    /// Waits for the program, and takes back a machine that is to have it. The machine that gave way takes it only when
    /// another one that waits had its turn.
    pub(in crate::machine) fn take(&self, number: u64, gives_way: bool) -> ProgramTurn<'_, X> {
        let mut state = self.locked();
        state.wanting += 1;
        let turns = state.turns;
        loop {
            let must_wait = gives_way && state.turns == turns && state.wanting > 1;
            if state.running.is_none() && !must_wait {
                break;
            }
            let (guard, waited) = self
                .changed
                .wait_timeout(state, TURN)
                .unwrap_or_else(PoisonError::into_inner);
            state = guard;
            if waited.timed_out()
                && let Some(running) = &state.running
            {
                running.request_program();
            }
        }
        state.wanting -= 1;
        state.turns += 1;
        self.changed.notify_all();
        ProgramTurn { state, number }
    }
}

/// The turn of a machine, whose state is locked until the program has moved to it.
pub(in crate::machine) struct ProgramTurn<'s, X> {
    state: MutexGuard<'s, ProgramState<X>>,
    number: u64,
}

impl<X> ProgramTurn<'_, X> {
    /// Takes the machine; `exchange` moves the program to it from the one that has it. Returns the machine, and one that
    /// has ended and is to be dropped when nothing is locked any more.
    pub(in crate::machine) fn finish(
        mut self,
        exchange: impl FnOnce(&mut Machine<X>, &mut Machine<X>),
    ) -> (Option<WaitingMachine<X>>, Option<WaitingMachine<X>>) {
        let state = &mut *self.state;
        let mut own = state.waiting.remove(&self.number);
        let owner = state.owner.take().filter(|&o| o != self.number);
        let mut over = None;
        if let (Some(own), Some(owner)) = (&mut own, owner)
            && let Some(from) = state.waiting.get_mut(&owner)
        {
            exchange(&mut own.machine, &mut from.machine);
            if from.has_ended {
                over = state.waiting.remove(&owner);
            }
        }
        state.running = own.as_ref().map(|w| w.machine.signals.clone());
        (own, over)
    }
}
