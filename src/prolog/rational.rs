//! Rationals of a program as Rust values.

use crate::base::int::{Int, ParseNumberError};
use dashu_int::IBig;
use dashu_ratio::RBig;
use std::fmt;
use std::str::FromStr;

/// A rational number in lowest terms, without bound.
///
/// ```
/// use horn::{Int, Machine, Rational};
///
/// let mut machine = Machine::new();
/// let answer = machine.query("X is 2 rdiv -6")?.next().unwrap()?;
/// let x: Rational = answer.get("X")?;
/// assert_eq!((x.numerator(), x.denominator()), (Int::from(-1), Int::from(3)));
/// assert_eq!(x.to_string(), "-1r3");
/// assert_eq!(Some(x), Rational::new(1, -3));
/// assert_eq!("10/4".parse::<Rational>().unwrap().to_string(), "5r2");
/// # Ok::<(), horn::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rational(pub(super) RBig);

impl Rational {
    /// The quotient of two integers; `None` if the denominator is zero.
    ///
    /// ```
    /// use horn::Rational;
    ///
    /// assert_eq!(Rational::new(6, -4).unwrap().to_string(), "-3r2");
    /// assert!(Rational::new(1, 0).is_none());
    /// ```
    pub fn new(numerator: impl Into<Int>, denominator: impl Into<Int>) -> Option<Rational> {
        let (numerator, denominator) = (numerator.into(), denominator.into());
        if denominator.is_zero() {
            return None;
        }
        let signed = match denominator.is_negative() {
            true => -numerator,
            false => numerator,
        };
        let quotient = RBig::from_parts(signed.to_big(), denominator.magnitude());
        Some(Rational(quotient))
    }

    /// The numerator, which has the sign.
    ///
    /// ```
    /// use horn::{Int, Rational};
    ///
    /// assert_eq!(Rational::new(6, -4).unwrap().numerator(), Int::from(-3));
    /// ```
    pub fn numerator(&self) -> Int {
        Int::from(self.0.numerator().clone())
    }

    /// The denominator, which is positive.
    ///
    /// ```
    /// use horn::{Int, Rational};
    ///
    /// assert_eq!(Rational::new(6, -4).unwrap().denominator(), Int::from(2));
    /// ```
    pub fn denominator(&self) -> Int {
        Int::from(IBig::from(self.0.denominator().clone()))
    }
}

impl<I: Into<Int>> From<I> for Rational {
    fn from(i: I) -> Rational {
        Rational(RBig::from(i.into().to_big()))
    }
}

impl fmt::Display for Rational {
    /// The text of the number in a program: `1r3`, or `7` for an integer.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.is_int() {
            true => self.numerator().fmt(f),
            false => write!(f, "{}r{}", self.0.numerator(), self.0.denominator()),
        }
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rational({self})")
    }
}

impl FromStr for Rational {
    type Err = ParseNumberError;

    /// Reads `1r3`, `1/3` or `7`.
    fn from_str(text: &str) -> Result<Rational, ParseNumberError> {
        let fault = ParseNumberError::of("a rational");
        let Some((numerator, denominator)) = text.split_once(['r', '/']) else {
            return text.parse::<Int>().map(Rational::from).map_err(|_| fault);
        };
        let number = |part: &str| part.parse::<Int>().map_err(|_| fault);
        if denominator.starts_with(['+', '-']) {
            return Err(fault);
        }
        Rational::new(number(numerator)?, number(denominator)?).ok_or(fault)
    }
}
