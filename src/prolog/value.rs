//! Terms as Rust values.

use super::error::{Error, Mismatch};
use super::term::{Shape, Term};
use crate::base::int::Int;
use dashu_ratio::RBig;

impl<'a> Term<'a> {
    /// The term as a Rust value.
    ///
    /// # Errors
    /// [`Error::Mismatch`] when the term has no value of that type.
    pub fn get<T: FromTerm>(self) -> Result<T, Error> {
        T::from_term(self)
    }

    fn mismatch(self, expected: &'static str) -> Error {
        Error::Mismatch(Mismatch {
            expected,
            found: self.shortened_text(),
        })
    }
}

/// A term as a plain Rust enum.
///
/// The term may be nested at most [`Value::MAX_DEPTH`] levels deep, where a list counts as one level; deeper
/// terms are read through [`Term`].
///
/// ```
/// use horn::{Int, Machine, Value};
///
/// let mut machine = Machine::new();
/// let answer = machine.query("T = f(a, [1,2.5], \"text\", X)")?.next().unwrap()?;
/// let list = Value::List(vec![Value::Integer(Int::from(1)), Value::Float(2.5)]);
/// let args = vec![
///     Value::Atom("a".into()),
///     list,
///     Value::String("text".into()),
///     Value::Var("X".into()),
/// ];
/// assert_eq!(answer.get::<Value>("T")?, Value::Compound("f".into(), args));
/// # Ok::<(), horn::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A variable, with its name in the answer.
    Var(String),
    /// An atom.
    Atom(String),
    /// An integer.
    Integer(Int),
    /// A float.
    Float(f64),
    /// A rational that is not an integer.
    Rational(Box<RBig>),
    /// A list of characters that is not empty.
    String(String),
    /// Any other list that ends in `[]`, the empty list included.
    List(Vec<Value>),
    /// Any other compound.
    Compound(String, Vec<Value>),
}

impl Value {
    /// The number of levels that a value may have.
    pub const MAX_DEPTH: usize = 500;

    /// The number of nodes that a value may have. A term that shares its parts can be small on the heap and, as
    /// a value, too large for the memory.
    const MAX_SIZE: usize = 50_000_000;

    /// Builds a value by recursion, which `depth` bounds; `size` counts nodes.
    fn build(t: Term<'_>, depth: usize, size: &mut usize) -> Result<Value, Error> {
        let Some(depth) = depth.checked_sub(1) else {
            return Err(t.mismatch("a term nested at most 500 levels deep"));
        };
        *size += 1;
        if *size > Value::MAX_SIZE {
            return Err(t.mismatch("a term of at most 50 million parts"));
        }
        Ok(match t.shape() {
            Shape::Var(name) => Value::Var(name.into_owned()),
            Shape::Atom(_) if t.is_nil() => Value::List(Vec::new()),
            Shape::Atom(name) => Value::Atom(name.into_owned()),
            Shape::Integer(i) => Value::Integer(i.clone()),
            Shape::Float(f) => Value::Float(f),
            Shape::Rational(r) => Value::Rational(Box::new(r.clone())),
            Shape::Compound(name, _) => {
                if let Some(text) = t.to_text() {
                    return Ok(Value::String(text));
                }
                if let Some(items) = t.elements() {
                    let items = items.into_iter().map(|i| Value::build(i, depth, size));
                    return Ok(Value::List(items.collect::<Result<_, _>>()?));
                }
                let args = t.args().map(|a| Value::build(a, depth, size));
                Value::Compound(name.into_owned(), args.collect::<Result<_, _>>()?)
            }
        })
    }
}

/// A Rust type that terms can be converted to.
///
/// ```
/// use horn::{Error, FromTerm, Machine, Term};
///
/// /// `X/Y`
/// struct Point(i64, i64);
///
/// impl FromTerm for Point {
///     fn from_term(t: Term<'_>) -> Result<Point, Error> {
///         let coordinate = |i| t.arg(i).map_or(Ok(0), Term::get);
///         Ok(Point(coordinate(0)?, coordinate(1)?))
///     }
/// }
///
/// let mut machine = Machine::new();
/// let query = "P = 3/4, Ps = [1-\"one\",2-\"two\"], U = V, B = true, N = 12";
/// let answer = machine.query(query)?.next().unwrap()?;
/// let Point(x, y) = answer.get("P")?;
/// assert_eq!((x, y), (3, 4));
/// let pairs: Vec<(u8, String)> = answer.get("Ps")?;
/// assert_eq!(pairs[1], (2, "two".to_string()));
/// assert_eq!(answer.get::<Option<i64>>("U")?, None);
/// assert!(answer.get::<bool>("B")?);
/// assert!(matches!(answer.get::<bool>("N"), Err(Error::Mismatch(_))));
/// # Ok::<(), Error>(())
/// ```
pub trait FromTerm: Sized {
    /// The value of the term.
    ///
    /// # Errors
    /// [`Error::Mismatch`] when the term has no value of that type.
    fn from_term(t: Term<'_>) -> Result<Self, Error>;
}

impl FromTerm for Value {
    fn from_term(t: Term<'_>) -> Result<Value, Error> {
        Value::build(t, Value::MAX_DEPTH, &mut 0)
    }
}

impl FromTerm for Int {
    fn from_term(t: Term<'_>) -> Result<Int, Error> {
        match t.shape() {
            Shape::Integer(i) => Ok(i.clone()),
            _ => Err(t.mismatch("an integer")),
        }
    }
}

macro_rules! from_integer {
    ($($rust:ty, $expected:literal;)*) => {$(
        impl FromTerm for $rust {
            fn from_term(t: Term<'_>) -> Result<$rust, Error> {
                match t.shape() {
                    Shape::Integer(i) => i.to_i64().and_then(|i| i.try_into().ok()),
                    _ => None,
                }
                .ok_or_else(|| t.mismatch($expected))
            }
        }
    )*};
}
from_integer! {
    i64, "a 64-bit integer"; i32, "a 32-bit integer"; u32, "an unsigned 32-bit integer";
    u8, "an unsigned 8-bit integer"; usize, "an index";
}

impl FromTerm for f64 {
    /// Integers count as floats if the conversion is exact.
    fn from_term(t: Term<'_>) -> Result<f64, Error> {
        match t.shape() {
            Shape::Float(f) => Ok(f),
            Shape::Integer(Int::Small(i)) if i.unsigned_abs() <= 1 << 53 => Ok(*i as f64),
            _ => Err(t.mismatch("a float")),
        }
    }
}

impl FromTerm for bool {
    fn from_term(t: Term<'_>) -> Result<bool, Error> {
        match t.shape() {
            Shape::Atom(name) if name == "true" => Ok(true),
            Shape::Atom(name) if name == "false" => Ok(false),
            _ => Err(t.mismatch("true or false")),
        }
    }
}

impl FromTerm for String {
    /// An atom or a list of characters; `[]` is the empty text.
    fn from_term(t: Term<'_>) -> Result<String, Error> {
        t.to_text().ok_or_else(|| t.mismatch("a text"))
    }
}

impl<T: FromTerm> FromTerm for Vec<T> {
    fn from_term(t: Term<'_>) -> Result<Vec<T>, Error> {
        let items = t.elements().ok_or_else(|| t.mismatch("a list"))?;
        items.into_iter().map(T::from_term).collect()
    }
}

impl<T: FromTerm> FromTerm for Option<T> {
    /// A variable is `None`.
    fn from_term(t: Term<'_>) -> Result<Option<T>, Error> {
        match t.shape() {
            Shape::Var(_) => Ok(None),
            _ => T::from_term(t).map(Some),
        }
    }
}

impl<A: FromTerm, B: FromTerm> FromTerm for (A, B) {
    /// `A-B`.
    fn from_term(t: Term<'_>) -> Result<(A, B), Error> {
        match (t.shape(), t.arg(0), t.arg(1)) {
            (Shape::Compound(name, 2), Some(a), Some(b)) if name == "-" => {
                Ok((A::from_term(a)?, B::from_term(b)?))
            }
            _ => Err(t.mismatch("a pair A-B")),
        }
    }
}
