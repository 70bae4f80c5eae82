//! Matchings of variables with values, after Régin (A filtering algorithm for constraints of difference in CSPs, AAAI
//! 1994): the values that variables can take which must all differ.
//!
//! Variables whose domains have more values than there are variables are *onlookers*: they always find a value, so
//! they are not matched, but lose the values that the matched variables need. Knows no constraint.

use crate::fd::constraints::global::scc::{Components, NONE};
use crate::fd::kernel::domain_ops::Narrowed;
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};
use rustc_hash::FxHashMap;

/// If the values span more than this many times their number, they are looked up by hashing.
const SPARSE: i64 = 64;

/// A matching and its graph; the buffers are kept, and the matching is a hint for the next run.
#[derive(Default, Debug)]
pub(crate) struct Matching {
    /// The values of the last matching, by the places of their variables.
    hint: Vec<i64>,
    /// The edges: variable `i` may take the values `edges[start[i]..start[i + 1]]`, by number.
    start: Vec<u32>,
    edges: Vec<u32>,
    /// The values by number.
    values: Vec<i64>,
    /// The value of each variable, and the variable that has each value.
    mate: Vec<u32>,
    owner: Vec<u32>,
    /// The variable whose search reached a value last, and the variable from which it was reached.
    seen: Vec<u32>,
    via: Vec<u32>,
    queue: Vec<u32>,
    to: Vec<u32>,
    components: Components,
}

impl Matching {
    /// Numbers the values of the variables and lists the edges.
    fn graph(&mut self, vars: &Vars, xs: &[VarId], inner: &[u32]) -> Narrowed {
        self.start.clear();
        self.edges.clear();
        self.values.clear();
        let spans = inner.iter().filter_map(|i| vars.span(xs[*i as usize]));
        let (low, high) = spans.fold((i64::MAX, i64::MIN), |(low, high), (a, b)| {
            (low.min(a), high.max(b))
        });
        if low > high {
            self.start.resize(inner.len() + 1, 0);
            return Ok(());
        }
        let dense = i128::from(high) - i128::from(low) < i128::from(SPARSE * 16)
            || i128::from(high) - i128::from(low) < i128::from(SPARSE) * inner.len() as i128;
        let mut numbers: FxHashMap<i64, u32> = FxHashMap::default();
        if dense {
            self.values.extend(low..=high);
        }
        for i in inner {
            self.start.push(self.edges.len() as u32);
            let x = xs[*i as usize];
            let mut next = vars.next_value(x, i64::MIN);
            while let Some(value) = next {
                let number = if dense {
                    (value - low) as u32
                } else {
                    *numbers.entry(value).or_insert_with(|| {
                        self.values.push(value);
                        self.values.len() as u32 - 1
                    })
                };
                self.edges.push(number);
                next = vars.next_value(x, value + 1);
            }
            vars.worked(self.edges.len() - self.start[self.start.len() - 1] as usize)?;
        }
        self.start.push(self.edges.len() as u32);
        Ok(())
    }

    fn edges_of(&self, i: usize) -> &[u32] {
        &self.edges[self.start[i] as usize..self.start[i + 1] as usize]
    }

    /// Starts from the matches of the hint that are still possible, then enlarges the matching until it is maximum.
    /// Returns its size.
    fn enlarge(
        &mut self,
        vars: &Vars,
        places: usize,
        inner: &[u32],
    ) -> Result<usize, Inconsistent> {
        self.hint.resize(places, i64::MIN);
        self.mate.clear();
        self.mate.resize(inner.len(), NONE);
        self.owner.clear();
        self.owner.resize(self.values.len(), NONE);
        self.seen.clear();
        self.seen.resize(self.values.len(), NONE);
        self.via.clear();
        self.via.resize(self.values.len(), NONE);
        let mut size = 0;
        for (i, place) in inner.iter().enumerate() {
            let old = self.hint[*place as usize];
            let mine = &self.edges[self.start[i] as usize..self.start[i + 1] as usize];
            // Dense values ascend; the list of other values is short enough for a search.
            let kept = mine
                .iter()
                .find(|e| self.values[**e as usize] == old && self.owner[**e as usize] == NONE);
            if let Some(e) = kept {
                self.mate[i] = *e;
                self.owner[*e as usize] = i as u32;
                size += 1;
            }
        }
        for i in 0..inner.len() {
            if self.mate[i] == NONE && self.augment(vars, i as u32)? {
                size += 1;
            }
        }
        for (i, place) in inner.iter().enumerate() {
            if self.mate[i] != NONE {
                self.hint[*place as usize] = self.values[self.mate[i] as usize];
            }
        }
        Ok(size)
    }

    /// Finds a value for one more variable, breadth first.
    fn augment(&mut self, vars: &Vars, root: u32) -> Result<bool, Inconsistent> {
        self.queue.clear();
        self.queue.push(root);
        let mut next = 0;
        while let Some(&u) = self.queue.get(next) {
            next += 1;
            vars.worked((self.start[u as usize + 1] - self.start[u as usize]) as usize)?;
            for at in self.start[u as usize]..self.start[u as usize + 1] {
                let e = self.edges[at as usize];
                if self.seen[e as usize] == root {
                    continue;
                }
                self.seen[e as usize] = root;
                self.via[e as usize] = u;
                if self.owner[e as usize] != NONE {
                    self.queue.push(self.owner[e as usize]);
                    continue;
                }
                let mut free = e;
                loop {
                    let u = self.via[free as usize];
                    let left = self.mate[u as usize];
                    self.mate[u as usize] = free;
                    self.owner[free as usize] = u;
                    if u == root {
                        return Ok(true);
                    }
                    free = left;
                }
            }
        }
        Ok(false)
    }

    /// The number of different values that the variables at the places `inner` can take together. Their
    /// domains must be finite words.
    pub(crate) fn size(
        &mut self,
        vars: &Vars,
        xs: &[VarId],
        inner: &[u32],
    ) -> Result<usize, Inconsistent> {
        self.graph(vars, xs, inner)?;
        self.enlarge(vars, xs.len(), inner)
    }

    /// Removes the values that variables which must all differ cannot take: `inner` are places of
    /// variables with finite words as bounds, `onlookers` places of others that always find a value.
    pub(crate) fn filter(
        &mut self,
        vars: &mut Vars,
        xs: &[VarId],
        inner: &[u32],
        onlookers: &[u32],
    ) -> Narrowed {
        self.graph(vars, xs, inner)?;
        if self.enlarge(vars, xs.len(), inner)? < inner.len() {
            return Err(Inconsistent);
        }
        // Variable `i` may take the value of `j` if `j` can take another one along a path that leads back to `i` or
        // to a value that is not matched.
        self.to.clear();
        self.to
            .extend(self.edges.iter().map(|e| self.owner[*e as usize]));
        let mut components = std::mem::take(&mut self.components);
        let found = components.find(&self.start, &self.to, |steps| vars.worked(steps));
        let result = found.and_then(|()| self.remove(vars, xs, inner, onlookers, &components));
        self.components = components;
        result
    }

    fn remove(
        &self,
        vars: &mut Vars,
        xs: &[VarId],
        inner: &[u32],
        onlookers: &[u32],
        c: &Components,
    ) -> Narrowed {
        if c.open.iter().all(|open| *open) {
            return Ok(());
        }
        for (i, place) in inner.iter().enumerate() {
            vars.worked(self.edges_of(i).len())?;
            for e in self.edges_of(i) {
                let j = self.owner[*e as usize];
                if j == NONE || c.of[j as usize] == c.of[i] || c.open[c.of[j as usize] as usize] {
                    continue;
                }
                vars.remove(xs[*place as usize], self.values[*e as usize])?;
            }
        }
        if onlookers.is_empty() {
            return Ok(());
        }
        for (e, j) in self.owner.iter().enumerate() {
            if *j == NONE || c.open[c.of[*j as usize] as usize] {
                continue;
            }
            vars.worked(onlookers.len())?;
            for place in onlookers {
                vars.remove(xs[*place as usize], self.values[e])?;
            }
        }
        Ok(())
    }
}
