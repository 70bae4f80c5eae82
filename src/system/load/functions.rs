//! Functions on dicts, goals without arguments and quasi-quotations in program texts: libraries translate the terms that
//! have them.

use crate::base::atom::atoms;
use crate::base::tree::{Node, NodeId, Tree};
use crate::machine::{Ball, Cell};
use crate::syntax::{ReadTerm, VarInfo};
use crate::system::Vm;
use crate::system::load::expansion::{Transformer, transform};
use crate::system::load::session::{LoadSession, TermOrigin};

/// Returns true if a term has a function on a dict, a compound without arguments or a quasi-quotation.
pub(super) fn any(tree: &Tree) -> bool {
    (0..tree.len() as u32).any(|i| {
        matches!(
            *tree.node(NodeId(i)),
            Node::Compound {
                name: atoms::DOT_CALL | atoms::NO_ARGS | atoms::QUASI_QUOTED,
                ..
            }
        )
    })
}

/// The term that has quasi-quotations, or else the root.
pub(crate) fn quoting(tree: &Tree) -> NodeId {
    let root = tree.root();
    match tree.as_compound::<3>(root, atoms::QUASI_QUOTED) {
        Some([term, _, _]) => term,
        None => root,
    }
}

/// Makes a query that has functions on dicts or quasi-quotations the call of a predicate that evaluates them first.
pub(crate) fn make_callable(vm: &mut Vm, query: &mut Tree) {
    let module = vm.ext.modules.source();
    if vm.ext.modules.ops(module).dicts && any(query) {
        let goal = query.root();
        let call = vm.atoms.intern("$call_functions");
        query.root = Some(query.compound(call, &[goal]));
    }
}

impl LoadSession<'_> {
    /// A clause or directive without functions on dicts: their calls stand before the goals that need their results.
    pub(super) fn without_functions(
        &mut self,
        tree: &Tree,
        root: NodeId,
        at: TermOrigin<'_>,
    ) -> Result<Option<Tree>, Ball> {
        self.mark_place(at.span);
        let by = Transformer {
            module: self.vm.atoms.intern("dicts"),
            name: self.vm.atoms.intern("$without_functions"),
            before: &[Cell::atom(self.module)],
            names: &[],
        };
        let result = transform(self.vm, &by, tree, root);
        self.accept(result, at.span)
    }

    /// The term with the results of its quasi-quotations; none if one of them cannot be parsed.
    pub(super) fn with_quotations(&mut self, term: ReadTerm) -> Result<Option<ReadTerm>, Ball> {
        let root = term.tree.root();
        if quoting(&term.tree) == root {
            return Ok(Some(term));
        }
        self.mark_place(term.span);
        let by = Transformer {
            module: self.vm.atoms.intern("quasi_quotations"),
            name: self.vm.atoms.intern("$parse_quotations"),
            before: &[Cell::atom(self.module)],
            names: &[],
        };
        let result = transform(self.vm, &by, &term.tree, root);
        let tree = self.accept(result, term.span)?;
        // The numbers of the variables are others now, so that checks by name are left out.
        Ok(tree.map(|tree| ReadTerm {
            tree,
            variables: Vec::<VarInfo>::new(),
            positions: None,
            ..term
        }))
    }
}
