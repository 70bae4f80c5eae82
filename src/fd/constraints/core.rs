//! The data of the core propagators: those that the store holds without a box, because programs post
//! them most. Their algorithms are in the files of their constraints.

use crate::fd::kernel::request::Rel;
use crate::fd::kernel::var::VarId;

/// A coefficient and its variable.
pub(crate) type LinearTerm = (i64, VarId);

/// `x ≠ y + c`
#[derive(Debug)]
pub(crate) struct NeqOffset {
    pub(crate) x: VarId,
    pub(crate) y: VarId,
    pub(crate) c: i64,
}

/// `x + y ≠ c`
#[derive(Debug)]
pub(crate) struct NeqSum {
    pub(crate) x: VarId,
    pub(crate) y: VarId,
    pub(crate) c: i64,
}

/// `|x − y| ≠ c` with `c ≥ 0`
#[derive(Debug)]
pub(crate) struct AbsDiffNe {
    pub(crate) x: VarId,
    pub(crate) y: VarId,
    pub(crate) c: i64,
}

/// `x = y + c`, domain consistent.
#[derive(Debug)]
pub(crate) struct EqOffset {
    pub(crate) x: VarId,
    pub(crate) y: VarId,
    pub(crate) c: i64,
}

/// `x + y = c`, domain consistent.
#[derive(Debug)]
pub(crate) struct EqSum {
    pub(crate) x: VarId,
    pub(crate) y: VarId,
    pub(crate) c: i64,
}

/// `x ≤ y + c`, bounds consistent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LeqOffset {
    pub(crate) x: VarId,
    pub(crate) y: VarId,
    pub(crate) c: i64,
}

/// The variables of a constraint whose becoming fixed it waits for: all except those that were fixed before it was
/// posted, which are often many in the lists of programs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Waits {
    /// One bit for each of the first 64 variables.
    pub(crate) fixed: u64,
}

/// Pairwise different variables.
#[derive(Debug)]
pub(crate) struct AllDifferent {
    pub(crate) vars: Box<[VarId]>,
    pub(crate) waits: Waits,
}

/// Buffers for posting.
#[derive(Default, Debug)]
pub(crate) struct AllDifferentBuffers {
    pub(crate) open: Vec<VarId>,
    /// The values of the others.
    pub(crate) values: Vec<i64>,
}

/// `|x − y| = c`
#[derive(Debug)]
pub(crate) struct AbsDiffEq {
    pub(crate) x: VarId,
    pub(crate) y: VarId,
    pub(crate) c: i64,
}

/// The two sides of a [`Scale`].
#[derive(Debug)]
pub(crate) struct ScalePair {
    pub(crate) x: VarId,
    pub(crate) y: VarId,
    pub(crate) a: i64,
    pub(crate) c: i64,
}

/// `y = a·x + c`
#[derive(Debug)]
pub(crate) struct Scale {
    pub(crate) pair: Box<ScalePair>,
}

/// A variable and its sign, which is the lowest bit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signed(pub(crate) u32);

/// `Σ ±xᵢ = c`
#[derive(Debug)]
pub(crate) struct UnitSum {
    pub(crate) terms: Box<[Signed]>,
    pub(crate) c: i64,
}

/// `Σ aᵢ·xᵢ = c` where all sums fit a word
#[derive(Debug)]
pub(crate) struct LinearEqWords {
    pub(crate) terms: Box<[LinearTerm]>,
    pub(crate) c: i64,
}

/// `Σ aᵢ·xᵢ ≤ c` where all sums fit a word
#[derive(Debug)]
pub(crate) struct LinearLeWords {
    pub(crate) terms: Box<[LinearTerm]>,
    pub(crate) c: i64,
}

/// `Σ aᵢ·xᵢ = c`
#[derive(Debug)]
pub(crate) struct LinearEq {
    pub(crate) terms: Box<[LinearTerm]>,
    pub(crate) c: i64,
}

/// `Σ aᵢ·xᵢ ≠ c`
#[derive(Debug)]
pub(crate) struct LinearNe {
    pub(crate) terms: Box<[LinearTerm]>,
    pub(crate) c: i64,
}

/// `Σ aᵢ·xᵢ ≤ c`
#[derive(Debug)]
pub(crate) struct LinearLe {
    pub(crate) terms: Box<[LinearTerm]>,
    pub(crate) c: i64,
}

/// `z ⇔ x op y` over truth values: a constraint, and its propagator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Bool {
    pub(crate) op: BoolOp,
    pub(crate) x: VarId,
    pub(crate) y: VarId,
    pub(crate) z: VarId,
}

/// `b ⇔ x ∈ low..high`, or `b ⇔ x ∉ low..high` unless `inside`.
#[derive(Debug)]
pub(crate) struct ReifRange {
    /// The number of `b`, with `inside` in the lowest bit: there are many of these propagators, so they are packed.
    pub(crate) tag: u32,
    pub(crate) x: VarId,
    /// `INF` for no lower end.
    pub(crate) low: i64,
    /// `SUP` for no upper end.
    pub(crate) high: i64,
}

/// `b ⇔ x = y + c`, or `b ⇔ x ≠ y + c` unless `equal`.
#[derive(Debug)]
pub(crate) struct ReifEq {
    pub(crate) b: VarId,
    pub(crate) x: VarId,
    pub(crate) y: VarId,
    pub(crate) c: i64,
    pub(crate) equal: bool,
}

/// `b ⇔ x ≤ y + c`
#[derive(Debug)]
pub(crate) struct ReifLe {
    pub(crate) b: VarId,
    pub(crate) x: VarId,
    pub(crate) y: VarId,
    pub(crate) c: i64,
}

/// The comparison of a [`ReifSum`].
#[derive(Debug)]
pub(crate) struct ReifiedSum {
    pub(crate) terms: Vec<LinearTerm>,
    pub(crate) rel: Rel,
    pub(crate) c: i64,
}

/// `b ⇔ Σ aᵢ·xᵢ rel c`
#[derive(Debug)]
pub(crate) struct ReifSum {
    pub(crate) b: VarId,
    pub(crate) sum: Box<ReifiedSum>,
}

/// A connective between two truth values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BoolOp {
    /// Both hold.
    And,
    /// At least one holds.
    Or,
    /// Exactly one holds.
    Xor,
    /// The first is false or the second holds.
    Implies,
    /// Both or none hold.
    Equiv,
}

impl BoolOp {
    /// The operator of the connective.
    pub(crate) fn name(self) -> &'static str {
        match self {
            BoolOp::And => "#/\\",
            BoolOp::Or => "#\\/",
            BoolOp::Xor => "#\\",
            BoolOp::Implies => "#==>",
            BoolOp::Equiv => "#<==>",
        }
    }

    /// Returns true if the truth table has true for the two operands.
    pub(crate) fn apply(self, x: bool, y: bool) -> bool {
        match self {
            BoolOp::And => x && y,
            BoolOp::Or => x || y,
            BoolOp::Xor => x != y,
            BoolOp::Implies => !x || y,
            BoolOp::Equiv => x == y,
        }
    }
}
