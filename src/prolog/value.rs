//! Terms as Rust values.

use super::error::{Error, Mismatch};
use super::rational::Rational;
use super::term::{Shape, Term};
use crate::base::int::Int;

/// The expectation of a conversion that recurses, for its errors.
const TOO_DEEP: &str = "a term nested at most 500 levels deep";

impl<'a> Term<'a> {
    /// The term as a Rust value.
    ///
    /// # Errors
    /// [`Error::Mismatch`] when the term has no value of that type.
    ///
    /// ```
    /// let mut machine = horn::Machine::new();
    /// let answer = machine.query("T = point(3, [a,b])")?.next().unwrap()?;
    /// let term = answer.term("T").unwrap();
    /// assert_eq!(term.arg(0).unwrap().get::<i64>()?, 3);
    /// assert_eq!(term.arg(1).unwrap().get::<Vec<String>>()?, ["a", "b"]);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn get<T: FromTerm>(self) -> Result<T, Error> {
        T::from_term(self)
    }

    /// The error that this term is not what a conversion expects, such as `"a point X/Y"`.
    ///
    /// ```
    /// let mut machine = horn::Machine::new();
    /// let answer = machine.query("P = 3")?.next().unwrap()?;
    /// let error = answer.term("P").unwrap().mismatch("a point X/Y");
    /// assert_eq!(error.to_string(), "expected a point X/Y, found 3");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn mismatch(self, expected: &'static str) -> Error {
        Error::Mismatch(Mismatch {
            expected,
            found: self.shortened_text(),
            at: self.id(),
        })
    }

    /// The term, unless it is too deep in the term that the host asked for. Conversions that recurse call it, so
    /// that no term exhausts the stack.
    #[doc(hidden)]
    pub fn within_depth(self) -> Result<Term<'a>, Error> {
        match self.depth() > Value::MAX_DEPTH {
            true => Err(self.mismatch(TOO_DEEP)),
            false => Ok(self),
        }
    }

    /// The error that this term is not a list. Of a partial list, the culprit is the variable at its end.
    pub(super) fn not_a_list(self) -> Error {
        let end = self.list_end();
        let culprit = match end.shape() {
            Shape::Var(_) => end,
            _ => self,
        };
        Error::Mismatch(Mismatch {
            expected: "a list",
            found: self.shortened_text(),
            at: culprit.id(),
        })
    }
}

/// A term as a plain Rust enum.
///
/// The term may be nested at most [`Value::MAX_DEPTH`] levels deep, where a list counts as one level; deeper
/// terms are read through [`Term`]. So is a term that has shared parts and, with a copy for each of their
/// occurrences, more than a million nodes more than it has as it is.
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
/// let value = Value::Compound("f".into(), args);
/// assert_eq!(answer.get::<Value>("T")?, value);
/// assert_eq!(value.to_string(), "f(a,[1,2.5],\"text\",X)");
/// assert_eq!("f(a, [1,2.5], \"text\", X)".parse::<Value>()?, value);
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
    Rational(Box<Rational>),
    /// A list of characters that is not empty.
    String(String),
    /// A string: an atomic term, as texts in double quotes are in the dialect `swi`.
    Text(String),
    /// Any other list that ends in `[]`, the empty list included.
    List(Vec<Value>),
    /// Any other compound.
    Compound(String, Vec<Value>),
}

impl Value {
    /// The number of levels that a value may have.
    ///
    /// ```
    /// use horn::{Machine, Value};
    ///
    /// let mut machine = Machine::new();
    /// let goal = "length(L, 501), foldl([_,T,f(T)]>>true, L, a, X)";
    /// let answer = machine.query(goal)?.next().unwrap()?;
    /// assert!(Value::MAX_DEPTH < 501 && answer.get::<Value>("X").is_err());
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub const MAX_DEPTH: usize = 500;

    /// Builds a value by recursion, which `depth` bounds.
    fn build(t: Term<'_>, depth: usize) -> Result<Value, Error> {
        let Some(depth) = depth.checked_sub(1) else {
            return Err(t.mismatch(TOO_DEEP));
        };
        Ok(match t.shape() {
            Shape::Var(name) => Value::Var(name.into_owned()),
            Shape::Atom(_) if t.is_nil() => Value::List(Vec::new()),
            Shape::Atom(name) => Value::Atom(name.into_owned()),
            Shape::Integer(i) => Value::Integer(i.clone()),
            Shape::Float(f) => Value::Float(f),
            Shape::Rational(r) => Value::Rational(Box::new(r)),
            Shape::String(text) => Value::Text(text.to_string()),
            Shape::Compound(name, _) => {
                if let Some(text) = t.to_text() {
                    return Ok(Value::String(text));
                }
                if let Some(items) = t.elements() {
                    let items = items.into_iter().map(|i| Value::build(i, depth));
                    return Ok(Value::List(items.collect::<Result<_, _>>()?));
                }
                let args = t.args().map(|a| Value::build(a, depth));
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
///         match (t.functor(), t.arg(0), t.arg(1)) {
///             (Some((name, 2)), Some(x), Some(y)) if name == "/" => Ok(Point(x.get()?, y.get()?)),
///             _ => Err(t.mismatch("a point X/Y")),
///         }
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

    /// The value of an atomic term that is still on the heap, if the type has a quick way to it.
    #[doc(hidden)]
    fn from_atomic(_: Atomic<'_>) -> Option<Self> {
        None
    }
}

/// An atomic term on the heap.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Atomic<'a> {
    /// An integer of one word.
    Integer(i64),
    /// A float.
    Float(f64),
    /// An atom other than `[]`.
    Atom(&'a str),
}

impl FromTerm for Value {
    fn from_term(t: Term<'_>) -> Result<Value, Error> {
        if t.is_oversized() {
            return Err(t.mismatch("a term whose parts are not shared many times over"));
        }
        Value::build(t, Value::MAX_DEPTH)
    }
}

impl FromTerm for Int {
    fn from_term(t: Term<'_>) -> Result<Int, Error> {
        match t.shape() {
            Shape::Integer(i) => Ok(i.clone()),
            _ => Err(t.mismatch("an integer")),
        }
    }

    fn from_atomic(t: Atomic<'_>) -> Option<Int> {
        match t {
            Atomic::Integer(i) => Some(Int::from(i)),
            _ => None,
        }
    }
}

macro_rules! from_integer {
    ($($rust:ty, $expected:literal;)*) => {$(
        impl FromTerm for $rust {
            fn from_term(t: Term<'_>) -> Result<$rust, Error> {
                let found = match t.shape() {
                    Shape::Integer(Int::Small(i)) => (*i).try_into().ok(),
                    Shape::Integer(Int::Big(i)) => (&**i).try_into().ok(),
                    _ => None,
                };
                found.ok_or_else(|| t.mismatch($expected))
            }

            #[inline]
            fn from_atomic(t: Atomic<'_>) -> Option<$rust> {
                match t {
                    Atomic::Integer(i) => i.try_into().ok(),
                    _ => None,
                }
            }
        }
    )*};
}
from_integer! {
    i8, "an 8-bit integer"; i16, "a 16-bit integer"; i32, "a 32-bit integer"; i64, "a 64-bit integer";
    i128, "a 128-bit integer"; isize, "an integer of a machine word"; u8, "an unsigned 8-bit integer";
    u16, "an unsigned 16-bit integer"; u32, "an unsigned 32-bit integer"; u64, "an unsigned 64-bit integer";
    u128, "an unsigned 128-bit integer"; usize, "an unsigned integer of a machine word";
}

impl FromTerm for Rational {
    /// Integers count as rationals.
    fn from_term(t: Term<'_>) -> Result<Rational, Error> {
        match t.shape() {
            Shape::Rational(r) => Ok(r),
            Shape::Integer(i) => Ok(Rational::from(i.clone())),
            _ => Err(t.mismatch("a rational")),
        }
    }
}

impl FromTerm for f64 {
    /// Integers count as floats if the conversion is exact.
    fn from_term(t: Term<'_>) -> Result<f64, Error> {
        let found = match t.shape() {
            Shape::Float(f) => Some(f),
            Shape::Integer(Int::Small(i)) => f64::from_atomic(Atomic::Integer(*i)),
            _ => None,
        };
        found.ok_or_else(|| t.mismatch("a float"))
    }

    fn from_atomic(t: Atomic<'_>) -> Option<f64> {
        match t {
            Atomic::Float(f) => Some(f),
            Atomic::Integer(i) if i.unsigned_abs() <= 1 << 53 => Some(i as f64),
            _ => None,
        }
    }
}

impl FromTerm for f32 {
    /// The nearest number of this type.
    fn from_term(t: Term<'_>) -> Result<f32, Error> {
        f64::from_term(t).map(|f| f as f32)
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

    fn from_atomic(t: Atomic<'_>) -> Option<bool> {
        match t {
            Atomic::Atom("true") => Some(true),
            Atomic::Atom("false") => Some(false),
            _ => None,
        }
    }
}

impl FromTerm for char {
    fn from_term(t: Term<'_>) -> Result<char, Error> {
        let Shape::Atom(name) = t.shape() else {
            return Err(t.mismatch("a character"));
        };
        let mut chars = name.chars();
        match (chars.next(), chars.next()) {
            (Some(c), None) => Ok(c),
            _ => Err(t.mismatch("a character")),
        }
    }
}

impl FromTerm for String {
    /// An atom, a string or a list of characters; `[]` is the empty text.
    fn from_term(t: Term<'_>) -> Result<String, Error> {
        t.to_text().ok_or_else(|| t.mismatch("a text"))
    }

    fn from_atomic(t: Atomic<'_>) -> Option<String> {
        match t {
            Atomic::Atom(name) => Some(name.to_string()),
            _ => None,
        }
    }
}
