//! FD predicates of programs: their definitions, their calls, and their goals. Must not know how their
//! clauses are read.

use super::attvar_link::{integer, shown, store, variable};
use super::post_result::{PostError, PostResult};
use super::symbols::Symbols;
use crate::base::atom::{Atom, atoms};
use crate::code::pred::PredId;
use crate::fd::constraints::constraint::Constraint;
use crate::fd::constraints::indexical::{Arg, Definition, FdCall, Indexical, Neck};
use crate::machine::Cell;
use crate::system::Vm;
use crate::system::modules;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The FD predicates of one machine.
#[derive(Default, Clone)]
pub(super) struct Predicates {
    by_id: FxHashMap<PredId, Arc<Definition>>,
    /// By name and arity, for calls without a module.
    named: FxHashMap<(Atom, u32), Vec<PredId>>,
}

/// Adds the clause of a neck to an FD predicate. Calls that were posted before keep the old definition.
pub(crate) fn define(vm: &mut Vm, p: PredId, neck: Neck, body: Vec<Indexical>) {
    let (name, arity) = (vm.db.pred(p).name, vm.db.pred(p).arity);
    let all = &mut vm.ext.clpz.predicates;
    let known = all.by_id.get(&p);
    let mut definition = match known {
        Some(d) => (**d).clone(),
        None => {
            all.named.entry((name, arity)).or_default().push(p);
            Definition::new(p.0)
        }
    };
    definition.define(neck, body);
    all.by_id.insert(p, Arc::new(definition));
}

/// Returns true if an FD predicate has a clause with this neck.
pub(crate) fn is_defined(vm: &Vm, p: PredId, neck: Neck) -> bool {
    let found = vm.ext.clpz.predicates.by_id.get(&p);
    found.is_some_and(|d| d.has(neck))
}

/// Removes the definition of an FD predicate, if the predicate is one.
pub(crate) fn forget(vm: &mut Vm, p: PredId) {
    let all = &mut vm.ext.clpz.predicates;
    if all.by_id.remove(&p).is_some() {
        for list in all.named.values_mut() {
            list.retain(|q| *q != p);
        }
    }
}

/// The FD predicate that a term in a formula calls, and the call without its module: the predicate is that of
/// the module that the term names, or else that of `user`, or else the only one with the name.
fn called(vm: &Vm, t: Cell) -> Option<(Arc<Definition>, Cell)> {
    let all = &vm.ext.clpz.predicates;
    if all.by_id.is_empty() || !t.is_structure() {
        return None;
    }
    let (f, n) = vm.heap.functor_of(t);
    let name = vm.functors.get(f).0;
    if name == atoms::COLON && n == 2 {
        let (module, goal) = modules::strip_module(vm, t, atoms::USER);
        if !goal.is_structure() {
            return None;
        }
        let (f, n) = vm.heap.functor_of(goal);
        let p = modules::visible(vm, module, vm.functors.get(f).0, n)?;
        return Some((all.by_id.get(&p)?.clone(), goal));
    }
    let named = all.named.get(&(name, n))?;
    let p = match (modules::visible(vm, atoms::USER, name, n), named.as_slice()) {
        (Some(p), _) if all.by_id.contains_key(&p) => p,
        (_, [p]) => *p,
        _ => return None,
    };
    Some((all.by_id.get(&p)?.clone(), t))
}

/// Returns true if a dereferenced term calls an FD predicate.
pub(super) fn is_call(vm: &Vm, t: Cell) -> bool {
    called(vm, t).is_some()
}

/// The constraint that a dereferenced term in a formula states: that the call is true, or false.
///
/// # Errors
/// `type_error(integer, A)` for an argument that is neither an integer nor a variable.
pub(super) fn constraint(vm: &mut Vm, t: Cell, positive: bool) -> PostResult<Constraint> {
    let call = match called(vm, t) {
        Some((definition, goal)) => with_arguments(vm, definition, goal)?,
        None => {
            return Err(PostError::Ball(
                vm.domain_error("clpz_reifiable_expression", t),
            ));
        }
    };
    Ok(Constraint::called(call, positive))
}

fn with_arguments(vm: &mut Vm, definition: Arc<Definition>, goal: Cell) -> PostResult<Arc<FdCall>> {
    let (_, n) = vm.heap.functor_of(goal);
    let first = vm.heap.args_at(goal);
    let mut args = Vec::with_capacity(n as usize);
    for i in 0..u64::from(n) {
        let c = vm.heap.deref(vm.heap.get(first + 8 * i));
        args.push(match integer(vm, c) {
            Some(i) => Arg::Int(i),
            None if c.is_ref() => Arg::Var(variable(vm, c)),
            None => return Err(PostError::Ball(vm.type_error(atoms::INTEGER, c))),
        });
    }
    Ok(Arc::new(FdCall {
        definition,
        args: args.into(),
    }))
}

/// Posts the FD predicate with the number `key`, with the arguments of `goal`.
///
/// # Errors
/// `type_error(integer, A)` for an argument that is neither an integer nor a variable.
pub(super) fn post(vm: &mut Vm, key: Cell, goal: Cell) -> PostResult<()> {
    let key = vm.heap.deref(key);
    let number = if key.is_int() { key.as_int() } else { -1 };
    let p = u32::try_from(number).ok().map(PredId);
    let all = &vm.ext.clpz.predicates.by_id;
    let Some(definition) = p.and_then(|p| all.get(&p)).cloned() else {
        return Err(PostError::Fail);
    };
    if !goal.is_structure() {
        return Err(PostError::Fail);
    }
    let call = with_arguments(vm, definition, goal)?;
    Ok(store(vm).post(&Constraint::called(call, true))?)
}

/// A call as a goal. It names its module if that is necessary; `within` a formula, `user` is not.
pub(super) fn goal(vm: &mut Vm, call: &FdCall, within: bool) -> Cell {
    let key = PredId(call.definition.key);
    let (name, module) = (vm.db.pred(key).name, vm.db.pred(key).module);
    let mut args = Vec::with_capacity(call.args.len());
    for a in &call.args {
        args.push(match a {
            Arg::Int(i) => vm.int_cell(i),
            Arg::Var(v) => shown(vm, *v),
        });
    }
    let goal = vm.compound(name, &args);
    // An answer qualifies the goal with the module of the library, which usually sees the predicates of
    // `user`.
    let own = Symbols::of(vm).module;
    let seen = modules::visible(vm, own, name, args.len() as u32);
    if module == atoms::USER && (within || seen == Some(key)) {
        return goal;
    }
    vm.compound(atoms::COLON, &[Cell::atom(module), goal])
}
