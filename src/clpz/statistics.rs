//! The counters under the names of SICStus Prolog, which are set to zero when they are asked for.

use super::{Res, Vm};
use crate::base::int::Int;
use crate::fd::kernel::store::Counters;
use crate::machine::Cell;

/// A counter's name and its value so far.
type Key = (&'static str, fn(&Counters) -> u64);

/// All names; the old ones of SICStus Prolog stand last.
pub(super) const KEYS: [Key; 11] = [
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

/// `'$fd_statistics'(+Key, -Count)`: the count since it was last asked for; fails if there is no such key.
pub(super) fn count(vm: &mut Vm) -> Res {
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
pub(super) fn keys(vm: &mut Vm) -> Res {
    let keys: Vec<Cell> = KEYS
        .iter()
        .map(|k| Cell::atom(vm.atoms.intern(k.0)))
        .collect();
    let list = vm.heap.list(&keys, Cell::NIL);
    Ok(vm.unify(vm.x(0), list))
}
