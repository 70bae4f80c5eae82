//! Hints of syntax errors for the notations of other languages and for frequent mistakes of beginners: the notation
//! of Prolog.

use super::chars::is_name_start;
use super::error::ErrorKind;
use super::span::Span;

/// Tokens of other languages, and what stands for them.
const TOKENS: &[(&str, &str)] = &[
    ("<=", "=< is less than or equal"),
    ("=>", ">= is greater than or equal"),
    (
        "!=",
        "\\= means that two terms do not unify, =\\= that two numbers differ; dif/2 is a constraint",
    ),
    ("!==", "\\== means that two terms are not identical"),
    (
        "=/=",
        "\\= means that two terms do not unify, =\\= that two numbers differ; dif/2 is a constraint",
    ),
    (
        "=!=",
        "\\= means that two terms do not unify, =\\= that two numbers differ; dif/2 is a constraint",
    ),
    (
        "<-",
        "X = Term gives X a value, X is Expression computes one; in X < -1, a blank follows <",
    ),
    (
        "<>",
        "\\= means that two terms do not unify, =\\= that two numbers differ",
    ),
    (
        "/=",
        "\\= means that two terms do not unify, =\\= that two numbers differ",
    ),
    (
        "~=",
        "\\= means that two terms do not unify, =\\= that two numbers differ",
    ),
    (
        "≠",
        "\\= means that two terms do not unify, =\\= that two numbers differ",
    ),
    ("≤", "=< is less than or equal"),
    ("≥", ">= is greater than or equal"),
    (
        "===",
        "== means that two terms are identical, =:= that two numbers are equal",
    ),
    (
        "==>",
        "-> stands between a condition and what follows from it, --> in the rules of a grammar",
    ),
    ("&&", "a comma between two goals means and"),
    ("&", "a comma between two goals means and"),
    ("∧", "a comma between two goals means and"),
    ("||", "a semicolon between two goals means or"),
    ("∨", "a semicolon between two goals means or"),
    ("¬", "\\+ means that a goal has no answer"),
    (
        ":=",
        "X is Expression computes, X = Term unifies; a variable cannot be given another value",
    ),
    (
        "+=",
        "write N1 is N0 + X: a variable cannot be given another value",
    ),
    (
        "-=",
        "write N1 is N0 - X: a variable cannot be given another value",
    ),
    (
        "++",
        "append(Xs, Ys, Zs) joins lists and texts; N1 is N0 + 1 adds one: a variable cannot be given another value",
    ),
    (
        "--",
        "write N1 is N0 - 1: a variable cannot be given another value",
    ),
    ("×", "* multiplies"),
    ("÷", "/ divides"),
    (
        "→",
        "-> stands between a condition and what follows from it",
    ),
    ("–", "- is the minus sign"),
    ("—", "- is the minus sign"),
];

/// Words of other languages, and what stands for them.
const WORDS: &[(&str, &str)] = &[
    ("if", "write ( Condition -> Then ; Else )"),
    ("then", "write ( Condition -> Then ; Else )"),
    ("else", "write ( Condition -> Then ; Else )"),
    (
        "elif",
        "write ( Condition1 -> Then1 ; Condition2 -> Then2 ; Else )",
    ),
    (
        "while",
        "there are no loops: use recursion, between/3, or forall/2",
    ),
    (
        "for",
        "there are no loops: use recursion, between/3, or forall/2",
    ),
    (
        "return",
        "a predicate has no result: one of its arguments is unified with it",
    ),
    ("def", "a program is clauses: Head :- Body."),
    ("function", "a program is clauses: Head :- Body."),
    (
        "let",
        "X = Term gives X a value; X is Expression computes one",
    ),
    (
        "var",
        "a variable is a name that starts with a capital letter; it is not declared",
    ),
    ("and", "a comma between two goals means and"),
    ("or", "a semicolon between two goals means or"),
    ("not", "write \\+ Goal"),
    ("import", ":- use_module(library(Name)). loads a library"),
    (
        "print",
        "write(X) writes a term; format(\"~w~n\", [X]) writes values into a text",
    ),
    ("select", "findall(X, Goal, Xs) collects answers"),
];

/// Commands of the top level that take an argument.
const COMMANDS: &[&str] = &[
    "apropos", "consult", "coverage", "edit", "help", "listing", "nospy", "profile", "spy",
    "trace", "why", "write", "writeln",
];

/// The operators of comparisons, which are not chained.
const COMPARISONS: &[&str] = &[
    "<", ">", "=<", ">=", "=:=", "=\\=", "=", "==", "\\=", "\\==", "#<", "#>", "#=<", "#>=", "#=",
    "#\\=",
];

/// The characters of a term that a hint repeats.
const SHORT: usize = 40;

/// A hint for the error at `span` in the term that starts at `start`.
pub(super) fn hint(text: &str, kind: ErrorKind, start: usize, span: Span) -> Option<String> {
    let rest = text.get(span.start..).unwrap_or_default();
    let token = &text[span.start..span.end];
    if end_of_comment(text, start).is_some() {
        return Some("a comment begins with %, or stands between /* and */".into());
    }
    let after_quote = before(text, span).chars().next_back().map(String::from);
    if let Some(hint) = quote(rest).or_else(|| quote(&after_quote.unwrap_or_default())) {
        return Some(hint.into());
    }
    if matches!(kind, ErrorKind::EndOfQuoted(_)) {
        return Some(format!("the text that {token} opens is not closed").replace("  ", " "));
    }
    if let Some(hint) = capital(text, token, span) {
        return Some(hint);
    }
    if lacks_period(text, kind, start, span) {
        return Some(NO_PERIOD.into());
    }
    if rest.starts_with(";;") || token == ";" && before(text, span).ends_with(';') {
        return Some("one ; stands between alternatives, and a period ends the query".into());
    }
    if token == "{" && is_dict(text, span) {
        return Some("a dict is read in the dialect swi: expects_dialect(swi)".into());
    }
    let is_inside = |c: char| c.is_lowercase() || c == '_';
    if token == "." && rest[1..].starts_with(is_inside) {
        return Some("a name with a period is quoted, for example 'folder/file.pl'".into());
    }
    if let Some(hint) = of_token(text, span) {
        return Some(hint.into());
    }
    if let Some(hint) = word(text, start, span) {
        return Some(hint.into());
    }
    of_kind(text, kind, start, span)
}

/// A hint by the kind of the error.
fn of_kind(text: &str, kind: ErrorKind, start: usize, span: Span) -> Option<String> {
    let rest = text.get(span.start..).unwrap_or_default();
    let token = &text[span.start..span.end];
    match kind {
        ErrorKind::OperatorExpected => number(text, span, token)
            .or_else(|| element(text, span, token))
            .or_else(|| command(text, start, span))
            .or_else(|| missing(text, start, span, token)),
        ErrorKind::Priority(_, 699) if COMPARISONS.contains(&token) => {
            Some("comparisons are not chained: X < Y, Y < Z takes two goals".into())
        }
        ErrorKind::OperandExpected if token == ")" => no_arguments(text, span),
        ErrorKind::OperandExpected
            if rest.starts_with('.') && before(text, span).ends_with(',') =>
        {
            Some("a comma is followed by a goal: remove it, or add what is missing".into())
        }
        ErrorKind::OperandExpected if rest.starts_with('.') => {
            match last_token(before(text, span)) {
                "" => None,
                "?" => Some("a query ends with a period".into()),
                operator => Some(format!("something is missing after `{operator}`")),
            }
        }
        ErrorKind::Priority(1100.., max) if max < 1000 && token.contains(":-") => Some(
            "a clause as an argument has parentheses of its own, as in assertz((Head :- Body))"
                .into(),
        ),
        ErrorKind::OperandExpected if token == "," => {
            Some("two commas stand side by side, or something is missing between them".into())
        }
        _ => None,
    }
}

/// The end of a line that begins a term with the mark of a comment in another language.
pub(super) fn end_of_comment(text: &str, start: usize) -> Option<usize> {
    let rest = text.get(start..)?;
    let blank = rest.len() - rest.trim_start().len();
    let line = rest[blank..].lines().next()?;
    let is_comment = ["#", "//", "--"].iter().any(|mark| {
        let after = line.strip_prefix(mark);
        after.is_some_and(|a| a.starts_with(|c: char| c.is_whitespace() || c.is_alphabetic()))
    });
    is_comment.then(|| start + blank + line.len())
}

/// `f()`, where a term without arguments has no parentheses.
fn no_arguments(text: &str, span: Span) -> Option<String> {
    let name = last_token(before(text, span).strip_suffix('(')?);
    let is_name = name.starts_with(is_name_start);
    is_name.then(|| format!("without arguments, there are no parentheses: {name}"))
}

/// A number that lacks a digit before or after its point, and a question mark in place of the period.
fn number(text: &str, span: Span, token: &str) -> Option<String> {
    let before = &text[..span.start];
    let rest = &text[span.end..];
    if token.starts_with(|c: char| c.is_ascii_digit()) && before.ends_with('.') {
        return Some(format!("a number has a digit before its point: 0.{token}"));
    }
    let outside = before.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_whole = !outside.ends_with(|c: char| c.is_alphanumeric() || "_.".contains(c));
    if token == "." && outside.len() < before.len() && is_whole && rest.starts_with([')', ']', ','])
    {
        let digits = &before[outside.len()..];
        return Some(format!("a number has a digit after its point: {digits}.0"));
    }
    token
        .starts_with('?')
        .then(|| "a query ends with a period".into())
}

/// `X[1]`, where another language takes an element.
fn element(text: &str, span: Span, token: &str) -> Option<String> {
    let is_element =
        token == "[" && text[..span.start].ends_with(|c: char| c.is_alphanumeric() || c == '_');
    is_element.then(|| "nth0(Index, List, Element) takes an element of a list".into())
}

/// `help member`: a command whose argument has no parentheses.
fn command(text: &str, start: usize, span: Span) -> Option<String> {
    let name = text.get(start..span.start)?.trim();
    let name = name.strip_prefix("?-").unwrap_or(name).trim();
    if !COMMANDS.contains(&name) {
        return None;
    }
    let argument = text[span.start..]
        .trim_end()
        .trim_end_matches('.')
        .trim_end();
    let shown = match argument.len() <= SHORT && !argument.contains('\n') {
        true => argument,
        false => "...",
    };
    Some(format!(
        "the argument stands in parentheses: {name}({shown})"
    ))
}

/// The text before a place, without layout at its end.
fn before(text: &str, span: Span) -> &str {
    text[..span.start].trim_end()
}

/// The last word or symbol of a text.
fn last_token(text: &str) -> &str {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let Some(last) = text.chars().next_back() else {
        return "";
    };
    let rest = match is_word(last) {
        true => text.trim_end_matches(is_word),
        false => text.trim_end_matches(|c: char| {
            !is_word(c) && !c.is_whitespace() && !"()[]{},".contains(c)
        }),
    };
    &text[rest.len()..]
}

fn quote(rest: &str) -> Option<&'static str> {
    match rest.chars().next()? {
        '\u{2018}' | '\u{2019}' | '\u{201a}' => {
            Some("this is a typographic quote; write ' instead")
        }
        '\u{201c}' | '\u{201d}' | '\u{201e}' | '«' | '»' => {
            Some("this is a typographic quote; write \" instead")
        }
        _ => None,
    }
}

/// `Parent(ann, X)`: a variable before a parenthesis.
fn capital(text: &str, token: &str, span: Span) -> Option<String> {
    if token != "(" {
        return None;
    }
    let before = &text[..span.start];
    let name = last_token(before);
    let first = name.chars().next()?;
    if !(first.is_uppercase() || first == '_') || before.ends_with(char::is_whitespace) {
        return None;
    }
    let small: String = first.to_lowercase().chain(name.chars().skip(1)).collect();
    let small = match first {
        '_' => name.trim_start_matches('_').to_string(),
        _ => small,
    };
    Some(format!(
        "{name} is a variable, because it starts with a capital letter; the name of a predicate does not: {small}(...)"
    ))
}

/// Returns true if `{` at a place stands after a name, and a pair of a dict or `}` follows.
fn is_dict(text: &str, span: Span) -> bool {
    let has_tag = text[..span.start].ends_with(|c: char| c.is_alphanumeric() || c == '_');
    let inside = text[span.end..].trim_start();
    let after_key = inside.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
    has_tag
        && (inside.starts_with('}')
            || after_key.len() < inside.len() && after_key.trim_start().starts_with(':'))
}

/// A token of another language at a place, or two tokens of Prolog that are one elsewhere.
fn of_token(text: &str, span: Span) -> Option<&'static str> {
    let is_symbol = |c: char| "!=<>&|:+-*/~≠≤≥∧∨¬×÷→–—".contains(c);
    let start = text[..span.start].trim_end_matches(is_symbol).len();
    let rest = &text[start..];
    let end = rest.find(|c| !is_symbol(c)).unwrap_or(rest.len());
    let written = &rest[..end];
    let found = TOKENS.iter().find(|(token, _)| *token == written);
    found.map(|(_, hint)| *hint)
}

/// A word of another language at a place, directly before it, or at the start of the term.
fn word(text: &str, start: usize, span: Span) -> Option<&'static str> {
    let term = text.get(start..)?;
    // `for(X)` may be a predicate of the program.
    let first = term.split(char::is_whitespace).next();
    let here = &text[span.start..span.end];
    let last = last_token(before(text, span));
    let named = |w: &str| WORDS.iter().find(|(word, _)| *word == w).map(|(_, h)| *h);
    named(here)
        .or_else(|| named(last))
        .or_else(|| first.and_then(named))
}

const NO_PERIOD: &str = "a period may be missing at the end of the clause before";

/// Returns true if a directive or query, on a line of its own, was read as a part of the clause before it.
fn lacks_period(text: &str, kind: ErrorKind, start: usize, span: Span) -> bool {
    let read = text.get(start..span.start).unwrap_or_default().trim_start();
    matches!(kind, ErrorKind::Priority(..))
        && matches!(&text[span.start..span.end], ":-" | "?-")
        && read.ends_with('\n')
}

/// A missing comma or period before the token at a place.
fn missing(text: &str, start: usize, span: Span, token: &str) -> Option<String> {
    let gap = &text[before(text, span).len()..span.start];
    let starts_term = token.starts_with(|c: char| {
        is_name_start(c) || c.is_uppercase() || c == '_' || c.is_ascii_digit() || "['\"".contains(c)
    });
    if !starts_term {
        return None;
    }
    // A quote directly before a word has ended the atom too early.
    if gap.is_empty() && before(text, span).ends_with('\'') && token.starts_with(is_name_start) {
        return Some("a quote inside quotes is written twice, as in 'it''s'".into());
    }
    if gap.ends_with('\n') {
        return Some(NO_PERIOD.into());
    }
    let missing = format!("a comma or an operator may be missing before `{token}`");
    let name = last_token(before(text, span));
    let is_name = |s: &str| s.starts_with(is_name_start);
    Some(
        match is_name(name) && is_name(token) && is_argument(text, start, span) {
            true => format!("{missing}; an atom with a blank is quoted: '{name} {token}'"),
            false => missing,
        },
    )
}

/// Returns true if a bracket that the term has opened is not closed before a place.
fn is_argument(text: &str, start: usize, span: Span) -> bool {
    let read = text.get(start..span.start).unwrap_or_default();
    read.matches(['(', '[']).count() > read.matches([')', ']']).count()
}
