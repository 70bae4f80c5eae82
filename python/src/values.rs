//! Python values as terms, and terms as Python values.

use dashu_int::IBig;
use horn::{Int, Rational, Value};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple, PyType};
use pyo3::{IntoPyObjectExt, intern};

type Class = PyOnceLock<Py<PyType>>;

fn class<'py>(
    py: Python<'py>,
    cell: &'static Class,
    module: &str,
    name: &str,
) -> PyResult<&'py Bound<'py, PyType>> {
    cell.import(py, module, name)
}

fn atom_class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static ATOM: Class = PyOnceLock::new();
    class(py, &ATOM, "horn.values", "Atom")
}

fn var_class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static VAR: Class = PyOnceLock::new();
    class(py, &VAR, "horn.values", "Var")
}

fn term_class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static TERM: Class = PyOnceLock::new();
    class(py, &TERM, "horn.values", "Term")
}

fn fraction_class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static FRACTION: Class = PyOnceLock::new();
    class(py, &FRACTION, "fractions", "Fraction")
}

/// The term of a Python value.
pub(crate) fn to_value(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    convert(value, Value::MAX_DEPTH)
}

/// Converts by recursion, which `depth` bounds.
fn convert(value: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value> {
    let Some(depth) = depth.checked_sub(1) else {
        let message = "a value nested more than 500 levels deep has no term";
        return Err(PyValueError::new_err(message));
    };
    let py = value.py();
    let all = |values: Bound<'_, PyTuple>| -> PyResult<Vec<Value>> {
        values.iter().map(|v| convert(&v, depth)).collect()
    };
    if value.is_none() {
        return Ok(Value::Var("_".into()));
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(match value.is_instance(atom_class(py)?)? {
            true if text.to_cow()? == "[]" => Value::List(Vec::new()),
            true => Value::Atom(text.to_cow()?.into_owned()),
            false => Value::from(&*text.to_cow()?),
        });
    }
    if let Ok(truth) = value.cast::<PyBool>() {
        return Ok(Value::Atom(truth.is_true().to_string()));
    }
    if let Ok(i) = value.cast::<PyInt>() {
        return Ok(Value::Integer(integer(i)?));
    }
    if let Ok(x) = value.cast::<PyFloat>() {
        return match x.value() {
            x if x.is_finite() => Ok(Value::Float(x)),
            x => Err(PyValueError::new_err(format!("the float {x} has no term"))),
        };
    }
    if let Ok(items) = value.cast::<PyList>() {
        return Ok(Value::List(all(items.to_tuple())?));
    }
    if let Ok(items) = value.cast::<PyTuple>() {
        return Ok(Value::List(all(items.clone())?));
    }
    if let Ok(entries) = value.cast::<PyDict>() {
        let pair = |(key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            let pair = vec![convert(&key, depth)?, convert(&value, depth)?];
            Ok(Value::Compound("-".into(), pair))
        };
        let pairs: PyResult<Vec<Value>> = entries.iter().map(pair).collect();
        return Ok(Value::List(pairs?));
    }
    if value.is_instance(term_class(py)?)? {
        let name: String = value.getattr(intern!(py, "name"))?.extract()?;
        let args = value.getattr(intern!(py, "args"))?;
        return Ok(Value::Compound(name, all(args.cast_into::<PyTuple>()?)?));
    }
    if value.is_instance(var_class(py)?)? {
        return Ok(Value::Var(value.getattr(intern!(py, "name"))?.extract()?));
    }
    if value.is_instance(fraction_class(py)?)? {
        return fraction(value);
    }
    let kind = value.get_type().name()?;
    let message = format!("a value of type {kind} has no term");
    Err(PyTypeError::new_err(message))
}

fn fraction(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    let part = |name: &str| integer(value.getattr(name)?.cast::<PyInt>()?);
    let (numerator, denominator) = (part("numerator")?, part("denominator")?);
    Ok(match denominator == Int::from(1) {
        true => Value::Integer(numerator),
        false => match Rational::new(numerator, denominator) {
            Some(rational) => Value::Rational(Box::new(rational)),
            None => return Err(PyValueError::new_err("a fraction with denominator zero")),
        },
    })
}

fn integer(i: &Bound<'_, PyInt>) -> PyResult<Int> {
    if let Ok(small) = i.extract::<i64>() {
        return Ok(Int::from(small));
    }
    let bits: usize = i.call_method0("bit_length")?.extract()?;
    let options = PyDict::new(i.py());
    options.set_item("signed", true)?;
    let bytes = i.call_method("to_bytes", (bits / 8 + 1, "little"), Some(&options))?;
    let bytes = bytes.cast_into::<PyBytes>()?;
    Ok(Int::from(IBig::from_le_bytes(bytes.as_bytes())))
}

/// The Python value of a term.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Var(name) => var_class(py)?.call1((name,)),
        Value::Atom(name) if name == "true" => true.into_bound_py_any(py),
        Value::Atom(name) if name == "false" => false.into_bound_py_any(py),
        Value::Atom(name) => atom_class(py)?.call1((name,)),
        Value::Integer(i) => to_python_integer(py, i),
        Value::Float(x) => x.into_bound_py_any(py),
        Value::Rational(r) => {
            let parts = [&r.numerator(), &r.denominator()].map(|i| to_python_integer(py, i));
            let [numerator, denominator] = parts;
            fraction_class(py)?.call1((numerator?, denominator?))
        }
        Value::String(text) | Value::Text(text) => text.into_bound_py_any(py),
        Value::List(items) => PyList::new(py, all_to_python(py, items)?)?.into_bound_py_any(py),
        Value::Compound(name, args) => {
            let args = PyTuple::new(py, all_to_python(py, args)?)?;
            term_class(py)?.call1((name, args))
        }
    }
}

/// The Python values of terms.
pub(crate) fn all_to_python<'py>(
    py: Python<'py>,
    values: &[Value],
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    values.iter().map(|v| to_python(py, v)).collect()
}

fn to_python_integer<'py>(py: Python<'py>, i: &Int) -> PyResult<Bound<'py, PyAny>> {
    match i {
        Int::Small(i) => i.into_bound_py_any(py),
        Int::Big(i) => {
            let options = PyDict::new(py);
            options.set_item("signed", true)?;
            let bytes = PyBytes::new(py, &i.to_le_bytes());
            let class = py.get_type::<PyInt>();
            class.call_method("from_bytes", (bytes, "little"), Some(&options))
        }
    }
}
