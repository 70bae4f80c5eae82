//! Walks over terms, which terminate on cyclic ones: groundness, acyclicity, variables.
//!
//! A walk counts the compounds it enters. After many of them it keeps one bit for each compound visited
//! and enters none twice: it terminates on cycles, and its time is linear in the cells of a term with
//! much sharing. Small terms never pay for the bits.

use crate::machine::memory::cell::{Addr, Cell};
use crate::machine::memory::heap::Heap;
use crate::machine::memory::packed::TextRuns;
use crate::machine::{Extension, Machine};

/// The cells of the list of the characters in a text word, at most.
const CELLS_OF_TEXT_WORD: u64 = 21;

/// Compounds that a walk enters before it records them.
const UNRECORDED_STEPS: u32 = 4096;

/// Detects that a walk down one argument is periodic, after at most three periods, with one remembered
/// cell (Brent's algorithm).
#[derive(Default)]
pub(crate) struct CycleDetector {
    remembered: Option<Cell>,
    steps: u32,
    until: u32,
}

impl CycleDetector {
    /// Returns true if the walk, which is now at this cell, has closed a cycle.
    pub(crate) fn closes(&mut self, at: Cell) -> bool {
        if self.remembered == Some(at) {
            return true;
        }
        if self.steps >= self.until {
            self.remembered = Some(at);
            self.until = self.until.saturating_mul(2).max(4);
            self.steps = 0;
        }
        self.steps += 1;
        false
    }
}

/// A set of heap addresses.
struct AddressSet(Vec<u64>);

impl AddressSet {
    /// An empty set for addresses below `top`. The memory comes zeroed from the system, page by page
    /// when it is used.
    fn new(top: Addr) -> AddressSet {
        AddressSet(vec![0; (top / 512 + 1) as usize])
    }

    fn place(a: Addr) -> (usize, u64) {
        ((a / 512) as usize, 1 << (a / 8 % 64))
    }

    /// Adds an address. Returns true if it is new.
    fn insert(&mut self, a: Addr) -> bool {
        let (word, bit) = AddressSet::place(a);
        let new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        new
    }

    fn contains(&self, a: Addr) -> bool {
        let (word, bit) = AddressSet::place(a);
        self.0[word] & bit != 0
    }
}

/// A walk over a term's leaves, from left to right.
pub(in crate::machine) struct Walk {
    /// Arguments still to visit: where they start, how many.
    stack: Vec<(Addr, u32)>,
    steps: u32,
    seen: Option<AddressSet>,
    runs: TextRuns,
}

impl Walk {
    /// An empty walk.
    pub(in crate::machine) fn new() -> Walk {
        Walk {
            stack: Vec::new(),
            steps: 0,
            seen: None,
            runs: TextRuns::default(),
        }
    }

    /// Adds the cells from `a`; they come next.
    pub(in crate::machine) fn push(&mut self, a: Addr, cells: u32) {
        self.stack.push((a, cells));
    }

    /// Adds the arguments of a compound, unless the walk was there already.
    pub(in crate::machine) fn enter(&mut self, heap: &Heap, c: Cell) {
        self.steps = self.steps.saturating_add(1);
        let parts = heap.parts(c, &mut self.runs);
        if self.steps > UNRECORDED_STEPS {
            let seen = self.seen.get_or_insert_with(|| AddressSet::new(heap.top()));
            // A list and its first argument have one address; no other compound has it.
            if !seen.insert(parts.0) {
                return;
            }
        }
        self.stack.push(parts);
    }

    /// The next leaf, dereferenced: a variable or an atomic term.
    #[inline]
    pub(in crate::machine) fn leaf(&mut self, heap: &Heap) -> Option<Cell> {
        loop {
            let (a, n) = self.stack.pop()?;
            if n > 1 {
                self.stack.push((a + 8, n - 1));
            }
            let c = heap.deref(heap.get(a));
            if !c.is_compound() {
                return Some(c);
            }
            self.enter(heap, c);
        }
    }
}

/// The entries of a [`PartStack`] that are not allocated.
const NEAR_PARTS: usize = 16;

/// The runs of arguments that a walk has still to visit, each with its length. Small terms need no allocation.
#[derive(Default)]
struct PartStack {
    near: [(Addr, u32); NEAR_PARTS],
    used: usize,
    /// The entries above the `near` ones.
    far: Vec<(Addr, u32)>,
}

impl PartStack {
    #[inline]
    fn push(&mut self, part: (Addr, u32)) {
        match self.near.get_mut(self.used) {
            Some(place) => {
                *place = part;
                self.used += 1;
            }
            None => self.far.push(part),
        }
    }

    #[inline]
    fn pop(&mut self) -> Option<(Addr, u32)> {
        if let Some(part) = self.far.pop() {
            return Some(part);
        }
        self.used = self.used.checked_sub(1)?;
        Some(self.near[self.used])
    }
}

impl<X: Extension> Machine<X> {
    /// Returns true if a term has no variables.
    pub(crate) fn is_ground(&self, term: Cell) -> bool {
        let c = self.heap.deref(term);
        if !c.is_compound() {
            return !c.is_ref();
        }
        let mut walk = Walk::new();
        walk.enter(&self.heap, c);
        while let Some(leaf) = walk.leaf(&self.heap) {
            if leaf.is_ref() {
                return false;
            }
        }
        true
    }

    /// The number of cells of a small term as a tree; `None` if it has many, or is infinite.
    pub(crate) fn small_size(&self, term: Cell) -> Option<u64> {
        self.size_within(term, u64::from(UNRECORDED_STEPS))
    }

    /// The number of cells of a term as a tree; `None` if the compounds in it have more than `most`, or it is infinite.
    /// The walk takes time in that number.
    pub(crate) fn size_within(&self, term: Cell, most: u64) -> Option<u64> {
        let c = self.heap.deref(term);
        if !c.is_compound() {
            return Some(1);
        }
        let mut runs = TextRuns::default();
        let mut stack = PartStack::default();
        let mut cells = self.push_parts(c, &mut runs, &mut stack);
        while let Some((a, n)) = stack.pop() {
            if cells > most {
                return None;
            }
            if n > 1 {
                stack.push((a + 8, n - 1));
            }
            let c = self.heap.deref(self.heap.get(a));
            if c.is_compound() {
                cells += self.push_parts(c, &mut runs, &mut stack);
            }
        }
        (cells <= most).then_some(cells)
    }

    /// Pushes the parts of a compound. Returns the number of cells that it takes without them, and with its arguments; a
    /// packed list counts as the list of its characters.
    fn push_parts(&self, c: Cell, runs: &mut TextRuns, stack: &mut PartStack) -> u64 {
        let (at, n) = self.heap.parts(c, runs);
        if n > 0 {
            stack.push((at, n));
        }
        let words = match c.is_packed() && n == 1 {
            true => CELLS_OF_TEXT_WORD * (at - c.pointee()) / 8,
            false => 0,
        };
        1 + u64::from(n) + words
    }

    /// Returns true if a term is a finite tree.
    pub(crate) fn is_acyclic(&self, term: Cell) -> bool {
        let c = self.heap.deref(term);
        if !c.is_compound() {
            return true;
        }
        // A walk that terminates without a record has seen a finite tree.
        let mut runs = TextRuns::default();
        let mut stack = PartStack::default();
        stack.push(self.heap.parts(c, &mut runs));
        let mut steps = 0u32;
        while let Some((a, n)) = stack.pop() {
            if n > 1 {
                stack.push((a + 8, n - 1));
            }
            let c = self.heap.deref(self.heap.get(a));
            if c.is_compound() {
                steps += 1;
                if steps > UNRECORDED_STEPS {
                    return self.is_acyclic_large(term);
                }
                stack.push(self.heap.parts(c, &mut runs));
            }
        }
        true
    }

    /// Returns true if a large term is acyclic, as [`Machine::is_acyclic`]: depth-first search for a back edge.
    fn is_acyclic_large(&self, term: Cell) -> bool {
        let heap = &self.heap;
        let root = heap.deref(term);
        let (mut met, mut done) = (AddressSet::new(heap.top()), AddressSet::new(heap.top()));
        // A compound, the next argument and how many are left.
        let mut runs = TextRuns::default();
        let mut frame = |c: Cell| {
            let (first, arity) = heap.parts(c, &mut runs);
            // A list and its first argument have one address; no other compound has it.
            (first, first, arity)
        };
        let mut path = vec![frame(root)];
        met.insert(path[0].0);
        while let Some((at, a, n)) = path.last_mut() {
            if *n == 0 {
                done.insert(*at);
                path.pop();
                continue;
            }
            let c = heap.deref(heap.get(*a));
            *a += 8;
            *n -= 1;
            if c.is_compound() {
                let compound = frame(c);
                if met.insert(compound.0) {
                    path.push(compound);
                } else if !done.contains(compound.0) {
                    return false;
                }
            }
        }
        true
    }

    /// The variables of a term, each once, in the order of their first occurrences from left to right.
    pub(crate) fn term_variables(&mut self, term: Cell) -> Vec<Cell> {
        self.collect_variables(term, false)
    }

    /// The attributed variables of a term, and those in their attributes, each once.
    pub(crate) fn term_attvars(&mut self, term: Cell) -> Vec<Cell> {
        let mut vars = self.collect_variables(term, true);
        vars.retain(|v| v.is_attvar());
        vars
    }

    /// The variables of a term; with `attributes`, a variable's attributes are visited right after it.
    fn collect_variables(&mut self, term: Cell, attributes: bool) -> Vec<Cell> {
        let c = self.heap.deref(term);
        let mut found: Vec<Cell> = Vec::new();
        let mut walk = Walk::new();
        if c.is_compound() {
            walk.enter(&self.heap, c);
        } else if c.is_ref() {
            found.push(c);
            self.heap.set(c.addr(), Cell::NIL);
            if attributes && c.is_attvar() {
                walk.push(c.addr() + 8, 1);
            }
        }
        // A visited variable holds an atom until the end, so that it is not found again.
        while let Some(leaf) = walk.leaf(&self.heap) {
            if leaf.is_ref() {
                found.push(leaf);
                self.heap.set(leaf.addr(), Cell::NIL);
                if attributes && leaf.is_attvar() {
                    walk.push(leaf.addr() + 8, 1);
                }
            }
        }
        for &v in &found {
            self.heap.set(v.addr(), v);
        }
        found
    }
}
