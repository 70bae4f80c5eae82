//! Global constraints: each is one file here that says what it means, how it filters and how it
//! shows; the kernel knows them by the trait [`Global`] only.
//!
//! # How to add one
//! 1. A file here with a struct, its `impl Global`, and its `SPEC`.
//! 2. Its lines below: `mod` and the row in [`SPECS`]. The oracle checks the rest.
//! 3. Its reader in `clpz/global/`. Residual goals are derived from [`Global::goal`].

pub mod bin_packing;
pub mod bits;
pub mod bool_gates;
pub mod cardinality;
pub mod circuit;
pub mod count;
pub mod cumulative;
pub mod cumulatives;
pub mod diffn;
pub mod disjunctive;
pub mod distinct;
pub mod element;
pub mod except_zero;
pub mod geost;
mod hall_intervals;
pub mod inverse;
pub mod lex;
mod matching;
mod matching_bits;
pub mod min_max;
pub mod multi_cumulative;
pub mod nvalue;
pub mod precede;
pub mod regular;
pub mod reified_global;
mod resource_profile;
mod scc;
pub mod sorting;
pub mod table;
mod theta_tree;

use crate::base::int::Int;
use crate::fd::constraints::constraint::Constraint;
use crate::fd::constraints::constraint::Describe;
use crate::fd::constraints::prop::Prop;
use crate::fd::constraints::prop::Store;
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Cost, Propagated, Propagator, Status};
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};
use std::borrow::Cow;
use std::fmt;

/// The rows of the oracle.
#[cfg(test)]
pub(crate) const SPECS: &[&Spec] = &[
    &reified_global::SPEC,
    &distinct::SPEC,
    &except_zero::SPEC,
    &element::SPEC,
    &table::SPEC,
    &cardinality::SPEC,
    &count::SPEC,
    &lex::SPEC,
    &nvalue::SPEC,
    &circuit::SPEC,
    &inverse::SPEC,
    &precede::SPEC,
    &min_max::SPEC,
    &bool_gates::SPEC,
    &sorting::SPEC,
    &bin_packing::SPEC,
    &bits::SPEC,
    &diffn::SPEC,
    &multi_cumulative::SPEC,
    &cumulative::SPEC,
    &cumulatives::SPEC,
    &geost::SPEC,
    &regular::SPEC,
    &disjunctive::SPEC,
];

/// A goal that states a constraint, in terms that a kernel without terms can give.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// An integer.
    Int(Int),
    /// A variable of the store; it shows as its value when it has one.
    Var(VarId),
    /// An atom.
    Atom(Cow<'static, str>),
    /// A list.
    List(Vec<Goal>),
    /// A compound term.
    Call(Cow<'static, str>, Vec<Goal>),
}

impl Goal {
    /// A list of variables.
    pub fn vars(vars: &[VarId]) -> Goal {
        Goal::List(vars.iter().map(|v| Goal::Var(*v)).collect())
    }

    /// A list of integers.
    pub fn ints(ints: &[Int]) -> Goal {
        Goal::List(ints.iter().map(|i| Goal::Int(i.clone())).collect())
    }

    /// A compound term.
    pub fn call(name: &'static str, args: Vec<Goal>) -> Goal {
        Goal::Call(Cow::Borrowed(name), args)
    }

    /// An atom.
    pub fn atom(name: &'static str) -> Goal {
        Goal::Atom(Cow::Borrowed(name))
    }
}

/// A constraint over any number of variables with a filtering algorithm of its own.
///
/// What a run knows it reads from the domains; a cache may be kept in a cell inside, but only as
/// a hint, since nobody restores it on backtracking.
pub trait Global: fmt::Debug + Send {
    /// The same constraint over other variables: every variable is replaced, in a fixed order,
    /// those first that the goal names first.
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Box<dyn Global>;

    /// The meaning: whether it is true of the given integers.
    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool;

    /// The goal that states it.
    fn goal(&self) -> Goal;

    /// See [`Propagator::subscribe`].
    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond));

    /// See [`Propagator::propagate`]. Once all variables are fixed it must tell whether the
    /// constraint holds.
    fn propagate(&self, vars: &mut Vars) -> Propagated;

    /// See [`Propagator::cost`].
    fn cost(&self) -> Cost {
        Cost::Expensive
    }

    /// Whether every assignment left satisfies the constraint (`Some(true)`), or none does
    /// (`Some(false)`). It need not know before all variables are fixed.
    fn decided(&self, vars: &Vars) -> Option<bool> {
        decided_when_fixed(self.map_vars(&mut |v| v).as_ref(), vars)
    }

    /// Removes values that leave no way for the constraint to be false, of several variables that
    /// are not fixed; `None` when it knows no way to tell.
    fn refute(&self, _vars: &mut Vars) -> Option<Propagated> {
        None
    }

    /// States it in a store. A constraint with weaker, cheaper companions posts them with
    /// [`Store::post_implied`] besides; one that is nothing but others posts these instead.
    fn post(&self, s: &mut Store) -> Result<(), Inconsistent> {
        s.add(Prop::Global(Posted(self.map_vars(&mut |v| v))))
    }
}

/// What is left to say when all of a constraint's variables are fixed; `None` when one is not.
fn settled(
    g: &dyn Global,
    vars: &Vars,
    mut all: impl Iterator<Item = VarId>,
) -> Option<Propagated> {
    all.all(|v| vars.is_fixed(v)).then(|| {
        if g.holds(&|v| vars.value(v).unwrap_or(Int::ZERO)) {
            Ok(Status::Subsumed)
        } else {
            Err(Inconsistent)
        }
    })
}

/// The truth value of a constraint all of whose variables are fixed.
fn decided_when_fixed(g: &dyn Global, vars: &Vars) -> Option<bool> {
    let mut fixed = true;
    g.map_vars(&mut |v| {
        fixed &= vars.is_fixed(v);
        v
    });
    fixed.then(|| g.holds(&|v| vars.value(v).unwrap_or(Int::ZERO)))
}

/// A global constraint as data.
#[derive(Debug)]
pub struct AnyGlobal(pub Box<dyn Global>);

impl AnyGlobal {
    /// The same over other variables.
    pub fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> AnyGlobal {
        AnyGlobal(self.0.map_vars(f))
    }
}

impl Clone for AnyGlobal {
    fn clone(&self) -> AnyGlobal {
        self.map_vars(&mut |v| v)
    }
}

impl PartialEq for AnyGlobal {
    fn eq(&self, other: &AnyGlobal) -> bool {
        self.0.goal() == other.0.goal()
    }
}

impl Eq for AnyGlobal {}

impl Constraint {
    /// A global constraint.
    pub fn global(g: impl Global + 'static) -> Constraint {
        Constraint::Global(AnyGlobal(Box::new(g)))
    }
}

/// A global constraint as a propagator.
#[derive(Debug)]
pub struct Posted(Box<dyn Global>);

impl Propagator for Posted {
    fn cost(&self) -> Cost {
        self.0.cost()
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        self.0.subscribe(on);
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        self.0.propagate(vars)
    }
}

impl Describe for Posted {
    fn describe(&self) -> Constraint {
        Constraint::Global(AnyGlobal(self.0.map_vars(&mut |v| v)))
    }
}
