//! The house rules that a machine can check: who may import whom, how long a file may be, that each
//! file says what it is for, that the list of prelude files is complete and each library
//! predicate is documented.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// What each folder of `src/` may import besides itself. Folders of one layer never meet.
const MAY_IMPORT: &[(&str, &[&str])] = &[
    ("base", &[]),
    ("syntax", &["base"]),
    ("code", &["base"]),
    ("compile", &["base", "syntax", "code"]),
    ("machine", &["base", "syntax", "code"]),
    ("fd", &["base", "syntax", "code"]),
    (
        "system",
        &["base", "syntax", "code", "compile", "machine", "fd"],
    ),
    (
        "clpz",
        &["base", "syntax", "code", "machine", "fd", "system"],
    ),
    (
        "builtins",
        &[
            "base", "syntax", "code", "compile", "machine", "fd", "system", "clpz",
        ],
    ),
    (
        "prolog",
        &[
            "base", "syntax", "code", "compile", "machine", "fd", "system", "clpz", "builtins",
        ],
    ),
    ("repl", &["prolog"]),
];

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

/// Fails with all the complaints at once, so that one run shows everything there is to do.
fn none(what: &str, complaints: Vec<String>) {
    assert!(complaints.is_empty(), "{what}:\n{}", complaints.join("\n"));
}

#[test]
fn imports_point_downward() {
    let folders: BTreeSet<&str> = MAY_IMPORT.iter().map(|(f, _)| *f).collect();
    let mut complaints = Vec::new();
    for (path, text) in files("src", ".rs") {
        let inside: Vec<_> = path.components().map(|c| c.as_os_str()).collect();
        let folder = inside[1].to_string_lossy().into_owned();
        let Some((_, allowed)) = MAY_IMPORT.iter().find(|(f, _)| *f == folder) else {
            if inside.len() > 2 {
                complaints.push(format!("{}: a folder without a layer", path.display()));
            }
            continue;
        };
        for (n, line) in text.lines().enumerate() {
            if line.trim_start().starts_with("//") {
                continue;
            }
            for used in names_after(line, "crate::") {
                if folders.contains(used) && used != folder && !allowed.contains(&used) {
                    let place = format!("{}:{}", path.display(), n + 1);
                    complaints.push(format!("{place}: {folder} must not know {used}"));
                }
            }
            // Macros that are exported from the crate's root show no folder; `super::super::` hides one.
            if inside.len() == 3 && line.contains("super::super::") {
                let place = format!("{}:{}", path.display(), n + 1);
                complaints.push(format!("{place}: write crate:: where you leave the folder"));
            }
        }
    }
    none("imports that point the wrong way", complaints);
}

/// The identifiers that directly follow each `prefix` in `line`; `crate::{a, b}` gives both.
fn names_after<'a>(line: &'a str, prefix: &str) -> Vec<&'a str> {
    let name = |s: &'a str| {
        let end = s.find(|c: char| !c.is_alphanumeric() && c != '_');
        &s[..end.unwrap_or(s.len())]
    };
    let mut found = Vec::new();
    for (at, _) in line.match_indices(prefix) {
        let rest = &line[at + prefix.len()..];
        match rest.strip_prefix('{') {
            Some(list) => found.extend(list.split(',').map(|item| name(item.trim()))),
            None => found.push(name(rest)),
        }
    }
    found
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
fn every_file_says_what_it_is_for() {
    let mut complaints = Vec::new();
    for (path, text) in files("src", ".rs").into_iter().chain(files("tests", ".rs")) {
        if !text.starts_with("//! ") {
            complaints.push(format!("{}: does not open with //!", path.display()));
        }
    }
    none("files without a word on their job", complaints);
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

#[test]
fn there_is_no_process_wide_state() {
    let mut complaints = Vec::new();
    for (path, text) in files("src", ".rs") {
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
fn file_names_say_something() {
    let mut complaints = Vec::new();
    for (path, _) in files("src", ".rs") {
        for part in path.with_extension("").iter() {
            let part = part.to_string_lossy();
            if ["utils", "util", "misc", "common", "helpers", "manager"].contains(&&*part) {
                complaints.push(path.display().to_string());
            }
        }
    }
    none("names that say nothing", complaints);
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
    let list = root().join("src/builtins/mod.rs");
    let list = fs::read_to_string(list).expect("src/builtins/mod.rs lists the tables");
    let mut complaints = Vec::new();
    for folder in ["src/builtins", "src/clpz"] {
        for (path, text) in files(folder, ".rs") {
            if !text.contains("const ROWS: &[Row]") {
                continue;
            }
            let file = path.with_extension("");
            let mut parts: Vec<_> = file.iter().skip(1).map(|p| p.to_string_lossy()).collect();
            parts.retain(|p| p != "mod" && p != "builtins");
            let table = format!("{}::ROWS,", parts.join("::"));
            if !list.contains(&table) {
                complaints.push(format!("{}: {table} is not listed", path.display()));
            }
        }
    }
    none("tables of builtins that are not registered", complaints);
}

/// An exported predicate is documented by a line `%! name(Args…)`, and the comment shows a query.
#[test]
fn every_library_predicate_is_documented() {
    let mut complaints = Vec::new();
    let preludes = files("prelude", ".pl");
    for (path, text) in &preludes {
        let exports = exports(text);
        // Or operators alone.
        if exports.is_empty() && !text.contains("op(") {
            complaints.push(format!("{}: exports nothing", path.display()));
        }
        for (name, _) in exports {
            // A library may be a view of another one, which documents what both export.
            let mut all = preludes.iter().flat_map(|(_, text)| text.lines());
            let documented = all.any(|l| documents(l, &name));
            if !documented {
                complaints.push(format!("{}: no `%! {name}(` line", path.display()));
            }
        }
    }
    none("library predicates without documentation", complaints);
}

fn documents(line: &str, name: &str) -> bool {
    let Some(rest) = line.trim_start().strip_prefix("%!") else {
        return false;
    };
    let rest = rest.trim_start();
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
