//! Choosing in labeling: which variable, which value, which split. Pure functions over a store;
//! who branches on them is up to the caller. Knows no search.

use super::bound::Bound;
use super::round::floor_div;
use super::store::Store;
use super::var::VarId;
use crate::base::int::Int;

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
}

/// Which values come first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// Ascending.
    #[default]
    Up,
    /// Descending.
    Down,
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
}

/// The index of the variable to branch on; `None` when all are fixed.
pub fn select(store: &Store, vars: &[VarId], by: Select) -> Option<usize> {
    let open = vars
        .iter()
        .enumerate()
        .filter(|(_, v)| !store.vars.is_fixed(**v));
    match by {
        Select::Leftmost => open.map(|(i, _)| i).next(),
        Select::FirstFail => {
            let mut best: Option<(usize, u64)> = None;
            for (i, v) in open {
                let size = store.vars.size(*v);
                if best.is_none_or(|(_, least)| size < least) {
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
        Select::Min => {
            let mut best: Option<(usize, Bound)> = None;
            for (i, v) in open {
                let min = store.vars.min(*v);
                if best.as_ref().is_none_or(|(_, least)| min < *least) {
                    best = Some((i, min));
                }
            }
            best.map(|(i, _)| i)
        }
        Select::Max => {
            let mut best: Option<(usize, Bound)> = None;
            for (i, v) in open {
                let max = store.vars.max(*v);
                if best.as_ref().is_none_or(|(_, most)| max > *most) {
                    best = Some((i, max));
                }
            }
            best.map(|(i, _)| i)
        }
    }
}

/// The value to try first; `None` when the domain has no end on that side.
pub fn first_value(store: &Store, v: VarId, order: Order) -> Option<Int> {
    let end = match order {
        Order::Up => store.vars.min(v),
        Order::Down => store.vars.max(v),
    };
    end.finite().cloned()
}

/// The value to try after `last`, which may have left the domain.
pub fn next_value(store: &Store, v: VarId, last: &Int, order: Order) -> Option<Int> {
    if let (Order::Up, Int::Small(i), Some(_)) = (order, last, store.vars.span(v)) {
        return store.vars.next_value(v, i + 1).map(Int::Small);
    }
    let d = store.vars.domain(v);
    match order {
        Order::Up => {
            let next = Bound::Fin(last + &Int::ONE);
            let part = d.parts().iter().find(|p| p.1 >= next)?;
            part.0.clone().max(next).finite().cloned()
        }
        Order::Down => {
            let next = Bound::Fin(last - &Int::ONE);
            let part = d.parts().iter().rev().find(|p| p.0 <= next)?;
            part.1.clone().min(next).finite().cloned()
        }
    }
}

/// The middle of a finite domain, below its maximum, for splitting.
pub fn middle(store: &Store, v: VarId) -> Option<Int> {
    let (low, high) = store.vars.bounds(v);
    Some(floor_div(&(low.finite()? + high.finite()?), &Int::Small(2)))
}

#[cfg(test)]
mod tests {
    use super::{Order, Select, first_value, middle, next_value, select};
    use crate::base::int::Int;
    use crate::fd::domain::Domain;
    use crate::fd::store::Store;

    #[test]
    fn selection() {
        let mut s = Store::new();
        let mut var = |low, high| s.new_var(Domain::range(low, high)).unwrap();
        let vars = [var(4, 4), var(3, 9), var(1, 5), var(2, 6), var(0, 12)];
        for (by, at) in [
            (Select::Leftmost, 1),
            (Select::FirstFail, 2),
            (Select::MostConstrained, 2),
            (Select::Min, 4),
            (Select::Max, 4),
        ] {
            assert_eq!(select(&s, &vars, by), Some(at), "{by:?}");
        }
        assert_eq!(select(&s, &vars[..1], Select::FirstFail), None);
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
        assert_eq!(middle(&s, v), i(-1));
        let all = s.new_integer();
        assert_eq!(first_value(&s, all, Order::Down), None);
    }
}
