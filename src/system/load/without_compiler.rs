//! Clauses of a text that are added without the compiler: facts whose arguments are constants, and small clauses whose
//! code is made when their predicate is first called.
//!
//! A program is often loaded and used in part. What remains of a clause until then is its term, which `clause/2` may
//! need in any case. A clause is compiled at once if only the compiler can say that it has an error.

use crate::base::tree::{Node, NodeId, Tree};
use crate::code::pred::Key;
use crate::compile;
use crate::machine::database::{ClauseId, FACT_ARGUMENTS, Site};
use crate::system::compile_env::CompileEnv;
use crate::system::fact_compiler::is_in_code;
use crate::system::load::long_clauses::SourceClause;
use crate::system::load::session::LoadSession;
use crate::system::solver::{ConstraintSolver, Solver};
use crate::system::term_compiler::inner_goals;

/// The nodes of a clause that is added here.
const MOST_NODES: usize = 256;

/// The goals of a body that wait while it is looked at.
const MOST_WAITING: usize = 32;

impl LoadSession<'_> {
    /// Adds a clause; `None` if it is to be compiled now.
    pub(super) fn add_without_compiler(
        &mut self,
        clause: &SourceClause<'_>,
        site: Site,
    ) -> Option<ClauseId> {
        let &SourceClause {
            pred,
            tree,
            head,
            body,
            context,
        } = clause;
        let args = tree.args(head);
        // The goals of libraries are given modules first; libraries have a way of their own to read clauses later. Code
        // that is counted must be there before it is called.
        if self.vm.db.pred(pred).module != context
            || self.library
            || args.len() > FACT_ARGUMENTS
            || tree.len() > MOST_NODES
            || self.vm.is_counting()
        {
            return None;
        }
        let mut keys = [Key::Any; FACT_ARGUMENTS];
        for (key, &a) in keys.iter_mut().zip(args) {
            *key = compile::key(tree, a, &mut CompileEnv { vm: self.vm });
        }
        let keys = &keys[..args.len()];
        match body {
            None if keys.iter().all(is_in_code) => {
                return Some(self.vm.db.add_fact(pred, keys, false, site));
            }
            Some(body) if !is_surely_body(tree, body) => return None,
            // Constraints are translated before the clause is compiled.
            Some(body) if Solver::expand(self.vm, tree, head, body, context).is_some() => {
                return None;
            }
            _ => (),
        }
        let image = self.vm.clause_image(tree, head, body)?;
        let id = self.vm.db.add_postponed(pred, keys, &image, false, site);
        self.vm.heap.keep_buffer(image);
        Some(id)
    }
}

/// Returns true if a body is surely one without variables as goals that compiles without an error.
fn is_surely_body(tree: &Tree, body: NodeId) -> bool {
    let mut waiting = [body; MOST_WAITING];
    let mut count = 1;
    // An expansion may have made a cycle.
    for _ in 0..MOST_NODES {
        if count == 0 {
            return true;
        }
        count -= 1;
        let goal = waiting[count];
        let parts = match *tree.node(goal) {
            Node::Atom(_) => continue,
            Node::Compound { name, arity, .. } => match inner_goals(name, arity) {
                Some(parts) => &tree.args(goal)[..parts],
                None => return false,
            },
            _ => return false,
        };
        if count + parts.len() > MOST_WAITING {
            return false;
        }
        waiting[count..count + parts.len()].copy_from_slice(parts);
        count += parts.len();
    }
    count == 0
}
