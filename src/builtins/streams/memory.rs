//! Output streams into memory, and texts as input streams.

use super::names::{find_output, stream_term};
use crate::builtins::text::text_of;
use crate::builtins::{Res, Vm};
use crate::machine::Cell;

pub(super) fn open_text(vm: &mut Vm) -> Res {
    let x = vm.x(0);
    let text = text_of(vm, x)?;
    let id = vm.ext.streams.open_text(text);
    let (x, term) = (vm.x(1), stream_term(vm, id));
    Ok(vm.unify(x, term))
}

pub(super) fn open_memory(vm: &mut Vm) -> Res {
    let id = vm.ext.streams.open_memory();
    let (x, term) = (vm.x(0), stream_term(vm, id));
    Ok(vm.unify(x, term))
}

pub(super) fn memory_chars(vm: &mut Vm) -> Res {
    let id = find_output(vm, Some(vm.x(0)), false)?;
    let text = vm.ext.streams.gathered(id).unwrap_or_default().to_string();
    let chars = vm.heap.chars(&text, Cell::NIL);
    Ok(vm.unify(vm.x(1), chars))
}

/// The column of an output stream, before format/3 writes there.
pub(super) fn output_column(vm: &mut Vm) -> Res {
    let id = find_output(vm, Some(vm.x(0)), false)?;
    let column = vm.ext.streams.get(id).map_or(0, |s| s.place().column);
    Ok(vm.unify(vm.x(1), Cell::int(column as i64)))
}
