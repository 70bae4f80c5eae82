//! The place of a throw, as the machine takes it.

use crate::base::tree::{NodeId, Tree};
use crate::code::instr::Instr;
use crate::code::pred::PredId;
use crate::machine::memory::record::Record;

/// A word in an outline; `None` for other words than terms.
pub(crate) type Outline = Option<NodeId>;

/// The state of the machine at a throw.
#[derive(Debug)]
pub(crate) struct Backtrace {
    /// The number that the ball has.
    pub ticket: u32,
    /// Holds all values.
    pub values: Tree,
    /// The outline of the ball, and the ball.
    pub ball: Outline,
    pub thrown: Option<Record>,
    /// What threw.
    pub origin: Origin,
    /// The argument registers.
    pub registers: Vec<Outline>,
    /// The newest environments, the newest one first.
    pub frames: Vec<Frame>,
    /// The number of environments, up to a limit.
    pub depth: u64,
    /// The number of clauses that had been dropped then.
    pub dropped: u64,
}

/// What threw a ball.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Origin {
    /// The instruction at an address.
    Instruction(u64, Instr),
    /// A limit or an interrupt at a call, of this predicate if that is known.
    Poll(Option<PredId>),
}

/// An environment with the address at which its clause goes on.
#[derive(Debug)]
pub(crate) struct Frame {
    /// The address after the call, or of a continuation of the machine itself.
    pub address: u64,
    /// True if that is the end of a query.
    pub is_end: bool,
    pub slots: Vec<Outline>,
}
