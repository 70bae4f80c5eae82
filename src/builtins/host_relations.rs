//! The rows of predicates that a host program defines by iterators.

use crate::machine::Cell;
use crate::system::host_predicates;
use crate::system::{BuiltinRow, Res, Vm, det, reentrant};

pub(super) const ROWS: &[BuiltinRow] = &[
    reentrant(
        "$host_open",
        "+integer, +callable, -integer",
        "-",
        "Opens a relation of the host for a goal.",
        open,
    ),
    reentrant(
        "$host_row",
        "+integer, -callable, -atom",
        "-",
        "The next row of an open relation as a goal, and `last` or `more`; fails after the last row.",
        row,
    ),
    det(
        "$host_close",
        "+integer",
        "-",
        "Closes an open relation.",
        close,
    ),
];

fn open(vm: &mut Vm) -> Res {
    let (index, goal, opened) = (vm.x(0).as_int(), vm.x(1), vm.protect(vm.reg(2)));
    let number = host_predicates::open_relation(vm, index as usize, goal)?;
    let place = vm.protected(opened);
    vm.unprotect(opened);
    Ok(vm.unify(place, Cell::int(number as i64)))
}

fn row(vm: &mut Vm) -> Res {
    let opened = vm.x(0).as_int() as u64;
    let places = [vm.protect(vm.reg(1)), vm.protect(vm.reg(2))];
    let found = host_predicates::next_row(vm, opened)?;
    let [row, more] = places.map(|p| vm.protected(p));
    vm.unprotect(places[0]);
    let Some((goal, last)) = found else {
        return Ok(false);
    };
    let word = vm.atoms.intern(if last { "last" } else { "more" });
    Ok(vm.unify(row, goal) && vm.unify(more, Cell::atom(word)))
}

fn close(vm: &mut Vm) -> Res {
    let opened = vm.x(0).as_int() as u64;
    host_predicates::close_relation(vm, opened)?;
    Ok(true)
}
