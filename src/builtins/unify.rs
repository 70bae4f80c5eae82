//! Unification as the flag `occurs_check` demands (ISO 7.3.3).

use crate::base::atom::atoms;
use crate::system::flags::OccursCheck;
use crate::system::occurs_check::UNIFY;
use crate::system::{Res, Row, Vm, det};

pub(crate) const ROWS: &[Row] = &[det(
    UNIFY,
    "?term, ?term",
    "7.3.3",
    "Unifies two terms as the flag `occurs_check` demands.",
    unify,
)];

/// `(=)/2`, for calls that were not compiled in place.
pub(crate) fn unify(vm: &mut Vm) -> Res {
    let (a, b) = (vm.x(0), vm.x(1));
    if vm.ext.flags.occurs_check == OccursCheck::False {
        return Ok(vm.unify(a, b));
    }
    match vm.unifies_without_cycle(a, b) {
        None => Ok(false),
        Some(true) => Ok(vm.unify(a, b)),
        Some(false) if vm.ext.flags.occurs_check == OccursCheck::True => Ok(false),
        Some(false) => {
            let formal = vm.compound("occurs_check", &[a, b]);
            let context = vm.indicator(atoms::UNIFY, 2);
            Err(vm.error_with_context(formal, context))
        }
    }
}

/// `(\=)/2`, likewise.
pub(crate) fn not_unifiable(vm: &mut Vm) -> Res {
    if vm.ext.flags.occurs_check == OccursCheck::False {
        return vm.differ(0, 1);
    }
    let (a, b) = (vm.x(0), vm.x(1));
    Ok(vm.unifies_without_cycle(a, b) != Some(true))
}
