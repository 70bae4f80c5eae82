//! Where text in double quotes was written: an answer shows lists of characters accordingly.

use crate::syntax::TokenKind;
use crate::syntax::lexer::Lexer;

/// The places where text in double quotes was written.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct WrittenTexts {
    /// True if a file of the program has such a text.
    pub(crate) in_program: bool,
    /// True if the query has one.
    pub(crate) in_query: bool,
}

impl WrittenTexts {
    /// Returns true if there is such a text.
    pub(crate) fn any(self) -> bool {
        self.in_program || self.in_query
    }
}

/// Returns true if a text of clauses or goals has text in double quotes.
pub(crate) fn has_text(text: &str) -> bool {
    if !text.contains('"') {
        return false;
    }
    let mut lexer = Lexer::new(text, 0);
    loop {
        match lexer.next_token() {
            Ok(token) => match token.kind {
                TokenKind::Text(_) => return true,
                TokenKind::Eof => return false,
                _ => {}
            },
            Err(fault) => {
                let next = lexer.after_fault(fault);
                if next <= lexer.pos() {
                    return false;
                }
                lexer.seek(next);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::has_text;

    #[test]
    fn texts_stand_in_double_quotes() {
        for text in ["p(\"a\").", "a. 'x\"' b \"\"", "\u{7} \"a\""] {
            assert!(has_text(text), "{text}");
        }
        for text in ["", "p('\"').", "% \"a\"", "0'\"", "\"a"] {
            assert!(!has_text(text), "{text}");
        }
    }
}
