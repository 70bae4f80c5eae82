//! The results of an instruction and of a run.

use crate::code::pred::PredId;
use crate::machine::state::ball::Ball;
use crate::machine::state::pause::Pause;

/// The result of an instruction's body.
#[cfg_attr(
    not(native_tier),
    allow(dead_code, reason = "results of the native tier")
)]
pub(in crate::machine) enum Flow {
    /// Continue at `p`.
    Next,
    /// Backtrack.
    Fail,
    /// Throw the ball that is set.
    Raise,
    /// Throw the ball that is set, after [`Machine::amend_arith_error`]: inline arithmetic failed.
    ArithError,
    /// The query has an answer.
    Answer,
    /// The query has no more answers.
    NoMore,
    /// Stop before `p`: a limit of the host was reached, which it may extend.
    Pause,
    /// Enter the machine code to which the instruction before `p` refers; or continue at `p`, whose instructions have
    /// the same effect.
    Native,
    /// Continue at the entry of this predicate, which has been called often enough to become machine code.
    Hot(PredId),
    /// Continue at `p`, the instruction of this node of the index, which may become machine code.
    Selects(u32),
}

/// The end of a run.
pub(in crate::machine) enum Ended {
    Answer,
    NoMore,
    /// It can be continued: see [`Pause`].
    Paused(Pause),
    Raised(Ball),
}
