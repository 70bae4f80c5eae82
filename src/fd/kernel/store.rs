//! The store: variables, propagators, subscriptions, and the interface for the layer above.
//!
//! A mark is a position of the trail. Marks are taken, and undone to, only between fixpoints: undoing drops the
//! queue. Knows no terms, cells or atoms.

use crate::base::int::Int;
use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::conflict_counts::ConflictCounts;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::event::{Cost, ModEvent, PropCond};
use crate::fd::kernel::propagator::{Dispatch, Status};
use crate::fd::kernel::queue::Queue;
use crate::fd::kernel::request::{AnyConstraint, Rel};
use crate::fd::kernel::slot::{INF, Inconsistent, SUP, Slot, VarId, is_small};
use crate::fd::kernel::store_flags::{REDUNDANT, SUBSUMED};
use crate::fd::kernel::subscription::{FixedSub, OnFixed, Sub, Subs};
use crate::fd::kernel::trace::Statement;
use crate::fd::kernel::trail::{StoreUndo, SubstitutionLog};
use crate::fd::kernel::var::Vars;
use std::sync::Arc;

/// A propagator of one store.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct PropId(pub u32);

/// Statistics of a store.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Counters {
    /// Runs of propagators.
    pub propagations: u64,
    /// Changes of domains.
    pub prunings: u64,
    /// Contradictions found.
    pub backtracks: u64,
    /// Propagators posted.
    pub constraints: u64,
    /// Propagators that were entailed.
    pub entailments: u64,
    /// Variables made.
    pub variables: u64,
    /// Searches begun again from the top.
    pub restarts: u64,
    /// Solutions that searches found.
    pub solutions: u64,
    /// Searches that were exhausted.
    pub optimalities: u64,
}

/// Free entries that each table should keep, so that posting does not reallocate.
const SPARE_ENTRIES: usize = 64;
/// Posts between two checks of the memory that the tables take.
const CHECK_EVERY: usize = 64;

/// A propagator type whose constraints can be posted, which the queue does at a propagator's request.
pub(crate) trait Posting: Dispatch {
    /// Posts a constraint.
    fn post(s: &mut Store<Self>, c: &dyn AnyConstraint) -> Result<(), Inconsistent>;

    /// Posts `x rel y + c`.
    fn post_offset(
        s: &mut Store<Self>,
        x: VarId,
        rel: Rel,
        y: VarId,
        c: i64,
    ) -> Result<(), Inconsistent>;

    /// Posts `x + y = c`.
    fn post_pair_sum(s: &mut Store<Self>, x: VarId, y: VarId, c: i64) -> Result<(), Inconsistent>;
}

/// Variables and constraints over unbounded integers.
#[derive(Debug)]
pub(crate) struct Store<P: Dispatch> {
    pub(crate) vars: Vars,
    pub(crate) subs: Vec<Subs>,
    pub(crate) props: Vec<P>,
    pub(crate) flags: Vec<u8>,
    pub(crate) queue: Queue,
    pub(crate) counters: Counters,
    pub(crate) failures: ConflictCounts,
    /// True while constraints are being posted again because two variables are known to be equal.
    pub(crate) substitutes: bool,
    /// Propagators that state `x = y`, in order of posting. Undoing does not remove their numbers, and a number may
    /// have been used again: the propagator must be checked.
    pub(crate) equations: Vec<PropId>,
    /// Kept for posting.
    pub(crate) buffers: P::Buffers,
    /// Undo log of substitutions.
    pub(crate) substitutions: SubstitutionLog,
}

impl<P: Dispatch> Default for Store<P> {
    fn default() -> Store<P> {
        Store {
            vars: Vars::default(),
            subs: Vec::new(),
            props: Vec::new(),
            flags: Vec::new(),
            queue: Queue::default(),
            counters: Counters::default(),
            failures: ConflictCounts::default(),
            substitutes: false,
            equations: Vec::new(),
            buffers: P::Buffers::default(),
            substitutions: SubstitutionLog::default(),
        }
    }
}

/// Records that a propagator of a cost waits for events of a variable.
#[inline(always)]
fn hook(vars: &mut Vars, subs: &mut [Subs], v: VarId, cond: PropCond, (prop, cost): (u32, Cost)) {
    let of = &mut subs[v.at()];
    if cond == PropCond::Fixed {
        let sub = FixedSub::new(prop, v, cost as i64, OnFixed::Queue);
        return of.fixed.push(sub);
    }
    let mask = cond.mask();
    let subscribed = mask | ModEvent::QUEUES;
    vars.slots[v.at()].subscribed |= match cost {
        Cost::Immediate => subscribed | ModEvent::IMMEDIATE,
        _ => subscribed,
    };
    of.others.push(Sub { prop, mask, cost });
}

impl<P: Posting> Store<P> {
    /// An empty store.
    #[cfg(test)]
    pub(crate) fn new() -> Store<P> {
        Store::default()
    }

    /// A variable with the given domain; `None` for the empty one.
    pub(crate) fn new_var(&mut self, d: Domain) -> Option<VarId> {
        if d.is_empty() {
            return None;
        }
        self.make_subs();
        Some(self.vars.new_var(d))
    }

    /// A variable that may be any integer.
    pub(crate) fn new_integer(&mut self) -> VarId {
        self.make_subs();
        self.vars.new_range(INF, SUP)
    }

    /// A variable between two words, the lower one first; [`INF`] and [`SUP`] stand for no end.
    pub(crate) fn new_range(&mut self, low: i64, high: i64) -> VarId {
        self.make_subs();
        self.vars.new_range(low, high)
    }

    /// A truth value: 0 or 1.
    pub(crate) fn new_bool(&mut self) -> VarId {
        self.make_subs();
        self.vars.new_range(0, 1)
    }

    /// A variable that is an integer already.
    pub(crate) fn new_constant(&mut self, i: &Int) -> VarId {
        self.make_subs();
        match i {
            Int::Small(i) if is_small(*i) => self.vars.new_range(*i, *i),
            Int::Small(_) | Int::Big(_) => self.vars.new_var(Domain::singleton(i.clone())),
        }
    }

    /// The number that the next variable will have.
    #[inline]
    pub(crate) fn next_var(&self) -> VarId {
        VarId(self.vars.slots.len() as u32)
    }

    /// Makes the lists of subscriptions of the next variable. The empty lists of undone variables are used again, so
    /// that search does not allocate.
    #[inline]
    fn make_subs(&mut self) {
        self.counters.variables += 1;
        if self.subs.len() == self.vars.slots.len() {
            self.subs.push(Subs::default());
        }
    }

    /// The variables, for reading bounds and domains.
    pub(crate) fn vars(&self) -> &Vars {
        &self.vars
    }

    /// The number of variables, made and not undone.
    pub(crate) fn var_count(&self) -> usize {
        self.vars.slots.len()
    }

    /// The exact domain.
    pub(crate) fn domain(&self, v: VarId) -> Domain {
        self.vars.domain(v)
    }

    /// Returns true if one value is left.
    pub(crate) fn is_fixed(&self, v: VarId) -> bool {
        self.vars.is_fixed(v)
    }

    /// The value of a fixed variable.
    pub(crate) fn value(&self, v: VarId) -> Option<Int> {
        self.vars.value(v)
    }

    // Changes by the layer above. None of them propagates; `propagate` does.

    /// Leaves one value only.
    pub(crate) fn assign(&mut self, v: VarId, i: &Int) -> Result<(), Inconsistent> {
        self.vars.fix_int(v, i)
    }

    /// Removes one value.
    pub(crate) fn remove_value(&mut self, v: VarId, i: &Int) -> Result<(), Inconsistent> {
        self.vars.remove_int(v, i)
    }

    /// Removes all values below.
    pub(crate) fn remove_below(&mut self, v: VarId, b: &Bound) -> Result<(), Inconsistent> {
        self.vars.remove_below_bound(v, b)
    }

    /// Removes all values above.
    pub(crate) fn remove_above(&mut self, v: VarId, b: &Bound) -> Result<(), Inconsistent> {
        self.vars.remove_above_bound(v, b)
    }

    /// Keeps the values of a set.
    pub(crate) fn restrict(&mut self, v: VarId, d: &Domain) -> Result<(), Inconsistent> {
        self.vars.restrict(v, d)
    }

    // Marks.

    /// The position of the trail.
    #[inline]
    pub(crate) fn mark(&self) -> u64 {
        self.vars.trail.entries.len() as u64
    }

    /// Tells the store which mark the newest choice point recorded (0 for none): a domain saved
    /// since then is not saved again.
    #[inline]
    pub(crate) fn set_newest_mark(&mut self, mark: u64) {
        self.vars.trail.newest = mark as u32;
    }

    /// The mark last given to [`Store::set_newest_mark`].
    #[inline]
    #[cfg(test)]
    pub(crate) fn newest_mark(&self) -> u64 {
        u64::from(self.vars.trail.newest)
    }

    /// Takes back everything since `mark`: domains, variables, constraints, subsumption.
    pub(crate) fn undo_to(&mut self, mark: u64) {
        self.vars.fixed_log.clear();
        self.undo_entries(mark);
    }

    /// [`Store::undo_to`] that leaves the log of fixed variables alone.
    #[inline]
    pub(crate) fn undo_entries(&mut self, mark: u64) {
        if self.is_watched() {
            return self.undo_watched(mark);
        }
        self.forget_queue();
        while let Some(entry) = self.vars.trail.entry_after(mark) {
            match entry {
                StoreUndo::Dom(_) => {
                    self.vars.undo_domains(mark);
                    continue;
                }
                StoreUndo::Posted => self.unpost(),
                StoreUndo::Mark => {}
                StoreUndo::Subsumed(p) => self.flags[p as usize] &= !SUBSUMED,
                StoreUndo::Substituted => self.undo_substitution(),
                StoreUndo::NewVar
                | StoreUndo::Word(_)
                | StoreUndo::NewWords(_)
                | StoreUndo::NewList => {
                    self.vars.undo_entry(entry);
                }
            }
            self.vars.trail.entries.pop();
        }
    }

    /// Moves the variables that became fixed since the last call, oldest first, to `out`.
    pub(crate) fn drain_fixed(&mut self, out: &mut Vec<VarId>) {
        out.append(&mut self.vars.fixed_log);
    }

    /// Returns true if some variable became fixed since the last [`Store::drain_fixed`].
    #[inline]
    pub(crate) fn has_fixed(&self) -> bool {
        !self.vars.fixed_log.is_empty()
    }

    /// Notes that the newest propagator states that two variables are equal.
    pub(crate) fn note_equation(&mut self) {
        let newest = PropId(self.props.len() as u32 - 1);
        while self.equations.last().is_some_and(|p| *p >= newest) {
            self.equations.pop();
        }
        self.equations.push(newest);
    }

    /// Returns true if variables may have become equal that [`Store::next_equation`] has not given.
    #[inline]
    pub(crate) fn has_equations(&self) -> bool {
        !self.equations.is_empty()
    }

    /// Two variables, not fixed, that must be equal, if there are any that were not returned before.
    pub(crate) fn next_equation(&mut self) -> Option<(VarId, VarId)> {
        while let Some(p) = self.equations.pop() {
            if self
                .flags
                .get(p.0 as usize)
                .is_none_or(|f| f & SUBSUMED != 0)
            {
                continue;
            }
            if let Some(d) = self.props[p.0 as usize].difference(&self.vars, false)
                && d.equal
                && d.c == 0
                && !self.is_fixed(d.x)
            {
                return Some((d.x, d.y));
            }
        }
        None
    }

    // Propagators.

    /// Runs a propagator for the first time; unless that subsumes it, adds and subscribes it. A
    /// disequality that only reacts when a variable becomes fixed must be added while none of its variables is. For an
    /// inequality there is [`Store::add_leq`].
    pub(crate) fn add(&mut self, prop: P) -> Result<(), Inconsistent> {
        if self.is_watched()
            && let Some(s) = self.report_constraint(&prop)
        {
            let (count, first) = (self.props.len(), self.add_silently(prop));
            return self.report_result(s, count, first);
        }
        self.add_silently(prop)
    }

    /// Reports the result of posting, when there were `count` propagators before.
    #[cold]
    pub(crate) fn report_result(
        &mut self,
        s: Arc<Statement>,
        count: usize,
        first: Result<(), Inconsistent>,
    ) -> Result<(), Inconsistent> {
        let added = self.props.len() > count;
        self.report_posting(s, added.then_some(count as u32), first.is_err());
        first
    }

    #[inline(always)]
    fn add_silently(&mut self, prop: P) -> Result<(), Inconsistent> {
        let p = self.props.len() as u32;
        self.counters.constraints += 1;
        self.counters.propagations += 1;
        let first = match prop.propagate(&mut self.vars) {
            // The cancelled run is repeated: the propagator is queued.
            Err(_) if self.vars.stop.take() => Status::NoFix,
            first => first?,
        };
        if first == Status::Subsumed {
            self.counters.entailments += 1;
            return Ok(());
        }
        self.vars.trail.entries.push(StoreUndo::Posted);
        self.flags.push(0);
        if let Some(advisor) = prop.advisor() {
            let subs = &mut self.subs;
            advisor.advise(&mut |v: VarId, other, data, action| {
                let sub = FixedSub::new(p, other, data, action);
                subs[v.at()].fixed.push(sub);
            });
            self.props.push(prop);
            return Ok(());
        }
        let cost = self.wait(p, &prop);
        self.props.push(prop);
        if first == Status::NoFix {
            self.queue.push(p, cost as usize, &mut self.flags);
        }
        Ok(())
    }

    /// Subscribes a propagator that is queued. Returns its cost.
    #[inline(always)]
    fn wait(&mut self, p: u32, prop: &P) -> Cost {
        let cost = prop.cost();
        let on = |v, cond| hook(&mut self.vars, &mut self.subs, v, cond, (p, cost));
        prop.each(on);
        cost
    }

    /// [`Store::add`] of a propagator that is queued and would remove nothing yet.
    #[inline(always)]
    pub(crate) fn add_idle(&mut self, prop: P) {
        let p = self.props.len() as u32;
        self.counters.constraints += 1;
        self.counters.propagations += 1;
        self.vars.trail.entries.push(StoreUndo::Posted);
        self.flags.push(0);
        self.wait(p, &prop);
        self.props.push(prop);
    }

    /// Marks the propagators from a number on as redundant: hidden from residual goals and copies.
    pub(crate) fn mark_implied(&mut self, from: usize) {
        for flags in &mut self.flags[from..] {
            *flags |= REDUNDANT;
        }
    }

    /// Drops the queue after an inconsistency after which nothing is undone at once.
    pub(crate) fn abandon(&mut self) {
        self.forget_queue();
        self.vars.fixed_log.clear();
    }

    /// Makes the next mark differ from all earlier ones.
    pub(crate) fn new_mark(&mut self) -> u64 {
        self.vars.trail.entries.push(StoreUndo::Mark);
        self.mark()
    }

    /// Takes back the newest propagator and its subscriptions, which are the last of their lists.
    fn unpost(&mut self) {
        self.flags.pop();
        if let Some(prop) = self.props.pop() {
            prop.unsubscribe(self.props.len() as u32, &mut self.subs);
        }
    }

    /// Unhooks a propagator until the current mark is undone.
    #[inline]
    pub(crate) fn subsume(&mut self, p: u32) {
        self.flags[p as usize] |= SUBSUMED;
        self.counters.entailments += 1;
        self.vars.trail.entries.push(StoreUndo::Subsumed(p));
    }

    /// The propagators that are not subsumed among the newest ones of a variable, of which `most` are looked at.
    #[inline]
    pub(crate) fn newest(&self, x: VarId, most: usize) -> impl Iterator<Item = u32> + '_ {
        let newest = self.subs[x.at()].others.iter().rev().take(most);
        let props = newest.map(|sub| sub.prop);
        props.filter(|p| self.flags[*p as usize] & SUBSUMED == 0)
    }

    /// Fixes the truth values that are decided by what is now known of a variable, among its newest propagators. `decided`
    /// gives the truth value of a propagator, if it is decided.
    pub(crate) fn fix_decided(
        &mut self,
        x: VarId,
        most: usize,
        decided: impl Fn(&Store<P>, u32) -> Option<(VarId, bool)>,
    ) -> Result<(), Inconsistent> {
        let found: Vec<(VarId, bool)> = self
            .newest(x, most)
            .filter_map(|p| decided(self, p))
            .collect();
        for (b, truth) in found {
            self.vars.fix(b, i64::from(truth))?;
        }
        Ok(())
    }

    /// Returns true if the propagator is neither subsumed nor without work left.
    pub(crate) fn is_live(&self, p: PropId) -> bool {
        self.flags[p.0 as usize] & SUBSUMED == 0 && !self.props[p.0 as usize].is_done(&self.vars)
    }

    /// All live propagators in order of posting.
    #[cfg(test)]
    pub(crate) fn propagators(&self) -> impl Iterator<Item = PropId> + '_ {
        (0..self.props.len() as u32)
            .map(PropId)
            .filter(|p| self.is_live(*p) && self.flags[p.0 as usize] & REDUNDANT == 0)
    }

    /// The live propagators on one variable in order of posting, without those that follow from
    /// others.
    pub(crate) fn propagators_of(&self, v: VarId) -> Vec<PropId> {
        let mut all = self.live_on(v);
        all.retain(|p| self.flags[p.0 as usize] & REDUNDANT == 0);
        all
    }

    fn live_on(&self, v: VarId) -> Vec<PropId> {
        let mut all = Vec::new();
        self.subscribed(v, &mut all);
        let live = all.into_iter().map(PropId);
        live.filter(|p| self.is_live(*p)).collect()
    }

    /// The propagators of one variable in order of posting, also dead ones.
    pub(crate) fn subscribed(&self, v: VarId, all: &mut Vec<u32>) {
        let subs = &self.subs[v.at()];
        all.clear();
        all.extend(subs.fixed.iter().flat_map(FixedSub::props));
        all.extend(subs.raises.iter().chain(&subs.lowers).map(|s| s.prop));
        all.extend(subs.others.iter().map(|s| s.prop));
        if all.len() > 1 {
            all.sort_unstable();
            all.dedup();
        }
    }

    /// The number of subscriptions of the variable, live or not: an estimate of what depends on it.
    pub(crate) fn load(&self, v: VarId) -> usize {
        let subs = &self.subs[v.at()];
        subs.fixed.len() + subs.raises.len() + subs.lowers.len() + subs.others.len()
    }

    /// The number of live propagators of the variable.
    pub(crate) fn degree(&self, v: VarId) -> usize {
        let subs = &self.subs[v.at()];
        let live = |p: u32| self.flags[p as usize] & (SUBSUMED | REDUNDANT) == 0;
        let fixed = subs.fixed.iter();
        let fixed = fixed.filter(|s| s.is_open(&self.vars));
        let fixed = fixed.flat_map(FixedSub::props).filter(|p| live(*p));
        let shifts = subs.raises.iter().chain(&subs.lowers);
        let shifts = shifts.filter(|s| live(s.prop) && self.is_live(PropId(s.prop)));
        let others = subs.others.iter().filter(|s| live(s.prop));
        fixed.count() + shifts.count() + others.count()
    }

    /// Returns true if some table is nearly full, so that [`Store::reserve`] should be called.
    #[inline]
    pub(crate) fn is_crowded(&self) -> bool {
        self.props.len() + SPARE_ENTRIES > self.props.capacity()
            || self.vars.slots.len() + SPARE_ENTRIES > self.vars.slots.capacity()
    }

    /// Returns true if so many propagators were posted that their memory should be checked.
    #[inline]
    pub(crate) fn is_due(&self) -> bool {
        self.props.len().is_multiple_of(CHECK_EVERY)
    }

    /// Returns true if so many variables were made that their memory should be checked.
    #[inline]
    pub(crate) fn is_due_for_variables(&self) -> bool {
        self.var_count().is_multiple_of(1 << 12)
    }

    /// Reserves memory for so many further variables and propagators. Returns false if there is not enough.
    pub(crate) fn reserve(&mut self, count: usize) -> bool {
        self.try_reserve(count) || {
            self.shrink_to_fit();
            self.try_reserve(count)
        }
    }

    fn try_reserve(&mut self, count: usize) -> bool {
        // Memory that other parts need meanwhile.
        let spare = Vec::<u8>::new().try_reserve_exact(count.saturating_mul(64) + (1 << 20));
        let Vars { slots, trail, .. } = &mut self.vars;
        spare.is_ok()
            && self.subs.try_reserve(count).is_ok()
            && self.props.try_reserve(count).is_ok()
            && self.flags.try_reserve(count).is_ok()
            && trail.entries.try_reserve(count).is_ok()
            && trail.saved_slots.try_reserve(count).is_ok()
            && slots.try_reserve(count).is_ok()
    }

    /// Releases the memory of undone entries.
    fn shrink_to_fit(&mut self) {
        let Vars { slots, trail, .. } = &mut self.vars;
        self.subs.truncate(slots.len());
        self.subs.shrink_to_fit();
        self.props.shrink_to_fit();
        self.flags.shrink_to_fit();
        trail.entries.shrink_to_fit();
        trail.saved_slots.shrink_to_fit();
        slots.shrink_to_fit();
    }

    /// About how many bytes the store takes.
    pub(crate) fn bytes(&self) -> u64 {
        let vars = &self.vars;
        let trail = &vars.trail;
        let all = size_of::<Slot>() * (vars.slots.len() + trail.saved_slots.len())
            + size_of::<StoreUndo>() * trail.entries.len()
            + 12 * (vars.words.len() + trail.saved_words.len())
            + 64 * vars.lists.len()
            + size_of::<Subs>() * self.subs.len()
            + 2 * size_of::<P>() * self.props.len();
        all as u64
    }

    /// The counters.
    pub(crate) fn counters(&self) -> Counters {
        Counters {
            prunings: self.vars.prunings,
            ..self.counters
        }
    }
}
