//! Counting, tables, permutations, orders, circuits: the readers.

use super::super::attvar_link::{integer, store};
use super::super::memory_checks::check_memory_for;
use super::super::post::named_relation;
use super::super::propagation::change;
use super::super::{domain_term, post as posting};
use super::{BuiltinRow, PostError, PostResult, Vm, call, elements, int, post, var, vars};
use crate::base::atom::atoms;
use crate::base::int::Int;
use crate::fd::constraints::constraint::Constraint;
use crate::fd::constraints::global::cardinality::Cardinality;
use crate::fd::constraints::global::circuit::Circuit;
use crate::fd::constraints::global::count::Count;
use crate::fd::constraints::global::distinct::Strength;
use crate::fd::constraints::global::element::{Element, ElementForm, Item};
use crate::fd::constraints::global::except_zero::ExceptZero;
use crate::fd::constraints::global::lex::LexChain;
use crate::fd::constraints::global::nvalue::Nvalue;
use crate::fd::constraints::global::table::{TupleTable, Tuples};
use crate::fd::kernel::domain::Domain;
use crate::machine::Cell;
use crate::system::det;
use rustc_hash::FxHashSet;
use std::sync::Arc;

pub(crate) const ROWS: &[BuiltinRow] = &[
    det(
        "$fd_all_distinct",
        "+term, +atom",
        "-",
        "The variables take different values; `domain`, `bounds` or `value` consistent.",
        |vm| {
            change(vm, ("all_distinct", 1), |vm| {
                let kind = vm.heap.deref(vm.x(1)).to_atom().unwrap_or(atoms::NIL);
                let strength = match &*vm.atoms.text(kind) {
                    "domain" => Strength::Domain,
                    "bounds" => Strength::Bounds,
                    _ => return posting::all_different(vm, vm.x(0)),
                };
                posting::all_distinct(vm, vm.x(0), strength)
            })
        },
    ),
    det(
        "$fd_post",
        "+term",
        "-",
        "Posts a constraint that may occur in formulas.",
        |vm| super::condition::post_goal(vm, vm.x(0)),
    ),
    det(
        "$fd_except_0",
        "+term, +atom",
        "-",
        "The same but for zeros; `domain` or `value` consistent.",
        |vm| {
            post(vm, ("all_distinct_except_0", 1), |vm| {
                let xs = vars(vm, vm.x(0))?;
                let domain = &*word(vm, vm.x(1)) == "domain";
                Ok(Constraint::other(ExceptZero::new(&xs, domain)))
            })
        },
    ),
    det(
        "$fd_element",
        "?term, +term, ?term",
        "-",
        "The value at an index, counting from one.",
        |vm| {
            post(vm, ("element", 3), |vm| {
                element(vm, ElementForm::Element, vm.x(0), vm.x(1), vm.x(2))
            })
        },
    ),
    det(
        "$fd_if_then_else",
        "?term, +term, ?term",
        "-",
        "The value at an index of the list of else and then.",
        |vm| {
            post(vm, ("if_then_else", 4), |vm| {
                element(vm, ElementForm::IfThenElse, vm.x(0), vm.x(1), vm.x(2))
            })
        },
    ),
    det(
        "$fd_table",
        "+term, +term, +atom",
        "-",
        "Tuples are rows of a table; `ranges` may stand in rows for `table/2`.",
        |vm| {
            let ranges = &*word(vm, vm.x(2)) == "ranges";
            let name = if ranges { "table" } else { "tuples_in" };
            change(vm, (name, 2), |vm| {
                for c in tables(vm, vm.x(0), vm.x(1), ranges)? {
                    store(vm).post(&c)?;
                }
                Ok(())
            })
        },
    ),
    det(
        "$fd_global_cardinality",
        "+term, +term, +atom",
        "-",
        "How often each key occurs; `domain` or `value` consistent.",
        |vm| {
            post(vm, ("global_cardinality", 2), |vm| {
                let flow = word(vm, vm.x(2)) != "value";
                cardinality(vm, vm.x(0), vm.x(1), flow)
            })
        },
    ),
    det(
        "$fd_count",
        "+term, +term, +term, ?term",
        "-",
        "How the number of occurrences of an integer compares with a variable.",
        |vm| {
            post(vm, ("count", 4), |vm| {
                count(vm, vm.x(0), vm.x(1), vm.x(2), vm.x(3))
            })
        },
    ),
    det(
        "$fd_nvalue",
        "?term, +term",
        "-",
        "How many different values there are.",
        |vm| post(vm, ("nvalue", 2), |vm| nvalue(vm, vm.x(0), vm.x(1))),
    ),
    det(
        "$fd_circuit",
        "+term, +atom",
        "-",
        "A cycle through all nodes, or through those that are not their own successors: `partial`.",
        |vm| {
            let partial = &*word(vm, vm.x(1)) == "partial";
            let name = if partial { "subcircuit" } else { "circuit" };
            post(vm, (name, 1), |vm| circuit(vm, vm.x(0), partial))
        },
    ),
    det(
        "$fd_lex_chain",
        "+term, +atom",
        "-",
        "Lists in ascending lexicographic order, `strict` or not.",
        |vm| {
            post(vm, ("lex_chain", 1), |vm| {
                let strict = word(vm, vm.x(1)) == "strict";
                lex_chain(vm, vm.x(0), strict)
            })
        },
    ),
];

/// The text of an argument that the library fills in itself.
pub(super) fn word(vm: &Vm, c: Cell) -> String {
    let name = vm.heap.deref(c).to_atom().unwrap_or(atoms::NIL);
    vm.atoms.text(name).to_string()
}

pub(super) fn cardinality(vm: &mut Vm, xs: Cell, list: Cell, flow: bool) -> PostResult<Constraint> {
    let xs = vars(vm, xs)?;
    let (keys, counts) = pairs(vm, list)?;
    let c = Cardinality::new(&xs, keys.into(), &counts, flow);
    Ok(Constraint::other(c))
}

pub(super) fn count(
    vm: &mut Vm,
    value: Cell,
    xs: Cell,
    op: Cell,
    limit: Cell,
) -> PostResult<Constraint> {
    Ok(Constraint::other(Count {
        value: int(vm, value)?,
        xs: vars(vm, xs)?.into(),
        op: named_relation(vm, op, "relational_symbol")?,
        limit: var(vm, limit)?,
    }))
}

pub(super) fn nvalue(vm: &mut Vm, n: Cell, xs: Cell) -> PostResult<Constraint> {
    let n = var(vm, n)?;
    let xs = vars(vm, xs)?;
    Ok(Constraint::other(Nvalue::new(n, &xs)))
}

pub(super) fn circuit(vm: &mut Vm, next: Cell, partial: bool) -> PostResult<Constraint> {
    let next = vars(vm, next)?;
    // The graph of the possible successors, and its components.
    let edges = next
        .iter()
        .map(|x| store(vm).vars().size(*x).min(next.len() as u64));
    let edges: u64 = edges.sum();
    check_memory_for(vm, 12 * edges).map_err(PostError::Ball)?;
    Ok(Constraint::other(Circuit::new(&next, partial)))
}

pub(super) fn lex_chain(vm: &mut Vm, lists: Cell, strict: bool) -> PostResult<Constraint> {
    let lists = elements(vm, lists)?;
    let rows = lists.into_iter().map(|l| vars(vm, l));
    let rows = rows.collect::<PostResult<_>>()?;
    Ok(Constraint::other(LexChain { rows, strict }))
}

pub(super) fn element(
    vm: &mut Vm,
    form: ElementForm,
    index: Cell,
    list: Cell,
    value: Cell,
) -> PostResult<Constraint> {
    let index = var(vm, index)?;
    let mut items = Vec::new();
    for c in elements(vm, list)? {
        items.push(match integer(vm, c) {
            Some(i) => Item::Int(i),
            None => Item::Var(var(vm, c)?),
        });
    }
    let value = var(vm, value)?;
    Ok(Constraint::other(Element::new(form, index, items, value)))
}

/// One constraint for each tuple.
pub(super) fn tables(
    vm: &mut Vm,
    tuples: Cell,
    rows: Cell,
    ranges: bool,
) -> PostResult<Vec<Constraint>> {
    let mut read: Vec<Vec<_>> = Vec::new();
    for t in elements(vm, tuples)? {
        read.push(vars(vm, t)?);
    }
    let mut all: Vec<Vec<Domain>> = Vec::new();
    for r in elements(vm, rows)? {
        let mut row = Vec::new();
        for c in elements(vm, r)? {
            row.push(if ranges {
                domain_term::read(vm, c)?
            } else {
                Domain::singleton(int(vm, c)?)
            });
        }
        all.push(row);
    }
    // Tuples of one length share the rows of that length.
    let mut relations: Vec<(usize, Arc<Tuples>)> = Vec::new();
    let mut constraints = Vec::with_capacity(read.len());
    for t in read {
        let n = t.len();
        let relation = match relations.iter().find(|(m, _)| *m == n) {
            Some((_, r)) => r.clone(),
            None => {
                let rows = all.iter().filter(|r| r.len() == n).cloned().collect();
                let new = Arc::new(Tuples::new(n, rows));
                relations.push((n, new.clone()));
                new
            }
        };
        constraints.push(Constraint::other(TupleTable::new(&t, relation)));
    }
    Ok(constraints)
}

/// A list of pairs of different integers and of variables.
pub(super) fn pairs(
    vm: &mut Vm,
    list: Cell,
) -> PostResult<(Vec<Int>, Vec<crate::fd::kernel::var::VarId>)> {
    let (mut keys, mut counts) = (Vec::new(), Vec::new());
    let mut seen: FxHashSet<Int> = FxHashSet::default();
    let mut again = false;
    for c in elements(vm, list)? {
        let pair = call(vm, c).filter(|(name, args)| *name == atoms::MINUS && args.len() == 2);
        let Some((_, args)) = pair else {
            if c.is_ref() {
                return Err(PostError::Ball(vm.instantiation_error()));
            }
            return Err(PostError::Ball(vm.domain_error("gcc_pair", c)));
        };
        let key = int(vm, args[0])?;
        again |= !seen.insert(key.clone());
        keys.push(key);
        counts.push(var(vm, args[1])?);
    }
    if again {
        return Err(PostError::Ball(
            vm.domain_error("gcc_unique_key_pairs", list),
        ));
    }
    Ok((keys, counts))
}
