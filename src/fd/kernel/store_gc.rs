//! Garbage collection of the store's tail: frees the variables that a long deterministic computation made and that
//! are no longer reachable, with their propagators. The caller determines which variables are alive.
//!
//! Only a tail can be freed, because the trail undoes in reverse order: the longest one all of whose entries concern
//! variables and propagators that were made in it, where none of these variables is alive. Undoing it changes nothing
//! else.

use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::slot::{SlotKind, VarId};
use crate::fd::kernel::store::{Posting, Store};
use crate::fd::kernel::trail::StoreUndo;

/// The lengths of the store's tables at a place of the trail.
#[derive(Clone, Copy)]
struct Lengths {
    vars: usize,
    props: usize,
    words: usize,
    lists: usize,
    substitutions: usize,
}

impl<P: Posting> Store<P> {
    /// Forgets the dead tail. `newest` is the newest mark that may still be undone to.
    pub(crate) fn reclaim(&mut self, newest: u64, is_alive: &dyn Fn(VarId) -> bool) -> Option<u64> {
        self.dead_tail(newest, is_alive)
            .filter(|mark| *mark < self.mark())
    }

    /// The mark at which the dead tail begins.
    fn dead_tail(&self, newest: u64, is_alive: &dyn Fn(VarId) -> bool) -> Option<u64> {
        let entries = &self.vars.trail.entries;
        let mut at = Lengths {
            vars: self.vars.slots.len(),
            props: self.props.len(),
            words: self.vars.words.len(),
            lists: self.vars.lists.len(),
            substitutions: self.substitutions.count(),
        };
        // The least variable, propagator and word that the tail concerns.
        let (mut var, mut prop, mut word) = (usize::MAX, usize::MAX, usize::MAX);
        let mut best = None;
        for i in (newest as usize..entries.len()).rev() {
            match entries[i] {
                StoreUndo::NewVar => {
                    at.vars -= 1;
                    if is_alive(VarId(at.vars as u32)) {
                        break;
                    }
                }
                StoreUndo::Posted => {
                    at.props -= 1;
                    let mut note = |v: VarId| var = var.min(v.at());
                    let p = &self.props[at.props];
                    if p.subscribes_to_all() {
                        p.each(|v, _: PropCond| note(v));
                    } else {
                        p.constraint().each_var(&mut note);
                    }
                }
                StoreUndo::Dom(v) => var = var.min(v as usize),
                StoreUndo::Word(w) => word = word.min(w as usize),
                StoreUndo::NewWords(length) => at.words = length as usize,
                StoreUndo::NewList => at.lists -= 1,
                StoreUndo::Subsumed(p) => prop = prop.min(p as usize),
                StoreUndo::Substituted => {
                    at.substitutions -= 1;
                    let (p, both) = self.substitutions.change(at.substitutions);
                    prop = prop.min(p as usize);
                    both.iter().for_each(|v| var = var.min(v.at()));
                }
                StoreUndo::Mark => {}
            }
            if var >= at.vars && prop >= at.props && word >= at.words {
                best = Some((i as u64, at));
            }
        }
        let (mark, at) = best?;
        // A variable that is kept may refer to words of the arena that the tail would free.
        let stays = self.vars.slots[..at.vars].iter().all(|s| match s.kind {
            SlotKind::Plain | SlotKind::Word => true,
            SlotKind::Words => ((s.bits >> 32) as usize) < at.words,
            SlotKind::List | SlotKind::Wide => (s.bits as usize) < at.lists,
        });
        stays.then_some(mark)
    }
}
