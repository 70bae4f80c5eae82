//! Limits on the inferences, the propagations, the output and the time of goals. Each throws a ball that only the
//! `catch/3` around the goal, or an older one, catches.

use crate::base::atom::{Atom, atoms};
use crate::base::clock::Instant;
use crate::machine::state::ball::Reach;
use crate::machine::state::limits::{
    CLEANUP_INFERENCES, CLEANUP_TIME, CallLimit, LimitRest, ResourceCounts,
};
use crate::machine::{Ball, Cell, Extension, Machine};
use std::time::Duration;

impl<X: Extension> Machine<X> {
    /// The number of a new limit, which is not in force yet.
    pub(crate) fn new_limit(&mut self) -> u64 {
        self.call_limits.last_token += 1;
        self.call_limits.last_token
    }

    /// Puts a limit in force from now on, relative to the present counts and time. When it is exceeded,
    /// `'$limit'(Token, Resource)` is thrown past every `catch/3` that is called inside. A time beyond the range of
    /// the clock is not a limit.
    pub(crate) fn set_limit(&mut self, token: u64, counts: ResourceCounts, time: Option<Duration>) {
        let rest = LimitRest {
            counts,
            time,
            level: self.b,
        };
        self.resume_limit(token, rest);
    }

    /// Puts a limit in force again with what was left of it.
    pub(crate) fn resume_limit(&mut self, token: u64, rest: LimitRest) {
        let until = rest.counts.after(&self.counts());
        self.call_limits.list.push(CallLimit {
            token,
            until,
            deadline: rest.time.and_then(|t| Instant::now().checked_add(t)),
            level: rest.level,
        });
        self.call_limits_changed();
        self.signal();
    }

    /// The machine's counts so far.
    fn counts(&self) -> ResourceCounts {
        ResourceCounts {
            inferences: self.inferences,
            propagations: self.ext.propagations(),
            output: self.ext.written(),
        }
    }

    /// Removes a limit and those set inside it. Returns what was left, if the limit was in force.
    pub(crate) fn pop_call_limit(&mut self, token: u64) -> Option<LimitRest> {
        let list = &self.call_limits.list;
        let i = list.iter().position(|b| b.token == token)?;
        let rest = self.rest_of(&list[i]);
        self.truncate_limits(i);
        Some(rest)
    }

    /// Removes all limits but the first ones. Returns what was left of them.
    pub(in crate::machine) fn suspend_limits(&mut self, count: usize) -> Vec<(u64, LimitRest)> {
        let Some(inside) = self.call_limits.list.get(count..) else {
            return Vec::new();
        };
        let rests = inside
            .iter()
            .map(|limit| (limit.token, self.rest_of(limit)));
        let rests = rests.collect();
        self.truncate_limits(count);
        rests
    }

    fn rest_of(&self, limit: &CallLimit) -> LimitRest {
        LimitRest {
            counts: limit.until.left(&self.counts()),
            time: limit
                .deadline
                .map(|end| end.saturating_duration_since(Instant::now())),
            level: limit.level,
        }
    }

    /// Limits the cleanup goals of a goal that has exceeded its limit. Returns the token; nothing inside catches the
    /// ball.
    pub(in crate::machine) fn limit_cleanups(&mut self) -> u64 {
        let token = self.new_limit();
        let rest = LimitRest {
            counts: ResourceCounts {
                inferences: CLEANUP_INFERENCES,
                ..ResourceCounts::UNLIMITED
            },
            time: Some(CLEANUP_TIME),
            level: 0,
        };
        self.resume_limit(token, rest);
        token
    }

    /// Lifts the limits of goals that a `catch/3` with this choice point has ended.
    pub(in crate::machine) fn lift_limits_inside(&mut self, choice: u64) {
        let list = &self.call_limits.list;
        let kept = list.iter().rposition(|limit| limit.level < choice);
        self.truncate_limits(kept.map_or(0, |i| i + 1));
    }

    /// Lifts all limits but the first ones.
    pub(in crate::machine) fn truncate_limits(&mut self, count: usize) {
        if self.call_limits.list.len() > count {
            self.call_limits.list.truncate(count);
            self.call_limits_changed();
        }
    }

    /// Computes what is kept of all limits together.
    fn call_limits_changed(&mut self) {
        self.call_limits.update_propagations();
        self.publish_deadline();
    }

    /// Copies the earliest deadline to the part that other threads can access, and sets the timer.
    pub(in crate::machine) fn publish_deadline(&mut self) {
        let nested = self.call_limits.list.iter().filter_map(|b| b.deadline);
        let first = nested.chain(self.limits.deadline).min();
        self.signals.set_deadline(first);
        self.timer.set(&self.signals);
    }

    /// The ball of the outermost limit on inferences or propagations that is exceeded, which is removed.
    pub(in crate::machine) fn exceeded_limit(&mut self) -> Option<Ball> {
        let now = self.counts();
        self.lift_first(|limit| match now.inferences > limit.until.inferences {
            true => Some(atoms::INFERENCES),
            false => (now.propagations > limit.until.propagations).then_some(atoms::PROPAGATIONS),
        })
    }

    /// The ball of the outermost limit on time or propagations that is exceeded, which is removed: for long work without
    /// calls.
    pub(in crate::machine) fn expired_limit(&mut self) -> Option<Ball> {
        let propagations = self.ext.propagations();
        self.lift_first(|limit| match propagations > limit.until.propagations {
            true => Some(atoms::PROPAGATIONS),
            false => limit.is_expired().then_some(atoms::TIME),
        })
    }

    /// The ball of the outermost limit on output that so many bytes more would exceed; the limit is removed.
    pub(crate) fn exceeded_output(&mut self, bytes: u64) -> Option<Ball> {
        let written = self.ext.written().saturating_add(bytes);
        self.lift_first(|limit| (written > limit.until.output).then_some(atoms::OUTPUT))
    }

    /// Returns true if limits of goals are in force.
    #[inline]
    pub(crate) fn has_call_limits(&self) -> bool {
        !self.call_limits.list.is_empty()
    }

    /// The ball of the outermost limit for which `exceeded` names a resource; the limit is removed.
    fn lift_first(&mut self, exceeded: impl Fn(&CallLimit) -> Option<Atom>) -> Option<Ball> {
        let mut list = self.call_limits.list.iter().enumerate();
        let (i, resource) = list.find_map(|(i, limit)| Some((i, exceeded(limit)?)))?;
        Some(self.lift(i, resource))
    }

    /// Returns true if more propagations were counted than a limit allows, of the host or of a goal.
    #[inline]
    pub(crate) fn exceeds_propagation_limit(&self) -> bool {
        let most = self.limits.propagations.min(self.call_limits.propagates_to);
        self.ext.propagations() > most
    }

    fn lift(&mut self, i: usize, resource: Atom) -> Ball {
        let CallLimit { token, level, .. } = self.call_limits.list[i];
        self.truncate_limits(i);
        // The timer announces a deadline once, and another deadline may have passed at the same time.
        self.signals.request_clock_check();
        let name = self.atoms.intern("$limit");
        let f = self.functors.intern(name, 2);
        let args = [Cell::int(token as i64), Cell::atom(resource)];
        let t = self.heap.structure(f, &args);
        let mut ball = self.ball(t);
        ball.0.reach = Reach::UpTo(level);
        ball
    }
}
