//! The queue of propagators, one ring per cost, and the loop that runs them to a fixpoint.
//!
//! A loop that does not come to an end is met in three ways: cycles of strict inequalities are
//! found when they are posted or when a run grows long; after that, changes of bounds of very
//! large domains are no longer passed on (which is sound: a propagator always hears of fixed
//! variables, and then checks). Knows propagators only by their interface.

use super::cycle;
use super::events::By;
use super::propagator::{Cost, Status};
use super::props::Prop;
use super::store::{DEAD, IMPLIED, OnFixed, QUEUED, Store};
use super::var::{Inconsistent, VarId};
use crate::base::int::Int;
use std::collections::VecDeque;

/// How many runs a fixpoint may take, however few propagators there are, before its loop is
/// searched for a cycle of inequalities.
const LONG: u64 = 2_000;
/// How many more before bounds of large domains are left alone.
const TOO_LONG: u64 = 100_000;
/// What counts as a large domain then.
const LARGE: u64 = 1 << 20;

/// Propagators that must run.
#[derive(Default, Debug)]
pub(crate) struct Queue {
    rings: [VecDeque<u32>; Cost::LEVELS],
    /// Which rings are not empty, by bit.
    filled: u8,
    /// Set while a fixpoint takes too long.
    coarse: bool,
}

impl Queue {
    /// Queues a propagator unless it is queued or subsumed.
    #[inline]
    pub(crate) fn push(&mut self, p: u32, level: usize, flags: &mut [u8]) {
        let flag = &mut flags[p as usize];
        if *flag & (QUEUED | DEAD) == 0 {
            *flag |= QUEUED;
            self.rings[level].push_back(p);
            self.filled |= 1 << level;
        }
    }

    #[inline]
    fn pop(&mut self, flags: &mut [u8]) -> Option<u32> {
        if self.filled == 0 {
            return None;
        }
        let level = self.filled.trailing_zeros() as usize;
        let ring = &mut self.rings[level];
        let p = ring.pop_front()?;
        if ring.is_empty() {
            self.filled &= !(1 << level);
        }
        flags[p as usize] &= !QUEUED;
        Some(p)
    }
}

impl Store {
    /// Runs propagators until nothing changes. After an inconsistency the store must be undone to
    /// an earlier mark.
    pub fn propagate(&mut self) -> Result<(), Inconsistent> {
        let result = match self.is_watched() {
            false => self.fixpoint::<false>(),
            true => self.fixpoint::<true>(),
        };
        self.queue.coarse = false;
        if result.is_err() {
            self.count_dead_end();
            self.forget_queue();
        }
        result
    }

    /// With `HEARD`, somebody listens.
    fn fixpoint<const HEARD: bool>(&mut self) -> Result<(), Inconsistent> {
        if HEARD {
            self.report(By::Told);
        }
        self.post_pending()?;
        self.tell_changes::<HEARD>(u32::MAX)?;
        let mut steps = 0u64;
        let mut patience = LONG + 4 * self.props.len() as u64;
        while let Some(p) = self.queue.pop(&mut self.flags) {
            steps += 1;
            if steps > patience {
                if patience > TOO_LONG {
                    self.queue.coarse = true;
                    patience = u64::MAX;
                } else {
                    cycle::check_all(self)?;
                    patience = TOO_LONG + 64 * self.props.len() as u64;
                }
            }
            self.counters.propagations += 1;
            if self.flags[p as usize] & DEAD != 0 {
                continue;
            }
            let result = self.props[p as usize].propagate(&mut self.vars);
            if HEARD {
                self.report(By::Prop(p));
            }
            if result.is_err() {
                self.failures.culprit = Some(p);
            }
            match result? {
                Status::Fix => self.tell_changes::<HEARD>(p)?,
                Status::NoFix => self.tell_changes::<HEARD>(u32::MAX)?,
                Status::Subsumed => {
                    self.subsume(p);
                    self.tell_changes::<HEARD>(p)?;
                }
            }
            if !self.vars.pending.is_empty() {
                let from = self.props.len();
                self.post_pending()?;
                if self.flags[p as usize] & IMPLIED != 0 {
                    self.mark_implied(from);
                }
                self.tell_changes::<HEARD>(u32::MAX)?;
            }
        }
        Ok(())
    }

    /// Posts what propagators asked for.
    fn post_pending(&mut self) -> Result<(), Inconsistent> {
        while let Some(c) = self.vars.pending.pop() {
            self.post(&c)?;
        }
        Ok(())
    }

    /// Queues whoever subscribed to what happened, and lets disequalities act. `skip` made the
    /// changes and need not hear of them, unless a disequality has changed more.
    #[inline]
    fn tell_changes<const HEARD: bool>(&mut self, skip: u32) -> Result<(), Inconsistent> {
        if self.vars.dirty.is_empty() {
            return Ok(());
        }
        self.tell_dirty::<HEARD>(skip)
    }

    fn tell_dirty<const HEARD: bool>(&mut self, mut skip: u32) -> Result<(), Inconsistent> {
        let mut next = 0;
        while let Some(&v) = self.vars.dirty.get(next) {
            next += 1;
            let slot = &mut self.vars.slots[v.at()];
            let event = std::mem::take(&mut slot.event);
            if event.is_fixed() {
                let before = self.vars.prunings;
                self.tell_fixed::<HEARD>(v, skip)?;
                if self.vars.prunings != before {
                    skip = u32::MAX;
                }
            } else if self.queue.coarse && self.vars.size(v) > LARGE {
                continue;
            }
            let subs = &self.subs[v.at()];
            let bits = event.bounds_bits();
            if bits != 0 {
                for s in &subs.bounds {
                    if s.mask & bits != 0 && s.prop != skip {
                        self.queue.push(s.prop, s.cost as usize, &mut self.flags);
                    }
                }
            }
            for s in &subs.domain {
                if s.prop != skip {
                    self.queue.push(s.prop, s.cost as usize, &mut self.flags);
                }
            }
        }
        self.vars.dirty.clear();
        Ok(())
    }

    fn tell_fixed<const HEARD: bool>(&mut self, v: VarId, skip: u32) -> Result<(), Inconsistent> {
        let Some(value) = self.vars.word(v) else {
            return self.tell_fixed_wide::<HEARD>(v, skip);
        };
        let subs = &self.subs[v.at()].fixed;
        self.counters.propagations += subs.len() as u64;
        for s in subs {
            let told = match s.action() {
                OnFixed::Queue => {
                    self.counters.propagations -= 1;
                    if s.prop() != skip {
                        self.queue.push(s.prop(), s.data as usize, &mut self.flags);
                    }
                    continue;
                }
                // A subsumed disequality may act: it is implied, so it removes nothing.
                OnFixed::RemoveSum => self.vars.remove(s.other, value + s.data),
                OnFixed::RemoveDifference => self.vars.remove(s.other, s.data - value),
                OnFixed::RemoveBoth => self
                    .vars
                    .remove(s.other, value + s.data)
                    .and_then(|()| self.vars.remove(s.other, value - s.data)),
                OnFixed::RemoveFromGroup => {
                    if let Prop::AllDifferent(group) = &self.props[s.prop() as usize]
                        && self.flags[s.prop() as usize] & DEAD == 0
                    {
                        group.remove_from_others(v, value, &mut self.vars)
                    } else {
                        Ok(())
                    }
                }
            };
            if HEARD {
                self.vars.report(By::Prop(s.prop()), &self.props);
            }
            if told.is_err() {
                self.failures.culprit = Some(s.prop());
                return told;
            }
        }
        Ok(())
    }

    /// [`Store::tell_fixed`] for a value that is not a word.
    fn tell_fixed_wide<const HEARD: bool>(
        &mut self,
        v: VarId,
        skip: u32,
    ) -> Result<(), Inconsistent> {
        let Some(value) = self.vars.value(v) else {
            return Ok(());
        };
        for s in &self.subs[v.at()].fixed {
            let data = Int::Small(s.data);
            match s.action() {
                OnFixed::Queue => {
                    if s.prop() != skip {
                        self.queue.push(s.prop(), s.data as usize, &mut self.flags);
                    }
                }
                OnFixed::RemoveSum => self.vars.remove_int(s.other, &(&value + &data))?,
                OnFixed::RemoveDifference => self.vars.remove_int(s.other, &(&data - &value))?,
                OnFixed::RemoveBoth => {
                    self.vars.remove_int(s.other, &(&value + &data))?;
                    self.vars.remove_int(s.other, &(&value - &data))?;
                }
                OnFixed::RemoveFromGroup => {
                    if let Prop::AllDifferent(group) = &self.props[s.prop() as usize]
                        && self.flags[s.prop() as usize] & DEAD == 0
                    {
                        group.remove_int_from_others(v, &value, &mut self.vars)?;
                    }
                }
            }
            if HEARD {
                self.vars.report(By::Prop(s.prop()), &self.props);
            }
        }
        Ok(())
    }

    /// Empties the queue and drops pending events.
    pub(crate) fn forget_queue(&mut self) {
        if self.queue.filled != 0 {
            self.queue.filled = 0;
            for ring in &mut self.queue.rings {
                for p in ring.drain(..) {
                    if let Some(flag) = self.flags.get_mut(p as usize) {
                        *flag &= !QUEUED;
                    }
                }
            }
        }
        self.vars.forget_changes();
    }
}
