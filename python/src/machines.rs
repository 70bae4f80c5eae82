//! Machines and images.

use crate::answers::Query;
use crate::predicates::{self, Definition, Kind};
use crate::state::{Fault, Shared};
use crate::values::to_value;
use horn::{Access, Limit, Value};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// A Prolog machine with its program. It runs one query at a time.
#[pyclass(module = "horn", frozen)]
pub(crate) struct Machine {
    pub(crate) shared: Arc<Shared>,
}

/// A program with its state at one moment, from which machines are made.
#[pyclass(module = "horn", frozen)]
pub(crate) struct Image {
    image: horn::Image,
    writes: bool,
}

#[pymethods]
impl Image {
    /// A machine with the program of the image.
    fn machine(&self) -> Machine {
        Machine::of(self.image.machine(), self.writes)
    }
}

/// Values for the variables of a query.
fn bindings(values: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<(String, Value)>> {
    let Some(values) = values else {
        return Ok(Vec::new());
    };
    let binding = |(name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        Ok((name.extract()?, to_value(&value)?))
    };
    values.iter().map(binding).collect()
}

impl Machine {
    fn of(machine: horn::Machine, writes: bool) -> Machine {
        Machine {
            shared: Shared::new(machine, writes),
        }
    }
}

#[pymethods]
impl Machine {
    /// A machine without a program. With `sandboxed`, programs have no access to files, the environment, other
    /// programs, the clock and the standard streams.
    #[new]
    #[pyo3(signature = (*, sandboxed=false))]
    fn new(sandboxed: bool) -> PyResult<Machine> {
        let access = match sandboxed {
            true => Access::none(),
            false => Access::all(),
        };
        match horn::Machine::builder().access(access).build() {
            Ok(machine) => Ok(Machine::of(machine, !sandboxed)),
            Err(error) => Err(PyValueError::new_err(error.to_string())),
        }
    }

    /// Loads a program from a text, as the file of this name. Returns the warnings.
    fn consult(&self, py: Python<'_>, name: &str, text: &str) -> PyResult<Vec<String>> {
        let warnings = self
            .shared
            .run(py, |state| Ok(state.machine()?.consult_str(name, text)?))?;
        Ok(warnings.iter().map(ToString::to_string).collect())
    }

    /// Loads a program file. Returns the warnings.
    fn consult_file(&self, py: Python<'_>, path: PathBuf) -> PyResult<Vec<String>> {
        let warnings = self
            .shared
            .run(py, |state| Ok(state.machine()?.consult_file(path)?))?;
        Ok(warnings.iter().map(ToString::to_string).collect())
    }

    /// Starts a query. Keyword arguments are values of its variables.
    #[pyo3(signature = (goal, /, **values))]
    fn query(
        &self,
        py: Python<'_>,
        goal: &str,
        values: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Query> {
        let values = bindings(values)?;
        let number = self.shared.quick(py, |state| {
            let number = state.open(|machine| machine.into_query(goal))?;
            // A text that is not a term must be found now, not with the first answer.
            if let Some(error) = state.query(number)?.refusal().cloned() {
                state.machine()?;
                return Err(Fault::Horn(error));
            }
            for (name, value) in values {
                if let Err(error) = state.query(number)?.bind(&name, value) {
                    state.machine()?;
                    return Err(Fault::Horn(error));
                }
            }
            Ok(number)
        })?;
        Ok(Query::new(&self.shared, number))
    }

    /// Starts the query that calls a predicate with values as arguments.
    #[pyo3(signature = (predicate, /, *arguments))]
    fn call(
        &self,
        py: Python<'_>,
        predicate: &str,
        arguments: &Bound<'_, PyTuple>,
    ) -> PyResult<Query> {
        let arguments: PyResult<Vec<Value>> = arguments.iter().map(|a| to_value(&a)).collect();
        let arguments = arguments?;
        let number = self.shared.quick(py, |state| {
            state.open(|machine| machine.into_call(predicate, arguments))
        })?;
        Ok(Query::new(&self.shared, number))
    }

    /// Returns true if the query has an answer.
    #[pyo3(signature = (goal, /, **values))]
    fn run(
        &self,
        py: Python<'_>,
        goal: &str,
        values: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<bool> {
        let values = bindings(values)?;
        self.shared.run(py, |state| {
            let mut query = state.machine()?.query(goal)?;
            for (name, value) in values {
                query.bind(&name, value)?;
            }
            match query.next() {
                Some(Ok(_)) => Ok(true),
                Some(Err(error)) => Err(Fault::Horn(error)),
                None => Ok(false),
            }
        })
    }

    /// Defines a predicate by a function of its arguments; without the function, a decorator.
    #[pyo3(signature = (name, arity, function=None))]
    fn predicate<'py>(
        this: &Bound<'py, Self>,
        name: String,
        arity: usize,
        function: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let definition = Definition::new(this, name, Kind::Predicate, Some(arity));
        definition.apply_or_return(this.py(), function)
    }

    /// Defines a predicate by a function, whose result is the last argument; without the function, a decorator.
    #[pyo3(signature = (name, function=None, *, arity=None))]
    fn function<'py>(
        this: &Bound<'py, Self>,
        name: String,
        function: Option<Bound<'py, PyAny>>,
        arity: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let definition = Definition::new(this, name, Kind::Function, arity);
        definition.apply_or_return(this.py(), function)
    }

    /// Limits the resources of each query and load: `inferences`, `seconds`, `memory` in bytes, `answers`,
    /// `propagations`, `output` in bytes. `None` removes a limit. No program catches that a limit is reached, except
    /// that of `catchable_memory`, which takes the place of `memory`.
    #[pyo3(signature = (**limits))]
    fn limit(&self, py: Python<'_>, limits: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        let mut set = Vec::new();
        for (name, value) in limits.into_iter().flatten() {
            let name: String = name.extract()?;
            set.push(match name.as_str() {
                "inferences" => Limit::Inferences(value.extract()?),
                "seconds" => {
                    let seconds: Option<f64> = value.extract()?;
                    let time = seconds.map(Duration::try_from_secs_f64).transpose();
                    Limit::Time(time.map_err(|e| PyValueError::new_err(e.to_string()))?)
                }
                "memory" => Limit::Memory(value.extract()?),
                "catchable_memory" => Limit::CatchableMemory(value.extract()?),
                "answers" => Limit::Answers(value.extract()?),
                "propagations" => Limit::Propagations(value.extract()?),
                "output" => Limit::Output(value.extract()?),
                _ => return Err(PyTypeError::new_err(format!("there is no limit {name}"))),
            });
        }
        self.shared.quick(py, |state| {
            let machine = state.machine()?;
            set.into_iter().for_each(|limit| machine.set_limit(limit));
            Ok(())
        })
    }

    /// A machine with the program of this one.
    fn fork(&self, py: Python<'_>) -> PyResult<Machine> {
        self.shared.quick(py, |state| {
            Ok(Machine::of(state.machine()?.fork(), self.shared.writes))
        })
    }

    /// An image of this machine as it is now.
    fn freeze(&self, py: Python<'_>) -> PyResult<Image> {
        self.shared.quick(py, |state| {
            Ok(Image {
                image: state.machine()?.freeze(),
                writes: self.shared.writes,
            })
        })
    }

    /// Brings the machine back to the state in which it was made.
    fn reset(&self, py: Python<'_>) -> PyResult<()> {
        self.shared.run(py, |state| {
            state.machine()?.reset();
            Ok(())
        })
    }

    /// Ends the running query with `horn.Interrupted`. Another thread may call it.
    fn interrupt(&self) {
        self.shared.interrupt.interrupt();
    }

    /// Captures output from now on, until `end_capture`.
    fn capture(&self, py: Python<'_>) -> PyResult<()> {
        self.shared.quick(py, |state| {
            state.machine()?.capture();
            Ok(())
        })
    }

    /// The output since `capture`.
    fn end_capture(&self, py: Python<'_>) -> PyResult<String> {
        self.shared
            .quick(py, |state| Ok(state.machine()?.end_capture()))
    }
}

impl Machine {
    /// Defines a predicate.
    pub(crate) fn define(
        &self,
        py: Python<'_>,
        name: &str,
        kind: Kind,
        arity: usize,
        function: Py<PyAny>,
    ) -> PyResult<()> {
        self.shared.quick(py, |state| {
            Ok(predicates::define(
                state.machine()?,
                name,
                kind,
                arity,
                function,
            )?)
        })
    }
}
