//! Cycles of difference constraints `x ≤ y + c` whose offsets sum to less than zero, such as `X #> Y, Y #> X`. Bounds
//! propagation would go around such a cycle until a domain is empty, which takes as many rounds as it has values, and
//! does not terminate for infinite domains.

use crate::fd::kernel::propagator::Dispatch;
use crate::fd::kernel::slot::{Inconsistent, VarId};
use crate::fd::kernel::store::Store;
use crate::fd::kernel::store_flags::SUBSUMED;
use rustc_hash::FxHashMap;

/// The number of subscriptions that the search after posting reads.
const NEARBY: usize = 48;
/// The greatest number of relaxations of the full search.
const BUDGET: usize = 20_000_000;

/// The size of a narrow domain: propagation around a cycle through one ends after a few rounds.
const NARROW: i64 = 1 << 9;

/// After posting `x ≤ y + c`: looks for a short way back from `y` to `x` that sums to less than
/// zero with `c`.
pub(crate) fn check_posted<P: Dispatch>(
    s: &Store<P>,
    x: VarId,
    y: VarId,
    c: i64,
) -> Result<(), Inconsistent> {
    let narrow = |v| matches!(s.vars.span(v), Some((low, high)) if high - low < NARROW);
    if narrow(x) || narrow(y) {
        return Ok(());
    }
    let mut looked = 0;
    let mut ways: Vec<(VarId, i128)> = Vec::new();
    let mut at = 0;
    let mut next = (y, i128::from(c));
    loop {
        let (from, length) = next;
        let subs = &s.subs[from.at()];
        let others = subs.others.iter().rev();
        let shifts = subs.raises.iter().rev();
        for prop in shifts.map(|s| s.prop).chain(others.map(|s| s.prop)) {
            looked += 1;
            if looked > NEARBY {
                return Ok(());
            }
            if s.flags[prop as usize] & SUBSUMED != 0 {
                continue;
            }
            let Some(d) = s.props[prop as usize].difference(&s.vars, false) else {
                continue;
            };
            let (to, length) = if d.x == from {
                (d.y, length + i128::from(d.c))
            } else if d.equal && d.y == from {
                (d.x, length - i128::from(d.c))
            } else {
                continue;
            };
            if to == x {
                if length < 0 {
                    return Err(Inconsistent);
                }
            } else if to != y && !ways.iter().any(|w| w.0 == to) {
                ways.push((to, length));
            }
        }
        match ways.get(at) {
            Some(way) => next = *way,
            None => return Ok(()),
        }
        at += 1;
    }
}

/// Looks for such a cycle anywhere, by Bellman and Ford's algorithm within a budget.
pub(crate) fn check_all<P: Dispatch>(s: &Store<P>) -> Result<(), Inconsistent> {
    let mut index: FxHashMap<VarId, usize> = FxHashMap::default();
    let mut edges: Vec<(usize, usize, i128)> = Vec::new();
    let mut node = |v: VarId| {
        let fresh = index.len();
        *index.entry(v).or_insert(fresh)
    };
    for (prop, flags) in s.props.iter().zip(&s.flags) {
        if flags & SUBSUMED != 0 {
            continue;
        }
        if let Some(d) = prop.difference(&s.vars, true) {
            let (x, y, c) = (node(d.x), node(d.y), i128::from(d.c));
            edges.push((x, y, c));
            if d.equal {
                edges.push((y, x, -c));
            }
        }
    }
    let mut distance = vec![0i128; index.len()];
    let rounds = (BUDGET / edges.len().max(1)).min(index.len() + 1);
    for round in 0..rounds {
        let mut changed = false;
        for (x, y, c) in &edges {
            let through = distance[*y] + c;
            if through < distance[*x] {
                distance[*x] = through;
                changed = true;
            }
        }
        if !changed {
            return Ok(());
        }
        if round == index.len() {
            return Err(Inconsistent);
        }
    }
    Ok(())
}
