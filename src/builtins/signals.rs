//! Signals of `thread_signal/2` that wait, for `prelude/control/signals.pl`.

use crate::machine::{Attributes, Cell, Record};
use crate::system::threads::run;
use crate::system::{BuiltinRow, Res, Vm, det};

pub(crate) const ROWS: &[BuiltinRow] = &[
    det(
        "$signals_shield",
        "+integer",
        "-",
        "Changes the number of running goals that signals must not interrupt by 1 or -1; after the last one, signals run.",
        shield,
    ),
    det(
        "$signals_blocked",
        "-list",
        "-",
        "Unifies the argument with the patterns of signals that do not run.",
        blocked,
    ),
    det(
        "$signals_block",
        "?list",
        "-",
        "Sets the patterns of signals that do not run; others that wait run.",
        block,
    ),
    det(
        "$signals_take",
        "-list",
        "-",
        "Takes the goals of the signals that wait, the oldest first.",
        take,
    ),
    det(
        "$signals_return",
        "+list",
        "-",
        "Puts goals of signals back, before others that have come meanwhile.",
        put_back,
    ),
];

fn shield(vm: &mut Vm) -> Res {
    let change = vm.x(0).as_int();
    let threads = &mut vm.ext.threads;
    threads.shields = threads.shields.saturating_add_signed(change as i32);
    run::wake_signals(vm);
    Ok(true)
}

fn blocked(vm: &mut Vm) -> Res {
    let patterns = vm.ext.threads.blocked.clone();
    let list = patterns.map_or(Cell::NIL, |r| r.restore(&mut vm.heap));
    Ok(vm.unify(vm.x(0), list))
}

fn block(vm: &mut Vm) -> Res {
    let list = vm.x(0);
    let record = (list != Cell::NIL).then(|| Record::new(&mut vm.heap, list, Attributes::Drop));
    vm.ext.threads.blocked = record;
    run::wake_signals(vm);
    Ok(true)
}

fn take(vm: &mut Vm) -> Res {
    let mut goals = Vec::new();
    if let Some(own) = run::own_thread(vm) {
        for parcel in own.take_signals() {
            goals.push(vm.unpack_record(&parcel).restore(&mut vm.heap));
        }
    }
    let list = vm.heap.list(&goals, Cell::NIL);
    Ok(vm.unify(vm.x(0), list))
}

fn put_back(vm: &mut Vm) -> Res {
    let mut parcels = Vec::new();
    let goals: Vec<Cell> = vm.heap.elements(vm.x(0)).collect();
    for goal in goals {
        parcels.push(vm.pack_term(goal)?);
    }
    if let Some(own) = run::own_thread(vm) {
        own.put_back_signals(parcels);
        run::wake_signals(vm);
    }
    Ok(true)
}
