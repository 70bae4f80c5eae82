//! Atoms: interned names, one table per machine.
//!
//! A one-character atom needs no table entry: its index *is* the character, so that text as a
//! list of characters costs no look-up.

use rustc_hash::FxHashMap;

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
}

impl AtomNames for AtomTable {
    fn text(&self, a: Atom) -> AtomText<'_> {
        AtomTable::text(self, a)
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
            enum Row { $($name),* }
            $(#[doc = concat!("The atom `", $text, "`.")] pub(crate) const $name: Atom = Atom(Row::$name as u32);)*
            /// The names, in the order of their numbers.
            pub(crate) const NAMES: &[&str] = &[$($text),*];
        }
    };
}

known_atoms! {
    characters {
        COMMA = ','; SEMICOLON = ';'; BAR = '|'; CUT = '!'; COLON = ':'; SLASH = '/'; DOT = '.'; UNIFY = '=';
        PLUS = '+'; MINUS = '-'; TIMES = '*'; LT = '<'; GT = '>'; CARET = '^'; BACKSLASH = '\\';
    }
    names {
        NIL = "[]"; CURLY = "{}"; EMPTY = ""; NECK = ":-"; DCG_ARROW = "-->"; QUERY = "?-"; ARROW = "->";
        SOFT_ARROW = "*->"; NOT_PROVABLE = "\\+"; VAR = "$VAR"; TRUE = "true"; FALSE = "false"; FAIL = "fail";
        CALL = "call"; EQ = "=="; NOT_EQ = "\\=="; NOT_UNIFY = "\\="; IS = "is"; AT_LT = "@<"; AT_GT = "@>";
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
        INFERENCES = "inferences"; TIME = "time";
        PROPAGATIONS = "propagations"; ANSWERS = "answers"; OUTPUT = "output"; DOTDOT = "..";
    }
}

/// The names of one machine.
///
/// An atom that [`AtomTable::intern`] has seen is kept for good: program text, operators and flags hold
/// atoms in places that the collector does not visit. An atom that only [`AtomTable::intern_transient`] made, which
/// builtins that compute names call, can be collected with [`AtomTable::sweep`].
pub(crate) struct AtomTable {
    names: Vec<Box<str>>,
    /// For each name, true if it is kept for good.
    kept: Vec<bool>,
    index: FxHashMap<Box<str>, u32>,
    free: Vec<u32>,
    transient: usize,
    /// The approximate size of the names in bytes.
    bytes: u64,
}

/// The approximate memory that an atom takes, in bytes: its name stands in the table and in the index.
fn size_of_atom(name: &str) -> u64 {
    2 * name.len() as u64 + 96
}

impl AtomTable {
    /// A table that holds the atoms of [`atoms`].
    pub(crate) fn new() -> AtomTable {
        let mut t = AtomTable {
            names: Vec::with_capacity(1024),
            kept: Vec::new(),
            index: FxHashMap::default(),
            free: Vec::new(),
            transient: 0,
            bytes: 0,
        };
        for (i, name) in atoms::NAMES.iter().enumerate() {
            t.index.insert((*name).into(), i as u32);
            t.names.push((*name).into());
            t.kept.push(true);
        }
        t
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
        if let Some(&i) = self.index.get(name) {
            return Atom(i);
        }
        self.transient += 1;
        self.bytes += size_of_atom(name);
        let i = match self.free.pop() {
            Some(i) => {
                self.names[i as usize] = name.into();
                i
            }
            None => {
                self.names.push(name.into());
                self.kept.push(false);
                self.names.len() as u32 - 1
            }
        };
        self.index.insert(name.into(), i);
        Atom(i)
    }

    /// Keeps an atom for good, because it is about to be stored where the collector does not look.
    pub(crate) fn keep(&mut self, a: Atom) {
        if a.as_char().is_none() && !self.kept[a.0 as usize] {
            self.kept[a.0 as usize] = true;
            self.transient -= 1;
        }
    }

    /// The number of atoms that may be collected.
    pub(crate) fn transient(&self) -> usize {
        self.transient
    }

    /// Removes the transient atoms that are not in `live`.
    pub(crate) fn sweep(&mut self, live: &rustc_hash::FxHashSet<Atom>) {
        let freed: std::collections::HashSet<u32> = self.free.iter().copied().collect();
        for i in 0..self.names.len() as u32 {
            if !self.kept[i as usize] && !live.contains(&Atom(i)) && !freed.contains(&i) {
                let name = std::mem::take(&mut self.names[i as usize]);
                self.bytes -= size_of_atom(&name);
                self.index.remove(&name);
                self.free.push(i);
                self.transient -= 1;
            }
        }
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
        self.index.get(name).map(|&i| Atom(i))
    }

    /// The name of an atom of this table.
    pub(crate) fn text(&self, a: Atom) -> AtomText<'_> {
        match a.as_char() {
            Some(c) => AtomText::of_char(c),
            None => AtomText::Table(&self.names[a.0 as usize]),
        }
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
