//! Constraints: the trait of all, and the data of the most frequent ones.
//!
//! The file that implements the trait for a constraint has its meaning, posting, reification, and form in answers.

use crate::base::int::Int;
pub(crate) use crate::fd::constraints::core::{Bool, BoolOp};
use crate::fd::constraints::indexical::FdCall;
use crate::fd::constraints::prop::{Prop, Store};
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Advisor, Cost, Propagated, Status};
use crate::fd::kernel::request::AnyConstraint;
pub(crate) use crate::fd::kernel::request::Rel;
use crate::fd::kernel::trace::Statement;
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};
use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;
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

/// `Σ aᵢ·xᵢ rel c`
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Linear {
    /// Coefficients and variables; a variable may occur repeatedly.
    pub(crate) terms: Vec<(Int, VarId)>,
    /// The relation.
    pub(crate) rel: Rel,
    /// The right-hand side.
    pub(crate) constant: Int,
}

/// The variable is a member of the domain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct InDomain(pub(crate) VarId, pub(crate) Domain);

/// `|x − y| = c`, or `|x − y| ≠ c` unless `equal`
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Distance {
    pub(crate) x: VarId,
    pub(crate) y: VarId,
    pub(crate) equal: bool,
    pub(crate) c: Int,
}

/// The variables take pairwise distinct values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Different(pub(crate) Vec<VarId>);

/// A call of an FD predicate is true (`positive`) or false.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Called {
    /// The predicate and its arguments.
    pub(crate) call: Arc<FdCall>,
    /// True if it is to be true.
    pub(crate) positive: bool,
    /// Only one of the indexicals that state this.
    pub(crate) only: Option<u16>,
}

/// `b` is the truth value of the constraint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Reified {
    pub(crate) b: VarId,
    pub(crate) c: Box<Constraint>,
}

/// The truth value `b` implies the constraint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Implied {
    pub(crate) b: VarId,
    pub(crate) c: Box<Constraint>,
}

macro_rules! constraints {
    ($($name:ident => $type:ty,)*) => {
        /// A relation between variables of a store. Those that programs post most are held without a box. All that a
        /// constraint can do is in its implementation of [`Constrain`], to which this dereferences.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub(crate) enum Constraint {
            $(#[doc = concat!("See [`", stringify!($type), "`].")] $name($type),)*
            /// Any other constraint.
            Other(Boxed),
        }

        impl Deref for Constraint {
            type Target = dyn Constrain;

            #[inline]
            fn deref(&self) -> &(dyn Constrain + 'static) {
                match self {
                    $(Constraint::$name(c) => c,)*
                    Constraint::Other(c) => &*c.0,
                }
            }
        }

        impl Constraint {
            /// The constraint in a box of its own.
            pub(crate) fn into_box(self) -> Box<dyn Constrain> {
                match self {
                    $(Constraint::$name(c) => Box::new(c),)*
                    Constraint::Other(c) => c.0,
                }
            }
        }

        $(impl From<$type> for Constraint {
            fn from(c: $type) -> Constraint {
                Constraint::$name(c)
            }
        })*
    };
}

constraints! {
    Linear => Linear,
    InDomain => InDomain,
    Distance => Distance,
    Different => Different,
    Called => Called,
    Bool => Bool,
    Reified => Reified,
    Implied => Implied,
}

impl Constraint {
    /// A constraint of another type.
    pub(crate) fn other(c: impl Constrain + 'static) -> Constraint {
        Constraint::Other(Boxed(Box::new(c)))
    }

    /// `Σ aᵢ·xᵢ rel c`
    pub(crate) fn sum(terms: Vec<(Int, VarId)>, rel: Rel, constant: Int) -> Constraint {
        Constraint::Linear(Linear {
            terms,
            rel,
            constant,
        })
    }

    /// `Σ aᵢ·xᵢ rel c` from machine integers.
    pub(crate) fn linear(terms: &[(i64, VarId)], rel: Rel, c: i64) -> Constraint {
        let terms = terms.iter().map(|(a, x)| (Int::Small(*a), *x));
        Constraint::sum(terms.collect(), rel, Int::Small(c))
    }

    /// `x rel y`
    pub(crate) fn compared(x: VarId, rel: Relation, y: VarId) -> Constraint {
        let NormalRelation { rel, sign, offset } = rel.normal();
        Constraint::linear(&[(sign, x), (-sign, y)], rel, offset)
    }

    /// `x ∈ set`
    pub(crate) fn member(x: VarId, set: Domain) -> Constraint {
        Constraint::InDomain(InDomain(x, set))
    }

    /// `|x − y| = c`, or `|x − y| ≠ c` unless `equal`
    pub(crate) fn distance(x: VarId, y: VarId, equal: bool, c: Int) -> Constraint {
        Constraint::Distance(Distance { x, y, equal, c })
    }

    /// The variables take pairwise distinct values.
    pub(crate) fn all_different(xs: Vec<VarId>) -> Constraint {
        Constraint::Different(Different(xs))
    }

    /// `z` is the truth value of `x op y`, all of them truth values.
    pub(crate) fn connective(op: BoolOp, x: VarId, y: VarId, z: VarId) -> Constraint {
        Constraint::Bool(Bool { op, x, y, z })
    }

    /// The call is true (`positive`) or false.
    pub(crate) fn called(call: Arc<FdCall>, positive: bool) -> Constraint {
        let only = None;
        Constraint::Called(Called {
            call,
            positive,
            only,
        })
    }

    /// `b` is the truth value of the constraint.
    pub(crate) fn reified(b: VarId, c: Constraint) -> Constraint {
        let c = Box::new(c);
        Constraint::Reified(Reified { b, c })
    }

    /// The truth value `b` implies the constraint.
    pub(crate) fn implied(b: VarId, c: Constraint) -> Constraint {
        let c = Box::new(c);
        Constraint::Implied(Implied { b, c })
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

/// The values of variables that have one.
pub(crate) type FixedValues<'a> = dyn Fn(VarId) -> Option<Int> + 'a;

/// A constraint: its variables, its meaning, how it is shown, its filtering, and how it is posted and reified.
///
/// The first three must be given. By default, a constraint is its own propagator, which checks the values when all
/// variables are fixed.
///
/// A run reads everything from the domains. A cell inside the constraint may keep a cache, but only as a hint, since
/// backtracking does not restore it.
pub(crate) trait Constrain: fmt::Debug + Send {
    /// The same constraint over other variables. Every variable is replaced, in a fixed order.
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint;

    /// The meaning: returns true if the constraint is true of the given integers.
    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool;

    /// The goal that states it, which nests a few levels deep at most. It can be called, and then posts the same
    /// constraint.
    fn show(&self) -> ConstraintTerm;

    /// The same goal, from which variables with values may be simplified away.
    fn show_with(&self, _values: &FixedValues<'_>) -> ConstraintTerm {
        self.show()
    }

    /// See [`Propagator::subscribe`]. The propagator of the truth value subscribes to the same.
    ///
    /// [`Propagator::subscribe`]: crate::fd::kernel::propagator::Propagator::subscribe
    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        self.map_vars(&mut |v| {
            on(v, PropCond::Fixed);
            v
        });
    }

    /// See [`Propagator::propagate`]. Once all variables are fixed it must decide whether the
    /// constraint holds.
    ///
    /// [`Propagator::propagate`]: crate::fd::kernel::propagator::Propagator::propagate
    fn propagate(&self, vars: &mut Vars) -> Propagated {
        match decided_when_fixed(self, vars) {
            None => Ok(Status::Fix),
            Some(true) => Ok(Status::Subsumed),
            Some(false) => Err(Inconsistent),
        }
    }

    /// See [`Propagator::cost`].
    ///
    /// [`Propagator::cost`]: crate::fd::kernel::propagator::Propagator::cost
    fn cost(&self) -> Cost {
        Cost::Expensive
    }

    /// Returns whether every remaining assignment satisfies the constraint (`Some(true)`), or none does
    /// (`Some(false)`). `None` is always allowed while a variable is not fixed.
    fn decided(&self, vars: &Vars) -> Option<bool> {
        decided_when_fixed(self, vars)
    }

    /// The constraint that is true where this one is false, if it can be stated without a truth value.
    fn negation(&self) -> Option<Constraint> {
        None
    }

    /// Removes the values of open variables with which the constraint cannot be false; `None` if the constraint has
    /// no rule for this.
    fn refute(&self, _vars: &mut Vars) -> Option<Propagated> {
        None
    }

    /// Posts the constraint. A constraint with weaker, cheaper companions posts them with [`Store::post_implied`],
    /// too; one that is equivalent to other constraints posts these instead.
    fn post(&self, s: &mut Store) -> Result<(), Inconsistent> {
        self.post_itself(s)
    }

    /// Adds the constraint to the store as its own propagator.
    fn post_itself(&self, s: &mut Store) -> Result<(), Inconsistent> {
        s.add(Prop::Other(self.copy().into_box()))
    }

    /// Posts that `b`, a truth value, is that of the constraint. By default the constraint is watched until it is
    /// decided or `b` is fixed, and is then posted or refuted.
    fn reify(&self, s: &mut Store, b: VarId) -> Result<(), Inconsistent> {
        s.watch_truth(b, self.copy())
    }

    /// Posts that the open truth value `b` implies the constraint. By default the constraint is posted when `b`
    /// becomes 1; see [`Store::imply_by_truth`] for a stronger form.
    fn imply(&self, s: &mut Store, b: VarId) -> Result<(), Inconsistent> {
        let c = Box::new(self.copy());
        s.add(Prop::Other(Box::new(Implied { b, c })))
    }

    /// Of the constraint `f(…) = z`: the truth value of `f`'s being defined for its arguments; `None` if it is for all
    /// that are left.
    fn defined(&self, _s: &mut Store) -> Result<Option<VarId>, Inconsistent> {
        Ok(None)
    }

    /// If the constraint states that `z` is the square of a variable: that variable.
    fn square_root_of(&self, _z: VarId) -> Option<VarId> {
        None
    }

    /// The same constraint.
    fn copy(&self) -> Constraint {
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
fn decided_when_fixed<C: Constrain + ?Sized>(c: &C, vars: &Vars) -> Option<bool> {
    let mut fixed = true;
    c.map_vars(&mut |v| {
        fixed &= vars.is_fixed(v);
        v
    });
    fixed.then(|| c.holds(&|v| vars.value(v).unwrap_or(Int::ZERO)))
}

/// A constraint in a box, as data.
#[derive(Debug)]
pub(crate) struct Boxed(pub Box<dyn Constrain>);

impl Clone for Boxed {
    fn clone(&self) -> Boxed {
        Boxed(self.0.copy().into_box())
    }
}

impl PartialEq for Boxed {
    fn eq(&self, other: &Boxed) -> bool {
        self.0.show() == other.0.show()
    }
}

impl Eq for Boxed {}

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
