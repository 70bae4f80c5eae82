//! Constraints as data: what can be posted, what a propagator says of itself, and what each
//! constraint means on integers. Knows nothing of propagation.

use crate::base::int::Int;
use crate::fd::constraints::global::AnyGlobal;
use crate::fd::constraints::indexical::Call;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::int_math;
use crate::fd::kernel::request::AnyConstraint;
pub use crate::fd::kernel::request::Rel;
use crate::fd::kernel::trace::Statement;
use crate::fd::kernel::var::{VarId, Vars};
use std::any::Any;
use std::sync::Arc;

/// A comparison of two integers, as programs write it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// `#=`
    Eq,
    /// `#\=`
    Ne,
    /// `#<`
    Lt,
    /// `#=<`
    Le,
    /// `#>`
    Gt,
    /// `#>=`
    Ge,
}

impl Relation {
    /// The comparison that holds where this one does not.
    pub fn negated(self) -> Relation {
        match self {
            Relation::Eq => Relation::Ne,
            Relation::Ne => Relation::Eq,
            Relation::Lt => Relation::Ge,
            Relation::Le => Relation::Gt,
            Relation::Gt => Relation::Le,
            Relation::Ge => Relation::Lt,
        }
    }

    /// The name of the predicate.
    pub fn name(self) -> &'static str {
        match self {
            Relation::Eq => "#=",
            Relation::Ne => "#\\=",
            Relation::Lt => "#<",
            Relation::Le => "#=<",
            Relation::Gt => "#>",
            Relation::Ge => "#>=",
        }
    }

    /// Whether two integers stand in it.
    pub fn holds<T: PartialOrd>(self, x: &T, y: &T) -> bool {
        match self {
            Relation::Eq => x == y,
            Relation::Ne => x != y,
            Relation::Lt => x < y,
            Relation::Le => x <= y,
            Relation::Gt => x > y,
            Relation::Ge => x >= y,
        }
    }
}

/// A connective between two truth values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoolOp {
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
    /// The truth table.
    pub fn apply(self, x: bool, y: bool) -> bool {
        match self {
            BoolOp::And => x && y,
            BoolOp::Or => x || y,
            BoolOp::Xor => x != y,
            BoolOp::Implies => !x || y,
            BoolOp::Equiv => x == y,
        }
    }
}

/// A relation between variables of a store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Constraint {
    /// The sum of `coefficient · variable` stands in `rel` to `constant`.
    Linear {
        /// Coefficients and variables; a variable may occur repeatedly.
        terms: Vec<(Int, VarId)>,
        /// The relation.
        rel: Rel,
        /// The right-hand side.
        constant: Int,
    },
    /// `x` is a member of the domain.
    In(VarId, Domain),
    /// `x · y = z`
    Times(VarId, VarId, VarId),
    /// `x // y = z`, rounded towards zero; false when `y = 0`.
    Div(VarId, VarId, VarId),
    /// `x div y = z`, rounded down; false when `y = 0`.
    FloorDiv(VarId, VarId, VarId),
    /// `x mod y = z` with the sign of `y`; false when `y = 0`.
    Mod(VarId, VarId, VarId),
    /// `x rem y = z` with the sign of `x`; false when `y = 0`.
    Rem(VarId, VarId, VarId),
    /// `x ^ y = z`; for negative `y` only when `x` is 1 or −1.
    Power(VarId, VarId, VarId),
    /// `|x| = y`
    Abs(VarId, VarId),
    /// `min(x, y) = z`
    Min(VarId, VarId, VarId),
    /// `max(x, y) = z`
    Max(VarId, VarId, VarId),
    /// `|x − y| = c`
    AbsDiffEq(VarId, VarId, Int),
    /// `|x − y| ≠ c`
    AbsDiffNe(VarId, VarId, Int),
    /// The variables take pairwise distinct values.
    AllDifferent(Vec<VarId>),
    /// One of the constraints in `global/`.
    Global(AnyGlobal),
    /// A call of an FD predicate is true (`positive`) or false.
    Called {
        /// The predicate and its arguments.
        call: Arc<Call>,
        /// Whether it is to be true.
        positive: bool,
        /// Only one of the indexicals that state this.
        only: Option<u16>,
    },
    /// `z` is the truth value (0 or 1) of `x op y`, all of them truth values.
    Bool(BoolOp, VarId, VarId, VarId),
    /// `b` is the truth value of the constraint.
    Reified(VarId, Box<Constraint>),
    /// The truth value `b` implies the constraint.
    When(VarId, Box<Constraint>),
}

impl Constraint {
    /// `Σ aᵢ·xᵢ rel c` from machine integers.
    pub fn linear(terms: &[(i64, VarId)], rel: Rel, c: i64) -> Constraint {
        Constraint::Linear {
            terms: terms.iter().map(|(a, x)| (Int::Small(*a), *x)).collect(),
            rel,
            constant: Int::Small(c),
        }
    }

    /// Replaces every variable.
    pub fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        use Constraint as C;
        match self {
            C::Linear {
                terms,
                rel,
                constant,
            } => C::Linear {
                terms: terms.iter().map(|(a, x)| (a.clone(), f(*x))).collect(),
                rel: *rel,
                constant: constant.clone(),
            },
            C::In(x, d) => C::In(f(*x), d.clone()),
            C::Times(x, y, z) => C::Times(f(*x), f(*y), f(*z)),
            C::Div(x, y, z) => C::Div(f(*x), f(*y), f(*z)),
            C::FloorDiv(x, y, z) => C::FloorDiv(f(*x), f(*y), f(*z)),
            C::Mod(x, y, z) => C::Mod(f(*x), f(*y), f(*z)),
            C::Rem(x, y, z) => C::Rem(f(*x), f(*y), f(*z)),
            C::Power(x, y, z) => C::Power(f(*x), f(*y), f(*z)),
            C::Abs(x, y) => C::Abs(f(*x), f(*y)),
            C::Min(x, y, z) => C::Min(f(*x), f(*y), f(*z)),
            C::Max(x, y, z) => C::Max(f(*x), f(*y), f(*z)),
            C::AbsDiffEq(x, y, c) => C::AbsDiffEq(f(*x), f(*y), c.clone()),
            C::AbsDiffNe(x, y, c) => C::AbsDiffNe(f(*x), f(*y), c.clone()),
            C::AllDifferent(xs) => C::AllDifferent(xs.iter().map(|x| f(*x)).collect()),
            C::Global(g) => C::Global(g.map_vars(f)),
            C::Called {
                call,
                positive,
                only,
            } => C::Called {
                call: Arc::new(call.map_vars(f)),
                positive: *positive,
                only: *only,
            },
            C::Bool(op, x, y, z) => C::Bool(*op, f(*x), f(*y), f(*z)),
            C::Reified(b, c) => C::Reified(f(*b), Box::new(c.map_vars(f))),
            C::When(b, c) => C::When(f(*b), Box::new(c.map_vars(f))),
        }
    }

    /// The variables in order of first occurrence.
    pub fn vars(&self) -> Vec<VarId> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut all = Vec::new();
        self.map_vars(&mut |v| {
            if seen.insert(v) {
                all.push(v);
            }
            v
        });
        all
    }

    /// The meaning: whether the constraint is true of the given integers.
    pub fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        use Constraint as C;
        match self {
            C::Linear {
                terms,
                rel,
                constant,
            } => {
                let mut sum = Int::ZERO;
                for (a, x) in terms {
                    sum = sum + a * &at(*x);
                }
                match rel {
                    Rel::Eq => sum == *constant,
                    Rel::Ne => sum != *constant,
                    Rel::Le => sum <= *constant,
                }
            }
            C::In(x, d) => d.contains(&at(*x)),
            C::Times(x, y, z) => at(*x) * at(*y) == at(*z),
            C::Div(x, y, z) => divides(at, (*x, *y, *z), int_math::trunc_div),
            C::FloorDiv(x, y, z) => divides(at, (*x, *y, *z), int_math::floor_div),
            C::Mod(x, y, z) => divides(at, (*x, *y, *z), int_math::floor_mod),
            C::Rem(x, y, z) => divides(at, (*x, *y, *z), int_math::trunc_rem),
            C::Power(x, y, z) => power_holds(&at(*x), &at(*y), &at(*z)),
            C::Abs(x, y) => int_math::abs(&at(*x)) == at(*y),
            C::Min(x, y, z) => at(*x).min(at(*y)) == at(*z),
            C::Max(x, y, z) => at(*x).max(at(*y)) == at(*z),
            C::AbsDiffEq(x, y, c) => int_math::abs(&(at(*x) - at(*y))) == *c,
            C::AbsDiffNe(x, y, c) => int_math::abs(&(at(*x) - at(*y))) != *c,
            C::AllDifferent(xs) => {
                let mut seen = rustc_hash::FxHashSet::default();
                xs.iter().all(|x| seen.insert(at(*x)))
            }
            C::Global(g) => g.0.holds(at),
            C::Called { call, positive, .. } => call.holds(at) == *positive,
            C::Bool(op, x, y, z) => match (truth(&at(*x)), truth(&at(*y)), truth(&at(*z))) {
                (Some(x), Some(y), Some(z)) => op.apply(x, y) == z,
                _ => false,
            },
            C::Reified(b, c) => truth(&at(*b)).is_some_and(|b| b == c.holds(at)),
            C::When(b, c) => truth(&at(*b)).is_some_and(|b| !b || c.holds(at)),
        }
    }
}

/// The truth value of 0 and 1.
pub fn truth(i: &Int) -> Option<bool> {
    match i {
        Int::Small(0) => Some(false),
        Int::Small(1) => Some(true),
        Int::Small(_) | Int::Big(_) => None,
    }
}

fn divides(
    at: &dyn Fn(VarId) -> Int,
    (x, y, z): (VarId, VarId, VarId),
    f: fn(&Int, &Int) -> Int,
) -> bool {
    let y = at(y);
    y != Int::ZERO && f(&at(x), &y) == at(z)
}

/// Whether `x ^ y = z`.
pub fn power_holds(x: &Int, y: &Int, z: &Int) -> bool {
    integer_power(x, y, int_math::bits(z)).is_some_and(|p| p == *z)
}

/// `x ^ y` if it is an integer of at most `max_bits` bits.
pub fn integer_power(x: &Int, y: &Int, max_bits: u64) -> Option<Int> {
    let odd = int_math::is_odd(y);
    match x {
        Int::Small(0) if y.signum() < 0 => None,
        Int::Small(0) if y.signum() > 0 => Some(Int::ZERO),
        Int::Small(0 | 1) => Some(Int::ONE),
        Int::Small(-1) => Some(if odd { x.clone() } else { Int::ONE }),
        Int::Small(_) | Int::Big(_) => match y {
            Int::Small(y) => int_math::power_within(x, u64::try_from(*y).ok()?, max_bits),
            Int::Big(_) => None,
        },
    }
}

/// A propagator that says which constraint it stands for.
pub(crate) trait Describe {
    /// The constraint, for residual goals, copies and traces.
    fn describe(&self) -> Constraint;
}

impl AnyConstraint for Constraint {
    fn each_var(&self, f: &mut dyn FnMut(VarId)) {
        self.vars().into_iter().for_each(f);
    }

    fn substitute(&self, old: VarId, new: VarId) -> Box<dyn AnyConstraint> {
        Box::new(self.map_vars(&mut |v| if v == old { new } else { v }))
    }
}

/// The constraint that the kernel carried. It carries no other type.
pub(crate) fn carried(c: &dyn AnyConstraint) -> Option<&Constraint> {
    (c as &dyn Any).downcast_ref()
}

impl Statement {
    /// The constraint.
    pub fn constraint(&self) -> Constraint {
        let found = self.with_constraint(|c| carried(c).cloned());
        found.unwrap_or_else(|| Constraint::linear(&[], Rel::Eq, 0))
    }
}

impl Vars {
    /// Asks for a constraint to be posted once the running propagator has returned.
    pub fn request(&mut self, c: Constraint) {
        self.request_any(Box::new(c));
    }
}
