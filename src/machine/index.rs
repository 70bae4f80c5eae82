//! Indexing: which clauses a call can match, found from the types and values of its arguments.
//!
//! For static predicates a decision tree grows on demand: a node stands for a set of clauses and the
//! arguments already looked at; when a call first reaches it, it becomes a `switch_on_term` on the most
//! telling argument that the call has bound, or a chain of clauses. For dynamic predicates hash tables
//! from key to bucket are kept up to date as clauses come and go.

use super::Code;
use super::cell::{Cell, Tag};
use super::database::{ArgState, Block, Bucket, ClauseId, Dynamic, INDEXED_ARGS};
use super::{Extension, Machine};
use crate::code::instr::Instr;
use crate::code::pred::{FunctorTable, Key, PredId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Tables with at most this many keys are searched in order.
const LINEAR: usize = 6;

/// How many arguments of a static predicate are looked at.
const STATIC_ARGS: usize = 12;

static FAIL: [Instr; 1] = [Instr::Fail {}];

struct Node {
    pred: PredId,
    /// `None`: all clauses of the predicate.
    clauses: Option<Box<[ClauseId]>>,
    used: u32,
    block: Option<Block>,
}

/// Where `switch_on_term` goes.
pub(super) struct SwitchTable {
    pub(super) arg: u16,
    pub(super) var: Code,
    pub(super) list: Code,
    /// Numbers that are not small integers.
    pub(super) number: Code,
    /// Any other key.
    pub(super) other: Code,
    few: Box<[(u64, Code)]>,
    many: FxHashMap<u64, Code>,
}

impl SwitchTable {
    #[inline(always)]
    pub(super) fn find(&self, key: u64) -> Code {
        if self.many.is_empty() {
            for &(k, c) in &self.few {
                if k == key {
                    return c;
                }
            }
            self.other
        } else {
            self.many.get(&key).copied().unwrap_or(self.other)
        }
    }
}

/// Clauses to try in order; a null pointer ends them.
pub(super) struct Chain {
    pub(super) arity: u32,
    pub(super) code: Box<[Code]>,
}

/// The index nodes of all static predicates.
#[derive(Default)]
pub(super) struct Index {
    nodes: Vec<Node>,
    pub(super) tables: Vec<SwitchTable>,
    pub(super) chains: Vec<Chain>,
    roots: FxHashMap<PredId, u32>,
}

impl Index {
    /// The node for all clauses of a predicate, fresh because they have changed.
    pub(super) fn root(&mut self, pred: PredId) -> u32 {
        if let Some(&n) = self.roots.get(&pred) {
            return n;
        }
        let n = self.nodes.len() as u32;
        self.nodes.push(Node {
            pred,
            clauses: None,
            used: 0,
            block: None,
        });
        self.roots.insert(pred, n);
        n
    }
}

/// The bits that a call's argument has when it matches this key, for hashing.
fn key_bits(k: Key, functors: &FunctorTable) -> u64 {
    match k {
        Key::Atom(a) => Cell::atom(a).bits(),
        Key::Int(i) => Cell::int(i).bits(),
        Key::Struct(f) => Cell::functor(f, functors.get(f).1).bits(),
        Key::Any | Key::List | Key::Number => 0,
    }
}

impl<X: Extension> Machine<X> {
    /// The key of a call's argument; `Any` if it is unbound.
    #[inline(always)]
    pub(super) fn key_of(&self, c: Cell) -> Key {
        let c = self.heap.deref(c);
        match c.tag() {
            Tag::Var | Tag::AttVar | Tag::Packed => Key::Any,
            Tag::List => Key::List,
            Tag::Struct => Key::Struct(self.heap.get(c.addr()).header_functor()),
            Tag::Atom => Key::Atom(c.as_atom()),
            Tag::Int => Key::Int(c.as_int()),
            Tag::Num => Key::Number,
        }
    }

    /// Builds the node that a call has reached, and returns where it goes on.
    #[cold]
    pub(super) fn build_node(&mut self, node: u32) -> Code {
        let pred = self.db.index.nodes[node as usize].pred;
        let used = self.db.index.nodes[node as usize].used;
        let is_root = self.db.index.nodes[node as usize].clauses.is_none();
        let set: Vec<ClauseId> = match &self.db.index.nodes[node as usize].clauses {
            Some(c) => c.to_vec(),
            None => self.db.pred(pred).clauses.clone(),
        };
        let instr = match self.telling_argument(pred, &set, used) {
            Some(k) => Instr::SwitchOnTerm {
                t: self.build_table(pred, &set, used | 1 << k, k),
            },
            None => Instr::TryChain {
                c: self.build_chain(pred, &set),
            },
        };
        if is_root {
            self.db.index.roots.remove(&pred);
            let entry = &mut self.db.pred_mut(pred).entry;
            entry.set(0, instr);
            entry.at()
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

    /// The argument to switch on: bound in this call if possible, with the most different keys.
    fn telling_argument(&self, pred: PredId, set: &[ClauseId], used: u32) -> Option<u16> {
        let arity = (self.db.pred(pred).arity as usize).min(STATIC_ARGS);
        let mut best: Option<(bool, usize, u16)> = None;
        for k in 0..arity {
            if used & 1 << k != 0 {
                continue;
            }
            let mut keys: FxHashSet<Key> = FxHashSet::default();
            let mut any = false;
            for &c in set {
                match self.db.listed(c).keys[k] {
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
            match self.db.listed(c).keys[k as usize] {
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
            number: other,
            other,
            few: Box::new([]),
            many: FxHashMap::default(),
        };
        let mut entries = Vec::with_capacity(groups.len());
        for (key, group) in groups {
            let to = self.target(pred, &group, used);
            match key {
                Key::List => table.list = to,
                Key::Number => table.number = to,
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

    /// Code for a set of clauses: a clause itself, failure, or a node still to be built.
    fn target(&mut self, pred: PredId, set: &[ClauseId], used: u32) -> Code {
        match *set {
            [] => FAIL.as_ptr(),
            [c] => self.db.listed(c).entry(),
            _ => {
                let node = self.db.index.nodes.len() as u32;
                let block = Block::new(&[Instr::JitIndex { node }]);
                let at = block.at();
                self.db.index.nodes.push(Node {
                    pred,
                    clauses: Some(set.into()),
                    used,
                    block: Some(block),
                });
                at
            }
        }
    }

    fn build_chain(&mut self, pred: PredId, set: &[ClauseId]) -> u32 {
        let mut code: Vec<Code> = set.iter().map(|&c| self.db.listed(c).entry()).collect();
        code.push(std::ptr::null());
        let arity = self.db.pred(pred).arity;
        self.db.index.chains.push(Chain {
            arity,
            code: code.into_boxed_slice(),
        });
        self.db.index.chains.len() as u32 - 1
    }

    /// The bucket of a dynamic predicate that a call with these registers has to look through.
    pub(super) fn bucket_for(&mut self, p: PredId, keys: &[Key]) -> u32 {
        let mut best = 0u32;
        let Some(d) = &self.db.pred(p).dynamic else {
            return 0;
        };
        let mut size = d.buckets[0].list.len();
        if size <= 8 {
            return 0;
        }
        for (k, &key) in keys.iter().enumerate() {
            if key == Key::Any {
                continue;
            }
            let Some(d) = &self.db.pred(p).dynamic else {
                return 0;
            };
            if let ArgState::Unknown(n) = d.args[k]
                && d.live > 2 * n
            {
                self.db.build_arg_index(p, k);
            }
            let Some(d) = &self.db.pred(p).dynamic else {
                return 0;
            };
            if let ArgState::Indexed(ix) = &d.args[k] {
                let b = *ix.map.get(&key).unwrap_or(&ix.any);
                let n = d.buckets[b as usize].list.len();
                if n < size {
                    (best, size) = (b, n);
                }
            }
            if size <= 4 {
                break;
            }
        }
        best
    }

    /// The keys of the first `arity` cells that `arg` gives, as far as dynamic indexes go.
    pub(super) fn call_keys(
        &self,
        arity: u32,
        arg: impl Fn(usize) -> Cell,
    ) -> ([Key; INDEXED_ARGS], usize) {
        let n = INDEXED_ARGS.min(arity as usize);
        let mut keys = [Key::Any; INDEXED_ARGS];
        for (k, key) in keys.iter_mut().enumerate().take(n) {
            *key = self.key_of(arg(k));
        }
        (keys, n)
    }

    /// The first position at or after `from` in a bucket whose clause this generation sees and these
    /// keys may match.
    #[inline]
    pub(super) fn next_match(
        &self,
        p: PredId,
        bucket: u32,
        from: i64,
        generation: u64,
        keys: &[Key],
    ) -> Option<(i64, ClauseId)> {
        let d: &Dynamic = self.db.pred(p).dynamic.as_deref()?;
        // The predicate may have been abolished and made again since.
        let b: &Bucket = d.buckets.get(bucket as usize)?;
        let mut at = (from - b.base).max(0) as usize;
        while at < b.list.len() {
            let id = b.list[at];
            let c = self.db.listed(id);
            if c.visible(generation)
                && keys
                    .iter()
                    .zip(&c.keys)
                    .all(|(k, ck)| *k == Key::Any || *ck == Key::Any || k == ck)
            {
                return Some((b.base + at as i64, id));
            }
            at += 1;
        }
        None
    }
}
