//! Keys at a terminal, read without echo and without waiting for RETURN.

use super::interruptible_stdin::is_ready;
use crate::prolog::{Error, Machine};
use console::{Key, Term};
use std::collections::VecDeque;
use std::io::IsTerminal;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The character of Ctrl-D.
pub(super) const END: char = '\u{4}';
/// The character of Ctrl-C.
pub(super) const INTERRUPT: char = '\u{3}';

/// The name at the end of input.
const END_OF_FILE: &str = "end_of_file";

/// A source of keys; its clones take them from one queue.
#[derive(Clone)]
pub(super) struct Keys {
    pub(super) terminal: Term,
    /// Keys that were read and not yet used.
    ahead: Arc<Mutex<VecDeque<char>>>,
}

impl Keys {
    pub(super) fn new() -> Keys {
        let stdout = std::io::stdout().is_terminal();
        Keys {
            terminal: if stdout {
                Term::stdout()
            } else {
                Term::stderr()
            },
            ahead: Arc::default(),
        }
    }

    /// The keys that were read and not yet used.
    pub(super) fn ahead(&self) -> MutexGuard<'_, VecDeque<char>> {
        self.ahead.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a key, and reads those that follow at once. Returns false at the end of input.
    pub(super) fn read(&self) -> bool {
        if !self.terminal.is_term() {
            return false;
        }
        loop {
            match self.terminal.read_key_raw() {
                Ok(key) => self.ahead().extend(character(&key)),
                Err(_) => return false,
            }
            if !is_ready(0) {
                return true;
            }
        }
    }

    /// The next character; none at the end of input.
    pub(super) fn next(&self) -> Option<char> {
        loop {
            if let Some(c) = self.ahead().pop_front() {
                return Some(c);
            }
            if !self.read() {
                return None;
            }
        }
    }

    /// Defines `top_level:read_key(Key)`, by which the tracer reads its commands: the next key as a character.
    ///
    /// # Errors
    /// If the program has a module of that name.
    pub(super) fn give_to_programs(&self, machine: &mut Machine) -> Result<(), Error> {
        let keys = self.clone();
        let mut library = machine.library("top_level")?;
        library.predicate("read_key", 1, move |call| match keys.next() {
            Some(c) => call.unify(0, c),
            None => call.unify(0, crate::prolog::Atom(END_OF_FILE)),
        })
    }
}

/// The character that a key stands for.
fn character(key: &Key) -> Option<char> {
    match key {
        Key::Enter | Key::Char('\r') => Some('\n'),
        Key::CtrlC => Some(INTERRUPT),
        Key::Tab => Some('\t'),
        Key::Char(c) => Some(*c),
        _ => None,
    }
}
