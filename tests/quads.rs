//! The queries that stand in program and library files, run against the answers below them.

use horn::{Document, Machine, Strictness};
use std::fs;
use std::path::{Path, PathBuf};

/// All Prolog files directly in a folder.
fn files(folder: &str) -> Vec<PathBuf> {
    files_of_kind(folder, "pl")
}

fn files_of_kind(folder: &str, extension: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut found: Vec<PathBuf> = entries
        .map(|e| e.expect("a readable folder").path())
        .filter(|p| p.extension().is_some_and(|e| e == extension))
        .collect();
    found.sort();
    found
}

/// Checks the quads of every file of a folder, each on a machine of its own.
fn check(folder: &str, load: bool) {
    let mut complaints = Vec::new();
    for path in files(folder) {
        let text = fs::read_to_string(&path).expect("a program");
        let name = path.display().to_string();
        let mut machine = Machine::new();
        if load && let Err(e) = machine.consult_str(&name, &text) {
            complaints.push(e.to_string());
        }
        let report = machine.check_quads(&name, &text, Strictness::Exact);
        complaints.extend(report.failures.iter().map(ToString::to_string));
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn programs() {
    check("programs", true);
    check("programs/scheme", true);
}

/// Library files are part of every machine, so their queries run without loading them.
#[test]
fn libraries() {
    let prelude = Path::new(env!("CARGO_MANIFEST_DIR")).join("prelude");
    for entry in fs::read_dir(prelude).expect("the prelude") {
        let name = entry.expect("a folder").file_name();
        check(&format!("prelude/{}", name.to_string_lossy()), false);
    }
}

#[test]
fn constraints() {
    check("tests/clpz", true);
}

#[test]
fn the_standard() {
    check("tests/iso", true);
}

/// The queries on the pages of the documentation.
#[test]
fn pages() {
    let mut complaints = Vec::new();
    for path in files_of_kind("docs", "md") {
        let text = fs::read_to_string(&path).expect("a page");
        let name = path.display().to_string();
        let document = Document::of_name(&name);
        let checked = document.check(&name, &text, Strictness::Exact);
        let report = checked.expect("no halt").report;
        complaints.extend(report.failures.iter().map(ToString::to_string));
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// What other systems' top levels showed, each in the style of its system.
#[test]
fn transcripts() {
    let mut complaints = Vec::new();
    for path in files_of_kind("tests/transcripts", "txt") {
        let text = fs::read_to_string(&path).expect("a transcript");
        let name = path.display().to_string();
        let checked = Document::Transcript.check(&name, &text, Strictness::Exact);
        let report = checked.expect("no halt").report;
        assert!(report.checked > 0, "{name}");
        complaints.extend(report.failures.iter().map(ToString::to_string));
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
