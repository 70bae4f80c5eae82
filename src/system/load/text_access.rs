//! Access to the texts that clauses were read from, long after they were loaded.

use crate::system::Vm;
use crate::system::library;
use crate::system::load::source::decode;
use std::sync::Arc;

/// A text that a clause was read from.
pub(crate) struct TextOfClauses {
    pub(crate) name: Arc<str>,
    /// The text; `None` if it cannot be read any more, or has changed.
    pub(crate) text: Option<Arc<str>>,
}

/// The number of a text that is being loaded.
pub(crate) fn number(vm: &mut Vm, name: &Arc<str>, text: &Arc<str>) -> u32 {
    let loader = &mut vm.ext.loader;
    let stands_elsewhere = loader.names.full.contains_key(name) || row(name).is_some();
    Arc::make_mut(&mut loader.texts).number(name, text, stands_elsewhere)
}

/// The number of the embedded library whose text has this name.
pub(super) fn row(name: &str) -> Option<u16> {
    let name = name.strip_prefix("library(")?.strip_suffix(')')?;
    library::row_of(name)
}

/// The text with this number.
pub(crate) fn text(vm: &Vm, number: u32) -> Option<TextOfClauses> {
    let loaded = vm.ext.loader.texts.get(number)?;
    let text = || -> Option<Arc<str>> {
        if let Some(kept) = &loaded.kept {
            return Some(kept.clone());
        }
        if let Some(row) = row(&loaded.name) {
            return Some(library::text(row).into());
        }
        let path = vm.ext.loader.names.full.get(&loaded.name)?;
        let (text, _) = decode(vm.ext.environment.read_for_host(path).ok()?);
        loaded.is(&text).then(|| text.into())
    };
    Some(TextOfClauses {
        name: loaded.name.clone(),
        text: text(),
    })
}
