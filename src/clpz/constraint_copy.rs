//! Copies of terms with constrained variables: the copies get the same constraints, among themselves.
//!
//! A snapshot keeps the constraints of a term outside the store, where backtracking does not reach them, for
//! answers that are collected. Variables that the constraints reach, but the term does not contain, are
//! copied too.

use super::attvar_link::{attach, number, store, var_of};
use super::constraint_graph::reach;
use super::post_result::{PostError, PostResult};
use super::propagation::apply;
use super::symbols::Symbols;
use crate::fd::constraints::constraint::Constraint;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::var::VarId;
use crate::machine::{Attributes, Ball, Cell, CopiedConstraints};
use crate::system::Vm;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Variables and their constraints outside the store. The variables of the constraints are indices into
/// the list of domains.
struct ConstraintSnapshot {
    domains: Vec<Domain>,
    constraints: Vec<Constraint>,
    /// The indices of the term's own variables, by number.
    indices: FxHashMap<u32, usize>,
}

/// The snapshots of one machine's collections of answers.
#[derive(Default)]
pub(super) struct Snapshots(Vec<CollectedSnapshot>);

/// The snapshot of one term of a collection.
struct CollectedSnapshot {
    /// The nesting depth of the collection.
    depth: usize,
    /// The place of the term in the collection.
    offset: u64,
    snapshot: ConstraintSnapshot,
}

/// The constrained variables of a term.
fn constrained(vm: &mut Vm, term: Cell) -> Vec<VarId> {
    if vm.ext.clpz.owners.is_empty() || vm.is_ground(term) {
        return Vec::new();
    }
    let vars = vm.term_attvars(term);
    vars.into_iter().filter_map(|c| var_of(vm, c)).collect()
}

/// Refuses a term with constrained variables where only its copy without them could be kept.
///
/// # Errors
/// `permission_error(store, constrained_variable, X)`
pub(crate) fn refuse_constrained(vm: &mut Vm, term: Cell) -> Result<(), Ball> {
    if vm.ext.clpz.owners.is_empty() || vm.is_ground(term) {
        return Ok(());
    }
    let vars = vm.term_attvars(term);
    match vars.into_iter().find(|&c| var_of(vm, c).is_some()) {
        Some(c) => Err(vm.permission_error("store", "constrained_variable", c)),
        None => Ok(()),
    }
}

fn snapshot(vm: &mut Vm, own: &[VarId]) -> ConstraintSnapshot {
    vm.note_outside();
    let (vars, mut props) = reach(vm, own.iter().copied());
    props.sort_unstable();
    let mut indices: FxHashMap<u32, usize> = FxHashMap::default();
    let mut domains = Vec::with_capacity(vars.len());
    for (i, &v) in vars.iter().enumerate() {
        indices.insert(v.0, i);
        domains.push(store(vm).domain(v));
    }
    let mut constraints = Vec::with_capacity(props.len());
    for p in props {
        let store = store(vm);
        let c = store.describe(p).map_vars(&mut |v| {
            let i = *indices.entry(v.0).or_insert_with(|| {
                domains.push(store.domain(v));
                domains.len() - 1
            });
            VarId(i as u32)
        });
        constraints.push(c);
    }
    indices.retain(|v, _| own.contains(&VarId(*v)));
    ConstraintSnapshot {
        domains,
        constraints,
        indices,
    }
}

/// Posts a snapshot's constraints anew. The owners of the term's variables are given by number.
fn restore(vm: &mut Vm, snapshot: &ConstraintSnapshot, owners: &[(u32, Cell)]) -> PostResult<()> {
    let mut ids = Vec::with_capacity(snapshot.domains.len());
    for d in &snapshot.domains {
        match store(vm).new_var(d.clone()) {
            Some(v) => ids.push(v),
            None => return Err(PostError::Fail),
        }
    }
    let names = Symbols::of(vm);
    for (number, var) in owners {
        let var = vm.heap.deref(*var);
        if let Some(&i) = snapshot.indices.get(number)
            && var.is_ref()
        {
            attach(vm, &names, var, ids[i]);
        }
    }
    for c in &snapshot.constraints {
        store(vm).post(&c.map_vars(&mut |v| ids[v.0 as usize]))?;
    }
    Ok(())
}

/// A copy of a term with its constraints; `None` if none of its variables is constrained.
///
/// # Errors
/// The errors of posting: limits and interrupts.
pub(crate) fn copy(vm: &mut Vm, term: Cell) -> Result<Option<Cell>, Ball> {
    let own = constrained(vm, term);
    if own.is_empty() {
        return Ok(None);
    }
    let snapshot = snapshot(vm, &own);
    let copy = vm.heap.copy(term, Attributes::Copy);
    constrain_copy(vm, &snapshot, copy)?;
    Ok(Some(copy))
}

/// Constrains the variables of a copy, whose attributes hold the numbers of the original variables.
fn constrain_copy(vm: &mut Vm, snapshot: &ConstraintSnapshot, copy: Cell) -> Result<(), Ball> {
    // The rows of the builtins that copy terms are repeatable.
    vm.note_outside();
    let copies = vm.term_attvars(copy);
    let owners: Vec<(u32, Cell)> = copies
        .into_iter()
        .filter_map(|c| number(vm, c).map(|n| (n, c)))
        .collect();
    match apply(vm, |vm| restore(vm, snapshot, &owners)) {
        Ok(()) | Err(PostError::Fail) => Ok(()),
        Err(PostError::Ball(ball)) => Err(ball),
    }
}

/// The constraints of a term that is thrown; `None` if none of its variables is constrained.
pub(super) fn constraints_of(vm: &mut Vm, term: Cell) -> Option<CopiedConstraints> {
    let own = constrained(vm, term);
    (!own.is_empty()).then(|| Arc::new(Mutex::new(snapshot(vm, &own))) as CopiedConstraints)
}

/// Constrains the variables of a caught ball.
///
/// # Errors
/// As [`copy`].
pub(super) fn constrain_ball(
    vm: &mut Vm,
    ball: Cell,
    constraints: &CopiedConstraints,
) -> Result<(), Ball> {
    let constraints = constraints.lock().unwrap_or_else(PoisonError::into_inner);
    match constraints.downcast_ref() {
        Some(snapshot) => constrain_copy(vm, snapshot, ball),
        None => Ok(()),
    }
}

/// Begins a collection of answers. Discards the snapshots that earlier collections of its depth left.
pub(crate) fn open_collection(vm: &mut Vm) {
    let depth = vm.findall_depth();
    vm.ext.clpz.snapshots.0.retain(|k| k.depth < depth);
}

/// Adds a term to the newest collection.
pub(crate) fn collect(vm: &mut Vm, term: Cell) {
    let own = constrained(vm, term);
    let offset = vm.findall_add(term);
    if !own.is_empty() {
        let snapshot = snapshot(vm, &own);
        let depth = vm.findall_depth();
        vm.ext.clpz.snapshots.0.push(CollectedSnapshot {
            depth,
            offset,
            snapshot,
        });
    }
}

/// Constrains the terms of the collection that was just closed; `list` is the list of its terms.
///
/// # Errors
/// As [`copy`].
pub(crate) fn close_collection(vm: &mut Vm, list: Cell) -> Result<(), Ball> {
    let depth = vm.findall_depth();
    let all = &mut vm.ext.clpz.snapshots.0;
    let Some(first) = all.iter().position(|k| k.depth > depth) else {
        return Ok(());
    };
    for k in all.split_off(first) {
        if k.depth == depth + 1 {
            let term = vm.heap.get(list.addr() + k.offset);
            constrain_copy(vm, &k.snapshot, term)?;
        }
    }
    Ok(())
}
