//! Progress of long queries and loads, and a line at a terminal that shows it.

use super::output::HostOutput;
use super::session::Machine;
use crate::machine::Interrupt;
use crate::system::progress::{Progress, Reporter};

/// Asks a machine for a report on its progress, from another thread; see [`Machine::set_progress`].
///
/// ```
/// use horn::Machine;
/// use std::sync::mpsc::channel;
///
/// let mut machine = Machine::new();
/// let (to, reports) = channel();
/// machine.set_progress(move |progress| to.send(progress.inferences).unwrap_or_default());
/// let handle = machine.progress_handle();
/// std::thread::spawn(move || handle.request()).join().unwrap();
/// machine.run("numlist(1, 9, L), append(L, [0], _)")?;
/// assert!(reports.try_recv().is_ok());
/// # Ok::<(), horn::Error>(())
/// ```
#[derive(Clone)]
pub struct ProgressHandle(Interrupt);

impl ProgressHandle {
    /// Makes the machine report at its next call. While no query and no load runs, nothing happens until one does.
    ///
    /// ```
    /// use horn::Machine;
    /// use std::sync::mpsc::channel;
    ///
    /// let mut machine = Machine::new();
    /// let (to, reports) = channel();
    /// machine.set_progress(move |_| to.send(()).unwrap_or_default());
    /// machine.progress_handle().request();
    /// assert!(reports.try_recv().is_err());
    /// machine.run("numlist(1, 9, L), append(L, [0], _)")?;
    /// assert!(reports.try_recv().is_ok());
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn request(&self) {
        self.0.request_report();
    }
}

/// A line on the standard error, at a terminal, that disappears before anything else is written. Its clones show the
/// same line.
///
/// ```
/// let mut machine = horn::Machine::new();
/// let line = machine.status_line();
/// line.clone().show("half of the rules are loaded");
/// line.erase();
/// machine.capture();
/// line.show("not a part of the output");
/// assert_eq!(machine.end_capture(), "");
/// ```
#[derive(Clone)]
pub struct StatusLine(HostOutput);

impl StatusLine {
    /// Shows a text in place of the last one. Nothing is shown while the program's output is captured or ends within
    /// a line.
    ///
    /// ```
    /// let mut machine = horn::Machine::new();
    /// machine.capture();
    /// machine.status_line().show("captured output stays as it is");
    /// assert_eq!(machine.end_capture(), "");
    /// ```
    pub fn show(&self, text: &str) {
        self.0.show_status(text);
    }

    /// Removes the line.
    ///
    /// ```
    /// let mut machine = horn::Machine::new();
    /// let line = machine.status_line();
    /// line.show("one moment");
    /// line.erase();
    /// assert_eq!(machine.answers("write(done), nl"), "done\n   true.\n");
    /// ```
    pub fn erase(&self) {
        self.0.erase_status();
    }
}

impl Machine {
    /// Sets the function that gets a [`Progress`] after each [`ProgressHandle::request`], on the thread of the machine,
    /// between two inferences or two clauses of a load. It must not wait. Without requests it costs nothing.
    ///
    /// ```
    /// use horn::Machine;
    /// use std::sync::{Arc, atomic::{AtomicU64, Ordering}};
    ///
    /// let mut machine = Machine::new();
    /// let seen = Arc::new(AtomicU64::new(0));
    /// let inferences = Arc::clone(&seen);
    /// machine.set_progress(move |p| inferences.store(p.inferences, Ordering::SeqCst));
    /// let handle = machine.progress_handle();
    /// machine.predicate("report", 0, move |_| {
    ///     handle.request();
    ///     Ok(true)
    /// })?;
    /// assert!(machine.run("report, append([a], [b], L), append(L, [c], _)")?);
    /// assert!(seen.load(Ordering::SeqCst) > 0);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn set_progress(&mut self, function: impl FnMut(&Progress) + Send + 'static) {
        self.engine.vm_mut().ext.progress.reporter = Some(Box::new(function));
    }

    /// Puts a function in the place of the one that gets reports, if there is one, which is the result.
    pub(crate) fn replace_progress(&mut self, reporter: Option<Reporter>) -> Option<Reporter> {
        std::mem::replace(&mut self.engine.vm_mut().ext.progress.reporter, reporter)
    }

    /// A handle that asks for reports.
    ///
    /// ```
    /// use horn::Machine;
    /// use std::sync::mpsc::channel;
    ///
    /// let mut machine = Machine::new();
    /// let (to, reports) = channel();
    /// machine.set_progress(move |progress| to.send(progress.clone()).unwrap_or_default());
    /// machine.progress_handle().request();
    /// machine.run("numlist(1, 9, L), append(L, [0], _)")?;
    /// assert_eq!(reports.try_iter().count(), 1);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn progress_handle(&mut self) -> ProgressHandle {
        ProgressHandle(self.engine.vm_mut().interrupt_handle())
    }

    /// The status line of the terminal that the machine's output goes to.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// let line = machine.status_line();
    /// line.show("loading the rules");
    /// machine.consult_str("rules.pl", "p(1).")?;
    /// line.erase();
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn status_line(&self) -> StatusLine {
        StatusLine(self.out.clone())
    }
}
