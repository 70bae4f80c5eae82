//! Global constraints: the readers of their goals' arguments. Meaning, filtering and residual goals are the kernel's;
//! a reader here and a row make a constraint callable.

pub(crate) mod combinatorial;
pub(crate) mod combinatorial_order;
pub(super) mod condition;
pub(crate) mod scheduling;

use super::attvar_link::{integer, integer_or_variable, store};
use super::post::elements;
use super::post_result::{PostError, PostResult};
use super::propagation::change;
use crate::base::atom::{Atom, atoms};
use crate::base::int::Int;
use crate::fd::constraints::constraint::Constraint;
use crate::fd::kernel::var::VarId;
use crate::machine::Cell;
use crate::system::{BuiltinRow, Res, Vm};

/// Reads a constraint and posts it. Balls get the context `name/arity`.
fn post(
    vm: &mut Vm,
    name: (&'static str, u32),
    read: impl FnOnce(&mut Vm) -> PostResult<Constraint>,
) -> Res {
    change(vm, name, |vm| {
        let c = read(vm)?;
        Ok(store(vm).post(&c)?)
    })
}

/// An integer or a variable.
fn var(vm: &mut Vm, c: Cell) -> PostResult<VarId> {
    integer_or_variable(vm, c)
}

/// A list of integers and variables.
fn vars(vm: &mut Vm, list: Cell) -> PostResult<Vec<VarId>> {
    let all = elements(vm, list)?;
    let mut found = Vec::with_capacity(all.len());
    for c in all {
        found.push(var(vm, c)?);
    }
    Ok(found)
}

/// An integer.
fn int(vm: &mut Vm, c: Cell) -> PostResult<Int> {
    let c = vm.heap.deref(c);
    if c.is_ref() {
        return Err(PostError::Ball(vm.instantiation_error()));
    }
    match integer(vm, c) {
        Some(i) => Ok(i),
        None => Err(PostError::Ball(vm.type_error(atoms::INTEGER, c))),
    }
}

/// A list of integers.
fn ints(vm: &mut Vm, list: Cell) -> PostResult<Vec<Int>> {
    let all = elements(vm, list)?;
    all.into_iter().map(|c| int(vm, c)).collect()
}

/// The name and the arguments of a dereferenced atom or compound term.
fn call(vm: &Vm, c: Cell) -> Option<(Atom, Vec<Cell>)> {
    if let Some(name) = c.to_atom() {
        return Some((name, Vec::new()));
    }
    if !c.is_structure() {
        return None;
    }
    let (f, n) = vm.heap.functor_of(c);
    let args = (1..=u64::from(n)).map(|i| vm.heap.deref(vm.heap.get(c.addr() + 8 * i)));
    Some((vm.functors.get(f).0, args.collect()))
}
