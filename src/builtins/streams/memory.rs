//! Output streams into memory, pipes, texts as input streams, and memory files, which are both in turn.

use crate::base::atom::atoms;
use crate::machine::Cell;
use crate::system::pipes::{PipeReader, PipeWriter};
use crate::system::streams::ByteSink;
use crate::system::streams::memory_files::{MemoryFile, WritePlace};
use crate::system::streams::{StreamId, find_output, stream_term};
use crate::system::text::text_of;
use crate::system::{Res, Vm};

pub(crate) fn open_text(vm: &mut Vm) -> Res {
    let x = vm.x(0);
    let text = text_of(vm, x)?;
    vm.check_room(text.len() as u64)?;
    let id = vm.ext.streams.open_text(text);
    let (x, term) = (vm.x(1), stream_term(vm, id));
    Ok(vm.unify(x, term))
}

pub(crate) fn open_memory(vm: &mut Vm) -> Res {
    vm.check_room(0)?;
    let id = vm.ext.streams.open_memory();
    let (x, term) = (vm.x(0), stream_term(vm, id));
    Ok(vm.unify(x, term))
}

pub(crate) fn pipe(vm: &mut Vm) -> Res {
    let Ok((read, write)) = std::io::pipe() else {
        return Err(vm.resource_error(atoms::MEMORY));
    };
    let interrupt = vm.interrupt_handle();
    let reader = PipeReader::new(read, interrupt.clone());
    let writer = PipeWriter::new(write, interrupt);
    let read = vm.ext.streams.open_reader(Box::new(reader));
    let write = vm.ext.streams.open_sink(ByteSink::Pipe(writer));
    let (read, write) = (stream_term(vm, read), stream_term(vm, write));
    Ok(vm.unify(vm.x(0), read) && vm.unify(vm.x(1), write))
}

pub(crate) fn memory_chars(vm: &mut Vm) -> Res {
    let id = find_output(vm, Some(vm.x(0)), false)?;
    let text = vm.ext.streams.gathered(id).unwrap_or_default().to_string();
    vm.check_heap(16 * text.len() as u64)?;
    let chars = vm.heap.chars(&text, Cell::NIL);
    Ok(vm.unify(vm.x(1), chars))
}

/// The column of an output stream, before format/3 writes there.
pub(crate) fn output_column(vm: &mut Vm) -> Res {
    let id = find_output(vm, Some(vm.x(0)), false)?;
    let column = vm.ext.streams.get(id).map_or(0, |s| s.position().column);
    Ok(vm.unify(vm.x(1), Cell::int(column as i64)))
}

/// The memory file that the first argument names; `None` if it has been freed.
fn memory_file(vm: &mut Vm) -> Option<&mut MemoryFile> {
    let number = vm.x(0);
    let files = &mut vm.ext.streams.memory_files.files;
    number.is_int().then(|| files.get_mut(&number.as_int()))?
}

pub(crate) fn new_memory_file(vm: &mut Vm) -> Res {
    vm.check_room(0)?;
    let files = &mut vm.ext.streams.memory_files;
    files.last += 1;
    let number = files.last;
    files.files.insert(number, MemoryFile::default());
    Ok(vm.unify(vm.x(0), Cell::int(number)))
}

pub(crate) fn free_memory_file(vm: &mut Vm) -> Res {
    let number = vm.x(0);
    let files = &mut vm.ext.streams.memory_files;
    Ok(number.is_int() && files.free(number.as_int()))
}

pub(crate) fn memory_file_stream(vm: &mut Vm) -> Res {
    let Some(file) = memory_file(vm) else {
        return Ok(false);
    };
    match file.stream {
        Some(id) => {
            let stream = stream_term(vm, id);
            Ok(vm.unify(vm.x(1), stream))
        }
        None => Ok(vm.unify(vm.x(1), Cell::NIL)),
    }
}

pub(crate) fn read_memory_file(vm: &mut Vm) -> Res {
    let Some(text) = memory_file(vm).map(|f| f.text.clone()) else {
        return Ok(false);
    };
    vm.check_room(text.len() as u64)?;
    let id = vm.ext.streams.open_text(text);
    start(vm, id)
}

pub(crate) fn append_memory_file(vm: &mut Vm) -> Res {
    let (offset, replaces) = (vm.x(2).as_int(), vm.x(3) == Cell::int(1));
    let id = vm.ext.streams.open_memory();
    if let Some(file) = memory_file(vm) {
        file.place = usize::try_from(offset)
            .ok()
            .map(|offset| WritePlace { offset, replaces });
    }
    start(vm, id)
}

/// Unifies the second argument with a stream that is now open on the memory file.
fn start(vm: &mut Vm, id: StreamId) -> Res {
    if let Some(file) = memory_file(vm) {
        file.stream = Some(id);
    }
    let stream = stream_term(vm, id);
    Ok(vm.unify(vm.x(1), stream))
}

pub(crate) fn memory_file_text(vm: &mut Vm) -> Res {
    let Some(text) = memory_file(vm).map(|f| f.text.clone()) else {
        return Ok(false);
    };
    vm.check_heap(16 * text.len() as u64)?;
    let chars = vm.heap.chars(&text, Cell::NIL);
    Ok(vm.unify(vm.x(1), chars))
}

pub(crate) fn set_memory_file_text(vm: &mut Vm) -> Res {
    let text = text_of(vm, vm.x(1))?;
    vm.check_room(text.len() as u64)?;
    let number = vm.x(0);
    let files = &mut vm.ext.streams.memory_files;
    Ok(number.is_int() && files.set_text(number.as_int(), text))
}
