//! Signs that a program text is written for SWI-Prolog 7: what the standard does not have and no other system reads.

use super::lexer::{Lexer, program_start};
use super::span::Span;
use super::token::{Token, TokenKind};
use crate::base::number::Number;

/// The first sign in a text.
pub(crate) struct DictSign {
    /// The place of the tokens.
    pub span: Span,
    /// True if a directive `module/2` stands before it.
    pub in_module: bool,
}

/// The first dict `Tag{Key: …` of a text, or `library(dicts)` in an import. `is_prefix` selects the names of prefix
/// operators, which may stand before a term in braces.
pub(crate) fn dict_sign(text: &str, is_prefix: impl Fn(&str) -> bool) -> Option<DictSign> {
    if !may_have_sign(text) {
        return None;
    }
    let mut lexer = Lexer::new(text, program_start(text)).lenient(true);
    let mut last: Option<Token<'_>> = None;
    let mut in_module = false;
    loop {
        let token = lexer.next_token().ok()?;
        let found = match (&last, &token.kind) {
            (_, TokenKind::Eof) => return None,
            (Some(tag), TokenKind::Punct('{')) if !token.layout => {
                (is_tag(tag, &is_prefix) && begins_dict(lexer)).then_some(tag.start)
            }
            (_, TokenKind::Name("use_module")) => imports_dicts(lexer).then_some(token.start),
            (Some(neck), TokenKind::Name("module")) => {
                in_module |= neck.kind == TokenKind::Name(":-");
                None
            }
            _ => None,
        };
        if let Some(start) = found {
            let end = lexer.pos();
            let span = Span { start, end };
            return Some(DictSign { span, in_module });
        }
        last = Some(token);
    }
}

/// Returns true if a text may have a sign: most have none, and their tokens need not be read twice.
fn may_have_sign(text: &str) -> bool {
    let before_brace = |at: usize| {
        let before = text[..at].chars().next_back();
        before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '\'')
    };
    text.match_indices('{').any(|(at, _)| before_brace(at)) || text.contains("library(dicts)")
}

/// Returns true if a token before `{` is the tag of a dict.
fn is_tag(token: &Token<'_>, is_prefix: impl Fn(&str) -> bool) -> bool {
    match &token.kind {
        TokenKind::Var(_) => true,
        TokenKind::Name(name) => name.starts_with(char::is_alphabetic) && !is_prefix(name),
        TokenKind::Quoted(name) => !is_prefix(name),
        _ => false,
    }
}

/// Returns true if a key and a colon, or `}`, follow a brace.
fn begins_dict(mut after: Lexer<'_>) -> bool {
    let mut next = || after.next_token().map(|t| t.kind);
    match next() {
        Ok(TokenKind::Punct('}')) => true,
        Ok(TokenKind::Name(_) | TokenKind::Quoted(_) | TokenKind::Number(Number::Int(_))) => {
            next() == Ok(TokenKind::Name(":"))
        }
        _ => false,
    }
}

/// Returns true if `(library(dicts)` follows.
fn imports_dicts(mut after: Lexer<'_>) -> bool {
    let (open, close) = (TokenKind::Punct('('), TokenKind::Punct(')'));
    let name = TokenKind::Name;
    let wanted = [open.clone(), name("library"), open, name("dicts"), close];
    wanted
        .iter()
        .all(|kind| after.next_token().is_ok_and(|t| t.kind == *kind))
}

#[cfg(test)]
mod tests {
    use super::dict_sign;

    fn sign(text: &str) -> Option<&str> {
        dict_sign(text, |name| name == "dynamic").map(|s| &text[s.span.start..s.span.end])
    }

    #[test]
    fn dicts_are_signs() {
        assert_eq!(sign("p(X) :- X = point{x: 1}."), Some("point{"));
        assert_eq!(sign("p(_{}).\n"), Some("_{"));
        assert_eq!(sign("p('a b'{1: x}).\n"), Some("'a b'{"));
        assert_eq!(sign(":- use_module(library(dicts)).\n"), Some("use_module"));
    }

    #[test]
    fn other_texts_have_no_signs() {
        for text in [
            "p --> {q}, a, {r: s}.",
            "% point{x: 1}\np(\"point{x: 1}\", 'a{b:c}').",
            "p :- dynamic{a: b}.",
            "p :- -{a: b}, \\+{a: b}.",
            "p(X) :- X = a{b}.",
            "p(library(dicts)).",
            "p(a {b: c}).",
        ] {
            assert_eq!(sign(text), None, "{text}");
        }
    }

    #[test]
    fn modules_are_seen() {
        let sign = |text| dict_sign(text, |_| false).map(|s| s.in_module);
        assert_eq!(sign(":- module(m, []).\np(_{}).\n"), Some(true));
        assert_eq!(sign("p(_{}).\n:- module(m, []).\n"), Some(false));
    }
}
