//! The text of single tokens: atoms with and without quotes, names of variables.

use super::chars::{is_alnum, is_name_start, is_printable, is_symbol};
use std::borrow::Cow;
use std::fmt::Write;

/// Returns true if an atom with this name must be quoted to be read back (ISO 7.10.5).
pub(crate) fn atom_needs_quotes(name: &str) -> bool {
    let mut chars = name.chars();
    let Some(first) = chars.next() else {
        return true;
    };
    if is_name_start(first) {
        return !chars.all(is_alnum);
    }
    if is_symbol(first) {
        return name == "." || name.starts_with("/*") || !chars.all(is_symbol);
    }
    !matches!(name, "[]" | "{}" | "!" | ";")
}

/// The text of the atom as `writeq/1` writes it.
pub(crate) fn quoted_atom(name: &str) -> Cow<'_, str> {
    if !atom_needs_quotes(name) {
        return name.into();
    }
    let mut out = String::with_capacity(name.len() + 2);
    out.push('\'');
    for c in name.chars() {
        push_escaped(&mut out, c, '\'');
    }
    out.push('\'');
    out.into()
}

/// The text of a string in double quotes.
pub(super) fn quoted_string(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        push_escaped(&mut out, c, '"');
    }
    out.push('"');
    out
}

/// Appends one character of an item that is quoted by `quote`.
pub(super) fn push_escaped(out: &mut String, c: char, quote: char) {
    match c {
        '\x07' => out.push_str("\\a"),
        '\x08' => out.push_str("\\b"),
        '\x0c' => out.push_str("\\f"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        '\x0b' => out.push_str("\\v"),
        '\\' => out.push_str("\\\\"),
        c if c == quote => {
            out.push('\\');
            out.push(c);
        }
        c if is_printable(c) => out.push(c),
        c => {
            // Writing to a String does not fail.
            let _ = write!(out, "\\x{:x}\\", u32::from(c));
        }
    }
}

/// Returns true if a blank must stand between this text and an end `.`.
pub(crate) fn ends_in_symbol_char(text: &str) -> bool {
    text.chars().next_back().is_some_and(is_symbol)
}

/// The `n`-th variable name: `A` to `Z`, `A1` to `Z1`, and so on (ISO 7.10.4).
pub(crate) fn var_letter(n: u64) -> String {
    let letter = char::from(b'A' + (n % 26) as u8);
    match n / 26 {
        0 => letter.to_string(),
        i => format!("{letter}{i}"),
    }
}
