//! Strategies of labeling: the selection of the next variable, of its value, and of the branches. Pure
//! functions over a store; the caller makes the branches. Must not know the search.

use crate::base::int::Int;
use crate::base::splitmix::SplitMix64;
use crate::fd::constraints::constraint::Relation;
use crate::fd::constraints::prop::Store;
use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::domain_ops::Narrowed;
use crate::fd::kernel::int_math::floor_div;
pub(crate) use crate::fd::kernel::trace::Move;
use crate::fd::kernel::var::VarId;
use crate::fd::search::impacts::Impacts;

/// Declares an enum, and the list of its variants.
macro_rules! variants {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        pub(crate) enum $name {
            $($(#[$doc])* $variant,)+
        }

        impl $name {
            /// All variants, in order.
            pub(crate) const ALL: &[$name] = &[$($name::$variant,)+];
        }
    };
}

variants! {
    /// The selection of the next variable; of equally good ones, the leftmost.
    Select {
        /// The leftmost.
        #[default]
        Leftmost,
        /// The smallest domain.
        FirstFail,
        /// The smallest domain, then the most constraints.
        MostConstrained,
        /// The least lower bound.
        Min,
        /// The greatest upper bound.
        Max,
        /// The largest domain.
        AntiFirstFail,
        /// The most constraints.
        Occurrence,
        /// The greatest difference between the two least values.
        MaxRegret,
        /// The smallest domain in relation to the number of its constraints: dom/deg of Bessière and Régin.
        DomDeg,
        /// The smallest domain in relation to the failures of its constraints: the weighted degree of Boussemart,
        /// Hemery, Lecoutre and Sais.
        DomWDeg,
        /// The most failures of its constraints.
        FailureCount,
        /// The greatest impact, see [`Impacts`].
        Impact,
        /// A random variable.
        Random,
    }
}

variants! {
    /// The order of values.
    Order {
        /// Ascending.
        #[default]
        Up,
        /// Descending.
        Down,
        /// The median value first, the smaller one of two.
        Median,
        /// The value nearest to the middle between the bounds first, the smaller one of two.
        Middle,
        /// A random value first.
        Random,
    }
}

variants! {
    /// The branches of a variable.
    Branch {
        /// `X = V`, or else `X ≠ V` and a new selection of the variable.
        #[default]
        Step,
        /// `X = V` for each value in turn.
        Enum,
        /// `X ≤ M` or `X > M`.
        Bisect,
        /// [`Branch::Bisect`], where `M` ends the first of several intervals.
        Interval,
    }
}

/// The record that a selection reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Learning {
    /// None.
    Nothing,
    /// The failures of each variable's constraints, which the store counts.
    Failures,
    /// The impact of each variable, which the search records.
    Impacts,
}

impl Select {
    /// The record that the selection reads.
    pub(crate) fn learning(self) -> Learning {
        match self {
            Select::DomWDeg | Select::FailureCount => Learning::Failures,
            Select::Impact => Learning::Impacts,
            Select::Leftmost
            | Select::FirstFail
            | Select::MostConstrained
            | Select::Min
            | Select::Max
            | Select::AntiFirstFail
            | Select::Occurrence
            | Select::MaxRegret
            | Select::DomDeg
            | Select::Random => Learning::Nothing,
        }
    }
}

/// A search strategy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Strategy {
    /// The next variable.
    pub select: Select,
    /// The order of its values.
    pub order: Order,
    /// Its branches.
    pub branch: Branch,
    /// True if the branches come in the reverse order.
    pub out: bool,
}

impl Strategy {
    /// Returns true if a second search may take another path than the first.
    pub(crate) fn varies(self) -> bool {
        self.select.learning() != Learning::Nothing
            || self.select == Select::Random
            || self.order == Order::Random
    }

    /// The number of the strategy, for [`Strategy::from_number`].
    pub(crate) fn number(self) -> usize {
        let n = self.select as usize;
        let n = n * Order::ALL.len() + self.order as usize;
        let n = n * Branch::ALL.len() + self.branch as usize;
        n * 2 + usize::from(self.out)
    }

    /// The strategy with a number.
    pub(crate) fn from_number(n: usize) -> Option<Strategy> {
        let (n, out) = (n / 2, n % 2 == 1);
        let (n, branch) = (n / Branch::ALL.len(), n % Branch::ALL.len());
        let (select, order) = (n / Order::ALL.len(), n % Order::ALL.len());
        Some(Strategy {
            select: *Select::ALL.get(select)?,
            order: Order::ALL[order],
            branch: Branch::ALL[branch],
            out,
        })
    }
}

impl Move {
    /// The comparison of variable and value that the move posts.
    pub(crate) fn relation(self) -> Relation {
        match self {
            Move::Assign => Relation::Eq,
            Move::Differ => Relation::Ne,
            Move::AtMost => Relation::Le,
            Move::Above => Relation::Gt,
        }
    }

    /// The other branch.
    pub(crate) fn opposite(self) -> Move {
        match self {
            Move::Assign => Move::Differ,
            Move::Differ => Move::Assign,
            Move::AtMost => Move::Above,
            Move::Above => Move::AtMost,
        }
    }

    /// Makes the move; propagates nothing.
    pub(crate) fn make(self, store: &mut Store, v: VarId, i: &Int) -> Narrowed {
        match self {
            Move::Assign => store.assign(v, i),
            Move::Differ => store.remove_value(v, i),
            Move::AtMost => store.remove_above(v, &Bound::Fin(i.clone())),
            Move::Above => store.remove_below(v, &Bound::Fin(i + &Int::ONE)),
        }
    }
}

/// The branches to make on a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Choice {
    /// A move, then its opposite.
    Two(Move, Int),
    /// Each value in ascending or descending order, from this one on.
    Each(Int, Order),
}

/// The index in `vars` of the variable to branch on; `None` if all are fixed. The variables before `from` are
/// fixed.
pub(crate) fn select(
    store: &Store,
    vars: &[VarId],
    from: usize,
    by: Select,
    impacts: &Impacts,
    random: &mut SplitMix64,
) -> Option<usize> {
    let mut open = vars
        .iter()
        .enumerate()
        .skip(from)
        .filter(|(_, v)| !store.vars.is_fixed(**v));
    match by {
        Select::Leftmost => open.next().map(|(i, _)| i),
        Select::FirstFail => smallest_domain(store, vars, from),
        Select::MostConstrained => most_constrained(store, open),
        Select::Min => greatest(open, |v| std::cmp::Reverse(store.vars.min(v))),
        Select::Max => greatest(open, |v| store.vars.max(v)),
        Select::AntiFirstFail => greatest(open, |v| store.domain(v).size()),
        Select::Occurrence => greatest(open, |v| store.degree(v)),
        Select::MaxRegret => greatest(open, |v| regret(store, v)),
        Select::DomDeg => greatest_per_value(store, open, |v| store.degree(v) as u64),
        Select::DomWDeg => greatest_per_value(store, open, |v| u64::from(store.failures(v)) + 1),
        Select::FailureCount => greatest(open, |v| store.failures(v)),
        Select::Impact => greatest(open, |v| -impacts.remaining(v, store.vars.size(v))),
        Select::Random => {
            let all: Vec<usize> = open.map(|(i, _)| i).collect();
            let n = all.len() as u64;
            (n > 0).then(|| all[random.below(n) as usize])
        }
    }
}

/// The first variable with the smallest domain.
#[inline]
fn smallest_domain(store: &Store, vars: &[VarId], from: usize) -> Option<usize> {
    let mut best: Option<(usize, u64)> = None;
    for (i, v) in vars.iter().enumerate().skip(from) {
        // A fixed variable has size 1.
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

/// The first variable with the most constraints among those with the smallest domain.
fn most_constrained<'a>(
    store: &Store,
    open: impl Iterator<Item = (usize, &'a VarId)>,
) -> Option<usize> {
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

/// The first variable with the greatest quotient of a number and the size of its domain.
fn greatest_per_value<'a>(
    store: &Store,
    open: impl Iterator<Item = (usize, &'a VarId)>,
    number: impl Fn(VarId) -> u64,
) -> Option<usize> {
    // Exact quotients: a/b > c/d where a·d > c·b.
    let mut best: Option<(usize, u128, u128)> = None;
    for (i, v) in open {
        let (n, size) = (u128::from(number(*v)), u128::from(store.vars.size(*v)));
        if best.is_none_or(|(_, most, over)| n * over > most * size) {
            best = Some((i, n, size));
        }
    }
    best.map(|(i, _, _)| i)
}

/// The first variable with the highest score.
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

/// The difference between the two least values; without a least value `None`, which is less than all others.
fn regret(store: &Store, v: VarId) -> Option<Int> {
    let least = first_value(store, v, Order::Up)?;
    let second = next_value(store, v, &least, Order::Up)?;
    Some(&second - &least)
}

/// The branches on a variable; `None` if its domain is infinite.
#[inline]
pub(crate) fn choose(
    store: &Store,
    v: VarId,
    by: Strategy,
    random: &mut SplitMix64,
) -> Option<Choice> {
    // Fast path of the usual strategies, which begin at a bound.
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
                    // The upper branch must not be empty.
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

/// The median, the middle, or a random value of a finite domain.
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

/// Value number `n`, from 0, of a finite set.
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

/// The value to try first; `None` if the domain is infinite on that side.
pub(crate) fn first_value(store: &Store, v: VarId, order: Order) -> Option<Int> {
    let end = match order {
        Order::Down => store.vars.max(v),
        Order::Up | Order::Median | Order::Middle | Order::Random => store.vars.min(v),
    };
    end.finite().cloned()
}

/// The value to try after `last`, which may not be in the domain: the next one down, or else up.
pub(crate) fn next_value(store: &Store, v: VarId, last: &Int, order: Order) -> Option<Int> {
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
    use crate::fd::search::impacts::Impacts;

    #[test]
    fn selection() {
        let mut s = Store::new();
        let mut var = |low, high| s.new_var(Domain::range(low, high)).unwrap();
        let vars = [var(4, 4), var(3, 9), var(1, 5), var(2, 6), var(0, 12)];
        let (impacts, mut random) = (Impacts::default(), SplitMix64::new(1));
        for (by, at) in [
            (Select::Leftmost, 1),
            (Select::FirstFail, 2),
            (Select::MostConstrained, 2),
            (Select::Min, 4),
            (Select::Max, 4),
            (Select::AntiFirstFail, 4),
            (Select::Occurrence, 1),
            (Select::MaxRegret, 1),
            (Select::DomDeg, 1),
            (Select::DomWDeg, 2),
            (Select::FailureCount, 1),
            (Select::Impact, 2),
        ] {
            let found = select(&s, &vars, 0, by, &impacts, &mut random);
            assert_eq!(found, Some(at), "{by:?}");
        }
        let none = select(&s, &vars[..1], 0, Select::FirstFail, &impacts, &mut random);
        assert_eq!(none, None);
        let any = select(&s, &vars, 0, Select::Random, &impacts, &mut random);
        assert!(any.is_some_and(|i| i > 0));
        let gap = s.new_var(Domain::range(0, 0).union(&Domain::range(5, 6)));
        let vars = [vars[1], gap.unwrap()];
        assert_eq!(
            select(&s, &vars, 0, Select::MaxRegret, &impacts, &mut random),
            Some(1)
        );
    }

    #[test]
    fn strategies_have_numbers() {
        let mut n = 0;
        while let Some(s) = Strategy::from_number(n) {
            assert_eq!(s.number(), n);
            n += 1;
        }
        let all = Select::ALL.len() * Order::ALL.len() * Branch::ALL.len() * 2;
        assert_eq!(n, all);
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
