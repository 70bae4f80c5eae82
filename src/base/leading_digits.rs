//! The first decimal digits of a huge integer, without the others.
//!
//! They are those of the first bits, multiplied by a power of two that is rounded down and up. Where the two results
//! differ, a power of ten lies between them, and one comparison decides.

use crate::base::int::Int;
use dashu_base::{BitTest, DivRem};
use dashu_int::UBig;

/// The bits of a number from which its first digits are computed. Each of some 60 roundings has a relative error below
/// 2⁻⁵⁰⁰: more than enough for [`MOST_DIGITS`].
const LEADING_BITS: usize = 512;
/// The most digits that are computed.
const MOST_DIGITS: usize = 100;

/// The number `digits·10^zeros`.
struct Rounded {
    digits: UBig,
    zeros: usize,
}

impl Rounded {
    /// The number, rounded to about [`LEADING_BITS`] bits, away from zero with `up`.
    fn rounded(self, up: bool) -> Rounded {
        let excess = self.digits.bit_len().saturating_sub(LEADING_BITS);
        // 10^k has more than 3k bits: no more digits go than there are bits to spare.
        let more = excess * 100 / 333;
        if more == 0 {
            return self;
        }
        let (quotient, rest) = self.digits.div_rem(&UBig::from(10u8).pow(more));
        Rounded {
            digits: match up && !rest.is_zero() {
                true => quotient + UBig::ONE,
                false => quotient,
            },
            zeros: self.zeros + more,
        }
    }
}

/// A bound of `2^exponent`.
fn power_of_two(exponent: usize, up: bool) -> Rounded {
    let mut power = Rounded {
        digits: UBig::ONE,
        zeros: 0,
    };
    for bit in (0..usize::BITS - exponent.leading_zeros()).rev() {
        let double = (exponent >> bit) & 1;
        power = Rounded {
            digits: (&power.digits * &power.digits) << double,
            zeros: 2 * power.zeros,
        }
        .rounded(up);
    }
    power
}

/// The first digits of the absolute value of an integer that has more digits than that, and more than 1000 bits.
pub(crate) fn leading_digits(n: &Int, count: usize) -> String {
    let n = n.magnitude();
    let count = count.min(MOST_DIGITS);
    let shift = n.bit_len().saturating_sub(LEADING_BITS);
    let top = &n >> shift;
    let (low, high) = (power_of_two(shift, false), power_of_two(shift, true));
    let first = |digits: &UBig| {
        let mut text = digits.to_string();
        let more = text.len().saturating_sub(count);
        text.truncate(count);
        (text, more)
    };
    let (below, _) = first(&(&top * &low.digits));
    let (above, more) = first(&((&top + UBig::ONE) * &high.digits));
    if below == above {
        return below;
    }
    // The number is next to the least one that begins with the digits above.
    let Ok(least) = UBig::from_str_radix(&above, 10) else {
        return below;
    };
    match n >= least * UBig::from(10u8).pow(more + high.zeros) {
        true => above,
        false => below,
    }
}
