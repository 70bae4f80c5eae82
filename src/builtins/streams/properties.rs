//! Properties and positions of streams (ISO 8.11.8, 8.11.9), and counts of characters, lines and bytes.

use crate::base::atom::atoms;
use crate::builtins::streams::open::eof_action;
use crate::machine::Cell;
use crate::system::streams::{
    Buffering, Encoding, Side, Stream, StreamFault, StreamPosition, check_name, count, fault_ball,
    find, open_stream, option, position_of, position_term, stream_term, word,
};
use crate::system::text::text_of;
use crate::system::{Res, Vm};

pub(crate) fn streams(vm: &mut Vm) -> Res {
    let ids = vm.ext.streams.ids();
    let terms: Vec<Cell> = ids.iter().map(|&id| stream_term(vm, id)).collect();
    let list = vm.heap.list(&terms, Cell::NIL);
    let x = vm.x(0);
    Ok(vm.unify(x, list))
}

pub(crate) fn stream_properties(vm: &mut Vm) -> Res {
    let id = open_stream(vm, vm.x(0))?;
    let Some(s) = vm.ext.streams.get(id) else {
        return Ok(false);
    };
    let place = s.position();
    let input = matches!(s.side, Side::Input(_));
    let yes = |b| if b { "true" } else { "false" };
    let mut words = vec![
        ("mode", s.mode.name()),
        ("eof_action", s.eof_action.name()),
        ("reposition", yes(s.reposition)),
        ("type", if s.is_binary() { "binary" } else { "text" }),
        ("encoding", s.encoding.name()),
        ("tty", yes(s.tty)),
        ("newline", "posix"),
        ("representation_errors", "error"),
    ];
    words.extend(s.bom.map(|b| ("bom", yes(b))));
    match &s.side {
        Side::Input(_) => {
            words.push(("buffer", if s.tty { "line" } else { "full" }));
            words.push(("end_of_stream", s.end_of_stream()));
        }
        Side::Output(o) => words.push(("buffer", o.buffering.name())),
    }
    let (file, aliases) = (s.file_name, s.aliases.clone());
    let side = vm.atoms.intern(if input { "input" } else { "output" });
    let mut list = vec![Cell::atom(side)];
    for (name, value) in words {
        let value = Cell::atom(vm.atoms.intern(value));
        list.push(property(vm, name, value));
    }
    for a in aliases {
        list.push(property(vm, "alias", Cell::atom(a)));
    }
    if let Some(f) = file {
        list.push(property(vm, "file_name", Cell::atom(f)));
    }
    let position = position_term(vm, place);
    for (name, value) in [
        ("position", position),
        ("line_count", count(place.line)),
        ("line_position", count(place.column)),
    ] {
        list.push(property(vm, name, value));
    }
    let list = vm.heap.list(&list, Cell::NIL);
    let x = vm.x(1);
    Ok(vm.unify(x, list))
}

fn property(vm: &mut Vm, name: &str, value: Cell) -> Cell {
    vm.compound(name, &[value])
}

pub(crate) fn set_stream_position(vm: &mut Vm) -> Res {
    let (s, p) = (vm.x(0), vm.x(1));
    if s.is_ref() || p.is_ref() {
        return Err(vm.instantiation_error());
    }
    check_name(vm, s)?;
    let Some(place) = position_of(vm, p) else {
        return Err(vm.domain_error("stream_position", p));
    };
    let id = find(vm, s)?;
    let Some(stream) = vm.ext.streams.get_mut(id).filter(|s| s.reposition) else {
        return Err(vm.permission_error("reposition", "stream", s));
    };
    match stream.seek(place) {
        Ok(()) => Ok(true),
        Err(e) => Err(fault_ball(vm, &StreamFault::Io(e), "reposition", id)),
    }
}

/// The encoding that a stream with the encoding `now` gets by its property `type` or `encoding`.
fn new_encoding(name: &str, value: &str, now: Encoding) -> Option<Encoding> {
    match (name, value, now) {
        ("type", "binary", _) => Some(Encoding::Binary),
        ("type", "text", Encoding::Binary) => Some(Encoding::Utf8),
        ("type", "text", e) => Some(e),
        ("encoding", ..) => Encoding::from_name(value),
        _ => None,
    }
}

pub(crate) fn set_stream(vm: &mut Vm) -> Res {
    let (s, p) = (vm.x(0), vm.x(1));
    let id = find(vm, s)?;
    if p.is_ref() {
        return Err(vm.instantiation_error());
    }
    let Some((name, value)) = option(vm, p) else {
        return Err(vm.domain_error("stream_property", p));
    };
    if value.is_ref() {
        return Err(vm.instantiation_error());
    }
    let name = vm.atoms.text(name).to_string();
    let word = word(vm, value);
    if let Some(a) = value.to_atom() {
        // It may become an alias.
        vm.atoms.keep(a);
    }
    let size = (value.is_int() && value.as_int() >= 0).then(|| value.as_int() as u64);
    let streams = &mut vm.ext.streams;
    let Some(stream) = streams.get_mut(id) else {
        return Ok(false);
    };
    match (&*name, &*word, &mut stream.side) {
        // These are roles, which SWI-Prolog sets like aliases.
        ("alias", "current_output", Side::Output(_)) => streams.output = id,
        ("alias", "current_input", Side::Input(_)) => streams.input = id,
        ("alias", _, _) if value.is_atom() => streams.add_alias(id, value.as_atom()),
        ("eof_action", _, _) if eof_action(&word).is_some() => {
            stream.eof_action = eof_action(&word).unwrap_or(stream.eof_action);
        }
        ("tty", "true" | "false", _) => stream.tty = word == "true",
        ("file_name", _, _) if value.is_atom() => stream.file_name = value.to_atom(),
        (name, value, _) if is_idle(name, value, stream.encoding) => (),
        ("type" | "encoding", ..) => {
            let new = new_encoding(&name, &word, stream.encoding);
            if !new.is_some_and(|e| stream.set_encoding(e)) {
                return Err(vm.domain_error("stream_property", p));
            }
        }
        ("buffer", "full", Side::Output(o)) => o.buffering = Buffering::Full,
        ("buffer", "line", Side::Output(o)) => o.buffering = Buffering::Line,
        ("buffer", "false", Side::Output(o)) => o.buffering = Buffering::None,
        ("buffer", "full" | "line" | "false", Side::Input(_)) => (),
        ("buffer_size", _, _) if size.is_some() => (),
        ("line_position", _, Side::Output(o)) if size.is_some() => {
            o.position.column = size.unwrap_or(0);
        }
        ("line_position", _, Side::Input(i)) if size.is_some() => {
            i.position.column = size.unwrap_or(0);
        }
        _ => return Err(vm.domain_error("stream_property", p)),
    }
    Ok(true)
}

/// Returns true if a property of a stream has no effect. Programs for other systems set them.
fn is_idle(name: &str, value: &str, encoding: Encoding) -> bool {
    match (name, value) {
        ("newline", "posix") | ("representation_errors", "error") | ("timeout", "infinite") => true,
        ("close_on_abort" | "close_on_exec" | "record_position", "true" | "false") => true,
        ("write_errors", "error" | "ignore") => true,
        // In UTF-8 every character has a representation.
        ("representation_errors", "prolog" | "unicode" | "xml") => encoding == Encoding::Utf8,
        _ => false,
    }
}

/// `seek(+Stream, +Offset, +Method, -New)`: of the new position only the bytes are known for sure;
/// characters are counted as if each took one.
pub(crate) fn seek(vm: &mut Vm) -> Res {
    let (s, offset, method) = (vm.x(0), vm.x(1), vm.x(2));
    let id = find(vm, s)?;
    if offset.is_ref() || method.is_ref() {
        return Err(vm.instantiation_error());
    }
    if !offset.is_int() {
        return Err(vm.type_error(atoms::INTEGER, offset));
    }
    let method_name = word(vm, method);
    let Some(stream) = vm.ext.streams.get_mut(id).filter(|s| s.reposition) else {
        return Err(vm.permission_error("reposition", "stream", s));
    };
    let size = match &mut stream.side {
        Side::Input(i) => i.size(),
        Side::Output(o) => o.size(),
    };
    let from = match &*method_name {
        "bof" => 0,
        "current" => stream.position().bytes as i64,
        "eof" => size.unwrap_or(0) as i64,
        _ => return Err(vm.domain_error("seek_method", method)),
    };
    let to = from.checked_add(offset.as_int());
    let Some(to) = to.and_then(|n| u64::try_from(n).ok()) else {
        return Err(vm.domain_error("position", offset));
    };
    let place = StreamPosition {
        chars: to,
        bytes: to,
        ..StreamPosition::default()
    };
    match stream.seek(place) {
        Ok(()) => {
            let x = vm.x(3);
            Ok(vm.unify(x, count(to)))
        }
        Err(e) => Err(fault_ball(vm, &StreamFault::Io(e), "reposition", id)),
    }
}

pub(crate) fn line_count(vm: &mut Vm) -> Res {
    counted(vm, |p| p.line)
}

pub(crate) fn line_position(vm: &mut Vm) -> Res {
    counted(vm, |p| p.column)
}

pub(crate) fn character_count(vm: &mut Vm) -> Res {
    counted(vm, |p| p.chars)
}

pub(crate) fn byte_count(vm: &mut Vm) -> Res {
    counted(vm, |p| p.bytes)
}

fn counted(vm: &mut Vm, of: fn(StreamPosition) -> u64) -> Res {
    let id = find(vm, vm.x(0))?;
    let place = vm.ext.streams.get(id).map(Stream::position);
    let n = count(of(place.unwrap_or_default()));
    let x = vm.x(1);
    Ok(vm.unify(x, n))
}

pub(crate) fn prompt(vm: &mut Vm) -> Res {
    let old = vm.ext.streams.prompt.text();
    let old = Cell::atom(vm.atoms.intern_transient(&old));
    if !vm.unify(vm.x(0), old) {
        return Ok(false);
    }
    let new = vm.heap.deref(vm.x(1));
    if new.is_ref() {
        return Err(vm.instantiation_error());
    }
    let text = text_of(vm, new)?;
    vm.ext.streams.prompt.set(&text);
    Ok(true)
}

pub(crate) fn next_prompt(vm: &mut Vm) -> Res {
    let text = text_of(vm, vm.x(0))?;
    vm.ext.streams.prompt.set_next(&text);
    Ok(true)
}
