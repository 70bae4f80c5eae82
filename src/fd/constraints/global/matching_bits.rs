//! Matchings of variables with at most 64 neighbouring values: the same as `matching`, in words.
//! Knows no constraint.

use crate::fd::kernel::domain_ops::Narrowed;
use crate::fd::kernel::propagator::{Propagated, Status};
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};

/// The greatest number of values, and hence of variables: the bits of a word.
const MOST: usize = 64;
/// Most groups have no more variables than this: a matching of them has smaller buffers, which take less time to
/// clear.
const FEW: usize = 16;

/// The open variables, up to `N`, and a matching of the first `n` of them. The others are onlookers: they have so
/// many values that they always find one.
struct BitMatching<const N: usize> {
    xs: [VarId; N],
    open: usize,
    n: usize,
    base: i64,
    /// The domains, as bits from `base`.
    domains: [u64; N],
    /// The number of values of the largest of their domains.
    widest: usize,
    /// The value of each variable, and the variable that has each value.
    mate: [u8; N],
    owner: [u8; MOST],
    /// The values of the matched variables' domains, and those of them that are not matched.
    all: u64,
    free: u64,
}

/// Result of reading the domains.
enum Reading {
    Done,
    /// There are more variables than `N`.
    More,
    /// The values are too many or too far apart.
    Unfit,
}

/// Removes the values that variables which must all differ cannot take; see `Matching::filter`.
/// `None` if the values are too many or too far apart.
pub(crate) fn filter(vars: &mut Vars, xs: &[VarId]) -> Option<Propagated> {
    let mut bits = BitMatching::<FEW>::new();
    match bits.read(vars, xs) {
        Reading::Done => Some(bits.filter(vars)),
        Reading::Unfit => None,
        Reading::More => {
            let mut bits = BitMatching::<MOST>::new();
            match bits.read(vars, xs) {
                Reading::Done => Some(bits.filter(vars)),
                Reading::More | Reading::Unfit => None,
            }
        }
    }
}

/// The places of the set bits.
fn each(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (at < MOST).then_some(at)
    })
}

impl<const N: usize> BitMatching<N> {
    fn new() -> BitMatching<N> {
        BitMatching {
            xs: [VarId(0); N],
            open: 0,
            n: 0,
            base: i64::MAX,
            domains: [0; N],
            widest: 0,
            mate: [0; N],
            owner: [0; MOST],
            all: 0,
            free: 0,
        }
    }

    /// Reads the variables that are not fixed.
    #[inline]
    fn read(&mut self, vars: &Vars, xs: &[VarId]) -> Reading {
        let mut lows = [0; N];
        let mut high = i64::MIN;
        for x in xs {
            let (low, most) = (vars.low(*x), vars.high(*x));
            if low == most {
                continue;
            }
            let at = self.open;
            if at == N {
                return Reading::More;
            }
            let Some((mask, low)) = vars.bits_of(*x) else {
                return Reading::Unfit;
            };
            self.xs[at] = *x;
            self.domains[at] = mask;
            lows[at] = low;
            self.base = self.base.min(low);
            self.widest = self.widest.max(mask.count_ones() as usize);
            high = high.max(most);
            self.open += 1;
        }
        if self.open > 1 && high - self.base >= MOST as i64 {
            return Reading::Unfit;
        }
        for (domain, low) in self.domains.iter_mut().zip(&lows).take(self.open) {
            *domain <<= low - self.base;
        }
        Reading::Done
    }

    fn filter(&mut self, vars: &mut Vars) -> Propagated {
        if self.open < 2 {
            return Ok(Status::Subsumed);
        }
        self.n = self.gather(self.open);
        if self.n > 1 {
            self.match_all()?;
            let rest = self.tight_variables();
            if rest != 0 {
                self.take_away(vars, rest)?;
            }
        }
        Ok(Status::Fix)
    }

    /// Removes the values of the variables in `rest`, which cannot take others, from all other variables.
    fn take_away(&mut self, vars: &mut Vars, rest: u64) -> Narrowed {
        if rest.count_ones() as usize == self.open {
            return self.rotate(vars, rest, self.all);
        }
        let tight = each(rest).fold(0u64, |t, i| t | 1 << self.mate[i]);
        for i in 0..self.open {
            // A variable that can take other values cannot take these.
            if (i >= self.n || rest >> i & 1 == 0) && self.domains[i] & tight != 0 {
                vars.keep_bits(self.xs[i], self.base, self.domains[i] & !tight)?;
            }
        }
        self.rotate(vars, rest, tight)
    }

    /// Moves the variables to the front that may have to share too few values: `k` variables only if `k` domains have
    /// at most `k` values. Returns their number.
    fn gather(&mut self, open: usize) -> usize {
        if self.widest <= open {
            return open;
        }
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
        self.all = self.domains[..self.n].iter().fold(0, |all, d| all | d);
        self.free = self.all;
        let mut later = 0u64;
        for i in 0..self.n {
            let can = self.domains[i] & self.free;
            if can == 0 {
                later |= 1 << i;
            } else {
                self.assign(i, can.trailing_zeros() as usize);
            }
        }
        for i in each(later) {
            self.augment(i)?;
        }
        Ok(())
    }

    /// The largest Hall set of matched variables: their domains together have as many values as there are variables.
    fn tight_variables(&self) -> u64 {
        let mut rest = !0u64 >> (MOST - self.n);
        // Values that are free, or that their variable can exchange, directly or not, for one that is.
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

    /// Of variables with as many values as they are: keeps the values that they can exchange among each other. Such a
    /// value is in the component of its variable, in the graph with edges from a variable to the values that it can
    /// take and from a value to its variable.
    fn rotate(&self, vars: &mut Vars, mut rest: u64, values: u64) -> Narrowed {
        while rest != 0 {
            let component = self.component(rest.trailing_zeros() as usize, values);
            if component == values {
                // The variable can take no other value.
                return Ok(());
            }
            for value in each(component) {
                let i = usize::from(self.owner[value]);
                rest &= !(1 << i);
                let stay = self.domains[i] & component;
                if stay != self.domains[i] {
                    vars.keep_bits(self.xs[i], self.base, stay)?;
                }
            }
        }
        Ok(())
    }

    /// The values of the strongly connected component of a variable that cannot get a free value,
    /// only `values`.
    fn component(&self, i: usize, values: u64) -> u64 {
        let mine = 1u64 << self.mate[i];
        // The values that can be reached from here,
        let mut ahead = self.domains[i];
        let mut todo = ahead & !mine;
        while todo != 0 && ahead != values {
            let on = self.domains[usize::from(self.owner[todo.trailing_zeros() as usize])];
            todo = (todo & todo.wrapping_sub(1)) | (on & !ahead);
            ahead |= on;
        }
        // and those of them from which this variable can be reached.
        let mut back = mine;
        let mut before = 0;
        while back != before && back != ahead {
            before = back;
            for value in each(ahead & !back) {
                let on = self.domains[usize::from(self.owner[value])];
                back |= u64::from(on & back != 0) << value;
            }
        }
        back
    }

    #[inline]
    fn assign(&mut self, i: usize, value: usize) {
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
                self.assign(u, value);
                if u == root {
                    return Ok(());
                }
                value = left;
            }
        }
        Err(Inconsistent)
    }
}
