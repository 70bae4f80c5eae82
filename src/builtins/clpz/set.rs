//! Domains as terms: `L..H`, `D1\/D2`, integers, `{I,…}`, and back.

use super::names::{Names, Symbol};
use super::variable::integer;
use super::{Step, Stop, Vm};
use crate::base::atom::Atom;
use crate::fd::bound::{Bound, Interval};
use crate::fd::domain::Domain;
use crate::machine::{Ball, Cell};

/// The set that a domain term describes.
pub(super) fn read(vm: &mut Vm, term: Cell) -> Step<Domain> {
    let names = Names::of(vm);
    let mut parts: Vec<Interval> = Vec::new();
    let mut tasks = vec![term];
    let mut steps = 0u32;
    while let Some(t) = tasks.pop() {
        let t = vm.heap.deref(t);
        steps += 1;
        if t.is_ref() {
            return Err(Stop::Ball(vm.instantiation_error()));
        }
        if steps.is_multiple_of(100_000) && !vm.is_acyclic(t) {
            return Err(Stop::Ball(not_a_domain(vm, term)));
        }
        if let Some(i) = integer(vm, t) {
            parts.push((Bound::Fin(i.clone()), Bound::Fin(i)));
            continue;
        }
        if !t.is_structure() {
            return Err(Stop::Ball(not_a_domain(vm, term)));
        }
        let f = vm.heap.functor_of(t).0;
        let argument = |i: u64| vm.heap.get(t.addr() + 8 * i);
        match names.symbol(f) {
            Some(Symbol::Union) => {
                tasks.push(argument(2));
                tasks.push(argument(1));
            }
            Some(Symbol::Range) => {
                let (low, high) = (argument(1), argument(2));
                let low = end(vm, &names, low, names.inf, Bound::Inf)?;
                let high = end(vm, &names, high, names.sup, Bound::Sup)?;
                match (low, high) {
                    (Some(low), Some(high)) => parts.push((low, high)),
                    _ => return Err(Stop::Ball(not_a_domain(vm, term))),
                }
            }
            Some(Symbol::Braces) => {
                let mut elements = vec![argument(1)];
                while let Some(e) = elements.pop() {
                    let e = vm.heap.deref(e);
                    if e.is_ref() {
                        return Err(Stop::Ball(vm.instantiation_error()));
                    }
                    if let Some(i) = integer(vm, e) {
                        parts.push((Bound::Fin(i.clone()), Bound::Fin(i)));
                    } else if e.is_structure()
                        && names.symbol(vm.heap.functor_of(e).0) == Some(Symbol::Comma)
                    {
                        elements.push(vm.heap.get(e.addr() + 16));
                        elements.push(vm.heap.get(e.addr() + 8));
                    } else {
                        return Err(Stop::Ball(not_a_domain(vm, term)));
                    }
                    steps += 1;
                    if steps.is_multiple_of(100_000) && !vm.is_acyclic(term) {
                        return Err(Stop::Ball(not_a_domain(vm, term)));
                    }
                }
            }
            _ => return Err(Stop::Ball(not_a_domain(vm, term))),
        }
    }
    Ok(Domain::from_parts(parts))
}

/// One end of `L..H`; `None` if it is neither an integer nor the infinity of its side.
fn end(vm: &mut Vm, _: &Names, c: Cell, infinity: Atom, bound: Bound) -> Step<Option<Bound>> {
    let c = vm.heap.deref(c);
    if c.is_ref() {
        return Err(Stop::Ball(vm.instantiation_error()));
    }
    Ok(match integer(vm, c) {
        Some(i) => Some(Bound::Fin(i)),
        None if c == Cell::atom(infinity) => Some(bound),
        None => None,
    })
}

fn not_a_domain(vm: &mut Vm, t: Cell) -> Ball {
    vm.domain_error("clpz_domain", t)
}

/// A bound as a term.
pub(super) fn bound(vm: &mut Vm, b: &Bound) -> Cell {
    match b {
        Bound::Inf => Cell::atom(Names::of(vm).inf),
        Bound::Sup => Cell::atom(Names::of(vm).sup),
        Bound::Fin(i) => vm.int_cell(i),
    }
}

/// A domain as a term: `1..0` if it is empty.
pub(super) fn term(vm: &mut Vm, d: &Domain) -> Cell {
    let dots = vm.functors.intern(crate::base::atom::atoms::DOTDOT, 2);
    let or = vm.functors.intern(crate::base::atom::atoms::BIT_OR, 2);
    let mut whole: Option<Cell> = None;
    for (low, high) in d.parts() {
        let l = bound(vm, low);
        let part = if low == high && d.parts().len() > 1 {
            l
        } else {
            let h = bound(vm, high);
            vm.heap.structure(dots, &[l, h])
        };
        whole = Some(match whole {
            Some(w) => vm.heap.structure(or, &[w, part]),
            None => part,
        });
    }
    whole.unwrap_or_else(|| vm.heap.structure(dots, &[Cell::int(1), Cell::int(0)]))
}
