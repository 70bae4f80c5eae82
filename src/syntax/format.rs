//! How single tokens are written: atoms with and without quotes, variable names.
//!
//! Must not know terms or operators.

use super::chars::{is_alnum, is_name_start, is_printable, is_symbol};
use std::borrow::Cow;
use std::fmt::Write;

/// Whether an atom with this name must be quoted to be read back (ISO 7.10.5).
pub fn atom_needs_quotes(name: &str) -> bool {
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

/// The atom's name as `writeq/1` writes it.
pub fn quoted_atom(name: &str) -> Cow<'_, str> {
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

/// Whether a blank must stand between this text and an end `.`.
pub fn ends_in_symbol_char(text: &str) -> bool {
    text.chars().next_back().is_some_and(is_symbol)
}

/// The `n`-th variable name: `A` to `Z`, `A1` to `Z1`, and so on (ISO 7.10.4).
pub fn var_letter(n: u64) -> String {
    let letter = char::from(b'A' + (n % 26) as u8);
    match n / 26 {
        0 => letter.to_string(),
        i => format!("{letter}{i}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{quoted_atom, var_letter};

    #[test]
    fn atoms_are_quoted_as_iso_asks() {
        let cases = [
            ("a", "a"),
            ("aB_1", "aB_1"),
            ("A", "'A'"),
            ("_", "'_'"),
            ("", "''"),
            ("[]", "[]"),
            ("{}", "{}"),
            (";", ";"),
            ("!", "!"),
            (",", "','"),
            ("|", "'|'"),
            (".", "'.'"),
            (".+", ".+"),
            ("/*", "'/*'"),
            ("//*", "//*"),
            ("*/", "*/"),
            ("\\", "\\"),
            ("^`", "'^`'"),
            (";;", "';;'"),
            ("a b", "'a b'"),
            ("it's", "'it\\'s'"),
            ("\u{8}\r\u{c}\t\n", "'\\b\\r\\f\\t\\n'"),
            ("\0", "'\\x0\\'"),
            ("é", "é"),
            ("É", "'É'"),
            ("→", "→"),
            ("\u{a0}", "'\\xa0\\'"),
        ];
        for (name, text) in cases {
            assert_eq!(quoted_atom(name), text);
        }
    }

    #[test]
    fn variable_names_go_on_after_z() {
        assert_eq!([0, 25, 26, 53].map(var_letter), ["A", "Z", "A1", "B2"]);
    }
}
