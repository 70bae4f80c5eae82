//! The option `--lint`: which checks run, which messages are printed, and whether a warning ends the program.

use crate::prolog::{LintLevel, Machine, Severity, lints};
use std::str::FromStr;

/// A value of the option: words separated by commas.
#[derive(Clone, Debug)]
pub(super) struct LintOption(Vec<Word>);

#[derive(Clone, Debug)]
enum Word {
    All,
    None,
    Deny,
    Level(String, LintLevel),
}

impl FromStr for LintOption {
    type Err = String;

    fn from_str(text: &str) -> Result<LintOption, String> {
        let words = text.split(',').map(|w| w.trim());
        let words: Result<_, String> = words.filter(|w| !w.is_empty()).map(word).collect();
        Ok(LintOption(words?))
    }
}

fn word(text: &str) -> Result<Word, String> {
    let (name, level) = match (text.strip_prefix('-'), text.strip_prefix('+')) {
        (Some(name), _) => (name, LintLevel::Off),
        (_, Some(name)) => (name, LintLevel::Warning),
        _ => (text, LintLevel::Warning),
    };
    match text {
        "all" => Ok(Word::All),
        "none" => Ok(Word::None),
        "deny" => Ok(Word::Deny),
        _ if lints().any(|c| c.name == name) => Ok(Word::Level(name.to_string(), level)),
        _ => {
            let names: Vec<&str> = lints().map(|c| c.name).collect();
            Err(format!(
                "there is no check {name}; there are {}",
                names.join(", ")
            ))
        }
    }
}

/// The meaning of all values of the option together.
#[derive(Clone, Copy, Debug)]
pub(super) struct LintMode {
    /// The least serious messages that are printed.
    pub(super) least: Severity,
    /// True if a warning about a file makes the exit status 1.
    pub(super) denies: bool,
}

/// Sets the levels of a machine, in the order of the values.
pub(super) fn apply(options: &[LintOption], machine: &mut Machine) -> LintMode {
    let mut mode = LintMode {
        least: Severity::Warning,
        denies: false,
    };
    for word in options.iter().flat_map(|o| &o.0) {
        match word {
            Word::All => mode.least = Severity::Note,
            Word::None => {
                machine.set_lint("all", LintLevel::Off);
            }
            Word::Deny => mode.denies = true,
            Word::Level(name, level) => {
                machine.set_lint(name, *level);
            }
        }
    }
    mode
}
