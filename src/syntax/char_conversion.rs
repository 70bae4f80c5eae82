//! Character conversion (ISO 13211-1, 3.46, 6.4 and 8.14.5): replaces characters outside of quotes
//! before the text is read.

use super::quoted::skip_quoted;

/// Replaces each character `c` of the text that is not quoted by `to(c)`. The character after `0'`
/// counts as quoted, and so do comments.
pub(crate) fn convert_chars(text: &str, to: impl Fn(char) -> char) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut before = ' ';
    while let Some(c) = rest.chars().next() {
        let kept = match c {
            '\'' if before == '0' => 1 + character(&rest[1..]),
            '\'' | '"' | '`' => skip_quoted(rest, 1, c).offset(),
            '%' => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |i| i + 2),
            _ => 0,
        };
        let taken = match kept {
            0 => {
                out.push(to(c));
                c.len_utf8()
            }
            n => {
                out.push_str(&rest[..n]);
                n
            }
        };
        before = c;
        rest = &rest[taken..];
    }
    out
}

/// The length of the quoted character after `0'`.
fn character(text: &str) -> usize {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some('\''), Some('\'')) => 2,
        (Some('\\'), Some('x' | '0'..='7')) => match text[1..].find('\\') {
            Some(i) => i + 2,
            None => 2,
        },
        (Some('\\'), Some(c)) => 1 + c.len_utf8(),
        (Some(c), _) => c.len_utf8(),
        (None, _) => 0,
    }
}
