//! Numbers of the crates `num-bigint` and `dashu` as terms, and terms as such numbers.

use super::error::Error;
use super::into_term::{IntoTerm, TermBuilder, TermId};
use super::rational::Rational;
use super::term::Term;
use super::value::FromTerm;
use crate::base::int::Int;
use dashu_int::UBig;

/// Implements the conversions of a type by way of one of this crate.
macro_rules! number {
    ($rust:ty, $expected:literal, $by:ty, $into:expr, $from:expr) => {
        impl IntoTerm for $rust {
            fn into_term(self, build: &mut TermBuilder<'_>) -> TermId {
                let into: fn($rust) -> $by = $into;
                into(self).into_term(build)
            }
        }

        impl FromTerm for $rust {
            fn from_term(t: Term<'_>) -> Result<$rust, Error> {
                let from: fn($by) -> Option<$rust> = $from;
                let found = <$by>::from_term(t).ok().and_then(from);
                found.ok_or_else(|| t.mismatch($expected))
            }
        }
    };
}

/// The absolute value, unless the number is negative.
fn natural(i: &Int) -> Option<UBig> {
    (!i.is_negative()).then(|| i.magnitude())
}

#[cfg(feature = "dashu")]
mod dashu {
    use super::{Error, FromTerm, Int, IntoTerm, Rational, Term, TermBuilder, TermId, natural};
    use dashu_int::{IBig, UBig};
    use dashu_ratio::RBig;

    number!(IBig, "an integer", Int, Int::from, |i| Some(i.to_big()));
    number!(UBig, "a natural number", Int, Int::from, |i| natural(&i));
    number!(RBig, "a rational", Rational, Rational, |r| Some(r.0));
}

#[cfg(feature = "num-bigint")]
mod num {
    use super::{Error, FromTerm, Int, IntoTerm, Rational, Term, TermBuilder, TermId, natural};
    use dashu_int::{IBig, UBig};
    use num_bigint::{BigInt, BigUint, Sign};
    use num_rational::Ratio;

    fn magnitude(n: &UBig) -> BigUint {
        BigUint::from_bytes_le(&n.to_le_bytes())
    }

    fn big_int(i: &Int) -> BigInt {
        let sign = match i.signum() {
            0 => Sign::NoSign,
            1 => Sign::Plus,
            _ => Sign::Minus,
        };
        BigInt::from_biguint(sign, magnitude(&i.magnitude()))
    }

    fn of_magnitude(n: &BigUint) -> IBig {
        IBig::from(UBig::from_le_bytes(&n.to_bytes_le()))
    }

    fn of_big_int(i: &BigInt) -> IBig {
        match i.sign() {
            Sign::Minus => -of_magnitude(i.magnitude()),
            _ => of_magnitude(i.magnitude()),
        }
    }

    fn of_ratio(r: &Ratio<BigInt>) -> Rational {
        let (numerator, denominator) = (of_big_int(r.numer()), of_big_int(r.denom()));
        Rational::new(numerator, denominator).expect("a denominator other than zero")
    }

    fn ratio(r: &Rational) -> Ratio<BigInt> {
        // In lowest terms already.
        Ratio::new_raw(big_int(&r.numerator()), big_int(&r.denominator()))
    }

    number!(
        BigInt,
        "an integer",
        Int,
        |i| Int::from(of_big_int(&i)),
        |i| Some(big_int(&i))
    );
    number!(
        BigUint,
        "a natural number",
        Int,
        |n| Int::from(of_magnitude(&n)),
        |i| natural(&i).map(|n| magnitude(&n))
    );
    number!(
        Ratio<BigInt>,
        "a rational",
        Rational,
        |r| of_ratio(&r),
        |r| Some(ratio(&r))
    );
}
