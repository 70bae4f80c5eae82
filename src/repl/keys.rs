//! Keys at a terminal, read without echo and without waiting for RETURN.

use super::hidden_typing::HiddenTyping;
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
    /// Present while the terminal does not show what is typed.
    hidden: Arc<Mutex<Option<HiddenTyping>>>,
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
            hidden: Arc::default(),
        }
    }

    /// Makes the terminal show nothing that is typed. Called before a question is printed: a key that is pressed as
    /// soon as the question appears would otherwise be shown as well as the text for its action.
    pub(super) fn hide_typing(&self) {
        if self.terminal.is_term() {
            self.hidden().get_or_insert_with(HiddenTyping::begin);
        }
    }

    /// Ends the effect of [`Keys::hide_typing`].
    pub(super) fn show_typing(&self) {
        self.hidden().take();
    }

    fn hidden(&self) -> MutexGuard<'_, Option<HiddenTyping>> {
        self.hidden.lock().unwrap_or_else(PoisonError::into_inner)
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

    /// Defines the predicates by which the tracer reads its commands: `top_level:hide_typing`, to be called before the
    /// prompt is written, and `top_level:read_key(Key)`, the next key as a character.
    ///
    /// # Errors
    /// If the program has a module of that name.
    pub(super) fn define_predicates(&self, machine: &mut Machine) -> Result<(), Error> {
        let mut library = machine.library("top_level")?;
        let keys = self.clone();
        library.predicate("hide_typing", 0, move |_| {
            keys.hide_typing();
            Ok(true)
        })?;
        let keys = self.clone();
        library.predicate("read_key", 1, move |call| {
            let key = keys.next();
            keys.show_typing();
            match key {
                Some(c) => call.unify(0, c),
                None => call.unify(0, crate::prolog::Atom(END_OF_FILE)),
            }
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
