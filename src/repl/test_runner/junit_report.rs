//! The report of a run in the XML format of JUnit, which servers of continuous integration read.

use super::jobs::{DocumentEnd, Happening};
use super::text_report::failure_text;
use super::totals::Totals;
use crate::prolog::Severity;
use crate::testing::{QuadOutcome, QuadResult};
use std::fmt::Write;
use std::time::Duration;

/// Collects the report: a document is a suite, a query a case.
#[derive(Default)]
pub(super) struct JunitReport {
    suites: String,
    /// The cases of the document that runs.
    cases: String,
    /// The differences of the query that runs.
    differences: String,
    /// True if the description of its answers is malformed.
    malformed: bool,
    /// The output of the program of the document.
    output: String,
}

impl JunitReport {
    pub(super) fn take(&mut self, file: &str, happening: &Happening) {
        match happening {
            Happening::Failure(f) => {
                self.differences.push_str(&failure_text(f, false));
                self.malformed |= f.malformed.is_some();
            }
            Happening::Finished(result) => self.case(file, result),
            Happening::Output { text, .. } => self.output.push_str(text),
            Happening::Message(m) if m.severity >= Severity::Warning => {
                let _ = writeln!(self.output, "{m}");
            }
            _ => {}
        }
    }

    fn case(&mut self, file: &str, result: &QuadResult) {
        let place = &result.place;
        let query = place.query.split_whitespace().collect::<Vec<_>>().join(" ");
        let name = format!("{}: {query}", place.line);
        let opened = format!(
            "    <testcase classname=\"{}\" name=\"{}\" file=\"{}\" line=\"{}\" time=\"{}\"",
            escaped(file),
            escaped(&name),
            escaped(file),
            place.line,
            shown(result.time),
        );
        let differences = std::mem::take(&mut self.differences);
        let reason = match std::mem::take(&mut self.malformed) {
            true => "the description of the answers is malformed",
            false => "other answers are expected",
        };
        let _ = match result.outcome {
            QuadOutcome::Holds => writeln!(self.cases, "{opened}/>"),
            QuadOutcome::Skipped => {
                writeln!(self.cases, "{opened}>\n      <skipped/>\n    </testcase>")
            }
            QuadOutcome::Differs => writeln!(
                self.cases,
                "{opened}>\n      <failure message=\"{reason}\">{}</failure>\n    </testcase>",
                escaped(&differences)
            ),
        };
    }

    pub(super) fn document(&mut self, file: &str, end: &DocumentEnd, totals: &Totals) {
        let (mut cases, output) = (
            std::mem::take(&mut self.cases),
            std::mem::take(&mut self.output),
        );
        if totals.faulty > 0 {
            let fault = match &end.checked {
                Err(fault) => fault.as_str(),
                Ok(_) => "the program was not loaded without errors",
            };
            let file = escaped(file);
            let _ = writeln!(
                cases,
                "    <testcase classname=\"{file}\" name=\"load\" file=\"{file}\" line=\"1\" time=\"0.000\">\n      \
                 <error message=\"{}\"/>\n    </testcase>",
                escaped(fault)
            );
        }
        if !output.is_empty() {
            let _ = writeln!(cases, "    <system-out>{}</system-out>", escaped(&output));
        }
        let _ = writeln!(
            self.suites,
            "  <testsuite name=\"{}\" {} time=\"{}\">\n{cases}  </testsuite>",
            escaped(file),
            counts(totals),
            shown(end.time),
        );
    }

    /// The whole report.
    pub(super) fn text(&self, totals: &Totals, time: Duration) -> String {
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"horn test\" {} time=\"{}\">\n{}</testsuites>\n",
            counts(totals),
            shown(time),
            self.suites
        )
    }
}

fn counts(totals: &Totals) -> String {
    format!(
        "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\"",
        totals.queries() + totals.faulty,
        totals.failed,
        totals.faulty,
        totals.skipped
    )
}

fn shown(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}

/// The text for an attribute or an element. Characters that XML 1.0 cannot have are replaced.
fn escaped(text: &str) -> String {
    let mut done = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => done.push_str("&lt;"),
            '>' => done.push_str("&gt;"),
            '&' => done.push_str("&amp;"),
            '"' => done.push_str("&quot;"),
            '\n' | '\t' => done.push(c),
            '\u{fffe}' | '\u{ffff}' => done.push('\u{fffd}'),
            c if c < ' ' => done.push('\u{fffd}'),
            c => done.push(c),
        }
    }
    done
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn texts_are_valid_xml() {
        assert_eq!(
            escaped("a<b & \"c\"\u{1}\n"),
            "a&lt;b &amp; &quot;c&quot;\u{fffd}\n"
        );
    }
}
