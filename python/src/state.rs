//! The machine behind a Python object, which its open query owns.

use crate::errors;
use crate::output;
use crate::signals;
use horn::{Error, InterruptHandle, Query};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

/// A machine that Python objects share: the machine itself and its open query.
pub(crate) struct Shared {
    state: Mutex<State>,
    /// Apart from the rest, because another thread may use it at any time.
    pub(crate) interrupt: InterruptHandle,
    raised: Raised,
    /// True if programs write to the standard streams of Python.
    pub(crate) writes: bool,
}

/// The last exception that a predicate in Python, or a stream, has raised.
pub(crate) type Raised = Arc<Mutex<Option<PyErr>>>;

/// The machine that calls a predicate in Python, as far as the predicate needs it. It may be a fork of the one for which
/// the predicate was defined.
#[derive(Clone)]
pub(crate) struct Caller {
    raised: Raised,
}

impl Caller {
    /// Keeps an exception that may end the running query.
    pub(crate) fn keep(&self, error: PyErr) {
        keep(&self.raised, error);
    }
}

/// Keeps an exception in place of an earlier one.
pub(crate) fn keep(raised: &Raised, error: PyErr) {
    let old = locked(raised).replace(error);
    // Outside the lock, because this may run Python.
    drop(old);
}

pub(crate) struct State {
    holder: Holder,
    /// The number of the newest query; earlier ones are closed.
    pub(crate) newest: u64,
}

enum Holder {
    Idle(Box<horn::Machine>),
    Open(Box<Query<'static>>),
    /// Between two other states, or after a panic between them.
    Lost,
}

/// The reason why an operation on a machine has no result.
pub(crate) enum Fault {
    /// The error of an operation.
    Horn(Error),
    /// Another thread uses the machine, or a predicate that the machine itself runs.
    InUse,
    /// A panic has left no machine.
    Lost,
    /// The query was closed, because its machine was used.
    Closed,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl From<Error> for Fault {
    fn from(error: Error) -> Fault {
        Fault::Horn(error)
    }
}

impl State {
    /// The machine, whose query is closed.
    pub(crate) fn machine(&mut self) -> Result<&mut horn::Machine, Fault> {
        self.holder = match std::mem::replace(&mut self.holder, Holder::Lost) {
            Holder::Open(query) => match query.into_machine() {
                Some(machine) => Holder::Idle(Box::new(machine)),
                None => Holder::Lost,
            },
            other => other,
        };
        match &mut self.holder {
            Holder::Idle(machine) => Ok(machine),
            Holder::Open(_) | Holder::Lost => Err(Fault::Lost),
        }
    }

    /// The query of this number, if it is open.
    pub(crate) fn query(&mut self, number: u64) -> Result<&mut Query<'static>, Fault> {
        match &mut self.holder {
            Holder::Open(query) if self.newest == number => Ok(query),
            Holder::Lost => Err(Fault::Lost),
            Holder::Open(_) | Holder::Idle(_) => Err(Fault::Closed),
        }
    }

    /// Opens a query. Returns its number.
    pub(crate) fn open(
        &mut self,
        start: impl FnOnce(horn::Machine) -> Query<'static>,
    ) -> Result<u64, Fault> {
        self.machine()?;
        if let Holder::Idle(machine) = std::mem::replace(&mut self.holder, Holder::Lost) {
            self.holder = Holder::Open(Box::new(start(*machine)));
        }
        self.newest += 1;
        Ok(self.newest)
    }
}

impl Shared {
    /// A machine whose programs, if it `writes`, write to the standard streams of Python.
    pub(crate) fn new(mut machine: horn::Machine, writes: bool) -> Arc<Shared> {
        let caller = Caller {
            raised: Raised::default(),
        };
        machine.set_context(caller.clone());
        if writes {
            output::direct(&mut machine, &caller.raised);
        }
        Arc::new(Shared {
            interrupt: machine.interrupt_handle(),
            raised: caller.raised,
            writes,
            state: Mutex::new(State {
                holder: Holder::Idle(Box::new(machine)),
                newest: 0,
            }),
        })
    }

    /// The state, unless it is in use: a thread that holds the interpreter's lock must not wait for it.
    fn state(&self) -> Result<MutexGuard<'_, State>, Fault> {
        match self.state.try_lock() {
            Ok(state) => Ok(state),
            // A panic leaves the state lost, or as it was.
            Err(TryLockError::Poisoned(state)) => Ok(state.into_inner()),
            Err(TryLockError::WouldBlock) => Err(Fault::InUse),
        }
    }

    /// Carries out a short operation.
    pub(crate) fn quick<T>(
        &self,
        py: Python<'_>,
        f: impl FnOnce(&mut State) -> Result<T, Fault>,
    ) -> PyResult<T> {
        let result = self.state().and_then(|mut state| f(&mut state));
        result.map_err(|fault| self.exception(py, fault))
    }

    /// Runs Prolog while other threads of Python run. A signal that Python handles interrupts it.
    pub(crate) fn run<T: Send>(
        &self,
        py: Python<'_>,
        f: impl FnOnce(&mut State) -> Result<T, Fault> + Send,
    ) -> PyResult<T> {
        let watched = signals::watch(py, &self.interrupt)?;
        let old = locked(&self.raised).take();
        // Outside the lock, because this may run Python.
        drop(old);
        let result = py.detach(|| self.state().and_then(|mut state| f(&mut state)));
        watched.end(py)?;
        // The exception of the handler, such as `KeyboardInterrupt`, comes before that of the query.
        py.check_signals()?;
        result.map_err(|fault| self.exception(py, fault))
    }

    fn exception(&self, py: Python<'_>, fault: Fault) -> PyErr {
        let error = match fault {
            Fault::Horn(error) => error,
            Fault::InUse => {
                return errors::plain(py, "the machine is in use by another thread or call");
            }
            Fault::Lost => return errors::plain(py, "the machine was lost in a panic"),
            Fault::Closed => {
                return errors::plain(py, "the query was closed when its machine was used again");
            }
        };
        let exception = errors::of_error(py, &error);
        let Some(cause) = locked(&self.raised).take() else {
            return exception;
        };
        if matches!(error, Error::Interrupted) && !cause.is_instance_of::<PyException>(py) {
            // `KeyboardInterrupt` or `SystemExit`
            return cause;
        }
        // The program may have caught the exception, and thrown something else.
        let message = error.ball().filter(|ball| ball.is_error("system_error"));
        let message = message.and_then(|ball| ball.formal()?.arg(0)?.to_text());
        if message.is_some_and(|message| message == cause.to_string()) {
            exception.set_cause(py, Some(cause));
        }
        exception
    }

    /// Closes a query, if it is open and its machine is not in use.
    pub(crate) fn close(&self, number: u64) {
        if let Ok(mut state) = self.state()
            && state.query(number).is_ok()
        {
            let _ = state.machine();
        }
    }
}
