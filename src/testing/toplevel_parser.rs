//! Divides the text that a top level printed after a query into events: answers, words, errors.
//!
//! Styles differ in the place of `;`, in the words for success and failure, and in the prompt for more answers;
//! the parser understands all of them. It works on tokens: no term is read.

use crate::prolog::{Lexer, TokenKind};
use std::ops::Range;

/// One event of a transcript.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ToplevelEvent {
    pub(super) kind: ToplevelKind,
    pub(super) after: Continuation,
    /// The place after which the next event starts.
    pub(super) end: usize,
}

/// The kind of an event, with its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum ToplevelKind {
    /// Equations and goals, or an error term, or `true` or `false`: a term without its period.
    Term { text: String, at: usize },
    /// `yes`
    Yes,
    /// `no`
    No,
    /// `...`: answers are omitted.
    Omission,
    /// Lines about an error.
    Error(String),
}

/// The continuation of an answer stream after an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Continuation {
    /// More was asked for.
    More,
    /// The stream ended there.
    End,
    /// The stream may have ended there; no further answer was requested.
    Stop,
}

/// The beginnings of error lines in several systems.
const ERROR_MARKS: [&str; 5] = ["ERROR:", "! ", "uncaught exception:", "{ERROR", "caught:"];

/// The first place from `at` that is neither layout nor in a comment line.
pub(super) fn start(text: &str, at: usize) -> usize {
    let mut rest = text[at..].trim_start();
    while rest.starts_with('%') {
        rest = rest.find('\n').map_or("", |i| rest[i..].trim_start());
    }
    text.len() - rest.len()
}

/// The event that starts at `at`; none if only layout follows.
pub(super) fn next(text: &str, at: usize) -> Option<ToplevelEvent> {
    let at = start(text, at);
    let rest = &text[at..];
    if rest.is_empty() {
        return None;
    }
    if let Some(len) = word(rest, "yes") {
        return Some(ToplevelEvent {
            kind: ToplevelKind::Yes,
            after: Continuation::Stop,
            end: at + len,
        });
    }
    if let Some(len) = word(rest, "no") {
        return Some(ToplevelEvent {
            kind: ToplevelKind::No,
            after: Continuation::End,
            end: at + len,
        });
    }
    if let Some(mark) = ERROR_MARKS.iter().find(|m| rest.starts_with(**m)) {
        let lines = rest[..error_lines(rest, mark)].trim_end();
        return Some(ToplevelEvent {
            kind: ToplevelKind::Error(lines.to_string()),
            after: Continuation::End,
            end: at + lines.len(),
        });
    }
    Some(term(text, at))
}

/// The length of `yes` or `no` at the start of a text, with the time that GNU Prolog puts before it
/// and a period that may stand after it.
fn word(text: &str, word: &str) -> Option<usize> {
    let mut rest = text;
    if let Some(timed) = rest.strip_prefix('(')
        && let Some(close) = timed.find(" ms)")
        && timed[..close].chars().all(|c| c.is_ascii_digit())
    {
        rest = timed[close + 4..].trim_start();
    }
    let after = rest.strip_prefix(word)?;
    let after = after.strip_prefix('.').unwrap_or(after);
    let line = after.split('\n').next().unwrap_or(after);
    line.trim().is_empty().then_some(text.len() - after.len())
}

/// The length of the lines about one error: those with its mark, and indented ones.
fn error_lines(text: &str, mark: &str) -> usize {
    let mut len = 0;
    for line in text.split_inclusive('\n') {
        let mine = line.trim_start().starts_with(mark.trim_end());
        let goes_on = line.starts_with([' ', '\t']) && !line.trim().is_empty();
        if len > 0 && !mine && !goes_on {
            break;
        }
        len += line.len();
    }
    len
}

/// The event for the text of a term, or for the dots in place of answers.
fn term_event(text: String, at: usize, after: Continuation, end: usize) -> ToplevelEvent {
    let kind = match text.trim() {
        "..." => ToplevelKind::Omission,
        _ => ToplevelKind::Term { text, at },
    };
    ToplevelEvent { kind, after, end }
}

/// An event that is a term, up to its end.
fn term(text: &str, at: usize) -> ToplevelEvent {
    let mut masked = String::new();
    let mut copied = at;
    let mut lexer = Lexer::new(text, at);
    let mut depth = 0usize;
    // The end of the last token; true in `symbol` if it was a symbol, which cannot end a term.
    let mut last = at;
    let mut symbol = false;
    let finish = |masked: String, copied: usize, last: usize, after: Continuation, end: usize| {
        term_event(masked + &text[copied..last.max(copied)], at, after, end)
    };
    loop {
        let Ok(token) = lexer.next_token() else {
            // Reading the term will report the invalid token: take the rest of the paragraph.
            let rest = &text[last..];
            let end = last + rest.find("\n\n").unwrap_or(rest.len());
            return finish(masked, copied, end, Continuation::Stop, end);
        };
        let gap = &text[last..token.start];
        if depth == 0 && last > at && gap.contains('\n') {
            let dots = text[at..last].trim() == "...";
            if !joins_lines(&token.kind) && (!symbol || dots) {
                if !dots && is_binding(text, token.start, &token.kind) && !gap.contains("\n\n") {
                    // GNU Prolog puts nothing between its equations.
                    masked.push_str(&text[copied..last]);
                    masked.push(',');
                    copied = last + 1;
                } else {
                    let (after, end) = unasked(text, last, token.start);
                    return finish(masked, copied, last, after, end);
                }
            }
        }
        match token.kind {
            TokenKind::Eof => return finish(masked, copied, last, Continuation::Stop, text.len()),
            TokenKind::Punct('(' | '[' | '{') => depth += 1,
            TokenKind::Punct(')' | ']' | '}') => depth = depth.saturating_sub(1),
            TokenKind::Name(";") if depth == 0 => {
                return finish(masked, copied, last, Continuation::More, token.end);
            }
            TokenKind::Name("?") if depth == 0 && token.layout && last > at => {
                let (after, end) = typed_continuation(text, token.end);
                return finish(masked, copied, last, after, end);
            }
            TokenKind::End => {
                // A blank before the period, but not after a symbol: the user stopped.
                let stops = token.layout && !symbol;
                let after = if stops {
                    Continuation::Stop
                } else {
                    Continuation::End
                };
                return finish(masked, copied, last, after, token.end);
            }
            _ => {}
        }
        symbol = is_symbol(&token.kind);
        last = token.end;
    }
}

/// Returns true if a token cannot end a term.
fn is_symbol(kind: &TokenKind<'_>) -> bool {
    match kind {
        TokenKind::Name(name) => !name.starts_with(|c: char| c.is_alphanumeric() || c == '!'),
        TokenKind::Punct(c) => matches!(c, ',' | '|'),
        _ => false,
    }
}

/// Returns true if a token at the start of a line continues the answer before it.
fn joins_lines(kind: &TokenKind<'_>) -> bool {
    matches!(
        kind,
        TokenKind::Name(";" | "?") | TokenKind::End | TokenKind::Punct(',' | '|')
    )
}

/// The continuation after an answer that ends its line, and the end of that: `yes` accepts the answer; another
/// answer shows that all were asked for.
fn unasked(text: &str, end: usize, next: usize) -> (Continuation, usize) {
    let rest = &text[next..];
    match word(rest, "yes") {
        Some(len) => (Continuation::Stop, next + len),
        None if is_equation(rest) => (Continuation::More, end),
        None => (Continuation::Stop, end),
    }
}

/// Returns true if a token starts an equation for a variable.
fn is_binding(text: &str, start: usize, kind: &TokenKind<'_>) -> bool {
    let TokenKind::Var(name) = kind else {
        return false;
    };
    text[start + name.len()..].trim_start().starts_with("= ")
}

/// The continuation that the user typed after `?`, and the end of that.
fn typed_continuation(text: &str, at: usize) -> (Continuation, usize) {
    let line = text[at..].split('\n').next().unwrap_or("");
    let typed = line.trim();
    let after = match typed.chars().next() {
        Some(';' | 'n' | 'a') => Continuation::More,
        _ => Continuation::Stop,
    };
    let end = at + line.len();
    if after == Continuation::More {
        return (after, end);
    }
    // `yes` is part of the answer that it accepts.
    let next = start(text, end);
    match word(&text[next..], "yes") {
        Some(len) => (after, next + len),
        None => (after, end),
    }
}

/// The end of `output` in the text from `at`, if it is there. Layout and comment lines are ignored.
pub(super) fn after_output(text: &str, at: usize, output: &str) -> Option<usize> {
    let mut expected = output
        .lines()
        .filter(|l| !l.trim_start().starts_with('%'))
        .flat_map(str::chars)
        .filter(|c| !c.is_whitespace())
        .peekable();
    expected.peek()?;
    let mut at = at;
    for c in expected {
        at = match text[at..].starts_with('\n') || at == 0 {
            true => start(text, at),
            false => text.len() - text[at..].trim_start().len(),
        };
        if !text[at..].starts_with(c) {
            return None;
        }
        at += c.len_utf8();
    }
    Some(at)
}

/// Checks that a transcript ends here, or that prose follows after a blank line.
///
/// # Errors
/// The line that follows instead.
pub(super) fn is_over(text: &str, at: usize) -> Result<(), Range<usize>> {
    let from = start(text, at);
    let rest = &text[from..];
    let first = rest.lines().next().unwrap_or("");
    let paragraph = text[at..from].matches('\n').count() > 1 && !text[at..from].contains('%');
    match rest.is_empty() || (paragraph && !is_answer(rest)) {
        true => Ok(()),
        false => Err(from..from + first.len()),
    }
}

/// Returns true if the text after a query, from `at`, is prose: it follows a blank line, and no line of it starts
/// as an answer.
pub(super) fn is_prose(text: &str, at: usize) -> bool {
    let from = start(text, at);
    let gap = &text[at..from];
    let mut rest = text[from..].lines().map(str::trim_start);
    gap.matches('\n').count() > 1 && !gap.contains('%') && !rest.any(is_answer)
}

/// Returns true if a text starts as an answer.
fn is_answer(text: &str) -> bool {
    let first = text.lines().next().unwrap_or("");
    let starts = |w: &str| {
        let rest = first.strip_prefix(w);
        rest.is_some_and(|r| !r.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    };
    first.starts_with(';')
        || ["yes", "no"].iter().any(|w| word(text, w).is_some())
        || ["true", "false"].into_iter().any(starts)
        || ERROR_MARKS.iter().any(|m| first.starts_with(m))
        || is_equation(first)
}

/// Returns true if a text starts with an equation for a variable.
fn is_equation(text: &str) -> bool {
    let first = text.lines().next().unwrap_or("");
    first.split_once(" = ").is_some_and(|(x, _)| {
        x.starts_with(|c: char| c.is_uppercase() || c == '_')
            && x.chars().all(|c| c.is_alphanumeric() || c == '_')
    })
}

#[cfg(test)]
mod tests {
    use super::{Continuation, ToplevelKind, is_over, next};

    /// The events of a text, each as its text and what follows it.
    fn replies(text: &str) -> Vec<(String, Continuation)> {
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(reply) = next(text, at) {
            found.push((
                match reply.kind {
                    ToplevelKind::Term { text, .. } => text,
                    ToplevelKind::Yes => "yes".into(),
                    ToplevelKind::No => "no".into(),
                    ToplevelKind::Omission => "...".into(),
                    ToplevelKind::Error(lines) => lines,
                },
                reply.after,
            ));
            at = reply.end;
        }
        found
    }

    fn is(text: &str, expected: &[(&str, Continuation)]) {
        let expected: Vec<_> = expected.iter().map(|(t, a)| (t.to_string(), *a)).collect();
        assert_eq!(replies(text), expected, "{text}");
    }

    use Continuation::{End, More, Stop};

    #[test]
    fn the_styles_of_top_levels() {
        // Scryer.
        is(
            "   X = 1, Y = \"a;b\"\n;  X = (a;b)\n;  false.\n",
            &[
                ("X = 1, Y = \"a;b\"", More),
                ("X = (a;b)", More),
                ("false", End),
            ],
        );
        is("   X = 1\n;  ... .\n", &[("X = 1", More), ("...", End)]);
        // SWI-Prolog.
        is(
            "X = 1,\nY = 2 ;\nX = 3,\nY = 4.\n\n",
            &[("X = 1,\nY = 2", More), ("X = 3,\nY = 4", End)],
        );
        is("X = 1 .\n", &[("X = 1", Stop)]);
        is("X = && .\n", &[("X = &&", End)]);
        is(
            "X = a ;\n...\nX = [1, 2|...] .",
            &[("X = a", More), ("...", More), ("X = [1, 2|...]", Stop)],
        );
        is(
            "ERROR: a\nERROR:   b\nfalse.",
            &[("ERROR: a\nERROR:   b", End), ("false", End)],
        );
        // SICStus and DEC-10 Prolog.
        is(
            "X = a ? ;\nX = b ? ;\nno\n",
            &[("X = a", More), ("X = b", More), ("no", End)],
        );
        is("X = a,\nY = b ? \nyes\n", &[("X = a,\nY = b", Stop)]);
        is("L = [1,5,8]\n", &[("L = [1,5,8]", Stop)]);
        is(
            "! Type error\n! expected\n",
            &[("! Type error\n! expected", End)],
        );
        is("X = 1\n\nyes\n", &[("X = 1", Stop)]);
        // GNU Prolog.
        is(
            "\nX = 1\nY = f(\n  a) ? ;\n\nX = 2\nY = b\n\n(4 ms) yes\n",
            &[("X = 1,Y = f(\n  a)", More), ("X = 2,Y = b", Stop)],
        );
    }

    #[test]
    fn prose_may_follow_after_a_blank_line() {
        assert!(is_over("X = 1.\n\nThat was it.", 6).is_ok());
        assert!(is_over("X = 1.\n\nX = 2.", 6).is_err());
        assert!(is_over("X = 1.\nX = 2.", 6).is_err());
        assert!(is_over("X = 1.\n\n; X", 6).is_err());
        assert!(is_over("X = 1.\n \n", 6).is_ok());
    }
}
