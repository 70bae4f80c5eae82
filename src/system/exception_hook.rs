//! The hook `user:exception/3`, which may define a predicate that is called and not there.

use crate::base::atom::atoms;
use crate::code::pred::PredId;
use crate::machine::{Ball, Cell};
use crate::system::Vm;
use crate::system::load::session;

/// Calls `user:exception(undefined_predicate, PI, Action)`, if the program has clauses for it. Returns true if `Action` is
/// `retry`: the predicate may be there now.
///
/// # Errors
/// A ball of the hook.
pub(crate) fn retries(vm: &mut Vm, pred: PredId) -> Result<bool, Ball> {
    let hook = vm.atoms.intern("exception");
    if vm.ext.loader.asks_exception_hook || session::hook(vm, atoms::USER, hook, 3).is_none() {
        return Ok(false);
    }
    let p = vm.db.pred(pred);
    let (module, name, arity) = (p.module, p.name, p.arity);
    let indicator = vm.indicator(name, arity);
    let context = match module {
        atoms::USER => indicator,
        _ => vm.compound(atoms::COLON, &[Cell::atom(module), indicator]),
    };
    let kind = Cell::atom(vm.atoms.intern("undefined_predicate"));
    let action = vm.heap.new_var();
    let goal = vm.compound(hook, &[kind, context, action]);
    let goal = vm.compound(atoms::COLON, &[Cell::atom(atoms::USER), goal]);
    let at = vm.protect(action);
    vm.ext.loader.asks_exception_hook = true;
    let called = vm.call_once(goal);
    vm.ext.loader.asks_exception_hook = false;
    let action = vm.protected(at);
    vm.unprotect(at);
    let action = vm.heap.deref(action).to_atom();
    Ok(called? && action.is_some_and(|a| *vm.atoms.text(a) == *"retry"))
}
