//! What is known of a variable: `fd_inf/2` and its kin.

use super::variable::{known, store};
use super::{Step, Stop, Vm, set};
use crate::base::atom::atoms;
use crate::base::int::Int;
use crate::fd::bound::Bound;
use crate::fd::domain::Domain;
use crate::machine::Cell;

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
