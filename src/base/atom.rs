//! Atoms: interned names, one table per machine.
//!
//! A one-character atom needs no table entry: its index *is* the character, so that text as a
//! list of characters costs no look-up.

use super::number_set::NumberSet;
use super::paged::PagedVec;
use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::any::Any;
use std::hash::BuildHasher;
use std::sync::Arc;

/// A value of the host program that an atom stands for.
pub(crate) type Object = Arc<dyn Any + Send + Sync>;

/// An interned name. Equal names have equal `Atom`s within one [`AtomTable`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct Atom(u32);

/// Set on atoms that are one character long; the low bits are the character.
const CHAR: u32 = 1 << 31;

impl Atom {
    /// The atom of one character. The same atom as interning that character.
    pub(crate) const fn from_char(c: char) -> Atom {
        Atom(c as u32 | CHAR)
    }

    /// The character, if this atom's name is exactly one character.
    pub(crate) const fn as_char(self) -> Option<char> {
        if self.0 & CHAR == 0 {
            None
        } else {
            char::from_u32(self.0 & !CHAR)
        }
    }

    /// The number of this atom in a cell or an instruction.
    pub(crate) const fn index(self) -> u32 {
        self.0
    }

    /// The inverse of [`Atom::index`].
    pub(crate) const fn from_index(i: u32) -> Atom {
        Atom(i)
    }
}

/// A name as code writes it: an atom, or a text to intern.
pub(crate) trait IntoAtom {
    /// The atom with this name.
    fn into_atom(self, table: &mut AtomTable) -> Atom;
}

impl IntoAtom for Atom {
    fn into_atom(self, _: &mut AtomTable) -> Atom {
        self
    }
}

impl IntoAtom for &str {
    fn into_atom(self, table: &mut AtomTable) -> Atom {
        table.intern(self)
    }
}

/// The text of an atom; derefs to `str`.
#[derive(Clone, Copy)]
pub(crate) enum AtomText<'a> {
    /// Text held by the table.
    Table(&'a str),
    /// One character, encoded in place.
    Char([u8; 4], u8),
}

impl AtomText<'_> {
    /// The name of the atom of one character.
    pub(crate) fn of_char(c: char) -> AtomText<'static> {
        let mut bytes = [0; 4];
        let n = c.encode_utf8(&mut bytes).len() as u8;
        AtomText::Char(bytes, n)
    }
}

impl std::ops::Deref for AtomText<'_> {
    type Target = str;
    fn deref(&self) -> &str {
        match self {
            AtomText::Table(s) => s,
            AtomText::Char(b, n) => std::str::from_utf8(&b[..*n as usize]).unwrap_or(""),
        }
    }
}

impl std::fmt::Display for AtomText<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self)
    }
}

/// The names of atoms, for writing terms.
pub(crate) trait AtomNames {
    /// The name of an atom.
    fn text(&self, a: Atom) -> AtomText<'_>;

    /// The value of the host that an atom stands for.
    fn object(&self, a: Atom) -> Option<&Object>;
}

impl AtomNames for AtomTable {
    fn text(&self, a: Atom) -> AtomText<'_> {
        AtomTable::text(self, a)
    }

    fn object(&self, a: Atom) -> Option<&Object> {
        AtomTable::object(self, a)
    }
}

macro_rules! known_atoms {
    (
        characters { $($char_name:ident = $char:literal;)* }
        names { $($name:ident = $text:literal;)* }
    ) => {
        /// Atoms that code names: those of one character, and those with fixed indices in every table.
        pub(crate) mod atoms {
            use super::Atom;
            $(#[doc = concat!("The atom `", $char, "`.")] pub(crate) const $char_name: Atom = Atom::from_char($char);)*
            #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "only counts the rows")]
            enum AtomRow { $($name),* }
            $(#[doc = concat!("The atom `", $text, "`.")] pub(crate) const $name: Atom = Atom(AtomRow::$name as u32);)*
            // A name of one character here would be a second atom beside the one that programs have.
            $(const _: () = assert!($text.len() != 1, "an atom of one character belongs to the characters");)*
            /// The names, in the order of their numbers.
            pub(crate) const NAMES: &[&str] = &[$($text),*];
        }
    };
}

known_atoms! {
    characters {
        COMMA = ','; SEMICOLON = ';'; BAR = '|'; CUT = '!'; COLON = ':'; SLASH = '/'; DOT = '.'; UNIFY = '=';
        PLUS = '+'; MINUS = '-'; TIMES = '*'; LT = '<'; GT = '>'; CARET = '^'; BACKSLASH = '\\'; DOLLAR = '$';
    }
    names {
        NIL = "[]"; ELLIPSIS = "..."; CURLY = "{}"; EMPTY = ""; NECK = ":-"; DCG_ARROW = "-->"; QUERY = "?-"; ARROW = "->";
        SOFT_ARROW = "*->"; NOT_PROVABLE = "\\+"; VAR = "$VAR"; TRUE = "true"; FALSE = "false"; FAIL = "fail";
        CALL = "call"; EQ = "=="; NOT_EQ = "\\=="; OCCURS_CHECK = "occurs_check"; NOT_UNIFY = "\\="; IS = "is"; AT_LT = "@<"; AT_GT = "@>";
        AT_LE = "@=<"; AT_GE = "@>="; NUM_EQ = "=:="; NUM_NE = "=\\="; LE = "=<"; GE = ">="; ERROR = "error";
        TYPE_ERROR = "type_error"; DOMAIN_ERROR = "domain_error"; INSTANTIATION_ERROR = "instantiation_error";
        UNINSTANTIATION_ERROR = "uninstantiation_error"; EXISTENCE_ERROR = "existence_error";
        PERMISSION_ERROR = "permission_error"; REPRESENTATION_ERROR = "representation_error";
        EVALUATION_ERROR = "evaluation_error"; RESOURCE_ERROR = "resource_error"; SYNTAX_ERROR = "syntax_error";
        SYSTEM_ERROR = "system_error"; USER = "user"; SYSTEM = "system"; USER_INPUT = "user_input";
        USER_OUTPUT = "user_output"; USER_ERROR = "user_error"; END_OF_FILE = "end_of_file"; INT_DIV = "//";
        BIT_OR = "\\/"; MIN = "min"; MAX = "max"; XFX = "xfx"; XFY = "xfy"; YFX = "yfx"; FY = "fy"; FX = "fx";
        XF = "xf"; YF = "yf"; DYNAMIC = "dynamic"; DISCONTIGUOUS = "discontiguous"; MULTIFILE = "multifile";
        ATOM = "atom"; ON = "on"; INTEGER = "integer"; NUMBER = "number"; ATOMIC = "atomic"; COMPOUND = "compound";
        CALLABLE = "callable"; LIST = "list"; CHARACTER = "character"; EVALUABLE = "evaluable";
        PROCEDURE = "procedure"; WAKEUP = "$wakeup"; WAKE = "wake"; ATT = "att"; MEMORY = "memory";
        DIALECT_CATCHER = "$dialect_catcher";
        INFERENCES = "inferences"; TIME = "time"; SLICE = "slice"; INTERRUPTED = "interrupted";
        PROPAGATIONS = "propagations"; ANSWERS = "answers"; OUTPUT = "output"; DOTDOT = ".."; DICT = "dict{}"; NO_ARGS = "$no_args";
        DOT_CALL = "$dot"; QUASI_QUOTED = "$quasi_quoted"; TRACE = "trace"; ARG = "arg"; FUNCTOR = "functor";
    }
}

/// The names of one machine.
///
/// An atom that [`AtomTable::intern`] has seen is kept for good: program text, operators and flags hold
/// atoms in places that the collector does not visit. An atom that only [`AtomTable::intern_transient`] made, which
/// builtins that compute names call, can be collected with [`AtomTable::sweep`].
#[derive(Clone)]
pub(crate) struct AtomTable {
    names: PagedVec<Box<str>>,
    /// For each name, true if it is kept for good.
    kept: Vec<bool>,
    /// The numbers of the names, by the hash of the name; without those that are in `shared`.
    index: HashTable<IndexEntry>,
    /// The numbers of older names, if there are many. Copies of the table share them, so nothing is ever removed: a number
    /// counts only if it still has the name.
    shared: Option<Arc<HashTable<IndexEntry>>>,
    free: Vec<u32>,
    transient: usize,
    /// The approximate size of the names in bytes.
    bytes: u64,
    objects: Objects,
}

/// The atoms that stand for values of the host. Their names are not in the index: no text denotes them.
#[derive(Clone, Default)]
struct Objects {
    /// By the number of the atom.
    values: FxHashMap<u32, Object>,
    /// The atom of a value, by its address.
    atoms: FxHashMap<usize, u32>,
    /// The number of values so far, which is a part of their names.
    made: u64,
    /// The number of values at which a collection is due.
    due: usize,
}

/// The smallest number of values of the host that is collected.
const MIN_OBJECTS: usize = 1000;

/// The address of a value.
fn address(object: &Object) -> usize {
    Arc::as_ptr(object).cast::<()>() as usize
}

/// The number of names for which a new table has room: about those of a machine that has read the boot files.
const AT_START: usize = 1700;

/// The number of names from which copies of a table share its index.
const LARGE_INDEX: usize = 1 << 14;

/// The approximate memory that an atom takes, in bytes.
fn size_of_atom(name: &str) -> u64 {
    name.len() as u64 + 64
}

/// A name in an index. Its hash stands beside its number, so that an index grows without a look at the names.
#[derive(Clone, Copy)]
struct IndexEntry {
    hash: u32,
    number: u32,
}

impl IndexEntry {
    /// The hash by which the index places the entry. The index takes some of its highest bits and some of its lowest.
    fn place(&self) -> u64 {
        place_of(self.hash)
    }
}

fn place_of(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

fn hash_of(name: &str) -> u32 {
    let hash = FxBuildHasher.hash_one(name);
    (hash ^ hash >> 32) as u32
}

impl AtomTable {
    /// A table that holds the atoms of [`atoms`].
    pub(crate) fn new() -> AtomTable {
        let mut t = AtomTable {
            names: PagedVec::default(),
            kept: Vec::with_capacity(AT_START),
            index: HashTable::with_capacity(AT_START),
            shared: None,
            free: Vec::new(),
            transient: 0,
            bytes: 0,
            objects: Objects {
                due: MIN_OBJECTS,
                ..Objects::default()
            },
        };
        for (i, name) in atoms::NAMES.iter().enumerate() {
            t.names.push((*name).into());
            t.kept.push(true);
            t.add_to_index(hash_of(name), i as u32);
        }
        t
    }

    /// The number of a name with this hash, if it is in the table.
    fn number(&self, name: &str, hash: u32) -> Option<u32> {
        let is_it = |e: &IndexEntry| e.hash == hash && **self.names.at(e.number as usize) == *name;
        if let Some(e) = self.index.find(place_of(hash), is_it) {
            return Some(e.number);
        }
        let shared = self.shared.as_ref()?;
        if name.is_empty() {
            // The place of a name that was removed holds the empty text.
            return Some(atoms::EMPTY.0);
        }
        // The place of a name that was removed may be that of a value of the host, which no text denotes.
        let denotes = |e: &IndexEntry| is_it(e) && !self.objects.values.contains_key(&e.number);
        shared.find(place_of(hash), denotes).map(|e| e.number)
    }

    /// Makes copies of the table share its index, if the index is large: a copy costs little then, and a look-up of an
    /// older name two looks.
    pub(crate) fn share_index(&mut self) {
        let shared = self.shared.as_ref().map_or(0, |shared| shared.len());
        if self.index.len() < LARGE_INDEX.max(shared / 8) {
            return;
        }
        let removed = self.removed();
        let mut all = HashTable::with_capacity(self.names.len());
        for number in 0..self.names.len() as u32 {
            if !removed.contains(number) && !self.objects.values.contains_key(&number) {
                let hash = hash_of(self.names.at(number as usize));
                let entry = IndexEntry { hash, number };
                all.insert_unique(entry.place(), entry, IndexEntry::place);
            }
        }
        self.shared = Some(Arc::new(all));
        self.index = HashTable::new();
    }

    /// The numbers of names that were removed.
    fn removed(&self) -> NumberSet {
        let mut removed = NumberSet::below(self.names.len());
        for &i in &self.free {
            removed.insert(i);
        }
        removed
    }

    fn remove_from_index(&mut self, name: &str, i: u32) {
        let place = place_of(hash_of(name));
        if let Ok(entry) = self.index.find_entry(place, |e| e.number == i) {
            entry.remove();
        }
    }

    fn add_to_index(&mut self, hash: u32, number: u32) {
        let entry = IndexEntry { hash, number };
        let place = entry.place();
        self.index.insert_unique(place, entry, IndexEntry::place);
    }

    /// The atom with this name, kept for good.
    pub(crate) fn intern(&mut self, name: &str) -> Atom {
        let a = self.intern_transient(name);
        self.keep(a);
        a
    }

    /// The atom with this name; it may be collected once nothing refers to it.
    pub(crate) fn intern_transient(&mut self, name: &str) -> Atom {
        let mut cs = name.chars();
        if let (Some(c), None) = (cs.next(), cs.next()) {
            return Atom::from_char(c);
        }
        let hash = hash_of(name);
        if let Some(i) = self.number(name, hash) {
            return Atom(i);
        }
        let i = self.add(name);
        self.add_to_index(hash, i);
        Atom(i)
    }

    /// Adds a name that may be collected to the table, but not to the index.
    fn add(&mut self, name: &str) -> u32 {
        self.transient += 1;
        self.bytes += size_of_atom(name);
        match self.free.pop() {
            Some(i) => {
                *self.names.at_mut(i as usize) = name.into();
                i
            }
            None => {
                self.names.push(name.into());
                self.kept.push(false);
                self.names.len() as u32 - 1
            }
        }
    }

    /// The atom that stands for a value of the host, always the same one while there is one. Its name has this kind and
    /// a number.
    pub(crate) fn intern_object(&mut self, object: &Object, kind: &str) -> Atom {
        if let Some(&i) = self.objects.atoms.get(&address(object)) {
            return Atom(i);
        }
        self.objects.made += 1;
        let i = self.add(&format!("<{kind} {}>", self.objects.made));
        self.objects.atoms.insert(address(object), i);
        self.objects.values.insert(i, Arc::clone(object));
        Atom(i)
    }

    /// The value that an atom stands for.
    pub(crate) fn object(&self, a: Atom) -> Option<&Object> {
        self.objects.values.get(&a.0)
    }

    /// Returns true if enough atoms stand for values of the host that a collection is due.
    pub(crate) fn objects_are_due(&self) -> bool {
        self.objects.values.len() >= self.objects.due
    }

    /// Makes a collection due if there are values of the host.
    pub(crate) fn collect_objects(&mut self) {
        self.objects.due = 1;
    }

    /// Keeps an atom for good, because it is about to be stored in a place that the collector does not visit.
    pub(crate) fn keep(&mut self, a: Atom) {
        if a.as_char().is_none() && !self.kept[a.0 as usize] {
            self.kept[a.0 as usize] = true;
            self.transient -= 1;
        }
    }

    /// The atoms with a name in the table. Atoms of one character are not stored in it; values of the host are left out.
    pub(crate) fn all(&self) -> impl Iterator<Item = Atom> {
        let removed = self.removed();
        let numbers = 0..self.names.len() as u32;
        let is_there = move |i: &u32| !removed.contains(*i) && !self.objects.values.contains_key(i);
        numbers.filter(is_there).map(Atom)
    }

    /// The number of atoms that may be collected.
    pub(crate) fn transient(&self) -> usize {
        self.transient
    }

    /// Removes the transient atoms whose numbers are not in `live`. Returns the values of the host that they stood for.
    pub(crate) fn sweep(&mut self, live: &NumberSet) -> Vec<Object> {
        let mut dead = Vec::new();
        let removed = self.removed();
        for i in 0..self.names.len() as u32 {
            if !self.kept[i as usize] && !live.contains(i) && !removed.contains(i) {
                let name = std::mem::take(self.names.at_mut(i as usize));
                self.bytes -= size_of_atom(&name);
                match self.objects.values.remove(&i) {
                    Some(object) => {
                        self.objects.atoms.remove(&address(&object));
                        dead.push(object);
                    }
                    None => self.remove_from_index(&name, i),
                }
                self.free.push(i);
                self.transient -= 1;
            }
        }
        self.objects.due = (2 * self.objects.values.len()).max(MIN_OBJECTS);
        dead
    }

    /// The approximate size of the table in bytes.
    #[inline(always)]
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The atom with this name, if it exists already.
    pub(crate) fn lookup(&self, name: &str) -> Option<Atom> {
        let mut cs = name.chars();
        if let (Some(c), None) = (cs.next(), cs.next()) {
            return Some(Atom::from_char(c));
        }
        self.number(name, hash_of(name)).map(Atom)
    }

    /// The name of an atom of this table.
    pub(crate) fn text(&self, a: Atom) -> AtomText<'_> {
        match a.as_char() {
            Some(c) => AtomText::of_char(c),
            None => AtomText::Table(self.names.at(a.0 as usize)),
        }
    }

    /// Returns true if the table has an atom with this number: for a number that is not known to be one of an atom.
    pub(crate) fn has(&self, a: Atom) -> bool {
        a.as_char().is_some() || (a.0 as usize) < self.len()
    }

    /// The number of names in the table.
    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }
}

impl Default for AtomTable {
    fn default() -> Self {
        AtomTable::new()
    }
}
