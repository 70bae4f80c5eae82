//! Modification events and propagation conditions (Schulte's terms): the changes of a domain, and the changes after
//! which a propagator runs again. Knows nothing else.

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

    /// The bit of every event: a trace records all of them.
    pub(crate) const WATCHED: u8 = 0x80;

    /// The bit of `FIXED`, which is set in every variable's `subscribed`: disequalities wait for it without setting it.
    pub(crate) const ALWAYS: u8 = 8;

    // The further bits of a variable's `subscribed`.

    /// Some inequality acts when a bound moves.
    pub(crate) const SHIFTS: u8 = 0x10;
    /// Some propagator is queued, not only when one value is left.
    pub(crate) const QUEUES: u8 = 0x20;
    /// Some of those propagators are of [`Cost::Immediate`].
    pub(crate) const IMMEDIATE: u8 = 0x40;

    /// Both events.
    #[inline]
    pub(crate) fn and(self, other: ModEvent) -> ModEvent {
        ModEvent(self.0 | other.0)
    }

    /// Returns true if something happened that some subscription waits for.
    #[inline]
    pub(crate) fn intersects(self, mask: u8) -> bool {
        self.0 & mask != 0
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

/// The condition under which a propagator runs again: the events of one variable.
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
    pub(crate) fn mask(self) -> u8 {
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
    /// So little that the propagator runs during the delivery of the event, if it implements
    /// `Dispatch::run_immediately`; others of this cost are the first in the queue.
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

    /// The cost of one pass over the bounds of so many variables.
    pub(crate) fn of_sum(count: usize) -> Cost {
        if count <= 3 {
            Cost::Ternary
        } else {
            Cost::Linear
        }
    }
}
