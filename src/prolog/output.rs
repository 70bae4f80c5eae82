//! The destination of a program's output: a writer, or memory while output is captured.
//!
//! The engine and the host's machine share it, so that the host can redirect and capture output.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

struct OutputState {
    to: Box<dyn Write + Send>,
    captured: Option<Vec<u8>>,
    at_line_start: bool,
}

/// A writer; its clones write to the same destination.
#[derive(Clone)]
pub(super) struct Output(Arc<Mutex<OutputState>>);

impl Output {
    pub(super) fn new(to: Box<dyn Write + Send>) -> Output {
        Output(Arc::new(Mutex::new(OutputState {
            to,
            captured: None,
            at_line_start: true,
        })))
    }

    /// The state, even after a panic in a host's writer.
    fn state(&self) -> MutexGuard<'_, OutputState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn redirect(&self, to: Box<dyn Write + Send>) {
        self.state().to = to;
    }

    /// Captures output in memory from now on.
    pub(super) fn capture(&self) {
        self.state().captured.get_or_insert_default();
    }

    /// Takes the output captured since the last call. Capturing goes on.
    pub(super) fn take(&self) -> String {
        let bytes = self.state().captured.as_mut().map(std::mem::take);
        String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned()
    }

    /// Ends capturing. Captured output that was not taken is lost.
    pub(super) fn release(&self) {
        self.state().captured = None;
    }

    /// Returns true if nothing was written yet, or a newline last.
    pub(super) fn at_line_start(&self) -> bool {
        self.state().at_line_start
    }
}

impl Write for Output {
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
    use super::Output;
    use std::io::Write;

    #[test]
    fn captured_output_stays_in_memory() {
        let mut out = Output::new(Box::new(std::io::sink()));
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
