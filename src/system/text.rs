//! Text in terms: atoms, numbers, lists of characters and lists of codes, as Rust strings.
//!
//! The errors that the builtins on text share are checked in the order of ISO 13211-1 (8.16): missing
//! instantiation first, then the list, then its elements.

use crate::base::atom::atoms;
use crate::base::int::Int;
use crate::base::number::Number;
use crate::machine::{Ball, Cell, CycleDetector, Interrupt, Tag, integer_value};
use crate::syntax::{LONG_INTEGER, ReadMonitor, SyntaxError, parse_number};
use crate::system::Vm;
use std::fmt;
use std::sync::Arc;

/// Length and end of a list: the number of list cells before the first term that is not a list cell. The end of a
/// cyclic list is one of its cells.
pub(crate) fn skip_list(vm: &Vm, list: Cell) -> (usize, Cell) {
    let mut c = vm.heap.deref(list);
    let mut marker = c;
    let mut n = 0usize;
    while let Some(rest) = vm.heap.rest(c) {
        c = rest;
        n += 1;
        if c == marker {
            break;
        }
        // Brent's cycle detection: the marker jumps ahead at powers of two, so that it enters any cycle.
        if n.is_power_of_two() {
            marker = c;
        }
    }
    (n, c)
}

/// The elements, dereferenced, of the first `n` cells of a list.
fn elements(vm: &Vm, list: Cell, n: usize) -> Vec<Cell> {
    let mut items = Vec::with_capacity(n);
    items.extend(vm.heap.elements(list).take(n));
    items
}

/// A list of more elements is checked against the memory that is left.
const LONG: usize = 1 << 16;

/// The elements of a list, partial list or any other term, dereferenced, and the term after the last list
/// cell: `[]` for a proper list, a variable for a partial one. A cyclic list gives some of its cells' elements,
/// and one of its cells as its end.
pub(crate) fn split_list(vm: &Vm, list: Cell) -> (Vec<Cell>, Cell) {
    let (n, end) = skip_list(vm, list);
    (elements(vm, list, n), end)
}

/// The elements of a list, dereferenced.
///
/// # Errors
/// `instantiation_error` for a partial list, `type_error(list, L)` for a term that is not a list.
pub(crate) fn list_of(vm: &mut Vm, list: Cell) -> Result<Vec<Cell>, Ball> {
    let mut items = Vec::new();
    list_into(vm, list, &mut items)?;
    Ok(items)
}

/// [`list_of`], appended to a buffer.
///
/// # Errors
/// Those of [`list_of`], and `resource_error(memory)`.
pub(crate) fn list_into(vm: &mut Vm, list: Cell, items: &mut Vec<Cell>) -> Result<(), Ball> {
    let (n, end) = skip_list(vm, list);
    if end == Cell::NIL {
        if n > LONG {
            vm.check_room(8 * n as u64)?;
        }
        if items.try_reserve(n).is_err() {
            return Err(vm.out_of_memory());
        }
        items.extend(vm.heap.elements(list).take(n));
        Ok(())
    } else if end.is_ref() {
        Err(vm.instantiation_error())
    } else {
        Err(vm.type_error(atoms::LIST, list))
    }
}

/// Accepts lists, partial lists and variables.
///
/// # Errors
/// `type_error(list, L)`.
pub(crate) fn check_partial_list(vm: &mut Vm, list: Cell) -> Result<(), Ball> {
    let (_, end) = skip_list(vm, list);
    if end == Cell::NIL || end.is_ref() {
        Ok(())
    } else {
        Err(vm.type_error(atoms::LIST, list))
    }
}

/// The elements of a list that represents text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Elements {
    /// One-character atoms.
    Chars,
    /// Character codes.
    Codes,
}

impl Elements {
    /// A list of these elements.
    ///
    /// # Errors
    /// `resource_error(memory)`
    pub(crate) fn list(self, vm: &mut Vm, text: &str, tail: Cell) -> Result<Cell, Ball> {
        let bytes = match self {
            Elements::Chars => vm.heap.bytes_of_chars(text),
            Elements::Codes => 16 * text.len() as u64,
        };
        vm.check_heap(bytes)?;
        Ok(match self {
            Elements::Chars => vm.heap.chars(text, tail),
            Elements::Codes => vm.heap.codes(text, tail),
        })
    }

    /// The character that an element is; it is not a variable.
    ///
    /// # Errors
    /// `type_error(character, E)`; `type_error(integer, E)`, `representation_error(character_code)`.
    pub(crate) fn char(self, vm: &mut Vm, e: Cell) -> Result<char, Ball> {
        match self {
            Elements::Chars => e
                .to_atom()
                .and_then(|a| a.as_char())
                .ok_or_else(|| vm.type_error(atoms::CHARACTER, e)),
            Elements::Codes => {
                let code = e
                    .is_int()
                    .then(|| e.as_int())
                    .and_then(|i| u32::try_from(i).ok());
                if let Some(c) = code.and_then(char::from_u32) {
                    Ok(c)
                } else if vm.is_integer(e) {
                    Err(vm.representation_error("character_code"))
                } else {
                    Err(vm.type_error(atoms::INTEGER, e))
                }
            }
        }
    }
}

/// The text of a proper list of characters, packed or not. `None` for any other term.
pub(crate) fn chars_text(vm: &Vm, list: Cell) -> Option<String> {
    let (mut text, mut rest) = (String::new(), vm.heap.deref(list));
    let mut circle = CycleDetector::default();
    while !circle.closes(rest) {
        if rest.is_packed() {
            let tail = vm.heap.unpack_to(rest, &mut text);
            if tail != rest {
                rest = vm.heap.deref(tail);
                continue;
            }
        }
        let Some((head, tail)) = vm.heap.uncons(rest) else {
            return (rest == Cell::NIL).then_some(text);
        };
        text.push(vm.heap.deref(head).to_atom()?.as_char()?);
        rest = vm.heap.deref(tail);
    }
    None
}

/// The text of a list of characters or codes.
///
/// # Errors
/// `instantiation_error` for a partial list or a variable in it, `type_error(list, L)`, and those of
/// [`Elements::char`].
pub(crate) fn list_text(vm: &mut Vm, list: Cell, kind: Elements) -> Result<String, Ball> {
    if kind == Elements::Chars
        && let Some(text) = chars_text(vm, list)
    {
        return Ok(text);
    }
    let items = list_of(vm, list)?;
    if items.iter().any(|e| e.is_ref()) {
        return Err(vm.instantiation_error());
    }
    items.iter().map(|&e| kind.char(vm, e)).collect()
}

/// The text of a list of characters or codes; `None` if the list has variables or is partial.
///
/// # Errors
/// `type_error(list, L)`, and those of [`Elements::char`] for the elements that are there.
pub(crate) fn partial_text(
    vm: &mut Vm,
    list: Cell,
    kind: Elements,
) -> Result<Option<String>, Ball> {
    if kind == Elements::Chars
        && let Some(text) = chars_text(vm, list)
    {
        return Ok(Some(text));
    }
    let (n, end) = skip_list(vm, list);
    if end != Cell::NIL && !end.is_ref() {
        return Err(vm.type_error(atoms::LIST, list));
    }
    let mut complete = end == Cell::NIL;
    let mut text = String::new();
    for e in elements(vm, list, n) {
        if e.is_ref() {
            complete = false;
        } else {
            text.push(kind.char(vm, e)?);
        }
    }
    Ok(complete.then_some(text))
}

/// The text of an atom, number or string; `None` for any other term.
///
/// # Errors
/// Those of [`crate::machine::Machine::number_text`].
pub(crate) fn atomic_text(vm: &mut Vm, c: Cell) -> Result<Option<String>, Ball> {
    let c = vm.heap.deref(c);
    Ok(match c.tag() {
        Tag::Atom => Some(vm.atoms.text(c.as_atom()).to_string()),
        Tag::Int | Tag::Num => Some(vm.number_text(c)?),
        Tag::String => Some(vm.heap.text(c).to_string()),
        Tag::Var | Tag::AttVar | Tag::List | Tag::Packed | Tag::Struct => None,
    })
}

/// The text of an atom, a string, a number, a list of characters or a list of codes; `[]` is the empty text.
///
/// # Errors
/// `instantiation_error` if a part of it is a variable, `type_error(text, T)` if it is not text.
pub(crate) fn text_of(vm: &mut Vm, c: Cell) -> Result<String, Ball> {
    let c = vm.heap.deref(c);
    if c.is_number() {
        return vm.number_text(c);
    }
    if c == Cell::NIL {
        return Ok(String::new());
    }
    if c.is_ref() {
        return Err(vm.instantiation_error());
    }
    let text = atomic_text(vm, c)?;
    if let Some(s) = text.or_else(|| chars_text(vm, c)) {
        return Ok(s);
    }
    let (n, end) = skip_list(vm, c);
    if n > 0 && end.is_ref() {
        return Err(vm.instantiation_error());
    }
    if n > 0 && end == Cell::NIL {
        let items = elements(vm, c, n);
        if items.iter().any(|e| e.is_ref()) {
            return Err(vm.instantiation_error());
        }
        let kind = if items[0].is_int() {
            Elements::Codes
        } else {
            Elements::Chars
        };
        let chars = |vm: &mut Vm| {
            items
                .iter()
                .map(|&e| kind.char(vm, e))
                .collect::<Result<String, Ball>>()
        };
        if let Ok(s) = chars(vm) {
            return Ok(s);
        }
    }
    let text = vm.atoms.intern("text");
    Err(vm.type_error(text, c))
}

/// The string of a text.
///
/// # Errors
/// `resource_error(memory)`
pub(crate) fn string_cell(vm: &mut Vm, text: &str) -> Result<Cell, Ball> {
    vm.check_heap(text.len() as u64)?;
    Ok(vm.heap.string(text))
}

/// Reads a text that consists of layout and one number (ISO 8.16.7).
///
/// # Errors
/// `syntax_error(illegal_number)` and the like.
pub(crate) fn read_number(vm: &mut Vm, text: &str) -> Result<Cell, Ball> {
    match number_in(vm, text)? {
        Ok(n) => Ok(vm.number_cell(&n)),
        Err(e) => Err(vm.syntax_error(e.kind.name())),
    }
}

/// [`parse_number`] of a text of any length.
///
/// # Errors
/// The ball of an interrupt or a limit; `resource_error(memory)`.
pub(crate) fn number_in(vm: &mut Vm, text: &str) -> Result<Result<Number, Box<SyntaxError>>, Ball> {
    if text.len() < LONG_INTEGER {
        return Ok(parse_number(text));
    }
    vm.check_room(text.len() as u64)?;
    let text = text.to_owned();
    vm.interruptible(move |_| parse_number(&text))
}

/// The monitor for reading a text on behalf of the machine of the handle; `None` if the text is so short that it needs
/// none.
pub(crate) fn read_monitor(interrupt: &Interrupt, text: &str) -> Option<Arc<dyn ReadMonitor>> {
    if text.len() < LONG_INTEGER {
        return None;
    }
    Some(Arc::new(MachineMonitor(interrupt.clone())))
}

/// Has reading given up at an interrupt or a limit of a machine.
struct MachineMonitor(Interrupt);

impl ReadMonitor for MachineMonitor {
    fn is_due(&self) -> bool {
        self.0.is_due()
    }

    fn integer(&self, digits: &str) -> Option<Int> {
        integer_value(digits, &self.0)
    }
}

impl fmt::Debug for MachineMonitor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MachineMonitor")
    }
}
