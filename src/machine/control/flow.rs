//! How an instruction goes on, and how a run ends.

use crate::machine::state::ball::Ball;

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
}

/// How a run ended.
pub(in crate::machine) enum Ended {
    Answer,
    NoMore,
    Raised(Ball),
}
