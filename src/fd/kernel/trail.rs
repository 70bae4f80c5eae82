//! The trail: saved domains and what else must be taken back, stamped by position.
//!
//! A domain is saved at most once between two choice points: its slot remembers where, and a
//! saved copy at or after the newest choice point's mark is enough. Knows no propagators; entries
//! about them are handed back to the store.

use crate::fd::kernel::slot::{Slot, VarId};

/// The change that a trail entry undoes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum StoreUndo {
    /// A changed domain; its old slot is on `saved_slots`.
    Dom(u32),
    /// A changed word of the arena; its old contents are on `saved_words`.
    Word(u32),
    /// Words were added to the arena, which had this length.
    NewWords(u32),
    /// A list was added.
    NewList,
    /// A variable was made.
    NewVar,
    /// A propagator was added.
    Posted,
    /// No change; the entry makes marks distinct.
    Mark,
    /// A propagator was subsumed.
    Subsumed(u32),
    /// One variable took the place of another in a propagator.
    Substituted,
}

/// The entries and the values that they restore.
#[derive(Default, Debug)]
pub(crate) struct Trail {
    pub(crate) entries: Vec<StoreUndo>,
    pub(crate) saved_slots: Vec<Slot>,
    pub(crate) saved_words: Vec<(u64, u32)>,
    /// The mark of the newest choice point.
    pub(crate) newest: u32,
}

impl Trail {
    #[inline]
    pub(crate) fn position(&self) -> u32 {
        self.entries.len() as u32
    }

    /// The newest entry, if it was made after `mark`.
    #[inline]
    pub(crate) fn entry_after(&self, mark: u64) -> Option<StoreUndo> {
        let since = self.entries.get(mark as usize..)?;
        since.last().copied()
    }

    /// The stamp for something saved by the next entry.
    #[inline]
    pub(crate) fn stamp(&self) -> u32 {
        self.position() + 1
    }

    /// Saves the slot of `v` unless that was done since the newest choice point.
    #[inline]
    pub(crate) fn save(&mut self, v: VarId, slot: &mut Slot) {
        if slot.stamp <= self.newest {
            self.saved_slots.push(*slot);
            slot.stamp = self.stamp();
            self.entries.push(StoreUndo::Dom(v.0));
        }
    }
}

/// Undo log of substitutions of one variable for another in a propagator, and a buffer for the next one.
#[derive(Default, Debug)]
pub(crate) struct SubstitutionLog {
    pub(crate) changed: Vec<Substitution>,
    /// Kept between runs: the propagators of a variable.
    pub(crate) props: Vec<u32>,
}

/// In a propagator, `new` took the place of `old`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Substitution {
    pub(crate) prop: u32,
    pub(crate) old: VarId,
    pub(crate) new: VarId,
}

impl SubstitutionLog {
    /// The number of substitutions.
    pub(crate) fn count(&self) -> usize {
        self.changed.len()
    }

    /// The propagator and the two variables of a substitution.
    pub(crate) fn change(&self, at: usize) -> (u32, [VarId; 2]) {
        let Substitution { prop, old, new } = self.changed[at];
        (prop, [old, new])
    }
}
