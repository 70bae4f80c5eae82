//! FD predicates as data: indexicals, definitions, calls.

use crate::base::int::Int;
use crate::fd::constraints::indexical::program::{Arg, Builder, Program};
use crate::fd::kernel::var::{VarId, Vars};
use std::sync::Arc;

/// The purpose of a clause of an FD predicate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Neck {
    /// `+:` makes the constraint true.
    True,
    /// `-:` makes it false.
    False,
    /// `+?` finds it true.
    FoundTrue,
    /// `-?` finds it false.
    FoundFalse,
}

impl Neck {
    /// All of them.
    pub(crate) const ALL: [Neck; 4] = [Neck::True, Neck::False, Neck::FoundTrue, Neck::FoundFalse];

    /// As it is written.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Neck::True => "+:",
            Neck::False => "-:",
            Neck::FoundTrue => "+?",
            Neck::FoundFalse => "-?",
        }
    }
}

/// An indexical `X in R`.
#[derive(Clone, Debug)]
pub(crate) struct Indexical {
    pub(super) target: u16,
    pub(super) program: Program,
}

impl Indexical {
    /// Argument `target` in the range that was built.
    pub(crate) fn new(target: u16, range: Builder) -> Indexical {
        Indexical {
            target,
            program: range.finish(),
        }
    }
}

/// An FD predicate.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    /// The key of the predicate in the layer above.
    pub key: u32,
    bodies: [Vec<Indexical>; 4],
}

impl Definition {
    /// A predicate without clauses.
    pub(crate) fn new(key: u32) -> Definition {
        Definition {
            key,
            bodies: Default::default(),
        }
    }

    /// Adds the clause of a neck.
    pub(crate) fn define(&mut self, neck: Neck, body: Vec<Indexical>) {
        self.bodies[neck as usize] = body;
    }

    /// Returns true if there is a clause with this neck.
    pub(crate) fn has(&self, neck: Neck) -> bool {
        !self.bodies[neck as usize].is_empty()
    }

    pub(super) fn body(&self, neck: Neck) -> &[Indexical] {
        &self.bodies[neck as usize]
    }
}

/// An FD predicate with its arguments.
#[derive(Clone, Debug)]
pub(crate) struct FdCall {
    /// The predicate as it was defined at the time of the call.
    pub definition: Arc<Definition>,
    /// The arguments, as many as it has.
    pub args: Box<[Arg]>,
}

impl PartialEq for FdCall {
    fn eq(&self, other: &FdCall) -> bool {
        Arc::ptr_eq(&self.definition, &other.definition) && self.args == other.args
    }
}

impl Eq for FdCall {}

impl FdCall {
    /// Replaces every variable.
    pub(crate) fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> FdCall {
        FdCall {
            definition: self.definition.clone(),
            args: self
                .args
                .iter()
                .map(|a| match a {
                    Arg::Int(i) => Arg::Int(i.clone()),
                    Arg::Var(v) => Arg::Var(f(*v)),
                })
                .collect(),
        }
    }

    /// Returns true if the constraint is true of the given integers.
    pub(crate) fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        let args = self.args.iter().map(|a| match a {
            Arg::Int(i) => Arg::Int(i.clone()),
            Arg::Var(v) => Arg::Int(at(*v)),
        });
        let call = FdCall {
            definition: self.definition.clone(),
            args: args.collect(),
        };
        call.truth(&mut Vars::default()).unwrap_or(true)
    }

    pub(super) fn arg(&self, i: u16) -> &Arg {
        &self.args[usize::from(i)]
    }

    pub(super) fn all_fixed(&self, args: &[u16], vars: &Vars) -> bool {
        args.iter().all(|a| self.arg(*a).is_fixed(vars))
    }
}
