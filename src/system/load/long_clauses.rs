//! Clauses with more variables than an environment has slots: the last goals become a predicate of their own.

use crate::base::atom::{Atom, atoms};
use crate::base::tree::{Node, NodeId, Tree};
use crate::code::pred::{ClauseCode, PredId};
use crate::compile::CompileError;
use crate::machine::database::PredicateKind;
use crate::system::load::messages::indicator_text;
use crate::system::load::session::{LoadSession, TermOrigin};
use rustc_hash::FxHashSet;

/// The most arguments of the predicate that takes the last goals of a clause.
const MAX_SHARED: usize = 255;

/// A clause that is compiled.
#[derive(Clone, Copy)]
pub(super) struct SourceClause<'t> {
    pub(super) pred: PredId,
    pub(super) tree: &'t Tree,
    pub(super) head: NodeId,
    pub(super) body: Option<NodeId>,
    /// The module in which the body is called.
    pub(super) context: Atom,
}

impl LoadSession<'_> {
    /// Compiles a clause in two parts: the second half of its goals is the body of a new predicate, whose arguments
    /// are the variables that both parts have. A cut must be in the first part, since it cuts the whole clause.
    ///
    /// # Errors
    /// [`CompileError::TooManyVariables`] if there is no such place in the body.
    pub(super) fn compiled_in_parts(
        &mut self,
        clause: SourceClause<'_>,
        at: TermOrigin<'_>,
    ) -> Result<ClauseCode, CompileError> {
        let mut tree = clause.tree.clone();
        let body = clause.body.ok_or(CompileError::TooManyVariables)?;
        let goals = conjuncts(&tree, body);
        let after_cut = goals.iter().rposition(|&g| has_cut(&tree, g));
        let middle = (goals.len() / 2).max(after_cut.map_or(1, |i| i + 1));
        let (first, second) = goals.split_at(middle.min(goals.len()));
        // Parts of a few goals would hardly shorten the first one.
        if second.len() < goals.len() / 4 || second.len() < 2 {
            return Err(CompileError::TooManyVariables);
        }
        let mut known = FxHashSet::default();
        for &t in first.iter().chain([&clause.head]) {
            variables(&tree, t, |v| {
                known.insert(v);
            });
        }
        let mut shared = Vec::new();
        for &t in second {
            variables(&tree, t, |v| {
                if known.remove(&v) {
                    shared.push(v);
                }
            });
        }
        if shared.len() > MAX_SHARED {
            return Err(CompileError::TooManyVariables);
        }
        let part = self.part_name(clause.pred, at);
        let arguments: Vec<NodeId> = shared.iter().map(|&v| tree.var(v)).collect();
        let last = match arguments.is_empty() {
            true => tree.atom(part),
            false => tree.compound(part, &arguments),
        };
        let rest = conjunction(&mut tree, second);
        // The clause of the part does not interrupt the clauses of the predicate.
        let run = (self.last, self.runs);
        self.add(&tree, last, Some(rest), TermOrigin { term: None, ..at });
        (self.last, self.runs) = run;
        let mut goals = first.to_vec();
        goals.push(last);
        let body = conjunction(&mut tree, &goals);
        let shorter = SourceClause {
            tree: &tree,
            body: Some(body),
            ..clause
        };
        let translated = self.translated(&shorter);
        self.compiled(shorter, translated, at)
    }

    /// Returns true if the clauses of a predicate may be compiled in parts. Those of dynamic predicates are removed
    /// one by one, and their parts would remain.
    pub(super) fn divides(&self, p: PredId) -> bool {
        self.vm.db.pred(p).kind != PredicateKind::Dynamic
    }

    /// A name that no other predicate has, for the last part of a clause.
    fn part_name(&mut self, p: PredId, at: TermOrigin<'_>) -> Atom {
        self.parts += 1;
        let of = indicator_text(self.vm, p);
        let line = self.source.line(at.span.start);
        let name = format!("$part {} of {of} at {line}", self.parts);
        self.vm.atoms.intern(&name)
    }
}

/// The goals of a conjunction.
fn conjuncts(tree: &Tree, body: NodeId) -> Vec<NodeId> {
    let mut goals = Vec::new();
    let mut rest = vec![body];
    while let Some(t) = rest.pop() {
        match tree.as_compound::<2>(t, atoms::COMMA) {
            Some([a, b]) => rest.extend([b, a]),
            None => goals.push(t),
        }
    }
    goals
}

/// The conjunction of goals, of which there is at least one.
fn conjunction(tree: &mut Tree, goals: &[NodeId]) -> NodeId {
    let (&last, before) = goals.split_last().expect("a clause in parts has goals");
    let join = |rest, &goal| tree.compound(atoms::COMMA, &[goal, rest]);
    before.iter().rev().fold(last, join)
}

/// Returns true if a cut occurs in a goal, wherever it stands.
fn has_cut(tree: &Tree, goal: NodeId) -> bool {
    let mut rest = vec![goal];
    while let Some(t) = rest.pop() {
        if matches!(tree.node(t), Node::Atom(atoms::CUT)) {
            return true;
        }
        rest.extend(tree.args(t));
    }
    false
}

/// Calls a function with each occurrence of a variable in a term.
fn variables(tree: &Tree, t: NodeId, mut each: impl FnMut(u32)) {
    let mut rest = vec![t];
    while let Some(t) = rest.pop() {
        if let Node::Var(v) = *tree.node(t) {
            each(v);
        }
        rest.extend(tree.args(t));
    }
}
