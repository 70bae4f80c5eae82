//! Owned terms: the output of the parser, the input of the compiler, the answers that a host holds.
//!
//! A `Tree` is one arena, so that a term a million levels deep is built and dropped without
//! recursion. Through [`TermView`] the writer and the comparer of answers read terms, whether they
//! stand in a `Tree` or on a heap.

use super::atom::{Atom, atoms};
use super::int::Int;
use super::number::Number;
use dashu_ratio::RBig;

/// The index of a node in a [`Tree`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct NodeId(pub u32);

/// One node of a [`Tree`].
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Node {
    /// The variable with this number; numbers are dense from 0 within a tree.
    Var(u32),
    /// An atom.
    Atom(Atom),
    /// An integer.
    Int(Int),
    /// A float.
    Float(f64),
    /// A rational that is not an integer.
    Rat(Box<RBig>),
    /// A string.
    String(Box<str>),
    /// A compound term: `arity` arguments from `start` in the tree's argument list.
    Compound {
        /// The principal functor's name.
        name: Atom,
        /// The index of the first argument.
        start: u32,
        /// The number of arguments, at least 1.
        arity: u32,
    },
}

impl From<Number> for Node {
    fn from(n: Number) -> Node {
        match n {
            Number::Int(i) => Node::Int(i),
            Number::Float(f) => Node::Float(f),
            Number::Rat(r) => Node::Rat(r),
        }
    }
}

/// The names of the variables of a tree, in one text.
#[derive(Clone, Debug, Default)]
struct VariableNames {
    text: String,
    /// Where the name of each variable begins and ends in the text, if it has one.
    places: Vec<Option<(u32, u32)>>,
}

impl VariableNames {
    /// Adds a name to the text.
    fn place(&mut self, name: &str) -> (u32, u32) {
        let start = self.text.len() as u32;
        self.text.push_str(name);
        (start, self.text.len() as u32)
    }

    fn push(&mut self, name: Option<&str>) {
        let place = name.map(|n| self.place(n));
        self.places.push(place);
    }

    fn name(&self, v: u32) -> Option<&str> {
        let (start, end) = self.places[v as usize]?;
        self.text.get(start as usize..end as usize)
    }

    fn set(&mut self, v: u32, name: Option<&str>) {
        self.places[v as usize] = name.map(|n| self.place(n));
    }

    fn len(&self) -> usize {
        self.places.len()
    }

    fn clear(&mut self) {
        self.text.clear();
        self.places.clear();
    }
}

/// An owned term (or several that share variables) in one arena.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    args: Vec<NodeId>,
    var_names: VariableNames,
    /// The term itself; an unfinished tree has no root yet.
    pub root: Option<NodeId>,
}

impl Tree {
    /// An empty tree.
    pub(crate) fn new() -> Tree {
        Tree::default()
    }

    /// An empty tree with room for a clause of usual size.
    pub(crate) fn with_room() -> Tree {
        Tree {
            nodes: Vec::with_capacity(32),
            args: Vec::with_capacity(32),
            var_names: VariableNames {
                text: String::with_capacity(32),
                places: Vec::with_capacity(4),
            },
            root: None,
        }
    }

    /// Empties the tree and keeps its memory.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.args.clear();
        self.var_names.clear();
        self.root = None;
    }

    /// Adds a node that is not a compound.
    pub(crate) fn leaf(&mut self, n: Node) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(n);
        id
    }

    /// Adds an atom.
    pub(crate) fn atom(&mut self, a: Atom) -> NodeId {
        self.leaf(Node::Atom(a))
    }

    /// Adds an integer.
    pub(crate) fn int(&mut self, i: impl Into<Int>) -> NodeId {
        self.leaf(Node::Int(i.into()))
    }

    /// Adds a new variable, with the name that its source gave it.
    pub(crate) fn new_var(&mut self, name: Option<&str>) -> NodeId {
        let v = self.var_names.len() as u32;
        self.var_names.push(name);
        self.leaf(Node::Var(v))
    }

    /// Another occurrence of variable `v`.
    pub(crate) fn var(&mut self, v: u32) -> NodeId {
        debug_assert!((v as usize) < self.var_names.len());
        self.leaf(Node::Var(v))
    }

    /// Adds a compound; with no arguments, the atom.
    pub(crate) fn compound(&mut self, name: Atom, args: &[NodeId]) -> NodeId {
        if args.is_empty() {
            return self.atom(name);
        }
        let start = self.args.len() as u32;
        self.args.extend_from_slice(args);
        self.leaf(Node::Compound {
            name,
            start,
            arity: args.len() as u32,
        })
    }

    /// Replaces the `i`-th argument, from 0, of the compound `t` by `value`.
    ///
    /// Only this makes cycles: a copy of a cyclic term closes its cycle so.
    pub(crate) fn set_arg(&mut self, t: NodeId, i: usize, value: NodeId) {
        if let Node::Compound { start, arity, .. } = *self.node(t) {
            debug_assert!(i < arity as usize);
            self.args[start as usize + i] = value;
        }
    }

    /// The same terms with every atom and functor name replaced.
    pub(crate) fn with_atoms(&self, rename: impl Fn(Atom) -> Atom) -> Tree {
        let mut tree = self.clone();
        for node in &mut tree.nodes {
            if let Node::Atom(a) | Node::Compound { name: a, .. } = node {
                *a = rename(*a);
            }
        }
        tree
    }

    /// Adds the terms of another tree, whose variables become new ones without names. Returns what is added to the
    /// indices of its nodes and to the numbers of its variables.
    pub(crate) fn append(&mut self, other: &Tree) -> (u32, u32) {
        let (nodes, args) = (self.nodes.len() as u32, self.args.len() as u32);
        let variables = self.var_names.len() as u32;
        self.nodes.extend(other.nodes.iter().map(|node| match node {
            Node::Var(v) => Node::Var(v + variables),
            Node::Compound { name, start, arity } => Node::Compound {
                name: *name,
                start: start + args,
                arity: *arity,
            },
            leaf => leaf.clone(),
        }));
        self.args
            .extend(other.args.iter().map(|a| NodeId(a.0 + nodes)));
        let places = &mut self.var_names.places;
        places.resize(places.len() + other.var_count(), None);
        (nodes, variables)
    }

    /// Adds a list cell.
    pub(crate) fn cons(&mut self, head: NodeId, tail: NodeId) -> NodeId {
        self.compound(atoms::DOT, &[head, tail])
    }

    /// Adds a list that ends in `tail`.
    pub(crate) fn list(&mut self, items: &[NodeId], tail: NodeId) -> NodeId {
        self.nodes.reserve(items.len());
        self.args.reserve(2 * items.len());
        let mut list = tail;
        for &item in items.iter().rev() {
            let start = self.args.len() as u32;
            self.args.extend([item, list]);
            list = self.leaf(Node::Compound {
                name: atoms::DOT,
                start,
                arity: 2,
            });
        }
        list
    }

    /// Adds the empty list.
    pub(crate) fn nil(&mut self) -> NodeId {
        self.atom(atoms::NIL)
    }

    /// The node with this index.
    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// The arguments of a compound; none if the node is not a compound.
    pub(crate) fn args(&self, id: NodeId) -> &[NodeId] {
        match *self.node(id) {
            Node::Compound { start, arity, .. } => {
                &self.args[start as usize..(start + arity) as usize]
            }
            _ => &[],
        }
    }

    /// Name and arguments of an atom or compound.
    pub(crate) fn callable(&self, id: NodeId) -> Option<(Atom, &[NodeId])> {
        match *self.node(id) {
            Node::Atom(a) => Some((a, &[])),
            Node::Compound { name, .. } => Some((name, self.args(id))),
            _ => None,
        }
    }

    /// Returns true if two terms are the same; a variable is the same as itself alone.
    pub(crate) fn is_same(&self, a: NodeId, b: NodeId) -> bool {
        self.is_same_within(a, b, usize::MAX)
    }

    /// Returns true if two terms are found to be the same by so many comparisons of nodes. Shared parts are compared
    /// each time that they occur, so that the number may be exponential in the size of the terms.
    pub(crate) fn is_same_within(&self, a: NodeId, b: NodeId, comparisons: usize) -> bool {
        let mut pairs = vec![(a, b)];
        for _ in 0..comparisons {
            let Some((a, b)) = pairs.pop() else {
                return true;
            };
            if a == b {
                continue;
            }
            match (self.callable(a), self.callable(b)) {
                (Some((f, xs)), Some((g, ys))) => {
                    if f != g || xs.len() != ys.len() {
                        return false;
                    }
                    pairs.extend(xs.iter().copied().zip(ys.iter().copied()));
                }
                _ if self.node(a) != self.node(b) => return false,
                _ => {}
            }
        }
        false
    }

    /// The arguments, if the node is `name/N`.
    pub(crate) fn as_compound<const N: usize>(
        &self,
        id: NodeId,
        name: Atom,
    ) -> Option<[NodeId; N]> {
        match *self.node(id) {
            Node::Compound { name: n, .. } if n == name => self.args(id).try_into().ok(),
            _ => None,
        }
    }

    /// Head and tail, if the node is a list cell.
    pub(crate) fn as_cons(&self, id: NodeId) -> Option<(NodeId, NodeId)> {
        self.as_compound::<2>(id, atoms::DOT).map(|[h, t]| (h, t))
    }

    /// Returns true if the node is `[]`.
    pub(crate) fn is_nil(&self, id: NodeId) -> bool {
        *self.node(id) == Node::Atom(atoms::NIL)
    }

    /// The elements of a list, partial list or any other term, and the term after the last list cell: `[]` for a
    /// list. That of a cyclic list is one of its cells.
    pub(crate) fn elements(&self, list: NodeId) -> (Vec<NodeId>, NodeId) {
        let (mut found, mut rest) = (Vec::new(), list);
        // A list that is not cyclic has a node for each cell.
        while found.len() < self.len()
            && let Some((head, tail)) = self.as_cons(rest)
        {
            found.push(head);
            rest = tail;
        }
        (found, rest)
    }

    /// The text of a list of characters that ends in `[]`.
    pub(crate) fn chars(&self, list: NodeId) -> Option<String> {
        let (text, rest) = self.leading_chars(list);
        self.is_nil(rest).then_some(text)
    }

    /// The characters with which a list begins, and the rest of it.
    pub(crate) fn leading_chars(&self, list: NodeId) -> (String, NodeId) {
        let (mut text, mut rest) = (String::new(), list);
        // As in `elements`: a character has at most four bytes.
        while text.len() < 4 * self.len()
            && let Some((head, tail)) = self.as_cons(rest)
            && let Node::Atom(a) = self.node(head)
            && let Some(c) = a.as_char()
        {
            text.push(c);
            rest = tail;
        }
        (text, rest)
    }

    /// The term's root.
    ///
    /// # Panics
    /// When the tree is unfinished; every tree that an API returns is finished.
    #[allow(clippy::expect_used, reason = "documented")]
    pub(crate) fn root(&self) -> NodeId {
        self.root.expect("finished tree")
    }

    /// The number of variables.
    pub(crate) fn var_count(&self) -> usize {
        self.var_names.len()
    }

    /// The source name of variable `v`.
    pub(crate) fn var_name(&self, v: u32) -> Option<&str> {
        self.var_names.name(v)
    }

    /// Names variable `v`.
    pub(crate) fn set_var_name(&mut self, v: u32, name: Option<&str>) {
        self.var_names.set(v, name);
    }

    /// The number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }
}

/// One node of a term, as [`TermView`] returns it.
pub(crate) enum View<'a> {
    /// A variable; equal numbers are the same variable.
    Var(u64),
    /// An atom.
    Atom(Atom),
    /// An integer.
    Int(std::borrow::Cow<'a, Int>),
    /// A float.
    Float(f64),
    /// A rational that is not an integer.
    Rat(std::borrow::Cow<'a, RBig>),
    /// A string.
    String(&'a str),
    /// A compound with this name and number of arguments.
    Compound(Atom, usize),
}

/// A read-only window on terms.
pub(crate) trait TermView {
    /// A term's handle. Equal handles are the same term (the converse need not hold).
    type Id: Copy + PartialEq + Eq + std::hash::Hash;
    /// The node `t`.
    fn view(&self, t: Self::Id) -> View<'_>;
    /// The `i`-th argument, from 0, of the compound `t`.
    fn arg(&self, t: Self::Id, i: usize) -> Self::Id;
    /// The name of a variable in the source text, if it has one.
    fn var_name(&self, t: Self::Id) -> Option<&str>;
}

impl TermView for Tree {
    type Id = NodeId;
    fn view(&self, t: NodeId) -> View<'_> {
        match self.node(t) {
            Node::Var(v) => View::Var(u64::from(*v)),
            Node::Atom(a) => View::Atom(*a),
            Node::Int(i) => View::Int(std::borrow::Cow::Borrowed(i)),
            Node::Float(f) => View::Float(*f),
            Node::Rat(r) => View::Rat(std::borrow::Cow::Borrowed(r)),
            Node::String(text) => View::String(text),
            Node::Compound { name, arity, .. } => View::Compound(*name, *arity as usize),
        }
    }
    fn arg(&self, t: NodeId, i: usize) -> NodeId {
        self.args(t)[i]
    }
    fn var_name(&self, t: NodeId) -> Option<&str> {
        match self.node(t) {
            Node::Var(v) => Tree::var_name(self, *v),
            _ => None,
        }
    }
}
