//! The engine of which those of new machines are forks.

use super::engine::HostVm;
use std::sync::{Mutex, OnceLock, PoisonError};

/// An engine that has loaded the boot files and nothing else: new ones of this process are forks of it. It runs
/// nothing itself.
static BOOTED: OnceLock<Mutex<Booted>> = OnceLock::new();

/// The predicates of libraries whose clauses are compiled before a fork, which takes about 0.1 ms.
const COMPILED_BEFORE_FORK: usize = 24;

struct Booted {
    engine: HostVm,
    /// True once it has been forked: clauses that it compiles before the next forks are compiled in those.
    is_shared: bool,
    /// True once all clauses of libraries are compiled.
    is_compiled: bool,
}

impl Booted {
    fn new() -> Booted {
        Booted {
            engine: HostVm::boot(),
            is_shared: false,
            is_compiled: false,
        }
    }

    fn fork(&mut self) -> HostVm {
        if self.is_shared && !self.is_compiled {
            self.is_compiled = !self.engine.compile_some(COMPILED_BEFORE_FORK);
        }
        self.is_shared = true;
        self.engine.fork()
    }
}

/// The engine of a new machine.
pub(super) fn fork() -> HostVm {
    let booted = BOOTED.get_or_init(|| Mutex::new(Booted::new()));
    // A panic during compiling or forking leaves the engine in a consistent state.
    booted.lock().unwrap_or_else(PoisonError::into_inner).fork()
}

#[cfg(test)]
mod tests {
    use crate::Machine;

    /// Goals of the boot files and of libraries.
    const GOALS: &[&str] = &[
        "bagof(X-Y, member(X-Y, [1-2,3-4]), _)",
        "list_to_assoc([a-1,b-2], A), get_assoc(a, A, _)",
        "length(L, 3), sumlist([1,2], S), nth0(1, [a,b], _)",
        "X in 1..4, X #> 3",
        "phrase(([a], ...), [a,b])",
        "sat(X+Y), labeling([X,Y])",
    ];

    fn has_equal_counts(machine: &mut Machine, goal: &str) -> bool {
        let counted = format!(
            "statistics(inferences, I0), \\+ \\+ ({goal}), statistics(inferences, I1), \\+ \\+ ({goal}), \
             statistics(inferences, I2), I1-I0 =:= I2-I1"
        );
        machine.run(&counted).is_ok_and(|holds| holds)
    }

    #[test]
    fn the_first_call_takes_as_many_inferences_as_the_second() {
        for goal in GOALS {
            let mut machine = Machine::new();
            assert!(
                machine
                    .run("use_module(library(dcgs)), use_module(library(clpb))")
                    .is_ok(),
                "{goal}"
            );
            let mut fork = machine.fork();
            let mut of_image = machine.freeze().machine();
            for machine in [&mut machine, &mut fork, &mut of_image] {
                assert!(has_equal_counts(machine, goal), "{goal}");
            }
        }
    }

    #[test]
    fn flags_and_operators_of_the_program_do_not_change_what_is_read_later() {
        let mut machine = Machine::new();
        let text = ":- set_prolog_flag(double_quotes, atom).\n:- op(0, xfx, is).\n:- op(0, xfx, =..).\n:- op(700, xfx, member).\n\
                    term_expansion(_, never).\n";
        assert!(machine.consult_str("odd", text).is_ok());
        for goal in [
            "atomic_list_concat([a,b], X), X == ab",
            "last([1,2], 2)",
            "sum_list([1,2], 3)",
        ] {
            assert!(machine.run(goal).is_ok_and(|holds| holds), "{goal}");
        }
    }
}
