//! The builtin that shows the clauses that are running.

use super::clauses::ref_term;
use crate::machine::Cell;
use crate::system::explain::frames::{RunningClause, running_clauses};
use crate::system::{BuiltinRow, Res, Vm, reentrant};

// It is called as a predicate is: inside a clause, the registers would not say whose environment is the newest one.
pub(crate) const ROWS: &[BuiltinRow] = &[reentrant(
    "$running_clauses",
    "+atom, ?integer, +integer, -list",
    "-",
    "Unifies the last argument with at most so many terms `running(Number, Module:Name/Arity, Module:Head, Clause, Place)` for the clauses that are running, the innermost first, without those of `system` and of the module of the first argument; from the clause with the number of the second argument on, unless that is a variable. `Clause` is a list of one reference or empty, `Place` is `File:Line` of the goal that is running, or empty.",
    show_running,
)];

/// `'$running_clauses'(Own, From, Most, Clauses)`
fn show_running(vm: &mut Vm) -> Res {
    let own = vm.x(0).as_atom();
    let from = vm.x(1);
    let from = from.is_int().then(|| from.as_int());
    let most = usize::try_from(vm.x(2).as_int()).unwrap_or(0);
    let running = running_clauses(vm, own, from, most);
    let mut terms = Vec::with_capacity(running.len());
    for clause in &running {
        terms.push(term(vm, clause));
    }
    let list = vm.heap.list(&terms, Cell::NIL);
    Ok(vm.unify(vm.x(3), list))
}

fn term(vm: &mut Vm, clause: &RunningClause) -> Cell {
    let p = vm.db.pred(clause.pred);
    let (module, name, arity) = (Cell::atom(p.module), p.name, p.arity);
    let indicator = vm.indicator(name, arity);
    let indicator = vm.compound(":", &[module, indicator]);
    let head = vm.compound(":", &[module, clause.head]);
    let reference = match vm.clause_ref(clause.clause) {
        Some(r) => {
            let r = ref_term(vm, r);
            vm.heap.list(&[r], Cell::NIL)
        }
        None => Cell::NIL,
    };
    let place = match &clause.at {
        Some((file, line)) => {
            let file = Cell::atom(vm.atoms.intern(file));
            vm.compound(":", &[file, Cell::int(*line)])
        }
        None => Cell::NIL,
    };
    let number = Cell::int(clause.number);
    vm.compound("running", &[number, indicator, head, reference, place])
}
