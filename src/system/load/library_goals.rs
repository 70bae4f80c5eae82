//! Goals inside goals of libraries.
//!
//! In a library, a goal without a module that comes from an argument is a goal of `user`; so the machine does not
//! qualify the arguments of a call in a library's module. A goal that the text of the library itself has in such a
//! place is a goal of the library: it is qualified here, once, when the library is loaded. `catch(timed(G), …)`
//! becomes `catch(time:timed(G), …)` by compilation, whatever `G` is; and the `p` of `catch(findall(X, p(X), Xs), …)`
//! becomes `time:p`.
//!
//! The nesting of a library's text is small, so these functions are recursive.

use crate::base::atom::{Atom, atoms};
use crate::base::tree::{Node, NodeId, Tree};
use crate::code::pred::carries_module;
use crate::system::terms::is_control;
use crate::system::{Vm, modules};

/// The body of a library's clause with a module at every goal inside a goal; `None` if it stays as it is.
pub(crate) fn with_modules(
    vm: &Vm,
    tree: &Tree,
    body: NodeId,
    module: Atom,
) -> Option<(Tree, NodeId)> {
    rewritten(vm, tree, body, module, false)
}

/// As [`with_modules`], for a directive, which is called and not compiled.
pub(crate) fn directive_with_modules(
    vm: &Vm,
    tree: &Tree,
    goal: NodeId,
    module: Atom,
) -> Option<(Tree, NodeId)> {
    rewritten(vm, tree, goal, module, true)
}

fn rewritten(
    vm: &Vm,
    tree: &Tree,
    goal: NodeId,
    module: Atom,
    inside: bool,
) -> Option<(Tree, NodeId)> {
    let mut rewriting = Rewriting {
        vm,
        tree: tree.clone(),
        module,
    };
    let new = rewriting.goal(goal, inside);
    (new != goal).then_some((rewriting.tree, new))
}

struct Rewriting<'v> {
    vm: &'v Vm,
    tree: Tree,
    module: Atom,
}

impl Rewriting<'_> {
    /// A goal of the body, or, if `inside`, a goal inside an argument.
    fn goal(&mut self, goal: NodeId, inside: bool) -> NodeId {
        let (name, args) = match *self.tree.node(goal) {
            // The goal is opaque to cuts (ISO 7.6.2), and may have another module.
            Node::Var(_) if inside => return self.tree.compound(atoms::CALL, &[goal]),
            Node::Compound {
                name: atoms::COLON,
                arity: 2,
                ..
            } => return goal,
            Node::Compound { name, .. } => (name, self.tree.args(goal).to_vec()),
            _ => return goal,
        };
        let new: Vec<NodeId> = if is_control(name, args.len() as u32) {
            args.iter().map(|&a| self.goal(a, inside)).collect()
        } else {
            match self.specifiers(name, args.len()) {
                Some(s) => self.arguments(&args, &s, inside),
                None => return goal,
            }
        };
        self.rebuilt(goal, name, &args, &new)
    }

    /// A closure, which is called with further arguments.
    fn closure(&mut self, closure: NodeId, further: usize) -> NodeId {
        let Node::Compound { name, arity, .. } = *self.tree.node(closure) else {
            return closure;
        };
        let args = self.tree.args(closure).to_vec();
        match self.specifiers(name, arity as usize + further) {
            Some(s) => {
                let new = self.arguments(&args, &s, true);
                self.rebuilt(closure, name, &args, &new)
            }
            None => closure,
        }
    }

    fn specifiers(&self, name: Atom, arity: usize) -> Option<Vec<u8>> {
        modules::meta_specifiers(self.vm, self.module, name, arity as u32, <[u8]>::to_vec)
    }

    fn arguments(&mut self, args: &[NodeId], specifiers: &[u8], inside: bool) -> Vec<NodeId> {
        let pairs = args.iter().zip(specifiers);
        pairs.map(|(&a, &s)| self.argument(a, s, inside)).collect()
    }

    /// An argument of a call. The compiler adds the module to those of a call in the body, so this adds it only
    /// `inside` an argument.
    fn argument(&mut self, arg: NodeId, specifier: u8, inside: bool) -> NodeId {
        let is_term = match *self.tree.node(arg) {
            Node::Atom(_) => true,
            Node::Compound { name, arity, .. } => (name, arity) != (atoms::COLON, 2),
            _ => false,
        };
        if !is_term || !carries_module(specifier) {
            return arg;
        }
        let new = match specifier {
            b'0' => self.goal(arg, true),
            b'1'..=b'9' => self.closure(arg, usize::from(specifier - b'0')),
            b'^' => match self.quantified(arg) {
                Some(new) => new,
                None => return self.qualified(atoms::USER, arg),
            },
            _ => arg,
        };
        match inside {
            true => self.qualified(self.module, new),
            false => new,
        }
    }

    /// The goal after `V^`; `None` if it is a variable, whose own quantifiers must stay visible.
    fn quantified(&mut self, goal: NodeId) -> Option<NodeId> {
        if let Some([v, inner]) = self.tree.as_compound::<2>(goal, atoms::CARET) {
            let new = self.quantified(inner)?;
            return Some(match new == inner {
                true => goal,
                false => self.tree.compound(atoms::CARET, &[v, new]),
            });
        }
        match self.tree.node(goal) {
            Node::Var(_) => None,
            _ => Some(self.goal(goal, true)),
        }
    }

    fn qualified(&mut self, module: Atom, goal: NodeId) -> NodeId {
        let m = self.tree.atom(module);
        self.tree.compound(atoms::COLON, &[m, goal])
    }

    fn rebuilt(&mut self, old: NodeId, name: Atom, args: &[NodeId], new: &[NodeId]) -> NodeId {
        match args == new {
            true => old,
            false => self.tree.compound(name, new),
        }
    }
}
