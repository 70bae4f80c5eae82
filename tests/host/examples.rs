//! The programs in `examples/` print what is expected: `examples/NAME.txt`, written by
//! `BLESS=1 cargo test --test host examples`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

/// The names of the examples, sorted.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let files = entries.map(|entry| entry.expect("an entry").path());
    let sources = files.filter(|path| path.extension().is_some_and(|e| e == "rs"));
    let name = |path: PathBuf| path.file_stem().map(|n| n.to_string_lossy().into_owned());
    let mut names: Vec<String> = sources.filter_map(name).collect();
    names.sort();
    names
}

/// The program of an example. It is built here if the tests alone were built, as with `cargo test --test host`.
fn program(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let horn = Path::new(env!("CARGO_BIN_EXE_horn"));
    let mut program = horn.with_file_name("examples").join(name);
    program.set_extension(std::env::consts::EXE_EXTENSION);
    let changed = |path: &Path| fs::metadata(path).and_then(|m| m.modified());
    let source = changed(&root.join("examples").join(format!("{name}.rs"))).expect("a source");
    let built = changed(&program).unwrap_or(SystemTime::UNIX_EPOCH);
    if built < source {
        let mut cargo = Command::new(env!("CARGO"));
        let cargo = cargo.args(["build", "--quiet", "--example", name]);
        let status = cargo.current_dir(root).status().expect("cargo");
        assert!(status.success(), "{name} does not build");
    }
    program
}

#[test]
fn examples_print_what_is_expected() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = root.join("examples");
    let mut differences = Vec::new();
    for name in names(&folder) {
        let run = Command::new(program(&name)).current_dir(root).output();
        let output = run.expect("a program");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{name}: {errors}");
        let printed = String::from_utf8(output.stdout).expect("text");
        let file = folder.join(format!("{name}.txt"));
        if std::env::var_os("BLESS").is_some() {
            fs::write(&file, &printed).expect("a file");
        }
        let expected = fs::read_to_string(&file).unwrap_or_default();
        if printed != expected {
            differences.push(format!("{name} prints\n{printed}\nand not\n{expected}"));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
