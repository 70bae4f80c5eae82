//! Reports the start and the end of a query.

use super::report::{CheckEvent, CheckOptions, QuadOutcome, QuadPlace, QuadReport, QuadResult};
use crate::prolog::Instant;

/// A query that runs.
pub(super) struct QuadWatch {
    place: QuadPlace,
    start: Instant,
}

impl QuadWatch {
    /// Reports the start of a query.
    pub(super) fn start(place: QuadPlace, options: &mut CheckOptions<'_>) -> QuadWatch {
        (options.listener)(CheckEvent::Started(&place));
        let start = Instant::now();
        QuadWatch { place, start }
    }

    /// Reports the end of the query, whose descriptions were added to a report that had `before` of them, and so many
    /// failures.
    pub(super) fn finish(
        self,
        before: (usize, usize),
        report: &QuadReport,
        options: &mut CheckOptions<'_>,
    ) {
        let outcome = match (report.checked, report.failures.len()) {
            (checked, _) if checked == before.0 => QuadOutcome::Skipped,
            (_, failures) if failures == before.1 => QuadOutcome::Holds,
            _ => QuadOutcome::Differs,
        };
        let time = self.start.elapsed();
        let place = self.place;
        (options.listener)(CheckEvent::Finished(&QuadResult {
            place,
            outcome,
            time,
        }));
    }
}
