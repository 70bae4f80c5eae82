//! Functions on dicts, goals without arguments and quasi-quotations in program texts: libraries translate the terms
//! that have them.

use crate::base::atom::{Atom, atoms};
use crate::base::tree::{Node, NodeId, Tree};
use crate::machine::{Ball, Cell};
use crate::syntax::quad::as_query;
use crate::syntax::{ReadTerm, Span, VarInfo};
use crate::system::Vm;
use crate::system::load::expansion::{Transformer, transform};
use crate::system::load::session::{LoadSession, TermOrigin};

/// Returns true if a term has a function on a dict, a compound without arguments, a quasi-quotation or the goal `$`.
pub(super) fn any(tree: &Tree) -> bool {
    (0..tree.len() as u32).any(|i| {
        matches!(
            *tree.node(NodeId(i)),
            Node::Atom(atoms::DOLLAR)
                | Node::Compound {
                    name: atoms::DOT_CALL | atoms::NO_ARGS | atoms::QUASI_QUOTED,
                    ..
                }
        )
    })
}

/// The term that has quasi-quotations, or else the root.
pub(super) fn quoting(tree: &Tree) -> NodeId {
    let root = tree.root();
    match tree.as_compound::<3>(root, atoms::QUASI_QUOTED) {
        Some([term, _, _]) => term,
        None => root,
    }
}

/// Replaces the goal of a query that has functions on dicts or quasi-quotations by the call of a predicate that
/// evaluates them first. Other terms of files are unchanged, except for the list of their quasi-quotations.
pub(crate) fn prepare(vm: &mut Vm, term: &mut Tree, module: Atom, of_file: bool) {
    let quoted = term.as_compound::<3>(term.root(), atoms::QUASI_QUOTED);
    let root = quoting(term);
    let query = as_query(term, root);
    let (label, goal) = match &query {
        Some(query) => (query.label, query.goal),
        None => (None, root),
    };
    if of_file && query.is_none() || !vm.ext.modules.ops(module).dicts || !any(term) {
        term.root = Some(root);
        return;
    }
    let goal = match quoted {
        Some([_, quotations, names]) => {
            term.compound(atoms::QUASI_QUOTED, &[goal, quotations, names])
        }
        None => goal,
    };
    let name = vm.atoms.intern("call_with_functions");
    let call = term.compound(name, &[goal]);
    term.root = Some(match (query.is_some(), label) {
        (true, Some(label)) => term.compound(atoms::QUERY, &[label, call]),
        (true, None) => term.compound(atoms::QUERY, &[call]),
        (false, _) => call,
    });
}

impl LoadSession<'_> {
    /// A clause or directive without functions on dicts: their calls precede the goals that need their results.
    pub(super) fn without_functions(
        &mut self,
        tree: &Tree,
        root: NodeId,
        at: TermOrigin<'_>,
    ) -> Result<Option<Tree>, Ball> {
        self.translation(["dicts", "$without_functions"], tree, root, at.span)
    }

    /// The result of a library's predicate for a term and the module that it is read for.
    fn translation(
        &mut self,
        [library, name]: [&str; 2],
        tree: &Tree,
        root: NodeId,
        span: Span,
    ) -> Result<Option<Tree>, Ball> {
        self.mark_place(span);
        let by = Transformer {
            module: self.vm.atoms.intern(library),
            name: self.vm.atoms.intern(name),
            before: &[Cell::atom(self.module)],
            names: &[],
        };
        let result = transform(self.vm, &by, tree, root);
        self.accept(result, span)
    }

    /// The term with the results of its quasi-quotations; none if one of them cannot be parsed.
    pub(super) fn with_quotations(&mut self, term: ReadTerm) -> Result<Option<ReadTerm>, Ball> {
        let root = term.tree.root();
        if quoting(&term.tree) == root {
            return Ok(Some(term));
        }
        let by = ["quasi_quotations", "$parse_quotations"];
        let tree = self.translation(by, &term.tree, root, term.span)?;
        // The numbers of the variables are others now, so that checks by name are left out.
        Ok(tree.map(|tree| ReadTerm {
            tree,
            variables: Vec::<VarInfo>::new(),
            positions: None,
            ..term
        }))
    }
}
