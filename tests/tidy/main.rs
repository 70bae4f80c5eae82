//! The rules of the house that a program can check: the layers and their imports, the length of files
//! and functions, the heads of files, and that generated pages are up to date.
//!
//! These tests read the tree and run nothing of it.

mod booleans;
mod conformity;
mod functions;
mod imports;
mod outside;
mod packaging;
mod promises;
mod source;
mod type_names;
mod unit_tests;

use std::fs;
use std::path::{Path, PathBuf};

const MAX_LINES: usize = 800;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file below `folder` whose name ends in `ending`, in a fixed order.
fn files(folder: &str, ending: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(f) = folders.pop() {
        let Ok(entries) = fs::read_dir(&f) else {
            continue;
        };
        for entry in entries {
            let path = entry.expect("a readable folder").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(ending) {
                let text = fs::read_to_string(&path).expect("a text file");
                let name = path.strip_prefix(root()).expect("a file of ours");
                found.push((name.to_path_buf(), text));
            }
        }
    }
    found.sort();
    found
}

/// Fails with all the complaints at once.
fn none(what: &str, complaints: Vec<String>) {
    assert!(complaints.is_empty(), "{what}:\n{}", complaints.join("\n"));
}

#[test]
fn no_file_is_too_long() {
    let mut complaints = Vec::new();
    for (folder, ending) in [("src", ".rs"), ("tests", ".rs"), ("prelude", ".pl")] {
        for (path, text) in files(folder, ending) {
            let n = text.lines().count();
            if n > MAX_LINES {
                complaints.push(format!("{}: {n} lines", path.display()));
            }
        }
    }
    none("files longer than 800 lines", complaints);
}

#[test]
fn every_file_has_a_head() {
    let mut complaints = Vec::new();
    for (path, text) in files("src", ".rs").into_iter().chain(files("tests", ".rs")) {
        if !text.starts_with("//! ") {
            complaints.push(format!("{}: does not open with //!", path.display()));
        }
    }
    none("files without a head", complaints);
}

#[test]
fn unsafe_code_stays_in_the_machine() {
    let mut complaints = Vec::new();
    for (path, text) in files("src", ".rs") {
        if path.starts_with("src/machine") {
            continue;
        }
        for (n, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or("");
            if code.contains("unsafe ") || code.contains("unsafe{") {
                complaints.push(format!("{}:{}", path.display(), n + 1));
            }
        }
    }
    none("unsafe outside machine/", complaints);
}

/// The clock of a platform whose standard library has none is that of the process, as other clocks are. The engine that
/// has loaded the boot files is only copied.
const PROCESS_WIDE: &[&str] = &["src/base/clock.rs", "src/prolog/booted.rs"];

#[test]
fn there_is_no_process_wide_state() {
    let mut complaints = Vec::new();
    for (path, text) in files("src", ".rs") {
        if PROCESS_WIDE
            .iter()
            .any(|allowed| path == Path::new(allowed))
        {
            continue;
        }
        for (n, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or("");
            if [
                "static mut ",
                "thread_local!",
                "LazyLock",
                "OnceLock",
                "lazy_static!",
            ]
            .iter()
            .any(|s| code.contains(s))
            {
                complaints.push(format!("{}:{}", path.display(), n + 1));
            }
        }
    }
    none("process-wide state", complaints);
}

#[test]
fn file_names_have_a_meaning() {
    let mut complaints = Vec::new();
    for (path, _) in files("src", ".rs") {
        for part in path.with_extension("").iter() {
            let part = part.to_string_lossy();
            if ["utils", "util", "misc", "common", "helpers", "manager"].contains(&&*part) {
                complaints.push(path.display().to_string());
            }
        }
    }
    none("names without a meaning", complaints);
}

#[test]
fn every_prelude_file_is_embedded() {
    let library = root().join("src/system/library/catalog.rs");
    let preludes = files("prelude", ".pl");
    if preludes.is_empty() {
        return;
    }
    let list =
        fs::read_to_string(library).expect("src/system/library/catalog.rs lists the prelude");
    let mut complaints = Vec::new();
    for (path, _) in &preludes {
        let name = path.to_string_lossy().replace('\\', "/");
        if !list.contains(name.trim_start_matches("prelude/")) {
            complaints.push(format!("{name} is not in src/system/library/catalog.rs"));
        }
    }
    for line in list.lines().filter(|l| l.contains("include_str!")) {
        let name = line.split('"').find(|s| s.ends_with(".pl"));
        let known = |n: &str| {
            preludes
                .iter()
                .any(|(p, _)| n.ends_with(&*p.to_string_lossy()))
        };
        if let Some(name) = name.filter(|n| !known(n)) {
            complaints.push(format!("{name} is embedded but does not exist"));
        }
    }
    none("prelude list", complaints);
}

/// A file of builtins whose table is missing in `src/builtins/mod.rs` would lose its predicates silently.
#[test]
fn every_table_of_rows_is_registered() {
    let (mut complaints, mut tables) = (Vec::new(), 0);
    for (folder, name) in [("src/builtins", "builtins"), ("src/clpz", "clpz")] {
        let list = root().join(folder).join("mod.rs");
        let list = fs::read_to_string(list).expect("mod.rs lists the tables");
        for (path, text) in files(folder, ".rs") {
            if !text.contains("const ROWS: &[BuiltinRow]") {
                continue;
            }
            tables += 1;
            let file = path.with_extension("");
            let mut parts: Vec<_> = file.iter().skip(1).map(|p| p.to_string_lossy()).collect();
            parts.retain(|p| p != "mod" && p != name);
            let table = format!("{}::ROWS,", parts.join("::"));
            if !list.contains(&table) {
                complaints.push(format!("{}: {table} is not listed", path.display()));
            }
        }
    }
    assert!(tables > 40, "{tables} tables: has their type another name?");
    none("tables of builtins that are not registered", complaints);
}

/// An exported predicate is documented by a line `%! name(Args…)`, and the comment shows a query.
#[test]
fn every_library_predicate_is_documented() {
    let mut complaints = Vec::new();
    let preludes = files("prelude", ".pl");
    // A library may re-export predicates that another one documents.
    let lines = preludes.iter().flat_map(|(_, text)| text.lines());
    let heads: Vec<&str> = lines
        .filter_map(|l| l.trim_start().strip_prefix("%!"))
        .collect();
    for (path, text) in &preludes {
        let exports = exports(text);
        // A library may export operators only.
        if exports.is_empty() && !text.contains("op(") {
            complaints.push(format!("{}: exports nothing", path.display()));
        }
        for (name, _) in exports {
            let documented = heads.iter().any(|h| documents(h, &name));
            if !documented {
                complaints.push(format!("{}: no `%! {name}(` line", path.display()));
            }
        }
    }
    none("library predicates without documentation", complaints);
}

/// A library opens with a comment on its subject; each `%!` line ends in the predicate's determinism and
/// is followed by a description. The reference is made from these comments.
#[test]
fn library_documentation_has_one_form() {
    const DETERMINISM: &[&str] = &["det", "semidet", "nondet", "multi", "failure", "erroneous"];
    let mut complaints = Vec::new();
    for (path, text) in files("prelude", ".pl") {
        if !text.starts_with("% ") {
            complaints.push(format!("{}: no comment at the start", path.display()));
        }
        let mut lines = text.lines().enumerate().peekable();
        while let Some((n, line)) = lines.next() {
            let Some(mode) = line.strip_prefix("%!") else {
                continue;
            };
            let ending = mode.strip_suffix('.').and_then(|m| m.rsplit_once(" is "));
            if !ending.is_some_and(|(_, d)| DETERMINISM.contains(&d)) {
                let n = n + 1;
                complaints.push(format!("{}:{n}: no determinism", path.display()));
            }
            if !lines.peek().is_some_and(|(_, l)| l.starts_with('%')) {
                let n = n + 1;
                complaints.push(format!("{}:{n}: no description", path.display()));
            }
        }
    }
    none("documentation of another form", complaints);
}

/// Returns true if a documentation line, without its `%!`, is about this predicate.
fn documents(head: &str, name: &str) -> bool {
    let rest = head.trim_start();
    let bare = name.trim_matches('\'');
    [name, bare].iter().any(|n| {
        rest.strip_prefix(n)
            .is_some_and(|r| !r.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    }) || rest.contains(&format!(" {bare} "))
}

/// The predicate indicators in the first `:- module(_, [...])`, `//` counted as written.
fn exports(text: &str) -> Vec<(String, usize)> {
    let Some(start) = text.find(":- module(") else {
        return Vec::new();
    };
    let Some(open) = text[start..].find('[').map(|i| start + i + 1) else {
        return Vec::new();
    };
    let end = text[open..].find("]).").map_or(text.len(), |i| open + i);
    let mut found = Vec::new();
    for line in text[open..end].lines() {
        let line = line.split('%').next().unwrap_or("");
        for item in line.split(',') {
            let item = item.trim();
            let Some((name, arity)) = item.rsplit_once('/') else {
                continue;
            };
            if let Ok(arity) = arity.parse() {
                let name = name.strip_suffix('/').unwrap_or(name).trim();
                let name = name.trim_start_matches('(').trim_end_matches(')');
                found.push((name.to_string(), arity));
            }
        }
    }
    found
}

/// Paths that the pages for contributors name in backticks lead to files and folders of the tree.
#[test]
fn pages_name_paths_that_exist() {
    const FOLDERS: &[&str] = &["src/", "prelude/", "tests/", "benches/", "docs/", "assets/"];
    let mut complaints = Vec::new();
    for page in ["ARCHITECTURE.md", "CONTRIBUTING.md"] {
        let text = fs::read_to_string(root().join(page)).expect("a page");
        // In a row of the code map, the first path is the folder of the files in the last column.
        for (n, line) in text.lines().enumerate() {
            let named: Vec<&str> = line.split('`').skip(1).step_by(2).collect();
            let is_map = page == "ARCHITECTURE.md" && line.starts_with("| `");
            for name in &named {
                let from_root = FOLDERS.iter().any(|f| name.starts_with(f));
                let in_folder = is_map && name.ends_with(".rs") && !from_root;
                let path = match in_folder {
                    true => root().join(named[0]).join(name),
                    false => root().join(name),
                };
                let checked = (from_root || in_folder) && !name.contains(['*', '<', ' ']);
                if checked && !path.exists() {
                    complaints.push(format!("{page}:{}: {name}", n + 1));
                }
            }
        }
    }
    none("paths that do not exist", complaints);
}

/// `tests/README.md` has a row for every file and every folder of cases.
#[test]
fn every_test_is_described() {
    let readme = fs::read_to_string(root().join("tests/README.md")).expect("a README");
    let mut names: Vec<String> = Vec::new();
    for entry in fs::read_dir(root().join("tests")).expect("the tests") {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            names.push(format!("{}/", path.file_name().expect("a name").display()));
        }
    }
    for (path, _) in files("tests", ".rs") {
        let name = path.file_name().expect("a name").display().to_string();
        // The rows of `main.rs` are those of its folder.
        if name != "main.rs" {
            names.push(name);
        }
    }
    names.retain(|name| !readme.contains(&format!("`{name}")));
    none("not in tests/README.md", names);
}
