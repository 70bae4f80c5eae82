//! The labels of variables in events: the names that the program gave, or else those of the query's variables.

use crate::fd::kernel::trace::Label;
use crate::fd::kernel::var::VarId;
use crate::machine::Cell;
use crate::system::Vm;
use rustc_hash::FxHashSet;

/// Elements of a list that get labels.
const LONG: usize = 10_000;

/// A label as a term: an integer if its text is one.
pub(super) fn label_term(vm: &mut Vm, label: &str) -> Cell {
    match label.parse::<i64>().ok().and_then(Cell::try_int) {
        Some(c) => c,
        None => Cell::atom(vm.atoms.intern(label)),
    }
}

/// Labels a kernel variable when it gets its owner `var`.
#[cold]
pub(super) fn name(vm: &mut Vm, v: VarId, var: Cell) {
    let var = vm.heap.deref(var);
    for (prefix, c) in sources(vm) {
        if let Some(label) = name_in(vm, &prefix, c, var) {
            vm.ext.clpz.store.label(v, label.into());
            return;
        }
    }
}

/// The terms that label variables, each with its name: those that the program gave, then the query's.
fn sources(vm: &mut Vm) -> Vec<(String, Cell)> {
    let mut all = Vec::new();
    let key = vm.atoms.intern("$fd_names");
    let given = vm.global(key).unwrap_or(Cell::NIL);
    for pair in elements(vm, given, LONG) {
        let pair = vm.heap.deref(pair);
        if pair.is_structure() && vm.heap.functor_of(pair).1 == 2 {
            let at = vm.heap.args_at(pair);
            let name = vm.heap.deref(vm.heap.get(at));
            let name = match name.is_atom() {
                true => vm.atoms.text(name.as_atom()).to_string(),
                false => vm.to_int(name).map_or(String::new(), |i| i.to_string()),
            };
            all.push((name, vm.heap.get(at + 8)));
        }
    }
    for (label, at) in &vm.ext.clpz.listeners.query {
        all.push((label.to_string(), vm.protected(*at)));
    }
    all
}

/// The label of a variable that is `c`, or an element of the list `c`, or of a list in it.
fn name_in(vm: &Vm, prefix: &str, c: Cell, var: Cell) -> Option<String> {
    let c = vm.heap.deref(c);
    if c == var {
        return Some(prefix.to_string());
    }
    for (i, e) in elements(vm, c, LONG).into_iter().enumerate() {
        let e = vm.heap.deref(e);
        if e == var {
            return Some(format!("{prefix}{}", i + 1));
        }
        let inner = elements(vm, e, LONG);
        let found = inner.into_iter().position(|e| vm.heap.deref(e) == var);
        if let Some(j) = found {
            return Some(format!("{prefix}{}_{}", i + 1, j + 1));
        }
    }
    None
}

/// All variables that have labels.
pub(super) fn all(vm: &mut Vm) -> Vec<(Label, Cell)> {
    let mut all: Vec<(Label, Cell)> = Vec::new();
    for (prefix, c) in sources(vm) {
        let c = vm.heap.deref(c);
        if c.is_ref() {
            all.push((prefix.as_str().into(), c));
        }
        for (i, e) in elements(vm, c, LONG).into_iter().enumerate() {
            let e = vm.heap.deref(e);
            if e.is_ref() {
                all.push((format!("{prefix}{}", i + 1).into(), e));
            }
            for (j, e) in elements(vm, e, LONG).into_iter().enumerate() {
                let label = format!("{prefix}{}_{}", i + 1, j + 1);
                all.push((label.into(), vm.heap.deref(e)));
            }
        }
    }
    // The first label of a variable counts.
    let mut met = FxHashSet::default();
    all.retain(|(_, c)| met.insert(*c));
    all
}

/// The first elements of a list, at most `most`.
fn elements(vm: &Vm, list: Cell, most: usize) -> Vec<Cell> {
    vm.heap.elements(list).take(most).collect()
}
