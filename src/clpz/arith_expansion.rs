//! Expansion of constraints in clauses: where all variables are integers at run time, compiled arithmetic makes
//! the comparison, and otherwise the kernel. Constraints for the kernel become calls of its builtins: `B #<==> X #= Y`
//! becomes `'$fd_eq'(B, X, Y)`, which builds and reads no formula.
//!
//! `N #> 0` becomes `( integer(N) -> N > 0 ; '$fd_gt'(N, 0) )`, and `M #= N-1` with a variable `M` that is
//! new there becomes `( integer(N) -> M is N-1 ; '$fd_eq'(M, N-1) )`. Tests of type and comparisons compile
//! to jumps, so that a loop over integers costs what it costs with `>` and `is`.

use super::attvar_link::is_monotonic;
use super::functions::Evaluated;
use super::symbols::{Connective, Symbol, Symbols};
use crate::base::atom::{Atom, atoms};
use crate::base::tree::{Node, NodeId, Tree};
use crate::fd::constraints::constraint::Relation;
use crate::system::Vm;
use crate::system::solver::ExpandedClause;
use crate::system::{load, modules};
use rustc_hash::FxHashSet;

/// Limits of the expansion: constraints with more variables or larger expressions go to the kernel.
const MOST_VARIABLES: usize = 6;
const MOST_NODES: usize = 48;

/// Expands the constraints in a body, if the module has imported them and there are any.
pub(crate) fn expand(
    vm: &mut Vm,
    tree: &Tree,
    head: NodeId,
    body: NodeId,
    module: Atom,
) -> Option<ExpandedClause> {
    let names = Symbols::of(vm);
    let mut wanted: Vec<(Atom, u32)> = Vec::new();
    for i in 0..tree.len() as u32 {
        if let Node::Compound { name, arity, .. } = *tree.node(NodeId(i))
            && arity <= 2
            && is_expanded(names.named(name, arity))
            && !wanted.contains(&(name, arity))
        {
            wanted.push((name, arity));
        }
    }
    wanted.retain(|&what| is_of_library(vm, &names, module, what));
    if wanted.is_empty() {
        return None;
    }
    let mut e = Expander {
        tree: tree.clone(),
        names: &names,
        wanted,
        seen: FxHashSet::default(),
        monotonic: is_monotonic(vm, &names),
        vm,
    };
    e.see(head);
    let expanded = e.body(body);
    (expanded != body).then_some(ExpandedClause {
        tree: e.tree,
        body: expanded,
    })
}

/// Returns true if goals with this symbol are expanded, provided that it is the library's.
fn is_expanded(symbol: Option<Symbol>) -> bool {
    matches!(
        symbol,
        Some(Symbol::Relation(_) | Symbol::Connective(_) | Symbol::Not)
    )
}

/// Returns true if a name refers to the library's predicate in a module.
fn is_of_library(vm: &mut Vm, names: &Symbols, module: Atom, what: (Atom, u32)) -> bool {
    let home = match vm.ext.modules.imports_explicitly(module, what) {
        Some(imported) => vm.db.pred(imported).module,
        // A module that neither defines nor imports the name gets it by autoloading.
        None if modules::own(vm, module, what.0, what.1).is_none() && vm.ext.flags.autoload => {
            match load::autoload(vm, what.0, what.1) {
                Ok(Some(found)) => vm.db.pred(found).module,
                _ => return false,
            }
        }
        None => return false,
    };
    home == names.module || home == vm.atoms.intern("clpfd")
}

struct Expander<'a> {
    tree: Tree,
    names: &'a Symbols,
    /// The names that mean the library's predicates.
    wanted: Vec<(Atom, u32)>,
    /// The variables that occur before the present goal.
    seen: FxHashSet<u32>,
    /// True in monotonic mode: the kernel must see variables that are not wrapped.
    monotonic: bool,
    vm: &'a mut Vm,
}

/// A step of the walk over a body.
enum ExpansionTask {
    Visit(NodeId),
    /// Rebuilds a control construct from its two parts.
    Join(Atom, NodeId),
    /// Rebuilds a control construct from its one part.
    Wrap(Atom, NodeId),
}

impl Expander<'_> {
    /// Records the variables of a term.
    fn see(&mut self, t: NodeId) {
        let mut todo = vec![t];
        while let Some(t) = todo.pop() {
            match *self.tree.node(t) {
                Node::Var(v) => {
                    self.seen.insert(v);
                }
                _ => todo.extend(self.tree.args(t)),
            }
        }
    }

    fn body(&mut self, body: NodeId) -> NodeId {
        let mut tasks = vec![ExpansionTask::Visit(body)];
        let mut done: Vec<NodeId> = Vec::new();
        while let Some(task) = tasks.pop() {
            match task {
                ExpansionTask::Visit(t) => match self.construct(t) {
                    Some((name, [Some(a), Some(b)])) => {
                        tasks.extend([
                            ExpansionTask::Join(name, t),
                            ExpansionTask::Visit(b),
                            ExpansionTask::Visit(a),
                        ]);
                    }
                    Some((name, [Some(a), None])) => {
                        tasks.extend([ExpansionTask::Wrap(name, t), ExpansionTask::Visit(a)])
                    }
                    _ => {
                        let g = self.goal(t);
                        self.see(t);
                        done.push(g);
                    }
                },
                ExpansionTask::Join(name, t) => {
                    let (b, a) = (done.pop().unwrap_or(t), done.pop().unwrap_or(t));
                    let same = self.tree.args(t) == [a, b];
                    done.push(if same {
                        t
                    } else {
                        self.tree.compound(name, &[a, b])
                    });
                }
                ExpansionTask::Wrap(name, t) => {
                    let a = done.pop().unwrap_or(t);
                    let same = self.tree.args(t) == [a];
                    done.push(if same {
                        t
                    } else {
                        self.tree.compound(name, &[a])
                    });
                }
            }
        }
        done.pop().unwrap_or(body)
    }

    /// The name and the goals of a control construct.
    fn construct(&self, t: NodeId) -> Option<(Atom, [Option<NodeId>; 2])> {
        let (name, args) = self.tree.callable(t)?;
        match *args {
            [a, b]
                if matches!(
                    name,
                    atoms::COMMA | atoms::SEMICOLON | atoms::ARROW | atoms::SOFT_ARROW
                ) =>
            {
                Some((name, [Some(a), Some(b)]))
            }
            [a] if name == atoms::NOT_PROVABLE => Some((name, [Some(a), None])),
            _ => None,
        }
    }

    /// A goal; an expansion if it is a constraint that has one.
    fn goal(&mut self, t: NodeId) -> NodeId {
        let Node::Compound { name, arity, .. } = *self.tree.node(t) else {
            return t;
        };
        if !self.wanted.contains(&(name, arity)) {
            return t;
        }
        match (self.names.named(name, arity), self.tree.args(t)) {
            (Some(Symbol::Relation(rel)), &[left, right]) => self.relation(t, rel, left, right),
            (Some(Symbol::Connective(Connective::Equiv)), &[left, right]) if !self.monotonic => {
                self.truth(left, right)
                    .or_else(|| self.truth(right, left))
                    .unwrap_or_else(|| self.formula(t))
            }
            (Some(Symbol::Connective(_) | Symbol::Not), _) => self.formula(t),
            _ => t,
        }
    }

    fn formula(&mut self, t: NodeId) -> NodeId {
        let native = self.vm.atoms.intern("$fd_formula");
        self.tree.compound(native, &[t])
    }

    /// `b #<==> x rel y` for a variable `b`.
    fn truth(&mut self, b: NodeId, compared: NodeId) -> Option<NodeId> {
        let Node::Var(_) = self.tree.node(b) else {
            return None;
        };
        let Node::Compound { name, arity: 2, .. } = *self.tree.node(compared) else {
            return None;
        };
        let Some(Symbol::Relation(rel)) = self.names.named(name, 2) else {
            return None;
        };
        let &[x, y] = self.tree.args(compared) else {
            return None;
        };
        let native = self.native(rel);
        Some(self.tree.compound(native, &[b, x, y]))
    }

    /// The name of the builtins for a comparison and its reification.
    fn native(&mut self, rel: Relation) -> Atom {
        self.vm.atoms.intern(match rel {
            Relation::Eq => "$fd_eq",
            Relation::Ne => "$fd_ne",
            Relation::Lt => "$fd_lt",
            Relation::Le => "$fd_le",
            Relation::Gt => "$fd_gt",
            Relation::Ge => "$fd_ge",
        })
    }

    fn relation(&mut self, t: NodeId, rel: Relation, left: NodeId, right: NodeId) -> NodeId {
        let mut left_side = SideConditions::default();
        let mut right_side = SideConditions::default();
        if !self.arithmetic(left, &mut left_side) || !self.arithmetic(right, &mut right_side) {
            return t;
        }
        let native = self.native(rel);
        let otherwise = self.tree.compound(native, &[left, right]);
        let bare = |e: &Self, t| e.monotonic && matches!(e.tree.node(t), Node::Var(_));
        let (bare_left, bare_right) = (bare(self, left), bare(self, right));
        let left = self.unwrapped(left, &left_side);
        let right = self.unwrapped(right, &right_side);
        if rel == Relation::Eq && !bare_left && !bare_right {
            if let Some(goal) = self.equation(left, right, &right_side, otherwise) {
                return goal;
            }
            if let Some(goal) = self.equation(right, left, &left_side, otherwise) {
                return goal;
            }
        }
        let mut both = left_side;
        both.join(&right_side);
        if both.vars.len() > MOST_VARIABLES {
            return otherwise;
        }
        let compared = self.compare(rel, left, right);
        self.guarded(&both, compared, otherwise)
    }

    /// An expression without the wrappers of variables, which arithmetic does not know.
    fn unwrapped(&mut self, t: NodeId, side: &SideConditions) -> NodeId {
        if !side.wrapped {
            return t;
        }
        let Node::Compound { name, arity, .. } = *self.tree.node(t) else {
            return t;
        };
        let args = self.tree.args(t).to_vec();
        if let (Some(Symbol::Same), [x]) = (self.names.named(name, arity), args.as_slice()) {
            return *x;
        }
        // The recursion is not deep, because the expression has few nodes.
        let args: Vec<NodeId> = args.iter().map(|t| self.unwrapped(*t, side)).collect();
        self.tree.compound(name, &args)
    }

    /// `X #= E`, where `X` is a variable that is not in `E`.
    fn equation(
        &mut self,
        x: NodeId,
        e: NodeId,
        side: &SideConditions,
        otherwise: NodeId,
    ) -> Option<NodeId> {
        let Node::Var(v) = *self.tree.node(x) else {
            return None;
        };
        if side.vars.contains(&v) || side.vars.len() > MOST_VARIABLES {
            return None;
        }
        let is_var = matches!(self.tree.node(e), Node::Var(_));
        if is_var && !self.seen.contains(&v) {
            // An equation of two new variables is left to the kernel; one with one new variable is tried in the other
            // direction.
            let Node::Var(w) = *self.tree.node(e) else {
                return None;
            };
            if !self.seen.contains(&w) {
                return Some(otherwise);
            }
        }
        let set = self.tree.compound(
            if is_var || side.constant {
                atoms::UNIFY
            } else {
                atoms::IS
            },
            &[x, e],
        );
        let fast = if self.seen.contains(&v) {
            // It may be an integer, a variable, or an expression.
            let equal = self.tree.compound(atoms::NUM_EQ, &[x, e]);
            let slow = self.branch("var", x, set, otherwise);
            self.branch("integer", x, equal, slow)
        } else {
            set
        };
        Some(self.guarded(side, fast, otherwise))
    }

    /// `( Test(X) -> Then ; Else )`
    fn branch(&mut self, test: &str, x: NodeId, then: NodeId, otherwise: NodeId) -> NodeId {
        let test = self.vm.atoms.intern(test);
        let condition = self.tree.compound(test, &[x]);
        let arrow = self.tree.compound(atoms::ARROW, &[condition, then]);
        self.tree.compound(atoms::SEMICOLON, &[arrow, otherwise])
    }

    fn compare(&mut self, rel: Relation, left: NodeId, right: NodeId) -> NodeId {
        let op = match rel {
            Relation::Eq => atoms::NUM_EQ,
            Relation::Ne => atoms::NUM_NE,
            Relation::Lt => atoms::LT,
            Relation::Le => atoms::LE,
            Relation::Gt => atoms::GT,
            Relation::Ge => atoms::GE,
        };
        self.tree.compound(op, &[left, right])
    }

    /// `Fast` where all variables are integers and no divisor is zero.
    fn guarded(&mut self, side: &SideConditions, fast: NodeId, otherwise: NodeId) -> NodeId {
        let mut tests = Vec::new();
        for &v in &side.vars {
            let integer = atoms::INTEGER;
            let x = self.tree.var(v);
            tests.push(self.tree.compound(integer, &[x]));
        }
        for &v in &side.divisors {
            let (x, zero) = (self.tree.var(v), self.tree.int(0));
            tests.push(self.tree.compound(atoms::NUM_NE, &[x, zero]));
        }
        let Some(mut condition) = tests.pop() else {
            return fast;
        };
        while let Some(t) = tests.pop() {
            condition = self.tree.compound(atoms::COMMA, &[t, condition]);
        }
        let arrow = self.tree.compound(atoms::ARROW, &[condition, fast]);
        self.tree.compound(atoms::SEMICOLON, &[arrow, otherwise])
    }

    /// Returns true if a term is an expression that `is/2` and the kernel evaluate to the same integer, provided
    /// that its variables are integers and its divisors are not zero.
    fn arithmetic(&self, t: NodeId, side: &mut SideConditions) -> bool {
        let mut todo = vec![t];
        let mut nodes = 0;
        side.constant = matches!(self.tree.node(t), Node::Int(_));
        while let Some(t) = todo.pop() {
            nodes += 1;
            if nodes > MOST_NODES {
                return false;
            }
            match *self.tree.node(t) {
                Node::Int(_) => {}
                Node::Var(v) => {
                    if !side.vars.contains(&v) {
                        side.vars.push(v);
                    }
                }
                Node::Compound { name, arity, .. } => {
                    let args = self.tree.args(t);
                    match self.names.named(name, arity) {
                        Some(Symbol::Add | Symbol::Sub | Symbol::Neg) => {}
                        Some(Symbol::Same) => match self.tree.node(args[0]) {
                            Node::Var(_) | Node::Int(_) => side.wrapped = true,
                            _ => return false,
                        },
                        Some(Symbol::Complement | Symbol::Union) => {}
                        Some(Symbol::Function(f)) => {
                            match (f.evaluated(arity), args.get(1).map(|&y| self.tree.node(y))) {
                                (Evaluated::Always, _) => {}
                                (Evaluated::NonzeroDivisor, Some(Node::Int(i))) if !i.is_zero() => {
                                }
                                (Evaluated::NonzeroDivisor, Some(Node::Var(v))) => {
                                    side.divisors.push(*v);
                                }
                                (Evaluated::NaturalExponent, Some(Node::Int(i)))
                                    if !i.is_negative() => {}
                                _ => return false,
                            }
                        }
                        _ => return false,
                    }
                    todo.extend(args);
                }
                _ => return false,
            }
        }
        true
    }
}

/// The conditions for evaluating an expression.
#[derive(Default)]
struct SideConditions {
    vars: Vec<u32>,
    divisors: Vec<u32>,
    /// True if the expression is an integer.
    constant: bool,
    /// True if a variable is written `#X`.
    wrapped: bool,
}

impl SideConditions {
    fn join(&mut self, other: &SideConditions) {
        for v in &other.vars {
            if !self.vars.contains(v) {
                self.vars.push(*v);
            }
        }
        self.divisors.extend(&other.divisors);
    }
}
