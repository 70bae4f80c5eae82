//! The results of an instruction and of a run.

use crate::machine::state::ball::Ball;
use crate::machine::state::pause::Pause;

/// The result of an instruction's body.
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
}

/// The end of a run.
pub(in crate::machine) enum Ended {
    Answer,
    NoMore,
    /// It can go on: see [`Pause`].
    Paused(Pause),
    Raised(Ball),
}
