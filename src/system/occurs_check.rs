//! The flag `occurs_check` (ISO 13211-1, 7.3.3): clauses that are compiled while it is `true` or `error`
//! leave to a builtin every unification that could make a cyclic term.
//!
//! A head can do so only where a variable occurs again: such an occurrence gets a variable of its own, and a
//! goal before the body unifies the two. Compiled clauses run as fast as ever while the flag is `false`,
//! because no test of the flag is compiled then. Must not know instructions.

use crate::base::atom::{Atom, atoms};
use crate::base::tree::{Node, NodeId, Tree};
use crate::system::Vm;
use crate::system::flags::OccursCheck;
use rustc_hash::FxHashMap;

/// The builtin that guarded clauses call to unify.
pub(crate) const UNIFY: &str = "$unify";

/// A clause whose unifications obey the flag.
pub(crate) struct Guarded {
    pub(crate) tree: Tree,
    pub(crate) head: NodeId,
    pub(crate) body: Option<NodeId>,
}

/// Guards a clause: unifications that may make cyclic terms become goals.
pub(crate) fn guarded(tree: &Tree, head: NodeId, body: Option<NodeId>, unify: Atom) -> Guarded {
    let mut tree = tree.clone();
    let mut goals = Vec::new();
    let head = linear(&mut tree, head, unify, &mut goals);
    let mut body = body.map(|b| with_goals(&mut tree, b, unify));
    for g in goals.into_iter().rev() {
        body = Some(match body {
            Some(b) => tree.compound(atoms::COMMA, &[g, b]),
            None => g,
        });
    }
    Guarded { tree, head, body }
}

enum Visit {
    Visit(NodeId),
    /// Makes a compound of this name and number of arguments from the newest results.
    Build(Atom, usize),
}

/// The head with a new variable for each further occurrence of a variable; `goals` unify it with the first.
fn linear(tree: &mut Tree, head: NodeId, unify: Atom, goals: &mut Vec<NodeId>) -> NodeId {
    let mut first: FxHashMap<u32, NodeId> = FxHashMap::default();
    let mut works = vec![Visit::Visit(head)];
    let mut done: Vec<NodeId> = Vec::new();
    while let Some(work) = works.pop() {
        let t = match work {
            Visit::Visit(t) => t,
            Visit::Build(name, n) => {
                let at = done.len() - n;
                let t = tree.compound(name, &done[at..]);
                done.truncate(at);
                done.push(t);
                continue;
            }
        };
        match *tree.node(t) {
            Node::Var(v) => {
                let node = match first.get(&v) {
                    Some(&old) => {
                        let new = tree.new_var(None);
                        goals.push(tree.compound(unify, &[old, new]));
                        new
                    }
                    None => t,
                };
                first.entry(v).or_insert(t);
                done.push(node);
            }
            Node::Compound { name, arity, .. } => {
                works.push(Visit::Build(name, arity as usize));
                works.extend(tree.args(t).iter().rev().map(|&a| Visit::Visit(a)));
            }
            _ => done.push(t),
        }
    }
    done.pop().unwrap_or(head)
}

/// The body with `unify` for `(=)/2`, and its negation for `(\=)/2`.
fn with_goals(tree: &mut Tree, body: NodeId, unify: Atom) -> NodeId {
    let mut works = vec![Visit::Visit(body)];
    let mut done: Vec<NodeId> = Vec::new();
    while let Some(work) = works.pop() {
        let t = match work {
            Visit::Visit(t) => t,
            Visit::Build(name, n) => {
                let at = done.len() - n;
                let t = tree.compound(name, &done[at..]);
                done.truncate(at);
                done.push(t);
                continue;
            }
        };
        let Node::Compound { name, arity, .. } = *tree.node(t) else {
            done.push(t);
            continue;
        };
        match (name, arity) {
            (atoms::COMMA | atoms::SEMICOLON | atoms::ARROW | atoms::SOFT_ARROW, 2)
            | (atoms::NOT_PROVABLE, 1) => {
                works.push(Visit::Build(name, arity as usize));
                works.extend(tree.args(t).iter().rev().map(|&a| Visit::Visit(a)));
            }
            (atoms::UNIFY | atoms::NOT_UNIFY, 2) => {
                let args = tree.args(t).to_vec();
                let equation = tree.compound(unify, &args);
                done.push(match name {
                    atoms::UNIFY => equation,
                    _ => tree.compound(atoms::NOT_PROVABLE, &[equation]),
                });
            }
            _ => done.push(t),
        }
    }
    done.pop().unwrap_or(body)
}

/// Returns true if clauses of a module must be guarded.
pub(crate) fn is_on(vm: &Vm, module: Atom) -> bool {
    vm.ext.flags.occurs_check != OccursCheck::False && !vm.ext.modules.is_library(module)
}

#[cfg(test)]
mod tests {
    use super::guarded;
    use crate::base::atom::{AtomTable, atoms};
    use crate::base::tree::Tree;
    use crate::syntax::{OpTable, ReadOptions, WriteOptions, read_term, term_text};

    fn text(clause: &str) -> String {
        let mut names = AtomTable::new();
        let ops = OpTable::standard(&mut names);
        let options = ReadOptions::default();
        let read = read_term(clause, 0, &ops, &mut names, &options);
        let (term, _) = read.expect("a clause").expect("a clause");
        let root = term.tree.root();
        let parts = term.tree.as_compound::<2>(root, atoms::NECK);
        let (head, body) = parts.map_or((root, None), |[h, b]| (h, Some(b)));
        let g = guarded(&term.tree, head, body, names.intern("u"));
        let show = |tree: &Tree, t| term_text(tree, t, &names, &ops, &WriteOptions::canonical());
        let body = g.body.map(|b| show(&g.tree, b)).unwrap_or_default();
        format!("{} <- {body}", show(&g.tree, g.head))
    }

    #[test]
    fn heads_become_linear() {
        assert_eq!(text("p(X, Y)."), "p(X,Y) <- ");
        assert_eq!(text("p(X, f(X))."), "p(X,f(_1)) <- u(X,_1)");
    }

    #[test]
    fn equations_look_at_the_flag() {
        assert_eq!(
            text("p(X) :- X = a, \\+ X \\= b."),
            "p(X) <- ','(u(X,a),\\+(\\+(u(X,b))))"
        );
    }
}
