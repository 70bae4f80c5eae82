//! How answers look: the depth limit, the names of variables, values as arguments of `=`.
//!
//! The rules are those of Scryer's top level. Every compound and every list cell costs one level of
//! the limit; what lies deeper is `...`, the rest of a long list `|...`, the rest of a long string
//! `||...`, so that a shortened term is still Prolog text. Knows trees; writes with the writer.

use super::term::{Tables, is_list_cell};
use crate::base::atom::{Atom, atoms};
use crate::base::tree::{Node, NodeId, Tree};
use crate::syntax::{Spacing, WriteOptions, term_text};
use rustc_hash::FxHashSet;

/// How many levels of a term an answer shows unless it is asked for all.
pub(super) const DEPTH: u32 = 20;

/// The priority of an argument of `=`.
pub(super) const BINDING: u16 = 699;
/// The priority of a goal between commas.
pub(super) const GOAL: u16 = 999;

/// `_A`, `_B`, …, `_Z`, `_A1`, …, without the names that are in use.
pub(super) struct FreshNames {
    used: FxHashSet<String>,
    next: usize,
}

impl FreshNames {
    pub(super) fn new(used: impl Iterator<Item = String>) -> FreshNames {
        FreshNames {
            used: used.collect(),
            next: 0,
        }
    }

    pub(super) fn next(&mut self) -> String {
        loop {
            let letter = char::from(b'A' + (self.next % 26) as u8);
            let name = match self.next / 26 {
                0 => format!("_{letter}"),
                n => format!("_{letter}{n}"),
            };
            self.next += 1;
            if !self.used.contains(&name) {
                return name;
            }
        }
    }
}

/// A term being shortened: what is left to do, on an explicit stack.
enum Task {
    Show(NodeId, u32),
    /// Take this many finished terms off the results and make them a compound.
    Compound(Atom, usize),
    /// Take this many elements and a tail off the results and make them a list.
    List(usize),
    /// A word that stands for what is not shown.
    Word(String),
}

/// Copies the part of a term that is visible within `depth` levels and names its variables, in
/// `tree` as well, in order of appearance.
pub(super) struct Shortener<'a> {
    pub(super) tree: &'a mut Tree,
    pub(super) tables: Tables<'a>,
    pub(super) fresh: &'a mut FreshNames,
    /// Whether anything was left out so far.
    pub(super) shortened: bool,
}

impl Shortener<'_> {
    /// The text of the visible part, for an argument place of priority `max`.
    pub(super) fn text(&mut self, t: NodeId, depth: u32, max: u16) -> String {
        let mut out = Tree::new();
        let root = self.copy(t, depth, &mut out);
        write(&out, root, self.tables, max)
    }

    fn copy(&mut self, t: NodeId, depth: u32, out: &mut Tree) -> NodeId {
        let mut tasks = vec![Task::Show(t, depth)];
        let mut done: Vec<NodeId> = Vec::new();
        while let Some(task) = tasks.pop() {
            let made = match task {
                Task::Show(t, left) => match self.leaf(t, left, out) {
                    Some(made) => made,
                    None if is_list_cell(self.tree, t) => {
                        self.list(t, left, &mut tasks);
                        continue;
                    }
                    None => {
                        let args = self.tree.args(t);
                        if let Node::Compound { name, .. } = *self.tree.node(t) {
                            tasks.push(Task::Compound(name, args.len()));
                        }
                        tasks.extend(args.iter().rev().map(|&a| Task::Show(a, left - 1)));
                        continue;
                    }
                },
                Task::Compound(name, arity) => {
                    let args = done.split_off(done.len() - arity);
                    out.compound(name, &args)
                }
                Task::List(items) => {
                    let mut parts = done.split_off(done.len() - items - 1);
                    match parts.pop() {
                        Some(tail) => out.list(&parts, tail),
                        None => continue,
                    }
                }
                Task::Word(word) => out.new_var(Some(&word)),
            };
            done.push(made);
        }
        match done.pop() {
            Some(root) => root,
            None => out.nil(),
        }
    }

    /// The copy of a term that needs no further work: not a compound, or one that is out of sight.
    fn leaf(&mut self, t: NodeId, left: u32, out: &mut Tree) -> Option<NodeId> {
        match self.tree.node(t) {
            Node::Compound { .. } if left > 0 => None,
            Node::Compound { .. } => {
                self.shortened = true;
                Some(out.new_var(Some("...")))
            }
            &Node::Var(v) => {
                if self.tree.var_name(v).is_none() {
                    let name = self.fresh.next();
                    self.tree.set_var_name(v, Some(&name));
                }
                Some(out.new_var(self.tree.var_name(v)))
            }
            other => Some(out.leaf(other.clone())),
        }
    }

    /// Plans a list: as many elements as the limit allows, then the tail or what stands for it.
    fn list(&mut self, t: NodeId, left: u32, tasks: &mut Vec<Task>) {
        let mut items = Vec::new();
        let mut rest = t;
        let mut left_here = left;
        while let Some((head, tail)) = self.tree.as_cons(rest) {
            if left_here == 0 {
                break;
            }
            left_here -= 1;
            items.push((head, left_here));
            rest = tail;
        }
        let cut = self.tree.as_cons(rest).is_some();
        self.shortened |= cut;
        if cut && self.tables.strings && is_string(self.tree, t) {
            let heads: Vec<NodeId> = items.iter().map(|&(h, _)| h).collect();
            tasks.push(Task::Word(self.cut_string(&heads)));
            return;
        }
        tasks.push(Task::List(items.len()));
        tasks.push(match cut {
            true => Task::Word("...".to_string()),
            false => Task::Show(rest, left_here),
        });
        tasks.extend(items.into_iter().rev().map(|(h, left)| Task::Show(h, left)));
    }

    /// `"abc"||...`
    fn cut_string(&self, chars: &[NodeId]) -> String {
        let mut tree = Tree::new();
        let chars: Vec<NodeId> = chars
            .iter()
            .map(|&c| tree.leaf(self.tree.node(c).clone()))
            .collect();
        let nil = tree.nil();
        let root = tree.list(&chars, nil);
        format!("{}||...", write(&tree, root, self.tables, GOAL))
    }
}

/// Whether a list consists of characters throughout and ends in `[]`.
fn is_string(tree: &Tree, t: NodeId) -> bool {
    let mut rest = t;
    while let Some((head, tail)) = tree.as_cons(rest) {
        if !matches!(*tree.node(head), Node::Atom(a) if a.as_char().is_some()) {
            return false;
        }
        rest = tail;
    }
    *tree.node(rest) == Node::Atom(atoms::NIL)
}

/// Names the variables that are reachable from `roots` and have no name yet.
pub(super) fn name_the_rest(tree: &mut Tree, roots: &[NodeId], fresh: &mut FreshNames) {
    if (0..tree.var_count() as u32).all(|v| tree.var_name(v).is_some()) {
        return;
    }
    let mut seen = vec![false; tree.len()];
    let mut stack: Vec<NodeId> = roots.iter().rev().copied().collect();
    while let Some(t) = stack.pop() {
        if std::mem::replace(&mut seen[t.0 as usize], true) {
            continue;
        }
        if let Node::Var(v) = *tree.node(t)
            && tree.var_name(v).is_none()
        {
            let name = fresh.next();
            tree.set_var_name(v, Some(&name));
        }
        stack.extend(tree.args(t).iter().rev());
    }
}

/// Writes a finite term whose variables have names, quoted, for an argument place of priority
/// `max`. An atom that is an operator stands in parentheses wherever it is an operand.
pub(super) fn write(tree: &Tree, t: NodeId, tables: Tables<'_>, max: u16) -> String {
    write_spaced(tree, t, tables, max, false)
}

/// As [`write`], with blanks after the commas between arguments and elements if `spaced`.
pub(super) fn write_spaced(
    tree: &Tree,
    t: NodeId,
    tables: Tables<'_>,
    max: u16,
    spaced: bool,
) -> String {
    let options = WriteOptions {
        quoted: true,
        double_quotes: tables.strings,
        numbervars: tables.numbervars,
        spacing: match spaced {
            true => Spacing::NextArgument,
            false => Spacing::Standard,
        },
        priority: max,
        operand: max < GOAL,
        ..WriteOptions::default()
    };
    term_text(tree, t, tables.atoms, tables.ops, &options)
}
