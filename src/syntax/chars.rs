//! Character classes (ISO 13211-1, 6.5), extended from ASCII to Unicode.
//!
//! The lexer and the writer share these classes, so that a name written without quotes is read back
//! as one token.

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

pub(super) const LAYOUT: u8 = 1;
pub(super) const ALNUM: u8 = 2;
pub(super) const SYMBOL: u8 = 4;

/// The classes of the ASCII characters, which make up nearly all of most programs.
pub(super) const ASCII: [u8; 128] = {
    let mut classes = [0; 128];
    let mut i = 0;
    while i < 128 {
        classes[i as usize] = match i {
            b'\t' | b'\n' | 0x0b | 0x0c | b'\r' | b' ' => LAYOUT,
            b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_' => ALNUM,
            b'+' | b'-' | b'*' | b'/' | b'\\' | b'^' | b'<' | b'>' | b'=' | b'~' | b':' | b'.'
            | b'?' | b'@' | b'#' | b'&' | b'$' => SYMBOL,
            _ => 0,
        };
        i += 1u8;
    }
    classes
};

/// Returns true for a character that continues a name or a variable: letters, digits, `_` and combining marks.
pub(crate) fn is_alnum(c: char) -> bool {
    match ASCII.get(c as usize) {
        Some(class) => class & ALNUM != 0,
        None => c.is_alphanumeric() || is_mark(c),
    }
}

/// Returns true for a character that starts a variable: `_` or an upper-case letter.
pub(crate) fn is_variable_start(c: char) -> bool {
    c == '_' || c.is_uppercase()
}

/// Returns true for the text of a variable.
pub(crate) fn is_variable_name(text: &str) -> bool {
    text.starts_with(is_variable_start) && text.chars().all(is_alnum)
}

/// Returns true for a character that starts a letter-digit name: any letter or non-ASCII digit that is not
/// upper-case.
pub(crate) fn is_name_start(c: char) -> bool {
    if c.is_ascii() {
        c.is_ascii_lowercase()
    } else {
        c.is_alphanumeric() && !c.is_uppercase()
    }
}

/// Returns true for the quotes that word processors put in place of `'` and `"`. Each is a token of its own, so that a
/// text in such quotes does not hide the end of its term: in `X = “abc”.`, the period is no part of a symbol.
pub(crate) fn is_typographic_quote(c: char) -> bool {
    matches!(c, '\u{2018}'..='\u{201F}')
}

/// Returns true for a symbol (graphic) character: those of ISO 6.5.1 and every Unicode symbol or punctuation
/// character that has no other role.
pub(crate) fn is_symbol(c: char) -> bool {
    match ASCII.get(c as usize) {
        Some(class) => class & SYMBOL != 0,
        None => {
            !(c.is_alphanumeric()
                || is_mark(c)
                || c.is_whitespace()
                || c.is_control()
                || is_typographic_quote(c)
                || is_invisible(c))
        }
    }
}

/// Returns true for white space of any kind (ISO: layout characters).
pub(crate) fn is_layout(c: char) -> bool {
    match ASCII.get(c as usize) {
        Some(class) => class & LAYOUT != 0,
        None => c.is_whitespace(),
    }
}

/// The number of bytes at the start of the text that are layout.
pub(super) fn layout_run(text: &str) -> usize {
    run(text, LAYOUT, is_layout)
}

/// The number of bytes at the start of the text that continue a name.
pub(super) fn alnum_run(text: &str) -> usize {
    run(text, ALNUM, is_alnum)
}

/// The number of bytes at the start of the text that are symbol characters.
pub(super) fn symbol_run(text: &str) -> usize {
    run(text, SYMBOL, is_symbol)
}

fn run(text: &str, class: u8, is: fn(char) -> bool) -> usize {
    let of_class = |b: &u8| ASCII.get(usize::from(*b)).is_some_and(|c| c & class != 0);
    let ascii = text.bytes().take_while(|b| of_class(b)).count();
    match text.as_bytes().get(ascii) {
        Some(b) if !b.is_ascii() => {
            let rest = &text[ascii..];
            ascii + rest.find(|c| !is(c)).unwrap_or(rest.len())
        }
        _ => ascii,
    }
}

/// Returns true if a quoted item shows this character as itself rather than as an escape sequence.
pub(crate) fn is_printable(c: char) -> bool {
    c == ' ' || !(c.is_control() || c.is_whitespace() || is_invisible(c))
}

/// Returns true for combining marks and joiners, which may stand inside a word.
fn is_mark(c: char) -> bool {
    is_joiner(c) || c.general_category_group() == GeneralCategoryGroup::Mark
}

/// Returns true for ZERO WIDTH NON-JOINER and ZERO WIDTH JOINER.
fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200C}' | '\u{200D}')
}

/// Returns true for control and format characters, private use, unassigned code points, and the
/// replacement character: they are never part of an unquoted token.
fn is_invisible(c: char) -> bool {
    c == char::REPLACEMENT_CHARACTER
        || c.general_category_group() == GeneralCategoryGroup::Other && !is_joiner(c)
}
