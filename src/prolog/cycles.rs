//! Makes cyclic answers finite: every cycle is cut at a variable, with an equation for it.
//!
//! The value of `X = f(X)`, a graph with a cycle, becomes the finite tree `f(X)` with a variable named `X`. A
//! cycle that contains no value of a query variable is cut at a new variable, with one more equation.

use crate::base::tree::{NodeId, Tree};
use rustc_hash::FxHashMap;

/// A variable that stands for a cyclic term, and that term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Equation {
    /// The number of the new variable, which has no name.
    pub(super) var: u32,
    /// The term, in which the variable stands for the term itself.
    pub(super) term: NodeId,
}

/// Cuts all cycles that can be reached from the values (with the names of their variables) and from other terms.
/// Returns the equations of new variables.
pub(super) fn cut(tree: &mut Tree, values: &[(&str, NodeId)], others: &[NodeId]) -> Vec<Equation> {
    if !may_be_cyclic(tree) {
        return Vec::new();
    }
    let roots: Vec<NodeId> = values
        .iter()
        .map(|&(_, t)| t)
        .chain(others.iter().copied())
        .collect();
    let cyclic = on_cycles(tree, &roots);
    let mut stands_for = FxHashMap::default();
    for &(name, t) in values {
        if cyclic[t.0 as usize] {
            stands_for
                .entry(t)
                .or_insert_with(|| tree.new_var(Some(name)));
        }
    }
    let fresh = remaining_cycles(tree, &roots, &stands_for);
    let mut equations = Vec::new();
    for term in fresh {
        let node = tree.new_var(None);
        stands_for.insert(term, node);
        let var = tree.var_count() as u32 - 1;
        equations.push(Equation { var, term });
    }
    replace(tree, &stands_for);
    equations
}

/// Returns true if an argument refers forward. A tree that is built bottom up has no such argument; only
/// [`Tree::set_arg`] makes one.
fn may_be_cyclic(tree: &Tree) -> bool {
    (0..tree.len() as u32).any(|i| tree.args(NodeId(i)).iter().any(|a| a.0 >= i))
}

/// For every node, true if it is on a cycle (Tarjan's strongly connected components).
fn on_cycles(tree: &Tree, roots: &[NodeId]) -> Vec<bool> {
    const UNSEEN: u32 = u32::MAX;
    let mut order = vec![UNSEEN; tree.len()];
    let mut low = vec![0u32; tree.len()];
    let mut open = vec![false; tree.len()];
    let mut cyclic = vec![false; tree.len()];
    let mut component: Vec<NodeId> = Vec::new();
    let mut path: Vec<(NodeId, usize)> = Vec::new();
    let mut next = 0;
    for &root in roots {
        if order[root.0 as usize] != UNSEEN {
            continue;
        }
        path.push((root, 0));
        while let Some(&(t, i)) = path.last() {
            let n = t.0 as usize;
            if i == 0 {
                (order[n], low[n], open[n]) = (next, next, true);
                next += 1;
                component.push(t);
            }
            if let Some(&arg) = tree.args(t).get(i) {
                if let Some(top) = path.last_mut() {
                    top.1 += 1;
                }
                let a = arg.0 as usize;
                if arg == t {
                    cyclic[n] = true;
                }
                if order[a] == UNSEEN {
                    path.push((arg, 0));
                } else if open[a] {
                    low[n] = low[n].min(order[a]);
                }
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                let p = parent.0 as usize;
                low[p] = low[p].min(low[n]);
            }
            if low[n] == order[n] {
                close(&mut component, t, &mut open, &mut cyclic);
            }
        }
    }
    cyclic
}

/// Pops one finished component. Its members are on a cycle if there is more than one.
fn close(component: &mut Vec<NodeId>, head: NodeId, open: &mut [bool], cyclic: &mut [bool]) {
    let alone = component.last() == Some(&head);
    while let Some(t) = component.pop() {
        open[t.0 as usize] = false;
        if !alone {
            cyclic[t.0 as usize] = true;
        }
        if t == head {
            break;
        }
    }
}

/// The targets of back edges that remain when no edge enters a node of `cut`.
fn remaining_cycles(tree: &Tree, roots: &[NodeId], cut: &FxHashMap<NodeId, NodeId>) -> Vec<NodeId> {
    #[derive(Clone, Copy, PartialEq)]
    enum CycleMark {
        Unseen,
        OnPath,
        Named,
        Done,
    }
    let mut marks = vec![CycleMark::Unseen; tree.len()];
    let mut found = Vec::new();
    let mut path: Vec<(NodeId, usize)> = Vec::new();
    for &root in roots {
        if marks[root.0 as usize] != CycleMark::Unseen {
            continue;
        }
        marks[root.0 as usize] = CycleMark::OnPath;
        path.push((root, 0));
        while let Some((t, i)) = path.last_mut() {
            let Some(&arg) = tree.args(*t).get(*i) else {
                marks[t.0 as usize] = CycleMark::Done;
                path.pop();
                continue;
            };
            *i += 1;
            if cut.contains_key(&arg) {
                continue;
            }
            match marks[arg.0 as usize] {
                CycleMark::Unseen => {
                    marks[arg.0 as usize] = CycleMark::OnPath;
                    path.push((arg, 0));
                }
                CycleMark::OnPath => {
                    marks[arg.0 as usize] = CycleMark::Named;
                    found.push(arg);
                }
                CycleMark::Named | CycleMark::Done => {}
            }
        }
    }
    found
}

fn replace(tree: &mut Tree, stands_for: &FxHashMap<NodeId, NodeId>) {
    for i in 0..tree.len() as u32 {
        let t = NodeId(i);
        for k in 0..tree.args(t).len() {
            if let Some(&var) = stands_for.get(&tree.args(t)[k]) {
                tree.set_arg(t, k, var);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::cut;
    use crate::base::atom::Atom;
    use crate::base::tree::{Node, NodeId, Tree};

    fn f(tree: &mut Tree, args: &[NodeId]) -> NodeId {
        tree.compound(Atom::from_char('f'), args)
    }

    #[test]
    fn a_cycle_through_a_query_variable_is_cut_there() {
        let mut tree = Tree::new();
        let a = tree.atom(Atom::from_char('a'));
        let y = tree.cons(a, a);
        tree.set_arg(y, 1, y);
        let x = f(&mut tree, &[y, y]);
        let extra = cut(&mut tree, &[("X", x), ("Y", y)], &[]);
        assert!(extra.is_empty());
        let name = |t: NodeId| match tree.node(t) {
            Node::Var(v) => tree.var_name(*v).map(str::to_string),
            _ => None,
        };
        assert_eq!(name(tree.args(x)[0]).as_deref(), Some("Y"));
        assert_eq!(name(tree.args(y)[1]).as_deref(), Some("Y"));
    }

    #[test]
    fn an_inner_cycle_gets_an_equation_of_its_own() {
        let mut tree = Tree::new();
        let a = tree.atom(Atom::from_char('a'));
        let second = tree.cons(a, a);
        let first = tree.cons(a, second);
        tree.set_arg(second, 1, first);
        let x = f(&mut tree, &[first]);
        let extra = cut(&mut tree, &[("X", x)], &[]);
        assert_eq!(extra.len(), 1);
        assert_eq!(extra[0].term, first);
        let is_var = |t| *tree.node(t) == Node::Var(extra[0].var);
        assert!(is_var(tree.args(x)[0]) && is_var(tree.args(second)[1]));
        assert_eq!(tree.args(first)[1], second);
    }

    #[test]
    fn a_long_cycle_and_a_deep_acyclic_term() {
        let mut tree = Tree::new();
        let a = tree.atom(Atom::from_char('a'));
        let last = tree.cons(a, a);
        let mut first = last;
        for _ in 0..300_000 {
            first = tree.cons(a, first);
        }
        tree.set_arg(last, 1, first);
        assert!(cut(&mut tree, &[("L", first)], &[]).is_empty());
        assert_eq!(tree.var_count(), 1);
        assert!(cut(&mut tree, &[("L", first)], &[]).is_empty());
    }
}
