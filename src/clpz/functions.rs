//! The functions of arithmetic constraints that are not linear, with all their properties that the bridge uses.
//!
//! A new one has a variant, a line in [`NAMES`] and an arm in each method here; its propagator is in
//! `fd/constraints`.

use crate::base::int::Int;
use crate::fd::constraints::constraint::Constraint;
use crate::fd::constraints::divmod::Div;
use crate::fd::constraints::global::bits::{BitFunction, Bits};
use crate::fd::constraints::minmax::Max;
use crate::fd::constraints::modulo::Mod;
use crate::fd::constraints::power::{Power, integer_power};
use crate::fd::constraints::times::Times;
use crate::fd::kernel::int_math;
use crate::fd::kernel::var::VarId;

/// A function that is not linear.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NonlinearFunction {
    Times,
    /// `|x|`, or `|x − y|`
    Abs,
    Min,
    Max,
    Div,
    FloorDiv,
    Mod,
    Rem,
    Power,
    /// `/`, exact division: it has no remainder.
    Exact,
    Bits(BitFunction),
}

/// The names of the functions, with their numbers of arguments.
pub(super) const NAMES: &[(&str, u32, NonlinearFunction)] = &[
    ("*", 2, NonlinearFunction::Times),
    ("abs", 1, NonlinearFunction::Abs),
    ("min", 2, NonlinearFunction::Min),
    ("max", 2, NonlinearFunction::Max),
    ("//", 2, NonlinearFunction::Div),
    ("div", 2, NonlinearFunction::FloorDiv),
    ("mod", 2, NonlinearFunction::Mod),
    ("rem", 2, NonlinearFunction::Rem),
    ("^", 2, NonlinearFunction::Power),
    // GNU Prolog's.
    ("**", 2, NonlinearFunction::Power),
    ("dist", 2, NonlinearFunction::Abs),
    ("/", 2, NonlinearFunction::Exact),
    ("/\\", 2, NonlinearFunction::Bits(BitFunction::And)),
    ("xor", 2, NonlinearFunction::Bits(BitFunction::Xor)),
    ("<<", 2, NonlinearFunction::Bits(BitFunction::Left)),
    (">>", 2, NonlinearFunction::Bits(BitFunction::Right)),
    ("msb", 1, NonlinearFunction::Bits(BitFunction::Msb)),
    ("lsb", 1, NonlinearFunction::Bits(BitFunction::Lsb)),
    (
        "popcount",
        1,
        NonlinearFunction::Bits(BitFunction::Popcount),
    ),
    ("sign", 1, NonlinearFunction::Bits(BitFunction::Sign)),
];

/// The arguments for which a function is defined.
pub(super) enum Defined {
    Everywhere,
    /// The first argument is no less.
    From(Int),
    /// The second argument is not zero.
    Divisor,
    /// The first argument is a multiple of the second, which is not zero.
    Divides,
    /// The second argument is not negative, or the first is 1 or -1.
    Exponent,
}

/// The arguments, known to be integers, for which `is/2` computes the function's value.
pub(super) enum Evaluated {
    Always,
    /// The second is not zero.
    NonzeroDivisor,
    /// The second is a constant that is not negative.
    NaturalExponent,
    /// `is/2` has no such function, or its value may be another one.
    Never,
}

/// The largest power, in bits, that is computed here.
const MAX_BITS: u64 = 1 << 26;

/// The value exceeds the limit on the size of integers.
pub(super) struct ValueTooLarge;

impl NonlinearFunction {
    /// The constraint `f(x, y) = z`.
    pub(super) fn constraint(self, x: VarId, y: VarId, z: VarId) -> Constraint {
        match self {
            NonlinearFunction::Times | NonlinearFunction::Abs => Times::of(x, y, z),
            NonlinearFunction::Exact => Times::of(z, y, x),
            NonlinearFunction::Bits(op) => {
                let args: &[VarId] = if op.is_unary() { &[x] } else { &[x, y] };
                let args = args.into();
                Constraint::other(Bits { op, args, z })
            }
            NonlinearFunction::Min => Max::min(x, y, z),
            NonlinearFunction::Max => Max::max(x, y, z),
            NonlinearFunction::Div => Div::trunc(x, y, z),
            NonlinearFunction::FloorDiv => Div::floor(x, y, z),
            NonlinearFunction::Mod => Mod::modulo(x, y, z),
            NonlinearFunction::Rem => Mod::remainder(x, y, z),
            NonlinearFunction::Power => Power::of(x, y, z),
        }
    }

    /// The value of a function of integers; `None` where it is not defined.
    pub(super) fn value(self, x: &Int, y: &Int) -> Result<Option<Int>, ValueTooLarge> {
        Ok(match self {
            NonlinearFunction::Times => Some(x.checked_mul(y).map_err(|_| ValueTooLarge)?),
            NonlinearFunction::Abs => Some((x - y).abs()),
            NonlinearFunction::Min => Some(x.min(y).clone()),
            NonlinearFunction::Max => Some(x.max(y).clone()),
            NonlinearFunction::Div => x.div_trunc(y),
            NonlinearFunction::FloorDiv => x.div_floor(y),
            NonlinearFunction::Mod => x.mod_floor(y),
            NonlinearFunction::Rem => x.rem_trunc(y),
            NonlinearFunction::Exact => {
                x.div_rem(y).filter(|(_, rest)| rest.is_zero()).map(|d| d.0)
            }
            NonlinearFunction::Bits(op) => op.value(x, y).map_err(|_| ValueTooLarge)?,
            NonlinearFunction::Power => {
                let small = matches!(x.to_i64(), Some(-1..=1));
                if y.is_negative() || small {
                    integer_power(x, y, MAX_BITS)
                } else {
                    let bits = y
                        .to_i64()
                        .and_then(|n| (int_math::bits(x) - 1).checked_mul(n.unsigned_abs()));
                    if bits.is_none_or(|b| b > MAX_BITS) {
                        return Err(ValueTooLarge);
                    }
                    integer_power(x, y, 2 * MAX_BITS)
                }
            }
        })
    }

    /// The arguments for which the function is defined.
    pub(super) fn defined(self) -> Defined {
        match self {
            NonlinearFunction::Times
            | NonlinearFunction::Abs
            | NonlinearFunction::Min
            | NonlinearFunction::Max => Defined::Everywhere,
            NonlinearFunction::Bits(op) => op.least().map_or(Defined::Everywhere, Defined::From),
            NonlinearFunction::Div
            | NonlinearFunction::FloorDiv
            | NonlinearFunction::Mod
            | NonlinearFunction::Rem => Defined::Divisor,
            NonlinearFunction::Exact => Defined::Divides,
            NonlinearFunction::Power => Defined::Exponent,
        }
    }

    /// The arguments for which `is/2` computes the function's value, if it has this arity.
    pub(super) fn evaluated(self, arity: u32) -> Evaluated {
        match self {
            // `is/2` does not evaluate `dist(X,Y)`.
            NonlinearFunction::Abs if arity == 2 => Evaluated::Never,
            NonlinearFunction::Times
            | NonlinearFunction::Abs
            | NonlinearFunction::Min
            | NonlinearFunction::Max => Evaluated::Always,
            NonlinearFunction::Bits(
                BitFunction::And | BitFunction::Or | BitFunction::Xor | BitFunction::Sign,
            ) => Evaluated::Always,
            NonlinearFunction::Div
            | NonlinearFunction::FloorDiv
            | NonlinearFunction::Mod
            | NonlinearFunction::Rem => Evaluated::NonzeroDivisor,
            NonlinearFunction::Power => Evaluated::NaturalExponent,
            NonlinearFunction::Exact | NonlinearFunction::Bits(_) => Evaluated::Never,
        }
    }
}
