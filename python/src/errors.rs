//! Errors of Horn as Python exceptions.

use horn::Error;
use pyo3::prelude::*;

/// A Python exception of a class of `horn.errors`.
fn exception<'py>(
    py: Python<'py>,
    class: &str,
    arguments: impl pyo3::call::PyCallArgs<'py>,
) -> PyErr {
    let made = py
        .import("horn.errors")
        .and_then(|module| module.getattr(class)?.call1(arguments));
    match made {
        Ok(value) => PyErr::from_value(value),
        Err(error) => error,
    }
}

/// A `horn.Error` with this message.
pub(crate) fn plain(py: Python<'_>, message: &str) -> PyErr {
    exception(py, "Error", (message,))
}

/// The exception for an error.
pub(crate) fn of_error(py: Python<'_>, error: &Error) -> PyErr {
    let message = error.to_string();
    let term = error.ball().map(|ball| ball.term().to_string());
    match error {
        Error::Interrupted => exception(py, "Interrupted", (message,)),
        Error::Halted(status) => exception(py, "Halted", (message, *status)),
        Error::Load(all) => {
            let all: Vec<String> = all.iter().map(ToString::to_string).collect();
            exception(py, "LoadError", (message, all))
        }
        _ => match error.resource() {
            Some(resource) => {
                let name = resource.to_string();
                exception(py, "LimitExceeded", (message, term, name))
            }
            None => exception(py, "Error", (message, term)),
        },
    }
}
