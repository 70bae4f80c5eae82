//! The place of a throw in terms of the program: the goal that threw, and the goals that called it.

use super::clause_text::{ClauseText, ClauseTexts, GoalText};
use super::goals::{has_environment, of_body};
use crate::base::atom::{Atom, atoms};
use crate::base::tree::{Node, NodeId, Tree};
use crate::code::instr::{Instr, Operand};
use crate::code::pred::PredId;
use crate::compile::VariablePlace;
use crate::machine::database::{ClauseId, Kind};
use crate::machine::{Backtrace, Origin, Outline};
use crate::system::Vm;
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::Arc;

/// The clauses that a search for last calls looks at.
const MOST_CLAUSES: usize = 20_000;

/// A goal that was called, with the outlines of its arguments.
pub(crate) struct CalledGoal {
    pub(crate) name: Atom,
    pub(crate) arity: u32,
    pub(crate) args: Vec<Outline>,
}

/// A goal in the text of a clause that was running.
pub(crate) struct RunningGoal {
    pub(crate) pred: PredId,
    pub(crate) clause: ClauseId,
    /// The index of the goal's instruction.
    pub(crate) index: usize,
    pub(crate) is_library: bool,
    /// True for a last call: its clause has left the stack, but the program has no other way to what it called.
    pub(crate) is_gone: bool,
    pub(crate) text: Option<Arc<ClauseText>>,
    /// The values of the variables of the clause, as far as they are known.
    pub(crate) values: Vec<(u32, NodeId)>,
}

impl RunningGoal {
    /// The goal in the text.
    pub(crate) fn goal(&self) -> Option<(&ClauseText, &GoalText)> {
        let text = self.text.as_deref()?;
        Some((text, text.goal_at(self.index)?))
    }
}

/// The goal that threw, and the goals that were running around it, the innermost first.
pub(crate) struct Scene {
    /// The goal that threw, if it is a call.
    pub(crate) called: Option<CalledGoal>,
    /// The goals whose clauses were running. If the instruction that threw is one of a clause, the first one is its.
    pub(crate) running: Vec<RunningGoal>,
    /// True if the first of them is the goal that threw.
    pub(crate) is_inline: bool,
    /// True if last calls between the running goals have left no trace.
    pub(crate) has_gaps: bool,
    /// True if the goals lead to the query.
    pub(crate) is_whole: bool,
}

/// The clauses by the addresses of their code.
struct Addresses(Vec<(Range<u64>, ClauseId)>);

impl Addresses {
    /// The clause at an address, and the index of the instruction.
    fn find(&self, address: u64) -> Option<(ClauseId, usize)> {
        let i = self.0.partition_point(|(r, _)| r.start <= address);
        let (range, clause) = self.0.get(i.checked_sub(1)?)?;
        let index = (address - range.start) as usize / 8;
        range.contains(&address).then_some((*clause, index))
    }
}

/// Finds where a ball was thrown.
pub(crate) fn scene(
    vm: &mut Vm,
    texts: &mut ClauseTexts,
    b: &Backtrace,
    query: Option<&ClauseText>,
) -> Scene {
    // An address may be another clause's now.
    let is_valid = b.dropped == vm.db.dropped;
    let addresses = Addresses(match is_valid {
        true => vm.db.addresses(),
        false => Vec::new(),
    });
    let mut scene = Scene {
        called: called(vm, b),
        running: Vec::new(),
        is_inline: false,
        has_gaps: false,
        is_whole: is_valid && b.frames.len() as u64 == b.depth,
    };
    let mut inner = innermost(vm, b);
    let mut first = 0;
    if let Origin::Instruction(at, _) = b.origin
        && let Some((clause, index)) = addresses.find(at)
        && let Some(mut goal) = running(vm, texts, clause, index)
    {
        let code = vm
            .db
            .clause(clause)
            .map_or(Vec::new(), |c| c.code().to_vec());
        let own = has_environment(&code, index);
        let slots = match b.frames.first() {
            Some(f) if own => &f.slots[..],
            _ => &[],
        };
        if let Some((text, found)) = goal.goal() {
            let mut values = values_before(found, &code, index, &b.registers, slots);
            if let Some(called) = &scene.called {
                let tree = &text.term.tree;
                add_arguments(tree, found.goal, &b.values, &called.args, &mut values);
            }
            goal.values = values;
        }
        scene.is_inline = true;
        inner = Some(goal.pred);
        scene.running.push(goal);
        first = usize::from(own);
    }
    for frame in b.frames.iter().skip(first) {
        let found = addresses.find(frame.address.wrapping_sub(8));
        let Some((clause, index)) = found else {
            inner = None;
            continue;
        };
        let Some(mut goal) = running(vm, texts, clause, index) else {
            continue;
        };
        let callee = match vm.db.clause(clause).map(|c| c.code()[index]) {
            Some(Instr::Call { p, .. }) => Some(target(vm, p)),
            _ => None,
        };
        if let (Some(from), Some(to)) = (callee, inner)
            && from != to
            && !vm.db.pred(from).properties.library
        {
            scene.add_last_calls(vm, texts, from, to);
        }
        let mut values = Vec::new();
        if let Some((text, found)) = goal.goal() {
            values = in_slots(&found.after, &frame.slots);
            if callee == inner
                && scene.running.is_empty()
                && let Some(called) = &scene.called
            {
                let tree = &text.term.tree;
                add_arguments(tree, found.goal, &b.values, &called.args, &mut values);
            }
        }
        goal.values = values;
        inner = Some(goal.pred);
        scene.running.push(goal);
    }
    if let (Some(query), Some(to)) = (query, inner)
        && scene.is_whole
        && !vm.db.pred(to).properties.library
    {
        scene.add_last_calls_of_query(vm, texts, query, to);
    }
    scene
}

/// The predicate that a call runs, behind its aliases.
fn target(vm: &Vm, p: PredId) -> PredId {
    match vm.db.pred(p).kind {
        Kind::Alias(to) => to,
        _ => p,
    }
}

/// The predicate that was called last, if it has no environment of its own.
fn innermost(vm: &Vm, b: &Backtrace) -> Option<PredId> {
    let p = match b.origin {
        Origin::Poll(p) => p?,
        Origin::Instruction(_, Instr::Undefined { p }) => p,
        Origin::Instruction(_, Instr::Builtin { b }) => {
            let (name, arity) = vm.builtin_indicator(b);
            let f = vm.functors.find(name, arity)?;
            vm.db.find(atoms::SYSTEM, f)?
        }
        Origin::Instruction(..) => return None,
    };
    Some(target(vm, p))
}

/// The goal that threw, if it is a call.
fn called(vm: &Vm, b: &Backtrace) -> Option<CalledGoal> {
    let (name, arity) = match b.origin {
        Origin::Instruction(_, Instr::Builtin { b }) => vm.builtin_indicator(b),
        Origin::Instruction(_, Instr::CallN { n }) => (atoms::CALL, u32::from(n)),
        Origin::Instruction(_, Instr::Undefined { p }) | Origin::Poll(Some(p)) => {
            let pred = vm.db.pred(p);
            (pred.name, pred.arity)
        }
        _ => return None,
    };
    let args = b.registers.iter().copied().take(arity as usize).collect();
    Some(CalledGoal { name, arity, args })
}

/// A goal of a clause that was running.
fn running(
    vm: &mut Vm,
    texts: &mut ClauseTexts,
    clause: ClauseId,
    index: usize,
) -> Option<RunningGoal> {
    let pred = vm.db.clause(clause)?.pred;
    let p = vm.db.pred(pred);
    let is_library = p.properties.library || p.module == atoms::SYSTEM;
    // Nothing of a library's text is shown.
    let text = match is_library {
        true => None,
        false => texts.clause(vm, clause),
    };
    Some(RunningGoal {
        pred,
        clause,
        index,
        is_library,
        is_gone: false,
        text,
        values: Vec::new(),
    })
}

impl Scene {
    /// Adds the last calls that lead from the query to a predicate, if only one of its goals leads there.
    fn add_last_calls_of_query(
        &mut self,
        vm: &mut Vm,
        texts: &mut ClauseTexts,
        query: &ClauseText,
        to: PredId,
    ) {
        let preds = preds_of_query(vm, query);
        if preds.contains(&to) {
            return;
        }
        let ways: Vec<_> = preds
            .iter()
            .filter_map(|&p| last_calls(vm, p, to))
            .collect();
        match &ways[..] {
            [way] => {
                for &(clause, index) in way {
                    self.add_gone(vm, texts, clause, index);
                }
            }
            _ => self.has_gaps = true,
        }
    }

    fn add_gone(&mut self, vm: &mut Vm, texts: &mut ClauseTexts, clause: ClauseId, index: usize) {
        if let Some(mut goal) = running(vm, texts, clause, index) {
            goal.is_gone = true;
            self.running.push(goal);
        }
    }

    /// Adds the last calls that lead from one predicate to another, if the program has only one shortest way.
    fn add_last_calls(&mut self, vm: &mut Vm, texts: &mut ClauseTexts, from: PredId, to: PredId) {
        let Some(way) = last_calls(vm, from, to) else {
            self.has_gaps = true;
            return;
        };
        for (clause, index) in way {
            self.add_gone(vm, texts, clause, index);
        }
    }
}

/// The predicates of the goals of a query.
fn preds_of_query(vm: &mut Vm, query: &ClauseText) -> Vec<PredId> {
    let goals = of_body(&query.term.tree, query.body, false);
    let preds = goals.into_iter().filter_map(|(_, (name, arity))| {
        let f = vm.functors.find(name, arity)?;
        let p = vm.db.find(atoms::USER, f)?;
        Some(target(vm, p))
    });
    preds.collect()
}

/// The last calls on the shortest way from one predicate to another, the last one first; `None` if there is no way, or
/// more than one.
fn last_calls(vm: &Vm, from: PredId, to: PredId) -> Option<Vec<(ClauseId, usize)>> {
    // For each predicate, its distance, the number of ways to it, and the last step of one.
    let mut found: FxHashMap<PredId, (u32, u32, Option<(PredId, ClauseId, usize)>)> =
        FxHashMap::default();
    found.insert(from, (0, 1, None));
    let mut layer = vec![from];
    let mut seen = 0;
    while !layer.is_empty() && !found.contains_key(&to) {
        let mut next = Vec::new();
        for p in layer {
            let (distance, ways, _) = found[&p];
            for c in vm.db.all_clauses(p) {
                seen += 1;
                if seen > MOST_CLAUSES {
                    return None;
                }
                let code = vm.db.clause(c).map_or(&[][..], |c| c.code());
                for (i, instr) in code.iter().enumerate() {
                    let Instr::Execute { p: q } = *instr else {
                        continue;
                    };
                    let q = target(vm, q);
                    let entry = found.entry(q).or_insert_with(|| {
                        next.push(q);
                        (distance + 1, 0, Some((p, c, i)))
                    });
                    if entry.0 == distance + 1 {
                        entry.1 += ways;
                    }
                }
            }
        }
        layer = next;
    }
    let mut way = Vec::new();
    let mut at = to;
    while at != from {
        let (_, ways, step) = found.get(&at)?;
        if *ways > 1 {
            return None;
        }
        let (before, clause, index) = (*step)?;
        way.push((clause, index));
        at = before;
    }
    Some(way)
}

/// The values of variables that have slots.
fn in_slots(places: &[VariablePlace], slots: &[Outline]) -> Vec<(u32, NodeId)> {
    let value = |p: &VariablePlace| slots.get(usize::from(p.slot?)).copied().flatten();
    let with_value = |p: &VariablePlace| Some((p.variable, value(p)?));
    places.iter().filter_map(with_value).collect()
}

/// The values of the variables of a clause at one of the instructions of a goal. Registers that the goal's instructions
/// have overwritten do not count any more.
fn values_before(
    goal: &GoalText,
    code: &[Instr],
    index: usize,
    registers: &[Outline],
    slots: &[Outline],
) -> Vec<(u32, NodeId)> {
    let mut content: FxHashMap<u16, u32> = FxHashMap::default();
    for p in &goal.before {
        if let Some(r) = p.register {
            content.insert(r, p.variable);
        }
    }
    for instr in code
        .get(goal.code.start as usize..index)
        .unwrap_or_default()
    {
        let moved = match *instr {
            Instr::PutValueX { x, .. } => content.get(&x).copied(),
            Instr::PutValueY { y, .. } => {
                let mut slots = goal.before.iter();
                let of_slot = slots.find(|p| p.slot == Some(y));
                of_slot.map(|p| p.variable)
            }
            _ => None,
        };
        instr.operands(&mut |o| {
            if let Operand::Out(r) | Operand::Value(r) | Operand::InOut(r) = o {
                match moved {
                    Some(v) => content.insert(r, v),
                    None => content.remove(&r),
                };
            }
        });
    }
    let mut values = in_slots(&goal.before, slots);
    for (r, v) in content {
        if let Some(value) = registers.get(usize::from(r)).copied().flatten()
            && values.iter().all(|(w, _)| *w != v)
        {
            values.push((v, value));
        }
    }
    values.sort_unstable_by_key(|(v, _)| *v);
    values
}

/// Adds the values of the variables of a goal, which its arguments show.
pub(super) fn add_arguments(
    tree: &Tree,
    goal: NodeId,
    values: &Tree,
    args: &[Outline],
    found: &mut Vec<(u32, NodeId)>,
) {
    let mut todo: Vec<(NodeId, NodeId)> = Vec::new();
    for (&written, value) in tree.args(goal).iter().zip(args) {
        if let Some(value) = value {
            todo.push((written, *value));
        }
    }
    while let Some((written, value)) = todo.pop() {
        match *tree.node(written) {
            Node::Var(v) if found.iter().all(|(w, _)| *w != v) => found.push((v, value)),
            Node::Compound { name, arity, .. } => {
                if let Node::Compound {
                    name: other,
                    arity: same,
                    ..
                } = *values.node(value)
                    && (name, arity) == (other, same)
                {
                    let pairs = tree.args(written).iter().zip(values.args(value));
                    todo.extend(pairs.map(|(a, b)| (*a, *b)));
                }
            }
            _ => {}
        }
    }
}
