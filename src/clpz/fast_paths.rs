//! The most frequent comparisons of programs: `X op I`, `X op Y`, `X op Y+I`. They are posted without being read as
//! expressions. All others are left to the general readers.

use super::attvar_link::{attach, is_monotonic, store, var_of, variable};
use super::post_result::{PostError, PostResult};
use super::symbols::{Core, OffsetFunctors};
use crate::base::int::Int;
use crate::fd::constraints::constraint::{NormalRelation, Rel, Relation};
use crate::fd::constraints::reified::Stated;
use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::var::{INF, SUP, VarId};
use crate::machine::Cell;
use crate::system::Vm;

/// A variable, if any, and the number that is added to it.
#[inline]
fn side(vm: &Vm, f: OffsetFunctors, t: Cell) -> Option<(Option<Cell>, i64)> {
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

/// Posts `left #\\= right`, if it is `X ≠ Y+I` of constrained variables that are not fixed: it removes no values yet,
/// so that nothing need be propagated. Both sides are dereferenced. Returns true if it was posted.
pub(super) fn differ(vm: &mut Vm, left: Cell, right: Cell) -> bool {
    let Some(names) = &vm.ext.clpz.names else {
        return false;
    };
    let store = &vm.ext.clpz.store;
    if is_monotonic(vm, names) || store.is_watched() || store.is_crowded() {
        return false;
    }
    let f = names.offsets;
    let (Some((Some(x), a)), Some((Some(y), b))) = (side(vm, f, left), side(vm, f, right)) else {
        return false;
    };
    let (Some(x), Some(y)) = (var_of(vm, x), var_of(vm, y)) else {
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
) -> Option<PostResult<()>> {
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
        (None, Some(y)) => one(vm, rel.mirrored(), y, a - b),
        _ => None,
    }
}

/// `x rel y + c`
fn two(vm: &mut Vm, rel: Relation, x: Cell, y: Cell, c: i64) -> PostResult<()> {
    let (x, y) = (variable(vm, x), variable(vm, y));
    let store = store(vm);
    let (x, rel, y, c) = normal(rel, x, y, c);
    Ok(store.post_offset(x, rel, y, c)?)
}

/// `x rel y + c` as one of the three relations of the kernel.
#[inline]
fn normal<T>(rel: Relation, x: T, y: T, c: i64) -> (T, Rel, T, i64) {
    let NormalRelation { rel, sign, offset } = rel.normal();
    if sign < 0 {
        (y, rel, x, offset - c)
    } else {
        (x, rel, y, offset + c)
    }
}

/// `x rel c`
fn one(vm: &mut Vm, rel: Relation, x: Cell, c: i64) -> Option<PostResult<()>> {
    if rel == Relation::Eq && var_of(vm, x).is_none() {
        // No constraint at all.
        let value = vm.int_cell(&Int::Small(c));
        vm.bind(x, value);
        return Some(Ok(()));
    }
    let v = variable(vm, x);
    let store = store(vm);
    let NormalRelation { rel, sign, offset } = rel.normal();
    let done = match rel {
        Rel::Eq => store.assign(v, &Int::Small(c)),
        Rel::Ne => store.remove_value(v, &Int::Small(c)),
        Rel::Le if sign < 0 => store.remove_below(v, &Bound::from(c - offset)),
        Rel::Le => store.remove_above(v, &Bound::from(c + offset)),
    };
    Some(done.map_err(PostError::from))
}

/// A simple comparison to be reified.
enum Compared {
    /// Nothing of variables.
    Numbers(bool),
    /// The variable is in a range, or it is not.
    Range(Cell, (i64, i64), bool),
    /// `x rel y + c`
    Offset((Cell, Rel, Cell), i64),
}

/// The simple constraint that `left rel right` states, if it is one. Both sides are dereferenced.
#[inline]
fn compared(
    vm: &Vm,
    f: OffsetFunctors,
    rel: Relation,
    left: Cell,
    right: Cell,
) -> Option<Compared> {
    let (x, a) = side(vm, f, left)?;
    let (y, b) = side(vm, f, right)?;
    let (rel, x, y, c) = match (x, y) {
        (Some(x), Some(y)) if x != y => (rel, x, Some(y), b - a),
        (Some(x), None) => (rel, x, None, b - a),
        (None, Some(y)) => (rel.mirrored(), y, None, a - b),
        (None, None) => return Some(Compared::Numbers(rel.holds(&a, &b))),
        _ => return None,
    };
    if c.unsigned_abs() >= 1 << 61 {
        return None;
    }
    Some(match y {
        Some(y) => {
            let (x, rel, y, c) = normal(rel, x, y, c);
            Compared::Offset((x, rel, y), c)
        }
        None => {
            let NormalRelation { rel, sign, offset } = rel.normal();
            let (range, inside) = match rel {
                Rel::Eq => ((c, c), true),
                Rel::Ne => ((c, c), false),
                Rel::Le if sign < 0 => ((c - offset, SUP), true),
                Rel::Le => ((INF, c + offset), true),
            };
            Compared::Range(x, range, inside)
        }
    })
}

/// The truth value of `left rel right` as the variable that `target` makes, if the comparison is
/// simple and has variables. Both sides are dereferenced. Not for the monotonic mode.
#[inline]
pub(super) fn reified(
    vm: &mut Vm,
    names: &Core,
    rel: Relation,
    (left, right): (Cell, Cell),
    target: impl FnOnce(&mut Vm) -> VarId,
) -> Option<PostResult<VarId>> {
    let compared = compared(vm, names.offsets, rel, left, right)?;
    if let Compared::Numbers(_) = compared {
        return None;
    }
    // The truth value may be one of the variables compared.
    let z = target(vm);
    let posted = match compared {
        Compared::Offset((x, rel, y), c) => {
            let (x, y) = (variable(vm, x), variable(vm, y));
            store(vm).post_reified_offset(z, (x, rel, y), c)
        }
        Compared::Range(x, range, inside) => {
            let x = variable(vm, x);
            store(vm).post_reified_range(z, x, range, inside)
        }
        Compared::Numbers(_) => Ok(()),
    };
    Some(posted.map(|()| z).map_err(PostError::from))
}

/// Makes `b` the truth value of `left rel right`, if `b` is a variable, the comparison is simple, its variables are
/// constrained, and no value is removed, so that nothing need be propagated. Returns true if this was done.
pub(super) fn truth(vm: &mut Vm, b: Cell, rel: Relation, left: Cell, right: Cell) -> bool {
    let Some(names) = &vm.ext.clpz.names else {
        return false;
    };
    let store = &vm.ext.clpz.store;
    if !b.is_ref() || is_monotonic(vm, names) || store.is_watched() || store.is_crowded() {
        return false;
    }
    let names: Core = ***names;
    let known_b = match var_of(vm, b) {
        Some(v) if store.vars().span(v) == Some((0, 1)) => Some(v),
        None if !b.is_attvar() => None,
        _ => return false,
    };
    let stated = match compared(vm, names.offsets, rel, left, right) {
        None => None,
        Some(Compared::Numbers(truth)) => Some(Stated::Now(truth)),
        Some(Compared::Range(x, range, inside)) => var_of(vm, x).and_then(|x| {
            let store = &mut vm.ext.clpz.store;
            store.state_range(known_b, x, range, inside)
        }),
        Some(Compared::Offset((x, rel, y), c)) => match (var_of(vm, x), var_of(vm, y)) {
            (Some(x), Some(y)) => {
                let store = &mut vm.ext.clpz.store;
                store.state_offset(known_b, (x, rel, y), c)
            }
            _ => None,
        },
    };
    match (stated, known_b) {
        (Some(Stated::Now(truth)), None) => vm.bind(b, Cell::int(i64::from(truth))),
        (Some(Stated::Later(v)), None) => attach(vm, &names, b, v),
        (Some(Stated::Later(_)), Some(_)) => {}
        (Some(Stated::Now(_)), Some(_)) | (None, _) => return false,
    }
    true
}
