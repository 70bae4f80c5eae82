//! Terms with everything that printing them needs, so that they outlive the machine.

use super::term_display::{self, FreshNames, PrintContext, Shortener};
use crate::base::atom::{Atom, AtomNames, AtomTable, AtomText, Object, atoms};
use crate::base::tree::{Node, NodeId, Tree};
use crate::syntax::OpTable;
use crate::system::flags::AnswerOptions;
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// Terms, the names of their atoms, and the operators to print them with.
#[derive(Clone)]
pub(crate) struct Snapshot {
    pub(crate) tree: Tree,
    names: Names,
    /// The table of the machine, as it was when the snapshot was made.
    ops: OpTable,
    strings: bool,
    numbervars: bool,
    options: AnswerOptions,
}

/// The names of the atoms of a snapshot that not every table has, under the numbers of the machine.
#[derive(Clone)]
struct Names {
    texts: FxHashMap<Atom, Box<str>>,
    /// The values of the host that some of the atoms stand for.
    objects: FxHashMap<Atom, Object>,
}

impl AtomNames for Names {
    fn text(&self, a: Atom) -> AtomText<'_> {
        match (a.as_char(), atoms::NAMES.get(a.index() as usize)) {
            (Some(c), _) => AtomText::of_char(c),
            (None, Some(name)) => AtomText::Table(name),
            (None, None) => AtomText::Table(self.texts.get(&a).map_or("", |name| name)),
        }
    }

    fn object(&self, a: Atom) -> Option<&Object> {
        self.objects.get(&a)
    }
}

impl Snapshot {
    /// A snapshot of a finite tree with the names of its atoms.
    pub(crate) fn new(tree: Tree, context: PrintContext<'_>) -> Snapshot {
        let (mut texts, mut objects) = (FxHashMap::default(), FxHashMap::default());
        for i in 0..tree.len() as u32 {
            let (Node::Atom(a) | Node::Compound { name: a, .. }) = *tree.node(NodeId(i)) else {
                continue;
            };
            if !is_known(a) {
                texts.entry(a).or_insert_with(|| {
                    if let Some(object) = context.atoms.object(a) {
                        objects.insert(a, Object::clone(object));
                    }
                    (*context.atoms.text(a)).into()
                });
            }
        }
        Snapshot {
            tree,
            names: Names { texts, objects },
            ops: context.ops.clone(),
            strings: context.strings,
            numbervars: context.numbervars,
            options: context.options,
        }
    }

    /// The name of an atom of the tree.
    pub(crate) fn name(&self, a: Atom) -> Cow<'_, str> {
        match a.as_char() {
            Some(c) => Cow::Owned(c.to_string()),
            None => Cow::Borrowed(match atoms::NAMES.get(a.index() as usize) {
                Some(name) => name,
                None => self.names.texts.get(&a).map_or("", |n| n),
            }),
        }
    }

    /// The value of the host that an atom of the tree stands for.
    pub(super) fn object(&self, a: Atom) -> Option<&Object> {
        self.names.object(a)
    }

    /// The tree with the atoms of another table, which collects them when nothing on its heap refers to them.
    pub(super) fn tree_over(&self, table: &mut AtomTable) -> Tree {
        self.tree_with(table, AtomTable::intern_transient)
    }

    /// The tree with the atoms of another table, which keeps them.
    pub(super) fn lasting_tree_over(&self, table: &mut AtomTable) -> Tree {
        self.tree_with(table, AtomTable::intern)
    }

    fn tree_with(&self, table: &mut AtomTable, intern: fn(&mut AtomTable, &str) -> Atom) -> Tree {
        let names = self.names.texts.iter();
        let renamed: FxHashMap<Atom, Atom> = names
            .map(|(&a, name)| match self.names.object(a) {
                Some(object) => (a, table.intern_object(object, kind(name))),
                None => (a, intern(table, name)),
            })
            .collect();
        self.tree
            .with_atoms(|a| renamed.get(&a).copied().unwrap_or(a))
    }

    /// The names, operators and flags that the terms are printed with.
    pub(super) fn context(&self) -> PrintContext<'_> {
        PrintContext {
            atoms: &self.names,
            ops: &self.ops,
            strings: self.strings,
            numbervars: self.numbervars,
            options: self.options,
        }
    }

    /// The text of one of the terms as an argument of priority `max`.
    pub(crate) fn text(&self, t: NodeId, max: u16) -> String {
        term_display::write_whole(&self.tree, t, self.context(), max)
    }

    /// The text of one of the terms, shortened as in an answer.
    pub(crate) fn shortened_text(&self, t: NodeId, max: u16) -> String {
        let mut tree = self.tree.clone();
        let mut fresh = FreshNames::new(std::iter::empty());
        let mut shortener = Shortener::new(&mut tree, self.context(), &mut fresh);
        let depth = shortener.context.depth();
        shortener.text(t, depth, max)
    }
}

/// The kind in the name `<Kind N>` of an atom that stands for a value of the host.
fn kind(name: &str) -> &str {
    let inner = name.trim_start_matches('<');
    inner.rsplit_once(' ').map_or(inner, |(kind, _)| kind)
}

/// Returns true if the atom has the same number in every table.
fn is_known(a: Atom) -> bool {
    a.as_char().is_some() || (a.index() as usize) < atoms::NAMES.len()
}
