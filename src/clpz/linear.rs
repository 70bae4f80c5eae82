//! Sums of small multiples of variables, the most frequent ones of programs: read into a buffer, and posted as
//! machine integers. All other sums, and all errors, are left to `expression`.
//!
//! A term is read completely before its variables become constrained, so that a reader that is tried afterwards finds
//! the same state.

use super::attvar_link::{is_monotonic, store, variable};
use super::functions::NonlinearFunction;
use super::post_result::{PostError, PostResult};
use super::symbols::{Symbol, Symbols};
use crate::fd::constraints::constraint::{NormalRelation, Relation};
use crate::fd::kernel::var::VarId;
use crate::machine::Cell;
use crate::system::Vm;

/// Larger factors and constants are left to `expression`.
const LARGEST: u64 = 1 << 31;
/// Longer sums are left to `expression`: they may be infinite terms.
const LONGEST: usize = 100_000;

/// The part of a sum that has been read.
#[derive(Default)]
pub(super) struct LinearBuffer {
    todo: Vec<(Cell, i64)>,
    /// Factors and unbound variables.
    cells: Vec<(i64, Cell)>,
    terms: Vec<(i64, VarId)>,
    constant: i64,
}

impl LinearBuffer {
    fn clear(&mut self) {
        self.todo.clear();
        self.cells.clear();
        self.terms.clear();
        self.constant = 0;
    }

    /// Adds an integer.
    fn add(&mut self, i: i64, factor: i64) -> Option<()> {
        let sum = self.constant.checked_add(i.checked_mul(factor)?)?;
        self.constant = sum;
        (sum.unsigned_abs() < 1 << 60).then_some(())
    }

    /// Adds a multiple of an expression; `None` if it is no sum of small multiples.
    fn read(&mut self, vm: &Vm, names: &Symbols, t: Cell, factor: i64) -> Option<()> {
        self.todo.push((t, factor));
        let mut steps = 0;
        while let Some((t, a)) = self.todo.pop() {
            let t = vm.heap.deref(t);
            if t.is_ref() {
                self.cells.push((a, t));
                continue;
            }
            if t.is_int() {
                self.add(t.as_int(), a)?;
                continue;
            }
            steps += 1;
            if !t.is_structure() || steps > LONGEST {
                return None;
            }
            let x = vm.heap.get(t.addr() + 8);
            match names.symbol(vm.heap.functor_of(t).0)? {
                Symbol::Add => {
                    self.todo.push((vm.heap.get(t.addr() + 16), a));
                    self.todo.push((x, a));
                }
                Symbol::Sub => {
                    self.todo.push((vm.heap.get(t.addr() + 16), -a));
                    self.todo.push((x, a));
                }
                Symbol::Neg => self.todo.push((x, -a)),
                Symbol::Same => {
                    let x = vm.heap.deref(x);
                    if !x.is_ref() && !x.is_int() {
                        return None;
                    }
                    self.todo.push((x, a));
                }
                Symbol::Function(NonlinearFunction::Times) => {
                    let x = vm.heap.deref(x);
                    let y = vm.heap.deref(vm.heap.get(t.addr() + 16));
                    let (i, other) = if x.is_int() {
                        (x.as_int(), y)
                    } else if y.is_int() {
                        (y.as_int(), x)
                    } else {
                        return None;
                    };
                    let a = a.checked_mul(i).filter(|a| a.unsigned_abs() < LARGEST)?;
                    self.todo.push((other, a));
                }
                _ => return None,
            }
        }
        Some(())
    }

    /// Adds the elements of a list, each multiplied by its factor, or by 1 if there are no factors.
    fn read_list(&mut self, vm: &Vm, factors: Option<Cell>, list: Cell) -> Option<()> {
        let mut rest = vm.heap.deref(list);
        let mut factors = factors.map(|f| vm.heap.deref(f));
        while rest.is_list() {
            let mut a = 1;
            if let Some(f) = factors {
                if !f.is_list() {
                    return None;
                }
                let i = vm.heap.deref(vm.heap.get(f.addr()));
                if !i.is_int() || i.as_int().unsigned_abs() >= LARGEST {
                    return None;
                }
                a = i.as_int();
                factors = Some(vm.heap.deref(vm.heap.get(f.addr() + 8)));
            }
            let x = vm.heap.deref(vm.heap.get(rest.addr()));
            if x.is_ref() {
                self.cells.push((a, x));
            } else if x.is_int() {
                self.add(x.as_int(), a)?;
            } else {
                return None;
            }
            if self.cells.len() > LONGEST {
                return None;
            }
            rest = vm.heap.deref(vm.heap.get(rest.addr() + 8));
        }
        (rest == Cell::NIL && factors.is_none_or(|f| f == Cell::NIL)).then_some(())
    }

    /// Posts `sum rel 0`, or `sum rel result`.
    fn post(&mut self, vm: &mut Vm, rel: Relation, result: Option<VarId>) -> PostResult<()> {
        let NormalRelation { rel, sign, offset } = rel.normal();
        let c = offset - sign * self.constant;
        for &(a, cell) in &self.cells {
            let v = variable(vm, cell);
            self.terms.push((sign * a, v));
        }
        self.terms.extend(result.map(|v| (-sign, v)));
        store(vm)
            .post_sum(&mut self.terms, rel, c)
            .map_err(PostError::from)
    }
}

/// Reads a sum with `read` and posts its comparison with 0; `None`, without effect, if it is left to `expression`.
fn posted(
    vm: &mut Vm,
    rel: Relation,
    read: impl FnOnce(&mut LinearBuffer, &Vm, &Symbols) -> Option<()>,
) -> Option<PostResult<()>> {
    let mut room = std::mem::take(&mut vm.ext.clpz.room);
    room.clear();
    let names = vm.ext.clpz.names.as_deref();
    let found = names.and_then(|names| read(&mut room, vm, names));
    let done = match found {
        Some(()) if !room.cells.is_empty() => Some(room.post(vm, rel, None)),
        _ => None,
    };
    vm.ext.clpz.room = room;
    done
}

/// Posts `left rel right`, if both are sums of small multiples.
pub(super) fn relation(
    vm: &mut Vm,
    rel: Relation,
    left: Cell,
    right: Cell,
) -> Option<PostResult<()>> {
    posted(vm, rel, |room, vm, names| {
        room.read(vm, names, left, 1)?;
        room.read(vm, names, right, -1)
    })
}

/// A sum of small multiples as one variable; `None` for anything else, and for an integer.
pub(super) fn single(vm: &mut Vm, t: Cell) -> Option<PostResult<VarId>> {
    let mut room = std::mem::take(&mut vm.ext.clpz.room);
    room.clear();
    let names = vm.ext.clpz.names.as_deref();
    let found = names.and_then(|names| room.read(vm, names, t, 1));
    let single = match (found, room.cells.as_slice()) {
        (None, _) | (_, []) => None,
        (_, &[(1, x)]) if room.constant == 0 => Some(Ok(variable(vm, x))),
        _ => {
            let v = store(vm).new_integer();
            Some(room.post(vm, Relation::Eq, Some(v)).map(|()| v))
        }
    };
    vm.ext.clpz.room = room;
    single
}

/// The two variables of a difference `x`, or of `x − y`; `None`, without effect, for other terms.
pub(super) fn difference(vm: &mut Vm, x: Cell, y: Option<Cell>) -> Option<(VarId, VarId)> {
    let mut room = std::mem::take(&mut vm.ext.clpz.room);
    room.clear();
    let names = vm.ext.clpz.names.as_deref();
    let found = names.and_then(|names| {
        room.read(vm, names, x, 1)?;
        y.map_or(Some(()), |y| room.read(vm, names, y, -1))
    });
    let both = match (found, room.cells.as_slice()) {
        (Some(()), &[(1, x), (-1, y)] | &[(-1, y), (1, x)]) if room.constant == 0 && x != y => {
            Some((x, y))
        }
        _ => None,
    };
    vm.ext.clpz.room = room;
    both.map(|(x, y)| (variable(vm, x), variable(vm, y)))
}

/// Posts a comparison of a scalar product, or of the sum of a list, with an expression, if both are sums of small
/// multiples.
pub(super) fn product(
    vm: &mut Vm,
    factors: Option<Cell>,
    list: Cell,
    rel: Relation,
    value: Cell,
) -> Option<PostResult<()>> {
    let names = Symbols::core(vm);
    if is_monotonic(vm, &names) {
        return None;
    }
    posted(vm, rel, |room, vm, names| {
        room.read_list(vm, factors, list)?;
        room.read(vm, names, value, -1)
    })
}
