//! Text that the standard forbids and that was read as other systems read it.

use crate::syntax::Departure;
use crate::system::lint::check::{At, Check, Finding, Run};
use crate::system::lint::settings::LintLevel;

pub(super) const CHECK: Check = Check {
    name: "not_portable",
    level: LintLevel::Warning,
    group: "",
    doc: "The standard forbids the text; it was read in its one sensible meaning, which other systems may refuse. Texts of the dialect `swi`, whose own system reads it, have no such warning.",
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
    let finding = match list_without_brackets(&first.portable) {
        Some(list) => finding.hint(format!("a list is written [{list}]")),
        None => finding,
    };
    Some(further.iter().fold(finding, |finding, d| {
        finding.place(
            At::Span(d.span),
            format!("{}; portable: `{}`", d.fault, d.portable),
        )
    }))
}

/// The elements of what is most likely a list whose brackets are missing, such as `(H|T)`.
fn list_without_brackets(portable: &str) -> Option<&str> {
    let inner = portable.strip_prefix('(')?.strip_suffix(')')?;
    let is_simple = |c: char| c.is_alphanumeric() || c == '_' || c == '|';
    let is_list = inner.matches('|').count() == 1 && inner.chars().all(is_simple);
    is_list.then_some(inner)
}
