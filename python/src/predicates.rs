//! Predicates in Python.

use crate::machines::Machine;
use crate::state::Caller;
use crate::values::{all_to_python, to_value};
use horn::{Call, Error, Exception, Value};
use pyo3::exceptions::{PyException, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyTuple};

/// The meaning of a function's result.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Success, or the values of the arguments.
    Predicate,
    /// The value of the last argument.
    Function,
}

/// A decorator that defines a predicate by a function.
#[pyclass(module = "horn", frozen)]
pub(crate) struct Definition {
    machine: Py<Machine>,
    name: String,
    kind: Kind,
    arity: Option<usize>,
}

impl Definition {
    pub(crate) fn new(
        machine: &Bound<'_, Machine>,
        name: String,
        kind: Kind,
        arity: Option<usize>,
    ) -> Definition {
        Definition {
            machine: machine.clone().unbind(),
            name,
            kind,
            arity,
        }
    }

    pub(crate) fn apply_or_return<'py>(
        self,
        py: Python<'py>,
        function: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match function {
            Some(function) => self.__call__(py, function),
            None => Ok(Bound::new(py, self)?.into_any()),
        }
    }
}

#[pymethods]
impl Definition {
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        function: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if !function.is_callable() {
            return Err(PyTypeError::new_err("a predicate needs a function"));
        }
        let arity = match self.arity {
            Some(arity) => arity,
            None => {
                let values = py.import("horn.values")?;
                values.call_method1("arity_of", (&function,))?.extract()?
            }
        };
        let machine = self.machine.get();
        machine.define(py, &self.name, self.kind, arity, function.clone().unbind())?;
        Ok(function)
    }
}

/// Defines a predicate.
pub(crate) fn define(
    machine: &mut horn::Machine,
    name: &str,
    kind: Kind,
    arity: usize,
    function: Py<PyAny>,
) -> Result<(), Error> {
    match kind {
        Kind::Function => machine.predicate(name, arity + 1, move |call| {
            let arguments = arguments(call, arity)?;
            if arguments.iter().any(|a| matches!(a, Value::Var(_))) {
                return Err(Exception::instantiation_error());
            }
            let result = attached(&caller(call)?, |py| {
                let result = apply(py, &function, &arguments)?;
                // As in Rust, `None` is failure.
                match result.is_none() {
                    true => Ok(None),
                    false => to_value(&result).map(Some),
                }
            })?;
            result.map_or(Ok(false), |value| call.unify(arity, value))
        }),
        Kind::Predicate => machine.relation(name, arity, move |call: &mut Call<'_>| {
            let arguments = arguments(call, arity)?;
            let caller = caller(call)?;
            attached(&caller, |py| {
                let result = apply(py, &function, &arguments)?;
                rows(&result, arity, &caller)
            })
        }),
    }
}

/// The first arguments of a call. Variables that are the same have the same name.
fn arguments(call: &mut Call<'_>, count: usize) -> Result<Vec<Value>, Exception> {
    let terms: Vec<_> = (0..count).map(|i| call.term(i)).collect();
    // One compound, because a list of characters would be a text.
    let all = call.build().compound("arguments", &terms);
    match call.value::<Value>(all)? {
        Value::Compound(_, arguments) => Ok(arguments),
        _ => Ok(Vec::new()),
    }
}

/// The machine that calls a predicate.
fn caller(call: &mut Call<'_>) -> Result<Caller, Exception> {
    let caller = call.context::<Caller>().cloned();
    caller.ok_or_else(|| Exception::system_error("a machine that Python does not know"))
}

fn apply<'py>(
    py: Python<'py>,
    function: &Py<PyAny>,
    arguments: &[Value],
) -> PyResult<Bound<'py, PyAny>> {
    let arguments = PyTuple::new(py, all_to_python(py, arguments)?)?;
    function.bind(py).call1(arguments)
}

/// Runs Python code. An exception is thrown as a ball: the term of `horn.Throw`, or a system error with the text of the
/// exception.
fn attached<T>(caller: &Caller, f: impl FnOnce(Python<'_>) -> PyResult<T>) -> Result<T, Exception> {
    Python::attach(|py| {
        f(py).map_err(|error| {
            if let Some(value) = thrown(py, &error) {
                return Exception::throw(value);
            }
            let message = error.to_string();
            let is_ordinary = error.is_instance_of::<PyException>(py);
            caller.keep(error);
            match is_ordinary {
                true => Exception::system_error(&message),
                // `KeyboardInterrupt` and `SystemExit` end the query.
                false => Exception::interrupt(),
            }
        })
    })
}

/// The term of a `horn.Throw`.
fn thrown(py: Python<'_>, error: &PyErr) -> Option<Value> {
    let class = py.import("horn.errors").ok()?.getattr("Throw").ok()?;
    let error = error.value(py);
    match error.is_instance(&class) {
        Ok(true) => to_value(&error.getattr("value").ok()?).ok(),
        _ => None,
    }
}

/// The rows of a predicate.
enum Rows {
    /// At most one.
    One(Option<Vec<Value>>),
    /// Those of an iterator.
    Many {
        iterator: Py<PyIterator>,
        arity: usize,
        caller: Caller,
    },
}

/// The rows that a result means: none, success, one row, or those of an iterator.
fn rows(result: &Bound<'_, PyAny>, arity: usize, caller: &Caller) -> PyResult<Rows> {
    if let Ok(iterator) = result.cast::<PyIterator>() {
        return Ok(Rows::Many {
            iterator: iterator.clone().unbind(),
            arity,
            caller: caller.clone(),
        });
    }
    row(result, arity).map(Rows::One)
}

/// One row; `None` is failure.
fn row(result: &Bound<'_, PyAny>, arity: usize) -> PyResult<Option<Vec<Value>>> {
    let any = || vec![Value::Var("_".into()); arity];
    if result.is_none() {
        return Ok(Some(any()));
    }
    if let Ok(truth) = result.extract::<bool>() {
        return Ok(truth.then(any));
    }
    match result.cast::<PyTuple>() {
        Ok(row) if row.len() == arity => row
            .iter()
            .map(|v| to_value(&v))
            .collect::<Result<_, _>>()
            .map(Some),
        _ => {
            let values = if arity == 1 { "value" } else { "values" };
            let message = format!(
                "a predicate returns True, False, None, an iterator, or a tuple of {arity} {values}"
            );
            Err(PyTypeError::new_err(message))
        }
    }
}

impl Iterator for Rows {
    type Item = Result<Vec<Value>, Exception>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Rows::One(row) => row.take().map(Ok),
            Rows::Many {
                iterator,
                arity,
                caller,
            } => {
                let next = attached(caller, |py| {
                    let mut iterator = iterator.bind(py).clone();
                    loop {
                        match iterator.next().transpose()? {
                            None => return Ok(None),
                            Some(item) => {
                                if let Some(row) = row(&item, *arity)? {
                                    return Ok(Some(row));
                                }
                            }
                        }
                    }
                });
                next.transpose()
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Rows::One(row) => (0, Some(usize::from(row.is_some()))),
            Rows::Many { .. } => (0, None),
        }
    }
}
