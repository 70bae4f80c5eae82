//! Predicates and clauses: definitions, entry points, and the clauses visible to a call.
//!
//! Every change of a dynamic predicate gets a new generation; a call sees the clauses that were live
//! when it began (the logical update view). A clause's code never moves; erased clauses are kept until
//! no frame can return into them.

use super::clause::{ALIVE, Clause, ClauseId, ClausePlace, Life};
use super::code_block::{CodeBlock, EntryBlocks};
use super::dynamic::{ArgIndex, ArgState, Bucket, Candidates, Dynamic};
use super::entries::EntryTable;
use super::index::Index;
use super::predicate::{Pred, PredicateKind, Properties};
use super::warming;
use crate::base::atom::Atom;
use crate::base::paged::PagedVec;
use crate::code::instr::Instr;
use crate::code::pred::{ConstId, FunctorId, Key, PredId};
use crate::machine::memory::record::Record;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::ops::Range;
use std::sync::Arc;

/// The longest chain of aliases that is followed.
const MOST_ALIASES: usize = 64;

/// The number of predicates for which a new database has room: about those of the boot files.
const AT_START: usize = 890;

/// Predicates and clauses of one machine.
pub(crate) struct Database {
    pub(super) preds: PagedVec<Pred>,
    by_name: FxHashMap<(Atom, FunctorId), PredId>,
    pub(in crate::machine) entries: EntryTable,
    /// The entry code of each predicate.
    pub(super) blocks: EntryBlocks,
    /// Entry code of more than two instructions.
    long_entries: FxHashMap<PredId, Arc<CodeBlock>>,
    pub(super) clauses: PagedVec<ClausePlace>,
    pub(super) free: Vec<u32>,
    pub(super) serial: u32,
    /// The places of predicates that were forgotten.
    forgotten: Vec<PredId>,
    pub(in crate::machine) erased: Vec<ClauseId>,
    /// The newest generation.
    pub generation: u64,
    pub(in crate::machine) index: Index,
    pub(in crate::machine) constants: PagedVec<Record>,
    pub(in crate::machine) free_constants: Vec<ConstId>,
    /// The approximate size of predicates and clauses in bytes.
    pub bytes: u64,
    /// The number of clauses that were dropped: an address taken before may be another clause's now.
    pub(crate) dropped: u64,
    /// The clause that `clause_containing` found last.
    last_found: usize,
    /// The number of calls after which a predicate becomes machine code, if any does.
    pub(in crate::machine) native_after: Option<u16>,
    /// Erased clauses that were replaced by the same clause with machine code, which uses their constants, and to which
    /// they jump; each with the number of that clause.
    pub(super) superseded: FxHashMap<ClauseId, ClauseId>,
}

impl Database {
    pub(in crate::machine) fn new() -> Database {
        Database {
            preds: PagedVec::default(),
            by_name: FxHashMap::with_capacity_and_hasher(AT_START, FxBuildHasher),
            entries: EntryTable::default(),
            blocks: EntryBlocks::default(),
            long_entries: FxHashMap::default(),
            clauses: PagedVec::default(),
            free: Vec::new(),
            serial: 0,
            forgotten: Vec::new(),
            erased: Vec::new(),
            generation: 0,
            index: Index::default(),
            constants: PagedVec::default(),
            free_constants: Vec::new(),
            bytes: 0,
            dropped: 0,
            last_found: 0,
            native_after: warming::NATIVE_AFTER,
            superseded: FxHashMap::default(),
        }
    }

    /// The database of a machine with the same program. Clauses are shared, and so are the lists of predicates and
    /// clauses until one of the machines changes them; decision trees are built again.
    pub(in crate::machine) fn fork(&self) -> Database {
        let unexpanded = self.index.is_unexpanded();
        let mut copy = Database {
            preds: self.preds.clone(),
            by_name: self.by_name.clone(),
            entries: self.entries.clone(),
            blocks: self.blocks.clone(),
            long_entries: self.long_entries.clone(),
            clauses: self.clauses.clone(),
            free: self.free.clone(),
            serial: self.serial,
            forgotten: self.forgotten.clone(),
            erased: self.erased.clone(),
            generation: self.generation,
            index: match unexpanded {
                true => self.index.copy_unexpanded(),
                false => Index::default(),
            },
            constants: self.constants.clone(),
            free_constants: self.free_constants.clone(),
            bytes: self.bytes,
            dropped: 0,
            last_found: 0,
            native_after: self.native_after,
            superseded: self.superseded.clone(),
        };
        // Other entries are code of clauses and of the machine itself, which is shared.
        let blocks = &copy.blocks;
        copy.entries
            .replace(|i, entry| match entry == self.blocks.at(i) {
                true => blocks.at(i),
                false => entry,
            });
        if !unexpanded {
            copy.forget_trees();
        }
        copy
    }

    /// Drops the decision trees of static predicates: they are built at the next calls.
    fn forget_trees(&mut self) {
        for i in 0..self.preds.len() {
            let pred = self.preds.at(i);
            if pred.kind == PredicateKind::Static && pred.clauses.len() > 1 {
                self.relink(PredId(i as u32));
            }
        }
    }

    /// The predicate `module:name/arity`, if it exists.
    pub(crate) fn find(&self, module: Atom, functor: FunctorId) -> Option<PredId> {
        self.by_name.get(&(module, functor)).copied()
    }

    /// The predicate `module:name/arity`; created if it does not exist.
    pub(crate) fn pred_id(
        &mut self,
        module: Atom,
        functor: FunctorId,
        name: Atom,
        arity: u32,
    ) -> PredId {
        if let Some(&p) = self.by_name.get(&(module, functor)) {
            self.keep_called(p);
            return p;
        }
        self.create(module, functor, name, arity)
    }

    /// The predicate of a goal that is a term. One that does not exist is created, and may be forgotten when the call
    /// fails.
    #[inline]
    pub(in crate::machine) fn called_id(
        &mut self,
        module: Atom,
        functor: FunctorId,
        name: Atom,
        arity: u32,
    ) -> PredId {
        match self.by_name.get(&(module, functor)) {
            Some(&p) => p,
            None => {
                let p = self.create(module, functor, name, arity);
                self.pred_mut(p).properties.only_called = true;
                p
            }
        }
    }

    #[cold]
    fn create(&mut self, module: Atom, functor: FunctorId, name: Atom, arity: u32) -> PredId {
        let pred = Pred::new(module, name, arity, functor);
        let p = match self.forgotten.pop() {
            Some(p) => {
                *self.preds.at_mut(p.0 as usize) = pred;
                p
            }
            None => {
                let p = PredId(self.preds.len() as u32);
                self.bytes += size_of::<Pred>() as u64 + 128;
                self.blocks.add(self.preds.len());
                self.entries.push(self.blocks.at(self.preds.len()));
                self.preds.push(pred);
                p
            }
        };
        self.set_entry(p, &[Instr::Undefined { p }, Instr::Proceed {}]);
        self.by_name.insert((module, functor), p);
        p
    }

    /// Keeps a predicate, because something other than a call refers to it now.
    pub(in crate::machine) fn keep_called(&mut self, p: PredId) {
        if self.pred(p).properties.only_called {
            self.pred_mut(p).properties.only_called = false;
        }
    }

    /// Forgets a predicate that is not defined, if only the call that has just failed refers to it, so that programs
    /// which call many unknown names do not grow.
    pub(in crate::machine) fn forget_undefined(&mut self, p: PredId) {
        let pred = self.pred(p);
        if pred.properties.only_called && pred.kind == PredicateKind::Undefined {
            let name = (pred.module, pred.functor);
            self.by_name.remove(&name);
            *self.preds.at_mut(p.0 as usize) = Pred::default();
            self.forgotten.push(p);
        }
    }

    /// A predicate.
    #[inline(always)]
    pub(crate) fn pred(&self, p: PredId) -> &Pred {
        self.preds.at(p.0 as usize)
    }

    /// Returns true if there is a predicate with this number.
    pub(crate) fn has_pred(&self, p: PredId) -> bool {
        (p.0 as usize) < self.preds.len()
    }

    /// A predicate, to change its properties.
    pub(crate) fn pred_mut(&mut self, p: PredId) -> &mut Pred {
        self.preds.at_mut(p.0 as usize)
    }

    /// All predicates.
    pub(crate) fn preds(&self) -> impl Iterator<Item = (PredId, &Pred)> {
        self.preds
            .iter()
            .enumerate()
            .map(|(i, p)| (PredId(i as u32), p))
    }

    /// Returns true if the predicate has clauses or code of its own.
    pub(crate) fn is_defined(&self, p: PredId) -> bool {
        match self.pred(p).kind {
            PredicateKind::Undefined => false,
            PredicateKind::Static => {
                let is = self.pred(p).properties;
                !self.pred(p).clauses.is_empty() || is.declared || is.deferred
            }
            PredicateKind::Dynamic | PredicateKind::Builtin(_) | PredicateKind::Control => true,
            PredicateKind::Alias(_) => false,
        }
    }

    fn set_entry(&mut self, p: PredId, code: &[Instr; 2]) {
        let i = p.0 as usize;
        self.blocks.set(i, 0, code[0]);
        self.blocks.set(i, 1, code[1]);
        self.entries.set(i, self.blocks.at(i));
    }

    /// Marks a predicate without clauses as one whose clauses are read when it is called.
    pub(crate) fn defer(&mut self, p: PredId) {
        let pred = self.pred_mut(p);
        pred.kind = PredicateKind::Static;
        pred.properties.deferred = true;
    }

    /// Takes that mark away.
    pub(crate) fn undefer(&mut self, p: PredId) {
        self.pred_mut(p).properties.deferred = false;
    }

    /// Makes the predicate run a Rust function.
    pub(crate) fn set_builtin(&mut self, p: PredId, b: u32) {
        self.pred_mut(p).kind = PredicateKind::Builtin(b);
        self.set_entry(p, &[Instr::Builtin { b }, Instr::Proceed {}]);
    }

    /// Makes the predicate run code that calls a Rust function.
    pub(crate) fn set_builtin_code(&mut self, p: PredId, b: u32, code: &[Instr]) {
        self.pred_mut(p).kind = PredicateKind::Builtin(b);
        let block = CodeBlock::new(code);
        self.entries.set(p.0 as usize, block.at());
        self.long_entries.insert(p, Arc::new(block));
    }

    /// Makes the predicate run static machine code.
    pub(in crate::machine) fn set_control(&mut self, p: PredId, code: &'static [Instr]) {
        self.pred_mut(p).kind = PredicateKind::Control;
        self.entries.set(p.0 as usize, code.as_ptr());
    }

    /// Makes the predicate an alias of `to`. Unless all callers were compiled with its meta-arguments
    /// known (`qualified`), the alias adds the caller's module to them.
    pub(crate) fn set_alias(&mut self, p: PredId, to: PredId, qualified: bool) {
        self.pred_mut(p).kind = PredicateKind::Alias(to);
        let target = self.pred(self.target(p));
        let is_meta = target.meta.is_some() && !qualified || target.context.is_some();
        let entry = match is_meta {
            true => Instr::MetaAlias { p },
            false => Instr::Alias { to },
        };
        self.set_entry(p, &[entry, Instr::Proceed {}]);
    }

    /// The predicate at the end of a chain of aliases.
    pub(crate) fn target(&self, p: PredId) -> PredId {
        let mut target = p;
        for _ in 0..MOST_ALIASES {
            match self.pred(target).kind {
                PredicateKind::Alias(to) => target = to,
                _ => break,
            }
        }
        target
    }

    /// Makes a predicate transparent to modules: its imports call `q`, with their module as one more argument.
    pub(crate) fn set_context(&mut self, p: PredId, q: PredId) {
        self.pred_mut(p).context = Some(q);
        self.update_aliases(p);
    }

    /// Sets the meta-argument specifiers of a program's predicate, and updates its aliases.
    pub(crate) fn set_meta(&mut self, p: PredId, specifiers: Box<[u8]>) {
        self.pred_mut(p).meta = Some(specifiers);
        self.update_aliases(p);
    }

    fn update_aliases(&mut self, p: PredId) {
        for i in 0..self.preds.len() {
            if self.preds.at(i).kind == PredicateKind::Alias(p) {
                self.set_alias(PredId(i as u32), p, false);
            }
        }
    }

    /// Exchanges the clauses of a dynamic predicate for those that are kept elsewhere.
    pub(in crate::machine) fn exchange_clauses(
        &mut self,
        p: PredId,
        kept: &mut Option<Arc<Dynamic>>,
    ) {
        std::mem::swap(&mut self.pred_mut(p).dynamic, kept);
    }

    /// Makes a predicate without clauses dynamic; a static one keeps its clauses.
    pub(crate) fn make_dynamic(&mut self, p: PredId) {
        if self.pred(p).kind == PredicateKind::Dynamic {
            return;
        }
        let old = std::mem::take(&mut self.pred_mut(p).clauses);
        let pred = self.preds.at_mut(p.0 as usize);
        let abolished = pred.kind == PredicateKind::Undefined && pred.dynamic.is_some();
        pred.kind = PredicateKind::Dynamic;
        if abolished {
            self.set_entry(p, &[Instr::TryDynamic { p }, Instr::Proceed {}]);
            return;
        }
        let mut d = Dynamic::new(pred.arity);
        for c in old {
            d.buckets[0].add(c, false);
            d.live += 1;
            self.clauses.at_mut(c.0 as usize).life.order = d.next_order;
            d.next_order += 1;
        }
        pred.dynamic = Some(Arc::new(d));
        self.set_entry(p, &[Instr::TryDynamic { p }, Instr::Proceed {}]);
    }

    /// Removes all clauses and properties: the predicate is undefined.
    pub(crate) fn undefine(&mut self, p: PredId) {
        self.abolish(p);
        self.drop_buckets(p);
    }

    /// As [`Database::undefine`], but running calls of a dynamic predicate still see its clauses (ISO
    /// 7.5.4).
    pub(crate) fn abolish(&mut self, p: PredId) {
        self.erase_all(p);
        let pred = self.preds.at_mut(p.0 as usize);
        pred.kind = PredicateKind::Undefined;
        pred.properties = Properties::default();
        pred.meta = None;
        pred.context = None;
        self.set_entry(p, &[Instr::Undefined { p }, Instr::Proceed {}]);
    }

    /// Removes the buckets of a predicate that was dynamic.
    pub(super) fn drop_buckets(&mut self, p: PredId) {
        if let Some(d) = self.pred_mut(p).dynamic.take() {
            self.erased.extend(&d.buckets[0].list);
        }
    }

    /// Erases all clauses.
    pub(crate) fn erase_all(&mut self, p: PredId) {
        // In a loop, the clauses that were erased before are not passed over again.
        self.first_place(p, Candidates::ALL);
        for c in self.all_clauses(p) {
            self.erase(c);
        }
        self.pred_mut(p).closing = None;
        self.undefer(p);
        let statics = std::mem::take(&mut self.pred_mut(p).clauses);
        self.erased.extend(statics);
        if self.pred(p).kind == PredicateKind::Static {
            self.relink(p);
        }
    }

    /// The live clauses, in order.
    pub(crate) fn all_clauses(&self, p: PredId) -> Vec<ClauseId> {
        let pred = self.pred(p);
        let live = |c: &ClauseId| self.is_live(*c);
        match &pred.dynamic {
            Some(d) => {
                let all = &d.buckets[0];
                let erased = usize::try_from(all.start - all.base).unwrap_or(0);
                all.list.iter().skip(erased).copied().filter(live).collect()
            }
            None => pred.clauses.iter().copied().filter(live).collect(),
        }
    }

    /// The number of live clauses, without the closing one; at least 1 if they are not read yet.
    pub(crate) fn clause_count(&self, p: PredId) -> usize {
        let pred = self.pred(p);
        let read = pred.dynamic.as_ref().map_or(pred.clauses.len(), |d| d.live);
        let all = read + usize::from(pred.properties.deferred);
        all - usize::from(pred.closing.is_some())
    }

    /// The approximate size of a predicate and its clauses in bytes.
    pub(crate) fn size_of(&self, p: PredId) -> u64 {
        let clauses = self.all_clauses(p);
        let each = clauses.iter().filter_map(|&c| self.clause(c));
        size_of::<Pred>() as u64 + each.map(Clause::bytes).sum::<u64>()
    }

    /// All clauses that have not been dropped.
    pub(in crate::machine) fn clauses(&self) -> impl Iterator<Item = &Clause> {
        self.clauses.iter().filter_map(|p| p.clause.as_deref())
    }

    /// A clause, if it has not been dropped.
    #[inline(always)]
    pub(crate) fn clause(&self, c: ClauseId) -> Option<&Clause> {
        self.clauses.get(c.0 as usize)?.clause.as_deref()
    }

    /// The addresses of the code of all clauses, in ascending order.
    pub(crate) fn addresses(&self) -> Vec<(Range<u64>, ClauseId)> {
        let places = self.clauses.iter().enumerate();
        let mut all: Vec<(Range<u64>, ClauseId)> = places
            .filter_map(|(i, p)| Some((p.clause.as_ref()?.addresses(), ClauseId(i as u32))))
            .collect();
        all.sort_unstable_by_key(|(range, _)| range.start);
        all
    }

    /// The clause that contains the instruction at an address. The last one found is tried first.
    pub(in crate::machine) fn clause_containing(&mut self, place: u64) -> Option<&Clause> {
        let has = |p: &ClausePlace| p.clause.as_ref().is_some_and(|c| c.contains(place));
        if !self.clauses.get(self.last_found).is_some_and(has) {
            self.last_found = self.clauses.iter().position(has)?;
        }
        self.clauses.at(self.last_found).clause.as_deref()
    }

    /// As [`Database::clause_containing`], with the number of the clause.
    pub(crate) fn numbered_clause_containing(&mut self, place: u64) -> Option<(ClauseId, &Clause)> {
        self.clause_containing(place)?;
        let id = ClauseId(self.last_found as u32);
        Some((id, self.clause_at(id)))
    }

    /// All clauses that have not been dropped, with their numbers.
    pub(crate) fn numbered_clauses(&self) -> impl Iterator<Item = (ClauseId, &Clause)> {
        let places = self.clauses.iter().enumerate();
        places.filter_map(|(i, p)| Some((ClauseId(i as u32), p.clause.as_deref()?)))
    }

    /// A clause of a bucket or predicate, which exists.
    #[inline(always)]
    #[allow(
        clippy::expect_used,
        reason = "lists only hold clauses that are not dropped"
    )]
    pub(in crate::machine) fn clause_at(&self, c: ClauseId) -> &Clause {
        let place = self.clauses.at(c.0 as usize);
        place.clause.as_deref().expect("clause_at clause")
    }

    /// The life of a clause.
    #[inline(always)]
    pub(crate) fn life(&self, c: ClauseId) -> &Life {
        &self.clauses.at(c.0 as usize).life
    }

    /// Returns true if the clause has not been erased.
    pub(crate) fn is_live(&self, c: ClauseId) -> bool {
        self.life(c).death == ALIVE
    }

    /// Builds the index of a dynamic predicate on argument `k`, if that is worthwhile.
    pub(in crate::machine) fn build_arg_index(&mut self, p: PredId, k: usize) {
        let clauses = &self.clauses;
        let Some(d) = self.preds.at_mut(p.0 as usize).dynamic_mut() else {
            return;
        };
        let Dynamic {
            buckets,
            args,
            live,
            ..
        } = d;
        let key = |c: ClauseId| {
            let clause = clauses.at(c.0 as usize).clause.as_deref();
            clause.map_or(Key::Any, |c| c.key(k))
        };
        let distinct: FxHashSet<Key> = buckets[0]
            .list
            .iter()
            .map(|&c| key(c))
            .filter(|&k| k != Key::Any)
            .collect();
        if distinct.len() < 2 || distinct.len() * 64 < *live {
            args[k] = ArgState::Unknown(*live);
            return;
        }
        let any = buckets.len() as u32;
        buckets.push(Bucket::default());
        let mut ix = ArgIndex::new(any);
        let all: Vec<ClauseId> = buckets[0].list.iter().copied().collect();
        for c in all {
            ix.add(buckets, key(c), c, false);
        }
        args[k] = ArgState::Indexed(ix);
    }

    /// Erases a clause: calls that began before still see it. Returns true if it was live.
    pub(crate) fn erase(&mut self, c: ClauseId) -> bool {
        let place = self.clauses.at(c.0 as usize);
        let Some(p) = place.clause.as_ref().map(|c| c.pred) else {
            return false;
        };
        if place.life.death != ALIVE {
            return false;
        }
        self.generation += 1;
        self.clauses.at_mut(c.0 as usize).life.death = self.generation;
        if let Some(d) = self.preds.at_mut(p.0 as usize).dynamic_mut() {
            d.live -= 1;
            d.dead += 1;
        }
        true
    }

    /// The clause of a dynamic predicate that has one and no erased ones.
    #[inline]
    pub(in crate::machine) fn only_clause(&self, p: PredId) -> Option<ClauseId> {
        let dynamic = self.pred(p).dynamic.as_deref()?;
        let all = &dynamic.buckets[0].list;
        (dynamic.dead == 0 && all.len() == 1).then(|| all[0])
    }

    /// The position of the first candidate that may be live.
    #[inline]
    pub(in crate::machine) fn first_place(&mut self, p: PredId, candidates: Candidates) -> i64 {
        let Some(bucket) = candidates.bucket() else {
            return 0;
        };
        let dynamic = self.pred(p).dynamic.as_deref();
        let Some(b) = dynamic.and_then(|d| d.buckets.get(bucket as usize)) else {
            return 0;
        };
        let mut start = b.start;
        while let Some(&c) = b.list.get((start - b.base) as usize)
            && !self.is_live(c)
        {
            start += 1;
        }
        // Writing to a bucket that may be shared costs more than the search that it saves.
        if start != b.start
            && let Some(d) = self.pred_mut(p).dynamic_mut()
        {
            d.buckets[bucket as usize].start = start;
        }
        start
    }

    /// The position after all candidates up to this order; the one at `hint` is tried first.
    pub(in crate::machine) fn place_after(
        &self,
        p: PredId,
        candidates: Candidates,
        order: i64,
        hint: i64,
    ) -> Option<i64> {
        let Some(bucket) = candidates.bucket() else {
            let is_later = |c| self.life(c).order > order;
            return candidates.single().is_some_and(is_later).then_some(0);
        };
        let b = self
            .pred(p)
            .dynamic
            .as_ref()?
            .buckets
            .get(bucket as usize)?;
        if let Ok(i) = usize::try_from(hint - b.base)
            && b.list.get(i).is_some_and(|&c| self.life(c).order == order)
        {
            return Some(hint + 1);
        }
        let n = b.list.partition_point(|&c| self.life(c).order <= order);
        Some(b.base + n as i64)
    }

    /// Returns true if enough clauses of `p` have been erased to make a purge worthwhile, given the
    /// depth of the choice stack that it has to search.
    pub(in crate::machine) fn needs_purge(&self, p: PredId, choice_bytes: u64) -> bool {
        self.pred(p)
            .dynamic
            .as_ref()
            .is_some_and(|d| d.dead > (8 + d.live + (choice_bytes / 512) as usize).max(d.purge_at))
    }

    /// Raises the threshold of the next purge, after one was refused because a call iterates over the
    /// clauses.
    pub(in crate::machine) fn postpone_purge(&mut self, p: PredId) {
        if let Some(d) = self.preds.at_mut(p.0 as usize).dynamic_mut() {
            d.purge_at = 2 * d.dead;
        }
    }

    /// The dynamic predicates with erased clauses.
    pub(in crate::machine) fn with_erased(&self) -> Vec<PredId> {
        let erased = |p: &Pred| p.dynamic.as_ref().is_some_and(|d| d.dead > 0);
        let found = self.preds().filter(|(_, p)| erased(p));
        found.map(|(id, _)| id).collect()
    }

    /// Removes erased clauses from the buckets. No call may be iterating over them.
    pub(in crate::machine) fn purge(&mut self, p: PredId) {
        let clauses = &self.clauses;
        let Some(d) = self.preds.at_mut(p.0 as usize).dynamic_mut() else {
            return;
        };
        let alive = |c: &ClauseId| clauses.at(c.0 as usize).life.death == ALIVE;
        self.erased
            .extend(d.buckets[0].list.iter().copied().filter(|c| !alive(c)));
        d.buckets[0].list.retain(alive);
        d.buckets[0].start = d.buckets[0].base;
        d.buckets.truncate(1);
        // Indexes are rebuilt when they are next used.
        for a in &mut d.args {
            *a = ArgState::Unknown(0);
        }
        d.dead = 0;
        d.purge_at = 0;
    }

    /// Drops the erased clauses that are not `running`.
    pub(in crate::machine) fn drop_erased(&mut self, running: &dyn Fn(&Clause) -> bool) {
        let erased = std::mem::take(&mut self.erased);
        // A clause may be reached from the one that it has replaced.
        let replaced = self.superseded.iter();
        let reached: FxHashSet<ClauseId> = replaced
            .filter(|(old, _)| self.clause(**old).is_some_and(running))
            .map(|(_, new)| *new)
            .collect();
        for c in erased {
            let Some(clause) = self.clause(c) else {
                continue;
            };
            if reached.contains(&c) || running(clause) {
                self.erased.push(c);
            } else {
                let bytes = clause.bytes();
                let place = std::mem::take(self.clauses.at_mut(c.0 as usize));
                if self.superseded.remove(&c).is_none() {
                    let constants = place.clause.iter().flat_map(|c| c.constants());
                    self.free_constants.extend(constants);
                }
                self.bytes -= bytes;
                self.dropped += 1;
                self.free.push(c.0);
            }
        }
    }

    /// Sets the entry of a static predicate: its only clause, or an index to be built.
    pub(super) fn relink(&mut self, p: PredId) {
        let pred = self.preds.at(p.0 as usize);
        match pred.clauses[..] {
            [] => self.set_entry(p, &[Instr::Undefined { p }, Instr::Proceed {}]),
            // The code of the clauses, to which an index refers, must be there before it.
            _ if pred.properties.postponed => {
                self.set_entry(p, &[Instr::CompilePredicate { p }, Instr::Proceed {}]);
            }
            [c] => {
                debug_assert!(!self.is_postponed(c), "the property says so");
                let entry = self.clause_at(c).entry();
                match self.warm(p) {
                    Some(warm) => self.set_entry(p, &[warm, warming::goto(entry)]),
                    None => self.entries.set(p.0 as usize, entry),
                }
            }
            _ => {
                let node = self.index.root(p);
                let index = Instr::JitIndex { node };
                match self.warm(p) {
                    Some(warm) => self.set_entry(p, &[warm, index]),
                    None => self.set_entry(p, &[index, Instr::Proceed {}]),
                }
            }
        }
    }
}
