//! The engine of which those of new machines are forks.

use super::engine::HostVm;
use std::sync::{Mutex, OnceLock, PoisonError};

/// An engine that has loaded the boot files and nothing else: new ones of this process are forks of it. It runs
/// nothing itself.
static BOOTED: OnceLock<Mutex<Booted>> = OnceLock::new();

struct Booted {
    engine: HostVm,
    /// True once it has been forked: the next forks share clauses that are compiled, so that not each of them
    /// compiles what it calls.
    is_shared: bool,
}

impl Booted {
    fn new() -> Booted {
        Booted {
            engine: HostVm::boot(),
            is_shared: false,
        }
    }

    fn fork(&mut self) -> HostVm {
        if self.is_shared {
            self.engine.compile_deferred();
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
