//! The compiler's entry: compiles a clause, again with other flags if the first attempt does not fit.

use super::constants::small;
use super::ir::ClauseVar;
use super::state::{ClauseState, CompileError, Compiler, RetryFlags};
use crate::base::atom::{Atom, atoms};
use crate::base::tree::{Node, NodeId, Tree};
use crate::code::pred::{ClauseCode, Key, Linker};

impl Compiler {
    /// A compiler for one machine: it remembers atoms of that machine.
    #[cfg(test)]
    pub(crate) fn new() -> Compiler {
        Compiler::default()
    }

    /// Clears the cached names. Required after atoms were collected, because their numbers may be
    /// reused.
    pub(crate) fn forget_atoms(&mut self) {
        self.type_tests.clear();
        self.evaluables.clear();
    }

    /// Compiles the clause `head :- body`, or the fact `head`, of `module`.
    ///
    /// # Errors
    /// If the head or a part of the body is not callable, or the clause exceeds a limit.
    pub(crate) fn compile(
        &mut self,
        tree: &Tree,
        head: NodeId,
        body: Option<NodeId>,
        module: Atom,
        linker: &mut dyn Linker,
    ) -> Result<ClauseCode, CompileError> {
        self.constants.clear();
        let mut retry_flags = RetryFlags::default();
        loop {
            let mut clause = ClauseState::new(self, tree, linker, module, head);
            clause.retry_flags = retry_flags;
            clause.analyse(head, body)?;
            clause.emit(head);
            if let Some(again) = clause.retry {
                retry_flags = again;
                continue;
            }
            if clause.overflow {
                return Err(CompileError::TooManyVariables);
            }
            self.fuse(tree.args(head).len());
            self.code.append(&mut self.notes);
            let keys = tree
                .args(head)
                .iter()
                .map(|&a| key(tree, a, linker))
                .collect();
            return Ok(ClauseCode {
                code: self.code.as_slice().into(),
                keys,
                constants: self.constants.as_slice().into(),
            });
        }
    }

    /// Clears the buffers of the last clause.
    pub(super) fn reset(&mut self, vars: usize) {
        self.vars.clear();
        self.vars.resize(vars, ClauseVar::NEW);
        self.ops.clear();
        self.occs.clear();
        self.blocks.clear();
        self.works.clear();
        self.marks.clear();
        self.positions.clear();
        self.nodes.clear();
        self.regs.clear();
        self.log.clear();
        self.code.clear();
        self.notes.clear();
        self.slots.clear();
        if let Some(record) = &mut self.record {
            record.clear();
        }
        let s = &mut self.scratch;
        s.pending.clear();
        s.pairs.clear();
        s.frames.clear();
        s.children.clear();
        s.moves.clear();
        s.homes.clear();
        s.values.clear();
        s.visits.clear();
        s.opens.clear();
        s.exclusions.clear();
        s.else_fixes.clear();
        s.end_fixes.clear();
        s.joins.clear();
        s.homes_at_join.clear();
    }
}

/// The index key of a head argument.
pub(crate) fn key(tree: &Tree, arg: NodeId, linker: &mut dyn Linker) -> Key {
    match tree.node(arg) {
        Node::Var(_) => Key::Any,
        Node::Atom(a) => Key::Atom(*a),
        Node::Int(i) => small(i).map_or(Key::Boxed, Key::Int),
        Node::Float(_) | Node::Rat(_) | Node::String(_) => Key::Boxed,
        Node::Compound {
            name: atoms::DOT,
            arity: 2,
            ..
        } => Key::List,
        Node::Compound { name, arity, .. } => Key::Struct(linker.functor(*name, *arity)),
    }
}
