//! The texts of failures, the effect of `BLESS`, and the choice of queries.

use horn_test::Quads;
use libtest_mimic::{Arguments, Trial};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const RULES: &str = "p(1). p(2).\n?- p(X).\n   X = 1.\n?- p(1).\n   true\n;  false.\n\
                     ?- p(X), X > 9.\n   X = 9, X = 8.\n";

/// A new folder with one file of rules.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("p.pl"), RULES).expect("a file");
    folder
}

/// This program once more, as the test program for a folder.
fn run(folder: &Path, arguments: &[&str], bless: bool) -> (bool, String) {
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command.args(arguments).env("QUADS_OF", folder);
    if bless {
        command.env("BLESS", "1");
    }
    let Output { status, stdout, .. } = command.output().expect("a process");
    (
        status.success(),
        String::from_utf8_lossy(&stdout).into_owned(),
    )
}

fn failures_show_the_line_of_the_answer() {
    let (passed, shown) = run(&folder("shown"), &[], false);
    assert!(!passed);
    assert!(shown.contains("test [query] p.pl:2 "), "{shown}");
    let message = "p.pl:3: other answers are expected\n?- p(X).\nexpected:\n   X = 1.\nactual:\n   X = 1\n;  X = 2.";
    assert!(shown.contains(message), "{shown}");
    assert!(
        shown.contains("p.pl:8: the answers are malformed"),
        "{shown}"
    );
}

fn actual_answers_are_put_in_place() {
    let folder = folder("blessed");
    assert!(!run(&folder, &["p.pl:2", "--exact"], false).0);
    assert!(run(&folder, &["p.pl:2", "--exact"], true).0);
    assert!(run(&folder, &["p.pl:2", "--exact"], false).0);
    let text = fs::read_to_string(folder.join("p.pl")).expect("the file");
    assert!(
        text.starts_with("p(1). p(2).\n?- p(X).\n   X = 1\n;  X = 2.\n?- p(1).\n"),
        "{text}"
    );
    // A malformed description is not replaced, and remains a failure.
    assert!(!run(&folder, &["p.pl:8"], true).0 || !run(&folder, &[], true).0);
}

fn faults_of_a_program_are_failures() {
    let folder = folder("faults");
    fs::write(folder.join("p.pl"), "p(1.\n?- p(X).\n   X = 1.\n").expect("a file");
    let (passed, shown) = run(&folder, &["p.pl", "--exact"], false);
    assert!(!passed && shown.contains("syntax error"), "{shown}");
    fs::write(folder.join("p.pl"), "l :- l.\n?- l.\n   true.\n").expect("a file");
    let (passed, shown) = run(&folder, &[], false);
    assert!(!passed && shown.contains("resource_error"), "{shown}");
}

fn main() -> std::process::ExitCode {
    if let Some(folder) = std::env::var_os("QUADS_OF") {
        let limit = std::time::Duration::from_millis(500);
        return Quads::new(folder).files("*.pl").timeout(Some(limit)).main();
    }
    let tests: [(&str, fn()); 3] = [
        (
            "failures_show_the_line_of_the_answer",
            failures_show_the_line_of_the_answer,
        ),
        (
            "actual_answers_are_put_in_place",
            actual_answers_are_put_in_place,
        ),
        (
            "faults_of_a_program_are_failures",
            faults_of_a_program_are_failures,
        ),
    ];
    let trials = tests.map(|(name, test)| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.into()).exit_code()
}
