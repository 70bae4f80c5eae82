//! The Python package of Horn: the module `horn._native`.

use pyo3::prelude::*;

mod answers;
mod errors;
mod machines;
mod output;
mod predicates;
mod signals;
mod state;
mod values;

/// The text of a value as a term.
#[pyfunction]
fn text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(values::to_value(value)?.to_string())
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<machines::Machine>()?;
    module.add_class::<machines::Image>()?;
    module.add_class::<answers::Query>()?;
    module.add_class::<answers::Answer>()?;
    module.add_function(wrap_pyfunction!(text, module)?)
}
