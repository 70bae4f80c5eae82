//! Marking: everything that the machine can still reach.

use crate::code::instr::Instr;
use crate::machine::control::fixed_code::RESUME;
use crate::machine::control::stacks::{ENV_HEADER, field};
use crate::machine::database::code_block::plain;
use crate::machine::memory::cell::Addr;
use crate::machine::memory::packed::SPILLED_CELLS;
use crate::machine::state::due_cleanup::DueCleanup;
use crate::machine::state::global_values::Global;
use crate::machine::terms::bind::TrailEntry;
use crate::machine::{Cell, Code, Extension, Machine};

/// The number of passes over the trail entries for cells that have become reachable, since each pass may reach more.
/// A chain of old values that needs more passes is rare, and keeping its entries only costs space.
const RESTORE_ROUNDS: u32 = 16;

/// Calls a function with the code of the clauses that choice points have not tried yet: those from `b` on, in the words
/// of a stack that is set aside.
pub(super) fn each_untried(choice: &[u64], mut b: u64, visit: &mut dyn FnMut(u64)) {
    let at = |b: u64, f: u64| choice[((b + f) / 8) as usize];
    loop {
        // SAFETY: `BP` points at an instruction.
        let instr = unsafe { *plain(at(b, field::BP) as Code) };
        if matches!(instr, Instr::RetryChain {}) {
            untried(at(b, field::POS)).for_each(&mut *visit);
        }
        if b == 0 {
            break;
        }
        b = at(b, field::PREV);
    }
}

/// The addresses of the clauses of a chain that are still to be tried, from this position on.
pub(in crate::machine) fn untried(pos: u64) -> impl Iterator<Item = u64> {
    let mut at = pos as *const Code;
    std::iter::from_fn(move || {
        // SAFETY: the position in a choice point of a chain is that of a clause; a null pointer ends the chain, and
        // chains are never removed.
        let clause = unsafe { *at };
        // SAFETY: as above.
        at = unsafe { at.add(1) };
        (!clause.is_null()).then_some(clause as u64)
    })
}

/// One bit for each word of an area.
pub(in crate::machine) struct Bitmap(pub(in crate::machine) Vec<u64>);

impl Bitmap {
    pub(in crate::machine) fn new(bytes: u64) -> Bitmap {
        Bitmap(vec![0; (bytes / 512 + 1) as usize])
    }

    #[inline(always)]
    pub(in crate::machine) fn get(&self, a: u64) -> bool {
        self.0[(a >> 9) as usize] >> (a >> 3 & 63) & 1 != 0
    }

    /// Sets a bit. Returns true if it was clear.
    #[inline(always)]
    pub(in crate::machine) fn set(&mut self, a: u64) -> bool {
        let (w, bit) = (&mut self.0[(a >> 9) as usize], 1 << (a >> 3 & 63));
        let new = *w & bit == 0;
        *w |= bit;
        new
    }

    /// Calls `f` with the offset of each set bit, in order.
    pub(in crate::machine) fn each(&self, mut f: impl FnMut(u64)) {
        for (i, &w) in self.0.iter().enumerate() {
            let mut w = w;
            while w != 0 {
                f((i as u64) << 9 | u64::from(w.trailing_zeros()) << 3);
                w &= w - 1;
            }
        }
    }
}

/// Returns true if the trail entry that starts at `start` is redundant: backtracking frees its cell
/// anyway, because the choice point for which it was trailed has been cut. Successive calls have
/// decreasing starts, along which `age` advances.
pub(in crate::machine) fn is_redundant(
    choice_tops: &[(u64, Addr)],
    age: &mut usize,
    start: u64,
    addr: Addr,
) -> bool {
    while choice_tops[*age].0 > start {
        *age += 1;
    }
    addr >= choice_tops[*age].1
}

pub(in crate::machine) struct Marker {
    pub(in crate::machine) heap: Bitmap,
    pub(in crate::machine) slots: Bitmap,
    pub(in crate::machine) headers: Bitmap,
    /// Runs of cells still to visit.
    pub(in crate::machine) work: Vec<(Addr, u64)>,
    /// Code addresses that frames return to.
    pub(in crate::machine) code: Vec<u64>,
}

impl<X: Extension> Machine<X> {
    /// Marks what is reachable from the registers, the stacks, the goals that wait for the next call (woken
    /// and cleanup goals), the cells that Rust code protects, the global variables, and the extension.
    pub(in crate::machine) fn mark_roots(&mut self, m: &mut Marker, live_x: u64) {
        for i in 0..live_x {
            self.mark(m, self.reg(i as u16));
        }
        for i in 0..self.wake.len() {
            let (a, v) = self.wake[i];
            self.mark(m, a);
            self.mark(m, v);
        }
        for i in 0..self.cleanups.len() {
            self.mark(m, self.cleanups[i].0);
        }
        for i in 0..self.cleanup_due.len() {
            if let DueCleanup::InPlace(goal) = self.cleanup_due[i] {
                self.mark(m, goal);
            }
        }
        for &c in &self.protected {
            self.mark(m, c);
        }
        for (_, g) in self.globals.all() {
            if let Global::Live(c) = g {
                self.mark(m, *c);
            }
        }
        m.code.push(self.p as u64);
        m.code.extend(self.captured.keys());
        m.code.push(self.cp as u64);
        self.mark_env(m, self.e, self.live_slots(self.cp, self.e), Some(self.cp));
        self.mark_choice_points(m);
        self.mark_restored(m);
        // While bindings have not been reported yet, the extension may need state that is not reachable by marking.
        if self.wake.is_empty() {
            let newest = self.newest_ext_mark();
            let heap = &self.heap;
            let is_marked = |c: Cell| {
                let c = heap.deref(c);
                c.is_ref() && m.heap.get(c.addr())
            };
            if let Some(mark) = self.ext.reclaim(newest, &is_marked) {
                self.ext_mark = mark;
            }
        }
        let mut held = Vec::new();
        self.ext.roots(&mut |c| held.push(*c));
        for c in held {
            self.mark(m, c);
        }
        self.mark_restored(m);
    }

    /// Marks the registers and environments that choice points restore.
    fn mark_choice_points(&self, m: &mut Marker) {
        let mut b = self.b;
        loop {
            for i in 0..self.choice.get(b + field::N) {
                self.mark(m, Cell(self.choice.get(b + field::ARGS + 8 * i)));
            }
            let e = self.choice.get(b + field::E);
            let cp = self.choice.get(b + field::CP) as Code;
            let bp = self.choice.get(b + field::BP) as Code;
            m.code.extend([bp as u64, cp as u64]);
            // SAFETY: `BP` points at an instruction.
            let is_chain = matches!(unsafe { *plain(bp) }, Instr::RetryChain {});
            if is_chain && !self.db.erased.is_empty() {
                m.code.extend(untried(self.choice.get(b + field::POS)));
            }
            // SAFETY: `BP` points at an instruction.
            let own = unsafe { *plain(bp) }.live_slots();
            // An alternative of the clause itself states its slots, and `CP` is whatever the register held then:
            // it does not continue in `E`. The alternative of another predicate returns to `CP`.
            match own {
                Some(n) => self.mark_env(m, e, u64::from(n), None),
                None => self.mark_env(m, e, self.live_slots(cp, e), Some(cp)),
            }
            if b == 0 {
                break;
            }
            b = self.choice.get(b + field::PREV);
        }
    }

    /// Marks the old values of trailed cells that are reachable (early reset): an entry for an
    /// unreachable cell is dropped from the trail. So a list that grows by attributed variables costs
    /// no more than its reachable part.
    fn mark_restored(&self, m: &mut Marker) {
        let choice_tops = self.choice_tops();
        let mut age = 0;
        let mut entries = Vec::new();
        let mut end = self.tr;
        while end > 0 {
            match self.trail_entry(end) {
                TrailEntry::Value { addr, old } => {
                    end -= 16;
                    if !is_redundant(&choice_tops, &mut age, end, addr) {
                        entries.push((addr, old));
                    }
                }
                TrailEntry::Var(_)
                | TrailEntry::Attvars(_)
                | TrailEntry::Global
                | TrailEntry::UndoGoal => {
                    end -= 8;
                }
            }
        }
        // An old value may make another trailed cell reachable. After the last pass, all remaining
        // entries are kept.
        for round in 0..=RESTORE_ROUNDS {
            let before = entries.len();
            entries.retain(|&(addr, old)| {
                let dead = round < RESTORE_ROUNDS && !m.heap.get(addr);
                if !dead {
                    self.mark(m, old);
                    if old == Cell::attvar(addr) {
                        // Backtracking makes it a variable again, with its attributes.
                        self.mark(m, Cell::reference(addr + 8));
                    }
                }
                dead
            });
            if entries.len() == before {
                return;
            }
        }
    }

    /// Marks the slots of an environment and of its continuations. `cp` is the address at which the code of the
    /// environment continues, if that is known to be after a call.
    fn mark_env(&self, m: &mut Marker, e: u64, n: u64, cp: Option<Code>) {
        let (mut e, mut n, mut cp) = (e, n, cp);
        loop {
            // The frame that resumes after woken goals holds two code addresses: the one at which to continue, and
            // the continuation.
            if cp == Some(RESUME[1..].as_ptr()) {
                for slot in [1, 2] {
                    m.code
                        .push(Cell(self.env.get(e + ENV_HEADER + 8 * slot)).as_int() as u64);
                }
            }
            for i in 0..n {
                let at = e + ENV_HEADER + 8 * i;
                if m.slots.set(at) {
                    self.mark(m, Cell(self.env.get(at)));
                }
            }
            if e == 0 || !m.headers.set(e) {
                return;
            }
            let next = self.env.get(e + 8) as Code;
            // Deep recursion returns to one address.
            if m.code.last() != Some(&(next as u64)) {
                m.code.push(next as u64);
            }
            e = self.env.get(e);
            n = self.live_slots(next, e);
            cp = Some(next);
        }
    }

    /// Marks everything that a cell reaches.
    fn mark(&self, m: &mut Marker, c: Cell) {
        let (mut a, mut n) = self.mark_target(m, c);
        loop {
            while n > 0 {
                let (at, is_new) = (a, m.heap.set(a));
                (a, n) = (a + 8, n - 1);
                if !is_new {
                    continue;
                }
                let c = self.heap.get(at);
                let (to, cells) = match c == Cell::attvar(at) {
                    true => (at + 8, 1),
                    false => self.mark_target(m, c),
                };
                if cells > 0 {
                    // The cells that the last cell of a run refers to replace the run: a long list needs no stack.
                    if n > 0 {
                        m.work.push((a, n));
                    }
                    (a, n) = (to, cells);
                }
            }
            match m.work.pop() {
                Some(run) => (a, n) = run,
                None => return,
            }
        }
    }

    /// Marks the words to which a cell leads that are no cells. The result is the run of cells that are still to visit: the
    /// address of the first one, and their number.
    #[inline(always)]
    fn mark_target(&self, m: &mut Marker, c: Cell) -> (Addr, u64) {
        if !c.is_pointer() {
            return (0, 0);
        }
        let a = c.pointee();
        if c.is_ref() {
            (a, u64::from(!m.heap.get(a)))
        } else if c.is_list() {
            (a, 2)
        } else if c.is_structure() {
            match m.heap.set(a) {
                true => (a + 8, u64::from(self.heap.get(a).header_arity())),
                false => (a, 0),
            }
        } else if c.is_packed() {
            self.mark_packed(m, a)
        } else {
            if m.heap.set(a) {
                for i in 1..=self.heap.get(a).box_words() {
                    m.heap.set(a + 8 * i);
                }
            }
            (a, 0)
        }
    }

    /// Marks a packed list from the text word at `a` on. The result is as for [`Machine::mark_target`].
    fn mark_packed(&self, m: &mut Marker, mut a: Addr) -> (Addr, u64) {
        let word = self.heap.get(a);
        if !word.is_text() {
            // The word was spilled: any of its places may be referred to.
            m.heap.set(a);
            return (word.addr(), SPILLED_CELLS);
        }
        while self.heap.get(a).is_text() {
            if !m.heap.set(a) {
                // The words after a marked one are marked.
                return (a, 0);
            }
            a += 8;
        }
        (a, 1)
    }

    /// The trail top and the heap top of each choice point, the newest first.
    pub(in crate::machine) fn choice_tops(&self) -> Vec<(u64, Addr)> {
        let mut choice_tops = Vec::new();
        let mut b = self.b;
        loop {
            let at = |f| self.choice.get(b + f);
            choice_tops.push((at(field::TR), at(field::H)));
            if b == 0 {
                return choice_tops;
            }
            b = at(field::PREV);
        }
    }
}
