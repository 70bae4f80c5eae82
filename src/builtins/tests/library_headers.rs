//! The record of library headers says what the files say. With `BLESS=1` in the environment it is written.

use crate::base::atom::{Atom, AtomTable, atoms};
use crate::base::tree::{Node, NodeId, Tree};
use crate::builtins::boot::new_vm;
use crate::syntax::{OpTable, ReadOptions, read_term};
use crate::system::interface;
use crate::system::library::catalog::{FILES, row_of, text};
use crate::system::library::headers::recorded;
use crate::system::library::index::LibraryHeader;
use crate::system::module_table::Indicator;
use std::fs;
use std::path::Path;

/// The headers of all files, by row, as their texts have them.
fn headers(standard: &OpTable, names: &mut AtomTable) -> Vec<LibraryHeader> {
    (0..FILES.len() as u16)
        .map(|row| whole(row, standard, names))
        .collect()
}

/// The header of a file, with the exports of the libraries that it exports, too.
fn whole(row: u16, standard: &OpTable, names: &mut AtomTable) -> LibraryHeader {
    let (mut header, others) = read(text(row), standard, names);
    for other in others {
        let other = whole(other, standard, names);
        let new = |e: &&Indicator| !header.exports.contains(e);
        let more: Vec<Indicator> = other.exports.iter().filter(new).copied().collect();
        header.exports.extend(more);
        header.ops.extend(&other.ops);
    }
    header
}

/// Reads the directives at the start of a file, up to the first clause. Returns its header and the rows of the
/// libraries that it exports as wholes; without loading, no others are known.
fn read(text: &str, standard: &OpTable, names: &mut AtomTable) -> (LibraryHeader, Vec<u16>) {
    let mut header = LibraryHeader::new();
    let mut others = Vec::new();
    let mut ops = standard.clone();
    let mut at = 0;
    while let Ok(Some((term, next))) = read_term(text, at, &ops, names, &ReadOptions::default()) {
        let tree = &term.tree;
        let Some([d]) = tree.as_compound::<1>(tree.root(), atoms::NECK) else {
            break;
        };
        let Some((f, args)) = tree.callable(d) else {
            break;
        };
        match (&*names.text(f), args) {
            ("module", &[m, list]) => module(&mut header, tree, m, list, names),
            ("meta_predicate", &[specs]) => {
                for s in interface::each(tree, specs) {
                    let meta = interface::meta_specifier(tree, s, names);
                    header.metas.extend(meta);
                }
            }
            ("reexport", &[file]) => {
                if let Some([inner]) = tree.as_compound::<1>(file, names.intern("library"))
                    && let Node::Atom(a) = tree.node(inner)
                {
                    others.extend(row_of(&names.text(*a)));
                }
            }
            _ => {}
        }
        for &(name, d) in &header.ops {
            let _ = ops.add(d.priority, d.ty, name);
        }
        at = next;
    }
    (header, others)
}

/// Takes a `module/2` directive over.
fn module(h: &mut LibraryHeader, tree: &Tree, name: NodeId, list: NodeId, names: &AtomTable) {
    if let (Node::Atom(m), Ok(i)) = (tree.node(name), interface::interface(tree, list, names)) {
        h.module = *m;
        h.exports = i.preds.iter().map(|&(what, _)| what).collect();
        h.ops = i.definitions().collect();
    }
}

/// The text of the record.
fn record(headers: &[LibraryHeader], names: &AtomTable) -> String {
    let word = |a: Atom| {
        let text = names.text(a).to_string();
        assert!(
            !text.is_empty() && !text.contains(char::is_whitespace),
            "{text:?} cannot be recorded"
        );
        text
    };
    let mut text = String::new();
    for (h, (path, _)) in headers.iter().zip(FILES) {
        let exports = h
            .exports
            .iter()
            .map(|&(n, arity)| format!("{}/{arity}", word(n)));
        let ops = h.ops.iter();
        let ops = ops.map(|&(n, d)| format!("{} {} {}", d.priority, word(d.ty.atom()), word(n)));
        let metas = h.metas.iter().map(|((n, _), specifiers)| {
            let specifiers = String::from_utf8_lossy(specifiers);
            format!("{specifiers} {}", word(*n))
        });
        text.push_str(&format!("file {path} {}\n", word(h.module)));
        for (kind, words) in [
            ("exports", exports.collect::<Vec<_>>()),
            ("operators", ops.collect()),
            ("meta", metas.collect()),
        ] {
            if !words.is_empty() {
                text.push_str(&format!("{kind} {}\n", words.join(" ")));
            }
        }
    }
    text
}

#[test]
fn the_record_says_what_the_files_say() {
    let mut vm = new_vm();
    let read = headers(vm.ext.modules.standard_ops(), &mut vm.atoms);
    if std::env::var_os("BLESS").is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/system/library/headers.txt");
        fs::write(path, record(&read, &vm.atoms)).expect("the record is written");
        return;
    }
    let recorded = recorded(&mut vm.atoms);
    for ((read, recorded), (file, _)) in read.iter().zip(&recorded).zip(FILES) {
        assert_eq!(
            read, recorded,
            "{file}: run BLESS=1 cargo test --lib library_headers"
        );
    }
}
