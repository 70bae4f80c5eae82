//! Choosing in labeling: which variable, which value, which split. Pure functions over a store;
//! who branches on them is up to the caller. Knows no search.

use crate::base::int::Int;
use crate::base::splitmix::SplitMix64;
use crate::fd::constraints::constraint::Relation;
use crate::fd::constraints::prop::Store;
use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::domain_ops::Narrowed;
use crate::fd::kernel::int_math::floor_div;
pub use crate::fd::kernel::trace::Move;
use crate::fd::kernel::var::VarId;

/// Which variable comes next; ties go to the leftmost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Select {
    /// The leftmost.
    #[default]
    Leftmost,
    /// The one with the smallest domain (`ff`).
    FirstFail,
    /// Of those, the one with the most constraints (`ffc`).
    MostConstrained,
    /// The one with the least lower bound (`min`).
    Min,
    /// The one with the greatest upper bound (`max`).
    Max,
    /// The one with the largest domain (`anti_first_fail`).
    AntiFirstFail,
    /// The one with the most constraints (`occurrence`).
    Occurrence,
    /// The one whose two least values differ most (`max_regret`).
    MaxRegret,
    /// The one with the most failures per value (`dom_w_deg`).
    DomWDeg,
    /// The one with the most failures (`impact`).
    Impact,
    /// Any one.
    Random,
}

/// Which values come first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// Ascending.
    #[default]
    Up,
    /// Descending.
    Down,
    /// The median value, the smaller one of two.
    Median,
    /// The value nearest to the middle between the bounds, the smaller one of two.
    Middle,
    /// Any one.
    Random,
}

/// How a variable is branched on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Branch {
    /// `X = V`, or else `X ≠ V`, selecting a variable anew.
    #[default]
    Step,
    /// `X = V` for each value in turn.
    Enum,
    /// `X ≤ M` or `X > M`.
    Bisect,
    /// The same, where `M` ends the first of several intervals.
    Interval,
}

/// A way of choosing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Strategy {
    /// The variable.
    pub select: Select,
    /// The value.
    pub order: Order,
    /// The branches.
    pub branch: Branch,
    /// Whether the branches come in the reverse order.
    pub out: bool,
}

impl Strategy {
    /// Whether it looks at past failures.
    pub fn learns(self) -> bool {
        matches!(self.select, Select::DomWDeg | Select::Impact)
    }

    /// Whether a second search may take another way than the first.
    pub fn varies(self) -> bool {
        self.learns() || self.select == Select::Random || self.order == Order::Random
    }
}

impl Move {
    /// The comparison of variable and value that it states.
    pub fn relation(self) -> Relation {
        match self {
            Move::Assign => Relation::Eq,
            Move::Differ => Relation::Ne,
            Move::AtMost => Relation::Le,
            Move::Above => Relation::Gt,
        }
    }

    /// The other branch.
    pub fn opposite(self) -> Move {
        match self {
            Move::Assign => Move::Differ,
            Move::Differ => Move::Assign,
            Move::AtMost => Move::Above,
            Move::Above => Move::AtMost,
        }
    }

    /// Makes the move; propagates nothing.
    pub fn make(self, store: &mut Store, v: VarId, i: &Int) -> Narrowed {
        match self {
            Move::Assign => store.assign(v, i),
            Move::Differ => store.remove_value(v, i),
            Move::AtMost => store.remove_above(v, &Bound::Fin(i.clone())),
            Move::Above => store.remove_below(v, &Bound::Fin(i + &Int::ONE)),
        }
    }
}

/// How to branch on a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// This move first, then its opposite.
    Two(Move, Int),
    /// Each value in ascending or descending order, from this one on.
    Each(Int, Order),
}

/// The place of the variable to branch on among `vars`, of which those before `from` are fixed;
/// `None` when all are.
pub fn select(
    store: &Store,
    vars: &[VarId],
    from: usize,
    by: Select,
    random: &mut SplitMix64,
) -> Option<usize> {
    let mut open = vars
        .iter()
        .enumerate()
        .skip(from)
        .filter(|(_, v)| !store.vars.is_fixed(**v));
    match by {
        Select::Leftmost => open.next().map(|(i, _)| i),
        Select::FirstFail => {
            let mut best: Option<(usize, u64)> = None;
            for (i, v) in vars.iter().enumerate().skip(from) {
                // That of a fixed one is 1.
                let size = store.vars.size(*v);
                if size > 1 && best.is_none_or(|(_, least)| size < least) {
                    best = Some((i, size));
                    if size == 2 {
                        break;
                    }
                }
            }
            best.map(|(i, _)| i)
        }
        Select::MostConstrained => {
            let mut best: Option<(usize, u64, usize)> = None;
            for (i, v) in open {
                let size = store.vars.size(*v);
                if best.is_some_and(|(_, least, _)| size > least) {
                    continue;
                }
                let degree = store.degree(*v);
                if best.is_none_or(|(_, least, most)| size < least || degree > most) {
                    best = Some((i, size, degree));
                }
            }
            best.map(|(i, _, _)| i)
        }
        Select::Min => greatest(open, |v| std::cmp::Reverse(store.vars.min(v))),
        Select::Max => greatest(open, |v| store.vars.max(v)),
        Select::AntiFirstFail => greatest(open, |v| store.domain(v).size()),
        Select::Occurrence => greatest(open, |v| store.degree(v)),
        Select::MaxRegret => greatest(open, |v| regret(store, v)),
        Select::DomWDeg => {
            // Exact quotients: a/b > c/d where a·d > c·b.
            let mut best: Option<(usize, u128, u128)> = None;
            for (i, v) in open {
                let (fails, size) = (store.failures(*v) + 1, store.vars.size(*v));
                let (fails, size) = (u128::from(fails), u128::from(size));
                if best.is_none_or(|(_, most, over)| fails * over > most * size) {
                    best = Some((i, fails, size));
                }
            }
            best.map(|(i, _, _)| i)
        }
        Select::Impact => greatest(open, |v| store.failures(v)),
        Select::Random => {
            let all: Vec<usize> = open.map(|(i, _)| i).collect();
            let n = all.len() as u64;
            (n > 0).then(|| all[random.below(n) as usize])
        }
    }
}

/// The first of those that score highest.
fn greatest<'a, K: PartialOrd>(
    open: impl Iterator<Item = (usize, &'a VarId)>,
    score: impl Fn(VarId) -> K,
) -> Option<usize> {
    let mut best: Option<(usize, K)> = None;
    for (i, v) in open {
        let k = score(*v);
        if best.as_ref().is_none_or(|(_, most)| k > *most) {
            best = Some((i, k));
        }
    }
    best.map(|(i, _)| i)
}

/// The difference between the two least values; `None`, the least of all, if there is no least one.
fn regret(store: &Store, v: VarId) -> Option<Int> {
    let least = first_value(store, v, Order::Up)?;
    let second = next_value(store, v, &least, Order::Up)?;
    Some(&second - &least)
}

/// How to branch on a variable; `None` when its domain is infinite.
#[inline]
pub fn choose(store: &Store, v: VarId, by: Strategy, random: &mut SplitMix64) -> Option<Choice> {
    // What programs ask for most: a bound.
    if let (Order::Up | Order::Down, Some((low, high))) = (by.order, store.vars.span(v)) {
        let ends = |order| Int::Small(if order == Order::Up { low } else { high });
        match (by.branch, by.out) {
            (Branch::Step, false) => return Some(Choice::Two(Move::Assign, ends(by.order))),
            (Branch::Enum, false) => return Some(Choice::Each(ends(by.order), by.order)),
            _ => {}
        }
    }
    choose_any(store, v, by, random)
}

fn choose_any(store: &Store, v: VarId, by: Strategy, random: &mut SplitMix64) -> Option<Choice> {
    if store.vars.is_infinite(v) {
        return None;
    }
    let (low, high) = store.vars.bounds(v);
    let (low, high) = (low.finite()?.clone(), high.finite()?.clone());
    let choice = match (by.branch, by.order) {
        (Branch::Enum, Order::Up) if by.out => return Some(Choice::Each(high, Order::Down)),
        (Branch::Enum, Order::Down) if by.out => return Some(Choice::Each(low, Order::Up)),
        (Branch::Enum, Order::Up) => return Some(Choice::Each(low, Order::Up)),
        (Branch::Enum, Order::Down) => return Some(Choice::Each(high, Order::Down)),
        (Branch::Step, Order::Up) => (Move::Assign, low),
        (Branch::Step, Order::Down) => (Move::Assign, high),
        (Branch::Step | Branch::Enum, Order::Median | Order::Middle | Order::Random) => {
            (Move::Assign, inner_value(store, v, by.order, random))
        }
        (Branch::Interval | Branch::Bisect, order) => {
            let at = match (by.branch, order) {
                (Branch::Interval, _) if !store.vars.is_interval(v) => first_gap(store, v)?,
                (_, Order::Up | Order::Down | Order::Middle) => {
                    floor_div(&(&low + &high), &Int::Small(2))
                }
                (_, Order::Median | Order::Random) => {
                    // Something must be left above.
                    match inner_value(store, v, order, random) {
                        top if top == high => next_value(store, v, &high, Order::Down)?,
                        i => i,
                    }
                }
            };
            let first = if order == Order::Down {
                Move::Above
            } else {
                Move::AtMost
            };
            (first, at)
        }
    };
    let (first, at) = choice;
    let first = if by.out { first.opposite() } else { first };
    Some(Choice::Two(first, at))
}

/// The end of the first interval.
fn first_gap(store: &Store, v: VarId) -> Option<Int> {
    store.domain(v).parts().first()?.1.finite().cloned()
}

/// The median, the middle, or any value of a finite domain.
fn inner_value(store: &Store, v: VarId, order: Order, random: &mut SplitMix64) -> Int {
    let d = store.domain(v);
    let size = d.size().unwrap_or(Int::ONE);
    match order {
        Order::Median => nth(&d, &floor_div(&(&size - &Int::ONE), &Int::Small(2))),
        Order::Random => nth(&d, &size.random_below(&mut || random.bits())),
        Order::Middle | Order::Up | Order::Down => {
            let (low, high) = (nth(&d, &Int::ZERO), nth(&d, &(&size - &Int::ONE)));
            let middle = floor_div(&(&low + &high), &Int::Small(2));
            nearest(&d, &middle)
        }
    }
}

/// The value of a finite set that `n` others precede.
fn nth(d: &Domain, n: &Int) -> Int {
    let mut left = n.clone();
    for (low, high) in d.parts() {
        let (Some(low), Some(high)) = (low.finite(), high.finite()) else {
            break;
        };
        let length = high - low;
        if left <= length {
            return low + &left;
        }
        left = left - length - Int::ONE;
    }
    n.clone()
}

/// The value nearest to `i`.
fn nearest(d: &Domain, i: &Int) -> Int {
    let mut below: Option<Int> = None;
    for (low, high) in d.parts() {
        let (Some(low), Some(high)) = (low.finite(), high.finite()) else {
            break;
        };
        if low > i {
            return match below {
                Some(b) if i - &b <= low - i => b,
                Some(_) | None => low.clone(),
            };
        }
        if high >= i {
            return i.clone();
        }
        below = Some(high.clone());
    }
    below.unwrap_or_else(|| i.clone())
}

/// The value to try first; `None` when the domain has no end on that side.
pub fn first_value(store: &Store, v: VarId, order: Order) -> Option<Int> {
    let end = match order {
        Order::Down => store.vars.max(v),
        Order::Up | Order::Median | Order::Middle | Order::Random => store.vars.min(v),
    };
    end.finite().cloned()
}

/// The value to try after `last`, which may have left the domain: the next one down, or else up.
pub fn next_value(store: &Store, v: VarId, last: &Int, order: Order) -> Option<Int> {
    if order == Order::Down {
        if let (Int::Small(i), Some(_)) = (last, store.vars.span(v)) {
            return store.vars.previous_value(v, i - 1).map(Int::Small);
        }
        let d = store.vars.domain(v);
        let next = Bound::Fin(last - &Int::ONE);
        let part = d.parts().iter().rev().find(|p| p.0 <= next)?;
        return part.1.clone().min(next).finite().cloned();
    }
    if let (Int::Small(i), Some(_)) = (last, store.vars.span(v)) {
        return store.vars.next_value(v, i + 1).map(Int::Small);
    }
    let d = store.vars.domain(v);
    let next = Bound::Fin(last + &Int::ONE);
    let part = d.parts().iter().find(|p| p.1 >= next)?;
    part.0.clone().max(next).finite().cloned()
}

#[cfg(test)]
mod tests {
    use super::{Branch, Choice, Move, Order, Select, Strategy};
    use super::{choose, first_value, next_value, select};
    use crate::base::int::Int;
    use crate::base::splitmix::SplitMix64;
    use crate::fd::constraints::prop::Store;
    use crate::fd::kernel::domain::Domain;

    #[test]
    fn selection() {
        let mut s = Store::new();
        let mut var = |low, high| s.new_var(Domain::range(low, high)).unwrap();
        let vars = [var(4, 4), var(3, 9), var(1, 5), var(2, 6), var(0, 12)];
        let mut random = SplitMix64::new(1);
        for (by, at) in [
            (Select::Leftmost, 1),
            (Select::FirstFail, 2),
            (Select::MostConstrained, 2),
            (Select::Min, 4),
            (Select::Max, 4),
            (Select::AntiFirstFail, 4),
            (Select::Occurrence, 1),
            (Select::MaxRegret, 1),
            (Select::DomWDeg, 2),
            (Select::Impact, 1),
        ] {
            let found = select(&s, &vars, 0, by, &mut random);
            assert_eq!(found, Some(at), "{by:?}");
        }
        let none = select(&s, &vars[..1], 0, Select::FirstFail, &mut random);
        assert_eq!(none, None);
        let any = select(&s, &vars, 0, Select::Random, &mut random);
        assert!(any.is_some_and(|i| i > 0));
        let gap = s.new_var(Domain::range(0, 0).union(&Domain::range(5, 6)));
        let vars = [vars[1], gap.unwrap()];
        assert_eq!(
            select(&s, &vars, 0, Select::MaxRegret, &mut random),
            Some(1)
        );
    }

    #[test]
    fn values() {
        let mut s = Store::new();
        let d = Domain::range(-5, -4).union(&Domain::range(3, 3));
        let v = s.new_var(d).unwrap();
        let i = |n: i64| Some(Int::from(n));
        assert_eq!(first_value(&s, v, Order::Up), i(-5));
        assert_eq!(next_value(&s, v, &Int::Small(-4), Order::Up), i(3));
        assert_eq!(next_value(&s, v, &Int::Small(3), Order::Up), None);
        assert_eq!(next_value(&s, v, &Int::Small(3), Order::Down), i(-4));
        let all = s.new_integer();
        assert_eq!(first_value(&s, all, Order::Down), None);
    }

    #[test]
    fn choices() {
        let mut s = Store::new();
        let d = Domain::range(-5, -4).union(&Domain::range(3, 3));
        let v = s.new_var(d).unwrap();
        let mut random = SplitMix64::new(1);
        let two = |m, i: i64| Some(Choice::Two(m, Int::from(i)));
        let each = |i: i64, o| Some(Choice::Each(Int::from(i), o));
        for (branch, order, out, expected) in [
            (Branch::Step, Order::Up, false, two(Move::Assign, -5)),
            (Branch::Step, Order::Up, true, two(Move::Differ, -5)),
            (Branch::Step, Order::Down, false, two(Move::Assign, 3)),
            (Branch::Step, Order::Median, false, two(Move::Assign, -4)),
            (Branch::Step, Order::Middle, false, two(Move::Assign, -4)),
            (Branch::Enum, Order::Up, false, each(-5, Order::Up)),
            (Branch::Enum, Order::Up, true, each(3, Order::Down)),
            (Branch::Bisect, Order::Up, false, two(Move::AtMost, -1)),
            (Branch::Bisect, Order::Down, false, two(Move::Above, -1)),
            (Branch::Bisect, Order::Median, true, two(Move::Above, -4)),
            (Branch::Interval, Order::Up, false, two(Move::AtMost, -4)),
        ] {
            let by = Strategy {
                branch,
                order,
                out,
                ..Strategy::default()
            };
            assert_eq!(choose(&s, v, by, &mut random), expected, "{by:?}");
        }
        let at_random = Strategy {
            order: Order::Random,
            ..Strategy::default()
        };
        for _ in 0..20 {
            let Some(Choice::Two(Move::Assign, i)) = choose(&s, v, at_random, &mut random) else {
                panic!()
            };
            assert!(s.vars().contains_int(v, &i));
        }
        let all = s.new_integer();
        assert_eq!(choose(&s, all, at_random, &mut random), None);
    }
}
