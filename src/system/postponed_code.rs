//! Clauses that programs add: small facts need no compiler, and the code of a rule is made when the rule is first called.
//!
//! Many rules that programs add are looked at with `clause/2` or removed, and never called: compiling them would take
//! more time than all else. A rule is compiled at once if its term is large, or if only the compiler can say that it
//! has an error.

use crate::base::atom::atoms;
use crate::code::pred::Key;
use crate::machine::database::{ClauseId, FACT_ARGUMENTS, PredicateKind, Site};
use crate::machine::{Attributes, Cell};
use crate::system::modules::strip_module;
use crate::system::solver::{ConstraintSolver, Solver};
use crate::system::term_compiler::{MOST_CELLS, is_surely_body};
use crate::system::terms::name_arity;
use crate::system::{Vm, fact_compiler, load};

/// Adds a small clause to a dynamic predicate that exists, without the compiler. `None` if `assertz/1` has more to do
/// for it.
pub(crate) fn add(vm: &mut Vm, clause: Cell, front: bool) -> Option<ClauseId> {
    let (module, c) = strip_module(vm, clause, atoms::USER);
    let (head, body) = match c.is_structure() && name_arity(vm, c) == (atoms::NECK, 2) {
        true => (argument(vm, c, 0), Some(argument(vm, c, 1))),
        false => (c, None),
    };
    let f = match head.is_structure() {
        true => vm.heap.functor_of(head).0,
        false => vm.functors.find(head.to_atom()?, 0)?,
    };
    let p = vm.db.find(module, f)?;
    let pred = vm.db.pred(p);
    if pred.kind != PredicateKind::Dynamic || pred.properties.rules {
        return None;
    }
    let arity = pred.arity as usize;
    // Erased clauses are still included: a collection is due before that.
    if arity > FACT_ARGUMENTS || vm.program_bytes() / 2 > vm.limits().heap_bytes {
        return None;
    }
    let mut keys = [Key::Any; FACT_ARGUMENTS];
    for (i, key) in keys[..arity].iter_mut().enumerate() {
        *key = fact_compiler::key(vm, argument(vm, head, i as u64));
    }
    let keys = &keys[..arity];
    let Some(body) = body else {
        let is_rule = arity == 2 && load::arrow(vm, module, vm.db.pred(p).name).is_some();
        let is_constant = keys.iter().all(fact_compiler::is_in_code) && !is_rule;
        return is_constant.then(|| vm.db.add_fact(p, keys, front, Site::default()));
    };
    // A goal that is a variable would be wrapped in `call/1`. A term that is large as a tree may be small as a record.
    let cells = vm.small_size(c)?;
    let indicator = |c: Cell| match c.to_atom() {
        Some(name) => Some((name, 0)),
        None => c.is_structure().then(|| name_arity(vm, c)),
    };
    let inner = |c, i| argument(vm, c, u64::from(i));
    if cells > MOST_CELLS || !is_surely_body(body, indicator, inner) {
        return None;
    }
    Solver::check_copied(vm, c).ok()?;
    let image = vm.heap.image(c, Attributes::Drop);
    let id = vm.db.add_postponed(p, keys, &image, front, Site::default());
    vm.heap.keep_buffer(image);
    Some(id)
}

/// An argument of a structure, dereferenced.
fn argument(vm: &Vm, c: Cell, i: u64) -> Cell {
    vm.heap.deref(vm.heap.argument(c, i))
}
