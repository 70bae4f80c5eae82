//! The keys at an answer.

use console::{Key, Term};

/// What the user wants after an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wish {
    /// The next answer: SPACE, `;`, `n`.
    Next,
    /// No more answers: RETURN, `.`.
    Stop,
    /// All answers: `a`.
    All,
    /// The next answers up to a multiple of five: `f`.
    Five,
    /// The keys explained: `h`.
    Help,
    /// The same answer in full: `w`.
    Full,
    /// The same answer shortened: `p`.
    Short,
    /// None of these.
    Nothing,
}

/// What `h` prints.
pub(super) const HELP: &str = "
   SPACE, \";\" or \"n\": next answer, if there is one
   RETURN or \".\":     stop
   \"a\":               all answers
   \"f\":               next answers up to a multiple of five
   \"h\":               this help
   \"w\":               the answer in full
   \"p\":               the answer shortened
";

/// Where keys come from.
pub(super) trait Keys {
    fn next(&mut self) -> Wish;
}

/// The keyboard, without waiting for RETURN and without echo.
pub(super) struct Keyboard(Term);

impl Keyboard {
    pub(super) fn new() -> Keyboard {
        Keyboard(Term::stdout())
    }
}

impl Keys for Keyboard {
    fn next(&mut self) -> Wish {
        match self.0.read_key_raw() {
            Ok(key) => wish(&key),
            // Without a keyboard nobody can ask for more.
            Err(_) => Wish::Stop,
        }
    }
}

fn wish(key: &Key) -> Wish {
    match key {
        Key::Char(' ' | ';' | 'n') => Wish::Next,
        Key::Enter | Key::CtrlC | Key::Char('.' | '\n' | '\r' | '\u{4}') => Wish::Stop,
        Key::Char('a') => Wish::All,
        Key::Char('f') => Wish::Five,
        Key::Char('h') => Wish::Help,
        Key::Char('w') => Wish::Full,
        Key::Char('p') => Wish::Short,
        _ => Wish::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::{Wish, wish};
    use console::Key;

    #[test]
    fn keys_and_what_they_ask_for() {
        assert_eq!(wish(&Key::Char(';')), Wish::Next);
        assert_eq!(wish(&Key::Enter), Wish::Stop);
        assert_eq!(wish(&Key::Char('x')), Wish::Nothing);
        assert_eq!(wish(&Key::Escape), Wish::Nothing);
    }
}
