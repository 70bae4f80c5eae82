//! Variables and their domains: the store as a propagator sees it.
//!
//! Bounds below 2^62 in magnitude are two machine words, with the extreme words standing for `inf` and `sup`; dense
//! domains add a bit set. All other domains are an exact [`Domain`] in a table, and then the words are *outer*
//! approximations. Hence the rule that fast paths rely on: **when neither word is an infinity, both are exact.**

use crate::base::int::Int;
use crate::fd::kernel::bound::{Bound, Interval};
use crate::fd::kernel::cancel::Cancellation;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::request::{AnyConstraint, Rel, Request};
pub(crate) use crate::fd::kernel::slot::{INF, Inconsistent, LIMIT, Narrowed, SUP, VarId};
pub(crate) use crate::fd::kernel::slot::{MAX_BITS_WIDTH, Slot, SlotKind, is_small, word_index};
use crate::fd::kernel::trace::Watch;
use crate::fd::kernel::trail::Trail;
use std::any::Any;

/// The variables of a store: domains, trail and the record of changes.
#[derive(Default, Debug)]
pub(crate) struct Vars {
    pub(crate) slots: Vec<Slot>,
    pub(crate) words: Vec<u64>,
    pub(crate) word_stamps: Vec<u32>,
    pub(crate) lists: Vec<(Domain, u32)>,
    pub(crate) trail: Trail,
    /// Variables with a pending event, in order of their first change.
    pub(crate) dirty: Vec<VarId>,
    /// Variables in the order in which they became fixed, until drained.
    pub(crate) fixed_log: Vec<VarId>,
    /// Requests of the running propagator; posted when it has returned.
    pub(crate) pending: Vec<Request>,
    pub(crate) prunings: u64,
    /// True while a search runs.
    pub(crate) in_search: bool,
    /// The trace, if one is recorded.
    pub(crate) watch: Option<Box<Watch>>,
    /// True if domains are marked as watched, since a trace was recorded and may be again.
    pub(crate) is_marked: bool,
    /// Buffers that a family of propagators keeps from one run to the next.
    pub(crate) scratch: Option<Box<dyn Any + Send>>,
    /// The cancellation of long runs.
    pub(crate) stop: Cancellation,
}

impl Vars {
    #[inline]
    pub(crate) fn slot(&self, v: VarId) -> &Slot {
        &self.slots[v.at()]
    }

    /// The lower bound as a word: [`INF`], or a lower approximation when the domain is wide.
    #[inline]
    pub(crate) fn low(&self, v: VarId) -> i64 {
        self.slots[v.at()].min
    }

    /// The upper bound as a word: [`SUP`], or an upper approximation when the domain is wide.
    #[inline]
    pub(crate) fn high(&self, v: VarId) -> i64 {
        self.slots[v.at()].max
    }

    /// Both bounds, when they are finite words and hence exact.
    #[inline]
    pub(crate) fn span(&self, v: VarId) -> Option<(i64, i64)> {
        let s = &self.slots[v.at()];
        (s.min != INF && s.max != SUP).then_some((s.min, s.max))
    }

    /// Returns true if a finite bound does not fit the words.
    #[inline]
    pub(crate) fn is_wide(&self, v: VarId) -> bool {
        self.slots[v.at()].kind == SlotKind::Wide
    }

    /// Returns true if the words are the whole domain: it has no holes, and its bounds fit.
    #[inline]
    pub(crate) fn is_plain(&self, v: VarId) -> bool {
        self.slots[v.at()].kind == SlotKind::Plain
    }

    /// The value of a fixed variable, when it is a word.
    #[inline]
    pub(crate) fn word(&self, v: VarId) -> Option<i64> {
        let s = &self.slots[v.at()];
        (s.min == s.max).then_some(s.min)
    }

    /// The value of a fixed variable.
    pub(crate) fn value(&self, v: VarId) -> Option<Int> {
        let s = self.slot(v);
        if s.min == s.max {
            return Some(Int::Small(s.min));
        }
        match s.kind {
            SlotKind::Wide => self.list(s).value().cloned(),
            SlotKind::Plain | SlotKind::Word | SlotKind::Words | SlotKind::List => None,
        }
    }

    /// Returns true if one value is left.
    #[inline]
    pub(crate) fn is_fixed(&self, v: VarId) -> bool {
        let s = &self.slots[v.at()];
        s.min == s.max || (s.kind == SlotKind::Wide && self.list(s).value().is_some())
    }

    /// Returns true if the bounds are words and differ: the variable is certainly not fixed.
    #[inline]
    pub(crate) fn is_open(&self, v: VarId) -> bool {
        let s = &self.slots[v.at()];
        s.min != s.max && s.kind != SlotKind::Wide
    }

    pub(crate) fn list(&self, s: &Slot) -> &Domain {
        &self.lists[s.bits as usize].0
    }

    /// The exact lower bound.
    pub(crate) fn min(&self, v: VarId) -> Bound {
        let s = self.slot(v);
        match s.kind {
            SlotKind::Wide => self.list(s).min(),
            SlotKind::Plain | SlotKind::Word | SlotKind::Words | SlotKind::List if s.min == INF => {
                Bound::Inf
            }
            SlotKind::Plain | SlotKind::Word | SlotKind::Words | SlotKind::List => {
                Bound::from(s.min)
            }
        }
    }

    /// The exact upper bound.
    pub(crate) fn max(&self, v: VarId) -> Bound {
        let s = self.slot(v);
        match s.kind {
            SlotKind::Wide => self.list(s).max(),
            SlotKind::Plain | SlotKind::Word | SlotKind::Words | SlotKind::List if s.max == SUP => {
                Bound::Sup
            }
            SlotKind::Plain | SlotKind::Word | SlotKind::Words | SlotKind::List => {
                Bound::from(s.max)
            }
        }
    }

    /// Both exact bounds.
    pub(crate) fn bounds(&self, v: VarId) -> Interval {
        (self.min(v), self.max(v))
    }

    /// Returns true if the domain is infinite.
    pub(crate) fn is_infinite(&self, v: VarId) -> bool {
        let s = self.slot(v);
        match s.kind {
            SlotKind::Wide => self.list(s).min() == Bound::Inf || self.list(s).max() == Bound::Sup,
            SlotKind::Plain | SlotKind::Word | SlotKind::Words | SlotKind::List => {
                s.min == INF || s.max == SUP
            }
        }
    }

    /// The number of values; `u64::MAX` when infinite or beyond a word.
    #[inline]
    pub(crate) fn size(&self, v: VarId) -> u64 {
        let s = self.slot(v);
        match s.kind {
            SlotKind::Plain if s.min == INF || s.max == SUP => u64::MAX,
            SlotKind::Plain => (s.max - s.min) as u64 + 1,
            SlotKind::Word => s.bits.count_ones() as u64,
            SlotKind::Words => s.bits & 0xffff_ffff,
            SlotKind::List | SlotKind::Wide => match self.list(s).size() {
                Some(Int::Small(n)) => n as u64,
                Some(Int::Big(_)) | None => u64::MAX,
            },
        }
    }

    /// Returns true if the domain has no holes.
    pub(crate) fn is_interval(&self, v: VarId) -> bool {
        let s = self.slot(v);
        match s.kind {
            SlotKind::Plain => true,
            SlotKind::Word | SlotKind::Words => self.size(v) == (s.max - s.min) as u64 + 1,
            SlotKind::List | SlotKind::Wide => self.list(s).parts().len() == 1,
        }
    }

    /// Returns true if a machine integer is in the domain of a variable.
    #[inline]
    pub(crate) fn contains(&self, v: VarId, i: i64) -> bool {
        let s = &self.slots[v.at()];
        if i < s.min || i > s.max {
            return false;
        }
        match s.kind {
            SlotKind::Plain => true,
            SlotKind::Word => s.bits >> (i - s.base) & 1 == 1,
            SlotKind::Words => self.words[word_index(s, i)] >> ((i - s.base) & 63) & 1 == 1,
            SlotKind::List | SlotKind::Wide => self.list(s).contains(&Int::Small(i)),
        }
    }

    /// Returns true if an integer of any size is in the domain of a variable.
    pub(crate) fn contains_int(&self, v: VarId, i: &Int) -> bool {
        match i {
            Int::Small(i) => self.contains(v, *i),
            Int::Big(_) => {
                let s = self.slot(v);
                match s.kind {
                    SlotKind::Plain => (s.min == INF || i.signum() > 0) && s.max_allows(i),
                    SlotKind::Word | SlotKind::Words => false,
                    SlotKind::List | SlotKind::Wide => self.list(s).contains(i),
                }
            }
        }
    }

    /// The least value at or above `from`, for a domain with finite words; `None` past the end.
    #[inline]
    pub(crate) fn next_value(&self, v: VarId, from: i64) -> Option<i64> {
        let s = &self.slots[v.at()];
        let from = from.max(s.min);
        if from > s.max {
            return None;
        }
        match s.kind {
            SlotKind::Plain => Some(from),
            SlotKind::Word => {
                let rest = s.bits >> (from - s.base);
                (rest != 0).then(|| from + rest.trailing_zeros() as i64)
            }
            SlotKind::Words => Some(self.scan_up(s, from)),
            SlotKind::List | SlotKind::Wide => {
                let parts = self.list(s).parts();
                let below = |(_, b): &Interval| match b {
                    Bound::Fin(Int::Small(b)) => *b < from,
                    _ => *b < Bound::from(from),
                };
                match &parts.get(parts.partition_point(below))?.0 {
                    Bound::Fin(Int::Small(a)) => Some((*a).max(from)),
                    Bound::Inf => Some(from),
                    Bound::Fin(i @ Int::Big(_)) if i.is_negative() => Some(from),
                    Bound::Fin(Int::Big(_)) | Bound::Sup => None,
                }
            }
        }
    }

    /// The greatest value at or below `from`, for a domain with finite words; `None` past the end.
    #[inline]
    pub(crate) fn previous_value(&self, v: VarId, from: i64) -> Option<i64> {
        let s = &self.slots[v.at()];
        let from = from.min(s.max);
        if from < s.min {
            return None;
        }
        match s.kind {
            SlotKind::Plain => Some(from),
            SlotKind::Word => {
                let rest = s.bits << (63 - (from - s.base));
                (rest != 0).then(|| from - rest.leading_zeros() as i64)
            }
            SlotKind::Words => Some(self.scan_down(s, from)),
            SlotKind::List | SlotKind::Wide => {
                let parts = self.list(s).parts();
                let begins = |(a, _): &Interval| match a {
                    Bound::Fin(Int::Small(a)) => *a <= from,
                    _ => *a <= Bound::from(from),
                };
                let last = parts.partition_point(begins).checked_sub(1)?;
                match &parts[last].1 {
                    Bound::Fin(Int::Small(b)) => Some((*b).min(from)),
                    Bound::Sup => Some(from),
                    Bound::Fin(i @ Int::Big(_)) if !i.is_negative() => Some(from),
                    Bound::Fin(Int::Big(_)) | Bound::Inf => None,
                }
            }
        }
    }

    /// The value next to `i` in a descending (`down`) or ascending enumeration of a domain with
    /// finite words.
    #[inline]
    pub(crate) fn value_beyond(&self, v: VarId, i: i64, down: bool) -> Option<i64> {
        if down {
            self.previous_value(v, i - 1)
        } else {
            self.next_value(v, i + 1)
        }
    }

    /// The least magnitude of a value, if it is a word.
    #[inline]
    pub(crate) fn least_magnitude(&self, v: VarId) -> Option<i64> {
        let s = self.slot(v);
        if s.min >= 0 && s.min != SUP {
            return (s.kind != SlotKind::Wide).then_some(s.min);
        }
        let above = self.next_value(v, 0);
        let below = self.previous_value(v, 0).map(|i| -i);
        match (above, below) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (one, other) => one.or(other),
        }
    }

    /// The first value at or above `from` of a `Words` domain; there must be one.
    pub(crate) fn scan_up(&self, s: &Slot, from: i64) -> i64 {
        let mut at = word_index(s, from);
        let mut word = self.words[at] & (!0 << ((from - s.base) & 63));
        while word == 0 {
            at += 1;
            word = self.words[at];
        }
        let first = (at - (s.bits >> 32) as usize) as i64 * 64;
        s.base + first + word.trailing_zeros() as i64
    }

    /// The last value at or below `from` of a `Words` domain; there must be one.
    pub(crate) fn scan_down(&self, s: &Slot, from: i64) -> i64 {
        let mut at = word_index(s, from);
        let mut word = self.words[at] & (!0 >> (63 - ((from - s.base) & 63)));
        while word == 0 {
            at -= 1;
            word = self.words[at];
        }
        let first = (at - (s.bits >> 32) as usize) as i64 * 64;
        s.base + first + 63 - word.leading_zeros() as i64
    }

    /// The exact domain.
    pub(crate) fn domain(&self, v: VarId) -> Domain {
        let s = self.slot(v);
        match s.kind {
            SlotKind::Plain => Domain::interval(self.min(v), self.max(v)),
            SlotKind::List | SlotKind::Wide => self.list(s).clone(),
            SlotKind::Word | SlotKind::Words => {
                let mut parts: Vec<Interval> = Vec::new();
                let mut next = Some(s.min);
                while let Some(low) = next {
                    let mut high = low;
                    while high < s.max && self.contains(v, high + 1) {
                        high += 1;
                    }
                    parts.push((Bound::from(low), Bound::from(high)));
                    next = self.next_value(v, high + 1);
                }
                Domain::from_parts(parts)
            }
        }
    }

    /// Requests that a constraint be posted when the running propagator has returned.
    pub(crate) fn request_any(&mut self, c: Box<dyn AnyConstraint>) {
        self.pending.push(Request::Any(c));
    }

    /// Requests that `x rel y + c` be posted when the running propagator has returned.
    pub(crate) fn request_offset(&mut self, x: VarId, rel: Rel, y: VarId, c: i64) {
        self.pending.push(Request::Offset(x, rel, y, c));
    }

    /// Returns true if a constraint of which two variables are open takes a simpler form, if there is one: both are open,
    /// and the form lasts. A search soon undoes it, unless the variables are infinite, so that it does not
    /// label them. A trace shows the constraints of the program.
    #[inline]
    pub(crate) fn simplifies(&self, x: VarId, y: VarId) -> bool {
        let lasts = !self.in_search || (self.is_infinite(x) && self.is_infinite(y));
        lasts && self.watch.is_none() && !self.is_fixed(x) && !self.is_fixed(y)
    }

    /// Counts steps of a propagator's run, each of which takes little time. An error ends the run;
    /// only `Propagator::propagate` may pass it on.
    #[inline]
    pub(crate) fn worked(&self, steps: usize) -> Narrowed {
        self.stop.worked(steps)
    }
}
