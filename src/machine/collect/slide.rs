//! Sliding: marked cells move down, and all references are updated.

use super::mark::{Bitmap, is_redundant};
use crate::machine::control::stacks::field;
use crate::machine::memory::cell::Addr;
use crate::machine::state::due_cleanup::DueCleanup;
use crate::machine::state::global_values::Global;
use crate::machine::terms::bind::TrailEntry;
use crate::machine::{Cell, Extension, Machine};

/// The new addresses of marked cells.
pub(in crate::machine) struct Slide {
    marks: Bitmap,
    before: Vec<u64>,
    /// The cells below this address stay where they are.
    stay: Addr,
}

impl Slide {
    pub(in crate::machine) fn new(marks: Bitmap) -> Slide {
        let mut n = 0;
        let full = marks.0.iter().take_while(|&&w| w == u64::MAX).count();
        let before = marks
            .0
            .iter()
            .map(|w| {
                let at = n;
                n += u64::from(w.count_ones());
                at
            })
            .collect();
        Slide {
            marks,
            before,
            stay: (full as Addr) << 9,
        }
    }

    /// The size in bytes of the marked cells below `a`: the new address of `a`.
    #[inline(always)]
    fn rank(&self, a: Addr) -> Addr {
        if a < self.stay {
            return a;
        }
        let i = (a >> 9) as usize;
        let below = self.marks.0[i] & ((1u64 << (a >> 3 & 63)) - 1);
        8 * (self.before[i] + u64::from(below.count_ones()))
    }

    #[inline(always)]
    fn cell(&self, c: Cell) -> Cell {
        if c.is_pointer() {
            c.with_addr(self.rank(c.pointee()))
        } else {
            c
        }
    }
}

impl<X: Extension> Machine<X> {
    pub(in crate::machine) fn slide_heap(&mut self, s: &Slide) {
        let mut to = 0;
        let mut raw_until = 0;
        let heap = &mut self.heap;
        let top = heap.top;
        heap.copied_attvars = match heap.copied_attvars < top {
            true => s.rank(heap.copied_attvars),
            false => Addr::MAX,
        };
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

    /// The trail entries that are not redundant, each with its start, the newest first.
    fn needed_entries(&self) -> Vec<(u64, TrailEntry)> {
        // Entries are read from the top, because their last word has their kind.
        let choice_tops = self.choice_tops();
        let mut age = 0;
        let mut entries = Vec::new();
        let mut end = self.tr;
        while end > 0 {
            let entry = self.trail_entry(end);
            let addr = match entry {
                TrailEntry::Var(a) => Some(a),
                TrailEntry::Value { addr, .. } => Some(addr),
                // An older entry of the same choice point says how many remain, if the last of them is so young.
                TrailEntry::Attvars(count) => count.checked_sub(1).map(|i| self.heap.attvars[i]),
                TrailEntry::Global | TrailEntry::UndoGoal => None,
            };
            end -= if matches!(entry, TrailEntry::Value { .. }) {
                16
            } else {
                8
            };
            if !addr.is_some_and(|a| is_redundant(&choice_tops, &mut age, end, a)) {
                entries.push((end, entry));
            }
        }
        entries
    }

    /// Updates the trail, and the trail tops of choice points; entries of dead cells are removed.
    pub(in crate::machine) fn update_trail(&mut self, s: &Slide) {
        let entries = self.needed_entries();
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
        let set_trail_tops = |m: &mut Self, choices: &mut Vec<u64>, start: u64| {
            while let Some(&b) = choices.last() {
                if m.choice.get(b + field::TR) > start {
                    break;
                }
                let tr = m.tr;
                m.choice.set(b + field::TR, tr);
                choices.pop();
            }
        };
        let made = std::mem::take(&mut self.heap.attvars);
        let mut seen = 0;
        // The first variables of those that were made, up to a number, stay in the list unless they are dead.
        let keep = |m: &mut Self, seen: &mut usize, count: usize| {
            let live = made[*seen..count].iter().filter(|&&a| s.marks.get(a));
            m.heap.attvars.extend(live.map(|&a| s.rank(a)));
            *seen = count;
        };
        for (start, entry) in entries.into_iter().rev() {
            set_trail_tops(self, &mut choices, start);
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
                TrailEntry::Attvars(count) => {
                    keep(self, &mut seen, count);
                    self.trail_attvars(self.heap.attvars.len());
                }
                TrailEntry::Global => self.trail_global(),
                TrailEntry::UndoGoal => self.trail_undo_goal(),
            }
        }
        keep(self, &mut seen, made.len());
        set_trail_tops(self, &mut choices, u64::MAX);
    }

    pub(in crate::machine) fn update_roots(&mut self, s: &Slide, slots: &Bitmap, live_x: u64) {
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
        for due in &mut self.cleanup_due {
            if let DueCleanup::InPlace(c) = due {
                *c = s.cell(*c);
            }
        }
        for c in &mut self.protected {
            *c = s.cell(*c);
        }
        for g in self.globals.all_mut() {
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
