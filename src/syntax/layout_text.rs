//! Layout text: white space and comments between tokens (ISO 13211-1, 6.4.1).

use super::chars::layout_run;
use super::error::ErrorKind;
use super::span::Span;
use super::token::{Lex, LexError, fail};
use nom::Parser;
use nom::bytes::complete::{tag, take_until};

/// Skips white space and comments.
pub(super) fn layout(mut i: &str) -> Lex<'_, ()> {
    loop {
        let rest = &i[layout_run(i)..];
        if rest.starts_with('%') {
            i = rest.find('\n').map_or("", |end| &rest[end..]);
        } else if rest.starts_with("/*") {
            (i, _) = block_comment(rest)?;
        } else {
            return Ok((rest, ()));
        }
    }
}

fn block_comment(i: &str) -> Lex<'_, ()> {
    let body = (tag("/*"), take_until::<_, _, LexError>("*/"), tag("*/")).parse(i);
    match body {
        Ok((rest, _)) => Ok((rest, ())),
        Err(_) => fail(ErrorKind::EndOfComment, i, ""),
    }
}

/// Appends the comments of the layout text from `at` to `end`.
pub(super) fn comments_in_layout(text: &str, mut at: usize, end: usize, found: &mut Vec<Span>) {
    while let Some(i) = text[at..end].find(['%', '/']) {
        let start = at + i;
        let rest = &text[start..end];
        let length = match rest.starts_with('%') {
            true => rest.find('\n'),
            false => rest.get(2..).and_then(|r| r.find("*/")).map(|i| i + 4),
        };
        at = start + length.unwrap_or(rest.len());
        found.push(Span { start, end: at });
    }
}
