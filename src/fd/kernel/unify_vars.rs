//! Two variables become one. A constraint on pairwise different variables gets the new name in its place;
//! the others are stated anew. Knows neither how propagators run nor what is queued.

use crate::fd::constraints::Prop;
use crate::fd::kernel::store::{DEAD, IMPLIED, Store};
use crate::fd::kernel::subscription::{FixedSub, OnFixed};
use crate::fd::kernel::trail::Entry;
use crate::fd::kernel::var::{Inconsistent, VarId};

/// What became of names, as far as it can be taken back, and room for the next time.
#[derive(Default, Debug)]
pub(crate) struct Names {
    changed: Vec<Renaming>,
    props: Vec<u32>,
}

/// In a propagator, `new` took the place of `old`.
#[derive(Clone, Copy, Debug)]
struct Renaming {
    prop: u32,
    old: VarId,
    new: VarId,
}

impl Names {
    /// How many changes there were.
    pub(crate) fn count(&self) -> usize {
        self.changed.len()
    }

    /// The propagator and the two variables of a change.
    pub(crate) fn change(&self, at: usize) -> (u32, [VarId; 2]) {
        let Renaming { prop, old, new } = self.changed[at];
        (prop, [old, new])
    }
}

impl Store {
    /// Makes two variables one. Every live constraint on `gone` becomes one on `keep`, which then
    /// stands for both; nothing must refer to `gone` any more.
    pub fn equate(&mut self, keep: VarId, gone: VarId) -> Result<(), Inconsistent> {
        if keep == gone {
            return Ok(());
        }
        self.share_domain(keep, gone)?;
        let mut props = std::mem::take(&mut self.names.props);
        self.subscribed(gone, &mut props);
        let result = props.iter().try_for_each(|p| self.carry(*p, keep, gone));
        self.names.props = props;
        result?;
        // A disequality that stayed behind must never empty this domain.
        self.vars.detach(gone);
        Ok(())
    }

    /// Leaves what `gone` may be.
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

    /// Makes a propagator one of `keep` instead of `gone`.
    fn carry(&mut self, p: u32, keep: VarId, gone: VarId) -> Result<(), Inconsistent> {
        let flags = self.flags[p as usize];
        if flags & DEAD != 0 {
            return Ok(());
        }
        if flags & IMPLIED != 0 {
            self.subsume(p);
            return Ok(());
        }
        if let Prop::AllDifferent(_) = &self.props[p as usize]
            && !self.is_watched()
        {
            return self.rename(p, keep, gone);
        }
        let c = self.props[p as usize].describe();
        self.subsume(p);
        self.post(&c.map_vars(&mut |v| if v == gone { keep } else { v }))
    }

    /// [`Store::carry`] where the propagator stays. What is fixed among the others has ruled itself out
    /// for `gone`, hence for `keep`, or will be told to the group, which `keep` is in by then.
    fn rename(&mut self, prop: u32, keep: VarId, gone: VarId) -> Result<(), Inconsistent> {
        let Prop::AllDifferent(group) = &mut self.props[prop as usize] else {
            return Ok(());
        };
        if !group.rename(gone, keep) {
            return Err(Inconsistent);
        }
        let (old, new) = (gone, keep);
        self.names.changed.push(Renaming { prop, old, new });
        self.vars.trail.entries.push(Entry::Renamed);
        let sub = FixedSub::new(prop, keep, 0, OnFixed::RemoveFromGroup);
        self.subs[keep.at()].fixed.push(sub);
        if let (Some(value), Prop::AllDifferent(group)) =
            (self.vars.value(keep), &self.props[prop as usize])
        {
            group.remove_int_from_others(keep, &value, &mut self.vars)?;
        }
        Ok(())
    }

    /// Undoes the newest [`Store::rename`].
    pub(crate) fn take_back_name(&mut self) {
        let Some(Renaming { prop, old, new }) = self.names.changed.pop() else {
            return;
        };
        if let Prop::AllDifferent(group) = &mut self.props[prop as usize] {
            group.rename(new, old);
        }
        let subs = &mut self.subs[new.at()].fixed;
        debug_assert!(subs.last().is_some_and(|s| s.prop() == prop));
        subs.pop();
    }
}
