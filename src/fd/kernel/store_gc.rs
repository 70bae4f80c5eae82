//! What a long deterministic computation leaves behind: variables that nobody can reach any more,
//! with the propagators among them, at the end of the store. Knows no owners of variables; it is
//! told who is alive.
//!
//! Only a tail can go, because the trail takes things back in reverse order: the longest one in
//! which every entry is about variables and propagators that were made in it, and none of those
//! variables is alive. To take it back changes nothing else.

use crate::fd::constraints::Prop;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::store::Store;
use crate::fd::kernel::trail::Entry;
use crate::fd::kernel::var::{Kind, VarId};

/// The lengths of the store's tables at a place of the trail.
#[derive(Clone, Copy)]
struct Lengths {
    vars: usize,
    props: usize,
    words: usize,
    lists: usize,
    names: usize,
}

impl Store {
    /// Forgets the dead tail. `newest` is the newest mark that may still be undone to.
    pub fn reclaim(&mut self, newest: u64, is_alive: &dyn Fn(VarId) -> bool) -> Option<u64> {
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
            names: self.names.count(),
        };
        // The least variable, propagator and word that the tail is about.
        let (mut var, mut prop, mut word) = (usize::MAX, usize::MAX, usize::MAX);
        let mut best = None;
        for i in (newest as usize..entries.len()).rev() {
            match entries[i] {
                Entry::NewVar => {
                    at.vars -= 1;
                    if is_alive(VarId(at.vars as u32)) {
                        break;
                    }
                }
                Entry::Posted => {
                    at.props -= 1;
                    let mut note = |v: VarId| var = var.min(v.at());
                    match &self.props[at.props] {
                        // These need not subscribe to all that they are about.
                        p @ Prop::Global(_) => p.describe().vars().into_iter().for_each(note),
                        p => p.subscribe(&mut |v, _: PropCond| note(v)),
                    }
                }
                Entry::Dom(v) => var = var.min(v as usize),
                Entry::Word(w) => word = word.min(w as usize),
                Entry::NewWords(length) => at.words = length as usize,
                Entry::NewList => at.lists -= 1,
                Entry::Subsumed(p) => prop = prop.min(p as usize),
                Entry::Renamed => {
                    at.names -= 1;
                    let (p, both) = self.names.change(at.names);
                    prop = prop.min(p as usize);
                    both.iter().for_each(|v| var = var.min(v.at()));
                }
                Entry::Mark => {}
            }
            if var >= at.vars && prop >= at.props && word >= at.words {
                best = Some((i as u64, at));
            }
        }
        let (mark, at) = best?;
        // A variable that stays may have moved into the room that would go.
        let stays = self.vars.slots[..at.vars].iter().all(|s| match s.kind {
            Kind::Plain | Kind::Word => true,
            Kind::Words => ((s.bits >> 32) as usize) < at.words,
            Kind::List | Kind::Wide => (s.bits as usize) < at.lists,
        });
        stays.then_some(mark)
    }
}

#[cfg(test)]
mod tests {
    use crate::base::int::Int;
    use crate::fd::constraints::constraint::{Constraint, Rel};
    use crate::fd::kernel::domain::Domain;
    use crate::fd::kernel::store::Store;
    use crate::fd::kernel::var::VarId;

    #[test]
    fn only_a_tail_that_concerns_nobody_else_goes() {
        let mut s = Store::new();
        let x = s.new_var(Domain::range(0, 9)).expect("not empty");
        let mark = s.new_mark();
        s.set_newest_mark(mark);
        let y = s.new_var(Domain::range(0, 900)).expect("not empty");
        let z = s.new_var(Domain::range(0, 900)).expect("not empty");
        let less = Constraint::linear(&[(1, y), (-1, z)], Rel::Le, -3);
        s.post(&less)
            .and_then(|()| s.propagate())
            .expect("possible");
        s.remove_value(y, &Int::Small(7)).expect("possible");
        s.propagate().expect("possible");
        let dead = |_: VarId| false;
        assert_eq!(s.reclaim(mark, &dead), Some(mark));
        assert_eq!(s.reclaim(mark, &|v| v == z), None);
        // A change of an older variable stays, and what came before it.
        s.remove_value(x, &Int::Small(0)).expect("possible");
        s.propagate().expect("possible");
        assert_eq!(s.reclaim(mark, &dead), None);
        let kept = s.mark();
        s.new_bool();
        assert_eq!(s.reclaim(mark, &dead), Some(kept));
        // So does a constraint between an older variable and a dead one.
        let w = s.new_integer();
        let less = Constraint::linear(&[(1, x), (-1, w)], Rel::Le, 0);
        s.post(&less)
            .and_then(|()| s.propagate())
            .expect("possible");
        assert_eq!(s.reclaim(mark, &dead), None);
    }
}
