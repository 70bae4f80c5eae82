//! The keys at an answer: one table for what they do and for the help.

use crate::prolog::Style;
use console::{Key, Term};

/// The action of a key after an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum KeyAction {
    /// Computes the next answer.
    Next,
    /// Ends the query.
    Stop,
    /// Computes all answers.
    All,
    /// Computes the next answers up to a multiple of five.
    Five,
    /// Prints the help.
    Help,
    /// Prints the answer in full.
    Full,
    /// Prints the answer shortened.
    Short,
    /// Does nothing.
    Ignore,
}

/// A row of the table of keys.
struct KeyRow {
    action: KeyAction,
    /// The line of the help.
    help: &'static str,
    /// The keys, one character each, in the styles of Horn, SWI-Prolog and SICStus Prolog. Without any, the style
    /// does not have the action.
    keys: [&'static str; 3],
}

/// The keys. To add one, add a row, or a character to a row; the dispatch and the help follow.
const KEYS: &[KeyRow] = &[
    KeyRow {
        action: KeyAction::Next,
        help: "next answer, if there is one",
        keys: [" ;n", ";nr \t", ";n "],
    },
    KeyRow {
        action: KeyAction::Stop,
        help: "stop",
        keys: ["\n.", "\n.ca", "\n.y"],
    },
    KeyRow {
        action: KeyAction::All,
        help: "all answers",
        keys: ["a", "", "a"],
    },
    KeyRow {
        action: KeyAction::Five,
        help: "next answers up to a multiple of five",
        keys: ["f", "", ""],
    },
    KeyRow {
        action: KeyAction::Help,
        help: "this help",
        keys: ["h", "h?", "h?"],
    },
    KeyRow {
        action: KeyAction::Full,
        help: "the answer in full",
        keys: ["w", "w", "w<"],
    },
    KeyRow {
        action: KeyAction::Short,
        help: "the answer shortened",
        keys: ["p", "p", ""],
    },
];

impl KeyRow {
    fn keys(&self, style: Style) -> &'static str {
        let [horn, swi, sicstus] = self.keys;
        match style {
            Style::Swi => swi,
            Style::Sicstus => sicstus,
            _ => horn,
        }
    }
}

/// The action of a key in a style.
fn action(key: &Key, style: Style) -> KeyAction {
    let c = match key {
        Key::Enter | Key::CtrlC | Key::Char('\r' | '\u{4}') => '\n',
        Key::Tab => '\t',
        Key::Char(c) => *c,
        _ => return KeyAction::Ignore,
    };
    let row = KEYS.iter().find(|row| row.keys(style).contains(c));
    row.map_or(KeyAction::Ignore, |row| row.action)
}

/// The keys of a style, one line for each action.
pub(super) fn help(style: Style) -> String {
    let rows = KEYS.iter().filter(|row| !row.keys(style).is_empty());
    let rows: Vec<(String, &str)> = rows
        .map(|row| (key_names(row.keys(style)), row.help))
        .collect();
    let width = rows.iter().map(|(names, _)| names.len()).max().unwrap_or(0);
    let indent = match style {
        Style::Horn => "   ",
        _ => "",
    };
    let lines = rows.iter().map(|(names, help)| {
        let blanks = " ".repeat(width - names.len());
        format!("{indent}{names}: {blanks}{help}\n")
    });
    format!("\n{}", lines.collect::<String>())
}

/// The names of keys, as in `SPACE, ";" or "n"`.
fn key_names(keys: &str) -> String {
    let name = |c| match c {
        ' ' => "SPACE".to_string(),
        '\n' => "RETURN".to_string(),
        '\t' => "TAB".to_string(),
        c => format!("\"{c}\""),
    };
    let names: Vec<String> = keys.chars().map(name).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

/// A source of keys.
pub(super) trait AnswerKeys {
    fn next(&mut self) -> KeyAction;
}

/// The keyboard, read without echo and without waiting for RETURN.
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

impl AnswerKeys for Keyboard {
    fn next(&mut self) -> KeyAction {
        match self.terminal.read_key_raw() {
            Ok(key) => action(&key, self.style),
            Err(_) => KeyAction::Stop,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{KeyAction, action, help};
    use crate::prolog::Style;
    use console::Key;

    #[test]
    fn actions_of_keys() {
        for (_, style) in Style::NAMES {
            assert_eq!(action(&Key::Char(';'), style), KeyAction::Next);
            assert_eq!(action(&Key::Enter, style), KeyAction::Stop);
            assert_eq!(action(&Key::CtrlC, style), KeyAction::Stop);
            assert_eq!(action(&Key::Char('x'), style), KeyAction::Ignore);
            assert_eq!(action(&Key::Escape, style), KeyAction::Ignore);
        }
        let a = Key::Char('a');
        assert_eq!(action(&a, Style::Horn), KeyAction::All);
        assert_eq!(action(&a, Style::Swi), KeyAction::Stop);
        assert_eq!(action(&Key::Char('y'), Style::Sicstus), KeyAction::Stop);
        assert_eq!(action(&Key::Char('?'), Style::Horn), KeyAction::Ignore);
    }

    #[test]
    fn the_help_lists_the_keys_of_the_style() {
        assert_eq!(
            help(Style::Horn),
            "
   SPACE, \";\" or \"n\": next answer, if there is one
   RETURN or \".\":     stop
   \"a\":               all answers
   \"f\":               next answers up to a multiple of five
   \"h\":               this help
   \"w\":               the answer in full
   \"p\":               the answer shortened
"
        );
        assert!(!help(Style::Sicstus).contains("shortened"));
    }
}
