//! A walk through the goals of a body, which records the calls and determines the checks that are worth running.
//!
//! It runs once for each rule of a load, so it looks names up once for each predicate that a text calls, and leaves
//! all longer work to the checks.

use crate::base::atom::{Atom, atoms};
use crate::base::evaluable;
use crate::base::tree::{Node, NodeId, Tree};
use crate::machine::builtin::Type;
use crate::machine::database::PredicateKind;
use crate::syntax::Span;
use crate::syntax::quad::is_char_list;
use crate::system::lint::clause::{Goal, GoalKind, features, indicator, is_expression, variables};
use crate::system::lint::text_sum::is_text_sum;
use crate::system::module_table::{self, Indicator};
use crate::system::{Vm, interface, library, modules};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use std::sync::Arc;

/// The size of the largest clauses that are checked, in nodes of the term: some checks take quadratic time. In larger
/// ones, which programs have written, only calls are noted.
const MAX_NODES: usize = 10_000;

/// The number of calls of an undefined predicate that a message can show.
const MAX_SHOWN: usize = 3;

/// The clause with a call.
#[derive(Clone)]
pub(crate) struct CallSite {
    pub(crate) file: Arc<str>,
    pub(crate) text: Arc<str>,
    pub(crate) span: Span,
    /// The number of arguments that the call adds to the term in the text.
    pub(crate) further: u32,
}

/// A name and arity that a text calls, and what else is known of it.
pub(crate) struct Callee {
    kind: GoalKind,
    meta: Option<Rc<[u8]>>,
    /// False if the call needs no definition in the text: a builtin.
    is_checked: bool,
    /// The first calls.
    pub(crate) calls: Vec<CallSite>,
    /// The number of all calls.
    pub(crate) count: u32,
}

/// The findings of the walks of one load.
#[derive(Default)]
pub(crate) struct Calls {
    pub(crate) callees: Vec<(Indicator, Callee)>,
    /// The calls in other modules: the first one of each predicate.
    pub(crate) qualified: Vec<(Atom, Indicator, CallSite)>,
    /// The places in `callees`.
    numbers: FxHashMap<Indicator, usize>,
    /// For names in arithmetic expressions, true if they can be evaluated.
    evaluables: FxHashMap<Indicator, bool>,
    pub(crate) goals: Vec<Goal>,
    /// Variables that first occur in a negation or in a branch, with the number of the branch.
    candidates: Vec<(u32, u32, bool)>,
    scan: Vec<NodeId>,
    steps: Vec<WalkStep>,
    /// The predicates that goals add clauses to or ask for.
    pub(crate) mentioned: FxHashSet<Indicator>,
    /// True if goals may define predicates that the text does not name.
    pub(crate) is_open: bool,
}

/// The clause that is walked through.
pub(crate) struct WalkedClause<'t> {
    pub(crate) tree: &'t Tree,
    pub(crate) module: Atom,
    pub(crate) file: &'t Arc<str>,
    pub(crate) text: &'t Arc<str>,
    pub(crate) span: Span,
    /// False if calls in it need no definition.
    pub(crate) notes_calls: bool,
}

/// A term that is a goal, perhaps with further arguments, and where it stands.
#[derive(Clone, Copy)]
struct WalkStep {
    node: NodeId,
    further: u32,
    is_inner: bool,
    is_guarded: bool,
    is_negated: bool,
    branch: u32,
}

impl WalkStep {
    fn at(self, node: NodeId) -> WalkStep {
        WalkStep { node, ..self }
    }

    fn inside(self, node: NodeId, further: u32) -> WalkStep {
        WalkStep {
            node,
            further,
            is_inner: true,
            ..self
        }
    }
}

impl Calls {
    /// Visits the goals of a body: `self.goals` are those of this body then. Returns its features.
    pub(crate) fn body(
        &mut self,
        vm: &mut Vm,
        place: &WalkedClause<'_>,
        head: Option<NodeId>,
        body: NodeId,
    ) -> u32 {
        self.goals.clear();
        let steps = std::mem::take(&mut self.steps);
        let mut walk = LintWalk {
            vm,
            calls: self,
            place,
            features: 0,
            branches: 0,
            steps,
        };
        walk.steps.push(WalkStep {
            node: body,
            further: 0,
            is_inner: false,
            is_guarded: false,
            is_negated: false,
            branch: 0,
        });
        while let Some(step) = walk.steps.pop() {
            walk.step(step);
        }
        let (features, steps) = (walk.features, walk.steps);
        self.steps = steps;
        if place.tree.len() > MAX_NODES {
            return 0;
        }
        match features & (features::NEGATION | features::BRANCH) {
            0 => features,
            found => features & !found | found & self.returning(place.tree, head),
        }
    }

    /// [`features::NEGATION`] and [`features::BRANCH`], if a variable that first occurs in such a place occurs again
    /// outside of it. Variables are numbered by their first occurrence in the text.
    fn returning(&mut self, tree: &Tree, head: Option<NodeId>) -> u32 {
        let Calls {
            goals,
            candidates,
            scan,
            ..
        } = self;
        candidates.clear();
        scan.extend(head);
        let mut known = 0;
        while let Some(n) = scan.pop() {
            match *tree.node(n) {
                Node::Var(v) => known = known.max(v + 1),
                _ => scan.extend(tree.args(n)),
            }
        }
        let mut found = 0;
        for g in goals.iter() {
            let mut newest = known;
            scan.push(g.node);
            while let Some(n) = scan.pop() {
                let Node::Var(v) = *tree.node(n) else {
                    scan.extend(tree.args(n));
                    continue;
                };
                if v >= known {
                    newest = newest.max(v + 1);
                    if g.branch != 0 || g.is_negated {
                        candidates.push((v, g.branch, g.is_negated));
                    }
                }
                for &(w, branch, is_negated) in candidates.iter() {
                    if w == v && branch != g.branch {
                        found |= features::BRANCH;
                    }
                    if w == v && is_negated && !g.is_negated {
                        found |= features::NEGATION;
                    }
                }
            }
            known = newest;
        }
        found
    }
}

struct LintWalk<'w, 't> {
    vm: &'w mut Vm,
    calls: &'w mut Calls,
    place: &'w WalkedClause<'t>,
    features: u32,
    /// The number of branches so far.
    branches: u32,
    steps: Vec<WalkStep>,
}

impl LintWalk<'_, '_> {
    fn step(&mut self, step: WalkStep) {
        let tree = self.place.tree;
        let Some((name, args)) = tree.callable(step.node) else {
            return;
        };
        if step.further == 0 && self.control(step, name, args) {
            return;
        }
        if self.lambda(step, name, args) {
            return;
        }
        let what = (name, args.len() as u32 + step.further);
        let number = match self.calls.numbers.get(&what) {
            Some(&number) => number,
            None => {
                let callee = self.callee(what);
                self.calls.callees.push((what, callee));
                let number = self.calls.callees.len() - 1;
                self.calls.numbers.insert(what, number);
                number
            }
        };
        let callee = &mut self.calls.callees[number].1;
        if callee.is_checked && self.place.notes_calls && !step.is_guarded {
            callee.count += 1;
            if callee.calls.len() < MAX_SHOWN {
                callee.calls.push(CallSite {
                    file: self.place.file.clone(),
                    text: self.place.text.clone(),
                    span: self.place.span,
                    further: step.further,
                });
            }
        }
        let kind = callee.kind;
        if let Some(meta) = &callee.meta {
            let meta = meta.clone();
            self.arguments(step, args, &meta);
        }
        if step.further == 0 {
            self.calls.goals.push(Goal {
                node: step.node,
                kind,
                is_inner: step.is_inner,
                is_guarded: step.is_guarded,
                is_negated: step.is_negated
                    || matches!(kind, GoalKind::NotUnify | GoalKind::NotIdentical),
                branch: step.branch,
            });
            self.features(kind, step, args);
        }
    }

    /// Control constructs: their arguments are goals of the body. Returns false for other goals.
    fn control(&mut self, step: WalkStep, name: Atom, args: &[NodeId]) -> bool {
        match (name, args) {
            (atoms::COMMA, &[a, b]) => self.steps.extend([step.at(b), step.at(a)]),
            (atoms::ARROW | atoms::SOFT_ARROW, &[a, b]) => {
                self.steps.extend([step.at(b), step.at(a)]);
            }
            (atoms::SEMICOLON | atoms::BAR, &[a, b]) => {
                self.features |= features::BRANCH;
                self.branches += 2;
                let branch = |node, branch| WalkStep {
                    branch,
                    ..step.at(node)
                };
                let second = self.branches;
                self.steps
                    .extend([branch(b, second), branch(a, second - 1)]);
            }
            (atoms::NOT_PROVABLE, &[a]) => {
                self.features |= features::NEGATION;
                let mut inner = step.inside(a, 0);
                inner.is_negated = true;
                self.steps.push(inner);
            }
            (atoms::COLON, &[m, goal]) => match *self.place.tree.node(m) {
                Node::Atom(m) if m == self.place.module => self.steps.push(step.at(goal)),
                Node::Atom(m) => self.qualified(step, m, goal),
                _ => {}
            },
            (atoms::CALL, [goal, further @ ..]) => {
                self.steps.push(step.inside(*goal, further.len() as u32));
            }
            (atoms::CUT | atoms::TRUE | atoms::FAIL | atoms::FALSE, []) => {}
            _ => return false,
        }
        true
    }

    /// Notes a call in another module. It needs a definition there at the end of the load, if there is such a module
    /// then.
    fn qualified(&mut self, step: WalkStep, module: Atom, goal: NodeId) {
        let Some(what) = indicator(self.place.tree, goal) else {
            return;
        };
        let is_noted = || {
            self.calls
                .qualified
                .iter()
                .any(|(m, w, _)| (*m, *w) == (module, what))
        };
        if !self.place.notes_calls || step.is_guarded || is_control(what) || is_noted() {
            return;
        }
        let site = CallSite {
            file: self.place.file.clone(),
            text: self.place.text.clone(),
            span: self.place.span,
            further: 0,
        };
        self.calls.qualified.push((module, what, site));
    }

    /// `Parameters>>Goal` and `Free/Parameters>>Goal` of library(yall). Returns true if the goal is one.
    fn lambda(&mut self, step: WalkStep, name: Atom, args: &[NodeId]) -> bool {
        let tree = self.place.tree;
        let &[left, goal] = args else { return false };
        if step.further == 0 || &*self.vm.atoms.text(name) != ">>" {
            // `M:Goal` in another module, and `Variable^Goal`.
            return step.further > 0 && matches!(name, atoms::CARET | atoms::COLON);
        }
        let parameters = tree.as_compound::<2>(left, atoms::SLASH);
        let mut rest = parameters.map_or(left, |[_, p]| p);
        let mut count = 0;
        while let Some((_, tail)) = tree.as_cons(rest) {
            count += 1;
            rest = tail;
        }
        if let Some(further) = step.further.checked_sub(count) {
            self.steps.push(step.inside(goal, further));
        }
        true
    }

    /// Visits the goals in the arguments of a meta-predicate.
    fn arguments(&mut self, step: WalkStep, args: &[NodeId], meta: &[u8]) {
        let tree = self.place.tree;
        let guards = meta.len() == 3 && self.catches(step.node, args);
        for (i, (&a, &specifier)) in args.iter().zip(meta).enumerate().rev() {
            let mut inner = step.inside(a, 0);
            inner.is_guarded |= guards && i == 0;
            match specifier {
                b'0'..=b'9' => inner.further = u32::from(specifier - b'0'),
                b'^' => {
                    while let Some([_, goal]) = tree.as_compound::<2>(inner.node, atoms::CARET) {
                        inner.node = goal;
                    }
                }
                _ => continue,
            }
            self.steps.push(inner);
        }
    }

    /// Returns true for `catch/3` whose catcher may match the error of an undefined predicate.
    fn catches(&self, goal: NodeId, args: &[NodeId]) -> bool {
        let tree = self.place.tree;
        let (Some((name, _)), Some(&catcher)) = (tree.callable(goal), args.get(1)) else {
            return false;
        };
        if &*self.vm.atoms.text(name) != "catch" {
            return false;
        }
        let Some([formal, _]) = tree.as_compound::<2>(catcher, atoms::ERROR) else {
            return matches!(tree.node(catcher), Node::Var(_));
        };
        match *tree.node(formal) {
            Node::Var(_) => true,
            Node::Compound { name, .. } => name == atoms::EXISTENCE_ERROR,
            _ => false,
        }
    }

    /// Finds out about a predicate that is called for the first time in a text.
    fn callee(&mut self, what: Indicator) -> Callee {
        let (name, arity) = what;
        let mut callee = Callee {
            kind: GoalKind::Other,
            meta: None,
            is_checked: true,
            calls: Vec::new(),
            count: 0,
        };
        let module = self.place.module;
        let (text, vm) = (self.vm.atoms.text(name).to_string(), &mut *self.vm);
        if vm.ext.loader.appears_defined(module, &text, arity)
            || modules::entry(vm, module, name, arity).is_some_and(|p| vm.db.is_defined(p))
            || modules::redefines(vm, module, (name, arity))
        {
            // The text appears to define it, or another one does.
            callee.is_checked = false;
            callee.meta = modules::meta_specifiers(vm, module, name, arity, |m| m.into());
            return callee;
        }
        callee.kind = kind(&text, arity);
        // Another check reports these.
        callee.is_checked = !matches!(callee.kind, GoalKind::Expression | GoalKind::List);
        if let Some(p) = modules::own(vm, atoms::SYSTEM, name, arity) {
            callee.is_checked = false;
            if let (PredicateKind::Builtin(b), GoalKind::Other) = (vm.db.pred(p).kind, callee.kind)
            {
                callee.kind = GoalKind::Builtin(b);
            }
        } else if callee.kind == GoalKind::Other {
            library::ensure_index(vm);
        }
        callee.meta = modules::meta_specifiers(vm, module, name, arity, |m| m.into());
        callee
    }

    /// The features of a goal, by what it does.
    fn features(&mut self, kind: GoalKind, step: WalkStep, args: &[NodeId]) {
        match (kind, args) {
            (GoalKind::Other, _) => {}
            (GoalKind::Unify, &[a, b]) => self.comparison(kind, a, b),
            (GoalKind::Identical, &[a, b]) => {
                self.features |= features::IDENTICAL;
                self.comparison(kind, a, b);
            }
            (GoalKind::NotUnify | GoalKind::NotIdentical, &[a, b]) => {
                self.features |= features::NEGATION;
                self.comparison(kind, a, b);
            }
            (GoalKind::Compare, &[a, b]) => {
                self.expression(a);
                self.expression(b);
                self.constants(a, b);
            }
            (GoalKind::Is, &[a, b]) => {
                self.expression(b);
                if let Node::Atom(_) = self.place.tree.node(a) {
                    self.features |= features::CONSTANT;
                }
                if let Node::Var(v) = *self.place.tree.node(a)
                    && variables(self.place.tree, b).any(|(_, w)| v == w)
                {
                    self.features |= features::SELF_REFERENCE;
                }
            }
            (GoalKind::Assert, _) => {
                self.features |= features::ASSERT;
                self.asserted(args.first().copied());
            }
            (GoalKind::Declare, &[specs]) => {
                let tree = self.place.tree;
                let each = interface::each(tree, specs).into_iter();
                let declared = each.filter_map(|s| interface::indicator(tree, s));
                self.calls.mentioned.extend(declared);
            }
            (GoalKind::Collect, _) => self.features |= features::COLLECTION,
            (GoalKind::Format, _) => self.features |= features::FORMAT,
            (GoalKind::Ask, &[what, ..]) => self.asked(what),
            (GoalKind::Load, _) => self.calls.is_open = true,
            (GoalKind::Print, &[a]) => {
                let tree = self.place.tree;
                if let Some([x, y]) = tree.as_compound::<2>(a, atoms::PLUS)
                    && (is_char_list(tree, x) || is_char_list(tree, y))
                {
                    self.features |= features::TEXT_SUM;
                }
                if matches!(tree.node(a), Node::Var(_)) || is_char_list(tree, a) {
                    self.features |= features::PRINT;
                }
            }
            (GoalKind::Expression | GoalKind::List, _) => {
                self.features |= features::EXPRESSION_GOAL
            }
            (GoalKind::Builtin(b), _) if !step.is_guarded => self.types(b, args),
            _ => {}
        }
    }

    fn comparison(&mut self, kind: GoalKind, a: NodeId, b: NodeId) {
        let tree = self.place.tree;
        let is_list = |n| tree.as_cons(n).is_some();
        if is_list(a) || is_list(b) {
            self.features |= features::TEXT;
        }
        let names = &self.vm.atoms;
        if is_expression(tree, a, names) || is_expression(tree, b, names) {
            self.features |= match kind {
                GoalKind::Unify | GoalKind::NotUnify => {
                    features::UNIFY_EXPRESSION | features::SELF_REFERENCE
                }
                _ => features::COMPARE_EXPRESSION,
            };
        }
        self.constants(a, b);
    }

    fn constants(&mut self, a: NodeId, b: NodeId) {
        let is_constant = match (self.place.tree.node(a), self.place.tree.node(b)) {
            (Node::Var(v), Node::Var(w)) => v == w,
            (Node::Var(_), _) | (_, Node::Var(_)) => false,
            _ => true,
        };
        if is_constant {
            self.features |= features::CONSTANT;
        }
    }

    /// Looks for what cannot be evaluated in an arithmetic expression.
    fn expression(&mut self, n: NodeId) {
        let tree = self.place.tree;
        if !matches!(tree.node(n), Node::Atom(_) | Node::Compound { .. }) {
            return;
        }
        let mut rest = vec![n];
        while let Some(n) = rest.pop() {
            let Some(what) = indicator(tree, n) else {
                continue;
            };
            let known = match self.calls.evaluables.get(&what) {
                Some(&known) => known,
                None => {
                    let known = is_evaluable(&self.vm.atoms.text(what.0), what.1 as usize);
                    self.calls.evaluables.insert(what, known);
                    known
                }
            };
            if is_text_sum(tree, n) {
                self.features |= features::TEXT_SUM;
            }
            match known {
                true => rest.extend(tree.args(n)),
                // `[X]` and a text of one letter are evaluated.
                false if tree.as_cons(n).is_some_and(|(_, t)| is_nil(tree, t)) => {}
                false => self.features |= features::NOT_EVALUABLE,
            }
        }
    }

    /// Notes the predicate that a clause belongs to which is asserted or retracted.
    fn asserted(&mut self, clause: Option<NodeId>) {
        let tree = self.place.tree;
        let Some(clause) = clause else { return };
        let (_, clause) = module_table::strip_node(tree, clause, self.place.module);
        let head = match tree.as_compound::<2>(clause, atoms::NECK) {
            Some([head, _]) => module_table::strip_node(tree, head, self.place.module).1,
            None => clause,
        };
        match interface::indicator(tree, head).or_else(|| indicator(tree, head)) {
            Some(what) => {
                self.calls.mentioned.insert(what);
            }
            None => self.calls.is_open = true,
        }
    }

    /// Records the predicate whose existence a goal tests.
    fn asked(&mut self, what: NodeId) {
        let tree = self.place.tree;
        let (_, what) = module_table::strip_node(tree, what, self.place.module);
        if let Some(found) = interface::indicator(tree, what) {
            self.calls.mentioned.insert(found);
            return;
        }
        match tree.callable(what) {
            Some((atoms::SLASH, _)) | None => self.calls.is_open = true,
            Some((name, args)) => {
                self.calls.mentioned.insert((name, args.len() as u32));
            }
        }
    }

    /// Looks for arguments of a builtin that have a wrong type whatever their variables are.
    fn types(&mut self, b: u32, args: &[NodeId]) {
        let tree = self.place.tree;
        for c in self.vm.argument_checks(b) {
            let Some(&a) = args.get(usize::from(c.arg)) else {
                continue;
            };
            if !matches!(tree.node(a), Node::Var(_)) && !has_type(tree, a, c.ty) {
                self.features |= features::ARGUMENT;
            }
        }
    }
}

/// Returns true for control constructs, which every module has.
fn is_control((name, arity): Indicator) -> bool {
    matches!(
        (name, arity),
        (
            atoms::COMMA
                | atoms::ARROW
                | atoms::SOFT_ARROW
                | atoms::SEMICOLON
                | atoms::BAR
                | atoms::COLON,
            2
        ) | (atoms::NOT_PROVABLE, 1)
            | (atoms::CUT | atoms::TRUE | atoms::FAIL | atoms::FALSE, 0)
            | (atoms::CALL, _)
    )
}

fn is_nil(tree: &Tree, n: NodeId) -> bool {
    *tree.node(n) == Node::Atom(atoms::NIL)
}

/// Returns true if arithmetic evaluates such a term.
pub(crate) fn is_evaluable(name: &str, arity: usize) -> bool {
    evaluable::row(name, arity).is_some()
}

/// Returns true if a term that is not a variable has a type.
pub(crate) fn has_type(tree: &Tree, n: NodeId, ty: Type) -> bool {
    let node = tree.node(n);
    let is_compound = matches!(node, Node::Compound { .. });
    let is_atom = matches!(node, Node::Atom(_));
    match ty {
        Type::Nonvar => true,
        Type::Integer => matches!(node, Node::Int(_)),
        Type::Number => matches!(node, Node::Int(_) | Node::Float(_) | Node::Rat(_)),
        Type::Atom => is_atom,
        Type::AtomOrString => is_atom || matches!(node, Node::String(_)),
        Type::Atomic => !is_compound,
        Type::Callable => is_atom || is_compound,
        Type::Compound => is_compound,
        Type::List => is_nil(tree, n) || tree.as_cons(n).is_some(),
        Type::Character => matches!(node, Node::Atom(a) if a.as_char().is_some()),
        Type::Var => true,
    }
}

/// The effect of a predicate, by its name.
fn kind(name: &str, arity: u32) -> GoalKind {
    match (name, arity) {
        ("=", 2) => GoalKind::Unify,
        ("\\=", 2) => GoalKind::NotUnify,
        ("==", 2) => GoalKind::Identical,
        ("\\==", 2) => GoalKind::NotIdentical,
        ("<" | ">" | "=<" | ">=" | "=:=" | "=\\=", 2) => GoalKind::Compare,
        ("is", 2) => GoalKind::Is,
        ("assert" | "asserta" | "assertz", _) | ("retract" | "retractall" | "abolish", 1) => {
            GoalKind::Assert
        }
        ("dynamic" | "discontiguous" | "multifile" | "table", 1) => GoalKind::Declare,
        ("current_predicate", 1 | 2) | ("predicate_property", 2) => GoalKind::Ask,
        ("consult" | "load_files" | "ensure_loaded" | "use_module" | "include", _)
        | ("abolish" | "retract", 2) => GoalKind::Load,
        ("print" | "write" | "writeln" | "writeq" | "display", 1) => GoalKind::Print,
        ("format", 1..=3) => GoalKind::Format,
        ("+" | "-" | "*" | "/" | "//" | "mod" | "rem" | "**" | "^", 2) | ("-" | "+", 1) => {
            GoalKind::Expression
        }
        ("findall", 3 | 4) | ("aggregate_all" | "bagof" | "setof", 3) => GoalKind::Collect,
        (".", 2) => GoalKind::List,
        _ => GoalKind::Other,
    }
}
