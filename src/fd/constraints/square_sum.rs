//! Sums of squares: the bounds of the `xᵢ` that `Σ ±zᵢ = c` and `zᵢ = xᵢ²` together imply.
//!
//! The constraint is redundant: without it, the same bounds result from many small steps through all of the
//! constraints, as in `A*A + B*B #= C*C, B #< C`.

use crate::fd::constraints::addends::{self, Addend, Filtered};
use crate::fd::constraints::constraint::{Constraint, Describe, Rel};
use crate::fd::constraints::core::LinearTerm;
use crate::fd::constraints::prop::{Prop, Store};
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::int_math::floor_root_word;
use crate::fd::kernel::propagator::{Cost, Propagated, Propagator, Status};
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};

/// The number of propagators of a variable that are searched for the one that makes it a square.
const NEARBY: usize = 4;
/// Roots are below this.
const LARGE: i64 = 1 << 30;

/// A term: `±x` or `±x²` with `x ≥ 0`.
#[derive(Clone, Copy, Debug)]
struct SquareTerm {
    x: VarId,
    negative: bool,
    square: bool,
}

impl SquareTerm {
    #[inline]
    fn value(self, i: i64) -> i64 {
        if self.square { i * i } else { i }
    }
}

impl Addend for SquareTerm {
    #[inline]
    fn is_negative(&self) -> bool {
        self.negative
    }

    #[inline]
    fn range(&self, vars: &Vars) -> (i64, i64) {
        (self.value(vars.low(self.x)), self.value(vars.high(self.x)))
    }

    #[inline]
    fn at_most(&self, vars: &mut Vars, bound: i64) -> Result<i64, Inconsistent> {
        let root = if self.square {
            floor_root_word(bound as u64, 2) as i64
        } else {
            bound
        };
        vars.remove_above(self.x, root)?;
        Ok(bound - self.value(vars.high(self.x)))
    }

    #[inline]
    fn at_least(&self, vars: &mut Vars, bound: i64) -> Result<i64, Inconsistent> {
        let root = if self.square {
            let root = floor_root_word(bound as u64, 2) as i64;
            root + i64::from(root * root < bound)
        } else {
            bound
        };
        vars.remove_below(self.x, root)?;
        Ok(self.value(vars.low(self.x)) - bound)
    }
}

/// `Σ ±xᵢ² = c`; some terms may be variables that are not squares.
#[derive(Debug)]
pub(crate) struct SquareSum {
    sum: Box<Sum>,
}

#[derive(Debug)]
struct Sum {
    parts: Vec<SquareTerm>,
    c: i64,
    /// The sum that it follows from.
    terms: Vec<LinearTerm>,
}

/// After a sum was posted: if two of its terms are squares of variables that are not negative, posts the redundant
/// constraint.
pub(crate) fn follow(s: &mut Store, terms: &[LinearTerm], c: i64) -> Result<(), Inconsistent> {
    let squares = terms.iter().filter(|t| part(s, t).square);
    if squares.count() < 2 {
        return Ok(());
    }
    let parts: Vec<SquareTerm> = terms.iter().map(|t| part(s, t)).collect();
    let mut total = u128::from(c.unsigned_abs());
    for p in &parts {
        let Some((low, high)) = s.vars.span(p.x) else {
            return Ok(());
        };
        let most = p
            .value(low)
            .unsigned_abs()
            .max(p.value(high).unsigned_abs());
        total += u128::from(most);
    }
    if total >= 1 << 61 {
        return Ok(());
    }
    let from = s.props.len();
    let terms = terms.to_vec();
    let sum = Box::new(Sum { parts, c, terms });
    s.without_report(|s| s.add(Prop::boxed(SquareSum { sum })))?;
    s.mark_implied(from);
    Ok(())
}

/// The same after `z` was found to be a square: the sum may have been posted before.
pub(crate) fn follow_square(s: &mut Store, z: VarId) -> Result<(), Inconsistent> {
    let (mut sum, mut before) = (None, None);
    for prop in s.newest(z, NEARBY) {
        match &s.props[prop as usize] {
            Prop::UnitSum(p) => sum = Some(p.sum()),
            Prop::Boxed(p) if p.is::<SquareSum>() => before = Some(prop),
            _ => {}
        }
    }
    let Some((terms, c)) = sum else {
        return Ok(());
    };
    if let Some(p) = before {
        s.subsume(p);
    }
    follow(s, &terms, c)
}

/// A term, seen as a square if it is one.
fn part(s: &Store, &(a, z): &LinearTerm) -> SquareTerm {
    let square = |prop: u32| match &s.props[prop as usize] {
        Prop::Other(p) => p.square_root_of(z),
        _ => None,
    };
    let fits = |x: &VarId| s.vars.low(*x) >= 0 && s.vars.high(*x) < LARGE;
    let root = s.newest(z, NEARBY).find_map(square).filter(fits);
    SquareTerm {
        x: root.unwrap_or(z),
        negative: a < 0,
        square: root.is_some(),
    }
}

impl Propagator for SquareSum {
    fn cost(&self) -> Cost {
        Cost::Ternary
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        for p in &self.sum.parts {
            on(p.x, PropCond::Bounds);
        }
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let Sum { parts, c, .. } = &*self.sum;
        Ok(match addends::filter(parts, *c, vars)? {
            Filtered::Done => Status::Subsumed,
            Filtered::Open => Status::Fix,
            Filtered::Unfinished => Status::NoFix,
        })
    }
}

impl Describe for SquareSum {
    fn describe(&self) -> Constraint {
        Constraint::linear(&self.sum.terms, Rel::Eq, self.sum.c)
    }
}

#[cfg(test)]
mod tests {
    use crate::base::int::Int;
    use crate::base::splitmix::SplitMix64;
    use crate::fd::constraints::constraint::{Constraint, Rel};
    use crate::fd::constraints::prop::Store;
    use crate::fd::kernel::domain::Domain;
    use crate::fd::search::depth_first::{LabelingSegment, Search, SearchOutcome, SearchSettings};

    /// `±x² ±y² ±w = c` over the same values for all.
    fn solutions(signs: [i64; 3], c: i64, most: i64) -> Vec<Vec<i64>> {
        let mut s = Store::new();
        let mut var = |high| s.new_var(Domain::range(0, high)).expect("not empty");
        let all = [var(most), var(most), var(most)];
        let squares = [var(most * most), var(most * most)];
        let mut terms = vec![(signs[2], all[2])];
        for i in 0..2 {
            s.post(&crate::fd::constraints::times::Times::of(
                all[i], all[i], squares[i],
            ))
            .expect("possible");
            terms.push((signs[i], squares[i]));
        }
        let mut found = Vec::new();
        let posted = s.post(&Constraint::linear(&terms, Rel::Eq, c));
        if posted.and_then(|()| s.propagate()).is_err() {
            return found;
        }
        let segment = LabelingSegment {
            vars: all.to_vec(),
            ..LabelingSegment::default()
        };
        let mut search = Search::new(&mut s, vec![segment], SearchSettings::default());
        let mut random = SplitMix64::default();
        while search.next(&mut s, &mut random, u64::MAX) == SearchOutcome::Solution {
            let value = |v| match s.value(v) {
                Some(Int::Small(i)) => i,
                _ => -1,
            };
            found.push(all.map(value).to_vec());
            s.undo_to(search.newest_mark());
        }
        found
    }

    #[test]
    fn the_same_solutions_as_by_hand() {
        for signs in [[1, 1, -1], [1, -1, 1], [-1, 1, 1], [1, 1, 1]] {
            for c in [-7, 0, 3, 25] {
                let mut all = Vec::new();
                for x in 0..=7 {
                    for y in 0..=7 {
                        for w in 0..=7 {
                            if signs[0] * x * x + signs[1] * y * y + signs[2] * w == c {
                                all.push(vec![x, y, w]);
                            }
                        }
                    }
                }
                assert_eq!(solutions(signs, c, 7), all, "{signs:?} {c}");
            }
        }
    }
}
