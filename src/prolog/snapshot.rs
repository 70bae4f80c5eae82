//! Terms with everything that printing them needs, so that they outlive the machine.

use super::term_display::{self, FreshNames, PrintContext, Shortener};
use crate::base::atom::{Atom, AtomTable, Object, atoms};
use crate::base::tree::{Node, NodeId, Tree};
use crate::syntax::OpTable;
use crate::system::flags::AnswerOptions;
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// Terms, the names of their atoms, and the operators to print them with.
#[derive(Clone)]
pub(crate) struct Snapshot {
    pub(crate) tree: Tree,
    names: FxHashMap<Atom, Box<str>>,
    /// The values of the host that atoms of the tree stand for.
    objects: FxHashMap<Atom, Object>,
    ops: OpTable,
    strings: bool,
    numbervars: bool,
    options: AnswerOptions,
}

impl Snapshot {
    /// A snapshot of a finite tree with the names of its atoms.
    pub(crate) fn new(tree: Tree, context: PrintContext<'_>) -> Snapshot {
        let (mut names, mut objects) = (FxHashMap::default(), FxHashMap::default());
        for i in 0..tree.len() as u32 {
            let (Node::Atom(a) | Node::Compound { name: a, .. }) = *tree.node(NodeId(i)) else {
                continue;
            };
            if !is_known(a) {
                names.entry(a).or_insert_with(|| {
                    if let Some(object) = context.atoms.object(a) {
                        objects.insert(a, Object::clone(object));
                    }
                    (*context.atoms.text(a)).into()
                });
            }
        }
        Snapshot {
            tree,
            names,
            objects,
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
                None => self.names.get(&a).map_or("", |n| n),
            }),
        }
    }

    /// The value of the host that an atom of the tree stands for.
    pub(super) fn object(&self, a: Atom) -> Option<&Object> {
        self.objects.get(&a)
    }

    /// The tree with the atoms of another table.
    pub(super) fn tree_over(&self, table: &mut AtomTable) -> Tree {
        let names = self.names.iter();
        let renamed: FxHashMap<Atom, Atom> = names
            .map(|(&a, name)| match self.objects.get(&a) {
                Some(object) => (a, table.intern_object(object, kind(name))),
                None => (a, table.intern_transient(name)),
            })
            .collect();
        self.tree
            .with_atoms(|a| renamed.get(&a).copied().unwrap_or(a))
    }

    /// The text of one of the terms as an argument of priority `max`.
    pub(crate) fn text(&self, t: NodeId, max: u16) -> String {
        let local = self.printable();
        term_display::write(&local.tree, t, local.context(self), max)
    }

    /// The text of one of the terms, shortened as in an answer.
    pub(crate) fn shortened_text(&self, t: NodeId, max: u16) -> String {
        let mut local = self.printable();
        let mut shortener = Shortener {
            tree: &mut local.tree,
            context: PrintContext {
                atoms: &local.atoms,
                ops: &local.ops,
                strings: self.strings,
                numbervars: self.numbervars,
                options: self.options,
            },
            fresh: &mut FreshNames::new(std::iter::empty()),
            shortened: false,
        };
        let depth = shortener.context.depth();
        shortener.text(t, depth, max)
    }

    /// The tree over an atom table of its own, with those operators whose names occur in it.
    pub(super) fn printable(&self) -> PrintableTree {
        let mut table = AtomTable::new();
        let mut ops = commas_only(&mut table);
        let mut renamed: FxHashMap<Atom, Atom> = FxHashMap::default();
        for (&a, name) in &self.names {
            renamed.insert(a, table.intern(name));
        }
        for (a, def) in self.ops.iter() {
            let a = match renamed.get(&a) {
                Some(&b) => b,
                None if is_known(a) => a,
                None => continue,
            };
            // Accepted, as it was when the operator was defined.
            let _ = ops.add(def.priority, def.ty, a);
        }
        let rename = |a| renamed.get(&a).copied().unwrap_or(a);
        PrintableTree {
            tree: self.tree.with_atoms(rename),
            atoms: table,
            ops,
        }
    }
}

/// A tree with an atom table and an operator table of its own.
pub(super) struct PrintableTree {
    pub(super) tree: Tree,
    atoms: AtomTable,
    ops: OpTable,
}

impl PrintableTree {
    pub(super) fn context(&self, of: &Snapshot) -> PrintContext<'_> {
        PrintContext {
            atoms: &self.atoms,
            ops: &self.ops,
            strings: of.strings,
            numbervars: of.numbervars,
            options: of.options,
        }
    }
}

/// The kind in the name `<Kind N>` of an atom that stands for a value of the host.
fn kind(name: &str) -> &str {
    let inner = name.trim_start_matches('<');
    inner.rsplit_once(' ').map_or(inner, |(kind, _)| kind)
}

/// The table with the comma alone, the one operator that cannot be added to a table.
fn commas_only(table: &mut AtomTable) -> OpTable {
    let mut ops = OpTable::standard(table);
    let others: Vec<_> = ops.iter().collect();
    for (a, def) in others {
        // Refused for the comma, which is to stay.
        let _ = ops.add(0, def.ty, a);
    }
    ops
}

/// Returns true if the atom has the same number in every table.
fn is_known(a: Atom) -> bool {
    a.as_char().is_some() || (a.index() as usize) < atoms::NAMES.len()
}
