//! The decision trees of static predicates: their nodes, switch tables and chains of clauses.

use super::clause::ClauseId;
use super::code_block::{Code, CodeBlock};
#[cfg(native_tier)]
use super::machine_code::MachineCode;
use crate::code::pred::PredId;
use rustc_hash::FxHashMap;
#[cfg(native_tier)]
use std::sync::Arc;

pub(in crate::machine) struct IndexNode {
    pub(in crate::machine) pred: PredId,
    /// `None`: all clauses of the predicate.
    pub(in crate::machine) clauses: Option<Box<[ClauseId]>>,
    pub(in crate::machine) used: u32,
    pub(in crate::machine) block: Option<CodeBlock>,
}

/// The targets of a `switch_on_term`.
pub(in crate::machine) struct SwitchTable {
    pub(in crate::machine) arg: u16,
    pub(in crate::machine) var: Code,
    pub(in crate::machine) list: Code,
    /// Strings, and numbers that are not small integers.
    pub(in crate::machine) boxed: Code,
    /// Any other key.
    pub(in crate::machine) other: Code,
    pub(in crate::machine) few: Box<[(u64, Code)]>,
    pub(in crate::machine) many: FxHashMap<u64, Code>,
}

impl SwitchTable {
    #[inline(always)]
    pub(in crate::machine) fn find(&self, key: u64) -> Code {
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
pub(in crate::machine) struct Chain {
    pub(in crate::machine) arity: u32,
    pub(in crate::machine) code: Box<[Code]>,
    /// The alternatives before each clause that has machine code: a reference to it, and `retry_chain`.
    #[cfg(native_tier)]
    pub(in crate::machine) retries: Option<CodeBlock>,
}

/// The index nodes of all static predicates.
#[derive(Default)]
pub(in crate::machine) struct Index {
    pub(in crate::machine) nodes: Vec<IndexNode>,
    pub(in crate::machine) tables: Vec<SwitchTable>,
    pub(in crate::machine) chains: Vec<Chain>,
    pub(in crate::machine) roots: FxHashMap<PredId, u32>,
    /// The machine code of nodes. Like tables and chains, it is never removed.
    #[cfg(native_tier)]
    pub(in crate::machine) machine_code: Vec<Arc<MachineCode>>,
}

impl Index {
    /// Returns true if no node has been expanded: no code is in tables and chains.
    pub(in crate::machine) fn is_unexpanded(&self) -> bool {
        self.tables.is_empty() && self.chains.is_empty()
    }

    /// A copy of an index that is not expanded, for a machine with the same predicates.
    pub(in crate::machine) fn copy_unexpanded(&self) -> Index {
        debug_assert!(self.is_unexpanded(), "nodes without code");
        let root = |node: &IndexNode| IndexNode {
            pred: node.pred,
            clauses: None,
            used: 0,
            block: None,
        };
        Index {
            nodes: self.nodes.iter().map(root).collect(),
            tables: Vec::new(),
            chains: Vec::new(),
            roots: self.roots.clone(),
            #[cfg(native_tier)]
            machine_code: Vec::new(),
        }
    }

    /// The node for all clauses of a predicate; a new one if they have changed since it was expanded.
    pub(in crate::machine) fn root(&mut self, pred: PredId) -> u32 {
        if let Some(&n) = self.roots.get(&pred) {
            return n;
        }
        let n = self.nodes.len() as u32;
        self.nodes.push(IndexNode {
            pred,
            clauses: None,
            used: 0,
            block: None,
        });
        self.roots.insert(pred, n);
        n
    }
}
