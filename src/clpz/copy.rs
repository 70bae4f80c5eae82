//! Copies of constrained variables get constraints of their own: the same ones, among themselves.
//!
//! What the variables of a term are constrained by is kept in a form that no backtracking reaches, for
//! answers that are collected. Variables that the constraints reach, but the term does not contain, are
//! copied too.

use super::names::Names;
use super::variable::{apply, give, known, number, store};
use super::{Step, Stop, Vm};
use crate::fd::constraints::constraint::Constraint;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::store::PropId;
use crate::fd::kernel::var::VarId;
use crate::machine::{Attributes, Ball, Cell};
use rustc_hash::{FxHashMap, FxHashSet};

/// Variables and their constraints outside the store: the variables of the constraints are places in
/// the list of domains.
pub(super) struct Snapshot {
    domains: Vec<Domain>,
    constraints: Vec<Constraint>,
    /// The places of the term's own variables by their numbers.
    places: FxHashMap<u32, usize>,
}

/// The snapshots of one machine's collections of answers.
#[derive(Default)]
pub(super) struct Snapshots(Vec<Kept>);

struct Kept {
    depth: usize,
    offset: u64,
    snapshot: Snapshot,
}

/// The variables that constraints connect with the given ones, these first, and the constraints.
pub(super) fn reach(vm: &mut Vm, roots: impl Iterator<Item = VarId>) -> (Vec<VarId>, Vec<PropId>) {
    let mut seen: FxHashSet<VarId> = FxHashSet::default();
    let mut vars: Vec<VarId> = roots.filter(|v| seen.insert(*v)).collect();
    let mut found: FxHashSet<PropId> = FxHashSet::default();
    let mut props = Vec::new();
    let store = store(vm);
    let mut next = 0;
    while let Some(&v) = vars.get(next) {
        next += 1;
        for p in store.propagators_of(v) {
            if !found.insert(p) {
                continue;
            }
            props.push(p);
            for w in store.describe(p).vars() {
                if !store.is_fixed(w) && seen.insert(w) {
                    vars.push(w);
                }
            }
        }
    }
    (vars, props)
}

/// The constrained variables of a term.
fn constrained(vm: &mut Vm, term: Cell) -> Vec<VarId> {
    if vm.ext.clpz.owners.is_empty() || vm.is_ground(term) {
        return Vec::new();
    }
    let vars = vm.term_attvars(term);
    vars.into_iter().filter_map(|c| known(vm, c)).collect()
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
    match vars.into_iter().find(|&c| known(vm, c).is_some()) {
        Some(c) => Err(vm.permission_error("store", "constrained_variable", c)),
        None => Ok(()),
    }
}

fn snapshot(vm: &mut Vm, own: &[VarId]) -> Snapshot {
    let (vars, mut props) = reach(vm, own.iter().copied());
    props.sort_unstable();
    let mut places: FxHashMap<u32, usize> = FxHashMap::default();
    let mut domains = Vec::with_capacity(vars.len());
    for (i, &v) in vars.iter().enumerate() {
        places.insert(v.0, i);
        domains.push(store(vm).domain(v));
    }
    let mut constraints = Vec::with_capacity(props.len());
    for p in props {
        let store = store(vm);
        let c = store.describe(p).map_vars(&mut |v| {
            let place = *places.entry(v.0).or_insert_with(|| {
                domains.push(store.domain(v));
                domains.len() - 1
            });
            VarId(place as u32)
        });
        constraints.push(c);
    }
    places.retain(|v, _| own.contains(&VarId(*v)));
    Snapshot {
        domains,
        constraints,
        places,
    }
}

/// Posts a snapshot's constraints anew. The term's variables are given by number.
fn restore(vm: &mut Vm, snapshot: &Snapshot, owners: &[(u32, Cell)]) -> Step<()> {
    let mut ids = Vec::with_capacity(snapshot.domains.len());
    for d in &snapshot.domains {
        match store(vm).new_var(d.clone()) {
            Some(v) => ids.push(v),
            None => return Err(Stop::Fail),
        }
    }
    let names = Names::of(vm);
    for (number, var) in owners {
        let var = vm.heap.deref(*var);
        if let Some(&place) = snapshot.places.get(number)
            && var.is_ref()
        {
            give(vm, &names, var, ids[place]);
        }
    }
    for c in &snapshot.constraints {
        store(vm).post(&c.map_vars(&mut |v| ids[v.0 as usize]))?;
    }
    Ok(())
}

/// A copy of a term with its constraints; `None` if no variable of it is constrained.
///
/// # Errors
/// None of its own; the type says what posting can come to.
pub(crate) fn copy(vm: &mut Vm, term: Cell) -> Result<Option<Cell>, Ball> {
    let own = constrained(vm, term);
    if own.is_empty() {
        return Ok(None);
    }
    let snapshot = snapshot(vm, &own);
    let copy = vm.heap.copy(term, Attributes::Copy);
    give_back(vm, &snapshot, copy)?;
    Ok(Some(copy))
}

/// Constrains the variables of a copy.
fn give_back(vm: &mut Vm, snapshot: &Snapshot, copy: Cell) -> Result<(), Ball> {
    let copies = vm.term_attvars(copy);
    let owners: Vec<(u32, Cell)> = copies
        .into_iter()
        .filter_map(|c| number(vm, c).map(|n| (n, c)))
        .collect();
    match apply(vm, |vm| restore(vm, snapshot, &owners)) {
        Ok(()) | Err(Stop::Fail) => Ok(()),
        Err(Stop::Ball(ball)) => Err(ball),
    }
}

/// A collection of answers begins: what is left of earlier ones at its depth is void.
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
        vm.ext.clpz.snapshots.0.push(Kept {
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
            give_back(vm, &k.snapshot, term)?;
        }
    }
    Ok(())
}
