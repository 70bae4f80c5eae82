//! Constraints: the data of the core ones with their meaning on integers, and the trait of all others.

use crate::base::int::Int;
pub(crate) use crate::fd::constraints::core::BoolOp;
use crate::fd::constraints::indexical::FdCall;
use crate::fd::constraints::prop::{Prop, Store};
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::event::PropCond;
#[cfg(test)]
use crate::fd::kernel::int_math;
use crate::fd::kernel::propagator::{Advisor, Cost, Propagated, Status};
use crate::fd::kernel::request::AnyConstraint;
pub(crate) use crate::fd::kernel::request::Rel;
use crate::fd::kernel::trace::Statement;
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};
use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// A comparison of two integers, as programs write it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Relation {
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
    /// All comparisons.
    pub(crate) const ALL: [Relation; 6] = [
        Relation::Eq,
        Relation::Ne,
        Relation::Lt,
        Relation::Le,
        Relation::Gt,
        Relation::Ge,
    ];

    /// The comparison whose predicate has this name.
    pub(crate) fn from_name(name: &str) -> Option<Relation> {
        Relation::ALL.into_iter().find(|r| r.name() == name)
    }

    /// The comparison that holds where this one does not.
    pub(crate) fn negated(self) -> Relation {
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
    pub(crate) fn name(self) -> &'static str {
        match self {
            Relation::Eq => "#=",
            Relation::Ne => "#\\=",
            Relation::Lt => "#<",
            Relation::Le => "#=<",
            Relation::Gt => "#>",
            Relation::Ge => "#>=",
        }
    }

    /// The comparison of the two sides in the other order.
    pub(crate) fn mirrored(self) -> Relation {
        match self {
            Relation::Eq => Relation::Eq,
            Relation::Ne => Relation::Ne,
            Relation::Lt => Relation::Gt,
            Relation::Le => Relation::Ge,
            Relation::Gt => Relation::Lt,
            Relation::Ge => Relation::Le,
        }
    }

    /// The comparison in normal form: `x self c` is `sign · x rel sign · c + offset`.
    #[inline]
    pub(crate) fn normal(self) -> NormalRelation {
        let (rel, sign, offset) = match self {
            Relation::Eq => (Rel::Eq, 1, 0),
            Relation::Ne => (Rel::Ne, 1, 0),
            Relation::Le => (Rel::Le, 1, 0),
            Relation::Lt => (Rel::Le, 1, -1),
            Relation::Ge => (Rel::Le, -1, 0),
            Relation::Gt => (Rel::Le, -1, -1),
        };
        NormalRelation { rel, sign, offset }
    }

    /// Returns true if the comparison of two integers holds.
    pub(crate) fn holds<T: PartialOrd>(self, x: &T, y: &T) -> bool {
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

/// A comparison as one of the three that the kernel knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NormalRelation {
    /// The relation of the kernel.
    pub rel: Rel,
    /// 1, or −1 if both sides change their sign.
    pub sign: i64,
    /// The number added to the right-hand side after that.
    pub offset: i64,
}

impl Rel {
    /// The comparison that programs write.
    pub(crate) fn relation(self) -> Relation {
        match self {
            Rel::Eq => Relation::Eq,
            Rel::Ne => Relation::Ne,
            Rel::Le => Relation::Le,
        }
    }
}

/// A relation between variables of a store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Constraint {
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
    /// `|x − y| = c`
    AbsDiffEq(VarId, VarId, Int),
    /// `|x − y| ≠ c`
    AbsDiffNe(VarId, VarId, Int),
    /// The variables take pairwise distinct values.
    AllDifferent(Vec<VarId>),
    /// Any other constraint, which has a file of its own.
    Other(Boxed),
    /// A call of an FD predicate is true (`positive`) or false.
    Called {
        /// The predicate and its arguments.
        call: Arc<FdCall>,
        /// True if it is to be true.
        positive: bool,
        /// Only one of the indexicals that state this.
        only: Option<u16>,
    },
    /// `z` is the truth value (0 or 1) of `x op y`, all of them truth values.
    Bool(BoolOp, VarId, VarId, VarId),
    /// `b` is the truth value of the constraint.
    Reified(VarId, Box<Constraint>),
    /// The truth value `b` implies the constraint.
    Implied(VarId, Box<Constraint>),
}

impl Constraint {
    /// `Σ aᵢ·xᵢ rel c` from machine integers.
    pub(crate) fn linear(terms: &[(i64, VarId)], rel: Rel, c: i64) -> Constraint {
        Constraint::Linear {
            terms: terms.iter().map(|(a, x)| (Int::Small(*a), *x)).collect(),
            rel,
            constant: Int::Small(c),
        }
    }

    /// `x rel y`
    pub(crate) fn compared(x: VarId, rel: Relation, y: VarId) -> Constraint {
        let NormalRelation { rel, sign, offset } = rel.normal();
        Constraint::linear(&[(sign, x), (-sign, y)], rel, offset)
    }

    /// The negation of `Σ aᵢ·xᵢ rel c`.
    pub(crate) fn negated_linear(terms: &[(Int, VarId)], rel: Rel, constant: &Int) -> Constraint {
        let same = |rel| Constraint::Linear {
            terms: terms.to_vec(),
            rel,
            constant: constant.clone(),
        };
        match rel {
            Rel::Eq => same(Rel::Ne),
            Rel::Ne => same(Rel::Eq),
            // Σ > c, that is, −Σ ≤ −c − 1
            Rel::Le => Constraint::Linear {
                terms: terms.iter().map(|(a, x)| (-a, *x)).collect(),
                rel: Rel::Le,
                constant: -(constant + &Int::ONE),
            },
        }
    }

    /// Replaces every variable.
    pub(crate) fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
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
            C::AbsDiffEq(x, y, c) => C::AbsDiffEq(f(*x), f(*y), c.clone()),
            C::AbsDiffNe(x, y, c) => C::AbsDiffNe(f(*x), f(*y), c.clone()),
            C::AllDifferent(xs) => C::AllDifferent(xs.iter().map(|x| f(*x)).collect()),
            C::Other(o) => C::Other(Boxed(o.0.map_vars(f))),
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
            C::Implied(b, c) => C::Implied(f(*b), Box::new(c.map_vars(f))),
        }
    }

    /// The variables in order of first occurrence.
    pub(crate) fn vars(&self) -> Vec<VarId> {
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

    /// The meaning. Returns true if the constraint is true of the given integers.
    #[cfg(test)]
    pub(crate) fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
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
            C::AbsDiffEq(x, y, c) => int_math::abs(&(at(*x) - at(*y))) == *c,
            C::AbsDiffNe(x, y, c) => int_math::abs(&(at(*x) - at(*y))) != *c,
            C::AllDifferent(xs) => {
                let mut seen = rustc_hash::FxHashSet::default();
                xs.iter().all(|x| seen.insert(at(*x)))
            }
            C::Other(o) => o.0.holds(at),
            C::Called { call, positive, .. } => call.holds(at) == *positive,
            C::Bool(op, x, y, z) => match (truth(&at(*x)), truth(&at(*y)), truth(&at(*z))) {
                (Some(x), Some(y), Some(z)) => op.apply(x, y) == z,
                _ => false,
            },
            C::Reified(b, c) => truth(&at(*b)).is_some_and(|b| b == c.holds(at)),
            C::Implied(b, c) => truth(&at(*b)).is_some_and(|b| !b || c.holds(at)),
        }
    }
}

/// The truth value of 0 and 1.
pub(crate) fn truth(i: &Int) -> Option<bool> {
    match i {
        Int::Small(0) => Some(false),
        Int::Small(1) => Some(true),
        Int::Small(_) | Int::Big(_) => None,
    }
}

/// The goal that states a constraint, as a term in a form of its own: the solver has no Prolog terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ConstraintTerm {
    /// An integer.
    Int(Int),
    /// A variable of the store; it shows as its value when it has one.
    Var(VarId),
    /// An atom.
    Atom(Cow<'static, str>),
    /// A list.
    List(Vec<ConstraintTerm>),
    /// A compound term.
    Call(Cow<'static, str>, Vec<ConstraintTerm>),
    /// A set of integers.
    Domain(Domain),
    /// A call of an FD predicate.
    Predicate(Arc<FdCall>),
}

impl ConstraintTerm {
    /// A list of variables.
    pub(crate) fn vars(vars: &[VarId]) -> ConstraintTerm {
        ConstraintTerm::List(vars.iter().map(|v| ConstraintTerm::Var(*v)).collect())
    }

    /// A list of integers.
    pub(crate) fn ints(ints: &[Int]) -> ConstraintTerm {
        ConstraintTerm::List(
            ints.iter()
                .map(|i| ConstraintTerm::Int(i.clone()))
                .collect(),
        )
    }

    /// A compound term.
    pub(crate) fn call(name: &'static str, args: Vec<ConstraintTerm>) -> ConstraintTerm {
        ConstraintTerm::Call(Cow::Borrowed(name), args)
    }

    /// An atom.
    pub(crate) fn atom(name: &'static str) -> ConstraintTerm {
        ConstraintTerm::Atom(Cow::Borrowed(name))
    }

    /// A function of variables.
    pub(crate) fn function(name: &'static str, args: &[VarId]) -> ConstraintTerm {
        ConstraintTerm::call(name, args.iter().map(|v| ConstraintTerm::Var(*v)).collect())
    }

    /// `left #= right`
    pub(crate) fn equation(left: ConstraintTerm, right: ConstraintTerm) -> ConstraintTerm {
        ConstraintTerm::call(Relation::Eq.name(), vec![left, right])
    }
}

/// A constraint: its meaning, its filtering, and how it is posted, reified and shown.
///
/// A run reads everything from the domains. A cell inside the constraint may keep a cache, but only as a hint, since
/// backtracking does not restore it.
pub(crate) trait Constrain: fmt::Debug + Send {
    /// The same constraint over other variables. Every variable is replaced, in a fixed order: first those that the
    /// goal names, as it names them.
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Box<dyn Constrain>;

    /// The meaning: returns true if the constraint is true of the given integers.
    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool;

    /// The goal that states it.
    fn show(&self) -> ConstraintTerm;

    /// See [`Propagator::subscribe`].
    ///
    /// [`Propagator::subscribe`]: crate::fd::kernel::propagator::Propagator::subscribe
    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond));

    /// See [`Propagator::propagate`]. Once all variables are fixed it must decide whether the
    /// constraint holds.
    ///
    /// [`Propagator::propagate`]: crate::fd::kernel::propagator::Propagator::propagate
    fn propagate(&self, vars: &mut Vars) -> Propagated;

    /// See [`Propagator::cost`].
    ///
    /// [`Propagator::cost`]: crate::fd::kernel::propagator::Propagator::cost
    fn cost(&self) -> Cost {
        Cost::Expensive
    }

    /// Returns whether every remaining assignment satisfies the constraint (`Some(true)`), or none does
    /// (`Some(false)`). `None` is always allowed while a variable is not fixed.
    fn decided(&self, vars: &Vars) -> Option<bool> {
        decided_when_fixed(self.copy().as_ref(), vars)
    }

    /// Removes the values of open variables with which the constraint cannot be false; `None` if the constraint has
    /// no rule for this.
    fn refute(&self, _vars: &mut Vars) -> Option<Propagated> {
        None
    }

    /// Posts the constraint. A constraint with weaker, cheaper companions posts them with [`Store::post_implied`],
    /// too; one that is equivalent to other constraints posts these instead.
    fn post(&self, s: &mut Store) -> Result<(), Inconsistent> {
        s.add(Prop::Other(self.copy()))
    }

    /// Posts that `b`, a truth value, is that of the constraint. By default the constraint is watched until it is
    /// decided or `b` is fixed, and is then posted or refuted.
    fn reify(&self, s: &mut Store, b: VarId) -> Result<(), Inconsistent> {
        s.watch_truth(b, self.copy())
    }

    /// If the constraint states that `z` is the square of a variable: that variable.
    fn square_root_of(&self, _z: VarId) -> Option<VarId> {
        None
    }

    /// The same constraint.
    fn copy(&self) -> Box<dyn Constrain> {
        self.map_vars(&mut |v| v)
    }
}

/// The status when all variables of a constraint are fixed; `None` if one is not.
pub(crate) fn settled(
    c: &dyn Constrain,
    vars: &Vars,
    mut all: impl Iterator<Item = VarId>,
) -> Option<Propagated> {
    all.all(|v| vars.is_fixed(v)).then(|| {
        if c.holds(&|v| vars.value(v).unwrap_or(Int::ZERO)) {
            Ok(Status::Subsumed)
        } else {
            Err(Inconsistent)
        }
    })
}

/// The truth value of a constraint all of whose variables are fixed.
fn decided_when_fixed(c: &dyn Constrain, vars: &Vars) -> Option<bool> {
    let mut fixed = true;
    c.map_vars(&mut |v| {
        fixed &= vars.is_fixed(v);
        v
    });
    fixed.then(|| c.holds(&|v| vars.value(v).unwrap_or(Int::ZERO)))
}

/// A constraint with a file of its own, as data.
#[derive(Debug)]
pub(crate) struct Boxed(pub Box<dyn Constrain>);

impl Clone for Boxed {
    fn clone(&self) -> Boxed {
        Boxed(self.0.copy())
    }
}

impl PartialEq for Boxed {
    fn eq(&self, other: &Boxed) -> bool {
        self.0.show() == other.0.show()
    }
}

impl Eq for Boxed {}

impl Constraint {
    /// A constraint with a file of its own.
    pub(crate) fn other(c: impl Constrain + 'static) -> Constraint {
        Constraint::Other(Boxed(Box::new(c)))
    }
}

/// A propagator that can be described by the constraint that it stands for.
pub(crate) trait Describe {
    /// The constraint, for residual goals, copies and traces.
    fn describe(&self) -> Constraint;

    /// The propagator as an advisor, if it is one.
    fn advisor(&self) -> Option<&dyn Advisor> {
        None
    }
}

impl AnyConstraint for Constraint {
    fn each_var(&self, f: &mut dyn FnMut(VarId)) {
        self.vars().into_iter().for_each(f);
    }

    fn substitute(&self, old: VarId, new: VarId) -> Box<dyn AnyConstraint> {
        Box::new(self.map_vars(&mut |v| if v == old { new } else { v }))
    }
}

/// The constraint that the kernel has carried; all that it carries are of this type.
pub(crate) fn carried(c: &dyn AnyConstraint) -> Option<&Constraint> {
    (c as &dyn Any).downcast_ref()
}

impl Statement {
    /// The constraint.
    pub(crate) fn constraint(&self) -> Constraint {
        let found = self.with_constraint(|c| carried(c).cloned());
        found.unwrap_or_else(|| Constraint::linear(&[], Rel::Eq, 0))
    }
}

impl Vars {
    /// Requests that a constraint be posted when the running propagator has returned.
    pub(crate) fn request(&mut self, c: Constraint) {
        self.request_any(Box::new(c));
    }
}
