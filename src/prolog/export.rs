//! Terms leave the heap as trees that share what the heap shares and are cyclic where it is.

use crate::base::number::Number;
use crate::base::tree::{DOT, Node, NodeId, Tree};
use crate::machine::{Cell, Extension, Machine, Tag};
use rustc_hash::FxHashMap;

/// Copies terms into one tree. The places of the copies are in the order of the terms.
pub(super) fn export<X: Extension>(m: &Machine<X>, terms: &[Cell]) -> (Tree, Vec<NodeId>) {
    let mut e = Exporter {
        machine: m,
        tree: Tree::new(),
        variables: FxHashMap::default(),
        copies: FxHashMap::default(),
        holes: FxHashMap::default(),
    };
    let places = terms.iter().map(|&t| e.copy(t)).collect();
    e.close_cycles();
    (e.tree, places)
}

enum Step {
    Visit(Cell),
    /// The arguments are done.
    Build(Cell, u32),
}

struct Exporter<'m, X: Extension> {
    machine: &'m Machine<X>,
    tree: Tree,
    /// The number of the variable at an address.
    variables: FxHashMap<u64, u32>,
    /// The copy of a compound; none while it is being made.
    copies: FxHashMap<Cell, Option<NodeId>>,
    /// Leaves that stand for a compound that contains them.
    holes: FxHashMap<NodeId, Cell>,
}

impl<X: Extension> Exporter<'_, X> {
    fn copy(&mut self, term: Cell) -> NodeId {
        let heap = &self.machine.heap;
        let mut steps = vec![Step::Visit(term)];
        let mut done: Vec<NodeId> = Vec::new();
        while let Some(step) = steps.pop() {
            let made = match step {
                Step::Visit(c) => {
                    let c = heap.deref(c);
                    if !c.is_compound() {
                        self.leaf(c)
                    } else if let Some(&copy) = self.copies.get(&c) {
                        copy.unwrap_or_else(|| {
                            let hole = self.tree.nil();
                            self.holes.insert(hole, c);
                            hole
                        })
                    } else {
                        self.copies.insert(c, None);
                        let arity = match c.is_list() {
                            true => 2,
                            false => heap.functor_of(c).1,
                        };
                        let at = heap.args_at(c);
                        steps.push(Step::Build(c, arity));
                        let args = (0..u64::from(arity)).rev();
                        steps.extend(args.map(|i| Step::Visit(heap.get(at + 8 * i))));
                        continue;
                    }
                }
                Step::Build(c, arity) => {
                    let name = match c.is_list() {
                        true => DOT,
                        false => self.machine.functors.get(heap.functor_of(c).0).0,
                    };
                    let args = done.split_off(done.len() - arity as usize);
                    let copy = self.tree.compound(name, &args);
                    self.copies.insert(c, Some(copy));
                    copy
                }
            };
            done.push(made);
        }
        match done.pop() {
            Some(copy) => copy,
            None => self.tree.nil(),
        }
    }

    fn leaf(&mut self, c: Cell) -> NodeId {
        match c.tag() {
            Tag::Atom => self.tree.atom(c.as_atom()),
            Tag::Int => self.tree.int(c.as_int()),
            Tag::Num => {
                let node = match self.machine.number(c) {
                    Number::Int(i) => Node::Int(i),
                    Number::Float(f) => Node::Float(f),
                    Number::Rat(r) => Node::Rat(r),
                };
                self.tree.leaf(node)
            }
            Tag::Var | Tag::AttVar | Tag::Packed | Tag::List | Tag::Struct => {
                match self.variables.get(&c.addr()) {
                    Some(&v) => self.tree.var(v),
                    None => {
                        let v = self.tree.var_count() as u32;
                        self.variables.insert(c.addr(), v);
                        self.tree.new_var(None)
                    }
                }
            }
        }
    }

    /// Puts the compounds in the places of the leaves that stand for them.
    fn close_cycles(&mut self) {
        if self.holes.is_empty() {
            return;
        }
        for i in 0..self.tree.len() as u32 {
            let t = NodeId(i);
            for k in 0..self.tree.args(t).len() {
                let arg = self.tree.args(t)[k];
                let whole = self.holes.get(&arg).and_then(|c| self.copies.get(c));
                if let Some(&Some(copy)) = whole {
                    self.tree.set_arg(t, k, copy);
                }
            }
        }
    }
}
