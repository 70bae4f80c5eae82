//! Posting: from a constraint to its propagators.

use crate::fd::constraints::constraint::{Constraint, Rel, carried};
use crate::fd::constraints::core::ReifRange;
use crate::fd::constraints::prop::{Prop, Store};
use crate::fd::constraints::{all_different, reified, relation};
use crate::fd::kernel::propagator::Propagator;
use crate::fd::kernel::request::AnyConstraint;
use crate::fd::kernel::store::{Posting, PropId};
use crate::fd::kernel::var::{Inconsistent, VarId, is_small};

impl Posting for Prop {
    fn post(s: &mut Store, c: &dyn AnyConstraint) -> Result<(), Inconsistent> {
        carried(c).map_or(Ok(()), |c| s.post(c))
    }

    fn post_offset(
        s: &mut Store,
        x: VarId,
        rel: Rel,
        y: VarId,
        c: i64,
    ) -> Result<(), Inconsistent> {
        s.post_offset(x, rel, y, c)
    }

    fn post_pair_sum(s: &mut Store, x: VarId, y: VarId, c: i64) -> Result<(), Inconsistent> {
        s.post_pair_sum(x, y, c)
    }
}

impl Store {
    /// Posts a redundant constraint: the propagators that it adds are neither shown nor copied.
    pub(crate) fn post_implied(&mut self, c: &Constraint) -> Result<(), Inconsistent> {
        let from = self.props.len();
        self.without_report(|s| s.post(c))?;
        self.mark_implied(from);
        Ok(())
    }

    /// The constraint that a propagator stands for.
    pub(crate) fn describe(&self, p: PropId) -> Constraint {
        self.props[p.0 as usize].describe()
    }

    /// Posts `x rel y + c`: a fast path of the most frequent constraints.
    pub(crate) fn post_offset(
        &mut self,
        x: VarId,
        rel: Rel,
        y: VarId,
        c: i64,
    ) -> Result<(), Inconsistent> {
        if rel == Rel::Ne && self.differ(x, y, c) {
            return Ok(());
        }
        if is_small(c)
            && let Some(done) = self.post_offset_of_fixed(x, rel, y, c)
        {
            return done;
        }
        if x == y || !is_small(c) || self.is_fixed(x) || self.is_fixed(y) {
            return self.post(&Constraint::linear(&[(1, x), (-1, y)], rel, c));
        }
        match rel {
            Rel::Eq => relation::post_eq(self, x, y, c),
            Rel::Ne => relation::post_neq(self, x, y, c),
            Rel::Le => relation::post_leq(self, x, y, c),
        }
    }

    /// Posts `x ≠ y + c` if the domains do not decide it yet. Returns true if it was posted.
    #[inline]
    pub(crate) fn differ(&mut self, x: VarId, y: VarId, c: i64) -> bool {
        let posts = x != y && is_small(c) && self.vars.is_open(x) && self.vars.is_open(y);
        if posts {
            self.add_neq(x, y, c);
        }
        posts
    }

    /// States `x + y = c`.
    pub(crate) fn post_pair_sum(&mut self, x: VarId, y: VarId, c: i64) -> Result<(), Inconsistent> {
        if x == y || !is_small(c) || self.is_fixed(x) || self.is_fixed(y) {
            return self.post(&Constraint::linear(&[(1, x), (1, y)], Rel::Eq, c));
        }
        relation::post_eq_sum(self, x, y, c)
    }

    /// [`Store::post_offset`] where a side is a word; `None` elsewhere.
    fn post_offset_of_fixed(
        &mut self,
        x: VarId,
        rel: Rel,
        y: VarId,
        c: i64,
    ) -> Option<Result<(), Inconsistent>> {
        let vars = &mut self.vars;
        let (fixed, other, value, is_left) = match (vars.word(x), vars.word(y)) {
            (Some(value), _) => (x, y, value - c, true),
            (None, Some(value)) => (y, x, value + c, false),
            (None, None) => return None,
        };
        if fixed == other || !is_small(value) {
            return None;
        }
        Some(match rel {
            Rel::Eq => vars.fix(other, value),
            Rel::Ne => vars.remove(other, value),
            Rel::Le if is_left => vars.remove_below(other, value),
            Rel::Le => vars.remove_above(other, value),
        })
    }

    /// States `b ⇔ x rel y + c`, where `b` is a truth value.
    pub(crate) fn post_reified_offset(
        &mut self,
        b: VarId,
        (x, rel, y): (VarId, Rel, VarId),
        c: i64,
    ) -> Result<(), Inconsistent> {
        if x == y || !is_small(c) || [b, x, y].iter().any(|v| self.is_fixed(*v)) {
            let comparison = Constraint::linear(&[(1, x), (-1, y)], rel, c);
            return self.post_reified(b, &comparison);
        }
        reified::post_offset(self, b, (x, rel, y), c)
    }

    /// States `b ⇔ x ∈ low..high`, or `b ⇔ x ∉ low..high` unless `inside`, where `b` is a truth
    /// value. The words [`INF`] and [`SUP`] stand for no end.
    ///
    /// [`INF`]: crate::fd::kernel::var::INF
    /// [`SUP`]: crate::fd::kernel::var::SUP
    pub(crate) fn post_reified_range(
        &mut self,
        b: VarId,
        x: VarId,
        range: (i64, i64),
        inside: bool,
    ) -> Result<(), Inconsistent> {
        if self.is_fixed(b) {
            // One run does all the work.
            let keep = ReifRange::new(b, x, range, inside);
            return keep.propagate(&mut self.vars).map(|_| ());
        }
        reified::post_range(self, b, x, range, inside)
    }

    /// States that variables take pairwise distinct values.
    pub(crate) fn post_all_different(&mut self, xs: &[VarId]) -> Result<(), Inconsistent> {
        all_different::post(self, xs, false)
    }

    /// Posts a constraint. The values that its propagators exclude at once are removed; all consequences when
    /// [`Store::propagate`] runs.
    pub(crate) fn post(&mut self, c: &Constraint) -> Result<(), Inconsistent> {
        c.post(self)
    }
}
