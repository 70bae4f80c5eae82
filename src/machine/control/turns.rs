//! The turns of machines that share a program: a machine gives way at a call, while it waits in a builtin, and at the end
//! of its thread.
//!
//! The whole machine moves: an empty one stands in its place until it has the program again. So the code that runs on
//! it, on the stack of Rust, needs to know nothing of this.

use crate::machine::database::dynamic::Dynamic;
use crate::machine::memory::registers::SAVED;
use crate::machine::state::shared_program::{LocalClauses, SharedProgram, Sharing, WaitingMachine};
use crate::machine::{Code, Extension, Machine};
use std::mem::{replace, swap};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

/// The most arguments of a builtin that waits.
const BUILTIN_ARGUMENTS: u64 = 16;

/// Where a machine is set aside.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WaitingPlace {
    /// At a call with so many registers in use, where the machine could collect, too.
    Call(u64),
    /// Inside an instruction of a body: neither the slots in use nor the clause are known.
    Body,
    /// At the end of its thread.
    End,
}

impl<X: Extension> Machine<X> {
    /// The program, which another machine may share from now on. This machine has it.
    pub(crate) fn share_program(&mut self) -> Arc<SharedProgram<X>> {
        if let Some(sharing) = &self.sharing {
            return sharing.program.clone();
        }
        let program = Arc::new(SharedProgram::new(self.signals.clone()));
        self.sharing = Some(Box::new(Sharing {
            program: program.clone(),
            number: 0,
            local_clauses: LocalClauses::default(),
            stand_in: Box::new(self.companion(X::default())),
        }));
        program
    }

    /// Returns true if other machines may change the program.
    pub(crate) fn shares_program(&self) -> bool {
        self.sharing.is_some()
    }

    /// Gives a machine that was made by [`Machine::companion`] the program of others. Waits until it has it.
    pub(crate) fn enter_program(&mut self, program: Arc<SharedProgram<X>>) {
        let mut stand_in = Box::new(self.companion(X::default()));
        let number = program.number();
        swap(self, &mut stand_in);
        program.add(
            number,
            waiting(stand_in, LocalClauses::default(), WaitingPlace::Call(0)),
        );
        self.take_turn(program, number, false);
    }

    /// Leaves the program to the other machines: this one is empty from now on.
    pub(crate) fn leave_program(&mut self) {
        if self.sharing.is_none() {
            return;
        }
        for p in self.ext.thread_local().to_vec() {
            self.db.erase_all(p);
        }
        self.set_aside(WaitingPlace::End);
    }

    /// Runs `wait`, during which other machines may have the program. For builtins that compiled code runs in line.
    ///
    /// Erased clauses are kept meanwhile, because the one that runs is not known.
    pub(crate) fn while_waiting<R>(&mut self, wait: impl FnOnce() -> R) -> R {
        self.wait_at(WaitingPlace::Body, wait)
    }

    /// As [`Machine::while_waiting`], without that effect on clauses: for builtins that are called as predicates are, and for
    /// the host. The arguments of the builtin stay alive.
    pub(crate) fn while_waiting_at_call<R>(&mut self, wait: impl FnOnce() -> R) -> R {
        self.wait_at(WaitingPlace::Call(BUILTIN_ARGUMENTS), wait)
    }

    fn wait_at<R>(&mut self, place: WaitingPlace, wait: impl FnOnce() -> R) -> R {
        let Some((program, number)) = self.set_aside(place) else {
            return wait();
        };
        // A panic of the host's code must not leave the stand-in here.
        let result = catch_unwind(AssertUnwindSafe(wait));
        self.take_turn(program, number, false);
        result.unwrap_or_else(|panic| resume_unwind(panic))
    }

    /// Gives way to the machines that wait for the program, before a call of `code` with `arity` arguments.
    #[cold]
    pub(in crate::machine) fn give_way(&mut self, code: Code, arity: u32) {
        // The code that is about to run must not be dropped meanwhile.
        let p = replace(&mut self.p, code);
        let place = WaitingPlace::Call(u64::from(arity));
        if let Some((program, number)) = self.set_aside(place) {
            self.take_turn(program, number, true);
        }
        self.p = p;
    }

    /// Puts the stand-in in the place of this machine, which gives the program away.
    fn set_aside(&mut self, place: WaitingPlace) -> Option<(Arc<SharedProgram<X>>, u64)> {
        let Sharing {
            program,
            number,
            mut local_clauses,
            mut stand_in,
        } = *self.sharing.take()?;
        self.exchange_local_clauses(&mut local_clauses);
        swap(self, &mut stand_in);
        program.give(number, waiting(stand_in, local_clauses, place));
        Some((program, number))
    }

    /// Waits for the program, and puts the machine of this number in the place of its stand-in.
    fn take_turn(&mut self, program: Arc<SharedProgram<X>>, number: u64, gives_way: bool) {
        let turn = program.take(number, gives_way);
        let (own, over) = turn.finish(Machine::exchange_program);
        drop(over);
        let Some(WaitingMachine {
            mut machine,
            mut local_clauses,
            ..
        }) = own
        else {
            debug_assert!(false, "the machine was set aside");
            return;
        };
        swap(self, &mut machine);
        self.exchange_local_clauses(&mut local_clauses);
        self.sharing = Some(Box::new(Sharing {
            program,
            number,
            local_clauses,
            stand_in: machine,
        }));
        self.prepare_machine_code();
        // The program may have grown.
        self.signal();
    }

    /// Makes the processor see the machine code that other threads have made.
    fn prepare_machine_code(&self) {
        #[cfg(native_tier)]
        crate::machine::database::machine_code::MachineCode::prepare_thread();
    }

    /// Exchanges the program for that of another machine.
    fn exchange_program(&mut self, other: &mut Machine<X>) {
        swap(&mut self.atoms, &mut other.atoms);
        swap(&mut self.functors, &mut other.functors);
        swap(&mut self.db, &mut other.db);
        swap(&mut self.builtins, &mut other.builtins);
        // Made with the first machine code of the program.
        #[cfg(native_tier)]
        swap(&mut self.native.gate, &mut other.native.gate);
        self.ext.exchange_program(&mut other.ext);
    }

    /// Exchanges the clauses of thread-local predicates in the program for those that are kept for this machine: while
    /// another one has the program, these are its own.
    fn exchange_local_clauses(&mut self, kept: &mut LocalClauses) {
        for p in self.ext.thread_local().to_vec() {
            let arity = self.db.pred(p).arity;
            let kept = kept.entry(p);
            let kept = kept.or_insert_with(|| Some(Arc::new(Dynamic::new(arity))));
            self.db.exchange_clauses(p, kept);
        }
    }

    /// Calls a function with each machine that shares the program and is set aside.
    pub(in crate::machine) fn each_waiting(&self, visit: &mut dyn FnMut(&mut WaitingMachine<X>)) {
        if let Some(sharing) = &self.sharing {
            sharing
                .program
                .locked()
                .waiting
                .values_mut()
                .for_each(visit);
        }
    }
}

/// A machine that is about to be set aside.
fn waiting<X: Extension>(
    machine: Box<Machine<X>>,
    local_clauses: LocalClauses,
    place: WaitingPlace,
) -> WaitingMachine<X> {
    let (env_top, live_x) = match place {
        WaitingPlace::Call(n) => (machine.env_top(), n),
        // Every word of an open stack is initialised, and so are the registers that nested queries save.
        WaitingPlace::Body => (machine.env.size(), SAVED as u64),
        WaitingPlace::End => (0, 0),
    };
    WaitingMachine {
        env_top,
        choice_top: machine.choice_top(),
        machine,
        live_x,
        local_clauses,
        is_in_body: place == WaitingPlace::Body,
        has_ended: place == WaitingPlace::End,
    }
}
