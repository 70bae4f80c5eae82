//! A clause: its code, its index keys, its life.
//!
//! Programs keep millions of facts, so that a clause is one block of words besides its struct: the code, the key
//! of each argument, the constants, and the term `Head :- Body` if it is kept.

use super::code_block::Code;
#[cfg(native_tier)]
use super::machine_code::MachineCode;
use crate::base::atom::Atom;
use crate::code::instr::Instr;
use crate::code::pred::{ClauseCode, ConstId, FunctorId, Key, PredId};
use crate::machine::memory::record::Record;
use std::mem::MaybeUninit;
use std::ops::Range;
use std::sync::Arc;

/// The number of a clause.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ClauseId(pub u32);

/// The place at which a clause was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Site {
    /// The number of the text that it was read from; 0 for a clause that was read from none.
    pub text: u32,
    /// The offset of its first character.
    pub offset: u32,
}

/// The death of a clause that has not been erased.
pub(crate) const ALIVE: u64 = u64::MAX;

/// The form in which the term of a clause is kept.
pub(crate) enum Source {
    /// Nothing: the clause cannot be seen as a term.
    Absent,
    /// Not kept: the clause is a fact whose arguments are atoms and small integers, and its keys contain them.
    Keys,
    /// `Head :- Body`.
    Term(Record),
}

/// The contents of a clause that is added.
pub(super) struct ClauseContents<'c> {
    pub(super) code: &'c [Instr],
    /// The index key of each argument.
    pub(super) keys: &'c [Key],
    pub(super) constants: &'c [ConstId],
    /// `Head :- Body` in relative addresses, if it is kept in this form.
    pub(super) image: &'c [u64],
    /// The number of words of the term; 0 if it is not kept, or [`KEYS`].
    pub(super) words: u32,
}

impl<'c> ClauseContents<'c> {
    /// The contents of a clause with its code and its term.
    pub(super) fn new(code: &'c ClauseCode, source: &'c Source) -> ClauseContents<'c> {
        let (image, words) = match source {
            Source::Absent => (&[][..], 0),
            Source::Keys => (&[][..], KEYS),
            Source::Term(record) => (record.image(), record.words() as u32),
        };
        ClauseContents {
            code: &code.code,
            keys: &code.keys,
            constants: &code.constants,
            image,
            words,
        }
    }
}

/// The term of a clause, to be read.
pub(in crate::machine) enum ClauseTerm<'c> {
    /// See [`Source::Keys`].
    Keys,
    /// `Head :- Body` in relative addresses.
    Words(&'c [u64]),
}

/// The number of source words of [`Source::Keys`].
pub(super) const KEYS: u32 = u32::MAX;

/// The part of a clause's state that changes.
#[derive(Clone, Copy, Default)]
pub(crate) struct Life {
    /// The generation that added it.
    pub birth: u64,
    /// The generation in which it was erased, or [`ALIVE`].
    pub death: u64,
    /// Increases along the predicate's clauses.
    pub order: i64,
}

impl Life {
    /// Returns true if a call of this generation sees the clause.
    #[inline(always)]
    pub(crate) fn includes(&self, generation: u64) -> bool {
        self.birth <= generation && generation < self.death
    }
}

/// The place of a clause in the database; empty once the clause is dropped.
#[derive(Clone, Default)]
pub(in crate::machine) struct ClausePlace {
    pub(in crate::machine) clause: Option<Arc<Clause>>,
    pub(in crate::machine) life: Life,
}

/// A clause. It never changes, and machines with the same program share it.
pub(crate) struct Clause {
    /// The predicate it belongs to.
    pub pred: PredId,
    /// Distinguishes it from earlier clauses with its number.
    pub serial: u32,
    /// The place where it was read.
    pub site: Site,
    block: *mut MaybeUninit<u64>,
    /// The numbers of instructions, keys, constants and source words in the block.
    code: u32,
    keys: u16,
    /// True if the block ends with one more word, the address of the clause's machine code or 0.
    is_native: bool,
    constants: u32,
    source: u32,
}

/// A key as a word: its kind in the low bits, its value above them.
pub(super) fn packed(key: Key) -> u64 {
    match key {
        Key::Any => 0,
        Key::Atom(a) => u64::from(a.index()) << 3 | 1,
        Key::Int(i) => (i as u64) << 3 | 2,
        Key::List => 3,
        Key::Struct(f) => u64::from(f.0) << 3 | 4,
        Key::Boxed => 5,
    }
}

/// The inverse of [`packed`].
#[inline]
fn unpacked(word: u64) -> Key {
    match word & 7 {
        1 => Key::Atom(Atom::from_index((word >> 3) as u32)),
        2 => Key::Int(word as i64 >> 3),
        3 => Key::List,
        4 => Key::Struct(FunctorId((word >> 3) as u32)),
        5 => Key::Boxed,
        _ => Key::Any,
    }
}

impl Clause {
    /// A clause of a predicate, with its serial number, that was read from no text.
    pub(super) fn new(pred: PredId, serial: u32, contents: &ClauseContents<'_>) -> Clause {
        let ClauseContents {
            code,
            keys,
            constants,
            image,
            words,
        } = *contents;
        let lens = [code.len(), keys.len(), constants.len()];
        let mut block: Vec<MaybeUninit<u64>> =
            Vec::with_capacity(lens.iter().sum::<usize>() + image.len());
        for instr in code {
            let mut word = MaybeUninit::<u64>::uninit();
            // SAFETY: an instruction is as large as a word (see `Instr`) and aligned no more strictly.
            unsafe { word.as_mut_ptr().cast::<Instr>().write(*instr) };
            block.push(word);
        }
        let keys = keys.iter().map(|k| packed(*k));
        let constants = constants.iter().map(|k| u64::from(k.0));
        let rest = keys.chain(constants).chain(image.iter().copied());
        block.extend(rest.map(MaybeUninit::new));
        Clause {
            pred,
            serial,
            site: Site::default(),
            block: Box::into_raw(block.into_boxed_slice()).cast(),
            code: lens[0] as u32,
            // A predicate has at most 60000 arguments.
            keys: lens[1] as u16,
            is_native: false,
            constants: lens[2] as u32,
            source: words,
        }
    }

    /// The same clause with the code that was made from its term, and with the term if it is kept.
    pub(super) fn with_code(&self, code: &ClauseCode, keeps_term: bool) -> Clause {
        let mut contents = ClauseContents::new(code, &Source::Absent);
        if let Some(ClauseTerm::Words(words)) = self.image()
            && keeps_term
        {
            (contents.image, contents.words) = (words, self.source);
        }
        let mut clause = Clause::new(self.pred, self.serial, &contents);
        clause.site = self.site;
        clause
    }

    /// Sets an instruction of a clause that no other machine shares.
    pub(super) fn set_instruction(&mut self, at: usize, instr: Instr) {
        assert!(at < self.code as usize, "an instruction of the clause");
        // SAFETY: the place is one of an instruction, which is read one at a time, through pointers of this kind.
        unsafe { self.block.add(at).cast::<Instr>().write(instr) };
    }

    /// The same clause with other code, and room for the address of machine code to which the code refers.
    #[cfg(native_tier)]
    pub(in crate::machine) fn recoded(&self, code: &[Instr]) -> Clause {
        let mut block: Vec<MaybeUninit<u64>> = Vec::with_capacity(code.len() + self.data().len());
        for instr in code {
            let mut word = MaybeUninit::<u64>::uninit();
            // SAFETY: as in `new`.
            unsafe { word.as_mut_ptr().cast::<Instr>().write(*instr) };
            block.push(word);
        }
        block.extend(self.data().iter().copied().map(MaybeUninit::new));
        block.push(MaybeUninit::new(0));
        Clause {
            pred: self.pred,
            serial: self.serial,
            site: self.site,
            block: Box::into_raw(block.into_boxed_slice()).cast(),
            code: code.len() as u32,
            keys: self.keys,
            is_native: true,
            constants: self.constants,
            source: self.source,
        }
    }

    /// Sets the machine code of a clause that is not shared yet, and the instructions that refer to it.
    #[cfg(native_tier)]
    pub(in crate::machine) fn set_native(
        &mut self,
        native: Arc<MachineCode>,
        markers: &[(usize, Instr)],
    ) {
        for &(at, instr) in markers {
            self.set_instruction(at, instr);
        }
        assert!(self.is_native, "a clause that `recoded` has made");
        let address = Arc::into_raw(native) as u64;
        // SAFETY: the last word of the block, as `recoded` has made it.
        unsafe {
            self.block
                .add(self.words())
                .write(MaybeUninit::new(address))
        };
    }

    /// Returns true if the clause has machine code.
    #[cfg(native_tier)]
    pub(in crate::machine) fn is_native(&self) -> bool {
        self.is_native
    }

    /// The number of words of the block, without that for the address of machine code.
    fn words(&self) -> usize {
        let image = if self.source == KEYS { 0 } else { self.source };
        [self.code, self.keys.into(), self.constants, image]
            .iter()
            .map(|n| *n as usize)
            .sum()
    }

    /// The number of words of the block.
    fn size(&self) -> usize {
        self.words() + usize::from(self.is_native)
    }

    /// Its size in bytes, with the allocator's overhead.
    pub(in crate::machine) fn bytes(&self) -> u64 {
        (size_of::<ClausePlace>() + size_of::<Clause>() + 8 * self.size() + 40) as u64
    }

    /// The beginning of the code.
    #[inline(always)]
    pub(crate) fn entry(&self) -> Code {
        self.block.cast()
    }

    /// The instructions.
    pub(crate) fn code(&self) -> &[Instr] {
        // SAFETY: `new` wrote so many instructions at the start of the block, which this clause owns.
        unsafe { std::slice::from_raw_parts(self.block.cast(), self.code as usize) }
    }

    /// The words of the block after the code.
    fn data(&self) -> &[u64] {
        let code = self.code as usize;
        // SAFETY: `new` initialised the words after the code; the block is this clause's.
        unsafe { std::slice::from_raw_parts(self.block.add(code).cast(), self.words() - code) }
    }

    /// The index key of argument `k`.
    #[inline]
    pub(in crate::machine) fn key(&self, k: usize) -> Key {
        unpacked(self.data()[..self.keys as usize][k])
    }

    /// The index key of each argument.
    pub(in crate::machine) fn keys(&self) -> impl ExactSizeIterator<Item = Key> {
        self.data()[..self.keys as usize]
            .iter()
            .map(|w| unpacked(*w))
    }

    /// The constants of the pool that the code refers to.
    pub(in crate::machine) fn constants(&self) -> impl Iterator<Item = ConstId> {
        let from = self.keys as usize;
        let words = &self.data()[from..from + self.constants as usize];
        words.iter().map(|w| ConstId(*w as u32))
    }

    /// Its term, if it is kept.
    pub(in crate::machine) fn image(&self) -> Option<ClauseTerm<'_>> {
        match self.source {
            0 => None,
            KEYS => Some(ClauseTerm::Keys),
            _ => {
                let from = self.keys as usize + self.constants as usize;
                Some(ClauseTerm::Words(&self.data()[from..]))
            }
        }
    }

    /// The addresses of its code.
    pub(in crate::machine) fn addresses(&self) -> Range<u64> {
        let start = self.block as u64;
        start..start + 8 * u64::from(self.code)
    }

    /// Returns true if the instruction at this address is one of its own.
    pub(in crate::machine) fn contains(&self, place: u64) -> bool {
        self.addresses().contains(&place)
    }
}

// SAFETY: `block` points to a box that the clause owns and nothing writes to.
unsafe impl Send for Clause {}
// SAFETY: as above.
unsafe impl Sync for Clause {}

impl Drop for Clause {
    fn drop(&mut self) {
        #[cfg(native_tier)]
        if self.is_native {
            // SAFETY: `recoded` has made this word, 0 or, after `set_native`, the address of an `Arc` that the clause
            // owns.
            let address = unsafe { self.block.add(self.words()).read().assume_init() };
            if address != 0 {
                // SAFETY: as above.
                drop(unsafe { Arc::from_raw(address as *const MachineCode) });
            }
        }
        let block = std::ptr::slice_from_raw_parts_mut(self.block, self.size());
        // SAFETY: the pointer and length are those of the box taken apart in `new` or `recoded`.
        drop(unsafe { Box::from_raw(block) });
    }
}
