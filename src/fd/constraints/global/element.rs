//! `element`: the value at an index of a list. Domain consistent in index and value; the elements are only narrowed
//! when the index is fixed.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constrain, Constraint, ConstraintTerm, Rel};
use crate::fd::constraints::prop::Store;
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::bound::Interval;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::domain_ops::Narrowed;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Propagated, Status};
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};

/// An element of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Item {
    /// An integer.
    Int(Int),
    /// A variable.
    Var(VarId),
}

/// The goal that stated the constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ElementForm {
    /// `element(Index, List, Value)`, counting from one.
    Element,
    /// `if_then_else(If, Then, Else, Value)`: the list is else and then, counting from zero.
    IfThenElse,
}

/// `items[index] = value`
#[derive(Debug)]
pub(crate) struct Element {
    form: ElementForm,
    index: VarId,
    items: Box<[Item]>,
    value: VarId,
    /// True if a variable occurs more than once, so that one run may not be enough.
    repeated: bool,
}

/// Widest domain of values that is looked at value by value.
const DENSE: i64 = 4096;
/// The greatest number of values that are removed one at a time: each removal takes time in the number of holes.
const FEW: usize = 64;

impl Element {
    pub(crate) fn new(form: ElementForm, index: VarId, items: Vec<Item>, value: VarId) -> Element {
        let mut all: Vec<VarId> = vec![index, value];
        all.extend(items.iter().filter_map(|i| match i {
            Item::Var(x) => Some(*x),
            Item::Int(_) => None,
        }));
        let n = all.len();
        all.sort_unstable();
        all.dedup();
        Element {
            form,
            index,
            items: items.into(),
            value,
            repeated: all.len() < n,
        }
    }

    fn base(&self) -> i64 {
        match self.form {
            ElementForm::Element => 1,
            ElementForm::IfThenElse => 0,
        }
    }

    /// Returns true if the item can be the value.
    fn fits(&self, vars: &Vars, item: &Item) -> bool {
        match item {
            Item::Int(i) => vars.contains_int(self.value, i),
            Item::Var(x) => *x == self.value || overlap(vars, *x, self.value),
        }
    }

    /// Keeps the values that an element at a possible index has.
    fn narrow_value(&self, vars: &mut Vars) -> Narrowed {
        let Some((low, high)) = vars.span(self.value).filter(|(a, b)| b - a < DENSE) else {
            return self.narrow_wide_value(vars);
        };
        let mut can = vec![false; (high - low) as usize + 1];
        let mut missing = vars.size(self.value);
        let mut next = vars.next_value(self.index, i64::MIN);
        while let Some(i) = next {
            let at = (i - self.base()) as usize;
            vars.worked(16)?;
            let mut support = |value: i64| {
                let seen = &mut can[(value - low) as usize];
                if !*seen && vars.contains(self.value, value) {
                    *seen = true;
                    missing -= 1;
                }
            };
            match &self.items[at] {
                Item::Int(Int::Small(value)) if *value >= low && *value <= high => support(*value),
                Item::Int(_) => {}
                Item::Var(x) => {
                    let mut value = next_in(vars, *x, low);
                    while let Some(v) = value.filter(|v| *v <= high) {
                        support(v);
                        value = next_in(vars, *x, v + 1);
                    }
                }
            }
            if missing == 0 {
                return Ok(());
            }
            next = vars.next_value(self.index, i + 1);
        }
        for (i, can) in can.iter().enumerate() {
            if !can {
                vars.remove(self.value, low + i as i64)?;
            }
        }
        Ok(())
    }

    /// There is no element at the index, or it is not the value.
    fn differ(&self, vars: &mut Vars) -> Propagated {
        let before = vars.prunings;
        let value = vars.value(self.value);
        let mut unfit: Vec<i64> = Vec::new();
        // The number of elements that are left, and their common value.
        let (mut count, mut all) = (0, None);
        for (i, item) in self.items.iter().enumerate() {
            let at = i as i64 + self.base();
            if !vars.contains(self.index, at) {
                continue;
            }
            let known = match item {
                Item::Int(i) => Some(i.clone()),
                Item::Var(x) => vars.value(*x),
            };
            if *item == Item::Var(self.value) || (known.is_some() && known == value) {
                unfit.push(at);
                continue;
            }
            count += 1;
            all = if count == 1 || all == known {
                known
            } else {
                None
            };
        }
        remove_all(vars, self.index, &unfit)?;
        if vars.size(self.index) == count
            && let Some(i) = all
        {
            vars.remove_int(self.value, &i)?;
            return Ok(Status::Subsumed);
        }
        if let Some(i) = vars.word(self.index) {
            let place = usize::try_from(i - self.base()).ok();
            if let Some(Item::Var(x)) = place.and_then(|i| self.items.get(i)) {
                vars.request(Constraint::linear(&[(1, *x), (-1, self.value)], Rel::Ne, 0));
            }
            return Ok(Status::Subsumed);
        }
        Ok(Status::since(vars, before))
    }

    fn narrow_wide_value(&self, vars: &mut Vars) -> Narrowed {
        let mut parts: Vec<Interval> = Vec::new();
        let mut next = vars.next_value(self.index, i64::MIN);
        while let Some(i) = next {
            match &self.items[(i - self.base()) as usize] {
                Item::Int(i) => parts.push((Bound::Fin(i.clone()), Bound::Fin(i.clone()))),
                Item::Var(x) if vars.is_interval(*x) => parts.push(vars.bounds(*x)),
                Item::Var(x) => parts.extend_from_slice(vars.domain(*x).parts()),
            }
            next = vars.next_value(self.index, i + 1);
        }
        vars.restrict(self.value, &Domain::from_parts(parts))
    }
}

/// Removes values, which ascend.
fn remove_all(vars: &mut Vars, x: VarId, values: &[i64]) -> Narrowed {
    if values.len() <= FEW {
        return values.iter().try_for_each(|i| vars.remove(x, *i));
    }
    let one = |i: &i64| (Bound::Fin(Int::Small(*i)), Bound::Fin(Int::Small(*i)));
    let removed = Domain::from_parts(values.iter().map(one).collect());
    vars.restrict(x, &removed.complement())
}

/// The least value of a domain at or above `from`; the domain may be infinite.
fn next_in(vars: &Vars, x: VarId, from: i64) -> Option<i64> {
    if vars.span(x).is_some() {
        return vars.next_value(x, from);
    }
    let d = vars.domain(x);
    d.parts().iter().find_map(|(a, b)| {
        let above = match b {
            Bound::Fin(Int::Small(b)) => *b >= from,
            Bound::Fin(b) => b.signum() > 0,
            Bound::Inf => false,
            Bound::Sup => true,
        };
        match a {
            _ if !above => None,
            Bound::Fin(Int::Small(a)) => Some((*a).max(from)),
            Bound::Fin(a) if a.signum() > 0 => None,
            Bound::Fin(_) | Bound::Inf => Some(from),
            Bound::Sup => None,
        }
    })
}

/// Returns true if two domains have a value in common.
pub(crate) fn overlap(vars: &Vars, x: VarId, y: VarId) -> bool {
    let (Some((a, b)), Some((c, d))) = (vars.span(x), vars.span(y)) else {
        return !vars.domain(x).intersection(&vars.domain(y)).is_empty();
    };
    let (low, high) = (a.max(c), b.min(d));
    let mut from = low;
    while from <= high {
        let Some(i) = vars.next_value(x, from).filter(|i| *i <= high) else {
            return false;
        };
        match vars.next_value(y, i) {
            Some(j) if j == i => return true,
            Some(j) => from = j,
            None => return false,
        }
    }
    false
}

impl Constrain for Element {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        let index = f(self.index);
        let items: Vec<Item> = self
            .items
            .iter()
            .map(|i| match i {
                Item::Int(i) => Item::Int(i.clone()),
                Item::Var(x) => Item::Var(f(*x)),
            })
            .collect();
        let value = f(self.value);
        Constraint::other(Element::new(self.form, index, items, value))
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        let place = &at(self.index) - &Int::Small(self.base());
        let Some(place) = place.to_i64().and_then(|i| usize::try_from(i).ok()) else {
            return false;
        };
        match self.items.get(place) {
            Some(Item::Int(i)) => *i == at(self.value),
            Some(Item::Var(x)) => at(*x) == at(self.value),
            None => false,
        }
    }

    fn show(&self) -> ConstraintTerm {
        let mut items = self.items.iter().map(|i| match i {
            Item::Int(i) => ConstraintTerm::Int(i.clone()),
            Item::Var(x) => ConstraintTerm::Var(*x),
        });
        let (index, value) = (
            ConstraintTerm::Var(self.index),
            ConstraintTerm::Var(self.value),
        );
        match self.form {
            ElementForm::Element => ConstraintTerm::call(
                "element",
                vec![index, ConstraintTerm::List(items.collect()), value],
            ),
            ElementForm::IfThenElse => {
                let mut args: Vec<ConstraintTerm> = items.by_ref().rev().collect();
                args.insert(0, index);
                args.push(value);
                ConstraintTerm::call("if_then_else", args)
            }
        }
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        on(self.index, PropCond::Domain);
        for i in &self.items {
            if let Item::Var(x) = i {
                on(*x, PropCond::Domain);
            }
        }
        on(self.value, PropCond::Domain);
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let before = vars.prunings;
        let base = self.base();
        vars.remove_below(self.index, base)?;
        vars.remove_above(self.index, base + self.items.len() as i64 - 1)?;
        let mut unfit: Vec<i64> = Vec::new();
        let mut next = vars.next_value(self.index, i64::MIN);
        while let Some(i) = next {
            let item = &self.items[(i - base) as usize];
            vars.worked(4)?;
            let fits = if self.index == self.value {
                match item {
                    Item::Int(value) => *value == Int::Small(i),
                    Item::Var(x) => vars.contains(*x, i),
                }
            } else {
                self.fits(vars, item)
            };
            if !fits {
                unfit.push(i);
            }
            next = vars.next_value(self.index, i + 1);
        }
        remove_all(vars, self.index, &unfit)?;
        if let Some(i) = vars.word(self.index) {
            return match &self.items[(i - base) as usize] {
                Item::Int(i) => vars.fix_int(self.value, i).map(|()| Status::Subsumed),
                Item::Var(x) if *x == self.value => Ok(Status::Subsumed),
                Item::Var(x) => {
                    vars.request(Constraint::linear(&[(1, *x), (-1, self.value)], Rel::Eq, 0));
                    Ok(Status::Subsumed)
                }
            };
        }
        self.narrow_value(vars)?;
        Ok(if self.repeated && vars.prunings != before {
            Status::NoFix
        } else {
            Status::Fix
        })
    }

    fn decided(&self, vars: &Vars) -> Option<bool> {
        let n = self.items.len() as i64;
        let places = (0..n).filter(|i| vars.contains(self.index, self.base() + i));
        let mut items = places.map(|i| &self.items[i as usize]).peekable();
        if items.peek().is_none() {
            return Some(false);
        }
        let (mut some, mut count, mut same) = (false, 0, true);
        let value = vars.value(self.value);
        for item in items {
            count += 1;
            some |= self.fits(vars, item);
            same &= value.is_some()
                && match item {
                    Item::Int(i) => Some(i) == value.as_ref(),
                    Item::Var(x) => vars.value(*x) == value,
                };
        }
        if !some {
            return Some(false);
        }
        (same && vars.size(self.index) == count).then_some(true)
    }

    fn refute(&self, vars: &mut Vars) -> Option<Propagated> {
        Some(self.differ(vars))
    }

    fn post(&self, s: &mut Store) -> Result<(), Inconsistent> {
        let high = self.base() + self.items.len() as i64 - 1;
        s.vars.remove_below(self.index, self.base())?;
        s.vars.remove_above(self.index, high)?;
        self.post_itself(s)
    }
}

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "element",
    arity: 4,
    samples: |v| {
        let int = |i: i64| Item::Int(Int::Small(i));
        let of = |index, items, value| {
            Constraint::other(Element::new(ElementForm::Element, index, items, value))
        };
        let (x, y) = (Item::Var(v[1]), Item::Var(v[2]));
        let items = vec![x.clone(), y.clone(), x.clone()];
        vec![
            of(v[0], items.clone(), v[3]),
            of(v[0], vec![int(2), int(-1), int(2), y.clone()], v[3]),
            of(v[0], vec![int(0), Item::Var(v[0]), int(2)], v[1]),
            of(v[0], vec![int(1), int(2)], v[0]),
            of(v[0], vec![x.clone(), y.clone()], v[1]),
            of(v[0], Vec::new(), v[1]),
            Constraint::other(Element::new(
                ElementForm::IfThenElse,
                v[0],
                vec![x, y.clone()],
                v[3],
            )),
            Constraint::reified(v[3], of(v[0], items, v[2])),
            Constraint::reified(v[3], of(v[0], vec![int(1), int(1), int(2)], v[1])),
            Constraint::reified(v[1], of(v[0], vec![y.clone(), int(0)], v[0])),
        ]
    },
};
