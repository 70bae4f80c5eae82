//! Checks the quads of a text.

use super::answer_match::Strictness;
use super::check_quad::{CheckOutcome, check};
use super::edits::{Edit, edited, indented, line_start};
use super::quad_reader::QuadReader;
use super::quad_watch::QuadWatch;
use super::report::{CheckEvent, CheckOptions, QuadFailure, QuadPlace, QuadReport};
use crate::prolog::Machine;

impl Machine {
    /// Runs the quads of a text that is loaded already, in order.
    ///
    /// ```
    /// use horn::{Machine, Strictness};
    ///
    /// let text = "p(1).\n?- p(X).\n   X = 1.\n";
    /// let mut machine = Machine::new();
    /// machine.consult_str("p.pl", text)?;
    /// let report = machine.check_quads("p.pl", text, Strictness::Exact);
    /// assert_eq!((report.checked, report.failures.len()), (1, 0));
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn check_quads(&mut self, name: &str, text: &str, strictness: Strictness) -> QuadReport {
        self.check_quads_where(name, text, strictness, &|_| true)
    }

    /// Runs those quads of a text that is loaded already, in order, whose queries start at a line for
    /// which `wanted` returns true. A quad may depend on what earlier ones did: `|line| line <= n` runs
    /// all up to the one at line `n`.
    ///
    /// ```
    /// use horn::{Machine, Strictness};
    ///
    /// let text = "?- X = 1.\n   X = 1.\n?- X = 1.\n   X = 2.\n";
    /// let report = Machine::new().check_quads_where("p.pl", text, Strictness::Exact, &|line| line == 3);
    /// assert_eq!((report.checked, report.failures.len()), (1, 1));
    /// ```
    pub fn check_quads_where(
        &mut self,
        name: &str,
        text: &str,
        strictness: Strictness,
        wanted: &dyn Fn(usize) -> bool,
    ) -> QuadReport {
        let mut report = QuadReport::default();
        let mut options = CheckOptions {
            strictness,
            timeout: None,
            wanted,
            prepare: None,
            coverage: false,
            listener: &mut |_| {},
        };
        let edits = self.run_quads(name, text, &mut options, &mut report);
        report.blessed = edited(text, &edits);
        report
    }

    /// Runs the quads that are wanted, adds the results to the report, and returns the actual answers for
    /// the places of the descriptions that do not hold.
    pub(super) fn run_quads(
        &mut self,
        name: &str,
        text: &str,
        options: &mut CheckOptions<'_>,
        report: &mut QuadReport,
    ) -> Vec<Edit> {
        let mut edits: Vec<Edit> = Vec::new();
        let mut quads = QuadReader::new(text);
        while let Some(quad) = quads.next(self) {
            if !(options.wanted)(quad.line) {
                continue;
            }
            let place = QuadPlace {
                line: quad.line,
                query: quad.text.clone(),
            };
            let watch = QuadWatch::start(place, options);
            let before = (report.checked, report.failures.len());
            for part in &quad.descriptions {
                let outcome = match &part.description {
                    Ok(d) if d.skipped => {
                        report.skipped += 1;
                        continue;
                    }
                    Ok(d) => check(self, &quad, d, options.strictness),
                    Err(reason) => CheckOutcome::malformed(reason.clone()),
                };
                report.checked += 1;
                if outcome.holds {
                    continue;
                }
                let mended =
                    outcome.malformed.is_none() && !outcome.unexpected && !outcome.timed_out();
                let mut edit = None;
                if mended {
                    let copied = edits.last().map_or(0, |(range, _)| range.end);
                    let (start, newline) = line_start(text, part.span.start, copied);
                    let description = format!("{newline}{}", outcome.blessed);
                    edit = Some((start..part.span.end, description));
                    edits.extend(edit.clone());
                }
                let failure = QuadFailure {
                    file: name.to_string(),
                    query_line: quad.line,
                    line: part.line,
                    query: quad.text.clone(),
                    expected: indented(text, part.span.start, part.span.end),
                    actual: outcome.actual.trim_end().to_string(),
                    mended,
                    malformed: outcome.malformed,
                    edit,
                };
                (options.listener)(CheckEvent::Failure(&failure));
                report.failures.push(failure);
            }
            watch.finish(before, report, options);
        }
        edits
    }
}
