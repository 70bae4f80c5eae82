//! The width of a text on a terminal.

/// Characters that take two columns: those of East Asian scripts and pictographs.
const WIDE: [(char, char); 9] = [
    ('\u{1100}', '\u{115F}'),
    ('\u{2E80}', '\u{A4CF}'),
    ('\u{AC00}', '\u{D7A3}'),
    ('\u{F900}', '\u{FAFF}'),
    ('\u{FE30}', '\u{FE6F}'),
    ('\u{FF00}', '\u{FF60}'),
    ('\u{FFE0}', '\u{FFE6}'),
    ('\u{1F300}', '\u{1FAFF}'),
    ('\u{20000}', '\u{3FFFD}'),
];

/// The number of columns that a line of text takes.
pub(super) fn width(text: &str) -> usize {
    let is_wide = |c: char| WIDE.iter().any(|&(from, to)| (from..=to).contains(&c));
    text.chars().map(|c| 1 + usize::from(is_wide(c))).sum()
}

#[cfg(test)]
mod tests {
    use super::width;

    #[test]
    fn east_asian_characters_take_two_columns() {
        assert_eq!(["", "abc", "äß", "日本", "가"].map(width), [0, 3, 2, 4, 2]);
    }
}
