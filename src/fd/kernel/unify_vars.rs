//! Unification of two variables. In an `all_different`, the new variable replaces the old one in place; all other
//! constraints are posted again.

use crate::fd::kernel::slot::{Inconsistent, VarId};
use crate::fd::kernel::store::{Posting, Store};
use crate::fd::kernel::store_flags::{REDUNDANT, SUBSUMED};
use crate::fd::kernel::subscription::{FixedSub, OnFixed};
use crate::fd::kernel::trail::{StoreUndo, Substitution};

impl<P: Posting> Store<P> {
    /// Makes two variables one. Every live constraint on `gone` becomes one on `keep`, which then stands for both; no
    /// further reference to `gone` is allowed.
    pub(crate) fn equate(&mut self, keep: VarId, gone: VarId) -> Result<(), Inconsistent> {
        if keep == gone {
            return Ok(());
        }
        self.share_domain(keep, gone)?;
        let mut props = std::mem::take(&mut self.substitutions.props);
        self.subscribed(gone, &mut props);
        let result = props.iter().try_for_each(|p| self.retarget(*p, keep, gone));
        self.substitutions.props = props;
        result?;
        // A disequality may still subscribe to `gone`, and must never empty its domain.
        self.vars.detach(gone);
        Ok(())
    }

    /// Restricts `keep` to the values of `gone`.
    fn share_domain(&mut self, keep: VarId, gone: VarId) -> Result<(), Inconsistent> {
        if self.vars.is_plain(gone) {
            let (low, high) = (self.vars.low(gone), self.vars.high(gone));
            self.vars.remove_below(keep, low)?;
            return self.vars.remove_above(keep, high);
        }
        match self.vars.bits_of(gone) {
            Some((bits, base)) if self.vars.bits_of(keep).is_some() => {
                self.vars.keep_bits(keep, base, bits)
            }
            _ => {
                let d = self.vars.domain(gone);
                self.vars.restrict(keep, &d)
            }
        }
    }

    /// Replaces `gone` by `keep` in a propagator.
    fn retarget(&mut self, p: u32, keep: VarId, gone: VarId) -> Result<(), Inconsistent> {
        let flags = self.flags[p as usize];
        if flags & SUBSUMED != 0 {
            return Ok(());
        }
        if flags & REDUNDANT != 0 {
            self.subsume(p);
            return Ok(());
        }
        if !self.is_watched()
            && let Some(done) = self.props[p as usize].substitute(gone, keep)
        {
            return done.and_then(|()| self.substituted(p, keep, gone));
        }
        let c = self.props[p as usize].constraint();
        self.subsume(p);
        P::post(self, &*c.substitute(gone, keep))
    }

    /// Completes the substitution in a group of different variables. The fixed ones among the others have removed
    /// their values from `gone`, and so from `keep`; or their becoming fixed is still to be delivered, and then
    /// reaches `keep` as a member of the group.
    fn substituted(&mut self, prop: u32, keep: VarId, gone: VarId) -> Result<(), Inconsistent> {
        let (old, new) = (gone, keep);
        let substitution = Substitution { prop, old, new };
        self.substitutions.changed.push(substitution);
        self.vars.trail.entries.push(StoreUndo::Substituted);
        let sub = FixedSub::new(prop, keep, 0, OnFixed::RemoveFromGroup);
        self.subs[keep.at()].fixed.push(sub);
        self.props[prop as usize].remove_value_from_others(keep, &mut self.vars)
    }

    /// Undoes the newest substitution.
    pub(crate) fn undo_substitution(&mut self) {
        let Some(Substitution { prop, old, new }) = self.substitutions.changed.pop() else {
            return;
        };
        // The group contains only one of the two, as it did before the substitution.
        let _ = self.props[prop as usize].substitute(new, old);
        let subs = &mut self.subs[new.at()].fixed;
        debug_assert!(subs.last().is_some_and(|s| s.prop() == prop));
        subs.pop();
    }
}
