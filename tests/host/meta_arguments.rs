//! Goals that are handed to the libraries run in the module that hands them over, whatever predicate calls them.
//!
//! Every exported meta-predicate of the prelude is called with a probe at each goal and closure, from `user` and from
//! another module; the probe of a module notes that it was called. A new meta-predicate takes part by itself.

use horn::{Access, Machine};
use std::fs;
use std::path::Path;

/// The places of which the probe is called at least: the arguments that the test tries reach most goals.
const REACHED: i64 = 330;

/// The names of the files of the prelude.
fn libraries() -> Vec<String> {
    let prelude = Path::new(env!("CARGO_MANIFEST_DIR")).join("prelude");
    let mut names = Vec::new();
    for folder in fs::read_dir(prelude).expect("the prelude").flatten() {
        for file in fs::read_dir(folder.path()).expect("a folder").flatten() {
            let name = file.file_name().to_string_lossy().into_owned();
            names.extend(name.strip_suffix(".pl").map(str::to_string));
        }
    }
    names.sort();
    names
}

fn machine() -> Machine {
    // Some of the predicates write to files with the names that the test gives them.
    let folder = std::env::temp_dir().join(format!("horn-meta-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let access = Access::none()
        .write(&folder)
        .working_directory(&folder)
        .clock();
    let machine = Machine::builder().access(access).build();
    let mut machine = machine.expect("a machine");
    machine
        .consult_str("meta_arguments.pl", include_str!("meta_arguments.pl"))
        .expect("the program of the test");
    machine
}

#[test]
fn goals_run_in_the_module_that_hands_them_over() {
    let mut machine = machine();
    for name in libraries() {
        // The files of module `system` are no libraries.
        let _ = machine.run(&format!("catch(use_module(library({name})), _, true)"));
    }
    assert_eq!(
        machine.answers("check(Wrong), Wrong = []"),
        "   Wrong = [].\n"
    );
    let enough = format!("reached_places(N), N >= {REACHED}");
    let reached = machine.answers("reached_places(N)");
    assert!(
        machine.run(&enough).expect("the number of places"),
        "{reached}"
    );
}

#[test]
fn documented_meta_arguments_are_declared() {
    let mut machine = machine();
    let prelude = Path::new(env!("CARGO_MANIFEST_DIR")).join("prelude");
    let mut missing = Vec::new();
    for folder in fs::read_dir(prelude).expect("the prelude").flatten() {
        for file in fs::read_dir(folder.path()).expect("a folder").flatten() {
            let text = fs::read_to_string(file.path()).expect("a library");
            for line in text.lines().filter_map(|l| l.strip_prefix("%! ")) {
                missing.extend(undeclared(&mut machine, module(&text), line));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// The module that a library defines.
fn module(text: &str) -> &str {
    let from = text.split_once(":- module(").expect("a module").1;
    from.split_once(',').expect("a list of exports").0
}

/// The arguments of a documented predicate, `name(Modes) is …`, that are documented as goals, closures or other terms
/// with a module, but not declared; or declared and not documented.
fn undeclared(machine: &mut Machine, module: &str, line: &str) -> Vec<String> {
    let Some((head, _)) = line.split_once(") is ").or(line.split_once(")// is ")) else {
        return Vec::new();
    };
    let Some((name, modes)) = head.split_once('(') else {
        return Vec::new();
    };
    // Its argument carries a module so that there is one to give.
    if name == "context_module" {
        return Vec::new();
    }
    let extra = if line.contains(")// is ") { 2 } else { 0 };
    let modes: Vec<&str> = modes.split(',').map(str::trim).collect();
    let query = format!(
        "meta_places({module}, {name}, {}, Places)",
        modes.len() + extra
    );
    let declared = machine.answers(&query);
    modes
        .iter()
        .enumerate()
        .filter(|(i, mode)| {
            let number = (i + 1).to_string();
            let is_declared = declared
                .split(|c: char| !c.is_ascii_digit())
                .any(|n| n == number);
            mode.starts_with(':') != is_declared
        })
        .map(|(i, _)| format!("%! {line}: argument {}", i + 1))
        .collect()
}
