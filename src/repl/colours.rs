//! Colours of queries and answers, by the classes of their tokens.

use crate::prolog::{Span, TokenClass, Vocabulary};
use std::ffi::OsStr;
use std::sync::Arc;

/// The user's choice on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub(super) enum When {
    /// At a terminal, unless the environment says otherwise.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl When {
    /// Returns true if what goes to an output is to be coloured.
    pub(super) fn colours(self, is_terminal: bool) -> bool {
        let (no_color, term) = (std::env::var_os("NO_COLOR"), std::env::var_os("TERM"));
        self.decides(is_terminal, no_color.as_deref(), term.as_deref())
    }

    /// Returns true if output is coloured, as [`When::colours`], with the environment variables `NO_COLOR`, which has
    /// effect unless it is empty, and `TERM`.
    fn decides(self, is_terminal: bool, no_color: Option<&OsStr>, term: Option<&OsStr>) -> bool {
        match self {
            When::Always => true,
            When::Never => false,
            When::Auto => {
                is_terminal
                    && no_color.is_none_or(OsStr::is_empty)
                    && term.is_none_or(|t| t != "dumb")
            }
        }
    }
}

/// The end of a colour.
pub(super) const PLAIN: &str = "\x1b[0m";
/// Notes of the top level and suggestions: grey.
pub(super) const FAINT: &str = "\x1b[90m";
const SUCCESS: &str = "\x1b[1;32m";
const FAILURE: &str = "\x1b[1;31m";
const BRACKET: &str = "\x1b[1;7m";

/// The escape sequence of a class; none for the terminal's own colour. Of the sixteen colours, those that can be read
/// on light and on dark screens.
fn escape(class: TokenClass) -> Option<&'static str> {
    Some(match class {
        TokenClass::Variable => "\x1b[36m",
        TokenClass::AnswerVariable => "\x1b[1;36m",
        TokenClass::Anonymous | TokenClass::Comment => FAINT,
        TokenClass::Functor => "\x1b[34m",
        TokenClass::Control => "\x1b[35m",
        TokenClass::Number => "\x1b[33m",
        TokenClass::Text => "\x1b[32m",
        TokenClass::Fault => "\x1b[31m",
        _ => return None,
    })
}

/// Colours texts, or leaves them as they are.
#[derive(Clone, Debug, Default)]
pub(super) struct Painter {
    pub(super) on: bool,
    pub(super) vocabulary: Arc<Vocabulary>,
}

impl Painter {
    pub(super) fn new(on: bool) -> Painter {
        Painter {
            on,
            vocabulary: Arc::default(),
        }
    }

    /// The text of an answer with its colours.
    pub(super) fn answer(&self, text: &str) -> String {
        if !self.on {
            return text.to_string();
        }
        let word = text.trim().trim_end_matches('.').trim_end();
        let colour = match word {
            "true" | "yes" => SUCCESS,
            "false" | "no" => FAILURE,
            _ => return self.query(text, 0, None),
        };
        text.replacen(word, &format!("{colour}{word}{PLAIN}"), 1)
    }

    /// A note of the top level.
    pub(super) fn note(&self, text: &str) -> String {
        match self.on {
            true => format!("{FAINT}{text}{PLAIN}"),
            false => text.to_string(),
        }
    }

    /// The part of a text from the byte offset `from` on, with its colours. The pair of brackets is emphasised.
    pub(super) fn query(
        &self,
        text: &str,
        from: usize,
        brackets: Option<(usize, usize)>,
    ) -> String {
        let mut painted = String::new();
        let mut at = from;
        for (Span { start, end }, class) in self.vocabulary.highlight(text) {
            let start = start.max(at);
            if end <= start {
                continue;
            }
            let is_paired = brackets.is_some_and(|(a, b)| a == start || b == start);
            let colour = match is_paired && class == TokenClass::Bracket {
                true => Some(BRACKET),
                false => escape(class),
            };
            painted.push_str(&text[at..start]);
            match colour {
                Some(colour) => {
                    painted.push_str(colour);
                    painted.push_str(&text[start..end]);
                    painted.push_str(PLAIN);
                }
                None => painted.push_str(&text[start..end]),
            }
            at = end;
        }
        painted.push_str(&text[at..]);
        painted
    }
}

#[cfg(test)]
mod tests {
    use super::{Painter, When};
    use std::ffi::OsStr;

    fn auto(is_terminal: bool, no_color: Option<&str>, term: &str) -> bool {
        When::Auto.decides(
            is_terminal,
            no_color.map(OsStr::new),
            Some(OsStr::new(term)),
        )
    }

    #[test]
    fn auto_colours_at_a_terminal_only() {
        assert!(auto(true, None, "xterm-256color"));
        assert!(!auto(false, None, "xterm-256color"));
        assert!(!auto(true, None, "dumb"));
    }

    #[test]
    fn no_color_turns_colours_off() {
        assert!(!auto(true, Some("1"), "xterm"));
        assert!(auto(true, Some(""), "xterm"));
    }

    #[test]
    fn always_and_never_have_precedence() {
        let no_color = Some(OsStr::new("1"));
        assert!(When::Always.decides(false, no_color, None));
        assert!(!When::Never.decides(true, None, None));
    }

    #[test]
    fn texts_are_painted_piece_by_piece() {
        let painter = Painter::new(true);
        assert_eq!(painter.answer("   true.\n"), "   \x1b[1;32mtrue\x1b[0m.\n");
        assert_eq!(
            painter.answer("   X = 1"),
            "   \x1b[36mX\x1b[0m = \x1b[33m1\x1b[0m"
        );
        assert_eq!(Painter::new(false).answer("X = 1"), "X = 1");
        assert_eq!(painter.query("f(\nX", 3, None), "\x1b[36mX\x1b[0m");
        assert_eq!(
            painter.query("/* a\nb */ c", 5, None),
            "\x1b[90mb */\x1b[0m c"
        );
        assert_eq!(
            painter.query("(a)", 0, Some((0, 2))),
            "\x1b[1;7m(\x1b[0ma\x1b[1;7m)\x1b[0m"
        );
    }
}
