//! The clauses of a dynamic predicate: buckets in order, and hash tables from index keys to buckets.

use super::clause::ClauseId;
use crate::code::pred::Key;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Clauses in order; positions stay valid when clauses are added at either end.
#[derive(Default, Clone)]
pub(in crate::machine) struct Bucket {
    pub(in crate::machine) base: i64,
    pub(in crate::machine) list: VecDeque<ClauseId>,
    /// The clauses before this position have been erased.
    pub(in crate::machine) start: i64,
}

impl Bucket {
    pub(in crate::machine) fn add(&mut self, c: ClauseId, front: bool) {
        if front {
            self.base -= 1;
            self.start = self.base;
            self.list.push_front(c);
        } else {
            self.list.push_back(c);
        }
    }
}

/// An index on one argument of a dynamic predicate.
#[derive(Clone)]
pub(in crate::machine) struct ArgIndex {
    pub(in crate::machine) map: FxHashMap<Key, u32>,
    /// The bucket of the clauses with a variable there, which any other key finds.
    pub(in crate::machine) any: u32,
}

/// The state of an argument's index.
#[derive(Clone)]
pub(in crate::machine) enum ArgState {
    /// Not worth an index when the predicate had this many clauses.
    Unknown(usize),
    Indexed(ArgIndex),
}

/// The number of arguments on which a dynamic predicate may be indexed.
pub(in crate::machine) const INDEXED_ARGS: usize = 6;

/// The clauses of a dynamic predicate.
#[derive(Default, Clone)]
pub(in crate::machine) struct Dynamic {
    /// Bucket 0 holds all clauses.
    pub(in crate::machine) buckets: Vec<Bucket>,
    pub(in crate::machine) args: Vec<ArgState>,
    pub(in crate::machine) live: usize,
    pub(in crate::machine) dead: usize,
    /// After a purge was refused, the number of erased clauses at which it is tried again.
    pub(in crate::machine) purge_at: usize,
    pub(in crate::machine) next_order: i64,
    pub(in crate::machine) first_order: i64,
}

impl ArgIndex {
    pub(in crate::machine) fn add(
        &mut self,
        buckets: &mut Vec<Bucket>,
        key: Key,
        c: ClauseId,
        front: bool,
    ) {
        if key == Key::Any {
            buckets[self.any as usize].add(c, front);
            for &b in self.map.values() {
                buckets[b as usize].add(c, front);
            }
            return;
        }
        let any = self.any;
        let b = *self.map.entry(key).or_insert_with(|| {
            let copy = buckets[any as usize].clone();
            buckets.push(copy);
            buckets.len() as u32 - 1
        });
        buckets[b as usize].add(c, front);
    }
}
