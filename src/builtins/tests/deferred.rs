//! Clauses of libraries that are read later are the same clauses.

use crate::builtins::boot::{new_vm, new_vm_that_defers_nothing};
use crate::builtins::code_listing::listing;
use crate::code::pred::PredId;
use crate::system::Vm;
use crate::system::library::catalog::FILES;
use crate::system::library::{BOOT_FILES, ensure_index};
use crate::system::load::{complete_all, library, number_of_clauses};
use std::collections::BTreeMap;

/// The predicates of libraries, by their indicators.
fn defined(vm: &Vm) -> BTreeMap<String, PredId> {
    let preds = vm.db.preds().filter(|(_, d)| d.properties.library);
    preds
        .map(|(p, d)| {
            let (module, name) = (vm.atoms.text(d.module), vm.atoms.text(d.name));
            (format!("{module}:{name}/{}", d.arity), p)
        })
        .collect()
}

/// The numbers of the clauses of predicates.
fn counts(vm: &Vm) -> BTreeMap<String, usize> {
    let all = defined(vm).into_iter();
    all.map(|(name, p)| (name, number_of_clauses(vm, p)))
        .collect()
}

/// The code of the clauses of predicates. Clauses that have run often have machine code, at addresses that differ.
fn codes(vm: &mut Vm) -> BTreeMap<String, Vec<String>> {
    let all = defined(vm).into_iter();
    all.map(|(name, p)| {
        let clauses = vm.db.all_clauses(p).into_iter();
        let code = |c| {
            let lines = listing(vm, c);
            let same = lines.lines().filter(|l| !l.contains(" native "));
            same.collect::<Vec<_>>().join("\n")
        };
        (name, clauses.map(code).collect())
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
        let (name, _) = FILES[row as usize];
        let mut later = new_vm();
        assert!(library(&mut later, row).is_ok(), "{name}");
        let counted = counts(&later);
        assert!(complete_all(&mut later).is_ok(), "{name}");
        let mut at_once = new_vm_that_defers_nothing();
        if row >= BOOT_FILES {
            // Clauses that are read later know the meta-arguments of all libraries.
            ensure_index(&mut at_once);
        }
        assert!(library(&mut at_once, row).is_ok(), "{name}");
        // Compiling clauses may have loaded further libraries.
        let really = counts(&at_once);
        for (pred, count) in &counted {
            assert_eq!(Some(count), really.get(pred), "{name}: {pred}");
        }
        let (later_has, at_once_has) = (codes(&mut later), codes(&mut at_once));
        for (pred, codes) in &at_once_has {
            assert_eq!(later_has.get(pred), Some(codes), "{name}: {pred}");
        }
        assert_eq!(later_has.len(), at_once_has.len(), "{name}");
        assert_eq!(messages(&mut later), "", "{name}");
    }
}
