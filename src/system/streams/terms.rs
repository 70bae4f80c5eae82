//! Streams as terms, the errors for bad ones, and option lists (ISO 8.11, 8.14).
//!
//! Shared by the predicates on streams. Must not know how streams handle bytes.

use crate::base::atom::{Atom, atoms};
use crate::base::int::Int;
use crate::machine::{Ball, Cell};
use crate::system::flags::StreamTypeCheck;
use crate::system::streams::encoding::{Encoding, StreamFault};
use crate::system::streams::input::Input;
use crate::system::streams::output::Output;
use crate::system::streams::position::{StreamId, StreamPosition};
use crate::system::streams::table::{EofAction, Side, USER_ERROR, USER_OUTPUT};
use crate::system::{Vm, text};
use std::time::Duration;
use std::{io, thread};

/// The stream-term of a stream.
pub(crate) fn stream_term(vm: &mut Vm, id: StreamId) -> Cell {
    vm.compound("$stream", &[Cell::int(id)])
}

#[cfg(feature = "network")]
/// The stream-term of a connection: `$stream(Input,Output)`.
pub(crate) fn pair_term(vm: &mut Vm, input: StreamId, output: StreamId) -> Cell {
    vm.compound("$stream", &[Cell::int(input), Cell::int(output)])
}

/// The number in a stream-term; the first one of a connection's.
pub(crate) fn number_of(vm: &Vm, c: Cell) -> Option<StreamId> {
    side_of(vm, c, false)
}

/// The number of the output stream in the stream-term of a connection.
pub(crate) fn output_of_pair(vm: &Vm, c: Cell) -> Option<StreamId> {
    let is_pair = c.is_structure() && vm.heap.functor_of(c).1 == 2;
    side_of(vm, c, true).filter(|_| is_pair)
}

fn side_of(vm: &Vm, c: Cell, output: bool) -> Option<StreamId> {
    if !c.is_structure() {
        return None;
    }
    let (f, arity) = vm.heap.functor_of(c);
    let last = if output && arity == 2 { 8 } else { 0 };
    let named = (arity == 1 || arity == 2) && &*vm.atoms.text(vm.functors.get(f).0) == "$stream";
    if !named {
        return None;
    }
    let n = vm.heap.deref(vm.heap.get(vm.heap.args_at(c) + last));
    n.is_int().then(|| n.as_int())
}

/// Checks that a term can name a stream.
///
/// # Errors
/// `instantiation_error` or `domain_error(stream_or_alias, C)`.
pub(crate) fn check_name(vm: &mut Vm, c: Cell) -> Result<(), Ball> {
    if c.is_ref() {
        Err(vm.instantiation_error())
    } else if c.is_atom() || number_of(vm, c).is_some() {
        Ok(())
    } else {
        Err(vm.domain_error("stream_or_alias", c))
    }
}

/// The open stream that a stream-term or an alias names.
///
/// # Errors
/// The errors of [`check_name`], and `existence_error(stream, C)`.
pub(crate) fn find(vm: &mut Vm, c: Cell) -> Result<StreamId, Ball> {
    check_name(vm, c)?;
    let id = match c.to_atom() {
        Some(a) => vm.ext.streams.by_alias(a).or_else(|| current(vm, a)),
        None => number_of(vm, c).filter(|&n| vm.ext.streams.get(n).is_some()),
    };
    id.ok_or_else(|| vm.existence_error("stream", c))
}

/// The current stream that `current_input` or `current_output` names, as in SWI-Prolog; with the flag `iso`, neither
/// is an alias.
fn current(vm: &Vm, name: Atom) -> Option<StreamId> {
    match &*vm.atoms.text(name) {
        _ if vm.ext.flags.iso => None,
        "current_input" => Some(vm.ext.streams.input),
        "current_output" => Some(vm.ext.streams.output),
        _ => None,
    }
}

/// As [`find`]; of a connection, its output stream.
///
/// # Errors
/// The errors of [`find`].
pub(crate) fn find_output_side(vm: &mut Vm, c: Cell) -> Result<StreamId, Ball> {
    match output_of_pair(vm, c) {
        None => find(vm, c),
        Some(n) if vm.ext.streams.get(n).is_some() => Ok(n),
        Some(_) => Err(vm.existence_error("stream", c)),
    }
}

/// The open stream of a stream-term; an alias is not accepted.
///
/// # Errors
/// `domain_error(stream, S)`, `existence_error(stream, S)`.
pub(crate) fn open_stream(vm: &mut Vm, s: Cell) -> Result<StreamId, Ball> {
    match number_of(vm, s) {
        None => Err(vm.domain_error("stream", s)),
        Some(n) if vm.ext.streams.get(n).is_none() => Err(vm.existence_error("stream", s)),
        Some(n) => Ok(n),
    }
}

/// An open stream for reading: the one that `c` names, or the current input.
///
/// # Errors
/// The errors of [`find`]; `permission_error(input, stream|binary_stream|text_stream, C)`.
pub(crate) fn find_input(vm: &mut Vm, c: Option<Cell>, binary: bool) -> Result<StreamId, Ball> {
    let id = match c {
        Some(c) => find(vm, c)?,
        None => vm.ext.streams.input,
    };
    adapt(vm, id, binary);
    let kind = match vm.ext.streams.get(id) {
        Some(s) if !matches!(s.side, Side::Input(_)) => "stream",
        Some(s) if s.is_binary() && !binary => "binary_stream",
        Some(s) if !s.is_binary() && binary => "text_stream",
        _ => return Ok(id),
    };
    let culprit = culprit(vm, c, id);
    Err(vm.permission_error("input", kind, culprit))
}

/// Makes a stream ready to be read: a prompt is shown, and other threads have the program while the source waits.
pub(crate) fn before_reading(vm: &mut Vm, id: StreamId) {
    vm.ext.streams.before_reading(id);
    let is_drained = |input: &mut Input| input.is_drained();
    if vm.shares_program() && vm.ext.streams.input_of(id).is_some_and(is_drained) {
        // The next read has the error.
        let _ = fetch_while_waiting(vm, id);
    }
}

/// Fetches bytes for a stream whose source may wait for long; other threads have the program meanwhile. Returns false if
/// there is no such source, or nothing more to fetch.
fn fetch_while_waiting(vm: &mut Vm, id: StreamId) -> io::Result<bool> {
    let Some(mut source) = vm.ext.streams.input_of(id).and_then(Input::lend_source) else {
        return Ok(false);
    };
    let (source, bytes) = vm.while_waiting(|| {
        let bytes = source.fetch();
        (source, bytes)
    });
    let Some(input) = vm.ext.streams.input_of(id) else {
        return Ok(false);
    };
    match bytes {
        Ok(bytes) => input.take_back(source, &bytes),
        Err(e) => {
            input.restore(source);
            return Err(e);
        }
    }
    Ok(true)
}

/// [`Input::more`] of a stream, while which other threads have the program; `None` if the stream is closed.
pub(crate) fn more_text(vm: &mut Vm, id: StreamId) -> Option<Result<(bool, bool), StreamFault>> {
    let before = vm.ext.streams.input_of(id)?.pending().len();
    while vm.shares_program() {
        match fetch_while_waiting(vm, id) {
            Ok(true) => {}
            Ok(false) => break,
            Err(e) => return Some(Err(StreamFault::Io(e))),
        }
        if vm.ext.streams.input_of(id)?.pending().len() > before {
            return Some(Ok((true, false)));
        }
    }
    vm.ext.streams.input_of(id).map(Input::more)
}

/// An open stream for writing: the one that `c` names, or the current output.
///
/// # Errors
/// The errors of [`find`]; `permission_error(output, stream|binary_stream|text_stream, C)`.
pub(crate) fn find_output(vm: &mut Vm, c: Option<Cell>, binary: bool) -> Result<StreamId, Ball> {
    let id = match c {
        Some(c) => find_output_side(vm, c)?,
        None => vm.ext.streams.output,
    };
    adapt(vm, id, binary);
    let kind = match vm.ext.streams.get(id) {
        Some(s) if !matches!(s.side, Side::Output(_)) => "stream",
        Some(s) if s.is_binary() && !binary => "binary_stream",
        Some(s) if !s.is_binary() && binary => "text_stream",
        _ => return Ok(id),
    };
    let culprit = culprit(vm, c, id);
    Err(vm.permission_error("output", kind, culprit))
}

/// If the flag `stream_type_check` allows it: makes a stream of bytes one of characters, or one of characters that are
/// bytes one of bytes.
#[inline]
fn adapt(vm: &mut Vm, id: StreamId, binary: bool) {
    if vm.ext.flags.stream_type_check == StreamTypeCheck::Strict {
        return;
    }
    let Some(stream) = vm.ext.streams.get_mut(id) else {
        return;
    };
    match (stream.encoding, binary) {
        (Encoding::Binary, false) => stream.set_encoding(Encoding::Latin1),
        (Encoding::Latin1 | Encoding::Ascii, true) => stream.set_encoding(Encoding::Binary),
        _ => true,
    };
}

fn culprit(vm: &mut Vm, c: Option<Cell>, id: StreamId) -> Cell {
    match c {
        Some(c) => c,
        None => stream_term(vm, id),
    }
}

/// Before reading from a stream: returns true if its end was read before and must be reported again.
///
/// # Errors
/// `permission_error(input, past_end_of_stream, S)` if the stream's `eof_action` is `error`.
pub(crate) fn is_past(vm: &mut Vm, c: Option<Cell>, id: StreamId) -> Result<bool, Ball> {
    let Some(s) = vm.ext.streams.get_mut(id) else {
        return Ok(true);
    };
    let (action, Side::Input(i)) = (s.eof_action, &mut s.side) else {
        return Ok(true);
    };
    if !i.past {
        before_reading(vm, id);
        return Ok(false);
    }
    match action {
        EofAction::EofCode => Ok(true),
        EofAction::Reset => {
            i.reset();
            before_reading(vm, id);
            Ok(false)
        }
        EofAction::Error => {
            let culprit = culprit(vm, c, id);
            Err(vm.permission_error("input", "past_end_of_stream", culprit))
        }
    }
}

/// The ball for a failed operation, `read` or `write`: that of an interrupt or a time limit, if a
/// source has given up waiting because of one (`WouldBlock`); `representation_error(character)`; or
/// `error(system_error, io_error(Operation,Stream,Message))`.
pub(crate) fn fault_ball(vm: &mut Vm, fault: &StreamFault, operation: &str, id: StreamId) -> Ball {
    let e = match fault {
        StreamFault::Encoding => return vm.representation_error("character"),
        StreamFault::Io(e) => e,
    };
    if e.kind() == io::ErrorKind::WouldBlock
        && let Some(ball) = vm.take_stop()
    {
        return ball;
    }
    let operation = vm.atoms.intern(operation);
    let message = vm.atoms.intern_transient(&e.to_string());
    let stream = stream_term(vm, id);
    let args = [Cell::atom(operation), stream, Cell::atom(message)];
    let context = vm.compound("io_error", &args);
    vm.error_with_context(Cell::atom(atoms::SYSTEM_ERROR), context)
}

/// The bytes that may be written to memory between two checks of the limit.
const UNCHECKED: usize = 1 << 20;

/// Writes a text to an open output stream.
///
/// # Errors
/// The error of [`fault_ball`]; `resource_error(memory)` for a stream into memory.
pub(crate) fn write_text(vm: &mut Vm, id: StreamId, text: &str) -> Result<(), Ball> {
    if vm.ext.streams.grows_past(id, text, UNCHECKED) {
        vm.check_room(text.len() as u64)?;
    }
    check_output(vm, id, text.len())?;
    let defers = defer(vm, id);
    let result = vm.ext.streams.write(id, text);
    settle(vm, id, result, defers)
}

/// Writes a byte to an open binary output stream.
///
/// # Errors
/// The errors of [`write_text`].
pub(crate) fn write_byte(vm: &mut Vm, id: StreamId, byte: u8) -> Result<(), Ball> {
    check_output(vm, id, 1)?;
    let defers = defer(vm, id);
    let result = vm.ext.streams.write_byte(id, byte);
    settle(vm, id, result, defers)
}

/// Before writing: returns true if what is written is passed on afterwards, by [`settle`], because this may wait and other
/// threads share the program.
#[inline]
fn defer(vm: &mut Vm, id: StreamId) -> bool {
    if !vm.shares_program() || [USER_OUTPUT, USER_ERROR].contains(&id) {
        return false;
    }
    let Some(output) = vm.ext.streams.output_of(id).filter(|o| o.may_wait()) else {
        return false;
    };
    output.defer(true);
    true
}

/// After writing, with its result and that of [`defer`].
fn settle(
    vm: &mut Vm,
    id: StreamId,
    written: Result<(), StreamFault>,
    defers: bool,
) -> Result<(), Ball> {
    if defers && let Some(output) = vm.ext.streams.output_of(id) {
        output.defer(false);
    }
    let passed = match defers {
        true => written.and_then(|()| pass_on(vm, id, false).map_err(StreamFault::Io)),
        false => written,
    };
    passed.map_err(|f| fault_ball(vm, &f, "write", id))
}

/// Passes on the text of an output stream that is due, or flushes the stream; other threads have the program while the other
/// side makes it wait.
///
/// # Errors
/// An error of the stream's sink.
fn pass_on(vm: &mut Vm, id: StreamId, flushes: bool) -> io::Result<()> {
    let lend = |o: &mut Output| o.lend(flushes);
    let Some(mut lent) = vm.ext.streams.output_of(id).and_then(lend) else {
        return Ok(());
    };
    let (lent, result) = vm.while_waiting(|| {
        let result = match flushes {
            true => lent.flush(),
            false => lent.pass_on(),
        };
        (lent, result)
    });
    if let Some(output) = vm.ext.streams.output_of(id) {
        output.take_back(lent);
    }
    result
}

/// The time after which a stream is looked at again that another thread writes to.
const LENT: Duration = Duration::from_millis(1);

/// Flushes an output stream; does nothing if there is no such stream.
///
/// # Errors
/// An error of the stream's sink. While another thread passes text on, also `WouldBlock` when the machine is interrupted or a
/// time limit expires.
pub(crate) fn flush(vm: &mut Vm, id: StreamId) -> io::Result<()> {
    if vm.shares_program() && ![USER_OUTPUT, USER_ERROR].contains(&id) {
        while vm.ext.streams.output_of(id).is_some_and(|o| o.is_lent()) {
            if vm.is_interrupted() {
                return Err(io::ErrorKind::WouldBlock.into());
            }
            vm.while_waiting(|| thread::sleep(LENT));
        }
        pass_on(vm, id, true)?;
    }
    vm.ext.streams.output_of(id).map_or(Ok(()), Output::flush)
}

fn check_output(vm: &mut Vm, id: StreamId, bytes: usize) -> Result<(), Ball> {
    if vm.ext.streams.exceeds_limit(id, bytes) && !draws_output(vm, bytes as u64) {
        return Err(vm.exceeded(atoms::OUTPUT));
    }
    match vm.has_call_limits() && !vm.ext.streams.is_in_memory(id) {
        true => vm.exceeded_output(bytes as u64).map_or(Ok(()), Err),
        false => Ok(()),
    }
}

/// Draws what is missing for so many bytes of output from the limit that the query shares with its threads. Returns
/// false if there is not as much, or no such limit.
fn draws_output(vm: &mut Vm, bytes: u64) -> bool {
    let left = vm.ext.streams.output_left().unwrap_or(u64::MAX);
    let Some(shared) = vm.limits().shared.as_deref() else {
        return false;
    };
    if !shared.output.take(bytes.saturating_sub(left)) {
        return false;
    }
    let most = vm.ext.streams.written().saturating_add(bytes.max(left));
    vm.ext.streams.limit_output(Some(most));
    true
}

// Options.

/// The elements of an option list.
///
/// # Errors
/// `instantiation_error` for a partial list or a variable element; `type_error(list, C)`.
pub(crate) fn options(vm: &mut Vm, list: Cell) -> Result<Vec<Cell>, Ball> {
    options_then(vm, list, |_| Ok(()))
}

/// As [`options`], with the checks that the standard puts before that of the list's type.
///
/// # Errors
/// The errors of [`options`] and of `between`.
pub(crate) fn options_then(
    vm: &mut Vm,
    list: Cell,
    between: impl FnOnce(&mut Vm) -> Result<(), Ball>,
) -> Result<Vec<Cell>, Ball> {
    let (items, end) = text::split_list(vm, list);
    if end.is_ref() || items.iter().any(|e| e.is_ref()) {
        return Err(vm.instantiation_error());
    }
    between(vm)?;
    match end == Cell::NIL {
        true => Ok(items),
        false => Err(vm.type_error(atoms::LIST, list)),
    }
}

/// An option `Name(Value)` as its name and value.
pub(crate) fn option(vm: &Vm, c: Cell) -> Option<(Atom, Cell)> {
    if !c.is_structure() {
        return None;
    }
    let (f, arity) = vm.heap.functor_of(c);
    let value = vm.heap.deref(vm.heap.get(vm.heap.args_at(c)));
    (arity == 1).then(|| (vm.functors.get(f).0, value))
}

/// The name of an atom value.
pub(crate) fn word(vm: &Vm, c: Cell) -> String {
    c.to_atom()
        .map(|a| vm.atoms.text(a).to_string())
        .unwrap_or_default()
}

/// Counts are far below the greatest integer in a cell.
pub(crate) fn count(n: u64) -> Cell {
    Cell::int(n as i64)
}

/// The term of a position.
pub(crate) fn position_term(vm: &mut Vm, p: StreamPosition) -> Cell {
    let name = vm.atoms.intern("$stream_position");
    let f = vm.functors.intern(name, 4);
    vm.heap
        .structure(f, &[p.chars, p.line, p.column, p.bytes].map(count))
}

pub(crate) fn position_of(vm: &Vm, c: Cell) -> Option<StreamPosition> {
    if !c.is_structure() {
        return None;
    }
    let (f, arity) = vm.heap.functor_of(c);
    if arity != 4 || &*vm.atoms.text(vm.functors.get(f).0) != "$stream_position" {
        return None;
    }
    let at = vm.heap.args_at(c);
    let arg = |i: u64| match vm.to_int(vm.heap.get(at + 8 * i)) {
        Some(Int::Small(n)) => u64::try_from(n).ok(),
        _ => None,
    };
    Some(StreamPosition {
        chars: arg(0)?,
        line: arg(1)?,
        column: arg(2)?,
        bytes: arg(3)?,
    })
}

/// The length in bytes from which text that a read has fetched is checked against the limit of memory.
const UNCHECKED_INPUT: usize = 1 << 18;

/// Checks whether a read may go on that has so many bytes of text pending. If it may not, a long text of a file is
/// released.
///
/// # Errors
/// The ball of an interrupt or of a limit.
pub(crate) fn check_pending(vm: &mut Vm, id: StreamId, bytes: usize) -> Result<(), Ball> {
    let is_long = bytes > UNCHECKED_INPUT;
    let room = if is_long {
        vm.check_room(bytes as u64)
    } else {
        Ok(())
    };
    let checked = room.and_then(|()| vm.check_interrupt());
    if checked.is_err()
        && is_long
        && let Some(input) = vm.ext.streams.input_of(id)
    {
        input.release_pending();
    }
    checked
}
