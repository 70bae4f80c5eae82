//! The width of a text on a terminal.

use unicode_width::UnicodeWidthStr;

/// The number of columns that a text takes in a terminal.
pub(super) fn width(text: &str) -> usize {
    text.width()
}

#[cfg(test)]
mod tests {
    use super::width;

    #[test]
    fn east_asian_characters_take_two_columns() {
        assert_eq!(["", "abc", "äß", "日本", "가"].map(width), [0, 3, 2, 4, 2]);
    }
}
