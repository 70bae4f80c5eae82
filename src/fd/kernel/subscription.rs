//! Subscriptions: the propagators that wait for each event of a variable, and the actions on it. Knows neither the
//! propagators nor the queue.

use crate::fd::kernel::event::Cost;
use crate::fd::kernel::slot::{Slot, VarId};
use crate::fd::kernel::var::Vars;

/// The action when a variable becomes fixed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OnFixed {
    /// Remove the value plus `data` from `other`. The most frequent action comes first.
    RemoveSum,
    /// Queue the propagator, at the cost level `data`.
    Queue,
    /// Remove `data` minus the value from `other`.
    RemoveDifference,
    /// Remove the value plus and minus `data` from `other`.
    RemoveBoth,
    /// Remove the value from the other variables of an `AllDifferent`.
    RemoveFromGroup,
    /// Two or three of `RemoveSum`, of propagators with consecutive numbers, in one.
    RemoveSums,
}

// How [`OnFixed::RemoveSums`] packs its offsets, the first one lowest, and their number above them. The
// second one stands for a missing third.
const HALF: i64 = 0xffff;
const TWO: i64 = 2 << 48;
const THREE: i64 = 3 << 48;

// How a tag packs an action above the propagator.
const ACTION: u32 = 29;
const PROP: u32 = (1 << ACTION) - 1;
const JOINED: u32 = (OnFixed::RemoveSums as u32 - OnFixed::RemoveSum as u32) << ACTION;

/// A subscription to a variable's becoming fixed. Disequalities act on it themselves and are never queued. Programs
/// post millions of them, hence the packing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FixedSub {
    /// The propagator, and in the three highest bits the action.
    tag: u32,
    pub(crate) other: VarId,
    pub(crate) data: i64,
}

impl FixedSub {
    pub(crate) fn new(prop: u32, other: VarId, data: i64, action: OnFixed) -> FixedSub {
        FixedSub {
            tag: (action as u32) << ACTION | prop,
            other,
            data,
        }
    }

    /// The propagator, or the first one.
    #[inline]
    pub(crate) fn prop(&self) -> u32 {
        self.tag & PROP
    }

    /// The propagators, usually one.
    pub(crate) fn props(&self) -> std::ops::Range<u32> {
        let first = self.prop();
        first..first + self.count()
    }

    fn count(&self) -> u32 {
        match self.action() {
            OnFixed::RemoveSums => (self.data >> 48) as u32,
            _ => 1,
        }
    }

    /// Returns true if the domains of the two variables leave it something to do.
    pub(crate) fn is_open(&self, vars: &Vars) -> bool {
        match self.action() {
            OnFixed::Queue | OnFixed::RemoveFromGroup => true,
            _ => !vars.is_fixed(self.other),
        }
    }

    /// Returns true if the action is [`OnFixed::RemoveSum`].
    #[inline]
    pub(crate) fn removes_sum(&self) -> bool {
        self.tag <= PROP
    }

    /// Returns true if it is [`OnFixed::RemoveSum`] and the value is outside the bounds of the other variable.
    #[inline]
    pub(crate) fn is_idle(&self, value: i64, slots: &[Slot]) -> bool {
        self.removes_sum() && {
            let (value, slot) = (value + self.data, &slots[self.other.at()]);
            value < slot.min || value > slot.max
        }
    }

    /// Returns true if the action is [`OnFixed::RemoveSums`].
    #[inline]
    pub(crate) fn removes_sums(&self) -> bool {
        self.tag >> ACTION == OnFixed::RemoveSums as u32
    }

    #[inline]
    pub(crate) fn action(&self) -> OnFixed {
        match self.tag >> ACTION {
            0 => OnFixed::RemoveSum,
            2 => OnFixed::RemoveDifference,
            3 => OnFixed::RemoveBoth,
            4 => OnFixed::RemoveFromGroup,
            5 => OnFixed::RemoveSums,
            _ => OnFixed::Queue,
        }
    }

    /// The offsets that [`OnFixed::RemoveSums`] adds to the value; two of the three may be equal.
    #[inline]
    pub(crate) fn offsets(&self) -> [i64; 3] {
        let d = self.data;
        [d << 48 >> 48, d << 32 >> 48, d << 16 >> 48]
    }

    /// Appends [`OnFixed::RemoveSum`] of a propagator, together with those before it on the same
    /// two variables.
    #[inline]
    pub(crate) fn push_sum(list: &mut Vec<FixedSub>, prop: u32, other: VarId, offset: i64) {
        if let Some(last) = list.last_mut()
            && last.other == other
            && last.join(prop, offset)
        {
            return;
        }
        list.push(FixedSub::new(prop, other, offset, OnFixed::RemoveSum));
    }

    /// Joins one more [`OnFixed::RemoveSum`] to this one. Returns true if that was possible.
    #[inline]
    fn join(&mut self, prop: u32, offset: i64) -> bool {
        let d = self.data;
        if offset as i16 as i64 != offset {
            return false;
        }
        if self.removes_sum() && self.prop() + 1 == prop && d as i16 as i64 == d {
            let offset = offset & HALF;
            self.tag += JOINED;
            self.data = TWO | offset << 32 | offset << 16 | d & HALF;
            return true;
        }
        if self.removes_sums() && self.prop() + 2 == prop && d >> 48 == 2 {
            self.data = THREE | (offset & HALF) << 32 | d & (HALF << 16 | HALF);
            return true;
        }
        false
    }

    /// Undoes the newest [`FixedSub::push_sum`].
    #[inline]
    pub(crate) fn pop_sum(list: &mut Vec<FixedSub>) {
        if let Some(last) = list.last_mut()
            && last.removes_sums()
        {
            let d = last.data;
            if d >= THREE {
                last.data = TWO | (d & HALF << 16) << 16 | d & (HALF << 16 | HALF);
            } else {
                last.tag -= JOINED;
                last.data = d as i16 as i64;
            }
            return;
        }
        list.pop();
    }
}

/// A subscription of an inequality to the moves of a bound, on which it acts itself, too.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shift {
    pub(crate) prop: u32,
    pub(crate) other: VarId,
    pub(crate) data: i64,
}

/// A propagator's subscription to other events.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sub {
    pub(crate) prop: u32,
    pub(crate) mask: u8,
    pub(crate) cost: Cost,
}

/// The propagators that wait for each event of one variable.
#[derive(Default, Debug)]
pub(crate) struct Subs {
    pub(crate) fixed: Vec<FixedSub>,
    /// After a rise of the least value: `other` is at least that plus `data`.
    pub(crate) raises: Vec<Shift>,
    /// After a fall of the greatest value: `other` is at most that plus `data`.
    pub(crate) lowers: Vec<Shift>,
    /// The propagators that are queued after other events.
    pub(crate) others: Vec<Sub>,
}

#[cfg(test)]
mod tests {
    use super::{FixedSub, OnFixed};
    use crate::fd::kernel::var::VarId;

    #[test]
    fn three_in_a_row_are_one_and_go_one_by_one() {
        let (x, y) = (VarId(0), VarId(1));
        let mut list = Vec::new();
        for (prop, other, offset) in [(3, x, 0), (4, x, -7), (5, x, 7), (6, x, 1), (7, y, 1)] {
            FixedSub::push_sum(&mut list, prop, other, offset);
        }
        assert_eq!(list.len(), 3);
        assert_eq!(list[0].props(), 3..6);
        assert_eq!(list[0].offsets(), [0, -7, 7]);
        FixedSub::pop_sum(&mut list);
        FixedSub::pop_sum(&mut list);
        FixedSub::pop_sum(&mut list);
        assert_eq!((list[0].props(), list[0].offsets()), (3..5, [0, -7, -7]));
        FixedSub::pop_sum(&mut list);
        assert_eq!((list[0].action(), list[0].data), (OnFixed::RemoveSum, 0));
        FixedSub::push_sum(&mut list, 4, x, 1 << 20);
        assert_eq!(list.len(), 2);
    }
}
