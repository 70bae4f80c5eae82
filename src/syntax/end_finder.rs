//! Finds the end of the first term of a growing text, for readers of streams and terminals.
//!
//! The scan can be resumed: it examines each character a bounded number of times, however the text
//! arrives. Tokens are the lexer's; only quoted items and comments, which may grow without bound,
//! are skipped in states of their own.

use super::chars::is_layout;
use super::lexer::Lexer;
use super::number_token::digit_run;
use super::quoted::{Skip, skip_quoted};
use super::token::TokenKind;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ScanState {
    /// Between tokens, or at the start of one that the text may continue.
    Tokens,
    /// Inside an item with this quote.
    Quoted(char),
    /// Inside a `%` comment.
    Line,
    /// Inside a block comment.
    Block,
}

/// The decimal digits of a number from which on only the last ones are read.
const DIGITS_READ: usize = 64;

/// Returns true if a line ends the clauses that are typed after `[user].`; otherwise they end with the input.
///
/// ```
/// assert!(horn::ends_clauses("end_of_file.\n"));
/// assert!(!horn::ends_clauses("end_of_file(1).\n"));
/// ```
pub fn ends_clauses(line: &str) -> bool {
    line.trim() == "end_of_file."
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
    state: ScanState,
    any_token: bool,
    /// The length of the text whose last token, a name or variable, reaches to its end.
    edge: usize,
}

impl EndFinder {
    /// A scan that starts at a byte offset of the text.
    ///
    /// ```
    /// use horn::EndFinder;
    ///
    /// assert_eq!(EndFinder::new(0).find("p. q.", true), Some(2));
    /// assert_eq!(EndFinder::new(2).find("p. q.", true), Some(5));
    /// ```
    pub fn new(at: usize) -> EndFinder {
        EndFinder {
            pos: at,
            state: ScanState::Tokens,
            any_token: false,
            edge: 0,
        }
    }

    /// Returns the byte offset after the end token of the first term, if `text` holds it; otherwise
    /// it is called again with the same text grown at its end. With `eof` the text is complete, and
    /// an end `.` may be its last character.
    ///
    /// ```
    /// use horn::EndFinder;
    ///
    /// let mut finder = EndFinder::new(0);
    /// assert_eq!(finder.find("p(\"a. b", false), None);
    /// assert_eq!(finder.find("p(\"a. b\").\n", false), Some(10));
    /// ```
    pub fn find(&mut self, text: &str, eof: bool) -> Option<usize> {
        loop {
            match self.state {
                ScanState::Tokens => match self.tokens(text, eof) {
                    ScanStep::Found(end) => return Some(end),
                    ScanStep::More => return None,
                    ScanStep::Enter => (),
                },
                ScanState::Quoted(q) => match skip_quoted(text, self.pos, q) {
                    Skip::Closed(i) | Skip::Newline(i) => {
                        self.pos = i;
                        self.state = ScanState::Tokens;
                    }
                    Skip::More(i) => {
                        self.pos = i;
                        return None;
                    }
                },
                ScanState::Line => match text[self.pos..].find('\n') {
                    Some(i) => {
                        self.pos += i;
                        self.state = ScanState::Tokens;
                    }
                    None => {
                        self.pos = text.len();
                        return None;
                    }
                },
                ScanState::Block => match text[self.pos..].find("*/") {
                    Some(i) => {
                        self.pos += i + 2;
                        self.state = ScanState::Tokens;
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

    /// Returns true if the scan has met anything but layout.
    ///
    /// ```
    /// use horn::EndFinder;
    ///
    /// let mut finder = EndFinder::new(0);
    /// assert_eq!(finder.find("  \n", false), None);
    /// assert!(!finder.has_token());
    /// assert_eq!(finder.find("  \np(X", false), None);
    /// assert!(finder.has_token());
    /// ```
    pub fn has_token(&self) -> bool {
        self.any_token || matches!(self.state, ScanState::Quoted(_))
    }

    /// Reads tokens up to the end token, to an item with a state of its own, or to the text's edge.
    fn tokens(&mut self, text: &str, eof: bool) -> ScanStep {
        // A long token arrives in many pieces; the first ones are not examined again.
        if self.edge > self.pos && is_all_word(&text[self.edge..]) && !eof {
            self.edge = text.len();
            return ScanStep::More;
        }
        self.edge = 0;
        loop {
            let rest = text[self.pos..].trim_start_matches(is_layout);
            self.pos = text.len() - rest.len();
            let mut chars = rest.chars();
            let (Some(c), next) = (chars.next(), chars.next()) else {
                return ScanStep::More;
            };
            match (c, next) {
                ('%', _) => return self.enter(ScanState::Line, 1),
                ('/', Some('*')) => return self.enter(ScanState::Block, 2),
                ('/', None) if !eof => return ScanStep::More,
                ('\'' | '"' | '`', _) => {
                    self.any_token = true;
                    return self.enter(ScanState::Quoted(c), 1);
                }
                _ => (),
            }
            // The values of long numbers are not needed here. The last two digits end where all of them end: a special
            // prefix such as `0'` has one digit.
            let digits = digit_run(rest);
            if digits > DIGITS_READ {
                self.pos += digits - 2;
            }
            let mut lexer = Lexer::new(text, self.pos);
            self.any_token = true;
            match lexer.next_token() {
                // A token at the edge of a growing text may continue in the next piece.
                Ok(t) if t.end == text.len() && !eof => {
                    if is_all_word(&text[t.start..]) && !is_number(&t.kind) {
                        self.edge = t.end;
                    }
                    return ScanStep::More;
                }
                Ok(t) if t.kind == TokenKind::End => return ScanStep::Found(t.end),
                // The next characters may continue a number: `1.` may become `1.5`.
                Ok(t) if !eof && near_edge(text, t.end) && is_number(&t.kind) => {
                    return ScanStep::More;
                }
                Ok(t) => self.pos = t.end,
                Err(f) if !eof && near_edge(text, f.at.max(f.resync)) => return ScanStep::More,
                Err(f) => self.pos = lexer.after_fault(f),
            }
        }
    }

    fn enter(&mut self, state: ScanState, skip: usize) -> ScanStep {
        self.pos += skip;
        self.state = state;
        ScanStep::Enter
    }
}

enum ScanStep {
    Found(usize),
    More,
    Enter,
}

fn is_number(t: &TokenKind<'_>) -> bool {
    matches!(t, TokenKind::Number(_))
}

/// Returns true if the text after `at` is so short that more text could change the token before it.
fn near_edge(text: &str, at: usize) -> bool {
    text.len() - at < 3 && !text[at..].contains('\n')
}

/// Returns true if a text consists of characters that continue a name.
fn is_all_word(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}
