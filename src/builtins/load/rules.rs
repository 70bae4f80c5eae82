//! Rules with single-sided unification, as in SWI-Prolog: `Head => Body`, `Head, Guard => Body`, and with
//! `?=>`, which does not commit.
//!
//! A goal must be an instance of such a head. The head becomes one of variables, and tests: a variable's
//! first occurrence takes what is there, and nothing of the goal is ever bound. The index sees the
//! head as it was. A last clause tells that no rule matches.

use super::reader::{At, Load};
use crate::base::atom::{Atom, atoms};
use crate::base::tree::{Node, NodeId, Tree};
use crate::builtins::{linker, modules};
use crate::code::pred::{Key, PredId};
use crate::compile;
use crate::machine::Ball;
use crate::syntax::OpType;
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

const COMMA: Atom = Atom::from_char(',');
/// The priority of the arrows; of another one, they are a program's own.
const PRIORITY: u16 = 1200;

/// What a load knows of rules.
#[derive(Default)]
pub(super) struct Rules {
    /// What the index is to see of the clause that is being added, if it is made from a rule.
    pub(super) keys: Option<Box<[Key]>>,
    /// The predicates whose last clause is still to come.
    pub(super) open: Vec<PredId>,
}

impl Load<'_> {
    /// Whether `name` makes a rule of its two arguments here, and if so whether the rule commits.
    pub(super) fn arrow(&self, name: Atom) -> Option<bool> {
        let commits = match &*self.vm.atoms.text(name) {
            "=>" => true,
            "?=>" => false,
            _ => return None,
        };
        let op = self.vm.ext.modules.ops(self.module).infix(name);
        op.is_none_or(|d| d.priority == PRIORITY && d.ty == OpType::Xfx)
            .then_some(commits)
    }

    /// Adds the clause for a rule.
    pub(super) fn single_sided(
        &mut self,
        tree: &Tree,
        [left, body]: [NodeId; 2],
        commits: bool,
        at: At<'_>,
    ) -> Result<(), Ball> {
        let (head, guard) = match tree.as_compound::<2>(left, COMMA) {
            Some([head, guard]) => (head, Some(guard)),
            None => (left, None),
        };
        let (home, head) = modules::strip_node(tree, head, self.module);
        let Some((name, args)) = tree.callable(head) else {
            self.not_a_clause(tree, head, at);
            return Ok(());
        };
        let link = &mut linker::Link { vm: self.vm };
        let keys = args.iter().map(|&a| compile::key(tree, a, link)).collect();
        let tests = ["nonvar", "=="].map(|name| self.vm.atoms.intern(name));
        let mut t = tree.clone();
        let (mut head, mut goals) = matching(&mut t, name, args, tests);
        goals.extend(guard);
        if commits {
            goals.push(t.atom(Atom::from_char('!')));
        }
        let conjoined = |body, goal| t.compound(COMMA, &[goal, body]);
        let body = goals.into_iter().rev().fold(body, conjoined);
        if home != self.module {
            let module = t.atom(home);
            head = t.compound(modules::COLON, &[module, head]);
        }
        self.rules.keys = Some(keys);
        let added = self.clause(&t, head, Some(body), at);
        self.rules.keys = None;
        added
    }

    /// Ends the predicates that are made of rules.
    pub(super) fn end_rules(&mut self) {
        for p in std::mem::take(&mut self.rules.open) {
            let (module, name, arity) = {
                let p = self.vm.db.pred(p);
                (p.module, p.name, p.arity)
            };
            let mut t = Tree::new();
            let args: Vec<NodeId> = (0..arity).map(|_| t.new_var(None)).collect();
            let head = t.compound(name, &args);
            let mut goal = head;
            if module != atoms::USER {
                let module = t.atom(module);
                goal = t.compound(modules::COLON, &[module, head]);
            }
            let (name, arity) = (t.atom(name), t.int(i64::from(arity)));
            let indicator = t.compound(Atom::from_char('/'), &[name, arity]);
            let complain = self.vm.atoms.intern("$no_matching_rule");
            let body = t.compound(complain, &[goal, indicator]);
            if let Ok(code) = linker::compile(self.vm, &t, head, Some(body), atoms::SYSTEM) {
                self.vm.db.add_clause(p, code, None, false);
            }
        }
    }
}

/// A head of variables, and the tests that make a goal an instance of `name(args…)`.
fn matching(
    t: &mut Tree,
    name: Atom,
    args: &[NodeId],
    [nonvar, identical]: [Atom; 2],
) -> (NodeId, Vec<NodeId>) {
    let is = t.clone();
    let mut taken = FxHashSet::default();
    let mut waiting = VecDeque::new();
    let mut place =
        |t: &mut Tree, waiting: &mut VecDeque<_>, pattern: NodeId| match *is.node(pattern) {
            Node::Var(v) if taken.insert(v) => pattern,
            _ => {
                let new = t.new_var(None);
                waiting.push_back((new, pattern));
                new
            }
        };
    let places: Vec<NodeId> = args.iter().map(|&a| place(t, &mut waiting, a)).collect();
    let head = t.compound(name, &places);
    let mut tests = Vec::new();
    while let Some((v, pattern)) = waiting.pop_front() {
        let Some((name, args)) = is.callable(pattern).filter(|_| !is_ground(&is, pattern)) else {
            tests.push(t.compound(identical, &[v, pattern]));
            continue;
        };
        tests.push(t.compound(nonvar, &[v]));
        let places: Vec<NodeId> = args.iter().map(|&a| place(t, &mut waiting, a)).collect();
        let opened = t.compound(name, &places);
        tests.push(t.compound(Atom::from_char('='), &[v, opened]));
    }
    (head, tests)
}

fn is_ground(t: &Tree, root: NodeId) -> bool {
    let mut work = vec![root];
    while let Some(n) = work.pop() {
        if matches!(t.node(n), Node::Var(_)) {
            return false;
        }
        work.extend(t.args(n));
    }
    true
}
