//! Predicates and clauses: definitions, entry points, and the clauses visible to a call.
//!
//! Every change of a dynamic predicate gets a new generation; a call sees the clauses that were live
//! when it began (the logical update view). A clause's code never moves; erased clauses are kept until
//! no frame can return into them.

use super::clause::{ALIVE, Clause, ClauseId, Source};
use super::code_block::{Code, CodeBlock};
use super::dynamic::{ArgIndex, ArgState, Bucket, Dynamic, INDEXED_ARGS};
use super::index::Index;
use super::predicate::{Kind, Pred, Properties};
use crate::base::atom::Atom;
use crate::code::instr::Instr;
use crate::code::pred::{ClauseCode, ConstId, FunctorId, Key, PredId};
use crate::machine::memory::record::Record;
use rustc_hash::{FxHashMap, FxHashSet};

/// Predicates and clauses of one machine.
pub(crate) struct Database {
    preds: Vec<Pred>,
    by_name: FxHashMap<(Atom, FunctorId), PredId>,
    pub(in crate::machine) entries: Vec<Code>,
    clauses: Vec<Option<Box<Clause>>>,
    free: Vec<u32>,
    serial: u32,
    pub(in crate::machine) erased: Vec<ClauseId>,
    /// The newest generation.
    pub generation: u64,
    pub(in crate::machine) index: Index,
    pub(in crate::machine) constants: Vec<Record>,
    pub(in crate::machine) free_constants: Vec<ConstId>,
    /// The approximate size of predicates and clauses in bytes.
    pub bytes: u64,
    /// The clause that `clause_containing` found last.
    last_found: usize,
}

impl Database {
    pub(in crate::machine) fn new() -> Database {
        Database {
            preds: Vec::new(),
            by_name: FxHashMap::default(),
            entries: Vec::new(),
            clauses: Vec::new(),
            free: Vec::new(),
            serial: 0,
            erased: Vec::new(),
            generation: 0,
            index: Index::default(),
            constants: Vec::new(),
            free_constants: Vec::new(),
            bytes: 0,
            last_found: 0,
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
            return p;
        }
        let p = PredId(self.preds.len() as u32);
        self.bytes += size_of::<Pred>() as u64 + 128;
        let entry = CodeBlock::new(&[Instr::Undefined { p }, Instr::Proceed {}]);
        self.entries.push(entry.at());
        self.preds.push(Pred {
            module,
            name,
            arity,
            functor,
            kind: Kind::Undefined,
            properties: Properties::default(),
            meta: None,
            clauses: Vec::new(),
            closing: None,
            dynamic: None,
            entry,
        });
        self.by_name.insert((module, functor), p);
        p
    }

    /// A predicate.
    #[inline(always)]
    pub(crate) fn pred(&self, p: PredId) -> &Pred {
        &self.preds[p.0 as usize]
    }

    /// Returns true if there is a predicate with this number.
    pub(crate) fn has_pred(&self, p: PredId) -> bool {
        (p.0 as usize) < self.preds.len()
    }

    /// A predicate, to change its properties.
    pub(crate) fn pred_mut(&mut self, p: PredId) -> &mut Pred {
        &mut self.preds[p.0 as usize]
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
            Kind::Undefined => false,
            Kind::Static => !self.pred(p).clauses.is_empty() || self.pred(p).properties.declared,
            Kind::Dynamic | Kind::Builtin(_) | Kind::Control => true,
            Kind::Alias(_) => false,
        }
    }

    fn set_entry(&mut self, p: PredId, code: &[Instr; 2]) {
        let pred = &mut self.preds[p.0 as usize];
        pred.entry.set(0, code[0]);
        pred.entry.set(1, code[1]);
        self.entries[p.0 as usize] = pred.entry.at();
    }

    /// Makes the predicate run a Rust function.
    pub(crate) fn set_builtin(&mut self, p: PredId, b: u32) {
        self.preds[p.0 as usize].kind = Kind::Builtin(b);
        self.set_entry(p, &[Instr::Builtin { b }, Instr::Proceed {}]);
    }

    /// Makes the predicate run code that calls a Rust function.
    pub(crate) fn set_builtin_code(&mut self, p: PredId, b: u32, code: &[Instr]) {
        let pred = &mut self.preds[p.0 as usize];
        pred.kind = Kind::Builtin(b);
        pred.entry = CodeBlock::new(code);
        self.entries[p.0 as usize] = pred.entry.at();
    }

    /// Makes the predicate run static machine code.
    pub(in crate::machine) fn set_control(&mut self, p: PredId, code: &'static [Instr]) {
        self.preds[p.0 as usize].kind = Kind::Control;
        self.entries[p.0 as usize] = code.as_ptr();
    }

    /// Makes the predicate an alias of `to`. Unless all callers were compiled with its meta-arguments
    /// known (`qualified`), the alias adds the caller's module to them.
    pub(crate) fn set_alias(&mut self, p: PredId, to: PredId, qualified: bool) {
        self.preds[p.0 as usize].kind = Kind::Alias(to);
        let entry = match self.pred(to).meta {
            Some(_) if !qualified => Instr::MetaAlias { p },
            _ => Instr::Alias { to },
        };
        self.set_entry(p, &[entry, Instr::Proceed {}]);
    }

    /// Sets the meta-argument specifiers of a program's predicate, and updates its aliases.
    pub(crate) fn set_meta(&mut self, p: PredId, specifiers: Box<[u8]>) {
        self.preds[p.0 as usize].meta = Some(specifiers);
        for i in 0..self.preds.len() {
            if self.preds[i].kind == Kind::Alias(p) {
                self.set_alias(PredId(i as u32), p, false);
            }
        }
    }

    /// Makes a predicate without clauses dynamic; a static one keeps its clauses.
    pub(crate) fn make_dynamic(&mut self, p: PredId) {
        if self.pred(p).kind == Kind::Dynamic {
            return;
        }
        let old = std::mem::take(&mut self.preds[p.0 as usize].clauses);
        let pred = &mut self.preds[p.0 as usize];
        let abolished = pred.kind == Kind::Undefined && pred.dynamic.is_some();
        pred.kind = Kind::Dynamic;
        if abolished {
            self.set_entry(p, &[Instr::TryDynamic { p }, Instr::Proceed {}]);
            return;
        }
        let args = (0..INDEXED_ARGS.min(pred.arity as usize))
            .map(|_| ArgState::Unknown(0))
            .collect();
        let mut d = Dynamic {
            buckets: vec![Bucket::default()],
            args,
            ..Dynamic::default()
        };
        for c in old {
            d.buckets[0].add(c, false);
            d.live += 1;
            if let Some(clause) = &mut self.clauses[c.0 as usize] {
                clause.order = d.next_order;
                d.next_order += 1;
            }
        }
        pred.dynamic = Some(Box::new(d));
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
        self.wipe(p);
        let pred = &mut self.preds[p.0 as usize];
        pred.kind = Kind::Undefined;
        pred.properties = Properties::default();
        pred.meta = None;
        self.set_entry(p, &[Instr::Undefined { p }, Instr::Proceed {}]);
    }

    /// Removes the buckets of a predicate that was dynamic.
    fn drop_buckets(&mut self, p: PredId) {
        if let Some(d) = self.preds[p.0 as usize].dynamic.take() {
            self.erased.extend(&d.buckets[0].list);
        }
    }

    /// Erases all clauses.
    pub(crate) fn wipe(&mut self, p: PredId) {
        for c in self.all_clauses(p) {
            self.erase(c);
        }
        self.preds[p.0 as usize].closing = None;
        let statics = std::mem::take(&mut self.preds[p.0 as usize].clauses);
        self.erased.extend(statics);
        if self.pred(p).kind == Kind::Static {
            self.relink(p);
        }
    }

    /// The live clauses, in order.
    pub(crate) fn all_clauses(&self, p: PredId) -> Vec<ClauseId> {
        let pred = self.pred(p);
        let live = |c: &ClauseId| self.clause(*c).is_some_and(|c| c.death == ALIVE);
        match &pred.dynamic {
            Some(d) => d.buckets[0].list.iter().copied().filter(live).collect(),
            None => pred.clauses.iter().copied().filter(live).collect(),
        }
    }

    /// The number of live clauses, without the closing one.
    pub(crate) fn clause_count(&self, p: PredId) -> usize {
        let pred = self.pred(p);
        let all = pred.dynamic.as_ref().map_or(pred.clauses.len(), |d| d.live);
        all - usize::from(pred.closing.is_some())
    }

    /// The approximate size of a predicate and its clauses in bytes.
    pub(crate) fn size_of(&self, p: PredId) -> u64 {
        let clauses = self.all_clauses(p);
        let each = clauses.iter().filter_map(|&c| self.clause(c));
        size_of::<Pred>() as u64 + each.map(Clause::bytes).sum::<u64>()
    }

    /// Removes the closing clause.
    pub(crate) fn reopen(&mut self, p: PredId) {
        let Some(c) = self.preds[p.0 as usize].closing.take() else {
            return;
        };
        self.erase(c);
        if self.pred(p).kind == Kind::Static {
            self.preds[p.0 as usize].clauses.retain(|&other| other != c);
            self.erased.push(c);
            self.relink(p);
        }
    }

    /// All clauses that have not been dropped.
    pub(in crate::machine) fn clauses(&self) -> impl Iterator<Item = &Clause> {
        self.clauses.iter().flatten().map(|c| &**c)
    }

    /// A clause, if it has not been dropped.
    #[inline(always)]
    pub(crate) fn clause(&self, c: ClauseId) -> Option<&Clause> {
        self.clauses.get(c.0 as usize)?.as_deref()
    }

    /// The clause that contains the instruction at an address. The last one found is tried first.
    pub(in crate::machine) fn clause_containing(&mut self, place: u64) -> Option<&Clause> {
        let has = |c: &Option<Box<Clause>>| c.as_ref().is_some_and(|c| c.contains(place));
        if !self.clauses.get(self.last_found).is_some_and(has) {
            self.last_found = self.clauses.iter().position(has)?;
        }
        self.clauses[self.last_found].as_deref()
    }

    /// A clause of a bucket or predicate, which exists.
    #[inline(always)]
    #[allow(
        clippy::expect_used,
        reason = "lists only hold clauses that are not dropped"
    )]
    pub(in crate::machine) fn clause_at(&self, c: ClauseId) -> &Clause {
        self.clauses[c.0 as usize]
            .as_deref()
            .expect("clause_at clause")
    }

    /// Adds a clause at the end or the front. The predicate becomes static if it was undefined.
    pub(crate) fn add_clause(
        &mut self,
        p: PredId,
        code: &ClauseCode,
        source: &Source,
        front: bool,
    ) -> ClauseId {
        if !matches!(self.pred(p).kind, Kind::Static | Kind::Dynamic) {
            self.preds[p.0 as usize].kind = Kind::Static;
            self.drop_buckets(p);
        }
        self.serial = self.serial.wrapping_add(1) & 0xfff_ffff;
        let mut clause = Clause::new(p, self.serial, self.generation, code, source);
        if self.pred(p).kind == Kind::Dynamic {
            self.generation += 1;
            clause.birth = self.generation;
            if let Some(d) = &mut self.preds[p.0 as usize].dynamic {
                if front {
                    d.first_order -= 1;
                    clause.order = d.first_order;
                } else {
                    clause.order = d.next_order;
                    d.next_order += 1;
                }
            }
        }
        self.bytes += clause.bytes();
        let id = self.store(clause);
        if self.pred(p).kind == Kind::Dynamic {
            self.add_to_buckets(p, id, front);
        } else {
            let list = &mut self.preds[p.0 as usize].clauses;
            if front {
                list.insert(0, id)
            } else {
                list.push(id)
            }
            self.relink(p);
        }
        id
    }

    fn store(&mut self, clause: Clause) -> ClauseId {
        match self.free.pop() {
            Some(i) => {
                self.clauses[i as usize] = Some(Box::new(clause));
                ClauseId(i)
            }
            None => {
                self.clauses.push(Some(Box::new(clause)));
                ClauseId(self.clauses.len() as u32 - 1)
            }
        }
    }

    fn add_to_buckets(&mut self, p: PredId, id: ClauseId, front: bool) {
        let clauses = &self.clauses;
        let pred = &mut self.preds[p.0 as usize];
        let Some(d) = &mut pred.dynamic else { return };
        d.live += 1;
        d.buckets[0].add(id, front);
        let Some(clause) = clauses[id.0 as usize].as_deref() else {
            return;
        };
        let Dynamic { buckets, args, .. } = &mut **d;
        for (k, state) in args.iter_mut().enumerate() {
            if let ArgState::Indexed(ix) = state {
                ix.add(buckets, clause.key(k), id, front);
            }
        }
    }

    /// Builds the index of a dynamic predicate on argument `k`, if that is worthwhile.
    pub(in crate::machine) fn build_arg_index(&mut self, p: PredId, k: usize) {
        let clauses = &self.clauses;
        let Some(d) = &mut self.preds[p.0 as usize].dynamic else {
            return;
        };
        let Dynamic {
            buckets,
            args,
            live,
            ..
        } = &mut **d;
        let key = |c: ClauseId| {
            clauses[c.0 as usize]
                .as_deref()
                .map_or(Key::Any, |c| c.key(k))
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
        let mut ix = ArgIndex {
            map: FxHashMap::default(),
            any,
        };
        let all: Vec<ClauseId> = buckets[0].list.iter().copied().collect();
        for c in all {
            ix.add(buckets, key(c), c, false);
        }
        args[k] = ArgState::Indexed(ix);
    }

    /// Erases a clause: calls that began before still see it. Returns true if it was live.
    pub(crate) fn erase(&mut self, c: ClauseId) -> bool {
        let Some(clause) = self.clauses[c.0 as usize].as_deref_mut() else {
            return false;
        };
        if clause.death != ALIVE {
            return false;
        }
        self.generation += 1;
        clause.death = self.generation;
        let p = clause.pred;
        if let Some(d) = &mut self.preds[p.0 as usize].dynamic {
            d.live -= 1;
            d.dead += 1;
        }
        true
    }

    /// The position of the first clause in a bucket that is not known to be erased.
    #[inline]
    pub(in crate::machine) fn first_place(&mut self, p: PredId, bucket: u32) -> i64 {
        let clauses = &self.clauses;
        let Some(d) = &mut self.preds[p.0 as usize].dynamic else {
            return 0;
        };
        let Some(b) = d.buckets.get_mut(bucket as usize) else {
            return 0;
        };
        let dead = |c: ClauseId| {
            clauses[c.0 as usize]
                .as_deref()
                .is_some_and(|c| c.death != ALIVE)
        };
        while let Some(&c) = b.list.get((b.start - b.base) as usize)
            && dead(c)
        {
            b.start += 1;
        }
        b.start
    }

    /// The position in a bucket after all clauses up to this order; the one at `hint` is tried first.
    pub(in crate::machine) fn place_after(
        &self,
        p: PredId,
        bucket: u32,
        order: i64,
        hint: i64,
    ) -> Option<i64> {
        let b = self
            .pred(p)
            .dynamic
            .as_ref()?
            .buckets
            .get(bucket as usize)?;
        if let Ok(i) = usize::try_from(hint - b.base)
            && b.list
                .get(i)
                .is_some_and(|&c| self.clause_at(c).order == order)
        {
            return Some(hint + 1);
        }
        let n = b
            .list
            .partition_point(|&c| self.clause_at(c).order <= order);
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
        if let Some(d) = &mut self.preds[p.0 as usize].dynamic {
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
        let Some(d) = &mut self.preds[p.0 as usize].dynamic else {
            return;
        };
        let alive = |c: &ClauseId| {
            clauses[c.0 as usize]
                .as_deref()
                .is_some_and(|c| c.death == ALIVE)
        };
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
        for c in erased {
            let Some(clause) = self.clauses[c.0 as usize].as_deref() else {
                continue;
            };
            if running(clause) {
                self.erased.push(c);
            } else {
                self.free_constants.extend(clause.constants());
                self.bytes -= clause.bytes();
                self.clauses[c.0 as usize] = None;
                self.free.push(c.0);
            }
        }
    }

    /// Sets the entry of a static predicate: its only clause, or an index to be built.
    fn relink(&mut self, p: PredId) {
        let pred = &self.preds[p.0 as usize];
        match pred.clauses[..] {
            [] => self.set_entry(p, &[Instr::Undefined { p }, Instr::Proceed {}]),
            [c] => self.entries[p.0 as usize] = self.clause_at(c).entry(),
            _ => {
                let node = self.index.root(p);
                self.set_entry(p, &[Instr::JitIndex { node }, Instr::Proceed {}]);
            }
        }
    }

    /// A constant for the pool.
    pub(in crate::machine) fn add_constant(&mut self, r: Record) -> ConstId {
        match self.free_constants.pop() {
            Some(k) => {
                self.constants[k.0 as usize] = r;
                k
            }
            None => {
                self.constants.push(r);
                ConstId(self.constants.len() as u32 - 1)
            }
        }
    }
}
