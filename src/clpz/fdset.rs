//! FD sets: lists of intervals `[Min|Max]`, and the builtins of `fdset_union/3` and its kin.

use super::attvar_link::{integer, integer_or_variable, store};
use super::post_result::{PostError, PostResult, succeeds_in, unify_in};
use super::propagation::change;
use super::symbols::Symbols;
use super::{domain_term, inspect, post};
use crate::base::atom::atoms;
use crate::base::int::Int;
use crate::fd::kernel::bound::{Bound, Interval};
use crate::fd::kernel::domain::Domain;
use crate::machine::Cell;
use crate::system::{BuiltinRow, Res, Vm, det};

pub(super) const ROWS: &[BuiltinRow] = &[
    det(
        "$fd_in_set",
        "?term, +term",
        "-",
        "Posts that a variable or integer is in a set.",
        member,
    ),
    det(
        "$fd_set",
        "?term, ?term",
        "-",
        "Unifies a term with the set of the values of a variable or integer.",
        of_variable,
    ),
    det(
        "$fdset_is",
        "@term",
        "-",
        "True if a term is a set.",
        is_set,
    ),
    det(
        "$fdset_check",
        "+term, +compound",
        "-",
        "Throws an error with a given context unless a term is a set.",
        check,
    ),
    det(
        "$fdset_range",
        "+term, +term, ?term",
        "-",
        "Unifies a term with the set of the integers between two bounds.",
        of_bounds,
    ),
    det(
        "$fdset_of_range",
        "+term, ?term",
        "-",
        "Unifies a term with the set that a domain describes.",
        of_range,
    ),
    det(
        "$fdset_to_range",
        "+term, ?term",
        "-",
        "Unifies a term with the domain that describes a set.",
        to_range,
    ),
    det(
        "$fdset_of_list",
        "+term, ?term",
        "-",
        "Unifies a term with the set of the integers of a list.",
        of_list,
    ),
    det(
        "$fdset_to_list",
        "+term, ?term",
        "-",
        "Unifies a term with the list of the integers of a set.",
        to_list,
    ),
    det(
        "$fdset_size",
        "+term, ?term",
        "-",
        "Unifies a term with the number of the integers of a set.",
        size,
    ),
    det(
        "$fdset_op",
        "+atom, +term, +term, ?term",
        "-",
        "Unifies a term with the union, intersection or difference of two sets.",
        combine,
    ),
];

/// A set as a term.
fn list(vm: &mut Vm, d: &Domain) -> Cell {
    let mut items = Vec::with_capacity(d.parts().len());
    for (low, high) in d.parts() {
        let (low, high) = (domain_term::bound(vm, low), domain_term::bound(vm, high));
        items.push(vm.heap.list(&[low], high));
    }
    vm.heap.list(&items, Cell::NIL)
}

/// The set that a term describes; `None` if it does not describe one.
fn parse(vm: &mut Vm, term: Cell) -> PostResult<Option<Domain>> {
    let names = Symbols::of(vm);
    let mut parts: Vec<Interval> = Vec::new();
    for part in post::elements(vm, term)? {
        if part.is_ref() {
            return Err(PostError::Ball(vm.instantiation_error()));
        }
        if !part.is_list() {
            return Ok(None);
        }
        let (low, high) = (vm.heap.get(part.addr()), vm.heap.get(part.addr() + 8));
        let low = domain_term::end(vm, low, names.inf, Bound::Inf)?;
        let high = domain_term::end(vm, high, names.sup, Bound::Sup)?;
        let (Some(low), Some(high)) = (low, high) else {
            return Ok(None);
        };
        let after_gap = |p: &Interval| p.1.plus(&Int::ONE) < low;
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

/// The set that a term describes.
///
/// # Errors
/// `type_error(fdset, Term)`, `instantiation_error`
fn given(vm: &mut Vm, term: Cell) -> PostResult<Domain> {
    let ty = vm.atoms.intern("fdset");
    let term = vm.heap.deref(term);
    if !term.is_ref() && !term.is_any_list() && term != Cell::NIL {
        return Err(PostError::Ball(vm.type_error(ty, term)));
    }
    match parse(vm, term)? {
        Some(d) => Ok(d),
        None => Err(PostError::Ball(vm.type_error(ty, term))),
    }
}

/// Unifies argument `at` with a result; a ball gets the context `name/arity`.
fn answer(
    vm: &mut Vm,
    at: usize,
    name: (&str, u32),
    f: impl FnOnce(&mut Vm) -> PostResult<Cell>,
) -> Res {
    let result = f(vm);
    unify_in(vm, at, result, name)
}

/// `'$fdset_is'(@Term)`
fn is_set(vm: &mut Vm) -> Res {
    Ok(given(vm, vm.x(0)).is_ok())
}

/// `'$fdset_check'(+Set, +Context)`: checks that a term is a set. `Context` is the indicator for errors.
fn check(vm: &mut Vm) -> Res {
    let at = vm.heap.args_at(vm.x(1));
    let name = vm.heap.deref(vm.heap.get(at)).as_atom();
    let arity = vm.heap.deref(vm.heap.get(at + 8)).as_int() as u32;
    let result = given(vm, vm.x(0)).map(|_| ());
    succeeds_in(vm, result, name, arity)
}

/// `'$fd_in_set'(?X, +Set)`
fn member(vm: &mut Vm) -> Res {
    change(vm, ("in_set", 2), |vm| {
        let d = given(vm, vm.x(1))?;
        let v = integer_or_variable(vm, vm.x(0))?;
        Ok(store(vm).restrict(v, &d)?)
    })
}

/// `'$fd_set'(?X, -Set)`
fn of_variable(vm: &mut Vm) -> Res {
    answer(vm, 1, ("fd_set", 2), |vm| {
        let d = inspect::domain(vm, vm.x(0))?;
        Ok(list(vm, &d))
    })
}

/// `'$fdset_range'(+Min, +Max, -Set)`
fn of_bounds(vm: &mut Vm) -> Res {
    answer(vm, 2, ("fdset_interval", 3), |vm| {
        let names = Symbols::of(vm);
        let mut ends = Vec::new();
        for i in 0..2 {
            let c = vm.x(i);
            let mut b = domain_term::end(vm, c, names.inf, Bound::Inf)?;
            if b.is_none() {
                b = domain_term::end(vm, c, names.sup, Bound::Sup)?;
            }
            match b {
                Some(b) => ends.push(b),
                None => return Err(PostError::Ball(vm.type_error(atoms::INTEGER, c))),
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
fn of_range(vm: &mut Vm) -> Res {
    answer(vm, 1, ("range_to_fdset", 2), |vm| {
        let d = domain_term::read(vm, vm.x(0))?;
        Ok(list(vm, &d))
    })
}

/// `'$fdset_to_range'(+Set, -Range)`
fn to_range(vm: &mut Vm) -> Res {
    answer(vm, 1, ("fdset_to_range", 2), |vm| {
        let d = given(vm, vm.x(0))?;
        Ok(domain_term::term(vm, &d))
    })
}

/// `'$fdset_of_list'(+Integers, -Set)`
fn of_list(vm: &mut Vm) -> Res {
    answer(vm, 1, ("list_to_fdset", 2), |vm| {
        let mut parts = Vec::new();
        for c in post::elements(vm, vm.x(0))? {
            if c.is_ref() {
                return Err(PostError::Ball(vm.instantiation_error()));
            }
            let Some(i) = integer(vm, c) else {
                return Err(PostError::Ball(vm.type_error(atoms::INTEGER, c)));
            };
            parts.push((Bound::Fin(i.clone()), Bound::Fin(i)));
        }
        let d = Domain::from_parts(parts);
        Ok(list(vm, &d))
    })
}

/// `'$fdset_to_list'(+Set, -Integers)`: fails if the set is infinite.
fn to_list(vm: &mut Vm) -> Res {
    answer(vm, 1, ("fdset_to_list", 2), |vm| {
        let d = given(vm, vm.x(0))?;
        if d.size().is_none() {
            return Err(PostError::Fail);
        }
        // At most as many as fit in the heap.
        let most = (vm.limits().heap_bytes / 16) as usize;
        let Some(values) = d.values(most) else {
            return Err(PostError::Ball(vm.out_of_memory()));
        };
        let items: Vec<Cell> = values.iter().map(|i| vm.int_cell(i)).collect();
        Ok(vm.heap.list(&items, Cell::NIL))
    })
}

/// `'$fdset_size'(+Set, -Size)`
fn size(vm: &mut Vm) -> Res {
    answer(vm, 1, ("fdset_size", 2), |vm| {
        let d = given(vm, vm.x(0))?;
        let size = d.size().map_or(Bound::Sup, Bound::Fin);
        Ok(domain_term::bound(vm, &size))
    })
}

/// `'$fdset_op'(+Op, +A, +B, -C)`
fn combine(vm: &mut Vm) -> Res {
    let op = vm.atoms.text(vm.x(0).as_atom()).to_string();
    let name = format!("fdset_{op}");
    answer(vm, 3, (&name, 3), |vm| {
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
