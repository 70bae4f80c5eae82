//! The state of the machine when a ball is thrown that no `catch/3` catches, recorded before the stacks are unwound.
//!
//! A ball that is caught costs nothing here. The record is small, whatever the program has built: addresses, and
//! outlines of the values in registers and in the newest environments. Some of these words are dead and may be stale,
//! so that an outline checks each word before it follows it.

use super::fixed_code::{ENGINE_ANSWER, FAIL_CATCH, HALT};
use super::stacks::{ENV_HEADER, field};
use crate::base::atom::{Atom, atoms};
use crate::base::number::Number;
use crate::base::tree::{Node, NodeId, Tree};
use crate::code::instr::Instr;
use crate::machine::database::ClauseId;
use crate::machine::memory::cell::{BoxKind, Cell, Tag};
use crate::machine::memory::heap::FIRST;
use crate::machine::state::backtrace::{
    Backtrace, BallOrigin, CallFrame, ReturnPoint, WordOutline,
};
use crate::machine::{Code, Extension, Machine};
use rustc_hash::FxHashMap;

/// The newest environments whose places are taken.
const FRAMES: usize = 400;

/// The newest environments whose values are taken.
const FRAMES_WITH_VALUES: usize = 40;

/// The environments that are counted.
const COUNTED: u64 = 50_000_000;

/// The slots of an environment whose values are taken.
const SLOTS: u64 = 32;

/// The argument registers whose values are taken.
const REGISTERS: usize = 24;

/// The parts of one value that are taken.
const PARTS: u32 = 64;

/// The depth to which a value is taken; the elements of a list are on one level.
const DEPTH: u32 = 5;

/// The elements of a list that are taken.
const ELEMENTS: u32 = 12;

/// The words of the strings that are taken; longer ones are left out.
const STRING_WORDS: u64 = 32;

impl<X: Extension> Machine<X> {
    /// Records the place of the throw of the ball that is set, unless a `catch/3` catches it or it has been recorded
    /// before. Nothing may have been undone yet. `p` is the address after the instruction that threw, unless the
    /// machine had `polled`.
    #[cold]
    pub(in crate::machine) fn note_throw(&mut self, p: Code, polled: bool) {
        let Some(ball) = &self.ball else { return };
        if ball.0.ticket != 0 || self.is_caught() {
            return;
        }
        let origin = match polled {
            true => BallOrigin::Poll(self.called),
            // SAFETY: the instruction before `p` has just been executed: only polling continues elsewhere.
            false => BallOrigin::Instruction(p as u64 - 8, unsafe { *p.sub(1) }),
        };
        if let Some(ticket) = self.ticket_of_rethrown(origin) {
            if let Some(ball) = &mut self.ball {
                ball.0.ticket = ticket;
            }
            return;
        }
        self.take_backtrace(origin);
        let ticket = self.backtraces.newest.as_ref().map_or(0, |b| b.ticket);
        if let Some(ball) = &mut self.ball {
            ball.0.ticket = ticket;
        }
    }

    /// The number of the place of the ball that is set, if `throw/1` throws it once more.
    fn ticket_of_rethrown(&self, origin: BallOrigin) -> Option<u32> {
        let BallOrigin::Instruction(_, Instr::Builtin { b }) = origin else {
            return None;
        };
        let taken = self.backtraces.newest.as_ref()?;
        let is_throw = *self.atoms.text(self.builtins[b as usize].name) == *"throw";
        let same = taken.thrown.as_ref()? == self.ball.as_ref()?.term();
        (is_throw && same).then_some(taken.ticket)
    }

    /// Forgets the places that were taken or noted last: a new query begins.
    pub(crate) fn forget_backtrace(&mut self) {
        self.backtraces.newest = None;
        self.called = None;
        self.interrupted_in.clear();
        self.end_cycle_watch();
    }

    /// Takes the place at which the machine is.
    pub(in crate::machine) fn take_backtrace(&mut self, origin: BallOrigin) {
        let record = self.ball.as_ref().map(|b| b.term().clone());
        let restored = record.as_ref().map(|r| r.restore(&mut self.heap));
        let mut taking = Taking::new(self);
        let registers = (0..REGISTERS)
            .map(|i| taking.value(taking.m.x[i]))
            .collect();
        let (frames, depth) = taking.frames();
        let ball = restored.and_then(|c| taking.value(c));
        let values = taking.tree;
        self.backtraces.tickets = self.backtraces.tickets.wrapping_add(1).max(1);
        self.backtraces.newest = Some(Box::new(Backtrace {
            ticket: self.backtraces.tickets,
            values,
            ball,
            thrown: record,
            origin,
            registers,
            frames,
            depth,
            dropped: self.db.dropped,
            boxes: Vec::new(),
        }));
    }

    /// Notes that the ball whose place was taken last leaves the box of a goal: the clause, and the numbers of arguments
    /// that lead to the goal.
    pub(crate) fn note_box(&mut self, clause: ClauseId, path: Vec<usize>) {
        if let Some(b) = &mut self.backtraces.newest
            && b.boxes.len() < FRAMES
        {
            b.boxes.push((clause, path));
        }
    }

    /// Returns true if a `catch/3` will catch the ball that is set, in this run or in one around it. Unwinding undoes
    /// bindings, which may make a catcher more general: then the result may be false for a ball that is caught, and
    /// the record is not used.
    fn is_caught(&self) -> bool {
        let (mut b, mut e) = (self.b, self.e);
        loop {
            let is_catch = self.choice.get(b + field::BP) as Code == FAIL_CATCH.as_ptr();
            if is_catch && self.ball.as_ref().is_some_and(|ball| ball.reaches(b)) {
                let own = self.choice.get(b + field::E);
                while e > own {
                    e = self.env.get(e);
                }
                if e == own && self.may_catch(own) {
                    return true;
                }
            }
            if b == 0 {
                return false;
            }
            b = self.choice.get(b + field::PREV);
        }
    }

    /// Returns true unless it is clear that the catcher of the `catch/3` with this environment does not unify with the
    /// ball that is set. Neither is copied, because most balls are caught.
    pub(in crate::machine) fn may_catch(&self, e: u64) -> bool {
        let Some(ball) = &self.ball else { return false };
        let image = ball.term().image();
        let catcher = self
            .heap
            .deref(Cell::from_word(self.env.get(e + ENV_HEADER)));
        // The context of an error may be another one for a catcher of a dialect.
        let of_dialect = self.dialect_catcher(catcher);
        let catcher = of_dialect.unwrap_or(catcher);
        if catcher.is_plain_ref() {
            return !self.is_rethrown(e, catcher);
        }
        if of_dialect.is_some() {
            return true;
        }
        self.may_unify(catcher, image, Cell::from_word(image[0]), DEPTH)
    }

    /// Returns true if the recovery of the `catch/3` with this environment throws the ball again: as its last goal,
    /// after a cleanup, or when the counts of a profile have been written.
    fn is_rethrown(&self, e: u64, catcher: Cell) -> bool {
        let mut goal = Cell::from_word(self.env.get(e + ENV_HEADER + 8));
        // The goal may be cyclic.
        for _ in 0..PARTS {
            goal = self.heap.deref(goal);
            if !goal.is_structure() {
                return false;
            }
            let (f, n) = self.heap.functor_of(goal);
            let last = self.heap.get(goal.addr() + 8 * u64::from(n));
            if f == self.well_known.colon || f == self.well_known.comma {
                goal = last;
                continue;
            }
            let throws = matches!(
                &*self.atoms.text(self.functors.get(f).0),
                "throw" | "$cleanup_throw" | "$thrown_later"
            );
            return throws && self.heap.deref(last) == catcher;
        }
        false
    }

    /// Returns true unless it is clear that a term does not unify with one of an image.
    fn may_unify(&self, c: Cell, image: &[u64], mut t: Cell, depth: u32) -> bool {
        let c = self.heap.deref(c);
        while t.is_ref() {
            let next = Cell::from_word(image[t.addr() as usize / 8]);
            if next == t {
                return true;
            }
            t = next;
        }
        if c.is_ref() || depth == 0 {
            return true;
        }
        if c.is_packed() || t.is_packed() {
            return c.is_any_list() && t.is_any_list();
        }
        if c.tag() != t.tag() {
            return false;
        }
        let args = match c.tag() {
            Tag::Num | Tag::String => return true,
            Tag::List => t.addr() / 8..t.addr() / 8 + 2,
            Tag::Struct => {
                let header = self.heap.get(c.addr());
                let at = t.addr() / 8;
                if header != Cell::from_word(image[at as usize]) {
                    return false;
                }
                at + 1..at + 1 + u64::from(header.header_arity())
            }
            _ => return c == t,
        };
        let first = self.heap.args_at(c);
        args.enumerate().all(|(i, at)| {
            let c = self.heap.get(first + 8 * i as u64);
            self.may_unify(c, image, Cell::from_word(image[at as usize]), depth - 1)
        })
    }

    /// The clauses that go on when what they have called is done, the newest one first.
    pub(crate) fn return_points(&self) -> impl Iterator<Item = ReturnPoint> + '_ {
        let mut next = Some((self.cp, self.e));
        std::iter::from_fn(move || {
            let (cp, e) = next?;
            next = (e != 0).then(|| (self.env.get(e + 8) as Code, self.env.get(e)));
            Some(ReturnPoint {
                address: cp as u64,
                environment: e,
                is_end: std::ptr::eq(cp, &raw const HALT[1]),
            })
        })
    }

    /// A slot of the environment of a clause that goes on, which must be one of those that it states.
    pub(crate) fn slot_of(&self, c: &ReturnPoint, slot: u16) -> Cell {
        let word = self
            .env
            .get(c.environment + ENV_HEADER + 8 * u64::from(slot));
        self.heap.deref(Cell::from_word(word))
    }

    /// The place of the throw that was taken last.
    pub(crate) fn backtrace(&self) -> Option<&Backtrace> {
        self.backtraces.newest.as_deref()
    }

    /// Removes the record of the throw with this number from the machine, and returns it.
    pub(crate) fn take_thrown(&mut self, ticket: u32) -> Option<Box<Backtrace>> {
        self.backtraces
            .newest
            .take_if(|b| ticket != 0 && b.ticket == ticket)
    }

    /// Puts back what [`Machine::take_thrown`] took.
    pub(crate) fn put_thrown(&mut self, b: Box<Backtrace>) {
        self.backtraces.newest = Some(b);
    }

    /// Visits the atoms of the place that was taken last.
    pub(in crate::machine) fn backtrace_atoms(&self, visit: &mut dyn FnMut(Atom)) {
        let Some(b) = &self.backtraces.newest else {
            return;
        };
        for i in 0..b.values.len() as u32 {
            if let Node::Atom(a) | Node::Compound { name: a, .. } = *b.values.node(NodeId(i)) {
                visit(a);
            }
        }
    }
}

#[cfg(test)]
impl<X: Extension> Machine<X> {
    /// The number of words, which may be any, that have an outline.
    pub(crate) fn outlined(&self, words: &[u64]) -> usize {
        let mut taking = Taking::new(self);
        let outlines = words
            .iter()
            .filter(|&&w| taking.value(Cell::from_word(w)).is_some());
        let n = outlines.count();
        let atoms =
            (0..taking.tree.len() as u32).filter_map(|i| match taking.tree.node(NodeId(i)) {
                Node::Atom(a) | Node::Compound { name: a, .. } => Some(*a),
                _ => None,
            });
        // The text of an atom that the table does not have is a panic.
        atoms.for_each(|a| drop(self.atoms.text(a).to_string()));
        n
    }
}

/// The taking of a backtrace.
struct Taking<'m, X> {
    m: &'m Machine<X>,
    tree: Tree,
    /// The variables by address.
    variables: FxHashMap<u64, NodeId>,
    omitted: Option<NodeId>,
}

impl<'m, X: Extension> Taking<'m, X> {
    fn new(m: &'m Machine<X>) -> Self {
        Taking {
            m,
            tree: Tree::new(),
            variables: FxHashMap::default(),
            omitted: None,
        }
    }

    fn frames(&mut self) -> (Vec<CallFrame>, u64) {
        let m = self.m;
        let (mut cp, mut e) = (m.cp, m.e);
        let mut frames = Vec::new();
        let mut depth = 0;
        loop {
            if frames.len() < FRAMES {
                // The newest environment may belong to a clause that has not called anything yet, so that the number
                // of its live slots is not known.
                let n = match depth {
                    0 => SLOTS,
                    _ if frames.len() < FRAMES_WITH_VALUES => m.live_slots(cp, e).min(SLOTS),
                    _ => 0,
                };
                let slots = (0..n).map(|i| {
                    let at = e + ENV_HEADER + 8 * i;
                    (at + 8 <= m.env.size()).then(|| Cell(m.env.get(at)))
                });
                let slots: Vec<Option<Cell>> = slots.collect();
                let address = cp as u64;
                let slots = slots.into_iter().map(|c| self.value(c?)).collect();
                frames.push(CallFrame {
                    address,
                    is_end: [&raw const HALT[1], &raw const ENGINE_ANSWER[1]].contains(&cp),
                    slots,
                });
            }
            depth += 1;
            if e == 0 || depth > COUNTED {
                return (frames, depth);
            }
            (cp, e) = (m.env.get(e + 8) as Code, m.env.get(e));
        }
    }

    /// The outline of a value.
    fn value(&mut self, c: Cell) -> WordOutline {
        let mut parts = PARTS;
        self.outline(c, DEPTH, &mut parts)
    }

    fn outline(&mut self, c: Cell, depth: u32, parts: &mut u32) -> WordOutline {
        let c = self.dereferenced(c)?;
        if *parts == 0 || depth == 0 && c.is_compound() {
            return Some(self.omission());
        }
        *parts -= 1;
        match c.tag() {
            Tag::Var | Tag::AttVar => {
                let tree = &mut self.tree;
                let new = self.variables.entry(c.addr());
                Some(*new.or_insert_with(|| tree.new_var(Some("_"))))
            }
            Tag::Atom => {
                let is_atom = c.is_plain_atom() && self.m.atoms.has(c.as_atom());
                is_atom.then(|| self.tree.atom(c.as_atom()))
            }
            Tag::Int => Some(self.tree.int(c.as_int())),
            Tag::Num => self.number(c),
            Tag::String => self.string(c),
            Tag::List | Tag::Packed => self.list(c, depth, parts),
            Tag::Struct => {
                let (m, at) = (self.m, c.addr());
                let header = m.heap.get(at);
                if !header.is_functor_header() {
                    return None;
                }
                let (f, n) = (header.header_functor(), header.header_arity());
                if f.0 as usize >= m.functors.places() || at + 8 * (u64::from(n) + 1) > m.heap.top {
                    return None;
                }
                let mut args = Vec::new();
                for i in 1..=u64::from(n) {
                    if *parts == 0 && i > 1 {
                        args.push(self.omission());
                        break;
                    }
                    args.push(self.outline(m.heap.get(at + 8 * i), depth - 1, parts)?);
                }
                let name = m.functors.get(f).0;
                Some(self.tree.compound(name, &args))
            }
        }
    }

    fn list(&mut self, mut c: Cell, depth: u32, parts: &mut u32) -> WordOutline {
        let mut items = Vec::new();
        let tail = loop {
            if !c.is_any_list() {
                break self.outline(c, depth - 1, parts)?;
            }
            if items.len() as u32 == ELEMENTS || *parts == 0 {
                break self.omission();
            }
            let (head, tail) = self.pair(c)?;
            items.push(self.outline(head, depth - 1, parts)?);
            c = self.dereferenced(tail)?;
        };
        Some(self.tree.list(&items, tail))
    }

    /// Head and tail of a list, if they are on the heap.
    fn pair(&self, c: Cell) -> Option<(Cell, Cell)> {
        let heap = &self.m.heap;
        // The word of a packed list may be dead, or one that was spilled.
        let is_list = match c.is_packed() {
            true => heap.may_be_packed(c),
            false => c.addr() + 16 <= heap.top,
        };
        is_list.then(|| heap.uncons(c))?
    }

    fn number(&mut self, c: Cell) -> WordOutline {
        let is_simple = |header: Cell| match header.box_kind() {
            BoxKind::Int => (1..=4).contains(&header.box_words()),
            BoxKind::Float => header.box_words() == 1,
            BoxKind::Rat | BoxKind::String => false,
        };
        if !self.whole_box(c).is_some_and(is_simple) {
            return Some(self.omission());
        }
        Some(self.tree.leaf(match self.m.number(c) {
            Number::Int(i) => Node::Int(i),
            Number::Float(f) => Node::Float(f),
            Number::Rat(r) => Node::Rat(r),
        }))
    }

    fn string(&mut self, c: Cell) -> WordOutline {
        let is_short_string = |header: Cell| {
            let bytes = 8 * header.box_words();
            header.box_kind() == BoxKind::String
                && header.box_words() <= STRING_WORDS
                && u64::from(header.box_extra()) <= bytes.min(7)
        };
        if !self.whole_box(c).is_some_and(is_short_string) {
            return Some(self.omission());
        }
        let text = self.m.heap.text(c).into();
        Some(self.tree.leaf(Node::String(text)))
    }

    /// The header of the box to which a word leads, if a whole box may stand there.
    fn whole_box(&self, c: Cell) -> Option<Cell> {
        let header = self.m.heap.get(c.addr());
        let is_whole = c.addr() + 8 * (header.box_words() + 1) <= self.m.heap.top;
        (header.is_box_header() && is_whole).then_some(header)
    }

    /// The end of a chain of references, if they all lead into the heap.
    fn dereferenced(&self, mut c: Cell) -> Option<Cell> {
        let top = self.m.heap.top;
        let inside = |c: Cell| c.is_pure_pointer() && (FIRST..top).contains(&c.pointee());
        for _ in 0..10_000 {
            if c.is_pointer() && !inside(c) {
                return None;
            }
            if !c.is_ref() {
                return Some(c);
            }
            let next = self.m.heap.get(c.addr());
            if next == c {
                return Some(c);
            }
            c = next;
        }
        None
    }

    fn omission(&mut self) -> NodeId {
        let tree = &mut self.tree;
        *self
            .omitted
            .get_or_insert_with(|| tree.atom(atoms::ELLIPSIS))
    }
}
