//! The terminal as an input that can be given up waiting for.
//!
//! A program that waits for a line is interrupted like one that computes: the wait ends with
//! `WouldBlock`, and whoever reads finds that the machine was interrupted.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A reader of the terminal; its clones end each other's waits.
#[derive(Clone, Default)]
pub(super) struct Waiting(Arc<AtomicBool>);

impl Waiting {
    /// Ends the wait for input, if somebody waits.
    pub(super) fn give_up(&self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

impl Read for Waiting {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        self.0.store(false, Ordering::SeqCst);
        while !is_ready() {
            if self.0.swap(false, Ordering::SeqCst) {
                return Err(io::ErrorKind::WouldBlock.into());
            }
        }
        io::stdin().read(to)
    }
}

/// Whether reading would not wait, known after a moment at the latest. What cannot be known is left
/// to the read itself.
#[cfg(unix)]
fn is_ready() -> bool {
    use nix::errno::Errno;
    use nix::poll::{PollFd, PollFlags, poll};
    use std::os::fd::AsFd;

    /// Milliseconds between two looks at whether to give up.
    const MOMENT: u16 = 50;
    let stdin = io::stdin();
    let mut fds = [PollFd::new(stdin.as_fd(), PollFlags::POLLIN)];
    match poll(&mut fds, MOMENT) {
        Ok(n) => n > 0,
        Err(Errno::EINTR) => false,
        Err(_) => true,
    }
}

#[cfg(not(unix))]
fn is_ready() -> bool {
    true
}
