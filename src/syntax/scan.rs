//! Finds where the first term of a growing text ends, for readers of streams and terminals.
//!
//! The scan can be resumed: each character is looked at a bounded number of times, however the
//! text arrives. Agrees with the lexer on quoted items, comments, character codes and errors.

use super::lexer::{Lexer, Tok};
use super::quoted::{Skip, skip_quoted};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Inside {
    /// Between tokens, or at the start of one that the text may continue.
    Tokens,
    /// Inside an item with this quote.
    Quoted(char),
    /// Inside a `%` comment.
    Line,
    /// Inside a block comment.
    Block,
}

/// The state of a scan for the end of a term.
///
/// ```
/// use horn::EndFinder;
///
/// let mut finder = EndFinder::new(0);
/// assert_eq!(finder.find("member(X, ", false), None);
/// assert!(finder.has_token());
/// assert_eq!(finder.find("member(X, \". \"). next", false), Some(16));
/// ```
#[derive(Clone, Debug)]
pub struct EndFinder {
    pos: usize,
    inside: Inside,
    any_token: bool,
}

impl EndFinder {
    /// Starts at a byte offset of the text.
    pub fn new(at: usize) -> EndFinder {
        EndFinder {
            pos: at,
            inside: Inside::Tokens,
            any_token: false,
        }
    }

    /// The byte offset after the end token of the first term, if `text` holds it. Call again with
    /// the same text grown at its end; with `eof` the text grows no more, and an end `.` may be
    /// its last character.
    pub fn find(&mut self, text: &str, eof: bool) -> Option<usize> {
        loop {
            match self.inside {
                Inside::Tokens => match self.tokens(text, eof) {
                    Step::Found(end) => return Some(end),
                    Step::More => return None,
                    Step::Enter => (),
                },
                Inside::Quoted(q) => match skip_quoted(text, self.pos, q) {
                    Skip::Closed(i) | Skip::Newline(i) => {
                        self.pos = i;
                        self.inside = Inside::Tokens;
                    }
                    Skip::More(i) => {
                        self.pos = i;
                        return None;
                    }
                },
                Inside::Line => match text[self.pos..].find('\n') {
                    Some(i) => {
                        self.pos += i;
                        self.inside = Inside::Tokens;
                    }
                    None => {
                        self.pos = text.len();
                        return None;
                    }
                },
                Inside::Block => match text[self.pos..].find("*/") {
                    Some(i) => {
                        self.pos += i + 2;
                        self.inside = Inside::Tokens;
                    }
                    None => {
                        // A final `*` may be the first half of the close.
                        let star = usize::from(text[self.pos..].ends_with('*'));
                        self.pos = text.len() - star;
                        return None;
                    }
                },
            }
        }
    }

    /// Whether anything but layout has been seen since the start.
    pub fn has_token(&self) -> bool {
        self.any_token || matches!(self.inside, Inside::Quoted(_))
    }

    /// Reads tokens until the end, a place that needs a mode of its own, or the text's edge.
    fn tokens(&mut self, text: &str, eof: bool) -> Step {
        loop {
            let rest = text[self.pos..].trim_start_matches(super::chars::is_layout);
            self.pos = text.len() - rest.len();
            let mut chars = rest.chars();
            let (Some(c), next) = (chars.next(), chars.next()) else {
                return Step::More;
            };
            match (c, next) {
                ('%', _) => return self.enter(Inside::Line, 1),
                ('/', Some('*')) => return self.enter(Inside::Block, 2),
                ('/', None) if !eof => return Step::More,
                ('\'' | '"' | '`', _) => {
                    self.any_token = true;
                    return self.enter(Inside::Quoted(c), 1);
                }
                _ => (),
            }
            let mut lexer = Lexer::new(text, self.pos);
            self.any_token = true;
            match lexer.next_token() {
                // A token at the edge of a growing text may not be over.
                Ok(t) if t.end == text.len() && !eof => return Step::More,
                Ok(t) if t.tok == Tok::End => return Step::Found(t.end),
                // A number looks one character further than it takes.
                Ok(t) if !eof && near_edge(text, t.end) && is_number(&t.tok) => return Step::More,
                Ok(t) => self.pos = t.end,
                Err(f) if !eof && near_edge(text, f.at.max(f.resync)) => return Step::More,
                Err(f) => self.pos = lexer.after_fault(f),
            }
        }
    }

    fn enter(&mut self, inside: Inside, skip: usize) -> Step {
        self.pos += skip;
        self.inside = inside;
        Step::Enter
    }
}

enum Step {
    Found(usize),
    More,
    Enter,
}

fn is_number(t: &Tok<'_>) -> bool {
    matches!(t, Tok::Int(_) | Tok::Float(_) | Tok::Rat(_))
}

/// Whether what follows `at` is so short that a longer text could change the token before it.
fn near_edge(text: &str, at: usize) -> bool {
    text.len() - at < 3 && !text[at..].contains('\n')
}
