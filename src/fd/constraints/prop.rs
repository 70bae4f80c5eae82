//! The type of all propagators, dispatched by a match, and the store of such propagators.

use crate::fd::constraints::constraint::{Constrain, Constraint, Describe};
use crate::fd::constraints::core;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Advisor, Cost, Difference, Dispatch, Propagated, Propagator};
use crate::fd::kernel::request::AnyConstraint;
use crate::fd::kernel::store;
use crate::fd::kernel::subscription::{FixedSub, Subs};
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};
use std::any::Any;
use std::fmt;

/// A store of variables and propagators.
pub(crate) type Store = store::Store<Prop>;

macro_rules! propagators {
    ($($name:ident => $type:ty,)*) => {
        /// Any propagator, dispatched by a match.
        #[derive(Debug)]
        pub(crate) enum Prop {
            $(#[doc = concat!("See [`", stringify!($type), "`].")] $name($type),)*
        }

        impl Prop {
            /// The constraint that the propagator stands for.
            pub(crate) fn describe(&self) -> Constraint {
                match self { $(Prop::$name(p) => p.describe(),)* }
            }

            #[inline]
            fn cost_of(&self) -> Cost {
                match self { $(Prop::$name(p) => Propagator::cost(p),)* }
            }

            fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
                match self { $(Prop::$name(p) => Propagator::subscribe(p, on),)* }
            }

            #[inline]
            fn run(&self, vars: &mut Vars) -> Propagated {
                match self { $(Prop::$name(p) => Propagator::propagate(p, vars),)* }
            }
        }

    };
}

propagators! {
    NeqOffset => core::NeqOffset,
    NeqSum => core::NeqSum,
    AbsDiffNe => core::AbsDiffNe,
    AllDifferent => core::AllDifferent,
    EqOffset => core::EqOffset,
    EqSum => core::EqSum,
    LeqOffset => core::LeqOffset,
    AbsDiffEq => core::AbsDiffEq,
    Scale => core::Scale,
    UnitSum => core::UnitSum,
    LinearEqWords => core::LinearEqWords,
    LinearLeWords => core::LinearLeWords,
    LinearEq => core::LinearEq,
    LinearNe => core::LinearNe,
    LinearLe => core::LinearLe,
    Bool => core::Bool,
    ReifRange => core::ReifRange,
    ReifEq => core::ReifEq,
    ReifLe => core::ReifLe,
    ReifSum => core::ReifSum,
    Boxed => Box<dyn Described>,
    Other => Box<dyn Constrain>,
}

impl Dispatch for Prop {
    type Buffers = core::AllDifferentBuffers;

    #[inline]
    fn cost(&self) -> Cost {
        self.cost_of()
    }

    /// Without an indirect call for the most frequent propagators.
    #[inline(always)]
    fn each(&self, mut on: impl FnMut(VarId, PropCond)) {
        match self {
            Prop::ReifRange(p) => p.each(on),
            Prop::ReifEq(p) => p.each(on),
            Prop::UnitSum(p) => p.each(on),
            p => p.subscribe(&mut on),
        }
    }

    #[inline]
    fn propagate(&self, vars: &mut Vars) -> Propagated {
        self.run(vars)
    }

    #[inline(always)]
    fn run_immediately(&self, vars: &mut Vars) -> Option<Propagated> {
        match self {
            Prop::ReifRange(p) => Some(p.propagate(vars)),
            _ => None,
        }
    }

    #[inline]
    fn advisor(&self) -> Option<&dyn Advisor> {
        match self {
            Prop::NeqOffset(p) => Some(p),
            Prop::NeqSum(p) => Some(p),
            Prop::AbsDiffNe(p) => Some(p),
            Prop::AllDifferent(p) => Some(p),
            Prop::Boxed(p) => p.advisor(),
            _ => None,
        }
    }

    fn is_done(&self, vars: &Vars) -> bool {
        if let Prop::LeqOffset(p) = self {
            return p.is_entailed(vars);
        }
        self.advisor().is_some() && {
            let mut open = 0;
            self.subscribe(&mut |v, _| open += usize::from(!vars.is_fixed(v)));
            open < 2
        }
    }

    fn subscribes_to_all(&self) -> bool {
        !matches!(self, Prop::Other(_))
    }

    #[inline]
    fn unsubscribe(&self, p: u32, subs: &mut [Subs]) {
        if let Prop::NeqOffset(neq) = self {
            FixedSub::pop_sum(&mut subs[neq.x.at()].fixed);
            FixedSub::pop_sum(&mut subs[neq.y.at()].fixed);
        } else {
            self.unsubscribe_other(p, subs);
        }
    }

    fn difference(&self, vars: &Vars, reified: bool) -> Option<Difference> {
        let (x, y, c, equal) = match self {
            Prop::LeqOffset(p) => (p.x, p.y, p.c, false),
            Prop::EqOffset(p) => (p.x, p.y, p.c, true),
            Prop::ReifEq(p) if reified && p.known(vars) == Some(true) => (p.x, p.y, p.c, true),
            _ => return None,
        };
        Some(Difference { x, y, c, equal })
    }

    #[inline]
    fn remove_from_others(
        &self,
        v: VarId,
        value: i64,
        vars: &mut Vars,
    ) -> Result<(), Inconsistent> {
        match self {
            Prop::AllDifferent(group) => group.remove_from_others(v, value, vars),
            _ => Ok(()),
        }
    }

    fn remove_value_from_others(&self, v: VarId, vars: &mut Vars) -> Result<(), Inconsistent> {
        match (self, vars.value(v)) {
            (Prop::AllDifferent(group), Some(value)) => {
                group.remove_int_from_others(v, &value, vars)
            }
            _ => Ok(()),
        }
    }

    fn substitute(&mut self, old: VarId, new: VarId) -> Option<Result<(), Inconsistent>> {
        match self {
            Prop::AllDifferent(group) => Some(if group.rename(old, new) {
                Ok(())
            } else {
                Err(Inconsistent)
            }),
            _ => None,
        }
    }

    fn constraint(&self) -> Box<dyn AnyConstraint> {
        Box::new(self.describe())
    }
}

/// A propagator in a box that stands for a constraint of another type.
pub(crate) trait Described: Propagator + Describe + Any + fmt::Debug + Send {}

impl<T: Propagator + Describe + Any + fmt::Debug + Send> Described for T {}

impl dyn Described {
    /// Returns true if the propagator is of type `T`.
    pub(crate) fn is<T: Any>(&self) -> bool {
        (self as &dyn Any).is::<T>()
    }
}

impl Describe for Box<dyn Described> {
    fn describe(&self) -> Constraint {
        (**self).describe()
    }

    fn advisor(&self) -> Option<&dyn Advisor> {
        (**self).advisor()
    }
}

/// Propagators in boxes.
macro_rules! in_box {
    ($($type:ty),*) => {
        $(impl Propagator for Box<$type> {
            fn cost(&self) -> Cost {
                (**self).cost()
            }

            fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
                (**self).subscribe(on);
            }

            fn propagate(&self, vars: &mut Vars) -> Propagated {
                (**self).propagate(vars)
            }
        })*
    };
}

in_box!(dyn Described, dyn Constrain);

impl Describe for Box<dyn Constrain> {
    fn describe(&self) -> Constraint {
        self.copy()
    }
}

impl Prop {
    /// A propagator that is kept in a box.
    pub(crate) fn boxed(p: impl Described) -> Prop {
        Prop::Boxed(Box::new(p))
    }

    fn unsubscribe_other(&self, p: u32, subs: &mut [Subs]) {
        if let Prop::LeqOffset(leq) = self {
            debug_assert!(subs[leq.x.at()].raises.last().is_some_and(|s| s.prop == p));
            subs[leq.x.at()].raises.pop();
            subs[leq.y.at()].lowers.pop();
            return;
        }
        if let Some(advisor) = self.advisor() {
            advisor.advise(&mut |v: VarId, _, _, _| {
                debug_assert!(subs[v.at()].fixed.last().is_some_and(|s| s.prop() == p));
                subs[v.at()].fixed.pop();
            });
            return;
        }
        self.each(|v: VarId, cond: PropCond| {
            let of = &mut subs[v.at()];
            match cond {
                PropCond::Fixed => {
                    debug_assert!(of.fixed.last().is_some_and(|s| s.prop() == p));
                    of.fixed.pop();
                }
                PropCond::Min | PropCond::Max | PropCond::Bounds | PropCond::Domain => {
                    of.others.pop();
                }
            }
        });
    }
}
