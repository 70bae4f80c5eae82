//! The clauses of a dynamic predicate: buckets in order, and hash tables from index keys to buckets.

use super::clause::{ClauseId, packed};
use crate::code::pred::Key;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::collections::hash_map::Entry;

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

/// The clauses that a call tries: those of a bucket, or the only one with its key. Most keys of large tables have one
/// clause; a bucket for it would take more memory than the fact, and two more cache misses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::machine) struct Candidates(u32);

/// The bit of [`Candidates`] that is set if the rest is the number of a clause.
const SINGLE: u32 = 1 << 31;

impl Candidates {
    /// All clauses of the predicate.
    pub(in crate::machine) const ALL: Candidates = Candidates(0);

    /// The clauses of a bucket.
    pub(in crate::machine) fn of_bucket(bucket: u32) -> Candidates {
        debug_assert!(bucket < SINGLE, "there are fewer buckets than clauses");
        Candidates(bucket)
    }

    /// One clause, if its number leaves the bit free.
    fn of_clause(c: ClauseId) -> Option<Candidates> {
        (c.0 < SINGLE).then_some(Candidates(c.0 | SINGLE))
    }

    /// The clause, if it is the only one.
    #[inline(always)]
    pub(in crate::machine) fn single(self) -> Option<ClauseId> {
        (self.0 & SINGLE != 0).then_some(ClauseId(self.0 & !SINGLE))
    }

    /// The number of the bucket, where there is one.
    #[inline(always)]
    pub(in crate::machine) fn bucket(self) -> Option<u32> {
        (self.0 & SINGLE == 0).then_some(self.0)
    }
}

/// An index on one argument of a dynamic predicate.
#[derive(Clone)]
pub(in crate::machine) struct ArgIndex {
    /// The candidates of each key that clauses have, by its word.
    map: FxHashMap<u64, Candidates>,
    /// The bucket of the clauses with a variable in this argument, which match every other key.
    any: u32,
}

/// The state of an argument's index.
#[derive(Clone)]
pub(in crate::machine) enum ArgState {
    /// An index was not worthwhile when the predicate had this many clauses.
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

impl Dynamic {
    /// No clauses of a predicate with so many arguments.
    pub(in crate::machine) fn new(arity: u32) -> Dynamic {
        let args = INDEXED_ARGS.min(arity as usize);
        Dynamic {
            buckets: vec![Bucket::default()],
            args: vec![ArgState::Unknown(0); args],
            ..Dynamic::default()
        }
    }
}

impl ArgIndex {
    /// An index without clauses; `any` is a bucket that is empty.
    pub(in crate::machine) fn new(any: u32) -> ArgIndex {
        ArgIndex {
            map: FxHashMap::default(),
            any,
        }
    }

    /// The clauses that may match a call with this key.
    #[inline]
    pub(in crate::machine) fn candidates(&self, key: Key) -> Candidates {
        let found = self.map.get(&packed(key)).copied();
        found.unwrap_or(Candidates::of_bucket(self.any))
    }

    /// Adds a clause.
    pub(in crate::machine) fn add(
        &mut self,
        buckets: &mut Vec<Bucket>,
        key: Key,
        c: ClauseId,
        front: bool,
    ) {
        if key == Key::Any {
            buckets[self.any as usize].add(c, front);
            for candidates in self.map.values_mut() {
                add_to_candidates(candidates, buckets, c, front);
            }
            return;
        }
        let entry = self.map.entry(packed(key));
        let any = &buckets[self.any as usize];
        match (entry, Candidates::of_clause(c)) {
            (Entry::Occupied(mut entry), _) => {
                add_to_candidates(entry.get_mut(), buckets, c, front);
            }
            (Entry::Vacant(entry), Some(single)) if any.list.is_empty() => {
                entry.insert(single);
            }
            (Entry::Vacant(entry), _) => {
                let mut bucket = any.clone();
                bucket.add(c, front);
                entry.insert(Candidates::of_bucket(buckets.len() as u32));
                buckets.push(bucket);
            }
        }
    }
}

/// Adds a clause to the candidates of a key, which get a bucket if they have none.
fn add_to_candidates(
    candidates: &mut Candidates,
    buckets: &mut Vec<Bucket>,
    c: ClauseId,
    front: bool,
) {
    if let Some(only) = candidates.single() {
        let mut bucket = Bucket::default();
        bucket.add(only, false);
        *candidates = Candidates::of_bucket(buckets.len() as u32);
        buckets.push(bucket);
    }
    if let Some(b) = candidates.bucket() {
        buckets[b as usize].add(c, front);
    }
}

#[cfg(test)]
mod tests {
    use super::{ArgIndex, Bucket, Candidates};
    use crate::code::pred::Key;
    use crate::machine::database::clause::ClauseId;

    /// The clauses that a call with this key looks through.
    fn found(ix: &ArgIndex, buckets: &[Bucket], key: i64) -> Vec<u32> {
        let candidates = ix.candidates(Key::Int(key));
        match (candidates.single(), candidates.bucket()) {
            (Some(c), _) => vec![c.0],
            (None, Some(b)) => buckets[b as usize].list.iter().map(|c| c.0).collect(),
            (None, None) => Vec::new(),
        }
    }

    #[test]
    fn a_key_with_one_clause_has_no_bucket() {
        let mut buckets = vec![Bucket::default(), Bucket::default()];
        let mut ix = ArgIndex::new(1);
        for i in 0..10 {
            ix.add(&mut buckets, Key::Int(i), ClauseId(i as u32), false);
        }
        assert_eq!(buckets.len(), 2);
        assert_eq!(found(&ix, &buckets, 3), [3]);
        assert_eq!(found(&ix, &buckets, 10), [0_u32; 0]);
        ix.add(&mut buckets, Key::Int(3), ClauseId(20), false);
        ix.add(&mut buckets, Key::Int(3), ClauseId(21), true);
        assert_eq!(found(&ix, &buckets, 3), [21, 3, 20]);
        assert_eq!(buckets.len(), 3);
    }

    #[test]
    fn clauses_with_a_variable_are_found_by_all_keys() {
        let mut buckets = vec![Bucket::default(), Bucket::default()];
        let mut ix = ArgIndex::new(1);
        ix.add(&mut buckets, Key::Int(1), ClauseId(1), false);
        ix.add(&mut buckets, Key::Any, ClauseId(2), true);
        ix.add(&mut buckets, Key::Int(3), ClauseId(3), false);
        ix.add(&mut buckets, Key::Any, ClauseId(4), false);
        assert_eq!(found(&ix, &buckets, 1), [2, 1, 4]);
        assert_eq!(found(&ix, &buckets, 3), [2, 3, 4]);
        assert_eq!(found(&ix, &buckets, 5), [2, 4]);
    }

    #[test]
    fn a_clause_number_that_takes_all_bits_needs_a_bucket() {
        assert_eq!(Candidates::of_clause(ClauseId(u32::MAX)), None);
        assert_eq!(Candidates::ALL.bucket(), Some(0));
        assert_eq!(Candidates::ALL.single(), None);
    }
}
