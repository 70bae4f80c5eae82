//! Runs one quad and compares, answer by answer, as far as the description goes.

use super::answer_match::{self, Described, Strictness};
use super::expectation::{Description, Leaf, LeafKind};
use super::quad_reader::Quad;
use crate::prolog::{
    Answer, AnswerStream, Atom, Ball, Error, Limit, Machine, Query, ReadAs, Style, SyntaxError,
};

/// How many answers are shown of a stream that is not as described.
const MAX_SHOWN: usize = 200;
/// After how many inferences a query that should loop is believed.
const LOOP: u64 = 10_000_000;

/// What became of one description.
pub(super) struct Outcome {
    pub(super) holds: bool,
    pub(super) unexpected: bool,
    pub(super) malformed: Option<String>,
    /// The answer stream with the program's output, as the top level prints it.
    pub(super) actual: String,
    /// The answer stream as a description that holds.
    pub(super) blessed: String,
}

impl Outcome {
    /// Of a description that holds without more ado.
    pub(super) fn held() -> Outcome {
        Outcome {
            holds: true,
            malformed: None,
            ..Outcome::malformed(String::new())
        }
    }

    pub(super) fn malformed(reason: String) -> Outcome {
        Outcome {
            holds: false,
            unexpected: false,
            malformed: Some(reason),
            actual: String::new(),
            blessed: String::new(),
        }
    }
}

/// What comes next in an answer stream.
pub(super) enum Seen {
    Answer(Box<Answer>),
    No,
    Failed(Error),
}

impl Seen {
    /// Runs a query to its next event.
    pub(super) fn next(query: &mut Query<'_>) -> Seen {
        match query.next() {
            None => Seen::No,
            Some(Ok(answer)) => Seen::Answer(Box::new(answer)),
            Some(Err(e)) => Seen::Failed(e),
        }
    }
}

/// Runs the query of a quad and compares it with one of its descriptions.
pub(super) fn check(
    machine: &mut Machine,
    quad: &Quad,
    d: &Description,
    strictness: Strictness,
) -> Outcome {
    let comparer = Comparer {
        ellipsis: machine.engine().tables().atoms.lookup("..."),
        strictness,
    };
    let prepared = match &quad.query {
        Ok(prepared) => prepared,
        Err(e) => return unreadable(machine, e, d, &comparer),
    };
    if let Some(text) = &d.input {
        machine.set_input(Box::new(std::io::Cursor::new(text.clone().into_bytes())));
    }
    if d.expects_a_loop() {
        machine.set_limit(Limit::Inferences(Some(LOOP)));
    }
    machine.capture();
    let as_lines = d.alternatives.iter().flatten().any(|l| !l.lines.is_empty());
    let mut record = Record::new(as_lines);
    let mut progress: Vec<Progress<'_>> = d
        .alternatives
        .iter()
        .map(|leaves| Progress::new(leaves, d.any_order))
        .collect();
    let max = d.answers_before_anything().unwrap_or(MAX_SHOWN).max(1);
    let mut query = machine.start(prepared);
    let holds = loop {
        let seen = Seen::next(&mut query);
        let output = query.take_output();
        let goes_on = record.add(&seen, &output);
        for p in &mut progress {
            p.advance(&seen, &output, &comparer);
        }
        if !goes_on {
            break progress.iter().any(Progress::is_finished);
        }
        if progress.iter().any(Progress::needs_no_more) {
            break true;
        }
        let hopeless = progress.iter().all(Progress::is_hopeless);
        if hopeless && record.stream.count() >= max {
            record.stop();
            break false;
        }
        record.more();
    };
    drop(query);
    machine.end_capture();
    if d.input.is_some() {
        machine.set_input(Box::new(std::io::empty()));
    }
    if d.expects_a_loop() {
        machine.set_limit(Limit::Inferences(None));
    }
    Outcome {
        holds: holds != d.unexpected,
        unexpected: d.unexpected,
        malformed: None,
        actual: record.shown,
        blessed: record.blessed.trim_end().to_string(),
    }
}

/// Compares the error of a query that is no term with a description.
fn unreadable(
    machine: &mut Machine,
    e: &SyntaxError,
    d: &Description,
    comparer: &Comparer,
) -> Outcome {
    let engine = machine.engine();
    let ball = format!("error(syntax_error({}),read_term/3).", e.kind.name());
    let Ok(Some((ball, _))) = engine.read(&ball, 0, ReadAs::FileTerm) else {
        return Outcome::malformed(e.message.to_string());
    };
    let ball = Ball::new(ball.tree, engine.tables());
    let seen = Seen::Failed(Error::Uncaught(ball));
    let mut record = Record::new(false);
    record.add(&seen, "");
    let fits = |leaves: &Vec<Leaf>| match &leaves[..] {
        [leaf] => comparer.fits(leaf, &seen, ""),
        _ => false,
    };
    Outcome {
        holds: d.alternatives.iter().any(fits) != d.unexpected,
        unexpected: d.unexpected,
        malformed: None,
        actual: record.shown,
        blessed: record.blessed.trim_end().to_string(),
    }
}

/// The answer stream in both forms of text.
pub(super) struct Record {
    stream: AnswerStream,
    pub(super) shown: String,
    pub(super) blessed: String,
    /// Whether output stands as lines between answers rather than in `outputs/1`.
    as_lines: bool,
}

impl Record {
    fn new(as_lines: bool) -> Record {
        Record::in_style(Style::Horn, as_lines)
    }

    pub(super) fn in_style(style: Style, as_lines: bool) -> Record {
        Record {
            stream: AnswerStream::in_style(style),
            shown: String::new(),
            blessed: String::new(),
            as_lines,
        }
    }

    /// Writes an event down; whether the stream may go on after it.
    pub(super) fn add(&mut self, seen: &Seen, output: &str) -> bool {
        let (text, goes_on) = match seen {
            Seen::Answer(a) => (self.stream.answer(a), !a.is_last()),
            Seen::No => (self.stream.no(), false),
            Seen::Failed(e) => (self.stream.error(e), false),
        };
        self.shown.push_str(output);
        let at_line_start = self.shown.is_empty() || self.shown.ends_with('\n');
        let newline = self.stream.fresh_line(at_line_start);
        self.shown.push_str(newline);
        self.shown.push_str(&text);
        if self.as_lines {
            self.blessed.push_str(output);
            self.blessed.push_str(newline);
            self.blessed.push_str(&text);
        } else {
            let blanks = text.len() - text.trim_start().len();
            self.blessed.push_str(&text[..blanks]);
            if !output.is_empty() {
                self.blessed
                    .push_str(&format!("outputs({}), ", quoted(output)));
            }
            self.blessed.push_str(&text[blanks..]);
        }
        goes_on
    }

    /// How many answers were written down.
    pub(super) fn count(&self) -> usize {
        self.stream.count()
    }

    pub(super) fn more(&mut self) {
        if !self.stream.is_open() {
            return;
        }
        self.shown.push_str(self.stream.more());
        self.blessed.push_str(self.stream.more());
    }

    pub(super) fn stop(&mut self) {
        if !self.stream.is_open() {
            return;
        }
        self.shown.push_str(self.stream.stop());
        self.blessed.push_str(self.stream.stop());
    }
}

/// A text as a double-quoted item.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            c if c.is_control() => quoted.push_str(&format!("\\x{:x}\\", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// How far an answer stream agrees with a sequence of leaves.
struct Progress<'d> {
    leaves: &'d [Leaf],
    /// In order: how many leaves may have been consumed.
    states: Vec<usize>,
    /// In any order: which leaves are consumed.
    used: Option<Vec<bool>>,
    hopeless: bool,
    /// The stream ended without `false` after its last answer.
    ended_with_answer: bool,
}

impl<'d> Progress<'d> {
    fn new(leaves: &'d [Leaf], any_order: bool) -> Progress<'d> {
        let mut p = Progress {
            leaves,
            states: vec![0],
            used: any_order.then(|| vec![false; leaves.len()]),
            hopeless: false,
            ended_with_answer: false,
        };
        p.skip_anything();
        p
    }

    fn is_anything(&self, i: usize) -> bool {
        matches!(
            self.leaves.get(i).map(|l| &l.kind),
            Some(LeafKind::Anything)
        )
    }

    /// `...` may stand for nothing.
    fn skip_anything(&mut self) {
        let mut i = 0;
        while let Some(&s) = self.states.get(i) {
            if self.is_anything(s) && !self.states.contains(&(s + 1)) {
                self.states.push(s + 1);
            }
            i += 1;
        }
    }

    fn advance(&mut self, seen: &Seen, output: &str, comparer: &Comparer) {
        self.ended_with_answer = matches!(seen, Seen::Answer(a) if a.is_last());
        if let Some(used) = &mut self.used {
            let fits = |i: &usize| !used[*i] && comparer.fits(&self.leaves[*i], seen, output);
            match (0..self.leaves.len()).find(fits) {
                Some(i) => used[i] = true,
                None => self.hopeless = true,
            }
            return;
        }
        let mut next: Vec<usize> = Vec::new();
        for &s in &self.states {
            let to = match self.leaves.get(s) {
                Some(leaf) if matches!(leaf.kind, LeafKind::Anything) => s,
                Some(leaf) if comparer.fits(leaf, seen, output) => s + 1,
                _ => continue,
            };
            if !next.contains(&to) {
                next.push(to);
            }
        }
        self.states = next;
        self.skip_anything();
        self.hopeless = self.states.is_empty();
    }

    fn is_hopeless(&self) -> bool {
        self.hopeless
    }

    /// Whether whatever comes next is as described.
    fn needs_no_more(&self) -> bool {
        let n = self.leaves.len();
        self.used.is_none() && n > 0 && self.is_anything(n - 1) && self.states.contains(&n)
    }

    /// Whether the stream may end here.
    fn is_finished(&self) -> bool {
        if self.hopeless {
            return false;
        }
        let is_no = |l: &Leaf| matches!(l.kind, LeafKind::No);
        match &self.used {
            Some(used) => {
                let open = used.iter().zip(self.leaves).filter(|(used, _)| !**used);
                open.into_iter()
                    .all(|(_, leaf)| self.ended_with_answer && is_no(leaf))
            }
            None => self.states.iter().any(|&s| match &self.leaves[s..] {
                [] => true,
                // A described `false` is redundant when no choice point remained.
                [leaf] => self.ended_with_answer && is_no(leaf),
                _ => false,
            }),
        }
    }
}

pub(super) struct Comparer {
    pub(super) ellipsis: Option<Atom>,
    pub(super) strictness: Strictness,
}

impl Comparer {
    pub(super) fn fits(&self, leaf: &Leaf, seen: &Seen, output: &str) -> bool {
        if leaf
            .output
            .as_ref()
            .is_some_and(|expected| expected != output)
        {
            return false;
        }
        if !leaf.lines.is_empty() && !lines_fit(&leaf.lines, output) {
            return false;
        }
        match (&leaf.kind, seen) {
            (
                LeafKind::Answer {
                    bindings,
                    goals,
                    open,
                    maybe,
                },
                Seen::Answer(answer),
            ) => {
                let described = Described {
                    tree: &leaf.tree,
                    bindings,
                    goals,
                    maybe: *maybe,
                };
                let strictness = match open {
                    true => Strictness::Subset,
                    false => self.strictness,
                };
                answer_match::answer_matches(&described, answer, self.ellipsis, strictness)
            }
            (LeafKind::No, Seen::No) => true,
            (LeafKind::Loops, Seen::Failed(Error::Resource(_) | Error::Interrupted)) => true,
            (LeafKind::Error(t) | LeafKind::Formal(t) | LeafKind::Throw(t), Seen::Failed(e)) => {
                let Some(ball) = e.ball() else {
                    return false;
                };
                let (terms, root) = ball.parts();
                let part = match leaf.kind {
                    LeafKind::Formal(_) if ball.formal().is_some() => terms.tree.args(root)[0],
                    LeafKind::Formal(_) => return false,
                    _ => root,
                };
                answer_match::ball_matches(&leaf.tree, *t, terms, part, self.ellipsis)
            }
            _ => false,
        }
    }
}

/// Whether the output consists of these lines, blank ones aside.
fn lines_fit(expected: &[String], output: &str) -> bool {
    let lines = output.lines().map(str::trim).filter(|l| !l.is_empty());
    lines.eq(expected.iter().map(String::as_str))
}
