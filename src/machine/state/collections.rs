//! The collections of answers that `findall/3` fills.

/// A collection under construction.
#[derive(Default)]
pub(in crate::machine) struct Collection {
    pub(in crate::machine) words: Vec<u64>,
    /// The index of the tail of the last list cell.
    pub(in crate::machine) last: usize,
    /// The size of the collections below it in bytes.
    pub(in crate::machine) below: u64,
}

impl Collection {
    /// Its words, for the collector of atoms.
    pub(in crate::machine) fn words(&self) -> &[u64] {
        &self.words
    }
}
