//! First-argument indexing, generalised: the clauses that a call can match, from the types and values
//! of its arguments.
//!
//! For a static predicate, a decision tree is built on demand: a node stands for a set of clauses and
//! the arguments already tested; when a call first reaches it, it becomes a `switch_on_term` on the
//! argument that discriminates best among those that the call has bound, or a chain of clauses. Dynamic
//! predicates have hash tables from key to bucket instead (`buckets.rs`).

use crate::code::instr::Instr;
use crate::code::pred::{FunctorTable, Key, PredId};
use crate::machine::database::clause::ClauseId;
use crate::machine::database::code_block::CodeBlock;
use crate::machine::database::index::{Chain, IndexNode, SwitchTable};
use crate::machine::{Cell, Code, Extension, Machine, Tag};
use rustc_hash::{FxHashMap, FxHashSet};

/// Tables with at most this many keys are searched linearly.
const LINEAR: usize = 6;

/// The number of arguments of a static predicate that may be tested.
const STATIC_ARGS: usize = 12;

static FAIL: [Instr; 1] = [Instr::Fail {}];

/// The bits of an argument that matches this key, for hashing.
fn key_bits(k: Key, functors: &FunctorTable) -> u64 {
    match k {
        Key::Atom(a) => Cell::atom(a).bits(),
        Key::Int(i) => Cell::int(i).bits(),
        Key::Struct(f) => Cell::functor(f, functors.get(f).1).bits(),
        Key::Any | Key::List | Key::Boxed => 0,
    }
}

impl<X: Extension> Machine<X> {
    /// The key of a call's argument; `Any` if it is unbound.
    #[inline(always)]
    pub(in crate::machine) fn key_of(&self, c: Cell) -> Key {
        let c = self.heap.deref(c);
        match c.tag() {
            Tag::Var | Tag::AttVar => Key::Any,
            Tag::List | Tag::Packed => Key::List,
            Tag::Struct => Key::Struct(self.heap.get(c.addr()).header_functor()),
            Tag::Atom => Key::Atom(c.as_atom()),
            Tag::Int => Key::Int(c.as_int()),
            Tag::Num | Tag::String => Key::Boxed,
        }
    }

    /// Returns true if the clauses of a node of the index have machine code.
    #[cfg(native_tier)]
    pub(in crate::machine) fn is_native_node(&self, node: u32) -> bool {
        let pred = self.db.index.nodes[node as usize].pred;
        let first = self.db.pred(pred).clauses.first();
        first.is_some_and(|c| self.db.clause_at(*c).is_native())
    }

    /// Builds the node that a call has reached, and returns its code.
    #[cold]
    pub(in crate::machine) fn build_node(&mut self, node: u32) -> Code {
        let pred = self.db.index.nodes[node as usize].pred;
        let used = self.db.index.nodes[node as usize].used;
        let is_root = self.db.index.nodes[node as usize].clauses.is_none();
        let set: Vec<ClauseId> = match &self.db.index.nodes[node as usize].clauses {
            Some(c) => c.to_vec(),
            None => self.db.pred(pred).clauses.clone(),
        };
        let instr = match self.best_argument(pred, &set, used) {
            Some(k) => Instr::SwitchOnTerm {
                t: self.build_table(pred, &set, used | 1 << k, k),
            },
            None => Instr::TryChain {
                c: self.build_chain(pred, &set),
            },
        };
        if is_root {
            self.db.index.roots.remove(&pred);
            self.db.set_selection(pred, instr)
        } else {
            match &mut self.db.index.nodes[node as usize].block {
                Some(b) => {
                    b.set(0, instr);
                    b.at()
                }
                None => FAIL.as_ptr(),
            }
        }
    }

    /// The argument to switch on: bound in this call if possible, with the largest number of keys.
    fn best_argument(&self, pred: PredId, set: &[ClauseId], used: u32) -> Option<u16> {
        let arity = (self.db.pred(pred).arity as usize).min(STATIC_ARGS);
        let mut best: Option<(bool, usize, u16)> = None;
        for k in 0..arity {
            if used & 1 << k != 0 {
                continue;
            }
            let mut keys: FxHashSet<Key> = FxHashSet::default();
            let mut any = false;
            for &c in set {
                match self.db.clause_at(c).key(k) {
                    Key::Any => any = true,
                    key => {
                        keys.insert(key);
                    }
                }
            }
            if keys.is_empty() || (keys.len() == 1 && !any) {
                continue;
            }
            let bound = self.key_of(self.x[k]) != Key::Any;
            let score = (bound, keys.len());
            if best.is_none_or(|(b, n, _)| score > (b, n)) {
                best = Some((score.0, score.1, k as u16));
            }
        }
        best.map(|(_, _, k)| k)
    }

    fn build_table(&mut self, pred: PredId, set: &[ClauseId], used: u32, k: u16) -> u32 {
        let mut groups: indexmap::IndexMap<Key, Vec<ClauseId>, rustc_hash::FxBuildHasher> =
            indexmap::IndexMap::default();
        let mut any: Vec<ClauseId> = Vec::new();
        for &c in set {
            match self.db.clause_at(c).key(k as usize) {
                Key::Any => {
                    any.push(c);
                    groups.values_mut().for_each(|g| g.push(c));
                }
                key => groups.entry(key).or_insert_with(|| any.clone()).push(c),
            }
        }
        let var = self.target(pred, set, used);
        let other = self.target(pred, &any, used);
        let mut table = SwitchTable {
            arg: k,
            var,
            list: other,
            boxed: other,
            other,
            few: Box::new([]),
            many: FxHashMap::default(),
        };
        let mut entries = Vec::with_capacity(groups.len());
        for (key, group) in groups {
            let to = self.target(pred, &group, used);
            match key {
                Key::List => table.list = to,
                Key::Boxed => table.boxed = to,
                _ => entries.push((key_bits(key, &self.functors), to)),
            }
        }
        if entries.len() <= LINEAR {
            table.few = entries.into_boxed_slice();
        } else {
            table.many = entries.into_iter().collect();
        }
        self.db.index.tables.push(table);
        self.db.index.tables.len() as u32 - 1
    }

    /// The code for a set of clauses: the only clause, failure, or a node still to be built.
    fn target(&mut self, pred: PredId, set: &[ClauseId], used: u32) -> Code {
        match *set {
            [] => FAIL.as_ptr(),
            [c] => self.entry_of_clause(c),
            _ => {
                let node = self.db.index.nodes.len() as u32;
                let block = CodeBlock::new(&[Instr::JitIndex { node }, Instr::Fail {}]);
                let at = block.at();
                self.db.index.nodes.push(IndexNode {
                    pred,
                    clauses: Some(set.into()),
                    used,
                    block: Some(block),
                });
                at
            }
        }
    }

    /// The code of a clause, which stays where it is.
    fn entry_of_clause(&self, c: ClauseId) -> Code {
        debug_assert!(
            !self.db.is_postponed(c),
            "compiled before its predicate is indexed"
        );
        self.db.clause_at(c).entry()
    }

    fn build_chain(&mut self, pred: PredId, set: &[ClauseId]) -> u32 {
        let mut code: Vec<Code> = set.iter().map(|&c| self.entry_of_clause(c)).collect();
        code.push(std::ptr::null());
        let arity = self.db.pred(pred).arity;
        self.db.index.chains.push(Chain {
            arity,
            code: code.into_boxed_slice(),
            #[cfg(native_tier)]
            retries: None,
        });
        self.db.index.chains.len() as u32 - 1
    }
}
