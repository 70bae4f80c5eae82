//! Matchings of more than 64 variables with neighbouring values: the same as `matching`, in rows of one word for 64
//! values. Knows no constraint.
//!
//! One depth-first search finds the strongly connected components after Gabow (Path-based depth-first search for
//! strong and biconnected components, IPL 2000). All edges of a variable to values that were met before are handled
//! together, as one row of words: a run takes time in the order of variables times words, not of edges.

use crate::fd::constraints::global::scc::NONE;
use crate::fd::kernel::domain_ops::Narrowed;
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};

/// Values may be this far apart.
const WIDEST: i64 = 4096;

/// A matching and its rows; the buffers are kept, and the matching is a hint for the next run.
#[derive(Default, Debug)]
pub(crate) struct WordMatching {
    /// The values of the last matching, by the places of their variables.
    hint: Vec<i64>,
    /// The first value, and the words of a row.
    base: i64,
    width: usize,
    /// The domains of the variables, a row each.
    domains: Vec<u64>,
    /// The value of each variable, and the variable that has each value.
    mate: Vec<u32>,
    owner: Vec<u32>,
    /// Rows: values that are not matched, values met in a search, values that cannot be left to others.
    free: Vec<u64>,
    met: Vec<u64>,
    tight: Vec<u64>,
    via: Vec<u32>,
    queue: Vec<u32>,
    search: ComponentSearch,
}

/// The state of the search for components.
#[derive(Default, Debug)]
struct ComponentSearch {
    /// The variables on the way from the root, and those whose component is not complete.
    path: Vec<u32>,
    members: Vec<u32>,
    /// The starts, among `members`, of the components that are not complete; for each, a row of the values of the
    /// members before it.
    starts: Vec<u32>,
    before: Vec<u64>,
    /// Rows: the values of `members`; the values from which a way leads to a free one; one component.
    pending: Vec<u64>,
    open: Vec<u64>,
    component: Vec<u64>,
    /// The variables whose values can be left to others.
    loose: Vec<u32>,
}

/// The places of the set bits of a row.
fn each(row: &[u64]) -> impl Iterator<Item = usize> {
    row.iter().enumerate().flat_map(|(at, word)| {
        let mut word = *word;
        std::iter::from_fn(move || {
            let bit = word.trailing_zeros() as usize;
            word &= word.wrapping_sub(1);
            (bit < 64).then_some(64 * at + bit)
        })
    })
}

/// The first value of one row that is, or is not, in another.
fn first(row: &[u64], other: &[u64], is_in: bool) -> Option<usize> {
    let flip = if is_in { 0 } else { !0 };
    let mut words = row.iter().zip(other).map(|(a, b)| a & (b ^ flip));
    let at = words.position(|word| word != 0)?;
    let word = row[at] & (other[at] ^ flip);
    Some(64 * at + word.trailing_zeros() as usize)
}

fn meet(row: &[u64], other: &[u64]) -> bool {
    row.iter().zip(other).any(|(a, b)| a & b != 0)
}

fn set(row: &mut [u64], value: usize) {
    row[value / 64] |= 1 << (value % 64);
}

fn clear(row: &mut [u64], value: usize) {
    row[value / 64] &= !(1 << (value % 64));
}

fn has(row: &[u64], value: usize) -> bool {
    row[value / 64] >> (value % 64) & 1 == 1
}

fn empty(row: &mut Vec<u64>, words: usize) {
    row.clear();
    row.resize(words, 0);
}

impl WordMatching {
    /// Reads the domains of variables with finite words as bounds. Returns false if rows of words would be
    /// slower than lists of edges.
    pub(crate) fn read(&mut self, vars: &Vars, xs: &[VarId], inner: &[u32]) -> bool {
        let Some(edges) = self.measure(vars, xs, inner) else {
            return false;
        };
        if (self.width * inner.len()) as u64 > edges {
            return false;
        }
        self.fill(vars, xs, inner);
        true
    }

    /// Finds the first value and the width of a row. Returns the number of edges, or nothing if the domains do not
    /// fit rows.
    fn measure(&mut self, vars: &Vars, xs: &[VarId], inner: &[u32]) -> Option<u64> {
        let (mut low, mut high, mut edges) = (i64::MAX, i64::MIN, 0);
        for i in inner {
            let x = xs[*i as usize];
            if !vars.is_dense(x) {
                return None;
            }
            low = low.min(vars.low(x));
            high = high.max(vars.high(x));
            edges += vars.size(x);
        }
        if i128::from(high) - i128::from(low) >= i128::from(WIDEST) {
            return None;
        }
        self.base = low;
        self.width = ((high - low) / 64 + 1) as usize;
        Some(edges)
    }

    fn fill(&mut self, vars: &Vars, xs: &[VarId], inner: &[u32]) {
        self.domains.clear();
        for i in inner {
            let x = xs[*i as usize];
            let windows = (0..self.width).map(|at| vars.window(x, self.base + 64 * at as i64));
            self.domains.extend(windows);
        }
    }

    fn row(&self, i: u32) -> &[u64] {
        &self.domains[i as usize * self.width..(i as usize + 1) * self.width]
    }

    fn assign(&mut self, i: u32, value: usize) {
        self.mate[i as usize] = value as u32;
        self.owner[value] = i;
        clear(&mut self.free, value);
    }

    /// Removes the values that variables which must all differ cannot take, as `Matching::filter` does, of the
    /// domains that were read.
    pub(crate) fn filter(
        &mut self,
        vars: &mut Vars,
        xs: &[VarId],
        inner: &[u32],
        onlookers: &[u32],
    ) -> Narrowed {
        self.enlarge(vars, xs.len(), inner)?;
        vars.worked(4 * self.domains.len())?;
        empty(&mut self.tight, self.width);
        let mut search = std::mem::take(&mut self.search);
        let result = self.remove(vars, xs, inner, onlookers, &mut search);
        self.search = search;
        result
    }

    /// Matches every variable, with its last value if possible.
    fn enlarge(&mut self, vars: &Vars, places: usize, inner: &[u32]) -> Narrowed {
        self.hint.resize(places, i64::MIN);
        self.mate.clear();
        self.mate.resize(inner.len(), NONE);
        self.owner.clear();
        self.owner.resize(64 * self.width, NONE);
        self.via.resize(64 * self.width, NONE);
        empty(&mut self.free, self.width);
        for row in self.domains.chunks_exact(self.width) {
            self.free
                .iter_mut()
                .zip(row)
                .for_each(|(all, word)| *all |= word);
        }
        for (i, place) in inner.iter().enumerate() {
            let old = self.hint[*place as usize].wrapping_sub(self.base);
            if (0..64 * self.width as i64).contains(&old)
                && has(self.row(i as u32), old as usize)
                && self.owner[old as usize] == NONE
            {
                self.assign(i as u32, old as usize);
            }
        }
        for i in 0..inner.len() as u32 {
            if self.mate[i as usize] != NONE {
                continue;
            }
            match first(self.row(i), &self.free, true) {
                Some(value) => self.assign(i, value),
                None => self.augment(vars, i)?,
            }
        }
        for (mate, place) in self.mate.iter().zip(inner) {
            self.hint[*place as usize] = self.base + i64::from(*mate);
        }
        Ok(())
    }

    /// Finds a value for one more variable, breadth first.
    fn augment(&mut self, vars: &Vars, root: u32) -> Narrowed {
        self.queue.clear();
        self.queue.push(root);
        empty(&mut self.met, self.width);
        let mut next = 0;
        while let Some(&u) = self.queue.get(next) {
            next += 1;
            vars.worked(self.width)?;
            let from = u as usize * self.width;
            for at in 0..self.width {
                let new = self.domains[from + at] & !self.met[at];
                self.met[at] |= new;
                for value in each(&[new]) {
                    let value = 64 * at + value;
                    self.via[value] = u;
                    if self.owner[value] != NONE {
                        self.queue.push(self.owner[value]);
                        continue;
                    }
                    self.pass_on(root, value);
                    return Ok(());
                }
            }
        }
        Err(Inconsistent)
    }

    /// Gives a free value to the variable whose search found it, the value of that variable to the one before on the
    /// path, and so on to the root.
    fn pass_on(&mut self, root: u32, mut value: usize) {
        loop {
            let u = self.via[value];
            let left = self.mate[u as usize];
            self.assign(u, value);
            if u == root {
                return;
            }
            value = left as usize;
        }
    }

    /// Removes values. A variable that cannot leave its component loses the values of other components; the other
    /// variables lose the values of such components.
    fn remove(
        &mut self,
        vars: &mut Vars,
        xs: &[VarId],
        inner: &[u32],
        onlookers: &[u32],
        s: &mut ComponentSearch,
    ) -> Narrowed {
        empty(&mut self.met, self.width);
        empty(&mut s.pending, self.width);
        s.open.clone_from(&self.free);
        s.loose.clear();
        for root in 0..inner.len() as u32 {
            if !has(&self.met, self.mate[root as usize] as usize) {
                self.components(vars, xs, inner, root, s)?;
            }
        }
        if self.tight.iter().all(|word| *word == 0) {
            return Ok(());
        }
        for i in &s.loose {
            if meet(self.row(*i), &self.tight) {
                self.keep(vars, xs[inner[*i as usize] as usize], &self.tight, false)?;
            }
        }
        for place in onlookers {
            vars.worked(self.width)?;
            self.keep(vars, xs[*place as usize], &self.tight, false)?;
        }
        Ok(())
    }

    /// Completes the components that can be reached from a variable.
    fn components(
        &mut self,
        vars: &mut Vars,
        xs: &[VarId],
        inner: &[u32],
        root: u32,
        s: &mut ComponentSearch,
    ) -> Narrowed {
        s.path.clear();
        s.members.clear();
        s.starts.clear();
        s.before.clear();
        self.enter(root, s);
        while let Some(&u) = s.path.last() {
            // The matched values that were not met; a search ends at free ones.
            if let Some(value) = self.unmet(u) {
                self.enter(self.owner[value], s);
                continue;
            }
            s.path.pop();
            // The edge closes a cycle: all components from that of the value on are one.
            let width = self.width;
            while meet(self.row(u), &s.before[s.before.len() - width..]) {
                s.before.truncate(s.before.len() - width);
                s.starts.pop();
            }
            let start = *s.starts.last().unwrap_or(&0) as usize;
            if s.members[start] == u {
                s.before.truncate(s.before.len() - width);
                s.starts.pop();
                self.complete(vars, xs, inner, start, s)?;
            }
        }
        Ok(())
    }

    fn unmet(&self, u: u32) -> Option<usize> {
        let row = self.row(u).iter().zip(&self.met).zip(&self.free);
        for (at, ((mine, met), free)) in row.enumerate() {
            let new = mine & !met & !free;
            if new != 0 {
                return Some(64 * at + new.trailing_zeros() as usize);
            }
        }
        None
    }

    fn enter(&mut self, u: u32, s: &mut ComponentSearch) {
        let value = self.mate[u as usize] as usize;
        s.path.push(u);
        s.starts.push(s.members.len() as u32);
        s.members.push(u);
        s.before.extend_from_slice(&s.pending);
        set(&mut s.pending, value);
        set(&mut self.met, value);
    }

    /// The members from `start` are a component.
    fn complete(
        &mut self,
        vars: &mut Vars,
        xs: &[VarId],
        inner: &[u32],
        start: usize,
        s: &mut ComponentSearch,
    ) -> Narrowed {
        empty(&mut s.component, self.width);
        let mut is_open = false;
        for u in &s.members[start..] {
            set(&mut s.component, self.mate[*u as usize] as usize);
            clear(&mut s.pending, self.mate[*u as usize] as usize);
            is_open |= meet(self.row(*u), &s.open);
        }
        if is_open {
            s.loose.extend(s.members.drain(start..));
            s.open
                .iter_mut()
                .zip(&s.component)
                .for_each(|(all, word)| *all |= word);
            return Ok(());
        }
        self.tight
            .iter_mut()
            .zip(&s.component)
            .for_each(|(all, word)| *all |= word);
        for u in s.members.drain(start..) {
            if first(self.row(u), &s.component, false).is_some() {
                self.keep(vars, xs[inner[u as usize] as usize], &s.component, true)?;
            }
        }
        Ok(())
    }

    /// Keeps the values of a row in a variable's domain, or those that are not in it.
    fn keep(&self, vars: &mut Vars, x: VarId, row: &[u64], inside: bool) -> Narrowed {
        if !vars.is_dense(x) {
            // Only an onlooker.
            return each(row).try_for_each(|value| vars.remove(x, self.base + value as i64));
        }
        vars.keep_windows(x, |_, from| {
            let bits = row_window(row, from - self.base);
            if inside { bits } else { !bits }
        })
    }
}

/// The 64 values of a row from `from` on, which may lie outside.
fn row_window(row: &[u64], from: i64) -> u64 {
    let word = |at: i64| {
        usize::try_from(at)
            .ok()
            .and_then(|at| row.get(at))
            .copied()
            .unwrap_or(0)
    };
    let (at, shift) = (from.div_euclid(64), from.rem_euclid(64));
    match shift {
        0 => word(at),
        _ => word(at) >> shift | word(at + 1) << (64 - shift),
    }
}

#[cfg(test)]
mod tests {
    use super::WordMatching;
    use crate::fd::constraints::global::matching::Matching;
    use crate::fd::kernel::bound::Bound;
    use crate::fd::kernel::domain::Domain;
    use crate::fd::kernel::var::{VarId, Vars};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    /// Domains of `n` variables: blocks of values that nearly as many variables share, so that much is tight.
    fn domains(random: &mut Pcg32, n: usize) -> Vec<Domain> {
        let width = random.random_range(2..12);
        let span = n as i64 + random.random_range(0..4);
        let one = |random: &mut Pcg32| {
            let from = random.random_range(0..span.max(70));
            let values = (0..random.random_range(2..6))
                .map(|_| Bound::from(from / width * width + random.random_range(0..width)));
            Domain::from_parts(values.map(|v| (v.clone(), v)).collect())
        };
        (0..n).map(|_| one(random)).collect()
    }

    fn filtered(domains: &[Domain], words: bool) -> Option<Vec<String>> {
        let mut vars = Vars::default();
        let xs: Vec<VarId> = domains.iter().map(|d| vars.new_var(d.clone())).collect();
        let (inner, onlookers): (Vec<u32>, Vec<u32>) =
            (0..xs.len() as u32).partition(|i| vars.size(xs[*i as usize]) < 5);
        let result = if words {
            let mut m = WordMatching::default();
            if m.measure(&vars, &xs, &inner).is_none() {
                return filtered(domains, false);
            }
            m.fill(&vars, &xs, &inner);
            m.filter(&mut vars, &xs, &inner, &onlookers)
        } else {
            Matching::default().filter(&mut vars, &xs, &inner, &onlookers)
        };
        result.ok()?;
        Some(xs.iter().map(|x| vars.domain(*x).to_string()).collect())
    }

    #[test]
    fn rows_filter_as_edges_do() {
        let mut random = Pcg32::seed_from_u64(5);
        let mut consistent = 0;
        for _ in 0..3000 {
            let n = random.random_range(2..40);
            let domains = domains(&mut random, n);
            let words = filtered(&domains, true);
            assert_eq!(words, filtered(&domains, false), "{domains:?}");
            consistent += usize::from(words.is_some());
        }
        assert!(consistent > 500, "only {consistent} have a solution");
    }
}
