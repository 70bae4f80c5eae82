//! Output into memory, for a while or as a stream, and texts as input streams.

use super::names::{find_output, open_stream, stream_term, word};
use crate::builtins::text::text_of;
use crate::builtins::{Res, Vm};
use crate::machine::Cell;

pub(super) fn capture_push_0(vm: &mut Vm) -> Res {
    vm.ext.streams.push_capture();
    Ok(true)
}

pub(super) fn capture_push_1(vm: &mut Vm) -> Res {
    let id = vm.ext.streams.push_capture();
    let (x, term) = (vm.x(0), stream_term(vm, id));
    Ok(vm.unify(x, term))
}

pub(super) fn capture_pop_1(vm: &mut Vm) -> Res {
    let text = vm.ext.streams.pop_capture(None).unwrap_or_default();
    let (x, chars) = (vm.x(0), vm.heap.chars(&text, Cell::NIL));
    Ok(vm.unify(x, chars))
}

pub(super) fn capture_pop_3(vm: &mut Vm) -> Res {
    let id = open_stream(vm, vm.x(0))?;
    let Some(text) = vm.ext.streams.pop_capture(Some(id)) else {
        let x = vm.x(0);
        return Err(vm.existence_error("stream", x));
    };
    give(vm, &text)
}

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

pub(super) fn gathered(vm: &mut Vm) -> Res {
    let id = find_output(vm, Some(vm.x(0)), false)?;
    let text = vm.ext.streams.gathered(id).unwrap_or_default().to_string();
    give(vm, &text)
}

/// Unifies the third argument with a text of the kind that the second one names.
fn give(vm: &mut Vm, text: &str) -> Res {
    let kind = word(vm, vm.x(1));
    let value = match &*kind {
        "atom" => Cell::atom(vm.atoms.intern_transient(text)),
        "codes" => vm.heap.codes(text, Cell::NIL),
        "chars" | "string" => vm.heap.chars(text, Cell::NIL),
        _ => {
            let x = vm.x(1);
            return Err(vm.domain_error("text_kind", x));
        }
    };
    let x = vm.x(2);
    Ok(vm.unify(x, value))
}
