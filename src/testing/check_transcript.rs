//! Runs a query and compares its answers with those that a transcript shows.
//!
//! Each answer is compared with the next event of the text, after the output of the program. The first
//! difference ends the comparison.

use super::answer_match::Strictness;
use super::check_quad::{CheckOutcome, EventMatcher, StreamRecord};
use super::cycle_note::CycleNote;
use super::expectation::{Expectation, describe};
use super::toplevel_parser::{self, Continuation, ToplevelEvent, ToplevelKind};
use crate::prolog::{
    AnswerEvent, AnswerStream, Error, Machine, Prepared, Query, ReadAs, Style, error_lines,
};

/// The largest number of answers that `...` may stand for.
const MAX_SKIPPED: usize = 100_000;
/// The number of answers to show beyond those that the transcript has.
const MAX_SHOWN: usize = 20;

/// The text that a transcript shows after a query.
pub(super) struct ShownAnswers<'t> {
    pub(super) text: &'t str,
    /// The place where it starts.
    pub(super) from: usize,
    /// True if no binding, goal or output may be omitted.
    pub(super) exact: bool,
    pub(super) style: Style,
}

/// Result of the comparison.
pub(super) struct TranscriptCheck {
    pub(super) outcome: CheckOutcome,
    /// The place where the answers end.
    pub(super) end: usize,
    /// A fault of the transcript itself, with its place.
    pub(super) malformed: Option<(usize, String)>,
}

/// Result of walking along the text.
enum WalkResult {
    Fits,
    Differs,
    Malformed(usize, String),
}

/// Runs a query and compares its answers with those that are shown.
pub(super) fn check_answers(
    machine: &mut Machine,
    query: &Prepared,
    shown: &ShownAnswers<'_>,
) -> TranscriptCheck {
    let mut walk = TranscriptWalk {
        matcher: EventMatcher {
            ellipsis: machine.atoms().lookup("..."),
            strictness: match shown.exact {
                true => Strictness::Exact,
                false => Strictness::Subset,
            },
        },
        stream: AnswerStream::in_style(shown.style),
        record: StreamRecord::new(true),
        at: shown.from,
        ended: false,
        shown,
    };
    machine.capture();
    let cycle = CycleNote::begin(machine);
    let mut query = machine.start(query);
    let verdict = walk.walk(&mut query);
    if let WalkResult::Differs = verdict {
        walk.show_more(&mut query);
    }
    drop(query);
    machine.end_capture();
    let holds = matches!(verdict, WalkResult::Fits);
    let malformed = match verdict {
        WalkResult::Malformed(at, reason) => Some((at, reason)),
        WalkResult::Fits | WalkResult::Differs => None,
    };
    let end = walk.events_after().0;
    let mut outcome = CheckOutcome {
        holds,
        actual: walk.record.shown,
        blessed: walk.record.blessed,
        resource: walk.record.resource,
        ..CheckOutcome::held()
    };
    outcome.note_on_time(cycle.end(machine));
    TranscriptCheck {
        end,
        malformed,
        outcome,
    }
}

struct TranscriptWalk<'t> {
    shown: &'t ShownAnswers<'t>,
    matcher: EventMatcher,
    stream: AnswerStream,
    record: StreamRecord,
    /// The place up to which the text agrees.
    at: usize,
    /// True if there are no more answers.
    ended: bool,
}

impl TranscriptWalk<'_> {
    /// Compares event by event.
    fn walk(&mut self, query: &mut Query<'_>) -> WalkResult {
        // The event that `...` leads to.
        let mut awaited: Option<(ToplevelEvent, Option<Expectation>)> = None;
        loop {
            let (actual, output) = self.step(query);
            let (event, leaf, skipping) = match awaited.take() {
                Some((event, leaf)) => (event, leaf, true),
                None => match self.event(query, &output) {
                    Ok(Some(found)) => found,
                    Ok(None) => return WalkResult::Fits,
                    Err(verdict) => return verdict,
                },
            };
            if !self.fits(&event, leaf.as_ref(), &actual, &output) {
                if skipping && !self.ended && self.stream.count() < MAX_SKIPPED {
                    awaited = Some((event, leaf));
                    self.resume();
                    continue;
                }
                return WalkResult::Differs;
            }
            self.at = event.end;
            match event.after {
                Continuation::More if self.ended => {
                    // `false` after the last answer is redundant; nothing else may follow.
                    return match toplevel_parser::next(self.shown.text, self.at) {
                        Some(r) if is_no(&r) => {
                            self.at = r.end;
                            self.over()
                        }
                        _ => WalkResult::Differs,
                    };
                }
                Continuation::More => self.resume(),
                Continuation::End if !self.ended && self.shown.exact => return WalkResult::Differs,
                Continuation::End if !self.ended => {
                    // The other system may have detected earlier that no answer follows.
                    self.resume();
                    return match self.step(query).0 {
                        None => self.over(),
                        _ => WalkResult::Differs,
                    };
                }
                Continuation::End | Continuation::Stop => return self.over(),
            }
        }
    }

    /// Runs the query to its next event, and records it.
    fn step(&mut self, query: &mut Query<'_>) -> (AnswerEvent, String) {
        let (event, text) = self.stream.step(query, false);
        let output = query.take_output();
        self.record.note_resource(&event);
        self.record.add(&self.stream, &text, &output);
        self.ended = !matches!(&event, Some(Ok(answer)) if !answer.is_last());
        (event, output)
    }

    /// Records the text of a request for another answer.
    fn resume(&mut self) {
        if self.stream.is_open() {
            self.record.push(self.stream.more());
        }
    }

    /// The next event of the text after this output; none if anything may follow. The third component is true
    /// if answers may be omitted before it.
    #[allow(
        clippy::type_complexity,
        reason = "an event, its expectation, and a flag"
    )]
    fn event(
        &mut self,
        query: &mut Query<'_>,
        output: &str,
    ) -> Result<Option<(ToplevelEvent, Option<Expectation>, bool)>, WalkResult> {
        let text = self.shown.text;
        let after = toplevel_parser::after_output(text, self.at, output);
        self.at = after.unwrap_or(self.at);
        let Some(mut event) = toplevel_parser::next(text, self.at) else {
            return Err(WalkResult::Differs);
        };
        let mut skips = false;
        if event.kind == ToplevelKind::Omission {
            self.at = event.end;
            let ends = event.after != Continuation::More
                && toplevel_parser::is_over(text, self.at).is_ok();
            match toplevel_parser::next(text, self.at) {
                Some(next) if !ends => (event, skips) = (next, true),
                _ => return Ok(None),
            }
        }
        match expectation(query, &event) {
            Ok(leaf) => Ok(Some((event, leaf, skips))),
            // Text that is not an answer may be output that differs.
            Err(_) if after.is_none() && !output.trim().is_empty() => Err(WalkResult::Differs),
            Err((at, reason)) => Err(WalkResult::Malformed(at, reason)),
        }
    }

    fn fits(
        &self,
        shown: &ToplevelEvent,
        expected: Option<&Expectation>,
        actual: &AnswerEvent,
        output: &str,
    ) -> bool {
        match (&shown.kind, actual) {
            (ToplevelKind::Yes, Some(Ok(_))) | (ToplevelKind::No, None) => true,
            (ToplevelKind::Error(lines), Some(Err(e))) => error_fits(lines, e, self.shown.style),
            (ToplevelKind::Term { .. }, _) => {
                expected.is_some_and(|e| self.matcher.fits(e, actual, output))
            }
            _ => false,
        }
    }

    /// The verdict at the end of the answers: only prose may follow.
    fn over(&self) -> WalkResult {
        match toplevel_parser::is_over(self.shown.text, self.at) {
            Ok(()) => WalkResult::Fits,
            Err(rest) => WalkResult::Malformed(
                rest.start,
                "the answers have ended before this line".to_string(),
            ),
        }
    }

    /// The events of the text from the present place: their end, their number, and the continuation of the last.
    fn events_after(&self) -> (usize, usize, Continuation) {
        let text = self.shown.text;
        let (mut end, mut count, mut last) = (self.at, 0, Continuation::End);
        while toplevel_parser::is_over(text, end).is_err() {
            match toplevel_parser::next(text, end) {
                Some(r) if r.end > end => (end, count, last) = (r.end, count + 1, r.after),
                _ => break,
            }
        }
        (end, count, last)
    }

    /// Records as many further answers as the text shows, and a few more if it shows them all.
    fn show_more(&mut self, query: &mut Query<'_>) {
        let (_, events, last) = self.events_after();
        let more = match last {
            Continuation::End => events + MAX_SHOWN,
            Continuation::More | Continuation::Stop => events.saturating_sub(1),
        };
        for _ in 0..more {
            if self.ended {
                return;
            }
            self.resume();
            self.step(query);
        }
        if !self.ended {
            self.record.push(self.stream.stop());
        }
    }
}

fn is_no(r: &ToplevelEvent) -> bool {
    match &r.kind {
        ToplevelKind::No => true,
        ToplevelKind::Term { text, .. } => text.trim() == "false",
        _ => false,
    }
}

/// The expectation that an event states, if it is a term.
///
/// # Errors
/// The place and the fault of a term that is not an answer.
fn expectation(
    query: &mut Query<'_>,
    event: &ToplevelEvent,
) -> Result<Option<Expectation>, (usize, String)> {
    let ToplevelKind::Term { text, at } = &event.kind else {
        return Ok(None);
    };
    // A blank, so that the period does not become part of a symbol.
    let term = format!("{text} .");
    let machine = query.machine();
    let read = machine.read_term(&term, 0, ReadAs::FileTerm).map_err(|e| {
        let inside = e.at.offset.min(text.len());
        (at + inside, format!("this is not an answer: {}", e.message))
    })?;
    let Some((term, _)) = read else {
        return Err((*at, "an answer is missing".to_string()));
    };
    let described = describe(&term.tree, machine.atoms()).map_err(|reason| (*at, reason))?;
    match described.alternatives.into_iter().flatten().next() {
        Some(expected) => Ok(Some(expected)),
        None => Err((*at, "an answer is missing".to_string())),
    }
}

/// Words of top levels for kinds of errors, the more specific first.
const KINDS: [(&str, &str); 22] = [
    ("syntax", "syntax_error"),
    ("evaluable", "type_error"),
    ("type error", "type_error"),
    ("type_error", "type_error"),
    ("domain error", "domain_error"),
    ("domain_error", "domain_error"),
    ("uninstantiation", "uninstantiation_error"),
    ("instantiation", "instantiation_error"),
    ("not sufficiently instantiated", "instantiation_error"),
    ("permission", "permission_error"),
    ("existence", "existence_error"),
    ("unknown procedure", "existence_error"),
    ("undefined procedure", "existence_error"),
    ("evaluation", "evaluation_error"),
    ("division by zero", "evaluation_error"),
    ("divide by zero", "evaluation_error"),
    ("representation", "representation_error"),
    ("cannot represent", "representation_error"),
    ("resource", "resource_error"),
    ("not enough", "resource_error"),
    ("does not exist", "existence_error"),
    ("system error", "system_error"),
];

/// Returns true if lines of another top level report this error. As the wording of systems differs, only the kind of
/// the error is compared, and for an unknown procedure its indicator.
fn error_fits(lines: &str, e: &Error, style: Style) -> bool {
    if lines.trim() == error_lines(e, style).trim() {
        return true;
    }
    let Some(ball) = e.ball() else {
        return false;
    };
    let lower = lines.to_lowercase();
    let kind = KINDS.iter().find(|(words, _)| lower.contains(words));
    match (kind, ball.formal()) {
        (Some((_, kind)), Some(formal)) => {
            let culprit = match formal.arg(0) {
                Some(k) if k.is_atom("procedure") => formal.arg(1),
                _ => None,
            };
            ball.is_error(kind) && culprit.is_none_or(|p| lines.contains(&p.to_string()))
        }
        (_, Some(_)) => false,
        (_, None) => match ball.term().functor() {
            Some((name, _)) => lines.contains(&*name),
            None => lines.contains(&ball.term().to_string()),
        },
    }
}
