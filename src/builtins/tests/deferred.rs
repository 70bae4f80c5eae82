//! Clauses of libraries that are read later are the same clauses.

use crate::base::atom::atoms;
use crate::builtins::boot::new_vm;
use crate::system::Vm;
use crate::system::library::catalog::FILES;
use crate::system::load::run::load;
use crate::system::load::{complete_all, library};
use std::collections::BTreeMap;

/// The predicates of libraries with the numbers of their clauses.
fn defined(vm: &Vm) -> BTreeMap<String, usize> {
    let preds = vm.db.preds().filter(|(_, d)| d.properties.library);
    preds
        .map(|(p, d)| {
            let (module, name) = (vm.atoms.text(d.module), vm.atoms.text(d.name));
            let indicator = format!("{module}:{name}/{}", d.arity);
            (indicator, vm.db.clause_count(p))
        })
        .collect()
}

fn messages(vm: &mut Vm) -> String {
    let found = vm.ext.loader.take_diagnostics();
    let texts: Vec<String> = found.iter().map(ToString::to_string).collect();
    texts.join("\n")
}

#[test]
fn a_library_has_the_same_clauses_whenever_they_are_read() {
    for row in 0..FILES.len() as u16 {
        let (name, text) = FILES[row as usize];
        let mut later = new_vm();
        assert!(library(&mut later, row).is_ok(), "{name}");
        assert!(complete_all(&mut later).is_ok(), "{name}");
        let mut at_once = new_vm();
        let file = format!("at_once({name})");
        let read = load(&mut at_once, file.into(), text.into(), atoms::SYSTEM, true);
        assert!(read.is_ok(), "{name}");
        assert!(complete_all(&mut at_once).is_ok(), "{name}");
        let (later_has, at_once_has) = (defined(&later), defined(&at_once));
        let differs = |(p, n): &(&String, &usize)| at_once_has.get(*p) != Some(n);
        let different: Vec<_> = later_has.iter().filter(differs).collect();
        assert!(different.is_empty(), "{name}: {different:?}");
        assert_eq!(later_has.len(), at_once_has.len(), "{name}");
        assert_eq!(messages(&mut later), "", "{name}");
    }
}
