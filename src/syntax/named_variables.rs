//! The variables of a term that is being read, found by their names.

use super::read_options::VarInfo;
use super::span::Span;
use crate::base::tree::{NodeId, Tree};
use rustc_hash::FxHashMap;

/// Up to this many variables are found by linear search, which is faster than a hash table for the few that most
/// clauses have.
const FEW_VARIABLES: usize = 12;

/// The named variables of a term, by first occurrence.
#[derive(Debug, Default)]
pub(super) struct NamedVariables {
    pub(super) all: Vec<VarInfo>,
    /// The variables by name, once there are many.
    index: FxHashMap<Box<str>, usize>,
}

impl NamedVariables {
    /// Adds an occurrence of a variable to the tree.
    pub(super) fn occurrence(&mut self, tree: &mut Tree, name: &str, span: Span) -> NodeId {
        if name == "_" {
            return tree.new_var(None);
        }
        if let Some(i) = self.position(tree, name) {
            let known = &mut self.all[i];
            known.occurrences += 1;
            return tree.var(known.var);
        }
        let var = tree.var_count() as u32;
        let i = self.all.len();
        if i == FEW_VARIABLES {
            let names = self.all.iter().enumerate();
            let names = names.map(|(i, v)| (tree.var_name(v.var).unwrap_or_default().into(), i));
            self.index.extend(names);
        }
        if i >= FEW_VARIABLES {
            self.index.insert(name.into(), i);
        }
        self.all.push(VarInfo {
            var,
            occurrences: 1,
            first_span: span,
        });
        tree.new_var(Some(name))
    }

    fn position(&self, tree: &Tree, name: &str) -> Option<usize> {
        match self.all.len() {
            0..=FEW_VARIABLES => {
                let is_this = |v: &VarInfo| tree.var_name(v.var) == Some(name);
                self.all.iter().position(is_this)
            }
            _ => self.index.get(name).copied(),
        }
    }
}
