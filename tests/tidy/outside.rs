//! The world outside is used in few files: what a machine may use of it is decided there.

use crate::source::{Source, sources};

/// Names of the standard library that reach outside, each with the files that may use it. `src/repl`,
/// `src/editor` and `src/testing` act for a user, who may use everything.
const REACHING: &[(&[&str], &[&str])] = &[
    (
        &["std", "fs"],
        &[
            "src/prolog/access.rs",
            "src/prolog/memory_share.rs",
            "src/system/access.rs",
            "src/system/environment.rs",
            "src/system/host_files.rs",
            "src/system/streams/encoding.rs",
            "src/system/streams/input.rs",
            "src/system/streams/output.rs",
        ],
    ),
    (
        &["std", "env"],
        &[
            "src/system/access.rs",
            "src/system/environment.rs",
            "src/system/host_files.rs",
        ],
    ),
    (
        &["std", "process"],
        &[
            "src/builtins/shell.rs",
            "src/builtins/subprocess.rs",
            "src/system/environment.rs",
        ],
    ),
    (
        &["std", "net"],
        &["src/builtins/sockets.rs", "src/system/sockets.rs"],
    ),
    (&["SystemTime", "now"], &["src/base/clock.rs"]),
    (&["RandomState", "new"], &["src/system/environment.rs"]),
    (
        &["File", "open"],
        &["src/prolog/memory_share.rs", "src/system/host_files.rs"],
    ),
    (&["File", "create"], &["src/system/host_files.rs"]),
    (&["OpenOptions", "new"], &["src/system/host_files.rs"]),
];

/// The lines of a file at which a path of names such as `std::fs` stands.
fn uses(source: &Source, path: &[&str]) -> Vec<usize> {
    let tokens = source.tokens();
    let mut wanted = Vec::new();
    for name in path {
        if !wanted.is_empty() {
            wanted.extend([":", ":"]);
        }
        wanted.push(*name);
    }
    let found = tokens.windows(wanted.len()).filter(|window| {
        window
            .iter()
            .zip(&wanted)
            .all(|(token, name)| token.text == *name)
    });
    found.map(|window| window[0].line).collect()
}

#[test]
fn the_world_outside_is_used_in_few_files() {
    let mut wrong = Vec::new();
    let sources = sources();
    let of_users = ["src/repl/", "src/editor/", "src/testing/"];
    let library = |s: &&Source| !of_users.iter().any(|folder| s.path.starts_with(folder));
    for (path, allowed) in REACHING {
        for source in sources.iter().filter(library) {
            let lines = uses(source, path);
            match (lines.first(), allowed.contains(&source.path.as_str())) {
                (Some(line), false) => wrong.push(format!(
                    "{}:{line}: {} belongs to src/system",
                    source.path,
                    path.join("::")
                )),
                (None, true) => wrong.push(format!(
                    "{} no longer uses {}: take it out of the table",
                    source.path,
                    path.join("::")
                )),
                _ => (),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
