//! The collector: marks into a bitmap, then slides what lives together.
//!
//! A cell's new address is the number of marked cells below it, found by prefix sums over the bitmap;
//! so the order of cells is kept, and with it the age of variables and the segments of choice points.
//! Runs at calls only, when the argument registers are the only live ones.

use super::bind::TrailEntry;
use super::cell::{Addr, Cell};
use super::globals::Global;
use super::ops::control::RESUME;

use super::stack::{ENV_HEADER, field};
use super::{Code, Extension, Machine};
use crate::code::instr::Instr;

/// One bit a word of an area.
struct Bitmap(Vec<u64>);

impl Bitmap {
    fn new(bytes: u64) -> Bitmap {
        Bitmap(vec![0; (bytes / 512 + 1) as usize])
    }

    #[inline(always)]
    fn get(&self, a: u64) -> bool {
        self.0[(a >> 9) as usize] >> (a >> 3 & 63) & 1 != 0
    }

    /// Sets a bit; whether it was clear.
    #[inline(always)]
    fn set(&mut self, a: u64) -> bool {
        let (w, bit) = (&mut self.0[(a >> 9) as usize], 1 << (a >> 3 & 63));
        let new = *w & bit == 0;
        *w |= bit;
        new
    }

    /// Calls `f` with the offset of each set bit, in order.
    fn each(&self, mut f: impl FnMut(u64)) {
        for (i, &w) in self.0.iter().enumerate() {
            let mut w = w;
            while w != 0 {
                f((i as u64) << 9 | u64::from(w.trailing_zeros()) << 3);
                w &= w - 1;
            }
        }
    }
}

/// Whether the trail entry that starts at `start` is about a cell that backtracking takes away anyway:
/// the choice point for which it was trailed has been cut. `age` moves on with smaller and smaller
/// starts.
fn is_young(ages: &[(u64, Addr)], age: &mut usize, start: u64, addr: Addr) -> bool {
    while ages[*age].0 > start {
        *age += 1;
    }
    addr >= ages[*age].1
}

struct Marker {
    heap: Bitmap,
    slots: Bitmap,
    headers: Bitmap,
    /// Runs of cells still to visit.
    work: Vec<(Addr, u64)>,
    /// Places in code that frames will return to.
    code: Vec<u64>,
}

/// Where marked cells go.
struct Slide {
    marks: Bitmap,
    before: Vec<u64>,
}

impl Slide {
    fn new(marks: Bitmap) -> Slide {
        let mut n = 0;
        let before = marks
            .0
            .iter()
            .map(|w| {
                let at = n;
                n += u64::from(w.count_ones());
                at
            })
            .collect();
        Slide { marks, before }
    }

    /// How many bytes of marked cells stand below `a`.
    #[inline(always)]
    fn rank(&self, a: Addr) -> Addr {
        let i = (a >> 9) as usize;
        let below = self.marks.0[i] & ((1u64 << (a >> 3 & 63)) - 1);
        8 * (self.before[i] + u64::from(below.count_ones()))
    }

    #[inline(always)]
    fn cell(&self, c: Cell) -> Cell {
        if c.is_pointer() {
            c.with_addr(self.rank(c.addr()))
        } else {
            c
        }
    }
}

impl<X: Extension> Machine<X> {
    /// Has the next call collect the heap.
    pub fn collect_soon(&mut self) {
        self.gc_at = 0;
        self.want_attention();
    }

    /// Collects the heap. Registers from `live_x` on are dead.
    #[cold]
    #[inline(never)]
    pub(super) fn collect(&mut self, live_x: u64) {
        let before = self.heap.top;
        let mut m = Marker {
            heap: Bitmap::new(self.heap.top + 8),
            slots: Bitmap::new(self.env.size()),
            headers: Bitmap::new(self.env.size()),
            work: Vec::new(),
            code: Vec::new(),
        };
        m.heap.set(0);
        self.mark_roots(&mut m, live_x);
        if !self.db.limbo.is_empty() {
            m.code.sort_unstable();
            let code = std::mem::take(&mut m.code);
            self.db.drop_limbo(&|clause| {
                let start = clause.entry() as u64;
                let end = start + 8 * clause.code().len() as u64;
                let i = code.partition_point(|&a| a < start);
                code.get(i).is_some_and(|&a| a <= end)
            });
        }
        let Marker { heap, slots, .. } = m;
        let slide = Slide::new(heap);
        self.slide_heap(&slide);
        self.update_trail(&slide);
        self.update_roots(&slide, &slots, live_x);
        self.collect_atoms(live_x, &|f| slots.each(f));
        self.gc_count += 1;
        self.gc_bytes += before - self.heap.top;
        self.set_gc_threshold();
    }

    fn mark_roots(&mut self, m: &mut Marker, live_x: u64) {
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
        for &c in &self.protected {
            self.mark(m, c);
        }
        for g in self
            .globals
            .values
            .values()
            .chain(self.globals.saved.iter().map(|(_, g)| g))
        {
            if let Global::Live(c) = g {
                self.mark(m, *c);
            }
        }
        m.code.push(self.p as u64);
        m.code.extend(self.places.keys());
        self.mark_env(m, self.e, self.live_slots(self.cp, self.e), self.cp);
        let mut b = self.b;
        loop {
            for i in 0..self.choice.get(b + field::N) {
                self.mark(m, Cell(self.choice.get(b + field::ARGS + 8 * i)));
            }
            let e = self.choice.get(b + field::E);
            let cp = self.choice.get(b + field::CP) as Code;
            let bp = self.choice.get(b + field::BP) as Code;
            m.code.push(bp as u64);
            // SAFETY: `BP` points at an instruction.
            let n = match unsafe { *bp } {
                Instr::TrustElse { n } | Instr::RetryElse { n, .. } => u64::from(n),
                Instr::FailCatch {} => 3,
                _ => self.live_slots(cp, e),
            };
            self.mark_env(m, e, n, cp);
            if b == 0 {
                break;
            }
            b = self.choice.get(b + field::PREV);
        }
        let ages = self.ages();
        let mut age = 0;
        let mut end = self.tr;
        while end > 0 {
            match self.trail_entry(end) {
                TrailEntry::Value { addr, .. } if is_young(&ages, &mut age, end - 16, addr) => {
                    end -= 16;
                }
                TrailEntry::Value { addr, old } => {
                    self.mark(m, old);
                    if old == Cell::attvar(addr) {
                        // Backtracking makes it a variable again, with its attributes.
                        self.mark(m, Cell::reference(addr + 8));
                    }
                    end -= 16;
                }
                TrailEntry::Var(_) | TrailEntry::Global => end -= 8,
            }
        }
        // While a binding is not reported, what it is about is not known to be dead.
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
    }

    /// Marks the slots of an environment and of those that it continues in.
    fn mark_env(&self, m: &mut Marker, e: u64, n: u64, cp: Code) {
        let (mut e, mut n, mut cp) = (e, n, cp);
        loop {
            m.code.push(cp as u64);
            if cp == RESUME[1..].as_ptr() {
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
            cp = self.env.get(e + 8) as Code;
            e = self.env.get(e);
            n = self.live_slots(cp, e);
        }
    }

    /// Marks everything that a cell reaches.
    fn mark(&self, m: &mut Marker, c: Cell) {
        self.mark_target(m, c);
        while let Some((a, n)) = m.work.pop() {
            if n > 1 {
                m.work.push((a + 8, n - 1));
            }
            if m.heap.set(a) {
                let c = self.heap.get(a);
                if c == Cell::attvar(a) {
                    m.work.push((a + 8, 1));
                } else {
                    self.mark_target(m, c);
                }
            }
        }
    }

    #[inline(always)]
    fn mark_target(&self, m: &mut Marker, c: Cell) {
        if !c.is_pointer() {
            return;
        }
        let a = c.addr();
        if c.is_ref() {
            if !m.heap.get(a) {
                m.work.push((a, 1));
            }
        } else if c.is_list() {
            m.work.push((a, 2));
        } else if c.is_structure() {
            if m.heap.set(a) {
                m.work
                    .push((a + 8, u64::from(self.heap.get(a).header_arity())));
            }
        } else if m.heap.set(a) {
            for i in 1..=self.heap.get(a).box_words() {
                m.heap.set(a + 8 * i);
            }
        }
    }

    fn slide_heap(&mut self, s: &Slide) {
        let mut to = 0;
        let mut raw_until = 0;
        let heap = &mut self.heap;
        let top = heap.top;
        s.marks.each(|a| {
            let c = Cell(heap.region.get(a));
            debug_assert!(a < top);
            if a < raw_until {
                heap.region.set(to, c.0);
            } else {
                if c.is_box_header() {
                    raw_until = a + 8 + 8 * c.box_words();
                }
                heap.region.set(to, s.cell(c).0);
            }
            to += 8;
        });
        heap.top = to;
    }

    /// The trail's top and the heap's top at each choice point, the newest first.
    fn ages(&self) -> Vec<(u64, Addr)> {
        let mut ages = Vec::new();
        let mut b = self.b;
        loop {
            let at = |f| self.choice.get(b + f);
            ages.push((at(field::TR), at(field::H)));
            if b == 0 {
                return ages;
            }
            b = at(field::PREV);
        }
    }

    fn update_trail(&mut self, s: &Slide) {
        // Entries are read from the top, because their last word tells their kind.
        let ages = self.ages();
        let mut age = 0;
        let mut entries = Vec::new();
        let mut end = self.tr;
        while end > 0 {
            let entry = self.trail_entry(end);
            let addr = match entry {
                TrailEntry::Var(a) => Some(a),
                TrailEntry::Value { addr, .. } => Some(addr),
                TrailEntry::Global => None,
            };
            end -= if matches!(entry, TrailEntry::Value { .. }) {
                16
            } else {
                8
            };
            if !addr.is_some_and(|a| is_young(&ages, &mut age, end, a)) {
                entries.push((end, entry));
            }
        }
        let mut choices = Vec::new();
        let mut b = self.b;
        loop {
            choices.push(b);
            if b == 0 {
                break;
            }
            b = self.choice.get(b + field::PREV);
        }
        self.tr = 0;
        let settle = |m: &mut Self, choices: &mut Vec<u64>, start: u64| {
            while let Some(&b) = choices.last() {
                if m.choice.get(b + field::TR) > start {
                    break;
                }
                let tr = m.tr;
                m.choice.set(b + field::TR, tr);
                choices.pop();
            }
        };
        for (start, entry) in entries.into_iter().rev() {
            settle(self, &mut choices, start);
            match entry {
                TrailEntry::Var(a) => {
                    if s.marks.get(a) {
                        self.trail_word(s.rank(a));
                    }
                }
                TrailEntry::Value { addr, old } => {
                    if s.marks.get(addr) {
                        self.trail_word(s.cell(old).0);
                        self.trail_word(Machine::<X>::value_entry(s.rank(addr)));
                    }
                }
                TrailEntry::Global => self.trail_global(),
            }
        }
        settle(self, &mut choices, u64::MAX);
    }

    fn update_roots(&mut self, s: &Slide, slots: &Bitmap, live_x: u64) {
        for i in 0..live_x {
            let c = s.cell(self.reg(i as u16));
            self.set_x(i as u16, c);
        }
        for (a, v) in &mut self.wake {
            *a = s.cell(*a);
            *v = s.cell(*v);
        }
        for (c, _) in &mut self.cleanups {
            *c = s.cell(*c);
        }
        for c in &mut self.protected {
            *c = s.cell(*c);
        }
        for g in self
            .globals
            .values
            .values_mut()
            .chain(self.globals.saved.iter_mut().map(|(_, g)| g))
        {
            if let Global::Live(c) = g {
                *c = s.cell(*c);
            }
        }
        self.ext.roots(&mut |c| *c = s.cell(*c));
        let env = &mut self.env;
        slots.each(|at| {
            let c = s.cell(Cell(env.get(at)));
            env.set(at, c.0);
        });
        let mut b = self.b;
        loop {
            for i in 0..self.choice.get(b + field::N) {
                let at = b + field::ARGS + 8 * i;
                let c = s.cell(Cell(self.choice.get(at)));
                self.choice.set(at, c.0);
            }
            let h = self.choice.get(b + field::H);
            self.choice.set(b + field::H, s.rank(h));
            if b == 0 {
                break;
            }
            b = self.choice.get(b + field::PREV);
        }
        self.hb = self.choice.get(self.b + field::H);
    }
}
