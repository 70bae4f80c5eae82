//! The destination of a program's output: a writer, or memory while output is captured.
//!
//! The engine and the host's machine share it, so that the host can redirect and capture output.

use crate::system::streams::Prompt;
use std::io::{self, Read, Write};
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A reader or a writer of the host whose panics are errors: the program that reads or writes goes on or ends as after
/// any other error, and the stream can be replaced.
pub(super) struct Contained<T>(pub(super) T);

impl<T> Contained<T> {
    fn contain<R>(&mut self, f: impl FnOnce(&mut T) -> io::Result<R>) -> io::Result<R> {
        // After a panic, only the host's own stream can be in an inconsistent state.
        panic::catch_unwind(AssertUnwindSafe(|| f(&mut self.0)))
            .unwrap_or_else(|_| Err(io::Error::other("the stream of the host program panicked")))
    }
}

impl<T: Write> Write for Contained<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.contain(|to| to.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.contain(T::flush)
    }
}

impl<T: Read> Read for Contained<T> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.contain(|from| from.read(bytes))
    }
}

struct OutputState {
    to: Contained<Box<dyn Write + Send>>,
    /// The output captured so far: of the host, and on top of it that of the text of answers.
    captured: Vec<Vec<u8>>,
    at_line_start: bool,
    /// True if the program wrote last, and not a newline.
    left_open: bool,
    /// The first error of the writer that was not taken yet.
    error: Option<io::Error>,
    /// True while the terminal shows a status line.
    shows_status: bool,
}

/// Moves the cursor to the start of the line and clears the line.
const CLEAR_LINE: &[u8] = b"\r\x1b[K";

impl OutputState {
    /// Removes the status line, before anything else appears on the screen.
    fn erase_status(&mut self) {
        if std::mem::take(&mut self.shows_status) {
            let mut screen = io::stderr();
            // The line is only an ornament.
            let _ = screen.write_all(CLEAR_LINE).and_then(|()| screen.flush());
        }
    }
}

/// A writer; its clones write to the same destination.
#[derive(Clone)]
pub(super) struct HostOutput(Arc<Mutex<OutputState>>);

impl HostOutput {
    pub(super) fn new(to: Box<dyn Write + Send>) -> HostOutput {
        HostOutput(Arc::new(Mutex::new(OutputState {
            to: Contained(to),
            captured: Vec::new(),
            at_line_start: true,
            left_open: false,
            error: None,
            shows_status: false,
        })))
    }

    /// The state, even after a panic in a host's writer.
    fn state(&self) -> MutexGuard<'_, OutputState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn redirect(&self, to: Box<dyn Write + Send>) {
        self.state().to = Contained(to);
    }

    /// Returns true if output is captured.
    pub(super) fn is_captured(&self) -> bool {
        !self.state().captured.is_empty()
    }

    /// Captures output in memory from now on. Output captured before stays apart.
    pub(super) fn capture(&self) {
        self.state().captured.push(Vec::new());
    }

    /// Takes the output captured since the last call. Capturing goes on.
    pub(super) fn take(&self) -> String {
        let bytes = self.state().captured.last_mut().map(std::mem::take);
        String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned()
    }

    /// Ends the newest capture. Captured output that was not taken is lost.
    pub(super) fn release(&self) {
        self.state().captured.pop();
    }

    /// Shows a line on the standard error in place of the last one, unless the program has left its line open.
    pub(super) fn show_status(&self, text: &str) {
        let mut state = self.state();
        if state.at_line_start && state.captured.is_empty() {
            let line = [CLEAR_LINE, text.as_bytes()].concat();
            let mut screen = io::stderr();
            let shown = screen.write_all(&line).and_then(|()| screen.flush());
            state.shows_status = shown.is_ok();
        }
    }

    /// Removes the status line.
    pub(super) fn erase_status(&self) {
        self.state().erase_status();
    }

    /// Writes a text of the host, which is not the program's output.
    pub(super) fn print(&mut self, text: &str) -> io::Result<()> {
        self.write_all(text.as_bytes())?;
        self.state().left_open = false;
        self.flush()
    }

    /// Returns true if the program wrote since the host did, and not a newline last.
    pub(super) fn left_open(&self) -> bool {
        self.state().left_open
    }

    /// Takes the first error of the writer since the last call.
    pub(super) fn take_error(&self) -> Option<io::Error> {
        self.state().error.take()
    }

    /// A writer to another destination on the same screen: it moves the cursor as this one does.
    pub(super) fn on_same_screen(&self, to: Box<dyn Write + Send>) -> SameScreen {
        SameScreen {
            screen: self.clone(),
            to,
        }
    }

    /// Notes where these bytes leave the cursor.
    fn move_cursor(state: &mut OutputState, bytes: &[u8]) {
        if let Some(last) = bytes.last() {
            state.at_line_start = *last == b'\n';
            state.left_open = !state.at_line_start;
        }
    }

    /// Returns true if nothing was written yet, or a newline last.
    pub(super) fn at_line_start(&self) -> bool {
        self.state().at_line_start
    }
}

impl Write for HostOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut state = self.state();
        state.erase_status();
        HostOutput::move_cursor(&mut state, bytes);
        match state.captured.last_mut() {
            Some(kept) => kept.write(bytes),
            None => {
                let written = state.to.write(bytes);
                noting(&mut state, written)
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        let mut state = self.state();
        if !state.captured.is_empty() {
            return Ok(());
        }
        state.erase_status();
        let flushed = state.to.flush();
        noting(&mut state, flushed)
    }
}

/// The result of writing; keeps an error for [`HostOutput::take_error`].
fn noting<T>(state: &mut OutputState, result: io::Result<T>) -> io::Result<T> {
    if let Err(e) = &result
        && e.kind() != io::ErrorKind::Interrupted
    {
        let copy = match e.raw_os_error() {
            Some(code) => io::Error::from_raw_os_error(code),
            None => io::Error::new(e.kind(), e.to_string()),
        };
        state.error.get_or_insert(copy);
    }
    result
}

/// A writer to another destination on the screen of an [`HostOutput`].
pub(super) struct SameScreen {
    screen: HostOutput,
    to: Box<dyn Write + Send>,
}

impl Write for SameScreen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut state = self.screen.state();
        state.erase_status();
        HostOutput::move_cursor(&mut state, bytes);
        drop(state);
        self.to.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// A reader of the keyboard that belongs to the screen of an [`HostOutput`].
pub(super) struct Prompting {
    screen: HostOutput,
    from: Box<dyn Read + Send>,
    prompt: Prompt,
}

impl Prompting {
    pub(super) fn new(screen: HostOutput, from: Box<dyn Read + Send>, prompt: Prompt) -> Prompting {
        Prompting {
            screen,
            from,
            prompt,
        }
    }

    /// Prints the prompt, unless the program has printed one of its own. A screen that takes no text does not prevent
    /// reading; a program that writes there finds the error.
    fn prompt(&self) {
        let mut state = self.screen.state();
        state.erase_status();
        if state.at_line_start {
            let _ = state.to.write_all(self.prompt.before_line().as_bytes());
            let _ = state.to.flush();
        }
    }
}

impl Read for Prompting {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.prompt();
        let n = self.from.read(bytes)?;
        // The terminal shows the keys: after RETURN the cursor is at the start of a line.
        if bytes[..n].ends_with(b"\n") {
            HostOutput::move_cursor(&mut self.screen.state(), b"\n");
        }
        Ok(n)
    }
}

#[cfg(test)]
mod tests {
    use super::{HostOutput, Prompt, Prompting};
    use std::io::{Read, Write};

    #[test]
    fn a_prompt_is_printed_at_the_start_of_a_line_only() {
        let mut out = HostOutput::new(Box::new(std::io::sink()));
        let (mut seen, screen) = std::io::pipe().expect("a pipe");
        out.redirect(Box::new(screen));
        let keys = Box::new("a\nb\n".as_bytes());
        let mut input = Prompting::new(out.clone(), keys, Prompt::default());
        let mut two = [0; 2];
        assert_eq!(input.read(&mut two).expect("memory"), 2);
        out.write_all(b"Name: ").expect("a pipe");
        assert_eq!(input.read(&mut two).expect("memory"), 2);
        assert!(out.at_line_start() && !out.left_open());
        assert_eq!(input.read(&mut two).expect("memory"), 0);
        out.redirect(Box::new(std::io::sink()));
        let mut text = String::new();
        seen.read_to_string(&mut text).expect("a pipe");
        assert_eq!(text, "|: Name: |: ");
    }

    #[test]
    fn captured_output_stays_in_memory() {
        let mut out = HostOutput::new(Box::new(std::io::sink()));
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
