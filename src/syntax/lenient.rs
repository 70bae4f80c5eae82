//! Reading program files as other systems do: text that the standard forbids and that has one sensible meaning.
//!
//! In lenient mode, in which a clause is read again after reading by the standard has failed, the parser calls these
//! functions before it reports an error. Each departure from the standard is recorded with the text that all systems
//! read.

use super::error::shortened;
use super::lenient_token::{is_standard_number, with_fraction, without_blanks};
use super::lexer::Lexer;
use super::ops::MAX_PRIORITY;
use super::parse_stack::Operand;
use super::span::Span;
use super::token::{Token, TokenKind};
use super::token_text::push_escaped;
use crate::base::number::Number;

/// A place in a clause that systems which follow the standard do not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Departure {
    /// The place.
    pub span: Span,
    /// The fault, as a phrase: `an operator as an operand without parentheses`.
    pub fault: String,
    /// The text that all systems read.
    pub portable: String,
}

impl Departure {
    fn new(span: Span, fault: impl Into<String>, portable: impl Into<String>) -> Departure {
        Departure {
            span,
            fault: fault.into(),
            portable: portable.into(),
        }
    }

    /// An operand whose priority is above the highest that its place allows; none if parentheses would not be the
    /// sensible correction: an operator term may be an argument, but not the operand of a tighter operator.
    pub(super) fn of_operand(
        text: &str,
        operand: &Operand,
        is_argument: bool,
    ) -> Option<Departure> {
        let source = shortened(&text[operand.span.start..operand.span.end]);
        let fault = match operand.priority > MAX_PRIORITY {
            true => "an operator as an operand without parentheses".to_string(),
            false if is_argument => {
                let priority = operand.priority;
                format!("an argument of priority {priority} without parentheses")
            }
            false => return None,
        };
        Some(Departure::new(operand.span, fault, format!("({source})")))
    }

    /// A declaration outside a directive, such as `dynamic a/1`: the whole clause, or a part of one.
    pub(super) fn of_declaration(name: &str, span: Span, is_whole: bool) -> Departure {
        let fault = format!("`{name}` as an operator outside a directive");
        let portable = match is_whole {
            true => format!(":- {name} ..."),
            false => format!("{name}(...)"),
        };
        Departure::new(span, fault, portable)
    }

    /// An item in back quotes where the flag gives it no meaning.
    pub(super) fn of_back_quotes(span: Span) -> Departure {
        let portable = ":- set_prolog_flag(back_quotes, codes).";
        Departure::new(
            span,
            "text in back quotes, read as a list of codes",
            portable,
        )
    }

    /// A token that the standard reads otherwise, or not at all; none for its own tokens.
    pub(super) fn of_token(text: &str, token: &Token<'_>) -> Option<Departure> {
        let mut standard = Lexer::new(text, token.start);
        let same = |t: Token<'_>| (&t.kind, t.end) == (&token.kind, token.end);
        if standard.next_token().is_ok_and(same) {
            return None;
        }
        let span = token.span();
        let source = &text[token.start..token.end];
        let (fault, portable) = match &token.kind {
            TokenKind::Number(n) => number(source, n)?,
            TokenKind::Quoted(contents) => quoted(source, '\'', contents),
            TokenKind::Text(contents) => quoted(source, '"', contents),
            TokenKind::BackQuoted(contents) => quoted(source, '`', contents),
            _ => return None,
        };
        Some(Departure::new(span, fault, portable))
    }
}

/// The fault of a number's notation, and the notation of the standard.
fn number(source: &str, n: &Number) -> Option<(&'static str, String)> {
    let Number::Int(i) = n else {
        return Some(("a float without a fraction", with_fraction(source)));
    };
    if source.starts_with("0'") {
        let c = i
            .to_i64()
            .and_then(|i| char::from_u32(u32::try_from(i).ok()?))?;
        let mut portable = "0'".to_string();
        match c {
            '\'' => portable.push_str("''"),
            c => push_escaped(&mut portable, c, '\''),
        }
        return Some(("a character code that must be escaped", portable));
    }
    if source.contains(' ') {
        return Some((
            "an integer with blanks between its digits",
            without_blanks(source),
        ));
    }
    let (radix, digits) = source.split_once('\'')?;
    let prefix = match radix {
        "2" => "0b",
        "8" => "0o",
        "16" => "0x",
        _ => "",
    };
    let portable = format!("{prefix}{digits}");
    let portable = match !prefix.is_empty() && is_standard_number(&portable) {
        true => portable,
        false => i.to_string(),
    };
    Some(("an integer with its radix before a quote", portable))
}

/// The fault of a quoted item, and how it is written with escape sequences.
fn quoted(source: &str, quote: char, contents: &str) -> (&'static str, String) {
    let fault = if source.contains('\n') && !source.contains("\\\n") {
        "a newline in a quoted item"
    } else if source.contains(|c: char| c.is_control() && c != '\n' && c != '\r') {
        "a control character in a quoted item"
    } else if source.contains('\n') {
        "a newline in a quoted item"
    } else {
        "an escape sequence that the standard does not have"
    };
    let mut portable = String::from(quote);
    for c in contents.chars() {
        push_escaped(&mut portable, c, quote);
    }
    portable.push(quote);
    (fault, shortened(&portable).into_owned())
}
