//! Where and why a text is not a term: positions, kinds of syntax error, resumption points.
//!
//! Must not know how the text was read; the loader turns these into ISO error terms and into
//! diagnostics with a source line and a caret.

use std::borrow::Cow;
use std::fmt;

/// A range of byte offsets, end exclusive.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

/// A place in a text, for people and for tools.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// Byte offset, from 0.
    pub offset: usize,
}

impl Default for Position {
    fn default() -> Position {
        Position {
            line: 1,
            column: 1,
            offset: 0,
        }
    }
}

impl Position {
    /// The position of `offset` in `text`, whose own start is at `origin`.
    pub fn in_text(text: &str, offset: usize, origin: Position) -> Position {
        let before = &text.as_bytes()[..offset.min(text.len())];
        let lines = before.iter().filter(|&&b| b == b'\n').count() as u32;
        let line_start = before.iter().rposition(|&b| b == b'\n').map(|i| i + 1);
        let chars = chars_in(&before[line_start.unwrap_or(0)..]);
        Position {
            line: origin.line + lines,
            column: match line_start {
                Some(_) => chars + 1,
                None => origin.column + chars,
            },
            offset: origin.offset + offset,
        }
    }
}

/// How many characters start in these bytes of UTF-8.
fn chars_in(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|&&b| b & 0xC0 != 0x80).count() as u32
}

/// The line starts of a text, for many look-ups.
pub struct SourceMap<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> SourceMap<'t> {
    /// Finds the lines of a text.
    pub fn new(text: &'t str) -> SourceMap<'t> {
        let newlines = text.bytes().enumerate().filter(|&(_, b)| b == b'\n');
        let starts = std::iter::once(0)
            .chain(newlines.map(|(i, _)| i + 1))
            .collect();
        SourceMap { text, starts }
    }

    /// The position of a byte offset.
    pub fn position(&self, offset: usize) -> Position {
        let offset = offset.min(self.text.len());
        let line = self.starts.partition_point(|&s| s <= offset);
        let bytes = &self.text.as_bytes()[self.starts[line - 1]..offset];
        Position {
            line: line as u32,
            column: chars_in(bytes) + 1,
            offset,
        }
    }

    /// The text of a line (from 1), without its line end.
    pub fn line(&self, line: u32) -> &'t str {
        let i = line as usize;
        let Some(&start) = i.checked_sub(1).and_then(|i| self.starts.get(i)) else {
            return "";
        };
        let end = self.starts.get(i).copied().unwrap_or(self.text.len());
        self.text[start..end].trim_end_matches(['\n', '\r'])
    }
}

/// What is wrong. [`ErrorKind::name`] is the `Imp` of `syntax_error(Imp)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
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
    /// `\` and this character is no escape sequence; inside this quote (`0` for `0'c`).
    UndefinedEscape(char, char),
    /// A numeric escape without its closing `\`; inside this quote.
    UnclosedEscape(char),
    /// A numeric escape that is no character; inside this quote.
    NoCharacter(char),
    /// A character that starts no token.
    UnexpectedChar(char),
    /// A float beyond the largest one.
    InfiniteFloat,
    /// A rational whose denominator is zero.
    ZeroDenominator,
    /// A back-quoted string where the `back_quotes` flag allows none.
    BackQuotedString,
    /// Something else stands where a term must start.
    OperandExpected,
    /// Something else stands where an operator or the end of the term must follow.
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
    /// A token that the standard does not have, where only the standard's are wanted.
    Extension,
}

impl ErrorKind {
    /// The atom in `syntax_error(…)`; Scryer's name where it has one for this.
    pub fn name(self) -> &'static str {
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
        }
    }

    /// Whether more text could make the term right.
    pub fn is_incomplete(self) -> bool {
        matches!(
            self,
            ErrorKind::EndOfTerm | ErrorKind::EndOfQuoted(_) | ErrorKind::EndOfComment
        )
    }

    /// One sentence for people; `found` is the offending token's text.
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
            ErrorKind::UnexpectedChar(c) => {
                format!("the character {} starts no token", c.escape_debug())
            }
            ErrorKind::InfiniteFloat => "the float is too large".into(),
            ErrorKind::ZeroDenominator => "the rational's denominator is zero".into(),
            ErrorKind::BackQuotedString => {
                "the flag back_quotes says what `text` stands for: codes, chars or atom".into()
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
                '\0' => shown("nothing is open that this could close"),
                c => shown(&format!("the open {c} must be closed first")),
            },
            ErrorKind::Unclosed(c) => format!("the term ends inside an open {c}"),
            ErrorKind::IllegalNumber => "the text is not a number".into(),
            ErrorKind::Extension => {
                "the standard has no such token, and the flag iso asks for the standard's".into()
            }
        }
    }
}

/// A text that is not a term (ISO 7.12.2 h), with both positions that matter and the offset from
/// which a loader can go on.
#[derive(Clone, Debug)]
pub struct SyntaxError {
    /// What is wrong.
    pub kind: ErrorKind,
    /// One sentence for people.
    pub message: String,
    /// A suggestion; layers that know more than syntax may fill it in.
    pub hint: Option<String>,
    /// The text of the token at fault, if there is one. An upper layer may know it, for example
    /// as an operator of a library that is not loaded.
    pub found: Option<String>,
    /// The start of the term.
    pub term_start: Position,
    /// The fault.
    pub at: Position,
    /// The byte offset after the end token of the faulty clause.
    pub resume: usize,
    /// The text ended before the term did: more input could complete it.
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

/// A token's text for a message, at most 40 characters of it.
pub(super) fn shortened(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(40) {
        Some((i, _)) => format!("{}...", &text[..i]).into(),
        None => text.into(),
    }
}

/// What the reader itself can suggest about the token at `span`.
pub(super) fn hint(text: &str, span: Span) -> Option<Cow<'static, str>> {
    let token = &text[span.start..span.end];
    let before = text[..span.start].chars().next_back();
    let exponent = token.strip_prefix(['e', 'E']).is_some_and(|e| {
        e.bytes().all(|b| b.is_ascii_digit()) && before.is_some_and(|c| c.is_ascii_digit())
    });
    if exponent {
        return Some("a float has a fraction: 1.0e10".into());
    }
    (token == "(").then_some("no layout may stand between a functor and its (".into())
}
