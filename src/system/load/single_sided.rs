//! Rules with single-sided unification, as in SWI-Prolog: `Head => Body`, `Head, Guard => Body`, and with `?=>`,
//! which does not commit.
//!
//! A goal must be an instance of such a head. The head is translated to one of variables, and tests: the first
//! occurrence of a variable takes the argument as it is, and no variable of the goal is ever bound. The index uses
//! the original head. A closing clause at the end throws because no rule matches; it is removed when another rule is
//! added, and added again before the predicate can be called.

use crate::base::atom::{Atom, atoms};
use crate::base::tree::{Node, NodeId, Tree};
use crate::code::pred::{ClauseCode, Key, PredId};
use crate::compile::{self, CompileError};
use crate::machine::database::{PredicateKind, Source};
use crate::machine::{Ball, Record};
use crate::syntax::OpType;
use crate::system::compile_env::{self, CompileEnv};
use crate::system::load::session::{LoadSession, PendingRule, TermOrigin};
use crate::system::module_table;
use crate::system::{Vm, modules};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

/// The priority of the arrows; an arrow with another priority is the program's own operator.
const PRIORITY: u16 = 1200;

/// A clause made from a rule.
struct TranslatedRule {
    home: Atom,
    tree: Tree,
    head: NodeId,
    body: NodeId,
    /// Head and body as `clause/2` shows them.
    shown: (NodeId, NodeId),
    neck: Atom,
    keys: Box<[Key]>,
}

/// For an arrow of rules in a module: true if the rule commits. `None` for other names.
pub(crate) fn arrow(vm: &Vm, module: Atom, name: Atom) -> Option<bool> {
    let commits = match &*vm.atoms.text(name) {
        "=>" => true,
        "?=>" => false,
        _ => return None,
    };
    let op = vm.ext.modules.ops(module).infix(name);
    op.is_none_or(|d| d.priority == PRIORITY && d.ty == OpType::Xfx)
        .then_some(commits)
}

/// Translates a rule of a module into a clause; `Err` holds a head that is not callable.
fn translate(
    vm: &mut Vm,
    tree: &Tree,
    [left, body]: [NodeId; 2],
    commits: bool,
    module: Atom,
) -> Result<TranslatedRule, NodeId> {
    let (head, guard) = match tree.as_compound::<2>(left, atoms::COMMA) {
        Some([head, guard]) => (head, Some(guard)),
        None => (left, None),
    };
    let (home, head) = module_table::strip_node(tree, head, module);
    let Some((name, args)) = tree.callable(head) else {
        return Err(head);
    };
    let link = &mut CompileEnv { vm };
    let keys = args.iter().map(|&a| compile::key(tree, a, link)).collect();
    let tests = ["nonvar", "=="].map(|name| vm.atoms.intern(name));
    let mut t = tree.clone();
    let (matched, mut goals) = matching(&mut t, name, args, tests);
    goals.extend(guard);
    if commits {
        goals.push(t.atom(atoms::CUT));
    }
    // `H, G => B` is `H ?=> G, !, B`.
    let mut shown = body;
    if let Some(guard) = guard {
        if commits {
            let cut = t.atom(atoms::CUT);
            shown = t.compound(atoms::COMMA, &[cut, shown]);
        }
        shown = t.compound(atoms::COMMA, &[guard, shown]);
    }
    let plain = commits && guard.is_none();
    let neck = vm.atoms.intern(if plain { "=>" } else { "?=>" });
    let conjoined = |body, goal| t.compound(atoms::COMMA, &[goal, body]);
    let body = goals.into_iter().rev().fold(body, conjoined);
    Ok(TranslatedRule {
        home,
        tree: t,
        head: matched,
        body,
        shown: (head, shown),
        neck,
        keys,
    })
}

/// Adds the closing clause to a predicate of rules: it throws because no rule matches.
pub(crate) fn close(vm: &mut Vm, p: PredId) {
    if !vm.db.pred(p).properties.rules || vm.db.pred(p).closing.is_some() {
        return;
    }
    let (module, name, arity) = {
        let p = vm.db.pred(p);
        (p.module, p.name, p.arity)
    };
    let mut t = Tree::new();
    let args: Vec<NodeId> = (0..arity).map(|_| t.new_var(None)).collect();
    let head = t.compound(name, &args);
    let mut goal = head;
    if module != atoms::USER {
        let module = t.atom(module);
        goal = t.compound(atoms::COLON, &[module, head]);
    }
    let (name, arity) = (t.atom(name), t.int(i64::from(arity)));
    let indicator = t.compound(atoms::SLASH, &[name, arity]);
    let complain = vm.atoms.intern("$no_matching_rule");
    let body = t.compound(complain, &[goal, indicator]);
    if let Ok(code) = compile_env::compile(vm, &t, head, Some(body), atoms::SYSTEM) {
        let id = vm.db.add_clause(p, &code, &Source::Absent, false);
        vm.db.pred_mut(p).closing = Some(id);
    }
}

/// A rule compiled for `assertz/1`.
pub(crate) struct Asserted {
    pub(crate) home: Atom,
    pub(crate) name: Atom,
    pub(crate) arity: u32,
    pub(crate) code: ClauseCode,
    pub(crate) source: Record,
}

/// Compiles the rule at a node, for a module's `assertz/1`.
///
/// # Errors
/// If it is not a valid rule: the culprit is the part at fault.
pub(crate) fn compile_asserted(
    vm: &mut Vm,
    tree: &Tree,
    root: NodeId,
    commits: bool,
    module: Atom,
) -> Result<Asserted, Ball> {
    let &[left, body] = tree.args(root) else {
        return Err(vm.instantiation_error());
    };
    let rule = match translate(vm, tree, [left, body], commits, module) {
        Ok(rule) => rule,
        Err(head) => {
            return Err(compile_env::compile_ball(
                vm,
                tree,
                CompileError::Head(head),
            ));
        }
    };
    let Some((name, args)) = rule.tree.callable(rule.head) else {
        return Err(vm.instantiation_error());
    };
    let arity = args.len() as u32;
    let mut code = match compile_env::compile(vm, &rule.tree, rule.head, Some(rule.body), module) {
        Ok(code) => code,
        // The tests that the translation added must not be the culprit.
        Err(CompileError::Body(n)) if n.0 as usize >= tree.len() => {
            return Err(compile_env::compile_ball(
                vm,
                tree,
                CompileError::Body(body),
            ));
        }
        Err(e) => return Err(compile_env::compile_ball(vm, &rule.tree, e)),
    };
    code.keys = rule.keys;
    let source = compile_env::source(vm, &rule.tree, rule.shown.0, Some(rule.shown.1), rule.neck);
    Ok(Asserted {
        home: rule.home,
        name,
        arity,
        code,
        source,
    })
}

impl LoadSession<'_> {
    /// For an arrow of rules in the current module: true if the rule commits. `None` for other names.
    pub(crate) fn arrow(&self, name: Atom) -> Option<bool> {
        arrow(self.vm, self.module, name)
    }

    /// Adds the clause for a rule.
    pub(crate) fn single_sided(
        &mut self,
        tree: &Tree,
        sides: [NodeId; 2],
        commits: bool,
        at: TermOrigin<'_>,
    ) -> Result<(), Ball> {
        let [left, body] = sides;
        let guarded = tree.as_compound::<2>(left, atoms::COMMA);
        self.check_clause(tree, guarded.map_or(left, |[head, _]| head), body, at);
        let mut rule = match translate(self.vm, tree, sides, commits, self.module) {
            Ok(rule) => rule,
            Err(head) => {
                self.not_a_clause(tree, head, at);
                return Ok(());
            }
        };
        let Some((name, args)) = rule.tree.callable(rule.head) else {
            return Ok(());
        };
        let p = modules::pred(self.vm, rule.home, name, args.len() as u32);
        let is_dynamic = self.vm.db.pred(p).kind == PredicateKind::Dynamic;
        let (head, body) = rule.shown;
        let source = is_dynamic
            .then(|| compile_env::source(self.vm, &rule.tree, head, Some(body), rule.neck));
        let mut head = rule.head;
        if rule.home != self.module {
            let module = rule.tree.atom(rule.home);
            head = rule.tree.compound(atoms::COLON, &[module, head]);
        }
        self.rules.pending = Some(PendingRule {
            keys: rule.keys,
            source,
        });
        let added = self.clause(&rule.tree, head, Some(rule.body), at);
        self.rules.pending = None;
        added
    }

    /// Adds the closing clauses of the predicates that got rules.
    pub(crate) fn end_rules(&mut self) {
        for p in std::mem::take(&mut self.rules.open) {
            close(self.vm, p);
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
        tests.push(t.compound(atoms::UNIFY, &[v, opened]));
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
