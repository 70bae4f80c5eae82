//! The functions of arithmetic constraints that are not linear: all that the bridge knows of each.
//!
//! A new one has a variant, a line in [`NAMES`] and an arm in each method here; its propagator is in `fd/constraints`.

use crate::base::int::Int;
use crate::fd::constraints::constraint::Constraint;
use crate::fd::constraints::divmod::Div;
use crate::fd::constraints::global::bits::{Bits, Op};
use crate::fd::constraints::minmax::Max;
use crate::fd::constraints::modulo::Mod;
use crate::fd::constraints::power::{Power, integer_power};
use crate::fd::constraints::times::Times;
use crate::fd::kernel::int_math;
use crate::fd::kernel::var::VarId;

/// A function that is not linear.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Function {
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
    Bits(Op),
}

/// The names of the functions, with their numbers of arguments.
pub(super) const NAMES: &[(&str, u32, Function)] = &[
    ("*", 2, Function::Times),
    ("abs", 1, Function::Abs),
    ("min", 2, Function::Min),
    ("max", 2, Function::Max),
    ("//", 2, Function::Div),
    ("div", 2, Function::FloorDiv),
    ("mod", 2, Function::Mod),
    ("rem", 2, Function::Rem),
    ("^", 2, Function::Power),
    // GNU Prolog's.
    ("**", 2, Function::Power),
    ("dist", 2, Function::Abs),
    ("/", 2, Function::Exact),
    ("/\\", 2, Function::Bits(Op::And)),
    ("xor", 2, Function::Bits(Op::Xor)),
    ("<<", 2, Function::Bits(Op::Left)),
    (">>", 2, Function::Bits(Op::Right)),
    ("msb", 1, Function::Bits(Op::Msb)),
    ("lsb", 1, Function::Bits(Op::Lsb)),
    ("popcount", 1, Function::Bits(Op::Popcount)),
    ("sign", 1, Function::Bits(Op::Sign)),
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
pub(super) struct TooLarge;

impl Function {
    /// The constraint `f(x, y) = z`.
    pub(super) fn constraint(self, x: VarId, y: VarId, z: VarId) -> Constraint {
        match self {
            Function::Times | Function::Abs => Times::of(x, y, z),
            Function::Exact => Times::of(z, y, x),
            Function::Bits(op) => {
                let args: &[VarId] = if op.is_unary() { &[x] } else { &[x, y] };
                let args = args.into();
                Constraint::other(Bits { op, args, z })
            }
            Function::Min => Max::min(x, y, z),
            Function::Max => Max::max(x, y, z),
            Function::Div => Div::trunc(x, y, z),
            Function::FloorDiv => Div::floor(x, y, z),
            Function::Mod => Mod::modulo(x, y, z),
            Function::Rem => Mod::remainder(x, y, z),
            Function::Power => Power::of(x, y, z),
        }
    }

    /// The value of a function of integers; `None` where it is not defined.
    pub(super) fn value(self, x: &Int, y: &Int) -> Result<Option<Int>, TooLarge> {
        Ok(match self {
            Function::Times => Some(x.checked_mul(y).map_err(|_| TooLarge)?),
            Function::Abs => Some((x - y).abs()),
            Function::Min => Some(x.min(y).clone()),
            Function::Max => Some(x.max(y).clone()),
            Function::Div => x.div_trunc(y),
            Function::FloorDiv => x.div_floor(y),
            Function::Mod => x.mod_floor(y),
            Function::Rem => x.rem_trunc(y),
            Function::Exact => x.div_rem(y).filter(|(_, rest)| rest.is_zero()).map(|d| d.0),
            Function::Bits(op) => op.value(x, y).map_err(|_| TooLarge)?,
            Function::Power => {
                let small = matches!(x.to_i64(), Some(-1..=1));
                if y.is_negative() || small {
                    integer_power(x, y, MAX_BITS)
                } else {
                    let bits = y
                        .to_i64()
                        .and_then(|n| (int_math::bits(x) - 1).checked_mul(n.unsigned_abs()));
                    if bits.is_none_or(|b| b > MAX_BITS) {
                        return Err(TooLarge);
                    }
                    integer_power(x, y, 2 * MAX_BITS)
                }
            }
        })
    }

    /// The arguments for which the function is defined.
    pub(super) fn defined(self) -> Defined {
        match self {
            Function::Times | Function::Abs | Function::Min | Function::Max => Defined::Everywhere,
            Function::Bits(op) => op.least().map_or(Defined::Everywhere, Defined::From),
            Function::Div | Function::FloorDiv | Function::Mod | Function::Rem => Defined::Divisor,
            Function::Exact => Defined::Divides,
            Function::Power => Defined::Exponent,
        }
    }

    /// The arguments for which `is/2` computes the function's value, where it has so many.
    pub(super) fn evaluated(self, arity: u32) -> Evaluated {
        match self {
            // `is/2` does not evaluate `dist(X,Y)`.
            Function::Abs if arity == 2 => Evaluated::Never,
            Function::Times | Function::Abs | Function::Min | Function::Max => Evaluated::Always,
            Function::Bits(Op::And | Op::Or | Op::Xor | Op::Sign) => Evaluated::Always,
            Function::Div | Function::FloorDiv | Function::Mod | Function::Rem => {
                Evaluated::NonzeroDivisor
            }
            Function::Power => Evaluated::NaturalExponent,
            Function::Exact | Function::Bits(_) => Evaluated::Never,
        }
    }
}
