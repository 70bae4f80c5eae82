//! The line editor: a query continues over several lines until it is complete, names of predicates are completed,
//! and the history is kept in a file.

use super::answer_loop::LEAVING;
use crate::prolog::{EndFinder, Style};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::io::Write;
use std::path::PathBuf;

/// The prompt at a terminal for what a program reads, and for the clauses after `[user].`
pub(super) const READ_PROMPT: &str = "|: ";

/// The syntax and names that the line editor needs.
#[derive(Default)]
struct QueryHelper {
    /// Names of predicates, sorted.
    names: Vec<String>,
}

impl Helper for QueryHelper {}
impl Highlighter for QueryHelper {}
impl Hinter for QueryHelper {
    type Hint = String;
}

impl Validator for QueryHelper {}

impl Completer for QueryHelper {
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

/// Words that are complete without a period, as a beginner types them.
const WORDS: &[&str] = &["help", "halt"];

/// The query that a text is without a period, if it is one of those words.
fn word_query(text: &str) -> Option<String> {
    let word = text.trim();
    let is_known = WORDS.contains(&word) || LEAVING.contains(&word);
    is_known.then(|| format!("{word}."))
}

/// Returns true if a text consists of whole terms.
fn is_complete(text: &str) -> bool {
    let text = format!("{text}\n");
    split(&text).1
}

/// The terms of a text, the last of which may be without its end.
pub(super) fn terms(text: &str) -> Vec<&str> {
    let (mut terms, complete) = split(text);
    if !complete {
        let end: usize = terms.iter().map(|t| t.len()).sum();
        terms.push(&text[end..]);
    }
    terms
}

/// The terms of a text, and true if only layout follows them.
fn split(text: &str) -> (Vec<&str>, bool) {
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

/// The start of the name before the cursor, and the names that begin with it.
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

/// Result of reading a line.
pub(super) enum Line {
    Text(String),
    /// Ctrl-C: the line is discarded.
    Dropped,
    /// Ctrl-D, or the terminal is closed.
    End,
}

/// The line editor with its history.
pub(super) struct LineEditor {
    editor: Editor<QueryHelper, DefaultHistory>,
    history: Option<PathBuf>,
    /// Text that was typed before the editor was ready for it.
    ahead: String,
}

impl LineEditor {
    /// The editor of the terminal, with its history.
    ///
    /// # Errors
    /// When there is no terminal.
    pub(super) fn new() -> rustyline::Result<LineEditor> {
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .auto_add_history(false)
            .build();
        let mut editor = Editor::with_config(config)?;
        editor.set_helper(Some(QueryHelper::default()));
        let history = history_file();
        if let Some(file) = &history {
            // The first session has no history yet.
            let _ = editor.load_history(file);
        }
        Ok(LineEditor {
            editor,
            history,
            ahead: String::new(),
        })
    }

    /// Adds text that was typed before, to be read next.
    pub(super) fn type_ahead(&mut self, text: &str) {
        self.ahead.push_str(text);
    }

    /// Reads whole terms, with a prompt of its own for each line after the first.
    pub(super) fn query(&mut self, style: Style, names: Vec<String>) -> Line {
        if let Some(helper) = self.editor.helper_mut() {
            helper.names = names;
        }
        let mut line = self.read(style.prompt());
        if let Line::Text(text) = &mut line
            && let Some(query) = word_query(text)
        {
            *text = query;
        }
        while let Line::Text(text) = &mut line
            && !is_complete(text)
        {
            match self.read(style.continuation_prompt()) {
                Line::Text(more) => {
                    text.push('\n');
                    text.push_str(&more);
                }
                Line::Dropped => line = Line::Dropped,
                // The text as it is has a syntax error, which says that its end is missing.
                Line::End if !text.trim().is_empty() => break,
                Line::End => line = Line::End,
            }
        }
        if let Line::Text(text) = &line
            && !text.trim().is_empty()
        {
            // The history is optional: errors are ignored.
            let _ = self.editor.add_history_entry(text.trim_end());
            if let Some(file) = &self.history {
                let _ = self.editor.append_history(file);
            }
        }
        line
    }

    /// Reads lines up to the end of input; none if they were discarded.
    pub(super) fn clauses(&mut self) -> Option<String> {
        let mut text = String::new();
        loop {
            match self.read(READ_PROMPT) {
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
        if let Some(end) = self.ahead.find('\n') {
            let line: String = self.ahead.drain(..=end).collect();
            let line = line.trim_end_matches('\n').to_string();
            // As if the editor had echoed it.
            let _ = writeln!(std::io::stdout(), "{prompt}{line}");
            return Line::Text(line);
        }
        let ahead = std::mem::take(&mut self.ahead);
        match self.editor.readline_with_initial(prompt, (&ahead, "")) {
            Ok(text) => Line::Text(text),
            Err(ReadlineError::Interrupted) => Line::Dropped,
            Err(_) => Line::End,
        }
    }
}

/// The path of the history: in the state folder if the environment names it, or else in the home folder.
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
    use super::{completions, is_complete, split, word_query};

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
    fn words_of_beginners_need_no_period() {
        assert_eq!(word_query(" quit ").as_deref(), Some("quit."));
        assert_eq!(word_query("help").as_deref(), Some("help."));
        assert_eq!(word_query("member"), None);
        assert_eq!(word_query("quit(X)"), None);
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
