//! The collector of atoms: frees transient ones that no live cell, record or instruction refers to.
//!
//! Runs right after a heap collection, when the heap holds nothing dead. Functors and
//! predicates are never collected, and so neither are their names.

use crate::base::atom::Atom;
use crate::code::instr::Operand;
use crate::code::pred::{FunctorId, Key};
use crate::machine::control::stacks::field;
use crate::machine::database::clause::ClauseTerm;
use crate::machine::memory::cell::{Cell, Tag};
use crate::machine::memory::record::Record;
use crate::machine::state::due_cleanup::DueCleanup;
use crate::machine::state::global_values::Global;
use crate::machine::{Extension, Machine};
use rustc_hash::FxHashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The smallest number of transient atoms that is collected.
const MIN_TRANSIENT: usize = 50_000;

/// In tests that collect at every call, so many collections go before one of atoms, which costs much more.
const STRESSED: u64 = 100;

/// Adds the atoms among these words, which may contain boxes.
fn add_atoms(live: &mut FxHashSet<Atom>, words: &[u64]) {
    let mut i = 0;
    while i < words.len() {
        let c = Cell(words[i]);
        if c.is_box_header() {
            i += c.box_words() as usize;
        } else if c.tag() == Tag::Atom && c.is_plain_atom() {
            live.insert(c.as_atom());
        }
        i += 1;
    }
}

/// Calls a function with each live slot of the environment stack.
type VisitSlots<'a> = dyn Fn(&mut dyn FnMut(u64)) + 'a;

impl<X: Extension> Machine<X> {
    /// Collects atoms if there are many. `slots` visits the live slots of the environment stack.
    pub(in crate::machine) fn collect_atoms(&mut self, live_x: u64, slots: &VisitSlots<'_>) {
        let few = self.atoms.transient() < self.atoms_at.max(MIN_TRANSIENT);
        let stress = self.gc_stress && self.gc_count.is_multiple_of(STRESSED);
        if few && !self.atoms.objects_are_due() && !self.has_grown() && !stress {
            return;
        }
        let mut live: FxHashSet<Atom> = FxHashSet::default();
        add_atoms(&mut live, self.heap.region.slice(8, self.heap.top / 8 - 1));
        for i in 0..live_x {
            add_atoms(&mut live, &[self.reg(i as u16).0]);
        }
        slots(&mut |at| add_atoms(&mut live, &[self.env.get(at)]));
        self.add_stack_atoms(&mut live);
        self.add_global_atoms(&mut live);
        self.ext.roots(&mut |c| add_atoms(&mut live, &[c.0]));
        self.ext
            .records(&mut |r: &Record| add_atoms(&mut live, r.image()));
        self.ext.atoms(&mut |a| {
            live.insert(a);
        });
        self.backtrace_atoms(&mut |a| {
            live.insert(a);
        });
        self.add_code_atoms(&mut live);
        for object in self.atoms.sweep(&live) {
            // Code of the host, whose panic must not leave the collector half done.
            let _ = catch_unwind(AssertUnwindSafe(|| drop(object)));
        }
        self.ext.atoms_swept();
        self.atoms_at = 2 * self.atoms.transient();
    }

    /// Adds the atoms of choice points, the trail and pending goals.
    fn add_stack_atoms(&self, live: &mut FxHashSet<Atom>) {
        let mut b = self.b;
        loop {
            let args = b + field::ARGS;
            let n = self.choice.get(b + field::N);
            add_atoms(live, self.choice.slice(args, n));
            if b == 0 {
                break;
            }
            b = self.choice.get(b + field::PREV);
        }
        // Trail words that are not cells only keep more atoms live.
        add_atoms(live, self.trail.slice(0, self.tr / 8));
        for (a, v) in &self.wake {
            add_atoms(live, &[a.0, v.0]);
        }
        let goals = self.cleanups.iter().map(|(c, _)| c);
        for c in self.protected.iter().chain(goals) {
            add_atoms(live, &[c.0]);
        }
        for due in &self.cleanup_due {
            match due {
                DueCleanup::InPlace(c) => add_atoms(live, &[c.0]),
                DueCleanup::Copied(r) => add_atoms(live, r.image()),
            }
        }
        if let Some(ball) = &self.ball {
            add_atoms(live, ball.term().image());
        }
    }

    /// Adds the atoms of global variables and of collections of answers.
    fn add_global_atoms(&self, live: &mut FxHashSet<Atom>) {
        let saved = self.globals.saved.iter().map(|(k, g)| (k, g));
        for (key, global) in self.globals.values.iter().chain(saved) {
            live.insert(*key);
            match global {
                Global::Kept(r) => add_atoms(live, r.image()),
                Global::Live(c) => add_atoms(live, &[c.0]),
                Global::Unset => {}
            }
        }
        for c in &self.findall {
            add_atoms(live, c.words());
        }
    }

    /// Adds the atoms of clauses, and the names of functors and predicates.
    fn add_code_atoms(&self, live: &mut FxHashSet<Atom>) {
        for clause in self.db.clauses() {
            for i in clause.code() {
                i.operands(&mut |o| {
                    if let Operand::Atom(a) = o {
                        live.insert(a);
                    }
                });
            }
            for k in clause.keys() {
                if let Key::Atom(a) = k {
                    live.insert(a);
                }
            }
            if let Some(ClauseTerm::Words(words)) = clause.image() {
                add_atoms(live, words);
            }
        }
        live.extend((0..self.functors.len()).map(|f| self.functors.get(FunctorId(f as u32)).0));
        for (_, p) in self.db.preds() {
            live.insert(p.name);
            live.insert(p.module);
        }
    }
}
