//! The output of random programs: that of SWI-Prolog, if it is installed, and that under stress.

use crate::{for_seeds, generator};
use horn::{Limit, Machine};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The goals of a program.
const GOALS: usize = 60;

/// What `main/0` of a program writes.
fn output(text: &str, stress: bool) -> String {
    let mut m = Machine::new();
    m.set_limit(Limit::CatchableMemory(Some(256 << 20)));
    // Warnings about singletons are expected.
    if let Err(e) = m.consult_str("random.pl", text) {
        panic!("{e}\n{text}");
    }
    m.set_limit(Limit::Time(Some(Duration::from_secs(60))));
    if stress {
        m.run("'$gc_stress'(on)").expect("it runs");
    }
    m.capture();
    match m.run("main") {
        Ok(true) => m.end_capture(),
        other => panic!("{other:?}\n{}\n{text}", m.end_capture()),
    }
}

/// What SWI-Prolog writes; none if it is not installed.
fn peer(text: &str, seed: u64) -> Option<String> {
    let file = std::env::temp_dir().join(format!("horn_fuzz_{}_{seed}.pl", std::process::id()));
    std::fs::write(&file, text).ok()?;
    let run = Command::new("swipl")
        // In the traditional mode, `[]` is an atom and the functor of lists is `.`, as here.
        .args([
            "--traditional",
            "-q",
            "--no-tty",
            "-g",
            "style_check(-singleton)",
            "-g",
        ])
        .arg(format!("load_files('{}',[silent(true)])", file.display()))
        .args(["-g", "main", "-t", "halt"])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output();
    let _ = std::fs::remove_file(file);
    let run = run.ok()?;
    Some(String::from_utf8_lossy(&run.stdout).into_owned())
}

/// Compares line by line, so that a failure shows one goal.
fn compare(text: &str, ours: &str, theirs: &str, seed: u64) {
    for (a, b) in ours.lines().zip(theirs.lines()) {
        if a != b {
            let number = a.split(':').next().unwrap_or_default();
            let head = format!("goal{number}(");
            let goal = text.lines().find(|l| l.starts_with(&head));
            panic!(
                "seed {seed}\n{}\nhere:  {a}\nthere: {b}",
                goal.unwrap_or_default()
            );
        }
    }
    assert_eq!(ours.lines().count(), theirs.lines().count(), "seed {seed}");
}

#[test]
fn random_programs_do_what_they_do_in_swi_prolog() {
    for_seeds(10, |seed| {
        let text = generator::program(seed, GOALS);
        if let Some(theirs) = peer(&text, seed).filter(|t| !t.is_empty()) {
            compare(&text, &output(&text, false), &theirs, seed);
        }
    });
}

#[test]
fn random_programs_do_the_same_under_collections_at_every_call() {
    for_seeds(10, |seed| {
        let text = generator::program(seed, 20);
        compare(&text, &output(&text, false), &output(&text, true), seed);
    });
}
