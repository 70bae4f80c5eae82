//! Conversion between heap terms and owned trees, and the writer's view of heap terms.

use crate::base::atom::atoms;
use crate::base::number::Number;
use crate::base::tree::{Node, NodeId, TermView, Tree, View};
use crate::code::pred::ConstId;
use crate::machine::memory::cell::{Cell, Tag};
use crate::machine::{Attributes, Extension, Machine, Record};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// The steps for which there is room when a conversion of a term begins.
const SMALL_TERM: usize = 16;

impl<X: Extension> Machine<X> {
    /// Builds a tree on the heap. `vars[i]` is the cell of variable `i`; missing ones are created.
    pub(crate) fn build(&mut self, tree: &Tree, root: NodeId, vars: &mut Vec<Cell>) -> Cell {
        while vars.len() < tree.var_count() {
            let v = self.heap.new_var();
            vars.push(v);
        }
        self.heap.ensure(1);
        let slot = self.heap.top();
        self.heap.push(Cell::NIL);
        let mut work = Vec::with_capacity(SMALL_TERM);
        work.push((root, slot));
        while let Some((n, at)) = work.pop() {
            let c = match tree.node(n) {
                Node::Var(v) => vars[*v as usize],
                Node::Atom(a) => Cell::atom(*a),
                Node::Int(_) | Node::Float(_) | Node::Rat(_) | Node::String(_) => {
                    self.constant_of(tree.node(n))
                }
                Node::Compound { name, arity, .. } => {
                    if *name == atoms::DOT
                        && let Some((text, rest)) = self.packed_part(tree, n)
                    {
                        let list = self.heap.packed(&text, Cell::NIL);
                        // The last cell is that of the tail.
                        work.push((rest, self.heap.top() - 8));
                        self.heap.set(at, list);
                        continue;
                    }
                    let n_args = u64::from(*arity);
                    self.heap.ensure(n_args + 1);
                    let is_list = *name == atoms::DOT && *arity == 2;
                    let base = self.heap.top();
                    if !is_list {
                        let f = self.functors.intern_transient(*name, *arity);
                        self.heap.push(Cell::functor(f, *arity));
                    }
                    let first = self.heap.top();
                    for _ in 0..n_args {
                        self.heap.push(Cell::NIL);
                    }
                    // The last argument is done last, so that a long list keeps one entry.
                    for (i, &a) in tree.args(n).iter().enumerate().rev() {
                        work.push((a, first + 8 * i as u64));
                    }
                    if is_list {
                        Cell::list(base)
                    } else {
                        Cell::structure(base)
                    }
                }
            };
            self.heap.set(at, c);
        }
        self.heap.get(slot)
    }

    /// The characters with which a list of a tree begins, if they become a packed list, and the rest of it.
    fn packed_part(&self, tree: &Tree, list: NodeId) -> Option<(String, NodeId)> {
        let (text, rest) = tree.leading_chars(list);
        self.heap.packs(&text).then_some((text, rest))
    }

    /// The cell of a number or string.
    fn constant_of(&mut self, n: &Node) -> Cell {
        match n {
            Node::Int(i) => self.int_cell(i),
            Node::Float(f) => self.heap.float(*f),
            Node::Rat(r) => self.number_cell(&Number::Rat(r.clone())),
            Node::String(text) => self.heap.string(text),
            Node::Atom(a) => Cell::atom(*a),
            Node::Var(_) | Node::Compound { .. } => Cell::NIL,
        }
    }

    /// Puts a number or string into the constant pool of compiled code.
    pub(crate) fn add_constant(&mut self, n: &Node) -> ConstId {
        let c = self.constant_of(n);
        self.add_constant_cell(c)
    }

    /// Puts the packed list of a text into the constant pool of compiled code.
    pub(crate) fn add_text_constant(&mut self, text: &str) -> ConstId {
        let c = self.heap.packed(text, Cell::NIL);
        self.add_constant_cell(c)
    }

    /// Puts the number, string or packed list of a cell into the constant pool of compiled code.
    pub(crate) fn add_constant_cell(&mut self, c: Cell) -> ConstId {
        let r = Record::new(&mut self.heap, c, Attributes::Drop);
        self.db.add_constant(r)
    }

    /// Copies a heap term into a tree. `vars` numbers the variables by address, shared between calls.
    pub(crate) fn to_tree(
        &self,
        tree: &mut Tree,
        term: Cell,
        vars: &mut FxHashMap<u64, u32>,
    ) -> NodeId {
        enum TreeStep {
            Visit(Cell),
            Build(Cell, u32),
        }
        let mut steps = Vec::with_capacity(SMALL_TERM);
        steps.push(TreeStep::Visit(term));
        let mut done: Vec<NodeId> = Vec::with_capacity(SMALL_TERM);
        while let Some(step) = steps.pop() {
            match step {
                TreeStep::Visit(c) => {
                    let c = self.heap.deref(c);
                    match c.tag() {
                        Tag::Packed => {
                            let (head, rest) = self.heap.split(c);
                            steps.push(TreeStep::Build(c, 2));
                            steps.extend([TreeStep::Visit(rest), TreeStep::Visit(head)]);
                        }
                        Tag::List | Tag::Struct => {
                            let n = if c.is_list() {
                                2
                            } else {
                                self.heap.functor_of(c).1
                            };
                            let at = self.heap.args_at(c);
                            steps.push(TreeStep::Build(c, n));
                            for i in (0..u64::from(n)).rev() {
                                steps.push(TreeStep::Visit(self.heap.get(at + 8 * i)));
                            }
                        }
                        _ => done.push(self.leaf_to_tree(tree, c, vars)),
                    }
                }
                TreeStep::Build(c, n) => {
                    let name = if c.is_any_list() {
                        atoms::DOT
                    } else {
                        self.functors.get(self.heap.functor_of(c).0).0
                    };
                    let first = done.len() - n as usize;
                    let id = tree.compound(name, &done[first..]);
                    done.truncate(first);
                    done.push(id);
                }
            }
        }
        done[0]
    }

    /// Copies a variable or an atomic term into a tree.
    fn leaf_to_tree(&self, tree: &mut Tree, c: Cell, vars: &mut FxHashMap<u64, u32>) -> NodeId {
        match c.tag() {
            Tag::Atom => tree.atom(c.as_atom()),
            Tag::Int => tree.int(c.as_int()),
            Tag::Num => tree.leaf(match self.number(c) {
                Number::Int(i) => Node::Int(i),
                Number::Float(f) => Node::Float(f),
                Number::Rat(r) => Node::Rat(r),
            }),
            Tag::String => tree.leaf(Node::String(self.heap.text(c).into())),
            Tag::Var | Tag::AttVar | Tag::List | Tag::Packed | Tag::Struct => {
                match vars.get(&c.addr()) {
                    Some(&v) => tree.var(v),
                    None => {
                        vars.insert(c.addr(), tree.var_count() as u32);
                        tree.new_var(None)
                    }
                }
            }
        }
    }

    /// A term as a tree of its own. The second value numbers its variables by address.
    pub(crate) fn tree_of(&self, term: Cell) -> (Tree, FxHashMap<u64, u32>) {
        let mut tree = Tree::new();
        let mut vars = FxHashMap::default();
        let root = self.to_tree(&mut tree, term, &mut vars);
        tree.root = Some(root);
        (tree, vars)
    }
}

impl<X: Extension> TermView for Machine<X> {
    type Id = Cell;
    fn view(&self, t: Cell) -> View<'_> {
        let c = self.heap.deref(t);
        match c.tag() {
            Tag::Var | Tag::AttVar => View::Var(c.addr() / 8),
            Tag::String => View::String(self.heap.text(c)),
            Tag::Atom => View::Atom(c.as_atom()),
            Tag::List | Tag::Packed => View::Compound(atoms::DOT, 2),
            Tag::Struct => {
                let (f, n) = self.heap.functor_of(c);
                View::Compound(self.functors.get(f).0, n as usize)
            }
            Tag::Int | Tag::Num => match self.number(c) {
                Number::Int(i) => View::Int(Cow::Owned(i)),
                Number::Float(f) => View::Float(f),
                Number::Rat(r) => View::Rat(Cow::Owned(*r)),
            },
        }
    }
    fn arg(&self, t: Cell, i: usize) -> Cell {
        let c = self.heap.deref(t);
        if c.is_packed() {
            let (head, rest) = self.heap.split(c);
            return self.heap.deref(if i == 0 { head } else { rest });
        }
        self.heap
            .deref(self.heap.get(self.heap.args_at(c) + 8 * i as u64))
    }
    fn var_name(&self, _: Cell) -> Option<&str> {
        None
    }
}
