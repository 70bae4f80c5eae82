//! The goals that state constraints: name, the kinds of the arguments, and the constraint of their
//! values. A constraint whose arguments are of these kinds has its [`Signature`] in its own file; how
//! the terms of a goal become the values is written once, in `clpz/global/condition.rs`.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constraint, Relation};
use crate::fd::constraints::prop::Store;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::var::{Inconsistent, VarId};

/// The goal that states a constraint, also within formulas.
#[derive(Debug)]
pub(crate) struct Signature {
    /// The name of the goal.
    pub(crate) name: &'static str,
    /// The kinds of its arguments.
    pub(crate) arguments: &'static [ArgumentKind],
    /// The constraint of the arguments, one of each kind.
    ///
    /// A constraint that counts may post the number as a variable of its own, which always has a value, and return a
    /// comparison with it: then the constraint is filtered also when it is false.
    pub(crate) constraint: fn(&mut Store, Vec<Argument>) -> Result<Constraint, Inconsistent>,
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident($type:ty),)*) => {
        /// The kind of an argument.
        #[derive(Clone, Copy, Debug)]
        pub(crate) enum ArgumentKind { $($(#[$doc])* $kind,)* }

        /// The value of an argument.
        #[derive(Debug)]
        pub(crate) enum Argument { $($(#[$doc])* $kind($type),)* }
    };
}

kinds! {
    /// An integer.
    Integer(Int),
    /// An integer or a variable.
    Variable(VarId),
    /// A list of integers and variables.
    Variables(Vec<VarId>),
    /// A domain, as on the right of `in`.
    Domain(Domain),
    /// The name of a comparison, such as `#=<`.
    Relation(Relation),
}

/// The signature `name(argument: Kind, …)`, with the constraint of the arguments, for which the store
/// may be named first.
macro_rules! signature {
    ($name:ident ($($x:ident : $kind:ident),*) => $constraint:expr) => {
        signature!(|_store| $name ($($x : $kind),*) => Ok($constraint))
    };
    (|$store:ident| $name:ident ($($x:ident : $kind:ident),*) => $constraint:expr) => {{
        use $crate::fd::constraints::global::signature::{Argument, ArgumentKind, Signature};
        Signature {
            name: stringify!($name),
            arguments: &[$(ArgumentKind::$kind),*],
            constraint: |$store, arguments| match <[Argument; [$(stringify!($x)),*].len()]>::try_from(arguments) {
                Ok([$(Argument::$kind($x)),*]) => $constraint,
                other => unreachable!("{}: arguments of other kinds: {other:?}", stringify!($name)),
            },
        }
    }};
}
pub(crate) use signature;
