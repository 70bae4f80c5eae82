//! The keys at an answer.

use crate::prolog::Style;
use console::{Key, Term};

/// What the user wants after an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wish {
    /// The next answer.
    Next,
    /// No more answers.
    Stop,
    /// All answers.
    All,
    /// The next answers up to a multiple of five.
    Five,
    /// The keys explained.
    Help,
    /// The same answer in full.
    Full,
    /// The same answer shortened.
    Short,
    /// None of these.
    Nothing,
}

/// What `h` prints.
pub(super) fn help(style: Style) -> &'static str {
    match style {
        Style::Swi => SWI_HELP,
        Style::Sicstus => SICSTUS_HELP,
        _ => HELP,
    }
}

const SWI_HELP: &str = "
;, n, r, SPACE, TAB: next answer    c, a, RETURN, .: stop
w: the answer in full               p: the answer shortened
h, ?: this help
";

const SICSTUS_HELP: &str = "
;, n, SPACE: next answer            RETURN, y: accept the answer
a: all answers                      <, w: the answer in full
h, ?: this help
";

const HELP: &str = "
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
pub(super) struct Keyboard {
    terminal: Term,
    style: Style,
}

impl Keyboard {
    pub(super) fn new(style: Style) -> Keyboard {
        Keyboard {
            terminal: Term::stdout(),
            style,
        }
    }
}

impl Keys for Keyboard {
    fn next(&mut self) -> Wish {
        match self.terminal.read_key_raw() {
            Ok(key) => wish(&key, self.style),
            // Without a keyboard nobody can ask for more.
            Err(_) => Wish::Stop,
        }
    }
}

/// What a key asks for, as in the system whose style it is.
fn wish(key: &Key, style: Style) -> Wish {
    match key {
        Key::Char(' ' | ';' | 'n') => return Wish::Next,
        Key::Enter | Key::CtrlC | Key::Char('.' | '\n' | '\r' | '\u{4}') => return Wish::Stop,
        _ => {}
    }
    match (style, key) {
        (Style::Swi, Key::Char('r' | '\t') | Key::Tab) => return Wish::Next,
        (Style::Swi, Key::Char('a' | 'c')) | (Style::Sicstus, Key::Char('y')) => return Wish::Stop,
        (Style::Swi, Key::Char('f')) | (Style::Sicstus, Key::Char('f' | 'p')) => {
            return Wish::Nothing;
        }
        (Style::Swi | Style::Sicstus, Key::Char('?')) => return Wish::Help,
        (Style::Sicstus, Key::Char('<')) => return Wish::Full,
        _ => {}
    }
    match key {
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
    use crate::prolog::Style;
    use console::Key;

    #[test]
    fn keys_and_what_they_ask_for() {
        for (_, style) in Style::NAMES {
            assert_eq!(wish(&Key::Char(';'), style), Wish::Next);
            assert_eq!(wish(&Key::Enter, style), Wish::Stop);
            assert_eq!(wish(&Key::Char('x'), style), Wish::Nothing);
            assert_eq!(wish(&Key::Escape, style), Wish::Nothing);
        }
        let a = Key::Char('a');
        assert_eq!(wish(&a, Style::Horn), Wish::All);
        assert_eq!(wish(&a, Style::Swi), Wish::Stop);
        assert_eq!(wish(&Key::Char('y'), Style::Sicstus), Wish::Stop);
        assert_eq!(wish(&Key::Char('?'), Style::Horn), Wish::Nothing);
    }
}
