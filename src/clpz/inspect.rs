//! What is known of a variable: `fd_inf/2` and its kin.

use super::variable::{known, owner, store};
use super::{Res, Step, Stop, Vm, post, set};
use crate::base::atom::atoms;
use crate::base::int::Int;
use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::var::VarId;
use crate::machine::Cell;
use rustc_hash::FxHashSet;

/// The domain of a variable or integer.
pub(super) fn domain(vm: &mut Vm, c: Cell) -> Step<Domain> {
    if c.is_ref() {
        return Ok(match known(vm, c) {
            Some(v) => store(vm).domain(v),
            None => Domain::all(),
        });
    }
    match vm.to_int(c) {
        Some(i) => Ok(Domain::singleton(i)),
        None => Err(Stop::Ball(vm.type_error(atoms::INTEGER, c))),
    }
}

/// Lower and upper bound.
pub(super) fn bounds(vm: &mut Vm, c: Cell) -> Step<(Bound, Bound)> {
    match known(vm, c) {
        Some(v) => Ok(store(vm).vars().bounds(v)),
        None => {
            let d = domain(vm, c)?;
            Ok((d.min(), d.max()))
        }
    }
}

/// The number of values, or `sup`.
pub(super) fn size(vm: &mut Vm, c: Cell) -> Step<Cell> {
    let size = domain(vm, c)?.size();
    Ok(set::bound(vm, &size.map_or(Bound::Sup, Bound::Fin)))
}

/// The number of constraints.
pub(super) fn degree(vm: &mut Vm, c: Cell) -> Step<Cell> {
    domain(vm, c)?;
    let n = match known(vm, c) {
        Some(v) => store(vm).degree(v),
        None => 0,
    };
    Ok(vm.int_cell(&Int::from(n)))
}

/// The variables of the program's that share a constraint with some of `from`; those of the kernel's own are
/// looked through. With `far`, and so on from these.
fn connected(vm: &mut Vm, from: &[VarId], far: bool) -> Vec<Cell> {
    let mut seen: FxHashSet<VarId> = from.iter().copied().collect();
    let mut found: FxHashSet<u32> = FxHashSet::default();
    let mut open: Vec<VarId> = from.to_vec();
    let mut cells = Vec::new();
    let mut next = 0;
    while let Some(&v) = open.get(next) {
        next += 1;
        for p in store(vm).propagators_of(v) {
            if !found.insert(p.0) {
                continue;
            }
            for w in store(vm).describe(p).vars() {
                if store(vm).is_fixed(w) || !seen.insert(w) {
                    continue;
                }
                let own = owner(vm, w).filter(|c| c.is_attvar());
                cells.extend(own);
                if far || own.is_none() {
                    open.push(w);
                }
            }
        }
    }
    cells
}

/// `'$fd_neighbors'(?X, -Vars)`
pub(super) fn neighbors(vm: &mut Vm) -> Res {
    let x = vm.x(0);
    if let Err(Stop::Ball(ball)) = domain(vm, x) {
        let name = vm.atoms.intern("fd_neighbors");
        return Err(vm.close_ball(ball, name, 2));
    }
    let cells = match known(vm, x) {
        Some(v) => connected(vm, &[v], false),
        None => Vec::new(),
    };
    let list = vm.heap.list(&cells, Cell::NIL);
    Ok(vm.unify(vm.x(1), list))
}

/// `'$fd_closure'(+Xs, -Vars)`
pub(super) fn closure(vm: &mut Vm) -> Res {
    let list = vm.x(0);
    let read = post::integers(vm, list);
    let given = match read {
        Ok(given) => given,
        Err(Stop::Fail) => return Ok(false),
        Err(Stop::Ball(ball)) => {
            let name = vm.atoms.intern("fd_closure");
            return Err(vm.close_ball(ball, name, 2));
        }
    };
    let mut cells: Vec<Cell> = Vec::new();
    let mut seen: FxHashSet<u64> = FxHashSet::default();
    for c in given {
        if c.is_ref() && seen.insert(c.addr()) {
            cells.push(c);
        }
    }
    let from: Vec<VarId> = cells.iter().filter_map(|c| known(vm, *c)).collect();
    let more = connected(vm, &from, true);
    cells.extend(more);
    let list = vm.heap.list(&cells, Cell::NIL);
    Ok(vm.unify(vm.x(1), list))
}
