//! A clause that is indented like a goal of the rule before it.

use crate::syntax::Span;
use crate::system::lint::check::{At, Check, Finding, Run};
use crate::system::lint::settings::LintLevel;

pub(super) const CHECK: Check = Check {
    name: "early_period",
    level: LintLevel::Warning,
    group: "",
    doc: "A clause on the line after a rule is indented like a goal of the rule, which a period ends too early.",
    wrong: "is_open :- day(monday).\n    hour(9).\nday(monday).\n",
    right: "is_open :- day(monday),\n    hour(9).\nday(monday).\nhour(9).\n",
    peer: "",
    run: Run::Load,
};

/// Compares a clause with the rule before it in a text; both without their ends.
pub(crate) fn finding(text: &str, rule: Span, clause: Span) -> Option<Finding> {
    let between = text.get(rule.end..clause.start)?;
    let indentation = |at: usize| {
        let line = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let before = &text[line..at];
        before.trim_start().is_empty().then_some(before.len())
    };
    let is_next_line = between.trim() == "." && between.matches('\n').count() == 1;
    if !is_next_line || indentation(clause.start)? <= indentation(rule.start)? {
        return None;
    }
    let period = rule.end + between.find('.')?;
    let end = Span {
        start: period,
        end: period + 1,
    };
    let finding = Finding::new(
        At::Span(clause),
        "this clause is indented like a goal of the rule before it",
    );
    Some(
        finding
            .place(At::Span(end), "the period ends the rule here")
            .hint("a comma stands between the goals of a rule"),
    )
}
