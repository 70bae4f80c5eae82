//! Clauses of a text that are added without the compiler: facts whose arguments are constants, and small clauses whose
//! code is made when their predicate is first called.
//!
//! A program is often loaded and used in part. What remains of a clause until then is its term, which `clause/2` may
//! need in any case. A clause is compiled at once if only the compiler can say that it has an error.

use crate::code::pred::Key;
use crate::compile;
use crate::machine::database::{ClauseId, FACT_ARGUMENTS, Site};
use crate::system::compile_env::CompileEnv;
use crate::system::fact_compiler::is_in_code;
use crate::system::load::long_clauses::SourceClause;
use crate::system::load::session::LoadSession;
use crate::system::term_compiler::is_surely_body;

/// The nodes of a clause that is added here.
const MOST_NODES: usize = 256;

impl LoadSession<'_> {
    /// Adds a clause that needs no translation; `None` if it is to be compiled now.
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
        let indicator = |n| {
            tree.callable(n)
                .map(|(name, args)| (name, args.len() as u32))
        };
        let argument = |n, i: u32| tree.args(n)[i as usize];
        match body {
            None if keys.iter().all(is_in_code) => {
                return Some(self.vm.db.add_fact(pred, keys, false, site));
            }
            Some(body) if !is_surely_body(body, indicator, argument) => return None,
            _ => (),
        }
        let image = self.vm.clause_image(tree, head, body)?;
        let id = self.vm.db.add_postponed(pred, keys, &image, false, site);
        self.vm.heap.keep_buffer(image);
        Some(id)
    }
}
