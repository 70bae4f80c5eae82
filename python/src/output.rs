//! The output of programs, on the standard streams of Python: so that it is captured, redirected and shown as what
//! Python prints.

use crate::state::{self, Raised};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use std::io::{self, Write};
use std::sync::Arc;

/// A stream of the module `sys`, which is looked up for each text: it may be replaced at any time.
struct Stream {
    name: &'static str,
    /// The first bytes of a character whose others have not come yet.
    begun: Vec<u8>,
    raised: Raised,
}

/// Directs the standard output and the messages of a machine to the streams of Python.
pub(crate) fn direct(machine: &mut horn::Machine, raised: &Raised) {
    let stream = |name| {
        Box::new(Stream {
            name,
            begun: Vec::new(),
            raised: Arc::clone(raised),
        })
    };
    machine.set_output(stream("stdout"));
    machine.set_error_output(stream("stderr"));
}

impl Stream {
    /// Calls a method of the stream, which may be missing: a program without a console has none.
    fn call(&self, method: &str, text: Option<&str>) -> io::Result<()> {
        let called = Python::attach(|py| {
            let stream = py.import("sys")?.getattr(self.name)?;
            match text {
                _ if stream.is_none() => {}
                Some(text) => drop(stream.call_method1(method, (text,))?),
                None => drop(stream.call_method0(method)?),
            }
            Ok::<(), PyErr>(())
        });
        called.map_err(|error| {
            let reason = io::Error::other(error.to_string());
            // `KeyboardInterrupt` ends the query: the signal interrupts it.
            if !Python::attach(|py| error.is_instance_of::<PyException>(py)) {
                state::keep(&self.raised, error);
            }
            reason
        })
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut all = std::mem::take(&mut self.begun);
        all.extend(bytes);
        let complete = match std::str::from_utf8(&all) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => all.len(),
        };
        self.begun = all.split_off(complete);
        match all.is_empty() {
            true => {}
            false => self.call("write", Some(&String::from_utf8_lossy(&all)))?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.call("flush", None)
    }
}
