//! Unit tests stand in one of two places: those of a layer in the module `tests` of its folder, those of one file's
//! private parts in the module `tests` at the end of the file.

use crate::{files, none};

/// The module of the crate whose tests need several layers.
const OF_SEVERAL_LAYERS: &str = "differential_tests";

/// Returns true if a file below `src/` consists of tests.
fn is_tests(parts: &[&str]) -> bool {
    parts[0] == OF_SEVERAL_LAYERS
        || parts
            .get(1)
            .is_some_and(|p| ["tests", "tests.rs"].contains(p))
}

#[test]
fn unit_tests_stand_in_modules_tests() {
    let mut complaints = Vec::new();
    for (path, text) in files("src", ".rs") {
        let path = path.to_string_lossy().replace('\\', "/");
        let parts: Vec<&str> = path.trim_start_matches("src/").split('/').collect();
        if is_tests(&parts) {
            continue;
        }
        let lines: Vec<&str> = text.lines().collect();
        let module = lines.iter().position(|l| *l == "mod tests {");
        let outside = &lines[..module.unwrap_or(lines.len())];
        if outside.iter().any(|l| l.trim() == "#[test]") {
            complaints.push(format!("{path}: a test outside of `mod tests`"));
        }
        if outside.iter().any(|l| l.ends_with("mod tests;")) && parts[1..] != ["mod.rs"] {
            complaints.push(format!("{path}: a module `tests` below that of its layer"));
        }
        let end = lines
            .iter()
            .skip(module.unwrap_or(0))
            .position(|l| *l == "}");
        if module.is_some_and(|start| end.is_none_or(|n| start + n + 1 != lines.len())) {
            complaints.push(format!("{path}: `mod tests` is not at the end"));
        }
    }
    none("unit tests in other places", complaints);
}
