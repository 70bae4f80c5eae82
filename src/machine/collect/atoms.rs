//! Collecting atoms: the transient ones that no live cell, record or instruction names.
//!
//! Runs right after a heap collection, when the heap holds nothing dead. Functors and
//! predicates are never collected, and so neither are their names.

use crate::base::atom::Atom;
use crate::code::instr::Operand;
use crate::code::pred::{FunctorId, Key};
use crate::machine::control::stacks::field;
use crate::machine::memory::cell::{Cell, Tag};
use crate::machine::memory::record::Record;
use crate::machine::state::global_values::Global;
use crate::machine::{Extension, Machine};
use rustc_hash::FxHashSet;

/// Collect when this many transient atoms have been made since the last time.
const MANY: usize = 50_000;

fn note(live: &mut FxHashSet<Atom>, words: &[u64]) {
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

/// Shows each of a set of places to the function it is given.
type Walk<'a> = dyn Fn(&mut dyn FnMut(u64)) + 'a;

impl<X: Extension> Machine<X> {
    /// Collects atoms if many were made. `slots` are the live places of the environment stack.
    pub(in crate::machine) fn collect_atoms(&mut self, live_x: u64, slots: &Walk<'_>) {
        if self.atoms.transient() < self.atoms_at.max(MANY) {
            return;
        }
        let mut live: FxHashSet<Atom> = FxHashSet::default();
        note(&mut live, self.heap.region.slice(8, self.heap.top / 8 - 1));
        for i in 0..live_x {
            note(&mut live, &[self.reg(i as u16).0]);
        }
        slots(&mut |at| note(&mut live, &[self.env.get(at)]));
        let mut b = self.b;
        loop {
            note(
                &mut live,
                self.choice
                    .slice(b + field::ARGS, self.choice.get(b + field::N)),
            );
            if b == 0 {
                break;
            }
            b = self.choice.get(b + field::PREV);
        }
        // Trail words that are not cells only keep more alive.
        note(&mut live, self.trail.slice(0, self.tr / 8));
        for (a, v) in &self.wake {
            note(&mut live, &[a.0, v.0]);
        }
        let goals = self.cleanups.iter().map(|(c, _)| c);
        for c in self.protected.iter().chain(goals) {
            note(&mut live, &[c.0]);
        }
        for r in &self.cleanup_due {
            note(&mut live, r.image());
        }
        let global = |live: &mut FxHashSet<Atom>, key: Atom, g: &Global| {
            live.insert(key);
            match g {
                Global::Kept(r) => note(live, r.image()),
                Global::Live(c) => note(live, &[c.0]),
                Global::Unset => {}
            }
        };
        for (&k, g) in &self.globals.values {
            global(&mut live, k, g);
        }
        for (k, g) in &self.globals.saved {
            global(&mut live, *k, g);
        }
        for c in &self.findall {
            note(&mut live, c.words());
        }
        if let Some(ball) = &self.ball {
            note(&mut live, ball.term().image());
        }
        self.ext.roots(&mut |c| note(&mut live, &[c.0]));
        self.ext
            .records(&mut |r: &Record| note(&mut live, r.image()));
        for clause in self.db.clauses() {
            for i in clause.code() {
                i.operands(&mut |_, o| {
                    if let Operand::Atom(a) = o {
                        live.insert(a);
                    }
                });
            }
            for k in &clause.keys {
                if let Key::Atom(a) = k {
                    live.insert(*a);
                }
            }
            if let Some(r) = &clause.source {
                note(&mut live, r.image());
            }
        }
        live.extend((0..self.functors.len()).map(|f| self.functors.get(FunctorId(f as u32)).0));
        for (_, p) in self.db.preds() {
            live.insert(p.name);
            live.insert(p.module);
        }
        self.atoms.sweep(&live);
        self.ext.atoms_swept();
        self.atoms_at = 2 * self.atoms.transient();
    }
}
