//! Answer tables: sets of terms outside the heap, in the order of insertion, where variants are equal.
//!
//! Tables keep the answers of tabled predicates and of `distinct/2`; backtracking does not undo changes
//! to them. How tabled predicates are evaluated is up to `prelude/control/tabling.pl`, which keeps its bookkeeping
//! in the integer fields.

use crate::machine::{Cell, Record};
use rustc_hash::{FxHashMap, FxHashSet};

/// The number of integer fields of a table.
pub(crate) const FIELDS: usize = 10;

/// The fields of a table, by the numbers that `prelude/control/tabling.pl` has for them, as far as they are used here.
mod field {
    pub(super) const STATE: usize = 0;
    pub(super) const BELOW: usize = 3;
    pub(super) const READERS: usize = 4;
    pub(super) const CONDITIONS: usize = 8;
    pub(super) const CALLER: usize = 9;
}

/// The states of a table, likewise.
mod state {
    pub(super) const FRESH: i64 = 0;
    pub(super) const ACTIVE: i64 = 1;
    pub(super) const COMPLETE: i64 = 3;
    pub(super) const INTERRUPTED: i64 = 4;
}

/// A canonical encoding of a term: two terms have the same key if and only if they are variants.
pub(crate) type VariantKey = Box<[u64]>;

#[derive(Default)]
pub(crate) struct AnswerTable {
    /// The term that the table belongs to.
    pub(crate) variant: Option<(VariantKey, Record)>,
    pub(crate) places: FxHashMap<VariantKey, u32>,
    pub(crate) terms: Vec<Record>,
    pub(crate) values: FxHashMap<u32, Record>,
    pub(crate) fields: [i64; FIELDS],
    /// The readers that the clauses of its predicate open.
    pub(crate) readers: Readers,
    /// The approximate size of its terms and values in bytes.
    pub(crate) bytes: u64,
    /// True if the table has been discarded, and is kept for those who are reading it.
    pub(crate) detached: bool,
}

/// The readers of incomplete tables that one table opens while its clauses run, in order.
///
/// The clauses run again in each round. A reader continues where it stopped in the last round if this cannot change
/// the answers: its continuation has failed for each earlier answer, without opening another reader (which could have
/// more answers now) and without a side effect (which could be the next state of an aggregate). As long as this holds
/// for all readers that a round opens, they are the same in each round, since nothing else in the clauses changes.
/// Otherwise the next round reads all answers again.
#[derive(Default)]
pub(crate) struct Readers {
    /// For each reader, the table that it reads and the number of answers that it has processed.
    stops: Vec<(i64, u32)>,
    /// The number of readers opened in this round.
    opened: usize,
    /// True if the last reader opened has not reached the end.
    reading: bool,
    /// True if the stops do not hold for the next round.
    irregular: bool,
    /// The number of side effects of the machine at the start of the round.
    effects: u64,
}

impl Readers {
    pub(crate) fn start_round(&mut self, effects: u64) {
        if self.irregular {
            self.stops.clear();
        }
        self.irregular = false;
        self.reading = false;
        self.opened = 0;
        self.effects = effects;
    }

    /// The number of a new reader of a table, and the answer that it begins with; `None` if it is to read all
    /// answers and need not be closed.
    pub(crate) fn open(&mut self, table: i64, effects: u64) -> Option<(usize, u32)> {
        let reader = self.opened;
        self.irregular |= self.reading
            || effects != self.effects
            || self.stops.get(reader).is_some_and(|stop| stop.0 != table);
        if self.irregular {
            return None;
        }
        if reader == self.stops.len() {
            self.stops.push((table, 0));
        }
        self.opened += 1;
        self.reading = true;
        Some((reader, self.stops[reader].1))
    }

    /// Called when a reader has had all answers and `place` is the end of the table.
    pub(crate) fn close(&mut self, reader: usize, place: u32, effects: u64) {
        self.irregular |= effects != self.effects;
        if self.irregular {
            return;
        }
        self.reading = false;
        if let Some(stop) = self.stops.get_mut(reader) {
            stop.1 = place;
        }
    }

    /// Called when the next round is to read all answers.
    pub(crate) fn set_irregular(&mut self) {
        self.irregular = true;
    }

    /// Called when there will be no further round.
    pub(crate) fn clear(&mut self) {
        *self = Readers::default();
    }
}

/// The approximate memory that a key and a term take in a table, in bytes.
pub(crate) fn size_of_entry(key: &VariantKey, term: &Record) -> u64 {
    8 * (key.len() + term.words()) as u64 + 64
}

/// The tables of a machine.
#[derive(Default)]
pub(crate) struct AnswerTables {
    pub(crate) by_variant: FxHashMap<VariantKey, u32>,
    /// A deleted table leaves its place empty, so that its number is not used again.
    pub(crate) list: Vec<Option<Box<AnswerTable>>>,
    /// The approximate size of all tables in bytes.
    pub(crate) bytes: u64,
    /// True if a table may be incomplete.
    has_incomplete: bool,
    /// True if there may be a discarded table.
    has_detached: bool,
    /// The number of changes that backtracking does not undo, apart from those of dynamic predicates and of
    /// the tables of tabled predicates.
    pub(crate) effects: u64,
    /// Buffers for the words of a key and for the terms that are still to be encoded.
    pub(crate) buffers: (Vec<u64>, Vec<Cell>),
}

impl AnswerTables {
    pub(crate) fn add(&mut self, variant: Option<(VariantKey, Record)>) -> u32 {
        let id = self.list.len() as u32;
        let mut bytes = size_of::<AnswerTable>() as u64;
        if let Some((key, term)) = &variant {
            self.by_variant.insert(key.clone(), id);
            bytes += size_of_entry(key, term) + 8 * key.len() as u64;
        }
        self.bytes += bytes;
        self.list.push(Some(Box::new(AnswerTable {
            variant,
            bytes,
            ..AnswerTable::default()
        })));
        id
    }

    pub(crate) fn get(&self, id: i64) -> Option<&AnswerTable> {
        self.list.get(usize::try_from(id).ok()?)?.as_deref()
    }

    pub(crate) fn get_mut(&mut self, id: i64) -> Option<&mut AnswerTable> {
        self.list.get_mut(usize::try_from(id).ok()?)?.as_deref_mut()
    }

    pub(crate) fn delete(&mut self, id: i64) {
        let place = usize::try_from(id).ok().and_then(|i| self.list.get_mut(i));
        let Some(table) = place.and_then(Option::take) else {
            return;
        };
        self.bytes -= table.bytes;
        if let Some((key, _)) = table.variant
            && !table.detached
        {
            self.by_variant.remove(&key);
        }
    }

    /// Discards the tables of tabled goals. Those that are being read, `read`, are kept for their readers, and are discarded
    /// for calls.
    pub(crate) fn discard(&mut self, read: &FxHashSet<i64>) {
        for id in 0..self.list.len() as i64 {
            let Some(table) = self.get_mut(id) else {
                continue;
            };
            let Some((key, _)) = &table.variant else {
                continue;
            };
            if !read.contains(&id) {
                self.forget(id);
            } else if !table.detached {
                table.detached = true;
                let key = key.clone();
                self.has_detached = true;
                self.by_variant.remove(&key);
            }
        }
        // Without tables there are no readers, and numbers may be used again.
        if self.list.iter().all(Option::is_none) {
            self.list.clear();
        }
    }

    /// Deletes the discarded tables: there are no readers.
    fn forget_detached(&mut self) {
        for id in 0..self.list.len() as i64 {
            if self.get(id).is_some_and(|t| t.detached) {
                self.forget(id);
            }
        }
        self.has_detached = false;
    }

    /// Deletes what a query that has ended leaves: incomplete tables, and discarded ones.
    pub(crate) fn end_query(&mut self) {
        self.forget_incomplete();
        if self.has_detached {
            self.forget_detached();
        }
    }

    /// Deletes a table with the conditions of its answers.
    pub(crate) fn forget(&mut self, id: i64) {
        let conditions = self.field(id, field::CONDITIONS);
        if conditions > 0 {
            self.delete(conditions - 1);
        }
        self.delete(id);
    }

    /// Deletes the incomplete tables: no evaluation is in progress.
    pub(crate) fn forget_incomplete(&mut self) {
        if !std::mem::take(&mut self.has_incomplete) {
            return;
        }
        let is_incomplete = |t: &AnswerTable| {
            let state = t.fields[field::STATE];
            t.variant.is_some() && state != state::FRESH && state != state::COMPLETE
        };
        for id in 0..self.list.len() as i64 {
            if self.get(id).is_some_and(is_incomplete) {
                self.forget(id);
            }
        }
    }

    /// Marks the incomplete tables whose evaluation a ball has ended, and those that may depend on them, as interrupted,
    /// while `current` is being filled and `top` is on top of the stack. Returns the top of the stack. The tables that are
    /// being filled are those that called one another, up to `current`.
    pub(crate) fn interrupt(&mut self, current: i64, top: i64) -> i64 {
        let chain: FxHashSet<i64> = self.linked(current, field::CALLER).into_iter().collect();
        let mut stack = self.linked(top, field::BELOW);
        // The evaluation of one on the top may have ended before it began.
        if stack
            .first()
            .is_some_and(|&id| self.field(id, field::STATE) == state::FRESH)
        {
            stack.remove(0);
        }
        let is_ended =
            |&id: &i64| self.field(id, field::STATE) == state::ACTIVE && !chain.contains(&id);
        if let Some(lowest) = stack.iter().rposition(is_ended) {
            for id in stack[..=lowest].iter().filter(|id| !chain.contains(id)) {
                self.mark_interrupted(*id);
            }
        }
        stack.first().copied().unwrap_or(-1)
    }

    fn mark_interrupted(&mut self, id: i64) {
        if let Some(table) = self.get_mut(id)
            && table.fields[field::STATE] != state::COMPLETE
        {
            table.fields[field::STATE] = state::INTERRUPTED;
            table.fields[field::READERS] = 0;
            table.readers.set_irregular();
        }
    }

    /// A table and those to which this field leads from it.
    fn linked(&self, first: i64, field: usize) -> Vec<i64> {
        let next = |id: &i64| Some(self.get(*id)?.fields[field]);
        let all = std::iter::successors(Some(first), next);
        let all = all.take_while(|id| self.get(*id).is_some());
        all.take(self.list.len()).collect()
    }

    fn field(&self, id: i64, field: usize) -> i64 {
        self.get(id).map_or(-1, |t| t.fields[field])
    }

    /// Sets an integer field.
    pub(crate) fn set_field(&mut self, id: i64, field: usize, value: i64) {
        self.has_incomplete |= field == field::STATE && value == state::ACTIVE;
        if let Some(place) = self.get_mut(id).and_then(|t| t.fields.get_mut(field)) {
            *place = value;
        }
    }

    /// Counts `more` bytes that a table has grown by.
    pub(crate) fn count(&mut self, id: i64, more: u64) {
        if let Some(table) = self.get_mut(id) {
            table.bytes += more;
            self.bytes += more;
        }
    }

    /// Visits every term that is kept. The keys hold only atoms of these terms.
    pub(crate) fn records(&self, visit: &mut dyn FnMut(&Record)) {
        for t in self.list.iter().flatten() {
            t.variant.iter().for_each(|(_, r)| visit(r));
            t.terms.iter().for_each(&mut *visit);
            t.values.values().for_each(&mut *visit);
        }
    }
}
