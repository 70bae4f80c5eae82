//! The functions of arithmetic constraints that are not linear, with all their properties that the bridge uses.
//!
//! A new one has a variant, a line in [`NAMES`] and an arm in each method here; its propagator is in
//! `fd/constraints`.

use crate::base::int::{Int, TooLarge};
use crate::fd::constraints::constraint::Constraint;
use crate::fd::constraints::divmod::{Division, DivisionFunction};
use crate::fd::constraints::global::bits::{BitFunction, Bits};
use crate::fd::constraints::minmax::Max;
use crate::fd::constraints::power::Power;
use crate::fd::constraints::times::Times;
use crate::fd::kernel::var::VarId;

/// A function that is not linear.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NonlinearFunction {
    Times,
    /// `|x|`, or `|x − y|`
    Abs,
    Min,
    Max,
    Division(DivisionFunction),
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
    (
        "//",
        2,
        NonlinearFunction::Division(DivisionFunction::Trunc),
    ),
    (
        "div",
        2,
        NonlinearFunction::Division(DivisionFunction::Floor),
    ),
    ("mod", 2, NonlinearFunction::Division(DivisionFunction::Mod)),
    ("rem", 2, NonlinearFunction::Division(DivisionFunction::Rem)),
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
            NonlinearFunction::Division(of) => Division::constraint(of, x, y, z),
            NonlinearFunction::Power => Power::of(x, y, z),
        }
    }

    /// The value of a function of integers; `None` where it is not defined.
    ///
    /// # Errors
    /// The value exceeds the limit on the size of integers.
    pub(super) fn value(self, x: &Int, y: &Int) -> Result<Option<Int>, TooLarge> {
        Ok(match self {
            NonlinearFunction::Times => Some(x.checked_mul(y)?),
            NonlinearFunction::Abs => Some((x - y).abs()),
            NonlinearFunction::Min => Some(Max::value(true, x, y)),
            NonlinearFunction::Max => Some(Max::value(false, x, y)),
            NonlinearFunction::Division(of) => of.value(x, y),
            NonlinearFunction::Exact => {
                x.div_rem(y).filter(|(_, rest)| rest.is_zero()).map(|d| d.0)
            }
            NonlinearFunction::Bits(op) => op.value(x, y)?,
            NonlinearFunction::Power => Power::value(x, y)?,
        })
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
            NonlinearFunction::Division(_) => Evaluated::NonzeroDivisor,
            NonlinearFunction::Power => Evaluated::NaturalExponent,
            NonlinearFunction::Exact | NonlinearFunction::Bits(_) => Evaluated::Never,
        }
    }
}
