//! Editing of lines: a query goes on over several lines until it is complete, names of predicates
//! are completed, and the history is kept in a file.

use crate::prolog::EndFinder;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::path::PathBuf;

/// What the line editor knows of Prolog.
#[derive(Default)]
struct Prolog {
    /// Names of predicates, sorted.
    names: Vec<String>,
    /// Whether lines are taken as they are, after `[user].`
    verbatim: bool,
}

impl Helper for Prolog {}
impl Highlighter for Prolog {}
impl Hinter for Prolog {
    type Hint = String;
}

impl Validator for Prolog {
    fn validate(&self, ctx: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        Ok(match self.verbatim || is_complete(ctx.input()) {
            true => ValidationResult::Valid(None),
            false => ValidationResult::Incomplete,
        })
    }
}

impl Completer for Prolog {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(completions(&self.names, line, pos))
    }
}

/// Whether a text consists of whole terms.
fn is_complete(text: &str) -> bool {
    let text = format!("{text}\n");
    split(&text).1
}

/// The terms of a text, and whether nothing but layout follows them.
pub(super) fn split(text: &str) -> (Vec<&str>, bool) {
    let mut terms = Vec::new();
    let mut at = 0;
    loop {
        let mut finder = EndFinder::new(at);
        match finder.find(text, false) {
            Some(end) => {
                terms.push(&text[at..end]);
                at = end;
            }
            None => {
                let rest = text[at..].trim_start();
                let in_comment = rest.starts_with("/*") && !rest.contains("*/");
                return (terms, !finder.has_token() && !in_comment);
            }
        }
    }
}

/// The start of the name before the cursor, and what it may become.
fn completions(names: &[String], line: &str, pos: usize) -> (usize, Vec<String>) {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let start = line[..pos].rfind(|c| !is_name(c)).map_or(0, |i| {
        i + line[i..].chars().next().map_or(1, char::len_utf8)
    });
    let prefix = &line[start..pos];
    if !prefix.starts_with(char::is_lowercase) {
        return (start, Vec::new());
    }
    let from = names.partition_point(|n| n.as_str() < prefix);
    let found = names[from..].iter().take_while(|n| n.starts_with(prefix));
    (start, found.cloned().collect())
}

/// What came of asking for a line.
pub(super) enum Line {
    Text(String),
    /// Ctrl-C: the line is dropped.
    Dropped,
    /// Ctrl-D, or the terminal is gone.
    End,
}

/// The line editor with its history.
pub(super) struct Lines {
    editor: Editor<Prolog, DefaultHistory>,
    history: Option<PathBuf>,
}

impl Lines {
    /// Takes hold of the terminal.
    ///
    /// # Errors
    /// When there is none.
    pub(super) fn new() -> rustyline::Result<Lines> {
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .auto_add_history(false)
            .build();
        let mut editor = Editor::with_config(config)?;
        editor.set_helper(Some(Prolog::default()));
        let history = history_file();
        if let Some(file) = &history {
            // The first session has no history yet.
            let _ = editor.load_history(file);
        }
        Ok(Lines { editor, history })
    }

    /// Asks for whole terms.
    pub(super) fn query(&mut self, prompt: &str, names: Vec<String>) -> Line {
        if let Some(helper) = self.editor.helper_mut() {
            helper.names = names;
            helper.verbatim = false;
        }
        let line = self.read(prompt);
        if let Line::Text(text) = &line
            && !text.trim().is_empty()
        {
            // A history that cannot be written is no reason to stop.
            let _ = self.editor.add_history_entry(text.trim_end());
            if let Some(file) = &self.history {
                let _ = self.editor.append_history(file);
            }
        }
        line
    }

    /// Asks for lines until the end of input; `None` if they were dropped.
    pub(super) fn clauses(&mut self) -> Option<String> {
        if let Some(helper) = self.editor.helper_mut() {
            helper.verbatim = true;
        }
        let mut text = String::new();
        loop {
            match self.read("|: ") {
                Line::Text(line) => {
                    text.push_str(&line);
                    text.push('\n');
                }
                Line::Dropped => return None,
                Line::End => return Some(text),
            }
        }
    }

    fn read(&mut self, prompt: &str) -> Line {
        match self.editor.readline(prompt) {
            Ok(text) => Line::Text(text),
            Err(ReadlineError::Interrupted) => Line::Dropped,
            Err(_) => Line::End,
        }
    }
}

/// Where the history is kept: the state folder if it is named, or else the home folder.
fn history_file() -> Option<PathBuf> {
    if let Some(state) = std::env::var_os("XDG_STATE_HOME").filter(|s| !s.is_empty()) {
        let folder = PathBuf::from(state).join("horn");
        std::fs::create_dir_all(&folder).ok()?;
        return Some(folder.join("history"));
    }
    std::env::home_dir().map(|home| home.join(".horn_history"))
}

#[cfg(test)]
mod tests {
    use super::{completions, is_complete, split};

    #[test]
    fn a_query_is_complete_at_its_period() {
        for text in [
            "",
            "a.",
            "X = 'a.\\\nb'.",
            "a. b.",
            "X = \"a. b\". % c",
            " ",
        ] {
            assert!(is_complete(text), "{text}");
        }
        for text in [
            "a",
            "a,",
            "X = \"a.",
            "a. b",
            "/* a.",
            "f(X) :- % x.",
            "X = 0'.",
        ] {
            assert!(!is_complete(text), "{text}");
        }
        assert_eq!(split("a. b(X). \n").0, ["a.", " b(X)."]);
    }

    #[test]
    fn names_are_completed_where_the_cursor_is() {
        let names: Vec<String> = ["append", "apply", "member"].map(String::from).into();
        assert_eq!(
            completions(&names, "ap", 2),
            (0, vec!["append".into(), "apply".into()])
        );
        assert_eq!(completions(&names, "p(X), mem(Y)", 9).1, ["member"]);
        assert_eq!(completions(&names, "é,me", 5), (3, vec!["member".into()]));
        assert!(completions(&names, "X", 1).1.is_empty());
        assert!(completions(&names, "", 0).1.is_empty());
    }
}
