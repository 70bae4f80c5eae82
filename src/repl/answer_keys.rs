//! The keys at an answer: one table of their actions and their help.

use super::keys::{END, INTERRUPT, Keys};
use crate::prolog::Style;
use std::collections::VecDeque;

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
        keys: ["h?", "h?", "h?"],
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
fn action(key: char, style: Style) -> KeyAction {
    let c = match key {
        END | INTERRUPT => '\n',
        c => c,
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

    /// The character of the next key, without an action; `None` at the end of input.
    fn character(&mut self) -> Option<char> {
        None
    }

    /// Makes the screen show nothing that is typed, until [`AnswerKeys::show_typing`]: must be called before a
    /// question is printed.
    fn hide_typing(&mut self) {}

    /// Makes the screen show typed characters again.
    fn show_typing(&mut self) {}

    /// Waits for a key. Returns true if it is `y`. A key that does not answer the question begins the next query.
    fn confirms(&mut self) -> bool {
        false
    }

    /// Takes the keys that the screen shows since the last call.
    fn take_echo(&mut self) -> &'static str {
        ""
    }
}

/// The keyboard, read without echo and without waiting for RETURN; in SICStus Prolog's style, with both.
///
/// Text that was typed ahead, such as further queries that were pasted, is not taken for keys: it ends the answers,
/// and is kept for the line editor.
pub(super) struct Keyboard {
    keys: Keys,
    style: Style,
    /// True if the screen shows `;` and not yet its newline.
    echoed: bool,
}

impl Keyboard {
    pub(super) fn new(keys: Keys, style: Style) -> Keyboard {
        Keyboard {
            keys,
            style,
            echoed: false,
        }
    }

    /// Takes the text that was typed ahead.
    pub(super) fn take_text(&mut self) -> String {
        let text: String = self.keys.ahead().drain(..).collect();
        let is_key = |c: char| c.is_whitespace() || ";.".contains(c);
        text.trim_start_matches(is_key).to_string()
    }

    /// The action of a line of keys, which the screen shows.
    fn line(&mut self) -> KeyAction {
        let mut first = None;
        loop {
            match self.keys.next() {
                None => return KeyAction::Stop,
                Some(c @ ('\n' | END | INTERRUPT)) => {
                    let key = first.unwrap_or(c);
                    self.echoed = key == ';';
                    return action(key, self.style);
                }
                Some(c) => {
                    first = first.or(Some(c));
                    // A character that cannot be shown is used all the same.
                    let _ = self.keys.terminal.write_str(c.encode_utf8(&mut [0; 4]));
                }
            }
        }
    }
}

/// Returns true if keys that came at once are a text and not actions: their first line is longer than a key, starts
/// with a letter or digit, and has a character that is not a key.
fn is_text(keys: &VecDeque<char>, style: Style) -> bool {
    let mut line = keys.iter().take_while(|&&c| c != '\n');
    let starts = keys
        .front()
        .is_some_and(|c| c.is_alphanumeric() || "'\"[({_?:\\".contains(*c));
    starts && keys.len() > 1 && line.any(|&c| action(c, style) == KeyAction::Ignore)
}

impl AnswerKeys for Keyboard {
    fn next(&mut self) -> KeyAction {
        if self.keys.ahead().is_empty() && !self.keys.read() {
            return KeyAction::Stop;
        }
        if is_text(&self.keys.ahead(), self.style) {
            return KeyAction::Stop;
        }
        match self.style {
            Style::Sicstus => self.line(),
            _ => {
                let key = self.keys.next();
                key.map_or(KeyAction::Stop, |c| action(c, self.style))
            }
        }
    }

    fn character(&mut self) -> Option<char> {
        self.keys.next()
    }

    fn hide_typing(&mut self) {
        self.keys.hide_typing();
    }

    fn show_typing(&mut self) {
        self.keys.show_typing();
    }

    fn confirms(&mut self) -> bool {
        if self.keys.ahead().is_empty() && !self.keys.read()
            || is_text(&self.keys.ahead(), self.style)
        {
            return false;
        }
        let mut ahead = self.keys.ahead();
        match ahead.front().copied() {
            Some('y' | 'Y') => {
                ahead.pop_front();
                true
            }
            Some('n' | 'N' | '\n' | ' ' | ';' | INTERRUPT | END) => {
                ahead.pop_front();
                false
            }
            _ => false,
        }
    }

    fn take_echo(&mut self) -> &'static str {
        match std::mem::take(&mut self.echoed) {
            true => ";",
            false => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{END, INTERRUPT, KeyAction, action, help, is_text};
    use crate::prolog::Style;

    #[test]
    fn actions_of_keys() {
        for (_, style) in Style::NAMES {
            assert_eq!(action(';', style), KeyAction::Next);
            for key in ['\n', INTERRUPT, END] {
                assert_eq!(action(key, style), KeyAction::Stop);
            }
            assert_eq!(action('x', style), KeyAction::Ignore);
        }
        assert_eq!(action('a', Style::Horn), KeyAction::All);
        assert_eq!(action('a', Style::Swi), KeyAction::Stop);
        assert_eq!(action('y', Style::Sicstus), KeyAction::Stop);
        assert_eq!(action('?', Style::Horn), KeyAction::Help);
    }

    #[test]
    fn text_that_was_typed_ahead_is_not_keys() {
        let is_text = |keys: &str| is_text(&keys.chars().collect(), Style::Horn);
        for text in [
            "append(X,Y,[a]).\n",
            "halt.\n",
            "X = 1.",
            "[user].\n",
            "'a b'.\n",
        ] {
            assert!(is_text(text), "{text}");
        }
        for keys in [
            ";",
            ";;;",
            "a",
            "w",
            "x",
            "ww",
            "\n",
            ";\nhalt.\n",
            " ",
            ".\n",
        ] {
            assert!(!is_text(keys), "{keys}");
        }
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
   \"h\" or \"?\":        this help
   \"w\":               the answer in full
   \"p\":               the answer shortened
"
        );
        assert!(!help(Style::Sicstus).contains("shortened"));
    }
}
