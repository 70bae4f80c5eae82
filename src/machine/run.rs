//! The run loop: fetch, execute, backtrack.

use super::ops;
use crate::code::instr::{Counting, Instr, instruction_table};
use crate::machine::control::flow::{Ended, Flow};
#[cfg(native_tier)]
use crate::machine::database::machine_code::MachineCode;
use crate::machine::{Code, Extension, Machine};

/// Returns true for the instructions of programs; those of the native tier are not counted.
fn is_counted(instr: &Instr) -> bool {
    instr.counting() != Counting::Nothing
}

impl<X: Extension> Machine<X> {
    /// Runs code until the query has an answer, fails or throws.
    pub(in crate::machine) fn run(&mut self, start: Code) -> Ended {
        self.engines.runs += 1;
        // The caller's own state, in Rust, is no part of the machine's.
        self.note_outside();
        // The machine may have made its code in another thread.
        #[cfg(native_tier)]
        MachineCode::prepare_thread();
        let ended = match self.counts.is_some() {
            true => self.run_loop::<true>(start),
            false => self.run_loop::<false>(start),
        };
        self.engines.runs -= 1;
        self.note_outside();
        ended
    }

    fn run_loop<const COUNTED: bool>(&mut self, start: Code) -> Ended {
        let mut p = start;
        loop {
            let flow = self.dispatch::<COUNTED>(&mut p);
            match flow {
                Flow::Answer => return Ended::Answer,
                Flow::NoMore => return Ended::NoMore,
                Flow::Pause => {
                    if let Some(pause) = self.pausing.state.take() {
                        return Ended::Paused(pause);
                    }
                }
                Flow::ArithError => self.amend_arith_error(p),
                #[cfg(native_tier)]
                Flow::Native | Flow::Hot(_) | Flow::Selects(_) => {
                    self.native(flow, &mut p);
                    continue;
                }
                #[cfg(not(native_tier))]
                Flow::Native | Flow::Hot(_) | Flow::Selects(_) => {}
                Flow::Next | Flow::Fail | Flow::Raise => {}
            }
            match self.unwind(p) {
                Some(code) => {
                    if COUNTED {
                        self.count_recovery();
                    }
                    p = code;
                }
                None => {
                    let ball = self.ball.take();
                    return match ball {
                        Some(b) => Ended::Raised(b),
                        None => Ended::NoMore,
                    };
                }
            }
        }
    }

    /// Executes instructions until one gives something other than `Next` or `Fail`. A counted run is one that
    /// [`Machine::begin_counts`] has begun.
    fn dispatch<const COUNTED: bool>(&mut self, at: &mut Code) -> Flow {
        macro_rules! dispatch_table {
            ($(#[doc = $doc:literal] $name:ident $mnemonic:literal { $($field:ident : $kind:ident),* } $group:ident :: $body:ident, $class:ident, $counting:ident, $refusal:ident ;)*) => {{
                let mut p: Code = *at;
                loop {
                    let at_instr = p;
                    // SAFETY: one past the last instruction at most, and then not read.
                    p = unsafe { p.add(1) };
                    let b = self.b;
                    // SAFETY: `p` always points at an instruction of a live code block: entries, continuations and
                    // jumps are made by the compiler and the index, and every block ends in a transfer of control.
                    let counted: Option<Instr> = COUNTED.then(|| unsafe { *at_instr }).filter(is_counted);
                    if let Some(instr) = &counted {
                        self.count_before(instr, p as u64 - 8);
                    }
                    // The match is on a reference to the instruction: a copy would load the operands of every kind
                    // before the jump, whereas each arm loads its own.
                    // SAFETY: as above.
                    let flow = match *unsafe { &*at_instr } {
                        $(Instr::$name { $($field),* } => ops::$group::$body(self, &mut p, $($field),*),)*
                    };
                    match flow {
                        Flow::Next => {
                            if let Some(instr) = &counted {
                                self.count_step(instr, p, b);
                            }
                        }
                        Flow::Fail => {
                            p = self.backtrack();
                            if COUNTED {
                                self.count_failure(p);
                            }
                        }
                        #[cfg(native_tier)]
                        Flow::Native if !COUNTED => {
                            // A copy: the dispatch keeps `p` in a register.
                            *at = p;
                            match self.native(Flow::Native, at) {
                                Flow::Next => p = *at,
                                other => return other,
                            }
                        }
                        other => {
                            *at = p;
                            return other;
                        }
                    }
                }
            }};
        }
        instruction_table!(dispatch_table)
    }
}
