//! Random arguments of a call, for the reference and for the machine.

use super::Vm;
use super::terms::{Cell, Heap, Term};
use crate::base::atom::AtomTable;
use crate::base::atom::atoms;
use crate::base::number::Number;
use crate::compile::tests::generate::Random;
use crate::machine;
use rustc_hash::FxHashMap;

/// Random arguments for a call.
pub(super) fn random(h: &mut Heap, atoms: &mut AtomTable, n: usize, seed: u64) -> Vec<Term> {
    let mut random = Random::new(seed ^ 0x55);
    let mut old: Vec<Term> = Vec::new();
    (0..n)
        .map(|_| {
            let t = argument(h, atoms, &mut random, 2, &old);
            old.push(t);
            t
        })
        .collect()
}

fn argument(
    h: &mut Heap,
    atoms: &mut AtomTable,
    random: &mut Random,
    depth: u32,
    old: &[Term],
) -> Term {
    match random.below(if depth == 0 { 8 } else { 11 }) {
        0..=3 => h.var(),
        4 | 5 => h.cell(Cell::Num(Number::Int((random.below(4) as i64).into()))),
        6 => {
            let a = atoms.intern("a");
            h.atom(a)
        }
        7 => match old.first() {
            Some(&t) => t,
            None => h.var(),
        },
        k => {
            let (name, n) = [("f", 1), ("g", 2), (".", 2)][k as usize - 8];
            let name = if name == "." {
                atoms::DOT
            } else {
                atoms.intern(name)
            };
            let args = (0..n)
                .map(|_| argument(h, atoms, random, depth - 1, old))
                .collect();
            h.cell(Cell::Comp(name, args))
        }
    }
}

/// The term on the machine's heap. `met` keeps the sharing of terms.
pub(super) fn to_machine(
    vm: &mut Vm,
    terms: &Heap,
    t: Term,
    met: &mut FxHashMap<Term, machine::Cell>,
) -> machine::Cell {
    let t = terms.deref(t);
    if let Some(&c) = met.get(&t) {
        return c;
    }
    let c = match terms.value(t) {
        Cell::Var(_) => vm.heap.new_var(),
        Cell::Atom(a) => machine::Cell::atom(a),
        Cell::Num(n) => vm.number_cell(&n),
        Cell::Comp(name, args) => {
            let args: Vec<_> = args
                .into_iter()
                .map(|a| to_machine(vm, terms, a, met))
                .collect();
            match args[..] {
                [head, tail] if name == atoms::DOT => vm.heap.cons(head, tail),
                _ => {
                    let f = vm.functors.intern(name, args.len() as u32);
                    vm.heap.structure(f, &args)
                }
            }
        }
    };
    met.insert(t, c);
    c
}
