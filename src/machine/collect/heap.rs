//! The collector of the heap: marks into a bitmap, then slides live cells down (Morris-style
//! order-preserving compaction with prefix sums).
//!
//! A cell's new address is the number of marked cells below it, found by prefix sums over the bitmap;
//! so the order of cells is kept, and with it the age of variables and the segments of choice points.
//! Runs at calls only, when the argument registers are the only live ones.

use super::mark::{Bitmap, Marker, each_untried};
use super::slide::Slide;
use crate::base::clock::Instant;
use crate::machine::memory::heap::FIRST;
use crate::machine::{Cell, Extension, Machine};

impl<X: Extension> Machine<X> {
    /// Makes the next call collect the heap.
    pub(crate) fn collect_soon(&mut self) {
        self.gc_at = 0;
        self.signal();
    }

    /// Collects the heap. Registers from `live_x` on are dead.
    #[cold]
    #[inline(never)]
    pub(in crate::machine) fn collect(&mut self, live_x: u64) {
        let begun = Instant::now();
        let before = self.heap.top;
        let mut m = Marker {
            heap: Bitmap::new(self.heap.top + 8),
            slots: Bitmap::new(self.env.size()),
            headers: Bitmap::new(self.env.size()),
            work: Vec::new(),
            code: Vec::new(),
        };
        // The cells below those of terms stay where they are.
        for at in (0..FIRST).step_by(8) {
            self.heap.set(at, Cell::NIL);
            m.heap.set(at);
        }
        // Erased clauses may keep values of the host.
        if self.has_grown() || self.atoms.objects_are_due() || self.engines.are_due() {
            self.purge_all();
        }
        self.mark_roots(&mut m, live_x);
        let mut may_drop = true;
        self.each_waiting(&mut |w| may_drop &= !w.is_in_body && w.machine.forbid_gc == 0);
        if may_drop && !self.db.erased.is_empty() {
            self.add_code_set_aside(&mut m.code);
            m.code.sort_unstable();
            let code = std::mem::take(&mut m.code);
            self.db.drop_erased(&|clause| {
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
        self.collector_work
            .add(before - self.heap.top, begun.elapsed());
        self.engines.set_due();
        self.set_gc_threshold();
    }

    /// Adds the code addresses in the areas that are set aside. Other words of these areas are added, too: if a word
    /// could be an address in an erased clause, the clause is kept.
    fn add_code_set_aside(&self, code: &mut Vec<u64>) {
        let erased = self.db.erased.iter();
        let clauses = erased.filter_map(|&c| Some(self.db.clause(c)?.addresses()));
        let bounds = clauses.fold((u64::MAX, 0), |(start, end), one| {
            (one.start.min(start), one.end.max(end))
        });
        let mut add = |word: u64| {
            if (bounds.0..=bounds.1).contains(&word) {
                code.push(word);
            }
        };
        let mut add_words = |words: &[u64]| {
            for &word in words {
                add(word);
                // The frame that resumes after woken goals has addresses as integers.
                if Cell(word).is_int() {
                    add(Cell(word).as_int() as u64);
                }
            }
        };
        for view in self.engines.views() {
            add_words(&[view.registers.cp as u64]);
            add_words(view.env);
            add_words(view.choice);
            each_untried(view.choice, view.registers.b, &mut |c| add_words(&[c]));
        }
        self.each_waiting(&mut |w| {
            w.code_words(&mut add_words);
            w.each_stack(&mut |choice, b| each_untried(choice, b, &mut |c| add_words(&[c])));
        });
    }
}
