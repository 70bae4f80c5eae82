//! Numbers of predicates, functors and constants, index keys, and the compiled clause.

use super::instr::Instr;
use crate::base::atom::Atom;
use crate::base::number_set::NumberSet;
use crate::base::tree::Node;
use rustc_hash::{FxBuildHasher, FxHashMap};

macro_rules! ids {
    ($($(#[$meta:meta])* $name:ident;)*) => { $(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        pub(crate) struct $name(pub u32);
    )* };
}
ids! {
    /// A predicate of the machine.
    PredId;
    /// A functor `f/n` of the machine.
    FunctorId;
    /// A number, string or packed list in the machine's constant pool.
    ConstId;
}

/// The least number of bytes of a text whose list of characters is packed; shorter lists are cheap without it.
pub(crate) const LEAST_PACKED: usize = 32;

/// The largest arity of a predicate.
pub(crate) const MAX_ARITY: usize = 60_000;

/// The functors of one machine.
///
/// As with atoms, one that [`FunctorTable::intern`] has seen is kept for good, and one that only
/// [`FunctorTable::intern_transient`] made can be collected with [`FunctorTable::sweep`].
#[derive(Clone)]
pub(crate) struct FunctorTable {
    list: Vec<(Atom, u32)>,
    /// For each functor, true if it is kept for good.
    kept: Vec<bool>,
    index: FxHashMap<(Atom, u32), FunctorId>,
    free: Vec<u32>,
}

/// The number of functors for which a new table has room: about those of a machine that has read the boot files.
const AT_START: usize = 890;

impl Default for FunctorTable {
    fn default() -> FunctorTable {
        FunctorTable {
            list: Vec::with_capacity(AT_START),
            kept: Vec::with_capacity(AT_START),
            index: FxHashMap::with_capacity_and_hasher(AT_START, FxBuildHasher),
            free: Vec::new(),
        }
    }
}

impl FunctorTable {
    /// The offset of the list in the table, for machine code.
    #[cfg(native_tier)]
    pub(crate) const LIST: usize = std::mem::offset_of!(FunctorTable, list);

    /// The functor `name/arity`, kept for good.
    pub(crate) fn intern(&mut self, name: Atom, arity: u32) -> FunctorId {
        let f = self.intern_transient(name, arity);
        self.kept[f.0 as usize] = true;
        f
    }

    /// The functor `name/arity`; it may be collected once no term, clause or predicate has it.
    pub(crate) fn intern_transient(&mut self, name: Atom, arity: u32) -> FunctorId {
        if let Some(&f) = self.index.get(&(name, arity)) {
            return f;
        }
        let f = match self.free.pop() {
            Some(i) => {
                self.list[i as usize] = (name, arity);
                FunctorId(i)
            }
            None => {
                self.list.push((name, arity));
                self.kept.push(false);
                FunctorId(self.list.len() as u32 - 1)
            }
        };
        self.index.insert((name, arity), f);
        f
    }

    /// Removes the functors that are neither kept nor have their numbers in `live`.
    pub(crate) fn sweep(&mut self, live: &NumberSet) {
        for i in 0..self.list.len() as u32 {
            // A place that is free already is not in the index.
            let is_in_use = |t: &Self| t.index.get(&t.list[i as usize]) == Some(&FunctorId(i));
            if !self.kept[i as usize] && !live.contains(i) && is_in_use(self) {
                self.index.remove(&self.list[i as usize]);
                self.free.push(i);
            }
        }
    }

    /// The functors in use: name and arity.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Atom, u32)> {
        self.index.keys().copied()
    }

    /// The functor `name/arity`, if it exists.
    pub(crate) fn find(&self, name: Atom, arity: u32) -> Option<FunctorId> {
        self.index.get(&(name, arity)).copied()
    }

    /// Name and arity.
    #[inline]
    pub(crate) fn get(&self, f: FunctorId) -> (Atom, u32) {
        self.list[f.0 as usize]
    }

    /// The approximate size of the table in bytes.
    #[inline(always)]
    pub(crate) fn bytes(&self) -> u64 {
        48 * self.index.len() as u64
    }

    /// A bound of the numbers of all functors: places that are free count, too.
    pub(crate) fn places(&self) -> usize {
        self.list.len()
    }

    /// The number of functors.
    pub(crate) fn len(&self) -> usize {
        self.index.len()
    }
}

/// The index key of a head argument.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Key {
    /// A variable: any call matches.
    Any,
    /// An atom.
    Atom(Atom),
    /// An integer that fits a cell (60 bits and sign).
    Int(i64),
    /// A list cell.
    List,
    /// A compound.
    Struct(FunctorId),
    /// Another number or a string: any call with a string, or a number that is not a small integer, may match.
    Boxed,
}

impl Key {
    /// Returns true if the key says which atom or number the argument is.
    pub(crate) fn is_atomic(self) -> bool {
        matches!(self, Key::Atom(_) | Key::Int(_))
    }
}

/// A compiled clause.
#[derive(Clone, Debug)]
pub(crate) struct ClauseCode {
    /// The instructions; relative jumps only.
    pub code: Box<[Instr]>,
    /// The index key of each argument.
    pub keys: Box<[Key]>,
    /// Constants of the pool that the code refers to, to be released with it.
    pub constants: Box<[ConstId]>,
}

/// Returns true if an argument with this meta-argument specifier must carry its module.
pub(crate) fn carries_module(specifier: u8) -> bool {
    specifier.is_ascii_digit() || matches!(specifier, b':' | b'^' | b'/')
}

/// The interface of the compiler to the machine: maps names to numbers.
pub(crate) trait Linker {
    /// The predicate that a call of `name/arity` in `module` refers to; created if it does not exist.
    fn pred(&mut self, module: Atom, name: Atom, arity: u32) -> PredId;
    /// The functor.
    fn functor(&mut self, name: Atom, arity: u32) -> FunctorId;
    /// Adds a number or string to the constant pool.
    fn constant(&mut self, n: &Node) -> ConstId;
    /// Adds the list of a text's characters to the constant pool.
    fn text_constant(&mut self, text: &str) -> ConstId;
    /// The number of a deterministic builtin that calls in `module` may run in line.
    fn builtin(&mut self, module: Atom, name: Atom, arity: u32) -> Option<u32>;
    /// Returns true if `module` defines a predicate of its own of this name, which replaces the control
    /// construct or inline test.
    fn redefined(&self, module: Atom, name: Atom, arity: u32) -> bool;
    /// For each argument of the predicate visible in `module`, true if it must carry its module. `None`
    /// if it is not a meta-predicate.
    fn meta_args(&self, module: Atom, name: Atom, arity: u32) -> Option<Vec<bool>>;
    /// Returns true if a module is a library of the system: goals that its clauses call through
    /// variables come from its callers, so they carry their module already or belong to `user`.
    fn is_library(&self, _module: Atom) -> bool {
        false
    }
    /// The text of an atom.
    fn text(&self, a: Atom) -> String;
    /// Interns an atom.
    fn intern(&mut self, s: &str) -> Atom;
}
