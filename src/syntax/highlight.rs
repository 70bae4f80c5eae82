//! The tokens of a text with their classes, for colours in a terminal, an editor or a web page, and for matching
//! brackets.
//!
//! The tokens are the lexer's, so that quotes and comments are recognised as the reader does. A text that is still
//! being typed has classes, too.

use super::error::ErrorKind;
use super::layout_text::comments_in_layout;
use super::lexer::Lexer;
use super::span::Span;
use super::token::{Token, TokenKind};

/// The class of a piece of text, as [`highlight`] returns it.
///
/// ```
/// use horn::{TokenClass, highlight};
///
/// let classes: Vec<TokenClass> = highlight("X = a. ").iter().map(|(_, class)| *class).collect();
/// assert_eq!(classes, [TokenClass::Variable, TokenClass::Operator, TokenClass::Atom, TokenClass::End]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum TokenClass {
    /// A comment.
    Comment,
    /// A variable with a name.
    Variable,
    /// A variable whose name starts with `_`.
    Anonymous,
    /// `$X` in a query: a value of an earlier answer.
    AnswerVariable,
    /// A name before an opening parenthesis.
    Functor,
    /// A name that is an operator.
    Operator,
    /// An operator or name that controls the run: `:-`, `-->`, `->`, `;`, `\+`, `!` and the like.
    Control,
    /// Another name; quoted or not.
    Atom,
    /// A number or a character code.
    Number,
    /// A text in double quotes or back quotes.
    Text,
    /// A bracket.
    Bracket,
    /// A comma or a bar.
    Punctuation,
    /// The period at the end of a term.
    End,
    /// Text that is not a token.
    Fault,
}

/// Names of the class [`TokenClass::Control`].
const CONTROL: &[&str] = &[
    ":-", "-->", "?-", "=>", "->", "*->", ";", "\\+", "!", ":", "|",
];

/// The pieces of a text that have a class, in order; between them is white space.
///
/// Operators are those of the standard; [`Vocabulary::highlight`](crate::Vocabulary::highlight) knows those of a
/// program.
///
/// ```
/// use horn::{TokenClass, highlight};
///
/// let text = "p(X) :- X > 0'a, !. % \"no\" text";
/// let classes: Vec<(&str, TokenClass)> =
///     highlight(text).into_iter().map(|(span, class)| (&text[span.start..span.end], class)).collect();
/// assert_eq!(classes[..5], [
///     ("p", TokenClass::Functor),
///     ("(", TokenClass::Bracket),
///     ("X", TokenClass::Variable),
///     (")", TokenClass::Bracket),
///     (":-", TokenClass::Control),
/// ]);
/// assert_eq!(classes.last(), Some(&("% \"no\" text", TokenClass::Comment)));
/// ```
pub fn highlight(text: &str) -> Vec<(Span, TokenClass)> {
    let mut atoms = crate::base::atom::AtomTable::new();
    let ops = super::ops::OpTable::standard(&mut atoms);
    let names: Vec<String> = ops.iter().map(|(a, _)| atoms.text(a).to_string()).collect();
    classify(text, &|name| names.iter().any(|n| n == name))
}

/// The pieces of a text with their classes; `is_operator` knows the operators.
pub(crate) fn classify(text: &str, is_operator: &dyn Fn(&str) -> bool) -> Vec<(Span, TokenClass)> {
    let answers = !is_operator("$");
    let mut lexer = Lexer::new(text, 0).with_answers(answers);
    let mut found = Vec::new();
    loop {
        let before = lexer.pos();
        match lexer.next_token() {
            Ok(token) => {
                add_comments(text, before, token.start, &mut found);
                if token.kind == TokenKind::Eof {
                    return found;
                }
                let span = token.span();
                found.push((span, class(text, &token, is_operator)));
            }
            Err(fault) => {
                let end = lexer.after_fault(fault).max(before).min(text.len());
                let start = start_of_fault(text, before, fault.at);
                add_comments(text, before, start, &mut found);
                let class = match fault.kind {
                    ErrorKind::EndOfComment => TokenClass::Comment,
                    ErrorKind::EndOfQuoted('\'') => TokenClass::Atom,
                    ErrorKind::EndOfQuoted(_) => TokenClass::Text,
                    _ => TokenClass::Fault,
                };
                if start < end {
                    found.push((Span { start, end }, class));
                }
                if end <= before {
                    return found;
                }
                lexer.seek(end);
            }
        }
    }
}

/// The start of the token at which a fault is: the first character after layout and comments.
fn start_of_fault(text: &str, before: usize, at: usize) -> usize {
    match super::layout_text::layout(&text[before..]) {
        Ok((rest, ())) => text.len() - rest.len(),
        // The fault is a comment without an end.
        Err(_) => at.max(before),
    }
}

fn add_comments(text: &str, from: usize, to: usize, found: &mut Vec<(Span, TokenClass)>) {
    let mut comments = Vec::new();
    comments_in_layout(text, from, to, &mut comments);
    found.extend(comments.into_iter().map(|span| (span, TokenClass::Comment)));
}

fn class(text: &str, token: &Token<'_>, is_operator: &dyn Fn(&str) -> bool) -> TokenClass {
    let opens = text[token.end..].starts_with('(');
    match &token.kind {
        TokenKind::Var(name) if name.starts_with('$') => TokenClass::AnswerVariable,
        TokenKind::Var(name) if name.starts_with('_') => TokenClass::Anonymous,
        TokenKind::Var(_) => TokenClass::Variable,
        TokenKind::Name(name) if CONTROL.contains(name) => TokenClass::Control,
        TokenKind::Name(_) | TokenKind::Quoted(_) if opens => TokenClass::Functor,
        TokenKind::Name(name) if is_operator(name) => TokenClass::Operator,
        TokenKind::Name(_) | TokenKind::Quoted(_) => TokenClass::Atom,
        TokenKind::Number(_) => TokenClass::Number,
        TokenKind::Text(_) | TokenKind::BackQuoted(_) => TokenClass::Text,
        TokenKind::Punct(',' | '|') => TokenClass::Punctuation,
        TokenKind::Punct(_) => TokenClass::Bracket,
        TokenKind::End | TokenKind::Eof => TokenClass::End,
    }
}

/// The place of the bracket that belongs to the one at a byte offset; none if there is no bracket at that place, or
/// no other that belongs to it. Brackets in quotes and comments do not count.
///
/// ```
/// use horn::matching_bracket;
///
/// assert_eq!(matching_bracket("f([a,\")\"|T])", 2), Some(10));
/// assert_eq!(matching_bracket("f([a,\")\"|T])", 11), Some(1));
/// assert_eq!(matching_bracket("f([a)", 4), None);
/// ```
pub fn matching_bracket(text: &str, at: usize) -> Option<usize> {
    let mut open: Vec<(usize, u8)> = Vec::new();
    let pieces = classify(text, &|_| false);
    let brackets = pieces.iter().filter(|(_, c)| *c == TokenClass::Bracket);
    for (span, _) in brackets {
        let bracket = text.as_bytes()[span.start];
        let opening = match bracket {
            b')' => b'(',
            b']' => b'[',
            b'}' => b'{',
            _ => {
                open.push((span.start, bracket));
                continue;
            }
        };
        let (start, found) = open.pop()?;
        let pair = (start, span.start);
        if pair.0 == at || pair.1 == at {
            let other = if pair.0 == at { pair.1 } else { pair.0 };
            return (found == opening).then_some(other);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{TokenClass, highlight, matching_bracket};

    fn classes(text: &str) -> Vec<(&str, TokenClass)> {
        let pieces = highlight(text).into_iter();
        pieces.map(|(s, c)| (&text[s.start..s.end], c)).collect()
    }

    #[test]
    fn pieces_have_the_classes_of_their_tokens() {
        use TokenClass::*;
        assert_eq!(
            classes("?- X=$Y, _A is 0'a + f('b c', [\"t\"|_])."),
            [
                ("?-", Control),
                ("X", Variable),
                ("=", Operator),
                ("$Y", AnswerVariable),
                (",", Punctuation),
                ("_A", Anonymous),
                ("is", Operator),
                ("0'a", Number),
                ("+", Operator),
                ("f", Functor),
                ("(", Bracket),
                ("'b c'", Atom),
                (",", Punctuation),
                ("[", Bracket),
                ("\"t\"", Text),
                ("|", Punctuation),
                ("_", Anonymous),
                ("]", Bracket),
                (")", Bracket),
                (".", End),
            ]
        );
    }

    #[test]
    fn a_text_that_is_being_typed_has_classes() {
        use TokenClass::*;
        assert_eq!(
            classes("X = \"abc d"),
            [("X", Variable), ("=", Operator), ("\"abc d", Text)]
        );
        assert_eq!(classes("a 'b c")[1], ("'b c", Atom));
        assert_eq!(classes("a /* b")[1], ("/* b", Comment));
        assert_eq!(classes("a % b\n\u{7} b")[1], ("% b", Comment));
        assert_eq!(
            classes("% é\n\u{7} b")[1..],
            [("\u{7}", Fault), ("b", Atom)]
        );
        assert_eq!(classes("\"a\\qb\" c").last(), Some(&("c", Atom)));
        for text in [
            "", " ", "'", "\"", "0'", "/*", "%", "\\", "é'", "0x", "\"\\x",
        ] {
            let mut end = 0;
            for (span, _) in highlight(text) {
                assert!(span.start >= end && span.end > span.start, "{text}");
                end = span.end;
            }
            assert!(end <= text.len());
        }
    }

    #[test]
    fn brackets_belong_together() {
        assert_eq!(matching_bracket("((a))", 0), Some(4));
        assert_eq!(matching_bracket("((a))", 3), Some(1));
        assert_eq!(matching_bracket("(')')", 0), Some(4));
        assert_eq!(matching_bracket("(')')", 2), None);
        assert_eq!(matching_bracket("a(]", 1), None);
        assert_eq!(matching_bracket(")(", 0), None);
    }
}
