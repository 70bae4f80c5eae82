//! The counters of the kernel under the names of SICStus Prolog. Reading a counter sets it to zero.

use crate::base::int::Int;
use crate::fd::kernel::store::Counters;
use crate::machine::Cell;
use crate::system::{BuiltinRow, Res, Vm, det};

/// A counter's name and its value since the machine was made.
type CounterRow = (&'static str, fn(&Counters) -> u64);

/// The counters. The older names of SICStus Prolog come last.
pub(super) const KEYS: [CounterRow; 11] = [
    ("propagations", |c| c.propagations),
    ("entailments", |c| c.entailments),
    ("prunings", |c| c.prunings),
    ("backtracks", |c| c.backtracks),
    ("restarts", |c| c.restarts),
    ("solutions", |c| c.solutions),
    ("optimalities", |c| c.optimalities),
    ("propagators", |c| c.constraints),
    ("variables", |c| c.variables),
    ("constraints", |c| c.constraints),
    ("resumptions", |c| c.propagations),
];

pub(super) const ROWS: &[BuiltinRow] = &[
    det(
        "$fd_statistics",
        "+atom, -integer",
        "-",
        "Unifies an integer with the value of a counter, and sets the counter to zero.",
        count,
    ),
    det(
        "$fd_statistics_keys",
        "-list",
        "-",
        "Unifies a list with the names of the counters.",
        keys,
    ),
];

/// `'$fd_statistics'(+Key, -Count)`: the count since the last call with this key; fails if there is no such key.
fn count(vm: &mut Vm) -> Res {
    let key = vm.atoms.text(vm.x(0).as_atom()).to_string();
    let Some(at) = KEYS.iter().position(|k| k.0 == key) else {
        return Ok(false);
    };
    let now = KEYS[at].1(&vm.ext.clpz.counters());
    let n = now.wrapping_sub(vm.ext.clpz.counted[at]);
    vm.ext.clpz.counted[at] = now;
    let n = vm.int_cell(&Int::from(n.min(i64::MAX as u64) as i64));
    Ok(vm.unify(vm.x(1), n))
}

/// `'$fd_statistics_keys'(-Keys)`
fn keys(vm: &mut Vm) -> Res {
    let keys: Vec<Cell> = KEYS
        .iter()
        .map(|k| Cell::atom(vm.atoms.intern(k.0)))
        .collect();
    let list = vm.heap.list(&keys, Cell::NIL);
    Ok(vm.unify(vm.x(0), list))
}
