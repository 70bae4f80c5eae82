//! Bulk reading: the rest of a line, the rest of a stream, pending characters.
//!
//! A read that is given up, at an interrupt, at a limit or at bytes that encode no character, takes nothing: what it
//! has consumed before is given back to the stream. The errors for bad streams are those of `get_char/2`.

use crate::base::atom::atoms;
use crate::machine::{Ball, Cell, PackedPieces};
use crate::system::streams::terms::more_text;
use crate::system::streams::{
    self, Input, Side, StreamFault, StreamId, StreamPosition, check_pending, fault_ball, find,
    find_input, is_past,
};
use crate::system::text::{Elements, text_of};
use crate::system::{Res, Vm};

/// The bytes after which a part of a long text goes to the heap.
const PIECE: usize = 1 << 18;

/// A text that was consumed.
struct Taken {
    id: StreamId,
    text: String,
    /// The position of its first character.
    start: StreamPosition,
    /// True if the end of the stream follows, and the read has met it.
    at_end: bool,
}

impl Taken {
    /// Unifies a register with the list of the first bytes of the text, which ends in `tail`. If the list has no room,
    /// the text is given back.
    fn unify_part(self, vm: &mut Vm, bytes: usize, kind: Elements, to: usize, tail: Cell) -> Res {
        match kind.list(vm, &self.text[..bytes], tail) {
            Ok(list) => Ok(vm.unify(vm.x(to), list)),
            Err(ball) => {
                give_back(vm, self.id, self.text, self.start);
                Err(ball)
            }
        }
    }

    /// [`Taken::unify_part`] with the whole text.
    fn unify(self, vm: &mut Vm, kind: Elements, to: usize, tail: Cell) -> Res {
        let bytes = self.text.len();
        self.unify_part(vm, bytes, kind, to, tail)
    }
}

/// Puts a text back that was consumed from `start` on. A long one of a file is read again later.
fn give_back(vm: &mut Vm, id: StreamId, text: String, start: StreamPosition) {
    if let Some(i) = vm.ext.streams.input_of(id)
        && !(text.len() > PIECE && !text.contains('\u{FFFD}') && i.go_back(start))
    {
        i.give_back(text, start);
    }
}

/// The context of the errors of reading.
fn in_get_char(vm: &mut Vm, ball: Ball) -> Ball {
    let get_char = vm.atoms.intern("get_char");
    vm.close_ball(ball, get_char, 2)
}

/// The stream in the first argument, and true if its end was read before and must be reported again.
fn begin(vm: &mut Vm) -> Result<(StreamId, bool), Ball> {
    let s = vm.x(0);
    let found = find_input(vm, Some(s), false);
    let begun = found.and_then(|id| is_past(vm, Some(s), id).map(|past| (id, past)));
    begun.map_err(|ball| in_get_char(vm, ball))
}

/// Consumes input until done: `stop` gets the pending text that it has not seen and returns the number of bytes to take
/// of it, and true if that is all.
fn gather(
    vm: &mut Vm,
    id: StreamId,
    mut stop: impl FnMut(&str) -> (usize, bool),
) -> Result<Taken, Ball> {
    let mut at = 0;
    loop {
        let Some(i) = vm.ext.streams.input_of(id) else {
            let s = vm.x(0);
            return Err(vm.existence_error("stream", s));
        };
        let (n, done) = stop(&i.pending()[at..]);
        at += n;
        if done {
            return Ok(take(i, id, at, false));
        }
        let fault = match more_text(vm, id) {
            Some(Ok((true, false))) => None,
            // The pending text has U+FFFD in place of the bytes now, and the next read goes on behind them.
            Some(Ok((_, true))) => Some(StreamFault::Encoding),
            Some(Err(f)) => Some(f),
            Some(Ok((false, false))) => match vm.ext.streams.input_of(id) {
                Some(i) => return Ok(take(i, id, at, true)),
                None => continue,
            },
            None => continue,
        };
        if let Some(f) = fault {
            let ball = fault_ball(vm, &f, "read", id);
            return Err(in_get_char(vm, ball));
        }
        check_pending(vm, id, at)?;
    }
}

/// Takes the first bytes of the pending text.
fn take(i: &mut Input, id: StreamId, bytes: usize, at_end: bool) -> Taken {
    let text = i.pending()[..bytes].to_string();
    let start = i.position;
    i.consume(bytes);
    Taken {
        id,
        text,
        start,
        at_end,
    }
}

/// Notes that the end of a stream was read.
fn read_end(vm: &mut Vm, id: StreamId) {
    if let Some(s) = vm.ext.streams.get_mut(id)
        && let Side::Input(i) = &mut s.side
    {
        i.past = true;
    }
}

/// The first `n` characters of a text: their length in bytes, and their number, which may be less than `n`.
fn prefix(text: &str, n: usize) -> (usize, usize) {
    match text.char_indices().nth(n) {
        Some((at, _)) => (at, n),
        None => (text.len(), text.chars().count()),
    }
}

/// The length in bytes of the next `left` characters, and true if there are so many, which are subtracted; of all
/// characters if `left` is `usize::MAX`.
fn next_chars(text: &str, left: &mut usize) -> (usize, bool) {
    if *left == usize::MAX {
        return (text.len(), false);
    }
    let (bytes, chars) = prefix(text, *left);
    *left -= chars;
    (bytes, *left == 0)
}

/// The elements that an argument names, `chars` or `codes`.
fn elements(vm: &Vm, argument: usize) -> Elements {
    let is_codes = |a| &*vm.atoms.text(a) == "codes";
    match vm.x(argument).to_atom().is_some_and(is_codes) {
        true => Elements::Codes,
        false => Elements::Chars,
    }
}

/// `'$read_chars'(+Stream, +N, +Elements, -List, ?Tail)`: the next `N` characters, all if it is negative.
pub(crate) fn read_chars(vm: &mut Vm) -> Res {
    let (id, past) = begin(vm)?;
    let n = vm.x(1);
    let mut left = match n.is_int() {
        true => usize::try_from(n.as_int()).unwrap_or(usize::MAX),
        false => usize::MAX,
    };
    if past {
        left = 0;
    }
    if elements(vm, 2) == Elements::Chars {
        return read_in_pieces(vm, id, left);
    }
    let taken = gather(vm, id, |pending| next_chars(pending, &mut left))?;
    unify_all(vm, taken, Elements::Codes)
}

/// Unifies the result of [`read_chars`] with the list of the characters.
fn unify_all(vm: &mut Vm, taken: Taken, kind: Elements) -> Res {
    if taken.at_end && taken.text.is_empty() {
        read_end(vm, taken.id);
    }
    let tail = vm.x(4);
    taken.unify(vm, kind, 3, tail)
}

/// The next part of a text of so many characters: less than [`PIECE`] bytes only if it is the last one.
fn next_piece(vm: &mut Vm, id: StreamId, left: &mut usize) -> Result<Taken, Ball> {
    let mut taken = 0;
    gather(vm, id, |pending| {
        let (bytes, done) = next_chars(pending, left);
        taken += bytes;
        (bytes, done || taken >= PIECE)
    })
}

/// The next characters of a stream. Of a long text, each piece goes to the heap before the next one is read, so that
/// there is no second copy of it.
fn read_in_pieces(vm: &mut Vm, id: StreamId, mut left: usize) -> Res {
    let first = next_piece(vm, id, &mut left)?;
    if first.text.len() < PIECE {
        return unify_all(vm, first, Elements::Chars);
    }
    let (start, mut piece) = (first.start, first.text);
    let list = PackedPieces::begin(&vm.heap);
    let mut is_damaged = false;
    while !piece.is_empty() {
        is_damaged |= piece.contains('\u{FFFD}');
        let room = vm.check_heap(vm.heap.bytes_of_chars(&piece));
        let next = room.and_then(|()| {
            list.add(&mut vm.heap, &piece);
            piece.clear();
            next_piece(vm, id, &mut left)
        });
        match next {
            Ok(next) => piece = next.text,
            Err(ball) => {
                let input = vm.ext.streams.input_of(id);
                if !is_damaged && input.is_some_and(|i| i.go_back(start)) {
                    list.release(&mut vm.heap);
                // Nothing is given back if memory does not suffice for that.
                } else if let Some(text) = list.into_text(&mut vm.heap, &piece) {
                    give_back(vm, id, text, start);
                }
                return Err(ball);
            }
        }
    }
    let (x, tail) = (vm.x(3), vm.x(4));
    let list = list.end(&mut vm.heap, tail);
    Ok(vm.unify(x, list))
}

/// `'$read_line'(+Stream, +Elements, -Line)`: the next line without its end, which is consumed; `end_of_file` at the
/// end of the stream.
pub(crate) fn read_line(vm: &mut Vm) -> Res {
    let (id, past) = begin(vm)?;
    let taken = gather(vm, id, |pending| match pending.find('\n') {
        _ if past => (0, true),
        Some(end) => (end + 1, true),
        None => (pending.len(), false),
    })?;
    if taken.text.is_empty() {
        read_end(vm, id);
        return Ok(vm.unify(vm.x(2), Cell::atom(atoms::END_OF_FILE)));
    }
    let line = match taken.text.strip_suffix('\n') {
        Some(line) => line.strip_suffix('\r').unwrap_or(line).len(),
        None => taken.text.len(),
    };
    let kind = elements(vm, 1);
    taken.unify_part(vm, line, kind, 2, Cell::NIL)
}

/// `'$read_until'(+Stream, +Separators, +Elements, -List, ?Tail, -Separator)`: the text up to the next character of
/// `Separators`, and the code of this character, which is consumed; -1 at the end.
pub(crate) fn read_until(vm: &mut Vm) -> Res {
    let separators = text_of(vm, vm.x(1))?;
    let (id, past) = begin(vm)?;
    let taken = gather(vm, id, |pending| {
        let mut chars = pending.char_indices();
        match chars.find(|&(_, c)| separators.contains(c)) {
            _ if past => (0, true),
            Some((at, c)) => (at + c.len_utf8(), true),
            None => (pending.len(), false),
        }
    })?;
    let (bytes, separator) = match taken.text.chars().next_back() {
        Some(c) if !taken.at_end => (taken.text.len() - c.len_utf8(), i64::from(u32::from(c))),
        _ => (taken.text.len(), -1),
    };
    let at_end = taken.at_end;
    let (kind, tail) = (elements(vm, 2), vm.x(4));
    if !taken.unify_part(vm, bytes, kind, 3, tail)? {
        return Ok(false);
    }
    if at_end {
        read_end(vm, id);
    }
    Ok(vm.unify(vm.x(5), Cell::int(separator)))
}

/// The stream in the first argument, for the predicates whose callers have looked at it.
fn stream(vm: &mut Vm) -> Result<StreamId, Ball> {
    let s = vm.x(0);
    let id = find_input(vm, Some(s), false)?;
    streams::before_reading(vm, id);
    Ok(id)
}

/// `'$pending_chars'(+Stream, -Chars, ?Tail)`: the characters that can be read without waiting; `[]` at the end.
pub(crate) fn pending(vm: &mut Vm) -> Res {
    let id = stream(vm)?;
    let mut asked = false;
    let taken = gather(vm, id, |pending| {
        let done = asked || !pending.is_empty();
        asked = true;
        (pending.len(), done)
    })?;
    let tail = vm.x(2);
    taken.unify(vm, Elements::Chars, 1, tail)
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
        match more_text(vm, id) {
            Some(Ok((_, true))) => break Err(StreamFault::Encoding),
            Some(Ok((true, false))) | None => (),
            Some(Ok((false, false))) => {
                let rest = vm.ext.streams.input_of(id).map(|i| i.pending().to_string());
                break Ok(rest.unwrap_or_default());
            }
            Some(Err(f)) => break Err(f),
        }
        check_pending(vm, id, at)?;
    };
    let text = text.map_err(|f| fault_ball(vm, &f, "read", id))?;
    let list = Elements::Chars.list(vm, &text, Cell::NIL)?;
    Ok(vm.unify(vm.x(2), list))
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
