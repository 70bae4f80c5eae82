//! Copies terms from the heap to trees.
//!
//! A term whose written size is at most that of the heap is copied without bookkeeping. A term that shares parts,
//! or is cyclic, becomes a tree that shares parts and is cyclic in the same places. Of a huge term that is to be
//! printed, only the part is copied that an answer can show.

use super::term_display::{ARGUMENTS, DEPTH};
use crate::base::atom::{Atom, atoms};
use crate::base::number::Number;
use crate::base::tree::{Node, NodeId, Tree};
use crate::machine::{Cell, Extension, Machine, Tag};
use rustc_hash::{FxHashMap, FxHashSet};

/// The part of a term to copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Extent {
    /// Nothing; for queries whose bindings are not used.
    Nothing,
    /// All of it.
    Whole,
    /// All of it, if it has at most so many compounds and arguments of compounds; otherwise nothing.
    Within(u64),
    /// The part that an answer shows, if the term is huge; otherwise all of it.
    Visible,
}

/// The number of compounds above which a term is huge.
const HUGE: u64 = 100_000;
/// The number of arguments that count as much as a compound.
const WIDE: u64 = 16;
/// The number of levels of a huge term to copy: more than an answer shows, so that the printer knows that parts are
/// left out.
const LEVELS: u32 = DEPTH + 2;

/// Copies terms into one tree. Returns the places of the copies, in the order of the terms.
pub(super) fn export<X: Extension>(
    m: &Machine<X>,
    terms: &[Cell],
    extent: Extent,
) -> (Tree, Vec<NodeId>) {
    // A term with more compounds than the heap has cells shares parts or is cyclic.
    let cells = m.heap.top() / 8;
    let plain = match extent {
        Extent::Nothing => return (Tree::new(), Vec::new()),
        Extent::Within(most) => match plain_within(m, terms, most, cells) {
            Some(plain) => plain,
            None => return (Tree::new(), Vec::new()),
        },
        Extent::Whole => cells,
        Extent::Visible => cells.min(HUGE),
    };
    let mut e = Exporter {
        machine: m,
        tree: Tree::new(),
        variables: FxHashMap::default(),
        copies: FxHashMap::default(),
        holes: FxHashMap::default(),
        waiting: FxHashMap::default(),
        cache: CopyCache::Nothing,
    };
    if compounds(m, terms, plain, false) > plain {
        e.cache = match extent {
            Extent::Visible if compounds(m, terms, HUGE, true) > HUGE => CopyCache::Path,
            _ => CopyCache::All,
        };
    }
    if e.cache == CopyCache::Path {
        // Terms of the answer refer to the values of other variables.
        let roots = terms.iter().map(|&t| (m.heap.deref(t), None));
        e.copies = roots.filter(|(t, _)| t.is_compound()).collect();
    }
    let places = terms.iter().map(|&t| e.copy(t)).collect();
    e.close_cycles();
    (e.tree, places)
}

/// The number of compounds up to which terms are copied without regard to sharing, so that the copy has at most `most`
/// compounds and arguments: `cells` if all of the written terms fit, 0 if only a copy that has shared parts once does.
/// `None` if no copy fits.
fn plain_within<X: Extension>(
    m: &Machine<X>,
    terms: &[Cell],
    most: u64,
    cells: u64,
) -> Option<u64> {
    let fits = |distinct| parts(m, terms, most, distinct) <= most;
    match fits(false) {
        true => Some(cells),
        false => fits(true).then_some(0),
    }
}

/// The number of compounds in terms, counted up to a number above `limit`: of `distinct` ones, or of all that the
/// written terms have. One with many arguments counts as several.
fn compounds<X: Extension>(m: &Machine<X>, terms: &[Cell], limit: u64, distinct: bool) -> u64 {
    weigh(m, terms, limit, distinct, |arity| 1 + arity / WIDE)
}

/// The number of compounds in terms and of their arguments, counted as by [`compounds`].
pub(super) fn parts<X: Extension>(
    m: &Machine<X>,
    terms: &[Cell],
    limit: u64,
    distinct: bool,
) -> u64 {
    weigh(m, terms, limit, distinct, |arity| 1 + arity)
}

/// The sum of the weights of the compounds in terms, given their arities, as [`compounds`] counts them.
fn weigh<X: Extension>(
    m: &Machine<X>,
    terms: &[Cell],
    limit: u64,
    distinct: bool,
    weight: impl Fn(u64) -> u64,
) -> u64 {
    let mut seen: FxHashSet<Cell> = FxHashSet::default();
    let mut count = 0;
    for &root in terms {
        let mut next = Some(root);
        // Compounds, each with the number of its next argument. One whose last argument is next is removed, so that
        // the stack stays small along a list.
        let mut open: Vec<(Cell, u64)> = Vec::new();
        while let Some(c) = next {
            let c = m.heap.deref(c);
            if c.is_compound() && (!distinct || seen.insert(c)) {
                let arity = u64::from(m.heap.arity_of(c));
                count += weight(arity);
                if count > limit {
                    return count;
                }
                if arity > 0 {
                    open.push((c, 0));
                }
            }
            next = open.pop().map(|(parent, i)| {
                if i + 1 < u64::from(m.heap.arity_of(parent)) {
                    open.push((parent, i + 1));
                }
                m.heap.argument(parent, i)
            });
        }
    }
    count
}

/// The copies that are kept for further occurrences.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CopyCache {
    /// None: there is little sharing.
    Nothing,
    /// All.
    All,
    /// Those of whole terms, and those of the ancestors of the present place. A limited number of levels is
    /// copied.
    Path,
}

enum ExportStep {
    Visit(Cell, u32),
    /// Make a compound of finished arguments.
    Build(Cell, u32),
}

struct Exporter<'m, X: Extension> {
    machine: &'m Machine<X>,
    tree: Tree,
    /// The number of the variable at an address.
    variables: FxHashMap<u64, u32>,
    /// The copy of a compound; none while it is being made.
    copies: FxHashMap<Cell, Option<NodeId>>,
    /// Leaves in place of a compound that is copied elsewhere, with that copy once it is finished.
    holes: FxHashMap<NodeId, Option<NodeId>>,
    /// The leaves in place of each compound that is not finished.
    waiting: FxHashMap<Cell, Vec<NodeId>>,
    cache: CopyCache,
}

impl<X: Extension> Exporter<'_, X> {
    fn copy(&mut self, term: Cell) -> NodeId {
        let heap = &self.machine.heap;
        let root = heap.deref(term);
        let mut steps = vec![ExportStep::Visit(term, LEVELS)];
        let mut done: Vec<NodeId> = Vec::new();
        let mut at_root = true;
        while let Some(step) = steps.pop() {
            let made = match step {
                ExportStep::Visit(c, levels) => {
                    let c = heap.deref(c);
                    let whole = std::mem::take(&mut at_root) && self.cache == CopyCache::Path;
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
                        if self.cache != CopyCache::Nothing {
                            self.copies.insert(c, None);
                        }
                        let n = heap.arity_of(c);
                        let (n, below) = match self.cache {
                            // One argument more than an answer shows, as for the levels.
                            CopyCache::Path => (n.min(ARGUMENTS as u32 + 1), levels - 1),
                            _ => (n, levels),
                        };
                        steps.push(ExportStep::Build(c, n));
                        let args = (0..u64::from(n)).rev().map(|i| heap.argument(c, i));
                        steps.extend(args.map(|a| ExportStep::Visit(a, below)));
                        continue;
                    }
                }
                ExportStep::Build(c, arity) => {
                    let name = match c.is_any_list() {
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

    /// Fills the holes for a finished compound, and keeps the copy according to the cache.
    fn leave(&mut self, c: Cell, copy: NodeId, whole: bool) {
        match self.cache {
            CopyCache::Nothing => return,
            CopyCache::Path if !whole => {
                self.copies.remove(&c);
            }
            CopyCache::Path | CopyCache::All => {
                self.copies.insert(c, Some(copy));
            }
        }
        for hole in self.waiting.remove(&c).unwrap_or_default() {
            self.holes.insert(hole, Some(copy));
        }
    }

    /// An atom in place of a part of a huge term that no answer shows: `[]` if it is the rest of a string, which is
    /// printed as text.
    fn rest(&mut self, c: Cell) -> NodeId {
        let heap = &self.machine.heap;
        let mut rest = c;
        for _ in 0..=heap.top() / 8 {
            if rest.is_packed()
                && let Some((tail, _)) = heap.tail_of_run(rest)
            {
                rest = heap.deref(tail);
                continue;
            }
            let Some((head, tail)) = heap.uncons(rest) else {
                break;
            };
            let head = heap.deref(head).to_atom();
            if head.and_then(Atom::as_char).is_none() {
                break;
            }
            rest = heap.deref(tail);
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
            Tag::String => {
                let text = self.machine.heap.text(c).into();
                self.tree.leaf(Node::String(text))
            }
            Tag::Var | Tag::AttVar | Tag::List | Tag::Packed | Tag::Struct => {
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

    /// Replaces the leaves by the compounds that they stand for.
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
