//! The goals of `undo/1`, which run when the trail is undone past their entries.

use super::constrained_copy::ConstrainedCopy;

/// The goals whose entries are on the trail, newest last.
#[derive(Default)]
pub(in crate::machine) struct UndoGoals {
    goals: Vec<ConstrainedCopy>,
    /// Their size in bytes.
    pub(in crate::machine) bytes: u64,
}

fn size(goal: &ConstrainedCopy) -> u64 {
    8 * goal.record.words() as u64
}

impl UndoGoals {
    pub(in crate::machine) fn push(&mut self, goal: ConstrainedCopy) {
        self.bytes += size(&goal);
        self.goals.push(goal);
    }

    /// Removes the newest goal.
    pub(in crate::machine) fn pop(&mut self) -> Option<ConstrainedCopy> {
        let goal = self.goals.pop()?;
        self.bytes -= size(&goal);
        Some(goal)
    }

    pub(in crate::machine) fn iter(&self) -> impl Iterator<Item = &ConstrainedCopy> {
        self.goals.iter()
    }
}
