//! The regular expressions that a machine has compiled, for the builtins that match them; they need the feature
//! `regex`.

use fancy_regex::{Regex, RegexBuilder};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The number of expressions that are kept; with one more, all are compiled anew when they are used.
const MOST: usize = 256;

/// The number of steps of a match with look-around or back references; beyond it, the match is an error.
const STEPS: usize = 10_000_000;

/// The compiled expressions by flags and pattern.
#[derive(Default)]
pub(crate) struct Regexes(FxHashMap<(String, String), Arc<Regex>>);

impl Regexes {
    /// The compiled expression. The flags are letters: `i` ignores case, `m` lets `^` and `$` match at lines, `s` lets
    /// `.` match the end of a line, `x` ignores blanks and comments, `U` swaps greedy and lazy repetitions, and with
    /// `A` the match begins where the search begins.
    ///
    /// # Errors
    /// The message of the regular expression compiler, if the pattern is not valid.
    pub(crate) fn compiled(&mut self, flags: &str, pattern: &str) -> Result<Arc<Regex>, String> {
        let key = (flags.to_string(), pattern.to_string());
        if let Some(regex) = self.0.get(&key) {
            return Ok(regex.clone());
        }
        let text = match (flags.contains('A'), flags.contains('U')) {
            (true, true) => format!("\\G(?U:{pattern})"),
            (true, false) => format!("\\G(?:{pattern})"),
            (false, true) => format!("(?U:{pattern})"),
            (false, false) => pattern.to_string(),
        };
        let regex = RegexBuilder::new(&text)
            .case_insensitive(flags.contains('i'))
            .multi_line(flags.contains('m'))
            .dot_matches_new_line(flags.contains('s'))
            .ignore_whitespace(flags.contains('x'))
            .backtrack_limit(STEPS)
            .build()
            .map_err(|e| e.to_string())?;
        if self.0.len() >= MOST {
            self.0.clear();
        }
        Ok(self
            .0
            .entry(key)
            .insert_entry(Arc::new(regex))
            .get()
            .clone())
    }

    /// Forgets all expressions.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}
