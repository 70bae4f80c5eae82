//! The trail: saved domains and what else must be taken back, stamped by position.
//!
//! A domain is saved at most once between two choice points: its slot remembers where, and a
//! saved copy at or after the newest choice point's mark is enough. Knows no propagators; entries
//! about them are handed back to the store.

use crate::fd::kernel::event::ModEvent;
use crate::fd::kernel::var::{Slot, VarId, Vars};

/// What one trail entry takes back.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Entry {
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
    /// Nothing; it only keeps marks apart.
    Mark,
    /// A propagator was subsumed.
    Subsumed(u32),
    /// One variable took the place of another in a propagator.
    Renamed,
}

/// The entries and the values that they restore.
#[derive(Default, Debug)]
pub(crate) struct Trail {
    pub(crate) entries: Vec<Entry>,
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
    pub(crate) fn entry_after(&self, mark: u64) -> Option<Entry> {
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
            self.entries.push(Entry::Dom(v.0));
        }
    }
}

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
            self.trail.entries.push(Entry::Word(at as u32));
        }
    }

    /// Makes a variable with the given slot.
    pub(crate) fn add_slot(&mut self, mut slot: Slot) -> VarId {
        let v = VarId(self.slots.len() as u32);
        slot.stamp = self.trail.stamp();
        self.trail.entries.push(Entry::NewVar);
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
        self.trail.entries.push(Entry::NewWords(at as u32));
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
            let Entry::Dom(v) = entry else {
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
    pub(crate) fn undo_entry(&mut self, entry: Entry) {
        match entry {
            Entry::Word(at) => {
                if let Some((word, stamp)) = self.trail.saved_words.pop() {
                    self.words[at as usize] = word;
                    self.word_stamps[at as usize] = stamp;
                }
            }
            Entry::NewWords(length) => {
                self.words.truncate(length as usize);
                self.word_stamps.truncate(length as usize);
            }
            Entry::NewList => {
                self.lists.pop();
            }
            Entry::NewVar => {
                self.slots.pop();
            }
            // Dealt with before.
            Entry::Dom(_) | Entry::Posted | Entry::Mark | Entry::Subsumed(_) | Entry::Renamed => {}
        }
    }

    /// Forgets changes that were not told to anybody yet.
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
