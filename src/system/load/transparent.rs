//! Predicates that are transparent to modules (`module_transparent/1`): the goals that they call for their caller, and
//! what they say of modules, belong to the module that calls them.
//!
//! The clauses of such a predicate belong to another one, with one argument more: the module of the caller. The entry
//! of every import adds it (see `Pred::context`), and a clause of the predicate itself adds the module that defines it.
//! In the clauses, each argument of a meta-predicate carries that module, and so does each goal that is a variable.

use crate::base::atom::{Atom, atoms};
use crate::base::tree::{Node, NodeId, Tree};
use crate::code::pred::{PredId, carries_module};
use crate::machine::database::Source;
use crate::system::terms::is_control;
use crate::system::{Vm, compile_env, modules};

/// The depth of control constructs in a body that is rewritten.
const DEEPEST: u32 = 10_000;

/// Declares a predicate as transparent. Returns false if it has clauses already, or cannot be declared.
pub(crate) fn declare(vm: &mut Vm, p: PredId) -> bool {
    let pred = vm.db.pred(p);
    let (module, name, arity) = (pred.module, pred.name, pred.arity);
    if pred.context.is_some() {
        return true;
    }
    if vm.db.is_defined(p) || modules::is_locked(vm, module, name, arity) {
        return false;
    }
    let inner = format!("{} in context", vm.atoms.text(name));
    let inner = vm.atoms.intern(&inner);
    let q = modules::pred(vm, module, inner, arity + 1);
    let mut tree = Tree::new();
    let mut args: Vec<NodeId> = (0..arity).map(|_| tree.new_var(None)).collect();
    let head = tree.compound(name, &args);
    args.push(tree.atom(module));
    let body = tree.compound(inner, &args);
    let Ok(code) = compile_env::compile(vm, &tree, head, Some(body), module) else {
        return false;
    };
    vm.db.add_clause(p, &code, &Source::Absent, false);
    vm.db.set_context(p, q);
    modules::note_definition(vm, p);
    true
}

/// The clause, whose body is one of `module`, as a clause of the predicate `q` with one argument more.
pub(super) fn clause(
    vm: &Vm,
    tree: &Tree,
    q: PredId,
    (head, body): (NodeId, Option<NodeId>),
    module: Atom,
) -> (Tree, NodeId, Option<NodeId>) {
    let mut tree = tree.clone();
    let context = tree.new_var(None);
    let mut args = tree.args(head).to_vec();
    args.push(context);
    let head = tree.compound(vm.db.pred(q).name, &args);
    let mut rewriting = InContext {
        vm,
        tree,
        context,
        module,
    };
    let body = body.map(|b| rewriting.goal(b, 0));
    (rewriting.tree, head, body)
}

/// The predicate with the clauses of a transparent one that a goal of a module calls.
pub(crate) fn inner(vm: &Vm, module: Atom, name: Atom, arity: u32) -> Option<PredId> {
    let own = modules::entry(vm, module, name, arity);
    let p = modules::visible(vm, module, name, arity).or(own)?;
    vm.db.pred(vm.db.target(p)).context
}

/// The rewriting of a body.
struct InContext<'v> {
    vm: &'v Vm,
    tree: Tree,
    /// The variable with the module of the caller.
    context: NodeId,
    module: Atom,
}

impl InContext<'_> {
    fn goal(&mut self, goal: NodeId, depth: u32) -> NodeId {
        let (name, args) = match *self.tree.node(goal) {
            Node::Var(_) => {
                let goal = self.in_context(goal);
                return self.tree.compound(atoms::CALL, &[goal]);
            }
            Node::Atom(name) => (name, Vec::new()),
            Node::Compound { name, .. } => (name, self.tree.args(goal).to_vec()),
            _ => return goal,
        };
        let is_control = is_control(name, args.len() as u32);
        if is_control && depth < DEEPEST {
            let new: Vec<NodeId> = args.iter().map(|&a| self.goal(a, depth + 1)).collect();
            return self.tree.compound(name, &new);
        }
        if is_control || name == atoms::COLON && args.len() == 2 {
            return goal;
        }
        self.call(goal, name, args)
    }

    /// A call of a predicate.
    fn call(&mut self, goal: NodeId, name: Atom, mut args: Vec<NodeId>) -> NodeId {
        let arity = args.len() as u32;
        if let Some(q) = inner(self.vm, self.module, name, arity) {
            let q = self.vm.db.pred(q);
            args.push(self.context);
            let call = self.tree.compound(q.name, &args);
            let home = self.tree.atom(q.module);
            return self.tree.compound(atoms::COLON, &[home, call]);
        }
        if arity == 3 && &*self.vm.atoms.text(name) == "strip_module" {
            args[0] = self.in_context(args[0]);
            return self.tree.compound(name, &args);
        }
        let specifiers =
            modules::meta_specifiers(self.vm, self.module, name, arity, <[u8]>::to_vec);
        let Some(specifiers) = specifiers else {
            return goal;
        };
        for (arg, specifier) in args.iter_mut().zip(specifiers) {
            if carries_module(specifier) {
                *arg = self.in_context(*arg);
            }
        }
        self.tree.compound(name, &args)
    }

    fn in_context(&mut self, term: NodeId) -> NodeId {
        self.tree.compound(atoms::COLON, &[self.context, term])
    }
}
