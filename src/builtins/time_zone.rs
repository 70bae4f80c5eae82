//! TODO head

use crate::machine::Cell;
use crate::system::{Res, Row, Vm, det};

pub(crate) const ROWS: &[Row] = &[det(
    "$local_time",
    "+integer, -integer, -atom, -atom",
    "-",
    "At a second since the epoch: how many seconds local time is west of Greenwich, its zone's name, and whether daylight is saved.",
    local_time,
)];

fn local_time(vm: &mut Vm) -> Res {
    let name = vm.ext.clock.variable("TZ");
    // What the format of `TZ` calls the system's own zone.
    let name = name.unwrap_or_else(|| "localtime".into());
    let seconds = vm.to_int(vm.x(0)).and_then(|i| i.to_i64());
    let (offset, zone, saved) = vm.ext.zone.at(name, seconds.unwrap_or(i64::MAX));
    let zone = Cell::atom(vm.atoms.intern(&zone));
    let saved = Cell::atom(vm.atoms.intern(if saved { "true" } else { "false" }));
    Ok(vm.unify(vm.x(1), Cell::int(offset)) && vm.unify(vm.x(2), zone) && vm.unify(vm.x(3), saved))
}
