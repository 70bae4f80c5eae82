//! Replacements in a text, and the lines around a place.

use std::ops::Range;

/// The replacement of a range of a text.
pub(super) type Edit = (Range<usize>, String);

/// The text with its edits applied. They are in order and do not overlap.
pub(super) fn edited(text: &str, edits: &[Edit]) -> String {
    let mut done = String::new();
    let mut copied = 0;
    for (range, new) in edits {
        done.push_str(&text[copied..range.start]);
        done.push_str(new);
        copied = range.end;
    }
    done.push_str(&text[copied..]);
    done
}

/// The start of the replacement of a description: at the blanks before it, if it is the first on its line, or else
/// on a new line.
pub(super) fn line_start(text: &str, at: usize, after: usize) -> (usize, &'static str) {
    let start = text[..at].rfind('\n').map_or(0, |i| i + 1).max(after);
    match text[start..at].trim().is_empty() {
        true if start > after || start == 0 => (start, ""),
        _ => (after.max(at - trailing_blanks(&text[after..at])), "\n"),
    }
}

fn trailing_blanks(text: &str) -> usize {
    text.len() - text.trim_end_matches([' ', '\t']).len()
}

/// A part of the text with the blanks before it on its line.
pub(super) fn indented(text: &str, start: usize, end: usize) -> String {
    let (from, _) = line_start(text, start, 0);
    text[from..end].trim_end().to_string()
}
