//! A note on a query that runs into its limit of time, if it is certain that it does not end.

use crate::prolog::{Diagnostic, Machine, Reporter};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The time after which a query is watched.
const LONG: Duration = Duration::from_secs(1);

/// A query that runs, and what was noted on it.
pub(super) struct CycleNote {
    found: Arc<Mutex<Option<Diagnostic>>>,
    /// The reporter of the host, which gets all reports, too.
    own: Arc<Mutex<Option<Reporter>>>,
    /// Its end ends the thread that waits for a long query.
    _running: Sender<()>,
}

impl CycleNote {
    /// Begins to watch the query that the machine runs next.
    pub(super) fn begin(machine: &mut Machine) -> CycleNote {
        let (found, own) = (
            Arc::new(Mutex::new(None)),
            Arc::new(Mutex::new(machine.replace_progress(None))),
        );
        let (noted, others) = (Arc::clone(&found), Arc::clone(&own));
        machine.set_progress(move |progress| {
            if let Some(cycle) = &progress.cycle {
                *locked(&noted) = Some(cycle.clone());
            }
            if let Some(report) = &mut *locked(&others) {
                report(progress);
            }
        });
        let handle = machine.progress_handle();
        let (running, ended) = channel();
        // Without the thread, nothing is noted.
        let _ = std::thread::Builder::new().spawn(move || {
            if ended.recv_timeout(LONG) == Err(RecvTimeoutError::Timeout) {
                handle.request();
            }
        });
        CycleNote {
            found,
            own,
            _running: running,
        }
    }

    /// Ends the watch. The result is the note on a query that does not end, in one line.
    pub(super) fn end(self, machine: &mut Machine) -> Option<String> {
        let own = locked(&self.own).take();
        machine.replace_progress(own);
        let found = locked(&self.found);
        let cycle = found.as_ref()?;
        let place = match cycle.position() {
            Some(at) => format!(" ({}:{})", cycle.file, at.line),
            None => String::new(),
        };
        Some(format!("{}{place}", cycle.message))
    }
}

fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
