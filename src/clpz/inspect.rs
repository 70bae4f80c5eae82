//! Reflection: the domain, the bounds and the neighbours of a variable, `fd_inf/2` and its kin.

use super::attvar_link::{store, unwrapped, var_of};
use super::constraint_graph::connected;
use super::post_result::{PostError, PostResult, unify_in};
use super::symbols::Symbols;
use super::{domain_term, post};
use crate::base::atom::atoms;
use crate::base::int::Int;
use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::var::VarId;
use crate::machine::Cell;
use crate::system::{BuiltinRow, Res, Vm, det};
use rustc_hash::FxHashSet;

pub(super) const ROWS: &[BuiltinRow] = &[
    det(
        "$fd_inf",
        "?term, ?term",
        "-",
        "Unifies a term with the lower bound of a variable or integer.",
        |vm| {
            answer(vm, "fd_inf", |vm, c| {
                Ok(bounds(vm, c)?.0).map(|b| domain_term::bound(vm, &b))
            })
        },
    ),
    det(
        "$fd_sup",
        "?term, ?term",
        "-",
        "Unifies a term with the upper bound of a variable or integer.",
        |vm| {
            answer(vm, "fd_sup", |vm, c| {
                Ok(bounds(vm, c)?.1).map(|b| domain_term::bound(vm, &b))
            })
        },
    ),
    det(
        "$fd_size",
        "?term, ?term",
        "-",
        "Unifies a term with the number of values of a variable or integer.",
        |vm| answer(vm, "fd_size", size),
    ),
    det(
        "$fd_dom",
        "?term, ?term",
        "-",
        "Unifies a term with the domain of a variable or integer.",
        |vm| {
            answer(vm, "fd_dom", |vm, c| {
                domain(vm, c).map(|d| domain_term::term(vm, &d))
            })
        },
    ),
    det(
        "$fd_degree",
        "?term, ?term",
        "-",
        "Unifies a term with the number of constraints of a variable or integer.",
        |vm| answer(vm, "fd_degree", degree),
    ),
    det(
        "$fd_neighbors",
        "?term, ?term",
        "-",
        "Unifies a term with the list of the variables that share a constraint with a variable.",
        neighbors,
    ),
    det(
        "$fd_closure",
        "+term, ?term",
        "-",
        "Unifies a term with the list of the variables that constraints connect with those of a list.",
        closure,
    ),
];

/// Unifies the second argument with a function of the first.
fn answer(vm: &mut Vm, name: &str, f: impl FnOnce(&mut Vm, Cell) -> PostResult<Cell>) -> Res {
    let names = Symbols::of(vm);
    let found = f(vm, unwrapped(vm, &names, vm.x(0)));
    unify_in(vm, 1, found, (name, 2))
}

/// The domain of a variable or integer.
pub(super) fn domain(vm: &mut Vm, c: Cell) -> PostResult<Domain> {
    if c.is_ref() {
        return Ok(match var_of(vm, c) {
            Some(v) => store(vm).domain(v),
            None => Domain::all(),
        });
    }
    match vm.to_int(c) {
        Some(i) => Ok(Domain::singleton(i)),
        None => Err(PostError::Ball(vm.type_error(atoms::INTEGER, c))),
    }
}

/// The lower and the upper bound of a variable or integer.
pub(super) fn bounds(vm: &mut Vm, c: Cell) -> PostResult<(Bound, Bound)> {
    match var_of(vm, c) {
        Some(v) => Ok(store(vm).vars().bounds(v)),
        None => {
            let d = domain(vm, c)?;
            Ok((d.min(), d.max()))
        }
    }
}

/// The number of values, or `sup`.
fn size(vm: &mut Vm, c: Cell) -> PostResult<Cell> {
    let size = domain(vm, c)?.size();
    Ok(domain_term::bound(vm, &size.map_or(Bound::Sup, Bound::Fin)))
}

/// The number of constraints.
fn degree(vm: &mut Vm, c: Cell) -> PostResult<Cell> {
    domain(vm, c)?;
    let n = match var_of(vm, c) {
        Some(v) => store(vm).degree(v),
        None => 0,
    };
    Ok(vm.int_cell(&Int::from(n)))
}

/// `'$fd_neighbors'(?X, -Vars)`
fn neighbors(vm: &mut Vm) -> Res {
    answer(vm, "fd_neighbors", |vm, x| {
        domain(vm, x)?;
        let cells = match var_of(vm, x) {
            Some(v) => connected(vm, &[v], false),
            None => Vec::new(),
        };
        Ok(vm.heap.list(&cells, Cell::NIL))
    })
}

/// `'$fd_closure'(+Xs, -Vars)`
fn closure(vm: &mut Vm) -> Res {
    answer(vm, "fd_closure", |vm, list| {
        let mut cells: Vec<Cell> = Vec::new();
        let mut seen: FxHashSet<u64> = FxHashSet::default();
        for c in post::integers(vm, list)? {
            if c.is_ref() && seen.insert(c.addr()) {
                cells.push(c);
            }
        }
        let from: Vec<VarId> = cells.iter().filter_map(|c| var_of(vm, *c)).collect();
        let more = connected(vm, &from, true);
        cells.extend(more);
        Ok(vm.heap.list(&cells, Cell::NIL))
    })
}
