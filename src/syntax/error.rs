//! Syntax errors: their kinds, messages, positions and resumption points.
//!
//! The loader makes ISO error terms of them, and diagnostics with a source line and a caret.

use super::span::{Position, Span};
use std::borrow::Cow;
use std::fmt;

/// The kind of a syntax error. [`ErrorKind::name`] is the `Imp` of `syntax_error(Imp)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ErrorKind {
    /// The text ends inside a term, before its end `.`.
    EndOfTerm,
    /// The text ends inside a quoted item that this character opened.
    EndOfQuoted(char),
    /// The text ends inside a block comment.
    EndOfComment,
    /// A line ends inside a quoted item that this character opened.
    NewlineInQuoted(char),
    /// A control character inside a quoted item; the second one opened it.
    ControlInQuoted(char, char),
    /// `\` and this character are not an escape sequence; inside this quote (`0` for `0'c`).
    UndefinedEscape(char, char),
    /// A numeric escape without its closing `\`; inside this quote.
    UnclosedEscape(char),
    /// A numeric escape that is not a character code; inside this quote.
    NoCharacter(char),
    /// A character that starts no token.
    UnexpectedChar(char),
    /// A float beyond the largest one.
    InfiniteFloat,
    /// A rational whose denominator is zero.
    ZeroDenominator,
    /// A back-quoted string where the `back_quotes` flag allows none.
    BackQuotedString,
    /// Another token stands where a term must start.
    OperandExpected,
    /// Another token stands where an operator or the end of the term must follow.
    OperatorExpected,
    /// An operator of this priority stands where at most the second one is allowed.
    Priority(u16, u16),
    /// An atom that is an operator stands as an operand without parentheses.
    BareOperator,
    /// A closing bracket that does not match the open one (0: none is open).
    Unbalanced(char),
    /// The end `.` inside a bracket that this character opened.
    Unclosed(char),
    /// Not a number, where the whole text must be one.
    IllegalNumber,
    /// A token that the standard does not have, where only those of the standard are allowed.
    Extension,
    /// Something else than an atom or a small integer where the key of a dict must stand.
    DictKey,
    /// A key of a dict without a colon after it.
    DictColon,
    /// A dict that has a key twice.
    DuplicateKey,
    /// Reading was given up, see [`super::read_monitor::ReadMonitor`]. The text may be without faults.
    GivenUp,
}

impl ErrorKind {
    /// The atom in `syntax_error(…)`: Scryer's where it has one for this kind.
    pub(crate) fn name(self) -> &'static str {
        match self {
            ErrorKind::EndOfTerm | ErrorKind::EndOfQuoted(_) | ErrorKind::EndOfComment => {
                "unexpected_end_of_file"
            }
            ErrorKind::NewlineInQuoted(q)
            | ErrorKind::ControlInQuoted(_, q)
            | ErrorKind::UndefinedEscape(_, q)
            | ErrorKind::UnclosedEscape(q)
            | ErrorKind::NoCharacter(q) => match q {
                '\'' => "invalid_single_quoted_character",
                '0' => "unexpected_char",
                _ => "missing_quote",
            },
            ErrorKind::UnexpectedChar(_) => "unexpected_char",
            ErrorKind::InfiniteFloat => "infinite_float",
            ErrorKind::ZeroDenominator => "zero_denominator",
            ErrorKind::BackQuotedString => "back_quoted_string",
            ErrorKind::OperandExpected
            | ErrorKind::OperatorExpected
            | ErrorKind::Priority(..)
            | ErrorKind::BareOperator
            | ErrorKind::Unbalanced(_)
            | ErrorKind::Unclosed(_) => "incomplete_reduction",
            ErrorKind::IllegalNumber => "illegal_number",
            ErrorKind::Extension => "not_iso",
            ErrorKind::DictKey => "key_expected",
            ErrorKind::DictColon => "colon_expected",
            ErrorKind::DuplicateKey => "duplicate_key",
            ErrorKind::GivenUp => "given_up",
        }
    }

    /// Returns true if more text could complete the term.
    pub(crate) fn is_incomplete(self) -> bool {
        matches!(
            self,
            ErrorKind::EndOfTerm | ErrorKind::EndOfQuoted(_) | ErrorKind::EndOfComment
        )
    }

    /// One sentence for the user; `found` is the text of the token at fault.
    pub(super) fn message(self, found: Option<&str>) -> String {
        let shown = |what: &str| match found {
            Some(t) => format!("{what}, but found `{t}`"),
            None => what.to_string(),
        };
        match self {
            ErrorKind::EndOfTerm => "the text ends before the term's end `.`".into(),
            ErrorKind::EndOfQuoted(q) => format!("the text ends before the closing {q}"),
            ErrorKind::EndOfComment => "the block comment /* has no closing */".into(),
            ErrorKind::NewlineInQuoted(q) => {
                format!("the line ends before the closing {q}; a newline is written \\n")
            }
            ErrorKind::ControlInQuoted('\t', _) => "a tab in quotes is written \\t".into(),
            ErrorKind::ControlInQuoted(c, _) => {
                let code = u32::from(c);
                format!("a control character in quotes is written as its code: \\x{code:x}\\")
            }
            ErrorKind::UndefinedEscape('e', _) => {
                "\\e is not an escape sequence; the escape character is written \\x1b\\".into()
            }
            ErrorKind::UndefinedEscape(c, _) => {
                format!("\\{} is not an escape sequence", c.escape_debug())
            }
            ErrorKind::UnclosedEscape(_) => "a numeric escape ends in \\, as in \\x41\\".into(),
            ErrorKind::NoCharacter(_) => "the escape sequence is not a character's code".into(),
            ErrorKind::DictKey => shown("the key of a dict is an atom or a small integer"),
            ErrorKind::DictColon => shown("a colon must follow the key of a dict"),
            ErrorKind::DuplicateKey => "the dict has a key twice".into(),
            ErrorKind::GivenUp => "reading was given up".into(),
            ErrorKind::UnexpectedChar(c) => {
                format!("no token starts with the character {}", c.escape_debug())
            }
            ErrorKind::InfiniteFloat => "the float is too large".into(),
            ErrorKind::ZeroDenominator => "the rational's denominator is zero".into(),
            ErrorKind::BackQuotedString => {
                "`text` has no meaning unless the flag back_quotes is codes, chars or atom".into()
            }
            ErrorKind::OperandExpected => shown("a term must start here"),
            ErrorKind::OperatorExpected => shown("an operator or the end of the term must follow"),
            ErrorKind::Priority(p, max) => format!(
                "an operator of priority {p} needs parentheses where at most {max} is allowed"
            ),
            ErrorKind::BareOperator => match found {
                Some(t) => format!("the operator `{t}` as an operand needs parentheses: ({t})"),
                None => "an operator as an operand needs parentheses".into(),
            },
            ErrorKind::Unbalanced(open) => match open {
                '\0' => shown("there is no open bracket to close"),
                c => shown(&format!("the open {c} must be closed first")),
            },
            ErrorKind::Unclosed(c) => format!("the term ends inside an open {c}"),
            ErrorKind::IllegalNumber => "the text is not a number".into(),
            ErrorKind::Extension => {
                "the standard does not have this token, and the flag iso allows no other".into()
            }
        }
    }
}

/// A syntax error (ISO 7.12.2 h): kind, positions, and the offset at which a loader can go on.
#[derive(Clone, Debug)]
pub(crate) struct SyntaxError {
    /// The kind of error.
    pub kind: ErrorKind,
    /// One sentence for the user.
    pub message: String,
    /// A suggestion; layers that know more than syntax may fill it in.
    pub hint: Option<String>,
    /// The text of the token at fault, if there is one. Upper layers use it for hints, for example
    /// that it is an operator of a library that is not loaded.
    pub found: Option<String>,
    /// The start of the term.
    pub term_start: Position,
    /// The position of the fault.
    pub at: Position,
    /// The byte offset after the end token of the faulty clause.
    pub resume: usize,
    /// True if the text ended before the term: more input could complete it.
    pub incomplete: bool,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { line, column, .. } = self.at;
        write!(f, "{line}:{column}: syntax error: {}", self.message)?;
        match &self.hint {
            Some(h) => write!(f, " ({h})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for SyntaxError {}

/// The text of a token for a message: at most 40 characters of it.
pub(super) fn shortened(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(40) {
        Some((i, _)) => format!("{}...", &text[..i]).into(),
        None => text.into(),
    }
}

/// The reader's own suggestion about the token at `span`.
pub(super) fn hint(text: &str, span: Span) -> Option<Cow<'static, str>> {
    let token = &text[span.start..span.end];
    let before = text[..span.start].chars().next_back();
    let exponent = token.strip_prefix(['e', 'E']).is_some_and(|e| {
        e.bytes().all(|b| b.is_ascii_digit()) && before.is_some_and(|c| c.is_ascii_digit())
    });
    if exponent {
        return Some("a float has a fraction: 1.0e10".into());
    }
    // After a variable, something else is wrong.
    let is_apart = before.is_some_and(char::is_whitespace);
    (token == "(" && is_apart).then_some("no layout may stand between a functor and its (".into())
}
