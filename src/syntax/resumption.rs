//! Where reading resumes after a syntax error.

use super::error::ErrorKind;
use super::lexer::Lexer;
use super::other_languages;
use super::read_options::{Lenience, ReadOptions};

/// The offset at which reading resumes after a fault of this kind at `at`, in a term that starts at `start`. The tokens
/// from `resync` on are examined again.
pub(super) fn offset(
    mut lexer: Lexer<'_>,
    kind: ErrorKind,
    at: usize,
    resync: usize,
    start: usize,
    opts: &ReadOptions,
) -> usize {
    let text = lexer.text();
    let in_file = match opts.by_lines && matches!(kind, ErrorKind::NewlineInQuoted(_)) {
        true => after_open_quote(text, at),
        false => None,
    };
    // In a lenient program file, the clause after a comment of another language is read.
    let comment = match opts.lenience {
        Lenience::Refused => None,
        Lenience::Allowed | Lenience::Applied => other_languages::end_of_comment(text, start),
    };
    in_file.or(comment).unwrap_or_else(|| {
        lexer.seek(resync);
        lexer.skip_to_end()
    })
}

/// The offset at which a load goes on after a clause with a quote that is not closed, where `at` is the end of its line:
/// there, if the line ends with a period and the next line with text begins at the margin, as a clause does. The period in
/// the open quotes is no end of a term, and the next one may be that of another clause.
fn after_open_quote(text: &str, at: usize) -> Option<usize> {
    let (line, rest) = text.split_at_checked(at)?;
    let next = rest.lines().find(|l| !l.trim().is_empty());
    let is_clause = next.is_none_or(|l| !l.starts_with(char::is_whitespace));
    (line.trim_end().ends_with('.') && is_clause).then_some(at)
}
