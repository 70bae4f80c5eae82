//! Domains as terms: `L..H`, `D1\/D2`, `D1/\D2`, `\D`, integers, `{I,…}`, and back.

use super::names::{Function, Names, Symbol};
use super::variable::{integer, integer_or_variable, store};
use super::{Res, Step, Stop, Vm, inspect, post};
use crate::base::atom::{Atom, atoms};
use crate::fd::constraints::global::bits::Op;
use crate::fd::kernel::bound::{Bound, Interval};
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::var::{INF, LIMIT, SUP};
use crate::machine::{Ball, Cell};

/// How deep complements and intersections may be nested.
const DEEPEST: u32 = 1_000;

/// The set that a domain term describes.
pub(super) fn read(vm: &mut Vm, term: Cell) -> Step<Domain> {
    read_within(vm, term, term, 0)
}

/// The set that a part of a domain term describes, so deep inside.
fn read_within(vm: &mut Vm, term: Cell, part: Cell, depth: u32) -> Step<Domain> {
    if depth > DEEPEST {
        return Err(Stop::Ball(not_a_domain(vm, term)));
    }
    let names = Names::of(vm);
    let mut parts: Vec<Interval> = Vec::new();
    let mut tasks = vec![part];
    let mut steps = 0u32;
    while let Some(t) = tasks.pop() {
        let t = vm.heap.deref(t);
        steps += 1;
        if t.is_ref() {
            return Err(Stop::Ball(vm.instantiation_error()));
        }
        if steps.is_multiple_of(100_000) && !vm.is_acyclic(part) {
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
            Some(Symbol::Complement) => {
                let d = read_within(vm, term, argument(1), depth + 1)?;
                parts.extend_from_slice(d.complement().parts());
            }
            Some(Symbol::Function(Function::Bits(Op::And))) => {
                let (x, y) = (argument(1), argument(2));
                let d = read_within(vm, term, x, depth + 1)?;
                let e = read_within(vm, term, y, depth + 1)?;
                parts.extend_from_slice(d.intersection(&e).parts());
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

/// The words of a term `L..H` whose ends are small integers, `inf` or `sup`, the lower one first.
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

// Sets as lists of intervals `[Min|Max]`.

/// A set as a term.
pub(super) fn list(vm: &mut Vm, d: &Domain) -> Cell {
    let mut items = Vec::with_capacity(d.parts().len());
    for (low, high) in d.parts() {
        let (low, high) = (bound(vm, low), bound(vm, high));
        items.push(vm.heap.list(&[low], high));
    }
    vm.heap.list(&items, Cell::NIL)
}

/// The set that a term is; `None` if it is none.
fn parse(vm: &mut Vm, term: Cell) -> Step<Option<Domain>> {
    let names = Names::of(vm);
    let mut parts: Vec<Interval> = Vec::new();
    for part in post::elements(vm, term)? {
        if part.is_ref() {
            return Err(Stop::Ball(vm.instantiation_error()));
        }
        if !part.is_list() {
            return Ok(None);
        }
        let (low, high) = (vm.heap.get(part.addr()), vm.heap.get(part.addr() + 8));
        let low = end(vm, &names, low, names.inf, Bound::Inf)?;
        let high = end(vm, &names, high, names.sup, Bound::Sup)?;
        let (Some(low), Some(high)) = (low, high) else {
            return Ok(None);
        };
        let after_gap = |p: &Interval| p.1.plus(&crate::base::int::Int::ONE) < low;
        if low > high
            || parts
                .last()
                .is_some_and(|p| p.1 == Bound::Sup || !after_gap(p))
        {
            return Ok(None);
        }
        parts.push((low, high));
    }
    Ok(Some(Domain::from_parts(parts)))
}

/// The set that a term is.
fn given(vm: &mut Vm, term: Cell) -> Step<Domain> {
    let ty = vm.atoms.intern("fdset");
    let term = vm.heap.deref(term);
    if !term.is_ref() && !term.is_list() && term != Cell::NIL {
        return Err(Stop::Ball(vm.type_error(ty, term)));
    }
    match parse(vm, term)? {
        Some(d) => Ok(d),
        None => Err(Stop::Ball(vm.type_error(ty, term))),
    }
}

/// Unifies an argument with what was found.
fn found(vm: &mut Vm, to: usize, name: (&str, u32), f: impl FnOnce(&mut Vm) -> Step<Cell>) -> Res {
    match f(vm) {
        Ok(c) => Ok(vm.unify(vm.x(to), c)),
        Err(Stop::Fail) => Ok(false),
        Err(Stop::Ball(ball)) => {
            let (name, arity) = (vm.atoms.intern(name.0), name.1);
            Err(vm.close_ball(ball, name, arity))
        }
    }
}

/// `'$fdset_is'(@Term)`
pub(super) fn is_set(vm: &mut Vm) -> Res {
    let term = vm.x(0);
    Ok(given(vm, term).is_ok())
}

/// `'$fdset_check'(+Set, +Context)`: it is a set.
pub(super) fn check(vm: &mut Vm) -> Res {
    let at = vm.heap.args_at(vm.x(1));
    let (name, arity) = (
        vm.heap.deref(vm.heap.get(at)),
        vm.heap.deref(vm.heap.get(at + 8)),
    );
    let term = vm.x(0);
    match given(vm, term) {
        Ok(_) => Ok(true),
        Err(Stop::Fail) => Ok(false),
        Err(Stop::Ball(ball)) => Err(vm.close_ball(ball, name.as_atom(), arity.as_int() as u32)),
    }
}

/// `'$fd_in_set'(?X, +Set)`
pub(super) fn member(vm: &mut Vm) -> Res {
    super::variable::change(vm, ("in_set", 2), |vm| {
        let d = given(vm, vm.x(1))?;
        let v = integer_or_variable(vm, vm.x(0))?;
        Ok(store(vm).restrict(v, &d)?)
    })
}

/// `'$fd_set'(?X, -Set)`
pub(super) fn of_variable(vm: &mut Vm) -> Res {
    found(vm, 1, ("fd_set", 2), |vm| {
        let d = inspect::domain(vm, vm.x(0))?;
        Ok(list(vm, &d))
    })
}

/// `'$fdset_range'(+Min, +Max, -Set)`
pub(super) fn of_bounds(vm: &mut Vm) -> Res {
    found(vm, 2, ("fdset_interval", 3), |vm| {
        let names = Names::of(vm);
        let mut ends = Vec::new();
        for i in 0..2 {
            let c = vm.x(i);
            let mut b = end(vm, &names, c, names.inf, Bound::Inf)?;
            if b.is_none() {
                b = end(vm, &names, c, names.sup, Bound::Sup)?;
            }
            match b {
                Some(b) => ends.push(b),
                None => return Err(Stop::Ball(vm.type_error(atoms::INTEGER, c))),
            }
        }
        let d = match (ends.first(), ends.last()) {
            (Some(low), Some(high)) => Domain::interval(low.clone(), high.clone()),
            _ => Domain::empty(),
        };
        Ok(list(vm, &d))
    })
}

/// `'$fdset_of_range'(+Range, -Set)`
pub(super) fn of_range(vm: &mut Vm) -> Res {
    found(vm, 1, ("range_to_fdset", 2), |vm| {
        let d = read(vm, vm.x(0))?;
        Ok(list(vm, &d))
    })
}

/// `'$fdset_to_range'(+Set, -Range)`
pub(super) fn to_range(vm: &mut Vm) -> Res {
    found(vm, 1, ("fdset_to_range", 2), |vm| {
        let d = given(vm, vm.x(0))?;
        Ok(term(vm, &d))
    })
}

/// `'$fdset_of_list'(+Integers, -Set)`
pub(super) fn of_list(vm: &mut Vm) -> Res {
    found(vm, 1, ("list_to_fdset", 2), |vm| {
        let mut parts = Vec::new();
        for c in post::elements(vm, vm.x(0))? {
            if c.is_ref() {
                return Err(Stop::Ball(vm.instantiation_error()));
            }
            let Some(i) = integer(vm, c) else {
                return Err(Stop::Ball(vm.type_error(atoms::INTEGER, c)));
            };
            parts.push((Bound::Fin(i.clone()), Bound::Fin(i)));
        }
        let d = Domain::from_parts(parts);
        Ok(list(vm, &d))
    })
}

/// `'$fdset_to_list'(+Set, -Integers)`: fails for an infinite set.
pub(super) fn to_list(vm: &mut Vm) -> Res {
    found(vm, 1, ("fdset_to_list", 2), |vm| {
        let d = given(vm, vm.x(0))?;
        if d.size().is_none() {
            return Err(Stop::Fail);
        }
        // As many as fit the heap's limit.
        let most = (vm.limits().heap_bytes / 16) as usize;
        let Some(values) = d.values(most) else {
            return Err(Stop::Ball(vm.resource_error(atoms::MEMORY)));
        };
        let items: Vec<Cell> = values.iter().map(|i| vm.int_cell(i)).collect();
        Ok(vm.heap.list(&items, Cell::NIL))
    })
}

/// `'$fdset_size'(+Set, -Size)`
pub(super) fn size(vm: &mut Vm) -> Res {
    found(vm, 1, ("fdset_size", 2), |vm| {
        let d = given(vm, vm.x(0))?;
        let size = d.size().map_or(Bound::Sup, Bound::Fin);
        Ok(bound(vm, &size))
    })
}

/// `'$fdset_op'(+Op, +A, +B, -C)`
pub(super) fn combine(vm: &mut Vm) -> Res {
    let op = vm.atoms.text(vm.x(0).as_atom()).to_string();
    let name = format!("fdset_{op}");
    found(vm, 3, (&name, 3), |vm| {
        let a = given(vm, vm.x(1))?;
        let b = given(vm, vm.x(2))?;
        let c = match &*op {
            "union" => a.union(&b),
            "intersection" => a.intersection(&b),
            _ => a.difference(&b),
        };
        Ok(list(vm, &c))
    })
}
