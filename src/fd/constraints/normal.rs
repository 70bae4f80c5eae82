//! Linear constraints brought to normal form, and the choice of the propagator for each form.
//!
//! Repeated variables are merged, fixed ones move to the constant, the greatest common divisor
//! is divided out. One variable is left to its domain; two with unit coefficients have their own
//! propagators; the rest is a sum.

use crate::base::int::Int;
use crate::fd::constraints::affine;
use crate::fd::constraints::constraint::{Constraint, Rel};
use crate::fd::constraints::exact;
use crate::fd::constraints::linear;
use crate::fd::constraints::prop::Store;
use crate::fd::constraints::relation;
use crate::fd::constraints::scale;
use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::int_math;
use crate::fd::kernel::var::{Inconsistent, VarId, Vars, is_small};

/// A linear constraint in normal form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Normal {
    /// No variable is left.
    Truth(bool),
    /// One variable is left, and the values it may take.
    Member(VarId, Domain),
    /// At least two variables are left, with coprime coefficients.
    Sum {
        /// Different variables with nonzero coefficients.
        terms: Vec<(Int, VarId)>,
        /// The relation.
        rel: Rel,
        /// The right-hand side.
        constant: Int,
    },
}

/// The largest coefficient of the machine-integer propagators.
pub(crate) const MAX_COEFFICIENT: u64 = 1 << 31;

/// The greatest common divisor of the coefficients.
fn common_divisor(sum: &[(Int, VarId)]) -> Int {
    let mut divisor = Int::ZERO;
    for (a, _) in sum {
        divisor = int_math::gcd(&divisor, a);
        if divisor == Int::ONE {
            break;
        }
    }
    divisor
}

/// The values of `x` in `a·x rel constant`, where `a` is 1 or −1, and 1 unless the relation is `≤`.
fn values(a: &Int, rel: Rel, constant: Int) -> Domain {
    match rel {
        Rel::Eq => Domain::singleton(constant),
        Rel::Ne => Domain::singleton(constant).complement(),
        Rel::Le if a.signum() > 0 => Domain::interval(Bound::Inf, Bound::Fin(constant)),
        Rel::Le => Domain::interval(Bound::Fin(-constant), Bound::Sup),
    }
}

/// The normal form in the present state of the variables.
pub(crate) fn normalise(vars: &Vars, terms: &[(Int, VarId)], rel: Rel, constant: &Int) -> Normal {
    let mut constant = constant.clone();
    let mut sum: Vec<(Int, VarId)> = Vec::with_capacity(terms.len());
    for (a, x) in terms {
        if let Some(value) = vars.value(*x) {
            constant = constant - a * &value;
        } else if terms.len() > 16 {
            sum.push((a.clone(), *x));
        } else if let Some((b, _)) = sum.iter_mut().find(|t| t.1 == *x) {
            *b = &*b + a;
        } else {
            sum.push((a.clone(), *x));
        }
    }
    if terms.len() > 16 {
        merge(&mut sum);
    }
    sum.retain(|(a, _)| *a != Int::ZERO);
    if sum.is_empty() {
        return Normal::Truth(match rel {
            Rel::Eq => constant == Int::ZERO,
            Rel::Ne => constant != Int::ZERO,
            Rel::Le => constant.signum() >= 0,
        });
    }
    let divisor = common_divisor(&sum);
    if divisor != Int::ONE {
        let whole = int_math::floor_mod(&constant, &divisor) == Int::ZERO;
        match rel {
            Rel::Eq if !whole => return Normal::Truth(false),
            Rel::Ne if !whole => return Normal::Truth(true),
            Rel::Eq | Rel::Ne | Rel::Le => constant = int_math::floor_div(&constant, &divisor),
        }
        for (a, _) in &mut sum {
            *a = int_math::trunc_div(a, &divisor);
        }
    }
    if rel != Rel::Le && sum[0].0.signum() < 0 {
        for (a, _) in &mut sum {
            *a = -&*a;
        }
        constant = -constant;
    }
    if let [(a, x)] = sum.as_slice() {
        return Normal::Member(*x, values(a, rel, constant));
    }
    Normal::Sum {
        terms: sum,
        rel,
        constant,
    }
}

/// Adds up the coefficients of equal variables, keeping the order of first occurrence.
fn merge(sum: &mut Vec<(Int, VarId)>) {
    let mut first = rustc_hash::FxHashMap::default();
    let mut merged: Vec<(Int, VarId)> = Vec::with_capacity(sum.len());
    for (a, x) in sum.drain(..) {
        let at = *first.entry(x).or_insert(merged.len());
        match merged.get_mut(at) {
            Some((b, _)) => *b = &*b + &a,
            None => merged.push((a, x)),
        }
    }
    *sum = merged;
}

/// Posts a linear constraint.
pub(crate) fn post(
    s: &mut Store,
    terms: &[(Int, VarId)],
    rel: Rel,
    constant: &Int,
) -> Result<(), Inconsistent> {
    if let Some((terms, c)) = normal_words(&s.vars, terms, rel, constant) {
        return post_words(s, &terms, rel, c);
    }
    match normalise(&s.vars, terms, rel, constant) {
        Normal::Truth(true) => Ok(()),
        Normal::Truth(false) => Err(Inconsistent),
        Normal::Member(x, set) => s.vars.restrict(x, &set),
        Normal::Sum {
            terms,
            rel,
            constant,
        } => post_sum(s, terms, rel, constant),
    }
}

/// The sum with machine-integer coefficients, if these and the constant are small.
pub(crate) fn words(terms: &[(Int, VarId)], constant: &Int) -> Option<(Vec<(i64, VarId)>, i64)> {
    let Int::Small(c) = *constant else {
        return None;
    };
    if !is_small(c) || terms.len() > 1 << 24 {
        return None;
    }
    let word = |(a, x): &(Int, VarId)| match a {
        Int::Small(a) if a.unsigned_abs() <= MAX_COEFFICIENT => Some((*a, *x)),
        Int::Small(_) | Int::Big(_) => None,
    };
    Some((terms.iter().map(word).collect::<Option<Vec<_>>>()?, c))
}

fn post_sum(
    s: &mut Store,
    terms: Vec<(Int, VarId)>,
    rel: Rel,
    constant: Int,
) -> Result<(), Inconsistent> {
    let Some((small, c)) = words(&terms, &constant) else {
        return exact::post(s, terms, rel, constant);
    };
    post_words(s, &small, rel, c)
}

/// The normal form of the most frequent sums of programs: at least two different variables with machine-integer
/// coefficients, one of which is 1 or −1.
fn normal_words(
    vars: &Vars,
    terms: &[(Int, VarId)],
    rel: Rel,
    constant: &Int,
) -> Option<(Vec<(i64, VarId)>, i64)> {
    let Int::Small(c) = *constant else {
        return None;
    };
    let word = |(a, x): &(Int, VarId)| match a {
        Int::Small(a) => Some((*a, *x)),
        Int::Big(_) => None,
    };
    let mut sum = terms.iter().map(word).collect::<Option<Vec<_>>>()?;
    let c = tidy(vars, &mut sum, rel, c)?;
    Some((sum, c))
}

/// Brings a sum of words to normal form; returns the new constant. `None`, and nothing is changed, when
/// variables are repeated, too few of them are open, or the coefficients may have a common divisor.
fn tidy(vars: &Vars, sum: &mut Vec<(i64, VarId)>, rel: Rel, constant: i64) -> Option<i64> {
    let mut c = i128::from(constant);
    let (mut open, mut unit) = (0, false);
    for &(a, x) in sum.iter() {
        if a == 0 || a.unsigned_abs() > MAX_COEFFICIENT {
            return None;
        }
        match vars.word(x) {
            Some(value) => c -= i128::from(a) * i128::from(value),
            None => {
                open += 1;
                unit |= a == 1 || a == -1;
            }
        }
    }
    let c = i64::try_from(c).ok().filter(|c| is_small(*c))?;
    if !unit || open < 2 || sum.len() > 1 << 24 || repeats(sum) {
        return None;
    }
    if open < sum.len() {
        sum.retain(|(_, x)| vars.word(*x).is_none());
    }
    if rel != Rel::Le && sum[0].0 < 0 {
        for (a, _) in sum.iter_mut() {
            *a = -*a;
        }
        return Some(-c);
    }
    Some(c)
}

/// Returns true if a variable occurs twice.
fn repeats(sum: &[(i64, VarId)]) -> bool {
    // Most sums are over variables in the order in which they were made.
    if sum.windows(2).all(|w| w[0].1 < w[1].1) {
        return false;
    }
    if sum.len() <= 16 {
        return (1..sum.len()).any(|i| sum[..i].iter().any(|t| t.1 == sum[i].1));
    }
    let mut all: Vec<VarId> = sum.iter().map(|t| t.1).collect();
    all.sort_unstable();
    all.windows(2).any(|w| w[0] == w[1])
}

impl Store {
    /// Posts `Σ aᵢ·xᵢ rel c` from machine integers, as [`Store::post`] does. The buffer `terms` is undefined
    /// afterwards.
    pub(crate) fn post_sum(
        &mut self,
        terms: &mut Vec<(i64, VarId)>,
        rel: Rel,
        c: i64,
    ) -> Result<(), Inconsistent> {
        match tidy(&self.vars, terms, rel, c) {
            Some(c) => post_words(self, terms, rel, c),
            None => self.post(&Constraint::linear(terms, rel, c)),
        }
    }
}

/// Posts a sum of at least two different variables with coprime coefficients.
fn post_words(s: &mut Store, small: &[(i64, VarId)], rel: Rel, c: i64) -> Result<(), Inconsistent> {
    if let [(a, x), (b, y)] = *small {
        match (rel, a, b) {
            (Rel::Ne, 1, -1) => return relation::post_neq(s, x, y, c),
            (Rel::Ne, 1, 1) => return relation::post_neq_sum(s, x, y, c),
            (Rel::Eq, 1, -1) => {
                relation::post_eq(s, x, y, c)?;
                return affine::follow_equation(s, x, y);
            }
            (Rel::Eq, 1, 1) => return relation::post_eq_sum(s, x, y, c),
            (Rel::Le, 1, -1) => return relation::post_leq(s, x, y, c),
            (Rel::Le, -1, 1) => return relation::post_leq(s, y, x, c),
            (Rel::Eq, _, _) if affine::join(s, (a, x), (b, y), c)? => return Ok(()),
            // a·x + y = c, that is, y = −a·x + c
            (Rel::Eq, _, 1 | -1) => scale::post(s, x, y, -a * b, c * b)?,
            (Rel::Eq, 1, _) => scale::post(s, y, x, -b, c)?,
            (Rel::Eq | Rel::Ne | Rel::Le, _, _) => linear::post(s, small, rel, c)?,
        }
        relation::share(s, x, y)?;
        return if rel == Rel::Eq {
            affine::follow_equation(s, x, y)
        } else {
            Ok(())
        };
    }
    linear::post(s, small, rel, c)
}

#[cfg(test)]
mod tests {
    use super::{Normal, normalise};
    use crate::base::int::Int;
    use crate::fd::constraints::constraint::Rel;
    use crate::fd::constraints::prop::Store;

    #[test]
    fn merges_divides_and_recognises() {
        let mut s = Store::new();
        let (x, y) = (s.new_integer(), s.new_integer());
        let form = |terms: &[(i64, _)], rel, c: i64| {
            let terms: Vec<_> = terms.iter().map(|(a, v)| (Int::from(*a), *v)).collect();
            normalise(s.vars(), &terms, rel, &Int::Small(c))
        };
        let sum = |terms: &[(i64, _)], rel, c: i64| Normal::Sum {
            terms: terms.iter().map(|(a, v)| (Int::from(*a), *v)).collect(),
            rel,
            constant: Int::from(c),
        };
        assert_eq!(
            form(&[(-2, x), (4, y)], Rel::Eq, 6),
            sum(&[(1, x), (-2, y)], Rel::Eq, -3)
        );
        assert_eq!(
            form(&[(2, x), (4, y)], Rel::Le, 7),
            sum(&[(1, x), (2, y)], Rel::Le, 3)
        );
        assert_eq!(form(&[(2, x), (4, y)], Rel::Eq, 7), Normal::Truth(false));
        assert_eq!(
            form(&[(2, x), (1, y), (-2, x)], Rel::Ne, 7),
            form(&[(1, y)], Rel::Ne, 7)
        );
        assert_eq!(form(&[(1, x), (-1, x)], Rel::Le, 0), Normal::Truth(true));
    }
}
