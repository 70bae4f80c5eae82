//! Equations of two variables, taken together: what several of them imply, and their bounds do not show.
//!
//! An equation `a·x + b·y = c` makes each variable a linear function of the other, and a chain of equations makes all
//! of its variables linear functions of one. A further equation of two variables of a chain follows from the others,
//! contradicts them, or has one solution; and variables of two chains that it connects may be equal. If the result of
//! a product is a linear function of a factor, the product of that factor and a new variable is a constant, and a square
//! has two roots at most.
//!
//! The rules run when an equation or a product is posted; they are about linear constraints, products, and squares.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constrain, Constraint, ConstraintTerm, Rel};
use crate::fd::constraints::core::{LinearTerm, ScalePair};
use crate::fd::constraints::prop::{Prop, Store};
use crate::fd::kernel::bound::{Bound, Interval};
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::int_math;
use crate::fd::kernel::propagator::Cost;
use crate::fd::kernel::store_flags::{REDUNDANT, SUBSUMED};
use crate::fd::kernel::var::{Inconsistent, VarId};

/// The variables of a chain that are examined.
const NEARBY: usize = 12;
/// The newest constraints of a variable that are examined.
const NEWEST: usize = 16;
/// The newest subscriptions among which they are: those of constraints that are subsumed remain.
const SUBSCRIPTIONS: usize = 4 * NEWEST;
/// A longer sum is not an equation of two variables, even if all others are fixed.
const LONG: usize = 8;

/// `a·x + b·y = c` for different variables and coefficients other than zero.
#[derive(Clone, Debug)]
struct PairEquation {
    a: Int,
    x: VarId,
    b: Int,
    y: VarId,
    c: Int,
}

impl PairEquation {
    fn of((a, x): LinearTerm, (b, y): LinearTerm, c: Int) -> PairEquation {
        let (a, b) = (Int::Small(a), Int::Small(b));
        PairEquation { a, x, b, y, c }
    }

    /// The equation of a sum of which two variables are not fixed.
    fn of_sum(s: &Store, terms: &[LinearTerm], c: i64) -> Option<PairEquation> {
        if terms.len() > LONG {
            return None;
        }
        let mut open = terms.iter().filter(|t| !s.is_fixed(t.1));
        let (Some(x), Some(y), None) = (open.next(), open.next(), open.next()) else {
            return None;
        };
        let mut rest = Int::Small(c);
        for (a, v) in terms {
            if let Some(value) = s.value(*v) {
                rest = &rest - &(&Int::Small(*a) * &value);
            }
        }
        Some(PairEquation::of(*x, *y, rest))
    }

    /// The equation that a propagator stands for, if it is live and neither variable is fixed.
    fn of_propagator(s: &Store, p: u32) -> Option<PairEquation> {
        if s.flags[p as usize] & (SUBSUMED | REDUNDANT) != 0 {
            return None;
        }
        let found = match &s.props[p as usize] {
            Prop::EqOffset(e) => PairEquation::of((1, e.x), (-1, e.y), Int::Small(e.c)),
            Prop::EqSum(e) => PairEquation::of((1, e.x), (1, e.y), Int::Small(e.c)),
            Prop::Scale(e) => {
                let ScalePair { x, y, a, c } = *e.pair;
                PairEquation::of((a, x), (-1, y), Int::Small(-c))
            }
            Prop::LinearEq(e) => PairEquation::of_sum(s, &e.terms, e.c)?,
            Prop::LinearEqWords(e) => PairEquation::of_sum(s, &e.terms, e.c)?,
            _ => return None,
        };
        (!s.is_fixed(found.x) && !s.is_fixed(found.y)).then_some(found)
    }

    /// The coefficients of two variables, if they are those of the equation.
    fn coefficients(&self, x: VarId, y: VarId) -> Option<(&Int, &Int)> {
        if (self.x, self.y) == (x, y) {
            Some((&self.a, &self.b))
        } else if (self.x, self.y) == (y, x) {
            Some((&self.b, &self.a))
        } else {
            None
        }
    }

    /// `f` and `r` such that `f·x = r`, if the equation is about `x` and a linear function of it.
    fn solve_for(&self, x: VarId, y: &AffineFunction) -> Option<(Int, Int)> {
        let (a, b) = self.coefficients(x, y.var)?;
        // d·y = p·x + q, so (a·d + b·p)·x = c·d − b·q
        let factor = &(a * &y.d) + &(b * &y.p);
        Some((factor, &(&self.c * &y.d) - &(b * &y.q)))
    }

    /// Returns whether another equation of the two variables is true (`Some(true)`) or false for all solutions of this
    /// one.
    fn decides(&self, other: &PairEquation) -> Option<bool> {
        let y = AffineFunction::of(self.x).along(self);
        let (factor, rest) = other.solve_for(self.x, &y)?;
        factor.is_zero().then(|| rest.is_zero())
    }
}

/// A variable as a linear function of another: `d·var = p·x + q` with `d > 0` and without a common divisor.
#[derive(Clone, Debug)]
struct AffineFunction {
    var: VarId,
    p: Int,
    q: Int,
    d: Int,
}

impl AffineFunction {
    /// The variable itself.
    fn of(var: VarId) -> AffineFunction {
        AffineFunction {
            var,
            p: Int::ONE,
            q: Int::ZERO,
            d: Int::ONE,
        }
    }

    /// The other variable of an equation, as a function of the same variable.
    fn along(&self, e: &PairEquation) -> AffineFunction {
        let (a, b, var) = if e.x == self.var {
            (&e.a, &e.b, e.y)
        } else {
            (&e.b, &e.a, e.x)
        };
        // a·u + b·v = c and d·u = p·x + q, so (b·d)·v = (−a·p)·x + (c·d − a·q)
        let (p, d) = (-(a * &self.p), b * &self.d);
        let q = &(&e.c * &self.d) - &(a * &self.q);
        let divisor = int_math::gcd(&int_math::gcd(&p, &q), &d);
        let divisor = if d.is_negative() { -divisor } else { divisor };
        AffineFunction {
            var,
            p: int_math::trunc_div(&p, &divisor),
            q: int_math::trunc_div(&q, &divisor),
            d: int_math::trunc_div(&d, &divisor),
        }
    }

    /// Returns true if both variables are the same function.
    fn is_same_function(&self, other: &AffineFunction) -> bool {
        (&self.p, &self.q, &self.d) == (&other.p, &other.q, &other.d)
    }
}

/// The newest equations on a variable.
fn equations(s: &Store, v: VarId) -> impl Iterator<Item = PairEquation> + '_ {
    let newest = s.newest(v, SUBSCRIPTIONS).take(NEWEST);
    newest.filter_map(|p| PairEquation::of_propagator(s, p))
}

/// The variables that equations connect with the first one, itself included.
fn chain(s: &Store, first: AffineFunction) -> Vec<AffineFunction> {
    let mut all = vec![first];
    let mut next = 0;
    while next < all.len() && all.len() < NEARBY {
        let line = all[next].clone();
        next += 1;
        for e in equations(s, line.var) {
            let other = line.along(&e);
            if all.iter().all(|l| l.var != other.var) {
                all.push(other);
            }
        }
    }
    all
}

/// Returns true if the rules are in force for an equation of two variables: both are open, and it would last.
#[inline]
fn is_in_force(s: &Store, x: VarId, y: VarId) -> bool {
    !s.substitutes && s.vars.simplifies(x, y)
}

/// Compares the equation `a·x + b·y = c`, which is to be posted, with those that connect `x` and `y`. Returns true if
/// it need not be posted, as it follows from them, or as both variables have got their values. Otherwise, variables
/// that it makes equal are requested to be, and comparisons that it decides are decided.
#[inline]
pub(crate) fn join(
    s: &mut Store,
    x: LinearTerm,
    y: LinearTerm,
    c: i64,
) -> Result<bool, Inconsistent> {
    if !is_in_force(s, x.1, y.1) {
        return Ok(false);
    }
    join_chains(s, &PairEquation::of(x, y, Int::Small(c)))
}

#[inline(never)]
fn join_chains(s: &mut Store, e: &PairEquation) -> Result<bool, Inconsistent> {
    let of_x = chain(s, AffineFunction::of(e.x));
    if let Some(y) = of_x.iter().find(|l| l.var == e.y) {
        return meet(s, e, y);
    }
    let of_y = chain(s, AffineFunction::of(e.x).along(e));
    for v in &of_x {
        for w in of_y.iter().filter(|w| w.is_same_function(v)) {
            s.vars.request_offset(v.var, Rel::Eq, w.var, 0);
        }
    }
    decide(s, e)?;
    Ok(false)
}

/// [`join`] where `y` is a linear function of `x` already.
fn meet(s: &mut Store, e: &PairEquation, y: &AffineFunction) -> Result<bool, Inconsistent> {
    let Some((factor, rest)) = e.solve_for(e.x, y) else {
        return Ok(false);
    };
    if factor.is_zero() {
        return if rest.is_zero() {
            Ok(true)
        } else {
            Err(Inconsistent)
        };
    }
    let value = quotient(&rest, &factor)?;
    let other = quotient(&(&(&y.p * &value) + &y.q), &y.d)?;
    s.vars.fix_int(e.x, &value)?;
    s.vars.fix_int(e.y, &other)?;
    Ok(true)
}

/// The quotient of two integers, which must be an integer.
fn quotient(n: &Int, d: &Int) -> Result<Int, Inconsistent> {
    if int_math::floor_mod(n, d).is_zero() {
        Ok(int_math::trunc_div(n, d))
    } else {
        Err(Inconsistent)
    }
}

/// Decides the reified equations and disequations of the two variables.
fn decide(s: &mut Store, e: &PairEquation) -> Result<(), Inconsistent> {
    s.fix_decided(e.x, NEWEST, |s, prop| {
        let Prop::ReifSum(r) = &s.props[prop as usize] else {
            return None;
        };
        let wanted = match r.sum.rel {
            Rel::Eq => true,
            Rel::Ne => false,
            Rel::Le => return None,
        };
        let other = PairEquation::of_sum(s, &r.sum.terms, r.sum.c)?;
        Some((r.b, e.decides(&other)? == wanted))
    })
}

/// After an equation of `x` and `y` was posted: applies it to the products of one of them whose result is the other.
#[inline]
pub(crate) fn follow_equation(s: &mut Store, x: VarId, y: VarId) -> Result<(), Inconsistent> {
    if !is_in_force(s, x, y) {
        return Ok(());
    }
    for (x, z) in [(x, y), (y, x)] {
        for p in newest_nonlinear(s, z) {
            let Prop::Other(c) = &s.props[p as usize] else {
                continue;
            };
            if c.square_root_of(z) == Some(x) {
                if restrict_root(s, x, z)? {
                    s.subsume(p);
                }
            } else if let Some((a, b, result)) = factors(&**c)
                && result == z
                && (a == x || b == x)
            {
                let c = c.copy();
                follow_product(s, &*c, (a, b, result))?;
            }
        }
    }
    Ok(())
}

/// The newest live propagators of a variable that may be products.
fn newest_nonlinear(s: &Store, z: VarId) -> Vec<u32> {
    let is_stated = |p: &u32| s.flags[*p as usize] & REDUNDANT == 0;
    let is_nonlinear = |p: &u32| match &s.props[*p as usize] {
        Prop::Other(c) => c.cost() == Cost::Nonlinear,
        _ => false,
    };
    let newest = s.newest(z, NEARBY);
    newest.filter(is_stated).filter(is_nonlinear).collect()
}

/// The variables of `x·y = z`.
fn factors(c: &dyn Constrain) -> Option<(VarId, VarId, VarId)> {
    use ConstraintTerm::{Call, Var};
    let Call(_, sides) = c.show() else {
        return None;
    };
    let [Call(name, args), Var(z)] = sides.as_slice() else {
        return None;
    };
    match args.as_slice() {
        [Var(x), Var(y)] if name == "*" => Some((*x, *y, *z)),
        _ => None,
    }
}

/// The coefficients and the constant of an equation `a·x + b·z = c`.
fn between(s: &Store, x: VarId, z: VarId) -> Option<(Int, Int, Int)> {
    equations(s, x).find_map(|e| {
        let (a, b) = e.coefficients(x, z)?;
        Some((a.clone(), b.clone(), e.c.clone()))
    })
}

/// After the product `x·y = z` was posted as `c`: if the result is a linear function of a factor, posts what follows
/// for the other factor.
pub(crate) fn follow_product(
    s: &mut Store,
    c: &dyn Constrain,
    (x, y, z): (VarId, VarId, VarId),
) -> Result<(), Inconsistent> {
    if x == z || y == z || x == y {
        return Ok(());
    }
    for (x, y) in [(x, y), (y, x)] {
        if !is_in_force(s, x, z) {
            continue;
        }
        let Some((a, b, rest)) = between(s, x, z) else {
            continue;
        };
        // a·x + b·z = rest, so x·(b·y + a) = rest
        if rest.is_zero() && !int_math::floor_mod(&a, &b).is_zero() {
            s.vars.fix(x, 0)?;
            continue;
        }
        let (v, result) = (s.new_integer(), s.new_constant(&rest));
        let terms = vec![(b, y), (Int::Small(-1), v)];
        s.post_implied(&Constraint::sum(terms, Rel::Eq, -a))?;
        let other = c.map_vars(&mut |u| match u {
            u if u == y => v,
            u if u == z => result,
            u => u,
        });
        s.post_implied(&other)?;
    }
    Ok(())
}

/// If `z = x²` and an equation of the two hold: restricts `x` to the roots, for which the square follows from the
/// equation. Returns true if there is such an equation.
pub(crate) fn restrict_root(s: &mut Store, x: VarId, z: VarId) -> Result<bool, Inconsistent> {
    if x == z || !is_in_force(s, x, z) {
        return Ok(false);
    }
    let Some((a, b, c)) = between(s, x, z) else {
        return Ok(false);
    };
    // b·x² + a·x − c = 0
    let discriminant = &(&a * &a) + &(&(&b * &c) * &Int::Small(4));
    let Some(root) = discriminant.isqrt().filter(|r| r * r == discriminant) else {
        return Err(Inconsistent);
    };
    let twice = &b * &Int::Small(2);
    let mut roots: Vec<Interval> = Vec::new();
    for n in [&root - &a, &-&root - &a] {
        if let Ok(i) = quotient(&n, &twice) {
            roots.push((Bound::Fin(i.clone()), Bound::Fin(i)));
        }
    }
    if roots.is_empty() {
        return Err(Inconsistent);
    }
    s.vars.restrict(x, &Domain::from_parts(roots))?;
    Ok(true)
}
