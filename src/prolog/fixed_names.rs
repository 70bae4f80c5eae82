//! Names for completion and hints that do not change with the program.

use crate::builtins::documentation::{documentation, flag_documentation};
use crate::system::library::catalog;
use rustc_hash::FxHashMap;

/// The modes of documented predicates, the libraries, and the values of flags.
#[derive(Default)]
pub(super) struct FixedNames {
    /// The first mode of each documented predicate.
    pub(super) modes: FxHashMap<String, Vec<String>>,
    pub(super) libraries: Vec<&'static str>,
    pub(super) flag_values: FxHashMap<String, Vec<String>>,
}

impl FixedNames {
    pub(super) fn new() -> FixedNames {
        let mut modes: FxHashMap<String, Vec<String>> = FxHashMap::default();
        for d in documentation() {
            if let Some(mode) = d.modes.into_iter().next() {
                modes.entry(d.name).or_default().push(mode);
            }
        }
        let flag_values = flag_documentation().into_iter().map(|f| {
            let values = f.values.split(", ");
            let words =
                values.filter_map(|v| Some(v.strip_prefix('`')?.strip_suffix('`')?.to_string()));
            (f.name, words.collect())
        });
        FixedNames {
            modes,
            libraries: catalog::names().collect(),
            flag_values: flag_values.collect(),
        }
    }
}
