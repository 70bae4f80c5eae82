//! The places of clauses and goals in the texts of the program, found when a message needs them.
//!
//! A clause only has the number of its text and its offset there. When a message is about it, the text is read again
//! at that place and compiled again, which gives the span of each goal and the registers of each variable. A running
//! program pays nothing for it.

pub(crate) mod clause_text;
pub(crate) mod explanation;
pub(crate) mod frames;
pub(crate) mod goals;
mod hints;
mod recursion;
mod repetition;
pub(crate) mod scene;
mod values;
mod wording;

#[cfg(test)]
pub(crate) use clause_text::ClauseTexts;
pub(crate) use clause_text::GoalText;
pub(crate) use explanation::{add_to, explain, explain_ball, running_goals};
pub(crate) use repetition::{cycle_predicate, explain_cycle};
pub(crate) use scene::{interrupted, is_known_to_programs, named_goal};
pub(crate) use wording::error_text;
