//! How an instruction goes on, and how a run ends.

use crate::machine::state::ball::Ball;

/// What an instruction's body says.
pub(in crate::machine) enum Flow {
    /// Go on at `p`.
    Next,
    /// Backtrack.
    Fail,
    /// Throw the ball that is set.
    Raise,
    /// Throw the ball that is set, which inline arithmetic made.
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
