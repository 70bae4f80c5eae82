//! Queries and their answers.

use crate::errors;
use crate::state::Shared;
use crate::values::to_python;
use horn::Value;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::PyIterator;
use std::sync::Arc;

/// A running query: an iterator over its answers, each computed when it is asked for.
#[pyclass(module = "horn", frozen)]
pub(crate) struct Query {
    shared: Arc<Shared>,
    number: u64,
    ended: std::sync::atomic::AtomicBool,
}

impl Query {
    pub(crate) fn new(shared: &Arc<Shared>, number: u64) -> Query {
        Query {
            shared: Arc::clone(shared),
            number,
            ended: false.into(),
        }
    }

    fn end(&self) {
        self.ended.store(true, std::sync::atomic::Ordering::Relaxed);
    }
}

#[pymethods]
impl Query {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Answer>> {
        if self.ended.load(std::sync::atomic::Ordering::Relaxed) {
            return Ok(None);
        }
        let number = self.number;
        let next = self.shared.run(py, |state| {
            let item = state.query(number)?.next().transpose();
            if !matches!(item, Ok(Some(_))) {
                state.machine()?;
            }
            Ok(item?)
        });
        if !matches!(next, Ok(Some(_))) {
            self.end();
        }
        Ok(next?.map(Answer))
    }

    /// Closes the query; it has no more answers.
    fn close(&self) {
        self.end();
        self.shared.close(self.number);
    }

    fn __enter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __exit__(&self, _kind: Py<PyAny>, _value: Py<PyAny>, _traceback: Py<PyAny>) {
        self.close();
    }
}

impl Drop for Query {
    fn drop(&mut self) {
        self.shared.close(self.number);
    }
}

/// One answer: a mapping from the names of variables to their values.
#[pyclass(module = "horn", frozen, mapping)]
pub(crate) struct Answer(horn::Answer);

impl Answer {
    fn value<'py>(&self, py: Python<'py>, name: &str) -> Option<PyResult<Bound<'py, PyAny>>> {
        let term = self.0.term(name)?;
        Some(match term.get::<Value>() {
            Ok(value) => to_python(py, &value),
            Err(error) => Err(errors::of_error(py, &error)),
        })
    }

    fn names(&self) -> Vec<&str> {
        self.0.bindings().map(|(name, _)| name).collect()
    }
}

#[pymethods]
impl Answer {
    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let missing = || Err(PyKeyError::new_err(name.to_string()));
        self.value(py, name).unwrap_or_else(missing)
    }

    /// The value of a variable, or `default` if the query has no such variable.
    #[pyo3(signature = (name, default=None))]
    fn get<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.value(py, name).map_or(Ok(default), |v| v.map(Some))
    }

    /// The names of the variables, in order of first occurrence.
    fn keys(&self) -> Vec<&str> {
        self.names()
    }

    /// The values of the variables.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let names = self.names().into_iter();
        names.map(|name| self.__getitem__(py, name)).collect()
    }

    /// Pairs of the names of variables and their values.
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Vec<(&str, Bound<'py, PyAny>)>> {
        let names = self.names().into_iter();
        let item = |name| Ok((name, self.__getitem__(py, name)?));
        names.map(item).collect()
    }

    /// The text of the value of a variable, however deep or cyclic it is.
    fn text(&self, name: &str) -> PyResult<String> {
        match self.0.term(name) {
            Some(term) => Ok(term.to_string()),
            None => Err(PyKeyError::new_err(name.to_string())),
        }
    }

    /// The texts of the residual goals: constraints and suspended goals.
    #[getter]
    fn residual_goals(&self) -> Vec<String> {
        self.0
            .residual_goals()
            .map(|goal| goal.to_string())
            .collect()
    }

    /// The text of the whole answer, however large its terms are.
    #[getter]
    fn full_text(&self) -> String {
        self.0.full_text()
    }

    fn __len__(&self) -> usize {
        self.0.bindings().len()
    }

    fn __contains__(&self, name: &str) -> bool {
        self.0.term(name).is_some()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        pyo3::types::PyList::new(py, self.names())?.try_iter()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Answer {}>", self.0)
    }
}
