//! The clauses that are running: the goals that have led to the present one.

use super::clause_text::{ClauseText, ClauseTexts};
use super::scene::{Addresses, TRACER, running};
use crate::base::atom::{Atom, atoms};
use crate::code::instr::Instr;
use crate::code::pred::PredId;
use crate::machine::database::ClauseId;
use crate::machine::{Cell, ReturnPoint};
use crate::system::Vm;
use crate::system::module_table::strip_node;
use std::sync::Arc;

/// A clause that is running.
pub(crate) struct RunningClause {
    /// The number of its environment, the same for as long as the clause is running.
    pub(crate) number: i64,
    pub(crate) pred: PredId,
    pub(crate) clause: ClauseId,
    /// File and line of the goal that it has called.
    pub(crate) at: Option<(Arc<str>, i64)>,
    /// The head, with the values of the variables that the clause still needs.
    pub(crate) head: Cell,
}

/// The clauses that are running, the innermost first, from the one with a number on, at most `most`. Those of module `own`,
/// of `system` and of the tracer are left out. A clause that has called its last goal runs no longer.
pub(crate) fn running_clauses(
    vm: &mut Vm,
    own: Atom,
    from: Option<i64>,
    most: usize,
) -> Vec<RunningClause> {
    let addresses = Addresses(vm.db.addresses());
    let is_before = |c: &ReturnPoint| from.is_some_and(|n| number(c) != n);
    let points: Vec<ReturnPoint> = vm.return_points().skip_while(is_before).collect();
    let hidden = [atoms::SYSTEM, own, vm.atoms.intern(TRACER)];
    let mut texts = ClauseTexts::default();
    let mut found = Vec::new();
    for c in points {
        if found.len() == most {
            break;
        }
        let Some((clause, index)) = addresses.find(c.address.wrapping_sub(8)) else {
            continue;
        };
        let Some(pred) = vm.db.clause(clause).map(|c| c.pred) else {
            continue;
        };
        if !hidden.contains(&vm.db.pred(pred).module) {
            found.push(running_clause(vm, &mut texts, &c, (clause, index), pred));
        }
    }
    found
}

fn number(c: &ReturnPoint) -> i64 {
    (c.environment / 8) as i64
}

fn running_clause(
    vm: &mut Vm,
    texts: &mut ClauseTexts,
    c: &ReturnPoint,
    (clause, index): (ClauseId, usize),
    pred: PredId,
) -> RunningClause {
    let goal = running(vm, texts, clause, index);
    let text = goal.and_then(|g| g.text);
    let mut head = None;
    let mut at = None;
    if let Some(text) = &text
        && let Some(goal) = text.goal_at(index)
    {
        at = Some((text.file.clone(), text.line(goal.span.start)));
        let slots = match vm
            .db
            .clause(clause)
            .and_then(|c| c.code().get(index).copied())
        {
            Some(Instr::Call { n, .. }) => n,
            _ => 0,
        };
        let values = goal.after.iter().filter_map(|place| {
            let slot = place.slot.filter(|&s| s < slots)?;
            Some((place.variable, vm.slot_of(c, slot)))
        });
        let values: Vec<(u32, Cell)> = values.collect();
        head = head_with(vm, text, pred, &values);
    }
    RunningClause {
        number: number(c),
        pred,
        clause,
        at,
        head: head.unwrap_or_else(|| skeleton(vm, pred)),
    }
}

/// The head of a clause as it was read; `None` if it is one of a grammar rule or another notation.
fn head_with(vm: &mut Vm, text: &ClauseText, pred: PredId, values: &[(u32, Cell)]) -> Option<Cell> {
    let tree = &text.term.tree;
    let (_, head) = strip_node(tree, text.head, atoms::USER);
    let (name, args) = tree.callable(head)?;
    let p = vm.db.pred(pred);
    if (name, args.len() as u32) != (p.name, p.arity) {
        return None;
    }
    let mut variables: Vec<Cell> = (0..tree.var_count()).map(|_| vm.heap.new_var()).collect();
    for &(variable, value) in values {
        variables[variable as usize] = value;
    }
    Some(vm.build(tree, head, &mut variables))
}

/// The most general head of a predicate.
fn skeleton(vm: &mut Vm, pred: PredId) -> Cell {
    let p = vm.db.pred(pred);
    let (name, arity) = (p.name, p.arity);
    if arity == 0 {
        return Cell::atom(name);
    }
    let args: Vec<Cell> = (0..arity).map(|_| vm.heap.new_var()).collect();
    let f = vm.functors.intern(name, arity);
    vm.heap.structure(f, &args)
}
