//! Clauses that are added without the compiler: their code is that of the clauses as they were read.

use crate::base::atom::atoms;
use crate::builtins::boot::new_vm;
use crate::code::pred::ClauseCode;
use crate::syntax::{ReadOptions, read_term};
use crate::system::{Vm, compile_env, load, term_compiler};
use std::path::PathBuf;

/// The program files below a folder of the project.
fn programs(folder: &str) -> Vec<PathBuf> {
    let mut folders = vec![PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(folder)];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.extension().is_some_and(|e| e == "pl") => files.push(path),
                false => (),
            }
        }
    }
    files.sort();
    files
}

/// The instructions of a clause, with the positions of its constants in place of their numbers.
fn code_text(code: &ClauseCode) -> String {
    let numbered = code.constants.iter().enumerate();
    numbered.fold(format!("{:?}", code.code), |text, (i, k)| {
        text.replace(&format!("{k:?}"), &format!("constant {i}"))
    })
}

/// Compares the code of each clause of module `user` that a text has left without code with the code of its text.
/// Returns their number.
fn compare(vm: &mut Vm, text: &str) -> usize {
    let mut compared = 0;
    let preds: Vec<_> = vm.db.preds().map(|(p, _)| p).collect();
    for p in preds {
        for c in vm.db.all_clauses(p) {
            if !vm.db.is_postponed(c) || vm.db.pred(p).module != atoms::USER {
                continue;
            }
            let offset = vm.db.clause(c).expect("a clause").site.offset as usize;
            let ops = vm.ext.modules.ops(atoms::USER);
            let options = ReadOptions::default();
            let Ok(Some((term, _))) = read_term(text, offset, ops, &mut vm.atoms, &options) else {
                continue;
            };
            let tree = &term.tree;
            let (head, body) = match tree.as_compound::<2>(tree.root(), atoms::NECK) {
                Some([head, body]) => (head, Some(body)),
                None => (tree.root(), None),
            };
            // Grammar rules and clauses with loops are translated first, and the flags of a text end with it.
            let shown = &text[term.span.start..term.span.end];
            if shown.contains(['"', '`'])
                || tree.callable(head).map(|(name, _)| name) != Some(vm.db.pred(p).name)
                || tree.args(head).len() != vm.db.pred(p).arity as usize
            {
                continue;
            }
            let read = compile_env::compile(vm, tree, head, body, atoms::USER).expect("a clause");
            let Ok(kept) = term_compiler::compiled_clause(vm, c) else {
                panic!("the clause at {offset} cannot be compiled");
            };
            assert_eq!(code_text(&read), code_text(&kept), "{shown}");
            assert_eq!(read.keys, kept.keys, "{shown}");
            compared += 1;
        }
    }
    compared
}

#[test]
fn the_code_of_a_term_is_that_of_its_text() {
    let mut compared = 0;
    for path in ["programs", "tests/iso", "tests/libraries", "benches"]
        .iter()
        .flat_map(|folder| programs(folder))
    {
        let text = std::fs::read_to_string(&path).expect("a text");
        let mut vm = new_vm();
        // The terms of clauses are kept, as the top level does.
        vm.ext.flags.protect_static_code = false;
        if load::consult_text(&mut vm, "t.pl", &text).is_ok() {
            compared += compare(&mut vm, &text);
        }
    }
    println!("{compared} clauses");
    assert!(compared > 500, "{compared} clauses");
}
