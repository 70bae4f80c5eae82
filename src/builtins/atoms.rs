//! Atomic term processing (ISO 13211-1, 8.16): lengths, characters, codes, numbers as text.
//!
//! `sub_atom/5`, `atom_concat/3` and others have several answers; the library implements them with the
//! rows whose names begin with `$`. Kinds of characters are in `char_types.rs`.

use crate::base::atom::{Atom, atoms};
use crate::machine::{Ball, Cell};
use crate::system::text::{
    Elements, atomic_text, list_of, list_text, number_in, partial_text, read_number, text_of,
};
use crate::system::{BuiltinRow, Res, Vm, repeatable};

pub(crate) const ROWS: &[BuiltinRow] = &[
    repeatable(
        "atom_length",
        "+atom_or_string, ?integer",
        "8.16.1",
        "Unifies the second argument with the number of characters of an atom.",
        atom_length,
    ),
    repeatable(
        "atom_chars",
        "?atom_or_string, ?term",
        "8.16.4",
        "True if the second argument is the list of the characters of an atom; one of them must be known.",
        atom_chars,
    ),
    repeatable(
        "atom_codes",
        "?atom_or_string, ?term",
        "8.16.5",
        "True if the second argument is the list of the character codes of an atom; one of them must be known.",
        atom_codes,
    ),
    repeatable(
        "char_code",
        "?character, ?integer",
        "8.16.6",
        "True if the second argument is the code of a character; one of them must be known.",
        char_code,
    ),
    repeatable(
        "number_chars",
        "?number, ?term",
        "8.16.7",
        "True if the second argument is a list of characters that reads as a number; a syntax error if it does not.",
        number_chars,
    ),
    repeatable(
        "number_codes",
        "?number, ?term",
        "8.16.8",
        "True if the second argument is a list of character codes that reads as a number; a syntax error if it does not.",
        number_codes,
    ),
    repeatable(
        "atom_number",
        "?atom_or_string, ?number",
        "-",
        "True if an atom reads as a number; fails if it does not.",
        atom_number,
    ),
    repeatable(
        "upcase_atom",
        "+nonvar, ?atom",
        "-",
        "Unifies the second argument with an atom: a text in upper case.",
        upcase_atom,
    ),
    repeatable(
        "downcase_atom",
        "+nonvar, ?atom",
        "-",
        "Unifies the second argument with an atom: a text in lower case.",
        downcase_atom,
    ),
    repeatable(
        "$all_characters",
        "?term",
        "-",
        "True if a term is a list of characters.",
        |vm| Ok(list_text(vm, vm.x(0), Elements::Chars).is_ok()),
    ),
    repeatable(
        "$sub_atom",
        "+atom, +integer, +integer, ?term",
        "8.16.3",
        "Unifies the last argument with the part of an atom that starts at an offset and has a length.",
        sub_atom,
    ),
    repeatable(
        "$sub_atom_find",
        "+atom, +atom, +integer, -integer",
        "8.16.3",
        "Unifies the last argument with the first offset, from a start on, at which an atom occurs in another one.",
        find,
    ),
    repeatable(
        "$atomic_join",
        "+list, +atomic, -atom",
        "-",
        "Unifies the last argument with an atom: atomic terms joined by a separator.",
        join,
    ),
    repeatable(
        "$atom_split",
        "+atomic, +atomic, -list",
        "-",
        "Unifies the last argument with the list of the parts of a text between separators, as atoms.",
        split,
    ),
];

fn unify_atom(vm: &mut Vm, to: usize, text: &str) -> Res {
    if text.len() > LONG {
        vm.check_room(2 * text.len() as u64)?;
    }
    let a = vm.atoms.intern_transient(text);
    Ok(vm.unify(vm.x(to), Cell::atom(a)))
}

/// Atoms with longer names are made only if there is room for them.
const LONG: usize = 1 << 16;

/// The number of characters of a text.
fn char_count(text: &str) -> usize {
    if text.is_ascii() {
        text.len()
    } else {
        text.chars().count()
    }
}

/// The byte offset of the character with this number, or of the end; `None` beyond the end.
fn byte_offset(text: &str, n: usize) -> Option<usize> {
    if text.is_ascii() {
        return (n <= text.len()).then_some(n);
    }
    text.char_indices()
        .map(|(i, _)| i)
        .chain(std::iter::once(text.len()))
        .nth(n)
}

fn atom_length(vm: &mut Vm) -> Res {
    let length = vm.x(1);
    if vm.to_int(length).is_some_and(|i| i.is_negative()) {
        return Err(vm.domain_error("not_less_than_zero", length));
    }
    let n = match vm.x(0) {
        string if string.is_string() => char_count(vm.heap.text(string)),
        atom => char_count(&vm.atoms.text(atom.as_atom())),
    };
    Ok(vm.unify(length, Cell::int(n as i64)))
}

fn atom_chars(vm: &mut Vm) -> Res {
    atom_list(vm, Elements::Chars)
}

fn atom_codes(vm: &mut Vm) -> Res {
    atom_list(vm, Elements::Codes)
}

fn atom_list(vm: &mut Vm, kind: Elements) -> Res {
    let (atom, list) = (vm.x(0), vm.x(1));
    let Some(text) = atomic_text(vm, atom)? else {
        let text = list_text(vm, list, kind)?;
        return unify_atom(vm, 0, &text);
    };
    partial_text(vm, list, kind)?;
    let elements = kind.list(vm, &text, Cell::NIL)?;
    Ok(vm.unify(list, elements))
}

fn char_code(vm: &mut Vm) -> Res {
    let (c, code) = (vm.x(0), vm.x(1));
    if let Some(ch) = c.to_atom().and_then(Atom::as_char) {
        if !code.is_ref() {
            Elements::Codes.char(vm, code)?;
        }
        return Ok(vm.unify(code, Cell::int(i64::from(u32::from(ch)))));
    }
    if code.is_ref() {
        return Err(vm.instantiation_error());
    }
    let ch = Elements::Codes.char(vm, code)?;
    Ok(vm.unify(c, Cell::atom(Atom::from_char(ch))))
}

fn number_chars(vm: &mut Vm) -> Res {
    number_list(vm, Elements::Chars)
}

fn number_codes(vm: &mut Vm) -> Res {
    number_list(vm, Elements::Codes)
}

/// A complete list is read, also where the number is known: `number_chars(3, ['0','3'])` is true.
fn number_list(vm: &mut Vm, kind: Elements) -> Res {
    let (number, list) = (vm.x(0), vm.x(1));
    if number.is_ref() {
        let text = list_text(vm, list, kind)?;
        let n = read_number(vm, &text)?;
        return Ok(vm.unify(number, n));
    }
    if let Some(text) = partial_text(vm, list, kind)? {
        let n = read_number(vm, &text)?;
        return Ok(vm.unify(number, n));
    }
    let text = vm.number_text(number)?;
    let elements = kind.list(vm, &text, Cell::NIL)?;
    Ok(vm.unify(list, elements))
}

fn atom_number(vm: &mut Vm) -> Res {
    let (atom, number) = (vm.x(0), vm.x(1));
    let Some(text) = atomic_text(vm, atom)? else {
        if number.is_ref() {
            return Err(vm.instantiation_error());
        }
        let text = vm.number_text(number)?;
        return unify_atom(vm, 0, &text);
    };
    match text_value(vm, &text)? {
        Some(n) => Ok(vm.unify(number, n)),
        None => Ok(false),
    }
}

/// The number that a text reads: no layout, a sign `+` or `-` right before the digits.
fn text_value(vm: &mut Vm, text: &str) -> Result<Option<Cell>, Ball> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if !unsigned.starts_with(|c: char| c.is_ascii_digit()) {
        return Ok(None);
    }
    let n = number_in(vm, text.strip_prefix('+').unwrap_or(text))?;
    Ok(n.ok().map(|n| vm.number_cell(&n)))
}

fn upcase_atom(vm: &mut Vm) -> Res {
    let text = text_of(vm, vm.x(0))?.to_uppercase();
    unify_atom(vm, 1, &text)
}

fn downcase_atom(vm: &mut Vm) -> Res {
    let text = text_of(vm, vm.x(0))?.to_lowercase();
    unify_atom(vm, 1, &text)
}

/// A count that is not negative and fits.
fn count(vm: &Vm, i: usize) -> Option<usize> {
    let c = vm.x(i);
    if c.is_int() {
        usize::try_from(c.as_int()).ok()
    } else {
        None
    }
}

fn sub_atom(vm: &mut Vm) -> Res {
    let (Some(before), Some(length)) = (count(vm, 1), count(vm, 2)) else {
        return Ok(false);
    };
    let atom = vm.x(0).as_atom();
    let wanted = vm.x(3);
    let part = {
        let text = vm.atoms.text(atom);
        let Some(start) = byte_offset(&text, before) else {
            return Ok(false);
        };
        let rest = &text[start..];
        let Some(end) = byte_offset(rest, length) else {
            return Ok(false);
        };
        let part = &rest[..end];
        if let Some(w) = wanted.to_atom() {
            return Ok(&*vm.atoms.text(w) == part);
        }
        if !wanted.is_ref() {
            // The offset or the length, where a call has the same variable twice.
            return Ok(false);
        }
        part.to_string()
    };
    unify_atom(vm, 3, &part)
}

fn find(vm: &mut Vm) -> Res {
    let Some(from) = count(vm, 2) else {
        return Ok(false);
    };
    let place = {
        let text = vm.atoms.text(vm.x(0).as_atom());
        let sub = vm.atoms.text(vm.x(1).as_atom());
        let Some(start) = byte_offset(&text, from) else {
            return Ok(false);
        };
        let Some(at) = text[start..].find(&*sub) else {
            return Ok(false);
        };
        from + char_count(&text[start..start + at])
    };
    Ok(vm.unify(vm.x(3), Cell::int(place as i64)))
}

/// The text of an atomic term.
///
/// # Errors
/// `instantiation_error`, `type_error(atomic, T)`.
fn text_of_atomic(vm: &mut Vm, c: Cell) -> Result<String, Ball> {
    match atomic_text(vm, c)? {
        Some(s) => Ok(s),
        None => Err(vm.type_or_instantiation(atoms::ATOMIC, c)),
    }
}

fn join(vm: &mut Vm) -> Res {
    let items = list_of(vm, vm.x(0))?;
    let separator = text_of_atomic(vm, vm.x(1))?;
    let mut text = String::new();
    // The megabytes for which there was room.
    let mut checked = 0;
    for (i, &c) in items.iter().enumerate() {
        if i > 0 {
            text.push_str(&separator);
        }
        text.push_str(&text_of_atomic(vm, c)?);
        if text.len() >> 20 != checked {
            checked = text.len() >> 20;
            vm.check_room(text.len() as u64)?;
        }
    }
    unify_atom(vm, 2, &text)
}

fn split(vm: &mut Vm) -> Res {
    let text = text_of_atomic(vm, vm.x(0))?;
    let separator = text_of_atomic(vm, vm.x(1))?;
    if separator.is_empty() {
        let sep = vm.x(1);
        return Err(vm.domain_error("non_empty_atom", sep));
    }
    let parts: Vec<Cell> = text
        .split(&*separator)
        .map(|p| Cell::atom(vm.atoms.intern_transient(p)))
        .collect();
    let list = vm.heap.list(&parts, Cell::NIL);
    Ok(vm.unify(vm.x(2), list))
}
