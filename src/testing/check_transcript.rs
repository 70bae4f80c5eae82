//! Runs a query and walks along what a transcript shows after it.
//!
//! Each answer of the query is compared with the next event of the text, behind what the program
//! printed. The first difference ends the walk.

use super::answer_match::Strictness;
use super::check_quad::{Comparer, Outcome, Record, Seen};
use super::expectation::{Leaf, describe};
use super::toplevel_parser::{self, After, Reply, ReplyKind};
use crate::prolog::{Error, Machine, Prepared, Query, ReadAs, Style, error_lines};

/// How many answers are looked at for the one after `...`.
const MAX_SKIPPED: usize = 100_000;
/// How many answers are shown beyond those that the transcript has.
const MAX_SHOWN: usize = 20;

/// What a transcript shows after a query.
pub(super) struct Shown<'t> {
    pub(super) text: &'t str,
    /// Where it starts.
    pub(super) from: usize,
    /// Nothing may be left out.
    pub(super) exact: bool,
    pub(super) style: Style,
}

/// What became of it.
pub(super) struct Followed {
    pub(super) outcome: Outcome,
    /// Where the answers end.
    pub(super) end: usize,
    /// What is not understood, and where.
    pub(super) malformed: Option<(usize, String)>,
}

/// How the walk ended.
enum Verdict {
    Fits,
    Differs,
    Malformed(usize, String),
}

/// Runs a query and compares its answers with those that are shown.
pub(super) fn follow(machine: &mut Machine, query: &Prepared, shown: &Shown<'_>) -> Followed {
    let mut walk = Walk {
        comparer: Comparer {
            ellipsis: machine.engine().tables().atoms.lookup("..."),
            strictness: match shown.exact {
                true => Strictness::Exact,
                false => Strictness::Subset,
            },
        },
        record: Record::in_style(shown.style, true),
        at: shown.from,
        ended: false,
        shown,
    };
    machine.capture();
    let mut query = machine.start(query);
    let verdict = walk.go(&mut query);
    if let Verdict::Differs = verdict {
        walk.show_more(&mut query);
    }
    drop(query);
    machine.end_capture();
    let holds = matches!(verdict, Verdict::Fits);
    let malformed = match verdict {
        Verdict::Malformed(at, reason) => Some((at, reason)),
        Verdict::Fits | Verdict::Differs => None,
    };
    Followed {
        end: walk.events_after().0,
        malformed,
        outcome: Outcome {
            holds,
            actual: walk.record.shown,
            blessed: walk.record.blessed,
            ..Outcome::held()
        },
    }
}

struct Walk<'t> {
    shown: &'t Shown<'t>,
    comparer: Comparer,
    record: Record,
    /// Up to where the text agrees.
    at: usize,
    /// There are no more answers.
    ended: bool,
}

impl Walk<'_> {
    fn go(&mut self, query: &mut Query<'_>) -> Verdict {
        // The event that `...` leads to.
        let mut awaited: Option<(Reply, Option<Leaf>)> = None;
        loop {
            let (seen, output) = self.step(query);
            let (event, leaf, skipping) = match awaited.take() {
                Some((event, leaf)) => (event, leaf, true),
                None => match self.event(query, &output) {
                    Ok(Some(found)) => found,
                    Ok(None) => return Verdict::Fits,
                    Err(verdict) => return verdict,
                },
            };
            if !self.fits(&event, leaf.as_ref(), &seen, &output) {
                if skipping && !self.ended && self.record.count() < MAX_SKIPPED {
                    awaited = Some((event, leaf));
                    self.record.more();
                    continue;
                }
                return Verdict::Differs;
            }
            self.at = event.end;
            match event.after {
                After::More if self.ended => {
                    // A `false` behind the last answer is redundant; nothing else may follow.
                    return match toplevel_parser::next(self.shown.text, self.at) {
                        Some(r) if is_no(&r) => {
                            self.at = r.end;
                            self.over()
                        }
                        _ => Verdict::Differs,
                    };
                }
                After::More => self.record.more(),
                After::End if !self.ended && self.shown.exact => return Verdict::Differs,
                After::End if !self.ended => {
                    // Some systems know, and Horn need not, that there are no more answers.
                    self.record.more();
                    return match self.step(query).0 {
                        Seen::No => self.over(),
                        _ => Verdict::Differs,
                    };
                }
                After::End | After::Stop => return self.over(),
            }
        }
    }

    /// Runs the query to its next event, and writes that down.
    fn step(&mut self, query: &mut Query<'_>) -> (Seen, String) {
        let seen = Seen::next(query);
        let output = query.take_output();
        self.ended = !self.record.add(&seen, &output);
        (seen, output)
    }

    /// The next event of the text behind this output; none if anything may follow. Also tells whether
    /// answers may be left out before it.
    #[allow(
        clippy::type_complexity,
        reason = "an event, what it says, and whether others may come first"
    )]
    fn event(
        &mut self,
        query: &mut Query<'_>,
        output: &str,
    ) -> Result<Option<(Reply, Option<Leaf>, bool)>, Verdict> {
        let text = self.shown.text;
        let after = toplevel_parser::after_output(text, self.at, output);
        self.at = after.unwrap_or(self.at);
        let Some(mut event) = toplevel_parser::next(text, self.at) else {
            return Err(Verdict::Differs);
        };
        let mut skips = false;
        if event.kind == ReplyKind::Some {
            self.at = event.end;
            let ends =
                event.after != After::More && toplevel_parser::is_over(text, self.at).is_ok();
            match toplevel_parser::next(text, self.at) {
                Some(next) if !ends => (event, skips) = (next, true),
                _ => return Ok(None),
            }
        }
        match leaf(query, &event) {
            Ok(leaf) => Ok(Some((event, leaf, skips))),
            // What is no answer may be output that differs.
            Err(_) if after.is_none() && !output.trim().is_empty() => Err(Verdict::Differs),
            Err((at, reason)) => Err(Verdict::Malformed(at, reason)),
        }
    }

    fn fits(&self, event: &Reply, leaf: Option<&Leaf>, seen: &Seen, output: &str) -> bool {
        match (&event.kind, seen) {
            (ReplyKind::Yes, Seen::Answer(_)) | (ReplyKind::No, Seen::No) => true,
            (ReplyKind::Error(lines), Seen::Failed(e)) => error_fits(lines, e, self.shown.style),
            (ReplyKind::Term { .. }, _) => {
                leaf.is_some_and(|leaf| self.comparer.fits(leaf, seen, output))
            }
            _ => false,
        }
    }

    /// The end of the answers: only prose may follow.
    fn over(&self) -> Verdict {
        match toplevel_parser::is_over(self.shown.text, self.at) {
            Ok(()) => Verdict::Fits,
            Err(rest) => Verdict::Malformed(
                rest.start,
                "the answers have ended before this line".to_string(),
            ),
        }
    }

    /// Where the events that the text has from here on end, how many there are, and how the last ends.
    fn events_after(&self) -> (usize, usize, After) {
        let text = self.shown.text;
        let (mut end, mut count, mut last) = (self.at, 0, After::End);
        while toplevel_parser::is_over(text, end).is_err() {
            match toplevel_parser::next(text, end) {
                Some(r) if r.end > end => (end, count, last) = (r.end, count + 1, r.after),
                _ => break,
            }
        }
        (end, count, last)
    }

    /// Writes down as many answers as the text goes on to show, and a few more if it shows them all.
    fn show_more(&mut self, query: &mut Query<'_>) {
        let (_, events, last) = self.events_after();
        let more = match last {
            After::End => events + MAX_SHOWN,
            After::More | After::Stop => events.saturating_sub(1),
        };
        for _ in 0..more {
            if self.ended {
                return;
            }
            self.record.more();
            self.step(query);
        }
        if !self.ended {
            self.record.stop();
        }
    }
}

fn is_no(r: &Reply) -> bool {
    match &r.kind {
        ReplyKind::No => true,
        ReplyKind::Term { text, .. } => text.trim() == "false",
        _ => false,
    }
}

/// What an event describes, if it is a term; or what is wrong with it, and where.
fn leaf(query: &mut Query<'_>, event: &Reply) -> Result<Option<Leaf>, (usize, String)> {
    let ReplyKind::Term { text, at } = &event.kind else {
        return Ok(None);
    };
    // A symbol at the end must not take the period.
    let term = format!("{text} .");
    let engine = query.engine();
    let read = engine.read(&term, 0, ReadAs::FileTerm).map_err(|e| {
        let inside = e.at.offset.min(text.len());
        (at + inside, format!("this is no answer: {}", e.message))
    })?;
    let Some((term, _)) = read else {
        return Err((*at, "an answer is missing".to_string()));
    };
    let described = describe(&term.tree, engine.tables().atoms).map_err(|reason| (*at, reason))?;
    match described.alternatives.into_iter().flatten().next() {
        Some(leaf) => Ok(Some(leaf)),
        None => Err((*at, "an answer is missing".to_string())),
    }
}

/// Words by which top levels tell kinds of errors, the more telling first.
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

/// Whether lines about an error are about this one: of the same kind, and about the same procedure
/// if one is unknown. The words are each system's own.
fn error_fits(lines: &str, e: &Error, style: Style) -> bool {
    if lines.trim() == error_lines(e, style).trim() {
        return true;
    }
    let Some(ball) = e.ball() else {
        return false;
    };
    let said = lines.to_lowercase();
    let kind = KINDS.iter().find(|(words, _)| said.contains(words));
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
