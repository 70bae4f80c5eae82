//! The comparisons that programs state most: `X op I`, `X op Y`, `X op Y+I`. They go to the kernel
//! without a detour. Everything else is left to the general way.

use super::names::Core;
use super::variable::{is_monotonic, known, store, variable};
use super::{Step, Vm};
use crate::base::atom::Atom;
use crate::base::int::Int;
use crate::fd::bound::Bound;
use crate::fd::constraint::{Rel, Relation};
use crate::fd::var::{INF, SUP, VarId};
use crate::machine::Cell;

/// The functors that may stand in a simple side.
#[derive(Clone, Copy)]
pub(super) struct Offsets {
    add: crate::code::pred::FunctorId,
    sub: crate::code::pred::FunctorId,
}

impl Offsets {
    pub(super) fn new(vm: &mut Vm) -> Offsets {
        Offsets {
            add: vm.functors.intern(Atom::from_char('+'), 2),
            sub: vm.functors.intern(Atom::from_char('-'), 2),
        }
    }
}

/// A variable, if any, and the number that is added to it.
#[inline]
fn side(vm: &Vm, f: Offsets, t: Cell) -> Option<(Option<Cell>, i64)> {
    if t.is_ref() {
        return Some((Some(t), 0));
    }
    if t.is_int() {
        return Some((None, t.as_int()));
    }
    if !t.is_structure() {
        return None;
    }
    let (functor, arity) = vm.heap.functor_of(t);
    if arity != 2 || (functor != f.add && functor != f.sub) {
        return None;
    }
    let x = vm.heap.deref(vm.heap.get(t.addr() + 8));
    let y = vm.heap.deref(vm.heap.get(t.addr() + 16));
    let plus = functor == f.add;
    if y.is_int() {
        let i = if plus { y.as_int() } else { -y.as_int() };
        if x.is_ref() {
            return Some((Some(x), i));
        }
        return x.is_int().then(|| (None, x.as_int() + i));
    }
    (plus && x.is_int() && y.is_ref()).then(|| (Some(y), x.as_int()))
}

/// Posts `left #\\= right`, if that is `X ≠ Y+I` of constrained variables none of which is fixed: nothing
/// follows from it yet, so that nothing need be propagated. Whether it was posted.
pub(super) fn differ(vm: &mut Vm, left: Cell, right: Cell) -> bool {
    let Some(names) = &vm.ext.clpz.names else {
        return false;
    };
    let (left, right) = (vm.heap.deref(left), vm.heap.deref(right));
    let store = &vm.ext.clpz.store;
    if is_monotonic(vm, names) || store.is_watched() || store.is_crowded() {
        return false;
    }
    let f = names.offsets;
    let (Some((Some(x), a)), Some((Some(y), b))) = (side(vm, f, left), side(vm, f, right)) else {
        return false;
    };
    let (Some(x), Some(y)) = (known(vm, x), known(vm, y)) else {
        return false;
    };
    vm.ext.clpz.store.differ(x, y, b - a)
}

/// Posts `left rel right`, if it is simple. Both sides are dereferenced.
pub(super) fn relation(
    vm: &mut Vm,
    names: &Core,
    rel: Relation,
    left: Cell,
    right: Cell,
) -> Option<Step<()>> {
    let f = names.offsets;
    let (x, a) = side(vm, f, left)?;
    let (y, b) = side(vm, f, right)?;
    match (x, y) {
        (Some(x), Some(y)) if x != y => {
            // Equal variables become one.
            let same = rel == Relation::Eq && left.is_ref() && right.is_ref();
            (!same).then(|| two(vm, rel, x, y, b - a))
        }
        (Some(x), None) => one(vm, rel, x, b - a),
        (None, Some(y)) => one(vm, mirrored(rel), y, a - b),
        _ => None,
    }
}

/// The comparison with its sides exchanged.
fn mirrored(rel: Relation) -> Relation {
    match rel {
        Relation::Eq | Relation::Ne => rel,
        Relation::Lt => Relation::Gt,
        Relation::Le => Relation::Ge,
        Relation::Gt => Relation::Lt,
        Relation::Ge => Relation::Le,
    }
}

/// `x rel y + c`
fn two(vm: &mut Vm, rel: Relation, x: Cell, y: Cell, c: i64) -> Step<()> {
    let (x, y) = (variable(vm, x), variable(vm, y));
    let store = store(vm);
    Ok(match rel {
        Relation::Eq => store.post_offset(x, Rel::Eq, y, c),
        Relation::Ne => store.post_offset(x, Rel::Ne, y, c),
        Relation::Le => store.post_offset(x, Rel::Le, y, c),
        Relation::Lt => store.post_offset(x, Rel::Le, y, c - 1),
        Relation::Ge => store.post_offset(y, Rel::Le, x, -c),
        Relation::Gt => store.post_offset(y, Rel::Le, x, -c - 1),
    }?)
}

/// `x rel c`
fn one(vm: &mut Vm, rel: Relation, x: Cell, c: i64) -> Option<Step<()>> {
    if rel == Relation::Eq && known(vm, x).is_none() {
        // No constraint at all.
        let value = vm.int_cell(&Int::Small(c));
        vm.bind(x, value);
        return Some(Ok(()));
    }
    let v = variable(vm, x);
    let store = store(vm);
    let done = match rel {
        Relation::Eq => store.assign(v, &Int::Small(c)),
        Relation::Ne => store.remove_value(v, &Int::Small(c)),
        Relation::Lt => store.remove_above(v, &Bound::from(c - 1)),
        Relation::Le => store.remove_above(v, &Bound::from(c)),
        Relation::Gt => store.remove_below(v, &Bound::from(c + 1)),
        Relation::Ge => store.remove_below(v, &Bound::from(c)),
    };
    Some(done.map_err(super::Stop::from))
}

/// The truth value of `left rel right` as the variable that `target` makes, if the comparison is
/// simple. Both sides are dereferenced. Not for the monotonic mode.
#[inline]
pub(super) fn reified(
    vm: &mut Vm,
    names: &Core,
    rel: Relation,
    (left, right): (Cell, Cell),
    target: impl FnOnce(&mut Vm) -> VarId,
) -> Option<Step<VarId>> {
    let f = names.offsets;
    let (x, a) = side(vm, f, left)?;
    let (y, b) = side(vm, f, right)?;
    let (rel, x, y, c) = match (x, y) {
        (Some(x), Some(y)) if x != y => (rel, x, Some(y), b - a),
        (Some(x), None) => (rel, x, None, b - a),
        (None, Some(y)) => (mirrored(rel), y, None, a - b),
        _ => return None,
    };
    if c.unsigned_abs() >= 1 << 61 {
        return None;
    }
    // The truth value may be one of the variables compared.
    let z = target(vm);
    let x = variable(vm, x);
    let y = y.map(|y| variable(vm, y));
    let store = store(vm);
    let posted = match y {
        Some(y) => {
            let (x, rel, y, c) = match rel {
                Relation::Eq => (x, Rel::Eq, y, c),
                Relation::Ne => (x, Rel::Ne, y, c),
                Relation::Le => (x, Rel::Le, y, c),
                Relation::Lt => (x, Rel::Le, y, c - 1),
                Relation::Ge => (y, Rel::Le, x, -c),
                Relation::Gt => (y, Rel::Le, x, -c - 1),
            };
            store.post_reified_offset(z, (x, rel, y), c)
        }
        None => {
            let (range, inside) = match rel {
                Relation::Eq => ((c, c), true),
                Relation::Ne => ((c, c), false),
                Relation::Le => ((INF, c), true),
                Relation::Lt => ((INF, c - 1), true),
                Relation::Ge => ((c, SUP), true),
                Relation::Gt => ((c + 1, SUP), true),
            };
            store.post_reified_range(z, x, range, inside)
        }
    };
    Some(posted.map(|()| z).map_err(super::Stop::from))
}
