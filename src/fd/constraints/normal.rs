//! Linear constraints: their meaning, normal form and goals, and the choice of the propagator for each form.
//!
//! Repeated variables are merged, fixed ones move to the constant, the greatest common divisor
//! is divided out. One variable is left to its domain; two with unit coefficients have their own
//! propagators; the rest is a sum.

use crate::base::int::Int;
use crate::fd::constraints::affine;
use crate::fd::constraints::constraint::{
    Constrain, Constraint, ConstraintTerm, FixedValues, InDomain, Linear, Rel, Relation,
};
use crate::fd::constraints::prop::Store;
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::constraints::{exact, linear, reified, relation, scale};
use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::int_math;
use crate::fd::kernel::var::{Inconsistent, VarId, Vars, is_small};

/// A linear constraint in normal form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Normal {
    /// No variable is left.
    Truth(bool),
    /// One variable is left, and the values it may take.
    Member(VarId, Domain),
    /// At least two different variables are left, with nonzero, coprime coefficients.
    Sum(Linear),
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
    Normal::Sum(Linear {
        terms: sum,
        rel,
        constant,
    })
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
        Normal::Sum(sum) => match words(&sum) {
            Some((terms, c)) => post_words(s, &terms, sum.rel, c),
            None => exact::post(s, sum),
        },
    }
}

/// The sum with machine-integer coefficients, if these and the constant are small.
fn words(sum: &Linear) -> Option<(Vec<(i64, VarId)>, i64)> {
    let (terms, Int::Small(c)) = (&sum.terms, sum.constant.clone()) else {
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

impl Linear {
    /// The constraint that is true where this one is false.
    pub(crate) fn negated(self) -> Linear {
        let Linear {
            mut terms,
            rel,
            mut constant,
        } = self;
        let rel = match rel {
            Rel::Eq => Rel::Ne,
            Rel::Ne => Rel::Eq,
            Rel::Le => {
                // Σ > c, that is, −Σ ≤ −c − 1
                terms.iter_mut().for_each(|(a, _)| *a = -&*a);
                constant = -(constant + Int::ONE);
                Rel::Le
            }
        };
        Linear {
            terms,
            rel,
            constant,
        }
    }
}

impl Constrain for Linear {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        let terms = self.terms.iter().map(|(a, x)| (a.clone(), f(*x)));
        Constraint::sum(terms.collect(), self.rel, self.constant.clone())
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        let products = self.terms.iter().map(|(a, x)| a * &at(*x));
        let sum = products.fold(Int::ZERO, |sum, product| sum + product);
        self.rel.relation().holds(&sum, &self.constant)
    }

    fn show(&self) -> ConstraintTerm {
        goal(self, None)
    }

    fn show_with(&self, values: &FixedValues<'_>) -> ConstraintTerm {
        goal(self, Some(values))
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        let cond = match self.rel {
            Rel::Eq | Rel::Ne if self.terms.len() == 2 => PropCond::Domain,
            Rel::Le | Rel::Eq | Rel::Ne => PropCond::Bounds,
        };
        self.terms.iter().for_each(|(_, x)| on(*x, cond));
    }

    fn decided(&self, vars: &Vars) -> Option<bool> {
        exact::compare(vars, &self.terms, self.rel, &self.constant)
    }

    fn negation(&self) -> Option<Constraint> {
        Some(self.clone().negated().into())
    }

    fn post(&self, s: &mut Store) -> Result<(), Inconsistent> {
        post(s, &self.terms, self.rel, &self.constant)
    }

    fn reify(&self, s: &mut Store, b: VarId) -> Result<(), Inconsistent> {
        match normalise(&s.vars, &self.terms, self.rel, &self.constant) {
            Normal::Truth(truth) => s.vars.fix(b, i64::from(truth)),
            Normal::Member(x, set) => InDomain(x, set).reify(s, b),
            Normal::Sum(sum) => match words(&sum) {
                Some((terms, c)) if s.vars.word(b).is_none() => {
                    reified::post_sum(s, b, terms, sum.rel, c)
                }
                _ => s.watch_truth(b, sum.into()),
            },
        }
    }

    fn imply(&self, s: &mut Store, b: VarId) -> Result<(), Inconsistent> {
        s.imply_by_truth(b, self)
    }
}

/// A linear constraint with positive coefficients only, distributed over its two sides.
fn goal(sum: &Linear, values: Option<&FixedValues<'_>>) -> ConstraintTerm {
    let rel = sum.rel;
    let (terms, constant) = without_fixed(sum, values);
    if let (Rel::Le, Some((x, y))) = (rel, difference(&terms)) {
        let (x, y) = (ConstraintTerm::Var(x), ConstraintTerm::Var(y));
        if constant.is_zero() {
            return ConstraintTerm::call(Relation::Ge.name(), vec![y, x]);
        }
        let sum = ConstraintTerm::call("+", vec![y, ConstraintTerm::Int(constant.clone())]);
        return ConstraintTerm::call(Relation::Le.name(), vec![x, sum]);
    }
    let [left, right] = sides(&terms, constant);
    // The sum comes first in an equation, the variable in a disequation.
    let is_var = |t: &ConstraintTerm| values.is_some() && matches!(t, ConstraintTerm::Var(_));
    let is_sum = |t: &ConstraintTerm| matches!(t, ConstraintTerm::Call(..));
    let turn = match rel {
        Rel::Eq => is_var(&left) && is_sum(&right),
        Rel::Ne => is_var(&right) && is_sum(&left),
        Rel::Le => false,
    };
    let (left, right) = if turn { (right, left) } else { (left, right) };
    ConstraintTerm::call(rel.relation().name(), vec![left, right])
}

/// The variables of `x − y` or `y − x`, the positive one first.
fn difference(terms: &[(Int, VarId)]) -> Option<(VarId, VarId)> {
    let minus = Int::Small(-1);
    match terms {
        [(a, x), (b, y)] if *a == Int::ONE && *b == minus => Some((*x, *y)),
        [(a, x), (b, y)] if *a == minus && *b == Int::ONE => Some((*y, *x)),
        _ => None,
    }
}

/// The terms whose variables are not fixed, and the constant less the values of the others.
fn without_fixed(sum: &Linear, values: Option<&FixedValues<'_>>) -> (Vec<(Int, VarId)>, Int) {
    let mut constant = sum.constant.clone();
    let mut open = Vec::with_capacity(sum.terms.len());
    for (a, x) in &sum.terms {
        match values.and_then(|v| v(*x)) {
            Some(value) => constant = constant - a * &value,
            None => open.push((a.clone(), *x)),
        }
    }
    (open, constant)
}

/// The two sides of a comparison, with the constant where it is positive.
fn sides(terms: &[(Int, VarId)], constant: Int) -> [ConstraintTerm; 2] {
    let mut sides: [Option<ConstraintTerm>; 2] = [None, None];
    let mut add = |side: usize, part: ConstraintTerm| {
        sides[side] = Some(match sides[side].take() {
            Some(sum) => ConstraintTerm::call("+", vec![sum, part]),
            None => part,
        });
    };
    for (a, x) in terms {
        let (side, a) = (usize::from(a.is_negative()), a.abs());
        let x = ConstraintTerm::Var(*x);
        add(
            side,
            if a == Int::ONE {
                x
            } else {
                ConstraintTerm::call("*", vec![ConstraintTerm::Int(a), x])
            },
        );
    }
    if !constant.is_zero() {
        let side = usize::from(!constant.is_negative());
        add(side, ConstraintTerm::Int(constant.abs()));
    }
    sides.map(|s| s.unwrap_or(ConstraintTerm::Int(Int::ZERO)))
}

/// The oracle's row: sums that are not in normal form.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "normal",
    arity: 3,
    samples: |v| {
        let (x, y) = (v[0], v[1]);
        let mut all = Vec::new();
        for rel in [Rel::Eq, Rel::Ne, Rel::Le] {
            for c in [-3, 0, 2] {
                for terms in [
                    vec![(2, x), (-4, y)],
                    vec![(1, x), (1, y), (-1, x)],
                    vec![(1, x), (-1, x)],
                    vec![(-3, x)],
                ] {
                    let sum = Constraint::linear(&terms, rel, c);
                    all.push(Constraint::reified(v[2], sum.clone()));
                    all.push(Constraint::implied(v[2], sum.clone()));
                    all.push(sum);
                }
            }
        }
        all
    },
};

#[cfg(test)]
mod tests {
    use super::{Normal, normalise};
    use crate::base::int::Int;
    use crate::fd::constraints::constraint::{Linear, Rel};
    use crate::fd::constraints::prop::Store;

    #[test]
    fn merges_divides_and_recognises() {
        let mut s = Store::new();
        let (x, y) = (s.new_integer(), s.new_integer());
        let form = |terms: &[(i64, _)], rel, c: i64| {
            let terms: Vec<_> = terms.iter().map(|(a, v)| (Int::from(*a), *v)).collect();
            normalise(s.vars(), &terms, rel, &Int::Small(c))
        };
        let sum = |terms: &[(i64, _)], rel, c: i64| {
            let terms = terms.iter().map(|(a, v)| (Int::from(*a), *v)).collect();
            let constant = Int::from(c);
            Normal::Sum(Linear {
                terms,
                rel,
                constant,
            })
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
