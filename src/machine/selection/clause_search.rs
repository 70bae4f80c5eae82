//! Search of the clauses of a dynamic predicate from outside compiled code, for `clause/2` and
//! `retract/1`, and references to clauses.
//!
//! A search follows the order numbers of clauses, not their positions, so that clauses may be added,
//! erased and purged between two steps. The index keys of the call choose the bucket; a comparison with
//! the clause's source keeps most heads that cannot match from being copied to the heap.

use crate::base::atom::atoms;
use crate::code::pred::{Key, PredId};
use crate::machine::database::clause::{Clause, ClauseId, ClauseTerm};
use crate::machine::memory::cell::{Addr, Cell};
use crate::machine::memory::packed::split_image;
use crate::machine::{Extension, Machine};

/// The number of nodes of a head that are compared before it counts as a candidate.
const MAX_COMPARED: u32 = 64;

/// A reference to a clause that stays safe when the clause is dropped and its number reused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ClauseRef {
    /// The clause's number.
    pub id: ClauseId,
    /// Distinguishes it from earlier and later clauses with its number.
    pub serial: u32,
    /// Its order among the clauses of its predicate.
    pub order: i64,
    /// The predicate.
    pub pred: PredId,
    /// The position where a search found it, in the bucket of that search; only a hint.
    pub place: i64,
}

impl ClauseRef {
    /// Number and serial in one small integer.
    pub(crate) fn word(self) -> i64 {
        i64::from(self.serial & 0xfff_ffff) << 32 | i64::from(self.id.0)
    }

    /// The inverse of [`ClauseRef::word`].
    pub(crate) fn from_word(word: i64, order: i64, pred: PredId, place: i64) -> ClauseRef {
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
    /// Returns true if the clause has not been dropped; it may be erased.
    pub(crate) fn exists(&self, r: ClauseRef) -> bool {
        self.db.clause(r.id).is_some_and(|c| c.serial == r.serial)
    }

    /// Returns true if the clause has not been erased.
    pub(crate) fn is_live(&self, r: ClauseRef) -> bool {
        self.db
            .clause(r.id)
            .is_some_and(|c| c.serial == r.serial && self.db.is_live(r.id))
    }

    /// A reference to a clause.
    pub(crate) fn clause_ref(&self, id: ClauseId) -> Option<ClauseRef> {
        let c = self.db.clause(id)?;
        Some(ClauseRef {
            id,
            serial: c.serial,
            order: self.db.life(id).order,
            pred: c.pred,
            place: 0,
        })
    }

    /// The first clause of dynamic predicate `p` after `after` that was live at `generation` and whose
    /// head may match `head`.
    pub(crate) fn find_clause(
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
        let head = self.heap.exposed(head);
        let first = if head.is_compound() {
            self.heap.args_at(head)
        } else {
            0
        };
        let (keys, n) = self.call_keys(arity, |k| self.heap.get(first + 8 * k as u64));
        let keys = &keys[..n];
        let candidates = self.candidates(p, keys);
        let mut from = match after {
            None => self.db.first_place(p, candidates),
            Some(r) => self.db.place_after(p, candidates, r.order, r.place)?,
        };
        loop {
            let (at, id) = self.next_match(p, candidates, from, generation, keys)?;
            if self.may_match(id, first, arity) {
                let c = self.db.clause(id)?;
                return Some(ClauseRef {
                    id,
                    serial: c.serial,
                    order: self.db.life(id).order,
                    pred: p,
                    place: at,
                });
            }
            from = at + 1;
        }
    }

    /// Returns true if a clause's head may match a head whose arguments begin at `first`; true in
    /// doubt.
    fn may_match(&self, id: ClauseId, first: u64, arity: u32) -> bool {
        let Some(clause) = self.db.clause(id) else {
            return false;
        };
        match clause.image() {
            None => false,
            Some(ClauseTerm::Keys) => arity == 0 || self.keys_may_match(clause, first),
            Some(ClauseTerm::Words(image)) => self.image_may_match(image, first, arity),
        }
    }

    /// Returns true if a clause whose term is kept may match, as [`Machine::may_match`].
    fn image_may_match(&self, image: &[u64], first: u64, arity: u32) -> bool {
        // The root of the image is `Head-Body`.
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
            if steps > MAX_COMPARED {
                return true;
            }
            let a = image_deref(image, Cell::from_word(image[(i / 8) as usize]));
            let b = self.heap.deref(self.heap.get(h));
            if a.is_ref() || b.is_ref() {
                continue;
            }
            if a.is_packed() || b.is_packed() {
                if !self.packed_may_match(image, a, b) {
                    return false;
                }
            } else if a.is_list() && b.is_list() {
                stack.push((a.addr(), b.addr(), 2));
            } else if a.is_structure() && b.is_structure() {
                let header = Cell::from_word(image[(a.addr() / 8) as usize]);
                if header != self.heap.get(b.addr()) {
                    return false;
                }
                stack.push((a.addr() + 8, b.addr() + 8, header.header_arity()));
            } else if a.is_box() && b.is_box() {
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

    /// Returns true if a cell of an image and one of the heap, one of them a packed list, may match: true in doubt.
    fn packed_may_match(&self, image: &[u64], mut a: Cell, mut b: Cell) -> bool {
        let read = |at: Addr| Cell::from_word(image[(at / 8) as usize]);
        for _ in 0..MAX_COMPARED {
            b = self.heap.settled(b);
            if !a.is_packed() && !b.is_packed() {
                let is_plain = |c: Cell| c.is_atom() || c.is_int() || c.is_list();
                return a == b || !is_plain(a) || !is_plain(b) || a.is_list() && b.is_list();
            }
            let rest = match a.is_packed() {
                true => Some(split_image(image, a)),
                false => a.is_list().then(|| (read(a.addr()), read(a.addr() + 8))),
            };
            let (Some((head, x)), Some((other, y))) = (rest, self.heap.uncons(b)) else {
                return a.is_ref() || b.is_ref();
            };
            let (head, other) = (image_deref(image, head), self.heap.deref(other));
            // One of the heads is a character.
            if head != other && !head.is_ref() && !other.is_ref() {
                return false;
            }
            (a, b) = (image_deref(image, x), self.heap.deref(y));
        }
        true
    }

    /// Returns true if a fact whose arguments are all atomic may match, as [`Machine::may_match`].
    fn keys_may_match(&self, clause: &Clause, first: u64) -> bool {
        clause.keys().zip(0..).all(|(key, i)| {
            let c = self.heap.deref(self.heap.get(first + 8 * i));
            c.is_ref() || self.key_may_match(key, c)
        })
    }

    /// Returns true if the head of a clause whose term is not kept may match.
    fn code_may_match(&self, id: ClauseId, first: u64) -> bool {
        let clause = self.db.clause(id).filter(|c| c.image().is_none());
        clause.is_some_and(|c| self.keys_may_match(c, first))
    }

    /// Returns true if an argument with this key may unify with a nonvariable term.
    fn key_may_match(&self, key: Key, c: Cell) -> bool {
        match key {
            Key::Any | Key::Boxed => true,
            Key::List => c.is_any_list(),
            Key::Struct(f) => c.is_structure() && self.heap.functor_of(c).0 == f,
            Key::Atom(_) | Key::Int(_) => Some(c) == atomic_cell(key),
        }
    }

    /// A new copy of a clause, its head and body.
    pub(crate) fn copy_of_clause(&mut self, id: ClauseId) -> Option<Cell> {
        let clause = self.db.clause(id)?;
        let keys = match clause.image()? {
            ClauseTerm::Words(image) => {
                let pred = clause.pred;
                let term = self.heap.instantiate(image);
                return Some(self.with_name_of(pred, term));
            }
            ClauseTerm::Keys => clause.keys(),
        };
        let arguments: Vec<Cell> = keys.filter_map(atomic_cell).collect();
        let name = self.db.pred(clause.pred).name;
        let head = self.compound(name, &arguments);
        let f = self.functors.intern(atoms::NECK, 2);
        Some(self.heap.structure(f, &[head, Cell::atom(atoms::TRUE)]))
    }

    /// A clause whose head has the name of its predicate: it has another one if it was moved from there.
    fn with_name_of(&mut self, pred: PredId, term: Cell) -> Cell {
        let (name, arity) = (self.db.pred(pred).name, self.db.pred(pred).arity);
        let parts = self.heap.args_at(term);
        let head = self.heap.deref(self.heap.get(parts));
        let body = self.heap.get(parts + 8);
        let new = match arity {
            0 if head == Cell::atom(name) => return term,
            0 => Cell::atom(name),
            _ => {
                if !head.is_structure() {
                    return term;
                }
                let (f, _) = self.heap.functor_of(head);
                if self.functors.get(f).0 == name {
                    return term;
                }
                let at = self.heap.args_at(head);
                let arguments = (0..u64::from(arity)).map(|i| self.heap.get(at + 8 * i));
                let arguments: Vec<Cell> = arguments.collect();
                self.compound(name, &arguments)
            }
        };
        let neck = self.functors.intern(atoms::NECK, 2);
        self.heap.structure(neck, &[new, body])
    }

    /// The number of the first clause of a static predicate, from `from` on, whose head may match.
    pub(crate) fn next_static_clause(
        &mut self,
        p: PredId,
        head: Cell,
        from: usize,
    ) -> Option<usize> {
        let head = self.heap.deref(head);
        let head = self.heap.exposed(head);
        let (first, arity) = match head.is_compound() {
            true => (self.heap.args_at(head), self.db.pred(p).arity),
            false => (0, 0),
        };
        let clauses = self.db.pred(p).clauses.get(from..)?;
        let found = clauses
            .iter()
            .position(|&id| self.may_match(id, first, arity) || self.code_may_match(id, first))?;
        Some(from + found)
    }

    /// That clause's number, and a new copy of its head and body.
    pub(crate) fn static_clause(
        &mut self,
        p: PredId,
        head: Cell,
        from: usize,
    ) -> Option<(usize, Cell)> {
        let at = self.next_static_clause(p, head, from)?;
        let id = *self.db.pred(p).clauses.get(at)?;
        Some((at, self.copy_of_clause(id)?))
    }

    /// A new copy of a clause, its head and body, even if it has been erased.
    pub(crate) fn clause_term(&mut self, r: ClauseRef) -> Option<Cell> {
        if !self.exists(r) {
            return None;
        }
        self.copy_of_clause(r.id)
    }

    /// Erases a clause. Returns true if it was live.
    pub(crate) fn erase_clause(&mut self, r: ClauseRef) -> bool {
        self.exists(r) && self.db.erase(r.id)
    }
}

/// The cell of an atom's or a small integer's key.
fn atomic_cell(key: Key) -> Option<Cell> {
    match key {
        Key::Atom(a) => Some(Cell::atom(a)),
        Key::Int(i) => Some(Cell::int(i)),
        Key::Any | Key::List | Key::Struct(_) | Key::Boxed => None,
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
