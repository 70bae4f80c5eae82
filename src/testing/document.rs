//! Texts with queries and answers: program files, Markdown, transcripts.
//!
//! Of Markdown, the code blocks marked `prolog` are used. A block that starts with a prompt is a transcript; the
//! other blocks are parts of one program, with its quads. Words after `prolog` are options: `ignore` and
//! `exercise` omit the block, `new` starts a new machine, and so does `load=FILE`, which loads a program.
//!
//! A transcript may be an article: clauses and directives between its lines of prose are the program of its queries.

use super::answer_match::Strictness;
use super::article;
use super::edits::{Edit, edited, indented};
use super::quad_reader::query_places;
use super::quad_watch::QuadWatch;
use super::report::{CheckEvent, CheckOptions, QuadFailure, QuadPlace, QuadReport};
use super::transcript::{self, TranscriptPart};
use crate::prolog::{
    ClauseCount, Diagnostic, EndFinder, Error, Limit, Machine, Severity, SourceMap,
};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The kind of a text with queries and answers.
///
/// ```
/// use horn::{Document, Strictness};
///
/// let page = "# Facts\n\n```prolog\np(1).\np(2).\n?- p(X).\n   X = 1.\n```\n";
/// let document = Document::of_name("facts.md");
/// assert_eq!(document, Document::Markdown);
/// assert_eq!(document.queries(page)[0].line, 6);
/// let checked = document.check("facts.md", page, Strictness::Exact)?;
/// assert_eq!(checked.report.checked, 1);
/// assert!(!checked.holds());
/// assert!(checked.report.blessed.contains("   X = 1\n;  X = 2.\n"));
/// let other = document.check_where("facts.md", page, Strictness::Exact, &|line| line > 6)?;
/// assert_eq!(other.report.checked, 0);
/// # Ok::<(), horn::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Document {
    /// A program file: the text is loaded, and its quads are run.
    Program,
    /// Prose with code blocks.
    Markdown,
    /// A session at a terminal.
    Transcript,
}

/// Result of checking a document.
///
/// ```
/// use horn::{Checked, Document, Strictness};
///
/// let text = "p(X) :- true.\n?- p(1).\n   true.\n";
/// let checked: Checked = Document::Program.check("p.pl", text, Strictness::Exact)?;
/// assert_eq!(checked.messages[0].check, Some("singleton"));
/// assert_eq!((checked.report.checked, checked.clauses.len()), (1, 0));
/// # Ok::<(), horn::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Checked {
    /// The messages of loading.
    pub messages: Vec<Diagnostic>,
    /// The result for its queries.
    pub report: QuadReport,
    /// The clauses of its programs, with how often its queries have entered them, if they were counted.
    pub clauses: Vec<ClauseCount>,
    /// The paths of the files that were loaded for it.
    pub files: Vec<PathBuf>,
}

impl Checked {
    /// Returns true if everything was loaded, and every answer is as described.
    ///
    /// ```
    /// use horn::{Document, Strictness};
    ///
    /// let checked = Document::Program.check("p.pl", "?- X = 1.\n   X = 1.\n", Strictness::Exact)?;
    /// assert!(checked.holds());
    /// let checked = Document::Program.check("p.pl", "?- X = 1.\n   X = 2.\n", Strictness::Exact)?;
    /// assert!(!checked.holds());
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn holds(&self) -> bool {
        self.report.failures.is_empty() && self.is_loaded()
    }

    /// Returns true if everything was loaded, and the blessed text has the actual answers in place of those that are
    /// not as described.
    ///
    /// ```
    /// use horn::{Document, Strictness};
    ///
    /// let checked = Document::Program.check("p.pl", "?- X = 1.\n   X = 2.\n", Strictness::Exact)?;
    /// assert!(checked.is_mended());
    /// assert_eq!(checked.report.blessed, "?- X = 1.\n   X = 1.\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn is_mended(&self) -> bool {
        self.report.failures.iter().all(|f| f.mended) && self.is_loaded()
    }

    fn is_loaded(&self) -> bool {
        let mut errors = self.messages.iter().map(|m| m.severity);
        !errors.any(|s| s == Severity::Error)
    }
}

impl Document {
    /// The kind that belongs to the extension of a file name.
    ///
    /// ```
    /// use horn::Document;
    ///
    /// assert_eq!(Document::of_name("README.md"), Document::Markdown);
    /// assert_eq!(Document::of_name("session.txt"), Document::Transcript);
    /// assert_eq!(Document::of_name("family.pl"), Document::Program);
    /// ```
    pub fn of_name(name: &str) -> Document {
        match Path::new(name).extension().and_then(|e| e.to_str()) {
            Some("md" | "markdown") => Document::Markdown,
            Some("txt" | "log" | "session" | "transcript") => Document::Transcript,
            _ => Document::Program,
        }
    }

    /// Loads the programs of the document, on new machines, and runs its queries.
    ///
    /// # Errors
    /// When the program halts, or a file that the document names cannot be read. Faults of programs
    /// are messages.
    ///
    /// ```
    /// use horn::{Document, Strictness};
    ///
    /// let session = "?- X = f(Y).\n   X = f(Y).\n?- fail.\n   false.\n";
    /// let checked = Document::Transcript.check("session.txt", session, Strictness::Exact)?;
    /// assert_eq!((checked.report.checked, checked.holds()), (2, true));
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn check(self, name: &str, text: &str, strictness: Strictness) -> Result<Checked, Error> {
        self.check_where(name, text, strictness, &|_| true)
    }

    /// As [`Document::check`], but runs only those queries that start at a line for which `wanted` returns
    /// true.
    ///
    /// # Errors
    /// As [`Document::check`].
    ///
    /// ```
    /// use horn::{Document, Strictness};
    ///
    /// let text = "?- X = 1.\n   X = 1.\n?- X = 1.\n   X = 2.\n";
    /// let checked = Document::Program.check_where("p.pl", text, Strictness::Exact, &|line| line < 3)?;
    /// assert_eq!((checked.report.checked, checked.holds()), (1, true));
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn check_where(
        self,
        name: &str,
        text: &str,
        strictness: Strictness,
        wanted: &dyn Fn(usize) -> bool,
    ) -> Result<Checked, Error> {
        self.check_with(
            name,
            text,
            &mut CheckOptions {
                strictness,
                timeout: None,
                wanted,
                prepare: None,
                coverage: false,
                listener: &mut |_| {},
            },
        )
    }

    /// As [`Document::check`], with more options, and with what is found as it happens.
    ///
    /// # Errors
    /// As [`Document::check`].
    ///
    /// ```
    /// use horn::{CheckEvent, CheckOptions, Document, Strictness};
    /// use std::time::Duration;
    ///
    /// let program = "p :- p.\n?- p.\n   true.\n?- true.\n   true.\n";
    /// let mut lines = Vec::new();
    /// let mut options = CheckOptions {
    ///     strictness: Strictness::Exact,
    ///     timeout: Some(Duration::from_millis(50)),
    ///     wanted: &|_| true,
    ///     prepare: None,
    ///     coverage: false,
    ///     listener: &mut |event| {
    ///         if let CheckEvent::Failure(failure) = event {
    ///             lines.push((failure.query_line, failure.mended));
    ///         }
    ///     },
    /// };
    /// let checked = Document::Program.check_with("p.pl", program, &mut options)?;
    /// assert_eq!(checked.report.checked, 2);
    /// assert_eq!(lines, [(2, false)]);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn check_with(
        self,
        name: &str,
        text: &str,
        options: &mut CheckOptions<'_>,
    ) -> Result<Checked, Error> {
        let mut machine = new_machine(options)?;
        let sections = self.sections(text);
        let article = match self {
            Document::Transcript => only(text, &article::program(&mut machine, text)),
            _ => String::new(),
        };
        let mut run = DocumentCheck {
            name,
            text,
            options,
            article,
            article_loaded: false,
            machine,
            done: Checked::default(),
            edits: Vec::new(),
        };
        for section in &sections {
            run.section(section)?;
        }
        run.end_machine();
        run.done.clauses = ClauseCount::sums(run.done.clauses);
        run.edits.sort_by_key(|(range, _)| range.start);
        run.done.report.failures.sort_by_key(|f| f.line);
        run.done.report.blessed = edited(text, &run.edits);
        Ok(run.done)
    }
}

impl Document {
    /// The queries that [`Document::check`] runs, in the order of the text, found without loading or running
    /// anything. Some may have no answers in the text.
    ///
    /// ```
    /// use horn::Document;
    ///
    /// let queries = Document::Program.queries("p(1).\n?- p(X).\n   X = 1.\n?- p(2).\n   false.\n");
    /// let lines: Vec<usize> = queries.iter().map(|query| query.line).collect();
    /// assert_eq!(lines, [2, 4]);
    /// ```
    pub fn queries(self, text: &str) -> Vec<QuadPlace> {
        let lines = SourceMap::new(text);
        let mut found = Vec::new();
        for section in self.sections(text) {
            if !section.program.is_empty() {
                found.extend(query_places(&only(text, &section.program)));
            }
            for range in section.transcripts {
                for (_, part) in transcript::parts(text, range) {
                    let TranscriptPart::Query(segment) = part else {
                        continue;
                    };
                    let span = segment.span;
                    let end = EndFinder::new(span.start).find(&text[..span.end], true);
                    let query = text[span.start..end.unwrap_or(span.end)].trim();
                    let place = QuadPlace {
                        line: lines.position(span.start).line as usize,
                        query: format!("?- {query}"),
                    };
                    found.push((span.start, place));
                }
            }
        }
        found.sort_by_key(|(start, _)| *start);
        found.into_iter().map(|(_, place)| place).collect()
    }

    fn sections(self, text: &str) -> Vec<DocumentSection> {
        let whole = || std::iter::once(0..text.len()).collect();
        match self {
            Document::Program => vec![DocumentSection {
                program: whole(),
                ..DocumentSection::default()
            }],
            Document::Markdown => sections(text),
            Document::Transcript => vec![DocumentSection {
                transcripts: whole(),
                ..DocumentSection::default()
            }],
        }
    }
}

/// The parts of a document for one machine.
#[derive(Debug, Default)]
struct DocumentSection {
    files: Vec<String>,
    /// The line that names the files.
    line: usize,
    program: Vec<Range<usize>>,
    transcripts: Vec<Range<usize>>,
}

/// A machine that is prepared for a document.
fn new_machine(options: &CheckOptions<'_>) -> Result<Machine, Error> {
    let mut machine = Machine::new();
    match options.prepare {
        Some(prepare) => prepare(&mut machine).map(|()| machine),
        None => Ok(machine),
    }
}

struct DocumentCheck<'t, 'o> {
    name: &'t str,
    text: &'t str,
    options: &'t mut CheckOptions<'o>,
    /// The program in the text of an article, with blanks for the rest.
    article: String,
    /// True after its first load.
    article_loaded: bool,
    machine: Machine,
    done: Checked,
    edits: Vec<Edit>,
}

impl DocumentCheck<'_, '_> {
    fn section(&mut self, section: &DocumentSection) -> Result<(), Error> {
        self.start(&section.files, section.line)?;
        self.load_article()?;
        if !section.program.is_empty() {
            let program = only(self.text, &section.program);
            let loaded = self.machine.consult_str(self.name, &program);
            self.loaded(loaded)?;
            self.begin_counts();
            let report = &mut self.done.report;
            let edits = self
                .machine
                .run_quads(self.name, &program, self.options, report);
            self.edits.extend(edits);
        }
        self.begin_counts();
        for range in &section.transcripts {
            for (at, part) in transcript::parts(self.text, range.clone()) {
                match part {
                    TranscriptPart::NewMachine(files) => {
                        let lines = SourceMap::new(self.text);
                        self.start(&files, lines.position(at).line as usize)?;
                        self.begin_counts();
                    }
                    TranscriptPart::Query(mut segment) => {
                        if !self.article.trim().is_empty() {
                            let Range { start, end } = segment.span;
                            segment.span.end = article::end_of_answers(self.text, start, end);
                        }
                        self.query(&segment);
                    }
                }
            }
        }
        Ok(())
    }

    /// Starts a new machine with the files that the document names at a line. A file that does not exist is the
    /// program in the text, if there is one.
    fn start(&mut self, files: &[String], line: usize) -> Result<(), Error> {
        self.end_machine();
        self.machine = new_machine(self.options)?;
        self.machine.set_limit(Limit::Time(self.options.timeout));
        for file in files {
            let path = beside(self.name, file);
            if !path.exists() && !self.article.trim().is_empty() {
                self.load_article()?;
                continue;
            }
            let loaded = self.machine.consult_file(path);
            self.loaded(loaded.map_err(|e| match e {
                Error::Io { path, reason } => Error::Io {
                    path: format!("{}:{line}: {path}", self.name),
                    reason,
                },
                e => e,
            }))?;
        }
        Ok(())
    }

    /// Counts the clauses that the queries from here on enter, if they are to be counted.
    fn begin_counts(&mut self) {
        if self.options.coverage {
            self.add_counts();
            self.machine.begin_clause_counts();
        }
    }

    fn add_counts(&mut self) {
        let counts = self.machine.end_clause_counts();
        self.done.clauses.extend(counts);
    }

    /// Notes what the machine has loaded and counted.
    fn end_machine(&mut self) {
        self.add_counts();
        for file in self.machine.loaded_files() {
            if !self.done.files.contains(&file) {
                self.done.files.push(file);
            }
        }
    }

    /// Loads the program in the text of an article.
    fn load_article(&mut self) -> Result<(), Error> {
        if self.article.trim().is_empty() {
            return Ok(());
        }
        let loaded = self.machine.consult_str(self.name, &self.article);
        // The messages are the same each time.
        match std::mem::replace(&mut self.article_loaded, true) {
            true => Ok(()),
            false => self.loaded(loaded),
        }
    }

    fn loaded(&mut self, result: Result<Vec<Diagnostic>, Error>) -> Result<(), Error> {
        match result {
            Ok(messages) | Err(Error::Load(messages)) => {
                for message in &messages {
                    (self.options.listener)(CheckEvent::Message(message));
                }
                self.done.messages.extend(messages);
            }
            Err(e) => return Err(e),
        }
        Ok(())
    }

    fn query(&mut self, segment: &transcript::TranscriptSegment) {
        let map = SourceMap::new(self.text);
        let query_line = map.position(segment.span.start).line as usize;
        if !(self.options.wanted)(query_line) {
            return;
        }
        let start = segment.span.start;
        let end = EndFinder::new(start).find(&self.text[..segment.span.end], true);
        let query = self.text[start..end.unwrap_or(segment.span.end)].trim();
        let place = QuadPlace {
            line: query_line,
            query: format!("?- {query}"),
        };
        let watch = QuadWatch::start(place, self.options);
        let report = &self.done.report;
        let before = (report.checked, report.failures.len());
        self.compare(segment, query_line);
        watch.finish(before, &self.done.report, self.options);
    }

    /// Runs the query of a transcript, and adds its result to the report.
    fn compare(&mut self, segment: &transcript::TranscriptSegment, query_line: usize) {
        let map = SourceMap::new(self.text);
        let checked = transcript::check(&mut self.machine, self.name, self.text, segment);
        let report = &mut self.done.report;
        let Some(outcome) = checked.outcome else {
            report.skipped += 1;
            return;
        };
        report.checked += 1;
        if outcome.holds {
            return;
        }
        let at = match checked.answers.is_empty() {
            true => segment.span.start,
            false => checked.answers.start,
        };
        let mended = outcome.malformed.is_none() && !outcome.timed_out();
        let edit = mended.then(|| (checked.answers.clone(), outcome.blessed));
        self.edits.extend(edit.clone());
        let failure = QuadFailure {
            file: self.name.to_string(),
            query_line,
            line: map.position(at).line as usize,
            query: format!("?- {}", checked.query),
            expected: indented(self.text, checked.answers.start, checked.answers.end),
            actual: outcome.actual.trim_end().to_string(),
            mended,
            malformed: outcome.malformed,
            edit,
        };
        (self.options.listener)(CheckEvent::Failure(&failure));
        report.failures.push(failure);
    }
}

/// The path of a file that a document names: from the working directory, or else from that of the document.
fn beside(document: &str, file: &str) -> PathBuf {
    let here = PathBuf::from(file);
    match Path::new(document).parent() {
        Some(folder) if !here.exists() && folder.join(file).exists() => folder.join(file),
        _ => here,
    }
}

/// The text with blanks outside the ranges, which are in order. Lines and offsets stay the same.
fn only(text: &str, ranges: &[Range<usize>]) -> String {
    let blank = |part: &str| -> String {
        let bytes = part.bytes();
        bytes.map(|b| if b == b'\n' { '\n' } else { ' ' }).collect()
    };
    let mut masked = String::with_capacity(text.len());
    let mut at = 0;
    for range in ranges {
        masked.push_str(&blank(&text[at..range.start]));
        masked.push_str(&text[range.clone()]);
        at = range.end;
    }
    masked.push_str(&blank(&text[at..]));
    masked
}

/// The options that omit a block. An exercise is an unfinished program; its solution may be a block, too.
const UNUSED: [&str; 2] = ["ignore", "exercise"];

/// The code blocks of a Markdown text that are marked `prolog`.
fn sections(text: &str) -> Vec<DocumentSection> {
    let mut found = vec![DocumentSection::default()];
    // The fence of the open block, and the offset after its line if the block is marked.
    let mut open: Option<(String, Option<usize>)> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let bare = line.trim();
        let fence = fence(bare);
        match (&open, fence) {
            (None, Some(fence)) => {
                let words = bare[fence.len()..].split([' ', ',', '\t', '{', '}']);
                let words: Vec<&str> = words.filter(|w| !w.is_empty()).collect();
                let language = words.first().map(|w| w.trim_start_matches('.'));
                let marked = matches!(language, Some("prolog" | "pl" | "swipl"))
                    && !UNUSED.iter().any(|word| words.contains(word));
                if marked {
                    let line = 1 + text[..start].matches('\n').count();
                    begin(&mut found, &words[1..], line);
                }
                open = Some((fence.to_string(), marked.then_some(at)));
            }
            (Some((opening, from)), Some(fence))
                if fence.starts_with(opening.as_str()) && bare.len() == fence.len() =>
            {
                if let (Some(from), Some(section)) = (*from, found.last_mut()) {
                    section.add(text, from..start);
                }
                open = None;
            }
            _ => {}
        }
    }
    if let (Some((_, Some(from))), Some(section)) = (open, found.last_mut()) {
        section.add(text, from..text.len());
    }
    found
}

/// Starts a new section if the words after the language ask for it.
fn begin(found: &mut Vec<DocumentSection>, words: &[&str], line: usize) {
    let files: Vec<String> = words
        .iter()
        .filter_map(|w| w.strip_prefix("load="))
        .map(ToString::to_string)
        .collect();
    if !files.is_empty() || words.contains(&"new") {
        found.push(DocumentSection {
            files,
            line,
            ..DocumentSection::default()
        });
    }
}

/// The fence at the start of a line: at least three backquotes or tildes.
fn fence(line: &str) -> Option<&str> {
    let c = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let len = line.len() - line.trim_start_matches(c).len();
    (len >= 3).then_some(&line[..len])
}

impl DocumentSection {
    fn add(&mut self, text: &str, block: Range<usize>) {
        let first = text[block.clone()].trim_start();
        let is_transcript = ["?- ", "| ?-", "$ "].iter().any(|p| first.starts_with(p));
        match is_transcript {
            true => self.transcripts.push(block),
            false => self.program.push(block),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Checked, Document, Machine, Strictness};
    use crate::prolog::Style;

    fn check(kind: Document, text: &str) -> Checked {
        let done = kind.check("d", text, Strictness::Exact);
        done.expect("no halt")
    }

    const PAGE: &str = "# Title\n\n?- not a query.\n\n```prolog\np(1).\np(2).\n\n?- p(X).\n   X = 1\n;  \
                        X = 3.\n```\n\n```text\n?- fail.\n   true.\n```\n\n~~~prolog ignore\n?- p(.\n~~~\n\n  \
                        ```prolog\n  ?- p(X).\n  X = 1 ;\n  X = 2.\n\n  | ?- p(X), X > 1.\n  X = 3 ? \n  \
                        yes\n  ```\n\n```prolog new\np(a).\n```\n\n```prolog\n?- p(X).\n   X = a.\n?- p(1).\n   \
                        true.\n```\n";

    #[test]
    fn code_blocks_of_prose() {
        assert_eq!(Document::of_name("a/b.md"), Document::Markdown);
        let places = Document::Markdown.queries(PAGE);
        let lines: Vec<_> = places.iter().map(|p| p.line).collect();
        assert_eq!(lines, [9, 24, 28, 38, 40]);
        let done = check(Document::Markdown, PAGE);
        assert!(done.messages.is_empty());
        assert_eq!(done.report.checked, 5);
        let lines: Vec<_> = done.report.failures.iter().map(|f| f.line).collect();
        assert_eq!(lines, [10, 29, 41]);
        let queries: Vec<_> = done.report.failures.iter().map(|f| f.query_line).collect();
        assert_eq!(queries, [9, 28, 40]);
        let one = Document::Markdown.check_where("d", PAGE, Strictness::Exact, &|line| line == 40);
        assert_eq!(one.expect("no halt").report.checked, 1);
        let mended = PAGE
            .replace("X = 3.\n", "X = 2.\n")
            .replace("  X = 3 ? \n  yes\n", "  X = 2 ? \n  yes\n")
            .replace("?- p(1).\n   true.\n", "?- p(1).\n   false.\n");
        assert_eq!(done.report.blessed, mended);
        let again = check(Document::Markdown, &mended);
        assert!(again.holds(), "{}", again.report.failures[0]);
        assert_eq!(again.report.blessed, mended);
    }

    #[test]
    fn transcripts_that_are_not_what_happens() {
        let bad = [
            // Another answer; one too few, and one too many.
            ("?- X = 1.\nX = 2.\n", "X = 1.\n"),
            ("?- member(X,[1,2]).\nX = 1.\n", "X = 1 ;\nX = 2.\n"),
            ("?- member(X,[1]).\nX = 1 ;\nX = 2.\n", "X = 1.\n"),
            ("| ?- X = 1.\nno\n", "X = 1 ? \nyes\n"),
            ("| ?- fail.\nyes\n", "no\n"),
            // Horn's own shape leaves nothing out.
            ("?- X = 1, Y = 2.\n   X = 1.\n", "   X = 1, Y = 2.\n"),
            // Another error, and no error.
            (
                "?- X is a.\nERROR: Unknown procedure: a/0\n",
                "ERROR: Arithmetic: evaluable `a/0' does not exist\n",
            ),
            ("?- true.\nERROR: Type error\n", "true.\n"),
            // Other output.
            ("?- write(a).\nb\ntrue.\n", "a\ntrue.\n"),
            ("?- write(a).\nb(c d\ntrue.\n", "a\ntrue.\n"),
        ];
        for (text, answers) in bad {
            let done = check(Document::Transcript, text);
            assert_eq!(done.report.failures.len(), 1, "{text}");
            assert_eq!(done.report.failures[0].malformed, None, "{text}");
            let query = text.split_inclusive('\n').next().expect("a line");
            assert_eq!(done.report.blessed, format!("{query}{answers}"));
        }
    }

    #[test]
    fn errors_in_the_words_of_other_systems() {
        let mut m = Machine::new();
        for (style, query, said) in [
            (
                Style::Swi,
                "X is a.",
                "ERROR: Arithmetic: evaluable `a/0' does not exist\n",
            ),
            (Style::Swi, "foo(1).", "ERROR: Unknown procedure: foo/1\n"),
            (
                Style::Swi,
                "atom_length(_,_).",
                "ERROR: Arguments are not sufficiently instantiated\n",
            ),
            (
                Style::Swi,
                "atom_length(f(x),_).",
                "ERROR: Type error: `atom' expected, found `f(x)' (a compound)\n",
            ),
            (
                Style::Sicstus,
                "member(X,[a,b]), X = b, atom_length(a,a).",
                "! Type error in atom_length/2\n! expected integer, but found a\n",
            ),
            (
                Style::Sicstus,
                "foo.",
                "! Existence error in foo/0\n! procedure foo/0 does not exist\n",
            ),
            (Style::Sicstus, "X = Y, throw(t(X,a)).", "! t(_0,a)\n"),
        ] {
            assert_eq!(m.answers_in(style, query, 9), said);
            let prompt = style.prompt();
            let text = format!("{prompt}{query}\n{said}");
            assert!(check(Document::Transcript, &text).holds(), "{text}");
        }
    }

    #[test]
    fn malformed_transcripts_say_where() {
        for (text, place) in [
            ("?- X = 1.\nX = 1 2.\n", "d:2:7"),
            ("?- X = 1.\nX = 1.\nX = 2.\n", "d:3:1"),
            ("\n?- p(.\nX = 1.\n", "d:2:6"),
            ("?- X = 1.\nX = 1, X = 2.\n", "d:2:1"),
            ("?- X = \"a.\nX = 1.\n", "d:1:11"),
        ] {
            let done = check(Document::Transcript, text);
            let failure = &done.report.failures[0];
            let reason = failure.malformed.clone().unwrap_or_default();
            assert!(reason.contains(place), "{text}{reason}");
            assert_eq!(done.report.blessed, text);
        }
    }
}
