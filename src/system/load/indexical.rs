//! Clauses of FD predicates in program text: `Head +: Body` and the like. They are read again with the operators that
//! such text assumes; the solver interprets the clauses.

use crate::base::atom::atoms;
use crate::base::tree::{Node, NodeId, Tree};
use crate::fd::constraints::indexical::Neck;
use crate::machine::Ball;
use crate::syntax::{OpTable, OpType, ReadOptions, ReadTerm, Span, read_leniently};
use crate::system::load::messages;
use crate::system::load::session::{LoadSession, TermOrigin};
use crate::system::solver::{ConstraintSolver, FdBody, FdFault, Solver};
use crate::system::{module_table, modules};

impl LoadSession<'_> {
    /// The neck that a term has, if the module has it as an operator.
    pub(crate) fn neck(&self, tree: &Tree, t: NodeId) -> Option<Neck> {
        let Node::Compound { name, arity: 2, .. } = *tree.node(t) else {
            return None;
        };
        let neck = Neck::ALL
            .into_iter()
            .find(|n| n.name() == &*self.vm.atoms.text(name))?;
        let ops = self.vm.ext.modules.ops(self.module);
        ops.infix(name).map(|_| neck)
    }

    /// The operators in clauses of FD predicates: `..` has less priority than sums, `\` the priority of
    /// unions.
    fn range_ops(&mut self) -> OpTable {
        let mut ops = self.vm.ext.modules.ops(self.module).clone();
        let interval = self.vm.atoms.intern("..");
        // Neither is refused: they are not punctuation.
        let _ = ops.add(550, OpType::Xfx, interval);
        let _ = ops.add(500, OpType::Fy, atoms::BACKSLASH);
        ops
    }

    /// The term read again with these operators; unchanged if that fails.
    pub(crate) fn with_range_ops(&mut self, term: ReadTerm) -> ReadTerm {
        self.reread(term.span, false).unwrap_or(term)
    }

    fn reread(&mut self, span: Span, positions: bool) -> Option<ReadTerm> {
        let ops = self.range_ops();
        let options = ReadOptions {
            positions,
            ..self.options.clone()
        };
        let read = read_leniently(
            &self.source.text,
            span.start,
            &ops,
            &mut self.vm.atoms,
            &options,
        );
        read.ok().flatten().map(|(term, _)| term)
    }

    /// Adds a clause to an FD predicate.
    pub(crate) fn indexicals(
        &mut self,
        tree: &Tree,
        t: NodeId,
        neck: Neck,
        at: TermOrigin<'_>,
    ) -> Result<(), Ball> {
        let &[head, body] = tree.args(t) else {
            return Ok(());
        };
        let (home, head) = module_table::strip_node(tree, head, self.module);
        let Some((name, args)) = tree.callable(head) else {
            self.not_a_clause(tree, head, at);
            return Ok(());
        };
        let p = modules::pred(self.vm, home, name, args.len() as u32);
        let read = match Solver::read_fd_clause(self.vm, tree, head, neck, body) {
            Ok(read) => read,
            Err(fault) => {
                self.faulty_indexical(tree, fault, at);
                return Ok(());
            }
        };
        let other = self.seen.contains_key(&p) && !self.indexical.contains(&p);
        let twice = self.indexical.contains(&p) && Solver::is_defined(self.vm, p, neck);
        if other && self.vm.db.clause_count(p) > 0 || twice {
            let shown = messages::indicator_text(self.vm, p);
            let what = if twice { neck.name() } else { ":-" };
            let message = format!("{shown} has a clause with {what} already");
            self.error(at.span, &message, None);
            return Ok(());
        }
        match read {
            FdBody::Goal => self.clause(tree, head, Some(body), at)?,
            FdBody::Indexicals(all) => {
                if self.last != Some(p) && !self.begin(p, at.span) {
                    return Ok(());
                }
                self.begun = true;
                self.indexical.insert(p);
                Solver::define(self.vm, p, neck, all);
                if neck == Neck::True {
                    self.posting_clause(tree, head, i64::from(p.0), at);
                }
            }
        }
        Ok(())
    }

    /// `Head :- '$fd_post'(Number, Head)`
    fn posting_clause(&mut self, tree: &Tree, head: NodeId, number: i64, at: TermOrigin<'_>) {
        let post = self.vm.atoms.intern("$fd_post");
        let mut copy = tree.clone();
        let number = copy.int(number);
        let (_, goal) = module_table::strip_node(&copy, head, self.module);
        let body = copy.compound(post, &[number, goal]);
        self.add(&copy, head, Some(body), TermOrigin { term: None, ..at });
    }

    fn faulty_indexical(&mut self, tree: &Tree, fault: FdFault, at: TermOrigin<'_>) {
        let mut span = at.span;
        if at.term.is_some()
            && let Some(again) = self.reread(at.span, true)
            && again.tree.len() == tree.len()
            && let Some(layout) = again.positions
            && let Some(s) = layout.spans.get(fault.at.0 as usize)
        {
            span = *s;
        }
        self.error(span, &fault.message, fault.hint);
    }

    /// Returns true if a clause with `:-` would add to an FD predicate; reports it then.
    pub(crate) fn is_indexical(&mut self, tree: &Tree, head: NodeId, span: Span) -> bool {
        if self.indexical.is_empty() {
            return false;
        }
        let (module, head) = module_table::strip_node(tree, head, self.module);
        let Some((name, args)) = tree.callable(head) else {
            return false;
        };
        let p = modules::pred(self.vm, module, name, args.len() as u32);
        if !self.indexical.contains(&p) {
            return false;
        }
        let shown = messages::indicator_text(self.vm, p);
        let message = format!("{shown} is an FD predicate: this clause cannot add to it");
        self.error(span, &message, None);
        true
    }
}
