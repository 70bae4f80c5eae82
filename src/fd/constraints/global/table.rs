//! `tuples_in` and `table`: tuples of variables that must be rows of a table, domain consistent.
//!
//! After Demeulenaere and others (Compact-table, CP 2016), without their reversible sets: for each column, the set of
//! the rows that its domain allows is kept as bits, and computed again only when that domain has changed.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constrain, Constraint, ConstraintTerm};
use crate::fd::constraints::prop::Store;
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::bound::{Bound, Interval};
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::domain_ops::Narrowed;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Propagated, Status};
use crate::fd::kernel::var::{Inconsistent, VarId, Vars, is_small};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::sync::Arc;

/// An entry of a row: a set of integers, of which one must be taken.
type TableEntry = Domain;

/// A relation between integers: rows of equal length.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Tuples {
    rows: Vec<Vec<TableEntry>>,
    columns: Vec<Column>,
    /// True if rows are of integers only.
    plain: bool,
}

/// The values of one column, cut into the largest intervals within which no row distinguishes values.
#[derive(PartialEq, Eq, Debug)]
struct Column {
    parts: Vec<Interval>,
    /// The parts as words, if all of them are.
    words: Option<Vec<(i64, i64)>>,
    /// The rows with each part: `rows[start[j]..start[j + 1]]`.
    start: Vec<u32>,
    rows: Vec<u32>,
}

impl Tuples {
    /// Rows of `width` sets each; rows with an empty set are dropped.
    pub(crate) fn new(width: usize, mut rows: Vec<Vec<TableEntry>>) -> Tuples {
        let mut seen = FxHashSet::default();
        rows.retain(|r| r.iter().all(|e| !e.is_empty()) && seen.insert(r.clone()));
        let columns = (0..width).map(|c| Column::new(&rows, c)).collect();
        let single = |r: &Vec<TableEntry>| r.iter().all(|e| e.value().is_some());
        Tuples {
            plain: rows.iter().all(single),
            rows,
            columns,
        }
    }

    fn holds(&self, at: &[Int]) -> bool {
        let is_row = |r: &Vec<TableEntry>| r.iter().zip(at).all(|(e, i)| e.contains(i));
        self.rows.iter().any(is_row)
    }
}

impl Column {
    fn new(rows: &[Vec<TableEntry>], c: usize) -> Column {
        // A part begins where some interval begins or where one has ended.
        let mut cuts: Vec<Bound> = Vec::new();
        for r in rows {
            for (low, high) in r[c].parts() {
                cuts.push(low.clone());
                cuts.push(high.plus(&Int::ONE));
            }
        }
        cuts.sort_unstable();
        cuts.dedup();
        let mut pairs: Vec<(u32, u32)> = Vec::with_capacity(rows.len());
        for (i, r) in rows.iter().enumerate() {
            for (low, high) in r[c].parts() {
                let from = cuts.partition_point(|b| b < low);
                let to = cuts.partition_point(|b| b <= high);
                pairs.extend((from..to).map(|j| (j as u32, i as u32)));
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        let mut column = Column {
            parts: Vec::new(),
            words: None,
            start: Vec::new(),
            rows: Vec::with_capacity(pairs.len()),
        };
        let mut newest = None;
        for (j, row) in pairs {
            if newest != Some(j) {
                newest = Some(j);
                let low = cuts[j as usize].clone();
                let high = match cuts.get(j as usize + 1) {
                    Some(b) => b.plus(&Int::Small(-1)),
                    None => Bound::Sup,
                };
                column.parts.push((low, high));
                column.start.push(column.rows.len() as u32);
            }
            column.rows.push(row);
        }
        column.start.push(column.rows.len() as u32);
        let word = |b: &Bound| match b {
            Bound::Fin(Int::Small(i)) if is_small(*i) => Some(*i),
            _ => None,
        };
        let words = column.parts.iter();
        column.words = words.map(|(a, b)| Some((word(a)?, word(b)?))).collect();
        column
    }

    fn rows_of(&self, j: usize) -> &[u32] {
        &self.rows[self.start[j] as usize..self.start[j + 1] as usize]
    }

    /// Sets the bits of the parts that have a value in common with a domain.
    fn live(&self, vars: &Vars, x: VarId, out: &mut Vec<u64>) {
        out.clear();
        out.resize(self.parts.len().div_ceil(64), 0);
        let mut set = |j: usize| out[j / 64] |= 1 << (j % 64);
        if let (Some(words), Some((low, high))) = (&self.words, vars.span(x)) {
            for (j, (a, b)) in words.iter().enumerate() {
                if *a > high || *b < low {
                    continue;
                }
                let there = if a == b {
                    vars.contains(x, *a)
                } else {
                    vars.next_value(x, *a).is_some_and(|i| i <= *b)
                };
                if there {
                    set(j);
                }
            }
            return;
        }
        if let Some(i) = vars.value(x) {
            let i = Bound::Fin(i);
            let j = self.parts.partition_point(|p| p.1 < i);
            if self.parts.get(j).is_some_and(|p| p.0 <= i) {
                set(j);
            }
            return;
        }
        let d = vars.domain(x);
        let (mut j, mut k) = (0, 0);
        while let (Some(p), Some(q)) = (self.parts.get(j), d.parts().get(k)) {
            if p.0 <= q.1 && q.0 <= p.1 {
                set(j);
            }
            if p.1 <= q.1 {
                j += 1;
            } else {
                k += 1;
            }
        }
    }
}

/// A tuple that must be a row.
#[derive(Debug)]
pub(crate) struct TupleTable {
    tuple: Box<[VarId]>,
    relation: Arc<Tuples>,
    repeated: bool,
    work: RefCell<TableState>,
}

/// The state of the last run; a hint only.
#[derive(Default, Debug)]
struct TableState {
    columns: Vec<Seen>,
    rows: Vec<u64>,
    live: Vec<u64>,
}

#[derive(Default, Debug)]
struct Seen {
    /// The parts that the domain met.
    live: Vec<u64>,
    /// The rows that these parts leave.
    rows: Vec<u64>,
    /// The place of the row that was found for each part.
    witness: Vec<u32>,
}

impl TupleTable {
    pub(crate) fn new(tuple: &[VarId], relation: Arc<Tuples>) -> TupleTable {
        let mut different = tuple.to_vec();
        different.sort_unstable();
        different.dedup();
        TupleTable {
            tuple: tuple.into(),
            relation,
            repeated: different.len() < tuple.len(),
            work: RefCell::default(),
        }
    }
}

impl TupleTable {
    /// The tuple must not be a row: removes the values with which every choice of the others is a row. Rows are of
    /// integers, and no variable occurs twice.
    fn leave_others(&self, vars: &mut Vars) -> Propagated {
        let before = vars.prunings;
        let rows = &self.relation.rows;
        // For each column, the number of choices of the others, if there may be as many rows.
        let others = |c: usize| {
            let mut sizes = self.tuple.iter().enumerate().filter(|(d, _)| *d != c);
            sizes.try_fold(1u64, |product, (_, x)| {
                let product = product.checked_mul(vars.size(*x))?;
                (product <= rows.len() as u64).then_some(product)
            })
        };
        let others: Vec<Option<u64>> = (0..self.tuple.len()).map(others).collect();
        if others.iter().all(Option::is_none) {
            return Ok(Status::Fix);
        }
        vars.worked(rows.len())?;
        let mut counts: FxHashMap<(usize, &Int), u64> = FxHashMap::default();
        for row in rows {
            let ints = || row.iter().filter_map(TableEntry::value);
            if ints()
                .zip(&self.tuple)
                .all(|(i, x)| vars.contains_int(*x, i))
            {
                for (c, i) in ints().enumerate().filter(|(c, _)| others[*c].is_some()) {
                    *counts.entry((c, i)).or_default() += 1;
                }
            }
        }
        for ((c, i), count) in counts {
            if others[c] == Some(count) {
                vars.remove_int(self.tuple[c], i)?;
            }
        }
        Ok(Status::since(vars, before))
    }
}

impl TableState {
    /// Finds the rows that the domains leave. Returns true if there are any.
    fn find_rows(&mut self, vars: &Vars, tuple: &[VarId], relation: &Tuples) -> bool {
        let width = relation.rows.len().div_ceil(64);
        self.columns.resize_with(tuple.len(), Seen::default);
        self.rows.clear();
        self.rows.resize(width, !0);
        for ((x, column), seen) in tuple.iter().zip(&relation.columns).zip(&mut self.columns) {
            column.live(vars, *x, &mut self.live);
            if seen.rows.len() != width || seen.live != self.live {
                std::mem::swap(&mut seen.live, &mut self.live);
                seen.rows.clear();
                seen.rows.resize(width, 0);
                for j in bits(&seen.live) {
                    for r in column.rows_of(j) {
                        seen.rows[*r as usize / 64] |= 1 << (r % 64);
                    }
                }
            }
            for (a, b) in self.rows.iter_mut().zip(&seen.rows) {
                *a &= b;
            }
        }
        self.rows.iter().any(|w| *w != 0)
    }

    fn run(&mut self, vars: &mut Vars, tuple: &[VarId], relation: &Tuples) -> Narrowed {
        if !self.find_rows(vars, tuple, relation) {
            return Err(Inconsistent);
        }
        for ((x, column), seen) in tuple.iter().zip(&relation.columns).zip(&mut self.columns) {
            if vars.is_fixed(*x) {
                continue;
            }
            vars.worked(column.rows.len())?;
            seen.witness.resize(column.parts.len(), 0);
            for j in bits(&seen.live) {
                let rows = column.rows_of(j);
                let alive = |r: &u32| self.rows[*r as usize / 64] >> (r % 64) & 1 == 1;
                let old = seen.witness[j] as usize;
                if rows.get(old).is_some_and(alive) {
                    continue;
                }
                if let Some(new) = rows.iter().position(alive) {
                    seen.witness[j] = new as u32;
                    continue;
                }
                match &column.words {
                    Some(words) => vars.remove_range(*x, words[j].0, words[j].1)?,
                    None => {
                        let (low, high) = column.parts[j].clone();
                        vars.restrict(*x, &Domain::interval(low, high).complement())?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// The places of the set bits.
fn bits(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().flat_map(|(i, word)| {
        let mut rest = *word;
        std::iter::from_fn(move || {
            let bit = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            (bit < 64).then_some(64 * i + bit)
        })
    })
}

/// A set of integers as a term.
fn set(d: &Domain) -> ConstraintTerm {
    let end = |b: &Bound| match b {
        Bound::Inf => ConstraintTerm::atom("inf"),
        Bound::Fin(i) => ConstraintTerm::Int(i.clone()),
        Bound::Sup => ConstraintTerm::atom("sup"),
    };
    let part = |(low, high): &Interval| {
        if low == high {
            end(low)
        } else {
            ConstraintTerm::call("..", vec![end(low), end(high)])
        }
    };
    let parts = d.parts().iter().map(part);
    let union = |a: ConstraintTerm, b: ConstraintTerm| ConstraintTerm::call("\\/", vec![a, b]);
    parts
        .reduce(union)
        .unwrap_or(ConstraintTerm::List(Vec::new()))
}

impl Constrain for TupleTable {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        let tuple: Vec<VarId> = self.tuple.iter().map(|x| f(*x)).collect();
        Constraint::other(TupleTable::new(&tuple, self.relation.clone()))
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        let tuple: Vec<Int> = self.tuple.iter().map(|x| at(*x)).collect();
        self.relation.holds(&tuple)
    }

    fn show(&self) -> ConstraintTerm {
        let row = |r: &Vec<TableEntry>| ConstraintTerm::List(r.iter().map(set).collect());
        let rows = self.relation.rows.iter().map(row).collect();
        let tuple = ConstraintTerm::vars(&self.tuple);
        let ranges = |r: &Vec<TableEntry>| r.iter().any(|e| e.value().is_none());
        let name = if self.relation.rows.iter().any(ranges) {
            "table"
        } else {
            "tuples_in"
        };
        ConstraintTerm::call(
            name,
            vec![
                ConstraintTerm::List(vec![tuple]),
                ConstraintTerm::List(rows),
            ],
        )
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        self.tuple.iter().for_each(|x| on(*x, PropCond::Domain));
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let before = vars.prunings;
        let mut work = self.work.borrow_mut();
        work.run(vars, &self.tuple, &self.relation)?;
        let open = self.tuple.iter().filter(|x| !vars.is_fixed(**x)).count();
        if self.repeated && vars.prunings != before {
            return Ok(Status::NoFix);
        }
        Ok(if open == 0 || (open == 1 && !self.repeated) {
            Status::Subsumed
        } else {
            Status::Fix
        })
    }

    /// Every combination of values is a row if there are as many rows as combinations.
    fn decided(&self, vars: &Vars) -> Option<bool> {
        let mut work = self.work.borrow_mut();
        if !work.find_rows(vars, &self.tuple, &self.relation) {
            return Some(false);
        }
        if self.tuple.iter().all(|x| vars.is_fixed(*x)) {
            return Some(true);
        }
        let rows: u64 = work.rows.iter().map(|w| u64::from(w.count_ones())).sum();
        let sizes = self.tuple.iter().map(|x| vars.size(*x));
        let all = sizes.fold(1u64, u64::saturating_mul);
        let plain = self.relation.plain && !self.repeated;
        (plain && !self.tuple.is_empty() && all == rows).then_some(true)
    }

    fn refute(&self, vars: &mut Vars) -> Option<Propagated> {
        if self.repeated || !self.relation.plain {
            return None;
        }
        Some(self.leave_others(vars))
    }

    fn post(&self, s: &mut Store) -> Result<(), Inconsistent> {
        if self.relation.rows.is_empty() {
            return Err(Inconsistent);
        }
        for (x, column) in self.tuple.iter().zip(&self.relation.columns) {
            s.vars
                .restrict(*x, &Domain::from_parts(column.parts.clone()))?;
        }
        self.post_itself(s)
    }
}

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "table",
    arity: 3,
    samples: |v| {
        let one = |i: i64| Domain::range(i, i);
        let ints: Vec<Vec<TableEntry>> = [[1, 2, 0], [1, -1, 3], [0, 0, 0], [2, 2, 1], [-3, 1, 1]]
            .iter()
            .map(|r| r.iter().map(|i| one(*i)).collect())
            .collect();
        let ranges = vec![
            vec![Domain::range(-2, 1), Domain::all(), one(1)],
            vec![
                one(1).union(&Domain::range(3, 7)),
                Domain::interval(Bound::from(0), Bound::Sup),
                one(0).union(&one(2)),
            ],
            vec![Domain::range(0, 2), Domain::range(-1, 0), one(-1)],
        ];
        let of = |xs: &[VarId], rows: &[Vec<TableEntry>]| {
            let relation = Tuples::new(xs.len(), rows.to_vec());
            Constraint::other(TupleTable::new(xs, Arc::new(relation)))
        };
        let pairs: Vec<Vec<TableEntry>> = ints.iter().map(|r| r[..2].to_vec()).collect();
        vec![
            of(v, &ints),
            of(v, &ranges),
            of(&v[1..], &pairs),
            of(&[v[0], v[1], v[0]], &ints),
            of(&[v[0], v[1], v[1]], &ranges),
            of(v, &[]),
            of(&[], &[Vec::new()]),
            Constraint::reified(v[2], of(&v[..2], &pairs)),
            Constraint::reified(v[2], of(&[v[0], v[0]], &pairs)),
            Constraint::reified(v[1], of(&v[..2], &pairs)),
            Constraint::reified(v[2], of(&v[..2], &[])),
        ]
    },
};
