//! Strings: the atomic texts of SWI-Prolog.
//!
//! The library has predicates on strings with several answers; it implements them with these rows. A text that they
//! take is a string, an atom, a number, or a list of characters or codes.

use crate::base::atom::atoms;
use crate::machine::Cell;
use crate::system::text::{Elements, string_cell, text_of};
use crate::system::{BuiltinRow, Res, Vm, repeatable};
use std::borrow::Cow;

pub(crate) const ROWS: &[BuiltinRow] = &[
    repeatable(
        "$string",
        "?term",
        "-",
        "True if a term is a string.",
        |vm| Ok(vm.x(0).is_string()),
    ),
    repeatable(
        "$text_string",
        "+nonvar, ?term",
        "-",
        "Unifies the second argument with the string of a text.",
        |vm| {
            let text = text_of(vm, vm.x(0))?;
            unify_string(vm, 1, &text)
        },
    ),
    repeatable(
        "$text_to_atom",
        "+nonvar, ?term",
        "-",
        "Unifies the second argument with the atom of a text.",
        |vm| {
            let text = text_of(vm, vm.x(0))?;
            vm.check_room(2 * text.len() as u64)?;
            let atom = vm.atoms.intern_transient(&text);
            Ok(vm.unify(vm.x(1), Cell::atom(atom)))
        },
    ),
    repeatable(
        "$text_chars",
        "+nonvar, ?term",
        "-",
        "Unifies the second argument with the list of the characters of a text.",
        |vm| unify_list(vm, Elements::Chars),
    ),
    repeatable(
        "$text_codes",
        "+nonvar, ?term",
        "-",
        "Unifies the second argument with the list of the character codes of a text.",
        |vm| unify_list(vm, Elements::Codes),
    ),
    repeatable(
        "$text_length",
        "+nonvar, ?term",
        "-",
        "Unifies the second argument with the number of characters of a text.",
        |vm| {
            let n = length(&borrowed(vm, 0)?);
            Ok(vm.unify(vm.x(1), Cell::int(n as i64)))
        },
    ),
    repeatable(
        "$string_join",
        "+nonvar, +nonvar, ?term",
        "-",
        "Unifies the last argument with the string of two texts, one after the other.",
        |vm| {
            let mut text = text_of(vm, vm.x(0))?;
            text.push_str(&borrowed(vm, 1)?);
            unify_string(vm, 2, &text)
        },
    ),
    repeatable(
        "$sub_string",
        "+nonvar, +integer, +integer, ?term",
        "-",
        "Unifies the last argument with the string of the part of a text that starts at an offset and has a length.",
        sub_string,
    ),
    repeatable(
        "$string_find",
        "+nonvar, +nonvar, +integer, ?term",
        "-",
        "Unifies the last argument with the first offset, from a start on, at which a text occurs in another one.",
        find,
    ),
    repeatable(
        "$string_code",
        "+integer, +nonvar, ?term",
        "-",
        "Unifies the last argument with the code of the character of a text that has a number, from 1.",
        string_code,
    ),
    repeatable(
        "$string_lower",
        "+nonvar, ?term",
        "-",
        "Unifies the second argument with the string of a text in lower case.",
        |vm| {
            let text = text_of(vm, vm.x(0))?.to_lowercase();
            unify_string(vm, 1, &text)
        },
    ),
    repeatable(
        "$string_upper",
        "+nonvar, ?term",
        "-",
        "Unifies the second argument with the string of a text in upper case.",
        |vm| {
            let text = text_of(vm, vm.x(0))?.to_uppercase();
            unify_string(vm, 1, &text)
        },
    ),
    repeatable(
        "$split_string",
        "+nonvar, +nonvar, +nonvar, ?term",
        "-",
        "Unifies the last argument with the strings of the fields of a text between separators, without padding.",
        split_string,
    ),
];

fn unify_string(vm: &mut Vm, to: usize, text: &str) -> Res {
    let string = string_cell(vm, text)?;
    Ok(vm.unify(vm.x(to), string))
}

fn unify_list(vm: &mut Vm, kind: Elements) -> Res {
    let text = text_of(vm, vm.x(0))?;
    let list = kind.list(vm, &text, Cell::NIL)?;
    Ok(vm.unify(vm.x(1), list))
}

/// The text of an argument; that of a string is not copied.
fn borrowed(vm: &mut Vm, i: usize) -> Result<Cow<'_, str>, crate::machine::Ball> {
    let c = vm.x(i);
    match c.is_string() {
        true => Ok(Cow::Borrowed(vm.heap.text(c))),
        false => text_of(vm, c).map(Cow::Owned),
    }
}

/// The number of characters of a text.
fn length(text: &str) -> usize {
    match text.is_ascii() {
        true => text.len(),
        false => text.chars().count(),
    }
}

/// The byte offset of the character with this number, or of the end; `None` beyond the end.
fn offset(text: &str, n: usize) -> Option<usize> {
    if text.is_ascii() {
        return (n <= text.len()).then_some(n);
    }
    let starts = text.char_indices().map(|(i, _)| i);
    starts.chain(std::iter::once(text.len())).nth(n)
}

/// An argument that is an integer, if it is a count that fits.
fn count(vm: &Vm, i: usize) -> Option<usize> {
    let c = vm.x(i);
    c.is_int().then(|| usize::try_from(c.as_int()).ok())?
}

fn sub_string(vm: &mut Vm) -> Res {
    let (Some(before), Some(length)) = (count(vm, 1), count(vm, 2)) else {
        return Ok(false);
    };
    let part = {
        let text = borrowed(vm, 0)?;
        let Some(start) = offset(&text, before) else {
            return Ok(false);
        };
        let rest = &text[start..];
        let Some(end) = offset(rest, length) else {
            return Ok(false);
        };
        rest[..end].to_string()
    };
    unify_string(vm, 3, &part)
}

fn find(vm: &mut Vm) -> Res {
    let Some(from) = count(vm, 2) else {
        return Ok(false);
    };
    let part = text_of(vm, vm.x(1))?;
    let place = {
        let text = borrowed(vm, 0)?;
        let Some(start) = offset(&text, from) else {
            return Ok(false);
        };
        let Some(at) = text[start..].find(&*part) else {
            return Ok(false);
        };
        from + length(&text[start..start + at])
    };
    Ok(vm.unify(vm.x(3), Cell::int(place as i64)))
}

fn string_code(vm: &mut Vm) -> Res {
    let index = count(vm, 0).and_then(|i| i.checked_sub(1));
    let code = {
        let text = borrowed(vm, 1)?;
        let char = match index {
            Some(i) if text.is_ascii() => text.as_bytes().get(i).map(|&b| char::from(b)),
            Some(i) => text.chars().nth(i),
            None => None,
        };
        char.map(|c| i64::from(u32::from(c)))
    };
    match code {
        Some(code) => Ok(vm.unify(vm.x(2), Cell::int(code))),
        None => Ok(false),
    }
}

/// The fields of a text. Padding is removed from both ends of the text and of each field; where a separator is
/// padding, too, the padding of the next field begins after it.
fn fields<'t>(text: &'t str, separators: &str, padding: &str) -> Vec<&'t str> {
    let is_padding = |c: char| padding.contains(c);
    let mut rest = text.trim_matches(is_padding);
    let mut found = Vec::new();
    while let Some((at, separator)) = rest.char_indices().find(|&(_, c)| separators.contains(c)) {
        found.push(rest[..at].trim_matches(is_padding));
        rest = &rest[at + separator.len_utf8()..];
        if is_padding(separator) {
            rest = rest.trim_start_matches(is_padding);
        }
    }
    found.push(rest.trim_matches(is_padding));
    found
}

fn split_string(vm: &mut Vm) -> Res {
    let (text, separators, padding) = (
        text_of(vm, vm.x(0))?,
        text_of(vm, vm.x(1))?,
        text_of(vm, vm.x(2))?,
    );
    vm.check_heap(4 * text.len() as u64)?;
    let fields: Vec<Cell> = fields(&text, &separators, &padding)
        .into_iter()
        .map(|field| vm.heap.string(field))
        .collect();
    let list = vm.heap.list(&fields, Cell::atom(atoms::NIL));
    Ok(vm.unify(vm.x(3), list))
}
