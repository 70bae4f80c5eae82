//! Where the output of programs goes: to a writer, or for a while into memory.
//!
//! The engine holds one end, the machine the other, so that the host can redirect and capture
//! output without asking the engine. Knows bytes only.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

struct State {
    to: Box<dyn Write + Send>,
    captured: Option<Vec<u8>>,
    at_line_start: bool,
}

/// A writer that all of its clones share.
#[derive(Clone)]
pub(super) struct Outlet(Arc<Mutex<State>>);

impl Outlet {
    pub(super) fn new(to: Box<dyn Write + Send>) -> Outlet {
        Outlet(Arc::new(Mutex::new(State {
            to,
            captured: None,
            at_line_start: true,
        })))
    }

    /// Output stays usable after a panic in a host's writer.
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn redirect(&self, to: Box<dyn Write + Send>) {
        self.state().to = to;
    }

    /// Starts or goes on keeping the output in memory.
    pub(super) fn capture(&self) {
        self.state().captured.get_or_insert_default();
    }

    /// What was captured since the last call; capturing goes on.
    pub(super) fn take(&self) -> String {
        let bytes = self.state().captured.as_mut().map(std::mem::take);
        String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned()
    }

    /// Ends capturing; what was captured and not taken is lost.
    pub(super) fn release(&self) {
        self.state().captured = None;
    }

    /// Whether nothing, or a newline, was written last.
    pub(super) fn at_line_start(&self) -> bool {
        self.state().at_line_start
    }
}

impl Write for Outlet {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut state = self.state();
        if let Some(last) = bytes.last() {
            state.at_line_start = *last == b'\n';
        }
        match &mut state.captured {
            Some(kept) => kept.write(bytes),
            None => state.to.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        let mut state = self.state();
        match state.captured {
            Some(_) => Ok(()),
            None => state.to.flush(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Outlet;
    use std::io::Write;

    #[test]
    fn captured_output_stays_in_memory() {
        let mut out = Outlet::new(Box::new(std::io::sink()));
        let held = out.clone();
        held.capture();
        out.write_all(b"one\n").expect("memory");
        assert!(held.at_line_start());
        out.write_all("zwöi".as_bytes()).expect("memory");
        assert!(!held.at_line_start());
        assert_eq!(held.take(), "one\nzwöi");
        assert_eq!(held.take(), "");
        held.release();
        out.write_all(b"gone").expect("sink");
        assert_eq!(held.take(), "");
    }
}
