//! Text that the standard forbids and that was read as other systems read it.

use crate::syntax::Departure;
use crate::system::lint::check::{At, Check, Finding, Run};
use crate::system::lint::settings::LintLevel;

pub(super) const CHECK: Check = Check {
    name: "not_portable",
    level: LintLevel::Warning,
    group: "",
    doc: "The standard forbids the text; it was read in its one sensible meaning, which other systems may refuse.",
    wrong: "larger(X, Y, Op) :- ( X > Y -> Op = > ; Op = < ).\n",
    right: "larger(X, Y, Op) :- ( X > Y -> Op = (>) ; Op = (<) ).\n",
    peer: "",
    run: Run::Load,
};

/// The places of one clause as one finding.
pub(crate) fn finding(departures: &[Departure]) -> Option<Finding> {
    let (first, further) = departures.split_first()?;
    let message = format!("not portable: {}", first.fault);
    let finding = Finding::new(At::Span(first.span), message)
        .label(format!("portable: `{}`", first.portable));
    Some(further.iter().fold(finding, |finding, d| {
        finding.place(
            At::Span(d.span),
            format!("{}; portable: `{}`", d.fault, d.portable),
        )
    }))
}
