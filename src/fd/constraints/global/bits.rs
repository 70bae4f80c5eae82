//! Functions of the binary notation: `/\ \/ xor << >> msb lsb popcount`, and `sign`, in two's complement of unbounded
//! length.
//!
//! Domain consistent if the arguments have few values; otherwise filtered by signs and lengths.

use crate::base::int::{Int, TooLarge};
use crate::fd::constraints::constraint::{Constrain, Constraint, ConstraintTerm, Rel, settled};
use crate::fd::constraints::prop::Store;
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::bound::{Bound, Interval};
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::domain_ops::Narrowed;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Propagated, Status};
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};

/// The function on bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BitFunction {
    And,
    Or,
    Xor,
    Left,
    Right,
    Msb,
    Lsb,
    Popcount,
    Sign,
}

/// The greatest number of pairs of arguments that are enumerated.
const FEW: usize = 1 << 12;
/// The longest distance that bounds are shifted by.
const FAR: i64 = 1 << 14;

impl BitFunction {
    /// The name of the function.
    pub(crate) fn name(self) -> &'static str {
        match self {
            BitFunction::And => "/\\",
            BitFunction::Or => "\\/",
            BitFunction::Xor => "xor",
            BitFunction::Left => "<<",
            BitFunction::Right => ">>",
            BitFunction::Msb => "msb",
            BitFunction::Lsb => "lsb",
            BitFunction::Popcount => "popcount",
            BitFunction::Sign => "sign",
        }
    }

    /// Returns true if it has one argument only.
    pub(crate) fn is_unary(self) -> bool {
        matches!(
            self,
            BitFunction::Msb | BitFunction::Lsb | BitFunction::Popcount | BitFunction::Sign
        )
    }

    /// The least argument for which it is defined.
    pub(crate) fn least(self) -> Option<Int> {
        match self {
            BitFunction::Msb | BitFunction::Lsb => Some(Int::ONE),
            BitFunction::Popcount => Some(Int::ZERO),
            _ => None,
        }
    }

    /// The value; `None` where the function is not defined. A unary function ignores the second argument.
    ///
    /// # Errors
    /// The value has more bits than a number may have.
    pub(crate) fn value(self, x: &Int, y: &Int) -> Result<Option<Int>, TooLarge> {
        if self.least().is_some_and(|least| *x < least) {
            return Ok(None);
        }
        Ok(Some(match self {
            BitFunction::And => x & y,
            BitFunction::Or => x | y,
            BitFunction::Xor => x ^ y,
            BitFunction::Left => x.shift(y)?,
            BitFunction::Right => x.shift(&-y)?,
            BitFunction::Msb => Int::from(x.bit_len() - 1),
            BitFunction::Lsb => Int::from(x.trailing_zeros().unwrap_or(0)),
            BitFunction::Popcount => Int::from(x.count_ones()),
            BitFunction::Sign => Int::from(x.signum()),
        }))
    }
}

/// `op(args) = z`
#[derive(Debug)]
pub(crate) struct Bits {
    /// The function.
    pub op: BitFunction,
    /// One or two arguments.
    pub args: Box<[VarId]>,
    /// The value.
    pub z: VarId,
}

/// The number of bits of an integer besides the sign.
fn length(i: &Int) -> u64 {
    if i.is_negative() {
        (!i).bit_len()
    } else {
        i.bit_len()
    }
}

/// The same for every value of an interval.
fn lengths((low, high): &Interval) -> Option<u64> {
    Some(length(low.finite()?).max(length(high.finite()?)))
}

/// The numbers of so many bits, negative ones too if `signed`.
fn of_length(bits: u64, signed: bool) -> Option<Interval> {
    let end = Int::ONE.shift(&Int::from(bits)).ok()?;
    let low = if signed { -&end } else { Int::ZERO };
    Some((Bound::Fin(low), Bound::Fin(&end - &Int::ONE)))
}

fn is_natural(b: &Interval) -> bool {
    b.0 >= Bound::from(0)
}

fn is_negative(b: &Interval) -> bool {
    b.1 < Bound::from(0)
}

/// The interval of the complements.
fn complement((low, high): Interval) -> Interval {
    let minus_one = Int::Small(-1);
    (high.neg().plus(&minus_one), low.neg().plus(&minus_one))
}

const NATURAL: fn() -> Interval = || (Bound::from(0), Bound::Sup);
const NEGATIVE: fn() -> Interval = || (Bound::Inf, Bound::from(-1));

impl Bits {
    fn x(&self) -> VarId {
        self.args[0]
    }

    fn y(&self) -> VarId {
        *self.args.last().unwrap_or(&self.z)
    }

    fn vars(&self) -> impl Iterator<Item = VarId> {
        self.args.iter().copied().chain([self.z])
    }

    /// `x /\ y = z`, or, of complements, `x \/ y = z`.
    fn both(&self, vars: &mut Vars, flip: bool) -> Narrowed {
        let of = |vars: &Vars, v| match flip {
            true => complement(vars.bounds(v)),
            false => vars.bounds(v),
        };
        let keep = |vars: &mut Vars, v, to: Interval| match flip {
            true => vars.restrict_to(v, &complement(to)),
            false => vars.restrict_to(v, &to),
        };
        let (x, y, z) = (self.x(), self.y(), self.z);
        let (a, b) = (of(vars, x), of(vars, y));
        for i in [&a, &b] {
            if is_natural(i) {
                keep(vars, z, (Bound::from(0), i.1.clone()))?;
            }
        }
        if is_negative(&a) && is_negative(&b) {
            keep(vars, z, NEGATIVE())?;
        }
        if let (Some(k), Some(l)) = (lengths(&a), lengths(&b))
            && let Some(to) = of_length(k.max(l), true)
        {
            keep(vars, z, to)?;
        }
        let c = of(vars, z);
        if is_negative(&c) {
            keep(vars, x, (c.0.clone(), Bound::from(-1)))?;
            keep(vars, y, (c.0, Bound::from(-1)))?;
        } else if is_natural(&c) {
            for (v, i, j) in [(x, &a, &b), (y, &b, &a)] {
                if is_natural(i) {
                    keep(vars, v, (c.0.clone(), Bound::Sup))?;
                }
                if is_negative(j) {
                    keep(vars, v, NATURAL())?;
                }
            }
        }
        Ok(())
    }

    /// `x xor y = z`, which is symmetric in all three.
    fn odd(&self, vars: &mut Vars) -> Narrowed {
        let (x, y, z) = (self.x(), self.y(), self.z);
        for (x, y, z) in [(x, y, z), (y, z, x), (z, x, y)] {
            if let (Some(x), Some(y)) = (vars.value(x), vars.value(y)) {
                vars.fix_int(z, &(&x ^ &y))?;
                continue;
            }
            let (a, b) = (vars.bounds(x), vars.bounds(y));
            let (negative, natural) = (is_negative, is_natural);
            if (natural(&a) && natural(&b)) || (negative(&a) && negative(&b)) {
                vars.restrict_to(z, &NATURAL())?;
            } else if (natural(&a) && negative(&b)) || (negative(&a) && natural(&b)) {
                vars.restrict_to(z, &NEGATIVE())?;
            }
            if let (Some(k), Some(l)) = (lengths(&a), lengths(&b))
                && let Some(to) = of_length(k.max(l), true)
            {
                vars.restrict_to(z, &to)?;
            }
        }
        Ok(())
    }

    /// Requests the linear constraints that state a shift by a known distance: with `up`, `z = factor · x`.
    fn request_scaled(&self, vars: &mut Vars, factor: Int, up: bool) {
        let (x, z) = (self.x(), self.z);
        let linear =
            |terms: [(Int, VarId); 2], rel, constant| Constraint::sum(terms.into(), rel, constant);
        if up {
            let terms = [(factor, x), (Int::Small(-1), z)];
            return vars.request(linear(terms, Rel::Eq, Int::ZERO));
        }
        // 0 ≤ x - factor · z < factor
        let (minus, most) = (-&factor, &factor - &Int::ONE);
        let terms = [(factor, z), (Int::Small(-1), x)];
        vars.request(linear(terms, Rel::Le, Int::ZERO));
        vars.request(linear([(Int::ONE, x), (minus, z)], Rel::Le, most));
    }

    /// `x << y = z`, or `x >> y = z`.
    fn shifted(&self, vars: &mut Vars) -> Propagated {
        let (x, y, z) = (self.x(), self.y(), self.z);
        let left = self.op == BitFunction::Left;
        if let Some(by) = vars.value(y).map(|i| if left { i } else { -i })
            && let Some(n) = by.to_i64().filter(|n| n.unsigned_abs() <= FAR as u64)
            && let Ok(factor) = Int::ONE.shift(&Int::from(n.unsigned_abs()))
        {
            self.request_scaled(vars, factor, n >= 0);
            return Ok(Status::Subsumed);
        }
        for (v, w) in [(x, z), (z, x)] {
            let i = vars.bounds(v);
            if is_natural(&i) {
                vars.restrict_to(w, &NATURAL())?;
            } else if is_negative(&i) {
                vars.restrict_to(w, &NEGATIVE())?;
            }
        }
        // A value that is neither 0 nor -1, before and after the shift, has a first bit, which moves by the distance.
        let has_bit = |vars: &Vars, v| !vars.contains(v, 0) && !vars.contains(v, -1);
        let most = |vars: &Vars, v| lengths(&vars.bounds(v)).map(Int::from);
        let (mut back, mut forth) = (None, None);
        if !vars.contains(x, 0) {
            forth = most(vars, z);
        }
        if has_bit(vars, z) {
            back = most(vars, x);
        }
        if !left {
            (back, forth) = (forth, back);
        }
        let low = back.map_or(Bound::Inf, |n| Bound::Fin(-n));
        vars.restrict_to(y, &(low, forth.map_or(Bound::Sup, Bound::Fin)))?;
        let (a, (c, d)) = (vars.bounds(x), vars.bounds(y));
        let near = |b: &Bound| {
            let i = b.finite().and_then(Int::to_i64);
            i.is_some_and(|i| i.unsigned_abs() <= FAR as u64)
        };
        if let ((Bound::Fin(a), Bound::Fin(b)), Bound::Fin(c), Bound::Fin(d)) = (a, &c, &d)
            && near(&Bound::Fin(c.clone()))
            && near(&Bound::Fin(d.clone()))
        {
            let end = |x: &Int, y: &Int| self.op.value(x, y).ok().flatten();
            let low = end(&a, c).zip(end(&a, d)).map(|(i, j)| i.min(j));
            let high = end(&b, c).zip(end(&b, d)).map(|(i, j)| i.max(j));
            let low = low.map_or(Bound::Inf, Bound::Fin);
            vars.restrict_to(z, &(low, high.map_or(Bound::Sup, Bound::Fin)))?;
        }
        Ok(Status::Fix)
    }

    /// Narrows the bounds of one argument and of the value by each other.
    fn one(&self, vars: &mut Vars) -> Narrowed {
        let (x, z) = (self.x(), self.z);
        let (low, high) = vars.bounds(x);
        let place = |b: &Bound| b.finite().map(|i| Int::from(i.bit_len()));
        let lengths = (place(&low), place(&high));
        let power = |b: &Bound| b.finite().and_then(|i| Int::ONE.shift(i).ok());
        match self.op {
            BitFunction::Msb => {
                let (least, most) = lengths;
                let end = |n: Int| Bound::Fin(&n - &Int::ONE);
                let to = (
                    least.map_or(Bound::from(0), end),
                    most.map_or(Bound::Sup, end),
                );
                vars.restrict_to(z, &to)?;
                let (least, most) = vars.bounds(z);
                if let Some(i) = power(&least) {
                    vars.remove_below_bound(x, &Bound::Fin(i))?;
                }
                if let Some(i) = power(&most.plus(&Int::ONE)) {
                    vars.remove_above_bound(x, &Bound::Fin(&i - &Int::ONE))?;
                }
            }
            BitFunction::Lsb => {
                let most = lengths.1.map_or(Bound::Sup, |n| Bound::Fin(&n - &Int::ONE));
                vars.restrict_to(z, &(Bound::from(0), most))?;
                if let Some(i) = power(&vars.min(z)) {
                    vars.remove_below_bound(x, &Bound::Fin(i))?;
                }
            }
            BitFunction::Popcount => {
                let least = if low > Bound::from(0) { 1 } else { 0 };
                let most = lengths.1.map_or(Bound::Sup, Bound::Fin);
                vars.restrict_to(z, &(Bound::from(least), most))?;
                if let Some(i) = power(&vars.min(z)) {
                    vars.remove_below_bound(x, &Bound::Fin(&i - &Int::ONE))?;
                }
            }
            BitFunction::Sign => {
                let sign = |b: &Bound| Bound::from(i64::from(b.signum()));
                vars.restrict_to(z, &(sign(&low), sign(&high)))?;
                if !vars.contains(x, 0) {
                    vars.remove(z, 0)?;
                }
                let (least, most) = (vars.low(z), vars.high(z));
                if least >= 0 {
                    vars.remove_below(x, least)?;
                }
                if most <= 0 {
                    vars.remove_above(x, most)?;
                }
                if !vars.contains(z, 0) {
                    vars.remove(x, 0)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The infinite part of the result's domain, for an argument whose value exists but is too large to be computed:
    /// it is kept, as for powers.
    fn endless_side(&self, vars: &Vars, a: &Int) -> Option<Domain> {
        let (low, high) = vars.bounds(self.z);
        match a.is_negative() {
            true => (low == Bound::Inf).then(|| Domain::interval(Bound::Inf, Bound::from(-1))),
            false => (high == Bound::Sup).then(|| Domain::interval(Bound::from(1), Bound::Sup)),
        }
    }

    /// Tries the arguments, if they are few.
    fn every(&self, vars: &mut Vars) -> Narrowed {
        let (x, y, z) = (self.x(), self.y(), self.z);
        let unary = self.args.len() == 1;
        let ys = if unary { 1 } else { vars.size(y) };
        if vars.size(x).saturating_mul(ys) > FEW as u64 {
            return Ok(());
        }
        let (Some(xs), Some(ys)) = (
            vars.domain(x).values(FEW),
            match unary {
                true => Some(vec![Int::ZERO]),
                false => vars.domain(y).values(FEW),
            },
        ) else {
            return Ok(());
        };
        let mut y_used = vec![false; ys.len()];
        let mut results: Vec<Int> = Vec::new();
        let mut endless = Domain::empty();
        for a in &xs {
            let mut used = false;
            for (b, y_used) in ys.iter().zip(&mut y_used) {
                if !unary && x == y && a != b {
                    continue;
                }
                let c = match self.op.value(a, b) {
                    Ok(Some(c)) => c,
                    Ok(None) => continue,
                    Err(TooLarge) => {
                        if let Some(side) = self.endless_side(vars, a) {
                            (used, *y_used) = (true, true);
                            endless = endless.union(&side);
                        }
                        continue;
                    }
                };
                let fits =
                    vars.contains_int(z, &c) && (z != x || c == *a) && (unary || z != y || c == *b);
                if fits {
                    (used, *y_used) = (true, true);
                    results.push(c);
                }
            }
            if !used {
                vars.remove_int(x, a)?;
            }
        }
        for (b, _) in ys.iter().zip(&y_used).filter(|(_, used)| !unary && !**used) {
            vars.remove_int(y, b)?;
        }
        if vars.is_fixed(z) {
            return Ok(());
        }
        let one = |i: Int| (Bound::Fin(i.clone()), Bound::Fin(i));
        let parts = results.into_iter().map(one).collect();
        vars.restrict(z, &Domain::from_parts(parts).union(&endless))
    }
}

impl Constrain for Bits {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        let args = self.args.iter().map(|v| f(*v)).collect();
        Constraint::other(Bits {
            op: self.op,
            args,
            z: f(self.z),
        })
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        let value = self.op.value(&at(self.x()), &at(self.y()));
        value.is_ok_and(|value| value == Some(at(self.z)))
    }

    fn show(&self) -> ConstraintTerm {
        let args = self.args.iter().map(|v| ConstraintTerm::Var(*v)).collect();
        let value = ConstraintTerm::call(self.op.name(), args);
        ConstraintTerm::call("#=", vec![ConstraintTerm::Var(self.z), value])
    }

    fn defined(&self, s: &mut Store) -> Result<Option<VarId>, Inconsistent> {
        let Some(least) = self.op.least() else {
            return Ok(None);
        };
        let allowed = Domain::interval(Bound::Fin(least), Bound::Sup);
        s.truth_of(&Constraint::member(self.x(), allowed))
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        self.vars().for_each(|v| on(v, PropCond::Domain));
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        if let Some(done) = settled(self, vars, self.vars()) {
            return done;
        }
        let before = vars.prunings;
        match self.op {
            BitFunction::And => self.both(vars, false)?,
            BitFunction::Or => self.both(vars, true)?,
            BitFunction::Xor => self.odd(vars)?,
            BitFunction::Left | BitFunction::Right => {
                if self.shifted(vars)? == Status::Subsumed {
                    return Ok(Status::Subsumed);
                }
            }
            BitFunction::Msb | BitFunction::Lsb | BitFunction::Popcount | BitFunction::Sign => {
                self.one(vars)?
            }
        }
        if matches!(self.op, BitFunction::Msb | BitFunction::Sign)
            && vars.is_fixed(self.z)
            && self.x() != self.z
        {
            // The bounds say all.
            return Ok(Status::Subsumed);
        }
        self.every(vars)?;
        Ok(Status::since(vars, before))
    }

    fn post(&self, s: &mut Store) -> Result<(), Inconsistent> {
        if let Some(least) = self.op.least() {
            s.vars.remove_below_bound(self.x(), &Bound::Fin(least))?;
        }
        self.post_itself(s)
    }
}

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "bits",
    arity: 3,
    samples: |v| {
        let of = |op, args: &[VarId], z| {
            Constraint::other(Bits {
                op,
                args: args.into(),
                z,
            })
        };
        let mut all = Vec::new();
        for op in [
            BitFunction::And,
            BitFunction::Or,
            BitFunction::Xor,
            BitFunction::Left,
            BitFunction::Right,
        ] {
            all.push(of(op, &[v[0], v[1]], v[2]));
            all.push(of(op, &[v[0], v[0]], v[2]));
            all.push(of(op, &[v[0], v[1]], v[1]));
        }
        for op in [
            BitFunction::Msb,
            BitFunction::Lsb,
            BitFunction::Popcount,
            BitFunction::Sign,
        ] {
            all.push(of(op, &[v[0]], v[1]));
            all.push(of(op, &[v[0]], v[0]));
        }
        all
    },
};
