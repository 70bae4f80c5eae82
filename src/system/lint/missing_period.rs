//! A directive that was read as the body of the clause before it.

use crate::base::atom::{AtomTable, atoms};
use crate::syntax::lexer::Lexer;
use crate::syntax::{ReadTerm, Span, TokenKind};
use crate::system::lint::check::{At, Check, Finding, Run};
use crate::system::lint::clause::{first_goal, variables};
use crate::system::lint::settings::LintLevel;
use rustc_hash::FxHashSet;

pub(super) const CHECK: Check = Check {
    name: "missing_period",
    level: LintLevel::Warning,
    group: "",
    doc: "A line that begins with `:-`, and has no variable in common with the line before it, reads as a directive; without a period before it, it is the body of a rule.",
    wrong: "parent(ann, bob)\n:- use_module(library(lists)).\n",
    right: "parent(ann, bob).\n:- use_module(library(lists)).\n",
    peer: "",
    run: Run::Load,
};

/// Goals that stand in directives, and in the bodies of few rules.
const DIRECTIVES: &[&str] = &[
    "discontiguous",
    "dynamic",
    "ensure_loaded",
    "include",
    "initialization",
    "module",
    "multifile",
    "op",
    "set_prolog_flag",
    "table",
    "use_module",
];

/// Looks for the place in a rule where a period is missing.
pub(crate) fn finding(text: &str, rule: &ReadTerm, names: &AtomTable) -> Option<Finding> {
    let (tree, span) = (&rule.tree, rule.span);
    let [head, body] = tree.as_compound::<2>(tree.root(), atoms::NECK)?;
    if !text.get(span.start..span.end)?.contains("\n:-") {
        return None;
    }
    let (end, neck) = neck(text, span)?;
    if !text[..neck].ends_with('\n') {
        return None;
    }
    let in_body: FxHashSet<u32> = variables(tree, body).map(|(_, v)| v).collect();
    if variables(tree, head).any(|(_, v)| in_body.contains(&v)) {
        return None;
    }
    // `main` without a period may be a program that begins its rules in this way.
    let (goal, _) = tree.callable(first_goal(tree, body))?;
    let is_directive = DIRECTIVES.contains(&&*names.text(goal));
    if tree.args(head).is_empty() && !is_directive {
        return None;
    }
    let fact = Span {
        start: span.start,
        end,
    };
    let written = text[fact.start..fact.end].lines().last()?.trim_start();
    let directive = Span {
        start: neck,
        end: span.end,
    };
    let message = format!("this is the body of a rule: a period is missing after `{written}`");
    let finding = Finding::new(At::Span(directive), message).label("reads as a directive");
    Some(
        finding
            .place(At::Span(fact), "no period ends this clause")
            .hint(format!("{written}.")),
    )
}

/// The end of the token before the `:-` of a rule, and the start of the `:-`.
fn neck(text: &str, rule: Span) -> Option<(usize, usize)> {
    let mut lexer = Lexer::new(text, rule.start);
    let (mut open, mut before) = (0, rule.start);
    while lexer.pos() < rule.end {
        let token = lexer.next_token().ok()?;
        match token.kind {
            TokenKind::Punct('(' | '[' | '{') => open += 1,
            TokenKind::Punct(')' | ']' | '}') => open -= 1,
            TokenKind::Name(":-") if open == 0 => return Some((before, token.start)),
            _ => {}
        }
        before = token.end;
    }
    None
}
