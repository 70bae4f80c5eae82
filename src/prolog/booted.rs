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
    /// True once it has been forked: what is compiled before the next forks, they need not compile themselves.
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
    // Neither compiling nor forking leaves anything half done that a panic ends.
    booted.lock().unwrap_or_else(PoisonError::into_inner).fork()
}
