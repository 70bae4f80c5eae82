//! Matchings of variables with at most 64 neighbouring values: the same as `matching`, in words.
//! Knows no constraint.

use super::super::narrow::Narrowed;
use super::super::var::{Inconsistent, VarId, Vars};

/// As many values, and hence variables, as there are bits in a word.
const MOST: usize = 64;

/// Variables, their domains as bits from a common base, and a matching of them.
struct Bits<'a> {
    xs: &'a [VarId],
    inner: &'a [u32],
    base: i64,
    domains: [u64; MOST],
    /// The value of each variable, and the variable that has each value.
    mate: [u8; MOST],
    owner: [u8; MOST],
    /// Values that no variable has.
    free: u64,
}

/// Removes the values that variables which must all differ cannot take; see `Matching::filter`.
/// `None` if the values are too many or too far apart.
pub(crate) fn filter(
    vars: &mut Vars,
    xs: &[VarId],
    inner: &[u32],
    onlookers: &[u32],
) -> Option<Narrowed> {
    if inner.len() > MOST {
        return None;
    }
    let (mut low, mut high) = (i64::MAX, i64::MIN);
    for i in inner {
        let (a, b) = vars.span(xs[*i as usize])?;
        (low, high) = (low.min(a), high.max(b));
    }
    if low > high || i128::from(high) - i128::from(low) >= MOST as i128 {
        return None;
    }
    let mut bits = Bits {
        xs,
        inner,
        base: low,
        domains: [0; MOST],
        mate: [0; MOST],
        owner: [0; MOST],
        free: 0,
    };
    for (i, place) in inner.iter().enumerate() {
        let (mask, from) = vars.bits_of(xs[*place as usize])?;
        bits.domains[i] = mask << (from - low);
        bits.free |= bits.domains[i];
    }
    Some(bits.run(vars, onlookers))
}

/// The places of the set bits.
fn each(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (at < MOST).then_some(at)
    })
}

impl Bits<'_> {
    fn run(&mut self, vars: &mut Vars, onlookers: &[u32]) -> Narrowed {
        let n = self.inner.len();
        let mut later = 0u64;
        for i in 0..n {
            let can = self.domains[i] & self.free;
            if can == 0 {
                later |= 1 << i;
                continue;
            }
            self.give(i, can.trailing_zeros() as usize);
        }
        for i in each(later) {
            self.augment(i)?;
        }
        // Values that are free, or whose owner can move on to one that is.
        let mut loose = self.free;
        let mut rest = if n == MOST { !0 } else { (1u64 << n) - 1 };
        loop {
            let before = rest;
            for i in each(rest) {
                if self.domains[i] & loose != 0 {
                    loose |= 1 << self.mate[i];
                    rest &= !(1 << i);
                }
            }
            if rest == before {
                break;
            }
        }
        if rest == 0 {
            return Ok(());
        }
        let tight = each(rest).fold(0u64, |t, i| t | 1 << self.mate[i]);
        for (i, place) in self.inner.iter().enumerate() {
            if rest >> i & 1 == 0 && self.domains[i] & tight != 0 {
                let keep = self.domains[i] & !tight;
                vars.keep_bits(self.xs[*place as usize], self.base, keep)?;
            }
        }
        for place in onlookers {
            for value in each(tight) {
                vars.remove(self.xs[*place as usize], self.base + value as i64)?;
            }
        }
        self.rotate(vars, rest)
    }

    /// Among variables that have as many values as they are: keeps the values that can go round.
    fn rotate(&self, vars: &mut Vars, rest: u64) -> Narrowed {
        // From a value, its owner leads to the values that it could take instead.
        let mut reach = [0u64; MOST];
        for i in each(rest) {
            reach[self.mate[i] as usize] = self.domains[i];
        }
        for k in each(rest) {
            let k = self.mate[k] as usize;
            for i in each(rest) {
                let i = self.mate[i] as usize;
                if reach[i] >> k & 1 == 1 {
                    reach[i] |= reach[k];
                }
            }
        }
        for i in each(rest) {
            let mine = self.mate[i] as usize;
            let others = self.domains[i] & !(1 << mine);
            let stuck = each(others).filter(|v| reach[*v] >> mine & 1 == 0);
            let stuck = stuck.fold(0u64, |s, v| s | 1 << v);
            if stuck != 0 {
                let x = self.xs[self.inner[i] as usize];
                vars.keep_bits(x, self.base, self.domains[i] & !stuck)?;
            }
        }
        Ok(())
    }

    fn give(&mut self, i: usize, value: usize) {
        self.mate[i] = value as u8;
        self.owner[value] = i as u8;
        self.free &= !(1 << value);
    }

    /// Finds a value for one more variable, breadth first.
    fn augment(&mut self, root: usize) -> Narrowed {
        let mut via = [0u8; MOST];
        let mut queue = [0u8; MOST];
        queue[0] = root as u8;
        let (mut next, mut end) = (0, 1);
        let mut seen = 0u64;
        while next < end {
            let u = queue[next] as usize;
            next += 1;
            let new = self.domains[u] & !seen;
            seen |= new;
            for value in each(new) {
                via[value] = u as u8;
            }
            let found = new & self.free;
            if found == 0 {
                for value in each(new) {
                    queue[end] = self.owner[value];
                    end += 1;
                }
                continue;
            }
            let mut value = found.trailing_zeros() as usize;
            loop {
                let u = via[value] as usize;
                let left = self.mate[u] as usize;
                self.give(u, value);
                if u == root {
                    return Ok(());
                }
                value = left;
            }
        }
        Err(Inconsistent)
    }
}
