//! Goals that a dialect means by other predicates than Horn: in the bodies of clauses, each becomes a call of the
//! library that has the predicate of the dialect.
//!
//! The nesting of control constructs in a body is limited by the reader's own nesting of goals inside goals; a body of
//! many goals is one deep term on its right side, along which the walk is a loop.

use crate::base::atom::{Atom, atoms};
use crate::base::tree::{Node, NodeId, Tree};
use crate::system::dialects::Dialect;
use crate::system::{Vm, modules};

/// The nesting of goals up to which goals are replaced.
const MAX_NESTING: u32 = 200;

/// The body of a clause with the goals that the dialect of the text means otherwise; `None` if it stays as it is.
pub(super) fn translated(
    vm: &mut Vm,
    tree: &Tree,
    body: NodeId,
    module: Atom,
) -> Option<(Tree, NodeId)> {
    let dialect = vm.ext.loader.dialect.current?;
    let (library, _) = dialect.goals?;
    let library = vm.atoms.intern(library);
    let mut translation = Translation {
        vm,
        dialect,
        tree: tree.clone(),
        module,
        library,
    };
    let new = translation.goal(body, 0);
    (new != body).then_some((translation.tree, new))
}

struct Translation<'v> {
    vm: &'v mut Vm,
    dialect: &'static Dialect,
    tree: Tree,
    module: Atom,
    /// The module of the dialect's predicates.
    library: Atom,
}

impl Translation<'_> {
    fn goal(&mut self, goal: NodeId, depth: u32) -> NodeId {
        let mut left = Vec::new();
        let mut last = goal;
        while let Some([first, rest]) = self.tree.as_compound::<2>(last, atoms::COMMA) {
            left.push((last, first));
            last = rest;
        }
        let mut new = self.single(last, depth);
        let mut old = last;
        for (conjunction, first) in left.into_iter().rev() {
            let new_first = self.single(first, depth);
            new = match new_first == first && new == old {
                true => conjunction,
                false => self.tree.compound(atoms::COMMA, &[new_first, new]),
            };
            old = conjunction;
        }
        new
    }

    /// A goal that is no conjunction, or the left side of one.
    fn single(&mut self, goal: NodeId, depth: u32) -> NodeId {
        let Node::Compound { name, arity, .. } = *self.tree.node(goal) else {
            return goal;
        };
        if depth > MAX_NESTING || (name, arity) == (atoms::COLON, 2) {
            return goal;
        }
        if self.dialect.means(&self.vm.atoms.text(name), arity) {
            let renamed = format!("text_{}", self.vm.atoms.text(name));
            let renamed = self.vm.atoms.intern(&renamed);
            let args = self.tree.args(goal).to_vec();
            let goal = self.tree.compound(renamed, &args);
            let module = self.tree.atom(self.library);
            return self.tree.compound(atoms::COLON, &[module, goal]);
        }
        let args = self.tree.args(goal).to_vec();
        let is_control = match arity {
            1 => name == atoms::NOT_PROVABLE,
            2 => matches!(
                name,
                atoms::COMMA | atoms::SEMICOLON | atoms::ARROW | atoms::SOFT_ARROW
            ),
            _ => false,
        };
        let is_goal: Vec<bool> = match is_control {
            true => vec![true; args.len()],
            false => {
                let goals = |specifiers: &[u8]| specifiers.iter().map(|&s| s == b'0').collect();
                let of = modules::meta_specifiers(self.vm, self.module, name, arity, goals);
                match of {
                    Some(of) => of,
                    None => return goal,
                }
            }
        };
        let pairs = args.iter().zip(is_goal);
        let new: Vec<NodeId> = pairs
            .map(|(&a, is_goal)| if is_goal { self.goal(a, depth + 1) } else { a })
            .collect();
        match new == args {
            true => goal,
            false => self.tree.compound(name, &new),
        }
    }
}
