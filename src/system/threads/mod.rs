//! Threads: machines of their own on threads of the system, forks of the machine that makes them, which exchange
//! copies of terms.
//!
//! Files up to `family` know no machine; `run` starts threads and runs their goals.

pub(crate) mod family;
pub(crate) mod mutexes;
pub(crate) mod queue;
pub(crate) mod run;
pub(crate) mod thread;
