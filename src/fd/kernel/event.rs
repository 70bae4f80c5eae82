//! Modification events and propagation conditions (Schulte's terms): what happened to a domain,
//! and what a propagator waits for. Knows nothing else.

/// The changes of a domain that its subscribers have not been notified of: a set of the constants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct ModEvent(pub(crate) u8);

impl ModEvent {
    /// Nothing happened.
    pub(crate) const NONE: ModEvent = ModEvent(0);
    /// Some value went.
    pub(crate) const DOMAIN: ModEvent = ModEvent(0x81);
    /// The least value went.
    pub(crate) const MIN: ModEvent = ModEvent(0x83);
    /// The greatest value went.
    pub(crate) const MAX: ModEvent = ModEvent(0x85);
    /// One value is left.
    pub(crate) const FIXED: ModEvent = ModEvent(0x89);

    /// What every event has, for a trace, which records all of them.
    pub(crate) const WATCHED: u8 = 0x80;

    /// What disequalities wait for, without being asked: that one value is left.
    pub(crate) const ALWAYS: u8 = 8;

    // What else a variable's record of what is waited for says.

    /// Some inequality acts when a bound moves.
    pub(crate) const SHIFTS: u8 = 0x10;
    /// Some propagator is queued, not only when one value is left.
    pub(crate) const QUEUES: u8 = 0x20;
    /// Some of those run at once.
    pub(crate) const RUNS_NOW: u8 = 0x40;

    /// Both events.
    #[inline]
    pub(crate) fn and(self, other: ModEvent) -> ModEvent {
        ModEvent(self.0 | other.0)
    }

    /// Returns true if something happened that some subscription waits for.
    #[inline]
    pub(crate) fn is_wanted(self, wanted: u8) -> bool {
        self.0 & wanted != 0
    }

    /// Returns true if one value is left.
    #[inline]
    pub(crate) fn is_fixed(self) -> bool {
        self.0 & 8 != 0
    }

    /// The bits that a queue's subscriptions are compared with.
    #[inline]
    pub(crate) fn subscribed_bits(self) -> u8 {
        self.0 & 7
    }
}

/// When a propagator wants to run: after which events of one variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PropCond {
    /// The variable became fixed.
    Fixed,
    /// Its least value changed.
    Min,
    /// Its greatest value changed.
    Max,
    /// Either bound changed.
    Bounds,
    /// Any value went.
    Domain,
}

impl PropCond {
    /// The bit of every event that satisfies the condition.
    #[inline]
    pub(crate) fn wanted(self) -> u8 {
        match self {
            PropCond::Fixed => ModEvent::ALWAYS,
            PropCond::Domain => ModEvent::DOMAIN.0 & !ModEvent::WATCHED,
            PropCond::Min => 2,
            PropCond::Max => 4,
            PropCond::Bounds => 6,
        }
    }
}

/// The cost of a run; cheaper propagators run first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Cost {
    /// So little that it runs during the delivery of the event, provided that the propagator says how
    /// (`Dispatch::run_immediately`); others of this cost are the first in the queue.
    Immediate,
    /// Constant time, two variables.
    Binary,
    /// Constant time, three variables.
    Ternary,
    /// Linear in the number of variables.
    Linear,
    /// Constant time, but with multiplications, divisions, roots.
    Nonlinear,
    /// Anything worse.
    Expensive,
}

impl Cost {
    /// The number of levels.
    pub(crate) const LEVELS: usize = 6;

    /// The cost of going through the bounds of so many variables once.
    pub(crate) fn of_sum(count: usize) -> Cost {
        if count <= 3 {
            Cost::Ternary
        } else {
            Cost::Linear
        }
    }
}
