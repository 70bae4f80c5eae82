//! The goals of a clause in its code and in its text, and their correspondence.

use crate::base::atom::{Atom, atoms};
use crate::base::tree::{Node, NodeId, Tree};
use crate::code::instr::{Instr, InstrOperand};
use crate::system::Vm;
use std::ops::Range;

/// A goal as code or text shows it: the name and arity of its predicate.
type GoalIndicator = (Atom, u32);

/// The greatest number of goals that are compared: the time is quadratic.
const MOST_GOALS: usize = 1000;

/// Returns true if the clause has its environment before the instruction at `at`.
pub(crate) fn has_environment(code: &[Instr], at: usize) -> bool {
    let mut known: Vec<Option<bool>> = vec![None; code.len()];
    let mut todo = vec![(0, false)];
    while let Some((i, before)) = todo.pop() {
        let Some(slot) = known.get_mut(i).filter(|k| k.is_none()) else {
            continue;
        };
        *slot = Some(before);
        let after = match code[i] {
            Instr::Allocate { .. } => true,
            Instr::Deallocate {} => false,
            _ => before,
        };
        code[i].operands(&mut |o| {
            if let InstrOperand::Jump(to) = o
                && to != 0
            {
                todo.push(((i as i64 + i64::from(to)) as usize, after));
            }
        });
        let ends = matches!(
            code[i],
            Instr::Execute { .. } | Instr::Proceed {} | Instr::Fail {} | Instr::Jump { .. }
        );
        if !ends {
            todo.push((i + 1, after));
        }
    }
    known.get(at).copied().flatten().unwrap_or(false)
}

/// The goals that code calls or runs in line, as far as its instructions tell, each with its instructions.
pub(super) fn of_code(vm: &Vm, code: &[Instr]) -> Vec<(Range<u32>, GoalIndicator)> {
    let mut found: Vec<(Range<u32>, GoalIndicator)> = Vec::new();
    let mut arithmetic: Vec<(Range<u32>, &'static str)> = Vec::new();
    for note in code.iter().rev() {
        let (Instr::NoteIs { n, at } | Instr::NoteComparison { n, at, .. }) = *note else {
            break;
        };
        let name = note.comparison().map_or("is", |op| op.name());
        arithmetic.push((at - u32::from(n)..at + 1, name));
    }
    let named = |name: &str| (vm.atoms.lookup(name).unwrap_or(atoms::NIL), 2);
    for (i, instr) in code.iter().enumerate() {
        let i = i as u32;
        if let Some((range, name)) = arithmetic.iter().find(|(r, _)| r.contains(&i)) {
            if range.start == i {
                found.push((range.clone(), named(name)));
            }
            continue;
        }
        let what = match *instr {
            Instr::Call { p, .. } | Instr::Execute { p } => {
                let pred = vm.db.pred(p);
                (pred.name, pred.arity)
            }
            Instr::Builtin { b } => vm.builtin_indicator(b),
            Instr::NoteIs { .. } | Instr::NoteComparison { .. } => continue,
            _ => match (instr.comparison(), instr.value_register()) {
                (Some(op), _) => named(op.name()),
                (None, Some(_)) => named("is"),
                (None, None) => continue,
            },
        };
        found.push((i..i + 1, what));
    }
    found
}

/// The goals in the body of a clause, in the order of the text, with their predicates.
pub(super) fn of_body(tree: &Tree, body: NodeId, is_grammar: bool) -> Vec<(NodeId, GoalIndicator)> {
    let mut found = Vec::new();
    let mut todo = vec![(body, is_grammar)];
    while let Some((t, is_grammar)) = todo.pop() {
        let extra = if is_grammar { 2 } else { 0 };
        match *tree.node(t) {
            Node::Var(_) if is_grammar => {}
            Node::Var(_) => found.push((t, (atoms::CALL, 1))),
            Node::Atom(atoms::NIL) if is_grammar => {}
            Node::Atom(a) => found.push((t, (a, extra))),
            Node::Compound { name, arity, .. } => {
                let args = tree.args(t);
                match (name, args) {
                    (
                        atoms::COMMA | atoms::SEMICOLON | atoms::ARROW | atoms::SOFT_ARROW,
                        &[a, b],
                    ) => todo.extend([(b, is_grammar), (a, is_grammar)]),
                    (atoms::NOT_PROVABLE, &[g]) => {
                        // Either its goal is compiled in place, or it is a call.
                        found.push((t, (name, 1)));
                        todo.push((g, is_grammar));
                    }
                    (atoms::COLON, &[_, g]) => todo.push((g, is_grammar)),
                    (atoms::CURLY, &[g]) if is_grammar => todo.push((g, false)),
                    (atoms::DOT, &[_, _]) if is_grammar => {}
                    (atoms::CALL, &[g]) if !is_grammar => {
                        found.push((t, (name, 1)));
                        todo.push((g, false));
                    }
                    _ => found.push((t, (name, arity + extra))),
                }
            }
            _ => {}
        }
        if found.len() > MOST_GOALS {
            break;
        }
    }
    found
}

/// Pairs the goals of code with those of the text: as many as have the same predicates in the same order.
pub(super) fn paired(
    code: &[(Range<u32>, GoalIndicator)],
    text: &[(NodeId, GoalIndicator)],
) -> Vec<(Range<u32>, NodeId)> {
    if code.len() > MOST_GOALS || text.len() > MOST_GOALS {
        return Vec::new();
    }
    // The longest common subsequence of the rest of both.
    let width = text.len() + 1;
    let mut longest = vec![0u32; (code.len() + 1) * width];
    for i in (0..code.len()).rev() {
        for j in (0..text.len()).rev() {
            let skipped = longest[(i + 1) * width + j].max(longest[i * width + j + 1]);
            let both = match code[i].1 == text[j].1 {
                true => 1 + longest[(i + 1) * width + j + 1],
                false => 0,
            };
            longest[i * width + j] = both.max(skipped);
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut pairs = Vec::new();
    while i < code.len() && j < text.len() {
        let here = longest[i * width + j];
        if code[i].1 == text[j].1 && here == 1 + longest[(i + 1) * width + j + 1] {
            pairs.push((code[i].0.clone(), text[j].0));
            (i, j) = (i + 1, j + 1);
        } else if here == longest[i * width + j + 1] {
            j += 1;
        } else {
            i += 1;
        }
    }
    pairs
}
