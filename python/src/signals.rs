//! Interrupts of queries by Ctrl-C.
//!
//! The main thread handles signals only while it runs Python. While it runs a query, Python writes the number of each
//! signal to a socket (`signal.set_wakeup_fd`), and a thread that reads it interrupts the query.

use horn::InterruptHandle;
#[cfg(not(unix))]
use pyo3::{PyResult, Python};

/// The watch over a query, which ends with [`Watched::end`].
pub(crate) struct Watched {
    /// The descriptor that Python wrote to before; `None` in a thread that handles no signals.
    #[cfg(unix)]
    before: Option<i32>,
}

#[cfg(not(unix))]
pub(crate) fn watch(_: Python<'_>, _: &InterruptHandle) -> PyResult<Watched> {
    Ok(Watched {})
}

#[cfg(not(unix))]
impl Watched {
    pub(crate) fn end(self, _: Python<'_>) -> PyResult<()> {
        Ok(())
    }
}

#[cfg(unix)]
pub(crate) use unix::watch;

#[cfg(unix)]
mod unix {
    use super::{InterruptHandle, Watched};
    use pyo3::exceptions::PyValueError;
    use pyo3::prelude::*;
    use pyo3::sync::PyOnceLock;
    use pyo3::types::{PyBytes, PyDict};
    use std::cell::Cell;
    use std::io::Read;
    use std::os::fd::AsRawFd;
    use std::os::unix::net::UnixStream;
    use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

    const SIGINT: u8 = 2;
    /// The descriptor that `signal.set_wakeup_fd` returns if there was none.
    const NONE: i32 = -1;

    /// The state that the thread that reads signals shares with the main thread.
    #[derive(Default)]
    struct Running {
        /// The queries of the main thread, the innermost last.
        queries: Vec<InterruptHandle>,
        /// Signals for the descriptor that Python wrote to before.
        others: Vec<u8>,
    }

    struct Watcher {
        /// Python writes to it.
        signals: UnixStream,
        running: Arc<Mutex<Running>>,
        /// The process in which the thread runs; a fork of it has no such thread.
        process: u32,
    }

    /// The watcher of the main thread, the only one that handles signals.
    static WATCHER: Mutex<Option<Watcher>> = Mutex::new(None);

    thread_local! {
        /// True if this thread is known to handle no signals.
        static HANDLES_NONE: Cell<bool> = const { Cell::new(false) };
    }

    fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
        mutex.lock().unwrap_or_else(PoisonError::into_inner)
    }

    impl Watcher {
        fn start() -> std::io::Result<Watcher> {
            let (signals, mut from) = UnixStream::pair()?;
            signals.set_nonblocking(true)?;
            let running = Arc::<Mutex<Running>>::default();
            let shared = Arc::clone(&running);
            let read = move || {
                let mut signal = [0];
                while let Ok(1) = from.read(&mut signal) {
                    let mut running = locked(&shared);
                    running.others.push(signal[0]);
                    if signal[0] == SIGINT {
                        running.queries.iter().for_each(InterruptHandle::interrupt);
                    }
                }
            };
            std::thread::Builder::new()
                .name("horn-signals".into())
                .spawn(read)?;
            Ok(Watcher {
                signals,
                running,
                process: std::process::id(),
            })
        }
    }

    /// Makes Python write signals to this descriptor. Returns the descriptor that it wrote to before.
    fn set_wakeup(py: Python<'_>, descriptor: i32) -> PyResult<i32> {
        static SET: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        static OPTIONS: PyOnceLock<Py<PyDict>> = PyOnceLock::new();
        let set = SET.import(py, "signal", "set_wakeup_fd")?;
        let options = OPTIONS.get_or_try_init(py, || -> PyResult<_> {
            let options = PyDict::new(py);
            options.set_item("warn_on_full_buffer", false)?;
            Ok(options.unbind())
        })?;
        set.call((descriptor,), Some(options.bind(py)))?.extract()
    }

    /// The descriptor and the queries of the watcher, which is started if this process has none. No Python runs while it
    /// is locked, so that no thread waits for it and for the interpreter.
    fn watcher() -> std::io::Result<(i32, Arc<Mutex<Running>>)> {
        let mut watcher = locked(&WATCHER);
        let usable = watcher.take().filter(|w| w.process == std::process::id());
        let usable = match usable {
            Some(usable) => usable,
            None => Watcher::start()?,
        };
        let parts = (usable.signals.as_raw_fd(), Arc::clone(&usable.running));
        *watcher = Some(usable);
        Ok(parts)
    }

    /// Watches for signals that are to interrupt a query of this thread.
    pub(crate) fn watch(py: Python<'_>, query: &InterruptHandle) -> PyResult<Watched> {
        if HANDLES_NONE.get() {
            return Ok(Watched { before: None });
        }
        let (descriptor, running) = watcher()?;
        match set_wakeup(py, descriptor) {
            Ok(before) => {
                locked(&running).queries.push(query.clone());
                Ok(Watched {
                    before: Some(before),
                })
            }
            // Only the main thread may set it.
            Err(error) if error.is_instance_of::<PyValueError>(py) => {
                HANDLES_NONE.set(true);
                Ok(Watched { before: None })
            }
            Err(error) => Err(error),
        }
    }

    impl Watched {
        /// Ends the watch, and passes the signals on.
        pub(crate) fn end(self, py: Python<'_>) -> PyResult<()> {
            let Some(before) = self.before else {
                return Ok(());
            };
            set_wakeup(py, before)?;
            let others = match &*locked(&WATCHER) {
                Some(watcher) => {
                    let mut running = locked(&watcher.running);
                    running.queries.pop();
                    std::mem::take(&mut running.others)
                }
                None => Vec::new(),
            };
            if before != NONE && !others.is_empty() {
                let bytes = PyBytes::new(py, &others);
                // The reader may be gone.
                let _ = py.import("os")?.call_method1("write", (before, bytes));
            }
            Ok(())
        }
    }
}
