//! The number of a variable, its bounds as machine words, and the slot that holds its domain.
//!
//! Bounds below 2^62 in magnitude are machine words; the extreme words stand for `inf` and `sup`.

use crate::base::int::Int;
use crate::fd::kernel::event::ModEvent;

/// Result of removing values: fails if no solution is left.
pub(crate) type Narrowed = Result<(), Inconsistent>;

/// A variable of one store.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct VarId(pub u32);

impl VarId {
    #[inline]
    pub(crate) fn at(self) -> usize {
        self.0 as usize
    }
}

/// Propagation found that no solution is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Inconsistent;

/// The word for `inf`.
pub(crate) const INF: i64 = i64::MIN;
/// The word for `sup`.
pub(crate) const SUP: i64 = i64::MAX;
/// Words of finite bounds are smaller than this in magnitude, so that two of them add safely.
pub(crate) const LIMIT: i64 = 1 << 62;
/// Widest domain kept as a bit set.
pub(crate) const MAX_BITS_WIDTH: i64 = 4096;

/// Returns true if a word may be a finite bound.
#[inline]
pub(crate) fn is_small(i: i64) -> bool {
    i.unsigned_abs() < LIMIT as u64
}

/// The representation of the values between the bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SlotKind {
    /// All of them.
    Plain,
    /// `bits`, bit 0 meaning `base`.
    Word,
    /// Words of the arena from `bits >> 32`; the low half of `bits` counts the values.
    /// Bits outside the bounds mean nothing.
    Words,
    /// `Vars::lists[bits]`, whose bounds the words give exactly.
    List,
    /// `Vars::lists[bits]`, with a finite bound that does not fit the words.
    Wide,
}

/// One variable's domain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    pub(crate) min: i64,
    pub(crate) max: i64,
    pub(crate) base: i64,
    pub(crate) bits: u64,
    /// Position after which the trail holds this slot's latest saved copy; 0 for none.
    pub(crate) stamp: u32,
    pub(crate) kind: SlotKind,
    /// The event that has not been delivered to the subscribers. Not trailed.
    pub(crate) event: ModEvent,
    /// The bits of events that some subscription waits for, and possibly further ones. An undone slot has the bits of
    /// the time when it was saved; the constraints posted since are undone with it.
    pub(crate) subscribed: u8,
    /// The number of its first subscriptions to becoming fixed that have nothing left to do.
    pub(crate) done: u8,
}

impl Slot {
    /// Takes the domain of another slot, and keeps stamp and subscriptions.
    #[inline]
    pub(crate) fn become_slot(&mut self, domain: Slot) {
        *self = Slot {
            stamp: self.stamp,
            event: self.event,
            subscribed: self.subscribed,
            done: self.done,
            ..domain
        };
    }

    #[inline]
    pub(crate) fn plain(min: i64, max: i64) -> Slot {
        Slot {
            min,
            max,
            base: 0,
            bits: 0,
            stamp: 0,
            kind: SlotKind::Plain,
            event: ModEvent::NONE,
            subscribed: ModEvent::ALWAYS,
            done: 0,
        }
    }
}

impl Slot {
    /// Returns true if the upper end of a plain domain admits a number that does not fit the words.
    pub(crate) fn max_allows(&self, i: &Int) -> bool {
        self.max == SUP || i.signum() < 0
    }
}

/// The place of the bit of `i` in the arena.
#[inline]
pub(crate) fn word_index(s: &Slot, i: i64) -> usize {
    (s.bits >> 32) as usize + ((i - s.base) >> 6) as usize
}
