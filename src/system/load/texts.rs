//! The texts that clauses were read from: a message shows the line of a clause long after it was loaded.
//!
//! The text of a file is not kept, but read again, and compared with what was loaded by its hash.

use crate::system::Vm;
use crate::system::library;
use crate::system::load::source::decode;
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
struct LoadedText {
    name: Arc<str>,
    hash: u64,
    /// The text, if it can be had in no other way.
    kept: Option<Arc<str>>,
}

/// A text that a clause was read from.
pub(crate) struct TextOfClauses {
    pub(crate) name: Arc<str>,
    /// The text; `None` if it cannot be read any more, or has changed.
    pub(crate) text: Option<Arc<str>>,
}

impl Texts {
    /// The number of a text that is being loaded; `stands_elsewhere` if it can be read again.
    fn number(&mut self, name: &Arc<str>, text: &Arc<str>, stands_elsewhere: bool) -> u32 {
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
}

fn hash(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    hasher.finish()
}

/// The number of a text that is being loaded.
pub(crate) fn number(vm: &mut Vm, name: &Arc<str>, text: &Arc<str>) -> u32 {
    let loader = &mut vm.ext.loader;
    let stands_elsewhere = loader.names.full.contains_key(name) || row(name).is_some();
    Arc::make_mut(&mut loader.texts).number(name, text, stands_elsewhere)
}

/// The number of the embedded library whose text has this name.
fn row(name: &str) -> Option<u16> {
    let name = name.strip_prefix("library(")?.strip_suffix(')')?;
    library::row_of(name)
}

/// The text with this number.
pub(crate) fn text(vm: &Vm, number: u32) -> Option<TextOfClauses> {
    let list = &vm.ext.loader.texts.list;
    let loaded = list.get((number as usize).checked_sub(1)?)?;
    let text = || -> Option<Arc<str>> {
        if let Some(kept) = &loaded.kept {
            return Some(kept.clone());
        }
        if let Some(row) = row(&loaded.name) {
            return Some(library::text(row).into());
        }
        let path = vm.ext.loader.names.full.get(&loaded.name)?;
        let (text, _) = decode(vm.ext.environment.read_for_host(path).ok()?);
        (hash(&text) == loaded.hash).then(|| text.into())
    };
    Some(TextOfClauses {
        name: loaded.name.clone(),
        text: text(),
    })
}
