//! Runs the query of a quad and compares its answers with a description, up to the end of the description.

use super::answer_match::{self, ExpectedAnswer, Strictness};
use super::cycle_note::CycleNote;
use super::expectation::{Description, Expectation, ExpectedKind};
use super::quad_reader::Quad;
use crate::prolog::{
    Answer, AnswerEvent, AnswerHandler, AnswerStream, AtomId, Error, Limit, Machine, Query,
    Resource, SyntaxError,
};
use std::convert::Infallible;

/// The number of answers to show of a stream that is not as described.
const MAX_SHOWN: usize = 200;
/// The number of inferences after which a query counts as not terminating.
const LOOP: u64 = 10_000_000;

/// Result of checking one description.
pub(super) struct CheckOutcome {
    pub(super) holds: bool,
    pub(super) unexpected: bool,
    /// The resource whose limit was reached.
    pub(super) resource: Option<Resource>,
    pub(super) malformed: Option<String>,
    /// The answer stream with the program's output, as the top level prints it.
    pub(super) actual: String,
    /// The answer stream as a description that holds.
    pub(super) blessed: String,
}

impl CheckOutcome {
    /// The outcome of a description that holds.
    pub(super) fn held() -> CheckOutcome {
        CheckOutcome {
            holds: true,
            malformed: None,
            ..CheckOutcome::malformed(String::new())
        }
    }

    /// Returns true if the limit on time was reached.
    pub(super) fn timed_out(&self) -> bool {
        self.resource == Some(Resource::Time)
    }

    /// Adds a note to the answers of a query that has run into its limit of time.
    pub(super) fn note_on_time(&mut self, note: Option<String>) {
        if let Some(note) = note.filter(|_| self.timed_out()) {
            self.actual = format!("{}\n   % {note}", self.actual.trim_end());
        }
    }

    pub(super) fn malformed(reason: String) -> CheckOutcome {
        CheckOutcome {
            holds: false,
            unexpected: false,
            resource: None,
            malformed: Some(reason),
            actual: String::new(),
            blessed: String::new(),
        }
    }
}

/// Runs the query of a quad and compares it with one of its descriptions.
pub(super) fn check(
    machine: &mut Machine,
    quad: &Quad,
    d: &Description,
    strictness: Strictness,
) -> CheckOutcome {
    let matcher = EventMatcher {
        ellipsis: machine.atoms().lookup("..."),
        strictness,
    };
    let prepared = match &quad.query {
        Ok(prepared) => prepared,
        Err(e) => return check_syntax_error(machine, e, d, &matcher),
    };
    if let Some(text) = &d.input {
        machine.set_input(Box::new(std::io::Cursor::new(text.clone().into_bytes())));
    }
    if d.expects_a_loop() {
        machine.set_limit(Limit::Inferences(Some(LOOP)));
    }
    machine.capture();
    let as_lines = d.alternatives.iter().flatten().any(|e| !e.lines.is_empty());
    let alternatives = d.alternatives.iter();
    let mut run = QuadRun {
        record: StreamRecord::new(as_lines),
        sequences: alternatives
            .map(|sequence| SequenceMatcher::new(sequence, d.any_order))
            .collect(),
        matcher,
        max: d.answers_before_anything().unwrap_or(MAX_SHOWN).max(1),
        holds: false,
    };
    let mut stream = AnswerStream::new();
    let cycle = CycleNote::begin(machine);
    match stream.run(&mut machine.start(prepared), &mut run) {
        Ok(()) => {}
        Err(never) => match never {},
    }
    machine.end_capture();
    if d.input.is_some() {
        machine.set_input(Box::new(std::io::empty()));
    }
    if d.expects_a_loop() {
        machine.set_limit(Limit::Inferences(None));
    }
    let mut outcome = run.record.outcome(run.holds, d);
    outcome.note_on_time(cycle.end(machine));
    outcome
}

/// Compares an answer stream with the alternatives of a description as it goes on.
struct QuadRun<'d> {
    record: StreamRecord,
    sequences: Vec<SequenceMatcher<'d>>,
    matcher: EventMatcher,
    /// The number of answers to show of a stream that is not as described.
    max: usize,
    holds: bool,
}

impl AnswerHandler for QuadRun<'_> {
    type Error = Infallible;

    fn event(
        &mut self,
        query: &mut Query<'_>,
        stream: &AnswerStream,
        event: &AnswerEvent,
        text: &str,
    ) -> Result<(), Infallible> {
        self.record.note_resource(event);
        let output = query.take_output();
        self.record.add(stream, text, &output);
        for s in &mut self.sequences {
            s.advance(event, &output, &self.matcher);
        }
        self.holds = self.sequences.iter().any(SequenceMatcher::is_finished);
        Ok(())
    }

    fn goes_on(
        &mut self,
        _: &mut Query<'_>,
        stream: &mut AnswerStream,
        _: &Answer,
    ) -> Result<bool, Infallible> {
        self.holds = self.sequences.iter().any(SequenceMatcher::needs_no_more);
        if self.holds {
            return Ok(false);
        }
        let hopeless = self.sequences.iter().all(SequenceMatcher::is_hopeless);
        Ok(!hopeless || stream.count() < self.max)
    }

    fn separator(&mut self, _: &mut Query<'_>, text: &str) -> Result<(), Infallible> {
        self.record.push(text);
        Ok(())
    }
}

/// Compares the syntax error of a query with a description.
fn check_syntax_error(
    machine: &mut Machine,
    e: &SyntaxError,
    d: &Description,
    matcher: &EventMatcher,
) -> CheckOutcome {
    let goal = format!("throw(error(syntax_error({}),read_term/3))", e.kind.name());
    let stream = AnswerStream::new();
    let (event, text) = match machine.run(&goal) {
        Err(e) => {
            let text = stream.error(&e);
            (Some(Err(e)), text)
        }
        Ok(_) => return CheckOutcome::malformed(e.message.to_string()),
    };
    let mut record = StreamRecord::new(false);
    record.add(&stream, &text, "");
    let fits = |sequence: &Vec<Expectation>| match &sequence[..] {
        [expected] => matcher.fits(expected, &event, ""),
        _ => false,
    };
    record.outcome(d.alternatives.iter().any(fits), d)
}

/// The text of an answer stream, as the top level prints it and as a description.
pub(super) struct StreamRecord {
    pub(super) shown: String,
    pub(super) blessed: String,
    /// True if output is written as lines between answers rather than in `outputs/1`.
    as_lines: bool,
    /// The resource whose limit was reached.
    pub(super) resource: Option<Resource>,
}

impl StreamRecord {
    pub(super) fn new(as_lines: bool) -> StreamRecord {
        StreamRecord {
            shown: String::new(),
            blessed: String::new(),
            as_lines,
            resource: None,
        }
    }

    /// Notes the resource whose limit has ended a query.
    pub(super) fn note_resource(&mut self, event: &AnswerEvent) {
        if let Some(Err(e)) = event {
            self.resource = self.resource.or(e.resource());
        }
    }

    /// Adds the text of an event, with the program's output before it.
    pub(super) fn add(&mut self, stream: &AnswerStream, text: &str, output: &str) {
        self.shown.push_str(output);
        let left_open = !output.is_empty() && !output.ends_with('\n');
        let newline = stream.fresh_line(left_open);
        self.shown.push_str(newline);
        self.shown.push_str(text);
        if self.as_lines {
            for part in [output, newline, text] {
                self.blessed.push_str(part);
            }
            return;
        }
        let blanks = text.len() - text.trim_start().len();
        self.blessed.push_str(&text[..blanks]);
        if !output.is_empty() {
            self.blessed
                .push_str(&format!("outputs({}), ", quoted(output)));
        }
        self.blessed.push_str(&text[blanks..]);
    }

    /// Adds the text between answers.
    pub(super) fn push(&mut self, text: &str) {
        self.shown.push_str(text);
        self.blessed.push_str(text);
    }

    /// The outcome for a description that the stream fits or does not fit.
    fn outcome(self, fits: bool, d: &Description) -> CheckOutcome {
        CheckOutcome {
            holds: fits != d.unexpected,
            unexpected: d.unexpected,
            resource: self.resource,
            malformed: None,
            actual: self.shown,
            blessed: self.blessed.trim_end().to_string(),
        }
    }
}

/// The text as a double-quoted list.
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

/// The state of matching an answer stream with a sequence of expectations.
struct SequenceMatcher<'d> {
    expected: &'d [Expectation],
    /// In order: the numbers of expectations that may have been met.
    states: Vec<usize>,
    /// In any order: true for each expectation that was met.
    used: Option<Vec<bool>>,
    hopeless: bool,
    /// True if the last answer ended the stream.
    ended_with_answer: bool,
}

impl<'d> SequenceMatcher<'d> {
    fn new(expected: &'d [Expectation], any_order: bool) -> SequenceMatcher<'d> {
        let mut m = SequenceMatcher {
            expected,
            states: vec![0],
            used: any_order.then(|| vec![false; expected.len()]),
            hopeless: false,
            ended_with_answer: false,
        };
        m.skip_anything();
        m
    }

    fn is_anything(&self, i: usize) -> bool {
        matches!(
            self.expected.get(i).map(|l| &l.kind),
            Some(ExpectedKind::Anything)
        )
    }

    /// Adds the states behind a `...`, which may stand for no answers.
    fn skip_anything(&mut self) {
        let mut i = 0;
        while let Some(&s) = self.states.get(i) {
            if self.is_anything(s) && !self.states.contains(&(s + 1)) {
                self.states.push(s + 1);
            }
            i += 1;
        }
    }

    fn advance(&mut self, event: &AnswerEvent, output: &str, matcher: &EventMatcher) {
        self.ended_with_answer = matches!(event, Some(Ok(a)) if a.is_last());
        if let Some(used) = &mut self.used {
            let fits = |i: &usize| !used[*i] && matcher.fits(&self.expected[*i], event, output);
            match (0..self.expected.len()).find(fits) {
                Some(i) => used[i] = true,
                None => self.hopeless = true,
            }
            return;
        }
        let mut next: Vec<usize> = Vec::new();
        for &s in &self.states {
            let to = match self.expected.get(s) {
                Some(e) if matches!(e.kind, ExpectedKind::Anything) => s,
                Some(e) if matcher.fits(e, event, output) => s + 1,
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

    /// Returns true if the rest of the description is `...`.
    fn needs_no_more(&self) -> bool {
        let n = self.expected.len();
        self.used.is_none() && n > 0 && self.is_anything(n - 1) && self.states.contains(&n)
    }

    /// Returns true if the stream may end here.
    fn is_finished(&self) -> bool {
        if self.hopeless {
            return false;
        }
        let is_no = |e: &Expectation| matches!(e.kind, ExpectedKind::NoMore);
        match &self.used {
            Some(used) => {
                let open = used.iter().zip(self.expected).filter(|(used, _)| !**used);
                open.into_iter()
                    .all(|(_, e)| self.ended_with_answer && is_no(e))
            }
            None => self.states.iter().any(|&s| match &self.expected[s..] {
                [] => true,
                // `false` is redundant in a description when no choice point remains.
                [e] => self.ended_with_answer && is_no(e),
                _ => false,
            }),
        }
    }
}

/// Compares an event of an answer stream with an expectation.
pub(super) struct EventMatcher {
    pub(super) ellipsis: Option<AtomId>,
    pub(super) strictness: Strictness,
}

impl EventMatcher {
    pub(super) fn fits(&self, expected: &Expectation, event: &AnswerEvent, output: &str) -> bool {
        if expected.output.as_ref().is_some_and(|o| o != output) {
            return false;
        }
        if !expected.lines.is_empty() && !lines_fit(&expected.lines, output) {
            return false;
        }
        match (&expected.kind, event) {
            (
                ExpectedKind::Answer {
                    bindings,
                    goals,
                    open,
                    maybe,
                },
                Some(Ok(answer)),
            ) => {
                let described = ExpectedAnswer {
                    tree: &expected.tree,
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
            (ExpectedKind::NoMore, None) => true,
            (ExpectedKind::Loops, Some(Err(Error::Resource(_) | Error::Interrupted))) => true,
            (
                ExpectedKind::Error(t) | ExpectedKind::Formal(t) | ExpectedKind::Throw(t),
                Some(Err(e)),
            ) => {
                let Some(ball) = e.ball() else {
                    return false;
                };
                let (terms, root) = ball.parts();
                let part = match expected.kind {
                    ExpectedKind::Formal(_) if ball.formal().is_some() => terms.tree.args(root)[0],
                    ExpectedKind::Formal(_) => return false,
                    _ => root,
                };
                answer_match::ball_matches(&expected.tree, *t, terms, part, self.ellipsis)
            }
            _ => false,
        }
    }
}

/// Returns true if the output consists of these lines, without blank ones.
fn lines_fit(expected: &[String], output: &str) -> bool {
    let lines = output.lines().map(str::trim).filter(|l| !l.is_empty());
    lines.eq(expected.iter().map(String::as_str))
}
