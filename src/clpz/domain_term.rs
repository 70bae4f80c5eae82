//! Domains as terms: `L..H`, `D1\/D2`, `D1/\D2`, `\D`, integers, `{I,…}`, and back.

use super::attvar_link::integer;
use super::functions::NonlinearFunction;
use super::memory_checks::check_walk;
use super::post_result::{PostError, PostResult};
use super::symbols::{Symbol, Symbols};
use crate::base::atom::{Atom, atoms};
use crate::fd::constraints::global::bits::BitFunction;
use crate::fd::kernel::bound::{Bound, Interval};
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::var::{INF, LIMIT, SUP};
use crate::machine::{Ball, Cell};
use crate::system::Vm;

/// The deepest nesting of complements and intersections.
const DEEPEST: u32 = 1_000;

/// The set that a domain term describes.
pub(super) fn read(vm: &mut Vm, term: Cell) -> PostResult<Domain> {
    read_within(vm, term, term, 0)
}

/// The set that a part of a domain term describes. `depth` counts the complements and intersections around
/// the part.
fn read_within(vm: &mut Vm, term: Cell, part: Cell, depth: u32) -> PostResult<Domain> {
    if depth > DEEPEST {
        return Err(PostError::Ball(not_a_domain(vm, term)));
    }
    let names = Symbols::of(vm);
    let mut parts: Vec<Interval> = Vec::new();
    let mut tasks = vec![part];
    let mut steps = 0u32;
    while let Some(t) = tasks.pop() {
        let t = vm.heap.deref(t);
        steps += 1;
        if t.is_ref() {
            return Err(PostError::Ball(vm.instantiation_error()));
        }
        let bytes = size_of_val(&*parts);
        check_walk(vm, steps, part, bytes, |vm| not_a_domain(vm, term))?;
        if let Some(i) = integer(vm, t) {
            parts.push((Bound::Fin(i.clone()), Bound::Fin(i)));
            continue;
        }
        if !t.is_structure() {
            return Err(PostError::Ball(not_a_domain(vm, term)));
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
                let low = end(vm, low, names.inf, Bound::Inf)?;
                let high = end(vm, high, names.sup, Bound::Sup)?;
                match (low, high) {
                    (Some(low), Some(high)) => parts.push((low, high)),
                    _ => return Err(PostError::Ball(not_a_domain(vm, term))),
                }
            }
            Some(Symbol::Complement) => {
                let d = read_within(vm, term, argument(1), depth + 1)?;
                parts.extend_from_slice(d.complement().parts());
            }
            Some(Symbol::Function(NonlinearFunction::Bits(BitFunction::And))) => {
                let (x, y) = (argument(1), argument(2));
                let d = read_within(vm, term, x, depth + 1)?;
                let e = read_within(vm, term, y, depth + 1)?;
                parts.extend_from_slice(d.intersection(&e).parts());
            }
            Some(Symbol::Braces) => read_braces(vm, term, argument(1), &mut parts)?,
            _ => return Err(PostError::Ball(not_a_domain(vm, term))),
        }
    }
    Ok(Domain::from_parts(parts))
}

/// Adds the integers of `{I,…}` to the parts of the domain `term`.
fn read_braces(
    vm: &mut Vm,
    term: Cell,
    elements: Cell,
    parts: &mut Vec<Interval>,
) -> PostResult<()> {
    let names = Symbols::of(vm);
    let mut todo = vec![elements];
    let mut steps = 0u32;
    while let Some(e) = todo.pop() {
        let e = vm.heap.deref(e);
        if e.is_ref() {
            return Err(PostError::Ball(vm.instantiation_error()));
        }
        if let Some(i) = integer(vm, e) {
            parts.push((Bound::Fin(i.clone()), Bound::Fin(i)));
        } else if e.is_structure() && names.symbol(vm.heap.functor_of(e).0) == Some(Symbol::Comma) {
            todo.push(vm.heap.get(e.addr() + 16));
            todo.push(vm.heap.get(e.addr() + 8));
        } else {
            return Err(PostError::Ball(not_a_domain(vm, term)));
        }
        steps += 1;
        let bytes = size_of_val(&**parts);
        check_walk(vm, steps, term, bytes, |vm| not_a_domain(vm, term))?;
    }
    Ok(())
}

/// The machine words of a term `L..H` whose ends are small integers, `inf` or `sup`, the lower one first.
pub(super) fn words(vm: &Vm, term: Cell) -> Option<(i64, i64)> {
    let t = vm.heap.deref(term);
    let names = vm.ext.clpz.names.as_ref()?;
    if !t.is_structure() || names.symbol(vm.heap.functor_of(t).0) != Some(Symbol::Range) {
        return None;
    }
    let end = |at: u64, infinity: Atom, word: i64| {
        let c = vm.heap.deref(vm.heap.get(t.addr() + at));
        if c.is_int() {
            return Some(c.as_int()).filter(|i| i.unsigned_abs() < LIMIT as u64);
        }
        (c == Cell::atom(infinity)).then_some(word)
    };
    let (low, high) = (end(8, names.inf, INF)?, end(16, names.sup, SUP)?);
    (low <= high).then_some((low, high))
}

/// One end of `L..H`; `None` if it is neither an integer nor the infinity of its side.
pub(super) fn end(vm: &mut Vm, c: Cell, infinity: Atom, bound: Bound) -> PostResult<Option<Bound>> {
    let c = vm.heap.deref(c);
    if c.is_ref() {
        return Err(PostError::Ball(vm.instantiation_error()));
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
        Bound::Inf => Cell::atom(Symbols::of(vm).inf),
        Bound::Sup => Cell::atom(Symbols::of(vm).sup),
        Bound::Fin(i) => vm.int_cell(i),
    }
}

/// A domain as a term: `1..0` if it is empty.
pub(super) fn term(vm: &mut Vm, d: &Domain) -> Cell {
    let dots = vm.functors.intern(atoms::DOTDOT, 2);
    let or = vm.functors.intern(atoms::BIT_OR, 2);
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
