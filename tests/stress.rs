//! The examples of the standard and of constraints once more, with a garbage collection at every call.

use horn::{Machine, Strictness};
use std::fs;
use std::path::Path;

#[test]
fn the_standard_under_stress() {
    check("tests/iso");
}

#[test]
fn constraints_under_stress() {
    check("tests/clpz");
}

fn check(folder: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut complaints = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder") {
        let path = entry.expect("a file").path();
        let name = path.display().to_string();
        // Collections that a program counts are what this changes; folders hold what is included; and
        // what is large is looked at whole by each collection.
        if name.contains("flags") || name.contains("large") || path.is_dir() {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a program");
        let mut machine = Machine::new();
        let loaded = machine.consult_str(&name, &text).map(|_| ());
        let stressed = machine
            .consult_str("stress", ":- '$gc_stress'(on).")
            .map(|_| ());
        for e in [loaded, stressed].into_iter().filter_map(Result::err) {
            complaints.push(e.to_string());
        }
        let report = machine.check_quads(&name, &text, Strictness::Exact);
        complaints.extend(report.failures.iter().map(ToString::to_string));
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
