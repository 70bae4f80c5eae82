//! Permutations, orders, extremes, truth values: the readers.

use super::super::symbols::{Symbol, Symbols};
use super::combinatorial::word;
use super::{BuiltinRow, PostError, PostResult, Vm, elements, ints, post, var, vars};
use crate::base::int::Int;
use crate::fd::constraints::constraint::Constraint;
use crate::fd::constraints::global::bool_gates::{Gate, Join, Literal};
use crate::fd::constraints::global::distinct::Strength;
use crate::fd::constraints::global::inverse::Inverse;
use crate::fd::constraints::global::min_max::{MinMax, Which};
use crate::fd::constraints::global::precede::Precede;
use crate::fd::constraints::global::sorting::{KeySorting, Sorting};
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::var::VarId;
use crate::machine::Cell;
use crate::system::det;

pub(crate) const ROWS: &[BuiltinRow] = &[
    det(
        "$fd_inverse",
        "+term, +term, +atom",
        "-",
        "Two permutations undo each other; `domain`, `bounds` or `value` consistent.",
        |vm| {
            post(vm, ("assignment", 2), |vm| {
                let (xs, ys) = (vars(vm, vm.x(0))?, vars(vm, vm.x(1))?);
                Ok(Constraint::other(Inverse {
                    xs: xs.into(),
                    ys: Some(ys.into()),
                    strength: match word(vm, vm.x(2)).as_str() {
                        "domain" => Some(Strength::Domain),
                        "bounds" => Some(Strength::Bounds),
                        _ => None,
                    },
                }))
            })
        },
    ),
    det(
        "$fd_symmetric",
        "+term, +atom",
        "-",
        "A permutation undoes itself; `domain` or `value` consistent.",
        |vm| {
            post(vm, ("symmetric_all_different", 1), |vm| {
                let domain = word(vm, vm.x(1)) == "domain";
                Ok(Constraint::other(Inverse {
                    xs: vars(vm, vm.x(0))?.into(),
                    ys: None,
                    strength: domain.then_some(Strength::Domain),
                }))
            })
        },
    ),
    det(
        "$fd_precede",
        "+term, +term",
        "-",
        "A value occurs only after the one before it in a list.",
        |vm| {
            super::super::propagation::change(vm, ("value_precede_chain", 2), |vm| {
                let values = ints(vm, vm.x(0))?;
                let xs = vars(vm, vm.x(1))?;
                precede(vm, &values, &xs)
            })
        },
    ),
    det(
        "$fd_precede_all",
        "+term",
        "-",
        "A positive integer occurs only after the one before it.",
        |vm| {
            post(vm, ("seq_precede_chain", 1), |vm| {
                let xs = vars(vm, vm.x(0))?;
                Ok(Constraint::other(Precede::sequence(&xs)))
            })
        },
    ),
    det(
        "$fd_extreme",
        "+atom, ?term, +term",
        "-",
        "The least or greatest value of a list, or its first place.",
        |vm| {
            let name = word(vm, vm.x(0));
            let name = ["minimum", "maximum", "minimum_arg", "maximum_arg"]
                .into_iter()
                .find(|n| *n == name)
                .unwrap_or("minimum");
            post(vm, (name, 2), |vm| {
                let result = var(vm, vm.x(1))?;
                Ok(Constraint::other(MinMax {
                    which: if name.ends_with("arg") {
                        Which::Place
                    } else {
                        Which::Value
                    },
                    greatest: name.starts_with("max"),
                    result,
                    xs: vars(vm, vm.x(2))?.into(),
                }))
            })
        },
    ),
    det(
        "$fd_gate",
        "+atom, +term, ?term",
        "-",
        "The conjunction, disjunction or parity of literals.",
        |vm| {
            let (name, join) = match word(vm, vm.x(0)).as_str() {
                "bool_and" => ("bool_and", Join::And),
                "bool_or" => ("bool_or", Join::Or),
                _ => ("bool_xor", Join::Xor),
            };
            post(vm, (name, 2), |vm| {
                let all = elements(vm, vm.x(1))?;
                let inputs = all.into_iter().map(|c| literal(vm, c));
                let inputs: Vec<Literal> = inputs.collect::<PostResult<_>>()?;
                let result = literal(vm, vm.x(2))?;
                Ok(Constraint::other(Gate {
                    join,
                    inputs: inputs.into(),
                    result,
                }))
            })
        },
    ),
    det(
        "$fd_sorting",
        "+term, +term, +term",
        "-",
        "Values in ascending order, and where they go.",
        |vm| {
            post(vm, ("sorting", 3), |vm| {
                let xs = vars(vm, vm.x(0))?;
                let ps = vars(vm, vm.x(1))?;
                let ys = vars(vm, vm.x(2))?;
                Ok(Constraint::other(Sorting::new(&xs, &ps, &ys)))
            })
        },
    ),
    det(
        "$fd_keysorting",
        "+term, +term, +integer, +term",
        "-",
        "Rows in ascending order of their keys, and where they come from.",
        |vm| {
            post(vm, ("keysorting", 3), |vm| {
                let rows = |vm: &mut Vm, list: Cell| -> PostResult<Vec<Vec<VarId>>> {
                    let all = elements(vm, list)?;
                    all.into_iter().map(|r| vars(vm, r)).collect()
                };
                let keys = vm.to_int(vm.x(2)).and_then(|k| k.to_i64());
                Ok(Constraint::other(KeySorting {
                    xs: rows(vm, vm.x(0))?,
                    ys: rows(vm, vm.x(1))?,
                    ps: vars(vm, vm.x(3))?.into(),
                    keys: keys.and_then(|k| usize::try_from(k).ok()).unwrap_or(1),
                }))
            })
        },
    ),
];

/// Values that exclude each other if one occurs twice; they are compared pair by pair.
fn precede(vm: &mut Vm, values: &[Int], xs: &[VarId]) -> PostResult<()> {
    let store = super::super::attvar_link::store(vm);
    let chain = |values: &[Int]| {
        Constraint::other(Precede {
            values: values.into(),
            xs: xs.into(),
            all: false,
        })
    };
    let mut seen = rustc_hash::FxHashSet::default();
    if values.iter().all(|v| seen.insert(v)) {
        return Ok(store.post(&chain(values))?);
    }
    for pair in values.windows(2) {
        if pair[0] != pair[1] {
            store.post(&chain(pair))?;
            continue;
        }
        let others = Domain::singleton(pair[0].clone()).complement();
        for x in xs {
            store.restrict(*x, &others)?;
        }
    }
    Ok(())
}

/// A 0/1 variable or `#\` of one.
fn literal(vm: &mut Vm, c: Cell) -> PostResult<Literal> {
    let c = vm.heap.deref(c);
    let literal = |vm: &mut Vm, c: Cell, negated| {
        let x = var(vm, c)?;
        Ok::<_, PostError>(Literal { x, negated })
    };
    if c.is_structure() {
        let names = Symbols::of(vm);
        if names.symbol(vm.heap.functor_of(c).0) == Some(Symbol::Not) {
            let inner = vm.heap.deref(vm.heap.get(c.addr() + 8));
            return literal(vm, inner, true);
        }
    }
    literal(vm, c, false)
}
