//! Terms leave the heap as trees.
//!
//! A term that is no larger written out than the heap it stands on is copied plainly. One that shares
//! its parts, or is cyclic, becomes a tree that shares and is cyclic in the same places. For display, of
//! a huge term only the part is copied that an answer can show.

use super::show::DEPTH;
use crate::base::atom::{Atom, atoms};
use crate::base::number::Number;
use crate::base::tree::{Node, NodeId, Tree};
use crate::machine::{Cell, Extension, Machine, Tag};
use rustc_hash::{FxHashMap, FxHashSet};

/// How much of a term is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scope {
    /// Nothing: it matters only that there is an answer.
    Nothing,
    /// All of it.
    Whole,
    /// What an answer shows; all of it, unless it is huge.
    Visible,
}

/// How many compounds a term may have without being huge.
const HUGE: u64 = 100_000;
/// How many levels of a huge term are copied: more than an answer shows, so that it sees where to cut.
const LEVELS: u32 = DEPTH + 2;

/// Copies terms into one tree. The places of the copies are in the order of the terms.
pub(super) fn export<X: Extension>(
    m: &Machine<X>,
    terms: &[Cell],
    scope: Scope,
) -> (Tree, Vec<NodeId>) {
    // More compounds than there is heap mean sharing or a cycle.
    let cells = m.heap.top() / 8;
    let plain = match scope {
        Scope::Nothing => return (Tree::new(), Vec::new()),
        Scope::Whole => cells,
        Scope::Visible => cells.min(HUGE),
    };
    let mut e = Exporter {
        machine: m,
        tree: Tree::new(),
        variables: FxHashMap::default(),
        copies: FxHashMap::default(),
        holes: FxHashMap::default(),
        waiting: FxHashMap::default(),
        keep: Keep::Nothing,
    };
    if compounds(m, terms, plain, false) > plain {
        e.keep = match scope {
            Scope::Visible if compounds(m, terms, HUGE, true) > HUGE => Keep::Path,
            _ => Keep::All,
        };
    }
    if e.keep == Keep::Path {
        // The values of variables are whole terms of the answer, which others refer to.
        let roots = terms.iter().map(|&t| (m.heap.deref(t), None));
        e.copies = roots.filter(|(t, _)| t.is_compound()).collect();
    }
    let places = terms.iter().map(|&t| e.copy(t)).collect();
    e.close_cycles();
    (e.tree, places)
}

/// How many compounds there are, counted no further than one beyond `limit`: `distinct` ones, or as
/// many as there are when the terms are written out.
fn compounds<X: Extension>(m: &Machine<X>, terms: &[Cell], limit: u64, distinct: bool) -> u64 {
    let mut seen: FxHashSet<Cell> = FxHashSet::default();
    let mut count = 0;
    let mut todo = terms.to_vec();
    while let Some(c) = todo.pop() {
        let c = m.heap.deref(c);
        if !c.is_compound() || (distinct && !seen.insert(c)) {
            continue;
        }
        count += 1;
        if count > limit {
            break;
        }
        // The last argument is looked at last, so that nothing piles up along a list.
        let at = m.heap.args_at(c);
        todo.extend((0..arity(m, c)).rev().map(|i| m.heap.get(at + 8 * i)));
    }
    count
}

fn arity<X: Extension>(m: &Machine<X>, c: Cell) -> u64 {
    match c.is_list() {
        true => 2,
        false => u64::from(m.heap.functor_of(c).1),
    }
}

/// Which copies are remembered, so that what is met again is not copied again.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keep {
    /// None: nothing is met too often.
    Nothing,
    /// All.
    All,
    /// Those of the whole terms, and those that contain the place where we are. Only a limited number
    /// of levels is copied.
    Path,
}

enum Step {
    Visit(Cell, u32),
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
    /// Leaves that stand for a compound that is copied elsewhere, and that copy once it is made.
    holes: FxHashMap<NodeId, Option<NodeId>>,
    /// The leaves that stand for each compound that is not finished.
    waiting: FxHashMap<Cell, Vec<NodeId>>,
    keep: Keep,
}

impl<X: Extension> Exporter<'_, X> {
    fn copy(&mut self, term: Cell) -> NodeId {
        let heap = &self.machine.heap;
        let root = heap.deref(term);
        let mut steps = vec![Step::Visit(term, LEVELS)];
        let mut done: Vec<NodeId> = Vec::new();
        let mut at_root = true;
        while let Some(step) = steps.pop() {
            let made = match step {
                Step::Visit(c, levels) => {
                    let c = heap.deref(c);
                    let whole = std::mem::take(&mut at_root) && self.keep == Keep::Path;
                    if !c.is_compound() {
                        self.leaf(c)
                    } else if let Some(&copy) = self.copies.get(&c)
                        && !(whole && copy.is_none())
                    {
                        copy.unwrap_or_else(|| {
                            let hole = self.tree.nil();
                            self.holes.insert(hole, None);
                            self.waiting.entry(c).or_default().push(hole);
                            hole
                        })
                    } else if levels == 0 {
                        self.rest(c)
                    } else {
                        if self.keep != Keep::Nothing {
                            self.copies.insert(c, None);
                        }
                        let n = arity(self.machine, c);
                        let at = heap.args_at(c);
                        let below = match self.keep {
                            Keep::Path => levels - 1,
                            _ => levels,
                        };
                        steps.push(Step::Build(c, n as u32));
                        let args = (0..n).rev().map(|i| heap.get(at + 8 * i));
                        steps.extend(args.map(|a| Step::Visit(a, below)));
                        continue;
                    }
                }
                Step::Build(c, arity) => {
                    let name = match c.is_list() {
                        true => atoms::DOT,
                        false => self.machine.functors.get(heap.functor_of(c).0).0,
                    };
                    let args = done.split_off(done.len() - arity as usize);
                    let copy = self.tree.compound(name, &args);
                    self.leave(c, copy, c == root);
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

    /// A compound is finished: fills the holes that stand for it, and remembers it if need be.
    fn leave(&mut self, c: Cell, copy: NodeId, whole: bool) {
        match self.keep {
            Keep::Nothing => return,
            Keep::Path if !whole => {
                self.copies.remove(&c);
            }
            Keep::Path | Keep::All => {
                self.copies.insert(c, Some(copy));
            }
        }
        for hole in self.waiting.remove(&c).unwrap_or_default() {
            self.holes.insert(hole, Some(copy));
        }
    }

    /// What stands for the part of a huge term that no answer shows: whether it is the rest of a string
    /// must still be seen.
    fn rest(&mut self, c: Cell) -> NodeId {
        let heap = &self.machine.heap;
        let mut rest = c;
        for _ in 0..=heap.top() / 8 {
            if !rest.is_list() {
                break;
            }
            let at = heap.args_at(rest);
            if heap
                .deref(heap.get(at))
                .to_atom()
                .and_then(Atom::as_char)
                .is_none()
            {
                break;
            }
            rest = heap.deref(heap.get(at + 8));
        }
        match rest.to_atom() {
            Some(atoms::NIL) => self.tree.nil(),
            _ => self.tree.atom(atoms::EMPTY),
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
                if let Some(&Some(copy)) = self.holes.get(&arg) {
                    self.tree.set_arg(t, k, copy);
                }
            }
        }
    }
}
