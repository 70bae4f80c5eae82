//! Matchings of variables with at most 64 neighbouring values: the same as `matching`, in words.
//! Knows no constraint.

use super::super::narrow::Narrowed;
use super::super::propagator::{Propagated, Status};
use super::super::var::{INF, Inconsistent, SUP, VarId, Vars};

/// As many values, and hence variables, as there are bits in a word.
const MOST: usize = 64;
/// Mostly they are no more than this, which is then all the room there is to clear.
const FEW: usize = 16;

/// The variables that are not fixed, up to `N`, and a matching of the first `n` of them. The
/// others have so many values that they find one anyway.
struct Bits<const N: usize> {
    xs: [VarId; N],
    n: usize,
    base: i64,
    /// The domains, as bits from `base`.
    domains: [u64; N],
    /// The value of each variable, and the variable that has each value.
    mate: [u8; N],
    owner: [u8; MOST],
    /// Values that no variable has.
    free: u64,
}

/// Removes the values that variables which must all differ cannot take; see `Matching::filter`.
/// `None` if the values are too many or too far apart.
pub(crate) fn filter(vars: &mut Vars, xs: &[VarId]) -> Option<Propagated> {
    let (mut low, mut high) = (i64::MAX, i64::MIN);
    let mut open = 0;
    for x in xs {
        let s = vars.slot(*x);
        if s.min == s.max {
            continue;
        }
        if s.min == INF || s.max == SUP {
            return None;
        }
        low = low.min(s.min);
        high = high.max(s.max);
        open += 1;
    }
    if open < 2 {
        return Some(Ok(Status::Subsumed));
    }
    if open > MOST || high - low >= MOST as i64 {
        return None;
    }
    let filtered = if open <= FEW {
        Bits::<FEW>::read(vars, xs, low)?.filter(vars, open)
    } else {
        Bits::<MOST>::read(vars, xs, low)?.filter(vars, open)
    };
    Some(filtered.map(|()| Status::Fix))
}

/// The places of the set bits.
fn each(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (at < MOST).then_some(at)
    })
}

impl<const N: usize> Bits<N> {
    /// Reads the variables that are not fixed; `None` if the values of one are kept as a list.
    #[inline]
    fn read(vars: &Vars, xs: &[VarId], base: i64) -> Option<Bits<N>> {
        let mut bits = Bits {
            xs: [VarId(0); N],
            n: 0,
            base,
            domains: [0; N],
            mate: [0; N],
            owner: [0; MOST],
            free: 0,
        };
        let mut at = 0;
        for x in xs {
            if vars.low(*x) != vars.high(*x) {
                let (mask, from) = vars.bits_of(*x)?;
                bits.xs[at] = *x;
                bits.domains[at] = mask << (from - base);
                at += 1;
            }
        }
        Some(bits)
    }

    fn filter(&mut self, vars: &mut Vars, open: usize) -> Narrowed {
        self.n = self.gather(open);
        if self.n < 2 {
            return Ok(());
        }
        self.match_all()?;
        let rest = self.tight_variables();
        if rest == 0 {
            return Ok(());
        }
        let tight = each(rest).fold(0u64, |t, i| t | 1 << self.mate[i]);
        for i in 0..open {
            // A variable that can move on leaves these values to those that cannot.
            if (i >= self.n || rest >> i & 1 == 0) && self.domains[i] & tight != 0 {
                vars.keep_bits(self.xs[i], self.base, self.domains[i] & !tight)?;
            }
        }
        self.rotate(vars, rest)
    }

    /// Moves to the front the variables that may have to share too few values: `k` of them only if
    /// `k` domains have at most `k` values. Returns how many.
    fn gather(&mut self, open: usize) -> usize {
        let (mut sizes, mut own) = ([0u8; MOST + 1], [0u8; N]);
        for (size, domain) in own.iter_mut().zip(&self.domains[..open]) {
            *size = domain.count_ones() as u8;
            sizes[usize::from(*size)] += 1;
        }
        let (mut sum, mut limit) = (0, 0);
        for (k, count) in sizes[..=open].iter().enumerate() {
            sum += usize::from(*count);
            if sum >= k {
                limit = k;
            }
        }
        if limit == open {
            return open;
        }
        let mut n = 0;
        for (i, size) in own.iter().enumerate().take(open) {
            if usize::from(*size) <= limit {
                self.xs.swap(i, n);
                self.domains.swap(i, n);
                n += 1;
            }
        }
        n
    }

    /// Gives each of the first variables a value.
    fn match_all(&mut self) -> Narrowed {
        self.free = self.domains[..self.n].iter().fold(0, |all, d| all | d);
        let mut later = 0u64;
        for i in 0..self.n {
            let can = self.domains[i] & self.free;
            if can == 0 {
                later |= 1 << i;
            } else {
                self.give(i, can.trailing_zeros() as usize);
            }
        }
        for i in each(later) {
            self.augment(i)?;
        }
        Ok(())
    }

    /// Those of the first variables that are as many as the values that they can get.
    fn tight_variables(&self) -> u64 {
        let mut rest = !0u64 >> (MOST - self.n);
        // Values that are free, or whose owner can move on to one that is.
        let mut loose = self.free;
        let mut before = 0;
        while loose != 0 && rest != before {
            before = rest;
            for i in each(rest) {
                if self.domains[i] & loose != 0 {
                    loose |= 1 << self.mate[i];
                    rest &= !(1 << i);
                }
            }
        }
        rest
    }

    /// Among variables that have as many values as they are: keeps the values that can go round.
    fn rotate(&self, vars: &mut Vars, rest: u64) -> Narrowed {
        // From the value of a variable, the values that a way leads to: the first step is to
        // what its owner could take instead.
        let mut reach = self.domains;
        for k in each(rest) {
            let (way, on) = (self.mate[k], reach[k]);
            for r in &mut reach[..self.n] {
                *r |= on & 0u64.wrapping_sub(*r >> way & 1);
            }
        }
        for i in each(rest) {
            let mine = self.mate[i];
            let others = each(self.domains[i] & !(1 << mine));
            let stuck = others.filter(|v| reach[usize::from(self.owner[*v])] >> mine & 1 == 0);
            let stuck = stuck.fold(0u64, |s, v| s | 1 << v);
            if stuck != 0 {
                vars.keep_bits(self.xs[i], self.base, self.domains[i] & !stuck)?;
            }
        }
        Ok(())
    }

    #[inline]
    fn give(&mut self, i: usize, value: usize) {
        self.mate[i] = value as u8;
        self.owner[value] = i as u8;
        self.free &= !(1 << value);
    }

    /// Finds a value for one more variable, breadth first.
    fn augment(&mut self, root: usize) -> Narrowed {
        let mut via = [0u8; MOST];
        let mut queue = [0u8; N];
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
