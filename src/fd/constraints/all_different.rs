//! `all_different`: the variables take pairwise distinct values. Value propagation: as soon as a variable is fixed,
//! its value is removed from the other domains.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{
    Constrain, Constraint, ConstraintTerm, Describe, Different, Rel,
};
use crate::fd::constraints::core::{AllDifferent, AllDifferentBuffers, Waits};
use crate::fd::constraints::prop::{Prop, Store};
use crate::fd::constraints::reification;
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Advice, Advisor};
use crate::fd::kernel::propagator::{Cost, Propagated, Propagator, Status};
use crate::fd::kernel::subscription::OnFixed;
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};

impl Waits {
    /// All of them.
    pub(crate) const ALL: Waits = Waits { fixed: 0 };

    /// The variables that are not fixed.
    pub(crate) fn open(vars: &Vars, xs: &[VarId]) -> Waits {
        let mut fixed = 0;
        for (i, x) in xs.iter().enumerate().take(64) {
            fixed |= u64::from(vars.is_fixed(*x)) << i;
        }
        Waits { fixed }
    }

    /// The variables in question.
    pub(crate) fn of(self, xs: &[VarId]) -> impl Iterator<Item = VarId> + '_ {
        let open = move |i: usize| i >= 64 || self.fixed >> i & 1 == 0;
        let all = xs.iter().enumerate();
        all.filter_map(move |(i, x)| open(i).then_some(*x))
    }
}

impl Advisor for AllDifferent {
    fn advise(&self, on: &mut Advice<'_>) {
        for x in self.waits.of(&self.vars) {
            on(x, x, 0, OnFixed::RemoveFromGroup);
        }
    }
}

impl AllDifferent {
    /// Replaces `old` by `new`, unless the group contains `new`. Returns true if it did not.
    pub(crate) fn rename(&mut self, old: VarId, new: VarId) -> bool {
        let mut place = None;
        for x in &mut self.vars {
            if *x == new {
                return false;
            }
            if *x == old {
                place = Some(x);
            }
        }
        if let Some(x) = place {
            *x = new;
        }
        true
    }

    /// Removes the value of `fixed` from the other variables.
    pub(crate) fn remove_from_others(
        &self,
        fixed: VarId,
        value: i64,
        vars: &mut Vars,
    ) -> Result<(), Inconsistent> {
        for x in &self.vars {
            if *x != fixed {
                vars.remove(*x, value)?;
            }
        }
        Ok(())
    }

    /// The same for a value that may not be a word.
    pub(crate) fn remove_int_from_others(
        &self,
        fixed: VarId,
        value: &Int,
        vars: &mut Vars,
    ) -> Result<(), Inconsistent> {
        for x in &self.vars {
            if *x != fixed {
                vars.remove_int(*x, value)?;
            }
        }
        Ok(())
    }
}

/// Returns true if the variables are in ascending order, the order of their creation, as in most programs.
fn is_ascending(xs: &[VarId]) -> bool {
    xs.windows(2).all(|w| w[0] < w[1])
}

/// Returns true if something occurs twice. May sort.
fn any_twice<T: Ord>(all: &mut [T]) -> bool {
    if all.len() <= 16 {
        return (1..all.len()).any(|i| all[..i].contains(&all[i]));
    }
    all.sort_unstable();
    all.windows(2).any(|w| w[0] == w[1])
}

/// Word values as bits from the least of them, if they are all different and within one word of bits.
fn packed(values: &[i64]) -> Option<(i64, u64)> {
    let base = *values.iter().min()?;
    values.iter().try_fold((base, 0u64), |(base, bits), value| {
        let at = value.wrapping_sub(base);
        let fits = (0..64).contains(&at) && bits >> at & 1 == 0;
        fits.then(|| (base, bits | 1 << at))
    })
}

impl AllDifferentBuffers {
    /// Removes from variables that must differ the values of the integers among them and of the fixed variables, and
    /// repeats this for variables that become fixed.
    fn remove_fixed_values(&mut self, vars: &mut Vars, xs: &[VarId]) -> Result<(), Inconsistent> {
        let AllDifferentBuffers { open, values } = self;
        for x in xs {
            match vars.word(*x) {
                Some(value) => values.push(value),
                None => open.push(*x),
            }
        }
        if !is_ascending(open) && any_twice(open) {
            return Err(Inconsistent);
        }
        let mut wide: Vec<Int> = Vec::new();
        let (mut removed, mut removed_wide) = (0, 0);
        for round in 0.. {
            if round > FEW_ROUNDS && open.len() > MANY {
                let known = values.iter().map(|i| Int::from(*i)).chain(wide);
                return settle_in_order(vars, open, known);
            }
            open.retain(|x| {
                vars.is_open(*x)
                    || match vars.value(*x) {
                        Some(Int::Small(value)) => {
                            values.push(value);
                            false
                        }
                        Some(value) => {
                            wide.push(value);
                            false
                        }
                        None => true,
                    }
            });
            if removed == values.len() && removed_wide == wide.len() {
                return Ok(());
            }
            let bits = packed(&values[removed..]);
            for x in &*open {
                let done = match bits {
                    Some((base, bits)) => vars.remove_bits(*x, base, bits)?,
                    None => false,
                };
                if !done {
                    values[removed..]
                        .iter()
                        .try_for_each(|i| vars.remove(*x, *i))?;
                }
                for value in &wide[removed_wide..] {
                    vars.remove_int(*x, value)?;
                }
            }
            // Values that are packed differ.
            let differ = removed == 0 && bits.is_some();
            (removed, removed_wide) = (values.len(), wide.len());
            if (!differ && any_twice(values)) || any_twice(&mut wide) {
                return Err(Inconsistent);
            }
        }
        Ok(())
    }
}

/// The rest of [`AllDifferentBuffers::remove_fixed_values`], for chains in which one variable after the other becomes fixed:
/// variables with few values come first, and all values that are taken are removed from a variable together.
fn settle_in_order(
    vars: &mut Vars,
    open: &mut Vec<VarId>,
    known: impl Iterator<Item = Int>,
) -> Result<(), Inconsistent> {
    let one = |i: Int| (Bound::Fin(i.clone()), Bound::Fin(i));
    let mut left = Domain::from_parts(known.map(one).collect()).complement();
    open.sort_by_cached_key(|x| vars.size(*x));
    let mut settled = false;
    while !std::mem::replace(&mut settled, true) {
        let mut kept = 0;
        for at in 0..open.len() {
            let x = open[at];
            vars.restrict(x, &left)?;
            match vars.value(x) {
                Some(value) => {
                    left = left.difference(&Domain::singleton(value));
                    settled = false;
                }
                None => {
                    open[kept] = x;
                    kept += 1;
                }
            }
        }
        open.truncate(kept);
    }
    Ok(())
}

/// The number of rounds, and of variables in them, after which [`settle_in_order`] takes over.
const FEW_ROUNDS: usize = 4;
const MANY: usize = 64;

/// Posts that variables differ pairwise; two occurrences of one variable are inconsistent. With `implied`, the
/// constraint is redundant: it follows from another one that is posted.
pub(crate) fn post(s: &mut Store, xs: &[VarId], implied: bool) -> Result<(), Inconsistent> {
    post_beside(s, xs, std::iter::empty(), implied)
}

/// [`post`] of variables and integers.
pub(crate) fn post_beside(
    s: &mut Store,
    xs: &[VarId],
    known: impl ExactSizeIterator<Item = i64>,
    implied: bool,
) -> Result<(), Inconsistent> {
    let untouched = known.len() == 0 && is_ascending(xs) && !xs.iter().any(|x| s.vars.is_fixed(*x));
    let open = if untouched {
        xs.len()
    } else {
        let mut buffers = std::mem::take(&mut s.buffers);
        buffers.open.clear();
        buffers.values.clear();
        buffers.values.extend(known);
        let settled = buffers.remove_fixed_values(&mut s.vars, xs);
        let open = buffers.open.len();
        s.buffers = buffers;
        settled?;
        open
    };
    if open > 1 {
        let waits = Waits::open(&s.vars, xs);
        let from = s.props.len();
        let vars = xs.into();
        s.add(Prop::AllDifferent(AllDifferent { vars, waits }))?;
        if implied {
            s.mark_implied(from);
        }
    }
    Ok(())
}

impl Constrain for Different {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        Constraint::all_different(self.0.iter().map(|x| f(*x)).collect())
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        let mut seen = rustc_hash::FxHashSet::default();
        self.0.iter().all(|x| seen.insert(at(*x)))
    }

    fn show(&self) -> ConstraintTerm {
        ConstraintTerm::call("all_different", vec![ConstraintTerm::vars(&self.0)])
    }

    fn post(&self, s: &mut Store) -> Result<(), Inconsistent> {
        post(s, &self.0, false)
    }

    /// All pairs differ.
    fn reify(&self, s: &mut Store, b: VarId) -> Result<(), Inconsistent> {
        let mut pairs = Vec::new();
        for (i, x) in self.0.iter().enumerate() {
            for y in &self.0[..i] {
                let truth = s.new_bool();
                let ne = Constraint::linear(&[(1, *y), (-1, *x)], Rel::Ne, 0);
                s.post_reified(truth, &ne)?;
                pairs.push(truth);
            }
        }
        reification::post_all(s, b, &pairs)
    }
}

impl Propagator for AllDifferent {
    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        for x in self.waits.of(&self.vars) {
            on(x, PropCond::Fixed);
        }
    }

    fn propagate(&self, _: &mut Vars) -> Propagated {
        Ok(Status::Fix)
    }
}

impl Describe for AllDifferent {
    fn describe(&self) -> Constraint {
        Constraint::all_different(self.vars.to_vec())
    }
}

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "all_different",
    arity: 3,
    samples: |v| {
        vec![
            Constraint::all_different(v.to_vec()),
            Constraint::all_different(v[..2].to_vec()),
            Constraint::all_different(Vec::new()),
        ]
    },
};
