//! The sessions and commands in the README, and the sessions of the page on the top level, give the output that is
//! printed there. (Its Rust code is a
//! documentation test of the crate.)

use std::io::Write;
use std::process::{Command, Stdio};

const README: &str = include_str!("../../README.md");
const TOP_LEVEL: &str = include_str!("../../docs/toplevel.md");

/// Runs the shell with `horn` on its path.
pub(crate) fn shell(command: &str, input: &str) -> String {
    let horn = std::path::Path::new(env!("CARGO_BIN_EXE_horn"));
    let folder = horn.parent().expect("a folder").display();
    let path = std::env::var("PATH").unwrap_or_default();
    let mut child = Command::new("sh")
        .args(["-c", command])
        .env("PATH", format!("{folder}:{path}"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a shell");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("a reader");
    drop(stdin);
    let output = child.wait_with_output().expect("an end").stdout;
    String::from_utf8(output).expect("text")
}

/// The code blocks after comments that start with these words, each with the rest of the comment.
pub(crate) fn blocks(page: &str, kind: &str) -> Vec<(String, String)> {
    let marker = format!("<!-- {kind}");
    let mut found = Vec::new();
    for part in page.split(&marker).skip(1) {
        let (rest, after) = part.split_once("-->\n```text\n").expect("a block");
        let (block, _) = after.split_once("```").expect("its end");
        found.push((
            rest.trim_start_matches(':').trim().to_string(),
            block.to_string(),
        ));
    }
    assert!(!found.is_empty(), "no block is marked {kind}");
    found
}

#[test]
#[cfg(unix)]
fn the_session_is_as_printed() {
    check_sessions(README);
}

#[test]
#[cfg(unix)]
fn the_sessions_of_the_top_level_are_as_printed() {
    check_sessions(TOP_LEVEL);
}

/// Runs the sessions of a page. Lines of clauses start with `| `.
fn check_sessions(page: &str) {
    for (arguments, session) in blocks(page, "session") {
        let (mut input, mut expected) = (String::new(), String::new());
        for line in session.lines() {
            match line.strip_prefix("?- ").or(line.strip_prefix("| ")) {
                Some(query) => input.push_str(&format!("{query}\n")),
                None => expected.push_str(&format!("{line}\n")),
            }
        }
        assert_eq!(shell(&format!("horn -q {arguments}"), &input), expected);
    }
}

#[test]
#[cfg(unix)]
fn the_command_prints_what_is_shown() {
    for (_, block) in blocks(README, "shell") {
        let (command, expected) = block.split_once('\n').expect("a command");
        let command = command.strip_prefix("$ ").expect("a prompt");
        assert_eq!(shell(command, ""), expected);
    }
}

#[test]
fn the_commands_are_those_that_ci_runs() {
    let ci = include_str!("../../.ci/run");
    assert!(README.contains("\n```sh\ncargo test\n```\n") && ci.contains("\ncargo test\n"));
    let main = "cargo run --profile quick -- programs/fruehwirth.pl";
    assert!(README.contains(main));
    let program = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/fruehwirth.pl");
    assert!(program.is_file());
    assert!(include_str!("../../Cargo.toml").contains("\n[profile.quick]\n"));
}

/// Other packages of the workspace have programs too, so `cargo run` needs a default.
#[test]
fn cargo_run_runs_horn() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version=1", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the packages of the workspace");
    let workspace: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("their description");
    let defaults: Vec<&serde_json::Value> = workspace["packages"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|package| &package["default_run"])
        .filter(|default| !default.is_null())
        .collect();
    assert_eq!(
        defaults,
        ["horn"],
        "the program of the README's first command"
    );
}

#[test]
fn the_features_are_those_of_the_package() {
    let table = include_str!("../../docs/embedding/features.md");
    assert!(README.contains(table), "the README has the same table");
    let package = include_str!("../../Cargo.toml");
    let (_, features) = package.split_once("\n[features]\n").expect("features");
    let (features, _) = features.split_once("\n[").expect("the end of the features");
    let names = features.lines().filter_map(|line| line.split_once(" = "));
    for (name, _) in names.filter(|(name, _)| *name != "default") {
        assert!(
            table.contains(&format!("| `{name}`")),
            "{name} is not in the table"
        );
    }
}
