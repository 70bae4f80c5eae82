//! The recorded place of a throw.

use crate::base::tree::{NodeId, Tree};
use crate::code::instr::Instr;
use crate::code::pred::PredId;
use crate::machine::database::ClauseId;
use crate::machine::memory::record::Record;

/// A word in an outline; `None` for other words than terms.
pub(crate) type WordOutline = Option<NodeId>;

/// The state of the machine at a throw.
#[derive(Debug)]
pub(crate) struct Backtrace {
    /// The number that the ball has.
    pub ticket: u32,
    /// Holds all values.
    pub values: Tree,
    /// The outline of the ball, and the ball.
    pub ball: WordOutline,
    pub thrown: Option<Record>,
    /// The source of the ball.
    pub origin: BallOrigin,
    /// The argument registers.
    pub registers: Vec<WordOutline>,
    /// The newest environments, the newest one first.
    pub frames: Vec<CallFrame>,
    /// The number of environments, up to a limit.
    pub depth: u64,
    /// The number of clauses that had been dropped then.
    pub dropped: u64,
    /// The goals that the tracer interprets and whose boxes the ball has left since, the innermost first: the clause of
    /// each, and the numbers of arguments that lead to the goal in its text, the last one first.
    pub boxes: Vec<(ClauseId, Vec<usize>)>,
}

/// The backtrace of the newest throw that has one, and how many there were.
#[derive(Default)]
pub(in crate::machine) struct Backtraces {
    pub(in crate::machine) newest: Option<Box<Backtrace>>,
    /// The number of the newest one.
    pub(in crate::machine) tickets: u32,
}

/// The source of a ball.
#[derive(Clone, Copy, Debug)]
pub(crate) enum BallOrigin {
    /// The instruction at an address.
    Instruction(u64, Instr),
    /// A limit or an interrupt at a call, of this predicate if that is known.
    Poll(Option<PredId>),
}

/// An environment with the address at which its clause continues.
#[derive(Debug)]
pub(crate) struct CallFrame {
    /// The address after the call, or of a continuation of the machine itself.
    pub address: u64,
    /// True if that is the end of a query.
    pub is_end: bool,
    pub slots: Vec<WordOutline>,
}

/// A clause that goes on when what it has called is done.
pub(crate) struct ReturnPoint {
    /// The address at which it goes on.
    pub(crate) address: u64,
    /// The place of its environment.
    pub(crate) environment: u64,
    /// True if it is the end of a query.
    pub(crate) is_end: bool,
}
