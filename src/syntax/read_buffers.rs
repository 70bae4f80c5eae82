//! Memory that the terms of a text, which are read one after another, use in turn.

use super::named_variables::NamedVariables;
use super::parse_stack::Frame;
use super::read_options::ReadTerm;
use crate::base::tree::{NodeId, Tree};

/// A term with more nodes keeps its memory for itself.
const MOST_NODES: usize = 1 << 12;

/// Empty stacks of the parser and an empty tree. Taking them and giving them back spares a term its allocations.
pub(crate) struct ReadBuffers {
    pub(super) tree: Tree,
    pub(super) variables: NamedVariables,
    pub(super) frames: Vec<Frame>,
    pub(super) brackets: Vec<usize>,
    pub(super) items: Vec<NodeId>,
}

impl Default for ReadBuffers {
    /// Stacks with room for a clause of usual size.
    fn default() -> ReadBuffers {
        ReadBuffers {
            tree: Tree::with_room(),
            variables: NamedVariables::default(),
            frames: Vec::with_capacity(16),
            brackets: Vec::with_capacity(8),
            items: Vec::with_capacity(16),
        }
    }
}

impl ReadBuffers {
    /// Takes the stacks of the parser back.
    pub(super) fn keep_stacks(
        &mut self,
        mut frames: Vec<Frame>,
        mut brackets: Vec<usize>,
        mut items: Vec<NodeId>,
    ) {
        if items.capacity().max(frames.capacity()) <= MOST_NODES {
            frames.clear();
            brackets.clear();
            items.clear();
            (self.frames, self.brackets, self.items) = (frames, brackets, items);
        }
    }

    /// Takes the memory of a term that is no longer needed.
    pub(crate) fn keep_term(&mut self, mut term: ReadTerm) {
        if term.tree.len() <= MOST_NODES {
            term.tree.clear();
            term.variables.clear();
            self.tree = term.tree;
            self.variables.all = term.variables;
        }
    }
}
