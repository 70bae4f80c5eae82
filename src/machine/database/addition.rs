//! The addition of clauses: their numbers, their lives, and the buckets of dynamic predicates that they are in.

use super::clause::{ALIVE, Clause, ClauseContents, ClauseId, ClausePlace, Life, Site, Source};
use super::dynamic::{ArgState, Dynamic};
use super::predicate::PredicateKind;
use super::store::Database;
use crate::code::pred::{ClauseCode, PredId};
use std::sync::Arc;

impl Database {
    /// Adds a clause at the end or the front. The predicate becomes static if it was undefined.
    pub(crate) fn add_clause(
        &mut self,
        p: PredId,
        code: &ClauseCode,
        source: &Source,
        front: bool,
    ) -> ClauseId {
        self.add_read_clause(p, code, source, front, Site::default())
    }

    /// Adds a clause that was read at a place, as [`Database::add_clause`] does.
    pub(crate) fn add_read_clause(
        &mut self,
        p: PredId,
        code: &ClauseCode,
        source: &Source,
        front: bool,
        site: Site,
    ) -> ClauseId {
        self.add_contents(p, &ClauseContents::new(code, source), front, site)
    }

    pub(super) fn add_contents(
        &mut self,
        p: PredId,
        contents: &ClauseContents<'_>,
        front: bool,
        site: Site,
    ) -> ClauseId {
        if !matches!(
            self.pred(p).kind,
            PredicateKind::Static | PredicateKind::Dynamic
        ) {
            self.pred_mut(p).kind = PredicateKind::Static;
            self.drop_buckets(p);
        }
        self.serial = self.serial.wrapping_add(1) & 0xfff_ffff;
        let mut clause = Clause::new(p, self.serial, contents);
        clause.site = site;
        if clause.is_postponed() {
            clause.set_number(self.next_id());
            self.pred_mut(p).properties.postponed = true;
        }
        let life = self.new_life(p, front);
        self.bytes += clause.bytes();
        let id = self.store(clause, life);
        if self.pred(p).kind == PredicateKind::Dynamic {
            self.add_to_buckets(p, id, front);
        } else {
            let list = &mut self.pred_mut(p).clauses;
            if front {
                list.insert(0, id)
            } else {
                list.push(id)
            }
            self.relink(p);
        }
        id
    }

    /// The life of a clause that is about to be added at the end or the front.
    fn new_life(&mut self, p: PredId, front: bool) -> Life {
        let mut life = Life {
            birth: self.generation,
            death: ALIVE,
            order: 0,
        };
        if self.pred(p).kind != PredicateKind::Dynamic {
            return life;
        }
        self.generation += 1;
        life.birth = self.generation;
        if let Some(d) = self.pred_mut(p).dynamic_mut() {
            if front {
                d.first_order -= 1;
                life.order = d.first_order;
            } else {
                life.order = d.next_order;
                d.next_order += 1;
            }
        }
        life
    }

    fn store(&mut self, clause: Clause, life: Life) -> ClauseId {
        let place = ClausePlace {
            clause: Some(Arc::new(clause)),
            life,
        };
        self.place(place)
    }

    /// The number that the next clause gets.
    fn next_id(&self) -> ClauseId {
        let last = self.free.last().copied();
        ClauseId(last.unwrap_or(self.clauses.len() as u32))
    }

    /// Gives a clause its number.
    pub(super) fn place(&mut self, place: ClausePlace) -> ClauseId {
        match self.free.pop() {
            Some(i) => {
                *self.clauses.at_mut(i as usize) = place;
                ClauseId(i)
            }
            None => {
                self.clauses.push(place);
                ClauseId(self.clauses.len() as u32 - 1)
            }
        }
    }

    fn add_to_buckets(&mut self, p: PredId, id: ClauseId, front: bool) {
        let clauses = &self.clauses;
        let pred = self.preds.at_mut(p.0 as usize);
        let Some(d) = pred.dynamic_mut() else {
            return;
        };
        d.live += 1;
        d.buckets[0].add(id, front);
        let Some(clause) = &clauses.at(id.0 as usize).clause else {
            return;
        };
        let Dynamic { buckets, args, .. } = d;
        for (k, state) in args.iter_mut().enumerate() {
            if let ArgState::Indexed(ix) = state {
                ix.add(buckets, clause.key(k), id, front);
            }
        }
    }
}
