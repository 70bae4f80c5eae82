//! Bulk reading: the rest of a line, the rest of a stream, pending characters.
//!
//! The errors for bad streams are those of the single-character predicates, which the library's
//! predicates call first.

use crate::machine::{Cell, PackedPieces};
use crate::system::streams::{self, Input, StreamFault, StreamId, fault_ball, find, find_input};
use crate::system::text::Elements;
use crate::system::{Res, Vm};

/// Collects input until done: `stop` gets the pending text that it has not seen and returns the number of bytes to take of
/// it, and true if that is all. A read that is given up takes nothing.
fn gather(
    i: &mut Input,
    mut stop: impl FnMut(&str) -> (usize, bool),
) -> Result<String, StreamFault> {
    let mut at = 0;
    loop {
        let (n, done) = stop(&i.pending()[at..]);
        at += n;
        if done {
            return Ok(take(i, at));
        }
        match i.more()? {
            (_, true) => {
                i.consume(at);
                return Err(StreamFault::Encoding);
            }
            (true, false) => (),
            (false, false) => return Ok(take(i, at)),
        }
    }
}

/// Takes the first bytes of the pending text.
fn take(i: &mut Input, bytes: usize) -> String {
    let text = i.pending()[..bytes].to_string();
    i.consume(bytes);
    text
}

/// The first `n` characters of a text: their length in bytes, and their number, which may be less than `n`.
fn prefix(text: &str, n: usize) -> (usize, usize) {
    match text.char_indices().nth(n) {
        Some((at, _)) => (at, n),
        None => (text.len(), text.chars().count()),
    }
}

/// The bytes after which a part of a long text goes to the heap.
const PIECE: usize = 1 << 18;

fn stream(vm: &mut Vm) -> Result<StreamId, crate::machine::Ball> {
    let s = vm.x(0);
    let id = find_input(vm, Some(s), false)?;
    vm.ext.streams.before_reading(id);
    Ok(id)
}

/// `'$read_chars'(+Stream, +N, -Chars, ?Tail)`: the next `N` characters, all if it is negative.
pub(crate) fn read_chars(vm: &mut Vm) -> Res {
    let id = stream(vm)?;
    let n = vm.x(1);
    let mut left = match n.is_int() {
        true => usize::try_from(n.as_int()).unwrap_or(usize::MAX),
        false => usize::MAX,
    };
    let Some(i) = vm.ext.streams.input_of(id) else {
        return Ok(false);
    };
    if left == usize::MAX {
        return read_rest(vm, id);
    }
    let text = gather(i, |pending| {
        let (bytes, chars) = prefix(pending, left);
        left -= chars;
        (bytes, left == 0)
    });
    unify_text(vm, id, text, 2, Some(3))
}

/// The next part of a stream: less than [`PIECE`] bytes only if it is the last one.
fn next_piece(vm: &mut Vm, id: StreamId) -> Result<String, StreamFault> {
    let mut taken = 0;
    match vm.ext.streams.input_of(id) {
        Some(i) => gather(i, |pending| {
            taken += pending.len();
            (pending.len(), taken >= PIECE)
        }),
        None => Ok(String::new()),
    }
}

/// The rest of a stream. Of a long text, each piece goes to the heap before the next one is read, so that there is no
/// second copy of it.
fn read_rest(vm: &mut Vm, id: StreamId) -> Res {
    let first = next_piece(vm, id);
    let mut piece = match first {
        Ok(text) if text.len() >= PIECE => text,
        text => return unify_text(vm, id, text, 2, Some(3)),
    };
    let list = PackedPieces::begin(&vm.heap);
    while !piece.is_empty() {
        let checked = vm.check_heap(vm.heap.bytes_of_chars(&piece));
        let next = checked.and_then(|()| {
            list.add(&mut vm.heap, &piece);
            next_piece(vm, id).map_err(|f| fault_ball(vm, &f, "read", id))
        });
        match next {
            Ok(next) => piece = next,
            Err(ball) => {
                list.discard(&mut vm.heap);
                return Err(ball);
            }
        }
    }
    let (x, tail) = (vm.x(2), vm.x(3));
    let list = list.end(&mut vm.heap, tail);
    Ok(vm.unify(x, list))
}

/// `'$read_line'(+Stream, -Chars)`: up to the end of the line, which is consumed and not given. A read that is given up
/// takes nothing.
pub(crate) fn read_line(vm: &mut Vm) -> Res {
    let id = stream(vm)?;
    // The bytes that were looked at: they hold no end of a line.
    let mut at = 0;
    let mut line = loop {
        let Some(i) = vm.ext.streams.input_of(id) else {
            return Ok(false);
        };
        if let Some(end) = i.pending()[at..].find('\n') {
            break take(i, at + end + 1);
        }
        at = i.pending().len();
        match i.more() {
            Ok((_, true)) => {
                i.consume(at);
                return Err(fault_ball(vm, &StreamFault::Encoding, "read", id));
            }
            Ok((true, false)) => (),
            Ok((false, false)) => break take(i, at),
            Err(f) => return Err(fault_ball(vm, &f, "read", id)),
        }
        if at > PIECE {
            vm.check_room(at as u64)?;
        }
        vm.check_interrupt()?;
    };
    if line.ends_with('\n') {
        line.pop();
        if line.ends_with('\r') {
            line.pop();
        }
    }
    unify_text(vm, id, Ok(line), 1, None)
}

/// `'$pending_chars'(+Stream, -Chars, ?Tail)`: the characters that can be read without waiting; `[]` at the end.
pub(crate) fn pending(vm: &mut Vm) -> Res {
    let id = stream(vm)?;
    let Some(i) = vm.ext.streams.input_of(id) else {
        return Ok(false);
    };
    let mut asked = false;
    let text = gather(i, |pending| {
        let done = asked || !pending.is_empty();
        asked = true;
        (pending.len(), done)
    });
    unify_text(vm, id, text, 1, Some(2))
}

/// `'$peek_chars'(+Stream, +N, -Chars)`: the next `N` characters, or all there are, left in place.
pub(crate) fn peek(vm: &mut Vm) -> Res {
    let id = stream(vm)?;
    let n = vm.x(1);
    let n = usize::try_from(if n.is_int() { n.as_int() } else { 0 }).unwrap_or(0);
    // The bytes and the characters that were counted.
    let (mut at, mut found) = (0, 0);
    let text = loop {
        let Some(i) = vm.ext.streams.input_of(id) else {
            return Ok(false);
        };
        let (bytes, chars) = prefix(&i.pending()[at..], n - found);
        at += bytes;
        found += chars;
        if found == n {
            break Ok(i.pending()[..at].to_string());
        }
        match i.more() {
            Ok((_, true)) => break Err(StreamFault::Encoding),
            Ok((true, false)) => (),
            Ok((false, false)) => break Ok(i.pending().to_string()),
            Err(f) => break Err(f),
        }
        if at > PIECE {
            vm.check_room(at as u64)?;
        }
        vm.check_interrupt()?;
    };
    unify_text(vm, id, text, 2, None)
}

fn unify_text(
    vm: &mut Vm,
    id: StreamId,
    text: Result<String, StreamFault>,
    to: usize,
    tail: Option<usize>,
) -> Res {
    match text {
        Ok(text) => {
            let tail = tail.map_or(Cell::NIL, |t| vm.x(t));
            let list = Elements::Chars.list(vm, &text, tail)?;
            let x = vm.x(to);
            Ok(vm.unify(x, list))
        }
        Err(f) => Err(fault_ball(vm, &f, "read", id)),
    }
}

/// `'$stream_place'(+Stream, -Position)`: the position of a stream that can be repositioned.
pub(crate) fn place(vm: &mut Vm) -> Res {
    let id = find(vm, vm.x(0))?;
    match vm.ext.streams.get(id).filter(|s| s.reposition) {
        Some(s) => {
            let p = s.position();
            let term = streams::position_term(vm, p);
            let x = vm.x(1);
            Ok(vm.unify(x, term))
        }
        None => Ok(false),
    }
}
