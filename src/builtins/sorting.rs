//! Sorting lists in the standard order (ISO 13211-1, 8.4.3, 8.4.4, and `msort/2`, `sort/4`).
//!
//! The sort is our own merge sort: the standard order of infinite trees need not be total, and then
//! the standard library's may panic. It is stable and uses as few comparisons as a merge sort can.

use crate::base::atom::atoms;
use crate::machine::{Ball, Cell};
use crate::system::text::{check_partial_list, list_of, split_list};
use crate::system::{BuiltinRow, Res, Vm, repeatable};
use std::cmp::Ordering;

pub(crate) const ROWS: &[BuiltinRow] = &[
    repeatable(
        "sort",
        "?term, ?term",
        "8.4.3",
        "Unifies the second argument with a list in standard order without duplicates.",
        sort,
    ),
    repeatable(
        "msort",
        "?term, ?term",
        "-",
        "Unifies the second argument with a list in standard order, with duplicates.",
        msort,
    ),
    repeatable(
        "keysort",
        "?term, ?term",
        "8.4.4",
        "Unifies the second argument with a list of pairs `Key-Value`, sorted stably by their keys.",
        keysort,
    ),
    repeatable(
        "sort",
        "+nonvar, +atom, ?term, ?term",
        "-",
        "Unifies the last argument with a list sorted by an argument of its elements (0: by the elements) in one of the orders `@<`, `@=<`, `@>`, `@>=`.",
        sort_by,
    ),
    repeatable(
        "$sort_by_value",
        "+nonvar, +atom, ?term, ?term",
        "-",
        "As sort/4 with the standard order in which numbers are compared by value.",
        sort_by_value,
    ),
];

/// The standard order, or that in which numbers are compared by value.
type CompareTerms = fn(&Vm, Cell, Cell) -> Ordering;

/// Elements with the keys that order them.
type Keyed = (Cell, Cell);

fn sort(vm: &mut Vm) -> Res {
    let mut items = plain(vm)?;
    order(vm, &mut items, false, Vm::compare)?;
    drop_equal_keys(vm, &mut items, Vm::compare);
    finish(vm, &items, 1)
}

fn msort(vm: &mut Vm) -> Res {
    let mut items = plain(vm)?;
    order(vm, &mut items, false, Vm::compare)?;
    finish(vm, &items, 1)
}

/// The list in the first argument, each element its own key; the second argument is checked.
fn plain(vm: &mut Vm) -> Result<Vec<Keyed>, Ball> {
    let items = list_of(vm, vm.x(0))?;
    check_partial_list(vm, vm.x(1))?;
    Ok(items.into_iter().map(|c| (c, c)).collect())
}

fn keysort(vm: &mut Vm) -> Res {
    let pairs = list_of(vm, vm.x(0))?;
    check_partial_list(vm, vm.x(1))?;
    let minus = vm.functors.intern(atoms::MINUS, 2);
    let is_pair = |vm: &Vm, c: Cell| c.is_structure() && vm.heap.functor_of(c).0 == minus;
    if pairs.iter().any(|c| c.is_ref()) {
        return Err(vm.instantiation_error());
    }
    let (given, _) = split_list(vm, vm.x(1));
    let wrong = pairs
        .iter()
        .chain(given.iter().filter(|c| !c.is_ref()))
        .find(|&&c| !is_pair(vm, c));
    if let Some(&c) = wrong {
        let pair = vm.atoms.intern("pair");
        return Err(vm.type_error(pair, c));
    }
    let key = |c: Cell| vm.heap.deref(vm.heap.get(c.addr() + 8));
    let mut items: Vec<Keyed> = pairs.into_iter().map(|c| (key(c), c)).collect();
    order(vm, &mut items, false, Vm::compare)?;
    finish(vm, &items, 1)
}

fn sort_by(vm: &mut Vm) -> Res {
    sort_with(vm, Vm::compare)
}

fn sort_by_value(vm: &mut Vm) -> Res {
    sort_with(vm, Vm::compare_by_value)
}

fn sort_with(vm: &mut Vm, compare: CompareTerms) -> Res {
    let (n, how) = (vm.x(0), vm.x(1));
    // A list is a path to an argument of an argument.
    let path = match n.is_any_list() {
        true => list_of(vm, n)?,
        false => vec![n],
    };
    for &step in &path {
        if step.is_ref() {
            return Err(vm.instantiation_error());
        }
        if !vm.is_integer(step) {
            let kind = vm.atoms.intern("sort_key");
            return Err(vm.type_error(kind, step));
        }
        if vm.to_int(step).is_some_and(|i| i.is_negative()) {
            return Err(vm.domain_error("not_less_than_zero", step));
        }
    }
    let (down, keep) = match how.as_atom() {
        atoms::AT_LT => (false, false),
        atoms::AT_LE => (false, true),
        atoms::AT_GT => (true, false),
        atoms::AT_GE => (true, true),
        _ => return Err(vm.domain_error("order", how)),
    };
    let list = list_of(vm, vm.x(2))?;
    check_partial_list(vm, vm.x(3))?;
    let mut items: Vec<Keyed> = Vec::with_capacity(list.len());
    for c in list {
        let mut key = c;
        for &step in path.iter().filter(|&&step| step != Cell::int(0)) {
            key = key_argument(vm, step, key)?;
        }
        items.push((key, c));
    }
    order(vm, &mut items, down, compare)?;
    if !keep {
        drop_equal_keys(vm, &mut items, compare);
    }
    finish(vm, &items, 3)
}

/// Argument `n` of an element.
fn key_argument(vm: &mut Vm, n: Cell, c: Cell) -> Result<Cell, Ball> {
    if c.is_ref() {
        return Err(vm.instantiation_error());
    }
    if !c.is_compound() {
        return Err(vm.type_error(atoms::COMPOUND, c));
    }
    if n.is_int() && n.as_int() <= i64::from(vm.heap.arity_of(c)) {
        let argument = vm.heap.argument(c, n.as_int() as u64 - 1);
        return Ok(vm.heap.deref(argument));
    }
    Err(vm.missing_argument(n, c))
}

/// Orders by the keys, upward or downward; equal keys stay in their order.
///
/// # Errors
/// The ball of an interrupt or of a limit.
fn order(
    vm: &mut Vm,
    items: &mut Vec<Keyed>,
    down: bool,
    compare: CompareTerms,
) -> Result<(), Ball> {
    if items.iter().all(|(k, _)| k.is_int()) {
        let sort_run = |run: &mut [Keyed]| match down {
            false => run.sort_by_key(|(k, _)| k.as_int()),
            true => run.sort_by_key(|(k, _)| std::cmp::Reverse(k.as_int())),
        };
        // The library's sort is faster, but cannot be interrupted.
        let mut sort = MergeSort::new(vm, Vm::check_interrupt);
        items.chunks_mut(INTEGER_RUN).try_for_each(|run| {
            sort_run(run);
            sort.check()
        })?;
        let in_order = |_: &Vm, a: Keyed, b: Keyed| match down {
            false => a.0.as_int() <= b.0.as_int(),
            true => a.0.as_int() >= b.0.as_int(),
        };
        return sort.merge_runs(items, INTEGER_RUN, in_order);
    }
    let first = if down {
        Ordering::Less
    } else {
        Ordering::Greater
    };
    let in_order = |vm: &Vm, a: Keyed, b: Keyed| compare(vm, a.0, b.0) != first;
    MergeSort::new(vm, Vm::check_interrupt).sort(items, in_order)
}

/// Keeps only the first of neighbours with identical keys.
fn drop_equal_keys(vm: &Vm, items: &mut Vec<Keyed>, compare: CompareTerms) {
    items.dedup_by(|later, earlier| compare(vm, later.0, earlier.0) == Ordering::Equal);
}

fn finish(vm: &mut Vm, items: &[Keyed], to: usize) -> Res {
    let cells: Vec<Cell> = items.iter().map(|&(_, c)| c).collect();
    let list = vm.heap.list(&cells, Cell::NIL);
    Ok(vm.unify(vm.x(to), list))
}

/// Runs up to this length are sorted by insertion.
const RUN: usize = 8;

/// Runs of integers up to this length are sorted by the standard library.
const INTEGER_RUN: usize = 1 << 16;

/// The comparisons between two checks for an interrupt.
const STEPS: usize = 1 << 14;

/// A stable sort that can be interrupted. It terminates for any answers of the comparison.
struct MergeSort<'a, V, C> {
    vm: &'a mut V,
    check: C,
    /// The comparisons since the last check.
    steps: usize,
}

impl<'a, V, E, C: FnMut(&mut V) -> Result<(), E>> MergeSort<'a, V, C> {
    /// A sort that stops at the errors of `check`.
    fn new(vm: &'a mut V, check: C) -> Self {
        MergeSort {
            vm,
            check,
            steps: 0,
        }
    }

    fn check(&mut self) -> Result<(), E> {
        self.steps = 0;
        (self.check)(self.vm)
    }

    /// Counts a comparison.
    #[inline]
    fn step(&mut self) -> Result<(), E> {
        self.steps += 1;
        match self.steps < STEPS {
            true => Ok(()),
            false => self.check(),
        }
    }

    /// Sorts; `in_order(vm, a, b)` is true if `a` may stay before `b`.
    fn sort<T: Copy>(
        &mut self,
        items: &mut Vec<T>,
        mut in_order: impl FnMut(&V, T, T) -> bool,
    ) -> Result<(), E> {
        let mut sorted = 1;
        while sorted < items.len() && in_order(self.vm, items[sorted - 1], items[sorted]) {
            self.step()?;
            sorted += 1;
        }
        if sorted >= items.len() {
            return Ok(());
        }
        for run in items.chunks_mut(RUN) {
            for i in 1..run.len() {
                let x = run[i];
                let mut j = i;
                while j > 0 && !in_order(self.vm, run[j - 1], x) {
                    run[j] = run[j - 1];
                    j -= 1;
                }
                run[j] = x;
                self.step()?;
            }
        }
        self.merge_runs(items, RUN, in_order)
    }

    /// Merges runs of this length, which are sorted.
    fn merge_runs<T: Copy>(
        &mut self,
        items: &mut Vec<T>,
        mut width: usize,
        mut in_order: impl FnMut(&V, T, T) -> bool,
    ) -> Result<(), E> {
        let mut from = std::mem::take(items);
        let mut to: Vec<T> = Vec::with_capacity(if width < from.len() { from.len() } else { 0 });
        while width < from.len() {
            to.clear();
            for pair in from.chunks(2 * width) {
                let (left, right) = pair.split_at(width.min(pair.len()));
                let (mut i, mut j) = (0, 0);
                while i < left.len() && j < right.len() {
                    if in_order(self.vm, left[i], right[j]) {
                        to.push(left[i]);
                        i += 1;
                    } else {
                        to.push(right[j]);
                        j += 1;
                    }
                    self.step()?;
                }
                to.extend_from_slice(&left[i..]);
                to.extend_from_slice(&right[j..]);
            }
            std::mem::swap(&mut from, &mut to);
            width *= 2;
        }
        *items = from;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::MergeSort;
    use std::convert::Infallible;

    fn merge_sort<T: Copy>(v: &mut Vec<T>, mut in_order: impl FnMut(T, T) -> bool) {
        let never = |_: &mut ()| Ok::<(), Infallible>(());
        let Ok(()) = MergeSort::new(&mut (), never).sort(v, |(), a, b| in_order(a, b));
    }

    #[test]
    fn merge_sort_stops_at_an_error() {
        let mut v: Vec<u32> = (0..100_000).rev().collect();
        let mut checks = 0;
        let check = |count: &mut u32| {
            *count += 1;
            if *count > 3 { Err(*count) } else { Ok(()) }
        };
        let stopped = MergeSort::new(&mut checks, check).sort(&mut v, |_, a, b| a <= b);
        assert_eq!(stopped, Err(4));
    }

    #[test]
    fn merge_sort_is_stable_and_right() {
        let mut seed = 12345u64;
        for n in 0..200usize {
            let mut v: Vec<(u64, usize)> = (0..n)
                .map(|i| {
                    seed = seed
                        .wrapping_mul(6364136223846793005)
                        .wrapping_add(1442695040888963407);
                    (seed >> 60, i)
                })
                .collect();
            let mut sorted = v.clone();
            sorted.sort_by_key(|x| x.0);
            merge_sort(&mut v, |a, b| a.0 <= b.0);
            assert_eq!(v, sorted);
        }
    }

    #[test]
    fn merge_sort_ends_without_an_order() {
        let mut v: Vec<u32> = (0..1000).collect();
        merge_sort(&mut v, |_, _| false);
        assert_eq!(v.len(), 1000);
        let mut turn = false;
        merge_sort(&mut v, |_, _| {
            turn = !turn;
            turn
        });
        v.sort_unstable();
        assert_eq!(v, (0..1000).collect::<Vec<u32>>());
    }
}
