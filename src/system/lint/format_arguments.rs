//! A format that takes another number of arguments than it gets.

use crate::base::atom::atoms;
use crate::base::tree::{Node, NodeId};
use crate::syntax::quad::is_char_list;
use crate::system::lint::check::{At, Check, Finding, Run};
use crate::system::lint::clause::{BareClause, Goal, GoalKind, features};
use crate::system::lint::settings::LintLevel;

pub(super) const CHECK: Check = Check {
    name: "format_arguments",
    level: LintLevel::Warning,
    group: "",
    doc: "Each `~w`, `~a`, `~d` and the like of a format takes an element of the list of arguments, and none may be left.",
    wrong: "greet(First, Last) :- format(\"Good morning, ~w ~w!~n\", [First]), find(Last).\nfind(_).\n",
    right: "greet(First, Last) :- format(\"Good morning, ~w ~w!~n\", [First, Last]), find(Last).\nfind(_).\n",
    peer: "",
    run: Run::Clause(features::FORMAT, find),
};

fn find(clause: &BareClause<'_>, found: &mut Vec<Finding>) {
    let is_format = |g: &&Goal| g.kind == GoalKind::Format && !g.is_guarded;
    for goal in clause.goals.iter().filter(is_format) {
        let (format, arguments) = match clause.arguments(goal.node) {
            &[format] => (format, None),
            &[format, arguments] | &[_, format, arguments] => (format, Some(arguments)),
            _ => continue,
        };
        let taken = characters(clause, format).and_then(|text| taken_by(&text));
        let given = arguments.map_or(Some(0), |list| elements(clause, list));
        let (Some(taken), Some(given)) = (taken, given) else {
            continue;
        };
        // A text may stand for the only argument.
        let is_text = |n| is_text(clause, n);
        if taken == given || taken == 1 && arguments.is_some_and(is_text) {
            continue;
        }
        let message = format!("the format takes {}, and gets {given}", counted(taken));
        let hint = match taken > given {
            true => "an argument is missing; each directive but ~n and ~~ takes one",
            false => "is a directive missing, such as ~w? Each takes one argument",
        };
        found.push(Finding::new(At::Node(goal.node), message).hint(hint));
    }
}

/// A number of arguments, in words.
fn counted(count: usize) -> String {
    match count {
        0 => "no arguments".into(),
        1 => "1 argument".into(),
        n => format!("{n} arguments"),
    }
}

/// The text of a format, if it is constant.
fn characters(clause: &BareClause<'_>, format: NodeId) -> Option<String> {
    match clause.node(format) {
        Node::Atom(atoms::NIL) => return Some(String::new()),
        Node::Atom(a) => return Some(clause.vm.atoms.text(*a).to_string()),
        Node::String(text) => return Some(text.to_string()),
        _ => {}
    }
    let (elements, end) = clause.tree.elements(format);
    if elements.is_empty() || !clause.tree.is_nil(end) {
        return None;
    }
    let letter = |n: NodeId| match clause.node(n) {
        Node::Atom(a) => a.as_char(),
        Node::Int(code) => char::from_u32(u32::try_from(code.to_i64()?).ok()?),
        _ => None,
    };
    elements.into_iter().map(letter).collect()
}

/// The number of arguments that a format takes; `None` if it has a directive that a program may define.
fn taken_by(format: &str) -> Option<usize> {
    let mut count = 0;
    let mut letters = format.chars();
    while let Some(c) = letters.next() {
        if c != '~' {
            continue;
        }
        let mut directive = letters.next()?;
        match directive {
            '`' => {
                letters.next()?;
                directive = letters.next()?;
            }
            '*' => {
                count += 1;
                directive = letters.next()?;
            }
            _ => {
                while directive.is_ascii_digit() {
                    directive = letters.next()?;
                }
            }
        }
        count += match directive {
            '~' | 'n' | 'N' | 't' | '|' | '+' => 0,
            'W' => 2,
            'w' | 'p' | 'q' | 'k' | 'a' | 's' | 'd' | 'D' | 'U' | 'I' | 'r' | 'R' | 'e' | 'E'
            | 'f' | 'g' | 'G' | 'h' | 'c' | 'i' | '@' => 1,
            _ => return None,
        };
    }
    Some(count)
}

/// The number of elements of a list of arguments; 1 for a single argument, `None` if the number is not known.
fn elements(clause: &BareClause<'_>, arguments: NodeId) -> Option<usize> {
    let (elements, end) = clause.tree.elements(arguments);
    match clause.node(end) {
        Node::Atom(atoms::NIL) => Some(elements.len()),
        Node::Var(_) => None,
        _ => elements.is_empty().then_some(1),
    }
}

/// Returns true for a list of characters or of codes.
fn is_text(clause: &BareClause<'_>, n: NodeId) -> bool {
    let is_code = |n: &NodeId| matches!(clause.node(*n), Node::Int(_));
    let (elements, _) = clause.tree.elements(n);
    match elements.iter().all(is_code) {
        true => !elements.is_empty(),
        false => is_char_list(clause.tree, n),
    }
}
