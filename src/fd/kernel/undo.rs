//! Saving and undoing changes: the part of the trail that concerns the variables.

use crate::fd::kernel::event::ModEvent;
use crate::fd::kernel::slot::{Slot, VarId};
use crate::fd::kernel::trail::{StoreUndo, Trail};
use crate::fd::kernel::var::Vars;

impl Vars {
    /// Saves the slot of `v` unless that was done since the newest choice point.
    #[inline]
    pub(crate) fn save(&mut self, v: VarId) {
        self.trail.save(v, &mut self.slots[v.at()]);
    }

    /// Saves one word of the arena unless that was done since the newest choice point.
    #[inline]
    pub(crate) fn save_word(&mut self, at: usize) {
        let stamp = self.word_stamps[at];
        if stamp <= self.trail.newest {
            self.trail.saved_words.push((self.words[at], stamp));
            self.word_stamps[at] = self.trail.stamp();
            self.trail.entries.push(StoreUndo::Word(at as u32));
        }
    }

    /// Makes a variable with the given slot.
    pub(crate) fn add_slot(&mut self, mut slot: Slot) -> VarId {
        let v = VarId(self.slots.len() as u32);
        slot.stamp = self.trail.stamp();
        self.trail.entries.push(StoreUndo::NewVar);
        self.slots.push(slot);
        if self.watch.is_some() {
            self.watch_new(v);
        }
        v
    }

    /// Appends words to the arena and returns the index of the first.
    pub(crate) fn add_words(&mut self, count: usize, fill: u64) -> usize {
        let at = self.words.len();
        let stamp = self.trail.stamp();
        self.trail.entries.push(StoreUndo::NewWords(at as u32));
        self.words.resize(at + count, fill);
        self.word_stamps.resize(at + count, stamp);
        at
    }

    /// Undoes the newest entries down to `mark` as long as they are changed domains, as most are.
    #[inline]
    pub(crate) fn undo_domains(&mut self, mark: u64) {
        let Trail {
            entries,
            saved_slots,
            ..
        } = &mut self.trail;
        let since = entries.get(mark as usize..).unwrap_or_default();
        let mut count = 0;
        for (entry, saved) in since.iter().rev().zip(saved_slots.iter().rev()) {
            let StoreUndo::Dom(v) = entry else {
                break;
            };
            self.slots[*v as usize] = Slot {
                event: ModEvent::NONE,
                ..*saved
            };
            count += 1;
        }
        entries.truncate(entries.len() - count);
        saved_slots.truncate(saved_slots.len() - count);
    }

    /// Undoes one entry that concerns domains alone.
    #[inline]
    pub(crate) fn undo_entry(&mut self, entry: StoreUndo) {
        match entry {
            StoreUndo::Word(at) => {
                if let Some((word, stamp)) = self.trail.saved_words.pop() {
                    self.words[at as usize] = word;
                    self.word_stamps[at as usize] = stamp;
                }
            }
            StoreUndo::NewWords(length) => {
                self.words.truncate(length as usize);
                self.word_stamps.truncate(length as usize);
            }
            StoreUndo::NewList => {
                self.lists.pop();
            }
            StoreUndo::NewVar => {
                self.slots.pop();
            }
            // Dealt with before.
            StoreUndo::Dom(_)
            | StoreUndo::Posted
            | StoreUndo::Mark
            | StoreUndo::Subsumed(_)
            | StoreUndo::Substituted => {}
        }
    }

    /// Forgets changes of which no propagator has been notified yet.
    pub(crate) fn forget_changes(&mut self) {
        if !self.dirty.is_empty() {
            for v in &self.dirty {
                if let Some(slot) = self.slots.get_mut(v.at()) {
                    slot.event = ModEvent::NONE;
                }
            }
            self.dirty.clear();
        }
        if !self.pending.is_empty() {
            self.pending.clear();
        }
    }
}
