//! The line editor: a query continues over several lines until it is complete, names of predicates are completed,
//! and the history is kept in a file.

use super::answer_loop::LEAVING;
use super::colours::{FAINT, PLAIN, Painter};
use super::messages::say;
use super::user_files::user_folder;
use crate::prolog::{EndFinder, Style, ends_clauses, matching_bracket};
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter, HistoryHinter};
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::borrow::Cow;
use std::cell::Cell;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The prompt at a terminal for what a program reads, and for the clauses after `[user].`
pub(super) const READ_PROMPT: &str = "|: ";

/// The names of the program and the query so far, for the line editor.
#[derive(Default)]
struct QueryHelper {
    painter: Painter,
    /// The lines of the query before the one that is edited, each with its newline.
    before: String,
    /// True if suggestions are shown.
    hints: bool,
    /// True while the line is edited; its last state shows no pair of brackets.
    editing: Cell<bool>,
}

impl QueryHelper {
    /// The query so far with a line at its end.
    fn whole(&self, line: &str) -> String {
        format!("{}{line}", self.before)
    }

    /// The brackets that belong together, one of them before or at the cursor.
    fn brackets(&self, text: &str, at: usize) -> Option<(usize, usize)> {
        let places = [at.checked_sub(1), Some(at)].into_iter().flatten();
        let mut pairs = places.filter_map(|p| Some((p, matching_bracket(text, p)?)));
        pairs.next().filter(|_| self.editing.get())
    }
}

impl Helper for QueryHelper {}

impl Highlighter for QueryHelper {
    fn highlight<'l>(&self, line: &'l str, pos: usize) -> Cow<'l, str> {
        if !self.painter.on {
            return Cow::Borrowed(line);
        }
        let (text, from) = (self.whole(line), self.before.len());
        let brackets = self.brackets(&text, from + pos);
        Cow::Owned(self.painter.query(&text, from, brackets))
    }

    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        match self.painter.on {
            true => Cow::Owned(format!("\x1b[1m{prompt}{PLAIN}")),
            false => Cow::Borrowed(prompt),
        }
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(format!("{FAINT}{hint}{PLAIN}"))
    }

    fn highlight_char(&self, _: &str, _: usize, kind: CmdKind) -> bool {
        self.editing.set(kind != CmdKind::ForcedRefresh);
        self.painter.on
    }
}

/// A text after the cursor that is not typed yet.
struct Suggestion {
    text: String,
    /// True if it can be taken over: it is the rest of an earlier query.
    can_be_taken: bool,
}

impl Hint for Suggestion {
    fn display(&self) -> &str {
        &self.text
    }

    fn completion(&self) -> Option<&str> {
        self.can_be_taken.then_some(&*self.text)
    }
}

impl Hinter for QueryHelper {
    type Hint = Suggestion;

    fn hint(&self, line: &str, pos: usize, context: &Context<'_>) -> Option<Suggestion> {
        if !self.hints || !self.painter.on || pos < line.len() {
            return None;
        }
        if let Some(text) = self.painter.vocabulary.hint(&self.whole(line)) {
            return Some(Suggestion {
                text,
                can_be_taken: false,
            });
        }
        let text = HistoryHinter::new().hint(line, pos, context)?;
        // An earlier query of several lines would not fit behind the cursor.
        (!text.contains('\n') && self.before.is_empty()).then_some(Suggestion {
            text,
            can_be_taken: true,
        })
    }
}

impl Validator for QueryHelper {}

impl Completer for QueryHelper {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let (text, from) = (self.whole(line), self.before.len());
        let vocabulary = &self.painter.vocabulary;
        let found = vocabulary.complete(&text, from + pos, &mut names_in);
        let Some(start) = found.start.checked_sub(from) else {
            return Ok((pos, Vec::new()));
        };
        let pairs = found.candidates.into_iter().map(|c| Pair {
            display: c.label,
            replacement: c.text,
        });
        Ok((start, pairs.collect()))
    }
}

/// The names in a folder, with `/` after those of folders.
fn names_in(folder: &str) -> Vec<String> {
    let folder = match folder {
        "" => Path::new("."),
        folder => Path::new(folder),
    };
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let name = |e: std::fs::DirEntry| {
        let end = if e.path().is_dir() { "/" } else { "" };
        format!("{}{end}", e.file_name().to_string_lossy())
    };
    entries.map(name).collect()
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

/// Result of reading a line.
pub(super) enum Line {
    Text(String),
    /// Ctrl-C: the line is discarded.
    Dropped,
    /// Ctrl-D, or the terminal is closed.
    End,
}

/// The number of queries that the history keeps.
const HISTORY: usize = 10_000;

/// The line editor with its history.
pub(super) struct LineEditor {
    editor: Editor<QueryHelper, DefaultHistory>,
    history: Option<PathBuf>,
    /// Text that was typed before the editor was ready for it.
    ahead: String,
    /// True if the note on how a query ends was shown.
    has_noted_end: bool,
}

impl LineEditor {
    /// The editor of the terminal, with its history.
    ///
    /// # Errors
    /// When there is no terminal.
    pub(super) fn new(hints: bool) -> rustyline::Result<LineEditor> {
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .auto_add_history(false)
            .max_history_size(HISTORY)?
            .history_ignore_dups(true)?
            .build();
        let mut editor = Editor::with_config(config)?;
        editor.set_helper(Some(QueryHelper {
            hints,
            ..QueryHelper::default()
        }));
        let history = history_file();
        if let Some(file) = &history {
            // The first session has no history yet.
            let _ = editor.load_history(file);
        }
        Ok(LineEditor {
            editor,
            history,
            ahead: String::new(),
            has_noted_end: false,
        })
    }

    /// Adds text that was typed before, to be read next.
    pub(super) fn type_ahead(&mut self, text: &str) {
        self.ahead.push_str(text);
    }

    /// Reads whole terms, with a mark before the prompt, and another prompt for each line after the first.
    pub(super) fn query(&mut self, mark: &str, style: Style, painter: &Painter) -> Line {
        if let Some(helper) = self.editor.helper_mut() {
            helper.painter = painter.clone();
        }
        self.continue_after("");
        let mut line = self.read(&format!("{mark}{}", style.prompt()));
        if let Line::Text(text) = &mut line
            && let Some(query) = word_query(text)
        {
            *text = query;
        }
        while let Line::Text(text) = &mut line
            && !is_complete(text)
        {
            self.continue_after(text);
            match self.read(style.continuation_prompt()) {
                Line::Text(more) => {
                    if more.trim().is_empty() && !self.has_noted_end {
                        self.has_noted_end = true;
                        self.note_end();
                    }
                    text.push('\n');
                    text.push_str(&more);
                }
                Line::Dropped => line = Line::Dropped,
                // The text has a syntax error at its end, which shows that the end is missing.
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

    /// Sets the lines before the one that is edited next.
    fn continue_after(&mut self, text: &str) {
        if let Some(helper) = self.editor.helper_mut() {
            helper.before.clear();
            if !text.is_empty() {
                helper.before.push_str(text);
                helper.before.push('\n');
            }
        }
    }

    /// Says how a query ends.
    fn note_end(&self) {
        say("% A query ends with a period. Ctrl-C discards it.");
    }

    /// Reads clauses, as [`SharedInput::clauses`](super::input::SharedInput::clauses); none if they were discarded.
    pub(super) fn clauses(&mut self) -> Option<String> {
        let mut text = String::new();
        loop {
            match self.read(READ_PROMPT) {
                Line::Text(line) if ends_clauses(&line) => return Some(text),
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
            // Written as if the editor had echoed it.
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

/// The path of the history, in the user's folder for the state of programs.
fn history_file() -> Option<PathBuf> {
    let folder = user_folder("XDG_STATE_HOME", ".local/state")?;
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join("history"))
}

#[cfg(test)]
mod tests {
    use super::{is_complete, split, word_query};

    #[test]
    fn a_query_is_complete_at_its_period() {
        for text in [
            "",
            "a.",
            "X = 'a.\\\nb'.",
            "a. b.",
            "X = \"a. b\". % c",
            "X = \u{201c}abc\u{201d}.",
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
}
