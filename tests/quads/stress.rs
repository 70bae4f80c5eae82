//! The examples of the standard, of constraints and of libraries once more, on a fork of the machine that has loaded them, with a
//! garbage collection at every call: the test `stress:FILE`.

use crate::{files, name, root, trial};
use horn::{Machine, Strictness};
use libtest_mimic::Trial;
use std::fs;
use std::path::Path;

/// Files that are left out: the first counts collections, and the second has models so large that each
/// collection takes long.
const LEFT_OUT: &[&str] = &["tests/iso/7_11_flags.pl", "tests/clpz/large.pl"];

pub(crate) fn trials() -> Vec<Trial> {
    let mut paths = [files("tests/clpz", "pl"), files("tests/iso", "pl")].concat();
    for folder in fs::read_dir(root().join("prelude")).expect("a folder of the tree") {
        let folder = folder.expect("a readable folder").file_name();
        paths.extend(files(&format!("prelude/{}", folder.to_string_lossy()), "pl"));
    }
    paths.sort();
    let paths = paths
        .into_iter()
        .filter(|p| !LEFT_OUT.contains(&name(p).as_str()));
    paths
        .map(|path| {
            trial(format!("stress:{}", name(&path)), "file", move || {
                check(&path)
            })
        })
        .collect()
}

fn check(path: &Path) -> Result<(), String> {
    let is_library = path.starts_with("prelude");
    let path = root().join(path);
    let text = fs::read_to_string(&path).expect("a program");
    // The same file may run without stress at the same time: it needs temporary files of its own.
    let text = text.replace("horn_", "horn_stress_");
    let name = path.display().to_string();
    let mut machine = Machine::new();
    // Libraries load themselves.
    if !is_library {
        let loaded = machine.consult_str(&name, &text);
        loaded.map_err(|e| e.to_string())?;
    }
    // The fork must depend on nothing in the machine that it was made from.
    let mut machine = machine.fork();
    let stressed = machine.consult_str("stress", ":- '$gc_stress'(on).");
    stressed.map_err(|e| e.to_string())?;
    let report = machine.check_quads(&name, &text, Strictness::Exact);
    let failures: Vec<String> = report.failures.iter().map(ToString::to_string).collect();
    match failures.is_empty() {
        true => Ok(()),
        false => Err(failures.join("\n")),
    }
}
