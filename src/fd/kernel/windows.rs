//! Windows of 64 values on a domain, and narrowing by them, for the propagators of large domains with holes. Knows no
//! propagators.

use crate::fd::kernel::bound::{Bound, Interval};
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::domain_ops::{fixing, moved};
use crate::fd::kernel::event::ModEvent;
use crate::fd::kernel::slot::{
    Inconsistent, MAX_BITS_WIDTH, Narrowed, SUP, Slot, SlotKind, VarId, word_index,
};
use crate::fd::kernel::var::{INF, Vars};

/// The bits of the values from `low` to `high` in the window that begins at `from`.
#[inline]
fn range_bits(from: i64, low: i64, high: i64) -> u64 {
    let (low, high) = (low.max(from), high.min(from.saturating_add(63)));
    if low > high {
        return 0;
    }
    (!0 << (low - from)) & (!0 >> (63 - (high - from)))
}

impl Domain {
    /// The 64 values from `from` on, as bits.
    pub(crate) fn window(&self, from: i64) -> u64 {
        let (first, last) = (Bound::from(from), Bound::from(from.saturating_add(63)));
        let at = self.parts().partition_point(|(_, high)| *high < first);
        let reached = self.parts()[at..].iter();
        reached
            .take_while(|(low, _)| *low <= last)
            .fold(0, |bits, (low, high)| {
                // Ends outside the window are its ends.
                let low = low.finite().map_or(from, |i| i.to_i64().unwrap_or(from));
                let high = high
                    .finite()
                    .map_or(i64::MAX, |i| i.to_i64().unwrap_or(i64::MAX));
                bits | range_bits(from, low, high)
            })
    }
}

impl Vars {
    /// Returns true if the windows of a domain are cheap: finite, and a bit set or without holes.
    #[inline]
    pub(crate) fn is_dense(&self, v: VarId) -> bool {
        let s = self.slot(v);
        match s.kind {
            SlotKind::Plain => s.min != INF && s.max != SUP && s.max - s.min < MAX_BITS_WIDTH,
            SlotKind::Word | SlotKind::Words => true,
            SlotKind::List | SlotKind::Wide => false,
        }
    }

    /// The 64 values from `from` on of a domain, as bits.
    #[inline]
    pub(crate) fn window(&self, v: VarId, from: i64) -> u64 {
        let s = self.slot(v);
        let within = range_bits(from, s.min, s.max);
        if within == 0 {
            return 0;
        }
        match s.kind {
            SlotKind::Plain => within,
            SlotKind::Word => moved(s.bits, s.base - from) & within,
            SlotKind::Words => self.words_window(s, from) & within,
            SlotKind::List | SlotKind::Wide => self.list(s).window(from),
        }
    }

    /// [`Vars::window`] of a domain in the arena, with what lies outside its bounds.
    fn words_window(&self, s: &Slot, from: i64) -> u64 {
        if from < s.base {
            return self.words[word_index(s, s.base)] << (s.base - from);
        }
        let (at, shift) = (word_index(s, from), (from - s.base) & 63);
        let mut bits = self.words[at] >> shift;
        if shift > 0 && at < word_index(s, s.max) {
            bits |= self.words[at + 1] << (64 - shift);
        }
        bits
    }

    /// Keeps, of every 64 values of a dense domain, those whose bits are set in `keep` of the first of
    /// them.
    pub(crate) fn keep_windows(&mut self, v: VarId, keep: impl Fn(&Vars, i64) -> u64) -> Narrowed {
        debug_assert!(self.is_dense(v));
        if let Some((_, min)) = self.bits_of(v) {
            let mask = keep(self, min);
            return self.keep_bits(v, min, mask);
        }
        let s = *self.slot(v);
        if s.kind == SlotKind::Plain {
            let loses = |from: &i64| self.window(v, *from) & !keep(self, *from) != 0;
            if !(s.min..=s.max).step_by(64).any(|from| loses(&from)) {
                return Ok(());
            }
            self.spread(v);
        }
        self.keep_words(v, keep)
    }

    /// [`Vars::keep_windows`] of a domain in the arena.
    fn keep_words(&mut self, v: VarId, keep: impl Fn(&Vars, i64) -> u64) -> Narrowed {
        let s = *self.slot(v);
        let (first, last) = (word_index(&s, s.min), word_index(&s, s.max));
        let mut from = s.base + ((s.min - s.base) & !63);
        let mut gone = 0;
        for at in first..=last {
            let within = range_bits(from, s.min, s.max);
            let lost = self.words[at] & within & !keep(self, from);
            if lost != 0 {
                self.save_word(at);
                self.words[at] &= !lost;
                gone += u64::from(lost.count_ones());
            }
            from += 64;
        }
        if gone == 0 {
            return Ok(());
        }
        if gone == s.bits & 0xffff_ffff {
            return Err(Inconsistent);
        }
        self.save(v);
        let (min, max) = (self.scan_up(&s, s.min), self.scan_down(&s, s.max));
        let mut event = ModEvent::DOMAIN;
        if min != s.min {
            event = event.and(ModEvent::MIN);
        }
        if max != s.max {
            event = event.and(ModEvent::MAX);
        }
        let slot = &mut self.slots[v.at()];
        (slot.min, slot.max) = (min, max);
        slot.bits -= gone;
        let event = fixing(event, slot);
        self.touch(v, event);
        self.compact(v);
        Ok(())
    }

    /// Keeps the values of a dense `x` that are values of a dense `y` plus `c`.
    pub(crate) fn keep_shifted(&mut self, x: VarId, y: VarId, c: i64) -> Narrowed {
        self.keep_windows(x, |vars, from| vars.window(y, from - c))
    }

    /// Keeps the values of a dense `x` that are `c` minus values of a dense `y`.
    pub(crate) fn keep_mirrored(&mut self, x: VarId, y: VarId, c: i64) -> Narrowed {
        self.keep_windows(x, |vars, from| vars.window(y, c - from - 63).reverse_bits())
    }

    /// Removes the values from `low` to `high` of a dense domain.
    pub(crate) fn remove_window(&mut self, v: VarId, low: i64, high: i64) -> Narrowed {
        self.keep_windows(v, |_, from| !range_bits(from, low, high))
    }
}

/// Returns true if a bit set of a width is smaller than the list of so many intervals.
pub(crate) fn is_smaller_as_bits(width: i64, parts: usize) -> bool {
    const INTERVAL: i64 = 8 * size_of::<Interval>() as i64;
    width < MAX_BITS_WIDTH || (width < i64::from(u32::MAX) && width / INTERVAL < parts as i64)
}

#[cfg(test)]
mod tests {
    use crate::base::int::Int;
    use crate::fd::kernel::bound::Bound;
    use crate::fd::kernel::domain::Domain;
    use crate::fd::kernel::var::Vars;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    fn set(random: &mut Pcg32, span: i64) -> Domain {
        let parts = random.random_range(1..30);
        let one = |random: &mut Pcg32| {
            let low = random.random_range(-span..span);
            let high = low + random.random_range(0..span / 2);
            (Bound::from(low), Bound::from(high))
        };
        Domain::from_parts((0..parts).map(|_| one(random)).collect())
    }

    /// Every operation on domains of every width leaves what the operation on lists of intervals leaves.
    #[test]
    fn windows_narrow_as_intervals_do() {
        let mut random = Pcg32::seed_from_u64(3);
        for round in 0..4000 {
            let span = [4, 40, 200, 6000, 1 << 40][round % 5];
            let mut vars = Vars::default();
            let (d, e) = (set(&mut random, span), set(&mut random, span));
            let (x, y) = (vars.new_var(d.clone()), vars.new_var(e.clone()));
            let c = random.random_range(-span..span);
            let shift = Int::Small(c);
            let (done, wanted) = match round % 7 {
                0 => (vars.restrict(x, &e), d.intersection(&e)),
                1 => {
                    let high = c + random.random_range(0..span);
                    let gap = Domain::range(c, high);
                    (vars.remove_range(x, c, high), d.difference(&gap))
                }
                2 => (vars.remove(x, c), d.difference(&Domain::range(c, c))),
                3 => (
                    vars.remove_below(x, c),
                    d.intersection(&Domain::interval(Bound::from(c), Bound::Sup)),
                ),
                4 if vars.is_dense(x) && vars.is_dense(y) => {
                    (vars.keep_shifted(x, y, c), d.intersection(&e.shift(&shift)))
                }
                5 if vars.is_dense(x) && vars.is_dense(y) => {
                    let image = e.negate().shift(&shift);
                    (vars.keep_mirrored(x, y, c), d.intersection(&image))
                }
                _ => (vars.restrict(x, &e.complement()), d.difference(&e)),
            };
            match done {
                Err(_) => assert!(wanted.is_empty(), "{round}: {d} {e} {c}"),
                Ok(()) => {
                    assert_eq!(vars.domain(x), wanted, "{round}: {d} {e} {c}");
                    assert_eq!((vars.min(x), vars.max(x)), (wanted.min(), wanted.max()));
                    assert_eq!(wanted.size(), Some(Int::from(vars.size(x))));
                }
            }
        }
    }

    #[test]
    fn very_many_holes_are_kept_as_bits() {
        let mut vars = Vars::default();
        let x = vars.new_var(Domain::range(0, 100_000));
        for i in (1..100_000).step_by(2) {
            vars.remove(x, i).expect("values are left");
        }
        assert!(vars.is_dense(x));
        assert_eq!(vars.size(x), 50_001);
        assert_eq!(vars.next_value(x, 777), Some(778));
        assert_eq!(vars.window(x, 77) & 7, 0b010);
    }
}
