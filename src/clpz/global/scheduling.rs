//! Tasks, rectangles, bins, sequences: the readers.

use super::super::domain_term;
use super::super::post_result::{PostError, PostResult};
use super::{call, elements, int, ints, post, var, vars};
use crate::base::atom::Atom;
use crate::base::int::Int;
use crate::fd::constraints::constraint::Constraint;
use crate::fd::constraints::constraint::ConstraintTerm;
use crate::fd::constraints::global::bin_packing::BinPacking;
use crate::fd::constraints::global::cumulative::{Cumulative, CumulativeTask};
use crate::fd::constraints::global::cumulatives::{self, Cumulatives};
use crate::fd::constraints::global::diffn::{Diffn, DiffnForm, Margin};
use crate::fd::constraints::global::disjunctive::Disjunctive;
use crate::fd::constraints::global::geost::{Geost, GeostObject, GeostShape, ShiftedBox};
use crate::fd::constraints::global::multi_cumulative::MultiCumulative;
use crate::fd::constraints::global::regular::{Automaton, Regular};
use crate::fd::kernel::bound::Interval;
use crate::fd::kernel::domain::Domain;
use crate::machine::Cell;
use crate::system::{BuiltinRow, Vm, det};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::sync::Arc;

pub(crate) const ROWS: &[BuiltinRow] = &[
    det(
        "$fd_cumulative",
        "?term, ?term",
        "-",
        "Tasks `task(S,D,E,C,Id)` share a resource with a limit.",
        |vm| post(vm, ("cumulative", 2), cumulative),
    ),
    det(
        "$fd_serialized",
        "?term, ?term",
        "-",
        "Of tasks with these starts and durations, one runs at a time.",
        |vm| post(vm, ("serialized", 2), |vm| serialized(vm, vm.x(0), vm.x(1))),
    ),
    det(
        "$fd_cumulatives",
        "?term, ?term, +atom",
        "-",
        "Tasks on machines whose bounds are `lower` or `upper` ones.",
        |vm| post(vm, ("cumulatives", 3), machines),
    ),
    det(
        "$fd_colored",
        "?term, ?term",
        "-",
        "Tasks `task(S,D,E,[Colour],Id)` of at most so many colours at a time.",
        |vm| post(vm, ("multi_cumulative", 3), colored),
    ),
    det(
        "$fd_automaton",
        "?term, ?term, ?term",
        "-",
        "A sequence is accepted by an automaton.",
        |vm| {
            post(vm, ("automaton", 3), |vm| {
                automaton(vm, vm.x(0), vm.x(1), vm.x(2))
            })
        },
    ),
    det(
        "$fd_boxes",
        "+atom, ?term, ?term, +atom, ?term, ?term",
        "-",
        "Diffn, given by name, facets, types, strictness, wraps and margins, do not overlap.",
        |vm| post(vm, ("diffn", 2), boxes),
    ),
    det(
        "$fd_bin_packing",
        "?term, ?term",
        "-",
        "Items are in bins with loads.",
        |vm| post(vm, ("bin_packing", 2), bin_packing),
    ),
    det(
        "$fd_geost",
        "?term, ?term",
        "-",
        "Objects with shapes do not overlap.",
        |vm| post(vm, ("geost", 2), geost),
    ),
];

/// The arguments of a compound term of this name and arity, dereferenced.
fn compound(vm: &mut Vm, c: Cell, name: &str, arity: usize) -> PostResult<Vec<Cell>> {
    let c = vm.heap.deref(c);
    if c.is_ref() {
        return Err(PostError::Ball(vm.instantiation_error()));
    }
    match call(vm, c) {
        Some((a, args)) if args.len() == arity && *vm.atoms.text(a) == *name => Ok(args),
        Some(_) | None => Err(PostError::Ball(vm.domain_error(name, c))),
    }
}

/// A list of compound terms.
fn compounds(vm: &mut Vm, list: Cell, name: &str, arity: usize) -> PostResult<Vec<Vec<Cell>>> {
    let all = elements(vm, list)?;
    all.into_iter()
        .map(|c| compound(vm, c, name, arity))
        .collect()
}

fn atom(vm: &Vm, a: Atom) -> ConstraintTerm {
    let text: &str = &vm.atoms.text(a);
    ConstraintTerm::Atom(Cow::Owned(text.to_string()))
}

/// How a name shows: as itself when it is atomic or a small ground term, otherwise by its number.
fn label(vm: &mut Vm, c: Cell, number: usize) -> ConstraintTerm {
    match small(vm, c, 4) {
        Some(g) => g,
        None => ConstraintTerm::Int(number.into()),
    }
}

/// A ground term of at most this depth, without strings and floats.
fn small(vm: &mut Vm, c: Cell, depth: u32) -> Option<ConstraintTerm> {
    let c = vm.heap.deref(c);
    if let Some(i) = vm.to_int(c) {
        return Some(ConstraintTerm::Int(i));
    }
    if c.is_ref() || depth == 0 {
        return None;
    }
    let (name, args) = call(vm, c)?;
    if args.is_empty() {
        return Some(atom(vm, name));
    }
    let args: Option<Vec<ConstraintTerm>> =
        args.into_iter().map(|c| small(vm, c, depth - 1)).collect();
    let name = vm.atoms.text(name).to_string();
    Some(ConstraintTerm::Call(Cow::Owned(name), args?))
}

fn cumulative(vm: &mut Vm) -> PostResult<Constraint> {
    let mut tasks = Vec::new();
    let mut labels = Vec::new();
    for (i, t) in compounds(vm, vm.x(0), "task", 5)?.into_iter().enumerate() {
        tasks.push(CumulativeTask {
            start: var(vm, t[0])?,
            duration: var(vm, t[1])?,
            end: Some(var(vm, t[2])?),
            usage: var(vm, t[3])?,
        });
        labels.push(label(vm, t[4], i + 1));
    }
    let limit = var(vm, vm.x(1))?;
    Ok(Constraint::other(Cumulative {
        tasks,
        labels,
        limit,
    }))
}

/// `serialized(Starts, Durations)`
pub(super) fn serialized(vm: &mut Vm, starts: Cell, durations: Cell) -> PostResult<Constraint> {
    let starts = vars(vm, starts)?;
    let durations = vars(vm, durations)?;
    if starts.len() != durations.len() {
        return Err(PostError::Fail);
    }
    Ok(Constraint::other(Disjunctive {
        tasks: starts.into_iter().zip(durations).collect(),
        strict: true,
    }))
}

/// Fails unless the numbers are distinct.
fn distinct(vm: &mut Vm, all: &[Int], what: &str, culprit: Cell) -> PostResult<()> {
    let mut sorted: Vec<&Int> = all.iter().collect();
    sorted.sort_unstable();
    if sorted.windows(2).any(|w| w[0] == w[1]) {
        return Err(PostError::Ball(vm.domain_error(what, culprit)));
    }
    Ok(())
}

fn machines(vm: &mut Vm) -> PostResult<Constraint> {
    let mut tasks = Vec::new();
    for t in compounds(vm, vm.x(0), "task", 5)? {
        tasks.push(cumulatives::MachineTask {
            start: var(vm, t[0])?,
            duration: var(vm, t[1])?,
            end: var(vm, t[2])?,
            height: var(vm, t[3])?,
            machine: var(vm, t[4])?,
        });
    }
    let mut machines = Vec::new();
    for m in compounds(vm, vm.x(1), "machine", 2)? {
        machines.push((int(vm, m[0])?, var(vm, m[1])?));
    }
    let numbers: Vec<Int> = machines.iter().map(|m| m.0.clone()).collect();
    distinct(vm, &numbers, "distinct_machines", vm.x(1))?;
    let bound = vm.heap.deref(vm.x(2));
    let upper = bound
        .to_atom()
        .is_some_and(|a| *vm.atoms.text(a) == *"upper");
    Ok(Constraint::other(Cumulatives {
        tasks,
        machines,
        upper,
    }))
}

fn colored(vm: &mut Vm) -> PostResult<Constraint> {
    let mut tasks = Vec::new();
    for t in compounds(vm, vm.x(0), "task", 5)? {
        let place = [var(vm, t[0])?, var(vm, t[1])?, var(vm, t[2])?];
        let color = ints(vm, t[3])?.pop().unwrap_or(Int::ZERO);
        tasks.push((place, color));
    }
    let limit = int(vm, vm.x(1))?;
    Ok(Constraint::other(MultiCumulative { tasks, limit }))
}

/// The nodes of an automaton while it is read.
#[derive(Default)]
struct Nodes {
    by_cell: FxHashMap<Cell, u32>,
    /// Nodes that are not atoms or small integers.
    others: Vec<(Cell, u32)>,
    names: Vec<ConstraintTerm>,
}

impl Nodes {
    fn number(&mut self, vm: &mut Vm, c: Cell) -> u32 {
        let c = vm.heap.deref(c);
        let simple = c.is_int() || c.to_atom().is_some();
        let found = if simple {
            self.by_cell.get(&c).copied()
        } else {
            let same = |(o, _): &&(Cell, u32)| vm.compare(*o, c).is_eq();
            self.others.iter().find(same).map(|(_, n)| *n)
        };
        if let Some(n) = found {
            return n;
        }
        let n = self.names.len() as u32;
        if simple {
            self.by_cell.insert(c, n);
        } else {
            self.others.push((c, n));
        }
        let name = match small(vm, c, 4) {
            Some(name) => name,
            None => ConstraintTerm::call("node", vec![ConstraintTerm::Int((n as usize).into())]),
        };
        self.names.push(name);
        n
    }
}

/// The labels of an automaton while it is read.
#[derive(Default)]
struct Labels {
    numbers: FxHashMap<Interval, u32>,
    all: Vec<Interval>,
}

impl Labels {
    fn number(&mut self, label: Interval) -> u32 {
        let next = self.all.len() as u32;
        let all = &mut self.all;
        *self.numbers.entry(label).or_insert_with_key(|label| {
            all.push(label.clone());
            next
        })
    }
}

/// `automaton(Word, Ends, Arcs)`
pub(super) fn automaton(vm: &mut Vm, word: Cell, ends: Cell, arcs: Cell) -> PostResult<Constraint> {
    let word = vars(vm, word)?;
    let mut nodes = Nodes::default();
    let mut by = Automaton::default();
    for c in elements(vm, ends)? {
        let what = call(vm, c).map(|(name, args)| (vm.atoms.text(name).to_string(), args));
        match what {
            Some((name, args)) if name == "source" && args.len() == 1 => {
                by.sources.push(nodes.number(vm, args[0]));
            }
            Some((name, args)) if name == "sink" && args.len() == 1 => {
                by.sinks.push(nodes.number(vm, args[0]));
            }
            Some(_) => return Err(PostError::Ball(vm.domain_error("source_or_sink", c))),
            None if c.is_ref() => return Err(PostError::Ball(vm.instantiation_error())),
            None => return Err(PostError::Ball(vm.domain_error("source_or_sink", c))),
        }
    }
    let mut labels = Labels::default();
    for arc in compounds(vm, arcs, "arc", 3)? {
        let (from, to) = (nodes.number(vm, arc[0]), nodes.number(vm, arc[2]));
        let label = vm.heap.deref(arc[1]);
        let domain = match label.is_structure() {
            true => domain_term::read(vm, label)?,
            false => Domain::singleton(int(vm, label)?),
        };
        for part in domain.parts() {
            by.arcs.push((from, labels.number(part.clone()), to));
        }
    }
    by.nodes = nodes.names;
    by.labels = labels.all;
    Ok(Constraint::other(Regular {
        vars: word,
        by: Arc::new(by),
    }))
}

/// An integer or the atom `sup`.
fn distance(vm: &mut Vm, c: Cell) -> PostResult<Option<Int>> {
    let c = vm.heap.deref(c);
    if c.to_atom().is_some_and(|a| *vm.atoms.text(a) == *"sup") {
        return Ok(None);
    }
    int(vm, c).map(Some)
}

fn is_true(vm: &Vm, c: Cell) -> bool {
    let c = vm.heap.deref(c);
    c.to_atom().is_some_and(|a| *vm.atoms.text(a) == *"true")
}

/// `'$fd_boxes'(Form, Diffn, Types, Strict, Wraps, Margins)`: a box is a list of `Origin-Length`, a
/// wrap is `Low-High` or `none`, a margin is `margin(Type1, Type2, Distances)`.
fn boxes(vm: &mut Vm) -> PostResult<Constraint> {
    let form = vm.heap.deref(vm.x(0));
    let form = match form.to_atom().map(|a| vm.atoms.text(a).to_string()) {
        Some(name) if name == "disjoint1" => DiffnForm::Lines,
        Some(name) if name == "disjoint2" => DiffnForm::Rectangles,
        Some(_) | None => DiffnForm::Facets,
    };
    let mut boxes = Vec::new();
    let mut dimensions = None;
    for b in elements(vm, vm.x(1))? {
        let mut facets = Vec::new();
        for facet in compounds(vm, b, "-", 2)? {
            facets.push((var(vm, facet[0])?, var(vm, facet[1])?));
        }
        if *dimensions.get_or_insert(facets.len()) != facets.len() {
            return Err(PostError::Ball(
                vm.domain_error("boxes_of_one_dimension", vm.x(1)),
            ));
        }
        boxes.push(facets);
    }
    let mut types = Vec::new();
    for (i, c) in elements(vm, vm.x(2))?.into_iter().enumerate() {
        types.push(label(vm, c, i + 1));
    }
    let strict = is_true(vm, vm.x(3));
    let mut wrap = Vec::new();
    for c in elements(vm, vm.x(4))? {
        wrap.push(match call(vm, c) {
            Some((_, args)) if args.len() == 2 => Some((int(vm, args[0])?, int(vm, args[1])?)),
            Some(_) | None => None,
        });
    }
    wrap.resize(dimensions.unwrap_or(wrap.len()), None);
    let mut margins: Vec<Margin> = Vec::new();
    for m in compounds(vm, vm.x(5), "margin", 3)? {
        let (from, to) = (label(vm, m[0], 0), label(vm, m[1], 0));
        let mut distances = Vec::new();
        for c in elements(vm, m[2])? {
            distances.push(distance(vm, c)?);
        }
        distances.resize(wrap.len(), Some(Int::ZERO));
        margins.push((from, to, distances));
    }
    Ok(Constraint::other(Diffn {
        boxes,
        types,
        form,
        strict,
        wrap,
        margins,
    }))
}

fn bin_packing(vm: &mut Vm) -> PostResult<Constraint> {
    let mut items = Vec::new();
    for item in compounds(vm, vm.x(0), "item", 2)? {
        let size = int(vm, item[1])?;
        if size.is_negative() {
            return Err(PostError::Ball(
                vm.domain_error("not_less_than_zero", item[1]),
            ));
        }
        items.push((var(vm, item[0])?, size));
    }
    let mut bins = Vec::new();
    for bin in compounds(vm, vm.x(1), "bin", 2)? {
        bins.push((int(vm, bin[0])?, var(vm, bin[1])?));
    }
    let numbers: Vec<Int> = bins.iter().map(|b| b.0.clone()).collect();
    distinct(vm, &numbers, "distinct_bins", vm.x(1))?;
    Ok(Constraint::other(BinPacking::new(items, bins)))
}

/// A list of integers that fit a word.
fn words(vm: &mut Vm, list: Cell) -> PostResult<Vec<i64>> {
    let mut found = Vec::new();
    for i in ints(vm, list)? {
        match i.to_i64().filter(|i| i.unsigned_abs() < 1 << 60) {
            Some(i) => found.push(i),
            None => return Err(PostError::Ball(vm.domain_error("small_integers", list))),
        }
    }
    Ok(found)
}

fn geost(vm: &mut Vm) -> PostResult<Constraint> {
    let mut objects = Vec::new();
    let mut dimensions = None;
    for (i, o) in compounds(vm, vm.x(0), "object", 3)?.into_iter().enumerate() {
        let origin = vars(vm, o[2])?;
        if *dimensions.get_or_insert(origin.len()) != origin.len() {
            return Err(PostError::Ball(
                vm.domain_error("objects_of_one_dimension", vm.x(0)),
            ));
        }
        objects.push(GeostObject {
            id: label(vm, o[0], i + 1),
            shape: var(vm, o[1])?,
            origin,
        });
    }
    let mut shapes: Vec<GeostShape> = Vec::new();
    for b in compounds(vm, vm.x(1), "sbox", 3)? {
        let id = int(vm, b[0])?;
        let (offset, size) = (words(vm, b[1])?, words(vm, b[2])?);
        let wanted = dimensions.unwrap_or(offset.len());
        if offset.len() != wanted || size.len() != wanted {
            return Err(PostError::Ball(
                vm.domain_error("boxes_of_one_dimension", vm.x(1)),
            ));
        }
        if size.iter().any(|i| *i <= 0) {
            return Err(PostError::Ball(vm.domain_error("positive_integers", b[2])));
        }
        let part: ShiftedBox = offset.into_iter().zip(size).collect();
        match shapes.iter_mut().find(|s| s.0 == id) {
            Some(shape) => shape.1.push(part),
            None => shapes.push((id, vec![part])),
        }
    }
    Ok(Constraint::other(Geost {
        objects,
        shapes: Arc::new(shapes),
    }))
}
