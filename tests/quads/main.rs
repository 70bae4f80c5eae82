//! Tests that stand in files of their own: quads, transcripts and sessions, each one test with a name
//! that says where it is.
//!
//! A quad is the test `FILE:LINE` of its query, a transcript or a session the test `FILE`, so that
//! `cargo test lists.pl:42` runs one quad and `cargo test tests/clpz` all of a folder. `FILE` itself is
//! a test, too: that the file loads. The list of tests is made by reading the files; no query runs for it.

mod documents;
mod sessions;
mod stress;

use libtest_mimic::{Arguments, FormatSetting, Trial};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    // Thousands of names are of interest to a reader who asked for some of them.
    if arguments.filter.is_none() && arguments.format.is_none() && !arguments.quiet {
        arguments.format = Some(FormatSetting::Terse);
    }
    // The tests of whole files come first: the first test of a file runs all its queries, and so each
    // thread takes another file.
    let (mut files, quads) = documents::trials(&arguments);
    files.extend(sessions::trials());
    files.extend(stress::trials());
    files.extend(quads);
    libtest_mimic::run(&arguments, files).exit_code()
}

/// The root of the package.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files directly in a folder whose names have this extension, as paths from the root, sorted.
fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).expect("a folder of the tree");
    let names = entries.map(|e| PathBuf::from(e.expect("a readable folder").file_name()));
    let mut found: Vec<PathBuf> = names
        .filter(|name| name.extension().is_some_and(|e| e == extension))
        .map(|name| Path::new(folder).join(name))
        .collect();
    found.sort();
    assert!(!found.is_empty(), "{folder} has no file *.{extension}");
    found
}

/// The name of a test: its path, with `/` on every system.
fn name(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

/// A test that is a function of a whole file.
fn trial(
    name: String,
    kind: &str,
    check: impl FnOnce() -> Result<(), String> + Send + 'static,
) -> Trial {
    Trial::test(name, move || check().map_err(Into::into)).with_kind(kind)
}
