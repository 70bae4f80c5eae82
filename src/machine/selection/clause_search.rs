//! Looking through the clauses of a dynamic predicate from outside compiled code, as `clause/2` and
//! `retract/1` do, and references to clauses.
//!
//! A search goes by the order of clauses, not by their places, so that clauses may come, go and be
//! purged between two steps. A call's index keys choose the bucket; a look at the clause's source
//! keeps most heads that cannot match from being copied to the heap.

use crate::code::pred::PredId;
use crate::machine::database::clause::{ALIVE, ClauseId};
use crate::machine::memory::cell::Cell;
use crate::machine::{Extension, Machine};

/// How many nodes of a head are looked at before it counts as a candidate.
const GLANCE: u32 = 64;

/// A clause, as a term outside the machine may hold it: it knows when the clause is gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClauseRef {
    /// The clause's number.
    pub id: ClauseId,
    /// Tells it from earlier and later clauses with its number.
    pub serial: u32,
    /// Its place among the clauses of its predicate.
    pub order: i64,
    /// The predicate.
    pub pred: PredId,
    /// Where a search found it, in a bucket that the search chose; only a hint.
    pub place: i64,
}

impl ClauseRef {
    /// Number and serial in one small integer.
    pub fn word(self) -> i64 {
        i64::from(self.serial & 0xfff_ffff) << 32 | i64::from(self.id.0)
    }

    /// The inverse of [`ClauseRef::word`].
    pub fn from_word(word: i64, order: i64, pred: PredId, place: i64) -> ClauseRef {
        ClauseRef {
            id: ClauseId(word as u32),
            serial: (word >> 32) as u32 & 0xfff_ffff,
            order,
            pred,
            place,
        }
    }
}

impl<X: Extension> Machine<X> {
    /// Whether the clause that is meant is still there, be it erased.
    fn holds(&self, r: ClauseRef) -> bool {
        self.db.clause(r.id).is_some_and(|c| c.serial == r.serial)
    }

    /// Whether the clause that is meant has not been erased.
    pub fn is_live(&self, r: ClauseRef) -> bool {
        self.db
            .clause(r.id)
            .is_some_and(|c| c.serial == r.serial && c.death == ALIVE)
    }

    /// What means a clause, outside the machine.
    pub fn clause_ref(&self, id: ClauseId) -> Option<ClauseRef> {
        let c = self.db.clause(id)?;
        Some(ClauseRef {
            id,
            serial: c.serial,
            order: c.order,
            pred: c.pred,
            place: 0,
        })
    }

    /// The first clause of dynamic predicate `p` behind `after` that lived at `generation` and whose
    /// head may match `head`.
    pub fn find_clause(
        &mut self,
        p: PredId,
        head: Cell,
        after: Option<ClauseRef>,
        generation: u64,
    ) -> Option<ClauseRef> {
        if after.is_none() {
            self.purge_if_worthwhile(p);
        }
        let arity = self.db.pred(p).arity;
        let head = self.heap.deref(head);
        let first = if head.is_compound() {
            self.heap.args_at(head)
        } else {
            0
        };
        let (keys, n) = self.call_keys(arity, |k| self.heap.get(first + 8 * k as u64));
        let keys = &keys[..n];
        let bucket = self.bucket_for(p, keys);
        let mut from = match after {
            None => self.db.first_place(p, bucket),
            Some(r) => self.db.place_after(p, bucket, r.order, r.place)?,
        };
        loop {
            let (at, id) = self.next_match(p, bucket, from, generation, keys)?;
            if self.may_match(id, first, arity) {
                let c = self.db.clause(id)?;
                return Some(ClauseRef {
                    id,
                    serial: c.serial,
                    order: c.order,
                    pred: p,
                    place: at,
                });
            }
            from = at + 1;
        }
    }

    /// Whether a clause's head may match a head whose arguments stand at `first`; says yes in doubt.
    fn may_match(&self, id: ClauseId, first: u64, arity: u32) -> bool {
        let Some(source) = self.db.clause(id).and_then(|c| c.source.as_ref()) else {
            return false;
        };
        let image = source.image();
        // The image's root has head and body.
        let pair = Cell::from_word(image[0]);
        if !pair.is_structure() || arity == 0 {
            return true;
        }
        let head = image_deref(
            image,
            Cell::from_word(image[(pair.addr() / 8 + 1) as usize]),
        );
        if !head.is_compound() {
            return true;
        }
        let base = if head.is_list() {
            head.addr()
        } else {
            head.addr() + 8
        };
        let mut stack = vec![(base, first, arity)];
        let mut steps = 0;
        while let Some((i, h, n)) = stack.pop() {
            if n > 1 {
                stack.push((i + 8, h + 8, n - 1));
            }
            steps += 1;
            if steps > GLANCE {
                return true;
            }
            let a = image_deref(image, Cell::from_word(image[(i / 8) as usize]));
            let b = self.heap.deref(self.heap.get(h));
            if a.is_ref() || b.is_ref() {
                continue;
            }
            if a.is_list() && b.is_list() {
                stack.push((a.addr(), b.addr(), 2));
            } else if a.is_structure() && b.is_structure() {
                let header = Cell::from_word(image[(a.addr() / 8) as usize]);
                if header != self.heap.get(b.addr()) {
                    return false;
                }
                stack.push((a.addr() + 8, b.addr() + 8, header.header_arity()));
            } else if a.is_boxed() && b.is_boxed() {
                let at = (a.addr() / 8) as usize;
                let (header, words) = self.heap.unbox(b);
                if image[at] != header.bits() || image[at + 1..at + 1 + words.len()] != *words {
                    return false;
                }
            } else if a != b {
                return false;
            }
        }
        true
    }

    /// A new copy of a clause, its head and body, also if it was erased since.
    pub fn clause_term(&mut self, r: ClauseRef) -> Option<Cell> {
        if !self.holds(r) {
            return None;
        }
        let source = self.db.clause(r.id)?.source.as_ref()?;
        Some(source.restore(&mut self.heap))
    }

    /// Erases a clause; whether it was alive.
    pub fn erase_clause(&mut self, r: ClauseRef) -> bool {
        self.holds(r) && self.db.erase(r.id)
    }

    /// Whether a clause is alive.
    pub fn is_alive(&self, r: ClauseRef) -> bool {
        self.holds(r) && self.db.clause(r.id).is_some_and(|c| c.death == ALIVE)
    }
}

/// Follows references in an image to a value or an unbound variable.
fn image_deref(image: &[u64], mut c: Cell) -> Cell {
    while c.is_ref() {
        let next = Cell::from_word(image[(c.addr() / 8) as usize]);
        if next == c {
            break;
        }
        c = next;
    }
    c
}
