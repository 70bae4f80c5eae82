//! Terms on their way to another machine: a record, with the names of its atoms and functors.

use crate::base::atom::{Atom, Object, atoms};
use crate::code::pred::FunctorId;
use crate::machine::memory::cell::{Cell, Tag};
use crate::machine::{Attributes, Ball, Extension, Machine, Record};

/// The name of an atom.
#[derive(Debug)]
enum Name {
    Text(Box<str>),
    /// A value of the host, and its kind.
    Object(Object, Box<str>),
}

/// A copy of a term that any machine can restore.
#[derive(Debug)]
pub(crate) struct Parcel {
    record: Record,
    /// The atoms of the record whose numbers may differ from machine to machine, with their names.
    names: Vec<(Atom, Name)>,
    functors: Vec<(FunctorId, Atom, u32)>,
}

impl Parcel {
    /// The memory that it takes, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let names = 64 * (self.names.len() + self.functors.len());
        8 * self.record.words() as u64 + names as u64 + 64
    }
}

/// Calls a function with each word of an image that is not part of a box, and its place.
fn each_cell(words: &[u64], mut visit: impl FnMut(usize, Cell)) {
    let mut i = 0;
    while i < words.len() {
        let c = Cell(words[i]);
        if c.is_box_header() {
            i += c.box_words() as usize;
        } else {
            visit(i, c);
        }
        i += 1;
    }
}

/// Returns true if the atom has the same number in every machine.
fn is_known(a: Atom) -> bool {
    a.as_char().is_some() || (a.index() as usize) < atoms::NAMES.len()
}

fn is_atom(c: Cell) -> bool {
    c.tag() == Tag::Atom && c.is_plain_atom()
}

impl<X: Extension> Machine<X> {
    /// A copy of a term for another machine.
    ///
    /// # Errors
    /// The errors of [`Extension::check_copied`].
    pub(crate) fn pack_term(&mut self, term: Cell) -> Result<Parcel, Ball> {
        X::check_copied(self, term)?;
        let record = Record::new(&mut self.heap, term, Attributes::Copy);
        Ok(self.pack_record(record))
    }

    /// The term of a record for another machine.
    pub(crate) fn pack_record(&self, record: Record) -> Parcel {
        let mut names: Vec<Atom> = Vec::new();
        let mut functors: Vec<FunctorId> = Vec::new();
        each_cell(record.image(), |_, c| {
            // Neighbours are often equal, and are dropped here; sorting drops the others.
            if c.is_functor_header() {
                if functors.last() != Some(&c.header_functor()) {
                    functors.push(c.header_functor());
                }
            } else if is_atom(c) && !is_known(c.as_atom()) && names.last() != Some(&c.as_atom()) {
                names.push(c.as_atom());
            }
        });
        functors.sort_unstable_by_key(|f| f.0);
        functors.dedup();
        let functor = |f: FunctorId| {
            let (name, arity) = self.functors.get(f);
            (f, name, arity)
        };
        let functors: Vec<_> = functors.into_iter().map(functor).collect();
        let of_functors = functors.iter().map(|&(_, name, _)| name);
        names.extend(of_functors.filter(|&a| !is_known(a)));
        names.sort_unstable();
        names.dedup();
        let name = |a: Atom| match self.atoms.object(a) {
            Some(object) => {
                let text = self.atoms.text(a);
                let kind = text.trim_start_matches('<');
                let kind = kind.split(' ').next().unwrap_or_default();
                Name::Object(Object::clone(object), kind.into())
            }
            None => Name::Text((*self.atoms.text(a)).into()),
        };
        Parcel {
            names: names.into_iter().map(|a| (a, name(a))).collect(),
            record,
            functors,
        }
    }

    /// The term of a parcel on the heap, with new variables.
    ///
    /// # Errors
    /// `resource_error(memory)`
    pub(crate) fn unpack_term(&mut self, parcel: &Parcel) -> Result<Cell, Ball> {
        self.check_heap(8 * parcel.record.words() as u64)?;
        let record = self.unpack_record(parcel);
        Ok(record.restore(&mut self.heap))
    }

    /// The term of a parcel as a record of this machine.
    pub(crate) fn unpack_record(&mut self, parcel: &Parcel) -> Record {
        // In ascending order, as in the parcel.
        let mut names: Vec<Atom> = Vec::with_capacity(parcel.names.len());
        for (_, name) in &parcel.names {
            names.push(match name {
                Name::Text(text) => self.atoms.intern_transient(text),
                Name::Object(object, kind) => self.atoms.intern_object(object, kind),
            });
        }
        let own = |a: Atom| match parcel.names.binary_search_by_key(&a, |(name, _)| *name) {
            Ok(i) => names[i],
            Err(_) => a,
        };
        let mut functors: Vec<FunctorId> = Vec::with_capacity(parcel.functors.len());
        for &(_, name, arity) in &parcel.functors {
            functors.push(self.functors.intern_transient(own(name), arity));
        }
        let image = parcel.record.image();
        let mut words: Box<[u64]> = image.into();
        each_cell(image, |i, c| {
            if c.is_functor_header() {
                let f = c.header_functor();
                let at = parcel.functors.binary_search_by_key(&f.0, |(f, ..)| f.0);
                let f = at.map_or(f, |i| functors[i]);
                words[i] = Cell::functor(f, c.header_arity()).0;
            } else if is_atom(c) {
                words[i] = Cell::atom(own(c.as_atom())).0;
            }
        });
        Record::of_image(words)
    }
}
