//! Narrowing: every way in which a domain shrinks. Each operation trails, records the event and
//! reports an emptied domain as `Inconsistent`. Knows no propagators.

use crate::base::int::Int;
use crate::fd::kernel::bound::{Bound, Interval};
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::event::ModEvent;
use crate::fd::kernel::int_math;
pub(crate) use crate::fd::kernel::slot::Narrowed;
use crate::fd::kernel::trail::StoreUndo;
use crate::fd::kernel::var::{
    INF, Inconsistent, LIMIT, MAX_BITS_WIDTH, SUP, Slot, SlotKind, VarId, Vars, is_small,
    word_index,
};
use crate::fd::kernel::windows::is_smaller_as_bits;

/// A bound of an infinite domain that has more bits than this may gain at most half as many in one step.
const WIDE_BITS: u64 = 64;

/// A mask that begins `shift` places further up.
#[inline]
pub(crate) fn moved(mask: u64, shift: i64) -> u64 {
    match shift {
        -63..=0 => mask >> -shift,
        1..=63 => mask << shift,
        _ => 0,
    }
}

impl Vars {
    /// Records a change.
    #[inline]
    pub(crate) fn touch(&mut self, v: VarId, event: ModEvent) {
        let slot = &mut self.slots[v.at()];
        self.prunings += 1;
        if event.intersects(slot.subscribed) {
            if slot.subscribed & ModEvent::WATCHED != 0 {
                return self.touch_watched(v, event);
            }
            if slot.event == ModEvent::NONE {
                self.dirty.push(v);
            }
            slot.event = slot.event.and(event);
            if event.is_fixed() {
                self.fixed_log.push(v);
            }
        }
    }

    /// [`Vars::touch`] while a trace is recorded.
    #[cold]
    #[inline(never)]
    fn touch_watched(&mut self, v: VarId, event: ModEvent) {
        self.note_change(v);
        let slot = &mut self.slots[v.at()];
        if event.intersects(slot.subscribed & !ModEvent::WATCHED) {
            if slot.event == ModEvent::NONE {
                self.dirty.push(v);
            }
            slot.event = slot.event.and(event);
            if event.is_fixed() {
                self.fixed_log.push(v);
            }
        }
    }

    /// Removes all values below `b`.
    #[inline]
    pub(crate) fn remove_below(&mut self, v: VarId, b: i64) -> Narrowed {
        if b <= self.slots[v.at()].min {
            return Ok(());
        }
        self.remove_below_inner(v, b)
    }

    /// [`Vars::remove_below`] of a bound above the minimum.
    fn remove_below_inner(&mut self, v: VarId, b: i64) -> Narrowed {
        let s = &mut self.slots[v.at()];
        if b > s.max {
            return Err(Inconsistent);
        }
        match s.kind {
            SlotKind::Plain if is_small(b) => {
                self.trail.save(v, s);
                s.min = b;
            }
            SlotKind::Word => {
                self.trail.save(v, s);
                s.bits &= !0 << (b - s.base);
                s.min = s.base + s.bits.trailing_zeros() as i64;
            }
            SlotKind::Plain | SlotKind::Words | SlotKind::List | SlotKind::Wide => {
                return self.remove_below_elsewhere(v, b);
            }
        }
        let event = fixing(ModEvent::MIN, s);
        self.touch(v, event);
        Ok(())
    }

    /// [`Vars::remove_below_inner`] of the other kinds of domains.
    #[inline(never)]
    fn remove_below_elsewhere(&mut self, v: VarId, b: i64) -> Narrowed {
        if self.slots[v.at()].kind == SlotKind::Words {
            self.set_words_min(v, b);
            return Ok(());
        }
        self.remove_below_slow(v, &Int::Small(b))
    }

    /// Removes all values above `b`.
    #[inline]
    pub(crate) fn remove_above(&mut self, v: VarId, b: i64) -> Narrowed {
        if b >= self.slots[v.at()].max {
            return Ok(());
        }
        self.remove_above_inner(v, b)
    }

    /// [`Vars::remove_above`] of a bound below the maximum.
    fn remove_above_inner(&mut self, v: VarId, b: i64) -> Narrowed {
        let s = &mut self.slots[v.at()];
        if b < s.min {
            return Err(Inconsistent);
        }
        match s.kind {
            SlotKind::Plain if is_small(b) => {
                self.trail.save(v, s);
                s.max = b;
            }
            SlotKind::Word => {
                self.trail.save(v, s);
                s.bits &= !0 >> (63 - (b - s.base));
                s.max = s.base + 63 - s.bits.leading_zeros() as i64;
            }
            SlotKind::Plain | SlotKind::Words | SlotKind::List | SlotKind::Wide => {
                return self.remove_above_elsewhere(v, b);
            }
        }
        let event = fixing(ModEvent::MAX, s);
        self.touch(v, event);
        Ok(())
    }

    /// [`Vars::remove_above_inner`] of the other kinds of domains.
    #[inline(never)]
    fn remove_above_elsewhere(&mut self, v: VarId, b: i64) -> Narrowed {
        if self.slots[v.at()].kind == SlotKind::Words {
            self.set_words_max(v, b);
            return Ok(());
        }
        self.remove_above_slow(v, &Int::Small(b))
    }

    /// Removes one value.
    #[inline]
    pub(crate) fn remove(&mut self, v: VarId, i: i64) -> Narrowed {
        let s = &self.slots[v.at()];
        if i < s.min || i > s.max {
            return Ok(());
        }
        self.remove_inner(v, i)
    }

    /// [`Vars::remove`] of a value that is not outside the bounds.
    pub(crate) fn remove_inner(&mut self, v: VarId, i: i64) -> Narrowed {
        let s = &mut self.slots[v.at()];
        if s.min == s.max {
            return Err(Inconsistent);
        }
        if s.kind != SlotKind::Word {
            return self.remove_elsewhere(v, i);
        }
        let bit = 1u64 << (i - s.base);
        if s.bits & bit == 0 {
            return Ok(());
        }
        self.trail.save(v, s);
        s.bits &= !bit;
        let event = if i == s.min {
            s.min = s.base + s.bits.trailing_zeros() as i64;
            fixing(ModEvent::MIN, s)
        } else if i == s.max {
            s.max = s.base + 63 - s.bits.leading_zeros() as i64;
            fixing(ModEvent::MAX, s)
        } else {
            ModEvent::DOMAIN
        };
        self.touch(v, event);
        Ok(())
    }

    /// [`Vars::remove_inner`] of the other kinds of domains.
    #[inline(never)]
    fn remove_elsewhere(&mut self, v: VarId, i: i64) -> Narrowed {
        let s = &self.slots[v.at()];
        match s.kind {
            SlotKind::Plain | SlotKind::Words if i == s.min => self.remove_below(v, i + 1),
            SlotKind::Plain | SlotKind::Words if i == s.max => self.remove_above(v, i - 1),
            SlotKind::Words => {
                let at = word_index(s, i);
                let bit = 1u64 << ((i - s.base) & 63);
                if self.words[at] & bit != 0 {
                    self.save(v);
                    self.save_word(at);
                    self.words[at] &= !bit;
                    self.slots[v.at()].bits -= 1;
                    self.touch(v, ModEvent::DOMAIN);
                    self.compact(v);
                }
                Ok(())
            }
            SlotKind::Plain if s.min != INF && s.max != SUP && s.max - s.min < MAX_BITS_WIDTH => {
                self.spread(v);
                self.remove(v, i)
            }
            SlotKind::Plain | SlotKind::Word | SlotKind::List | SlotKind::Wide => {
                self.remove_slow(v, &Int::Small(i))
            }
        }
    }

    /// Removes `value` plus each of the offsets.
    #[inline]
    pub(crate) fn remove_sums(&mut self, v: VarId, value: i64, offsets: [i64; 3]) -> Narrowed {
        let s = &self.slots[v.at()];
        if s.kind == SlotKind::Word {
            let from = value.wrapping_sub(s.base);
            let bit = |offset: i64| {
                let at = from.wrapping_add(offset) as u64;
                u64::from(at < 64) << (at & 63)
            };
            let gone = s.bits & (bit(offsets[0]) | bit(offsets[1]) | bit(offsets[2]));
            return if gone == 0 {
                Ok(())
            } else {
                self.drop_bits(v, gone)
            };
        }
        if s.min == s.max {
            return if offsets.iter().any(|offset| value + offset == s.min) {
                Err(Inconsistent)
            } else {
                Ok(())
            };
        }
        for offset in offsets {
            self.remove(v, value + offset)?;
        }
        Ok(())
    }

    /// Removes bits, all of which are set, of a domain of one word.
    fn drop_bits(&mut self, v: VarId, gone: u64) -> Narrowed {
        let s = &mut self.slots[v.at()];
        let (base, left) = (s.base, s.bits & !gone);
        if left == 0 {
            return Err(Inconsistent);
        }
        self.trail.save(v, s);
        self.leave_bits(v, base, left);
        Ok(())
    }

    /// Leaves the values of the bits `left`, bit 0 meaning `base`, of a domain that has been saved.
    #[inline]
    fn leave_bits(&mut self, v: VarId, base: i64, left: u64) {
        let s = &mut self.slots[v.at()];
        (s.base, s.bits) = (base, left);
        let (min, max) = (
            base + left.trailing_zeros() as i64,
            base + 63 - left.leading_zeros() as i64,
        );
        let mut event = ModEvent::DOMAIN;
        if min != s.min {
            s.min = min;
            event = event.and(ModEvent::MIN);
        }
        if max != s.max {
            s.max = max;
            event = event.and(ModEvent::MAX);
        }
        let event = fixing(event, s);
        self.touch(v, event);
    }

    /// Leaves one value only.
    #[inline]
    pub(crate) fn fix(&mut self, v: VarId, i: i64) -> Narrowed {
        let s = &self.slots[v.at()];
        if i < s.min || i > s.max {
            return Err(Inconsistent);
        }
        if s.min == s.max {
            return Ok(());
        }
        let inside = match s.kind {
            SlotKind::Plain => true,
            SlotKind::Word => s.bits >> (i - s.base) & 1 == 1,
            SlotKind::Words | SlotKind::List | SlotKind::Wide => self.contains(v, i),
        };
        if !inside {
            return Err(Inconsistent);
        }
        if !is_small(i) {
            return self.replace(v, Domain::singleton(Int::Small(i)));
        }
        self.fix_inside(v, i);
        Ok(())
    }

    /// [`Vars::fix`] of a variable that is open, to one of its values that is a word.
    #[inline(always)]
    pub(crate) fn fix_inside(&mut self, v: VarId, i: i64) {
        let s = &mut self.slots[v.at()];
        debug_assert!(s.min != s.max && is_small(i));
        self.trail.save(v, s);
        let mut event = ModEvent::FIXED;
        if i != s.min {
            event = event.and(ModEvent::MIN);
        }
        if i != s.max {
            event = event.and(ModEvent::MAX);
        }
        s.min = i;
        s.max = i;
        s.kind = SlotKind::Plain;
        self.touch(v, event);
    }

    /// Removes the values from `low` to `high`, both included.
    pub(crate) fn remove_range(&mut self, v: VarId, low: i64, high: i64) -> Narrowed {
        let s = self.slot(v);
        if low > high || high < s.min || low > s.max {
            return Ok(());
        }
        if low <= s.min && is_small(high) && s.kind != SlotKind::Wide {
            return self.remove_below(v, high + 1);
        }
        if high >= s.max && is_small(low) && s.kind != SlotKind::Wide {
            return self.remove_above(v, low - 1);
        }
        if self.is_dense(v) {
            return self.remove_window(v, low, high);
        }
        self.restrict(v, &Domain::range(low, high).complement())
    }

    /// Removes all values below an exact bound.
    pub(crate) fn remove_below_bound(&mut self, v: VarId, b: &Bound) -> Narrowed {
        match b {
            Bound::Inf => Ok(()),
            Bound::Fin(Int::Small(i)) if is_small(*i) => self.remove_below(v, *i),
            Bound::Fin(i) => self.remove_below_slow(v, i),
            Bound::Sup => Err(Inconsistent),
        }
    }

    /// Removes all values above an exact bound.
    pub(crate) fn remove_above_bound(&mut self, v: VarId, b: &Bound) -> Narrowed {
        match b {
            Bound::Inf => Err(Inconsistent),
            Bound::Fin(Int::Small(i)) if is_small(*i) => self.remove_above(v, *i),
            Bound::Fin(i) => self.remove_above_slow(v, i),
            Bound::Sup => Ok(()),
        }
    }

    /// Keeps the values between exact bounds, for a propagator. While the domain stays infinite, a bound that has
    /// grown too fast is ignored, and so is one of [`int_math::MAX_BITS`] bits: in `Z #>= 2, Z #= (Z-1)^2`, such
    /// bounds would raise each other without end.
    pub(crate) fn restrict_to(&mut self, v: VarId, to: &Interval) -> Narrowed {
        if !self.is_infinite(v) || may_replace(&self.min(v), &to.0) {
            self.remove_below_bound(v, &to.0)?;
        }
        if !self.is_infinite(v) || may_replace(&self.max(v), &to.1) {
            self.remove_above_bound(v, &to.1)?;
        }
        Ok(())
    }

    /// Removes one value of any size.
    pub(crate) fn remove_int(&mut self, v: VarId, i: &Int) -> Narrowed {
        match i {
            Int::Small(i) if is_small(*i) => self.remove(v, *i),
            Int::Small(_) | Int::Big(_) => self.remove_slow(v, i),
        }
    }

    /// Leaves one value of any size.
    pub(crate) fn fix_int(&mut self, v: VarId, i: &Int) -> Narrowed {
        match i {
            Int::Small(i) => self.fix(v, *i),
            Int::Big(_) => self.restrict(v, &Domain::singleton(i.clone())),
        }
    }

    /// Keeps the values of a set.
    pub(crate) fn restrict(&mut self, v: VarId, d: &Domain) -> Narrowed {
        if let [(low, high)] = d.parts() {
            self.remove_below_bound(v, low)?;
            return self.remove_above_bound(v, high);
        }
        if self.is_dense(v) {
            return self.keep_windows(v, |_, from| d.window(from));
        }
        let old = self.domain(v);
        let new = old.intersection(d);
        if new == old {
            return Ok(());
        }
        self.replace(v, new)
    }

    fn remove_below_slow(&mut self, v: VarId, b: &Int) -> Narrowed {
        if self.min(v) >= Bound::Fin(b.clone()) {
            return Ok(());
        }
        let keep = Domain::interval(Bound::Fin(b.clone()), Bound::Sup);
        self.replace(v, self.domain(v).intersection(&keep))
    }

    fn remove_above_slow(&mut self, v: VarId, b: &Int) -> Narrowed {
        if self.max(v) <= Bound::Fin(b.clone()) {
            return Ok(());
        }
        let keep = Domain::interval(Bound::Inf, Bound::Fin(b.clone()));
        self.replace(v, self.domain(v).intersection(&keep))
    }

    fn remove_slow(&mut self, v: VarId, i: &Int) -> Narrowed {
        if !self.contains_int(v, i) {
            return Ok(());
        }
        let s = *self.slot(v);
        // A domain with very many holes must not be copied for each of them: the list is taken out and changed. The
        // words have its exact bounds meanwhile.
        let mut rest = match s.kind {
            SlotKind::List if self.is_own_list(&s) => {
                std::mem::replace(&mut self.lists[s.bits as usize].0, Domain::empty())
            }
            _ => self.domain(v),
        };
        rest.remove(i);
        self.replace(v, rest)
    }

    /// Puts a proper subset in the place of a domain.
    fn replace(&mut self, v: VarId, d: Domain) -> Narrowed {
        if d.is_empty() {
            return Err(Inconsistent);
        }
        let mut event = ModEvent::DOMAIN;
        if d.min() > self.min(v) {
            event = event.and(ModEvent::MIN);
        }
        if d.max() < self.max(v) {
            event = event.and(ModEvent::MAX);
        }
        if d.value().is_some() {
            event = event.and(ModEvent::FIXED);
        }
        self.save(v);
        let new = self.slot_for(v, d);
        self.slots[v.at()].become_slot(new);
        self.touch(v, event);
        Ok(())
    }

    /// A new variable with the given, non-empty domain.
    pub(crate) fn new_var(&mut self, d: Domain) -> VarId {
        let v = self.add_slot(Slot::plain(INF, SUP));
        let slot = self.slot_for(v, d);
        self.slots[v.at()].become_slot(slot);
        if self.watch.is_some() {
            self.watch_new(v);
        }
        v
    }

    /// A new variable with the words for its bounds.
    #[inline]
    pub(crate) fn new_range(&mut self, min: i64, max: i64) -> VarId {
        self.add_slot(Slot::plain(min, max))
    }

    /// The best representation of a non-empty domain.
    fn slot_for(&mut self, v: VarId, d: Domain) -> Slot {
        let word = |b: &Bound| match b {
            Bound::Inf => Some(INF),
            Bound::Fin(Int::Small(i)) if is_small(*i) => Some(*i),
            Bound::Sup => Some(SUP),
            Bound::Fin(_) => None,
        };
        let (low, high) = (d.min(), d.max());
        let (Some(min), Some(max)) = (word(&low), word(&high)) else {
            // Outer approximations; at least one of them is infinite, see the module comment.
            let min = word(&low).unwrap_or(if low.signum() > 0 { LIMIT } else { INF });
            let max = word(&high).unwrap_or(if high.signum() < 0 { -LIMIT } else { SUP });
            return self.list_slot(v, d, min, max, SlotKind::Wide);
        };
        if d.parts().len() == 1 {
            return Slot::plain(min, max);
        }
        if min == INF || max == SUP || !is_smaller_as_bits(max - min, d.parts().len()) {
            return self.list_slot(v, d, min, max, SlotKind::List);
        }
        let mut slot = self.bits_slot(min, max);
        let mut gap = min;
        for (a, b) in d.parts() {
            if let (Bound::Fin(Int::Small(a)), Bound::Fin(Int::Small(b))) = (a, b) {
                for i in gap..*a {
                    self.clear_bit(&mut slot, i);
                }
                gap = b + 1;
            }
        }
        slot
    }

    /// Gives all integers to a variable that another one has replaced.
    pub(crate) fn detach(&mut self, v: VarId) {
        self.save(v);
        self.slots[v.at()].become_slot(Slot::plain(INF, SUP));
    }

    /// Keeps, of a domain whose span is at most 64, the values `base + i` for the bits `i` of
    /// `mask`.
    pub(crate) fn keep_bits(&mut self, v: VarId, base: i64, mask: u64) -> Narrowed {
        let Some((bits, min)) = self.bits_of(v) else {
            return Ok(());
        };
        self.become_bits(v, (bits, min), bits & moved(mask, base - min))
    }

    /// Removes the values of a mask, bit 0 meaning `base`, from a domain whose span is at most 64. Returns false,
    /// without effect, if the span is larger.
    pub(crate) fn remove_bits(
        &mut self,
        v: VarId,
        base: i64,
        mask: u64,
    ) -> Result<bool, Inconsistent> {
        let Some((bits, min)) = self.bits_of(v) else {
            return Ok(false);
        };
        self.become_bits(v, (bits, min), bits & !moved(mask, base - min))?;
        Ok(true)
    }

    /// Leaves some of the values, `bits` from `min`, of a domain.
    #[inline]
    fn become_bits(&mut self, v: VarId, (bits, min): (u64, i64), keep: u64) -> Narrowed {
        if keep == bits {
            return Ok(());
        }
        if keep == 0 {
            return Err(Inconsistent);
        }
        self.save(v);
        let slot = &mut self.slots[v.at()];
        let row = keep >> keep.trailing_zeros();
        if slot.kind != SlotKind::Plain || row & (row.wrapping_add(1)) != 0 {
            slot.kind = SlotKind::Word;
        }
        self.leave_bits(v, min, keep);
        Ok(())
    }

    /// The values of a domain whose span is at most 64, as bits from its minimum.
    #[inline]
    pub(crate) fn bits_of(&self, v: VarId) -> Option<(u64, i64)> {
        let s = self.slot(v);
        if s.kind == SlotKind::Word {
            return Some((s.bits >> (s.min - s.base), s.min));
        }
        if s.min == INF || s.max == SUP || s.max - s.min >= 64 {
            return None;
        }
        match s.kind {
            SlotKind::Plain => Some((!0u64 >> (63 - (s.max - s.min)), s.min)),
            SlotKind::Words => Some((self.few_words(s), s.min)),
            SlotKind::Word | SlotKind::List | SlotKind::Wide => None,
        }
    }

    /// [`Vars::bits_of`] a domain in the arena.
    #[inline(never)]
    fn few_words(&self, s: &Slot) -> u64 {
        let all = !0u64 >> (63 - (s.max - s.min));
        let (at, shift) = (word_index(s, s.min), (s.min - s.base) & 63);
        let mut bits = self.words[at] >> shift;
        if shift + (s.max - s.min) >= 64 {
            bits |= self.words[at + 1] << (64 - shift);
        }
        bits & all
    }

    fn clear_bit(&mut self, slot: &mut Slot, i: i64) {
        match slot.kind {
            SlotKind::Word => slot.bits &= !(1 << (i - slot.base)),
            SlotKind::Words => {
                let at = word_index(slot, i);
                self.words[at] &= !(1 << ((i - slot.base) & 63));
                slot.bits -= 1;
            }
            SlotKind::Plain | SlotKind::List | SlotKind::Wide => {}
        }
    }

    /// Returns true if a slot's list was made since the newest choice point: no saved slot refers to it, so it may be
    /// changed.
    fn is_own_list(&self, s: &Slot) -> bool {
        match s.kind {
            SlotKind::List | SlotKind::Wide => self.lists[s.bits as usize].1 > self.trail.newest,
            SlotKind::Plain | SlotKind::Word | SlotKind::Words => false,
        }
    }

    fn list_slot(&mut self, v: VarId, d: Domain, min: i64, max: i64, kind: SlotKind) -> Slot {
        let old = self.slot(v);
        let at = if self.is_own_list(old) {
            let at = old.bits;
            self.lists[at as usize].0 = d;
            at
        } else {
            let stamp = self.trail.stamp();
            self.trail.entries.push(StoreUndo::NewList);
            self.lists.push((d, stamp));
            self.lists.len() as u64 - 1
        };
        let mut slot = Slot::plain(min, max);
        slot.kind = kind;
        slot.bits = at;
        slot
    }

    /// A bit-set slot with all values of a finite range.
    fn bits_slot(&mut self, min: i64, max: i64) -> Slot {
        let mut slot = Slot::plain(min, max);
        slot.base = min;
        let width = max - min + 1;
        if width <= 64 {
            slot.kind = SlotKind::Word;
            slot.bits = !0 >> (64 - width);
        } else {
            slot.kind = SlotKind::Words;
            let at = self.add_words((width as usize).div_ceil(64), !0);
            slot.bits = (at as u64) << 32 | width as u64;
        }
        slot
    }

    /// Turns a finite plain domain into a bit set.
    pub(crate) fn spread(&mut self, v: VarId) {
        self.save(v);
        let old = *self.slot(v);
        let slot = self.bits_slot(old.min, old.max);
        self.slots[v.at()].become_slot(slot);
    }

    /// Moves a bit set that fits one word out of the arena.
    pub(crate) fn compact(&mut self, v: VarId) {
        let s = self.slot(v);
        if s.kind != SlotKind::Words || s.max - s.min >= 64 {
            return;
        }
        if let Some((bits, base)) = self.bits_of(v) {
            let slot = &mut self.slots[v.at()];
            slot.kind = SlotKind::Word;
            slot.base = base;
            slot.bits = bits;
        }
    }

    fn set_words_min(&mut self, v: VarId, b: i64) {
        self.save(v);
        let s = *self.slot(v);
        let min = self.scan_up(&s, b);
        let gone = self.count(&s, s.min, min - 1);
        let slot = &mut self.slots[v.at()];
        slot.min = min;
        slot.bits -= gone;
        let event = fixing(ModEvent::MIN, slot);
        self.touch(v, event);
        self.compact(v);
    }

    fn set_words_max(&mut self, v: VarId, b: i64) {
        self.save(v);
        let s = *self.slot(v);
        let max = self.scan_down(&s, b);
        let gone = self.count(&s, max + 1, s.max);
        let slot = &mut self.slots[v.at()];
        slot.max = max;
        slot.bits -= gone;
        let event = fixing(ModEvent::MAX, slot);
        self.touch(v, event);
        self.compact(v);
    }

    /// The number of values that a `Words` domain has from `low` to `high`.
    fn count(&self, s: &Slot, low: i64, high: i64) -> u64 {
        let (first, last) = (word_index(s, low), word_index(s, high));
        let head = !0 << ((low - s.base) & 63);
        let tail = !0 >> (63 - ((high - s.base) & 63));
        if first == last {
            return (self.words[first] & head & tail).count_ones() as u64;
        }
        let inner: u64 = self.words[first + 1..last]
            .iter()
            .map(|w| w.count_ones() as u64)
            .sum();
        let ends = (self.words[first] & head).count_ones() + (self.words[last] & tail).count_ones();
        inner + ends as u64
    }
}

/// Adds `FIXED` when the bounds met.
#[inline]
pub(crate) fn fixing(event: ModEvent, s: &Slot) -> ModEvent {
    if s.min == s.max {
        event.and(ModEvent::FIXED)
    } else {
        event
    }
}

/// Returns true if a propagator may replace a bound of an infinite domain by a new one.
fn may_replace(old: &Bound, new: &Bound) -> bool {
    let bits = |b: &Bound| b.finite().map_or(0, int_math::bits);
    let (old, new) = (bits(old), bits(new));
    new < int_math::MAX_BITS && (old <= WIDE_BITS || new - new.min(old) <= old / 2)
}
