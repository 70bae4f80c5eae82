//! The names that a user of the machine can type.

use super::engine::HostVm;
use crate::base::atom::{Atom, atoms};
use crate::system::library;
use std::collections::BTreeSet;

impl HostVm {
    /// The names of the flags.
    pub(super) fn flags(&self) -> BTreeSet<String> {
        let names = self.vm.ext.flags.names();
        names.map(str::to_string).collect()
    }

    /// The names and arities of predicates that can be called in a module, of libraries that are not loaded too.
    pub(super) fn predicates(&mut self, module: Atom) -> Vec<(String, u32)> {
        let mut names = library::exported(&mut self.vm);
        let db = &self.vm.db;
        let visible = db.preds().filter(|(p, d)| {
            (d.module == module || d.module == atoms::SYSTEM) && db.is_defined(*p)
        });
        names.extend(visible.map(|(_, d)| (d.name, d.arity)));
        let text = |&(name, arity): &(Atom, u32)| (self.vm.atoms.text(name).to_string(), arity);
        names.iter().map(text).collect()
    }
}
