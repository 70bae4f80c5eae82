//! The standard input, with reads that can be interrupted.
//!
//! A program that waits for a line is interrupted, or ended by a time limit, like one that computes: the read ends with
//! `WouldBlock`, and the machine then finds the reason.

use crate::prolog::InterruptHandle;
use std::io::{self, Read};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A reader of the standard input. A clone can interrupt its reads.
#[derive(Clone)]
pub(super) struct InterruptibleStdin {
    interrupted: Arc<Mutex<Option<Instant>>>,
    machine: InterruptHandle,
}

/// An interrupt at most so long before a read, after its prompt, ends the read. An older one has ended something
/// else.
const JUST_BEFORE: Duration = Duration::from_millis(300);

impl InterruptibleStdin {
    /// The standard input of a machine.
    pub(super) fn new(machine: InterruptHandle) -> InterruptibleStdin {
        InterruptibleStdin {
            interrupted: Arc::default(),
            machine,
        }
    }

    /// Ends a read that waits for input, or begins now.
    pub(super) fn interrupt(&self) {
        *self.state() = Some(Instant::now());
    }

    /// The time of the last interrupt, which is forgotten.
    fn last_interrupt(&self) -> Option<Instant> {
        self.state().take()
    }

    fn state(&self) -> MutexGuard<'_, Option<Instant>> {
        let state = self.interrupted.lock();
        state.unwrap_or_else(PoisonError::into_inner)
    }
}

impl Read for InterruptibleStdin {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let mut interrupted = self
            .last_interrupt()
            .filter(|at| at.elapsed() < JUST_BEFORE);
        while !is_ready(MOMENT) {
            if interrupted.is_some() || self.machine.is_due() {
                return Err(io::ErrorKind::WouldBlock.into());
            }
            interrupted = self.last_interrupt();
        }
        io::stdin().read(to)
    }
}

/// Milliseconds between two checks for an interrupt.
const MOMENT: u16 = 50;

/// Waits this many milliseconds for input. Returns true if there is some, or if this cannot be determined.
#[cfg(unix)]
pub(super) fn is_ready(wait: u16) -> bool {
    use nix::errno::Errno;
    use nix::poll::{PollFd, PollFlags, poll};
    use std::os::fd::AsFd;

    let stdin = io::stdin();
    let mut fds = [PollFd::new(stdin.as_fd(), PollFlags::POLLIN)];
    match poll(&mut fds, wait) {
        Ok(n) => n > 0,
        Err(Errno::EINTR) => false,
        Err(_) => true,
    }
}

#[cfg(not(unix))]
pub(super) fn is_ready(wait: u16) -> bool {
    wait > 0
}
