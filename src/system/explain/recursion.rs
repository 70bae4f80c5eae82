//! The explanation of recursion without end: the goals that repeat, the clause that calls them, and the probable
//! mistake.

use super::clause_text::ClauseText;
use super::explanation::one_line;
use super::scene::{RunningGoal, Scene};
use super::values::{shown, variables};
use crate::base::atom::atoms;
use crate::base::tree::{Node, NodeId};
use crate::code::instr::Instr;
use crate::machine::Backtrace;
use crate::machine::database::ClauseId;
use crate::syntax::{Diagnostic, Place, Severity};
use crate::system::Vm;
use crate::system::load::indicator_text;

/// The goals of a cycle at most.
const LONGEST: usize = 12;

/// The number of rounds that must be the same.
const ROUNDS: usize = 8;

/// The explanation, if the goals that are running repeat.
pub(super) fn explain(vm: &Vm, b: &Backtrace, scene: &Scene) -> Option<Diagnostic> {
    let running: Vec<&RunningGoal> = scene
        .running
        .iter()
        .filter(|r| !r.is_gone && r.goal().is_some())
        .collect();
    let (start, length) = cycle(&running)?;
    let round = &running[start..start + length];
    let next = &running[start + length];
    let first = round.first()?;
    let pred = indicator_text(vm, first.pred);
    let (text, goal) = first.goal()?;
    let depth = b.depth / length as u64;
    let message = match length {
        1 => format!(
            "the recursion of `{pred}` does not end: {} calls are open",
            grouped(depth)
        ),
        _ => format!(
            "the recursion of `{pred}` does not end: {} rounds of {length} calls are open",
            grouped(depth)
        ),
    };
    let span = one_line(text, goal.span);
    let mut d = Diagnostic::new(
        Severity::Error,
        text.file.clone(),
        text.text.clone(),
        Some(span),
        message,
    );
    let change = change(vm, b, first, next);
    d.label = Some(match length {
        1 => "calls the same predicate again".into(),
        _ => "leads back to the same predicate".into(),
    });
    for r in &round[1..] {
        if let Some((other, goal)) = r.goal() {
            d.places.push(Place {
                file: other.file.clone(),
                text: match other.file == d.file {
                    true => d.text.clone(),
                    false => other.text.clone(),
                },
                span: one_line(other, goal.span),
                message: "through this goal".into(),
            });
        }
    }
    match &change {
        Change::None => d.notes.push("its arguments are the same each time".into()),
        Change::Number { name, values } => d.notes.push(format!(
            "`{name}` is {} in the newest calls",
            values.join(", then ")
        )),
        Change::Unknown => {}
    }
    d.hint = Some(hint(vm, first, &pred, &change));
    Some(d)
}

/// The text of an argument such as `N-1` that the program most likely takes to be evaluated.
fn expression_argument(text: &ClauseText, goal: NodeId) -> Option<&str> {
    let tree = &text.term.tree;
    let (_, args) = tree.callable(goal)?;
    let is_expression = |t: NodeId| {
        [atoms::PLUS, atoms::MINUS, atoms::TIMES]
            .iter()
            .any(|&name| {
                let parts = tree.as_compound::<2>(t, name);
                parts.is_some_and(|[l, r]| {
                    matches!(tree.node(l), Node::Var(_)) && matches!(tree.node(r), Node::Int(_))
                })
            })
    };
    let found = args.iter().copied().find(|&t| is_expression(t))?;
    let span = text.span(found);
    text.text.get(span.start..span.end)
}

/// Adds to a message about exhausted memory that the goal is a last call of its own predicate: such recursion leaves no
/// goals that could be counted, but its arguments grow.
pub(super) fn explain_last_call(vm: &Vm, scene: &Scene, d: &mut Diagnostic) {
    let Some(first) = last_call_of_itself(vm, scene) else {
        return;
    };
    let pred = indicator_text(vm, first.pred);
    d.message = format!("the memory is exhausted by the recursion of `{pred}`");
    d.label = Some("calls the same predicate again".into());
    d.hint = Some(match all_recursive(vm, first) {
        true => without_end(&pred),
        false => check_progress(&pred),
    });
}

/// Adds to a message about an interrupt that no clause of the running predicate ends its recursion.
pub(super) fn explain_interrupt(vm: &Vm, scene: &Scene, d: &mut Diagnostic) {
    if let Some(first) = last_call_of_itself(vm, scene).filter(|first| all_recursive(vm, first)) {
        d.hint = Some(without_end(&indicator_text(vm, first.pred)));
    }
}

/// The innermost goal, if it is a last call of its own predicate.
fn last_call_of_itself<'s>(vm: &Vm, scene: &'s Scene) -> Option<&'s RunningGoal> {
    let first = scene.running.first().filter(|r| r.is_gone)?;
    let code = vm.db.clause(first.clause).map(|c| c.code()[first.index]);
    matches!(code, Some(Instr::Execute { p }) if p == first.pred).then_some(first)
}

/// Where the repetition begins, and how many goals it has.
fn cycle(running: &[&RunningGoal]) -> Option<(usize, usize)> {
    let key = |i: usize| (running[i].clause, running[i].index);
    for start in 0..LONGEST.min(running.len()) {
        for length in 1..=LONGEST {
            let end = start + length * ROUNDS;
            if end + length > running.len() {
                break;
            }
            if (start..end).all(|i| key(i) == key(i + length)) {
                return Some((start, length));
            }
        }
    }
    None
}

/// The difference between the arguments of one call and those of the next.
enum Change {
    None,
    /// A number changes.
    Number {
        name: String,
        values: Vec<String>,
    },
    Unknown,
}

/// The change between two calls of the same goal, the first one being the inner one.
fn change(vm: &Vm, b: &Backtrace, inner: &RunningGoal, outer: &RunningGoal) -> Change {
    let Some((text, goal)) = inner.goal() else {
        return Change::Unknown;
    };
    let value = |r: &RunningGoal, v: u32| {
        let found = r.values.iter().find(|(w, _)| *w == v);
        found.map(|(_, node)| *node)
    };
    let tree = &text.term.tree;
    let mut all_known = true;
    let mut is_same = true;
    let mut shown_variables = variables(tree, goal.goal);
    for v in variables(tree, text.head) {
        if !shown_variables.contains(&v) {
            shown_variables.push(v);
        }
    }
    for v in shown_variables {
        let in_goal = variables(tree, goal.goal).contains(&v);
        let (Some(new), Some(old)) = (value(inner, v), value(outer, v)) else {
            all_known &= !in_goal;
            continue;
        };
        let number = |n: NodeId| matches!(b.values.node(n), Node::Int(_) | Node::Float(_));
        if number(new) && number(old) && !b.values.is_same(new, old) {
            let name = text.name(v).unwrap_or("_").to_string();
            let values = [old, new].map(|n| shown(vm, &b.values, n)).to_vec();
            return Change::Number { name, values };
        }
        let both_free = [new, old]
            .iter()
            .all(|n| matches!(b.values.node(*n), Node::Var(_)));
        if in_goal {
            is_same &= both_free || b.values.is_same(new, old);
        }
    }
    // Beyond the depth to which terms are kept, growing terms look equal.
    let grows = expression_argument(text, goal.goal).is_some();
    match all_known && is_same && !grows {
        true => Change::None,
        false => Change::Unknown,
    }
}

/// The mistake that is likely.
fn hint(vm: &Vm, first: &RunningGoal, pred: &str, change: &Change) -> String {
    let expression = first
        .goal()
        .and_then(|(text, goal)| expression_argument(text, goal.goal));
    if let Some(e) = expression {
        return format!(
            "`{e}` is a term, which is not computed in an argument: write N1 is {e} before this goal, and N1 in its place"
        );
    }
    if all_recursive(vm, first) {
        return without_end(pred);
    }
    let is_first_goal = first.goal().is_some_and(|(text, goal)| {
        let before = |g: &&super::GoalText| g.span.start < goal.span.start;
        text.goals.iter().filter(before).count() == 0
    });
    match change {
        Change::Number { name, .. } => format!(
            "{name} passes the case in which the recursion ends: add a condition such as {name} > 0 to this clause"
        ),
        _ if is_first_goal => format!(
            "this clause calls {pred} before anything else (left recursion): write :- table {pred}. before its \
             clauses, or put this goal after the goals that limit it"
        ),
        Change::None => {
            format!("the call repeats itself: write :- table {pred}. before its clauses")
        }
        Change::Unknown => check_progress(pred),
    }
}

/// Returns true if each clause of a goal's predicate calls the predicate.
fn all_recursive(vm: &Vm, goal: &RunningGoal) -> bool {
    let calls_itself = |c: &ClauseId| {
        let code = vm.db.clause(*c).map_or(&[][..], |c| c.code());
        code.iter().any(|i| match *i {
            Instr::Call { p, .. } | Instr::Execute { p } => p == goal.pred,
            _ => false,
        })
    };
    vm.db.all_clauses(goal.pred).iter().all(calls_itself)
}

fn without_end(pred: &str) -> String {
    format!(
        "every clause of {pred} calls {pred} again: add a clause for the case in which the recursion ends"
    )
}

pub(super) fn check_progress(pred: &str) -> String {
    format!("check that each call of {pred} comes closer to a clause that does not call it again")
}

/// A number with blanks between groups of three digits.
fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(c);
    }
    text
}
