//! The texts that clauses were read from: a message shows the line of a clause long after it was loaded.
//!
//! The text of a file is not kept, but read again; its hash shows whether it is the text that was loaded.

use rustc_hash::{FxHashMap, FxHasher};
use std::hash::Hasher;
use std::sync::Arc;

/// A text that is in no file is kept if it is not longer than this.
const KEPT_BYTES: usize = 1 << 20;

/// The texts that were loaded, by their numbers, from 1 on.
#[derive(Clone, Default)]
pub(crate) struct Texts {
    list: Vec<LoadedText>,
    numbers: FxHashMap<Arc<str>, u32>,
}

#[derive(Clone)]
pub(crate) struct LoadedText {
    pub(crate) name: Arc<str>,
    hash: u64,
    /// The text, if it cannot be read again.
    pub(crate) kept: Option<Arc<str>>,
}

impl Texts {
    /// The number of a text that is being loaded; `stands_elsewhere` if it can be read again.
    pub(crate) fn number(
        &mut self,
        name: &Arc<str>,
        text: &Arc<str>,
        stands_elsewhere: bool,
    ) -> u32 {
        let keeps = !stands_elsewhere && text.len() <= KEPT_BYTES;
        let loaded = LoadedText {
            name: name.clone(),
            hash: hash(text),
            kept: keeps.then(|| text.clone()),
        };
        match self.numbers.get(name) {
            Some(&n) => {
                self.list[n as usize - 1] = loaded;
                n
            }
            None => {
                self.list.push(loaded);
                let n = self.list.len() as u32;
                self.numbers.insert(name.clone(), n);
                n
            }
        }
    }

    /// The text with this number.
    pub(crate) fn get(&self, number: u32) -> Option<&LoadedText> {
        self.list.get((number as usize).checked_sub(1)?)
    }
}

impl LoadedText {
    /// Returns true if it is this text.
    pub(crate) fn is(&self, text: &str) -> bool {
        self.hash == hash(text)
    }
}

fn hash(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    hasher.finish()
}
