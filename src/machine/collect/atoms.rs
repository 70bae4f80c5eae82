//! The collector of names: frees transient atoms and functors that no live cell, record or instruction refers to.
//!
//! Runs right after a heap collection, when the heap holds nothing dead. Predicates are not collected, and so
//! neither are their names, except those that only a failed call has mentioned (`Database::forget_undefined`).

use crate::base::atom::Atom;
use crate::base::number_set::NumberSet;
use crate::code::instr::InstrOperand;
use crate::code::pred::Key;
use crate::machine::control::stacks::field;
use crate::machine::database::clause::ClauseTerm;
use crate::machine::memory::cell::{Cell, Tag};
use crate::machine::memory::record::Record;
use crate::machine::state::areas::AreasView;
use crate::machine::state::due_cleanup::DueCleanup;
use crate::machine::state::engines::Engine;
use crate::machine::state::global_values::{Global, Globals};
use crate::machine::state::undo_goals::UndoGoals;
use crate::machine::{Extension, Machine};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The smallest number of transient atoms that is collected.
const MIN_TRANSIENT: usize = 50_000;

/// In tests that collect at every call, the number of collections of the heap before one of atoms, which is
/// expensive.
const STRESSED: u64 = 100;

/// The names that something refers to.
struct Live {
    atoms: NumberSet,
    functors: NumberSet,
}

impl Live {
    /// Adds an atom. An atom of one character has no entry in the table, and a word that is no cell may look like an
    /// atom that does not exist: the set leaves both out.
    #[inline]
    fn add_atom(&mut self, a: Atom) {
        self.atoms.insert(a.index());
    }

    /// Adds the atoms and functors among these words, which may contain boxes.
    fn add(&mut self, words: &[u64]) {
        let mut i = 0;
        while i < words.len() {
            let c = Cell(words[i]);
            if c.is_box_header() {
                i += c.box_words() as usize;
            } else if c.is_functor_header() {
                self.functors.insert(c.header_functor().0);
            } else if c.tag() == Tag::Atom && c.is_plain_atom() {
                self.add_atom(c.as_atom());
            }
            i += 1;
        }
    }
}

impl Live {
    /// Adds the atoms and functors in areas that are set aside. Words of their stacks that are not cells only keep more
    /// names.
    fn add_areas(&mut self, view: &AreasView<'_>) {
        self.add(view.heap);
        for &word in view.env.iter().chain(view.choice).chain(view.trail) {
            self.add(&[word]);
        }
        let lists = view.lists;
        for (a, v) in &lists.wake {
            self.add(&[a.0, v.0]);
        }
        for c in lists
            .protected
            .iter()
            .chain(lists.cleanups.iter().map(|(c, _)| c))
        {
            self.add(&[c.0]);
        }
        self.add_due(&lists.cleanup_due);
        self.add_undo_goals(&lists.undo_goals);
        self.add_globals(&lists.globals);
        for c in &lists.findall {
            self.add(c.words());
        }
    }

    /// Adds the atoms of an engine.
    fn add_engine(&mut self, handle: Atom, engine: &Engine) {
        self.add_atom(handle);
        engine.records().for_each(|r| self.add(r.image()));
        if let Some(view) = engine.view() {
            self.add_areas(&view);
        }
    }

    fn add_undo_goals(&mut self, goals: &UndoGoals) {
        for goal in goals.iter() {
            self.add(goal.record.image());
        }
    }

    fn add_due(&mut self, all: &[DueCleanup]) {
        for due in all {
            match due {
                DueCleanup::InPlace(c) => self.add(&[c.0]),
                DueCleanup::Copied(copy) => self.add(copy.record.image()),
            }
        }
    }

    fn add_globals(&mut self, globals: &Globals) {
        for (key, global) in globals.all() {
            self.add_atom(*key);
            match global {
                Global::Kept(r) => self.add(r.image()),
                Global::Atomic(c) | Global::Live(c) => self.add(&[c.0]),
                Global::Unset => {}
            }
        }
    }
}

/// Calls a function with each live slot of the environment stack.
type VisitSlots<'a> = dyn Fn(&mut dyn FnMut(u64)) + 'a;

impl<X: Extension> Machine<X> {
    /// Collects atoms and functors if there are many. `slots` visits the live slots of the environment stack.
    pub(in crate::machine) fn collect_atoms(&mut self, live_x: u64, slots: &VisitSlots<'_>) {
        let few = self.atoms.transient() < self.collector_work.atoms_at.max(MIN_TRANSIENT);
        let stress =
            self.collector_work.at_every_call && self.collector_work.count.is_multiple_of(STRESSED);
        let due = self.atoms.objects_are_due() || self.engines.are_due();
        if few && !due && !self.has_grown() && !stress {
            return;
        }
        // Where collections are forbidden, code of Rust may hold names.
        let mut may_sweep = true;
        self.each_waiting(&mut |w| may_sweep &= w.machine.forbid_gc == 0);
        if !may_sweep {
            return;
        }
        let mut live = Live {
            atoms: NumberSet::below(self.atoms.len()),
            functors: NumberSet::below(self.functors.places()),
        };
        slots(&mut |at| live.add(&[self.env.get(at)]));
        self.add_own_atoms(&mut live, live_x);
        self.add_code_atoms(&mut live);
        self.each_waiting(&mut |w| {
            for &word in w.machine.env.slice(0, w.env_top / 8) {
                live.add(&[word]);
            }
            w.machine.add_own_atoms(&mut live, w.live_x);
            w.machine.add_engine_atoms(&mut live);
        });
        self.drop_unreachable_engines(&mut live);
        // Words may denote other names from now on.
        self.note_outside();
        self.functors.sweep(&live.functors);
        for (name, _) in self.functors.iter() {
            live.add_atom(name);
        }
        for object in self.atoms.sweep(&live.atoms) {
            // Code of the host, whose panic must not leave the collector half done.
            let _ = catch_unwind(AssertUnwindSafe(|| drop(object)));
        }
        self.ext.atoms_swept();
        self.each_waiting(&mut |w| {
            w.machine.note_outside();
            w.machine.ext.atoms_swept();
        });
        self.collector_work.atoms_at = 2 * self.atoms.transient();
    }

    /// Adds the atoms of the heap, the argument registers, choice points, the trail, and the state outside; those of
    /// environments and engines are left out.
    fn add_own_atoms(&mut self, live: &mut Live, live_x: u64) {
        live.add(self.heap.words());
        for i in 0..live_x {
            live.add(&[self.reg(i as u16).0]);
        }
        self.add_stack_atoms(live);
        self.add_global_atoms(live);
        self.ext.roots(&mut |c| live.add(&[c.0]));
        self.ext.records(&mut |r: &Record| live.add(r.image()));
        self.ext.atoms(&mut |a| live.add_atom(a));
        self.backtrace_atoms(&mut |a| live.add_atom(a));
    }

    /// Adds the atoms of all engines.
    fn add_engine_atoms(&self, live: &mut Live) {
        for request in &self.engines.requests {
            live.add_atom(request.engine);
            live.add_areas(&request.areas.view());
        }
        for (handle, engine) in &self.engines.all {
            live.add_engine(*handle, engine);
        }
    }

    /// Adds the atoms of choice points, the trail and pending goals.
    fn add_stack_atoms(&self, live: &mut Live) {
        let mut b = self.b;
        loop {
            let args = b + field::ARGS;
            let n = self.choice.get(b + field::N);
            live.add(self.choice.slice(args, n));
            if b == 0 {
                break;
            }
            b = self.choice.get(b + field::PREV);
        }
        // Trail words that are not cells only keep more atoms live.
        live.add(self.trail.slice(0, self.tr / 8));
        for (a, v) in &self.wake {
            live.add(&[a.0, v.0]);
        }
        let goals = self.cleanups.iter().map(|(c, _)| c);
        for c in self.protected.iter().chain(goals) {
            live.add(&[c.0]);
        }
        live.add_due(&self.cleanup_due);
        live.add_undo_goals(&self.undo_goals);
        if let Some(ball) = &self.ball {
            live.add(ball.term().image());
        }
    }

    /// Adds the atoms of the engines that are referred to, and drops the others. The engines of runs that wait for
    /// answers are added first.
    fn drop_unreachable_engines(&mut self, live: &mut Live) {
        for request in &self.engines.requests {
            live.add_atom(request.engine);
            live.add_areas(&request.areas.view());
        }
        let all = &self.engines.all;
        let mut left: Vec<(Atom, &Engine)> = all.iter().map(|(&a, e)| (a, e)).collect();
        loop {
            let before = left.len();
            left.retain(|(handle, engine)| {
                let is_reached = engine.alias.is_some() || live.atoms.contains(handle.index());
                if is_reached {
                    live.add_engine(*handle, engine);
                }
                !is_reached
            });
            if left.len() == before {
                break;
            }
        }
        let unreachable: Vec<Atom> = left.into_iter().map(|(handle, _)| handle).collect();
        for handle in unreachable {
            self.engines.remove(handle);
        }
    }

    /// Adds the atoms of global variables and of collections of answers.
    fn add_global_atoms(&self, live: &mut Live) {
        live.add_globals(&self.globals);
        for c in &self.findall {
            live.add(c.words());
        }
    }

    /// Adds the atoms and functors of clauses, and the names of predicates.
    fn add_code_atoms(&self, live: &mut Live) {
        for clause in self.db.clauses() {
            for i in clause.code() {
                i.operands(&mut |o| match o {
                    InstrOperand::Atom(a) => {
                        live.add_atom(a);
                    }
                    InstrOperand::Functor(f) => {
                        live.functors.insert(f.0);
                    }
                    _ => {}
                });
            }
            for k in clause.keys() {
                match k {
                    Key::Atom(a) => {
                        live.add_atom(a);
                    }
                    Key::Struct(f) => {
                        live.functors.insert(f.0);
                    }
                    _ => {}
                }
            }
            if let Some(ClauseTerm::Words(words)) = clause.image() {
                live.add(words);
            }
        }
        for (_, p) in self.db.preds() {
            live.add_atom(p.name);
            live.add_atom(p.module);
            live.functors.insert(p.functor.0);
        }
    }
}
