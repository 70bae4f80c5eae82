//! Loops of library(do_loops) in the bodies of clauses: each becomes a predicate of its own.

use crate::base::atom::{AtomTable, atoms};
use crate::base::tree::{Node, NodeId, Tree};
use crate::machine::{Ball, Cell};
use crate::system::load::dialect::LOOPS;
use crate::system::load::expansion::{self, Transformer, transform};
use crate::system::load::session::{LoadSession, TermOrigin};

/// Returns true if a term may have a loop: `Iterators do Body`, or that of a grammar rule after its translation.
pub(super) fn any(tree: &Tree, names: &AtomTable) -> bool {
    (0..tree.len() as u32).any(|i| match *tree.node(NodeId(i)) {
        Node::Compound { name, arity, .. } => matches!(arity, 2 | 4) && &*names.text(name) == "do",
        _ => false,
    })
}

impl LoadSession<'_> {
    /// Adds a clause whose body may have loops, and the predicates of the loops.
    pub(super) fn clause_with_loops(
        &mut self,
        tree: &Tree,
        head: NodeId,
        body: NodeId,
        at: TermOrigin<'_>,
    ) -> Result<(), Ball> {
        self.mark_place(at.span);
        let mut rule = tree.clone();
        let root = rule.compound(atoms::NECK, &[head, body]);
        let by = Transformer {
            module: self.vm.atoms.intern(LOOPS),
            name: self.vm.atoms.intern("$clauses"),
            before: &[Cell::atom(self.module)],
            names: &[],
        };
        let result = transform(self.vm, &by, &rule, root);
        let Some(clauses) = self.accept(result, at.span)? else {
            return Ok(());
        };
        self.check_clause(tree, head, body, at);
        let at = TermOrigin { term: None, ..at };
        // The clauses of a loop do not interrupt those of the predicate that has it.
        let run = (self.last, self.runs);
        let mut items = expansion::items(&clauses);
        // The clause itself comes first, and is added last.
        items.rotate_left(1);
        for (i, &clause) in items.iter().enumerate() {
            if i + 1 == items.len() {
                (self.last, self.runs) = run;
            }
            match clauses.as_compound::<2>(clause, atoms::NECK) {
                Some([head, body]) => self.loop_clause(&clauses, head, Some(body), at)?,
                None => self.loop_clause(&clauses, clause, None, at)?,
            }
        }
        Ok(())
    }

    /// Adds a clause that the translation of loops has made, after the expansion of goals.
    fn loop_clause(
        &mut self,
        tree: &Tree,
        head: NodeId,
        body: Option<NodeId>,
        at: TermOrigin<'_>,
    ) -> Result<(), Ball> {
        match self.with_expanded_goals(tree, head, body, at)? {
            Some((expanded, [head, body])) => self.add(&expanded, head, Some(body), at),
            None => self.add(tree, head, body, at),
        }
        Ok(())
    }
}
