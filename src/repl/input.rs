//! The standard input, shared by the top level and the program.
//!
//! The top level takes queries from it; the input of a query starts after the query. Lines are read whole and
//! buffered here.

use crate::prolog::{EndFinder, Position, ends_clauses};
use std::io::{self, BufRead, BufReader, Read};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

struct InputState {
    from: BufReader<Box<dyn Read + Send>>,
    /// The beginning of a line whose reading ended with an error.
    begun: Vec<u8>,
    /// Text that was read and not yet taken.
    pending: String,
    /// The position in the input where `pending` starts.
    at: Position,
    at_end: bool,
}

/// A part of the input: a query, or clauses.
pub(super) struct InputPart {
    pub(super) text: String,
    /// The position in the input where the text starts.
    pub(super) start: Position,
}

impl InputPart {
    /// A text that is the whole of an input.
    pub(super) fn whole(text: String) -> InputPart {
        InputPart {
            text,
            start: Position::default(),
        }
    }
}

/// A reader; its clones share the buffer.
#[derive(Clone)]
pub(super) struct SharedInput(Arc<Mutex<InputState>>);

impl SharedInput {
    pub(super) fn new(from: Box<dyn Read + Send>) -> SharedInput {
        SharedInput(Arc::new(Mutex::new(InputState {
            from: BufReader::new(from),
            begun: Vec::new(),
            pending: String::new(),
            at: Position::default(),
            at_end: false,
        })))
    }

    fn state(&self) -> MutexGuard<'_, InputState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the text up to the end of the next term, with the rest of its line if that is blank; at the end of
    /// input, the rest of the text. None if only layout is left.
    pub(super) fn next_query(&self) -> Option<InputPart> {
        let mut state = self.state();
        let mut finder = EndFinder::new(0);
        loop {
            let eof = state.at_end;
            if let Some(end) = finder.find(&state.pending, eof) {
                let rest = &state.pending[end..];
                let line = rest.find('\n').map_or(rest.len(), |i| i + 1);
                let blank = rest[..line].trim().is_empty();
                return Some(state.take(if blank { end + line } else { end }));
            }
            if eof {
                let length = state.pending.len();
                let left = state.take(length);
                return finder.has_token().then_some(left);
            }
            state.read_on();
        }
    }

    /// Takes the clauses that follow: up to a line `end_of_file.`, or else to the end of input.
    pub(super) fn clauses(&self) -> InputPart {
        let mut state = self.state();
        let mut from = 0;
        loop {
            let text = &state.pending;
            match text[from..].find('\n').map(|n| from + n + 1) {
                Some(next) if ends_clauses(&text[from..next]) => {
                    let mut clauses = state.take(next);
                    clauses.text.truncate(from);
                    return clauses;
                }
                Some(next) => from = next,
                None if state.at_end => {
                    let length = state.pending.len();
                    return state.take(length);
                }
                None => state.read_on(),
            }
        }
    }
}

impl InputState {
    /// Takes the first `length` bytes of the pending text.
    fn take(&mut self, length: usize) -> InputPart {
        let start = self.at;
        self.at = Position::in_text(&self.pending, length, start);
        let rest = self.pending.split_off(length);
        let text = std::mem::replace(&mut self.pending, rest);
        InputPart { text, start }
    }

    /// Reads one more line. Bytes that are not UTF-8 become U+FFFD.
    fn read_line(&mut self) -> io::Result<()> {
        if self.from.read_until(b'\n', &mut self.begun)? == 0 {
            self.at_end = true;
        }
        let bytes = std::mem::take(&mut self.begun);
        self.pending.push_str(&String::from_utf8_lossy(&bytes));
        Ok(())
    }

    /// Reads one more line; a read error ends the input.
    fn read_on(&mut self) {
        if self.read_line().is_err() {
            self.at_end = true;
        }
    }
}

impl Read for SharedInput {
    /// Reads at most one line, so that the rest remains for queries.
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let mut state = self.state();
        if state.pending.is_empty() {
            if state.at_end {
                return Ok(0);
            }
            state.read_line()?;
        }
        let line = state
            .pending
            .find('\n')
            .map_or(state.pending.len(), |i| i + 1);
        let mut n = line.min(to.len());
        while !state.pending.is_char_boundary(n) {
            n -= 1;
        }
        if n == 0 && line > 0 && !to.is_empty() {
            return Err(io::Error::other("the buffer is shorter than one character"));
        }
        to[..n].copy_from_slice(&state.pending.as_bytes()[..n]);
        state.take(n);
        Ok(n)
    }
}

#[cfg(test)]
mod tests {
    use super::SharedInput;
    use std::io::Read;

    fn input(text: &str) -> SharedInput {
        SharedInput::new(Box::new(std::io::Cursor::new(
            text.to_string().into_bytes(),
        )))
    }

    /// The text of the next query.
    fn next(input: &SharedInput) -> Option<String> {
        input.next_query().map(|part| part.text)
    }

    #[test]
    fn parts_start_where_the_part_before_them_ends() {
        let mut i = input("a. é. b\n.\nread.\n[user].\nc.\nend_of_file.\nd.");
        let at = || {
            i.next_query()
                .map(|part| (part.start.line, part.start.column))
        };
        let starts: Vec<_> = (0..3).map(|_| at()).collect();
        assert_eq!(starts, [Some((1, 1)), Some((1, 3)), Some((1, 6))]);
        assert_eq!(i.read(&mut [0; 64]).expect("memory"), "read.\n".len());
        assert_eq!(i.next_query().expect("a query").start.line, 4);
        assert_eq!(i.clauses().start.line, 5);
        assert_eq!(i.next_query().expect("a query").start.line, 7);
    }

    #[test]
    fn queries_are_taken_one_by_one() {
        let i = input("a. b(X,\n  \"c. d\").\n% e.\n 'f\n\nlast");
        assert_eq!(next(&i).as_deref(), Some("a."));
        assert_eq!(next(&i).as_deref(), Some(" b(X,\n  \"c. d\").\n"));
        assert!(next(&i).is_some());
        assert_eq!(next(&i), None);
        assert_eq!(next(&input(" % only\n")), None);
        assert_eq!(next(&input("a")).as_deref(), Some("a"));
    }

    #[test]
    fn the_program_reads_what_follows_its_query() {
        let mut i = input("read(X).\nfüñf(1).\nnext.\nrest\n");
        assert_eq!(next(&i).as_deref(), Some("read(X).\n"));
        let mut bytes = [0; 64];
        let n = i.read(&mut bytes).expect("memory");
        assert_eq!(&bytes[..n], "füñf(1).\n".as_bytes());
        assert_eq!(next(&i).as_deref(), Some("next.\n"));
        assert_eq!(i.clauses().text, "rest\n");
        assert_eq!(i.read(&mut bytes).expect("memory"), 0);
    }

    #[test]
    fn small_reads_keep_characters_whole() {
        let mut i = input("aé\n");
        let mut two = [0; 2];
        assert_eq!(i.read(&mut two).expect("memory"), 1);
        assert_eq!(i.read(&mut two).expect("memory"), 2);
        assert_eq!(i.read(&mut two).expect("memory"), 1);
        assert_eq!(i.read(&mut two).expect("memory"), 0);
    }
}
